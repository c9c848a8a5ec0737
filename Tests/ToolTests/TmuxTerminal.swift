import Foundation

/// A terminal with a shell in it, held by tmux: keys go in, and what is on the screen is read.
final class TmuxTerminal {
  /// Where tmux is; `nil` when it is not installed.
  static let program: String? = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// How a terminal looks to the programs in it.
  struct Look: Sendable {
    var columns = 100
    var rows = 30
    /// `TERM`.
    var name = "tmux-256color"
    var environment: [String: String] = [:]
    /// The colour that it says its background has, as `#ffffff`; `nil` when it says none.
    var background: String?
  }

  /// What the shell in it says when it waits.
  static let prompt = "ready>"

  /// Of the socket and the settings; its name is short, as that of a socket has to be.
  private let scratch: String
  private let environment: [String: String]

  /// Begins a terminal with a shell in `folder`, and waits for its prompt.
  init(_ look: Look, in folder: String) throws {
    scratch = "/tmp/tmux-\(UUID().uuidString.prefix(8))"
    // Some shells have a prompt of their own for who may do all: an interactive one reads this file.
    environment = look.environment.merging(["ENV": scratch + "/shell"]) { $1 }
    try FileManager.default.createDirectory(
      atPath: scratch, withIntermediateDirectories: true)
    var settings = "set -g default-terminal \(look.name)\nset -g status off\nset -sg escape-time 0\n"
    if let background = look.background { settings += "set -g window-style 'bg=\(background)'\n" }
    try "PS1='\(Self.prompt) '\n".write(
      toFile: scratch + "/shell", atomically: true, encoding: .utf8)
    try settings.write(toFile: scratch + "/settings", atomically: true, encoding: .utf8)
    // Who waits for a program waits for all that hold what it was given open: tmux stays, so it is given
    // nothing but its streams.
    keys = #"""
      ( for f in /dev/fd/*; do
          n=${f##*/}; case $n in 0 | 1 | 2) ;; *) eval "exec $n>&-" 2>/dev/null ;; esac
        done
        tmux new-session -d -x \#(look.columns) -y \#(look.rows) -c "$START" 'sh -i' )

      """#
    _ = try ask(
      Self.waiting(#"grep -qF -- "$WANTED" "$FOLDER/screen""#),
      ["START": folder, "WANTED": Self.prompt])
  }

  deinit {
    _ = try? ask("tmux kill-server")
    try? FileManager.default.removeItem(atPath: scratch)
  }

  /// Keys that are sent before the screen is looked at: one program is started for both.
  private var keys = ""

  /// Runs lines of the shell in which `tmux` asks this terminal, the keys that wait first.
  private func ask(_ lines: String, _ variables: [String: String] = [:]) throws -> String {
    defer { keys = "" }
    let own = ["TMUX_PROGRAM": Self.program ?? "tmux", "FOLDER": scratch]
    let prelude = #"tmux() { "$TMUX_PROGRAM" -S "$FOLDER/s" -f "$FOLDER/settings" "$@"; }"#
    return try Run.run(
      "/bin/bash", ["-c", prelude + "\n" + keys + lines], in: "/",
      environment: environment.merging(own) { $1 }.merging(variables) { $1 }, input: nil
    ).text
  }

  /// Types keys: characters as they are, others by their name in tmux: `jl:moov<Enter>`, `<C-z>`; `<lt>`
  /// is the sign itself. They are sent when the screen is asked for.
  func type(_ text: String) throws {
    func quoted(_ text: Substring) -> String {
      "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
    var rest = text[...]
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">") {
        let name = rest[rest.index(after: rest.startIndex)..<end]
        keys += name == "lt" ? "tmux send-keys -l '<'\n" : "tmux send-keys \(name)\n"
        rest = rest[rest.index(after: end)...]
      } else {
        let plain = rest.prefix { $0 != "<" }
        keys += "tmux send-keys -l -- \(quoted(plain))\n"
        rest = rest[plain.endIndex...]
      }
    }
  }

  /// What is on the screen with the sequences that colour it.
  func colours() throws -> String { try ask("tmux capture-pane -p -e") }

  /// What is on the screen, without the spaces at the ends of rows, once it shows `wanted`; after a
  /// minute whatever there is.
  ///
  /// - Parameter wanted: Part of a line; of several lines each alone would do.
  func screen(with wanted: String) throws -> String {
    try ask(Self.waiting(#"grep -qF -- "$WANTED" "$FOLDER/screen""#), ["WANTED": wanted])
  }

  /// What is on the screen once that is all of `wanted`; after a minute whatever there is.
  func screen(of wanted: String) throws -> String {
    try wanted.write(toFile: scratch + "/wanted", atomically: true, encoding: .utf8)
    return try ask(Self.waiting(#"cmp -s "$FOLDER/screen" "$FOLDER/wanted""#))
  }

  /// What is on the screen when it has not changed for half a second.
  func screenAtRest() throws -> String {
    try ask(
      "sleep 0.5; : >\"$FOLDER/last\"\n"
        + Self.waiting(
          #"{ cmp -s "$FOLDER/screen" "$FOLDER/last" || { cp "$FOLDER/screen" "$FOLDER/last"; sleep 0.5; false; }; }"#))
  }

  /// What waits for a condition, and then for the rest of a screen that was being painted when it held.
  private static func waiting(_ condition: String) -> String {
    #"""
    for n in $(seq 600); do
      tmux capture-pane -p >"$FOLDER/screen"
      \#(condition) && break
      sleep 0.1
    done
    for n in $(seq 20); do
      cp "$FOLDER/screen" "$FOLDER/before"
      sleep 0.05
      tmux capture-pane -p >"$FOLDER/screen"
      cmp -s "$FOLDER/screen" "$FOLDER/before" && break
    done
    cat "$FOLDER/screen"
    """#
  }
}

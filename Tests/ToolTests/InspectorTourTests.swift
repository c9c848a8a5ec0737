import Corpus
import Foundation
import Testing

/// The first five minutes with the inspector, in a real terminal: `Corpus/goldens/tours/*.tour` hold
/// the command, the keys of each step, and what is seen then.
///
/// `UPDATE_GOLDENS=1 swift test --filter InspectorTourTests` writes what is seen now. Where tmux is not
/// installed each test says that it is skipped.
@Suite struct InspectorTourTests {
  static let folder = Corpus.path(of: "goldens/tours")
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  /// A walk through a file.
  struct Tour: CustomTestStringConvertible, Sendable {
    var name: String
    var command: String
    /// What is typed, step by step; nothing first, so that what is seen at the beginning is a step, too.
    var steps: [String]
    var testDescription: String { name }
  }

  static let tours = [
    Tour(
      name: "movie", command: "atomdump -i movie.mov",
      steps: [
        "", "jj", "l", "<Down>", "l", "<Tab><Tab>", "1G", "gg",
        ":moov/trak[2]/mdia/minf/stbl/stco.entries[3]<Enter>", "<Enter>", "<BSpace>", "/stsd<Enter>", "n",
        "a", "q", "P", "<Right>", "q", "?", "<Escape>", "4", "zM", ":50%<Enter>",
      ]),
    Tour(name: "corrupt", command: "atomdump -i corrupt.mp4", steps: ["", "!", "!", "3", "<Tab>"]),
    Tour(
      name: "frag", command: "atomdump -i frag.mp4",
      steps: ["", ":moof[2]/traf/trun<Enter>", "<Tab>", "G", "<Enter>", "<C-o>", "t"]),
    Tour(
      name: "track", command: "id3dump -i track.mp3",
      steps: ["", "/title<Enter>", "x", "y", "<C-f>", "<C-b>"]),
    Tour(
      name: "heif", command: "atomdump -i ../made/items-v1.heic",
      steps: ["", ":meta/iloc<Enter>", "4", "<Enter>", "P", "q"]),
    Tour(
      name: "pair", command: "atomdiff -i a.mp4 b.mp4", steps: ["", "]c", "[c", "o", "o"]),
  ]

  private func terminal(
    _ look: TmuxTerminal.Look = TmuxTerminal.Look(), in folder: String = Corpus.path(of: "mockups")
  ) throws -> TmuxTerminal? {
    guard TmuxTerminal.program != nil else {
      print("skipped: tmux is not installed")
      return nil
    }
    return try TmuxTerminal(look, in: folder)
  }

  @Test(arguments: tours)
  func theFirstFiveMinutes(tour: Tour) throws {
    guard let terminal = try terminal() else { return }
    let place = Self.folder + "/\(tour.name).tour"
    let golden = (try? String(contentsOfFile: place, encoding: .utf8)) ?? ""
    // What is seen behind each step.
    let wanted = golden.components(separatedBy: "\n[").dropFirst().map { part in
      part.range(of: "]\n").map { String(part[$0.upperBound...]) } ?? ""
    }
    #expect(Self.isUpdating || wanted.count == tour.steps.count, "\(place)")
    var seen = "$ \(tour.command)\n"
    try terminal.type("\(tour.command); echo code $?<Enter>")
    _ = try terminal.screen(with: "? help  q quit")
    for (number, keys) in tour.steps.enumerated() {
      try terminal.type(keys)
      let screen =
        Self.isUpdating
        ? try terminal.screenAtRest()
        : try terminal.screen(of: number < wanted.count ? wanted[number] : "")
      seen += "\n[\(keys)]\n" + screen
      guard Self.isUpdating || (number < wanted.count && wanted[number] == screen) else {
        // What follows stands on this.
        #expect(number < wanted.count && screen == wanted[number], "after \(keys)")
        return
      }
    }
    try terminal.type("q")
    #expect(try terminal.screen(with: "code 0").contains("code 0"))
    if Self.isUpdating { try seen.write(toFile: place, atomically: true, encoding: .utf8) }
  }

  /// A terminal, the sequences that colour the row of the cursor and what is faint, and some that must
  /// not occur.
  struct Colouring: CustomTestStringConvertible, Sendable {
    var name: String
    var look: TmuxTerminal.Look
    var wanted: [String]
    var unwanted: [String]
    var testDescription: String { name }
  }

  static let colourings = [
    Colouring(
      name: "true, dark",
      look: TmuxTerminal.Look(environment: ["COLORTERM": "truecolor"], background: "#101010"),
      wanted: ["48;2;20;80;170", "38;2;140;142;150"], unwanted: ["38;2;105;105;112"]),
    Colouring(
      name: "true, light",
      look: TmuxTerminal.Look(environment: ["COLORTERM": "truecolor"], background: "#f8f8f8"),
      wanted: ["48;2;20;80;170", "38;2;105;105;112"], unwanted: ["38;2;140;142;150"]),
    Colouring(
      name: "256, dark without an answer", look: TmuxTerminal.Look(),
      wanted: ["48;5;25", "38;5;245"], unwanted: ["38;5;242", ";2;20;80;170"]),
    Colouring(
      name: "256, light", look: TmuxTerminal.Look(background: "#ffffff"),
      wanted: ["48;5;25", "38;5;242"], unwanted: ["38;5;245"]),
    Colouring(
      name: "16", look: TmuxTerminal.Look(name: "screen"), wanted: ["44m", "90m"],
      unwanted: ["38;5", "48;5", "38;2", "48;2"]),
    Colouring(
      name: "none", look: TmuxTerminal.Look(environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"]),
      wanted: ["\u{1B}[7m", "\u{1B}[1m"],
      unwanted: ["38;", "48;", "\u{1B}[3", "\u{1B}[4", "\u{1B}[9", "\u{1B}[10"]),
  ]

  @Test(arguments: colourings)
  func coloursAreThoseThatTheTerminalHas(_ colouring: Colouring) throws {
    guard let terminal = try terminal(colouring.look) else { return }
    try terminal.type("clear; atomdump -i movie.mov<Enter>")
    #expect(try terminal.screen(with: "q quit").contains("q quit"))
    // Underlines, and going back to the colours of the terminal, are no colour.
    var text = try terminal.colours()
    for none in ["4m", "1;4m", "39m", "49m"] {
      text = text.replacingOccurrences(of: "\u{1B}[" + none, with: "")
    }
    for wanted in colouring.wanted { #expect(text.contains(wanted), "no \(wanted.debugDescription)") }
    for unwanted in colouring.unwanted {
      #expect(!text.contains(unwanted), "\(unwanted.debugDescription) is there")
    }
    try terminal.type("q")
  }

  /// A program that is stopped gives the terminal back, and has it as it was when it goes on, whatever
  /// size it has by then.
  @Test func whoIsStoppedGoesOnWhereItWas() throws {
    guard let terminal = try terminal() else { return }
    try terminal.type("stty -g > /dev/null; atomdump -i movie.mov; echo code $?<Enter>")
    _ = try terminal.screen(with: "q quit")
    try terminal.type(":moov/mvhd.timescale<Enter>")
    // The path alone is on the screen while it is being typed.
    _ = try terminal.screen(with: "moov/mvhd.timescale   0x")
    let before = try terminal.screenAtRest()
    try terminal.type("<C-z>")
    #expect(try terminal.screen(with: "Stopped").contains("Stopped"))
    // What is typed is seen and comes in lines again.
    try terminal.type("stty -a | tr ' ' '\\n' | grep -xE -e '-?(icanon|echo)'; echo all $((1+1))<Enter>")
    let shell = try terminal.screen(with: "all 2")
    #expect(shell.contains("\nicanon\n") && shell.contains("\necho\n"), "\(shell)")
    try terminal.type("fg<Enter>")
    #expect(try terminal.screen(of: before) == before)
    try terminal.type("q")
    #expect(try terminal.screen(with: "Stopped").contains("fg"))
  }

  /// A file that is long in coming: who waits is told, and may leave; a signal that comes meanwhile finds
  /// a second thread, and the terminal is as it was after it.
  @Test(arguments: ["wait", "leave", "TERM", "SEGV"])
  func aFileThatIsLongInComingIsWaitedFor(end: String) throws {
    let scratch = try Scratch()
    guard let terminal = try terminal(in: scratch.path) else { return }
    try scratch.copy("mockups/movie.mov", to: "movie.mov")
    // It comes when it is asked for, however busy the machine is.
    let coming = scratch.path + "/come"
    try terminal.type(
      "mkfifo p; (until [ -e come ]; do sleep 0.1; done; cat movie.mov) > p & clear<Enter>"
        + "sh -c 'echo $$ > pid; exec atomdump -i -' <lt> p; echo code $?<Enter>")
    #expect(try terminal.screen(with: "still reading").contains("q leaves"))
    switch end {
    case "wait":
      try Data().write(to: URL(fileURLWithPath: coming))
      #expect(try terminal.screen(with: "moov").contains("28,724 bytes"))
      try terminal.type("q")
    case "leave": try terminal.type("q")
    default: _ = try Run.shell("kill -\(end) $(cat pid)", in: scratch.path)
    }
    try Data().write(to: URL(fileURLWithPath: coming))
    let code = ["TERM": 143, "SEGV": 139][end] ?? 0
    #expect(try terminal.screen(with: "code \(code)").contains("code \(code)"))
    try terminal.type("stty -a | grep -o '[-]*icanon'; echo all $((1+1))<Enter>")
    #expect(try terminal.screen(with: "all 2").contains("\nicanon\n"))
  }
}

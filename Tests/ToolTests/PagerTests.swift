import Corpus
import Foundation
import Testing

/// When a pager has the screen.
@Suite struct PagerTests {
  /// Lines of the shell that put 64 GiB of media behind `film.mp4`, nearly all a hole.
  private static let longMedia =
    #"printf '\000\000\000\001mdat\000\000\000\020\000\000\000\000' >> film.mp4"#
    + "; truncate -s $(($(stat -c %s film.mp4) - 16 + 68719476736)) film.mp4"

  /// Until there is a line to show, the work alone is on the screen, and an interrupt ends it.
  @Test func aPagerStartsWithTheFirstLine() throws {
    guard TmuxTerminal.program != nil else { return print("skipped: tmux is not installed") }
    let scratch = try Scratch()
    let terminal = try TmuxTerminal(TmuxTerminal.Look(), in: scratch.path)
    try scratch.copy("encoded/h264-faststart.mp4", to: "film.mp4")
    guard try Run.shell(Self.longMedia, in: scratch.path).code == 0 else { return print("skipped: no files of 64 GiB here") }
    try terminal.type("export PAGER='echo paged; cat'; clear; atomdump --digest film.mp4<Enter>")
    #expect(try terminal.screen(with: "left").contains("film.mp4"))
    try terminal.type("<C-c>")
    // What is typed before the program has ended may be thrown away with it.
    _ = try terminal.screen(with: "^C")
    try terminal.type("echo all $((1+1))<Enter>")
    let screen = try terminal.screen(with: "all 2")
    #expect(screen.contains("all 2") && !screen.contains("paged"), "\(screen)")
    // A report that is longer than the screen is paged as before.
    try terminal.type("clear; atomdump -f film.mp4 | head -n 1; atomdump -f -n all film.mp4<Enter>")
    #expect(try terminal.screen(with: "no problems").contains("no problems"))
  }

  /// Who leaves the pager while the second file is searched ends the search, which has nothing to write for long.
  @Test func aPagerThatIsLeftEndsTheWork() throws {
    guard TmuxTerminal.program != nil else { return print("skipped: tmux is not installed") }
    let scratch = try Scratch()
    let terminal = try TmuxTerminal(TmuxTerminal.Look(), in: scratch.path)
    try scratch.copy("encoded/h264-faststart.mp4", to: "a.mp4")
    try scratch.copy("encoded/h264-faststart.mp4", to: "film.mp4")
    guard try Run.shell(Self.longMedia, in: scratch.path).code == 0 else { return print("skipped: no files of 64 GiB here") }
    try terminal.type("export PAGER='head -n 1'; clear; s=$(date +%s); atomdump --find \"'mvhd\" a.mp4 film.mp4<Enter>")
    try terminal.type("echo soon $(( $(date +%s) - s <lt> 10 ))<Enter>")
    let screen = try terminal.screen(with: "soon 1")
    #expect(screen.contains("a.mp4") && screen.contains("soon 1"), "\(screen)")
  }

  /// While a pager shows the first file of two, nothing is drawn over it, and an interrupt ends the work on the
  /// second, though the pager stays.
  @Test func aPagerHasTheTerminalAlone() throws {
    guard TmuxTerminal.program != nil else { return print("skipped: tmux is not installed") }
    let scratch = try Scratch()
    let terminal = try TmuxTerminal(TmuxTerminal.Look(), in: scratch.path)
    try scratch.copy("encoded/h264-faststart.mp4", to: "a.mp4")
    try scratch.copy("encoded/h264-faststart.mp4", to: "film.mp4")
    guard try Run.shell(Self.longMedia, in: scratch.path).code == 0 else { return print("skipped: no files of 64 GiB here") }
    // What is typed does not have the word that is waited for.
    try terminal.type(#"export PAGER='trap "" INT; echo $PPID pa""ged; cat; head -n 1 <lt> /dev/tty'<Enter>"#)
    try terminal.type("clear; atomdump --digest -d 1 a.mp4 film.mp4<Enter>")
    let beginning = try terminal.screen(with: "paged")
    let line = try #require(beginning.split(separator: "\n").first { $0.hasSuffix(" paged") })
    // A line of progress comes after a second.
    Thread.sleep(forTimeInterval: 2)
    #expect(try !terminal.screenAtRest().contains(" left"))
    try terminal.type("<C-c>")
    #expect(try !terminal.screenAtRest().contains(" left"))
    #if os(Linux)
      let time = #"cut -d ' ' -f 14,15 /proc/"# + line.dropLast(" paged".count) + "/stat"
      let times = try Run.shell("\(time); sleep 1; \(time)", in: scratch.path).lines
      #expect(times.count == 2 && times.first == times.last, "\(times)")
    #endif
    try terminal.type("<Enter>")
    _ = try terminal.screen(with: TmuxTerminal.prompt)
    try terminal.type("echo all $((1+1))<Enter>")
    #expect(try terminal.screen(with: "all 2").contains("all 2"))
  }
}

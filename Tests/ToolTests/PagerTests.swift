import Corpus
import Foundation
import Testing

/// When a pager has the screen.
@Suite struct PagerTests {
  /// Until there is a line to show, the work alone is on the screen, and an interrupt ends it.
  @Test func aPagerStartsWithTheFirstLine() throws {
    guard TmuxTerminal.program != nil else { return print("skipped: tmux is not installed") }
    let scratch = try Scratch()
    let terminal = try TmuxTerminal(TmuxTerminal.Look(), in: scratch.path)
    try scratch.copy("encoded/h264-faststart.mp4", to: "film.mp4")
    // Behind the film 64 GiB of media, nearly all a hole.
    let header =
      #"printf '\000\000\000\001mdat\000\000\000\020\000\000\000\000' >> film.mp4"#
      + "; truncate -s $(($(stat -c %s film.mp4) - 16 + 68719476736)) film.mp4"
    guard try Run.shell(header, in: scratch.path).code == 0 else { return print("skipped: no files of 64 GiB here") }
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
}

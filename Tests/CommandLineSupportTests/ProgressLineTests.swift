import Foundation
import Testing

@testable import CommandLineSupport

@Suite struct ProgressLineTests {
  /// A pager that starts takes the line away, and nothing is drawn on what it shows.
  @Test func progressGivesWayToAPager() {
    final class Log: @unchecked Sendable { var text = "" }
    let log = Log()
    let line = ProgressLine { log.text += $0 }
    line.draw("\r1 of 3 files\u{1B}[K")
    line.giveWay()
    line.draw("\r2 of 3 files\u{1B}[K")
    line.draw("\r\u{1B}[K")
    #expect(log.text == "\r1 of 3 files\u{1B}[K\r\u{1B}[K")
    log.text = ""
    line.takeBack()
    // Nothing is drawn that would have to be taken away.
    line.giveWay()
    #expect(log.text == "")
    line.takeBack()
    line.draw("\r3 of 3 files\u{1B}[K")
    #expect(log.text == "\r3 of 3 files\u{1B}[K")
  }
}

import ByteReading
import CommandLineSupport

/// Work that another thread does while keys are answered; what it gives is asked for now and then.
///
/// Nothing stops it: who does not want the result any more forgets the errand.
final class Errand<Result: Sendable>: Sendable {
  private let answer = Guarded<Result?>(nil)
  /// When it began, in nanoseconds of the clock that only goes forward.
  let start = monotonicNanoseconds()

  /// Begins the work; where no other thread can be had it is done at once.
  init(_ work: @escaping @Sendable () -> Result) {
    guard hasSpareDescriptors(), hasSpareAddressSpace() else {
      answer.value = work()
      return
    }
    let answer = answer
    Task.detached { answer.value = work() }
  }

  /// What came of it; `nil` as long as it goes on.
  var result: Result? { answer.value }

  /// The whole seconds since it began.
  var seconds: Int { Int(clamping: (monotonicNanoseconds() &- start) / 1_000_000_000) }
}

/// Opens the files of a call while the screen says so, when it takes long.
struct OpeningFiles {
  /// What came of each file.
  typealias Opened = [(path: FilePath, stamp: FileStatus.Stamp?, opening: InspectorCall.Opening)]

  private let errand: Errand<Opened>
  private let name: String
  /// What was typed meanwhile.
  private(set) var typed: [UInt8] = []

  /// The milliseconds after which a person is told.
  private static let quiet = 100

  init(_ call: InspectorCall) {
    name = call.files.first?.display ?? ""
    errand = Errand {
      call.files.map { ($0, Session.stamp(of: $0), call.open($0)) }
    }
  }

  /// What came of it, when that is known soon.
  var soon: Opened? {
    for _ in 0..<Self.quiet / 2 {
      if let result = errand.result { return result }
      pause(milliseconds: 2)
    }
    return errand.result
  }

  /// Waits on a screen; `nil` when the person left, or the terminal is gone.
  mutating func wait(on screen: TerminalScreen, _ painter: inout Painter) -> Opened? {
    while true {
      if let result = errand.result { return result }
      let size = screen.size
      var grid = Grid(columns: min(max(1, size.columns), 1_000), rows: min(max(1, size.rows), 1_000))
      grid.put("still reading \(name): \(errand.seconds) s", x: 1, y: 0, .strong, ellipsis: "~")
      grid.put("q leaves", x: 1, y: grid.rows - 1, .faint)
      guard screen.write(painter.bytes(for: grid)) else { return nil }
      switch screen.read(within: 50) {
      case .bytes(let bytes):
        if bytes.first == UInt8(ascii: "q") || bytes.first == 3 { return nil }
        if typed.count < InputDecoder.longestPaste { typed += bytes }
      case .closed: return nil
      case .changed: painter.forget()
      case .stop:
        screen.stop()
        painter.forget()
      case .nothing: break
      }
    }
  }
}

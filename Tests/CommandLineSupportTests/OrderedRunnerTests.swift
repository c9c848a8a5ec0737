import CommandLineSupport
import Foundation
import Testing

@Suite struct OrderedRunnerTests {
  /// What is written, by stream and in all; refuses after a number of writes.
  final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var storedText = ""
    private var storedCalls = 0
    private var storedStarts = 0
    var limit = Int.max

    var text: String { lock.withLock { storedText } }
    var calls: Int { lock.withLock { storedCalls } }
    var starts: Int { lock.withLock { storedStarts } }
    func start() { lock.withLock { storedStarts += 1 } }

    func write(_ stream: StandardStream, _ bytes: [UInt8]) -> WriteResult {
      lock.withLock {
        storedCalls += 1
        if storedCalls > limit { return .readerGone }
        storedText += (stream == .error ? "!" : "") + String(decoding: bytes, as: UTF8.self)
        return .written
      }
    }
  }

  @Test(arguments: [(0, 4), (1, 4), (7, 1), (7, 4), (300, 3), (1000, 8)])
  func outputIsInArgumentOrder(count: Int, jobs: Int) {
    let log = Log()
    let run = runInOrder(count: count, jobs: jobs, write: { log.write($0, $1) }) { index, output in
      if index % 7 == 0 { Thread.sleep(forTimeInterval: .random(in: 0...0.002)) }
      output.write("\(index) ")
      output.write("e\(index) ", to: .error)
      output.write("\(index)\n")
      return index * 2
    }
    #expect(log.text == (0..<count).map { "\($0) !e\($0) \($0)\n" }.joined())
    #expect(run.values == (0..<count).map { $0 * 2 })
    #expect(run.result == .written)
  }

  @Test func aJobHoldsBackOneMebibyteAndWaits() {
    let log = Log()
    let piece = [UInt8](repeating: 0x2E, count: 1 << 18)
    // Job 0 holds its turn until job 1, which runs beside it, has stopped writing.
    final class Count: @unchecked Sendable {
      private let lock = NSLock()
      private var stored = 0
      var value: Int { lock.withLock { stored } }
      func add() { lock.withLock { stored += 1 } }
    }
    let written = Count()
    let run = runInOrder(count: 2, jobs: 2, write: { log.write($0, $1) }) { index, output in
      if index == 0 {
        var before = -1
        for _ in 0..<200 where before != written.value || before == 0 {
          before = written.value
          Thread.sleep(forTimeInterval: 0.05)
        }
        output.write("first")
        return before
      }
      for _ in 0..<16 {
        output.write(piece)
        written.add()
      }
      return 16
    }
    // Four pieces are a mebibyte; a machine that is busy may not come so far.
    let ahead = run.values.first.flatMap { $0 } ?? 99
    #expect(ahead <= 4)
    #expect(run.values.last == 16)
    #expect(log.text.hasPrefix("first."))
    #expect(log.text.utf8.count == 5 + 16 << 18)
  }

  @Test(arguments: [1, 2, 4]) func aWriterThatFailsStopsTheRest(jobs: Int) {
    let log = Log()
    log.limit = 20
    let run = runInOrder(count: 2000, jobs: jobs, write: { log.write($0, $1) }) { index, output in
      log.start()
      Thread.sleep(forTimeInterval: 0.0005)
      return output.write("\(index)\n")
    }
    #expect(run.result == .readerGone)
    #expect(log.text == (0..<20).map { "\($0)\n" }.joined())
    #expect(log.calls == 21)
    #expect(log.starts < 2000)
    #expect(run.values.count == 2000)
    #expect(run.values.last == .some(nil))
  }

  @Test func aFailingWriterReleasesJobsThatWait() {
    let log = Log()
    log.limit = 0
    let large = [UInt8](repeating: 0, count: 3 << 20)
    let run = runInOrder(count: 8, jobs: 4, write: { log.write($0, $1) }) { index, output in
      if index == 0 { Thread.sleep(forTimeInterval: 0.05) }
      return output.write(large)
    }
    #expect(run.values.compactMap { $0 }.allSatisfy { !$0 })
    #expect(log.calls == 1)
  }
}

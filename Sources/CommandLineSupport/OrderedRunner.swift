/// The most that a job may hold back while jobs before it are unfinished, in bytes.
private let heldLimit = 1 << 20
/// The most files in a row that one worker takes.
private let longestBlock = 32

/// What a number of jobs came to.
package struct OrderedRun<Value: Sendable>: Sendable {
  /// What each job returned, in order; `nil` for those that were not run because a write failed.
  package var values: [Value?]
  /// How the writing ended.
  package var result: WriteResult
}

/// Where a job writes.
///
/// While a job before it is unfinished, what a job writes is held back, in order over both streams;
/// with 1 MiB held back, the job waits. Afterwards everything passes straight through. It is meant
/// for the job it was made for, on that job's thread.
package final class JobOutput {
  private let queue: OrderedQueue
  private let block: Int
  private var held: [HeldText] = []
  private var heldCount = 0
  private var isFirst = false

  fileprivate init(queue: OrderedQueue, block: Int) {
    self.queue = queue
    self.block = block
  }

  /// Whether nothing that is written arrives any more, so that the job had better return.
  package var isStopped: Bool { queue.isStopped }

  /// Writes `bytes`; false when they do not arrive, because writing failed for good.
  @discardableResult
  package func write(_ bytes: [UInt8], to stream: StandardStream = .output) -> Bool {
    if bytes.isEmpty { return !isStopped }
    if !isFirst, !queue.isFirst(block) {
      let isFull = heldCount > 0 && bytes.count > heldLimit - heldCount
      if !isFull, bytes.count <= heldLimit {
        held.append(HeldText(stream: stream, bytes: bytes))
        heldCount += bytes.count
        return !isStopped
      }
      queue.waitUntilFirst(block)
    }
    if !isFirst {
      isFirst = true
      let texts = held
      held = []
      for text in texts { queue.pass(text) }
    }
    return queue.pass(HeldText(stream: stream, bytes: bytes))
  }

  /// Writes the UTF-8 bytes of `text`.
  @discardableResult
  package func write(_ text: String, to stream: StandardStream = .output) -> Bool {
    write(Array(text.utf8), to: stream)
  }

  /// Hands in what is still held back.
  fileprivate func finish() { queue.finish(block, held: held) }
}

/// Runs `count` jobs on up to `jobs` threads; what they write comes out in their order, as if they
/// had run one after the other.
///
/// Neighbouring jobs, 32 at most, are run by one worker and share one buffer. The task group is
/// started only when there is something to share; more jobs than processors are as many as
/// processors. The caller is one of the workers, and waits for the others.
///
/// ```swift
/// let run = runInOrder(count: files.count, jobs: processorCount()) { index, output in
///   dump(files[index], to: output)
/// }
/// let code = run.values.compactMap { $0 }.max()
/// ```
///
/// - Parameters:
///   - write: Writes to a stream, all or nothing; called by one thread at a time. After it has
///     answered anything but `.written` it is not called again, and no more jobs are begun.
///   - job: Does the job of the index, and returns what is to be known of it.
package func runInOrder<Value: Sendable>(
  count: Int, jobs: Int,
  write: @escaping @Sendable (StandardStream, [UInt8]) -> WriteResult = { $0.write($1) },
  job: @escaping @Sendable (Int, JobOutput) -> Value
) -> OrderedRun<Value> {
  // Other threads need descriptors and memory of their own, and the system ends the process without
  // them.
  let isShared = jobs > 1 && count > 1 && hasSpareDescriptors() && hasSpareAddressSpace()
  let workers = isShared ? min(jobs, count) : 1
  let length = workers == 1 ? 1 : max(1, min(longestBlock, count / (workers * 4)))
  // Four blocks to a worker may be unfinished or held back, so memory does not grow with `count`.
  let queue = OrderedQueue(
    blocks: count <= 0 ? 0 : (count - 1) / length + 1, window: workers * 4, write: write)
  let results = Results<Value>(count: max(0, count))
  let work: @Sendable () -> Void = {
    while let block = queue.claim() {
      let output = JobOutput(queue: queue, block: block)
      for index in block * length..<min(count, (block + 1) * length) {
        if queue.isStopped { break }
        results.set(job(index, output), at: index)
      }
      output.finish()
    }
  }
  if workers > 1 {
    Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for _ in 1..<workers { group.addTask { work() } }
      }
    }
  }
  // The caller works as well, and waits for blocks that others have begun, not for workers: so it
  // ends even where no other thread is free.
  work()
  queue.waitUntilDone()
  return OrderedRun(values: results.values, result: queue.result)
}

/// Bytes for a stream.
private struct HeldText: Sendable {
  var stream: StandardStream
  var bytes: [UInt8]
}

/// Whose turn it is to write, and what has been written in advance.
///
/// Blocks are claimed in order, and a claimed block stays on its thread until it is finished. So
/// the first unfinished block always runs; only later ones wait, and only for earlier ones.
private final class OrderedQueue: @unchecked Sendable {
  private let blocks: Int
  private let window: Int
  private let write: @Sendable (StandardStream, [UInt8]) -> WriteResult
  private let condition = Condition()
  // All below are read and changed inside `condition` only.
  private var claimed = 0
  private var first = 0
  private var running = 0
  private var finished: [Int: [HeldText]] = [:]
  private var ending = WriteResult.written

  init(
    blocks: Int, window: Int, write: @escaping @Sendable (StandardStream, [UInt8]) -> WriteResult
  ) {
    self.blocks = blocks
    self.window = window
    self.write = write
  }

  var result: WriteResult { condition.locked { ending } }
  var isStopped: Bool { condition.locked { ending != .written } }

  /// The next block to work on, when it is not too far ahead; `nil` when there is no more to do.
  func claim() -> Int? {
    Signals.waitIfInterrupted()
    return condition.locked {
      while ending == .written, claimed < blocks, claimed - first >= window { condition.wait() }
      guard ending == .written, claimed < blocks else { return nil }
      claimed += 1
      running += 1
      return claimed - 1
    }
  }

  /// Whether the block may write.
  func isFirst(_ block: Int) -> Bool { condition.locked { first == block } }

  /// Waits until the block may write, or nobody may.
  func waitUntilFirst(_ block: Int) {
    condition.locked {
      while first != block, ending == .written { condition.wait() }
    }
  }

  /// Writes for the first block, outside the lock: there is only one first block.
  @discardableResult
  func pass(_ text: HeldText) -> Bool {
    if isStopped { return false }
    let outcome = write(text.stream, text.bytes)
    if outcome == .written { return true }
    condition.locked {
      ending = outcome
      condition.announce()
    }
    return false
  }

  /// Ends a block. When it is the first one, it and those after it that have ended are written, and
  /// the next has its turn.
  func finish(_ block: Int, held: [HeldText]) {
    var texts: [HeldText]? = condition.locked {
      if first == block { return held }
      finished[block] = held
      return nil
    }
    while let ready = texts {
      for text in ready { pass(text) }
      texts = condition.locked {
        first += 1
        condition.announce()
        return finished.removeValue(forKey: first)
      }
    }
    condition.locked {
      running -= 1
      condition.announce()
    }
  }

  /// Waits until no block is being worked on.
  func waitUntilDone() {
    condition.locked {
      while running > 0 { condition.wait() }
    }
  }
}

/// What the jobs returned.
private final class Results<Value: Sendable>: @unchecked Sendable {
  private let condition = Condition()
  private var stored: [Value?]

  init(count: Int) { stored = Array(repeating: nil, count: count) }

  var values: [Value?] { condition.locked { stored } }
  func set(_ value: Value, at index: Int) { condition.locked { stored[index] = value } }
}

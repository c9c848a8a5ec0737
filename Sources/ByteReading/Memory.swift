#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The memory that one call may take for what grows with what files claim: trees, bytes that were
/// inflated, lists, indexes and caches.
///
/// Each of them takes its share before it grows and gives it back when it goes. One that is refused
/// does without, and says what is left out; the program goes on.
///
/// ```swift
/// guard memory.take(rows.count * 8, for: "there is no memory for places of chunks") else { return nil }
/// ```
///
/// What is said then is the sentence that it was asked with.
///
/// Where the address space is limited (`ulimit -v`) there is never more than half of it, and a share is
/// refused while the rest of the program still has room: what is not counted, such as the text of a
/// line, needs some.
public final class Memory: @unchecked Sendable {
  /// The bytes of a call unless it says otherwise: 224 MiB, as many as 4,000,000 nodes and all that a
  /// file may inflate to by default.
  public static let standardLimit = 224 << 20

  /// The bytes that may be taken.
  public let limit: Int
  private let lock = Lock()
  private var taken = 0
  /// Bytes taken since the address space was looked at.
  private var unseen = 0
  private var asked = 0
  /// The number of the request that is refused, whatever it is for; 0 for none.
  private let refused: Int
  private var missing: [StaticString] = []
  /// The address space that the process may use; the largest number where it has no bound.
  private let space: Int
  /// What this one is a part of.
  private let whole: Memory?

  /// A budget of `limit` bytes, or of half of the address space when that is less.
  ///
  /// - Parameters:
  ///   - limit: Bytes.
  ///   - refused: The number, from 1, of a request that is refused: tests refuse each once.
  public init(limit: Int = Memory.standardLimit, refusing refused: Int = 0) {
    space = AddressSpace.limit
    self.limit = min(max(0, limit), space / 2)
    self.refused = refused
    whole = nil
  }

  /// The memory of one file of a call: it is taken of `whole`, and what had to do without is known for
  /// each file alone.
  ///
  /// - Parameter whole: The memory of the call.
  public init(of whole: Memory) {
    space = whole.space
    limit = whole.limit
    refused = 0
    self.whole = whole
  }

  /// The bytes that are taken now.
  public var count: Int { whole?.count ?? lock.withLock { taken } }
  /// How many requests there were.
  public var requests: Int { whole?.requests ?? lock.withLock { asked } }
  /// The sentences about what had to do without, each once, in the order in which it was refused.
  public var leftOut: [StaticString] { lock.withLock { missing } }

  /// Takes `bytes` for something, or returns false when there are no more, and takes none.
  ///
  /// - Parameters:
  ///   - bytes: How many; a negative number counts as none.
  ///   - purpose: The sentence that is reported when there are no more; `nil` for what can be done without.
  /// - Returns: Whether they were taken.
  public func take(_ bytes: Int, for purpose: StaticString?) -> Bool {
    take(max(0, bytes), isCounted: true, for: purpose)
  }

  private func take(_ bytes: Int, isCounted: Bool, for purpose: StaticString?) -> Bool {
    if let whole {
      let isTaken = whole.take(bytes, isCounted: isCounted, for: purpose)
      if !isTaken, let purpose { leaveOut(purpose) }
      return isTaken
    }
    return lock.withLock {
      asked &+= 1
      guard asked != refused, !isCounted || bytes <= limit &- taken, hasRoom(bytes) else {
        if let purpose { note(purpose) }
        return false
      }
      if isCounted { taken &+= bytes }
      return true
    }
  }

  /// Gives back bytes that were taken.
  ///
  /// - Parameter bytes: How many, of those that were taken.
  public func giveBack(_ bytes: Int) {
    if let whole { return whole.giveBack(bytes) }
    lock.withLock { taken = max(0, taken &- max(0, bytes)) }
  }

  /// Notes that something is left out, for a reason of its own.
  ///
  /// - Parameter sentence: What is reported of it.
  public func leaveOut(_ sentence: StaticString) { lock.withLock { note(sentence) } }

  private func note(_ purpose: StaticString) {
    if !missing.contains(where: { $0.isSame(as: purpose) }) { missing.append(purpose) }
  }

  /// Whether the address space has room for as many bytes, and for all that nobody counts.
  private func hasRoom(_ bytes: Int) -> Bool {
    if space == .max { return true }
    unseen &+= bytes
    if unseen < 1 << 18 { return true }
    guard AddressSpace.hasRoom(for: unseen) else {
      unseen &-= bytes
      return false
    }
    unseen = 0
    return true
  }

  /// Memory of `count` bytes, which `free` gives back, and the caller ``giveBack(_:)``; `nil` when there
  /// is none.
  ///
  /// The one place where memory is asked for that follows what a file claims.
  ///
  /// - Parameter isCounted: Whether it is taken of the limit.
  func allocate(
    _ count: Int, alignment: Int = 16, isCounted: Bool = true, for purpose: StaticString
  ) -> UnsafeMutableRawPointer? {
    guard take(max(0, count), isCounted: isCounted, for: purpose) else { return nil }
    var memory: UnsafeMutableRawPointer?
    guard unsafe posix_memalign(&memory, alignment, max(1, count)) == 0 else {
      if isCounted { giveBack(count) }
      leaveOut(purpose)
      return nil
    }
    return unsafe memory
  }

  /// The same memory with room for `count` bytes instead of `old`; `nil`, and no change, when there
  /// is none.
  func reallocate(
    _ memory: UnsafeMutableRawPointer?, from old: Int, to count: Int, for purpose: StaticString
  ) -> UnsafeMutableRawPointer? {
    guard take(max(0, count &- old), for: purpose) else { return nil }
    guard let larger = unsafe realloc(memory, max(1, count)) else {
      giveBack(max(0, count &- old))
      leaveOut(purpose)
      return nil
    }
    return unsafe larger
  }
}

/// What a store has taken of the memory of its call; given back when it goes.
///
/// One thread at a time makes it grow.
package final class MemoryShare: @unchecked Sendable {
  private let memory: Memory
  private let purpose: StaticString?
  /// The bytes that were taken.
  package private(set) var count = 0

  /// An empty share for something; `purpose` is what is said when there is none, `nil` for what can be done without.
  package init(_ memory: Memory, for purpose: StaticString? = nil) {
    self.memory = memory
    self.purpose = purpose
  }

  deinit { memory.giveBack(count) }

  /// Takes `bytes` more, or returns false when there are none.
  package func grow(by bytes: Int) -> Bool {
    guard memory.take(bytes, for: purpose) else { return false }
    count &+= max(0, bytes)
    return true
  }

  /// Adds an element to an array, whose room is taken before it grows.
  ///
  /// - Returns: False when there is no memory for a larger array; then it is as it was.
  package func append<Element>(_ element: Element, to array: inout [Element]) -> Bool {
    let room = array.capacity
    if array.count == room {
      let wanted = max(16, room &* 2)
      let stride = MemoryLayout<Element>.stride
      // Both are there while the elements move.
      guard grow(by: wanted &* stride) else { return false }
      array.reserveCapacity(wanted)
      shrink(by: room &* stride)
    }
    array.append(element)
    return true
  }

  /// Gives back `bytes` of them.
  package func shrink(by bytes: Int) {
    let bytes = min(max(0, bytes), count)
    memory.giveBack(bytes)
    count &-= bytes
  }
}

/// The address space of the process.
enum AddressSpace {
  /// How large it may be; the largest number where it has no bound.
  static var limit: Int {
    #if os(Linux)
      var limits = rlimit()
      guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0,
        limits.rlim_cur != rlim_t.max
      else { return .max }
      return Int(clamping: limits.rlim_cur)
    #else
      // Elsewhere nothing keeps to it.
      return .max
    #endif
  }

  /// How much of it is used.
  static var used: Int {
    #if os(Linux)
      let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return 0 }
      defer { close(file) }
      var text = [UInt8](repeating: 0, count: 64)
      let count = unsafe read(file, &text, 64)
      var pages = 0
      for byte in text.prefix(max(0, count)) {
        guard byte.isDigit else { break }
        pages = pages &* 10 &+ Int(byte &- UInt8(ascii: "0"))
      }
      return pages &* Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
      return 0
    #endif
  }

  /// Whether `bytes` fit beside what nobody counts, which a quarter of the space is kept for.
  static func hasRoom(for bytes: Int) -> Bool {
    let limit = limit
    if limit == .max { return true }
    let kept = min(limit / 4, 64 << 20)
    return bytes <= limit &- kept &- used
  }
}

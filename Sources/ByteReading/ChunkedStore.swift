#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A growing sequence of plain values in chunks that never move: growth copies nothing.
///
/// A chunk is 2 MiB, or as near below as a power of two of elements comes. When there is no memory
/// for another, `append` says so and what is there stays.
///
/// What its chunks take is counted by the ``Memory`` of the call, but for the first: thousands of
/// small stores can be there at a time, whose pages nobody touches.
///
/// Build, then share: one thread fills the store, and only when it is full do others read it.
/// Nothing is locked; that the class is `Sendable` rests on this order.
@safe
public final class ChunkedStore<Element: BitwiseCopyable>: @unchecked Sendable {
  /// What changes, kept outside the object so that an access needs no exclusivity check.
  @unsafe @usableFromInline
  internal struct State {
    @usableFromInline var count: Int
    /// The elements that there is room for in the chunks.
    @usableFromInline var capacity: Int
    /// The chunks, `chunkCount` of them, in room for `directoryCapacity`.
    @usableFromInline var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Element>>?
    var chunkCount: Int
    var directoryCapacity: Int
  }

  @usableFromInline internal let state: UnsafeMutablePointer<State>
  /// The logarithm of the elements in a chunk.
  @usableFromInline internal let shift: Int
  /// The elements in a chunk, less one.
  @usableFromInline internal let mask: Int
  /// How many elements there is room for that only ``appendLast(_:)`` takes.
  @usableFromInline internal let kept: Int
  private let memory: Memory
  private let purpose: StaticString

  /// An empty store; the first chunk is allocated by the first `append`.
  ///
  /// - Parameters:
  ///   - memory: What its chunks are taken of.
  ///   - purpose: What is said when there is none.
  ///   - kept: How many elements ``appendLast(_:)`` can add when there is none.
  public init(
    _ memory: Memory = Memory(), for purpose: StaticString = "there is no memory for a list",
    keeping kept: Int = 0
  ) {
    self.memory = memory
    self.kept = kept
    self.purpose = purpose
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(count: 0, capacity: 0, chunks: nil, chunkCount: 0, directoryCapacity: 0))
    let elements = max(1, (1 << 21) / MemoryLayout<Element>.stride)
    shift = Int.bitWidth &- 1 &- elements.leadingZeroBitCount
    mask = (1 &<< shift) &- 1
  }

  deinit {
    if let chunks = unsafe state.pointee.chunks {
      let count = unsafe state.pointee.chunkCount
      for index in 0..<count { unsafe free(chunks[index]) }
      unsafe free(chunks)
      memory.giveBack(max(0, count &- 1) &* (mask &+ 1) &* MemoryLayout<Element>.stride)
    }
    unsafe state.deallocate()
  }

  /// The number of elements.
  @inlinable public var count: Int { unsafe state.pointee.count }

  /// Whether there are none.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The number of elements in a chunk, a power of two.
  public var elementsPerChunk: Int { mask &+ 1 }

  /// Adds `element` at the end, or returns false when there is no memory for it.
  @inlinable
  public func append(_ element: Element) -> Bool {
    let index = unsafe state.pointee.count
    if unsafe index &+ kept >= state.pointee.capacity, !addChunk() { return false }
    return unsafe put(element, at: index)
  }

  /// Adds `element` at the end, with memory that was kept for such; returns false when there is none.
  public func appendLast(_ element: Element) -> Bool {
    let index = unsafe state.pointee.count
    if unsafe index == state.pointee.capacity, !addChunk() { return false }
    return unsafe put(element, at: index)
  }

  /// Stores `element` at `index`, the number of elements, which is below the capacity.
  @unsafe @inlinable @inline(__always)
  internal func put(_ element: Element, at index: Int) -> Bool {
    guard let chunks = unsafe state.pointee.chunks else { return false }
    // `index` is below the capacity, so its chunk is there.
    unsafe (chunks[index &>> shift] + (index & mask)).initialize(to: element)
    unsafe state.pointee.count = index &+ 1
    return true
  }

  /// The element at `index`.
  ///
  /// - Precondition: `index` is in 0..<`count`.
  @inlinable
  public subscript(index: Int) -> Element {
    get { unsafe address(of: index).pointee }
    set { unsafe address(of: index).pointee = newValue }
  }

  /// Removes the last `n` elements; their memory stays for those that follow.
  ///
  /// - Precondition: `n` is in 0...`count`.
  @inlinable
  public func removeLast(_ n: Int = 1) {
    precondition(n >= 0 && n <= count, "more elements removed than there are")
    unsafe state.pointee.count &-= n
  }

  /// Where the element at `index` lies.
  @inlinable @inline(__always)
  internal func address(of index: Int) -> UnsafeMutablePointer<Element> {
    guard index >= 0, index < count, let chunks = unsafe state.pointee.chunks else {
      preconditionFailure("index out of range")
    }
    // Checked by the line above.
    return unsafe chunks[index &>> shift] + (index & mask)
  }

  @usableFromInline @inline(never)
  internal func addChunk() -> Bool {
    let index = unsafe state.pointee.chunkCount
    if unsafe index == state.pointee.directoryCapacity {
      let room = max(16, index &* 2)
      let stride = unsafe MemoryLayout<UnsafeMutablePointer<Element>>.stride
      guard let memory = unsafe realloc(state.pointee.chunks, room &* stride) else { return false }
      unsafe state.pointee.chunks = memory.assumingMemoryBound(
        to: UnsafeMutablePointer<Element>.self)
      unsafe state.pointee.directoryCapacity = room
    }
    guard let chunks = unsafe state.pointee.chunks else { return false }
    let elements = mask &+ 1
    let size = elements &* MemoryLayout<Element>.stride
    // A store that needs a second chunk will be large: from there on whole pages of 2 MiB.
    let alignment = index == 0 ? max(16, MemoryLayout<Element>.alignment) : 1 << 21
    guard
      let memory = unsafe memory.allocate(
        size, alignment: alignment, isCounted: index > 0, for: purpose)
    else { return false }
    #if os(Linux)
      if index > 0 { _ = unsafe madvise(memory, size, MADV_HUGEPAGE) }
    #endif
    // The directory has room for `index`, as made sure above.
    unsafe (chunks + index).initialize(to: memory.bindMemory(to: Element.self, capacity: elements))
    unsafe state.pointee.chunkCount = index &+ 1
    unsafe state.pointee.capacity &+= elements
    return true
  }
}

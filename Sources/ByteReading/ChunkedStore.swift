#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Plain values in chunks that never move and never change.
///
/// A store fills them and seals them; from then on any number of threads may read them.
/// They are the only shared memory in this package whose safety the compiler does not prove: it rests
/// on the store that lets go of them when they are sealed.
@safe
public final class SealedChunks<Element: BitwiseCopyable>: Sendable {
  /// What changes while they are filled, kept outside the object so that an access needs no
  /// exclusivity check.
  @unsafe @usableFromInline
  internal struct State {
    @usableFromInline var count: Int
    /// The elements that there is room for in the chunks; 0 when they are sealed.
    @usableFromInline var capacity: Int
    /// The chunks, `chunkCount` of them, in room for `directoryCapacity`.
    @usableFromInline var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Element>>?
    var chunkCount: Int
    var directoryCapacity: Int
    @usableFromInline var isSealed: Bool
  }

  // Written by the one store that made it, and by nobody once that has sealed it.
  @usableFromInline nonisolated(unsafe) internal let state: UnsafeMutablePointer<State>
  /// The logarithm of the elements in a chunk.
  @usableFromInline internal let shift: Int
  /// The elements in a chunk, less one.
  @usableFromInline internal let mask: Int
  fileprivate let memory: Memory

  fileprivate init(_ memory: Memory) {
    self.memory = memory
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(
        count: 0, capacity: 0, chunks: nil, chunkCount: 0, directoryCapacity: 0, isSealed: false))
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

  /// The element at `index`.
  ///
  /// - Parameter index: The position, from 0.
  /// - Returns: A copy of the element.
  /// - Precondition: `index` is in 0..<`count`.
  @inlinable
  public subscript(index: Int) -> Element { unsafe address(of: index).pointee }

  /// Where the element at `index` lies.
  @inlinable @inline(__always)
  internal func address(of index: Int) -> UnsafeMutablePointer<Element> {
    guard index >= 0, index < count, let chunks = unsafe state.pointee.chunks else {
      preconditionFailure("index out of range")
    }
    // Checked by the line above.
    return unsafe chunks[index &>> shift] + (index & mask)
  }
}

/// A growing sequence of plain values in chunks that never move: growth copies no element.
///
/// A chunk is 2 MiB, or as near below as a power of two of elements comes. When there is no memory
/// for another, `append` returns false and what is there stays.
///
/// What its chunks take is counted by the ``Memory`` of the call, but for the first: thousands of
/// small stores can be there at a time, whose pages nobody touches.
///
/// One thread fills a store, which is therefore not `Sendable`. ``sealed()`` returns what it holds for
/// everybody, and ends the filling.
@safe
package final class ChunkedStore<Element: BitwiseCopyable> {
  private typealias State = SealedChunks<Element>.State
  @usableFromInline internal let chunks: SealedChunks<Element>
  /// How many elements there is room for that only ``appendLast(_:)`` takes.
  @usableFromInline internal let kept: Int
  private let purpose: StaticString

  /// An empty store; the first chunk is allocated by the first `append`.
  ///
  /// - Parameters:
  ///   - memory: What its chunks are taken of.
  ///   - purpose: The sentence that is reported when there is none.
  ///   - kept: How many elements ``appendLast(_:)`` can add when there is none.
  package init(
    _ memory: Memory = Memory(), for purpose: StaticString = "there is no memory for a list",
    keeping kept: Int = 0
  ) {
    self.kept = kept
    self.purpose = purpose
    chunks = SealedChunks(memory)
  }

  /// The number of elements.
  @inlinable package var count: Int { chunks.count }

  /// Whether there are none.
  @inlinable package var isEmpty: Bool { chunks.isEmpty }

  /// The number of elements in a chunk, a power of two.
  package var elementsPerChunk: Int { chunks.mask &+ 1 }

  /// What was put in, which does not change any more: no more is taken.
  package func sealed() -> SealedChunks<Element> {
    unsafe chunks.state.pointee.isSealed = true
    unsafe chunks.state.pointee.capacity = 0
    return chunks
  }

  /// Adds `element` at the end.
  ///
  /// - Returns: False when there is no memory for it, or the store is sealed.
  @inlinable package func append(_ element: Element) -> Bool {
    let state = unsafe chunks.state
    let index = unsafe state.pointee.count
    if unsafe index &+ kept >= state.pointee.capacity, !addChunk() { return false }
    return unsafe put(element, at: index)
  }

  /// Adds `element` at the end, with memory that was kept for such.
  ///
  /// - Returns: False when there is none of that either, or the store is sealed.
  package func appendLast(_ element: Element) -> Bool {
    let state = unsafe chunks.state
    let index = unsafe state.pointee.count
    if unsafe index >= state.pointee.capacity, !addChunk() { return false }
    return unsafe put(element, at: index)
  }

  /// Stores `element` at `index`, the number of elements, which is below the capacity.
  @unsafe @inlinable @inline(__always)
  internal func put(_ element: Element, at index: Int) -> Bool {
    let state = unsafe chunks.state
    guard let list = unsafe state.pointee.chunks else { return false }
    // `index` is below the capacity, so its chunk is there.
    unsafe (list[index &>> chunks.shift] + (index & chunks.mask)).initialize(to: element)
    unsafe state.pointee.count = index &+ 1
    return true
  }

  /// The element at `index`; one that is set in a sealed store is not changed.
  ///
  /// - Precondition: `index` is in 0..<`count`.
  @inlinable package subscript(index: Int) -> Element {
    get { chunks[index] }
    set {
      guard unsafe !chunks.state.pointee.isSealed else { return }
      unsafe chunks.address(of: index).pointee = newValue
    }
  }

  @usableFromInline @inline(never)
  internal func addChunk() -> Bool {
    let state = unsafe chunks.state
    guard unsafe !state.pointee.isSealed else { return false }
    let index = unsafe state.pointee.chunkCount
    if unsafe index == state.pointee.directoryCapacity {
      let room = max(16, index &* 2)
      let stride = unsafe MemoryLayout<UnsafeMutablePointer<Element>>.stride
      guard let memory = unsafe realloc(state.pointee.chunks, room &* stride) else { return false }
      unsafe state.pointee.chunks = memory.assumingMemoryBound(
        to: UnsafeMutablePointer<Element>.self)
      unsafe state.pointee.directoryCapacity = room
    }
    guard let list = unsafe state.pointee.chunks else { return false }
    let elements = chunks.mask &+ 1
    let size = elements &* MemoryLayout<Element>.stride
    // A store that needs a second chunk will be large: from there on whole pages of 2 MiB.
    let alignment = index == 0 ? max(16, MemoryLayout<Element>.alignment) : 1 << 21
    guard
      let memory = unsafe chunks.memory.allocate(
        size, alignment: alignment, isCounted: index > 0, for: purpose)
    else { return false }
    #if os(Linux)
      if index > 0 { _ = unsafe madvise(memory, size, MADV_HUGEPAGE) }
    #endif
    // The directory has room for `index`, as made sure above.
    unsafe (list + index).initialize(to: memory.bindMemory(to: Element.self, capacity: elements))
    unsafe state.pointee.chunkCount = index &+ 1
    unsafe state.pointee.capacity &+= elements
    return true
  }
}

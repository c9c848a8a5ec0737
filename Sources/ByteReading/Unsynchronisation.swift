#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Bytes of a source with the zeros taken out that un-synchronisation put behind bytes of all ones
/// (ID3v2.4.0 structure §6.1), and where each of them lies in that source.
///
/// The memory is that of the bytes and eight for each 1,024 of them, whatever they hold: where a
/// byte lies is found by going forward from the last place that was noted.
package final class Resynchronised: Sendable {
  /// The bytes without the zeros.
  package let bytes: ByteSource
  /// The bytes that they were made of.
  package let outer: ByteSource
  /// Where those lie in `outer`.
  package let range: Range<Int>
  /// Where every 1,024th byte lies in `outer`.
  private let places: [Int]
  fileprivate static let step = 1_024

  /// What is said when there is no memory for it.
  public static let noMemory: StaticString = "there is no memory for un-synchronised bytes"

  fileprivate init(_ bytes: ByteSource, outer: ByteSource, range: Range<Int>, places: [Int]) {
    self.bytes = bytes
    self.outer = outer
    self.range = range
    self.places = places
  }

  /// Takes the zeros out of the bytes of `source` in `range`.
  ///
  /// - Returns: `nil` when there is none to take out, no memory for the rest, or some are not there.
  /// - Complexity: O(*n*); the bytes are looked at once, 64 KiB at a time.
  package init?(_ source: ByteSource, in range: Range<Int>, memory: Memory = Memory()) {
    let range = range.clamped(to: 0..<source.byteCount)
    guard !source.isAbsent(range), var making = Making(capacity: range.count, memory) else { return nil }
    var window = ByteWindow(source)
    var position = range.lowerBound
    while position < range.upperBound {
      let count = min(ByteWindow.maximumCount, range.upperBound - position)
      let piece = window.peek(at: position, count: count)
      guard piece.byteCount == count, making.take(piece, at: position) else { return nil }
      position += count
    }
    guard making.count < range.count else { return nil }
    outer = source
    self.range = range
    places = making.places
    bytes = making.finish()
  }

  /// The number of zeros that were taken out.
  package var removedCount: Int { range.count - bytes.byteCount }

  /// Where the byte at `offset` lies in `outer`; for the end of the bytes, the end of the range. A zero
  /// that was taken out lies between the byte before it and the next.
  ///
  /// - Complexity: O(1); at most 1,024 bytes are looked at.
  package func outerOffset(of offset: Int) -> Int {
    guard offset < bytes.byteCount else { return range.upperBound }
    guard offset > 0 else { return range.lowerBound }
    let number = offset / Self.step
    var position = places[number]
    var left = offset - number * Self.step
    let outer = outer
    let span = outer.bytes
    let end = range.upperBound
    while left > 0 {
      if span.byte(at: position) == 0xFF, position + 1 < end, span.byte(at: position + 1) == 0 {
        position += 2
      } else {
        position += 1
      }
      left -= 1
    }
    return position
  }

  /// The byte that lies at `offset` in `outer`, or before it when a zero was taken out there.
  ///
  /// - Complexity: O(log *n*).
  package func offset(ofOuter offset: Int) -> Int? {
    guard range.contains(offset) else { return nil }
    var low = 0
    var high = bytes.byteCount
    // The last byte that lies at `offset` or before it.
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if outerOffset(of: middle) <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

/// Bytes that zeros are taken out of piece by piece.
@safe
private struct Making: ~Copyable {
  /// `capacity` bytes, of which `count` are written.
  private var start: UnsafeMutableRawPointer?
  private let capacity: Int
  private(set) var count = 0
  private(set) var places: [Int] = []
  /// Whether the last byte was one of all ones.
  private var isAfterOnes = false
  private let memory: Memory
  /// The bytes that were taken: `capacity`, and eight for each place.
  private let taken: Int

  /// `nil` when there is no memory.
  init?(capacity: Int, _ memory: Memory) {
    let large = 1 << 21
    let isLarge = capacity >= 2 * large
    let places = (capacity / Resynchronised.step + 1) * MemoryLayout<Int>.stride
    guard memory.take(places, for: Resynchronised.noMemory) else { return nil }
    guard
      let start = unsafe memory.allocate(
        max(1, capacity), alignment: isLarge ? large : 16, for: Resynchronised.noMemory)
    else {
      memory.giveBack(places)
      return nil
    }
    #if os(Linux)
      // Large pages are made at once; what the memory holds stays as it is.
      if isLarge { _ = unsafe madvise(start, capacity, MADV_HUGEPAGE) }
    #endif
    unsafe self.start = unsafe start
    self.capacity = capacity
    self.memory = memory
    taken = max(1, capacity) + places
    self.places.reserveCapacity(capacity / Resynchronised.step + 1)
  }

  deinit {
    guard let start = unsafe start else { return }
    unsafe free(start)
    memory.giveBack(taken)
  }

  /// Takes bytes that lie at `offset`; false when there is no memory, or no room.
  mutating func take(_ piece: RawSpan, at offset: Int) -> Bool {
    guard let target = unsafe start, count + piece.byteCount <= capacity else { return false }
    var count = count
    var places = places
    self.places = []
    var isAfterOnes = isAfterOnes
    unsafe piece.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      let end = source.count
      var at = 0
      while at < end {
        // `at` is below the number of bytes of the piece.
        if isAfterOnes {
          isAfterOnes = false
          if unsafe source[at] == 0 {
            at += 1
            continue
          }
        }
        // Up to and with the next byte of all ones, which often is the very next.
        var length: Int
        if unsafe source[at] == 0xFF {
          length = 1
          isAfterOnes = true
        } else if let ones = unsafe memchr(first + at, 0xFF, end - at) {
          length = unsafe UnsafeRawPointer(ones) - (first + at) + 1
          isAfterOnes = true
        } else {
          length = end - at
        }
        // As many bytes are left in the piece, and all of it has room behind `count`.
        if length == 1 {
          unsafe target.storeBytes(of: source[at], toByteOffset: count, as: UInt8.self)
        } else {
          unsafe memcpy(target + count, first + at, length)
        }
        var next = places.count * Resynchronised.step
        while next < count + length {
          places.append(offset + at + (next - count))
          next += Resynchronised.step
        }
        count += length
        at += length
      }
    }
    self.count = count
    self.places = places
    self.isAfterOnes = isAfterOnes
    return true
  }

  /// The source that owns the bytes from here on.
  mutating func finish() -> ByteSource {
    guard let bytes = unsafe start else { return ByteSource(copying: []) }
    let source = unsafe ByteSource(owning: bytes, byteCount: count, share: (memory, taken))
    unsafe start = nil
    return source
  }
}

/// What bytes that are said to be un-synchronised show of it: zeros that were put behind bytes of all
/// ones, and what proves that none were (ID3v2.4.0 structure §6.1).
package struct UnsynchronisationMarks: Sendable {
  /// How many zeros stand behind bytes of all ones.
  package private(set) var zeros = 0
  /// Where, in bytes from the start of the source, FF stands first with E0...FF behind it, which is
  /// what un-synchronisation takes away; `nil` when it does nowhere.
  package private(set) var firstSync: Int?
  /// Where FF 00 stands first with 01...DF behind it: a zero that nobody had to put there; `nil` when
  /// it does nowhere.
  package private(set) var firstNeedless: Int?

  /// Looks at the bytes of `source` in `range`.
  ///
  /// - Complexity: O(*n*); a window is all that is allocated.
  package init(_ source: ByteSource, in range: Range<Int>) {
    let range = range.clamped(to: 0..<source.byteCount)
    var window = ByteWindow(source)
    var position = range.lowerBound
    // The last two bytes, as they may stand in two pieces.
    var before: (UInt8, UInt8) = (0, 0)
    while position < range.upperBound {
      if let end = source.absentEnd(at: position) {
        position = min(end, range.upperBound)
        before = (0, 0)
        continue
      }
      let piece = window.peek(
        at: position, count: min(ByteWindow.maximumCount, range.upperBound - position))
      guard piece.byteCount > 0 else { return }
      for offset in 0..<piece.byteCount {
        guard let byte = piece.byte(at: offset) else { break }
        if before.1 == 0xFF {
          if byte == 0 { zeros += 1 }
          if byte >= 0xE0, firstSync == nil { firstSync = position + offset - 1 }
        } else if before.0 == 0xFF, before.1 == 0, byte > 0, byte < 0xE0, firstNeedless == nil {
          firstNeedless = position + offset - 2
        }
        before = (before.1, byte)
      }
      position += piece.byteCount
    }
  }
}

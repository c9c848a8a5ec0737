#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A look at a few bytes at a time of a source, for a scanner that goes forward through headers.
///
/// A source in memory, or without a descriptor, lends its own bytes. Of other mapped files no byte is touched through the mapping:
/// the window reads 4 KiB into its own buffer, twice as much each time while one read follows the
/// other, up to 64 KiB, and 4 KiB again after a jump. Looking at 100,000 fragments so takes a
/// fraction of the memory that their pages would.
@safe
package struct ByteWindow: ~Copyable, @unchecked Sendable {
  /// The most bytes that can be looked at in one call.
  package static let maximumCount = 1 << 16
  private static let firstStep = 1 << 12

  private let source: ByteSource
  /// `maximumCount` bytes that this value alone owns, once there is something to read.
  private var buffer: UnsafeMutableRawPointer?
  /// The bytes of the source that the buffer holds: where they begin and how many there are.
  private var start = 0
  private var count = 0
  /// How much is read at a time.
  private var step = 0
  /// Whether a read gave fewer bytes than the file had when it was opened: it was cut off since, or
  /// the device failed.
  package private(set) var readFailed = false

  /// A window on `source`, which it keeps alive.
  package init(_ source: ByteSource) {
    self.source = source
    unsafe buffer = nil
  }

  deinit {
    unsafe free(buffer)
  }

  /// The number of bytes of the source.
  package var byteCount: Int { source.byteCount }

  /// Up to `count` bytes at `offset`; fewer, or none, past the end or when they cannot be read.
  ///
  /// `count` is at most 64 KiB. The span is gone with the next call.
  @_lifetime(&self)
  package mutating func peek(at offset: Int, count wanted: Int) -> RawSpan {
    let size = source.byteCount
    let start = max(0, min(offset, size))
    let wanted = offset < 0 ? 0 : max(0, min(wanted, Self.maximumCount, size &- start))
    if source.descriptor < 0 {
      let source = source
      let bytes = source.bytes.extracting(start..<(start &+ wanted))
      // The source is kept by `self`, and its bytes neither move nor change.
      return unsafe _overrideLifetime(bytes, mutating: &self)
    }
    if start < self.start || start &+ wanted > self.start &+ count {
      if wanted > 0 { fill(from: start, atLeast: wanted) }
    }
    let skipped = start &- self.start
    guard let pointer = unsafe buffer, skipped >= 0, skipped < count else {
      return unsafe _overrideLifetime(RawSpan(), mutating: &self)
    }
    let first = unsafe UnsafeRawPointer(pointer) + skipped
    let length = min(wanted, count &- skipped)
    // The buffer holds `count` bytes, and `skipped` and `length` together are no more.
    return unsafe _overrideLifetime(
      RawSpan(_unsafeStart: first, byteCount: length), mutating: &self)
  }

  /// Reads from `offset` on, `wanted` bytes or more; they are in the file by its size.
  private mutating func fill(from offset: Int, atLeast wanted: Int) {
    let end = start &+ count
    let follows = count > 0 && offset >= start && offset &- end <= step
    step = follows ? min(step &* 2, Self.maximumCount) : Self.firstStep
    start = offset
    count = 0
    if unsafe buffer == nil { unsafe buffer = malloc(Self.maximumCount) }
    guard let pointer = unsafe buffer else {
      readFailed = true
      return
    }
    // At most `maximumCount`, the size of the buffer, as `wanted` and `step` are.
    let length = min(max(wanted, step), source.byteCount &- offset)
    while count < length {
      let got = unsafe pread(
        source.descriptor, pointer + count, length &- count, off_t(source.base &+ offset &+ count))
      if got > 0 {
        count &+= got
      } else if got == 0 || errno != EINTR {
        readFailed = true
        return
      }
    }
  }
}

extension ByteWindow {
  /// Whether some of the bytes belong to a file that is not on this disk, and were not fetched.
  package func isMissing(_ range: Range<Int>) -> Bool { source.isMissing(range) }

  /// Says that a scanner cannot go on without these bytes.
  package func want(_ range: Range<Int>) { source.want(range) }

  /// Where the bytes around `offset` that are not there end; `nil` when that one is there.
  package func absentEnd(at offset: Int) -> Int? { source.absentEnd(at: offset) }

  /// The number of zeros at the start of `range`, in bytes; those that are not there count as zeros.
  ///
  /// - Complexity: O(*n*) in that number, without those that are not there, and in the parts of these.
  package mutating func zeros(in range: Range<UInt64>) -> UInt64 {
    var position = range.lowerBound
    while position < range.upperBound {
      if let end = absentEnd(at: Int(clamping: position)) {
        position = min(range.upperBound, UInt64(end))
        continue
      }
      let count = Int(min(UInt64(Self.maximumCount), range.upperBound - position))
      let found = leadingZeros(at: Int(position), count: count)
      position += UInt64(found)
      if found < count { break }
    }
    return position - range.lowerBound
  }

  private mutating func leadingZeros(at offset: Int, count: Int) -> Int {
    let bytes = peek(at: offset, count: count)
    var found = 0
    while found + 8 <= bytes.byteCount, bytes.bigEndian(at: found, count: 8) == 0 { found += 8 }
    while found < bytes.byteCount, bytes.byte(at: found) == 0 { found += 1 }
    return found
  }
}

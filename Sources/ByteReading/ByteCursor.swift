/// Why a read could not be satisfied, and where.
public enum ReadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `wanted` bits were asked for at bit `at` of the source; `left` remain in the region.
  case truncated(at: Int, wanted: Int, left: Int)

  /// What was asked for and what was there, in bits.
  public var description: String {
    switch self {
    case .truncated(let at, let wanted, let left):
      "\(wanted) bits are needed at bit \(at), \(left) are left"
    }
  }
}

/// A zero-copy reader of big-endian bit and byte fields over a borrowed span.
///
/// The cursor keeps the whole span of its source and moves inside a region of it, so every position
/// is absolute: a cursor over a box's payload still knows where in the file it stands.
///
/// ```swift
/// var cursor = ByteCursor(source.bytes)
/// let size = try cursor.read(bits: 32)
/// let type = try cursor.read(bits: 32)
/// let rest = try cursor.skip(bits: cursor.remaining)
/// ```
public struct ByteCursor: ~Escapable {
  /// All bytes of the source.
  public let bytes: RawSpan
  /// The next bit to read, from the start of the source.
  public private(set) var position: Int
  /// The bit after the last one this cursor may read, from the start of the source.
  public let end: Int
  /// Whether `00 00 03` is read as `00 00`, as in a NAL unit (14496-10 §7.3.1).
  ///
  /// Extents still count the bytes of the source, the 03 among them.
  public let skipsEmulationPrevention: Bool

  /// A cursor over all of `bytes`.
  ///
  /// - Parameter bytes: The bytes, which the cursor may not outlive.
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) {
    self.bytes = bytes
    position = 0
    end = bytes.byteCount &<< 3
    skipsEmulationPrevention = false
  }

  /// A cursor over the part of `extent` that lies in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, which the cursor may not outlive.
  ///   - extent: The bits that are the region, counted from the beginning of `bytes`.
  ///   - skippingEmulationPrevention: Whether bytes of emulation prevention are passed over
  ///     (14496-10 §7.4.1).
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan, over extent: Extent, skippingEmulationPrevention: Bool = false) {
    self.bytes = bytes
    let limit = bytes.byteCount &<< 3
    position = max(0, min(extent.start, limit))
    end = max(position, min(extent.end, limit))
    skipsEmulationPrevention = skippingEmulationPrevention
  }

  /// The number of bits between the position and the end of the region.
  public var remaining: Int { end &- position }

  /// The next `bits` bits, 0...64, as an unsigned integer, most significant bit first.
  ///
  /// - Parameter bits: How many, 0...64.
  /// - Returns: The integer.
  /// - Throws: `ReadError.truncated`, with the position unchanged, when fewer remain.
  @_lifetime(self: copy self)
  public mutating func read(bits: Int) throws(ReadError) -> UInt64 {
    guard bits >= 0, bits <= 64, bits <= remaining else {
      throw .truncated(at: position, wanted: bits, left: remaining)
    }
    if skipsEmulationPrevention { return try readUnescaped(bits) }
    let value = Self.load(bytes, at: position, bits: bits)
    position &+= bits
    return value
  }

  /// The `bits` bits, 0...64, at `offset` bits from the position, or `nil` when they do not lie
  /// in the region.
  ///
  /// - Parameters:
  ///   - bits: How many, 0...64.
  ///   - offset: How many bits lie between the position and the first of them.
  /// - Returns: The integer; the position stays.
  public func peek(bits: Int, at offset: Int = 0) -> UInt64? {
    guard bits >= 0, bits <= 64, offset >= 0, offset <= remaining, bits <= remaining &- offset
    else { return nil }
    return Self.load(bytes, at: position &+ offset, bits: bits)
  }

  /// Passes over `bits` bits and says where they were.
  ///
  /// - Parameter bits: How many, not negative.
  /// - Returns: Where they were, in bits from the beginning of the source.
  /// - Throws: `ReadError.truncated`, with the position unchanged, when fewer remain.
  @_lifetime(self: copy self)
  @discardableResult
  public mutating func skip(bits: Int) throws(ReadError) -> Extent {
    guard bits >= 0, bits <= remaining else {
      throw .truncated(at: position, wanted: bits, left: remaining)
    }
    let extent = skipsEmulationPrevention ? self.extent(ofUnescaped: bits) : Extent(start: position, count: bits)
    position = extent.end
    return extent
  }

  /// Where the next `bits` bits lie when emulation prevention bytes between them do not count, with those
  /// bytes; to the end of the region when it has fewer.
  ///
  /// - Parameter bits: How many, without those of emulation prevention.
  /// - Returns: The extent, in bits from the beginning of the source.
  /// - Complexity: O(*n*) in its bytes; constant in a region without emulation prevention.
  public func extent(ofUnescaped bits: Int) -> Extent {
    guard skipsEmulationPrevention, bits > 0, bits < remaining else {
      return Extent(start: position, count: max(0, min(bits, remaining)))
    }
    var left = bits
    var at = position
    while left > 0, at < end {
      let offset = at &>> 3
      if at & 7 == 0, offset >= 2, Self.byte(bytes, at: offset) == 3,
        Self.byte(bytes, at: offset &- 1) == 0, Self.byte(bytes, at: offset &- 2) == 0
      {
        at = min(end, at &+ 8)
        continue
      }
      let step = min(8 &- at & 7, left, end &- at)
      at &+= step
      left &-= step
    }
    return Extent(start: position, count: at &- position)
  }

  /// Moves on to the bit `position` of the source; never back, and never past the region's end.
  ///
  /// - Parameter position: In bits from the beginning of the source.
  @_lifetime(self: copy self)
  public mutating func move(to position: Int) {
    self.position = max(self.position, min(position, end))
  }

  /// The number of bytes before the next terminator of `width` zero bytes, or `nil` when there is
  /// none in the region. Steps of `width` bytes from the position.
  ///
  /// - Parameter width: The bytes of a terminator: 1, 2 or 4.
  /// - Returns: The bytes before the terminator, a multiple of `width`.
  /// - Complexity: O(*n*) in the distance.
  public func distanceToTerminator(width: Int) -> Int? {
    var offset = position &>> 3
    let start = offset
    let limit = end &>> 3
    if width == 1 {
      let zero = bytes.firstZero(from: start, to: limit)
      return zero < limit ? zero &- start : nil
    }
    while offset &+ width <= limit {
      var isZero = true
      for index in 0..<width where Self.byte(bytes, at: offset &+ index) != 0 { isZero = false }
      if isZero { return offset &- start }
      offset &+= width
    }
    return nil
  }

  /// An unsigned Exp-Golomb code, `ue(v)` (14496-10 §9.1).
  ///
  /// - Returns: The number that the code stands for.
  /// - Throws: `ReadError.truncated`, with the position unchanged, when the code is cut off or has
  ///   more than 63 leading zeros.
  @_lifetime(self: copy self)
  public mutating func readExpGolomb() throws(ReadError) -> UInt64 {
    let start = position
    do throws(ReadError) {
      var zeros = 0
      while try read(bits: 1) == 0 {
        zeros &+= 1
        guard zeros < 64 else { throw .truncated(at: start, wanted: zeros, left: end &- start) }
      }
      let rest = try read(bits: zeros)
      return (1 &<< UInt64(zeros)) &- 1 &+ rest
    } catch {
      position = start
      throw error
    }
  }

  /// A little-endian base-128 number of at most eight bytes (AV1 §4.10.5).
  ///
  /// - Returns: The number.
  /// - Throws: `ReadError.truncated`, with the position unchanged, when the number is cut off.
  @_lifetime(self: copy self)
  public mutating func readLEB128() throws(ReadError) -> UInt64 {
    var value: UInt64 = 0
    try readGroups(most: 8) { byte, index in value |= byte &<< UInt64(7 &* index) }
    return value
  }

  /// The sum of bytes of 255 and the first other one: types and sizes of SEI messages
  /// (14496-10 §7.3.2.3.1).
  ///
  /// - Returns: The sum.
  /// - Throws: `ReadError.truncated`, with the position unchanged, when the number is cut off.
  /// - Complexity: O(*n*) in its bytes.
  @_lifetime(self: copy self)
  public mutating func readByteSum() throws(ReadError) -> UInt64 {
    let start = position
    do throws(ReadError) {
      var sum: UInt64 = 0
      while true {
        let byte = try read(bits: 8)
        sum &+= byte
        if byte != 0xFF { return sum }
      }
    } catch {
      position = start
      throw error
    }
  }

  /// A number of seven-bit groups, most significant first, in at most four bytes: the size of an
  /// MPEG-4 descriptor (14496-1 §8.3.3).
  ///
  /// - Returns: The number, below 2²⁸.
  /// - Throws: `ReadError.truncated`, with the position unchanged, when the number is cut off.
  @_lifetime(self: copy self)
  public mutating func readExpandableSize() throws(ReadError) -> UInt64 {
    var value: UInt64 = 0
    try readGroups(most: 4) { byte, _ in value = value &<< 7 | byte }
    return value
  }

  /// Passes `body` the low seven bits of each byte, until one has its high bit clear.
  @_lifetime(self: copy self)
  private mutating func readGroups(
    most: Int, _ body: (_ bits: UInt64, _ index: Int) -> Void
  ) throws(ReadError) {
    let start = position
    do throws(ReadError) {
      for index in 0..<most {
        let byte = try read(bits: 8)
        body(byte & 0x7F, index)
        if byte & 0x80 == 0 { return }
      }
    } catch {
      position = start
      throw error
    }
  }

  /// The bits, 0...64, at bit `position` of `bytes`, which the caller knows to be there.
  private static func load(_ bytes: RawSpan, at position: Int, bits: Int) -> UInt64 {
    if position & 7 == 0 {
      let offset = position &>> 3
      switch bits {
      case 8: return UInt64(byte(bytes, at: offset))
      case 16: return UInt64(unsafe integer(bytes, at: offset, as: UInt16.self))
      case 32: return UInt64(unsafe integer(bytes, at: offset, as: UInt32.self))
      case 64: return unsafe integer(bytes, at: offset, as: UInt64.self)
      default: break
      }
    }
    return loadBits(bytes, at: position, bits: bits)
  }

  /// The general case: as many bits of each byte as are wanted.
  @inline(never)
  private static func loadBits(_ bytes: RawSpan, at position: Int, bits: Int) -> UInt64 {
    var value: UInt64 = 0
    var bit = position
    let last = position &+ bits
    while bit < last {
      let left = 8 &- bit & 7
      let take = min(left, last &- bit)
      let mask = (UInt64(1) &<< UInt64(take)) &- 1
      value =
        value &<< UInt64(take)
        | (UInt64(byte(bytes, at: bit &>> 3)) &>> UInt64(left &- take)) & mask
      bit &+= take
    }
    return value
  }

  /// Reads bit by bit, passing over each emulation prevention byte.
  @_lifetime(self: copy self)
  @inline(never)
  private mutating func readUnescaped(_ bits: Int) throws(ReadError) -> UInt64 {
    var value: UInt64 = 0
    let start = position
    for _ in 0..<bits {
      if position & 7 == 0 {
        let offset = position &>> 3
        if offset >= 2, position < end, Self.byte(bytes, at: offset) == 3,
          Self.byte(bytes, at: offset &- 1) == 0, Self.byte(bytes, at: offset &- 2) == 0
        {
          position &+= 8
        }
      }
      guard position < end else {
        let left = end &- start
        position = start
        throw .truncated(at: start, wanted: bits, left: left)
      }
      value = value &<< 1 | Self.load(bytes, at: position, bits: 1)
      position &+= 1
    }
    return value
  }

  @inline(__always)
  private static func byte(_ bytes: RawSpan, at offset: Int) -> UInt8 {
    // `RawSpan` checks the bounds once more.
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// A big-endian integer at byte `offset`, checked once more by `RawSpan`.
  @unsafe @inline(__always)
  private static func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: RawSpan, at offset: Int, as _: T.Type
  ) -> T {
    unsafe T(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: T.self))
  }
}

extension RawSpan {
  /// The eight bytes at `offset`, which the caller knows to be there, the first in the lowest bits.
  @inline(__always)
  internal func word(at offset: Int) -> UInt64 {
    // `RawSpan` checks the bounds once more.
    unsafe UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The offset of the first zero from `start` on, or `limit`, to which bytes are there.
  fileprivate func firstZero(from start: Int, to limit: Int) -> Int {
    var offset = start
    while offset &+ 8 <= limit {
      let word = word(at: offset)
      // The lowest bit that is set belongs to the first zero; bits above it may be wrong.
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return offset &+ zeros.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < limit, byte(at: offset) != 0 { offset &+= 1 }
    return offset
  }

  /// The byte at `offset` from the start of the span, or `nil` past its end.
  ///
  /// - Parameter offset: In bytes, from 0.
  /// - Returns: The byte.
  @inlinable @inline(__always)
  public func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < byteCount else { return nil }
    // Checked by the line above.
    return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// The big-endian number in the four bytes at `offset`, or `nil` past the end: what tables of
  /// millions of rows are made of.
  ///
  /// - Parameter offset: In bytes, from 0.
  /// - Returns: The number.
  @inlinable
  public func bigEndian32(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= byteCount &- 4 else { return nil }
    // Checked by the line above.
    return unsafe UInt32(bigEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
  }

  /// Writes big-endian numbers of four bytes over the first `count` of `numbers`: the first at `offset`,
  /// each of the others `stride` bytes behind the one before it.
  ///
  /// - Parameters:
  ///   - offset: Where the first number begins, in bytes.
  ///   - stride: From one number to the next, in bytes.
  ///   - count: How many numbers.
  ///   - numbers: What is written over, from its first element on.
  /// - Returns: Whether all of them are there; else none is written.
  @inlinable
  public func copyBigEndian32(
    at offset: Int, stride: Int, count: Int, into numbers: inout MutableSpan<UInt64>
  ) -> Bool {
    guard count > 0 else { return count == 0 }
    let (length, isTooLong) = (count &- 1).multipliedReportingOverflow(by: stride)
    guard !isTooLong, stride >= 0, count <= numbers.count, offset >= 0, byteCount >= 4,
      offset <= byteCount &- 4, length <= byteCount &- 4 &- offset
    else { return false }
    var place = offset
    for row in 0..<count {
      // The last was checked by the lines above, those before it lie in front of it, and `row` is less than what
      // `numbers` holds.
      unsafe numbers[unchecked: row] = UInt64(
        UInt32(bigEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt32.self)))
      place &+= stride
    }
    return true
  }

  /// The big-endian number in the `count` bytes, 1...8, at `offset`, or `nil` past the end.
  ///
  /// - Parameters:
  ///   - offset: In bytes, from 0.
  ///   - count: How many bytes, 1...8.
  /// - Returns: The number.
  @inlinable
  public func bigEndian(at offset: Int, count: Int) -> UInt64? {
    // The width of nearly every field, and nearly always a constant.
    count == 4 ? bigEndian32(at: offset).map(UInt64.init) : bigEndian(at: offset, bytes: count)
  }

  /// The number in the `count` bytes, 1...8, at `offset`, the least significant first, or `nil` past the end.
  package func littleEndian(at offset: Int, count: Int) -> UInt64? {
    bigEndian(at: offset, count: count).map { $0.byteSwapped &>> UInt64(64 &- 8 &* count) }
  }

  /// A size or an offset of at most four bytes, the least significant first, or `nil` past the end.
  package func littleSize(at offset: Int, count: Int = 4) -> Int? {
    littleEndian(at: offset, count: min(count, 4)).map { Int($0) }
  }

  @usableFromInline
  func bigEndian(at offset: Int, bytes count: Int) -> UInt64? {
    guard offset >= 0, count >= 0, offset <= byteCount &- count else { return nil }
    if count > 0, count <= 8, offset <= byteCount &- 8 {
      // Checked by the line above; the bytes behind the number are shifted out.
      let word = unsafe UInt64(
        bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      return word &>> UInt64(64 &- count &* 8)
    }
    return ByteCursor(self, over: Extent(byteOffset: offset, byteCount: count)).peek(
      bits: count &* 8)
  }
}

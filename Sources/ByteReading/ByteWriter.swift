#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A buffer for output: bytes, text and numbers go in, and `write(2)` or a caller takes them out.
///
/// A writer on a descriptor flushes itself when its 64 KiB are full; call `flush()` at the end,
/// for nothing is written when a writer is destroyed. A writer in memory grows and never flushes.
/// The first failure is kept, and from then on everything is discarded, so that a row need not ask.
///
/// ```swift
/// var writer = ByteWriter(descriptor: 1)
/// writer.put("size ")
/// writer.put(grouped: 1_234_567 as UInt64, width: 12)
/// writer.put("\n")
/// writer.flush()
/// ```
@safe
public struct ByteWriter: ~Copyable, @unchecked Sendable {
  /// The storage, `capacity` bytes that this value alone owns; the first `count` are initialized.
  @usableFromInline internal var start: UnsafeMutableRawPointer
  @usableFromInline internal var capacity: Int
  /// The number of bytes held: those in memory mode, those not yet flushed on a descriptor.
  @inlinable public var count: Int { used }
  @usableFromInline internal var used: Int
  /// Bytes that were put and are no longer held.
  private var released: Int
  /// Where full buffers go; negative when there is no descriptor.
  private let descriptor: Int32
  /// Takes full buffers where there is no descriptor; `nil` in memory mode.
  private let take: (([UInt8]) -> Bool)?
  /// The `errno` of the first write that failed, or of a growth that found no memory; 0 for none.
  public private(set) var failure: Int32

  /// A writer that flushes to `descriptor`, which stays the caller's.
  ///
  /// - Parameter descriptor: An open file; it is not closed.
  public init(descriptor: Int32) {
    self.init(capacity: 1 << 16, descriptor: descriptor)
  }

  /// A writer that keeps all it is given in memory.
  public init() {
    self.init(capacity: 1 << 12, descriptor: -1)
  }

  /// A writer that hands what it is given to `take`, 64 KiB at a time.
  ///
  /// When `take` returns false nobody wants more, which is the failure of a closed pipe.
  ///
  /// - Parameter take: What takes the bytes, and says whether it wants more.
  public init(take: @escaping ([UInt8]) -> Bool) {
    self.init(capacity: 1 << 16, descriptor: -1, take: take)
  }

  private init(capacity: Int, descriptor: Int32, take: (([UInt8]) -> Bool)? = nil) {
    guard let storage = unsafe malloc(capacity) else {
      fatalError("no memory for an output buffer of \(capacity) bytes")
    }
    unsafe start = storage
    self.capacity = capacity
    used = 0
    released = 0
    self.descriptor = descriptor
    self.take = take
    failure = 0
  }

  deinit {
    unsafe free(start)
  }

  /// Whether a write failed; everything put since is lost.
  public var hasFailed: Bool { failure != 0 }

  /// The number of bytes put since the writer was made, without those that `truncate` took back.
  public var total: Int { released &+ used }

  /// The bytes held: all of them in memory mode, those not yet flushed on a descriptor.
  public var contents: RawSpan {
    @_lifetime(borrow self)
    get {
      let pointer = unsafe UnsafeRawPointer(start)
      // The first `used` bytes are initialized, and only a mutation of `self` moves them.
      return unsafe _overrideLifetime(
        RawSpan(_unsafeStart: pointer, byteCount: used), borrowing: self)
    }
  }

  /// Forgets the bytes held and keeps the storage.
  public mutating func removeAll() {
    released &+= used
    used = 0
  }

  /// Takes back what was put after the first `count` bytes held; no byte when fewer are held.
  ///
  /// Of use in memory mode, where all bytes are held: note `count`, put a line, cut it.
  ///
  /// - Parameter count: How many of the bytes held stay.
  public mutating func truncate(to count: Int) {
    used = max(0, min(count, used))
  }

  /// Writes the bytes held to the descriptor, or hands them on; keeps them in memory mode.
  ///
  /// A call that is interrupted or writes less than all is repeated. After a failure the bytes are
  /// discarded.
  public mutating func flush() {
    if let take {
      if used > 0, failure == 0, !take(array) { failure = EPIPE }
      if released / Mappings.step != (released &+ used) / Mappings.step { Mappings.all.giveBack() }
      released &+= used
      used = 0
      return
    }
    guard descriptor >= 0 else { return }
    var offset = 0
    while offset < used, failure == 0 {
      // `offset` is less than `used`, and all bytes up to `used` are initialized.
      let written = unsafe write(descriptor, start + offset, used &- offset)
      if written > 0 {
        offset &+= written
      } else if written < 0, errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
      } else if written == 0 || errno != EINTR {
        failure = written == 0 ? EIO : errno
      }
    }
    // What was written was read before: of a large file its pages are not kept.
    if released / Mappings.step != (released &+ used) / Mappings.step { Mappings.all.giveBack() }
    released &+= used
    used = 0
  }

  /// Makes room for `wanted` bytes, at most 4 KiB on a descriptor, by flushing or by growing.
  ///
  /// When there is no memory the bytes held are discarded, so there is room for 4 KiB always.
  @usableFromInline @inline(never)
  internal mutating func makeRoom(_ wanted: Int) {
    guard descriptor < 0, take == nil else { return flush() }
    let (needed, overflow) = used.addingReportingOverflow(wanted)
    let size = max(needed, capacity &* 2)
    guard failure == 0, !overflow, let larger = unsafe malloc(size) else {
      if failure == 0 { failure = ENOMEM }
      released &+= used
      used = 0
      return
    }
    // Both are at least `used` bytes long.
    unsafe larger.copyMemory(from: start, byteCount: used)
    unsafe free(start)
    unsafe start = larger
    capacity = size
  }

  /// Makes sure that `wanted` bytes, at most 4 KiB, can be stored at `used`.
  @inlinable @inline(__always)
  internal mutating func reserve(_ wanted: Int) {
    if capacity &- used < wanted { makeRoom(wanted) }
  }

  /// Stores `value` in the room that the caller reserved, and counts its first `count` bytes.
  @unsafe @inlinable @inline(__always)
  internal mutating func store<T: BitwiseCopyable>(_ value: T, count: Int) {
    unsafe start.storeBytes(of: value, toByteOffset: used, as: T.self)
    used &+= count
  }

  /// Copies `count` bytes that the caller knows to be at `source`.
  @unsafe @inlinable @inline(__always)
  internal mutating func copy(_ source: UnsafeRawPointer, count: Int) {
    if count <= capacity &- used {
      unsafe (start + used).copyMemory(from: source, byteCount: count)
      used &+= count
    } else {
      unsafe copyInPieces(source, count: count)
    }
  }

  @unsafe @usableFromInline @inline(never)
  internal mutating func copyInPieces(_ source: UnsafeRawPointer, count: Int) {
    if descriptor < 0, take == nil { makeRoom(count) }
    var offset = 0
    while offset < count {
      if used == capacity { makeRoom(1) }
      // A piece ends at the end of the source and of the storage.
      let piece = min(count &- offset, capacity &- used)
      unsafe (start + used).copyMemory(from: source + offset, byteCount: piece)
      used &+= piece
      offset &+= piece
    }
  }
}

// MARK: Bytes and text

extension ByteWriter {
  /// Puts one byte.
  ///
  /// - Parameter byte: The byte.
  @inlinable
  public mutating func put(_ byte: UInt8) {
    reserve(1)
    // One byte was reserved.
    unsafe store(byte, count: 1)
  }

  /// Puts text of our own source.
  ///
  /// - Parameter text: The text, which is written as it is.
  @inlinable @inline(__always)
  public mutating func put(_ text: StaticString) {
    if text.hasPointerRepresentation {
      // The literal vouches for its bytes.
      unsafe copy(text.utf8Start, count: text.utf8CodeUnitCount)
    } else {
      put(text.description)
    }
  }

  /// Puts the UTF-8 of `text` as it is. Text that comes from a file goes through the escaper.
  ///
  /// - Parameter text: The text, which is written as it is.
  @_disfavoredOverload
  @inlinable
  public mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      // The buffer vouches for its bytes; an empty one may have no address.
      if let source = utf8.baseAddress { unsafe copy(source, count: utf8.count) }
    }
  }

  /// Puts `bytes` as they are.
  ///
  /// - Parameter bytes: The bytes.
  @inlinable
  public mutating func put(bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { buffer in
      // The span vouches for its bytes; an empty one may have no address.
      if let source = buffer.baseAddress { unsafe copy(source, count: buffer.count) }
    }
  }

  /// Puts what `other` holds.
  ///
  /// - Parameter other: A writer in memory mode; it keeps its bytes.
  public mutating func put(_ other: borrowing ByteWriter) {
    put(bytes: other.contents)
  }

  /// Puts `byte` `count` times; not at all for a count below one.
  ///
  /// - Parameters:
  ///   - byte: The byte.
  ///   - count: How often.
  @inlinable
  public mutating func put(repeating byte: UInt8, count: Int) {
    let eight = UInt64(byte) &* 0x0101_0101_0101_0101
    var left = count
    while left > 0 {
      reserve(8)
      // Eight bytes were reserved, however many of them count.
      unsafe store(eight, count: min(left, 8))
      left &-= 8
    }
  }

  /// Puts `count` spaces; none for a count below one.
  ///
  /// - Parameter count: How many.
  @inlinable
  public mutating func putSpaces(_ count: Int) {
    put(repeating: UInt8(ascii: " "), count: count)
  }

  /// Puts the key string of `key`.
  ///
  /// - Parameter key: The code.
  @inlinable
  public mutating func put(key: FourCC) {
    let code = key.rawValue
    guard code &>> 24 != 0x40, Self.isPlain(code) else { return put(escapedKey: key) }
    reserve(4)
    // Four bytes were reserved.
    unsafe store(code.bigEndian, count: 4)
  }

  /// Whether all four bytes are printable ASCII and none is a backslash.
  @inlinable
  internal static func isPlain(_ code: UInt32) -> Bool {
    guard code & 0x8080_8080 == 0 else { return false }
    // With bit 7 clear no lane carries into the next: bit 7 is set by 0x20 and above, by 0x7F, and
    // by all but a backslash.
    let printable = code &+ 0x6060_6060
    let delete = code &+ 0x0101_0101
    let other = (code ^ 0x5C5C_5C5C) &+ 0x7F7F_7F7F
    return printable & ~delete & other & 0x8080_8080 == 0x8080_8080
  }

  @usableFromInline @inline(never)
  internal mutating func put(escapedKey key: FourCC) {
    for index in (key.isThreeCharacters ? 1 : 0)..<4 {
      let byte = key.byte(index)
      switch byte {
      case 0xA9 where index == 0: put(UInt8(ascii: "@"))
      case UInt8(ascii: "@") where index == 0: put("\\x40")
      case UInt8(ascii: "\\"): put("\\\\")
      case _ where byte.isPrintable: put(byte)
      default:
        put("\\x")
        put(hex: UInt64(byte), digits: 2)
      }
    }
  }
}

// MARK: Numbers

/// The digits of `value`, below 10⁸, one a byte, the first in the lowest byte.
@inlinable @inline(__always)
internal func decimalDigits(_ value: UInt32) -> UInt64 {
  // Two lanes of four digits, four of two, eight of one; each quotient by a multiplication that is
  // exact for what a lane can hold.
  let fours = UInt64(value / 10_000) | UInt64(value % 10_000) &<< 32
  let hundreds = (fours &* 10_486) &>> 20 & 0x0000_007F_0000_007F
  let twos = hundreds | (fours &- hundreds &* 100) &<< 16
  let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
  return tens | (twos &- tens &* 10) &<< 8
}

/// The eight hexadecimal digits of `value` in ASCII, lower case, the first in the lowest byte.
@inlinable @inline(__always)
internal func hexDigits(_ value: UInt32) -> UInt64 {
  var nibbles = UInt64(value)
  nibbles = (nibbles | nibbles &<< 16) & 0x0000_FFFF_0000_FFFF
  nibbles = (nibbles | nibbles &<< 8) & 0x00FF_00FF_00FF_00FF
  nibbles = (nibbles | nibbles &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
  let letters = (nibbles &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
  return (nibbles &+ 0x3030_3030_3030_3030 &+ letters &* 0x27).byteSwapped
}

@usableFromInline internal let powersOfTen: [UInt64] = [
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
  1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
  1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

extension UInt64 {
  /// The number of decimal digits, 1...20.
  @inlinable
  public var decimalDigitCount: Int {
    if self < 10 { return 1 }
    // 1233 / 4096 is a little more than the logarithm of 2 to the base 10.
    let guess = ((64 &- leadingZeroBitCount) &* 1_233) &>> 12
    return self >= powersOfTen[guess] ? guess &+ 1 : guess
  }
}

extension ByteWriter {
  @inlinable @inline(__always)
  internal static var asciiZeros: UInt64 { 0x3030_3030_3030_3030 }

  /// Puts `value` in decimal.
  ///
  /// - Parameter value: The number.
  @inlinable
  public mutating func put(decimal value: UInt64) {
    reserve(32)
    storeDecimal(value)
  }

  /// Puts `value` in decimal, after a `-` when it is negative.
  ///
  /// - Parameter value: The number.
  @inlinable
  public mutating func put(decimal value: Int64) {
    if value < 0 { put(UInt8(ascii: "-")) }
    put(decimal: value.magnitude)
  }

  /// Puts `value` in decimal, after a `-` when it is negative.
  ///
  /// - Parameter value: The number.
  @inlinable
  public mutating func put(decimal value: Int) {
    put(decimal: Int64(value))
  }

  /// Puts `value` in decimal with zeros before it up to `digits` digits.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - digits: The digits that it has at least.
  @inlinable
  public mutating func put(decimal value: UInt64, zeroPaddedTo digits: Int) {
    put(repeating: UInt8(ascii: "0"), count: digits &- value.decimalDigitCount)
    put(decimal: value)
  }

  /// Puts `value` in decimal with spaces before it up to `width` columns.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - width: The columns that it has at least.
  @inlinable
  public mutating func put(decimal value: UInt64, width: Int) {
    putSpaces(width &- value.decimalDigitCount)
    put(decimal: value)
  }

  /// Puts `value` in decimal with a comma between each three digits.
  ///
  /// - Parameter value: The number.
  @inlinable
  public mutating func put(grouped value: UInt64) {
    reserve(32)
    storeGrouped(value)
  }

  /// Puts `value` in decimal with a comma between each three digits, after a `-` when negative.
  ///
  /// - Parameter value: The number.
  @inlinable
  public mutating func put(grouped value: Int64) {
    if value < 0 { put(UInt8(ascii: "-")) }
    put(grouped: value.magnitude)
  }

  /// Puts `value` in decimal with a comma between each three digits, after a `-` when negative.
  ///
  /// - Parameter value: The number.
  @inlinable
  public mutating func put(grouped value: Int) {
    put(grouped: Int64(value))
  }

  /// Puts a count and what is counted: `1 sample`, `2,000 samples`.
  ///
  /// - Parameters:
  ///   - count: The number, which decides between the two words.
  ///   - one: What one of them is called.
  ///   - many: What several, and none, are called.
  public mutating func put(_ count: UInt64, _ one: StaticString, _ many: StaticString) {
    put(grouped: count)
    put(" ")
    put(count == 1 ? one : many)
  }

  /// Puts a count, which is not negative, and what is counted: `1 sample`, `2,000 samples`.
  ///
  /// - Parameters:
  ///   - count: The number, which decides between the two words.
  ///   - one: What one of them is called.
  ///   - many: What several, and none, are called.
  public mutating func put(_ count: Int, _ one: StaticString, _ many: StaticString) {
    put(UInt64(clamping: count), one, many)
  }

  /// Puts `value` with a comma between each three digits and spaces before it up to `width`
  /// columns.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - width: The columns that it has at least.
  @inlinable
  public mutating func put(grouped value: UInt64, width: Int) {
    let digits = value.decimalDigitCount
    putSpaces(width &- digits &- (digits &- 1) / 3)
    put(grouped: value)
  }

  /// Stores `value` in decimal, at most 20 digits, where 32 bytes were reserved.
  @inlinable
  internal mutating func storeDecimal(_ value: UInt64) {
    if value < 10 {
      // One of the bytes that were reserved.
      unsafe store(UInt8(truncatingIfNeeded: value) &+ 0x30, count: 1)
    } else if value < 100_000_000 {
      let digits = decimalDigits(UInt32(truncatingIfNeeded: value))
      let zeros = digits.trailingZeroBitCount &>> 3
      let text = (digits | Self.asciiZeros) &>> UInt64(8 &* zeros)
      // Eight of the bytes that were reserved.
      unsafe store(text.littleEndian, count: 8 &- zeros)
    } else {
      let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
      storeDecimal(high)
      let text = decimalDigits(UInt32(truncatingIfNeeded: low)) | Self.asciiZeros
      // At most 12 digits precede.
      unsafe store(text.littleEndian, count: 8)
    }
  }

  /// Stores `value` in groups, at most 26 characters, where 32 bytes were reserved.
  @inlinable
  internal mutating func storeGrouped(_ value: UInt64) {
    guard value >= 1_000 else { return storeDecimal(value) }
    let (high, low) = value.quotientAndRemainder(dividingBy: 1_000)
    storeGrouped(high)
    let digits = decimalDigits(UInt32(truncatingIfNeeded: low)) | Self.asciiZeros
    let text = UInt32(truncatingIfNeeded: digits &>> 32) & 0xFFFF_FF00 | 0x2C
    // At most 22 characters precede.
    unsafe store(text.littleEndian, count: 4)
  }

  /// Puts `value` in hexadecimal, lower case, with zeros before it up to `digits` digits.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - digits: The digits that it has at least.
  @inlinable
  public mutating func put(hex value: UInt64, digits: Int) {
    if digits == 8, value <= UInt64(UInt32.max) {
      // What nearly every offset is.
      reserve(8)
      // Eight bytes were reserved.
      unsafe store(hexDigits(UInt32(truncatingIfNeeded: value)).littleEndian, count: 8)
      return
    }
    let needed = (67 &- value.leadingZeroBitCount) &>> 2
    if digits > 16 { put(repeating: UInt8(ascii: "0"), count: digits &- 16) }
    let count = max(1, needed, min(digits, 16))
    reserve(16)
    let low = hexDigits(UInt32(truncatingIfNeeded: value))
    if count > 8 {
      let high = hexDigits(UInt32(truncatingIfNeeded: value &>> 32))
      // `count` is at most 16: eight bytes here and eight below were reserved.
      unsafe store((high &>> UInt64(8 &* (16 &- count))).littleEndian, count: count &- 8)
      unsafe store(low.littleEndian, count: 8)
    } else {
      // Eight bytes were reserved.
      unsafe store((low &>> UInt64(8 &* (8 &- count))).littleEndian, count: count)
    }
  }

  /// Puts each of `bytes` as two lower case hexadecimal digits, with `separator` between them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - separator: The byte between two of them; `nil` for none.
  @inlinable
  public mutating func put(hexBytes bytes: RawSpan, separator: UInt8?) {
    let count = bytes.byteCount
    var offset = 0
    if let separator {
      while offset < count {
        reserve(16)
        if offset > 0 { unsafe store(separator, count: 1) }
        // `RawSpan` checks the bounds of the load; eight bytes and one were reserved.
        let byte = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
        unsafe store((hexDigits(UInt32(byte)) &>> 48).littleEndian, count: 2)
        offset &+= 1
      }
      return
    }
    while offset < count &- 3 {
      reserve(8)
      // `RawSpan` checks the bounds of the load; eight bytes were reserved.
      let four = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
      unsafe store(hexDigits(UInt32(bigEndian: four)).littleEndian, count: 8)
      offset &+= 4
    }
    while offset < count {
      // `RawSpan` checks the bounds.
      put(hex: UInt64(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)), digits: 2)
      offset &+= 1
    }
  }

  /// Puts `value` in the shortest form that reads back as the same number: `2.0`, `0.1`, `1e+20`.
  ///
  /// What is not a number, or not finite, is `null`, so that the output is valid JSON.
  ///
  /// - Parameter value: The number.
  @_disfavoredOverload
  @inlinable
  public mutating func put(_ value: Double) {
    if value.isFinite { put(value.description) } else { put("null") }
  }

  /// Puts `numerator` / `denominator` with exactly `digits` decimals, 0...19, rounded half up.
  ///
  /// Exact: no floating point is involved. `null` when the denominator is zero.
  ///
  /// - Parameters:
  ///   - numerator: The number above.
  ///   - denominator: The number below: ticks per second.
  ///   - digits: The decimals, 0...19.
  public mutating func put(seconds numerator: UInt64, per denominator: UInt64, digits: Int) {
    guard denominator != 0 else { return put("null") }
    let digits = max(0, min(digits, 19))
    let (whole, fraction) = Self.parts(numerator, denominator, digits)
    put(decimal: whole)
    guard digits > 0 else { return }
    put(UInt8(ascii: "."))
    put(decimal: fraction, zeroPaddedTo: digits)
  }

  /// The whole part of a quotient and so many decimals, rounded half up.
  static func parts(_ numerator: UInt64, _ denominator: UInt64, _ digits: Int) -> (UInt64, UInt64) {
    let scale = powersOfTen[digits]
    let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    // `rest` is less than the denominator, so the fraction is less than `scale`.
    let (product, isWide) = rest.multipliedReportingOverflow(by: scale)
    let (digitsBelow, left) =
      isWide
      ? denominator.dividingFullWidth(rest.multipliedFullWidth(by: scale))
      : product.quotientAndRemainder(dividingBy: denominator)
    var whole = quotient
    var fraction = digitsBelow
    if left >= denominator &- left { fraction &+= 1 }
    if fraction == scale {
      // Something was left over, so the denominator is 2 or more and `whole` far from its limit.
      fraction = 0
      whole &+= 1
    }
    return (whole, fraction)
  }
}

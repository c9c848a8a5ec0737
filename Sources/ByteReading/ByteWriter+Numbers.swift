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

  /// Puts which of several things are meant: `sample 3`, `samples 3–2,008`.
  ///
  /// - Parameters:
  ///   - numbers: The first and the last of them.
  ///   - one: What one of them is called.
  ///   - many: What several are called.
  public mutating func put(_ numbers: ClosedRange<UInt64>, _ one: StaticString, _ many: StaticString) {
    let isOne = numbers.lowerBound == numbers.upperBound
    put(isOne ? one : many)
    put(" ")
    put(grouped: numbers.lowerBound)
    if !isOne {
      put("–")
      put(grouped: numbers.upperBound)
    }
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
    if value < 1_000_000 {
      let digits = decimalDigits(UInt32(truncatingIfNeeded: value))
      let text = digits | Self.asciiZeros
      // The six digits behind two zeros, a comma between three and three.
      let grouped = (text &>> 16) & 0xFF_FFFF | 0x2C00_0000 | (text &>> 40) &<< 32
      let zeros = (digits.trailingZeroBitCount &>> 3) &- 2
      // Eight of the bytes that were reserved, or of the 22 behind those that precede.
      unsafe store((grouped &>> UInt64(8 &* zeros)).littleEndian, count: 7 &- zeros)
      return
    }
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

extension FixedWidthInteger {
  /// The number in decimal with a comma between each three digits: `48,000`, `-1,000`.
  ///
  /// Text that is written as it is made has `ByteWriter.put(grouped:)`, which makes no string.
  package var grouped: String {
    var text = ByteWriter()
    if self < 0 { text.put(UInt8(ascii: "-")) }
    text.put(grouped: UInt64(clamping: magnitude))
    return text.string
  }
}

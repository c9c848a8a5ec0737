/// Sizes and lengths of time as people read them.
extension ByteWriter {
  /// Puts a number of bytes as people compare it: `2,496 bytes`, `28.1 KiB`, `31.8 GiB`.
  ///
  /// - Parameter count: How many bytes there are.
  public mutating func put(byteSize count: UInt64) {
    guard count >= 10_240 else {
      put(grouped: count)
      put(count == 1 ? " byte" : " bytes")
      return
    }
    let shift: UInt64 = count >= 1 << 30 ? 30 : count >= 1 << 20 ? 20 : 10
    let whole = count &>> shift
    // The rest is less than 2³⁰, so that it can be multiplied; half a tenth is added.
    let tenths = ((count & ((1 &<< shift) &- 1)) &* 10 &+ (1 &<< (shift &- 1))) &>> shift
    put(grouped: tenths == 10 ? whole &+ 1 : whole)
    put(UInt8(ascii: "."))
    put(decimal: tenths == 10 ? 0 : tenths)
    put(shift == 30 ? " GiB" : shift == 20 ? " MiB" : " KiB")
  }

  /// Puts a length of time as people read it, to the millisecond: `2.000 s`, from a minute on `1:02.500`, from an
  /// hour on `9:10:00.000`. `null` when the denominator is zero.
  ///
  /// - Parameters:
  ///   - numerator: The length, in ticks.
  ///   - denominator: How many ticks a second has.
  public mutating func put(clock numerator: UInt64, per denominator: UInt64) {
    guard denominator != 0 else { return put("null") }
    let (whole, fraction) = Self.parts(numerator, denominator, 3)
    let (minutes, seconds) = whole.quotientAndRemainder(dividingBy: 60)
    if minutes == 0 {
      put(decimal: whole)
    } else if minutes < 60 {
      put(decimal: minutes)
    } else {
      put(decimal: minutes / 60)
      put(UInt8(ascii: ":"))
      put(decimal: minutes % 60, zeroPaddedTo: 2)
    }
    if minutes > 0 {
      put(UInt8(ascii: ":"))
      put(decimal: seconds, zeroPaddedTo: 2)
    }
    put(UInt8(ascii: "."))
    put(decimal: fraction, zeroPaddedTo: 3)
    if minutes == 0 { put(" s") }
  }

  /// Puts a length of time as a clock shows it, to the same millisecond: `00:00:02.000`, `09:10:00.000`. `null` when
  /// the denominator is zero.
  ///
  /// - Parameters:
  ///   - numerator: The length, in ticks.
  ///   - denominator: How many ticks a second has.
  package mutating func put(fullClock numerator: UInt64, per denominator: UInt64) {
    guard denominator != 0 else { return put("null") }
    let (whole, fraction) = Self.parts(numerator, denominator, 3)
    put(decimal: whole / 3_600, zeroPaddedTo: 2)
    put(":")
    put(decimal: whole / 60 % 60, zeroPaddedTo: 2)
    put(":")
    put(decimal: whole % 60, zeroPaddedTo: 2)
    put(".")
    put(decimal: fraction, zeroPaddedTo: 3)
  }
}

public import ByteReading

/// How much a value says of itself.
public enum ValueStyle: Sendable, BitwiseCopyable {
  /// The meaning alone, for a summary: `High`, `2.000 s`.
  case summary
  /// The value as stored, the meaning in brackets: `100 (High)`, `2,000 (2.000 s)`.
  case field
  /// The value as stored, unscaled and without names.
  case raw
  /// The meaning alone where there is one, else no text: what JSON adds beside the value.
  case display
}

extension ByteWriter {
  /// Writes the value of `field` as people read it.
  ///
  /// Text from the file is escaped; for a summary it is cut to 256 characters. Of what a number leads to its
  /// format says how much is written.
  ///
  /// - Parameters:
  ///   - field: The field that was read.
  ///   - style: How text is escaped, and how much of it is written.
  public mutating func put(value field: borrowing FieldReading, _ style: ValueStyle) {
    let form = field.program.forms[field.row]
    if let text = NumberText(form, bits: field.extent.count, scale: field.scale, style) {
      return text.put(field.raw, to: &self)
    }
    if form.op == .code, form.meaning == .plain {
      if style != .display { put(quoted: FourCC(UInt32(truncatingIfNeeded: field.raw))) }
      return
    }
    let row = field.definition
    switch row.kind {
    case .uint, .int, .expGolomb, .leb128, .byteSum:
      if field.extent.count > 64 {
        put(wide: field)
      } else {
        put(number: field, row, style)
      }
    case .reserved:
      if style != .display { put(decimal: field.raw) }
    case .float(let bits):
      if style != .display || !row.isPointer {
        put(real: floatingPoint(field.raw, bits: bits))
        put(unitOf: row)
      }
      put(pointed: field, row, style)
    case .fixed(_, let fraction, let signed):
      if style == .raw {
        signed ? put(decimal: Int64(bitPattern: field.raw)) : put(decimal: field.raw)
      } else if style != .display {
        put(real: fixedPoint(field.raw, fraction, signed))
        put(unitOf: row)
      }
      put(pointed: field, row, style)
    case .code:
      let code = FourCC(UInt32(truncatingIfNeeded: field.raw))
      if style != .display { put(quoted: code) }
      if case .names = row.meaning, let name = field.names[field.raw] {
        switch style {
        case .field:
          put(" (")
          put(name)
          put(")")
        case .display: put(name)
        default: break
        }
      }
      put(pointed: field, row, style)
    case .uuid:
      if style != .display { put(uuid: field.contentBytes) }
      guard case .names = row.meaning,
        let name = field.names[field.contentBytes.bigEndian(at: 0, count: 8) ?? 0]
      else { return }
      switch style {
      case .field:
        put(" (")
        put(name)
        put(")")
      case .display: put(name)
      default: break
      }
    case .string:
      if style == .display { return }
      put(UInt8(ascii: "\""))
      let outcome = put(
        text: field.contentBytes, encoding: field.encoding, style: .text,
        limit: style == .summary ? 256 : .max)
      if outcome.isTruncated { put("…") }
      put(UInt8(ascii: "\""))
    case .bytes:
      if style == .display { return }
      if case .content(let text) = row.meaning, style != .raw {
        return text.put(field.contentBytes, &self)
      }
      let count = field.content.byteCount
      if case .perhapsText = row.meaning, style != .raw, field.contentBytes.isPrintable {
        put("\"")
        put(text: field.contentBytes, encoding: .ascii, style: .text)
        put("\"")
        return
      }
      if count <= 16, count > 0, !field.isGap, field.content.isByteAligned {
        put(hexBytes: field.contentBytes, separator: nil)
      } else {
        put(grouped: count)
        put(count == 1 ? " byte" : " bytes")
      }
    case .group, .when, .choice, .following, .within, .list, .table, .array, .found, .descriptor, .entry,
      .named, .again, .boxes:
      break
    }
  }

  /// A code in single quotes, as a value.
  ///
  /// - Parameter code: The code.
  public mutating func put(quoted code: FourCC) {
    put(UInt8(ascii: "'"))
    put(key: code)
    put(UInt8(ascii: "'"))
  }

  /// A number by what it means.
  private mutating func put(number field: borrowing FieldReading, _ row: Row, _ style: ValueStyle) {
    let raw = field.raw
    let isSigned: Bool
    switch row.kind {
    case .int, .expGolomb(signed: true): isSigned = true
    default: isSigned = false
    }
    let stored = StoredNumber(raw: raw, isSigned: isSigned, bits: field.extent.count)
    if style == .raw {
      put(stored: stored)
      return
    }
    switch row.meaning {
    case .plain, .expected, .reference, .boolean, .hex, .version, .bytes, .fileOffset, .departure:
      // Those of one word were written already, but for syncsafe ones, whose digits are not those of their bytes, and
      // for those of as many bytes as there are.
      if style != .display {
        if case .hex = row.meaning {
          put("0x")
          put(hex: raw, digits: row.traits.contains(.syncsafe) ? 1 : (stored.bits &+ 3) / 4)
        } else {
          put(stored: stored)
        }
      }
      if row.traits.contains(.syncsafe) {
        if style == .field { put(" (syncsafe)") }
        if style == .summary, case .bytes = row.meaning { put(raw == 1 ? " byte" : " bytes") }
      }
    case .identifier:
      if style == .summary { put(decimal: raw) } else if style != .display { put(stored: stored) }
    case .dotted(let prefix):
      if style == .field || style == .summary {
        put(prefix)
        var shift = field.extent.count &- 8
        while shift >= 0 {
          put(decimal: raw &>> UInt64(shift) & 0xFF)
          if shift > 0 { put(".") }
          shift &-= 8
        }
      } else if style == .raw {
        put(stored: stored)
      }
    case .ticks:
      put(
        ticks: stored, per: field.scale, minusOneIsNone: row.traits.contains(.minusOneIsNone), style
      )
    case .duration(let units):
      put(ticks: stored, per: UInt64(units), minusOneIsNone: false, style)
    case .secondsSince1904:
      put(
        meaning: stored, style,
        raw == 0 ? .text("not set") : .seconds(raw, since: .year1904))
    case .microsecondsSince1904:
      put(
        meaning: stored, style,
        raw == 0 ? .text("not set") : .seconds(raw / 1_000_000, since: .year1904))
    case .ntp:
      put(meaning: stored, style, .seconds(raw &>> 32, since: .year1900))
    case .names:
      if let name = field.names[raw] {
        put(meaning: stored, style, .text(name))
      } else if style != .display {
        put(stored: stored)
      }
    case .colour(let axis):
      if let name = ColourNames.names(axis)[raw] {
        put(meaning: stored, style, .text(name))
      } else if style != .display {
        put(stored: stored)
      }
    case .flags:
      put(flags: raw, bits: field.extent.count, field.names, style)
    case .sampleFlags:
      put(sampleFlags: raw, style)
    case .language:
      put(language: raw, style)
    case .matrix, .content, .embedded, .perhapsText:
      put(stored: stored)
    case .unit(let unit):
      if style == .display { return }
      put(stored: stored)
      put(" ")
      put(unit)
    case .scaled(let divisor, let unit):
      let number = isSigned ? Double(Int64(bitPattern: raw)) : Double(raw)
      if style == .field {
        put(stored: stored)
        put(" (")
      }
      put(real: number / Double(max(1, divisor)))
      if unit.utf8CodeUnitCount > 0 { put(" ") }
      put(unit)
      if style == .field { put(")") }
    case .pointer(let text):
      var said = ByteWriter()
      text.put(field.bytes, field.extent.byteOffset, Int(clamping: field.scale), &said)
      let says = said.count > 0
      if style == .field || style == .summary && !says { put(stored: stored) }
      if style == .field, says { put(" (") }
      put(said)
      if style == .field, says { put(")") }
    case .minusOne:
      if style == .field {
        put(stored: stored)
        put(" (")
      }
      put(grouped: raw &+ 1)
      if style == .field { put(")") }
    case .decibels(let divisor):
      if style == .field {
        put(stored: stored)
        put(" (")
      }
      put(real: Double(Int64(bitPattern: raw)) / Double(max(1, divisor)))
      put(" dB")
      if style == .field { put(")") }
    }
  }

  /// Seconds with three decimals, when the number of ticks in one is known.
  mutating func put(
    ticks stored: StoredNumber, per scale: UInt64, minusOneIsNone: Bool, _ style: ValueStyle
  ) {
    if stored.isAllOnes, !stored.isSigned || minusOneIsNone {
      put(meaning: stored, style, .text(stored.isSigned ? "none" : "unknown"))
      return
    }
    guard scale != 0, stored.raw != 0 || style == .summary else {
      if style != .display { put(stored: stored) }
      return
    }
    if style == .field {
      put(stored: stored)
      put(" (")
    }
    if stored.isNegative { put("-") }
    put(clock: stored.magnitude, per: scale)
    if style == .field { put(")") }
  }

  private enum Words {
    case text(StaticString)
    case seconds(UInt64, since: Epoch)
  }

  private mutating func put(meaning stored: StoredNumber, _ style: ValueStyle, _ words: Words) {
    if style == .field {
      put(stored: stored)
      put(" (")
    }
    switch words {
    case .text(let text): put(text)
    case .seconds(let seconds, let epoch):
      if let seconds = Int64(exactly: seconds) {
        put(date: seconds, since: epoch)
      } else {
        // No year has four digits by then.
        put(grouped: seconds)
        put(" s")
      }
    }
    if style == .field { put(")") }
  }

  private mutating func put(stored: StoredNumber) {
    if stored.isSigned {
      put(grouped: Int64(bitPattern: stored.raw))
    } else {
      put(grouped: stored.raw)
    }
  }

  private mutating func put(wide field: borrowing FieldReading) {
    let count = field.contentBytes.byteCount
    // What does not begin with a byte and goes on for very long is a payload.
    if count > 64 {
      put(grouped: count)
      put(" bytes")
      return
    }
    put("0x")
    put(hexBytes: field.contentBytes, separator: nil)
  }

  /// What a format says of a value that has a text of its own: behind that in brackets.
  private mutating func put(pointed field: borrowing FieldReading, _ row: Row, _ style: ValueStyle) {
    guard style != .raw, case .pointer(let text) = row.meaning else { return }
    var said = ByteWriter()
    text.put(field.bytes, field.extent.byteOffset, Int(clamping: field.scale), &said)
    guard said.count > 0 else { return }
    if style != .display { put(" (") }
    put(said)
    if style != .display { put(")") }
  }

  private mutating func put(unitOf row: Row) {
    guard case .unit(let unit) = row.meaning else { return }
    put(" ")
    put(unit)
  }

  /// A real number in the shortest form that reads back, or its name when it is none.
  ///
  /// - Parameter number: The number, which may be infinite or none.
  public mutating func put(real number: Double) {
    if number.isNaN {
      put("NaN")
    } else if number.isInfinite {
      put(number < 0 ? "-infinity" : "infinity")
    } else {
      put(number)
    }
  }

  /// Puts a binary fixed-point number as the decimal that it is exactly: `1`, `-0.5`, `0.0625`.
  ///
  /// - Parameters:
  ///   - raw: The bits of the number, as they are stored.
  ///   - fraction: How many of the bits are behind the point, 0...64.
  ///   - isSigned: Whether the bits are in two's complement.
  public mutating func put(exactly raw: UInt64, fraction: Int, isSigned: Bool) {
    var magnitude = raw
    if isSigned, Int64(bitPattern: raw) < 0 {
      put(UInt8(ascii: "-"))
      magnitude = Int64(bitPattern: raw).magnitude
    }
    guard fraction > 0 else { return put(decimal: magnitude) }
    put(decimal: fraction < 64 ? magnitude &>> UInt64(fraction) : 0)
    var rest = magnitude &<< UInt64(64 &- min(fraction, 64))
    guard rest != 0 else { return }
    put(UInt8(ascii: "."))
    // Each digit takes one factor of two out of the denominator.
    while rest != 0 {
      let (digit, left) = rest.multipliedFullWidth(by: 10)
      put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
      rest = left
    }
  }

  /// Bits by their names; bits without one in hexadecimal.
  private mutating func put(flags raw: UInt64, bits: Int, _ names: Names, _ style: ValueStyle) {
    if style == .field {
      put("0x")
      put(hex: raw, digits: (bits &+ 3) / 4)
      if raw == 0 { return }
      put(" (")
    }
    var left = raw
    var isFirst = true
    for (mask, name) in names.entries where mask != 0 && raw & mask == mask {
      left &= ~mask
      if !isFirst { put(", ") }
      put(name)
      isFirst = false
    }
    if left != 0 {
      if !isFirst { put(", ") }
      put("0x")
      put(hex: left, digits: 1)
    }
    if style == .field { put(")") }
  }

  /// The parts of a sample's flags that say something (14496-12 §8.8.3.1).
  private mutating func put(sampleFlags raw: UInt64, _ style: ValueStyle) {
    if style == .field {
      put("0x")
      put(hex: raw, digits: 8)
      put(" (")
    }
    put(raw & 0x1_0000 == 0 ? "sync" : "not sync")
    switch raw &>> 24 & 3 {
    case 1: put(", depends on others")
    case 2: put(", independent")
    case 3: put(", reserved dependency")
    default: break
    }
    switch raw &>> 22 & 3 {
    case 1: put(", others depend on it")
    case 2: put(", disposable")
    default: break
    }
    switch raw &>> 26 & 3 {
    case 1: put(", leading")
    case 3: put(", leading, decodable")
    default: break
    }
    if style == .field { put(")") }
  }

  /// Three letters, or what a Macintosh language code means.
  private mutating func put(language raw: UInt64, _ style: ValueStyle) {
    if style == .field {
      put("0x")
      put(hex: raw, digits: 4)
      put(" (")
    }
    if raw == 0x7FFF || raw == 0x55C4 {
      put(style == .summary ? "unspecified" : raw == 0x55C4 ? "und, unspecified" : "unspecified")
    } else if raw >= 0x400 {
      for shift in [10, 5, 0] as [UInt64] {
        let letter = UInt8(truncatingIfNeeded: raw &>> shift & 0x1F) &+ 0x60
        letter.isLowercaseLetter ? put(letter) : put("?")
      }
    } else {
      put(MacLanguages.names[raw] ?? "Macintosh language")
      if MacLanguages.names[raw] == nil {
        put(" ")
        put(decimal: raw)
      }
    }
    if style == .field { put(")") }
  }

  /// Sixteen bytes as 8-4-4-4-12 hexadecimal digits.
  ///
  /// - Parameter bytes: The bytes, sixteen.
  public mutating func put(uuid bytes: RawSpan) {
    for index in 0..<min(16, bytes.byteCount) {
      if index == 4 || index == 6 || index == 8 || index == 10 { put("-") }
      put(hex: UInt64(bytes.byte(at: index) ?? 0), digits: 2)
    }
  }

  /// An extended type as 8-4-4-4-12 hexadecimal digits.
  ///
  /// - Parameter type: The type.
  package mutating func put(uuid type: Catalogue.ExtendedType) {
    put(hex: type.high &>> 32, digits: 8)
    put("-")
    put(hex: type.high &>> 16 & 0xFFFF, digits: 4)
    put("-")
    put(hex: type.high & 0xFFFF, digits: 4)
    put("-")
    put(hex: type.low &>> 48, digits: 4)
    put("-")
    put(hex: type.low & 0xFFFF_FFFF_FFFF, digits: 12)
  }

  /// When a count of seconds begins.
  public enum Epoch: Sendable {
    /// 1904-01-01T00:00:00Z, QuickTime and ISO base media.
    case year1904
    /// 1900-01-01T00:00:00Z, NTP.
    case year1900
    /// 1970-01-01T00:00:00Z.
    case year1970

    /// The seconds from this moment to 1970.
    var secondsBefore1970: Int64 {
      switch self {
      case .year1904: 2_082_844_800
      case .year1900: 2_208_988_800
      case .year1970: 0
      }
    }
  }

  /// A moment in UTC as RFC 3339 writes it, or a count of seconds past the year 9999.
  ///
  /// - Parameters:
  ///   - seconds: Seconds since the epoch.
  ///   - epoch: The moment that the seconds are counted from.
  public mutating func put(date seconds: Int64, since epoch: Epoch) {
    let (unix, overflow) = seconds.subtractingReportingOverflow(epoch.secondsBefore1970)
    guard !overflow, unix < 253_402_300_800, unix > -62_135_596_800 else {
      put(grouped: seconds)
      put(" s")
      return
    }
    let days = unix >= 0 ? unix / 86_400 : -((86_399 - unix) / 86_400)
    let second = unix - days * 86_400
    // Days are counted from 0000-03-01, so that a leap day ends its year.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    put(decimal: UInt64(year), zeroPaddedTo: 4)
    put("-")
    put(decimal: UInt64(month), zeroPaddedTo: 2)
    put("-")
    put(decimal: UInt64(day), zeroPaddedTo: 2)
    put("T")
    put(decimal: UInt64(second / 3_600), zeroPaddedTo: 2)
    put(":")
    put(decimal: UInt64(second / 60 % 60), zeroPaddedTo: 2)
    put(":")
    put(decimal: UInt64(second % 60), zeroPaddedTo: 2)
    put("Z")
  }
}

extension RawSpan {
  /// Whether there are 1...256 bytes and all of them are printable ASCII.
  fileprivate var isPrintable: Bool {
    guard (1...256).contains(byteCount) else { return false }
    for index in 0..<byteCount where !(byte(at: index) ?? 0).isPrintable { return false }
    return true
  }
}

/// A number with the width it was stored in.
struct StoredNumber {
  let raw: UInt64
  let isSigned: Bool
  let bits: Int

  var isNegative: Bool { isSigned && Int64(bitPattern: raw) < 0 }
  var magnitude: UInt64 { isSigned ? Int64(bitPattern: raw).magnitude : raw }
  var isAllOnes: Bool { bits >= 16 && raw & mask(bits) == mask(bits) }
}

/// The lowest `bits` bits.
func mask(_ bits: Int) -> UInt64 {
  bits >= 64 ? .max : (1 &<< UInt64(bits)) &- 1
}

/// A fixed-point number as a real one; exact for 53 bits and fewer.
package func fixedPoint(_ raw: UInt64, _ fraction: Int, _ isSigned: Bool) -> Double {
  let number = isSigned ? Double(Int64(bitPattern: raw)) : Double(raw)
  return number / Double(sign: .plus, exponent: fraction, significand: 1)
}

/// The IEEE 754 number in the raw value of a float of 32 bits; one of 64 or 80 is kept with 64.
package func floatingPoint(_ raw: UInt64, bits: Int) -> Double {
  bits == 32 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw))) : Double(bitPattern: raw)
}

extension Row.Kind {
  /// The number that the raw value of a field stands for, whatever it is stored as: an integer, a
  /// fixed-point number, a float. Integers are exact up to 53 bits.
  ///
  /// The only way from a field to a real number: `Double.init` over a raw value takes it for the bits
  /// of one.
  ///
  /// - Parameter raw: The raw value of a field that this row describes.
  /// - Returns: `nil` for what holds no number.
  public func real(_ raw: UInt64) -> Double? {
    switch self {
    case .uint, .leb128, .byteSum, .reserved, .expGolomb(signed: false): Double(raw)
    case .int, .expGolomb(signed: true): Double(Int64(bitPattern: raw))
    case .fixed(_, let fraction, let isSigned): fixedPoint(raw, fraction, isSigned)
    case .float(let bits): floatingPoint(raw, bits: bits)
    default: nil
    }
  }
}

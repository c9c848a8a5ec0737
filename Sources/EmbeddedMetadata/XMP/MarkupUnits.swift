import ByteReading

/// The units of a text with markup in UTF-8, UTF-16 or UTF-32: each by its number, and where its bytes are.
///
/// Markup is ASCII in each of them, so a reader asks for a unit and is given its ASCII character.
///
/// - Complexity: O(1) for each unit, whatever its number.
struct MarkupUnits: ~Escapable {
  /// How the characters are stored (XML 1.0 §4.3.3 and appendix F.1); the raw value is what tables ask for.
  enum Encoding: UInt64 {
    case utf8, utf16BE, utf16LE, utf32BE, utf32LE

    var width: Int {
      switch self {
      case .utf8: 1
      case .utf16BE, .utf16LE: 2
      case .utf32BE, .utf32LE: 4
      }
    }

    var text: TextEncoding {
      switch self {
      case .utf8: .utf8
      case .utf16BE: .utf16BE
      case .utf16LE: .utf16LE
      case .utf32BE: .utf32BE
      case .utf32LE: .utf32LE
      }
    }
  }

  private let source: RawSpan
  /// Where the first unit begins, and where all bytes end, in the source.
  let start: Int
  let end: Int
  let encoding: Encoding
  /// How many units are a byte order mark at the beginning.
  let mark: Int
  let width: Int
  let count: Int

  /// The units in `range` of `bytes`, by the byte order mark, or by the zeros around the first character.
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, _ range: Range<Int>) {
    source = bytes
    let end = min(range.upperBound, bytes.byteCount)
    let start = min(max(0, range.lowerBound), end)
    (self.start, self.end) = (start, end)
    func number(_ count: Int) -> UInt64? {
      end &- start >= count ? bytes.bigEndian(at: start, count: count) : nil
    }
    (encoding, mark) =
      switch (number(4), number(2)) {
      case (0x0000_FEFF?, _): (.utf32BE, 1)
      case (0xFFFE_0000?, _): (.utf32LE, 1)
      case (_, 0xFEFF?): (.utf16BE, 1)
      case (_, 0xFFFE?): (.utf16LE, 1)
      case (0x0000_003C?, _): (.utf32BE, 0)
      case (0x3C00_0000?, _): (.utf32LE, 0)
      case (_, 0x003C?): (.utf16BE, 0)
      case (_, 0x3C00?): (.utf16LE, 0)
      default: (.utf8, number(3) == 0xEF_BBBF ? 3 : 0)
      }
    width = encoding.width
    count = (end &- start) / width
  }

  /// Whether no bytes are left behind the last unit.
  var isWhole: Bool { (end &- start) % width == 0 }

  /// The unit of this number: its character when that is ASCII, 0x80 when it is another of more than one
  /// byte; `nil` where there is none.
  subscript(_ number: Int) -> UInt8? {
    guard number >= 0, number < count else { return nil }
    if width == 1 { return source.byte(at: start &+ number) }
    return unit(number).map { $0 < 0x80 ? UInt8(truncatingIfNeeded: $0) : 0x80 }
  }

  private func unit(_ number: Int) -> UInt32? {
    guard number >= 0, number < count else { return nil }
    let at = start &+ number &* width
    guard let raw = source.bigEndian(at: at, count: width) else { return nil }
    let unit = UInt32(truncatingIfNeeded: raw)
    switch encoding {
    case .utf16LE: return unit.byteSwapped &>> 16
    case .utf32LE: return unit.byteSwapped
    case .utf8, .utf16BE, .utf32BE: return unit
    }
  }

  /// The bytes of these units, in their source.
  func bytes(of units: Range<Int>) -> Range<Int> {
    let first = start &+ min(units.lowerBound, count) &* width
    return first..<max(first, start &+ min(units.upperBound, count) &* width)
  }

  /// The bytes from a unit to the end.
  func bytes(from unit: Int) -> Range<Int> { start &+ min(unit, count) &* width..<end }

  /// The units of bytes of the source, which begin and end with one.
  func units(of bytes: Range<Int>) -> Range<Int> {
    (bytes.lowerBound &- start) / width..<(bytes.upperBound &- start) / width
  }

  /// The characters of these units; `nil` when some are none.
  func text(_ units: Range<Int>) -> String? {
    var text = ByteWriter()
    let bytes = bytes(of: units)
    let outcome = text.put(
      text: source.extracting(bytes), encoding: encoding.text, style: .verbatim)
    return outcome.isValid ? text.string : nil
  }

  /// Appends a unit to text in UTF-8. Two units of UTF-16 that are one character are appended with the second
  /// of them; for what is no character a byte is appended that no text in UTF-8 has.
  func append(_ number: Int, to text: inout [UInt8]) {
    guard let unit = unit(number) else { return }
    if width == 1 { return text.append(UInt8(truncatingIfNeeded: unit)) }
    var value = unit
    if width == 2, unit & 0xF800 == 0xD800 {
      let first = unit < 0xDC00 ? unit : self.unit(number &- 1) ?? 0
      let second = unit < 0xDC00 ? self.unit(number &+ 1) ?? 0 : unit
      if first & 0xFC00 == 0xD800, second & 0xFC00 == 0xDC00 {
        // The pair is one character, which its second half adds.
        if unit < 0xDC00 { return }
        value = 0x10000 &+ (first & 0x3FF) &<< 10 &+ second & 0x3FF
      }
    }
    guard let scalar = Unicode.Scalar(value) else { return text.append(0xFF) }
    text += Array(String(scalar).utf8)
  }
}

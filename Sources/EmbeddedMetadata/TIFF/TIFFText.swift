import ByteReading
import MediaFacts
import Structure

/// Writes the values of an entry as people read them: `1/60 s`, `47.6358° N`, `upright`.
struct TIFFText: ~Escapable {
  let tiff: TIFFBytes
  /// Values of one entry that are written.
  static let valueLimit = 8
  /// Characters of a text that are written, to which many entries may lead.
  static let textLimit = 4_096

  @_lifetime(copy tiff)
  init(_ tiff: borrowing TIFFBytes) { self.tiff = copy tiff }

  /// Writes the values of an entry; no text where they are not in the file, or are bytes that no
  /// specification describes.
  func put(_ entry: TIFFEntry, to output: inout ByteWriter) {
    guard let type = entry.type, let values = entry.values, entry.count > 0 else { return }
    // A packet of XMP is no row of numbers.
    if entry.tag == 0x2BC, entry.directory != .gps, entry.directory != .canon { return }
    if let text = entry.text(tiff) {
      output.put("\"")
      let outcome = output.put(
        text: tiff.bytes.extracting(text.bytes), encoding: text.encoding, style: .text, limit: Self.textLimit)
      if outcome.isTruncated { output.put("…") }
      output.put("\"")
      return
    }
    if put(position: entry, to: &output) || put(named: entry, to: &output) { return }
    if put(fraction: entry, to: &output) { return }
    if type == .undefined { return put(undefined: entry, values, to: &output) }
    for index in 0..<min(entry.count, Self.valueLimit) {
      if index > 0 { output.put(" ") }
      put(number: entry, index, to: &output)
    }
    if entry.count > Self.valueLimit {
      output.put(" and ")
      output.put(grouped: entry.count - Self.valueLimit)
      output.put(" more")
    }
    put(unit: entry, to: &output)
  }

  private func put(unit entry: TIFFEntry, to output: inout ByteWriter) {
    let unit = TIFFValues.unit(of: entry.tag, in: entry.directory)
    guard unit.utf8CodeUnitCount > 0 else { return }
    if !unit.isSame(as: "°") { output.put(" ") }
    output.put(unit)
  }

  private func put(number entry: TIFFEntry, _ index: Int, to output: inout ByteWriter) {
    guard let number = entry.real(index, tiff) else {
      // Over zero: nobody knows, or, with anything above it, beyond all bounds (Exif 3.0 §4.6.2).
      output.put(entry.fraction(index, tiff).map { $0.0 == 0 } ?? true ? "unknown" : "infinity")
      return
    }
    output.put(rounded: number)
  }

  /// Degrees, minutes and seconds, and the letter in the entry before; a time of day; an altitude.
  private func put(position entry: TIFFEntry, to output: inout ByteWriter) -> Bool {
    guard entry.directory == .gps else { return false }
    switch entry.tag {
    case 2, 4, 20, 22:
      guard let degrees = Self.degrees(entry, tiff) else { return false }
      output.put(rounded: degrees)
      output.put("°")
      if let letter = reference(before: entry) {
        output.put(" ")
        output.put(letter)
      }
      return true
    case 7:
      guard entry.count == 3 else { return false }
      for index in 0..<3 {
        guard let part = entry.real(index, tiff), part >= 0, part < 1_000 else { return false }
        if index > 0 { output.put(":") }
        if part < 10 { output.put("0") }
        output.put(rounded: part)
      }
      output.put(" UTC")
      return true
    default: return false
    }
  }

  /// The degrees of an entry that has them with minutes and seconds; `nil` when it has others.
  static func degrees(_ entry: TIFFEntry, _ tiff: borrowing TIFFBytes) -> Double? {
    guard entry.count == 3, let whole = entry.real(0, tiff) else { return nil }
    // Writers that have none of the smaller parts leave them undefined.
    return whole + (entry.real(1, tiff) ?? 0) / 60 + (entry.real(2, tiff) ?? 0) / 3_600
  }

  /// The letter of the entry before, when it is the reference of this one.
  private func reference(before entry: TIFFEntry) -> UInt8? {
    guard
      let other = TIFFEntry(tiff, at: entry.offset &- TIFFEntry.byteCount, in: entry.directory),
      Int(other.tag) == Int(entry.tag) - 1, other.type == .ascii, let values = other.values,
      let letter = tiff.number(at: values.lowerBound, count: 1)
    else { return nil }
    return "NSEW".utf8.first { UInt64($0) == letter }
  }

  private func put(named entry: TIFFEntry, to output: inout ByteWriter) -> Bool {
    guard entry.count == 1, let (value, _) = entry.fraction(0, tiff), value >= 0,
      let name = TIFFValues.names(of: entry.tag, in: entry.directory)[UInt64(value)]
    else { return false }
    output.put(name)
    return true
  }

  /// Exposure as a fraction, aperture as a ratio.
  private func put(fraction entry: TIFFEntry, to output: inout ByteWriter) -> Bool {
    guard entry.directory != .gps, entry.directory != .canon, entry.count == 1,
      let (over, under) = entry.fraction(0, tiff), over > 0, under > 0
    else { return false }
    switch entry.tag {
    case 0x829A where over < under:
      let inverse = Double(under) / Double(over)
      guard inverse < 1e6 else { return false }
      Self.put(secondsUnder: inverse, to: &output)
      return true
    // Powers of two (APEX), which stand for a time and an aperture (Exif 3.0 Annex C).
    case 0x9201:
      let value = Double(over) / Double(under)
      guard value > 0, value < 20 else { return false }
      output.put(rounded: value)
      output.put(" (")
      Self.put(secondsUnder: powerOfTwo(value), to: &output)
      output.put(")")
      return true
    case 0x9202, 0x9205:
      let value = Double(over) / Double(under)
      guard value < 20 else { return false }
      output.put(rounded: value)
      output.put(" (f/")
      output.put(rounded: (powerOfTwo(value / 2) * 10).rounded() / 10)
      output.put(")")
      return true
    case 0x829D:
      output.put("f/")
      output.put(rounded: Double(over) / Double(under))
      return true
    default: return false
    }
  }

  /// `1/60 s`
  private static func put(secondsUnder inverse: Double, to output: inout ByteWriter) {
    output.put("1/")
    output.put(rounded: inverse < 10 ? (inverse * 10).rounded() / 10 : inverse.rounded())
    output.put(" s")
  }

  /// What the channels of a picture are: `Y Cb Cr` (Exif 3.0 §4.6.6).
  private func put(components start: Int, to output: inout ByteWriter) {
    let names: [StaticString] = ["", "Y", "Cb", "Cr", "R", "G", "B"]
    var count = 0
    for at in start..<start &+ 4 {
      guard let byte = tiff.bytes.byte(at: at), Int(byte) < names.count, byte > 0 else { continue }
      if count > 0 { output.put(" ") }
      output.put(names[Int(byte)])
      count &+= 1
    }
  }

  /// Four bytes that are characters: versions (Exif 3.0 §4.6.6).
  private func put(undefined entry: TIFFEntry, _ values: Range<Int>, to output: inout ByteWriter) {
    let start = tiff.base &+ values.lowerBound
    let end = tiff.base &+ values.upperBound
    guard end &- start == 4 else { return }
    if entry.tag == 0x9101, entry.directory != .gps { return put(components: start, to: &output) }
    var last = end
    while last > start, tiff.bytes.byte(at: last &- 1) == 0 { last &-= 1 }
    for at in start..<last {
      guard let byte = tiff.bytes.byte(at: at), byte.isPrintable else { return }
    }
    guard last > start else { return }
    output.put("\"")
    output.put(text: tiff.bytes.extracting(start..<last), encoding: .latin1, style: .text)
    output.put("\"")
  }
}

extension PointedText {
  /// What stands where entries of this directory point to, or in themselves.
  static func values(of directory: TIFFDirectory) -> PointedText {
    PointedText("offset from the byte order, or the value") { bytes, field, base, output in
      // Directories end no later than their source does.
      guard let tiff = TIFFBytes(bytes, from: base, to: bytes.byteCount),
        let entry = TIFFEntry(tiff, at: field &- base &- 8, in: directory)
      else { return }
      TIFFText(tiff).put(entry, to: &output)
    }
  }
}

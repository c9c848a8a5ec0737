import ByteReading
import MediaFacts

/// Texts, whatever their type is: characters, or bytes that are characters by their tag.
extension TIFFEntry {
  /// The bytes of its text without zeros at the end, from the beginning of the source, and how its characters are
  /// written; `nil` when it is none, or in characters that are not known here.
  func text(_ tiff: borrowing TIFFBytes) -> (bytes: Range<Int>, encoding: TextEncoding)? {
    guard let type, let values else { return nil }
    let content = values.moved(by: tiff.base)
    switch type {
    case .ascii, .utf8: return (Self.ended(content, tiff), TextEncoding.utf8)
    case .byte, .undefined: break
    default: return nil
    }
    switch TIFFTags.textForm(of: tag, in: directory) {
    case .utf8: return Self.plainText(content, tiff)
    case .utf16LE: return (Self.ended(content, isWide: true, tiff), TextEncoding.utf16LE)
    case .named: return Self.namedText(content, tiff)
    case nil: return nil
    }
  }

  /// Text behind the name of its characters, in eight bytes (Exif 3.0 §4.6.6).
  private static func namedText(
    _ content: Range<Int>, _ tiff: borrowing TIFFBytes
  ) -> (bytes: Range<Int>, encoding: TextEncoding)? {
    guard content.count >= 8, let name = tiff.bytes.bigEndian(at: content.lowerBound, count: 8) else { return nil }
    let rest = content.lowerBound &+ 8..<content.upperBound
    if name == ExifCharacters.unicode.rawValue { return wideText(rest, tiff) }
    // `ASCII`, and zeros where the writer does not say which characters they are.
    return name == ExifCharacters.undefined.rawValue || name >> 24 == 0x41_5343_4949 ? plainText(rest, tiff) : nil
  }

  /// Text that is UTF-8, which ASCII is as well; `nil` for other bytes, as far as they are looked at.
  private static func plainText(
    _ content: Range<Int>, _ tiff: borrowing TIFFBytes
  ) -> (bytes: Range<Int>, encoding: TextEncoding)? {
    let content = ended(content, tiff)
    var text = ByteWriter()
    let outcome = text.put(
      text: tiff.bytes.extracting(content), encoding: .utf8, style: .verbatim, limit: TIFFText.textLimit)
    guard outcome.isValid, !text.array.contains(0) else { return nil }
    return (content, TextEncoding.utf8)
  }

  /// Text that is UTF-16 in the order of its mark, else in that in which more characters are of ASCII, else in that of
  /// the directories: writers differ.
  private static func wideText(
    _ content: Range<Int>, _ tiff: borrowing TIFFBytes
  ) -> (bytes: Range<Int>, encoding: TextEncoding) {
    let mark = tiff.bytes.bigEndian(at: content.lowerBound, count: 2)
    var isLittle = tiff.isLittle
    var start = content.lowerBound
    if mark == 0xFEFF || mark == 0xFFFE {
      isLittle = mark == 0xFFFE
      start &+= 2
    } else {
      // Zeros in the first byte of characters, less those in the second.
      var zeros = 0
      for at in start..<min(start &+ 256, content.upperBound) where tiff.bytes.byte(at: at) == 0 {
        zeros &+= (at &- start) & 1 == 0 ? 1 : -1
      }
      if zeros != 0 { isLittle = zeros < 0 }
    }
    let encoding: TextEncoding = isLittle ? .utf16LE : .utf16BE
    return (ended(start..<content.upperBound, isWide: true, tiff), encoding)
  }

  /// The bytes before zeros at the end; where a character has two, all of the last.
  private static func ended(
    _ content: Range<Int>, isWide: Bool = false, _ tiff: borrowing TIFFBytes
  ) -> Range<Int> {
    var end = content.upperBound
    while end > content.lowerBound, tiff.bytes.byte(at: end &- 1) == 0 { end &-= 1 }
    if isWide, (end &- content.lowerBound) & 1 == 1 { end = min(end &+ 1, content.upperBound) }
    return content.lowerBound..<end
  }
}

import ByteReading
import MediaFacts
import Structure

/// What a rights management header says: XML in UTF-16, searched for what a person asks first
/// (PlayReady Header Specification §3).
struct PlayReadyHeader {
  /// `4.0.0.0`.
  private(set) var version = ""
  /// The keys that it names; `nil` for what is no identifier of a key.
  private(set) var keys: [KeyID?] = []
  /// Whether ``keys`` are all that it names.
  private(set) var isWhole = true

  /// The bytes that are read: a header has a few hundred.
  private static let limit = 16_384

  /// Reads the header in `bytes`, at most 16 KiB of it.
  ///
  /// - Complexity: O(*n*) in the bytes.
  init(_ bytes: RawSpan) {
    isWhole = bytes.byteCount <= Self.limit
    // Everything that matters is ASCII.
    var text: [UInt8] = []
    for place in stride(from: 0, to: min(bytes.byteCount, Self.limit) - 1, by: 2) {
      let isASCII = bytes.byte(at: place + 1) == 0
      text.append(isASCII ? bytes.byte(at: place) ?? 0 : UInt8(ascii: "?"))
    }
    if let start = Self.find("version=\"", in: text, from: 0) {
      version = String(
        decoding: text[start...].prefix(16).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
    // `<KID>…</KID>` in version 4.0, `<KID ALGID="…" VALUE="…">` since.
    var place = 0
    while let start = Self.find("<KID", in: text, from: place) {
      place = start
      guard start < text.count else { break }
      var value: ArraySlice<UInt8>
      if text[start] == UInt8(ascii: ">") {
        value = text[(start + 1)...].prefix { $0 != UInt8(ascii: "<") }
      } else if text[start] == UInt8(ascii: " ") {
        let element = text[start...].prefix { $0 != UInt8(ascii: ">") }
        guard
          let inner = Self.find("VALUE=\"", in: text, from: start), inner < element.endIndex
        else { continue }
        value = text[inner..<element.endIndex].prefix { $0 != UInt8(ascii: "\"") }
      } else {
        continue
      }
      keys.append(Self.key(value))
    }
  }

  /// The position after the next occurrence of `word`.
  private static func find(_ word: StaticString, in text: [UInt8], from: Int) -> Int? {
    let word = Array(word.description.utf8)
    guard text.count >= word.count, from <= text.count - word.count else { return nil }
    for place in from...(text.count - word.count)
    where text[place..<place + word.count].elementsEqual(word) {
      return place + word.count
    }
    return nil
  }

  /// The key that base 64 stands for; `nil` for other than 16 bytes. The first three fields of a GUID are stored with
  /// their least significant byte first.
  private static func key(_ digits: ArraySlice<UInt8>) -> KeyID? {
    var bytes: [UInt8] = []
    let digits = Array(digits)
    guard digits.count <= 24, Base64.decode(digits.rawBytes, into: &bytes), bytes.count == 16 else { return nil }
    let ordered = [3, 2, 1, 0, 5, 4, 7, 6].map { bytes[$0] } + bytes[8...]
    return KeyID(Extent(start: 0, count: 128), ordered.rawBytes)
  }
}

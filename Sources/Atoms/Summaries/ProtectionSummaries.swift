import ByteReading
import Structure

extension Summaries {
  /// `Widevine, 2 key IDs, provider "widevine_test"`.
  static func protectionSystem(_ node: NodeReader, _ output: inout ByteWriter) {
    // There may be more keys than a reader remembers.
    let node = node.reading(node.index, items: 1_024)
    let fields = node.view(ProtectionSystemBox.self)
    guard let id = fields.content(.SystemID) else { return }
    let bytes = node.document.source(of: node.node).bytes
    let system = bytes.bigEndian(at: id.byteOffset, count: 8) ?? 0
    if let name = ProtectionNames.systems[system] {
      output.put(name)
    } else {
      fields.put(.SystemID, to: &output)
    }
    var keys = UInt64(fields.count(.KIDs) ?? 0)
    var first: [UInt8] = []
    fields.withTable(.KIDs) { table in
      if table.count > 0 { first = key(table.extent(ofRow: 0), bytes) }
    }
    let data = fields.content(.WRMHEADER)
    let found = data.map { PlayReadyHeader(bytes.extracting($0.byteOffset..<$0.byteEnd)) }
    if let found {
      if keys == 0 { (keys, first) = (found.count, found.first) }
    } else if keys == 0 {
      let list = fields.contents(.key_id)
      keys = UInt64(list.count)
      first = key(list.first, bytes)
    }
    if keys > 0 {
      output.put(", ")
      output.put(keys, "key ID", "key IDs")
      if keys == 1, first.count == 16 {
        output.put(" ")
        output.put(uuid: first.rawBytes)
      }
    }
    if let found, !found.version.isEmpty {
      output.put(", header ")
      output.put(found.version)
    }
    if fields.hasText(.provider) {
      output.put(", provider ")
      fields.put(.provider, to: &output)
    }
    if let content = fields.content(.content_id), content.byteCount > 0 {
      output.put(", content ")
      put(identifier: bytes.extracting(content.byteOffset..<content.byteEnd), &output)
    }
    if fields.hasText(.policy) {
      output.put(", policy ")
      fields.put(.policy, to: &output)
    }
    if let scheme = fields.number(.protection_scheme) {
      output.put(", ")
      output.put(quoted: FourCC(UInt32(truncatingIfNeeded: scheme)))
    }
    if let period = fields.number(.crypto_period_index) {
      output.put(", period ")
      output.put(grouped: period)
    }
    if keys == 0, let size = fields.number(.DataSize), size > 0 {
      output.put(", ")
      output.put(size, "byte", "bytes")
    }
  }

  private static func key(_ extent: Extent?, _ bytes: RawSpan) -> [UInt8] {
    guard let extent, extent.byteCount >= 16, extent.byteOffset + 16 <= bytes.byteCount
    else { return [] }
    return (0..<16).map { bytes.byte(at: extent.byteOffset + $0) ?? 0 }
  }

  /// Bytes that are often text: in quotes when they are, else their digits.
  private static func put(identifier bytes: RawSpan, _ output: inout ByteWriter) {
    var isText = true
    for place in 0..<min(bytes.byteCount, 64) {
      guard let byte = bytes.byte(at: place), byte.isPrintable else {
        isText = false
        break
      }
    }
    if isText {
      output.put("\"")
      output.put(text: bytes, encoding: .ascii, style: .text, limit: 64)
      output.put("\"")
    } else {
      output.put(hexBytes: bytes.extracting(0..<min(bytes.byteCount, 16)), separator: nil)
      if bytes.byteCount > 16 { output.put("…") }
    }
  }
}

/// What a rights management header says: XML in UTF-16, searched for what a person asks first
/// (PlayReady Header Specification §3).
struct PlayReadyHeader {
  /// `4.0.0.0`.
  private(set) var version = ""
  /// The number of key identifiers.
  private(set) var count: UInt64 = 0
  /// The sixteen bytes of the first one, in the order that others write them.
  private(set) var first: [UInt8] = []

  /// Reads the header in `bytes`, at most 16 KiB of it.
  init(_ bytes: RawSpan) {
    // Everything that matters is ASCII.
    var text: [UInt8] = []
    for place in stride(from: 0, to: min(bytes.byteCount, 16_384) - 1, by: 2) {
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
      count += 1
      if count == 1 { first = Self.identifier(Self.base64(value)) }
      if count >= 1_024 { break }
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

  /// The first three fields of a GUID are stored with their least significant byte first.
  private static func identifier(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count == 16 else { return [] }
    return [3, 2, 1, 0, 5, 4, 7, 6].map { bytes[$0] } + bytes[8...]
  }

  /// The bytes of base 64 (RFC 4648 §4).
  private static func base64(_ digits: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var pending: UInt32 = 0
    var bits = 0
    for digit in digits {
      let value: UInt32
      switch digit {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(digit - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(digit - UInt8(ascii: "a")) + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(digit - UInt8(ascii: "0")) + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: return bytes
      }
      pending = pending << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
      }
      pending &= 0xFFFF
      if bytes.count >= 32 { return bytes }
    }
    return bytes
  }
}

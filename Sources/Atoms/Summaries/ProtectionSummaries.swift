import ByteReading
import MediaFacts
import Structure

extension Summaries {
  /// `Widevine, 2 key IDs, provider "widevine_test"`.
  static func protectionSystem(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = NamedKeys.fields(of: node.index, node)
    guard let id = fields.content(.SystemID) else { return }
    let bytes = node.document.source(of: node.node).bytes
    let system = bytes.bigEndian(at: id.byteOffset, count: 8) ?? 0
    if let name = ProtectionNames.systems[system] {
      output.put(name)
    } else {
      fields.put(.SystemID, to: &output)
    }
    let named = NamedKeys(in: fields, of: bytes)
    if named.count > 0 {
      output.put(", ")
      output.put(UInt64(named.count), "key ID", "key IDs")
      if named.count == 1, let key = named.keys.first {
        output.put(" ")
        output.put(key.text)
      }
    }
    if let header = named.header, !header.version.isEmpty {
      output.put(", header ")
      output.put(header.version)
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
    if named.count == 0, let size = fields.number(.DataSize), size > 0 {
      output.put(", ")
      output.put(size, "byte", "bytes")
    }
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

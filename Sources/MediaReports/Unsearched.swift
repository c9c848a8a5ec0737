import ByteReading
import MediaFacts
import MediaInspection
package import Structure
package import StructureRendering

extension Document {
  /// What a search for a text or a number in it does not look into: that nothing was found holds for the rest alone.
  ///
  /// - Parameter needle: What is searched for.
  /// - Returns: `media and free space (25,271 bytes), 2 atoms without fields (40 bytes)`; `nil` where all is looked at.
  /// - Complexity: O(*n*) in the nodes.
  package func unsearched(by needle: Needle) -> String? {
    let left = Finder(needle, in: self).unsearched(payload: MediaFile.payloadTypes)
    var parts: [String] = []
    if left.media > 0 { parts.append("media and free space (\(Words.counted(left.media, "byte", "bytes")))") }
    if left.nodes > 0 {
      let name = (format?.node.description ?? "node") + (left.nodes == 1 ? "" : "s")
      parts.append("\(Words.grouped(UInt64(left.nodes))) \(name) without fields (\(Words.counted(left.bytes, "byte", "bytes")))")
    }
    return parts.isEmpty ? nil : parts.joined(by: ", ")
  }
}

extension Needle {
  /// How all bytes are searched for the same, written as `text`: `'core 164`, of a key string that is not written as it
  /// is stored `0xa96e616d`; a number has no one form in them.
  package func searchingAllBytes(_ text: String) -> String? {
    guard case .text = self else { return nil }
    guard let code = FourCC(key: text), code.key != text || text.contains("\\") else { return "'" + text }
    var bytes = ByteWriter()
    bytes.put("0x")
    bytes.put(hex: UInt64(code.rawValue), digits: 8)
    return bytes.string
  }
}

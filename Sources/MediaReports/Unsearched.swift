import ByteReading
import MediaFacts
import MediaInspection
package import Structure
package import StructureRendering

extension Document {
  /// What a search in it does not look into; `nil` where all is looked at.
  ///
  /// - Parameter needle: What is searched for.
  /// - Complexity: O(*n*) in the nodes and their fields.
  package func unsearchedBytes(by needle: Needle) -> UnsearchedBytes? {
    let left =
      if case .bytes = needle {
        UnsearchedBytes(compressedIn: self)
      } else {
        UnsearchedBytes(in: self) {
          MediaFile.isMedia($0, self) || MediaFile.payloadTypes.contains(tree[$0].type)
        }
      }
    return left.isEmpty ? nil : left
  }

  /// What a search did not look into, in words: that nothing was found holds for the rest alone.
  ///
  /// - Returns: `media and free space (25,271 bytes), 2 atoms without fields (40 bytes), pictures and other bytes of
  ///   fields (5,330 bytes)`.
  package func words(of left: UnsearchedBytes) -> String {
    var parts: [String] = []
    func add(_ what: String, _ bytes: UInt64) {
      if bytes > 0 { parts.append("\(what) (\(Words.counted(bytes, "byte", "bytes")))") }
    }
    add("media and free space", left.media)
    let name = (format?.node.description ?? "node") + (left.nodes == 1 ? "" : "s")
    add("\(left.nodes.grouped) \(name) without fields", left.nodeBytes)
    add("pictures and other bytes of fields", left.fieldBytes)
    add("compressed data", left.compressed)
    if !left.isWhole { parts.append("what there were no steps left to count") }
    return parts.joined(by: ", ")
  }
}

extension Needle {
  /// What is searched for as a message names it, written as `text`: `'core 164'`; bytes that were written as text are
  /// those of UTF-8, `'core 164' as UTF-8`, and the file may have the text in others.
  package func named(_ text: String) -> String {
    guard let wanted = Self.unquoted(text) else { return "'" + text + "'" }
    return "'\(wanted)' as UTF-8"
  }

  /// How to go on from a search that did not look into all, written as `text`.
  ///
  /// - Returns: `--find "'core 164" searches all bytes of the file as UTF-8`; `nil` where no other search looks into
  ///   the rest.
  package func nextSearch(_ text: String) -> String? {
    guard case .bytes = self else {
      let way = searchingAllBytes(text)
      return "--find " + (way.map { "\"\($0)\"" } ?? "0xHEX") + " searches all bytes of the file"
        + (way?.hasPrefix("'") == true ? " as UTF-8" : "")
    }
    guard let wanted = Self.unquoted(text), case .text = Needle(String(wanted)) else { return nil }
    return "--find \"\(wanted)\" searches the text in it"
  }

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

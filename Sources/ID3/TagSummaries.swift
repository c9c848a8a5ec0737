import ByteReading
import Structure

/// What the outline says of tags.
enum TagSummaries {
  /// `2,418 bytes of frames and padding, no flags`
  static let tag: @Sendable (NodeReader, inout ByteWriter) -> Void = { reader, output in
    let node = reader.node
    let header = reader.document.source(of: node).bytes.extracting(
      Int(node.start)..<Int(node.payloadStart))
    let size = (header.bigEndian(at: 6, count: 4) ?? 0).withoutEighthBits
    output.put(grouped: size)
    output.put(size == 1 ? " byte" : " bytes")
    let children = reader.tree.children(of: reader.index).prefix(1 << 16)
    let hasPadding = children.contains { reader.tree[$0].marks.contains(.padding) }
    output.put(hasPadding ? " of frames and padding, " : " of frames, ")
    var flags = ByteWriter()
    var walker = Walker()
    var sink = Flags()
    reader.document.walkHeader(reader.index, &walker, into: &sink)
    if sink.text.isEmpty { flags.put("no flags") } else { flags.put(sink.text) }
    output.put(flags)
  }

  /// The names of the flags of a header.
  private struct Flags: FieldSink {
    var text = ""

    mutating func field(_ field: borrowing FieldReading) {
      guard field.name.description == "flags", field.raw != 0 else { return }
      var writer = ByteWriter()
      writer.put(value: field, .summary)
      text = writer.string
    }

    mutating func table(_ table: borrowing TableReading) {}
  }
}

import ByteReading
import Structure

/// What the outline says of tags.
enum TagSummaries {
  /// `2,418 bytes of frames and padding, no flags`
  static let tag: @Sendable (NodeReader, inout ByteWriter) -> Void = { reader, output in
    var walker = Walker()
    var header = Header()
    reader.document.walkHeader(reader.index, &walker, into: &header)
    output.put(grouped: header.size)
    output.put(header.size == 1 ? " byte" : " bytes")
    let children = reader.tree.children(of: reader.index).prefix(1 << 16)
    let hasPadding = children.contains { reader.tree[$0].marks.contains(.padding) }
    output.put(hasPadding ? " of frames and padding, " : " of frames, ")
    output.put(header.flags.isEmpty ? "no flags" : header.flags)
  }

  /// What a header says.
  private struct Header: FieldSink {
    var size: UInt64 = 0
    /// The names of the flags.
    var flags = ""

    mutating func field(_ field: borrowing FieldReading) {
      if field.name.isSame(as: "size") { size = field.raw }
      guard field.name.isSame(as: "flags"), field.raw != 0 else { return }
      var writer = ByteWriter()
      writer.put(value: field, .summary)
      flags = writer.string
    }

    mutating func table(_ table: borrowing TableReading) {}
  }
}

import ByteReading
import Structure

/// What the outline says of tags at the end of a file.
enum TrailingSummaries {
  /// `"Title", "Artist", "Album", 1999, "Comment", track 5, Rock`
  static func first(_ reader: NodeReader, _ output: inout ByteWriter) {
    let start = output.total
    let fields = reader.view(OldTag.self)
    for name in [.title, .artist, .album, .year, .comment] as [OldTag.Field] {
      fields.withField(name) { field in
        let text = field.contentBytes.withoutFilling
        guard text.byteCount > 0 else { return }
        if output.total > start { output.put(", ") }
        if name == .year {
          output.put(text: text, encoding: field.encoding, style: .name)
        } else {
          output.put("\"")
          output.put(text: text, encoding: field.encoding, style: .text)
          output.put("\"")
        }
      }
    }
    if let track = fields.number(.track) {
      if output.total > start { output.put(", ") }
      output.put("track ")
      output.put(decimal: track)
    }
    for name in [.genre, .subgenre] as [OldTag.Field] where fields.hasCharacters(name) {
      if name == .genre, fields.number(name) == 255 { continue }
      if output.total > start { output.put(", ") }
      fields.put(name, to: &output)
    }
    if output.total == start { output.put("empty") }
  }

  static func lyrics(_ reader: NodeReader, _ output: inout ByteWriter) {
    FrameSummaries.putFirstLine(.lyrics, of: reader.view(LyricsTag.self), to: &output)
  }

  static func field(_ reader: NodeReader, _ output: inout ByteWriter) {
    FrameSummaries.putFirstLine(.value, of: reader.view(LyricsField.self), to: &output)
  }

  static func fields(_ reader: NodeReader, _ output: inout ByteWriter) {
    putCount(of: "field", "fields", reader, &output)
  }

  static func items(_ reader: NodeReader, _ output: inout ByteWriter) {
    putCount(of: "item", "items", reader, &output)
  }

  /// The children that are neither header nor end.
  private static func putCount(
    of one: StaticString, _ many: StaticString, _ reader: NodeReader, _ output: inout ByteWriter
  ) {
    let ends: [FourCC] = ["END\\x01", "END\\x02"]
    let count = reader.tree.children(of: reader.index).count {
      !ends.contains(reader.tree[$0].type) && !reader.tree[$0].isRaw
    }
    output.put(grouped: count)
    output.put(" ")
    output.put(count == 1 ? one : many)
  }

  /// Text, an address, or the number of bytes.
  static func item(_ reader: NodeReader, _ output: inout ByteWriter) {
    let fields = reader.view(TagItem.self)
    if fields.hasCharacters(.filename) {
      fields.put(.filename, to: &output)
      output.put(", ")
    }
    FrameSummaries.putEach(.value, of: fields, to: &output) { field, output in
      output.put(value: field, .summary)
    }
  }
}

extension RawSpan {
  /// The text up to the first zero, without the blanks that some writers fill it with.
  fileprivate var withoutFilling: RawSpan {
    @_lifetime(copy self) get {
      var end = 0
      while end < byteCount, byte(at: end) != 0 { end += 1 }
      while end > 0, byte(at: end - 1) == 0x20 { end -= 1 }
      return extracting(0..<end)
    }
  }
}

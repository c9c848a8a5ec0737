import ByteReading
import Structure

extension SyntaxFamily {
  /// The sample entry `type` of a video track: the rows that all of them share, then boxes.
  @inline(__always)
  static func visual(
    _ type: StaticString, _ title: StaticString, _ clause: StaticString
  ) -> Syntax {
    VisualSampleEntries.entry(type, title, clause)
  }
}

/// The sample entries of video tracks (14496-12 §12.1.3; QTFF, Video Sample Description).
enum VisualSampleEntries: SyntaxFamily {
  static let tables: [Syntax] = [
    entry(
      "raw ", "Uncompressed RGB video", "QTFF, Video Sample Description",
      handlers: "vide pict auxv"),
    entry("*", "Video sample entry", "14496-12 §12.1.3", handlers: "vide pict auxv"),
  ]

  @inline(__always)
  fileprivate static func entry(
    _ type: StaticString, _ title: StaticString, _ clause: StaticString,
    handlers: StaticString = ""
  ) -> Syntax {
    Syntax(
      type, title, clause, in: "stsd", handlers: handlers,
      summary: .function(Summaries.visualEntry), rows: VisualSampleEntries.rows)
  }

  @Rows private static func rows() -> [Row] {
    fields()
    boxes()
  }

  /// What stands before the boxes of a video sample entry.
  static func fields() -> Row {
    when(.remaining(0)) {
      reserved(48)
      uint(16, "data_reference_index")
      uint(16, "version")
      uint(16, "revision_level")
      code("vendor")
      uint(32, "temporal_quality")
      uint(32, "spatial_quality")
      uint(16, "width")
      uint(16, "height")
      ufixed(16, 16, "horizresolution", .unit("dpi"))
      ufixed(16, 16, "vertresolution", .unit("dpi"))
      uint(32, "data_size", .expected(0))
      uint(16, "frame_count")
      string(.utf8, .fixedPascal(32), "compressorname")
      uint(16, "depth")
      int(16, "color_table_ID")
      when(colorTableFollows) {
        uint(32, "color_table_seed")
        uint(16, "color_table_flags", .hex)
        uint(16, "color_table_size", .minusOne)
        table(.field("color_table_size", plus: 1), "colors") {
          uint(16, "value")
          uint(16, "red")
          uint(16, "green")
          uint(16, "blue")
        }
      }
    }
  }

  /// A colour table with ID 0 stands in the entry itself; files of other writers say 0 and have
  /// none, so its flags are looked at too (QTFF, Color Table Atoms).
  private static let colorTableFollows: Condition = .all([
    .equal("color_table_ID", 0), .remaining(128),
    .any([.next(16, 0x8000, offset: 32), .next(16, 0, offset: 32)]),
  ])
}

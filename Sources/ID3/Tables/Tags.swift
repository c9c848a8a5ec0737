import ByteReading
import Structure

/// The headers of tags and frames (ID3v2.2.0 §3, ID3v2.3.0 §3, ID3v2.4.0 structure §3 and §4).
///
/// A header is laid out by the version of its tag, so each version has a catalogue of its own, and
/// so have the sizes that some writers get wrong.
enum TagHeaders: SyntaxFamily {
  static let tables: [Syntax] = [
    tag, tagPlain, none, frame2, frame3, frame3Syncsafe, frame4, frame4Plain,
  ]

  /// Tags, and footers, which repeat what the header says.
  static let tag = tag(isPlain: false)
  /// Tags whose size was written as a plain number.
  static let tagPlain = tag(isPlain: true)

  private static func tag(isPlain: Bool) -> Syntax {
    let size = uint(32, "size", .bytes)
    return Syntax("*", "Tag header", "ID3v2.4.0 structure §3.1") {
      string(.latin1, .bytes(3), "identifier")
      uint(16, "version", .dotted(after: "2."))
      uint(8, "flags", .flags(flags2), if: .not(.atLeast("version", 0x300)))
      uint(
        8, "flags", .flags(flags3),
        if: .all([.atLeast("version", 0x300), .not(.atLeast("version", 0x400))]))
      uint(8, "flags", .flags(flags4), if: .atLeast("version", 0x400))
      isPlain ? size : size.syncsafe
    }
  }

  /// The header of what has none: no bytes.
  static let none = Syntax("*", "No header", "") {}

  static let frame2 = Syntax("*", "Frame header", "ID3v2.2.0 §3.2") {
    code("id").threeCharacters
    uint(24, "size", .bytes)
  }

  static let frame3 = Syntax("*", "Frame header", "ID3v2.3.0 §3.3") {
    code("id")
    uint(32, "size", .bytes)
    uint(16, "flags", .flags(frameFlags3))
    uint(32, "decompressed_size", .bytes, if: .bits("flags", 0x80))
    uint(8, "encryption_method", .hex, if: .bits("flags", 0x40))
    uint(8, "group_identifier", .hex, if: .bits("flags", 0x20))
  }

  static let frame3Syncsafe = Syntax("*", "Frame header", "ID3v2.3.0 §3.3") {
    code("id")
    uint(32, "size", .bytes).syncsafe
    uint(16, "flags", .flags(frameFlags3))
    uint(32, "decompressed_size", .bytes, if: .bits("flags", 0x80))
    uint(8, "encryption_method", .hex, if: .bits("flags", 0x40))
    uint(8, "group_identifier", .hex, if: .bits("flags", 0x20))
  }

  static let frame4 = Syntax("*", "Frame header", "ID3v2.4.0 structure §4") {
    code("id")
    uint(32, "size", .bytes).syncsafe
    uint(16, "flags", .flags(frameFlags4))
    uint(8, "group_identifier", .hex, if: .bits("flags", 0x40))
    uint(8, "encryption_method", .hex, if: .bits("flags", 0x04))
    uint(32, "data_length", .bytes, if: .bits("flags", 0x01)).syncsafe
  }

  static let frame4Plain = Syntax("*", "Frame header", "ID3v2.4.0 structure §4") {
    code("id")
    uint(32, "size", .bytes)
    uint(16, "flags", .flags(frameFlags4))
    uint(8, "group_identifier", .hex, if: .bits("flags", 0x40))
    uint(8, "encryption_method", .hex, if: .bits("flags", 0x04))
    uint(32, "data_length", .bytes, if: .bits("flags", 0x01)).syncsafe
  }

  private static let flags2: Names = [0x80: "unsynchronisation", 0x40: "compression"]
  private static let flags3: Names = [
    0x80: "unsynchronisation", 0x40: "extended header", 0x20: "experimental",
  ]
  private static let flags4: Names = [
    0x80: "unsynchronisation", 0x40: "extended header", 0x20: "experimental", 0x10: "footer",
  ]
  private static let frameFlags3: Names = [
    0x8000: "discard when the tag is altered", 0x4000: "discard when the file is altered",
    0x2000: "read only", 0x80: "compressed", 0x40: "encrypted", 0x20: "grouped",
  ]
  private static let frameFlags4: Names = [
    0x4000: "discard when the tag is altered", 0x2000: "discard when the file is altered",
    0x1000: "read only", 0x40: "grouped", 0x08: "compressed", 0x04: "encrypted",
    0x02: "unsynchronised", 0x01: "data length",
  ]
}

/// ID3v2 tags and footers, named by their version.
enum Tags: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "ID3\\x02", "ID3v2.2.0 tag", "ID3v2.2.0 §3.1", in: "file", name: "ID3v2",
      summary: .function(TagSummaries.tag)
    ) {
      boxes()
    },
    Syntax(
      "ID3\\x03", "ID3v2.3.0 tag", "ID3v2.3.0 §3.1", in: "file", name: "ID3v2",
      summary: .function(TagSummaries.tag)
    ) {
      boxes()
    },
    Syntax(
      "ID3\\x04", "ID3v2.4.0 tag", "ID3v2.4.0 structure §3.1", in: "file", name: "ID3v2",
      summary: .function(TagSummaries.tag)
    ) {
      boxes()
    },
    Syntax(
      "3DI\\x04", "footer", "ID3v2.4.0 structure §3.4", in: "ID3\\x04", name: "footer"),
  ]
}

/// What stands in tags beside frames.
enum TagParts: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "ext\\x03", "Extended header", "ID3v2.3.0 §3.2", in: "ID3\\x03", name: "extended-header",
      summary: "{flags}, {padding_size} of padding"
    ) {
      uint(32, "size", .bytes)
      uint(16, "flags", .flags([0x8000: "checksum"]))
      uint(32, "padding_size", .bytes)
      uint(32, "crc32", .hex, if: .bits("flags", 0x8000))
    },
    Syntax(
      "ext\\x04", "Extended header", "ID3v2.4.0 structure §3.2", in: "ID3\\x04",
      name: "extended-header", summary: "{flags}"
    ) {
      uint(32, "size", .bytes).syncsafe
      uint(8, "number_of_flag_bytes", .expected(1))
      uint(8, "flags", .flags([0x40: "update", 0x20: "checksum", 0x10: "restrictions"]))
      when(.bits("flags", 0x40)) {
        uint(8, "update_length", .expected(0))
      }
      when(.bits("flags", 0x20)) {
        uint(8, "crc_length", .expected(5))
        uint(40, "crc32", .hex).syncsafe
      }
      when(.bits("flags", 0x10)) {
        uint(8, "restrictions_length", .expected(1))
        group("restrictions") {
          uint(2, "tag_size", .names(tagSizes))
          uint(1, "text_encoding", .names([0: "any", 1: "ISO-8859-1 or UTF-8"]))
          uint(2, "text_fields", .names(textFields))
          uint(1, "image_encoding", .names([0: "any", 1: "PNG or JPEG"]))
          uint(2, "image_size", .names(imageSizes))
        }
      }
    },
  ]

  private static let tagSizes: Names = [
    0: "at most 128 frames and 1 MiB", 1: "at most 64 frames and 128 KiB",
    2: "at most 32 frames and 40 KiB", 3: "at most 32 frames and 4 KiB",
  ]
  private static let textFields: Names = [
    0: "any length", 1: "at most 1,024 characters", 2: "at most 128 characters",
    3: "at most 30 characters",
  ]
  private static let imageSizes: Names = [
    0: "any size", 1: "at most 256×256", 2: "at most 64×64", 3: "exactly 64×64",
  ]
}

/// Frames that no document describes.
enum UnknownFrames: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "*", "Unknown frame", "ID3v2.4.0 structure §4", in: "ID3\\x02 ID3\\x03 ID3\\x04",
      summary: "{data}"
    ) {
      bytes(.remaining, "data", .perhapsText)
    }
  ]
}

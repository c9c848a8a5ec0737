import ByteReading
import MediaFacts
import Structure

/// Pictures of PNG as they stand among metadata: chunks one behind the other (PNG, third edition, §§5, 11).
enum PNGTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("PNG ", "PNG picture", "PNG §5", in: "file", name: "PNG") {
      uint(64, "signature", .hex)
      parts("parts", foundBy: { PNGFinder() }) {
        bytes(.remaining, "unread", if: isPart(.unread))
        when(isPart(.chunk)) {
          uint(32, "length", .bytes)
          code("type", .names(names)).column
          // What finders know of the parts in data takes the place of what is known of the chunk: no row behind asks.
          within(.field("length"), "data", if: .atLeast("length", 1)) { content() }
          uint(32, "crc", .hex)
        }
      }
    }
  ]

  private static func isPart(_ kind: PNGFinder.Kind) -> Condition { .equal("part_kind", kind.rawValue) }

  private static func isChunk(_ types: FourCC...) -> Condition {
    .oneOf("type", types.map { UInt64($0.rawValue) })
  }

  private static func content() -> Row {
    when(.remaining(0)) {
      pixels()
      colours()
      texts()
      animation()
      group("Exif", if: isChunk("eXIf")) { TIFFTables.picture() }
      bytes(.remaining, "data", if: .all([.remaining(8), .not(isChunk("eXIf"))]))
    }
  }

  private static func pixels() -> Row {
    when(isChunk("IHDR", "PLTE", "IDAT", "pHYs", "tIME")) {
      when(isChunk("IHDR")) {
        uint(32, "width", .unit("px")).column
        uint(32, "height", .unit("px")).column
        uint(8, "bit_depth")
        uint(8, "colour_type", .names(colourTypes)).column
        uint(8, "compression_method", .names([0: "deflate"]))
        uint(8, "filter_method", .names([0: "adaptive"]))
        uint(8, "interlace_method", .names([0: "none", 1: "Adam7"]))
      }
      table(.remaining, "palette", if: isChunk("PLTE")) {
        uint(8, "red")
        uint(8, "green")
        uint(8, "blue")
      }
      bytes(.remaining, "coded_data", if: isChunk("IDAT"))
      when(isChunk("pHYs")) {
        uint(32, "pixels_per_unit_x").column
        uint(32, "pixels_per_unit_y").column
        uint(8, "unit", .names([0: "unknown", 1: "metre"]))
      }
      when(isChunk("tIME")) {
        uint(16, "year").column
        uint(8, "month").column
        uint(8, "day").column
        uint(8, "hour")
        uint(8, "minute")
        uint(8, "second")
      }
    }
  }

  private static func colours() -> Row {
    when(isChunk("gAMA", "cHRM", "sRGB", "cICP", "mDCV", "cLLI", "iCCP")) {
      uint(32, "gamma", .scaled(100_000, ""), if: isChunk("gAMA")).column
      when(isChunk("cHRM")) {
        uint(32, "white_point_x", .scaled(100_000, ""))
        uint(32, "white_point_y", .scaled(100_000, ""))
        uint(32, "red_x", .scaled(100_000, ""))
        uint(32, "red_y", .scaled(100_000, ""))
        uint(32, "green_x", .scaled(100_000, ""))
        uint(32, "green_y", .scaled(100_000, ""))
        uint(32, "blue_x", .scaled(100_000, ""))
        uint(32, "blue_y", .scaled(100_000, ""))
      }
      uint(8, "rendering_intent", .names(ICCNames.intents), if: isChunk("sRGB")).column
      when(isChunk("cICP")) {
        uint(8, "colour_primaries", .colour(.primaries)).column
        uint(8, "transfer_function", .colour(.transfer)).column
        uint(8, "matrix_coefficients", .colour(.matrix))
        uint(8, "video_full_range_flag")
      }
      when(isChunk("mDCV")) {
        table(3, "display_primaries") {
          uint(16, "x", .scaled(50_000, ""))
          uint(16, "y", .scaled(50_000, ""))
        }
        uint(16, "white_point_x", .scaled(50_000, ""))
        uint(16, "white_point_y", .scaled(50_000, ""))
        uint(32, "maximum_luminance", .scaled(10_000, "cd/m²")).column
        uint(32, "minimum_luminance", .scaled(10_000, "cd/m²")).column
      }
      when(isChunk("cLLI")) {
        uint(32, "maximum_content_light_level", .scaled(10_000, "cd/m²")).column
        uint(32, "maximum_frame_average_light_level", .scaled(10_000, "cd/m²")).column
      }
      when(isChunk("iCCP")) {
        string(.latin1, .terminated, "profile_name").column
        uint(8, "compression_method", .names([0: "deflate"]))
        bytes(.remaining, "compressed_profile")
      }
    }
  }

  private static func texts() -> Row {
    when(isChunk("tEXt", "zTXt", "iTXt")) {
      string(.latin1, .terminated, "keyword").column
      string(.latin1, .bytes(.remaining), "text", if: .all([isChunk("tEXt"), .remaining(8)])).column
      when(isChunk("zTXt")) {
        uint(8, "compression_method", .names([0: "deflate"]))
        bytes(.remaining, "compressed_text")
      }
      when(isChunk("iTXt")) {
        uint(8, "compression_flag", .boolean)
        uint(8, "compression_method", .names([0: "deflate"]))
        string(.latin1, .terminated, "language_tag")
        string(.utf8, .terminated, "translated_keyword")
        string(.utf8, .bytes(.remaining), "text", if: .all([.equal("compression_flag", 0), .remaining(8)])).column
        bytes(.remaining, "compressed_text", if: .all([.notEqual("compression_flag", 0), .remaining(8)]))
      }
    }
  }

  private static func animation() -> Row {
    when(isChunk("acTL", "fcTL", "fdAT")) {
      when(isChunk("acTL")) {
        uint(32, "num_frames").column
        uint(32, "num_plays")
      }
      uint(32, "sequence_number", if: isChunk("fcTL", "fdAT"))
      when(isChunk("fcTL")) {
        uint(32, "width", .unit("px"))
        uint(32, "height", .unit("px"))
        uint(32, "x_offset", .unit("px"))
        uint(32, "y_offset", .unit("px"))
        uint(16, "delay_num")
        uint(16, "delay_den")
        uint(8, "dispose_op", .names([0: "none", 1: "background", 2: "previous"]))
        uint(8, "blend_op", .names([0: "source", 1: "over"]))
      }
      bytes(.remaining, "frame_data", if: isChunk("fdAT"))
    }
  }

  private static let colourTypes: Names = [
    0: "greyscale", 2: "RGB", 3: "palette", 4: "greyscale with alpha", 6: "RGB with alpha",
  ]

  private static let names: Names = .codes([
    "IHDR": "image header", "PLTE": "palette", "IDAT": "image data", "IEND": "end", "tRNS": "transparency",
    "cHRM": "primaries", "gAMA": "gamma", "iCCP": "ICC profile", "sBIT": "significant bits", "sRGB": "sRGB",
    "cICP": "code points", "mDCV": "mastering display", "cLLI": "content light level", "tEXt": "text",
    "zTXt": "compressed text", "iTXt": "international text", "bKGD": "background", "hIST": "histogram",
    "pHYs": "pixel dimensions", "sPLT": "suggested palette", "eXIf": "Exif", "tIME": "last change",
    "acTL": "animation", "fcTL": "frame", "fdAT": "frame data",
  ])
}

/// Gives the table of a picture the places of its chunks.
///
/// - Complexity: O(*n*) in the chunks.
struct PNGFinder: PartFinder {
  /// What a part is; the raw value is what tables ask for.
  enum Kind: UInt64 {
    case chunk = 1
    case unread
  }

  // Parts follow one another without any.
  let gap = Diagnostic.Kind.iccOverlap
  private var kind = Kind.unread
  private var isOver = false

  /// Bytes before the first chunk, and those of a chunk beside its data.
  static let headCount = 8
  private static let frameCount = 12
  private static let end = 0x4945_4E44

  /// Whether a picture begins there.
  static func begins(_ bytes: RawSpan, at start: Int, before end: Int) -> Bool {
    start >= 0 && end <= bytes.byteCount && end &- start >= headCount &+ frameCount
      && Picture.pngMagic.stands(in: bytes, at: start)
  }

  /// The data of the chunk at `position`; `nil` when not all of it is there.
  static func data(_ bytes: RawSpan, at position: Int, before end: Int) -> Range<Int>? {
    guard end &- position >= frameCount, let length = bytes.bigEndian(at: position, count: 4),
      length <= UInt64(end &- position &- frameCount)
    else { return nil }
    return position &+ 8..<position &+ 8 &+ Int(length)
  }

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    guard position < end else { return nil }
    guard !isOver, let data = Self.data(bytes, at: position, before: end) else {
      kind = .unread
      return position..<end
    }
    kind = .chunk
    isOver = bytes.bigEndian(at: position &+ 4, count: 4) == UInt64(Self.end)
    return position..<data.upperBound &+ 4
  }

  var values: PartValues { PartValues(kind: kind.rawValue) }
}

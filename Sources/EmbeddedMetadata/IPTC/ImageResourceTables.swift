import ByteReading
import Structure

/// Resources of Photoshop, which stand in pictures beside the pixels (Adobe Photoshop File Formats Specification, Image
/// Resources Section).
enum ImageResourceTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "8BIM", "Photoshop resources", "Photoshop, Image Resources", in: "file", name: "resources"
    ) {
      rows()
      bytes(.remaining, "padding")
    }
  ]

  static func rows() -> Row {
    list(.remaining, "resources") {
      when(.all([.nextCode("8BIM"), .remaining(96)])) {
        code("signature")
        uint(16, "identifier", .names(names)).column
        uint(8, "name_length", .bytes)
        string(.macRoman, .bytes(.field("name_length")), "name", if: .atLeast("name_length", 1)).column
        bytes(1, "name_padding", if: .not(.bits("name_length", 1)))
        uint(32, "size", .bytes)
        within(.field("size"), "data", if: .atLeast("size", 1)) { content() }
        bytes(1, "data_padding", if: .all([.bits("size", 1), .remaining(8)]))
      }
    }
  }

  private static func content() -> Row {
    when(.remaining(0)) {
      when(.equal("identifier", 0x3ED)) {
        ufixed(16, 16, "hRes")
        uint(16, "hResUnit", .names(units))
        uint(16, "widthUnit", .names(lengths))
        ufixed(16, 16, "vRes")
        uint(16, "vResUnit", .names(units))
        uint(16, "heightUnit", .names(lengths))
      }
      when(.equal("identifier", ImageResources.newsData)) { IIMTables.rows() }
      when(.oneOf("identifier", [0x409, 0x40C])) {
        uint(32, "format", .names([0: "raw RGB", 1: "JPEG RGB"]))
        uint(32, "width", .unit("px"))
        uint(32, "height", .unit("px"))
        uint(32, "widthbytes", .bytes)
        uint(32, "total_size", .bytes)
        uint(32, "compressed_size", .bytes)
        uint(16, "bits_per_pixel")
        uint(16, "planes")
        bytes(.remaining, "JFIF_data")
      }
      when(.oneOf("identifier", [0x40D, 0x414, 0x419])) { uint(32, "value") }
      uint(8, "value", .boolean, if: .oneOf("identifier", [0x40A, 0x410]))
      string(.latin1, .bytes(.remaining), "URL", if: .equal("identifier", 0x40B))
      bytes(.remaining, "digest", if: .equal("identifier", 0x425))
      when(.equal("identifier", 0x421)) { version() }
      when(.equal("identifier", 0x426)) {
        uint(16, "style", .names([0: "centred", 1: "size to fit", 2: "user defined"]))
        float(32, "x")
        float(32, "y")
        float(32, "scale")
      }
      when(.equal("identifier", 0x428)) {
        uint(32, "version")
        float(64, "pixel_aspect_ratio")
      }
      bytes(.remaining, "bytes", .perhapsText, if: .not(.oneOf("identifier", described)))
    }
  }

  private static func version() -> Row {
    when(.remaining(72)) {
      uint(32, "version")
      uint(8, "has_merged_data", .boolean)
      uint(32, "writer_count")
      string(.utf16BE, .bytes(.field("writer_count", times: 2)), "writer")
      uint(32, "reader_count")
      string(.utf16BE, .bytes(.field("reader_count", times: 2)), "reader")
      uint(32, "file_version")
    }
  }

  private static let described: [UInt64] = [
    0x3ED, 0x404, 0x409, 0x40A, 0x40B, 0x40C, 0x40D, 0x410, 0x414, 0x419, 0x421, 0x425, 0x426, 0x428,
  ]

  private static let units: Names = [1: "per inch", 2: "per centimetre"]
  private static let lengths: Names = [1: "inches", 2: "centimetres", 3: "points", 4: "picas", 5: "columns"]

  private static let names: Names = [
    0x3E8: "channels, rows, columns", 0x3E9: "Macintosh print manager", 0x3EB: "indexed colour table",
    0x3ED: "resolution", 0x3EE: "names of alpha channels", 0x3EF: "display information", 0x3F0: "caption",
    0x3F1: "border", 0x3F2: "background colour", 0x3F3: "print flags", 0x3F4: "greyscale halftoning",
    0x3F5: "colour halftoning", 0x3F6: "duotone halftoning", 0x3F7: "greyscale transfer", 0x3F8: "colour transfer",
    0x3FD: "EPS options", 0x3FE: "quick mask", 0x400: "layer state", 0x402: "layer groups", 0x404: "IPTC-IIM",
    0x405: "image mode", 0x406: "JPEG quality", 0x408: "grid and guides", 0x409: "thumbnail (older)",
    0x40A: "copyright flag", 0x40B: "URL", 0x40C: "thumbnail", 0x40D: "global angle", 0x40E: "colour samplers",
    0x40F: "ICC profile", 0x410: "watermark", 0x411: "ICC untagged", 0x412: "effects visible", 0x413: "spot halftone",
    0x414: "base of layer identifiers", 0x415: "Unicode names of alpha channels", 0x416: "count of indexed colours",
    0x417: "transparent index", 0x419: "global altitude", 0x41A: "slices", 0x41B: "workflow URL",
    0x41D: "alpha identifiers", 0x41E: "URL list", 0x421: "version", 0x422: "Exif", 0x423: "Exif, further",
    0x424: "XMP", 0x425: "caption digest", 0x426: "print scale", 0x428: "pixel aspect ratio",
    0x429: "layer comps", 0x42D: "layer selection", 0x430: "enabled layer groups", 0x43A: "print information",
    0x43B: "print style", 0x7D0: "first path", 0xBB7: "clipping path", 0x2710: "print flags information",
  ]
}

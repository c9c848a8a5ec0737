import ByteReading
import Structure

/// The boxes of JPEG 2000 and JPEG XL files, and of JUMBF (15444-1 §I, 15444-3, 18181-2, 19566-5).
enum JPEGFamily: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("jP  ", "JPEG 2000 signature", "15444-1 §I.5.1", in: "file") {
      uint(32, "signature", .expected(0x0D0A_870A))
    },
    Syntax("jp2h", "JPEG 2000 header", "15444-1 §I.5.3") { boxes() },
    Syntax("j2kH", "JPEG 2000 header", "15444-16") { boxes() },
    Syntax("ihdr", "Image header", "15444-1 §I.5.3.1", summary: "{WIDTH}×{HEIGHT}") {
      uint(32, "HEIGHT")
      uint(32, "WIDTH")
      uint(16, "NC")
      uint(8, "BPC", .minusOne)
      uint(8, "C", .expected(7))
      uint(8, "UnkC", .names([0: "colour space known", 1: "colour space unknown"]))
      uint(8, "IPR")
    },
    Syntax("jp2p", "JPEG 2000 profile", "15444-3", versions: 0...0) {
      array(.remaining, "compatible_brands", of: code("brand"))
    },
    Syntax("jp2x", "JPEG 2000 prefix", "15444-3") { bytes(.remaining, "data") },
    Syntax("jsub", "Sub-sampling", "15444-3") {
      uint(8, "horizontal_sub")
      uint(8, "vertical_sub")
      uint(8, "horizontal_offset")
      uint(8, "vertical_offset")
    },
    Syntax("orfo", "Original format", "15444-3") {
      uint(8, "original_fieldcount")
      uint(8, "original_fieldorder")
    },
    Syntax("JXL ", "JPEG XL signature", "18181-2 §9.1", in: "file") {
      uint(32, "signature", .expected(0x0D0A_870A))
    },
    Syntax("jxlc", "JPEG XL codestream", "18181-2 §9.8", in: "file") {
      bytes(.remaining, "codestream")
    },
    Syntax("jxlp", "JPEG XL partial codestream", "18181-2 §9.9", in: "file") {
      flag("last")
      uint(31, "index")
      bytes(.remaining, "codestream")
    },
    Syntax("jxll", "JPEG XL level", "18181-2 §9.3", in: "file", summary: "{level}") {
      uint(8, "level")
    },
    Syntax("jxli", "JPEG XL frame index", "18181-2 §9.7", in: "file") {
      bytes(.remaining, "data")
    },
    Syntax("jbrd", "JPEG reconstruction data", "18181-2 §9.10", in: "file") {
      bytes(.remaining, "data")
    },
    Syntax("brob", "Brotli-compressed box", "18181-2 §9.4", summary: "{original_type}") {
      code("original_type")
      bytes(.remaining, "data")
    },
    Syntax("jumb", "JUMBF", "19566-5 §A.2") { boxes() },
    Syntax("jumd", "JUMBF description", "19566-5 §A.3", in: "jumb", summary: "{LABEL}") {
      uuid("TYPE")
      uint(
        8, "TOGGLES",
        .flags([
          0x1: "requestable", 0x2: "label present", 0x4: "ID present", 0x8: "signature present",
          0x10: "private box present",
        ]))
      string(.utf8, .terminated, "LABEL", if: .bits("TOGGLES", 0x2))
      uint(32, "ID", if: .bits("TOGGLES", 0x4))
      bytes(32, "SIGNATURE", if: .bits("TOGGLES", 0x8))
      boxes()
    },
    Syntax("json", "JSON", "19566-5 §B.4", in: "jumb") { string(.utf8, .rest, "json") },
    Syntax("cbor", "CBOR", "19566-5 §B.5", in: "jumb") {
      bytes(.remaining, "data", .embedded("CBOR"))
    },
    Syntax(
      "bfdb", "Embedded file description", "19566-5 §B.3", in: "jumb", summary: "{media_type}"
    ) {
      uint(8, "TOGGLES", .flags([0x1: "file name present", 0x2: "external"]))
      string(.utf8, .terminated, "media_type")
      string(.utf8, .terminated, "file_name", if: .bits("TOGGLES", 0x1))
    },
    Syntax("bidb", "Embedded file data", "19566-5 §B.3", in: "jumb") { bytes(.remaining, "data") },
  ]
}

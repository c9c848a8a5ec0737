import ByteReading
import Structure

/// Boxes of JPEG 2000 headers and JPX (15444-1 Annex I, 15444-2 Annex M), and of JPEG XS (21122-3).
enum JPEG2000: SyntaxFamily {
  /// Whether text begins as a packet of XMP does: `<?xpacket`, `<x:xmpmeta`.
  private static let isPacket: Condition = .any([
    .next(64, 0x3C3F_7870_6163_6B65, offset: 0), .next(64, 0x3C78_3A78_6D70_6D65, offset: 0),
  ])

  static let tables: [Syntax] = [
    Syntax("bpcc", "Bits per component", "15444-1 §I.5.3.2", in: "jp2h jpch j2kH") {
      array(.remaining, "BPC", of: uint(8, "BPC", .names(depths)))
    },
    Syntax(
      "colr", "Colour specification", "15444-1 §I.5.3.3", in: "jp2h jplh cgrp j2kH",
      summary: "{EnumCS}"
    ) {
      uint(
        8, "METH",
        .names([
          1: "enumerated", 2: "restricted ICC profile", 3: "any ICC profile", 4: "vendor",
          5: "parameterised",
        ]))
      int(8, "PREC")
      uint(
        8, "APPROX",
        .names([0: "not said", 1: "exact", 2: "exceptional", 3: "reasonable", 4: "poor"]))
      when(.equal("METH", 1)) {
        uint(32, "EnumCS", .names(colourSpaces))
        bytes(.remaining, "EP", if: .remaining(8))
      }
      bytes(.remaining, "PROFILE", .embedded("ICC "), if: .oneOf("METH", [2, 3]))
      when(.equal("METH", 5)) {
        uint(16, "COLPRIMS", .colour(.primaries))
        uint(16, "TRANSFC", .colour(.transfer))
        uint(16, "MATCOEFFS", .colour(.matrix))
        flag("VIDFRNG")
        reserved(7)
      }
    },
    Syntax("pclr", "Palette", "15444-1 §I.5.3.4", in: "jp2h jpch j2kH", summary: "{NE} colours") {
      uint(16, "NE")
      uint(8, "NPC")
      array(.field("NPC"), "B", of: uint(8, "B", .names(depths)))
      // Columns may differ in width; nearly all files have eight bits in each.
      bytes(.remaining, "C")
    },
    Syntax("cmap", "Component mapping", "15444-1 §I.5.3.5", in: "jp2h jpch j2kH") {
      table(.remaining, "channels") {
        uint(16, "CMP")
        uint(8, "MTYP", .names([0: "direct", 1: "palette"]))
        uint(8, "PCOL")
      }
    },
    Syntax(
      "cdef", "Channel definitions", "15444-1 §I.5.3.6", in: "jp2h jplh j2kH",
      summary: "{N} channels"
    ) {
      uint(16, "N")
      table(.field("N"), "channels") {
        uint(16, "Cn")
        uint(
          16, "Typ",
          .names([0: "colour", 1: "opacity", 2: "premultiplied opacity", 65535: "not said"]))
        uint(16, "Asoc", .names([0: "whole image", 65535: "no colour"]))
      }
    },
    Syntax("res ", "Resolution", "15444-1 §I.5.3.7", in: "jp2h jplh") { boxes() },
    Syntax("resc", "Capture resolution", "15444-1 §I.5.3.7.1", in: "res\\x20") {
      uint(16, "VRcN")
      uint(16, "VRcD")
      uint(16, "HRcN")
      uint(16, "HRcD")
      int(8, "VRcE")
      int(8, "HRcE")
    },
    Syntax("resd", "Display resolution", "15444-1 §I.5.3.7.2", in: "res\\x20") {
      uint(16, "VRdN")
      uint(16, "VRdD")
      uint(16, "HRdN")
      uint(16, "HRdD")
      int(8, "VRdE")
      int(8, "HRdE")
    },
    Syntax("jp2c", "JPEG 2000 codestream", "15444-1 §I.5.4") { bytes(.remaining, "codestream") },
    Syntax("jp2i", "Intellectual property", "15444-1 §I.6") { bytes(.remaining, "data") },
    Syntax("xml ", "XML", "15444-1 §I.7.1", in: "file asoc jpch jplh", summary: "{DATA}") {
      // JPEG XL keeps XMP here (18181-2 §9.3).
      bytes(.remaining, "packet", .embedded("XMP "), if: isPacket)
      string(.utf8, .rest, "DATA", if: .not(isPacket))
    },
    Syntax("uinf", "UUID information", "15444-1 §I.7.3") { boxes() },
    Syntax("ulst", "UUID list", "15444-1 §I.7.3.1", in: "uinf") {
      uint(16, "NU")
      array(.field("NU"), "IDs", of: uuid("ID"))
    },
    Syntax("url ", "URL", "15444-1 §I.7.3.2", in: "uinf ftbl", versions: 0...0, summary: "{LOC}") {
      string(.utf8, .rest, "LOC")
    },

    // JPX (15444-2)
    Syntax("rreq", "Reader requirements", "15444-2 §M.11.1", in: "file") {
      uint(8, "ML", .bytes)
      uint(.field("ML", times: 8), "FUAM", .hex)
      uint(.field("ML", times: 8), "DCM", .hex)
      uint(16, "NSF")
      table(.field("NSF"), "standard_features") {
        uint(16, "SF")
        uint(.field("ML", times: 8), "SM", .hex)
      }
      uint(16, "NVF")
      table(.field("NVF"), "vendor_features") {
        uuid("VF")
        uint(.field("ML", times: 8), "VM", .hex)
      }
    },
    // In a movie a box of this type is another.
    Syntax("mhdr", "Compound image header", "15444-6 Annex B", in: "file") {
      bytes(.remaining, "data")
    },
    Syntax("jpch", "Codestream header", "15444-2 §M.11.6", in: "file") { boxes() },
    Syntax("jplh", "Compositing layer header", "15444-2 §M.11.7", in: "file") { boxes() },
    Syntax("cgrp", "Colour group", "15444-2 §M.11.7.1", in: "jplh") { boxes() },
    Syntax("creg", "Codestream registration", "15444-2 §M.11.7.7", in: "jplh") {
      uint(16, "XS")
      uint(16, "YS")
      table(.remaining, "codestreams") {
        uint(16, "CDN")
        uint(8, "XR")
        uint(8, "YR")
        uint(8, "XO")
        uint(8, "YO")
      }
    },
    Syntax("opct", "Opacity", "15444-2 §M.11.7.6", in: "jplh") {
      uint(
        8, "OTYP",
        .names([0: "last channel", 1: "last channel, premultiplied", 2: "chroma key"]))
      uint(8, "NCH", if: .equal("OTYP", 2))
      bytes(.remaining, "VC", if: .remaining(8))
    },
    Syntax("asoc", "Association", "15444-2 §M.11.11") { boxes() },
    Syntax("nlst", "Number list", "15444-2 §M.11.12", in: "asoc") {
      array(.remaining, "AN", of: uint(32, "AN", .hex))
    },
    Syntax("lbl ", "Label", "15444-2 §M.11.13", summary: "{S}") { string(.utf8, .rest, "S") },
    Syntax("ftbl", "Fragment table", "15444-2 §M.11.3", in: "file") { boxes() },
    Syntax("flst", "Fragment list", "15444-2 §M.11.3.1", in: "ftbl") {
      uint(16, "NF")
      table(.field("NF"), "fragments") {
        uint(64, "OFF", .fileOffset(.file))
        uint(32, "LEN", .bytes)
        uint(16, "DR")
      }
    },
    Syntax("dtbl", "Data references", "15444-2 §M.11.2", in: "file") {
      uint(16, "NDR")
      boxes()
    },

    Syntax("j2kP", "JPEG 2000 prefix", "15444-16 §6.5", in: "mjp2 ipco") {
      bytes(.remaining, "data")
    },

    // JPEG XS (21122-3)
    Syntax("JXS ", "JPEG XS signature", "21122-3 §A.2", in: "file") {
      uint(32, "signature", .expected(0x0D0A_870A))
    },
    Syntax("jxsH", "JPEG XS header", "21122-3 §C.4") { boxes() },
    Syntax("jpvi", "JPEG XS video information", "21122-3 §A.5.2") {
      uint(32, "brat", .unit("Mbit/s"))
      uint(32, "frat", .hex)
      uint(16, "schar", .hex)
      uint(32, "tcod", .hex)
    },
    Syntax("jxpl", "JPEG XS profile and level", "21122-3 §A.5.3") {
      uint(16, "Ppih", .hex)
      uint(16, "Plev", .hex)
    },
    Syntax("jpvs", "JPEG XS video support", "21122-3 §A.5.1") { boxes() },
    Syntax("jptp", "JPEG XS transport parameters", "21122-3 §A.5.6") { bytes(.remaining, "data") },
    Syntax("bmdm", "JPEG XS buffer model", "21122-3 §A.5.4") { bytes(.remaining, "data") },
    Syntax("dmon", "JPEG XS mastering display", "21122-3 §A.5.5") { bytes(.remaining, "data") },

    Syntax("Exif", "Exif", "18181-2 §9.4", in: "file") {
      uint(32, "tiff_header_offset", .bytes)
      bytes(.field("tiff_header_offset"), "before_TIFF", if: .atLeast("tiff_header_offset", 1))
      bytes(.remaining, "TIFF", .embedded("TIFF"))
    },
  ]

  /// Depth of a component less one; the highest bit says that it is signed.
  private static let depths: Names = [
    0: "1 bit", 7: "8 bits", 9: "10 bits", 11: "12 bits", 13: "14 bits", 15: "16 bits",
    0x87: "8 bits, signed", 0x8F: "16 bits, signed", 255: "by component",
  ]

  private static let colourSpaces: Names = [
    0: "bi-level", 1: "YCbCr (1)", 3: "YCbCr (2)", 4: "YCbCr (3)", 9: "PhotoYCC", 11: "CMY",
    12: "CMYK", 13: "YCCK", 14: "CIELab", 15: "bi-level (2)", 16: "sRGB", 17: "grey",
    18: "sYCC", 19: "CIEJab", 20: "e-sRGB", 21: "ROMM-RGB", 22: "YPbPr 1125/60",
    23: "YPbPr 1250/50", 24: "e-sYCC",
  ]
}

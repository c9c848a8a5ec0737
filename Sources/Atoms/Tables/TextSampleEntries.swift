import ByteReading
import Structure

/// The sample entries of timecode, text, subtitle and metadata tracks, and the boxes in them
/// (14496-12 §12.3–12.6, 14496-30; 3GPP TS 26.245; QTFF, Text Media).
enum TextSampleEntries: SyntaxFamily {
  static let tables: [Syntax] = [
    timecode("tmcd", "Timecode"),
    timecode("tc64", "Timecode, 64-bit"),
    Syntax(
      "name", "Source name", "QTFF, Timecode Sample Description", in: "tmcd tc64",
      summary: "{text}"
    ) {
      uint(16, "length", .bytes)
      uint(16, "language", .language)
      string(.chosen(by: "language", LanguageText.self), .bytes(.field("length")), "text")
    },
    Syntax("text", "Text", "QTFF, Text Sample Description", in: "stsd") {
      reserved(48)
      uint(16, "data_reference_index")
      when(.not(isTimedText)) {
        uint(32, "display_flags", .flags(textFlags))
        int(32, "text_justification", .names(justifications))
        group("background_color") {
          uint(16, "red")
          uint(16, "green")
          uint(16, "blue")
        }
        group("default_text_box") {
          int(16, "top")
          int(16, "left")
          int(16, "bottom")
          int(16, "right")
        }
        uint(32, "start_char")
        int(16, "line_height")
        int(16, "font_ascent")
        int(16, "font_number")
        uint(16, "font_face", .flags(fontFaces))
        reserved(8)
        uint(16, "font_size")
        group("foreground_color") {
          uint(16, "red")
          uint(16, "green")
          uint(16, "blue")
        }
        string(.macRoman, .pascal, "text_name", if: .remaining(8))
        boxes()
      }
      // FFmpeg and Nero write chapters so (Corpus/encoded/chapters.mp4).
      departure(.textEntryIsTimedText, if: isTimedText) {
        timedText()
        boxes()
      }
    },
    Syntax("tx3g", "3GPP timed text", "3GPP TS 26.245 §5.16", in: "stsd") {
      reserved(48)
      uint(16, "data_reference_index")
      timedText()
      boxes()
    },
    Syntax(
      "ftab", "Font table", "3GPP TS 26.245 §5.16", in: "tx3g text",
      summary: "{entry-count} fonts"
    ) {
      uint(16, "entry-count")
      list(.field("entry-count"), "font-entry") {
        uint(16, "font-ID")
        string(.utf8, .pascal, "font")
      }
    },
    Syntax("styl", "Text style", "3GPP TS 26.245 §5.17.1.1") {
      uint(16, "entry-count")
      table(.field("entry-count"), "text-styles") { style() }
    },
    Syntax("hlit", "Text highlight", "3GPP TS 26.245 §5.17.1.2; QTFF, Text Sample Data") {
      when(.not(.remaining(64))) {
        uint(16, "startcharoffset")
        uint(16, "endcharoffset")
      }
      when(.remaining(64)) {
        uint(32, "start_char")
        uint(32, "end_char")
      }
    },
    Syntax("hclr", "Highlight colour", "3GPP TS 26.245 §5.17.1.2; QTFF, Text Sample Data") {
      array(4, "highlight_color_rgba", if: .not(.remaining(48)), of: uint(8, "value"))
      array(3, "highlight_color", if: .remaining(48), of: uint(16, "value"))
    },
    Syntax("drpo", "Drop shadow offset", "QTFF, Text Sample Data") {
      int(16, "horizontal_offset")
      int(16, "vertical_offset")
    },
    Syntax("drpt", "Drop shadow transparency", "QTFF, Text Sample Data") {
      uint(16, "transparency")
    },
    Syntax("encd", "Text encoding", "QTFF, Text Sample Data") {
      uint(32, "encoding", .names([0: "MacRoman", 0x100: "UTF-16", 0x0800_0100: "UTF-8"]))
    },
    Syntax("cdat", "CEA-608 data, field 1", "QTFF, Closed Captioning Sample Data") {
      bytes(.remaining, "data")
    },
    Syntax("cdt2", "CEA-608 data, field 2", "QTFF, Closed Captioning Sample Data") {
      bytes(.remaining, "data")
    },
    Syntax("ccdp", "CEA-708 data", "QTFF, Closed Captioning Sample Data") {
      bytes(.remaining, "data")
    },
    Syntax("krok", "Text karaoke", "3GPP TS 26.245 §5.17.1.3") {
      uint(32, "highlight-start-time", .ticks(.media))
      uint(16, "entry-count")
      table(.field("entry-count"), "entries") {
        uint(32, "highlight-end-time", .ticks(.media))
        uint(16, "startcharoffset")
        uint(16, "endcharoffset")
      }
    },
    Syntax("dlay", "Text scroll delay", "3GPP TS 26.245 §5.17.1.4") {
      uint(32, "scroll-delay", .ticks(.media))
    },
    Syntax("href", "Hypertext", "3GPP TS 26.245 §5.17.1.5") {
      uint(16, "startcharoffset")
      uint(16, "endcharoffset")
      string(.utf8, .pascal, "URL")
      string(.utf8, .pascal, "altstring")
    },
    Syntax("tbox", "Text box", "3GPP TS 26.245 §5.17.1.6") { box("text-box") },
    Syntax("blnk", "Blinking text", "3GPP TS 26.245 §5.17.1.7") {
      uint(16, "startcharoffset")
      uint(16, "endcharoffset")
    },
    Syntax("twrp", "Text wrap", "3GPP TS 26.245 §5.17.1.8") {
      uint(8, "wrap_flag", .names([0: "no wrap", 1: "automatic soft wrap"]))
    },
    Syntax("wvtt", "WebVTT subtitles", "14496-30 §7.5", in: "stsd") {
      reserved(48)
      uint(16, "data_reference_index")
      boxes()
    },
    Syntax("vttC", "WebVTT header", "14496-30 §7.5", summary: "{config}") {
      string(.utf8, .rest, "config")
    },
    Syntax("vlab", "WebVTT source label", "14496-30 §7.5", summary: "{source_label}") {
      string(.utf8, .rest, "source_label")
    },
    Syntax("vttc", "WebVTT cue", "14496-30 §7.6") { boxes() },
    Syntax("vtte", "WebVTT empty cue", "14496-30 §7.6"),
    Syntax("vtta", "WebVTT comment", "14496-30 §7.6", summary: "{cue_additional_text}") {
      string(.utf8, .rest, "cue_additional_text")
    },
    Syntax("vsid", "Cue source", "14496-30 §7.6", in: "vttc") { int(32, "source_ID") },
    Syntax("iden", "Cue identifier", "14496-30 §7.6", in: "vttc", summary: "{cue_id}") {
      string(.utf8, .rest, "cue_id")
    },
    Syntax("ctim", "Cue time", "14496-30 §7.6", in: "vttc", summary: "{cue_current_time}") {
      string(.utf8, .rest, "cue_current_time")
    },
    Syntax("sttg", "Cue settings", "14496-30 §7.6", in: "vttc", summary: "{settings}") {
      string(.utf8, .rest, "settings")
    },
    Syntax("payl", "Cue text", "14496-30 §7.6", in: "vttc", summary: "{cue_text}") {
      string(.utf8, .rest, "cue_text")
    },
    Syntax("stpp", "XML subtitles", "14496-12 §12.6.3", in: "stsd", summary: "{namespace}") {
      reserved(48)
      uint(16, "data_reference_index")
      string(.utf8, .terminated, "namespace")
      string(.utf8, .terminated, "schema_location")
      string(.utf8, .terminated, "auxiliary_mime_types")
      boxes()
    },
    textual("sbtt", "Text subtitles", "14496-12 §12.6.3"),
    textual("stxt", "Simple text", "14496-12 §12.5.3"),
    // Android writes the format in place of what each entry begins with, as players of up to version 9 read it, and
    // again where it belongs (MPEG4Writer.cpp, writeMetadataFourCCBox).
    Syntax("mett", "Text metadata", "14496-12 §12.3.3", in: "stsd", summary: "{mime_format}") {
      when(.not(isFormat)) {
        reserved(48)
        uint(16, "data_reference_index")
        string(.utf8, .terminated, "content_encoding")
      }
      string(.utf8, .terminated, "mime_format")
      string(.utf8, .terminated, "mime_format", if: isFormat)
      boxes()
    },
    Syntax("metx", "XML metadata", "14496-12 §12.3.3", in: "stsd", summary: "{namespace}") {
      reserved(48)
      uint(16, "data_reference_index")
      string(.utf8, .terminated, "content_encoding")
      string(.utf8, .terminated, "namespace")
      string(.utf8, .terminated, "schema_location")
      boxes()
    },
    Syntax(
      "txtC", "Text configuration", "14496-12 §12.3.3", versions: 0...0, summary: "{text_config}"
    ) {
      string(.utf8, .terminated, "text_config")
    },
    Syntax("mime", "MIME type", "14496-12 §12.3.3", versions: 0...0, summary: "{content_type}") {
      string(.utf8, .terminated, "content_type")
    },
    Syntax("uri ", "URI", "14496-12 §12.3.3", in: "urim", versions: 0...0, summary: "{theURI}") {
      string(.utf8, .terminated, "theURI")
    },
    Syntax("uriI", "URI initialisation", "14496-12 §12.3.3", in: "urim", versions: 0...0) {
      bytes(.remaining, "uri_initialization_data")
    },
    Syntax("keys", "Metadata keys", "14496-12 §12.9.4", in: "mebx") { boxes() },
    Syntax(
      "*", "Metadata key", "14496-12 §12.9.4", in: "keys", summary: .function(Summaries.localKey)
    ) { boxes() },
    Syntax(
      "keyd", "Key declaration", "14496-12 §12.9.4", summary: "{key_namespace}, {key_value}"
    ) {
      code("key_namespace", .names(namespaces))
      string(.utf8, .rest, "key_value", if: isNamed)
      bytes(.remaining, "key_value", if: .not(isNamed))
    },
    Syntax("dtyp", "Data type", "14496-12 §12.9.4", summary: "{datatype}") {
      uint(32, "datatype_namespace", .names([0: "well-known types", 1: "reverse domain name"]))
      uint(32, "datatype", .names(dataTypes), if: .equal("datatype_namespace", 0))
      string(.utf8, .rest, "datatype", if: .equal("datatype_namespace", 1))
      bytes(.remaining, "datatype", if: .atLeast("datatype_namespace", 2))
    },
    Syntax("loca", "Locale", "14496-12 §12.9.4", summary: "{locale_string}") {
      string(.utf8, .terminated, "locale_string")
    },
    Syntax("setu", "Key set-up", "14496-12 §12.9.4") {
      bytes(.remaining, "data", .embedded("plst"), if: .not(.nextCode("cfgv", offset: 32)))
      when(.nextCode("cfgv", offset: 32)) { boxes() }
    },
    Syntax("cfgv", "Configuration value", "QuickTime", in: "setu") {
      bytes(.remaining, "data", .embedded("plst"))
    },
    Syntax(
      "dims", "Dimensions", "QuickTime", in: "setu", summary: "{width}×{height}"
    ) {
      uint(32, "width")
      uint(32, "height")
    },
    Syntax("sdpd", "Structural dependency", "QuickTime") { boxes() },
    Syntax("sdpi", "Structural dependency identifier", "QuickTime", in: "sdpd") {
      uint(32, "identifier")
    },
    Syntax("ctps", "Conforming data types", "QuickTime") { boxes() },
    Syntax("lidp", "Local identifiers in order", "QuickTime", in: "mebx") {
      array(.remaining, "local_ids", of: uint(32, "local_id"))
    },
    Syntax("lidl", "Local identifier lists", "QuickTime", in: "mebx") {
      list(.remaining, "entries") {
        uint(32, "size", .bytes)
        within(.field("size", plus: -4), "entry") {
          uint(32, "local_id")
          array(.remaining, "ids", of: uint(32, "id"))
        }
      }
    },
  ]

  @inline(__always)
  private static func timecode(_ type: StaticString, _ title: StaticString) -> Syntax {
    Syntax(
      type, title, "QTFF, Timecode Sample Description", in: "stsd",
      summary: .function(Summaries.timecodeEntry)
    ) {
      reserved(48)
      uint(16, "data_reference_index")
      reserved(32)
      uint(
        32, "flags",
        .flags([
          0x1: "drop frame", 0x2: "24-hour maximum", 0x4: "negative times", 0x8: "counter",
        ]))
      uint(32, "time_scale", .unit("Hz"))
      uint(32, "frame_duration", .ticks(.field("time_scale")))
      uint(8, "number_of_frames")
      reserved(8)
      boxes()
    }
  }

  @inline(__always)
  private static func textual(
    _ type: StaticString, _ title: StaticString, _ clause: StaticString
  ) -> Syntax {
    Syntax(type, title, clause, in: "stsd", summary: "{mime_format}") {
      reserved(48)
      uint(16, "data_reference_index")
      string(.utf8, .terminated, "content_encoding")
      string(.utf8, .terminated, "mime_format")
      boxes()
    }
  }

  /// Whether what is next begins as the formats of applications do.
  private static let isFormat: Condition = .all([.nextCode("appl"), .nextCode("icat", offset: 32)])

  private static func timedText() -> Row {
    when(.remaining(0)) {
      uint(32, "displayFlags", .flags(timedTextFlags))
      int(8, "horizontal-justification", .names(justifications))
      int(8, "vertical-justification", .names([0: "top", 1: "centre", 0xFF: "bottom"]))
      array(4, "background-color-rgba", of: uint(8, "value"))
      box("default-text-box")
      group("default-style") { style() }
    }
  }

  private static func box(_ name: StaticString) -> Row {
    group(name) {
      int(16, "top")
      int(16, "left")
      int(16, "bottom")
      int(16, "right")
    }
  }

  private static func style() -> Row {
    when(.remaining(0)) {
      uint(16, "startChar")
      uint(16, "endChar")
      uint(16, "font-ID")
      uint(8, "face-style-flags", .flags([0x1: "bold", 0x2: "italic", 0x4: "underline"]))
      uint(8, "font-size")
      array(4, "text-color-rgba", of: uint(8, "value"))
    }
  }

  /// The rows of `tx3g` are followed by a font table.
  private static let isTimedText: Condition = .nextCode("ftab", offset: 240 + 32)

  /// The namespaces whose keys are text.
  private static let isNamed: Condition = .any([
    .code("key_namespace", "mdta"), .code("key_namespace", "fiel"),
  ])

  private static let justifications: Names = [
    0: "left", 1: "centre", 0xFF: "right", 0xFFFF_FFFF: "right",
    0xFFFF_FFFF_FFFF_FFFF: "right",
  ]

  private static let textFlags: Names = [
    0x2: "do not auto-scale", 0x8: "movie background", 0x10: "shrink box", 0x20: "scroll in",
    0x40: "scroll out", 0x80: "horizontal scroll", 0x100: "reverse scroll",
    0x200: "continuous scroll", 0x1000: "drop shadow", 0x2000: "anti-alias", 0x4000: "key text",
  ]

  private static let fontFaces: Names = [
    0x1: "bold", 0x2: "italic", 0x4: "underline", 0x8: "outline", 0x10: "shadow",
    0x20: "condense", 0x40: "extend",
  ]

  private static let timedTextFlags: Names = [
    0x20: "scroll in", 0x40: "scroll out", 0x80: "scroll horizontally", 0x100: "scroll reversed",
    0x800: "continuous karaoke", 0x2_0000: "vertical", 0x4_0000: "fill region",
    0x2000_0000: "vertical placement", 0x4000_0000: "some samples forced",
    0x8000_0000: "all samples forced",
  ]

  private static let namespaces: Names = .codes([
    "mdta": "reverse domain name", "fiel": "field of a structure", "me4c": "four-character code",
    "uiso": "ISO type", "udta": "user data",
  ])

  private static let dataTypes: Names = [
    0: "bytes", 1: "UTF-8", 2: "UTF-16", 3: "Shift-JIS", 4: "UTF-8 sort", 5: "UTF-16 sort",
    13: "JPEG", 14: "PNG", 21: "signed integer", 22: "unsigned integer", 23: "32-bit float",
    24: "64-bit float", 27: "BMP", 28: "metadata atom", 65: "8-bit signed integer",
    66: "16-bit signed integer", 67: "32-bit signed integer", 70: "point", 71: "dimensions",
    72: "rectangle", 74: "64-bit signed integer", 75: "8-bit unsigned integer",
    76: "16-bit unsigned integer", 77: "32-bit unsigned integer", 78: "64-bit unsigned integer",
    79: "affine transform",
  ]
}

import ByteReading
import Structure

/// What cameras and other makers keep in boxes of their own.
enum Vendors: SyntaxFamily {
  static let tables: [Syntax] = [
    // Google
    // A film of its own, its offsets counted from its first byte.
    Syntax("mpvd", "Motion photo video", "Motion Photo 1.0", in: "file") {
      bytes(.remaining, "video", if: .not(.nextCode("ftyp", offset: 32)))
      when(.nextCode("ftyp", offset: 32)) { boxes() }
    },
    // Tracks of depth and others for editors, as movies have them; where it is, keys of the metadata say.
    Syntax("axte", "Auxiliary tracks", "androidx.media3, Mp4Box", in: "file") { bytes(.remaining, "tracks") },
    // Canon
    Syntax("CNTH", "Canon thumbnail container", "Canon", in: "udta") { boxes() },
    Syntax("CNDA", "Canon thumbnail", "Canon", in: "CNTH") { bytes(.remaining, "JPEG") },
    Syntax("CNDB", "Canon data", "Canon", in: "udta uuid") { bytes(.remaining, "data") },
    Syntax("CNCV", "Canon compressor version", "Canon", in: "uuid udta", summary: "{version}") {
      string(.latin1, .bytes(.remaining), "version")
    },
    Syntax("CNOP", "Canon options", "Canon CR3", in: "uuid") { bytes(.remaining, "data") },
    Syntax("CCTP", "Canon track pairs", "Canon CR3", in: "uuid") {
      uint(32, "unknown_1")
      uint(32, "unknown_2")
      uint(32, "count")
      boxes()
    },
    Syntax("CCDT", "Canon track pair", "Canon CR3", in: "CCTP", summary: "track {track_index}") {
      uint(64, "image_type", .hex)
      uint(32, "dual_pixel")
      uint(32, "track_index", .reference(.track)).identity
    },
    Syntax("CTBO", "Canon box offsets", "Canon CR3", in: "uuid", summary: "{entries|count} boxes") {
      uint(32, "count")
      table(.field("count"), "entries") {
        uint(32, "index").identity
        uint(64, "offset", .fileOffset(.file))
        uint(64, "size", .bytes)
      }
    },
    Syntax("CMT1", "Canon image directory", "Canon CR3", in: "uuid") {
      bytes(.remaining, "TIFF", .embedded("TIFF"))
    },
    Syntax("CMT2", "Canon Exif directory", "Canon CR3", in: "uuid") {
      bytes(.remaining, "TIFF", .embedded("TIFe"))
    },
    Syntax("CMT3", "Canon maker notes", "Canon CR3", in: "uuid") {
      bytes(.remaining, "TIFF", .embedded("TIFc"))
    },
    Syntax("CMT4", "Canon GPS directory", "Canon CR3", in: "uuid") {
      bytes(.remaining, "TIFF", .embedded("TIFg"))
    },
    // As ffmpeg writes and reads them for DNxHD and DNxHR.
    Syntax("ACLR", "Avid colour range", "Avid DNxHD in QuickTime", in: "AVdn AVdh AVDJ AVUI glbl", summary: "{range}") {
      code("tag")
      code("version")
      uint(32, "range", .names([1: "limited", 2: "full"]))
      uint(32, "unknown")
    },
    Syntax("ADHR", "Avid DNxHR", "Avid DNxHD in QuickTime", in: "AVdn AVdh AVDJ AVUI glbl", summary: "{compression_ID}") {
      code("version")
      // SMPTE ST 2019-1, as ffmpeg numbers them.
      uint(32, "compression_ID", .names([1270: "444", 1271: "HQX", 1272: "HQ", 1273: "SQ", 1274: "LB"]))
      array(.remaining, "unknown", of: uint(32, "unknown"))
    },
    Syntax("APRG", "Avid fields", "Avid DNxHD in QuickTime", in: "AVdn AVdh AVDJ AVUI glbl") {
      code("tag")
      code("version")
      array(.remaining, "unknown", of: uint(32, "unknown"))
    },
    Syntax("ARES", "Avid resolution", "Avid DNxHD in QuickTime", in: "AVdn AVdh AVDJ AVUI glbl", summary: "{width}×{height}") {
      code("tag")
      code("version")
      uint(32, "compression_ID")
      uint(32, "width", .unit("px"))
      uint(32, "height", .unit("px"))
      uint(32, "fields")
      array(.remaining, "unknown", of: uint(32, "unknown"))
    },
    // As decoders of QDM2 read them.
    Syntax("QDCA", "QDesign codec", "QDesign Music", in: "wave", summary: "{channels} channels, {sample_rate}") {
      uint(32, "version")
      uint(32, "channels")
      uint(32, "sample_rate", .unit("Hz"))
      uint(32, "bit_rate", .unit("bit/s"))
      uint(32, "block_size")
      uint(32, "frame_size")
      uint(32, "packet_size", .bytes)
    },
    Syntax("QDCP", "QDesign codec parameters", "QDesign Music", in: "wave") {
      float(32, "parameter_1")
      uint(32, "unknown_1")
      float(32, "parameter_2")
      float(32, "parameter_3")
      uint(32, "unknown_2")
      uint(32, "unknown_3")
      uint(32, "unknown_4")
    },
    Syntax("ctyp", "Movie controller type", "QuickTime VR", in: "udta", summary: "{controller_type}") {
      code("controller_type", .names(.codes(["qtvr": "QuickTime VR"])))
    },
    Syntax("adrm", "Audible protection", "Audible", in: "aavd") {
      bytes(8, "unknown_1")
      bytes(56, "drm_blob", .hex)
      bytes(4, "unknown_2")
      bytes(20, "file_checksum", .hex)
      bytes(.remaining, "unknown_3")
    },
    Syntax("aabd", "Audible data", "Audible", in: "aavd") { bytes(.remaining, "data") },
    Syntax("AMBA", "Ambarella data", "Ambarella") { bytes(.remaining, "data") },
    // Of music in four stems and a mix.
    Syntax("stem", "Stems", "Native Instruments Stems", in: "udta", summary: "{json}") {
      string(.utf8, .rest, "json")
    },
    // As decoders of SVQ3 read it.
    Syntax("SMI ", "Sorenson sequence", "Sorenson Video 3", in: "SVQ3") {
      code("marker")
      uint(32, "size", .bytes)
      uint(3, "frame_size_code", .names(sorensonSizes))
      uint(12, "width", .unit("px"), if: .equal("frame_size_code", 7))
      uint(12, "height", .unit("px"), if: .equal("frame_size_code", 7))
      flag("half_pel")
      flag("third_pel")
      uint(4, "unknown_1")
      flag("low_delay")
      flag("unknown_2")
      uint(5, "unknown_3")
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("srcq", "Quality of rate conversion", "Core Audio", in: "wave", summary: "{quality}") {
      uint(32, "quality", .names([0: "least", 0x20: "low", 0x40: "medium", 0x60: "high", 0x7F: "greatest"]))
    },
    Syntax(
      "wfex", "Wave format", "Microsoft WAVEFORMATEX", in: "enca wma\\x20",
      summary: "{nChannels} channels, {nSamplesPerSec}"
    ) { return waveFormatRows },
    // Codings of Windows by the number of their format; what the header of a WAV file says of them.
    waveFormat("ms\\x00\\x02", "Microsoft ADPCM format"),
    waveFormat("ms\\x00\\x11", "IMA ADPCM format"),
    waveFormat("ms\\x00U", "MP3 format"),
    Syntax(
      "THMB", "Canon thumbnail", "Canon CR3", in: "uuid", versions: 0...1,
      summary: "{width}×{height}"
    ) {
      when(.version(0)) {
        uint(16, "width", .unit("px"))
        uint(16, "height", .unit("px"))
        uint(32, "jpeg_size", .bytes)
        uint(16, "unknown_1")
        uint(16, "unknown_2")
        bytes(.field("jpeg_size"), "JPEG")
      }
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("PRVW", "Canon preview", "Canon CR3", in: "uuid", summary: "{width}×{height}") {
      uint(32, "unknown_1")
      uint(16, "unknown_2")
      uint(16, "width", .unit("px"))
      uint(16, "height", .unit("px"))
      uint(16, "unknown_3")
      uint(32, "jpeg_size", .bytes)
      bytes(.field("jpeg_size"), "JPEG")
    },
    Syntax(
      "CMP1", "Canon raw compression", "Canon CR3", summary: "{image_width}×{image_height}"
    ) {
      uint(16, "signature", .hex)
      uint(16, "header_size", .bytes)
      uint(16, "version", .hex)
      uint(16, "version_sub")
      uint(32, "image_width", .unit("px"))
      uint(32, "image_height", .unit("px"))
      uint(32, "tile_width", .unit("px"))
      uint(32, "tile_height", .unit("px"))
      bytes(.remaining, "data")
    },
    Syntax("JPEG", "Canon JPEG parameters", "Canon CR3", in: "CRAW") { uint(32, "unknown") },
    Syntax("CDI1", "Canon sensor information", "Canon CR3", versions: 0...0) { boxes() },
    Syntax(
      "IAD1", "Canon sensor area", "Canon CR3", in: "CDI1",
      summary: "{sensor_width}×{sensor_height}"
    ) {
      uint(32, "unknown")
      uint(16, "sensor_width", .unit("px"))
      uint(16, "sensor_height", .unit("px"))
      bytes(.remaining, "areas")
    },

    // Nikon
    Syntax("NCDT", "Nikon data", "Nikon", in: "udta") { boxes() },
    Syntax("NCTG", "Nikon tags", "Nikon", in: "NCDT udta", summary: "{tags|count} tags") {
      list(.remaining, "tags") {
        uint(32, "tag", .hex).identity
        uint(16, "format", .names(formats))
        uint(16, "count")
        array(
          .field("count"), "values", if: .oneOf("format", [1, 7]), of: uint(8, "value"))
        string(.latin1, .bytes(.field("count")), "value", if: .equal("format", 2))
        array(.field("count"), "values", if: .equal("format", 3), of: uint(16, "value"))
        array(.field("count"), "values", if: .equal("format", 4), of: uint(32, "value"))
        table(.field("count"), "values", if: .equal("format", 5)) {
          uint(32, "numerator")
          uint(32, "denominator")
        }
        array(.field("count"), "values", if: .equal("format", 6), of: int(8, "value"))
        array(.field("count"), "values", if: .equal("format", 8), of: int(16, "value"))
        array(.field("count"), "values", if: .equal("format", 9), of: int(32, "value"))
        table(.field("count"), "values", if: .equal("format", 10)) {
          int(32, "numerator")
          int(32, "denominator")
        }
        array(.field("count"), "values", if: .equal("format", 11), of: float(32, "value"))
        array(.field("count"), "values", if: .equal("format", 12), of: float(64, "value"))
      }
    },
    Syntax("NCTH", "Nikon thumbnail", "Nikon", in: "NCDT") { bytes(.remaining, "JPEG") },
    Syntax("NCVW", "Nikon preview", "Nikon", in: "NCDT") { bytes(.remaining, "JPEG") },
    Syntax("NCDB", "Nikon data block", "Nikon", in: "NCDT") { bytes(.remaining, "data") },

    // Samsung
    Syntax("smta", "Samsung metadata", "Samsung", in: "udta", versions: 0...0) { boxes() },
    Syntax("saut", "Samsung author", "Samsung", in: "smta") { bytes(.remaining, "data", .hex) },
    Syntax("svss", "Samsung scene", "Samsung", in: "smta") { bytes(.remaining, "data", .hex) },
    Syntax("srfr", "Samsung recording rate", "Samsung", in: "smta", summary: "{rate} fps") {
      ufixed(16, 16, "rate", .unit("fps"))
    },
    Syntax("mdln", "Samsung model", "Samsung", in: "smta", summary: "{model}") {
      string(.utf8, .rest, "model")
    },
    Syntax("SDLN", "Samsung play mode", "Samsung", in: "udta", summary: "{mode}") {
      string(.utf8, .rest, "mode")
    },
    Syntax("smrd", "Samsung recording mode", "Samsung", in: "udta", summary: "{mode}") {
      string(.utf8, .rest, "mode")
    },
    Syntax("INFO", "Samsung information", "Samsung", in: "udta") { bytes(.remaining, "data") },
    Syntax("sefd", "Samsung extension data", "Samsung", in: "file") {
      bytes(.remaining, "data", .embedded("SEF "))
    },

    // Sony
    Syntax("FPRF", "File profile", "Sony", in: "uuid", versions: 0...0) {
      uint(
        32, "file_function_flags",
        .flags([0x1000_0000: "fragmented", 0x2000_0000: "additional tracks", 0x4000_0000: "edited"])
      )
      bytes(.remaining, "reserved_data", .hex, if: .remaining(8))
    },
    Syntax(
      "APRF", "Audio profile", "Sony", in: "uuid", versions: 0...0,
      summary: "{audio_codec}, {sample_rate}, {channels} channels"
    ) {
      uint(32, "track_ID", .reference(.track)).identity
      code("audio_codec")
      uint(32, "codec_info", .hex)
      uint(
        32, "attributes",
        .flags([0x1: "encrypted", 0x2: "variable bit rate", 0x4: "dual mono"]))
      uint(32, "avg_bitrate", .unit("kbit/s"))
      uint(32, "max_bitrate", .unit("kbit/s"))
      uint(32, "sample_rate", .unit("Hz"))
      uint(32, "channels")
    },
    Syntax(
      "VPRF", "Video profile", "Sony", in: "uuid", versions: 0...0,
      summary: "{video_codec}, {width}×{height}"
    ) {
      uint(32, "track_ID", .reference(.track)).identity
      code("video_codec")
      uint(32, "codec_info", .hex)
      uint(
        32, "attributes",
        .flags([
          0x1: "encrypted", 0x2: "variable bit rate", 0x4: "variable frame rate",
          0x8: "interlaced",
        ]))
      uint(32, "avg_bitrate", .unit("kbit/s"))
      uint(32, "max_bitrate", .unit("kbit/s"))
      ufixed(16, 16, "avg_frame_rate", .unit("fps"))
      ufixed(16, 16, "max_frame_rate", .unit("fps"))
      uint(16, "width", .unit("px"))
      uint(16, "height", .unit("px"))
      uint(16, "pixel_aspect_width")
      uint(16, "pixel_aspect_height")
    },
    Syntax("MTDT", "Sony metadata", "Sony", in: "uuid", summary: "{entries|count} entries") {
      uint(16, "count")
      list(.field("count"), "entries") {
        uint(16, "size", .bytes)
        uint(32, "type", .names(metadataTypes)).identity
        uint(16, "language", .language)
        uint(16, "encoding", .names([0: "binary", 1: "UTF-16BE"]))
        string(
          .utf16BE, .bytes(.field("size", plus: -10)), "text", if: .equal("encoding", 1))
        bytes(.field("size", plus: -10), "data", .hex, if: .notEqual("encoding", 1))
      }
    },

    Syntax("SNum", "Serial number", "cameras", in: "udta", summary: "{serial_number}") {
      string(.utf8, .rest, "serial_number")
    },

    // Dash cameras
    Syntax("gps ", "GPS index", "Novatek", in: "moov", versions: 0...255) {
      uint(32, "count")
      table(.field("count"), "entries") {
        uint(32, "offset", .fileOffset(.file))
        uint(32, "size", .bytes)
      }
    },
    // Degrees and minutes in one number: 4807.8 is 48° 7.8'.
    Syntax("gps0", "GPS records", "VSYS, Navitel", in: "file udta", summary: "{positions|count} positions") {
      table(.remaining, "positions") {
        float(64, "latitude").little
        float(64, "longitude").little
        int(32, "altitude", .unit("m")).little
        uint(16, "speed", .unit("km/h")).little
        uint(8, "year")
        uint(8, "month")
        uint(8, "day")
        uint(8, "hour")
        uint(8, "minute")
        uint(8, "second")
        // In steps of two degrees.
        uint(8, "direction")
        uint(24, "unknown", .hex)
      }
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("GPS0", "GPS records", "dash cameras", in: "udta") { bytes(.remaining, "data") },
    // Of 70mai, whose numbers are thousandths of degrees and minutes; of others it is not known.
    Syntax("GPS ", "GPS block", "dash cameras") {
      table(.remaining, "positions", if: .all([.remaining(36 * 8), isHalf(128, 0x4E, 0x53), isHalf(168, 0x45, 0x57)])) {
        uint(32, "is_valid").little
        uint(32, "has_fix").little
        uint(32, "number").little
        uint(32, "speed", .scaled(1_000, "km/h")).little
        uint(8, "latitude_reference", .names([0x4E: "N", 0x53: "S"]))
        uint(32, "latitude", .scaled(1_000, "")).little
        uint(8, "longitude_reference", .names([0x45: "E", 0x57: "W"]))
        uint(32, "longitude", .scaled(1_000, "")).little
        uint(64, "unknown_1", .hex)
        uint(16, "unknown_2", .hex)
      }
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("3gf ", "Accelerometer log", "dash cameras") { bytes(.remaining, "data") },
    Syntax("udat", "NMEA log", "dash cameras") { string(.latin1, .bytes(.remaining), "nmea") },
    Syntax("infi", "Camera text", "dash cameras") { string(.latin1, .bytes(.remaining), "text") },
    Syntax("mvds", "Kenwood data", "Kenwood") { bytes(.remaining, "data") },

    // Google
    Syntax("gsst", "Start time", "Google", in: "udta", summary: "{text}") {
      string(.utf8, .rest, "text")
    },
    Syntax("gstd", "Track duration", "Google", in: "udta", summary: "{text}") {
      string(.utf8, .rest, "text")
    },
    Syntax("gssd", "Source data", "Google", in: "udta", summary: "{text}") {
      string(.utf8, .rest, "text")
    },
    Syntax("gspu", "Ping URL", "Google", in: "udta", summary: "{text}") {
      string(.utf8, .rest, "text")
    },
    Syntax("gspm", "Ping message", "Google", in: "udta", summary: "{text}") {
      string(.utf8, .rest, "text")
    },
    Syntax("gshh", "Host header", "Google", in: "udta", summary: "{text}") {
      string(.utf8, .rest, "text")
    },
    Syntax("loop", "Looping", "WhatsApp") { bytes(.remaining, "data") },
    Syntax("UITS", "Unique identifier", "Universal Music") { bytes(.remaining, "data") },

    // Maker notes whose inside nobody has published.
    Syntax("MMA0", "Minolta data", "Minolta", in: "udta") { bytes(.remaining, "data") },
    Syntax("MMA1", "Minolta data", "Minolta", in: "udta") { bytes(.remaining, "data") },
    Syntax("OLYM", "Olympus tags", "Olympus", in: "udta") { bytes(.remaining, "data") },
    Syntax("scrn", "Olympus screen image", "Olympus", in: "udta") { bytes(.remaining, "data") },
    Syntax("PANA", "Panasonic data", "Panasonic", in: "udta") { bytes(.remaining, "data") },
    Syntax("PENT", "Pentax data", "Pentax", in: "udta") { bytes(.remaining, "data") },
    Syntax("LEIC", "Leica data", "Leica", in: "udta") { bytes(.remaining, "data") },
    Syntax("MVTG", "Fujifilm tags", "Fujifilm", in: "udta") { bytes(.remaining, "data") },
    Syntax("FFMV", "Fujifilm data", "Fujifilm", in: "udta") { bytes(.remaining, "data") },
    Syntax("TAGS", "Maker tags", "Casio, Minolta, Nikon, Pentax", in: "udta") {
      bytes(.remaining, "data")
    },
    Syntax("pana", "Panasonic data", "Panasonic", in: "udta") { bytes(.remaining, "data") },
    Syntax("vndr", "Olympus vendor", "Olympus", summary: "{vendor}") {
      string(.utf8, .bytes(.remaining), "vendor")
    },
    Syntax("inst", "Insta360 data", "Insta360") { bytes(.remaining, "data", .embedded("INST")) },
    Syntax("INSV", "Insta360 data", "Insta360") { bytes(.remaining, "data") },
    Syntax("thma", "Insta360 thumbnail", "Insta360") { bytes(.remaining, "data") },
    Syntax("cust", "Insta360 serial", "Insta360") { bytes(.remaining, "data") },
  ]

  /// Whether the letter at this bit of the payload is one of two.
  private static func isHalf(_ offset: Int, _ first: UInt64, _ second: UInt64) -> Condition {
    .any([.next(8, first, offset: offset), .next(8, second, offset: offset)])
  }

  private static func waveFormat(_ code: StaticString, _ title: StaticString) -> Syntax {
    Syntax(
      code, title, "QTFF, siDecompressionParam Atom; Microsoft WAVEFORMATEX", in: "wave",
      summary: "{nChannels} channels, {nSamplesPerSec}"
    ) { return waveFormatRows }
  }

  @Rows private static var waveFormatRows: [Row] {
    uint(16, "wFormatTag", .hex).little
    uint(16, "nChannels").little
    uint(32, "nSamplesPerSec", .unit("Hz")).little
    uint(32, "nAvgBytesPerSec", .unit("B/s")).little
    uint(16, "nBlockAlign", .bytes).little
    uint(16, "wBitsPerSample", .unit("bits")).little
    uint(16, "cbSize", .bytes, if: .remaining(16)).little
    bytes(.field("cbSize"), "extension", if: .atLeast("cbSize", 1))
  }

  /// Formats of TIFF 6.0.
  private static let formats: Names = [
    1: "byte", 2: "text", 3: "16-bit unsigned", 4: "32-bit unsigned", 5: "unsigned rational",
    6: "8-bit signed", 7: "bytes", 8: "16-bit signed", 9: "32-bit signed",
    10: "signed rational", 11: "32-bit float", 12: "64-bit float",
  ]

  private static let sorensonSizes: Names = [
    0: "160×120", 1: "128×96", 2: "176×144", 3: "352×288", 4: "704×576", 5: "240×180", 6: "320×240", 7: "its own",
  ]

  private static let metadataTypes: Names = [
    1: "title", 3: "creation date", 4: "encoder", 0x0A: "track property", 0x0B: "tracks",
  ]
}

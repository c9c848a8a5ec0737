import Structure

/// The MPEG-4 descriptors, a table for each (14496-1 §7.2.6, 14496-14 §6.2).
///
/// A descriptor begins with its tag and its size, which are rows of every one of them; here stands what
/// follows.
enum ObjectDescriptors: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "ObjectDescriptor", "Object descriptor", "14496-1 §7.2.6.3", in: "iods",
      entry: .descriptor(0x01)
    ) { object() },
    Syntax(
      "MP4_OD", "Object descriptor in a file", "14496-14 §6.2", in: "iods",
      entry: .descriptor(0x11)
    ) { object() },
    Syntax(
      "InitialObjectDescriptor", "Initial object descriptor", "14496-1 §7.2.6.4", in: "iods",
      entry: .descriptor(0x02)
    ) { initialObject() },
    Syntax(
      "MP4_IOD", "Initial object descriptor in a file", "14496-14 §6.2", in: "iods",
      entry: .descriptor(0x10)
    ) { initialObject() },
    Syntax(
      "ES_ID_Inc", "Track of an elementary stream", "14496-14 §6.2",
      in: "ObjectDescriptor MP4_OD InitialObjectDescriptor MP4_IOD", entry: .descriptor(0x0E)
    ) { uint(32, "Track_ID", .reference(.track)) },
    Syntax(
      "ES_ID_Ref", "Reference to an elementary stream", "14496-14 §6.2",
      in: "ObjectDescriptor MP4_OD InitialObjectDescriptor MP4_IOD", entry: .descriptor(0x0F)
    ) { uint(16, "ref_index") },
    Syntax(
      "ES_Descriptor", "Elementary stream", "14496-1 §7.2.6.5",
      in: "esds ObjectDescriptor MP4_OD InitialObjectDescriptor MP4_IOD",
      entry: .descriptor(0x03)
    ) {
      uint(16, "ES_ID")
      flag("streamDependenceFlag")
      flag("URL_Flag")
      flag("OCRstreamFlag")
      uint(5, "streamPriority")
      uint(16, "dependsOn_ES_ID", if: .equal("streamDependenceFlag", 1))
      string(.utf8, .pascal, "URLstring", if: .equal("URL_Flag", 1))
      uint(16, "OCR_ES_Id", if: .equal("OCRstreamFlag", 1))
      descriptor("DecoderConfigDescriptor")
      descriptor("SLConfigDescriptor")
      descriptors()
    },
    Syntax(
      "DecoderConfigDescriptor", "Decoder configuration", "14496-1 §7.2.6.6",
      in: "ES_Descriptor iacb", entry: .descriptor(0x04)
    ) {
      uint(8, "objectTypeIndication", .names(objectTypes))
      uint(6, "streamType", .names(streamTypes))
      flag("upStream")
      reservedOnes(1)
      uint(24, "bufferSizeDB", .bytes)
      uint(32, "maxBitrate", .unit("bit/s"))
      uint(32, "avgBitrate", .unit("bit/s"))
      descriptor("DecoderSpecificInfo")
      descriptor("profileLevelIndicationIndexDescriptor")
      descriptors()
    },
    Syntax(
      "DecoderSpecificInfo", "Audio decoder configuration", "14496-3 §1.6.2.1",
      in: "DecoderConfigDescriptor",
      entry: .descriptor(
        0x05, if: .oneOf("objectTypeIndication", [0x40, 0x66, 0x67, 0x68, 0x69, 0x6B]))
    ) { AudioSpecificConfig.rows() },
    Syntax(
      "DecoderSpecificInfo", "MPEG-4 Visual decoder configuration", "14496-2 §6.2.2",
      in: "DecoderConfigDescriptor",
      entry: .descriptor(0x05, if: .equal("objectTypeIndication", 0x20))
    ) { StartCodes.visual() },
    Syntax(
      "DecoderSpecificInfo", "MPEG-2 Video decoder configuration", "13818-2 §6.2",
      in: "DecoderConfigDescriptor",
      entry: .descriptor(0x05, if: .oneOf("objectTypeIndication", [0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x6A]))
    ) { StartCodes.video() },
    Syntax(
      "DecoderSpecificInfo", "Decoder configuration of any codec", "14496-1 §7.2.6.7",
      in: "DecoderConfigDescriptor", entry: .descriptor(0x05)
    ) { bytes(.remaining, "data") },
    Syntax(
      "profileLevelIndicationIndexDescriptor", "Index of a profile and level", "14496-1 §7.2.6",
      in: "DecoderConfigDescriptor", entry: .descriptor(0x14)
    ) { uint(8, "profileLevelIndicationIndex", .hex) },
    Syntax(
      "SLConfigDescriptor", "Synchronisation layer", "14496-1 §7.2.6.8", in: "ES_Descriptor",
      entry: .descriptor(0x06)
    ) {
      uint(8, "predefined", .names([0: "custom", 1: "null", 2: "MP4"]))
      when(.equal("predefined", 0)) {
        flag("useAccessUnitStartFlag")
        flag("useAccessUnitEndFlag")
        flag("useRandomAccessPointFlag")
        flag("hasRandomAccessUnitsOnlyFlag")
        flag("usePaddingFlag")
        flag("useTimeStampsFlag")
        flag("useIdleFlag")
        flag("durationFlag")
        uint(32, "timeStampResolution", .unit("Hz"))
        uint(32, "OCRResolution", .unit("Hz"))
        uint(8, "timeStampLength", .unit("bits"))
        uint(8, "OCRLength", .unit("bits"))
        uint(8, "AU_Length", .unit("bits"))
        uint(8, "instantBitrateLength", .unit("bits"))
        uint(4, "degradationPriorityLength", .unit("bits"))
        uint(5, "AU_seqNumLength", .unit("bits"))
        uint(5, "packetSeqNumLength", .unit("bits"))
        reservedOnes(2)
        when(.equal("durationFlag", 1)) {
          uint(32, "timeScale", .unit("Hz"))
          uint(16, "accessUnitDuration", .ticks(.field("timeScale")))
          uint(16, "compositionUnitDuration", .ticks(.field("timeScale")))
        }
        when(.equal("useTimeStampsFlag", 0)) {
          uint(.field("timeStampLength"), "startDecodingTimeStamp")
          uint(.field("timeStampLength"), "startCompositionTimeStamp")
          alignment()
        }
      }
    },
    Syntax(
      "IPMP_ToolListDescriptor", "Tools for protected content", "14496-13", in: "ipmc",
      entry: .descriptor(0x60)
    ) { bytes(.remaining, "data") },
  ]

  private static func initialObject() -> Row {
    when(.remaining(0)) {
      uint(10, "ObjectDescriptorID")
      flag("URL_Flag")
      flag("includeInlineProfileLevelFlag")
      reservedOnes(4)
      string(.utf8, .pascal, "URLstring", if: .equal("URL_Flag", 1))
      when(.equal("URL_Flag", 0)) {
        uint(8, "ODProfileLevelIndication", .names(noProfiles))
        uint(8, "sceneProfileLevelIndication", .names(noProfiles))
        uint(8, "audioProfileLevelIndication", .names(audioProfiles))
        uint(8, "visualProfileLevelIndication", .names(visualProfiles))
        uint(8, "graphicsProfileLevelIndication", .names(noProfiles))
      }
      streams()
    }
  }

  private static func object() -> Row {
    when(.remaining(0)) {
      uint(10, "ObjectDescriptorID")
      flag("URL_Flag")
      reservedOnes(5)
      string(.utf8, .pascal, "URLstring", if: .equal("URL_Flag", 1))
      streams()
    }
  }

  /// The streams of an object, and whatever else describes it.
  private static func streams() -> Row {
    list(.remaining, "descriptors") {
      descriptor("ES_ID_Inc")
      descriptor("ES_ID_Ref")
      descriptor("ES_Descriptor")
      when(
        .all([
          .remaining(16), .not(.next(8, 0x0E, offset: 0)), .not(.next(8, 0x0F, offset: 0)),
          .not(.next(8, 0x03, offset: 0)),
        ])
      ) {
        descriptors("others")
      }
    }
  }

  private static let objectTypes: Names = [
    0x01: "Systems", 0x02: "Systems", 0x03: "Interaction stream", 0x04: "Extended BIFS",
    0x05: "AFX stream", 0x06: "Font data stream", 0x07: "Synthesised texture",
    0x08: "Text stream", 0x09: "LASeR stream", 0x0A: "SAF stream", 0x20: "MPEG-4 Visual",
    0x21: "H.264", 0x22: "H.264 parameter sets", 0x23: "HEVC", 0x40: "MPEG-4 Audio",
    0x60: "MPEG-2 Video Simple", 0x61: "MPEG-2 Video Main", 0x62: "MPEG-2 Video SNR",
    0x63: "MPEG-2 Video Spatial", 0x64: "MPEG-2 Video High", 0x65: "MPEG-2 Video 4:2:2",
    0x66: "MPEG-2 AAC Main", 0x67: "MPEG-2 AAC LC", 0x68: "MPEG-2 AAC SSR",
    0x69: "MPEG-2 Audio", 0x6A: "MPEG-1 Video", 0x6B: "MPEG-1 Audio", 0x6C: "JPEG", 0x6D: "PNG",
    0x6E: "JPEG 2000", 0xA0: "EVRC", 0xA1: "SMV", 0xA2: "3GPP2 CMF", 0xA3: "VC-1",
    0xA4: "Dirac", 0xA5: "AC-3", 0xA6: "Enhanced AC-3", 0xA7: "DRA", 0xA8: "G.719",
    0xA9: "DTS-HD core", 0xAA: "DTS-HD core and extension", 0xAB: "DTS-HD lossless",
    0xAC: "DTS-HD low bit rate", 0xAD: "Opus", 0xAE: "AC-4", 0xAF: "Auro-Cx",
    0xB0: "RealVideo 11", 0xB1: "VP9", 0xB2: "DTS-UHD profile 2", 0xB3: "DTS-UHD profile 3",
    0xDD: "Vorbis", 0xE0: "VobSub", 0xE1: "QCELP 13K", 0xFF: "no object type",
  ]

  private static let streamTypes: Names = [
    0x01: "object descriptor stream", 0x02: "clock reference stream",
    0x03: "scene description stream", 0x04: "visual stream", 0x05: "audio stream",
    0x06: "MPEG-7 stream", 0x07: "IPMP stream", 0x08: "object content information stream",
    0x09: "MPEG-J stream", 0x0A: "interaction stream", 0x0B: "IPMP tool stream",
    0x0C: "font data stream", 0x0D: "streaming text",
  ]

  private static let noProfiles: Names = [0xFE: "none specified", 0xFF: "not required"]

  private static let audioProfiles: Names = [
    0x01: "Main L1", 0x02: "Main L2", 0x03: "Main L3", 0x04: "Main L4", 0x0F: "High Quality L2",
    0x28: "AAC L1", 0x29: "AAC L2", 0x2A: "AAC L4", 0x2B: "AAC L5", 0x2C: "HE-AAC L2",
    0x2D: "HE-AAC L3", 0x2E: "HE-AAC L4", 0x2F: "HE-AAC L5", 0x30: "HE-AAC v2 L2",
    0x31: "HE-AAC v2 L3", 0x32: "HE-AAC v2 L4", 0x33: "HE-AAC v2 L5", 0xFE: "none specified",
    0xFF: "not required",
  ]

  static let visualProfiles: Names = [
    0x01: "Simple L1", 0x02: "Simple L2", 0x03: "Simple L3", 0x08: "Simple L0",
    0x15: "AVC", 0x7F: "AVC", 0xF0: "Advanced Simple L0", 0xF1: "Advanced Simple L1",
    0xF2: "Advanced Simple L2", 0xF3: "Advanced Simple L3", 0xF4: "Advanced Simple L4",
    0xF5: "Advanced Simple L5", 0xFE: "none specified", 0xFF: "not required",
  ]
}

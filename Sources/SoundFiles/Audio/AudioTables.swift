import ByteReading
import Structure

/// Streams of audio frames: what lies between the tags of a file.
enum AudioTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "mpga", "audio", "11172-3 §2.4.1, 13818-3 §2.4.1", name: "audio",
      summary: .function(putStream)
    ) {
      part("information_frame", foundBy: { InformationFrameFinder() }) {
        header
        when(.any([tag("VBRI", at: 32), tag("VBRI", at: 30)])) {
          bytes(32, "side_information", if: tag("VBRI", at: 32))
          bytes(30, "side_information", if: tag("VBRI", at: 30))
        }
        bytes(32, "side_information", if: xing(at: 32))
        bytes(30, "side_information", if: xing(at: 30))
        bytes(17, "side_information", if: xing(at: 17))
        bytes(15, "side_information", if: xing(at: 15))
        bytes(9, "side_information", if: xing(at: 9))
        bytes(7, "side_information", if: xing(at: 7))
        group("Xing", if: xing(at: 0)) {
          code("identifier")
          uint(32, "flags", .flags(XingNames.flags))
          uint(32, "number_of_frames", if: .bits("flags", 1))
          uint(32, "number_of_bytes", .bytes, if: .bits("flags", 2))
          array(100, "toc", if: .bits("flags", 4), of: uint(8, "value"))
          uint(32, "quality", if: .bits("flags", 8))
        }
        lame
        group("VBRI", if: tag("VBRI", at: 0)) {
          code("identifier")
          uint(16, "version")
          uint(16, "delay")
          uint(16, "quality")
          uint(32, "number_of_bytes", .bytes)
          uint(32, "number_of_frames")
          uint(16, "toc_entries")
          uint(16, "toc_scale")
          uint(16, "toc_entry_size", .bytes)
          uint(16, "frames_per_toc_entry")
          array(
            .field("toc_entries"), "toc",
            of: uint(.quantity(.field("toc_entry_size", times: 8)), "value"))
        }
        bytes(.remaining, "data")
      }
      parts("frames", foundBy: { FrameFinder<MPEGAudioHeader>(gap: .audioSyncLost) }) {
        header
        bytes(.remaining, "data")
      }
    },
    Syntax(
      "adts", "audio", "14496-3 §1.A.2.2", name: "audio", summary: .function(putStream)
    ) {
      parts("frames", foundBy: { FrameFinder<ADTSHeader>(gap: .audioSyncLost) }) {
        uint(12, "syncword", .hex)
        uint(1, "ID", .names([0: "MPEG-4", 1: "MPEG-2"]))
        uint(2, "layer", .expected(0))
        uint(1, "protection_absent", .boolean)
        uint(2, "profile_ObjectType", .names([0: "Main", 1: "LC", 2: "SSR", 3: "LTP"]))
        uint(4, "sampling_frequency_index", .names(ADTSNames.frequencies)).column
        uint(1, "private_bit")
        uint(3, "channel_configuration").column
        uint(1, "original_copy")
        uint(1, "home")
        uint(1, "copyright_identification_bit")
        uint(1, "copyright_identification_start")
        uint(13, "aac_frame_length", .bytes).column
        uint(11, "adts_buffer_fullness").column
        uint(2, "number_of_raw_data_blocks_in_frame", .minusOne)
        table(
          .field("number_of_raw_data_blocks_in_frame"), "raw_data_block_position",
          if: .equal("protection_absent", 0)
        ) {
          uint(16, "position", .bytes)
        }
        uint(16, "crc_check", .hex, if: .equal("protection_absent", 0))
        bytes(.remaining, "data")
      }
    },
    Syntax(
      "TTA1", "audio", "True Audio 1", name: "audio", summary: .function(ChunkSummaries.tta)
    ) {
      code("signature")
      uint(16, "audio_format", .names([1: "simple", 2: "encrypted"])).little
      uint(16, "num_channels").little
      uint(16, "bits_per_sample", .unit("bits")).little
      uint(32, "sample_rate", .unit("Hz")).little
      uint(32, "data_length", .unit("samples")).little
      uint(32, "header_crc32", .hex).little
      part("seek_table", foundBy: { TTASeekTableFinder() }) {
        array(.remainingLess(1), "frame_sizes", of: uint(32, "value", .bytes).little)
        uint(32, "crc32", .hex).little
      }
      bytes(.remaining, "frames")
    },
  ]

  /// The header of a frame of MPEG audio (11172-3 §2.4.1.3). The sync word has eleven bits here: the
  /// twelfth is 0 in MPEG-2.5.
  private static var header: Row {
    when(.remaining(32)) {
      uint(11, "syncword", .hex)
      uint(2, "ID", .names([0: "MPEG-2.5", 2: "MPEG-2", 3: "MPEG-1"]))
      uint(2, "layer", .names([1: "Layer III", 2: "Layer II", 3: "Layer I"]))
      uint(1, "protection_bit", .names([0: "CRC follows", 1: "no CRC"])).column
      rate(.equal("ID", 3), layer: 3, MPEGAudioNames.layerI)
      rate(.equal("ID", 3), layer: 2, MPEGAudioNames.layerII)
      rate(.equal("ID", 3), layer: 1, MPEGAudioNames.layerIII)
      rate(.notEqual("ID", 3), layer: 3, MPEGAudioNames.lowLayerI)
      uint(
        4, "bitrate_index", .names(MPEGAudioNames.lowLayers),
        if: .all([.notEqual("ID", 3), .oneOf("layer", [1, 2])])
      ).column
      uint(2, "sampling_frequency", .names(MPEGAudioNames.frequencies), if: .equal("ID", 3)).column
      uint(2, "sampling_frequency", .names(MPEGAudioNames.halves), if: .equal("ID", 2)).column
      uint(2, "sampling_frequency", .names(MPEGAudioNames.quarters), if: .equal("ID", 0)).column
      uint(1, "padding_bit").column
      uint(1, "private_bit")
      uint(2, "mode", .names(MPEGAudioNames.modes)).column
      uint(2, "mode_extension", .names(MPEGAudioNames.jointLayerIII), if: joint([1]))
      uint(2, "mode_extension", .names(MPEGAudioNames.bounds), if: joint([2, 3]))
      uint(2, "mode_extension", if: .notEqual("mode", 1))
      uint(1, "copyright", .boolean)
      uint(1, "original_copy", .names([0: "copy", 1: "original"]))
      uint(2, "emphasis", .names([0: "none", 1: "50/15 µs", 3: "CCITT J.17"]))
      uint(16, "crc_check", .hex, if: .equal("protection_bit", 0))
    }
  }

  private static func rate(_ condition: Condition, layer: UInt64, _ names: Names) -> Row {
    uint(4, "bitrate_index", .names(names), if: .all([condition, .equal("layer", layer)])).column
  }

  /// The layer is one of these, and the mode is joint stereo.
  private static func joint(_ layers: [UInt64]) -> Condition {
    .all([.oneOf("layer", layers), .equal("mode", 1)])
  }

  /// This code stands `offset` bytes ahead.
  private static func tag(_ code: FourCC, at offset: Int) -> Condition {
    .nextCode(code, offset: offset * 8)
  }

  private static func xing(at offset: Int) -> Condition {
    .any([tag("Xing", at: offset), tag("Info", at: offset)])
  }

  /// What LAME, and libavformat after it, say behind the header of Xing. Versions of LAME before 3.90
  /// wrote only a name of twenty characters.
  private static var lame: Row {
    group(
      "LAME",
      if: .any([
        .next(56, 0x4C_414D_4533_2E39, offset: 0), .next(56, 0x4C_414D_4533_2E31, offset: 0),
        .next(32, 0x4C33_2E39, offset: 0), tag("Lavf", at: 0), tag("Lavc", at: 0),
      ])
    ) {
      string(.latin1, .bytes(9), "encoder").volatile
      uint(4, "revision")
      uint(4, "vbr_method", .names(XingNames.methods))
      uint(8, "lowpass", .unit("× 100 Hz"))
      ufixed(9, 23, "peak")
      gain("track_gain")
      gain("album_gain")
      uint(4, "encoding_flags", .flags(XingNames.encoding))
      uint(4, "ath_type")
      uint(8, "bitrate", .unit("kbit/s"))
      uint(12, "encoder_delay", .unit("samples"))
      uint(12, "encoder_padding", .unit("samples"))
      uint(2, "source_frequency", .names(XingNames.sources))
      flag("unwise_settings")
      uint(3, "stereo_mode", .names(XingNames.stereo))
      uint(2, "noise_shaping")
      int(8, "mp3_gain", .unit("× 1.5 dB"))
      reserved(2)
      uint(3, "surround", .names(XingNames.surround))
      uint(11, "preset")
      uint(32, "music_length", .bytes)
      uint(16, "music_crc", .hex)
      uint(16, "tag_crc", .hex)
    }
  }

  /// A replay gain: which, who says so, and how much (LAME tag; the RGAD frame has the same word).
  private static func gain(_ name: StaticString) -> Row {
    group(name) {
      uint(3, "name", .names([0: "not set", 1: "track", 2: "album"]))
      uint(3, "originator", .names(XingNames.originators))
      uint(1, "sign", .names([0: "positive", 1: "negative"]))
      uint(9, "gain", .scaled(10, "dB"))
    }
  }
}

/// Names for what Xing's and LAME's headers say.
private enum XingNames {
  static let flags: Names = [1: "frames", 2: "bytes", 4: "toc", 8: "quality"]
  static let methods: Names = [
    0: "unknown", 1: "CBR", 2: "ABR", 3: "VBR (old)", 4: "VBR (mtrh)", 5: "VBR (mt)",
    8: "CBR in two passes", 9: "ABR in two passes",
  ]
  static let encoding: Names = [
    1: "psychoacoustic tuning", 2: "safe joint stereo", 4: "without gap to the next file",
    8: "without gap to the file before",
  ]
  static let sources: Names = [
    0: "32 kHz or less", 1: "44.1 kHz", 2: "48 kHz", 3: "more than 48 kHz",
  ]
  static let stereo: Names = [
    0: "mono", 1: "stereo", 2: "dual", 3: "joint", 4: "forced", 5: "automatic", 6: "intensity",
    7: "other",
  ]
  static let surround: Names = [0: "none", 1: "DPL", 2: "DPL2", 3: "Ambisonic"]
  static let originators: Names = [
    0: "not set", 1: "artist", 2: "user", 3: "automatic", 4: "average of levels",
  ]
}

import ByteReading
import Structure

/// The decoder configurations of audio codecs.
enum AudioConfigurations: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "pcmC", "PCM configuration", "23003-5 §5.3", versions: 0...0,
      summary: .function(Summaries.pcmConfiguration)
    ) {
      uint(8, "format_flags", .flags([0x1: "little-endian"]))
      uint(8, "PCM_sample_size", .unit("bits"))
    },
    Syntax(
      "alac", "Apple Lossless configuration", "Apple Lossless Format", in: "alac wave enca",
      versions: 0...0, summary: .function(Summaries.losslessConfiguration)
    ) {
      uint(32, "frameLength")
      uint(8, "compatibleVersion", .expected(0))
      uint(8, "bitDepth", .unit("bits"))
      uint(8, "pb")
      uint(8, "mb")
      uint(8, "kb")
      uint(8, "numChannels")
      uint(16, "maxRun")
      uint(32, "maxFrameBytes", .bytes)
      uint(32, "avgBitRate", .unit("bit/s"))
      uint(32, "sampleRate", .unit("Hz"))
      group("ALACChannelLayoutInfo", if: .nextCode("chan", offset: 32)) {
        uint(32, "channelLayoutInfoSize", .bytes)
        code("channelLayoutInfoID")
        uint(32, "mVersionFlags", .hex)
        uint(32, "mChannelLayoutTag", .names(ChannelNames.layoutTags))
        uint(32, "mReserved1", .expected(0))
        uint(32, "mReserved2", .expected(0))
      }
    },
    Syntax(
      "dOps", "Opus configuration", "Opus in ISOBMFF §4.3.2",
      summary: .function(Summaries.opusConfiguration)
    ) {
      uint(8, "Version", .expected(0))
      uint(8, "OutputChannelCount")
      uint(16, "PreSkip")
      uint(32, "InputSampleRate", .unit("Hz"))
      int(16, "OutputGain", .decibels(256))
      uint(8, "ChannelMappingFamily", .names(opusFamilies))
      when(.notEqual("ChannelMappingFamily", 0)) {
        uint(8, "StreamCount")
        uint(8, "CoupledCount")
        array(.field("OutputChannelCount"), "ChannelMapping", of: uint(8, "stream"))
      }
    },
    Syntax(
      "dfLa", "FLAC configuration", "FLAC in ISOBMFF §3.3.2", versions: 0...0,
      summary: .function(Summaries.losslessConfiguration)
    ) {
      list(.remaining, "metadata_blocks") {
        flag("LastMetadataBlockFlag")
        uint(7, "BlockType", .names(flacBlocks))
        uint(24, "Length", .bytes)
        within(.field("Length"), "STREAMINFO", if: .equal("BlockType", 0)) {
          uint(16, "minimum_block_size")
          uint(16, "maximum_block_size")
          uint(24, "minimum_frame_size", .bytes)
          uint(24, "maximum_frame_size", .bytes)
          uint(20, "sample_rate", .unit("Hz"))
          uint(3, "channels_minus1", .minusOne)
          uint(5, "bits_per_sample_minus1", .minusOne)
          uint(36, "total_samples")
          bytes(16, "MD5_signature")
        }
        bytes(.field("Length"), "BlockData", if: .notEqual("BlockType", 0))
      }
    },
    Syntax(
      "dac3", "AC-3 configuration", "ETSI TS 102 366 §F.4",
      summary: .function(Summaries.dolbyConfiguration)
    ) {
      uint(2, "fscod", .names(sampleRateCodes))
      uint(5, "bsid")
      uint(3, "bsmod", .names(bitStreamModes))
      uint(3, "acmod", .names(codingModes))
      flag("lfeon")
      uint(5, "bit_rate_code", .names(bitRateCodes))
      reserved(5)
    },
    Syntax(
      "dec3", "Enhanced AC-3 configuration", "ETSI TS 102 366 §F.6",
      summary: .function(Summaries.dolbyConfiguration)
    ) {
      uint(13, "data_rate", .unit("kbit/s"))
      uint(3, "num_ind_sub", .minusOne)
      list(.field("num_ind_sub", plus: 1), "independent_substreams") {
        uint(2, "fscod", .names(sampleRateCodes))
        uint(5, "bsid")
        reserved(1)
        flag("asvc")
        uint(3, "bsmod", .names(bitStreamModes))
        uint(3, "acmod", .names(codingModes))
        flag("lfeon")
        reserved(3)
        uint(4, "num_dep_sub")
        uint(9, "chan_loc", .flags(channelLocations), if: .atLeast("num_dep_sub", 1))
        reserved(1, if: .equal("num_dep_sub", 0))
      }
      when(.remaining(16)) {
        reserved(7)
        flag("flag_ec3_extension_type_a")
        uint(8, "complexity_index_type_a")
      }
    },
    Syntax(
      "dac4", "AC-4 configuration", "ETSI TS 103 190-2 §E.5",
      summary: .function(Summaries.ac4Configuration)
    ) {
      uint(3, "ac4_dsi_version")
      uint(7, "bitstream_version")
      uint(1, "fs_index", .names([0: "44.1 kHz", 1: "48 kHz"]))
      uint(4, "frame_rate_index", .names(ac4FrameRates))
      uint(9, "n_presentations")
      when(.all([.atLeast("ac4_dsi_version", 1), .atLeast("bitstream_version", 2)])) {
        flag("b_program_id")
        when(.equal("b_program_id", 1)) {
          uint(16, "short_program_id")
          flag("b_uuid")
          uuid("program_uuid", if: .equal("b_uuid", 1))
        }
      }
      when(.atLeast("ac4_dsi_version", 1)) {
        uint(2, "bit_rate_mode", .names([1: "constant", 2: "average", 3: "variable"]))
        uint(32, "bit_rate", .unit("bit/s"))
        uint(32, "bit_rate_precision", .unit("bit/s"))
        alignment()
        list(.field("n_presentations"), "presentations") {
          uint(8, "presentation_version")
          uint(8, "pres_bytes", .bytes)
          uint(16, "add_pres_bytes", .bytes, if: .equal("pres_bytes", 255))
          within(
            .field("add_pres_bytes", plus: 255), "presentation", if: .equal("pres_bytes", 255)
          ) { ac4Presentation() }
          within(.field("pres_bytes"), "presentation", if: .notEqual("pres_bytes", 255)) {
            ac4Presentation()
          }
        }
      }
    },
    Syntax("dmlp", "Dolby TrueHD configuration", "Dolby MLP") {
      group("format_info") {
        uint(
          4, "audio_sampling_frequency",
          .names([
            0: "48 kHz", 1: "96 kHz", 2: "192 kHz", 8: "44.1 kHz", 9: "88.2 kHz", 10: "176.4 kHz",
          ]))
        uint(1, "6ch_multichannel_type")
        uint(1, "8ch_multichannel_type")
        reserved(2)
        uint(2, "2ch_presentation_channel_modifier")
        uint(2, "6ch_presentation_channel_modifier")
        uint(5, "6ch_presentation_channel_assignment", .flags(trueHDChannels))
        uint(2, "8ch_presentation_channel_modifier")
        uint(13, "8ch_presentation_channel_assignment", .flags(trueHDChannels))
      }
      uint(15, "peak_data_rate")
      reserved(1)
      reserved(32)
    },
    Syntax(
      "ddts", "DTS configuration", "ETSI TS 102 114 §E.2.2.3.1",
      summary: .function(Summaries.dtsConfiguration)
    ) {
      uint(32, "DTSSamplingFrequency", .unit("Hz"))
      uint(32, "maxBitrate", .unit("bit/s"))
      uint(32, "avgBitrate", .unit("bit/s"))
      uint(8, "pcmSampleDepth", .unit("bits"))
      uint(
        2, "FrameDuration",
        .names([0: "512 samples", 1: "1,024 samples", 2: "2,048 samples", 3: "4,096 samples"]))
      uint(5, "StreamConstruction")
      flag("CoreLFEPresent")
      uint(6, "CoreLayout")
      uint(14, "CoreSize", .bytes)
      flag("StereoDownmix")
      uint(3, "RepresentationType")
      uint(16, "ChannelLayout", .hex)
      flag("MultiAssetFlag")
      flag("LBRDurationMod")
      flag("ReservedBoxPresent")
      reserved(5)
      boxes()
    },
    Syntax("udts", "DTS-UHD configuration", "ETSI TS 103 491 §B.2") {
      uint(6, "DecoderProfileCode")
      uint(
        2, "FrameDurationCode",
        .names([0: "512 samples", 1: "1,024 samples", 2: "2,048 samples", 3: "4,096 samples"]))
      uint(3, "MaxPayloadCode")
      uint(5, "NumPresentationsCode")
      uint(32, "ChannelMask", .hex)
      uint(1, "BaseSamplingFrequencyCode", .names([0: "44.1 kHz", 1: "48 kHz"]))
      uint(2, "SampleRateMod")
      uint(3, "RepresentationType")
      uint(3, "StreamIndex")
      flag("ExpansionBoxPresent")
      array(
        .field("NumPresentationsCode", plus: 1), "ID_TagPresent", of: flag("present"))
      alignment()
      array(
        .remaining, "PresentationIDTags", if: .equal("ExpansionBoxPresent", 0),
        of: bytes(16, "PresentationIDTag", .hex))
      // Tags, as many as are present, then boxes.
      bytes(.remaining, "data", if: .all([.equal("ExpansionBoxPresent", 1), .remaining(8)]))
    },
    Syntax(
      "mhaC", "MPEG-H configuration", "23008-3 §20.4",
      summary: .function(Summaries.codecConfiguration)
    ) {
      uint(8, "configurationVersion", .expected(1))
      uint(8, "mpegh3daProfileLevelIndication", .hex)
      uint(8, "referenceChannelLayout", .names(ChannelNames.definedLayouts))
      uint(16, "mpegh3daConfigLength", .bytes)
      within(.field("mpegh3daConfigLength"), "mpegh3daConfig") { MPEGH.configuration() }
    },
    Syntax("mhaP", "MPEG-H profiles", "23008-3 §20.7") {
      uint(8, "numCompatibleSets")
      array(
        .field("numCompatibleSets"), "CompatibleSetIndications",
        of: uint(8, "CompatibleSetIndication", .hex))
    },
    Syntax(
      "iacb", "Immersive audio configuration", "AOM IAMF §6.2.1",
      summary: .function(Summaries.codecConfiguration)
    ) {
      uint(8, "configurationVersion", .expected(1))
      leb128("configOBUs_size", .bytes)
      within(.field("configOBUs_size"), "configOBUs") {
        list(.remaining, "obus") {
          uint(5, "obu_type", .names(iamfUnits))
          flag("obu_redundant_copy")
          flag("obu_trimming_status_flag")
          flag("obu_extension_flag")
          leb128("obu_size", .bytes)
          within(.field("obu_size"), "ia_sequence_header_obu", if: .equal("obu_type", 31)) {
            code("ia_code")
            uint(8, "primary_profile", .names(iamfProfiles))
            uint(8, "additional_profile", .names(iamfProfiles))
          }
          within(.field("obu_size"), "codec_config_obu", if: .equal("obu_type", 0)) {
            leb128("codec_config_id").identity
            code("codec_id")
            leb128("num_samples_per_frame")
            int(16, "audio_roll_distance")
            // The descriptor of 14496-1 that an esds has.
            when(.code("codec_id", "mp4a")) { descriptor("DecoderConfigDescriptor") }
            bytes(.remaining, "decoder_config", if: .remaining(8))
          }
          within(.field("obu_size"), "audio_element_obu", if: .equal("obu_type", 1)) { IAMF.audioElement() }
          within(.field("obu_size"), "mix_presentation_obu", if: .equal("obu_type", 2)) { IAMF.mixPresentation() }
          bytes(.field("obu_size"), "obu_data", if: .not(.oneOf("obu_type", [0, 1, 2, 31])))
        }
      }
    },
    Syntax(
      "damr", "AMR configuration", "3GPP TS 26.244 §6.7",
      summary: "{frames_per_sample} frames per sample"
    ) {
      code("vendor")
      uint(8, "decoder_version")
      uint(16, "mode_set", .hex)
      uint(8, "mode_change_period")
      uint(8, "frames_per_sample")
    },
    Syntax("dawp", "AMR-WB+ configuration", "3GPP TS 26.244 §6.10") {
      code("vendor")
      uint(8, "decoder_version")
    },
    voice("devc", "EVRC configuration"),
    voice("dqcp", "QCELP configuration"),
    voice("dsmv", "SMV configuration"),
    Syntax("dca3", "AVS3 audio configuration", "T/AI 109.7") { bytes(.remaining, "data") },
  ]

  /// How `ac4_presentation_v0_dsi` and `ac4_presentation_v1_dsi` begin (§E.8, §E.10).
  private static func ac4Presentation() -> Row {
    when(.remaining(0)) {
      uint(5, "presentation_config", if: .remaining(8))
      uint(3, "mdcompat", if: .all([.notEqual("presentation_config", 6), .remaining(3)]))
      uint(3, "reserved_bits", if: .all([.equal("presentation_config", 6), .remaining(3)]))
      // §E.10; the others have more in front of this, or nothing of it.
      when(.all([.equal("presentation_version", 1), .notEqual("presentation_config", 6), .remaining(24)])) {
        flag("b_presentation_id")
        uint(5, "presentation_id", if: .equal("b_presentation_id", 1))
        uint(2, "dsi_frame_rate_multiply_info")
        uint(2, "dsi_frame_rate_fraction_info")
        uint(5, "presentation_emdf_version")
        uint(10, "presentation_key_id")
        flag("b_presentation_channel_coded")
        when(.equal("b_presentation_channel_coded", 1)) {
          uint(5, "dsi_presentation_ch_mode", .names(ac4Modes))
          when(.oneOf("dsi_presentation_ch_mode", [11, 12, 13, 14])) {
            flag("pres_b_4_back_channels_present")
            uint(2, "pres_top_channel_pairs")
          }
          uint(24, "presentation_channel_mask_v1", .hex)
        }
        uint(.remaining, "data", .hex, if: .remaining(1))
      }
      bytes(.remaining, "data", if: .remaining(8))
    }
  }

  private static let ac4Modes: Names = [
    0: "mono", 1: "stereo", 2: "3.0", 3: "5.0", 4: "5.1", 5: "7.0, 3/4", 6: "7.1, 3/4", 7: "7.0, 5/2", 8: "7.1, 5/2",
    9: "5.0.2", 10: "5.1.2", 11: "7.0.4", 12: "7.1.4", 13: "9.0.4", 14: "9.1.4", 15: "22.2",
  ]

  private static let iamfProfiles: Names = [0: "Simple", 1: "Base", 2: "Base-Enhanced"]

  @inline(__always)
  private static func voice(_ type: StaticString, _ title: StaticString) -> Syntax {
    Syntax(type, title, "3GPP2 C.S0050") {
      code("vendor")
      uint(8, "decoder_version")
      uint(8, "frames_per_sample")
    }
  }

  private static let opusFamilies: Names = [
    0: "mono or stereo", 1: "Vorbis order, 1–8 channels", 2: "ambisonics",
    3: "ambisonics with matrix", 255: "discrete channels",
  ]

  private static let flacBlocks: Names = [
    0: "STREAMINFO", 1: "PADDING", 2: "APPLICATION", 3: "SEEKTABLE", 4: "VORBIS_COMMENT",
    5: "CUESHEET", 6: "PICTURE",
  ]

  private static let sampleRateCodes: Names = [
    0: "48,000 Hz", 1: "44,100 Hz", 2: "32,000 Hz", 3: "reduced",
  ]

  private static let bitStreamModes: Names = [
    0: "complete main", 1: "music and effects", 2: "visually impaired", 3: "hearing impaired",
    4: "dialogue", 5: "commentary", 6: "emergency", 7: "voice over or karaoke",
  ]

  private static let codingModes: Names = [
    0: "1+1", 1: "1/0 (C)", 2: "2/0 (L R)", 3: "3/0 (L C R)", 4: "2/1 (L R S)",
    5: "3/1 (L C R S)", 6: "2/2 (L R Ls Rs)", 7: "3/2 (L C R Ls Rs)",
  ]

  private static let bitRateCodes: Names = [
    0: "32 kbit/s", 1: "40 kbit/s", 2: "48 kbit/s", 3: "56 kbit/s", 4: "64 kbit/s",
    5: "80 kbit/s", 6: "96 kbit/s", 7: "112 kbit/s", 8: "128 kbit/s", 9: "160 kbit/s",
    10: "192 kbit/s", 11: "224 kbit/s", 12: "256 kbit/s", 13: "320 kbit/s", 14: "384 kbit/s",
    15: "448 kbit/s", 16: "512 kbit/s", 17: "576 kbit/s", 18: "640 kbit/s",
  ]

  private static let channelLocations: Names = [
    0x1: "Lc/Rc", 0x2: "Lrs/Rrs", 0x4: "Cs", 0x8: "Ts", 0x10: "Lsd/Rsd", 0x20: "Lw/Rw",
    0x40: "Lvh/Rvh", 0x80: "Cvh", 0x100: "LFE2",
  ]

  private static let trueHDChannels: Names = [
    0x1: "L/R", 0x2: "C", 0x4: "LFE", 0x8: "Ls/Rs", 0x10: "Lvh/Rvh", 0x20: "Lc/Rc",
    0x40: "Lrs/Rrs", 0x80: "Cs", 0x100: "Ts", 0x200: "Lsd/Rsd", 0x400: "Lw/Rw", 0x800: "Cvh",
    0x1000: "LFE2",
  ]

  private static let ac4FrameRates: Names = [
    0: "23.976 fps", 1: "24 fps", 2: "25 fps", 3: "29.97 fps", 4: "30 fps", 5: "47.95 fps",
    6: "48 fps", 7: "50 fps", 8: "59.94 fps", 9: "60 fps", 10: "100 fps", 11: "119.88 fps",
    12: "120 fps", 13: "23.44 fps",
  ]

  private static let iamfUnits: Names = [
    0: "codec configuration", 1: "audio element", 2: "mix presentation", 3: "parameter block",
    4: "temporal delimiter", 5: "audio frame", 31: "sequence header",
  ]
}

import ByteReading
import Structure

/// The decoder configurations of video codecs (14496-15, AV1-ISOBMFF, VP Codec ISOBMFF and others).
enum VideoConfigurations: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "avcC", "AVC configuration", "14496-15 §5.3.3", summary: .function(Summaries.avcConfiguration)
    ) {
      avc()
    },
    Syntax(
      "avcE", "AVC enhancement layer configuration", "Dolby Vision in ISOBMFF",
      summary: .function(Summaries.avcConfiguration)
    ) {
      avc()
    },
    Syntax(
      "avcn", "AVC configuration of a fragment", "DECE Common File Format §2.2.2", in: "traf",
      summary: .function(Summaries.avcConfiguration)
    ) {
      avc()
    },
    Syntax("svcC", "SVC configuration", "14496-15 §6.3.3") {
      uint(8, "configurationVersion", .expected(1))
      uint(8, "AVCProfileIndication", .names(CodecNames.avcProfiles))
      uint(8, "profile_compatibility", .hex)
      uint(8, "AVCLevelIndication", .scaled(10, ""))
      flag("complete_representation")
      reservedOnes(5)
      scalable()
    },
    Syntax("mvcC", "MVC configuration", "14496-15 §7.3.3") {
      uint(8, "configurationVersion", .expected(1))
      uint(8, "AVCProfileIndication", .names(CodecNames.avcProfiles))
      uint(8, "profile_compatibility", .hex)
      uint(8, "AVCLevelIndication", .scaled(10, ""))
      flag("complete_representation")
      flag("explicit_au_track")
      reservedOnes(4)
      scalable()
    },
    Syntax("mvdC", "MVC depth configuration", "14496-15 §7.8.3") { depth() },
    Syntax("a3dC", "3D-AVC configuration", "14496-15 §7.8.3") { depth() },
    Syntax(
      "hvcC", "HEVC configuration", "14496-15 §8.3.3",
      summary: .function(Summaries.hevcConfiguration)
    ) {
      hevc()
    },
    Syntax(
      "hvcE", "HEVC enhancement layer configuration", "Dolby Vision in ISOBMFF",
      summary: .function(Summaries.hevcConfiguration)
    ) {
      hevc()
    },
    Syntax(
      "lhvC", "Layered HEVC configuration", "14496-15 §9.4.3",
      summary: "{numTemporalLayers} temporal layers"
    ) {
      uint(8, "configurationVersion", .expected(1))
      reservedOnes(4)
      uint(12, "min_spatial_segmentation_idc")
      reservedOnes(6)
      uint(2, "parallelismType", .names(CodecNames.parallelism))
      reservedOnes(2)
      uint(3, "numTemporalLayers")
      flag("temporalIdNested")
      uint(2, "lengthSizeMinusOne", .minusOne)
      hevcArrays()
    },
    Syntax("hvtC", "HEVC tile configuration", "14496-15 §10.5") {
      uint(8, "configurationVersion", .expected(1))
      bytes(.remaining, "data")
    },
    Syntax(
      "vvcC", "VVC configuration", "14496-15 §11.2.4", versions: 0...0,
      summary: .function(Summaries.vvcConfiguration)
    ) {
      VVC.configuration()
    },
    Syntax("vvnC", "VVC NAL unit configuration", "14496-15 §11.2.4", versions: 0...0) {
      reserved(6)
      uint(2, "LengthSizeMinusOne", .minusOne)
    },
    Syntax(
      "evcC", "EVC configuration", "14496-15 §12.3.3",
      summary: .function(Summaries.codecConfiguration)
    ) {
      uint(8, "configurationVersion", .expected(1))
      uint(8, "profile_idc", .names([0: "Baseline", 1: "Main"]))
      uint(8, "level_idc", .scaled(30, ""))
      uint(32, "toolset_idc_h", .hex)
      uint(32, "toolset_idc_l", .hex)
      uint(2, "chroma_format_idc", .names(CodecNames.chromaFormats))
      uint(3, "bit_depth_luma_minus8")
      uint(3, "bit_depth_chroma_minus8")
      uint(16, "pic_width_in_luma_samples")
      uint(16, "pic_height_in_luma_samples")
      reserved(6)
      uint(2, "lengthSizeMinusOne", .minusOne)
      simpleArrays()
    },
    Syntax("evsC", "EVC slice component configuration", "14496-15 §12.3.3") {
      bytes(.remaining, "data")
    },
    Syntax(
      "lvcC", "LCEVC configuration", "14496-15 §13",
      summary: .function(Summaries.codecConfiguration)
    ) {
      uint(8, "configurationVersion", .expected(1))
      uint(8, "LCEVCProfileIndication")
      uint(8, "LCEVCLevelIndication")
      uint(2, "chroma_format_idc", .names(CodecNames.chromaFormats))
      uint(3, "bit_depth_luma_minus8")
      uint(3, "bit_depth_chroma_minus8")
      uint(2, "lengthSizeMinusOne", .minusOne)
      reservedOnes(6)
      uint(32, "pic_width_in_luma_samples")
      uint(32, "pic_height_in_luma_samples")
      flag("sc_in_stream")
      flag("gc_in_stream")
      flag("ai_in_stream")
      reservedOnes(5)
      // No array says whether it is complete.
      uint(8, "num_of_arrays")
      list(.field("num_of_arrays"), "arrays") {
        reserved(2)
        uint(6, "NAL_unit_type", .names(LCEVC.types))
        uint(16, "num_nalus")
        list(.field("num_nalus"), "nalus") {
          uint(16, "nal_unit_length", .bytes)
          within(.field("nal_unit_length"), "nal_unit", escaped: true) { LCEVC.unit() }
        }
      }
    },
    Syntax(
      "apvC", "APV configuration", "OpenAPV §7", versions: 0...0,
      summary: .function(Summaries.codecConfiguration)
    ) {
      uint(8, "configurationVersion", .expected(1))
      uint(8, "number_of_configuration_entry")
      list(.field("number_of_configuration_entry"), "configuration_entries") {
        uint(8, "pbu_type", .names(apvUnits))
        uint(8, "number_of_frame_info")
        list(.field("number_of_frame_info"), "frame_infos") {
          reserved(6)
          flag("color_description_present_flag")
          flag("capture_time_distance_ignored")
          uint(8, "profile_idc")
          uint(8, "level_idc", .scaled(30, ""))
          uint(8, "band_idc")
          uint(32, "frame_width")
          uint(32, "frame_height")
          uint(4, "chroma_format_idc")
          uint(4, "bit_depth_minus8")
          uint(8, "capture_time_distance")
          when(.equal("color_description_present_flag", 1)) {
            uint(8, "color_primaries", .colour(.primaries))
            uint(8, "transfer_characteristics", .colour(.transfer))
            uint(8, "matrix_coefficients", .colour(.matrix))
            flag("full_range_flag")
            reserved(7)
          }
        }
      }
    },
    Syntax(
      "av1C", "AV1 configuration", "AV1-ISOBMFF §2.3.3",
      summary: .function(Summaries.av1Configuration)
    ) {
      uint(1, "marker", .expected(1))
      uint(7, "version", .expected(1))
      uint(3, "seq_profile", .names(CodecNames.av1Profiles))
      uint(5, "seq_level_idx_0", .names(CodecNames.av1Levels))
      uint(1, "seq_tier_0", .names([0: "Main", 1: "High"]))
      flag("high_bitdepth")
      flag("twelve_bit")
      flag("monochrome")
      flag("chroma_subsampling_x")
      flag("chroma_subsampling_y")
      uint(2, "chroma_sample_position", .names(CodecNames.av1ChromaPositions))
      reserved(3)
      flag("initial_presentation_delay_present")
      uint(
        4, "initial_presentation_delay_minus_one", .minusOne,
        if: .equal("initial_presentation_delay_present", 1))
      reserved(4, if: .equal("initial_presentation_delay_present", 0))
      AV1.units("configOBUs")
    },
    Syntax(
      "vpcC", "VP codec configuration", "VP Codec ISOBMFF", versions: 0...1,
      summary: .function(Summaries.vpConfiguration)
    ) {
      when(.versionAtLeast(1)) {
        uint(8, "profile")
        uint(8, "level", .scaled(10, ""))
        uint(4, "bitDepth")
        uint(3, "chromaSubsampling", .names(CodecNames.vpSubsampling))
        flag("videoFullRangeFlag")
        uint(8, "colourPrimaries", .colour(.primaries))
        uint(8, "transferCharacteristics", .colour(.transfer))
        uint(8, "matrixCoefficients", .colour(.matrix))
      }
      when(.version(0)) {
        uint(8, "profile")
        uint(8, "level", .scaled(10, ""))
        uint(4, "bitDepth")
        uint(4, "colorSpace")
        uint(4, "chromaSubsampling", .names(CodecNames.vpSubsampling))
        uint(3, "transferFunction")
        flag("videoFullRangeFlag")
      }
      uint(16, "codecInitializationDataSize", .bytes)
      bytes(.field("codecInitializationDataSize"), "codecInitializationData")
    },
    Syntax("jpgC", "JPEG configuration", "23008-12 §H.2") { bytes(.remaining, "JPEGprefixData") },
    dolbyVision("dvcC"),
    dolbyVision("dvvC"),
    dolbyVision("dvwC"),
    Syntax("cuvv", "HDR Vivid configuration", "T/UWA 005.2-1") {
      uint(
        16, "cuva_version_map",
        .flags([0x1: "version 1.0", 0x2: "version 2.0", 0x4: "version 3.0", 0x8: "version 4.0"]))
      uint(16, "terminal_provide_code", .names([4: "UWA"]))
      uint(
        16, "terminal_provide_oriented_code",
        .names([
          5: "up to version 1.0", 6: "up to version 2.0", 7: "up to version 3.0",
          8: "up to version 4.0",
        ]))
      reserved(128)
    },
    Syntax(
      "d263", "H.263 configuration", "3GPP TS 26.244 §6.8", in: "s263 h263 H263 encv",
      summary: "profile {H263_Profile}, level {H263_Level}"
    ) {
      code("vendor")
      uint(8, "decoder_version")
      uint(8, "H263_Level")
      uint(8, "H263_Profile")
      boxes()
    },
    Syntax("bitr", "Bit rate", "3GPP TS 26.244 §6.8", in: "d263", summary: "{Avg_Bitrate}") {
      uint(32, "Avg_Bitrate", .unit("bit/s"))
      uint(32, "Max_Bitrate", .unit("bit/s"))
    },
    Syntax("av3c", "AVS3 configuration", "AVS3", summary: .function(Summaries.codecConfiguration)) {
      uint(8, "configurationVersion", .expected(1))
      uint(16, "sequence_header_length", .bytes)
      within(.field("sequence_header_length"), "sequence_header") {
        when(.next(32, 0x1B0, offset: 0)) {
          uint(32, "video_sequence_start_code", .hex)
          uint(8, "profile_id", .names(avs3Profiles))
          uint(8, "level_id", .hex)
        }
        bytes(.remaining, "data", if: .remaining(8))
      }
      reservedOnes(6)
      uint(2, "library_dependency_idc")
    },
    Syntax(
      "dvc1", "VC-1 configuration", "SMPTE RP 2025", summary: "{profile} profile, level {level}"
    ) {
      uint(4, "profile", .names([0: "Simple", 4: "Main", 12: "Advanced"]))
      uint(3, "level")
      reserved(1)
      // VC1AdvDecSpecStruc; the other profiles have STRUCT_C and what goes with it.
      when(.all([.equal("profile", 12), .remaining(48)])) {
        uint(3, "level")
        flag("cbr")
        reserved(6)
        flag("no_interlace")
        flag("no_multiple_seq")
        flag("no_multiple_entry")
        flag("no_slice_code")
        flag("no_bframe")
        reserved(1)
        uint(32, "framerate", .names([0xFFFF_FFFF: "unknown"]))
        bytes(.remaining, "seqhdr_ephdr", if: .remaining(8))
      }
      bytes(.remaining, "data", if: .remaining(8))
    },
  ]

  private static let apvUnits: Names = [
    1: "primary frame", 2: "non-primary frame", 25: "preview frame", 26: "depth frame",
    27: "alpha frame",
  ]

  private static let avs3Profiles: Names = [
    0x20: "Main 8-bit", 0x22: "Main 10-bit", 0x30: "High 8-bit", 0x32: "High 10-bit",
  ]

  /// `AVCDecoderConfigurationRecord`.
  private static func avc() -> Row {
    when(.remaining(0)) {
      uint(8, "configurationVersion", .expected(1))
      uint(8, "AVCProfileIndication", .names(CodecNames.avcProfiles))
      uint(8, "profile_compatibility", .hex)
      uint(8, "AVCLevelIndication", .scaled(10, ""))
      reservedOnes(6)
      uint(2, "lengthSizeMinusOne", .minusOne)
      reservedOnes(3)
      uint(5, "numOfSequenceParameterSets")
      list(.field("numOfSequenceParameterSets"), "sequenceParameterSets") {
        uint(16, "sequenceParameterSetLength", .bytes)
        AVC.sequenceParameterSet()
      }
      uint(8, "numOfPictureParameterSets")
      list(.field("numOfPictureParameterSets"), "pictureParameterSets") {
        uint(16, "pictureParameterSetLength", .bytes)
        AVC.pictureParameterSet()
      }
      when(.all([.remaining(32), .not(.oneOf("AVCProfileIndication", [66, 77, 88]))])) {
        reservedOnes(6)
        uint(2, "chroma_format", .names(CodecNames.chromaFormats))
        reservedOnes(5)
        uint(3, "bit_depth_luma_minus8")
        reservedOnes(5)
        uint(3, "bit_depth_chroma_minus8")
        uint(8, "numOfSequenceParameterSetExt")
        list(.field("numOfSequenceParameterSetExt"), "sequenceParameterSetExts") {
          uint(16, "sequenceParameterSetExtLength", .bytes)
          AVC.sequenceExtension()
        }
      }
    }
  }

  /// The rest of `SVCDecoderConfigurationRecord` and `MVCDecoderConfigurationRecord`.
  private static func scalable() -> Row {
    when(.remaining(0)) {
      uint(2, "lengthSizeMinusOne", .minusOne)
      reserved(3)
      uint(5, "numOfSequenceParameterSets")
      list(.field("numOfSequenceParameterSets"), "sequenceParameterSets") {
        uint(16, "sequenceParameterSetLength", .bytes)
        AVC.sequenceParameterSet()
      }
      uint(8, "numOfPictureParameterSets")
      list(.field("numOfPictureParameterSets"), "pictureParameterSets") {
        uint(16, "pictureParameterSetLength", .bytes)
        AVC.pictureParameterSet()
      }
    }
  }

  /// `MVDDecoderConfigurationRecord`, then boxes.
  private static func depth() -> Row {
    when(.remaining(0)) {
      uint(8, "configurationVersion", .expected(1))
      uint(8, "AVCProfileIndication", .names(CodecNames.avcProfiles))
      uint(8, "profile_compatibility", .hex)
      uint(8, "AVCLevelIndication", .scaled(10, ""))
      flag("complete_representation")
      flag("explicit_au_track")
      reservedOnes(4)
      scalable()
      boxes()
    }
  }

  /// `HEVCDecoderConfigurationRecord`.
  private static func hevc() -> Row {
    when(.remaining(0)) {
      uint(8, "configurationVersion", .expected(1))
      uint(2, "general_profile_space")
      uint(1, "general_tier_flag", .names([0: "Main", 1: "High"]))
      uint(5, "general_profile_idc", .names(CodecNames.hevcProfiles))
      uint(32, "general_profile_compatibility_flags", .hex)
      uint(48, "general_constraint_indicator_flags", .hex)
      uint(8, "general_level_idc", .scaled(30, ""))
      reservedOnes(4)
      uint(12, "min_spatial_segmentation_idc")
      reservedOnes(6)
      uint(2, "parallelismType", .names(CodecNames.parallelism))
      reservedOnes(6)
      uint(2, "chroma_format_idc", .names(CodecNames.chromaFormats))
      reservedOnes(5)
      uint(3, "bit_depth_luma_minus8")
      reservedOnes(5)
      uint(3, "bit_depth_chroma_minus8")
      uint(16, "avgFrameRate", .scaled(256, "fps"))
      uint(2, "constantFrameRate", .names(CodecNames.constantFrameRates))
      uint(3, "numTemporalLayers")
      flag("temporalIdNested")
      uint(2, "lengthSizeMinusOne", .minusOne)
      hevcArrays()
    }
  }

  /// The NAL units of HEVC, by type, with the parameter sets read.
  private static func hevcArrays() -> Row {
    when(.remaining(0)) {
      uint(8, "numOfArrays")
      list(.field("numOfArrays"), "arrays") {
        flag("array_completeness")
        reserved(1)
        uint(6, "NAL_unit_type", .names(CodecNames.hevcUnits))
        uint(16, "numNalus")
        list(.field("numNalus"), "nalus") {
          uint(16, "nalUnitLength", .bytes)
          HEVC.unit()
        }
      }
    }
  }

  /// The NAL units of other codecs, by type.
  private static func simpleArrays() -> Row {
    when(.remaining(0)) {
      uint(8, "num_of_arrays")
      list(.field("num_of_arrays"), "arrays") {
        flag("array_completeness")
        reserved(1)
        uint(6, "NAL_unit_type", .names(EVC.types))
        uint(16, "num_nalus")
        list(.field("num_nalus"), "nalus") {
          uint(16, "nal_unit_length", .bytes)
          within(.field("nal_unit_length"), "nal_unit") { EVC.unit() }
        }
      }
    }
  }

  @inline(__always)
  private static func dolbyVision(_ type: StaticString) -> Syntax {
    Syntax(
      type, "Dolby Vision configuration", "Dolby Vision in ISOBMFF §3.2",
      summary: .function(Summaries.dolbyVision)
    ) {
      uint(8, "dv_version_major")
      uint(8, "dv_version_minor")
      uint(7, "dv_profile")
      uint(6, "dv_level")
      flag("rpu_present_flag")
      flag("el_present_flag")
      flag("bl_present_flag")
      uint(
        4, "dv_bl_signal_compatibility_id",
        .names([
          0: "none", 1: "HDR10", 2: "SDR", 4: "HLG", 6: "Ultra HD Blu-ray",
        ]))
      uint(2, "dv_md_compression", .names([0: "none", 1: "limited", 3: "extended"]))
      reserved(26)
      reserved(64)
      reserved(64)
    }
  }
}

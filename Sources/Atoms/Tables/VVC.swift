import ByteReading
import Structure

/// The configuration of a VVC decoder (14496-15 §11.2.4); its box is a video configuration.
enum VVC: SyntaxFamily {
  static let tables: [Syntax] = []

  /// `VvcDecoderConfigurationRecord`.
  static func configuration() -> Row {
    when(.remaining(0)) {
      reservedOnes(5)
      uint(2, "LengthSizeMinusOne", .minusOne)
      flag("ptl_present_flag")
      when(.equal("ptl_present_flag", 1)) {
        uint(9, "ols_idx")
        uint(3, "num_sublayers")
        uint(2, "constant_frame_rate", .names(CodecNames.constantFrameRates))
        uint(2, "chroma_format_idc", .names(CodecNames.chromaFormats))
        uint(3, "bit_depth_minus8")
        reservedOnes(5)
        profile()
        uint(16, "max_picture_width")
        uint(16, "max_picture_height")
        uint(16, "avg_frame_rate", .scaled(256, "fps"))
      }
      uint(8, "num_of_arrays")
      list(.field("num_of_arrays"), "arrays") {
        flag("array_completeness")
        reserved(2)
        uint(5, "NAL_unit_type", .names(CodecNames.vvcUnits))
        when(.not(.oneOf("NAL_unit_type", [12, 13]))) {
          uint(16, "num_nalus")
          list(.field("num_nalus"), "nalus") {
            uint(16, "nal_unit_length", .bytes)
            within(.field("nal_unit_length"), "nal_unit", escaped: true) { unit() }
          }
        }
        list(1, "nalus", if: .oneOf("NAL_unit_type", [12, 13])) {
          uint(16, "nal_unit_length", .bytes)
          within(.field("nal_unit_length"), "nal_unit", escaped: true) { unit() }
        }
      }
    }
  }

  /// `VvcPTLRecord`.
  private static func profile() -> Row {
    group("native_ptl") {
      reserved(2)
      uint(6, "num_bytes_constraint_info")
      uint(7, "general_profile_idc", .names(CodecNames.vvcProfiles))
      uint(1, "general_tier_flag", .names([0: "Main", 1: "High"]))
      uint(8, "general_level_idc", .scaled(16, ""))
      flag("ptl_frame_only_constraint_flag")
      flag("ptl_multi_layer_enabled_flag")
      uint(6, "general_constraint_info", .hex, if: .atLeast("num_bytes_constraint_info", 1))
      bytes(
        .field("num_bytes_constraint_info", plus: -1), "general_constraint_info_bytes",
        if: .atLeast("num_bytes_constraint_info", 2))
      when(.atLeast("num_sublayers", 2)) {
        uint(8, "ptl_sublayer_level_present_flags", .hex)
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x80))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x40))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x20))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x10))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x08))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x04))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x02))
      }
      uint(8, "ptl_num_sub_profiles")
      array(
        .field("ptl_num_sub_profiles"), "general_sub_profile_idcs",
        of: uint(32, "general_sub_profile_idc", .hex))
    }
  }

  // MARK: Units

  /// A unit (23090-3 §7.3.1): supplemental information is read, of sequence parameter sets what says which pictures
  /// there are; the rest stays bytes.
  static func unit() -> Row {
    when(.remaining(0)) {
      reserved(2)
      uint(6, "nuh_layer_id")
      uint(5, "nal_unit_type", .names(CodecNames.vvcUnits))
      uint(3, "nuh_temporal_id_plus1")
      when(.equal("nal_unit_type", 15)) { sequence() }
      when(.oneOf("nal_unit_type", [23, 24])) { SupplementalInformation.messages(.vvc) }
      uint(.remaining, "rbsp", if: .all([.remaining(1), .not(.oneOf("nal_unit_type", [23, 24]))]))
    }
  }

  /// `seq_parameter_set_rbsp` (§7.3.2.4), up to the bits of a sample; that of parts of pictures is not read.
  private static func sequence() -> Row {
    when(.remaining(0)) {
      uint(4, "sps_seq_parameter_set_id")
      uint(4, "sps_video_parameter_set_id")
      uint(3, "sps_max_sublayers_minus1", .minusOne)
      uint(2, "sps_chroma_format_idc", .names(CodecNames.chromaFormats))
      uint(2, "sps_log2_ctu_size_minus5")
      flag("sps_ptl_dpb_hrd_params_present_flag")
      when(.equal("sps_ptl_dpb_hrd_params_present_flag", 1)) { profileTierLevel() }
      flag("sps_gdr_enabled_flag")
      flag("sps_ref_pic_resampling_enabled_flag")
      flag("sps_res_change_in_clvs_allowed_flag", if: .equal("sps_ref_pic_resampling_enabled_flag", 1))
      ue("sps_pic_width_max_in_luma_samples")
      ue("sps_pic_height_max_in_luma_samples")
      flag("sps_conformance_window_flag")
      when(.equal("sps_conformance_window_flag", 1)) {
        ue("sps_conf_win_left_offset")
        ue("sps_conf_win_right_offset")
        ue("sps_conf_win_top_offset")
        ue("sps_conf_win_bottom_offset")
      }
      flag("sps_subpic_info_present_flag")
      ue("sps_bitdepth_minus8", if: .equal("sps_subpic_info_present_flag", 0))
    }
  }

  /// `profile_tier_level` (§7.3.3.1).
  private static func profileTierLevel() -> Row {
    group("profile_tier_level") {
      uint(7, "general_profile_idc", .names(CodecNames.vvcProfiles))
      uint(1, "general_tier_flag", .names([0: "Main", 1: "High"]))
      uint(8, "general_level_idc", .scaled(16, ""))
      flag("ptl_frame_only_constraint_flag")
      flag("ptl_multilayer_enabled_flag")
      flag("gci_present_flag")
      when(.equal("gci_present_flag", 1)) {
        uint(39, "general_constraint_flags", .hex)
        uint(32, "general_constraint_flags", .hex)
        uint(8, "gci_num_additional_bits")
        uint(.field("gci_num_additional_bits"), "gci_additional_bits", if: .atLeast("gci_num_additional_bits", 1))
      }
      alignment()
      sublayer(6)
      sublayer(5)
      sublayer(4)
      sublayer(3)
      sublayer(2)
      sublayer(1)
      when(.atLeast("sps_max_sublayers_minus1", 1)) { alignment() }
      level(6)
      level(5)
      level(4)
      level(3)
      level(2)
      level(1)
      uint(8, "ptl_num_sub_profiles")
      list(.field("ptl_num_sub_profiles"), "general_sub_profile_idcs") { uint(32, "general_sub_profile_idc", .hex) }
    }
  }

  private static let presences: [StaticString] = [
    "sublayer_level_present_flag_0", "sublayer_level_present_flag_1", "sublayer_level_present_flag_2",
    "sublayer_level_present_flag_3", "sublayer_level_present_flag_4", "sublayer_level_present_flag_5",
  ]

  private static func sublayer(_ number: Int) -> Row {
    flag(presences[number - 1], if: .atLeast("sps_max_sublayers_minus1", UInt64(number)))
  }

  private static func level(_ number: Int) -> Row {
    uint(8, "sublayer_level_idc", .scaled(16, ""), if: .equal(presences[number - 1], 1))
  }
}

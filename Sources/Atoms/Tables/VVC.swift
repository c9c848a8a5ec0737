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

  /// A unit (23090-3 §7.3.1): parameter sets and supplemental information are read, slices and headers of
  /// pictures stay bytes.
  static func unit() -> Row {
    when(.remaining(0)) {
      reserved(2).strict
      uint(6, "nuh_layer_id")
      uint(5, "nal_unit_type", .names(CodecNames.vvcUnits))
      uint(3, "nuh_temporal_id_plus1")
      when(.equal("nal_unit_type", 12)) { operatingPoint() }
      when(.equal("nal_unit_type", 13)) { decodingCapability() }
      when(.equal("nal_unit_type", 14)) { videoParameterSet() }
      when(.equal("nal_unit_type", 15)) { sequenceParameterSet() }
      when(.equal("nal_unit_type", 16)) { pictureParameterSet() }
      when(.oneOf("nal_unit_type", [17, 18])) { adaptationParameterSet() }
      when(.equal("nal_unit_type", 20)) {
        flag("aud_irap_or_gdr_flag")
        uint(3, "aud_pic_type", .names([0: "I", 1: "P, I", 2: "B, P, I"]))
        trailingBits()
      }
      when(.oneOf("nal_unit_type", [23, 24])) { SupplementalInformation.messages(.vvc) }
      uint(.remaining, "rbsp", if: .all([.remaining(1), .not(.oneOf("nal_unit_type", known))]))
    }
  }

  private static let known: [UInt64] = [12, 13, 14, 15, 16, 17, 18, 20, 23, 24]

  /// What later editions of the specification put behind a set, to the end of the unit.
  static func extensionData(_ presence: StaticString) -> Row {
    when(.remaining(0)) {
      flag(presence)
      uint(.remaining, "extension_data_flag", .hex, if: .equal(presence, 1))
      trailingBitsOfSet()
    }
  }

  /// `operating_point_information_rbsp` (§7.3.2.2).
  private static func operatingPoint() -> Row {
    when(.remaining(0)) {
      flag("opi_ols_info_present_flag")
      flag("opi_htid_info_present_flag")
      ue("opi_ols_idx", if: .equal("opi_ols_info_present_flag", 1))
      uint(3, "opi_htid_plus1", if: .equal("opi_htid_info_present_flag", 1))
      extensionData("opi_extension_flag")
    }
  }

  /// `decoding_capability_information_rbsp` (§7.3.2.1).
  private static func decodingCapability() -> Row {
    when(.remaining(0)) {
      reserved(4)
      uint(4, "dci_num_ptls_minus1", .minusOne)
      list(.field("dci_num_ptls_minus1", plus: 1), "dci_ptls") { profileTierLevel(subLayers: nil) }
      extensionData("dci_extension_flag")
    }
  }

  // MARK: Profile, tier, level

  /// `profile_tier_level` (§7.3.3.1).
  ///
  /// - Parameters:
  ///   - subLayers: The field with the number of sub-layers less one; without it there is one.
  ///   - condition: When the profile is said; always without it.
  static func profileTierLevel(subLayers: StaticString?, if condition: Condition? = nil) -> Row {
    group("profile_tier_level") {
      uint(7, "general_profile_idc", .names(CodecNames.vvcProfiles), if: condition)
      uint(1, "general_tier_flag", .names([0: "Main", 1: "High"]), if: condition)
      uint(8, "general_level_idc", .scaled(16, ""))
      flag("ptl_frame_only_constraint_flag")
      flag("ptl_multilayer_enabled_flag")
      constraints(if: condition)
      levels(of: subLayers)
      uint(8, "ptl_num_sub_profiles", if: condition)
      list(.field("ptl_num_sub_profiles"), "general_sub_profile_idcs", if: condition) {
        uint(32, "general_sub_profile_idc", .hex)
      }
    }
  }

  /// The levels of sub-layers, the highest first.
  private static func levels(of subLayers: StaticString?) -> Row {
    when(.remaining(0)) {
      sublayer(6, subLayers)
      sublayer(5, subLayers)
      sublayer(4, subLayers)
      sublayer(3, subLayers)
      sublayer(2, subLayers)
      sublayer(1, subLayers)
      alignment()
      level(6, subLayers)
      level(5, subLayers)
      level(4, subLayers)
      level(3, subLayers)
      level(2, subLayers)
      level(1, subLayers)
    }
  }

  private static let presences: [StaticString] = [
    "ptl_sublayer_level_present_flag_0", "ptl_sublayer_level_present_flag_1", "ptl_sublayer_level_present_flag_2",
    "ptl_sublayer_level_present_flag_3", "ptl_sublayer_level_present_flag_4", "ptl_sublayer_level_present_flag_5",
  ]

  private static func sublayer(_ number: Int, _ subLayers: StaticString?) -> Row {
    flag(presences[number - 1], if: isPresent(number, subLayers))
  }

  private static func level(_ number: Int, _ subLayers: StaticString?) -> Row {
    uint(
      8, "sublayer_level_idc", .scaled(16, ""),
      if: .all([isPresent(number, subLayers), .equal(presences[number - 1], 1)]))
  }

  private static func isPresent(_ number: Int, _ subLayers: StaticString?) -> Condition {
    guard let subLayers else { return .any([]) }
    return .atLeast(subLayers, UInt64(number))
  }

  /// `general_constraints_info` (§7.3.3.2).
  private static func constraints(if condition: Condition?) -> Row {
    when(condition ?? .remaining(0)) {
      flag("gci_present_flag")
      when(.equal("gci_present_flag", 1)) {
        flag("gci_intra_only_constraint_flag")
        flag("gci_all_layers_independent_constraint_flag")
        flag("gci_one_au_only_constraint_flag")
        uint(4, "gci_sixteen_minus_max_bitdepth_constraint_idc")
        uint(2, "gci_three_minus_max_chroma_format_constraint_idc")
        flags([
          "gci_no_mixed_nalu_types_in_pic_constraint_flag", "gci_no_trail_constraint_flag",
          "gci_no_stsa_constraint_flag", "gci_no_rasl_constraint_flag", "gci_no_radl_constraint_flag",
          "gci_no_idr_constraint_flag", "gci_no_cra_constraint_flag", "gci_no_gdr_constraint_flag",
          "gci_no_aps_constraint_flag", "gci_no_idr_rpl_constraint_flag",
          "gci_one_tile_per_pic_constraint_flag", "gci_pic_header_in_slice_header_constraint_flag",
          "gci_one_slice_per_pic_constraint_flag", "gci_no_rectangular_slice_constraint_flag",
          "gci_one_slice_per_subpic_constraint_flag", "gci_no_subpic_info_constraint_flag",
        ])
        uint(2, "gci_three_minus_max_log2_ctu_size_constraint_idc")
        flags([
          "gci_no_partition_constraints_override_constraint_flag", "gci_no_mtt_constraint_flag",
          "gci_no_qtbtt_dual_tree_intra_constraint_flag", "gci_no_palette_constraint_flag",
          "gci_no_ibc_constraint_flag", "gci_no_isp_constraint_flag", "gci_no_mrl_constraint_flag",
          "gci_no_mip_constraint_flag", "gci_no_cclm_constraint_flag",
          "gci_no_ref_pic_resampling_constraint_flag", "gci_no_res_change_in_clvs_constraint_flag",
          "gci_no_weighted_prediction_constraint_flag", "gci_no_ref_wraparound_constraint_flag",
          "gci_no_temporal_mvp_constraint_flag", "gci_no_sbtmvp_constraint_flag",
          "gci_no_amvr_constraint_flag", "gci_no_bdof_constraint_flag", "gci_no_smvd_constraint_flag",
          "gci_no_dmvr_constraint_flag", "gci_no_mmvd_constraint_flag",
          "gci_no_affine_motion_constraint_flag", "gci_no_prof_constraint_flag",
          "gci_no_bcw_constraint_flag", "gci_no_ciip_constraint_flag", "gci_no_gpm_constraint_flag",
          "gci_no_luma_transform_size_64_constraint_flag", "gci_no_transform_skip_constraint_flag",
          "gci_no_bdpcm_constraint_flag", "gci_no_mts_constraint_flag", "gci_no_lfnst_constraint_flag",
          "gci_no_joint_cbcr_constraint_flag", "gci_no_sbt_constraint_flag",
          "gci_no_act_constraint_flag", "gci_no_explicit_scaling_list_constraint_flag",
          "gci_no_dep_quant_constraint_flag", "gci_no_sign_data_hiding_constraint_flag",
          "gci_no_cu_qp_delta_constraint_flag", "gci_no_chroma_qp_offset_constraint_flag",
          "gci_no_sao_constraint_flag", "gci_no_alf_constraint_flag", "gci_no_ccalf_constraint_flag",
          "gci_no_lmcs_constraint_flag", "gci_no_ladf_constraint_flag",
          "gci_no_virtual_boundaries_constraint_flag",
        ])
        uint(8, "gci_num_additional_bits")
        when(.atLeast("gci_num_additional_bits", 6)) {
          flags([
            "gci_all_rap_pictures_constraint_flag",
            "gci_no_extended_precision_processing_constraint_flag",
            "gci_no_ts_residual_coding_rice_constraint_flag",
            "gci_no_rrc_rice_extension_constraint_flag",
            "gci_no_persistent_rice_adaptation_constraint_flag",
            "gci_no_reverse_last_sig_coeff_constraint_flag",
          ])
          uint(.field("gci_num_additional_bits", plus: -6), "gci_reserved_bit", .hex, if: .atLeast("gci_num_additional_bits", 7))
        }
        uint(
          .field("gci_num_additional_bits"), "gci_reserved_bit", .hex,
          if: .all([.atLeast("gci_num_additional_bits", 1), .not(.atLeast("gci_num_additional_bits", 6))]))
      }
      alignment()
    }
  }

  /// Flags, one behind the other.
  private static func flags(_ names: [StaticString]) -> Row {
    Row(name: "", kind: .when({ names.map { flag($0) } }), condition: .remaining(0))
  }

  // MARK: Timing

  /// `general_timing_hrd_parameters` (§7.3.5.1).
  static func generalTiming() -> Row {
    group("general_timing_hrd_parameters") {
      uint(32, "num_units_in_tick")
      uint(32, "time_scale", .unit("Hz"))
      flag("general_nal_hrd_params_present_flag")
      flag("general_vcl_hrd_params_present_flag")
      when(hasBuffers) {
        flag("general_same_pic_timing_in_all_ols_flag")
        flag("general_du_hrd_params_present_flag")
        uint(8, "tick_divisor_minus2", if: .equal("general_du_hrd_params_present_flag", 1))
        uint(4, "bit_rate_scale")
        uint(4, "cpb_size_scale")
        uint(4, "cpb_size_du_scale", if: .equal("general_du_hrd_params_present_flag", 1))
        ue("hrd_cpb_cnt_minus1", .minusOne)
      }
    }
  }

  private static var hasBuffers: Condition {
    .any([
      .equal("general_nal_hrd_params_present_flag", 1), .equal("general_vcl_hrd_params_present_flag", 1),
    ])
  }

  /// `ols_timing_hrd_parameters` (§7.3.5.2) of so many sub-layers.
  static func layerTiming(_ subLayers: Quantity, if condition: Condition? = nil) -> Row {
    list(subLayers, "ols_timing_hrd_parameters", if: condition) {
      HEVC.pictureRate(lowDelay: [hasBuffers, .equal("hrd_cpb_cnt_minus1", 0)])
      buffers("nal_sub_layer_hrd_parameters", if: .equal("general_nal_hrd_params_present_flag", 1))
      buffers("vcl_sub_layer_hrd_parameters", if: .equal("general_vcl_hrd_params_present_flag", 1))
    }
  }

  /// `sublayer_hrd_parameters` (§7.3.5.3).
  private static func buffers(_ name: StaticString, if condition: Condition) -> Row {
    HEVC.buffers(
      .field("hrd_cpb_cnt_minus1", plus: 1), name,
      parts: .equal("general_du_hrd_params_present_flag", 1), if: condition)
  }

  /// `dpb_parameters` (§7.3.4) of so many sub-layers.
  static func pictureBuffers(_ subLayers: Quantity, if condition: Condition? = nil) -> Row {
    list(subLayers, "dpb_parameters", if: condition) {
      ue("dpb_max_dec_pic_buffering_minus1", .minusOne)
      ue("dpb_max_num_reorder_pics")
      ue("dpb_max_latency_increase_plus1")
    }
  }
}

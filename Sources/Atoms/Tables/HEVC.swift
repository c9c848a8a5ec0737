import ByteReading
import Structure

/// The parameter sets of HEVC (23008-2 §7.3.2); they have no box of their own.
enum HEVC: SyntaxFamily {
  static let tables: [Syntax] = []

  /// A unit in as many bytes as `nalUnitLength` says; parameter sets of the base layer are read.
  static func unit() -> Row {
    within(.field("nalUnitLength"), "nalUnit", escaped: true) {
      reserved(1)
      uint(6, "nal_unit_type", .names(CodecNames.hevcUnits))
      uint(6, "nuh_layer_id")
      uint(3, "nuh_temporal_id_plus1")
      when(.equal("nuh_layer_id", 0)) {
        when(.equal("nal_unit_type", 32)) { videoParameterSet() }
        when(.equal("nal_unit_type", 33)) { sequenceParameterSet() }
        when(.equal("nal_unit_type", 34)) { pictureParameterSet() }
      }
      // Supplemental information, other layers.
      bytes(
        .remaining, "rbsp_byte",
        if: .any([.notEqual("nuh_layer_id", 0), .not(.oneOf("nal_unit_type", [32, 33, 34]))]))
    }
  }

  /// `video_parameter_set_rbsp` (§7.3.2.1), up to its HRD parameters.
  private static func videoParameterSet() -> Row {
    when(.remaining(0)) {
      uint(4, "vps_video_parameter_set_id")
      flag("vps_base_layer_internal_flag")
      flag("vps_base_layer_available_flag")
      uint(6, "vps_max_layers_minus1", .minusOne)
      uint(3, "vps_max_sub_layers_minus1", .minusOne)
      flag("vps_temporal_id_nesting_flag")
      reservedOnes(16)
      profileTierLevel(subLayers: "vps_max_sub_layers_minus1")
      flag("vps_sub_layer_ordering_info_present_flag")
      list(
        .field("vps_max_sub_layers_minus1", plus: 1), "sub_layer_ordering",
        if: .equal("vps_sub_layer_ordering_info_present_flag", 1)
      ) {
        ue("vps_max_dec_pic_buffering_minus1", .minusOne)
        ue("vps_max_num_reorder_pics")
        ue("vps_max_latency_increase_plus1")
      }
      list(
        1, "sub_layer_ordering", if: .equal("vps_sub_layer_ordering_info_present_flag", 0)
      ) {
        ue("vps_max_dec_pic_buffering_minus1", .minusOne)
        ue("vps_max_num_reorder_pics")
        ue("vps_max_latency_increase_plus1")
      }
      uint(6, "vps_max_layer_id")
      ue("vps_num_layer_sets_minus1", .minusOne)
      list(.field("vps_num_layer_sets_minus1"), "layer_sets") {
        list(.field("vps_max_layer_id", plus: 1), "layer_id_included") {
          flag("layer_id_included_flag")
        }
      }
      flag("vps_timing_info_present_flag")
      when(.equal("vps_timing_info_present_flag", 1)) {
        uint(32, "vps_num_units_in_tick")
        uint(32, "vps_time_scale", .unit("Hz"))
        flag("vps_poc_proportional_to_timing_flag")
        ue(
          "vps_num_ticks_poc_diff_one_minus1", .minusOne,
          if: .equal("vps_poc_proportional_to_timing_flag", 1))
        ue("vps_num_hrd_parameters")
      }
      when(.not(.atLeast("vps_num_hrd_parameters", 1))) {
        flag("vps_extension_flag")
        trailingBits()
      }
    }
  }

  /// `seq_parameter_set_rbsp` (§7.3.2.2), up to scaling lists, reference picture sets or HRD
  /// parameters.
  private static func sequenceParameterSet() -> Row {
    when(.remaining(0)) {
      uint(4, "sps_video_parameter_set_id")
      uint(3, "sps_max_sub_layers_minus1", .minusOne)
      flag("sps_temporal_id_nesting_flag")
      profileTierLevel(subLayers: "sps_max_sub_layers_minus1")
      ue("sps_seq_parameter_set_id")
      ue("chroma_format_idc", .names(CodecNames.chromaFormats))
      flag("separate_colour_plane_flag", if: .equal("chroma_format_idc", 3))
      ue("pic_width_in_luma_samples")
      ue("pic_height_in_luma_samples")
      flag("conformance_window_flag")
      when(.equal("conformance_window_flag", 1)) {
        ue("conf_win_left_offset")
        ue("conf_win_right_offset")
        ue("conf_win_top_offset")
        ue("conf_win_bottom_offset")
      }
      ue("bit_depth_luma_minus8")
      ue("bit_depth_chroma_minus8")
      ue("log2_max_pic_order_cnt_lsb_minus4")
      flag("sps_sub_layer_ordering_info_present_flag")
      list(
        .field("sps_max_sub_layers_minus1", plus: 1), "sub_layer_ordering",
        if: .equal("sps_sub_layer_ordering_info_present_flag", 1)
      ) {
        ue("sps_max_dec_pic_buffering_minus1", .minusOne)
        ue("sps_max_num_reorder_pics")
        ue("sps_max_latency_increase_plus1")
      }
      list(
        1, "sub_layer_ordering", if: .equal("sps_sub_layer_ordering_info_present_flag", 0)
      ) {
        ue("sps_max_dec_pic_buffering_minus1", .minusOne)
        ue("sps_max_num_reorder_pics")
        ue("sps_max_latency_increase_plus1")
      }
      ue("log2_min_luma_coding_block_size_minus3")
      ue("log2_diff_max_min_luma_coding_block_size")
      ue("log2_min_luma_transform_block_size_minus2")
      ue("log2_diff_max_min_luma_transform_block_size")
      ue("max_transform_hierarchy_depth_inter")
      ue("max_transform_hierarchy_depth_intra")
      flag("scaling_list_enabled_flag")
      flag("sps_scaling_list_data_present_flag", if: .equal("scaling_list_enabled_flag", 1))
      when(.not(.bits("sps_scaling_list_data_present_flag", 1))) { sequenceTools() }
    }
  }

  /// What follows the scaling lists of a sequence parameter set.
  private static func sequenceTools() -> Row {
    when(.remaining(0)) {
      flag("amp_enabled_flag")
      flag("sample_adaptive_offset_enabled_flag")
      flag("pcm_enabled_flag")
      when(.equal("pcm_enabled_flag", 1)) {
        uint(4, "pcm_sample_bit_depth_luma_minus1", .minusOne)
        uint(4, "pcm_sample_bit_depth_chroma_minus1", .minusOne)
        ue("log2_min_pcm_luma_coding_block_size_minus3")
        ue("log2_diff_max_min_pcm_luma_coding_block_size")
        flag("pcm_loop_filter_disabled_flag")
      }
      ue("num_short_term_ref_pic_sets")
      when(.equal("num_short_term_ref_pic_sets", 0)) {
        flag("long_term_ref_pics_present_flag")
        when(.equal("long_term_ref_pics_present_flag", 1)) {
          ue("num_long_term_ref_pics_sps")
          list(.field("num_long_term_ref_pics_sps"), "long_term_ref_pics") {
            uint(.field("log2_max_pic_order_cnt_lsb_minus4", plus: 4), "lt_ref_pic_poc_lsb_sps")
            flag("used_by_curr_pic_lt_sps_flag")
          }
        }
        flag("sps_temporal_mvp_enabled_flag")
        flag("strong_intra_smoothing_enabled_flag")
        flag("vui_parameters_present_flag")
        usability()
        when(.not(.bits("vui_hrd_parameters_present_flag", 1))) {
          flag("sps_extension_present_flag")
          trailingBits()
        }
      }
    }
  }

  /// `vui_parameters` (§E.2.1), up to its HRD parameters.
  private static func usability() -> Row {
    group("vui_parameters", if: .equal("vui_parameters_present_flag", 1)) {
      videoUsability(matrix: "matrix_coeffs")
      flag("neutral_chroma_indication_flag")
      flag("field_seq_flag")
      flag("frame_field_info_present_flag")
      flag("default_display_window_flag")
      when(.equal("default_display_window_flag", 1)) {
        ue("def_disp_win_left_offset")
        ue("def_disp_win_right_offset")
        ue("def_disp_win_top_offset")
        ue("def_disp_win_bottom_offset")
      }
      flag("vui_timing_info_present_flag")
      when(.equal("vui_timing_info_present_flag", 1)) {
        uint(32, "vui_num_units_in_tick")
        uint(32, "vui_time_scale", .unit("Hz"))
        flag("vui_poc_proportional_to_timing_flag")
        ue(
          "vui_num_ticks_poc_diff_one_minus1", .minusOne,
          if: .equal("vui_poc_proportional_to_timing_flag", 1))
        flag("vui_hrd_parameters_present_flag")
      }
      when(.not(.bits("vui_hrd_parameters_present_flag", 1))) {
        flag("bitstream_restriction_flag")
        when(.equal("bitstream_restriction_flag", 1)) {
          flag("tiles_fixed_structure_flag")
          flag("motion_vectors_over_pic_boundaries_flag")
          flag("restricted_ref_pic_lists_flag")
          ue("min_spatial_segmentation_idc")
          ue("max_bytes_per_pic_denom")
          ue("max_bits_per_min_cu_denom")
          ue("log2_max_mv_length_horizontal")
          ue("log2_max_mv_length_vertical")
        }
      }
    }
  }

  /// `pic_parameter_set_rbsp` (§7.3.2.3), up to scaling lists.
  private static func pictureParameterSet() -> Row {
    when(.remaining(0)) {
      ue("pps_pic_parameter_set_id")
      ue("pps_seq_parameter_set_id")
      flag("dependent_slice_segments_enabled_flag")
      flag("output_flag_present_flag")
      uint(3, "num_extra_slice_header_bits")
      flag("sign_data_hiding_enabled_flag")
      flag("cabac_init_present_flag")
      ue("num_ref_idx_l0_default_active_minus1", .minusOne)
      ue("num_ref_idx_l1_default_active_minus1", .minusOne)
      se("init_qp_minus26")
      flag("constrained_intra_pred_flag")
      flag("transform_skip_enabled_flag")
      flag("cu_qp_delta_enabled_flag")
      ue("diff_cu_qp_delta_depth", if: .equal("cu_qp_delta_enabled_flag", 1))
      se("pps_cb_qp_offset")
      se("pps_cr_qp_offset")
      flag("pps_slice_chroma_qp_offsets_present_flag")
      flag("weighted_pred_flag")
      flag("weighted_bipred_flag")
      flag("transquant_bypass_enabled_flag")
      flag("tiles_enabled_flag")
      flag("entropy_coding_sync_enabled_flag")
      when(.equal("tiles_enabled_flag", 1)) { tiles() }
      flag("pps_loop_filter_across_slices_enabled_flag")
      flag("deblocking_filter_control_present_flag")
      when(.equal("deblocking_filter_control_present_flag", 1)) {
        flag("deblocking_filter_override_enabled_flag")
        flag("pps_deblocking_filter_disabled_flag")
        se("pps_beta_offset_div2", if: .equal("pps_deblocking_filter_disabled_flag", 0))
        se("pps_tc_offset_div2", if: .equal("pps_deblocking_filter_disabled_flag", 0))
      }
      flag("pps_scaling_list_data_present_flag")
      when(.equal("pps_scaling_list_data_present_flag", 0)) {
        flag("lists_modification_present_flag")
        ue("log2_parallel_merge_level_minus2")
        flag("slice_segment_header_extension_present_flag")
        flag("pps_extension_present_flag")
        trailingBits()
      }
    }
  }

  private static func tiles() -> Row {
    when(.remaining(0)) {
      ue("num_tile_columns_minus1", .minusOne)
      ue("num_tile_rows_minus1", .minusOne)
      flag("uniform_spacing_flag")
      list(
        .field("num_tile_columns_minus1"), "column_widths", if: .equal("uniform_spacing_flag", 0)
      ) {
        ue("column_width_minus1", .minusOne)
      }
      list(.field("num_tile_rows_minus1"), "row_heights", if: .equal("uniform_spacing_flag", 0)) {
        ue("row_height_minus1", .minusOne)
      }
      flag("loop_filter_across_tiles_enabled_flag")
    }
  }

  /// `profile_tier_level` (§7.3.3); `subLayers` names the field with their number less one.
  private static func profileTierLevel(subLayers: StaticString) -> Row {
    group("profile_tier_level") {
      uint(2, "general_profile_space")
      uint(1, "general_tier_flag", .names([0: "Main", 1: "High"]))
      uint(5, "general_profile_idc", .names(CodecNames.hevcProfiles))
      uint(32, "general_profile_compatibility_flags", .hex)
      flag("general_progressive_source_flag")
      flag("general_interlaced_source_flag")
      flag("general_non_packed_constraint_flag")
      flag("general_frame_only_constraint_flag")
      uint(44, "general_constraint_flags", .hex)
      uint(8, "general_level_idc", .scaled(30, ""))
      when(.atLeast(subLayers, 1)) {
        uint(16, "sub_layer_present_flags", .hex)
        subLayer(profile: 0x8000, level: 0x4000)
        subLayer(profile: 0x2000, level: 0x1000)
        subLayer(profile: 0x0800, level: 0x0400)
        subLayer(profile: 0x0200, level: 0x0100)
        subLayer(profile: 0x0080, level: 0x0040)
        subLayer(profile: 0x0020, level: 0x0010)
      }
    }
  }

  private static func subLayer(profile: UInt64, level: UInt64) -> Row {
    group("sub_layer", if: .bits("sub_layer_present_flags", profile | level)) {
      when(.bits("sub_layer_present_flags", profile)) {
        uint(2, "sub_layer_profile_space")
        uint(1, "sub_layer_tier_flag", .names([0: "Main", 1: "High"]))
        uint(5, "sub_layer_profile_idc", .names(CodecNames.hevcProfiles))
        uint(32, "sub_layer_profile_compatibility_flags", .hex)
        uint(48, "sub_layer_constraint_flags", .hex)
      }
      uint(
        8, "sub_layer_level_idc", .scaled(30, ""), if: .bits("sub_layer_present_flags", level))
    }
  }
}

import ByteReading
import Structure

/// Sequence parameter sets of HEVC.
extension HEVC {
  /// `seq_parameter_set_rbsp` (23008-2 §7.3.2.2.1, for layers above the first §F.7.3.2.2.1).
  static func sequenceParameterSet() -> Row {
    when(.remaining(0)) {
      uint(4, "sps_video_parameter_set_id")
      uint(3, "sps_max_sub_layers_minus1", .minusOne, if: .equal("nuh_layer_id", 0))
      uint(3, "sps_ext_or_max_sub_layers_minus1", if: .notEqual("nuh_layer_id", 0))
      when(.equal("nuh_layer_id", 0)) {
        flag("sps_temporal_id_nesting_flag")
        profileTierLevel(subLayers: "sps_max_sub_layers_minus1")
      }
      // A layer that is none of several and yet not the first has a set of its own kind: bytes.
      when(.any([.equal("nuh_layer_id", 0), isLayered])) {
        ue("sps_seq_parameter_set_id")
        pictureFormat()
        ue("log2_max_pic_order_cnt_lsb_minus4")
        when(.equal("nuh_layer_id", 0)) { ordering() }
        ue("log2_min_luma_coding_block_size_minus3")
        ue("log2_diff_max_min_luma_coding_block_size")
        ue("log2_min_luma_transform_block_size_minus2")
        ue("log2_diff_max_min_luma_transform_block_size")
        ue("max_transform_hierarchy_depth_inter")
        ue("max_transform_hierarchy_depth_intra")
        flag("scaling_list_enabled_flag")
        when(.equal("scaling_list_enabled_flag", 1)) { scaling() }
        sequenceTools()
      }
    }
  }

  /// A set that leaves to the video parameter set what layers have in common.
  private static var isLayered: Condition {
    .all([.notEqual("nuh_layer_id", 0), .equal("sps_ext_or_max_sub_layers_minus1", 7)])
  }

  private static func pictureFormat() -> Row {
    when(.remaining(0)) {
      flag("update_rep_format_flag", if: isLayered)
      uint(8, "sps_rep_format_idx", if: .equal("update_rep_format_flag", 1))
      when(.equal("nuh_layer_id", 0)) {
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
      }
    }
  }

  private static func ordering() -> Row {
    when(.remaining(0)) {
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
    }
  }

  private static func scaling() -> Row {
    when(.remaining(0)) {
      flag("sps_infer_scaling_list_flag", if: isLayered)
      uint(6, "sps_scaling_list_ref_layer_id", if: .equal("sps_infer_scaling_list_flag", 1))
      when(.not(.bits("sps_infer_scaling_list_flag", 1))) {
        flag("sps_scaling_list_data_present_flag")
        when(.equal("sps_scaling_list_data_present_flag", 1)) { scalingLists() }
      }
    }
  }

  /// What follows the scaling lists.
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
      referencePictures()
      flag("sps_temporal_mvp_enabled_flag")
      flag("strong_intra_smoothing_enabled_flag")
      flag("vui_parameters_present_flag")
      usability()
      when(.not(isUnread)) {
        flag("sps_extension_present_flag")
        when(.equal("sps_extension_present_flag", 1)) { sequenceExtensions() }
        trailingBitsOfSet()
      }
    }
  }

  /// How many sub-layers a layer has that is not the first only the video parameter set says: its HRD
  /// parameters stay bytes, with what follows them.
  private static var isUnread: Condition {
    .all([isLayered, .equal("vui_hrd_parameters_present_flag", 1)])
  }

  /// Sets of reference pictures (§7.3.7), and those that are kept for long.
  private static func referencePictures() -> Row {
    when(.remaining(0)) {
      ue("num_short_term_ref_pic_sets")
      following({ ReferencePictureSets() }) {
        list(.field("num_short_term_ref_pic_sets"), "st_ref_pic_sets") { referencePictureSet() }
      }
      flag("long_term_ref_pics_present_flag")
      when(.equal("long_term_ref_pics_present_flag", 1)) {
        ue("num_long_term_ref_pics_sps")
        list(.field("num_long_term_ref_pics_sps"), "long_term_ref_pics") {
          uint(.field("log2_max_pic_order_cnt_lsb_minus4", plus: 4), "lt_ref_pic_poc_lsb_sps")
          flag("used_by_curr_pic_lt_sps_flag")
        }
      }
    }
  }

  /// `st_ref_pic_set` (§7.3.7): all but the first may be coded by what they change in the one before.
  private static func referencePictureSet() -> Row {
    when(.remaining(0)) {
      flag("inter_ref_pic_set_prediction_flag", if: .atLeast("followed", 1))
      when(.equal("inter_ref_pic_set_prediction_flag", 1)) {
        uint(1, "delta_rps_sign")
        ue("abs_delta_rps_minus1", .minusOne)
        list(.field("followed"), "predicted_pics") {
          flag("used_by_curr_pic_flag")
          flag("use_delta_flag", if: .equal("used_by_curr_pic_flag", 0))
        }
      }
      when(.equal("inter_ref_pic_set_prediction_flag", 0)) {
        ue("num_negative_pics")
        ue("num_positive_pics")
        list(.field("num_negative_pics"), "negative_pics") {
          ue("delta_poc_s0_minus1", .minusOne)
          flag("used_by_curr_pic_s0_flag")
        }
        list(.field("num_positive_pics"), "positive_pics") {
          ue("delta_poc_s1_minus1", .minusOne)
          flag("used_by_curr_pic_s1_flag")
        }
      }
    }
  }

  /// `vui_parameters` (§E.2.1).
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
        group(
          "hrd_parameters",
          if: .all([.equal("vui_hrd_parameters_present_flag", 1), .equal("nuh_layer_id", 0)])
        ) {
          referenceDecoder(subLayers: "sps_max_sub_layers_minus1")
        }
      }
      when(.not(isUnread)) { restrictions() }
    }
  }

  private static func restrictions() -> Row {
    when(.remaining(0)) {
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

  // MARK: Extensions

  private static func sequenceExtensions() -> Row {
    when(.remaining(0)) {
      flag("sps_range_extension_flag")
      flag("sps_multilayer_extension_flag")
      flag("sps_3d_extension_flag")
      flag("sps_scc_extension_flag")
      uint(4, "sps_extension_4bits", .hex)
      group("sps_range_extension", if: .equal("sps_range_extension_flag", 1)) {
        flag("transform_skip_rotation_enabled_flag")
        flag("transform_skip_context_enabled_flag")
        flag("implicit_rdpcm_enabled_flag")
        flag("explicit_rdpcm_enabled_flag")
        flag("extended_precision_processing_flag")
        flag("intra_smoothing_disabled_flag")
        flag("high_precision_offsets_enabled_flag")
        flag("persistent_rice_adaptation_enabled_flag")
        flag("cabac_bypass_alignment_enabled_flag")
      }
      group("sps_multilayer_extension", if: .equal("sps_multilayer_extension_flag", 1)) {
        flag("inter_view_mv_vert_constraint_flag")
      }
      depthExtension()
      screenExtension()
    }
  }

  /// `sps_3d_extension` (§I.7.3.2.2.5): of textures, then of depth.
  private static func depthExtension() -> Row {
    group("sps_3d_extension", if: .equal("sps_3d_extension_flag", 1)) {
      flag("iv_di_mc_enabled_flag")
      flag("iv_mv_scal_enabled_flag")
      ue("log2_ivmc_sub_pb_size_minus3")
      flag("iv_res_pred_enabled_flag")
      flag("depth_ref_enabled_flag")
      flag("vsp_mc_enabled_flag")
      flag("dbbp_enabled_flag")
      flag("iv_di_mc_enabled_flag")
      flag("iv_mv_scal_enabled_flag")
      flag("tex_mc_enabled_flag")
      ue("log2_texmc_sub_pb_size_minus3")
      flag("intra_contour_enabled_flag")
      flag("intra_dc_only_wedge_enabled_flag")
      flag("cqt_cu_part_pred_enabled_flag")
      flag("inter_dc_only_enabled_flag")
      flag("skip_intra_enabled_flag")
    }
  }

  /// `sps_scc_extension` (§7.3.2.2.3).
  private static func screenExtension() -> Row {
    group("sps_scc_extension", if: .equal("sps_scc_extension_flag", 1)) {
      flag("sps_curr_pic_ref_enabled_flag")
      flag("palette_mode_enabled_flag")
      when(.equal("palette_mode_enabled_flag", 1)) {
        ue("palette_max_size")
        ue("delta_palette_max_predictor_size")
        flag("sps_palette_predictor_initializers_present_flag")
        when(.equal("sps_palette_predictor_initializers_present_flag", 1)) {
          ue("sps_num_palette_predictor_initializers_minus1", .minusOne)
          palette("bit_depth_luma_minus8")
          when(.notEqual("chroma_format_idc", 0)) {
            palette("bit_depth_chroma_minus8")
            palette("bit_depth_chroma_minus8")
          }
        }
      }
      uint(2, "motion_vector_resolution_control_idc")
      flag("intra_boundary_filtering_disabled_flag")
    }
  }

  /// The colours of one component, as many bits each as the field `depth` and 8 say.
  private static func palette(_ depth: StaticString) -> Row {
    list(
      .field("sps_num_palette_predictor_initializers_minus1", plus: 1),
      "sps_palette_predictor_initializers"
    ) {
      uint(.field(depth, plus: 8), "sps_palette_predictor_initializer")
    }
  }
}

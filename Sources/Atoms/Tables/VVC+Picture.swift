import ByteReading
import Structure

/// Picture and adaptation parameter sets of VVC.
extension VVC {
  /// `pic_parameter_set_rbsp` (23090-3 §7.3.2.5).
  static func pictureParameterSet() -> Row {
    when(.remaining(0)) {
      uint(6, "pps_pic_parameter_set_id")
      uint(4, "pps_seq_parameter_set_id")
      flag("pps_mixed_nalu_types_in_pic_flag")
      following({ PictureSlices() }) {
        ue("pps_pic_width_in_luma_samples")
        ue("pps_pic_height_in_luma_samples")
        windows()
        flag("pps_output_flag_present_flag")
        flag("pps_no_pic_partition_flag")
        flag("pps_subpic_id_mapping_present_flag")
        when(.equal("pps_subpic_id_mapping_present_flag", 1)) {
          ue("pps_num_subpics_minus1", .minusOne, if: isDivided)
          ue("pps_subpic_id_len_minus1", .minusOne)
          list(.field("pps_num_subpics_minus1", plus: 1), "subpic_ids") {
            uint(.field("pps_subpic_id_len_minus1", plus: 1), "pps_subpic_id")
          }
        }
        when(isDivided) { divisions() }
      }
      references()
      chromaQuantisation()
      deblocking()
      when(isDivided) {
        flag("pps_rpl_info_in_ph_flag")
        flag("pps_sao_info_in_ph_flag")
        flag("pps_alf_info_in_ph_flag")
        flag(
          "pps_wp_info_in_ph_flag",
          if: .all([
            .any([.equal("pps_weighted_pred_flag", 1), .equal("pps_weighted_bipred_flag", 1)]),
            .equal("pps_rpl_info_in_ph_flag", 1),
          ]))
        flag("pps_qp_delta_info_in_ph_flag")
      }
      flag("pps_picture_header_extension_present_flag")
      flag("pps_slice_header_extension_present_flag")
      extensionData("pps_extension_flag")
    }
  }

  private static var isDivided: Condition { .equal("pps_no_pic_partition_flag", 0) }

  private static func windows() -> Row {
    when(.remaining(0)) {
      flag("pps_conformance_window_flag")
      when(.equal("pps_conformance_window_flag", 1)) {
        ue("pps_conf_win_left_offset")
        ue("pps_conf_win_right_offset")
        ue("pps_conf_win_top_offset")
        ue("pps_conf_win_bottom_offset")
      }
      flag("pps_scaling_window_explicit_signalling_flag")
      when(.equal("pps_scaling_window_explicit_signalling_flag", 1)) {
        se("pps_scaling_win_left_offset")
        se("pps_scaling_win_right_offset")
        se("pps_scaling_win_top_offset")
        se("pps_scaling_win_bottom_offset")
      }
    }
  }

  /// Tiles, and the slices in them: what is said of a slice depends on the tile that it begins in.
  private static func divisions() -> Row {
    when(.remaining(0)) {
      uint(2, "pps_log2_ctu_size_minus5")
      ue("pps_num_exp_tile_columns_minus1", .minusOne)
      ue("pps_num_exp_tile_rows_minus1", .minusOne)
      list(.field("pps_num_exp_tile_columns_minus1", plus: 1), "tile_columns") {
        ue("pps_tile_column_width_minus1", .minusOne)
      }
      list(.field("pps_num_exp_tile_rows_minus1", plus: 1), "tile_rows") {
        ue("pps_tile_row_height_minus1", .minusOne)
      }
      // A picture of one tile has no more than that to say of tiles; its slices are rectangles.
      when(.atLeast("followed_second", 2)) {
        flag("pps_loop_filter_across_tiles_enabled_flag")
        flag("pps_rect_slice_flag")
      }
      flag("pps_single_slice_per_subpic_flag", if: hasRectangles)
      when(.all([hasRectangles, .equal("pps_single_slice_per_subpic_flag", 0)])) {
        ue("pps_num_slices_in_pic_minus1", .minusOne)
        flag("pps_tile_idx_delta_present_flag", if: .atLeast("pps_num_slices_in_pic_minus1", 2))
        list(.field("pps_num_slices_in_pic_minus1"), "slices") { slice() }
      }
      flag(
        "pps_loop_filter_across_slices_enabled_flag",
        if: .any([
          .not(hasRectangles), .equal("pps_single_slice_per_subpic_flag", 1),
          .atLeast("pps_num_slices_in_pic_minus1", 1),
        ]))
    }
  }

  private static var hasRectangles: Condition {
    .any([.not(.atLeast("followed_second", 2)), .equal("pps_rect_slice_flag", 1)])
  }

  /// A slice, or several in one tile.
  private static func slice() -> Row {
    when(.atLeast("followed", 1)) {
      ue("pps_slice_width_in_tiles_minus1", .minusOne, if: .bits("followed", 1))
      ue("pps_slice_height_in_tiles_minus1", .minusOne, if: .bits("followed", 2))
      when(.bits("followed", 4)) {
        ue("pps_num_exp_slices_in_tile")
        list(.field("pps_num_exp_slices_in_tile"), "exp_slices") {
          ue("pps_exp_slice_height_in_ctus_minus1", .minusOne)
        }
      }
      se("pps_tile_idx_delta_val", if: .bits("followed", 8))
    }
  }

  private static func references() -> Row {
    when(.remaining(0)) {
      flag("pps_cabac_init_present_flag")
      list(2, "ref_pic_lists") { ue("pps_num_ref_idx_default_active_minus1", .minusOne) }
      flag("pps_rpl1_idx_present_flag")
      flag("pps_weighted_pred_flag")
      flag("pps_weighted_bipred_flag")
      flag("pps_ref_wraparound_enabled_flag")
      ue("pps_pic_width_minus_wraparound_offset", if: .equal("pps_ref_wraparound_enabled_flag", 1))
    }
  }

  private static func chromaQuantisation() -> Row {
    when(.remaining(0)) {
      se("pps_init_qp_minus26")
      flag("pps_cu_qp_delta_enabled_flag")
      flag("pps_chroma_tool_offsets_present_flag")
      when(.equal("pps_chroma_tool_offsets_present_flag", 1)) {
        se("pps_cb_qp_offset")
        se("pps_cr_qp_offset")
        flag("pps_joint_cbcr_qp_offset_present_flag")
        se("pps_joint_cbcr_qp_offset_value", if: .equal("pps_joint_cbcr_qp_offset_present_flag", 1))
        flag("pps_slice_chroma_qp_offsets_present_flag")
        flag("pps_cu_chroma_qp_offset_list_enabled_flag")
        when(.equal("pps_cu_chroma_qp_offset_list_enabled_flag", 1)) {
          ue("pps_chroma_qp_offset_list_len_minus1", .minusOne)
          list(.field("pps_chroma_qp_offset_list_len_minus1", plus: 1), "chroma_qp_offset_list") {
            se("pps_cb_qp_offset_list")
            se("pps_cr_qp_offset_list")
            se("pps_joint_cbcr_qp_offset_list", if: .equal("pps_joint_cbcr_qp_offset_present_flag", 1))
          }
        }
      }
    }
  }

  private static func deblocking() -> Row {
    when(.remaining(0)) {
      flag("pps_deblocking_filter_control_present_flag")
      when(.equal("pps_deblocking_filter_control_present_flag", 1)) {
        flag("pps_deblocking_filter_override_enabled_flag")
        flag("pps_deblocking_filter_disabled_flag")
        flag(
          "pps_dbf_info_in_ph_flag",
          if: .all([isDivided, .equal("pps_deblocking_filter_override_enabled_flag", 1)]))
        when(.equal("pps_deblocking_filter_disabled_flag", 0)) {
          se("pps_luma_beta_offset_div2")
          se("pps_luma_tc_offset_div2")
          when(.equal("pps_chroma_tool_offsets_present_flag", 1)) {
            se("pps_cb_beta_offset_div2")
            se("pps_cb_tc_offset_div2")
            se("pps_cr_beta_offset_div2")
            se("pps_cr_tc_offset_div2")
          }
        }
      }
    }
  }

  // MARK: Adaptation

  /// `adaptation_parameter_set_rbsp` (§7.3.2.6).
  static func adaptationParameterSet() -> Row {
    when(.remaining(0)) {
      uint(3, "aps_params_type", .names([0: "adaptive loop filter", 1: "luma mapping", 2: "scaling lists"]))
      uint(5, "aps_adaptation_parameter_set_id")
      following({ AdaptationSizes() }) {
        flag("aps_chroma_present_flag")
        group("alf_data", if: .equal("aps_params_type", 0)) { loopFilters() }
        group("lmcs_data", if: .equal("aps_params_type", 1)) { lumaMapping() }
        group("scaling_list_data", if: .equal("aps_params_type", 2)) {
          list(28, "scaling_lists") { scalingList() }
        }
      }
      extensionData("aps_extension_flag")
    }
  }

  private static func loopFilters() -> Row {
    when(.remaining(0)) {
      flag("alf_luma_filter_signal_flag")
      when(hasChromaFilters) {
        flag("alf_chroma_filter_signal_flag")
        flag("alf_cc_cb_filter_signal_flag")
        flag("alf_cc_cr_filter_signal_flag")
      }
      when(.equal("alf_luma_filter_signal_flag", 1)) {
        flag("alf_luma_clip_flag")
        ue("alf_luma_num_filters_signalled_minus1", .minusOne)
        list(
          25, "luma_coeff_delta_idxs", if: .atLeast("alf_luma_num_filters_signalled_minus1", 1)
        ) {
          uint(.field("followed"), "alf_luma_coeff_delta_idx")
        }
        list(.field("alf_luma_num_filters_signalled_minus1", plus: 1), "luma_filters") {
          coefficients(12, "alf_luma_coeff_abs", "alf_luma_coeff_sign")
        }
        list(
          .field("alf_luma_num_filters_signalled_minus1", plus: 1), "luma_clips",
          if: .equal("alf_luma_clip_flag", 1)
        ) {
          list(12, "clip_idxs") { uint(2, "alf_luma_clip_idx") }
        }
      }
      when(.equal("alf_chroma_filter_signal_flag", 1)) {
        flag("alf_chroma_clip_flag")
        ue("alf_chroma_num_alt_filters_minus1", .minusOne)
        list(.field("alf_chroma_num_alt_filters_minus1", plus: 1), "chroma_filters") {
          coefficients(6, "alf_chroma_coeff_abs", "alf_chroma_coeff_sign")
          list(6, "clip_idxs", if: .equal("alf_chroma_clip_flag", 1)) { uint(2, "alf_chroma_clip_idx") }
        }
      }
      when(.equal("alf_cc_cb_filter_signal_flag", 1)) {
        ue("alf_cc_cb_filters_signalled_minus1", .minusOne)
        list(.field("alf_cc_cb_filters_signalled_minus1", plus: 1), "cc_cb_filters") {
          mapped("alf_cc_cb_mapped_coeff_abs", "alf_cc_cb_coeff_sign")
        }
      }
      when(.equal("alf_cc_cr_filter_signal_flag", 1)) {
        ue("alf_cc_cr_filters_signalled_minus1", .minusOne)
        list(.field("alf_cc_cr_filters_signalled_minus1", plus: 1), "cc_cr_filters") {
          mapped("alf_cc_cr_mapped_coeff_abs", "alf_cc_cr_coeff_sign")
        }
      }
    }
  }

  private static var hasChromaFilters: Condition { .equal("aps_chroma_present_flag", 1) }

  private static func coefficients(
    _ count: Int, _ magnitude: StaticString, _ sign: StaticString
  ) -> Row {
    list(.exactly(count), "coeffs") {
      ue(magnitude)
      uint(1, sign, if: .atLeast(magnitude, 1))
    }
  }

  private static func mapped(_ magnitude: StaticString, _ sign: StaticString) -> Row {
    list(7, "coeffs") {
      uint(3, magnitude)
      uint(1, sign, if: .atLeast(magnitude, 1))
    }
  }

  private static func lumaMapping() -> Row {
    when(.remaining(0)) {
      ue("lmcs_min_bin_idx")
      ue("lmcs_delta_max_bin_idx")
      ue("lmcs_delta_cw_prec_minus1", .minusOne)
      list(.field("followed"), "bins") {
        uint(.field("lmcs_delta_cw_prec_minus1", plus: 1), "lmcs_delta_abs_cw")
        flag("lmcs_delta_sign_cw_flag", if: .atLeast("lmcs_delta_abs_cw", 1))
      }
      when(hasChromaFilters) {
        uint(3, "lmcs_delta_abs_crs")
        flag("lmcs_delta_sign_crs_flag", if: .atLeast("lmcs_delta_abs_crs", 1))
      }
    }
  }

  /// One of 28 lists; those of chroma may be missing. The first bit of what the follower says is whether it is
  /// there, the next whether it may refer to one before, the third whether it has a mean.
  private static func scalingList() -> Row {
    when(.remaining(0)) {
      flag("scaling_list_copy_mode_flag", if: .bits("followed", 1))
      when(.all([.bits("followed", 1), .equal("scaling_list_copy_mode_flag", 0)])) {
        flag("scaling_list_pred_mode_flag")
      }
      ue(
        "scaling_list_pred_id_delta",
        if: .all([
          .bits("followed", 2),
          .any([.equal("scaling_list_copy_mode_flag", 1), .equal("scaling_list_pred_mode_flag", 1)]),
        ]))
      when(.all([.bits("followed", 1), .equal("scaling_list_copy_mode_flag", 0)])) {
        se("scaling_list_dc_coef", if: .bits("followed", 4))
        list(.field("followed_second"), "scaling_list_delta_coefs") { se("scaling_list_delta_coef") }
      }
    }
  }
}

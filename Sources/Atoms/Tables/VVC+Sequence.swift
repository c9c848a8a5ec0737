import ByteReading
import Structure

/// Sequence parameter sets of VVC.
extension VVC {
  /// `seq_parameter_set_rbsp` (23090-3 §7.3.2.4).
  static func sequenceParameterSet() -> Row {
    when(.remaining(0)) {
      uint(4, "sps_seq_parameter_set_id")
      uint(4, "sps_video_parameter_set_id")
      uint(3, "sps_max_sublayers_minus1", .minusOne)
      uint(2, "sps_chroma_format_idc", .names(CodecNames.chromaFormats))
      following({ SubpicturePlaces() }) {
        uint(2, "sps_log2_ctu_size_minus5")
        flag("sps_ptl_dpb_hrd_params_present_flag")
        when(.equal("sps_ptl_dpb_hrd_params_present_flag", 1)) {
          profileTierLevel(subLayers: "sps_max_sublayers_minus1")
        }
        flag("sps_gdr_enabled_flag")
        flag("sps_ref_pic_resampling_enabled_flag")
        flag("sps_res_change_in_clvs_allowed_flag", if: .equal("sps_ref_pic_resampling_enabled_flag", 1))
        ue("sps_pic_width_max_in_luma_samples")
        ue("sps_pic_height_max_in_luma_samples")
        conformanceWindow()
        flag("sps_subpic_info_present_flag")
        when(.equal("sps_subpic_info_present_flag", 1)) { subpictures() }
      }
      ue("sps_bitdepth_minus8")
      pictureOrder()
      codingBlocks()
      transforms()
      filters()
      following({ ReferenceSigns() }) { references() }
      interTools()
      intraTools()
      quantisation()
      boundaries()
      timing()
      usability()
      extensions()
    }
  }

  private static func conformanceWindow() -> Row {
    when(.remaining(0)) {
      flag("sps_conformance_window_flag")
      when(.equal("sps_conformance_window_flag", 1)) {
        ue("sps_conf_win_left_offset")
        ue("sps_conf_win_right_offset")
        ue("sps_conf_win_top_offset")
        ue("sps_conf_win_bottom_offset")
      }
    }
  }

  /// Where parts of pictures lie, in coding tree units, with as many bits as these need; the last one reaches
  /// to the edges.
  private static func subpictures() -> Row {
    when(.remaining(0)) {
      ue("sps_num_subpics_minus1", .minusOne)
      when(.atLeast("sps_num_subpics_minus1", 1)) {
        flag("sps_independent_subpics_flag")
        flag("sps_subpic_same_size_flag")
        list(.field("sps_num_subpics_minus1", plus: 1), "subpics") {
          uint(.field("followed_second"), "sps_subpic_ctu_top_left_x", if: .bits("followed", 1))
          uint(.field("followed_second"), "sps_subpic_ctu_top_left_y", if: .bits("followed", 2))
          uint(.field("followed_second"), "sps_subpic_width_minus1", .minusOne, if: .bits("followed", 4))
          uint(.field("followed_second"), "sps_subpic_height_minus1", .minusOne, if: .bits("followed", 8))
          when(.equal("sps_independent_subpics_flag", 0)) {
            flag("sps_subpic_treated_as_pic_flag")
            flag("sps_loop_filter_across_subpic_enabled_flag")
          }
        }
      }
      ue("sps_subpic_id_len_minus1", .minusOne)
      flag("sps_subpic_id_mapping_explicitly_signalled_flag")
      when(.equal("sps_subpic_id_mapping_explicitly_signalled_flag", 1)) {
        flag("sps_subpic_id_mapping_present_flag")
        list(
          .field("sps_num_subpics_minus1", plus: 1), "subpic_ids",
          if: .equal("sps_subpic_id_mapping_present_flag", 1)
        ) {
          uint(.field("sps_subpic_id_len_minus1", plus: 1), "sps_subpic_id")
        }
      }
    }
  }

  private static func pictureOrder() -> Row {
    when(.remaining(0)) {
      flag("sps_entropy_coding_sync_enabled_flag")
      flag("sps_entry_point_offsets_present_flag")
      uint(4, "sps_log2_max_pic_order_cnt_lsb_minus4")
      flag("sps_poc_msb_cycle_flag")
      ue("sps_poc_msb_cycle_len_minus1", .minusOne, if: .equal("sps_poc_msb_cycle_flag", 1))
      uint(2, "sps_num_extra_ph_bytes")
      list(.field("sps_num_extra_ph_bytes", times: 8), "extra_ph_bits") {
        flag("sps_extra_ph_bit_present_flag")
      }
      uint(2, "sps_num_extra_sh_bytes")
      list(.field("sps_num_extra_sh_bytes", times: 8), "extra_sh_bits") {
        flag("sps_extra_sh_bit_present_flag")
      }
      when(.equal("sps_ptl_dpb_hrd_params_present_flag", 1)) {
        flag("sps_sublayer_dpb_params_flag", if: .atLeast("sps_max_sublayers_minus1", 1))
        pictureBuffers(
          .field("sps_max_sublayers_minus1", plus: 1), if: .equal("sps_sublayer_dpb_params_flag", 1))
        pictureBuffers(1, if: .equal("sps_sublayer_dpb_params_flag", 0))
      }
    }
  }

  private static func codingBlocks() -> Row {
    when(.remaining(0)) {
      ue("sps_log2_min_luma_coding_block_size_minus2")
      flag("sps_partition_constraints_override_enabled_flag")
      ue("sps_log2_diff_min_qt_min_cb_intra_slice_luma")
      ue("sps_max_mtt_hierarchy_depth_intra_slice_luma")
      when(.atLeast("sps_max_mtt_hierarchy_depth_intra_slice_luma", 1)) {
        ue("sps_log2_diff_max_bt_min_qt_intra_slice_luma")
        ue("sps_log2_diff_max_tt_min_qt_intra_slice_luma")
      }
      flag("sps_qtbtt_dual_tree_intra_flag", if: hasChroma)
      when(.equal("sps_qtbtt_dual_tree_intra_flag", 1)) {
        ue("sps_log2_diff_min_qt_min_cb_intra_slice_chroma")
        ue("sps_max_mtt_hierarchy_depth_intra_slice_chroma")
        when(.atLeast("sps_max_mtt_hierarchy_depth_intra_slice_chroma", 1)) {
          ue("sps_log2_diff_max_bt_min_qt_intra_slice_chroma")
          ue("sps_log2_diff_max_tt_min_qt_intra_slice_chroma")
        }
      }
      ue("sps_log2_diff_min_qt_min_cb_inter_slice")
      ue("sps_max_mtt_hierarchy_depth_inter_slice")
      when(.atLeast("sps_max_mtt_hierarchy_depth_inter_slice", 1)) {
        ue("sps_log2_diff_max_bt_min_qt_inter_slice")
        ue("sps_log2_diff_max_tt_min_qt_inter_slice")
      }
      flag("sps_max_luma_transform_size_64_flag", if: .atLeast("sps_log2_ctu_size_minus5", 1))
    }
  }

  private static var hasChroma: Condition { .notEqual("sps_chroma_format_idc", 0) }

  private static func transforms() -> Row {
    when(.remaining(0)) {
      flag("sps_transform_skip_enabled_flag")
      when(.equal("sps_transform_skip_enabled_flag", 1)) {
        ue("sps_log2_transform_skip_max_size_minus2")
        flag("sps_bdpcm_enabled_flag")
      }
      flag("sps_mts_enabled_flag")
      when(.equal("sps_mts_enabled_flag", 1)) {
        flag("sps_explicit_mts_intra_enabled_flag")
        flag("sps_explicit_mts_inter_enabled_flag")
      }
      flag("sps_lfnst_enabled_flag")
      when(hasChroma) {
        flag("sps_joint_cbcr_enabled_flag")
        flag("sps_same_qp_table_for_chroma_flag")
        chromaTables(1, if: .equal("sps_same_qp_table_for_chroma_flag", 1))
        // One for blue, one for red, and one for both together.
        chromaTables(.field("sps_joint_cbcr_enabled_flag", plus: 2), if: .equal("sps_same_qp_table_for_chroma_flag", 0))
      }
    }
  }

  private static func chromaTables(_ count: Quantity, if condition: Condition) -> Row {
    list(count, "qp_tables", if: condition) {
      se("sps_qp_table_start_minus26")
      ue("sps_num_points_in_qp_table_minus1", .minusOne)
      list(.field("sps_num_points_in_qp_table_minus1", plus: 1), "points") {
        ue("sps_delta_qp_in_val_minus1", .minusOne)
        ue("sps_delta_qp_diff_val")
      }
    }
  }

  private static func filters() -> Row {
    when(.remaining(0)) {
      flag("sps_sao_enabled_flag")
      flag("sps_alf_enabled_flag")
      flag("sps_ccalf_enabled_flag", if: .all([.equal("sps_alf_enabled_flag", 1), hasChroma]))
      flag("sps_lmcs_enabled_flag")
    }
  }

  private static func references() -> Row {
    when(.remaining(0)) {
      flag("sps_weighted_pred_flag")
      flag("sps_weighted_bipred_flag")
      flag("sps_long_term_ref_pics_flag")
      flag("sps_inter_layer_prediction_enabled_flag", if: .notEqual("sps_video_parameter_set_id", 0))
      flag("sps_idr_rpl_present_flag")
      flag("sps_rpl1_same_as_rpl0_flag")
      referenceLists(1, if: .equal("sps_rpl1_same_as_rpl0_flag", 1))
      referenceLists(2, if: .equal("sps_rpl1_same_as_rpl0_flag", 0))
    }
  }

  private static func referenceLists(_ count: Quantity, if condition: Condition) -> Row {
    list(count, "ref_pic_lists", if: condition) {
      ue("sps_num_ref_pic_lists")
      list(.field("sps_num_ref_pic_lists"), "ref_pic_list_structs") { referenceList() }
    }
  }

  /// `ref_pic_list_struct` (§7.3.10).
  private static func referenceList() -> Row {
    when(.remaining(0)) {
      ue("num_ref_entries")
      flag(
        "ltrp_in_header_flag",
        if: .all([.equal("sps_long_term_ref_pics_flag", 1), .atLeast("num_ref_entries", 1)]))
      list(.field("num_ref_entries"), "ref_entries") {
        flag("inter_layer_ref_pic_flag", if: .equal("sps_inter_layer_prediction_enabled_flag", 1))
        when(.equal("inter_layer_ref_pic_flag", 0)) {
          flag("st_ref_pic_flag", if: .equal("sps_long_term_ref_pics_flag", 1))
          when(.any([.equal("st_ref_pic_flag", 1), .equal("sps_long_term_ref_pics_flag", 0)])) {
            ue("abs_delta_poc_st")
            flag("strp_entry_sign_flag", if: .equal("followed", 1))
          }
          uint(
            .field("sps_log2_max_pic_order_cnt_lsb_minus4", plus: 4), "rpls_poc_lsb_lt",
            if: .all([
              .equal("sps_long_term_ref_pics_flag", 1), .equal("st_ref_pic_flag", 0),
              .equal("ltrp_in_header_flag", 0),
            ]))
        }
        ue("ilrp_idx", if: .equal("inter_layer_ref_pic_flag", 1))
      }
    }
  }

  private static func interTools() -> Row {
    when(.remaining(0)) {
      flag("sps_ref_wraparound_enabled_flag")
      flag("sps_temporal_mvp_enabled_flag")
      flag("sps_sbtmvp_enabled_flag", if: .equal("sps_temporal_mvp_enabled_flag", 1))
      flag("sps_amvr_enabled_flag")
      flag("sps_bdof_enabled_flag")
      flag("sps_bdof_control_present_in_ph_flag", if: .equal("sps_bdof_enabled_flag", 1))
      flag("sps_smvd_enabled_flag")
      flag("sps_dmvr_enabled_flag")
      flag("sps_dmvr_control_present_in_ph_flag", if: .equal("sps_dmvr_enabled_flag", 1))
      flag("sps_mmvd_enabled_flag")
      flag("sps_mmvd_fullpel_only_enabled_flag", if: .equal("sps_mmvd_enabled_flag", 1))
      ue("sps_six_minus_max_num_merge_cand")
      flag("sps_sbt_enabled_flag")
      flag("sps_affine_enabled_flag")
      when(.equal("sps_affine_enabled_flag", 1)) {
        ue("sps_five_minus_max_num_subblock_merge_cand")
        flag("sps_6param_affine_enabled_flag")
        flag("sps_affine_amvr_enabled_flag", if: .equal("sps_amvr_enabled_flag", 1))
        flag("sps_affine_prof_enabled_flag")
        flag("sps_prof_control_present_in_ph_flag", if: .equal("sps_affine_prof_enabled_flag", 1))
      }
      flag("sps_bcw_enabled_flag")
      flag("sps_ciip_enabled_flag")
      // With two candidates or more, and with three.
      flag("sps_gpm_enabled_flag", if: .not(.atLeast("sps_six_minus_max_num_merge_cand", 5)))
      ue(
        "sps_max_num_merge_cand_minus_max_num_gpm_cand",
        if: .all([
          .equal("sps_gpm_enabled_flag", 1), .not(.atLeast("sps_six_minus_max_num_merge_cand", 4)),
        ]))
      ue("sps_log2_parallel_merge_level_minus2")
    }
  }

  private static func intraTools() -> Row {
    when(.remaining(0)) {
      flag("sps_isp_enabled_flag")
      flag("sps_mrl_enabled_flag")
      flag("sps_mip_enabled_flag")
      flag("sps_cclm_enabled_flag", if: hasChroma)
      when(.equal("sps_chroma_format_idc", 1)) {
        flag("sps_chroma_horizontal_collocated_flag")
        flag("sps_chroma_vertical_collocated_flag")
      }
      flag("sps_palette_enabled_flag")
      flag(
        "sps_act_enabled_flag",
        if: .all([
          .equal("sps_chroma_format_idc", 3), .equal("sps_max_luma_transform_size_64_flag", 0),
        ]))
      ue(
        "sps_min_qp_prime_ts",
        if: .any([
          .equal("sps_transform_skip_enabled_flag", 1), .equal("sps_palette_enabled_flag", 1),
        ]))
      flag("sps_ibc_enabled_flag")
      ue("sps_six_minus_max_num_ibc_merge_cand", if: .equal("sps_ibc_enabled_flag", 1))
      flag("sps_ladf_enabled_flag")
      when(.equal("sps_ladf_enabled_flag", 1)) {
        uint(2, "sps_num_ladf_intervals_minus2")
        se("sps_ladf_lowest_interval_qp_offset")
        list(.field("sps_num_ladf_intervals_minus2", plus: 1), "ladf_intervals") {
          se("sps_ladf_qp_offset")
          ue("sps_ladf_delta_threshold_minus1", .minusOne)
        }
      }
    }
  }

  private static func quantisation() -> Row {
    when(.remaining(0)) {
      flag("sps_explicit_scaling_list_enabled_flag")
      flag(
        "sps_scaling_matrix_for_lfnst_disabled_flag",
        if: .all([.equal("sps_lfnst_enabled_flag", 1), .equal("sps_explicit_scaling_list_enabled_flag", 1)]))
      flag(
        "sps_scaling_matrix_for_alternative_colour_space_disabled_flag",
        if: .all([.equal("sps_act_enabled_flag", 1), .equal("sps_explicit_scaling_list_enabled_flag", 1)]))
      flag(
        "sps_scaling_matrix_designated_colour_space_flag",
        if: .equal("sps_scaling_matrix_for_alternative_colour_space_disabled_flag", 1))
      flag("sps_dep_quant_enabled_flag")
      flag("sps_sign_data_hiding_enabled_flag")
    }
  }

  private static func boundaries() -> Row {
    when(.remaining(0)) {
      flag("sps_virtual_boundaries_enabled_flag")
      when(.equal("sps_virtual_boundaries_enabled_flag", 1)) {
        flag("sps_virtual_boundaries_present_flag")
        when(.equal("sps_virtual_boundaries_present_flag", 1)) {
          ue("sps_num_ver_virtual_boundaries")
          list(.field("sps_num_ver_virtual_boundaries"), "ver_virtual_boundaries") {
            ue("sps_virtual_boundary_pos_x_minus1", .minusOne)
          }
          ue("sps_num_hor_virtual_boundaries")
          list(.field("sps_num_hor_virtual_boundaries"), "hor_virtual_boundaries") {
            ue("sps_virtual_boundary_pos_y_minus1", .minusOne)
          }
        }
      }
    }
  }

  private static func timing() -> Row {
    when(.equal("sps_ptl_dpb_hrd_params_present_flag", 1)) {
      flag("sps_timing_hrd_params_present_flag")
      when(.equal("sps_timing_hrd_params_present_flag", 1)) {
        generalTiming()
        flag("sps_sublayer_cpb_params_present_flag", if: .atLeast("sps_max_sublayers_minus1", 1))
        layerTiming(
          .field("sps_max_sublayers_minus1", plus: 1), if: .equal("sps_sublayer_cpb_params_present_flag", 1))
        layerTiming(1, if: .equal("sps_sublayer_cpb_params_present_flag", 0))
      }
    }
  }

  /// `vui_payload` (§7.3.2.4, 23002-7 §7.2), which says how long it is.
  private static func usability() -> Row {
    when(.remaining(0)) {
      flag("sps_field_seq_flag")
      flag("sps_vui_parameters_present_flag")
      when(.equal("sps_vui_parameters_present_flag", 1)) {
        ue("sps_vui_payload_size_minus1", .minusOne)
        alignment()
        within(.field("sps_vui_payload_size_minus1", plus: 1), "vui_payload") {
          flag("vui_progressive_source_flag")
          flag("vui_interlaced_source_flag")
          flag("vui_non_packed_constraint_flag")
          flag("vui_non_projected_constraint_flag")
          flag("vui_aspect_ratio_info_present_flag")
          when(.equal("vui_aspect_ratio_info_present_flag", 1)) {
            flag("vui_aspect_ratio_constant_flag")
            uint(8, "vui_aspect_ratio_idc", .names(CodecNames.aspectRatios))
            uint(16, "vui_sar_width", if: .equal("vui_aspect_ratio_idc", 255))
            uint(16, "vui_sar_height", if: .equal("vui_aspect_ratio_idc", 255))
          }
          flag("vui_overscan_info_present_flag")
          flag("vui_overscan_appropriate_flag", if: .equal("vui_overscan_info_present_flag", 1))
          flag("vui_colour_description_present_flag")
          when(.equal("vui_colour_description_present_flag", 1)) {
            uint(8, "vui_colour_primaries", .colour(.primaries))
            uint(8, "vui_transfer_characteristics", .colour(.transfer))
            uint(8, "vui_matrix_coeffs", .colour(.matrix))
            flag("vui_full_range_flag")
          }
          flag("vui_chroma_loc_info_present_flag")
          when(.equal("vui_chroma_loc_info_present_flag", 1)) {
            ue("vui_chroma_sample_loc_type_frame", if: isProgressive)
            ue("vui_chroma_sample_loc_type_top_field", if: .not(isProgressive))
            ue("vui_chroma_sample_loc_type_bottom_field", if: .not(isProgressive))
          }
          trailingBits("vui_payload_bit_equal_to_one")
        }
      }
    }
  }

  private static var isProgressive: Condition {
    .all([.equal("vui_progressive_source_flag", 1), .equal("vui_interlaced_source_flag", 0)])
  }

  private static func extensions() -> Row {
    when(.remaining(0)) {
      flag("sps_extension_flag")
      when(.equal("sps_extension_flag", 1)) {
        flag("sps_range_extension_flag")
        uint(7, "sps_extension_7bits", .hex)
        group("sps_range_extension", if: .equal("sps_range_extension_flag", 1)) {
          flag("sps_extended_precision_flag")
          flag(
            "sps_ts_residual_coding_rice_present_in_sh_flag",
            if: .equal("sps_transform_skip_enabled_flag", 1))
          flag("sps_rrc_rice_extension_flag")
          flag("sps_persistent_rice_adaptation_enabled_flag")
          flag("sps_reverse_last_sig_coeff_enabled_flag")
        }
        uint(.remaining, "extension_data_flag", .hex, if: .atLeast("sps_extension_7bits", 1))
      }
      trailingBitsOfSet()
    }
  }
}

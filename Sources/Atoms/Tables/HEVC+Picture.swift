import ByteReading
import Structure

/// Picture parameter sets of HEVC.
extension HEVC {
  /// `pic_parameter_set_rbsp` (23008-2 §7.3.2.3.1).
  static func pictureParameterSet() -> Row {
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
      when(.equal("pps_scaling_list_data_present_flag", 1)) { scalingLists() }
      flag("lists_modification_present_flag")
      ue("log2_parallel_merge_level_minus2")
      flag("slice_segment_header_extension_present_flag")
      flag("pps_extension_present_flag")
      when(.equal("pps_extension_present_flag", 1)) { pictureExtensions() }
      trailingBitsOfSet()
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

  // MARK: Extensions

  private static func pictureExtensions() -> Row {
    when(.remaining(0)) {
      flag("pps_range_extension_flag")
      flag("pps_multilayer_extension_flag")
      flag("pps_3d_extension_flag")
      flag("pps_scc_extension_flag")
      uint(4, "pps_extension_4bits", .hex)
      group("pps_range_extension", if: .equal("pps_range_extension_flag", 1)) {
        ue("log2_max_transform_skip_block_size_minus2", if: .equal("transform_skip_enabled_flag", 1))
        flag("cross_component_prediction_enabled_flag")
        flag("chroma_qp_offset_list_enabled_flag")
        when(.equal("chroma_qp_offset_list_enabled_flag", 1)) {
          ue("diff_cu_chroma_qp_offset_depth")
          ue("chroma_qp_offset_list_len_minus1", .minusOne)
          list(.field("chroma_qp_offset_list_len_minus1", plus: 1), "chroma_qp_offset_list") {
            se("cb_qp_offset_list")
            se("cr_qp_offset_list")
          }
        }
        ue("log2_sao_offset_scale_luma")
        ue("log2_sao_offset_scale_chroma")
      }
      layerExtension()
      depthExtension()
      screenExtension()
      uint(.remaining, "pps_extension_data_flag", .hex, if: .atLeast("pps_extension_4bits", 1))
    }
  }

  /// `pps_multilayer_extension` (§F.7.3.2.3.4).
  private static func layerExtension() -> Row {
    group("pps_multilayer_extension", if: .equal("pps_multilayer_extension_flag", 1)) {
      flag("poc_reset_info_present_flag")
      flag("pps_infer_scaling_list_flag")
      uint(6, "pps_scaling_list_ref_layer_id", if: .equal("pps_infer_scaling_list_flag", 1))
      ue("num_ref_loc_offsets")
      list(.field("num_ref_loc_offsets"), "ref_loc_offsets") {
        uint(6, "ref_loc_offset_layer_id")
        flag("scaled_ref_layer_offset_present_flag")
        when(.equal("scaled_ref_layer_offset_present_flag", 1)) {
          se("scaled_ref_layer_left_offset")
          se("scaled_ref_layer_top_offset")
          se("scaled_ref_layer_right_offset")
          se("scaled_ref_layer_bottom_offset")
        }
        flag("ref_region_offset_present_flag")
        when(.equal("ref_region_offset_present_flag", 1)) {
          se("ref_region_left_offset")
          se("ref_region_top_offset")
          se("ref_region_right_offset")
          se("ref_region_bottom_offset")
        }
        flag("resample_phase_set_present_flag")
        when(.equal("resample_phase_set_present_flag", 1)) {
          ue("phase_hor_luma")
          ue("phase_ver_luma")
          ue("phase_hor_chroma_plus8")
          ue("phase_ver_chroma_plus8")
        }
      }
      flag("colour_mapping_enabled_flag")
      when(.equal("colour_mapping_enabled_flag", 1)) {
        following({ ColourMappingBits() }) { colourMapping() }
      }
    }
  }

  /// `colour_mapping_table` (§F.7.3.2.3.5).
  private static func colourMapping() -> Row {
    group("colour_mapping_table") {
      ue("num_cm_ref_layers_minus1", .minusOne)
      list(.field("num_cm_ref_layers_minus1", plus: 1), "cm_ref_layers") { uint(6, "cm_ref_layer_id") }
      uint(2, "cm_octant_depth")
      uint(2, "cm_y_part_num_log2")
      ue("luma_bit_depth_cm_input_minus8")
      ue("chroma_bit_depth_cm_input_minus8")
      ue("luma_bit_depth_cm_output_minus8")
      ue("chroma_bit_depth_cm_output_minus8")
      uint(2, "cm_res_quant_bits")
      uint(2, "cm_delta_flc_bits_minus1", .minusOne)
      when(.equal("cm_octant_depth", 1)) {
        se("cm_adapt_threshold_u_delta")
        se("cm_adapt_threshold_v_delta")
      }
      octants("split_octant_flag", depth: 0)
    }
  }

  private static let splits: [StaticString] = [
    "split_octant_flag", "split_octant_flag_1", "split_octant_flag_2", "split_octant_flag_3",
  ]

  /// `colour_mapping_octants` (§F.7.3.2.3.6): an octant is divided into eight, or has coefficients.
  private static func octants(_ split: StaticString, depth: Int) -> Row {
    when(.remaining(0)) {
      flag(split, if: .atLeast("cm_octant_depth", UInt64(depth) + 1))
      when(.equal(split, 0)) { coefficients() }
      divided(split, depth: depth)
    }
  }

  private static func divided(_ split: StaticString, depth: Int) -> Row {
    // Two bits say how deep: three times at most.
    guard depth < 3 else { return when(.any([])) { reserved(0) } }
    return list(8, "octants", if: .equal(split, 1)) { octants(splits[depth + 1], depth: depth + 1) }
  }

  private static func coefficients() -> Row {
    list(.power("cm_y_part_num_log2", of: 1), "parts") {
      list(4, "vertices") {
        flag("coded_res_flag")
        list(3, "res_coeffs", if: .equal("coded_res_flag", 1)) {
          ue("res_coeff_q")
          uint(.field("followed"), "res_coeff_r", if: .atLeast("followed", 1))
          flag("res_coeff_s", if: .any([.atLeast("res_coeff_q", 1), .atLeast("res_coeff_r", 1)]))
        }
      }
    }
  }

  /// `pps_3d_extension` (§I.7.3.2.3.6): which values depth has.
  private static func depthExtension() -> Row {
    group("pps_3d_extension", if: .equal("pps_3d_extension_flag", 1)) {
      flag("dlts_present_flag")
      when(.equal("dlts_present_flag", 1)) {
        uint(6, "pps_depth_layers_minus1", .minusOne)
        uint(4, "pps_bit_depth_for_depth_layers_minus8")
        following({ DepthDifferences() }) {
          list(.field("pps_depth_layers_minus1", plus: 1), "depth_layers") {
            flag("dlt_flag")
            when(.equal("dlt_flag", 1)) { depthTable() }
          }
        }
      }
    }
  }

  private static func depthTable() -> Row {
    when(.remaining(0)) {
      flag("dlt_pred_flag")
      flag("dlt_val_flags_present_flag", if: .equal("dlt_pred_flag", 0))
      // A flag for each value that so many bits tell apart.
      uint(
        .power("pps_bit_depth_for_depth_layers_minus8", of: 256), "dlt_value_flag",
        if: .equal("dlt_val_flags_present_flag", 1))
      when(.equal("dlt_val_flags_present_flag", 0)) { depthDifferences() }
    }
  }

  /// `delta_dlt` (§I.7.3.2.3.7).
  private static func depthDifferences() -> Row {
    when(.remaining(0)) {
      uint(.field("pps_bit_depth_for_depth_layers_minus8", plus: 8), "num_val_delta_dlt")
      when(.atLeast("num_val_delta_dlt", 1)) {
        uint(
          .field("pps_bit_depth_for_depth_layers_minus8", plus: 8), "max_diff",
          if: .atLeast("num_val_delta_dlt", 2))
        uint(
          .field("followed"), "min_diff_minus1",
          if: .all([.atLeast("num_val_delta_dlt", 3), .atLeast("max_diff", 1)]))
        uint(.field("pps_bit_depth_for_depth_layers_minus8", plus: 8), "delta_dlt_val0")
        list(.field("num_val_delta_dlt", plus: -1), "delta_dlt_vals", if: .atLeast("followed_second", 1)) {
          uint(.field("followed_second"), "delta_val_diff_minus_min")
        }
      }
    }
  }

  /// `pps_scc_extension` (§7.3.2.3.3).
  private static func screenExtension() -> Row {
    group("pps_scc_extension", if: .equal("pps_scc_extension_flag", 1)) {
      flag("pps_curr_pic_ref_enabled_flag")
      flag("residual_adaptive_colour_transform_enabled_flag")
      when(.equal("residual_adaptive_colour_transform_enabled_flag", 1)) {
        flag("pps_slice_act_qp_offsets_present_flag")
        se("pps_act_y_qp_offset_plus5")
        se("pps_act_cb_qp_offset_plus5")
        se("pps_act_cr_qp_offset_plus3")
      }
      flag("pps_palette_predictor_initializers_present_flag")
      when(.equal("pps_palette_predictor_initializers_present_flag", 1)) {
        ue("pps_num_palette_predictor_initializers")
        when(.atLeast("pps_num_palette_predictor_initializers", 1)) {
          flag("monochrome_palette_flag")
          ue("luma_bit_depth_entry_minus8")
          ue("chroma_bit_depth_entry_minus8", if: .equal("monochrome_palette_flag", 0))
          palette("luma_bit_depth_entry_minus8")
          when(.equal("monochrome_palette_flag", 0)) {
            palette("chroma_bit_depth_entry_minus8")
            palette("chroma_bit_depth_entry_minus8")
          }
        }
      }
    }
  }

  private static func palette(_ depth: StaticString) -> Row {
    list(
      .field("pps_num_palette_predictor_initializers"), "pps_palette_predictor_initializers"
    ) {
      uint(.field(depth, plus: 8), "pps_palette_predictor_initializer")
    }
  }
}

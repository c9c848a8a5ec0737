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
      trailingBits()
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

  /// Tables that map colours from one layer to another, and the extension of depth, stay bytes, with what
  /// follows them.
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
      when(
        .not(.any([.equal("colour_mapping_enabled_flag", 1), .equal("pps_3d_extension_flag", 1)]))
      ) {
        screenExtension()
      }
    }
  }

  /// `pps_multilayer_extension` (§F.7.3.2.3.4), up to its table of colours.
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

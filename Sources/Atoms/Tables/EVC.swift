import ByteReading
import Structure

/// The parameter sets of EVC (23094-1 §7.3.2); they have no box of their own.
///
/// Units of EVC have no bytes that prevent emulation.
enum EVC: SyntaxFamily {
  static let tables: [Syntax] = []

  /// What a unit of a configuration holds.
  static func unit() -> Row {
    when(.remaining(0)) {
      when(.remaining(16)) {
        uint(1, "forbidden_zero_bit", .expected(0))
        uint(6, "nal_unit_type_plus1", .names(types.raised(by: 1)))
        uint(3, "nuh_temporal_id")
        reserved(5)
        flag("nuh_extension_flag")
        when(.equal("nal_unit_type_plus1", 25)) {
          sequenceData()
          trailingBits()
        }
        when(.equal("nal_unit_type_plus1", 26)) {
          pictureData()
          trailingBits()
        }
      }
      uint(.remaining, "rbsp", .plain, if: .remaining(1))
    }
  }

  static let types: Names = [
    0: "non-IDR slice", 1: "IDR slice", 24: "sequence parameter set", 25: "picture parameter set",
    26: "adaptation parameter set", 27: "filler data", 28: "supplemental information",
  ]

  /// `seq_parameter_set_rbsp` (§7.3.2.1).
  private static func sequenceData() -> Row {
    when(.remaining(0)) {
      ue("sps_seq_parameter_set_id")
      uint(8, "profile_idc", .names([0: "Baseline", 1: "Main"]))
      uint(8, "level_idc", .scaled(30, ""))
      uint(32, "toolset_idc_h", .hex)
      uint(32, "toolset_idc_l", .hex)
      ue("chroma_format_idc", .names(CodecNames.chromaFormats))
      ue("pic_width_in_luma_samples", .unit("px"))
      ue("pic_height_in_luma_samples", .unit("px"))
      ue("bit_depth_luma_minus8")
      ue("bit_depth_chroma_minus8")
      tools()
      references()
      flag("picture_cropping_flag")
      when(.equal("picture_cropping_flag", 1)) {
        ue("picture_crop_left_offset")
        ue("picture_crop_right_offset")
        ue("picture_crop_top_offset")
        ue("picture_crop_bottom_offset")
      }
      when(.notEqual("chroma_format_idc", 0)) {
        flag("chroma_qp_table_present_flag")
        when(.equal("chroma_qp_table_present_flag", 1)) {
          flag("same_qp_table_for_chroma")
          flag("global_offset_flag")
          list(1, "qp_tables", if: .equal("same_qp_table_for_chroma", 1)) { points() }
          list(2, "qp_tables", if: .equal("same_qp_table_for_chroma", 0)) { points() }
        }
      }
      flag("vui_parameters_present_flag")
      usability()
    }
  }

  private static func points() -> Row {
    when(.remaining(0)) {
      ue("num_points_in_qp_table_minus1", .minusOne)
      list(.field("num_points_in_qp_table_minus1", plus: 1), "points") {
        uint(6, "delta_qp_in_val_minus1")
        se("delta_qp_out_val")
      }
    }
  }

  private static func tools() -> Row {
    when(.remaining(0)) {
      flag("sps_btt_flag")
      when(.equal("sps_btt_flag", 1)) {
        ue("log2_ctu_size_minus5")
        ue("log2_min_cb_size_minus2")
        ue("log2_diff_ctu_max_14_cb_size")
        ue("log2_diff_ctu_max_tt_cb_size")
        ue("log2_diff_min_cb_min_tt_cb_size_minus2")
      }
      flag("sps_suco_flag")
      when(.equal("sps_suco_flag", 1)) {
        ue("log2_diff_ctu_size_max_suco_cb_size")
        ue("log2_diff_max_suco_min_suco_cb_size")
      }
      flag("sps_admvp_flag")
      when(.equal("sps_admvp_flag", 1)) {
        flag("sps_affine_flag")
        flag("sps_amvr_flag")
        flag("sps_dmvr_flag")
        flag("sps_mmvd_flag")
        flag("sps_hmvp_flag")
      }
      flag("sps_eipd_flag")
      when(.equal("sps_eipd_flag", 1)) {
        flag("sps_ibc_flag")
        ue("log2_max_ibc_cand_size_minus2", if: .equal("sps_ibc_flag", 1))
      }
      flag("sps_cm_init_flag")
      flag("sps_adcc_flag", if: .equal("sps_cm_init_flag", 1))
      flag("sps_iqt_flag")
      flag("sps_ats_flag", if: .equal("sps_iqt_flag", 1))
      flag("sps_addb_flag")
      flag("sps_alf_flag")
      flag("sps_htdf_flag")
      flag("sps_rpl_flag")
      flag("sps_pocs_flag")
      flag("sps_dquant_flag")
      flag("sps_dra_flag")
    }
  }

  private static func references() -> Row {
    when(.remaining(0)) {
      ue("log2_max_pic_order_cnt_lsb_minus4", if: .equal("sps_pocs_flag", 1))
      when(.any([.equal("sps_pocs_flag", 0), .equal("sps_rpl_flag", 0)])) {
        ue("log2_sub_gop_length")
        ue("log2_ref_pic_gap_length", if: .equal("log2_sub_gop_length", 0))
      }
      ue("max_num_tid0_ref_pics", if: .equal("sps_rpl_flag", 0))
      when(.equal("sps_rpl_flag", 1)) {
        ue("sps_max_dec_pic_buffering_minus1", .minusOne)
        flag("long_term_ref_pic_flag")
        flag("rpl1_same_as_rpl0_flag")
        ue("num_ref_pic_list_in_sps_0")
        list(.field("num_ref_pic_list_in_sps_0"), "ref_pic_lists_0") { pictures() }
        when(.equal("rpl1_same_as_rpl0_flag", 0)) {
          ue("num_ref_pic_list_in_sps_1")
          list(.field("num_ref_pic_list_in_sps_1"), "ref_pic_lists_1") { pictures() }
        }
      }
    }
  }

  /// `ref_pic_list_struct` (§7.3.7).
  private static func pictures() -> Row {
    when(.remaining(0)) {
      ue("ref_pic_num")
      list(.field("ref_pic_num"), "ref_pics") {
        ue("delta_poc_st")
        flag("strp_entry_sign_flag", if: .notEqual("delta_poc_st", 0))
      }
    }
  }

  /// `vui_parameters` (§E.2.1).
  private static func usability() -> Row {
    group("vui_parameters", if: .equal("vui_parameters_present_flag", 1)) {
      videoUsability(matrix: "matrix_coefficients")
      flag("neutral_chroma_indication_flag")
      flag("field_seq_flag")
      flag("timing_info_present_flag")
      when(.equal("timing_info_present_flag", 1)) {
        uint(32, "num_units_in_tick")
        uint(32, "time_scale")
        flag("fixed_pic_rate_flag")
      }
      flag("nal_hrd_parameters_present_flag")
      group("nal_hrd_parameters", if: .equal("nal_hrd_parameters_present_flag", 1)) { buffering() }
      flag("vcl_hrd_parameters_present_flag")
      group("vcl_hrd_parameters", if: .equal("vcl_hrd_parameters_present_flag", 1)) { buffering() }
      flag(
        "low_delay_hrd_flag",
        if: .any([.equal("nal_hrd_parameters_present_flag", 1), .equal("vcl_hrd_parameters_present_flag", 1)]))
      flag("pic_struct_present_flag")
      flag("bitstream_restriction_flag")
      when(.equal("bitstream_restriction_flag", 1)) {
        flag("motion_vectors_over_pic_boundaries_flag")
        ue("max_bytes_per_pic_denom")
        ue("max_bits_per_mb_denom")
        ue("log2_max_mv_length_horizontal")
        ue("log2_max_mv_length_vertical")
        ue("num_reorder_pics")
        ue("max_dec_pic_buffering")
      }
    }
  }

  /// `hrd_parameters` (§E.2.2).
  private static func buffering() -> Row { when(.remaining(0)) { return AVC.bufferModel("schedules") } }

  /// `pic_parameter_set_rbsp` (§7.3.2.2).
  private static func pictureData() -> Row {
    when(.remaining(0)) {
      ue("pps_pic_parameter_set_id")
      ue("pps_seq_parameter_set_id")
      ue("num_ref_idx_default_active_minus1_0", .minusOne)
      ue("num_ref_idx_default_active_minus1_1", .minusOne)
      ue("additional_lt_poc_lsb_len")
      flag("rpl1_idx_present_flag")
      flag("single_tile_in_pic_flag")
      when(.equal("single_tile_in_pic_flag", 0)) {
        ue("num_tile_columns_minus1", .minusOne)
        ue("num_tile_rows_minus1", .minusOne)
        flag("uniform_tile_spacing_flag")
        when(.equal("uniform_tile_spacing_flag", 0)) {
          list(.field("num_tile_columns_minus1"), "columns") { ue("tile_column_width_minus1", .minusOne) }
          list(.field("num_tile_rows_minus1"), "rows") { ue("tile_row_height_minus1", .minusOne) }
        }
        flag("loop_filter_across_tiles_enabled_flag")
        ue("tile_offset_len_minus1", .minusOne)
      }
      ue("tile_id_len_minus1", .minusOne)
      flag("explicit_tile_id_flag")
      list(
        .product(.field("num_tile_rows_minus1", plus: 1), .field("num_tile_columns_minus1", plus: 1)), "tile_ids",
        if: .equal("explicit_tile_id_flag", 1)
      ) { uint(.field("tile_id_len_minus1", plus: 1), "tile_id_val") }
      flag("pic_dra_enabled_flag")
      uint(5, "pic_dra_aps_id", if: .equal("pic_dra_enabled_flag", 1))
      flag("arbitrary_slice_present_flag")
      flag("constrained_intra_pred_flag")
      flag("cu_qp_delta_enabled_flag")
      ue("log2_cu_qp_delta_area_minus6", if: .equal("cu_qp_delta_enabled_flag", 1))
    }
  }
}

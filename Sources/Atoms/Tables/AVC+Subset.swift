import ByteReading
import Structure

/// Sequence parameter sets of layers and views (14496-10 §7.3.2.1.3).
extension AVC {
  /// What a subset sequence parameter set has behind `seq_parameter_set_data`; that of depth stays bytes.
  static func subset() -> Row {
    when(.equal("nal_unit_type", 15)) {
      when(.oneOf("profile_idc", [83, 86])) {
        layers()
        flag("svc_vui_parameters_present_flag")
        usability(ofViews: false, if: .equal("svc_vui_parameters_present_flag", 1))
      }
      when(.oneOf("profile_idc", [118, 128, 134])) {
        uint(1, "bit_equal_to_one", .expected(1))
        views()
        flag("mvc_vui_parameters_present_flag")
        usability(ofViews: true, if: .equal("mvc_vui_parameters_present_flag", 1))
      }
      flag("additional_extension2_flag", if: .not(.oneOf("profile_idc", [135, 138, 139])))
    }
  }

  private static var hasChroma: Condition {
    .all([.equal("separate_colour_plane_flag", 0), .atLeast("chroma_format_idc", 1)])
  }

  /// `seq_parameter_set_svc_extension` (§G.7.3.2.1.4).
  private static func layers() -> Row {
    group("seq_parameter_set_svc_extension") {
      flag("inter_layer_deblocking_filter_control_present_flag")
      uint(2, "extended_spatial_scalability_idc", .names([0: "none", 1: "by sequence", 2: "by picture"]))
      when(.all([hasChroma, .oneOf("chroma_format_idc", [1, 2])])) {
        flag("chroma_phase_x_plus1_flag")
        uint(2, "chroma_phase_y_plus1", if: .equal("chroma_format_idc", 1))
      }
      when(.equal("extended_spatial_scalability_idc", 1)) {
        flag("seq_ref_layer_chroma_phase_x_plus1_flag", if: hasChroma)
        uint(2, "seq_ref_layer_chroma_phase_y_plus1", if: hasChroma)
        se("seq_scaled_ref_layer_left_offset")
        se("seq_scaled_ref_layer_top_offset")
        se("seq_scaled_ref_layer_right_offset")
        se("seq_scaled_ref_layer_bottom_offset")
      }
      flag("seq_tcoeff_level_prediction_flag")
      flag("adaptive_tcoeff_level_prediction_flag", if: .equal("seq_tcoeff_level_prediction_flag", 1))
      flag("slice_header_restriction_flag")
    }
  }

  /// `seq_parameter_set_mvc_extension` (§H.7.3.2.1.4).
  private static func views() -> Row {
    group("seq_parameter_set_mvc_extension") {
      ue("num_views_minus1", .minusOne)
      list(.field("num_views_minus1", plus: 1), "views") { ue("view_id") }
      list(.field("num_views_minus1"), "anchor_refs") {
        ue("num_anchor_refs_l0")
        list(.field("num_anchor_refs_l0"), "anchor_refs_l0") { ue("anchor_ref_l0") }
        ue("num_anchor_refs_l1")
        list(.field("num_anchor_refs_l1"), "anchor_refs_l1") { ue("anchor_ref_l1") }
      }
      list(.field("num_views_minus1"), "non_anchor_refs") {
        ue("num_non_anchor_refs_l0")
        list(.field("num_non_anchor_refs_l0"), "non_anchor_refs_l0") { ue("non_anchor_ref_l0") }
        ue("num_non_anchor_refs_l1")
        list(.field("num_non_anchor_refs_l1"), "non_anchor_refs_l1") { ue("non_anchor_ref_l1") }
      }
      ue("num_level_values_signalled_minus1", .minusOne)
      list(.field("num_level_values_signalled_minus1", plus: 1), "level_values") { levels() }
      when(.equal("profile_idc", 134)) { frameCompatible() }
    }
  }

  private static func levels() -> Row {
    when(.remaining(1)) {
      uint(8, "level_idc", .scaled(10, ""))
      ue("num_applicable_ops_minus1", .minusOne)
      list(.field("num_applicable_ops_minus1", plus: 1), "applicable_ops") {
        uint(3, "applicable_op_temporal_id")
        ue("applicable_op_num_target_views_minus1", .minusOne)
        list(.field("applicable_op_num_target_views_minus1", plus: 1), "target_views") {
          ue("applicable_op_target_view_id")
        }
        ue("applicable_op_num_views_minus1", .minusOne)
      }
    }
  }

  private static func frameCompatible() -> Row {
    when(.remaining(1)) {
      uint(6, "mfc_format_idc", .names([0: "side by side", 1: "top and bottom"]))
      when(.oneOf("mfc_format_idc", [0, 1])) {
        flag("default_grid_position_flag")
        when(.equal("default_grid_position_flag", 0)) {
          uint(4, "view0_grid_position_x")
          uint(4, "view0_grid_position_y")
          uint(4, "view1_grid_position_x")
          uint(4, "view1_grid_position_y")
        }
      }
      flag("rpu_filter_enabled_flag")
      flag("rpu_field_processing_flag", if: .equal("frame_mbs_only_flag", 0))
    }
  }

  // MARK: How they are shown

  /// `svc_vui_parameters_extension` and `mvc_vui_parameters_extension` (§G.14.1, §H.14.1), which differ in what
  /// an entry is of, and in names.
  private static func usability(ofViews isView: Bool, if condition: Condition) -> Row {
    group(isView ? "mvc_vui_parameters_extension" : "svc_vui_parameters_extension", if: condition) {
      ue(isView ? "vui_mvc_num_ops_minus1" : "vui_ext_num_entries_minus1", .minusOne)
      list(.field(isView ? "vui_mvc_num_ops_minus1" : "vui_ext_num_entries_minus1", plus: 1), "vui_entries") {
        isView ? viewPoint() : layerPoint()
        timing(ofViews: isView)
        decoders(
          isView ? "vui_mvc_nal_hrd_parameters_present_flag" : "vui_ext_nal_hrd_parameters_present_flag",
          isView ? "vui_mvc_vcl_hrd_parameters_present_flag" : "vui_ext_vcl_hrd_parameters_present_flag",
          isView ? "vui_mvc_low_delay_hrd_flag" : "vui_ext_low_delay_hrd_flag")
        flag(isView ? "vui_mvc_pic_struct_present_flag" : "vui_ext_pic_struct_present_flag")
      }
    }
  }

  private static func timing(ofViews isView: Bool) -> Row {
    when(.remaining(1)) {
      flag(isView ? "vui_mvc_timing_info_present_flag" : "vui_ext_timing_info_present_flag")
      when(.equal(isView ? "vui_mvc_timing_info_present_flag" : "vui_ext_timing_info_present_flag", 1)) {
        uint(32, isView ? "vui_mvc_num_units_in_tick" : "vui_ext_num_units_in_tick")
        uint(32, isView ? "vui_mvc_time_scale" : "vui_ext_time_scale", .unit("Hz"))
        flag(isView ? "vui_mvc_fixed_frame_rate_flag" : "vui_ext_fixed_frame_rate_flag")
      }
    }
  }

  private static func decoders(_ nal: StaticString, _ vcl: StaticString, _ delay: StaticString) -> Row {
    when(.remaining(1)) {
      flag(nal)
      referenceDecoder("nal_hrd_parameters", if: .equal(nal, 1))
      flag(vcl)
      referenceDecoder("vcl_hrd_parameters", if: .equal(vcl, 1))
      flag(delay, if: .any([.equal(nal, 1), .equal(vcl, 1)]))
    }
  }

  private static func layerPoint() -> Row {
    when(.remaining(1)) {
      uint(3, "vui_ext_dependency_id")
      uint(4, "vui_ext_quality_id")
      uint(3, "vui_ext_temporal_id")
    }
  }

  private static func viewPoint() -> Row {
    when(.remaining(1)) {
      uint(3, "vui_mvc_temporal_id")
      ue("vui_mvc_num_target_output_views_minus1", .minusOne)
      list(.field("vui_mvc_num_target_output_views_minus1", plus: 1), "vui_mvc_views") { ue("vui_mvc_view_id") }
    }
  }
}

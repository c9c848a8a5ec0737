import ByteReading
import Structure

/// Video parameter sets of HEVC, and their extension, which says what layers there are.
extension HEVC {
  /// `video_parameter_set_rbsp` (23008-2 §7.3.2.1, §F.7.3.2.1).
  static func videoParameterSet() -> Row {
    following({ LayerSets() }) {
      uint(4, "vps_video_parameter_set_id")
      flag("vps_base_layer_internal_flag")
      flag("vps_base_layer_available_flag")
      uint(6, "vps_max_layers_minus1", .minusOne)
      uint(3, "vps_max_sub_layers_minus1", .minusOne)
      flag("vps_temporal_id_nesting_flag")
      reservedOnes(16).strict
      profileTierLevel(subLayers: "vps_max_sub_layers_minus1")
      flag("vps_sub_layer_ordering_info_present_flag")
      subLayerOrder(
        .field("vps_max_sub_layers_minus1", plus: 1),
        if: .equal("vps_sub_layer_ordering_info_present_flag", 1))
      subLayerOrder(1, if: .equal("vps_sub_layer_ordering_info_present_flag", 0))
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
        list(.field("vps_num_hrd_parameters"), "hrd_parameters") {
          ue("hrd_layer_set_idx")
          flag("cprms_present_flag", if: .bits("followed_second", 16))
          referenceDecoder(subLayers: "vps_max_sub_layers_minus1", .followed)
        }
      }
      flag("vps_extension_flag")
      when(.equal("vps_extension_flag", 1)) {
        alignmentOnes()
        layerExtension()
      }
      when(.not(.equal("vps_vui_bsp_hrd_present_flag", 1))) {
        when(.equal("vps_extension_flag", 1)) {
          flag("vps_extension2_flag")
          uint(.remaining, "vps_extension_data_flag", .hex, if: .equal("vps_extension2_flag", 1))
        }
        trailingBitsOfSet()
      }
    }
  }

  private static func subLayerOrder(_ count: Quantity, if condition: Condition) -> Row {
    list(count, "sub_layer_ordering", if: condition) {
      ue("vps_max_dec_pic_buffering_minus1", .minusOne)
      ue("vps_max_num_reorder_pics")
      ue("vps_max_latency_increase_plus1")
    }
  }

  // MARK: Layers

  /// `vps_extension` (§F.7.3.2.1.1); what is asked by the names `followed` is what ``LayerSets`` says.
  private static func layerExtension() -> Row {
    group("vps_extension") {
      when(.all([.atLeast("vps_max_layers_minus1", 1), .equal("vps_base_layer_internal_flag", 1)])) {
        profileTierLevel(subLayers: "vps_max_sub_layers_minus1", if: .any([]))
      }
      scalability()
      dependencies()
      profiles()
      outputLayerSets()
      representations()
      flag("max_one_active_ref_layer_flag")
      flag("vps_poc_lsb_aligned_flag")
      list(.field("followed"), "poc_lsbs") { flag("poc_lsb_not_present_flag") }
      pictureBuffers()
      dependencyTypes()
      ue("vps_non_vui_extension_length", .bytes)
      list(.field("vps_non_vui_extension_length"), "vps_non_vui_extension_data") {
        uint(8, "vps_non_vui_extension_data_byte", .hex)
      }
      flag("vps_vui_present_flag")
      when(.equal("vps_vui_present_flag", 1)) {
        alignmentOnes()
        layerUsability()
      }
    }
  }

  /// By what layers differ: views, quality, depth.
  private static func scalability() -> Row {
    when(.remaining(0)) {
      flag("splitting_flag")
      list(16, "scalability_mask") { flag("scalability_mask_flag") }
      list(.field("followed"), "dimension_id_lens") { uint(3, "dimension_id_len_minus1", .minusOne) }
      flag("vps_nuh_layer_id_present_flag")
      list(.field("followed"), "vps_layers") {
        uint(6, "layer_id_in_nuh", if: .equal("vps_nuh_layer_id_present_flag", 1))
        list(.field("followed"), "dimension_ids") { uint(.field("followed"), "dimension_id") }
      }
      uint(4, "view_id_len")
      list(.field("followed"), "view_ids", if: .atLeast("view_id_len", 1)) {
        uint(.field("view_id_len"), "view_id_val")
      }
    }
  }

  /// Which layers need which, and what sets of layers there are beside those that were listed.
  private static func dependencies() -> Row {
    when(.remaining(0)) {
      list(.field("followed"), "dependencies") {
        list(.field("followed"), "direct_dependencies") { flag("direct_dependency_flag") }
      }
      ue("num_add_layer_sets", if: .atLeast("followed", 2))
      list(.field("num_add_layer_sets"), "add_layer_sets") {
        list(.field("followed"), "highest_layers") {
          uint(.field("followed"), "highest_layer_idx_plus1")
        }
      }
      flag("vps_sub_layers_max_minus1_present_flag")
      list(.field("followed"), "sub_layers_max", if: .equal("vps_sub_layers_max_minus1_present_flag", 1)) {
        uint(3, "sub_layers_vps_max_minus1", .minusOne)
      }
      flag("max_tid_ref_present_flag")
      list(.field("followed"), "max_tid_il_ref_pics", if: .equal("max_tid_ref_present_flag", 1)) {
        uint(3, "max_tid_il_ref_pics_plus1")
      }
      flag("default_ref_layers_active_flag")
    }
  }

  private static func profiles() -> Row {
    when(.remaining(0)) {
      ue("vps_num_profile_tier_level_minus1", .minusOne)
      list(.field("followed"), "vps_profile_tier_levels") {
        flag("vps_profile_present_flag")
        profileTierLevel(
          subLayers: "vps_max_sub_layers_minus1", if: .equal("vps_profile_present_flag", 1))
      }
      when(.atLeast("followed", 1)) {
        ue("num_add_olss")
        uint(2, "default_output_layer_idc", .names([0: "all layers", 1: "the highest layer", 2: "listed"]))
      }
    }
  }

  private static func outputLayerSets() -> Row {
    list(.field("followed"), "output_layer_sets") {
      uint(.field("followed"), "layer_set_idx_for_ols_minus1", .minusOne, if: .atLeast("followed", 1))
      list(.field("followed_second"), "output_layers") { flag("output_layer_flag") }
      list(.field("followed"), "profile_tier_level_idxs") {
        uint(.field("followed_second"), "profile_tier_level_idx")
      }
      flag("alt_output_layer_flag", if: .atLeast("followed", 1))
    }
  }

  /// `rep_format` (§F.7.3.2.1.2), each with what layers have that is told once for several.
  private static func representations() -> Row {
    when(.remaining(0)) {
      ue("vps_num_rep_formats_minus1", .minusOne)
      list(.field("vps_num_rep_formats_minus1", plus: 1), "rep_formats") {
        uint(16, "pic_width_vps_in_luma_samples")
        uint(16, "pic_height_vps_in_luma_samples")
        flag("chroma_and_bit_depth_vps_present_flag")
        when(.equal("chroma_and_bit_depth_vps_present_flag", 1)) {
          uint(2, "chroma_format_vps_idc", .names(CodecNames.chromaFormats))
          flag("separate_colour_plane_vps_flag", if: .equal("chroma_format_vps_idc", 3))
          uint(4, "bit_depth_vps_luma_minus8")
          uint(4, "bit_depth_vps_chroma_minus8")
        }
        flag("conformance_window_vps_flag")
        when(.equal("conformance_window_vps_flag", 1)) {
          ue("conf_win_vps_left_offset")
          ue("conf_win_vps_right_offset")
          ue("conf_win_vps_top_offset")
          ue("conf_win_vps_bottom_offset")
        }
      }
      flag("rep_format_idx_present_flag", if: .atLeast("vps_num_rep_formats_minus1", 1))
      list(.field("followed"), "rep_format_idxs", if: .equal("rep_format_idx_present_flag", 1)) {
        uint(.field("followed_second"), "vps_rep_format_idx")
      }
    }
  }

  /// `dpb_size` (§F.7.3.2.1.3).
  private static func pictureBuffers() -> Row {
    list(.field("followed"), "dpb_sizes") {
      flag("sub_layer_flag_info_present_flag")
      list(.field("followed"), "dpb_sub_layers") {
        flag(
          "sub_layer_dpb_info_present_flag",
          if: .all([.atLeast("followed", 1), .equal("sub_layer_flag_info_present_flag", 1)]))
        when(.any([.equal("followed", 0), .equal("sub_layer_dpb_info_present_flag", 1)])) {
          list(.field("followed_second"), "dpb_layers") {
            ue("max_vps_dec_pic_buffering_minus1", .minusOne)
          }
          ue("max_vps_num_reorder_pics")
          ue("max_vps_latency_increase_plus1")
        }
      }
    }
  }

  private static func dependencyTypes() -> Row {
    when(.remaining(0)) {
      ue("direct_dep_type_len_minus2")
      flag("direct_dependency_all_layers_flag")
      uint(
        .field("direct_dep_type_len_minus2", plus: 2), "direct_dependency_all_layers_type",
        .names(dependencyNames), if: .equal("direct_dependency_all_layers_flag", 1))
      list(.field("followed"), "direct_dependency_types", if: .equal("direct_dependency_all_layers_flag", 0)) {
        uint(
          .field("direct_dep_type_len_minus2", plus: 2), "direct_dependency_type",
          .names(dependencyNames))
      }
    }
  }

  private static let dependencyNames: Names = [0: "samples", 1: "motion", 2: "samples and motion"]

  // MARK: Usability

  /// `vps_vui` (§F.7.3.2.1.4); HRD parameters of partitions, behind which all bits depend on them, stay bytes.
  private static func layerUsability() -> Row {
    group("vps_vui") {
      flag("cross_layer_pic_type_aligned_flag")
      flag("cross_layer_irap_aligned_flag", if: .equal("cross_layer_pic_type_aligned_flag", 0))
      flag(
        "all_layers_idr_aligned_flag",
        if: .any([
          .equal("cross_layer_pic_type_aligned_flag", 1), .equal("cross_layer_irap_aligned_flag", 1),
        ]))
      flag("bit_rate_present_vps_flag")
      flag("pic_rate_present_vps_flag")
      list(
        .field("followed"), "rates",
        if: .any([.equal("bit_rate_present_vps_flag", 1), .equal("pic_rate_present_vps_flag", 1)])
      ) {
        list(.field("followed"), "rate_sub_layers") { rate() }
      }
      flag("video_signal_info_idx_present_flag")
      uint(
        4, "vps_num_video_signal_info_minus1", .minusOne,
        if: .equal("video_signal_info_idx_present_flag", 1))
      list(.field("followed"), "video_signal_infos") {
        uint(3, "video_vps_format", .names(CodecNames.videoFormats))
        flag("video_full_range_vps_flag")
        uint(8, "colour_primaries_vps", .colour(.primaries))
        uint(8, "transfer_characteristics_vps", .colour(.transfer))
        uint(8, "matrix_coeffs_vps", .colour(.matrix))
      }
      list(
        .field("followed"), "video_signal_info_idxs",
        if: .atLeast("vps_num_video_signal_info_minus1", 1)
      ) {
        uint(4, "vps_video_signal_info_idx")
      }
      tilesAndWaves()
      flag("single_layer_for_non_irap_flag")
      flag("higher_layer_irap_skip_flag")
      flag("ilp_restricted_ref_layers_flag")
      list(.field("followed"), "restrictions", if: .equal("ilp_restricted_ref_layers_flag", 1)) {
        ue("min_spatial_segment_offset_plus1")
        when(.atLeast("min_spatial_segment_offset_plus1", 1)) {
          flag("ctu_based_offset_enabled_flag")
          ue("min_horizontal_ctu_offset_plus1", if: .equal("ctu_based_offset_enabled_flag", 1))
        }
      }
      flag("vps_vui_bsp_hrd_present_flag")
      list(.field("followed"), "parameter_sets", if: .equal("vps_vui_bsp_hrd_present_flag", 0)) {
        flag("base_layer_parameter_set_compatibility_flag")
      }
    }
  }

  private static func rate() -> Row {
    when(.remaining(0)) {
      flag("bit_rate_present_flag", if: .equal("bit_rate_present_vps_flag", 1))
      flag("pic_rate_present_flag", if: .equal("pic_rate_present_vps_flag", 1))
      when(.equal("bit_rate_present_flag", 1)) {
        uint(16, "avg_bit_rate", .hex)
        uint(16, "max_bit_rate", .hex)
      }
      when(.equal("pic_rate_present_flag", 1)) {
        uint(2, "constant_pic_rate_idc")
        uint(16, "avg_pic_rate", .scaled(256, "fps"))
      }
    }
  }

  private static func tilesAndWaves() -> Row {
    when(.remaining(0)) {
      flag("tiles_not_in_use_flag")
      when(.equal("tiles_not_in_use_flag", 0)) {
        list(.field("followed"), "layers_with_tiles") {
          flag("tiles_in_use_flag")
          flag("loop_filter_not_across_tiles_flag", if: .equal("tiles_in_use_flag", 1))
        }
        list(.field("followed"), "tile_boundaries") { flag("tile_boundaries_aligned_flag") }
      }
      flag("wpp_not_in_use_flag")
      list(.field("followed"), "layers_with_waves", if: .equal("wpp_not_in_use_flag", 0)) {
        flag("wpp_in_use_flag")
      }
    }
  }
}

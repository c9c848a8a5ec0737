import ByteReading
import Structure

/// The parameter sets of AVC (14496-10 §7.3.2); they have no box of their own.
enum AVC: SyntaxFamily {
  static let tables: [Syntax] = []

  /// A sequence parameter set (§7.3.2.1.1) in as many bytes as `sequenceParameterSetLength` says.
  static func sequenceParameterSet() -> Row {
    within(
      .field("sequenceParameterSetLength"), "sequenceParameterSetNALUnit", escaped: true
    ) {
      header()
      sequenceData()
      subset()
      trailingBitsOfSet()
    }
  }

  /// A picture parameter set (§7.3.2.2) in as many bytes as `pictureParameterSetLength` says.
  static func pictureParameterSet() -> Row {
    within(.field("pictureParameterSetLength"), "pictureParameterSetNALUnit", escaped: true) {
      header()
      pictureData()
    }
  }

  /// What a unit of a sample holds: parameter sets and supplemental information are read, of slices the first
  /// fields, which need no parameter set.
  static func unit() -> Row {
    when(.remaining(0)) {
      header()
      when(.oneOf("nal_unit_type", [14, 20, 21])) { layerHeader() }
      when(.oneOf("nal_unit_type", [7, 15])) {
        sequenceData()
        subset()
        trailingBitsOfSet()
      }
      when(.equal("nal_unit_type", 8)) { pictureData() }
      when(.equal("nal_unit_type", 6)) { SupplementalInformation.messages(.avc) }
      when(.equal("nal_unit_type", 9)) {
        uint(3, "primary_pic_type", .names(pictureTypes))
        trailingBits()
      }
      when(.equal("nal_unit_type", 13)) { extensionData() }
      when(.oneOf("nal_unit_type", [1, 5])) {
        ue("first_mb_in_slice")
        ue("slice_type", .names(sliceTypes))
        ue("pic_parameter_set_id")
      }
      when(.not(.oneOf("nal_unit_type", [6, 7, 8, 9, 13, 15]))) {
        // What is left of a byte belongs to what follows.
        slice()
      }
    }
  }

  private static func slice() -> Row {
    uint(.remaining, "slice_data", .plain, if: .remaining(1))
  }

  private static let pictureTypes: Names = [
    0: "I", 1: "I, P", 2: "I, P, B", 3: "SI", 4: "SI, SP", 5: "I, SI", 6: "I, SI, P, SP", 7: "all",
  ]

  private static let sliceTypes: Names = [
    0: "P", 1: "B", 2: "I", 3: "SP", 4: "SI", 5: "P", 6: "B", 7: "I", 8: "SP", 9: "SI",
  ]

  /// `nal_unit_header_svc_extension` and its likes for views (§G.7.3.1.1, §H.7.3.1.1, §I.7.3.1.1).
  private static func layerHeader() -> Row {
    when(.remaining(1)) {
      flag("svc_extension_flag", if: .oneOf("nal_unit_type", [14, 20]))
      flag("avc_3d_extension_flag", if: .equal("nal_unit_type", 21))
      when(.equal("svc_extension_flag", 1)) {
        flag("idr_flag")
        uint(6, "priority_id")
        flag("no_inter_layer_pred_flag")
        uint(3, "dependency_id")
        uint(4, "quality_id")
        uint(3, "temporal_id")
        flag("use_ref_base_pic_flag")
        flag("discardable_flag")
        flag("output_flag")
        reservedOnes(2)
      }
      when(.all([.equal("svc_extension_flag", 0), .equal("avc_3d_extension_flag", 0)])) {
        flag("non_idr_flag")
        uint(6, "priority_id")
        uint(10, "view_id")
        uint(3, "temporal_id")
        flag("anchor_pic_flag")
        flag("inter_view_flag")
        reservedOnes(1)
      }
      when(.equal("avc_3d_extension_flag", 1)) {
        uint(8, "view_idx")
        flag("depth_flag")
        flag("non_idr_flag")
        uint(3, "temporal_id")
        flag("anchor_pic_flag")
        flag("inter_view_flag")
      }
    }
  }

  /// `seq_parameter_set_data` (§7.3.2.1.1).
  private static func sequenceData() -> Row {
    when(.remaining(0)) {
      uint(8, "profile_idc", .names(CodecNames.avcProfiles))
      flag("constraint_set0_flag")
      flag("constraint_set1_flag")
      flag("constraint_set2_flag")
      flag("constraint_set3_flag")
      flag("constraint_set4_flag")
      flag("constraint_set5_flag")
      reserved(2)
      uint(8, "level_idc", .scaled(10, ""))
      ue("seq_parameter_set_id")
      when(.oneOf("profile_idc", highProfiles)) {
        ue("chroma_format_idc", .names(CodecNames.chromaFormats))
        flag("separate_colour_plane_flag", if: .equal("chroma_format_idc", 3))
        ue("bit_depth_luma_minus8")
        ue("bit_depth_chroma_minus8")
        flag("qpprime_y_zero_transform_bypass_flag")
        flag("seq_scaling_matrix_present_flag")
        when(.equal("seq_scaling_matrix_present_flag", 1)) {
          scalingLists(6, of: 16, "seq_scaling_list_present_flag")
          scalingLists(2, of: 64, "seq_scaling_list_present_flag", if: .not(isFullChroma))
          scalingLists(6, of: 64, "seq_scaling_list_present_flag", if: isFullChroma)
        }
      }
      sequence()
    }
  }

  /// `pic_parameter_set_rbsp` (§7.3.2.2).
  ///
  /// How many scaling lists it has depends on the sequence parameter set that it names; it is read as one of
  /// the last set before it, from which the others of a configuration hardly ever differ in that.
  private static func pictureData() -> Row {
    when(.remaining(0)) {
      ue("pic_parameter_set_id")
      ue("seq_parameter_set_id")
      uint(1, "entropy_coding_mode_flag", .names([0: "CAVLC", 1: "CABAC"]))
      flag("bottom_field_pic_order_in_frame_present_flag")
      ue("num_slice_groups_minus1", .minusOne)
      when(.atLeast("num_slice_groups_minus1", 1)) { sliceGroups() }
      when(.not(.atLeast("num_slice_groups_minus1", 8))) {
        ue("num_ref_idx_l0_default_active_minus1", .minusOne)
        ue("num_ref_idx_l1_default_active_minus1", .minusOne)
        flag("weighted_pred_flag")
        uint(2, "weighted_bipred_idc", .names([0: "default", 1: "explicit", 2: "implicit"]))
        se("pic_init_qp_minus26")
        se("pic_init_qs_minus26")
        se("chroma_qp_index_offset")
        flag("deblocking_filter_control_present_flag")
        flag("constrained_intra_pred_flag")
        flag("redundant_pic_cnt_present_flag")
        when(.not(atTrailingBitsOfSet)) {
          flag("transform_8x8_mode_flag")
          flag("pic_scaling_matrix_present_flag")
          when(.equal("pic_scaling_matrix_present_flag", 1)) {
            scalingLists(6, of: 16, "pic_scaling_list_present_flag")
            when(.equal("transform_8x8_mode_flag", 1)) {
              scalingLists(2, of: 64, "pic_scaling_list_present_flag", if: .not(isFullChroma))
              scalingLists(6, of: 64, "pic_scaling_list_present_flag", if: isFullChroma)
            }
          }
          se("second_chroma_qp_index_offset")
        }
        trailingBitsOfSet()
      }
    }
  }

  /// How pictures are divided into groups of slices (§7.3.2.2), at most eight of them.
  private static func sliceGroups() -> Row {
    when(.not(.atLeast("num_slice_groups_minus1", 8))) {
      ue("slice_group_map_type", .names(mapTypes))
      list(
        .field("num_slice_groups_minus1", plus: 1), "run_lengths",
        if: .equal("slice_group_map_type", 0)
      ) {
        ue("run_length_minus1", .minusOne)
      }
      list(
        .field("num_slice_groups_minus1"), "rectangles", if: .equal("slice_group_map_type", 2)
      ) {
        ue("top_left")
        ue("bottom_right")
      }
      when(.oneOf("slice_group_map_type", [3, 4, 5])) {
        flag("slice_group_change_direction_flag")
        ue("slice_group_change_rate_minus1", .minusOne)
      }
      when(.equal("slice_group_map_type", 6)) {
        ue("pic_size_in_map_units_minus1", .minusOne)
        list(.field("pic_size_in_map_units_minus1", plus: 1), "slice_groups") {
          // As many bits as the greatest of them needs.
          uint(1, "slice_group_id", if: .equal("num_slice_groups_minus1", 1))
          uint(2, "slice_group_id", if: .oneOf("num_slice_groups_minus1", [2, 3]))
          uint(3, "slice_group_id", if: .atLeast("num_slice_groups_minus1", 4))
        }
      }
    }
  }

  private static let mapTypes: Names = [
    0: "interleaved", 1: "dispersed", 2: "foreground and left-over", 3: "box-out",
    4: "raster scan", 5: "wipe", 6: "listed",
  ]

  /// Whether the sequence parameter set that was read last has chroma of full size.
  private static var isFullChroma: Condition { .equal("chroma_format_idc", 3) }

  /// `count` scaling lists of 16 or 64 (§7.3.2.1.1.1); a flag says whether each of them is there.
  private static func scalingLists(
    _ count: Int, of coefficients: Int, _ presence: StaticString, if condition: Condition? = nil
  ) -> Row {
    list(
      .exactly(count), coefficients == 16 ? "scaling_lists_4x4" : "scaling_lists_8x8",
      if: condition
    ) {
      flag(presence)
      when(.equal(presence, 1)) {
        following({ ScalingList() }) {
          list(.exactly(coefficients), "delta_scales") {
            when(.atLeast("followed", 1)) { se("delta_scale") }
          }
        }
      }
    }
  }

  /// A sequence parameter set extension (§7.3.2.1.2), which says how alpha is stored.
  static func sequenceExtension() -> Row {
    within(
      .field("sequenceParameterSetExtLength"), "sequenceParameterSetExtNALUnit", escaped: true
    ) {
      header()
      extensionData()
    }
  }

  private static func extensionData() -> Row {
    when(.remaining(0)) {
      ue("seq_parameter_set_id")
      ue("aux_format_idc")
      when(.atLeast("aux_format_idc", 1)) {
        ue("bit_depth_aux_minus8")
        flag("alpha_incr_flag")
        uint(.field("bit_depth_aux_minus8", plus: 9), "alpha_opaque_value")
        uint(.field("bit_depth_aux_minus8", plus: 9), "alpha_transparent_value")
      }
      flag("additional_extension_flag")
      trailingBitsOfSet()
    }
  }

  private static func header() -> Row {
    when(.remaining(0)) {
      reserved(1).strict
      uint(2, "nal_ref_idc")
      uint(5, "nal_unit_type", .names(CodecNames.avcUnits))
    }
  }

  /// What follows the scaling lists.
  private static func sequence() -> Row {
    when(.remaining(0)) {
      ue("log2_max_frame_num_minus4")
      ue("pic_order_cnt_type")
      ue("log2_max_pic_order_cnt_lsb_minus4", if: .equal("pic_order_cnt_type", 0))
      when(.equal("pic_order_cnt_type", 1)) {
        flag("delta_pic_order_always_zero_flag")
        se("offset_for_non_ref_pic")
        se("offset_for_top_to_bottom_field")
        ue("num_ref_frames_in_pic_order_cnt_cycle")
        list(.field("num_ref_frames_in_pic_order_cnt_cycle"), "offsets_for_ref_frames") {
          se("offset_for_ref_frame")
        }
      }
      ue("max_num_ref_frames")
      flag("gaps_in_frame_num_value_allowed_flag")
      ue("pic_width_in_mbs_minus1", .minusOne)
      ue("pic_height_in_map_units_minus1", .minusOne)
      flag("frame_mbs_only_flag")
      flag("mb_adaptive_frame_field_flag", if: .equal("frame_mbs_only_flag", 0))
      flag("direct_8x8_inference_flag")
      flag("frame_cropping_flag")
      when(.equal("frame_cropping_flag", 1)) {
        ue("frame_crop_left_offset")
        ue("frame_crop_right_offset")
        ue("frame_crop_top_offset")
        ue("frame_crop_bottom_offset")
      }
      flag("vui_parameters_present_flag")
      usability()
    }
  }

  /// `vui_parameters` (§E.1.1).
  private static func usability() -> Row {
    group("vui_parameters", if: .equal("vui_parameters_present_flag", 1)) {
      videoUsability(matrix: "matrix_coefficients")
      flag("timing_info_present_flag")
      when(.equal("timing_info_present_flag", 1)) {
        uint(32, "num_units_in_tick")
        uint(32, "time_scale", .unit("Hz"))
        flag("fixed_frame_rate_flag")
      }
      flag("nal_hrd_parameters_present_flag")
      referenceDecoder("nal_hrd_parameters", if: .equal("nal_hrd_parameters_present_flag", 1))
      flag("vcl_hrd_parameters_present_flag")
      referenceDecoder("vcl_hrd_parameters", if: .equal("vcl_hrd_parameters_present_flag", 1))
      flag(
        "low_delay_hrd_flag",
        if: .any([
          .equal("nal_hrd_parameters_present_flag", 1),
          .equal("vcl_hrd_parameters_present_flag", 1),
        ]))
      flag("pic_struct_present_flag")
      flag("bitstream_restriction_flag")
      when(.equal("bitstream_restriction_flag", 1)) {
        flag("motion_vectors_over_pic_boundaries_flag")
        ue("max_bytes_per_pic_denom")
        ue("max_bits_per_mb_denom")
        ue("log2_max_mv_length_horizontal")
        ue("log2_max_mv_length_vertical")
        ue("max_num_reorder_frames")
        ue("max_dec_frame_buffering")
      }
    }
  }

  /// `hrd_parameters` (§E.1.2).
  static func referenceDecoder(_ name: StaticString, if condition: Condition) -> Row {
    group(name, if: condition) { return bufferModel("cpbs") }
  }

  /// The rows of `hrd_parameters`, with what the list of buffers is called; EVC has the same (23094-1 §E.2.2).
  @Rows static func bufferModel(_ buffers: StaticString) -> [Row] {
    ue("cpb_cnt_minus1", .minusOne)
    uint(4, "bit_rate_scale")
    uint(4, "cpb_size_scale")
    list(.field("cpb_cnt_minus1", plus: 1), buffers) {
      ue("bit_rate_value_minus1", .minusOne)
      ue("cpb_size_value_minus1", .minusOne)
      flag("cbr_flag")
    }
    uint(5, "initial_cpb_removal_delay_length_minus1", .minusOne)
    uint(5, "cpb_removal_delay_length_minus1", .minusOne)
    uint(5, "dpb_output_delay_length_minus1", .minusOne)
    uint(5, "time_offset_length")
  }

  /// The profiles whose parameter sets say how chroma is stored.
  private static let highProfiles: [UInt64] = [
    44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244,
  ]
}

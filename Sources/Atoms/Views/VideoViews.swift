import Structure

/// How AVC is coded, and its first parameter sets (14496-15 §5.3.3).
package enum AVCConfiguration: FieldView {
  package static let table: StaticString = "avcC avcE avcn svcC mvcC"
  package static let partial: [Field] = [
    .nal_unit_type, .profile_idc, .level_idc, .chroma_format_idc, .bit_depth_luma_minus8, .pic_width_in_mbs_minus1,
    .pic_height_in_map_units_minus1, .frame_mbs_only_flag, .frame_crop_left_offset,
    .frame_crop_right_offset, .frame_crop_top_offset, .frame_crop_bottom_offset,
    .vui_parameters_present_flag, .video_signal_type_present_flag, .video_full_range_flag, .colour_description_present_flag,
    .colour_primaries, .transfer_characteristics, .matrix_coefficients, .aspect_ratio_info_present_flag,
    .aspect_ratio_idc, .sar_width, .sar_height,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case AVCProfileIndication, profile_compatibility, AVCLevelIndication, lengthSizeMinusOne,
      numOfSequenceParameterSets, numOfPictureParameterSets, nal_unit_type, profile_idc, level_idc, chroma_format_idc,
      bit_depth_luma_minus8,
      pic_width_in_mbs_minus1, pic_height_in_map_units_minus1, frame_mbs_only_flag,
      frame_crop_left_offset, frame_crop_right_offset, frame_crop_top_offset,
      frame_crop_bottom_offset, vui_parameters_present_flag, video_signal_type_present_flag,
      video_full_range_flag, colour_description_present_flag, colour_primaries,
      transfer_characteristics, matrix_coefficients, aspect_ratio_info_present_flag, aspect_ratio_idc, sar_width,
      sar_height
  }
}

/// How HEVC is coded, and its first parameter sets (14496-15 §8.3.3).
package enum HEVCConfiguration: FieldView {
  package static let table: StaticString = "hvcC hvcE"
  package enum Field: String, CaseIterable, Sendable {
    case vps_video_parameter_set_id, vps_max_layers_minus1, pps_pic_parameter_set_id,
      general_profile_space, general_tier_flag, general_profile_idc,
      general_profile_compatibility_flags, general_constraint_indicator_flags, general_level_idc,
      chroma_format_idc, bit_depth_luma_minus8, lengthSizeMinusOne, numOfArrays, nalUnitLength,
      num_extra_slice_header_bits,
      pic_width_in_luma_samples, pic_height_in_luma_samples, conf_win_left_offset,
      conf_win_right_offset, conf_win_top_offset, conf_win_bottom_offset,
      vui_parameters_present_flag, video_signal_type_present_flag, video_full_range_flag,
      colour_description_present_flag, colour_primaries, transfer_characteristics, matrix_coeffs,
      vps_extension, aspect_ratio_info_present_flag, aspect_ratio_idc, sar_width, sar_height
  }
}

/// How VVC is coded (14496-15 §11.2.4).
package enum VVCConfiguration: FieldView {
  package static let table: StaticString = "vvcC"
  package enum Field: String, CaseIterable, Sendable {
    case LengthSizeMinusOne, ols_idx, chroma_format_idc, bit_depth_minus8, general_profile_idc,
      general_tier_flag, general_level_idc, ptl_frame_only_constraint_flag,
      ptl_multi_layer_enabled_flag, general_constraint_info, general_constraint_info_bytes
  }
}

/// How EVC is coded (14496-15 §12.3.3).
package enum EVCConfiguration: FieldView {
  package static let table: StaticString = "evcC"
  package enum Field: String, CaseIterable, Sendable {
    case profile_idc, level_idc, toolset_idc_h, toolset_idc_l, chroma_format_idc,
      bit_depth_luma_minus8, bit_depth_chroma_minus8
  }
}

/// How an LCEVC enhancement is coded (14496-15 §13).
package enum LCEVCConfiguration: FieldView {
  package static let table: StaticString = "lvcC"
  package enum Field: String, CaseIterable, Sendable {
    case LCEVCProfileIndication, LCEVCLevelIndication
  }
}

/// How AVS3 is coded.
package enum AVS3Configuration: FieldView {
  package static let table: StaticString = "av3c"
  package enum Field: String, CaseIterable, Sendable { case profile_id, level_id }
}

/// How APV is coded (OpenAPV §7).
package enum APVConfiguration: FieldView {
  package static let table: StaticString = "apvC"
  package enum Field: String, CaseIterable, Sendable {
    case profile_idc, level_idc, band_idc, color_description_present_flag, color_primaries,
      transfer_characteristics, matrix_coefficients, full_range_flag
  }
}

/// How AV1 is coded, and its sequence header (AV1-ISOBMFF §2.3.3).
package enum AV1Configuration: FieldView {
  package static let table: StaticString = "av1C"
  package enum Field: String, CaseIterable, Sendable {
    case seq_profile, seq_level_idx_0, seq_tier_0, high_bitdepth, twelve_bit, monochrome,
      chroma_subsampling_x, chroma_subsampling_y, chroma_sample_position,
      color_description_present_flag, color_primaries, transfer_characteristics,
      matrix_coefficients, color_range
  }
}

extension View<AV1Configuration> {
  /// Bits of a sample of a channel; `nil` where the flags are not there.
  package var bitDepth: UInt64? {
    guard let isHigh = number(.high_bitdepth) else { return nil }
    return isHigh == 0 ? 8 : number(.twelve_bit) == 1 ? 12 : 10
  }
}

/// How VP8 and VP9 are coded (VP Codec ISOBMFF).
package enum VPConfiguration: FieldView {
  package static let table: StaticString = "vpcC"
  package enum Field: String, CaseIterable, Sendable {
    case profile, level, bitDepth, chromaSubsampling, videoFullRangeFlag, colourPrimaries,
      transferCharacteristics, matrixCoefficients
  }
}

/// What a Dolby Vision decoder needs (Dolby Vision in ISOBMFF §3.2).
package enum DolbyVisionConfiguration: FieldView {
  package static let table: StaticString = "dvcC dvvC dvwC"
  package enum Field: String, CaseIterable, Sendable {
    case dv_version_major, dv_version_minor, dv_profile, dv_level, rpu_present_flag,
      el_present_flag, bl_present_flag, dv_bl_signal_compatibility_id
  }
}

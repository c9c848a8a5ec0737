import ByteReading
import Structure

/// Supplemental enhancement information: what encoders say beside the pictures (14496-10 §D, 23008-2 §D,
/// 23002-7); it stands in units of AVC, HEVC and VVC and has no box of its own.
enum SupplementalInformation: SyntaxFamily {
  static let tables: [Syntax] = []

  /// Whose messages they are; some have one number and other fields.
  enum Coding { case avc, hevc, vvc }

  /// Messages to the end of the unit (§7.3.2.3.1), which is read without the bytes that prevent emulation.
  static func messages(_ coding: Coding) -> Row {
    when(.remaining(0)) {
      list(.remaining, "sei_messages") {
        when(.not(atTrailingBits)) {
          byteSum("payload_type", .names(types))
          byteSum("payload_size", .bytes)
          within(.field("payload_size"), "sei_payload") { payload(coding) }
        }
      }
      trailingBits()
    }
  }

  private static func payload(_ coding: Coding) -> Row {
    when(.remaining(1)) {
      when(.equal("payload_type", 4)) { RegisteredUserData.message() }
      when(.equal("payload_type", 5)) { userData() }
      when(.equal("payload_type", 6)) { coding == .avc ? pictureRecovery() : orderRecovery() }
      when(.equal("payload_type", 45)) { framePacking(coding) }
      when(.equal("payload_type", 47)) { orientation(coding) }
      when(.equal("payload_type", 137)) { masteringDisplay() }
      when(.equal("payload_type", 144)) {
        uint(16, "max_content_light_level", .unit("cd/m²"))
        uint(16, "max_pic_average_light_level", .unit("cd/m²"))
      }
      when(.equal("payload_type", 147)) {
        uint(8, "preferred_transfer_characteristics", .colour(.transfer))
      }
      when(.equal("payload_type", 148)) {
        uint(32, "ambient_illuminance", .scaled(10_000, "lx"))
        uint(16, "ambient_light_x", .scaled(50_000, ""))
        uint(16, "ambient_light_y", .scaled(50_000, ""))
      }
      when(.equal("payload_type", 149)) { contentColourVolume() }
      layered()
      trailingBits("bit_equal_to_one")
      bytes(.remaining, "payload", if: .all([.remaining(8), .not(atTrailingBits)]))
    }
  }

  /// Messages of HEVC and VVC; AVC has none of these numbers.
  private static func layered() -> Row {
    when(.remaining(1)) {
      when(.equal("payload_type", 129)) {
        uint(4, "active_video_parameter_set_id")
        flag("self_contained_cvs_flag")
        flag("no_parameter_set_update_flag")
        ue("num_sps_ids_minus1", .minusOne)
        list(.field("num_sps_ids_minus1", plus: 1), "active_seq_parameter_set_ids") {
          ue("active_seq_parameter_set_id")
        }
      }
      when(.equal("payload_type", 132)) {
        uint(8, "hash_type", .names([0: "MD5", 1: "CRC", 2: "checksum"]))
        list(.remaining, "picture_md5", if: .equal("hash_type", 0)) { bytes(16, "picture_md5", .hex) }
        list(.remaining, "picture_crc", if: .equal("hash_type", 1)) { uint(16, "picture_crc", .hex) }
        list(.remaining, "picture_checksum", if: .equal("hash_type", 2)) {
          uint(32, "picture_checksum", .hex)
        }
      }
      when(.equal("payload_type", 136)) { timeCode() }
      when(.equal("payload_type", 176)) { following({ DisplaySizes() }) { displays() } }
      when(.equal("payload_type", 165)) {
        flag("alpha_channel_cancel_flag")
        when(.equal("alpha_channel_cancel_flag", 0)) {
          uint(3, "alpha_channel_use_idc", .names([0: "blending", 1: "interpreted otherwise"]))
          uint(3, "alpha_channel_bit_depth_minus8")
          uint(.field("alpha_channel_bit_depth_minus8", plus: 9), "alpha_transparent_value")
          uint(.field("alpha_channel_bit_depth_minus8", plus: 9), "alpha_opaque_value")
          flag("alpha_channel_incr_flag")
          flag("alpha_channel_clip_flag")
          flag("alpha_channel_clip_type_flag", if: .equal("alpha_channel_clip_flag", 1))
        }
      }
    }
  }

  /// `three_dimensional_reference_displays_info` (23008-2 §G.14.2.3): for which displays views were made. Cameras of
  /// spatial video write it.
  private static func displays() -> Row {
    when(.remaining(1)) {
      ue("prec_ref_display_width")
      flag("ref_viewing_distance_flag")
      ue("prec_ref_viewing_dist", if: .equal("ref_viewing_distance_flag", 1))
      ue("num_ref_displays_minus1", .minusOne)
      list(.field("num_ref_displays_minus1", plus: 1), "ref_displays") {
        ue("left_view_id")
        ue("right_view_id")
        uint(6, "exponent_ref_display_width")
        uint(.field("followed"), "mantissa_ref_display_width")
        when(.equal("ref_viewing_distance_flag", 1)) {
          uint(6, "exponent_ref_viewing_distance")
          uint(.field("followed"), "mantissa_ref_viewing_distance")
        }
        flag("additional_shift_present_flag")
        uint(10, "num_sample_shift_plus512", if: .equal("additional_shift_present_flag", 1))
      }
      flag("three_dimensional_reference_displays_extension_flag")
    }
  }

  // MARK: User data

  /// Sixteen bytes that say whose data they are, then these (§D.1.7). Encoders put their settings there.
  private static func userData() -> Row {
    when(.remaining(1)) {
      uuid("uuid_iso_iec_11578", .names(identifiers))
      when(.oneOf("uuid_iso_iec_11578", encoders)) { string(.utf8, .rest, "encoder_settings") }
      when(.not(.oneOf("uuid_iso_iec_11578", encoders))) {
        bytes(.remaining, "user_data_payload_byte", .perhapsText)
      }
    }
  }

  /// The first half of the UUIDs behind which encoders write their settings as text.
  private static let encoders: [UInt64] = [0xDC45_E9BD_E6D9_48B7, 0x2CA2_DE09_B517_47DB]

  private static let identifiers: Names = [
    0xDC45_E9BD_E6D9_48B7: "x264", 0x2CA2_DE09_B517_47DB: "x265", 0x4D49_5350_6D69_6372: "MISP microsecond time",
  ]

  // MARK: Pictures

  private static func pictureRecovery() -> Row {
    when(.remaining(1)) {
      ue("recovery_frame_cnt")
      flag("exact_match_flag")
      flag("broken_link_flag")
      uint(2, "changing_slice_group_idc")
    }
  }

  private static func orderRecovery() -> Row {
    when(.remaining(1)) {
      se("recovery_poc_cnt")
      flag("exact_match_flag")
      flag("broken_link_flag")
    }
  }

  private static func framePacking(_ coding: Coding) -> Row {
    when(.remaining(1)) {
      ue("frame_packing_arrangement_id")
      flag("frame_packing_arrangement_cancel_flag")
      when(.equal("frame_packing_arrangement_cancel_flag", 0)) {
        uint(7, "frame_packing_arrangement_type", .names(packings))
        flag("quincunx_sampling_flag")
        uint(6, "content_interpretation_type", .names([1: "frame 0 is the left view", 2: "frame 0 is the right view"]))
        flag("spatial_flipping_flag")
        flag("frame0_flipped_flag")
        flag("field_views_flag")
        flag("current_frame_is_frame0_flag")
        flag("frame0_self_contained_flag")
        flag("frame1_self_contained_flag")
        when(
          .all([.equal("quincunx_sampling_flag", 0), .notEqual("frame_packing_arrangement_type", 5)])
        ) {
          uint(4, "frame0_grid_position_x")
          uint(4, "frame0_grid_position_y")
          uint(4, "frame1_grid_position_x")
          uint(4, "frame1_grid_position_y")
        }
        uint(8, "frame_packing_arrangement_reserved_byte", .expected(0))
        coding == .avc
          ? ue("frame_packing_arrangement_repetition_period")
          : flag("frame_packing_arrangement_persistence_flag")
      }
      flag(coding == .avc ? "frame_packing_arrangement_extension_flag" : "upsampled_aspect_ratio_flag")
    }
  }

  private static let packings: Names = [
    0: "checkerboard", 1: "columns", 2: "rows", 3: "side by side", 4: "top and bottom", 5: "frames by turns",
    6: "2D", 7: "tiles",
  ]

  private static func orientation(_ coding: Coding) -> Row {
    when(.remaining(1)) {
      flag("display_orientation_cancel_flag")
      when(.equal("display_orientation_cancel_flag", 0)) {
        flag("hor_flip")
        flag("ver_flip")
        uint(16, "anticlockwise_rotation")
      }
      coding == .avc
        ? repetition()
        : flag("display_orientation_persistence_flag", if: .equal("display_orientation_cancel_flag", 0))
    }
  }

  /// How long an orientation holds, as AVC says it.
  private static func repetition() -> Row {
    when(.remaining(1)) {
      ue("display_orientation_repetition_period", if: .equal("display_orientation_cancel_flag", 0))
      flag("display_orientation_extension_flag")
    }
  }

  private static func masteringDisplay() -> Row {
    when(.remaining(1)) {
      list(3, "display_primaries") {
        uint(16, "display_primaries_x", .scaled(50_000, ""))
        uint(16, "display_primaries_y", .scaled(50_000, ""))
      }
      uint(16, "white_point_x", .scaled(50_000, ""))
      uint(16, "white_point_y", .scaled(50_000, ""))
      uint(32, "max_display_mastering_luminance", .scaled(10_000, "cd/m²"))
      uint(32, "min_display_mastering_luminance", .scaled(10_000, "cd/m²"))
    }
  }

  private static func contentColourVolume() -> Row {
    when(.remaining(1)) {
      flag("ccv_cancel_flag")
      when(.equal("ccv_cancel_flag", 0)) {
        flag("ccv_persistence_flag")
        flag("ccv_primaries_present_flag")
        flag("ccv_min_luminance_value_present_flag")
        flag("ccv_max_luminance_value_present_flag")
        flag("ccv_avg_luminance_value_present_flag")
        reserved(2)
        list(3, "ccv_primaries", if: .equal("ccv_primaries_present_flag", 1)) {
          int(32, "ccv_primaries_x", .scaled(50_000, ""))
          int(32, "ccv_primaries_y", .scaled(50_000, ""))
        }
        uint(32, "ccv_min_luminance_value", .scaled(10_000_000, "cd/m²"), if: .equal("ccv_min_luminance_value_present_flag", 1))
        uint(32, "ccv_max_luminance_value", .scaled(10_000_000, "cd/m²"), if: .equal("ccv_max_luminance_value_present_flag", 1))
        uint(32, "ccv_avg_luminance_value", .scaled(10_000_000, "cd/m²"), if: .equal("ccv_avg_luminance_value_present_flag", 1))
      }
    }
  }

  /// `time_code` (23008-2 §D.2.27).
  private static func timeCode() -> Row {
    when(.remaining(1)) {
      uint(2, "num_clock_ts")
      list(.field("num_clock_ts"), "clock_timestamps") {
        flag("clock_timestamp_flag")
        when(.equal("clock_timestamp_flag", 1)) {
          flag("units_field_based_flag")
          uint(5, "counting_type")
          flag("full_timestamp_flag")
          flag("discontinuity_flag")
          flag("cnt_dropped_flag")
          uint(9, "n_frames")
          when(.equal("full_timestamp_flag", 1)) {
            uint(6, "seconds_value")
            uint(6, "minutes_value")
            uint(5, "hours_value")
          }
          when(.equal("full_timestamp_flag", 0)) { partialTime() }
          uint(5, "time_offset_length")
          int(
            .field("time_offset_length"), "time_offset_value", if: .atLeast("time_offset_length", 1))
        }
      }
    }
  }

  private static func partialTime() -> Row {
    when(.remaining(1)) {
      flag("seconds_flag")
      when(.equal("seconds_flag", 1)) {
        uint(6, "seconds_value")
        flag("minutes_flag")
        when(.equal("minutes_flag", 1)) {
          uint(6, "minutes_value")
          flag("hours_flag")
          uint(5, "hours_value", if: .equal("hours_flag", 1))
        }
      }
    }
  }

  private static let types: Names = [
    0: "buffering period", 1: "picture timing", 2: "pan-scan rectangle", 3: "filler",
    4: "user data, ITU-T T.35", 5: "user data, by UUID", 6: "recovery point",
    7: "decoded reference picture marking repetition", 9: "scene information",
    15: "picture snapshot", 17: "progressive refinement", 19: "film grain characteristics",
    22: "post-filter hint", 23: "tone mapping", 45: "frame packing", 47: "display orientation",
    56: "green metadata", 128: "structure of pictures", 129: "active parameter sets",
    130: "decoding unit", 131: "temporal sub-layer zero index", 132: "decoded picture hash",
    133: "scalable nesting", 134: "region refresh", 136: "time code", 137: "mastering display",
    138: "segmented rectangular frame packing", 142: "colour remapping", 144: "content light level",
    145: "dependent random access point", 147: "alternative transfer characteristics",
    148: "ambient viewing environment", 149: "content colour volume",
    150: "equirectangular projection", 151: "cubemap projection", 154: "sphere rotation",
    155: "region-wise packing", 156: "omnidirectional viewport", 165: "alpha channel",
    168: "frame-field information", 176: "three-dimensional reference displays",
    177: "depth representation", 200: "SEI manifest", 201: "SEI prefix indication",
    202: "annotated regions", 205: "shutter interval", 210: "neural-network post-filter",
  ]
}

/// Messages by ITU-T T.35: what countries and providers have registered to stand beside pictures. SEI of AVC,
/// HEVC and VVC and metadata of AV1 have them.
enum RegisteredUserData: SyntaxFamily {
  static let tables: [Syntax] = []

  /// Country, provider, and what that one says.
  static func message() -> Row {
    when(.remaining(8)) {
      uint(8, "itu_t_t35_country_code", .names(countries))
      uint(8, "itu_t_t35_country_code_extension_byte", .hex, if: .equal("itu_t_t35_country_code", 0xFF))
      when(.oneOf("itu_t_t35_country_code", [0xB5, 0x26, 0xB4])) {
        uint(16, "itu_t_t35_provider_code", .names(providers))
      }
      when(.all([.equal("itu_t_t35_country_code", 0xB5), .equal("itu_t_t35_provider_code", 0x31)])) {
        broadcast()
      }
      when(.all([.equal("itu_t_t35_country_code", 0xB5), .equal("itu_t_t35_provider_code", 0x3C)])) {
        uint(16, "itu_t_t35_provider_oriented_code")
        uint(8, "application_identifier", .names([4: "ST 2094-40"]))
        uint(8, "application_version")
        when(
          .all([.equal("itu_t_t35_provider_oriented_code", 1), .equal("application_identifier", 4)])
        ) {
          dynamicMetadata()
        }
      }
      trailingBits("itu_t_t35_trailing_bit")
      bytes(.remaining, "itu_t_t35_payload_byte", if: .all([.remaining(8), .not(atTrailingBits)]))
    }
  }

  /// `ATSC_user_data` (ATSC A/53 Part 4 §6.2.3, CTA-708): captions, bars, the part of the picture that matters.
  private static func broadcast() -> Row {
    when(.remaining(32)) {
      code("user_identifier", .names(.codes(["GA94": "ATSC data", "DTG1": "active format"])))
      when(.code("user_identifier", "GA94")) {
        uint(8, "user_data_type_code", .names([3: "captions", 4: "captions of MPEG-2", 6: "bars"]))
        when(.equal("user_data_type_code", 3)) {
          flag("process_em_data_flag")
          flag("process_cc_data_flag")
          flag("additional_data_flag")
          uint(5, "cc_count")
          uint(8, "em_data", .hex)
          list(.field("cc_count"), "cc_data") {
            reservedOnes(5)
            flag("cc_valid")
            uint(2, "cc_type", .names(captions)).column
            uint(8, "cc_data_1", .hex).column
            uint(8, "cc_data_2", .hex).column
          }
          uint(8, "marker_bits", .expected(0xFF), if: .remaining(8))
        }
      }
      when(.code("user_identifier", "DTG1")) {
        reserved(1)
        flag("active_format_flag")
        reserved(6)
        when(.equal("active_format_flag", 1)) {
          reservedOnes(4)
          uint(4, "active_format", .names(formats))
        }
      }
    }
  }

  private static let captions: Names = [
    0: "CEA-608, field 1", 1: "CEA-608, field 2", 2: "CEA-708", 3: "CEA-708, start",
  ]

  private static let formats: Names = [
    2: "16:9, top", 3: "14:9, top", 4: "wider than 16:9", 8: "as coded", 9: "4:3", 10: "16:9", 11: "14:9",
    13: "4:3 with 14:9 centre", 14: "16:9 with 14:9 centre", 15: "16:9 with 4:3 centre",
  ]

  // MARK: HDR10+

  /// How bright each part of a picture is and how to map it (SMPTE ST 2094-40 Annex A).
  private static func dynamicMetadata() -> Row {
    when(.remaining(2)) {
      uint(2, "num_windows")
      list(.field("num_windows", plus: -1), "processing_windows") { window() }
      uint(27, "targeted_system_display_maximum_luminance", .scaled(10_000, "cd/m²"))
      flag("targeted_system_display_actual_peak_luminance_flag")
      when(.equal("targeted_system_display_actual_peak_luminance_flag", 1)) {
        uint(5, "num_rows_targeted_system_display_actual_peak_luminance")
        uint(5, "num_cols_targeted_system_display_actual_peak_luminance")
        list(
          .product(
            .field("num_rows_targeted_system_display_actual_peak_luminance"),
            .field("num_cols_targeted_system_display_actual_peak_luminance")),
          "targeted_system_display_actual_peak_luminances"
        ) {
          uint(4, "targeted_system_display_actual_peak_luminance", .scaled(15, ""))
        }
      }
      list(.field("num_windows"), "windows") { luminance() }
      flag("mastering_display_actual_peak_luminance_flag")
      when(.equal("mastering_display_actual_peak_luminance_flag", 1)) {
        uint(5, "num_rows_mastering_display_actual_peak_luminance")
        uint(5, "num_cols_mastering_display_actual_peak_luminance")
        list(
          .product(
            .field("num_rows_mastering_display_actual_peak_luminance"),
            .field("num_cols_mastering_display_actual_peak_luminance")),
          "mastering_display_actual_peak_luminances"
        ) {
          uint(4, "mastering_display_actual_peak_luminance", .scaled(15, ""))
        }
      }
      list(.field("num_windows"), "mappings") { mapping() }
      alignment()
    }
  }

  private static func window() -> Row {
    when(.remaining(1)) {
      uint(16, "window_upper_left_corner_x")
      uint(16, "window_upper_left_corner_y")
      uint(16, "window_lower_right_corner_x")
      uint(16, "window_lower_right_corner_y")
      uint(16, "center_of_ellipse_x")
      uint(16, "center_of_ellipse_y")
      uint(8, "rotation_angle")
      uint(16, "semimajor_axis_internal_ellipse")
      uint(16, "semimajor_axis_external_ellipse")
      uint(16, "semiminor_axis_external_ellipse")
      flag("overlap_process_option")
    }
  }

  private static func luminance() -> Row {
    when(.remaining(1)) {
      list(3, "maxscl") { uint(17, "maxscl", .scaled(100_000, "")) }
      uint(17, "average_maxrgb", .scaled(100_000, ""))
      uint(4, "num_distribution_maxrgb_percentiles")
      list(.field("num_distribution_maxrgb_percentiles"), "distribution") {
        uint(7, "distribution_maxrgb_percentages", .unit("%"))
        uint(17, "distribution_maxrgb_percentiles", .scaled(100_000, ""))
      }
      uint(10, "fraction_bright_pixels", .scaled(1_000, ""))
    }
  }

  private static func mapping() -> Row {
    when(.remaining(1)) {
      flag("tone_mapping_flag")
      when(.equal("tone_mapping_flag", 1)) {
        uint(12, "knee_point_x", .scaled(4_095, ""))
        uint(12, "knee_point_y", .scaled(4_095, ""))
        uint(4, "num_bezier_curve_anchors")
        list(.field("num_bezier_curve_anchors"), "bezier_curve_anchors") {
          uint(10, "bezier_curve_anchor", .scaled(1_023, ""))
        }
      }
      flag("color_saturation_mapping_flag")
      uint(
        6, "color_saturation_weight", .scaled(8, ""), if: .equal("color_saturation_mapping_flag", 1))
    }
  }

  private static let countries: Names = [
    0x26: "China", 0x3D: "France", 0x42: "Germany", 0xB4: "United Kingdom", 0xB5: "United States", 0xFF: "extended",
  ]

  /// Providers of the countries above; no two of them have one number.
  private static let providers: Names = [
    0x0004: "HDR Vivid", 0x002F: "DirecTV", 0x0031: "ATSC", 0x003B: "Dolby", 0x003C: "HDR10+", 0x0050: "LCEVC",
    0x0090: "SMPTE",
  ]
}

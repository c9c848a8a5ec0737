import ByteReading
import Structure

/// The open bitstream units of AV1 (AV1 §5.3–5.5); they have no box of their own.
enum AV1: SyntaxFamily {
  static let tables: [Syntax] = []

  /// Units to the end of the region; sequence headers and metadata are read, the others stay bytes.
  static func units(_ name: StaticString) -> Row {
    list(.remaining, name) {
      reserved(1).strict
      uint(4, "obu_type", .names(types))
      flag("obu_extension_flag")
      flag("obu_has_size_field")
      reserved(1)
      when(.equal("obu_extension_flag", 1)) {
        uint(3, "temporal_id")
        uint(2, "spatial_id")
        reserved(3)
      }
      leb128("obu_size", .bytes, if: .equal("obu_has_size_field", 1))
      when(.equal("obu_has_size_field", 1)) {
        within(.field("obu_size"), "sequence_header_obu", if: .equal("obu_type", 1)) {
          sequenceHeader()
        }
        within(.field("obu_size"), "metadata_obu", if: .equal("obu_type", 5)) { metadata() }
        bytes(.field("obu_size"), "obu_data", if: .not(.oneOf("obu_type", [1, 5])))
      }
      bytes(.remaining, "obu_data", if: .equal("obu_has_size_field", 0))
    }
  }

  /// `sequence_header_obu` (§5.5.1).
  private static func sequenceHeader() -> Row {
    when(.remaining(0)) {
      uint(3, "seq_profile", .names(CodecNames.av1Profiles))
      flag("still_picture")
      flag("reduced_still_picture_header")
      uint(
        5, "seq_level_idx", .names(CodecNames.av1Levels),
        if: .equal("reduced_still_picture_header", 1))
      when(.equal("reduced_still_picture_header", 0)) {
        timing()
        flag("initial_display_delay_present_flag")
        uint(5, "operating_points_cnt_minus_1", .minusOne)
        list(.field("operating_points_cnt_minus_1", plus: 1), "operating_points") {
          operatingPoint()
        }
      }
      uint(4, "frame_width_bits_minus_1", .minusOne)
      uint(4, "frame_height_bits_minus_1", .minusOne)
      uint(.field("frame_width_bits_minus_1", plus: 1), "max_frame_width_minus_1", .minusOne)
      uint(.field("frame_height_bits_minus_1", plus: 1), "max_frame_height_minus_1", .minusOne)
      when(.equal("reduced_still_picture_header", 0)) {
        flag("frame_id_numbers_present_flag")
        when(.equal("frame_id_numbers_present_flag", 1)) {
          uint(4, "delta_frame_id_length_minus_2")
          uint(3, "additional_frame_id_length_minus_1", .minusOne)
        }
      }
      flag("use_128x128_superblock")
      flag("enable_filter_intra")
      flag("enable_intra_edge_filter")
      when(.equal("reduced_still_picture_header", 0)) { interTools() }
      flag("enable_superres")
      flag("enable_cdef")
      flag("enable_restoration")
      colour()
      flag("film_grain_params_present")
      trailingBits("trailing_one_bit")
    }
  }

  private static func timing() -> Row {
    when(.remaining(0)) {
      flag("timing_info_present_flag")
      when(.equal("timing_info_present_flag", 1)) {
        uint(32, "num_units_in_display_tick")
        uint(32, "time_scale", .unit("Hz"))
        flag("equal_picture_interval")
        ue("num_ticks_per_picture_minus_1", .minusOne, if: .equal("equal_picture_interval", 1))
        flag("decoder_model_info_present_flag")
        when(.equal("decoder_model_info_present_flag", 1)) {
          uint(5, "buffer_delay_length_minus_1", .minusOne)
          uint(32, "num_units_in_decoding_tick")
          uint(5, "buffer_removal_time_length_minus_1", .minusOne)
          uint(5, "frame_presentation_time_length_minus_1", .minusOne)
        }
      }
    }
  }

  private static func operatingPoint() -> Row {
    when(.remaining(0)) {
      uint(12, "operating_point_idc", .hex)
      uint(5, "seq_level_idx", .names(CodecNames.av1Levels))
      uint(1, "seq_tier", .names([0: "Main", 1: "High"]), if: .atLeast("seq_level_idx", 8))
      when(.bits("decoder_model_info_present_flag", 1)) {
        flag("decoder_model_present_for_this_op")
        when(.equal("decoder_model_present_for_this_op", 1)) {
          uint(.field("buffer_delay_length_minus_1", plus: 1), "decoder_buffer_delay")
          uint(.field("buffer_delay_length_minus_1", plus: 1), "encoder_buffer_delay")
          flag("low_delay_mode_flag")
        }
      }
      when(.equal("initial_display_delay_present_flag", 1)) {
        flag("initial_display_delay_present_for_this_op")
        uint(
          4, "initial_display_delay_minus_1", .minusOne,
          if: .equal("initial_display_delay_present_for_this_op", 1))
      }
    }
  }

  /// The tools of sequences that have more than one picture.
  private static func interTools() -> Row {
    when(.remaining(0)) {
      flag("enable_interintra_compound")
      flag("enable_masked_compound")
      flag("enable_warped_motion")
      flag("enable_dual_filter")
      flag("enable_order_hint")
      flag("enable_jnt_comp", if: .equal("enable_order_hint", 1))
      flag("enable_ref_frame_mvs", if: .equal("enable_order_hint", 1))
      flag("seq_choose_screen_content_tools")
      flag("seq_force_screen_content_tools", if: .equal("seq_choose_screen_content_tools", 0))
      when(
        .any([
          .equal("seq_choose_screen_content_tools", 1),
          .bits("seq_force_screen_content_tools", 1),
        ])
      ) {
        flag("seq_choose_integer_mv")
        flag("seq_force_integer_mv", if: .equal("seq_choose_integer_mv", 0))
      }
      uint(3, "order_hint_bits_minus_1", .minusOne, if: .equal("enable_order_hint", 1))
    }
  }

  /// `color_config` (§5.5.2).
  private static func colour() -> Row {
    group("color_config") {
      flag("high_bitdepth")
      flag("twelve_bit", if: .all([.equal("seq_profile", 2), .equal("high_bitdepth", 1)]))
      flag("mono_chrome", if: .notEqual("seq_profile", 1))
      flag("color_description_present_flag")
      when(.equal("color_description_present_flag", 1)) {
        uint(8, "color_primaries", .colour(.primaries))
        uint(8, "transfer_characteristics", .colour(.transfer))
        uint(8, "matrix_coefficients", .colour(.matrix))
      }
      flag("color_range", if: .bits("mono_chrome", 1))
      when(.not(.bits("mono_chrome", 1))) {
        when(.not(isIdentity)) {
          flag("color_range")
          when(.bits("twelve_bit", 1)) {
            flag("subsampling_x")
            flag("subsampling_y", if: .equal("subsampling_x", 1))
          }
          uint(
            2, "chroma_sample_position", .names(CodecNames.av1ChromaPositions),
            if: .any([.equal("seq_profile", 0), .bits("subsampling_y", 1)]))
        }
        flag("separate_uv_delta_q")
      }
    }
  }

  /// `metadata_obu` (§5.8): light levels, and messages by ITU-T T.35.
  private static func metadata() -> Row {
    when(.remaining(0)) {
      leb128("metadata_type", .names(metadataTypes))
      when(.equal("metadata_type", 1)) {
        uint(16, "max_cll", .unit("cd/m²"))
        uint(16, "max_fall", .unit("cd/m²"))
        trailingBits("trailing_one_bit")
      }
      when(.equal("metadata_type", 2)) {
        list(3, "primaries") {
          uint(16, "primary_chromaticity_x", .scaled(65_536, ""))
          uint(16, "primary_chromaticity_y", .scaled(65_536, ""))
        }
        uint(16, "white_point_chromaticity_x", .scaled(65_536, ""))
        uint(16, "white_point_chromaticity_y", .scaled(65_536, ""))
        uint(32, "luminance_max", .scaled(256, "cd/m²"))
        uint(32, "luminance_min", .scaled(16_384, "cd/m²"))
        trailingBits("trailing_one_bit")
      }
      when(.equal("metadata_type", 4)) {
        RegisteredUserData.message()
      }
      bytes(.remaining, "metadata_payload", if: .remaining(8))
    }
  }

  private static let metadataTypes: Names = [
    1: "content light level", 2: "mastering display", 3: "scalability", 4: "ITU-T T.35", 5: "timecode",
  ]

  /// BT.709 primaries, sRGB transfer, identity matrix: colours stored as they are.
  private static let isIdentity: Condition = .all([
    .bits("color_description_present_flag", 1), .equal("color_primaries", 1),
    .equal("transfer_characteristics", 13), .equal("matrix_coefficients", 0),
  ])

  private static let types: Names = [
    1: "sequence header", 2: "temporal delimiter", 3: "frame header", 4: "tile group",
    5: "metadata", 6: "frame", 7: "redundant frame header", 8: "tile list", 15: "padding",
  ]
}

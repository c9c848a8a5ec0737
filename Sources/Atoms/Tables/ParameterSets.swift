import ByteReading
import Structure

extension SyntaxFamily {
  /// What AVC, HEVC, EVC and LCEVC say alike of how pictures are to be shown: the beginning of
  /// `vui_parameters` (14496-10 §E.1.1, 23008-2 §E.2.1); `matrix` is the one name that differs.
  static func videoUsability(matrix: StaticString) -> Row {
    when(.remaining(0)) {
      flag("aspect_ratio_info_present_flag")
      when(.equal("aspect_ratio_info_present_flag", 1)) {
        uint(8, "aspect_ratio_idc", .names(CodecNames.aspectRatios))
        uint(16, "sar_width", if: .equal("aspect_ratio_idc", 255))
        uint(16, "sar_height", if: .equal("aspect_ratio_idc", 255))
      }
      flag("overscan_info_present_flag")
      flag("overscan_appropriate_flag", if: .equal("overscan_info_present_flag", 1))
      flag("video_signal_type_present_flag")
      when(.equal("video_signal_type_present_flag", 1)) {
        uint(3, "video_format", .names(CodecNames.videoFormats))
        flag("video_full_range_flag")
        flag("colour_description_present_flag")
        when(.equal("colour_description_present_flag", 1)) {
          uint(8, "colour_primaries", .colour(.primaries))
          uint(8, "transfer_characteristics", .colour(.transfer))
          uint(8, matrix, .colour(.matrix))
        }
      }
      flag("chroma_loc_info_present_flag")
      ue("chroma_sample_loc_type_top_field", if: .equal("chroma_loc_info_present_flag", 1))
      ue("chroma_sample_loc_type_bottom_field", if: .equal("chroma_loc_info_present_flag", 1))
    }
  }

  /// The one and the zeros that end a bit stream's unit, when nothing else is left of it.
  static func trailingBits(_ name: StaticString = "rbsp_stop_one_bit") -> Row {
    when(atTrailingBits) {
      uint(1, name, .expected(1))
      alignment()
    }
  }

  /// Nothing is left but a one and fewer than eight zeros.
  static var atTrailingBits: Condition { .ending(8) }

  /// The same of a parameter set, behind which some writers leave zeros of the start code that followed it: what is at
  /// its end is decided by the last one in it (`more_rbsp_data`, 14496-10 §7.2, 23008-2 §7.2).
  static func trailingBitsOfSet() -> Row {
    when(atTrailingBitsOfSet) {
      uint(1, "rbsp_stop_one_bit", .expected(1))
      alignment()
      bytes(.remaining, "trailing_zero_8bits", if: .remaining(8))
    }
  }

  /// Nothing is left but a one and zeros, whole bytes of them, too.
  static var atTrailingBitsOfSet: Condition { .ending(64) }
}

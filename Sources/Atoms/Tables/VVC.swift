import ByteReading
import Structure

/// The configuration of a VVC decoder (14496-15 §11.2.4); its box is a video configuration.
enum VVC: SyntaxFamily {
  static let tables: [Syntax] = []

  /// `VvcDecoderConfigurationRecord`.
  static func configuration() -> Row {
    when(.remaining(0)) {
      reservedOnes(5)
      uint(2, "LengthSizeMinusOne", .minusOne)
      flag("ptl_present_flag")
      when(.equal("ptl_present_flag", 1)) {
        uint(9, "ols_idx")
        uint(3, "num_sublayers")
        uint(2, "constant_frame_rate", .names(CodecNames.constantFrameRates))
        uint(2, "chroma_format_idc", .names(CodecNames.chromaFormats))
        uint(3, "bit_depth_minus8")
        reservedOnes(5)
        profile()
        uint(16, "max_picture_width")
        uint(16, "max_picture_height")
        uint(16, "avg_frame_rate", .scaled(256, "fps"))
      }
      uint(8, "num_of_arrays")
      list(.field("num_of_arrays"), "arrays") {
        flag("array_completeness")
        reserved(2)
        uint(5, "NAL_unit_type", .names(CodecNames.vvcUnits))
        when(.not(.oneOf("NAL_unit_type", [12, 13]))) {
          uint(16, "num_nalus")
          list(.field("num_nalus"), "nalus") {
            uint(16, "nal_unit_length", .bytes)
            bytes(.field("nal_unit_length"), "nal_unit")
          }
        }
        list(1, "nalus", if: .oneOf("NAL_unit_type", [12, 13])) {
          uint(16, "nal_unit_length", .bytes)
          bytes(.field("nal_unit_length"), "nal_unit")
        }
      }
    }
  }

  /// `VvcPTLRecord`.
  private static func profile() -> Row {
    group("native_ptl") {
      reserved(2)
      uint(6, "num_bytes_constraint_info")
      uint(7, "general_profile_idc", .names(CodecNames.vvcProfiles))
      uint(1, "general_tier_flag", .names([0: "Main", 1: "High"]))
      uint(8, "general_level_idc", .scaled(16, ""))
      flag("ptl_frame_only_constraint_flag")
      flag("ptl_multi_layer_enabled_flag")
      uint(6, "general_constraint_info", .hex, if: .atLeast("num_bytes_constraint_info", 1))
      bytes(
        .field("num_bytes_constraint_info", plus: -1), "general_constraint_info_bytes",
        if: .atLeast("num_bytes_constraint_info", 2))
      when(.atLeast("num_sublayers", 2)) {
        uint(8, "ptl_sublayer_level_present_flags", .hex)
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x80))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x40))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x20))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x10))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x08))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x04))
        uint(8, "sublayer_level_idc", if: .bits("ptl_sublayer_level_present_flags", 0x02))
      }
      uint(8, "ptl_num_sub_profiles")
      array(
        .field("ptl_num_sub_profiles"), "general_sub_profile_idcs",
        of: uint(32, "general_sub_profile_idc", .hex))
    }
  }
}

import ByteReading
import Structure

/// The units of LCEVC (23094-2 §7.3); they have no box of their own.
enum LCEVC: SyntaxFamily {
  static let tables: [Syntax] = []

  /// A unit: a header, and blocks of which each says how long it is. Some writers put the payload of one block there,
  /// without either; that stays bytes.
  static func unit() -> Row {
    when(.remaining(0)) {
      when(hasHeader) {
        uint(1, "forbidden_zero_bit", .expected(0))
        uint(1, "forbidden_one_bit", .expected(1))
        uint(5, "nal_unit_type", .names(types))
        reservedOnes(9)
        following({ LCEVCSize() }) { blocks() }
        trailingBits()
      }
      uint(.remaining, "rbsp", .plain, if: .remaining(1))
    }
  }

  /// A zero, a one, one of the two types, and nine ones.
  private static var hasHeader: Condition { .any([.next(16, 0x79FF, offset: 0), .next(16, 0x7BFF, offset: 0)]) }

  static let types: Names = [28: "non-IDR", 29: "IDR"]

  private static func blocks() -> Row {
    list(.remaining, "process_blocks") {
      when(.not(atTrailingBits)) {
        uint(3, "payload_size_type", .names([6: "reserved", 7: "of its own"]))
        uint(5, "payload_type", .names(payloads)).identity
        when(.equal("payload_size_type", 7)) {
          list(.remaining, "custom_byte_size") {
            when(.equal("followed_second", 1)) {
              uint(1, "is_followed")
              uint(7, "size_bits")
            }
          }
          within(.field("followed"), "payload", if: .atLeast("followed", 1)) { payload() }
        }
        when(.oneOf("payload_size_type", [1, 2, 3, 4, 5])) {
          within(.field("payload_size_type"), "payload") { payload() }
        }
      }
    }
  }

  private static let payloads: Names = [
    0: "sequence configuration", 1: "global configuration", 2: "picture configuration", 3: "coded data",
    4: "coded data in tiles", 5: "additional information", 6: "filler",
  ]

  private static func payload() -> Row {
    when(.remaining(0)) {
      when(.equal("payload_type", 0)) { sequence() }
      when(.equal("payload_type", 1)) { global() }
      when(.equal("payload_type", 2)) { picture() }
      when(.equal("payload_type", 5)) { information() }
      uint(.remaining, "data", .plain, if: .remaining(1))
    }
  }

  /// `sequence_config` (§7.3.4).
  private static func sequence() -> Row {
    when(.remaining(0)) {
      uint(4, "profile_idc", .names([0: "Main", 1: "Main 4:4:4", 15: "extended"]))
      uint(4, "level_idc", .names([15: "extended"]))
      uint(2, "sublevel_idc")
      flag("conformance_window_flag")
      reserved(5)
      when(.any([.equal("profile_idc", 15), .equal("level_idc", 15)])) {
        uint(3, "extended_profile_idc")
        uint(4, "extended_level_idc")
        reserved(1)
      }
    }
  }

  /// `global_config` (§7.3.5).
  private static func global() -> Row {
    when(.remaining(0)) {
      flag("processed_planes_type_flag")
      uint(6, "resolution_type", .names([63: "of its own"]))
      uint(1, "transform_type", .names([0: "2×2", 1: "4×4"]))
      uint(2, "chroma_sampling_type", .names(CodecNames.chromaFormats))
      uint(2, "base_depth_type", .names(depths))
      uint(2, "enhancement_depth_type", .names(depths))
      flag("temporal_step_width_modifier_signalled_flag")
      flag("predicted_residual_mode_flag")
      flag("temporal_tile_intra_signalling_enabled_flag")
      flag("temporal_enabled_flag")
      uint(3, "upsample_type", .names([0: "nearest", 1: "linear", 2: "cubic", 3: "modified cubic", 4: "adaptive cubic"]))
      flag("level1_filtering_signalled_flag")
      uint(2, "scaling_mode_level1", .names(scaling))
      uint(2, "scaling_mode_level2", .names(scaling))
      uint(2, "tile_dimensions_type", .names([0: "none", 1: "512×256", 2: "1024×512", 3: "of their own"]))
      uint(2, "user_data_enabled")
      flag("level1_depth_flag")
      flag("chroma_step_width_flag")
      when(.equal("processed_planes_type_flag", 1)) {
        uint(4, "planes_type", .names([0: "Y", 1: "YUV"]))
        reserved(4)
      }
      uint(8, "temporal_step_width_modifier", if: .equal("temporal_step_width_modifier_signalled_flag", 1))
      array(4, "upsampler_coeffs", if: .equal("upsample_type", 4), of: uint(16, "upsampler_coeff"))
      when(.equal("level1_filtering_signalled_flag", 1)) {
        uint(4, "level1_filtering_first_coefficient")
        uint(4, "level1_filtering_second_coefficient")
      }
      when(.notEqual("tile_dimensions_type", 0)) {
        when(.equal("tile_dimensions_type", 3)) {
          uint(16, "custom_tile_width", .unit("px"))
          uint(16, "custom_tile_height", .unit("px"))
        }
        reserved(5)
        flag("compression_type_entropy_enabled_per_tile_flag")
        uint(2, "compression_type_size_per_tile")
      }
      when(.equal("resolution_type", 63)) {
        uint(16, "custom_resolution_width", .unit("px"))
        uint(16, "custom_resolution_height", .unit("px"))
      }
      uint(8, "chroma_step_width_multiplier", if: .equal("chroma_step_width_flag", 1))
    }
  }

  private static let depths: Names = [0: "8 bits", 1: "10 bits", 2: "12 bits", 3: "14 bits"]
  private static let scaling: Names = [0: "none", 1: "horizontal", 2: "both"]

  /// `picture_config` (§7.3.6), up to what depends on the transform.
  private static func picture() -> Row {
    when(.remaining(0)) {
      flag("no_enhancement_bit_flag")
      when(.equal("no_enhancement_bit_flag", 0)) {
        uint(3, "quant_matrix_mode")
        flag("dequant_offset_signalled_flag")
        flag("picture_type_bit_flag")
        flag("temporal_refresh_bit_flag")
        flag("step_width_sublayer1_enabled_flag")
        uint(15, "step_width_sublayer2")
        flag("dithering_control_flag")
      }
      when(.equal("no_enhancement_bit_flag", 1)) {
        reserved(4)
        flag("picture_type_bit_flag")
        flag("temporal_refresh_bit_flag")
        flag("temporal_signalling_present_flag")
      }
      when(.equal("picture_type_bit_flag", 1)) {
        flag("field_type_bit_flag")
        reserved(7)
      }
      when(.equal("step_width_sublayer1_enabled_flag", 1)) {
        uint(15, "step_width_sublayer1")
        flag("level1_filtering_enabled_flag")
      }
    }
  }

  /// `additional_info` (§7.3.11).
  private static func information() -> Row {
    when(.remaining(8)) {
      uint(8, "additional_info_type", .names([0: "SEI", 1: "VUI"]))
      uint(8, "sei_payload_type", .names(messages), if: .equal("additional_info_type", 0))
      when(.equal("additional_info_type", 1)) { videoUsability(matrix: "matrix_coefficients") }
    }
  }

  private static let messages: Names = [
    1: "mastering display colour volume", 2: "content light level", 4: "user data registered by ITU-T T.35",
    5: "user data with a UUID",
  ]
}

/// Puts together a size of which each byte has seven bits, the most significant first, and says whether another
/// follows: ``number`` is the size, ``second`` is 1 while bytes of it follow.
struct LCEVCSize: FieldFollower {
  private(set) var number: UInt64 = 0
  private(set) var second: UInt64 = 1

  mutating func read(_ name: StaticString, _ value: UInt64) {
    if name.isSame(as: "payload_size_type") {
      (number, second) = (0, 1)
    } else if name.isSame(as: "is_followed") {
      second = value
    } else if name.isSame(as: "size_bits") {
      // Longer ones are of no payload that is there.
      number = number > UInt64.max >> 8 ? UInt64.max >> 8 : number << 7 | value & 0x7F
    }
  }
}

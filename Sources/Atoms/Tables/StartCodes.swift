import ByteReading
import Structure

/// The headers of MPEG-4 Visual and MPEG-2 Video, each behind a start code (14496-2 §6.2, 13818-2 §6.2); they stand
/// in the configuration of a decoder.
enum StartCodes: SyntaxFamily {
  static let tables: [Syntax] = []

  /// MPEG-4 Visual: the sequence, its objects and their layers, and what the encoder says of itself.
  static func visual() -> Row {
    units {
      when(.equal("start_code", 0xB0)) {
        uint(8, "profile_and_level_indication", .names(ObjectDescriptors.visualProfiles))
      }
      when(.equal("start_code", 0xB2)) { string(.latin1, .rest, "user_data") }
      when(.equal("start_code", 0xB5)) { visualObject() }
      when(.oneOf("start_code", (0x20...0x2F).map { UInt64($0) })) { layer() }
    }
  }

  /// MPEG-2 Video: the header of the sequence and its extensions.
  static func video() -> Row {
    units {
      when(.equal("start_code", 0xB3)) { sequence() }
      when(.equal("start_code", 0xB5)) { sequenceExtension() }
      when(.equal("start_code", 0xB2)) { string(.latin1, .rest, "user_data") }
    }
  }

  private static func units(@Rows _ rows: @escaping @Sendable () -> [Row]) -> Row {
    list(.remaining, "units") {
      part("unit", foundBy: { StartCodeFinder() }) {
        when(.next(24, 1, offset: 0)) {
          uint(24, "start_code_prefix", .expected(1))
          uint(8, "start_code", .names(codes))
          Row(name: "header", kind: .when(rows))
        }
        uint(.remaining, "data", if: .remaining(1))
      }
    }
  }

  private static let codes: Names = [
    0x20: "video object layer", 0xB0: "visual object sequence", 0xB1: "end of visual object sequence", 0xB2: "user data",
    0xB3: "sequence header or group of VOP", 0xB5: "visual object or extension", 0xB6: "VOP", 0xB8: "group of pictures",
  ]

  // MARK: MPEG-4

  /// `VisualObject` (14496-2 §6.2.2).
  private static func visualObject() -> Row {
    when(.remaining(8)) {
      flag("is_visual_object_identifier")
      uint(4, "visual_object_verid", if: .equal("is_visual_object_identifier", 1))
      uint(3, "visual_object_priority", if: .equal("is_visual_object_identifier", 1))
      uint(4, "visual_object_type", .names([1: "video", 2: "still texture", 3: "mesh", 4: "FBA", 5: "3D mesh"]))
      when(.oneOf("visual_object_type", [1, 2])) {
        flag("video_signal_type")
        when(.equal("video_signal_type", 1)) {
          uint(3, "video_format", .names(CodecNames.videoFormats))
          flag("video_range")
          flag("colour_description")
          when(.equal("colour_description", 1)) {
            uint(8, "colour_primaries", .colour(.primaries))
            uint(8, "transfer_characteristics", .colour(.transfer))
            uint(8, "matrix_coefficients", .colour(.matrix))
          }
        }
      }
    }
  }

  /// `VideoObjectLayer` (§6.2.3) of rectangles, up to how they are coded.
  private static func layer() -> Row {
    when(.remaining(8)) {
      flag("random_accessible_vol")
      uint(8, "video_object_type_indication")
      flag("is_object_layer_identifier")
      uint(4, "video_object_layer_verid", if: .equal("is_object_layer_identifier", 1))
      uint(3, "video_object_layer_priority", if: .equal("is_object_layer_identifier", 1))
      uint(4, "aspect_ratio_info", .names([1: "1:1", 2: "12:11", 3: "10:11", 4: "16:11", 5: "40:33", 15: "given next"]))
      uint(8, "par_width", if: .equal("aspect_ratio_info", 15))
      uint(8, "par_height", if: .equal("aspect_ratio_info", 15))
      flag("vol_control_parameters")
      when(.equal("vol_control_parameters", 1)) { control() }
      uint(2, "video_object_layer_shape", .names([0: "rectangular", 1: "binary", 2: "binary only", 3: "grayscale"]))
      when(.equal("video_object_layer_shape", 0)) {
        marker()
        following({ TimeIncrementWidth() }) {
          uint(16, "vop_time_increment_resolution", .unit("Hz"))
          marker()
          flag("fixed_vop_rate")
          uint(.field("followed"), "fixed_vop_time_increment", if: .equal("fixed_vop_rate", 1))
        }
        marker()
        uint(13, "video_object_layer_width")
        marker()
        uint(13, "video_object_layer_height")
        marker()
        flag("interlaced")
        flag("obmc_disable")
        uint(1, "sprite_enable", if: .not(.atLeast("video_object_layer_verid", 2)))
        uint(2, "sprite_enable", if: .atLeast("video_object_layer_verid", 2))
      }
    }
  }

  private static func control() -> Row {
    when(.remaining(8)) {
      uint(2, "chroma_format", .names([1: "4:2:0"]))
      flag("low_delay")
      flag("vbv_parameters")
      when(.equal("vbv_parameters", 1)) {
        uint(15, "first_half_bit_rate")
        marker()
        uint(15, "latter_half_bit_rate")
        marker()
        uint(15, "first_half_vbv_buffer_size")
        marker()
        uint(3, "latter_half_vbv_buffer_size")
        uint(11, "first_half_vbv_occupancy")
        marker()
        uint(15, "latter_half_vbv_occupancy")
        marker()
      }
    }
  }

  private static func marker() -> Row { uint(1, "marker_bit", .expected(1)) }

  // MARK: MPEG-2

  /// `sequence_header` (13818-2 §6.2.2.1).
  private static func sequence() -> Row {
    when(.remaining(8)) {
      uint(12, "horizontal_size_value")
      uint(12, "vertical_size_value")
      uint(4, "aspect_ratio_information", .names([1: "square samples", 2: "4:3", 3: "16:9", 4: "2.21:1"]))
      uint(4, "frame_rate_code", .names(rates))
      uint(18, "bit_rate_value", .names([0x3FFFF: "variable"]))
      marker()
      uint(10, "vbv_buffer_size_value")
      flag("constrained_parameters_flag")
      flag("load_intra_quantiser_matrix")
      list(64, "intra_quantiser_matrix", if: .equal("load_intra_quantiser_matrix", 1)) {
        uint(8, "intra_quantiser_matrix")
      }
      flag("load_non_intra_quantiser_matrix")
      list(64, "non_intra_quantiser_matrix", if: .equal("load_non_intra_quantiser_matrix", 1)) {
        uint(8, "non_intra_quantiser_matrix")
      }
    }
  }

  /// `sequence_extension` and `sequence_display_extension` (§6.2.2.3, §6.2.2.4).
  private static func sequenceExtension() -> Row {
    when(.remaining(8)) {
      uint(4, "extension_start_code_identifier", .names([1: "sequence", 2: "sequence display"]))
      when(.equal("extension_start_code_identifier", 1)) {
        uint(8, "profile_and_level_indication", .hex)
        flag("progressive_sequence")
        uint(2, "chroma_format", .names([1: "4:2:0", 2: "4:2:2", 3: "4:4:4"]))
        uint(2, "horizontal_size_extension")
        uint(2, "vertical_size_extension")
        uint(12, "bit_rate_extension")
        marker()
        uint(8, "vbv_buffer_size_extension")
        flag("low_delay")
        uint(2, "frame_rate_extension_n")
        uint(5, "frame_rate_extension_d")
      }
      when(.equal("extension_start_code_identifier", 2)) {
        uint(3, "video_format", .names(CodecNames.videoFormats))
        flag("colour_description")
        when(.equal("colour_description", 1)) {
          uint(8, "colour_primaries", .colour(.primaries))
          uint(8, "transfer_characteristics", .colour(.transfer))
          uint(8, "matrix_coefficients", .colour(.matrix))
        }
        uint(14, "display_horizontal_size")
        marker()
        uint(14, "display_vertical_size")
      }
    }
  }

  private static let rates: Names = [
    1: "23.976 fps", 2: "24 fps", 3: "25 fps", 4: "29.97 fps", 5: "30 fps", 6: "50 fps", 7: "59.94 fps", 8: "60 fps",
  ]
}

/// Finds what lies from one start code to the next: 00 00 01.
struct StartCodeFinder: PartFinder {
  let gap = Diagnostic.Kind.fieldsTruncated

  func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    guard position < end else { return nil }
    // What stands before the first code is a part, too.
    var at = position &+ 1
    while at &+ 3 <= end {
      if bytes.bigEndian(at: at, count: 3) == 1 { return position..<at }
      at &+= 1
    }
    return position..<end
  }
}

/// The bits of a time between pictures: as many as its resolution needs, one at least (14496-2 §6.3.3).
struct TimeIncrementWidth: FieldFollower {
  private(set) var number: UInt64 = 1

  mutating func read(_ name: StaticString, _ value: UInt64) {
    guard name.isSame(as: "vop_time_increment_resolution"), value > 1 else { return }
    number = bitsNeeded(for: value)
  }
}

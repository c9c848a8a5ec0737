import ByteReading
import Structure

/// The parameter sets of HEVC (23008-2 §7.3.2); they have no box of their own.
enum HEVC: SyntaxFamily {
  static let tables: [Syntax] = []

  /// A unit in as many bytes as `nalUnitLength` says; parameter sets are read.
  static func unit() -> Row {
    within(.field("nalUnitLength"), "nalUnit", escaped: true) { content() }
  }

  /// What a unit holds: parameter sets and supplemental information are read, slices stay bytes.
  static func content() -> Row {
    when(.remaining(0)) {
      reserved(1).strict
      uint(6, "nal_unit_type", .names(CodecNames.hevcUnits))
      uint(6, "nuh_layer_id")
      uint(3, "nuh_temporal_id_plus1")
      when(.equal("nal_unit_type", 32)) { videoParameterSet() }
      when(.equal("nal_unit_type", 33)) { sequenceParameterSet() }
      when(.equal("nal_unit_type", 34)) { pictureParameterSet() }
      when(.equal("nal_unit_type", 35)) {
        uint(3, "pic_type", .names([0: "I", 1: "P, I", 2: "B, P, I"]))
        trailingBits()
      }
      when(.oneOf("nal_unit_type", [39, 40])) { SupplementalInformation.messages(.hevc) }
      bytes(.remaining, "rbsp_byte", if: .not(.oneOf("nal_unit_type", [32, 33, 34, 35, 39, 40])))
    }
  }

  /// Where rows find what a set of HRD parameters has.
  struct BufferKinds: Sendable {
    /// Whether it says what all its sub-layers have in common.
    let isCommon: Condition
    let nal: Condition
    let vcl: Condition
    let subPicture: Condition

    /// In its own fields.
    static let own = BufferKinds(
      isCommon: .remaining(0), nal: .equal("nal_hrd_parameters_present_flag", 1),
      vcl: .equal("vcl_hrd_parameters_present_flag", 1),
      subPicture: .equal("sub_pic_hrd_params_present_flag", 1))
    /// In what ``LayerSets`` keeps, for a set that may go without what the one before it says.
    static let followed = BufferKinds(
      isCommon: .bits("followed_second", 8), nal: .bits("followed_second", 1),
      vcl: .bits("followed_second", 2), subPicture: .bits("followed_second", 4))
  }

  /// `hrd_parameters` (§E.2.2); `subLayers` names the field with the number of sub-layers less one.
  static func referenceDecoder(subLayers: StaticString, _ kinds: BufferKinds = .own) -> Row {
    when(.remaining(0)) {
      when(kinds.isCommon) {
        flag("nal_hrd_parameters_present_flag")
        flag("vcl_hrd_parameters_present_flag")
        when(.any([kinds.nal, kinds.vcl])) {
          flag("sub_pic_hrd_params_present_flag")
          when(.equal("sub_pic_hrd_params_present_flag", 1)) {
            uint(8, "tick_divisor_minus2")
            uint(5, "du_cpb_removal_delay_increment_length_minus1", .minusOne)
            flag("sub_pic_cpb_params_in_pic_timing_sei_flag")
            uint(5, "dpb_output_delay_du_length_minus1", .minusOne)
          }
          uint(4, "bit_rate_scale")
          uint(4, "cpb_size_scale")
          uint(4, "cpb_size_du_scale", if: .equal("sub_pic_hrd_params_present_flag", 1))
          uint(5, "initial_cpb_removal_delay_length_minus1", .minusOne)
          uint(5, "au_cpb_removal_delay_length_minus1", .minusOne)
          uint(5, "dpb_output_delay_length_minus1", .minusOne)
        }
      }
      list(.field(subLayers, plus: 1), "sub_layers") {
        pictureRate()
        ue("cpb_cnt_minus1", .minusOne, if: .equal("low_delay_hrd_flag", 0))
        buffers(
          .field("cpb_cnt_minus1", plus: 1), "nal_hrd_parameters", parts: kinds.subPicture,
          if: kinds.nal)
        buffers(
          .field("cpb_cnt_minus1", plus: 1), "vcl_hrd_parameters", parts: kinds.subPicture,
          if: kinds.vcl)
      }
    }
  }

  // MARK: What VVC has too

  /// How often a sub-layer has pictures, and whether they may come late (§E.2.2; H.266 §7.3.5.2).
  ///
  /// - Parameter others: What has to hold besides for pictures that may come late, where no rate is fixed.
  /// - Returns: The rows.
  static func pictureRate(lowDelay others: [Condition] = []) -> Row {
    when(.remaining(0)) {
      flag("fixed_pic_rate_general_flag")
      flag("fixed_pic_rate_within_cvs_flag", if: .equal("fixed_pic_rate_general_flag", 0))
      // A rate that is fixed always is fixed within a sequence.
      when(
        .any([
          .equal("fixed_pic_rate_general_flag", 1), .equal("fixed_pic_rate_within_cvs_flag", 1),
        ])
      ) {
        ue("elemental_duration_in_tc_minus1", .minusOne)
      }
      flag(
        "low_delay_hrd_flag",
        if: .all(
          [.equal("fixed_pic_rate_general_flag", 0), .equal("fixed_pic_rate_within_cvs_flag", 0)]
            + others))
    }
  }

  /// The buffers of a sub-layer (§E.2.3; H.266 §7.3.5.3).
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - name: What the specification calls those of one kind.
  ///   - parts: What has to hold for there to be buffers of parts of pictures.
  ///   - condition: What has to hold for there to be any.
  /// - Returns: The list of them.
  static func buffers(
    _ count: Quantity, _ name: StaticString, parts: Condition, if condition: Condition
  ) -> Row {
    list(count, name, if: condition) {
      ue("bit_rate_value_minus1", .minusOne)
      ue("cpb_size_value_minus1", .minusOne)
      when(parts) {
        ue("cpb_size_du_value_minus1", .minusOne)
        ue("bit_rate_du_value_minus1", .minusOne)
      }
      flag("cbr_flag")
    }
  }

  /// `scaling_list_data` (§7.3.4): of each size those of the six matrices, of the largest two.
  static func scalingLists() -> Row {
    group("scaling_list_data") {
      list(6, "scaling_lists_4x4") {
        prediction()
        coefficients(16)
      }
      list(6, "scaling_lists_8x8") {
        prediction()
        coefficients(64)
      }
      list(6, "scaling_lists_16x16") {
        prediction()
        mean()
        coefficients(64)
      }
      list(2, "scaling_lists_32x32") {
        prediction()
        mean()
        coefficients(64)
      }
    }
  }

  private static func prediction() -> Row {
    when(.remaining(0)) {
      flag("scaling_list_pred_mode_flag")
      ue("scaling_list_pred_matrix_id_delta", if: .equal("scaling_list_pred_mode_flag", 0))
    }
  }

  private static func mean() -> Row {
    se("scaling_list_dc_coef_minus8", if: .equal("scaling_list_pred_mode_flag", 1))
  }

  private static func coefficients(_ count: Int) -> Row {
    list(
      .exactly(count), "scaling_list_delta_coefs", if: .equal("scaling_list_pred_mode_flag", 1)
    ) {
      se("scaling_list_delta_coef")
    }
  }

  /// `profile_tier_level` (§7.3.3).
  ///
  /// - Parameters:
  ///   - subLayers: The field with the number of sub-layers less one.
  ///   - condition: When more is said than levels; always without it.
  static func profileTierLevel(subLayers: StaticString, if condition: Condition? = nil) -> Row {
    group("profile_tier_level") {
      when(condition ?? .remaining(0)) {
        uint(2, "general_profile_space")
        uint(1, "general_tier_flag", .names([0: "Main", 1: "High"]))
        uint(5, "general_profile_idc", .names(CodecNames.hevcProfiles))
        uint(32, "general_profile_compatibility_flags", .hex)
        flag("general_progressive_source_flag")
        flag("general_interlaced_source_flag")
        flag("general_non_packed_constraint_flag")
        flag("general_frame_only_constraint_flag")
        uint(44, "general_constraint_flags", .hex)
      }
      uint(8, "general_level_idc", .scaled(30, ""))
      when(.atLeast(subLayers, 1)) {
        uint(16, "sub_layer_present_flags", .hex)
        subLayer(profile: 0x8000, level: 0x4000)
        subLayer(profile: 0x2000, level: 0x1000)
        subLayer(profile: 0x0800, level: 0x0400)
        subLayer(profile: 0x0200, level: 0x0100)
        subLayer(profile: 0x0080, level: 0x0040)
        subLayer(profile: 0x0020, level: 0x0010)
      }
    }
  }

  private static func subLayer(profile: UInt64, level: UInt64) -> Row {
    group("sub_layer", if: .bits("sub_layer_present_flags", profile | level)) {
      when(.bits("sub_layer_present_flags", profile)) {
        uint(2, "sub_layer_profile_space")
        uint(1, "sub_layer_tier_flag", .names([0: "Main", 1: "High"]))
        uint(5, "sub_layer_profile_idc", .names(CodecNames.hevcProfiles))
        uint(32, "sub_layer_profile_compatibility_flags", .hex)
        uint(48, "sub_layer_constraint_flags", .hex)
      }
      uint(
        8, "sub_layer_level_idc", .scaled(30, ""), if: .bits("sub_layer_present_flags", level))
    }
  }
}

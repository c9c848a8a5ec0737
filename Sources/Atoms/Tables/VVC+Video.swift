import ByteReading
import Structure

/// Video parameter sets of VVC, which say what layers there are.
extension VVC {
  /// `video_parameter_set_rbsp` (23090-3 §7.3.2.3).
  static func videoParameterSet() -> Row {
    following({ OutputLayerSets() }) {
      uint(4, "vps_video_parameter_set_id")
      uint(6, "vps_max_layers_minus1", .minusOne)
      uint(3, "vps_max_sublayers_minus1", .minusOne)
      flag("vps_default_ptl_dpb_hrd_max_tid_flag", if: .all([hasLayers, hasSublayers]))
      flag("vps_all_independent_layers_flag", if: hasLayers)
      list(.field("vps_max_layers_minus1", plus: 1), "layers") { layer() }
      when(hasLayers) { outputLayerSets() }
      list(.field("vps_num_ptls_minus1", plus: 1), "ptls") {
        flag("vps_pt_present_flag", if: .atLeast("followed", 1))
        uint(3, "vps_ptl_max_tid", if: saysSublayers)
      }
      alignment()
      list(.field("vps_num_ptls_minus1", plus: 1), "vps_profile_tier_levels") {
        profileTierLevel(subLayers: "followed_second", if: .equal("followed", 1))
      }
      list(.field("followed"), "ols_ptl_idxs") { uint(8, "vps_ols_ptl_idx") }
      when(.all([hasLayers, .equal("vps_each_layer_is_an_ols_flag", 0)])) { setParameters() }
      extensionData("vps_extension_flag")
    }
  }

  private static var hasLayers: Condition { .atLeast("vps_max_layers_minus1", 1) }
  private static var hasSublayers: Condition { .atLeast("vps_max_sublayers_minus1", 1) }

  /// Parameters say for how many sub-layers they are; else they are for all.
  private static var saysSublayers: Condition {
    .all([hasLayers, hasSublayers, .equal("vps_default_ptl_dpb_hrd_max_tid_flag", 0)])
  }

  /// A layer, and for all but the first the layers before it that it refers to.
  private static func layer() -> Row {
    when(.remaining(0)) {
      uint(6, "vps_layer_id").identity
      when(.atLeast("followed", 1)) {
        flag("vps_independent_layer_flag")
        when(.equal("vps_independent_layer_flag", 0)) {
          flag("vps_max_tid_ref_present_flag")
          list(.field("followed"), "direct_ref_layers") {
            flag("vps_direct_ref_layer_flag")
            uint(
              3, "vps_max_tid_il_ref_pics_plus1",
              if: .all([
                .equal("vps_max_tid_ref_present_flag", 1), .equal("vps_direct_ref_layer_flag", 1),
              ]))
          }
        }
      }
    }
  }

  private static func outputLayerSets() -> Row {
    when(.remaining(0)) {
      flag("vps_each_layer_is_an_ols_flag", if: .equal("vps_all_independent_layers_flag", 1))
      when(.equal("vps_each_layer_is_an_ols_flag", 0)) {
        uint(2, "vps_ols_mode_idc", .names(modes), if: .equal("vps_all_independent_layers_flag", 0))
        when(.any([.equal("vps_ols_mode_idc", 2), .equal("vps_all_independent_layers_flag", 1)])) {
          uint(8, "vps_num_output_layer_sets_minus2")
          list(.field("vps_num_output_layer_sets_minus2", plus: 1), "output_layer_sets") {
            list(.field("vps_max_layers_minus1", plus: 1), "output_layers") {
              flag("vps_ols_output_layer_flag")
            }
          }
        }
      }
      uint(8, "vps_num_ptls_minus1", .minusOne)
    }
  }

  private static let modes: Names = [
    0: "the highest layer is output", 1: "all layers are output", 2: "listed",
  ]

  /// What decoders need for sets of several layers.
  private static func setParameters() -> Row {
    when(.remaining(0)) {
      ue("vps_num_dpb_params_minus1", .minusOne)
      flag("vps_sublayer_dpb_params_present_flag", if: hasSublayers)
      list(.field("vps_num_dpb_params_minus1", plus: 1), "vps_dpb_params") {
        uint(3, "vps_dpb_max_tid", if: saysSublayers)
        pictureBuffers(.field("followed"))
      }
      list(.field("followed"), "ols_dpbs") {
        ue("vps_ols_dpb_pic_width")
        ue("vps_ols_dpb_pic_height")
        uint(2, "vps_ols_dpb_chroma_format", .names(CodecNames.chromaFormats))
        ue("vps_ols_dpb_bitdepth_minus8")
        ue("vps_ols_dpb_params_idx", if: .equal("followed_second", 1))
      }
      flag("vps_timing_hrd_params_present_flag")
      when(.equal("vps_timing_hrd_params_present_flag", 1)) {
        generalTiming()
        flag("vps_sublayer_cpb_params_present_flag", if: hasSublayers)
        ue("vps_num_ols_timing_hrd_params_minus1", .minusOne)
        list(.field("vps_num_ols_timing_hrd_params_minus1", plus: 1), "vps_ols_timing_hrd_params") {
          uint(3, "vps_hrd_max_tid", if: saysSublayers)
          layerTiming(.field("followed"))
        }
        list(.field("followed"), "ols_timing_hrd_idxs") { ue("vps_ols_timing_hrd_idx") }
      }
    }
  }
}

/// What layers and sets of layers of VVC there are, from which follows how many parameters of each kind a
/// video parameter set has (23090-3 §7.4.3.3).
struct OutputLayerSets: FieldFollower {
  private(set) var number: UInt64 = 0
  private(set) var second: UInt64 = 0

  private var highestLayer = 0
  private var highestSublayer: UInt64 = 0
  private var areIndependent = true
  /// For each layer those that it refers to, also through others.
  private var references: [UInt64] = []
  private var layer = 0
  private var isEachASet = false
  private var mode: UInt64 = 0
  /// For each set but the first the layers that it puts out.
  private var outputs: [UInt64] = []
  /// Profiles: whether one says more than its level, and how many sub-layers it is for.
  private var isFull: [Bool] = []
  private var sublayers: [UInt64] = []
  private var highestProfile: UInt64 = 0
  /// Parameters of decoded picture buffers, and of timing: their number, and whether each sub-layer has some.
  private var buffers: UInt64 = 0
  private var timings: UInt64 = 0
  private var isPerSublayer = false

  private enum Part {
    case highestLayer, highestSublayer, areIndependent, refers, isEachASet, mode, isOutput, highestProfile
    case isFull, profileSublayers, buffers, isPerSublayer, parameterSublayers, timings
  }

  private static let parts: [(row: StaticString, part: Part)] = [
    (row: "vps_max_layers_minus1", part: .highestLayer),
    (row: "vps_max_sublayers_minus1", part: .highestSublayer),
    (row: "vps_all_independent_layers_flag", part: .areIndependent),
    (row: "vps_direct_ref_layer_flag", part: .refers),
    (row: "vps_each_layer_is_an_ols_flag", part: .isEachASet),
    (row: "vps_ols_mode_idc", part: .mode),
    (row: "vps_ols_output_layer_flag", part: .isOutput),
    (row: "vps_num_ptls_minus1", part: .highestProfile),
    (row: "vps_pt_present_flag", part: .isFull),
    (row: "vps_ptl_max_tid", part: .profileSublayers),
    (row: "vps_num_dpb_params_minus1", part: .buffers),
    (row: "vps_sublayer_dpb_params_present_flag", part: .isPerSublayer),
    (row: "vps_dpb_max_tid", part: .parameterSublayers),
    (row: "vps_sublayer_cpb_params_present_flag", part: .isPerSublayer),
    (row: "vps_hrd_max_tid", part: .parameterSublayers),
    (row: "vps_num_ols_timing_hrd_params_minus1", part: .timings),
  ]

  mutating func read(_ name: StaticString, _ value: UInt64) {
    guard let part = Self.parts.first(where: { $0.row.isSame(as: name) })?.part else { return }
    switch part {
    case .highestLayer: highestLayer = Int(value & 63)
    case .highestSublayer: highestSublayer = value
    case .areIndependent:
      areIndependent = value == 1
      // Sets of independent layers are listed.
      if areIndependent { mode = 2 }
    case .refers:
      guard value == 1, let own = references.indices.last, references.indices.contains(layer) else { return }
      references[own] |= references[layer] | 1 << UInt64(layer & 63)
    case .isEachASet: isEachASet = value == 1
    case .mode: mode = value
    case .isOutput:
      guard value == 1, let last = outputs.indices.last else { return }
      outputs[last] |= 1 << UInt64(layer & 63)
    case .highestProfile: highestProfile = value
    case .isFull: if let last = isFull.indices.last { isFull[last] = value == 1 }
    case .profileSublayers: if let last = sublayers.indices.last { sublayers[last] = value }
    case .buffers:
      buffers = value
      isPerSublayer = false
    case .isPerSublayer: isPerSublayer = value == 1
    case .parameterSublayers: number = isPerSublayer ? value &+ 1 : 1
    case .timings: timings = value
    }
  }

  mutating func begin(_ list: StaticString, item: UInt64) {
    if list.isSame(as: "layers") {
      references.append(0)
      number = areIndependent ? 0 : item
    } else if list.isSame(as: "direct_ref_layers") || list.isSame(as: "output_layers") {
      layer = Int(item & 63)
    } else if list.isSame(as: "output_layer_sets") {
      outputs.append(0)
    } else if list.isSame(as: "ptls") {
      number = item
      isFull.append(item == 0)
      sublayers.append(highestSublayer)
    } else if list.isSame(as: "vps_profile_tier_levels") {
      let at = Int(item & 0xFF)
      number = at < isFull.count && isFull[at] ? 1 : 0
      second = at < sublayers.count ? sublayers[at] : 0
    } else if list.isSame(as: "vps_dpb_params") || list.isSame(as: "vps_ols_timing_hrd_params") {
      number = isPerSublayer ? highestSublayer &+ 1 : 1
    }
  }

  mutating func end(_ list: StaticString) {
    if list.isSame(as: "layers") {
      // A layer alone is a set.
      if highestLayer == 0 { isEachASet = true }
    } else if list.isSame(as: "vps_profile_tier_levels") {
      number = highestProfile > 0 && highestProfile &+ 1 != setCount ? setCount : 0
    } else if list.isSame(as: "vps_dpb_params") {
      number = layeredSetCount
      second = buffers > 0 && buffers &+ 1 != layeredSetCount ? 1 : 0
    } else if list.isSame(as: "ols_dpbs") {
      isPerSublayer = false
    } else if list.isSame(as: "vps_ols_timing_hrd_params") {
      number = timings > 0 && timings &+ 1 != layeredSetCount ? layeredSetCount : 0
    }
  }

  /// How many sets there are.
  private var setCount: UInt64 {
    if highestLayer == 0 { return 1 }
    return isEachASet || mode != 2 ? UInt64(highestLayer) + 1 : UInt64(outputs.count) + 1
  }

  /// How many sets have more than one layer.
  private var layeredSetCount: UInt64 {
    if isEachASet { return 0 }
    if mode != 2 { return UInt64(highestLayer) }
    return UInt64(
      outputs.count { output in
        let used = references.indices.reduce(output) { used, layer in
          output >> UInt64(layer & 63) & 1 == 1 ? used | references[layer] : used
        }
        return used.nonzeroBitCount > 1
      })
  }
}

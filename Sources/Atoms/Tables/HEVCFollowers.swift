import ByteReading
import Structure

/// What layers of HEVC there are, which need which, and what sets of them: how many fields of each kind a video
/// parameter set has follows from that (23008-2 §F.7.4.3.1).
///
/// ``number`` is what the next list, or the next width, has; ``second`` that of the one behind it, and of HRD
/// parameters a bit for each kind of buffers: NAL 1, VCL 2, of parts of pictures 4, said here 8, not the first 16.
struct LayerSets: FieldFollower {
  private(set) var number: UInt64 = 0
  private(set) var second: UInt64 = 0

  private var isBaseInside = false
  /// The number of the highest layer; 63 stands for 62 (§F.7.4.3.1.1).
  private var last = 0
  private var subLayers: UInt64 = 0
  /// The layers of each set but the first as bits by identifier, then those that are added as bits by layer.
  private var listed: [UInt64] = []
  private var sets: [UInt64] = []

  private var isSplit = false
  /// Which kinds of scalability there are, and the bits of each.
  private var kinds: [Int] = []
  private var lengths: [UInt64] = []
  private var mask = 0
  private var saysIdentifiers = false
  private var identifiers: [UInt64] = [0]
  /// The views of layers.
  private var views: [UInt64] = [0]
  private var dimension = 0

  /// Of each layer those that it needs, directly and through others, as bits.
  private var direct: [UInt64] = [0]
  private var needed: [UInt64] = [0]
  private var layer = 0
  private var column = 0
  /// Layers that need none, each with those that need it and no layer before.
  private var trees: [[Int]] = []
  private var addedCount: UInt64 = 0
  private var tree = 0

  private var highestSubLayers: [UInt64] = []
  private var lastProfile: UInt64 = 0
  private var addedOutputSets: UInt64 = 0
  private var defaultOutput: UInt64 = 0
  /// Of output layer sets behind the first: the set of layers, those that are output, those that these need.
  private var outputs: [(set: Int, output: UInt64, needed: UInt64)] = []
  private var lastFormat: UInt64 = 0
  private var withTiles: UInt64 = 0

  /// Sets that are kept: 1,024 may be listed, and as many added.
  private static let most = 2_048

  // MARK: Fields

  private enum Part {
    case isBaseInside, lastLayer, subLayers, isIncluded, nal, vcl, subPicture, common, isSplit, isMasked, length
    case saysIdentifiers, identifier, dimension, viewLength, isDirect, addedCount, highestLayer, saysSubLayers
    case subLayerCount, saysReferences, lastProfile, addedOutputSets, defaultOutput, setOfOutput, isOutput
    case lastFormat, saysFormats, isAligned, allDependencies, bitRates, pictureRates, saysSignals, lastSignal
    case noTiles, hasTiles, noWaves, isRestricted, buffers
  }

  private static let parts: [(row: StaticString, part: Part)] = [
    (row: "vps_base_layer_internal_flag", part: .isBaseInside),
    (row: "vps_max_layers_minus1", part: .lastLayer),
    (row: "vps_max_sub_layers_minus1", part: .subLayers),
    (row: "layer_id_included_flag", part: .isIncluded),
    (row: "cprms_present_flag", part: .common),
    (row: "nal_hrd_parameters_present_flag", part: .nal),
    (row: "vcl_hrd_parameters_present_flag", part: .vcl),
    (row: "sub_pic_hrd_params_present_flag", part: .subPicture),
    (row: "splitting_flag", part: .isSplit),
    (row: "scalability_mask_flag", part: .isMasked),
    (row: "dimension_id_len_minus1", part: .length),
    (row: "vps_nuh_layer_id_present_flag", part: .saysIdentifiers),
    (row: "layer_id_in_nuh", part: .identifier),
    (row: "dimension_id", part: .dimension),
    (row: "view_id_len", part: .viewLength),
    (row: "direct_dependency_flag", part: .isDirect),
    (row: "num_add_layer_sets", part: .addedCount),
    (row: "highest_layer_idx_plus1", part: .highestLayer),
    (row: "vps_sub_layers_max_minus1_present_flag", part: .saysSubLayers),
    (row: "sub_layers_vps_max_minus1", part: .subLayerCount),
    (row: "max_tid_ref_present_flag", part: .saysReferences),
    (row: "vps_num_profile_tier_level_minus1", part: .lastProfile),
    (row: "num_add_olss", part: .addedOutputSets),
    (row: "default_output_layer_idc", part: .defaultOutput),
    (row: "layer_set_idx_for_ols_minus1", part: .setOfOutput),
    (row: "output_layer_flag", part: .isOutput),
    (row: "vps_num_rep_formats_minus1", part: .lastFormat),
    (row: "rep_format_idx_present_flag", part: .saysFormats),
    (row: "vps_poc_lsb_aligned_flag", part: .isAligned),
    (row: "direct_dependency_all_layers_flag", part: .allDependencies),
    (row: "bit_rate_present_vps_flag", part: .bitRates),
    (row: "pic_rate_present_vps_flag", part: .pictureRates),
    (row: "video_signal_info_idx_present_flag", part: .saysSignals),
    (row: "vps_num_video_signal_info_minus1", part: .lastSignal),
    (row: "tiles_not_in_use_flag", part: .noTiles),
    (row: "tiles_in_use_flag", part: .hasTiles),
    (row: "wpp_not_in_use_flag", part: .noWaves),
    (row: "ilp_restricted_ref_layers_flag", part: .isRestricted),
    (row: "vps_vui_bsp_hrd_present_flag", part: .buffers),
  ]

  mutating func read(_ name: StaticString, _ value: UInt64) {
    guard let part = Self.parts.first(where: { $0.row.isSame(as: name) })?.part else { return }
    switch part {
    case .isBaseInside: isBaseInside = value == 1
    case .lastLayer: last = min(62, Int(value & 63))
    case .subLayers: subLayers = value
    case .isIncluded: if value == 1, let set = listed.indices.last { listed[set] |= bit(column) }
    case .common: second = second & ~8 | (value == 1 ? 8 : 0)
    // What is said anew says all anew.
    case .nal: second = second & (8 | 16) | (value == 1 ? 1 : 0)
    case .vcl: second = second & ~2 | (value == 1 ? 2 : 0)
    case .subPicture: second = second & ~4 | (value == 1 ? 4 : 0)
    case .isSplit: isSplit = value == 1
    case .isMasked: if value == 1 { kinds.append(mask) }
    case .length: lengths.append(value &+ 1)
    case .saysIdentifiers:
      saysIdentifiers = value == 1
      number = UInt64(last)
    case .identifier: if let last = identifiers.indices.last { identifiers[last] = value }
    case .dimension:
      if dimension < kinds.count, kinds[dimension] == 1, let last = views.indices.last { views[last] = value }
    case .viewLength: number = value > 0 ? viewCount : UInt64(last)
    case .isDirect: if value == 1, let last = direct.indices.last { direct[last] |= bit(column) }
    case .addedCount: addedCount = value
    case .highestLayer:
      if let set = sets.indices.last, tree < trees.count {
        for layer in trees[tree].prefix(Int(clamping: value)) { sets[set] |= bit(layer) }
      }
    case .saysSubLayers: number = UInt64(last) + 1
    case .subLayerCount: if highestSubLayers.count <= last { highestSubLayers.append(value) }
    case .saysReferences: number = pairs(from: 0)
    case .lastProfile:
      lastProfile = value
      let said: UInt64 = isBaseInside ? 2 : 1
      number = value &+ 1 > said ? value &+ 1 - said : 0
    case .addedOutputSets: addedOutputSets = value
    case .defaultOutput:
      defaultOutput = min(2, value)
      number = addedOutputSets &+ UInt64(sets.count) &- 1
    case .setOfOutput:
      if let set = outputs.indices.last { outputs[set].set = Int(clamping: value) &+ 1 }
      second = saidOutputs
    case .isOutput: if value == 1, let set = outputs.indices.last { outputs[set].output |= bit(column) }
    case .lastFormat:
      lastFormat = value
      number = 0
    case .saysFormats:
      number = UInt64(last) + (isBaseInside ? 0 : 1)
      second = bitsNeeded(for: lastFormat &+ 1)
    case .isAligned: number = UInt64((0...last).dropFirst().count { needs($0) == 0 })
    case .allDependencies: number = pairs(from: isBaseInside ? 0 : 1)
    case .bitRates, .pictureRates: number = UInt64(isBaseInside ? sets.count : max(0, sets.count - 1))
    case .saysSignals: number = UInt64(last) + (isBaseInside ? 1 : 0)
    case .lastSignal: number = value &+ 1
    case .noTiles: number = UInt64(last) + (isBaseInside ? 1 : 0)
    case .hasTiles: if value == 1 { withTiles |= bit(column) }
    case .noWaves: number = UInt64(last) + (isBaseInside ? 1 : 0)
    case .isRestricted: number = pairs(from: isBaseInside ? 0 : 1)
    case .buffers: number = UInt64((0...last).dropFirst().count { needs($0) == 0 })
    }
  }

  // MARK: Lists

  mutating func begin(_ list: StaticString, item: UInt64) {
    let at = Int(item & 0xFFFF)
    if list.isSame(as: "layer_sets") {
      if listed.count < Self.most { listed.append(0) }
    } else if list.isSame(as: "hrd_parameters") {
      second = item == 0 ? 8 : second & 7 | 16
    } else if list.isSame(as: "scalability_mask") {
      mask = at
    } else if list.isSame(as: "vps_layers") {
      if identifiers.count <= last {
        identifiers.append(item &+ 1)
        views.append(0)
      }
      number = isSplit ? 0 : UInt64(kinds.count)
    } else if list.isSame(as: "dimension_ids") {
      dimension = at
      number = at < lengths.count ? lengths[at] : 0
    } else if list.isSame(as: "dependencies") {
      layer = at + 1
      if direct.count <= last { direct.append(0) }
      number = UInt64(layer)
    } else if list.isSame(as: "add_layer_sets") {
      if sets.count < Self.most { sets.append(0) }
      number = UInt64(max(0, trees.count - 1))
    } else if list.isSame(as: "highest_layers") {
      tree = at + 1
      number = tree < trees.count ? bitsNeeded(for: UInt64(trees[tree].count) + 1) : 0
    } else if list.isSame(as: "output_layer_sets") {
      beginOutput(at + 1)
    } else if list.isSame(as: "dpb_sizes") {
      layer = at
      let output = at < outputs.count ? outputs[at] : (set: 0, output: 0, needed: 0)
      number = highestSubLayer(of: output.set) &+ 1
      second = UInt64((isBaseInside ? output.needed : output.needed & ~baseLayer).nonzeroBitCount)
    } else if list.isSame(as: "dpb_sub_layers") {
      number = item
    } else if list.isSame(as: "rates") {
      number = highestSubLayer(of: isBaseInside ? at : at + 1) &+ 1
    } else if list.isSame(as: "layers_with_tiles") {
      column = isBaseInside ? at : at + 1
    } else if list.isSame(as: "layer_id_included") || list.isSame(as: "direct_dependencies")
      || list.isSame(as: "output_layers")
    {
      column = list.isSame(as: "output_layers") ? member(at) : at
    }
  }

  mutating func end(_ list: StaticString) {
    if list.isSame(as: "scalability_mask") {
      number = UInt64(max(0, kinds.count - (isSplit ? 1 : 0)))
    } else if list.isSame(as: "vps_layers") {
      splitIdentifiers()
    } else if list.isSame(as: "view_ids") {
      number = UInt64(last)
    } else if list.isSame(as: "dependencies") {
      finishDependencies()
      number = UInt64(trees.count)
    } else if list.isSame(as: "vps_profile_tier_levels") {
      number = sets.count > 1 ? 1 : 0
    } else if list.isSame(as: "output_layers") {
      endOutput()
    } else if list.isSame(as: "profile_tier_level_idxs") {
      let output = outputs.last ?? (set: 0, output: 0, needed: 0)
      let highest = 63 - output.output.leadingZeroBitCount
      number = output.output.nonzeroBitCount == 1 && needs(highest) != 0 ? 1 : 0
    } else if list.isSame(as: "poc_lsbs") {
      number = UInt64(outputs.count)
    } else if list.isSame(as: "video_signal_infos") {
      // Read where there is more than one to choose from.
      number = UInt64(last) + (isBaseInside ? 1 : 0)
    } else if list.isSame(as: "layers_with_tiles") {
      number = pairs(from: isBaseInside ? 0 : 1, among: withTiles)
    }
  }

  // MARK: Layers

  private func bit(_ layer: Int) -> UInt64 { 1 << UInt64(truncatingIfNeeded: layer & 63) }

  /// The layers that one needs directly.
  private func needs(_ layer: Int) -> UInt64 { direct.indices.contains(layer) ? direct[layer] : 0 }

  /// The layer whose identifier is zero.
  private var baseLayer: UInt64 { 1 }

  /// How often one layer needs another directly, of layers from one on, and of some only.
  private func pairs(from first: Int, among some: UInt64 = .max) -> UInt64 {
    let from = UInt64.max << UInt64(first)
    return UInt64(
      direct.indices.reduce(0) { count, layer in
        guard layer > first, some & bit(layer) != 0 else { return count }
        return count + (direct[layer] & from & some).nonzeroBitCount
      })
  }

  /// Where the parts of an identifier are what layers differ by.
  private mutating func splitIdentifiers() {
    guard isSplit, let at = kinds.firstIndex(of: 1) else { return }
    let start = min(63, lengths.prefix(at).reduce(0, +))
    let end = at < lengths.count ? min(63, start + lengths[at]) : 6
    guard end > start else { return }
    views = identifiers.map { ($0 & ((1 << end) - 1)) >> start }
  }

  private var viewCount: UInt64 {
    UInt64(views.indices.count { at in !views.prefix(at).contains(views[at]) })
  }

  /// Finds what layers need through others, and the trees of them; then the sets that were listed are known.
  private mutating func finishDependencies() {
    needed = direct
    for layer in needed.indices {
      for other in 0..<layer where needed[layer] & bit(other) != 0 { needed[layer] |= needed[other] }
    }
    var taken: UInt64 = 0
    trees = []
    for layer in 0...last where needs(layer) == 0 {
      var members = [layer]
      for other in 0...last where other < needed.count && needed[other] & bit(layer) != 0 && taken & bit(other) == 0 {
        members.append(other)
        taken |= bit(other)
      }
      trees.append(members)
    }
    // The first set is the base layer.
    sets = [1]
    for set in listed {
      sets.append(
        identifiers.indices.reduce(UInt64(0)) { layers, layer in
          set & bit(Int(identifiers[layer] & 63)) != 0 ? layers | bit(layer) : layers
        })
    }
  }

  private func layers(of set: Int) -> UInt64 { sets.indices.contains(set) ? sets[set] : 0 }

  private func highestSubLayer(of set: Int) -> UInt64 {
    let layers = layers(of: set)
    return highestSubLayers.indices.reduce(highestSubLayers.isEmpty ? subLayers : 0) {
      layers & bit($1) != 0 ? max($0, highestSubLayers[$1]) : $0
    }
  }

  // MARK: Output

  private mutating func beginOutput(_ at: Int) {
    guard outputs.count < Self.most else {
      (number, second) = (0, 0)
      return
    }
    let isAdded = at >= sets.count
    outputs.append((set: isAdded ? 1 : at, output: 0, needed: 0))
    number = isAdded && sets.count > 2 ? bitsNeeded(for: UInt64(sets.count) - 1) : 0
    second = saidOutputs
  }

  /// How many layers of the set say whether they are output.
  private var saidOutputs: UInt64 {
    guard let output = outputs.last else { return 0 }
    let isSaid = outputs.count > listed.count || defaultOutput == 2
    return isSaid ? UInt64(layers(of: output.set).nonzeroBitCount) : 0
  }

  /// The layer that is number `at` of the set that is being read.
  private func member(_ at: Int) -> Int {
    var layers = layers(of: outputs.last?.set ?? 0)
    for _ in 0..<min(at, 64) { layers &= layers &- 1 }
    return layers == 0 ? 63 : layers.trailingZeroBitCount
  }

  private mutating func endOutput() {
    guard let at = outputs.indices.last else { return }
    let layers = layers(of: outputs[at].set)
    if saidOutputs == 0 {
      let highest = layers == 0 ? 0 : bit(63 - layers.leadingZeroBitCount)
      outputs[at].output = defaultOutput == 0 ? layers : highest
    }
    let output = outputs[at].output
    let all = needed.indices.reduce(output) { output & bit($1) != 0 ? $0 | needed[$1] : $0 }
    outputs[at].needed = all & layers
    number = lastProfile > 0 ? UInt64(outputs[at].needed.nonzeroBitCount) : 0
    second = bitsNeeded(for: lastProfile &+ 1)
  }
}

/// How wide differences between the values of depth are (23008-2 §I.7.3.2.3.7): ``number`` is the bits of the
/// least difference, ``second`` of those beyond it, or 0 where there are none.
struct DepthDifferences: FieldFollower {
  private(set) var number: UInt64 = 0
  private(set) var second: UInt64 = 0
  private var most: UInt64 = 0

  mutating func read(_ name: StaticString, _ value: UInt64) {
    if name.isSame(as: "num_val_delta_dlt") {
      (most, number, second) = (0, 0, 0)
    } else if name.isSame(as: "max_diff") {
      most = value
      number = bitsNeeded(for: value &+ 1)
      second = 0
    } else if name.isSame(as: "min_diff_minus1") {
      second = most > value &+ 1 ? bitsNeeded(for: most &- value) : 0
    }
  }
}

/// The bits of what is left of a coefficient that maps colours (23008-2 §F.7.4.3.3.5).
struct ColourMappingBits: FieldFollower {
  private(set) var number: UInt64 = 0
  private var input: UInt64 = 0
  private var output: UInt64 = 0
  private var quantisation: UInt64 = 0

  mutating func read(_ name: StaticString, _ value: UInt64) {
    if name.isSame(as: "luma_bit_depth_cm_input_minus8") {
      input = value
    } else if name.isSame(as: "luma_bit_depth_cm_output_minus8") {
      output = value
    } else if name.isSame(as: "cm_res_quant_bits") {
      quantisation = value
    } else if name.isSame(as: "cm_delta_flc_bits_minus1") {
      let (have, less) = (input &+ 10, output &+ quantisation &+ value &+ 1)
      number = have > less ? have - less : 0
    }
  }
}

/// The bits of the mantissa of a width or a distance: as many as its exponent and the precision leave
/// (23008-2 §G.14.3.3).
struct DisplaySizes: FieldFollower {
  private(set) var number: UInt64 = 0
  private var width: UInt64 = 0
  private var distance: UInt64 = 0

  mutating func read(_ name: StaticString, _ value: UInt64) {
    if name.isSame(as: "prec_ref_display_width") {
      width = value
    } else if name.isSame(as: "prec_ref_viewing_dist") {
      distance = value
    } else if name.isSame(as: "exponent_ref_display_width") {
      number = bits(value, width)
    } else if name.isSame(as: "exponent_ref_viewing_distance") {
      number = bits(value, distance)
    }
  }

  private func bits(_ exponent: UInt64, _ precision: UInt64) -> UInt64 {
    let (sum, least): (UInt64, UInt64) = exponent == 0 ? (precision, 30) : (exponent &+ precision, 31)
    return sum > least ? min(64, sum - least) : 0
  }
}

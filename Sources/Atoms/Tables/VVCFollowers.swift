import ByteReading
import Structure

/// Which places and sizes of a part of a picture of VVC are said, and with how many bits: those that hold
/// coding tree units across, or down (23090-3 §7.3.2.4).
struct SubpicturePlaces: FieldFollower {
  /// A bit for each of place across, place down, width, height that is said.
  private(set) var number: UInt64 = 0
  /// The bits of the next of these.
  private(set) var second: UInt64 = 0
  private var unit: UInt64 = 32
  private var across: UInt64 = 0
  private var down: UInt64 = 0
  private var last: UInt64 = 0
  private var areAlike = false

  private static let parts: [(row: StaticString, bit: UInt64)] = [
    (row: "sps_subpic_ctu_top_left_x", bit: 1), (row: "sps_subpic_ctu_top_left_y", bit: 2),
    (row: "sps_subpic_width_minus1", bit: 4), (row: "sps_subpic_height_minus1", bit: 8),
  ]

  mutating func read(_ name: StaticString, _ value: UInt64) {
    if name.isSame(as: "sps_log2_ctu_size_minus5") {
      unit = 32 << (value & 3)
    } else if name.isSame(as: "sps_pic_width_max_in_luma_samples") {
      across = bits(value)
    } else if name.isSame(as: "sps_pic_height_max_in_luma_samples") {
      down = bits(value)
    } else if name.isSame(as: "sps_num_subpics_minus1") {
      last = value
    } else if name.isSame(as: "sps_subpic_same_size_flag") {
      areAlike = value == 1
    } else if let part = Self.parts.first(where: { $0.row.isSame(as: name) }) {
      setWidth(behind: part.bit)
    }
  }

  mutating func begin(_ list: StaticString, item: UInt64) {
    guard list.isSame(as: "subpics") else { return }
    number = 0
    // The first begins in one corner, the last ends in the other; where all are alike one says its size.
    if item > 0, !areAlike { number |= 1 | 2 }
    if item == 0 || !areAlike && item < last { number |= 4 | 8 }
    if across == 0 { number &= ~(1 | 4) }
    if down == 0 { number &= ~(2 | 8) }
    setWidth(behind: 0)
  }

  private mutating func setWidth(behind bit: UInt64) {
    let left = bit == 0 ? number : number & ~(bit | (bit - 1))
    second = left & (0 &- left) & (1 | 4) != 0 ? across : down
  }

  private func bits(_ samples: UInt64) -> UInt64 {
    bitsNeeded(for: samples / unit &+ (samples % unit > 0 ? 1 : 0))
  }
}

/// Whether the distance to a picture that VVC refers to has a sign: one of zero has none, and none is zero
/// without weights, or in the first entry (23090-3 §7.4.11).
struct ReferenceSigns: FieldFollower {
  private(set) var number: UInt64 = 1
  private var mayBeZero = false
  private var isFirst = true

  mutating func read(_ name: StaticString, _ value: UInt64) {
    if name.isSame(as: "sps_weighted_pred_flag") || name.isSame(as: "sps_weighted_bipred_flag") {
      if value == 1 { mayBeZero = true }
    } else if name.isSame(as: "abs_delta_poc_st") {
      number = value == 0 && mayBeZero && !isFirst ? 0 : 1
    }
  }

  mutating func begin(_ list: StaticString, item: UInt64) {
    if list.isSame(as: "ref_entries") { isFirst = item == 0 }
  }
}

/// How wide fields of an adaptation parameter set of VVC are, and how many there are (23090-3 §7.3.2.6).
struct AdaptationSizes: FieldFollower {
  private(set) var number: UInt64 = 0
  private(set) var second: UInt64 = 0
  private var hasChroma = false
  private var firstBin: UInt64 = 0
  private var lastBin: UInt64 = 0

  mutating func read(_ name: StaticString, _ value: UInt64) {
    if name.isSame(as: "aps_chroma_present_flag") {
      hasChroma = value == 1
    } else if name.isSame(as: "alf_luma_num_filters_signalled_minus1") {
      number = bitsNeeded(for: value &+ 1)
    } else if name.isSame(as: "lmcs_min_bin_idx") {
      firstBin = value
    } else if name.isSame(as: "lmcs_delta_max_bin_idx") {
      lastBin = value <= 15 ? 15 - value : 0
      number = firstBin <= lastBin ? lastBin - firstBin + 1 : 0
    }
  }

  mutating func begin(_ list: StaticString, item: UInt64) {
    guard list.isSame(as: "scaling_lists") else { return }
    number = 0
    if hasChroma || item % 3 == 2 || item == 27 {
      number = 1
      if item != 0, item != 2, item != 8 { number |= 2 }
      if item > 13 { number |= 4 }
    }
    // Of the two largest a quarter is zero.
    second = item < 2 ? 4 : item < 8 ? 16 : item > 25 ? 48 : 64
  }
}

/// What is said of a slice of VVC depends on the tile that it begins in: of one in the last column no width, of
/// one in the last row no height, and only one within a tile may be one of several (23090-3 §7.3.2.5).
///
/// ``number`` has a bit for each field that follows, as ``second`` has the number of tiles.
struct PictureSlices: FieldFollower {
  private(set) var number: UInt64 = 0
  private(set) var second: UInt64 = 0

  private var size: (width: UInt64, height: UInt64) = (0, 0)
  private var unit: UInt64 = 32
  /// Widths of columns and heights of rows in coding tree units.
  private var columns: [UInt64] = []
  private var rows: [UInt64] = []
  private var lastSlice: UInt64 = 0
  private var saysTile = false

  /// The slice that is being read, and the tile that it begins in.
  private var slice: UInt64 = 0
  private var tile = 0
  private var width: UInt64 = 0
  private var height: UInt64 = 0
  /// The slices within one tile whose heights are said: how many, the height of the last, and the sum of all.
  private var parts: (count: UInt64, last: UInt64, sum: UInt64) = (0, 0, 0)
  private var partCount: UInt64 = 0

  /// Tiles that there may be across or down (23090-3 §A.4).
  private static let most = 1_024

  private enum Part {
    case width, height, unit, column, row, slices, saysTile, sliceWidth, sliceHeight, partCount, part, tile
  }

  private static let fields: [(row: StaticString, part: Part)] = [
    (row: "pps_pic_width_in_luma_samples", part: .width),
    (row: "pps_pic_height_in_luma_samples", part: .height),
    (row: "pps_log2_ctu_size_minus5", part: .unit),
    (row: "pps_tile_column_width_minus1", part: .column),
    (row: "pps_tile_row_height_minus1", part: .row),
    (row: "pps_num_slices_in_pic_minus1", part: .slices),
    (row: "pps_tile_idx_delta_present_flag", part: .saysTile),
    (row: "pps_slice_width_in_tiles_minus1", part: .sliceWidth),
    (row: "pps_slice_height_in_tiles_minus1", part: .sliceHeight),
    (row: "pps_num_exp_slices_in_tile", part: .partCount),
    (row: "pps_exp_slice_height_in_ctus_minus1", part: .part),
    (row: "pps_tile_idx_delta_val", part: .tile),
  ]

  mutating func read(_ name: StaticString, _ value: UInt64) {
    guard let part = Self.fields.first(where: { $0.row.isSame(as: name) })?.part else { return }
    switch part {
    case .width: size.width = value
    case .height: size.height = value
    case .unit: unit = 32 << (value & 3)
    case .column: if columns.count < Self.most { columns.append(value &+ 1) }
    case .row: if rows.count < Self.most { rows.append(value &+ 1) }
    case .slices: lastSlice = value
    case .saysTile: saysTile = value == 1
    case .sliceWidth:
      width = value
      decide(behind: 1)
    case .sliceHeight:
      height = value
      decide(behind: 2)
    case .partCount:
      partCount = value
      parts = (0, 0, 0)
      decide(behind: 4)
    case .part:
      parts = (parts.count &+ 1, value &+ 1, parts.sum &+ value &+ 1)
      decide(behind: 4)
    case .tile:
      let (next, overflow) = tile.addingReportingOverflow(Int(truncatingIfNeeded: value))
      tile = overflow || next < 0 || next > Self.most * Self.most ? 0 : next
      number = 0
    }
  }

  mutating func begin(_ list: StaticString, item: UInt64) {
    guard list.isSame(as: "slices") else { return }
    if item > 0 { advance() }
    width = 0
    partCount = 0
    parts = (0, 0, 0)
    // A slice beside another is as high as that.
    if isInLastRow { height = 0 }
    decide(behind: 0)
    if slice >= lastSlice { number = 0 }
  }

  mutating func end(_ list: StaticString) {
    if list.isSame(as: "tile_columns") {
      columns = Self.filled(columns, to: units(size.width))
    } else if list.isSame(as: "tile_rows") {
      rows = Self.filled(rows, to: units(size.height))
      second = UInt64(columns.count) * UInt64(rows.count)
    } else if list.isSame(as: "slices") {
      number = 0
    }
  }

  private func units(_ samples: UInt64) -> UInt64 { samples / unit &+ (samples % unit > 0 ? 1 : 0) }

  /// The sizes that are said, and the last of them again as often as there is room.
  private static func filled(_ sizes: [UInt64], to whole: UInt64) -> [UInt64] {
    var sizes = sizes
    guard let last = sizes.last, last > 0 else { return sizes }
    var left = whole
    for size in sizes { left = size < left ? left - size : 0 }
    while left > 0, sizes.count < most {
      sizes.append(min(left, last))
      left -= min(left, last)
    }
    return sizes
  }

  private var column: Int { columns.isEmpty ? 0 : tile % columns.count }
  private var row: Int { columns.isEmpty ? 0 : tile / columns.count }
  private var isInLastRow: Bool { row + 1 >= rows.count }

  /// Says which fields of the slice follow the one whose bit this is.
  private mutating func decide(behind field: UInt64) {
    number = 16
    if field < 1, column + 1 < columns.count { number |= 1 }
    if field < 2, !isInLastRow, saysTile || column == 0 { number |= 2 }
    if field < 4, width == 0, height == 0, row < rows.count, rows[row] > 1 { number |= 4 }
    if saysTile, slice &+ sliceCount < lastSlice &+ 1 { number |= 8 }
  }

  /// How many slices the tile has that is divided; 1 where it is not.
  private var sliceCount: UInt64 {
    guard partCount > 0, row < rows.count, parts.last > 0 else { return 1 }
    let left = rows[row] > parts.sum ? rows[row] - parts.sum : 0
    return parts.count &+ left / parts.last &+ (left % parts.last > 0 ? 1 : 0)
  }

  /// Goes to the slice behind the one that was read, and to the tile in which it begins.
  private mutating func advance() {
    slice = slice &+ sliceCount
    guard !saysTile, !columns.isEmpty else { return }
    tile = tile &+ Int(truncatingIfNeeded: width & 0xFFFF) &+ 1
    if tile % columns.count == 0 { tile = tile &+ Int(truncatingIfNeeded: height & 0xFFFF) &* columns.count }
    if tile < 0 || tile > Self.most * Self.most { tile = 0 }
  }
}

package import Structure

/// The size of pictures after cropping, from the first sequence parameter set of a configuration.
package struct PictureSize {
  package let width: UInt64
  package let height: UInt64

  /// Reads the `avcC` or `hvcC` that `node` has open; `nil` when it has no set, or one that says
  /// nonsense.
  package init?(_ node: NodeReader) {
    let avc = node.view(AVCConfiguration.self)
    if avc.isOfItsTable { self.init(avc) } else { self.init(node.view(HEVCConfiguration.self)) }
  }

  /// Units that cropping counts in: samples of chroma (14496-10 §7.4.2.1.1, 23008-2 §7.4.3.2.1).
  private static func units(_ chroma: UInt64) -> (across: UInt64, down: UInt64) {
    (chroma == 1 || chroma == 2 ? 2 : 1, chroma == 1 ? 2 : 1)
  }

  private static func crop(_ first: UInt64?, _ last: UInt64?) -> UInt64 {
    min(first ?? 0, 1 << 20) + min(last ?? 0, 1 << 20)
  }

  private init?(_ set: View<AVCConfiguration>) {
    let unit = Self.units(set.number(.chroma_format_idc) ?? 1)
    guard let blocks = set.number(.pic_width_in_mbs_minus1),
      let rows = set.number(.pic_height_in_map_units_minus1),
      let frames = set.number(.frame_mbs_only_flag), blocks < 65_536, rows < 65_536
    else { return nil }
    let fields: UInt64 = frames == 1 ? 1 : 2
    self.init(
      (blocks + 1) * 16, (rows + 1) * 16 * fields,
      across: Self.crop(
        set.number(.frame_crop_left_offset), set.number(.frame_crop_right_offset)) * unit.across,
      down: Self.crop(
        set.number(.frame_crop_top_offset), set.number(.frame_crop_bottom_offset)) * unit.down
        * fields)
  }

  private init?(_ set: View<HEVCConfiguration>) {
    // The configuration has a field of this name before its parameter sets.
    let unit = Self.units(set.number(.chroma_format_idc, after: 1) ?? 1)
    guard let width = set.number(.pic_width_in_luma_samples),
      let height = set.number(.pic_height_in_luma_samples), width < 1 << 20, height < 1 << 20
    else { return nil }
    self.init(
      width, height,
      across: Self.crop(
        set.number(.conf_win_left_offset), set.number(.conf_win_right_offset)) * unit.across,
      down: Self.crop(
        set.number(.conf_win_top_offset), set.number(.conf_win_bottom_offset)) * unit.down)
  }

  private init?(_ width: UInt64, _ height: UInt64, across: UInt64, down: UInt64) {
    guard across < width, down < height else { return nil }
    self.width = width - across
    self.height = height - down
  }
}

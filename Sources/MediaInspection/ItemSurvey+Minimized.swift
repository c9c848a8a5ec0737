import Atoms
import ByteReading
import MediaFacts
import Structure

extension ItemSurvey {
  /// The items that an image in one box stands for (23008-12 Annex O), whose numbers are always the same; none where the
  /// file has no such box.
  static func items(inOneBoxOf document: Document) -> [Item] {
    let tree = document.tree
    guard let box = tree.child("mini", of: nil), let contents = ImageContents.of(document) else { return [] }
    let image = NodeReader(document).view(MinimizedImageData.self, of: box)
    func has(_ flag: MinimizedImageData.Field) -> Bool { image.number(flag) == 1 }
    func size(_ fields: (MinimizedImageData.Field, MinimizedImageData.Field)) -> (width: UInt64, height: UInt64)? {
      guard let width = image.number(fields.0), let height = image.number(fields.1) else { return nil }
      return (width.saturatingAdd(1), height.saturatingAdd(1))
    }
    let coded = size((.width_minus1, .height_minus1))
    let hasGainMap = has(.gainmap_flag)

    /// An item whose data are in one field; `nil` for a part that is not there.
    func item(
      _ id: UInt64, _ type: FourCC?, in field: MinimizedImageData.Field, roles: [String], name: String = "",
      isPicture: Bool = true, bits: UInt64? = nil, size: (width: UInt64, height: UInt64)? = nil,
      shown: (width: UInt64, height: UInt64)? = nil, turn: ImageTurn? = nil, colour: Colour? = nil
    ) -> Item {
      let content = image.content(field)
      return Item(
        id: id, node: box, type: type, isCodedPicture: isPicture, name: name, roles: roles, coded: size,
        shown: shown, turn: turn, bits: bits, colour: colour,
        offset: content.map { UInt64($0.byteOffset) }, byteCount: content.map { UInt64($0.byteCount) },
        missing: content == nil ? "the box ends before its data" : "")
    }

    var items = [
      item(
        1, contents.coding, in: .main_item_data, roles: hasGainMap ? ["primary", "base of 3"] : ["primary"],
        bits: contents.bits, size: coded, shown: contents.shown, turn: contents.turn, colour: contents.colour)
    ]
    if has(.alpha_flag) {
      items.append(
        item(
          2, contents.coding, in: .alpha_item_data, roles: ["alpha of 1", "hidden"], bits: contents.bits, size: coded,
          shown: contents.shown, turn: contents.turn))
    }
    if hasGainMap {
      items.append(item(3, "tmap", in: .gainmap_metadata, roles: ["hidden"], isPicture: false, size: coded))
      items.append(
        item(
          4, contents.coding, in: .gainmap_item_data, roles: ["gain map of 3", "hidden"], bits: ImageContents.bits(ofGainMap: image),
          size: size((.gainmap_width_minus1, .gainmap_height_minus1))))
    }
    if has(.exif_flag) {
      items.append(item(6, "Exif", in: .exif_data, roles: ["describes 1", "hidden"], isPicture: false))
    }
    if has(.xmp_flag) {
      items.append(
        item(
          7, "mime", in: .xmp_data, roles: ["describes 1", "hidden"], name: "application/rdf+xml", isPicture: false))
    }
    return items
  }
}

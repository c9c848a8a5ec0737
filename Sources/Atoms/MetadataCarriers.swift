import ByteReading
public import Structure

/// Boxes that hold metadata of another format, which is shown as bytes or as text and not searched for
/// places and persons: who says what a file gives away names them as *not read*.
public enum MetadataCarriers {
  /// What Exif is called.
  public static let exif = "Exif, which may name a place, a camera and its owner"
  /// What XMP is called.
  public static let xmp = "XMP, which may name a place and persons"

  /// What the box at `index` holds that is not read; `nil` for boxes whose fields all have names.
  ///
  /// A box that no table describes is one: nobody knows what it says.
  public static func name(of index: Int, in tree: Tree) -> String? {
    let node = tree[index]
    guard node.payload.count > 0 else { return nil }
    guard let program = tree.program(of: node) else { return "an atom that no table describes" }
    if node.type == .uuid {
      return extendedTypes.first { program.syntax.extendedType.isSame(as: $0.type) }?.name
    }
    guard let found = types.first(where: { $0.type == node.type }) else { return nil }
    if !found.parents.isEmpty {
      guard let parent = tree.parent(of: index), found.parents.contains(tree[parent].type)
      else { return nil }
    }
    return found.name
  }

  private static let types: [(type: FourCC, parents: [FourCC], name: String)] = [
    ("Exif", [], exif), ("CMT1", [], exif), ("CMT2", [], exif), ("CMT3", [], exif),
    ("CMT4", [], exif), ("XMP_", [], xmp),
    ("xml ", [], "XML, which may name a place and persons"),
    ("cbor", ["jumb"], "content credentials (CBOR), which may name persons and devices"),
    ("json", ["jumb"], "content credentials (JSON), which may name persons and devices"),
    ("mebx", ["stsd"], "a track of timed metadata, which may hold positions"),
    ("THMB", [], "a picture, which may have Exif of its own"),
  ]

  private static let extendedTypes: [(type: StaticString, name: String)] = [
    ("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC", xmp),
    ("4A706754-6966-6645-7869-662D3E4A5032", exif),
    ("0537CDAB-9D0C-4431-A72A-FA561F2A113E", exif),
    ("33C7A4D2-B81D-4723-A0BA-F1A3E097AD38", "IPTC, which may name a place and persons"),
    ("09A14E97-C0B4-42E0-BEBF-36DF6F0CE36F", "IPTC, which may name a place and persons"),
    ("B14BF8BD-083D-4B43-A5AE-8CD7D5A6CE03", "GeoTIFF, which names a place"),
  ]
}

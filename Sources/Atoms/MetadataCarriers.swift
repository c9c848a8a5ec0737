package import ByteReading
package import MediaFacts
package import Structure

/// Boxes that hold metadata of another format, which is shown as bytes or as text and not searched for
/// places and persons: who says what a file gives away names them as *not read*.
package enum MetadataCarriers {
  package static let exif = Unread.Reason(
    "exif", "Exif, which may name a place, a camera and its owner")
  package static let xmp = Unread.Reason("xmp", "XMP, which may name a place and persons")
  /// An item of a still image that is no image and of no format that is known here.
  package static let otherItem = Unread.Reason("other-item", "an item of type")

  /// What the box at `index` holds that is not read; `nil` for boxes whose fields all have names.
  ///
  /// A box that no table describes is one: nobody knows what it says; so is what is coded and was not decoded.
  package static func reason(toLeave index: NodeIndex, in tree: Tree) -> Unread.Reason? {
    let node = tree[index]
    guard node.payload.count > 0 else { return nil }
    if node.marks.contains(.coded), tree.contents(of: index) == nil { return coded }
    guard let program = tree.program(of: node) else { return isChunk(index, in: tree) ? undescribedChunk : undescribed }
    // A packet is one wherever it stands; beside an image in one box it is not all that stands there.
    if node.type != "mini", program.isEmbedding, let child = tree.firstChild(of: index), tree[child].type == "XMP " { return xmp }
    if node.type == .uuid {
      return extendedTypes.first { program.syntax.extendedType.isSame(as: $0.type) }?.reason
    }
    if node.type == "brob" { return reason(toLeaveCompressed: node, in: tree) }
    guard let found = types.first(where: { $0.type == node.type }) else { return nil }
    // An instrument of AIFF has the code of a trailer, and notes and loops.
    if node.type == "INST", isChunk(index, in: tree) { return nil }
    // A film that was opened is gone through like another.
    if node.type == "mpvd", tree.firstChild(of: index) != nil { return nil }
    if !found.parents.isEmpty {
      guard let parent = tree.parent(of: index), found.parents.contains(tree[parent].type)
      else { return nil }
    }
    return found.reason
  }

  /// The type of what a node holds: of a box compressed with Brotli that which it would have without.
  package static func typeOfContent(_ node: Node, in tree: Tree) -> FourCC? {
    guard node.type == "brob" else { return node.type }
    let source = tree.sources[Int(node.source)].bytes
    return tree.program(of: node)?.bytes(of: .original_type, in: BrotliBox.self).flatMap { place in
      source.bytes.bigEndian(at: node.payload.byteOffset + place.lowerBound, count: place.count)
    }.map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// What a box compressed with Brotli holds.
  private static func reason(toLeaveCompressed node: Node, in tree: Tree) -> Unread.Reason {
    switch typeOfContent(node, in: tree) {
    case "Exif": return exif
    // XMP in JPEG XL (18181-2 §9.5).
    case "xml ": return xmp
    case "jumb": return credentials
    default: return coded
    }
  }

  /// Whether a node is one of RIFF, AIFF or DSDIFF.
  private static func isChunk(_ index: NodeIndex, in tree: Tree) -> Bool {
    var top = index
    while let parent = tree.parent(of: top) { top = parent }
    return ["RIFF", "RF64", "BW64", "FORM", "FRM8"].contains(tree[top].type)
  }

  package static let samsung = Unread.Reason(
    "samsung-trailer", "what a camera left in a format of its own, which may name a place and times")
  package static let insta360 = Unread.Reason(
    "insta360-trailer", "what a camera left in a format of its own, which may name a place and times")
  package static let timed = Unread.Reason("timed-metadata", "a track of timed metadata, which may hold positions")
  package static let geoTIFF = Unread.Reason("geotiff", "GeoTIFF, which names a place")
  private static let coded = Unread.Reason("coded", "what is encrypted, or could not be decompressed")
  private static let undescribed = Unread.Reason("undescribed", "an atom that no table describes")
  private static let undescribedChunk = Unread.Reason("undescribed", "a chunk that no table describes")
  package static let iptc = Unread.Reason("iptc", "IPTC, which may name a place and persons")
  package static let xml = Unread.Reason("xml", "XML, which may name a place and persons")
  private static let credentials = Unread.Reason(
    "content-credentials", "content credentials, which may name persons and devices")

  private static let types: [(type: FourCC, parents: [FourCC], reason: Unread.Reason)] = [
    ("Exif", [], exif), ("CMT1", [], exif), ("CMT2", [], exif), ("CMT3", [], exif),
    ("CMT4", [], exif), ("RICO", ["udta"], exif), ("RMKN", ["udta"], exif),
    ("SIGM", ["udta"], exif), ("XMP_", [], xmp),
    ("xml ", [], xml), ("iXML", [], xml), ("axml", [], xml), ("_PMX", [], xmp),
    ("mpvd", [], Unread.Reason("motion-photo", "a video of its own, which may have times and places of its own")),
    ("axte", [], Unread.Reason("auxiliary-tracks", "tracks of their own, which may have times and places of their own")),
    ("sefd", [], samsung), ("inst", [], insta360), ("INST", [], insta360),
    ("cbor", ["jumb"], credentials), ("json", ["jumb"], credentials),
    ("mebx", ["stsd"], timed), ("rtmd", ["stsd"], timed), ("djmd", ["stsd"], timed), ("dbgi", ["stsd"], timed),
    ("CTMD", ["stsd"], timed),
    ("THMB", [], Unread.Reason("picture", "a picture, which may have Exif of its own")),
  ]

  private static let extendedTypes: [(type: StaticString, reason: Unread.Reason)] = [
    ("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC", xmp),
    ("4A706754-6966-6645-7869-662D3E4A5032", exif),
    ("0537CDAB-9D0C-4431-A72A-FA561F2A113E", exif),
    ("33C7A4D2-B81D-4723-A0BA-F1A3E097AD38", iptc),
    ("09A14E97-C0B4-42E0-BEBF-36DF6F0CE36F", iptc),
    ("B14BF8BD-083D-4B43-A5AE-8CD7D5A6CE03", geoTIFF),
  ]
}

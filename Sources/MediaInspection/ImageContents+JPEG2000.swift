import Atoms
import ByteReading
import MediaFacts
import Structure

extension ImageContents {
  /// What the image of a file of JPEG 2000 is made of (15444-1 §I.5.3); `nil` when the file has no header of one.
  init?(jpeg2000 document: Document) {
    let tree = document.tree
    guard let header = tree.child("jp2h", of: nil), let box = tree.child("ihdr", of: header) else { return nil }
    coding = "jp2c"
    // 255: components have different numbers of bits. The upper bit is that of a sign.
    bits = NodeReader(document).view(JPEG2000Header.self, of: box).number(.BPC)
      .flatMap { $0 == 255 ? nil : ($0 & 0x7F).saturatingAdd(1) }
    colour = ColourReading.colour(ofProperties: tree.children(of: header).prefix(64), coded: nil, in: document)
    codedBits = nil
    otherSize = nil
    disagreeing = (nil, nil)
    grid = nil
    derivation = nil
    shown = nil
    turn = nil
    thumbnails = 0
    auxiliaries = []
    // Either stands in a box of its own, by an identifier.
    func has(_ type: FourCC) -> Bool {
      tree.indices.contains { tree[$0].type == type && tree.parent(of: $0).map { tree[$0].type == .uuid } ?? false }
    }
    hasExif = has("TIFF")
    hasXMP = has("XMP ")
    isStereo = false
  }
}

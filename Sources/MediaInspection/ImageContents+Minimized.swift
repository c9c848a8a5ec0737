import Atoms
import ByteReading
import MediaFacts
package import Structure

extension ImageContents {
  /// What the image is made of that is one box of bits (23008-12 Annex O). Its colours, and how it is turned, are not said.
  ///
  /// - Returns: `nil` when the file has no such image.
  package init?(minimized document: Document) {
    let tree = document.tree
    guard let box = tree.child("mini", of: nil) else { return nil }
    let reader = NodeReader(document)
    let image = reader.view(MinimizedImageData.self, of: box)
    coding = image.code(.infe_type) ?? Self.codingOfBrand(reader)
    let isFloat = image.number(.float_flag) == 1
    if let logarithm = image.number(.bit_depth_log2_minus4) {
      bits = 16 << min(logarithm, 3)
    } else {
      bits = image.number(.bit_depth_minus9).map { $0.saturatingAdd(9) } ?? (isFloat ? nil : 8)
    }
    codedBits = nil
    otherSize = nil
    disagreeing = (nil, nil)
    colour = nil
    grid = nil
    derivation = nil
    shown = nil
    turn = nil
    thumbnails = 0
    auxiliaries =
      (image.number(.alpha_flag) == 1 ? [.alpha] : []) + (image.number(.gainmap_flag) == 1 ? [.gainMap] : [])
    hasExif = image.number(.exif_flag) == 1
    hasXMP = image.number(.xmp_flag) == 1
    isStereo = false
  }

  /// The type that the version of the brand stands for, where the box names none.
  private static func codingOfBrand(_ reader: NodeReader) -> FourCC? {
    guard let type = reader.tree.child("ftyp", of: nil) else { return nil }
    switch reader.view(FileType.self, of: type).number(.minor_version) {
    case 0x6176_6966: return "av01"
    case 0x6865_6963: return "hvc1"
    default: return nil
    }
  }
}

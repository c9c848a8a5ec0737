import Atoms
import ByteReading
import MediaFacts
package import Structure

extension ImageContents {
  /// What the primary image of a file is made of, the image that is one box of bits, or that of JPEG 2000 or JPEG XL;
  /// `nil` when the file has none of them.
  package static func of(_ document: Document) -> ImageContents? {
    ImageContents(document) ?? ImageContents(minimized: document) ?? ImageContents(jpeg2000: document)
      ?? ImageContents(jpegXL: document)
  }

  /// What the image is made of that is one box of bits (23008-12 Annex O).
  ///
  /// - Returns: `nil` when the file has no such image.
  private init?(minimized document: Document) {
    let tree = document.tree
    guard let box = tree.child("mini", of: nil) else { return nil }
    let reader = NodeReader(document)
    let image = reader.view(MinimizedImageData.self, of: box)
    coding = image.code(.infe_type) ?? Self.codingOfBrand(reader)
    bits = Self.bits(image, isFloat: .float_flag, logarithm: .bit_depth_log2_minus4, high: .bit_depth_minus9)
    codedBits = nil
    otherSize = nil
    disagreeing = (nil, nil)
    colour = ColourReading.colour(ofMinimized: box, in: document)
    grid = nil
    derivation = nil
    let steps = image.number(.orientation_minus1).map(Self.steps(toShow:)) ?? []
    turn = ImageTurn(steps)
    if let width = image.number(.width_minus1), let height = image.number(.height_minus1) {
      shown = ImageChange.size((width.saturatingAdd(1), height.saturatingAdd(1)), after: steps)
    } else {
      shown = nil
    }
    thumbnails = 0
    auxiliaries =
      (image.number(.alpha_flag) == 1 ? [.alpha] : []) + (image.number(.gainmap_flag) == 1 ? [.gainMap] : [])
    hasExif = image.number(.exif_flag) == 1
    hasXMP = image.number(.xmp_flag) == 1
    isStereo = false
  }

  private static func bits(
    _ image: borrowing View<MinimizedImageData>, isFloat: MinimizedImageData.Field, logarithm: MinimizedImageData.Field,
    high: MinimizedImageData.Field
  ) -> UInt64? {
    if let logarithm = image.number(logarithm) { return 16 << min(logarithm, 3) }
    return image.number(high).map { $0.saturatingAdd(9) } ?? (image.number(isFloat) == 1 ? nil : 8)
  }

  /// The bits of a channel of the gain map of an image in one box.
  static func bits(ofGainMap image: borrowing View<MinimizedImageData>) -> UInt64? {
    bits(
      image, isFloat: .gainmap_float_flag, logarithm: .gainmap_bit_depth_log2_minus4, high: .gainmap_bit_depth_minus9)
  }

  /// What is done to an image before it is shown, by its orientation less one, which counts as that of Exif does
  /// (Exif 3.0 §4.6.5).
  static func steps(toShow orientation: UInt64) -> [ImageChange] {
    // Whether left and right are exchanged, and then how many quarters clockwise.
    let turn: (isMirrored: Bool, quarters: Int) =
      switch orientation {
      case 1: (true, 0)
      case 2: (false, 2)
      case 3: (true, 2)
      case 4: (true, 3)
      case 5: (false, 1)
      case 6: (true, 1)
      case 7: (false, 3)
      default: (false, 0)
      }
    return (turn.isMirrored ? [.mirror(isAcross: true)] : []) + (turn.quarters > 0 ? [.turn(4 - turn.quarters)] : [])
  }

  /// The type that the version of the brand stands for, where the box names none.
  private static func codingOfBrand(_ reader: NodeReader) -> FourCC? {
    guard let type = reader.tree.child("ftyp", of: nil) else { return nil }
    switch reader.view(FileType.self, of: type).number(.minor_version).map({ FourCC(UInt32(truncatingIfNeeded: $0)) }) {
    case "avif"?: return "av01"
    case "heic"?: return "hvc1"
    default: return nil
    }
  }
}

import ByteReading
import Structure

extension FourCC {
  // Types that the scanner compares with for each atom: numbers, so that nothing is built.
  static let cmvd = FourCC(0x636D_7664)
  static let emsg = FourCC(0x656D_7367)
  static let id32 = FourCC(0x4944_3332)
  static let ftyp = FourCC(0x6674_7970)
  static let hdlr = FourCC(0x6864_6C72)
  static let infe = FourCC(0x696E_6665)
  static let mdia = FourCC(0x6D64_6961)
  static let meta = FourCC(0x6D65_7461)
  static let stsd = FourCC(0x7374_7364)
  static let styp = FourCC(0x7374_7970)
  static let trak = FourCC(0x7472_616B)
  static let udta = FourCC(0x7564_7461)
  static let wave = FourCC(0x7761_7665)
  static let quickTime = FourCC(0x7174_2020)
}

/// What the brands of a file say.
enum Brands {
  /// Whether the file is QuickTime: its `ftyp` says so, or it has none.
  static func isQuickTime(_ tree: Tree) -> Bool {
    for index in tree.children(of: nil) where tree[index].type == .ftyp {
      let node = tree[index]
      return majorBrand(of: node, by: tree.program(of: node), in: tree.file) == .quickTime
    }
    return true
  }

  /// Where the major brand lies in the payload of an `ftyp` with this table, in bytes.
  static func majorPlace(by program: Program?) -> Range<Int>? {
    program?.bytes(of: .major_brand, in: FileType.self)
  }

  /// The major brand of the `ftyp` that `node` is, also while the tree is being made.
  static func majorBrand(of node: Node, by program: Program?, in file: ByteSource) -> FourCC? {
    guard let place = majorPlace(by: program) else { return nil }
    return file.bytes.bigEndian(
      at: Int(node.payloadStart) + place.lowerBound, count: place.count
    ).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }
}

extension Tree {
  /// Whether these are atoms of QuickTime: the major brand says so, or there is none.
  package var isQuickTime: Bool { Brands.isQuickTime(self) }
}

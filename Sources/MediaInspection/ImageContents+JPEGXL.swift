import Atoms
import ByteReading
import MediaFacts
import Structure

/// What the codestream of JPEG XL says first: the size of the picture, and how it is turned (18181-1 §D.2 and §D.3).
struct JPEGXLHeader {
  /// The pixels as they are coded.
  let (width, height): (UInt64, UInt64)
  /// The orientation less one, which counts as that of Exif does; `nil` where it is not there.
  let orientation: UInt64?

  /// - Returns: `nil` when the file has no codestream, or not so much of it.
  /// - Complexity: O(1); 16 bytes are read.
  init?(_ document: Document) {
    let tree = document.tree
    // A codestream in parts has four bytes in front of each that count them.
    let start: Int
    let end: Int
    if let box = tree.child("jxlc", of: nil) {
      (start, end) = (Int(clamping: tree[box].payloadStart), Int(clamping: tree[box].end))
    } else if let box = tree.child("jxlp", of: nil) {
      (start, end) = (Int(clamping: tree[box].payloadStart) &+ 4, Int(clamping: tree[box].end))
    } else {
      return nil
    }
    let bytes = tree.file.bytes
    guard start >= 0, end >= start &+ 2, bytes.bigEndian(at: start, count: 2) == 0xFF0A else { return nil }
    var bits = LowBits(from: start &+ 2, to: min(end, start &+ Self.most))
    guard let isSmall = bits.read(1, of: bytes), let height = Self.side(isSmall == 1, &bits, bytes),
      let ratio = bits.read(3, of: bytes)
    else { return nil }
    let ratios: [(UInt64, UInt64)] = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    if ratio == 0 {
      guard let width = Self.side(isSmall == 1, &bits, bytes) else { return nil }
      self.width = width
    } else {
      let (across, down) = ratios[Int(ratio) - 1]
      width = height * across / down
    }
    self.height = height
    // What is all as usual is not turned.
    switch bits.read(1, of: bytes) {
    case 1: orientation = 0
    case 0:
      switch bits.read(1, of: bytes) {
      case 0: orientation = 0
      case 1: orientation = bits.read(3, of: bytes)
      default: orientation = nil
      }
    default: orientation = nil
    }
  }

  /// The bytes of the codestream that are looked at.
  private static let most = 16

  /// A side, of at most 2³⁰ pixels: in 5 bits one of eights, or in as many as two bits say.
  private static func side(_ isSmall: Bool, _ bits: inout LowBits, _ bytes: RawSpan) -> UInt64? {
    if isSmall { return bits.read(5, of: bytes).map { ($0 + 1) * 8 } }
    guard let kind = bits.read(2, of: bytes) else { return nil }
    return bits.read([9, 13, 18, 30][Int(kind)], of: bytes).map { $0 + 1 }
  }

  /// Bits that are counted from the lowest of each byte.
  private struct LowBits {
    private var position: Int
    private let end: Int

    init(from start: Int, to end: Int) {
      position = start &* 8
      self.end = end &* 8
    }

    /// The next `count` bits, 30 at most, the first of which counts least; `nil` when fewer are there.
    mutating func read(_ count: Int, of bytes: RawSpan) -> UInt64? {
      guard count <= end &- position else { return nil }
      var value: UInt64 = 0
      for place in 0..<count {
        guard let byte = bytes.byte(at: position >> 3) else { return nil }
        value |= UInt64(byte >> UInt8(position & 7) & 1) << UInt64(place)
        position &+= 1
      }
      return value
    }
  }
}

extension ImageContents {
  /// What the image of a file of JPEG XL is made of; `nil` when its codestream does not say it.
  init?(jpegXL document: Document) {
    guard document.synopsis.format == .jpegXL, let header = JPEGXLHeader(document) else { return nil }
    let steps = header.orientation.map(Self.steps(toShow:)) ?? []
    turn = ImageTurn(steps)
    shown = steps.isEmpty ? nil : ImageChange.size((header.width, header.height), after: steps)
    coding = nil
    bits = nil
    colour = nil
    codedBits = nil
    otherSize = nil
    disagreeing = (nil, nil)
    grid = nil
    derivation = nil
    thumbnails = 0
    auxiliaries = []
    let tree = document.tree
    // Encoders compress both unless somebody asks them not to.
    func has(_ type: FourCC) -> Bool {
      tree.children(of: nil).contains { MetadataCarriers.typeOfContent(tree[$0], in: tree) == type }
    }
    hasExif = has("Exif")
    hasXMP = has("xml ")
    isStereo = false
  }
}

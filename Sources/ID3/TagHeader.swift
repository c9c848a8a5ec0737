import ByteReading
import Structure

/// The ten bytes at the start of a tag (ID3v2.4.0 structure §3.1).
struct TagHeader {
  static let byteCount: UInt64 = 10

  let version: UInt8
  let flags: UInt8
  /// The bytes between header and footer.
  private(set) var size: UInt64
  /// Where the header begins.
  let start: UInt64
  /// The size as four groups of seven bits, and as a plain number.
  let sizes: (syncsafe: UInt64, plain: UInt64)
  /// Whether the size was stored as a plain number, and is read as one.
  private(set) var isPlain = false

  /// The header at `start`, if there is one in `range`.
  init?(at start: UInt64, in range: Range<UInt64>, _ window: inout ByteWindow) {
    let count = Int(min(range.upperBound - start, 14))
    let bytes = window.peek(at: Int(start), count: count)
    guard TagScanner.isTag(bytes) else { return nil }
    version = bytes.byte(at: 3) ?? 0
    flags = bytes.byte(at: 5) ?? 0
    let stored = bytes.bigEndian(at: 6, count: 4) ?? 0
    sizes = (stored.withoutEighthBits, stored)
    size = sizes.syncsafe
    self.start = start
  }

  /// Whether a byte of the size has its first bit set, so that it is not syncsafe.
  var hasEighthBits: Bool { sizes.plain & 0x8080_8080 != 0 }

  /// Takes the size as a plain number.
  mutating func readPlain() {
    size = sizes.plain
    isPlain = true
  }

  var isUnsynchronised: Bool { flags & 0x80 != 0 }
  var hasExtendedHeader: Bool { version >= 3 && flags & 0x40 != 0 }
  /// The bit that version 2 reserves for a compression that nobody defined.
  var isCompressed: Bool { version == 2 && flags & 0x40 != 0 }
  var hasFooter: Bool { version >= 4 && flags & 0x10 != 0 }
  /// Where frames and padding end.
  var contentEnd: UInt64 { start + 10 + size }
  /// Where the tag ends.
  var end: UInt64 { contentEnd + (hasFooter ? 10 : 0) }
}

/// How the headers of the frames of a tag are laid out.
enum FrameLayout: UInt8 {
  case version2
  case version3
  /// Sizes are those of version 4.
  case version3Syncsafe
  case version4
  /// Sizes are those of version 3.
  case version4Plain

  init?(version: UInt8) {
    switch version {
    case 2: self = .version2
    case 3: self = .version3
    case 4: self = .version4
    default: return nil
    }
  }

  var headerSize: Int { self == .version2 ? 6 : 10 }

  var catalogue: Catalogue {
    switch self {
    case .version2: .frames2
    case .version3: .frames3
    case .version3Syncsafe: .frames3Syncsafe
    case .version4: .frames4
    case .version4Plain: .frames4Plain
    }
  }

  /// The type of tags that have it.
  var tag: FourCC {
    switch self {
    case .version2: FourCC(0x4944_3302)
    case .version3, .version3Syncsafe: FourCC(0x4944_3303)
    case .version4, .version4Plain: FourCC(0x4944_3304)
    }
  }

  /// The type of the tags of version 3 for version 4, and the other way round.
  var otherTag: FourCC {
    switch self {
    case .version4, .version4Plain: FourCC(0x4944_3303)
    default: FourCC(0x4944_3304)
    }
  }
}

/// The header of a frame.
struct FrameHeader {
  var type: FourCC
  var size: UInt64
  /// The size as the other layout would read it.
  var otherSize: UInt64
  /// Whether a byte of the size has its first bit set, so that it is not syncsafe.
  var hasEighthBits = false
  /// Whether the identifier is one that no version has.
  var isMisnamed = false
  var flags: UInt64 = 0
  var layout: FrameLayout

  var headerSize: Int { layout.headerSize }

  /// The bits of the size of the frame that begins at `start`.
  func sizeExtent(at start: UInt64) -> Extent {
    layout == .version2
      ? Extent(byteOffset: Int(start) + 3, byteCount: 3)
      : Extent(byteOffset: Int(start) + 4, byteCount: 4)
  }

  /// Whether the tag is one of version 4.
  var isVersion4: Bool { layout == .version4 || layout == .version4Plain }
  var isCompressed: Bool {
    layout != .version2 && flags & (isVersion4 ? 0x08 : 0x80) != 0
  }
  var isEncrypted: Bool {
    layout != .version2 && flags & (isVersion4 ? 0x04 : 0x40) != 0
  }
  var isUnsynchronised: Bool { isVersion4 && flags & 0x02 != 0 }
  var hasDataLength: Bool { isVersion4 && flags & 0x01 != 0 }
  /// Whether the payload has to be decoded before its fields can be read.
  var isCoded: Bool {
    layout != .version2 && flags & (isVersion4 ? 0x0F : 0xC0) != 0
  }

  /// The header at `start`, if it fits into `left` bytes and does not begin with a zero; its identifier
  /// may be none (``isMisnamed``).
  init?(
    at start: UInt64, _ left: UInt64, _ layout: FrameLayout, _ window: inout ByteWindow
  ) {
    guard left >= UInt64(layout.headerSize) else { return nil }
    let bytes = window.peek(at: Int(start), count: layout.headerSize)
    self.layout = layout
    if layout == .version2 {
      guard let id = bytes.bigEndian(at: 0, count: 3), let size = bytes.bigEndian(at: 3, count: 3)
      else { return nil }
      guard id &>> 16 != 0 else { return nil }
      type = FourCC(UInt32(truncatingIfNeeded: id))
      isMisnamed = !type.isThreeCharacters
      self.size = size
      otherSize = size
      return
    }
    guard let id = bytes.bigEndian(at: 0, count: 4), let size = bytes.bigEndian(at: 4, count: 4),
      let flags = bytes.bigEndian(at: 8, count: 2)
    else { return nil }
    guard id &>> 24 != 0 else { return nil }
    let code = UInt32(truncatingIfNeeded: id)
    let named = FourCC(frame: code)
    type = named ?? FourCC(code)
    isMisnamed = named == nil
    self.flags = flags
    let isSyncsafe = layout == .version4 || layout == .version3Syncsafe
    self.size = isSyncsafe ? size.withoutEighthBits : size
    otherSize = isSyncsafe ? size : size.withoutEighthBits
    hasEighthBits = size & 0x8080_8080 != 0
  }

  /// The bytes between header and data: sizes, methods and groups that flags announce.
  var extraSize: Int {
    switch layout {
    case .version2: 0
    case .version3, .version3Syncsafe:
      (flags & 0x80 != 0 ? 4 : 0) + (flags & 0x40 != 0 ? 1 : 0) + (flags & 0x20 != 0 ? 1 : 0)
    case .version4, .version4Plain:
      (flags & 0x40 != 0 ? 1 : 0) + (flags & 0x04 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0)
    }
  }
}

extension FourCC {
  /// The identifier of a frame: four letters or digits, or three and a zero or a space, as iTunes wrote
  /// those of version 2 into tags of versions 3 and 4.
  init?(frame id: UInt32) {
    let code = FourCC(id)
    for index in 0..<4 {
      switch code.byte(index) {
      case 0x30...0x39, 0x41...0x5A: continue
      case 0 where index == 3, UInt8(ascii: " ") where index == 3: self.init(id &>> 8)
      default: return nil
      }
      return
    }
    self.init(id)
  }

  /// Whether it is four letters or digits, or three behind a zero, in capitals or not.
  var isAlphanumeric: Bool {
    for index in (byte(0) == 0 ? 1 : 0)..<4 {
      switch byte(index) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        continue
      default: return false
      }
    }
    return true
  }
}

import ByteReading
import Structure

/// Image file directories in a range of bytes: their order of bytes, and numbers at offsets that may lie
/// anywhere (TIFF 6.0 §2).
struct TIFFBytes: ~Escapable {
  let bytes: RawSpan
  /// The byte that offsets count from: the first of the byte order.
  let base: Int
  let end: Int
  let isLittle: Bool

  /// `nil` when neither `II*` nor `MM` and a star begins there, or no room is for the first offset.
  @_lifetime(copy bytes)
  init?(_ bytes: RawSpan, from base: Int, to end: Int) {
    guard base >= 0, end <= bytes.byteCount, end &- base >= 8 else { return nil }
    switch bytes.bigEndian(at: base, count: 4) {
    case 0x4949_2A00: isLittle = true
    case 0x4D4D_002A: isLittle = false
    default: return nil
    }
    self.bytes = bytes
    self.base = base
    self.end = end
  }

  /// Directories without a header: the notes of makers have them.
  @_lifetime(copy bytes)
  init?(_ bytes: RawSpan, base: Int, end: Int, isLittle: Bool) {
    guard base >= 0, base <= end, end <= bytes.byteCount else { return nil }
    self.bytes = bytes
    self.base = base
    self.end = end
    self.isLittle = isLittle
  }

  /// The bytes that can be pointed to.
  var byteCount: Int { end &- base }

  /// The number of `count` bytes, at most 8, at `offset` from the base; `nil` when it is not there.
  func number(at offset: Int, count: Int) -> UInt64? {
    guard offset >= 0, offset <= byteCount, count <= byteCount &- offset, count > 0, count <= 8 else { return nil }
    return isLittle
      ? bytes.littleEndian(at: base &+ offset, count: count) : bytes.bigEndian(at: base &+ offset, count: count)
  }

  func uint16(at offset: Int) -> UInt16? {
    number(at: offset, count: 2).map { UInt16(truncatingIfNeeded: $0) }
  }

  func uint32(at offset: Int) -> UInt32? {
    number(at: offset, count: 4).map { UInt32(truncatingIfNeeded: $0) }
  }
}

/// How the values of an entry are stored (TIFF 6.0 §2; Exif 3.0 §4.6.2 adds UTF-8).
enum TIFFType: UInt16 {
  case byte = 1, ascii, short, long, rational, sbyte, undefined, sshort, slong, srational, float
  case double, ifd
  case utf8 = 129

  /// The bytes of one value.
  var byteCount: Int {
    switch self {
    case .byte, .ascii, .sbyte, .undefined, .utf8: 1
    case .short, .sshort: 2
    case .long, .slong, .float, .ifd: 4
    case .rational, .srational, .double: 8
    }
  }

  var isSigned: Bool {
    switch self {
    case .sbyte, .sshort, .slong, .srational: true
    default: false
    }
  }
}

/// One entry of a directory: 12 bytes.
struct TIFFEntry {
  let directory: TIFFDirectory
  let tag: UInt16
  /// `nil` for a type that no specification has.
  let type: TIFFType?
  let count: Int
  /// Its first byte, from the base.
  let offset: Int
  /// The bytes of its values, from the base; `nil` when they do not all lie in the file.
  let values: Range<Int>?
  /// Whether the values stand in the entry itself.
  let isInline: Bool

  static let byteCount = 12

  /// The entry at `offset` from the base; `nil` when it is not there.
  init?(_ tiff: borrowing TIFFBytes, at offset: Int, in directory: TIFFDirectory) {
    guard let tag = tiff.uint16(at: offset), let code = tiff.uint16(at: offset &+ 2),
      let claimed = tiff.uint32(at: offset &+ 4), let pointer = tiff.uint32(at: offset &+ 8)
    else { return nil }
    self.directory = directory
    self.tag = tag
    self.offset = offset
    type = TIFFType(rawValue: code)
    count = Int(claimed)
    // At most 2³² values of 8 bytes: no overflow.
    let size = count &* (type?.byteCount ?? 0)
    isInline = size <= 4
    let start = isInline ? offset &+ 8 : Int(pointer)
    values =
      type != nil && start <= tiff.byteCount && size <= tiff.byteCount &- start
      ? start..<start &+ size : nil
  }

  /// Value `index`, from 0, as a whole number, or as the numerator and denominator of a fraction.
  func fraction(_ index: Int, _ tiff: borrowing TIFFBytes) -> (Int64, Int64)? {
    guard let type, let values, index >= 0, index < count else { return nil }
    let at = values.lowerBound &+ index &* type.byteCount
    switch type {
    case .rational, .srational:
      guard let over = tiff.uint32(at: at), let under = tiff.uint32(at: at &+ 4) else { return nil }
      return type.isSigned
        ? (Int64(Int32(bitPattern: over)), Int64(Int32(bitPattern: under)))
        : (Int64(over), Int64(under))
    case .float, .double: return nil
    default:
      guard let raw = tiff.number(at: at, count: type.byteCount) else { return nil }
      let shift = UInt64(64 &- 8 &* type.byteCount)
      let value = Int64(bitPattern: raw &<< shift)
      return (type.isSigned ? value &>> Int64(shift) : Int64(raw), 1)
    }
  }

  /// Value `index`, from 0, as a number; `nil` for a fraction over zero, and for what is none.
  func real(_ index: Int, _ tiff: borrowing TIFFBytes) -> Double? {
    guard let type, let values, index >= 0, index < count else { return nil }
    let at = values.lowerBound &+ index &* type.byteCount
    switch type {
    case .float:
      return tiff.number(at: at, count: 4).map { floatingPoint($0, bits: 32) }
    case .double:
      return tiff.number(at: at, count: 8).map { floatingPoint($0, bits: 64) }
    default:
      guard let (over, under) = fraction(index, tiff), under != 0 else { return nil }
      return Double(over) / Double(under)
    }
  }
}

/// Which of the directories it is: this decides what tags mean. The raw value is what tables ask for.
enum TIFFDirectory: UInt64 {
  case image = 1, thumbnail, exif, gps, interoperability, sub, canon
}

import ByteReading

/// A binary property list (`bplist00`): objects that refer to one another by number, a table of where each
/// of them is, and 32 bytes at the end that say where the table is and which object is the outermost.
///
/// Offsets count from the first byte of the list. All of them are claims.
struct PropertyListBytes: ~Escapable {
  static let headerCount = 8
  static let trailerCount = 32
  /// Longer ones are left as bytes.
  static let limit = 1 << 24

  let bytes: RawSpan
  /// Where the list begins in its source.
  let start: Int
  let count: Int
  let offsetWidth: Int
  let referenceWidth: Int
  let objectCount: Int
  let top: Int
  /// Where the offsets are, from the beginning of the list.
  let offsets: Range<Int>

  /// `nil` when what stands at the end does not say where the objects are.
  @_lifetime(copy bytes)
  init?(_ bytes: RawSpan, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount, range.count <= Self.limit,
      range.count >= Self.headerCount + Self.trailerCount
    else { return nil }
    let trailer = range.upperBound &- Self.trailerCount
    guard let widths = bytes.bigEndian(at: trailer &+ 6, count: 2),
      let objects = bytes.bigEndian(at: trailer &+ 8, count: 8),
      let top = bytes.bigEndian(at: trailer &+ 16, count: 8),
      let table = bytes.bigEndian(at: trailer &+ 24, count: 8)
    else { return nil }
    let offsetWidth = Int(widths &>> 8)
    let referenceWidth = Int(widths & 0xFF)
    let room = UInt64(range.count &- Self.trailerCount)
    guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth), top < objects,
      table >= UInt64(Self.headerCount), table < room, objects <= (room &- table) / UInt64(offsetWidth)
    else { return nil }
    self.bytes = bytes
    start = range.lowerBound
    count = range.count
    self.offsetWidth = offsetWidth
    self.referenceWidth = referenceWidth
    objectCount = Int(objects)
    self.top = Int(top)
    offsets = Int(table)..<Int(table) &+ Int(objects) &* offsetWidth
  }

  static func begins(_ bytes: RawSpan, at start: Int) -> Bool {
    bytes.bigEndian(at: start, count: 8) == 0x6270_6C69_7374_3030
  }

  /// The number in `count` bytes, 1...8, at an offset in the list.
  func number(at offset: Int, count: Int) -> UInt64? {
    guard offset >= 0, count >= 0, offset <= self.count &- count else { return nil }
    return bytes.bigEndian(at: start &+ offset, count: count)
  }

  /// Where the table says that the object of this number is; `nil` when that is outside the list.
  func offset(of object: Int) -> Int? {
    guard object >= 0, object < objectCount,
      let offset = number(at: offsets.lowerBound &+ object &* offsetWidth, count: offsetWidth),
      offset >= UInt64(Self.headerCount), offset < UInt64(count &- Self.trailerCount)
    else { return nil }
    return Int(offset)
  }

  /// The number of an object that the `index`th reference of `object` is to, whether there is one or not.
  func reference(_ index: Int, of object: PropertyListObject) -> UInt64? {
    guard index >= 0, index < object.referenceCount else { return nil }
    return number(
      at: object.values.lowerBound &+ index &* referenceWidth, count: referenceWidth)
  }

  /// The object at an offset in the list.
  func object(at offset: Int) -> PropertyListObject? {
    guard let marker = number(at: offset, count: 1) else { return nil }
    let (type, low) = (UInt8(marker &>> 4), Int(marker & 0xF))
    guard let kind = PropertyListObject.Kind(rawValue: type) else { return nil }
    var first = offset &+ 1
    var items = low
    var size: Int
    if kind.isCounted, low == 15 {
      guard let form = number(at: first, count: 1), form &>> 4 == 1, form & 0xF <= 3 else { return nil }
      let width = 1 &<< Int(form & 0xF)
      guard let claimed = number(at: first &+ 1, count: width), claimed <= UInt64(count) else { return nil }
      items = Int(claimed)
      first = first &+ 1 &+ width
    }
    switch kind {
    case .simple: size = 0
    case .integer:
      guard low <= 4 else { return nil }
      size = 1 &<< low
    case .real:
      guard low == 2 || low == 3 else { return nil }
      size = 1 &<< low
    case .date:
      guard low == 3 else { return nil }
      size = 8
    case .uid: size = low &+ 1
    case .data, .ascii, .utf8: size = items
    case .utf16: size = items &* 2
    case .array, .orderedSet, .set: size = items &* referenceWidth
    case .dictionary: size = items &* 2 &* referenceWidth
    }
    let end = first &+ size
    guard end <= count &- Self.trailerCount else { return nil }
    return PropertyListObject(
      kind: kind, low: low, count: items, range: offset..<end, values: first..<end)
  }

  /// The text of an object that is one, from at most `limit` bytes; `nil` when it is none, or its characters
  /// are none.
  func text(_ object: PropertyListObject, limit: Int = .max) -> String? {
    guard let encoding = object.encoding else { return nil }
    var text = ByteWriter()
    let outcome = text.put(
      text: bytes.extracting(absolute(object.values).prefix(limit)), encoding: encoding,
      style: .verbatim)
    return outcome.isValid || object.values.count > limit ? text.string : nil
  }

  /// Where bytes of the list are in its source.
  func absolute(_ range: Range<Int>) -> Range<Int> {
    start &+ range.lowerBound..<start &+ range.upperBound
  }
}

/// An object of a binary property list.
struct PropertyListObject {
  /// What it is: the upper half of its first byte.
  enum Kind: UInt8 {
    case simple = 0
    case integer, real, date, data, ascii, utf16, utf8, uid
    case array = 10
    case orderedSet, set, dictionary

    /// Whether the lower half of the first byte counts, up to 14.
    var isCounted: Bool {
      switch self {
      case .simple, .integer, .real, .date, .uid: false
      default: true
      }
    }
  }

  let kind: Kind
  /// The lower half of the first byte.
  let low: Int
  /// Characters, bytes, or objects; pairs of a dictionary.
  let count: Int
  /// All of it, from the beginning of the list.
  let range: Range<Int>
  /// What stands behind the type and the count.
  let values: Range<Int>

  var referenceCount: Int {
    switch kind {
    case .array, .orderedSet, .set: count
    case .dictionary: count &* 2
    default: 0
    }
  }

  var encoding: TextEncoding? {
    switch kind {
    case .ascii: .ascii
    case .utf16: .utf16BE
    case .utf8: .utf8
    default: nil
    }
  }
}

/// Where a list is in its source, in one number: what the text of a reference needs to follow it.
struct PropertyListPlace {
  let range: Range<Int>

  /// The longest source that a list is read in.
  static let sourceLimit = 1 << 39

  init(_ range: Range<Int>) { self.range = range }

  init(packed: Int) {
    let start = packed &>> 24
    range = start..<start &+ (packed & 0xFF_FFFF) &+ 1
  }

  /// The beginning, and in the lower 24 bits the bytes less one.
  var packed: UInt64 { UInt64(range.lowerBound) &<< 24 | UInt64(max(0, range.count &- 1) & 0xFF_FFFF) }
}

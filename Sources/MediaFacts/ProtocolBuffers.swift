import ByteReading
package import Structure

/// Messages of Protocol Buffers (protobuf.dev, "Encoding"): fields with a number and a type of storage each, the names of
/// which stand in a document that makers of cameras keep to themselves.
package enum ProtocolBuffers: SyntaxFamily {
  /// None of their own: others have rows from here.
  package static let tables: [Syntax] = []

  /// What readers of such files know of somebody's messages.
  package struct Dialect: Sendable {
    /// The texts that have a name, by the numbers of the fields around and of their own, a byte each.
    let texts: [UInt64]
    /// Whether messages of two coordinates are positions.
    let hasPositions: Bool

    package init(texts: [UInt64], hasPositions: Bool = false) {
      self.texts = texts
      self.hasPositions = hasPositions
    }
  }

  /// The fields of a message up to the end of the region, and those of messages in it.
  ///
  /// - Parameters:
  ///   - dialect: What is known of them.
  ///   - named: Rows for texts that have a name (``isText(_:)``), and for coordinates (``isCoordinate(_:)``).
  package static func message(_ dialect: Dialect, @Rows named: @escaping @Sendable () -> [Row]) -> Row {
    group("message") {
      parts("fields", foundBy: { MessageFieldFinder(dialect) }) {
        leb128("key", .pointer(keyText), if: .not(isPart(.rest)))
        leb128("value", if: isPart(.varint))
        bytes(.remaining, "value", .content(longNumber), if: isPart(.longVarint))
        uint(64, "fixed64", .pointer(double), if: isPart(.fixed64)).little
        uint(32, "fixed32", .pointer(float), if: isPart(.fixed32)).little
        leb128("length", .bytes, if: .atLeast("part_kind", MessageFieldFinder.Kind.text.rawValue))
        string(.utf8, .rest, "text", if: isPart(.text))
        when(.remaining(0), named)
        when(.any([isPart(.message), isPart(.position)])) { again("message") }
        bytes(.remaining, "bytes", .hex, if: isPart(.bytes))
        bytes(.remaining, "rest", .hex, if: isPart(.rest))
      }
    }
  }

  /// Whether a field is the text of this place in its dialect's list.
  package static func isText(_ place: Int) -> Condition {
    .equal("part_kind", MessageFieldFinder.firstNamed &+ UInt64(place))
  }

  /// A number of a position.
  package enum Coordinate: Sendable { case unit, latitude, longitude }

  /// Whether a field is this number of a position.
  package static func isCoordinate(_ coordinate: Coordinate) -> Condition {
    switch coordinate {
    case .unit: isPart(.unit)
    case .latitude: isPart(.latitude)
    case .longitude: isPart(.longitude)
    }
  }

  private static func isPart(_ kind: MessageFieldFinder.Kind) -> Condition { .equal("part_kind", kind.rawValue) }

  // MARK: What numbers say

  private static let keyText = PointedText("field number and type of storage") { bytes, field, _, output in
    guard let key = Varint(bytes, at: field, before: bytes.byteCount) else { return }
    output.put("field ")
    output.put(decimal: key.value &>> 3)
  }

  private static let double = PointedText("as a number with a point") { bytes, field, _, output in
    guard let raw = bytes.littleEndian(at: field, count: 8) else { return }
    output.put(real: floatingPoint(raw, bits: 64))
  }

  private static let float = PointedText("as a number with a point") { bytes, field, _, output in
    guard let raw = bytes.littleEndian(at: field, count: 4) else { return }
    // In the digits that 32 bits need.
    let number = Float(floatingPoint(raw, bits: 32))
    if number.isFinite { output.put(number.description) } else { output.put(real: Double(number)) }
  }

  private static let longNumber = ContentText("a number, negative where it needs ten bytes") { bytes, output in
    guard let number = Varint(bytes, at: 0, before: bytes.byteCount) else { return }
    output.put(decimal: Int64(bitPattern: number.value))
  }

  // MARK: Numbers

  /// A number in as few bytes as it needs, seven bits in each, the least significant first.
  struct Varint {
    let value: UInt64
    /// Behind its last byte.
    let end: Int

    /// The most that 64 bits need.
    static let byteLimit = 10
    /// The most that a walker reads as one number.
    static let shortLimit = 8

    /// `nil` when none ends before `end`.
    init?(_ bytes: RawSpan, at start: Int, before end: Int) {
      var (value, at) = (UInt64(0), start)
      while at >= 0, at < end, at &- start < Self.byteLimit, let byte = bytes.byte(at: at) {
        value |= UInt64(byte & 0x7F) &<< UInt64(7 &* (at &- start))
        at &+= 1
        if byte < 0x80 {
          self.value = value
          self.end = at
          return
        }
      }
      return nil
    }
  }

  /// A field: its number, how it is stored, and the bytes of its value.
  struct Field {
    enum Storage: UInt64 { case varint, fixed64, length, fixed32 = 5 }

    let number: UInt64
    let storage: Storage
    let value: Range<Int>

    /// The field at `start`; `nil` when none of a type that is in use ends before `end`.
    init?(_ bytes: RawSpan, at start: Int, before end: Int) {
      guard end <= bytes.byteCount, let key = Varint(bytes, at: start, before: end), key.end &- start <= 5,
        key.value &>> 3 > 0, key.value &>> 3 < 1 &<< 29, let storage = Storage(rawValue: key.value & 7)
      else { return nil }
      let first: Int
      let count: Int
      switch storage {
      case .varint:
        guard let number = Varint(bytes, at: key.end, before: end) else { return nil }
        (first, count) = (key.end, number.end &- key.end)
      case .fixed64: (first, count) = (key.end, 8)
      case .fixed32: (first, count) = (key.end, 4)
      case .length:
        guard let length = Varint(bytes, at: key.end, before: end), length.end &- key.end <= Varint.shortLimit,
          length.value <= UInt64(end &- length.end)
        else { return nil }
        (first, count) = (length.end, Int(length.value))
      }
      guard count <= end &- first else { return nil }
      number = key.value &>> 3
      self.storage = storage
      value = first..<first &+ count
    }
  }
}

/// Finds the fields of a message. What of its bytes is a text, a message or neither no field says: text is what can be
/// printed, a message what consists of fields to its end.
///
/// - Complexity: O(*n*) in the bytes for each level of messages, at most ``levelLimit`` of them.
struct MessageFieldFinder: PartFinder {
  /// What a part is; the raw value is what tables ask for. From ``text`` on they have a length.
  enum Kind: UInt64 {
    case varint = 1, longVarint, fixed64, fixed32
    /// Bytes to the end of which no fields are.
    case rest
    case unit, latitude, longitude
    case text = 16
    case message, bytes
    /// A message of two coordinates.
    case position
  }

  /// The kind of the first text that has a name; others follow.
  static let firstNamed: UInt64 = 32

  static let levelLimit: UInt64 = 12

  // Parts follow one another without any.
  let gap = Diagnostic.Kind.fieldsTruncated
  private let dialect: ProtocolBuffers.Dialect
  private var around = PartValues()
  private(set) var values = PartValues()

  init(_ dialect: ProtocolBuffers.Dialect) { self.dialect = dialect }

  mutating func enter(_ part: PartValues) { around = part }

  /// The numbers of the fields around and of this one, a byte each; those above 255 are 255.
  private func path(_ number: UInt64) -> UInt64 { around.base &<< 8 | min(number, 255) }

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    guard position < end else { return nil }
    guard let field = ProtocolBuffers.Field(bytes, at: position, before: end) else {
      values = PartValues(kind: Kind.rest.rawValue)
      return position..<end
    }
    let path = path(field.number)
    let kind = kind(of: field, in: bytes)
    let name = kind == .text ? dialect.texts.firstIndex(of: path) : nil
    values = PartValues(
      kind: name.map { Self.firstNamed &+ UInt64($0) } ?? kind.rawValue, base: path, second: around.second &+ 1)
    return position..<field.value.upperBound
  }

  private func kind(of field: ProtocolBuffers.Field, in bytes: RawSpan) -> Kind {
    let isPosition = around.kind == Kind.position.rawValue
    switch field.storage {
    case .varint:
      if isPosition { return .unit }
      return field.value.count <= ProtocolBuffers.Varint.shortLimit ? .varint : .longVarint
    case .fixed32: return .fixed32
    case .fixed64: return isPosition ? field.number == 2 ? .latitude : .longitude : .fixed64
    case .length:
      if Self.isText(bytes, field.value) { return .text }
      guard around.second < Self.levelLimit, Self.isMessage(bytes, field.value) else { return .bytes }
      return dialect.hasPositions && Self.isPosition(bytes, field.value) ? .position : .message
    }
  }

  // MARK: What bytes are

  /// Whether they are a text: letters, digits and signs of ASCII, or of UTF-8 beside these.
  private static func isText(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    var (at, isPlain) = (range.lowerBound, true)
    while at < range.upperBound, let byte = bytes.byte(at: at) {
      guard byte.isPrintable || byte >= 0x80 else { return false }
      isPlain = isPlain && byte < 0x80
      at &+= 1
    }
    if range.isEmpty || isPlain { return !range.isEmpty }
    var text = ByteWriter()
    return text.put(text: bytes.extracting(range), encoding: .utf8, style: .verbatim, limit: 4_096).isValid
  }

  private static func isMessage(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound, let field = ProtocolBuffers.Field(bytes, at: at, before: range.upperBound) {
      at = field.value.upperBound
    }
    return !range.isEmpty && at == range.upperBound
  }

  /// Whether a message is a unit that may be missing, and two coordinates on the earth.
  private static func isPosition(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    var isDegrees = false
    var coordinates: [Double] = []
    while at < range.upperBound, let field = ProtocolBuffers.Field(bytes, at: at, before: range.upperBound) {
      switch (field.number, field.storage) {
      case (1, .varint):
        guard coordinates.isEmpty, let unit = bytes.byte(at: field.value.lowerBound), unit <= 1 else { return false }
        isDegrees = unit == 1
      case (2, .fixed64), (3, .fixed64):
        guard UInt64(coordinates.count &+ 2) == field.number,
          let raw = bytes.littleEndian(at: field.value.lowerBound, count: 8)
        else { return false }
        coordinates.append(floatingPoint(raw, bits: 64))
      default: return false
      }
      at = field.value.upperBound
    }
    guard at == range.upperBound, coordinates.count == 2 else { return false }
    let half = isDegrees ? 180.0 : Double.pi
    return coordinates[0].magnitude <= half / 2 && coordinates[1].magnitude <= half
  }
}

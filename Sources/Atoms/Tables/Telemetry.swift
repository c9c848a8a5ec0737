import ByteReading
import Structure

/// What the entries of one level of telemetry say of each other (GPMF, "GPMF Deep Structure"): those before the last
/// say what its numbers are divided by (`SCAL`), measured in (`SIUN`, `UNIT`) and made of (`TYPE`).
struct Telemetry {
  /// An entry: a key, a type, the bytes of a structure, how many structures, and these.
  struct Entry {
    let key: FourCC
    let type: UInt8
    /// The bytes of one structure.
    let size: Int
    /// From the beginning of the source, as far as they are there.
    let data: Range<Int>
    /// Behind the zeros up to a multiple of four bytes.
    let end: Int

    static let headCount = 8

    /// The entry at `start`; `nil` when none begins there: no key begins with a zero.
    init?(_ bytes: RawSpan, at start: Int, before end: Int) {
      guard start >= 0, end <= bytes.byteCount, start <= end, end &- start >= Self.headCount,
        let key = bytes.bigEndian32(at: start), key != 0, let type = bytes.byte(at: start &+ 4),
        let size = bytes.byte(at: start &+ 5), let count = bytes.bigEndian(at: start &+ 6, count: 2)
      else { return nil }
      self.key = FourCC(key)
      self.type = type
      self.size = Int(size)
      let first = start &+ Self.headCount
      // At most 255 times 65,535 bytes.
      let last = first &+ min(Int(size) &* Int(count), end &- first)
      data = first..<last
      var behind = last
      while behind < end, (behind &- first) & 3 != 0, bytes.byte(at: behind) == 0 { behind &+= 1 }
      self.end = behind
    }
  }

  /// The last entry of its level, which holds what was measured.
  let last: Entry
  private(set) var divisors: Entry?
  private(set) var units: Entry?
  private(set) var structure: Entry?

  /// The entries before the last that are looked at: streams have a dozen.
  static let entryLimit = 64

  /// What is said of the last entry of the level that begins at `start`; `nil` when that stands elsewhere.
  init?(_ bytes: RawSpan, from start: Int, last place: Int) {
    var at = start
    for _ in 0..<Self.entryLimit {
      guard at <= place, let entry = Entry(bytes, at: at, before: bytes.byteCount) else { return nil }
      if at == place {
        last = entry
        return
      }
      switch entry.key {
      case "SCAL": divisors = entry
      case "SIUN", "UNIT": units = entry
      case "TYPE": structure = entry
      default: break
      }
      at = entry.end
    }
    return nil
  }

  // MARK: Places

  /// Where the last entry of a level begins and where the level does, in one number; zero when they are too far apart,
  /// or in a source that is too long.
  static func packed(start: Int, last: Int) -> UInt64 {
    guard start >= 0, start < 1 &<< 39, last > start, last &- start < 1 &<< 24 else { return 0 }
    return UInt64(start) &<< 24 | UInt64(last &- start)
  }

  /// What is said of the last entry of a level; `nil` when nothing is, or `packed` is no such place.
  init?(_ bytes: RawSpan, packed: Int) {
    let distance = packed & 0xFF_FFFF
    guard packed > 0, distance > 0 else { return nil }
    self.init(bytes, from: packed &>> 24, last: packed &>> 24 &+ distance)
  }

  // MARK: Elements

  /// One value of a structure.
  struct Element {
    let type: UInt8
    /// From the beginning of the structure.
    let range: Range<Int>
    /// Which of the values it is.
    let index: Int
  }

  /// The bytes of one value of a type; `nil` for types that are none.
  static func byteCount(of type: UInt8) -> Int? {
    switch type {
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "c"): 1
    case UInt8(ascii: "s"), UInt8(ascii: "S"): 2
    case UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "q"): 4
    case UInt8(ascii: "j"), UInt8(ascii: "J"), UInt8(ascii: "d"), UInt8(ascii: "Q"): 8
    case UInt8(ascii: "G"), UInt8(ascii: "U"): 16
    default: nil
    }
  }

  /// The values of a structure of the last entry, by what `TYPE` says: letters, each perhaps with a count in brackets.
  /// Empty when they are not as many bytes as a structure has. Characters with a count are one text.
  func elements(_ bytes: RawSpan) -> [Element] {
    var elements: [Element] = []
    return goThrough(bytes, { elements.append($0) }) ? elements : []
  }

  /// Passes each value of a structure to `body`.
  ///
  /// - Returns: Whether they are as many bytes as a structure has.
  private func goThrough(_ bytes: RawSpan, _ body: (Element) -> Void) -> Bool {
    guard let structure else { return false }
    var (at, position, index) = (structure.data.lowerBound, 0, 0)
    while at < structure.data.upperBound, let letter = bytes.byte(at: at), letter != 0 {
      guard let size = Self.byteCount(of: letter) else { return false }
      at &+= 1
      var count = 1
      if at < structure.data.upperBound, bytes.byte(at: at) == UInt8(ascii: "[") {
        guard let (number, end) = Self.count(bytes, at &+ 1, before: structure.data.upperBound) else { return false }
        (count, at) = (number, end)
      }
      // No structure has more than 255 bytes.
      guard count <= 255, position &+ count &* size <= last.size else { return false }
      let isText = letter == UInt8(ascii: "c")
      for _ in 0..<(isText ? 1 : count) {
        let end = position &+ (isText ? count : size)
        body(Element(type: letter, range: position..<end, index: index))
        position = end
        index &+= 1
      }
    }
    return position == last.size
  }

  /// The number at `start`, and where the bracket behind it ends.
  private static func count(_ bytes: RawSpan, _ start: Int, before end: Int) -> (Int, Int)? {
    var (at, number) = (start, 0)
    while at < end, let digit = bytes.byte(at: at), digit.isDigit, number < 256 {
      number = number &* 10 &+ Int(digit &- UInt8(ascii: "0"))
      at &+= 1
    }
    guard at > start, number > 0, at < end, bytes.byte(at: at) == UInt8(ascii: "]") else { return nil }
    return (number, at &+ 1)
  }

  /// The value that stands so many bytes from the beginning of its structure.
  private func element(at offset: Int, _ bytes: RawSpan) -> Element? {
    if last.type == UInt8(ascii: "?") {
      // Each number asks: nothing is kept for that.
      var found: Element?
      let isWhole = goThrough(bytes) { if found == nil, $0.range.lowerBound == offset { found = $0 } }
      return isWhole ? found : nil
    }
    guard let size = Self.byteCount(of: last.type) else { return nil }
    return Element(type: last.type, range: offset..<offset &+ size, index: offset / size)
  }

  // MARK: Numbers

  private static func number(_ bytes: RawSpan, at offset: Int, of type: UInt8) -> Double? {
    guard let size = byteCount(of: type), size <= 8, let raw = bytes.bigEndian(at: offset, count: size)
    else { return nil }
    let shift = UInt64(64 &- 8 &* size)
    let signed = Int64(bitPattern: raw &<< shift) &>> Int64(shift)
    switch type {
    case UInt8(ascii: "b"), UInt8(ascii: "s"), UInt8(ascii: "l"), UInt8(ascii: "j"): return Double(signed)
    case UInt8(ascii: "B"), UInt8(ascii: "S"), UInt8(ascii: "L"), UInt8(ascii: "J"): return Double(raw)
    case UInt8(ascii: "f"), UInt8(ascii: "d"): return floatingPoint(raw, bits: 8 &* size)
    case UInt8(ascii: "q"): return Double(signed) / 65_536
    case UInt8(ascii: "Q"): return Double(signed) / 4_294_967_296
    default: return nil
    }
  }

  /// What value `index` of a structure is divided by: one number of each, or one for all.
  private func divisor(_ index: Int, _ bytes: RawSpan) -> Double? {
    guard let divisors, let size = Self.byteCount(of: divisors.type), size > 0 else { return nil }
    let count = divisors.data.count / size
    guard count == 1 || index < count else { return nil }
    return Self.number(
      bytes, at: divisors.data.lowerBound &+ (count == 1 ? 0 : index &* size), of: divisors.type)
  }

  /// The bytes of the unit of value `index`: one of each, or one for all.
  private func unit(_ index: Int, _ bytes: RawSpan) -> Range<Int>? {
    guard let units, units.type == UInt8(ascii: "c"), units.size > 0 else { return nil }
    // Some write one unit as so many characters.
    let size = units.size == 1 ? units.data.count : units.size
    guard size > 0 else { return nil }
    let count = units.data.count / size
    guard count == 1 || index < count else { return nil }
    let start = units.data.lowerBound &+ (count == 1 ? 0 : index &* size)
    var end = start &+ size
    while end > start, bytes.byte(at: end &- 1) == 0 || bytes.byte(at: end &- 1) == UInt8(ascii: " ") { end &-= 1 }
    return start..<end
  }

  /// Of a number that was measured: divided as its stream says, with its unit.
  static let scaled = PointedText("divided by SCAL, in SIUN or UNIT") { bytes, field, base, output in
    guard let stream = Telemetry(bytes, packed: base), stream.last.size > 0, stream.last.data.contains(field),
      let element = stream.element(at: (field &- stream.last.data.lowerBound) % stream.last.size, bytes)
    else { return }
    let divisor = stream.divisor(element.index, bytes)
    let unit = stream.unit(element.index, bytes)
    guard divisor != nil || unit != nil, divisor != 0, let number = number(bytes, at: field, of: element.type)
    else { return }
    let isWhole = number.rounded() == number
    output.put(number, over: divisor ?? 1, isWhole: isWhole)
    guard let unit, !unit.isEmpty else { return }
    output.put(" ")
    output.put(text: bytes.extracting(unit), encoding: .latin1, style: .text, limit: 64)
  }
}

extension ByteWriter {
  /// Writes a quotient with a decimal more than its divisor resolves.
  fileprivate mutating func put(_ number: Double, over divisor: Double, isWhole: Bool) {
    let quotient = number / divisor
    var power = 1.0
    while power < divisor.magnitude * 10, power < 1e12 { power *= 10 }
    let scaled = (quotient * power).rounded()
    guard isWhole, divisor.magnitude >= 1, scaled.magnitude < 1e15 else { return put(real: quotient) }
    let rounded = scaled / power
    guard rounded.rounded() == rounded else { return put(real: rounded) }
    put(decimal: Int64(rounded))
  }
}

/// Finds the entries of one level of telemetry.
///
/// - Complexity: O(*n*) in the bytes, twice.
struct TelemetryFinder: PartFinder {
  /// What a part is; the raw value is what tables ask for.
  enum Kind: UInt64 {
    case entry = 1
    case padding
  }

  // Parts follow one another without any.
  let gap = Diagnostic.Kind.fieldsTruncated
  private var kind = Kind.padding
  /// Where the level begins and its last entry does.
  private var place: (start: Int, last: Int)?
  private var current = 0

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    guard position < end else { return nil }
    if place == nil {
      var (at, last) = (position, position)
      while let entry = Telemetry.Entry(bytes, at: at, before: end) { (at, last) = (entry.end, at) }
      place = (position, last)
    }
    current = position
    guard let entry = Telemetry.Entry(bytes, at: position, before: end) else {
      kind = .padding
      return position..<end
    }
    kind = .entry
    return position..<entry.end
  }

  var values: PartValues {
    guard kind == .entry, let place, place.last == current else { return PartValues(kind: kind.rawValue) }
    return PartValues(kind: kind.rawValue, base: Telemetry.packed(start: place.start, last: place.last))
  }
}

/// Finds the values of structures that are made of several types, by what their stream says of them.
///
/// - Complexity: O(*n*) in the bytes.
struct TelemetryElementFinder: PartFinder {
  // Parts follow one another without any.
  let gap = Diagnostic.Kind.fieldsTruncated
  private var base: UInt64 = 0
  private var elements: [Telemetry.Element]?
  private var place = 0
  private var kind: UInt8 = 0

  mutating func enter(_ part: PartValues) { base = part.base }

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    guard position < end else { return nil }
    if elements == nil {
      let stream = Telemetry(bytes, packed: Int(clamping: base))
      elements = stream.map { $0.last.data.lowerBound == position ? $0.elements(bytes) : [] } ?? []
    }
    guard let elements, !elements.isEmpty else {
      kind = 0
      return position..<end
    }
    let element = elements[place % elements.count]
    place &+= 1
    // What was cut off has no type.
    guard element.range.count <= end &- position else {
      kind = 0
      return position..<end
    }
    kind = element.type
    return position..<position &+ element.range.count
  }

  var values: PartValues { PartValues(kind: UInt64(kind), base: base) }
}

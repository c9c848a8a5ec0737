import ByteReading
import Structure

/// Finds the values of a property list, each by the keys and numbers that lead to it: `SystemVersion/Build`,
/// `assets[2]/name`.
package enum PropertyList {
  /// The values of the list in `range` of `bytes`, which begins as one, in the order of its containers.
  ///
  /// - Complexity: O(*n*) in the bytes; at most 1,024 values, and 16,384 containers on the way to them.
  package static func findings(in bytes: RawSpan, _ range: Range<Int>) -> [EmbeddedFinding] {
    guard PropertyListBytes.begins(bytes, at: range.lowerBound) else {
      var text = PropertyListText(bytes, range)
      text.read()
      return text.findings
    }
    guard let list = PropertyListBytes(bytes, range) else { return [] }
    var reader = PropertyListReader(list)
    reader.read()
    return reader.findings
  }

  static let depthLimit = 64
  static let findingLimit = 1_024
  static let visitLimit = 16_384
  /// Bytes of a path, and characters of a value, that are given.
  static let nameLimit = 1_024
  static let textLimit = 1 << 16
  /// Bytes of all texts and paths that are given.
  static let textRoom = 1 << 20

  /// What a value is called that a key leads to.
  static func path(_ outer: String, key: String) -> String {
    let whole = outer.isEmpty ? key : outer + "/" + key
    return whole.utf8.count <= nameLimit ? whole : String(key.prefix(256))
  }

  static func path(_ outer: String, item: Int) -> String {
    let whole = outer + "[\(item)]"
    return whole.utf8.count <= nameLimit ? whole : "[\(item)]"
  }

  /// A moment that counts from 1970, as those of cameras do.
  static func date(secondsSince1970 seconds: Double) -> String? { date(secondsSince2001: seconds - 978_307_200) }

  /// A moment as it is written in property lists of text: `2001-01-01T00:00:00Z`; `nil` beyond the years 1
  /// to 9999.
  static func date(secondsSince2001 seconds: Double) -> String? {
    guard seconds.magnitude < 3e11 else { return nil }
    let whole = Int(seconds.rounded(.down))
    let (days, rest) = whole.quotientAndFloor(by: 86_400)
    // Days to a civil date, in eras of 400 years that begin in March.
    let (era, dayOfEra) = (days &+ 730_791).quotientAndFloor(by: 146_097)
    let yearOfEra =
      (dayOfEra &- dayOfEra / 1_460 &+ dayOfEra / 36_524 &- dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra &- (365 &* yearOfEra &+ yearOfEra / 4 &- yearOfEra / 100)
    let shifted = (5 &* dayOfYear &+ 2) / 153
    let day = dayOfYear &- (153 &* shifted &+ 2) / 5 &+ 1
    let month = shifted < 10 ? shifted &+ 3 : shifted &- 9
    let year = yearOfEra &+ era &* 400 &+ (month <= 2 ? 1 : 0)
    guard (1...9_999).contains(year) else { return nil }
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(year, 4) + "-" + digits(month) + "-" + digits(day) + "T" + digits(rest / 3_600)
      + ":" + digits(rest / 60 % 60) + ":" + digits(rest % 60) + "Z"
  }
}

extension Int {
  /// The quotient rounded down, and what is left, which is not negative.
  fileprivate func quotientAndFloor(by divisor: Int) -> (Int, Int) {
    let rest = ((self % divisor) &+ divisor) % divisor
    return ((self &- rest) / divisor, rest)
  }
}

/// Goes from the outermost object of a binary property list to its values, along the references.
///
/// An object that is met inside itself is reported and not entered. One that many refer to is gone through for
/// each of them, up to ``PropertyList/visitLimit`` objects in all, and as many as the list has bytes: a reference takes
/// one of them, so that a list which refers to nothing twice has fewer.
struct PropertyListReader: ~Escapable {
  let list: PropertyListBytes
  private(set) var findings: [EmbeddedFinding] = []
  /// What is wrong, with the bytes it is about, from the beginning of the list.
  private(set) var faults: [(finding: Finding, bytes: Range<Int>)] = []
  private var stack: [Level] = []
  private var open: Set<Int> = []
  private var visits = 0
  private let visitLimit: Int
  private var textRoom: Int
  private var isFull = false

  /// A container that is being gone through.
  private struct Level {
    let number: Int
    let object: PropertyListObject
    let path: String
    var next = 0
  }

  @_lifetime(copy list)
  init(_ list: borrowing PropertyListBytes) {
    self.list = copy list
    visitLimit = min(PropertyList.visitLimit, list.count)
    // A value that many refer to has a path for each.
    textRoom = min(PropertyList.textRoom, 4_096 + 64 * list.count)
  }

  mutating func read() {
    visit(list.top, "", from: list.count &- 16..<list.count &- 8)
    while let level = stack.last, !isFull {
      guard level.next < level.object.count else {
        open.remove(level.number)
        stack.removeLast()
        continue
      }
      stack[stack.count &- 1].next &+= 1
      step(level)
    }
  }

  private mutating func report(_ finding: Finding, _ bytes: Range<Int>) {
    if faults.count < 64 { faults.append((finding, bytes)) }
  }

  /// The next object of a container, or the next pair of a dictionary.
  private mutating func step(_ level: Level) {
    visits &+= 1
    guard visits <= visitLimit else {
      isFull = true
      return report(.plistTooMany(limit: UInt64(visitLimit)), level.object.range)
    }
    let width = list.referenceWidth
    let isDictionary = level.object.kind == .dictionary
    let place = level.next &+ (isDictionary ? level.object.count : 0)
    guard let value = list.reference(place, of: level.object) else { return }
    let at = level.object.values.lowerBound &+ place &* width
    let bytes = at..<at &+ width
    let path: String
    if isDictionary {
      let keyAt = level.object.values.lowerBound &+ level.next &* width
      guard let key = list.reference(level.next, of: level.object), key < UInt64(list.objectCount)
      else {
        report(
          .plistReferenceOutside(
            found: list.reference(level.next, of: level.object) ?? 0, limit: UInt64(list.objectCount)),
          keyAt..<keyAt &+ width)
        return
      }
      guard let object = list.offset(of: Int(key)).flatMap({ list.object(at: $0) }),
        let text = list.text(object, limit: PropertyList.nameLimit)
      else { return report(Finding(.plistKey), keyAt..<keyAt &+ width) }
      path = PropertyList.path(level.path, key: text)
    } else {
      path = PropertyList.path(level.path, item: level.next &+ 1)
    }
    guard value < UInt64(list.objectCount) else {
      return report(.plistReferenceOutside(found: value, limit: UInt64(list.objectCount)), bytes)
    }
    visit(Int(value), path, from: bytes)
  }

  /// Finds the value of an object, or goes into it.
  private mutating func visit(_ number: Int, _ path: String, from bytes: Range<Int>) {
    // That there is no object was reported where all of them are looked for.
    guard let offset = list.offset(of: number), let object = list.object(at: offset) else { return }
    guard object.referenceCount > 0 else { return found(object, path, from: bytes) }
    guard !open.contains(number) else {
      return report(.plistCycle(found: UInt64(number)), bytes)
    }
    guard stack.count < PropertyList.depthLimit else {
      return report(.plistNested(limit: UInt64(PropertyList.depthLimit)), bytes)
    }
    open.insert(number)
    stack.append(Level(number: number, object: object, path: path))
  }

  private mutating func found(
    _ object: PropertyListObject, _ path: String, from bytes: Range<Int>
  ) {
    // A list or a dictionary without anything in it has no value.
    switch object.kind {
    case .array, .orderedSet, .set, .dictionary: return
    default: break
    }
    // Many may refer to one long text.
    textRoom &-= path.utf8.count &+ (object.encoding == nil ? 0 : object.values.count)
    guard findings.count < PropertyList.findingLimit, textRoom >= 0 else {
      isFull = true
      return report(.plistTooMany(limit: UInt64(PropertyList.findingLimit)), bytes)
    }
    let value = PropertyListValue(object, in: list)
    findings.append(
      EmbeddedFinding(
        name: path, tag: 0, subject: object.kind == .date ? .moment : .other, text: value.text,
        number: value.number, values: list.absolute(object.values.isEmpty ? object.range : object.values),
        fieldPath: ""))
  }
}

/// What an object says that is no container.
struct PropertyListValue {
  /// `nil` for bytes.
  var text: String?
  var number: Double?

  init(_ object: PropertyListObject, in list: borrowing PropertyListBytes) {
    let raw = list.number(at: object.values.lowerBound, count: min(8, object.values.count))
    switch object.kind {
    case .simple:
      text =
        switch object.low {
        case 0: "null"
        case 8: "false"
        case 9: "true"
        default: nil
        }
    case .integer where object.values.count <= 8:
      guard let raw else { return }
      // Those of eight bytes have a sign, and shorter ones have none.
      let signed = Int64(bitPattern: raw)
      text = String(signed)
      number = Double(signed)
    case .integer:
      // Sixteen bytes hold numbers that need no sign in eight.
      guard let low = list.number(at: object.values.lowerBound &+ 8, count: 8), raw == 0 else { return }
      text = String(low)
      number = Double(low)
    case .real, .date:
      guard let raw else { return }
      let value = floatingPoint(raw, bits: object.values.count * 8)
      number = value
      text = object.kind == .date ? PropertyList.date(secondsSince2001: value) : "\(value)"
    case .uid:
      guard let raw, object.values.count <= 8 else { return }
      text = "UID \(raw)"
      number = Double(raw)
    case .ascii, .utf16, .utf8:
      if object.values.count <= PropertyList.textLimit { text = list.text(object) }
    case .data, .array, .orderedSet, .set, .dictionary: break
    }
  }
}

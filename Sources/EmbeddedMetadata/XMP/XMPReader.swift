package import ByteReading
import Structure

/// Reads the properties of XMP (ISO 16684-1 §7): enough of XML for a packet, in one pass forward.
///
/// No entity is looked up and none is expanded but the five of XML and characters by number: text never
/// grows. A declaration of a document type ends the reading, as does what is not well formed; what was read
/// before stays.
///
/// - Complexity: O(*n*) in the bytes; elements at most ``depthLimit`` deep.
package struct XMPReader: ~Escapable {
  static let depthLimit = 64
  static let findingLimit = 1_024
  static let nameLimit = 256
  /// Bytes of a value that is given as text; longer ones are pictures most often.
  static let textLimit = 1 << 16

  private let bytes: RawSpan
  private var at: Int
  private let end: Int
  private var open: [Level] = []
  package private(set) var findings: [EmbeddedFinding] = []
  /// Whether all of it was read: it is well formed and within the limits.
  package private(set) var isWhole = false

  private struct Level {
    let name: String
    /// What the property is called that it belongs to; empty outside all descriptions.
    let path: String
    /// Whether properties stand in it.
    let holdsProperties: Bool
    /// Where its text begins.
    let textStart: Int
    var elements = 0
    var listItems = 0
  }

  /// Reads the packet in `range` of `bytes`, in UTF-8.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, _ range: Range<Int>) {
    self.bytes = bytes
    at = max(0, range.lowerBound)
    end = min(range.upperBound, bytes.byteCount)
    isWhole = read()
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    at &+ offset < end ? bytes.byte(at: at &+ offset) : nil
  }

  private func starts(with text: StaticString) -> Bool {
    var place = 0
    for byte in text.description.utf8 {
      guard self.byte(place) == byte else { return false }
      place &+= 1
    }
    return true
  }

  /// Goes behind the next `text`; `false` when there is none.
  @_lifetime(self: copy self)
  private mutating func skip(past text: StaticString) -> Bool {
    while at < end {
      if starts(with: text) {
        at &+= text.utf8CodeUnitCount
        return true
      }
      at &+= 1
    }
    return false
  }

  @_lifetime(self: copy self)
  private mutating func read() -> Bool {
    while at < end {
      guard byte() == UInt8(ascii: "<") else {
        at &+= 1
        continue
      }
      let isRead: Bool
      if starts(with: "<?") {
        isRead = skip(past: "?>")
      } else if starts(with: "<!--") {
        isRead = skip(past: "-->")
      } else if starts(with: "</") {
        isRead = closeElement()
      } else if starts(with: "<!") {
        // A document type, or characters that are no markup: neither stands in a packet.
        isRead = false
      } else {
        isRead = openElement()
      }
      guard isRead, findings.count < Self.findingLimit else { return false }
    }
    return open.isEmpty
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  @_lifetime(self: copy self)
  private mutating func skipSpace() {
    while let next = byte(), Self.isSpace(next) { at &+= 1 }
  }

  @_lifetime(self: copy self)
  private mutating func name() -> String? {
    let start = at
    while let next = byte(), !Self.isSpace(next), next != UInt8(ascii: ">"),
      next != UInt8(ascii: "/"), next != UInt8(ascii: "="), next != UInt8(ascii: "<")
    {
      at &+= 1
    }
    guard at > start, at &- start <= Self.nameLimit else { return nil }
    var text = ByteWriter()
    let outcome = text.put(
      text: bytes.extracting(start..<at), encoding: .utf8, style: .verbatim)
    return outcome.isValid ? text.string : nil
  }

  // MARK: Elements

  @_lifetime(self: copy self)
  private mutating func openElement() -> Bool {
    at &+= 1
    guard open.count < Self.depthLimit, let name = name() else { return false }
    let path = path(of: name)
    let holdsProperties = name == "rdf:Description"
    if let last = open.indices.last { open[last].elements += 1 }
    while true {
      skipSpace()
      switch byte() {
      case UInt8(ascii: ">"):
        at &+= 1
        open.append(
          Level(name: name, path: path, holdsProperties: holdsProperties, textStart: at))
        return true
      case UInt8(ascii: "/"):
        at &+= 1
        guard byte() == UInt8(ascii: ">") else { return false }
        at &+= 1
        return true
      case nil: return false
      default:
        guard attribute(of: name, path, holdsProperties) else { return false }
      }
    }
  }

  /// What the property is called that an element of this name is, where it begins now.
  private mutating func path(of name: String) -> String {
    guard let last = open.indices.last else { return "" }
    let outer = open[last]
    switch name {
    case "rdf:Bag", "rdf:Seq", "rdf:Alt", "rdf:Description": return outer.path
    case "rdf:li":
      open[last].listItems += 1
      return outer.path.isEmpty ? "" : "\(outer.path)[\(open[last].listItems)]"
    default:
      let isInside = outer.holdsProperties || !outer.path.isEmpty
      guard isInside else { return "" }
      return Self.joined(outer.path, name)
    }
  }

  private static func joined(_ path: String, _ name: String) -> String {
    let whole = path.isEmpty ? name : path + "/" + name
    return whole.utf8.count <= nameLimit * 4 ? whole : name
  }

  @_lifetime(self: copy self)
  private mutating func attribute(
    of element: String, _ path: String, _ holdsProperties: Bool
  ) -> Bool {
    guard let name = name() else { return false }
    skipSpace()
    guard byte() == UInt8(ascii: "=") else { return false }
    at &+= 1
    skipSpace()
    guard let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return false }
    at &+= 1
    let start = at
    while let next = byte(), next != quote, next != UInt8(ascii: "<") { at &+= 1 }
    guard byte() == quote else { return false }
    let value = start..<at
    at &+= 1
    // Namespaces, what is described and languages are no properties; a resource is the value itself.
    if name.hasPrefix("xmlns") || name.hasPrefix("xml:") { return true }
    if name == "rdf:resource" { return path.isEmpty || tell(path, value) }
    if name.hasPrefix("rdf:") { return true }
    guard holdsProperties || !path.isEmpty else { return true }
    return tell(Self.joined(path, name), value)
  }

  @_lifetime(self: copy self)
  private mutating func closeElement() -> Bool {
    let textEnd = at
    at &+= 2
    guard let name = name(), let level = open.popLast(), level.name == name else { return false }
    skipSpace()
    guard byte() == UInt8(ascii: ">") else { return false }
    at &+= 1
    guard level.elements == 0, !level.path.isEmpty, !level.holdsProperties else { return true }
    switch name {
    case "rdf:Bag", "rdf:Seq", "rdf:Alt": return true
    default: return tell(level.path, level.textStart..<textEnd)
    }
  }

  // MARK: Values

  private mutating func tell(_ name: String, _ range: Range<Int>) -> Bool {
    var text: String?
    if range.count <= Self.textLimit {
      guard let characters = self.text(in: range) else { return false }
      text = characters
    }
    findings.append(
      EmbeddedFinding(
        name: name, tag: 0, subject: Self.subject(of: name), text: text, number: nil,
        values: range, fieldPath: ""))
    return true
  }

  /// What a property is about, by the names of its schemas (ISO 16684-1 §8, Exif in XMP, Photoshop).
  private static func subject(of name: String) -> EmbeddedFinding.Subject {
    for (start, subject) in subjects where name.hasPrefix(start) { return subject }
    return .other
  }

  private static let subjects: [(String, EmbeddedFinding.Subject)] = [
    ("exif:GPSDate", .moment), ("exif:GPSTime", .moment), ("exif:GPS", .place),
    ("photoshop:City", .place), ("photoshop:State", .place), ("photoshop:Country", .place),
    ("Iptc4xmpCore:Location", .place), ("Iptc4xmpExt:Location", .place),
    ("dc:creator", .person), ("dc:contributor", .person), ("dc:rights", .person),
    ("photoshop:AuthorsPosition", .person), ("photoshop:Credit", .person),
    ("Iptc4xmpExt:PersonInImage", .person), ("mwg-rs:Regions", .person),
    ("aux:OwnerName", .person), ("aux:SerialNumber", .serialNumber),
    ("aux:LensSerialNumber", .serialNumber), ("exifEX:BodySerialNumber", .serialNumber),
    ("tiff:Make", .device), ("tiff:Model", .device), ("aux:Lens", .device),
    ("xmp:CreatorTool", .software), ("xmp:CreateDate", .moment), ("xmp:ModifyDate", .moment),
    ("photoshop:DateCreated", .moment), ("exif:DateTime", .moment),
  ]

  /// The characters that the bytes stand for; `nil` when they are none, or refer to what is not declared.
  private func text(in range: Range<Int>) -> String? {
    var characters: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound, let byte = bytes.byte(at: place) {
      if byte != UInt8(ascii: "&") {
        characters.append(byte)
        place &+= 1
        continue
      }
      guard let (character, next) = reference(at: place, before: range.upperBound) else {
        return nil
      }
      characters += Array(String(character).utf8)
      place = next
    }
    return String(validating: characters, as: UTF8.self)
  }

  /// The character that a reference stands for, and where it ends: `&amp;`, `&#x20AC;`.
  private func reference(at start: Int, before end: Int) -> (UnicodeScalar, Int)? {
    var name: [UInt8] = []
    var place = start &+ 1
    while place < end, name.count < 10, let byte = bytes.byte(at: place) {
      place &+= 1
      if byte == UInt8(ascii: ";") {
        guard let scalar = Self.scalar(String(decoding: name, as: UTF8.self)) else { return nil }
        return (scalar, place)
      }
      name.append(byte)
    }
    return nil
  }

  private static func scalar(_ name: String) -> UnicodeScalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return number.flatMap { UnicodeScalar($0) }
    }
  }
}

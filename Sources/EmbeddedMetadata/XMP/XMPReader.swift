import ByteReading
import Structure

/// Reads the properties of XMP (ISO 16684-1 §7): enough of XML for a packet, in one pass forward.
///
/// No entity is looked up and none is expanded but the five of XML and characters by number: text never
/// grows. A declaration of a document type ends the reading, as does what is not well formed; what was read
/// before stays. Prefixes are those of the packet: a property is called by the usual prefix of its namespace,
/// when that is a known one.
///
/// - Complexity: O(*n*) in the bytes; elements at most ``depthLimit`` deep.
package struct XMPReader: ~Escapable {
  static let depthLimit = 64
  static let findingLimit = 1_024
  static let nameLimit = 256
  /// Bytes of a value that is given as text; longer ones are pictures most often.
  static let textLimit = 1 << 16

  /// The units of the packet. What is counted in here is counted in units from its first; what is handed out,
  /// in bytes from that of the source.
  let units: MarkupUnits
  let dialect: Dialect
  var at = 0
  let end: Int
  /// Where the tag, the text or the instruction begins that is being read.
  private var token = 0
  private var open: [Level] = []
  private var spaces = XMPNamespaces()
  private(set) var parts: [XMPPart] = []
  /// Why the reading ended before the end, and where.
  private(set) var fault: (finding: Finding, bytes: Range<Int>)?
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
    /// The namespaces that are known outside it.
    let outerSpaces: Int
    var elements = 0
    var listItems = 0
  }

  /// What the markup is written for.
  enum Dialect {
    /// Properties of XMP, which are found.
    case properties
    /// A property list (`PropertyList-1.0.dtd`): it names its document type, and what its elements mean
    /// ``PropertyListText`` says.
    case propertyList
    /// Any elements: each text and each attribute is found, and so is a comment, by the names of what it stands in.
    case elements
  }

  /// Reads whatever elements stand in `range` of `bytes`, a path of their names for each text.
  @_lifetime(copy bytes)
  package init(elements bytes: RawSpan, _ range: Range<Int>) { self.init(bytes, range, .elements) }

  /// Reads the packet in `range` of `bytes`, in the UTF that it begins in.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, _ range: Range<Int>) { self.init(bytes, range, .properties) }

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, _ range: Range<Int>, _ dialect: Dialect) {
    let units = MarkupUnits(bytes, range)
    self.units = units
    self.dialect = dialect
    end = units.count
    isWhole = read()
    if !isWhole, fault == nil { stop(Finding(.xmpMalformed)) }
    // What was not read is one part, with bytes that are no unit.
    let left = (parts.last?.range.upperBound ?? units.start)..<units.end
    if !left.isEmpty { parts.append(XMPPart(range: left, kind: .unread, first: 0)) }
    if !units.isWhole {
      if fault == nil { stop(Finding(.xmpMalformed)) }
      isWhole = false
    }
  }

  /// Whether text with markup begins there, perhaps behind a byte order mark or white space.
  package static func begins(_ bytes: RawSpan, at start: Int, before end: Int) -> Bool {
    guard start < end else { return false }
    let units = MarkupUnits(bytes, start..<end)
    var at = units.mark
    let last = min(units.count, at &+ 64)
    while at < last, let next = units[at], isSpace(next) { at &+= 1 }
    return units[at] == UInt8(ascii: "<") && (units[at &+ 1] ?? 0) != 0
  }

  /// Remembers why the reading ends here.
  private mutating func stop(_ finding: Finding) {
    if fault == nil { fault = (finding, units.bytes(from: min(token, end))) }
  }

  /// Remembers what the bytes from the end of the part before to `end` are.
  @_lifetime(self: copy self)
  private mutating func mark(_ kind: XMPPart.Kind, from start: Int, to end: Int, first: Int = 0) {
    guard start < end else { return }
    guard parts.count < XMPPart.limit || kind == .unread else {
      return stop(.xmpTooMany(limit: UInt64(XMPPart.limit)))
    }
    parts.append(
      XMPPart(range: units.bytes(of: start..<end), kind: kind, first: first &* units.width))
  }

  func byte(_ offset: Int = 0) -> UInt8? { units[at &+ offset] }

  func starts(with text: StaticString, at offset: Int = 0) -> Bool {
    var place = offset
    for byte in text.description.utf8 {
      guard self.byte(place) == byte else { return false }
      place &+= 1
    }
    return true
  }

  /// What is neither a tag nor a text with references: how it begins and ends, and whether what stands in it is
  /// text (XML 1.0 §2.5 to §2.7).
  private static let sections: [(open: StaticString, close: StaticString, isText: Bool)] = [
    ("<?", "?>", false), ("<!--", "-->", false), ("<![CDATA[", "]]>", true),
  ]

  /// An instruction, a comment or a section, from its first byte to behind its last.
  private struct Section {
    /// What stands in it.
    let content: Range<Int>
    let end: Int
    let isText: Bool
    /// Whether it ends before what it stands in does.
    let isClosed: Bool
  }

  /// The one that begins at `start`; `nil` when none does.
  private func section(from start: Int, before end: Int) -> Section? {
    for (open, close, isText) in Self.sections where starts(with: open, at: start &- at) {
      let first = min(start &+ open.utf8CodeUnitCount, end)
      var place = first
      while place < end, !starts(with: close, at: place &- at) { place &+= 1 }
      return Section(
        content: first..<place, end: min(place &+ close.utf8CodeUnitCount, end), isText: isText,
        isClosed: place < end)
    }
    return nil
  }

  @_lifetime(self: copy self)
  private mutating func read() -> Bool {
    while at < end {
      let start = at
      token = at
      guard byte() == UInt8(ascii: "<") else {
        var isSpace = true
        while let next = byte(), next != UInt8(ascii: "<") {
          isSpace = isSpace && Self.isSpace(next)
          at &+= 1
        }
        mark(isSpace ? .space : .text, from: start, to: at)
        if !isSpace, !recordWords(start..<at) { return false }
        if fault != nil { return false }
        continue
      }
      let isRead: Bool
      if let section = section(from: start, before: end) {
        at = section.end
        isRead = section.isClosed && (starts(with: "<?xml", at: start &- at) || recordWords(section.content))
        mark(section.isText ? .text : .instruction, from: start, to: at)
      } else if starts(with: "</") {
        isRead = closeElement()
      } else if starts(with: "<!") {
        isRead = passDocumentType()
        mark(.instruction, from: start, to: at)
      } else {
        isRead = openElement()
      }
      if isRead, findings.count >= Self.findingLimit {
        stop(.xmpTooMany(limit: UInt64(Self.findingLimit)))
      }
      guard isRead, fault == nil else { return false }
    }
    token = at
    return open.isEmpty
  }

  /// A document type does not stand in a packet of XMP; that of a property list is named, and declares nothing.
  @_lifetime(self: copy self)
  private mutating func passDocumentType() -> Bool {
    if dialect == .propertyList, starts(with: "<!DOCTYPE") {
      var place = at
      while let next = units[place], next != UInt8(ascii: ">"), next != UInt8(ascii: "[") { place &+= 1 }
      if units[place] == UInt8(ascii: ">") {
        at = place &+ 1
        return true
      }
    }
    stop(Finding(.xmpEntity))
    return false
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      || byte == UInt8(ascii: "\t")
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
    return units.text(start..<at)
  }

  // MARK: Elements

  private static let toolkit = "x:xmptk"

  private struct Attribute {
    let name: String
    let value: Range<Int>
  }

  @_lifetime(self: copy self)
  private mutating func openElement() -> Bool {
    let start = at
    at &+= 1
    guard open.count < Self.depthLimit else {
      stop(.xmpNested(limit: UInt64(Self.depthLimit)))
      return false
    }
    guard let written = name() else { return false }
    let nameCount = at &- start &- 1
    let outerSpaces = spaces.count
    skipSpace()
    mark(.element, from: start, to: at, first: nameCount)
    var attributes: [Attribute] = []
    while let next = byte(), next != UInt8(ascii: ">"), next != UInt8(ascii: "/") {
      guard let attribute = attribute(), fault == nil else { return false }
      attributes.append(attribute)
    }
    let isEmpty = byte() == UInt8(ascii: "/")
    let closing = at
    if isEmpty { at &+= 1 }
    guard byte() == UInt8(ascii: ">") else { return false }
    at &+= 1
    mark(.tagEnd, from: closing, to: at)
    let name = spaces.name(written)
    let path = path(of: name)
    let holdsProperties = name == "rdf:Description"
    if let last = open.indices.last { open[last].elements += 1 }
    for attribute in attributes {
      guard record(attribute, path, holdsProperties) else { return false }
      // Around all properties stands what wrote them (ISO 16684-1 §7.3.3).
      if name == "x:xmpmeta", spaces.name(attribute.name) == Self.toolkit {
        guard record(Self.toolkit, attribute.value) else { return false }
      }
    }
    if isEmpty {
      spaces.leave(outerSpaces)
    } else {
      open.append(
        Level(
          name: written, path: path, holdsProperties: holdsProperties, textStart: at,
          outerSpaces: outerSpaces))
    }
    return fault == nil
  }

  /// What the property is called that an element of this name is, where it begins now.
  private mutating func path(of name: String) -> String {
    if dialect == .elements { return Self.joined(open.last?.path ?? "", name) }
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

  /// A name, an equals sign and a value between quotation marks; a namespace becomes known.
  @_lifetime(self: copy self)
  private mutating func attribute() -> Attribute? {
    let start = at
    guard let name = name() else { return nil }
    let nameCount = at &- start
    skipSpace()
    guard byte() == UInt8(ascii: "=") else { return nil }
    at &+= 1
    skipSpace()
    guard let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return nil }
    at &+= 1
    mark(.attribute, from: start, to: at, first: nameCount)
    let value = at
    while let next = byte(), next != quote, next != UInt8(ascii: "<") { at &+= 1 }
    guard byte() == quote else { return nil }
    let range = value..<at
    at &+= 1
    skipSpace()
    let attribute = Attribute(name: name, value: range)
    mark(.value, from: value, to: at, first: range.count)
    if name.hasPrefix("xmlns:"), range.count <= Self.nameLimit, let space = text(in: range),
      !spaces.add(String(name.dropFirst(6)), space)
    {
      stop(.xmpTooMany(limit: UInt64(XMPNamespaces.limit)))
    }
    return attribute
  }

  /// Records the property that an attribute is, if it is one.
  private mutating func record(
    _ attribute: Attribute, _ path: String, _ holdsProperties: Bool
  ) -> Bool {
    let name = spaces.name(attribute.name)
    // Namespaces, what is described and languages are no properties; a resource is the value itself.
    if name.hasPrefix("xmlns") || name.hasPrefix("xml:") { return true }
    if dialect == .elements { return record(Self.joined(path, name), attribute.value) }
    if name == "rdf:resource" {
      return path.isEmpty || record(path, attribute.value)
    }
    if name.hasPrefix("rdf:") { return true }
    guard holdsProperties || !path.isEmpty else { return true }
    return record(Self.joined(path, name), attribute.value)
  }

  @_lifetime(self: copy self)
  private mutating func closeElement() -> Bool {
    let textEnd = at
    at &+= 2
    guard let name = name(), let level = open.popLast(), level.name == name else { return false }
    let nameCount = at &- textEnd &- 2
    skipSpace()
    guard byte() == UInt8(ascii: ">") else { return false }
    at &+= 1
    mark(.close, from: textEnd, to: at, first: nameCount)
    let known = spaces.name(name)
    spaces.leave(level.outerSpaces)
    // Of any elements each text was found where it stands.
    guard dialect != .elements, level.elements == 0, !level.path.isEmpty, !level.holdsProperties else { return true }
    switch known {
    case "rdf:Bag", "rdf:Seq", "rdf:Alt": return true
    default: return record(level.path, level.textStart..<textEnd)
    }
  }

  // MARK: Values

  /// Records words of any elements, where they stand.
  ///
  /// - Returns: Whether the reader goes on.
  private mutating func recordWords(_ range: Range<Int>) -> Bool {
    dialect != .elements || record(open.last?.path ?? "", range)
  }

  /// Records a property with the text in `range`.
  ///
  /// - Returns: Whether the reader goes on: it stops at an entity that stands for text.
  private mutating func record(_ name: String, _ range: Range<Int>) -> Bool {
    if dialect == .propertyList { return true }
    var text: String?
    if range.count <= Self.textLimit {
      guard let characters = self.text(in: range) else {
        stop(Finding(.xmpEntity))
        return false
      }
      text = characters
    }
    findings.append(
      EmbeddedFinding(
        name: name, tag: 0, subject: Self.subject(of: name), text: text, number: nil,
        values: units.bytes(of: range), fieldPath: ""))
    return true
  }

  /// The characters that the bytes stand for, those of sections that are no markup as they are and comments
  /// left out; `nil` when they are none, or refer to what is not declared.
  func text(in range: Range<Int>) -> String? {
    var characters: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound, let byte = units[place] {
      if byte == UInt8(ascii: "<") {
        guard let section = section(from: place, before: range.upperBound) else { return nil }
        if section.isText { for at in section.content { units.append(at, to: &characters) } }
        place = section.end
        continue
      }
      if byte != UInt8(ascii: "&") {
        units.append(place, to: &characters)
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
    while place < end, name.count < 10, let byte = units[place] {
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

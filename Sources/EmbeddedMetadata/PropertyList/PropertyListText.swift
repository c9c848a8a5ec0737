import ByteReading
import Structure

/// Finds the values of a property list of text (`PropertyList-1.0.dtd`) in the pieces of its markup.
struct PropertyListText: ~Escapable {
  private let reader: XMPReader
  private(set) var findings: [EmbeddedFinding] = []
  /// Why the reading ended, or what is wrong.
  private(set) var faults: [(finding: Finding, bytes: Range<Int>)] = []
  private var open: [Level] = []
  private var leaf: (name: String, start: Int)?
  private var isFull = false

  /// A dictionary or an array.
  private struct Level {
    let isDictionary: Bool
    let path: String
    var key: String?
    var items = 0
  }

  /// Reads the list in `range` of `bytes`.
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, _ range: Range<Int>) {
    reader = XMPReader(bytes, range, .propertyList)
  }

  var parts: [XMPPart] { reader.parts }
  var encoding: MarkupUnits.Encoding { reader.units.encoding }

  mutating func read() {
    if let fault = reader.fault { faults.append((Self.finding(fault.finding), fault.bytes)) }
    var name = ""
    let units = reader.parts.count
    for index in 0..<units where !isFull {
      let part = reader.parts[index]
      switch part.kind {
      case .element:
        name = text(of: part, after: 1) ?? ""
        begin(name, part)
      case .tagEnd:
        if leaf?.name == name { leaf?.start = part.range.upperBound }
        let first = reader.units[reader.units.units(of: part.range).lowerBound]
        if first == UInt8(ascii: "/") { end(name, at: part.range.upperBound) }
      case .close: end(text(of: part, after: 2) ?? "", at: part.range.lowerBound)
      case .attribute, .value, .text, .space, .instruction, .unread: continue
      }
    }
  }

  /// The name in a tag, behind the first units.
  private func text(of part: XMPPart, after count: Int) -> String? {
    let units = reader.units.units(of: part.range)
    let first = units.lowerBound &+ count
    return reader.units.text(first..<first &+ part.first / max(1, reader.units.width))
  }

  private mutating func begin(_ name: String, _ part: XMPPart) {
    switch name {
    case "dict", "array":
      let path = path(at: part) ?? ""
      open.append(Level(isDictionary: name == "dict", path: path))
    case "plist": break
    default: leaf = (name, part.range.upperBound)
    }
  }

  /// What the value is called that begins now; `nil` when no key stands before it.
  private mutating func path(at part: XMPPart) -> String? {
    guard let last = open.indices.last else { return "" }
    if !open[last].isDictionary {
      open[last].items &+= 1
      return PropertyList.path(open[last].path, item: open[last].items)
    }
    guard let key = open[last].key else {
      if faults.count < 64 { faults.append((Finding(.plistKey), part.range)) }
      return nil
    }
    open[last].key = nil
    return PropertyList.path(open[last].path, key: key)
  }

  private mutating func end(_ name: String, at end: Int) {
    if name == "dict" || name == "array" {
      if leaf == nil, !open.isEmpty { open.removeLast() }
      return
    }
    guard let (_, start) = leaf, leaf?.name == name else { return }
    leaf = nil
    let range = min(start, end)..<end
    let text = range.count <= PropertyList.textLimit
      ? reader.text(in: reader.units.units(of: range)) : nil
    if text == nil, range.count <= PropertyList.textLimit, faults.count < 64 {
      faults.append((Finding(.plistEntity), range))
    }
    let last = open.indices.last
    if name == "key" {
      if let last { open[last].key = String((text ?? "").prefix(PropertyList.nameLimit)) }
      return
    }
    guard let path = path(at: XMPPart(range: range, kind: .text, first: 0)) else { return }
    guard findings.count < PropertyList.findingLimit else {
      isFull = true
      return faults.append((.plistTooMany(limit: UInt64(PropertyList.findingLimit)), range))
    }
    let isEmpty = name == "true" || name == "false"
    findings.append(
      EmbeddedFinding(
        name: path, tag: 0, subject: name == "date" ? .moment : .other,
        text: isEmpty ? name : name == "data" ? nil : text,
        number: name == "integer" || name == "real" ? text.flatMap { Double($0) } : nil, values: range,
        fieldPath: ""))
  }

  /// Whether a list begins there: an element of its name stands near the beginning of a text with markup.
  static func begins(_ bytes: RawSpan, at start: Int, before end: Int) -> Bool {
    guard XMPReader.begins(bytes, at: start, before: end) else { return false }
    let units = MarkupUnits(bytes, start..<min(end, start &+ 4_096))
    let name = Array("<plist".utf8)
    var matched = 0
    for number in 0..<min(units.count, 1_024) {
      let unit = units[number]
      if unit == name[matched] {
        matched &+= 1
        if matched == name.count { return true }
      } else {
        matched = unit == name[0] ? 1 : 0
      }
    }
    return false
  }

  /// What is wrong with the markup, by the names that property lists have for it.
  private static func finding(_ finding: Finding) -> Finding {
    switch finding.kind {
    case .xmpEntity: Finding(.plistEntity)
    case .xmpNested: .plistNested(limit: UInt64(XMPReader.depthLimit))
    case .xmpTooMany: .plistTooMany(limit: UInt64(XMPPart.limit))
    default: Finding(.plistMalformed)
    }
  }
}

/// Gives the table of a property list of text the places of its parts.
struct PropertyListTextFinder: ArrangedPartFinder {
  let gap = Diagnostic.Kind.plistMalformed
  var found: FoundParts?

  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts? {
    var text = PropertyListText(bytes, position..<end)
    text.read()
    return FoundParts(XMPPart.arranged(text.parts, text.encoding), faults: text.faults)
  }
}

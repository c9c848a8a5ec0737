import Atoms
import ByteReading
import EmbeddedMetadata
import ID3
import MediaFacts
import MediaInspection
import Structure

/// Reads what items say, by the syntax tables of their nodes.
struct MetadataReader: ~Copyable {
  let document: Document
  private var walker = Walker()
  /// What was read of the last node, and which that was: a node may have many items.
  private var stored = StoredFields()
  private var last: NodeIndex?
  /// What long texts take that were read.
  private let texts: MemoryShare

  init(_ document: Document) {
    self.document = document
    texts = MemoryShare(document.memory, for: "there is no memory for long texts of metadata")
  }

  mutating func contents(of item: MetadataItem) -> MetadataContents {
    var contents = MetadataContents()
    switch item.part {
    case .none:
      contents.faults = [.missing]
      return contents
    case .bytes(let range, let total):
      let extent = Extent(
        byteOffset: Int(range.lowerBound), byteCount: Int(range.upperBound - range.lowerBound))
      let bytes = MetadataBytes(document.tree.file, extent, fileOffset: range.lowerBound)
      contents.data = bytes
      contents.value = .data(bytes)
      if total > UInt64(range.count) {
        contents.attributes = [MetadataAttribute("size", .number(.unsigned(total)))]
      }
      return contents
    case .finding(let finding, let source, _):
      contents = self.contents(of: finding, in: source)
      // Whatever XMP has is text.
      if item.keySpace == .xmp, finding.text == nil { contents.faults = [.tooLong] }
      return contents
    case .all, .text, .onlyText, .field, .entry: break
    }
    read(item.node)
    var recording = MetadataRecording(document, item, stored, texts)
    recording.record()
    return recording.contents
  }

  private mutating func read(_ node: NodeIndex) {
    if node == last { return }
    last = node
    stored.removeAll()
    document.walk(node, &walker, into: &stored)
    document.work.charge(document.stepsForContents(of: node))
    if stored.isCut { document.memory.leaveOut("there are more than 32,768 fields of metadata in one place") }
  }

  /// The texts of a node, in order, in fields that `type` names.
  mutating func texts<Fields: FieldView>(
    of node: NodeIndex, _ name: Fields.Field, in type: Fields.Type
  ) -> [String] {
    read(node)
    let bytes = document.fieldBytes(of: node)
    return stored.fields.compactMap { field in
      field.is(name, in: type) ? field.text(in: bytes).text : nil
    }
  }

  /// Whether the node that was read last has more fields than are read.
  var isCut: Bool { stored.isCut }

  /// The fields of a node.
  mutating func fields(of node: NodeIndex) -> [StoredFields.Field] {
    read(node)
    return stored.fields
  }
}

/// Makes of fields what an item says.
private struct MetadataRecording {
  private(set) var contents = MetadataContents()
  private let document: Document
  private let item: MetadataItem
  private let stored: StoredFields
  private let source: ByteSource
  private let number: UInt16

  private let texts: MemoryShare

  init(_ document: Document, _ item: MetadataItem, _ stored: StoredFields, _ texts: MemoryShare) {
    self.document = document
    self.item = item
    self.stored = stored
    self.texts = texts
    source = document.fieldBytes(of: item.node)
    number = document.fieldSource(of: item.node)
  }

  mutating func record() {
    switch item.part {
    case .text(let number): record(text: number)
    case .onlyText: record(text: 0)
    case .field(let field): record(field: field)
    case .entry(_, let number): record(entry: number)
    default:
      if document.tree[item.node].type == "data" {
        recordValueAtom()
      } else {
        recordFields()
      }
    }
  }

  private func bytes(_ extent: Extent) -> MetadataBytes {
    MetadataBytes(
      source, extent,
      fileOffset: document.tree.fileOffset(of: UInt64(max(0, extent.byteOffset)), in: number))
  }

  /// Whether there is memory for the text of a field: it is there twice while it is made, and has more bytes in
  /// UTF-8 than in other encodings.
  private func hasRoom(for field: StoredFields.Field) -> Bool {
    field.content.byteCount <= 4_096 || texts.grow(by: 3 &* field.content.byteCount)
  }

  /// The value of one field; the bytes of a text for which there is no memory.
  private mutating func value(_ field: StoredFields.Field) -> MetadataValue {
    if field.isDate, field.raw > 0, let date = MetadataDate(secondsSince1904: field.raw) {
      return .date(date)
    }
    switch field.kind {
    case .text:
      guard hasRoom(for: field) else {
        if !contents.faults.contains(.tooLong) { contents.faults.append(.tooLong) }
        return .data(bytes(field.content))
      }
      let (text, isValid) = field.text(in: source)
      if !isValid, !contents.faults.contains(.invalidText) { contents.faults.append(.invalidText) }
      return .text(text)
    case .integer: return .number(.integer(Int64(bitPattern: field.raw)))
    case .unsigned:
      return .number(Int64(exactly: field.raw).map { .integer($0) } ?? .unsigned(field.raw))
    case .real:
      let bits = field.extent.count
      let number = bits == 32 || bits == 64 ? floatingPoint(field.raw, bits: bits) : .nan
      return number.isFinite ? .number(.real(number)) : .data(bytes(field.content))
    case .fixed(let fraction):
      return .number(
        .real(Double(Int64(bitPattern: field.raw)) / Double(UInt64(1) << UInt64(fraction))))
    case .code: return .text(FourCC(UInt32(truncatingIfNeeded: field.raw)).key)
    case .uuid:
      var text = ByteWriter()
      text.put(
        hexBytes: source.bytes.extracting(field.content.byteOffset..<field.content.byteEnd),
        separator: nil)
      return .text(text.string)
    case .bytes, .other: return .data(bytes(field.content))
    }
  }

  // MARK: Value atoms of iTunes and QuickTime

  private mutating func recordValueAtom() {
    let tree = document.tree
    var set: UInt64 = 0
    var type: UInt64?
    var country: UInt64 = 0
    var language: UInt64 = 0
    var values: [StoredFields.Field] = []
    for field in stored.fields {
      if field.is(.type_set, in: ValueAtom.self) {
        set = field.raw
      } else if field.is(.type, in: ValueAtom.self) {
        type = field.raw
      } else if field.is(.country, in: ValueAtom.self) {
        country = field.raw
      } else if field.is(.language, in: ValueAtom.self) {
        language = field.raw
      } else {
        values.append(field)
      }
    }
    let node = tree[item.node]
    record(language: language, country: country)
    guard let type else {
      contents.faults.append(.missing)
      return
    }
    contents.dataType = type
    contents.attributes.append(MetadataAttribute("dataType", .number(.integer(Int64(type)))))
    let namespace: String =
      item.format == .quickTimeMetadata ? "com.apple.quicktime.mdta" : "com.apple.itunes"
    contents.attributes.append(MetadataAttribute("dataTypeNamespace", .text(namespace)))
    let start = min(Int(node.payloadStart) &+ 8, Int(node.end))
    let extent = Extent(byteOffset: start, byteCount: Int(node.end) &- start)
    contents.data = bytes(extent)
    if let child = tree.firstChild(of: item.node) {
      contents.value = ValueTypes.value(ofList: tree[child].type, of: type, bytes(extent))
      return
    }
    if set == 0, Self.isBinary(item.identifier) || extent.count == 0 && type == 0 {
      contents.value = .data(bytes(extent))
      return
    }
    // Numbers and characters whose bytes do not suit them fall to the row for bytes, all or the rest.
    let leavesOver =
      set == 0 && !ValueTypes.isData(type)
      && values.contains { if case .bytes = $0.kind { true } else { $0.isService } }
    if leavesOver {
      contents.value = .data(bytes(extent))
      contents.faults.append(.doesNotFitType(type))
      return
    }
    guard let first = values.first else {
      if type == 1 || type == 2 { contents.value = .text("") }
      contents.faults.append(.missing)
      return
    }
    if values.count == 1 {
      contents.value = value(first)
    } else if values.allSatisfy({ $0.name.isSame(as: first.name) }) {
      contents.value = .list(values.map { value($0) })
    } else {
      contents.value = .dictionary(
        values.map { MetadataAttribute($0.name.description, value($0)) })
    }
  }

  /// What the two indicators of a value atom stand for (QTFF, Value Atom): below 256 they are the
  /// numbers, from 1, of entries in the lists beside the values.
  private mutating func record(language: UInt64, country: UInt64) {
    guard language > 0 || country > 0 else { return }
    var languages = language < 0x400 ? [] : [language]
    var countries = country < 0x100 ? [] : [country]
    if let metadata = document.tree.parent(of: item.container) {
      var reader = MetadataReader(document)
      if (1..<0x100).contains(language), let list = document.tree.child("lang", of: metadata) {
        languages = reader.fields(of: list).filter {
          $0.item == Int(language) - 1 && $0.isLanguage
        }.map(\.raw)
      }
      if (1..<0x100).contains(country), let list = document.tree.child("ctry", of: metadata) {
        let bytes = document.fieldBytes(of: list)
        countries = reader.fields(of: list).filter {
          $0.item == Int(country) - 1 && $0.is(.country, in: MetadataCountries.self)
        }.compactMap { bytes.bytes.bigEndian(at: $0.content.byteOffset, count: 2) }
      }
    }
    let known = languages.compactMap { MetadataLanguage(packed: $0, country: countries.first ?? 0) }
    contents.language = known.first
    // A value may be for several.
    if known.count > 1 {
      contents.attributes.append(MetadataAttribute("languages", .list(known.map { .text($0.tag) })))
    }
    let names = countries.compactMap { MetadataLanguage.country(packed: $0) }
    if names.count > 1 || known.isEmpty && !names.isEmpty {
      contents.attributes.append(MetadataAttribute("countries", .list(names.map { .text($0) })))
    }
  }

  /// Keys of iTunes whose values are words or pictures, given as data whatever their type says.
  private static func isBinary(_ identifier: MetadataIdentifier) -> Bool {
    guard identifier.keySpace == .iTunes, case .code(let code) = identifier.key else {
      return false
    }
    return code.isListed(in: "covr trkn disk gnre tnal snal")
  }

  // MARK: Lists of texts, and single fields

  private mutating func record(text wanted: Int) {
    for field in stored.fields where field.item == wanted || field.item < 0 {
      if field.isLanguage {
        contents.language = MetadataLanguage(packed: field.raw)
        if contents.language == nil, field.raw == 0x7FFF || field.raw == 0x55C4 { continue }
      } else if case .text = field.kind {
        contents.value = value(field)
        contents.data = bytes(field.content)
      }
    }
    if contents.value == nil { contents.faults.append(.missing) }
  }

  private mutating func record(field wanted: ViewedField) {
    guard let field = stored.fields.first(where: { $0.program.row($0.row, is: wanted) }) else {
      contents.faults.append(.missing)
      return
    }
    contents.data = bytes(field.content)
    guard case .text = field.kind else {
      contents.value = value(field)
      return
    }
    guard hasRoom(for: field) else {
      contents.value = .data(bytes(field.content))
      contents.faults.append(.tooLong)
      return
    }
    // Texts of a fixed size are filled with zeros or blanks, and end at the first zero.
    let text = field.text(in: source).text
    var filled = text.prefix { $0 != "\0" }
    while filled.last == " " { filled.removeLast() }
    contents.value = .text(String(filled))
  }

  /// The values of an entry, by the types that Windows gives them.
  private mutating func record(entry number: Int) {
    var values: [MetadataValue] = []
    var type: UInt64 = 0
    for field in stored.fields where field.item == number {
      if field.is(.value_type, in: WindowsAttributes.self) { type = field.raw }
      let isNero = field.is(.value, in: NeroTags.self)
      guard isNero || field.is(.value, in: WindowsAttributes.self) else { continue }
      if values.isEmpty { contents.data = bytes(field.content) }
      var value = self.value(field)
      // Nero counts the bytes of its texts, and does not say how they are coded.
      if isNero, hasRoom(for: field), case (let text, true) = field.text(in: source), !text.contains("\0") {
        value = .text(text)
      }
      if type == Self.fileTime, let date = MetadataDate(secondsSince1601: field.raw / 10_000_000) {
        value = .date(date)
      }
      values.append(value)
    }
    switch values.count {
    case 0: contents.faults.append(.missing)
    case 1: contents.value = values[0]
    default: contents.value = .list(values)
    }
  }

  /// A time in units of 100 ns since 1601.
  private static let fileTime: UInt64 = 21

  // MARK: Frames and other nodes

  /// What attributes are called that fields of some frames are.
  private static func attribute(_ name: StaticString, of item: MetadataItem) -> String {
    guard item.keySpace == .id3 else { return name.description }
    for (row, word) in attributes where name.isSame(as: row) { return word }
    return name.description
  }

  private static let attributes: [(row: StaticString, word: String)] = [
    (row: "mime_type", "MIMEtype"), (row: "image_format", "MIMEtype"),
    (row: "picture_type", "pictureType"), (row: "description", "info"),
  ]

  /// What the values of a comment's or a picture's dictionary are called.
  private static func member(_ name: StaticString, isPicture: Bool) -> String {
    for member in members where name.isSame(as: member.row) {
      return isPicture ? member.ofPicture : member.ofComment
    }
    return name.description
  }

  private static let members: [(row: StaticString, ofPicture: String, ofComment: String)] = [
    (row: "description", "description", "identifier"), (row: "mime_type", "MIME", "MIME"),
    (row: "image_format", "MIME", "MIME"), (row: "picture_type", "type", "type"),
  ]

  private mutating func recordFields() {
    let tree = document.tree
    if tree[item.node].marks.contains(.coded), tree.contents(of: item.node) == nil {
      contents.faults.append(.cannotBeDecoded)
      let extent = tree[item.node].payload
      let bytes = MetadataBytes(
        document.source(of: tree[item.node]), extent,
        fileOffset: tree.fileOffset(of: tree[item.node].payloadStart, in: tree[item.node].source))
      contents.data = bytes
      contents.value = .data(bytes)
      return
    }
    var fields: [StoredFields.Field] = []
    fields.reserveCapacity(stored.fields.count)
    var hasItems = false
    let isID3 = item.keySpace == .id3
    for field in stored.fields where !field.isService || isID3 && field.isByteCount {
      if field.isLanguage {
        contents.language = MetadataLanguage(packed: field.raw)
      } else if field.is(.language, in: Comment.self)
        || field.is(.language, in: SynchronisedLyrics.self)
      {
        contents.language = MetadataLanguage(code: field.text(in: source).text)
      } else if !(item.format == .ape && field.is(.key, in: TagItem.self)) {
        hasItems = hasItems || field.item >= 0
        fields.append(field)
      }
    }
    guard let main = main(of: fields) else {
      contents.faults.append(.missing)
      return
    }
    contents.data = bytes(main.content)
    // Lists of pairs, and frames of numbers.
    if hasItems || Self.isSet(fields, main, isID3: isID3) {
      let value = set(of: fields)
      contents.value = value
      if let extent = Self.extent(of: value, made: fields) {
        contents.main = contents.data
        contents.data = bytes(extent)
      }
      return
    }
    var value: MetadataValue?
    var values: [MetadataValue] = []
    // Where the values end that stand one behind another, and the last of them without its terminator.
    var (end, last) = (main.extent.end, main.content.end)
    var areTogether = true
    for field in fields {
      if !field.name.isSame(as: main.name) {
        contents.attributes.append(
          MetadataAttribute(
            Self.attribute(field.name, of: item), self.value(field), from: bytes(field.content)))
      } else if let first = value {
        if values.isEmpty { values = [first] }
        values.append(self.value(field))
        areTogether = areTogether && field.extent.start == end
        (end, last) = (field.extent.end, field.content.end)
      } else {
        value = self.value(field)
      }
    }
    contents.value = values.isEmpty ? value : .list(values)
    if areTogether, !values.isEmpty {
      contents.allValues = Extent(start: main.content.start, count: last &- main.content.start)
    }
    guard isID3, case .code(let code) = item.key, let value = contents.value else { return }
    switch code {
    case "COMM", "USLT", "USER", Self.oldComment, Self.oldLyrics:
      contents.value = .dictionary(
        stored.fields.filter { !$0.isService && !$0.name.isSame(as: main.name) }.map {
          MetadataAttribute(Self.member($0.name, isPicture: false), self.value($0))
        } + [MetadataAttribute("text", value)])
    case "APIC", Self.oldPicture:
      contents.value = .dictionary(
        [MetadataAttribute("data", value)]
          + fields.filter { !$0.name.isSame(as: main.name) }.map {
            MetadataAttribute(Self.member($0.name, isPicture: true), self.value($0))
          })
    default: break
    }
  }

  // Keys of version 2.2.
  private static var oldComment: FourCC { FourCC(0x0043_4F4D) }
  private static var oldLyrics: FourCC { FourCC(0x0055_4C54) }
  private static var oldPicture: FourCC { FourCC(0x0050_4943) }

  /// The field that holds the value: of user data the first text, else the last field there is.
  private func main(of fields: [StoredFields.Field]) -> StoredFields.Field? {
    func isText(_ field: StoredFields.Field) -> Bool {
      if case .text = field.kind { true } else { false }
    }
    guard let last = fields.last else { return nil }
    if item.keySpace != .id3, item.format != .ape, let text = fields.first(where: isText) {
      return text
    }
    return fields.first { $0.name.isSame(as: last.name) }
  }

  /// Whether fields stand side by side rather than one being the value: several numbers, or a number
  /// behind others.
  private static func isSet(
    _ fields: [StoredFields.Field], _ main: StoredFields.Field, isID3: Bool
  ) -> Bool {
    guard fields.contains(where: { !$0.name.isSame(as: main.name) }) else { return false }
    switch main.kind {
    case .text, .bytes: return false
    default: return true
    }
  }

  /// From the first to the last bit of what a set of fields came to: of values side by side those of the first.
  private static func extent(
    of value: MetadataValue, made fields: [StoredFields.Field]
  ) -> Extent? {
    var own = fields[...]
    if case .list = value, let first = fields.first { own = fields.prefix { $0.item == first.item } }
    guard let start = own.map(\.content.start).min(), let end = own.map(\.content.end).max() else { return nil }
    return Extent(start: start, count: end - start)
  }

  /// All fields by their names, those of lists as lists of such dictionaries.
  private mutating func set(of fields: [StoredFields.Field]) -> MetadataValue {
    var attributes: [MetadataAttribute] = []
    var items: [MetadataValue] = []
    var current: [MetadataAttribute] = []
    var number = -1
    for field in fields {
      let attribute = MetadataAttribute(
        field.name.description, value(field), from: bytes(field.content))
      guard field.item >= 0 else {
        attributes.append(attribute)
        continue
      }
      if field.item != number, !current.isEmpty {
        items.append(current.count == 1 ? current[0].value : .dictionary(current))
        current.removeAll()
      }
      number = field.item
      current.append(attribute)
    }
    if !current.isEmpty {
      items.append(current.count == 1 ? current[0].value : .dictionary(current))
    }
    if items.isEmpty { return .dictionary(attributes) }
    if attributes.isEmpty { return .list(items) }
    return .dictionary(attributes + [MetadataAttribute("values", .list(items))])
  }
}

import Atoms
import ByteReading
import EmbeddedMetadata
public import MediaInspection
public import Structure

/// One thing that a file says about itself: a key, what it means, and where its value lies.
///
/// A value is read when it is asked for: an item knows where it is and no more. Who wants several
/// things of one item reads ``contents`` once.
///
/// ```swift
/// for item in MediaFile.metadata(of: document) {
///   item.identifier.text      // "itsk/%A9nam"
///   item.keyString            // "@nam"
///   item.commonKey            // .title
///   item.stringValue          // "Sample Reel"
///   item.path                 // "moov/udta/meta/ilst/@nam/data"
/// }
/// ```
public struct MetadataItem: Sendable {
  /// The file that it is of.
  public let document: Document
  /// The format it is stored in.
  public let format: MetadataFormat
  /// Key space and key.
  public let identifier: MetadataIdentifier
  /// The node that holds it among others: the `ilst`, the `udta`, the tag.
  public let container: NodeIndex
  /// The node whose fields hold its value: a `data` atom, an atom of user data, a frame, a tag.
  public let node: NodeIndex
  /// The ID of the track that it is about; `nil` when it is about the movie or the file.
  public let trackID: UInt64?
  /// Which of the node's fields are its own.
  let part: Part
  /// The fields that its key feeds: many ask, and each time they are looked for by the key.
  package let uses: [MetadataField.Use]

  init(
    document: Document, format: MetadataFormat, identifier: MetadataIdentifier, container: NodeIndex, node: NodeIndex,
    trackID: UInt64?, part: Part
  ) {
    self.document = document
    self.format = format
    self.identifier = identifier
    self.container = container
    self.node = node
    self.trackID = trackID
    self.part = part
    uses = MetadataField.uses(of: identifier)
  }

  /// Whether its key is one of those of the field that is called `id`.
  package func feeds(_ id: StaticString) -> Bool { uses.contains { MetadataField.all[$0.field].id.isSame(as: id) } }

  /// Which fields of a node an item is made of.
  enum Part: Sendable {
    /// All of them.
    case all
    /// The text of this number in a list of texts, from 0.
    case text(Int)
    /// The only text in a list of texts.
    case onlyText
    /// The field of this name.
    case field(ViewedField)
    /// The entry of this number, from 0, of the list of this name.
    case entry(ViewedField, Int)
    /// Bytes elsewhere in the file, the first of which are here.
    case bytes(Range<UInt64>, total: UInt64)
    /// An entry of Exif in these bytes, which was read already; whether its node has it as a field.
    case finding(EmbeddedFinding, source: Bytes, isField: Bool)
    /// There are none: the item has no value.
    case none
  }

  /// The bytes that an entry is read in.
  enum Bytes: Sendable {
    /// Those of the source of this number.
    case source(UInt16)
    /// Those that the data of an item give, which are compressed or lie in pieces.
    case made(ByteSource)
  }

  /// The bytes that it is, where these lie elsewhere in the file than its node.
  var totalByteCount: Int? { if case .bytes(_, let total) = part { Int(clamping: total) } else { nil } }

  /// Its place among the items of its node, from 0.
  var place: Int {
    switch part {
    case .text(let number), .entry(_, let number): number
    default: 0
    }
  }

  /// The key space of its key.
  public var keySpace: MetadataKeySpace { identifier.keySpace }
  /// Its key, a number or text.
  public var key: MetadataKey { identifier.key }
  /// Its key as constants spell it: `@nam`, `TT2`.
  public var keyString: String { key.keyString }
  /// What it means in every format, where that is known.
  public var commonKey: CommonKey? { identifier.commonKey }

  /// Where it stands: the path of its node, with the field where the node has others'.
  ///
  /// - Complexity: O(*n*) in the number of siblings on each level.
  public var path: String { path(at: document.path(of: node)) }

  /// Where it stands, when the path of its node is known.
  fileprivate func path(at path: String) -> String {
    switch part {
    case .field(let field): return path + "." + field.name
    case .text(let number): return path + ".texts[\(number + 1)].text"
    case .entry(let list, let number): return path + ".\(list.name)[\(number + 1)]"
    case .finding(let finding, _, true): return path + "." + finding.fieldPath
    case .all, .onlyText, .bytes, .finding, .none: return path
    }
  }

  /// Whether all fields of its node are its own, so that what is said of the node is said of it.
  public var isWholeNode: Bool { if case .all = part { true } else { false } }

  /// The name of the one field of its node that is its own, where others are other items'.
  public var fieldName: String? { field?.name }

  /// The one field of its node that is its own.
  package var field: ViewedField? {
    if case .field(let field) = part { field } else { nil }
  }

  /// What people call it: `Title`; `nil` when nobody named its key.
  public var title: String? {
    switch part {
    case .field(let field) where keySpace != .lyrics3:
      let words = field.name.withBlanks
      return words.prefix(1).uppercased() + String(words.dropFirst())
    case .bytes, .entry, .finding: return nil
    default: break
    }
    var named = node
    if document.tree[node].type == "data", let parent = document.tree.parent(of: node) {
      named = parent
    }
    // A freeform item, or one of a list of keys, is called by its key.
    if keySpace == .iTunesLong || keySpace == .quickTimeMetadata || keySpace == .ape { return nil }
    var text = ByteWriter()
    return document.put(titleOf: named, to: &text) ? text.string : nil
  }

  // MARK: Value

  /// All there is to say of its value, read now.
  ///
  /// - Complexity: O(*n*) in the bytes of texts; other bytes are not touched.
  public var contents: MetadataContents {
    var reader = MetadataReader(document)
    return reader.contents(of: self)
  }

  /// Its value.
  public var value: MetadataValue? { contents.value }
  /// Its value as text: ``MetadataValue/string``.
  public var stringValue: String? { contents.value?.string }
  /// Its value as a number, when it is one or a text that is one.
  public var numberValue: MetadataNumber? { contents.value?.number }
  /// Its value as a date, when it is one or a text that is one.
  public var dateValue: MetadataDate? { contents.value?.date }
  /// The bytes of its value as they are stored, those of a text in the text's encoding.
  public var dataValue: MetadataBytes? { contents.data }
  /// What is said of the value beside it.
  public var extraAttributes: [MetadataAttribute] { contents.attributes }
  /// The language of the value; `nil` when none is said.
  public var language: MetadataLanguage? { contents.language }
  /// The offset of the value's first byte in the file; `nil` in what was compressed.
  public var fileOffset: UInt64? { contents.data?.fileOffset }

  // MARK: Loading

  /// Reads properties of the item, off the caller's thread, and gives them in the order asked for.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
  ///
  /// - Parameter properties: The properties.
  /// - Returns: Their values.
  public func load<each Value: Sendable>(
    _ properties: repeat MetadataProperty<each Value>
  ) async throws -> (repeat each Value) {
    try Task.checkCancellation()
    let contents = await read()
    try Task.checkCancellation()
    return (repeat (each properties).value(contents))
  }

  /// Reads one property of the item, off the caller's thread.
  ///
  /// - Throws: `CancellationError` when the task was cancelled.
  ///
  /// - Parameter property: The property.
  /// - Returns: Its value.
  public func load<Value: Sendable>(_ property: MetadataProperty<Value>) async throws -> Value {
    try Task.checkCancellation()
    let contents = await read()
    try Task.checkCancellation()
    return property.value(contents)
  }

  @concurrent private func read() async -> MetadataContents { contents }
}

extension MetadataItem {
  /// What is said when the memory of a call ends before the items of its file do.
  package static let noMemory: StaticString = "there is no memory for all items of metadata"
}

extension MediaFile {
  /// ``MetadataItem/contents`` of many items of one file, read one after another.
  ///
  /// - Complexity: O(*n*) in the items and the bytes of their texts.
  ///
  /// - Parameter items: Items of one file.
  /// - Returns: What each says, in their order.
  public static func contents(of items: [MetadataItem]) -> [MetadataContents] {
    guard let document = items.first?.document else { return [] }
    var reader = MetadataReader(document)
    return items.map { reader.contents(of: $0) }
  }
}

/// The paths of many items, found in one pass while these come in document order.
public struct MetadataPaths: ~Copyable {
  private let document: Document
  private var tracker: PathTracker
  private var last = NodeIndex(0)

  /// - Parameter document: The file that all items are of.
  public init(_ document: Document) {
    self.document = document
    tracker = PathTracker(document)
  }

  /// ``MetadataItem/path`` of `item`.
  ///
  /// - Parameter item: An item of the file.
  /// - Returns: The path of its node, and of its value where the node has several.
  public mutating func path(of item: MetadataItem) -> String {
    if item.node < last { tracker = PathTracker(document) }
    last = item.node
    tracker.move(to: item.node)
    return item.path(at: tracker.path)
  }

  /// The path of a node of the same file, which stands in order with the items that are asked for.
  ///
  /// - Parameter node: A node of the file.
  /// - Returns: Its path.
  public mutating func path(of node: NodeIndex) -> String {
    if node < last { tracker = PathTracker(document) }
    last = node
    tracker.move(to: node)
    return tracker.path
  }

  /// The path of each of these nodes of a file, in whatever order they are.
  ///
  /// - Parameters:
  ///   - nodes: Nodes of the file.
  ///   - document: The file.
  /// - Returns: A path for each, in their order.
  public static func paths(of nodes: [NodeIndex], in document: Document) -> [String] {
    var paths = MetadataPaths(document)
    var found = Array(repeating: "", count: nodes.count)
    for place in nodes.indices.sorted(by: { (nodes[$0], $0) < (nodes[$1], $1) }) {
      found[place] = paths.path(of: nodes[place])
    }
    return found
  }

  /// The path of each of these items, in whatever order they are.
  ///
  /// - Parameters:
  ///   - items: Items of the file.
  ///   - document: The file.
  /// - Returns: A path for each, in their order.
  public static func paths(of items: [MetadataItem], in document: Document) -> [String] {
    var paths = MetadataPaths(document)
    var found = Array(repeating: "", count: items.count)
    for place in items.indices.sorted(by: { (items[$0].node, $0) < (items[$1].node, $1) }) {
      found[place] = paths.path(of: items[place])
    }
    return found
  }
}

/// A property of an item that its `load(_:)` reads.
public struct MetadataProperty<Value: Sendable>: Sendable {
  let value: @Sendable (MetadataContents) -> Value
}

extension MetadataProperty where Value == MetadataValue? {
  /// The value, as whatever it is.
  public static var value: Self { Self { $0.value } }
}

extension MetadataProperty where Value == String? {
  /// The value as text; `nil` where it is none.
  public static var stringValue: Self { Self { $0.value?.string } }
}

extension MetadataProperty where Value == MetadataNumber? {
  /// The value as a number; `nil` where it is none.
  public static var numberValue: Self { Self { $0.value?.number } }
}

extension MetadataProperty where Value == MetadataDate? {
  /// The value as a date; `nil` where it is none.
  public static var dateValue: Self { Self { $0.value?.date } }
}

extension MetadataProperty where Value == MetadataBytes? {
  /// The bytes of the value as they are stored.
  public static var dataValue: Self { Self { $0.data } }
}

extension MetadataProperty where Value == [MetadataAttribute] {
  /// What else the item says beside its value.
  public static var extraAttributes: Self { Self { $0.attributes } }
}

/// What the bytes of an item say.
public struct MetadataContents: Sendable {
  /// The value; `nil` when the item has none.
  public internal(set) var value: MetadataValue?
  /// The bytes of the value; of several values those of the first, of values with names all from the first to the
  /// last.
  public internal(set) var data: MetadataBytes?
  /// The bytes of the one field that stands for values with names, where reports of single fields pass over what
  /// is said of the item; `nil` where ``data`` does.
  var main: MetadataBytes?
  /// The bits of all values, in the source of ``data``, where there are several one behind another.
  var allValues: Extent?
  /// The well-known type of QuickTime and iTunes values (QTFF, Well-known Types); `nil` elsewhere.
  public internal(set) var dataType: UInt64?
  /// The language of the value; `nil` when the item says none.
  public internal(set) var language: MetadataLanguage?
  /// What is said beside the value: `dataType`, `dataTypeNamespace`, `info`, `MIMEtype`,
  /// `pictureType`, and fields of the format's own by their names.
  public internal(set) var attributes: [MetadataAttribute] = []
  /// What is wrong with the value.
  public internal(set) var faults: [MetadataFault] = []

  /// The attribute of this name.
  ///
  /// - Parameter name: The name of the attribute.
  /// - Returns: `nil` when the item has no such attribute.
  public subscript(name: String) -> MetadataValue? { attribute(name)?.value }

  /// The attribute of this name, with where it lies.
  func attribute(_ name: String) -> MetadataAttribute? { attributes.first { $0.name == name } }
}

// MARK: Filtering

extension Sequence<MetadataItem> {
  /// The items with this identifier.
  ///
  /// - Parameter identifier: Key space and key.
  /// - Returns: The items in their order.
  public func items(with identifier: MetadataIdentifier) -> [MetadataItem] {
    filter { $0.identifier == identifier }
  }

  /// The items with this key in this key space.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - keySpace: The key space.
  /// - Returns: The items in their order.
  public func items(with key: MetadataKey, in keySpace: MetadataKeySpace) -> [MetadataItem] {
    items(with: MetadataIdentifier(keySpace, key))
  }

  /// The items with this key string, in any key space: `@nam`, `TYE`.
  ///
  /// - Parameter keyString: The key as it is shown.
  /// - Returns: The items in their order.
  public func items(withKey keyString: String) -> [MetadataItem] {
    let code = FourCC(key: keyString)
    return filter { item in
      switch item.key {
      case .code(let own): own == code
      case .text(let own): own == keyString
      }
    }
  }

  /// The items with this common key.
  ///
  /// - Parameter commonKey: What the item is about.
  /// - Returns: The items in their order.
  public func items(with commonKey: CommonKey) -> [MetadataItem] {
    filter { $0.commonKey == commonKey }
  }

  /// The items of this format.
  ///
  /// - Parameter format: Where items of a kind stand.
  /// - Returns: The items in their order.
  public func items(in format: MetadataFormat) -> [MetadataItem] { filter { $0.format == format } }

  /// The items whose language is one of these, those of the first language first; then those of no
  /// language. Languages are codes such as `de`, `deu` or `de-AT`; of one language those of the country
  /// and the script that were asked for come first, then the others in the order of the file.
  ///
  /// - Parameter languages: The codes, the preferred one first.
  /// - Returns: The items; those in other languages are left out.
  public func items(preferring languages: [String]) -> [MetadataItem] {
    MetadataLanguage.sorted(map { ($0, $0.language) }, preferring: languages)
  }
}

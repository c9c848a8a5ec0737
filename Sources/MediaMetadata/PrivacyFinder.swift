import Atoms
import ByteReading
public import MediaFacts
public import MediaInspection
public import Structure

extension MediaFile {
  /// What an opened file, of whatever format, says of persons, places, devices and accounts: its items
  /// of metadata, texts and times in fields; samples and free space are not read.
  ///
  /// - Complexity: O(*n*) in the nodes, their fields that are no rows of tables, and the bytes of items.
  public static func privacy(of document: Document) -> Privacy {
    PrivacyFinder(document).privacy
  }
}

/// Goes through a file once.
private struct PrivacyFinder {
  private(set) var privacy = Privacy()
  private let document: Document
  private let tree: Tree
  private let items: [MetadataItem]
  /// The nodes whose values are items: their fields are not looked at again.
  private var itemNodes: Set<NodeIndex> = []
  /// The places of findings, by what they say.
  private var places: [Said: Int] = [:]

  /// What makes two findings the same.
  private struct Said: Hashable {
    let title: String
    let value: String
  }

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    items = MediaFile.metadata(of: document)
    lookAtItems()
    lookAtNodes()
    lookAtWriter()
    if document.problems.errors > 0 { privacy.unread.append(Unread(.damaged)) }
  }

  private mutating func add(_ finding: Privacy.Finding) {
    if let value = finding.value {
      let said = Said(title: finding.title, value: value)
      if let place = places[said] { return privacy.repeated(place) }
      if privacy.findings.count < Privacy.limit { places[said] = privacy.findings.count }
    }
    privacy.add(finding)
  }

  // MARK: Items

  private mutating func lookAtItems() {
    let contents = MediaFile.contents(of: items)
    let paths = MetadataPaths.paths(of: items, in: document)
    for (place, item) in items.enumerated() {
      itemNodes.insert(item.node)
      look(at: item, contents[place], paths[place])
    }
  }

  private mutating func look(
    at item: MetadataItem, _ contents: MetadataContents, _ path: String
  ) {
    if let reason = PrivacyKeys.carrier(item) {
      return leave(reason, item.node, name: reason == MetadataCarriers.otherItem ? item.keyString : "")
    }
    if let picture = contents.value, case .data(let bytes) = picture, bytes.picture != nil {
      return leave(PrivacyKeys.picture, item.node)
    }
    guard let kind = PrivacyKeys.kind(of: item, contents) else {
      if case .data? = contents.value, PrivacyKeys.isOpaque(item) {
        leave(PrivacyKeys.opaque, item.node, name: item.keyString)
      } else if PrivacyKeys.isUnknown(item) {
        leave(PrivacyKeys.unknownKey, item.node, name: item.keyString)
      }
      return
    }
    let position = kind == .place ? Disclosure.position(contents) : nil
    add(
      Privacy.Finding(
        kind, title: PrivacyKeys.title(of: item), identifier: item.identifier.text,
        value: contents.value?.string, position: position, node: item.node, path: path,
        offset: contents.data?.fileOffset, byteCount: contents.data.map { UInt64($0.count) }))
  }

  /// The kinds of what was left that are told apart by their names.
  private static let nameLimit = 64

  private mutating func leave(_ reason: Unread.Reason, _ node: NodeIndex, name: String = "") {
    let known = privacy.unread.firstIndex { $0.reason == reason && $0.name == name }
    let name = known != nil || privacy.unread.count < Self.nameLimit ? name : ""
    if let place = known ?? privacy.unread.firstIndex(where: { $0.reason == reason && $0.name == name })
    {
      let first = privacy.unread[place]
      privacy.unread[place] = Unread(reason, node: first.node, count: first.count + 1, name: name)
    } else {
      privacy.unread.append(Unread(reason, node: node, name: name))
    }
  }

  // MARK: Nodes

  /// The program that wrote the file, where it left its name elsewhere than in metadata.
  private mutating func lookAtWriter() {
    let fact = document.synopsis.writer
    guard let writer = fact.value, writer.part != .encoder, let source = fact.source else { return }
    let path = document.path(of: source.node) + (source.field.map { "." + $0 } ?? "")
    let place = source.extent.flatMap {
      tree.fileOffset(of: UInt64($0.byteOffset), in: tree[source.node].source)
    }
    add(
      Privacy.Finding(
        .software, title: "Written by", value: writer.name, node: source.node, path: path,
        offset: place, byteCount: source.extent.map { UInt64($0.byteCount) }))
  }

  private mutating func lookAtNodes() {
    var walker = Walker()
    for index in tree.indices {
      let node = tree[index]
      if node.isRaw || isMedia(node) {
        privacy.mediaByteCount = privacy.mediaByteCount.saturatingAdd(
          node.isRaw ? node.size : UInt64(node.payload.byteCount))
        continue
      }
      if itemNodes.contains(index) { continue }
      if let kind = PrivacyKeys.samples(of: index, in: tree) {
        add(
          Privacy.Finding(
            kind, title: "A track of positions", value: nil, node: index,
            path: document.path(of: index), offset: node.source == 0 ? node.start : nil,
            byteCount: node.size))
        continue
      }
      if let reason = MetadataCarriers.reason(toLeave: index, in: tree) {
        leave(reason, index)
        continue
      }
      lookAtFields(of: index, &walker)
    }
  }

  /// Whether what a node holds are samples, sound or free space.
  private func isMedia(_ node: Node) -> Bool {
    if MediaFile.payloadTypes.contains(node.type) { return true }
    return PrivacyKeys.sound.contains(node.type) || document.word(for: node) == "audio"
  }

  /// Texts and times in fields: those of carriers, and texts that look like an address or a path.
  private mutating func lookAtFields(of index: NodeIndex, _ walker: inout Walker) {
    let node = tree[index]
    let parent = tree.parent(of: index).map { tree[$0].type }
    let carrier = PrivacyKeys.carrier(node.type, in: parent)
    var sink = PersonalFields(tree[index].source)
    document.walk(index, &walker, into: &sink)
    document.work.charge(1 + sink.found.count)
    if sink.opaqueCount > 0, carrier == nil, PrivacyKeys.isOpaque(node.type, in: parent) {
      leave(PrivacyKeys.opaque, index, name: node.type.key)
    }
    guard !sink.found.isEmpty else { return }
    var path: String?
    for found in sink.found {
      let kind: Privacy.Kind
      if found.isTime {
        kind = .time
      } else if let carrier {
        kind = found.name.hasSuffix("Date") || found.name.hasSuffix("Time") ? .time : carrier
      } else if let looks = PrivacyKeys.looks(found.value) {
        kind = looks
      } else {
        continue
      }
      let base = path ?? document.path(of: index)
      path = base
      add(
        Privacy.Finding(
          kind, title: found.name, value: found.value, node: index, path: base + "." + found.name,
          offset: tree.fileOffset(of: UInt64(found.extent.byteOffset), in: found.source),
          byteCount: UInt64(found.extent.byteCount)))
    }
  }
}

/// Gathers the texts and the times of a node.
private struct PersonalFields: FieldSink {
  struct Found {
    let name: String
    let value: String
    let extent: Extent
    let source: UInt16
    let isTime: Bool
  }

  /// The fields of one node that are kept.
  private static let limit = 256

  private var source: UInt16
  private(set) var found: [Found] = []
  /// The bytes in fields that are nothing but bytes.
  private(set) var opaqueCount = 0

  init(_ source: UInt16) { self.source = source }

  mutating func begin(source: UInt16) { self.source = source }
  mutating func wants(item index: Int, of count: Int) -> Bool { index < Self.limit }
  var stopsAtUnwanted: Bool { true }

  mutating func field(_ field: borrowing FieldReading) {
    guard found.count < Self.limit else { return }
    var text = ByteWriter()
    var isTime = false
    if case .secondsSince1904 = field.definition.meaning {
      guard field.raw > 0 else { return }
      isTime = true
      guard let date = MetadataDate(secondsSince1904: field.raw) else { return }
      text.put(date.text)
    } else if case .string = field.definition.kind {
      guard field.content.byteCount > 2 else { return }
      text.put(text: field.contentBytes, encoding: field.encoding, style: .verbatim, limit: 1_024)
    } else {
      if field.isBytes { opaqueCount += field.extent.byteCount }
      return
    }
    let value = text.string.trimmingNULs
    guard !value.isEmpty else { return }
    found.append(
      Found(
        name: field.name.description, value: value, extent: field.content, source: source,
        isTime: isTime))
  }

  mutating func table(_ table: borrowing TableReading) {}
}

extension String {
  /// The text without NUL characters and blanks at its ends, which fields of fixed size are filled with.
  fileprivate var trimmingNULs: String {
    let blank: (Unicode.Scalar) -> Bool = { $0.value == 0 || $0.value == 0x20 }
    var scalars = Substring(self).unicodeScalars
    while let last = scalars.last, blank(last) { scalars.removeLast() }
    while let first = scalars.first, blank(first) { scalars.removeFirst() }
    return String(scalars)
  }
}

import Atoms
import ByteReading
import EmbeddedMetadata
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
  /// Whether names of performers are those of a sleeve.
  private let isPublished: Bool
  /// The nodes with entries of Exif or XMP, which were read.
  private let embedded: Set<NodeIndex>
  /// Those of them whose rest was looked at.
  private var rests: Set<NodeIndex> = []
  /// Where the values of entries of Exif and XMP begin in the file, which were looked at.
  private var told: Set<UInt64> = []
  /// The nodes whose values are items: their fields are not looked at again.
  private var itemNodes: Set<NodeIndex> = []
  /// The tracks, once somebody asked for their samples.
  private var movie: MovieSamples?
  /// What was found of the samples of tracks.
  private var blankTracks: [NodeIndex: Bool] = [:]
  /// The bytes that may still be looked at to see whether all of them are zeros; what is not looked at says
  /// something.
  private var blankRoom: UInt64 = 64 << 20
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
    isPublished = PrivacyKeys.isPublished(items)
    embedded = Set(items.filter(\.isEmbedded).map(\.node))
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
    if case .finding(let finding, _, _) = item.part { return look(at: item, finding, contents, path) }
    if let reason = PrivacyKeys.carrier(item) {
      // Its entries are items of their own.
      if PrivacyKeys.wasRead(item.node, reason, embedded, in: tree) { return }
      if isBlank(item, contents) { return }
      return leave(reason, item.node, name: reason == MetadataCarriers.otherItem ? item.keyString : "")
    }
    if let picture = contents.value, case .data(let bytes) = picture, bytes.picture != nil {
      return leave(PrivacyKeys.picture, item.node)
    }
    // Zeros say nothing, whatever they are the value of: a writer left room, or somebody took out what was there.
    if isBlank(item, contents) { return }
    guard var kind = PrivacyKeys.kind(of: item, contents) else {
      if case .data? = contents.value, PrivacyKeys.isOpaque(item) {
        leave(PrivacyKeys.opaque, item.node, name: item.keyString)
      } else if PrivacyKeys.isUnknown(item) {
        leave(PrivacyKeys.unknownKey, item.node, name: item.keyString)
      }
      return
    }
    if kind == .credit, !isPublished { kind = .person }
    let position = kind == .place ? Disclosure.position(contents) : nil
    add(
      Privacy.Finding(
        kind, title: PrivacyKeys.title(of: item), identifier: item.identifier.text,
        value: contents.value?.string, position: position, node: item.node, path: path,
        offset: contents.data?.fileOffset, byteCount: contents.data.map { UInt64($0.count) }))
  }

  /// Takes an entry of Exif or XMP by what its reader says that it is about.
  private mutating func look(
    at item: MetadataItem, _ finding: EmbeddedFinding, _ contents: MetadataContents, _ path: String
  ) {
    leaveRest(of: item)
    if let name = finding.nextName { leave(PrivacyKeys.restOfEntries, item.node, name: name) }
    if let offset = contents.data?.fileOffset { told.insert(offset) }
    guard !PrivacyKeys.isVersion(finding) else { return }
    guard
      let kind = PrivacyKeys.kind(of: finding.subject) ?? PrivacyKeys.kind(ofName: finding.name)
        ?? finding.text.flatMap(PrivacyKeys.looks)
    else { return }
    add(
      Privacy.Finding(
        kind, title: finding.name, identifier: item.identifier.text, value: contents.value?.string ?? finding.text,
        position: kind == .place ? finding.text.flatMap { GeographicPosition(iso6709: $0) } : nil, node: item.node, path: path, offset: contents.data?.fileOffset,
        byteCount: contents.data.map { UInt64($0.count) }))
  }

  /// Names what of Exif or XMP is no item, once for each node.
  private mutating func leaveRest(of item: MetadataItem) {
    guard rests.insert(item.node).inserted else { return }
    leave(PrivacyKeys.rest(of: item), item.node)
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
      if node.isRaw || PrivacyKeys.isMedia(node, in: document) {
        privacy.mediaByteCount = privacy.mediaByteCount.saturatingAdd(
          node.isRaw ? node.size : UInt64(node.payload.byteCount))
        continue
      }
      if itemNodes.contains(index) { continue }
      if let kind = PrivacyKeys.samples(of: index, in: tree) {
        if hasBlankSamples(index) { continue }
        add(
          Privacy.Finding(
            kind, title: "A track of positions", value: nil, node: index,
            path: document.path(of: index), offset: node.source == 0 ? node.start : nil,
            byteCount: node.size))
        continue
      }
      if let reason = MetadataCarriers.reason(toLeave: index, in: tree) {
        if !isBlank(node), !PrivacyKeys.wasRead(index, reason, embedded, in: tree) { leave(reason, index) }
        continue
      }
      lookAtFields(of: index, &walker)
    }
  }

  /// Whether so many bytes may be looked at; they count for the call.
  private mutating func mayLook(at count: UInt64) -> Bool {
    guard count <= blankRoom else { return false }
    blankRoom -= count
    document.work.charge(1 + Int(clamping: count >> 3))
    return true
  }

  /// Whether an item is zeros, or what stays of a skeleton where zeros were put behind each 0xFF. Of one that
  /// is a whole node all texts and bytes are, and the numbers of a place, which stand beside its name.
  private mutating func isBlank(_ item: MetadataItem, _ contents: MetadataContents) -> Bool {
    guard let value = contents.value, let source = tree.contents(of: item.node) else {
      return isBlank(tree[item.node])
    }
    guard mayLook(at: tree[item.node].size) else { return false }
    guard value.isBlank(isStuffed: tree.sources[Int(source)].kind == .unsynchronised) else {
      return false
    }
    // What has no header has its key among its fields.
    guard item.isWholeNode, contents.dataType == nil, tree[item.node].headerSize > 0 else { return true }
    var walker = Walker()
    var sink = WhatIsLeft(
      isStuffed: tree.sources[Int(source)].kind == .unsynchronised,
      countsNumbers: PrivacyKeys.kind(of: item, contents) == .place)
    document.walk(item.node, &walker, into: &sink)
    return sink.isBlank
  }

  /// Whether the payload of a node is zeros.
  private mutating func isBlank(_ node: Node) -> Bool {
    let payload = node.payload
    guard mayLook(at: UInt64(clamping: payload.byteCount)) else { return false }
    return document.source(of: node).bytes.extracting(payload.byteOffset..<payload.byteEnd).isBlank()
  }

  /// Whether the samples of the track of a sample entry are in the file and zeros.
  private mutating func hasBlankSamples(_ entry: NodeIndex) -> Bool {
    var above = tree.parent(of: entry)
    while let index = above, tree[index].type != "trak" { above = tree.parent(of: index) }
    guard let above else { return false }
    if let known = blankTracks[above] { return known }
    let movie = self.movie ?? MovieSamples(document)
    self.movie = movie
    let isBlank = movie.tracks.first { $0.node == above }.map { hasZeros($0) } ?? false
    blankTracks[above] = isBlank
    return isBlank
  }

  private mutating func hasZeros(_ track: SampleTrack) -> Bool {
    let bytes = tree.file.bytes
    var count = 0
    for sample in track.samples() {
      count += 1
      guard let end = sample.end, let offset = sample.offset, end <= UInt64(bytes.byteCount),
        offset <= end, sample.file == 0, mayLook(at: sample.size &+ 64),
        bytes.extracting(Int(offset)..<Int(end)).isBlank()
      else { return false }
    }
    return count > 0
  }

  /// Texts and times in fields: those of carriers, and texts that look like an address or a path.
  private mutating func lookAtFields(of index: NodeIndex, _ walker: inout Walker) {
    let node = tree[index]
    let above = tree.parent(of: index)
    let parent = above.map { tree[$0].type }
    let carrier = PrivacyKeys.carrier(node.type, in: parent)
    var sink = PersonalFields(tree[index].source)
    document.walk(index, &walker, into: &sink)
    document.work.charge(1 + sink.found.count)
    // Of what stands in a carrier it was said there that not all was read.
    let isSaid = above.map { MetadataCarriers.reason(toLeave: $0, in: tree) != nil } ?? false
    let isOpaque =
      sink.opaqueCount > 0 && carrier == nil && !isSaid && PrivacyKeys.isOpaque(node.type, in: parent)
    if isOpaque || sink.hasUnitsLeft {
      leave(PrivacyKeys.opaque, index, name: node.type.key)
    } else if sink.hasBytes, PrivacyKeys.isConfiguration(index, in: tree) {
      leave(.configuration, index, name: node.type.key)
    }
    guard !sink.found.isEmpty else { return }
    var path: String?
    for found in sink.found {
      let kind: Privacy.Kind
      let offset = tree.fileOffset(of: UInt64(found.extent.byteOffset), in: found.source)
      // The entries of what stands in a carrier are items of their own.
      if isSaid, let offset, told.contains(offset) { continue }
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
          offset: offset, byteCount: UInt64(found.extent.byteCount)))
    }
  }
}

/// Finds out whether fields are zeros, but for those of a header and the language of a text.
private struct WhatIsLeft: FieldSink {
  private let isStuffed: Bool
  private let countsNumbers: Bool
  private(set) var isBlank = true

  init(isStuffed: Bool, countsNumbers: Bool) {
    self.isStuffed = isStuffed
    self.countsNumbers = countsNumbers
  }

  mutating func begin(source: UInt16) {}

  mutating func field(_ field: borrowing FieldReading) {
    switch field.definition.kind {
    case .uint, .int, .float, .fixed, .code:
      let isHeader = field.program.syntax.versions != nil && field.row < 2
      if case .language = field.definition.meaning { return }
      if countsNumbers, !isHeader, field.raw != 0 { isBlank = false }
    case .string:
      // A value ends at the first zero; something may stand behind it.
      let bytes = field.contentBytes
      for at in 0..<bytes.byteCount {
        let byte = bytes.byte(at: at) ?? 0
        if byte != 0, byte != 0x20, !isStuffed || byte != 0xFF { isBlank = false }
      }
    default:
      if !field.contentBytes.isBlank(isStuffed: isStuffed) { isBlank = false }
    }
  }

  /// Rows are what the value is made of, which is looked at by itself.
  mutating func table(_ table: borrowing TableReading) {}
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
  /// Whether there are units of a video stream that are not read, or bytes behind what is described, which are
  /// no zeros.
  private(set) var hasUnitsLeft = false
  /// Whether there are fields that are nothing but bytes, which are no zeros.
  private(set) var hasBytes = false

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
      let isLeft = field.isGap || PrivacyKeys.isUnitLeft(field.name)
      let isBytes = field.isBytes && !PrivacyKeys.isHarmless(field.name)
      if isLeft && !hasUnitsLeft || isBytes && !hasBytes, !field.contentBytes.isBlank() {
        if isLeft { hasUnitsLeft = true }
        if isBytes { hasBytes = true }
      }
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

extension MetadataValue {
  /// Whether it is zeros and nothing else, or 0xFF besides when it is stuffed; a language says nothing of
  /// what is not there.
  fileprivate func isBlank(isStuffed: Bool) -> Bool {
    switch self {
    case .text(let text):
      text.unicodeScalars.allSatisfy {
        $0.value == 0 || $0.value == 0x20 || isStuffed && ($0.value == 0xFF || $0.value == 0xFF00)
      }
    case .number(let number): number.double == 0
    case .date: false
    case .data(let bytes): bytes.count <= 64 << 20 && bytes.withBytes { $0.isBlank(isStuffed: isStuffed) }
    case .list(let values): values.allSatisfy { $0.isBlank(isStuffed: isStuffed) }
    case .dictionary(let members):
      members.allSatisfy { $0.name == "language" || $0.value.isBlank(isStuffed: isStuffed) }
    }
  }
}

extension RawSpan {
  /// Whether no byte is anything but zero, or 0xFF besides when they are stuffed.
  fileprivate func isBlank(isStuffed: Bool = false) -> Bool {
    var at = 0
    while at < byteCount {
      let count = isStuffed ? 1 : Swift.min(8, byteCount - at)
      let value = bigEndian(at: at, count: count)
      if value != 0, !isStuffed || value != 0xFF { return false }
      at += count
    }
    return true
  }
}

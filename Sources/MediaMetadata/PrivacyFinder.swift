import Atoms
import ByteReading
import EmbeddedMetadata
public import MediaFacts
public import MediaInspection
import SoundFiles
public import Structure

extension MediaFile {
  /// What an opened file, of whatever format, says of persons, places, devices and accounts: its items
  /// of metadata, texts and times in fields, and where that is asked for, its samples: what encoders say beside
  /// pictures, telemetry, timed metadata, positions in texts, comments of subtitles. Of free space
  /// what cameras leave there is read.
  ///
  /// - Complexity: O(*n*) in the nodes, their fields that are no rows of tables, and the bytes of items; with
  ///   samples, in their bytes as well.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - readsMedia: Whether samples are read.
  ///   - advance: Is called with how many bytes of samples were passed.
  /// - Returns: What was found, and what was not read.
  public static func privacy(
    of document: Document, readsMedia: Bool = false, advance: (Int) -> Void = { _ in }
  ) -> Privacy {
    let items = metadata(of: document)
    var privacy = privacy(of: document, items, contents(of: items))
    guard readsMedia else { return privacy }
    let media = PersonalMedia(document, besides: privacy, advance: advance)
    privacy = media.privacy
    // Of tracks of timed metadata it was said before that they were not read.
    privacy.unread.removeAll { $0.reason.id.isSame(as: "timed-metadata") }
    privacy.mediaReading = media.reading
    return privacy
  }

  /// The same without samples, of a file whose items the caller has read already.
  ///
  /// - Parameter contents: What each of the items says, in their order.
  static func privacy(
    of document: Document, _ items: [MetadataItem], _ contents: [MetadataContents]
  ) -> Privacy {
    PrivacyFinder(document, items, contents).privacy
  }
}

/// Goes through a file once.
struct PrivacyFinder {
  private(set) var privacy = Privacy()
  let document: Document
  let tree: Tree
  private let items: [MetadataItem]
  /// Whether names of performers are those of a sleeve.
  private let isPublished: Bool
  /// The nodes with entries of Exif or XMP, which were read.
  private let embedded: NodeSet
  /// Those of them whose rest was looked at, of each format.
  private var rests: Set<EmbeddedRest> = []
  /// Where the values of entries of Exif and XMP begin in the file, which were looked at.
  private var told: Set<UInt64> = []
  /// The nodes whose values are items, in the order of the file, with the bits of those that were looked at.
  private var itemNodes: [ItemNode] = []
  /// The tracks, once somebody asked for their samples.
  private var movie: MovieSamples?
  /// What was found of the samples of tracks.
  private var blankTracks = ValuesByNode<Bool>()
  /// The bytes that may still be looked at to see whether all of them are zeros; what is not looked at says
  /// something.
  private var blankRoom: UInt64 = 64 << 20
  /// The properties of XMP that are not known.
  var properties = OtherProperties()
  /// The bytes of which no table says what they are, and that may still be searched for positions.
  var positionRoom = 16 << 20
  /// The places of findings, by what they say.
  private var places = NumbersOfTexts()
  /// How the image of the file is coded; read once, however many boxes there are that say they hold one.
  lazy var imageCoding: FourCC? = ImageContents.of(document)?.coding
  /// Of how many items each item of a `meta` is put together, once somebody asked.
  var sources: (meta: NodeIndex, counts: [UInt64: Int])?

  private struct ItemNode {
    let node: NodeIndex
    var known: [Extent] = []
  }

  init(_ document: Document, _ items: [MetadataItem], _ contents: [MetadataContents]) {
    self.document = document
    self.items = items
    tree = document.tree
    isPublished = PrivacyKeys.isPublished(items)
    embedded = items.nodes(where: \.isEmbedded)
    lookAtItems(contents)
    lookAtNodes()
    lookAtWriter()
    if let place = privacy.unread.firstIndex(where: { $0.reason == PrivacyKeys.restOfXMP }) {
      privacy.unread[place].parts = properties.names
      privacy.unread[place].otherParts = properties.others
    }
    // What is of a form that is not read was left where it stands.
    privacy.unread += MediaFile.unread(of: document).filter { $0.reason != .forms }
  }

  mutating func add(_ finding: Privacy.Finding) {
    if let value = finding.value {
      // Two places may have one name.
      let position = finding.position.map { "\($0.latitude.bitPattern) \($0.longitude.bitPattern)" } ?? ""
      let said = "\(finding.title.utf8.count) \(finding.title) \(position) \(value)"[...]
      if let place = places.number(of: said) { return privacy.repeated(place) }
      if privacy.findings.count < Privacy.limit { places.add(said, number: privacy.findings.count) }
    }
    privacy.add(finding)
  }

  /// Counts bytes of media that are no node of their own; `nil`: there may be some.
  mutating func countMedia(_ count: UInt64?) {
    guard let count else {
      privacy.mayHaveOtherMedia = true
      return
    }
    privacy.mediaByteCount = privacy.mediaByteCount.saturatingAdd(count)
  }

  // MARK: Items

  private mutating func lookAtItems(_ contents: [MetadataContents]) {
    let paths = MetadataPaths.paths(of: items, in: document)
    for (place, item) in items.enumerated() {
      // Of values with names all but one are fields that are looked at by themselves.
      let at = placeOfItems(item.node)
      if at == itemNodes.count || itemNodes[at].node != item.node { itemNodes.insert(ItemNode(node: item.node), at: at) }
      // So are the address of a picture elsewhere, and what stands beside a picture without bytes.
      if let value = contents[place].main ?? contents[place].data, !PrivacyKeys.lacksPicture(item, contents[place]) {
        itemNodes[at].known.append(value.extent)
      }
      look(at: item, contents[place], paths[place])
    }
  }

  /// The place of the first node with items that is not before `node`.
  private func placeOfItems(_ node: NodeIndex) -> Int {
    (0..<itemNodes.count).partitionPoint { itemNodes[$0].node < node }
  }

  private mutating func look(
    at item: MetadataItem, _ contents: MetadataContents, _ path: String
  ) {
    if case .finding(let finding, _, _) = item.part { return look(at: item, finding, contents, path) }
    // The values of a property list are items of their own.
    if let child = tree.firstChild(of: item.node), embedded.contains(child) { return }
    if let reason = PrivacyKeys.carrier(item) {
      // Its entries are items of their own.
      if PrivacyKeys.wasRead(item.node, reason, embedded, in: tree) { return }
      if isBlank(item, contents) { return }
      return leave(
        reason, item.node, name: reason == MetadataCarriers.otherItem ? item.keyString : "", bytes: item.totalByteCount)
    }
    if PrivacyKeys.isTelemetry(tree[item.node].type) { return lookAtTelemetry(item.node, path) }
    if lookAtPictures(of: item, contents, path) { return }
    // Zeros name nobody, whatever they are the value of: a writer left room, or somebody took out what was there.
    if isBlank(item, contents) { return }
    let isShiftJIS = contents.dataType == ValueTypes.shiftJIS
    if isShiftJIS { leave(PrivacyKeys.shiftJIS, item.node, name: item.keyString, bytes: contents.data?.count) }
    func day() -> Privacy.Kind? { !isPublished && PrivacyKeys.isDay(item, contents) ? .time : nil }
    guard var kind = PrivacyKeys.kind(of: item, contents) ?? day() else {
      if isShiftJIS { return }
      if case .data? = contents.value, PrivacyKeys.isOpaque(item) {
        if !isWriter(item.node) { leave(PrivacyKeys.opaque, item.node, name: item.keyString) }
      } else if PrivacyKeys.isUnknown(item, contents) {
        leave(PrivacyKeys.unknownKey, item.node, name: PrivacyKeys.name(of: item, contents))
      } else if PrivacyKeys.isText(item, contents) {
        leave(PrivacyKeys.titles, item.node)
      }
      return
    }
    if kind != .place, PrivacyKeys.isEmpty(contents) { return }
    if kind == .credit, !isPublished { kind = .person }
    let position =
      kind == .place
      ? Disclosure.position(contents) ?? PrivacyKeys.positions(of: item.node, in: document)?.first : nil
    var offset = contents.data?.fileOffset
    var byteCount = contents.data.map { UInt64(clamping: contents.allValues?.byteCount ?? $0.count) }
    // A place without a name has numbers all the same.
    if byteCount == 0, position != nil {
      (offset, byteCount) = (tree.fileOffset(of: tree[item.node].start, in: tree[item.node].source), tree[item.node].size)
    }
    add(
      Privacy.Finding(
        kind, title: PrivacyKeys.title(of: item, contents), identifier: item.identifier.text,
        value: contents.value?.people ?? contents.value?.string, position: position, node: item.node, path: path,
        offset: offset, byteCount: byteCount))
  }

  /// Looks into the pictures that are the value of an item, or a part of it.
  ///
  /// - Returns: Whether it has any, or ought to have one.
  private mutating func lookAtPictures(
    of item: MetadataItem, _ contents: MetadataContents, _ path: String
  ) -> Bool {
    let isArtwork = PrivacyKeys.isArtwork(item)
    let parts = contents.value?.opaqueParts ?? []
    // What is no picture that is known here, and the address of one elsewhere, are other values.
    guard parts.contains(where: { $0.picture != nil }) || isArtwork && !parts.isEmpty else { return false }
    for bytes in parts where bytes.count > 0 {
      guard document.work.charge(1 + bytes.count >> 6, for: "there are no steps left for all pictures of metadata"),
        let picture = bytes.withBytes({ PersonalPicture($0) })
      else {
        if !bytes.withBytes({ $0.isBlank(isStuffed: true) }) { leave(PrivacyKeys.picture, item.node) }
        continue
      }
      tell(picture, in: item.node, path, from: bytes.fileOffset)
    }
    return true
  }

  /// Looks into the pictures of a frame in that of a chapter as into those of an item. What else such frames say is
  /// looked at field by field.
  ///
  /// - Returns: The bits that were looked at; `nil` when it has no picture, and ought to have none.
  private mutating func lookAtPictures(
    ofFrame index: NodeIndex, of part: NodeIndex, _ paths: inout PathTracker
  ) -> [Extent]? {
    guard let item = MetadataItem(frame: index, of: part, in: document) else { return nil }
    let contents = item.contents
    paths.move(to: index)
    guard lookAtPictures(of: item, contents, paths.path) else { return nil }
    return (contents.main ?? contents.data).map { [$0.extent] } ?? []
  }

  /// Takes the entries of a camera's telemetry by their keys.
  private mutating func lookAtTelemetry(_ node: NodeIndex, _ path: String) {
    var sink = SampleTexts(SampleTexts.Coding(type: "gpmd"))
    var walker = Walker()
    document.walk(node, &walker, into: &sink)
    document.work.charge(1 + Int(clamping: tree[node].size >> 6))
    for found in sink.found {
      add(
        Privacy.Finding(
          found.kind, title: found.title, value: found.value, position: found.position, node: node, path: path,
          offset: tree.fileOffset(of: UInt64(found.extent.byteOffset), in: tree[node].source),
          byteCount: UInt64(found.extent.byteCount), devicePart: found.devicePart))
    }
    if sink.opaqueCount > 0 || sink.isCut {
      leave(PrivacyKeys.opaque, node, name: tree[node].type.key, bytes: sink.opaqueCount)
    }
  }

  /// Takes an entry of Exif or XMP by what its reader says that it is about.
  private mutating func look(
    at item: MetadataItem, _ finding: EmbeddedFinding, _ contents: MetadataContents, _ path: String
  ) {
    leaveRest(of: item)
    if let name = finding.nextName { leave(PrivacyKeys.restOfEntries, item.node, name: name) }
    if let offset = contents.data?.fileOffset { told.insert(offset) }
    if [.propertyList, .samsung, .insta360, .iptc].contains(item.keySpace), finding.text == nil {
      leave(PrivacyKeys.opaque, item.node, name: finding.name, bytes: finding.values.count)
    }
    let known = PrivacyKeys.kind(of: finding)
    if item.keySpace == .exif, finding.text == nil, known != nil || finding.isUnknown {
      // Zeros name nobody.
      if contents.data?.withBytes({ $0.isBlank() }) ?? false { return }
      leave(PrivacyKeys.opaque, item.node, name: finding.name, bytes: finding.values.count)
    }
    if contents.data?.withBytes({ PrivacyKeys.isEmpty(finding, $0) }) ?? false { return }
    guard var kind = known else {
      if item.keySpace == .xmp { properties.add(finding.name) }
      return
    }
    if kind == .credit, !isPublished { kind = .person }
    add(
      Privacy.Finding(
        kind, title: finding.name, identifier: item.identifier.text, value: contents.value?.string ?? finding.text,
        position: kind == .place ? finding.text.flatMap { GeographicPosition(iso6709: $0) } : nil, node: item.node, path: path, offset: contents.data?.fileOffset,
        byteCount: contents.data.map { UInt64($0.count) }))
  }

  /// Names what of Exif or XMP is no item, once for each node and format.
  private mutating func leaveRest(of item: MetadataItem) {
    guard rests.insert(EmbeddedRest(item)).inserted else { return }
    leave(PrivacyKeys.rest(of: item), item.node)
  }

  /// The kinds of what was left that are kept apart by their names.
  private static let nameLimit = 64

  /// - Parameter count: How many bytes, where they were counted.
  mutating func leave(
    _ reason: Unread.Reason, _ node: NodeIndex, name: String = "", bytes count: Int? = nil
  ) {
    let count = count.map { UInt64(clamping: $0) }
    let known = privacy.unread.firstIndex { $0.reason == reason && $0.name == name }
    let name = known != nil || privacy.unread.count < Self.nameLimit ? name : ""
    if let place = known ?? privacy.unread.firstIndex(where: { $0.reason == reason && $0.name == name })
    {
      let first = privacy.unread[place]
      let bytes = first.byteCount.flatMap { known in count.map { known.saturatingAdd($0) } }
      privacy.unread[place] = Unread(
        reason, node: first.node, count: first.count + 1, byteCount: bytes, name: name)
    } else {
      privacy.unread.append(Unread(reason, node: node, byteCount: count, name: name))
    }
  }

  // MARK: Nodes

  /// Whether the bytes of a frame are what wrote the file, all of which is quoted there: text, and none of it cut off.
  private func isWriter(_ node: NodeIndex) -> Bool {
    guard tree[node].type == "PRIV" else { return false }
    let fact = document.synopsis.writer
    guard fact.source?.node == node, let name = fact.value?.name else { return false }
    return name.count < 60 && !name.unicodeScalars.contains("\u{FFFD}")
  }

  /// The program that wrote the file, where it left its name elsewhere than in metadata, or in bytes of it.
  private mutating func lookAtWriter() {
    let fact = document.synopsis.writer
    guard let writer = fact.value, let source = fact.source, writer.part == .space || isWriter(source.node) else { return }
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
    // The path of one of many siblings is not sought from the first one on.
    var paths = PathTracker(document)
    var behindPicture = NodeIndex(0)
    var nextItems = 0
    for index in tree.indices where index >= behindPicture {
      let node = tree[index]
      // A picture that was opened is looked at with the value that it is.
      if node.type == .picture || node.type == .portablePicture, node.marks.contains(.named) {
        behindPicture = node.subtreeEnd
        continue
      }
      if node.isRaw || PrivacyKeys.isFree(node.type) {
        // Space may hold what was there before, or what somebody hid.
        if !isBlank(node) {
          if node.isRaw { privacy.mayHaveOtherMedia = true }
          lookAtSpace(index, &walker, &paths)
        }
        continue
      }
      if PrivacyKeys.isMedia(node, in: document) {
        privacy.mediaByteCount = privacy.mediaByteCount.saturatingAdd(UInt64(node.payload.byteCount))
        leaveBetweenFrames(index)
        continue
      }
      while nextItems < itemNodes.count, itemNodes[nextItems].node < index { nextItems += 1 }
      if nextItems < itemNodes.count, itemNodes[nextItems].node == index {
        // Entries of Exif and XMP have said what is left of their node.
        if !embedded.contains(index) {
          lookAtFields(of: index, &walker, &paths, besides: itemNodes[nextItems].known)
        }
        continue
      }
      if let positions = PrivacyKeys.positions(of: index, in: document) {
        if hasBlankSamples(index) { continue }
        paths.move(to: index)
        add(
          Privacy.Finding(
            .place, title: positions.title, value: nil, position: positions.first, node: index,
            path: paths.path, offset: node.source == 0 ? node.start : nil, byteCount: node.size))
        continue
      }
      if PrivacyKeys.isLogOfPositions(index, in: tree) {
        if !isBlank(node) {
          leave(PrivacyKeys.opaque, index, name: node.type.key, bytes: node.payload.byteCount)
          lookForPositions(in: index, &paths)
        }
        continue
      }
      if let reason = MetadataCarriers.reason(toLeave: index, in: tree) {
        if reason == MetadataCarriers.xml, mayLook(at: UInt64(clamping: node.payload.byteCount)),
          let found = PrivacyMarkup.found(in: index, document)
        {
          paths.move(to: index)
          tell(found, in: index, paths.path)
          continue
        }
        let isTimed = reason == MetadataCarriers.timed
        if !isBlank(node), !PrivacyKeys.wasRead(index, reason, embedded, in: tree), !(isTimed && hasBlankSamples(index)) {
          leave(reason, index, bytes: node.payload.byteCount)
          if tree.program(of: node) == nil { lookForPositions(in: index, &paths) }
        }
        continue
      }
      if node.type == "infe" { lookAtItem(index, &paths) }
      lookAtFields(of: index, &walker, &paths)
    }
  }

  /// Takes what a camera left in free space, and positions in what nobody describes; the rest is left.
  private mutating func lookAtSpace(_ index: NodeIndex, _ walker: inout Walker, _ paths: inout PathTracker) {
    let node = tree[index]
    var count = node.isRaw ? Int(clamping: node.size) : node.payload.byteCount
    var logCount = 0
    if !node.isRaw, tree.program(of: node) != nil {
      var sink = PersonalFields(node.source)
      document.walk(index, &walker, into: &sink)
      document.work.charge(1 + sink.found.count + document.stepsForContents(of: index))
      if !sink.found.isEmpty { count = sink.byteCount + sink.leftCount }
      if sink.leavesTexts { leave(PrivacyKeys.behindTheFirst, index, name: node.type.key) }
      for found in sink.found {
        if found.name.isSame(as: "nmea") {
          logCount = logCount.saturatingAdd(found.extent.byteCount)
          continue
        }
        let isName = found.name.isSame(as: "file_name")
        tell(
          found, PrivacyTexts.of(found, in: isName ? .path : nil, isKey: false, isPartOfItem: false, isTitle: false),
          in: index, &paths)
      }
    }
    // A log that was not searched, or says no position, may say anything.
    if !lookForPositions(in: index, &paths) { count = count.saturatingAdd(logCount) }
    if count > 0 { leave(PrivacyKeys.opaque, index, name: node.isRaw ? "bytes without a structure" : node.type.key, bytes: count) }
  }

  /// Takes what elements of XML say.
  private mutating func tell(_ found: [PrivacyMarkup.Found], in index: NodeIndex, _ path: String) {
    for text in found {
      add(
        Privacy.Finding(
          text.kind, title: text.name, value: text.value,
          position: text.kind == .place ? GeographicPosition(iso6709: text.value) : nil, node: index, path: path,
          offset: tree.fileOffset(of: UInt64(text.bytes.lowerBound), in: tree[index].source),
          byteCount: UInt64(text.bytes.count),
          devicePart: text.kind == .device ? PrivacyMarkup.devicePart(ofProperty: text.name) : nil))
    }
  }

  /// Names the bytes in a stream of sound that are no frame of it: a tag may lie there, whose place nothing says.
  private mutating func leaveBetweenFrames(_ index: NodeIndex) {
    guard let count = document.frameCount(at: index), count.otherBytes > 0 else { return }
    let bytes = document.source(of: tree[index]).bytes
    var known: UInt64 = 0
    for gap in count.gaps where gap.upperBound <= bytes.byteCount && mayLook(at: UInt64(gap.count)) {
      if bytes.extracting(gap).isFilled { known = known.saturatingAdd(UInt64(gap.count)) }
    }
    guard count.otherBytes > known else { return }
    leave(PrivacyKeys.betweenFrames, index, bytes: Int(clamping: count.otherBytes - known))
  }

  /// Whether so many bytes may be looked at; they count for the call.
  mutating func mayLook(at count: UInt64) -> Bool {
    guard count <= blankRoom else { return false }
    blankRoom -= count
    return document.work.charge(
      1 + Int(clamping: count >> 3), for: "there are no steps left for all bytes of metadata")
  }

  /// Whether an item is zeros, or what stays of a skeleton where zeros were put behind each 0xFF.
  private mutating func isBlank(_ item: MetadataItem, _ contents: MetadataContents) -> Bool {
    guard contents.value != nil, tree.contents(of: item.node) != nil else { return isBlank(tree[item.node]) }
    return mayLook(at: tree[item.node].size) && PrivacyKeys.isBlank(item, contents)
  }

  /// Whether the payload of a node is zeros.
  private mutating func isBlank(_ node: Node) -> Bool {
    let payload = node.payload
    guard mayLook(at: UInt64(clamping: payload.byteCount)) else { return false }
    let bytes = document.source(of: node).bytes.extracting(payload.byteOffset..<payload.byteEnd)
    if node.type == .instaTrailer, node.marks.contains(.named) {
      return InstaTrailer.values(in: bytes, 0..<bytes.byteCount).allSatisfy { bytes.extracting($0).isBlank() }
    }
    // What is no structure has a letter in place of zeros where these would end a tag.
    return bytes.isBlank() || node.isRaw && bytes.isFilled
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

  /// Texts and times in fields, and bytes of which nobody knows what they say.
  ///
  /// - Parameters:
  ///   - paths: Has passed no node behind it.
  ///   - items: The bits of items in the node that were looked at; `nil` for a node without items.
  private mutating func lookAtFields(
    of index: NodeIndex, _ walker: inout Walker, _ paths: inout PathTracker, besides items: [Extent]? = nil
  ) {
    let node = tree[index]
    let above = tree.parent(of: index)
    if items == nil, let above, let looked = lookAtPictures(ofFrame: index, of: above, &paths) {
      return lookAtFields(of: index, &walker, &paths, besides: looked)
    }
    let parent = above.map { tree[$0].type }
    let carrier = PrivacyKeys.carrier(node.type, in: parent)
    // What stands in an image in one box is looked at by itself, and is bytes of a field there.
    let parts = node.type == "mini" ? lookIntoImage(index) : []
    var sink = PersonalFields(tree[index].source, known: (items ?? []) + parts, in: carrier)
    document.walk(index, &walker, into: &sink)
    document.work.charge(1 + sink.found.count + document.stepsForContents(of: index))
    // Of what stands in a carrier it was said there that not all was read.
    let isSaid = above.map { MetadataCarriers.reason(toLeave: $0, in: tree) != nil } ?? false
    if !isSaid { leaveBytes(of: index, sink, isItem: items != nil) }
    if items == nil, sink.byteCount + sink.leftCount > 0 { lookForPositions(in: index, &paths) }
    guard !sink.found.isEmpty else { return }
    let isKey = PrivacyKeys.isKey(node.type, in: parent) || items != nil && PrivacyKeys.isNamedByItself(node.type)
    let isTitle = items == nil && PrivacyKeys.isTitle(node.type)
    for found in sink.found {
      let offset = tree.fileOffset(of: UInt64(found.extent.byteOffset), in: found.source)
      // The entries of what stands in a carrier are items of their own.
      if isSaid, let offset, told.contains(offset) { continue }
      tell(
        found,
        PrivacyTexts.of(found, in: carrier, isKey: isKey || isSaid, isPartOfItem: items != nil, isTitle: isTitle),
        in: index, &paths)
    }
  }

  /// Takes what a text of a field gives away, or says that it was left.
  private mutating func tell(
    _ found: PersonalFields.Found, _ answer: PrivacyTexts.Answer, in index: NodeIndex, _ paths: inout PathTracker
  ) {
    switch answer {
    case .harmless: return
    case .title: leave(PrivacyKeys.titles, index)
    case .markup: leave(PrivacyTexts.markup, index, bytes: found.extent.byteCount)
    case .found(let kind):
      paths.move(to: index)
      let name = found.name.description
      let position = tree[index].type == "gdat" ? TextPositions.first(inBase64: found.value) : nil
      add(
        Privacy.Finding(
          kind, title: found.title?.description ?? name, value: position == nil ? found.value : nil, position: position,
          node: index, path: paths.path + "." + name,
          offset: tree.fileOffset(of: UInt64(found.extent.byteOffset), in: found.source),
          byteCount: UInt64(found.extent.byteCount)))
    }
  }

  /// The bytes of the numbers of a configuration, or of a damaged node, that read as letters. Numbers of other nodes
  /// have whole bytes, and are looked at where they are read.
  private mutating func letterCount(of index: NodeIndex, _ sink: PersonalFields) -> Int {
    let node = tree[index]
    guard let source = tree.contents(of: index), source == node.source,
      sink.isFaulty || PrivacyKeys.isConfiguration(index, in: tree)
    else { return 0 }
    let place = document.ownPayload(of: index)
    guard place.byteCount > 0, mayLook(at: UInt64(clamping: place.byteCount)) else { return 0 }
    return sink.letterCount(in: document.source(of: node).bytes, at: place)
  }

  /// Names the bytes of a node that nobody read, with how many they are.
  private mutating func leaveBytes(of index: NodeIndex, _ sink: PersonalFields, isItem: Bool) {
    // What a compressed movie inflates to is read.
    if let child = tree.firstChild(of: index), tree[child].source != tree[index].source, tree[index].type != "mini" { return }
    // It is told of few, and made for these.
    var name: String { tree[index].type.key }
    // A unit of a stream has more to say than the rest of a configuration.
    if sink.leftCount > 0 {
      leave(PrivacyKeys.opaque, index, name: name, bytes: sink.leftCount + sink.byteCount)
    } else if sink.byteCount > 0, PrivacyKeys.isConfiguration(index, in: tree) {
      leave(.configuration, index, name: name)
    } else if sink.byteCount > 0, !isItem {
      leave(PrivacyKeys.opaque, index, name: name, bytes: sink.byteCount)
    }
    let letters = max(sink.reservedCount, letterCount(of: index, sink))
    if letters > 0 { leave(PrivacyKeys.reserved, index, name: name, bytes: letters) }
    if sink.leavesTexts { leave(PrivacyKeys.behindTheFirst, index, name: name) }
  }
}

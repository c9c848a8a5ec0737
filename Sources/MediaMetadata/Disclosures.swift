import Atoms
import ByteReading
import EmbeddedMetadata
import ID3
public import MediaFacts
public import MediaInspection
import SoundFiles
public import Structure

/// What an opened file gives away: places, persons, the device, and when it was made.
///
/// Metadata is read. Samples and free space are named as not read, and so is all that `MediaFile.privacy(of:)` leaves.
public struct Disclosures: Sendable {
  /// The places that it names.
  public let places: Fact<[Disclosure]>
  /// The persons that it names.
  public let persons: Fact<[Disclosure]>
  /// The device that it was made with.
  public let camera: Fact<Camera>
  /// When its content was made.
  public let creationDate: Fact<MetadataDate>
}

extension MediaFile {
  /// What an opened file gives away of places, persons and devices.
  ///
  /// That there are none is said only where ``privacy(of:readsMedia:advance:)`` finds nothing either and leaves nothing,
  /// which is asked where all that is known as metadata was read.
  ///
  /// - Complexity: O(*n*) in the nodes, and the bytes of the items that say something.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - items: Its metadata, where the caller has it already.
  ///   - contents: What the items say, where the caller has read them already.
  /// - Returns: Each with what was not read.
  public static func disclosures(
    of document: Document, items: [MetadataItem]? = nil, contents: [MetadataContents]? = nil
  ) -> Disclosures {
    let items = items ?? metadata(of: document)
    let known = contents.flatMap { $0.count == items.count ? $0 : nil }
    return DisclosureFinder(document, items, known ?? self.contents(of: items)).disclosures
  }

  /// When the content was made: the first item of metadata that says so, else the header of the movie.
  ///
  /// The header is a claim where its day is not the day, nor the one before or after, that metadata
  /// gives: it counts in UTC. That there is none is said only where ``disclosures(of:items:contents:)`` leaves nothing.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - items: Its metadata.
  /// - Returns: The date with where it stands, and what else the file says; or what was not read.
  public static func creationDate(
    of document: Document, items: [MetadataItem]
  ) -> Fact<MetadataDate> {
    statedDate(of: document, items: items) ?? disclosures(of: document, items: items).creationDate
  }

  /// The date that metadata or the header of the movie give; `nil` when neither does.
  fileprivate static func statedDate(
    of document: Document, items: [MetadataItem]
  ) -> Fact<MetadataDate>? {
    var found: [Fact<MetadataDate>.Claim] = []
    let moments = OriginalMoments(items)
    for item in items where item.trackID == nil && PrivacyKeys.isCreation(item) {
      guard found.count < 16, let date = moments.date(of: item) else { continue }
      if let first = found.first, first.value.agrees(with: date) { continue }
      found.append(.init(date, from: FactSource(item.node, item.fieldName)))
    }
    let tree = document.tree
    if let movie = tree.movie, let header = tree.child("mvhd", of: movie) {
      let fields = document.view(MovieHeader.self, of: header)
      if let seconds = fields.number(.creation_time), seconds > 0,
        let date = MetadataDate(secondsSince1904: seconds),
        found.first.map({ !$0.value.isNear(date) }) ?? true
      {
        found.append(
          .init(
            date, from: FactSource(header, "creation_time", extent: fields.content(.creation_time))
          ))
      }
    }
    if let (date, source) = broadcastDate(of: document) {
      // A recorder says the second at which it began, of which others say the day, or the day of a copy.
      if let first = found.first, first.value.agrees(with: date), first.value.hour == nil { found.removeFirst() }
      if found.first.map({ !$0.value.agrees(with: date) }) ?? true { found.insert(.init(date, from: source), at: 0) }
    }
    guard let first = found.first else { return nil }
    return Fact(first.value, from: first.source, claims: Array(found.dropFirst()))
  }

  /// Whether a recorder left chunks with fields of its own, which are no items of metadata (EBU Tech 3285, iXML 3.0).
  ///
  /// - Complexity: O(*n*) in the chunks.
  package static func hasRecorderChunks(_ document: Document) -> Bool {
    let chunks: [FourCC] = ["bext", "iXML", "axml", "cart"]
    return document.tree.waveForm.map { form in
      document.tree.children(of: form).contains { chunks.contains(document.tree[$0].type) }
    } ?? false
  }

  /// When a recorder says that a WAV file was begun (EBU Tech 3285 §2.3).
  private static func broadcastDate(of document: Document) -> (MetadataDate, FactSource)? {
    let tree = document.tree
    guard let form = tree.waveForm, let chunk = tree.child("bext", of: form) else { return nil }
    let fields = document.view(BroadcastExtension.self, of: chunk)
    guard let day = fields.text(.OriginationDate)?.split(whereSeparator: { !$0.isNumber }).joined(separator: "-") else {
      return nil
    }
    // Whatever stands between the numbers.
    let clock = (fields.text(.OriginationTime) ?? "").split(whereSeparator: { !$0.isNumber }).joined(separator: ":")
    guard let date = MetadataDate("\(day)T\(clock)") ?? MetadataDate(day) else { return nil }
    return (date, FactSource(chunk, BroadcastExtension[.OriginationDate].name, extent: fields.content(.OriginationDate)))
  }
}

/// What entries of Exif, or frames of a tag, say together of when something was made: the zone and the part of a second,
/// and the day and the time beside a year, stand in entries of their own.
private struct OriginalMoments {
  /// By the node of the directories.
  private var zoned = ValuesByNode<MetadataDate>()
  private var fractions = ValuesByNode<String>()
  private let items: [MetadataItem]
  /// The frames beside that of a year.
  private let frames: MomentFrames

  init(_ items: [MetadataItem]) {
    self.items = items
    frames = MomentFrames(items)
    for item in items where item.keySpace == .exif {
      guard let text = item.finding?.text else { continue }
      switch item.keyString {
      case "DateTimeOriginalWithZone": zoned[item.node] = MetadataDate(text)
      case "SubSecTimeOriginal": fractions[item.node] = text
      default: break
      }
    }
  }

  /// The date that an item says, as exactly as the entries beside it do.
  func date(of item: MetadataItem) -> MetadataDate? {
    if MomentFrames.part(item) == .year, let day = frames.days[item.container].flatMap({ items[$0].stringValue }),
      let year = item.stringValue
    {
      let clock = frames.clocks[item.container].flatMap { items[$0].stringValue }
      return MetadataDate(year: year, dayAndMonth: day, clock: clock) ?? item.dateValue
    }
    guard item.keySpace == .exif, let text = item.finding?.text else { return item.dateValue }
    guard let date = MetadataDate(text) else { return nil }
    if let exact = zoned[item.node], exact.agrees(with: date) { return exact }
    return fractions[item.node].flatMap { MetadataDate(text + "." + $0) } ?? date
  }
}

extension MetadataDate {
  /// Whether the other is of the same day, or of the one before or after it, as far as both say.
  fileprivate func isNear(_ other: MetadataDate) -> Bool {
    guard let a = dayNumber, let b = other.dayNumber else { return agrees(with: other) }
    return abs(a - b) <= 1
  }

  /// Days since the first of March of the year 0; `nil` when no day is said.
  private var dayNumber: Int? {
    guard let month, let day else { return nil }
    let (year, place) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return year * 365 + year / 4 - year / 100 + year / 400 + (place * 153 + 2) / 5 + day
  }
}

/// Goes through a file once.
private struct DisclosureFinder {
  private let document: Document
  private let tree: Tree
  private let items: [MetadataItem]
  /// Whether names of performers are those of a sleeve.
  private let isPublished: Bool
  private var places: [Disclosure] = []
  private var persons: [Disclosure] = []
  private var unread: [Unread] = []
  /// When the content was made; `nil` when nobody says it.
  private let date: Fact<MetadataDate>?
  /// Where nobody says it, the times that may be that one.
  private var times: [Unread] = []
  /// The nodes with entries of Exif or XMP.
  private let embedded: NodeSet
  /// Those of them whose entries come to a position.
  private let positioned: NodeSet
  /// The logs of positions that are items, which are found once.
  private var logs = NodeSet()
  /// What makers say of their device in fields of their own.
  private var deviceParts: [Privacy.Finding] = []

  init(_ document: Document, _ items: [MetadataItem], _ contents: [MetadataContents]) {
    self.document = document
    self.items = items
    tree = document.tree
    date = MediaFile.statedDate(of: document, items: items)
    isPublished = PrivacyKeys.isPublished(items)
    embedded = items.nodes(where: \.isEmbedded)
    positioned = items.nodes { $0.finding.map(Self.isPosition) ?? false }
    for (item, contents) in zip(items, contents) { look(at: item, contents) }
    lookAtNodes()
    lookAtFields(contents)
  }

  /// Whether what was found stands in Exif or the like of a picture that is a value of metadata, and in which of
  /// them; `nil` of what is an item, or a field of a node.
  private func pictureSpace(of finding: Privacy.Finding) -> MetadataKeySpace? {
    guard let identifier = finding.identifier, !embedded.contains(finding.node) else { return nil }
    return [.exif, .xmp, .iptc].first { identifier.hasPrefix($0.identifierPrefix + "/") }
  }

  /// Takes what is found by who finds all there is: in fields of boxes that are no metadata, in pictures, in items by
  /// words in their keys; and what nobody reads.
  private mutating func lookAtFields(_ contents: [MetadataContents]) {
    // What is damaged was not read, whoever asks, and whether rules ran before or not.
    let privacy =
      document.problems.areChecked
      ? MediaFile.privacy(of: document, items, contents) : MediaFile.privacy(of: MediaFile.checked(document))
    // What it leaves may say more, whether there are media beside it or not.
    for left in privacy.unread where !isCountedWithMedia(left) { unread.append(left) }
    let (hadPlaces, hadPersons) = (!places.isEmpty, !persons.isEmpty)
    let known = KnownFindings(places + persons)
    let others = privacy.findings.filter { $0.kind == .time }
    if date == nil, let time = others.first {
      times = [Unread(PrivacyKeys.otherTime, node: time.node, count: others.count, name: time.title)]
    }
    // Comments and keywords are what their keys say, and may name anybody.
    for finding in privacy.findings where finding.identifier != nil && finding.kind == .comment {
      leave(PrivacyKeys.comment, finding.node)
    }
    // Of the numbers of a place in Exif the position is made.
    var placed = NodeSet()
    for finding in privacy.findings where finding.kind == .place && finding.position != nil { placed.insert(finding.node) }
    for finding in privacy.findings {
      let space = pictureSpace(of: finding)
      let isOfPicture = space != nil
      if !isOfPicture, known.has(finding, in: tree) { continue }
      // What an entry of Exif or XMP is about, and whether a comment is said or left, was decided before.
      if finding.identifier != nil, !isOfPicture, finding.kind == .comment || embedded.contains(finding.node) { continue }
      let found = Disclosure(
        .item(identifier: finding.title, value: finding.value), node: finding.node, part: finding.title,
        position: finding.position)
      switch finding.kind {
      case .place where space == .exif && finding.position == nil && placed.contains(finding.node): break
      case .place: places.append(found)
      case .person, .account, .path: persons.append(found)
      case .device where finding.devicePart != nil:
        // By a number of one device its owner is found.
        if finding.devicePart != .model { persons.append(found) }
        deviceParts.append(finding)
      case .comment: if !isOfPicture { persons.append(found) }
      // It may name anybody.
      case .text: if !hadPlaces || !hadPersons || isOfPicture { leave(PrivacyKeys.text, finding.node) }
      default: break
      }
    }
    if privacy.omitted > 0 { leave(PrivacyKeys.text, privacy.findings.last?.node ?? NodeIndex(0)) }
  }

  /// Whether it is free space, or bytes without a structure, whose bytes count with those of media.
  private func isCountedWithMedia(_ left: Unread) -> Bool {
    // What has no name is of several kinds.
    guard left.reason == PrivacyKeys.opaque, !left.name.isEmpty, let node = left.node else { return false }
    return tree[node].isRaw || PrivacyKeys.isFree(tree[node].type)
  }

  /// What was found of items and nodes, by which another finding is known to be the same.
  private struct KnownFindings {
    private var texts = ValuesByNode<NumbersOfTexts>()
    /// The nodes that were told as a whole, or of which an item has no text.
    private var wholes = NodeSet()

    init(_ found: [Disclosure]) {
      for one in found {
        guard case .item(_, let text?) = one.kind else {
          wholes.insert(one.node)
          continue
        }
        if texts[one.node]?.number(of: text[...]) == nil { texts[one.node, default: NumbersOfTexts()].add(text[...], number: 0) }
      }
    }

    /// Of an item the node counts that has its key: its value may stand in one below.
    func has(_ finding: Privacy.Finding, in tree: Tree) -> Bool {
      if wholes.contains(finding.node) { return true }
      let isValue = finding.identifier != nil && tree[finding.node].type == "data"
      let node = isValue ? tree.parent(of: finding.node) ?? finding.node : finding.node
      guard let text = finding.value else { return wholes.contains(node) }
      return texts[node]?.number(of: text[...]) != nil
    }
  }

  var disclosures: Disclosures {
    Disclosures(
      places: Self.fact(places, unread), persons: Self.fact(persons, unread), camera: camera,
      creationDate: date ?? Fact(unread: unread.filter { $0.reason != MetadataCarriers.geoTIFF } + times))
  }

  private static func fact(_ found: [Disclosure], _ unread: [Unread]) -> Fact<[Disclosure]> {
    guard let first = found.first else { return Fact(unread: unread) }
    return Fact(found, from: FactSource(first.node), unread: unread)
  }

  /// Names what was found and may name anybody.
  private mutating func leave(_ reason: Unread.Reason, _ node: NodeIndex) {
    if let place = unread.firstIndex(where: { $0.reason == reason }) {
      let known = unread[place]
      unread[place] = Unread(reason, node: known.node, count: known.count + 1)
    } else {
      unread.append(Unread(reason, node: node))
    }
  }

  /// Whether it is the position that the numbers of a place in Exif make.
  private static func isPosition(_ finding: EmbeddedFinding) -> Bool {
    finding.subject == .place && finding.role == .composed
  }

  /// Takes an entry of Exif or XMP by what its reader says that it is about.
  private mutating func look(at item: MetadataItem, _ finding: EmbeddedFinding, _ contents: MetadataContents) {
    if contents.data?.withBytes({ PrivacyKeys.isEmpty(finding, $0) }) ?? false { return }
    // What is personal to a search for it is personal here.
    let kind = PrivacyKeys.kind(of: finding)
    let found = Disclosure(
      .item(identifier: item.identifier.text, value: finding.text), node: item.node, part: finding.name,
      position: kind == .place ? finding.text.flatMap { GeographicPosition(iso6709: $0) } : nil)
    switch kind {
    // Of the numbers of a place in Exif the position is made; where one is missing, they are what there is.
    case .place where [.xmp, .iptc, .insta360].contains(item.keySpace) || Self.isPosition(finding): places.append(found)
    case .place where finding.subject != .place || !positioned.contains(item.node): places.append(found)
    case .person, .account, .path: persons.append(found)
    case .credit where !isPublished: persons.append(found)
    // By a number of one device its owner is found.
    case .device where finding.subject == .serialNumber: persons.append(found)
    default: break
    }
  }

  private mutating func look(at item: MetadataItem, _ contents: MetadataContents) {
    if case .finding(let finding, _, _) = item.part { return look(at: item, finding, contents) }
    // Of what is in these entries and pictures tell.
    if item.keySpace == .imageItems || PrivacyKeys.isArtwork(item) || PrivacyKeys.isTelemetry(tree[item.node].type) {
      return
    }
    guard let kind = PrivacyKeys.disclosed(by: item, contents, isPublished: isPublished) else { return }
    // A value stands in an atom below that of its key, and several of them below one.
    let isValue = tree[item.node].type == "data"
    let node = isValue ? tree.parent(of: item.node) ?? item.node : item.node
    if PrivacyKeys.isBlank(item, contents) || kind != .place && PrivacyKeys.isEmpty(contents) { return }
    let log = kind == .place ? PrivacyKeys.positions(of: node, in: document) : nil
    if log != nil { logs.insert(node) }
    let found = Disclosure(
      .item(identifier: item.identifier.text, value: contents.value?.people ?? contents.value?.string), node: node,
      part: !isValue && !item.isWholeNode ? item.keyString : nil,
      position: kind == .place ? Disclosure.position(contents) ?? log?.first : nil)
    if kind == .place {
      if places.last != found { places.append(found) }
    } else if persons.last != found {
      persons.append(found)
    }
  }

  /// What is no metadata: who may play protected samples, samples that are positions, and the bytes of media.
  private mutating func lookAtNodes() {
    let reader = NodeReader(document)
    var walker = Walker()
    var media: UInt64 = 0
    for index in tree.indices {
      let node = tree[index]
      if node.isRaw {
        media = media.saturatingAdd(node.size)
        continue
      }
      if let positions = PrivacyKeys.positions(of: index, in: document) {
        if !logs.contains(index) { places.append(Disclosure(positions.kind, node: index, position: positions.first)) }
        continue
      }
      switch PrivacyKeys.carrier(node.type, in: tree.parent(of: index).map { tree[$0].type }) {
      case .account:
        var sink = PersonalFields(node.source, in: .account)
        document.walk(index, &walker, into: &sink)
        if !sink.found.isEmpty { persons.append(Disclosure(.licensee, node: index)) }
      case .path where node.type == "alis":
        guard reader.view(DataEntry.self, of: index).content(.volume_name) != nil else { continue }
        persons.append(Disclosure(.alias, node: index))
      case _ where PrivacyKeys.isMedia(node, in: document):
        media = media.saturatingAdd(UInt64(node.payload.byteCount))
      case _ where node.type == "mini":
        for picture in PrivacyKeys.pictures(inOneBox: index, of: document) {
          media = media.saturatingAdd(UInt64(picture.byteCount))
        }
      default: break
      }
    }
    if media > 0 { unread.append(Unread(.media, byteCount: media)) }
  }

  // MARK: Camera

  /// How the names of programs begin that write the recordings of others into files.
  private static let copiers = ["Lavf", "Lavc", "HandBrake", "GPAC", "Mp4v2", "mp4v2", "Shotcut", "MKVToolNix"]

  /// The device, from the fields that all formats have, then from those of its maker.
  private var camera: Fact<Camera> {
    // What may name a device: all that was left but what names places alone.
    let carriers = unread.filter { $0.reason != MetadataCarriers.geoTIFF }
    let parts: [StaticString] = ["make", "model", "serialNumber"]
    let namesDevice = items.contains { $0.keyString.hasSuffix(".lens_model") || parts.contains(where: $0.feeds) }
    guard namesDevice || !deviceParts.isEmpty else { return Fact(unread: carriers) }
    let all = MediaFile.fields(of: document, items: items)
    var value = Camera()
    var source: FactSource?
    var claims: [Fact<Camera>.Claim] = []
    func read(_ id: String, _ part: WritableKeyPath<Camera, String?>) {
      guard let entry = all[id] else { return }
      value[keyPath: part] = entry.text
      if source == nil, let item = entry.candidates[0].items.first {
        source = FactSource(item.node, item.fieldName)
      }
      for other in entry.conflicts.prefix(4) {
        guard let item = other.items.first else { continue }
        var claim = Camera()
        claim[keyPath: part] = other.value.text
        claims.append(.init(claim, from: FactSource(item.node, item.fieldName)))
      }
    }
    read("make", \.make)
    read("model", \.model)
    read("serialNumber", \.serialNumber)
    if let lens = items.first(where: { $0.trackID == nil && $0.keyString.hasSuffix(".lens_model") })
    {
      value.lens = lens.stringValue
      if source == nil { source = FactSource(lens.node) }
    }
    for part in deviceParts {
      switch part.devicePart {
      case .model? where value.model == nil: value.model = part.value
      case .serialNumber? where value.serialNumber == nil: value.serialNumber = part.value
      default: continue
      }
      if source == nil { source = FactSource(part.node) }
    }
    // Software alone is no device, and what copied a recording into another file is not the camera's.
    if value.make != nil || value.model != nil, let software = all["encoder"],
      !Self.copiers.contains(where: { software.text.hasPrefix($0) })
    {
      read("encoder", \.software)
    }
    guard let source, !value.isEmpty else { return Fact(unread: carriers) }
    return Fact(value, from: source, claims: claims, unread: carriers)
  }
}

extension Disclosure {
  /// Where an item says that it is; `nil` when it says no numbers.
  static func position(_ contents: MetadataContents) -> GeographicPosition? {
    if let latitude = contents["latitude"]?.number?.double,
      let longitude = contents["longitude"]?.number?.double
    {
      return GeographicPosition(
        latitude: latitude, longitude: longitude, altitude: contents["altitude"]?.number?.double)
    }
    return contents.value?.string.flatMap { GeographicPosition(iso6709: $0) }
  }
}

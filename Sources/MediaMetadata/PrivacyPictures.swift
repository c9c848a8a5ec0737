import ByteReading
import EmbeddedMetadata
import MediaFacts
import MediaInspection
import Structure

/// What a picture that is a value of metadata says of places, persons and devices beside its pixels: a cover is often
/// a photograph as the camera left it.
struct PersonalPicture {
  /// Something that it says.
  struct Found {
    let kind: Privacy.Kind
    let title: String
    /// The identifier that it would have as an item of metadata; `nil` for texts.
    let identifier: String?
    let value: String
    /// Its bytes, from the first of the picture.
    let range: Range<Int>
  }

  private(set) var found: [Found] = []
  /// What was not read, with a name and how many bytes, where these were counted.
  private(set) var unread: [(reason: Unread.Reason, name: String, byteCount: Int?)] = []

  /// The properties of XMP that say something and are not known.
  private(set) var otherProperties: [String] = []

  /// The text of a comment that is looked at; of a longer one the bytes are not read.
  private static let textLimit = 65_536

  /// Reads the picture that begins with the first of `bytes`; `nil` when none that is known here does.
  init?(_ bytes: RawSpan) {
    guard let picture = PictureMetadata(bytes) else { return nil }
    for part in picture.parts {
      switch part.kind {
      case .exif:
        add(ExifReader.findings(in: bytes, part.range), .exif, bytes)
        for (place, content) in ExifReader.contents(in: bytes, part.range) {
          switch content {
          case .newsData: add(IIMReader.findings(in: bytes, place), .iptc, bytes)
          case .packet: addPacket(in: bytes, place)
          }
        }
        leave(PrivacyKeys.restOfExif)
      case .xmp: addPacket(in: bytes, part.range)
      case .imageResources:
        if let data = ImageResources.newsData(in: bytes, part.range) { add(IIMReader.findings(in: bytes, data), .iptc, bytes) }
        leave(PrivacyKeys.restOfIPTC)
      case .text, .latin1: addText(part, bytes)
      case .time: addTime(part, bytes)
      case .other: leave(PrivacyKeys.partOfPicture, part.name, part.range.count)
      }
    }
  }

  private mutating func leave(_ reason: Unread.Reason, _ name: String = "", _ byteCount: Int? = nil) {
    unread.append((reason: reason, name: name, byteCount: byteCount))
  }

  private mutating func addPacket(in bytes: RawSpan, _ range: Range<Int>) {
    let reader = XMPReader(bytes, range)
    add(reader.findings, .xmp, bytes)
    leave(PrivacyKeys.restOfXMP)
  }

  private mutating func add(_ findings: [EmbeddedFinding], _ space: MetadataKeySpace, _ bytes: RawSpan) {
    for finding in findings {
      if let name = finding.nextName { leave(PrivacyKeys.restOfEntries, name) }
      guard finding.values.upperBound > bytes.byteCount || !PrivacyKeys.isEmpty(finding, bytes.extracting(finding.values))
      else { continue }
      guard let kind = PrivacyKeys.kind(of: finding) else {
        if space == .xmp { otherProperties.append(finding.name) }
        continue
      }
      guard let text = finding.text else {
        leave(PrivacyKeys.opaque, finding.name, finding.values.count)
        continue
      }
      let identifier = MetadataIdentifier(space, .text(finding.name)).text
      found.append(
        Found(kind: kind, title: finding.name, identifier: identifier, value: text, range: finding.values))
    }
  }

  private mutating func addText(_ part: PictureMetadata.Part, _ bytes: RawSpan) {
    var written = ByteWriter()
    let outcome = written.put(
      text: bytes.extracting(part.range), encoding: part.kind == .latin1 ? .latin1 : .utf8, style: .verbatim,
      limit: Self.textLimit)
    if outcome.isTruncated { leave(PrivacyKeys.partOfPicture, part.name, part.range.count) }
    let text = written.string.filter { $0 != "\0" }
    guard !text.isEmpty else { return }
    switch PrivacyTexts.of(text, named: "value", isPartOfItem: false) {
    case .harmless, .title: break
    case .markup: leave(PrivacyTexts.markup, "", part.range.count)
    case .found(let kind):
      let keyword = part.keyword.flatMap { self.keyword($0, bytes) }
      let kindOfKeyword = keyword.flatMap { PrivacyKeys.kind(ofName: $0) } ?? .comment
      found.append(
        Found(
          kind: kind == .text ? kindOfKeyword : kind, title: keyword ?? part.name, identifier: nil, value: text,
          range: part.range))
    }
  }

  /// Takes the last change of a picture; a moment that is none, as of zeros alone, says no more than bytes do.
  private mutating func addTime(_ part: PictureMetadata.Part, _ bytes: RawSpan) {
    let bytes = bytes.extracting(part.range)
    func number(_ place: Int) -> UInt64 { bytes.bigEndian(at: place, count: 1) ?? 0 }
    func two(_ place: Int) -> String { (number(place) < 10 ? "0" : "") + "\(number(place))" }
    let year = bytes.bigEndian(at: 0, count: 2) ?? 0
    let text = "\(year)-\(two(2))-\(two(3))T\(two(4)):\(two(5)):\(two(6))Z"
    guard year > 0, let date = MetadataDate(text) else {
      if !bytes.isBlank() { leave(PrivacyKeys.partOfPicture, part.name, part.range.count) }
      return
    }
    found.append(Found(kind: .time, title: part.name, identifier: nil, value: date.text, range: part.range))
  }

  /// A keyword of PNG, of which the format allows 79 characters (ISO/IEC 15948 §11.3.4.2); `nil` for one without any.
  private func keyword(_ range: Range<Int>, _ bytes: RawSpan) -> String? {
    var written = ByteWriter()
    _ = written.put(text: bytes.extracting(range), encoding: .latin1, style: .verbatim, limit: 79)
    return written.string.isEmpty ? nil : written.string
  }
}

extension PrivacyKeys {
  /// What an entry of Exif or XMP gives away; `nil` when it is known to say no such thing.
  static func kind(of finding: EmbeddedFinding) -> Privacy.Kind? {
    guard !isVersion(finding), finding.role != .lone else { return nil }
    // How a picture was taken is known to be about nobody, whatever words its name has.
    if finding.subject == .picture { return finding.text.flatMap(looks) }
    // What somebody wrote may be an address.
    if finding.subject == .comment, let kind = finding.text.flatMap(looks) { return kind }
    guard let known = kind(of: finding.subject) ?? kind(ofProperty: finding.name) else { return finding.text.flatMap(looks) }
    return kind(known, of: finding.text)
  }

  static let partOfPicture = Unread.Reason(
    "picture-part", "a part of a picture that is of a format of its own, and may name places and persons,")

  /// Whether the value of an item is a picture, whatever its bytes are.
  static func isArtwork(_ item: MetadataItem) -> Bool {
    item.feeds("artwork")
  }
}

extension PrivacyKeys {
  /// Whether an item ought to have a picture, and has values with names that are no bytes: an address in place of
  /// the picture, or a description of none.
  static func lacksPicture(_ item: MetadataItem, _ contents: MetadataContents) -> Bool {
    guard isArtwork(item), case .dictionary? = contents.value else { return false }
    return contents.value?.opaqueParts.isEmpty ?? false
  }
}

extension MetadataValue {
  /// The texts that are its value, not those that stand beside numbers: of a comment what is said, of lyrics with times
  /// each of their parts.
  func texts(ofParts hasParts: Bool) -> [String] {
    switch self {
    case .text(let text): [text]
    case .list(let values): values.flatMap { $0.texts(ofParts: hasParts) }
    case .dictionary(let members):
      self["text"]?.texts(ofParts: hasParts)
        ?? (hasParts ? members.flatMap { $0.value.texts(ofParts: hasParts) } : [])
    case .number, .date, .data: []
    }
  }

  /// The bytes in it that are not read as text or number.
  var opaqueParts: [MetadataBytes] {
    switch self {
    case .data(let bytes): [bytes]
    case .list(let values): values.flatMap(\.opaqueParts)
    case .dictionary(let members): members.flatMap { $0.value.opaqueParts }
    case .text, .number, .date: []
    }
  }
}

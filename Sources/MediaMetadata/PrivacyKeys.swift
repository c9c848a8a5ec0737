import Atoms
import ByteReading
import EmbeddedMetadata
import ID3
import MediaFacts
import MediaInspection
import SoundFiles
import Structure

/// What keys, boxes and texts may give away: the one place where carriers of personal data are listed.
enum PrivacyKeys {
  static let picture = Unread.Reason("picture", "a picture, which may have Exif of its own")
  static let text = Unread.Reason("text", "a text that is no metadata and may name anybody")
  static let comment = Unread.Reason("comment", "a comment or a description, which may name anybody")
  static let otherTime = Unread.Reason("time", "a time that is not known to be that of the content,")
  static let unknownKey = Unread.Reason("unknown-key", "a value whose key is not known,")
  static let titles = Unread.Reason("titles", "titles, lyrics and the like, which may name anybody: not judged")

  static let shiftJIS = Unread.Reason("shift-jis", "a text in Shift JIS, whose characters are not read, of")
  static let opaque = Unread.Reason("opaque", "bytes whose meaning is not known, of")
  static let betweenFrames = Unread.Reason("between-frames", "bytes between the frames of sound, which may be a tag")
  static let reserved = Unread.Reason("reserved", "bytes that ought to be zeros or numbers and may be text, of")
  static let behindTheFirst = Unread.Reason("rows", "texts and bytes behind the first 4,096 rows, of")

  // MARK: Items

  /// Whether items say that the file is part of a published work: they name an album and a place in it.
  static func isPublished(_ items: [MetadataItem]) -> Bool {
    func has(_ ids: [StaticString], where isSaid: (MetadataItem) -> Bool = { _ in true }) -> Bool {
      items.contains { item in ids.contains(where: item.feeds) && isSaid(item) }
    }
    return has(["album"]) && has(["track", "trackNumber", "isrc"], where: hasPlace)
  }

  /// Whether an item that may say a place in an album says one: of 3GPP its number may stand behind the name.
  private static func hasPlace(_ item: MetadataItem) -> Bool {
    guard item.keySpace == .isoUserData, item.keyString == "albm" else { return true }
    return item.contents["track_number"]?.number.map { $0.double > 0 } ?? false
  }

  /// What an entry of Exif or XMP gives away.
  static func kind(of subject: EmbeddedFinding.Subject) -> Privacy.Kind? {
    switch subject {
    case .place: .place
    case .person: .person
    case .device, .serialNumber: .device
    case .identifier: .identifier
    case .moment: .time
    case .software: .software
    case .comment: .comment
    case .picture, .other: nil
    }
  }

  /// Whether what a node carries was read entry by entry: in the node itself, or the one in it.
  static func wasRead(
    _ index: NodeIndex, _ reason: Unread.Reason, _ embedded: NodeSet, in tree: Tree
  ) -> Bool {
    typealias Carriers = MetadataCarriers
    guard [Carriers.exif, Carriers.xmp, Carriers.samsung, Carriers.insta360, Carriers.iptc].contains(reason),
      !embedded.isEmpty
    else { return false }
    return embedded.contains(index) || tree.children(of: index).contains { embedded.contains($0) }
  }

  /// What of Exif or XMP is none of its items.
  static func rest(of item: MetadataItem) -> Unread.Reason {
    switch item.keySpace {
    case .xmp: restOfXMP
    case .propertyList: restOfPropertyList
    case .samsung: restOfSamsung
    case .insta360: restOfInsta360
    case .iptc: restOfIPTC
    default: restOfExif
    }
  }

  /// Whether an entry of Exif is the version of the tags for places, and so says of none.
  static func isVersion(_ finding: EmbeddedFinding) -> Bool { finding.role == .version }

  /// Whether an entry has a number that is not known, a text without characters, or bytes that are zeros: a writer left
  /// room for a name, and there is none, also not behind the zero that ends the text. The name of its characters is none
  /// of them.
  static func isEmpty(_ finding: EmbeddedFinding, _ bytes: RawSpan) -> Bool {
    if finding.role == .unknown { return true }
    guard let text = finding.text else { return bytes.byteCount > 0 && bytes.isBlank() }
    guard MetadataValue.text(text).isBlank(isStuffed: false) else { return false }
    let isNamed = bytes.bigEndian(at: 0, count: 8).map { characterNames.contains($0) } ?? false
    return (isNamed ? bytes.extracting(8..<bytes.byteCount) : bytes).isBlankText
  }

  /// Whether the texts that are the value of an item have no characters, whatever stands beside them: that is looked
  /// at by itself.
  static func isEmpty(_ contents: MetadataContents) -> Bool {
    let texts = contents.value?.texts(ofParts: false) ?? []
    return !texts.isEmpty && texts.allSatisfy { MetadataValue.text($0).isBlank(isStuffed: false) }
  }

  /// `ASCII` and `UNICODE`, before a text of Exif (Exif 3.0 §4.6.6).
  private static let characterNames = [ExifCharacters.ascii.rawValue, ExifCharacters.unicode.rawValue]

  /// Whether an item is zeros: a writer left room, or somebody took out what was there. Of one that is a whole node all
  /// texts and bytes are, and the numbers that stand beside the name of a place or what identifies something.
  static func isBlank(_ item: MetadataItem, _ contents: MetadataContents) -> Bool {
    let document = item.document
    let tree = document.tree
    guard let value = contents.value, let source = tree.contents(of: item.node) else { return false }
    let isStuffed = tree.sources[Int(source)].kind == .unsynchronised
    guard value.isBlank(isStuffed: isStuffed) else { return false }
    // What has no header has its key among its fields.
    guard item.isWholeNode, contents.dataType == nil, tree[item.node].headerSize > 0 else { return true }
    var walker = Walker()
    var sink = WhatIsLeft(isStuffed: isStuffed, countsNumbers: hasNumbersBeside(item, contents))
    document.walk(item.node, &walker, into: &sink)
    return sink.isBlank
  }

  /// Whether the numbers beside the value of an item say what it does: where a place is, which disc it is.
  static func hasNumbersBeside(_ item: MetadataItem, _ contents: MetadataContents) -> Bool {
    switch kind(of: item, contents) {
    case .place, .identifier, .account: true
    default: false
    }
  }

  /// Whether a number says how texts are coded, and nothing of anybody.
  static func isEncoding(_ name: StaticString) -> Bool { name.isSame(as: "encoding") }

  static let restOfEntries = Unread.Reason(
    "exif-entries", "entries of Exif behind the first 1,024: those from byte")
  static let restOfExif = Unread.Reason(
    "exif-rest", "what Exif holds besides the fields of its directories: most of the notes of makers, thumbnails")
  static let restOfXMP = Unread.Reason(
    "xmp-rest", "what XMP holds besides the properties that are known: others, comments, text around them")

  static let restOfPropertyList = Unread.Reason(
    "plist-rest",
    "what a property list holds besides values whose keys are known: others, comments, objects that nothing refers to")

  static let restOfIPTC = Unread.Reason(
    "iptc-rest", "what IPTC and the resources around it hold besides texts: previews, paths, data sets of others")

  static let restOfInsta360 = Unread.Reason(
    "insta360-rest",
    "what a camera left in records besides its names and the first position: others, pictures, movements")

  static let restOfSamsung = Unread.Reason(
    "samsung-rest", "what a camera left in blocks whose names are not known, and beside its blocks")

  /// Words in the names of other keys, as ``KeyName`` finds them.
  private static let words: [(kind: Privacy.Kind, words: [StaticString])] = [
    (.credit, ["musician credits", "lyricist", "arranger", "narrator", "soloist", "sound engineer", "art director"]),
    (.place, [
      "location", "gps", "gpsa", "gpsdop", "gpsf", "gpsh", "gpsp", "gpsu", "latitude", "longitude", "city", "country",
    ]),
    (.device, ["serial", "device", "camera", "lens", "firmware", "manufacturer", "model", "hdrp_makernote", "shot_log"]),
    (.account, ["account", "username", "user name", "owner", "license", "licensed", "licensee", "purchase",
      "purchased", "purchaser", "host header"]),
    (.identifier, ["identifier", "unique", "uuid", "guid", "documentid", "instanceid"]),
    (.person, ["artist", "author", "authored", "person", "photographer", "performer", "copyright", "copyrighted",
      "involved people", "executive producer", "acknowledgement", "acknowledgment", "thanks", "credits",
      "phonogram", "encodedby", "encoded by", "engineer", "commission", "commissioned"]),
    (.software, ["software", "encoder", "android.version", "tool name", "tool version"]),
    (.path, ["directory", "filename", "file name", "soundfile", "filepath", "projectpath", "lasturl"]),
    (.time, ["creationdate", "creation date", "creation time", "datetime"]),
    (.comment, ["comment", "description"]),
  ]

  /// Words in keys that people made up, which are about somebody wherever they stand.
  private static let wordsOfOwnKeys: [(kind: Privacy.Kind, words: [StaticString])] = [
    (.account, ["user", "login", "password", "customer"]),
    (.person, [
      "birth", "phone", "address", "mail", "email", "patient", "contact", "surname", "firstname", "first name", "lastname",
      "last name", "nickname", "passport", "doctor", "student", "street",
    ]),
  ]

  /// The fields that an item feeds: a frame whose description says what it is feeds that of its description.
  private static func fields(of item: MetadataItem, _ contents: MetadataContents) -> [MetadataField] {
    uses(of: item, contents).map { MetadataField.all[$0.field] }
  }

  private static func uses(of item: MetadataItem, _ contents: MetadataContents) -> [MetadataField.Use] {
    item.uses.filter { use in
      use.description.map { $0 == contents["info"]?.string?.lowercased() } ?? true
    }
  }

  /// What an item is called that has its name beside its value: the description of a user's frame.
  static func name(of item: MetadataItem, _ contents: MetadataContents) -> String {
    guard item.keySpace == .id3, case .code(let code) = item.key, isNamedByItself(code),
      let name = contents["info"]?.string, !name.isEmpty
    else { return item.keyString }
    return name
  }

  /// Frames that users name, of both lengths of codes.
  private static let ownNames: [FourCC] = ["TXXX", "TXX", "WXXX", "WXX"]

  /// Whether the description of a frame is the key of its value.
  static func isNamedByItself(_ type: FourCC) -> Bool { ownNames.contains(type) }

  /// Whether a frame that stands in another says what a part of a work is called.
  static func isTitle(_ type: FourCC) -> Bool { type == "TIT1" || type == "TIT2" || type == "TIT3" }

  /// Codes that are about nobody, though a word in their titles is that of a place or a person: where a player puts its
  /// window, and by which number a shop knows who made a work.
  private static let harmlessCodes: [FourCC] = ["WLOC", "atID"]

  /// What an item gives away, a name on a sleeve being a credit; `nil` when its key is known to say no such
  /// thing, or not known.
  static func kind(of item: MetadataItem, _ contents: MetadataContents) -> Privacy.Kind? {
    if case .code(let code) = item.key, harmlessCodes.contains(code) { return nil }
    let text = contents.value?.string
    // The time of day of a recording, whose day and year are frames of their own (ID3v2.3.0 §4.2.1).
    if MomentFrames.part(item) == .clock,
      MetadataDate(year: "2000", dayAndMonth: "0101", clock: text)?.hour != nil
    {
      return .time
    }
    let known = fields(of: item, contents)
    for field in known {
      // What players need of sound stands in comments, too.
      if field.discloses == .comment, let name = contents.value?["identifier"]?.string, let text,
        isHarmless(comment: text, named: name)
      {
        return looks(text)
      }
      // Who encoded it is a program most often.
      if field.id.isSame(as: "encodedBy"), let text, PrivacyTexts.isProgram(text) { return .software }
      if let kind = field.discloses { return self.kind(kind, of: text) }
      if field.id.isSame(as: "year") { return contents.value?.date?.hour != nil ? .time : nil }
    }
    let name = name(of: item, contents)
    let title = name == item.keyString ? item.title ?? "" : ""
    if isHarmless(item, name) || isLocationTable(item) { return text.flatMap(looks) }
    if let kind = kind(ofName: name + " " + title) {
      // Who performs a work stands on its sleeve, whoever names the key.
      return kind == .person && isPerformer(name + " " + title) ? .credit : self.kind(kind, of: text)
    }
    if known.isEmpty, isNamedByWords(item, name), let kind = kind(ofOwnKey: name) { return kind }
    if let kind = text.flatMap(looks) { return kind }
    if !known.isEmpty { return nil }
    if contents.value?.people != nil { return .person }
    if contents.value?.date?.hour != nil { return .time }
    // Of a key that nobody knows it is said that its value was not read.
    guard let text, contents.value?.number == nil, isAddress(item) || !isUnknown(item, contents), !isOfWork(item, name),
      case .found(let kind) = PrivacyTexts.of(text, named: "value", isPartOfItem: false)
    else { return nil }
    return kind
  }

  /// Whether the value of a frame is an address, whatever its user calls it.
  private static func isAddress(_ item: MetadataItem) -> Bool {
    guard item.keySpace == .id3, case .code(let code) = item.key else { return false }
    return code == "WXXX" || code == "WXX"
  }

  /// Whether it is a frame whose locations are those of sound in the file: bytes and times.
  private static func isLocationTable(_ item: MetadataItem) -> Bool {
    guard item.keySpace == .id3, case .code(let code) = item.key else { return false }
    return code == "MLLT" || code == "MLL"
  }

  private static func isPerformer(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasBytes(of: "artist") || name.hasBytes(of: "performer")
  }

  /// Whether words are the key of an item, which whoever wrote it may have made up: none of our tables has a title
  /// for it.
  static func isNamedByWords(_ item: MetadataItem, _ name: String) -> Bool {
    if name != item.keyString { return true }
    guard case .text = item.key else { return false }
    return item.title == nil
  }

  /// Whole keys whose values are texts of a work, name it or a part of it, or number it.
  private static let ofWorks: [String] = [
    "title", "subtitle", "album", "albumtitle", "debut album", "originalalbum", "grouping", "contentgroup", "work",
    "part", "movement", "movementname", "show", "showtitle", "series", "setsubtitle", "discsubtitle", "genre", "style",
    "category", "label", "station", "network", "podcast", "lyrics", "unsyncedlyrics", "syncedlyrics", "chapter",
    "chapters", "contents", "titlesort", "albumsort", "showsort", "mood", "language", "script", "media", "key",
    "initialkey", "bpm", "compilation", "gapless", "track", "tracknumber", "tracktotal", "totaltracks", "disc",
    "discnumber", "disctotal", "totaldiscs", "movementnumber", "movementtotal", "showmovement", "season", "episode",
    "rating", "parentalrating", "year", "date", "originalyear", "originaldate", "releasedate", "length", "duration",
    "filesize", "releasestatus", "releasetype", "asin", "barcode", "catalognumber", "catalog", "isrc", "isbn",
    "ean/upc", "com.android.capture.fps", "auxiliary.tracks.offset", "auxiliary.tracks.length",
  ]

  /// Words in our own titles of codes whose values are about a work.
  private static let wordsOfWorks: [StaticString] = [
    "title", "album", "movement", "work", "show", "tv ", "categor", "mood", "key", "language", "length", "size",
    "type", "kind", "rating", "delay", "year", "date", "podcast", "counter", "genre", "station", "isrc", "timecode",
    "gain", "volume", "mode", "characteristic", "barcode", "catalog", "label", "script", "media", "asin", "disc",
    "track", "lyrics", "part", "flavour", "definition", "gapless", "highlights", "chapter", "contents", "fps",
    "compilation", "beats", "composer", "publisher", "grouping", "tool", "bpm", "time", "price",
  ]

  /// Whether an item is about a work that anybody may have, by its whole key or by our title of it.
  private static func isOfWork(_ item: MetadataItem, _ name: String) -> Bool {
    if isNamedByWords(item, name) { return ofWorks.contains(folded(name)) }
    let title = (item.title ?? "").lowercased()
    return title.hasBytes(ofAny: wordsOfWorks)
  }

  /// Whether an item whose key says of nobody has a text that may: a title, lyrics, a word in place of a number. A
  /// film of a family has a title as well, and no program knows whom it names.
  static func isText(_ item: MetadataItem, _ contents: MetadataContents) -> Bool {
    let known = fields(of: item, contents)
    guard let texts = contents.value?.texts(ofParts: known.contains { $0.kind == .lyrics }),
      !isHarmless(item, name(of: item, contents), texts: texts)
    else { return false }
    if known.contains(where: { $0.kind == .genre }) {
      return MetadataGenre.genres(inID3: texts).contains { if case .text = $0 { true } else { false } }
    }
    return texts.contains { text in
      // Numbers of telephones are longer.
      if MetadataNumber(text) != nil, text.utf8.count <= 8 { return false }
      return MetadataDate(text) == nil && !PrivacyTexts.isOfWriter(text)
    }
  }

  /// A place, or what of a person somebody would not pass on with the file, by the fields that an item feeds; of
  /// QuickTime's keys, of which everybody makes up their own, by the words in them.
  ///
  /// - Parameter isPublished: Whether the file is part of a published work: names on a sleeve are nobody's
  ///   secret then.
  static func disclosed(
    by item: MetadataItem, _ contents: MetadataContents, isPublished: Bool
  ) -> Privacy.Kind? {
    for use in item.uses {
      let field = MetadataField.all[use.field]
      if field.discloses == .place || field.isPrivate { return field.discloses }
    }
    // What is personal to a search for it is personal here.
    switch kind(of: item, contents) {
    case .person: return .person
    case .account: return .account
    case .credit where !isPublished: return .person
    default: break
    }
    guard item.keySpace == .quickTimeMetadata else { return nil }
    let name = KeyName(item.keyString)
    return [.place, .account, .identifier, .person].first { kind in
      words.contains { $0.kind == kind && name.hasWord(ofAny: $0.words) }
    }
  }

  /// What a property of XMP gives away by its name: `Container:Directory[1]/Item:Mime`. Prefixes are those of
  /// whoever made the property up, and the name of a list does not say what stands in it.
  static func kind(ofProperty name: String) -> Privacy.Kind? {
    let parts = name.split(separator: "/").map { part in
      part.split(separator: ":").last.map(String.init) ?? String(part)
    }
    guard let last = parts.last else { return nil }
    if last == "path" { return .path }
    if let kind = kind(ofName: last) { return kind }
    guard let kind = kind(ofName: parts.joined(separator: "/")) else { return nil }
    return kind == .path || kind == .device ? nil : kind
  }

  /// Whether a box is telemetry whose entries are looked at by their keys.
  static func isTelemetry(_ type: FourCC) -> Bool { type == "GPMF" }

  /// What the name of a key or a property gives away; `nil` when no word in it is known.
  static func kind(ofName name: String) -> Privacy.Kind? {
    let name = KeyName(name)
    let kind = words.first { name.hasWord(ofAny: $0.words) }?.kind
    guard kind == .device, name.hasWord(ofAny: ["modelrelease", "modelage"]) else { return kind }
    // Models of PLUS are people, and what they allow is no device; other words count.
    return words.first { name.hasWord(ofAny: $0.words.filter { !$0.isSame(as: "model") }) }?.kind
  }

  /// What a key gives away that somebody made up; `nil` when no word in it is known.
  static func kind(ofOwnKey name: String) -> Privacy.Kind? {
    let name = KeyName(name)
    return wordsOfOwnKeys.first { name.hasWord(ofAny: $0.words) }?.kind
  }

  /// Whether a field is a unit of a video stream that is not read: what an encoder or a device has to say.
  static func isUnitLeft(_ name: StaticString) -> Bool {
    units.contains { name.isSame(as: $0.row) }
  }

  private static let units: [(row: StaticString, Void)] = [
    (row: "rbsp_byte", ()), (row: "obu_data", ()), (row: "metadata_payload", ()), (row: "nal_unit", ()),
  ]

  /// Whether bytes are about nobody, though no table describes them: what ciphers begin with, and sums.
  static func isHarmless(_ name: StaticString) -> Bool {
    sums.contains { name.isSame(as: $0.row) }
  }

  /// Whether a number is kept for later, though writers put numbers of their own there: what reads as letters in it
  /// may be text (QTFF, Handler Reference Atoms).
  static func isKeptForLater(_ name: StaticString) -> Bool {
    keptForLater.contains { name.isSame(as: $0.row) }
  }

  /// The seconds since 1904 of a field that counts from 1970 by its name, and whether they are those of the place where a
  /// camera was, which counts milliseconds; `nil` for other fields.
  static func unixTime(_ name: StaticString, _ raw: UInt64) -> (seconds: UInt64, isLocal: Bool)? {
    let isLocal = name.isSame(as: "milliseconds_since_1970")
    guard isLocal || name.isSame(as: "seconds_since_1970") else { return nil }
    return ((isLocal ? raw / 1_000 : raw).saturatingAdd(2_082_844_800), isLocal)
  }

  private static let keptForLater: [(row: StaticString, Void)] = [
    (row: "component_flags", ()), (row: "component_flags_mask", ()),
  ]

  private static let sums: [(row: StaticString, Void)] = [
    (row: "default_constant_IV", ()), (row: "constant_IV", ()), (row: "InitializationVector", ()),
    (row: "MD5_signature", ()), (row: "IV", ()), (row: "iv", ()), (row: "input_MD5", ()), (row: "salt", ()),
    (row: "side_information", ()), (row: "profileID", ()), (row: "digest", ()),
  ]

  /// Whether a node stands in the description of samples or items: what of it has no name is meant for a decoder,
  /// and may be what an encoder left there.
  static func isConfiguration(_ index: NodeIndex, in tree: Tree) -> Bool {
    var above = tree.parent(of: index)
    while let index = above {
      if tree[index].type == "stsd" || tree[index].type == "ipco" { return true }
      above = tree.parent(of: index)
    }
    return false
  }

  /// Whether bytes that are the value of an item may say anything.
  static func isOpaque(_ item: MetadataItem) -> Bool {
    item.uses.allSatisfy { $0.description != nil }
      && !isHarmless(item, item.keyString)
  }

  /// Whether nobody knows what the key of an item means.
  static func isUnknown(_ item: MetadataItem, _ contents: MetadataContents) -> Bool {
    guard fields(of: item, contents).isEmpty else { return false }
    let name = name(of: item, contents)
    if isNamedByWords(item, name) { return !isHarmless(item, name) && !isOfWork(item, name) }
    return item.title.map { generic.contains($0) } ?? true
  }

  /// What nodes are called whose keys nobody knows.
  private static let generic: [String] = [
    "Metadata item", "Unknown text", "Unknown address", "Unknown frame", "User text", "Information",
  ]

  /// What people call an item: the field that its key means, else the key itself.
  static func title(of item: MetadataItem, _ contents: MetadataContents) -> String {
    // Of people with their parts a field takes those of one part, and the value says all.
    if contents.value?.people != nil, let title = item.title { return title }
    let name = name(of: item, contents)
    let title = name == item.keyString ? item.title : nil
    let uses = uses(of: item, contents)
    guard !uses.isEmpty else { return title ?? name }
    let field = uses.first { !$0.isOther }.map { MetadataField.all[$0.field] }
    if let field, !isCollective(field) { return field.title.description }
    // A key of QuickTime that Apple describes has a name of its own.
    func words() -> String? { item.keySpace == .quickTimeMetadata ? item.identifier.constantWords : nil }
    return title ?? words() ?? field?.title.description ?? name
  }

  /// Whether keys of different meanings feed a field: the day of a recording and that of a release say the year, and
  /// any program is an encoder.
  private static func isCollective(_ field: MetadataField) -> Bool {
    field.id.isSame(as: "year") || field.id.isSame(as: "encoder")
  }

  /// What an item holds that is not read here: formats of their own.
  static func carrier(_ item: MetadataItem) -> Unread.Reason? {
    if item.keySpace == .imageItems {
      switch item.key.keyString {
      case "Exif": return MetadataCarriers.exif
      case "XMP": return MetadataCarriers.xmp
      case "IPTC": return MetadataCarriers.iptc
      default: return MetadataCarriers.otherItem
      }
    }
    return MetadataCarriers.reason(toLeave: item.node, in: item.document.tree)
  }

  // MARK: Boxes

  /// Boxes and chunks whose texts are personal, whatever they say; of an account the numbers are, too.
  static func carrier(_ type: FourCC, in parent: FourCC?) -> Privacy.Kind? {
    switch type {
    case "alis", "url ", "urn ": parent == "dref" ? .path : nil
    case "user", "name", "righ": parent == "schi" ? .account : nil
    case "bext": .person
    case "CNCV", "vndr": .device
    case "udat", "gdat": .place
    case "IDIT": parent == nil ? .time : nil
    default: nil
    }
  }

  /// What a number of FairPlay's rights says of a purchase; `nil` for one about programs, which is nobody's.
  static func title(ofRight code: FourCC) -> StaticString? {
    switch code {
    case "tran": "transaction"
    case "song": "item"
    default: nil
    }
  }

  /// Whether bytes in fields of a box are what a device or a program left there.
  static func isOpaque(_ type: FourCC, in parent: FourCC?) -> Bool {
    type == .uuid || parent == "udta" || parent == .uuid
  }

  /// Whether what a node holds are samples, sound, pictures or free space, of which ``isFree(_:)`` tells the
  /// last apart.
  static func isMedia(_ node: Node, in document: Document) -> Bool {
    if MediaFile.payloadTypes.contains(node.type) || codestreams.contains(node.type) { return true }
    guard let syntax = document.tree.program(of: node)?.syntax else { return false }
    return syntax.isSound || node.type == "DST " || document.word(for: node) == "audio"
  }

  /// Whether what a node holds is free space.
  static func isFree(_ type: FourCC) -> Bool { free.contains(type) }

  private static let free: [FourCC] = ["free", "skip", "wide", "JUNK"]

  /// Pictures that are a node of their own, and what fills RIFF.
  private static let codestreams: [FourCC] = ["jp2c", "jxlc", "jxlp", "JUNK"]

  /// Whether the texts of a box are keys, by which values are found, and no values.
  static func isKey(_ type: FourCC, in parent: FourCC?) -> Bool {
    switch type {
    case "keys", "mdta": true
    case "mean", "name": parent == "----"
    default: false
    }
  }

  /// Whether the text of this name in a tag, or a part of one, without a header is what it is found by, or
  /// its size.
  static func isMark(_ name: StaticString) -> Bool {
    let marks: [StaticString] = ["identifier", "end_identifier", "id", "size"]
    return marks.contains { name.isSame(as: $0) }
  }
}

extension MetadataValue {
  /// The names in a list of pairs, each behind what its person did: `engineer: A Name`; `nil` for what is no
  /// such list.
  var people: String? {
    credits?.map { $0.part.isEmpty ? $0.name : $0.part + ": " + $0.name }.joined(separator: ", ")
  }
}

/// What of one format in a node is none of its items: directories of Exif may hold XMP and IPTC.
struct EmbeddedRest: Hashable {
  private let node: NodeIndex
  private let keySpace: MetadataKeySpace

  init(_ item: MetadataItem) {
    node = item.node
    keySpace = item.keySpace
  }
}

extension MetadataItem {
  /// The entry of Exif or XMP that it is.
  var finding: EmbeddedFinding? { if case .finding(let finding, _, _) = part { finding } else { nil } }
  /// Whether it is an entry of Exif or XMP.
  var isEmbedded: Bool { finding != nil }
}

extension [MetadataItem] {
  /// The nodes of those that are so.
  func nodes(where isWanted: (MetadataItem) -> Bool) -> NodeSet {
    var nodes = NodeSet()
    for item in self where isWanted(item) { nodes.insert(item.node) }
    return nodes
  }
}

extension EmbeddedFinding {
  /// Whether its tag has no name that is known.
  var isUnknown: Bool { name.hasPrefix("0x") }
  /// Where the entries begin that are left out behind it: `0x2F3A`; `nil` when none are.
  var nextName: String? { nextLeftOut.map { "0x" + String($0, radix: 16, uppercase: true) } }
}

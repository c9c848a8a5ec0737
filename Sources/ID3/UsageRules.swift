import ByteReading
import MediaFacts
import Structure

/// What versions of ID3v2, and tags themselves, allow of frames that can be read.
struct UsageRules {
  static let rules: [Rule] = [
    Rule(
      .frameOfOtherVersion, "ID3v2.4.0 changes §4, ID3v2.3.0 §4",
      why: "Version 4 replaced some frames of version 3 by others, and gave new ones names.",
      players: "Most read the frame all the same; some show nothing.",
      mend: "Write what it says in the frame of this version."),
    Rule(
      .frameDuplicated, "ID3v2.4.0 frames §4",
      why: "A tag has one frame of this kind; version 4 lets one frame hold several values.",
      players: "Some show the first, some the last.",
      mend: "Put the values into one frame, or remove the others."),
    Rule(
      .chapterEndsEarly, "ID3v2 chapters 1.0 §3.1",
      why: "A chapter ends where it begins or later; a writer left the end of this one out.",
      players: "Some show no such chapter (FFmpeg), some go by where the next one begins.",
      mend: "Write where the chapter ends."),
    Rule(
      .textEncodingUnknown, "ID3v2.4.0 structure §4, ID3v2.3.0 §3.3",
      why: "Versions 2 and 3 know ISO-8859-1 and UCS-2; UTF-16BE and UTF-8 came with version 4.",
      players: "Some show noise, some nothing.",
      mend: "Write the text again in an encoding of this version."),
    Rule(
      .restrictionBroken, "ID3v2.4.0 structure §3.2",
      why: "The extended header restricts the tag so that small devices can read it.",
      players: "Devices that rely on it leave frames out, or fail.",
      mend: "Keep to the restriction, or remove it from the extended header."),
  ]

  private let document: Document
  private let reader: NodeReader
  /// The major version of the tag, 2...4.
  private var version: UInt64 = 0

  init(_ document: Document) {
    self.document = document
    reader = NodeReader(document)
  }

  /// Looks at all ID3v2 tags of the document.
  mutating func check() {
    let tree = document.tree
    for index in tree.indices where tree[index].marks.contains(.named) {
      let type = tree[index].type
      guard type.isID3v2Tag, (2...4).contains(type.byte(3)) else { continue }
      version = UInt64(type.byte(3))
      check(tag: index)
    }
  }

  private mutating func check(tag: NodeIndex) {
    let tree = document.tree
    var seen: Set<FourCC> = []
    var restrictions: Restrictions?
    var frames: UInt64 = 0
    // Most frames of a large tag are of a few types.
    var known: [FourCC: (isSingle: Bool, isOfOther: Bool)] = [:]
    for index in tree.children(of: tag) where !tree[index].isRaw {
      let node = tree[index]
      if node.marks.contains(.named) {
        if node.type == FourCC(0x6578_7404) { restrictions = Restrictions(index, reader) }
        continue
      }
      frames += 1
      let kind = known[node.type] ?? (FrameUsage.isSingle(node.type), isOfOtherVersion(node.type))
      known[node.type] = kind
      if node.type == "CHAP" { check(chapter: index) }
      if kind.isSingle, !seen.insert(node.type).inserted { note(Finding(.frameDuplicated), index) }
      if kind.isOfOther {
        note(.frameOfOtherVersion(found: 7 - version, expected: version), index)
      }
    }
    if let restrictions { check(restrictions, tag, frames) }
  }

  private func check(chapter index: NodeIndex) {
    let chapter = reader.view(Chapter.self, of: index)
    guard let start = chapter.number(.start_time), let end = chapter.number(.end_time), end < start else { return }
    note(.chapterEndsEarly(claimed: end, found: start), index)
  }

  private func note(
    _ finding: Finding, _ index: NodeIndex
  ) {
    document.problems.add(
      Diagnostic(
        finding, node: index, extent: document.tree[index].extent), within: document.limits)
  }

  /// Whether this version has no frames of this type, and the other one has.
  private func isOfOtherVersion(_ type: FourCC) -> Bool {
    guard version >= 3 else { return false }
    let other = 7 - version
    let catalogue = Catalogue.frames3
    return !catalogue.isLegal(type, in: FourCC(0x4944_3300 | UInt32(version)))
      && catalogue.isLegal(type, in: FourCC(0x4944_3300 | UInt32(other)))
  }

  // MARK: Restrictions

  /// What the extended header of version 4 restricts; 0 is no restriction each time.
  private struct Restrictions {
    let size: UInt64
    let encoding: UInt64
    let text: UInt64
    let imageEncoding: UInt64
    let imageSize: UInt64

    init?(_ index: NodeIndex, _ reader: NodeReader) {
      let header = reader.view(RestrictionHeader.self, of: index)
      guard (header.number(.flags) ?? 0) & 0x10 != 0, let size = header.number(.tag_size)
      else { return nil }
      self.size = size
      encoding = header.number(.text_encoding) ?? 0
      text = header.number(.text_fields) ?? 0
      imageEncoding = header.number(.image_encoding) ?? 0
      imageSize = header.number(.image_size) ?? 0
    }

    var mostFrames: UInt64 { size == 0 ? 128 : size == 1 ? 64 : 32 }
    var mostBytes: UInt64 { [1 << 20, 128 << 10, 40 << 10, 4 << 10][Int(size & 3)] }
    var mostCharacters: UInt64 { [.max, 1_024, 128, 30][Int(text & 3)] }
    var mostPixels: Int { [.max, 256, 64, 64][Int(imageSize & 3)] }
  }

  private func check(_ restrictions: Restrictions, _ tag: NodeIndex, _ frames: UInt64) {
    let tree = document.tree
    if frames > restrictions.mostFrames {
      note(.restrictionBroken(found: frames, limit: restrictions.mostFrames), tag)
    }
    if tree[tag].size > restrictions.mostBytes {
      note(.sizeRestricted(found: tree[tag].size, limit: restrictions.mostBytes), tag)
    }
    for index in tree.children(of: tag)
    where !tree[index].isRaw && !tree[index].marks.contains(.named) {
      var sink = Texts()
      var walker = Walker()
      document.walk(index, &walker, into: &sink)
      if restrictions.encoding == 1, let encoding = sink.encoding, encoding == 1 || encoding == 2 {
        note(.encodingRestricted(found: encoding), index)
      }
      if sink.longest > restrictions.mostCharacters {
        note(
          .textRestricted(found: sink.longest, limit: restrictions.mostCharacters), index)
      }
      checkPicture(of: index, restrictions)
    }
  }

  /// Holds the picture of a frame against what its tag restricts pictures to, as far as its first bytes say what it is.
  private func checkPicture(of index: NodeIndex, _ restrictions: Restrictions) {
    guard restrictions.imageEncoding != 0 || restrictions.imageSize != 0 else { return }
    var picture: Picture?
    reader.view(AttachedPicture.self, of: index).withField(.data) { picture = Picture($0.contentBytes) }
    guard let picture else { return }
    if restrictions.imageEncoding == 1, picture.format != .png, picture.format != .jpeg {
      note(Finding(.pictureRestricted), index)
    }
    let larger = max(picture.width, picture.height)
    if larger > restrictions.mostPixels {
      note(.pixelsRestricted(found: UInt64(larger), limit: UInt64(restrictions.mostPixels)), index)
    }
  }

  /// The encoding of a frame, and its longest text.
  private struct Texts: FieldSink {
    var encoding: UInt64?
    var longest: UInt64 = 0

    mutating func field(_ field: borrowing FieldReading) {
      if field.name.isSame(as: "encoding") { encoding = field.raw }
      guard field.name.isSame(as: "text") else { return }
      var text = ByteWriter()
      let outcome = text.put(
        text: field.contentBytes, encoding: field.encoding, style: .name, limit: 2_048)
      longest = max(longest, UInt64(outcome.characters))
    }
    mutating func table(_ table: borrowing TableReading) {}
  }
}

extension Diagnostic.Kind {
  static let frameOfOtherVersion = Self(
    "frame-of-other-version", .note,
    "is a frame of version {found}, the tag is of version {expected}")
  static let frameDuplicated = Self(
    "frame-duplicated", .warning, "a second '{type}' in the tag", expected: "one")
  static let chapterEndsEarly = Self(
    "chapter-ends-early", .warning, "end_time is {claimed} ms, start_time {found} ms")
  static let textEncodingUnknown = Self(
    "text-encoding-unknown", .warning,
    "text encoding {found} is not one of version {version}")
  static let restrictionBroken = Self(
    "restriction-broken", .warning, "has {found} frames, its extended header allows {limit}")
  fileprivate static let sizeRestricted = Self(
    "restriction-broken", .warning,
    "has {found|bytes}, its extended header allows {limit}")
  fileprivate static let encodingRestricted = Self(
    "restriction-broken", .warning,
    "is in text encoding {found}, the extended header of the tag allows 0 and 3")
  fileprivate static let textRestricted = Self(
    "restriction-broken", .warning,
    "has a text of {found} characters, the extended header of the tag allows {limit}")
  fileprivate static let pictureRestricted = Self(
    "restriction-broken", .warning, "has a picture of another kind than PNG and JPEG, which the extended header allows")
  fileprivate static let pixelsRestricted = Self(
    "restriction-broken", .warning,
    "has a picture of {found} pixels on its longer side, the extended header of the tag allows {limit}")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func frameOfOtherVersion(found: UInt64, expected: UInt64) -> Self {
    Self(.frameOfOtherVersion, .found(found), .expected(expected))
  }
  static func chapterEndsEarly(claimed: UInt64, found: UInt64) -> Self {
    Self(.chapterEndsEarly, .claimed(claimed), .found(found))
  }
  static func textEncodingUnknown(found: UInt64, version: UInt64) -> Self {
    Self(.textEncodingUnknown, .found(found), .version(version))
  }
  static func restrictionBroken(found: UInt64, limit: UInt64) -> Self {
    Self(.restrictionBroken, .found(found), .limit(limit))
  }
  fileprivate static func sizeRestricted(found: UInt64, limit: UInt64) -> Self {
    Self(.sizeRestricted, .found(found), .limit(limit))
  }
  fileprivate static func encodingRestricted(found: UInt64) -> Self {
    Self(.encodingRestricted, .found(found))
  }
  fileprivate static func textRestricted(found: UInt64, limit: UInt64) -> Self {
    Self(.textRestricted, .found(found), .limit(limit))
  }
  fileprivate static func pixelsRestricted(found: UInt64, limit: UInt64) -> Self {
    Self(.pixelsRestricted, .found(found), .limit(limit))
  }
}

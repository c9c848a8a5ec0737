import Atoms
import ByteReading
import EmbeddedMetadata
import ID3
import MediaFacts
public import MediaInspection
import SoundFiles
public import Structure

extension MediaFile {
  /// What an opened file says about itself, in the order of the file: user data, QuickTime metadata
  /// and iTunes lists of the file, the movie and its tracks; ID3, APE and ID3v1 tags; information of
  /// WAV and AIFF files; Exif and XMP of still images; property lists in any of these and in the descriptions
  /// of timed metadata; what cameras of Samsung leave behind a picture; data sets of IPTC-IIM.
  ///
  /// Values are not read, but for what keys are made of, for how many texts an atom has, and for Exif, XMP and
  /// property lists, each of which is gone through once.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  ///
  /// - Parameter document: The file.
  /// - Returns: The items; empty when there are none.
  public static func metadata(of document: Document) -> [MetadataItem] {
    var finder = MetadataFinder(document)
    finder.find()
    return finder.items
  }
}

/// Goes through a file and finds what says something about it.
struct MetadataFinder: ~Copyable {
  private(set) var items: [MetadataItem] = []
  let document: Document
  let tree: Tree
  private let atoms: AtomContext?
  private var reader: MetadataReader
  private let isQuickTime: Bool
  private let share: MemoryShare
  /// Items that there was memory for.
  private var paid = 0
  /// The bytes of Exif and XMP in items of images that may still be read.
  private var roomForItems: UInt64
  /// The bytes that may still be made of those that are compressed, or lie in pieces.
  private var roomForMade: Int

  /// Items that are found; of a file that has more it is said that the rest is left out.
  private static let limit = 16_384

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    // Those of a sequence are often those of the film beside it.
    roomForItems = OpenedItems.room(in: document)
    roomForMade = document.limits.inflated(ofFile: document.tree.file.byteCount)
    share = MemoryShare(document.memory, for: MetadataItem.noMemory)
    reader = MetadataReader(document)
    atoms = document.context as? AtomContext
    isQuickTime = document.synopsis.format == .quickTime
  }

  // Types whose key strings have escapes are not compared as literals in a loop.
  private static let tag2 = FourCC(0x4944_3302)
  private static let tag3 = FourCC(0x4944_3303)
  private static let tag4 = FourCC(0x4944_3304)
  private static let oldTag = FourCC(0x5441_4701)
  private static let oldExtension = FourCC(0x4558_5401)
  private static let lyrics1 = FourCC(0x4C59_5201)
  private static let lyrics2 = FourCC(0x4C59_5202)
  private static let ape1 = FourCC(0x4150_4501)
  private static let ape2 = FourCC(0x4150_4502)

  mutating func find() {
    var index = NodeIndex(0)
    let end = tree.end
    while index < end {
      let node = tree[index]
      switch node.type {
      case "stbl":
        findLists(inEntriesOf: index)
        index = node.subtreeEnd
      case "traf", "mdat": index = node.subtreeEnd
      case "udta" where atoms != nil:
        findUserData(in: index)
        index = index.next
      case "ilst" where atoms != nil:
        findList(in: index)
        index = node.subtreeEnd
      case "iinf" where atoms != nil:
        findImageItems(in: index)
        index = node.subtreeEnd
      case Self.tag2, Self.tag3, Self.tag4:
        findFrames(in: index)
        index = node.subtreeEnd
      case Self.oldTag:
        findFields(in: index, .id3v1, .id3v1, Self.fields)
        index = index.next
      case "uuid", "XMP_", "xml ", "_PMX":
        findProperties(in: index)
        index = index.next
      case "mini" where atoms != nil:
        for child in tree.children(of: index) where tree[child].type == "XMP " { findProperties(of: child) }
        index = index.next
      case "TIFF", "TIFe", "TIFg", "TIFc":
        findExif(in: index)
        index = index.next
      case .binaryPropertyList, .textPropertyList:
        findList(of: index)
        index = index.next
      case .newsData, .imageResources:
        findDataSets(of: index)
        index = index.next
      case .samsungTrailer:
        findBlocks(of: index)
        index = index.next
      case .instaTrailer:
        findRecords(of: index)
        index = index.next
      case "TAG+" where atoms == nil, Self.oldExtension:
        findFields(in: index, .enhancedID3v1, .enhancedID3v1, Self.enhancedFields)
        index = index.next
      case Self.lyrics1:
        add(
          .lyrics3, .lyrics3, .text("LYR"), container: index, node: index,
          part: .field(LyricsTag[.lyrics]))
        index = index.next
      case Self.lyrics2:
        findLyricsFields(in: index)
        index = node.subtreeEnd
      case Self.ape1, Self.ape2:
        findTagItems(in: index)
        index = node.subtreeEnd
      case "LIST" where atoms == nil:
        for child in tree.children(of: index) where !tree[child].isRaw {
          add(.riff, .riff, .code(tree[child].type), container: index, node: child)
        }
        index = node.subtreeEnd
      case "NAME", "AUTH", "ANNO", "(c) ":
        if atoms == nil, let form = tree.parent(of: index), tree[form].type == "FORM" {
          add(.aiff, .aiff, .code(node.type), container: form, node: index)
        }
        index = index.next
      default: index = index.next
      }
    }
  }

  mutating func add(
    _ format: MetadataFormat, _ keySpace: MetadataKeySpace, _ key: MetadataKey,
    container: NodeIndex,
    node: NodeIndex, track: UInt64? = nil, part: MetadataItem.Part = .all
  ) {
    guard items.count < Self.limit else {
      return document.memory.leaveOut("there are more than 16,384 items of metadata")
    }
    if items.count == paid {
      // What an item takes with its value, about.
      guard share.grow(by: 256 * 1_536) else { return }
      paid += 256
    }
    items.append(
      MetadataItem(
        document: document, format: format, identifier: MetadataIdentifier(keySpace, key),
        container: container, node: node, trackID: track, part: part))
  }

  // MARK: Atoms

  /// The ID of the track that the node at `index` stands in.
  private func track(of index: NodeIndex) -> UInt64? {
    guard tree[index].depth > 0, let track = atoms?.track(at: index),
      tree[track.node].type == "trak"
    else { return nil }
    return track.id
  }

  /// Types in user data that are not about the content, or hold what is listed elsewhere.
  private static let structure: StaticString =
    "meta chpl hnti hinf hnt\\x20 Xtra tags free skip udta strk kind tsel ludt cmap totl"

  private mutating func findUserData(in index: NodeIndex) {
    let track = track(of: index)
    let keySpace: MetadataKeySpace = isQuickTime ? .quickTimeUserData : .isoUserData
    let format: MetadataFormat = isQuickTime ? .quickTimeUserData : .isoUserData
    for child in tree.children(of: index) where !tree[child].isRaw {
      let node = tree[child]
      if node.type == "Xtra" {
        findEntries(
          of: .attributes, named: .name, by: WindowsAttributes.self, in: child, .windowsMedia,
          .windowsMedia, track: track)
      } else if node.type == "tags" {
        for values in tree.children(of: child) where tree[values].type == "meta" {
          findEntries(
            of: .entries, named: .key, by: NeroTags.self, in: values, .nero, .nero, track: track)
        }
      }
      if node.type.isListed(in: Self.structure) { continue }
      // Types that begin with © are QuickTime's wherever they stand.
      let isText = node.type.byte(0) == 0xA9
      let space = isText ? MetadataKeySpace.quickTimeUserData : keySpace
      let itsFormat = isText ? MetadataFormat.quickTimeUserData : format
      let key = MetadataKey.code(node.type)
      guard isText else {
        // What holds other atoms is no value.
        if tree.firstChild(of: child) != nil, tree.child("data", of: child) == nil { continue }
        add(itsFormat, space, key, container: index, node: child, track: track)
        continue
      }
      var hasData = false
      for value in tree.children(of: child) where tree[value].type == "data" {
        hasData = true
        add(itsFormat, space, key, container: index, node: value, track: track)
      }
      if hasData { continue }
      let texts = reader.fields(of: child).filter {
        $0.item >= 0 && $0.is(.text, in: UserDataText.self)
      }
      guard texts.count > 1 else {
        let part = texts.isEmpty ? MetadataItem.Part.all : .onlyText
        add(itsFormat, space, key, container: index, node: child, track: track, part: part)
        continue
      }
      for number in texts.indices {
        add(
          itsFormat, space, key, container: index, node: child, track: track, part: .text(number))
      }
    }
  }

  /// An item for each entry of a list that has a name.
  private mutating func findEntries<Fields: FieldView>(
    of list: Fields.Field, named name: Fields.Field, by type: Fields.Type, in index: NodeIndex,
    _ format: MetadataFormat, _ keySpace: MetadataKeySpace, track: UInt64?
  ) {
    let bytes = document.fieldBytes(of: index)
    for field in reader.fields(of: index) where field.item >= 0 && field.is(name, in: type) {
      let key = MetadataKey.text(field.text(in: bytes).text)
      add(
        format, keySpace, key, container: index, node: index, track: track,
        part: .entry(type[list], field.item))
    }
  }

  private mutating func findList(in index: NodeIndex) {
    let track = track(of: index)
    var keys: [String] = []
    var lists: [NodeIndex] = []
    if let metadata = tree.parent(of: index), let list = tree.child("keys", of: metadata) {
      keys = reader.texts(of: list, .key_value, in: MetadataKeys.self)
    }
    for child in tree.children(of: index) where !tree[child].isRaw {
      let type = tree[child].type
      if type.isListed(in: "free skip") { continue }
      let number = Int(type.rawValue)
      var keySpace = MetadataKeySpace.iTunes
      var key = MetadataKey.code(type)
      var format = MetadataFormat.iTunes
      if number >= 1, number <= keys.count {
        (keySpace, key) = (.quickTimeMetadata, .text(keys[number - 1]))
        format = .quickTimeMetadata
      } else if type == "----" {
        let mean = tree.child("mean", of: child).map {
          reader.texts(of: $0, .meaning, in: MetadataNamespace.self)
        }
        let name = tree.child("name", of: child).map {
          reader.texts(of: $0, .name, in: NameText.self)
        }
        let parts = [mean?.first, name?.first].compactMap { $0 }
        (keySpace, key) = (.iTunesLong, .text(parts.joined(by: ".")))
      }
      var hasValue = false
      for value in tree.children(of: child) where tree[value].type == "data" {
        hasValue = true
        add(format, keySpace, key, container: index, node: value, track: track)
        if let list = tree.firstChild(of: value) { lists.append(list) }
      }
      if !hasValue {
        add(format, keySpace, key, container: index, node: child, track: track, part: .none)
      }
    }
    // What property lists say stands behind the items whose values they are.
    for list in lists { findList(of: list) }
  }

  /// Exif, XMP and other items of a still image that are no images.
  private mutating func findImageItems(in index: NodeIndex) {
    guard let atoms else { return }
    let directory = atoms.items(around: index)
    for child in tree.children(of: index) where tree[child].type == "infe" {
      let fields = reader.fields(of: child)
      guard let id = fields.first(where: { $0.is(.item_ID, in: ItemEntry.self) }) else { continue }
      let type = fields.first { $0.is(.item_type, in: ItemEntry.self) }
        .map { FourCC(UInt32(truncatingIfNeeded: $0.raw)) }
      if ItemDirectory.isDerivation(type) || directory?.isCodedPicture(id.raw, type: type) ?? false { continue }
      let key: String
      switch type {
      case "Exif"?: key = "Exif"
      case "iptc"?: key = "IPTC"
      // The entries of old versions have the type of the content alone.
      case "mime"?, nil:
        let text = text(.content_type, of: child, fields) ?? type?.key ?? "item"
        key = text == "application/rdf+xml" ? "XMP" : text
      case "uri "?: key = text(.item_uri_type, of: child, fields) ?? "uri"
      case let type?: key = type.key
      }
      guard case .found(let ranges, let total) = directory?.data(of: id.raw),
        let first = ranges.first
      else {
        add(.imageItems, .imageItems, .text(key), container: index, node: child, part: .none)
        continue
      }
      add(
        .imageItems, .imageItems, .text(key), container: index, node: child,
        part: .bytes(first, total: total))
      guard ["Exif", "XMP", "IPTC"].contains(key) else { continue }
      // Of items that do not lie in each other they are no more than the file; a few may be the same bytes.
      guard total <= roomForItems else {
        document.memory.leaveOut("Exif, XMP and IPTC of items that lie in each other are not all read")
        continue
      }
      roomForItems -= total
      document.work.charge(1 + Int(clamping: total >> 6))
      let encoding = text(.content_encoding, of: child, fields) ?? ""
      guard let content = ItemContent(ranges, encoding: encoding, in: document, room: &roomForMade) else { continue }
      switch key {
      case "Exif": findExif(in: content, of: child)
      case "XMP": findProperties(in: content, of: child)
      default: findDataSets(in: content, of: child)
      }
    }
  }

  /// A text in the entry of an item; `nil` when it has none, or an empty one.
  private func text(_ name: ItemEntry.Field, of entry: NodeIndex, _ fields: [StoredFields.Field]) -> String? {
    guard let field = fields.first(where: { $0.is(name, in: ItemEntry.self) }) else { return nil }
    let text = field.text(in: document.fieldBytes(of: entry)).text
    return text.isEmpty ? nil : text
  }

  // MARK: Tags

  /// `CDM`, which holds frames of the tag that it stands in.
  private static let compressedFrames = FourCC(0x43_444D)

  private mutating func findFrames(in index: NodeIndex, of tag: NodeIndex? = nil) {
    let tag = tag ?? index
    for child in tree.children(of: index) where !tree[child].isRaw {
      let node = tree[child]
      if node.marks.contains(.named) { continue }
      if node.type == Self.compressedFrames, tree.firstChild(of: child) != nil {
        // Compressed again at most four times.
        findFrames(in: child, of: tag)
        continue
      }
      add(.id3, .id3, .code(node.type), container: tag, node: child)
      if node.type == "PRIV" { findProperties(in: child) }
    }
  }

  private static let fields: [OldTag.Field] = [
    .title, .artist, .album, .year, .comment, .track, .genre,
  ]

  private static let enhancedFields: [OldTag.Field] = [
    .title, .artist, .album, .speed, .comment, .genre, .subgenre, .start_time, .end_time,
  ]

  /// Those of the named fields of a tag of fixed size that are not empty.
  private mutating func findFields(
    in index: NodeIndex, _ format: MetadataFormat, _ keySpace: MetadataKeySpace,
    _ names: [OldTag.Field]
  ) {
    for field in reader.fields(of: index) {
      guard let name = names.first(where: { field.is($0, in: OldTag.self) }) else { continue }
      if case .text = field.kind {
        let bytes = document.fieldBytes(of: index).bytes
        guard let first = bytes.byte(at: field.content.byteOffset), field.content.count > 0,
          first != 0
        else { continue }
        let text = field.text(in: document.fieldBytes(of: index)).text
        if text.allSatisfy({ $0 == " " || $0 == "\0" }) { continue }
      } else if name == .genre && field.raw == 255 || name == .speed && field.raw == 0 {
        continue
      }
      add(
        format, keySpace, .text(name.rawValue), container: index, node: index,
        part: .field(OldTag[name]))
    }
  }

  /// The fields of a Lyrics3 tag that say something of the sound: not which fields there are, nor the
  /// checksum.
  private mutating func findLyricsFields(in index: NodeIndex) {
    for child in tree.children(of: index) where !tree[child].isRaw {
      let type = tree[child].type
      guard type.isThreeCharacters, !type.isListed(in: "\\x00IND \\x00CRC") else { continue }
      add(
        .lyrics3, .lyrics3, .text(type.key), container: index, node: child,
        part: .field(LyricsField[.value]))
    }
  }

  private mutating func findTagItems(in index: NodeIndex) {
    for child in tree.children(of: index) where !tree[child].isRaw {
      if tree[child].type.isListed(in: "END\\x01 END\\x02") { continue }
      guard let key = reader.texts(of: child, .key, in: TagItem.self).first else { continue }
      add(.ape, .ape, .text(key), container: index, node: child)
    }
  }
}

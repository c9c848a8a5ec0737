import Atoms
import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// Bytes of items and of images in one box, and positions in bytes of which no table says what they are.
extension PrivacyFinder {
  // MARK: Positions

  /// Looks for positions in texts at the beginning of bytes that no table describes: cameras leave logs in any box.
  ///
  /// - Returns: Whether there are some.
  @discardableResult
  mutating func lookForPositions(in index: NodeIndex, _ paths: inout PathTracker) -> Bool {
    let node = tree[index]
    let place = node.isRaw ? node.extent : document.ownPayload(of: index)
    let source = node.source
    return lookForPositions(in: document.source(of: node), place, of: index, &paths) { [tree] in
      tree.fileOffset(of: UInt64($0), in: source)
    }
  }

  /// The same of bytes that are those of the node at `index`, wherever they lie.
  ///
  /// - Parameter fileOffset: Where a byte of theirs is in the file.
  @discardableResult
  private mutating func lookForPositions(
    in source: ByteSource, _ place: Extent, of index: NodeIndex, _ paths: inout PathTracker,
    fileOffset: (_ offset: Int) -> UInt64?
  ) -> Bool {
    let bytes = source.bytes
    let end = min(place.byteEnd, place.byteOffset.saturatingAdd(positionRoom), bytes.byteCount)
    guard place.byteOffset < end, mayLook(at: UInt64(end - place.byteOffset)) else { return false }
    positionRoom -= end - place.byteOffset
    guard let found = TextPositions.Log(bytes.extracting(place.byteOffset..<end)) else { return false }
    paths.move(to: index)
    var finding = Privacy.Finding(
      .place, title: "Position", value: nil, position: found.first, node: index, path: paths.path,
      offset: fileOffset(place.byteOffset + found.line.lowerBound), byteCount: UInt64(found.line.count))
    finding.others = found.others
    add(finding)
    return true
  }

  // MARK: Images in one box

  /// What of an image in one box is looked at by itself, or is media: Exif, XMP and profiles, coded pictures. Of Exif and
  /// XMP that could not be read it says so.
  ///
  /// - Returns: The bits of these.
  mutating func lookIntoImage(_ index: NodeIndex) -> [Extent] {
    let node = tree[index]
    let bytes = document.source(of: node).bytes
    let image = NodeReader(document).view(MinimizedImageData.self, of: index)
    let parts = Array(tree.children(of: index).prefix(16))
    var known = parts.filter { tree[$0].source == node.source }.map { tree[$0].extent }
    let metadata: [(MinimizedImageData.Field, FourCC, Unread.Reason)] = [
      (.exif_data, "TIFF", MetadataCarriers.exif), (.xmp_data, "XMP ", MetadataCarriers.xmp),
    ]
    for (field, type, reason) in metadata {
      guard let content = image.content(field), content.byteEnd <= bytes.byteCount, !known.contains(content) else { continue }
      known.append(content)
      let part = parts.first { tree[$0].type == type && tree[$0].source != node.source }
      // Behind what was inflated something may stand.
      let left = part.map { min(tree.sources[Int(tree[$0].source)].rest, content.byteCount) } ?? content.byteCount
      guard left > 0, !isBlank(bytes, content.byteEnd - left..<content.byteEnd) else { continue }
      leave(part == nil ? reason : PrivacyKeys.opaque, index, name: part == nil ? "" : "mini", bytes: left)
    }
    for field in [.main_item_codec_config, .alpha_item_codec_config, .gainmap_item_codec_config] as [MinimizedImageData.Field] {
      guard let content = image.content(field), content.byteEnd <= bytes.byteCount else { continue }
      known.append(content)
      // That of AV1 has four bytes, all of which are numbers, before what stands in the picture as well.
      if content.byteCount <= 4 && imageCoding == "av01" { continue }
      if isBlank(bytes, content.byteOffset..<content.byteEnd) { continue }
      leave(.configuration, index, name: "mini")
    }
    let pictures = PrivacyKeys.pictures(inOneBox: index, of: document)
    for picture in pictures { countMedia(UInt64(picture.byteCount)) }
    if pictures.isEmpty { countMedia(nil) }
    return known + pictures
  }

  private mutating func isBlank(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    mayLook(at: UInt64(range.count)) && bytes.extracting(range).isBlank()
  }

  // MARK: Items of images

  /// Looks at the data of the item with the entry at `index` where they are no metadata and no mere picture: how a picture
  /// is put together, and what stands behind that; a picture of JPEG, which may have Exif of its own.
  mutating func lookAtItem(_ index: NodeIndex, _ paths: inout PathTracker) {
    let entry = NodeReader(document).view(ItemEntry.self, of: index)
    guard let type = entry.code(.item_type), type == "jpeg" || ItemDirectory.isDerivation(type),
      let id = entry.number(.item_ID), let list = tree.parent(of: index), let meta = tree.parent(of: list),
      let items = (document.context as? AtomContext)?.items(around: list), items.entry(of: id) == index,
      let location = items.location(of: id), !location.extents.isEmpty
    else { return }
    guard case .found(let ranges, let total) = items.data(of: id), let count = Int(exactly: total) else {
      return leave(MetadataCarriers.otherItem, index, name: type.key)
    }
    // One that was opened is a node of its own.
    guard count > 0, tree.firstChild(of: index) == nil else { return }
    var room = count
    guard mayLook(at: total), let data = ItemContent(ranges, encoding: "", in: document, room: &room) else {
      return leave(PrivacyKeys.opaque, index, name: type.key, bytes: count)
    }
    if type == "jpeg" {
      lookAtPicture(data, of: index, &paths)
    } else {
      lookAtDerivation(type, data, of: index, &paths, sources: type == "iovl" ? sourceCount(of: id, in: meta) : nil)
    }
  }

  /// Looks at what stands behind that which an item says of how a picture is put together: nobody reads it to show the
  /// picture.
  ///
  /// - Parameter sources: Of how many pictures an overlay is made; `nil` for what has no row for each.
  private mutating func lookAtDerivation(
    _ type: FourCC, _ data: ItemContent, of index: NodeIndex, _ paths: inout PathTracker, sources: Int?
  ) {
    let place = Extent(byteOffset: Int(data.range.lowerBound), byteCount: data.range.count)
    let bytes = data.bytes.bytes
    var behind = BehindDerivation(sources: sources)
    // An identity says nothing; the table of its name is one of subtitles.
    if type == "iden" || !ItemData.walk(type, in: data.range, of: data.bytes, into: &behind) { behind.rests = [place] }
    // All else are numbers, those in rows as well.
    let letters = PersonalFields.letterCount(in: bytes, at: place, besides: behind.rests)
    if letters > 0 { leave(PrivacyKeys.reserved, index, name: type.key, bytes: letters) }
    for rest in behind.rests where !isBlank(bytes, rest.byteOffset..<rest.byteEnd) {
      lookForPositions(in: data.bytes, rest, of: index, &paths) { data.isInFile ? UInt64($0) : nil }
      leave(PrivacyKeys.opaque, index, name: type.key, bytes: rest.byteCount)
    }
  }

  private mutating func lookAtPicture(_ data: ItemContent, of index: NodeIndex, _ paths: inout PathTracker) {
    let bytes = data.bytes.bytes.extracting(Int(data.range.lowerBound)..<Int(data.range.upperBound))
    guard let picture = PersonalPicture(bytes) else { return }
    paths.move(to: index)
    tell(picture, in: index, paths.path, from: data.isInFile ? data.range.lowerBound : nil)
  }

  /// Takes what a picture says beside its pixels.
  ///
  /// - Parameter offset: Where it begins in the file; `nil` where it does not lie there in one piece.
  mutating func tell(_ picture: PersonalPicture, in node: NodeIndex, _ path: String, from offset: UInt64?) {
    for found in picture.found {
      add(
        Privacy.Finding(
          found.kind, title: found.title, identifier: found.identifier, value: found.value,
          position: found.kind == .place ? GeographicPosition(iso6709: found.value) : nil, node: node, path: path,
          offset: offset.map { $0.saturatingAdd(UInt64(found.range.lowerBound)) }, byteCount: UInt64(found.range.count)))
    }
    for part in picture.unread { leave(part.reason, node, name: part.name, bytes: part.byteCount) }
    for name in picture.otherProperties { properties.add(name) }
  }

  /// Of how many items an item is put together.
  private mutating func sourceCount(of item: UInt64, in meta: NodeIndex) -> Int {
    if sources?.meta != meta {
      var counts: [UInt64: Int] = [:]
      for reference in ImageParts.references(in: meta, of: document, limit: 65_536) where reference.type == "dimg" {
        if counts[reference.from] == nil { counts[reference.from] = reference.count }
      }
      sources = (meta, counts)
    }
    return sources?.counts[item] ?? 0
  }
}

extension PrivacyKeys {
  /// The bits of the coded pictures of an image in one box; empty where it ends before them.
  static func pictures(inOneBox index: NodeIndex, of document: Document) -> [Extent] {
    let image = NodeReader(document).view(MinimizedImageData.self, of: index)
    guard image.content(.main_item_data) != nil else { return [] }
    return ([.alpha_item_data, .gainmap_item_data, .main_item_data] as [MinimizedImageData.Field])
      .compactMap { image.content($0) }.filter { $0.byteCount > 0 }
  }
}

/// Gathers what stands behind the fields of an item that says how a picture is put together, and rows of it that are of no
/// picture.
private struct BehindDerivation: FieldSink {
  /// Of how many items an overlay is made; `nil` for what has no row for each.
  let sources: Int?
  var rests: [Extent] = []

  init(sources: Int?) { self.sources = sources }

  mutating func field(_ field: borrowing FieldReading) {
    if field.isGap { rests.append(field.extent) }
  }

  mutating func table(_ table: borrowing TableReading) {
    guard let sources, table.is(.offsets, in: DerivedImage.self), table.count > sources, table.stride > 0 else { return }
    let first = table.extent(ofRow: max(0, sources))
    rests.append(Extent(start: first.start, count: table.extent.end - first.start))
  }
}

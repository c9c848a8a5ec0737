import Atoms
import ByteReading
import MediaFacts
import Structure

/// Names a file of atoms and its tracks as the web does.
struct MediaTypes {
  private let document: Document
  private let tree: Tree
  private let reader: NodeReader

  /// What `document` is called; `brands` are those it claims, the major one first.
  static func mediaType(
    of document: Document, brands: [FourCC], format: Format.Kind?
  ) -> MediaType {
    MediaTypes(document).mediaType(brands, format)
  }

  private init(_ document: Document) {
    self.document = document
    tree = document.tree
    reader = NodeReader(document)
  }

  private func mediaType(_ brands: [FourCC], _ format: Format.Kind?) -> MediaType {
    let tracks = document.synopsis.tracks
    let chapters = chapterTracks()
    let film = tracks.first { $0.handler == "vide" }?.id
    let codecs = tracks.map { track in
      var codecs = self.codecs(of: track.node)
      // Chapters are texts, and pictures behind those of the film; whoever names others has none (QTFF, Chapter Lists).
      let point = chapters.indices.partitionPoint { chapters[$0] < track.id }
      let isNamed = point < chapters.count && chapters[point] == track.id
      codecs.isOfChapters = isNamed && track.handler != "soun" && track.id != film
      return codecs
    }
    var played: [String] = []
    for (track, codecs) in zip(tracks, codecs) where !codecs.isOfChapters {
      // What nobody sees or hears is not in the list.
      guard Self.isPlayed(track.handler) else { continue }
      for text in codecs.text.split(separator: ",") {
        let text = String(text.drop { $0 == " " })
        if !played.contains(text) { played.append(text) }
      }
    }
    let handlers = tracks.map(\.handler)
    let items = itemDescriptions()
    let isImage = !items.isEmpty && format == .heif
    var text = Self.type(brands, format, handlers, isImage: isImage)
    // A segment alone does not say what its tracks hold (23009-1 §C.2).
    if tracks.isEmpty, format == .mp4, tree.child("moof", of: nil) != nil {
      text = "video/iso.segment"
    }
    if !items.isEmpty, isImage { text += "; itemtypes=\"" + items.joined(by: ",") + "\"" }
    if !played.isEmpty {
      // A list with characters that had to be written as digits says so (RFC 6381 §3.2).
      let isEncoded = played.contains { $0.contains("%") }
      text += isEncoded ? "; codecs*=\"''" : "; codecs=\""
      text += played.joined(by: isEncoded ? "," : ", ") + "\""
    }
    return MediaType(text: text, codecs: codecs)
  }

  /// Type and subtype, by format and brand, then by what the tracks hold.
  private static func type(
    _ brands: [FourCC], _ format: Format.Kind?, _ handlers: [FourCC], isImage: Bool
  ) -> String {
    let isVisual = handlers.contains(where: \.isHandlerOfPictures)
    let isAudio = handlers.contains("soun")
    let kind = isVisual ? "video" : isAudio ? "audio" : handlers.isEmpty ? "video" : "application"
    let isAny: (FourCC...) -> Bool = { types in types.contains(where: brands.contains) }
    switch format {
    case .quickTime?: return "video/quicktime"
    case .mobile3GPP?: return (isVisual || !isAudio ? "video" : "audio") + "/3gpp"
    case .mobile3GPP2?: return (isVisual || !isAudio ? "video" : "audio") + "/3gpp2"
    case .jpeg2000?:
      if isAny("jpm ") { return "image/jpm" }
      if isAny("jph ") { return "image/jph" }
      return brands.first == "jpx " ? "image/jpx" : "image/jp2"
    case .motionJPEG2000?: return "video/mj2"
    case .jpegXL?: return "image/jxl"
    case .canonRaw?: return "image/x-canon-cr3"
    case .heif?:
      if isAny("avif", "avis") { return "image/avif" }
      if isAny("jxs ") { return "image/jxs" }
      if isAny("jxsi") { return "image/jxsi" }
      if !isImage {
        if isAny("hevc", "hevx", "hevm", "hevs") { return "image/heic-sequence" }
        if isAny("avcs") { return "image/avcs" }
        if isAny("msf1") { return "image/heif-sequence" }
      }
      if isAny("heic", "heix", "heim", "heis") { return "image/heic" }
      if isAny("avci") { return "image/avci" }
      if isAny("j2ki") { return "image/hej2k" }
      return "image/heif"
    default: return kind + "/mp4"
    }
  }

  /// Whether tracks of a handler are seen, heard or read.
  private static func isPlayed(_ handler: FourCC) -> Bool {
    handler.isHandlerOfPictures || handler.isHandlerOfText || handler == "soun" || handler == "MPEG"
  }

  // MARK: Tracks

  /// What the sample entries of the track at `node` are called.
  private func codecs(of node: NodeIndex) -> MediaType.Codecs {
    var path = node
    for type in ["mdia", "minf", "stbl", "stsd"] as [FourCC] {
      guard let next = tree.child(type, of: path) else { return MediaType.Codecs() }
      path = next
    }
    var texts: [String] = []
    var supplements: [String] = []
    for entry in tree.children(of: path).prefix(64) {
      guard let codec = CodecString(entry: entry, in: document) else { continue }
      if !texts.contains(codec.text) { texts.append(codec.text) }
      if let more = codec.supplement, !supplements.contains(more) { supplements.append(more) }
    }
    return MediaType.Codecs(
      text: texts.joined(by: ", "), supplements: supplements.joined(by: ", "))
  }

  /// The numbers of the tracks that others have as their chapters, in order.
  private func chapterTracks() -> [UInt64] {
    var tracks: [UInt64] = []
    for track in document.synopsis.tracks {
      guard let references = tree.child("tref", of: track.node),
        let chapters = tree.child("chap", of: references)
      else { continue }
      reader.view(TrackReference.self, of: chapters).withTable(.track_IDs) { table in
        for row in 0..<min(table.count, 64) { tracks.append(table.raw(row: row, column: 0)) }
      }
    }
    return tracks.sorted()
  }

  // MARK: Items

  /// What the images of the file are called, the primary one first
  /// (registration of image/heif, `itemtypes`).
  private func itemDescriptions() -> [String] {
    guard let metadata = tree.child("meta", of: nil), let list = tree.child("iinf", of: metadata)
    else { return [] }
    var primary: UInt64?
    if let node = tree.child("pitm", of: metadata) {
      primary = reader.view(PrimaryItem.self, of: node).number(.item_ID)
    }
    let properties = tree.child("iprp", of: metadata)
    let boxes =
      properties.flatMap { tree.child("ipco", of: $0) }
      .map { Array(tree.children(of: $0).prefix(32_767)) } ?? []
    let associations = properties.flatMap { tree.child("ipma", of: $0) }
    var items: [(id: UInt64, type: FourCC)] = []
    for index in tree.children(of: list).prefix(256) {
      let entry = reader.view(ItemEntry.self, of: index)
      guard let id = entry.number(.item_ID), let type = entry.code(.item_type),
        !ItemDirectory.noPictures.contains(type)
      else { continue }
      items.append((id, type))
    }
    let numbers = associations.map {
      ItemAssociations($0, in: document).properties(of: Set(items.map(\.id)))
    }
    var descriptions: [String] = []
    for (id, type) in items {
      let own = (numbers?[id] ?? []).compactMap {
        $0 >= 1 && $0 <= boxes.count ? boxes[$0 - 1] : nil
      }
      let text = CodecString(item: type, properties: own, in: document).text
      if id == primary {
        descriptions.removeAll { $0 == text }
        descriptions.insert(text, at: 0)
      } else if !descriptions.contains(text) {
        descriptions.append(text)
      }
    }
    return descriptions
  }
}

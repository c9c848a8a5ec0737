import Atoms
import ByteReading
import MediaFacts
import Structure

extension PlayerFacts {
  /// Facts of all tracks together.
  func ofTracks(_ fact: PlayerFact) -> PlayerFactValue? {
    switch fact {
    case .movieTracks: return PlayerFactValue(context?.tracks.count ?? 0, tree.child("moov", of: nil))
    case .tracksPlayed:
      return PlayerFactValue(file.synopsis.tracks.count { $0.handler == "vide" || $0.handler == "soun" })
    case .enabledSounds:
      let sounds = file.synopsis.tracks.filter { $0.handler == "soun" && $0.isEnabled }
      return PlayerFactValue(sounds.count, sounds.dropFirst().first?.node)
    case .enabledPlayed:
      return PlayerFactValue(
        file.synopsis.tracks.count { ($0.handler == "vide" || $0.handler == "soun") && $0.isEnabled })
    case .enabledLayers: return layers
    case .chapterTracks: return chapters
    case .chaptersCounted:
      guard let movie = tree.child("moov", of: nil), let data = tree.child("udta", of: movie),
        let list = tree.child("chpl", of: data)
      else { return .absent }
      // Titles count in eight bits.
      return PlayerFactValue(reader.view(ChapterTitles.self, of: list).number(.chapter_count) ?? 0, list)
    case .refusedBeside:
      let tracks = (context?.tracks ?? []).filter { track in
        guard track.handler == "vide" || track.handler == "soun", let entry = track.sampleEntry else { return false }
        if !Self.entriesRead.contains(tree[entry].type) { return true }
        let strings = file.codings(of: track).map(\.string)
        return strings.contains { string in
          string.hasPrefix("mp4a.") && !Self.soundRead.contains { string.hasPrefix($0) }
        }
      }
      return PlayerFactValue(tracks.count, tracks.first?.node)
    case .soundsWithoutAac:
      let tracks = file.synopsis.tracks.filter { $0.handler == "soun" }
      let hasAAC = tracks.contains { $0.codec == "mp4a" }
      return PlayerFactValue(hasAAC ? 0 : tracks.count, tracks.first?.node)
    case .entriesUnusual:
      let tracks = file.synopsis.tracks.filter { $0.codec != "avc1" && $0.codec != "mp4a" }
      return PlayerFactValue(tracks.count, tracks.first?.node)
    case .coverBytes, .coverTypeWrong: return covers(fact)
    default: return nil
    }
  }

  /// The sample entries that Chromium's reader of fragments knows, with or without a decoder.
  private static let entriesRead: [FourCC] = [
    "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "vp09", "av01", "mp4a", "Opus", "fLaC", "iamf", "encv",
    "enca",
  ]

  /// Of `mp4a` the object types that it knows.
  private static let soundRead = ["mp4a.40"]

  /// The sample entries of a track of video or sound whose coding they say themselves, 256 at most; none where one is
  /// protected.
  private func entries(of scope: NodeIndex) -> [NodeIndex] {
    guard let track = context?.track(at: scope), track.handler == "vide" || track.handler == "soun" else { return [] }
    let entries = track.sampleEntries(in: tree)
    if entries.count < 2 { return entries }
    return entries.contains { Codec.protected.contains(tree[$0].type) } ? [] : entries
  }

  /// One type for those of one coding that differ in where parameter sets stand.
  private static func kind(_ type: FourCC) -> FourCC {
    type == "avc3" ? "avc1" : type == "hev1" ? "hvc1" : type
  }

  private var layers: PlayerFactValue {
    var found: [String] = []
    var node: NodeIndex?
    // Rules ask whether there are several.
    for track in file.synopsis.tracks where track.handler == "vide" && track.isEnabled && found.count < 64 {
      guard let header = tree.child("tkhd", of: track.node) else { continue }
      let layer = document.identity("layer", of: header, reader) ?? ""
      if found.contains(layer) { continue }
      found.append(layer)
      if found.count == 2 { node = track.node }
    }
    return PlayerFactValue(found.count, node)
  }

  private var chapters: PlayerFactValue {
    var count = 0
    var node: NodeIndex?
    for track in context?.tracks ?? [] {
      guard let references = tree.child("tref", of: track.node),
        let list = tree.child("chap", of: references)
      else { continue }
      count += 1
      node = node ?? list
    }
    return PlayerFactValue(count, node)
  }

  /// The delay that all tracks that are played have alike.
  var delayOfAll: PlayerFactValue {
    var common: Int64?
    for track in context?.tracks ?? [] where track.handler == "vide" || track.handler == "soun" {
      guard let delay = self.track(at: track.node)?.value(of: .emptyStart).number, delay > 0,
        common == nil || common == delay
      else { return PlayerFactValue(0) }
      common = delay
    }
    return PlayerFactValue(common ?? 0, tree.child("moov", of: nil))
  }

  /// What the items of `ilst` have as covers.
  private func covers(_ fact: PlayerFact) -> PlayerFactValue {
    guard let movie = tree.child("moov", of: nil), let data = tree.child("udta", of: movie),
      let meta = tree.child("meta", of: data), let list = tree.child("ilst", of: meta),
      let cover = tree.child("covr", of: list)
    else { return .absent }
    var largest: UInt64 = 0
    var wrong = 0
    var node: NodeIndex?
    for child in tree.children(of: cover).prefix(64) where tree[child].type == "data" {
      let start = Int(clamping: tree[child].payloadStart)
      let bytes = document.source(of: tree[child]).bytes
      largest = max(largest, tree[child].size)
      guard let type = bytes.bigEndian(at: start, count: 4),
        let magic = bytes.bigEndian(at: start &+ 8, count: 4)
      else { continue }
      let kind: UInt64 = magic >> 8 == 0xFF_D8FF ? 13 : magic == 0x8950_4E47 ? 14 : magic >> 16 == 0x424D ? 27 : 0
      if kind != type & 0xFF_FFFF || kind == 0 {
        wrong += 1
        node = node ?? child
      }
    }
    return fact == .coverBytes ? PlayerFactValue(largest, cover) : PlayerFactValue(wrong, node)
  }

  // MARK: A node

  /// Facts of a node that need only it and its children.
  func ofNode(_ fact: PlayerFact, _ scope: NodeIndex) -> PlayerFactValue? {
    switch fact {
    case .storedSize:
      let source = document.source(of: tree[scope]).bytes
      return source.bigEndian(at: Int(clamping: tree[scope].start), count: 4)
        .map { PlayerFactValue($0, scope) } ?? .absent
    case .payloadBytes:
      return PlayerFactValue(document.ownPayload(of: scope).byteCount, scope)
    case .tablesMissing:
      guard file.synopsis.isFragmented == false else { return .absent }
      return missingTables(scope)
    case .ownTagVersion:
      let type = tree[scope].type
      return type.isID3v2Tag ? PlayerFactValue(UInt64(type.byte(3)), scope) : .absent
    case .versionUnknown: return unknownVersions(scope)
    case .entryVersion:
      return reader.view(AudioEntry.self, of: scope).number(.version).map { PlayerFactValue($0, scope) } ?? .absent
    case .sizesWrong, .zerosInside, .boxesUnread, .boxesTwice, .configurationMisplaced: return ofBoxes(fact, scope)
    case .bytesRemain: return remains(scope)
    case .configurations: return configurations(scope)
    case .entriesUnused:
      let unused = file.unusedEntries(below: scope)
      return PlayerFactValue(unused.count, unused.first)
    case .protectedUnused:
      let announced = file.unusedEntries(below: scope).filter(isProtecting)
      return PlayerFactValue(announced.count, announced.first)
    case .protectedUsed:
      let entries = context?.track(at: scope)?.sampleEntries(in: tree) ?? []
      let used = entries.first {
        Codec.protected.contains(tree[$0].type) && isSaidToProtect($0) && !file.isUnused($0)
      }
      return PlayerFactValue(used != nil, used)
    case .entriesDiffer:
      let entries = entries(of: scope)
      guard let first = entries.first else { return .absent }
      let other = entries.first { Self.kind(tree[$0].type) != Self.kind(tree[first].type) }
      return PlayerFactValue(other != nil, other)
    case .firstEntryUnused:
      let entries = entries(of: scope)
      guard entries.count > 1, let first = entries.first else { return PlayerFactValue(0) }
      let unused = file.unusedEntries(below: scope)
      let isOther = entries.contains { tree[$0].type != tree[first].type && !unused.contains($0) }
      return PlayerFactValue(isOther && unused.contains(first), first)
    case .coloursOfAKind:
      let boxes = tree[scope].type == "meta" ? image.properties : Array(tree.children(of: scope))
      return colours(boxes.filter { tree[$0].type == "colr" })
    case .coloursUnsaid:
      let answer = ColourReading(entry: scope, type: document.codec(of: scope).type, in: document).answer
      return answer == .notRead
        ? PlayerFactValue(unread: "the samples, which may say the colours, were not read")
        : PlayerFactValue(answer == .none, scope)
    case .layersFirst:
      let order = tree.children(of: scope).filter { tree[$0].type == "lhvC" || tree[$0].type == "hvcC" }
      guard let first = order.first, order.count > 1 else { return .absent }
      return PlayerFactValue(tree[first].type == "lhvC", first)
    case .oddSize:
      let entry = reader.view(VisualEntry.self, of: scope)
      guard let width = entry.number(.width), let height = entry.number(.height) else { return .absent }
      return PlayerFactValue(width & 1 + height & 1, scope)
    case .pixelsSquare:
      guard let box = tree.child("pasp", of: scope) else { return .absent }
      return PlayerFactValue(file.isSquare(box), box)
    case .crops: return crops(scope)
    case .shapeDiffers: return shape(scope)
    case .rateDoubled: return rateDoubled(scope)
    case .primingUnsaid: return primingUnsaid(scope)
    case .matrix:
      let box = tree[scope].type == "moov" ? "mvhd" as FourCC : "tkhd"
      return tree.child(box, of: scope).flatMap(matrix) ?? .absent
    case .dropFrameOdd:
      guard let format = TimecodeFormat(scope, reader), format.isDropFrame else { return .absent }
      return PlayerFactValue(format.dropsOddly, scope)
    case .extendsMissing: return extendsMissing(scope)
    default: return nil
    }
  }

  /// Whether a sample entry says that its samples are encrypted.
  private func isProtecting(_ entry: NodeIndex) -> Bool {
    ["encv", "enca"].contains(tree[entry].type) && isSaidToProtect(entry)
  }

  /// Whether nothing in an entry says that it protects no sample.
  private func isSaidToProtect(_ entry: NodeIndex) -> Bool {
    let scheme = tree.child("sinf", of: entry).flatMap { tree.child("schi", of: $0) }
    let encryption = scheme.flatMap { tree.child("tenc", of: $0) }
    return encryption.map { reader.view(TrackEncryption.self, of: $0).number(.default_isProtected) != 0 } ?? true
  }

  private func missingTables(_ table: NodeIndex) -> PlayerFactValue {
    var missing = 0
    for type in ["stts", "stsc"] as [FourCC] where tree.child(type, of: table) == nil { missing += 1 }
    if tree.child("stsz", of: table) == nil, tree.child("stz2", of: table) == nil { missing += 1 }
    if tree.child("stco", of: table) == nil, tree.child("co64", of: table) == nil { missing += 1 }
    return PlayerFactValue(missing, table)
  }

  /// The tracks that are in `movie`: those that are known are of one movie.
  private func tracks(in movie: NodeIndex) -> [AtomContext.Track] {
    guard let tracks = context?.tracks, let first = tracks.first, tree.subtree(of: movie).contains(first.node) else { return [] }
    return tracks
  }

  /// Counts boxes of `movie` on the way to its sample entries, these among them, that the last box in them does not fill.
  private func remains(_ movie: NodeIndex) -> PlayerFactValue {
    // What a limit or the end of the file cut off would fill them.
    guard !file.isCut(movie), !document.problems.counts.contains(where: { Diagnostic.Kind.isLimit($0.kind.id) }) else {
      return .absent
    }
    var count = 0
    var node: NodeIndex?
    func look(_ box: NodeIndex?) {
      guard let box else { return }
      var last: NodeIndex?
      for child in tree.children(of: box) { last = child }
      guard let last else { return }
      let source = document.source(of: tree[last]).bytes
      let isOpen = source.bigEndian(at: Int(clamping: tree[last].start), count: 4) == 0
      guard tree[last].isRaw || isOpen || tree[last].start.saturatingAdd(tree[last].size)
        != tree[box].start.saturatingAdd(tree[box].size)
      else { return }
      count += 1
      node = node ?? box
    }
    look(movie)
    for track in tracks(in: movie) {
      look(track.node)
      let media = tree.child("mdia", of: track.node)
      let information = media.flatMap { tree.child("minf", of: $0) }
      let table = information.flatMap { tree.child("stbl", of: $0) }
      let entries = table.flatMap { tree.child("stsd", of: $0) }
      for box in [media, information, table, entries] { look(box) }
      for entry in track.sampleEntries(in: tree) where Self.entriesFilled.contains(tree[entry].type) { look(entry) }
    }
    return PlayerFactValue(count, node)
  }

  /// Sample entries of which it is known that browsers mind what is behind the last box in them.
  private static let entriesFilled: [FourCC] = ["avc1", "avc3", "mp4a"]

  /// Counts headers below `movie` with versions that are not specified, and those of tracks and media with more bytes than
  /// their version has (14496-12 §8.3.2, §8.4.2).
  private func unknownVersions(_ movie: NodeIndex) -> PlayerFactValue {
    var count = 0
    var node: NodeIndex?
    func look(_ box: NodeIndex?, upTo known: UInt8 = 1) {
      guard let box,
        let version = document.source(of: tree[box]).bytes.byte(at: Int(clamping: tree[box].payloadStart)),
        version > known
      else { return }
      count += 1
      node = node ?? box
    }
    func look(_ box: NodeIndex?, fields: (short: Int, long: Int)) {
      look(box)
      guard let box,
        let version = document.source(of: tree[box]).bytes.byte(at: Int(clamping: tree[box].payloadStart)), version < 2,
        document.ownPayload(of: box).byteCount > (version == 0 ? fields.short : fields.long)
      else { return }
      count += 1
      node = node ?? box
    }
    look(tree.child("mvhd", of: movie))
    for track in tracks(in: movie) {
      look(tree.child("tkhd", of: track.node), fields: (84, 96))
      look(tree.child("edts", of: track.node).flatMap { tree.child("elst", of: $0) })
      guard let media = tree.child("mdia", of: track.node) else { continue }
      look(tree.child("mdhd", of: media), fields: (24, 36))
      look(tree.child("hdlr", of: media), upTo: 0)
      let table = tree.child("minf", of: media).flatMap { tree.child("stbl", of: $0) }
      look(table.flatMap { tree.child("ctts", of: $0) })
    }
    return PlayerFactValue(count, node)
  }

  private func configurations(_ entry: NodeIndex) -> PlayerFactValue {
    var most = 0
    var node: NodeIndex?
    for type in ["avcC", "hvcC", "esds", "av1C", "vpcC"] as [FourCC] {
      let found = tree.children(of: entry).filter { tree[$0].type == type }
      if found.count > most {
        most = found.count
        node = found.last
      }
    }
    return PlayerFactValue(most, node)
  }

  /// The most of these `colr` that have one type.
  func colours(_ boxes: [NodeIndex]) -> PlayerFactValue {
    var types: [FourCC] = []
    var most = 0
    for box in boxes.prefix(64) {
      guard let type = reader.view(ColourInformation.self, of: box).code(.colour_type) else { continue }
      types.append(type)
      most = max(most, types.count { $0 == type })
    }
    return PlayerFactValue(most, boxes.last)
  }

  private func shape(_ entry: NodeIndex) -> PlayerFactValue {
    guard let box = tree.child("avcC", of: entry) ?? tree.child("hvcC", of: entry) else { return .absent }
    let visual = reader.view(VisualEntry.self, of: entry)
    guard let width = visual.number(.width), let height = visual.number(.height) else { return .absent }
    reader.open(box)
    guard let size = PictureSize(reader) else { return .absent }
    return PlayerFactValue(width.saturatingMultiply(size.height) != height.saturatingMultiply(size.width), entry)
  }

  private func crops(_ entry: NodeIndex) -> PlayerFactValue {
    guard let box = tree.child("clap", of: entry) else { return .absent }
    let visual = reader.view(VisualEntry.self, of: entry)
    guard let width = visual.number(.width), let height = visual.number(.height) else { return .absent }
    let part = reader.view(CleanAperture.self, of: box)
    guard let across = part.number(.cleanApertureWidthN), let down = part.number(.cleanApertureHeightN),
      let acrossOf = part.number(.cleanApertureWidthD), let downOf = part.number(.cleanApertureHeightD)
    else { return .absent }
    return PlayerFactValue(
      across < width.saturatingMultiply(acrossOf) || down < height.saturatingMultiply(downOf), box)
  }

  /// The `esds` of a sample entry, in QuickTime's `wave` where it is there.
  func streamBox(_ entry: NodeIndex) -> NodeIndex? {
    tree.child("esds", of: entry)
      ?? tree.child("wave", of: entry).flatMap { tree.child("esds", of: $0) }
  }

  private func rateDoubled(_ entry: NodeIndex) -> PlayerFactValue {
    guard let box = streamBox(entry) else { return .absent }
    let stream = reader.view(ElementaryStream.self, of: box)
    // A flag, of either value, says whether the rate is doubled: then nobody has to guess.
    guard stream.number(.audioObjectType) == 2, stream.number(.sbrPresentFlag) == nil else {
      return .absent
    }
    let rates: [UInt64] = [
      96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
      7_350,
    ]
    let index = stream.number(.samplingFrequencyIndex) ?? 15
    let rate = index < 13 ? rates[Int(index)] : stream.number(.samplingFrequency) ?? 0
    guard rate > 0, let shown = reader.view(AudioEntry.self, of: entry).real(.samplerate) else {
      return .absent
    }
    return PlayerFactValue(shown == Double(rate) * 2, entry)
  }

  private func primingUnsaid(_ entry: NodeIndex) -> PlayerFactValue {
    guard let track = track(at: entry), let box = streamBox(entry),
      let kind = reader.view(ElementaryStream.self, of: box).number(.objectTypeIndication),
      kind == 0x40 || (0x66...0x68).contains(kind)
    else { return .absent }
    let edits = track.edits
    if edits.isExplicit, edits.edits.contains(where: { ($0.mediaTime ?? 0) > 0 }) { return PlayerFactValue(0) }
    for key in freeKeys.prefix(1_024) {
      guard let name = tree.child("name", of: key) else { continue }
      let payload = document.ownPayload(of: name)
      let bytes = document.source(of: tree[name]).bytes
      // Four bytes of version and flags stand before it.
      if payload.byteCount == 12, bytes.bigEndian(at: payload.byteOffset &+ 4, count: 8) == 0x6954_756E_534D_5042 {
        return PlayerFactValue(0)
      }
    }
    return PlayerFactValue(1, entry)
  }

  /// What the matrix in a header does.
  private func matrix(_ header: NodeIndex) -> PlayerFactValue? {
    var parts: [Int32] = []
    let rows =
      tree[header].type == "mvhd"
      ? reader.view(MovieHeader.self, of: header).rows(of: .matrix)
      : reader.view(TrackHeader.self, of: header).rows(of: .matrix)
    guard let rows, rows.count >= 9 else { return nil }
    for row in 0..<9 { parts.append(Int32(truncatingIfNeeded: rows[row])) }
    let one: Int32 = 0x1_0000
    let kind: Int
    switch (parts[0], parts[1], parts[3], parts[4]) {
    case (one, 0, 0, one): kind = 0
    case (0, one, -one, 0), (-one, 0, 0, -one), (0, -one, one, 0): kind = 1
    case (-one, 0, 0, one), (one, 0, 0, -one): kind = 2
    default: kind = 3
    }
    return PlayerFactValue(kind, header)
  }

  private func extendsMissing(_ movie: NodeIndex) -> PlayerFactValue {
    guard let list = tree.child("mvex", of: movie), let context else { return .absent }
    // A track whose ID cannot be read is not without its 'trex' for that: another rule has it.
    var missing = context.tracks.count { $0.defaults == nil && $0.id != 0 }
    let ids = Set(context.tracks.map(\.id))
    var node: NodeIndex? = missing > 0 ? list : nil
    if ids.contains(0) { return PlayerFactValue(missing, node) }
    for child in tree.children(of: list).prefix(4_096) where tree[child].type == "trex" {
      guard let id = reader.view(TrackExtends.self, of: child).number(.track_ID), !ids.contains(id) else { continue }
      missing += 1
      node = node ?? child
    }
    return PlayerFactValue(missing, node)
  }
}

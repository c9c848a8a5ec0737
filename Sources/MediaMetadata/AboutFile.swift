import Atoms
import ByteReading
public import MediaFacts
public import MediaInspection
public import Structure

extension MediaFile {
  /// What can be said of an opened file as a whole, and of its tracks.
  ///
  /// Unlike ``Structure/Synopsis``, which an outline begins with, it reads the tables of sizes.
  ///
  /// - Complexity: O(*n*) in the number of nodes and in that of samples.
  public static func about(_ document: Document) -> About { AboutFile(document).about }
}

/// Gathers what is said of a file.
private struct AboutFile {
  private(set) var about = About()
  private let document: Document
  private let tree: Tree
  private let reader: NodeReader
  private let atoms: AtomContext?
  private let mediaType: MediaType?
  /// What the samples of each track come to; tracks that only fragments name are the last.
  private let flows: [SampleFlow]

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    reader = NodeReader(document)
    atoms = document.context as? AtomContext
    mediaType = document.synopsis.mediaType?(document)
    let movie = atoms == nil ? nil : MovieSamples(document)
    flows = movie?.tracks.map { SampleFlow($0) } ?? []
    file()
    if let atoms {
      let hasMovie = tree.child("moov", of: nil) != nil
      for (place, track) in atoms.tracks.enumerated() {
        about.tracks.append(describe(TrackFacts(track, in: document), place))
      }
      for flow in flows.dropFirst(atoms.tracks.count) { about.tracks.append(describe(flow)) }
      if hasMovie {
        chapters(atoms)
        timecode(atoms)
      }
      personal()
    }
  }

  private mutating func say(
    _ key: StaticString, _ title: StaticString, _ text: String, _ value: About.Value? = nil,
    nodes: [Int] = []
  ) {
    about.facts.append(About.Fact(key, title, text, value, nodes: nodes))
  }

  /// Says to programs alone what people read in another fact.
  private mutating func say(_ key: StaticString, _ value: About.Value) {
    about.facts.append(About.Fact(key, "", "", value))
  }

  private mutating func find(
    _ key: StaticString, _ title: StaticString, _ text: String, _ value: About.Value? = nil,
    nodes: [Int] = []
  ) {
    about.findings.append(About.Fact(key, title, text, value, nodes: nodes))
  }

  // MARK: The file

  private mutating func file() {
    let synopsis = document.synopsis
    say("container", "Container", synopsis.formatName, .text(synopsis.formatName))
    let size = UInt64(tree.file.byteCount)
    say("size", "Size", Words.grouped(size) + (size == 1 ? " byte" : " bytes"), .number(size))
    if let duration = synopsis.duration, duration.value > 0 || duration.source != nil {
      let seconds = duration.seconds
      say("duration", "Duration", duration.text, .real(seconds))
      if let source = duration.source {
        say("durationSource", .text(source.id.description))
        if !duration.claims.isEmpty {
          say(
            "durationClaims",
            .list(
              duration.claims.map {
                .record([
                  ("source", .text($0.source.id.description)), ("seconds", .real($0.seconds)),
                ])
              }))
        }
      }
      // What is missing, or stands in other segments, would count as nothing, and tags as sound.
      if atoms != nil, document.problems.errors == 0, tree.child("moof", of: nil) == nil {
        let rate = (Double(size) * 8 / seconds).rounded()
        if rate.isFinite, rate < 1e15 {
          say("bitRate", "Bit rate", Words.bitRate(rate), .number(UInt64(rate)))
        }
      }
    }
    if atoms == nil { audio() }
    fragments()
    if synopsis.isFragmented {
      let count = tree.countAtTop("moof")
      say(
        "fragments", "Fragments",
        count == 0 ? "announced, and none in this file" : Words.grouped(UInt64(count)),
        .number(UInt64(count)))
    }
    if let isFastStart = synopsis.isFastStart {
      say(
        "fastStart", "Fast start",
        isFastStart ? "yes" : "no: 'moov' stands behind the media", .flag(isFastStart))
    }
    if let mediaType { say("mediaType", "Media type", mediaType.text, .text(mediaType.text)) }
    if let writer = AtomSynopsis.writer(of: document) {
      say("writtenBy", "Written by", writer.name, .text(writer.name), nodes: [writer.node])
    }
    if synopsis.format == "heif", synopsis.tracks.isEmpty, !synopsis.facts.isEmpty {
      say("image", "Image", synopsis.facts.joined(separator: ", "))
    }
    for remark in synopsis.remarks { say("tags", "Tags", remark) }
    if !synopsis.remarks.isEmpty { say("tags", .list(synopsis.remarks.map { .text($0) })) }
  }

  /// What the first stream of audio between tags, or the chunk that describes one, says.
  private mutating func audio() {
    for index in tree.indices.prefix(4_096) where !tree[index].isRaw {
      guard let kind = tree.catalogue(of: tree[index])?.nodeKind,
        kind.isSame(as: "audio")
          || kind.isSame(as: "chunk") && ["fmt ", "COMM"].contains(tree[index].type)
      else { continue }
      let text = describe(index)
      guard !text.isEmpty else { continue }
      say("audio", "Audio", text, .text(text), nodes: [index])
      return
    }
  }

  /// How long the fragments of the file last, where the movie does not say how long it is, and their
  /// bit rate.
  private mutating func fragments() {
    guard document.problems.errors == 0, tree.countAtTop("moof") > 0,
      let longest = flows.filter({ $0.fragmented > 0 }).max(by: { $0.seconds < $1.seconds }),
      longest.seconds > 0
    else { return }
    if document.synopsis.duration.map({ $0.value == 0 }) ?? true {
      say(
        "duration", "Duration",
        Words.seconds(longest.ticks, longest.track.timescale) + " of fragments",
        .real(longest.seconds))
    }
    let rate = (flows.reduce(0.0) { $0 + Double($1.bytes) } * 8 / longest.seconds).rounded()
    if rate >= 1, rate < 1e15 {
      say("bitRate", "Bit rate", Words.bitRate(rate), .number(UInt64(rate)))
    }
  }

  // MARK: Tracks

  /// What can be said of a track that the movie of another file describes.
  private func describe(_ flow: SampleFlow) -> About.Track {
    let count = UInt64(flow.track.count)
    let text =
      Words.grouped(count) + (count == 1 ? " sample" : " samples") + ", "
      + Words.grouped(flow.bytes)
      + (flow.bytes == 1 ? " byte" : " bytes") + ", described in another file"
    return About.Track(
      id: flow.track.id, node: flow.track.node,
      facts: [
        About.Fact("kind", "", "media", .text("unknown")),
        About.Fact("samples", "", text, .number(count)),
      ])
  }

  private func describe(_ facts: TrackFacts, _ place: Int) -> About.Track {
    var list: [About.Fact] = []
    func say(_ key: StaticString, _ text: String, _ value: About.Value? = nil, nodes: [Int] = []) {
      list.append(About.Fact(key, "", text, value ?? .text(text), nodes: nodes))
    }
    let track = facts.track
    say("kind", facts.kind)
    // A timecode says itself what it is.
    if let codec = facts.codec, track.handler != "tmcd" {
      say("codec", codec.isEncrypted ? codec.name + ", encrypted" : codec.name, .text(codec.name))
      if let codecs = mediaType?.codecs, place < codecs.count, !codecs[place].text.isEmpty {
        say("codecs", codecs[place].text)
      }
      size(of: codec, track, say)
      if let rate = codec.sampleRate { say("sampleRate", Words.kilohertz(rate), .real(rate)) }
      if let channels = codec.channels {
        say("channels", Words.channels(channels), .number(channels))
      }
    }
    let flow = flows.indices.contains(place) ? flows[place] : nil
    let counted = flow?.frameRate
    if let rate = counted?.rate ?? facts.frameRate {
      let isVariable = counted?.isVariable ?? facts.hasVariableRate
      let kind = track.handler == "tmcd" ? "" : isVariable ? ", variable" : ", constant"
      say(
        "frameRate", (isVariable ? "about " : "") + Words.short(rate) + " fps" + kind, .real(rate))
    }
    if let entry = track.sampleEntry, let colour = tree.child("colr", of: entry) {
      var text = ByteWriter()
      reader.putSummary(of: colour, to: &text)
      if text.count > 0 { say("colour", text.string) }
    }
    if let timecode = facts.timecode { say("timecode", timecode) }
    if let language = facts.language { say("language", "language " + language, .text(language)) }
    if let bits = flow?.bitRate {
      say("bitRate", Words.bitRate(bits), .number(UInt64(bits)))
    }
    if facts.codec?.isEncrypted == true, let scheme = scheme(of: track) {
      say("protection", "protected by " + scheme.text, .text(scheme.text), nodes: [scheme.node])
    }
    if !facts.isEnabled { say("disabled", "disabled", .flag(true)) }
    return About.Track(id: track.id, node: track.node, facts: list)
  }

  /// The size of pictures, and the size at which they are shown when that is another.
  private func size(
    of codec: Codec, _ track: AtomContext.Track,
    _ say: (StaticString, String, About.Value?, [Int]) -> Void
  ) {
    guard let width = codec.width, let height = codec.height,
      let shown = ShownPicture(codec, track, reader)
    else { return }
    var why: [String] = []
    if let pixels = shown.pixels { why.append("pixels \(pixels.across):\(pixels.down)") }
    if !shown.turn.isEmpty { why.append(shown.turn) }
    say("codedSize", "\(width)×\(height)", nil, [])
    guard !why.isEmpty else { return }
    let text = "\(shown.width)×\(shown.height)"
    say("shownSize", "shown \(text) (\(why.joined(separator: ", ")))", .text(text), [])
  }

  private func scheme(of track: AtomContext.Track) -> (text: String, node: Int)? {
    guard let entry = track.sampleEntry else { return nil }
    for index in entry..<Int(tree[entry].subtreeEnd) where tree[index].type == "schm" {
      var text = ByteWriter()
      reader.putSummary(of: index, to: &text)
      return (text.string, index)
    }
    return nil
  }

  // MARK: Chapters and timecode

  /// The tracks that the track at `node` refers to in this way.
  private func references(_ type: FourCC, of node: Int) -> [UInt64] {
    guard let list = tree.child("tref", of: node), let reference = tree.child(type, of: list)
    else { return [] }
    reader.open(reference)
    return reader.withTable("track_IDs") { table in
      (0..<min(table.count, 64)).map { table.raw(row: $0, column: 0) }
    } ?? []
  }

  private mutating func chapters(_ atoms: AtomContext) {
    guard let movie = tree.child("moov", of: nil) else { return }
    var isFound = false
    for track in atoms.tracks {
      for id in references("chap", of: track.node) {
        guard let chapters = atoms.track(id: id) else { continue }
        let count = chapters.sampleCount ?? 0
        let what =
          chapters.handler == "vide"
          ? (count == 1 ? "picture of a chapter" : "pictures of chapters")
          : (count == 1 ? "chapter" : "chapters")
        find(
          "chapters", "Chapters",
          "\(Words.grouped(count)) \(what) in track \(id), for track \(track.id)", .number(count),
          nodes: [chapters.node])
        isFound = true
      }
    }
    if let data = tree.child("udta", of: movie), let list = tree.child("chpl", of: data) {
      reader.open(list)
      let count = reader.number("chapter_count") ?? 0
      find(
        "chapters", "Chapters", "\(Words.grouped(count)) in a list", .number(count), nodes: [list])
      isFound = true
    }
    if !isFound {
      find("chapters", "Chapters", "none: no track refers to any, and there is no list", .number(0))
    }
  }

  private mutating func timecode(_ atoms: AtomContext) {
    var isFound = false
    // The tracks that refer to each, found in one pass.
    var usersOfTracks: [UInt64: [UInt64]] = [:]
    if atoms.tracks.contains(where: { $0.handler == "tmcd" }) {
      for track in atoms.tracks {
        for id in Set(references("tmcd", of: track.node)) {
          usersOfTracks[id, default: []].append(track.id)
        }
      }
      document.work.charge(atoms.tracks.count)
    }
    for track in atoms.tracks where track.handler == "tmcd" {
      let facts = TrackFacts(track, in: document)
      let users = usersOfTracks[track.id] ?? []
      // Several tracks may claim one number, and all others refer to it.
      let names =
        users.prefix(64).map { "\($0)" }.joined(separator: ", ")
        + (users.count > 64 ? " and \(users.count - 64) more" : "")
      let start = facts.timecode ?? "without a start"
      find(
        "timecode", "Timecode",
        "\(start) in track \(track.id), "
          + (users.isEmpty ? "which no track refers to" : "used by track \(names)"),
        facts.timecode.map { .text($0) }, nodes: [track.node])
      isFound = true
    }
    if !isFound { find("timecode", "Timecode", "none") }
  }

  // MARK: Location and personal data

  private mutating func personal() {
    var places: [(String, Int)] = []
    var persons: [(String, Int)] = []
    var unread: [(text: String, node: Int, count: Int)] = []
    func leave(_ text: String, _ node: Int) {
      if let place = unread.firstIndex(where: { $0.text == text }) {
        unread[place].count += 1
      } else {
        unread.append((text, node, 1))
      }
    }
    for item in MediaFile.metadata(of: document) {
      if item.keySpace == .imageItems {
        leave(Self.name(ofItem: item.key.keyString), item.node)
        continue
      }
      guard let disclosure = item.identifier.discloses else { continue }
      // A value stands in an atom below that of its key, and several of them below one.
      let isValue = tree[item.node].type == "data"
      let node = isValue ? tree.parent(of: item.node) ?? item.node : item.node
      let text: String
      if !isValue, !item.isWholeNode {
        // Of one that holds many things the one that is meant.
        text = item.keyString + (item.stringValue.map { " " + Words.quoted($0) } ?? "")
      } else {
        // A key that is text says what it is itself.
        text = item.keySpace == .quickTimeMetadata ? describe(node) : what(node)
      }
      let found = (text, node)
      switch disclosure {
      case .place: if places.last.map({ $0 != found }) ?? true { places.append(found) }
      case .person: if persons.last.map({ $0 != found }) ?? true { persons.append(found) }
      }
    }
    // What is no metadata: who may play protected samples, samples that are positions, and formats
    // inside boxes that are not read.
    var media: UInt64 = 0
    for index in tree.indices where !tree[index].isRaw {
      switch tree[index].type {
      case "user", "name":
        guard let parent = tree.parent(of: index), tree[parent].type == "schi" else { continue }
        persons.append((what(index), index))
      case "gpmd", "camm":
        guard let parent = tree.parent(of: index), tree[parent].type == "stsd" else { continue }
        places.append(("a track of positions", index))
      case "alis":
        guard reader.reading(index).content("volume_name") != nil else { continue }
        persons.append(("an alias, which names a disk and a file on it", index))
      case let type where MediaFile.payloadTypes.contains(type):
        media = media.saturatingAdd(UInt64(tree[index].payload.byteCount))
      default:
        if let carrier = MetadataCarriers.name(of: index, in: tree) {
          leave(carrier, index)
        }
      }
    }
    let raw = tree.indices.filter { tree[$0].isRaw }
    media = raw.reduce(media) { $0.saturatingAdd(tree[$1].size) }
    tell("location", "Location", places)
    tell("personalData", "Personal", persons)
    for (name, node, count) in unread.prefix(16) {
      let text = count == 1 ? name : name + " (first of \(Words.grouped(UInt64(count))))"
      find("notRead", "Not read", text, .text(text), nodes: [node])
    }
    if unread.count > 16 { find("notRead", "Not read", "and \(unread.count - 16) more") }
    if media > 0 {
      let text =
        Words.grouped(media) + (media == 1 ? " byte" : " bytes") + " of media and free space"
      find("notRead", "Not read", text, .text(text))
    }
  }

  /// What an item of a still image that is no image is called: those are of other formats.
  private static func name(ofItem key: String) -> String {
    switch key {
    case "Exif": MetadataCarriers.exif
    case "XMP": MetadataCarriers.xmp
    default: "an item of type " + Words.quoted(key)
    }
  }

  /// What was found, or that nothing was in what is read as metadata: what was not read stands in
  /// lines of its own.
  private mutating func tell(
    _ key: StaticString, _ title: StaticString, _ found: [(String, Int)]
  ) {
    if found.isEmpty { find(key, title, "none in the metadata that was read") }
    for (text, node) in found.prefix(16) { find(key, title, text, .text(text), nodes: [node]) }
    if found.count > 16 { find(key, title, "and \(found.count - 16) more") }
  }

  /// What an atom is called and says.
  private func what(_ index: Int) -> String {
    var text = ByteWriter()
    if let program = tree.program(of: tree[index]) {
      if let names = program.titles, let name = names[UInt64(tree[index].type.rawValue)] {
        text.put(name)
      } else {
        text.put(program.syntax.title)
      }
    }
    let summary = describe(index)
    return summary.isEmpty ? text.string : text.string + " " + summary
  }

  private func describe(_ index: Int) -> String {
    var text = ByteWriter()
    reader.putSummary(of: index, to: &text)
    return text.string
  }
}

/// What the samples of a track come to.
private struct SampleFlow {
  let track: SampleTrack
  /// The bytes of all samples, and the ticks of the media that they last.
  private(set) var bytes: UInt64 = 0
  private(set) var ticks: UInt64 = 0
  /// The samples in fragments.
  var fragmented: Int { track.fragmentedCount }

  /// - Complexity: O(*n*) in the samples.
  init(_ track: SampleTrack) {
    self.track = track
    for chunk in track.chunks {
      bytes = bytes.saturatingAdd(chunk.byteCount)
      ticks = ticks.saturatingAdd(chunk.duration)
    }
  }

  var seconds: Double { track.timescale == 0 ? 0 : Double(ticks) / Double(track.timescale) }

  /// Bits of samples a second.
  var bitRate: Double? {
    guard bytes > 0, seconds > 0 else { return nil }
    let rate = (Double(bytes) * 8 / seconds).rounded()
    return rate >= 1 && rate < 1e15 ? rate : nil
  }

  /// Pictures a second, and whether samples differ in duration, of a track that goes on in fragments;
  /// tables tell it of others.
  var frameRate: (rate: Double, isVariable: Bool)? {
    guard track.handler == "vide" || track.handler == "auxv", fragmented > 0, ticks > 0,
      track.timescale > 0
    else { return nil }
    var counts: [UInt64: Int] = [:]
    for sample in track.samples() {
      // A track in which no two samples are alike needs no more proof.
      if counts.count >= 256 { break }
      counts[sample.duration, default: 0] += 1
    }
    guard let most = counts.max(by: { $0.value < $1.value }) else { return nil }
    // The last sample is often longer or shorter than the rest.
    if counts.count < 256, most.key > 0, track.count - most.value <= 1 {
      return (Double(track.timescale) / Double(most.key), false)
    }
    return (Double(track.count) / seconds, true)
  }
}

import ByteReading
public import MediaFacts
import MediaInspection
import MediaMetadata
public import Structure

extension About {
  /// What can be said of an opened file as a whole, and of its tracks: its facts in words, and as values
  /// for programs.
  ///
  /// Unlike an outline, which begins with a ``Synopsis``, it reads the tables of sizes.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - name: What the file is called, which some players go by; `nil` when it has no name.
  /// - Complexity: O(*n*) in the number of nodes and in that of samples.
  public init(of document: Document, name: [UInt8]? = nil) {
    let gathered = AboutFile(document)
    self = gathered.about
    let players = PlayersOfFile(document, name: name, movie: gathered.movie, tracks: gathered.facts.tracks)
    findings += players.facts
    fillColumns(of: document)
    verdict = AboutVerdict(document, cut: gathered.cut, refusal: players.refusal).text
  }
}

/// Gathers what is said of a file.
struct AboutFile {
  private(set) var about = About()
  /// The tracks that end early for lack of bytes.
  private(set) var cut = CutTracks()
  let document: Document
  let tree: Tree
  let reader: NodeReader
  let synopsis: Synopsis
  let facts: Facts
  let playback: Playback
  private let mediaType: MediaType?
  let movie: MovieSamples?
  let items: [MetadataItem]
  /// What each of them says.
  let contents: [MetadataContents]
  /// What the samples of each track come to; tracks that only fragments name are the last.
  let flows: [SampleFlow]
  /// Where media data lies; `nil` when that is not known.
  private let ground: SampleGround?
  /// Whether what is not in the structure that was read is not in the file.
  let isStructureRead: Bool
  /// Whether a limit left something of the structure out.
  let hasLimits: Bool

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    let unread = MediaFile.unread(of: document)
    isStructureRead = unread.isEmpty
    hasLimits = unread.contains { $0.reason == .limits }
    reader = NodeReader(document)
    synopsis = document.synopsis
    mediaType = synopsis.mediaType?(document)
    let isMovie = document.format?.id == .isoBaseMedia
    let movie = isMovie ? MovieSamples(document) : nil
    self.movie = movie
    items = MediaFile.metadata(of: document)
    contents = MediaFile.contents(of: items)
    facts = movie.map { MediaFile.facts(of: document, in: $0) } ?? MediaFile.facts(of: document)
    if let movie {
      playback = MediaFile.playback(of: document, in: movie, knowing: facts)
    } else {
      playback = MediaFile.playback(of: document)
    }
    flows = movie?.tracks.map { SampleFlow($0) } ?? []
    ground = flows.isEmpty ? nil : SampleGround(document.tree)
    file()
    about.facts += MusicFacts(document, items: items, contents: contents, movie: movie, length: facts.duration).facts
    guard isMovie else {
      cut = CutTracks(in: document)
      chaptersOfSound()
      disagreements()
      disclosures()
      return
    }
    for place in synopsis.tracks.indices { about.tracks.append(track(at: place)) }
    delivery()
    encoder()
    for flow in flows.dropFirst(synopsis.tracks.count) { about.tracks.append(describe(flow)) }
    start()
    systems()
    if tree.child("moov", of: nil) != nil {
      chapters()
      timecode()
      absent()
    }
    unused()
    disagreements()
    credentials()
    disclosures()
  }

  // MARK: Credentials

  /// What content credentials claim, and whether their hashes are those of the bytes.
  private mutating func credentials() {
    guard let found = ContentCredentials(of: document) else { return }
    for (place, line) in found.lines.enumerated() {
      find("credentials", "Credentials", line, nodes: place < found.manifests.count ? [found.manifests[place].node] : [])
    }
    find("credentials", found.value)
  }

  mutating func say(
    _ key: StaticString, _ title: StaticString, _ text: String, _ value: About.Value? = nil,
    nodes: [NodeIndex] = []
  ) {
    about.facts.append(About.Fact(key, title, text, value, nodes: nodes))
  }

  /// Says to programs alone what people read in another fact.
  mutating func say(_ key: StaticString, _ value: About.Value) {
    about.facts.append(About.Fact(key, "", "", value))
  }

  mutating func find(
    _ key: StaticString, _ title: StaticString, _ text: String, nodes: [NodeIndex] = []
  ) {
    about.findings.append(About.Fact(key, title, text, nil, nodes: nodes))
  }

  mutating func find(_ key: StaticString, _ value: About.Value) {
    about.findings.append(About.Fact(key, "", "", value))
  }

  // MARK: The file

  private mutating func file() {
    say("container", "Container", synopsis.formatName, .text(synopsis.formatName))
    say("format", .text(synopsis.format?.rawValue ?? ""))
    if let brand = synopsis.brand { say("brand", .text(brand.key)) }
    let size = UInt64(tree.file.byteCount)
    say("size", "Size", size.grouped + (size == 1 ? " byte" : " bytes"), .number(size))
    if let duration = facts.duration, duration.isSaid {
      say("duration", "Duration", duration.text, .real(duration.seconds))
      say("durationSource", .text(duration.source.id.description))
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
    // What is missing would count as nothing.
    if document.problems.errors == 0 { bitRate(size) }
    if let sound = synopsis.sound {
      say("audio", "Audio", sound.words, .record(sound.members), nodes: [sound.node])
    }
    if synopsis.isFragmented {
      let count = UInt64(synopsis.fragments)
      say(
        "fragments", "Fragments",
        count == 0 ? "announced, and none in this file" : count.grouped, .number(count))
      index()
    }
    if let isFastStart = facts.fastStart.value {
      say(
        "fastStart", "Fast start",
        (isFastStart ? "yes" : "no: 'moov' stands behind the media") + firstFetch(isFastStart: isFastStart),
        .flag(isFastStart))
    }
    if let mediaType {
      say("mediaType", "Media type", mediaType.text, .text(mediaType.text))
      // What is missing would count as nothing here, too.
      let isCut = document.problems.counts.contains { $0.kind.id.isSame(as: "file-truncated") }
      if !isCut, let playlist = PlaylistAttributes(
        synopsis, mediaType: mediaType, facts: facts, playback: playback, flows: flows, in: tree) {
        say("hls", "HLS", playlist.text, .text(playlist.text))
        say("hlsAttributes", .record(playlist.members))
      }
    }
    if let writer = facts.writer.value {
      say(
        "writtenBy", "Written by", Words.name(writer.name), nodes: facts.writer.source.map { [$0.node] } ?? [])
    }
    if synopsis.format != .tags || facts.writer.value != nil {
      say(
        "writtenBy",
        .fact(facts.writer) { [("name", .text($0.name)), ("part", .text($0.part.rawValue))] })
    }
    // A sequence has an image beside its tracks, which viewers that play none show.
    if let image = synopsis.image, [.heif, .jpeg2000, .jpegXL].contains(synopsis.format), !image.words.isEmpty {
      let contents = ImageContents.of(document)
      say(
        "image", "Image", (image.words(besides: contents) + (contents?.words ?? [])).joined(by: ", "),
        .record(image.members + (contents?.members ?? [])))
    }
    if synopsis.format == .heif, let film = MotionPhoto(document) {
      say("motionPhoto", "Film", film.words, .record(film.members), nodes: [film.node])
    }
    for tag in synopsis.tags { say("tags", "Tags", tag.words) }
    if !synopsis.tags.isEmpty { say("tags", .list(synopsis.tags.map { .record($0.members) })) }
  }

  /// The mean of the whole file: all its bytes over the time of what is in it.
  private mutating func bitRate(_ size: UInt64) {
    guard synopsis.sound == nil else { return }
    var rate = synopsis.bitRate(ofFileOf: size)
    // The duration that a header says may be that of other segments, too: of fragments that of their samples counts.
    if synopsis.fragments > 0,
      let longest = flows.filter({ $0.fragmented > 0 }).max(by: { $0.seconds < $1.seconds }),
      longest.seconds > 0
    {
      let sum = (Double(size) * 8 / longest.seconds).rounded()
      rate = sum >= 1 && sum < 1e15 ? UInt64(sum) : nil
    }
    if let rate { say("bitRate", "Bit rate", Words.bitRate(Double(rate)) + " mean", .number(rate)) }
  }

  // MARK: Tracks

  /// What a specification of a delivery asks of the first track of video.
  private mutating func delivery() {
    guard let place = synopsis.tracks.firstIndex(where: { $0.handler == "vide" }), flows.indices.contains(place) else { return }
    let track = synopsis.tracks[place]
    let clocks = references("tmcd", of: track.node).prefix(4).compactMap { id in
      flows.first { $0.track.handler == "tmcd" && $0.track.id == id }?.track
    }
    guard
      let delivery = Delivery(
        track, facts.tracks.first { $0.node == track.node }, flows[place],
        hasTimecode: synopsis.tracks.contains { $0.handler == "tmcd" }, clocks: clocks, in: tree)
    else { return }
    say("delivery", "Delivery", delivery.text, .record(delivery.members))
  }

  /// What can be said of a track that the movie of another file describes.
  private func describe(_ flow: SampleFlow) -> About.Track {
    let count = UInt64(flow.track.count)
    let text =
      count.grouped + (count == 1 ? " sample" : " samples") + ", "
      + flow.bytes.grouped
      + (flow.bytes == 1 ? " byte" : " bytes") + ", described in another file"
    return About.Track(
      id: flow.track.id, node: flow.track.node,
      facts: [
        About.Fact("kind", "", "media", .text("unknown")),
        About.Fact("samples", "", text, .number(count)),
      ])
  }

  private mutating func track(at place: Int) -> About.Track {
    var list: [About.Fact] = []
    func say(_ key: StaticString, _ text: String, _ value: About.Value?, nodes: [NodeIndex] = []) {
      list.append(About.Fact(key, "", text, value, nodes: nodes))
    }
    let track = synopsis.tracks[place]
    let facts = facts.tracks.indices.contains(place) ? facts.tracks[place] : nil
    let shown = playback.tracks.indices.contains(place) ? playback.tracks[place] : nil
    say("kind", track.kindWords, .text(track.kindWords))
    if track.handler.rawValue != 0 { say("handler", "", .text(track.handler.key)) }
    // A timecode says itself what it is.
    if let name = track.codecName, track.handler != "tmcd" {
      let share = track.protectedShare.words.map { ", " + $0 } ?? ""
      if let codec = track.codec { say("codec", "", .text(codec.key)) }
      say("codecName", name + share, .text(name))
      if let codecs = mediaType?.codecs, place < codecs.count {
        if !codecs[place].text.isEmpty {
          // People read the type; the web needs some of its characters coded (RFC 6381 §3.3).
          let isCoded = codecs[place].text.contains("%")
          say(
            "codecs", isCoded ? track.codec.map { "'\($0.key)'" } ?? "" : codecs[place].text, .text(codecs[place].text))
        }
        if !codecs[place].supplements.isEmpty {
          say("supplementalCodecs", "", .text(codecs[place].supplements))
        }
      }
      if let width = track.width, let height = track.height, width > 0, height > 0 {
        say("width", "\(width)×\(height)", .number(width))
        say("height", "", .number(height))
        if let shown { size(shown, track, say) }
      }
      if let rate = track.sampleRate { say("sampleRate", Words.kilohertz(rate), .real(rate)) }
      if let channels = track.channels {
        say("channels", ChannelWords.words(channels, layout: track.channelLayout), .number(channels))
        if let layout = track.channelLayout { say("channelLayout", "", .text(layout)) }
      }
    }
    let flow = flows.indices.contains(place) ? flows[place] : nil
    let counted = flow?.frameRate
    let isVariable = counted?.isVariable ?? track.hasVariableRate
    var rhythm: TrackRhythm?
    if let flow, let ground {
      rhythm = TrackRhythm(
        flow.track, on: ground, shownUntil: shown?.end, isVariable: isVariable, mean: flow.bitRate)
    }
    if let rate = counted?.rate ?? track.frameRate {
      // Pictures that are decoded evenly may be shown unevenly.
      let kind = track.handler == "tmcd" ? "" : isVariable ? ", variable" : rhythm?.isUneven == true ? "" : ", constant"
      say(
        "frameRate", (isVariable ? "about " + Words.short(rate) : Words.frameRate(rate)) + " fps" + kind, .real(rate))
      say("variableFrameRate", "", .flag(isVariable || rhythm?.isUneven == true))
    }
    if let shown { edits(shown, of: flow?.track, say) }
    if let flow { parts(flow.track, say) }
    if let facts { light(facts, say) }
    if let shape = facts?.shape { shape.say(say, in: tree) }
    if let coded = facts?.coded { say("coded", coded.value?.words ?? "", .fact(coded) { $0.members }) }
    if let role = facts?.textRole { say("textRole", role.words, .record(role.members)) }
    if let timecode = track.timecode { say("timecode", timecode, .text(timecode)) }
    if let language = track.language {
      let code = MetadataLanguage(ofTrackAt: track.node, in: document)?.code ?? language
      say("language", "language " + code, .text(code))
    }
    if let item = items.first(where: { $0.trackID == track.id && Self.isTitle($0) }), let title = item.stringValue {
      say("title", Words.quoted(title), .text(title), nodes: [item.node])
    }
    if let bits = flow?.bitRate {
      say("bitRate", Words.bitRate(bits) + " mean", .number(UInt64(bits)))
    }
    if let rhythm {
      list += rhythm.facts
      cut.add(track, until: rhythm.playableUntil, isKnown: rhythm.isKnown && flow?.track.isAllListed == true, shown: shown)
    }
    if let shown, let start = shown.start {
      say("start", "", .real(Double(start) / 1e6))
      if let nominal = shown.nominalStart, nominal != start {
        say("nominalStart", "", .real(Double(nominal) / 1e6))
      }
      if let end = shown.end { say("end", "", .real(Double(end) / 1e6)) }
    }
    if let facts { protection(facts, flow?.track, say) }
    if !track.isEnabled { say("disabled", "disabled", .flag(true)) }
    return About.Track(id: track.id, node: track.node, facts: list)
  }

  /// Whether it is what something is called: the field of titles, or a name in user data (QTFF; 3GPP TS 26.244 §8).
  private static func isTitle(_ item: MetadataItem) -> Bool {
    ["name", "tnam", "titl"].contains(item.keyString) || item.feeds("title")
  }

  typealias Say = (StaticString, String, About.Value?, [NodeIndex]) -> Void

  /// The size at which pictures are shown, when it is not that of the coded ones, and why.
  private func size(_ shown: Playback.Track, _ track: Synopsis.Track, _ say: Say) {
    guard let size = shown.size else { return }
    var why: [String] = []
    if let pixels = shown.pixels { why.append("pixels \(pixels.across):\(pixels.down)") }
    if shown.orientation != .upright { why.append(shown.orientation.words) }
    if let change = shown.change { why.append(change) }
    defer {
      if !shown.displayClaims.isEmpty {
        say(
          "displayClaims", shown.displayClaims.joined(by: ", "), .list(shown.displayClaims.map { .text($0) }), [])
      }
    }
    guard !why.isEmpty else { return }
    say(
      "shownWidth", "shown \(size.width)×\(size.height) (\(why.joined(by: ", ")))",
      .number(size.width), [])
    say("shownHeight", "", .number(size.height), [])
    if let degrees = shown.degrees {
      // By its schema a rotation is one by quarters.
      say(degrees % 90 == 0 ? "rotation" : "angle", "", .number(degrees), [])
    } else if let change = shown.change {
      say("rotationWhy", "", .text(change), [])
    }
    if shown.orientation.isMirrored { say("mirrored", "", .flag(true), []) }
    if let pixels = shown.pixels {
      say(
        "pixelAspect", "",
        .record([("across", .number(pixels.across)), ("down", .number(pixels.down))]), [])
    }
  }

  /// Colours and dynamic range: each fact with its answer for programs, what was found for people.
  private func light(_ facts: Facts.Track, _ say: Say) {
    if let colour = facts.colour {
      var text = colour.value?.words ?? ""
      // Among sizes, rates and sounds the word alone says of nothing that it is not specified.
      if colour.value?.points?.areUnspecified == true { text = "colours " + text }
      if let claim = colour.claims.first, let words = words(of: claim, beside: colour.value) { text += ", " + words }
      say("colour", text, .fact(colour) { $0.members }, [])
    }
    if let display = facts.masteringDisplay {
      say("masteringDisplay", display.value?.words ?? "", .fact(display) { $0.members }, [])
    }
    if let light = facts.contentLight {
      say("contentLight", light.value?.words ?? "", .fact(light) { $0.members }, [])
    }
    if let vision = facts.dolbyVision {
      say("dolbyVision", vision.value?.words ?? "", .fact(vision) { $0.members }, [])
    }
    if let metadata = facts.dynamicMetadata {
      say(
        "dynamicMetadata", metadata.value?.words ?? "",
        .fact(metadata) { [("kind", .text($0.rawValue))] }, [])
    }
    if let captions = facts.captions {
      say("captions", captions.value?.words ?? "", .fact(captions) { $0.members }, [])
    }
  }

  /// What another place says of colours: `but 'avcC' says BT.709`, `HLG preferred by a message in front of the first
  /// picture`.
  private func words(of claim: Fact<Colour>.Claim, beside value: Colour?) -> String? {
    if let own = value?.points, let points = claim.value.points, points.isHybrid(insteadOf: own) {
      let place = claim.source.isInSample(in: tree) ? "in front of the first picture" : "in the configuration"
      return "HLG preferred by a message " + place
    }
    return claim.source.words(in: tree).map { "but \($0) says " + claim.value.words }
  }

  // MARK: Playback

  /// When sound and pictures begin and end against each other.
  private mutating func start() {
    let shown = playback.tracks.filter {
      $0.start != nil && ($0.kind == "video" || $0.kind == "audio")
    }
    guard let first = shown.first, let start = first.start else { return }
    var text = ""
    if let late = playback.audioLateness {
      text = Playback.words(ofSoundAfterPictures: late)
      // Of files that begin later than at once nothing else says when.
      let earliest = shown.compactMap(\.start).min() ?? start
      if earliest > Playback.tolerance { text += ", nothing before " + Playback.seconds(earliest) }
    } else if start > Playback.tolerance {
      text = "\(first.kind) at " + Playback.seconds(start)
    }
    let passed = shown.filter { $0.skipped > Playback.tolerance }.prefix(4).map {
      Playback.length($0.skipped) + " of " + $0.kind
    }
    if !passed.isEmpty {
      let edits = "edits pass over " + passed.joined(by: " and ")
      text = text.isEmpty ? edits : "\(text) (\(edits))"
    }
    let lateWithoutEdits = movie?.soundLatenessWithoutEdits
    if let late = lateWithoutEdits, late.magnitude > Playback.tolerance.magnitude {
      text += text.isEmpty ? "" : "; "
      text += "players that ignore edits: audio " + Playback.words(ofSoundLate: late)
    }
    if !text.isEmpty { find("start", "Start", text) }
    ends(of: shown)
    if let late = playback.audioLateness { find("audioLateness", .real(Double(late) / 1e6)) }
    if let late = lateWithoutEdits { find("audioLatenessWithoutEdits", .real(Double(late) / 1e6)) }
    if let late = playback.nominalAudioLateness { find("nominalAudioLateness", .real(Double(late) / 1e6)) }
  }

  // MARK: Chapters and timecode

  /// That there is none, as far as that is known.
  private var none: String { isStructureRead ? "none" : "none in what was read" }

  /// The tracks that the track at `node` refers to in this way.
  private func references(_ type: FourCC, of node: NodeIndex) -> [UInt64] {
    guard let list = tree.child("tref", of: node), let reference = tree.child(type, of: list)
    else { return [] }
    reader.open(reference)
    return reader.withTable("track_IDs") { table in
      (0..<min(table.count, 64)).map { table.raw(row: $0, column: 0) }
    } ?? []
  }

  /// The samples of the track at `place` among those of the movie, which is most often where they are as well.
  private func samples(of track: Synopsis.Track, at place: Int) -> SampleTrack? {
    guard let tracks = movie?.tracks else { return nil }
    if tracks.indices.contains(place), tracks[place].node == track.node { return tracks[place] }
    return tracks.first { $0.node == track.node }
  }

  private mutating func chapters() {
    guard let movie = tree.child("moov", of: nil) else { return }
    var values: [About.Value] = []
    let tracks = synopsis.tracks
    // The places of tracks by their numbers, once one is asked for.
    var places: [Int] = []
    // What is said of each as one of chapters, and who refers to it: with some writers all others do.
    var lines: [(words: String, users: [UInt64])] = []
    // Numbers of tracks that are not there.
    var missing: [UInt64] = []
    for track in tracks {
      for id in references("chap", of: track.node) {
        if places.isEmpty {
          places = tracks.indices.sorted { (tracks[$0].id, $0) < (tracks[$1].id, $1) }
          lines = Array(repeating: ("", []), count: tracks.count)
        }
        // The first track of this number.
        let point = (0..<places.count).partitionPoint { tracks[places[$0]].id < id }
        guard point < places.count, tracks[places[point]].id == id else {
          if missing.count < 4, !missing.contains(id) { missing.append(id) }
          continue
        }
        let place = places[point]
        let chapters = tracks[place]
        // Tables say nothing of those in fragments.
        let fragmented = samples(of: chapters, at: place)?.fragmentedCount ?? 0
        let count = (chapters.samples ?? 0).saturatingAdd(UInt64(max(0, fragmented)))
        let isPicture = chapters.handler == "vide"
        let what =
          isPicture
          ? (count == 1 ? "picture of a chapter" : "pictures of chapters")
          : (count == 1 ? "chapter" : "chapters")
        lines[place].words = "\(count.grouped) \(what) in track \(id), for track"
        lines[place].users.append(track.id)
        values.append(
          .record([
            ("kind", .text(isPicture ? "pictures" : "track")), ("count", .number(count)),
            ("track", .number(id)), ("of", .number(track.id)), ("path", .node(chapters.node)),
          ]))
      }
    }
    for (track, (words, users)) in zip(tracks, lines) where !users.isEmpty {
      let names = users.prefix(8).map { "\($0)" }.joined(by: ", ") + (users.count > 8 ? " and \(users.count - 8) more" : "")
      find("chapters", "Chapters", words + (users.count == 1 ? " " : "s ") + names, nodes: [track.node])
    }
    // Those that are there, as `--chapters` lists them: what a list says of their number is a claim.
    var listed: (chapters: [MediaChapter], isWhole: Bool)?
    for list in tree.subtree(of: movie) where tree[list].type == "chpl" && !tree[list].isRaw && values.count < 64 {
      if listed == nil { listed = MediaFile.chapterList(of: document) }
      let count = UInt64(listed?.chapters.count { $0.kind == .list && $0.node == list } ?? 0)
      reader.open(list)
      let claimed = reader.number("chapter_count") ?? 0
      let isCut = listed?.isWhole == false && count < claimed
      find("chapters", "Chapters", "\(isCut ? "at least " : "")\(count.grouped) in a list", nodes: [list])
      values.append(
        .record([
          ("kind", .text("list")), ("count", .number(count)), ("path", .node(list)),
        ]))
    }
    if values.isEmpty { values = chaptersElsewhere() }
    if values.isEmpty {
      let texts = synopsis.tracks.filter { ["text", "sbtl"].contains($0.handler) }.prefix(4)
      let alone = texts.map { "; track \($0.id) is text that no track refers to as chapters" }.joined(by: "")
      let why =
        missing.isEmpty
        ? "no track refers to any, and there is no list"
        : missing.map { "track \($0), which a track refers to, is not there" }.joined(by: "; ")
      find("chapters", "Chapters", none + ": " + why + alone)
    }
    if isStructureRead || !values.isEmpty { find("chapters", .list(values)) }
  }

  /// What the tags of a file, or keys of one, say differently.
  private mutating func disagreements() {
    let conflicts = MediaFile.conflicts(of: document, items: items, contents: contents)
    guard !conflicts.isEmpty else { return }
    for entry in conflicts { find("disagreements", "Disagree", entry.disagreement) }
    find("disagreements", .list(conflicts.map { .record($0.members) }))
  }

  /// A track that refers to one of timecode.
  private struct TimecodeUse {
    /// The number of that one.
    let timecode: UInt64
    /// Where it stands among all.
    let number: Int
    /// The number of the track that refers to it.
    let track: UInt64
  }

  private mutating func timecode() {
    var values: [About.Value] = []
    // The tracks that refer to each, found in one pass.
    var uses: [TimecodeUse] = []
    if synopsis.tracks.contains(where: { $0.handler == "tmcd" }) {
      for track in synopsis.tracks {
        let first = uses.count
        for id in references("tmcd", of: track.node) where !uses[first...].contains(where: { $0.timecode == id }) {
          uses.append(TimecodeUse(timecode: id, number: uses.count, track: track.id))
        }
      }
      uses.sort { ($0.timecode, $0.number) < ($1.timecode, $1.number) }
      document.work.charge(synopsis.tracks.count)
    }
    for track in synopsis.tracks where track.handler == "tmcd" {
      let start = (0..<uses.count).partitionPoint { uses[$0].timecode < track.id }
      let end = (0..<uses.count).partitionPoint { uses[$0].timecode <= track.id }
      let users = uses[start..<end]
      // Several tracks may claim one number, and all others refer to it.
      let names =
        users.prefix(64).map { "\($0.track)" }.joined(by: ", ")
        + (users.count > 64 ? " and \(users.count - 64) more" : "")
      find(
        "timecode", "Timecode",
        "\(track.timecode ?? "without a start") in track \(track.id), "
          + (users.isEmpty ? "which no track refers to" : "used by track \(names)"),
        nodes: [track.node])
      values.append(
        .record([
          ("start", track.timecode.map { .text($0) } ?? .null), ("track", .number(track.id)),
        ] + (track.timecode == nil ? [("why", .text("its entry says no rate, or two, or its first sample is not there"))] : []) + [
          ("usedBy", .list(users.prefix(64).map { .number($0.track) })), ("path", .node(track.node)),
        ]))
    }
    if values.isEmpty { find("timecode", "Timecode", isStructureRead ? "none: no track has one" : none) }
    if isStructureRead || !values.isEmpty { find("timecode", .list(values)) }
  }
}

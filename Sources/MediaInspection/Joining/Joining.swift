import Atoms
import ByteReading
import MediaFacts
package import Structure

/// Whether a movie can go on where another one ends, with the samples of both as they are.
///
/// That is so when one sample entry describes the samples of both, track by track, when all of them are in
/// the files, and when the second begins with what can be decoded on its own (14496-12 §8.5.2, §8.6.2).
/// What a bitstream says otherwise than its sample entry is not looked for; of the first samples the types of their
/// units are. What describes a segment by itself is not known, not even where a movie has a track of the same ID.
package struct Joining: Sendable {
  package enum Answer: String, Sendable {
    case yes, no
    /// Something that would decide it could not be read.
    case notRead = "not-read"
  }

  /// What was found out about the tracks that would become one.
  package struct Part: Sendable {
    /// `video`, `audio`, `subtitles`.
    package let kind: String
    /// The IDs of the tracks, in the first and in the second file; `nil` in one that has none.
    package let tracks: (before: UInt64?, after: UInt64?)
    package private(set) var answer = Answer.yes
    /// What the answer yes stands on.
    package fileprivate(set) var basis: String?
    /// Why the answer is not yes.
    package private(set) var reasons: [String] = []
    /// What has to be minded when they are joined.
    package private(set) var notes: [String] = []

    fileprivate mutating func refuse(_ reason: String) {
      answer = .no
      reasons.append(reason)
    }

    fileprivate mutating func leaveOpen(_ reason: String) {
      if answer == .yes { answer = .notRead }
      reasons.append(reason)
    }

    fileprivate mutating func note(_ text: String) { notes.append(text) }
  }

  package private(set) var parts: [Part] = []
  /// The names of tracks whose samples are not media that is shown: of time code, hints and metadata.
  package private(set) var unjudged: [String] = []

  /// Of all parts: no when one is, and yes only when all are.
  package var answer: Answer {
    if parts.contains(where: { $0.answer == .no }) { return .no }
    return !parts.isEmpty && parts.allSatisfy { $0.answer == .yes } ? .yes : .notRead
  }

  /// - Parameters:
  ///   - before: The movie that begins.
  ///   - after: The one that is to go on.
  /// - Returns: `nil` when one of them has no tracks.
  /// - Complexity: O(*n*) in the samples of both, of which the first alone is read.
  package init?(_ before: Document, _ after: Document) {
    guard before.context is AtomContext, after.context is AtomContext else { return nil }
    let (x, y) = (MovieSamples(before), MovieSamples(after))
    guard !x.tracks.isEmpty, !y.tracks.isEmpty else { return nil }
    for (movie, which) in [(x, "the first file"), (y, "the second")] {
      unjudged += movie.tracks.filter { !Self.isShown($0) }.map { "\($0.name) of \(which)" }
    }
    if before.tree.isSegmentAlone || after.tree.isSegmentAlone {
      tellSegments(x, y)
      return
    }
    var left = y.tracks.filter { Self.isShown($0) }
    var room = Self.roomForEntries
    for track in x.tracks where Self.isShown(track) {
      // Those of one language belong together, else they do by their order.
      let place =
        left.firstIndex { $0.handler == track.handler && Self.language(of: $0) == Self.language(of: track) }
        ?? left.firstIndex { $0.handler == track.handler }
      guard let place else {
        parts.append(Self.alone(track, isFirst: true))
        continue
      }
      parts.append(Self.part(track, left.remove(at: place), &room))
    }
    parts += left.map { Self.alone($0, isFirst: false) }
    tellEdges(before, after, (x, y))
  }

  /// By how many microseconds tracks may end, or begin, apart without a word: more than a picture or a frame of
  /// sound lasts.
  private static let apart: Int64 = 100_000

  /// Notes tracks of the first file that end before others, and those of the second that begin behind others: samples
  /// that are put behind each other close the gap, and tracks are apart from there on.
  private mutating func tellEdges(
    _ before: Document, _ after: Document, _ movies: (MovieSamples, MovieSamples)
  ) {
    let shown = (
      MediaFile.playback(of: before, in: movies.0, knowing: nil).tracks,
      MediaFile.playback(of: after, in: movies.1, knowing: nil).tracks
    )
    func moment(
      _ part: Part, of id: UInt64?, among tracks: [Playback.Track], _ time: (Playback.Track) -> Int64?) -> Int64? {
      tracks.first { $0.id == id && $0.kind == part.kind }.flatMap(time)
    }
    let ends = parts.map { moment($0, of: $0.tracks.before, among: shown.0, \.end) }
    let starts = parts.map { moment($0, of: $0.tracks.after, among: shown.1, \.start) }
    func note(at place: Int, _ text: String, times: [Int64?], other: Int64?) {
      let kind = times.firstIndex(of: other).map { parts[$0].kind } ?? "another track"
      parts[place].note(text + kind + ": the gap has to be kept, or what follows is out of sync")
    }
    for place in parts.indices where parts[place].tracks.before != nil && parts[place].tracks.after != nil {
      if let end = ends[place], let last = ends.compactMap({ $0 }).max(), last.saturatingSubtract(end) > Self.apart {
        note(
          at: place, "in the first file it ends \(Playback.seconds(last.saturatingSubtract(end))) before ",
          times: ends, other: last)
      }
      if let start = starts[place], let first = starts.compactMap({ $0 }).min(), start.saturatingSubtract(first) > Self.apart {
        note(
          at: place, "in the second file it begins \(Playback.seconds(start.saturatingSubtract(first))) after ",
          times: starts, other: first)
      }
    }
  }

  /// Whether the samples of a track are media that somebody sees or hears.
  private static func isShown(_ track: SampleTrack) -> Bool {
    switch TrackProof.aspect(of: track) {
    case .samples, .text: true
    default: false
    }
  }

  private static func language(of track: SampleTrack) -> UInt64? {
    let tree = track.home.tree
    return tree.child("mdia", of: track.node).flatMap { tree.child("mdhd", of: $0) }
      .flatMap { track.home.view(MediaHeader.self, of: $0).number(.language) }
  }

  private static func alone(_ track: SampleTrack, isFirst: Bool) -> Part {
    var part = Part(
      kind: track.description.kind ?? "other", tracks: isFirst ? (track.id, nil) : (nil, track.id))
    part.refuse("only the \(isFirst ? "first" : "second") file has \(track.name)")
    return part
  }

  private static func part(_ a: SampleTrack, _ b: SampleTrack, _ room: inout Int64) -> Part {
    var part = Part(kind: b.description.kind ?? "other", tracks: (a.id, b.id))
    compareEntries(a, b, &part, &room)
    for (track, which) in [(a, "the first file"), (b, "the second")] {
      tellSamples(of: track, which, &part)
    }
    compareGeometry(a, b, &part)
    compareLoudness(a, b, &part)
    compareChoice(a, b, &part)
    if let first = b.samples().makeFirst {
      if !first.isSync {
        part.refuse("the first sample of the second file is no sync sample: nothing is decoded before the next one")
      } else {
        tellBeginning(first, b, &part)
      }
    }
    tellTimes(a, b, &part)
    return part
  }

  // MARK: Segments

  /// Tells of segments what they show by themselves: tracks belong together by their IDs, and what samples are is left
  /// open.
  ///
  /// - Complexity: O(*n*) in the tracks and samples of both.
  private mutating func tellSegments(_ x: MovieSamples, _ y: MovieSamples) {
    let isSegment = (x.document.tree.isSegmentAlone, y.document.tree.isSegmentAlone)
    var places: [UInt64: Int] = [:]
    for (place, track) in y.tracks.enumerated() where places[track.id] == nil { places[track.id] = place }
    var taken: Set<Int> = []
    var pairs: [(SampleTrack?, SampleTrack?)] = []
    for track in x.tracks {
      let place = places[track.id].flatMap { taken.insert($0).inserted ? $0 : nil }
      pairs.append((track, place.map { y.tracks[$0] }))
    }
    for (place, track) in y.tracks.enumerated() where !taken.contains(place) { pairs.append((nil, track)) }
    for (a, b) in pairs where [a, b].allSatisfy({ $0.map { Self.isShown($0) } ?? true }) {
      var part = Part(kind: a?.description.kind ?? b?.description.kind ?? "other", tracks: (a?.id, b?.id))
      for (track, which, isSegment) in [(a, "the first file", isSegment.0), (b, "the second", isSegment.1)] {
        guard let track, isSegment else { continue }
        part.leaveOpen(
          "\(track.name) of \(which) is described in another file: put the initialization segment in front")
        Self.tellSamples(of: track, which, isDescribed: false, &part)
      }
      if let alone = a ?? b, a == nil || b == nil {
        part.leaveOpen("only the \(b == nil ? "first" : "second") file has \(alone.name): a segment need not have all tracks")
      }
      if let a, b != nil, !isSegment.0, Self.isExtended(a) {
        part.note("if the first file is what describes it, the second goes behind it byte for byte")
      }
      parts.append(part)
    }
  }

  /// Whether a movie gives what fragments of a track leave unsaid, without which it has none (14496-12 §8.8.3).
  private static func isExtended(_ track: SampleTrack) -> Bool {
    (track.home.context as? AtomContext)?.track(at: track.node)?.defaults != nil
  }

  // MARK: Sample entries

  /// What comparisons of sample entries may cost that do not have the same bytes, in bytes of both and ``costOfPair``
  /// for each; files have a few entries of some hundred bytes.
  private static let roomForEntries: Int64 = 1 << 24
  /// What a comparison costs besides.
  private static let costOfPair: UInt64 = 256

  /// - Complexity: O(*n*) in the bytes of the entries, where each has one with the same bytes; else in ``roomForEntries``.
  private static func compareEntries(
    _ a: SampleTrack, _ b: SampleTrack, _ part: inout Part, _ room: inout Int64
  ) {
    let (old, new) = (entries(of: a), entries(of: b))
    guard let first = old.first, !new.isEmpty else {
      part.leaveOpen("\(old.isEmpty ? "the first" : "the second") file has no sample entry")
      return
    }
    // Most often there is one with the same bytes, which is found without a look at the others.
    var twins: [UInt64: NodeIndex] = [:]
    for entry in old {
      let number = key(of: entry, in: a.home)
      if twins[number] == nil { twins[number] = entry }
    }
    func compare(_ x: NodeIndex, _ y: NodeIndex) -> EntryDifference {
      b.home.work.charge(1)
      return EntryDifference(a.home, entry: x, b.home, entry: y)
    }
    var left = 0
    for entry in new {
      if let twin = twins[key(of: entry, in: b.home)], compare(twin, entry).isNone { continue }
      // With several, what differs from the first is said.
      var found: EntryDifference?
      var isSame = false
      for other in old {
        let bytes = a.home.tree[other].size.saturatingAdd(b.home.tree[entry].size)
        room = room.saturatingSubtract(Int64(clamping: bytes.saturatingAdd(costOfPair)))
        guard room >= 0 else { break }
        let difference = compare(other, entry)
        isSame = difference.isNone
        if isSame { break }
        if found == nil { found = difference }
      }
      if isSame { continue }
      if room < 0 {
        left += 1
        continue
      }
      let difference = found ?? compare(first, entry)
      if let reason = difference.unread { part.leaveOpen(reason) }
      for reason in difference.reasons { part.refuse(reason) }
    }
    if left > 0 {
      part.leaveOpen(
        "\(left.grouped) of \(new.count.grouped) sample entries of the second file were not compared with all of the first: there are too many")
    }
    if part.answer == .yes, new.count == 1 {
      part.basis = "one sample entry describes both: \(b.home.codec(of: new[0]).name)"
    }
  }

  /// A number of the bytes of an entry: the same for those that have the same.
  private static func key(of entry: NodeIndex, in document: Document) -> UInt64 {
    let node = document.tree[entry]
    let bytes = document.source(of: node).bytes
    guard let start = Int(exactly: node.start), let end = Int(exactly: node.end), start <= end, end <= bytes.byteCount
    else { return node.size }
    return bytes.extracting(start..<end).mixed(into: node.size)
  }

  private static func entries(of track: SampleTrack) -> [NodeIndex] {
    let tree = track.home.tree
    var place: NodeIndex? = track.node
    for type in ["mdia", "minf", "stbl", "stsd"] as [FourCC] {
      place = place.flatMap { tree.child(type, of: $0) }
    }
    return place.map { tree.children(of: $0).filter { !tree[$0].isRaw } } ?? []
  }

  /// One header turns and scales the pictures of both.
  private static func compareGeometry(_ a: SampleTrack, _ b: SampleTrack, _ part: inout Part) {
    guard a.handler == "vide", b.handler == "vide" else { return }
    let (old, new) = (geometry(of: a), geometry(of: b))
    if old.matrix != new.matrix {
      part.refuse("the matrices of the headers differ: pictures of one would be shown turned or mirrored otherwise")
    }
    if old.size != new.size {
      part.refuse("the headers show pictures at other sizes: \(old.words) and \(new.words)")
    }
  }

  /// One header sets how loud the sound of both is, and from which side it comes.
  private static func compareLoudness(_ a: SampleTrack, _ b: SampleTrack, _ part: inout Part) {
    guard a.handler == "soun", b.handler == "soun" else { return }
    let (old, new) = (loudness(of: a), loudness(of: b))
    if old.volume != new.volume {
      part.note("the headers set other volumes: \(hundredths(old.volume)) and \(hundredths(new.volume))")
    }
    if old.balance != new.balance {
      part.note("the headers set other balances: \(hundredths(old.balance)) and \(hundredths(new.balance))")
    }
  }

  /// The volume and the balance of a track, in 8.8.
  private static func loudness(of track: SampleTrack) -> (volume: Int64, balance: Int64) {
    let tree = track.home.tree
    func number(_ node: NodeIndex?, _ read: (NodeIndex) -> UInt64?) -> Int64 {
      node.flatMap(read).map { Int64(Int16(truncatingIfNeeded: $0)) } ?? 0
    }
    let media = tree.child("mdia", of: track.node).flatMap { tree.child("minf", of: $0) }
    return (
      number(tree.child("tkhd", of: track.node)) { track.home.view(TrackHeader.self, of: $0).number(.volume) },
      number(media.flatMap { tree.child("smhd", of: $0) }) {
        track.home.view(MediaInformationHeader.self, of: $0).number(.balance)
      }
    )
  }

  /// `0.50` of a number in 8.8.
  private static func hundredths(_ number: Int64) -> String {
    let count = (number.magnitude * 100 + 128) / 256
    let rest = count % 100
    return "\(number < 0 ? "-" : "")\(count / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// One header says of both in which language they are, and whether players show them unasked.
  private static func compareChoice(_ a: SampleTrack, _ b: SampleTrack, _ part: inout Part) {
    let (old, new) = (TrackFacts(a.description, in: a.home), TrackFacts(b.description, in: b.home))
    // A number of the Macintosh is the language of a code, too.
    if old.languageCode ?? old.language != new.languageCode ?? new.language {
      part.note("the tracks name other languages: \(words(old.language)) and \(words(new.language))")
    }
    if old.isEnabled != new.isEnabled {
      part.note(
        "only the track of the \(old.isEnabled ? "second" : "first") file is disabled: one header says whether players show both unasked"
      )
    }
  }

  /// The name of a language, escaped.
  private static func words(_ language: String?) -> String {
    guard let language else { return "unspecified" }
    var text = ByteWriter()
    text.put(text: language, style: .name, limit: 40)
    return text.string
  }

  /// The numbers of the matrices of a track and of its movie, and the size at which it is shown, in 16.16.
  private static func geometry(
    of track: SampleTrack
  ) -> (matrix: [UInt64], size: [UInt64], words: String) {
    let tree = track.home.tree
    let reader = NodeReader(track.home)
    var matrix: [UInt64] = []
    var size: [UInt64] = []
    func add(_ table: borrowing TableReading) {
      for row in 0..<min(table.count, 9) { matrix.append(table.raw(row: row, column: 0)) }
    }
    if let movie = tree.parent(of: track.node), let header = tree.child("mvhd", of: movie) {
      reader.view(MovieHeader.self, of: header).withTable(.matrix) { add($0) }
    }
    if let header = tree.child("tkhd", of: track.node) {
      let fields = reader.view(TrackHeader.self, of: header)
      fields.withTable(.matrix) { add($0) }
      size = [fields.number(.width) ?? 0, fields.number(.height) ?? 0]
    }
    return (matrix, size, size.map { ($0 >> 16).grouped }.joined(separator: "×"))
  }

  // MARK: Samples and times

  /// Samples behind the first that are looked at for pictures that are shown before it.
  private static let leading = 64

  /// Whether the second file begins with pictures that need none before them: what is shown before the first sample
  /// and decoded behind it may (23008-2 §3, RASL). Of the first sample the types of its units are read.
  private static func tellBeginning(_ first: Sample, _ track: SampleTrack, _ part: inout Part) {
    guard track.handler == "vide" else { return }
    let kind = kind(of: first, track)
    if kind?.isClosed == true { return }
    let hasLeading = track.samples(from: first.number + 1).lazy.prefix(leading)
      .contains { $0.compositionTime < first.compositionTime }
    guard hasLeading else { return }
    if let kind {
      part.refuse(
        "the second file begins with a picture that is \(kind == .noIDR ? kind.words : "a \(kind.words)"), and others that are shown before it may need what is not there")
    } else {
      part.leaveOpen("pictures of the second file that are shown before its first sample may need what is not there")
    }
  }

  /// What kind of picture a sample begins with, where its coding is read.
  private static func kind(of sample: Sample, _ track: SampleTrack) -> StartPicture? {
    guard sample.file == 0, let units = track.units else { return nil }
    return track.startKind(of: sample, by: units)
  }

  /// - Parameter isDescribed: Whether the file has the sample entries that samples name.
  private static func tellSamples(
    of track: SampleTrack, _ which: String, isDescribed: Bool = true, _ part: inout Part
  ) {
    if track.isElsewhere {
      part.leaveOpen("samples of \(which) lie in other files, which were not read")
      return
    }
    if track.count == 0 {
      part.leaveOpen("\(which) has no samples in \(track.name)")
      return
    }
    if track.promisedCount > UInt64(track.count) {
      part.refuse("\(which) lists \(track.promisedCount.grouped) samples and describes \(track.count.grouped) of them")
    }
    let ends = track.documents.map { UInt64($0.tree.file.byteCount) }
    var missing = 0
    var first: Int?
    var undescribed = 0
    let entries = entries(of: track).count
    for sample in track.samples() {
      if sample.description < 1 || sample.description > entries { undescribed += sample.count }
      if sample.size > 0, sample.file >= ends.count || sample.bytes(upTo: ends[sample.file]) == nil {
        missing += sample.count
        if first == nil { first = sample.number }
      }
    }
    if undescribed > 0, isDescribed {
      part.refuse(
        "\(undescribed.grouped) of \(track.count.grouped) samples of \(which) name a sample entry that is not there")
    }
    if first == nil, let sample = track.samples().makeFirst, sample.size > 0, track.units != nil,
      kind(of: sample, track) == nil
    {
      part.leaveOpen("the first sample of \(which) is not made of units that are known: its offset may be wrong")
    }
    if let first {
      part.refuse(
        "\(missing.grouped) of \(track.count.grouped) samples of \(which) are not all in it, from number \(first.grouped) on")
    }
  }

  private static func tellTimes(_ a: SampleTrack, _ b: SampleTrack, _ part: inout Part) {
    let (x, y) = (a.timescale, b.timescale)
    if x == 0 || y == 0 {
      part.leaveOpen("the timescale of \(x == 0 ? "the first" : "the second") file is not known")
    } else if x != y {
      // Times stay what they are in a scale that both divide; the header has 32 bits for it.
      let (common, overflow) = (x / divisor(x, y)).multipliedReportingOverflow(by: y)
      if overflow || common > UInt64(UInt32.max) {
        part.refuse("timescales \(x.grouped) and \(y.grouped) have none in common that fits: times would be rounded")
      } else {
        part.note("timescales \(x.grouped) and \(y.grouped): can be rescaled to \(common.grouped) without rounding")
      }
    }
    noteEnd(a, &part)
    let edits = b.editList
    if edits.isExplicit, edits.edits.count > 1 || (edits.edits.first?.mediaTime ?? 0) != 0 {
      part.note(
        "the second file has an edit list: it has to go along, or what it leaves out is shown at the joint")
    }
  }

  /// Notes what the edits of the first file leave out behind the last moment that they show: a sample at least. Less
  /// than that is what encoders fill the last frame of sound with, or what rounding to ticks of the movie leaves.
  private static func noteEnd(_ track: SampleTrack, _ part: inout Part) {
    let edits = track.editList
    let cut = edits.ticksLeftOutAtEnd(of: track)
    let sample = Int64(clamping: track.samples().makeFirst?.duration ?? 0)
    // Padding may come to a frame but for one tick, so that of sound none is taken for rounding.
    let least = track.handler == "soun" ? sample : sample.saturatingSubtract(edits.rounding)
    if cut > edits.rounding, cut >= least, track.timescale > 0 {
      let time = Playback.seconds(Int64(clamping: cut.magnitude.scaled(by: 1_000_000, over: track.timescale)))
      part.note(
        "the first file's edit list ends \(time) before its samples: it has to go along, or what it leaves out is shown at the joint"
      )
    } else if edits.leavesOutBetween {
      part.note("the first file has several edits: they have to go along, or what they leave out is shown")
    }
  }

  private static func divisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}


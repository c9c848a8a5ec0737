import ByteReading
import MediaFacts
import MediaInspection
public import Structure

/// Draws the pictures of a file: reads its tables, once for each picture, and of its payload the
/// headers of frames alone, where that is asked for.
public struct Pictures {
  let document: Document
  let movie: MovieSamples
  /// The tracks that are drawn, in the order of the movie, with their places in it: no more than ``trackLimit``, among them
  /// the one that rate and pace are drawn of.
  let tracks: [(place: Int, track: SampleTrack)]
  /// Who is drawn: each of ``tracks``.
  let owners: [Drawing.Owner]
  /// Whether the first bytes of samples are read, to tell what pictures depend on.
  let readsHeaders: Bool
  /// Whether a cursor is wanted, which tells each sample apart that it has room for.
  private let hasCursor: Bool
  /// The track that rate and pace are drawn of when it can be drawn, by its place in the movie.
  private let chosenTrack: Int?
  private let series = SeriesCache()
  /// Across, so many steps are drawn at most.
  static let stepLimit = 480
  /// The tracks that are drawn at most.
  static let trackLimit = 16
  /// The samples of a track whose headers are read at most.
  static let headerLimit = 4_096
  /// The tracks besides the main one of which a page has rate and pace at most.
  private static let otherLimit = 4

  /// - Parameters:
  ///   - document: An opened file.
  ///   - readsHeaders: Whether the first bytes of samples are read, to tell what pictures depend on: of
  ///     tracks of at most 4,096 samples.
  ///   - hasCursor: Whether ``strands`` are wanted as well, for which tracks are then not read once more.
  ///   - track: The track that rate and pace are drawn of, by its place in the movie, which have no picture where it has
  ///     no samples (``canDraw(track:)``); `nil` for the first of video that is no still, else of sound, else any.
  public init(
    _ document: Document, readsHeaders: Bool = false, hasCursor: Bool = false, track: Int? = nil
  ) {
    chosenTrack = track
    self.hasCursor = hasCursor
    self.document = document
    self.readsHeaders = readsHeaders
    movie = MovieSamples(document)
    tracks = Self.chosen(of: movie.tracks, track)
    var owners: [Drawing.Owner] = []
    for (_, track) in tracks {
      let letter: Character =
        switch track.handler {
        case _ where track.isOfPictures: "v"
        case .some("soun"): "a"
        case .some("tmcd"): "t"
        case _ where track.isOfText: "s"
        default: "d"
        }
      let name = track.id == 0 ? "track" : track.name
      let isTaken = owners.contains { $0.letter == letter }
      owners.append(Drawing.Owner(name, isTaken ? Character(letter.uppercased()) : letter))
    }
    self.owners = owners
  }

  /// The tracks that are drawn: the first ones, but in any case `track` and the one that is chosen when nobody chooses.
  private static func chosen(of tracks: [SampleTrack], _ track: Int?) -> [(place: Int, track: SampleTrack)] {
    var places = Array(tracks.indices.prefix(trackLimit))
    if tracks.count > trackLimit {
      let main = tracks.firstIndex { $0.handler == "vide" && canDraw($0) && !isStill($0) }
      for place in [track, main].compactMap(\.self) where tracks.indices.contains(place) && !places.contains(place) {
        // The last of the others makes room.
        if let last = places.lastIndex(where: { $0 != track && $0 != main }) { places.remove(at: last) }
        places.append(place)
      }
      places.sort()
    }
    return places.map { ($0, tracks[$0]) }
  }

  private static func canDraw(_ track: SampleTrack) -> Bool { track.count > 0 && track.timescale > 0 }

  /// Whether a track has something that is drawn: samples, and a scale of time.
  ///
  /// - Parameter track: The place of the track in the movie.
  /// - Returns: Whether it has.
  public func canDraw(track: Int) -> Bool {
    movie.tracks.indices.contains(track) && Self.canDraw(movie.tracks[track])
  }

  /// The picture of this kind, or `nil` when the file has no part that it would show.
  ///
  /// - Parameter kind: Which picture.
  /// - Returns: The drawing.
  /// - Complexity: O(*n*) in the samples of the tracks that are drawn; memory is that of the picture.
  public func drawing(_ kind: PictureKind) -> Drawing? {
    switch kind {
    case .time: time()
    case .rate: rate(mainStream)
    case .pace: pace(mainStream)
    case .order: order()
    case .bytes: bytes()
    case .grid: grid()
    }
  }

  /// All pictures that the file has, in the order of their kinds.
  public var all: [Drawing] { PictureKind.allCases.compactMap { drawing($0) } }

  // MARK: What is drawn

  /// The tracks that have samples and a scale of time, in the order of the movie, with their places among ``tracks``.
  var drawable: [(number: Int, track: SampleTrack)] {
    tracks.enumerated().filter { Self.canDraw($1.track) }.map { ($0.offset, $0.element.track) }
  }

  /// How many tracks of the movie have samples, whether all are drawn or not.
  var trackCount: Int { movie.tracks.count { $0.count > 0 } }

  /// What is said when not all tracks are drawn; `nil` when they are.
  var limitNote: String? {
    guard movie.tracks.count > tracks.count else { return nil }
    let count = "\(tracks.count) of \(movie.tracks.count) tracks are drawn"
    let more = tracks.filter { $0.place >= Self.trackLimit }.map(\.track.name)
    return more.isEmpty ? "The first \(count)." : "\(count): the first ones and \(more.joined(by: ", "))."
  }

  /// What is said of tracks that have samples and no scale of time, or `nil`.
  var timelessNote: String? {
    let count = tracks.count { $0.track.count > 0 && $0.track.timescale == 0 }
    guard count > 0 else { return nil }
    return count == 1
      ? "1 track has no timescale and is not drawn."
      : "\(count) tracks have no timescale and are not drawn."
  }

  /// Whether a rule has reported a problem of this kind.
  func hasRaised(_ id: StaticString) -> Bool {
    document.problems.kept.contains { $0.kind.id.isSame(as: id) }
  }

  /// The rules that say of samples that they are not in the file, as far as they were reported.
  var lossRules: String {
    let raised = LossRules.ofSamples.filter(hasRaised).map { "\($0)" }
    return raised.isEmpty ? "" : " (\(raised.joined(by: ", ")))"
  }

  /// What is said of a track whose samples are not all in the file, or `nil`.
  func loss(of series: SampleSeries) -> String? {
    guard series.lostCount > 0 else { return nil }
    let count = UInt64(clamping: series.lostCount).grouped
    return "\(count) of \(Drawing.count(UInt64(clamping: series.count), "sample", "samples")) are not in the file, which ends before them"
      + lossRules
  }

  /// What rate and pace are drawn of: the chosen track, else the first track of video, else of sound, else any; without
  /// tracks the frames of sound.
  struct Stream {
    let owner: Int
    let owners: [Drawing.Owner]
    let timescale: UInt64
    let series: SampleSeries
    /// What a part of it is called.
    let unit: String
    /// What is done with a part of it: `shown` or `heard`.
    var verb = "shown"
    /// What is added to the time of its media for that of the movie, in seconds.
    var shift = 0.0
    /// How many edits arrange the media otherwise than by one shift, so that its own time is drawn; else 0.
    var edits = 0

    var name: String { owners[owner].name }
    /// When the movie shows a moment of the media; where edits do more than shift it, its own time.
    func seconds(_ ticks: Int64) -> Double { duration(ticks) + shift }
    func duration(_ ticks: Int64) -> Double { Double(ticks) / Double(max(1, timescale)) }
    /// What a place across is for a cursor.
    var clock: Drawing.Clock { edits > 0 ? .media(owner) : .movie }
    /// What is said when edits do more than shift the media, or `nil`.
    var note: String? {
      edits > 0 ? "Across is the time of the media: \(edits) edits arrange it in the movie." : nil
    }
  }

  /// What rate and pace are drawn of.
  private var mainStream: Stream? {
    if let known = series.main { return known }
    let found = foundStream
    series.main = .some(found)
    return found
  }

  private var foundStream: Stream? {
    let drawable = drawable
    if let chosenTrack {
      guard let found = drawable.first(where: { tracks[$0.number].place == chosenTrack }) else { return nil }
      return stream(of: found.number, found.track)
    }
    let video = drawable.first { $0.track.handler == "vide" && !Self.isStill($0.track) }
    let found =
      video ?? drawable.first { $0.track.handler == "soun" } ?? drawable.first { $0.track.handler == "vide" }
      ?? drawable.first
    guard let found else { return sound }
    return stream(of: found.number, found.track)
  }

  /// Whether what is shown changes so seldom that it is no film: a cover, the slides of a talk.
  private static func isStill(_ track: SampleTrack) -> Bool {
    guard track.count > 1 else { return true }
    let length = UInt64(clamping: track.end)
    return UInt64(clamping: track.count).saturatingMultiply(max(1, track.timescale)) < length
  }

  /// Rate and pace of the first tracks of video and sound that are not the one that they are drawn of by
  /// themselves: what else a page lets one choose, with its name.
  ///
  /// - Parameter kind: Rate or pace.
  /// - Returns: The pictures; empty for other kinds.
  public func others(_ kind: PictureKind) -> [(name: String, drawing: Drawing)] {
    guard kind == .rate || kind == .pace, let main = mainStream else { return [] }
    let tracks = drawable.filter { $0.number != main.owner && ($0.track.handler == "vide" || $0.track.handler == "soun") }
    return tracks.prefix(Self.otherLimit).compactMap { found -> (name: String, drawing: Drawing)? in
      let stream = stream(of: found.number, found.track)
      return (kind == .rate ? rate(stream) : pace(stream)).map { ("\(kind.rawValue), \(stream.name)", $0) }
    }
  }

  private func stream(of number: Int, _ track: SampleTrack) -> Stream {
    var stream = Stream(
      owner: number, owners: owners, timescale: track.timescale, series: series(of: number),
      unit: "sample", verb: Self.verb(of: track))
    let list = track.editList
    let shown = list.edits.filter { !$0.isEmpty }
    if list.isExplicit, list.omitted == 0, shown.count == 1, shown[0].rate == 65_536,
      let media = shown[0].mediaTime
    {
      stream.shift =
        Double(shown[0].start) / Double(max(1, movie.movieTimescale)) - Self.seconds(media, track)
    } else if list.isExplicit {
      stream.edits = list.edits.count + list.omitted
    }
    return stream
  }

  /// When what is shown and heard of each track of the movie begins and ends.
  var playback: Playback {
    if let known = series.playback { return known }
    let found = MediaFile.playback(of: document, in: movie, knowing: nil)
    series.playback = found
    return found
  }

  /// When nothing more is shown of a track, in microseconds of the movie; `nil` where that is not known.
  func end(of number: Int) -> Int64? {
    guard tracks.indices.contains(number) else { return nil }
    let place = tracks[number].place
    return playback.tracks.indices.contains(place) ? playback.tracks[place].end : nil
  }

  /// What is done with the samples of a track: `shown` or `heard`.
  static func verb(of track: SampleTrack) -> String { track.handler == "soun" ? "heard" : "shown" }

  static func seconds(_ ticks: Int64, _ track: SampleTrack) -> Double {
    Double(ticks) / Double(max(1, track.timescale))
  }

  /// The samples of a track that can be drawn, by its place in the movie.
  func series(of number: Int) -> SampleSeries {
    if let known = series.found(number) { return known }
    let track = tracks[number].track
    // Of many tracks each has its part of the lines that a picture of all has.
    // What a cursor tells apart is joined for the pictures.
    let isSingle = hasCursor && track.count > Self.stepLimit && track.count <= cursorSteps
    var made = SampleSeries(
      track, steps: isSingle ? track.count : Self.stepLimit, runs: max(60, Self.stepLimit * 2 / max(2, drawable.count)),
      fileSize: UInt64(clamping: document.tree.file.byteCount), coding: coding(of: track))
    if isSingle {
      series.keep(single: made.steps, of: number)
      made.joinSteps(of: track.count, to: Self.stepLimit)
    }
    series.keep(made, of: number)
    return made
  }

  /// A step for each sample of a track, where a cursor is wanted and has room for them.
  func singleSteps(of number: Int) -> [SampleSeries.Step]? { series.single(number) }

  /// What tells what the samples of a track depend on; `nil` where their headers are not to be read.
  func coding(of track: SampleTrack) -> ((Sample) -> PictureCoding?)? {
    guard readsHeaders, track.count <= Self.headerLimit, track.handler == "vide",
      let units = track.units
    else { return nil }
    let source = document.tree.file
    let size = UInt64(source.byteCount)
    return { sample in
      guard sample.file == 0, let start = sample.offset, let end = sample.end, end <= size,
        start < end
      else { return nil }
      return units.coding(of: Int(start)..<Int(end), of: source)
    }
  }

  /// The frames of sound of a file that has no tracks.
  var sound: Stream? {
    guard movie.tracks.isEmpty else { return nil }
    // A frame of usual sound has some hundred bytes.
    let promised = Int(clamping: MediaFile.soundByteCount(of: document) / 256)
    var made = SampleSeries(of: max(1, promised), steps: Self.stepLimit)
    var rate: UInt64 = 0
    MediaFile.forEachSoundFrame(of: document) { frame, frequency in
      if rate == 0 { rate = frequency }
      made.add(SampleSeries.Element(frame, coding: nil))
    }
    made.finish()
    guard made.count > 0, rate > 0 else { return nil }
    return Stream(
      owner: 0, owners: [Drawing.Owner("sound", "a")], timescale: rate, series: made,
      unit: "frame", verb: "heard")
  }

  private static func pow10(_ digits: Int) -> Double { (0..<digits).reduce(1) { value, _ in value * 10 } }

  /// Two to four round values up to `high`.
  static func scale(_ low: Double, _ high: Double) -> [(value: Double, word: String)] {
    let span = high - low
    guard span > 0, span.isFinite else { return [] }
    var step = 1.0
    while step * 4 < span { step *= 10 }
    while step > span, step > 1e-9 { step /= 10 }
    for factor in [5.0, 2.0, 1.0] where span / (step * factor) >= 2 {
      step *= factor
      break
    }
    // As many decimals as tell them apart.
    var digits = 1
    while digits < 6, step * pow10(digits) < 0.999 { digits += 1 }
    var values: [(Double, String)] = []
    var at = (low / step).rounded(.up) * step
    while at <= high, values.count < 6 {
      values.append((at, step < 1 ? Drawing.decimal(at, digits) : Drawing.rate(at)))
      at += step
    }
    return values
  }
}

/// What was read of tracks, for the pictures that follow.
private final class SeriesCache {
  /// The samples of each track, and a step for each of them before they were joined; by the number of the track,
  /// as there are few, and a dictionary takes as long to begin with as the samples of a small file.
  private var tracks: [(found: SampleSeries?, single: [SampleSeries.Step]?)] = []
  /// What rate and pace are drawn of, where that was asked for.
  var main: Pictures.Stream??
  var playback: Playback?

  func found(_ number: Int) -> SampleSeries? { number < tracks.count ? tracks[number].found : nil }

  func single(_ number: Int) -> [SampleSeries.Step]? { number < tracks.count ? tracks[number].single : nil }

  func keep(_ series: SampleSeries, of number: Int) {
    makeRoom(number)
    tracks[number].found = series
  }

  func keep(single steps: [SampleSeries.Step], of number: Int) {
    makeRoom(number)
    tracks[number].single = steps
  }

  private func makeRoom(_ number: Int) {
    while tracks.count <= number { tracks.append((nil, nil)) }
  }
}

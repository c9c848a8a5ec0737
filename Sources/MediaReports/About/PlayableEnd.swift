import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// Up to where a track plays some of whose bytes are not there: when the first sample would be shown that cannot be.
struct PlayableEnd {
  /// What a sample has instead of its bytes.
  enum Obstacle: String {
    case cut = "then bytes are missing"
    case elsewhere = "then samples lie outside media data"
  }

  private let track: SampleTrack
  private let edits: EditList
  private let ground: SampleGround
  /// The area that held the sample before.
  private var area: Range<UInt64> = 0..<0
  /// Why the picture before has no bytes, or needs one that has none.
  private var missing: Obstacle?
  /// When it is, in ticks as the movie counts them, and why; 0 where no other is shown before, `nil` where each sample
  /// that is shown can be.
  private(set) var first: (time: Int64, why: Obstacle)?
  /// When that is composed, and how much later than it is decoded a sample is composed at least, where both say which
  /// others are shown behind it; `nil` where all samples have to be looked at.
  private var bound: (composed: Int64, offset: Int64)?
  /// When the first sample is shown whose bytes stand where no media data is said to be and nothing says what they are:
  /// players go by tables, and play what is media.
  private(set) var doubtful: Int64?

  /// Samples that are looked at; of a track of more nothing is said.
  private static let limit = 1 << 22

  /// - Parameters:
  ///   - ground: What there is in the file.
  init(_ track: SampleTrack, on ground: SampleGround) {
    self.track = track
    self.ground = ground
    edits = track.editList
  }

  /// Goes through the samples of the track, no further than to where none can be shown before the first that is lost.
  ///
  /// - Returns: Whether ``first`` is known; where not all were gone through, it may be another.
  /// - Complexity: O(*n*) in the samples, of which 4,194,304 are looked at.
  mutating func find() -> Bool { find(isForAll: false) { _ in } }

  /// The same through all samples, and hands each to `body` before it is looked at.
  mutating func find(visiting body: (Sample) -> Void) -> Bool { find(isForAll: true, body) }

  private mutating func find(isForAll: Bool, _ body: (Sample) -> Void) -> Bool {
    guard track.timescale > 0, Int64(exactly: track.timescale) != nil, track.count <= Self.limit else { return false }
    var passed = 0
    for sample in track.samples() {
      if isBehindFirst(sample) {
        passed = track.count
        break
      }
      passed = passed.saturatingAdd(sample.count)
      body(sample)
      // What no edit shows is not missed.
      if let why = whyLost(sample), let time = edits.presentationTime(of: sample), time < first?.time ?? .max {
        let offset = first == nil && !isForAll && isMonotonic ? track.leastOffset : bound?.offset
        bound = offset.map { (sample.compositionTime, $0) }
        first = (time, why)
      }
    }
    // Where steps run out the rest is not passed.
    guard passed >= track.count else { return false }
    return first.map { beginWithNothing(before: $0) } ?? true
  }

  /// Whether what is composed later is shown later as well, or as early, and nobody asks whether bytes without a
  /// description are media.
  private var isMonotonic: Bool {
    edits.isShownOnce && edits.edits.count { !$0.isEmpty } == 1 && (ground.media == nil || ground.undescribed.byteCount == 0)
  }

  /// Whether neither a sample nor any behind it is shown before the first that is lost.
  private func isBehindFirst(_ sample: Sample) -> Bool {
    bound.map { sample.decodeTime.saturatingAdd($0.offset) >= $0.composed } ?? false
  }

  /// Says that nothing is shown where no sample that can be shown is shown before the first that cannot; most often
  /// one of the first is.
  private mutating func beginWithNothing(before lost: (time: Int64, why: Obstacle)) -> Bool {
    missing = nil
    var passed = 0
    for sample in track.samples() {
      if isBehindFirst(sample) {
        passed = track.count
        break
      }
      passed = passed.saturatingAdd(sample.count)
      if whyLost(sample) == nil, let start = edits.presentationTime(of: sample), start < lost.time { return true }
    }
    guard passed >= track.count else { return false }
    first = (0, lost.why)
    return true
  }

  /// Why a sample cannot be shown: its bytes are none that can be played, or those of a picture are none that it may
  /// need, as each may the one before it that is no sync sample itself.
  private mutating func whyLost(_ sample: Sample) -> Obstacle? {
    if let own = obstacle(sample) {
      missing = own
    } else if sample.isSync || track.handler != "vide" {
      missing = nil
    }
    return missing
  }

  /// Why the bytes of a sample are none that can be played; `nil` when they lie where media does, or may.
  private mutating func obstacle(_ sample: Sample) -> Obstacle? {
    guard sample.file == 0, sample.size > 0, let offset = sample.offset else { return nil }
    let end = offset.saturatingAdd(sample.size)
    if end > ground.size { return .cut }
    guard let areas = ground.media else { return nil }
    var start = offset
    if !area.contains(offset), let found = areas.area(at: offset) { area = found }
    if area.contains(offset) {
      if end <= area.upperBound { return nil }
      start = area.upperBound
    }
    guard let rest = ground.undescribed.area(at: start), end <= rest.upperBound else { return .elsewhere }
    if let time = edits.presentationTime(of: sample) { doubtful = min(doubtful ?? .max, time) }
    return nil
  }

  /// The same in seconds, negative where edits show it before the movie begins; `nil` where it is not known whether what
  /// is shown before plays.
  var seconds: Double? {
    guard let first, doubtful ?? .max >= first.time else { return nil }
    return Double(first.time) / Double(track.timescale)
  }
}

/// What there is in a file where samples may lie.
struct SampleGround {
  /// The bytes of the file.
  let size: UInt64
  /// Where media data lies; `nil` when that is not known.
  let media: MediaAreas?
  /// Where bytes stand of which nothing says what they are.
  let undescribed: MediaAreas

  /// - Complexity: O(*n*) in the nodes at the top.
  init(_ tree: Tree) {
    size = UInt64(tree.file.byteCount)
    media = MediaAreas(of: tree)
    undescribed = MediaAreas.undescribed(of: tree)
  }
}

/// A track that ends early for lack of bytes.
struct CutTrack: Equatable {
  /// What people call its media.
  let kind: String
  /// Up to where it plays, in seconds.
  let until: Double
  /// When the last of it would have been shown, in seconds; `nil` when that is not known.
  let end: Double?

  init(kind: String, until: Double, end: Double?) {
    (self.kind, self.until, self.end) = (kind, until, end)
  }

  /// - Parameters:
  ///   - until: Up to where it plays, in seconds.
  ///   - shown: What a player would make of it; `nil` when that is not known.
  init(_ track: Synopsis.Track, until: Double, shown: Playback.Track?) {
    self.init(
      kind: track.kindWords, until: until, end: shown?.start == nil ? nil : shown?.end.map { Double($0) / 1e6 })
  }
}

/// The tracks of a file that end early for lack of bytes, beside those that do not.
struct CutTracks: Equatable {
  private(set) var cut: [CutTrack] = []
  /// What people call the pictures and the sound of which each sample that is shown is there.
  private(set) var whole: [String] = []
  /// Pictures and sound of which it is not known.
  private var unknown = 0

  /// Whether no other pictures or sound play, as far as is known.
  var areAll: Bool { whole.isEmpty && unknown == 0 }

  /// Adds the next track.
  ///
  /// - Parameters:
  ///   - until: Up to where it plays, in seconds; `nil` where it does not end early.
  ///   - isKnown: Whether all of its samples were gone through, and no more of them may be in what is missing: there may
  ///     be of a track with fragments, and of one that has none yet.
  ///   - shown: What a player would make of it; `nil` when that is not known.
  mutating func add(_ track: Synopsis.Track, until: Double?, isKnown: Bool, shown: Playback.Track?) {
    if let until { return cut.append(CutTrack(track, until: until, shown: shown)) }
    guard track.handler == "vide" || track.handler == "soun" else { return }
    if isKnown { whole.append(track.kindWords) } else { unknown += 1 }
  }

  /// - Parameter movies: What is known of the file already.
  /// - Complexity: O(*n*) in the samples, none of which are read.
  init(in document: Document, _ movies: ComparedMovies = ComparedMovies()) {
    guard document.format?.id == .isoBaseMedia else {
      if let sound = SoundOfFile.cut(in: document) { cut = [CutTrack(kind: "audio", until: sound.until, end: sound.end)] }
      return
    }
    let movie = movies.movie(of: document)
    let moments = PlayableEnd.moments(of: movie, in: document)
    let ends = zip(zip(document.synopsis.tracks, movie.tracks), moments).map { pair, moment in
      (track: pair.0, until: moment.until, isKnown: moment.isKnown && pair.1.isAllListed)
    }
    guard ends.contains(where: { $0.until != nil }) else { return }
    let shown = movies.playback(of: document).tracks
    for (place, end) in ends.enumerated() {
      let found = shown.indices.contains(place) ? shown[place] : nil
      add(end.track, until: end.until, isKnown: end.isKnown, shown: found)
    }
  }

  init() {}
}

extension PlayableEnd {
  /// When the first sample of a track would be shown that cannot be, in seconds: `nil` where each can be shown, and where
  /// that is not known.
  typealias Moment = (until: Double?, isKnown: Bool)

  /// That of each track in the order of the file.
  ///
  /// - Complexity: O(*n*) in the samples, none of which are read.
  static func moments(of movie: MovieSamples, in document: Document) -> [Moment] {
    let ground = SampleGround(document.tree)
    return movie.tracks.map { track in
      var end = PlayableEnd(track, on: ground)
      let isPassed = end.find()
      return (isPassed ? end.seconds : nil, isPassed && end.doubtful == nil)
    }
  }

  /// That of each track in the order of the file, or of the sound of what is no movie.
  ///
  /// - Complexity: O(*n*) in the samples, none of which are read.
  static func moments(in document: Document) -> [Moment] {
    guard document.format?.id == .isoBaseMedia else { return [(SoundOfFile.cut(in: document)?.until, true)] }
    return moments(of: MovieSamples(document), in: document)
  }
}

extension SampleTrack {
  /// Whether its samples are all that there are, wherever a file is cut off: fragments behind may have more.
  var isAllListed: Bool { count > 0 && !home.synopsis.isFragmented }
}

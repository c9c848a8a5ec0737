import MediaInspection

/// Which sample lies at a place of the file: the chunks of all tracks in the order of their bytes, put
/// together a slice at a time.
struct ChunkIndex {
  /// A chunk, or a run of a fragment.
  private struct Entry {
    var start: UInt64
    var end: UInt64
    var track: Int32
    var count: Int32
    var firstSample: Int
  }

  /// The chunks that are kept at most.
  static let limit = 400_000

  private let tracks: [SampleTrack]
  private var entries: [Entry] = []
  private var track = 0
  private var chunks: Chunks?
  /// Whether all chunks were read.
  private(set) var isComplete = false
  /// Whether there are more than are kept.
  private(set) var isCut = false

  private let sampleCount: Int
  /// The samples of the chunks that were read.
  private var samplesRead = 0

  init(_ tracks: [SampleTrack]) {
    self.tracks = tracks
    sampleCount = tracks.reduce(0) { $0 &+ min($1.count, 1 << 40) }
  }

  /// How much was read, in hundredths of the samples.
  var progress: Int {
    isComplete ? 100 : sampleCount > 0 ? min(99, samplesRead * 100 / sampleCount) : 0
  }

  /// Reads `count` more chunks.
  mutating func advance(_ count: Int) {
    var left = count
    while left > 0, !isComplete {
      left -= 1
      if track >= tracks.count || entries.count >= Self.limit {
        isCut = track < tracks.count
        finish()
        return
      }
      if chunks == nil { chunks = tracks[track].chunks }
      guard let chunk = chunks?.next() else {
        chunks = nil
        track += 1
        continue
      }
      samplesRead = min(samplesRead &+ max(0, chunk.sampleCount), 1 << 50)
      guard chunk.file == 0, let start = chunk.offset, let end = chunk.end, end > start else {
        continue
      }
      entries.append(
        Entry(
          start: start, end: end, track: Int32(clamping: track),
          count: Int32(clamping: chunk.sampleCount), firstSample: chunk.firstSample))
    }
  }

  private mutating func finish() {
    isComplete = true
    chunks = nil
    entries.sort { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// The sample whose bytes hold `offset`, and the place of its track; `nil` when no chunk that was read
  /// holds it. Of chunks that overlap, the one that begins last is meant.
  ///
  /// - Parameter samples: The samples of a track by its place, from a number on.
  /// - Complexity: O(log *n*) in the chunks, and O(*s*) in the samples of one.
  func sample(
    at offset: UInt64, in samples: (_ track: Int, _ first: Int) -> Samples?
  ) -> (track: Int, sample: Sample)? {
    guard isComplete else { return nil }
    let place = entries.partition { $0.start <= offset }
    guard place > 0, offset < entries[place - 1].end else { return nil }
    let entry = entries[place - 1]
    let track = Int(entry.track)
    guard let samples = samples(track, entry.firstSample) else { return nil }
    var left = Int(entry.count)
    for sample in samples {
      guard left > 0 else { return nil }
      left -= max(1, sample.count)
      if let start = sample.offset, let end = sample.end, start <= offset, offset < end {
        return (track, sample)
      }
    }
    return nil
  }
}

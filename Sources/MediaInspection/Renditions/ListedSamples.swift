import ByteReading
import Structure

/// The samples of a track in the order in which a player is given them: as files have them, or piece by piece where a list
/// names bytes of files, in the order of the list and as often as it names them.
struct ListedSamples {
  /// A sample, and where it is played.
  struct Entry {
    let sample: Sample
    /// Whether it is the first of a piece; `nil` where files are not in pieces.
    let begins: Bool?
    /// Whether times may begin anew between it and the sample before.
    let isAnew: Bool
  }

  /// Samples one behind the other that lie in the same pieces.
  private struct Run {
    let stretch: Int
    /// The number of its first sample.
    let first: Int
    /// How many samples stand before it in its fragment, or in the table: what it costs to go to it.
    let depth: Int
    var count = 0
    /// The number of the sample behind it.
    var next: Int
  }

  private let track: SampleTrack
  private let pieces: [Rendition.Piece]
  private let limit: Int
  private var samples: Samples
  /// Where the samples of pieces are, in the order of their stretches.
  private var runs: [Run] = []
  /// The stretches that each piece holds.
  private var stretches: [Range<Int>] = []

  /// The samples of files that no piece holds.
  private(set) var unlisted: (count: Int, first: Sample)?
  /// Whether there are more samples than are gone through.
  private(set) var isCut = false
  /// How many samples of files were looked at for pieces, and how many were passed since.
  private var (found, passed) = (0, 0)

  private var piece = -1
  /// What is left of the piece: its runs, and samples of the one that is read.
  private var queue: ArraySlice<Run> = []
  private var left = 0
  /// The number of the sample that comes next as files have them.
  private var at = 1
  private var (begins, isAnew) = (false, false)

  /// - Complexity: O(*n* log *p*) in the samples and the pieces.
  init(_ track: SampleTrack, in pieces: [Rendition.Piece], within limits: Rendition.Limits) {
    self.track = track
    self.pieces = pieces
    limit = limits.samples
    samples = track.samples()
    if !pieces.isEmpty { find(within: limits) }
  }

  /// Samples that were gone through again: of bytes that are listed more than once, or not in their order.
  var repeatedCount: Int { max(0, passed - found) }

  /// Finds where the samples of pieces are.
  private mutating func find(within limits: Rendition.Limits) {
    let files = Stretches(pieces)
    stretches = pieces.map { files.stretches(of: $0) }
    var (depth, file, fragment) = (0, -1, -1)
    for sample in track.samples() {
      guard found < limits.samples else {
        isCut = true
        break
      }
      found += 1
      depth = sample.file == file && sample.fragment == fragment ? depth + 1 : 0
      (file, fragment) = (sample.file, sample.fragment)
      guard let stretch = sample.offset.flatMap({ files.stretch(at: $0, in: sample.file) }) else {
        unlisted = ((unlisted?.count ?? 0) + 1, unlisted?.first ?? sample)
        continue
      }
      if runs.last?.stretch != stretch || runs.last?.next != sample.number {
        guard runs.count < limits.boundaries else {
          isCut = true
          break
        }
        runs.append(Run(stretch: stretch, first: sample.number, depth: depth, next: sample.number))
      }
      runs[runs.count - 1].count += 1
      runs[runs.count - 1].next = sample.number.saturatingAdd(sample.count)
    }
    runs.sort { ($0.stretch, $0.first) < ($1.stretch, $1.first) }
  }

  /// The next sample; `nil` behind the last one that is read.
  mutating func next() -> Entry? {
    guard pieces.isEmpty || advance() else { return nil }
    guard let sample = samples.next() else {
      // What was found before is not there when the file may take no more steps.
      isCut = isCut || !pieces.isEmpty
      return nil
    }
    guard passed < limit else {
      isCut = true
      return nil
    }
    passed += 1
    guard !pieces.isEmpty else { return Entry(sample: sample, begins: nil, isAnew: false) }
    left -= 1
    at = sample.number.saturatingAdd(sample.count)
    defer { (begins, isAnew) = (false, false) }
    return Entry(sample: sample, begins: begins, isAnew: isAnew)
  }

  /// Goes to the next sample of the pieces; false behind the last.
  private mutating func advance() -> Bool {
    while left == 0 {
      guard let run = queue.popFirst() else {
        piece += 1
        guard piece < pieces.count else { return false }
        begins = true
        isAnew = isAnew || pieces[piece].isDiscontinuous
        queue = runs(in: stretches[piece])
        continue
      }
      left = run.count
      guard run.first != at else { continue }
      passed = passed.saturatingAdd(run.depth)
      samples = track.samples(from: run.first)
    }
    return true
  }

  /// The runs in stretches of one piece, in decoding order.
  private func runs(in stretches: Range<Int>) -> ArraySlice<Run> {
    let first = (0..<runs.count).partitionPoint { runs[$0].stretch < stretches.lowerBound }
    let end = (first..<runs.count).partitionPoint { runs[$0].stretch < stretches.upperBound }
    let found = runs[first..<end]
    return stretches.count > 1 ? found.sorted { $0.first < $1.first }[...] : found
  }
}

/// What the borders of pieces divide files into: a piece is one stretch, or several that others hold as well.
private struct Stretches {
  /// Where they begin, in order; the last of a file is held by none.
  private var starts: [(file: Int, offset: UInt64)] = []
  private var areHeld: [Bool] = []

  /// - Complexity: O(*p* log *p*) in the pieces.
  init(_ pieces: [Rendition.Piece]) {
    let borders = pieces.flatMap { [($0.file, $0.bytes.lowerBound), ($0.file, $0.bytes.upperBound)] }.sorted { $0 < $1 }
    for border in borders where starts.last.map({ $0 < border }) ?? true { starts.append(border) }
    var changes = Array(repeating: 0, count: starts.count)
    for piece in pieces {
      let held = stretches(of: piece)
      guard !held.isEmpty else { continue }
      changes[held.lowerBound] += 1
      changes[held.upperBound] -= 1
    }
    var holders = 0
    areHeld = changes.map { change in
      holders += change
      return holders > 0
    }
  }

  /// Those that a piece holds, which is one of those that were given.
  func stretches(of piece: Rendition.Piece) -> Range<Int> {
    let first = place(of: piece.bytes.lowerBound, in: piece.file)
    return first..<max(first, place(of: piece.bytes.upperBound, in: piece.file))
  }

  /// The one that holds an offset; `nil` where no piece does.
  func stretch(at offset: UInt64, in file: Int) -> Int? {
    let place = place(of: offset, in: file)
    return place >= 0 && areHeld[place] ? place : nil
  }

  /// The last one that begins at an offset or before it; −1 for none.
  private func place(of offset: UInt64, in file: Int) -> Int {
    (0..<starts.count).partitionPoint { starts[$0] <= (file, offset) } - 1
  }
}

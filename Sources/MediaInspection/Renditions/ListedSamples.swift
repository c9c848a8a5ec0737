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
    /// The piece it is in; `nil` where files are not in pieces.
    let piece: Int?
  }

  /// Why samples are left out.
  enum Cut {
    /// There are more of them than are gone through.
    case samples
    /// There are more of them as they are listed, with those that are gone through again.
    case repeats
    /// They go from pieces to others more often than boundaries are kept.
    case runs
    /// The file takes more steps than it may.
    case steps
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
  private let pieces: ListedPieces
  private let limit: Int
  private var samples: Samples
  /// Where the samples of pieces are, in the order of their stretches.
  private var runs: [Run] = []
  /// The pieces that hold them, in the order of the list.
  private var listed: ArraySlice<Int> = []

  /// The samples of files that no piece holds.
  private(set) var unlisted: (count: Int, first: Sample)?
  /// Why not all samples are gone through; `nil` where they are.
  private(set) var cut: Cut?
  /// How many samples of files were looked at for pieces, and how many were passed since.
  private var (found, passed) = (0, 0)

  /// The piece that is read.
  private var piece = -1
  /// What is left of the piece: its runs, and samples of the one that is read.
  private var queue: ArraySlice<Run> = []
  private var left = 0
  /// The number of the sample that comes next as files have them.
  private var at = 1
  private var (begins, isAnew) = (false, false)

  /// - Parameters:
  ///   - limit: The samples that are gone through at most.
  ///   - runs: How often they may go from pieces to others.
  /// - Complexity: O(*n* log *p*) in the samples as they are listed and the pieces, of which those are passed over that have
  ///   none of them.
  init(_ track: SampleTrack, in pieces: ListedPieces, limit: Int, runs: Int) {
    self.track = track
    self.pieces = pieces
    self.limit = limit
    samples = track.samples()
    if !pieces.isEmpty { find(runs) }
  }

  /// Samples that were gone through again: of bytes that are listed more than once, or not in their order.
  var repeatedCount: Int { pieces.isEmpty ? 0 : max(0, passed - found) }

  /// Finds where the samples of pieces are, which go from some to others `most` times at most.
  private mutating func find(_ most: Int) {
    var (depth, file, fragment) = (0, -1, -1)
    for sample in track.samples() {
      guard found < limit else {
        cut = .samples
        break
      }
      found += 1
      depth = sample.file == file && sample.fragment == fragment ? depth + 1 : 0
      (file, fragment) = (sample.file, sample.fragment)
      guard let stretch = sample.offset.flatMap({ pieces.stretch(at: $0, in: sample.file) }) else {
        unlisted = ((unlisted?.count ?? 0) + 1, unlisted?.first ?? sample)
        continue
      }
      if runs.last?.stretch != stretch || runs.last?.next != sample.number {
        guard runs.count < most else {
          cut = .runs
          break
        }
        runs.append(Run(stretch: stretch, first: sample.number, depth: depth, next: sample.number))
      }
      runs[runs.count - 1].count += 1
      runs[runs.count - 1].next = sample.number.saturatingAdd(sample.count)
    }
    runs.sort { ($0.stretch, $0.first) < ($1.stretch, $1.first) }
    listed = pieces.pieces(holding: runs.lazy.map(\.stretch))[...]
  }

  /// The next sample; `nil` behind the last one that is read.
  mutating func next() -> Entry? {
    guard pieces.isEmpty || advance() else { return nil }
    guard let sample = samples.next() else {
      // What was found before is not there when the file may take no more steps.
      if !pieces.isEmpty { cut = cut ?? .steps }
      return nil
    }
    guard passed < limit else {
      cut = cut ?? (pieces.isEmpty ? .samples : .repeats)
      return nil
    }
    passed += 1
    guard !pieces.isEmpty else { return Entry(sample: sample, begins: nil, isAnew: false, piece: nil) }
    left -= 1
    at = sample.number.saturatingAdd(sample.count)
    defer { (begins, isAnew) = (false, false) }
    return Entry(sample: sample, begins: begins, isAnew: isAnew, piece: piece)
  }

  /// Goes to the next sample of the pieces; false behind the last.
  private mutating func advance() -> Bool {
    while left == 0 {
      guard let run = queue.popFirst() else {
        guard let next = listed.popFirst() else { return false }
        begins = true
        isAnew = isAnew || pieces.isAnew(in: piece + 1..<next + 1)
        piece = next
        queue = runs(in: pieces.stretches[piece])
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

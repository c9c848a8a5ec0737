import ByteReading
import MediaInspection
import Structure

/// How many bits a second there are at most in what a player of HLS fetches together, where segments begin with
/// fragments: RFC 8216 §4.1 asks for sets of segments that last from a half to one and a half of the target duration.
struct SegmentRates {
  /// The sum of the peaks of what is fetched by itself; `nil` where no fragment says how long it lasts.
  private(set) var peak: Double?

  /// What is fetched for one fragment.
  private struct Fragment {
    /// The bytes of `moof`, of what stands in front of it, of the headers of `mdat`, and of the samples of all tracks.
    var bytes: UInt64
    /// The first track of those that were gone through that has samples in it.
    var owner: Int?
    /// When these are decoded, in ticks of that track.
    var start: Int64 = 0
    var end: Int64 = 0
  }

  /// A time that is fetched as a whole.
  private struct Piece {
    var seconds: Double
    var bytes: UInt64
  }

  /// - Parameters:
  ///   - flows: The tracks.
  ///   - tree: The nodes of their file.
  /// - Complexity: O(*n*) in the chunks and the fragments.
  init(_ flows: [SampleFlow], in tree: Tree) {
    var fragments: [Fragment] = []
    // What stands in front of a fragment is fetched with it; the index in front of all is of the whole file.
    var before: UInt64 = 0
    for node in tree.children(of: nil) {
      let box = tree[node]
      switch box.type {
      case "moof":
        fragments.append(Fragment(bytes: before.saturatingAdd(box.size)))
        before = 0
      case "mdat":
        guard let last = fragments.indices.last else { continue }
        fragments[last].bytes = fragments[last].bytes.saturatingAdd(box.payloadStart &- box.start)
      case "sidx" where fragments.isEmpty, "ssix" where fragments.isEmpty: continue
      case "styp", "emsg", "prft", "sidx", "ssix": before = before.saturatingAdd(box.size)
      default: continue
      }
    }
    // Fragments last as long as their pictures do; sound may begin and end elsewhere.
    let tracks = flows.filter { $0.fragmented > 0 && $0.track.timescale > 0 }.map(\.track)
    let ordered = tracks.filter { $0.handler == "vide" } + tracks.filter { $0.handler != "vide" }
    // Which tracks come with the first one.
    var isBeside = Array(repeating: false, count: ordered.count)
    for (place, track) in ordered.enumerated() {
      for chunk in track.chunks where chunk.fragment > 0 && chunk.fragment <= fragments.count {
        let index = chunk.fragment - 1
        let end = chunk.decodeTime.saturatingAdd(chunk.duration)
        fragments[index].bytes = fragments[index].bytes.saturatingAdd(chunk.byteCount)
        if let owner = fragments[index].owner {
          if owner == 0 { isBeside[place] = true }
          guard owner == place else { continue }
          fragments[index].start = min(fragments[index].start, chunk.decodeTime)
          fragments[index].end = max(fragments[index].end, end)
        } else {
          fragments[index].owner = place
          (fragments[index].start, fragments[index].end) = (chunk.decodeTime, end)
        }
      }
    }
    // Those of tracks that are never beside the first one are fetched by themselves.
    var lists = Array(repeating: [Piece](), count: ordered.count)
    var starts: [Int64?] = Array(repeating: nil, count: ordered.count)
    for fragment in fragments.reversed() {
      guard let owner = fragment.owner else { continue }
      // Where samples have no duration times go on to the next.
      let end = fragment.end > fragment.start ? fragment.end : starts[owner] ?? fragment.end
      starts[owner] = fragment.start
      let ticks = max(0, end.saturatingSubtract(fragment.start))
      let piece = Piece(seconds: Double(ticks) / Double(ordered[owner].timescale), bytes: fragment.bytes)
      lists[isBeside[owner] ? 0 : owner].append(piece)
    }
    for list in lists {
      if let rate = Self.peak(of: list) { peak = (peak ?? 0) + rate }
    }
  }

  /// The most bits a second of pieces behind each other; where all are too short, of all.
  private static func peak(of pieces: [Piece]) -> Double? {
    guard let longest = pieces.map(\.seconds).max(), longest > 0, longest < 1e9 else { return nil }
    // A whole number of seconds, to which the length of each is rounded at most (RFC 8216 §4.3.3.1).
    let target = max(1, longest.rounded())
    let (least, most) = (target / 2 * (1 - 1e-9), target * 1.5 * (1 + 1e-9))
    // Very short ones count together, so that few steps are taken from each.
    var joined: [Piece] = []
    for piece in pieces {
      if let last = joined.indices.last, joined[last].seconds < target / 64 {
        joined[last].seconds += piece.seconds
        joined[last].bytes = joined[last].bytes.saturatingAdd(piece.bytes)
      } else {
        joined.append(piece)
      }
    }
    var peak: Double?
    for first in joined.indices {
      var sum = Piece(seconds: 0, bytes: 0)
      for piece in joined[first...] {
        sum.seconds += piece.seconds
        sum.bytes = sum.bytes.saturatingAdd(piece.bytes)
        if sum.seconds > most { break }
        if sum.seconds >= least { peak = max(peak ?? 0, Double(sum.bytes) * 8 / sum.seconds) }
      }
    }
    if let peak { return peak }
    let seconds = joined.reduce(0) { $0 + $1.seconds }
    return Double(joined.reduce(UInt64(0)) { $0.saturatingAdd($1.bytes) }) * 8 / seconds
  }
}

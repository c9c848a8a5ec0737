public import MediaFacts
import Structure

/// What became of the media, in a few words: `same video, new audio`.
public struct MediaVerdict: Sendable {
  /// The words; empty when neither file has media.
  public let text: String
  /// Whether all samples of both are the same, in the same order of decoding.
  public let isSame: Bool

  /// What the digests of the tracks of both files say.
  ///
  /// Tracks are known by number and kind, and the only ones of a kind.
  public init(_ before: MediaDigests, _ after: MediaDigests) {
    guard !before.tracks.isEmpty, !after.tracks.isEmpty else {
      isSame = before.media != nil && before.media == after.media
      text =
        before.media == nil && after.media == nil ? "" : isSame ? "same media" : "other media"
      return
    }
    var kinds: [String] = []
    for entry in before.tracks + after.tracks where !kinds.contains(entry.kind) {
      kinds.append(entry.kind)
    }
    var same: [String] = []
    var words: [String] = []
    for kind in kinds {
      let a = before.tracks.filter { $0.kind == kind }
      let b = after.tracks.filter { $0.kind == kind }
      if a.isEmpty || b.isEmpty {
        words.append(b.isEmpty ? "\(kind) gone" : "\(kind) added")
        continue
      }
      // Tracks may stand in another order; as many as there are with the same samples are the same.
      var left = b.compactMap(\.digest)
      var count = 0
      for entry in a {
        guard let place = entry.digest.flatMap({ left.firstIndex(of: $0) }) else { continue }
        left.remove(at: place)
        count += 1
      }
      if count == a.count, count == b.count {
        same.append(kind)
      } else if count == 0 {
        words.append("new \(kind)")
      } else if count == min(a.count, b.count) {
        same.append(kind)
        words.append(
          a.count > b.count
            ? "\(a.count - b.count) \(kind) gone" : "\(b.count - a.count) \(kind) added")
      } else {
        words.append("\(max(a.count, b.count) - count) of \(max(a.count, b.count)) \(kind) new")
      }
    }
    isSame = words.isEmpty
    if words.isEmpty {
      text = "same media, re-interleaved"
    } else if same.isEmpty, words.allSatisfy({ $0.hasPrefix("new ") }) {
      text = "other media"
    } else {
      text = ((same.isEmpty ? [] : ["same " + same.joined(separator: " and ")]) + words)
        .joined(separator: ", ")
    }
  }
}

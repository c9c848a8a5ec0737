import ByteReading
import MediaFacts
import SoundFiles
package import Structure

/// What a file that is sound alone has of it.
package enum SoundOfFile {
  /// By how much it is shorter than its headers say, in milliseconds, where somebody would notice; `nil` where that is not
  /// known. What tags say is left out: it stays behind where sound is cut on purpose.
  static func shortage(in document: Document) -> Int64? {
    guard document.synopsis.sound != nil, let duration = document.synopsis.duration, !duration.isEstimate else { return nil }
    let ofTags = [AudioDuration.Source.tlen.fact, AudioDuration.Source.gapless.fact]
    let longest = duration.claims.lazy.filter { !ofTags.contains($0.source) }.map(\.seconds).max() ?? 0
    return Int64(max(0, min(longest - duration.seconds, 1e9)) * 1_000)
  }

  /// Up to where WAV or AIFF plays whose sound is cut off, and when it would have ended, in seconds; `nil` for other files,
  /// and where nobody would notice.
  package static func cut(in document: Document) -> (until: Double, end: Double)? {
    guard document.synopsis.format == .wav || document.synopsis.format == .aiff, SoundFormat(document)?.isCut == true,
      let duration = document.synopsis.duration, let claim = duration.claims.first, claim.seconds > duration.seconds
    else { return nil }
    return (duration.seconds, claim.seconds)
  }

  /// The frames of MPEG audio or AAC that begin in the file, without what an encoder says of the others; `nil` for files of
  /// other kinds, and where that is not known.
  static func frames(in document: Document) -> Int64? {
    let format = document.synopsis.format
    guard format == .mp3 || format == .aac, let node = document.synopsis.sound?.node, let count = document.frameCount(at: node)
    else { return nil }
    return Int64(clamping: count.frames) + (count.missing > 0 ? 1 : 0)
  }

  /// Whether it has none that could be played, and the node that shows it; `nil` for files of other kinds, and where
  /// that is not known.
  static func isMissing(in document: Document) -> (isMissing: Bool, node: NodeIndex?)? {
    switch document.synopsis.format {
    case .wav, .aiff:
      let missing = MissingSound(document, SoundFormat(document))
      if let missing, case .chunk("data") = missing.reason, hasSound(behind: missing.node, in: document) { return nil }
      return (missing != nil, missing?.node)
    case .mp3, .aac:
      // Frames that were counted, of which no whole one is there.
      guard let duration = document.synopsis.duration, duration.value == 0 else { return nil }
      return (true, document.synopsis.sound?.node)
    default: return nil
    }
  }

  /// Whether `data` stands behind the end that a form says it has, where a chunk of it ends by its own size: players go
  /// from chunk to chunk.
  private static func hasSound(behind form: NodeIndex, in document: Document) -> Bool {
    let tree = document.tree
    var last: NodeIndex?
    for child in tree.children(of: form) where !tree[child].isRaw { last = child }
    guard tree[form].type == "RIFF", let last, let start = Int(exactly: tree[last].start),
      let size = tree.file.bytes.littleEndian(at: start &+ 4, count: 4).flatMap({ Int(exactly: $0) })
    else { return false }
    return tree.file.bytes.bigEndian(at: start &+ 8 &+ size &+ size & 1, count: 4) == 0x6461_7461
  }

  /// The `data` of a file of RIFF that says 0 bytes where its sound follows, as programs leave it that never came to
  /// write the size; `nil` where it says another size, or has none.
  static func unsized(in document: Document) -> NodeIndex? {
    let tree = document.tree
    guard document.synopsis.format == .wav, let top = tree.soundForm,
      let data = tree.child("data", of: top), tree[data].marks.contains(.toEnd),
      tree.file.bytes.bigEndian(at: Int(tree[data].start) + 4, count: 4) == 0
    else { return nil }
    return data
  }
}

import Atoms
import ByteReading
import ID3
import MediaFacts
import MediaInspection
import SoundFiles
import Structure

/// Whether a file can be played, as far as its structure shows.
public struct MediaPlayability: Sendable, Equatable {
  /// Whether no fault in the structure keeps players from it.
  public let isPlayable: Bool
  /// Why not, in words; empty when it can be.
  public let reasons: [String]

  init(_ document: Document) {
    var reasons: [String] = []
    if let atoms = document.context as? AtomContext {
      let tree = document.tree
      if tree.child("moov", of: nil) == nil {
        if tree.child("meta", of: nil) == nil {
          reasons.append(
            tree.child("moof", of: nil) != nil
              ? "it is a media segment without its initialization segment" : "it has no movie")
        }
      } else {
        let played = atoms.tracks.filter { ["vide", "soun"].contains($0.handler?.key ?? "") }
        if played.isEmpty { reasons.append("no track has pictures or sound") }
        let movie = MovieSamples(document)
        let size = UInt64(tree.file.byteCount)
        for track in movie.tracks where ["vide", "soun"].contains(track.handler?.key ?? "") {
          if track.count == 0 { reasons.append("\(track.name) has no samples") }
          if track.description.sampleEntry == nil {
            reasons.append("\(track.name) has no sample description")
          }
          if track.isElsewhere {
            reasons.append("\(track.name) has samples in other files")
          } else if let fault = Self.lost(track.chunks.prefix(4_096), of: size) {
            reasons.append("\(track.name) has samples " + fault)
          }
          if track.description.protectedShare(in: tree) != .none {
            reasons.append("\(track.name) is encrypted")
          }
        }
      }
    } else if !document.hasAudioFrames, SoundFormat(document) == nil {
      reasons.append("no sound was found")
    }
    self.reasons = reasons
    isPlayable = reasons.isEmpty
  }

  /// Why samples cannot be had from a file of `size` bytes; `nil` when all of these chunks lie in it.
  private static func lost(_ chunks: some Sequence<Chunk>, of size: UInt64) -> String? {
    for chunk in chunks where chunk.sampleCount > 0 {
      guard let end = chunk.end else { return "that no chunk holds" }
      if end > size { return "beyond the end of the file" }
    }
    return nil
  }
}

extension Document {
  /// Whether it holds a stream of frames of audio.
  var hasAudioFrames: Bool {
    tree.children(of: nil).prefix(4_096).contains { AudioStream(self, at: $0) != nil }
  }
}

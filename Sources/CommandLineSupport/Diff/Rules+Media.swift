import MediaInspection
import StructureDiff

extension Rules {
  /// What the formats that we open say about their files.
  static var media: Rules {
    Rules(
      derivations: MediaFile.derivations, encodings: MediaFile.encodings,
      base: { MediaFile.offsetBase($0, $1, $2) },
      isMedia: { MediaFile.isMedia($0, $1) }, playback: { MediaFile.playback(of: $0) })
  }
}

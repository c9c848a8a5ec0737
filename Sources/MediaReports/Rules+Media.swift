import MediaInspection
public import StructureDiff

extension Rules {
  /// What the formats that ``MediaFile`` opens say about their files.
  public static var media: Rules {
    var rules = Rules(
      derivations: MediaFile.derivations, encodings: MediaFile.encodings,
      base: { MediaFile.offsetBase($0, $1, $2) }, isMedia: { MediaFile.isMedia($0, $1) },
      playback: { MediaFile.playback(of: $0) })
    rules.columns = MediaFile.columnDerivations
    rules.items = { node, document in
      MediaFile.itemPlaces(node, document).map { ItemPlace(base: $0.base, offsets: $0.offsets) }
    }
    rules.chain = { MediaFile.chain($0, $1, $2) }
    rules.sharedMedia = { MediaFile.sharedMedia($0, $1, partner: $2) }
    rules.sampleRoles = MediaFile.sampleRoles
    rules.track = { MediaFile.track(of: $0, in: $1) }
    return rules
  }
}

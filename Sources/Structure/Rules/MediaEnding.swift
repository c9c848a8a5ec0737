/// How names of media files end, and what files of such names are: the one list of it.
///
/// What `--ext media` means, which names do not suit what is inside, and which type a name stands for are made from it.
package struct MediaEnding: Sendable {
  /// What files of a name are.
  package enum Kind: Sendable {
    /// Movies, or sound alone, of the file format of ISO and of QuickTime.
    case mp4, quickTime, m4a, m4v, mobile3GPP, mobile3GPP2
    /// Images of the same, by their coding, and sequences of them.
    case heic, heif, avif, avci, imageSequence
    /// Sound of other formats.
    case mp3, mp2, aac, aiff, aifc, wav, dsf, tta
  }

  /// The ending in lower case, without its period.
  package let name: String
  /// What files of the name are.
  package let kind: Kind

  /// All that are known: those of movies, of images, of sound.
  package static let all: [MediaEnding] = rows.flatMap { row in
    row.names.description.split(separator: " ").map { MediaEnding(name: String($0), kind: row.kind) }
  }

  private static let rows: [(names: StaticString, kind: Kind)] = [
    ("mp4", .mp4), ("mov qt", .quickTime), ("m4a m4b m4p m4r", .m4a), ("m4v", .m4v),
    ("3gp 3gpp", .mobile3GPP), ("3g2 3gp2", .mobile3GPP2),
    ("heic", .heic), ("heif hif", .heif), ("avif", .avif), ("avci", .avci), ("heics heifs avifs", .imageSequence),
    ("mp3", .mp3), ("mp2", .mp2), ("aac adts", .aac), ("aiff aif", .aiff), ("aifc", .aifc), ("wav wave bwf", .wav),
    ("dsf", .dsf), ("tta", .tta),
  ]

  private init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }

  /// The ending of this name, in capital or small letters; `nil` when it is none of media.
  package init?(_ name: some StringProtocol) {
    let folded = name.lowercased()
    guard let known = Self.all.first(where: { $0.name == folded }) else { return nil }
    self = known
  }

  /// Whether files of the name are movies, or the sound of one.
  package var isMovie: Bool {
    switch kind {
    case .mp4, .quickTime, .m4a, .m4v, .mobile3GPP, .mobile3GPP2: true
    default: false
    }
  }

  /// Whether files of the name are images, or sequences of them.
  package var isImage: Bool {
    switch kind {
    case .heic, .heif, .avif, .avci, .imageSequence: true
    default: false
    }
  }

  /// Whether files of the name are sound of another format than that of movies.
  package var isSound: Bool { !isMovie && !isImage }
}

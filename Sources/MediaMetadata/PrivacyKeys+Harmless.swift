import Atoms
import ByteReading
import MediaInspection
import Structure

extension PrivacyKeys {
  /// What the values of a key are when they are about nobody. Whatever else stands there may name anybody.
  private enum Shape {
    /// A number, which may have a unit of loudness.
    case number
    /// Whole numbers and letters for what was done, with commas between them.
    case numbers
    /// Numbers in base 16 of 8 or 16 digits.
    case words
    /// Identifiers of 128 bits (RFC 9562).
    case identifiers
    /// A sum of something: letters and digits.
    case sum
    /// Words for what was released.
    case release
    /// Countries (ISO 3166-1).
    case countries
    /// A number, or what programs call themselves.
    case program
    /// Brands that are known, one behind another.
    case brands

    func fits(_ text: String) -> Bool {
      let text = text.trimming { $0 == "\0" || $0 == " " }
      if text.isEmpty { return true }
      switch self {
      case .number:
        let number = text.prefix { !$0.isLetter }.filter { $0 != " " }
        let unit = text.drop { !$0.isLetter }.lowercased()
        return ["", "db", "lufs", "lu"].contains(unit) && Self.isNumber(number)
      case .numbers:
        return text.split(separator: ",").allSatisfy { ["N", "W"].contains($0) || $0.utf8.count <= 5 && Int($0) != nil }
      case .words:
        return text.split(separator: " ").allSatisfy { [8, 16].contains($0.utf8.count) && Self.isHex($0) }
      case .identifiers:
        return text.split { " /;,{}\0".contains($0) }.allSatisfy { word in
          let digits = word.filter { $0 != "-" }
          return digits.utf8.count == 32 && [0, 4].contains(word.utf8.count - 32) && Self.isHex(digits[...])
        }
      case .sum:
        return text.utf8.count >= 27 && text.utf8.allSatisfy { $0.isDigit || $0.isLetter || "._-".utf8.contains($0) }
      case .release:
        return text.lowercased().split { !$0.isLetter }.allSatisfy { releases.contains($0) }
      case .countries:
        return text.split { !$0.isLetter }.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isLetter) }
      case .program: return Self.isNumber(text) || PrivacyTexts.isOfWriter(text)
      case .brands: return Self.areBrands(text)
      }
    }

    /// Whether it is a number; those of telephones have many digits and no point.
    private static func isNumber(_ text: String) -> Bool {
      guard let last = text.utf8.last, last.isDigit, text.utf8.count <= 8 || text.contains(".") else { return false }
      return Double(text) != nil
    }

    private static func areBrands(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      return stride(from: 0, to: bytes.count, by: 4).allSatisfy { start in
        // The blank at the end of the last was taken off.
        let letters = bytes[start..<min(start + 4, bytes.count)]
        let padded = letters + Array(repeating: UInt8(ascii: " "), count: 4 - letters.count)
        return BrandNames.name(of: FourCC(padded.reduce(UInt32(0)) { $0 << 8 | UInt32($1) })) != nil
      }
    }

    private static func isHex(_ word: Substring) -> Bool { word.utf8.allSatisfy { $0.hexDigit != nil } }
  }

  /// Whether the key of an item is one whose values are about nobody.
  static func isHarmless(_ item: MetadataItem, _ name: String) -> Bool {
    isNamedByWords(item, name) && shape(ofKey: name) != nil
  }

  /// Whether the key of an item is such a one, and its value is what stands under it.
  static func isHarmless(_ item: MetadataItem, _ name: String, texts: [String]) -> Bool {
    guard isNamedByWords(item, name), let shape = shape(ofKey: name) else { return false }
    return texts.allSatisfy { shape.fits($0) }
  }

  /// Whether a comment is what players need of sound, by its description.
  static func isHarmless(comment text: String, named name: String) -> Bool {
    shape(ofKey: name)?.fits(text) ?? false
  }

  private static func shape(ofKey name: String) -> Shape? {
    let name = folded(name)
    return harmless.first { $0.keys.contains(name) }?.shape
  }

  /// A key as the lists have it: without the space of those who gave it out, in small letters, words with blanks.
  static func folded(_ name: String) -> String {
    let name = name.lowercased()
    let space = spaces.first { name.hasPrefix($0) } ?? ""
    return String(name.dropFirst(space.count)).withBlanks
  }

  private static let spaces = ["com.apple.itunes.", "com.apple.quicktime.", "org.hydrogenaudio.replaygain.", "wm/"]

  /// Whole keys whose values are about nobody: what players need of sound, and where a database of works has this one.
  /// A word of one in another key says nothing.
  private static let harmless: [(shape: Shape, keys: [String])] = [
    (.words, ["itunnorm", "itunsmpb"]),
    (.program, ["encoding params", "cdec", "tool"]),
    // What ffmpeg copies from the beginning of a movie.
    (.brands, ["major brand", "compatible brands"]),
    (.number, [
      "minor version", "itunpgap", "itunes cddb tracknumber", "replaygain track gain", "replaygain track peak", "replaygain track range",
      "replaygain album gain", "replaygain album peak", "replaygain album range", "replaygain reference loudness",
      "r128 track gain", "r128 album gain", "com.android.video.temporal layers count", "player.movie.audio.gain",
      "player.movie.audio.balance", "player.movie.audio.mute",
    ]),
    (.numbers, [
      "replaygain track minmax", "replaygain album minmax", "replaygain undo", "mp3gain minmax", "mp3gain album minmax",
      "mp3gain undo",
    ]),
    (.identifiers, [
      "musicbrainz artist id", "musicbrainz artistid", "musicbrainz album id", "musicbrainz albumid",
      "musicbrainz album artist id", "musicbrainz albumartistid", "musicbrainz release group id",
      "musicbrainz releasegroupid", "musicbrainz track id", "musicbrainz trackid", "musicbrainz release track id",
      "musicbrainz releasetrackid", "musicbrainz work id", "musicbrainz workid", "musicbrainz trm id",
      "musicbrainz trmid", "musicbrainz original album id", "musicbrainz originalalbumid",
      "musicbrainz original artist id", "musicbrainz originalartistid", "acoustid id", "mediaclassprimaryid",
      "mediaclasssecondaryid",
    ]),
    (.sum, ["musicbrainz disc id", "musicbrainz discid", "acoustid fingerprint"]),
    (.release, [
      "musicbrainz album status", "musicbrainz albumstatus", "musicbrainz album type", "musicbrainz albumtype",
    ]),
    (.countries, ["musicbrainz album release country", "releasecountry", "release country"]),
  ]

  /// What MusicBrainz calls the kinds and states of what was released.
  private static let releases: [Substring] = [
    "album", "audio", "audiobook", "bootleg", "broadcast", "cancelled", "compilation", "demo", "dj", "drama", "ep",
    "expunged", "field", "interview", "live", "mix", "mixtape", "nat", "non", "official", "other", "promotion",
    "promotional", "pseudo", "recording", "release", "remix", "single", "soundtrack", "spoken", "spokenword", "street",
    "track", "tracks", "withdrawn",
  ]
}

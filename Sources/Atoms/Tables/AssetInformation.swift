import ByteReading
import Structure

/// What 3GPP and cameras say of an asset: titles, ratings, places, clips (26.244 §8, user data).
enum AssetInformation: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("titl", "Title", "26.244 §8", in: "udta", versions: 0...0, summary: "{title}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "title")
    },
    Syntax("auth", "Author", "26.244 §8", in: "udta", versions: 0...0, summary: "{author}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "author")
    },
    Syntax("perf", "Performer", "26.244 §8", in: "udta", versions: 0...0, summary: "{performer}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "performer")
    },
    Syntax("gnre", "Genre", "26.244 §8", in: "udta", versions: 0...0, summary: "{genre}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "genre")
    },
    Syntax(
      "dscp", "Description", "26.244 §8", in: "udta", versions: 0...0, summary: "{description}"
    ) {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "description")
    },
    Syntax(
      "coll", "Collection", "26.244 §8", in: "udta", versions: 0...0, summary: "{collection_name}"
    ) {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "collection_name")
    },
    Syntax(
      "albm", "Album", "26.244 §8", in: "udta", versions: 0...0, summary: "{album_title}"
    ) {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "album_title")
      uint(8, "track_number", if: .remaining(8))
    },
    Syntax(
      "yrrc", "Recording year", "26.244 §8", in: "udta", versions: 0...0,
      summary: "{recording_year}"
    ) {
      uint(16, "recording_year")
    },
    Syntax("urat", "User rating", "26.244 §8", in: "udta", versions: 0...0, summary: "{rating}") {
      reserved(24)
      uint(8, "rating")
    },
    Syntax(
      "clsf", "Classification", "26.244 §8", in: "udta", versions: 0...0,
      summary: "{classification_info}"
    ) {
      code("classification_entity")
      uint(16, "classification_table")
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "classification_info")
    },
    Syntax(
      "rtng", "Rating", "26.244 §8", in: "udta", versions: 0...0, summary: "{rating_info}"
    ) {
      code("rating_entity")
      code("rating_criteria")
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "rating_info")
    },
    Syntax(
      "kywd", "Keywords", "26.244 §8", in: "udta", versions: 0...0,
      summary: "{keywords|count} keywords"
    ) {
      uint(16, "language", .language).identity
      uint(8, "keyword_count")
      list(.field("keyword_count"), "keywords") {
        uint(8, "keyword_size", .bytes)
        string(.utf8OrUTF16, .bytes(.field("keyword_size")), "keyword_info")
      }
    },
    Syntax(
      "loci", "Location", "26.244 §8", in: "udta", versions: 0...0,
      summary: "{name}, longitude {longitude}, latitude {latitude}"
    ) {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "name")
      uint(8, "role", .names(roles))
      fixed(16, 16, "longitude", .unit("°"))
      fixed(16, 16, "latitude", .unit("°"))
      fixed(16, 16, "altitude", .unit("m"))
      string(.utf8OrUTF16, .terminated, "astronomical_body")
      string(.utf8OrUTF16, .terminated, "additional_notes")
    },
    Syntax("thmb", "Thumbnail", "26.244 §8", in: "udta", versions: 0...0, summary: "{format}") {
      code("format")
      bytes(.remaining, "image")
    },
    Syntax("orie", "Orientation", "26.244 §8", in: "udta", versions: 0...0) {
      bytes(.remaining, "data")
    },

    Syntax("tnam", "Track name", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax(
      "ades", "Accessibility description", "QuickTime", in: "udta", versions: 0...0,
      summary: "{text}"
    ) {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("angl", "Camera angle", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("clfn", "Clip file name", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("clid", "Clip identifier", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("cmid", "Camera identifier", "QuickTime", in: "udta", versions: 0...0, summary: "{text}")
    {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("cmnm", "Camera name", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("manu", "Maker", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("modl", "Model", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("reel", "Reel name", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("scen", "Scene", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("shot", "Shot", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("slno", "Serial number", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
    Syntax("swre", "Software", "QuickTime", in: "udta", versions: 0...0, summary: "{text}") {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "text")
    },
  ]

  static let roles: Names = [0: "shooting location", 1: "real location", 2: "fictional location"]
}

import ByteReading
import MediaFacts
import Structure

/// Tags at the end of a file. Texts of ID3v1 are ISO-8859-1 with zeros or blanks at their end; many programs write UTF-8.
enum TrailingTags: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "TAG\\x01", "ID3v1 tag", "ID3v1", in: "file", name: "ID3v1",
      summary: .function(TrailingSummaries.first)
    ) {
      string(.latin1, .bytes(3), "identifier")
      string(.latin1OrUTF8, .bytes(30), "title")
      string(.latin1OrUTF8, .bytes(30), "artist")
      string(.latin1OrUTF8, .bytes(30), "album")
      string(.latin1, .bytes(4), "year")
      // Version 1.1: a zero and a number that is none in the last two bytes of the comment.
      when(
        .all([.next(8, 0, offset: 28 * 8), .not(.next(8, 0, offset: 29 * 8))])
      ) {
        string(.latin1OrUTF8, .bytes(28), "comment")
        reserved(8)
        uint(8, "track")
      }
      string(.latin1OrUTF8, .bytes(30), "comment", if: .remaining(31 * 8))
      uint(8, "genre", .names(GenreNames.id3v1.and([255: "none"])))
    },
    Syntax(
      "TAG+", "TAG+ (enhanced ID3v1)", "ID3v1, enhanced tag", in: "file", name: "TAG+",
      summary: .function(TrailingSummaries.first)
    ) {
      string(.latin1, .bytes(4), "identifier")
      string(.latin1OrUTF8, .bytes(60), "title")
      string(.latin1OrUTF8, .bytes(60), "artist")
      string(.latin1OrUTF8, .bytes(60), "album")
      uint(
        8, "speed", .names([0: "not set", 1: "slow", 2: "medium", 3: "fast", 4: "hardcore"]))
      string(.latin1, .bytes(30), "genre")
      string(.latin1, .bytes(6), "start_time")
      string(.latin1, .bytes(6), "end_time")
    },
    Syntax(
      "EXT\\x01", "EXT (ID3v1.2)", "ID3v1.2", in: "file", name: "EXT",
      summary: .function(TrailingSummaries.first)
    ) {
      string(.latin1, .bytes(3), "identifier")
      string(.latin1OrUTF8, .bytes(30), "title")
      string(.latin1OrUTF8, .bytes(30), "artist")
      string(.latin1OrUTF8, .bytes(30), "album")
      string(.latin1OrUTF8, .bytes(15), "comment")
      string(.latin1, .bytes(20), "subgenre")
    },
    Syntax(
      "LYR\\x01", "Lyrics3 tag", "Lyrics3", in: "file", name: "Lyrics3",
      summary: .function(TrailingSummaries.lyrics)
    ) {
      string(.latin1, .bytes(11), "identifier")
      string(.latin1, .bytes(.remainingLess(9)), "lyrics")
      string(.latin1, .bytes(9), "end_identifier")
    },
    Syntax(
      "LYR\\x02", "Lyrics3v2 tag", "Lyrics3 v2.00", in: "file", name: "Lyrics3",
      summary: .function(TrailingSummaries.fields)
    ) {
      string(.latin1, .bytes(11), "identifier")
      boxes()
    },
    Syntax("END\\x02", "footer", "Lyrics3 v2.00", in: "LYR\\x02", name: "footer") {
      string(.latin1, .bytes(6), "size")
      string(.latin1, .bytes(9), "identifier")
    },
    Syntax(
      "APE\\x01", "APEv1 tag", "APEv1", in: "file", name: "APEv1",
      summary: .function(TrailingSummaries.items)
    ) {
      boxes()
    },
    Syntax(
      "APE\\x02", "APEv2 tag", "APEv2", in: "file", name: "APEv2",
      summary: .function(TrailingSummaries.items)
    ) {
      when(.next(64, 0x4150_4554_4147_4558, offset: 0)) {
        group("header") {
          string(.latin1, .bytes(8), "identifier")
          uint(32, "version").little
          uint(32, "size", .bytes).little
          uint(32, "item_count").little
          uint(32, "flags", .flags(tagFlags)).little
          reserved(64)
        }
      }
      boxes()
    },
    Syntax("END\\x01", "footer", "APEv2", in: "APE\\x01 APE\\x02", name: "footer") {
      string(.latin1, .bytes(8), "identifier")
      uint(32, "version").little
      uint(32, "size", .bytes).little
      uint(32, "item_count").little
      uint(32, "flags", .flags(tagFlags)).little
      reserved(64)
    },
  ]

  static let tagFlags: Names = [
    0x8000_0000: "header", 0x4000_0000: "no footer", 0x2000_0000: "this is the header",
    1: "read only",
  ]
}

/// What tags at the end of a file hold.
enum TrailingItems: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "*", "Lyrics3 field", "Lyrics3 v2.00", in: "LYR\\x02",
      summary: .function(TrailingSummaries.field),
      titles: Titles { fieldTitles }
    ) {
      string(.latin1, .bytes(3), "id")
      string(.latin1, .bytes(5), "size")
      string(.latin1, .rest, "value")
    },
    item("APE\\x01", .latin1),
    item("APE\\x02", .utf8),
  ]

  /// A key with text, with bytes, or with the address of what lies elsewhere.
  private static func item(_ tag: StaticString, _ characters: Characters) -> Syntax {
    Syntax(
      "*", "Item", "APEv2", in: tag, name: "{key}", summary: .function(TrailingSummaries.item)
    ) {
      uint(32, "value_size", .bytes).little
      uint(32, "flags", .flags(itemFlags)).little
      // The key of a picture begins with "Cover Ar"; a file name stands before it.
      when(.all([.bits("flags", 2), .next(64, 0x436F_7665_7220_4172, offset: 0)])) {
        string(.utf8, .terminated, "key").identity
        string(.utf8, .terminated, "filename")
        bytes(.remaining, "value", .image)
      }
      when(.equal("key", 0)) {
        string(.utf8, .terminated, "key").identity
        string(characters, .values, "value", if: .not(.bits("flags", 2)))
        bytes(.remaining, "value", if: .bits("flags", 2))
      }
    }
  }

  static let itemFlags: Names = [6: "reserved type", 4: "link", 2: "binary", 1: "read only"]

  static let fieldTitles = Names.codes([
    "IND": "Indications", "LYR": "Lyrics", "INF": "Information", "AUT": "Author",
    "EAL": "Album", "EAR": "Artist", "ETT": "Title", "IMG": "Images", "GRE": "Genre",
    "CRC": "Checksum",
  ])
}

import ByteReading
import Structure

/// Metadata items of iTunes and QuickTime, and the keys they are listed under (QTFF, Metadata).
enum ItemList: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("mhdr", "Metadata header", "QTFF, Metadata Header Atom", in: "meta", versions: 0...0) {
      uint(32, "next_item_ID")
    },
    Syntax(
      "keys", "Metadata keys", "QTFF, Metadata Item Keys Atom", in: "meta", versions: 0...0,
      summary: .function(Summaries.keys)
    ) {
      uint(32, "entry_count")
      list(.field("entry_count"), "entries") {
        uint(32, "key_size", .bytes)
        code("key_namespace", .names(.codes(["mdta": "metadata", "udta": "user data"])))
        string(.utf8, .bytes(.field("key_size", plus: -8)), "key_value").identity
      }
    },
    Syntax("ctry", "Countries", "QTFF, Country List Atom", in: "meta", versions: 0...0) {
      uint(32, "entry_count")
      list(.field("entry_count"), "entries") {
        uint(16, "country_count")
        array(.field("country_count"), "countries", of: string(.latin1, .bytes(2), "country"))
      }
    },
    Syntax("lang", "Languages", "QTFF, Language List Atom", in: "meta", versions: 0...0) {
      uint(32, "entry_count")
      list(.field("entry_count"), "entries") {
        uint(16, "language_count")
        array(.field("language_count"), "languages", of: uint(16, "language", .language))
      }
    },
    Syntax("ilst", "Item list", "QTFF, Metadata Item List Atom", in: "meta") { boxes() },
    Syntax(
      "*", "Metadata item", "QTFF, Metadata Item Atom", in: "ilst",
      identities: "name=name.name mean=mean.meaning", summary: .function(Summaries.metadataItem),
      titles: Titles { ItemListNames.titles }
    ) { boxes() },
    Syntax(
      "itif", "Item information", "QTFF, Metadata Item Information Atom", versions: 0...0,
      summary: "item {item_ID}"
    ) {
      uint(32, "item_ID").identity
    },
    Syntax("mean", "Namespace", "iTunes", in: "----", versions: 0...0, summary: "{meaning}") {
      string(.utf8, .rest, "meaning").identity
    },
    Syntax("name", "Name", "iTunes; QTFF, Name Atom", versions: 0...0, summary: "{name}") {
      string(.utf8, .rest, "name").identity
    },
    Syntax("data", "Value", "QTFF, Value Atom", summary: .function(Summaries.metadataValue)) {
      valueHeader()
      valueByType()
    },
    Syntax(
      "data", "Value", "iTunes", in: "trkn disk", summary: .function(Summaries.metadataValue)
    ) {
      valueHeader()
      // GPAC writes type 21, which is for one number, and means the same; one number of four bytes
      // is one number.
      group(
        "value",
        if: .any([
          .all([.equal("type", 0), .remaining(32)]), .all([.equal("type", 21), .remaining(48)]),
        ])
      ) {
        reserved(16)
        uint(16, "index")
        uint(16, "total", if: .remaining(16))
        reserved(16, if: .remaining(16))
      }
      valueByType()
    },
    Syntax("data", "Value", "iTunes", in: "gnre", summary: .function(Summaries.metadataValue)) {
      valueHeader()
      integer(.names(ItemListNames.genres))
      valueByType()
    },
    Syntax(
      "data", "Value", "iTunes", in: "cpil pcst pgap shwm itnu",
      summary: .function(Summaries.metadataValue)
    ) {
      valueHeader()
      integer(.names(ItemListNames.yesOrNo))
      valueByType()
    },
    Syntax("data", "Value", "iTunes", in: "stik", summary: .function(Summaries.metadataValue)) {
      valueHeader()
      integer(.names(ItemListNames.mediaKinds))
      valueByType()
    },
    Syntax("data", "Value", "iTunes", in: "rtng", summary: .function(Summaries.metadataValue)) {
      valueHeader()
      integer(.names(ItemListNames.contentRatings))
      valueByType()
    },
    Syntax("data", "Value", "iTunes", in: "akID", summary: .function(Summaries.metadataValue)) {
      valueHeader()
      integer(.names(ItemListNames.accountKinds))
      valueByType()
    },
    Syntax("data", "Value", "iTunes", in: "hdvd", summary: .function(Summaries.metadataValue)) {
      valueHeader()
      integer(.names(ItemListNames.definitions))
      valueByType()
    },
    Syntax("data", "Value", "iTunes", in: "geID", summary: .function(Summaries.metadataValue)) {
      valueHeader()
      integer(.names(ItemListNames.storeGenres))
      valueByType()
    },
    Syntax("data", "Value", "iTunes", in: "sfID", summary: .function(Summaries.metadataValue)) {
      valueHeader()
      integer(.names(ItemListNames.storeFronts))
      valueByType()
    },
    Syntax("data", "Value", "iTunes", in: "tmpo", summary: .function(Summaries.metadataValue)) {
      valueHeader()
      integer(.unit("bpm"))
      valueByType()
    },
    Syntax(
      "data", "Value", "iTunes", in: "atID cmID cnID plID prID", summary: .function(Summaries.metadataValue)
    ) {
      valueHeader()
      integer(.identifier)
      valueByType()
    },
    Syntax(
      "data", "Value", "iTunes", in: "tvsn tves @mvi @mvc yrrc", summary: .function(Summaries.metadataValue)
    ) {
      valueHeader()
      integer()
      valueByType()
    },
    Syntax(
      "data", "Value", "iTunes", in: "@too @enc @swr", summary: .function(Summaries.metadataValue)
    ) {
      valueHeader()
      string(.utf8, .rest, "value", if: .equal("type", 1)).volatile
      when(.notEqual("type", 1)) { valueByType() }
    },
    Syntax("data", "Value", "iTunes", in: "purl egid", summary: .function(Summaries.metadataValue))
    {
      valueHeader()
      string(.utf8, .rest, "value", if: .oneOf("type", [0, 1]))
      when(.not(.oneOf("type", [0, 1]))) { valueByType() }
    },
  ]

  /// The type of a value and where it is meant for, eight bytes (QTFF, Value Atom).
  private static func valueHeader() -> Row {
    when(.remaining(0)) {
      uint(8, "type_set", .names([0: "well-known"]))
      uint(24, "type", .names(ItemListNames.valueTypes))
      uint(16, "country", .names([0: "any"]))
      uint(16, "language", .names([0: "any"]))
    }
  }

  /// A number in all bytes of the value, whatever integer type its writer chose for it.
  private static func integer(_ meaning: Meaning = .plain) -> Row {
    uint(
      .remaining, "value", meaning,
      if: .all([.oneOf("type", [0, 21, 22]), .remaining(8), .not(.remaining(72))]))
  }

  /// The value as its well-known type says; nothing when a row before it took all bytes.
  ///
  /// Integers of types 21 and 22 are as wide as the value, up to eight bytes; those whose type says how
  /// wide they are must be just that, else their bytes are not of their type.
  private static func valueByType() -> Row {
    when(.remaining(0)) {
      when(.equal("type_set", 0)) {
        Row(
          name: "value", kind: .string(.utf8, .rest), meaning: .embedded("plst"),
          condition: .oneOf("type", [1, 4, 6, 7, 9, 10, 15, 26]))
        string(.utf16BE, .rest, "value", if: .oneOf("type", [2, 5]))
        uuid("value", if: .all([.equal("type", 8), .remaining(128)]))
        uint(.remaining, "value", .duration(1000), if: isNumber(16))
        uint(.remaining, "value", .secondsSince1904, if: isNumber(17))
        array(
          .remaining, "value", if: .all([.equal("type", 18), .remaining(16)]),
          of: uint(16, "genre"))
        int(.remaining, "value", if: isNumber(21))
        uint(.remaining, "value", if: isNumber(22))
        int(8, "value", if: isExactly(8, 65))
        int(16, "value", if: isExactly(16, 66))
        int(32, "value", if: isExactly(32, 67))
        int(64, "value", if: isExactly(64, 74))
        uint(8, "value", if: isExactly(8, 75))
        uint(16, "value", if: isExactly(16, 76))
        uint(32, "value", if: isExactly(32, 77))
        uint(64, "value", if: isExactly(64, 78))
        float(32, "value", if: .all([.equal("type", 23), .remaining(32)]))
        float(64, "value", if: .all([.equal("type", 24), .remaining(64)]))
        uint(
          8, "value", .names([0: "unspecified", 1: "yes", 255: "no"]),
          if: .all([.equal("type", 25), .remaining(8)]))
        group("value", if: .all([.equal("type", 70), .remaining(64)])) {
          float(32, "x")
          float(32, "y")
        }
        group("value", if: .all([.equal("type", 71), .remaining(64)])) {
          float(32, "width")
          float(32, "height")
        }
        group("value", if: .all([.equal("type", 72), .remaining(128)])) {
          float(32, "x")
          float(32, "y")
          float(32, "width")
          float(32, "height")
        }
        array(
          .remaining, "value", if: .all([.oneOf("type", [79, 80]), .remaining(64)]),
          of: float(64, "value"))
      }
      bytes(.remaining, "value", .embedded("plst"), if: .remaining(8))
    }
  }

  /// The value is of this type and fits a number.
  private static func isNumber(_ type: UInt64) -> Condition {
    .all([.equal("type", type), .remaining(8), .not(.remaining(72))])
  }

  /// The value is of this type and has so many bits.
  private static func isExactly(_ bits: Int, _ type: UInt64) -> Condition {
    .all([.equal("type", type), .remaining(bits), .not(.remaining(bits + 8))])
  }
}

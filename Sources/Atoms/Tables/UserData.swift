import ByteReading
import Structure

/// User data: QuickTime's text and settings, copyright, chapters (14496-12 §8.10, QTFF).
enum UserData: SyntaxFamily {
  static let tables: [Syntax] = [
    // Discrete media of OMA DRM keep user data in their headers (OMA DRM §5.1.2).
    Syntax("udta", "User data", "14496-12 §8.10.1", in: "file moov trak moof traf odhe") {
      boxes()
    },

    // International text, of types that begin with 0xA9. Some writers store `data` children as in
    // `ilst` instead, and some plain text, also under types that begin with a real @.
    Syntax(
      "@*", "User data text", "QTFF, User Data Text Strings and Language Codes", in: "udta",
      summary: .function(Summaries.userText), titles: Titles { texts }
    ) {
      when(.nextCode("data", offset: 32)) { boxes() }
      list(
        .remaining, "texts",
        if: .all([.next(3, 0, offset: 0), .not(.nextCode("data", offset: 32)), .remaining(32)])
      ) {
        uint(16, "text_length", .bytes)
        uint(16, "language", .language)
        string(.chosen(by: "language", LanguageText.self), .bytes(.field("text_length")), "text")
      }
      string(
        .utf8, .rest, "text", if: .all([.not(.nextCode("data", offset: 32)), .remaining(8)]))
    },
    Syntax("\\x40PRM", "Adobe parameter", "Adobe", in: "udta") { string(.utf8, .rest, "text") },
    Syntax("\\x40PRQ", "Adobe parameter", "Adobe", in: "udta") { string(.utf8, .rest, "text") },
    Syntax("name", "Name", "QTFF, User Data Atoms", in: "udta", summary: "{name}") {
      string(.utf8, .rest, "name")
    },
    Syntax(
      "tagc", "Media characteristic", "QTFF, Media Characteristic Tags", in: "udta",
      summary: "{tag}"
    ) {
      string(.utf8, .rest, "tag")
    },
    Syntax(
      "WLOC", "Window location", "QTFF, User Data Atoms", in: "udta", summary: "{x}, {y}"
    ) {
      int(16, "x", .unit("px"))
      int(16, "y", .unit("px"))
    },
    Syntax("LOOP", "Looping", "QTFF, User Data Atoms", in: "udta", summary: "{looping_style}") {
      uint(32, "looping_style", .names(loopingStyles))
    },
    Syntax("SelO", "Play selection only", "QTFF, User Data Atoms", in: "udta") {
      uint(8, "play_selection_only", .boolean)
    },
    Syntax("AllF", "Play all frames", "QTFF, User Data Atoms", in: "udta") {
      uint(8, "play_all_frames", .boolean)
    },
    Syntax("ptv ", "Print to video", "QTFF, User Data Atoms", in: "udta") {
      uint(16, "display_size", .names(displaySizes))
      reserved(32)
      uint(8, "slide_show", .boolean)
      uint(8, "play_on_open", .boolean)
    },
    Syntax("XMP_", "XMP metadata", "Adobe XMP part 3", in: "udta") {
      bytes(.remaining, "packet", .embedded("XMP "))
    },
    Syntax("hpix", "Hipix picture", "Hipix", in: "udta meta") { bytes(.remaining, "data") },
    Syntax("prmd", "Production metadata", "YouTube", in: "udta") { bytes(.remaining, "data") },
    Syntax("prmr", "Production metadata reference", "YouTube", in: "udta") {
      bytes(.remaining, "data")
    },
    Syntax("dcfD", "Duration", "Marlin", in: "udta", versions: 0...0) {
      uint(32, "duration", .unit("ms"))
    },

    Syntax(
      "cprt", "Copyright", "14496-12 §8.10.2", in: "udta", versions: 0...0, summary: "{notice}"
    ) {
      uint(16, "language", .language).identity
      string(.utf8OrUTF16, .terminated, "notice")
    },
    Syntax("date", "Recording date", "QuickTime", in: "udta", summary: "{date}") {
      string(.utf8, .rest, "date")
    },

    // Both versions count in 100 ns; version 1 has a reserved word more.
    Syntax(
      "chpl", "Chapter list", "Adobe F4V", in: "udta", versions: 0...1,
      summary: "{chapters|count} chapters"
    ) {
      reserved(32, if: .versionAtLeast(1))
      uint(8, "chapter_count")
      list(.field("chapter_count"), "chapters") {
        uint(64, "start_time", .duration(10_000_000))
        string(.utf8, .pascal, "title")
      }
    },
    // Sizes and counts are big-endian, values are Windows' own.
    Syntax(
      "Xtra", "Windows Media attributes", "Windows Media", in: "udta",
      summary: "{attributes|count} attributes"
    ) {
      list(.remaining, "attributes") {
        uint(32, "size", .bytes)
        uint(32, "name_length", .bytes)
        string(.utf8, .bytes(.field("name_length")), "name").identity
        uint(32, "value_count")
        list(.field("value_count"), "values") {
          uint(32, "value_size", .bytes)
          uint(16, "value_type", .names(attributeTypes))
          within(.field("value_size", plus: -6), "content") {
            string(.utf16LE, .rest, "value", if: .equal("value_type", 8))
            uint(64, "value", if: .equal("value_type", 19)).little
            uint(64, "value", if: .equal("value_type", 21)).little
            bytes(16, "value", .hex, if: .equal("value_type", 72))
            bytes(.remaining, "value", if: .not(.oneOf("value_type", [8, 19, 21, 72])))
          }
        }
      }
    },
    Syntax("tags", "Nero tags", "Nero", in: "udta") { boxes() },
    // Not 14496-12's box of this type.
    Syntax("meta", "Nero tag values", "Nero", in: "tags", summary: "{entries|count} tags") {
      uint(32, "entry_count")
      firstThatFits {
        layout { neroTags(keySize: 32) }
        departure(.neroKeySizeShort) { neroTags(keySize: 24) }
      }
    },
    Syntax("tseg", "Nero tag segment", "Nero", in: "tags") { bytes(.remaining, "data") },
    Syntax("tshd", "Nero tag header", "Nero", in: "tags tseg") { bytes(.remaining, "data") },
  ]

  private static func neroTags(keySize width: Int) -> Row {
    list(.field("entry_count"), "entries") {
      uint(width, "key_size", .bytes)
      string(.utf8, .bytes(.field("key_size")), "key").identity
      uint(16, "type")
      uint(32, "value_size", .bytes)
      bytes(.field("value_size"), "value")
    }
  }

  static let loopingStyles: Names = [0: "normal", 1: "looping", 2: "back and forth"]

  static let displaySizes: Names = [
    0: "normal", 1: "double", 2: "half", 3: "full screen", 4: "current",
  ]

  static let attributeTypes: Names = [
    8: "UTF-16 text", 19: "integer", 21: "FILETIME", 72: "GUID",
  ]

  static let texts = Names.codes([
    "@ade": "Accessibility description",
    "@alb": "Album",
    "@arg": "Arranger",
    "@ark": "Arranger keywords",
    "@ART": "Artist",
    "@aut": "Author",
    "@cak": "Acknowledgement",
    "@chp": "Chapter",
    "@cmt": "Comment",
    "@cok": "Composer keywords",
    "@com": "Composer",
    "@cpy": "Copyright",
    "@day": "Creation date",
    "@des": "Description",
    "@dir": "Director",
    "@dis": "Disclaimer",
    "@ed1": "Edit date 1",
    "@ed2": "Edit date 2",
    "@ed3": "Edit date 3",
    "@ed4": "Edit date 4",
    "@ed5": "Edit date 5",
    "@ed6": "Edit date 6",
    "@ed7": "Edit date 7",
    "@ed8": "Edit date 8",
    "@ed9": "Edit date 9",
    "@enc": "Encoded by",
    "@equ": "Equalizer",
    "@fgx": "Flight gimbal roll",
    "@fmt": "Original format",
    "@fpt": "Flight pitch",
    "@frl": "Flight roll",
    "@fyw": "Flight yaw",
    "@gen": "Genre",
    "@gpt": "Gimbal pitch",
    "@grl": "Gimbal roll",
    "@grp": "Grouping",
    "@gyw": "Gimbal yaw",
    "@hst": "Host computer",
    "@inf": "Information",
    "@isr": "ISRC",
    "@key": "Keywords",
    "@lab": "Record label",
    "@lal": "Record label URL",
    "@lnt": "Liner notes",
    "@lyr": "Lyrics",
    "@mak": "Maker",
    "@mal": "Maker URL",
    "@mdl": "Model",
    "@mod": "Model",
    "@nam": "Title",
    "@ope": "Original artist",
    "@pdk": "Producer keywords",
    "@phg": "Phonogram rights",
    "@prd": "Producer",
    "@PRD": "Product",
    "@prf": "Performers",
    "@prk": "Performer keywords",
    "@prl": "Performer URL",
    "@pub": "Publisher",
    "@req": "Playback requirements",
    "@snk": "Subtitle keywords",
    "@snm": "Subtitle",
    "@src": "Original source",
    "@swf": "Song writer",
    "@swk": "Song writer keywords",
    "@swr": "Software",
    "@thx": "Thanks",
    "@TIM": "Start timecode",
    "@too": "Encoder",
    "@trk": "Track",
    "@TSC": "Timecode scale",
    "@TSZ": "Timecode frame duration",
    "@url": "URL",
    "@wrn": "Warning",
    "@wrt": "Writer",
    "@xsp": "Speed along x",
    "@xyz": "Location",
    "@ysp": "Speed along y",
    "@zsp": "Speed along z",
    "\\x40day": "Creation date",
    "\\x40mak": "Maker",
    "\\x40mod": "Model",
    "\\x40swr": "Software",
    "\\x40xyz": "Location",
  ])
}

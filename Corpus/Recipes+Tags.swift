// swift-format-ignore-file: DoNotUseSemicolons

internal import ByteReading

extension Recipe {
  /// Files with tags.
  static let tags: [Recipe] = [
    Recipe(
      "findings/id3-footer-of-a-larger-tag.mp3",
      "a tag that says it is larger than the file, whose footer says it is not"
    ) {
      text("ID3"); hex("04 00 50 00 00 32 17"); zeros(23); text("3DI")
      hex("04 00 50 00 00 00 17")
    },
    Recipe(
      "findings/id3-footer-of-a-shorter-tag.mp3",
      "a tag that is found through its footer, and whose header does not tell of one"
    ) {
      mpegAudio(frames: 2); text("ID3"); hex("04 00 00 00 00 00 17"); zeros(23); text("3DI")
      hex("04 00 10 00 00 00 17")
    },
    Recipe(
      "findings/id3-key-that-needs-an-escape.mp3", "an APE item whose key is the one byte E7"
    ) {
      mpegAudio(frames: 2)
      apeTag([pieces { hex("01000000 00000000 E7 00 31") }])
    },
    Recipe(
      "findings/id3-tag-in-a-header.mp3", "an ID3v1 tag that begins in the header of an ID3v2 tag"
    ) {
      text("ID3"); hex("04 00 00"); text("TAG"); zeros(125)
    },
    Recipe("made/id3v2.2-frames.mp3", "ID3v2.2: every frame") { everyFrame(.v2) },
    Recipe("made/id3v2.3-frames.mp3", "ID3v2.3: every frame") { everyFrame(.v3) },
    Recipe("made/id3v2.4-frames.mp3", "ID3v2.4: every frame, chapters with frames in them") {
      everyFrame(.v4)
    },
    Recipe(
      "made/id3v2.3-unsynchronised.mp3",
      "ID3v2.3: a tag that is unsynchronised as a whole, with `ETCO SYLT UFID POPM` and a compressed `TIT3`"
    ) {
      let v3 = TagBuilder(.v3)
      v3.tag(unsynchronised: true, extended: .init(hasChecksum: true), padding: 16) {
        v3.text("TIT2", "Title", encoding: .utf16)
        v3.text("TIT3", "Subtitle", format: .init(isCompressed: true))
        v3.frame("ETCO") {
          u8(2); u8(0xFF, 0x01); u32(0xFFE0); u8(0xFD); u32(1_000)
        }
        v3.frame("SYLT") {
          u8(1); text("eng"); u8(2, 1); string("", .utf16)
          string("ÿ", .utf16); u32(0xFF); string("end", .utf16); u32(0xFFFF)
        }
        v3.frame("UFID") {
          text("http://example.org/id", terminated: true); hex("FFFB9000FF")
        }
        v3.frame("POPM") {
          text("someone@example.org", terminated: true); u8(0xFF); u32(0xFF00FF)
        }
        v3.frame("APIC") {
          u8(0); text("image/jpeg", terminated: true); u8(3, 0); picture
        }
      }
      mpegAudio(frames: 2)
    },
    Recipe("made/id3v2.4-appended.mp3", "ID3v2.4: a tag with a footer behind the sound") {
      let v4 = TagBuilder(.v4)
      mpegAudio(frames: 2)
      v4.tag(footer: true) {
        v4.text("TIT2", "Behind")
        v4.text("TPE1", "One", "Two", encoding: .utf8)
      }
      id3v1("Behind")
    },
    Recipe("made/id3v2-two-tags.mp3", "two tags in a row, of two versions; `SEEK` to a third") {
      let v3 = TagBuilder(.v3)
      let v4 = TagBuilder(.v4)
      v3.tag(padding: 20) { v3.text("TIT2", "First") }
      v4.tag {
        v4.text("TIT2", "Second", encoding: .utf8)
        v4.frame("SEEK") { u32(2 * 208) }
      }
      mpegAudio(frames: 2)
      v4.tag(extended: .init(isUpdate: true), footer: true) {
        v4.text("TIT2", "Third", encoding: .utf8)
      }
    },
    Recipe(
      "made/id3v2.4-formats.mp3",
      "ID3v2.4: an extended header with checksum and restrictions; frames unsynchronised, compressed, encrypted, grouped"
    ) {
      let v4 = TagBuilder(.v4)
      v4.tag(extended: .init(hasChecksum: true, restrictions: 0x55), padding: 12) {
        v4.text("TIT2", "ÿþ", format: .init(isUnsynchronised: true, hasDataLength: true))
        v4.text("TIT3", "Compressed", format: .init(isCompressed: true))
        v4.text("TALB", "Both", format: .init(isCompressed: true, isUnsynchronised: true))
        v4.frame("ENCR") {
          text("someone@example.org", terminated: true); u8(0x81)
        }
        v4.frame("GRID") {
          text("someone@example.org", terminated: true); u8(0x90)
        }
        v4.text("TPE1", "In a group", format: .init(group: 0x90))
        v4.text("TPE2", "Secret", format: .init(encryption: 0x81, hasDataLength: true))
        v4.text("TCOM", "Keep", format: .init(status: 0x7000))
        v4.frame("SIGN") {
          u8(0x90); hex("0123456789abcdef")
        }
      }
      mpegAudio(frames: 2)
    },
    Recipe("made/id3v2-encodings.mp3", "text of every encoding, with and without what ends it") {
      let v4 = TagBuilder(.v4)
      v4.tag {
        for encoding in TagEncoding.allCases {
          v4.frame("TXXX") {
            u8(encoding.rawValue); string("ä\(encoding.rawValue)", encoding)
            string("öß", encoding); string("z", encoding, terminated: false)
          }
        }
        v4.frame("COMM") {
          u8(1); text("deu"); string("big", .utf16, isBigEndian: true)
          string(
            "the mark of the first", .utf16, terminated: false, isBigEndian: true, hasMark: false)
        }
        v4.frame("TIT2") {
          u8(1); string("no mark", .utf16, terminated: false, hasMark: false)
        }
        v4.frame("TIT3") {
          u8(2); string("half", .utf16BE, terminated: false); u8(0x20)
        }
        v4.frame("TPE1") {
          u8(3); hex("61 ff 62")
        }
        v4.frame("TALB") {
          u8(7); text("an encoding that nobody knows")
        }
        v4.frame("TPE2") { u8(0) }
      }
      TagBuilder(.v3).tag {
        TagBuilder(.v3).text("TIT2", "ISO-8859-1 is not enough: €", encoding: .utf8)
      }
      mpegAudio(frames: 2)
    },
    Recipe(
      "made/tags-at-the-end.mp3", "APEv2, Lyrics3v2, enhanced and ID3v1.1 tags behind the sound"
    ) {
      mpegAudio(frames: 4)
      apeTag([
        apeItem("Title") { text("Title") },
        apeItem("Artist") { text("One\0Two") },
        apeItem("Album Artist") { text("Everybody") },
        apeItem("File", flags: 4) { text("http://example.org/") },
        apeItem("Cover Art (Front)", flags: 2) {
          text("cover.jpg", terminated: true); picture
        },
        apeItem("Bytes", flags: 3) { hex("000102") },
      ])
      lyrics3v2 {
        lyricsField("IND", "110")
        lyricsField("LYR", "[00:01]First line\r\n[00:02]Second line\r\n")
        lyricsField("ETT", "A title that is longer than thirty characters")
        lyricsField("XYZ", "?")
      }
      enhancedTag(
        "A title that is longer than thirty characters", artist: "Artist", speed: 2,
        genre: "Whatever", from: "000:01", to: "003:59")
      id3v1(
        "A title that is longer than th", artist: "Artist", album: "Album", year: "2024",
        comment: "Comment", track: 7, genre: 17)
    },
    Recipe("made/tags-at-the-end-old.mp3", "APEv1, Lyrics3v1 and ID3v1 tags behind the sound") {
      mpegAudio(frames: 4)
      apeTag(
        version: 1_000,
        [
          apeItem("Title") { string("Für", terminated: false) }, apeItem("Year") { text("1999") },
        ])
      lyrics3("[00:01]First line\r\n[00:02]Second line\r\n")
      id3v1(
        "Title", artist: "Artist", year: "1999", comment: "Thirty characters of a comment",
        genre: 80)
    },
  ]

  /// The beginning of a JPEG file of 64 by 48 pixels.
  private static var picture: Piece {
    pieces {
      hex("FFD8 FFE0 0010"); text("JFIF", terminated: true); hex("0101 00 0001 0001 00 00")
      hex("FFC0 000B 08 0030 0040 01 011100 FFD9")
    }
  }

  /// A tag with each frame of the version once, and sound.
  private static func everyFrame(_ version: TagBuilder.Version) -> Piece {
    let tag = TagBuilder(version)
    func frame(
      _ short: String, _ long: String, @AtomBuilder _ content: () -> Piece
    ) -> Piece {
      let identifier = version == .v2 ? short : long
      return identifier.isEmpty ? Piece() : tag.frame(identifier, TagBuilder.Format(), content)
    }
    return pieces {
      tag.tag(padding: 10) {
        for (short, long, value) in texts {
          frame(short, long) {
            u8(0); text(value)
          }
        }
        if version == .v3 {
          for (identifier, value) in textsOf3 { tag.text(identifier, value) }
        }
        if version == .v4 {
          for (identifier, value) in textsOf4 { tag.text(identifier, value) }
        }
        for (short, long) in addresses {
          frame(short, long) { text("http://example.org/\(long)") }
        }
        described(frame)
        timed(frame)
        sounding(frame)
        held(frame)
        if version == .v3 { framesOf3(tag) }
        if version == .v4 { framesOf4(tag) }
        if version != .v2 { chapters(tag) }
      }
      mpegAudio(frames: 2)
    }
  }

  private typealias Frame = (String, String, () -> Piece) -> Piece

  /// Texts by their identifiers in version 2 and later.
  private static let texts: [(String, String, String)] = [
    ("TT1", "TIT1", "Group"), ("TT2", "TIT2", "Title"), ("TT3", "TIT3", "Subtitle"),
    ("TAL", "TALB", "Album"), ("TOT", "TOAL", "First album"), ("TRK", "TRCK", "1/5"),
    ("TPA", "TPOS", "1/2"), ("TRC", "TSRC", "USBN20100001"), ("TP1", "TPE1", "Artist"),
    ("TP2", "TPE2", "Band"), ("TP3", "TPE3", "Conductor"), ("TP4", "TPE4", "Remixer"),
    ("TOA", "TOPE", "First artist"), ("TXT", "TEXT", "Poet"), ("TOL", "TOLY", "First poet"),
    ("TCM", "TCOM", "Composer"), ("TEN", "TENC", "Encoder"), ("TBP", "TBPM", "120"),
    ("TLE", "TLEN", "52"), ("TKE", "TKEY", "Cbm"), ("TLA", "TLAN", "eng"),
    ("TCO", "TCON", "(4)Eurodisco"), ("TFT", "TFLT", "MPG/3"), ("TMT", "TMED", "DIG/A"),
    ("TCR", "TCOP", "2024 Somebody"), ("TPB", "TPUB", "Label"), ("", "TOWN", "Owner"),
    ("", "TRSN", "Radio"), ("", "TRSO", "Radio Ltd"), ("TOF", "TOFN", "first.mp3"),
    ("TDY", "TDLY", "500"), ("TSS", "TSSE", "atomtools"), ("TCP", "TCMP", "1"),
    ("TS2", "TSO2", "Band, The"), ("TSC", "TSOC", "Composer, The"), ("TCT", "TCAT", "News"),
    ("TDS", "TDES", "What it is about"), ("TID", "TGID", "guid-1"), ("TKW", "TKWD", "news,daily"),
    ("MVN", "MVNM", "Allegro"), ("MVI", "MVIN", "1/4"), ("GP1", "GRP1", "Workout"),
    ("TSA", "", "Album, The"), ("TSP", "", "Artist, The"), ("TST", "", "Title, The"),
    ("TDA", "", "3112"), ("TIM", "", "2359"), ("TOR", "", "1958"), ("TRD", "", "4th-7th June"),
    ("TSI", "", "1234567"), ("TYE", "", "1999"), ("TOP", "TTRM", "no document knows it"),
    ("", "MVCN", "4"),
  ]
  private static let textsOf3 = [
    ("TDAT", "3112"), ("TIME", "2359"), ("TORY", "1958"), ("TRDA", "4th-7th June"),
    ("TSIZ", "1234567"), ("TYER", "1999"), ("XDOR", "1958-01-02"), ("XSOA", "Album, The"),
    ("XSOP", "Artist, The"), ("XSOT", "Title, The"),
  ]
  private static let textsOf4 = [
    ("TSST", "Set"), ("TMOO", "calm"), ("TPRO", "2024 Somebody"), ("TDEN", "2024-05-01T10:11:12"),
    ("TDOR", "1958"), ("TDRC", "2024-05"), ("TDRL", "2024-05-01/2024-06-01"),
    ("TDTG", "2024-05-02T00:00"), ("TSOA", "Album, The"), ("TSOP", "Artist, The"),
    ("TSOT", "Title, The"),
  ]
  private static let addresses = [
    ("WCM", "WCOM"), ("WCP", "WCOP"), ("WAF", "WOAF"), ("WAR", "WOAR"), ("WAS", "WOAS"),
    ("", "WORS"), ("", "WPAY"), ("WPB", "WPUB"), ("", "W000"),
  ]

  @AtomBuilder private static func described(_ frame: Frame) -> Piece {
    frame("UFI", "UFID") {
      pieces {
        text("http://example.org/id", terminated: true); hex("0102")
      }
    }
    frame("TXX", "TXXX") {
      pieces {
        u8(0); text("comment\0Recorded in a studio")
      }
    }
    frame("WXX", "WXXX") {
      pieces {
        u8(0); text("shop\0http://example.org/")
      }
    }
    frame("WFD", "WFED") {
      pieces {
        u8(0); text("http://example.org/feed")
      }
    }
    frame("IPL", "") {
      pieces {
        u8(0); text("producer\0A\0engineer\0B")
      }
    }
    frame("ULT", "USLT") {
      pieces {
        u8(0); text("eng\0First line\nSecond line")
      }
    }
    frame("COM", "COMM") {
      pieces {
        u8(0); text("eng\0A note")
      }
    }
    frame("", "USER") {
      pieces {
        u8(0); text("engFree for personal use")
      }
    }
  }

  @AtomBuilder private static func timed(_ frame: Frame) -> Piece {
    frame("SLT", "SYLT") {
      pieces {
        u8(0); text("eng"); u8(2, 1); text("song\0Stran\0"); u32(0); text("gers\0"); u32(26)
      }
    }
    frame("ETC", "ETCO") {
      pieces {
        u8(2, 2); u32(0); u8(3); u32(26)
      }
    }
    frame("MLL", "MLLT") {
      pieces {
        u16(1); u24(208, 26); u8(8, 8, 0, 0, 1, 2)
      }
    }
    frame("STC", "SYTC") {
      pieces {
        u8(2, 0x78); u32(0); u8(0xFF, 10); u32(26); u8(1); u32(52)
      }
    }
    frame("", "POSS") {
      pieces {
        u8(2); u32(26)
      }
    }
  }

  @AtomBuilder private static func sounding(_ frame: Frame) -> Piece {
    frame("RVA", "") { hex("03 10 0064 0032 7fff 7ffe") }
    frame("EQU", "") { hex("10 8064 0200 07d0 0100") }
    frame("REV", "RVRB") { hex("0064 00c8 05 06 10 20 30 40 50 60") }
    frame("CNT", "PCNT") { u32(42) }
    frame("POP", "POPM") {
      pieces {
        text("someone@example.org", terminated: true); u8(196); u32(3)
      }
    }
    frame("BUF", "RBUF") { hex("001000 01 00002000") }
    frame("", "RGAD") { hex("3f7fbe77 2c20 4e3a") }
  }

  @AtomBuilder private static func held(_ frame: Frame) -> Piece {
    frame("PIC", "") {
      pieces {
        u8(0); text("JPG"); u8(3); text("cover\0"); picture
      }
    }
    frame("", "APIC") {
      pieces {
        u8(0); text("image/jpeg\0"); u8(3); text("cover\0"); picture
      }
    }
    frame("GEO", "GEOB") {
      pieces {
        u8(0); text("text/plain\0a.txt\0notes\0hello")
      }
    }
    frame("MCI", "MCDI") { hex("0012 01 01 00 10 01 00 00000000 00 10 aa 00 00009c40") }
    frame("CRA", "AENC") {
      pieces {
        text("someone@example.org\0"); u16(1, 100); hex("abcd")
      }
    }
    frame("CRM", "") {
      pieces {
        text("someone@example.org\0lyrics\0"); hex("0102")
      }
    }
    frame("CM1", "NCON") { hex("0102") }
    frame("LNK", "") { text("TT2other.mp3\0") }
    frame("", "LINK") { text("TIT2other.mp3\0") }
    frame("PCS", "PCST") { u32(0) }
    frame("ITU", "ITNU") { u32(0) }
    frame("", "OWNE") {
      pieces {
        u8(0); text("USD10.00\0" + "20240501Shop")
      }
    }
    frame("", "COMR") {
      pieces {
        u8(0); text("USD10.00\0" + "20251231http://example.org/\0"); u8(3)
        text("Seller\0Album\0image/jpeg\0"); picture
      }
    }
    frame("", "ENCR") {
      pieces {
        text("someone@example.org\0"); u8(0x81); text("key")
      }
    }
    frame("", "GRID") {
      pieces {
        text("someone@example.org\0"); u8(0x90)
      }
    }
    frame("", "PRIV") {
      pieces {
        text("com.apple.streaming.transportStreamTimestamp\0"); u64(90_000)
      }
    }
    frame("", "ATXT") {
      pieces {
        u8(0); text("audio/mpeg\0"); u8(0); text("spoken\0"); hex("fffb")
      }
    }
    frame("", "XHD3") { hex("0102") }
    frame("", "UNKN") { text("no document knows it") }
  }

  @AtomBuilder private static func framesOf3(_ tag: TagBuilder) -> Piece {
    tag.frame("IPLS") {
      u8(0); text("producer\0A\0engineer\0B")
    }
    tag.frame("RVAD") { hex("15 08 01 02 03 04 05 06 07 08 09 0a") }
    tag.frame("EQUA") { hex("10 8064 0200 07d0 0100") }
    tag.frame("XRVA") {
      text("album\0"); hex("01 0480 08 80")
    }
    tag.frame("XOLY") { hex("0102") }
  }

  @AtomBuilder private static func framesOf4(_ tag: TagBuilder) -> Piece {
    tag.frame("TIPL") {
      u8(0); text("producer\0A\0engineer\0B")
    }
    tag.frame("TMCL") {
      u8(0); text("bass\0C\0drums\0D")
    }
    tag.frame("RVA2") {
      text("track\0"); hex("01 fc00 10 7fff 02 0200 00")
    }
    tag.frame("EQU2") {
      u8(1); text("car\0"); hex("0064 0200 07d0 fe00")
    }
    tag.frame("ASPI") {
      u32(0, 416); u16(2); u8(8, 0, 128)
    }
    tag.frame("SIGN") {
      u8(0x90); hex("01020304")
    }
  }

  @AtomBuilder private static func chapters(_ tag: TagBuilder) -> Piece {
    tag.frame("CTOC") {
      text("toc\0"); u8(3, 2); text("ch0\0ch1\0"); tag.text("TIT2", "Contents")
    }
    tag.frame("CHAP") {
      text("ch0\0"); u32(0, 26, .max, .max); tag.text("TIT2", "First")
      tag.address("WOAF", "http://example.org/")
    }
    tag.frame("CHAP") {
      text("ch1\0"); u32(26, 52, .max, .max); tag.text("TIT2", "Second")
    }
  }
}

// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import SoundFiles
import Structure
import Testing

/// Items: where each format keeps them, and what their bytes say.
@Suite struct MetadataItemTests {
  static func items(_ bytes: [UInt8]) throws -> [MetadataItem] {
    MediaFile.metadata(of: try MediaFile.open(ByteSource(copying: bytes)))
  }

  /// A movie with `content` in its `moov`.
  static func movie(_ brand: FourCC = "M4A ", @AtomBuilder _ content: () -> Piece) -> [UInt8] {
    let content = content()
    return atoms {
      Parts.fileType(brand)
      Parts.movie { content }
    }
  }

  /// An iTunes list in user data.
  static func list(@AtomBuilder _ items: () -> Piece) -> Piece {
    let items = items()
    return atom("udta") {
      atom("meta", version: 0) {
        Parts.handlerReference("mdir")
        atom("ilst") { items }
      }
    }
  }

  /// A `data` atom.
  static func data(
    _ type: UInt32, country: UInt16 = 0, language: UInt16 = 0, @AtomBuilder _ value: () -> Piece
  ) -> Piece {
    let value = value()
    return atom("data") {
      u32(type); u16(country); u16(language)
      value
    }
  }

  // MARK: iTunes

  @Test func textsOfITunes() throws {
    let bytes = Self.movie {
      Self.list {
        atom("@nam") { Self.data(1) { text("Title") } }
        atom("@ART") { Self.data(2) { utf16("Ünï") } }
      }
    }
    let items = try Self.items(bytes)
    #expect(items.map(\.identifier.text) == ["itsk/%A9nam", "itsk/%A9ART"])
    #expect(items.map(\.keyString) == ["@nam", "@ART"])
    #expect(items.map(\.commonKey) == [.title, .artist])
    #expect(items.map(\.format) == [.iTunes, .iTunes])
    #expect(items.map(\.stringValue) == ["Title", "Ünï"])
    let title = try #require(items.first)
    #expect(title.path == "moov/udta/meta/ilst/@nam/data")
    #expect(title.title == "Title")
    let offset = try #require(title.fileOffset)
    #expect(Array(bytes[Int(offset)..<Int(offset) + 5]) == Array("Title".utf8))
    #expect(title.dataValue?.array == Array("Title".utf8))
    #expect(title.contents.dataType == 1)
    #expect(
      title.extraAttributes == [
        MetadataAttribute("dataType", .number(.integer(1))),
        MetadataAttribute("dataTypeNamespace", .text("com.apple.itunes")),
      ])
  }

  @Test func numbersOfITunesAreNumbersAndWordsAreData() throws {
    let items = try Self.items(
      Self.movie {
        Self.list {
          atom("tmpo") { Self.data(21) { u16(120) } }
          atom("cpil") { Self.data(0) { u8(1) } }
          atom("plID") { Self.data(21) { u64(.max) } }
          atom("trkn") { Self.data(0) { u16(0, 3, 12, 0) } }
          atom("gnre") { Self.data(0) { u16(18) } }
          atom("covr") {
            Self.data(13) { hex("FFD8FFE0") }
            Self.data(14) { hex("89504E47") }
          }
        }
      })
    #expect(items.prefix(2).map(\.numberValue) == [.integer(120), .integer(1)])
    #expect(items.prefix(2).map(\.stringValue) == ["120", "1"])
    #expect(items[2].numberValue?.text == "18446744073709551615")
    guard case .data(let words) = items[3].value, case .data(let genre) = items[4].value else {
      Issue.record("words are not data")
      return
    }
    #expect(words.array == [0, 0, 0, 3, 0, 12, 0, 0])
    #expect(MetadataGenre(iTunes: genre.array) == .music(17))
    #expect(items[3].stringValue == nil && items[3].numberValue == nil)
    // Each picture is an item.
    #expect(items.suffix(2).map(\.dataValue?.count) == [4, 4])
    #expect(items.suffix(2).map { $0.dataValue?.picture?.format } == [.jpeg, .png])
    #expect(items.last?.path == "moov/udta/meta/ilst/covr/data[2]")
  }

  @Test func freeformItemsHaveLongKeys() throws {
    let items = try Self.items(
      Self.movie {
        Self.list {
          atom("----") {
            atom("mean", version: 0) { text("com.apple.iTunes") }
            atom("name", version: 0) { text("MusicBrainz Track Id") }
            Self.data(1) { text("0123") }
          }
        }
      })
    let item = try #require(items.first)
    #expect(item.identifier.text == "itlk/com.apple.iTunes.MusicBrainz%20Track%20Id")
    #expect(item.key == .text("com.apple.iTunes.MusicBrainz Track Id"))
    #expect(item.stringValue == "0123")
  }

  @Test func zerosAtTheEndOfATextAreNoneOfIt() throws {
    let items = try Self.items(
      Self.movie { Self.list { atom("gshh") { Self.data(1) { text("host\0\0\0") } } } })
    #expect(items.first?.stringValue == "host")
    #expect(items.first?.dataValue?.count == 7)
  }

  /// Type 18 is for numbers of two bytes; one writer stores text there.
  @Test func nineBytesAreNoListOfWords() throws {
    let items = try Self.items(
      Self.movie { Self.list { atom("@gen") { Self.data(18) { text("Audiobook") } } } })
    #expect(items.first?.contents.faults == [.doesNotFitType(18)])
    #expect(items.first?.dataValue?.array == Array("Audiobook".utf8))
  }

  @Test func bytesThatDoNotFitTheirTypeAreData() throws {
    let items = try Self.items(
      Self.movie {
        Self.list {
          // An integer of nine bytes, a float of three, text that is not UTF-8, nothing at all.
          atom("xxxx") { Self.data(21) { hex("010203040506070809") } }
          atom("yyyy") { Self.data(23) { hex("010203") } }
          atom("@nam") { Self.data(1) { hex("61FF62") } }
          atom("@alb")
          atom("@gen") { atom("data") { u16(0) } }
        }
      })
    #expect(items.count == 5)
    #expect(items[0].contents.faults == [.doesNotFitType(21)])
    #expect(items[0].dataValue?.count == 9)
    #expect(items[0].stringValue == nil)
    #expect(items[1].contents.faults == [.doesNotFitType(23)])
    // Repaired where one can see it, the bytes kept.
    #expect(items[2].stringValue == "a\u{FFFD}b")
    #expect(items[2].contents.faults == [.invalidText])
    #expect(items[2].dataValue?.array == [0x61, 0xFF, 0x62])
    #expect(items[3].contents.faults == [.missing])
    #expect(items[4].contents.faults == [.missing])
  }

  // MARK: QuickTime

  @Test func keysOfQuickTimeMetadata() throws {
    let items = try Self.items(
      Self.movie("qt  ") {
        atom("meta") {
          Parts.handlerReference("mdta")
          atom("keys", version: 0) {
            u32(2)
            u32(8 + 27); code("mdta"); text("com.apple.quicktime.make:::")
            u32(8 + 6); code("mdta"); text("rating")
          }
          atom("ilst") {
            atom(FourCC(1)) {
              Self.data(1, language: 0x15C7) { text("Maker") }
              Self.data(1, country: 0x4154, language: 0x10B5) { text("Macher") }
            }
            atom(FourCC(2)) { Self.data(23) { hex("3F400000") } }
            atom(FourCC(7)) { Self.data(1) { text("no key") } }
          }
        }
      })
    #expect(
      items.map(\.keyString) == [
        "com.apple.quicktime.make:::", "com.apple.quicktime.make:::", "rating",
        FourCC(7).key,
      ])
    #expect(
      items.prefix(3).map(\.format) == [
        .quickTimeMetadata, .quickTimeMetadata, .quickTimeMetadata,
      ])
    #expect(items.map { $0.language?.tag } == ["en", "de-AT", nil, nil])
    #expect(items[2].numberValue == .real(0.75))
    // Each language, and its order of preference.
    #expect(
      items.items(preferring: ["de", "en"]).prefix(2).map(\.stringValue) == ["Macher", "Maker"])
    #expect(items.items(preferring: ["fr"]).map(\.keyString) == ["rating", FourCC(7).key])
  }

  /// Languages and countries of fewer than 256 are entries of lists beside the values.
  @Test func languagesStandInListsToo() throws {
    let items = try Self.items(
      Self.movie("qt  ") {
        atom("meta") {
          Parts.handlerReference("mdta")
          atom("keys", version: 0) {
            u32(1, 8 + 5); code("mdta"); text("title")
          }
          atom("ctry", version: 0) {
            u32(2); u16(2); text("DEAT"); u16(1); text("GB")
          }
          atom("lang", version: 0) {
            u32(2); u16(1); language("deu"); u16(2); language("eng"); language("fra")
          }
          atom("ilst") {
            atom(FourCC(1)) {
              Self.data(1, country: 1, language: 1) { text("Titel") }
              Self.data(1, country: 2, language: 2) { text("Title") }
              // The numbers of no entry.
              Self.data(1, country: 3, language: 255) { text("?") }
              // A country without a language.
              Self.data(1, country: 1) { text("T") }
            }
          }
        }
      })
    #expect(items.map { $0.language?.tag } == ["de-DE", "en-GB", nil, nil])
    #expect(items[1].contents["languages"]?.strings == ["en-GB", "fr-GB"])
    #expect(items[0].contents["countries"]?.strings == ["DE", "AT"])
    #expect(items[2].contents["countries"] == nil && items[2].contents["languages"] == nil)
    #expect(items[3].contents["countries"]?.strings == ["DE", "AT"])
    #expect(items.items(preferring: ["en"]).first?.stringValue == "Title")
  }

  /// What programs of Windows and Nero write, one item an entry.
  @Test func attributesOfOthersAreItems() throws {
    func attribute(_ name: String, _ values: (type: UInt16, bytes: Piece)...) -> Piece {
      let content = pieces {
        u32(UInt32(name.utf8.count)); text(name); u32(UInt32(values.count))
        for value in values {
          u32(UInt32(value.bytes.bytes.count + 6)); u16(value.type); value.bytes
        }
      }
      return pieces {
        u32(UInt32(content.bytes.count + 4)); content
      }
    }
    let bytes = Self.movie {
      atom("udta") {
        atom("Xtra") {
          attribute("WM/Composer", (8, hex("4200 6100 6300 6800 0000")))
          attribute("WM/SharedUserRating", (19, hex("63 00000000000000")))
          // 2008-01-01 00:00 UTC in units of 100 ns since 1601.
          attribute("WM/EncodingTime", (21, hex("00C07640 094CC801")))
          attribute("WM/Category", (8, hex("6100 0000")), (8, hex("6200 0000")))
          attribute("WM/MediaClassPrimaryID", (72, zeros(16)))
        }
        atom("tags") {
          atom("meta") {
            u32(1)
            u32(4); text("tvnn"); u16(1); u32(3); text("abc")
          }
        }
      }
    }
    let items = try Self.items(bytes)
    #expect(
      items.map(\.identifier.text) == [
        "xtra/WM%2FComposer", "xtra/WM%2FSharedUserRating", "xtra/WM%2FEncodingTime",
        "xtra/WM%2FCategory", "xtra/WM%2FMediaClassPrimaryID", "nero/tvnn",
      ])
    #expect(items.map(\.format) == Array(repeating: .windowsMedia, count: 5) + [.nero])
    #expect(items[0].stringValue == "Bach" && items[1].numberValue == .integer(99))
    #expect(items[2].dateValue?.text == "2008-01-01T00:00:00Z")
    #expect(items[3].value?.strings == ["a", "b"])
    #expect(items[4].dataValue?.count == 16 && items[5].stringValue == "abc")
    #expect(items[3].path == "moov/udta/Xtra.attributes[4]")
    let fields = MediaFile.fields(of: try #require(items.first?.document), items: items)
    #expect(fields["composer"]?.text == "Bach" && fields["rating"]?.text == "99")
  }

  @Test func userDataHasATextInEachLanguage() throws {
    let bytes = Self.movie("qt  ") {
      atom("udta") {
        atom("@nam") {
          u16(5); language("eng"); text("Title")
          u16(3); u16(2); hex("548A6C")  // German, MacRoman ä
        }
        atom("name") { text("plain") }
        u32(0)
      }
    }
    let items = try Self.items(bytes)
    #expect(items.map(\.identifier.text) == ["udta/%A9nam", "udta/%A9nam", "udta/name"])
    #expect(items.map(\.stringValue) == ["Title", "Täl", "plain"])
    #expect(items.map { $0.language?.tag } == ["en", "de", nil])
    #expect(
      items.map(\.path) == [
        "moov/udta/@nam.texts[1].text", "moov/udta/@nam.texts[2].text", "moov/udta/name",
      ])
    let second = try #require(items[1].fileOffset)
    #expect(bytes[Int(second)] == 0x54)
  }

  @Test func userDataOfTracksIsTheTracks() throws {
    let items = try Self.items(
      Self.movie("qt  ") {
        Parts.track(id: 7) {
          atom("udta") { atom("tagc") { text("public.main-program-content") } }
        }
      })
    let item = try #require(items.first)
    #expect(item.trackID == 7)
    #expect(item.identifier.text == "udta/tagc")
    #expect(item.stringValue == "public.main-program-content")
  }

  @Test func userDataOfISOFiles() throws {
    let items = try Self.items(
      Self.movie("3gp6") {
        atom("udta") {
          atom("titl", version: 0) {
            language("eng"); text("Title", terminated: true)
          }
          atom("albm", version: 0) {
            language("eng"); text("Album", terminated: true); u8(5)
          }
          atom("yrrc", version: 0) { u16(2004) }
          atom("loci", version: 0) {
            language("eng"); text("Berlin", terminated: true); u8(1)
            fixed16(13.5, 52.25, 34); text("earth", terminated: true); text("", terminated: true)
          }
          atom("kywd", version: 0) {
            language("eng"); u8(2); u8(4); text("one\0"); u8(4); text("two\0")
          }
        }
      })
    #expect(
      items.map(\.identifier.text) == [
        "uiso/titl", "uiso/albm", "uiso/yrrc", "uiso/loci", "uiso/kywd",
      ])
    #expect(items.map(\.format) == Array(repeating: .isoUserData, count: 5))
    #expect(items[0].stringValue == "Title" && items[0].language?.tag == "en")
    #expect(items[1].stringValue == "Album")
    #expect(items[1].contents["track_number"]?.number == .integer(5))
    #expect(items[2].numberValue == .integer(2004))
    #expect(items[3].stringValue == "Berlin")
    #expect(items[3].contents["latitude"]?.number == .real(52.25))
    #expect(items[4].value?.strings == ["one", "two"])
  }

  // MARK: ID3

  /// The text of a value takes memory beside its bytes: where there is none, it is left out, and that is said.
  @Test func longTextsTakeMemory() throws {
    let bytes = Self.tag(.v4) { $0.text("TIT2", String(repeating: "x", count: 1 << 20)) }
    var limits = Limits()
    limits.memory = Memory(limit: 2 << 20)
    let document = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
    let contents = MediaFile.contents(of: MediaFile.metadata(of: document))
    guard case .data(let data)? = contents.first?.value else {
      Issue.record("\(contents.count) values, the first is no data")
      return
    }
    #expect(data.count == 1 << 20)
    #expect(document.leftOut.contains { $0.isSame(as: "there is no memory for long texts of metadata") })
    let whole = MediaFile.metadata(of: try MediaFile.open(ByteSource(copying: bytes)))
    #expect(whole.first?.stringValue?.utf8.count == 1 << 20)
  }

  static func tag(
    _ version: TagBuilder.Version, @AtomBuilder _ frames: (TagBuilder) -> Piece
  ) -> [UInt8] {
    let builder = TagBuilder(version)
    let frames = frames(builder)
    return atoms {
      builder.tag { frames }
      mpegAudio(frames: 2)
    }
  }

  @Test func framesOfAllVersions() throws {
    let second = try Self.items(Self.tag(.v2) { $0.text("TT2", "Title") })
    #expect(second.map(\.identifier.text) == ["id3/%00TT2"])
    #expect(second.map(\.keyString) == ["TT2"])
    let third = try Self.items(Self.tag(.v3) { $0.text("TIT2", "Title", encoding: .utf16) })
    let fourth = try Self.items(Self.tag(.v4) { $0.text("TIT2", "Title", encoding: .utf8) })
    #expect((third + fourth).map(\.identifier.text) == ["id3/TIT2", "id3/TIT2"])
    for item in second + third + fourth {
      #expect(item.stringValue == "Title")
      #expect(item.commonKey == .title)
      #expect(item.keySpace == .id3 && item.format == .id3)
    }
    #expect(third.first?.path == "ID3v2/TIT2")
  }

  @Test func severalValuesAreAList() throws {
    let items = try Self.items(Self.tag(.v4) { $0.text("TPE1", "One", "Two", encoding: .utf8) })
    #expect(items.first?.value?.strings == ["One", "Two"])
    #expect(items.first?.stringValue == "One/Two")
  }

  @Test func commentsAndPicturesAreDictionaries() throws {
    let items = try Self.items(
      Self.tag(.v3) { v3 in
        v3.frame("COMM") {
          u8(0); text("deu"); text("what", terminated: true); text("A note")
        }
        v3.frame("APIC") {
          u8(0); text("image/png", terminated: true); u8(3); text("Front", terminated: true)
          hex("89504E47")
        }
        v3.frame("TXXX") {
          u8(0); text("ALBUM ARTIST", terminated: true); text("Band")
        }
        v3.frame("PRIV") {
          text("owner", terminated: true); hex("0102")
        }
        v3.frame("POPM") {
          text("a@b", terminated: true); u8(196); u32(3)
        }
      })
    let comment = try #require(items[0].value)
    #expect(comment["identifier"] == .text("what"))
    #expect(comment["language"] == .text("deu"))
    #expect(comment["text"] == .text("A note"))
    #expect(comment.string == "A note")
    #expect(items[0].language?.tag == "de")
    #expect(items[0].contents["info"] == .text("what"))
    let picture = try #require(items[1].value)
    #expect(picture["MIME"] == .text("image/png"))
    #expect(picture["type"] == .number(.integer(3)))
    #expect(picture["description"] == .text("Front"))
    guard case .data(let bytes) = picture["data"] else {
      Issue.record("no picture")
      return
    }
    #expect(bytes.array == [0x89, 0x50, 0x4E, 0x47])
    #expect(items[1].dataValue == bytes)
    #expect(items[2].stringValue == "Band")
    #expect(items[2].contents["info"] == .text("ALBUM ARTIST"))
    #expect(items[3].dataValue?.array == [1, 2])
    #expect(items[3].contents["owner"] == .text("owner"))
    #expect(items[4].value?["rating"]?.number == .integer(196))
    #expect(items[4].value?["counter"]?.number == .integer(3))
    // From the first to the last of the three.
    #expect(items[4].dataValue?.array == Array("a@b".utf8) + [0, 196, 0, 0, 0, 3])
  }

  /// Numbers of bytes are what some frames are for, and no sizes of other fields.
  @Test func numbersOfBytesAreValuesOfFrames() throws {
    let items = try Self.items(
      Self.tag(.v4) { v4 in
        v4.frame("SEEK") { u32(8_359) }
        v4.frame("RBUF") {
          u24(4_096); u8(1)
        }
      })
    #expect(items[0].numberValue == .integer(8_359) && items[0].contents.faults.isEmpty)
    #expect(items[0].dataValue?.array == [0, 0, 0x20, 0xA7])
    #expect(items[1].value?["buffer_size"]?.number == .integer(4_096))
    #expect(items[1].dataValue?.count == 4)
  }

  @Test func whatIsEncryptedIsData() throws {
    let items = try Self.items(
      Self.tag(.v4) { $0.text("TPE2", "Secret", format: .init(encryption: 0x81)) })
    #expect(items.first?.contents.faults == [.cannotBeDecoded])
    #expect(items.first?.dataValue != nil)
  }

  @Test func derivedBytesHaveTheirPlaceInTheFileOrNone() throws {
    // A text with an FF that is unsynchronised, and one that is compressed.
    let bytes = Self.tag(.v4) { v4 in
      v4.text("TIT2", "a\u{FF}b", format: .init(isUnsynchronised: true, hasDataLength: true))
      v4.text("TIT3", "Compressed", format: .init(isCompressed: true))
    }
    let items = try Self.items(bytes)
    #expect(items.map(\.stringValue) == ["a\u{FF}b", "Compressed"])
    let offset = try #require(items[0].fileOffset)
    #expect(bytes[Int(offset)] == 0x61)
    #expect(items[1].fileOffset == nil)
  }

  // MARK: Tags at the end, and other files

  @Test func tagsAtTheEndOfTheCorpus() throws {
    let items = MediaFile.metadata(
      of: try MediaFile.open(Corpus.open("made/tags-at-the-end.mp3")))
    let ape = items.items(in: .ape)
    #expect(ape.map(\.identifier.text).prefix(2) == ["ape/Title", "ape/Artist"])
    #expect(ape.first?.stringValue == "Title")
    #expect(ape.items(withKey: "Artist").first?.value?.strings == ["One", "Two"])
    let old = items.items(in: .id3v1)
    #expect(
      old.map(\.keyString) == ["title", "artist", "album", "year", "comment", "track", "genre"])
    #expect(old[1].stringValue == "Artist")
    #expect(old[5].numberValue == .integer(7))
    #expect(old[0].path == "ID3v1.title")
  }

  @Test func lyricsAndEnhancedTagsAreItems() throws {
    let bytes = atoms {
      mpegAudio(frames: 3)
      lyrics3v2 {
        lyricsField("IND", "110")
        lyricsField("ETT", "A title longer than thirty characters are")
        lyricsField("LYR", "[00:01]Line")
        lyricsField("INF", "A note")
      }
      enhancedTag("characters are", speed: 2, genre: "Clownstep", from: "000:10")
      id3v1("A title longer than thirty ", genre: 17)
    }
    let items = try Self.items(bytes)
    #expect(
      items.map(\.identifier.text) == [
        "lyrics3/ETT", "lyrics3/LYR", "lyrics3/INF", "tagplus/title", "tagplus/speed",
        "tagplus/genre", "tagplus/start_time", "id3v1/title", "id3v1/genre",
      ])
    #expect(items[0].stringValue == "A title longer than thirty characters are")
    #expect(items[0].path == "Lyrics3/ETT.value" && items[0].title == "Title")
    #expect(items[1].stringValue == "[00:01]Line")
    #expect(items[4].numberValue == .integer(2))
    #expect(items[5].stringValue == "Clownstep" && items[5].path == "TAG+.genre")
    let fields = MediaFile.fields(of: try #require(items.first?.document), items: items)
    #expect(fields["name"]?.text == "A title longer than thirty characters are")
    #expect(fields["lyrics"]?.text == "[00:01]Line" && fields["comment"]?.text == "A note")
    #expect(fields["genre"]?.value == .genres([.text("Clownstep")]))
    // Version 1 has no fields.
    let old = try Self.items(
      atoms {
        mpegAudio(frames: 3)
        lyrics3("Line one")
        id3v1("T")
      })
    #expect(old.map(\.identifier.text) == ["lyrics3/LYR", "id3v1/title"])
    #expect(old[0].stringValue == "Line one" && old[0].path == "Lyrics3.lyrics")
  }

  @Test func filtersFindByEveryKindOfKey() throws {
    let items =
      try Self.items(
        Self.movie {
          Self.list {
            atom("@nam") { Self.data(1) { text("Title") } }
            atom("@ART") { Self.data(1) { text("Artist") } }
          }
        }) + Self.items(Self.tag(.v2) { $0.text("TYE", "1999") })
    #expect(items.items(withKey: "@nam").map(\.stringValue) == ["Title"])
    #expect(items.items(withKey: "TYE").map(\.stringValue) == ["1999"])
    #expect(items.items(with: .artist).map(\.stringValue) == ["Artist"])
    #expect(items.items(with: .code("@ART"), in: .iTunes).count == 1)
    #expect(items.items(with: .code("@ART"), in: .quickTimeUserData).isEmpty)
    let identifier = try #require(MetadataIdentifier("itsk/%A9nam"))
    #expect(items.items(with: identifier).map(\.stringValue) == ["Title"])
    #expect(items.items(withKey: "nothing").isEmpty)
  }

  @Test func propertiesAreLoadedTogether() async throws {
    let items = try Self.items(Self.tag(.v3) { $0.text("TYER", "1999") })
    let item = try #require(items.first)
    let (text, number, date, attributes) = try await item.load(
      .stringValue, .numberValue, .dateValue, .extraAttributes)
    #expect(text == "1999" && number == .integer(1999))
    #expect(date == MetadataDate(year: 1999))
    #expect(attributes.isEmpty)
    #expect(try await item.load(.value) == .text("1999"))
    #expect(try await item.load(.dataValue)?.count == 4)
  }

  /// Every item of every file of the corpus is read, and says where it is.
  @Test(arguments: ["made", "encoded", "mockups", "broken", "findings"])
  func itemsOfTheCorpusAreWhereTheySay(folder: String) throws {
    for name in Corpus.files(in: Corpus.path(of: folder)) {
      let file = folder + "/" + name
      guard let document = try? MediaFile.open(Corpus.open(file)) else { continue }
      for item in MediaFile.metadata(of: document) {
        let contents = item.contents
        #expect(MetadataIdentifier(item.identifier.text) == item.identifier, "\(file)")
        if let data = contents.data, let offset = data.fileOffset {
          #expect(offset + UInt64(data.count) <= document.tree.file.byteCount, "\(file)")
        }
        var path = try Path(item.path)
        path.field = nil
        #expect(path.nodes(in: document) == [item.node], "\(file) \(item.path)")
      }
    }
  }
}

// swift-format-ignore-file: DoNotUseSemicolons

import Atoms
import ByteReading
import Corpus
import FuzzOracles
import Structure
import Testing

@testable import MediaInspection
@testable import MediaMetadata

/// One set of fields over all formats, and its rules.
@Suite struct MetadataFieldTests {
  typealias Items = MetadataItemTests

  static func fields(_ bytes: [UInt8], languages: [String] = []) throws -> MetadataFields {
    MediaFile.fields(of: try MediaFile.open(ByteSource(copying: bytes)), languages: languages)
  }

  /// Each key of the table is one that its key space can have, and none feeds a field twice.
  @Test func tableIsSound() {
    var ids: Set<String> = []
    for field in MetadataField.all {
      #expect(ids.insert(field.id.description).inserted)
      let identifiers = field.identifiers
      #expect(!identifiers.isEmpty, "\(field.id)")
      for identifier in identifiers {
        #expect(MetadataIdentifier(identifier.text) == identifier, "\(field.id) \(identifier)")
      }
    }
    // A key that has a common key feeds some field.
    let fed = Set(MetadataField.all.flatMap(\.identifiers))
    let exceptions = ["cnID", "UFID", "UFI", "StreamTitle"]
    for identifier in MetadataIdentifier.known where identifier.commonKey != nil {
      if identifier.keySpace == .common || exceptions.contains(identifier.key.keyString) {
        continue
      }
      #expect(fed.contains(identifier), "\(identifier)")
    }
  }

  /// What a field is read from has a table: without one it has no value, and is named as found all the same.
  @Test func keysOfUserDataHaveTables() {
    var count = 0
    for identifier in MetadataField.all.flatMap(\.identifiers) {
      guard [.quickTimeUserData, .isoUserData].contains(identifier.keySpace), case .code(let code) = identifier.key
      else { continue }
      count += 1
      // Types that begin with this sign have one for all of them.
      let isText = ["@", "\\x40"].contains { code.description.hasPrefix($0) }
      #expect(isText || Catalogue.atoms.isLegal(code, in: "udta"), "\(identifier)")
    }
    #expect(count > 50)
  }

  /// The number of a camera as some makers write it.
  @Test(arguments: ["qt  ", "isom"] as [FourCC]) func serialNumbersOfCamerasAreRead(brand: FourCC) throws {
    let bytes = Items.movie(brand) { atom("udta") { atom("SNum") { text("0000123456", terminated: true) } } }
    #expect(try Self.fields(bytes)["serialNumber"]?.text == "0000123456")
  }

  /// The index of keys, made of the bytes of the table, leads from each key to its fields.
  @Test func keysLeadToTheFieldsTheyFeed() {
    for (place, field) in MetadataField.all.enumerated() {
      for (number, identifier) in field.identifiers.enumerated() {
        let uses = MetadataField.uses(of: identifier)
        #expect(
          uses.contains { $0.field == place && $0.number == number }, "\(field.id) \(identifier)")
      }
    }
    func fields(_ identifier: MetadataIdentifier) -> [String] {
      MetadataField.uses(of: identifier).map { MetadataField.all[$0.field].id.description }.sorted()
    }
    // Keys of APE tags and freeform items have no case, others have.
    #expect(fields(MetadataIdentifier(.ape, .text("ALBUM artist"))) == ["albumArtist"])
    #expect(fields(MetadataIdentifier(.iTunesLong, .text("com.apple.itunes.isrc"))) == ["isrc"])
    #expect(fields(MetadataIdentifier(.quickTimeMetadata, .text("TITLE"))).isEmpty)
    #expect(fields(MetadataIdentifier(.quickTimeMetadata, .text("title"))) == ["name"])
    #expect(fields(MetadataIdentifier(.quickTimeMetadata, .text(".title"))).isEmpty)
    #expect(fields(MetadataIdentifier(.iTunes, .code("@alb"))) == ["album"])
    #expect(fields(MetadataIdentifier(.id3v1, .code("TIT2"))).isEmpty)
    let descriptions = MetadataField.uses(of: MetadataIdentifier(.id3, .code("TXXX")))
      .compactMap(\.description)
    #expect(
      descriptions.sorted() == [
        "album artist", "albumartist", "replaygain_album_gain", "replaygain_track_gain",
      ])
  }

  @Test func iTunesFillsFields() throws {
    let fields = try Self.fields(
      Items.movie {
        Items.list {
          atom("@nam") { Items.data(1) { text("Title") } }
          atom("aART") { Items.data(1) { text("Band") } }
          atom("trkn") { Items.data(0) { u16(0, 3, 12, 0) } }
          atom("disk") { Items.data(0) { u16(0, 1, 0) } }
          atom("gnre") { Items.data(0) { u16(18) } }
          atom("tmpo") { Items.data(21) { u16(120) } }
          atom("cpil") { Items.data(21) { u8(1) } }
          atom("@day") { Items.data(1) { text("2004-05-01T07:00:00Z") } }
          atom("covr") { Items.data(13) { hex("FFD8FFE0") } }
        }
      })
    #expect(fields["name"]?.value == .texts(["Title"]))
    #expect(fields["albumArtist"]?.text == "Band")
    #expect(fields["track"]?.value == .position(MetadataPosition(number: 3, total: 12)))
    #expect(fields["disc"]?.value == .position(MetadataPosition(number: 1, total: nil)))
    #expect(fields["genre"]?.value == .genres([.music(17)]))
    #expect(fields["bpm"]?.value == .number(.integer(120)))
    #expect(fields["compilation"]?.value == .flag(true))
    #expect(fields["year"]?.text == "2004-05-01T07:00:00Z")
    guard case .artwork(let artwork) = fields["artwork"]?.value else {
      Issue.record("no artwork")
      return
    }
    #expect(artwork.fileExtension == "jpg" && artwork.declaredType == "image/jpeg")
    #expect(fields["artist"] == nil)
    #expect(fields["name"]?.candidates.first?.items.first?.path == "moov/udta/meta/ilst/@nam/data")
  }

  /// GPAC's type for all that are numbers is 21: `-itags tracknum=3/12`.
  @Test func positionsMayHaveTheTypeOfNumbers() throws {
    let fields = try Self.fields(
      Items.movie {
        Items.list {
          atom("trkn") { Items.data(21) { u16(0, 3, 12, 0) } }
          atom("disk") { Items.data(21) { u16(0, 1, 2) } }
        }
      })
    #expect(fields["track"]?.value == .position(MetadataPosition(number: 3, total: 12)))
    #expect(fields["disc"]?.value == .position(MetadataPosition(number: 1, total: 2)))
  }

  @Test func zeroInWordsIsAbsent() throws {
    let fields = try Self.fields(
      Items.movie { Items.list { atom("trkn") { Items.data(0) { u16(0, 0, 0, 0) } } } })
    #expect(fields["track"] == nil)
  }

  /// A performer is an artist where none is named; a producer is none, and a director has composed nothing.
  @Test func keysFillWhatHasNoKeyOfItsOwn() throws {
    func metadata(_ keys: [(String, String)]) -> [UInt8] {
      Items.movie("qt  ") {
        atom("meta") {
          Parts.handlerReference("mdta")
          atom("keys", version: 0) {
            u32(UInt32(keys.count))
            for key in keys {
              u32(8 + UInt32("com.apple.quicktime.".utf8.count + key.0.utf8.count)); code("mdta")
              text("com.apple.quicktime." + key.0)
            }
          }
          atom("ilst") {
            for (index, key) in keys.enumerated() {
              atom(FourCC(UInt32(index + 1))) { Items.data(1) { text(key.1) } }
            }
          }
        }
      }
    }
    let alone = try Self.fields(metadata([("producer", "P"), ("director", "D"), ("performer", "A")]))
    #expect(alone["artist"]?.text == "A")
    #expect(alone["artist"]?.candidates.first?.isSubstitute == true)
    #expect(alone["albumArtist"] == nil && alone["composer"] == nil)
    #expect(alone["director"]?.text == "D" && alone["producer"]?.text == "P")
    let own = try Self.fields(metadata([("performer", "P"), ("artist", "A")]))
    #expect(own["artist"]?.candidates.map(\.value.text) == ["A"])
    // One item feeds several fields; a comment is preferred to a description.
    let described = try Self.fields(metadata([("description", "about")]))
    #expect(described["comment"]?.text == "about" && described["description"]?.text == "about")
    let both = try Self.fields(metadata([("description", "about"), ("comment", "note")]))
    #expect(both["comment"]?.candidates.map(\.value.text) == ["note"])
  }

  // MARK: Dates

  @Test func datesOfID3v23AreOne() throws {
    let fields = try Self.fields(
      Items.tag(.v3) {
        $0.text("TYER", "1999")
        $0.text("TDAT", "3112")
        $0.text("TIME", "2359")
      })
    let year = try #require(fields["year"])
    #expect(year.text == "1999-12-31T23:59")
    #expect(year.candidates[0].items.map(\.keyString) == ["TYER", "TDAT", "TIME"])
    #expect(year.candidates.count == 1)
    let second = try Self.fields(
      Items.tag(.v2) {
        $0.text("TYE", "1999")
        $0.text("TDA", "0102")
      })
    #expect(second["year"]?.text == "1999-02-01")
  }

  @Test func datesOfID3v24HaveTheirOrder() throws {
    func year(_ frames: [(String, String)]) throws -> [String] {
      try Self.fields(
        Items.tag(.v4) { v4 in
          for frame in frames { v4.text(frame.0, frame.1) }
        })["year"]?.candidates.map(\.value.text) ?? []
    }
    #expect(try year([("TYER", "1999"), ("TDRC", "2004-05")]) == ["2004-05", "1999"])
    #expect(try year([("TDOR", "1958"), ("TDRC", "2004")]) == ["2004"])
    #expect(try year([("TDRL", "2005"), ("TDOR", "1958")]) == ["1958", "2005"])
    #expect(try year([("TYER", "1999")]) == ["1999"])
    #expect(try year([("TDRC", "2004-05-01/2004-06-01")]) == ["2004-05-01"])
    // What does not parse keeps its text.
    #expect(try year([("TDRC", "around 1960")]) == ["around 1960"])
    // In a tag of version 3 its own frame comes first.
    let old = try Self.fields(
      Items.tag(.v3) {
        $0.text("TDRC", "2004")
        $0.text("TYER", "1999")
      })
    #expect(old["year"]?.candidates.map(\.value.text) == ["1999", "2004"])
  }

  // MARK: Comments

  @Test func commentIsTheOneWithoutDescription() throws {
    func comment(_ v3: TagBuilder, _ language: String, _ description: String, _ value: String)
      -> Piece
    {
      v3.frame("COMM") {
        u8(0); text(language); text(description, terminated: true); text(value)
      }
    }
    let bytes = Items.tag(.v3) {
      comment($0, "eng", "iTunNORM", "0001")
      comment($0, "eng", "ID3v1 Comment", "cut")
      comment($0, "eng", "other", "second")
      comment($0, "eng", "", "English")
      comment($0, "deu", "", "Deutsch")
    }
    #expect(
      try Self.fields(bytes)["comment"]?.candidates.map(\.value.text) == [
        "English", "Deutsch", "second",
      ])
    #expect(try Self.fields(bytes, languages: ["de"])["comment"]?.text == "Deutsch")
    let named = Items.tag(.v3) {
      comment($0, "eng", "iTunSMPB", "0002")
      comment($0, "eng", "what", "named")
    }
    #expect(try Self.fields(named)["comment"]?.text == "named")
    let none = Items.tag(.v3) { comment($0, "eng", "iTunPGAP", "0") }
    #expect(try Self.fields(none)["comment"] == nil)
  }

  // MARK: Numbers, genres, pictures, people

  @Test func textsThatAreNoNumbersStay() throws {
    let fields = try Self.fields(
      Items.tag(.v3) {
        $0.text("TRCK", "A1")
        $0.text("TPOS", "1/")
        $0.text("TBPM", "fast")
        $0.text("TCON", "(4)Eurodisco")
        $0.text("TCMP", "1")
      })
    #expect(fields["track"]?.value == .texts(["A1"]))
    #expect(fields["disc"]?.value == .position(MetadataPosition(number: 1, total: nil)))
    #expect(fields["bpm"]?.value == .texts(["fast"]))
    #expect(fields["genre"]?.value == .genres([.music(4), .text("Eurodisco")]))
    #expect(fields["genre"]?.text == "Disco; Eurodisco")
    #expect(fields["compilation"]?.value == .flag(true))
  }

  @Test func genresOfVideosAreThoseOfShows() throws {
    func bytes(_ track: Piece) -> [UInt8] {
      Items.movie {
        track
        Items.list { atom("@gen") { Items.data(1) { text("Comedy") } } }
      }
    }
    #expect(try Self.fields(bytes(Piece()))["genre"]?.value == .genres([.music(57)]))
    let video = Parts.track {
      Parts.media(handler: "vide") {
        Parts.visualEntry("avc1")
      } tables: {
        Parts.emptyTables
      }
    }
    #expect(try Self.fields(bytes(video))["genre"]?.value == .genres([.video(4000)]))
  }

  @Test func frontCoversComeFirst() throws {
    let fields = try Self.fields(
      Items.tag(.v3) { v3 in
        for type in [0, 4, 3] as [UInt8] {
          v3.frame("APIC") {
            u8(0); text("image/png", terminated: true); u8(type); u8(0); hex("89504E47"); u8(type)
          }
        }
      })
    let types = fields["artwork"]?.candidates.map { candidate -> UInt8? in
      if case .artwork(let artwork) = candidate.value { artwork.type } else { nil }
    }
    #expect(types == [3, 0, 4])
    #expect(fields["artwork"]?.conflicts.isEmpty == true)
  }

  @Test func producersAreAmongThePeople() throws {
    let fields = try Self.fields(
      Items.tag(.v4) {
        $0.text("TIPL", "engineer", "E", "Producer", "P", encoding: .utf8)
      })
    #expect(fields["producer"]?.value == .texts(["P"]))
  }

  /// A place of 3GPP without a name has its numbers.
  @Test func aPlaceWithoutANameIsItsNumbers() throws {
    func place(_ name: String) -> [UInt8] {
      Items.movie("3gp6") {
        atom("udta") {
          atom("loci", version: 0) {
            language("eng"); text(name, terminated: true); u8(1)
            fixed16(2.25, -48.5, 34); text("earth", terminated: true); text("", terminated: true)
          }
        }
      }
    }
    #expect(try Self.fields(place("Paris"))["location"]?.text == "Paris")
    #expect(try Self.fields(place(""))["location"]?.text == "-48.500000+002.250000+34/")
  }

  /// `loci` has a step of 1/65,536 degree, a name where there is one, and always an altitude: 37.33 north, 122.03 west,
  /// and a place one degree from it.
  @Test(arguments: [(37, "Home", 0), (37, "", 0), (38, "Home", 1)] as [(UInt32, String, Int)])
  func onePlaceIsOneHoweverItIsWritten(degrees: UInt32, name: String, conflicts: Int) throws {
    let place = "+37.3300-122.0300+012.500/"
    let fields = try Self.fields(
      Items.movie("3gp6") {
        atom("udta") {
          atom("@xyz") { u16(UInt16(place.utf8.count), 0x55C4); text(place) }
          atom("loci", version: 0) {
            language("eng"); text(name, terminated: true); u8(0)
            u32(0xFF85_F852, degrees << 16 | 0x547A, 0); text("earth", terminated: true); text("", terminated: true)
          }
        }
      })
    #expect(fields["location"]?.candidates.count == 2)
    #expect(fields["location"]?.conflicts.count == conflicts)
  }

  /// 0 is no rating: the next one counts, and of none there is no field.
  @Test func aRatingOfNothingIsNone() throws {
    func fields(_ ratings: [UInt8]) throws -> MetadataFields {
      try Self.fields(
        Items.tag(.v4) { tag in
          for rating in ratings {
            tag.frame("POPM") {
              text("user\(rating)", terminated: true); u8(rating); u32(0)
            }
          }
          tag.text("TIT2", "n")
        })
    }
    #expect(try fields([0])["rating"] == nil)
    #expect(try fields([0, 196])["rating"]?.candidates.map(\.value.text) == ["196"])
  }

  /// Of a language with letters of its own the bytes are not those of MacRoman, and what they are is not read: the same
  /// two in English, Japanese, and Russian.
  @Test(arguments: [(0, "Én"), (11, "\u{FFFD}n"), (32, "\u{FFFD}n")] as [(UInt16, String)])
  func lettersOfOtherScriptsAreNotMacRoman(language: UInt16, name: String) throws {
    let fields = try Self.fields(
      Items.movie("qt  ") { atom("udta") { atom("@nam") { u16(2, language); hex("836E") } } })
    #expect(fields["name"]?.text == name)
  }

  /// Of a frame that says several things each field has bytes of its own.
  @Test func valuesOfFramesHaveTheirOwnPlaces() throws {
    let bytes = Items.tag(.v4) { v4 in
      v4.frame("POPM") {
        text("a@b", terminated: true); u8(196); u32(9)
      }
      v4.frame("SYLT") {
        u8(0); text("eng"); u8(2); u8(1); u8(0)
        text("Hello", terminated: true); u32(0); text(" world", terminated: true); u32(500)
      }
      v4.text("TIPL", "mixer", "M", "producer", "P", encoding: .utf8)
    }
    let fields = try Self.fields(bytes)
    func place(_ id: String) throws -> [UInt8] {
      let data = try #require(fields[id]?.candidates.first?.data)
      let offset = Int(try #require(data.fileOffset))
      #expect(Array(bytes[offset..<offset + data.count]) == data.array)
      return data.array
    }
    #expect(try place("rating") == [196])
    #expect(try place("lyrics") == Array("Hello".utf8))
    #expect(try place("producer") == Array("P".utf8))
    let album = Items.movie("3gp6") {
      atom("udta") {
        atom("albm", version: 0) {
          language("eng"); text("Album", terminated: true); u8(5)
        }
      }
    }
    #expect(try Self.fields(album)["track"]?.candidates.first?.data?.array == [5])
  }

  // MARK: Conflicts

  @Test func conflictsAreBetweenTagsAndKeys() throws {
    let bytes =
      Items.tag(.v3) {
        $0.text("TIT2", "A title that is longer than thirty characters")
        $0.text("TPE1", "Artist")
        $0.text("TYER", "1999")
        $0.text("TRCK", "7/12")
        $0.text("TCON", "(17)")
      } + atoms { id3v1("A title that is longer than th", artist: "Other", year: "1999", track: 7) }
    let fields = try Self.fields(bytes)
    // A title that was cut off agrees, an artist that is another one does not.
    #expect(fields["name"]?.candidates.count == 2)
    #expect(fields["name"]?.conflicts.isEmpty == true)
    #expect(fields["artist"]?.conflicts.map(\.value.text) == ["Other"])
    #expect(fields["year"]?.conflicts.isEmpty == true)
    #expect(fields["track"]?.conflicts.isEmpty == true)
  }

  /// Of two tags the second says that it is an update of the first: what a tag has one of is that of the second.
  @Test(arguments: [true, false]) func anUpdateReplacesWhatThereIsOneOf(isUpdate: Bool) throws {
    let v4 = TagBuilder(.v4)
    let sound = mpegAudio(frames: 3).bytes
    let first = v4.tag {
      v4.text("TIT2", "first"); v4.text("TPE1", "Artist")
      v4.frame("COMM") { u8(0); text("eng"); string(""); text("one") }
      v4.frame("SEEK") { u32(UInt32(sound.count)) }
    }
    let second = v4.tag(extended: .init(isUpdate: isUpdate), footer: true) {
      v4.text("TIT2", "newer"); v4.frame("COMM") { u8(0); text("eng"); string(""); text("two") }
    }
    let document = try MediaFile.open(ByteSource(copying: first.bytes + sound + second.bytes))
    let fields = MediaFile.fields(of: document)
    #expect(fields["name"]?.candidates.map(\.value.text) == (isUpdate ? ["newer"] : ["first", "newer"]))
    #expect(fields["artist"]?.text == "Artist")
    // There may be many comments.
    #expect(fields["comment"]?.candidates.map(\.value.text) == ["one", "two"])
    let conflicts = MediaFile.conflicts(of: document, items: MediaFile.metadata(of: document))
    #expect(conflicts.contains { $0.field.id.description == "name" } == !isUpdate)
    // What it replaces is in the file all the same.
    #expect(MediaFile.metadata(of: document).count { $0.stringValue == "first" } == 1)
  }

  @Test func whatID3v1HasNoCharactersForIsNoConflict() throws {
    let bytes =
      Items.tag(.v4) {
        $0.text("TIT2", "aa\u{7236}bb", encoding: .utf8)
        $0.text("TPE1", "Ünï", encoding: .utf8)
      } + atoms { id3v1("aa?bb", artist: "?n?") }
    let fields = try Self.fields(bytes)
    #expect(fields["name"]?.conflicts.isEmpty == true)
    // Those it has characters for are others.
    #expect(fields["artist"]?.conflicts.count == 1)
  }

  /// A text as ISO-8859-1 reads these bytes of it.
  private static func latin1(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// ID3v1 has the text of ID3v2 in UTF-8, whole or cut off inside a character.
  @Test func textsOfID3v1MayBeUTF8() throws {
    let long = "Räksmörgås på svenska språket är gott"
    let cut = Array(long.utf8.prefix(30))
    let bytes =
      Items.tag(.v4) {
        $0.text("TIT2", long, encoding: .utf8)
        $0.text("TPE1", "Björk", encoding: .utf8)
        $0.text("TALB", "Début", encoding: .utf8)
      } + atoms { id3v1(Self.latin1(cut), artist: Self.latin1("Björk".utf8), album: Self.latin1("Debüt".utf8)) }
    let fields = try Self.fields(bytes)
    #expect(fields["artist"]?.candidates.map(\.value.text) == ["Björk", "Björk"])
    #expect(fields["name"]?.conflicts.isEmpty == true && fields["artist"]?.conflicts.isEmpty == true)
    #expect(fields["album"]?.conflicts.map(\.value.text) == ["Debüt"])
    // In ISO-8859-1, where there was room for more.
    let whole = "Où est passée la forêt".unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    #expect(try entry("Où est passée la forêt (live)", whole)?.conflictPlaces == [1])
  }

  /// Bytes of EUC-KR, Shift JIS, GBK, ISO-8859-7 and -2, in which nothing says that the texts are.
  @Test(
    arguments: [
      ("보고보고", [0xBA, 0xB8, 0xB0, 0xED, 0xBA, 0xB8, 0xB0, 0xED]),
      ("サンプル", [0x83, 0x54, 0x83, 0x93, 0x83, 0x76, 0x83, 0x8B]),
      ("月亮 1", [0xD4, 0xC2, 0xC1, 0xC1, 0x20, 0x31]), ("Ελλάδα", [0xC5, 0xEB, 0xEB, 0xDC, 0xE4, 0xE1]),
      ("Żółć", [0xAF, 0xF3, 0xB3, 0xE6]),
    ] as [(String, [UInt8])])
  func textsInSetsThatNothingNamesAreNotCompared(title: String, stored: [UInt8]) throws {
    let told = try #require(try entry(title, stored))
    #expect(told.conflicts.isEmpty && told.comparedPlaces == ([], [], [1]))
    // Of another length, and with a letter where there is none.
    #expect(try entry(title, stored + [0xE6])?.conflictPlaces == [1])
    #expect(try entry(title, [0x41] + stored.dropFirst())?.conflictPlaces == [1])
  }

  private func entry(_ title: String, _ stored: [UInt8]) throws -> MetadataFields.Entry? {
    try Self.fields(Items.tag(.v4) { $0.text("TIT2", title, encoding: .utf8) } + atoms { id3v1(Self.latin1(stored)) })["name"]
  }

  @Test func severalValuesUnderOneKeyAreNoConflict() throws {
    let fields = try Self.fields(
      Items.movie {
        Items.list {
          atom("@ART") {
            Items.data(1) { text("One") }
            Items.data(1) { text("Two") }
          }
        }
      })
    #expect(fields["artist"]?.candidates.count == 2)
    #expect(fields["artist"]?.conflicts.isEmpty == true)
    // And yet something else.
    #expect(fields["artist"]?.differentPlaces == [1])
    #expect(try #require(fields["artist"]).comparedPlaces == ([], [1], []))
  }

  /// A tag has lyrics in several languages; those of another tag are to be some of these, whatever their lines end in and
  /// with times before them or not.
  @Test(arguments: [
    ("One\nTwo", false), ("One\r\nTwo\r\n", false), ("[00:01.00]One\r\n[00:02]Two", false), ("Eins Zwei", false),
    ("One\nThree", true), ("One", true), ("[One]\nTwo", true),
  ])
  func lyricsOfAnotherTagAreOneOfThese(_ sung: String, _ isOther: Bool) throws {
    let bytes =
      Items.tag(.v4) {
        $0.frame("USLT") { text("\u{3}eng\0One\nTwo") }
        $0.frame("USLT") { text("\u{3}deu\0Eins\nZwei") }
      } + atoms { apeTag([apeItem("Lyrics") { text(sung) }]) }
    let lyrics = try #require(try Self.fields(bytes)["lyrics"])
    #expect(lyrics.candidates.count == 3)
    #expect(lyrics.conflicts.map(\.value.text) == (isOther ? [sung] : []))
    #expect(lyrics.comparedPlaces == (lyrics.conflictPlaces, lyrics.differentPlaces, []))
  }

  /// Pictures of one size are not the same for that.
  @Test func otherPicturesAreDifferent() throws {
    let fields = try Self.fields(
      Items.movie {
        Items.list {
          atom("covr") {
            Items.data(13) { hex("FFD8FFE000") }
            Items.data(13) { hex("FFD8FFE000") }
            Items.data(13) { hex("FFD8FFE001") }
          }
        }
      })
    #expect(fields["artwork"]?.differentPlaces == [2] && fields["artwork"]?.conflicts.isEmpty == true)
  }

  /// What a shop calls a track, what its vendor does and what its album is called are never equal.
  @Test func identifiersOfOtherKindsAreNotCompared() throws {
    let fields = try Self.fields(
      Items.movie {
        Items.list {
          atom("cnID") { Items.data(21) { u32(12_345) } }
          atom("plID") { Items.data(21) { u64(678) } }
          atom("xid ") { Items.data(1) { text("Vendor:isrc:USBN20100001") } }
        }
      })
    #expect(fields["storeID"]?.candidates.map(\.value.text) == ["12345"])
    #expect(fields["playlistID"]?.text == "678")
    #expect(fields["vendorID"]?.text == "Vendor:isrc:USBN20100001")
  }

  /// The kind of an account is no account, and the list that a song is of has a number of its own.
  @Test func whatIsOfAnotherThingIsNoConflict() throws {
    let fields = try Self.fields(
      Items.movie {
        Items.list {
          atom("apID") { Items.data(1) { text("someone") } }
          atom("akID") { Items.data(21) { u8(1) } }
          atom("cnID") { Items.data(21) { u32(7) } }
          atom("plID") { Items.data(21) { u64(8) } }
        }
      })
    #expect(fields["account"]?.candidates.map(\.value.text) == ["someone"])
    #expect(fields["storeID"]?.candidates.map(\.value.text) == ["7"])
    #expect(fields["playlistID"]?.text == "8")
  }

  /// When a photograph was changed is not when it was taken, and says the year where nothing else does.
  @Test(arguments: [true, false])
  func theLastChangeIsNoConflict(hasOriginal: Bool) throws {
    let bytes = EmbeddedCases.exif {
      // At 8, 30 bytes, and the texts behind them, of 20 each.
      EmbeddedCases.directory(
        EmbeddedCases.entry(0x132, 2, 20, 38), EmbeddedCases.entry(hasOriginal ? 0x9003 : 0x9004, 2, 20, 58))
      text("2023:11:13 15:47:32", terminated: true)
      text("2021:08:05 17:16:53", terminated: true)
    }
    let year = try #require(Self.fields(bytes)["year"])
    #expect(year.text == (hasOriginal ? "2021-08-05T17:16:53" : "2023-11-13T15:47:32"))
    #expect(year.conflicts.isEmpty && year.candidates.count == 1)
  }

  // MARK: Bytes both ways

  @Test(arguments: TagVersion.allCases)
  func commentsAreWrittenAndRead(version: TagVersion) throws {
    for text in ["", "plain", "Ünï", "漢字", "a\nb"] {
      for description in ["", "what", "Ψ"] {
        let comment = try #require(
          MetadataComment(text, language: "deu", description: description))
        #expect(MetadataComment(frame: comment.frame(version), version) == comment)
      }
    }
    #expect(MetadataComment("a\0b") == nil)
    #expect(MetadataComment("a", language: "de") == nil)
    // ISO-8859-1: encoding, language, description, text.
    let comment = try #require(MetadataComment("é", language: "fra"))
    #expect(comment.frame(version) == [0, 0x66, 0x72, 0x61, 0, 0xE9])
  }

  @Test(arguments: TagVersion.allCases)
  func picturesAreWrittenAndRead(version: TagVersion) throws {
    let picture = MetadataBytes(copying: [0x89, 0x50, 0x4E, 0x47, 0, 1, 2])
    for description in ["", "Front", "漢字"] {
      let artwork = MetadataArtwork(
        picture, declaredType: version == .v22 ? "PNG" : "image/png", type: 3,
        description: description)
      #expect(MetadataArtwork(frame: artwork.frame(version), version) == artwork)
    }
    let link = MetadataArtwork(
      MetadataBytes(copying: Array("http://example.org/a.png".utf8)), declaredType: "-->", type: 0,
      description: "")
    #expect(link.isLink && link.fileExtension == "url" && link.iTunesBytes == nil)
    #expect(MetadataArtwork(frame: link.frame(version), version) == link)
  }

  @Test func picturesOfITunesAreWrittenAndRead() throws {
    for (bytes, type) in [
      ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), ([0x89, 0x50, 0x4E, 0x47], "image/png"),
      ([0x47, 0x49, 0x46, 0x38], "image/gif"),
    ] as [([UInt8], String)] {
      let artwork = MetadataArtwork(MetadataBytes(copying: bytes), declaredType: type)
      #expect(MetadataArtwork(iTunes: try #require(artwork.iTunesBytes)) == artwork)
    }
    let artwork = MetadataArtwork(MetadataBytes(copying: [0x89, 0x50, 0x4E, 0x47]))
    #expect(artwork.iTunesBytes == [0, 0, 0, 14, 0, 0, 0, 0, 0x89, 0x50, 0x4E, 0x47])
    #expect(MetadataArtwork(iTunes: [0, 0, 0, 13]) == nil)
  }
}

/// Times are compared and added exactly.
@Suite struct MediaTimeTests {
  @Test func sumsAreExact() {
    let third = MediaTime(value: 1, timescale: 3)
    let half = MediaTime(value: 1, timescale: 2)
    #expect(third + half == MediaTime(value: 5, timescale: 6))
    #expect(half - third == MediaTime(value: 1, timescale: 6))
    // 0.1 s ten times is a second.
    #expect(
      (0..<10).reduce(MediaTime.zero) { sum, _ in sum + MediaTime(value: 1, timescale: 10) }
        == MediaTime(value: 1, timescale: 1))
    #expect(MediaTime(value: .max, timescale: 1) + MediaTime(value: 1, timescale: 1) == .invalid)
    #expect((MediaTime.indefinite + half).isIndefinite)
    #expect(!(MediaTime.invalid + half).isValid)
    #expect(!MediaTime(value: 1, timescale: 0).isValid)
  }

  @Test func timesAreComparedExactly() {
    let a = MediaTime(value: 9_007_199_254_740_993, timescale: 30_000)
    let b = MediaTime(value: 9_007_199_254_740_992, timescale: 30_000)
    #expect(b < a && a != b)
    #expect(MediaTime(value: 1, timescale: 2) == MediaTime(value: 500, timescale: 1_000))
    #expect(
      MediaTime(value: 1, timescale: 2).hashValue
        == MediaTime(value: 500, timescale: 1_000).hashValue)
    #expect(MediaTime(value: -1, timescale: 3) < MediaTime(value: -1, timescale: 4))
    #expect(MediaTime(value: -1, timescale: 3) < .zero)
    #expect(MediaTime(value: .max, timescale: 1) < .indefinite)
    #expect(MediaTime.indefinite < .invalid)
    #expect(MediaTime(value: .min, timescale: .max) < MediaTime(value: .max, timescale: 1))
  }

  @Test func conversionsRoundDown() {
    #expect(MediaTime(value: 1, timescale: 3).converted(to: 1_000).value == 333)
    #expect(MediaTime(value: -1, timescale: 3).converted(to: 1_000).value == -334)
    #expect(MediaTime(value: .max, timescale: 1).converted(to: 1_000) == .invalid)
    #expect(MediaTime(value: 3, timescale: 2).seconds == 1.5)
  }
}

/// Chapters of every kind.
@Suite struct MediaChapterTests {
  static func chapters(_ name: String) throws -> [MediaChapter] {
    MediaFile.chapters(of: try MediaFile.open(Corpus.open(name)))
  }

  @Test func samplesOfChapterTracksAreChapters() throws {
    let all = try Self.chapters("made/chapter-track.mp4")
    let chapters = all.filter { $0.kind == .track }
    #expect(chapters.map(\.title) == ["First", "Schlu\u{DF}"])
    #expect(chapters.map(\.start) == [.zero, MediaTime(value: 1, timescale: 5)])
    #expect(
      chapters.map(\.end) == [
        MediaTime(value: 1, timescale: 5), MediaTime(value: 2, timescale: 5),
      ])
    #expect(chapters.map(\.trackID) == [2, 2])
    #expect(all.filter { $0.kind == .list }.map(\.title) == ["First", "Second"])
  }

  /// ffmpeg refers to no track when no chapter has a name.
  @Test func chaptersOfTheEncodedFilesHaveNoNames() throws {
    for name in ["encoded/chapters.mov", "encoded/chapters.mp4"] {
      let chapters = try Self.chapters(name)
      #expect(chapters.map(\.kind) == [.list, .list], "\(name)")
      #expect(chapters.map(\.title) == [nil, nil], "\(name)")
      #expect(chapters.last?.end == MediaTime(value: 2, timescale: 5), "\(name)")
    }
  }

  @Test func listsOfChapters() throws {
    let bytes = atoms {
      Parts.fileType("M4B ")
      Parts.movie(duration: 2_000) {
        atom("udta") {
          atom("chpl", version: 1) {
            u32(0); u8(2)
            u64(0); pascal("First")
            u64(10_000_000); pascal("Second")
          }
        }
      }
    }
    let chapters = MediaFile.chapters(of: try MediaFile.open(ByteSource(copying: bytes)))
    #expect(chapters.map(\.title) == ["First", "Second"])
    #expect(chapters.map(\.start) == [.zero, MediaTime(value: 1, timescale: 1)])
    #expect(
      chapters.map(\.end) == [
        MediaTime(value: 1, timescale: 1), MediaTime(value: 2, timescale: 1),
      ])
    #expect(chapters.allSatisfy { $0.kind == .list })
  }

  /// A film whose chapters are samples of a text track that has `tables`, with `data` at offset 28.
  private static func film(data: [UInt8], count: UInt32, @AtomBuilder tables: () -> Piece) throws -> Document {
    let tables = tables()
    let file = atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { bytes(data) }
      Parts.movie(duration: count) {
        Parts.track(duration: count) {
          Parts.media(duration: count) {
            Parts.visualEntry("avc1")
          } tables: {
            Parts.emptyTables
          }
          atom("tref") { atom("chap") { u32(2) } }
        }
        Parts.track(id: 2, duration: count) {
          Parts.media(handler: "text", duration: count) {
            atom("text") {
              zeros(6); u16(1); zeros(44)
            }
          } tables: {
            tables
          }
        }
      }
    }
    return try MediaFile.open(ByteSource(copying: file))
  }

  /// 121 KB in which 15,000 samples of 60,002 bytes are the same took 1.7 GB: as many bytes of samples are read as the
  /// file has, or 1 MiB, and 4,096 of a title.
  @Test func samplesThatLieOverEachOtherAreNotAllRead() throws {
    let title = [UInt8](repeating: UInt8(ascii: "x"), count: 60_000)
    let document = try Self.film(data: [0xEA, 0x60] + title, count: 100) {
      atom("stts", version: 0) { u32(1, 100, 1) }
      atom("stsc", version: 0) { u32(1, 1, 1, 1) }
      atom("stsz", version: 0) { u32(60_002, 100) }
      atom("stco", version: 0) {
        u32(100)
        for _ in 0..<100 { u32(28) }
      }
    }
    let (chapters, isWhole) = MediaFile.chapterList(of: document)
    #expect(chapters.count == 17 && !isWhole)
    #expect(chapters.allSatisfy { $0.title == String(repeating: "x", count: 4_096) + "…" })
    #expect(
      document.leftOut.map(\.description) == [
        "titles of chapters have more than 4,096 bytes", "samples of chapters have more bytes than the file",
      ])
  }

  @Test func chaptersBehindTheLimitAreSaid() throws {
    let count = 70_000
    let data: [UInt8] = (0..<count).flatMap { _ in [0, 1, UInt8(ascii: "x")] }
    let document = try Self.film(data: data, count: UInt32(count)) {
      Parts.sampleTables(Array(repeating: 3, count: count), delta: 1, at: 28)
    }
    let (chapters, isWhole) = MediaFile.chapterList(of: document)
    #expect(chapters.count == 65_536 && !isWhole)
    #expect(chapters.last?.title == "x")
    #expect(document.leftOut.map(\.description) == ["there are more than 65,536 chapters"])
  }

  /// A character of which a part is left is left out, and a shorter list is whole.
  @Test func longTitlesAreCutBetweenCharacters() throws {
    let title = [UInt8](String(repeating: "日", count: 1_400).utf8)
    let size = UInt32(title.count + 2)
    let document = try Self.film(data: [UInt8(title.count >> 8), UInt8(title.count & 0xFF)] + title, count: 1) {
      Parts.sampleTables([size], delta: 1, at: 28)
    }
    let chapters = MediaFile.chapters(of: document)
    #expect(chapters.map(\.title) == [String(repeating: "日", count: 1_365) + "…"])
    #expect(document.leftOut.map(\.description) == ["titles of chapters have more than 4,096 bytes"])
    let (_, isWhole) = MediaFile.chapterList(of: try MediaFile.open(Corpus.open("made/chapter-track.mp4")))
    #expect(isWhole)
  }

  @Test func framesAreInTheOrderOfTheirContents() throws {
    func chapter(_ v4: TagBuilder, _ id: String, _ start: UInt32, _ title: String) -> Piece {
      v4.frame("CHAP") {
        text(id, terminated: true); u32(start, start + 500, 0xFFFF_FFFF, 0xFFFF_FFFF)
        v4.text("TIT2", title)
      }
    }
    let bytes = MetadataItemTests.tag(.v4) {
      $0.frame("CTOC") {
        text("toc", terminated: true); u8(3, 2)
        text("b", terminated: true); text("a", terminated: true)
      }
      chapter($0, "a", 500, "Second")
      chapter($0, "b", 0, "First")
      chapter($0, "c", 1_000, "Not named")
    }
    let chapters = MediaFile.chapters(of: try MediaFile.open(ByteSource(copying: bytes)))
    #expect(chapters.map(\.title) == ["First", "Second", "Not named"])
    #expect(chapters.map(\.elementID) == ["b", "a", "c"])
    #expect(chapters[1].start == MediaTime(value: 1, timescale: 2))
    #expect(chapters[1].end == MediaTime(value: 1, timescale: 1))
  }

  /// Pictures of chapters have the numbers that these have in lists, whatever the table of contents says.
  @Test func picturesOfChaptersAreFoundBesideCovers() throws {
    func picture(_ v4: TagBuilder, _ bytes: UInt8...) -> Piece {
      v4.frame("APIC") { u8(0); text("image/jpeg", terminated: true); u8(0, 0); Piece([0xFF, 0xD8] + bytes) }
    }
    func chapter(_ v4: TagBuilder, _ id: String, _ frames: Piece...) -> Piece {
      v4.frame("CHAP") {
        text(id, terminated: true); u32(0, 500, 0xFFFF_FFFF, 0xFFFF_FFFF)
        for frame in frames { frame }
      }
    }
    let bytes = MetadataItemTests.tag(.v4) {
      picture($0, 0xFF, 1)
      $0.frame("CTOC") {
        text("toc", terminated: true); u8(3, 2)
        text("b", terminated: true); text("a", terminated: true)
      }
      chapter($0, "a", $0.text("TIT2", "First"))
      chapter($0, "b", picture($0, 0xFF, 2), picture($0, 0xFF, 3))
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let pictures = MediaFile.chapterPictures(of: document)
    #expect(pictures.map(\.number) == [2, 2] && pictures.map(\.isOfContents) == [false, false])
    #expect(pictures.map(\.artwork.bytes.array.last) == [2, 3])
    #expect(pictures.map(\.item.path) == ["ID3v2/CHAP[2]/APIC[1]", "ID3v2/CHAP[2]/APIC[2]"])
    #expect(MediaFile.fields(of: document)["artwork"]?.candidates.count == 1)
  }
}

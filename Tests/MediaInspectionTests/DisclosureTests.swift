// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import MediaReports
import Structure
import Testing

/// What a file gives away has three answers: found, none in what was read, not read.
@Suite struct DisclosureTests {
  private func findings(_ bytes: [UInt8]) throws -> [(key: String, text: String)] {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    return About(of: document).findings.filter { !$0.text.isEmpty }.map {
      ($0.key.description, $0.text)
    }
  }

  private func texts(_ key: String, in found: [(key: String, text: String)]) -> [String] {
    found.filter { $0.key == key }.map(\.text)
  }

  @Test func mediaIsNotReadForPlaces() throws {
    let found = try findings(
      atoms {
        Parts.fileType("isom")
        atom("mdat") { text("GPS 51.5N") }
      })
    #expect(texts("location", in: found) == ["none in the metadata that was read"])
    // Nothing says what the media is.
    #expect(texts("notRead", in: found) == ["9 bytes of media and free space", "what is damaged"])
  }

  // MARK: What was not read

  /// The reason and the name of each place that programs are told of.
  private func places(_ bytes: [UInt8]) throws -> [String] {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let list = About(of: document).findings.last { $0.key.description == "notRead" }?.value
    guard case .list(let places)? = list else { return [] }
    return places.map { place in
      guard case .record(let members) = place else { return "" }
      let texts = members.compactMap { member -> String? in
        if case .text(let text) = member.value { text } else { nil }
      }
      return texts.joined(separator: " ")
    }
  }

  /// A song with values of these keys, which nobody knows, and with media.
  private func song(_ keys: [String]) -> [UInt8] {
    atoms {
      Parts.fileType("M4A ")
      Parts.movie {
        atom("udta") {
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
            atom("ilst") {
              for key in keys {
                atom("----") {
                  atom("mean", version: 0) { text("com.acme") }
                  atom("name", version: 0) { text(key) }
                  atom("data") { u32(1, 0); text("At home") }
                }
              }
            }
          }
        }
      }
      atom("mdat") { zeros(8) }
    }
  }

  /// Behind the coding of extensible sound stand the same bytes in nearly all files; others may say anything.
  @Test(arguments: [("000000001000800000AA00389B71", []), ("000000001000800000AA00389B72", ["opaque fmt "])] as [(String, [String])])
  func theIdentifierOfExtensibleSoundIsAboutNobody(rest: String, left: [String]) throws {
    func little(_ number: UInt32) -> Piece { u32(number.byteSwapped) }
    let wave = atoms {
      code("RIFF"); little(68); code("WAVE")
      code("fmt "); little(40); hex("FEFF 0100 401F0000 401F0000 0100 0800 1600 0800 04000000 0100"); hex(rest)
      code("data"); little(8); zeros(8)
    }
    #expect(try places(wave) == ["media"] + left)
  }

  /// What `--privacy` leaves may name a place, whether there are media beside it or not: one line says it of several
  /// keys.
  @Test func valuesOfUnknownKeysAreNamedBesideMedia() throws {
    func little(_ number: UInt32) -> Piece { u32(number.byteSwapped) }
    let wave = atoms {
      code("RIFF"); little(84); code("WAVE")
      code("fmt "); little(16); hex("0100 0100 401F0000 401F0000 0100 0800")
      code("LIST"); little(32); code("INFO")
      code("ILOC"); little(8); text("At home", terminated: true)
      code("IZZZ"); little(4); text("one", terminated: true)
      code("data"); little(8); zeros(8)
    }
    let found = try findings(wave)
    #expect(texts("location", in: found) == ["none in the metadata that was read"])
    #expect(
      texts("notRead", in: found) == [
        "8 bytes of media and free space", #"a value whose key is not known, "ILOC", "IZZZ" (first of 2)"#,
      ])
    #expect(try places(wave) == ["media", "unknown-key ILOC", "unknown-key IZZZ"])
    #expect(
      texts("notRead", in: try findings(song(["WhereRecorded"]))) == [
        "8 bytes of media and free space", #"a value whose key is not known, "com.acme.WhereRecorded""#,
      ])
  }

  /// A line has the first names of many, and of long ones their beginning.
  @Test func manyKeysAreCounted() throws {
    let many = texts("notRead", in: try findings(song((1...6).map { "K\($0)" })))
    let names = (1...4).map { "\"com.acme.K\($0)\"" }.joined(separator: ", ")
    #expect(many.last == "a value whose key is not known, \(names) and 2 more (first of 6)")
    let long = texts("notRead", in: try findings(song((1...90).map { String(repeating: "x", count: 300) + "\($0)" })))
    #expect(long.count == 2 && long.allSatisfy { $0.count < 300 }, "\(long)")
  }

  @Test func bytesOfFramesAndBetweenThemAreNamedBesideMedia() throws {
    let builder = TagBuilder(.v4)
    let tag = builder.tag {
      builder.frame("PRIV") { string("com.acme"); hex("010203") }
      builder.frame("GEOB") { u8(0); string("application/x-acme"); zeros(2); hex("0405060708") }
    }
    #expect(
      texts("notRead", in: try findings(tag.bytes + mpegAudio(frames: 3).bytes)) == [
        "624 bytes of media and free space", #"bytes whose meaning is not known, of "PRIV", "GEOB" (first of 2)"#,
      ])
    let gap = atoms { mpegAudio(frames: 3); text("bytes between"); mpegAudio(frames: 3) }
    #expect(
      texts("notRead", in: try findings(gap)) == [
        "1,261 bytes of media and free space", "bytes between the frames of sound, which may be a tag, 13 bytes",
      ])
  }

  /// Free space counts with media, and is not named once more.
  @Test func freeSpaceIsNamedOnce() throws {
    let film = atoms {
      Parts.fileType("isom")
      Parts.movie {}
      atom("free") { text("Anna was here") }
      atom("mdat") { zeros(8) }
    }
    #expect(texts("notRead", in: try findings(film)) == ["21 bytes of media and free space"])
  }

  // MARK: Metadata

  /// `--privacy` finds places and persons by words in keys: what it finds is not said to be missing.
  @Test func whatIsFoundByWordsInKeysIsNoNone() throws {
    let tag = TagBuilder(.v4)
    func file(@AtomBuilder _ frames: () -> Piece) -> [UInt8] { tag.tag(frames).bytes + mpegAudio(frames: 3).bytes }
    func own(_ key: String, _ value: String) -> Piece {
      tag.frame("TXXX") { u8(3); string(key); bytes(Array(value.utf8)) }
    }
    let place = try findings(file { own("GPSLatitude", "51.5") })
    #expect(texts("location", in: place).count == 1)
    #expect(texts("location", in: place).first?.contains("51.5") == true)
    #expect(texts("personalData", in: place) == ["none in the metadata that was read"])
    // Nor does what was found first hide the rest.
    let persons = try findings(
      file { own("purchased by", "Jane Roe"); tag.frame("POPM") { string("jane@example.org"); u8(1) } })
    #expect(texts("personalData", in: persons).count == 2)
  }

  /// A day and a time of day are frames of their own beside the year (ID3v2.3.0 §4.2.1).
  @Test func theTimeOfARecordingIsMadeOfThreeFrames() throws {
    let tag = TagBuilder(.v3)
    func frame(_ type: String, _ value: String) -> Piece { tag.frame(type) { u8(0); bytes(Array(value.utf8)) } }
    let file =
      tag.tag { frame("TYER", "2026"); frame("TDAT", "0201"); frame("TIME", "1011") }.bytes + mpegAudio(frames: 3).bytes
    #expect(texts("made", in: try findings(file)) == ["2026-01-02T10:11"])
    let document = try MediaFile.open(ByteSource(copying: file))
    #expect(MediaFile.privacy(of: document).findings.map(\.value) == ["0201", "1011"])
  }

  @Test func xmpAndUnknownAtomsAreNotRead() throws {
    let found = try findings(
      atoms {
        Parts.fileType("isom")
        Parts.movie {
          atom("udta") { atom("XMP_") { text("<x:xmpmeta exif:GPSLatitude='51,30N'/>") } }
          atom("zzzz") { u24(1) }
          atom("zzzy") { u24(1) }
        }
      })
    #expect(
      texts("notRead", in: found) == [
        "XMP, which may name a place and persons, 38 bytes",
        "an atom that no table describes, 6 bytes (first of 2)",
      ])
    #expect(texts("personalData", in: found) == ["none in the metadata that was read"])
  }

  /// A latitude without a reference is no position, and yet a place.
  @Test func anIncompletePlaceIsSaid() throws {
    #expect(
      texts("location", in: try findings(EmbeddedMetadataTests.incompletePlace)) == [
        "GPSLatitude \"48.1° N\"", "GPSLatitudeRef \"N\"",
        "GPSLongitude \"11.5°, no reference: east or west is not told\"",
      ])
  }

  @Test func nothingIsLeftOutWhereEverythingIsRead() throws {
    #expect(texts("notRead", in: try findings(atoms { Parts.fileType("mif1") })).isEmpty)
  }

  /// Without media, too, none is said only where nothing of the file is left: here a minimised image, whose
  /// coded bytes stand in its own fields, and a text in a field that is no metadata.
  @Test func bytesAndTextsInFieldsAreNotNone() throws {
    // Both large flags are off: a configuration of 2 bytes, an image of 3.
    let image = try findings(
      atoms {
        Parts.fileType("mif3", "mif3")
        atom("mini") { hex("0000 0000 0000 0000 00"); text("Anna") }
      })
    #expect(texts("personalData", in: image) == ["none in the metadata that was read"])
    #expect(!texts("notRead", in: image).isEmpty)
    let named = try findings(
      atoms {
        Parts.fileType("isom")
        atom("pssh", version: 0) { hex("edef8ba979d64acea3c827dcd51d21ed"); u32(6, 0x1A04_416E, 0x6E61_0000) }
      })
    #expect(texts("notRead", in: named).contains { $0.hasPrefix("a text that is no metadata") }, "\(named)")
    #expect(texts("location", in: named) == ["none in the metadata that was read"])
  }

  // MARK: Sound

  /// Of sound the same is said as of a movie: chapters, what tags disagree about, persons, and what was not read.
  @Test func soundIsAnsweredAsMoviesAre() throws {
    let builder = TagBuilder(.v4)
    let found = try findings(
      atoms {
        builder.tag {
          builder.text("TIT2", "One")
          builder.text("TOWN", "A Name")
          builder.frame("CHAP") {
            text("c1", terminated: true)
            u32(0, 500, .max, .max)
          }
        }
        mpegAudio(frames: 3)
        id3v1("Two")
      })
    #expect(texts("chapters", in: found) == ["1 in a tag"])
    #expect(texts("disagreements", in: found) == [#"Name: "One" in id3/TIT2, "Two" in id3v1/title"#])
    #expect(texts("personalData", in: found) == ["File owner \"A Name\""])
    #expect(texts("location", in: found) == ["none in the metadata that was read"])
    #expect(
      texts("notRead", in: found) == [
        "624 bytes of media and free space",
        "titles, lyrics and the like, which may name anybody: not judged (first of 2)",
      ])
  }

  @Test func thatSoundHasNoneIsSaidWhereItIsProved() throws {
    let found = try findings(atoms { mpegAudio(frames: 3) })
    #expect(texts("chapters", in: found) == ["none: no tag has frames of chapters"])
    #expect(texts("personalData", in: found) == ["none in the metadata that was read"])
    #expect(texts("disagreements", in: found).isEmpty)
    // A chapter that is there, and is cut before its times.
    let builder = TagBuilder(.v4)
    let cut = try findings(
      atoms {
        builder.tag { builder.frame("CHAP") { text("c1", terminated: true) } }
        mpegAudio(frames: 3)
      })
    #expect(texts("chapters", in: cut) == ["none in the tags that were read"])
    let tags = try findings(builder.tag { builder.text("TRCK", "1") }.bytes)
    #expect(texts("location", in: tags) == ["none"] && texts("personalData", in: tags) == ["none"])
    #expect(texts("notRead", in: tags).isEmpty)
  }

  /// A cover is looked into wherever it stands.
  @Test func placesInCoversAreFoundInTagsAndAtoms() throws {
    let picture = PrivacyPictureTests.jpeg {
      PrivacyPictureTests.segment(0xE1) {
        text("Exif\0\0")
        PrivacyPictureTests.exif
      }
    }
    let tag = try findings(PrivacyPictureTests.tag(picture))
    let item = try findings(PrivacyPictureTests.item(picture))
    let places = texts("location", in: tag)
    #expect(places == ["47.6358 N 122.33 W"])
    #expect(texts("location", in: item) == places)
    for found in [tag, item] {
      #expect(texts("notRead", in: found).contains { $0.hasPrefix("what Exif holds besides") })
      #expect(!texts("notRead", in: found).contains { $0.hasPrefix("a picture") })
    }
  }

  /// A picture of a chapter names places as a cover does, and is none.
  @Test func placesInPicturesOfChaptersAreFound() throws {
    let picture = PrivacyPictureTests.jpeg {
      PrivacyPictureTests.segment(0xE1) {
        text("Exif\0\0")
        PrivacyPictureTests.exif
      }
    }
    let bytes = PrivacyPictureTests.chapter("APIC", picture) + mpegAudio(frames: 3).bytes
    let found = try findings(bytes)
    #expect(texts("location", in: found) == ["47.6358 N 122.33 W"])
    #expect(try places(bytes) == ["media", "exif-rest"])
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(!About(of: document).facts.contains { $0.key.description == "covers" && !$0.text.isEmpty })
  }

  /// Pictures of APE tags are covers, as fields have them.
  @Test func coversOfEveryTagAreSaid() throws {
    let bytes = atoms {
      mpegAudio(frames: 3)
      apeTag([
        apeItem("Cover Art (Front)", flags: 2) {
          text("c.jpg", terminated: true)
          hex("FFD8FFE0")
        }
      ])
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let covers = About(of: document).facts.filter { $0.key.description == "covers" && !$0.text.isEmpty }
    #expect(covers.count == 1 && covers.first.map { document.path(of: $0.nodes[0]) } == "APEv2/'Cover Art (Front)'")
  }

  // MARK: When it was made

  private func made(_ bytes: [UInt8]) throws -> Fact<MetadataDate> {
    MediaFile.disclosures(of: try MediaFile.open(ByteSource(copying: bytes))).creationDate
  }

  /// A photograph was made when it was taken, in the zone and to the part of a second that stand beside it.
  @Test(
    arguments: [
      (0x9010, "+02:00", "2019-03-21T11:04:22"), (0x9011, "+02:00", "2019-03-21T11:04:22+02:00"),
      (0x9291, "34800", "2019-03-21T11:04:22.348"),
    ] as [(UInt16, String, String)])
  func aPhotographIsMadeWhenItIsTaken(tag: UInt16, beside: String, date: String) throws {
    let bytes = EmbeddedCases.exif {
      // At 8, 42 bytes, and the texts behind them, of 20 each.
      EmbeddedCases.directory(
        EmbeddedCases.entry(0x132, 2, 20, 50), EmbeddedCases.entry(0x9003, 2, 20, 70),
        EmbeddedCases.entry(tag, 2, UInt32(beside.utf8.count + 1), 90))
      text("2020:01:01 00:00:00", terminated: true)
      text("2019:03:21 11:04:22", terminated: true)
      text(beside, terminated: true)
      zeros(4)
    }
    let found = try made(bytes)
    #expect(found.value?.text == date)
    // The movie has a header of its own.
    #expect(found.claims.map(\.source.field) == ["creation_time"])
  }

  /// That nobody says when it was made is proved only where all was read, and no other time may be that one.
  @Test func noDateIsSaidOnlyWhereAllWasRead() throws {
    #expect(try made(atoms { Parts.fileType("mif1") }).answer == .none)
    func reasons(_ bytes: [UInt8]) throws -> [String] { try made(bytes).unread.map { $0.reason.id.description } }
    #expect(try reasons(atoms { Parts.fileType("isom"); atom("mdat") { text("2019") } }) == ["media", "damaged"])
    let track = atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        atom("trak") { atom("tkhd", version: 0) { u32(3_000_000_000); zeros(4); u32(1); zeros(68) } }
      }
    }
    #expect(try reasons(track).contains("time"))
  }
}

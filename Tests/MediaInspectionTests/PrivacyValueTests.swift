// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What a value says is found by what it is, and not passed over for the name of its key or its field.
@Suite struct PrivacyValueTests: PrivacySuite {
  /// What `--about` says of persons, and of places: the values.
  private func about(_ bytes: [UInt8]) throws -> (persons: [String], places: [String]) {
    let found = MediaFile.disclosures(of: try MediaFile.open(ByteSource(copying: bytes)))
    func values(_ fact: Fact<[Disclosure]>) -> [String] {
      (fact.value ?? []).compactMap { if case .item(_, let value) = $0.kind { value } else { nil } }
    }
    return (values(found.persons), values(found.places))
  }

  private func frame(
    _ type: String, _ version: TagBuilder.Version = .v3, @AtomBuilder _ content: () -> Piece
  ) -> [UInt8] {
    let tag = TagBuilder(version)
    return tag.tag { tag.frame(type) { content() } }.bytes
  }

  private func user(_ description: String, _ value: String) -> [UInt8] {
    frame("TXXX") { u8(0); text(description, terminated: true); text(value) }
  }

  /// A movie without dates.
  private func movie(@AtomBuilder _ content: () -> Piece) -> [UInt8] {
    let content = content()
    return atoms {
      Parts.fileType("M4A ")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000, 400); zeros(80) }
        content
      }
    }
  }

  private func song(_ key: FourCC, _ type: UInt32, _ value: [UInt8]) -> [UInt8] {
    movie { MetadataItemTests.list { atom(key) { MetadataItemTests.data(type) { Piece(value) } } } }
  }

  private func packet(_ namespaces: String, _ properties: String) -> [UInt8] {
    let text = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
      + "<rdf:Description rdf:about='' \(namespaces)>\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>"
    return movie { atom("udta") { atom("XMP_") { Piece(Array(text.utf8)) } } }
  }

  /// What a packager says of itself is quoted, and not named as bytes that nobody read; what is longer is not all quoted.
  @Test func aPackagerIsRead() throws {
    func film(_ owner: String, _ version: String) -> [UInt8] {
      let tag = TagBuilder(.v4)
      let frame = tag.frame("PRIV") { text(owner, terminated: true); text(version) }
      return movie {
        atom("meta", version: 0) {
          atom("hdlr", version: 0) { u32(0); code("ID32"); zeros(13) }
          atom("ID32", version: 0) { u16(0x15C7); tag.tag { frame } }
        }
      }
    }
    let owner = "https://github.com/google/shaka-packager"
    #expect(try lines(film(owner, "v2.3.0-release")) == [#"software Written by "shaka-packager v2.3.0-release""#])
    #expect(try unread(film(owner, "v2.3.0-release")) == [])
    #expect(try unread(film(owner, String(repeating: "v", count: 60))) == ["opaque PRIV"])
    #expect(try unread(film("com.acme", "v2.3.0-release")) == ["opaque PRIV"])
  }

  // MARK: Pictures

  /// A picture elsewhere has an address (ID3v2.4.0 frames §4.14), and one without bytes a description all the same.
  @Test func whatStandsForAPictureIsLookedAt() throws {
    let link = frame("APIC") { u8(0); text("-->", terminated: true); u8(3, 0); text("file:///Users/anna/cover.jpg") }
    #expect(try lines(link) == ["path url \"file:///Users/anna/cover.jpg\""])
    #expect(try about(link).persons == ["file:///Users/anna/cover.jpg"])
    let old = frame("PIC", .v2) { u8(0); text("-->"); u8(3, 0); text("http://example.org/?user=anna@example.org") }
    #expect(try lines(old) == ["person url \"http://example.org/?user=anna@example.org\""])
    let plain = frame("APIC") { u8(0); text("-->", terminated: true); u8(3, 0); text("http://example.org/c.jpg") }
    #expect(try lines(plain) == ["text url \"http://example.org/c.jpg\""])
    let empty = frame("APIC") { u8(0); text("image/png", terminated: true); u8(3); text("Anna, Essen", terminated: true) }
    #expect(try lines(empty) == ["comment description \"Anna, Essen\""])
    let nothing = frame("APIC") { u8(0); text("image/png", terminated: true); u8(3, 0) }
    #expect(try privacy(nothing).metadata == .none)
  }

  /// A keyword of PNG says what its text is; the translated one is a text as well (ISO/IEC 15948 §11.3.4).
  @Test func keywordsOfPicturesAreRead() throws {
    func chunk(_ type: FourCC, @AtomBuilder _ content: () -> Piece) -> Piece {
      let content = content().bytes
      return pieces { u32(UInt32(content.count)); code(type); Piece(content); u32(0) }
    }
    func cover(_ type: FourCC, @AtomBuilder _ content: () -> Piece) -> [UInt8] {
      PrivacyPictureTests.tag(
        pieces {
          hex("89504E47 0D0A1A0A")
          chunk("IHDR") { u32(1, 1); hex("08 00 00 00 00") }
          chunk(type, content)
          chunk("IEND") {}
        }.bytes)
    }
    let software = cover("tEXt") { text("Software\0Adobe ImageReady") }
    #expect(try lines(software) == ["software Software \"Adobe ImageReady\""])
    #expect(try about(software).persons == [])
    #expect(try lines(cover("tEXt") { text("Author\0Anna Example") }) == ["person Author \"Anna Example\""])
    #expect(try lines(cover("tEXt") { text("\0Anna Example") }) == ["comment tEXt \"Anna Example\""])
    let translated = cover("iTXt") { text("Software\0"); u8(0, 0); text("de\0Anna Example\0GIMP 2.10") }
    #expect(try lines(translated) == ["comment iTXt \"Anna Example\"", "software Software \"GIMP 2.10\""])
  }

  // MARK: XMP

  /// What one question finds in XMP by the name of a property, the other says as well.
  @Test func whatPropertiesNameIsSaidByAllReports() throws {
    let bytes = packet(
      "xmlns:xmpDM='http://ns.adobe.com/xmp/1.0/DynamicMedia/' xmlns:xmpRights='http://ns.adobe.com/xap/1.0/rights/' "
        + "xmlns:exifEX='http://cipa.jp/exif/1.0/' xmlns:own='http://example.org/'",
      "<xmpDM:shotLocation>At home</xmpDM:shotLocation><xmpRights:Owner>Anna</xmpRights:Owner>"
        + "<exifEX:CameraOwnerName>Bob</exifEX:CameraOwnerName><own:Where>/Users/carl/a.mov</own:Where>"
        + "<own:CameraModel>One</own:CameraModel>")
    #expect(try privacy(bytes).findings.map(\.kind) == [.place, .account, .person, .path, .device])
    let said = try about(bytes)
    #expect(said.places == ["At home"] && said.persons == ["Anna", "Bob", "/Users/carl/a.mov"])
  }

  /// Where files were, and who worked on them, under whatever property (Premiere, IPTC Video Metadata, Photo Mechanic).
  @Test(
    arguments: [
      ("http://ns.adobe.com/creatorAtom/1.0/", "<a:posixProjectPath>Anna/a.prproj</a:posixProjectPath>", [.path]),
      ("http://ns.adobe.com/xap/1.0/sType/ResourceRef#", "<a:filePath>Anna.mov</a:filePath>", [.path]),
      ("http://ns.adobe.com/xap/1.0/sType/ResourceRef#", "<a:lastURL>Anna.mov</a:lastURL>", [.path]),
      ("http://ns.adobe.com/xmp/1.0/DynamicMedia/", "<a:peakAudioFilePath>Anna.pek</a:peakAudioFilePath>", [.path]),
      ("http://ns.adobe.com/xmp/1.0/DynamicMedia/", "<a:speaker>Anna</a:speaker>", [.person]),
      ("http://ns.adobe.com/xap/1.0/sType/Version#", "<a:modifier>anna</a:modifier>", [.person]),
      ("http://ns.adobe.com/xap/1.0/", "<a:Nickname>annchen</a:Nickname>", [.comment]),
      ("http://ns.microsoft.com/expressionmedia/1.0/", "<a:People>Anna</a:People>", [.person]),
      ("http://ns.camerabits.com/photomechanic/1.0/", "<a:ApprovedBy>Anna</a:ApprovedBy>", [.person]),
      ("http://ns.acdsee.com/iptc/1.0/", "<a:notes>Anna</a:notes>", [.comment]),
      ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "<a:OrganisationInImageName>A Club</a:OrganisationInImageName>", [.person]),
      (
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
        "<a:metadataLastEditor rdf:parseType='Resource'><a:Name>Anna</a:Name><a:Role>cut</a:Role></a:metadataLastEditor>", [.person]
      ),
      // The name of a series is what a work is called.
      (
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
        "<a:Series rdf:parseType='Resource'><a:Name>A Series</a:Name></a:Series>", []
      ),
      ("http://example.org/", "<a:from>D:\\Anna\\a.mov</a:from>", [.path]),
      ("http://example.org/", "<a:from>\\\\?\\D:\\Anna\\a.mov</a:from>", [.path]),
      ("http://example.org/", "<a:from>/Volumes/Anna/a.mov</a:from>", [.path]),
      ("http://example.org/", "<a:from>D: or E</a:from>", []),
      ("http://example.org/", "<a:from>1:\\2</a:from>", []),
    ] as [(String, String, [Privacy.Kind])])
  func propertiesOfEditorsAreKnown(space: String, property: String, kinds: [Privacy.Kind]) throws {
    #expect(try privacy(packet("xmlns:a='\(space)'", property)).findings.map(\.kind) == kinds)
  }

  // MARK: Keys whose values are about nobody

  @Test(arguments: [
    ("replaygain_track_gain", "-3.20 dB"), ("REPLAYGAIN_TRACK_PEAK", "0.988553"), ("MP3GAIN_UNDO", "+002,+002,N"),
    ("MP3GAIN_MINMAX", "089,201"), ("R128_TRACK_GAIN", "-1280"),
    ("MusicBrainz Album Id", "d6b52521-0dfa-390f-970f-790174c22752"),
    ("MusicBrainz Artist Id", "d6b52521-0dfa-390f-970f-790174c22752/e6b52521-0dfa-390f-970f-790174c22752"),
    ("MusicBrainz Disc Id", "I5l9cCSFccLKFEKS.7wqSZAorPU-"), ("MusicBrainz Album Type", "album; live"),
    ("MusicBrainz Album Release Country", "GB"), ("iTunPGAP", "0"), ("Tool", "Lavf58.76.100"),
    ("major_brand", "M4A "), ("minor_version", "512"), ("compatible_brands", "isomiso2avc1mp41"), ("compatible_brands", "M4A mp42qt"),
  ])
  func valuesOfTheTradeNameNobody(key: String, value: String) throws {
    #expect(try privacy(user(key, value)).metadata == .none)
  }

  /// Under the same keys somebody may have written anything.
  @Test(arguments: [
    ("replaygain_track_gain", "Anna"), ("MP3GAIN_UNDO", "Anna Schmidt"), ("MusicBrainz Album Id", "Anna Schmidt, Essen"),
    ("MusicBrainz Disc Id", "Anna"), ("MusicBrainz Album Type", "by Anna"), ("Release Country", "Anna Schmidt"),
    ("iTunPGAP", "+49 170 1234567"), ("Tool", "Anna Schmidt, Hauptstr. 3"),
    ("major_brand", "Anna"), ("compatible_brands", "isomAnna"),
  ])
  func otherValuesUnderTheirKeysAreNotJudged(key: String, value: String) throws {
    #expect(try lines(user(key, value)) == [] && unread(user(key, value)) == ["titles"])
  }

  @Test func aCommentIsOneWhateverDescribesIt() throws {
    func comment(_ value: String) -> [UInt8] { frame("COMM") { u8(0); text("eng"); text("iTunNORM", terminated: true); text(value) } }
    #expect(try lines(comment(" 000011B5 00000000")) == [])
    #expect(try lines(comment("by Anna")) == ["comment Comment \"by Anna\""])
  }

  /// Marks by which frames are found are words of programs, or anybody's.
  @Test func marksOfFramesAreLookedAt() throws {
    func chapter(_ id: String) -> [UInt8] { frame("CHAP") { text(id, terminated: true); u32(0, 500, .max, .max) } }
    for id in ["chp0", "ch1950", "toc", "c1", "Chapter 3"] { #expect(try privacy(chapter(id)).metadata == .none, "\(id)") }
    #expect(try unread(chapter("Anna Schmidt, Essen")) == ["titles"])
    func encrypted(_ owner: String) -> [UInt8] { frame("AENC") { text(owner, terminated: true); u16(0, 0) } }
    #expect(try unread(encrypted("Anna Schmidt, Essen")) == ["titles"] && unread(encrypted("com.example.player")) == [])
    func identified(_ owner: String) -> [UInt8] { frame("UFID") { text(owner, terminated: true); text("1234") } }
    #expect(try lines(identified("http://musicbrainz.org")) == ["identifier Unique file identifier \"\""])
    #expect(
      try lines(identified("http://example.org/user/anna")) == [
        "identifier Unique file identifier \"\"", "text owner \"http://example.org/user/anna\"",
      ])
  }

  // MARK: Discs, programs, addresses, works

  /// The disc is said by numbers, behind which bytes of stuffing may stand. Of its skeleton nothing is left.
  @Test(arguments: [false, true]) func aDiscIsKnownByItsTracks(unsynchronised: Bool) throws {
    let tag = TagBuilder(.v3)
    var bytes = tag.tag(unsynchronised: unsynchronised) {
      tag.frame("MCDI") {
        u16(18); u8(1, 1)
        hex("00 10 01 00 00000000 00 10 AA 00 00009C40")
        if unsynchronised { hex("FF00") } else { zeros(2) }
      }
    }.bytes
    #expect(try privacy(bytes).findings.map(\.kind) == [.identifier])
    let skeleton = MediaFile.skeleton(of: try MediaFile.open(ByteSource(copying: bytes)))
    for place in 0..<skeleton.blanks.count {
      let blank = skeleton.blanks[place]
      for offset in blank.start..<blank.end { bytes[Int(offset)] = 0 }
    }
    #expect(!bytes.contains(0x9C))
    #expect(try privacy(bytes).metadata == .none)
  }

  @Test(arguments: [
    ("iTunes 12.9.5.7", true), ("LAME 3.100", true), ("Lavf58.76.100", true), ("Exact Audio Copy   (Secure mode)", true),
    ("fre:ac v1.1", true), ("Anna", false), ("Lamech Schmidt", false), ("iTunes of Anna", false), ("12345", false),
  ])
  func aProgramIsNoPerson(name: String, isProgram: Bool) throws {
    let bytes = frame("TENC") { u8(0); text(name) }
    #expect(try lines(bytes) == ["\(isProgram ? "software" : "person") Encoded by \"\(name)\""])
    #expect(try about(bytes).persons == (isProgram ? [] : [name]))
  }

  /// An address with a user and a password is an account wherever it stands (RFC 3986 §3.2.1).
  @Test func secretAddressesAreAccounts() throws {
    let secret = "https://anna:secret@example.org/feed"
    for key in ["purl", "egid"] as [FourCC] {
      let bytes = song(key, 1, Array(secret.utf8))
      #expect(try privacy(bytes).findings.map(\.kind) == [.account])
      #expect(try about(bytes).persons == [secret])
    }
    #expect(try privacy(frame("WFED") { text(secret) }).findings.map(\.kind) == [.account])
    #expect(try unread(song("purl", 1, Array("https://example.org/feed@home".utf8))) == ["titles"])
    let named = frame("WXXX") { u8(0); text("my page", terminated: true); text("http://example.org/anna") }
    #expect(try lines(named) == ["text my page \"http://example.org/anna\""] && unread(named) == [])
  }

  /// A value without characters is none, whatever stands beside it.
  @Test func anEmptyTextIsNoFinding() throws {
    let comment = frame("COMM") { u8(0); text("eng"); text("Anna Schmidt", terminated: true) }
    #expect(try lines(comment) == ["comment description \"Anna Schmidt\""])
    let owned = frame("OWNE") { u8(0); text("USD9.99", terminated: true); text("        "); u8(0) }
    #expect(try lines(owned) == [] && about(owned).persons == [])
    let dated = frame("OWNE") { u8(0); text("USD9.99", terminated: true); text("20120304"); u8(0) }
    #expect(try lines(dated) == ["account date_of_purchase \"20120304\""])
  }

  /// Numbers by which a shop knows a work are those of all who bought it.
  @Test func numbersOfAWorkNameNobody() throws {
    for key in ["atID", "cnID"] as [FourCC] { #expect(try privacy(song(key, 21, [0x11, 0x22, 0x33, 0x44])).metadata == .none) }
    #expect(try privacy(song("plID", 21, [0, 0, 0, 0, 1, 2, 3, 4])).metadata == .none)
    #expect(try lines(song("xid ", 1, Array("Label:isrc:US123".utf8))) == [])
    #expect(try privacy(song("apID", 1, Array("anna@example.org".utf8))).findings.map(\.kind) == [.account])
  }
}

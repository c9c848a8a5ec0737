import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What a file gives away, of metadata and media apart: found, none, not read.
@Suite struct PrivacyTests {
  private func privacy(_ bytes: [UInt8]) throws -> Privacy {
    MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: bytes)))
  }

  /// A movie header without dates, so that nothing is said of a time.
  private func movie(_ brand: FourCC = "qt  ", @AtomBuilder _ content: () -> Piece) -> [UInt8] {
    let content = content()
    return atoms {
      Parts.fileType(brand)
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        content
      }
    }
  }

  private func userData(_ type: FourCC, _ value: String) -> Piece {
    atom(type) { u16(UInt16(value.utf8.count)); u16(0x55C4); text(value) }
  }

  /// Paths are made as the file is gone through: each is that of its node.
  @Test func manyFindingsHaveThePathsOfTheirNodes() throws {
    let document = try MediaFile.open(
      ByteSource(
        copying: atoms {
          TagBuilder(.v4).tag {
            for number in 0..<64 {
              TagBuilder(.v4).frame("COMM") { hex("03"); text("eng"); text("Anna \(number)"); u8(0); text("x") }
            }
          }
        }))
    let fields = MediaFile.privacy(of: document).findings.filter { $0.identifier == nil }
    #expect(fields.count == 64)
    for finding in fields {
      #expect(finding.path == document.path(of: finding.node) + ".description")
    }
  }

  /// Method 0xFF of encryption and four bytes: they may say anything.
  @Test func whatIsEncryptedIsNotRead() throws {
    let bytes = atoms {
      TagBuilder(.v4).tag { TagBuilder(.v4).frame("TIT2", .init(encryption: 0xFF)) { hex("0a0b0c0d") } }
    }
    let found = try privacy(bytes)
    #expect(found.unread.map { $0.reason.id.description } == ["coded"])
    #expect(found.metadata != .none)
  }

  @Test func noneIsSaidWhereAllWasRead() throws {
    let found = try privacy(movie { zeros(0) })
    #expect(found.metadata == .none && found.media == .none && found.isComplete)
  }

  /// A place has numbers beside its name: 11.57° E, 48.13° N. Of its skeleton nothing is left.
  @Test(arguments: ["", "Home"])
  func aPlaceIsOneWithoutAName(name: String) throws {
    var bytes = movie {
      atom("udta") {
        atom("loci", version: 0) {
          u16(0x15C7); text(name, terminated: true); u8(1); u32(0xB91EB, 0x302147, 0); u8(0); u8(0)
        }
      }
    }
    #expect(try privacy(bytes).findings.map(\.kind) == [.place])
    let skeleton = MediaFile.skeleton(of: try MediaFile.open(ByteSource(copying: bytes)))
    for place in 0..<skeleton.blanks.count {
      let blank = skeleton.blanks[place]
      for offset in blank.start..<blank.end { bytes[Int(offset)] = 0 }
    }
    #expect(!bytes.contains(0xEB) && !bytes.contains(0x47))
    #expect(try privacy(bytes).metadata == .none)
  }

  /// A name that begins with a zero is not shown, and is there.
  @Test func aTextBehindAZeroIsNotNothing() throws {
    let found = try privacy(movie { atom("udta") { atom("auth", version: 0) { u16(0x15C7); u8(0); text("Anna") } } })
    #expect(found.metadata != .none && found.unread.map(\.byteCount) == [4])
  }

  /// Properties whose meaning nobody knows, and text around them: of a file with XMP none is never said.
  @Test func ofXMPNotAllIsKnown() throws {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:d="http://www.dji.com/drone-dji/1.0/" d:GpsLatitude="48.1"
       d:Other="x" d:Empty=""><d:List><rdf:Seq><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Seq></d:List></rdf:Description>
      </rdf:RDF></x:xmpmeta>
      """
    let found = try privacy(
      movie { zeros(0) } + atoms { atom("uuid") { hex("be7acfcb97a942e89c71999491e3afac"); text(packet) } })
    #expect(found.findings.map(\.kind) == [.place])
    let rest = try #require(found.unread.first { $0.reason.id.description == "xmp-rest" })
    #expect(rest.parts == ["d:Other", "d:List"] && rest.otherParts == 0)
  }

  @Test func eachKindIsFoundWithItsPlace() throws {
    let bytes = movie {
      atom("udta") {
        userData("@xyz", "+51.5334-000.1255+027.000/")
        userData("@mak", "Maker")
        userData("@swr", "Writer 1.0")
        userData("@cmt", "see /Users/someone/Desktop")
        userData("@fmt", "write to a.person@example.com please")
      }
    }
    let found = try privacy(bytes)
    #expect(found.metadata == .found)
    let kinds = found.findings.map(\.kind)
    #expect(kinds == [.place, .device, .software, .comment, .person])
    #expect(found.findings[0].position?.latitude == 51.5334)
    #expect(found.findings.map(\.path).first == "moov/udta/@xyz")
    for finding in found.findings {
      let offset = Int(try #require(finding.offset))
      let count = Int(try #require(finding.byteCount))
      let value = try #require(finding.value)
      #expect(String(decoding: bytes[offset..<offset + count], as: UTF8.self) == value)
    }
  }

  /// A value in a list of items has the type of a chunk of sound; it is no media. Of zeros nothing is said,
  /// whatever they are the value of, and of a carrier of zeros not that it was not read.
  @Test func valuesAreNoMediaAndZerosSayNothing() throws {
    func made(_ letter: String) -> [UInt8] {
      let word = String(repeating: letter, count: 4)
      return movie {
        atom("udta") {
          atom("XMP_") { text(word) }
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); zeros(13) }
            atom("ilst") { atom("@ART") { atom("data") { u32(1); u32(0); text(word) } } }
          }
        }
      }
    }
    let found = try privacy(made("x"))
    #expect(found.findings.map(\.value) == ["xxxx"] && found.mediaByteCount == 0)
    #expect(found.unread.map { $0.reason.id.description } == ["xmp"])
    let blank = try privacy(made("\0"))
    #expect(blank.metadata == .none && blank.isComplete)
  }

  @Test func timesOfHeadersAreSaidOnce() throws {
    let bytes = atoms {
      Parts.fileType("isom")
      Parts.movie { Parts.track { zeros(0) } }
    }
    let found = try privacy(bytes).findings.filter { $0.kind == .time }
    #expect(found.map(\.title) == ["creation_time", "modification_time"])
    #expect(found.map(\.value) == ["2024-03-10T12:00:00Z", "2024-03-10T12:00:00Z"])
    #expect(found.map(\.others) == [1, 1])
    #expect(found.map(\.path) == ["moov/mvhd.creation_time", "moov/mvhd.modification_time"])
  }

  /// XMP, an atom nobody knows and bytes of a camera: not read, each with its place.
  /// A day says when somebody was there, a month or a year does not.
  @Test(arguments: ["2026-10-01", "2026-10", "2026", "2026-10-01T09:30:00Z"])
  func aDayIsATime(value: String) throws {
    let found = try privacy(movie { atom("udta") { userData("\u{A9}day", value) } })
    #expect(found.findings.filter { $0.kind == .time }.map(\.value) == (value.utf8.count >= 10 ? [value] : []))
  }

  /// Of ID3v2.3 it stands in a frame of its own; of a work that is published it is when that came out.
  @Test(arguments: [("0110", false), ("0110", true), ("3910", false)])
  func aDayInAFrameIsATime(day: String, isPublished: Bool) throws {
    func frame(_ id: String, _ value: String) -> Piece { TagBuilder(.v3).frame(id) { u8(0); text(value) } }
    let found = try privacy(
      atoms {
        TagBuilder(.v3).tag {
          frame("TYER", "2026"); frame("TDAT", day)
          if isPublished { frame("TALB", "Reel"); frame("TRCK", "1") }
        }
      })
    #expect(found.findings.filter { $0.kind == .time }.map(\.value) == (day == "0110" && !isPublished ? [day] : []))
  }

  /// An index leads to where a camera was, in blocks between the samples.
  @Test(arguments: [0, 1] as [UInt32])
  func anIndexOfPositionsIsAPlace(count: UInt32) throws {
    let found = try privacy(
      movie { atom("gps ", version: 0) { u32(count); for _ in 0..<count { u32(0x1000, 0x400) } } })
    #expect(found.findings.map(\.title) == (count == 0 ? [] : ["An index of positions"]))
    #expect(found.findings.allSatisfy { $0.kind == .place && $0.path == "moov/'gps '" })
  }

  @Test func whatIsNotReadIsNoNone() throws {
    let found = try privacy(
      movie {
        atom("udta") {
          atom("XMP_") { text("<x:xmpmeta/>") }
          atom("TAGS") { text("MAKER NOTE") }
        }
        atom("zzzz") { u32(1) }
      })
    #expect(found.metadata == .notRead && found.findings.isEmpty)
    let reasons = found.unread.map { $0.reason.id.description }
    #expect(Set(reasons).isSuperset(of: ["xmp", "undescribed"]))
    #expect(found.unread.contains { $0.name == "TAGS" })
    #expect(found.unread.allSatisfy { $0.node != nil })
  }

  @Test func mediaAreNotRead() throws {
    let media = atoms {
      atom("mdat") { text("GPS 51.5N") }
      atom("free") { zeros(4) }
    }
    let found = try privacy(movie { Piece() } + media)
    #expect(found.metadata == .none && found.media == .notRead && !found.isComplete)
    #expect(found.mediaByteCount == 9)
  }

  /// Bytes of a kind that is not known may be sound, and an image may be one box: that there are no media is not known.
  @Test func whatIsNotKnownMayBeMedia() throws {
    let tag = TagBuilder(.v3)
    let unknown = try privacy(tag.tag { tag.text("TIT2", "T") }.bytes + Array("wvpk and what follows".utf8))
    #expect(unknown.mediaByteCount == 0 && unknown.mayHaveOtherMedia && unknown.media == .notRead && !unknown.isComplete)
    let image = try privacy(atoms { Parts.fileType("mif3"); atom("mini") { hex("00 00 00 00 01 02 03 04") } })
    #expect(image.media == .notRead && !image.isComplete)
    let none = try privacy(movie { Piece() })
    #expect(!none.mayHaveOtherMedia && none.media == .none)
  }

  /// Where the grammar of a text is to be found is no place that a camera was at.
  @Test func theSchemaOfATextIsNoPlace() throws {
    func kinds(_ attribute: String) throws -> [Privacy.Kind] {
      let text = "<r xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' \(attribute)='http://a.example/b.xsd'/>"
      return try privacy(movie { atom("meta") { Parts.handlerReference("null"); atom("xml ", version: 0) { string(text) } } })
        .findings.map(\.kind)
    }
    #expect(try kinds("xsi:noNamespaceSchemaLocation") == [])
    #expect(try kinds("own:creationLocation") == [.place])
  }

  /// Which part of an address an element is names none; what else stands there may.
  @Test func partsOfAddressesAreNoPlaces() throws {
    func values(_ type: String) throws -> [String] {
      let text = "<LOCATION><ADDRESS><ADDR_COMP TYPE='\(type)'>Ulm</ADDR_COMP></ADDRESS></LOCATION>"
      return try privacy(movie { atom("meta") { Parts.handlerReference("null"); atom("xml ", version: 0) { string(text) } } })
        .findings.compactMap(\.value)
    }
    #expect(try values("City") == ["Ulm"])
    #expect(try values("Near Ulm").sorted() == ["Near Ulm", "Ulm"])
  }

  /// Space that is free may hold what was there before.
  @Test(arguments: ["free", "skip", "wide"] as [FourCC])
  func freeSpaceThatIsNotEmptyIsNotRead(type: FourCC) throws {
    let found = try privacy(
      atoms {
        Parts.fileType("isom")
        atom(type) { text("name") }
      })
    #expect(found.metadata == .notRead)
    #expect(found.unread.map(\.name) == [type.key])
    #expect(found.unread.map(\.byteCount) == [4])
  }

  /// A track number is bytes whose meaning is known; a file name is a path, whoever's key it is.
  @Test func keysOfOurOwnFieldsAreRead() throws {
    let bytes = movie {
      atom("udta") {
        atom("meta", version: 0) {
          atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
          atom("ilst") {
            atom("trkn") { atom("data") { u32(0); u32(0); u16(0); u16(1); u16(2); u16(0) } }
            atom("----") {
              atom("mean", version: 0) { text("com.apple.iTunes") }
              atom("name", version: 0) { text("_FILENAME") }
              atom("data") { u32(1); u32(0); text("my file.m4a") }
            }
          }
        }
      }
    }
    let found = try privacy(bytes)
    #expect(found.unread.isEmpty)
    #expect(found.findings.map(\.kind) == [.path])
    #expect(found.findings.map(\.value) == ["my file.m4a"])
  }

  /// The artist of an album is on its sleeve; that of a memo is whoever made it.
  @Test func performersOfAPublishedWorkAreNotPersonal() throws {
    func song(_ items: [(FourCC, String)]) -> [UInt8] {
      movie {
        atom("udta") {
          atom("meta", version: 0) {
            atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
            atom("ilst") {
              for (key, value) in items { atom(key) { atom("data") { u32(1); u32(0); text(value) } } }
              atom("trkn") { atom("data") { u32(0); u32(0); u16(0); u16(1); u16(2); u16(0) } }
            }
          }
        }
      }
    }
    let memo = try privacy(song([("@ART", "A Name")]))
    #expect(memo.findings.map(\.kind) == [.person] && memo.count == 1 && memo.creditCount == 0)
    let published = try privacy(song([("@ART", "A Name"), ("@alb", "An Album")]))
    #expect(published.findings.map(\.kind) == [.credit] && published.count == 0 && published.creditCount == 1)
    // What the album is called is not judged.
    #expect(published.metadata == .notRead && published.unread.map { $0.reason.id.description } == ["titles"])
    // Who encoded it is on no sleeve.
    let encoded = try privacy(song([("@ART", "A Name"), ("@alb", "An Album"), ("@enc", "Somebody")]))
    #expect(encoded.findings.map(\.kind) == [.credit, .person] && encoded.count == 1)
  }

  /// A film whose metadata have these keys and texts.
  private func film(_ items: [(key: String, value: String)]) -> [UInt8] {
    movie {
      atom("meta") {
        atom("hdlr", version: 0) { u32(0); code("mdta"); zeros(13) }
        atom("keys", version: 0) {
          u32(UInt32(items.count))
          for item in items { u32(UInt32(8 + item.key.utf8.count)); code("mdta"); text(item.key) }
        }
        atom("ilst") {
          for (place, item) in items.enumerated() {
            atom(FourCC(rawValue: UInt32(place + 1))) { atom("data") { u32(1); u32(0); text(item.value) } }
          }
        }
      }
    }
  }

  /// A word in a key that somebody made up says whom its value is about, and none that it is about nobody.
  @Test func keysThatSomebodyMadeUpAreNotHarmless() throws {
    let named = try privacy(
      film([
        ("com.example.user.album", "Anna's"), ("com.example.patient.rating", "Anna"),
        ("com.apple.quicktime.collection.user", "Films"), ("com.apple.quicktime.information", "At home of Anna"),
      ]))
    #expect(named.findings.map(\.kind) == [.account, .person, .account, .comment] && named.unread.isEmpty)
    let unknown = try privacy(
      film([("com.example.rating", "of Anna"), ("my language", "a secret"), ("com.apple.quicktime.lyrics.2", "x y z")]))
    #expect(unknown.findings == [] && unknown.metadata == .notRead)
    #expect(
      unknown.unread.map { "\($0.reason.id) \($0.name)" } == [
        "unknown-key com.example.rating", "unknown-key my language", "unknown-key com.apple.quicktime.lyrics.2",
      ])
  }

  /// What a work is called may name anybody: it is said once that nobody judged it. Numbers and words of the trade do
  /// not.
  @Test func titlesAreNotJudged() throws {
    let found = try privacy(
      film([
        ("com.apple.quicktime.title", "Anna Muster, 12 Acacia Avenue"), ("com.apple.quicktime.displayname", "Anna's day"),
        ("com.apple.quicktime.album", "Home"), ("com.apple.quicktime.genre", "Anna"), ("com.apple.quicktime.year", "Anna"),
      ]))
    #expect(found.findings == [] && found.metadata == .notRead)
    #expect(found.unread.map { "\($0.reason.id) \($0.count)" } == ["titles 5"])
    let plain = try privacy(
      film([
        ("com.apple.quicktime.title", "Video 1"), ("com.apple.quicktime.genre", "Blues"), ("com.apple.quicktime.year", "2004"),
      ]))
    #expect(plain.metadata == .none)
  }

  /// Of 3GPP the name of an album is no place in it: the number of the piece may stand behind it, and need not.
  @Test(arguments: [nil, 0, 3] as [UInt8?])
  func anAlbumWithoutANumberIsNoPublishedWork(number: UInt8?) throws {
    let found = try privacy(
      movie("isom") {
        atom("udta") {
          atom("perf", version: 0) { u16(0x15C7); text("A Name", terminated: true) }
          atom("albm", version: 0) {
            u16(0x15C7); text("Holidays", terminated: true)
            if let number { u8(number) }
          }
        }
      })
    #expect(found.findings.map(\.kind) == [number == 3 ? .credit : .person])
  }

  /// What a key means is its title, and not the first of the fields that it may stand in for.
  @Test func titlesAreThoseOfTheirKeys() throws {
    let author = try privacy(
      movie("isom") { atom("udta") { atom("auth", version: 0) { u16(0x15C7); text("A Name", terminated: true) } } })
    #expect(author.findings.map(\.title) == ["Author"])
    func titles(_ keys: [String]) throws -> [String] {
      try privacy(
        movie {
          atom("meta") {
            Parts.handlerReference("mdta")
            atom("keys", version: 0) {
              u32(UInt32(keys.count))
              for key in keys { u32(8 + UInt32(20 + key.utf8.count)); code("mdta"); text("com.apple.quicktime." + key) }
            }
            atom("ilst") {
              for (index, key) in keys.enumerated() {
                atom(FourCC(UInt32(index + 1))) {
                  atom("data") { u32(1, 0); text(key == "creationdate" ? "2020-01-02T03:04:05Z" : "A Name " + key) }
                }
              }
            }
          }
        }
      ).findings.filter { $0.identifier != nil }.map(\.title)
    }
    #expect(
      try titles(["director", "producer", "performer", "creationdate", "software", "description", "location.ISO6709"])
        == ["Director", "Producer", "Performer", "Creation date", "Software", "Description", "Location"])
  }

  /// Characters in Shift JIS are counted and not read, whatever their key means.
  @Test(arguments: ["@nam", "@cmt"] as [FourCC])
  func shiftJISIsNotRead(key: FourCC) throws {
    let bytes = MetadataItemTests.movie {
      MetadataItemTests.list { atom(key) { MetadataItemTests.data(3) { hex("8352 8381") } } }
    }
    let left = try #require(privacy(bytes).unread.first { $0.reason.id.description == "shift-jis" })
    #expect(left.byteCount == 4 && left.count == 1)
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let item = try #require(MediaFile.metadata(of: document).first)
    var summary = ByteWriter()
    NodeReader(document).putSummary(of: item.node, to: &summary)
    #expect(summary.string == "Shift JIS, 4 bytes")
  }

  /// XMP that was read is named for what it says; what of it was not is said.
  @Test func entriesOfXMPAreFound() throws {
    func packet(_ end: String) -> String {
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
        + "<rdf:Description rdf:about='' xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' "
        + "photoshop:City='Sometown' photoshop:Credit='A Name'/></rdf:RDF>" + end
    }
    let whole = try privacy(movie { atom("udta") { atom("XMP_") { text(packet("</x:xmpmeta>")) } } })
    #expect(whole.findings.map(\.kind) == [.place, .person])
    #expect(whole.findings.map(\.value) == ["Sometown", "A Name"])
    #expect(whole.unread.map { $0.reason.id.description } == ["xmp-rest"])
    let cut = try privacy(movie { atom("udta") { atom("XMP_") { text(packet("")) } } })
    #expect(cut.findings.count == 2 && cut.unread.map { $0.reason.id.description } == ["xmp-rest"])
  }

  /// What names somebody in schemas of the trade, under whatever prefix, is found with its kind.
  @Test(
    arguments: [
      ("http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "CiTelWork", .person),
      ("http://ns.adobe.com/xap/1.0/mm/", "DocumentID", .identifier),
      ("http://ns.adobe.com/xap/1.0/mm/", "InstanceID", .identifier),
      ("http://ns.adobe.com/lightroom/1.0/", "HierarchicalSubject", .comment),
      ("http://ns.adobe.com/photoshop/1.0/", "CaptionWriter", .person),
      ("http://ns.adobe.com/DICOM/", "PatientName", .person),
      ("http://ns.iview-multimedia.com/mediapro/1.0/", "People", .person),
      ("http://ns.useplus.org/ldf/xmp/1.0/", "LicensorEmail", .person),
      ("http://creativecommons.org/ns#", "attributionName", .person),
      ("http://ns.adobe.com/xmp/1.0/DynamicMedia/", "director", .person),
      ("http://ns.adobe.com/xap/1.0/mm/", "Manager", .person),
    ] as [(String, String, Privacy.Kind)])
  func schemasOfTheTradeAreKnown(space: String, name: String, kind: Privacy.Kind) throws {
    let packet = "<rdf:Description xmlns:own='\(space)' own:\(name)='Something'/>"
    let found = try privacy(movie { atom("udta") { atom("XMP_") { text(packet) } } })
    #expect(found.findings.map(\.kind) == [kind])
    #expect(found.findings.first?.title.hasSuffix(":" + name) == true)
  }

  /// A latitude without a reference is a place, and nothing of its numbers is left in a skeleton.
  @Test func anIncompletePlaceIsOne() throws {
    var bytes = EmbeddedMetadataTests.incompletePlace
    let found = try privacy(bytes).findings.filter { $0.kind == .place }
    #expect(found.map(\.title) == ["GPSLatitude", "GPSLatitudeRef", "GPSLongitude"])
    let skeleton = MediaFile.skeleton(of: try MediaFile.open(ByteSource(copying: bytes)))
    for place in 0..<skeleton.blanks.count {
      let blank = skeleton.blanks[place]
      for offset in blank.start..<blank.end { bytes[Int(offset)] = 0 }
    }
    #expect(bytes.suffix(48).allSatisfy { $0 == 0 })
    #expect(try privacy(bytes).findings.allSatisfy { $0.kind != .place })
  }

  /// A camera leaves room for the name of its owner. What it wrote there is no finding while it is empty.
  @Test func anEmptyValueIsNoFinding() throws {
    func artist(_ count: UInt32, _ value: UInt32) -> [UInt8] {
      EmbeddedCases.exif { EmbeddedCases.directory(EmbeddedCases.entry(0x013B, 2, count, value)) }
    }
    func persons(_ bytes: [UInt8]) throws -> [Disclosure]? {
      MediaFile.disclosures(of: try MediaFile.open(ByteSource(copying: bytes))).persons.value
    }
    func names(_ bytes: [UInt8]) throws -> [String?] {
      try privacy(bytes).findings.filter { $0.kind == .person }.map(\.value)
    }
    #expect(try names(artist(1, 0)) == [] && persons(artist(1, 0)) == nil)
    #expect(try names(artist(4, 0x2020_2000)) == [])
    #expect(try names(artist(3, 0x416E_0000)) == ["An"] && persons(artist(3, 0x416E_0000))?.count == 1)
    let account = movie {
      atom("udta") {
        atom("meta", version: 0) {
          atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
          atom("ilst") { atom("apID") { atom("data") { u32(1); u32(0); zeros(4) } } }
        }
      }
    }
    #expect(try privacy(account).metadata == .none && persons(account) == nil)
  }

  /// The eight numbers of an identifier are one value.
  @Test func allNumbersOfAValueAreCounted() throws {
    let bytes = movie { atom("udta") { atom("MUID") { u32(0x733A_0698, 2, 3, 4, 5, 6, 7, 8) } } }
    let found = try #require(privacy(bytes).findings.first)
    #expect(found.kind == .identifier && found.byteCount == 32)
    #expect(found.offset == bytes.firstIndex(of: 0x73).map { UInt64($0) })
  }

  /// Where a player puts its window is no place on the earth.
  @Test func theWindowOfAPlayerIsNoPlace() throws {
    #expect(try privacy(movie { atom("udta") { atom("WLOC") { u16(40, 20) } } }).metadata == .none)
  }

  /// Entries of Exif are given up to a limit; where it was reached is said.
  @Test func entriesOfExifAreBounded() throws {
    let count = 1_030
    let bytes = EmbeddedCases.exif {
      u16(UInt16(count))
      Piece((0..<count).flatMap { EmbeddedCases.entry(0x9000 + UInt16($0), 3, 1, 0).bytes })
      u32(0)
    }
    let left = try #require(privacy(bytes).unread.first { $0.reason.id.description == "exif-entries" })
    // The entry behind 1,024 others.
    #expect(left.name == "0x" + String(bytes.count - 4 - 6 * 12, radix: 16, uppercase: true))
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(MediaFile.metadata(of: document).count == 1_024)
    #expect(document.leftOut.contains { $0.description.contains("1,024") })
  }

  /// What a packet says is said once, and of what it holds besides one sentence.
  @Test func aPacketIsNotLookedAtTwice() throws {
    let packet = "<x:xmpmeta><rdf:Description><dc:creator>a@example.com</dc:creator></rdf:Description></x:xmpmeta>"
    let found = try privacy(
      movie { zeros(0) } + atoms { atom("uuid") { hex("be7acfcb97a942e89c71999491e3afac"); text(packet) } })
    #expect(found.findings.map(\.title) == ["dc:creator"])
    #expect(found.unread.map { $0.reason.id.description } == ["xmp-rest"])
  }

  /// Units with what an encoder or a device has to say: metadata of ITU-T T.35 in AV1, supplemental information in
  /// HEVC, and bytes behind the parameter sets of AVC.
  @Test func unitsOfAVideoStreamAreNoNone() throws {
    let av1 = atom("av1C") { hex("81 00 0C 00  2A 07 04 B5 0058 5331 80") }
    let hevc = atom("hvcC") {
      hex("01 04 08000000 000000000000 5D F000 FC FD F8 F8 0000 0F 01  A7 0001 0006 4E01 0501 7880")
    }
    let avc = atom("avcC") { hex("01 42 00 0A FF E0 00 58 32 36 34") }
    for (entry, configuration, name) in [("av01", av1, "av1C"), ("hvc1", hevc, "hvcC"), ("avc1", avc, "avcC")]
      as [(FourCC, Piece, String)]
    {
      let found = try privacy(
        movie {
          atom("trak") {
            atom("mdia") {
              atom("minf") {
                atom("stbl") {
                  atom("stsd", version: 0) {
                    u32(1)
                    atom(entry) { zeros(7); u8(1); zeros(70); configuration }
                  }
                }
              }
            }
          }
        })
      // Bytes that no field describes, or fields of which nobody knows what they say.
      let left = found.unread.filter { ["opaque", "configuration"].contains($0.reason.id.description) }
      #expect(Set(left.map(\.name)) == [name])
      #expect(found.metadata == .notRead)
    }
  }

  @Test func aDamagedFileIsNeverNone() throws {
    let bytes = Array(movie { userData("@nam", "x") }.dropLast(3))
    #expect(try privacy(bytes).unread.contains { $0.reason == .damaged })
    // Nor is one whose movie is missing, whether rules have run that say so or not.
    let media = atoms {
      Parts.fileType("isom")
      atom("mdat") { text("GPS 51.5N") }
    }
    #expect(try privacy(media).unread.map(\.reason) == [.damaged])
    #expect(try MediaFile.creationDate(of: MediaFile.open(ByteSource(copying: media)), items: []).answer == .notRead)
    // What lies behind a limit may say anything.
    var limits = Limits()
    limits.depth = 2
    let limited = try MediaFile.open(
      ByteSource(copying: movie { atom("udta") { userData("@nam", "x") } }), limits: limits)
    #expect(MediaFile.unread(of: limited).map(\.reason) == [.limits])
  }

  /// Many findings are counted, and what was kept says so.
  @Test func findingsAreBounded() throws {
    let count = Privacy.limit + 10
    let found = try privacy(
      movie {
        atom("udta") {
          Piece((0..<count).flatMap { userData("@cmt", "note \($0)").bytes })
        }
      })
    #expect(found.findings.count == Privacy.limit)
    #expect(found.count == count && found.omitted == 10)
  }
}

/// What samples give away, where they are read: found, none, not read.
@Suite struct PrivacyOfMediaTests {
  /// What a film of one track says whose samples are these, one after another behind the header of `mdat`.
  private func privacy(
    _ samples: [[UInt8]], entry: Piece, handler: FourCC = "vide", behind rest: [UInt8] = []
  ) throws -> Privacy {
    let start = Parts.fileType("isom", "isom").bytes
    let bytes =
      start
      + atoms {
        atom("mdat") { Piece(samples.flatMap { $0 } + rest) }
        atom("moov") {
          atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
          atom("trak") {
            atom("tkhd", version: 0, flags: 3) { zeros(8); u32(1, 0, 400); zeros(60) }
            atom("mdia") {
              atom("mdhd", version: 0) { zeros(8); u32(1_000, 400); language("und"); u16(0) }
              Parts.handlerReference(handler, name: "")
              Parts.mediaInformation(
                handler: handler, entry: entry,
                tables: Parts.sampleTables(samples.map { UInt32($0.count) }, at: UInt32(start.count + 8)))
            }
          }
        }
      }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let found = MediaFile.privacy(of: document, readsMedia: true)
    for finding in found.findings where finding.sample != nil {
      let offset = Int(try #require(finding.offset))
      #expect(offset >= start.count + 8 && offset < start.count + 8 + samples.joined().count, "\(finding)")
      // What is said stands there.
      if let value = finding.value, finding.kind != .identifier {
        let text = Array(value.utf8)
        #expect(Array(bytes[offset..<offset + text.count]) == text, "\(finding)")
      }
    }
    return found
  }

  /// Units with their lengths, of 4 bytes.
  private func units(_ units: [UInt8]...) -> [UInt8] { units.flatMap { u32(UInt32($0.count)).bytes + $0 } }

  private func message(_ identifier: String, _ content: [UInt8]) -> [UInt8] {
    [6, 5, UInt8(16 + content.count)] + hex(identifier).bytes + content + [0x80]
  }

  private static let slice: [UInt8] = [0x65, 0x88, 0x84, 1, 2, 3, 4, 5, 6, 7, 8, 9]

  @Test func nothingIsSaidOfMediaThatNobodyAskedFor() throws {
    let document = try MediaFile.open(ByteSource(copying: Parts.film().bytes))
    let found = MediaFile.privacy(of: document)
    #expect(found.media == .notRead && found.mediaReading == nil && !found.isComplete)
  }

  /// Slices are pictures and no bytes of unknown meaning: what they show nobody judges.
  @Test func noneIsSaidWhereAllSamplesWereRead() throws {
    let found = try privacy([units(Self.slice), units([0x41, 0x9A, 1, 2])], entry: Parts.visualEntry("avc1"))
    #expect(found.media == .none && found.mediaReading?.sampleCount == 2)
    #expect(found.mediaReading?.unread == [] && found.isComplete)
  }

  /// Units of types that decoders skip, and what stands behind the last unit of a sample or goes beyond it.
  @Test func whatDecodersSkipIsNotRead() throws {
    func left(_ sample: [UInt8], _ entry: Piece) throws -> [UInt64?]? {
      try privacy([sample], entry: entry).mediaReading?.unread.map(\.byteCount)
    }
    let name = Array("Anna, of Sometown".utf8)
    let hevc = Parts.visualEntry("hvc1") { atom("hvcC") { hex("01 04 08000000 000000000000 5D F000 FC FD F8 F8 0000 0F 00") } }
    let slice: [UInt8] = [1 << 1, 1, 0x80, 1, 2, 3]
    #expect(try left(units(slice), hevc) == [])
    for type in [10, 15, 22, 31] as [UInt8] { #expect(try left(units([type << 1, 1] + name, slice), hevc) == [17], "\(type)") }
    // The first four characters are a length.
    #expect(try left(units(slice) + name, hevc) == [13])
    #expect(try left(units(slice) + name.prefix(3), hevc) == [3])
    #expect(try left(units(slice, []), hevc) == [])
    let vvc = Parts.visualEntry("vvc1") { atom("vvcC", version: 0) { hex("FE") } }
    #expect(try left(units([0, 0 << 3 | 1, 1, 2]), vvc) == [])
    for type in [4, 6, 11] as [UInt8] { #expect(try left(units([0, type << 3 | 1] + name), vvc) == [17], "\(type)") }
    let av1 = Parts.visualEntry("av01") { atom("av1C") { hex("81 00 0C 00") } }
    #expect(try left([0x12, 0, 0x32, 2, 1, 2], av1) == [])
    #expect(try left([0x12, 17] + name + [0x32, 2, 1, 2], av1) == [17])
    #expect(try left([0x12, 0, 0x32, 100] + name, av1) == [17])
  }

  @Test func messagesOfEncodersAreFound() throws {
    let found = try privacy(
      [
        units(message("dc45e9bde6d948b7962cd820d923eeef", Array("x264 - core 164".utf8)), Self.slice),
        units(message("00112233445566778899aabbccddeeff", Array("a.person@example.com wrote this".utf8)), Self.slice),
        units(message("00112233445566778899aabbccddeeff", [1, 2, 3, 0xFE]), Self.slice),
      ], entry: Parts.visualEntry("avc1"))
    #expect(found.findings.map(\.kind) == [.software, .person])
    #expect(found.findings.map(\.sample) == [1, 2])
    #expect(found.media == .found && found.mediaCount == 1 && found.programCount == 1 && found.metadata == .none)
    // Four bytes of a message that nobody knows.
    #expect(found.mediaReading?.unread.map { $0.reason.id.description } == ["opaque-samples"])
    #expect(found.mediaReading?.unread.first?.byteCount == 4)
  }

  /// The first position is told, and how many there are; 0, 0 stands where none is known.
  @Test func positionsOfTelemetryAreFound() throws {
    func entry(_ key: String, _ type: Character, _ size: UInt8, _ values: Piece) -> Piece {
      let count = UInt16(values.bytes.count / Int(size))
      return pieces {
        text(key); u8(type.asciiValue ?? 0, size); u16(count)
        values
        zeros((4 - values.bytes.count % 4) % 4)
      }
    }
    func sample(_ latitude: Int32, _ longitude: Int32) -> [UInt8] {
      let stream = pieces {
        entry("SCAL", "l", 4, i32(10_000_000, 10_000_000, 1_000, 1_000, 100))
        entry("GPS5", "l", 20, i32(latitude, longitude, 27_000, 0, 0))
      }
      return entry("DEVC", "\0", 1, pieces { entry("DVNM", "c", 1, text("Camera 9")); entry("STRM", "\0", 1, stream) })
        .bytes
    }
    let found = try privacy(
      [sample(515_334_000, -1_255_000), sample(515_335_000, -1_256_000), sample(0, 0)],
      entry: atom("gpmd") { zeros(6); u16(1) }, handler: "meta")
    let media = found.findings.filter { $0.sample != nil }
    #expect(media.map(\.kind) == [.device, .place])
    #expect(media[0].value == "Camera 9" && media[0].others == 2)
    #expect(media[1].position == GeographicPosition(latitude: 51.5334, longitude: -0.1255, altitude: 27))
    #expect(media[1].others == 1 && media[1].sample == 1)
  }

  /// The serial number of a camera, which stands in its telemetry of the file as a whole, is found without media.
  @Test func telemetryOfTheFileIsReadByItsKeys() throws {
    func entry(_ key: String, _ value: String) -> Piece {
      pieces { text(key); u8(UInt8(ascii: "c"), 1); u16(UInt16(value.utf8.count)); text(value); zeros((4 - value.utf8.count % 4) % 4) }
    }
    let inner = pieces { entry("CASN", "C3353424500199"); entry("MINF", "Camera 9"); entry("WBAL", "AUTO") }
    let bytes = atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000); u32(400); zeros(80) }
        atom("udta") { atom("GPMF") { text("DEVC"); u8(0, 1); u16(UInt16(inner.bytes.count)); inner } }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let found = MediaFile.privacy(of: document)
    #expect(found.findings.map(\.value) == ["C3353424500199", "Camera 9"])
    #expect(found.findings.map(\.title) == ["Camera serial number", "Camera model"])
    #expect(found.findings.map(\.kind) == [.device, .device])
    // It is the device, and a number of one alone names its owner; telemetry that was read is no place.
    let told = MediaFile.disclosures(of: document)
    #expect(told.camera.value?.model == "Camera 9" && told.camera.value?.serialNumber == "C3353424500199")
    #expect(told.persons.value?.map(\.part) == ["Camera serial number"])
    #expect(told.places.value == nil)
  }

  @Test func positionsOfACameraAreFound() throws {
    func little(_ value: Double) -> [UInt8] {
      let bits = value.bitPattern
      return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    }
    let packet = [0, 0, 5, 0] + little(48.13) + little(11.57) + little(520)
    let found = try privacy([packet], entry: atom("camm") { zeros(6); u16(1) }, handler: "camm")
    let media = found.findings.filter { $0.sample != nil }
    #expect(media.map(\.position) == [GeographicPosition(latitude: 48.13, longitude: 11.57, altitude: 520)])
  }

  @Test func timedMetadataAreFoundByTheirKeys() throws {
    let place = Array("+51.5334-000.1255+027.000/".utf8)
    let sample = u32(UInt32(8 + place.count), 1).bytes + place + u32(12, 2).bytes + [1, 2, 3, 0xFF]
    func key(_ number: UInt32, _ name: String) -> Piece {
      atom(FourCC(rawValue: number)) { atom("keyd") { code("mdta"); text(name) } }
    }
    let found = try privacy(
      [sample],
      entry: atom("mebx") {
        zeros(6); u16(1)
        atom("keys") { key(1, "com.apple.quicktime.location.ISO6709"); key(2, "com.example.shape") }
      }, handler: "meta")
    let media = found.findings.filter { $0.sample != nil }
    #expect(media.map(\.kind) == [.place])
    #expect(media.first?.title == "com.apple.quicktime.location.ISO6709")
    #expect(media.first?.position?.latitude == 51.5334)
    #expect(found.mediaReading?.unread.map(\.byteCount) == [4])
  }

  /// What is read on the screen may name anybody, which is said; an address in it is found.
  @Test func subtitlesAreFoundByTheirLooks() throws {
    func cue(_ text: String) -> [UInt8] { u16(UInt16(text.utf8.count)).bytes + Array(text.utf8) }
    let entry = atom("tx3g") { zeros(6); u16(1); u32(0); zeros(26) }
    let plain = try privacy([cue("Hello, Anna.")], entry: entry, handler: "sbtl")
    #expect(plain.media == .notRead && plain.mediaCount == 0)
    #expect(plain.mediaReading?.unread.map { "\($0.reason.id) \($0.name) \($0.count) \($0.byteCount ?? 0)" } == ["texts tx3g 1 12"])
    #expect(try privacy([cue("Chapter 1"), cue("")], entry: entry, handler: "sbtl").media == .none)
    let mail = try privacy([cue("write to a.person@example.com")], entry: entry, handler: "sbtl")
    #expect(mail.findings.filter { $0.sample != nil }.map(\.kind) == [.person])
  }

  /// Loggers and cameras write where they are as subtitles: sentences of NMEA 0183, lines of DJI with the longitude
  /// first, ISO 6709.
  @Test(arguments: [
    ("$GPRMC,123519,A,3351.408,S,07038.898,W,022.4,084.4,290224,003.1,W*6A\r\n", -33.8568, -70.6483),
    ("0:01 $GNGGA,123519,4807.8,N,01134.2,E,1,08,0.9,545.4,M,46.9,M,,*47", 48.13, 11.57),
    ("F/2.8, SS 206.14, ISO 100, GPS (11.5700, 48.1300, 150.1), HOME: (8.1, -25.1), D 24.26m", 48.13, 11.57),
    ("HOME(151.2153,-33.8568) 2017.08.05 14:11:51\nGPS(151.2155,-33.8569,16) BAROMETER:1.9", -33.8569, 151.2155),
    ("HOME(151.2153,-33.8568) 2017.08.05 14:11:51", -33.8568, 151.2153),
    ("[iso : 110] [latitude: 48.13] [longitude: 11.57] [altitude: 520]", 48.13, 11.57),
    ("[latitude : -48.13] [longtitude : 11.57]", -48.13, 11.57),
    ("+48.13+011.57+520/", 48.13, 11.57),
  ] as [(String, Double, Double)])
  func positionsInTextsAreFound(line: String, latitude: Double, longitude: Double) throws {
    let sample = u16(UInt16(line.utf8.count)).bytes + Array(line.utf8)
    let found = try privacy(
      [sample, sample], entry: atom("tx3g") { zeros(6); u16(1); u32(0); zeros(26) }, handler: "sbtl")
    let places = found.findings.filter { $0.kind == .place }
    #expect(places.count == 1 && places.first?.others == 1 && places.first?.sample == 1)
    let position = try #require(places.first?.position)
    #expect(abs(position.latitude - latitude) < 1e-9 && abs(position.longitude - longitude) < 1e-9, "\(position)")
  }

  /// A receiver that has no position yet, one that is not on the earth, and words.
  @Test(arguments: [
    "$GPRMC,123519,V,,,,,,,290224,,*6A", "$GPRMC,123519,A,9951.408,S,07038.898,W", "$GPGGA,1,2", "GPS (,)", "GPS (0.0, 0.0)",
    "$GPRMC,1,A,0000.0,N,00000.0,E,", "latitude: north", "the home of a GPS",
  ])
  func textsWithoutAPositionHaveNone(line: String) throws {
    let sample = u16(UInt16(line.utf8.count)).bytes + Array(line.utf8)
    let found = try privacy([sample], entry: atom("tx3g") { zeros(6); u16(1); u32(0); zeros(26) }, handler: "sbtl")
    #expect(found.mediaCount == 0 && found.media == .notRead)
  }

  /// Of a coding that no table describes it is said that its samples were not read, as it is of bytes that no table
  /// refers to, and of samples that are not all there; sound that is numbers alone has no room for words.
  @Test func whatWasNotReadIsSaid() throws {
    func reasons(_ privacy: Privacy) -> [String] { privacy.mediaReading?.unread.map { $0.reason.id.description } ?? [] }
    let coded = try privacy([[1, 2, 3]], entry: Parts.audioEntry("ac-3"), handler: "soun")
    #expect(reasons(coded) == ["samples"] && coded.media == .notRead)
    let numbers = try privacy([[1, 2, 3]], entry: Parts.audioEntry("sowt"), handler: "soun")
    #expect(reasons(numbers) == [] && numbers.media == .none)
    let orphans = try privacy([[1, 2]], entry: Parts.audioEntry("sowt"), handler: "soun", behind: [7, 7, 7])
    #expect(reasons(orphans) == ["orphan-bytes"] && orphans.mediaReading?.unread.first?.byteCount == 3)
    let zeros = try privacy([[1, 2]], entry: Parts.audioEntry("sowt"), handler: "soun", behind: [0, 0, 0])
    #expect(reasons(zeros) == [] && zeros.media == .none)
    let secret = try privacy(
      [units(Self.slice)],
      entry: Parts.visualEntry("encv") {
        Parts.avcConfiguration
        atom("sinf") { atom("frma") { code("avc1") }; atom("schm", version: 0) { code("cenc"); u32(0x1_0000) } }
      })
    #expect(reasons(secret) == ["encrypted"])
    // Sound between tags, which no table divides.
    let music = try MediaFile.open(ByteSource(copying: atoms { mpegAudio(frames: 3) }))
    let heard = MediaFile.privacy(of: music, readsMedia: true)
    #expect(reasons(heard) == ["coded"] && heard.media == .notRead)
  }
}

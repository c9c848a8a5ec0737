import ByteReading
import FuzzOracles
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Formats inside boxes are read to their last byte, with values as people read them.
@Suite struct EmbeddedMetadataTests {
  /// `name=value` of all fields of the first node of this name, as they are shown.
  func fields(_ bytes: [UInt8], at path: String) throws -> [String] {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let node = try #require(document.nodes(path).first)
    var walker = Walker()
    var sink = Told()
    document.walk(node, &walker, into: &sink)
    // Fields and gaps tile the node, in the order of the file.
    #expect(sink.position == document.tree[node].extent.end)
    #expect(sink.isTiled)
    return sink.lines
  }

  private struct Told: FieldSink {
    var lines: [String] = []
    var position = -1
    var isTiled = true
    private mutating func meet(_ extent: Extent) {
      if position >= 0, extent.start != position { isTiled = false }
      position = extent.end
    }
    mutating func field(_ field: borrowing FieldReading) {
      meet(field.extent)
      var text = ByteWriter()
      text.put(value: field, .summary)
      lines.append("\(field.name)=\(text.string)")
    }
    mutating func table(_ table: borrowing TableReading) {
      meet(table.extent)
      lines.append("\(table.name)×\(table.count)")
    }
  }

  /// Make in a part of its own, exposure and a position over two more directories.
  @Test func exifIsATreeWithValues() throws {
    let bytes = EmbeddedCases.exif {
      // At 8, 54 bytes: up to 62.
      EmbeddedCases.directory(
        EmbeddedCases.entry(0x10F, 2, 6, 62), EmbeddedCases.entry(0x112, 3, 1, 0x0006_0000),
        EmbeddedCases.entry(0x8769, 4, 1, 68), EmbeddedCases.entry(0x8825, 4, 1, 110))
      text("Maker\0")
      // At 68, 42 bytes with the value behind: up to 110.
      EmbeddedCases.directory(
        EmbeddedCases.entry(0x829A, 5, 1, 102), EmbeddedCases.entry(0x9000, 7, 4, 0x3032_3332)
      )
      zeros(4)
      u32(1, 60)
      EmbeddedCases.directory(
        EmbeddedCases.entry(1, 2, 2, 0x5300_0000), EmbeddedCases.entry(2, 5, 3, 140))
      u32(47, 1, 3815, 100, 0, 1)
    }
    let told = try fields(bytes, at: "uuid/TIFF")
    #expect(told.contains("tag=Make"))
    #expect(told.contains("value_offset=\"Maker\""))
    #expect(told.contains("value=to be turned by 90° to the right"))
    #expect(told.contains("value_offset=1/60 s"))
    #expect(told.contains("value=\"0232\""))
    #expect(told.contains("value_offset=47.6358° S"))
    #expect(told.contains("value=\"Maker\""))
  }

  /// What it says is metadata like that of other formats, and the position and the moment are one thing each.
  @Test func exifIsMetadata() throws {
    let bytes = EmbeddedCases.exif {
      EmbeddedCases.directory(
        EmbeddedCases.entry(0x110, 2, 3, 0x4D31_0000), EmbeddedCases.entry(0x8769, 4, 1, 50),
        EmbeddedCases.entry(0x8825, 4, 1, 108))
      EmbeddedCases.directory(
        EmbeddedCases.entry(0x9003, 2, 20, 80), EmbeddedCases.entry(0x9011, 2, 7, 100))
      text("2021:09:27 07:13:34\0")
      text("-06:00\0\0")
      EmbeddedCases.directory(
        EmbeddedCases.entry(1, 2, 2, 0x5300_0000), EmbeddedCases.entry(2, 5, 3, 162),
        EmbeddedCases.entry(3, 2, 2, 0x4500_0000), EmbeddedCases.entry(4, 5, 3, 162))
      u32(47, 1, 3815, 100, 0, 1)
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let items = MediaFile.metadata(of: document)
    func value(_ key: String) -> String? {
      items.first { $0.keySpace == .exif && $0.keyString == key }?.stringValue
    }
    #expect(value("Model") == "M1")
    #expect(value("GPSPosition") == "-47.635833+047.635833/")
    #expect(value("DateTimeOriginalWithZone") == "2021-09-27T07:13:34-06:00")
    // Its path finds its node, and bytes of the value are those in the file.
    let model = try #require(items.first { $0.keyString == "Model" })
    #expect(model.path.hasSuffix("/TIFF.parts[1].IFD0.entries[1]"))
    #expect(model.fileOffset.map { Array(bytes[Int($0)..<Int($0) + 2]) } == Array("M1".utf8))
  }

  /// Text that is bytes by its type: UTF-16 of Windows, characters that eight bytes name, a name in UTF-8.
  @Test func textsInBytesAreShown() throws {
    let bytes = EmbeddedCases.exif {
      // At 8, 54 bytes: up to 62.
      EmbeddedCases.directory(
        EmbeddedCases.entry(0x8825, 4, 1, 102), EmbeddedCases.entry(0x9286, 7, 18, 74),
        EmbeddedCases.entry(0x9C9D, 1, 12, 62), EmbeddedCases.entry(0xC68B, 1, 9, 92))
      hex("4500 7200 6900 6B00 6100 0000")
      text("UNICODE\0")
      hex("0047 0072 00F6 00DF 0065")
      text("anna.dng\0\0")
      EmbeddedCases.directory(EmbeddedCases.entry(28, 7, 12, 120))
      text("JIS\0\0\0\0\0")
      hex("3D3B 3D3B")
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let items = MediaFile.metadata(of: document).filter { $0.keySpace == .exif }
    #expect(items.map(\.keyString) == ["UserComment", "XPAuthor", "OriginalRawFileName", "GPSAreaInformation"])
    #expect(items.map(\.stringValue) == ["Größe", "Erika", "anna.dng", nil])
    let told = try fields(bytes, at: "uuid/TIFF")
    for text in ["Größe", "Erika", "anna.dng"] { #expect(told.contains("value_offset=\"\(text)\"")) }
    let found = MediaFile.privacy(of: document)
    let findings = found.findings.filter { $0.identifier != nil }
    #expect(findings.map(\.kind) == [.comment, .person, .path, .place])
    #expect(findings.map(\.value) == ["Größe", "Erika", "anna.dng", nil])
    // Characters of JIS are not read.
    #expect(found.unread.contains { $0.name == "GPSAreaInformation" && $0.byteCount == 12 })
  }

  /// What stands behind the name of its characters, in a file whose directories have the most significant byte first.
  @Test(
    arguments: [
      ("554E49434F444500 FEFF 0041 006E", "An"), ("554E49434F444500 FFFE 4100 6E00", "An"),
      ("554E49434F444500 4100 6E00", "An"), ("554E49434F444500 5F20 4E09", "张三"), ("554E49434F444500 0041 0000", "A"),
      ("4153434949000000 416E6E61 00", "Anna"), ("0000000000000000 416E6E61", "Anna"), ("0000000000000000 00000000", ""), ("4153434949000000 20", ""),
      ("0000000000000000 416E 00 6E61", nil), ("4153434949000000 FF FE 41", nil), ("4A49530000000000 3D3B", nil),
    ] as [(String, String?)])
  func charactersAreThoseThatAreNamed(digits: String, text: String?) throws {
    let comment = hex(digits)
    let bytes = EmbeddedCases.exif {
      EmbeddedCases.directory(EmbeddedCases.entry(0x9286, 7, UInt32(comment.bytes.count), 26))
      comment
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(MediaFile.metadata(of: document).first { $0.keyString == "UserComment" }?.stringValue == text)
    // Zeros are nobody's comment.
    let found = MediaFile.privacy(of: document)
    #expect(found.findings.contains { $0.title == "UserComment" } == (text != ""))
    #expect(found.unread.contains { $0.name == "UserComment" } == (text == nil))
  }

  /// A latitude of 48° 6', whose reference stands behind it, and a longitude of 11° 30' without any.
  static let incompletePlace = EmbeddedCases.exif {
    EmbeddedCases.directory(EmbeddedCases.entry(0x8825, 4, 1, 26))
    // At 26, 42 bytes: up to 68.
    EmbeddedCases.directory(
      EmbeddedCases.entry(2, 5, 3, 68), EmbeddedCases.entry(1, 2, 2, 0x4E00_0000),
      EmbeddedCases.entry(4, 5, 3, 92))
    u32(48, 1, 6, 1, 0, 1)
    u32(11, 1, 30, 1, 0, 1)
  }

  @Test func aPlaceWithoutAReferenceIsIncomplete() throws {
    let items = MediaFile.metadata(of: try MediaFile.open(ByteSource(copying: Self.incompletePlace)))
    func value(_ key: String) -> String? { items.first { $0.keyString == key }?.stringValue }
    #expect(value("GPSLatitude") == "48.1° N")
    #expect(value("GPSLongitude") == "11.5°, no reference: east or west is not told")
    #expect(value("GPSPosition") == nil)
  }

  /// A packet of XMP in a tag of its own is read like one elsewhere, and what of it is no property is named.
  @Test func packetsInExifAreRead() throws {
    let packet = "<x:xmpmeta><rdf:Description dc:creator='A Name' photoshop:City='Sometown'/></x:xmpmeta>"
    let exif = EmbeddedCases.tiff {
      EmbeddedCases.directory(EmbeddedCases.entry(0x2BC, 1, UInt32(packet.utf8.count), 26))
      text(packet)
    }
    let bytes = EmbeddedCases.exif { Piece(Array(exif.bytes.dropFirst(8))) }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let items = MediaFile.metadata(of: document)
    #expect(items.filter { $0.keySpace == .xmp }.map(\.stringValue) == ["A Name", "Sometown"])
    // The entry has the bytes, which are not numbers.
    #expect(items.first { $0.keySpace == .exif }?.stringValue == nil)
    let offset = try #require(items.first { $0.keySpace == .xmp }?.fileOffset)
    #expect(Array(bytes[Int(offset)..<Int(offset) + 6]) == Array("A Name".utf8))
    let found = MediaFile.privacy(of: document)
    #expect(found.findings.filter { $0.identifier != nil }.map(\.kind) == [.person, .place])
    let reasons = found.unread.map { $0.reason.id.description }
    #expect(reasons.contains("exif-rest") && reasons.contains("xmp-rest"))
    #expect(MediaFile.disclosures(of: document).places.value?.count == 1)
    // A cover may be a picture of TIFF.
    let cover = MediaFile.privacy(
      of: try MediaFile.open(ByteSource(copying: PrivacyPictureTests.tag(exif.bytes))))
    #expect(cover.findings.map(\.value) == ["A Name", "Sometown"])
  }

  private func properties(_ packet: String) throws -> [String] {
    let bytes = Files.film
      + atoms { uuidAtom("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC") { text(packet) } }
    return MediaFile.metadata(of: try MediaFile.open(ByteSource(copying: bytes)))
      .filter { $0.keySpace == .xmp }.map { "\($0.keyString)=\($0.stringValue ?? "-")" }
  }

  /// Attributes, elements, lists and structures, with references to characters.
  @Test func propertiesOfXMPAreRead() throws {
    let told = try properties(
      """
      <?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>
      <rdf:RDF><!-- <a> --><rdf:Description rdf:about='' xmp:Rating="5" xmlns:dc='d'>
      <dc:creator><rdf:Seq><rdf:li>A &amp; B</rdf:li><rdf:li>&#x20AC;</rdf:li></rdf:Seq></dc:creator>
      <xmpMM:History><rdf:Seq><rdf:li stEvt:action='saved'/></rdf:Seq></xmpMM:History>
      <dc:format>image/heic</dc:format></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>
      """)
    #expect(told == [
      "xmp:Rating=5", "dc:creator[1]=A & B", "dc:creator[2]=€",
      "xmpMM:History[1]/stEvt:action=saved", "dc:format=image/heic",
    ])
  }

  /// A text of more than 65,536 bytes is given as these, with the reason.
  @Test(arguments: [65_536, 65_537]) func longTextsOfXMPAreSaidToBeLong(count: Int) throws {
    let packet =
      "<x:xmpmeta><rdf:Description><d:Long>" + String(repeating: "a", count: count) + "</d:Long></rdf:Description></x:xmpmeta>"
    let bytes = atoms { atom("moov") { atom("udta") { atom("XMP_") { text(packet) } } } }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let contents = try #require(MediaFile.metadata(of: document).first { $0.keyString == "d:Long" }).contents
    #expect(contents.faults == (count > 65_536 ? [.tooLong] : []))
    #expect((contents.value?.string == nil) == (count > 65_536))
  }

  /// Prefixes are the packet's own: what matters is what they stand for, in the element where they do.
  @Test func prefixesOfXMPAreThoseThatItDeclares() throws {
    let told = try properties(
      """
      <r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
      <r:Description e:GPSLatitude='47,38N' xmlns:e='http://ns.adobe.com/exif/1.0/'
        xmlns:exif='urn:other'><e:GPSAltitude>120/1</e:GPSAltitude></r:Description>
      <r:Description e:Rest='1'/></r:RDF>
      """)
    #expect(told == ["exif:GPSLatitude=47,38N", "exif:GPSAltitude=120/1", "e:Rest=1"])
  }

  /// Sections that are no markup are the characters they hold, and comments are none.
  @Test func sectionsAndCommentsInXMPAreRead() throws {
    let told = try properties(
      "<rdf:Description><dc:format>a<![CDATA[<&]]><!-- <b> -->c</dc:format></rdf:Description>")
    #expect(told == ["dc:format=a<&c"])
  }

  /// An instruction ends at `?>` behind its `<?`, and not within it, inside a property as well as outside.
  @Test func instructionsInXMPEndBehindTheirBeginning() throws {
    let inside = "<rdf:Description><dc:format>a<?>b?>c</dc:format></rdf:Description>"
    #expect(try properties(inside) == ["dc:format=ac"])
    #expect(try properties("<?>a?>" + inside) == ["dc:format=ac"])
  }

  /// XMP in an ID3 tag, whose frames may be un-synchronised, and in a box of JPEG XL is read as it is elsewhere.
  @Test(arguments: [false, true]) func packetsAreReadWhereverTheyStand(unsynchronised: Bool) throws {
    let packet = "<x:xmpmeta><rdf:Description><dc:format>a\u{FF}</dc:format></rdf:Description></x:xmpmeta>"
    let tag = TagBuilder(.v3)
    let tagged = tag.tag(unsynchronised: unsynchronised) {
      tag.frame("PRIV") { text("XMP", terminated: true); text(packet); hex("FF00") }
      tag.frame("PRIV") { text("owner", terminated: true); text(packet) }
    }.bytes
    let image = atoms {
      atom("JXL ") { hex("0D0A870A") }
      atom("ftyp") { hex("6A786C20 00000000 6A786C20") }
      atom("xml ") { text(packet) }
    }
    for bytes in [tagged, image] {
      let document = try MediaFile.open(ByteSource(copying: bytes))
      #expect(try document.nodes("//XMP").count == 1)
      #expect(
        MediaFile.metadata(of: document).filter { $0.keySpace == .xmp }.map(\.stringValue) == ["a\u{FF}"])
      guard let frame = try document.nodes("//PRIV").first else { continue }
      var summary = ByteWriter()
      NodeReader(document).putSummary(of: frame, to: &summary)
      #expect(summary.string == "XMP = \(packet.utf8.count + 2) bytes of XMP")
    }
  }

  /// A packet is a node with all its text, to the last byte.
  @Test func xmpIsATree() throws {
    let packet = "<?x?><a:b c='d &lt;' ><e>f</e >\n<!-- g --></a:b>"
    let bytes = Files.film
      + atoms { uuidAtom("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC") { text(packet) } }
    #expect(try fields(bytes, at: "uuid/XMP") == [
      "instruction=\"<?x?>\"", "open=\"<\"", "element=\"a:b\"", "space=\" \"",
      "attribute=\"c\"", "equals=\"='\"", "value=\"d &lt;\"", "quote=\"' \"",
      "tag_end=\">\"", "open=\"<\"", "element=\"e\"", "tag_end=\">\"", "value=\"f\"",
      "open=\"</\"", "end=\"e\"", "space=\" >\"", "space=0a",
      "instruction=\"<!-- g -->\"", "open=\"</\"", "end=\"a:b\"", "space=\">\"",
    ])
  }

  /// What ends the reading of a packet is a problem at its place; the rest is told whole.
  @Test(
    arguments: [
      ("<a><b></a>", "xmp-malformed"), ("<a b=c/>", "xmp-malformed"), ("<a>", "xmp-malformed"),
      ("<!DOCTYPE a [<!ENTITY b 'bb'>]><a/>", "xmp-entity"),
      ("<rdf:Description a='&b;'/>", "xmp-entity"),
      (String(repeating: "<a>", count: 10_000), "xmp-nested"),
      ("<a" + (0..<300).map { " xmlns:b\($0)='c'" }.joined() + "/>", "xmp-too-many"),
      (String(repeating: "<a/>", count: 9_000), "xmp-too-many"),
    ] as [(String, String)])
  func faultsOfXMPAreProblems(packet: String, id: String) throws {
    let bytes = Files.film
      + atoms { uuidAtom("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC") { text(packet) } }
    _ = try fields(bytes, at: "uuid/XMP")
    let document = MediaFile.checked(
      try MediaFile.open(ByteSource(copying: bytes)), isThorough: true)
    #expect(document.problems.kept.contains { $0.kind.id.description == id })
  }

  /// What Exif and XMP say alike is one field, and where they differ that is told.
  @Test(arguments: ["M1", "M2"])
  func exifAndXMPFeedTheSameFields(model: String) throws {
    let bytes =
      EmbeddedCases.exif { EmbeddedCases.directory(EmbeddedCases.entry(0x110, 2, 3, 0x4D31_0000)) }
      + atoms {
        uuidAtom("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC") {
          text("<rdf:Description tiff:Model='\(model)' aux:OwnerName='Someone'/>")
        }
      }
    let fields = MediaFile.fields(of: try MediaFile.open(ByteSource(copying: bytes)))
    let entry = try #require(fields["model"])
    #expect(entry.text == "M1")
    #expect(entry.conflicts.map(\.value.text) == (model == "M1" ? [] : ["M2"]))
    #expect(fields["owner"]?.text == "Someone")
  }

  /// Text in an encoding that XML does not have is no packet that is read: there is no node, and no property.
  @Test func otherEncodingsOfXMPStayText() throws {
    // EBCDIC, and units of three bytes.
    for packet in [hex("4C81616E"), hex("00003C 000061 00002F 00003E")] {
      let bytes = Files.film + atoms { uuidAtom("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC") { packet } }
      #expect(try MediaFile.open(ByteSource(copying: bytes)).nodes("uuid/XMP").isEmpty)
    }
  }

  /// Nothing is expanded, elements do not nest without end, and what was read before a fault stays.
  @Test func whatIsNoPacketEndsTheReading() throws {
    let bomb = "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;'>]>"
    #expect(try properties(bomb + "<rdf:Description xmp:Rating='5'/>") == [])
    #expect(
      try properties("<rdf:Description xmp:Rating='5' xmp:Label='&c;'></rdf:Description>")
        == ["xmp:Rating=5"])
    #expect(
      try properties("<rdf:Description xmp:Rating='5'>" + String(repeating: "<a>", count: 10_000))
        == ["xmp:Rating=5"])
    #expect(try properties("<rdf:Description xmp:Rating='5") == [])
  }

  /// The same directory with the least significant byte first.
  @Test func bothOrdersAreRead() throws {
    let content = hex("4949 2A00 08000000 0100 1201 0300 01000000 06000000 00000000")
    let bytes = Files.film + atoms { uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") { content } }
    let told = try fields(bytes, at: "uuid/TIFF")
    #expect(told.contains("value=to be turned by 90° to the right"))
    #expect(told.contains("next_IFD=0x00000000"))
  }

  /// {"a": [1, -2, h'00FF'], "b": true} with an array that has no count, and a tag.
  @Test func valuesHoldValues() throws {
    let told = try fields(
      EmbeddedCases.cbor { hex("A2 6161 9F 01 21 4200FF FF 6162 C1 F5") }, at: "jumb/cbor/CBOR")
    #expect(told.contains("text=\"a\""))
    #expect(told.contains("break=255"))
    #expect(told.contains("bytes=00ff"))
    #expect(told.contains("simple=true"))
    #expect(told.filter { $0 == "major_type=text" }.count == 2)
  }

  /// What follows a value that is nested reads as before it.
  @Test func aValueKeepsItsFieldsWhileOthersAreReadInIt() throws {
    // [[1, 2], 3]: the outer array has two items although the inner one has two as well.
    let told = try fields(EmbeddedCases.cbor { hex("82 82 01 02 03") }, at: "jumb/cbor/CBOR")
    #expect(told.filter { $0.hasPrefix("argument=") } == [
      "argument=2", "argument=2", "argument=1", "argument=2", "argument=3",
    ])
  }

  /// An outline reads nothing of it: there is one node, and bytes that begin otherwise have none.
  @Test func bytesThatAreNoDirectoriesStayBytes() throws {
    let bytes = Files.film
      + atoms { uuidAtom("4A706754-6966-6645-7869-662D3E4A5032") { text("Exif\0\0") } }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(try document.nodes("uuid/TIFF").isEmpty)
    #expect(try document.nodes("uuid").count == 1)
  }
}

/// Items that are no images are opened when that is asked for.
@Suite struct OpenedItemTests {
  /// A file with four items: Exif behind two bytes that nobody describes, XMP, a grid and an overlay in `idat`.
  private var picture: [UInt8] {
    func entry(_ id: UInt16, _ type: FourCC, _ rest: Piece = Piece()) -> Piece {
      atom("infe", version: 2) { u16(id, 0); u32(type.rawValue); u8(0); rest }
    }
    // In the order of `iloc`: the file for Exif and XMP, `idat` for the others.
    func location(_ exif: UInt32) -> Piece {
      atom("iloc", version: 1) {
        u8(0x44, 0); u16(4)
        u16(1, 0, 0, 1); u32(exif, 26)
        u16(2, 0, 0, 1); u32(exif + 26, 18)
        u16(3, 1, 0, 1); u32(0, 8)
        u16(4, 1, 0, 1); u32(8, 22)
      }
    }
    func file(_ exif: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { hex("68656963 00000000 6D696631 68656963") }
        atom("meta", version: 0) {
          location(exif)
          atom("iinf", version: 0) {
            u16(4)
            entry(1, "Exif"); entry(2, "mime", text("application/rdf+xml\0"))
            entry(3, "grid"); entry(4, "iovl")
          }
          atom("idat") {
            hex("00 00 01 02 0180 0090")
            hex("00 00 0001 0002 0003 0004 0100 0080 FFFF 0002 0003 0004")
          }
        }
        atom("mdat") {
          u32(2); hex("ABCD 4949 2A00 08000000 0000 00000000"); zeros(6)
          text("<a:b c='d'></a:b >")
        }
      }
    }
    let size = file(0).count
    return file(UInt32(size - 44))
  }

  @Test func itemsStandBelowTheirEntriesWhereTheyLie() throws {
    let bytes = picture
    let closed = try MediaFile.open(ByteSource(copying: bytes))
    #expect(try closed.nodes("//infe/Exif").isEmpty)
    let opened = MediaFile.openingItems(of: closed)
    func place(_ path: String) throws -> Range<UInt64> {
      let node = opened.tree[try #require(opened.nodes(path).first)]
      return node.start..<node.end
    }
    let start = UInt64(bytes.count - 44)
    #expect(try place("meta/iinf/infe[1]/Exif") == start..<start + 26)
    #expect(try place("meta/iinf/infe[1]/Exif/TIFF") == start + 6..<start + 26)
    #expect(try place("meta/iinf/infe[2]/XMP") == start + 26..<start + 44)
    let data = opened.tree[try #require(opened.nodes("meta/idat").first)]
    #expect(try place("meta/iinf/infe[3]/grid") == data.payloadStart..<data.payloadStart + 8)
    #expect(try place("meta/iinf/infe[4]/iovl") == data.payloadStart + 8..<data.end)
    // Everything else is as it was, and what follows stands where it stood.
    #expect(opened.tree.count == closed.tree.count + 5)
    #expect(try opened.nodes("mdat").count == 1)
    // A path leads to the node that it was printed for.
    for index in opened.tree.indices {
      #expect(try opened.nodes(opened.path(of: index)).contains(index))
    }
  }

  /// Some writers put `Exif` and two zeros before the byte order and count them as none: they are passed over,
  /// which is reported, and what the directories say is metadata all the same.
  @Test func uncountedPrefixesOfExifArePassedOver() throws {
    // Four bytes of offset, six of prefix, a directory of one entry: Model, "A".
    let data = pieces {
      u32(0); hex("4578 6966 0000 4D4D 002A 00000008 0001 0110 0002 00000002 41000000 00000000")
    }
    func file(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { hex("68656963 00000000 6D696631 68656963") }
        atom("meta", version: 0) {
          atom("iloc", version: 0) {
            u8(0x44, 0); u16(1, 1, 0, 1); u32(offset, UInt32(data.bytes.count))
          }
          atom("iinf", version: 0) {
            u16(1); atom("infe", version: 2) { u16(1, 0); hex("45786966 00") }
          }
        }
        atom("mdat") { data }
      }
    }
    let bytes = file(UInt32(file(0).count - data.bytes.count))
    let closed = try MediaFile.open(ByteSource(copying: bytes))
    #expect(MediaFile.metadata(of: closed).contains { $0.keyString == "Model" && $0.stringValue == "A" })
    let opened = MediaFile.checked(MediaFile.openingItems(of: closed))
    #expect(try opened.nodes("//infe/Exif/TIFF").count == 1)
    let ids = opened.problems.kept.map(\.kind.id.description)
    #expect(ids.contains("exif-prefix-uncounted"))
    #expect(!ids.contains("atom-misplaced"))
    // The fields of an entry end with it, wherever its item lies: behind it, or before all of it.
    #expect(!ids.contains("extra-bytes"))
    let before = MediaFile.checked(
      MediaFile.openingItems(of: try MediaFile.open(ByteSource(copying: file(0)))))
    #expect(try before.nodes("//infe/Exif").count == 1)
    #expect(!before.problems.kept.contains { $0.kind.id.description == "extra-bytes" })
  }

  /// What does not say where its directories begin is not read by the table that has a field for it.
  @Test func exifWithoutAnOffsetIsOpenedAsItsDirectories() throws {
    let made = try #require(RuleCases.all.first { $0.id == "exif-offset-missing" })
    let bare = MediaFile.openingItems(of: try MediaFile.open(ByteSource(copying: made.broken)))
    #expect(try bare.nodes("//infe/TIFF").count == 1)
    #expect(try bare.nodes("//infe/Exif").isEmpty)
    let whole = MediaFile.openingItems(of: try MediaFile.open(ByteSource(copying: made.sound)))
    #expect(try whole.nodes("//infe/Exif/TIFF").count == 1)
    for document in [bare, whole] {
      #expect(MediaFile.metadata(of: document).contains { $0.keyString == "Orientation" })
    }
  }

  /// Items that all lie on the same 8 KiB: what of them is more than a few times the file is left out, and said. Two
  /// that share their bytes, as in sequences of images that have the Exif of the film too, are read.
  @Test(arguments: [(2, 2), (128, 6)] as [(UInt16, Int)])
  func exifOfItemsThatLieInEachOtherIsBounded(_ count: UInt16, _ read: Int) throws {
    let data = pieces { u32(0); hex("4D4D 002A 00000008 0001 0110 0002 00000002 41000000 00000000"); zeros(8_192) }
    func file(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { hex("68656963 00000000 6D696631 68656963") }
        atom("meta", version: 0) {
          atom("iloc", version: 0) {
            u8(0x44, 0); u16(count)
            for number in 1...count { u16(number, 0, 1); u32(offset, UInt32(data.bytes.count)) }
          }
          atom("iinf", version: 0) {
            u16(count)
            for number in 1...count { atom("infe", version: 2) { u16(number, 0); hex("45786966 00") } }
          }
        }
        atom("mdat") { data }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: file(UInt32(file(0).count - data.bytes.count))))
    let models = MediaFile.metadata(of: document).filter { $0.keyString == "Model" }
    #expect(models.count == read)
    #expect(
      document.leftOut.map(\.description)
        == (read == count ? [] : ["Exif, XMP and IPTC of items that lie in each other are not all read"]))
    let opened = MediaFile.openingItems(of: document)
    #expect(try opened.nodes("//infe/Exif").count == read)
    #expect(
      opened.leftOut.contains { $0.description == "items that lie in each other are not all opened" } == (read < count))
  }

  /// An item may lie in the very entry that names it: here its name is a packet, and the packet is the item. The
  /// fields of the entry are those that it has without the item.
  @Test func anItemInItsOwnEntryTakesNothingFromIt() throws {
    let packet = "<a:b c='d'></a:b >"
    func file(_ offset: UInt32) -> [UInt8] {
      atoms {
        atom("ftyp") { hex("68656963 00000000 6D696631 68656963") }
        atom("meta", version: 0) {
          atom("iloc", version: 1) { u8(0x44, 0); u16(1, 1, 0, 0, 1); u32(offset, UInt32(packet.utf8.count)) }
          atom("iinf", version: 0) {
            u16(1)
            atom("infe", version: 2) {
              u16(1, 0); code("mime"); text(packet, terminated: true); text("application/rdf+xml", terminated: true)
            }
          }
        }
      }
    }
    let size = file(0).count
    let bytes = file(UInt32(size - 20 - 19))
    #expect(String(decoding: bytes[(size - 39)..<(size - 21)], as: UTF8.self) == packet)
    let closed = MediaFile.checked(try MediaFile.open(ByteSource(copying: bytes)))
    let opened = MediaFile.checked(MediaFile.openingItems(of: closed))
    #expect(try opened.nodes("//infe/XMP").count == 1)
    #expect(opened.problems.errors == closed.problems.errors)
    let entry = try #require(opened.nodes("//infe").first)
    #expect(opened.ownExtent(of: entry) == opened.tree[entry].extent)
    let reader = NodeReader(opened).reading(entry)
    #expect(reader.text(ofFieldNamed: "item_name") == packet)
    // Of its skeleton nothing of the packet is left.
    let skeleton = MediaFile.skeleton(of: opened)
    let blank = (0..<skeleton.blanks.count).map { skeleton.blanks[$0] }
    #expect(blank.contains { $0.start <= size - 39 && $0.end >= size - 21 })
  }

  /// What a file claims of its items opens nothing that is not there, and nothing in pieces.
  @Test func itemsThatAreNotThereStayClosed() throws {
    var bytes = picture
    let place = try #require(
      bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == Array("iloc".utf8) })
    // The length of the first item, and the offset of the second.
    for offset in [24, 36] { bytes[place + offset] = 0x7F }
    let opened = MediaFile.openingItems(of: try MediaFile.open(ByteSource(copying: bytes)))
    #expect(try opened.nodes("//infe/Exif").isEmpty)
    #expect(try opened.nodes("//infe/XMP").isEmpty)
    #expect(try opened.nodes("//infe/grid").count == 1)
  }
}

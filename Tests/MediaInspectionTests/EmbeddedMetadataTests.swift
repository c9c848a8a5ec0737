import ByteReading
import FuzzOracles
import Corpus
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Formats inside boxes are read to their last byte, with values as people read them.
@Suite struct EmbeddedMetadataTests {
  /// `name=value` of all fields of the first node of this name, as they are shown.
  private func fields(_ bytes: [UInt8], at path: String) throws -> [String] {
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

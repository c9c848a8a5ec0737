import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Property lists are read to their last byte wherever one stands, and say what they are read to say.
@Suite struct PropertyListTests {
  /// A dictionary of a text, a list and a moment: objects refer back and forth.
  private static let list = PropertyListCases.list([
    hex("D3 01 03 06 02 04 07"), hex("51 61"), hex("52 4F4B"), hex("51 62"),
    hex("A2 05 08"), hex("13 FFFFFFFFFFFFFFFE"), hex("51 63"), hex("33 41B9A5E4C4000000"),
    hex("61 00E9"),
  ])

  private func values(_ bytes: [UInt8]) throws -> [String] {
    let items = MediaFile.metadata(of: try MediaFile.open(ByteSource(copying: bytes)))
    return items.filter { $0.keySpace == .propertyList }
      .map { "\($0.keyString)=\($0.stringValue ?? "-")" }
  }

  private func film(_ list: Piece) -> [UInt8] { Files.film + atoms { PropertyListCases.box(list) } }

  @Test func aBinaryListIsATreeWithWhatReferencesAreTo() throws {
    let told = try EmbeddedMetadataTests().fields(film(Self.list), at: "uuid/plist")
    #expect(told.contains("key=\"a\"") && told.contains("value=array of 2"))
    #expect(told.starts(with: ["magic=\"bplist\"", "version=\"00\"", "type=dictionary", "size=3"]))
    #expect(told.contains("text=\"OK\""))
    #expect(told.contains("value=-2"))
    #expect(told.contains("value=2014-08-21T08:26:44Z") && told.contains("seconds_since_2001=430302404.0"))
    #expect(told.contains("text=\"é\""))
    #expect(told.contains("offsets×9"))
    #expect(told.contains("object_count=9"))
    let values = try values(film(Self.list))
    #expect(values == ["a=OK", "b[1]=-2", "b[2]=é", "c=2014-08-21T08:26:44Z"])
  }

  /// A reference says what it is to, and an offset what is there.
  @Test func referencesSayWhatTheyAreTo() throws {
    let document = try MediaFile.open(ByteSource(copying: film(Self.list)))
    var sink = Cells()
    var walker = Walker()
    document.walk(try #require(document.nodes("uuid/plist").first), &walker, into: &sink)
    #expect(sink.cells["key"] == ["1 (\"a\")", "3 (\"b\")", "6 (\"c\")"])
    #expect(sink.cells["value"]?.prefix(3) == ["2 (\"OK\")", "4 (array of 2)", "7 (2014-08-21T08:26:44Z)"])
    #expect(sink.cells["object"] == ["5 (-2)", "8 (\"é\")"])
    #expect(sink.cells["offsets"]?.first == "8 (dictionary of 3)")
  }

  private struct Cells: FieldSink {
    var cells: [String: [String]] = [:]
    mutating func field(_ field: borrowing FieldReading) { add(field, field.name.description) }
    mutating func table(_ table: borrowing TableReading) {
      for row in 0..<table.count { add(table.field(row: row, column: 0), table.name.description) }
    }
    private mutating func add(_ field: borrowing FieldReading, _ name: String) {
      var text = ByteWriter()
      text.put(value: field, .field)
      cells[name, default: []].append(text.string)
    }
  }

  private static let markup = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict><key>cast</key><array><dict><key>name</key><string>A &amp; B</string></dict>
    <dict/><string/></array><key>size</key><integer>17</integer><key>hd</key><true/></dict></plist>
    """

  @Test func aListOfTextIsATree() throws {
    let told = try EmbeddedMetadataTests().fields(film(text(Self.markup)), at: "uuid/plist")
    #expect(told.contains("element=\"plist\"") && told.contains("value=\"A &amp; B\""))
    #expect(try values(film(text(Self.markup))) == ["cast[1]/name=A & B", "cast[3]=", "size=17", "hd=true"])
  }

  /// Twenty lists, each of which has the next one twice: 144 bytes that stand for a million values.
  @Test func asManyValuesAreReadAsTheListHasBytes() throws {
    let lists = (UInt8(1)...20).map { number in pieces { hex("A2"); u8(number, number) } }
    let list = PropertyListCases.list(lists + [hex("51 78")])
    #expect(list.bytes.count == 8 + 20 * 3 + 2 + 21 * 2 + 32)
    let document = try MediaFile.open(ByteSource(copying: film(list)))
    MediaFile.check(document, name: nil)
    #expect(document.problems.kept.contains { $0.kind.id.isSame(as: "plist-too-many") })
    let values = try values(film(list))
    #expect(values.count > 32 && values.count <= list.bytes.count, "\(values.count)")
  }

  /// A list stands in values of items, whatever their type says, and in the set-up of timed metadata; the value
  /// of the item stays what it was.
  @Test func listsAreFoundInValues() throws {
    let bytes = Files.film
      + atoms {
        atom("moov") {
          atom("udta") {
            atom("meta", version: 0) {
              atom("hdlr", version: 0) {
                u32(0); hex("6D646972"); zeros(13)
              }
              atom("ilst") {
                atom("----") {
                  atom("mean", version: 0) { text("com.apple.iTunes") }
                  atom("name", version: 0) { text("iTunMOVI") }
                  atom("data") { u32(1, 0); text(Self.markup) }
                }
                atom("@xyz") { atom("data") { u32(0, 0); Self.list } }
              }
            }
          }
        }
      }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(try document.nodes("//data/plist").count == 2)
    let items = MediaFile.metadata(of: document)
    #expect(items.first { $0.keyString.contains("iTunMOVI") }?.stringValue == Self.markup)
    #expect(items.filter { $0.keySpace == .propertyList }.count == 8)
    for item in items where item.keySpace == .propertyList {
      let offset = try #require(item.fileOffset)
      if item.keyString == "a" { #expect(Array(bytes[Int(offset)..<Int(offset) + 2]) == Array("OK".utf8)) }
    }
    let node = try #require(document.nodes("//----/data").first)
    var summary = ByteWriter()
    NodeReader(document).putSummary(of: node, to: &summary)
    #expect(summary.string == "property list of \(Self.markup.utf8.count) bytes")
  }

  /// What Python makes of the same bytes, where it is installed.
  @Test func plistlibAgrees() throws {
    let python = "/usr/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      print("python3 is not installed: no property list is compared with it")
      return
    }
    let script = """
      import plistlib, sys, binascii
      def walk(v, path):
        if isinstance(v, dict):
          for k, x in v.items(): yield from walk(x, path + '/' + k if path else k)
        elif isinstance(v, list):
          for i, x in enumerate(v): yield from walk(x, path + '[%d]' % (i + 1))
        elif isinstance(v, bool): yield path + '=' + ('true' if v else 'false')
        elif hasattr(v, 'isoformat'): yield path + '=' + v.isoformat() + 'Z'
        else: yield path + '=' + str(v)
      for text in sys.argv[1:]:
        for line in walk(plistlib.loads(binascii.unhexlify(text)), ''): print(line)
      """
    for list in [Self.list, text(Self.markup)] {
      let digits = list.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      let child = try Child.run(python, ["-c", script, digits], limit: 60)
      #expect(child.text.split(separator: "\n").map(String.init) == (try values(film(list))))
    }
  }
}

/// Markup in UTF-16 and UTF-32 is the tree that it is in UTF-8, with the offsets of its own bytes.
@Suite struct WideMarkupTests {
  private static let packet = """
    <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:Description dc:format='a&amp;b'><dc:title>é𝄞</dc:title>\
    <photoshop:City> Oslo</photoshop:City></rdf:Description></x:xmpmeta>
    """

  enum Form: CaseIterable { case big16, little16, big32, little32 }

  private static func bytes(_ text: String, _ form: Form, mark: Bool) -> [UInt8] {
    let text = (mark ? "\u{FEFF}" : "") + text
    func units(_ number: UInt32, _ count: Int, _ isLittle: Bool) -> [UInt8] {
      let bytes = (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
      return isLittle ? bytes.reversed() : bytes
    }
    return switch form {
    case .big16: text.utf16.flatMap { units(UInt32($0), 2, false) }
    case .little16: text.utf16.flatMap { units(UInt32($0), 2, true) }
    case .big32: text.unicodeScalars.flatMap { units($0.value, 4, false) }
    case .little32: text.unicodeScalars.flatMap { units($0.value, 4, true) }
    }
  }

  private static func film(_ packet: [UInt8]) -> [UInt8] {
    Files.film + atoms { uuidAtom("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC") { Piece(packet) } }
  }

  @Test(arguments: Form.allCases, [true, false])
  func packetsAreReadInAllOfThem(form: Form, mark: Bool) throws {
    let packet = Self.bytes(Self.packet, form, mark: mark)
    let bytes = Self.film(packet)
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let items = MediaFile.metadata(of: document).filter { $0.keySpace == .xmp }
    #expect(
      items.map { "\($0.keyString)=\($0.stringValue ?? "-")" }
        == ["dc:format=a&b", "dc:title=é𝄞", "photoshop:City= Oslo"])
    // The offset is that of the value's own bytes.
    let city = Self.bytes(" Oslo", form, mark: false)
    let offset = try #require(items.last?.fileOffset)
    #expect(Array(bytes[Int(offset)..<Int(offset) + city.count]) == city)
    let told = try EmbeddedMetadataTests().fields(bytes, at: "uuid/XMP")
    #expect(told.contains("element=\"photoshop:City\"") && told.contains("value=\"a&amp;b\""))
    #expect(told.contains("value=\"é𝄞\"") && told.contains("end=\"x:xmpmeta\""))
    MediaFile.check(document)
    #expect(!document.problems.kept.contains { $0.kind.id.description.hasPrefix("xmp") })
    // What a file gives away is found in it as well.
    let found = MediaFile.privacy(of: document)
    #expect(found.findings.contains { $0.value == " Oslo" })
    #expect(!found.unread.contains { $0.reason.id.isSame(as: "xmp") })
  }

  /// Half a unit at the end, half a pair, and a number that is no character are said, and the rest is read.
  @Test func whatIsNoCharacterIsSaid() throws {
    let packet = Self.bytes("<a/>", .little16, mark: true) + [0x20]
    let halves = Self.bytes("<rdf:Description dc:a='", .big16, mark: false) + [0xD8, 0x00]
      + Self.bytes("'/>", .big16, mark: false)
    let numbers = Self.bytes("<rdf:Description dc:a='", .big32, mark: false) + [0, 0x11, 0, 0]
      + Self.bytes("'/>", .big32, mark: false)
    for (bytes, id) in [(packet, "xmp-malformed"), (halves, "xmp-entity"), (numbers, "xmp-entity")] {
      let document = try MediaFile.open(ByteSource(copying: Self.film(bytes)))
      _ = try EmbeddedMetadataTests().fields(Self.film(bytes), at: "uuid/XMP")
      MediaFile.check(document)
      #expect(document.problems.kept.map { $0.kind.id.description }.contains(id))
    }
  }
}

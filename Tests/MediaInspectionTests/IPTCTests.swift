// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What agencies and editors write about a picture: data sets of IPTC-IIM, alone or among Photoshop's resources.
@Suite struct IPTCTests {
  private static let resources = Files.film + atoms { IPTCCases.box(resources: IPTCCases.resources) }
  private static let dataSets = Files.film + atoms { IPTCCases.box(dataSets: IPTCCases.people) }

  @Test func dataSetsAreATree() throws {
    let told = try EmbeddedMetadataTests().fields(Self.dataSets, at: "uuid/IPTC")
    #expect(
      Array(told.prefix(18)) == [
        "tag_marker=28", "record_number=1", "data_set_number=90", "is_extended=0", "octet_count=3 bytes",
        "character_set=1779015", "tag_marker=28", "record_number=2", "data_set_number=0", "is_extended=0",
        "octet_count=2 bytes", "value=4", "tag_marker=28", "record_number=2", "data_set_number=5", "is_extended=0",
        "octet_count=7 bytes", "value=\"Harbour\"",
      ].map { line in Self.named(line) })
    #expect(told.contains("value=\"Jana Nováková\"") && told.contains("value=\"+420 541 000 000\""))
  }

  /// Summaries show the names of numbers that have one.
  private static func named(_ line: String) -> String {
    [
      "record_number=1": "record_number=envelope", "record_number=2": "record_number=application",
      "data_set_number=90": "data_set_number=Coded Character Set", "data_set_number=0": "data_set_number=Record Version",
      "data_set_number=5": "data_set_number=Object Name", "character_set=1779015": "character_set=UTF-8",
    ][line] ?? line
  }

  /// Without a mark of UTF-8 texts are ISO 8859-1; sizes may have bytes of their own.
  @Test func textsAndSizesAreOfTwoKinds() throws {
    let bytes = Files.film + atoms {
      IPTCCases.box(dataSets: pieces {
        IPTCCases.dataSet(2, 90, hex("42 72 6E F3"))
        hex("1C 02 78 8004 00000003"); text("abc")
      })
    }
    let told = try EmbeddedMetadataTests().fields(bytes, at: "uuid/IPTC")
    #expect(told.contains("value=\"Brnó\""))
    #expect(Array(told.suffix(3)) == ["octet_count=4 bytes", "extended_octet_count=3 bytes", "data=616263"])
    let items = MediaFile.metadata(of: try MediaFile.open(ByteSource(copying: bytes))).filter { $0.keySpace == .iptc }
    #expect(items.map { "\($0.keyString)=\($0.stringValue ?? "-")" } == ["City=Brnó", "Caption/Abstract=abc"])
  }

  @Test func resourcesAreATree() throws {
    let told = try EmbeddedMetadataTests().fields(Self.resources, at: "uuid/resources")
    #expect(told.filter { $0.hasPrefix("identifier=") } == [
      "identifier=resolution", "identifier=IPTC-IIM", "identifier=copyright flag",
    ])
    #expect(told.contains("hRes=72.0") && told.contains("name=\"c\"") && told.contains("value=\"Brno\""))
    let items = MediaFile.metadata(of: try MediaFile.open(ByteSource(copying: Self.resources)))
      .filter { $0.keySpace == .iptc }
    #expect(
      items.map { "\($0.keyString)=\($0.stringValue ?? "-")" } == [
        "Coded Character Set=UTF-8", "Record Version=4", "Object Name=Harbour", "By-line=Jana Nováková", "City=Brno",
        "Sub-location=Zelný trh", "Country/Primary Location Name=Česko", "Contact=+420 541 000 000",
        "Writer/Editor=K. Editor", "Date Created=20240229", "Keywords=boats",
      ])
    let offset = try #require(items.first { $0.keyString == "City" }?.fileOffset)
    #expect(Array(Self.resources[Int(offset)..<Int(offset) + 4]) == Array("Brno".utf8))
  }

  @Test(arguments: [resources, dataSets])
  func whatDataSetsGiveAwayIsFound(_ bytes: [UInt8]) throws {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let found = MediaFile.privacy(of: document)
    func values(_ kind: Privacy.Kind) -> [String] { found.findings.filter { $0.kind == kind }.compactMap(\.value) }
    #expect(values(.person) == ["Jana Nováková", "+420 541 000 000", "K. Editor"])
    #expect(values(.place) == ["Brno", "Zelný trh", "Česko"])
    // The header of the movie has others.
    #expect(values(.time).first == "20240229")
    #expect(found.unread.contains { $0.reason.id.isSame(as: "iptc-rest") })
    #expect(!found.unread.contains { $0.reason.id.isSame(as: "iptc") })
    let disclosed = MediaFile.disclosures(of: document)
    #expect(disclosed.places.value?.count == 3 && disclosed.persons.value?.count == 3)
  }

  /// The version of the model that a record keeps to is nobody's device.
  @Test func versionsOfTheModelGiveNothingAway() throws {
    let bytes = Files.film + atoms {
      IPTCCases.box(dataSets: pieces { IPTCCases.dataSet(1, 0, u16(4)); IPTCCases.dataSet(2, 80, text("Jana")) })
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(MediaFile.metadata(of: document).contains { $0.keyString == "Model Version" })
    #expect(MediaFile.privacy(of: document).findings.filter { $0.path.contains("uuid") }.map(\.value) == ["Jana"])
  }

  /// A cover has them in a segment of its own.
  @Test func dataSetsInACoverAreFound() throws {
    let picture = PrivacyPictureTests.jpeg {
      PrivacyPictureTests.segment(0xED) { text("Photoshop 3.0\0"); IPTCCases.resources }
    }
    let found = MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: PrivacyPictureTests.tag(picture))))
    let person = try #require(found.findings.first { $0.kind == .person })
    #expect(person.value == "Jana Nováková" && person.identifier == "iptc/By-line")
    let offset = try #require(person.offset)
    let tag = PrivacyPictureTests.tag(picture)
    #expect(Array(tag[Int(offset)..<Int(offset) + 4]) == Array("Jana".utf8))
    #expect(found.unread.contains { $0.reason.id.isSame(as: "iptc-rest") })
  }

  /// They stand in the first directory of a picture, too.
  @Test func dataSetsInATIFFAreATree() throws {
    let people = IPTCCases.people
    let bytes = EmbeddedCases.exif {
      EmbeddedCases.directory(
        EmbeddedCases.entry(0x83BB, 7, UInt32(people.bytes.count), 38),
        EmbeddedCases.entry(0x8649, 1, UInt32(IPTCCases.resources.bytes.count), UInt32(38 + people.bytes.count)))
      people
      IPTCCases.resources
    }
    let told = try EmbeddedMetadataTests().fields(bytes, at: "uuid/TIFF")
    #expect(told.filter { $0 == "value=\"Jana Nováková\"" }.count == 2 && told.contains("hRes=72.0"))
    // Both are items of metadata, those of the tag of their own with the paths of their fields.
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let items = MediaFile.metadata(of: document).filter { $0.keySpace == .iptc && $0.keyString == "By-line" }
    #expect(items.map(\.stringValue) == ["Jana Nováková", "Jana Nováková"])
    let offset = try #require(items.first?.fileOffset)
    #expect(Array(bytes[Int(offset)..<Int(offset) + 4]) == Array("Jana".utf8))
    let persons = MediaFile.privacy(of: document).findings.filter { $0.kind == .person }
    #expect(persons.first?.value == "Jana Nováková" && persons.first?.others == 1)
  }
}

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

/// What cameras note in samples and leave behind films.
@Suite struct CameraTests {
  private static let film = Cameras.film(
    [("rtmd", [Cameras.acquisition]), ("djmd", [Cameras.telemetry(latitude: 48.13, longitude: 11.57)])],
    trailer: Cameras.trailer
  ).bytes

  /// The fields of the first sample of a track, as paths and values.
  private func fields(_ entry: FourCC, _ sample: Piece) throws -> [String] {
    let document = try MediaFile.open(ByteSource(copying: Cameras.film([(entry, [sample])]).bytes))
    let track = try #require(MovieSamples(document).tracks.first)
    let first = try #require(track.samples().first { _ in true })
    let place = try #require(track.place(of: first))
    let layout = try #require(track.layouts.first.flatMap { $0 })
    var sink = Told()
    layout.walk(place, of: document, into: &sink)
    return sink.lines
  }

  private struct Told: FieldSink {
    var lines: [String] = []
    mutating func field(_ field: borrowing FieldReading) {
      var text = ByteWriter()
      text.put(value: field, .field)
      lines.append("\(field.name) \(text.string)")
    }
    mutating func table(_ table: borrowing TableReading) {
      for row in 0..<table.count {
        for column in 0..<table.columns.count { field(table.field(row: row, column: column)) }
      }
    }
    init() {}
  }

  // MARK: Sony

  @Test func acquisitionMetadataHaveNamesAndUnits() throws {
    let told = try fields("rtmd", Cameras.acquisition)
    for line in [
      "hours 1", "frames 14", "value 53,248 (f/2.83)", "value 57,594 (2.5 m)", "value 53,298 (50.0 mm)", "value 0.5",
      "value 35,600 (35.6 mm)", "value 600 (6.0 dB)", "value 5,600 K", "value \"ILCE-7SM3 5072108\"", "value 10,800 (180.0 °)",
      "value 4 (daylight)", "year 0x2026",
    ] {
      #expect(told.contains(line), "\(line) is not in \(told)")
    }
    for line in ["set camera unit", "label HLG", "label full auto"] {
      #expect(told.contains(line), "\(line) is not in \(told)")
    }
  }

  // MARK: DJI

  @Test func messagesAreTreesWithNames() throws {
    let told = try fields("djmd", Cameras.telemetry(latitude: 48.13, longitude: 11.57))
    for line in [
      "key 10 (field 1)", "protocol \"dvtm_ac203.proto\"", "serial_number \"4XYZK1234567AB\"", "model \"Osmo Action 4\"",
      "value 3,840", "fixed32 1,106,231,951 (29.97)", "value -12", "coordinate_unit 1 (degrees)",
      "latitude 48.13", "longitude 11.57", "date_time \"2026-11-26 10:20:30\"",
    ] {
      #expect(told.contains(line), "\(line) is not in \(told)")
    }
  }

  /// What is no message stays bytes, and what is behind the last field is listed.
  @Test(arguments: [
    ("0a0201ff", ["key 10 (field 1)", "length 2", "bytes 01ff"]),
    ("0a03616263", ["key 10 (field 1)", "length 3", "text \"abc\""]),
    ("0801 07", ["key 8 (field 1)", "value 1", "rest 07"]),
    ("0a00", ["key 10 (field 1)", "length 0"]),
    ("0a02 0801", ["key 10 (field 1)", "length 2", "key 8 (field 1)", "value 1"]),
    ("08ffffffffffffffffff01", ["key 8 (field 1)", "value -1"]),
  ])
  func whatBytesAre(_ digits: String, _ wanted: [String]) throws {
    #expect(try fields("djmd", hex(digits.replacing(" ", with: ""))) == wanted)
  }

  // MARK: Canon

  @Test func recordsOfCanonHaveNames() throws {
    let told = try fields("CTMD", Cameras.records)
    for line in [
      "type 1 (time)", "year 2,026", "hundredth 45", "focal_length_numerator 50", "f_number_numerator 28",
      "exposure_time_denominator 60", "iso 2,147,484,048 (400)", "tag 34,665 (Exif)", "value ffffffff",
    ] {
      #expect(told.contains(line), "\(line) is not in \(told)")
    }
  }

  // MARK: Insta360

  @Test func recordsAreATree() throws {
    let told = try EmbeddedMetadataTests().fields(Self.film, at: "INST")
    for part in [
      "number=information", "serial_number=\"IXSE12ABC34567\"", "model=\"Insta360 X3\"", "trailer_size=406 bytes",
      "mark=\"8db42d694ccc418790edff439fe026bf\"",
    ] {
      #expect(told.contains(part), "\(part) is not in \(told)")
    }
    let document = try MediaFile.open(ByteSource(copying: Self.film))
    MediaFile.check(document)
    #expect(!document.problems.kept.contains { $0.kind.id.description.hasPrefix("insta360") })
    let items = MediaFile.metadata(of: document).filter { $0.keySpace == .insta360 }
    #expect(
      items.map { "\($0.keyString)=\($0.stringValue ?? "-")" } == [
        "Position=+48.130000+011.570000+520/", "PositionTime=2026-11-26T10:20:30Z",
        "SerialNumber=IXSE12ABC34567", "Model=Insta360 X3", "Firmware=v1.0.98_build1",
      ])
  }

  /// In an atom of its own it is the same.
  @Test func recordsInAnAtom() throws {
    let bytes = Files.film + atoms { atom("inst") { Cameras.trailer } }
    #expect(try EmbeddedMetadataTests().fields(bytes, at: "inst/INST").contains("model=\"Insta360 X3\""))
  }

  /// A mark at the end of what is something else is none.
  @Test func aMarkAloneIsNoTrailer() throws {
    let end = Cameras.end(after: Cameras.trailer)
    let document = try MediaFile.open(ByteSource(copying: Files.film + end.bytes))
    #expect(try document.nodes("INST").isEmpty)
  }

  /// Taggers that know no atoms put their tags behind the last of them: nothing is missing then.
  @Test func tagsBehindTheLastAtomAreTags() throws {
    let old = id3v1("Tail").bytes
    let new = TagBuilder(.v3).tag { TagBuilder(.v3).text("TPE1", "Joe Smith") }.bytes
    for (tags, types, keys) in [
      (old, ["TAG\\x01"], ["title"]), (new, ["ID3\\x03"], ["TPE1"]), (new + old, ["ID3\\x03", "TAG\\x01"], ["TPE1", "title"]),
    ] {
      let document = try MediaFile.open(ByteSource(copying: Files.film + tags))
      MediaFile.check(document)
      let last = document.tree.children(of: nil).map { document.tree[$0].type.key }.suffix(types.count)
      #expect(Array(last) == types)
      #expect(!document.problems.kept.contains { $0.kind.id.isSame(as: "file-truncated") })
      let items = MediaFile.metadata(of: document).map(\.keyString)
      for key in keys { #expect(items.contains(key), "\(items)") }
    }
    // Something behind the tag, or a tag that ends before the file does, is no such tag.
    let other = try MediaFile.open(ByteSource(copying: Files.film + old + [1]))
    #expect(other.tree.children(of: nil).allSatisfy { other.tree[$0].type != FourCC(0x5441_4701) })
  }

  // MARK: What they give away

  @Test func whatCamerasGiveAwayIsFound() throws {
    let document = try MediaFile.open(ByteSource(copying: Self.film))
    let found = MediaFile.privacy(of: document, readsMedia: true)
    let places = found.findings.filter { $0.kind == .place }
    #expect(places.count == 3)
    for place in places {
      let position = try #require(place.position)
      #expect(abs(position.latitude - 48.13) < 1e-9 && abs(position.longitude - 11.57) < 1e-9, "\(place)")
    }
    let values = found.findings.compactMap(\.value)
    for value in [
      "ILCE-7SM3 5072108", "FE 50mm F1.8", "2026-11-26 10:20:30", "4XYZK1234567AB", "Osmo Action 4", "IXSE12ABC34567",
      "Insta360 X3", "v1.0.98_build1",
    ] {
      #expect(values.contains(value), "\(value) is not in \(values)")
    }
    let unread = found.unread.map { $0.reason.id.description } + (found.mediaReading?.unread ?? []).map { $0.reason.id.description }
    #expect(unread.contains("insta360-rest") && unread.contains("opaque-samples"), "\(unread)")
    // Without media it is said that they were not read.
    let left = MediaFile.privacy(of: document)
    #expect(left.unread.filter { $0.reason.id.isSame(as: "timed-metadata") }.count >= 1)
  }

  /// Each kind of sample by itself, with all that is found.
  @Test(arguments: [
    ("rtmd", Cameras.acquisition, [
      "device Lens attributes FE 50mm F1.8", "device Camera attributes ILCE-7SM3 5072108",
      "time Date and time 2026-11-26 10:20:30", "place Position", "time Date of a position 2026:11:26",
    ]),
    ("djmd", Cameras.telemetry(latitude: 48.13, longitude: 11.57), [
      "device Serial number 4XYZK1234567AB", "device Model Osmo Action 4", "place Position",
      "time Time of a position 2026-11-26 10:20:30",
    ]),
    ("CTMD", Cameras.records, ["time Date and time 2026-11-26 10:20:30"]),
  ] as [(FourCC, Piece, [String])])
  func whatSamplesGiveAwayIsFound(entry: FourCC, sample: Piece, wanted: [String]) throws {
    let document = try MediaFile.open(ByteSource(copying: Cameras.film([(entry, [sample])]).bytes))
    let found = MediaFile.privacy(of: document, readsMedia: true).findings
    #expect(found.map { "\($0.kind) \($0.title)" + ($0.value.map { " " + $0 } ?? "") } == wanted)
  }

  /// A moment stands from the year to the second.
  @Test func aMomentHasAllOfItsBytes() throws {
    let bytes = Cameras.film([("CTMD", [Cameras.records])]).bytes
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let found = try #require(MediaFile.privacy(of: document, readsMedia: true).findings.first { $0.kind == .time })
    let start = Int(try #require(found.offset))
    // 2026, in little-endian order, and five bytes more.
    #expect(found.byteCount == 7 && Array(bytes[start..<start + 7]) == [0xEA, 0x07, 11, 26, 10, 20, 30])
  }

  /// South and west of zero, in the letters that stand beside the numbers.
  @Test func lettersSayWhichHalfOfTheEarth() throws {
    let sample = pieces {
      u16(2)
      Cameras.set(
        "0c0201017f010000",
        pieces {
          Cameras.item(0x8501, text("S")); Cameras.item(0x8502, u32(33, 1, 51, 1, 0, 1))
          Cameras.item(0x8503, text("W")); Cameras.item(0x8504, u32(151, 1, 12, 1, 36, 1))
        })
    }
    let document = try MediaFile.open(ByteSource(copying: Cameras.film([("rtmd", [sample])]).bytes))
    let place = try #require(MediaFile.privacy(of: document, readsMedia: true).findings.first?.position)
    #expect(abs(place.latitude + 33.85) < 1e-9 && abs(place.longitude + 151.21) < 1e-9, "\(place)")
    // A row whose position is not known, one that is not on the earth, one with a letter that says nothing.
    let records = Cameras.record(
      0x700,
      pieces {
        Cameras.position(1, "N", 2, "E", status: "V"); Cameras.position(91, "N", 2, "E"); Cameras.position(3, "X", 4, "E")
        Cameras.position(33.85, "S", -151.21, "O"); Cameras.position(5, "N", 6, "E")
      })
    let film = Files.film + records.bytes + Cameras.end(after: records).bytes
    let items = MediaFile.metadata(of: try MediaFile.open(ByteSource(copying: film)))
    #expect(items.first { $0.keyString == "Position" }?.stringValue == "-33.850000-151.210000+520/")
  }

  /// Radians are what a message of DJI has that does not say in what its coordinates are.
  @Test func coordinatesInRadians() throws {
    let sample = Cameras.telemetry(latitude: 0.84, longitude: -0.2, inDegrees: false)
    let document = try MediaFile.open(ByteSource(copying: Cameras.film([("djmd", [sample])]).bytes))
    let place = try #require(
      MediaFile.privacy(of: document, readsMedia: true).findings.first { $0.kind == .place }?.position)
    #expect(abs(place.latitude - 48.1284) < 1e-3 && abs(place.longitude + 11.4592) < 1e-3, "\(place)")
  }
}

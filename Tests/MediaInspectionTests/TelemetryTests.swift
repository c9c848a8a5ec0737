// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import FuzzOracles
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// Numbers of telemetry are divided and have units, as their stream says.
@Suite struct TelemetryTests {
  private typealias Make = TelemetryCases

  /// The fields of telemetry of the file as a whole, numbers of arrays one by one.
  private func values(@AtomBuilder _ entries: () -> Piece) throws -> [String] {
    let entries = entries()
    let bytes = atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000, 400); zeros(80) }
        atom("udta") { atom("GPMF") { entries } }
      }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let node = try #require(document.nodes("moov/udta/GPMF").first)
    var walker = Walker()
    var sink = Told()
    document.walk(node, &walker, into: &sink)
    return sink.lines
  }

  private struct Told: FieldSink {
    var lines: [String] = []
    private var key = ""
    mutating func field(_ field: borrowing FieldReading) {
      var text = ByteWriter()
      text.put(value: field, .field)
      if field.name.isSame(as: "key") { key = FourCC(UInt32(field.raw)).key }
      if field.name.isSame(as: "value") { lines.append("\(key) \(text.string)") }
    }
    mutating func table(_ table: borrowing TableReading) {
      for row in 0..<table.count { field(table.field(row: row, column: 0)) }
    }
    init() {}
  }

  /// One divisor for each value of a structure, a unit for each; the last entry of the stream alone is measured.
  @Test func eachValueOfAStructureHasADivisorAndAUnit() throws {
    let told = try values {
      Make.level("DEVC") {
        Make.level("STRM") {
          Make.entry("TSMP", "L", 4, u32(18))
          Make.entry("UNIT", "c", 3, pieces { text("deg"); text("deg"); text("m\0\0"); text("m/s"); text("m/s") })
          Make.entry("SCAL", "l", 4, i32(10_000_000, 10_000_000, 1_000, 1_000, 100))
          Make.entry("GPSP", "S", 2, u16(207))
          Make.entry("GPS5", "l", 20, i32(331_264_969, -1_173_273_542, -20_184, 167, 19, 0, 0, 1_000, 0, 250))
        }
      }
    }
    #expect(
      told.filter { $0.hasPrefix("GPS") } == [
        "GPSP 207", "GPS5 331,264,969 (33.1264969 deg)", "GPS5 -1,173,273,542 (-117.3273542 deg)",
        "GPS5 -20,184 (-20.184 m)", "GPS5 167 (0.167 m/s)", "GPS5 19 (0.19 m/s)", "GPS5 0 (0 deg)", "GPS5 0 (0 deg)",
        "GPS5 1,000 (1 m)", "GPS5 0 (0 m/s)", "GPS5 250 (2.5 m/s)",
      ])
  }

  /// One divisor and one unit for all, of characters in ISO 8859-1; numbers with a point of their own have units, too.
  @Test func oneDivisorIsThatOfAllValues() throws {
    let told = try values {
      Make.level("STRM") {
        Make.entry("SIUN", "c", 4, Piece(Array("m/s".utf8) + [0xB2]))
        Make.entry("SCAL", "s", 2, i16(418))
        Make.entry("ACCL", "s", 6, i16(4_180, -209, 1))
      }
      Make.level("STRM") {
        Make.entry("SIUN", "c", 1, text("C"))
        Make.entry("TMPC", "f", 4, u32(0x4232_0000))
      }
    }
    #expect(
      told == [
        "SIUN \"m/s²\"", "SCAL 418", "ACCL 4,180 (10 m/s²)", "ACCL -209 (-0.5 m/s²)", "ACCL 1 (0.0024 m/s²)", "SIUN \"C\"",
        "TMPC 44.5 (44.5 C)",
      ])
  }

  /// Structures of several types are divided into the values that their stream names; they repeat.
  @Test func structuresAreWhatTheirTypeSays() throws {
    let told = try values {
      Make.level("STRM") {
        Make.entry("TYPE", "c", 1, text("lSc[2]B"))
        Make.entry("UNIT", "c", 3, pieces { text("deg"); text("s\0\0"); zeros(3); text("%\0\0") })
        Make.entry("SCAL", "l", 4, i32(10, 1_000, 1, 1))
        Make.entry("GPS9", "?", 9, pieces { i32(-125); u16(1_500); text("ab"); u8(7); i32(10); u16(1); text("cd"); u8(8) })
      }
    }
    #expect(
      told.filter { $0.hasPrefix("GPS9") } == [
        "GPS9 -125 (-12.5 deg)", "GPS9 1,500 (1.5 s)", "GPS9 \"ab\"", "GPS9 7 (7 %)", "GPS9 10 (1 deg)",
        "GPS9 1 (0.001 s)", "GPS9 \"cd\"", "GPS9 8 (8 %)",
      ])
  }

  /// Types that are not as many bytes as a structure say nothing of it.
  @Test(arguments: ["l", "lSc[2]BB", "lx", "l[", "l[0]", ""])
  func structuresThatDoNotFitStayBytes(_ types: String) throws {
    let told = try values {
      Make.level("STRM") {
        Make.entry("TYPE", "c", 1, text(types))
        Make.entry("SCAL", "l", 4, i32(10))
        Make.entry("FACE", "?", 9, hex("000102030405060708"))
      }
    }
    #expect(told.last == "FACE 000102030405060708")
  }

  /// The first numbers of a position that is a structure are a place.
  @Test func positionsInStructuresAreFound() throws {
    let bytes = atoms {
      Parts.fileType("isom")
      atom("moov") {
        atom("mvhd", version: 0) { zeros(8); u32(1_000, 400); zeros(80) }
        atom("udta") {
          atom("GPMF") {
            Make.level("STRM") {
              Make.entry("TYPE", "c", 1, text("lllS"))
              Make.entry("SCAL", "l", 4, i32(10_000_000, 10_000_000, 1_000, 1))
              Make.entry("GPS9", "?", 14, pieces { i32(515_334_000, -1_255_000, 27_000); u16(9) })
            }
          }
        }
      }
    }
    let found = MediaFile.privacy(of: try MediaFile.open(ByteSource(copying: bytes)))
    let place = try #require(found.findings.first { $0.kind == .place })
    #expect(place.position == GeographicPosition(latitude: 51.5334, longitude: -0.1255, altitude: 27))
  }
}

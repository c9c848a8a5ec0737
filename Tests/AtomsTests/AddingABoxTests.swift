import ByteReading
import Corpus
import Structure
import Testing

@testable import Atoms

/// The example of `AddingABox.md`, so that what the page says compiles and is true.
enum Weather: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "wthr", "Weather", "made up §3.1", in: "udta", versions: 0...1,
      summary: "{kind}, {temperature}, {entries|count} hours"
    ) {
      flags([1: "temperature_present"])
      uint(32, v1: 64, "observed", .secondsSince1904).volatile
      uint(8, "kind", .names(kinds))
      reserved(4)
      uint(4, "confidence")
      int(16, "temperature", .scaled(10, "°C"), if: .flag(1))
      uint(16, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(8, "hour")
        uint(24, "rainfall", .unit("µm"))
      }
      string(.utf8, .terminated, "station")
    }
  ]

  static let kinds: Names = [1: "sun", 2: "rain"]
}

/// What the weather was (made up §3.1).
enum WeatherReport: FieldView {
  static let table: StaticString = "wthr"
  enum Field: String, CaseIterable, Sendable { case temperature, entries }
}

/// A rule as `AddingARule.md` shows it.
enum WeatherRules {
  static let rules: [Rule] = [
    Rule(
      "wthr-no-hours", .note, "a report without hours", "made up §3.1",
      why: "A list without rows says nothing of the weather.",
      players: "They show no forecast.",
      mend: "Remove the box, or give it hours.", of: "wthr",
      test: { examination, index in
        if examination.view(WeatherReport.self, of: index).count(.entries) == 0 {
          examination.report(index, field: WeatherReport[.entries])
        }
      })
  ]
}

/// An entry of a sample group as the page shows it.
private enum Entries: SyntaxFamily {
  static let tables: [Syntax] = [entry]
  private static let entry =
    Syntax("prol", "Audio pre-roll", "14496-12 §10.1", in: "sgpd", entry: .code) {
      int(16, "roll_distance")
    }
}

@Suite struct AddingABoxTests {
  @Test func temperatureIsReadWhenFlagsSaySo() {
    let bytes = atoms {
      atom("wthr", version: 0, flags: 1) {
        u32(2_082_844_800)
        u8(2, 0x07)
        i16(-25)
        u16(1)
        u8(6)
        u24(1_200)
        text("Oslo", terminated: true)
      }
    }
    let reader = NodeReader(read(bytes))
    reader.open(NodeIndex(0))
    #expect(reader.signed("temperature") == -25)
    #expect(reader.count("entries") == 1)
    var summary = ByteWriter()
    reader.putSummary(to: &summary)
    #expect(summary.string == "rain, -2.5 °C, 1 hours")
    let rainfall = reader.withTable("entries") { $0.raw(row: 0, column: 1) }
    #expect(rainfall == 1_200)
    let report = reader.view(WeatherReport.self, of: NodeIndex(0))
    #expect(report.signed(.temperature) == -25)
    #expect(report.count(.entries) == 1)
  }

  @Test func aMissingTemperatureDropsOut() {
    let bytes = atoms {
      atom("wthr", version: 1) {
        u64(0)
        u8(1, 0)
        u16(0)
        u8(0)
      }
    }
    let reader = NodeReader(read(bytes))
    reader.open(NodeIndex(0))
    #expect(reader.number("temperature") == nil)
    #expect(reader.number("observed") == 0)
    var summary = ByteWriter()
    reader.putSummary(to: &summary)
    #expect(summary.string == "sun, 0 hours")
  }

  /// The same report without hours and with one: the rule finds the first alone.
  @Test(arguments: [0, 1]) func aReportWithoutHoursIsFound(hours: Int) {
    let file = atoms {
      atom("wthr", version: 0) {
        u32(0)
        u8(2, 0x07)
        u16(UInt16(hours))
        for _ in 0..<hours { bytes([6, 0, 0x04, 0xB0]) }
        text("Oslo", terminated: true)
      }
    }
    let document = read(file)
    document.runRules(Examination(document, isThorough: false), WeatherRules.rules)
    let found = document.problems.kept.map { "\($0.severity.name) \($0.kind.id)" }
    #expect(found == (hours == 0 ? ["note wthr-no-hours"] : []))
  }

  /// A document of one atom of the example; those of the package are opened with
  /// `Document.atoms(of:)`.
  private func read(_ bytes: [UInt8]) -> Document {
    let catalogue = Catalogue(
      nodeKind: "atom", header: Catalogue.atoms.header.syntax, families: [Weather.self],
      views: [WeatherReport.self])
    let builder = TreeBuilder(ByteSource(copying: bytes))
    _ = builder.append(
      Node(
        start: 0, size: UInt64(bytes.count), type: "wthr",
        table: builder.add(table: 0, of: catalogue), depth: 0, headerSize: 8))
    return Document(builder.finish(), limits: Limits())
  }

  @Test(arguments: [("AddingABox", 8), ("AddingARule", 1)])
  func thePageShowsThisCode(name: String, count: Int) throws {
    let code = try ShownCode(
      page: "Sources/Atoms/Atoms.docc/\(name).md", compiledIn: "Tests/AtomsTests/AddingABoxTests.swift")
    #expect(code.blocks.count == count)
    #expect(code.missing == [])
  }
}

import ByteReading
import Foundation
import MediaInspection
import Structure
import Testing

@testable import StructureRendering

/// A family with one of everything that the reference has to put into words.
private enum Weather: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("wthr", "Weather", "made up §3.1", in: "udta moov", versions: 0...1) {
      flags([1: "temperature_present"])
      uint(32, v1: 64, "observed", .secondsSince1904)
      uint(8, "kind", .names([1: "sun", 2: "rain and wind, from the west as a rule"]))
      int(16, "temperature", .scaled(10, "°C"), if: .flag(1))
      uint(16, "entry_count")
      table(.field("entry_count", plus: -1), "entries", if: .not(.equal("kind", 1))) {
        uint(24, "rainfall", .unit("µm")).little
      }
      when(.versionAtLeast(1)) {
        reserved(8)
        array(.remaining, "stations", of: code("station"))
      }
    },
    Syntax("raw ", "Bytes", "made up §3.2", in: "wthr") { bytes(.remaining, "data") },
    Syntax(
      "*", "Wind", "made up §3.3", in: "wnds", titles: Titles { Names.codes(["west": "Zephyr"]) }
    ) {
      boxes()
    },
  ]
}

@Suite struct CatalogueTests {
  private let catalogue = Catalogue(
    nodeKind: "atom", header: Weather.tables[0], families: [Weather.self],
    register: Register(named: "fog |us|wthr|Fog"))

  private func text(width: Int?, _ body: (inout CatalogueRenderer) -> Void) -> String {
    var options = RenderOptions()
    options.width = width
    var renderer = CatalogueRenderer(catalogue, options, output: ByteWriter())
    body(&renderer)
    return renderer.finish().string
  }

  @Test func entriesAreTablesAndNames() {
    let entries = catalogue.entries
    #expect(entries.map(\.key) == ["*", "fog ", "raw ", "west", "wthr"])
    #expect(entries.map(\.title) == ["Wind", "Fog", "Bytes", "Zephyr", "Weather"])
    #expect(entries.map(\.form) == [.described, .named, .bytes, .described, .described])
  }

  @Test func typesAreListed() {
    let entries = catalogue.entries
    let list = text(width: 60) {
      $0.list(entries)
      $0.summary(of: entries)
    }
    #expect(
      list == """
        type    title                 specified in  stands in
        *       Wind                  made up §3.3  wnds
        'fog '  Fog (name only)       us            wthr
        'raw '  Bytes (bytes)         made up §3.2  wthr
        west    Zephyr                made up §3.3  wnds
        wthr    Weather               made up §3.1  udta moov
        5 entries: 3 described, 1 as bytes, 1 by name only

        """)
  }

  @Test func aTypeIsDescribed() {
    let entry = catalogue.entries[4]
    let page = text(width: 72) { $0.render(entry, isFirst: true) }
    #expect(
      page == """
        wthr  Weather                                               made up §3.1
          in udta, moov
          versions 0 to 1

          version       uint(8)
          flags         uint(24)     0x1  temperature_present
          observed      uint(32|64)  seconds since 1904-01-01 UTC
          kind          uint(8)      1  sun
                                     2  rain and wind, from the west as a rule
          temperature   int(16)      in 1/10 °C; if flags & 0x1
          entry_count   uint(16)
          entries       table        entry_count − 1 times; if kind ≠ 1
            rainfall    uintle(24)   µm
          if version ≥ 1
            reserved    bits(8)      zeros
            stations    code[]       as many as fit

        """)
  }

  @Test func aTypeThatIsOnlyNamedSaysSo() {
    let entry = catalogue.entries[1]
    let page = text(width: 72) { $0.render(entry, isFirst: true) }
    #expect(page.hasPrefix("'fog '  Fog "))
    #expect(page.contains("registered; its layout is not described here"))
  }

  /// Everything fits: only words that are longer than the room for them stick out.
  @Test(arguments: [80, 120])
  func pagesKeepToTheWidth(width: Int) {
    let catalogue = MediaFile.atoms
    var options = RenderOptions()
    options.width = width
    var tooLong: [String] = []
    for entry in catalogue.entries {
      var renderer = CatalogueRenderer(catalogue, options, output: ByteWriter())
      renderer.render(entry, isFirst: true)
      for line in renderer.finish().string.utf8.split(separator: UInt8(ascii: "\n")) {
        // Bytes of UTF-8 that begin a character.
        let columns = line.count { $0 & 0xC0 != 0x80 }
        let isCut = line.count > width && String(line)?.contains("…") == true
        if columns > width || isCut { tooLong.append("\(entry.key): \(String(line) ?? "")") }
      }
    }
    #expect(tooLong.isEmpty)
  }

  @Test func JSONIsValid() throws {
    var text = ByteWriter()
    PublishedSchema.boxes.put(to: &text)
    let schema = try parsed(text.string)
    for catalogue in [catalogue, MediaFile.atoms] {
      for isPretty in [false, true] {
        var options = RenderOptions()
        options.isPretty = isPretty
        var output = ByteWriter()
        CatalogueRecords(catalogue.entries, of: catalogue, options)
          .write(as: .json(isPretty: options.isPretty), to: &output)
        let value = try parsed(output.string)
        #expect(Validator(schema).complaint(about: value) == nil)
        #expect((value["boxes"] as? [Any])?.count == catalogue.entries.count)
      }
    }
  }

  @Test func recordsHaveTheirColumns() {
    var output = ByteWriter()
    CatalogueRecords(catalogue.entries, of: catalogue, RenderOptions()).putPlain(to: &output)
    CatalogueRecords([catalogue.entries[4]], of: catalogue, RenderOptions())
      .putPlainFields(to: &output)
    let lines = output.string.split(separator: "\n")
    #expect(lines.contains("raw \tBytes\tmade up §3.2\twthr\tbytes"))
    #expect(lines.contains("wthr\ttemperature\tint(16)\t\tin 1/10 °C\tflags & 0x1"))
    #expect(lines.contains("wthr\tentries.rainfall\tuintle(24)\t\tµm\t"))
    #expect(lines.contains("wthr\tstations\tcode[]\tas many as fit\t\t"))
  }

  /// A registered type without a table, one that nobody registered, a reference type that the table
  /// for all of them does not name.
  @Test func registeredNamesStandInTheOutline() {
    let bytes =
      atom("ftyp", Array("isom".utf8), number(0, 4)) + atom("2dss", [1, 2, 3]) + atom("zzzz", [4])
    let document = document(bytes)
    var outline = OutlineRenderer(document, RenderOptions(), output: ByteWriter())
    _ = outline.render(name: "file.mp4")
    let lines = outline.finish().string.split(separator: "\n")
    #expect(lines.contains { $0.contains("2dss  Two-dimensional spatial relationship source") })
    #expect(lines.contains { $0.hasPrefix("0000001b         9  zzzz") && !$0.contains("Unknown") })
    var nodes = NodeRenderer(document, RenderOptions(), output: ByteWriter())
    for index in document.tree.indices { nodes.render(index, field: nil) }
    let page = nodes.finish().string
    #expect(page.contains("2dss  Two-dimensional spatial relationship source — 11 bytes at 0x10"))
    #expect(page.contains("zzzz  Unknown — 9 bytes"))
  }
}

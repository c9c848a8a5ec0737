// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaReports
import Structure
import StructureDiff
import Testing

/// Items of metadata that stand in a list of another kind, and what is told of lists that came or went as a whole.
@Suite struct KeptItemsTests {
  private func comparison(_ before: Piece, _ after: Piece) throws -> Comparison {
    func film(_ tags: Piece) throws -> Document { try Files.open(atoms { Parts.film(extra: tags) }) }
    return Comparison(try film(before), try film(after), rules: .media)
  }

  private func value(_ type: FourCC, _ value: String) -> Piece {
    atom(type) { atom("data") { u32(1, 0); text(value) } }
  }

  /// The list of iTunes, and the one of QuickTime that FFmpeg writes in its place.
  private func listed(_ items: [(type: FourCC, value: String)], handler: String = "") -> Piece {
    atom("udta") {
      atom("meta", version: 0) {
        Parts.handlerReference("mdir", name: handler)
        atom("ilst") { for item in items { value(item.type, item.value) } }
      }
    }
  }

  private func keyed(_ items: [(key: String, value: String)]) -> Piece {
    atom("udta") {
      atom("meta", version: 0) {
        Parts.handlerReference("mdta", name: "")
        atom("keys", version: 0) {
          u32(UInt32(items.count))
          for item in items { atom("mdta") { text(item.key) } }
        }
        atom("ilst") {
          for (number, item) in items.enumerated() { value(FourCC(UInt32(number + 1)), item.value) }
        }
      }
    }
  }

  private static let brands = [("major_brand", "isom"), ("minor_version", "512"), ("compatible_brands", "isomiso2")]

  /// A title under the key of another list is not gone, and names of encoders and brands of the file before may be.
  @Test func aTitleInAListOfAnotherKindIsKept() throws {
    let listed = listed([("@nam", "Reel"), ("@too", "Lavf")])
    let keyed = keyed(Self.brands + [("title", "Reel"), ("encoder", "Lavf")])
    let plain = atom("udta") {
      atom("titl", version: 0) { u16(0x55C4); text("Reel\0") }
    }
    for (a, b) in [(listed, keyed), (keyed, listed), (listed, plain)] {
      let verdict = try #require(try comparison(a, b).verdict)
      #expect(verdict.regressions == [], "\(verdict.findings.map(\.sentence))")
      // What leads to items is told behind them.
      let told = verdict.findings(of: .tags, .changed).map(\.text)
      #expect(!told.isEmpty && told.allSatisfy { !$0.hasPrefix("hdlr.") && !$0.hasPrefix("keys ") }, "\(told)")
    }
  }

  @Test func whatIsInNoOtherListIsGone() throws {
    let before = listed([("@nam", "Reel"), ("@too", "Lavf")])
    for after in [keyed([("title", "Other")]), keyed([("encoder", "Lavf")]), keyed([("artist", "Reel")]), Piece()] {
      #expect(try comparison(before, after).verdict?.regressions == [.tags])
    }
    // Nothing but the name of an encoder is gone.
    #expect(try comparison(listed([("@too", "Lavf")]), Piece()).verdict?.regressions == [])
    #expect(try comparison(keyed([("encoder", "Lavf")]), Piece()).verdict?.regressions == [])
    #expect(try comparison(keyed([("comment", "Lavf")]), Piece()).verdict?.regressions == [.tags])
  }

  /// All that was said is which program wrote the file, in whatever that stood.
  @Test func namesOfEncodersAloneAreNothingToViewers() throws {
    let plain = atom("udta") { atom("@swr") { u16(4, 0x55C4); text("Lavf") } }
    for list in [listed([("@too", "Lavf")]), keyed([("encoder", "Lavf")]), plain] {
      for (a, b) in [(list, Piece()), (Piece(), list)] {
        let verdict = try #require(try comparison(a, b).verdict)
        #expect(verdict.findings.map(\.sentence) == ["encoder names"])
        #expect(verdict.closing?.hasPrefix("viewer: no change") == true)
      }
    }
    // The key of one among others, too.
    let (brands, written) = (keyed(Self.brands), keyed(Self.brands + [("encoder", "Lavf")]))
    for (a, b) in [(brands, written), (written, brands)] {
      let verdict = try #require(try comparison(a, b).verdict)
      #expect(verdict.closing?.hasPrefix("viewer: no change") == true, "\(verdict.findings.map(\.sentence))")
    }
    for named in [listed([("@too", "Lavf"), ("@nam", "Reel")]), listed([("@too", "Lavf")], handler: "Jane")] {
      let told = try #require(try comparison(named, Piece()).verdict).findings.map(\.sentence)
      #expect(told == ["udta removed"])
    }
    // Nothing is said in a list that is empty, which is another thing.
    let empty = atom("udta") { atom("meta", version: 0) { atom("ilst") {} } }
    #expect(try comparison(empty, Piece()).verdict?.state(of: .tags) == .changed)
  }

  private func words(_ before: Piece, _ after: Piece) throws -> [String] {
    try comparison(before, after).changes.filter { $0.kind == .added || $0.kind == .removed }.map { $0.old + $0.new }
  }

  /// A list that came or went as a whole is told with what it says, bounded.
  @Test func aWholeListIsToldWithItsItems() throws {
    let place = ("com.apple.quicktime.location.ISO6709", "+50.1+010.2/")
    let said = #"com.apple.quicktime.location.ISO6709 = "+50.1+010.2/""#
    let titles = (1...9).map { ("title", "\($0)") }
    for (list, end) in [
      (keyed([place]), said), (listed([("@nam", "Reel"), ("@too", "Lavf")]), #"@nam "Reel"; @too "Lavf""#),
      (keyed(titles), #"title = "6" and 3 more"#),
    ] {
      for found in [try words(Piece(), list), try words(list, Piece())] {
        #expect(found.count == 1 && found[0].hasSuffix(end), "\(found)")
      }
    }
  }

  /// An identifier of sixteen bytes says nothing to people.
  @Test func whatAnIdentifierStandsForIsSaid() throws {
    let packet = atom("uuid") { hex("BE7ACFCB97A942E89C71999491E3AFAC"); text("<x:xmpmeta/>") }
    let found = Comparison(
      try Files.open(atoms { Parts.film() }), try Files.open(atoms { Parts.film(); packet }), rules: .media)
    #expect(found.changes.contains { $0.new.hasPrefix("XMP") }, "\(found.changes.map(\.new))")
  }
}

import Structure
import StructureDiff
import Testing

@testable import DiffApplication

/// Files of rules are understood, and what is not is told at its place.
@Suite struct RuleFileTests {
  @Test(arguments: ["\n", "\r\n"])
  func linesEndInEitherWay(end: String) throws {
    let lines = [
      "profile media", "ignore  moov/udta   # who wrote it", "", "[old/*.mov]",
      "tolerate //mdhd.duration ±1", "expect ftyp.major_brand = 'is#m'",
    ]
    let rules = try DiffConfiguration(lines.joined(separator: end)).rules
    #expect(
      rules.map(\.text) == [
        "profile media", "ignore  moov/udta", "tolerate //mdhd.duration ±1",
        "expect ftyp.major_brand = 'is#m'",
      ])
    #expect(rules.map(\.origin) == [1, 2, 5, 6].map { ".atomdiff:\($0)" })
    #expect(rules.map(\.pattern) == [nil, nil, "old/*.mov", "old/*.mov"])
  }

  @Test(arguments: [
    ("ignore moov\r\nignroe //x", 2, 1), ("ignore   moov[", 1, 15), ("profile  none", 1, 10),
    ("ignore moov\n\nexpect   ftyp.major_brand <  x", 3, 30), ("[*.mov", 1, 1),
    ("tolerate //mdhd.duration", 1, 10), ("  ignore \u{65}\u{301}[", 1, 11),
  ])
  func mistakesAreToldAtTheirPlace(text: String, line: Int, column: Int) {
    let failure = #expect(throws: DiffConfiguration.Failure.self) {
      _ = try DiffConfiguration(text)
    }
    #expect(failure?.line == line)
    #expect(failure?.column == column)
  }

  /// What a line tolerates is what the option does: decimals with units, which may stand apart from them.
  @Test(arguments: [
    ("±1", Tolerance.units(1)), ("±0.5 ms", .nanoseconds(500_000)), ("±0.5ms", .nanoseconds(500_000)),
    ("± 0.5 ms", .nanoseconds(500_000)), ("1.25 s", .nanoseconds(1_250_000_000)), ("±20 µs", .nanoseconds(20_000)),
    ("±0.1 %", .partsPerMillion(1_000)), ("±0.1%", .partsPerMillion(1_000)), ("± 0.0001 %", .partsPerMillion(1)),
  ])
  func whatIsToleratedIsWrittenAsInTheOption(text: String, amount: Tolerance) throws {
    #expect(Tolerance(text) == amount)
    for blank in [" ", "\t", "   "] {
      let rule = try #require(DiffConfiguration("tolerate //mdhd.duration" + blank + text + "  # why").rules.first)
      guard case .tolerate(let path, let found) = rule.kind else {
        Issue.record("\(rule)")
        continue
      }
      #expect(path == (try Path("//mdhd.duration")) && found == amount)
    }
  }

  /// Parts of a unit that has none are no number of it.
  @Test(arguments: ["±0.5", "±0,5 ms", "±0.5 m", "±0.00001 %", "±.5 ms", "±5. ms", "±"])
  func whatIsNoToleranceInTheOptionIsNoneInALine(text: String) {
    #expect(Tolerance(text) == nil)
    #expect(throws: DiffConfiguration.Failure.self) { try DiffConfiguration("tolerate //mdhd.duration " + text) }
  }

  /// A line may be as long as a file; a message is not.
  @Test(arguments: ["ignore ", "profile ", "[*.mov]\nignore moov/", ""])
  func messagesRepeatTheBeginningOnly(word: String) throws {
    let failure = #expect(throws: DiffConfiguration.Failure.self) {
      _ = try DiffConfiguration(word + String(repeating: "x", count: 100_000) + "[")
    }
    let message = try #require(failure?.message)
    #expect(message.contains("xxx…'") && message.count < 200, "\(message.count)")
  }
}

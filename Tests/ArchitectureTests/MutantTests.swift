import Foundation
import Testing

/// The faults of `Fuzz/Mutants`, which `.ci/mutants` plants: that each can be planted still, and that
/// the tests which are to notice it are there.
@Suite struct MutantTests {
  static let names: [String] = {
    let folder = Checkout.folder + "/Fuzz/Mutants"
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (names ?? []).filter { $0.hasSuffix(".patch") }.sorted()
  }()

  @Test func thereAreThirtyOfManyKinds() throws {
    #expect(Self.names.count >= 30)
    var kinds: Set<String> = []
    for (place, name) in Self.names.enumerated() {
      #expect(name.hasPrefix(place < 9 ? "0\(place + 1)-" : "\(place + 1)-"))
      let text = try Checkout.text(of: "Fuzz/Mutants/" + name)
      kinds.insert(text.prefix { $0 != "\n" }.description)
    }
    #expect(kinds.count >= 12, "\(kinds)")
  }

  /// Each line that a patch takes out stands once in its file: so it applies wherever the line moves.
  @Test(arguments: names)
  func thePatchApplies(name: String) throws {
    let lines = try Checkout.text(of: "Fuzz/Mutants/" + name).components(separatedBy: "\n")
    let head = try #require(lines.first { $0.hasPrefix("--- a/") })
    let source = try Checkout.text(of: String(head.dropFirst("--- a/".count)))
    var old: [String] = []
    var hasSwitch = false
    for line in lines.drop(while: { !$0.hasPrefix("@@") }) + ["@@"] {
      if line.hasPrefix("+"), line.contains("Mutant.is(\(try number(of: name)))") {
        hasSwitch = true
      }
      if line.hasPrefix("-") { old.append(String(line.dropFirst())) }
      guard line.hasPrefix("@@"), !old.isEmpty else { continue }
      let block = "\n" + old.joined(separator: "\n") + "\n"
      #expect(("\n" + source).components(separatedBy: block).count == 2, "\(block)")
      old = []
    }
    #expect(hasSwitch)
    #expect(!source.contains("Mutant.is"))
  }

  @Test(arguments: names)
  func theTestsThatNoticeItAreThere(name: String) throws {
    let text = try Checkout.text(of: "Fuzz/Mutants/" + name)
    let line = try #require(text.components(separatedBy: "\n").first { $0.hasPrefix("tests: ") })
    let tests = line.dropFirst("tests: ".count).split(separator: " ").map(String.init)
    #expect(!tests.isEmpty)
    for test in tests { #expect(TestNames.all.contains(test), "\(test)") }
  }

  private func number(of name: String) throws -> Int {
    try #require(Int(name.prefix { $0 != "-" }))
  }
}

/// The names of all tests: `Suite`, `Suite/test`, and both with the target before them.
enum TestNames {
  static let all: Set<String> = {
    var names: Set<String> = []
    for file in Checkout.swiftFiles(in: "Tests") {
      guard let text = try? Checkout.text(of: file) else { continue }
      let target = Checkout.target(of: file)
      var suite = ""
      var isTest = false
      for line in text.components(separatedBy: "\n") {
        // Most lines are neither: a search is quicker than a match.
        if line.contains("struct ") || line.contains("extension "),
          let name = line.wholeMatch(of: /(?:@Suite.*)?\b(?:struct|extension) (\w+).*\{.*/)?.1
        {
          suite = String(name)
          names.formUnion([suite, target + "." + suite])
        }
        if line.contains("@Test") { isTest = true }
        if isTest, let name = line.firstMatch(of: /\bfunc (\w+)\(/)?.1 {
          isTest = false
          names.formUnion([suite + "/" + name, target + "." + suite + "/" + name])
        }
      }
    }
    return names
  }()
}

/// Each promise of `SECURITY.md` names the tests that hold it.
@Suite struct PromiseTests {
  /// The names in the table of promises: what stands in backquotes and has a slash, or is a suite.
  private func names() throws -> [String] {
    let text = try Checkout.text(of: ".github/SECURITY.md")
    return text.matches(of: /`(?<name>\w+Tests(?:\/\w+)?)`/).map { String($0.output.name) }
  }

  @Test func theTestsThatHoldThePromisesAreThere() throws {
    let names = try names()
    #expect(Set(names).count >= 20)
    for name in names { #expect(TestNames.all.contains(name), "\(name)") }
  }

  /// A promise without a test is a wish.
  @Test func everyPromiseHasATest() throws {
    let text = try Checkout.text(of: ".github/SECURITY.md")
    let rows = text.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count >= 10)
    for row in rows { #expect(row.contains("Tests"), "\(row)") }
  }
}

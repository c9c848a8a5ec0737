import Corpus
import Foundation
import Testing

/// What somebody wrote into files of rules, expectations and accepted problems, where it means nothing.
@Suite struct WrittenPathTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paths-\(UUID().uuidString)").path
  private let movie = Corpus.path(of: "encoded/h264-faststart.mp4")

  /// Runs in a folder of its own, in which `text` is the file `name`.
  private func run(_ name: String, _ text: String, _ call: String) throws -> Run {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    return try Run.shell(call, in: folder)
  }

  private func rule(_ condition: String) -> String {
    "player tv TV\n  plays avc1 mp4a\nrule large\n  no tv\n  each /moov/trak\n  when \(condition)\n  says it is large\n"
  }

  @Test func aFieldThatNoTableHasIsRefused() throws {
    let found = try run("tv.rules", rule("tkhd.wdith > 100"), "atomdump --plays=./tv.rules \(movie)")
    #expect(found.code == 2 && found.text.isEmpty)
    #expect(found.errorText == "atomdump: ./tv.rules:6:8: 'tkhd' has no field 'wdith' — did you mean 'width'?\n")
    let expected = try run("e", "expect ftyp\nexpect moov/mvhd.timescal = 1\n", "atomdump --expect e \(movie)")
    #expect(expected.code == 2)
    #expect(expected.errorText == "atomdump: e:2: 'mvhd' has no field 'timescal' — did you mean 'timescale'?\n")
  }

  /// A path of the inspector begins with a colon there.
  @Test func theColonOfTheInspectorIsNoneOfAPath() throws {
    let found = try Run.shell("atomdump -p :moov/trak \(movie)", in: NSTemporaryDirectory())
    #expect(found.code == 2 && found.text.isEmpty)
    #expect(
      found.errorText
        == "atomdump: ':moov/trak' is not a path: a type is missing before ':' (at character 1) — did you mean 'moov/trak'?\n")
  }

  /// A field may stand behind levels with periods, too, as in many languages.
  @Test func periodsStandBetweenLevels() throws {
    let field = try Run.shell("atomdump -p moov.trak[1].mdia.mdhd.timescale \(movie)", in: NSTemporaryDirectory())
    let same = try Run.shell("atomdump -p moov/trak[1]/mdia/mdhd.timescale \(movie)", in: NSTemporaryDirectory())
    #expect(field.code == 0 && field.text == same.text && same.text.contains("timescale"))
    #expect(
      field.errorText.hasSuffix(
        ": 'moov.trak[1].mdia.mdhd.timescale' is read with '/' for '.': levels are separated by '/'\n"))
    let wrong = try Run.shell("atomdump -p moov.mvhd.timescal \(movie)", in: NSTemporaryDirectory())
    #expect(wrong.code == 1 && wrong.errorText.contains("no field matches 'moov.mvhd.timescal' in moov"))
  }

  /// That what was not compared is the same would be no answer, to a script least of all.
  @Test func aComparisonOfNothingIsAMistake() throws {
    let typed = try Run.shell("atomdiff -q --only //mvdh \(movie) \(movie)", in: NSTemporaryDirectory())
    #expect(typed.code == 2 && typed.text.isEmpty)
    #expect(
      typed.errorText == """
        atomdiff: '//mvdh' means nothing in either file
        atomdiff: nothing was compared: --only chooses nothing

        """)
    // Who reads the report alone is told so, too.
    let report = try Run.shell("atomdiff --junit --only //mvdh \(movie) \(movie)", in: NSTemporaryDirectory())
    #expect(report.code == 2 && report.text.contains("nothing was compared"), "\(report.text)")
    let right = try Run.shell("atomdiff --only //mvhd --only //mvdh \(movie) \(movie)", in: NSTemporaryDirectory())
    #expect(right.code == 0 && right.errorText == "atomdiff: '//mvdh' means nothing in either file\n")
  }

  /// `-` is the standard output wherever a report may have a name: a file of this name was written.
  @Test(arguments: [("--html=-", "<!doctype html>"), ("--junit=-", "<?xml "), ("--sarif=-", "{\"$schema\"")])
  func aHyphenIsTheOutput(option: String, beginning: String) throws {
    let found = try run("a.txt", "", "atomdiff \(option) \(movie) \(movie); ls")
    #expect(found.text.hasPrefix(beginning) && found.text.hasSuffix("\na.txt\n"), "\(found.text.prefix(80)) \(found.errorText)")
  }

  /// A file may have types that nobody described: a rule for these holds where they are.
  @Test func aTypeThatNoTableDescribesIsRemarkedOn() throws {
    let found = try run("tv.rules", rule("tkhx exists"), "atomdump --plays=./tv.rules \(movie)")
    #expect(found.code == 0 && found.text.contains("plays"))
    #expect(found.errorText == "atomdump: ./tv.rules:6:8: no table describes 'tkhx': did you mean 'tkhd'?\n")
    let right = try run("tv.rules", rule("tkhd.width > 100000"), "atomdump --plays=./tv.rules \(movie)")
    #expect(right.code == 0 && right.errorText.isEmpty)
  }

  /// Tens of thousands of lines that mean nothing: each was held against all names that there are.
  @Test(.timeLimit(.minutes(1)))
  func manyTypesThatNoTableDescribesTakeNoTime() throws {
    let lines = (0..<40_000).map { "expect tkh\($0 % 10) absent\n" } + (0..<1_000).map { "expect y\($0 + 100) absent\n" }
    let found = try run("e", lines.joined() + "expect tkhq absent\nexpect tkh9 absent\n", "atomdump --expect e \(movie)")
    let said = found.errorText.split(separator: "\n")
    #expect(found.code == 0 && said.first == "atomdump: e:1: no table describes 'tkh0': did you mean 'tkhd'?")
    // What was looked up keeps its hint, and for others none is looked for any more.
    #expect(said.contains("atomdump: e:41001: no table describes 'tkhq'"), "\(said.suffix(2))")
    #expect(said.contains("atomdump: e:41002: no table describes 'tkh9': did you mean 'tkhd'?"), "\(said.suffix(2))")
  }

  @Test func aFileThatIsGoneIsSaid() throws {
    let lines = ["gone.mp4", "known"].map { "file-truncated\t1\t\t\($0)\n" }.joined()
    let found = try run("known", lines, "atomdump --check --baseline known \(movie)")
    #expect(found.errorText.contains("atomdump: known: there is no gone.mp4: take it out, where it is gone\n"), "\(found.errorText)")
    #expect(!found.errorText.contains("there is no known"))
  }

  /// Who passes over bytes is told of the rest, which is not the file.
  @Test func whatIsPassedOverIsNamed() throws {
    let found = try run("a", "", "(printf 12345678; cat \(movie)) > b; atomdump --plays=chrome --skip 8 b")
    #expect(found.text.hasPrefix("b from 0x8 on — rules of "), "\(found.text)")
  }
}

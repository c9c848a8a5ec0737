import ByteReading
import CommandLineSupport
import Corpus
@testable import DumpApplication
import MediaInspection
import MediaReports
import Structure
import StructureRendering
import Testing

/// Known problems are accepted, new ones fail, gone ones are said.
@Suite struct ProblemPolicyTests {
  /// A file whose tables say more rows than there are, twice: an error and what follows from it.
  private func document(_ name: String = "broken/stsz-count-too-large.mp4") throws -> Document {
    let document = try MediaFile.open(try Corpus.open(name))
    MediaFile.check(document, isThorough: true)
    return document
  }

  private func lines(_ known: [ProblemPolicy.Known], _ name: String = "a.mp4") -> String {
    var output = ByteWriter()
    ProblemPolicy().put(known, of: Array(name.utf8), to: &output)
    return output.string
  }

  @Test func whatWasAcceptedIsNoProblemAnyMore() throws {
    let known = ProblemPolicy().known(in: try document())
    #expect(!known.isEmpty)
    var policy = ProblemPolicy()
    // An editor may have written the file with another end of lines.
    try policy.readBaseline("# a comment\r\n\r\n" + lines(known).replacing("\n", with: "\r\n"), "known")
    let again = try document()
    let result = policy.accept(in: again, of: Array("a.mp4".utf8))
    #expect(result.accepted == known.reduce(0) { $0 + $1.count } && result.gone.isEmpty)
    #expect(again.problems.errors + again.problems.warnings == 0)
    // Those of another file are not those of this one.
    let other = try document()
    #expect(policy.accept(in: other, of: Array("b.mp4".utf8)).accepted == 0)
    #expect(other.problems.errors + other.problems.warnings > 0)
  }

  /// Whoever calls a file from its own folder calls it otherwise than whoever has it listed.
  @Test func aNameFromHereIsTheSame() throws {
    let known = ProblemPolicy().known(in: try document())
    #expect(lines(known, "./a.mp4") == lines(known, "a.mp4"))
    var policy = ProblemPolicy()
    try policy.readBaseline(lines(known).replacing("\ta.mp4", with: "\t./a.mp4"), "known")
    for name in ["a.mp4", "./a.mp4", "././a.mp4"] {
      #expect(policy.accept(in: try document(), of: Array(name.utf8)).gone.isEmpty)
      #expect(policy.accept(in: try document(), of: Array(name.utf8)).accepted > 0)
    }
  }

  /// Names that are no UTF-8 are written byte by byte, and told apart; what is UTF-8 is written as it is.
  @Test func namesThatAreNoTextAreToldApart() throws {
    let known = ProblemPolicy().known(in: try document())
    let ending = Array(".mov".utf8)
    var output = ByteWriter()
    ProblemPolicy().put(known, of: [0xE9] + ending, to: &output)
    #expect(output.string == lines(known).replacing("\ta.mp4", with: "\t\\xe9.mov"))
    var policy = ProblemPolicy()
    try policy.readBaseline(output.string + lines(known, "ü.mov"), "known")
    #expect(policy.accept(in: try document(), of: [0xE9] + ending).accepted > 0)
    #expect(policy.accept(in: try document(), of: Array("ü.mov".utf8)).accepted > 0)
    #expect(policy.accept(in: try document(), of: [0xE8] + ending).accepted == 0)
    // A name that is written like that.
    #expect(policy.accept(in: try document(), of: Array("\\xe9.mov".utf8)).accepted == 0)
    #expect(policy.accept(in: try document(), of: Array("\u{FFFD}.mov".utf8)).accepted == 0)
  }

  /// A baseline names files as they are seen from where it stands, wherever it is called from.
  @Test func namesCountFromTheFolderOfTheBaseline() {
    func seen(_ file: String, from folder: String, in here: String? = "/home/a") -> String? {
      FilePath(file).relative(to: FilePath(folder), whereNamesCountFrom: here.map { FilePath($0) })
        .map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    #expect(seen("films/a.mp4", from: "films") == "a.mp4")
    #expect(seen("./films/./a.mp4", from: "/home/a/films/") == "a.mp4")
    #expect(seen("/home/a/films/a.mp4", from: "films") == "a.mp4")
    #expect(seen("../b/a.mp4", from: "films") == "../../b/a.mp4")
    #expect(seen("a.mp4", from: ".") == "a.mp4")
    #expect(seen("/x/a.mp4", from: "/x", in: nil) == "a.mp4")
    #expect(seen("a.mp4", from: "/x", in: nil) == nil)
    #expect(seen("../../../a.mp4", from: ".") == nil)
  }

  /// What was accepted beside the baseline is known from anywhere, and that of a file elsewhere is not.
  @Test func aBaselineIsAskedFromAnywhere() throws {
    let known = ProblemPolicy().known(in: try document())
    var policy = ProblemPolicy()
    policy.baselineFile = "/x/known"
    var output = ByteWriter()
    policy.put(known, of: Array("/x/films/a.mp4".utf8), to: &output)
    #expect(output.string == lines(known, "films/a.mp4"))
    try policy.readBaseline(output.string, "known")
    #expect(policy.accept(in: try document(), of: Array("/x/films/a.mp4".utf8)).accepted > 0)
    #expect(policy.accept(in: try document(), of: Array("/y/films/a.mp4".utf8)).accepted == 0)
    // A line that names no file is of none.
    try policy.readBaseline(lines(known, ""), "known")
    #expect(policy.accept(in: try document(), of: Array("/y/films/a.mp4".utf8)).accepted == 0)
  }

  /// That nothing is wrong is not said of a file of which something was left out.
  @Test func whatIsLeftOutIsCounted() throws {
    let document = try document()
    let rules = Set(document.problems.kept.filter { $0.severity > .note }.map { $0.kind.id.description })
    var policy = ProblemPolicy()
    try policy.readSeverities(rules.sorted().map { "\($0) off\n" }.joined(), "severities")
    policy.judge(document)
    #expect(document.problems.summary(hasNotes: false) == "no problems besides 1 of rules that are off")
    var tally = Tally()
    tally.add(Tally(document))
    var output = ByteWriter()
    tally.put(RenderOptions(), to: &output)
    #expect(output.string == "1 file · no errors or warnings besides 1 of rules that are off\n")
  }

  @Test func whatIsNewStaysAndWhatIsGoneIsSaid() throws {
    let known = ProblemPolicy().known(in: try document())
    var policy = ProblemPolicy()
    try policy.readBaseline(lines(Array(known.dropFirst())) + "tfhd-gone\t2\tmoov\ta.mp4\n", "known")
    let again = try document()
    let result = policy.accept(in: again, of: Array("a.mp4".utf8))
    #expect(result.gone == [.init(rule: "tfhd-gone", path: "moov", count: 2)])
    let left = ProblemPolicy().known(in: again)
    #expect(left == [known[0]])
  }

  /// What says something else than what is known is told with both, and counts.
  @Test func anotherValueIsAnotherProblem() throws {
    let known = try #require(ProblemPolicy().known(in: try document()).first { $0.value != nil })
    func result(_ value: String?) throws -> (changed: [ProblemPolicy.Changed], left: [ProblemPolicy.Known]) {
      var other = known
      other.value = value
      var policy = ProblemPolicy()
      try policy.readBaseline(lines([other]), "known")
      let document = try document()
      let result = policy.accept(in: document, of: Array("a.mp4".utf8))
      #expect(result.gone.isEmpty && result.accepted + result.changed.count == 1)
      return (result.changed, ProblemPolicy().known(in: document))
    }
    let (changed, left) = try result("claimed 7")
    #expect(changed.map(\.now) == [known.value] && changed.map(\.was.value) == ["claimed 7"])
    #expect(left.contains(known))
    // What it says is not written in files of before.
    for value in [known.value, nil] {
      let same = try result(value)
      #expect(same.changed.isEmpty && !same.left.contains(known))
    }
  }

  /// A problem that says nothing is written so, and another one when it says a number; a line that says nothing of it
  /// accepts both.
  @Test func whatSaysNothingIsNoOtherProblem() throws {
    let kind = Diagnostic.Kind("run-outside-media", .error, "it is wrong")
    func document(_ findings: [Finding]) throws -> Document {
      let document = Document(copying: try MediaFile.open(try Corpus.open("mockups/movie.mov")))
      for finding in findings {
        let problem = Diagnostic(finding, node: NodeIndex(0), extent: Extent(start: 0, count: 8))
        document.problems.add(problem, within: document.limits)
      }
      return document
    }
    let known = ProblemPolicy().known(in: try document([Finding(kind)]))
    #expect(lines(known) == "run-outside-media\t1\tftyp\ta.mp4\tnothing said\n")
    func result(_ line: String, _ finding: Finding) throws -> ProblemPolicy.Acceptance {
      var policy = ProblemPolicy()
      try policy.readBaseline(line, "known")
      return policy.accept(in: try document([finding]), of: Array("a.mp4".utf8))
    }
    let other = Finding(kind, .found(7))
    #expect(try result(lines(known), Finding(kind)).accepted == 1)
    let changed = try result(lines(known), other)
    #expect(changed.accepted == 0 && changed.changed.map(\.now) == ["found 7"])
    #expect(changed.changed.map(\.was.value) == ["nothing said"])
    for finding in [Finding(kind), other] {
      #expect(try result("run-outside-media\t1\tftyp\ta.mp4\n", finding).accepted == 1)
    }
  }

  /// The same number in another field of the same box is another problem; files of before have no fields.
  @Test func anotherFieldIsAnotherProblem() throws {
    func document(_ version: UInt16, _ compatible: UInt16) throws -> Document {
      let bytes = atoms {
        Parts.fileType("isom")
        Parts.movie {
          Parts.track {
            Parts.media(
              handler: "hint", entry: { atom("fdp ") { zeros(6); u16(1); u16(version); u16(compatible); u16(0); u16(0) } },
              tables: { Parts.sampleTables([]) })
          }
        }
      }
      let document = try MediaFile.open(ByteSource(copying: bytes))
      MediaFile.check(document, isThorough: true)
      return document
    }
    let known = try ProblemPolicy().known(in: document(2, 1)).filter { $0.rule == "value-unexpected" }
    #expect(known.map(\.value) == ["field hinttrackversion, found 2, expected 1"])
    func result(_ document: Document, _ known: [ProblemPolicy.Known]) throws -> ProblemPolicy.Acceptance {
      var policy = ProblemPolicy()
      try policy.readBaseline(lines(known), "known")
      return policy.accept(in: document, of: Array("a.mp4".utf8))
    }
    #expect(try result(document(2, 1), known).accepted == 1)
    let other = try result(document(1, 2), known)
    #expect(other.accepted == 0 && other.changed.map(\.now) == ["field highestcompatibleversion, found 2, expected 1"])
    var before = known
    before[0].value = "found 2, expected 1"
    #expect(try result(document(2, 1), before).accepted == 1)
    // One without numbers is known by its field, too.
    let texts = try ProblemPolicy().known(in: self.document("broken/string-unterminated.mp4")).filter { $0.rule == "text-unterminated" }
    #expect(!texts.isEmpty && texts.allSatisfy { $0.value?.hasPrefix("field ") == true })
  }

  /// Where something stands is no part of what a problem says: it moves with all that stands before it.
  @Test func whatMovedIsTheSameProblem() throws {
    let source = try Corpus.open("broken/largesize-below-header.mp4")
    let bytes = (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    let start = Int(bytes[3])
    let moved = bytes[..<start] + [0, 0, 0, 8] + Array("skip".utf8) + bytes[start...]
    let known = try [bytes, Array(moved)].map { bytes in
      let document = try MediaFile.open(ByteSource(copying: bytes))
      MediaFile.check(document, isThorough: true)
      #expect(document.problems.kept.contains { $0.detail.second?.isPosition == true })
      return lines(ProblemPolicy().known(in: document))
    }
    #expect(known[0].contains("atom-size-invalid") && known[0] == known[1])
  }

  /// Of two at one place one is accepted when one is known; lines about the same add up.
  @Test func problemsOfOnePlaceAreCounted() throws {
    let known = ProblemPolicy().known(in: try document())
    var policy = ProblemPolicy()
    let line = lines(known)
    try policy.readBaseline(line + line, "known")
    let result = policy.accept(in: try document(), of: Array("a.mp4".utf8))
    #expect(result.gone == known.sorted { ($0.rule, $0.path) < ($1.rule, $1.path) })
    // As many as there can be are no more than that.
    try policy.readBaseline("x\t\(Int.max)\t\ta.mp4\nx\t\(Int.max)\t\ta.mp4\n", "known")
    let most = policy.accept(in: try document(), of: Array("a.mp4".utf8)).gone.first { $0.rule == "x" }
    #expect(most?.count == .max)
  }

  /// A film with problems of one rule at these nodes, of which 50 are kept.
  private func document(faultsAt nodes: [Int]) throws -> Document {
    let document = Document(copying: try MediaFile.open(try Corpus.open("mockups/movie.mov")))
    let kind = Diagnostic.Kind("run-outside-media", .error, "it is wrong")
    for node in nodes {
      let problem = Diagnostic(kind, node: NodeIndex(node), extent: Extent(start: 0, count: 8))
      document.problems.add(problem, within: document.limits)
    }
    return document
  }

  /// Of more than are kept the others are known by their number, and another one is new.
  @Test func whatIsNotListedIsKnownByItsNumber() throws {
    let known = ProblemPolicy().known(in: try document(faultsAt: Array(0..<60)))
    #expect(known.reduce(0) { $0 + $1.count } == 60 && known.last?.count == 10)
    var policy = ProblemPolicy()
    try policy.readBaseline(lines(known), "known")
    func count(_ known: [ProblemPolicy.Known]) -> Int { known.reduce(0) { $0 + $1.count } }
    func left(_ nodes: [Int]) throws -> (errors: Int, accepted: Int, gone: Int, unseen: Int) {
      let document = try document(faultsAt: nodes)
      let result = policy.accept(in: document, of: Array("a.mp4".utf8))
      #expect(document.problems.acceptedCount == result.accepted && result.changed.isEmpty)
      let report = CheckReport(document, path: [], name: "a.mp4", leastFailing: .warning)
      var output = ByteWriter()
      CheckJUnit(tool: "atomdump").write([report], unread: [], to: &output)
      #expect(output.string.contains("failures=\"1\"") == (document.problems.errors > 0), "\(output.string)")
      return (document.problems.errors, result.accepted, count(result.gone), count(result.unseen))
    }
    #expect(try left(Array(0..<60)) == (0, 60, 0, 0))
    // One that was listed is mended, and one comes into the list that was not in it.
    #expect(try left(Array(1..<60)) == (0, 59, 0, 1))
    // What was mended does not pay for as many new ones.
    #expect(try left(Array(10..<70)) == (10, 50, 0, 10))
    #expect(try left(Array(10..<60)) == (0, 50, 10, 0))
    #expect(try left(Array(0..<55)) == (0, 55, 5, 0))
    #expect(try left(Array(0..<62)) == (2, 60, 0, 0))
    #expect(try left([]) == (0, 0, 60, 0))
  }

  /// Where all that is listed is known, what was only counted is said by its number.
  @Test func whatIsNotListedIsWritten() throws {
    let known = ProblemPolicy().known(in: try document(faultsAt: Array(0..<60)))
    var policy = ProblemPolicy()
    try policy.readBaseline(lines(known), "known")
    let document = try document(faultsAt: Array(0..<62))
    _ = policy.accept(in: document, of: Array("a.mp4".utf8))
    func json(_ form: JSONRenderer.Form) -> String {
      var output = ByteWriter()
      JSONRenderer(document, name: "a.mp4", options: RenderOptions()).write(form, to: &output)
      return output.string
    }
    func entry(_ count: Int) -> String {
      #""id":"run-outside-media","severity":"error","path":"","offset":0,"size":0,"message":"\#(count) more are not listed (--max-problems)","count":\#(count)}"#
    }
    let (line, nodes) = (json(.line), json(.nodes))
    #expect(line.contains("\"problems\":[{" + entry(2) + "]") && line.contains("{" + entry(10) + "]"), "\(line.suffix(800))")
    #expect(nodes.contains("{\"kind\":\"problem\"," + entry(2)) && nodes.contains("{\"kind\":\"accepted\"," + entry(10)))
    var renderer = ProblemRenderer(document, RenderOptions(), hasNotes: false, output: ByteWriter())
    let isTold = renderer.render()
    let text = renderer.finish().string
    #expect(isTold && text == "error[run-outside-media]  2 more are not listed (--max-problems)\n", "\(text)")
  }

  @Test func whatIsNotListedIsOffWithItsRule() throws {
    let document = try document(faultsAt: Array(0..<60))
    var policy = ProblemPolicy()
    try policy.readSeverities("run-outside-media off\n", "severities")
    policy.judge(document)
    #expect(document.problems.switchedOff == 60)
    #expect((document.problems.errors, document.problems.notes) == (0, 0) && document.problems.counts.isEmpty)
  }

  @Test(arguments: [
    ("a", 1), ("# x\na\tb\tc\td", 2), ("r\t0\tp\tf", 1), ("r\t-1\tp\tf", 1), ("r\t1\tp", 1), ("r\t1\tp\tf\tg\th", 1),
    ("r\t1\tp\tf\nr\t9223372036854775808\tp\tf", 2),
  ])
  func aLineThatIsNotUnderstoodIsNamed(text: String, line: Int) throws {
    var policy = ProblemPolicy()
    let error = #expect(throws: UsageError.self) { try policy.readBaseline(text, "known") }
    #expect(error?.message.hasPrefix("known:\(line): ") == true, "\(error?.message ?? "")")
  }

  @Test func severitiesAreThoseOfTheFile() throws {
    let first = try #require(ProblemPolicy().known(in: try document()).first?.rule)
    func counts(_ text: String) throws -> (errors: Int, warnings: Int, found: Bool) {
      var policy = ProblemPolicy()
      try policy.readSeverities(text, "rules")
      let document = try document()
      policy.judge(document)
      return (
        document.problems.errors, document.problems.warnings,
        document.problems.kept.contains { $0.kind.id.description == first }
      )
    }
    let plain = try counts("# nothing\n\n")
    let off = try counts("\(first) off")
    #expect(plain.found && !off.found && off.errors + off.warnings < plain.errors + plain.warnings)
    let note = try counts("\(first)\tnote\r\n")
    #expect(note.found && note.errors + note.warnings < plain.errors + plain.warnings)
    // The last line about a rule holds.
    let last = try counts("\(first) off\n\(first) warning # why\n")
    #expect(last.found && last.errors == off.errors && last.warnings > off.warnings)
  }

  @Test(arguments: [("no-such-rule error", 1), ("# x\nstsz", 2), ("file-truncated bad", 1), ("a b c", 1)])
  func aSeverityThatIsNotUnderstoodIsNamed(text: String, line: Int) {
    var policy = ProblemPolicy()
    let error = #expect(throws: UsageError.self) { try policy.readSeverities(text, "rules") }
    #expect(error?.message.hasPrefix("rules:\(line): ") == true, "\(error?.message ?? "")")
  }

  /// A text of many lines takes time in proportion to it.
  @Test(.timeLimit(.minutes(1))) func longFilesAreReadOnce() throws {
    var policy = ProblemPolicy()
    try policy.readBaseline((0..<100_000).map { "r\($0)\t1\tp\ta.mp4\n" }.joined(), "known")
    #expect(policy.accept(in: try document(), of: Array("a.mp4".utf8)).gone.count == 100_000)
    try policy.readSeverities(String(repeating: "file-truncated note\n", count: 100_000), "rules")
    let document = try document()
    policy.judge(document)
    #expect(document.problems.errors > 0)
  }
}

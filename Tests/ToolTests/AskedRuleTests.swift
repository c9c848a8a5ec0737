import Corpus
import Foundation
import Testing

/// `--check --rule`: the problems of some rules alone, and what is said of the others.
@Suite struct AskedRuleTests {
  /// Breaks `runs-overlap` (an error), and three rules of notes.
  private static let overlapping = "broken/runs-overlap.mp4"
  /// Breaks two rules of reading: an atom is larger than what it stands in, and the file is cut.
  private static let cut = "mockups/corrupt.mp4"
  private static let sound = "mockups/movie.mov"

  private func atomdump(_ options: String, _ files: String...) throws -> Run {
    try Run.shell("atomdump \(options) \(files.joined(separator: " "))", in: Corpus.path(of: "."))
  }

  /// How many rules there are, as `--explain` lists them in front of those of `--plays`.
  private func count() throws -> Int {
    try atomdump("--explain").text.split(separator: "\n").count { !$0.hasSuffix("--plays") }
  }

  /// A list of all rules has those that only players have, and each that it has is explained.
  @Test func theListHasTheRulesOfPlayers() throws {
    let lines = try atomdump("--explain").text.split(separator: "\n")
    let players = lines.filter { $0.hasSuffix("--plays") }.compactMap { $0.split(separator: " ").first }
    #expect(players.contains("hev1") && players.count >= 200)
    #expect(Set(lines.compactMap { $0.split(separator: " ").first }).count == lines.count)
    for number in stride(from: 0, to: players.count, by: 20) {
      #expect(try atomdump("--explain=\(players[number])").text.hasPrefix(players[number] + "  --plays\n"))
    }
  }

  @Test func onlyTheirProblemsAreListedCountedAndJudged() throws {
    let others = try count() - 1
    let found = try atomdump("--check --rule runs-overlap", Self.overlapping)
    #expect(found.code == 1)
    #expect(
      found.text.hasPrefix("\(Self.overlapping): 1 error of the rule asked; \(others) others not asked\n\nerror[runs-overlap]"),
      "\(found.text)")
    let none = try atomdump("--check --rule file-truncated,track-id-zero", Self.overlapping)
    #expect(none.code == 0)
    #expect(none.text == "")
    #expect(
      none.errorText == "\(Self.overlapping): no problem of the 2 rules asked; \(others - 1) others not asked\n",
      "\(none.errorText)")
    // A note that is asked for is shown without -v, and fails nothing.
    let note = try atomdump("--check --strict --rule media-shared", Self.overlapping)
    #expect(note.code == 0)
    #expect(note.text.contains("1 note of the rule asked") && note.text.contains("note[media-shared]"), "\(note.text)")
  }

  @Test func theOptionMayBeRepeated() throws {
    let once = try atomdump("--check --rule media-shared,runs-overlap", Self.overlapping)
    let twice = try atomdump("--check --rule runs-overlap --rule media-shared --rule runs-overlap", Self.overlapping)
    #expect(once.text == twice.text && once.text.contains("1 error, 1 note of the 2 rules asked"), "\(twice.text)")
  }

  /// Chunks behind the end of the file follow from that it is cut, and have no line of their own, unless they
  /// are what is asked for.
  @Test func whatFollowsFromAnotherStandsForItself() throws {
    let all = try atomdump("--check", Self.cut)
    #expect(all.text.contains("follows: chunk-beyond-end") && !all.text.contains("error[chunk-beyond-end]"))
    let asked = try atomdump("--check --rule chunk-beyond-end", Self.cut)
    #expect(asked.code == 1)
    #expect(asked.text.contains("2 errors of the rule asked"), "\(asked.text)")
    #expect(asked.text.contains("error[chunk-beyond-end]"), "\(asked.text)")
    let both = try atomdump("--check --rule chunk-beyond-end,file-truncated", Self.cut)
    #expect(both.text.contains(": 1 error of the 2 rules asked"), "\(both.text)")
    #expect(both.text.contains("follows: chunk-beyond-end"))
  }

  /// That no problem of a rule was found says little of a file that was not read as a whole.
  @Test func whatMayBeHiddenIsSaid() throws {
    let words = "not all was seen: atom-exceeds-parent, file-truncated\n"
    let run = try atomdump("--check --rule track-id-zero", Self.cut)
    #expect(run.code == 0 && run.errorText.hasSuffix("; " + words), "\(run.errorText)")
    #expect(try atomdump("--check --rule track-id-zero --strict -q", Self.cut).code == 1)
    #expect(try atomdump("--check --rule track-id-zero --strict -q", Self.sound).code == 0)
    // Who asks for what hides, knows.
    let known = try atomdump("--check --rule atom-exceeds-parent,file-truncated", Self.cut)
    #expect(!known.text.contains("not all was seen"), "\(known.text)")
    let several = try atomdump("--check --rule track-id-zero", Self.cut, Self.sound)
    #expect(several.code == 0 && several.errorText.contains("\(Self.cut): no problem of the rule asked"))
    #expect(
      several.text == "2 files · no errors or warnings of the rule asked; \(try count() - 1) others not asked; of 1 not all was seen\n",
      "\(several.text)")
  }

  @Test func aRuleThatIsNoneIsACallAtFault() throws {
    let near = try atomdump("--check --rule runs-overlp", Self.sound)
    #expect(near.code == 2 && near.errorText == "atomdump: there is no rule 'runs-overlp' — did you mean 'runs-overlap'?\n")
    #expect(try atomdump("--check --rule hev1", Self.sound).errorText == "atomdump: 'hev1' is a rule of --plays, not of --check\n")
    for call in ["--rule runs-overlap", "--about --rule runs-overlap", "--check --rule ''", "--check --rule ,"] {
      #expect(try atomdump(call, Self.sound).code == 2, "\(call)")
    }
    let written = try atomdump("--check --rule runs-overlap --baseline /dev/null --accept", Self.sound)
    #expect(written.code == 2 && written.errorText.contains("--accept writes all that is found"), "\(written.errorText)")
  }

  @Test func documentsNameThem() throws {
    for form in ["--json", "--json=tree", "--jsonl", "--jsonl=node", "--yaml"] {
      let run = try atomdump("--check --rule track-id-zero \(form)", Self.cut)
      let text = run.text.replacing(" ", with: "").replacing("\"", with: "")
      #expect(text.contains("asked:{rules:[track-id-zero],others:\(try count() - 1),hiding:[atom-exceeds-parent,file-truncated]}"), "\(form)")
      #expect(!run.text.contains("chunk-beyond-end"), "\(form)")
    }
    #expect(!(try atomdump("--check --json", Self.cut)).text.contains("\"asked\""))
  }

  @Test func resultsOfTestsHaveACaseARule() throws {
    let run = try atomdump("--check --rule runs-overlap,track-id-zero --junit", Self.overlapping, Self.cut, "gone.mp4")
    #expect(run.code == 2)
    #expect(run.text.contains("tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"2\""), "\(run.text)")
    #expect(run.text.contains("<testcase name=\"\(Self.overlapping)\" classname=\"runs-overlap\" time=\"0\">\n      <failure message=\"its samples begin at"))
    #expect(run.text.contains("<testcase name=\"\(Self.overlapping)\" classname=\"track-id-zero\" time=\"0\"/>"))
    #expect(run.text.contains("<skipped message=\"not all was seen: atom-exceeds-parent, file-truncated\"/>"))
    // Without rules it is a case a file; what fails nothing without --strict does not fail it here.
    let all = try atomdump("--check --junit", Self.overlapping, Self.sound)
    #expect(all.code == 1 && all.text.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""), "\(all.text)")
  }

  @Test func logsListThem() throws {
    let run = try atomdump("--check --rule track-id-zero,runs-overlap --sarif", Self.overlapping, Self.cut)
    let log = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let first = try #require((log["runs"] as? [[String: Any]])?.first)
    let driver = try #require((first["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect((driver["rules"] as? [[String: Any]])?.map { $0["id"] as? String } == ["runs-overlap", "track-id-zero"])
    let results = try #require(first["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["runs-overlap"])
    // GitHub takes no result without a line.
    let location = try #require((results.first?["locations"] as? [[String: Any]])?.first)
    let place = try #require(location["physicalLocation"] as? [String: Any])
    #expect(place["region"] as? [String: Int] == ["startLine": 1])
    #expect((place["address"] as? [String: Int])?["absoluteAddress"].map { $0 > 0 } == true)
    let invocation = try #require((first["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
    let sound = try atomdump("--check --rule track-id-zero --sarif", Self.sound)
    #expect(sound.code == 0 && sound.text.contains("\"executionSuccessful\":true") && sound.text.contains("\"results\":[]"))
  }

  /// That there are no problems is said with how many the baseline has.
  @Test func whatABaselineHasIsCounted() throws {
    let folder = try Scratch()
    _ = try folder.copy(Self.overlapping, to: "a.mp4")
    let run = try Run.shell(
      """
      atomdump --check --baseline known.txt --accept a.mp4 >out 2>&1
      atomdump --check --baseline known.txt a.mp4
      """, in: folder.path)
    #expect(run.code == 0)
    #expect((run.text + run.errorText).contains("no problems besides 1 that the baseline has"), "\(run.text)\(run.errorText)")
  }

  /// What a baseline has is named by machines too: it is no problem, fails no test, and is a result that is suppressed.
  @Test func whatABaselineHasIsNamed() throws {
    let folder = try Scratch()
    _ = try folder.copy(Self.overlapping, to: "a.mp4")
    func said(_ form: String) throws -> Run {
      try Run.shell(
        """
        atomdump --check --baseline known.txt --accept a.mp4 >out 2>&1
        atomdump --check --baseline known.txt \(form) a.mp4
        """, in: folder.path)
    }
    let document = try #require(try JSONSerialization.jsonObject(with: Data(said("--json").text.utf8)) as? [String: Any])
    // Notes are no problems that a baseline has.
    #expect((document["problems"] as? [[String: Any]])?.allSatisfy { $0["severity"] as? String == "note" } == true)
    let accepted = try #require(document["accepted"] as? [[String: Any]])
    #expect(accepted.map { $0["id"] as? String } == ["runs-overlap"])
    #expect((accepted.first?["path"] as? String)?.isEmpty == false && accepted.first?["count"] as? Int == 1)
    let lines = try said("--jsonl=node").text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("{\"kind\":\"accepted\"") }.count { $0.contains("\"runs-overlap\"") } == 1)
    #expect(!lines.contains { $0.hasPrefix("{\"kind\":\"problem\"") && $0.contains("\"runs-overlap\"") })
    let tests = try said("--junit")
    #expect(tests.code == 0 && tests.text.contains("failures=\"0\"") && !tests.text.contains("<failure"))
    #expect(tests.text.contains("<system-out>accepted by the baseline:\nerror: "), "\(tests.text)")
    #expect(tests.text.contains("[runs-overlap]"))
    let log = try #require(try JSONSerialization.jsonObject(with: Data(said("--sarif").text.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]]).filter { $0["suppressions"] != nil }
    #expect(results.map { $0["ruleId"] as? String } == ["runs-overlap"])
    #expect((results.first?["suppressions"] as? [[String: String]])?.map(\.["kind"]) == ["external"])
    // Of rules that were not asked nothing is said.
    let other = try said("--rule track-id-zero --json")
    #expect(!other.text.contains("runs-overlap") && !other.text.contains("\"accepted\""), "\(other.text)")
  }

  /// A problem that is accepted is none; one that is gone is named when its rule was asked.
  @Test func aBaselineIsThatOfAllRules() throws {
    let folder = try Scratch()
    _ = try folder.copy(Self.overlapping, to: "a.mp4")
    let run = try Run.shell(
      """
      atomdump --check --baseline known.txt --accept a.mp4 >out 2>&1
      printf 'track-id-zero\\t1\\tmoov\\ta.mp4\\nfile-truncated\\t1\\t\\ta.mp4\\n' >>known.txt
      atomdump --check --rule runs-overlap,track-id-zero --baseline known.txt a.mp4
      """, in: folder.path)
    #expect(run.code == 0 && run.text == "")
    #expect(run.errorText.contains("1 known problem accepted") && run.errorText.contains("gone: track-id-zero"), "\(run.errorText)")
    #expect(!run.errorText.contains("gone: file-truncated"))
  }
}

import Corpus
import Foundation
import Testing

/// What holds when the tool is run on every file of the corpus.
@Suite struct CorpusRunTests {
  /// A path is printed so that it can be pasted: each, given to `-p`, finds its atom and no other.
  @Test(arguments: Corpus.files())
  func pathsFindTheirAtoms(name: String) throws {
    let records = try Run.atomdump("--plain", Corpus.path(of: name)).lines.filter { !$0.isEmpty }
    guard !records.isEmpty else { return }
    for chunk in stride(from: 0, to: records.count, by: 200) {
      let part = Array(records[chunk..<min(records.count, chunk + 200)])
      let paths = part.map { String($0.prefix { $0 != "\t" }) }
      let command =
        "atomdump --plain -d 1 "
        + paths.map { "-p " + quoted("/" + $0) }.joined(separator: " ")
        + " " + quoted(Corpus.path(of: name))
      let run = try Run.shell(command)
      let found = Set(run.lines)
      let missing = part.filter { !found.contains($0) }
      #expect(missing.isEmpty, "\(run.errorText)")
      #expect(!run.errorText.contains("no atom"), "\(run.errorText)")
    }
  }

  /// One by one, so that a path that means another atom as well is found out.
  @Test(arguments: ["made/key-strings.mov", "made/uuid.mp4", "made/compressed-movie.mov"])
  func onePathIsOneAtom(name: String) throws {
    for record in try Run.atomdump("--plain", Corpus.path(of: name)).lines {
      let path = String(record.prefix { $0 != "\t" })
      let run = try Run.atomdump("--plain", "-p", path, Corpus.path(of: name))
      #expect(run.lines.first == record, "-p \(path)")
      let others = run.lines.filter { !$0.hasPrefix(path) }
      #expect(others.isEmpty, "-p \(path)")
    }
  }

  /// Each format of every third file, beginning at another file each; of all in the long run. `.ci/run`
  /// tries the programs that people get with all of both.
  @Test(arguments: Array(Corpus.files().enumerated()).map { ($0.offset, $0.element) })
  func everyFormatEndsWithACode(number: Int, name: String) throws {
    let path = Corpus.path(of: name)
    let formats: [[String]] = [
      [], ["-f"], ["-x"], ["-x=dump"], ["-X"], ["--check"], ["--json"], ["--json=tree"],
      ["--jsonl=node"], ["--plain", "-f"], ["-f=raw", "--ascii", "--width=40"],
      ["--samples"], ["--json", "--samples", "-f"], ["--chunks"], ["--timeline"], ["--at=0.1"],
      ["--map", "--width=80"], ["--json", "--map", "-n", "100"], ["-m", "--width=80"],
      ["--json", "-m=common"], ["--chapters"],
    ]
    let stride = ProcessInfo.processInfo.environment["ATOMTOOLS_LONG"] != nil ? 1 : 3
    var codes: Set<Int32> = []
    for (place, format) in formats.enumerated() where (place + number) % stride == 0 {
      let line = (["atomdump"] + format + [quoted(path)]).joined(separator: " ")
      let run = try Run.shell(line)
      #expect((0...2).contains(run.code) && !run.tookTooLong, "\(format): \(run.code)")
      // Atoms without a field have no record of one.
      // Files of images have no tracks.
      let maySayNothing =
        format == ["--plain", "-f"] || format == ["--samples"] || format == ["--timeline"]
      #expect(
        maySayNothing || !run.output.isEmpty || !run.errors.isEmpty, "\(format): nothing is said")
      // Only a check looks into samples.
      if format != ["--check"] || name != "broken/sample-start-code.mp4" { codes.insert(run.code) }
      let strange = (run.output + run.errors).first { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }
      #expect(strange == nil, "\(format): a control character")
      #expect(String(validating: run.output, as: UTF8.self) != nil, "\(format): not UTF-8")
      if format.first?.hasPrefix("--json") == true, run.code < 2 {
        for line in run.lines {
          let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
          #expect(value is [String: Any], "\(format): \(line.prefix(200))")
        }
      }
    }
    #expect(codes.count == 1, "one file, one verdict: \(codes)")
  }

  @Test(arguments: [50, 72, 80, 100, 140])
  func linesAreCutToTheWidth(width: Int) throws {
    for name in ["mockups/movie.mov", "mockups/corrupt.mp4", "mockups/frag.mp4"] {
      for format in [[], ["-f"], ["-x"], ["--check"], ["-X=32"], ["--ascii"]] {
        let line = ["atomdump", "--width=\(width)"] + format + [quoted(Corpus.path(of: name))]
        for line in try Run.shell(line.joined(separator: " ")).lines {
          #expect(line.count <= width, "\(name) \(format): \(line)")
        }
      }
    }
  }

  @Test func asciiIsASCII() throws {
    for name in ["movie.mov", "corrupt.mp4", "frag.mp4"] {
      for options in ["", "-f", "-x", "--check", "--width=60"] {
        let run = try Run.shell("atomdump --ascii \(options) \(name)")
        let isASCII = run.output.allSatisfy { $0 < 0x80 }
        #expect(isASCII, "\(options) \(name)")
        #expect(!run.text.contains("\\u{25"), "\(options) \(name)")
      }
    }
  }
}

/// The text as one word of a shell.
func quoted(_ text: String) -> String {
  "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
}

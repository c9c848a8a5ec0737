import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// Text that would do harm, in every place that has text, through every report in every form: nothing
/// of it acts on a screen, and JSON stays JSON.
@Suite struct HostileTextTests {
  /// All reports in all forms that they have, and details that show more text.
  static let calls: [[String]] =
    ReportKind.allCases.flatMap { kind in
      ReportTable.cells(of: kind).flatMap(\.forms).compactMap { form -> [String]? in
        let form = form.option.map { [$0] } ?? []
        switch kind {
        // These need no file, or name others; bytes are written as they are.
        case .catalogue, .explanation, .expectations, .artwork, .skeleton: return nil
        // What a screen shows of a file, the promises of the inspector hold it to.
        case .inspection: return nil
        // Of a file that somebody writes.
        case .follow: return nil
        // Of several files.
        case .alignment: return nil
        case _ where form == ["--raw"] || form == ["--payload"]: return nil
        case .outline: return form
        case .fields: return ["-p", "//*"] + form
        case .moment: return ["--at=0"] + form
        case .find: return ["--find=a"] + form
        default: return [kind.option ?? ""] + form
        }
      }
    } + [["-f", "-n", "all"], ["-x"], ["-x=dump"], ["--plain", "-f"], ["--samples", "-f"]]

  /// Lists that may also be of a segment which goes on with a movie: `--init`.
  private static let lists = calls.filter { call in
    ["--samples", "--chunks", "--timeline", "--map", "--at=0"].contains(call.first ?? "")
  }

  private static let tool = Tool<DumpSettings>(
    name: "atomdump", summary: "", version: "0", usage: [],
    options: DumpSettings.options(pathDetails: "") + DumpSettings.listOptions
      + DumpSettings.metadataOptions + DumpSettings.catalogueOptions)

  /// What is asked of the tool that it does not know is the fault of this test.
  @Test(arguments: calls)
  func eachCallIsUnderstood(call: [String]) throws {
    _ = try DumpReport(DumpProgram(Self.tool), call)
  }

  /// Who only sees that the exit code is 1 does not know whether the file or the call was wrong.
  @Test func noReportEndsWithOneAndSaysNothing() throws {
    let reports = Self.calls.compactMap { call in
      (try? DumpReport(DumpProgram(Self.tool), call)).map { (call, $0) }
    }
    var count = 0
    for name in Corpus.files() where name.hasPrefix("broken/") {
      let source = try Corpus.open(name)
      guard let document = try? MediaFile.open(source) else { continue }
      MediaFile.check(document, isThorough: true)
      for (call, report) in reports {
        var output = ByteWriter()
        var talk = ByteWriter()
        let code = report.write(
          on: document, of: source, name: name, to: &output, talk: &talk)
        guard code == 1 else { continue }
        count += 1
        let text = output.string
        let isSaid =
          talk.count > 0 || text.contains("error")
          || document.problems.kept.contains { text.contains("\($0.kind.id)") }
          // What was found is the reason.
          || call.first == "--privacy" && text.contains("found")
        #expect(isSaid, "\(call) of \(name)")
      }
    }
    #expect(count > 100, "hardly a file is broken")
  }

  @Test(arguments: TextCases.attacks.map(\.name))
  func nothingActsOnAScreen(attack: String) throws {
    let bytes = try #require(TextCases.attacks.first { $0.name == attack }).bytes
    let program = DumpProgram(Self.tool)
    let reports =
      try Self.calls.map { ($0, try DumpReport(program, $0)) }
      + Self.lists.map { ($0 + ["--init"], try DumpReport(program, $0, to: .fileBeforeItself)) }
    for place in TextCases.places + TextCases.tagPlaces {
      let hostile = place(attack, bytes)
      let source = ByteSource(copying: hostile.bytes)
      let document = try MediaFile.open(source)
      MediaFile.check(document, isThorough: true)
      for (call, report) in reports {
        var output = ByteWriter()
        var talk = ByteWriter()
        _ = report.write(
          on: document, of: source, name: String(decoding: bytes, as: UTF8.self), to: &output,
          talk: &talk)
        let hasTabs = call.contains("--plain")
        let isJSON = call.contains { $0.hasPrefix("--json") }
        let harm =
          OutputText.firstHarm(in: output.array, hasTabs: hasTabs)
          ?? OutputText.firstHarm(in: talk.array)
          ?? (isJSON && output.count > 0 ? OutputText.firstFault(inJSON: output.array) : nil)
        #expect(harm == nil, "\(call) of \(hostile.name)")
      }
    }
  }
}

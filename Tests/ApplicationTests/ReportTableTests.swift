import ByteReading
import CommandLineSupport
import Corpus
import MediaInspection
import Structure
import Testing

@testable import DiffApplication
@testable import DumpApplication

/// Every combination of a report, a form and a detail is done, or refused by a sentence that names both
/// options; none is passed over.
@Suite struct ReportTableTests {
  private static let tool = Tool<DumpSettings>(
    name: "atomdump", summary: "", version: "0", usage: [],
    options: DumpSettings.options(pathDetails: "") + DumpSettings.listOptions
      + DumpSettings.metadataOptions + DumpSettings.catalogueOptions)

  private let source: ByteSource
  private let document: Document

  init() throws {
    source = try Corpus.open("mockups/movie.mov")
    document = try MediaFile.open(source)
    MediaFile.check(document, isThorough: true)
  }

  /// The reports on files; expectations, pictures and skeletons come from and go to other files, who looks
  /// around needs a terminal, an alignment is of several files, and one that grows is followed.
  private static let kinds = ReportKind.allCases.filter {
    ![.catalogue, .explanation, .expectations, .artwork, .skeleton, .inspection, .follow, .alignment]
      .contains($0)
  }

  private static func arguments(_ kind: ReportKind) -> [String] {
    switch kind {
    case .outline: []
    case .fields: ["-p", "moov/trak[1]", "-p", "//stsz", "-p", "mdat"]
    case .moment: ["--at=0.5"]
    case .find: ["--find=e"]
    default: [kind.option ?? ""]
    }
  }

  private static func arguments(_ form: ReportForm) -> [String] {
    form.option.map { [$0] } ?? []
  }

  private static func arguments(
    _ detail: ReportDetail, of kind: ReportKind, in form: ReportForm
  ) -> [String] {
    switch detail {
    case .path: ["-p", "moov/trak[1]", "-p", "//stsz", "-p", "mdat"]
    case .depth: ["-d", "1"]
    // Each track has one edit, and text for git is short before it is cut.
    case .limit: ["-n", kind == .timeline || form == .textconv ? "0" : "1"]
    case .bytes: ["--bytes", "1"]
    case .initialization: ["--init", Corpus.path(of: "mockups/frag.mp4")]
    case .pageLimit: ["--html-max", "128K"]
    case .tolerance: ["--tolerance", "10ms"]
    default: [detail.option]
    }
  }

  /// What a call writes to both outputs, or why it is refused.
  private func outcome(_ arguments: [String]) -> Result<[UInt8], UsageError> {
    do throws(UsageError) {
      let report = try DumpReport(DumpProgram(Self.tool), arguments)
      var output = ByteWriter()
      var talk = ByteWriter()
      _ = report.write(on: document, of: source, name: "movie.mov", to: &output, talk: &talk)
      return .success(output.array)
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: kinds)
  func eachFormIsWrittenOrRefused(kind: ReportKind) throws {
    let text = try outcome(Self.arguments(kind)).get()
    for form in ReportForm.allCases where form != .text {
      var call = Self.arguments(kind) + Self.arguments(form)
      let isKnown = ReportTable.cells(of: kind).contains { $0.forms.contains(form) }
      if isKnown, kind == .outline, form == .raw || form == .payload { call += ["-p", "//stsz"] }
      switch outcome(call) {
      case .success(let bytes):
        #expect(isKnown && bytes != text, "\(call)")
      case .failure(let error):
        #expect(!isKnown, "\(call): \(error.message)")
        names([form.option, kind.option], in: error, call)
      }
    }
  }

  @Test(arguments: kinds)
  func eachDetailIsDoneOrRefused(kind: ReportKind) throws {
    for cell in ReportTable.cells(of: kind) {
      for form in cell.forms {
        let base = Self.arguments(kind) + Self.arguments(form)
        let without: [UInt8]? =
          if case .success(let bytes) = outcome(base) { bytes } else { nil }
        // How a file is read is no part of what is said of it.
        for detail in ReportDetail.allCases
        where !(kind == .fields && detail == .path) && detail != .via {
          // Of two values of one option the last counts.
          if form == .xxd, detail == .hex || detail == .hexDump { continue }
          let call = base + Self.arguments(detail, of: kind, in: form)
          switch outcome(call) {
          case .success(let bytes):
            #expect(cell.details.contains(detail), "\(call)")
            // An initialization segment is read beside the report.
            let isTaken =
              bytes != without || detail == .initialization
              || ReportTable.isAlways(detail, in: form, beside: [])
            #expect(isTaken, "\(call) is passed over")
          case .failure(let error):
            if cell.details.contains(detail) {
              // It needs another one.
              #expect(cell.needsFields.contains(detail), "\(call): \(error.message)")
              #expect(error.message.contains("\(detail.option) is about fields"))
            } else if form == .html, detail == .path {
              // A path asks for another report, which has no pages.
              #expect(error.message.hasPrefix("--html does not go with -p, which has "))
            } else if form != .raw && form != .payload || kind != .outline {
              names([detail.option, nil], in: error, call)
              #expect(
                [kind.option, form.option, "the outline"].compactMap(\.self)
                  .contains { error.message.contains(" go with \($0),") }
                  || error.message.contains("exclude"), "\(call): \(error.message)")
            }
          }
        }
      }
    }
  }

  /// Two details at once: each is seen beside the other.
  @Test(arguments: [ReportKind.outline, .fields, .check, .samples])
  func eachPairOfDetailsIsDoneOrRefused(kind: ReportKind) {
    for cell in ReportTable.cells(of: kind) {
      for form in cell.forms where form != .raw && form != .payload {
        let base = Self.arguments(kind) + Self.arguments(form)
        let details = cell.details.filter { $0 != .via }
        for one in details {
          for other in details where one != other && one.letter != other.letter {
            // An initialization segment is read beside the report; what is left at the top of a file
            // has no rows.
            if [one, other].contains(.initialization) || Set([one, other]) == [.depth, .limit] {
              continue
            }
            // A path is there already, and a detail may be about fields alone.
            if kind == .fields, [one, other].contains(.path) { continue }
            guard
              case .success(let both) = outcome(
                base + Self.arguments(one, of: kind, in: form)
                  + Self.arguments(other, of: kind, in: form)),
              case .success(let alone) = outcome(base + Self.arguments(one, of: kind, in: form))
            else { continue }
            let path: [ReportDetail] = kind == .fields ? [.path] : []
            let isSeen =
              both != alone || ReportTable.isAlways(other, in: form, beside: path + [one])
            #expect(isSeen, "\(base) \(one.option): \(other.option) is passed over")
          }
        }
      }
    }
  }

  /// A report that is made more than once before it is shown asks nobody, and needs a file.
  @Test func reportsReadThroughAProgramOrSayThatTheyDoNot() {
    let via = ["--via", "cat {first} {last} {}"]
    for kind in ReportKind.allCases {
      let call: [String] =
        switch kind {
        case .expectations, .artwork, .skeleton: [kind.option ?? "", "/dev/null"]
        case .catalogue: ["--boxes=stsz"]
        default: Self.arguments(kind)
        }
      let message: String? =
        if case .failure(let error) = outcome(call + via) { error.message } else { nil }
      let isRefused =
        [.inspection, .follow, .catalogue, .explanation].contains(kind)
      #expect(
        isRefused ? message?.contains("--via") == true : message?.contains("--via") != true,
        "\(call) \(message ?? "")")
    }
  }

  @Test func twoReportsAreRefused() {
    let kinds = ReportKind.allCases.filter { ![.outline, .fields].contains($0) }
    for one in kinds {
      for other in kinds where one != other {
        var call: [String] = []
        for kind in [one, other] {
          switch kind {
          case .expectations: call += ["--expect", "rules.txt"]
          case .artwork: call += ["--artwork", "folder"]
          case .skeleton: call += ["--skeleton", "out"]
          default: call += Self.arguments(kind)
          }
        }
        // Both are values of one option, of which the last counts.
        if Set([one, other]) == [.items, .common] { continue }
        guard case .failure(let error) = outcome(call) else {
          Issue.record("\(call) is done")
          continue
        }
        #expect(error.message.contains("exclude each other"), "\(call): \(error.message)")
      }
    }
  }

  @Test(arguments: [
    (["--samples", "-p", "moov"], "-p does not go with --samples, which has -f, -n and --init"),
    (
      ["--textconv", "--map"],
      "--textconv does not go with --map, which has --json, --jsonl, --jsonl=node, --yaml and --plain"
    ),
    (
      ["-X", "-p", "moov"],
      "-X does not go with -p, which has -f, -f=raw, -x, -x=dump, -n and --bytes"
    ),
    (["--json", "-x=xxd"], "-x=xxd does not go with --json, which has -x"),
    (["--json", "-X"], "-X does not go with --json, which has -p, -f, -x, -d, -n, --bytes and --digest"),
    (["-n", "3"], "-n is about fields: give it with -f, -f=raw, -x or -x=dump"),
    (["--about", "--json", "-x"], "-x does not go with --about, which has --digest"),
    (["--about", "--plain", "--digest"], "--digest does not go with --plain, which stands alone"),
    (
      ["--schema", "--plain"],
      "--plain does not go with --schema, which has --json, --json=tree, --jsonl, --jsonl=node and --yaml"
    ),
    (["--raw"], "--raw needs -p PATH: which bytes?"),
  ])
  func whatIsRefusedIsNamed(call: [String], sentence: String) {
    guard case .failure(let error) = outcome(call) else {
      Issue.record("\(call) is done")
      return
    }
    #expect(error.message == sentence)
  }

  private func names(_ options: [String?], in error: UsageError, _ call: [String]) {
    for case let option? in options {
      #expect(error.message.contains(option), "\(call): \(error.message)")
    }
  }
}

extension ReportDetail {
  /// What is the same for two values of one option.
  fileprivate var letter: String { option.hasPrefix("--") ? option : String(option.prefix(2)) }
}

/// The same of comparisons.
@Suite struct DiffTableTests {
  private static let tool = Tool<DiffSettings>(
    name: "atomdiff", summary: "", version: "0", usage: [], options: DiffSettings.options)

  private static func arguments(_ detail: DiffSettings.Detail) -> [String] {
    switch detail {
    case .why, .only: ["\(detail.option)=moov/udta"]
    case .snapshots: ["--snapshots=folder"]
    case .rename: ["--rename", "-r"]
    case .pageLimit: ["--html", "--html-max=128K"]
    case .via: ["--via", "cat {first} {last} {}"]
    default: [detail.option]
    }
  }

  private func settings(_ arguments: [String]) throws -> DiffSettings {
    guard case .run(let settings, _) = try Self.tool.parse(arguments, into: DiffSettings()) else {
      throw UsageError("asks for help")
    }
    return settings
  }

  private func report(_ settings: DiffSettings) -> [UInt8] {
    let work = DiffWork(
      settings: settings, configuration: DiffConfiguration(), folder: FilePath("."))
    let sides = ["a.mp4", "b.mp4"].map {
      DiffSource(FilePath(Corpus.path(of: "mockups/" + $0)))
    }
    let result = work.compare(DiffPairs.Pair(before: sides[0], after: sides[1]))
    let reporter = DiffReporter(
      settings: settings, look: DiffLook(), tool: "atomdiff", isCheck: false, count: 1,
      nameColumns: 20)
    return reporter.report(result) + reporter.sum(of: [result.outcome], "0")
  }

  @Test(arguments: DiffSettings.Format.allCases)
  func eachDetailOfAFormIsDoneOrRefused(format: DiffSettings.Format) throws {
    let form = format.option.map { [$0] } ?? []
    let plain = report(try settings(form))
    let text = report(try settings([]))
    #expect(format == .text || plain != text)
    for detail in [DiffSettings.Detail.all, .why, .hex, .only] {
      let call = try settings(form + Self.arguments(detail))
      if let refusal = call.refusal {
        #expect(!format.details.contains(detail) && detail != .only, "\(refusal)")
        #expect(refusal.hasPrefix("\(detail.option) does not go with \(format.option ?? ""), "))
      } else {
        #expect(report(call) != plain, "\(form) \(detail.option) is passed over")
      }
    }
  }

  @Test func detailsOfSnapshotsNeedOne() throws {
    for action in DiffSettings.Action.allCases {
      let base = action.option.map { [$0] } ?? []
      #expect(try settings(base).refusal == nil)
      for detail in DiffSettings.Detail.allCases {
        let refusal = try settings(base + Self.arguments(detail)).refusal
        #expect((refusal == nil) == action.details.contains(detail), "\(base) \(detail.option)")
        guard let refusal else { continue }
        // The limit of a page is refused with the page.
        #expect(refusal.contains(detail == .pageLimit ? "--html" : detail.option))
        if let option = action.option { #expect(refusal.contains(option)) }
      }
    }
    #expect(
      try settings(["--html-max=1M"]).refusal == "--html-max is about pages: give it with --html")
    #expect(
      try settings(["--ci"]).refusal == "--ci is about snapshots: give it with --verify")
    #expect(
      try settings(["--unused", "--json"]).refusal
        == "--json does not go with --unused, which has --snapshots")
    #expect(
      try settings(["--rename"]).refusal == "--rename is about directories: give it with -r")
  }
}

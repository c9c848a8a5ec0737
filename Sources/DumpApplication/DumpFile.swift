import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaMetadata
import MediaReports
import Structure
import StructureRendering

/// Opens one file and reports on it.
struct DumpFile: Sendable {
  let settings: DumpSettings
  let tool: String
  /// Whether it is the only file of the call.
  var isAlone: Bool
  /// What describes the tracks of media segments.
  var initialization: Document?
  /// Whether the report is made for nobody, to find out what has to be fetched: it writes no files.
  var isRehearsal = false

  /// An opened file.
  struct Opened {
    let document: Document
    let source: ByteSource
    /// Its name, escaped.
    let name: String
    /// Its name as given.
    let path: [UInt8]
    /// Its problems as a baseline has them, when one is written.
    var known: [ProblemPolicy.Known] = []
    /// The media segments that go on with its samples.
    var segments: [Opened] = []
    /// What fetches it, when it is not on this disk.
    var remote: RemoteFile?

    /// Its name as given, as a cell of a record.
    var cell: String {
      var cell = ByteWriter()
      cell.put(name: path.rawBytes, style: .record)
      return cell.string
    }

    /// It and its segments.
    var all: [Opened] { [self] + segments }
  }

  /// What became of a file.
  struct Result: Sendable {
    /// The exit code it asks for.
    var code: Int32 = 0
    /// Why nothing matched the paths; `nil` when something did.
    var missing: [String]?
    /// What it is made of, when that was asked for.
    var inventory: Inventory?
    /// Its line in a table of files, when that was asked for.
    var row: FileTable.Row?
    /// Which rules it breaks.
    var tally = Tally()
    /// Whether it is of a format that is not ours, and was only found in a directory, under a name that says nothing
    /// else.
    var isPassedOver = false
    /// Whether the reason of the exit code was said.
    var isExplained = false
    /// Its problems as lines of a baseline, when one is written.
    var baseline: [UInt8] = []
    /// How it plays, for forms that have all files in one document.
    var plays: PlaysReport?
    /// What is wrong with it, for the same forms.
    var check: CheckReport?
    /// Why it was not read, for the same forms.
    var unread: UnreadFile?
  }

  /// Why a file was not opened.
  struct Refusal {
    /// Its name, escaped.
    var name = ""
    /// Its name as given.
    var path: [UInt8] = []
    /// For people.
    var message = ""
    /// Whether that is only because it is of another format.
    var isOther = false
  }

  func say(_ message: String, _ talk: inout ByteWriter) {
    talk.put(tool)
    talk.put(": ")
    talk.put(message)
    talk.put("\n")
  }

  /// Says something of a file that may quote the call: what acts on a terminal is escaped.
  func say(_ message: String, of opened: Opened, _ talk: inout ByteWriter) {
    talk.put(tool)
    talk.put(": ")
    talk.put(opened.name)
    talk.put(": ")
    talk.put(text: message, style: .name)
    talk.put("\n")
  }

  // MARK: Reporting

  private func list(
    _ request: ListRequest, of opened: Opened, options: RenderOptions, to output: inout ByteWriter,
    talk: inout ByteWriter, result: inout Result
  ) {
    if case .find(let needle, let text) = request {
      guard find(needle, opened, options, to: &output, talk: &talk) == 0 else { return }
      if settings.isQuiet { result.code = max(result.code, 1) }
      result.missing = settings.isQuiet ? nil : ["nothing matches \(needle.named(text))"]
      return
    }
    let code = list(request, opened, options, to: &output, talk: &talk)
    result.isExplained = code > 0
    result.code = max(result.code, code)
  }

  /// Writes the report that the settings ask for.
  func report(
    _ opened: Opened, _ output: inout ByteWriter, _ talk: inout ByteWriter, endsOnScreen: Bool
  ) -> Result {
    let document = opened.document
    var result = Result(code: opened.all.reduce(0) { max($0, code(for: $1.document)) })
    if settings.policy.isWritten {
      var lines = ByteWriter()
      settings.policy.put(opened.known, of: opened.path, to: &lines)
      result.baseline = lines.array
    }
    var options = settings.render
    if !settings.paths.isEmpty {
      options.selection.isActive = true
      result.missing = select(opened, &options.selection, &talk)
      if result.missing != nil { return result }
    }
    for file in opened.all { result.tally.add(Tally(file.document)) }
    switch settings.report {
    case .table:
      result.row = FileTable.row(
        settings.gatheredColumns, of: document, name: opened.name, path: opened.path)
    case .stats:
      var inventory = Inventory()
      inventory.add(
        document, path: opened.path, name: opened.name, payload: MediaFile.payloadTypes)
      result.inventory = inventory
    case .privacy:
      let code = privacy(opened, options, &output)
      // What is wrong with the file is said all the same.
      result.isExplained = code > 0 && result.code == 0
      result.code = max(result.code, code)
    case .skeleton: result.code = max(result.code, skeleton(opened, &talk))
    case .expectations:
      result.code = max(expect(opened, &output, &talk), settings.isStrict ? result.code : 0)
    case .plays where settings.isQuiet: play(opened, options: options, to: &output, result: &result)
    case .list(let request):
      // Of a question that is asked silently the exit code is the answer.
      var nothing = ByteWriter(take: { _ in true })
      var silence = ByteWriter(take: { _ in true })
      if settings.isQuiet {
        list(request, of: opened, options: options, to: &nothing, talk: &silence, result: &result)
      } else {
        list(request, of: opened, options: options, to: &output, talk: &talk, result: &result)
      }
    case _ where settings.isQuiet: break
    case .expectationsOf:
      output.put("# What ")
      output.put(opened.name)
      output.put(" is like. What differs from one file to the next stands in comments.\n")
      document.putExpectations(to: &output)
    case .about: about(opened, options, &output)
    case .plays: play(opened, options: options, to: &output, result: &result)
    case .check where settings.hasOneDocument:
      result.check = CheckReport(
        opened.document, path: opened.path, name: opened.name, leastFailing: settings.leastFailing)
    // This is of all files together.
    case .alignment: break
    case .plot(let choice):
      result.code = max(result.code, plot(choice, opened, options, to: &output, talk: &talk))
    case .outline, .check:
      let code = nodes(opened, &options, to: &output, talk: &talk, endsOnScreen: endsOnScreen)
      result.code = max(result.code, code)
    // These need no file.
    case .inspection, .follow, .catalogue, .explanation: break
    }
    return result
  }

  /// Writes what is said of the file as a whole.
  private func about(_ opened: Opened, _ options: RenderOptions, _ output: inout ByteWriter) {
    let about = About(of: opened.document, name: opened.path == [0x2D] ? nil : opened.path)
    if let form = settings.form.document(isPretty: options.isPretty) {
      var options = options
      if settings.showsDigests { options.digests = digests(of: opened) }
      AboutRecords(opened.document, about, name: opened.path, options: options)
        .write(as: form, to: &output)
    } else {
      AboutRenderer(opened.document, about, options: options)
        .write(name: opened.name, to: &output)
      if settings.showsDigests { digests(opened, &output) }
    }
  }

  /// Writes nodes: all, or those that are selected.
  ///
  /// - Returns: The exit code: 2 when a file could not be written, which is said.
  private func nodes(
    _ opened: Opened, _ options: inout RenderOptions, to output: inout ByteWriter,
    talk: inout ByteWriter, endsOnScreen: Bool
  ) -> Int32 {
    let document = opened.document
    if settings.showsDigests, settings.form != .text {
      options.digests = digests(of: opened)
    }
    switch settings.form {
    case .raw, .payload: return raw(opened, options.selection, to: &output, talk: &talk)
    case .json, .tree:
      JSONRenderer(document, name: opened.path, options: options).write(.document, to: &output)
    case .line:
      JSONRenderer(document, name: opened.path, options: options).write(.line, to: &output)
    case .nodes:
      JSONRenderer(document, name: opened.path, options: options).write(.nodes, to: &output)
    case .yaml:
      JSONRenderer(document, name: opened.path, options: options).write(.yaml, to: &output)
    case .plain:
      if !isAlone {
        options.recordPrefix = opened.cell
      }
      let reader = NodeReader(document)
      PlainRenderer(document, options: options).write(to: &output) { index, text in
        reader.putSummary(of: index, to: &text)
      }
    case .html: return page(of: opened, options, &output, &talk)
    case .textconv: textconv(document, options, &output)
    case .text, .xxd:
      text(opened, options, to: &output, talk: &talk, endsOnScreen: endsOnScreen)
    // Pictures and results of tests are no nodes.
    case .svg, .junit, .sarif: break
    }
    return 0
  }

  /// Prints which expectations do not hold.
  ///
  /// - Returns: The exit code.
  private func expect(
    _ opened: Opened, _ output: inout ByteWriter, _ talk: inout ByteWriter
  ) -> Int32 {
    var count = 0
    // Whether one holds that compares values.
    var isComparing = false
    var failures: [(file: String, Expectation, Expectation.Failure)] = []
    for (file, list) in settings.expectations {
      count += list.count
      for expectation in list {
        if let failure = MediaFile.failure(of: expectation, in: opened.document) {
          failures.append((file, expectation, failure))
        } else if expectation.comparesValues {
          isComparing = true
        }
      }
    }
    // That all values compare so is proved only of those that were read.
    let hiding = isComparing ? opened.document.hidingRules : []
    if !hiding.isEmpty, !settings.isQuiet { say(MediaFile.comparedInPart(hiding), of: opened, &talk) }
    func put(_ number: Int, _ word: StaticString, _ text: inout ByteWriter) {
      text.put(grouped: number)
      text.put(" ")
      text.put(word)
      if number != 1 { text.put("s") }
    }
    if let form = settings.form.document(isPretty: settings.render.isPretty) {
      if !settings.isQuiet {
        ExpectationRecords(
          failures.map { .init(file: $0.file, expectation: $0.1, failure: $0.2) }, of: count, unseen: hiding,
          in: opened.document, name: opened.path, options: settings.render
        ).write(as: form, to: &output)
      }
      return failures.isEmpty ? 0 : 1
    }
    if failures.isEmpty {
      if isAlone, !settings.isQuiet {
        talk.put(opened.name)
        talk.put(": ")
        put(count, "expectation", &talk)
        talk.put(count == 1 ? " holds\n" : " hold\n")
      }
      return 0
    }
    if settings.isQuiet { return 1 }
    output.put(opened.name)
    output.put(": ")
    output.put(grouped: failures.count)
    output.put(" of ")
    put(count, "expectation", &output)
    output.put(failures.count == 1 ? " does not hold\n" : " do not hold\n")
    for (file, expectation, failure) in failures {
      output.put("\n")
      output.put(file)
      output.put(":")
      output.put(decimal: expectation.line)
      output.put(": ")
      output.put(text: expectation.text, style: .name)
      output.put("\n  ")
      output.put(failure.message)
      if let node = failure.node {
        output.put(": ")
        output.put(opened.document.path(of: node))
        output.put(" at 0x")
        output.put(hex: UInt64(failure.extent.byteOffset), digits: 1)
        if opened.document.tree[node].source != 0 { output.put(" of derived bytes") }
      }
      if failure.others > 0 {
        output.put(", and ")
        output.put(grouped: failure.others)
        output.put(" more")
      }
      output.put("\n")
    }
    if !isAlone { output.put("\n") }
    return 1
  }

  /// Says what was found out only at the end: a file that changed meanwhile, and why the exit code is
  /// 1 when the report does not show it.
  func finish(_ result: inout Result, _ opened: Opened, _ talk: inout ByteWriter) {
    if let remote = opened.remote { finish(remote, result: &result, of: opened, to: &talk) }
    if result.code == 1, result.missing == nil, !result.isExplained, !showsProblems {
      for file in opened.all where code(for: file.document) == 1 { explain(file, &talk) }
    }
    for file in opened.all {
      // What ran out only while the report was written.
      for sentence in file.document.leftOut {
        say("\(file.name): \(sentence): left out", &talk)
        result.code = max(result.code, 1)
      }
    }
    for file in opened.all where file.source.hasChanged() {
      say("\(file.name): file changed while being read", &talk)
      result.code = 2
      // What was not found may be there now.
      result.missing = nil
    }
  }

  /// Whether who reads the report sees what is wrong with the file, or has asked for silence.
  private var showsProblems: Bool {
    if settings.isQuiet || settings.exitsZero { return true }
    if !settings.expectations.isEmpty { return !settings.isStrict }
    switch settings.report {
    case .list, .plot, .privacy, .plays, .skeleton, .stats, .expectationsOf: return false
    case .table: return settings.table.columns.contains { $0.name == "verdict" }
    case .check, .about, .alignment: return true
    case .outline, .inspection, .follow, .expectations, .catalogue, .explanation: break
    }
    switch settings.form {
    case .json, .tree, .line, .nodes, .yaml, .html: return true
    case .text: return settings.paths.isEmpty && settings.render.hex != .xxd
    case .plain, .svg, .textconv, .xxd, .raw, .payload, .junit, .sarif: return false
    }
  }

  /// Says how many problems a file has, the first of the worst, and how to see them all.
  private func explain(_ file: Opened, _ talk: inout ByteWriter) {
    let problems = file.document.problems
    let kept = problems.kept.filter { $0.follows == nil }
    let worst = kept.map(\.severity).max()
    var text = ByteWriter()
    text.put(problems.summary(hasNotes: false))
    if let first = kept.first(where: { $0.severity == worst }) {
      text.put(": ")
      text.put(sentence: first.kind.sentence, of: first, in: file.document)
      text.put(" [")
      text.put(first.kind.id)
      text.put("]")
    }
    text.put("; --check shows what is wrong")
    say("\(file.name): \(text.string)", &talk)
  }

  private func code(for document: Document) -> Int32 {
    guard let least = settings.leastFailing else { return 0 }
    if settings.isStrict, document.problems.asked?.hidden != nil { return 1 }
    return document.problems.errors > 0 || least < .error && document.problems.warnings > 0 ? 1 : 0
  }

  func take(_ output: inout ByteWriter) -> ByteWriter {
    var taken = ByteWriter()
    swap(&taken, &output)
    return taken
  }
}

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
    /// Whether it is of a format that is not ours, and was only found in a directory.
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

  // MARK: Opening

  /// Opens a file, or says on `talk` why it cannot be. A file that is one of many is not kept open.
  func open(
    _ item: FileWalk.Item, _ talk: inout ByteWriter, refusal: inout Refusal, amongMany: Bool = false
  ) -> Opened? {
    func refuse(_ name: String, _ path: [UInt8], _ message: String, isOther: Bool = false) {
      refusal = Refusal(name: name, path: path, message: message, isOther: isOther)
      say("\(name): \(message)", &talk)
    }
    let name: String
    let path: [UInt8]
    var source: ByteSource
    switch item {
    case .problem(let file, let problem):
      refuse(file.display, file.bytes, "\(problem)")
      return nil
    case .standardInput:
      name = "standard input"
      path = Array("-".utf8)
      do throws(SourceError) {
        source = try ByteSource.open(descriptor: StandardStream.input.rawValue)
      } catch {
        refuse(name, path, error.message)
        return nil
      }
    case .file(let file):
      if let remote = settings.via.remote { return open(file, remote, &talk, refusal: &refusal) }
      name = file.display
      path = file.bytes
      do throws(SourceError) {
        source = try ByteSource.open(path: file.bytes, amongMany: amongMany)
      } catch {
        refuse(name, path, error.message)
        return nil
      }
    }
    source = source.dropping(first: settings.skipped)
    do throws(MediaFileError) {
      return try opened(source, name, path, &talk)
    } catch {
      refuse(name, path, error.message, isOther: true)
      if case .unknownFormat("") = error, isAlone { say(whatToDoWith: source, &talk) }
      return nil
    }
  }

  /// The structure of a file, and what is wrong with it.
  func opened(
    _ source: ByteSource, _ name: String, _ path: [UInt8], _ talk: inout ByteWriter
  ) throws(MediaFileError) -> Opened {
    var document = try MediaFile.open(source, limits: settings.limits, as: settings.reading)
    if settings.opensItems {
      document = MediaFile.openingItems(of: document, limits: settings.limits)
    }
    // Of several files their number is printed.
    let progress = isAlone && countsFrames ? Progress(of: source.byteCount, "bytes") : nil
    MediaFile.check(
      document, name: path == [0x2D] ? nil : path,
      isThorough: isThorough, countingFrames: countsFrames, runsRules: settings.runsRules
    ) { done, _ in
      progress?.show(done)
    }
    progress?.clear()
    var opened = Opened(document: document, source: source, name: name, path: path)
    apply(settings.policy, to: &opened, &talk)
    return opened
  }

  /// Shows the first bytes of a file of unknown format, and where an atom stands in it.
  func say(whatToDoWith source: ByteSource, _ talk: inout ByteWriter) {
    var row = "  "
    var characters = ""
    for offset in 0..<min(16, source.byteCount) {
      let byte = source.bytes.byte(at: offset) ?? 0
      let digits = String(byte, radix: 16)
      row += (byte < 16 ? "0" : "") + digits + " "
      characters.unicodeScalars.append(
        (0x20...0x7E).contains(byte) ? Unicode.Scalar(byte) : ".")
    }
    talk.put(row + " |" + characters + "|\n")
    guard let atom = MediaFile.firstAtom(in: source) else { return }
    let place = "0x" + String(UInt64(settings.skipped) &+ atom.offset, radix: 16)
    talk.put("  '\(atom.type.key)' stands at \(place): --skip \(place)\n")
  }

  /// Whether the report is one that goes through every frame of a stream of audio.
  private var countsFrames: Bool {
    isThorough || settings.render.fields != .none
      || [.json, .tree, .line, .yaml].contains(settings.form) || isJudgedByFrames
  }

  /// Whether the report, of a file that is fetched in parts, has no place to say that its frames were not
  /// looked at.
  private var isJudgedByFrames: Bool {
    guard settings.via.command != nil else { return false }
    if settings.isQuiet { return true }
    return switch settings.kind {
    case .table, .plot, .expectations: true
    default: false
    }
  }

  /// Whether all rules run.
  private var isThorough: Bool { settings.report == .check || settings.report == .about }

  /// Opens files that make one movie together; `nil` when one of them cannot be.
  func open(
    _ items: [FileWalk.Item], _ talk: inout ByteWriter, refusal: inout Refusal
  ) -> Opened? {
    let isJoined = items.count > 1
    guard let item = items.first,
      var opened = open(item, &talk, refusal: &refusal, amongMany: isJoined)
    else { return nil }
    for item in items.dropFirst() {
      guard let segment = open(item, &talk, refusal: &refusal, amongMany: true) else {
        refusal.isOther = false
        return nil
      }
      opened.segments.append(segment)
    }
    return opened
  }

  /// Writes what stands for a file that was not opened: its line, where each file has one, and its document
  /// where its absence would look like an answer.
  func put(_ refusal: Refusal, to output: inout ByteWriter) {
    if settings.isQuiet { return }
    let failure = FailureRecords(refusal.message, of: refusal.path, options: settings.render)
    switch settings.report {
    case .about, .check, .outline:
      if settings.form == .line { failure.write(as: .json(isPretty: false), to: &output) }
    case .privacy, .plays:
      if let form = settings.form.document(isPretty: settings.render.isPretty) {
        failure.write(as: form, to: &output)
      } else if settings.form == .plain {
        PrivacyRecords.putPlain(unread: refusal.message, name: isAlone ? nil : refusal.path, to: &output)
      }
    default: break
    }
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

  /// Writes the report that the settings ask for.
  func report(
    _ opened: Opened, _ output: inout ByteWriter, _ talk: inout ByteWriter, endsOnScreen: Bool
  ) -> Result {
    let document = opened.document
    var result = Result(code: opened.all.reduce(0) { max($0, code(for: $1.document)) })
    if settings.policy.isWritten {
      var lines = ByteWriter()
      ProblemPolicy.put(opened.known, of: opened.path, to: &lines)
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
    case .plays where settings.isQuiet: play(opened, options, &output, &result)
    case _ where settings.isQuiet: break
    case .list(.find(let needle, let text)):
      if find(needle, opened, options, &output, &talk) == 0 {
        result.missing = ["nothing matches '\(text)'"]
      }
    case .list(let request):
      let code = list(request, opened, options, &output, &talk)
      result.isExplained = code > 0
      result.code = max(result.code, code)
    case .expectationsOf:
      output.put("# What ")
      output.put(opened.name)
      output.put(" is like. What differs from one file to the next stands in comments.\n")
      document.putExpectations(to: &output)
    case .about: about(opened, options, &output)
    case .plays: play(opened, options, &output, &result)
    case .check where settings.hasOneDocument:
      result.check = CheckReport(
        opened.document, path: opened.path, name: opened.name, leastFailing: settings.leastFailing)
    // This is of all files together.
    case .alignment: break
    case .plot(let kind):
      result.code = max(result.code, plot(kind, opened, options, &output, &talk))
    case .outline, .check:
      let code = nodes(opened, &options, &output, &talk, endsOnScreen: endsOnScreen)
      result.code = max(result.code, code)
    // These need no file.
    case .inspection, .catalogue, .explanation: break
    }
    return result
  }

  /// Writes what is said of the file as a whole.
  private func about(_ opened: Opened, _ options: RenderOptions, _ output: inout ByteWriter) {
    let about = About(of: opened.document)
    if let form = settings.form.document(isPretty: options.isPretty) {
      AboutRecords(opened.document, about, name: opened.path, options: options)
        .write(as: form, to: &output)
    } else {
      AboutRenderer(opened.document, about, options: options)
        .write(name: opened.name, to: &output)
      if settings.showsDigests { digests(opened.document, &output) }
    }
  }

  /// Writes nodes: all, or those that are selected.
  ///
  /// - Returns: The exit code: 2 when a file could not be written, which is said.
  private func nodes(
    _ opened: Opened, _ options: inout RenderOptions, _ output: inout ByteWriter,
    _ talk: inout ByteWriter, endsOnScreen: Bool
  ) -> Int32 {
    let document = opened.document
    if settings.showsDigests, settings.form != .text {
      options.digests =
        MediaFile.digests(
          of: [document], isWhole: true, running: runWithProgress)[0]
    }
    switch settings.form {
    case .raw, .payload: return raw(opened, options.selection, &output, &talk)
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
        var name = ByteWriter()
        name.put(text: opened.name, style: .record)
        options.recordPrefix = name.string
      }
      let reader = NodeReader(document)
      PlainRenderer(document, options: options).write(to: &output) { index, text in
        reader.putSummary(of: index, to: &text)
      }
    case .html: return page(of: opened, options, &output, &talk)
    case .textconv: textconv(document, options, &output)
    case .text, .xxd:
      text(opened, options, &output, &talk, endsOnScreen: endsOnScreen)
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
    var failures: [(file: String, Expectation, Expectation.Failure)] = []
    for (file, list) in settings.expectations {
      count += list.count
      for expectation in list {
        if let failure = expectation.failure(in: opened.document) {
          failures.append((file, expectation, failure))
        }
      }
    }
    func put(_ number: Int, _ word: StaticString, _ text: inout ByteWriter) {
      text.put(grouped: number)
      text.put(" ")
      text.put(word)
      if number != 1 { text.put("s") }
    }
    if let form = settings.form.document(isPretty: settings.render.isPretty) {
      if !settings.isQuiet {
        ExpectationRecords(
          failures.map { .init(file: $0.file, expectation: $0.1, failure: $0.2) }, of: count,
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
    if let remote = opened.remote { finish(remote, &result, opened, &talk) }
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
    }
  }

  /// Whether who reads the report sees what is wrong with the file, or has asked for silence.
  private var showsProblems: Bool {
    if settings.isQuiet || settings.exitsZero { return true }
    if !settings.expectations.isEmpty { return !settings.isStrict }
    switch settings.report {
    case .list, .plot, .privacy, .skeleton, .stats, .expectationsOf: return false
    case .table: return settings.table.columns.contains { $0.name == "verdict" }
    case .check, .about, .plays, .alignment: return true
    case .outline, .inspection, .expectations, .catalogue, .explanation: break
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
    let kept = problems.kept.filter { $0.follows < 0 }
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

  /// The report for people.
  private func text(
    _ opened: Opened, _ options: RenderOptions, _ output: inout ByteWriter,
    _ talk: inout ByteWriter, endsOnScreen: Bool
  ) {
    let document = opened.document
    var outcome = OutlineRenderer.Outcome()
    if settings.report == .check {
      check(opened, options, &output, &talk)
      return
    }
    if options.selection.isActive {
      if !isAlone, options.hex != .xxd {
        output.put(opened.name)
        output.put(":\n\n")
      }
      var nodes = NodeRenderer(
        document, options, output: take(&output),
        parts: options.hex == .fields ? MediaParts(document) : nil)
      for (node, field) in options.selection.nodes { nodes.render(node, field: field) }
      output = nodes.finish()
      return
    }
    if options.hex != .xxd {
      var outline = OutlineRenderer(document, options, output: take(&output))
      outcome = outline.render(
        name: opened.name, heading: OutlineRenderer.Heading(of: document))
      output = outline.finish()
    }
    if options.hex != nil {
      if options.hex != .xxd { output.put("\n") }
      var nodes = NodeRenderer(
        document, options, output: take(&output),
        parts: options.hex == .fields ? MediaParts(document) : nil)
      for index in document.tree.indices {
        nodes.renderInDump(index)
      }
      output = nodes.finish()
      if options.hex == .xxd { return }
    }
    if settings.showsDigests { digests(document, &output) }
    if document.problems.errors + document.problems.warnings > 0
      || settings.isVerbose && document.problems.notes > 0
    {
      output.put("\n")
      problems(document, options, &output)
    }
    footer(document, outcome, options, &output, &talk, endsOnScreen: endsOnScreen)
  }

  func take(_ output: inout ByteWriter) -> ByteWriter {
    var taken = ByteWriter()
    swap(&taken, &output)
    return taken
  }

  private func problems(
    _ document: Document, _ options: RenderOptions, _ output: inout ByteWriter,
    heading: String? = nil
  ) {
    var renderer = ProblemRenderer(
      document, options, hasNotes: settings.isVerbose || document.problems.asked != nil, output: take(&output))
    if let heading { renderer.heading(heading) }
    renderer.render()
    output = renderer.finish()
  }

  /// The problems alone, with the name of the file when there are several.
  private func check(
    _ opened: Opened, _ options: RenderOptions, _ output: inout ByteWriter,
    _ talk: inout ByteWriter
  ) {
    let problems = opened.document.problems
    // Who asks for a rule wants to see what breaks it, however bad that is.
    let hasNotes = settings.isVerbose || problems.asked != nil
    let isSound = problems.errors + problems.warnings == 0 && !(hasNotes && problems.notes > 0)
    if isSound {
      if isAlone || problems.asked?.hidden != nil {
        talk.put(opened.name)
        talk.put(": ")
        talk.put(problems.summary(hasNotes: hasNotes))
        if problems.notes > 0 {
          talk.put(", ")
          talk.put(grouped: problems.notes)
          talk.put(problems.notes == 1 ? " note (-v)" : " notes (-v)")
        }
        talk.put("\n")
      }
      return
    }
    self.problems(
      opened.document, options, &output,
      heading: "\(opened.name): \(problems.summary(hasNotes: hasNotes))")
    if !isAlone { output.put("\n") }
  }

  /// The last line: what was shown, and the verdict. On the screen it ends the report, else it is
  /// talk.
  private func footer(
    _ document: Document, _ outcome: OutlineRenderer.Outcome, _ options: RenderOptions,
    _ output: inout ByteWriter, _ talk: inout ByteWriter, endsOnScreen: Bool
  ) {
    var left = ByteWriter()
    let kind = document.tree.catalogues.first?.nodeKind ?? "atom"
    if outcome.shown < outcome.total {
      left.put(grouped: outcome.shown)
      left.put(" of ")
    }
    if outcome.shown == outcome.total, !outcome.kinds.isEmpty {
      for (number, kind) in outcome.kinds.enumerated() {
        if number > 0 { left.put(", ") }
        left.put(grouped: kind.count)
        left.put(" ")
        left.put(kind.name)
        if kind.count != 1 { left.put("s") }
      }
    } else {
      left.put(grouped: outcome.total)
      left.put(" ")
      left.put(kind)
      if outcome.total != 1 { left.put("s") }
    }
    if outcome.shown < outcome.total {
      left.put(" shown")
      if outcome.folded > 0 {
        left.put(", ")
        left.put(grouped: outcome.folded)
        left.put(" ")
        left.put(outcome.foldedName)
        if outcome.folded != 1 { left.put("s") }
        left.put(" folded")
      }
      left.put(" (-d all)")
    }
    var right = document.problems.summary(hasNotes: settings.isVerbose)
    if !settings.isVerbose, document.problems.notes > 0 {
      var notes = ByteWriter()
      notes.put(grouped: document.problems.notes)
      right += ", \(notes.string) note\(document.problems.notes == 1 ? "" : "s") (-v)"
    }
    if document.problems.uncheckedTables > 0 {
      let count = document.problems.uncheckedTables
      right += " (\(count) large table\(count == 1 ? "" : "s") not checked: --check)"
    }
    if document.problems.areChecked,
      !MediaFile.countsFrames(of: document, isAsked: countsFrames)
    {
      right += " (frames of audio not checked: --check)"
    }
    let width = min(options.width ?? 80, 120)
    let gap = max(2, width - left.count - right.utf8.count)
    left.putSpaces(gap)
    left.put(right)
    left.put("\n")
    if endsOnScreen {
      output.put("\n")
      output.put(left)
    } else if isAlone {
      talk.put(left)
    }
  }

  // MARK: Selecting

  /// Finds what the paths mean.
  ///
  /// - Returns: Why nothing was found, a line for each path; `nil` when something was.
  private func select(
    _ opened: Opened, _ selection: inout Selection, _ talk: inout ByteWriter
  ) -> [String]? {
    let document = opened.document
    var missing: [String] = []
    for (number, path) in settings.paths.enumerated() {
      let text = settings.pathTexts[number]
      var path = path
      var nodes = path.nodes(in: document)
      if let field = path.field {
        let fitting = nodes.filter { document.has(field, in: $0) }
        if fitting.isEmpty, let dotless = path.withDotsAsSteps {
          let others = dotless.nodes(in: document)
          if !others.isEmpty {
            if isAlone {
              let hint = "'\(text)' is read with '/' for '.': levels are separated by '/'"
              say(hint, of: opened, &talk)
            }
            path = dotless
            nodes = others
          }
        }
        if path.field != nil {
          if fitting.isEmpty, !nodes.isEmpty {
            missing.append(document.whyMissing(field, in: nodes[0], text))
            continue
          }
          nodes = fitting
        }
      }
      if nodes.isEmpty {
        missing.append(document.whyMissing(path, text))
        continue
      }
      for node in nodes { selection.nodes.append((node: node, field: path.field)) }
    }
    guard !selection.nodes.isEmpty else { return missing }
    for message in missing where isAlone { say(message, of: opened, &talk) }
    selection.nodes.sort { $0.node < $1.node }
    return nil
  }
}

extension Document {
  /// Whether the node at `index` has a field that `path` means.
  fileprivate func has(_ path: FieldPath, in index: NodeIndex) -> Bool {
    var walker = Walker()
    var selection = FieldSelection(path, sink: NoSink())
    walk(index, &walker, into: &selection)
    return selection.hasMatched
  }

  /// `no atom matches 'moov/trk' — did you mean 'moov/trak'? (3 found)`
  fileprivate func whyMissing(_ path: Path, _ text: String) -> String {
    let kind = tree.catalogues.first?.nodeKind.description ?? "atom"
    let message = "no \(kind) matches '\(text)'"
    var types: Set<UInt32> = []
    var words: Set<String> = []
    for index in tree.indices.prefix(100_000) where !tree[index].isRaw {
      if tree[index].marks.contains(.named) {
        if let word = word(for: tree[index]) { words.insert(word) }
      } else {
        types.insert(tree[index].type.rawValue)
      }
    }
    let names = (types.map { FourCC($0).key } + words).sorted()
    // Nobody mistypes a step that many others stand behind.
    for place in path.steps.indices.suffix(8).reversed() {
      let name: String
      switch path.steps[place].name {
      case .code(let code): name = code.key
      case .word(let word): name = word
      default: continue
      }
      // A blank at the end of a type is easily forgotten.
      let padded = name.padding(to: 4)
      let near = names.contains(padded) ? padded : nearest(to: name, among: names)
      guard let near else { continue }
      let code = words.contains(near) ? nil : FourCC(key: near)
      var other = path
      other.steps[place].name = code.map { .code($0) } ?? .word(near)
      other.field = nil
      let count = other.nodes(in: self).count
      guard count > 0 else { continue }
      var step = ByteWriter()
      if let code { step.put(step: code) } else { step.put(step: near) }
      let fixed = text.replacingFirst(name, with: step.string)
      // A path that has quotes of its own is printed so that it can be pasted into a shell.
      let quote = fixed.contains("'") ? "\"" : "'"
      return message + " — did you mean \(quote)\(fixed)\(quote)? (\(count) found)"
    }
    return message
  }

  /// `no field 'size' in …/stsz — did you mean 'sample_size'?`
  fileprivate func whyMissing(_ field: FieldPath, in index: NodeIndex, _ text: String) -> String {
    let program = tree.program(of: tree[index])
    let names = program?.rows.map { $0.name.description }.filter { !$0.isEmpty } ?? []
    let wanted = field.parts.last?.name ?? ""
    let message = "no field matches '\(text)' in \(path(of: index))"
    let near =
      nearest(to: wanted, among: names)
      ?? names.first { $0.lowercased().hasSuffix(wanted.lowercased()) && !wanted.isEmpty }
    guard let near else { return message }
    return message + " — did you mean '\(near)'?"
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }

  /// The text with the last occurrence of `word` replaced.
  fileprivate func replacingFirst(_ word: String, with other: String) -> String {
    var index = endIndex
    while index > startIndex {
      index = self.index(before: index)
      if self[index...].hasPrefix(word) {
        return String(self[..<index]) + other
          + String(self[self.index(index, offsetBy: word.count)...])
      }
    }
    return self
  }
}

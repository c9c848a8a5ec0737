import ByteReading
package import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureRendering

/// A dump tool: its options, and what it does with them.
package struct DumpProgram: Sendable {
  package private(set) var tool: Tool<DumpSettings>
  /// What people call a node of the files that the tool is for.
  private let node: StaticString
  /// Shows files to a person who looks around in them.
  private let inspector: Inspector?

  /// - Parameters:
  ///   - node: What people call a node of the files that the tool is for.
  ///   - inspector: What `-i` starts; a program without one refuses `-i`.
  package init(
    _ tool: Tool<DumpSettings>, node: StaticString = "atom", inspector: Inspector? = nil
  ) {
    self.tool = tool
    self.node = node
    self.inspector = inspector
  }

  /// Runs the tool and gives its exit code.
  ///
  /// - Parameter arguments: The bytes of the arguments, without the tool's name.
  package func run(_ arguments: [[UInt8]]) -> Int32 {
    tool.run(
      arguments, DumpSettings(),
      complete: { request, files in
        DumpSettings().enterSandbox(tool: tool.name, startsPrograms: false)
        return KnownValues().completing(request, files)
      }
    ) { settings, operands in
      var program = self
      program.tool.isASCII = settings.isASCII
      return program.run(settings, operands)
    }
  }

  private func run(_ settings: DumpSettings, _ operands: [FilePath]) -> Int32 {
    settings.enterSandbox(tool: tool.name, startsPrograms: false)
    if let code = settings.setUpGit(tool: tool.name) { return code }
    if settings.printsSchema {
      if let refusal = settings.refusal { return fail(refusal) }
      var text = ByteWriter(descriptor: StandardStream.output.rawValue)
      settings.schema.put(to: &text)
      text.flush()
      return text.hasFailed ? outputFailed(text.failure) : 0
    }
    if case .catalogue(let word) = settings.report {
      if let refusal = settings.refusal { return fail(refusal) }
      if !operands.isEmpty { return fail("--boxes reads no file: give it without one") }
      return catalogue(word, settings)
    }
    if case .plays(let names) = settings.report, names.contains("list") {
      if let refusal = settings.refusal { return fail(refusal) }
      return tool.write(PlaysCatalogueText.list(names, in: listRoom(settings)))
    }
    if case .explanation(let id) = settings.report {
      if let refusal = settings.refusal { return fail(refusal) }
      // `--explain ID` reads as well as `--explain=ID`; a file has a dot in its name, a rule has not.
      if id == "list", let named = operands.first {
        if operands.count > 1 { return fail("--explain takes one rule, and reads no file") }
        return explain(named.display, settings)
      }
      return explain(id, settings)
    }
    if let refusal = settings.via.refusal(
      operandCount: operands.count, isRecursive: settings.isRecursive)
    {
      return fail(refusal)
    }
    let operands = settings.via.files(operands)
    guard !operands.isEmpty else {
      return fail("no file given — try '\(tool.name) FILE', or '\(tool.name) --help'")
    }
    var settings = settings
    if let message = complete(&settings) { return fail(message) }
    for remark in settings.remarks { _ = fail(remark) }
    if settings.report == .inspection {
      guard let inspector else { return fail("-i is not part of this program") }
      return inspector(inspectorCall(operands, settings))
    }
    if settings.report == .follow { return follow(operands, settings) }
    if settings.report == .alignment { return align(operands, settings) }
    return dump(operands, settings)
  }

  /// Fills in what follows from the options together, or says why they do not go together.
  func complete(_ settings: inout DumpSettings) -> String? {
    settings.render.toolName = tool.name
    settings.render.toolVersion = tool.version
    settings.render.isNested = settings.form == .tree
    if let refusal = settings.refusal { return refusal }
    if settings.printsSchema { return nil }
    if settings.report == .about, settings.form == .plain {
      settings.report = .table
      settings.table.columns = TableRequest.all
    }
    if let list = settings.list, !settings.hasLimit {
      settings.render.limit = settings.form == .text && list.joinsSegments ? 24 : nil
    }
    if let message = readRules(&settings) { return message }
    settings.limits.problems = settings.policy.room(within: settings.limits)
    if settings.report == .expectations, let message = readExpectations(&settings) {
      return message
    }
    if settings.form == .raw || settings.form == .payload {
      let option = settings.form.option ?? ""
      if settings.paths.isEmpty, settings.list == nil { return "\(option) needs -p PATH: which bytes?" }
      if StandardStream.output.isTerminal {
        return "\(option) does not write to a terminal — redirect it: > FILE"
      }
    }
    if case .artwork("-") = settings.list {
      if settings.form != .text { return "--artwork - writes the picture itself, which \(settings.form.option ?? "") is none of" }
      if StandardStream.output.isTerminal {
        return "--artwork - does not write to a terminal — redirect it, or name a file: --artwork=FILE"
      }
    }
    if settings.form == .html || settings.form == .svg, settings.outputPlace == nil,
      StandardStream.output.isTerminal
    {
      let option = settings.form.option ?? ""
      return "\(option) does not write to a terminal — give it a name: \(option)=FILE"
    }
    return nil
  }

  /// Whether a report on many files ends in how many there are and which rules they break.
  private func endsInTally(_ settings: DumpSettings) -> Bool {
    settings.report == .check && settings.form == .text && !settings.isQuiet
  }

  private func fail(_ message: String) -> Int32 { tool.fail(message) }

  /// Reads the files of expectations, or says what is wrong with them.
  private func readExpectations(_ settings: inout DumpSettings) -> String? {
    for name in settings.expectationFiles {
      let path = FilePath(name)
      do throws(UsageError) {
        let text = try path.readText()
        let list: [Expectation]
        do throws(ExpectationError) {
          list = try Expectation.all(in: text)
        } catch {
          return "\(path.display):\(error.line):\(error.column): \(error.message)"
        }
        var written = WrittenPaths()
        for each in list { try written.look(up: each.path, at: "\(path.display):\(each.line)") }
        settings.remarks += written.remarks
        settings.expectations.append((path.display, list))
      } catch {
        return "\(error)"
      }
    }
    return nil
  }

  /// Prints what there is to know of a rule, or a line for each.
  private func explain(_ id: String, _ settings: DumpSettings) -> Int32 {
    let terminal = Terminal.current(color: settings.color)
    var text = ByteWriter()
    do throws(UsageError) {
      try RuleText.put(
        id, width: settings.width ?? (terminal.isInteractive ? terminal.columns : nil), isASCII: isASCII(settings, terminal),
        to: &text)
    } catch {
      return fail("\(error)")
    }
    return tool.write(text.string)
  }

  /// Whether there are no characters but those of ASCII.
  private func isASCII(_ settings: DumpSettings, _ terminal: Terminal) -> Bool {
    settings.isASCII || terminal.isASCII
  }

  /// What a list may take of a line.
  private func listRoom(_ settings: DumpSettings) -> TextRoom {
    let terminal = Terminal.current(color: settings.color)
    return TextRoom(
      width: settings.width ?? (terminal.isInteractive ? terminal.columns : 80), isASCII: isASCII(settings, terminal))
  }

  private func outputFailed(_ code: Int32) -> Int32 {
    fail("the output could not be written: \(SystemError(code: code))")
  }

  // MARK: Catalogue

  /// Prints the catalogue, through a pager when it goes to a terminal.
  private func catalogue(_ word: String, _ settings: DumpSettings) -> Int32 {
    let terminal = Terminal.current(color: settings.color)
    var options = settings.render
    options.width = settings.width ?? (terminal.isInteractive ? terminal.columns : nil)
    options.hasColor = terminal.hasColor
    if terminal.isASCII { options.isASCII = true }
    options.isPretty = terminal.isInteractive
    options.toolName = tool.name
    options.toolVersion = tool.version
    let catalogue = DumpCatalogue(
      catalogue: MediaFile.atoms, brands: { MediaFile.brands }, embedded: MediaFile.embedded, settings: settings,
      options: options)
    // What is not known is said before a pager starts.
    var output = ByteWriter()
    do throws(UsageError) {
      try catalogue.write(word, to: &output)
    } catch {
      return fail("\(error)")
    }
    if settings.isQuiet { return 0 }
    let paged = PagedOutput(isPaged: terminal.isInteractive && settings.usesPager)
    var stream = paged.writer()
    stream.put(output)
    stream.flush()
    let hasFailed = stream.hasFailed && !stream.failedBecauseReaderIsGone
    paged.finish()
    return hasFailed ? outputFailed(stream.failure) : 0
  }

  // MARK: Files

  private func dump(_ operands: [FilePath], _ settings: DumpSettings) -> Int32 {
    var settings = settings
    let terminal = Terminal.current(color: settings.color)
    settings.render.width = settings.width ?? (terminal.isInteractive ? terminal.columns : nil)
    settings.render.hasColor = terminal.hasColor
    if terminal.isASCII { settings.render.isASCII = true }
    settings.render.isPretty = terminal.isInteractive
    // What a program reads need not be a file of this system.
    var walk = FileWalk(operands, isRecursive: settings.isRecursive, extensions: settings.extensions)
    var items: [FileWalk.Item] = []
    if settings.via.command != nil {
      items = operands.map { FileWalk.Item.file($0) }
    } else {
      while let item = walk.next() { items.append(item) }
    }
    // That of the files there are is printed behind them.
    defer {
      if !settings.isQuiet {
        for words in walk.passedOver.words { tool.say(words) }
      }
    }
    // What a directory holds beside media is nobody's fault; what was named, or is called as media is, has to be
    // readable.
    let named = Set(operands)
    var initialization: Document?
    if let path = settings.initialization {
      do {
        initialization = try MediaFile.open(FilePath(path).open(), limits: settings.limits)
      } catch let error as SourceError {
        return fail("\(path): \(error.message)")
      } catch let error as MediaFileError {
        return fail("\(path): \(error.message)")
      } catch {
        return fail("\(path): \(error)")
      }
    }
    var groups = items.map { [$0] }
    if let list = settings.list, list.joinsSegments, items.count > 1, settings.via.command == nil {
      groups = DumpFile.groups(
        of: items, initialization: initialization, limits: settings.limits)
    }
    if case .artwork(let place) = settings.list, groups.count > 1 {
      guard FilePath(place).isDirectory else {
        return fail(
          "--artwork needs a directory for the pictures of several files: '\(place)' is none")
      }
      settings.outputNames = NamesInDirectory.names(for: groups.compactMap { $0[0].named }, of: .pictures)
    }
    if let refusal = settings.refusal(ofPagesOf: groups.count) ?? settings.refusal(ofSkeletonsOf: groups.count) {
      return fail(refusal)
    }
    if settings.writesPages, groups.count > 1 {
      settings.outputNames = NamesInDirectory.names(for: groups.compactMap { $0[0].named }, of: .page)
    }
    if settings.outputPlace != nil || settings.policy.isWritten { settings.inputs = inputs(items, settings) }
    if groups.count == 1, let group = groups.first, group[0].isNamed(in: named) {
      return dump(one: group, settings, terminal, initialization)
    }
    return dump(many: groups, named: named, settings, terminal, initialization)
  }

  /// The files that a call reads, standard input among them.
  private func inputs(_ items: [FileWalk.Item], _ settings: DumpSettings) -> Set<FileStatus.Identity> {
    var files = Set(filesAt: items.compactMap(\.path))
    if let path = settings.initialization { files.formUnion(Set(filesAt: [FilePath(path)])) }
    if items.contains(where: \.isStandardInput), let file = StandardStream.input.file { files.insert(file) }
    return files
  }

  /// One file, or several that make one movie: the report goes straight to the output, or to a pager.
  private func dump(
    one item: [FileWalk.Item], _ settings: DumpSettings, _ terminal: Terminal,
    _ initialization: Document?
  ) -> Int32 {
    var settings = settings
    let isPaged =
      terminal.isInteractive && settings.usesPager && !settings.isQuiet
      && settings.outputPlace == nil
    if terminal.isInteractive, !settings.unfoldsAll { settings.render.height = terminal.rows }
    let file = DumpFile(
      settings: settings, tool: tool.name, isAlone: true, initialization: initialization)
    var talk = ByteWriter()
    var refusal = DumpFile.Refusal()
    guard let opened = file.open(item, &talk, refusal: &refusal) else {
      var output = ByteWriter(descriptor: StandardStream.output.rawValue)
      file.put(refusal, to: &output)
      settings.put([], unread: [refusal.file], to: &output)
      output.flush()
      // git ends where a driver says anything but 0; what it shows says why.
      let isToldToGit = settings.form == .textconv && settings.exitsZero
      if !isToldToGit { _ = StandardStream.error.tell(talk.array, isASCII: settings.isASCII) }
      if output.hasFailed, !output.failedBecauseReaderIsGone { return outputFailed(output.failure) }
      return isToldToGit ? 0 : 2
    }
    let isLong =
      settings.unfoldsAll || settings.render.fields != .none
      || settings.render.hex != nil || !settings.paths.isEmpty || settings.form != .text
      || settings.list != nil
      || opened.document.tree.count > terminal.rows || settings.render.limit == nil
    let paged = PagedOutput(isPaged: isPaged && isLong)
    var output = paged.writer()
    var result = file.report(opened, &output, &talk, endsOnScreen: terminal.isInteractive)
    if let inventory = result.inventory { settings.put(inventory, to: &output) }
    if let row = result.row { settings.put([row], result.tally, to: &output) }
    settings.put([result], to: &output)
    output.flush()
    if output.hasFailed, !output.failedBecauseReaderIsGone {
      result.code = max(result.code, outputFailed(output.failure))
    }
    paged.finish()
    file.finish(&result, opened, &talk)
    for message in result.missing ?? [] { file.say(message, of: opened, &talk) }
    _ = StandardStream.error.tell(talk.array, isASCII: settings.isASCII)
    if let failure = settings.writeBaseline([result.baseline]) {
      result.code = max(result.code, fail(failure))
    }
    if result.missing != nil { result.code = max(result.code, 1) }
    return settings.exitsZero && result.code == 1 ? 0 : result.code
  }

  /// Many files: on all processors, their reports in the order of the files.
  private func dump(
    many items: [[FileWalk.Item]], named: Set<FilePath>, _ settings: DumpSettings,
    _ terminal: Terminal, _ initialization: Document?
  ) -> Int32 {
    let file = DumpFile(
      settings: settings, tool: tool.name, isAlone: false, initialization: initialization)
    let progress = Progress(of: items.count, "files")
    let endsOnScreen = terminal.isInteractive
    let paged = PagedOutput(
      isPaged: terminal.isInteractive && settings.usesPager && !settings.isQuiet && settings.report != .stats
        && settings.report != .table, progress: progress)
    let separation = Separation(
      isWanted: settings.form == .text && settings.report != .check && !settings.isQuiet,
      isASCII: settings.isASCII, output: paged)
    let run = runInOrder(
      count: items.count, jobs: settings.jobs ?? processorCount(),
      write: { stream, bytes in separation.write(bytes, to: stream) }
    ) { index, output -> DumpFile.Result in
      var talk = ByteWriter()
      defer { paged.advance() }
      let isNamed = items[index].contains { $0.isNamed(in: named) }
      var refusal = DumpFile.Refusal()
      guard let opened = file.open(items[index], &talk, refusal: &refusal) else {
        let isPassedOver =
          refusal.isOther && !isNamed && !MediaExtensions.isMediaName(FilePath(refusal.path))
        // A file of a folder has a line when it is called like those that were asked for.
        if !isPassedOver || !settings.extensions.isEmpty {
          var line = ByteWriter()
          file.put(refusal, to: &line)
          output.write(line.array)
        }
        if isPassedOver {
          if settings.isVerbose { output.write(talk.array, to: .error) }
          return DumpFile.Result(isPassedOver: true)
        }
        output.write(talk.array, to: .error)
        return DumpFile.Result(code: 2, unread: refusal.file)
      }
      var hasBegun = false
      var report = ByteWriter { block in
        defer { hasBegun = true }
        return output.write(hasBegun ? block : separation.begun(block))
      }
      var result = file.report(opened, &report, &talk, endsOnScreen: endsOnScreen)
      file.finish(&result, opened, &talk)
      report.flush()
      output.write(talk.array, to: .error)
      return result
    }
    progress.clear()
    paged.finish()
    var code: Int32 = 0
    var isMatched = settings.paths.isEmpty && settings.wanted == nil
    var isRead = false
    var others = 0
    var inventory = Inventory()
    var rows: [FileTable.Row] = []
    var tally = Tally()
    for value in run.values {
      guard let value else { continue }
      if let row = value.row { rows.append(row) }
      tally.add(value.tally)
      if value.unread != nil { tally.unread += 1 }
      if let counted = value.inventory { inventory.add(counted) }
      if value.isPassedOver {
        others += 1
        continue
      }
      code = max(code, value.code)
      if value.missing == nil { isMatched = true }
      if value.code < 2 { isRead = true }
    }
    if case .failed(let error) = run.result {
      return fail("the output could not be written: \(error)")
    }
    if settings.report == .stats || settings.report == .table || endsInTally(settings)
      || settings.hasOneDocument
    {
      var output = ByteWriter(descriptor: StandardStream.output.rawValue)
      switch settings.report {
      case .stats: settings.put(inventory, to: &output)
      case .table: settings.put(rows, tally, to: &output)
      case _ where settings.hasOneDocument: settings.put(run.values.compactMap(\.self), to: &output)
      default: tally.put(settings.render, to: &output)
      }
      output.flush()
      if output.hasFailed, !output.failedBecauseReaderIsGone {
        return outputFailed(output.failure)
      }
    }
    if !settings.isQuiet, let words = FileWalk.words(ofOthers: others) {
      tool.say("\(words)\(settings.isVerbose ? "" : " (-v names them)")")
    }
    if let failure = settings.writeBaseline(run.values.compactMap { $0?.baseline }) {
      code = max(code, fail(failure))
    }
    // A directory that is not the one that was meant has no problems either.
    if others == items.count { return fail(FileWalk.nothing(in: Array(named))) }
    if !isMatched, isRead {
      _ = fail(
        settings.wanted.map { "nothing matches \(Needle($0).named($0)) in any of \(items.count) files" }
          ?? "no \(node) matches '\(settings.pathTexts.joined(separator: "' or '"))' in any of "
          + "\(items.count) files")
      code = max(code, 1)
    }
    return settings.exitsZero && code == 1 ? 0 : code
  }
}

extension DumpSettings {
  /// The schema of the documents that the call would write.
  var schema: PublishedSchema {
    switch report {
    case .catalogue: .boxes
    case .stats: .stats
    case .about: .about
    case .privacy: .privacy
    case .table: .table
    case .expectations: .expectations
    case .plays: .plays
    case .alignment: .alignment
    case .plot: .pictures
    case .outline, .inspection, .follow, .check, .skeleton, .list, .expectationsOf, .explanation: .dump
    }
  }

  /// Writes what files are made of.
  func put(_ inventory: Inventory, to output: inout ByteWriter) {
    if isQuiet || inventory.files.isEmpty { return }
    let records = InventoryRecords(inventory, render)
    if let form = form.document(isPretty: render.isPretty) {
      records.write(as: form, to: &output)
    } else if form == .plain {
      records.putPlain(to: &output)
    } else {
      var taken = ByteWriter()
      swap(&taken, &output)
      var renderer = InventoryRenderer(render, output: taken)
      renderer.render(inventory)
      output = renderer.finish()
    }
  }
}

/// Puts an empty line between the reports of several files: between those that there are.
///
/// Reports arrive in pieces; the first piece of each is marked, with a byte that no report for people
/// holds.
private final class Separation: @unchecked Sendable {
  private let isWanted: Bool
  private let isASCII: Bool
  private let output: PagedOutput
  /// Whether a report has been written. Only one thread at a time writes.
  private var hasBegun = false

  init(isWanted: Bool, isASCII: Bool, output: PagedOutput) {
    self.isWanted = isWanted
    self.isASCII = isASCII
    self.output = output
  }

  /// The first piece of a report, marked as such.
  func begun(_ piece: [UInt8]) -> [UInt8] { isWanted ? [0] + piece : piece }

  func write(_ bytes: [UInt8], to stream: StandardStream) -> WriteResult {
    guard stream == .output else { return stream.tell(bytes, isASCII: isASCII) }
    guard isWanted, bytes.first == 0 else { return output.write(bytes) }
    let separator: [UInt8] = hasBegun ? [UInt8(ascii: "\n")] : []
    hasBegun = true
    return output.write(separator + bytes.dropFirst())
  }
}

extension DumpFile.Refusal {
  fileprivate var file: UnreadFile { UnreadFile(name: name, message: message) }
}

extension FileWalk.Item {
  fileprivate var isStandardInput: Bool {
    if case .standardInput = self { true } else { false }
  }

  /// The name of the file; `nil` for standard input and what cannot be read.
  fileprivate var path: FilePath? {
    if case .file(let path) = self { path } else { nil }
  }

  /// What the name of something that is written of it is made from: `-` for standard input; `nil` for what cannot
  /// be read.
  fileprivate var named: FilePath? { isStandardInput ? FilePath("-") : path }

  /// Whether it is one of the operands, not something found in one.
  fileprivate func isNamed(in operands: Set<FilePath>) -> Bool {
    switch self {
    case .file(let path): operands.contains(path)
    case .standardInput, .problem: true
    }
  }
}

extension ByteWriter {
  /// Whether writing failed because nobody reads any more.
  var failedBecauseReaderIsGone: Bool { SystemError(code: failure).isReaderGone }
}

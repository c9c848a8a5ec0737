import ByteReading
import CommandLineSupport
import MediaInspection
import Structure
import StructureDiff
import StructureRendering

/// One call of the diff tool, after its options were understood.
struct DiffCall: Sendable {
  let settings: DiffSettings
  let configuration: DiffConfiguration
  let tool: String
  let version: String

  private var work: DiffWork {
    DiffWork(settings: settings, configuration: configuration, folder: currentFolder())
  }

  private func message(_ text: String) -> [UInt8] {
    var message = ByteWriter()
    for line in text.split(separator: "\n") {
      message.put(message: String(line), from: tool)
    }
    return message.array
  }

  private func say(_ text: String) { _ = StandardStream.error.tell(message(text), isASCII: settings.isASCII) }

  func fail(_ text: String) -> Int32 {
    say(text)
    return 2
  }

  /// Says how many files of other formats, and what else, were passed over.
  func sayPassedOver(_ passed: FileWalk.PassedOver, others: Int = 0) {
    if settings.isQuiet { return }
    for words in [FileWalk.words(ofOthers: others)].compactMap(\.self) + passed.words { say(words) }
  }

  // MARK: What is done

  /// Compares two files, two directories, or a file and a snapshot.
  func compare(_ a: FilePath, _ b: FilePath) -> Int32 {
    for (snapshot, file) in [(a, b), (b, a)] where isSnapshot(snapshot) {
      let source = DiffSource(file)
      return run(count: 1, isCheck: true) { _ in work.check(source, against: snapshot) }
    }
    var found: DiffPairs
    do throws(DiffPairs.Failure) {
      found = try DiffPairs(
        a, b, isRecursive: settings.isRecursive, extensions: settings.extensions)
    } catch {
      return fail(error.message)
    }
    if settings.findsRenames { found.pairRenamed(settings.limits) }
    let (pairs, unread) = (found.pairs, found.problems)
    if pairs.isEmpty, unread.isEmpty {
      sayPassedOver(found.passedOver)
      return fail(Self.nothingMatches)
    }
    let nothing = "there is no media in '\(a.display)' or '\(b.display)'"
    return run(
      count: pairs.count + unread.count, isCheck: false, passedOver: found.passedOver, elseSaying: nothing
    ) { place in
      place < pairs.count ? work.compare(pairs[place]) : DiffWork.unread(unread[place - pairs.count])
    }
  }

  /// Compares two files that a program reads, or one that it reads with another.
  func compare(_ operands: [FilePath], through remote: RemoteSettings) -> Int32 {
    let reporter = DiffReporter(
      settings: settings, look: look(Terminal.current(color: settings.color)), tool: tool,
      isCheck: false, count: 1, nameColumns: 21)
    return run(count: 1, isCheck: false) { _ in
      work.compare(operands, remote) { _ = reporter.report($0) }
    }
  }

  /// What is said when there is nothing to compare: that nothing differs would be no answer.
  private static let nothingMatches = "no file matches"

  /// Whether a file begins as snapshots do.
  private func isSnapshot(_ path: FilePath) -> Bool {
    guard (try? FileStatus(of: path, followingLinks: true))?.kind == .regular,
      let source = try? ByteSource.open(path: path.bytes)
    else { return false }
    var head = ByteWriter()
    head.put(bytes: source.bytes.extracting(0..<min(source.byteCount, 32)))
    return Snapshot.isSnapshot(head.string)
  }

  /// Compares files with their snapshots, or writes these.
  func check(_ operands: [FilePath]) -> Int32 {
    guard let (files, unread, passed) = checked(operands) else { return 2 }
    let named = Set(operands.map(file(of:)))
    // A file that somebody deleted is not met in its folder any more: its snapshot is.
    let gone = settings.action == .verify && settings.isRecursive ? deserted(operands) : []
    if !settings.isCI {
      for entry in gone { say("\(entry.file.display) is gone; its snapshot is \(entry.snapshot.display)") }
    }
    let failing = settings.isCI ? gone : []
    let columns = (files + failing.map(\.file)).reduce(0) { max($0, $1.display.count) }
    return run(
      count: files.count + failing.count + unread.count, isCheck: true, nameColumns: min(columns, 60),
      passedOver: passed, elseSaying: FileWalk.nothing(in: Array(named))
    ) { [files, named, failing] place in
      if place >= files.count + failing.count { return DiffWork.unread(unread[place - files.count - failing.count]) }
      if place >= files.count {
        let (file, snapshot) = failing[place - files.count]
        return DiffWork.deserted(file, snapshot: snapshot)
      }
      var result = work.check(files[place])
      if named.contains(files[place]) { result.isPassedOver = false }
      return result
    }
  }

  /// The snapshots of files in the folders of a call that are not there any more, with the names that these had.
  private func deserted(_ operands: [FilePath]) -> [(file: FilePath, snapshot: FilePath)] {
    let suffix = Array(SnapshotFile.suffix.utf8)
    let root = settings.snapshotFolder.map { FilePath($0).appending([]).bytes } ?? []
    let folders = operands.map(file(of:)).filter {
      (try? FileStatus(of: $0, followingLinks: true))?.kind != .regular
    }
    let places = folders.map { folder -> FilePath in
      guard settings.snapshotFolder != nil else { return folder }
      return FilePath(root + folder.bytes)
    }.filter { (try? FileStatus(of: $0, followingLinks: true)) != nil }
    let wanted = FileWalk(operands, isRecursive: true, extensions: settings.extensions)
    var found: [(file: FilePath, snapshot: FilePath)] = []
    for item in FileWalk(places, isRecursive: true, extensions: ["atoms"]) {
      guard case .file(let path) = item, path.bytes.suffix(suffix.count) == suffix[...],
        path.bytes.starts(with: root)
      else { continue }
      let file = FilePath(Array(path.bytes.dropFirst(root.count).dropLast(suffix.count)))
      guard wanted.isWanted(file), (try? FileStatus(of: file, followingLinks: true)) == nil else { continue }
      found.append((file, path))
    }
    return found
  }

  /// The files of a call that have snapshots or may have, what could not be read, and what was
  /// passed over; `nil` where there is nothing to go on with.
  func checked(_ operands: [FilePath]) -> (files: [FilePath], unread: [UnreadPath], passed: FileWalk.PassedOver)? {
    var named: Set<FilePath> = []
    // A hook names what was committed: a file, its snapshot, or both.
    let operands = operands.map(file(of:)).filter { named.insert($0).inserted }
    var files: [FilePath] = []
    var unread: [UnreadPath] = []
    var walk = FileWalk(operands, isRecursive: settings.isRecursive, extensions: settings.extensions)
    while let item = walk.next() {
      switch item {
      case .file(let path):
        let suffix = Array(SnapshotFile.suffix.utf8)
        if !named.contains(path), path.bytes.suffix(suffix.count) == suffix[...] { continue }
        files.append(path)
      case .standardInput:
        say("standard input has no snapshot: name files")
        return nil
      case .problem(let path, let problem): unread.append(UnreadPath(path, problem))
      }
    }
    if files.isEmpty, unread.isEmpty {
      sayPassedOver(walk.passedOver)
      say(Self.nothingMatches)
      return nil
    }
    return (files, unread, walk.passedOver)
  }

  /// The file that a snapshot is of, where one is named; else what is named.
  func file(of operand: FilePath) -> FilePath {
    let suffix = Array(SnapshotFile.suffix.utf8)
    guard operand.bytes.count > suffix.count, operand.bytes.suffix(suffix.count) == suffix[...]
    else { return operand }
    var name = operand.bytes.dropLast(suffix.count)
    let root = settings.snapshotFolder.map { FilePath($0).appending([]).bytes } ?? []
    if name.starts(with: root) { name = name.dropFirst(root.count) }
    return FilePath(Array(name))
  }

  /// Lists snapshots whose file is gone.
  func listUnused(_ operands: [FilePath]) -> Int32 {
    let suffix = Array(SnapshotFile.suffix.utf8)
    var folders = operands
    if let folder = settings.snapshotFolder { folders = [FilePath(folder)] }
    if folders.isEmpty { folders = [FilePath(".")] }
    let root = settings.snapshotFolder.map { FilePath($0).appending([]).bytes.count }
    var output = ByteWriter()
    var code: Int32 = 0
    var walk = FileWalk(folders, isRecursive: true, extensions: ["atoms"])
    while let item = walk.next() {
      switch item {
      case .standardInput: continue
      case .problem(let path, let problem): code = fail("\(path.display): \(problem)")
      case .file(let path):
        guard path.bytes.suffix(suffix.count) == suffix[...] else { continue }
        let name = Array(path.bytes.dropFirst(root ?? 0).dropLast(suffix.count))
        if (try? FileStatus(of: FilePath(name), followingLinks: true)) != nil { continue }
        output.put(path.display)
        output.put("\n")
        code = max(code, 1)
      }
    }
    sayPassedOver(walk.passedOver)
    if !settings.isQuiet, case .failed(let error) = StandardStream.output.write(output.array) {
      return fail("the output could not be written: \(error)")
    }
    return code
  }

  /// Does what git asks of an external diff; git takes any exit code but 0 for a failure.
  func drive(_ driver: GitDriver) -> Int32 {
    guard let (before, after) = driver.sides else {
      _ = StandardStream.output.write("* Unmerged path \(driver.path.display)\n")
      return 0
    }
    var output = ByteWriter()
    for line in driver.otherChanges {
      output.put(line)
      output.put("\n")
    }
    if let texts = driver.texts() {
      for text in texts {
        output.put("\(text.what) \(driver.path.display)\n")
        if let before = text.before { output.put("-\(before)\n") }
        if let after = text.after { output.put("+\(after)\n") }
      }
      return write(output)
    }
    var result = work.compare(
      DiffPairs.Pair(before: DiffSource(before), after: DiffSource(after)))
    var outcome = result.outcome
    // Git's own names of the sides are those of scratch files.
    outcome.before.name = "a/" + driver.earlier.display
    outcome.after.name = "b/" + driver.path.display
    result.outcome = outcome
    let terminal = Terminal.current(color: settings.color)
    switch outcome.verdict {
    case .failed:
      output.put("Binary files \(outcome.before.name) and \(outcome.after.name) differ\n")
      // Why they were not compared, under the names that they have here.
      for line in outcome.message.split(separator: "\n") {
        for (source, name) in [(before, outcome.before.name), (after, outcome.after.name)] {
          let given = DiffSource(source).name + ": "
          guard line.hasPrefix(given) else { continue }
          output.put("  \(name): \(line.dropFirst(given.count))\n")
          break
        }
      }
    case .equal where outcome.consequences.isEmpty:
      output.put("\(driver.path.display): the same under the profile\n")
    default:
      if settings.format == .unified {
        DiffUnified(look: look(terminal)).write(outcome, to: &output)
      } else {
        DiffText(look: look(terminal), tool: tool).write(outcome, to: &output)
      }
      output.put("\n")
    }
    return write(output)
  }

  /// Writes what git shows of a file.
  private func write(_ output: borrowing ByteWriter) -> Int32 {
    // `git diff | head`: git takes a driver that dies of the signal for a fault, and its own end is silent.
    if StandardStream.output.isDeserted(after: 0) { return 0 }
    guard case .failed(let error) = StandardStream.output.write(output.array) else { return 0 }
    return fail("the output could not be written: \(error)")
  }

  // MARK: Reports

  func look(_ terminal: Terminal) -> DiffLook {
    DiffLook(
      hasColor: terminal.hasColor, isASCII: settings.isASCII,
      width: settings.width ?? (terminal.isInteractive ? terminal.columns : nil))
  }

  /// Runs so many comparisons on all processors and writes what came of them, in order.
  ///
  /// - Parameters:
  ///   - nameColumns: The columns that names take in a check.
  ///   - passed: What was passed over where the files were looked for.
  ///   - nothing: What is said where all were passed over; `nil` where none can be.
  private func run(
    count: Int, isCheck: Bool, nameColumns: Int = 21, passedOver passed: FileWalk.PassedOver = FileWalk.PassedOver(),
    elseSaying nothing: String? = nil,
    _ job: @escaping @Sendable (Int) -> DiffWork.Result
  ) -> Int32 {
    let terminal = Terminal.current(color: settings.color)
    var look = look(terminal)
    if terminal.isASCII { look.isASCII = true }
    let progress = Progress(of: count, "pairs")
    let paged = PagedOutput(
      isPaged: terminal.isInteractive && settings.usesPager && !settings.isQuiet, progress: progress)
    let reporter = DiffReporter(
      settings: settings, look: look, tool: tool, isCheck: isCheck, count: count,
      nameColumns: nameColumns)
    let isASCII = settings.isASCII
    let run = runInOrder(
      count: count, jobs: settings.jobs ?? processorCount(),
      write: { stream, bytes in stream == .output ? paged.write(bytes) : stream.tell(bytes, isASCII: isASCII) }
    ) { index, output -> DiffWork.Result in
      defer { paged.advance() }
      let result = job(index)
      if result.isPassedOver { return result }
      if result.outcome.verdict == .failed,
        !isCheck || settings.format != .text || settings.isQuiet
      {
        output.write(message(result.outcome.message), to: .error)
      }
      for path in result.missing {
        output.write(message("nothing differs at '\(path)'"), to: .error)
      }
      if !settings.isQuiet { output.write(reporter.report(result)) }
      for line in result.fetched { output.write(message(line), to: .error) }
      return result
    }
    progress.clear()
    let results = run.values.compactMap { $0 }
    var outcomes = results.filter { !$0.isPassedOver }.map(\.outcome)
    let isOfNothing = comparedNothing(results)
    // Who reads a report alone is not to take that for equal.
    if isOfNothing {
      for place in outcomes.indices where outcomes[place].verdict == .equal {
        (outcomes[place].verdict, outcomes[place].message) = (.failed, Self.ofNothing)
      }
    }
    var code = outcomes.map(\.code).max() ?? 0
    if case .failed(let error) = run.result {
      code = fail("the output could not be written: \(error)")
    }
    if !settings.isQuiet {
      let last = reporter.sum(of: outcomes, version)
      if !last.isEmpty, case .failed(let error) = paged.write(last) {
        code = fail("the output could not be written: \(error)")
      }
    }
    paged.finish()
    if settings.annotates {
      var text = ByteWriter()
      DiffGitHub(tool: tool).write(outcomes, to: &text)
      _ = StandardStream.error.write(text.array)
    }
    let reports = reporter.files(of: outcomes, version)
    let inputs = reports.isEmpty ? [] : inputs(of: results)
    for (name, text) in reports {
      let file = OutputFile(named: FilePath(name))
      do throws(WritingError) {
        try file.write(text, sparing: inputs)
      } catch {
        code = fail(error.message(for: file.path))
      }
    }
    sayPassedOver(passed, others: results.count - outcomes.count)
    reportUnused(results)
    if let nothing, outcomes.isEmpty { return fail(nothing) }
    if isOfNothing { return fail(Self.ofNothing) }
    return code
  }

  /// The files that a call has read: no report takes the place of one of them.
  private func inputs(of results: [DiffWork.Result]) -> Set<FileStatus.Identity> {
    let sides = results.flatMap { [$0.outcome.before.path, $0.outcome.after.path] }
    return Set(filesAt: sides.map { FilePath($0) } + configuration.paths)
  }

  private static let ofNothing = "nothing was compared: --only chooses nothing"

  /// Whether all paths of `--only` mean nothing in any of the files: that these are the same is no answer then.
  private func comparedNothing(_ results: [DiffWork.Result]) -> Bool {
    guard !settings.only.isEmpty else { return false }
    let compared = results.filter { !$0.isPassedOver && [.equal, .differs].contains($0.outcome.verdict) }
    let places = settings.ignored.count..<settings.ignored.count + settings.only.count
    return !compared.isEmpty && compared.allSatisfy { $0.used.isDisjoint(with: places) }
  }

  /// Says which rules mean nothing in any of the files.
  private func reportUnused(_ results: [DiffWork.Result]) {
    guard results.contains(where: { $0.outcome.verdict != .failed && !$0.isPassedOver }) else {
      return
    }
    let used = results.reduce(into: Set<Int>()) { $0.formUnion($1.used) }
    let names = DiffRules.names(settings, configuration)
    let first = names.count - configuration.rules.count
    var meant: Set<Int> = []
    for result in results where !result.isPassedOver {
      let path = work.absolute(FilePath(result.outcome.after.path))
      meant.formUnion(configuration.rules(for: path).map(\.place))
    }
    var told: Set<String> = []
    for (place, rule) in configuration.rules.enumerated() where !meant.contains(place) {
      guard let pattern = rule.pattern, told.insert(rule.section).inserted else { continue }
      say("\(rule.section): '[\(pattern)]' matches no file")
    }
    for (place, name) in names.enumerated() {
      guard let name, !used.contains(place), place < first || meant.contains(place - first) else {
        continue
      }
      say(
        "\(name) means nothing in "
          + (results.count == 1
            ? results[0].outcome.isSnapshot ? "the file" : "either file" : "any of the files"))
    }
  }
}

/// Writes outcomes in the format of a call.
struct DiffReporter: Sendable {
  let settings: DiffSettings
  let look: DiffLook
  let tool: String
  let isCheck: Bool
  /// The pairs of the call.
  let count: Int
  let nameColumns: Int

  private var isAlone: Bool { count == 1 }
  /// Whether files that differ are printed when all are done: what many have alike once.
  private var isGrouped: Bool {
    settings.format == .text && count >= DiffGroups.least && settings.why.isEmpty
  }

  /// What is written as soon as a comparison is done.
  func report(_ result: DiffWork.Result) -> [UInt8] {
    var output = ByteWriter()
    let outcome = result.outcome
    if isGrouped, outcome.verdict == .differs { return [] }
    switch settings.format {
    case .text where !settings.why.isEmpty:
      DiffText(look: look).explain(result.explained, to: &output)
    case .text where isCheck:
      DiffText(look: look, nameColumns: nameColumns).writeCheck(outcome, to: &output)
    case .text:
      DiffText(look: look).write(outcome, to: &output)
      if output.count > 0, !isAlone {
        output.put("\n")
      } else if settings.isVerbose, outcome.verdict == .equal, !outcome.isUnchecked {
        output.put("\(outcome.after.name): \(outcome.words)\n")
      }
    case .unified: DiffUnified(look: look).write(outcome, to: &output)
    case .columns: DiffColumns(look: look).write(outcome, to: &output)
    case .stat: DiffText(look: look).writeStat(outcome, to: &output)
    case .json: DiffRecords(outcome).write(as: .json(isPretty: false), to: &output)
    case .yaml: DiffRecords(outcome).write(as: .yaml, to: &output)
    case .summary, .markdown, .junit, .sarif, .html: break
    }
    return drawn(output)
  }

  /// What is written when all are done.
  func sum(of outcomes: [DiffOutcome], _ version: String) -> [UInt8] {
    var output = ByteWriter()
    if isGrouped {
      let text = DiffText(look: look, nameColumns: nameColumns)
      text.write(outcomes, DiffGroups(outcomes), isCheck: isCheck, to: &output)
    }
    switch settings.format {
    case .text where isCheck && settings.why.isEmpty:
      DiffText(look: look, tool: tool).writeCheckSum(outcomes, to: &output)
    case .text where !isAlone && settings.why.isEmpty, .stat where !isAlone:
      DiffSummary(tool: tool).writeText(outcomes, isLong: false, by: DiffText(look: look), to: &output)
    case .summary: DiffSummary(tool: tool).writeText(outcomes, isLong: true, by: DiffText(look: look), to: &output)
    case .markdown: DiffSummary(tool: tool).writeMarkdown(outcomes, to: &output)
    case .junit: DiffJUnit(tool: tool).write(outcomes, to: &output)
    case .sarif:
      DiffSARIF.log(of: outcomes, tool: tool, version: version)
        .write(as: .json(isPretty: false), to: &output)
    case .html where settings.pageFile == nil:
      DiffPage(tool: tool, version: version, limit: settings.pageLimit).write(outcomes, to: &output)
    case .text, .unified, .columns, .stat, .json, .yaml, .html: break
    }
    return drawn(output)
  }

  /// The files that are written besides.
  func files(of outcomes: [DiffOutcome], _ version: String) -> [(name: String, text: [UInt8])] {
    var files: [(String, [UInt8])] = []
    if let name = settings.junitFile {
      var text = ByteWriter()
      DiffJUnit(tool: tool).write(outcomes, to: &text)
      files.append((name, text.array))
    }
    if let name = settings.sarifFile {
      var text = ByteWriter()
      DiffSARIF.log(of: outcomes, tool: tool, version: version)
        .write(as: .json(isPretty: false), to: &text)
      files.append((name, text.array))
    }
    if let name = settings.pageFile {
      var text = ByteWriter()
      DiffPage(tool: tool, version: version, limit: settings.pageLimit).write(outcomes, to: &text)
      files.append((name, text.array))
    }
    return files
  }

  private func drawn(_ output: borrowing ByteWriter) -> [UInt8] {
    guard look.isASCII else { return output.array }
    switch settings.format {
    case .text, .unified, .columns, .stat, .summary:
      return output.contents.inASCII.array
    default: return output.array
    }
  }
}

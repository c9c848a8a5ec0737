import Atoms
import ByteReading
import CommandLineSupport
import DumpApplication
import ID3
import MediaInspection
import Structure

/// What is promised for every file, whatever is in it, held against what the libraries make of bytes
/// and what the tools write of them.
public struct Promises {
  /// How the bytes are read when they are no format that is known.
  public enum Format: Sendable { case atoms, tags }

  private let source: ByteSource
  private let format: Format
  /// Chooses what is done twice, and where the bytes are cut: not the same for all files, and always
  /// the same for one.
  private let choice: UInt64

  private init(_ bytes: [UInt8], as format: Format) {
    source = ByteSource(copying: bytes)
    self.format = format
    var choice: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { choice = (choice ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.choice = choice ^ choice >> 29
  }

  /// The first promise that `bytes` break; nothing when all are kept.
  ///
  /// The file is opened, every field decoded, every report written at full length; some of it twice.
  ///
  /// - Parameter stride: Of so many reports one is written, which one the bytes choose: a fuzzer tries
  ///   more inputs in the same time, and all reports on one input or another.
  public static func firstBroken(
    by bytes: [UInt8], as format: Format, stride: UInt64 = 1
  ) -> String? {
    let promises = Promises(bytes, as: format)
    let document = promises.open()
    if document.work.steps > promises.mostSteps(for: document) {
      return "opening and checking it takes \(document.work.steps) steps"
    }
    if let gap = Tiling.firstGap(in: document) { return gap }
    // How damaged files are read is a matter of choice.
    if bytes.count <= differentialLimit, document.problems.errors == 0,
      let difference = Differential.firstDifference(bytes, document)
    {
      return difference
    }
    return promises.firstBroken(in: document)
      ?? promises.firstBrokenReport(on: document, stride)
      ?? promises.firstBrokenExpectation(of: document, stride)
      ?? promises.firstLostField(in: document, stride)
      ?? promises.firstUnstableNode(in: document)
  }

  /// The first error that is found in a file; `nil` when there is none.
  public static func firstError(in bytes: [UInt8], as format: Format) -> String? {
    let document = open(ByteSource(copying: bytes), as: format, isThorough: true)
    return document.problems.kept.first { $0.severity == .error }?.kind.id.description
  }

  /// The longest file, in bytes, that is read a second time by the plain reader, which copies.
  private static let differentialLimit = 1 << 20

  /// Opens the bytes as the tools do, and checks them: of half of all files everything.
  private func open() -> Document {
    Self.open(source, as: format, isThorough: choice >> 16 & 1 == 0)
  }

  private static func open(
    _ source: ByteSource, as format: Format, isThorough: Bool = false
  ) -> Document {
    let document: Document
    do throws(MediaFileError) {
      document = try MediaFile.open(source, limits: limits)
    } catch {
      switch format {
      case .atoms: document = MediaFile.read(source, as: .isoBaseMedia, limits: limits)
      case .tags: document = MediaFile.read(source, as: .taggedAudio, limits: limits)
      }
    }
    MediaFile.check(
      document, name: isThorough ? Array("file.mp4".utf8) : nil, isThorough: isThorough,
      countingFrames: isThorough)
    return document
  }

  /// Limits that small files reach: what lies at a limit is read as well.
  static let limits: Limits = {
    var limits = Limits()
    limits.inflatedPayload = 1 << 16
    limits.inflated = 1 << 17
    limits.nodes = 3_000
    return limits
  }()

  // MARK: The document

  private func firstBroken(in document: Document) -> String? {
    let tree = document.tree
    // A node has a header of eight bytes, or six in tags; between two may be bytes of neither.
    let byteCount = tree.sources.reduce(0) { $0 + $1.bytes.byteCount }
    let most = byteCount / 3 + 2 * tree.sources.count
    if tree.count > most { return "\(byteCount) bytes have \(tree.count) nodes" }
    if let fault = firstBroken(in: document.problems, of: document) { return fault }
    if tree.count <= 48, let lost = document.firstLostPath { return lost }
    if tree.catalogues.first === Catalogue.atoms { return SampleLists.firstFault(in: document) }
    return nil
  }

  private func firstBroken(in problems: Problems, of document: Document) -> String? {
    let tree = document.tree
    let limits = document.limits
    if problems.kept.count > limits.problems {
      return "\(problems.kept.count) problems are kept"
    }
    var kept: [String: Int] = [:]
    for (place, problem) in problems.kept.enumerated() {
      let id = problem.kind.id.description
      kept[id, default: 0] += 1
      if kept[id] ?? 0 > limits.problemsOfAKind { return "\(id): too many are kept" }
      // What is about no node is about the file.
      let node = tree.known(problem.node)
      guard node == problem.node, problem.follows ?? 0 < problems.kept.count,
        problem.follows != place
      else {
        return "\(id): node \(problem.node?.number.description ?? "none"), follows "
          + (problem.follows?.description ?? "none")
      }
      let number = problem.source ?? node.map { tree[$0].source } ?? 0
      guard Int(number) < tree.sources.count else { return "\(id): there is no source \(number)" }
      let count = tree.sources[Int(number)].bytes.byteCount
      if problem.extent.start < 0 || problem.extent.count < 0 || problem.extent.end > count * 8 {
        return
          "\(id): bits \(problem.extent.start)..<\(problem.extent.end) of source \(number), which "
          + "has \(count) bytes"
      }
    }
    let counted = problems.bySeverity.reduce(0, +)
    let ofKinds = problems.counts.reduce(0) { $0 + $1.count }
    if counted > ofKinds || problems.kept.count > ofKinds
      || problems.bySeverity.contains(where: { $0 < 0 })
    {
      return "\(counted) problems by severity, \(ofKinds) by kind, \(problems.kept.count) kept"
    }
    return nil
  }

  /// What ends before a cut is there as before, when nothing was wrong with the file.
  private func firstUnstableNode(in document: Document) -> String? {
    let tree = document.tree
    guard document.problems.errors + document.problems.warnings == 0, source.byteCount > 1,
      tree.catalogues.first === Catalogue.atoms
    else { return nil }
    let count = Int(choice % UInt64(source.byteCount))
    let bytes = source.bytes
    let prefix = (0..<count).compactMap { bytes.byte(at: $0) }
    let cut = Self.open(ByteSource(copying: prefix), as: .atoms).tree
    // What is left may begin as something else.
    guard cut.catalogues.first === Catalogue.atoms else { return nil }
    var place = NodeIndex(0)
    for index in tree.indices {
      let node = tree[index]
      guard node.source == 0, node.end <= UInt64(count), !node.isRaw else { continue }
      while place < cut.end,
        cut[place].source != 0 || cut[place].start < node.start
          || cut[place].start == node.start && cut[place].depth < node.depth
      {
        place = place.next
      }
      guard place < cut.end, cut[place].start == node.start, cut[place].size == node.size,
        cut[place].type == node.type, cut[place].depth == node.depth
      else { return "\(document.path(of: index)) is not the same in the first \(count) bytes" }
    }
    return nil
  }

  // MARK: Reports

  /// The program whose calls are made.
  private static let program = DumpProgram(
    Tool<DumpSettings>(
      name: "atomdump", summary: "", version: "0", usage: [],
      options: DumpSettings.options(pathDetails: "") + DumpSettings.listOptions
        + DumpSettings.metadataOptions))

  /// A call, and what its output has to be.
  private struct Call {
    let name: String
    let report: DumpReport
    let hasTabs: Bool
    let hasColor: Bool
    /// Whether it writes JSON, and whether that in lines.
    let json: (isWritten: Bool, isLines: Bool)

    init?(_ arguments: String, to place: DumpReport.Place) {
      let words = arguments.split(separator: " ").map(String.init)
      guard let report = try? DumpReport(Promises.program, words, to: place) else { return nil }
      self.report = report
      name = arguments
      hasTabs = report.settings.form == .plain
      hasColor = report.settings.color == .always
      let format = report.settings.form
      json = (
        [.json, .tree, .line, .nodes].contains(format),
        [.line, .nodes].contains(format) && report.settings.report != .stats
      )
    }
  }

  /// The report that a call asks for; nothing when it is not understood.
  static func report(_ arguments: String) -> (name: String, report: DumpReport)? {
    Call(arguments, to: .file).map { ($0.name, $0.report) }
  }

  /// Every way in which a file is shown, with all that there is to show.
  ///
  /// The number of calls that can be read is held by a test.
  static let calls = [
    "-d all -n all --bytes all -f -v", "-X=64 -v --width=72", "-f=raw -n 3 --ascii --width=40",
    "-x -n all --bytes all -v", "-x=dump -n all --bytes all --width=100", "-x=xxd", "--color=always -f -x",
    "--check -v --width=80", "--yaml -x -n all --bytes all", "--yaml --samples", "--check --yaml", "--json -x -n all --bytes all", "--json=tree", "--jsonl", "--jsonl=node -f -x",
    "--plain", "--plain -f -n all --bytes all", "-f --bytes 5 --width=40", "--check --junit", "--check --sarif",
    "--check --rule=chunk-beyond-end,media-shared --width=60", "--check --rule=track-id-zero --json",
    "--check --rule=reserved-bits,file-truncated --junit", "--samples -f -n all", "--json --samples", "--chunks",
    "--plain --chunks", "--timeline", "--jsonl=node --timeline", "--at=0.04", "--json --at=1",
    "--map", "--json --map -n 100", "-m --width=80", "--json -m", "-m=common", "--plain -m=common",
    "--chapters", "--jsonl --chapters", "--about --width=60", "--about --json", "--about -v",
    "--digest -d 1", "--stats", "--stats --json", "--stats --plain", "--textconv",
    "--privacy", "--privacy --json", "--privacy --plain", "--plays --width=60", "--plays=mse --json", "--plays --sarif", "--plays --junit", "--find=a", "--find==1 --json", "--table --json",
    "--textconv -n all -d 3", "--check --strict --color=always", "-f -n 0 --width=20 --ascii",
    "-x=dump --color=always --ascii", "--plain --samples", "--plain --timeline", "--plain --map",
    "--jsonl=node --samples -f", "--jsonl --chunks", "--plain --at=0.1", "--plain --chapters",
    "--html", "--html --html-max=128K", "--plot --width=200", "--plot --ascii --width=40",
    "--plot=rate --color=always", "--plot --json", "--plot --yaml", "--plot=time --jsonl",
    "--plot --svg",
  ]
  /// The same on a screen of ten lines, where rows are folded and JSON is indented.
  static let callsOnScreen = [
    "", "-d all", "--check", "--json", "--json=tree -x", "--json --samples", "--about --json",
    "--about", "--stats", "--stats --json", "-p //* --json", "-p //*", "--plot", "--plot=bytes",
  ]
  /// The same of one file among others.
  static let callsOfMany = [
    "", "--check", "--plain", "--plain --samples", "--samples", "-p //*", "--plain -m", "--map",
  ]
  /// The same of a file and one that goes on with it, which here is the same once more.
  static let callsOfSegments = [
    "--samples", "--plain --samples", "--json --samples", "--chunks --width=60", "--jsonl --chunks",
    "--timeline", "--map", "--json --map", "--at=0.2",
  ]
  private static let readCalls =
    calls.compactMap { Call($0, to: .file) }
    + callsOnScreen.compactMap { Call($0, to: .screen(rows: 10, columns: 72)) }
    + callsOfMany.compactMap { Call($0, to: .fileOfMany) }
    + callsOfSegments.compactMap { Call($0, to: .fileBeforeItself) }
  /// The number of calls that are written, and of those that are understood.
  package static var callCount: (written: Int, read: Int) {
    let written = [calls, callsOnScreen, callsOfMany, callsOfSegments]
    return (written.reduce(0) { $0 + $1.count }, readCalls.count)
  }

  /// The steps that opening and checking a file, or one report, may take: in proportion to its nodes and
  /// its bytes.
  private func mostSteps(for document: Document) -> UInt64 {
    let bytes = document.tree.sources.reduce(0) { $0 + $1.bytes.byteCount }
    return 64 * UInt64(document.tree.count) + 16 * UInt64(bytes)
  }

  private func firstBrokenReport(on document: Document, _ stride: UInt64) -> String? {
    let again = open()
    for (place, call) in Self.readCalls.enumerated()
    where (UInt64(place) &+ choice >> 8) % max(1, stride) == 0 {
      var output = ByteWriter()
      var talk = ByteWriter()
      let steps = document.work.steps
      let code = call.report.write(
        on: document, of: source, name: "file", to: &output, talk: &talk)
      let bytes = output.array
      let said = talk.array
      let taken = document.work.steps &- steps
      if taken > mostSteps(for: document) { return "\(call.name): \(taken) steps" }
      if !(0...1).contains(code) { return "\(call.name): exit code \(code)" }
      if let harm = OutputText.firstHarm(
        in: bytes, hasTabs: call.hasTabs, hasColor: call.hasColor)
        ?? OutputText.firstHarm(in: said)
      {
        return "\(call.name): \(harm)"
      }
      if let last = bytes.last, last != UInt8(ascii: "\n") {
        return "\(call.name): no newline ends it"
      }
      let mayBeEmpty = call.json.isLines || !call.report.settings.paths.isEmpty
      if call.json.isWritten, !bytes.isEmpty || !mayBeEmpty,
        let fault = OutputText.firstFault(inJSON: bytes, isLines: call.json.isLines)
      {
        return "\(call.name): \(fault)"
      }
      let most = (1 << 18) + 4_096 * (source.byteCount + (1 << 10))
      if bytes.count > most { return "\(call.name): \(bytes.count) bytes are written" }
      guard (UInt64(place) &+ choice) % 6 == 0 else { continue }
      var secondOutput = ByteWriter()
      var secondTalk = ByteWriter()
      let secondCode = call.report.write(
        on: again, of: source, name: "file", to: &secondOutput, talk: &secondTalk)
      if secondCode != code || secondOutput.array != bytes || secondTalk.array != said {
        return "\(call.name): not the same when read again"
      }
    }
    return nil
  }

  // MARK: Fields

  private static let fieldCall = Call("--plain -f -n 3", to: .file)

  /// The path of a field, as it is written in records, finds the field in one node.
  private func firstLostField(in document: Document, _ stride: UInt64) -> String? {
    guard choice >> 32 % max(1, stride) == 0, document.tree.count <= 200, let call = Self.fieldCall
    else { return nil }
    var output = ByteWriter()
    var talk = ByteWriter()
    _ = call.report.write(on: document, of: source, name: "file", to: &output, talk: &talk)
    let records = output.string.split(separator: "\n")
    let step = max(1, records.count / 100)
    for number in Swift.stride(from: 0, to: records.count, by: step) {
      let parts = records[number].split(separator: "\t", omittingEmptySubsequences: false)
      // What lies in derived bytes has no place in the file; items that are left out have none of
      // their own, they are told where the one before them ends.
      guard parts.count > 2, parts.last != "…", let offset = UInt64(parts[2]) else { continue }
      guard let path = try? Path(String(parts[0])), let field = path.field else {
        return "\(parts[0]) is no path of a field"
      }
      let nodes = path.nodes(in: document)
      guard nodes.count == 1 else { return "\(parts[0]) means nodes \(nodes)" }
      var walker = Walker()
      var selection = FieldSelection(field, sink: FieldPlaces())
      document.walk(nodes[0], &walker, into: &selection)
      let isFound = selection.finish().places.contains { place in
        document.tree.fileOffset(of: UInt64(place.extent.byteOffset), in: place.source) == offset
      }
      if !isFound { return "\(parts[0]) does not find its field at \(offset)" }
    }
    return nil
  }

  /// Remembers where fields are: of a table the first rows.
  private struct FieldPlaces: FieldSink {
    var places: [(extent: Extent, source: UInt16)] = []
    private var source: UInt16 = 0

    mutating func begin(source: UInt16) { self.source = source }
    mutating func field(_ field: borrowing FieldReading) { places.append((field.extent, source)) }
    mutating func table(_ table: borrowing TableReading) {
      places.append((table.extent, source))
      for row in 0..<min(table.count, 4) {
        for column in table.columns.indices {
          places.append((table.field(row: row, column: column).extent, source))
        }
      }
    }
  }

  // MARK: Expectations

  private static let expectationCalls = ["", "--json", "--jsonl"].compactMap {
    Call($0, to: .file)
  }

  /// What is written of a file as expectations holds for it, what stands in comments as well, and
  /// the contrary of any of it does not.
  private func firstBrokenExpectation(of document: Document, _ stride: UInt64) -> String? {
    // Each is looked for in all of the file.
    guard choice >> 24 % max(1, stride) == 0, document.tree.count <= 400 else { return nil }
    var output = ByteWriter()
    document.putExpectations(to: &output)
    if let harm = OutputText.firstHarm(in: output.array) { return "expectations: \(harm)" }
    let written = output.string.split(separator: "\n").map {
      $0.hasPrefix("# expect ") ? String($0.dropFirst(2)) : String($0)
    }
    var contrary: [Expectation] = []
    // Some of many, from the beginning to the end.
    let step = max(1, written.count / 200)
    for number in Swift.stride(from: 0, to: written.count, by: step) {
      let line = written[number]
      do throws(ExpectationError) {
        guard let expectation = try Expectation(line: line, number: number + 1) else {
          return "'\(line)' expects nothing"
        }
        if let failure = expectation.failure(in: document) {
          return "'\(line)' does not hold where it was written: \(failure.message)"
        }
        if case .compare(.equal, let value) = expectation.test {
          // A path or a text may hold the sign, too.
          let signs = line.ranges(of: " = ")
          guard signs.count == 1 else { continue }
          let comparison: Expectation.Comparison = value.number == nil ? .notEqual : .less
          let other = line.replacing(" = ", with: " \(comparison.rawValue) ")
          if let other = try Expectation(line: other, number: number + 1) { contrary.append(other) }
        } else if let other = try Expectation(line: line + " absent", number: number + 1) {
          contrary.append(other)
        }
      } catch {
        return "'\(line)' is not read back: column \(error.column): \(error.message)"
      }
    }
    if let held = contrary.first(where: { $0.failure(in: document) == nil }) {
      return "'\(held.text)' holds, and its contrary, too"
    }
    for call in contrary.isEmpty ? [] : Self.expectationCalls {
      var output = ByteWriter()
      var talk = ByteWriter()
      let code = call.report.write(
        on: document, of: source, name: "file",
        expecting: [("a", Array(contrary.prefix(50))), ("b", Array(contrary.prefix(1)))],
        to: &output, talk: &talk)
      if code != 1 { return "\(call.name): exit code \(code) for what does not hold" }
      let fault =
        OutputText.firstHarm(in: output.array) ?? OutputText.firstHarm(in: talk.array)
        ?? (call.json.isWritten
          ? OutputText.firstFault(inJSON: output.array, isLines: call.json.isLines) : nil)
      if let fault { return "\(call.name), expecting: \(fault)" }
    }
    return nil
  }
}

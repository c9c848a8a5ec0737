package import ByteReading
package import CommandLineSupport
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import StructureRendering

/// The diff tool: its options, and what it does with them.
package struct DiffProgram: Sendable {
  package private(set) var tool: Tool<DiffSettings>

  /// Shows two files to a person who steps through what differs.
  private let inspector: Inspector?

  /// - Parameter inspector: What `-i` starts; a program without one refuses `-i`.
  package init(_ tool: Tool<DiffSettings>, inspector: Inspector? = nil) {
    self.tool = tool
    self.inspector = inspector
  }

  /// Runs the tool and gives its exit code.
  ///
  /// - Parameter arguments: The bytes of the arguments, without the tool's name.
  package func run(_ arguments: [[UInt8]]) -> Int32 {
    tool.run(
      arguments, DiffSettings(),
      complete: { request, files in
        DiffSettings().enterSandbox(tool: tool.name, startsPrograms: false)
        guard request.words == .paths else { return [] }
        return MediaFile.completions(of: request.beginning, inFirstOf: files.map(\.bytes))
      }
    ) { settings, operands in
      settings.enterSandbox(
        tool: tool.name, startsPrograms: operands.contains { DiffSource($0).isRevision })
      if let code = settings.setUpGit(tool: tool.name) { return code }
      if settings.printsSchema {
        var text = ByteWriter()
        switch settings.action {
        case .join: PublishedSchema.joining.put(to: &text)
        case .samples: PublishedSchema.sampleDifferences.put(to: &text)
        default: PublishedSchema.diff.put(to: &text)
        }
        return tool.write(text.string)
      }
      var program = self
      program.tool.isASCII = settings.isASCII
      let code = program.run(settings, operands)
      return settings.exitsZero && code == 1 ? 0 : code
    }
  }

  private func run(_ settings: DiffSettings, _ operands: [FilePath]) -> Int32 {
    if let refusal = settings.refusal { return tool.fail(refusal) }
    if settings.format == .html, settings.pageFile == nil, StandardStream.output.isTerminal {
      return tool.fail("--html does not write to a terminal — give it a name: --html=FILE")
    }
    let configuration: DiffConfiguration
    do throws(UsageError) {
      configuration = try DiffConfiguration.read(settings.ruleFiles)
    } catch {
      return tool.fail(error.message)
    }
    if settings.showsConfiguration {
      var text = ByteWriter()
      configuration.write(to: &text)
      return tool.write(text.string)
    }
    let call = DiffCall(
      settings: settings, configuration: configuration, tool: tool.name, version: tool.version)
    switch settings.action {
    case .unused: return call.listUnused(operands)
    case .verify, .update, .review:
      guard !operands.isEmpty else {
        return tool.fail(
          "no file given — try '\(tool.name) \(settings.action.option ?? "") FILE', or '\(tool.name) --help'"
        )
      }
      return settings.action == .review ? call.review(operands) : call.check(operands)
    case .compare, .inspect, .join, .samples: break
    }
    if let remote = settings.via.remote {
      if let refusal = settings.viaRefusal(operands) { return tool.fail(refusal) }
      return call.compare(operands, through: remote)
    }
    if let driven = GitDriver(operands) { return call.drive(driven) }
    guard operands.count == 2 else {
      let given = operands.count == 1 ? "one file" : "\(operands.count) files"
      return tool.fail(
        "two files are compared, \(operands.isEmpty ? "none" : given) given — try '\(tool.name) A B', or '\(tool.name) --help'"
      )
    }
    guard !operands[0].isStandardInput || !operands[1].isStandardInput else {
      return tool.fail("standard input can be one of the files, not both")
    }
    if settings.action == .inspect { return inspect(operands, settings) }
    if settings.action.isReport { return report(operands, settings) }
    return call.compare(operands[0], operands[1])
  }

  /// Writes a report about two files that is no comparison of their nodes, and gives the exit code.
  private func report(_ operands: [FilePath], _ settings: DiffSettings) -> Int32 {
    var opened: [DiffSource.Opened] = []
    for path in operands {
      let source = DiffSource(path)
      do throws(DiffSource.Failure) {
        opened.append(try source.open(settings.limits))
      } catch {
        return tool.fail("\(source.name): \(error.reason)")
      }
    }
    let (before, after) = (opened[0].document, opened[1].document)
    let names = (opened[0].origin.name, opened[1].origin.name)
    let files = (opened[0].origin.nameBytes, opened[1].origin.nameBytes)
    if settings.action == .samples {
      guard let differences = SampleDifferences(before, after) else { return failWithoutTracks(settings) }
      return write(exitCode: differences.areSame == true ? 0 : 1, settings) {
        SampleDifferenceReport(differences, names: names, files: files, options: $0)
      }
    }
    guard let joining = Joining(before, after) else { return failWithoutTracks(settings) }
    return write(exitCode: joining.answer == .yes ? 0 : 1, settings) {
      JoiningReport(joining, names: names, files: files, options: $0)
    }
  }

  private func failWithoutTracks(_ settings: DiffSettings) -> Int32 {
    tool.fail("\(settings.action.option ?? "") is about movies: one of these files has no tracks")
  }

  /// Writes a report in the form that was asked for.
  private func write<Report: PairReportForm>(
    exitCode code: Int32, _ settings: DiffSettings, _ make: (RenderOptions) -> Report
  ) -> Int32 {
    if settings.isQuiet { return code }
    let terminal = Terminal.current(color: settings.color)
    var options = RenderOptions()
    options.width = settings.width ?? (terminal.isInteractive ? terminal.columns : nil)
    (options.toolName, options.toolVersion) = (tool.name, tool.version)
    let report = make(options)
    var output = ByteWriter()
    switch settings.format {
    case .json: report.write(as: .json(isPretty: terminal.isInteractive), to: &output)
    case .yaml: report.write(as: .yaml, to: &output)
    default: report.write(to: &output)
    }
    guard case .failed(let error) = StandardStream.output.write(output.array) else { return code }
    return tool.fail("the output could not be written: \(error)")
  }

  /// Shows two files beside each other.
  private func inspect(_ operands: [FilePath], _ settings: DiffSettings) -> Int32 {
    guard let inspector else { return tool.fail("-i is not part of this program") }
    let limits = settings.limits
    return inspector(
      InspectorCall(
        tool: tool.name, files: operands, isPair: true, color: settings.color,
        isASCII: settings.isASCII,
        open: { path, progress in
        do throws(DiffSource.Failure) {
          var limits = limits
          limits.progress = progress
          let opened = try DiffSource(path).open(limits)
          MediaFile.check(opened.document, name: path.isStandardInput ? nil : path.bytes)
          return .opened(opened.document)
        } catch {
          return .failed(error.reason)
        }
        },
        check: { document, path in
          MediaFile.checked(
            document, name: path.isStandardInput ? nil : path.bytes, isThorough: true)
        }))
  }
}

/// What git passes to an external diff: seven arguments, nine for a file that was renamed, one for a
/// file that is not merged.
struct GitDriver {
  /// The name that the file had before.
  let earlier: FilePath
  let path: FilePath
  /// `nil` when the file is not merged.
  let sides: (before: FilePath, after: FilePath)?
  /// The modes of both sides, as git writes them: `100644`, `160000` of a submodule, `.` of a side that is not there.
  private let modes: [FilePath]
  /// Whether a file of another name stays what it was beside it.
  private let isCopy: Bool

  init?(_ operands: [FilePath]) {
    let isCalledByGit = Environment.process["GIT_DIFF_PATH_TOTAL"] != nil
    if operands.count == 1, isCalledByGit {
      (earlier, path) = (operands[0], operands[0])
      (sides, modes, isCopy) = (nil, [], false)
      return
    }
    guard operands.count == 7 || operands.count == 9,
      isCalledByGit || Self.isName(operands[2]) && Self.isName(operands[5])
    else { return nil }
    earlier = operands[0]
    path = operands.count == 9 ? operands[7] : operands[0]
    sides = (operands[1], operands[4])
    modes = [operands[3], operands[6]]
    // The last of nine is what git would print: `similarity index 98%`, then `copy from` and `copy to`, or `rename`.
    let lines = operands.last?.bytes.split(separator: UInt8(ascii: "\n")) ?? []
    isCopy = operands.count == 9 && lines.contains { $0.starts(with: "copy from ".utf8) }
  }

  /// What differs beside the bytes, a line each: the name and the mode.
  var otherChanges: [String] {
    var lines: [String] = []
    if earlier != path {
      lines.append("\(isCopy ? "copied" : "renamed"): \(earlier.display) → \(path.display)")
    }
    if sides != nil, let before = modes.first, let after = modes.last, before != after,
      !modes.contains(FilePath("."))
    {
      lines.append("\(path.display): mode \(before.display) → \(after.display)")
    }
    return lines
  }

  /// What git hands over in place of a file: the commit that a submodule stands at, or where a link leads to, whatever
  /// it is called; of one that became the other both, the first one without what it is now. `nil` when a side is a file, or
  /// cannot be read.
  func texts() -> [(what: String, before: String?, after: String?)]? {
    guard let sides, modes.count == 2 else { return nil }
    var texts: [(what: String, before: String?, after: String?)] = []
    for (place, side) in [sides.before, sides.after].enumerated() {
      let what: String
      switch modes[place].display {
      case ".": continue
      case "160000": what = "Submodule"
      case "120000": what = "Link"
      default: return nil
      }
      guard let text = try? side.readText() else { return nil }
      let line = text.utf8.prefix(4_096)
      let shown = FilePath(Array(line.last == 0x0A ? line.dropLast() : line)).display
      if place == 0 {
        texts.append((what, shown, nil))
      } else if let first = texts.first, first.what == what {
        texts = [(what, first.before, shown)]
      } else {
        texts.append((what, nil, shown))
      }
    }
    return texts.isEmpty ? nil : texts
  }

  /// Whether it is a name that git gives to contents, or `.` for none.
  private static func isName(_ operand: FilePath) -> Bool {
    operand.bytes == [UInt8(ascii: ".")]
      || operand.bytes.count >= 7
        && operand.bytes.allSatisfy { $0.hexDigit != nil && !$0.isUppercaseLetter }
  }
}

extension DiffConfiguration {
  /// Reads the files that a call names, or `.atomdiff` at the root of the repository: the nearest
  /// folder around this one that has it, no further than the one that git keeps its own in.
  static func read(_ names: [String]) throws(UsageError) -> DiffConfiguration {
    var configuration = DiffConfiguration()
    let here = currentFolder()
    if !names.isEmpty {
      for name in names {
        let path = FilePath(name)
        let folder = path.bytes.first == UInt8(ascii: "/") ? path : here?.appending(path.bytes)
        try configuration.read(path, folder: folder?.folder?.bytes ?? [])
      }
      return configuration
    }
    var folder = here
    while let at = folder {
      let path = at.appending(Array(".atomdiff".utf8))
      if (try? FileStatus(of: path, followingLinks: false)) != nil {
        // Rules that nobody reads would be broken without a word.
        if let other = otherThanFile(path) { throw UsageError("\(path.display): rules stand in a file, and this is \(other)") }
        try configuration.read(path, folder: at.bytes, name: ".atomdiff")
        return configuration
      }
      let git = at.appending(Array(".git".utf8))
      if (try? FileStatus(of: git, followingLinks: true)) != nil { return configuration }
      let outer = at.folder
      folder = outer == at || at.bytes == Array("/".utf8) ? nil : outer
    }
    return configuration
  }

  /// What stands under a name in place of a file; `nil` for a file, and for a link to one. Nothing is opened, so that a
  /// pipe does not wait for a writer.
  private static func otherThanFile(_ path: FilePath) -> String? {
    switch (try? FileStatus(of: path, followingLinks: true))?.kind {
    case .regular: nil
    case .directory: "a directory"
    case .other: "a pipe or a device"
    case .link, nil: "a link that leads nowhere"
    }
  }

  private mutating func read(
    _ path: FilePath, folder: [UInt8], name: String? = nil
  ) throws(UsageError) {
    let text = try path.readText()
    do throws(Failure) {
      try add(
        text, from: File(name: name ?? path.display, folder: folder, path: path))
    } catch {
      throw UsageError("\(path.display):\(error.line):\(error.column): \(error.message)")
    }
  }

  /// Prints which rules were read, and from where.
  package func write(to output: inout ByteWriter) {
    if files.isEmpty {
      output.put(
        "no rules: there is no .atomdiff here or in a folder around, up to the repository\n")
      return
    }
    for file in files {
      output.put(file.name)
      output.put("   patterns count from ")
      output.put(FilePath(file.folder).display)
      output.put("\n")
      for rule in rules where rule.origin.hasPrefix(file.name + ":") {
        output.put("  ")
        output.put(rule.origin)
        output.putSpaces(max(2, 16 - rule.origin.count))
        output.put(text: rule.text, style: .name)
        if let pattern = rule.pattern {
          output.put("   for ")
          output.put(text: pattern, style: .name)
        }
        output.put("\n")
      }
    }
  }
}

/// A report of two files with a form for people beside those for programs.
private protocol PairReportForm: RecordReport {
  func write(to output: inout ByteWriter)
}

extension JoiningReport: PairReportForm {}
extension SampleDifferenceReport: PairReportForm {}

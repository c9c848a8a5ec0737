import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
import Foundation
import MediaInspection
import Structure
import StructureDiff

/// What is promised for every path, whatever a user writes.
///
/// An input is a line with a path, or with the options of a call when it begins with `--`, and, behind
/// it, the file it is tried on; without a file, one that has most of what paths can tell apart. Or it
/// is a snapshot, a file of expectations or a file of rules; or a playlist, a manifest, a file of
/// accepted problems, of severities or of rules for players.
enum PathPromises {
  /// The first promise that the path and file in `bytes` break; nothing when all are kept.
  static func firstBroken(by bytes: [UInt8]) -> String? {
    let whole = String(decoding: bytes, as: UTF8.self)
    if Snapshot.isSnapshot(whole) { return DiffPromises.firstBroken(bySnapshot: whole) }
    if whole.hasPrefix("expect ") { return firstBroken(byExpectations: whole) }
    if ListPromises.isList(whole) { return ListPromises.firstBroken(by: whole) }
    if RulePromises.areRules(whole) { return RulePromises.firstBroken(by: whole) }
    let line = bytes.prefix { $0 != 0x0A }
    let text = String(decoding: line, as: UTF8.self)
    let rest = Array(bytes.dropFirst(line.count + 1))
    let source = rest.isEmpty ? example : ByteSource(copying: rest)
    let document: Document
    do throws(MediaFileError) {
      document = try MediaFile.open(source, limits: Promises.limits)
    } catch {
      return firstBrokenCall(text)
    }
    MediaFile.check(document)
    if text.hasPrefix("--") { return firstBroken(byCall: text, document, source) }
    do throws(PathError) {
      let path = try Path(text)
      return firstBroken(by: path, in: document) ?? firstBrokenReport(text, document, source)
        ?? firstBrokenCall(text)
    } catch {
      // A position is a character of the text, or its end.
      if !(0...text.unicodeScalars.count).contains(error.position) || error.message.isEmpty {
        return "'\(error.message)' at \(error.position) of \(text.unicodeScalars.count) characters"
      }
      return firstBrokenCall(text)
    }
  }

  /// A movie with metadata, edits and fragments.
  static let example: ByteSource = {
    (try? Corpus.open("mockups/frag.mp4")) ?? ByteSource(copying: [])
  }()

  private static func firstBroken(by path: Path, in document: Document) -> String? {
    for path in [path, path.withDotsAsSteps].compactMap({ $0 }) {
      let nodes = path.nodes(in: document)
      var last: NodeIndex?
      for node in nodes {
        guard last.map({ $0 < node }) ?? true, document.tree.known(node) != nil else {
          return "node \(node.number) after \(last?.number ?? -1) of \(document.tree.count)"
        }
        last = node
      }
      if path.nodes(in: document) != nodes { return "other nodes are found the second time" }
      for node in nodes.prefix(16) {
        // What is printed for a node finds it again.
        let printed = document.path(of: node)
        guard let found = (try? Path(printed))?.nodes(in: document), found == [node] else {
          return "\(printed) does not find node \(node)"
        }
      }
    }
    return nil
  }

  /// Expectations are read, and hold or fail for a reason that can be shown; or they are refused with
  /// the place of what is not understood.
  private static func firstBroken(byExpectations text: String) -> String? {
    do throws(ExpectationError) {
      let all = try Expectation.all(in: text)
      for expectation in all {
        // What was read says the same when it is written again.
        guard let again = try Expectation(line: expectation.text, number: expectation.line) else {
          return "'\(expectation.text)' is not read again"
        }
        if again.test != expectation.test || again.text != expectation.text {
          return "'\(expectation.text)' is read as '\(again.text)'"
        }
      }
      guard let document = try? MediaFile.open(example, limits: Promises.limits), !all.isEmpty
      else { return nil }
      MediaFile.check(document)
      let failures = all.count { $0.failure(in: document) != nil }
      for arguments in [[], ["--json"]] {
        guard let report = try? DumpReport(DumpProgram(tool), arguments) else {
          return "\(arguments) is refused"
        }
        var output = ByteWriter()
        var talk = ByteWriter()
        let code = report.write(
          on: document, of: example, name: "file", expecting: [("expectations", all)],
          to: &output, talk: &talk)
        if (code == 0) != (failures == 0) { return "\(failures) fail, exit code \(code)" }
        let fault =
          OutputText.firstHarm(in: output.array) ?? OutputText.firstHarm(in: talk.array)
          ?? (arguments.isEmpty ? nil : OutputText.firstFault(inJSON: output.array))
        if let fault { return "\(arguments), expecting: \(fault)" }
      }
    } catch {
      return firstMisplaced(error.line, error.column, error.message, in: text)
    }
    return nil
  }

  /// What is wrong with the place of an error in a text of lines: it is a character of one of them, or
  /// the end of one.
  static func firstMisplaced(
    _ line: Int, _ column: Int, _ message: String, in text: String
  ) -> String? {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard !message.isEmpty, line >= 1, line <= lines.count, column >= 1,
      column <= lines[line - 1].count + 1
    else { return "line \(line), column \(column) of \(lines.count) lines: \(message)" }
    return nil
  }

  // MARK: Calls

  /// A call that names no files: what it writes is as it has to be, whatever the options.
  private static func firstBroken(
    byCall text: String, _ document: Document, _ source: ByteSource
  ) -> String? {
    let words = text.split(separator: " ").map(String.init)
    do throws(UsageError) {
      if case .print(let answer) = try tool.parse(words, into: DumpSettings()) {
        return OutputText.firstHarm(in: Array(answer.utf8), hasTabs: true)
      }
      let report = try DumpReport(DumpProgram(tool), words)
      let settings = report.settings
      var output = ByteWriter()
      var talk = ByteWriter()
      if try !report.writeWithoutFile(to: &output) {
        let code = report.write(on: document, of: source, name: "file", to: &output, talk: &talk)
        if !(0...1).contains(code) { return "\(text): exit code \(code)" }
      }
      if settings.form == .raw || settings.form == .payload { return nil }
      let isJSON = [.json, .tree, .line, .nodes].contains(settings.form)
      let hasColor = settings.color == .always
      return OutputText.firstHarm(
        in: output.array, hasTabs: settings.form == .plain, hasColor: hasColor)
        ?? OutputText.firstHarm(in: talk.array)
        ?? ((isJSON || settings.printsSchema) && output.count > 0
          ? OutputText.firstFault(inJSON: output.array) : nil)
    } catch {
      return error.message.isEmpty ? "\(text): it is not said why" : nil
    }
  }

  /// All options but those that read and write other files.
  private static let tool = Tool<DumpSettings>(
    name: "atomdump", summary: "", version: "0", usage: [],
    options: (DumpSettings.options(pathDetails: "") + DumpSettings.listOptions
      + DumpSettings.metadataOptions + DumpSettings.catalogueOptions)
      .filter { !["expect", "init", "artwork", "install-git"].contains($0.long) })

  /// The reports on what a path selects.
  private static func firstBrokenReport(
    _ text: String, _ document: Document, _ source: ByteSource
  ) -> String? {
    for arguments in [
      ["-n", "all"], ["-x"], ["--plain", "-f"], ["--json"], ["--raw"], ["--payload"],
    ] {
      let report: DumpReport
      do throws(UsageError) {
        report = try DumpReport(DumpProgram(tool), arguments + ["-p", text])
      } catch {
        // The one that reads from a terminal is asked for there only.
        if arguments[0] == "--raw" || arguments[0] == "--payload" { continue }
        return "\(arguments): \(error)"
      }
      var output = ByteWriter()
      var talk = ByteWriter()
      let code = report.write(on: document, of: source, name: "file", to: &output, talk: &talk)
      if !(0...1).contains(code) { return "\(arguments): exit code \(code)" }
      if let harm = OutputText.firstHarm(in: talk.array) { return "\(arguments), beside: \(harm)" }
      if report.settings.form == .raw || report.settings.form == .payload { continue }
      let bytes = output.array
      if let harm = OutputText.firstHarm(in: bytes, hasTabs: arguments[0] == "--plain") {
        return "\(arguments): \(harm)"
      }
      if arguments == ["--json"], !bytes.isEmpty,
        let fault = OutputText.firstFault(inJSON: bytes)
      {
        return "\(arguments): \(fault)"
      }
    }
    return nil
  }

  /// The other small languages of a call: each is read, or refused in one line of text.
  private static func firstBrokenCall(_ text: String) -> String? {
    for option in ["--samples=", "--chunks=", "--at=", "-p", "--depth=", "--", "-"] {
      do throws(UsageError) {
        _ = try tool.parse([option + text], into: DumpSettings())
      } catch {
        if error.message.isEmpty { return "\(option): it is not said why" }
      }
    }
    return nil
  }
}

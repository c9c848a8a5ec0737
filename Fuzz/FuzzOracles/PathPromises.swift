import ByteReading
import CommandLineSupport
import Corpus
import Foundation
import MediaInspection
import Structure
import StructureDiff

/// What is promised for every path, whatever a user writes.
///
/// An input is a line with a path and, behind it, the file it is tried on; without a file, one that
/// has most of what paths can tell apart.
enum PathPromises {
  /// The first promise that the path and file in `bytes` break; nothing when all are kept.
  static func firstBroken(by bytes: [UInt8]) -> String? {
    let whole = String(decoding: bytes, as: UTF8.self)
    if Snapshot.isSnapshot(whole) { return DiffPromises.firstBroken(bySnapshot: whole) }
    if whole.hasPrefix("expect ") { return firstBroken(byExpectations: whole) }
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

  private static func firstBroken(by path: Path, in document: Document) -> String? {
    for path in [path, path.withDotsAsSteps].compactMap({ $0 }) {
      let nodes = path.nodes(in: document)
      var last = -1
      for node in nodes {
        guard node > last, node < document.tree.count else {
          return "node \(node) after \(last) of \(document.tree.count)"
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

  /// Expectations are read and written back, or refused with the place of what is not understood.
  private static func firstBroken(byExpectations text: String) -> String? {
    let text = String(text.dropFirst("expect ".count))
    do throws(ExpectationError) {
      let all = try Expectation.all(in: text)
      guard let document = try? MediaFile.open(example, limits: Promises.limits) else { return nil }
      MediaFile.check(document)
      _ = all.map { $0.failure(in: document) }
    } catch {
      if error.message.isEmpty || error.line < 1 || error.column < 1 {
        return "line \(error.line), column \(error.column): \(error.message)"
      }
    }
    return nil
  }

  private static let tool = Tool<DumpSettings>(
    name: "atomdump", summary: "", version: "0", usage: [],
    options: DumpSettings.options(pathDetails: "") + DumpSettings.listOptions)

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
      if report.settings.format == .raw || report.settings.format == .payload { continue }
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
    for option in ["--samples=", "--chunks=", "--at=", "-p", "--depth=", "--"] {
      do throws(UsageError) {
        _ = try tool.parse([option + text], into: DumpSettings())
      } catch {
        if error.message.isEmpty { return "\(option): it is not said why" }
      }
    }
    return nil
  }

  /// A movie with metadata, edits and fragments.
  private static let example: ByteSource = {
    (try? Corpus.open("mockups/frag.mp4")) ?? ByteSource(copying: [])
  }()
}

import ByteReading
import CommandLineSupport
import Corpus
import DiffApplication
import MediaInspection
import Structure
import StructureDiff

/// What is promised for every file of rules (`.atomdiff`), whatever a user writes.
enum RulePromises {
  /// Whether a text begins as rules do.
  static func areRules(_ text: String) -> Bool {
    ["profile ", "ignore ", "tolerate ", "["].contains { text.hasPrefix($0) }
  }

  /// The first promise that the rules in `text` break; nothing when all are kept.
  ///
  /// Rules are read, and are the same when they are written again; or they are refused with the place
  /// of what is not understood. Under any rules a file is as it is itself and as its snapshot says,
  /// and what is written of a pair is as it has to be.
  static func firstBroken(by text: String) -> String? {
    let rules: DiffConfiguration
    do throws(DiffConfiguration.Failure) {
      rules = try DiffConfiguration(text)
    } catch {
      return PathPromises.firstMisplaced(error.line, error.column, error.message, in: text)
    }
    var shown = ByteWriter()
    rules.write(to: &shown)
    return OutputText.firstHarm(in: shown.array)
      ?? firstChange(in: rules, writtenAgain: rules.lines)
      ?? firstBroken(snapshotUnder: rules) ?? firstBroken(pairUnder: rules)
  }

  private static func firstChange(
    in rules: DiffConfiguration, writtenAgain text: String
  ) -> String? {
    do throws(DiffConfiguration.Failure) {
      let again = try DiffConfiguration(text)
      guard again.rules.count == rules.rules.count else {
        return "\(rules.rules.count) rules are \(again.rules.count) when they are read again"
      }
      for (first, second) in zip(rules.rules, again.rules)
      where first.text != second.text || first.pattern != second.pattern {
        return "'\(first.text)' is '\(second.text)' when it is read again"
      }
    } catch {
      return "rules are not read again: line \(error.line): \(error.message)"
    }
    return nil
  }

  private static func firstBroken(snapshotUnder rules: DiffConfiguration) -> String? {
    guard let document = example else { return nil }
    let options = rules.snapshotOptions(of: document)
    let snapshot = Snapshot(document, options: options)
    var output = ByteWriter()
    snapshot.write(to: &output)
    do throws(SnapshotError) {
      let read = try Snapshot(parsing: output.string)
      if read != snapshot { return "a snapshot under rules is read back as another" }
      if let difference = SnapshotCheck(read, document, options: options).differences.first {
        return "under rules a snapshot differs from its file: \(difference.kind) "
          + "\(difference.path) \(difference.name)"
      }
    } catch {
      return "a snapshot under rules is not read back: line \(error.line): \(error.message)"
    }
    return nil
  }

  private static func firstBroken(pairUnder rules: DiffConfiguration) -> String? {
    guard let first = example, let second = other else { return nil }
    do throws(UsageError) {
      let same = try PairReport(program, ["--all"], before: first, after: first, following: rules)
      if same.differs { return "a file differs from itself under rules" }
      for call in [["--all"], ["--json"], ["--stat"]] {
        let report = try PairReport(program, call, before: first, after: second, following: rules)
        var output = ByteWriter()
        report.write(to: &output)
        if let harm = OutputText.firstHarm(in: output.array) { return "\(call): \(harm)" }
        if call == ["--json"], let fault = OutputText.firstFault(inJSON: output.array) {
          return "\(call): \(fault)"
        }
      }
    } catch {
      return "a call is refused under rules: \(error)"
    }
    return nil
  }

  private static let program = DiffProgram(
    Tool<DiffSettings>(
      name: "atomdiff", summary: "", version: "0", usage: [], options: DiffSettings.options))

  /// A movie, and one that differs from it in a few fields.
  private static var example: Document? { open("mockups/a.mp4") }
  private static var other: Document? { open("mockups/b.mp4") }

  private static func open(_ name: String) -> Document? {
    guard let source = try? Corpus.open(name),
      let document = try? MediaFile.open(source, limits: Promises.limits)
    else { return nil }
    MediaFile.check(document)
    return document
  }
}

extension DiffConfiguration {
  /// The rules as they can be read again: each behind the pattern of the files it holds for.
  fileprivate var lines: String {
    var text = ""
    for rule in rules {
      if let pattern = rule.pattern { text += "[\(pattern)]\n" }
      text += rule.text + "\n"
    }
    return text
  }
}

import ByteReading
import CommandLineSupport
import StructureDiff

/// Writes annotations as GitHub Actions reads them from the log.
///
/// Ten of a kind are shown of a step, so the last one says how many more there are.
struct DiffGitHub {
  let tool: String
  private static let most = 10

  private struct Annotation {
    var file: String
    var line = 0
    var title: String
    var message: String
    /// Whether a gate lets the file pass.
    var isOpen = false
  }

  func write(_ outcomes: [DiffOutcome], to output: inout ByteWriter) {
    let all = outcomes.flatMap { annotations(of: $0) }
    let shown = all.count <= Self.most ? all.count : Self.most - 1
    for annotation in all.prefix(shown) { put(annotation, &output) }
    if all.count > shown {
      put(
        Annotation(
          file: "", title: tool, message: "\(all.count - shown) more changes",
          isOpen: all.dropFirst(shown).allSatisfy(\.isOpen)), &output)
    }
  }

  private func annotations(of outcome: DiffOutcome) -> [Annotation] {
    let name = outcome.after.name
    func one(_ message: String) -> [Annotation] {
      [Annotation(file: name, title: tool, message: message, isOpen: outcome.code == 0)]
    }
    switch outcome.verdict {
    case .equal where outcome.code != 0: return one("\(name): \(outcome.unproved ?? outcome.gateWords ?? "")")
    case .equal, .written: return []
    case .new:
      return one("\(name): no snapshot. Write one: \(tool) --update \(name.shellWord)")
    case .added: return one("\(name): added")
    case .removed: return one(outcome.isSnapshot ? outcome.message : "\(outcome.before.name): removed")
    case .failed: return one("\(name): \(outcome.message)")
    case .differs: return outcome.listed.map { annotation(of: $0, in: outcome) }
    }
  }

  private func annotation(of item: DiffItem, in outcome: DiffOutcome) -> Annotation {
    let name = outcome.after.name
    guard outcome.isSnapshot else {
      return Annotation(
        file: name, title: item.place, message: "\(name): \(item.place) \(item.body)", isOpen: outcome.code == 0)
    }
    let word =
      switch item.kind {
      case .added: "added"
      case .removed: "removed"
      case .moved: "moved"
      case .changed, .rows: "changed"
      }
    let what = item.field.isEmpty || item.path.isEmpty ? item.place : item.path + " " + item.field
    return Annotation(
      file: outcome.before.name, line: item.line, title: "\(what) \(word)",
      message: "\(name): \(item.body). Accept: \(tool) --update \(name.shellWord)", isOpen: outcome.code == 0)
  }

  private func put(_ annotation: Annotation, _ output: inout ByteWriter) {
    output.put(annotation.isOpen ? "::notice " : "::error ")
    if !annotation.file.isEmpty {
      output.put("file=")
      output.put(Self.escaped(annotation.file, isProperty: true))
      output.put(",")
    }
    if annotation.line > 0 {
      output.put("line=")
      output.put(decimal: annotation.line)
      output.put(",")
    }
    output.put("title=")
    output.put(Self.escaped(annotation.title, isProperty: true))
    output.put("::")
    output.put(Self.escaped(annotation.message, isProperty: false))
    output.put("\n")
  }

  /// Text as a workflow command takes it: per cent, ends of lines, and in properties colons and
  /// commas as their codes.
  static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

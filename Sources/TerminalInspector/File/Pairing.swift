import MediaFacts
import MediaReports
package import Structure
import StructureDiff

/// Two files and what differs between them, as lines to step through.
package final class Pairing: Sendable {
  /// A change as it is listed.
  struct Line: Sendable {
    /// The nodes in the two files; `nil` where one has none.
    var nodes: (NodeIndex?, NodeIndex?)
    var kind: Change.Kind
    var text: String
  }

  let lines: [Line]
  /// What is said above them.
  let verdict: String
  /// The changed nodes of each file.
  private let changed: ([NodeIndex: Change.Kind], [NodeIndex: Change.Kind])

  /// The changes that are listed at most.
  static let limit = 10_000

  /// - Complexity: that of the comparison, which may take long: who answers keys has it made elsewhere.
  package init(_ before: Document, _ after: Document) {
    let comparison = Comparison(before, after, rules: .media)
    let words = ChangeWords(comparison)
    var lines: [Line] = []
    var marks: ([NodeIndex: Change.Kind], [NodeIndex: Change.Kind]) = ([:], [:])
    for change in comparison.changes {
      for place in change.places {
        if let node = place.before { marks.0[node] = change.kind }
        if let node = place.after { marks.1[node] = change.kind }
      }
      guard lines.count < Self.limit else { continue }
      lines.append(
        Line(
          nodes: (change.before, change.after), kind: change.kind, text: words.line(for: change)))
    }
    self.lines = lines
    changed = marks
    let count = comparison.changes.count
    let other = comparison.unlistedMedia.first?.sentence
    if !comparison.isComplete {
      verdict = "not all of it could be compared"
    } else if count == 0 {
      verdict = other ?? (comparison.isMediaUnknown ? "no changes found; media not compared" : "no changes")
    } else {
      verdict =
        "\(count) change\(count == 1 ? "" : "s")"
        + (other.map { ", " + $0 } ?? (comparison.isMediaUnknown ? ", media not compared" : ""))
    }
  }

  /// What became of a node of the first file (0) or the second (1); `nil` when it has no change of its
  /// own.
  func change(of node: NodeIndex, in file: Int) -> Change.Kind? {
    file == 0 ? changed.0[node] : file == 1 ? changed.1[node] : nil
  }

  /// The node of a line in one of the files, or what it stands in there.
  func node(of line: Line, in file: Int) -> NodeIndex? { file == 0 ? line.nodes.0 : line.nodes.1 }
}

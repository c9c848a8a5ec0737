import Structure
import StructureDiff

/// What paths mean in two files, to ask whether a change lies there.
struct DiffScope {
  /// What one path means.
  private struct Part {
    /// The nodes, in order; with all in them when there is no field.
    let before: Set<Int>
    let after: Set<Int>
    /// The field, without its indexes.
    let field: String?
  }

  private var parts: [Part] = []
  private let before: Document
  private let after: Document
  /// The rules that mean nothing in either file.
  private(set) var unused: [String] = []

  init(_ rules: [DiffSettings.Rule], _ before: Document, _ after: Document) {
    self.before = before
    self.after = after
    for rule in rules {
      let (a, b) = (rule.path.nodes(in: before), rule.path.nodes(in: after))
      if a.isEmpty, b.isEmpty { unused.append(rule.text) }
      let field = rule.path.field.map { $0.parts.map(\.name).joined(separator: ".") }
      parts.append(Part(before: Set(a), after: Set(b), field: field.map(Self.folded)))
    }
  }

  /// Paths that are ours, for profiles.
  init(_ paths: [String], _ before: Document, _ after: Document) {
    var rules: [DiffSettings.Rule] = []
    for text in paths {
      if let path = try? Path(text) { rules.append(DiffSettings.Rule(path: path, text: text)) }
    }
    self.init(rules, before, after)
    unused = []
  }

  /// Whether `change` lies in what a path means.
  func contains(_ change: Change) -> Bool {
    contains(change.before, change.after, change.field)
      || change.others.contains { contains($0.before, $0.after, $0.field) }
  }

  private func contains(_ a: Int?, _ b: Int?, _ field: String) -> Bool {
    parts.contains { part in
      if let wanted = part.field {
        guard a.map(part.before.contains) ?? false || b.map(part.after.contains) ?? false
        else { return false }
        let name = Self.folded(Self.withoutIndexes(field))
        return name == wanted || name.hasPrefix(wanted + ".") || name.hasSuffix("." + wanted)
      }
      return Self.isInside(a, part.before, before) || Self.isInside(b, part.after, after)
    }
  }

  private static func isInside(_ node: Int?, _ nodes: Set<Int>, _ document: Document) -> Bool {
    if nodes.isEmpty { return false }
    var at = node
    while let here = at {
      if nodes.contains(here) { return true }
      at = document.tree.parent(of: here)
    }
    return false
  }

  /// Names compare without case and underscores.
  private static func folded(_ text: String) -> String {
    text.lowercased().filter { $0 != "_" }
  }

  private static func withoutIndexes(_ text: String) -> String {
    var isInside = false
    return text.filter { character in
      if character == "[" { isInside = true }
      defer { if character == "]" { isInside = false } }
      return !isInside
    }
  }
}

public import ByteReading
import MediaFacts
public import Structure

/// Puts changes into the words that people read of them, the same wherever they are printed.
///
/// ```swift
/// let words = ChangeWords(comparison)
/// for change in comparison.changes { print(words.line(for: change)) }
/// // moov/mvhd.timescale  1,000 → 600
/// ```
public struct ChangeWords {
  private let comparison: Comparison
  private let before: IdentityPaths
  private let after: IdentityPaths

  /// Words for the changes of one comparison.
  ///
  /// - Parameter comparison: The comparison.
  public init(_ comparison: Comparison) {
    self.comparison = comparison
    (before, after) = comparison.paths
  }

  /// A change in one line: where, and what became of it.
  ///
  /// - Parameter change: A change of the comparison.
  /// - Returns: The line, without a line feed; text from the files is escaped.
  public func line(for change: Change) -> String {
    let path = path(of: change)
    let place = change.field.isEmpty ? path : "\(path).\(change.field)"
    return "\(place)  \(body(of: change))"
  }

  // MARK: Places

  /// The path of the node that a change is about, by identity.
  ///
  /// - Parameter change: A change of the comparison.
  /// - Returns: The path: that in the first file, or of an added node that in the second.
  public func path(of change: Change) -> String { fullPath(change.before, change.after) }

  /// The same path as a value, not as text.
  ///
  /// - Parameter change: A change of the comparison.
  /// - Returns: The path; that of the file where the change is about neither node.
  public func place(of change: Change) -> Media.Path {
    change.before.map { before.place(of: $0) } ?? change.after.map { after.place(of: $0) } ?? .file
  }

  /// The path of the node that a place is in, by identity.
  ///
  /// - Parameter place: The place.
  /// - Returns: The path: that in the first file, or of an added node that in the second.
  public func path(of place: Change.Place) -> String { fullPath(place.before, place.after) }

  /// The last step of the path of the node that a change is about; for the value of an entry of a list, or a part of it, that of
  /// the entry.
  func step(of change: Change) -> String {
    let (document, paths) =
      change.before != nil ? (comparison.before, before) : (comparison.after, after)
    guard let node = change.before ?? change.after else { return "" }
    if change.field.parts.first?.name == "value", document.tree[node].type == "data",
      let entry = document.tree.parent(of: node)
    {
      return name(of: entry, document, paths)
    }
    return name(of: node, document, paths)
  }

  /// What a node is called: by the key that it counts, or by its step.
  private func name(of node: NodeIndex, _ document: Document, _ paths: IdentityPaths) -> String {
    guard document.tree[node].type.isNumber, let key = comparison.rules.called?(node, document) else {
      return paths.step(of: node)
    }
    var text = ByteWriter()
    text.put(text: key, style: .name)
    return text.string
  }

  /// What a node that came or went as a whole is called where nothing else is said of it: behind a type that says no more
  /// than that there is one stands what it is, `meta (Metadata)`, `uuid (XMP)`, or the first digits of one that nobody
  /// knows, `uuid:01234567…`.
  ///
  /// - Parameter change: A change of the comparison.
  /// - Returns: The name; `nil` for another change, and for a node whose step says what it is.
  package func name(ofWhole change: Change) -> String? {
    guard change.kind == .added || change.kind == .removed, change.field.isEmpty else { return nil }
    let document = change.before != nil ? comparison.before : comparison.after
    guard let node = change.before ?? change.after else { return nil }
    let type = document.tree[node].type
    guard comparison.rules.vagueTypes.contains(type) else { return nil }
    var text = ByteWriter()
    text.put(type.key)
    var title = ByteWriter()
    document.put(titleOf: node, to: &title)
    if title.count > 0 {
      text.put(" (")
      text.put(title)
      text.put(")")
    } else if let extended = document.extendedType(of: document.tree[node]) {
      var digits = ByteWriter()
      digits.put(uuid: extended)
      text.put(":")
      text.put(String(digits.string.prefix(8)))
      text.put("…")
    }
    return text.string
  }

  /// Where a change is reported, and what it is called there: the node and the field, or what a node stands
  /// in and its own step.
  ///
  /// - Parameter change: A change of the comparison.
  /// - Returns: The path and the name.
  public func title(of change: Change) -> (place: String, name: String) {
    switch change.kind {
    case .added, .removed, .moved: return parted(change)
    case .changed, .rows:
      let (place, names) = fieldTitle(of: change)
      return (place, names.joined(separator: ", "))
    }
  }

  private func fullPath(_ a: NodeIndex?, _ b: NodeIndex?) -> String {
    if let a { return before.path(of: a) }
    return b.map { after.path(of: $0) } ?? ""
  }

  private func shortPath(_ a: NodeIndex?, _ b: NodeIndex?) -> String {
    if let a { return before.shortPath(of: a) }
    return b.map { after.shortPath(of: $0) } ?? ""
  }

  /// The path of what a node stands in, and the rest of its path.
  private func parted(_ change: Change) -> (place: String, name: String) {
    let (document, paths) =
      change.before != nil ? (comparison.before, before) : (comparison.after, after)
    guard let index = change.before ?? change.after else { return ("", "") }
    let full = paths.path(of: index)
    guard let parent = document.tree.parent(of: index) else { return ("", full) }
    var names = [paths.step(of: index)]
    for other in change.others.prefix(Self.movedShown - 1) {
      if let node = other.before { names.append(before.step(of: node)) }
    }
    return (paths.shortPath(of: parent), names.joined(separator: ", "))
  }

  /// Nodes that stand in another order that are named.
  private static let movedShown = 3

  /// Where a change of fields is reported, and the names of the fields.
  private func fieldTitle(of change: Change) -> (place: String, names: [String]) {
    let places = change.places
    var nodes: [NodeIndex?] = []
    for place in places where !nodes.contains(place.before) { nodes.append(place.before) }
    // Two or three nodes in one are reported together.
    if nodes.count > 1, nodes.count <= 3, let first = nodes[0] {
      let tree = comparison.before.tree
      let parent = tree.parent(of: first)
      if let parent, nodes.allSatisfy({ $0.flatMap { tree.parent(of: $0) } == parent }) {
        let names = places.compactMap { place in
          place.before.map { "\(before.step(of: $0)).\(place.field.last)" }
        }
        return (before.shortPath(of: parent), names)
      }
    }
    let here = places.filter { $0.before == change.before }.map(\.field.description)
    return (shortPath(change.before, change.after), here)
  }

  /// Texts that are stored otherwise, as one change: where they stand, which they are, and what became of them.
  ///
  /// - Parameter changes: Changes of the comparison that are of such texts.
  /// - Returns: `ID3v2`, `TIT2, TPE1, TALB and 5 more`, `8 texts in another encoding`.
  public func rewrittenTexts(_ changes: [Change]) -> (place: String, names: String, body: String) {
    var texts = RewrittenTexts()
    for change in changes { texts.add(change) }
    let tree = comparison.before.tree
    let parent = texts.nodes.first.flatMap { tree.parent(of: $0) }
    let isTogether = texts.nodes.allSatisfy { tree.parent(of: $0) == parent }
    var names = texts.nodes.prefix(Self.textsShown).map { before.step(of: $0) }.joined(separator: ", ")
    let rest = texts.nodes.count - Self.textsShown
    if rest > 0 { names += " and \(rest) more" }
    return (isTogether ? parent.map { before.shortPath(of: $0) } ?? "" : "", names, texts.words)
  }

  /// Texts that are named of those that are stored otherwise.
  private static let textsShown = 3

  // MARK: What became of it

  /// What became of it: `1,000 → 600`, `removed: 1 edit`, `moved before mdat: 0x2c → 0x1f0`.
  ///
  /// - Parameter change: A change of the comparison.
  /// - Returns: The text; text from the files is escaped.
  public func body(of change: Change) -> String {
    var output = ByteWriter()
    switch change.kind {
    case .added:
      output.put("added: ")
      output.put(change.new)
      putNote(change, &output)
    case .removed:
      output.put("removed: ")
      output.put(change.old)
      putNote(change, &output)
    case .moved: putMove(change, &output)
    case .changed:
      if change.old.isEmpty {
        output.put("now there: ")
        output.put(change.new)
      } else if change.new.isEmpty {
        output.put("no longer there: ")
        output.put(change.old)
      } else {
        output.put(change.old)
        output.put(" → ")
        output.put(change.new)
      }
      putNote(change, &output)
      let elsewhere = Set(change.others.filter { $0.before != change.before }.compactMap(\.before))
      let isTogether = elsewhere.count < 3 && fieldTitle(of: change).names.count > 1
      if !elsewhere.isEmpty, !isTogether || change.isMoment {
        output.put(change.movesAlike ? "   (moved alike in " : "   (same in ")
        output.put(grouped: elsewhere.count)
        output.put(" more ")
        output.put(comparison.before.nodeWord)
        output.put(elsewhere.count == 1 ? ")" : "s)")
      }
    case .rows: output.put(change.rowsText)
    }
    return output.string
  }

  private func putNote(_ change: Change, _ output: inout ByteWriter) {
    if change.note.isEmpty { return }
    output.put(" (")
    output.put(change.note)
    output.put(")")
  }

  private func putMove(_ change: Change, _ output: inout ByteWriter) {
    guard let a = change.before, let b = change.after else { return }
    let (x, y) = (comparison.before, comparison.after)
    if !change.others.isEmpty {
      let left = change.others.count + 1 - Self.movedShown
      if left > 0 {
        output.put("and ")
        output.put(grouped: left)
        output.put(" more: ")
      }
      output.put("stand in another order")
      return
    }
    output.put("moved")
    if change.isElsewhere {
      output.put(" to ")
      output.put(after.path(of: b))
    } else if let passed = change.passed {
      output.put(change.isNowBefore ? " before " : " behind ")
      output.put(before.step(of: passed))
    }
    output.put(": 0x")
    output.put(hex: x.tree[a].start, digits: 1)
    output.put(" → 0x")
    output.put(hex: y.tree[b].start, digits: 1)
    if x.tree[a].depth == 0, let was = x.synopsis.isFastStart, let now = y.synopsis.isFastStart,
      was != now
    {
      output.put(now ? " (now fast start)" : " (no longer fast start)")
    }
  }
}

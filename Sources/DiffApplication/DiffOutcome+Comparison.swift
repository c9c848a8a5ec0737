import ByteReading
import CommandLineSupport
import MediaFacts
import Structure
import StructureDiff
import StructureRendering

extension DiffOutcome {
  /// What a comparison of two files came to.
  ///
  /// - Parameter listsFollowing: Whether what follows is listed, and not only counted.
  init(
    _ comparison: Comparison, _ identity: MediaIdentity, before: Side, after: Side,
    profile: DiffSettings.Profile, listsFollowing: Bool
  ) {
    self.init(before: before, after: after)
    let isExact = profile == .exact
    let words = ComparisonWords(comparison)
    self.profile = profile.rawValue
    self.listsFollowing = listsFollowing || isExact
    changes = comparison.changes.map { words.item($0) }
    if self.listsFollowing { following = comparison.consequences.map { words.item($0) } }
    consequences = comparison.counted
    let differs = !comparison.changes.isEmpty || isExact && !comparison.consequences.isEmpty
    verdict = differs ? .differs : .equal
    hasSameMedia = identity.isSame
    mediaVerdict = identity.verdict
    digests = identity.lines
    if let playback = comparison.playback, !playback.phrases.isEmpty {
      self.playback = [playback.sentence]
    }
    if comparison.toleratedCount > 0 {
      notes.append(
        "\(comparison.toleratedCount) "
          + (comparison.toleratedCount == 1 ? "number differs" : "numbers differ")
          + " by no more than tolerated")
    }
  }
}

extension DiffOutcome.Side {
  /// A file that was opened.
  init(_ path: FilePath, _ document: Document) {
    self.init(
      name: path.display, path: path.bytes, byteCount: document.tree.file.byteCount,
      format: document.synopsis.format, formatName: document.synopsis.formatName)
    let all = document.problems
    guard all.errors + all.warnings > 0 else { return }
    problemCount = all.summary(hasNotes: false)
    let paths = IdentityPaths(document)
    problems = all.kept.filter { $0.severity > .note && $0.follows < 0 }.map { problem in
      let isOfNode = document.tree.indices.contains(problem.node)
      let source = problem.source ?? (isOfNode ? document.tree[problem.node].source : 0)
      var text = ByteWriter()
      text.put(sentence: problem.kind.sentence, of: problem, in: document)
      return DiffOutcome.Problem(
        id: problem.kind.id.description, severity: problem.severity.name.description,
        path: isOfNode ? paths.path(of: problem.node) : "",
        offset: source == 0 ? problem.extent.byteOffset : nil, text: text.string)
    }
  }
}

/// Puts the changes of a comparison into words.
struct ComparisonWords {
  let comparison: Comparison
  private let before: IdentityPaths
  private let after: IdentityPaths

  init(_ comparison: Comparison) {
    self.comparison = comparison
    before = IdentityPaths(comparison.before)
    after = IdentityPaths(comparison.after)
  }

  func item(_ change: Change) -> DiffItem {
    var item = DiffItem(kind: change.kind, path: fullPath(change.before, change.after))
    item.field = change.field
    switch change.kind {
    case .added, .removed, .moved: (item.heading, item.label) = parted(change)
    case .changed, .rows: (item.heading, item.label) = title(of: change)
    }
    item.body = body(change)
    item.old = change.old
    item.new = change.new
    item.note = change.note
    item.offsets = (
      change.before.map { comparison.before.tree[$0].start },
      change.after.map { comparison.after.tree[$0].start }
    )
    item.numbers = change.numbers
    item.rows = change.rows
    item.counts = change.rowCounts
    item.count = change.count
    item.shift = change.shift
    item.others = change.others.map { (fullPath($0.before, $0.after), $0.field) }
    if change.cause != nil { item.reason = comparison.reason(for: change) }
    return item
  }

  // MARK: Places

  private func fullPath(_ a: Int?, _ b: Int?) -> String {
    if let a { return before.path(of: a) }
    return b.map { after.path(of: $0) } ?? ""
  }

  private func shortPath(_ a: Int?, _ b: Int?) -> String {
    if let a { return before.shortPath(of: a) }
    return b.map { after.shortPath(of: $0) } ?? ""
  }

  /// The path of what a node stands in, and the rest of its path.
  private func parted(_ change: Change) -> (parent: String, name: String) {
    let (document, paths) =
      change.before != nil ? (comparison.before, before) : (comparison.after, after)
    let index = change.before ?? change.after ?? 0
    let full = paths.path(of: index)
    guard let parent = document.tree.parent(of: index) else { return ("", full) }
    let outer = paths.path(of: parent)
    return (paths.shortPath(of: parent), String(full.dropFirst(outer.count + 1)))
  }

  /// Where a change of fields is told, and the names of the fields.
  private func title(of change: Change) -> (place: String, name: String) {
    let places = change.places
    var nodes: [Int?] = []
    for place in places where !nodes.contains(place.before) { nodes.append(place.before) }
    // Two or three atoms in one are told together.
    if nodes.count > 1, nodes.count <= 3, let first = nodes[0] {
      let tree = comparison.before.tree
      let parent = tree.parent(of: first)
      if let parent, nodes.allSatisfy({ $0.flatMap { tree.parent(of: $0) } == parent }) {
        let outer = before.path(of: parent)
        let names = places.map { place -> String in
          let path = before.path(of: place.before ?? 0).dropFirst(outer.count + 1)
          return path + "." + lastName(place.field)
        }
        return (before.shortPath(of: parent), names.joined(separator: ", "))
      }
    }
    let here = places.filter { $0.before == change.before }.map(\.field)
    return (shortPath(change.before, change.after), here.joined(separator: ", "))
  }

  /// A field by its last name, which its atom has once.
  private func lastName(_ field: String) -> String {
    field.split(separator: ".").last.map(String.init) ?? field
  }

  // MARK: What became of it

  private func body(_ change: Change) -> String {
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
      let isTogether = title(of: change).name.contains(", ") && elsewhere.count < 3
      if !elsewhere.isEmpty, !isTogether || change.isMoment {
        output.put("   (same in ")
        output.put(grouped: elsewhere.count)
        output.put(elsewhere.count == 1 ? " more atom)" : " more atoms)")
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

extension MediaIdentity {
  /// The digests, a line each, of both files where they differ.
  var lines: [String] {
    guard let (a, b) = digests else { return [] }
    var lines: [String] = []
    func add(_ name: String, _ x: MediaDigests.Entry?, _ y: MediaDigests.Entry?) {
      func text(_ entry: MediaDigests.Entry?) -> String {
        guard let digest = entry?.digest else {
          return entry == nil ? "none" : "not all of it is in the file"
        }
        var text = ByteWriter()
        text.put(digest: digest)
        return text.string
      }
      let head = name + String(repeating: " ", count: max(1, 18 - name.count))
      if x?.digest == y?.digest {
        lines.append(head + text(x) + "  same")
      } else {
        lines.append(head + text(x))
        lines.append(String(repeating: " ", count: 16) + "→ " + text(y))
      }
    }
    func media(_ digests: MediaDigests) -> MediaDigests.Entry? {
      digests.media.map { MediaDigests.Entry(byteCount: 0, digest: $0) }
    }
    if a.media != nil || b.media != nil { add("media", media(a), media(b)) }
    var seen: [UInt64] = []
    for entry in a.tracks + b.tracks {
      guard let id = entry.track, !seen.contains(id) else { continue }
      seen.append(id)
      add(
        "track \(id) \(entry.kind)", a.tracks.first { $0.track == id },
        b.tracks.first { $0.track == id })
    }
    return lines
  }
}

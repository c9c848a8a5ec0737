import ByteReading
import CommandLineSupport
import MediaFacts
import Structure
import StructureDiff
import StructureRendering

extension DiffOutcome {
  /// What a comparison of two files came to.
  ///
  /// - Parameters:
  ///   - listsFollowing: Whether what follows is listed, and not only counted.
  ///   - lines: Of the snapshot that the first file is of; `nil` for two files.
  init(
    _ comparison: Comparison, _ identity: MediaIdentity, before: Side, after: Side,
    profile: DiffSettings.Profile, listsFollowing: Bool, lines: Snapshot.Lines? = nil
  ) {
    self.init(before: before, after: after)
    let isExact = profile == .exact
    let words = ComparisonItems(comparison, lines: lines)
    self.profile = profile.rawValue
    leftOutCount = comparison.ignoredCount
    self.listsFollowing = listsFollowing || isExact
    changes = comparison.changes.map { words.item($0) }
    if self.listsFollowing { following = comparison.consequences.map { words.item($0) } }
    consequences = comparison.counted
    // What is said in other bytes follows from nothing: where it is all that differs it is what changed.
    let rewritten = isExact ? [] : comparison.rewritten
    if !rewritten.isEmpty {
      changes = words.rewritten(rewritten)
      let places = Set(rewritten.map { words.item($0).place })
      following.removeAll { places.contains($0.place) }
      consequences.removeAll { $0.kind == "re-encoding" }
    }
    if let item = words.unlisted { changes.append(item) }
    let differs = !changes.isEmpty || isExact && !comparison.consequences.isEmpty
    verdict = differs ? .differs : .equal
    aspects = comparison.verdict
    if !changedMedia.isEmpty { verdict = .differs }
    hasSameMedia = comparison.verdict?.hasSameMedia
    mediaVerdict = comparison.verdict?.media ?? ""
    digests = identity.lines
    addProblems(comparison, lines)
    // Without a verdict that media was too long to be read is known all the same.
    isUnchecked =
      verdict == .equal
      && (aspects.map { !$0.aspects(.notChecked).isEmpty } ?? comparison.isMediaUnknown)
    if comparison.toleratedCount > 0 {
      notes.append(
        "\(comparison.toleratedCount) "
          + (comparison.toleratedCount == 1 ? "number differs" : "numbers differ")
          + " by no more than tolerated")
    }
  }
}

extension DiffOutcome {
  /// Adds what only the second file breaks as changes, which no profile and no rule leaves out.
  private mutating func addProblems(_ comparison: Comparison, _ lines: Snapshot.Lines?) {
    let new = comparison.newProblems
    if new.list.isEmpty { return }
    let paths = comparison.paths.after
    for problem in new.list.prefix(Self.problemLimit) {
      let told = DiffOutcome.Side.told(problem, new.document, paths)
      var item = DiffItem(kind: .changed, path: told.path)
      item.field = told.id
      item.heading = told.path
      item.label = "new problem"
      item.new = told.text
      item.body = "\(told.severity): \(told.text) [\(told.id)]"
      item.isProblem = true
      item.offsets.after = told.offset.map { UInt64($0) }
      if let lines, let node = new.document.tree.known(problem.node) {
        item.line = lines.line(of: FieldPath(), in: paths.place(of: node))
      }
      changes.append(item)
      verdict = .differs
    }
  }

  /// New problems that are listed one by one.
  private static let problemLimit = 100
}

extension DiffOutcome.Side {
  /// A problem in words, escaped.
  static func told(
    _ problem: Diagnostic, _ document: Document, _ paths: IdentityPaths
  ) -> DiffOutcome.Problem {
    let node = document.tree.known(problem.node)
    let source = problem.source ?? node.map { document.tree[$0].source } ?? 0
    var text = ByteWriter()
    text.put(sentence: problem.kind.sentence, of: problem, in: document)
    return DiffOutcome.Problem(
      id: problem.kind.id.description, severity: problem.severity.name.description,
      path: node.map { paths.path(of: $0) } ?? "",
      offset: source == 0 ? problem.extent.byteOffset : nil, text: text.string)
  }

  /// A file that was opened.
  init(_ path: FilePath, _ document: Document) {
    self.init(
      name: path.display, path: path.bytes, byteCount: document.tree.file.byteCount,
      format: document.synopsis.format?.rawValue ?? "", formatName: document.synopsis.formatName)
    let all = document.problems
    guard all.errors + all.warnings > 0 else { return }
    problemCount = all.summary(hasNotes: false)
    let paths = IdentityPaths(document)
    problems = all.kept.filter { $0.severity > .note && $0.follows == nil }.map {
      Self.told($0, document, paths)
    }
  }
}

/// Puts the changes of a comparison into what every format is written from.
struct ComparisonItems {
  let comparison: Comparison
  private let words: ChangeWords
  private let lines: Snapshot.Lines?

  init(_ comparison: Comparison, lines: Snapshot.Lines? = nil) {
    self.comparison = comparison
    self.lines = lines
    words = ChangeWords(comparison)
  }

  /// What is another in media of which no field is compared as a whole, as a change of its own; `nil` for none.
  var unlisted: DiffItem? {
    let all = comparison.unlistedMedia
    guard let first = all.first else { return nil }
    var item = DiffItem(kind: .changed, path: "")
    item.label = "media"
    item.body = first.sentence + (all.count > 1 ? "; and \(all.count - 1) more" : "")
    item.new = item.body
    return item
  }

  func item(_ change: Change) -> DiffItem {
    var item = DiffItem(kind: change.kind, path: words.path(of: change))
    item.field = change.field.description
    (item.heading, item.label) = words.title(of: change)
    item.called = words.name(ofWhole: change) ?? ""
    item.body = words.body(of: change)
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
    item.others = change.others.map { (words.path(of: $0), $0.field.description) }
    item.movesAlike = change.movesAlike
    if let lines {
      let place = words.place(of: change)
      item.line = lines.line(of: change.field, in: place)
      item.isOfLine = lines.ownLine(of: change.field, in: place) != nil
    }
    if change.cause != nil { item.reason = comparison.reason(for: change) }
    return item
  }

  /// What is said in other bytes, as changes of their own; all texts of which that is so are one.
  func rewritten(_ changes: [Change]) -> [DiffItem] {
    let texts = changes.filter(\.isSameText)
    var items: [DiffItem] = []
    var isFolded = false
    for change in changes {
      guard change.isSameText else {
        items.append(rewritten(change))
        continue
      }
      if isFolded { continue }
      isFolded = true
      var item = self.item(change)
      item.reason = nil
      (item.heading, item.label, item.body) = words.rewrittenTexts(texts)
      item.note = item.body
      item.others = texts.dropFirst().map { (words.path(of: $0), $0.field.description) }
      // No single line of a snapshot is about all of them.
      item.isOfLine = false
      items.append(item)
    }
    return items
  }

  private func rewritten(_ change: Change) -> DiffItem {
    var item = self.item(change)
    item.reason = nil
    guard case .encoding(let rule) = change.cause else { return item }
    if change.kind == .changed, !item.body.isEmpty {
      item.note = rule.description
      item.body += " (\(rule))"
    }
    return item
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

extension DiffOutcome {
  /// With the profile `media` what changed of the media, whatever path a change has.
  var changedMedia: [MediaFacts.Verdict.Aspect] {
    guard profile == DiffSettings.Profile.media.rawValue, let aspects else { return [] }
    return [.samples, .times, .startAndEnd].filter { aspects.state(of: $0) == .changed }
  }
}

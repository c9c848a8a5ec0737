import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff

/// Compares one pair, or checks one snapshot.
struct DiffWork: Sendable {
  let settings: DiffSettings
  let configuration: DiffConfiguration
  /// The folder that names count from.
  let folder: FilePath?

  /// What came of it.
  struct Result: Sendable {
    var outcome: DiffOutcome
    /// The rules that meant something.
    var used: Set<Int> = []
    /// Whether neither side is of a format that is ours, or called as if it were.
    var isPassedOver = false
    /// Explanations, and paths where nothing differs.
    var explained: [DiffItem] = []
    var missing: [String] = []
    /// What is said of files that are not on this disk: what was left unchecked where nothing differs, and
    /// how much was fetched.
    var fetched: [String] = []
  }

  /// A name from the root of the file system on.
  func absolute(_ path: FilePath) -> [UInt8] {
    path.bytes.first == UInt8(ascii: "/") ? path.bytes : folder?.appending(path.bytes).bytes ?? []
  }

  static func failed(
    _ a: DiffSource, _ b: DiffSource, at source: DiffSource, _ message: String
  ) -> Result {
    var outcome = DiffOutcome(
      before: .init(name: a.name, path: a.path.bytes),
      after: .init(name: b.name, path: b.path.bytes))
    outcome.verdict = .failed
    outcome.message = "\(source.name): \(message)"
    return Result(outcome: outcome)
  }

  /// What is said of a name under which nothing could be read.
  static func unread(_ unread: UnreadPath) -> Result {
    let source = DiffSource(unread.path)
    return failed(source, source, at: source, unread.problem.description)
  }

  /// What is said of a file that is gone, whose snapshot is there.
  static func deserted(_ file: FilePath, snapshot: FilePath) -> Result {
    var outcome = DiffOutcome(
      before: .init(name: snapshot.display, path: snapshot.bytes), after: .init(name: file.display, path: file.bytes))
    outcome.isSnapshot = true
    outcome.verdict = .removed
    outcome.message = "\(file.display) is gone; its snapshot is \(snapshot.display)"
    return Result(outcome: outcome)
  }

  // MARK: Two files

  func compare(_ pair: DiffPairs.Pair) -> Result {
    let (a, b) = (pair.before, pair.after)
    if case .nothing = a { return alone(b, a, isNew: true, isFound: pair.isFound) }
    if case .nothing = b { return alone(a, b, isNew: false, isFound: pair.isFound) }
    return compare(pair) { source, other throws(DiffSource.Failure) in
      try source.open(settings.limits, besides: other)
    }
  }

  /// Compares two files that `open` opens, the second beside the first.
  func compare(
    _ pair: DiffPairs.Pair,
    opening open: (DiffSource, DiffSource.Opened?) throws(DiffSource.Failure) -> DiffSource.Opened
  ) -> Result {
    let (a, b) = (pair.before, pair.after)
    var opened: [DiffSource.Opened] = []
    var failures: [(DiffSource, DiffSource.Failure)] = []
    for source in [a, b] {
      do throws(DiffSource.Failure) {
        opened.append(try open(source, opened.first))
      } catch {
        failures.append((source, error))
      }
    }
    guard failures.isEmpty else {
      let others = failures.filter { if case .other = $0.1 { true } else { false } }
      var messages: [String] = []
      for (source, failure) in failures {
        switch failure {
        case .unreadable(let message), .other(let message):
          messages.append("\(source.name): \(message)")
        }
      }
      var result = Self.failed(a, b, at: a, "")
      result.outcome.message = messages.joined(separator: "\n")
      result.isPassedOver =
        pair.isFound && others.count == 2 && !MediaExtensions.isMediaName(a.path)
        && !MediaExtensions.isMediaName(b.path)
      return result
    }
    let (x, y) = (opened[0], opened[1])
    let rules = DiffRules(settings, configuration, for: absolute(b.path), fallback: .standard)
    if !pair.isRenamed, let result = equal(x, y, rules) { return result }
    return compare(x, y, rules, isRenamed: pair.isRenamed)
  }

  /// Compares two files that were opened.
  ///
  /// - Parameters:
  ///   - known: What is said to be wrong with the first, of which some bytes are not there.
  ///   - lines: Of the snapshot that the first is of; `nil` for two files.
  ///   - expected: What somebody expects to be another than in the first.
  func compare(
    _ x: DiffSource.Opened, _ y: DiffSource.Opened, _ rules: DiffRules, isRenamed: Bool = false,
    knowing known: KnownProblems? = nil, lines: Snapshot.Lines? = nil,
    expecting expected: Comparison.Options.Expected? = nil
  ) -> Result {
    let (a, b) = (x.origin, y.origin)
    // Where only the answer counts, what stands at the top may tell it.
    if settings.isQuiet, !settings.isReported, rules.countsAll, !isRenamed,
      Comparison.differsAtTop(x.document, y.document), !settings.isGate
    {
      var outcome = DiffOutcome(before: x.side, after: y.side)
      outcome.verdict = .differs
      outcome.profile = rules.profile.rawValue
      return Result(outcome: outcome)
    }
    let isTold = settings.format != .stat && settings.format != .columns && !settings.isQuiet
    let selection = DiffSelection(rules, x.document, y.document)
    var options = Comparison.Options()
    options.isIgnored = { selection.isIgnored($0) }
    options.tolerance = selection.tolerance
    if known != nil { options.payloadLimit = Self.payloadLimit(y.document) }
    if isFetched(x.source) || isFetched(y.source) { options.payloadLimit = 0 }
    // Who wants no more than the answer gets one that is proved.
    if settings.showsDigests || settings.isQuiet && !isFetched(x.source) && !isFetched(y.source) {
      options.payloadLimit = .max
    }
    options.claimedProblems = known
    options.expected = expected
    options.makesVerdict =
      isTold || settings.via.command != nil || settings.isGate || settings.isReported
    let comparison = Comparison(x.document, y.document, rules: .media, options: options)
    // Of samples that nobody looked at, or rules that were not run, a verdict would say nothing.
    func hasSteps() -> Bool { x.document.work.leftOut.isEmpty && y.document.work.leftOut.isEmpty }
    guard comparison.isComplete else {
      return Self.failed(
        a, b, at: a, "\(hasSteps() ? Comparison.noMemory : Comparison.noSteps) (with \(b.name))")
    }
    let identity =
      isTold && known == nil
      ? MediaIdentity(comparison, isAsked: settings.showsDigests) : MediaIdentity()
    guard hasSteps() else {
      return Self.failed(a, b, at: a, "\(Comparison.noSteps) (with \(b.name))")
    }
    var outcome = DiffOutcome(
      comparison, identity, before: x.side, after: y.side, profile: rules.profile,
      listsFollowing: settings.showsAll || settings.format == .html, lines: lines)
    if settings.format == .html { outcome.page = DiffPagePart(comparison) }
    var result = Result(outcome: outcome, used: selection.used)
    if settings.showsBytes {
      let finder = FieldBytes(comparison)
      for (place, change) in comparison.changes.enumerated() {
        outcome.changes[place].bytes = finder.bytes(of: change)
        for row in change.rows.indices {
          outcome.changes[place].rows[row].bytes = finder.bytes(of: change.rows[row], change)
        }
      }
    }
    expect(rules, y.document, &outcome)
    if isRenamed {
      var item = DiffItem(kind: .moved, path: "")
      item.label = "file"
      item.body = "renamed: \(a.name) → \(b.name)"
      outcome.changes.insert(item, at: 0)
      outcome.verdict = .differs
    }
    if !settings.why.isEmpty {
      let words = ComparisonItems(comparison)
      for rule in settings.why {
        let scope = DiffScope([rule.path], x.document, y.document)
        let found = (comparison.changes + comparison.consequences).filter { scope.contains($0) }
        if found.isEmpty { result.missing.append(rule.text) }
        result.explained += found.map { words.item($0) }
      }
    }
    if settings.isGate { outcome.setGate() }
    for file in [x, y] where file.source.hasChanged() {
      outcome.verdict = .failed
      outcome.message = "\(file.origin.name): file changed while being read"
    }
    result.outcome = outcome
    return result
  }

  /// What files of equal bytes come to, or a file that has all bytes that another stands in for: nothing needs to
  /// be looked at but what is expected of them, and samples that lie in other files.
  func equal(_ x: DiffSource.Opened, _ y: DiffSource.Opened, _ rules: DiffRules) -> Result? {
    guard !isFetched(x.source), !isFetched(y.source),
      settings.format != .html, settings.format != .json, settings.format != .yaml,
      settings.why.isEmpty, !settings.showsDigests, rules.expectations.isEmpty, rules.rules.isEmpty,
      x.source.byteCount == y.source.byteCount,
      x.source.hasSameBytes(in: 0..<x.source.byteCount, as: y.source, in: 0..<y.source.byteCount),
      !MediaFile.hasMediaElsewhere(y.document), !x.source.hasChanged(), !y.source.hasChanged()
    else { return nil }
    var outcome = DiffOutcome(
      before: DiffOutcome.Side(name: x.origin.name, path: x.origin.path.bytes),
      after: DiffOutcome.Side(name: y.origin.name, path: y.origin.path.bytes))
    outcome.profile = rules.profile.rawValue
    return Result(outcome: outcome)
  }

  /// A file that only one side has.
  private func alone(
    _ source: DiffSource, _ other: DiffSource, isNew: Bool, isFound: Bool
  ) -> Result {
    do throws(DiffSource.Failure) {
      let file = try source.open(settings.limits)
      let missing = DiffOutcome.Side(name: other.name, path: other.path.bytes)
      var outcome = DiffOutcome(
        before: isNew ? missing : file.side, after: isNew ? file.side : missing)
      outcome.verdict = isNew ? .added : .removed
      outcome.profile = (settings.profile ?? .standard).rawValue
      if settings.isGate { outcome.setGate() }
      return Result(outcome: outcome)
    } catch {
      switch error {
      case .unreadable(let message): return Self.failed(other, source, at: source, message)
      case .other(let message):
        var result = Self.failed(other, source, at: source, message)
        result.isPassedOver = isFound && !MediaExtensions.isMediaName(source.path)
        return result
      }
    }
  }

  /// Adds what is expected of the second file and is not so.
  func expect(_ rules: DiffRules, _ document: Document, _ outcome: inout DiffOutcome) {
    // That all values compare so is proved only of those that were read.
    var isComparing = false
    for (_, expectation) in rules.expectations {
      guard let failure = MediaFile.failure(of: expectation, in: document) else {
        if expectation.comparesValues { isComparing = true }
        continue
      }
      var item = DiffItem(
        kind: .changed,
        path: failure.node.map { IdentityPaths(document).path(of: $0) } ?? "")
      item.field = "expectation"
      item.isExpectation = true
      item.heading = item.path
      item.label = "expected"
      var text = ByteWriter()
      text.put(text: expectation.text, style: .name)
      item.old = text.string
      item.new = failure.message
      item.body = "\(text.string): \(failure.message)"
      outcome.changes.append(item)
      outcome.verdict = .differs
    }
    let hiding = isComparing ? document.hidingRules : []
    if hiding.isEmpty { return }
    outcome.unseen = "expectations were \(MediaFile.comparedInPart(hiding))"
    outcome.notes.append(outcome.unseen)
  }
}

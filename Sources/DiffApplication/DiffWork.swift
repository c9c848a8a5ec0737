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
    /// Whether neither side is of a format that is ours.
    var isPassedOver = false
    /// Explanations, and paths where nothing differs.
    var explained: [DiffItem] = []
    var missing: [String] = []
  }

  /// A name from the root of the file system on.
  private func absolute(_ path: FilePath) -> [UInt8] {
    path.bytes.first == UInt8(ascii: "/") ? path.bytes : folder?.appending(path.bytes).bytes ?? []
  }

  private static func failed(
    _ a: DiffSource, _ b: DiffSource, _ source: DiffSource, _ message: String
  ) -> Result {
    var outcome = DiffOutcome(
      before: .init(name: a.name, path: a.path.bytes),
      after: .init(name: b.name, path: b.path.bytes))
    outcome.verdict = .failed
    outcome.message = "\(source.name): \(message)"
    return Result(outcome: outcome)
  }

  // MARK: Two files

  func compare(_ pair: DiffPairs.Pair) -> Result {
    let (a, b) = (pair.before, pair.after)
    if case .nothing = a { return alone(b, a, isNew: true, isFound: pair.isFound) }
    if case .nothing = b { return alone(a, b, isNew: false, isFound: pair.isFound) }
    var opened: [DiffSource.Opened] = []
    var failures: [(DiffSource, DiffSource.Failure)] = []
    for source in [a, b] {
      do throws(DiffSource.Failure) {
        opened.append(try source.open(settings.limits))
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
      var result = Self.failed(a, b, a, "")
      result.outcome.message = messages.joined(separator: "\n")
      result.isPassedOver = pair.isFound && others.count == 2
      return result
    }
    let (x, y) = (opened[0], opened[1])
    if !pair.isRenamed, let result = equal(x, y) { return result }
    let rules = DiffRules(settings, configuration, for: absolute(b.path), fallback: .standard)
    // Where only the answer counts, what stands at the top may tell it.
    if settings.isQuiet, !settings.isReported, rules.countsAll, !pair.isRenamed,
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
    if settings.showsDigests { options.payloadLimit = .max }
    options.makesVerdict = isTold || settings.isGate || settings.isReported
    let comparison = Comparison(x.document, y.document, rules: .media, options: options)
    guard comparison.isComplete else {
      return Self.failed(a, b, a, "\(Comparison.noMemory) (with \(b.name))")
    }
    let identity =
      isTold ? MediaIdentity(comparison, isAsked: settings.showsDigests) : MediaIdentity()
    var outcome = DiffOutcome(
      comparison, identity, before: x.side, after: y.side, profile: rules.profile,
      listsFollowing: settings.showsAll || settings.format == .html)
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
    if pair.isRenamed {
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
    if settings.isGate { outcome.gate = outcome.aspects?.regressions ?? [] }
    for file in opened where file.source.hasChanged() {
      outcome.verdict = .failed
      outcome.message = "\(file.origin.name): file changed while being read"
    }
    result.outcome = outcome
    return result
  }

  /// What files of equal bytes come to: nothing needs to be looked at but what is expected of them, and
  /// samples that lie in other files.
  private func equal(_ x: DiffSource.Opened, _ y: DiffSource.Opened) -> Result? {
    guard settings.format != .html, settings.format != .json, settings.format != .yaml,
      settings.why.isEmpty, !settings.showsDigests,
      x.source.byteCount == y.source.byteCount,
      x.source.bytes.hasSameBytes(as: y.source.bytes),
      !MediaFile.hasMediaElsewhere(x.document)
    else { return nil }
    let rules = DiffRules(settings, configuration, for: absolute(y.origin.path), fallback: .standard)
    guard rules.expectations.isEmpty, rules.rules.isEmpty else { return nil }
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
      return Result(outcome: outcome)
    } catch {
      switch error {
      case .unreadable(let message): return Self.failed(other, source, source, message)
      case .other(let message):
        var result = Self.failed(other, source, source, message)
        result.isPassedOver = isFound
        return result
      }
    }
  }

  /// Adds what is expected of the second file and is not so.
  private func expect(_ rules: DiffRules, _ document: Document, _ outcome: inout DiffOutcome) {
    for (_, expectation) in rules.expectations {
      guard let failure = expectation.failure(in: document) else { continue }
      var item = DiffItem(
        kind: .changed,
        path: failure.node.map { IdentityPaths(document).path(of: $0) } ?? "")
      item.field = "expectation"
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
  }

  // MARK: Snapshots

  /// Compares a file with its snapshot, or writes one.
  func check(_ file: FilePath) -> Result {
    let source = DiffSource.file(file)
    guard let place = SnapshotFile(of: file, in: settings.snapshotFolder) else {
      return Self.failed(source, source, source, "lies outside of the folder of snapshots")
    }
    return check(source, place, settings.action)
  }

  /// Compares a file with a snapshot that was named.
  func check(_ source: DiffSource, against path: FilePath) -> Result {
    check(source, SnapshotFile(named: path), .compare)
  }

  private func check(
    _ source: DiffSource, _ place: SnapshotFile, _ action: DiffSettings.Action
  ) -> Result {
    let opened: DiffSource.Opened
    do throws(DiffSource.Failure) {
      opened = try source.open(settings.limits)
    } catch {
      switch error {
      case .unreadable(let message): return Self.failed(source, source, source, message)
      case .other(let message):
        var result = Self.failed(source, source, source, message)
        result.isPassedOver = true
        return result
      }
    }
    var before = DiffOutcome.Side(name: place.path.display, path: place.path.bytes)
    before.format = opened.side.format
    var earlier: Snapshot?
    switch place.read() {
    case .missing: break
    case .snapshot(let snapshot): earlier = snapshot
    case .conflict where action == .update: break
    case .conflict(let line):
      var result = Self.failed(source, source, source, "")
      result.outcome.message =
        "\(place.path.display):\(line): a merge left a conflict here; --update writes it anew"
      result.outcome.before = before
      return result
    case .failed(let message):
      var result = Self.failed(source, source, source, message)
      result.outcome.message = message
      result.outcome.before = before
      return result
    }
    let fallback = earlier.flatMap { DiffSettings.Profile(rawValue: $0.profile) } ?? .reproducible
    var rules = DiffRules(settings, configuration, for: absolute(source.path), fallback: fallback)
    // What a snapshot leaves out is what it says.
    if action != .update, let earlier, settings.profile == nil,
      let own = DiffSettings.Profile(rawValue: earlier.profile)
    {
      rules.profile = own
    }
    let document = opened.document
    let selection = DiffSelection(rules, document, document)
    let options = Snapshot.Options(document, selection, profile: rules.profile)
    guard action != .update, let earlier else {
      var outcome = DiffOutcome(before: before, after: opened.side)
      outcome.isSnapshot = true
      outcome.profile = rules.profile.rawValue
      guard action == .update || !settings.isCI else {
        outcome.verdict = .new
        return Result(outcome: outcome, used: selection.used)
      }
      var snapshot = Snapshot(document, options: options)
      guard snapshot.isComplete else {
        return Self.failed(source, source, source, Snapshot.noMemory.description)
      }
      if let earlier { snapshot.keepComments(of: earlier) }
      outcome.verdict = .written
      outcome.message = "written to \(place.path.display)"
      if let earlier, earlier == snapshot {
        outcome.verdict = .equal
        return Result(outcome: outcome, used: selection.used)
      }
      do throws(WritingError) {
        try place.write(snapshot, of: source.path)
      } catch {
        outcome.verdict = .failed
        outcome.message = error.message(for: place.path)
      }
      return Result(outcome: outcome, used: selection.used)
    }
    let check = SnapshotCheck(earlier, document, options: options)
    guard check.isComplete else {
      return Self.failed(source, source, source, Snapshot.noMemory.description)
    }
    var outcome = DiffOutcome(
      check.differences.filter { !selection.isTolerated($0) }, following: check.following,
      check.notes, before: before, after: opened.side, profile: rules.profile.rawValue,
      hasMedia: earlier.media != nil && options.media != nil,
      listsFollowing: settings.showsAll || settings.format == .html || rules.profile == .exact)
    expect(rules, document, &outcome)
    if opened.source.hasChanged() {
      outcome.verdict = .failed
      outcome.message = "\(source.name): file changed while being read"
    }
    return Result(outcome: outcome, used: selection.used)
  }
}

/// Finds the bytes of fields that changed.
private struct FieldBytes {
  private let comparison: Comparison
  /// Bytes that are told of a field.
  private static let most = 32

  init(_ comparison: Comparison) { self.comparison = comparison }

  func bytes(of change: Change) -> (before: String, after: String)? {
    guard change.kind == .changed, !change.field.isEmpty else { return nil }
    let old = change.before.map { hex(change.field, $0, comparison.before) } ?? ""
    let new = change.after.map { hex(change.field, $0, comparison.after) } ?? ""
    return old.isEmpty && new.isEmpty ? nil : (old, new)
  }

  /// The bytes of a row of a table, or of an item of a list, of both files.
  func bytes(
    of row: Change.RowChange, _ change: Change
  ) -> (before: String, after: String)? {
    func text(_ number: Int?, _ node: NodeIndex?, _ document: Document) -> String {
      guard let number, let node else { return "" }
      return hex(change.field.item(number + 1), node, document)
    }
    let old = text(row.before, change.before, comparison.before)
    let new = text(row.after, change.after, comparison.after)
    return old.isEmpty && new.isEmpty ? nil : (old, new)
  }

  private func hex(_ field: FieldPath, _ node: NodeIndex, _ document: Document) -> String {
    var sink = FieldFinder(field)
    var walker = Walker()
    document.walk(node, &walker, into: &sink)
    guard let extent = sink.extent else { return "" }
    let bytes = document.fieldBytes(of: node).bytes
    let range = extent.byteOffset..<min(bytes.byteCount, (extent.end + 7) / 8)
    guard range.lowerBound < range.upperBound else { return "" }
    var text = ByteWriter()
    text.put(
      hexBytes: bytes.extracting(
        range.lowerBound..<min(range.upperBound, range.lowerBound + Self.most)),
      separator: UInt8(ascii: " "))
    if range.count > Self.most { text.put(" …") }
    return text.string
  }
}

/// Remembers where a field is.
private struct FieldFinder: FieldSink {
  private let wanted: FieldPath
  private(set) var extent: Extent?
  private var prefixes: [FieldPath] = []

  init(_ wanted: FieldPath) { self.wanted = wanted }

  private func path(_ name: StaticString) -> FieldPath {
    (prefixes.last ?? FieldPath()).field(name.description)
  }

  mutating func field(_ field: borrowing FieldReading) {
    guard extent == nil, path(field.name) == wanted else { return }
    extent = field.extent
  }

  mutating func table(_ table: borrowing TableReading) {
    guard extent == nil else { return }
    let path = path(table.name)
    if path == wanted {
      extent = table.extent
      return
    }
    // A row of it, or a column of a row.
    let place = path.parts.count - 1
    guard wanted.parts.count > place, wanted.parts.prefix(place) == path.parts.prefix(place),
      wanted.parts[place].name == path.parts[place].name,
      case .one(let row) = wanted.parts[place].indexes.first, row <= table.count
    else { return }
    extent = table.extent(ofRow: row - 1)
  }

  mutating func begin(_ group: borrowing GroupReading) {
    let prefix = prefixes.last ?? FieldPath()
    switch group.kind {
    case .group: prefixes.append(group.name.utf8CodeUnitCount == 0 ? prefix : path(group.name))
    case .list: prefixes.append(path(group.name))
    case .item: prefixes.append(prefix.item(group.index + 1))
    }
  }

  mutating func end(_ group: borrowing GroupReading) { _ = prefixes.popLast() }
  mutating func wants(item index: Int, of count: Int) -> Bool { extent == nil }
}

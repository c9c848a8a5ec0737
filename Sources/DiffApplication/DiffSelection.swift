import MediaInspection
import Structure
import StructureDiff

/// What a profile, the rules of a call and the files of rules leave out of one comparison.
final class DiffSelection {
  private let profile: DiffSettings.Profile
  private let ignored: DiffScope
  private let tolerances: [(amount: Tolerance, scope: DiffScope, recorded: RecordedScopes)]
  /// What alone counts, where rules say so.
  private let wanted: DiffScope?
  private let padding: DiffScope
  private let only: DiffScope?
  /// The nodes of the second file that samples lie in though they are padding, or no media.
  private let stray: [NodeIndex]
  /// The rules that mean something here, by their places in ``DiffRules/all``.
  private(set) var used: Set<Int> = []
  /// Rules as they are written, for what only a snapshot has.
  private let recorded: RecordedScopes
  private let recordedPadding: RecordedScopes
  private let recordedOnly: RecordedScopes

  private let documents: (before: Document, after: Document)

  init(_ rules: DiffRules, _ before: Document, _ after: Document) {
    profile = rules.profile
    documents = (before, after)
    var used: Set<Int> = []
    func meaning(_ rules: [(place: Int, path: Path)], isReached: Bool = false) -> DiffScope {
      let scope = DiffScope(rules.map(\.path), before, after, isReached: isReached)
      for (rule, isMeant) in zip(rules, scope.isMeant) where isMeant { used.insert(rule.place) }
      return scope
    }
    var ignored: [(place: Int, path: Path)] = []
    var wanted: [(place: Int, path: Path)] = []
    var tolerances: [Tolerance: [(place: Int, path: Path)]] = [:]
    for (place, rule) in rules.rules {
      switch rule {
      case .ignore(let path): ignored.append((place, path))
      case .only(let path): wanted.append((place, path))
      case .tolerate(let path, let amount): tolerances[amount, default: []].append((place, path))
      }
    }
    self.ignored = meaning(ignored)
    self.wanted = wanted.isEmpty ? nil : meaning(wanted, isReached: true)
    self.tolerances = tolerances.map { amount, rules in
      (amount, meaning(rules), RecordedScopes(rules.map(\.path)))
    }
    self.used = used
    let padding = profile == .reproducible ? Self.padding : []
    let stray: (before: [NodeIndex], after: [NodeIndex]) =
      switch profile {
      case .reproducible: Self.meantPadding(before, after)
      case .media: Self.strayMedia(before, after) { !MediaFile.isMedia($0, $1) }
      default: ([], [])
      }
    self.stray = stray.after
    self.padding = DiffScope(padding, before, after, sparing: stray)
    recorded = RecordedScopes(ignored.map(\.path))
    recordedPadding = RecordedScopes(padding)
    let only = profile == .media ? Self.media : profile == .tags ? Self.tags : []
    let scope = only.isEmpty ? nil : DiffScope(only, before, after, isReached: true)
    scope?.add(stray)
    if profile == .tags {
      let found = MediaFile.nodesOfTags(in: before)
      scope?.add((found, before === after ? found : MediaFile.nodesOfTags(in: after)))
    }
    self.only = scope
    recordedOnly = RecordedScopes(wanted.isEmpty ? only : wanted.map(\.path))
  }

  private static let padding = paths([
    "//free", "//skip", "//wide", "//padding", "//@too", "//@swr", "//@enc", "//TSSE", "//TENC", "//ISFT",
    "//*.compressorname",
  ])
  private static let media = paths([
    "//mdat", "//idat", "//imda", "//stbl", "//edts", "//moof", "//mvex", "//mdhd.timescale",
    "//mdhd.duration", "//mvhd.timescale", "//dref", "//iloc", "//iprp", "//iref", "//audio", "FORM/SSND",
    "FORM/COMM", "RIFF/'fmt '", "RIFF/data", "RF64/'fmt '", "RF64/data", "BW64/'fmt '", "BW64/data",
  ])
  private static let tags = paths([
    "//udta", "//meta", "//ID32", "//ID3v2", "//ID3v1", "//APEv2", "//Lyrics3v2", "//LIST", "//bext", "//iXML", "//axml",
    "//cart", "//_PMX", "FORM/NAME", "FORM/AUTH", "FORM/'(c) '", "FORM/ANNO", "FORM/COMT",
  ])

  private static func paths(_ texts: [String]) -> [Path] { texts.compactMap { try? Path($0) } }

  /// The padding of each file that is something to players: samples lie in it, or it moves on what is counted by place.
  private static func meantPadding(
    _ before: Document, _ after: Document
  ) -> (before: [NodeIndex], after: [NodeIndex]) {
    let stray = strayMedia(before, after) { MediaFile.isPadding($0, $1) }
    func all(_ found: [NodeIndex], _ document: Document) -> [NodeIndex] {
      let meant = MediaFile.meantPadding(of: document).filter { !found.holds($0) }
      return meant.isEmpty ? found : (found + meant).sorted()
    }
    let old = all(stray.before, before)
    return (old, before === after ? old : all(stray.after, after))
  }

  /// The nodes of each file that samples lie in, of some that nobody would look for them in.
  private static func strayMedia(
    _ before: Document, _ after: Document, in isLookedInto: (NodeIndex, Document) -> Bool
  ) -> (before: [NodeIndex], after: [NodeIndex]) {
    let found = MediaFile.strayMedia(of: before, in: isLookedInto)
    return (found, before === after ? found : MediaFile.strayMedia(of: after, in: isLookedInto))
  }

  // MARK: Changes

  func isIgnored(_ change: Change) -> Bool {
    if ignored.contains(change) || padding.contains(change) { return true }
    if profile == .reproducible, change.isVolatile || isOfWriters(change) { return true }
    if let only, !only.reaches(change) { return true }
    if let wanted, !wanted.reaches(change) { return true }
    return false
  }

  /// Whether a change is that names of programs are others, or came or went, with the list that held nothing else, or the key
  /// of one.
  private func isOfWriters(_ change: Change) -> Bool {
    let (before, after) = documents
    return change.places.allSatisfy { place in
      switch (change.kind, place.before, place.after) {
      case (.removed, let node?, _) where place.field.isEmpty:
        MediaFile.namesWritersAlone(node, in: before) { padding.contains($0, nil) }
      case (.added, _, let node?) where place.field.isEmpty:
        MediaFile.namesWritersAlone(node, in: after) { padding.contains(nil, $0) }
      case (.rows, let x?, let y?): MediaFile.haveSameKeysBesideWriters(x, before, y, after)
      case (.changed, let x?, let y?):
        MediaFile.namesWriter(x, place.field, in: before) && MediaFile.namesWriter(y, place.field, in: after)
      default: false
      }
    }
  }

  /// How far apart the numbers of a field may lie; none when they have to be equal.
  var tolerance: ((Change) -> [Tolerance])? {
    if tolerances.isEmpty { return nil }
    let meant = tolerances.filter { !$0.scope.isEmpty }
    return { change in meant.filter { $0.scope.contains(change) }.map(\.amount) }
  }

  // MARK: Snapshots

  /// Whether a node with all in it, or a field of it, is no part of a snapshot of the second file.
  func leavesOut(_ node: NodeIndex, _ field: FieldPath, _ row: Row?) -> Bool {
    if profile == .reproducible, row?.traits.contains(.volatile) ?? false { return true }
    if padding.leavesOut(node, field) || ignored.leavesOut(node, field) || isOfWriters(node, field) { return true }
    if let only, !only.holds(node, field) { return true }
    return wanted.map { !$0.holds(node, field) } ?? false
  }

  /// The same for what a snapshot has, by its path, and the node of the second file that it is; `nil` where it is none.
  func leavesOutRecorded(_ path: Path, _ field: FieldPath, _ node: NodeIndex?) -> Bool {
    if recorded.contains(path, field) { return true }
    // What samples lie in is told by the file alone.
    if let node, stray.holds(node) { return wanted.map { !$0.holds(node, field) } ?? false }
    if recordedPadding.contains(path, field), !MediaFile.isCounted(path) { return true }
    if let node, isOfWriters(node, field) { return true }
    return !recordedOnly.isEmpty && !recordedOnly.contains(path, field)
  }

  /// Whether a value in the second file names the program that wrote it, where that is left out.
  private func isOfWriters(_ node: NodeIndex, _ field: FieldPath) -> Bool {
    // What names one otherwise has a path by which it is left out.
    profile == .reproducible && field.parts.last?.name == "value"
      && MediaFile.namesWriter(node, field, in: documents.after)
  }

  /// Whether a difference from a snapshot is no more than a tolerance allows.
  func isTolerated(_ difference: SnapshotCheck.Difference) -> Bool {
    guard !tolerances.isEmpty, difference.kind == .changed, !difference.isNode,
      let old = Int64(difference.old), let new = Int64(difference.new),
      let field = try? FieldPath(difference.name)
    else { return false }
    return tolerances.contains {
      $0.amount.allows(UInt64(bitPattern: old), UInt64(bitPattern: new))
        && $0.recorded.contains(difference.path, field)
    }
  }
}

/// The rules that hold for one comparison.
struct DiffRules: Sendable {
  enum Rule: Sendable {
    case ignore(Path)
    case only(Path)
    case tolerate(Path, Tolerance)
  }

  var profile: DiffSettings.Profile
  /// The rules, each with its place among all of the call.
  var rules: [(place: Int, rule: Rule)] = []
  /// What is expected of the second file.
  var expectations: [(place: Int, expectation: Expectation)] = []

  /// Whether every change counts.
  var countsAll: Bool {
    (profile == .standard || profile == .exact) && rules.isEmpty && expectations.isEmpty
  }

  /// What a call says, and the files of rules for the file at `path`, which is absolute.
  ///
  /// Rules are counted: those of the call first.
  init(
    _ settings: DiffSettings, _ configuration: DiffConfiguration, for path: [UInt8],
    fallback: DiffSettings.Profile
  ) {
    profile = settings.profile ?? fallback
    var place = 0
    for rule in settings.ignored {
      rules.append((place, .ignore(rule.path)))
      place += 1
    }
    for rule in settings.only {
      rules.append((place, .only(rule.path)))
      place += 1
    }
    for (rule, amount) in settings.tolerances {
      rules.append((place, .tolerate(rule.path, amount)))
      place += 1
    }
    for (number, rule) in configuration.rules(for: path) {
      switch rule.kind {
      case .profile(let name): if settings.profile == nil { profile = name }
      case .ignore(let path): rules.append((place + number, .ignore(path)))
      case .tolerate(let path, let amount):
        rules.append((place + number, .tolerate(path, amount)))
      case .expect(let expectation): expectations.append((place + number, expectation))
      }
    }
  }

  /// What rules are called in messages, in the order of their places; nothing for those that always
  /// mean something.
  static func names(
    _ settings: DiffSettings, _ configuration: DiffConfiguration
  ) -> [String?] {
    (settings.ignored + settings.only + settings.tolerances.map(\.rule)).map { "'\($0.text)'" }
      + configuration.rules.map { rule in
        switch rule.kind {
        case .profile, .expect: nil
        case .ignore, .tolerate: "\(rule.origin): '\(rule.text)'"
        }
      }
  }
}

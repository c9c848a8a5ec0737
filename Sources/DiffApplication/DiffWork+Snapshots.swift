import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff

extension DiffWork {
  /// Compares a file with its snapshot, or writes one.
  func check(_ file: FilePath) -> Result {
    let source = DiffSource.file(file)
    guard let place = SnapshotFile(of: file, in: settings.snapshotFolder) else {
      return Self.failed(source, source, at: source, "lies outside of the folder of snapshots")
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
      case .unreadable(let message): return Self.failed(source, source, at: source, message)
      case .other(let message):
        var result = Self.failed(source, source, at: source, message)
        // One that has a snapshot was a file of ours; one that is called so is meant to be.
        result.isPassedOver =
          !MediaExtensions.isMediaName(source.path)
          && (try? FileStatus(of: place.path, followingLinks: true)) == nil
        return result
      }
    }
    var before = DiffOutcome.Side(name: place.path.display, path: place.path.bytes)
    before.format = opened.side.format
    var earlier: Snapshot?
    switch place.read(opened.document.memory) {
    case .missing: break
    case .snapshot(let snapshot): earlier = snapshot
    case .conflict where action == .update: break
    case .conflict(let line):
      var result = Self.failed(source, source, at: source, "")
      result.outcome.message =
        "\(place.path.display):\(line): a merge left a conflict here; --update writes it anew"
      result.outcome.before = before
      return result
    case .failed(let message):
      var result = Self.failed(source, source, at: source, message)
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
    if action != .update, let earlier, let file = earlier.standIn, !file.hasShortDigests {
      if !earlier.isEdited { return compare(opened, with: earlier, holding: file, at: place, rules) }
      if let result = compareEdited(opened, with: earlier, holding: file, at: place, rules) { return result }
    }
    guard action != .update, let earlier else {
      return write(opened, over: earlier, at: place, rules, isAsked: action == .update)
    }
    return compareLines(opened, with: earlier, rules, before: before)
  }

  // MARK: By what the snapshot holds of the file

  /// The file that a snapshot was made of, as far as it holds it.
  ///
  /// - Parameter other: A file that may be that one, where one is open.
  private func open(
    _ file: StandIn, at place: SnapshotFile, besides other: Document? = nil
  ) throws(DiffSource.Failure) -> DiffSource.Opened {
    let source: ByteSource
    do throws(SourceError) {
      source = try file.source()
    } catch {
      throw .unreadable("what it holds of the file cannot be opened: \(error.message)")
    }
    let document: Document
    do throws(MediaFileError) {
      document = try MediaFile.open(source, limits: settings.limits, besides: other)
    } catch {
      throw .unreadable("what it holds of the file cannot be opened: \(error.message)")
    }
    guard MediaFile.mayStandIn(document) else {
      throw .unreadable("it leaves out what is no media: --update writes it anew")
    }
    return DiffSource.Opened(document: document, source: source, origin: .file(place.path))
  }

  /// Compares a file with the one that a snapshot was made of, as two files are compared.
  private func compare(
    _ opened: DiffSource.Opened, with snapshot: Snapshot, holding file: StandIn, at place: SnapshotFile,
    _ rules: DiffRules
  ) -> Result {
    if let result = equal(opened, to: snapshot, holding: file, at: place, rules) { return result }
    let before: DiffSource.Opened
    do throws(DiffSource.Failure) {
      before = try open(file, at: place)
    } catch {
      var result = Self.failed(opened.origin, opened.origin, at: opened.origin, "")
      result.outcome.message = "\(place.path.display): \(error.reason)"
      return result
    }
    if let message = refusal(of: snapshot, before.document, rules) {
      var result = Self.failed(opened.origin, opened.origin, at: opened.origin, "")
      result.outcome.message = "\(place.path.display)\(message)"
      return result
    }
    var result =
      equal(before, opened, rules)
      ?? compare(before, opened, rules, knowing: snapshot.problems ?? KnownProblems(), lines: snapshot.lines)
    result.outcome.isSnapshot = true
    return result
  }

  /// What a file comes to that is proved to have all bytes of the one that a snapshot was made of, whose lines are those
  /// of the file: what the snapshot holds needs not be read as a file. `nil` where it has to be.
  private func equal(
    _ opened: DiffSource.Opened, to snapshot: Snapshot, holding file: StandIn, at place: SnapshotFile, _ rules: DiffRules
  ) -> Result? {
    guard file.byteCount == opened.source.byteCount, let source = try? file.source() else { return nil }
    let held = DiffSource.Opened(document: opened.document, source: source, origin: .file(place.path))
    guard var result = equal(held, opened, rules), MediaFile.mayStandIn(opened.document, without: file.parts),
      refusal(of: snapshot, opened.document, rules) == nil
    else { return nil }
    result.outcome.isSnapshot = true
    return result
  }

  // MARK: By lines that were edited

  /// Compares a file with the one that a snapshot was made of, of whose lines somebody has edited some: what
  /// these say is expected, and all else is compared as two files are.
  ///
  /// - Returns: `nil` where what the snapshot holds of the file cannot be opened.
  private func compareEdited(
    _ opened: DiffSource.Opened, with snapshot: Snapshot, holding file: StandIn, at place: SnapshotFile,
    _ rules: DiffRules
  ) -> Result? {
    guard let before = try? open(file, at: place) else { return nil }
    var own = rules
    if let profile = DiffSettings.Profile(rawValue: snapshot.profile) { own.profile = profile }
    func options(_ document: Document, _ selection: DiffSelection, _ rules: DiffRules)
      -> Snapshot.Options
    {
      Snapshot.Options(document, selection, profile: rules.profile)
    }
    let recorded = DiffSelection(own, before.document, before.document)
    let selection = DiffSelection(rules, opened.document, opened.document)
    let check = SnapshotCheck(
      snapshot, opened.document, options: options(opened.document, selection, rules))
    let edited = SnapshotCheck.falseLines(
      of: snapshot, before.document, options: options(before.document, recorded, own))
    // What the profile of this call leaves out bears out no line.
    let borne =
      own.profile == rules.profile
      ? check
      : SnapshotCheck(
        snapshot, opened.document,
        options: options(opened.document, DiffSelection(own, opened.document, opened.document), own))
    guard let edited, check.isComplete, borne.isComplete else {
      return Self.failed(
        opened.origin, opened.origin, at: opened.origin, Snapshot.noMemory.description)
    }
    if let steps = Self.withoutSteps(opened) { return steps }
    let met = EditedLines(metOf: edited, borne)
    // As the lines say it, where that are other bytes in the place of as many: what these make of all else is seen.
    let said = met.bytes(of: before.document, as: opened.document, atMost: file.kept.count)
    let rewritten = said.pieces.isEmpty ? nil : file.replacing(said.pieces).flatMap { try? open($0, at: place) }
    let told = rewritten == nil ? [] : said.lines
    var result = compare(
      rewritten ?? before, opened, rules, knowing: snapshot.problems ?? KnownProblems(), lines: snapshot.lines,
      expecting: met.expected(by: snapshot.lines))
    result.outcome.isSnapshot = true
    guard result.outcome.verdict == .equal || result.outcome.verdict == .differs else {
      return result
    }
    result.used.formUnion(selection.used)
    // A line that is gone stands for what the file had there.
    let lines = Set(edited.filter { $0.kind != .added }.map(\.line))
    let gone = Set(
      edited.filter { $0.kind == .added && !$0.isNode }.map(DiffOutcome.item).map { [$0.path, $0.field] })
    func isExpected(_ item: DiffItem) -> Bool {
      !item.isProblem
        && (item.isOfLine && lines.contains(item.line) || gone.contains([item.path, item.field]))
    }
    let count = result.outcome.changes.count
    result.outcome.changes.removeAll(where: isExpected)
    // To who asks for all changes what follows from others is one.
    let following = rules.profile == .exact ? result.outcome.following.filter { !isExpected($0) } : []
    // Other samples are a change even where no field shows it that anybody asked about.
    let others = edited.filter { $0.kind == .added || !told.contains($0.line) }
    let expected = Self.aspects(Self.roles(of: others, before.document))
    let hasOtherMedia = !expected.isSuperset(of: result.outcome.changedMedia)
    let hasOthers =
      result.outcome.verdict == .differs
      && (result.outcome.changes.count == count || !following.isEmpty || hasOtherMedia)
    let keys = Set(edited.map(LineKey.init))
    let unmet = check.differences.filter { !selection.isTolerated($0) && keys.contains(LineKey($0)) }
    result.outcome.changes += unmet.map(DiffOutcome.item)
    Self.tell(unmet, [opened.document, before.document], on: &result.outcome.aspects)
    if settings.isGate { result.outcome.setGate() }
    if !hasOthers { result.outcome.verdict = result.outcome.changes.isEmpty ? .equal : .differs }
    if result.outcome.verdict == .equal, let aspects = result.outcome.aspects {
      result.outcome.isUnchecked = !aspects.aspects(.notChecked).isEmpty
    }
    // A line of the whole file that is gone expects nothing.
    if edited.isEmpty { return result }
    result.outcome.notes.insert(
      edited.count == 1
        ? "1 line of the snapshot was edited: what it says is expected"
        : "\(edited.count) lines of the snapshot were edited: what they say is expected", at: 0)
    return result
  }

  /// Says that aspects are not as edited lines expect: what the file has in their place is what it had.
  private static func tell(
    _ unmet: [SnapshotCheck.Difference], _ documents: [Document], on verdict: inout MediaFacts.Verdict?
  ) {
    if unmet.isEmpty { return }
    let (lost, rest) = (unmet.filter { $0.kind == .removed }, unmet.filter { $0.kind != .removed })
    let goneRoles = documents.flatMap { Self.roles(of: lost, $0) }
    // What a line expects may be in neither file, and what it is of is not known then.
    var roles = goneRoles + documents.flatMap { Self.roles(of: rest, $0) }
    if roles.isEmpty { roles = [AspectRole(.file)] }
    let (gone, found) = (aspects(goneRoles), aspects(roles))
    for aspect in MediaFacts.Verdict.Aspect.allCases where found.contains(aspect) {
      var finding = MediaFacts.Verdict.Finding(aspect, .changed, "not as the snapshot expects")
      finding.isLoss = gone.contains(aspect)
      finding.isDecoding = roles.contains { $0.aspect == aspect && $0.isDecoding && $0.excuse == nil }
      verdict?.add(finding)
    }
    guard max(lost.count, rest.count) > EditedLines.most else { return }
    for aspect in MediaFacts.Verdict.Aspect.allCases where !found.contains(aspect) {
      verdict?.add(.init(aspect, .notChecked, "more than \(EditedLines.most) edited lines"))
    }
  }

  /// The aspects that edited lines of a snapshot are about.
  private static func aspects(_ roles: [AspectRole]) -> Set<MediaFacts.Verdict.Aspect> {
    Set(roles.map(\.aspect)).withTimes
  }

  /// What edited lines of a snapshot are about, of the first ``EditedLines/most`` of them.
  private static func roles(of edited: [SnapshotCheck.Difference], _ document: Document) -> [AspectRole] {
    edited.prefix(EditedLines.most).flatMap { line -> [AspectRole] in
      if line.path.steps.isEmpty { return [AspectRole(EditedLines.aspect(ofWholeFile: line))] }
      let field = line.isNode ? FieldPath() : (try? FieldPath(line.name)) ?? FieldPath()
      return line.path.nodes(in: document).map { MediaFile.aspect(of: $0, field, in: document) }
    }
  }

  /// Why the lines of a snapshot are not those of what it holds of the file; `nil` when they are.
  private func refusal(
    of snapshot: Snapshot, _ document: Document, _ rules: DiffRules
  ) -> String? {
    var rules = rules
    if let own = DiffSettings.Profile(rawValue: snapshot.profile) { rules.profile = own }
    let options = Snapshot.Options(
      document, DiffSelection(rules, document, document), profile: rules.profile)
    switch SnapshotCheck.falseLine(of: snapshot, document, options: options) {
    case .none: return nil
    case .notChecked: return ": \(Snapshot.noMemory.description)"
    case .found(let difference):
      var text = ByteWriter()
      text.put(":")
      text.put(decimal: difference.line)
      text.put(": ")
      if !difference.path.steps.isEmpty {
        text.put(text: difference.path.stepsText, style: .name)
        if !difference.isNode { text.put(" ") }
      }
      if !difference.isNode { text.put(text: difference.name, style: .name) }
      text.put(
        difference.kind == .added
          ? " is missing here of what the snapshot holds of the file"
          : " is not what the snapshot holds of the file")
      text.put("; --update writes it anew")
      return text.string
    }
  }

  /// The bytes that are compared of a file and its snapshot: all of them, a few times over, but not as
  /// often as samples that overlap claim to have them.
  static func payloadLimit(_ document: Document) -> UInt64 {
    let (all, isTooMany) = UInt64(document.tree.file.byteCount).multipliedReportingOverflow(by: 8)
    return isTooMany ? .max : max(all, Comparison.Options().payloadLimit)
  }

  /// The failure of a file that costs more steps than it may: what was looked at is not all of it.
  private static func withoutSteps(_ opened: DiffSource.Opened) -> Result? {
    guard !opened.document.work.leftOut.isEmpty else { return nil }
    return failed(opened.origin, opened.origin, at: opened.origin, Comparison.noSteps.description)
  }

  // MARK: By lines

  /// Compares a file with the lines of a snapshot that holds less of the file than it would now.
  private func compareLines(
    _ opened: DiffSource.Opened, with earlier: Snapshot, _ rules: DiffRules, before: DiffOutcome.Side
  ) -> Result {
    let source = opened.origin
    let document = opened.document
    let selection = DiffSelection(rules, document, document)
    let options = Snapshot.Options(document, selection, profile: rules.profile)
    let check = SnapshotCheck(earlier, document, options: options)
    guard check.isComplete else {
      return Self.failed(source, source, at: source, Snapshot.noMemory.description)
    }
    if let steps = Self.withoutSteps(opened) { return steps }
    var outcome = DiffOutcome(
      check.differences.filter { !selection.isTolerated($0) }, following: check.following,
      check.notes, before: before, after: opened.side, profile: rules.profile.rawValue,
      hasMedia: earlier.media != nil && options.media != nil,
      listsFollowing: settings.showsAll || settings.format == .html || rules.profile == .exact)
    outcome.leaveUnchecked(
      earlier.isEdited
        ? "lines of the snapshot were edited"
        : earlier.standIn == nil
          ? "the snapshot holds lines only" : "digests in the snapshot have 48 bits, which prove nothing",
      advice: "--update writes one that tells each aspect")
    expect(rules, document, &outcome)
    if settings.isGate { outcome.setGate() }
    if opened.source.hasChanged() {
      outcome.verdict = .failed
      outcome.message = "\(source.name): file changed while being read"
    }
    return Result(outcome: outcome, used: selection.used)
  }

  // MARK: Writing

  /// Writes the snapshot of a file, unless nobody asked for one or the one that is there says the same.
  private func write(
    _ opened: DiffSource.Opened, over earlier: Snapshot?, at place: SnapshotFile, _ rules: DiffRules,
    isAsked: Bool
  ) -> Result {
    let source = opened.origin
    let document = opened.document
    let selection = DiffSelection(rules, document, document)
    var options = Snapshot.Options(document, selection, profile: rules.profile)
    options.keepsFile = true
    let before = DiffOutcome.Side(name: place.path.display, path: place.path.bytes)
    var outcome = DiffOutcome(before: before, after: opened.side)
    outcome.isSnapshot = true
    outcome.profile = rules.profile.rawValue
    guard isAsked || !settings.isCI else {
      outcome.verdict = .new
      return Result(outcome: outcome, used: selection.used)
    }
    var snapshot = Snapshot(document, options: options)
    guard snapshot.isComplete else {
      return Self.failed(source, source, at: source, Snapshot.noMemory.description)
    }
    if let steps = Self.withoutSteps(opened) { return steps }
    if let earlier { snapshot.keepComments(of: earlier) }
    outcome.verdict = .written
    outcome.message = "written to \(place.path.display)"
    if let earlier, says(earlier, what: snapshot, of: opened, at: place, rules) {
      outcome.verdict = .equal
      return Result(outcome: outcome, used: selection.used)
    }
    makeFaithful(&snapshot, to: opened, at: place, rules, options)
    if snapshot.standIn == nil {
      outcome.message += "; it holds lines only: the file cannot be told from its structure"
    }
    do throws(WritingError) {
      try place.write(snapshot, of: source.path, document.memory)
    } catch {
      outcome.verdict = .failed
      outcome.message = error.message(for: place.path)
    }
    return Result(outcome: outcome, used: selection.used)
  }

  /// Whether the snapshot that is there needs not be written anew: its lines are the same, and what it
  /// holds of the file differs in nothing but what is left out.
  private func says(
    _ earlier: Snapshot, what snapshot: Snapshot, of opened: DiffSource.Opened,
    at place: SnapshotFile, _ rules: DiffRules
  ) -> Bool {
    guard !earlier.isEdited, let file = earlier.standIn, !file.hasShortDigests, file.knowsContents, file.knowsSetup
    else { return false }
    var (old, new) = (earlier, snapshot)
    (old.standIn, new.standIn) = (nil, nil)
    guard old == new else { return false }
    if earlier.standIn == snapshot.standIn { return true }
    let outcome = compare(opened, with: earlier, holding: file, at: place, rules).outcome
    guard outcome.verdict == .equal, let aspects = outcome.aspects else { return false }
    return aspects.aspects(.changed).isEmpty && aspects.aspects(.notChecked).isEmpty
  }

  /// The size of files of which a snapshot holds all bytes when their structure alone does not tell what
  /// they are.
  private static let smallFile = 1 << 18

  /// Makes sure that the file differs from what the snapshot holds of it in nothing but in what it differs
  /// from itself, so that whatever is found later is a change: else the snapshot holds all of a small
  /// file, and nothing of a larger one.
  private func makeFaithful(
    _ snapshot: inout Snapshot, to opened: DiffSource.Opened, at place: SnapshotFile,
    _ rules: DiffRules, _ taken: Snapshot.Options
  ) {
    guard let file = snapshot.standIn else { return }
    var options = Comparison.Options()
    options.payloadLimit = Self.payloadLimit(opened.document)
    options.claimedProblems = snapshot.problems ?? KnownProblems()
    func states(_ comparison: Comparison) -> [MediaFacts.Verdict.State?] {
      MediaFacts.Verdict.Aspect.allCases.map { comparison.verdict?.state(of: $0) }
    }
    if let before = try? open(file, at: place, besides: opened.document), hasTrueLines(snapshot, before, opened, rules, taken) {
      let found = Comparison(before.document, opened.document, rules: taken.rules, options: options)
      if found.isComplete, found.changes.isEmpty, found.consequences.isEmpty {
        if found.verdict?.findings.isEmpty == true { return }
        let own = Comparison(opened.document, opened.document, rules: taken.rules, options: options)
        if states(found) == states(own) { return }
      }
    }
    let isSmall = opened.document.tree.file.byteCount <= Self.smallFile
    snapshot.keep(
      isSmall ? StandIn(of: opened.document, parts: []) : nil, of: opened.document, taken)
  }

  /// Whether the lines of a snapshot, which were made of a file a moment ago, are those of what it holds of the file.
  private func hasTrueLines(
    _ snapshot: Snapshot, _ before: DiffSource.Opened, _ opened: DiffSource.Opened, _ rules: DiffRules,
    _ taken: Snapshot.Options
  ) -> Bool {
    // What all fields show needs not be written down again to be the same; what is played may be heard in the media.
    if MediaFile.showsAllFields(
      before.document, of: opened.document, within: Self.payloadLimit(opened.document)),
      taken.playback?.summary ?? "" == MediaFile.playback(of: before.document).summary
    {
      return true
    }
    return refusal(of: snapshot, before.document, rules) == nil
  }
}

extension StandIn {
  /// Whether it is of an earlier snapshot, whose digests do not prove that bytes are the same.
  fileprivate var hasShortDigests: Bool { parts.contains { $0.digest.isShort } }
}

package import ByteReading
public import MediaFacts
public import Structure

/// Two files, and what differs between them: changes of their own, and what follows from these.
///
/// ```swift
/// let comparison = Comparison(before, after, rules: .media)
/// let words = ChangeWords(comparison)
/// comparison.changes.map(words.line)   // ["moov/trak[vide]/edts  removed: 1 edit, …"]
/// comparison.counted                   // 94 chunk offsets, all +36 with the media data (proved)
/// ```
///
/// `Rules.media` is what `MediaReports` knows of the formats of this package; without rules fields are
/// compared and nothing is said to follow from media.
///
/// A change is one node added, removed or moved, one table, or one field; the same field that goes from
/// the same value to the same value in several places is one. What is not proved to follow is a change.
///
/// - Complexity: O(*n*) in nodes and in bytes of what is compared, and for tables that differ O(*d*²)
///   in a bounded number *d* of rows added and removed.
public struct Comparison {
  /// How much is compared, and what is left out.
  public struct Options {
    /// Bytes of payload that are compared, of both files together; a sixteenth of as many may be read besides of each
    /// track, of samples behind them that have another size or moved otherwise than the one before.
    public var payloadLimit: UInt64 = 256 << 20
    /// Whether the media are compared sample by sample for a verdict.
    public var makesVerdict = true
    /// Rows of a table that a change shows.
    public var rowsShown = 8
    /// Whether a change does not count: what a profile or a rule leaves out.
    public var isIgnored: (Change) -> Bool = { _ in false }
    /// How far apart the two numbers of a field may lie and still count as the same: one of these has to
    /// allow it; none for fields that have to be equal.
    ///
    /// It is asked for each number that differs, before anything is said about what follows, and for
    /// the columns of a table whose rows differ: their field is `entries.sample_delta`. Who asks it
    /// for many paths remembers which of them were of use.
    public var tolerance: ((Change) -> [Tolerance])?
    /// What is said to be wrong with the first file, of which some bytes are not there. What its rules do
    /// not find in those that are is no proof that a problem of the second one is old.
    public var claimedProblems: KnownProblems?
    /// What is expected to be another than in the first file; `nil` for nothing.
    package var expected: Expected?

    /// What is expected to be another than in the first file: lines of its snapshot say so that somebody edited, and
    /// the second file is as they say. It is listed as any change is, and told of no aspect.
    package struct Expected {
      /// Whether a change of the node at this path, by identity, is.
      package var contains: (Change, Media.Path) -> Bool
      /// Aspects that are, of which no change says so.
      package var aspects: Set<Verdict.Aspect>

      /// - Parameters:
      ///   - aspects: Aspects that are, of which no change says so.
      ///   - contains: Whether a change of the node at this path, by identity, is.
      package init(aspects: Set<Verdict.Aspect>, contains: @escaping (Change, Media.Path) -> Bool) {
        (self.aspects, self.contains) = (aspects, contains)
      }
    }

    /// Compares all that the rules say how to compare, and leaves none out.
    public init() {}
  }

  /// The first file.
  public let before: Document
  /// The second file.
  public let after: Document
  /// What is known of the format of both.
  public let rules: Rules
  /// The changes, in the order of the first file; those of fields that change without a reason last.
  public private(set) var changes: [Change] = []
  /// What follows from changes.
  public private(set) var consequences: [Change] = []
  /// Whether both files hold the same media; `nil` when they hold none or it was not compared.
  public private(set) var hasSameMedia: Bool?
  /// Whether payloads were too long to be compared.
  public private(set) var isMediaUnknown = false
  /// What was found to be another in media whose payloads were too long to be compared as a whole, so that no change
  /// says it; none where all of these are left out.
  public private(set) var unlistedMedia: [Verdict.Finding] = []
  /// How many changes were left out.
  public private(set) var ignoredCount = 0
  /// How many fields differ by no more than they may.
  public private(set) var toleratedCount = 0
  /// What is wrong with the second file alone; no option leaves any of it out.
  public private(set) var newProblems: NewProblems
  /// What the files are to somebody who plays them, aspect by aspect; `nil` when it was not asked for.
  public private(set) var verdict: Verdict?
  /// What the changes do to playback; `nil` when the rules do not say what that is.
  public private(set) var playback: PlaybackComparison?
  /// Whether there was memory for all of it. Else what is reported is not all that differs, and files without
  /// changes may differ.
  public private(set) var isComplete = true

  /// What the nodes of both files are called by identity: who writes paths asks these, so that siblings are
  /// looked through once.
  package let paths: (before: IdentityPaths, after: IdentityPaths)
  /// What has other numbers in the second file.
  private(set) var renumbering: Renumbering?
  /// Which nodes belong together; `nil` when there was no memory for it.
  private(set) var alignment: Alignment?

  /// What is said when there is none.
  package static let noMemory: StaticString = "there is no memory for comparing all of it"
  /// What is said when a file costs more steps than it may.
  package static let noSteps: StaticString = "there are no steps left for comparing all of it"
  /// What a change takes until it is written, about.
  static let bytesOfChange = 1_024

  /// Compares two files.
  ///
  /// - Parameters:
  ///   - before: The first file.
  ///   - after: The second file.
  ///   - rules: What is known of their format; without any, fields are compared as they are.
  ///   - options: What is left out, and how much is looked at.
  public init(
    _ before: Document, _ after: Document, rules: Rules = Rules(), options: Options = Options()
  ) {
    self.before = before
    self.after = after
    self.rules = rules
    let paths = (before: IdentityPaths(before), after: IdentityPaths(after))
    self.paths = paths
    // Bytes that are known by digests come to other numbers than the same bytes of a file of which nothing is known.
    if before.tree.file.parts != nil || after.tree.file.parts != nil {
      for document in [before, after] { rules.learnParts(of: document) }
    }
    let renumbering = rules.renumbering?(before, after)
    self.renumbering = renumbering
    lazy var haveSameProblems = rules.haveSameProblems?(before, after, options.payloadLimit) == true
    if options.claimedProblems == nil, haveSameProblems {
      newProblems = NewProblems(noneIn: after)
    } else {
      let checked = rules.check?(after) ?? after
      newProblems = NewProblems(
        checked, paths.after, claimed: options.claimedProblems,
        former: FormerPaths(renumbering?.partners ?? [], paths.before)
      ) {
        // What was found in one of them need not be looked for in the other.
        haveSameProblems
          ? KnownProblems(checked, paths.after) : KnownProblems(rules.check?(before) ?? before, paths.before)
      }
    }
    let alignment = Alignment(
      before, after, aliases: rules.encodings.map(\.types).filter { $0.count > 1 } + rules.aliases,
      known: (rules.partners?(before, after) ?? []) + (renumbering?.partners ?? []), called: rules.called,
      isPadding: rules.isPadding)
    guard alignment.isComplete else {
      isComplete = false
      return
    }
    self.alignment = alignment
    let moved = MovedBytes(alignment, before, after, limit: options.payloadLimit)
    let samples = SampleCauses(
      before, after, rules: rules, alignment: alignment, isTooLong: moved.isIncomplete)
    guard moved.isComplete else {
      isComplete = false
      return
    }
    var pairs = PairComparison(
      ComparedFiles(
        before, after, by: rules, moved: moved, samples: samples, options: options, renumbering: renumbering))
    // What is reported takes more memory than what is there.
    let share = MemoryShare(before.memory, for: Self.noMemory)
    var counted = 0
    func hasRoom(for count: Int) -> Bool {
      defer { counted = count }
      return count <= counted || share.grow(by: (count - counted) * Self.bytesOfChange)
    }
    var same = alignment.same[...]
    for index in before.tree.indices {
      while let first = same.first, first.upperBound <= index { same.removeFirst() }
      if same.first?.contains(index) ?? false { continue }
      if let other = alignment.partner(ofBefore: index) { pairs.compare(index, other) }
      guard pairs.isComplete, hasRoom(for: pairs.found.count) else {
        isComplete = false
        return
      }
    }
    var found = pairs.takeFound()
    for index in before.tree.indices where alignment.partner(ofBefore: index) == nil {
      guard before.tree.parent(of: index).map({ alignment.partner(ofBefore: $0) != nil }) ?? true
      else { continue }
      guard hasRoom(for: found.count + 1) else {
        isComplete = false
        return
      }
      found.append(Self.whole(.removed, before: index, after: nil, in: before, rules))
    }
    for index in after.tree.indices where alignment.partner(ofAfter: index) == nil {
      guard after.tree.parent(of: index).map({ alignment.partner(ofAfter: $0) != nil }) ?? true
      else { continue }
      guard hasRoom(for: found.count + 1) else {
        isComplete = false
        return
      }
      found.append(Self.whole(.added, before: nil, after: index, in: after, rules))
    }
    for move in alignment.moved {
      var change = Change(.moved, move.before, move.after)
      if move.passed != nil {
        change.passed = move.passed
        change.isNowBefore = move.isNowBefore
      } else {
        change.isElsewhere =
          before.tree.parent(of: move.before).map {
            alignment.partner(ofBefore: $0) != after.tree.parent(of: move.after)
          } ?? (after.tree[move.after].depth > 0)
      }
      if !change.isElsewhere, renumbering?.ordered.contains(move.before) == true { change.cause = .renumbered }
      found.append(change)
    }
    // What is tolerated or left out is a change to those who play the file as before.
    var tolerated: [Change] = []
    if let tolerance = options.tolerance {
      tolerated = found.filter { Self.isTolerated($0, tolerance) }
      let all = found.count
      found.removeAll { Self.isTolerated($0, tolerance) }
      toleratedCount = all - found.count + pairs.toleratedRows
    }
    // What was found of the media is asked for once, and what is noted of them is what the verdict says.
    // Where media is too long to be compared as a whole, nothing else says that samples are others.
    let isProved = options.makesVerdict || moved.isIncomplete && options.payloadLimit > 0
    lazy var proofs =
      isProved
      ? rules.proofs?(before, after, options.payloadLimit) { alignment.partner(ofBefore: $0) } ?? MediaProofs()
      : MediaProofs()
    samples.explain(&found) { proofs }
    derive(&found, alignment)
    FollowingChanges(before, after, rules, alignment).mark(&found)
    let whole = found + tolerated
    let all = found.count
    found.removeAll(where: options.isIgnored)
    ignoredCount = all - found.count
    sort(&found, alignment)
    changes = reordered(shifted(Self.grouped(found.filter { $0.cause == nil })))
    consequences = found.filter { $0.cause != nil }
    isMediaUnknown = moved.isIncomplete
    hasSameMedia = media(alignment, moved)
    let unknown: Nodes = isProved ? unknownMedia(alignment, moved, options.isIgnored) : ([], [])
    if !unknown.before.isEmpty {
      let listed = listedTracks()
      unlistedMedia = proofs.findings.filter {
        guard $0.state == .changed, Self.ofBytes.contains($0.aspect) else { return false }
        if let holders = $0.holders, holders.before.isEmpty, holders.after.isEmpty {
          return !isListed($0, proofs.subjects, among: listed)
        }
        return Self.mayLie($0.holders, in: unknown)
      }
    }
    if options.makesVerdict {
      verdict =
        VerdictMaking(self, found: whole, alignment: alignment, proofs: proofs, expected: options.expected).verdict
    }
    // What only stands elsewhere is played as before.
    if let player = rules.playback, changes.contains(where: { $0.kind != .moved }) {
      playback = PlaybackComparison(player(before), player(after))
    }
  }

  private static func isTolerated(
    _ change: Change, _ tolerance: (Change) -> [Tolerance]
  ) -> Bool {
    guard change.kind == .changed, let numbers = change.numbers else { return false }
    return tolerance(change).contains { $0.allows(numbers.before, numbers.after, change.scales) }
  }

  /// Whether the nodes at the top of two files show that these differ, whatever is in them: they are
  /// others, or stand in another order.
  ///
  /// - Parameters:
  ///   - before: The first file.
  ///   - after: The second file.
  /// - Returns: Whether they differ for certain; false when that is not known.
  /// - Complexity: O(*n*) in the nodes at the top.
  package static func differsAtTop(_ before: Document, _ after: Document) -> Bool {
    let (x, y) = (before.tree, after.tree)
    var rest = Array(y.children(of: nil))[...]
    for index in x.children(of: nil) {
      guard let other = rest.popFirst(), x[index].type == y[other].type,
        x[index].marks.intersection([.raw, .padding])
          == y[other].marks.intersection([.raw, .padding])
      else { return true }
    }
    return !rest.isEmpty
  }

  /// Whether nothing differs but what follows.
  public var isEqual: Bool { changes.isEmpty && unlistedMedia.isEmpty }

  /// Where nothing else differs, what the second file says in other bytes than the first: these follow from
  /// nothing, and the files are not the same.
  public var rewritten: [Change] {
    guard isEqual else { return [] }
    return consequences.filter {
      if case .encoding = $0.cause { true } else { false }
    }
  }

  private static func whole(
    _ kind: Change.Kind, before: NodeIndex?, after: NodeIndex?, in document: Document, _ rules: Rules
  ) -> Change {
    var change = Change(kind, before, after)
    let reader = NodeReader(document)
    var text = ByteWriter()
    guard let index = before ?? after else { return change }
    reader.putSummary(of: index, to: &text)
    let tree = document.tree
    if text.count > 0 {
      if let found = rules.itemsOf?(index, document) { ItemsOfNode.put(found, document, reader, to: &text) }
    } else {
      // A container is what stands in it.
      for child in tree.children(of: index) {
        var part = ByteWriter()
        reader.putSummary(of: child, to: &part)
        if part.count == 0 { continue }
        if let found = rules.itemsOf?(child, document) { ItemsOfNode.put(found, document, reader, to: &part) }
        if text.count > 0 { text.put("; ") }
        text.put(part)
        if text.count > 120 { break }
      }
    }
    if text.count == 0 {
      // The bytes of such a type say nothing to people.
      if tree[index].type == .uuid, let title = tree.program(of: tree[index])?.syntax.title, title.utf8CodeUnitCount > 0 {
        text.put(title)
        text.put(", ")
      }
      text.put(grouped: tree[index].size)
      text.put(tree[index].size == 1 ? " byte" : " bytes")
    }
    if kind == .removed { change.old = text.string } else { change.new = text.string }
    return change
  }

  // MARK: Consequences

  /// Marks the changes that a declared derivation explains.
  private func derive(_ found: inout [Change], _ alignment: Alignment) {
    guard !rules.derivations.isEmpty else { return }
    var changedBefore: Set<NodeIndex> = []
    var changedAfter: Set<NodeIndex> = []
    // What a size or a position says of a node is no change of its contents.
    for change in found where !change.isPlace {
      if let node = change.before { changedBefore.insert(node) }
      if let node = change.after { changedAfter.insert(node) }
    }
    for place in found.indices {
      let change = found[place]
      guard change.kind == .changed, change.cause == nil, let a = change.before,
        let b = change.after, let old = change.numbers
      else { continue }
      let type = before.tree[a].type
      for (number, derivation) in rules.derivations.enumerated()
      where derivation.type == type && derivation.field.description == change.field.description {
        guard let x = derivation.recompute(a, before), let y = derivation.recompute(b, after),
          derivation.holds(old.before, x), derivation.holds(old.after, y)
        else { continue }
        // Another result has its cause in what it is made from.
        let isCaused =
          x.value != y.value
          || x.inputs.contains {
            $0 != a && (changedBefore.contains($0) || alignment.partner(ofBefore: $0) == nil)
          }
          || y.inputs.contains {
            $0 != b && (changedAfter.contains($0) || alignment.partner(ofAfter: $0) == nil)
          }
        if isCaused { found[place].cause = .derivation(number) }
      }
    }
  }

  /// Whether all media are the same bytes, in the same atoms.
  private func media(_ alignment: Alignment, _ moved: MovedBytes) -> Bool? {
    var isAny = false
    var isSame = true
    for index in before.tree.indices where rules.isMedia(index, before) {
      isAny = true
      switch moved.payload(of: index) {
      case .same: break
      case .unknown: return nil
      case .different: isSame = false
      case nil, .some(.none):
        // A table takes it apart.
        guard let other = alignment.partner(ofBefore: index) else {
          isSame = false
          continue
        }
        let (x, y) = (before.tree[index].payload, after.tree[other].payload)
        isSame =
          isSame && x.count == y.count
          && before.tree.file.hasSameBytes(
            in: x.byteOffset..<x.byteEnd, as: after.tree.file, in: y.byteOffset..<y.byteEnd)
      }
    }
    for index in after.tree.indices where rules.isMedia(index, after) {
      isAny = true
      if alignment.partner(ofAfter: index) == nil { isSame = false }
    }
    return isAny ? isSame : nil
  }

  /// What the bytes of samples are, which no field says.
  private static let ofBytes: Set<Verdict.Aspect> = [.samples, .text, .timecode]

  private typealias Nodes = (before: Set<NodeIndex>, after: Set<NodeIndex>)

  /// Whether samples that are others may lie in some nodes: those that are known to lie in none of them are said by
  /// the changes of the nodes in which they lie.
  private static func mayLie(_ samples: Nodes?, in nodes: Nodes) -> Bool {
    guard let samples else { return true }
    return !samples.before.isDisjoint(with: nodes.before) || !samples.after.isDisjoint(with: nodes.after)
  }

  /// The tracks of which a change of tables that is listed says that samples lie elsewhere, or have another size.
  private func listedTracks() -> Set<NodeIndex> {
    guard let find = rules.track else { return [] }
    let types = rules.sampleRoles.filter { [.places, .fragment, .table(.content)].contains($0.kind) }.flatMap(\.types)
    return Set(
      changes.compactMap { change in
        change.before.flatMap { types.contains(before.tree[$0].type) ? find($0, before) : nil }
      })
  }

  /// Whether a finding is about one of these tracks.
  private func isListed(
    _ finding: Verdict.Finding, _ subjects: [Verdict.Subject], among tracks: Set<NodeIndex>
  ) -> Bool {
    subjects.first { $0.name == finding.subject && $0.numbers == finding.track }?.node.map(tracks.contains) ?? false
  }

  /// The media that was too long to be compared as a whole and that nothing leaves out, with what it is, or lies in, at
  /// the top of each file.
  private func unknownMedia(
    _ alignment: Alignment, _ moved: MovedBytes, _ isIgnored: (Change) -> Bool
  ) -> Nodes {
    var nodes: Nodes = ([], [])
    guard moved.isIncomplete else { return nodes }
    func top(_ index: NodeIndex, _ tree: Tree) -> NodeIndex {
      var place = index
      while let parent = tree.parent(of: place) { place = parent }
      return place
    }
    for index in before.tree.indices {
      guard moved.payload(of: index) == .unknown, rules.isMedia(index, before),
        let other = alignment.partner(ofBefore: index)
      else { continue }
      var change = Change(.changed, index, other)
      if let row = before.tree.program(of: before.tree[index])?.rows.first {
        change.field = FieldPath().field(row.name.description)
      }
      if isIgnored(change) { continue }
      nodes.before.insert(top(index, before.tree))
      nodes.after.insert(top(other, after.tree))
    }
    return nodes
  }

  // MARK: Order

  private func sort(_ found: inout [Change], _ alignment: Alignment) {
    // For each node of the second file that is new, the last node before it that is not, in the
    // first file.
    var standing: [NodeIndex: NodeIndex?] = [:]
    for change in found where change.before == nil {
      if let node = change.after { standing[node] = .some(nil) }
    }
    if !standing.isEmpty {
      var last: NodeIndex?
      for index in after.tree.indices {
        if let partner = alignment.partner(ofAfter: index) { last = partner }
        if standing[index] != nil { standing[index] = .some(last) }
      }
    }
    func key(_ change: Change) -> (Int, Int) {
      if let node = change.before { return (change.isVolatile ? 1 : 0, 2 * node.number) }
      guard let node = change.after else { return (0, 0) }
      // Behind what stands before it in the second file.
      return (0, 2 * ((standing[node] ?? nil)?.number ?? -1) + 1)
    }
    let keys = found.map(key)
    let order = found.indices.sorted { (keys[$0].0, keys[$0].1, $0) < (keys[$1].0, keys[$1].1, $1) }
    found = order.map { found[$0] }
  }

  /// Puts the same field with the same values in several places together.
  private static func grouped(_ found: [Change]) -> [Change] {
    var result: [Change] = []
    var places: [String: Int] = [:]
    for change in found {
      guard change.kind == .changed, !change.old.isEmpty, !change.new.isEmpty else {
        result.append(change)
        continue
      }
      let name = change.field.last
      let key = "\(change.isMoment ? "" : name)\u{0}\(change.old)\u{0}\(change.new)"
      if let place = places[key] {
        result[place].others.append(
          Change.Place(before: change.before, after: change.after, field: change.field))
      } else {
        places[key] = result.count
        result.append(change)
      }
    }
    return result
  }

  /// Puts nodes together that stand in another order in what they all stand in.
  private func reordered(_ found: [Change]) -> [Change] {
    var places: [NodeIndex: [Int]] = [:]
    for (place, change) in found.enumerated() where change.kind == .moved && !change.isElsewhere {
      if let node = change.before, let parent = before.tree.parent(of: node) {
        places[parent, default: []].append(place)
      }
    }
    var result = found
    var isGone = Array(repeating: false, count: found.count)
    for group in places.values where group.count > 1 {
      for place in group.dropFirst() {
        result[group[0]].others.append(
          Change.Place(before: found[place].before, after: found[place].after, field: FieldPath()))
        isGone[place] = true
      }
    }
    return result.indices.filter { !isGone[$0] }.map { result[$0] }
  }

  /// Places from which on the same field that is greater by the same number is reported once.
  private static let leastShifted = 3

  /// Puts the same field together that is greater, or less, by the same number in several nodes of a type.
  private func shifted(_ found: [Change]) -> [Change] {
    func key(_ change: Change) -> String? {
      guard change.kind == .changed, change.others.isEmpty, change.note.isEmpty,
        let numbers = change.numbers, let node = change.before, change.after != nil
      else { return nil }
      return "\(before.tree[node].type.key)\u{0}\(change.field)\u{0}\(numbers.after &- numbers.before)"
    }
    var places: [String: [Int]] = [:]
    for (place, change) in found.enumerated() {
      if let key = key(change) { places[key, default: []].append(place) }
    }
    var result = found
    var isGone = Array(repeating: false, count: found.count)
    for group in places.values where group.count >= Self.leastShifted {
      guard let first = group.first, let numbers = found[first].numbers else { continue }
      let step = Int64(bitPattern: numbers.after &- numbers.before)
      var text = ByteWriter()
      text.put(step < 0 ? "less by " : "greater by ")
      text.put(grouped: Int(clamping: step.magnitude))
      text.put(" in each")
      result[first].note = text.string
      result[first].movesAlike = true
      for place in group.dropFirst() {
        let other = found[place]
        result[first].others.append(
          Change.Place(before: other.before, after: other.after, field: other.field))
        isGone[place] = true
      }
    }
    return result.indices.filter { !isGone[$0] }.map { result[$0] }
  }
}

extension UInt64 {
  /// Whether two stored numbers, negative ones in two's complement, are no further apart than `units`.
  func distance(to other: UInt64, isAtMost units: UInt64) -> Bool {
    self &- other <= units || other &- self <= units
  }
}

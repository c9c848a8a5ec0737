internal import ByteReading
internal import MediaFacts
import Structure

/// Makes the verdict of two files: of what was found of their media, and of every change that this does
/// not say.
///
/// An aspect stays the same only when nothing that could make it differ differs: each change in the files
/// has an aspect, and those of the tables of samples were gone through sample by sample.
struct VerdictMaking {
  private(set) var verdict = Verdict()
  private let before: Document
  private let after: Document
  private let rules: Rules
  private let words: ChangeWords
  private let proofs: MediaProofs
  private let alignment: Alignment
  private let expected: Comparison.Options.Expected?
  /// The aspects of what is expected, and those of what else changed.
  private var aspectsOf: (expected: Set<Verdict.Aspect>, others: Set<Verdict.Aspect>) = ([], [])
  /// Whether siblings of a type stand in another order, for those that were asked for.
  private var orders: [OrderKey: Bool] = [:]

  /// Nodes of the first file in which others stand in an order that players read otherwise, which is told of them.
  private var readOtherwise: Set<NodeIndex> = []
  /// Whether nodes of the first file hold the items of metadata that their partners hold, for those that were asked for.
  private var sameItems: [NodeIndex: Bool] = [:]

  /// Why nobody minds that nodes stand elsewhere; what that does to the opening is said of it.
  private static let order = "order"
  /// Changes that an aspect names; the rest are counted.
  private static let named = 3

  init(
    _ comparison: Comparison, found: [Change], alignment: Alignment, proofs: MediaProofs,
    expected: Comparison.Options.Expected?
  ) {
    self.expected = expected
    aspectsOf.expected = expected?.aspects ?? []
    before = comparison.before
    after = comparison.after
    rules = comparison.rules
    words = ChangeWords(comparison)
    self.alignment = alignment
    self.proofs = proofs
    verdict.subjects = proofs.subjects
    for finding in proofs.findings { verdict.add(finding) }
    if !comparison.changes.isEmpty || !comparison.unlistedMedia.isEmpty {
      for finding in proofs.outside { verdict.add(finding) }
    }
    if rules.proofs == nil { verdict.add(Verdict.Finding(.samples, .notChecked, "")) }
    let problems = comparison.newProblems
    for finding in rules.findings?(before, problems.document, problems.gone) ?? [] { verdict.add(finding) }
    tellPlayback()
    tellTexts()
    tellReadOrders(found)
    let isMeant = tellMeanings(problems)
    tellChanges(found, isAccounted: isMeant)
    tellProblems(problems)
    leaveExpectedOpen()
  }

  // MARK: What is expected

  /// Takes a change as expected where it is, and keeps which aspects it is of.
  ///
  /// - Returns: Whether it is.
  private mutating func isExpected(_ change: Change, _ role: AspectRole) -> Bool {
    guard let expected else { return false }
    let isExpected = expected.contains(change, words.place(of: change))
    let aspects = Set([role.aspect] + role.besides).withTimes
    if isExpected { aspectsOf.expected.formUnion(aspects) } else { aspectsOf.others.formUnion(aspects) }
    return isExpected
  }

  /// What was found of aspects of which nothing else changed than what is expected may be what that makes of them, and
  /// nobody knows.
  private mutating func leaveExpectedOpen() {
    for aspect in Verdict.Aspect.allCases
    where aspectsOf.expected.contains(aspect) && !aspectsOf.others.contains(aspect) {
      verdict.leaveOpen(aspect, "an edited line says another than was recorded; --update records what the file has")
    }
  }

  // MARK: What a player makes of it

  private mutating func tellPlayback() {
    guard let player = rules.playback else { return }
    for part in PlaybackComparison(player(before), player(after)).aspects {
      verdict.add(Verdict.Finding(part.aspect, .changed, part.text))
    }
  }

  /// Chapters by their times and titles, wherever they are written down.
  private mutating func tellTexts() {
    guard let chapters = rules.chapters else { return }
    let old = chapters(before)
    var new = chapters(after)
    // A track of chapters may have another number.
    func own(_ lists: [Rules.Chapters], besides others: [Rules.Chapters]) -> [String] {
      lists.filter { list in list.isOfTrack && !others.contains { $0.source == list.source } }.map(\.source)
    }
    for (gone, come) in zip(own(old, besides: new), own(new, besides: old)) {
      for place in new.indices where new[place].source == come { new[place].source = gone }
    }
    if !(old + new).allSatisfy(\.isWhole) {
      verdict.add(Verdict.Finding(.text, .notChecked, "not all chapters were read"))
    }
    var sources: [String] = []
    for list in old + new where !sources.contains(list.source) { sources.append(list.source) }
    for source in sources {
      func titles(_ lists: [Rules.Chapters]) -> [String] {
        lists.filter { $0.source == source }.flatMap(\.titles)
      }
      tellChapters(titles(old), titles(new), sources.count > 1 ? " (\(source))" : "")
    }
  }

  private mutating func tellChapters(_ old: [String], _ new: [String], _ source: String) {
    guard old != new else { return }
    var text = ByteWriter()
    if old.count != new.count {
      text.put(old.count, "chapter", "chapters")
      text.put(" → ")
      text.put(grouped: new.count)
    } else if let place = old.indices.first(where: { old[$0] != new[$0] }) {
      text.put("chapter ")
      text.put(grouped: place + 1)
      text.put(": ")
      text.put(text: old[place], style: .name)
      text.put(" → ")
      text.put(text: new[place], style: .name)
    }
    text.put(source)
    var finding = Verdict.Finding(.text, .changed, text.string)
    finding.isLoss = new.count < old.count
    verdict.add(finding)
  }

  // MARK: Changes

  private func role(of change: Change) -> AspectRole {
    guard let aspect = rules.aspect else { return AspectRole(.file) }
    let new = change.after.map { aspect($0, change.field, after) }
    guard let old = change.before.map({ aspect($0, change.field, before) }) else {
      return new ?? AspectRole(.file)
    }
    if let x = old.rate, let y = new?.rate,
      x.numerator.multipliedFullWidth(by: y.denominator) == y.numerator.multipliedFullWidth(by: x.denominator)
    {
      var role = old
      role.excuse = x.excuse
      return role
    }
    // What nobody minds is to be minded in neither file.
    if old.excuse != nil, let new, new.excuse == nil { return new }
    // What one of them is not decoded by is of account whichever that is.
    if !old.isDecoding, let new, new.isDecoding, new.excuse == nil { return new }
    return old
  }

  /// Whether what a node that moved is to others hangs on its place among its siblings, and this is another one.
  ///
  /// - Complexity: O(*n*) in the siblings the first time.
  private mutating func isOrder(_ change: Change, _ role: AspectRole) -> Bool {
    // A message may count its time from the segment that it stands in.
    if role.aspect == .events { return true }
    if role.order == .byNumber { return false }
    // Of tracks their order among themselves is seen, and where what belongs to one went.
    let isOfTracks = role.aspect == .tracks
    if isOfTracks, change.isElsewhere { return true }
    guard role.order != .none || isOfTracks, !change.isElsewhere, let node = change.before else { return false }
    let parent = before.tree.parent(of: node)
    if role.order == .amongAll { return true }
    let type = before.tree[node].type
    let key = OrderKey(parent: parent, type: type)
    if let known = orders[key] { return known }
    let places = before.tree.children(of: parent).compactMap {
      before.tree[$0].type == type ? alignment.partner(ofBefore: $0) : nil
    }
    let isOther = zip(places, places.dropFirst()).contains { $0 > $1 }
    orders[key] = isOther
    return isOther
  }

  /// Siblings of a type.
  private struct OrderKey: Hashable {
    let parent: NodeIndex?
    let type: FourCC
  }

  /// Whether going through the samples or the items of both files said what a change does.
  private func isWalked(_ change: Change, _ role: AspectRole) -> Bool {
    guard role.isWalked || role.isOfUnits else { return isPlace(change, role) }
    guard let find = rules.track else { return true }
    let nodes = (change.before.flatMap { find($0, before) }, change.after.flatMap { find($0, after) })
    // What belongs to no track is what the samples lie in, or a fragment of several.
    if nodes.0 == nil, nodes.1 == nil {
      // A track without samples has shown nothing of what fragments elsewhere leave unsaid.
      return role.isWalked
        && verdict.subjects.contains { $0.counts != (0, 0) || $0.numbers.before == nil && $0.numbers.after == nil }
    }
    let pairs = role.isOfUnits ? proofs.rewrapped : proofs.walked
    // Fragments may be those of one track here and of another there: each was gone through with its own, or is gone.
    let alone: (before: [NodeIndex], after: [NodeIndex]) = role.isOfUnits ? ([], []) : proofs.alone
    let isSeenBefore = nodes.0.map { node in pairs.contains { $0.before == node } || alone.before.contains(node) }
    let isSeenAfter = nodes.1.map { node in pairs.contains { $0.after == node } || alone.after.contains(node) }
    return (isSeenBefore ?? true) && (isSeenAfter ?? true)
  }

  /// Whether a length is the same to a tick, of the coarser timescale where there are two. None, and all bits, say that
  /// it is not known; and a tick may be longer than anybody rounds.
  private static func isRounded(_ change: Change) -> Bool {
    guard change.kind == .changed, let numbers = change.numbers,
      min(change.scales.before, change.scales.after) >= leastTicks,
      ![numbers.before, numbers.after].contains(where: { $0 == 0 || $0 == .max || $0 == UInt64(UInt32.max) })
    else { return false }
    let (x, isFar) = numbers.before.multipliedReportingOverflow(by: change.scales.after)
    let (y, isFarToo) = numbers.after.multipliedReportingOverflow(by: change.scales.before)
    return !isFar && !isFarToo && max(x, y) - min(x, y) <= max(change.scales.before, change.scales.after)
  }

  /// Ticks a second of what is rounded: fewer are longer than pictures are shown.
  private static let leastTicks: UInt64 = 24

  /// Whether the samples of the track that a change is in were gone through, or those of all tracks for what is in
  /// none.
  private func isGoneThrough(_ change: Change) -> Bool {
    guard let find = rules.track else { return true }
    let node = change.before.flatMap { find($0, before) }
    guard let node else {
      return !proofs.walked.isEmpty && !verdict.subjects.contains { $0.counts == (0, 0) }
    }
    return proofs.walked.contains { $0.before == node }
  }

  /// Whether a change is where items lie that were compared, or lists one that is said to be gone or new.
  private func isPlace(_ change: Change, _ role: AspectRole) -> Bool {
    if proofs.isOfItemsAlone(change.before, change.after) { return true }
    guard role.aspect == .samples, let places = rules.items else { return false }
    func isCompared(_ node: NodeIndex, _ lists: Set<NodeIndex>, _ document: Document) -> Bool {
      guard !lists.isEmpty, !places(node, document).isEmpty else { return false }
      var above = document.tree.parent(of: node)
      while let list = above {
        if lists.contains(list) { return true }
        above = document.tree.parent(of: list)
      }
      return false
    }
    if let node = change.before, isCompared(node, proofs.itemLists.before, before) { return true }
    return change.after.map { isCompared($0, proofs.itemLists.after, after) } ?? false
  }

  /// Tells where nodes stand in another order that some players read one after the other.
  private mutating func tellReadOrders(_ found: [Change]) {
    guard let orders = rules.readOrders else { return }
    let comparison = ReadOrderComparison(found, before, after, alignment, orders)
    for finding in comparison.findings { verdict.add(finding) }
    readOtherwise = comparison.parents
  }

  /// - Parameter isAccounted: Whether a problem said what became of what leads to samples.
  private mutating func tellChanges(_ found: [Change], isAccounted: Bool) {
    var told: [Verdict.Aspect: [String]] = [:]
    var excuses: [Verdict.Aspect: [String]] = [:]
    func excuse(_ aspect: Verdict.Aspect, by words: String) {
      if !excuses[aspect, default: []].contains(words) { excuses[aspect, default: []].append(words) }
    }
    let known = Set(verdict.aspects(.changed))
    let hasOtherTimes =
      known.contains(.times) || known.contains(.startAndEnd) || verdict.state(of: .times) == .notChecked
    // What is asked once: whether a player makes the same of the colours of all tracks.
    lazy var sameColours = coloursOfBoth()
    // What is not known, once for each aspect.
    var unproved: Set<String> = []
    func leaveOpen(_ aspects: [Verdict.Aspect], _ words: String) {
      for aspect in aspects where unproved.insert("\(aspect.rawValue) \(words)").inserted {
        verdict.add(Verdict.Finding(aspect, .notChecked, words))
      }
    }
    // Where something became of samples or items, what leads to them is another with it.
    let isAccounted = isAccounted || proofs.findings.contains { $0.aspect != .opening }
    var played: Set<String> = []
    // What leads to tags is told behind these.
    var ways: [String] = []
    var texts: [Verdict.Aspect: RewrittenTexts] = [:]
    // The texts of a tag of another version are rewritten with it, which is said of the tag: the words are its own.
    var rewritten: [NodeIndex: String] = [:]
    for change in found where change.cause == nil && change.kind == .changed && change.field.description == "version" {
      if let node = change.before { rewritten[node] = role(of: change).excuse ?? "" }
    }
    for change in found {
      switch change.cause {
      // Padding follows; that it is another is said of the file.
      case nil, .padding: break
      case .kind(let what):
        excuse(self.role(of: change).aspect, by: what.description)
        continue
      default:
        let version = change.before.flatMap { before.tree.parent(of: $0) }.flatMap { rewritten[$0] }
        if let version {
          // Its parts have the names of that version, whatever aspect they are of.
          if !version.isEmpty, change.field.description == "type" { excuse(self.role(of: change).aspect, by: version) }
        } else if change.isSameText {
          texts[self.role(of: change).aspect, default: RewrittenTexts()].add(change)
        }
        if let rule = change.ruleOfOtherBytes { excuse(self.role(of: change).aspect, by: rule) }
        continue
      }
      var role = role(of: change)
      // What is behind it is read otherwise, whatever it says itself.
      if change.decidesLayout, role.aspect == .setup { role.excuse = nil }
      if isExpected(change, role) { continue }
      if let words = role.excuseWhereKept, isElsewhere(change) {
        excuse(role.aspect, by: words)
        continue
      }
      if role.aspect == .tags, role.isOfNumbers, haveSameItems(beside: change) {
        excuse(.tags, by: "numbers of keys")
        continue
      }
      if let doubt = role.doubt { leaveOpen(doubt.aspects, doubt.words) }
      if isWalked(change, role) {
        // What stands beside its samples went or came with them.
        for aspect in besidesSamples(change) {
          told[aspect, default: []].append(brief(change, role))
          if change.kind == .removed, isLost(change, role, aspect) { verdict.lost.insert(aspect) }
        }
        if !isAccounted, let words = wordsOfSame(change, role) { excuse(.file, by: words) }
        continue
      }
      if let part = role.itemPart, let words = proofs.itemExcuses[part] {
        excuse(role.aspect, by: words)
        continue
      }
      if change.kind == .added || change.kind == .removed {
        if role.isOfColour, sameColours == .said { role.excuse = "colours that the bitstream says as well" }
        if let words = role.excuseWithoutColours, sameColours == .unsaid { role.excuse = words }
      }
      // The order of nodes is seen by programs only, that of tracks by people, and some are counted by place.
      if change.kind == .moved, !isOrder(change, role) {
        let parent = change.before.flatMap { before.tree.parent(of: $0) }
        if !(parent.map { readOtherwise.contains($0) } ?? false) { excuse(.file, by: Self.order) }
        continue
      }
      let isGone = role.excuse == nil && (change.kind == .removed || change.kind == .changed && change.new.isEmpty)
      // Another key in the place of one is as if that were gone.
      if role.isIdentity || isGone, isLost(change, role, role.aspect) { verdict.lost.insert(role.aspect) }
      let isCounted = change.kind == .moved && role.order == .amongAll && role.aspect == .setup
      // What others are read by is more than a hint.
      let isDecoding = role.isDecoding || change.decidesLayout && role.aspect == .setup
      if isCounted || isDecoding && role.excuse == nil && change.kind != .moved {
        verdict.isDecodedOtherwise = true
      }
      if role.isUnproved {
        leaveOpen([role.aspect] + role.besides, role.excuse ?? "")
        continue
      }
      if role.aspect == .startAndEnd, !hasOtherTimes, Self.isRounded(change), isGoneThrough(change) {
        excuse(.startAndEnd, by: "within a tick of the coarser timescale")
        continue
      }
      if let words = role.excuse, !role.needsWalk || isGoneThrough(change) {
        excuse(role.aspect, by: hasOtherTimes ? role.excuseBesideTimes ?? words : words)
        continue
      }
      let words = brief(change, role)
      if role.aspect == .tags, role.leadsToItems { ways.append(words) } else { told[role.aspect, default: []].append(words) }
      if role.isPlayed { played.insert(words) }
      if change.kind == .moved { continue }
      for aspect in besides(change, role) {
        told[aspect, default: []].append(words)
        if isGone, isLost(change, role, aspect) { verdict.lost.insert(aspect) }
      }
    }
    if !ways.isEmpty { told[.tags, default: []] += ways }
    for (aspect, list) in texts { excuses[aspect, default: []].append(list.words) }
    for aspect in Verdict.Aspect.allCases {
      if let list = told[aspect] {
        // What was reported in words of its own is not reported again.
        var rest = list
        if known.contains(aspect) {
          if aspect == .display || aspect == .tracks { rest.removeAll { played.contains($0) } }
          if aspect == .startAndEnd || aspect == .text { rest = [] }
        }
        if !rest.isEmpty { verdict.add(Verdict.Finding(aspect, .changed, Self.joined(rest))) }
      }
      if let list = excuses[aspect] {
        verdict.add(
          Verdict.Finding(aspect, .equivalent, list.joined(separator: ", ")))
      }
    }
  }

  /// What is said of a change in what leads to samples or items that are the same as before.
  private func wordsOfSame(_ change: Change, _ role: AspectRole) -> String? {
    if change.kind == .moved {
      let parent = change.before.flatMap { before.tree.parent(of: $0) }
      return parent.map { readOtherwise.contains($0) } ?? false ? nil : Self.order
    }
    return role.isWalked ? role.excuseWhereSame : proofs.itemExcuses[.numbers] ?? role.excuseWhereSame
  }

  /// Aspects for which a gate closes where something of them is gone.
  private static let mayBeLost: Set<Verdict.Aspect> = [.tags, .protection, .text, .events, .tracks]

  /// What else came or went with a node that came or went as a whole: what it holds is no change of its own.
  private func besides(_ change: Change, _ role: AspectRole) -> [Verdict.Aspect] {
    guard let (node, document) = whole(change) else { return role.besides }
    // A track is all that is in it, and what holds samples was gone through.
    if role.isWalked || rules.track?(node, document) == node { return role.besides }
    return role.besides + aspects(of: node.next..<document.tree[node].subtreeEnd, document, besides: [role.aspect] + role.besides)
  }

  /// What else is in a node at the top that came or went with samples: a fragment may bring keys, and tags.
  private func besidesSamples(_ change: Change) -> [Verdict.Aspect] {
    guard let (node, document) = whole(change), document.tree[node].depth == 0 else { return [] }
    return aspects(of: document.tree.children(of: node), document, besides: [])
  }

  /// The node that came or went as a whole, and its document; `nil` for another change.
  private func whole(_ change: Change) -> (NodeIndex, Document)? {
    guard change.kind == .added || change.kind == .removed, change.field.isEmpty else { return nil }
    return change.before.map { ($0, before) } ?? change.after.map { ($0, after) }
  }

  /// What nodes are to somebody who plays the file, each aspect once, but those that are known.
  private func aspects(
    of nodes: some Sequence<NodeIndex>, _ document: Document, besides known: [Verdict.Aspect]
  ) -> [Verdict.Aspect] {
    guard let aspect = rules.aspect else { return [] }
    var found: [Verdict.Aspect] = []
    for node in nodes.prefix(Self.lookedInto) {
      let inner = aspect(node, FieldPath(), document)
      if inner.excuse == nil, !inner.isWalked, !inner.isUnproved, inner.aspect != .file, !known.contains(inner.aspect),
        !found.contains(inner.aspect)
      {
        found.append(inner.aspect)
      }
    }
    return found
  }

  /// Whether what is in a node that came or went as a whole stands in the other file as well.
  private func isElsewhere(_ change: Change) -> Bool {
    guard change.field.isEmpty, let keeps = rules.keepsTags else { return false }
    switch (change.kind, change.before, change.after) {
    case (.removed, let node?, _): return keeps(node, before, after)
    case (.added, _, let node?): return keeps(node, after, before)
    default: return false
    }
  }

  /// Whether the node around the one that changed holds the same items of metadata as its partner.
  ///
  /// - Complexity: O(*n*) in the items of both files, once for each of these nodes.
  private mutating func haveSameItems(beside change: Change) -> Bool {
    guard let isSame = rules.haveSameItems, let x = change.before.flatMap({ before.tree.parent(of: $0) }),
      let y = change.after.flatMap({ after.tree.parent(of: $0) })
    else { return false }
    if let known = sameItems[x] { return known }
    let found = isSame(x, before, y, after)
    sameItems[x] = found
    return found
  }

  /// Nodes that are looked at of one that came or went as a whole.
  private static let lookedInto = 4_096

  /// Whether what is gone of an aspect, or is found otherwise, is nowhere else.
  private func isLost(_ change: Change, _ role: AspectRole, _ aspect: Verdict.Aspect) -> Bool {
    guard Self.mayBeLost.contains(aspect) else { return false }
    guard aspect == .tags, change.kind == .removed || role.leadsToItems, let node = change.before, let keeps = rules.keepsTags
    else { return true }
    return !keeps(node, before, after)
  }

  /// What a player makes of the colours of both files.
  private enum SameColours {
    /// Each track of pictures has those that it had.
    case said
    /// None has any.
    case unsaid
    /// Others, or those of some tracks alone.
    case other
  }

  private func coloursOfBoth() -> SameColours {
    guard let player = rules.playback else { return .other }
    let (old, new) = (player(before).tracks, player(after).tracks)
    let pictures = zip(old, new).filter { $0.0.kind == "video" }
    guard !pictures.isEmpty, old.count == new.count else { return .other }
    func isUnsaid(_ track: Playback.Track) -> Bool { track.colour.map { $0.words == "unspecified" } ?? true }
    if pictures.allSatisfy({ isUnsaid($0.0) && isUnsaid($0.1) }) { return .unsaid }
    let isSame = zip(old, new).allSatisfy { $0.colour == $1.colour }
    return isSame && pictures.allSatisfy { $0.0.colour != nil } ? .said : .other
  }

  private static func joined(_ list: [String]) -> String {
    var names: [String] = []
    for text in list where !names.contains(text) {
      names.append(text)
      if names.count == named { break }
    }
    let text = names.joined(separator: "; ")
    // What is said alike of several nodes is said once.
    let rest = Set(list).count - names.count
    return rest > 0 ? text + "; and \(list.count - names.count) more" : text
  }

  /// `@nam "Reel 1" → "Reel 2"`, `edts removed`, `covr in another order`.
  private func brief(_ change: Change, _ role: AspectRole) -> String {
    var text = ByteWriter()
    if change.kind == .moved, role.order == .amongAll || role.order == .amongItsKind, let node = change.before {
      let isCounted = role.order == .amongAll || before.tree[node].type == "data"
      if isCounted, let parent = before.tree.parent(of: node) {
        text.put(text: before.tree[parent].type.key, style: .name)
      } else {
        text.put(String(words.step(of: change).prefix { $0 != "[" }))
      }
      text.put(" in another order")
      return text.string
    }
    text.put(words.name(ofWhole: change) ?? words.step(of: change))
    if !change.field.isEmpty, change.field.description != "value" {
      text.put(".")
      text.put(change.field.last.description)
    }
    text.put(" ")
    switch change.kind {
    case .added: text.put("added")
    case .removed: text.put("removed")
    case .moved: text.put("moved")
    case .rows: text.put(change.rowsText)
    case .changed:
      if change.old.isEmpty {
        text.put(change.new.count > Self.briefLength ? "now there" : "now \(change.new)")
      } else if change.new.isEmpty {
        text.put("no longer there")
      } else if change.old.count > Self.briefLength || change.new.count > Self.briefLength {
        // What it was and is stands in the list; half of it would say neither.
        text.put("changed")
      } else {
        text.put(change.old)
        text.put(" → ")
        text.put(change.new)
      }
    }
    return text.string
  }

  /// Characters of a value that an aspect names.
  private static let briefLength = 60

  // MARK: Problems

  /// What problems that only one of the files has say of other aspects; whether one does.
  private mutating func tellMeanings(_ new: NewProblems) -> Bool {
    guard let meanings = rules.meanings else { return false }
    var isMeant = false
    var gone: [String] = []
    for rule in new.gone where !gone.contains(rule) { gone.append(rule) }
    for (rule, isGone) in new.names.map({ ($0, false) }) + gone.map({ ($0, true) }) {
      for finding in meanings(rule, isGone) {
        verdict.add(finding)
        isMeant = true
      }
    }
    return isMeant
  }

  /// What only the second file breaks; nothing takes this away.
  private mutating func tellProblems(_ new: NewProblems) {
    if !new.list.isEmpty {
      let names = new.names
      verdict.add(
        Verdict.Finding(
          .problems, .changed,
          "\(new.list.count) new: " + Self.joined(names)))
    }
    if !new.gone.isEmpty {
      // What players made of the first is not known: that nobody notices a difference is not said.
      var finding = Verdict.Finding(.problems, .changed, "\(new.gone.count) gone: " + Self.joined(new.gone))
      finding.isRepair = true
      verdict.add(finding)
    }
    if new.isCut {
      verdict.add(Verdict.Finding(.problems, .notChecked, "there are too many to compare"))
    }
    if !new.unproved.isEmpty {
      verdict.add(
        Verdict.Finding(
          .problems, .notChecked,
          NewProblems.names(new.unproved).joined(separator: ", ")
            + ": that it was there before is a line of the snapshot, which holds no bytes that prove it"
        ))
    }
  }
}

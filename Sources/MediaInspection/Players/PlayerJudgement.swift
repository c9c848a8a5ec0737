import Atoms
package import ByteReading
package import MediaFacts
package import Structure

/// How a file plays for one player.
package struct PlayerVerdict: Sendable {
  package let player: Player
  package let answer: Answer
  /// What decides it, worst first; notes come last.
  package let findings: [Finding]
  /// Rules that could not be decided, and why.
  package let unchecked: [Unchecked]
  /// Why the answer is unknown where no finding says it.
  package let why: String?

  package typealias Answer = PlayerAnswer

  /// Where a rule holds.
  package struct Finding: Sendable {
    package let rule: PlayerRule
    package let effect: PlayerEffect
    package let node: NodeIndex?
    /// Where in the node's source.
    package let extent: Extent
    /// How many more places it holds at.
    package let others: Int
    /// What is said in place of the rule's sentence; `nil` when that says it.
    package let detail: String?
    /// What mends it in place of what the rule says, which is about films.
    fileprivate var otherMend: String?
    /// What would mend it; empty where nothing does.
    package var mend: String { otherMend ?? rule.mend }
  }

  package struct Unchecked: Sendable {
    package let rule: PlayerRule
    package let effect: PlayerEffect
    package let reason: String
  }
}

/// Judges one document by rules.
package struct PlayerJudgement {
  private let catalogue: PlayerCatalogue
  private let shelf: PlayerRuleShelf?
  private let document: Document
  private let facts: PlayerFacts
  private let scopes: PlayerScopes

  /// - Parameters:
  ///   - document: A document whose rules have run, thoroughly or not.
  ///   - name: The name of the file, `nil` when it has none.
  ///   - catalogue: Players, and rules.
  ///   - shelf: Rules that stand before those of `catalogue`, and are read where the file may break them.
  ///   - movie: The samples of the document, where somebody has them already.
  ///   - codings: How its tracks are coded, where somebody asked already.
  package init(
    _ document: Document, name: [UInt8]?, by catalogue: PlayerCatalogue, behind shelf: PlayerRuleShelf? = nil,
    movie: MovieSamples? = nil, codings: [Facts.Track]? = nil
  ) {
    self.document = document
    self.catalogue = catalogue
    self.shelf = shelf
    facts = PlayerFacts(document, name: name, movie: movie, codings: codings)
    scopes = PlayerScopes(facts.file)
  }

  /// The players that are listed when a call names none.
  package var listed: [Player] {
    let tracks = document.synopsis.tracks
    var kinds: [StaticString] = []
    if facts.isImage {
      kinds = ["image"]
    } else if tracks.contains(where: { $0.handler == "vide" }) {
      kinds = ["video"]
    } else {
      kinds = ["sound"]
    }
    if document.synopsis.isFragmented { kinds.append("fragments") }
    return catalogue.players.filter { player in kinds.contains { player.listedFor.contains($0) } }
  }

  /// How the file plays for `players`, in their order.
  ///
  /// - Complexity: as that of the rules that are about these players; each is tried once.
  package func verdicts(for players: [Player]) -> [PlayerVerdict] {
    let rules = rules(for: players)
    let outcomes = outcomes(of: rules, for: players)
    let unlisted = rules.first { $0.rule.isUnlisted }?.rule
    return players.map { verdict(for: $0, outcomes, unlisted) }
  }

  /// A rule by which some players do not play a file, and their names.
  package struct Refusal: Sendable {
    package let rule: PlayerRule
    package var players: [String]
  }

  /// The rules by which some of `players` do not play the file, each with the names of these.
  ///
  /// It is what ``verdicts(for:)`` has as findings of this effect; codings are not looked at.
  package func refusals(for players: [Player]) -> [Refusal] {
    var refused: [Refusal] = []
    let outcomes = outcomes(of: rules(for: players), for: players)
    for player in players {
      for outcome in outcomes where !outcome.places.isEmpty && outcome.rule.effect(for: player.id) == .no {
        if let place = refused.firstIndex(where: { $0.rule.id == outcome.rule.id }) {
          refused[place].players.append(player.name)
        } else {
          refused.append(Refusal(rule: outcome.rule, players: [player.name]))
        }
      }
    }
    return refused
  }

  /// The rules that the file may break, those of the project first.
  private func rules(for players: [Player]) -> [PlayerRuleShelf.Chosen] {
    var rules = shelf?.rules(for: facts, scopes, players: players) ?? []
    for rule in catalogue.rules { rules.append(PlayerRuleShelf.Chosen(rule: rule, places: nil)) }
    return rules
  }

  /// What came of the rules that are about some of `players`.
  private func outcomes(
    of rules: [PlayerRuleShelf.Chosen], for players: [Player]
  ) -> [Outcome] {
    let wanted = players.map(\.id)
    var outcomes: [Outcome] = []
    for chosen in rules where !chosen.rule.isOutside && !chosen.rule.isUnlisted {
      guard chosen.rule.effects.contains(where: { $0.players.contains { wanted.contains($0) } })
      else { continue }
      let outcome = chosen.places.map { self.outcome(of: chosen.rule, at: $0) } ?? self.outcome(of: chosen.rule)
      if !outcome.places.isEmpty || outcome.unread != nil { outcomes.append(outcome) }
    }
    return outcomes
  }

  // MARK: Rules

  /// Where a rule holds, 64 places at most, and why it may hold elsewhere.
  private struct Outcome {
    let rule: PlayerRule
    var places: [Place] = []
    var count = 0
    var unread: String?
    /// Whether several cases may hold for one node, and the nodes for which one does.
    let isOfSeveral: Bool
    private var seen = NodeSet()
    private var isOfFile = false

    init(rule: PlayerRule, isOfSeveral: Bool) {
      self.rule = rule
      self.isOfSeveral = isOfSeveral
    }

    /// Whether no case was found to hold for `node` before, or for the file.
    mutating func isNew(_ node: NodeIndex?) -> Bool {
      if let node { return seen.insert(node) }
      defer { isOfFile = true }
      return !isOfFile
    }
  }

  private struct Place {
    var node: NodeIndex?
    var extent: Extent
    var track: NodeIndex?
  }

  private enum Truth {
    case yes(NodeIndex?, Extent?)
    case no
    case unread(String)
  }

  /// The nodes that a case is tried at.
  private static let scopeLimit = 65_536

  /// The outcome of a rule of which is known where it holds.
  private func outcome(of rule: PlayerRule, at places: [RuleGate.Place]) -> Outcome {
    var outcome = Outcome(rule: rule, isOfSeveral: places.count > 1)
    for place in places { add(.yes(place.node, place.extent), place.scope, to: &outcome) }
    return outcome
  }

  private func outcome(of rule: PlayerRule) -> Outcome {
    var outcome = Outcome(rule: rule, isOfSeveral: rule.cases.count > 1)
    for each in rule.cases {
      guard let path = each.scope else {
        add(truth(of: each, at: nil), nil, to: &outcome)
        continue
      }
      let nodes = scopes.nodes(path)
      if nodes.count > Self.scopeLimit { outcome.unread = "there are too many places to look at" }
      for node in nodes.prefix(Self.scopeLimit) {
        let shown = document.tree[node]
        guard !shown.isRaw, each.types.isEmpty || each.types.contains(shown.type) else { continue }
        add(truth(of: each, at: node), node, to: &outcome)
      }
    }
    // What was left out of the tree may hold what a rule looks for.
    if outcome.places.isEmpty, outcome.unread == nil, let reason = incomplete { outcome.unread = reason }
    return outcome
  }

  private func add(_ truth: Truth, _ scope: NodeIndex?, to outcome: inout Outcome) {
    switch truth {
    case .no: break
    case .unread(let reason): if outcome.unread == nil { outcome.unread = reason }
    case .yes(let found, let extent):
      // A node counts once, however many cases hold for it.
      if outcome.isOfSeveral, !outcome.isNew(scope ?? found) { return }
      outcome.count += 1
      guard outcome.places.count < 64 else { return }
      let node = document.tree.known(found ?? scope)
      outcome.places.append(
        Place(
          node: node,
          extent: extent ?? node.map { document.tree[$0].extent } ?? Extent(byteOffset: 0, byteCount: 0),
          track: node.flatMap(track) ?? scope.flatMap(track)))
    }
  }

  private func track(of node: NodeIndex) -> NodeIndex? {
    document.tree[node].type == "trak" ? node : document.tree.ancestor("trak", of: node)
  }

  /// Whether all conditions hold: one that does not settles it, whatever is not known of the others.
  private func truth(of each: PlayerRule.Case, at scope: NodeIndex?) -> Truth {
    var unread: String?
    var place: (NodeIndex?, Extent?) = (nil, nil)
    for condition in each.conditions {
      switch (truth(of: condition, at: scope), condition.isNegated) {
      case (.no, false), (.yes, true): return .no
      case (.yes(let node, let extent), false): if node != nil || extent != nil { place = (node, extent) }
      case (.no, true): break
      case (.unread(let reason), _): unread = unread ?? reason
      }
    }
    return unread.map { .unread($0) } ?? .yes(place.0, place.1)
  }

  private func truth(of condition: PlayerRule.Condition, at scope: NodeIndex?) -> Truth {
    switch condition.kind {
    case .field(let expectation):
      // A path from the top was looked for when the rule was chosen.
      let path = expectation.path
      let known = path.isPlainFromTop ? scopes.nodes(path) : scope.flatMap { scopes.nodes(path, below: $0) }
      switch expectation.search(in: document, below: scope, among: known, by: { scopes.values(at: $0) }) {
      case .found(let match): return .yes(match.node, match.extent)
      case .none(let nodes):
        return nodes.contains(where: facts.file.isCut) ? .unread("fields are missing that the file was to have") : .no
      }
    case .fact(let fact, let test):
      let value = facts.value(of: fact, at: scope)
      if let reason = value.unread { return .unread(reason.description) }
      guard let number = value.number, test.holds(for: number) else { return .no }
      return .yes(value.node, value.extent)
    case .problem(let ids): return problem(ids, scope)
    case .unlisted, .outside: return .no
    }
  }

  private func problem(_ ids: [String], _ scope: NodeIndex?) -> Truth {
    let nodes = scope.map { document.tree.subtree(of: $0) }
    for problem in document.problems.kept
    where ids.contains(problem.kind.id.description) && !document.problems.followsFromLimit(problem) {
      guard let nodes else { return .yes(problem.node, problem.extent) }
      if let node = problem.node, nodes.contains(node) { return .yes(node, problem.extent) }
    }
    for counted in document.problems.counts where ids.contains(counted.kind.id.description) {
      if counted.count > document.limits.problemsOfAKind { return .unread("not all problems of this kind were kept") }
    }
    return .no
  }

  /// Why the tree is not all of the file; `nil` when it is.
  private var incomplete: String? {
    let found = document.problems.counts.first { Diagnostic.Kind.isLimit($0.kind.id) }
    return found.map { "the file was not read to its end [\($0.kind.id.description)]" }
  }

  // MARK: Players

  private func verdict(
    for player: Player, _ outcomes: [Outcome], _ ofUnlisted: PlayerRule?
  ) -> PlayerVerdict {
    var findings: [PlayerVerdict.Finding] = []
    var unchecked: [PlayerVerdict.Unchecked] = []
    var lost: [NodeIndex] = []
    var covered: [NodeIndex] = []
    for outcome in outcomes {
      let rule = outcome.rule
      guard let effect = rule.effect(for: player.id) else { continue }
      for place in outcome.places {
        guard let track = place.track, effect != .note, effect != .loss else { continue }
        covered.append(track)
        if effect == .lost { lost.append(track) }
      }
      if let place = outcome.places.first {
        findings.append(
          PlayerVerdict.Finding(
            rule: rule, effect: effect, node: place.node, extent: place.extent,
            others: outcome.count - 1, detail: nil))
      } else if let reason = outcome.unread {
        unchecked.append(PlayerVerdict.Unchecked(rule: rule, effect: effect, reason: reason))
      }
    }
    covered.sort()
    let codings = facts.codings
    let unlisted = codings.unlisted(for: player, besides: covered)
    var isUnknown = false
    var why: String?
    // A rule that is broken all the same says more.
    if findings.allSatisfy({ $0.effect == .note }), let strange = codings.strange(to: player) {
      isUnknown = true
      why = "\(strange), of which the rules of \(player.name) say nothing"
    } else if player.isSpecification, document.tree.isSegmentAlone, findings.allSatisfy({ $0.effect != .no }) {
      isUnknown = true
      why = "a media segment alone: rules of the movie were not checked; put the initialization segment in front"
    }
    let isDecided = findings.contains { $0.effect == .no || $0.effect == .depends }
    // What is said of an image or a stream of sound as a whole is said of its coding, too.
    for coding in unlisted where coding.track != nil || !isDecided {
      // Lists of codings are whole for tracks alone.
      let isLost = player.isClosed && !coding.isUntried && coding.track != nil
      if isLost, let track = coding.track { lost.append(track) }
      guard let rule = ofUnlisted else { continue }
      let (name, what) = (player.name, codings.name(of: coding))
      var finding = PlayerVerdict.Finding(
        rule: rule, effect: isLost ? .lost : .note, node: coding.node,
        extent: document.tree.known(coding.node).map { document.tree[$0].extent } ?? Extent(byteOffset: 0, byteCount: 0),
        others: 0,
        detail: isLost ? "\(what): \(name) does not have it" : "\(what): nothing is known of it in \(name)")
      if coding.track == nil {
        finding.otherMend = facts.isImage ? "convert it to JPEG" : "ffmpeg -i IN -c:a aac OUT.m4a"
      }
      findings.append(finding)
      if !isLost { isUnknown = true }
    }
    let played = codings.played
    if !player.isSpecification, codings.isEmpty {
      isUnknown = true
      why = "there is nothing that rules are about"
    }
    // Without the tracks that are passed over something has to be left.
    lost.sort()
    let isSilent = !lost.isEmpty && played.allSatisfy { lost.holds($0) }
    let answer: PlayerVerdict.Answer
    func has(_ effect: PlayerEffect) -> Bool { findings.indices.contains { findings[$0].effect == effect } }
    if has(.no) || isSilent {
      answer = .no
    } else if isUnknown || unchecked.contains(where: { $0.effect != .note || player.isSpecification }) {
      answer = .unknown
    } else if has(.depends) {
      answer = .depends
    } else if has(.loss) || has(.lost) {
      answer = .loss
    } else {
      answer = .plays
    }
    var sorted: [PlayerVerdict.Finding] = []
    for effect in [.no, .lost, .depends, .loss, .note] as [PlayerEffect] {
      for place in findings.indices where findings[place].effect == effect { sorted.append(findings[place]) }
    }
    return PlayerVerdict(player: player, answer: answer, findings: sorted, unchecked: unchecked, why: why)
  }
}

extension PlayerRule {
  /// What follows for a player: the first effect that names it.
  package func effect(for player: String) -> PlayerEffect? {
    effects.first { $0.players.contains(player) }?.effect
  }
}

extension Expectation.Test {
  /// Whether a number is as the test says.
  func holds(for number: Int64) -> Bool {
    let own: Expectation.Number = number < 0 ? .negative(number) : .natural(UInt64(number))
    switch self {
    case .exists: return true
    case .absent, .matches: return false
    case .oneOf(let values): return values.contains { $0.number.flatMap { own.compared(to: $0) } == 0 }
    case .compare(let comparison, let value):
      guard let other = value.number, let order = own.compared(to: other) else { return comparison == .notEqual }
      return comparison.holds(for: order)
    }
  }
}

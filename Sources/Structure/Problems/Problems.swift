import ByteReading

/// The problems of a file: the first of each kind, and the number of all.
public struct Problems: Sendable {
  /// What was kept, in the order found.
  public internal(set) var kept: [Diagnostic] = []
  /// How many there were of each kind.
  public private(set) var counts: [Count] = []
  /// How many there were of each severity, note first.
  public private(set) var bySeverity = [0, 0, 0]
  /// How many tables were left unchecked because they are long.
  public var uncheckedTables = 0
  /// How many checksums were not held against the sound that they are of, because that reads all of it.
  package var uncheckedSums = 0
  /// Whether rules have run: until then only reading has found problems, and that there are none
  /// says little.
  public package(set) var areChecked = false
  /// The rules that these are the problems of; `nil` when they are those of all.
  public private(set) var asked: AskedRules?
  /// Those that were left out because a baseline has them, in the order found.
  package private(set) var accepted: [Diagnostic] = []
  /// How many of those that were only counted were left out for the same reason.
  package private(set) var acceptedRest: [Rest] = []
  /// How many were left out because their rules are off.
  package var switchedOff = 0

  /// How many problems there are of one kind.
  public struct Count: Sendable {
    /// The kind.
    public let kind: Diagnostic.Kind
    /// How many there are.
    public internal(set) var count: Int
    /// How many of these were only counted and follow from no other, by severity, note first.
    fileprivate var rest = [0, 0, 0]
    /// Those that were only counted and follow from others, by the kind of these.
    fileprivate var following: [(cause: Diagnostic.Kind, bySeverity: [Int])] = []
  }

  /// Problems of one kind that were only counted, because there were enough of it.
  package struct Rest: Sendable {
    package let kind: Diagnostic.Kind
    package let severity: Diagnostic.Severity
    package fileprivate(set) var count: Int
  }

  /// The problems that were only counted and follow from no other.
  package var rest: [Rest] {
    counts.flatMap { counted in
      [Diagnostic.Severity.note, .warning, .error].compactMap { severity in
        let count = counted.rest[Int(severity.rawValue)]
        return count > 0 ? Rest(kind: counted.kind, severity: severity, count: count) : nil
      }
    }
  }

  /// The rules that the problems which were kept are of, each once, in the order of their names, and how many there are.
  package var keptByRule: [(id: String, severity: Diagnostic.Severity, count: Int)] {
    var rules: [(id: String, severity: Diagnostic.Severity, count: Int)] = []
    for problem in kept {
      let id = problem.kind.id.description
      if let place = rules.firstIndex(where: { $0.id == id }) {
        rules[place].count += 1
      } else {
        rules.append((id, problem.severity, 1))
      }
    }
    return rules.sorted { $0.id < $1.id }
  }

  /// No problems, and no rule that has run.
  public init() {}

  /// Adds a problem unless there are enough of its kind; it is counted in any case.
  ///
  /// - Parameters:
  ///   - diagnostic: The problem.
  ///   - limits: How many of one kind are kept.
  /// - Returns: Its index in `kept`, if it was kept.
  @discardableResult
  public mutating func add(_ diagnostic: Diagnostic, within limits: Limits) -> Int? {
    bySeverity[Int(diagnostic.severity.rawValue)] += 1
    let index = counts.firstIndex { $0.kind == diagnostic.kind } ?? counts.count
    if index == counts.count { counts.append(Count(kind: diagnostic.kind, count: 0)) }
    counts[index].count += 1
    guard counts[index].count <= limits.problemsOfAKind, kept.count < limits.problems else {
      counts[index].rest[Int(diagnostic.severity.rawValue)] += 1
      return nil
    }
    kept.append(diagnostic)
    return kept.count - 1
  }

  /// Says that the problem at `index` follows from the one at `cause`.
  ///
  /// - Parameters:
  ///   - index: The problem, by its index in `kept`.
  ///   - cause: What it follows from, by its index in `kept`.
  public mutating func fold(_ index: Int, under cause: Int) {
    guard kept[index].follows == nil, cause != index else { return }
    kept[index].follows = cause
    bySeverity[Int(kept[index].severity.rawValue)] -= 1
  }

  /// Adds a problem that follows from the one at `cause`; without a cause it stands for itself.
  ///
  /// - Parameters:
  ///   - diagnostic: The problem.
  ///   - cause: What it follows from, by its index in `kept`; `nil` for a problem of its own.
  ///   - limits: How many of one kind are kept.
  /// - Returns: Its index in `kept`, if it was kept.
  @discardableResult
  public mutating func add(
    _ diagnostic: Diagnostic, following cause: Int?, within limits: Limits
  ) -> Int? {
    let index = add(diagnostic, within: limits)
    guard let cause, kept.indices.contains(cause), cause != index else { return index }
    // A problem that is only counted has no place of its own; what it follows from is kept.
    if let index {
      fold(index, under: cause)
    } else if let place = counts.firstIndex(where: { $0.kind == diagnostic.kind }) {
      let severity = Int(diagnostic.severity.rawValue)
      bySeverity[severity] -= 1
      counts[place].rest[severity] -= 1
      let kind = kept[cause].kind
      let number = counts[place].following.firstIndex { $0.cause == kind } ?? counts[place].following.count
      if number == counts[place].following.count { counts[place].following.append((kind, [0, 0, 0])) }
      counts[place].following[number].bySeverity[severity] += 1
    }
    return index
  }

  /// Gives all problems of a kind another severity.
  package mutating func setSeverity(of id: String, to severity: Diagnostic.Severity) {
    guard let place = counts.firstIndex(where: { $0.kind.id.description == id }) else { return }
    for index in kept.indices where kept[index].kind == counts[place].kind {
      if kept[index].follows == nil {
        bySeverity[Int(kept[index].severity.rawValue)] -= 1
        bySeverity[Int(severity.rawValue)] += 1
      }
      kept[index].severity = severity
    }
    for was in bySeverity.indices {
      let moved = counts[place].rest[was]
      counts[place].rest[was] = 0
      counts[place].rest[Int(severity.rawValue)] += moved
      bySeverity[was] -= moved
      bySeverity[Int(severity.rawValue)] += moved
    }
    for number in counts[place].following.indices {
      let all = counts[place].following[number].bySeverity.reduce(0, +)
      counts[place].following[number].bySeverity = [0, 0, 0]
      counts[place].following[number].bySeverity[Int(severity.rawValue)] = all
    }
  }

  /// Leaves out all problems of a rule that is off, and counts those that follow from no other.
  ///
  /// - Complexity: O(*n*) in the problems that are kept.
  package mutating func switchOff(_ id: String) {
    let places = kept.indices.filter { kept[$0].kind.id.description == id }
    switchedOff += places.count { kept[$0].follows == nil }
    for each in rest where each.kind.id.description == id {
      switchedOff += each.count
      bySeverity[Int(each.severity.rawValue)] -= each.count
    }
    leaveOut(Set(places))
    counts.removeAll { $0.kind.id.description == id }
  }

  /// Leaves out as many as `most` of the warnings and errors of a rule that were only counted, as a baseline has them.
  ///
  /// - Returns: How many were left out.
  package mutating func acceptRest(of id: String, _ most: Int) -> Int {
    var left = max(0, most)
    for each in rest where each.kind.id.description == id && each.severity > .note {
      let count = min(left, each.count)
      guard count > 0, let place = counts.firstIndex(where: { $0.kind == each.kind }) else { continue }
      left -= count
      counts[place].count -= count
      counts[place].rest[Int(each.severity.rawValue)] -= count
      bySeverity[Int(each.severity.rawValue)] -= count
      acceptedRest.append(Rest(kind: each.kind, severity: each.severity, count: count))
    }
    counts.removeAll { $0.count <= 0 }
    return max(0, most) - left
  }

  /// How many were left out because a baseline has them.
  package var acceptedCount: Int { acceptedRest.reduce(accepted.count) { $0 + $1.count } }

  /// Leaves out the problems at these places among those that were kept, as a baseline has them.
  ///
  /// - Complexity: O(*n*) in the problems that are kept.
  package mutating func accept(_ places: Set<Int>) {
    accepted += places.sorted().map { kept[$0] }
    leaveOut(places)
  }

  /// Leaves out the problems at these places among those that were kept, and what follows from them.
  ///
  /// - Complexity: O(*n*) in the problems that are kept.
  package mutating func leaveOut(_ places: Set<Int>) {
    guard !places.isEmpty else { return }
    var moved: [Int?] = Array(repeating: nil, count: kept.count)
    var rest: [Diagnostic] = []
    for (place, problem) in kept.enumerated() {
      if places.contains(place) || problem.follows.map(places.contains) ?? false {
        if problem.follows == nil { bySeverity[Int(problem.severity.rawValue)] -= 1 }
        if let kind = counts.firstIndex(where: { $0.kind == problem.kind }) {
          counts[kind].count -= 1
        }
      } else {
        moved[place] = rest.count
        rest.append(problem)
      }
    }
    kept = rest.map { problem in
      var problem = problem
      problem.follows = problem.follows.flatMap { moved[$0] }
      return problem
    }
    // What was only counted goes with the last of the kind that it follows from.
    let causes = Set(kept.map(\.kind.id.description))
    for place in counts.indices {
      for each in counts[place].following where !causes.contains(each.cause.id.description) {
        counts[place].count -= each.bySeverity.reduce(0, +)
      }
      counts[place].following.removeAll { !causes.contains($0.cause.id.description) }
    }
    counts.removeAll { $0.count <= 0 }
  }

  /// Leaves out the problems of all rules but some. What followed from one that is left out stands for
  /// itself.
  ///
  /// - Parameter asked: The rules that are asked.
  /// - Complexity: O(*n*) in the problems that are kept.
  package mutating func keep(only asked: AskedRules) {
    let isKept = kept.map { asked.contain($0.kind) }
    var places: [Int?] = Array(repeating: nil, count: kept.count)
    var next = 0
    for place in kept.indices where isKept[place] {
      places[place] = next
      next += 1
    }
    counts.removeAll { !asked.contain($0.kind) }
    accepted.removeAll { !asked.contain($0.kind) }
    acceptedRest.removeAll { !asked.contain($0.kind) }
    kept = kept.indices.filter { isKept[$0] }.map { place in
      var problem = kept[place]
      problem.follows = problem.follows.flatMap { places[$0] }
      return problem
    }
    bySeverity = [0, 0, 0]
    for problem in kept where problem.follows == nil { bySeverity[Int(problem.severity.rawValue)] += 1 }
    for place in counts.indices {
      for each in counts[place].following where !asked.contain(each.cause) {
        for severity in each.bySeverity.indices { counts[place].rest[severity] += each.bySeverity[severity] }
      }
      counts[place].following.removeAll { !asked.contain($0.cause) }
      for severity in counts[place].rest.indices { bySeverity[severity] += counts[place].rest[severity] }
    }
    self.asked = asked
  }

  /// Whether a problem follows from a limit, by way of others or not: what it is about may be right in the file.
  ///
  /// - Complexity: O(*n*) in the problems that it follows from, one from the other.
  package func followsFromLimit(_ problem: Diagnostic) -> Bool {
    var next = problem.follows
    // No more than there are: none follows from itself.
    for _ in kept.indices {
      guard let place = next, kept.indices.contains(place) else { return false }
      if Diagnostic.Kind.isLimit(kept[place].kind.id) { return true }
      next = kept[place].follows
    }
    return false
  }

  /// The first error that follows from no other, among those that are kept.
  package var firstError: Diagnostic? { kept.first { $0.severity == .error && $0.follows == nil } }

  /// The problems that are errors, without those that follow from others.
  public var errors: Int { bySeverity[2] }
  /// The problems that are warnings, without those that follow from others.
  public var warnings: Int { bySeverity[1] }
  /// The problems that are notes, without those that follow from others.
  public var notes: Int { bySeverity[0] }
}

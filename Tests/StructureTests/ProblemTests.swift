import ByteReading
import Structure
import Testing

/// Problems that are kept, counted, folded and sorted; the limits of a document.
@Suite struct ProblemTests {
  private static let wrong = Diagnostic.Kind("wrong", .error, "it is wrong")
  private static let odd = Diagnostic.Kind("odd", .warning, "it is odd")
  private static let remark = Diagnostic.Kind("remark", .note, "it is so")

  private func problem(_ kind: Diagnostic.Kind, node: Int = 0, at start: Int = 0) -> Diagnostic {
    Diagnostic(kind, node: NodeIndex(node), extent: Extent(start: start, count: 8))
  }

  /// Six nodes, one behind the other.
  private static let tree: Tree = {
    let builder = TreeBuilder(ByteSource(copying: Array(repeating: 0, count: 48)))
    for start in 0..<6 {
      _ = builder.append(
        Node(start: UInt64(start * 8), size: 8, type: "free", depth: 0, headerSize: 8))
    }
    return builder.finish()
  }()

  @Test func limitsAreAsDocumented() {
    let limits = Limits()
    #expect(limits.depth == 64)
    #expect(limits.nodes == 4_000_000)
    #expect(limits.problemsOfAKind == 50)
    #expect(limits.problems == 1_000)
    #expect(limits.inflatedPayload == 64 << 20)
    // All of it is in memory at once, and so has to leave room below 256 MiB.
    #expect(limits.inflated == 96 << 20)
    #expect(limits.inflatedPerByte == 8)
    #expect(limits.rowsInOutline == 4_096)
  }

  @Test func theFirstOfAKindAreKept() {
    var problems = Problems()
    for index in 0..<60 {
      let place = problems.add(problem(Self.wrong, node: index), within: Limits())
      #expect(place == (index < 50 ? index : nil))
    }
    #expect(problems.add(problem(Self.odd), within: Limits()) == 50)
    #expect(problems.kept.count == 51)
    #expect(problems.counts.map(\.count) == [60, 1])
    #expect(problems.counts.map(\.kind.id.description) == ["wrong", "odd"])
    #expect(problems.errors == 60)
    #expect(problems.warnings == 1)
    #expect(problems.notes == 0)
  }

  /// Problems of rules that are not asked leave; what followed from them stands for itself, and what was
  /// only counted counts on.
  @Test func thoseOfSomeRulesAreLeft() {
    var problems = Problems()
    let cause = problems.add(problem(Self.wrong, node: 1), within: Limits())
    for index in 0..<60 { problems.add(problem(Self.odd, node: index), following: cause, within: Limits()) }
    problems.add(problem(Self.remark, node: 2), within: Limits())
    #expect((problems.errors, problems.warnings, problems.notes) == (1, 0, 1))
    var both = problems
    problems.keep(only: AskedRules(["odd", "remark"], others: 7, hiding: ["wrong", "odd"]))
    #expect(problems.kept.count == 51 && problems.kept.allSatisfy { $0.follows == nil })
    #expect((problems.errors, problems.warnings, problems.notes) == (0, 60, 1))
    #expect(problems.counts.map(\.kind) == [Self.odd, Self.remark])
    #expect(problems.asked?.rules == ["odd", "remark"] && problems.asked?.others == 7)
    #expect(problems.asked?.hiding == ["wrong"])
    both.keep(only: AskedRules(["odd", "wrong"], others: 7, hiding: ["odd", "wrong", "remark"]))
    #expect((both.errors, both.warnings, both.notes) == (1, 0, 0))
    #expect(both.kept.dropFirst().allSatisfy { $0.follows == 0 } && both.asked?.hiding == ["remark"])
  }

  /// What was only counted is no more than it was for being asked for: what follows from a cause that is asked, too, is no
  /// problem of its own, and has the severity that it was given.
  @Test func whatWasOnlyCountedStaysWhatItIs() {
    var problems = Problems()
    let cause = problems.add(problem(Self.wrong, node: 1), within: Limits())
    for index in 0..<55 { problems.add(problem(Self.odd, node: index), within: Limits()) }
    for index in 55..<65 { problems.add(problem(Self.odd, node: index), following: cause, within: Limits()) }
    #expect((problems.errors, problems.warnings) == (1, 55))
    var both = problems
    both.keep(only: AskedRules(["odd", "wrong"], others: 7))
    #expect((both.errors, both.warnings) == (1, 55) && both.rest.map(\.count) == [5])
    var alone = problems
    alone.keep(only: AskedRules(["odd"], others: 8))
    #expect((alone.errors, alone.warnings) == (0, 65) && alone.rest.map(\.count) == [15])
    // Those that are listed are accepted.
    var graver = problems
    graver.setSeverity(of: "odd", to: .error)
    graver.accept(Set(graver.kept.indices.filter { graver.kept[$0].kind == Self.odd }))
    graver.keep(only: AskedRules(["odd", "wrong"], others: 7))
    #expect((graver.errors, graver.warnings) == (6, 0))
    // With their cause go those that follow from it.
    problems.accept([0])
    problems.keep(only: AskedRules(["odd", "wrong"], others: 7))
    #expect((problems.errors, problems.warnings) == (0, 55) && problems.counts.map(\.count) == [55])
  }

  @Test func soManyAreKeptInAll() {
    var limits = Limits()
    limits.problems = 3
    var problems = Problems()
    for kind in [Self.wrong, Self.odd, Self.remark, Self.wrong, Self.remark] {
      problems.add(problem(kind), within: limits)
    }
    #expect(problems.kept.map(\.kind) == [Self.wrong, Self.odd, Self.remark])
    #expect(problems.counts.map(\.count) == [2, 1, 2])
    #expect((problems.errors, problems.warnings, problems.notes) == (2, 1, 2))
  }

  @Test func aProblemMayHaveAnotherSeverity() {
    var problems = Problems()
    var one = problem(Self.wrong)
    #expect(one.severity == .error)
    one = Diagnostic(Self.wrong, node: NodeIndex(0), extent: one.extent, severity: .note)
    problems.add(one, within: Limits())
    #expect((problems.errors, problems.notes) == (0, 1))
  }

  @Test func whatFollowsIsNotCountedBesideItsCause() {
    var problems = Problems()
    let cause = problems.add(problem(Self.wrong), within: Limits())
    problems.add(problem(Self.odd), following: cause, within: Limits())
    problems.add(problem(Self.odd), following: nil, within: Limits())
    #expect(problems.kept.map(\.follows) == [nil, 0, nil])
    #expect((problems.errors, problems.warnings) == (1, 1))
    #expect(problems.counts.map(\.count) == [1, 2])
    // Folding twice changes nothing.
    problems.fold(1, under: 2)
    #expect(problems.kept.map(\.follows) == [nil, 0, nil])
    #expect(problems.warnings == 1)
  }

  @Test func whatFollowsAndIsNotKeptIsNotCountedEither() {
    var limits = Limits()
    limits.problemsOfAKind = 1
    var problems = Problems()
    let cause = problems.add(problem(Self.wrong), within: limits) ?? -1
    for _ in 0..<3 { problems.add(problem(Self.odd), following: cause, within: limits) }
    #expect(problems.kept.count == 2)
    #expect(problems.warnings == 0)
    #expect(problems.counts.map(\.count) == [1, 3])
  }

  @Test func sortingKeepsFoldsWithTheirCause() {
    var problems = Problems()
    let cause = problems.add(problem(Self.wrong, node: 5), within: Limits()) ?? -1
    problems.add(problem(Self.odd, node: 2, at: 16), following: cause, within: Limits())
    problems.add(problem(Self.remark, node: 2, at: 8), within: Limits())
    problems.add(problem(Self.odd, node: 2, at: 8), following: cause, within: Limits())
    problems.add(problem(Self.remark, node: 0), within: Limits())
    problems.sort(in: Self.tree)
    #expect(problems.kept.map(\.node?.number) == [0, 2, 2, 2, 5])
    #expect(problems.kept.map(\.extent.start) == [0, 8, 8, 16, 0])
    // Those in one place stay in the order found.
    #expect(
      problems.kept.map(\.kind) == [Self.remark, Self.remark, Self.odd, Self.odd, Self.wrong])
    #expect(problems.kept.map(\.follows) == [nil, nil, 4, 4, nil])
    problems.sort(in: Self.tree)
    #expect(problems.kept.map(\.follows) == [nil, nil, 4, 4, nil])
  }

  /// A scanner notes a problem before it appends the node, for which there may be no room.
  @Test func whatIsAboutNoNodeOfTheTreeIsAboutTheFile() {
    var problems = Problems()
    problems.add(problem(Self.odd, node: 6), within: Limits())
    problems.add(
      Diagnostic(Self.wrong, node: nil, extent: Extent(start: 8, count: 8)), within: Limits())
    problems.add(problem(Self.remark, node: 5), within: Limits())
    problems.sort(in: Self.tree)
    #expect(problems.kept.map(\.node?.number) == [5, nil, nil])
    #expect(problems.kept.map(\.kind) == [Self.remark, Self.odd, Self.wrong])
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func sortingLosesNothing(_ seed: UInt64) {
    var numbers = Seeded(seed)
    var problems = Problems()
    for index in 0..<40 {
      let cause = Int.random(in: -3..<max(1, index), using: &numbers)
      // The number found stands in the count of bits, so that it is known again.
      let found = Diagnostic(
        Self.remark, node: NodeIndex(.random(in: 0..<6, using: &numbers)),
        extent: Extent(start: .random(in: 0..<4, using: &numbers), count: index))
      if cause < 0 || index == 0 {
        problems.add(found, within: Limits())
      } else {
        problems.add(found, following: cause, within: Limits())
      }
    }
    let before = problems.kept
    problems.sort(in: Self.tree)
    #expect(problems.kept.count == before.count)
    for problem in problems.kept {
      let old = before[problem.extent.count]
      #expect(problem.node == old.node && problem.extent == old.extent)
      let cause = problem.follows.map { problems.kept[$0].extent.count }
      #expect(cause == old.follows)
    }
  }

  @Test func kindsAreWhatTheyAreCalled() {
    #expect(Self.wrong == Diagnostic.Kind("wrong", .note, "other words"))
    #expect(Self.wrong != Self.odd)
    #expect(Diagnostic.Severity.note < .warning && Diagnostic.Severity.warning < .error)
  }
}

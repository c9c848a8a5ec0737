import StructureDiff
import Testing

@testable import DiffApplication

/// What many files have alike is one change only where it is the same in all of them.
@Suite struct ChangeGroupTests {
  /// A file whose languages changed in its video, and in the sound of one track besides.
  private func outcome(_ name: String, besides track: Int) -> DiffOutcome {
    var item = DiffItem(kind: .changed, path: "moov/trak[vide]/mdia/mdhd")
    item.field = "language"
    item.body = "und → eng   (same in 1 more atom)"
    item.others = [("moov/trak[id=\(track)]/mdia/mdhd", "language")]
    func side(_ folder: String) -> DiffOutcome.Side {
      DiffOutcome.Side(name: folder + name, path: Array((folder + name).utf8))
    }
    var outcome = DiffOutcome(before: side("a/"), after: side("b/"))
    outcome.verdict = .differs
    outcome.changes = [item]
    return outcome
  }

  /// Two changes that read alike, `same in 1 more atom`, and are in other atoms.
  @Test func changesInOtherAtomsAreNotOne() {
    let outcomes = [
      outcome("1.mp4", besides: 2), outcome("2.mp4", besides: 3), outcome("3.mp4", besides: 2),
    ]
    let groups = DiffGroups(outcomes, least: 2)
    #expect(groups.entries.map(\.outcomes) == [[0, 2]])
    #expect(groups.isShared(outcomes[2].changes[0]) && !groups.isShared(outcomes[1].changes[0]))
  }
}

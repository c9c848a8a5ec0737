import ByteReading
import MediaFacts
import Structure
import Testing

/// What is said of a file as a whole.
@Suite struct SynopsisTests {
  /// A format that counts how often it is asked.
  private static func format(_ asked: Guarded<Int>) -> Format {
    Format(
      id: Format.ID(rawValue: "hlog"), name: "log", node: "line", recognise: { _, _ in true },
      scan: { file, limits, _ in Document(TreeBuilder(file, limits: limits).finish(), limits: limits) },
      synopsis: { _ in
        asked.value += 1
        var synopsis = Synopsis()
        synopsis.formatName = "log, asked \(asked.value)"
        return synopsis
      },
      check: { _, _, _ in })
  }

  /// Where steps are limited it does not depend on what others have spent.
  @Test func itIsFoundOutAtOnceWhereStepsAreLimited() {
    let asked = Guarded(0)
    let format = Self.format(asked)
    var limits = Limits()
    limits.steps = 1_000
    let document = format.scan(ByteSource(copying: [1, 2, 3]), limits, OwnTables())
    document.describe(as: format)
    #expect(asked.value == 1)
    #expect(document.synopsis.formatName == "log, asked 1")
  }

  /// Records and lists do not ask, and finding it out takes a tenth of their instructions.
  @Test func itIsFoundOutOnceWhenSomebodyAsks() {
    let asked = Guarded(0)
    let format = Self.format(asked)
    let document = format.scan(ByteSource(copying: [1, 2, 3]), Limits(), OwnTables())
    #expect(document.synopsis.formatName.isEmpty)
    document.describe(as: format)
    #expect(document.format?.id == format.id)
    #expect(asked.value == 0)
    #expect(document.synopsis.formatName == "log, asked 1")
    #expect(document.synopsis.formatName == "log, asked 1")
    // Who has found out more of the file describes it anew.
    document.describe(as: format)
    #expect(document.synopsis.formatName == "log, asked 2")
  }
}

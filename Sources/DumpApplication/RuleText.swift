import ByteReading
import CommandLineSupport
import MediaInspection
import Structure

/// What `--explain` prints.
enum RuleText {
  /// Puts all there is to know of the rule `id`, a line for each rule for `list`.
  ///
  /// - Parameter width: Columns a line may have, of which it takes 100 at most; `nil` for lines of 80, and lists whose
  ///   lines are whole.
  /// - Throws: `UsageError` when there is no such rule.
  static func put(_ id: String, width: Int?, to output: inout ByteWriter) throws(UsageError) {
    if id == "list" {
      putList(width: width ?? .max, to: &output)
      return
    }
    let width = min(width ?? 80, 100)
    let player = PlayerRules.catalogue().rule(id)
    guard let rule = Rule.named(id) else {
      if let player {
        PlaysCatalogueText.put(player, width: width, to: &output)
        return
      }
      let ids = Set(Rule.all.map { $0.kind.id.description } + PlayerRules.catalogue().rules.map(\.id))
      let near = nearest(to: id, among: ids.sorted())
      throw UsageError(
        "there is no rule '\(id)'",
        nextStep: near.map { "did you mean '\($0)'?" } ?? "--explain lists all")
    }
    put(rule, width: width, to: &output)
    if let player {
      output.put("\n")
      PlaysCatalogueText.put(player, width: width, to: &output)
    }
  }

  /// Asks for a rule of `--check`.
  ///
  /// - Throws: `UsageError` when there is no such rule.
  static func require(_ id: String) throws(UsageError) {
    if isKnown(id) { return }
    if PlayerRules.catalogue().rule(id) != nil {
      throw UsageError("'\(id)' is a rule of --plays, not of --check")
    }
    let near = nearest(to: id, among: Rule.identifiers.sorted())
    throw UsageError(
      "there is no rule '\(id)'",
      nextStep: near.map { "did you mean '\($0)'?" } ?? "--explain lists all")
  }

  /// Whether there is such a rule.
  static func isKnown(_ id: String) -> Bool { Rule.named(id) != nil }

  /// Puts a line for each rule: its identifier, how bad it is to break it, and where it is specified; behind them
  /// those that are of `--plays` alone, of which it depends on the player how bad that is.
  private static func putList(width: Int, to output: inout ByteWriter) {
    var seen: Set<String> = []
    let rules = Rule.all.filter { seen.insert($0.kind.id.description).inserted }
      .sorted { $0.kind.id.description < $1.kind.id.description }
    let others = PlayerRules.catalogue().rules.map(\.id).filter { seen.insert($0).inserted }.sorted()
    let widest = (rules.map { $0.kind.id.utf8CodeUnitCount } + others.map(\.utf8.count)).max() ?? 0
    let isWide = width >= widest + 11 + 20
    func put(_ id: String, _ title: String, _ text: String) {
      if !isWide { output.put(id + "\n") }
      let title = (isWide ? PlaysCatalogueText.padded(id, widest + 2) : "  ") + title
      output.put(PlaysCatalogueText.lines(title, text, margin: title.count, width: width))
    }
    for rule in rules {
      put(
        rule.kind.id.description, PlaysCatalogueText.padded(rule.kind.severity.name.description, 9), rule.clause.description)
    }
    for id in others { put(id, "", "--plays") }
  }

  /// Puts all there is to know of a rule, in lines of at most `width` columns.
  private static func put(_ rule: Rule, width: Int, to output: inout ByteWriter) {
    output.put(rule.kind.id)
    output.put("  ")
    output.put(rule.kind.severity.name)
    output.put("\n\n")
    var sentence = rule.kind.sentence.description
    // What is filled in is not known here.
    while let open = sentence.firstIndex(of: "{"),
      let close = sentence[open...].firstIndex(of: "}")
    {
      sentence.replaceSubrange(open...close, with: "…")
    }
    put("Message", sentence, width, to: &output)
    put("Clause", rule.clause.description, width, to: &output)
    put("Why", rule.why.description, width, to: &output)
    put("Players", rule.players.description, width, to: &output)
    put("Mend", rule.mend.description, width, to: &output)
    if rule.isThorough { put("Found", "with --check only", width, to: &output) }
  }

  private static func put(
    _ title: StaticString, _ text: String, _ width: Int, to output: inout ByteWriter
  ) {
    output.put(
      PlaysCatalogueText.lines("  " + PlaysCatalogueText.padded(title.description, 9), text, margin: 11, width: width))
  }
}

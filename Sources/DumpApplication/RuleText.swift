import ByteReading
import CommandLineSupport
import MediaInspection
import Structure

/// What `--explain` prints.
enum RuleText {
  /// Puts all there is to know of the rule `id`, a line for each rule for `list`.
  ///
  /// - Parameters:
  ///   - width: Columns a line may have, of which it takes 100 at most; `nil` for lines of 80, and lists whose lines are
  ///     whole.
  ///   - isASCII: Whether signs are written in ASCII.
  /// - Throws: `UsageError` when there is no such rule.
  static func put(
    _ id: String, width: Int?, isASCII: Bool, to output: inout ByteWriter
  ) throws(UsageError) {
    if id == "list" {
      putList(in: TextRoom(width: width ?? .max, isASCII: isASCII), to: &output)
      return
    }
    let room = TextRoom(width: min(width ?? 80, 100), isASCII: isASCII)
    let player = PlayerRules.catalogue().rule(id)
    guard let rule = Rule.named(id) else {
      if let player {
        PlaysCatalogueText.put(player, in: room, to: &output)
        return
      }
      let ids = Set(Rule.all.map { $0.kind.id.description } + PlayerRules.catalogue().rules.map(\.id))
      let near = nearest(to: id, among: ids.sorted())
      throw UsageError(
        "there is no rule '\(id)'",
        nextStep: near.map { "did you mean '\($0)'?" } ?? "--explain lists all")
    }
    put(rule, in: room, to: &output)
    if let player {
      output.put("\n")
      PlaysCatalogueText.put(player, in: room, to: &output)
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
  private static func putList(in room: TextRoom, to output: inout ByteWriter) {
    var seen: Set<String> = []
    let rules = Rule.all.filter { seen.insert($0.kind.id.description).inserted }
      .sorted { $0.kind.id.description < $1.kind.id.description }
    let others = PlayerRules.catalogue().rules.map(\.id).filter { seen.insert($0).inserted }.sorted()
    let widest = (rules.map { $0.kind.id.utf8CodeUnitCount } + others.map(\.utf8.count)).max() ?? 0
    let isWide = room.width >= widest + 11 + 20
    func put(_ id: String, _ title: String, _ text: String) {
      if !isWide { output.put(id + "\n") }
      let title = (isWide ? PlaysCatalogueText.padded(id, widest + 2) : "  ") + title
      output.put(PlaysCatalogueText.lines(title, text, margin: title.count, in: room))
    }
    for rule in rules {
      put(
        rule.kind.id.description, PlaysCatalogueText.padded(rule.kind.severity.name.description, 9), rule.clause.description)
    }
    for id in others { put(id, "", "--plays") }
  }

  /// Puts all there is to know of a rule, in lines that fit.
  private static func put(_ rule: Rule, in room: TextRoom, to output: inout ByteWriter) {
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
    put("Message", sentence, room, to: &output)
    put("Clause", rule.clause.description, room, to: &output)
    put("Why", rule.why.description, room, to: &output)
    put("Players", rule.players.description, room, to: &output)
    put("Mend", rule.mend.description, room, to: &output)
    if rule.isThorough { put("Found", "with --check only", room, to: &output) }
  }

  private static func put(
    _ title: StaticString, _ text: String, _ room: TextRoom, to output: inout ByteWriter
  ) {
    output.put(
      PlaysCatalogueText.lines("  " + PlaysCatalogueText.padded(title.description, 9), text, margin: 11, in: room))
  }
}

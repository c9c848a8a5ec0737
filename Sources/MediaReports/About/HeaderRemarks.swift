import ByteReading
import MediaFacts
import MediaInspection
import Structure
import StructureRendering

/// What is to be known of a file before anything else: the `!` lines of its header, worst first.
///
/// Each names the rule that finds it, where there is one. What is not there is not said: that a line is
/// missing means nothing.
struct HeaderRemarks {
  /// How many are shown.
  static let limit = 3
  private(set) var lines: [String] = []

  /// - Complexity: O(*n*) in the tracks; rules for players run only where a coding is one that they are about.
  init(_ document: Document) {
    let tracks = document.synopsis.tracks
    if let damage = Self.damage(document.problems, in: document) { lines.append(damage.text) }
    if tracks.contains(where: { Self.mayBeUnplayable($0) }) { lines += Self.players(document) }
    if tracks.contains(where: { $0.protectedShare != .none }) { lines += Self.protection(document) }
    lines += Self.start(document) + Self.turns(document) + Self.shapes(document)
    if tracks.contains(where: { $0.handler == "vide" && $0.width ?? 0 >= Self.wide }) { lines += Self.colours(document) }
    lines = Array(lines.prefix(Self.limit))
  }

  /// What the first error says, with its rule, and how many errors there are besides; `nil` without errors. Of a file
  /// whose tracks lack bytes first what still plays.
  ///
  /// - Returns: The sentence, and the rule; `nil` for the rule where no error was kept.
  /// - Complexity: O(1); of a file that lacks bytes O(*n*) in the samples.
  static func damage(_ problems: Problems, in document: Document) -> (text: String, rule: StaticString?)? {
    guard problems.errors > 0 else { return nil }
    let loss = AboutVerdict.loss(in: problems, .error)
    let played = loss.flatMap { _ in AboutVerdict.played(CutTracks(in: document)) }
    guard let first = played == nil ? problems.firstError : loss else {
      return (problems.errors == 1 ? "1 error" : problems.errors.grouped + " errors", nil)
    }
    let others = problems.errors - 1
    let more = others > 0 ? ", and \(others.grouped) more" : ""
    let sentence = document.sentence(of: first)
    var place = ""
    // Of its path the last step is enough to know what is meant, where the sentence does not say it.
    if let node = first.node, !document.tree[node].isRaw, !sentence.contains(document.tree[node].type.key),
      let step = document.path(of: node).split(separator: "/").last
    {
      place = " (\(step))"
    }
    let words = (played.map { "cut: \($0): " } ?? "") + sentence + place + more + " [\(first.kind.id.description)]"
    return (words, first.kind.id)
  }

  // MARK: Players

  /// Codings that many players refuse, by the rules that say which.
  static let rules: [StaticString] = ["avc-444", "avc-422", "avc-high10", "hev1", "hevc-422-444-12"]

  private static func mayBeUnplayable(_ track: Synopsis.Track) -> Bool {
    switch track.profile {
    case .avc(let profile, let chroma): [110, 122, 244].contains(profile) || chroma == 3
    case .hevc(let profile): profile == 4 || track.codec == "hev1" || track.codec == "dvhe"
    case nil: false
    }
  }

  private static func players(_ document: Document) -> [String] {
    let catalogue = PlayerRules.catalogueOfPictures(rules)
    let judgement = PlayerJudgement(document, name: nil, by: catalogue)
    let refused = judgement.refusals(for: judgement.listed)
    // What is so, without why it matters: --plays and --explain have that.
    return refused.map { "\($0.rule.says.prefix { $0 != "," }): not in \($0.players.joined(by: ", ")) [\($0.rule.id)]" }
  }

  // MARK: Protection

  private static func protection(_ document: Document) -> [String] {
    let facts = MediaFile.facts(of: document)
    var schemes: [String] = []
    for track in facts.tracks {
      guard let encryption = track.encryption.value else { continue }
      let scheme = encryption.scheme.map { "'\($0.key)'" } ?? "a scheme that is not named"
      if !schemes.contains(scheme) { schemes.append(scheme) }
    }
    guard !schemes.isEmpty else { return [] }
    // What is protected of each track its own line says.
    let played = document.synopsis.tracks.filter { $0.handler == "vide" || $0.handler == "soun" }
    let isWhole = played.allSatisfy { $0.protectedShare == .all }
    var text = (isWhole ? "encrypted by " : "encrypted in part by ") + schemes.prefix(4).joined(separator: ", ")
    if let systems = facts.systems.value, !systems.isEmpty {
      text += ", keys from " + systems.prefix(4).map { $0.name?.description ?? $0.id.text }.joined(by: ", ")
      if systems.count > 4 { text += " and \(systems.count - 4) more" }
    }
    return [text]
  }

  // MARK: Start

  /// How early and how late sound may be before somebody notices, in microseconds (EBU R 37).
  private static let (early, late): (Int64, Int64) = (40_000, 60_000)

  /// How far sound and pictures begin apart; of fragments that is not looked at.
  private static func start(_ document: Document) -> [String] {
    let synopsis = document.synopsis
    guard synopsis.fragments == 0, synopsis.tracks.contains(where: { $0.handler == "vide" }),
      synopsis.tracks.contains(where: { $0.handler == "soun" }),
      let late = MediaFile.playback(of: document).audioLateness, late < -Self.early || late > Self.late
    else { return [] }
    return [
      "audio starts \(Playback.length(Int64(clamping: late.magnitude))) \(late > 0 ? "after" : "before") video"
    ]
  }

  // MARK: Pictures

  /// The width from which on players do not agree about colours that nothing says: smaller ones are those of television
  /// before.
  private static let wide: UInt64 = 1_280

  /// That neither the boxes nor the parameter sets of a track say its colours; where these were not read nothing is said.
  private static func colours(_ document: Document) -> [String] {
    guard let id = MediaFile.tracksWithoutColours(of: document, limit: limit).first else { return [] }
    return ["track \(id): nothing says its colours, players guess them [colour-missing]"]
  }

  /// Fields, views of two eyes, and pictures all around.
  private static func shapes(_ document: Document) -> [String] {
    MediaFile.pictureShapes(of: document, limit: limit).flatMap { id, shape in
      shape.remarks(in: document.tree).map { "track \(id): \($0)" }
    }
  }

  /// How pictures are turned, and at what size they are shown then.
  private static func turns(_ document: Document) -> [String] {
    MediaFile.shownPictures(of: document).prefix(limit).compactMap { id, picture in
      var why = picture.turn == .upright ? [] : [picture.turn.words]
      if let change = picture.change { why.append(change) }
      if why.isEmpty { return picture.claims.isEmpty ? nil : "track \(id): " + picture.claims.joined(by: ", ") }
      return "track \(id) is shown \(picture.width)×\(picture.height): " + (why + picture.claims).joined(by: ", ")
    }
  }
}

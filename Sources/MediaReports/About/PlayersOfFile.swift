import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// Where a file plays, as `--plays` says it: a line of `--about`, players of one answer together.
struct PlayersOfFile {
  private let verdicts: [PlayerVerdict]
  /// Whether there are more tracks than a line is worth the time of; `--plays` judges any number.
  private let hasManyTracks: Bool

  /// The tracks that are judged for the line.
  private static let trackLimit = 256

  /// - Parameters:
  ///   - movie: The samples of the document; `nil` when it has none.
  ///   - tracks: How its tracks are coded.
  /// - Complexity: O(*n*) in the rules that the file may break, and what they look at.
  init(_ document: Document, name: [UInt8]?, movie: MovieSamples?, tracks: [Facts.Track]) {
    hasManyTracks = document.synopsis.tracks.count > Self.trackLimit
    guard document.problems.areChecked, !hasManyTracks else {
      verdicts = []
      return
    }
    let shelf = PlayerRuleShelf.ofProject
    let judgement = PlayerJudgement(
      document, name: name, by: shelf.players, behind: shelf, movie: movie, codings: tracks)
    verdicts = judgement.verdicts(for: judgement.listed)
  }

  /// A line for people, and a list for programs; none where no rule has run.
  var facts: [About.Fact] {
    if hasManyTracks {
      let why = "more than \(Self.trackLimit) tracks; --plays says it"
      return [
        About.Fact("plays", "Plays in", "not judged: " + why, .null), About.Fact("playsWhy", "", "", .text(why)),
      ]
    }
    guard !verdicts.isEmpty else { return [] }
    return [
      About.Fact("plays", "Plays in", text),
      About.Fact(
        "plays", "", "",
        .list(
          verdicts.map { verdict in
            .record([
              ("player", .text(verdict.player.id)), ("answer", .text(verdict.answer.rawValue.text.description)),
              ("rules", .list(Self.deciding(verdict).map { .text($0) })),
            ])
          })),
    ]
  }

  /// `no player that was asked plays it [chunk-offset-shifted]`, with the first rule that says so for each of them;
  /// `nil` where one may.
  var refusal: String? {
    guard let first = verdicts.first, verdicts.allSatisfy({ $0.answer == .no }) else { return nil }
    let common = Self.deciding(first).first { id in verdicts.allSatisfy { Self.deciding($0).contains(id) } }
    return "no player that was asked plays it" + (common.map { " [\($0)]" } ?? "")
  }

  /// `Safari, QuickTime: no [hev1] · Chrome: yes (rules of 2026-11)`.
  private var text: String {
    struct Group {
      let answer: String
      var players: [String]
    }
    var groups: [Group] = []
    for verdict in verdicts {
      let answer = Self.words(verdict)
      if let place = groups.firstIndex(where: { $0.answer == answer }) {
        groups[place].players.append(verdict.player.name)
      } else {
        groups.append(Group(answer: answer, players: [verdict.player.name]))
      }
    }
    let all = groups.count == 1 && verdicts.count > 2
    return groups.map { group in
      (all ? "all \(verdicts.count) that were asked" : group.players.joined(by: ", ")) + ": " + group.answer
    }.joined(by: " · ") + " (rules of \(PlayerRules.month); --plays says why)"
  }

  private static func words(_ verdict: PlayerVerdict) -> String {
    let answer =
      switch verdict.answer {
      case .plays: "yes"
      case .unknown: "not known"
      case .loss, .depends, .no: verdict.answer.words
      }
    let rules = deciding(verdict)
    return rules.isEmpty ? answer : answer + " [\(rules.joined(by: ", "))]"
  }

  /// The rules that decide an answer, three at most: notes decide none.
  private static func deciding(_ verdict: PlayerVerdict) -> [String] {
    guard verdict.answer != .plays else { return [] }
    let effects = verdict.findings.filter { $0.effect != .note }
    guard let first = effects.first?.effect else { return [] }
    var ids: [String] = []
    for finding in effects where finding.effect == first && !ids.contains(finding.rule.id) && ids.count < 3 {
      ids.append(finding.rule.id)
    }
    return ids
  }
}

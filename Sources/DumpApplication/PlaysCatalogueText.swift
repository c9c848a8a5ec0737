import ByteReading
import MediaInspection
import StructureRendering

/// What a text about no file may take of a line.
struct TextRoom {
  /// Columns of a line.
  let width: Int
  /// Whether signs are written in ASCII, where some are wider.
  let isASCII: Bool
}

/// What there is to know of players and their rules, without a file.
enum PlaysCatalogueText {
  /// The players, and the rules with what they do to whom.
  static func list(_ names: [String], in room: TextRoom) -> String {
    let catalogue = PlayerRules.catalogue()
    var text = "Players and specifications:\n\n"
    for player in catalogue.players {
      text += "  " + padded(player.id, 14) + player.name + "\n"
    }
    for group in catalogue.groups {
      text += lines("  " + padded(group.name, 14), group.players.joined(separator: ", "), margin: 16, in: room)
    }
    text += "\n" + lines("", "Rules (of \(PlayerRules.month)), and what follows for whom:", margin: 0, in: room) + "\n"
    for rule in catalogue.rules {
      text += rule.id + "\n"
      for effect in rule.effects {
        text += lines(
          "  " + padded(effect.effect.rawValue, 9), effect.players.joined(separator: ", "), margin: 11, in: room)
      }
      text += lines("  ", rule.says, margin: 2, in: room)
    }
    return text
  }

  /// All there is to know of a rule.
  static func put(_ rule: PlayerRule, in room: TextRoom, to output: inout ByteWriter) {
    let catalogue = PlayerRules.catalogue()
    output.put(rule.id)
    output.put("  --plays\n\n")
    func put(_ title: String, _ text: String) {
      if !text.isEmpty { output.put(lines("  " + padded(title, 12), text, margin: 14, in: room)) }
    }
    put("Says", rule.says)
    for effect in rule.effects {
      let names = effect.players.compactMap { catalogue.player($0)?.name }
      put(word(for: effect.effect), names.joined(separator: ", "))
    }
    if rule.isOutside { put("Decided", "nowhere: no file says it") }
    put("Versions", rule.since)
    put("Seen", rule.seen)
    if rule.seen.isEmpty { put("Seen", "not tried here: it rests on its source") }
    put("Mend", rule.mend)
    put("Source", rule.source)
    for (number, link) in rule.links.enumerated() { put(number == 0 ? "Links" : "", link) }
    if !rule.aliases.isEmpty { put("Also", rule.aliases.joined(separator: ", ")) }
  }

  private static func word(for effect: PlayerEffect) -> String {
    switch effect {
    case .no: "No"
    case .lost: "Passed over"
    case .loss: "With loss"
    case .depends: "Depends"
    case .note: "Note"
    }
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// A title and a text behind it, folded with the text's own margin.
  static func lines(_ title: String, _ text: String, margin: Int, in room: TextRoom) -> String {
    var result = ""
    let text = room.isASCII ? text.inASCII : text
    for (number, line) in Folding.lines(of: text, width: max(20, room.width - margin)).enumerated() {
      let start = number == 0 ? title : ""
      result += start + String(repeating: " ", count: max(0, margin - start.count)) + line + "\n"
    }
    return result
  }
}

import ByteReading

/// The rules of this project, as text.
package enum PlayerRules {
  /// The month in which they were looked at last.
  package static let month: StaticString = "2026-11"

  /// The texts, in the order in which they are read.
  static let texts: [StaticString] = [
    players, container, tables, picture, sound, time, fragments, streaming, images, devices, tags,
  ]

  /// Those texts that have rules which files without atoms may break.
  static let ofAnyFile: [StaticString] = [container, sound, tags]

  /// All players and rules.
  ///
  /// - Precondition: The texts are right, which a test holds; the mistake is in our own source.
  package static func catalogue() -> PlayerCatalogue {
    catalogue(texts.map(\.description))
  }

  /// All players, and those rules about codings of pictures that are named, with the lines of sections; of the others no line is
  /// read.
  package static func catalogueOfPictures(_ ids: [StaticString]) -> PlayerCatalogue {
    var kept = ByteWriter()
    let bytes = picture.rawBytes
    let word = ("rule " as StaticString).rawBytes
    var isKept = false
    var start = 0
    while start < bytes.byteCount {
      let end = bytes.offset(of: UInt8(ascii: "\n"), from: start) ?? bytes.byteCount
      let line = bytes.extracting(start..<end)
      if line.hasPrefix(word) {
        let id = line.extracting(word.byteCount..<line.byteCount)
        isKept = ids.contains { id.byteCount == $0.utf8CodeUnitCount && id.hasPrefix($0.rawBytes) }
      } else if line.hasPrefix(("section" as StaticString).rawBytes) {
        isKept = true
      }
      if isKept, start < end {
        kept.put(bytes: line)
        kept.put("\n")
      }
      start = end + 1
    }
    return catalogue([players.description, kept.string])
  }

  static func catalogue(_ texts: [String]) -> PlayerCatalogue {
    var catalogue = PlayerCatalogue()
    for text in texts { catalogue.read(ofProject: text) }
    return catalogue
  }
}

extension PlayerRuleShelf {
  /// The rules of this project.
  package static let ofProject = PlayerRuleShelf(
    players: PlayerRules.catalogue([PlayerRules.players.description]), Array(PlayerRules.texts.dropFirst()),
    ofAnyFile: PlayerRules.ofAnyFile)
}

extension PlayerCatalogue {
  /// Adds rules of this project; without their conditions where somebody knows that they hold.
  ///
  /// - Precondition: The text is right, which a test holds; the mistake is in our own source.
  mutating func read(ofProject text: String, withoutConditions: Bool = false) {
    do throws(PlayerRuleError) {
      try read(text, withoutConditions: withoutConditions)
    } catch {
      preconditionFailure("line \(error.line), character \(error.column): \(error.message)")
    }
  }
}

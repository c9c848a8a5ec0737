/// The rules of this project, as text.
package enum PlayerRules {
  /// The month in which they were looked at last.
  package static let month: StaticString = "2026-11"

  /// The texts, in the order in which they are read.
  static let texts: [StaticString] = [
    players, container, tables, picture, sound, time, fragments, streaming, images, devices, tags,
  ]

  /// All players and rules.
  ///
  /// - Precondition: The texts are right, which a test holds; the mistake is in our own source.
  package static func catalogue() -> PlayerCatalogue {
    catalogue(texts.map(\.description))
  }

  /// All players, and those rules about codings of pictures that are named; of the others no line is read.
  package static func catalogueOfPictures(_ ids: Set<String>) -> PlayerCatalogue {
    var kept = ""
    var isKept = false
    for line in picture.description.utf8.split(separator: 0x0A) {
      if line.starts(with: "rule ".utf8) {
        isKept = ids.contains(String(Substring(line.dropFirst(5))))
      }
      if isKept { kept += Substring(line) + "\n" }
    }
    return catalogue([players.description, kept])
  }

  static func catalogue(_ texts: [String]) -> PlayerCatalogue {
    var catalogue = PlayerCatalogue()
    for text in texts { catalogue.read(ofProject: text) }
    return catalogue
  }
}

extension PlayerCatalogue {
  /// Adds rules of this project.
  ///
  /// - Precondition: The text is right, which a test holds; the mistake is in our own source.
  mutating func read(ofProject text: String) {
    do throws(PlayerRuleError) {
      try read(text)
    } catch {
      preconditionFailure("line \(error.line), character \(error.column): \(error.message)")
    }
  }
}

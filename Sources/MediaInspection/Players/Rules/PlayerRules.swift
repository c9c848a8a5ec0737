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
    var catalogue = PlayerCatalogue()
    for text in texts {
      do throws(PlayerRuleError) {
        try catalogue.read(text.description)
      } catch {
        preconditionFailure("line \(error.line), character \(error.column): \(error.message)")
      }
    }
    return catalogue
  }
}

/// Some rules of all there are, when only their problems are wanted.
///
/// That a file breaks none of them says nothing of the others, and little where it could not be read as
/// a whole: who says so says both.
public struct AskedRules: Sendable {
  /// The identifiers, in their order, each once.
  public let rules: [String]
  /// How many rules there are besides.
  public let others: Int
  /// Rules among the others that the file breaks in such a way that those that are asked may not have
  /// seen what they judge.
  public let hiding: [String]

  /// - Parameters:
  ///   - others: How many rules there are besides.
  ///   - hiding: The rules that the file breaks in such a way, asked or not.
  package init(_ rules: Set<String>, others: Int, hiding: [String] = []) {
    self.rules = rules.sorted()
    self.others = others
    self.hiding = hiding.filter { !rules.contains($0) }
  }

  /// Whether problems of this kind are wanted.
  ///
  /// - Complexity: O(*n*) in the rules that are asked.
  func contain(_ kind: Diagnostic.Kind) -> Bool { rules.contains(kind.id.description) }
}

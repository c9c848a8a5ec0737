/// The properties of XMP that are not known, each by its name, which says at least whose it is.
struct OtherProperties {
  /// The first ones.
  private(set) var names: [String] = []
  /// How many there are behind them.
  private(set) var others = 0
  private var known: Set<String> = []

  private static let limit = 32

  /// Takes a property; those that stand in several places of a list are one: `Container:Directory[2]/Item:Mime`.
  ///
  /// - Complexity: O(*n*) in the name.
  mutating func add(_ name: String) {
    var isInBrackets = false
    let name = name.filter { character in
      if character == "[" { isInBrackets = true }
      defer { if character == "]" { isInBrackets = false } }
      return !isInBrackets
    }
    guard known.insert(name).inserted else { return }
    if names.count < Self.limit { names.append(name) } else { others += 1 }
  }
}

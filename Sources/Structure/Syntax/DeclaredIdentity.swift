internal import ByteReading

/// What a table declares as an identity of its node: a key, and the field that holds it, of the node or of one below.
package struct DeclaredIdentity {
  /// The key by which paths name it: `id`.
  package let key: String
  /// The children to go through: `mdia`, `hdlr`.
  let steps: [FourCC]
  /// The field: `handler_type`.
  let field: String
  /// The same as names are compared.
  let folded: FoldedName

  /// A field of the node itself.
  init(field: String) { (key, steps, self.field, folded) = (field, [], field, FoldedName(field)) }

  /// One of a table: `id`, which is the field itself, or `handler=mdia/hdlr.handler_type`; `nil` where a step is no code.
  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard let key = parts.first, let place = parts.last else { return nil }
    self.key = String(key)
    guard let point = place.firstIndex(of: "."), parts.count == 2 else {
      (steps, field) = ([], String(place))
      folded = FoldedName(field)
      return
    }
    var steps: [FourCC] = []
    for step in place[..<point].split(separator: "/") {
      guard let code = FourCC(key: step) else { return nil }
      steps.append(code)
    }
    (self.steps, field) = (steps, String(place[place.index(after: point)...]))
    folded = FoldedName(field)
  }
}

extension Syntax {
  /// What ``identities`` say, in their order.
  package var declaredIdentities: [DeclaredIdentity] {
    if identities.utf8CodeUnitCount == 0 { return [] }
    return identities.description.split(separator: " ").compactMap { DeclaredIdentity($0) }
  }
}

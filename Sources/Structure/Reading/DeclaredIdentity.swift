internal import ByteReading

/// What a table declares as an identity of its node: a key, and the field that holds it, of the node or of one below.
struct DeclaredIdentity {
  /// The key by which paths name it: `id`.
  let key: String
  /// The children to go through: `mdia`, `hdlr`.
  let steps: [FourCC]
  /// The field: `handler_type`.
  let field: String

  /// A field of the node itself.
  init(field: String) { (key, steps, self.field) = (field, [], field) }

  /// One of a table: `id`, which is the field itself, or `handler=mdia/hdlr.handler_type`; `nil` where a step is no code.
  private init?(_ text: Substring) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard let key = parts.first, let place = parts.last else { return nil }
    self.key = String(key)
    guard let point = place.firstIndex(of: "."), parts.count == 2 else {
      (steps, field) = ([], String(place))
      return
    }
    var steps: [FourCC] = []
    for step in place[..<point].split(separator: "/") {
      guard let code = FourCC(key: step) else { return nil }
      steps.append(code)
    }
    (self.steps, field) = (steps, String(place[place.index(after: point)...]))
  }

  /// Those of a table, the handler first, by which people know a track.
  static func all(of program: Program) -> [DeclaredIdentity] {
    if program.syntax.identities.utf8CodeUnitCount == 0 { return [] }
    let all = program.syntax.identities.description.split(separator: " ").compactMap { DeclaredIdentity($0) }
    return all.filter { $0.key == "handler" } + all.filter { $0.key != "handler" }
  }
}

extension Document {
  /// The value of an identity of the node at `index`; `nil` where a child or the field is not there.
  func value(of identity: DeclaredIdentity, at index: NodeIndex, _ reader: NodeReader) -> String? {
    var place = index
    for code in identity.steps {
      guard let child = tree.child(code, of: place) else { return nil }
      place = child
    }
    reader.open(place)
    return reader.text(ofFieldNamed: identity.field)
  }
}

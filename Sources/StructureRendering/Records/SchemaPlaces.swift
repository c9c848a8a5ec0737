/// What may be asked of a record of a published format, by its schema.
extension PublishedSchema {
  /// A step into a record: to a member, or to an element of a list.
  package enum Step: Sendable, Equatable {
    case key(String)
    case element
  }

  /// What may stand at a place of a record.
  package struct Place: Sendable {
    /// The keys of its members, in the order of the schema.
    package fileprivate(set) var keys: [String] = []
    /// Whether it may be a list.
    package fileprivate(set) var isList = false
  }

  /// What may stand at the end of `steps`; `nil` where no record has anything.
  package func place(at steps: [Step]) -> Place? {
    let definitions = namedShapes
    var shapes = Self.plain([rootShape], definitions)
    for step in steps {
      shapes = Self.plain(shapes.flatMap { $0.following(step) }, definitions)
      if shapes.isEmpty { return nil }
    }
    var place = Place()
    for shape in shapes {
      switch shape.form {
      case .array: place.isList = true
      case .object(let members, _, _):
        for member in members where !place.keys.contains(member.key.description) { place.keys.append(member.key.description) }
      default: break
      }
    }
    return place
  }

  /// Shapes without references and choices between several.
  private static func plain(
    _ shapes: [SchemaShape], _ definitions: [(name: StaticString, shape: SchemaShape)]
  ) -> [SchemaShape] {
    var (plain, left) = ([SchemaShape](), shapes)
    // A definition may lead to itself.
    var seen: Set<String> = []
    while let shape = left.popLast() {
      switch shape.form {
      case .reference(let name):
        guard seen.insert(name.description).inserted else { continue }
        left += definitions.filter { $0.name.description == name.description }.map(\.shape)
      case .anyOf(let others), .oneOf(let others): left += others
      default: plain.append(shape)
      }
    }
    return plain
  }
}

extension SchemaShape {
  /// What may stand behind one step.
  fileprivate func following(_ step: PublishedSchema.Step) -> [SchemaShape] {
    switch (form, step) {
    case (.array(let elements, _, _), .element): return [elements]
    case (.object(let members, let isOpen, _), .key(let key)):
      let named = members.filter { $0.key.description == key }.map(\.shape)
      return named.isEmpty && isOpen ? [SchemaShape(form: .object([], isOpen: true, oneOf: []))] : named
    default: return []
    }
  }
}

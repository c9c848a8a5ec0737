public import ByteReading

/// The JSON Schema (draft 2020-12) of a format that we write: printed from the keys that its writer
/// uses, so that the two cannot differ.
///
/// Keys may be added in minor versions; readers pass over those they do not know.
public struct PublishedSchema: Sendable {
  /// The name and version of the format.
  public let name: StaticString
  private let description: StaticString
  /// Its shapes, which are made where the schema is printed: whoever writes the format wants its name alone.
  private let root: @Sendable () -> SchemaShape
  private let definitions: @Sendable () -> [(name: StaticString, shape: SchemaShape)]
  /// The keys that the writer of the format has.
  package var keys: [StaticString] { keysOfWriter() }
  private let keysOfWriter: @Sendable () -> [StaticString]

  /// The schema of the format `name`, whose keys are the cases of `Key`.
  package init<Key: RecordKey>(
    _ name: StaticString, _ description: StaticString,
    root: @autoclosure @escaping @Sendable () -> RecordShape<Key>,
    definitions: @autoclosure @escaping @Sendable () -> [(name: StaticString, shape: RecordShape<Key>)]
  ) {
    self.name = name
    self.description = description
    self.root = { root().shape }
    self.definitions = { definitions().map { ($0.name, $0.shape.shape) } }
    keysOfWriter = { Key.allCases.map(\.rawValue.text) }
  }

  /// Writes the schema, with a line feed at the end.
  ///
  /// - Parameter output: Where the schema is written to.
  public func put(to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var records = RecordWriter(JSONEncoding(isPretty: true), SchemaKey.self, taken)
    records.openObject(.lines)
    records.key(.schema, .line(2))
    records.put(word: "https://json-schema.org/draft/2020-12/schema")
    records.key(.title, .line(2))
    records.put(word: name)
    root().putMembers(description: description, indent: 0, isBroken: true, to: &records)
    let definitions = definitions()
    if !definitions.isEmpty {
      records.key(.definitions, .line(2))
      records.openObject(.lines)
      for (name, shape) in definitions {
        records.key(named: name, .line(4))
        shape.put(description: "", indent: 4, to: &records)
      }
      records.closeObject(.line(2))
    }
    records.closeObject(.line(0))
    records.endRecord()
    output = records.finish()
  }

  /// The keys that stand in the schema, and those of other definitions that are referred to.
  package var described: (keys: [StaticString], references: [StaticString]) {
    var (keys, references): ([StaticString], [StaticString]) = ([], [])
    for shape in [root()] + definitions().map(\.shape) { shape.collect(&keys, &references) }
    return (keys, references)
  }

  /// The shape of a record, and those that it refers to by their names.
  var rootShape: SchemaShape { root() }
  var namedShapes: [(name: StaticString, shape: SchemaShape)] { definitions() }

  /// The names of the definitions.
  package var definitionNames: [StaticString] { definitions().map(\.name) }
}

/// The words of JSON Schema.
private enum SchemaKey: FixedText, RecordKey {
  case schema = "$schema"
  case definitions = "$defs"
  case reference = "$ref"
  case title, description, type, properties, required, additionalProperties, items, minItems,
    maxItems, minimum, maximum, const, `enum`, pattern, anyOf, oneOf
}

/// What stands under a key, with the keys of one format.
package struct RecordShape<Key: RecordKey>: Sendable {
  let shape: SchemaShape

  private init(_ form: SchemaShape.Form) { shape = SchemaShape(form: form) }

  private init(_ shape: SchemaShape) { self.shape = shape }

  /// The same with a sentence about it.
  package func described(_ description: StaticString) -> RecordShape {
    var shape = shape
    shape.description = description
    return RecordShape(shape)
  }

  /// Text.
  package static var text: RecordShape { RecordShape(.types(["string"], nil, nil)) }
  package static var boolean: RecordShape { RecordShape(.types(["boolean"], nil, nil)) }
  package static var null: RecordShape { RecordShape(.types(["null"], nil, nil)) }
  package static var number: RecordShape { RecordShape(.types(["number"], nil, nil)) }
  package static var integer: RecordShape { RecordShape(.types(["integer"], nil, nil)) }
  /// A number that is at least `least`.
  package static func number(least: Int) -> RecordShape {
    RecordShape(.types(["number"], least, nil))
  }
  package static func integer(least: Int, most: Int? = nil) -> RecordShape {
    RecordShape(.types(["integer"], least, most))
  }
  /// Values of one of these types.
  package static func types(_ types: [SchemaType]) -> RecordShape {
    RecordShape(.types(types.map(\.name), nil, nil))
  }
  /// Always true: the key is absent otherwise.
  package static var flag: RecordShape { RecordShape(.isTrue) }
  package static func constant(_ word: StaticString) -> RecordShape { RecordShape(.constant(word)) }
  package static func words(_ words: [StaticString]) -> RecordShape { RecordShape(.words(words)) }
  /// Text that matches a regular expression.
  package static func pattern(_ expression: StaticString) -> RecordShape {
    RecordShape(.pattern(expression))
  }
  /// What the definition of this name says.
  package static func definition(_ name: StaticString) -> RecordShape {
    RecordShape(.reference(name))
  }
  package static func anyOf(_ shapes: [RecordShape]) -> RecordShape {
    RecordShape(.anyOf(shapes.map(\.shape)))
  }
  package static func oneOf(_ shapes: [RecordShape]) -> RecordShape {
    RecordShape(.oneOf(shapes.map(\.shape)))
  }
  package static func array(
    _ elements: RecordShape, least: Int? = nil, most: Int? = nil
  ) -> RecordShape {
    RecordShape(.array(elements.shape, least, most))
  }
  /// An object with these members; an open one may have others.
  ///
  /// - Parameter oneOf: Keys of which exactly one is there.
  package static func object(
    _ members: [RecordMember<Key>], isOpen: Bool = false, oneOf: [Key] = []
  ) -> RecordShape {
    RecordShape(.object(members.map(\.member), isOpen: isOpen, oneOf: oneOf.map(\.rawValue.text)))
  }
}

/// A member of an object of a format.
package struct RecordMember<Key: RecordKey>: Sendable {
  let member: SchemaShape.Member

  private init(
    _ key: Key, _ shape: RecordShape<Key>, _ description: StaticString, isRequired: Bool
  ) {
    member = SchemaShape.Member(
      key: key.rawValue.text, shape: shape.shape, description: description, isRequired: isRequired)
  }

  /// A member that is always there.
  package static func required(
    _ key: Key, _ shape: RecordShape<Key>, _ description: StaticString = ""
  ) -> RecordMember {
    RecordMember(key, shape, description, isRequired: true)
  }

  /// A member that may be absent.
  package static func optional(
    _ key: Key, _ shape: RecordShape<Key>, _ description: StaticString = ""
  ) -> RecordMember {
    RecordMember(key, shape, description, isRequired: false)
  }
}

/// The types of JSON.
package enum SchemaType: Sendable {
  case text, number, integer, flag, null

  fileprivate var name: StaticString {
    switch self {
    case .text: "string"
    case .number: "number"
    case .integer: "integer"
    case .flag: "boolean"
    case .null: "null"
    }
  }
}

/// What stands under a key.
struct SchemaShape: Sendable {
  var description: StaticString = ""
  let form: Form

  indirect enum Form: Sendable {
    case types([StaticString], Int?, Int?)
    case isTrue
    case constant(StaticString)
    case words([StaticString])
    case pattern(StaticString)
    case reference(StaticString)
    case anyOf([SchemaShape])
    case oneOf([SchemaShape])
    case array(SchemaShape, Int?, Int?)
    case object([Member], isOpen: Bool, oneOf: [StaticString])
  }

  struct Member: Sendable {
    let key: StaticString
    let shape: SchemaShape
    let description: StaticString
    let isRequired: Bool
  }

  init(form: Form) { self.form = form }

  func collect(_ keys: inout [StaticString], _ references: inout [StaticString]) {
    switch form {
    case .types, .isTrue, .constant, .words, .pattern: break
    case .reference(let name): references.append(name)
    case .anyOf(let shapes), .oneOf(let shapes):
      for shape in shapes { shape.collect(&keys, &references) }
    case .array(let elements, _, _): elements.collect(&keys, &references)
    case .object(let members, _, _):
      for member in members {
        keys.append(member.key)
        member.shape.collect(&keys, &references)
      }
    }
  }

  /// Whether it has members of its own, which stand on lines of their own.
  private var isBroken: Bool {
    switch form {
    case .types, .isTrue, .constant, .words, .pattern, .reference: false
    case .anyOf(let shapes), .oneOf(let shapes): shapes.contains { $0.isBroken } || shapes.count > 4
    case .array(let elements, _, _): elements.isBroken
    case .object: true
    }
  }

  fileprivate func put(
    description: StaticString, indent: Int,
    to records: inout RecordWriter<JSONEncoding, SchemaKey>
  ) {
    let isBroken = isBroken
    records.openObject(isBroken ? .lines : .inline)
    putMembers(description: description, indent: indent, isBroken: isBroken, to: &records)
    records.closeObject(isBroken ? .line(indent) : .inline)
  }

  /// The members of its schema, each on a line of its own when it is broken.
  fileprivate func putMembers(
    description: StaticString, indent: Int, isBroken: Bool,
    to records: inout RecordWriter<JSONEncoding, SchemaKey>
  ) {
    let place = isBroken ? RecordPlace.line(indent + 2) : .inline
    let words = description.isEmpty ? self.description : description
    if !words.isEmpty {
      records.key(.description, place)
      records.put(text: words.description)
    }
    switch form {
    case .types(let types, let least, let most):
      records.key(.type, place)
      if types.count == 1 { records.put(word: types[0]) } else { put(types, to: &records) }
      if let least { records.member(.minimum, least) }
      if let most { records.member(.maximum, most) }
    case .isTrue: records.member(.const, true)
    case .constant(let word): records.member(.const, word: word)
    case .words(let words):
      records.key(.enum, place)
      put(words, to: &records)
    case .pattern(let expression):
      records.key(.type, place)
      records.put(word: "string")
      records.member(.pattern, text: expression.description)
    case .reference(let name):
      records.key(.reference, place)
      records.put(text: "#/$defs/\(name)")
    case .anyOf(let shapes): put(shapes, under: .anyOf, indent, isBroken: isBroken, to: &records)
    case .oneOf(let shapes): put(shapes, under: .oneOf, indent, isBroken: isBroken, to: &records)
    case .array(let elements, let least, let most):
      records.key(.type, place)
      records.put(word: "array")
      records.key(.items, place)
      elements.put(description: "", indent: indent + 2, to: &records)
      if let least {
        records.key(.minItems, place)
        records.put(count: least)
      }
      if let most {
        records.key(.maxItems, place)
        records.put(count: most)
      }
    case .object(let members, let isOpen, let choices):
      put(members, isOpen: isOpen, oneOf: choices, indent, to: &records)
    }
  }

  private func put(
    _ members: [Member], isOpen: Bool, oneOf choices: [StaticString], _ indent: Int,
    to records: inout RecordWriter<JSONEncoding, SchemaKey>
  ) {
    records.key(.type, .line(indent + 2))
    records.put(word: "object")
    records.key(.properties, .line(indent + 2))
    records.openObject(.lines)
    for member in members {
      records.key(named: member.key, .line(indent + 4))
      member.shape.put(description: member.description, indent: indent + 4, to: &records)
    }
    records.closeObject(.line(indent + 2))
    let required = members.filter(\.isRequired).map(\.key)
    if !required.isEmpty {
      records.key(.required, .line(indent + 2))
      put(required, to: &records)
    }
    if !choices.isEmpty {
      records.key(.oneOf, .line(indent + 2))
      records.openArray(.lines)
      for choice in choices {
        records.element(.line(indent + 4))
        records.openObject()
        records.key(.required)
        put([choice], to: &records)
        records.closeObject()
      }
      records.closeArray(.line(indent + 2))
    }
    if !isOpen {
      records.key(.additionalProperties, .line(indent + 2))
      records.put(false)
    }
  }

  private func put(
    _ shapes: [SchemaShape], under key: SchemaKey, _ indent: Int, isBroken: Bool,
    to records: inout RecordWriter<JSONEncoding, SchemaKey>
  ) {
    records.key(key, isBroken ? .line(indent + 2) : .inline)
    records.openArray(isBroken ? .lines : .inline)
    for shape in shapes {
      records.element(isBroken ? .line(indent + 4) : .inline)
      shape.put(description: "", indent: indent + 4, to: &records)
    }
    records.closeArray(isBroken ? .line(indent + 2) : .inline)
  }

  private func put(
    _ words: [StaticString], to records: inout RecordWriter<JSONEncoding, SchemaKey>
  ) {
    records.openArray()
    for word in words {
      records.element()
      records.put(word: word)
    }
    records.closeArray()
  }
}

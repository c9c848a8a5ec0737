/// Shapes that several formats have.
extension RecordShape {
  /// A number from 0 on: beyond 2^53−1, which not every reader of JSON keeps, as text.
  package static var natural: RecordShape { .anyOf([.integer(least: 0), .pattern("^[0-9]+$")]) }

  /// The same with a sentence for who reads the schema.
  package static var describedNatural: RecordShape {
    natural.described("Beyond 2^53-1 a string of decimal digits.")
  }
}

extension RecordShape where Key: DocumentKey {
  /// The program that wrote a document.
  package static var tool: RecordShape {
    .object([.required(.name, .text), .required(.version, .text)])
  }
}

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

extension RecordMember where Key: FileKey {
  /// The name of a file, as ``RecordWriter`` puts it.
  package static var filePath: RecordMember {
    .required(.path, .text, "As it was given; what is not UTF-8 is U+FFFD.")
  }
}

extension RecordMember where Key: NameBytesKey {
  /// The bytes of that name.
  package static var filePathHex: RecordMember { filePathHex("Its bytes, when it is not UTF-8.") }

  /// The same in other words.
  package static func filePathHex(_ description: StaticString) -> RecordMember {
    .optional(.pathHex, bytesOfName, description)
  }

  /// The bytes of the names of several files.
  package static var filesPathHex: RecordMember {
    .optional(.pathHex, .array(bytesOfName), "Their bytes, when one of them is not UTF-8.")
  }

  private static var bytesOfName: RecordShape<Key> { .pattern("^([0-9a-f][0-9a-f])*$") }
}

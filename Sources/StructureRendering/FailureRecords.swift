package import ByteReading

/// Writes for machines that a file was not read, in the place of what would be said of it.
package struct FailureRecords: RecordReport {
  package typealias Key = FailureKey

  private let message: String
  private let name: [UInt8]
  private let options: RenderOptions

  /// - Parameters:
  ///   - message: Why it was not read, for people.
  ///   - name: The file, as it was given.
  package init(_ message: String, of name: [UInt8], options: RenderOptions) {
    self.message = message
    self.name = name
    self.options = options
  }

  package func write<Encoding: RecordEncoding>(
    to records: inout RecordWriter<Encoding, FailureKey>
  ) {
    records.openDocument(PublishedSchema.failure.name, options)
    records.member(file: name, .line(2))
    records.key(.error, .line(2))
    records.put(text: message)
    records.closeDocument()
  }
}

/// The keys of the format `atomtools.failure/1`.
package enum FailureKey: FixedText, DocumentKey, FileKey {
  case schema, tool, path, pathHex, error, name, version
}

private enum FailureShapes {
  static var root: RecordShape<FailureKey> {
    .object([
      .required(.schema, .constant("atomtools.failure/1")),
      .required(.tool, .tool),
      .filePath,
      .filePathHex,
      .required(.error, .text, "For people; its words may change."),
    ])
  }
}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of the line that `--jsonl` writes for a file that was not read.
  public static let failure = PublishedSchema(
    "atomtools.failure/1", "Why a file was not read.", root: FailureShapes.root, definitions: [])
}

package import ByteReading
package import Structure

/// Writes for machines which expectations do not hold.
package struct ExpectationRecords: RecordReport {
  package typealias Key = ExpectationKey

  /// An expectation that does not hold.
  package struct Failed {
    /// The name of the file that it stands in, escaped.
    package let file: String
    package let expectation: Expectation
    package let failure: Expectation.Failure

    package init(file: String, expectation: Expectation, failure: Expectation.Failure) {
      self.file = file
      self.expectation = expectation
      self.failure = failure
    }
  }

  private let document: Document
  private let failed: [Failed]
  private let count: Int
  private let unseen: [String]
  private let name: [UInt8]
  private let options: RenderOptions

  /// Those of `count` expectations that do not hold of the file called `name`.
  ///
  /// - Parameter unseen: Rules that name what was not read, where others hold of values: they hold of what was read.
  package init(
    _ failed: [Failed], of count: Int, unseen: [String], in document: Document, name: [UInt8],
    options: RenderOptions
  ) {
    self.document = document
    self.failed = failed
    self.count = count
    self.unseen = unseen
    self.name = name
    self.options = options
  }

  package func write<Encoding: RecordEncoding>(
    to records: inout RecordWriter<Encoding, ExpectationKey>
  ) {
    records.openDocument(PublishedSchema.expectations.name, options)
    records.member(file: name, .line(2))
    records.key(.expectations, .line(2))
    records.put(UInt64(clamping: count))
    records.key(.failures, .line(2))
    records.openArray(.lines)
    for failed in failed {
      records.element(.line(4))
      records.openObject()
      records.member(.file, text: failed.file)
      records.member(.line, failed.expectation.line)
      records.member(.expectation, text: failed.expectation.text)
      records.member(.message, text: failed.failure.message)
      if let node = failed.failure.node {
        records.member(.path, text: document.path(of: node))
        records.member(.offset, failed.failure.extent.byteOffset)
        let source = document.tree[node].source
        if source != 0 { records.member(.source, Int(source)) }
      }
      if failed.failure.others > 0 { records.member(.others, failed.failure.others) }
      records.closeObject()
    }
    records.closeArray(.line(2))
    if !unseen.isEmpty {
      records.key(.unseen, .line(2))
      records.put(texts: unseen)
    }
    records.closeDocument()
  }
}

/// The keys of the format `atomtools.expectations/1`.
package enum ExpectationKey: FixedText, DocumentKey, FileKey {
  case schema, tool, path, pathHex, expectations, failures, name, version, file, line, expectation, message,
    offset, source, others, unseen
}

private enum ExpectationShapes {
  static var root: RecordShape<ExpectationKey> {
    .object([
      .required(.schema, .constant("atomtools.expectations/1")),
      .required(.tool, .tool),
      .filePath,
      .filePathHex,
      .required(.expectations, .definition("natural"), "All that were compared with the file."),
      .required(
        .failures,
        .array(
          .object([
            .required(.file, .text, "The file that the expectation stands in."),
            .required(.line, .definition("natural")),
            .required(.expectation, .text, "The line as it was written."),
            .required(.message, .text, "For people; its words may change."),
            .optional(.path, .text, "The first node that is not as expected."),
            .optional(
              .offset, .definition("natural"), "Where in the file, or in the source that is told."),
            .optional(.source, .definition("natural")),
            .optional(.others, .definition("natural"), "How many more values are not as expected."),
          ]))),
      .optional(
        .unseen, .array(.text),
        "Rules that name what was not read of the file, where expectations hold of values: they hold of what was read."),
    ])
  }
}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of what `--expect` writes with `--json` and `--jsonl`.
  public static let expectations = PublishedSchema(
    "atomtools.expectations/1",
    "Which expectations do not hold of a file.",
    root: ExpectationShapes.root,
    definitions: [
      ("natural", .describedNatural)
    ])
}

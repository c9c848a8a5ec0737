public import ByteReading
public import Structure

/// Writes for machines which expectations do not hold.
public struct ExpectationRecords {
  /// An expectation that does not hold.
  public struct Failed {
    /// The name of the file that it stands in, escaped.
    public let file: String
    public let expectation: Expectation
    public let failure: Expectation.Failure

    public init(file: String, expectation: Expectation, failure: Expectation.Failure) {
      self.file = file
      self.expectation = expectation
      self.failure = failure
    }
  }

  private let document: Document
  private let options: RenderOptions

  public init(_ document: Document, options: RenderOptions) {
    self.document = document
    self.options = options
  }

  /// Writes one document: those of `count` expectations that do not hold of the file called `name`.
  public func write(
    _ failed: [Failed], of count: Int, name: [UInt8], to output: inout ByteWriter
  ) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var text = JSONText(taken, isPretty: options.isPretty)
    text.openDocument(.expectations, options)
    text.begin("path")
    text.put(text: name.rawBytes)
    text.begin("expectations")
    text.put(UInt64(clamping: count))
    text.begin("failures")
    text.open(0x5B)
    for failed in failed {
      text.line(4)
      text.openObject()
      text.member("file", text: failed.file)
      text.member("line", failed.expectation.line)
      text.member("expectation", text: failed.expectation.text)
      text.member("message", text: failed.failure.message)
      let node = failed.failure.node
      if node >= 0 {
        text.member("path", text: document.path(of: node))
        text.member("offset", failed.failure.extent.byteOffset)
        let source = document.tree[node].source
        if source != 0 { text.member("source", Int(source)) }
      }
      if failed.failure.others > 0 { text.member("others", failed.failure.others) }
      text.closeObject()
    }
    text.close(0x5D, 2)
    text.close(0x7D, 0)
    text.breakRecord()
    output = text.finish()
  }

}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of what `--expect` writes with `--json` and `--jsonl`.
  public static let expectations = PublishedSchema(
    "atomtools.expectations/1",
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "atomtools.expectations/1",
      "description": "Which expectations do not hold of a file.",
      "type": "object",
      "properties": {
        "schema": { "const": "atomtools.expectations/1" },
        "tool": { "type": "object", "properties": { "name": { "type": "string" }, "version": { "type": "string" } }, "required": ["name", "version"], "additionalProperties": false },
        "path": { "description": "As it was given; what is not UTF-8 is U+FFFD.", "type": "string" },
        "expectations": { "description": "All that were compared with the file.", "$ref": "#/$defs/natural" },
        "failures": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "file": { "description": "The file that the expectation stands in.", "type": "string" },
              "line": { "$ref": "#/$defs/natural" },
              "expectation": { "description": "The line as it was written.", "type": "string" },
              "message": { "description": "For people; its words may change.", "type": "string" },
              "path": { "description": "The first node that is not as expected.", "type": "string" },
              "offset": { "description": "Where in the file, or in the source that is told.", "$ref": "#/$defs/natural" },
              "source": { "$ref": "#/$defs/natural" },
              "others": { "description": "How many more values are not as expected.", "$ref": "#/$defs/natural" }
            },
            "required": ["file", "line", "expectation", "message"],
            "additionalProperties": false
          }
        }
      },
      "required": ["schema", "tool", "path", "expectations", "failures"],
      "additionalProperties": false,
      "$defs": {
        "natural": { "description": "Beyond 2^53-1 a string of decimal digits.", "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }] }
      }
    }
    """#)
}

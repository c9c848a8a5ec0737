public import ByteReading
public import MediaFacts
public import Structure

/// Writes what is said of a file as a whole, for people or as JSON.
public struct AboutRenderer {
  private let document: Document
  private let about: About
  private let options: RenderOptions

  public init(_ document: Document, _ about: About, options: RenderOptions) {
    self.document = document
    self.about = about
    self.options = options
  }

  // MARK: Text

  /// Writes lines for people; `name` is the name of the file, escaped.
  public func write(name: String, to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var page = Page(options, output: taken)
    page.put(name, .strong)
    page.end()
    page.end()
    for fact in about.facts where !fact.text.isEmpty { line(fact, &page) }
    if !about.tracks.isEmpty { page.end() }
    for track in about.tracks { line(track, &page) }
    if !about.findings.isEmpty { page.end() }
    var last: StaticString = ""
    for fact in about.findings {
      line(fact, &page, isRepeated: fact.title.isSame(as: last))
      last = fact.title
    }
    let verdict = document.problems.summary(hasNotes: true)
    line(About.Fact("verdict", "Verdict", verdict), &page)
    output = page.output
  }

  /// The column that texts begin in.
  private static let margin = 14

  private func line(_ fact: About.Fact, _ page: inout Page, isRepeated: Bool = false) {
    page.space(2)
    if !isRepeated { page.put(fact.title, .label) }
    page.pad(to: Self.margin)
    page.put { $0.put(fact.text) }
    paths(fact.nodes, &page)
    page.end()
  }

  private func paths(_ nodes: [Int], _ page: inout Page) {
    for node in nodes where document.tree.indices.contains(node) {
      page.space(2)
      page.put(document.path(of: node), .faint)
    }
  }

  private func line(_ track: About.Track, _ page: inout Page) {
    page.space(2)
    page.put(.label) {
      $0.put("Track ")
      $0.put(decimal: track.id)
    }
    page.pad(to: Self.margin)
    for (index, fact) in track.facts.enumerated() {
      if index > 0 { page.put(index == 1 ? " " : ", ") }
      page.put { $0.put(fact.text) }
    }
    page.end()
  }

  // MARK: JSON

  /// Writes one document; `name` is the name of the file as given.
  public func writeJSON(name: [UInt8], to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var text = JSONText(taken, isPretty: options.isPretty)
    text.openDocument(.about, options)
    text.begin("path")
    text.put(text: name.rawBytes)
    for fact in about.facts { put(fact, &text) }
    text.begin("tracks")
    text.open(0x5B)
    for track in about.tracks {
      text.line(4)
      text.openObject()
      text.member("id", track.id)
      text.member("path", text: document.path(of: track.node))
      for fact in track.facts {
        text.key(fact.key)
        put(fact.value ?? .text(fact.text), &text)
      }
      text.closeObject()
    }
    text.close(0x5D, 2)
    // What may be said more than once is a list.
    var isSaid: [StaticString] = []
    for fact in about.findings where !isSaid.contains(where: { $0.isSame(as: fact.key) }) {
      isSaid.append(fact.key)
      text.begin(fact.key)
      text.open(0x5B)
      for same in about.findings where same.key.isSame(as: fact.key) && same.value != nil {
        text.line(4)
        text.openObject()
        text.member("text", text: same.text)
        if let value = same.value, !value.isText(same.text) {
          text.key("value")
          put(value, &text)
        }
        if let node = same.nodes.first { text.member("path", text: document.path(of: node)) }
        text.closeObject()
      }
      text.close(0x5D, 2)
    }
    text.begin("problems")
    text.openObject()
    text.member("errors", document.problems.errors)
    text.member("warnings", document.problems.warnings)
    text.member("notes", document.problems.notes)
    text.closeObject()
    text.close(0x7D, 0)
    text.breakRecord()
    output = text.finish()
  }

  private func put(_ fact: About.Fact, _ text: inout JSONText) {
    guard let value = fact.value else { return }
    text.begin(fact.key)
    put(value, &text)
  }

  private func put(_ value: About.Value, _ text: inout JSONText) {
    switch value {
    case .number(let number): text.put(number)
    case .real(let number): text.output.put(number)
    case .flag(let flag): text.output.put(flag ? "true" : "false")
    case .text(let string):
      text.output.put("\"")
      text.output.put(text: string, style: .json)
      text.output.put("\"")
    case .list(let values):
      text.openArray()
      for value in values {
        text.separate()
        put(value, &text)
      }
      text.closeArray()
    case .record(let members):
      text.openObject()
      for member in members {
        text.key(member.key)
        put(member.value, &text)
      }
      text.closeObject()
    }
  }
}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of what `--about` writes with `--json` and `--jsonl`.
  public static let about = PublishedSchema(
    "atomtools.about/1",
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "atomtools.about/1",
      "description": "What atomdump --about --json writes of a file. Sizes are in bytes, durations in seconds, rates in bits or pictures a second.",
      "type": "object",
      "properties": {
        "schema": { "const": "atomtools.about/1" },
        "tool": { "type": "object", "properties": { "name": { "type": "string" }, "version": { "type": "string" } }, "required": ["name", "version"], "additionalProperties": false },
        "path": { "description": "As it was given; what is not UTF-8 is U+FFFD.", "type": "string" },
        "container": { "type": "string" },
        "size": { "$ref": "#/$defs/natural" },
        "duration": { "type": "number" },
        "durationSource": { "description": "Where the duration of sound comes from.", "enum": ["xing", "vbri", "counted", "tlen", "estimated"] },
        "durationClaims": { "description": "What the file claims besides, where somebody would notice.", "type": "array", "items": { "type": "object", "properties": { "source": { "type": "string" }, "seconds": { "type": "number" } }, "required": ["source", "seconds"], "additionalProperties": false } },
        "bitRate": { "$ref": "#/$defs/natural" },
        "audio": { "type": "string" },
        "fragments": { "$ref": "#/$defs/natural" },
        "fastStart": { "type": "boolean" },
        "mediaType": { "type": "string" },
        "writtenBy": { "type": "string" },
        "image": { "type": "string" },
        "tags": { "type": "array", "items": { "type": "string" } },
        "tracks": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": { "$ref": "#/$defs/natural" },
              "path": { "type": "string" },
              "kind": { "type": "string" },
              "codec": { "type": "string" },
              "codecs": { "type": "string" },
              "codedSize": { "type": "string" },
              "shownSize": { "description": "After rotation and the pixel aspect ratio; there when it is another.", "type": "string" },
              "sampleRate": { "type": "number" },
              "channels": { "$ref": "#/$defs/natural" },
              "samples": { "$ref": "#/$defs/natural" },
              "frameRate": { "type": "number" },
              "colour": { "type": "string" },
              "timecode": { "type": "string" },
              "language": { "type": "string" },
              "bitRate": { "$ref": "#/$defs/natural" },
              "protection": { "type": "string" },
              "disabled": { "type": "boolean" }
            },
            "required": ["id", "path", "kind"],
            "additionalProperties": false
          }
        },
        "chapters": { "$ref": "#/$defs/findings" },
        "timecode": { "$ref": "#/$defs/findings" },
        "location": { "$ref": "#/$defs/findings" },
        "personalData": { "$ref": "#/$defs/findings" },
        "notRead": { "description": "What may name a place or a person too, and was not read: formats inside atoms, media, free space.", "$ref": "#/$defs/findings" },
        "problems": {
          "type": "object",
          "properties": {
            "errors": { "$ref": "#/$defs/natural" },
            "warnings": { "$ref": "#/$defs/natural" },
            "notes": { "$ref": "#/$defs/natural" }
          },
          "required": ["errors", "warnings", "notes"],
          "additionalProperties": false
        }
      },
      "required": ["schema", "tool", "path", "container", "size", "tracks", "problems"],
      "additionalProperties": false,
      "$defs": {
        "natural": { "description": "Beyond 2^53-1 a string of decimal digits.", "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }] },
        "findings": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "text": { "type": "string" },
              "value": { "type": ["number", "string", "boolean"] },
              "path": { "type": "string" }
            },
            "required": ["text"],
            "additionalProperties": false
          }
        }
      }
    }
    """#)
}

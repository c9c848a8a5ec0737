import ByteReading
import StructureDiff
import StructureRendering

/// Writes outcomes as JSON: one document a pair, a line each.
struct DiffJSON {
  func write(_ outcome: DiffOutcome, to output: inout ByteWriter) {
    output.put("{\"schema\":\"")
    output.put(PublishedSchema.diff.name)
    output.put("\"")
    for (key, side) in [("a", outcome.before), ("b", outcome.after)] {
      output.put(",\"\(key)\":{\"name\":")
      text(side.name, &output)
      if let count = side.byteCount {
        output.put(",\"size\":")
        output.put(decimal: count)
      }
      if !side.format.isEmpty { member("format", side.format, &output) }
      problems(side.problems, &output)
      output.put("}")
    }
    member("verdict", outcome.verdict.rawValue, &output)
    output.put(",\"equal\":")
    output.put(outcome.code == 0 ? "true" : "false")
    member("profile", outcome.profile, &output)
    output.put(",\"snapshot\":")
    output.put(outcome.isSnapshot ? "true" : "false")
    output.put(",\"sameMedia\":")
    output.put(outcome.hasSameMedia.map { $0 ? "true" : "false" } ?? "null")
    texts("playback", outcome.playback, &output)
    output.put(",\"changes\":[")
    put(outcome.changes, &output)
    output.put("],\"consequences\":[")
    for (place, entry) in outcome.consequences.enumerated() {
      if place > 0 { output.put(",") }
      output.put("{\"kind\":")
      text(entry.kind, &output)
      output.put(",\"count\":")
      output.put(decimal: entry.count)
      output.put("}")
    }
    output.put("]")
    if outcome.listsFollowing {
      output.put(",\"following\":[")
      put(outcome.following, &output)
      output.put("]")
    }
    texts("notes", outcome.notes, &output)
    if !outcome.message.isEmpty { member("message", outcome.message, &output) }
    output.put("}\n")
  }

  private func text(_ text: String, _ output: inout ByteWriter) {
    output.put("\"")
    _ = output.put(text: text, style: .json)
    output.put("\"")
  }

  private func problems(_ all: [DiffOutcome.Problem], _ output: inout ByteWriter) {
    if all.isEmpty { return }
    output.put(",\"problems\":[")
    for (place, problem) in all.enumerated() {
      output.put(place > 0 ? ",{\"id\":" : "{\"id\":")
      text(problem.id, &output)
      member("severity", problem.severity, &output)
      member("path", problem.path, &output)
      if let offset = problem.offset {
        output.put(",\"offset\":")
        output.put(decimal: offset)
      }
      member("message", problem.text, &output)
      output.put("}")
    }
    output.put("]")
  }

  private func texts(_ name: StaticString, _ all: [String], _ output: inout ByteWriter) {
    if all.isEmpty { return }
    output.put(",\"")
    output.put(name)
    output.put("\":[")
    for (place, entry) in all.enumerated() {
      if place > 0 { output.put(",") }
      text(entry, &output)
    }
    output.put("]")
  }

  private func member(_ name: StaticString, _ value: String, _ output: inout ByteWriter) {
    output.put(",\"")
    output.put(name)
    output.put("\":")
    text(value, &output)
  }

  /// A number, in quotes when JavaScript could not hold it.
  private func number(_ value: UInt64, _ output: inout ByteWriter) {
    let isLong = value > 1 << 53 - 1
    if isLong { output.put("\"") }
    output.put(decimal: value)
    if isLong { output.put("\"") }
  }

  private func put(_ items: [DiffItem], _ output: inout ByteWriter) {
    for (place, item) in items.enumerated() {
      if place > 0 { output.put(",") }
      put(item, &output)
    }
  }

  private func put(_ item: DiffItem, _ output: inout ByteWriter) {
    output.put("{\"kind\":")
    text(item.kind.rawValue, &output)
    member("path", item.path, &output)
    if !item.field.isEmpty { member("field", item.field, &output) }
    if !item.old.isEmpty { member("old", item.old, &output) }
    if !item.new.isEmpty { member("new", item.new, &output) }
    if item.line > 0 {
      output.put(",\"line\":")
      output.put(decimal: item.line)
    }
    if let offset = item.offsets.before {
      output.put(",\"oldOffset\":")
      number(offset, &output)
    }
    if let offset = item.offsets.after {
      output.put(",\"newOffset\":")
      number(offset, &output)
    }
    if let numbers = item.numbers {
      output.put(",\"oldValue\":")
      number(numbers.before, &output)
      output.put(",\"newValue\":")
      number(numbers.after, &output)
    }
    if !item.note.isEmpty { member("note", item.note, &output) }
    if let bytes = item.bytes {
      member("oldHex", bytes.before, &output)
      member("newHex", bytes.after, &output)
    }
    if item.kind == .rows, item.reason == nil { putRows(item, &output) }
    if item.reason != nil, item.kind == .rows {
      output.put(",\"count\":")
      output.put(decimal: item.count)
    }
    if let shift = item.shift {
      output.put(",\"shift\":")
      output.put(decimal: shift)
    }
    if !item.others.isEmpty {
      output.put(",\"also\":[")
      for (place, other) in item.others.enumerated() {
        if place > 0 { output.put(",") }
        output.put("{\"path\":")
        text(other.path, &output)
        member("field", other.field, &output)
        output.put("}")
      }
      output.put("]")
    }
    if let reason = item.reason { member("because", reason, &output) }
    output.put("}")
  }

  private func putRows(_ item: DiffItem, _ output: inout ByteWriter) {
    let counts = item.counts
    output.put(
      ",\"rows\":{\"old\":\(counts.before),\"new\":\(counts.after),\"changed\":\(counts.changed),"
        + "\"added\":\(counts.added),\"removed\":\(counts.removed),\"first\":[")
    for (place, row) in item.rows.enumerated() {
      if place > 0 { output.put(",") }
      output.put("{")
      var isFirst = true
      for (name, number, value) in [
        ("old", row.before, row.old), ("new", row.after, row.new),
      ] {
        guard let number else { continue }
        if !isFirst { output.put(",") }
        isFirst = false
        output.put("\"\(name)Row\":\(number + 1),\"\(name)\":")
        text(value, &output)
      }
      if !row.column.isEmpty { member("column", row.column, &output) }
      if let bytes = row.bytes {
        if !bytes.before.isEmpty { member("oldHex", bytes.before, &output) }
        if !bytes.after.isEmpty { member("newHex", bytes.after, &output) }
      }
      output.put("}")
    }
    output.put("]}")
  }
}

extension PublishedSchema {
  /// What ``DiffJSON`` writes.
  static let diff = PublishedSchema(
    "atomtools.diff/1",
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "atomtools.diff/1",
      "description": "What atomdiff --json writes: a document a pair of files, one a line. Offsets are in bytes; rows and lines count from 1.",
      "type": "object",
      "properties": {
        "schema": { "const": "atomtools.diff/1" },
        "a": { "description": "The first side; of a snapshot its file.", "$ref": "#/$defs/side" },
        "b": { "$ref": "#/$defs/side" },
        "verdict": { "enum": ["equal", "differs", "new", "written", "added", "removed", "failed"] },
        "equal": { "description": "Whether nothing counts as a change under the profile.", "type": "boolean" },
        "profile": { "type": "string" },
        "snapshot": { "description": "Whether the first side is a snapshot of the second.", "type": "boolean" },
        "sameMedia": { "description": "null when there is no media or it was not compared.", "type": ["boolean", "null"] },
        "playback": { "description": "What the changes do to playback.", "type": "array", "items": { "type": "string" } },
        "changes": { "type": "array", "items": { "$ref": "#/$defs/change" } },
        "consequences": {
          "description": "How many things follow from the changes, by kind.",
          "type": "array",
          "items": {
            "type": "object",
            "properties": { "kind": { "type": "string" }, "count": { "type": "integer", "minimum": 1 } },
            "required": ["kind", "count"],
            "additionalProperties": false
          }
        },
        "following": { "description": "With --all and the profile exact: what follows.", "type": "array", "items": { "$ref": "#/$defs/change" } },
        "notes": { "type": "array", "items": { "type": "string" } },
        "message": { "description": "Why there is no comparison.", "type": "string" }
      },
      "required": ["schema", "a", "b", "verdict", "equal", "profile", "snapshot", "sameMedia", "changes", "consequences"],
      "additionalProperties": false,
      "$defs": {
        "side": {
          "type": "object",
          "properties": {
            "name": { "type": "string" },
            "size": { "$ref": "#/$defs/natural" },
            "format": { "type": "string" },
            "problems": {
              "description": "What is wrong with it, but for notes and what follows from another problem.",
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "id": { "type": "string" },
                  "severity": { "enum": ["warning", "error"] },
                  "path": { "type": "string" },
                  "offset": { "$ref": "#/$defs/natural" },
                  "message": { "type": "string" }
                },
                "required": ["id", "severity", "path", "message"],
                "additionalProperties": false
              }
            }
          },
          "required": ["name"],
          "additionalProperties": false
        },
        "change": {
          "type": "object",
          "properties": {
            "kind": { "enum": ["added", "removed", "moved", "changed", "rows"] },
            "path": { "description": "The node, by identity; empty for the file as a whole.", "type": "string" },
            "field": { "type": "string" },
            "old": { "type": "string" },
            "new": { "type": "string" },
            "note": { "description": "What more is said: which flags came and went, what became of the samples.", "type": "string" },
            "line": { "description": "The line of the snapshot.", "type": "integer", "minimum": 1 },
            "oldOffset": { "$ref": "#/$defs/natural" },
            "newOffset": { "$ref": "#/$defs/natural" },
            "oldValue": { "$ref": "#/$defs/natural" },
            "newValue": { "$ref": "#/$defs/natural" },
            "oldHex": { "type": "string" },
            "newHex": { "type": "string" },
            "rows": {
              "type": "object",
              "properties": {
                "old": { "type": "integer", "minimum": 0 },
                "new": { "type": "integer", "minimum": 0 },
                "changed": { "type": "integer", "minimum": 0 },
                "added": { "type": "integer", "minimum": 0 },
                "removed": { "type": "integer", "minimum": 0 },
                "first": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "oldRow": { "type": "integer", "minimum": 1 },
                      "old": { "type": "string" },
                      "newRow": { "type": "integer", "minimum": 1 },
                      "new": { "type": "string" },
                      "column": { "description": "The one column that differs, whose values alone are told.", "type": "string" },
                      "oldHex": { "type": "string" },
                      "newHex": { "type": "string" }
                    },
                    "additionalProperties": false
                  }
                }
              },
              "required": ["old", "new", "changed", "added", "removed", "first"],
              "additionalProperties": false
            },
            "count": { "description": "How many rows follow.", "type": "integer", "minimum": 1 },
            "shift": { "type": "integer" },
            "also": {
              "description": "Where else the same field went from the same value to the same value.",
              "type": "array",
              "items": {
                "type": "object",
                "properties": { "path": { "type": "string" }, "field": { "type": "string" } },
                "required": ["path", "field"],
                "additionalProperties": false
              }
            },
            "because": { "description": "Why it follows.", "type": "string" }
          },
          "required": ["kind", "path"],
          "additionalProperties": false
        },
        "natural": { "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }] }
      }
    }
    """#)
}

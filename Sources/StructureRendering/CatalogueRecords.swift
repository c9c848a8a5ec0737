public import ByteReading
public import Structure

/// Writes the catalogue for programs: JSON of the schema `atomtools.boxes/1`, or records.
///
/// The fields are those of ``CatalogueRenderer``.
public struct CatalogueRecords: Sendable {
  private let catalogue: Catalogue
  private let options: RenderOptions

  public init(_ catalogue: Catalogue, _ options: RenderOptions) {
    self.catalogue = catalogue
    self.options = options
  }

  // MARK: Records

  /// Writes a record for each entry: type, title, clause, parents, what is known of its payload.
  public func putPlain(_ entries: [CatalogueEntry], to output: inout ByteWriter) {
    for entry in entries {
      put(
        [
          entry.key, entry.title, entry.clause,
          entry.parents.listedTypes.joined(separator: " "), entry.form.rawValue,
        ], to: &output)
      if output.hasFailed { return }
    }
  }

  /// Writes a record for each field of each entry: type, path of the field, what stands in the bytes,
  /// how many, meaning, condition.
  public func putPlainFields(of entries: [CatalogueEntry], to output: inout ByteWriter) {
    for entry in entries {
      guard let number = entry.table, let text = SyntaxText(number, of: catalogue) else { continue }
      var around: [String] = []
      for row in text.rows {
        around.removeLast(max(0, around.count - row.depth))
        let path = (around + [row.name]).filter { !$0.isEmpty }.joined(separator: ".")
        around.append(row.name)
        put(
          [
            entry.key, path, row.type.isEmpty ? "when" : row.type, row.count, row.meaning,
            row.condition,
          ], to: &output)
      }
    }
  }

  private func put(_ columns: [String], to output: inout ByteWriter) {
    for (place, column) in columns.enumerated() {
      // The first is a key string, which has escapes of its own.
      if place > 0 {
        output.put(0x09)
        output.put(text: column, style: .record)
      } else {
        output.put(column)
      }
    }
    output.put(0x0A)
  }

  // MARK: JSON

  /// Writes one document with the entries and their fields, with a line feed at the end.
  public func putJSON(_ entries: [CatalogueEntry], to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var text = JSONText(taken, isPretty: options.isPretty)
    text.openDocument(.boxes, options)
    text.begin("boxes")
    text.open(0x5B)
    for entry in entries {
      text.line(4)
      put(entry, &text)
    }
    text.close(0x5D, 2)
    text.close(0x7D, 0)
    output = text.finish()
    output.put(0x0A)
  }

  private func put(_ entry: CatalogueEntry, _ text: inout JSONText) {
    text.openObject()
    text.member("type", text: entry.key)
    text.member("title", text: entry.title)
    text.member("clause", text: entry.clause)
    put(entry.parents.listedTypes, "parents", &text)
    if !entry.handlers.isEmpty { put(entry.handlers.listedTypes, "handlers", &text) }
    text.member("form", text: entry.form.rawValue)
    if entry.kind != .node { text.member("kind", text: entry.kind.rawValue) }
    if let number = entry.table, let program = catalogue.program(number) {
      if case .descriptor(let tag, let condition)? = program.syntax.entry {
        text.key("tag")
        text.put(UInt64(tag))
        if let condition, let table = SyntaxText(number, of: catalogue) {
          text.member("if", text: table.words(condition))
        }
      }
      if let versions = program.syntax.versions {
        text.key("versions")
        text.openArray()
        for version in versions {
          text.comma()
          text.put(UInt64(version))
        }
        text.closeArray()
      }
      // What stands for many types is written once, where it stands for all of them.
      if !program.syntax.isForManyTypes || entry.type.rawValue == 0 {
        let rows = SyntaxText(number, of: catalogue)?.rows ?? []
        text.line(6)
        text.key("fields")
        var number = 0
        put(rows, &number, depth: 0, &text)
      } else {
        text.member("describedBy", text: program.syntax.title.description)
      }
    }
    text.closeObject()
  }

  private func put(_ names: [String], _ key: StaticString, _ text: inout JSONText) {
    text.key(key)
    text.openArray()
    for name in names {
      text.comma()
      text.output.put(0x22)
      text.output.put(text: name, style: .json)
      text.output.put(0x22)
    }
    text.closeArray()
  }

  /// Writes the rows from `number` on that are `depth` deep or deeper, as an array.
  private func put(
    _ rows: [RowText], _ number: inout Int, depth: Int, _ text: inout JSONText
  ) {
    text.open(0x5B)
    while number < rows.count, rows[number].depth >= depth {
      let row = rows[number]
      text.line(8 + 2 * depth)
      text.openObject()
      if !row.name.isEmpty { text.member("name", text: row.name) }
      text.member("type", text: row.type.isEmpty ? "when" : row.type)
      if let bits = row.bits {
        text.key("bits")
        if bits.first == bits.later {
          text.put(UInt64(bits.first))
        } else {
          text.openArray()
          for bits in [bits.first, bits.later] {
            text.comma()
            text.put(UInt64(bits))
          }
          text.closeArray()
        }
      }
      if !row.count.isEmpty { text.member("count", text: row.count) }
      if !row.condition.isEmpty { text.member("if", text: row.condition) }
      if !row.meaning.isEmpty { text.member("meaning", text: row.meaning) }
      if row.isReserved { text.member("reserved", true) }
      put(row.values, &text)
      number += 1
      if number < rows.count, rows[number].depth > depth {
        text.key("fields")
        put(rows, &number, depth: depth + 1, &text)
      }
      text.closeObject()
    }
    text.closeOnLine(0x5D)
  }

  private func put(_ values: [RowText.Value], _ text: inout JSONText) {
    guard !values.isEmpty else { return }
    text.key("values")
    text.openArray()
    for value in values {
      text.separate()
      text.openObject()
      text.key("value")
      if value.isCode {
        text.put(code: FourCC(UInt32(truncatingIfNeeded: value.raw)))
      } else if value.text.hasPrefix("-") {
        text.put(signed: Int64(bitPattern: value.raw))
      } else {
        text.put(value.raw)
      }
      text.member("name", text: value.name)
      text.closeObject()
    }
    text.closeArray()
  }
}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of what ``CatalogueRecords`` writes.
  public static let boxes = PublishedSchema(
    "atomtools.boxes/1",
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "atomtools.boxes/1",
      "description": "What atomdump --boxes --json writes: the types that are known, and how they are laid out.",
      "type": "object",
      "properties": {
        "schema": { "const": "atomtools.boxes/1" },
        "tool": {
          "type": "object",
          "properties": { "name": { "type": "string" }, "version": { "type": "string" } },
          "required": ["name", "version"],
          "additionalProperties": false
        },
        "boxes": { "type": "array", "items": { "$ref": "#/$defs/box" } }
      },
      "required": ["schema", "tool", "boxes"],
      "additionalProperties": false,
      "$defs": {
        "box": {
          "type": "object",
          "properties": {
            "type": { "description": "A key string, uuid: and 32 hexadecimal digits, or * for a table that stands for any type.", "type": "string" },
            "title": { "type": "string" },
            "clause": { "description": "Where it is specified; whose it is when only its name is known.", "type": "string" },
            "parents": { "description": "The types it stands in, file for the top level; empty for anywhere, or when that is not known.", "type": "array", "items": { "type": "string" } },
            "handlers": { "description": "The handlers of the tracks it stands in; absent for any.", "type": "array", "items": { "type": "string" } },
            "form": { "description": "described: fields, boxes, both, or empty; bytes: no structure known; named: a registered name and no table.", "enum": ["described", "bytes", "named"] },
            "kind": { "description": "What it is when it is no box: an entry that a code in its parent chooses, or an MPEG-4 descriptor.", "enum": ["entry", "descriptor"] },
            "tag": { "description": "The tag of a descriptor.", "type": "integer", "minimum": 0, "maximum": 255 },
            "if": { "description": "Where a descriptor has this form, in words.", "type": "string" },
            "versions": { "description": "The versions described; the box begins with version and flags.", "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 255 } },
            "fields": { "type": "array", "items": { "$ref": "#/$defs/field" } },
            "describedBy": { "description": "The title of the entry * that has its fields.", "type": "string" }
          },
          "required": ["type", "title", "clause", "parents", "form"],
          "additionalProperties": false
        },
        "field": {
          "type": "object",
          "properties": {
            "name": { "description": "Absent for conditions and boxes.", "type": "string" },
            "type": { "description": "What stands in the bytes: uint(32), uint(32|64) in version 0 and from 1 on, fixed(16.16), code, uuid, ue(v), leb128, text, bytes, code[] for values side by side; group, part (inside so many bytes), list, table; descriptor, entry for one that has a table of its own; when for fields under a condition; boxes for boxes from here on.", "type": "string" },
            "bits": { "description": "Its width when it is constant; two numbers for version 0 and from 1 on.", "anyOf": [{ "type": "integer" }, { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 }] },
            "count": { "description": "How many bytes, bits, rows or items, in words and names of fields.", "type": "string" },
            "if": { "description": "When it is there, in words and names of fields.", "type": "string" },
            "meaning": { "type": "string" },
            "reserved": { "const": true },
            "values": { "type": "array", "items": { "$ref": "#/$defs/value" } },
            "fields": { "type": "array", "items": { "$ref": "#/$defs/field" } }
          },
          "required": ["type"],
          "additionalProperties": false
        },
        "value": {
          "type": "object",
          "properties": {
            "value": { "type": ["integer", "string"] },
            "name": { "type": "string" }
          },
          "required": ["value", "name"],
          "additionalProperties": false
        }
      }
    }
    """#)
}

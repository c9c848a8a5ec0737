public import ByteReading
public import MediaFacts
import Structure

/// Writes what files are made of for programs: JSON of the schema `atomtools.stats/1`, or records.
public struct InventoryRecords: Sendable {
  private let inventory: Inventory
  private let options: RenderOptions

  public init(_ inventory: Inventory, _ options: RenderOptions) {
    self.inventory = inventory
    self.options = options
  }

  // MARK: Records

  /// Writes a record `file` for each file: name, size, nodes, types, nodes of unknown types, bytes in
  /// fields, in fields of bytes, in no field, of media; then a record `type` for each type: key, title,
  /// what is known of it, nodes, files, and the same four numbers of bytes.
  public func putPlain(to output: inout ByteWriter) {
    for file in inventory.files {
      output.put("file\t")
      output.put(text: file.name, style: .record)
      for number in [file.size, UInt64(file.nodes), UInt64(file.types), UInt64(file.unknown)] {
        output.put(0x09)
        output.put(decimal: number)
      }
      put(file.bytes, to: &output)
    }
    for type in inventory.types {
      output.put("type\t")
      output.put(type.key)
      output.put(0x09)
      output.put(text: type.title, style: .record)
      output.put(0x09)
      output.put(type.form.rawValue)
      for number in [type.count, type.files] {
        output.put(0x09)
        output.put(decimal: number)
      }
      put(type.bytes, to: &output)
    }
  }

  private func put(_ bytes: Inventory.Bytes, to output: inout ByteWriter) {
    for number in [bytes.fields, bytes.opaque, bytes.raw, bytes.payload] {
      output.put(0x09)
      output.put(decimal: number)
    }
    output.put(0x0A)
  }

  // MARK: JSON

  /// Writes one document, with a line feed at the end.
  public func putJSON(to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var text = JSONText(taken, isPretty: options.isPretty)
    text.openDocument(.stats, options)
    text.begin("files")
    text.open(0x5B)
    for file in inventory.files {
      text.line(4)
      text.openObject()
      text.key("path")
      text.put(text: file.path.rawBytes)
      text.member("size", file.size)
      text.member("nodes", file.nodes)
      text.member("types", file.types)
      text.member("unknown", file.unknown)
      put(file.bytes, &text)
      text.closeObject()
    }
    text.close(0x5D, 2)
    text.begin("types")
    text.open(0x5B)
    for type in inventory.types {
      text.line(4)
      text.openObject()
      text.member("type", text: type.key)
      if !type.title.isEmpty { text.member("title", text: type.title) }
      text.member("form", text: type.form.rawValue)
      text.member("parent", text: type.parent)
      text.member("nodes", type.count)
      text.member("files", type.files)
      text.member("notUnderstood", type.notUnderstood)
      text.member("firstFile", type.firstFile)
      put(type.bytes, &text)
      text.closeObject()
    }
    text.close(0x5D, 2)
    text.line(2)
    text.member("nodes", inventory.nodes)
    text.line(2)
    put(inventory.bytes, &text)
    text.close(0x7D, 0)
    output = text.finish()
    output.put(0x0A)
  }

  private func put(_ bytes: Inventory.Bytes, _ text: inout JSONText) {
    text.key("bytes")
    text.openObject()
    text.member("fields", bytes.fields)
    text.member("opaque", bytes.opaque)
    text.member("raw", bytes.raw)
    text.member("payload", bytes.payload)
    text.closeObject()
  }
}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of what ``InventoryRecords`` writes.
  public static let stats = PublishedSchema(
    "atomtools.stats/1",
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "atomtools.stats/1",
      "description": "What --stats --json writes: of what files are made. Bytes are counted once, without those of nodes inside; bytes derived from others (inflated) do not count.",
      "type": "object",
      "properties": {
        "schema": { "const": "atomtools.stats/1" },
        "tool": {
          "type": "object",
          "properties": { "name": { "type": "string" }, "version": { "type": "string" } },
          "required": ["name", "version"],
          "additionalProperties": false
        },
        "files": { "type": "array", "items": { "$ref": "#/$defs/file" } },
        "types": { "type": "array", "items": { "$ref": "#/$defs/type" } },
        "nodes": { "description": "In all files.", "$ref": "#/$defs/natural" },
        "bytes": { "description": "Of all files.", "$ref": "#/$defs/bytes" }
      },
      "required": ["schema", "tool", "files", "types", "nodes", "bytes"],
      "additionalProperties": false,
      "$defs": {
        "file": {
          "type": "object",
          "properties": {
            "path": { "type": "string" },
            "size": { "$ref": "#/$defs/natural" },
            "nodes": { "$ref": "#/$defs/natural" },
            "types": { "description": "How many different types it has.", "$ref": "#/$defs/natural" },
            "unknown": { "description": "Nodes of types that are not registered, or known by name only.", "$ref": "#/$defs/natural" },
            "bytes": { "$ref": "#/$defs/bytes" }
          },
          "required": ["path", "size", "nodes", "types", "unknown", "bytes"],
          "additionalProperties": false
        },
        "type": {
          "type": "object",
          "properties": {
            "type": { "description": "A key string, uuid: and 32 hexadecimal digits, raw, or padding.", "type": "string" },
            "title": { "type": "string" },
            "form": { "description": "described: a table has its fields; bytes: a table says that it is bytes; named: registered, without a table; unregistered; raw: no structure.", "enum": ["described", "bytes", "named", "unregistered", "raw"] },
            "parent": { "description": "What the first of them stands in; file for the top level.", "type": "string" },
            "nodes": { "$ref": "#/$defs/natural" },
            "files": { "description": "How many files have any.", "$ref": "#/$defs/natural" },
            "notUnderstood": { "description": "How many of them have bytes in no field, or no table.", "$ref": "#/$defs/natural" },
            "firstFile": { "description": "The index, from 0, of the first of them.", "$ref": "#/$defs/natural" },
            "bytes": { "$ref": "#/$defs/bytes" }
          },
          "required": ["type", "form", "parent", "nodes", "files", "notUnderstood", "firstFile", "bytes"],
          "additionalProperties": false
        },
        "bytes": {
          "type": "object",
          "properties": {
            "fields": { "description": "In headers and fields.", "$ref": "#/$defs/natural" },
            "opaque": { "description": "In fields that are nothing but bytes.", "$ref": "#/$defs/natural" },
            "raw": { "description": "In no field.", "$ref": "#/$defs/natural" },
            "payload": { "description": "Media and free space.", "$ref": "#/$defs/natural" }
          },
          "required": ["fields", "opaque", "raw", "payload"],
          "additionalProperties": false
        },
        "natural": { "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }] }
      }
    }
    """#)
}

package import ByteReading
package import MediaFacts
import Structure

/// Writes what files are made of for programs: JSON of the schema `atomtools.stats/1`, or records.
package struct InventoryRecords: RecordReport, Sendable {
  package typealias Key = StatsKey

  private let inventory: Inventory
  private let options: RenderOptions

  package init(_ inventory: Inventory, _ options: RenderOptions) {
    self.inventory = inventory
    self.options = options
  }

  // MARK: Records

  /// Writes a record `file` for each file: name, size, nodes, types, nodes of unknown types, bytes in
  /// fields, in fields of bytes, in no field, of media; then a record `type` for each type: key, title,
  /// what is known of it, nodes, files, and the same four numbers of bytes.
  package func putPlain(to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var records = RecordWriter(TabEncoding(), StatsKey.self, taken)
    for file in inventory.files {
      records.openObject()
      records.cell(word: "file")
      records.cell(name: file.path.rawBytes)
      for number in [file.size, UInt64(file.nodes), UInt64(file.types), UInt64(file.unknown)] {
        records.cell(number)
      }
      put(file.bytes, &records)
      records.closeObject()
    }
    for type in inventory.types {
      records.openObject()
      records.cell(word: "type")
      records.cell(shown: ShownText(type.key))
      records.cell(text: type.title)
      records.cell(text: type.form.rawValue)
      records.cell(UInt64(type.count))
      records.cell(UInt64(type.files))
      put(type.bytes, &records)
      records.closeObject()
    }
    output = records.finish()
  }

  private func put(_ bytes: Inventory.Bytes, _ records: inout RecordWriter<TabEncoding, StatsKey>) {
    for number in [bytes.fields, bytes.opaque, bytes.raw, bytes.payload] { records.cell(number) }
  }

  // MARK: Documents

  /// Writes one document.
  package func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, StatsKey>) {
    records.openDocument(PublishedSchema.stats.name, options)
    records.key(.files, .line(2))
    records.openArray(.lines)
    for file in inventory.files {
      records.element(.line(4))
      records.openObject()
      records.member(file: file.path)
      records.member(.size, file.size)
      records.member(.nodes, file.nodes)
      records.member(.types, file.types)
      records.member(.unknown, file.unknown)
      records.key(.bytes)
      put(file.bytes, to: &records)
      records.closeObject()
    }
    records.closeArray(.line(2))
    records.key(.types, .line(2))
    records.openArray(.lines)
    for type in inventory.types {
      records.element(.line(4))
      records.openObject()
      records.member(.type, text: type.key)
      if !type.title.isEmpty { records.member(.title, text: type.title) }
      records.member(.form, text: type.form.rawValue)
      records.member(.parent, text: type.parent)
      records.member(.nodes, type.count)
      records.member(.files, type.files)
      records.member(.notUnderstood, type.notUnderstood)
      records.member(.firstFile, type.firstFile)
      records.key(.bytes)
      put(type.bytes, to: &records)
      records.closeObject()
    }
    records.closeArray(.line(2))
    records.key(.nodes, .line(2))
    records.put(count: inventory.nodes)
    records.key(.bytes, .line(2))
    put(inventory.bytes, to: &records)
    records.closeDocument()
  }

  private func put<Encoding: RecordEncoding>(
    _ bytes: Inventory.Bytes, to records: inout RecordWriter<Encoding, StatsKey>
  ) {
    records.openObject()
    records.member(.fields, bytes.fields)
    records.member(.opaque, bytes.opaque)
    records.member(.raw, bytes.raw)
    records.member(.payload, bytes.payload)
    records.closeObject()
  }
}

/// The keys of the format `atomtools.stats/1`.
package enum StatsKey: FixedText, DocumentKey, FileKey {
  case schema, tool, files, types, nodes, bytes, name, version, path, pathHex, size, unknown, type, title,
    form, parent, notUnderstood, firstFile, fields, opaque, raw, payload
}

private enum StatsShapes {
  static var root: RecordShape<StatsKey> {
    .object([
      .required(.schema, .constant("atomtools.stats/1")),
      .required(.tool, .tool),
      .required(.files, .array(.definition("file"))),
      .required(.types, .array(.definition("type"))),
      .required(.nodes, .definition("natural"), "In all files."),
      .required(.bytes, .definition("bytes"), "Of all files."),
    ])
  }

  static var file: RecordShape<StatsKey> {
    .object([
      .filePath,
      .filePathHex,
      .required(.size, .definition("natural")),
      .required(.nodes, .definition("natural")),
      .required(.types, .definition("natural"), "How many different types it has."),
      .required(
        .unknown, .definition("natural"),
        "Nodes of types that are not registered, or known by name only."),
      .required(.bytes, .definition("bytes")),
    ])
  }

  static var type: RecordShape<StatsKey> {
    .object([
      .required(.type, .text, "A key string, uuid: and 32 hexadecimal digits, raw, or padding."),
      .optional(.title, .text),
      .required(
        .form, .words(["described", "bytes", "named", "unregistered", "raw"]),
        "described: a table has its fields; bytes: a table says that it is bytes; named: registered, without a table; unregistered; raw: no structure."
      ),
      .required(.parent, .text, "What the first of them stands in; file for the top level."),
      .required(.nodes, .definition("natural")),
      .required(.files, .definition("natural"), "How many files have any."),
      .required(
        .notUnderstood, .definition("natural"),
        "How many of them have bytes in no field, or no table."),
      .required(.firstFile, .definition("natural"), "The index, from 0, of the first of them."),
      .required(.bytes, .definition("bytes")),
    ])
  }

  static var bytes: RecordShape<StatsKey> {
    .object([
      .required(.fields, .definition("natural"), "In headers and fields."),
      .required(.opaque, .definition("natural"), "In fields that are nothing but bytes."),
      .required(.raw, .definition("natural"), "In no field."),
      .required(.payload, .definition("natural"), "Media and free space."),
    ])
  }
}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of what `--stats` writes.
  public static let stats = PublishedSchema(
    "atomtools.stats/1",
    "What --stats --json writes: of what files are made. Bytes are counted once, without those of nodes inside; bytes derived from others (inflated) do not count.",
    root: StatsShapes.root,
    definitions: [
      ("file", StatsShapes.file),
      ("type", StatsShapes.type),
      ("bytes", StatsShapes.bytes),
      ("natural", .natural),
    ])
}

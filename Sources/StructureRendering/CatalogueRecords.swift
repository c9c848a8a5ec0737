package import ByteReading
package import Structure

/// Writes the catalogue for programs: JSON of the schema `atomtools.boxes/1`, or records.
///
/// The fields are those of ``CatalogueRenderer``.
package struct CatalogueRecords: RecordReport, Sendable {
  package typealias Key = BoxesKey

  private let catalogue: Catalogue
  private let entries: [CatalogueEntry]
  private let options: RenderOptions

  package init(_ entries: [CatalogueEntry], of catalogue: Catalogue, _ options: RenderOptions) {
    self.catalogue = catalogue
    self.entries = entries
    self.options = options
  }

  // MARK: Records

  /// Writes a record for each entry: type, title, clause, parents, what is known of its payload.
  package func putPlain(to output: inout ByteWriter) {
    plain(to: &output) { entry, records in
      put(
        [
          entry.title, entry.clause, entry.parents.listedTypes.joined(separator: " "),
          entry.form.rawValue,
        ], of: entry, to: &records)
    }
  }

  /// Writes a record for each field of each entry: type, path of the field, what stands in the bytes,
  /// how many, meaning, condition.
  package func putPlainFields(to output: inout ByteWriter) {
    plain(to: &output) { entry, records in
      guard let number = entry.table, let text = SyntaxText(number, of: catalogue) else { return }
      var around: [String] = []
      for row in text.rows {
        around.removeLast(max(0, around.count - row.depth))
        let path = (around + [row.name]).filter { !$0.isEmpty }.joined(separator: ".")
        around.append(row.name)
        put(
          [path, row.type.isEmpty ? "when" : row.type, row.count, row.meaning, row.condition],
          of: entry, to: &records)
      }
    }
  }

  private func plain(
    to output: inout ByteWriter,
    _ body: (CatalogueEntry, inout RecordWriter<TabEncoding, BoxesKey>) -> Void
  ) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var records = RecordWriter(TabEncoding(), BoxesKey.self, taken)
    for entry in entries where !records.output.hasFailed { body(entry, &records) }
    output = records.finish()
  }

  private func put(
    _ cells: [String], of entry: CatalogueEntry,
    to records: inout RecordWriter<TabEncoding, BoxesKey>
  ) {
    records.openObject()
    // A key string has escapes of its own.
    records.cell(shown: ShownText(entry.key))
    for cell in cells { records.cell(text: cell) }
    records.closeObject()
  }

  // MARK: Documents

  /// Writes one document with the entries and their fields.
  package func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, BoxesKey>) {
    records.openDocument(PublishedSchema.boxes.name, options)
    records.key(.boxes, .line(2))
    records.openArray(.lines)
    for entry in entries {
      records.element(.line(4))
      put(entry, to: &records)
    }
    records.closeArray(.line(2))
    records.closeDocument()
  }

  private func put<Encoding: RecordEncoding>(
    _ entry: CatalogueEntry, to records: inout RecordWriter<Encoding, BoxesKey>
  ) {
    records.openObject(.mixed)
    records.member(.type, text: entry.key)
    records.member(.title, text: entry.title)
    records.member(.clause, text: entry.clause)
    records.member(.parents, texts: entry.parents.listedTypes)
    if !entry.handlers.isEmpty { records.member(.handlers, texts: entry.handlers.listedTypes) }
    records.member(.form, text: entry.form.rawValue)
    if entry.kind != .node { records.member(.kind, text: entry.kind.rawValue) }
    if let number = entry.table, let program = catalogue.program(number) {
      if case .descriptor(let tag, let condition)? = program.syntax.entry {
        records.member(.tag, UInt64(tag))
        if let condition, let table = SyntaxText(number, of: catalogue) {
          records.member(.if, text: table.words(condition))
        }
      }
      if let versions = program.syntax.versions {
        records.key(.versions)
        records.openArray()
        for version in versions {
          records.element(.tight)
          records.put(UInt64(version))
        }
        records.closeArray()
      }
      // What stands for many types is written once, where it stands for all of them.
      if !program.syntax.isForManyTypes || entry.type.rawValue == 0 {
        let rows = SyntaxText(number, of: catalogue)?.rows ?? []
        records.key(.fields, .line(6))
        var number = 0
        put(rows, &number, depth: 0, to: &records)
      } else {
        records.member(.describedBy, text: program.syntax.title.description)
      }
    }
    records.closeObject()
  }

  /// Writes the rows from `number` on that are `depth` deep or deeper, as an array.
  private func put<Encoding: RecordEncoding>(
    _ rows: [RowText], _ number: inout Int, depth: Int,
    to records: inout RecordWriter<Encoding, BoxesKey>
  ) {
    records.openArray(.lines)
    while number < rows.count, rows[number].depth >= depth {
      let row = rows[number]
      records.element(.line(8 + 2 * depth))
      records.openObject()
      if !row.name.isEmpty { records.member(.name, text: row.name) }
      records.member(.type, text: row.type.isEmpty ? "when" : row.type)
      if let bits = row.bits {
        records.key(.bits)
        if bits.first == bits.later {
          records.put(UInt64(bits.first))
        } else {
          records.openArray()
          for bits in [bits.first, bits.later] {
            records.element(.tight)
            records.put(UInt64(bits))
          }
          records.closeArray()
        }
      }
      if !row.count.isEmpty { records.member(.count, text: row.count) }
      if !row.condition.isEmpty { records.member(.if, text: row.condition) }
      if !row.meaning.isEmpty { records.member(.meaning, text: row.meaning) }
      if row.isReserved { records.member(.reserved, true) }
      put(row.values, to: &records)
      number += 1
      if number < rows.count, rows[number].depth > depth {
        records.key(.fields)
        put(rows, &number, depth: depth + 1, to: &records)
      }
      records.closeObject()
    }
    records.closeArray(.afterLast)
  }

  private func put<Encoding: RecordEncoding>(
    _ values: [RowText.Value], to records: inout RecordWriter<Encoding, BoxesKey>
  ) {
    guard !values.isEmpty else { return }
    records.key(.values)
    records.openArray()
    for value in values {
      records.element()
      records.openObject()
      records.key(.value)
      if value.isCode {
        records.put(code: FourCC(UInt32(truncatingIfNeeded: value.raw)))
      } else if value.text.hasPrefix("-") {
        records.put(signed: Int64(bitPattern: value.raw))
      } else {
        records.put(value.raw)
      }
      records.member(.name, text: value.name)
      records.closeObject()
    }
    records.closeArray()
  }
}

/// The keys of the format `atomtools.boxes/1`.
package enum BoxesKey: FixedText, DocumentKey {
  case schema, tool, boxes, name, version, type, title, clause, parents, handlers, form, kind, tag,
    `if`, versions, fields, describedBy, bits, count, meaning, reserved, values, value
}

private enum BoxesShapes {
  static var root: RecordShape<BoxesKey> {
    .object([
      .required(.schema, .constant("atomtools.boxes/1")),
      .required(.tool, .tool),
      .required(.boxes, .array(.definition("box"))),
    ])
  }

  static var box: RecordShape<BoxesKey> {
    .object([
      .required(
        .type, .text,
        "A key string, uuid: and 32 hexadecimal digits, or * for a table that stands for any type."),
      .required(.title, .text),
      .required(.clause, .text, "Where it is specified; whose it is when only its name is known; empty for brands."),
      .required(
        .parents, .array(.text),
        "The types it stands in, file for the top level; empty for anywhere, or when that is not known."
      ),
      .optional(
        .handlers, .array(.text), "The handlers of the tracks it stands in; absent for any."),
      .required(
        .form, .words(["described", "bytes", "named"]),
        "described: fields, boxes, both, or empty; bytes: no structure known; named: a registered name and no table."
      ),
      .optional(
        .kind, .words(["entry", "descriptor", "brand"]),
        "What it is when it is no box: an entry that a code in its parent chooses, an MPEG-4 descriptor, or a brand, whose code stands in fields of its parents."
      ),
      .optional(.tag, .integer(least: 0, most: 255), "The tag of a descriptor."),
      .optional(.if, .text, "Where a descriptor has this form, in words."),
      .optional(
        .versions, .array(.integer(least: 0, most: 255)),
        "The versions described; the box begins with version and flags."),
      .optional(.fields, .array(.definition("field"))),
      .optional(.describedBy, .text, "The title of the entry * that has its fields."),
    ])
  }

  static var field: RecordShape<BoxesKey> {
    .object([
      .optional(.name, .text, "Absent for conditions and boxes."),
      .required(
        .type, .text,
        "What stands in the bytes: uint(32), uint(32|64) in version 0 and from 1 on, fixed(16.16), code, uuid, ue(v), leb128, sum of bytes, text, bytes, code[] for values side by side; group, part (inside so many bytes), list, table; descriptor, entry for one that has a table of its own; when for fields under a condition; boxes for boxes from here on."
      ),
      .optional(
        .bits,
        .anyOf([
          .integer,
          .array(.integer, least: 2, most: 2),
        ]), "Its width when it is constant; two numbers for version 0 and from 1 on."),
      .optional(
        .count, .text, "How many bytes, bits, rows or items, in words and names of fields."),
      .optional(.if, .text, "When it is there, in words and names of fields."),
      .optional(.meaning, .text),
      .optional(.reserved, .flag),
      .optional(.values, .array(.definition("value"))),
      .optional(.fields, .array(.definition("field"))),
    ])
  }

  static var value: RecordShape<BoxesKey> {
    .object([
      .required(.value, .types([.integer, .text])),
      .required(.name, .text),
    ])
  }

}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of what `--boxes` writes.
  public static let boxes = PublishedSchema(
    "atomtools.boxes/1",
    "What atomdump --boxes --json writes: the types that are known, and how they are laid out.",
    root: BoxesShapes.root,
    definitions: [
      ("box", BoxesShapes.box),
      ("field", BoxesShapes.field),
      ("value", BoxesShapes.value),
    ])
}

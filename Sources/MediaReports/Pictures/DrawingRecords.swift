package import ByteReading
package import StructureRendering

/// Writes pictures for machines: their findings and marks.
package struct DrawingRecords: RecordReport {
  package typealias Key = DrawingKey

  private let drawings: [Drawing]
  private let name: [UInt8]
  private let options: RenderOptions

  /// The pictures of the file called `name`.
  package init(_ drawings: [Drawing], name: [UInt8], options: RenderOptions) {
    self.drawings = drawings
    self.name = name
    self.options = options
  }

  package func write<Encoding: RecordEncoding>(
    to records: inout RecordWriter<Encoding, DrawingKey>
  ) {
    records.openDocument(PublishedSchema.pictures.name, options)
    records.member(file: name, .line(2))
    records.key(.pictures, .line(2))
    records.openArray(.lines)
    for drawing in drawings {
      records.element(.line(4))
      put(drawing, to: &records)
    }
    records.closeArray(.line(2))
    records.closeDocument()
  }

  private func put<Encoding: RecordEncoding>(
    _ drawing: Drawing, to records: inout RecordWriter<Encoding, DrawingKey>
  ) {
    records.openObject(.mixed)
    records.member(.kind, text: drawing.kind.rawValue)
    records.member(.title, text: drawing.title)
    records.member(.notes, texts: drawing.notes)
    switch drawing.axis {
    case .seconds: records.member(.axis, word: "seconds")
    case .bytes: records.member(.axis, word: "bytes")
    case .pixels: records.member(.axis, word: "pixels")
    }
    records.key(.from)
    records.put(real: drawing.extent.lowerBound)
    records.key(.to)
    records.put(real: drawing.extent.upperBound)
    records.member(.owners, texts: drawing.owners.map(\.name))
    records.member(.lanes, texts: drawing.lanes.map(\.label))
    records.key(.marks)
    records.openArray(.lines)
    for mark in drawing.marks {
      records.element(.line(6))
      put(mark, of: drawing, to: &records)
    }
    records.closeArray(.line(4))
    if !drawing.insets.isEmpty {
      records.key(.insets)
      records.openArray(.lines)
      for inset in drawing.insets {
        records.element(.line(6))
        put(inset, to: &records)
      }
      records.closeArray(.line(4))
    }
    records.closeObject(.line(4))
  }

  private func put<Encoding: RecordEncoding>(
    _ mark: Drawing.Mark, of drawing: Drawing, to records: inout RecordWriter<Encoding, DrawingKey>
  ) {
    records.openObject()
    records.member(.lane, mark.lane)
    records.member(.shape, text: mark.shape.rawValue)
    records.key(.from)
    records.put(real: mark.x.lowerBound)
    records.key(.to)
    records.put(real: mark.x.upperBound)
    switch mark.shape {
    case .bar, .line, .dot, .share, .join, .box, .rule, .lead, .arrow:
      records.key(.values)
      records.openArray()
      for value in [mark.y.0, mark.y.1] {
        records.element(.tight)
        records.put(real: value)
      }
      records.closeArray()
    case .area, .hatched, .tick: break
    }
    records.member(.owner, mark.owner)
    if !mark.name.isEmpty { records.member(.name, text: mark.name) }
    if !mark.label.isEmpty { records.member(.label, text: mark.label) }
    if !mark.parts.isEmpty {
      records.key(.parts)
      records.openArray()
      for part in mark.parts {
        records.element(.tight)
        records.openObject()
        if drawing.kinds.indices.contains(part.kind) {
          records.member(.name, text: drawing.kinds[part.kind].name)
        }
        records.key(.to)
        records.put(real: part.top)
        records.closeObject()
      }
      records.closeArray()
    }
    if let offset = mark.offset { records.member(.offset, offset) }
    if let samples = mark.samples {
      records.key(.samples)
      records.openArray()
      for number in [samples.lowerBound, samples.upperBound] {
        records.element(.tight)
        records.put(count: number)
      }
      records.closeArray()
    }
    if mark.isProblem { records.member(.problem, true) }
    records.closeObject()
  }
}

/// The keys of the format `atomtools.pictures/1`.
package enum DrawingKey: FixedText, DocumentKey, FileKey {
  case schema, tool, name, version, path, pathHex, pictures, kind, title, notes, axis, from, to, owners, lanes,
    marks, insets, lane, shape, values, owner, label, parts, offset, samples, problem
}

extension PublishedSchema {
  /// The format of pictures.
  package static let pictures = PublishedSchema(
    "atomtools.pictures/1", "Pictures of a file: what they find, and the marks that show it.",
    root: RecordShape<DrawingKey>.object([
      .required(.schema, .constant("atomtools.pictures/1")),
      .required(.tool, .object([.required(.name, .text), .required(.version, .text)])),
      .filePath,
      .filePathHex,
      .required(.pictures, .array(.definition("picture"))),
    ]),
    definitions: [
      (
        "picture",
        .object([
          .required(.kind, .words(["time", "rate", "pace", "order", "bytes", "grid"])),
          .required(.title, .text, "The finding."),
          .required(.notes, .array(.text)),
          .required(.axis, .words(["seconds", "bytes", "pixels"]), "What places across are."),
          .required(.from, .number), .required(.to, .number),
          .required(.owners, .array(.text)), .required(.lanes, .array(.text)),
          .required(.marks, .array(.definition("mark"))),
          .optional(.insets, .array(.definition("picture")), "Parts of it, enlarged."),
        ])
      ),
      (
        "mark",
        .object([
          .required(.lane, .integer(least: 0), "Counted from 0."),
          .required(
            .shape,
            .words([
              "bar", "line", "dot", "area", "share", "hatched", "tick", "join", "box", "rule",
              "lead", "arrow",
            ])),
          .required(.from, .number), .required(.to, .number),
          .optional(
            .values, .array(.number, least: 2, most: 2),
            "Where up the lane it begins and ends; of a join or an arrow, where across the lane below it ends."),
          .required(.owner, .integer(least: 0), "By its place among the owners."),
          .optional(.name, .text),
          .optional(.label, .text, "What stands in it."),
          .optional(
            .parts, .array(.definition("part")), "What a bar consists of, from the bottom to the top."),
          .optional(.offset, .integer(least: 0)),
          .optional(
            .samples, .array(.integer(least: 1), least: 2, most: 2),
            "The first and the last of its owner that it stands for."),
          .optional(.problem, .flag),
        ])
      ),
      (
        "part",
        .object([
          .required(.name, .text, "I, P or B of pictures, or 'not read'."),
          .required(.to, .number, "Up to which value it goes."),
        ])
      ),
    ])
}

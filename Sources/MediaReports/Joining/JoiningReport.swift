package import ByteReading
package import MediaInspection
package import StructureRendering

/// Writes whether a movie can go on where another one ends, for people and for programs.
package struct JoiningReport: RecordReport {
  package typealias Key = JoiningKey

  private let joining: Joining
  private let names: (before: String, after: String)
  private let files: (before: [UInt8], after: [UInt8])
  private let options: RenderOptions

  /// - Parameters:
  ///   - names: Those of the files, for people.
  ///   - files: The same as they were given.
  package init(
    _ joining: Joining, names: (before: String, after: String), files: (before: [UInt8], after: [UInt8]),
    options: RenderOptions
  ) {
    self.joining = joining
    self.names = names
    self.files = files
    self.options = options
  }

  package func write(to output: inout ByteWriter) {
    put("", "\(names.before) + \(names.after)", to: &output)
    for part in joining.parts {
      let answer =
        switch part.answer {
        case .yes: "yes"
        case .no: "no"
        case .notRead: "not read"
        }
      var title = "  " + part.kind
      title += String(repeating: " ", count: max(1, 14 - title.count)) + answer
      title += String(repeating: " ", count: max(1, 24 - title.count))
      let lines = [part.basis].compactMap(\.self) + part.reasons + part.notes.map { "note: " + $0 }
      for (number, line) in lines.enumerated() {
        put(number == 0 ? title : String(repeating: " ", count: title.count), line, to: &output)
      }
      if lines.isEmpty { put("", title, to: &output) }
    }
    if !joining.unjudged.isEmpty {
      put("  not judged            ", joining.unjudged.joined(separator: ", "), to: &output)
    }
    put("", sentence, to: &output)
  }

  private var sentence: String {
    let rest = joining.unjudged.isEmpty ? "" : ", as far as tracks were judged"
    switch joining.answer {
    case .yes: return "can be joined without encoding, by their sample entries and tables" + rest
    case .no: return "cannot be joined without encoding"
    case .notRead: return "not all was read that decides it"
    }
  }

  private func put(_ title: String, _ text: String, to output: inout ByteWriter) {
    let width = max(40, options.width ?? 80)
    let indent = title.isEmpty ? "  " : String(repeating: " ", count: title.count)
    for (number, line) in Folding.lines(of: text, width: width - indent.count).enumerated() {
      output.put(number == 0 ? title : indent)
      output.put(line)
      output.put("\n")
    }
  }

  package func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, JoiningKey>) {
    records.openDocument(PublishedSchema.joining.name, options)
    records.member(.names, files: [files.before, files.after], .line(2))
    records.key(.joinable, .line(2))
    records.put(text: joining.answer.rawValue)
    records.key(.parts, .line(2))
    records.openArray(.lines)
    for part in joining.parts {
      records.element(.line(4))
      records.openObject()
      records.member(.kind, text: part.kind)
      if let id = part.tracks.before { records.member(.first, id) }
      if let id = part.tracks.after { records.member(.second, id) }
      records.member(.answer, text: part.answer.rawValue)
      if let basis = part.basis { records.member(.basis, text: basis) }
      records.member(.reasons, texts: part.reasons)
      records.member(.notes, texts: part.notes)
      records.closeObject()
    }
    records.closeArray(.line(2))
    records.key(.notJudged, .line(2))
    records.put(texts: joining.unjudged)
    records.closeDocument()
  }
}

/// The keys of the format `atomtools.joining/1`.
package enum JoiningKey: FixedText, DocumentKey, NameBytesKey {
  case schema, tool, name, version, names, pathHex, joinable, parts, kind, first, second, answer, basis, reasons, notes,
    notJudged
}

extension PublishedSchema {
  /// The format of `atomdiff --join`.
  package static let joining = PublishedSchema(
    "atomtools.joining/1", "Whether a movie can go on where another one ends.",
    root: RecordShape<JoiningKey>.object([
      .required(.schema, .constant("atomtools.joining/1")),
      .required(.tool, .tool),
      .required(.names, .array(.text), "Of the files, in their order, as they were given; what is not UTF-8 is U+FFFD."),
      .filesPathHex,
      .required(.joinable, .words(["yes", "no", "not-read"])),
      .required(
        .parts,
        .array(
          .object([
            .required(.kind, .text),
            .optional(.first, .definition("natural"), "The ID of the track in the first file."),
            .optional(.second, .definition("natural"), "The ID of the track in the second file."),
            .required(.answer, .words(["yes", "no", "not-read"])),
            .optional(.basis, .text, "What the answer yes stands on; for people."),
            .required(.reasons, .array(.text), "For people; their words may change."),
            .required(.notes, .array(.text), "What has to be minded; for people."),
          ]))),
      .required(.notJudged, .array(.text), "Tracks of time code, hints and metadata."),
    ]),
    definitions: [("natural", .describedNatural)])
}

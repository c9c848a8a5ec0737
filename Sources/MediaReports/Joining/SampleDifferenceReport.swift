package import ByteReading
import MediaFacts
package import MediaInspection
package import StructureRendering

/// Writes the samples in which two movies differ, a line each, for people and for programs.
package struct SampleDifferenceReport: RecordReport {
  package typealias Key = SampleDifferenceKey

  private let differences: SampleDifferences
  private let names: (before: String, after: String)
  private let files: (before: [UInt8], after: [UInt8])
  private let options: RenderOptions

  /// - Parameters:
  ///   - names: Those of the files, for people.
  ///   - files: The same as they were given.
  package init(
    _ differences: SampleDifferences, names: (before: String, after: String), files: (before: [UInt8], after: [UInt8]),
    options: RenderOptions
  ) {
    self.differences = differences
    self.names = names
    self.files = files
    self.options = options
  }

  package func write(to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var page = Page(options, output: taken)
    for (sign, name) in [("--- ", names.before), ("+++ ", names.after)] {
      page.put(ShownText(sign))
      page.hang()
      page.put(ShownText(name))
      page.end()
    }
    for track in differences.tracks {
      page.end()
      page.space(2)
      page.hang()
      page.put { $0.put(text: track.name, style: .name) }
      page.space(2)
      page.put(ShownText(Self.summary(of: track)))
      page.end()
      for row in track.rows { put(row, to: &page) }
      let left = track.count - track.rows.count
      if left > 0 {
        page.put(ShownText("    … \(left.grouped) more"))
        page.end()
      }
    }
    output = page.finish()
  }

  private static func summary(of track: SampleDifferences.Track) -> String {
    var text = ByteWriter()
    let (old, new) = track.counts
    if track.ids.before == nil || track.ids.after == nil {
      text.put(track.ids.before == nil ? "is new: " : "is gone: ")
      text.put(max(old, new), "sample", "samples")
      return text.string
    }
    text.put(old, "sample", "samples")
    if old != new {
      text.put(" → ")
      text.put(grouped: new)
    }
    if let why = track.unread {
      text.put(", not compared: ")
      text.put(why)
    } else if track.count == 0 {
      text.put(", the same")
    } else {
      text.put(", ")
      text.put(grouped: track.count)
      text.put(track.count == 1 ? " differs" : " differ")
    }
    return text.string
  }

  /// `~ 25        1.000 s   2,496 sync 4f3a9c01 → 2,500 sync 77a01b2c`
  private func put(_ row: SampleDifferences.Row, to page: inout Page) {
    let sign =
      switch row.kind {
      case .inserted: "+"
      case .dropped: "-"
      case .replaced, .shifted: "~"
      case .reordered: ">"
      }
    var line = "    \(sign) "
    switch (row.before, row.after) {
    case (let old?, let new?) where old.number != new.number:
      line += "\(old.number.grouped) → \(new.number.grouped)"
    case (let old, let new): line += (old ?? new).map { $0.number.grouped } ?? ""
    }
    func pad(to width: Int) { line += String(repeating: " ", count: max(2, width - line.count)) }
    pad(to: 18)
    if let side = row.after ?? row.before { line += Playback.seconds(side.time / 1_000) }
    pad(to: 30)
    page.put(ShownText(line))
    page.hang()
    line = ""
    switch row.kind {
    case .reordered: line += row.after.map(Self.text) ?? ""
    case .shifted:
      line += (row.before.map(Self.text) ?? "") + " → read from "
        + (row.shift > 0 ? "+" : "") + "\(row.shift)"
    case .inserted, .dropped, .replaced:
      line += [row.before, row.after].compactMap(\.self).map(Self.text).joined(separator: " → ")
    }
    page.put(ShownText(line))
    page.end()
  }

  /// `2,496 sync 4f3a9c01`.
  private static func text(_ side: SampleDifferences.Side) -> String {
    var text = ByteWriter()
    text.put(grouped: Int(clamping: side.size))
    if side.isSync { text.put(" sync") }
    text.put(" ")
    text.put(side.digest.map { String($0.description.prefix(8)) } ?? "not in the file")
    return text.string
  }

  package func write<Encoding: RecordEncoding>(
    to records: inout RecordWriter<Encoding, SampleDifferenceKey>
  ) {
    records.openDocument(PublishedSchema.sampleDifferences.name, options)
    records.member(.names, files: [files.before, files.after], .line(2))
    if let areSame = differences.areSame {
      records.key(.same, .line(2))
      records.put(areSame)
    }
    records.key(.tracks, .line(2))
    records.openArray(.lines)
    for track in differences.tracks {
      records.element(.line(4))
      records.openObject()
      records.member(.name, text: track.name)
      if let id = track.ids.before { records.member(.first, id) }
      if let id = track.ids.after { records.member(.second, id) }
      records.member(.oldCount, track.counts.before)
      records.member(.newCount, track.counts.after)
      if let why = track.unread { records.member(.notRead, text: why) }
      records.member(.differing, track.count)
      records.key(.samples, .line(6))
      records.openArray(.lines)
      for row in track.rows {
        records.element(.line(8))
        records.openObject()
        records.member(.kind, text: row.kind.rawValue)
        for (key, side) in [(SampleDifferenceKey.before, row.before), (.after, row.after)] {
          guard let side else { continue }
          records.key(key)
          records.openObject()
          records.member(.number, side.number)
          records.member(.microseconds, Int(side.time / 1_000))
          records.member(.size, side.size)
          records.member(.sync, side.isSync)
          if let digest = side.digest { records.member(.sha256, text: digest.description) }
          records.closeObject()
        }
        if row.kind == .shifted { records.member(.shift, Int(row.shift)) }
        records.closeObject()
      }
      records.closeArray(.line(6))
      records.closeObject()
    }
    records.closeArray(.line(2))
    records.closeDocument()
  }
}

/// The keys of the format `atomtools.samplediff/1`.
package enum SampleDifferenceKey: FixedText, DocumentKey, NameBytesKey {
  case schema, tool, name, version, names, pathHex, same, tracks, first, second, oldCount, newCount, notRead, differing,
    samples, kind, before, after, number, microseconds, size, sync, sha256, shift
}

extension PublishedSchema {
  private static let side = RecordShape<SampleDifferenceKey>.object([
    .required(.number, .definition("natural"), "From 1."),
    .required(.microseconds, .integer, "When it is shown; of one that no edit shows, when it would be if the nearest did."),
    .required(.size, .definition("natural")),
    .required(.sync, .boolean, "Whether decoding may start with it."),
    .optional(.sha256, .text, "Of its bytes, when all of them are in the file."),
  ])

  /// The format of `atomdiff --samples`.
  package static let sampleDifferences = PublishedSchema(
    "atomtools.samplediff/1", "The samples in which two movies differ.",
    root: RecordShape<SampleDifferenceKey>.object([
      .required(.schema, .constant("atomtools.samplediff/1")),
      .required(.tool, .tool),
      .required(.names, .array(.text), "Of the files, in their order, as they were given; what is not UTF-8 is U+FFFD."),
      .filesPathHex,
      .optional(.same, .boolean, "Missing when some samples could not be compared."),
      .required(
        .tracks,
        .array(
          .object([
            .required(.name, .text, "For people."),
            .optional(.first, .definition("natural"), "The ID of the track in the first file."),
            .optional(.second, .definition("natural"), "The ID of the track in the second file."),
            .required(.oldCount, .definition("natural")),
            .required(.newCount, .definition("natural")),
            .optional(.notRead, .text, "Why its samples were not compared; for people."),
            .required(.differing, .definition("natural"), "How many differ, of which the first are listed."),
            .required(
              .samples,
              .array(
                .object([
                  .required(
                    .kind, .words(["inserted", "dropped", "replaced", "reordered", "shifted"])),
                  .optional(.before, side), .optional(.after, side),
                  .optional(.shift, .integer, "How many bytes further on it is read."),
                ]))),
          ]))),
    ]),
    definitions: [("natural", .describedNatural)])
}

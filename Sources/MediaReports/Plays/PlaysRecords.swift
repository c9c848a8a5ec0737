package import ByteReading
import MediaFacts
import MediaInspection
package import StructureRendering

/// Writes how a file plays for programs.
package struct PlaysRecords: RecordReport {
  package typealias Key = PlaysKey

  private let report: PlaysReport
  private let options: RenderOptions

  package init(_ report: PlaysReport, options: RenderOptions) {
    self.report = report
    self.options = options
  }

  package func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, PlaysKey>) {
    records.openDocument(PublishedSchema.plays.name, options)
    records.member(file: report.path, .line(2))
    records.key(.rules, .line(2))
    records.put(word: PlayerRules.month)
    records.key(.players, .line(2))
    records.openArray(.lines)
    for verdict in report.verdicts {
      records.element(.line(4))
      records.openObject()
      records.member(.id, text: verdict.player.id)
      records.member(.name, text: verdict.player.name)
      records.member(.verdict, word: verdict.answer.rawValue.text)
      if let why = verdict.why { records.member(.why, text: why) }
      records.key(.findings)
      records.openArray()
      for finding in verdict.findings { put(finding, to: &records) }
      records.closeArray()
      records.key(.notChecked)
      records.openArray()
      for gap in verdict.unchecked {
        records.element()
        records.openObject()
        records.member(.rule, text: gap.rule.id)
        records.member(.effect, text: gap.effect.rawValue)
        records.member(.why, text: gap.reason)
        records.closeObject()
      }
      records.closeArray()
      records.closeObject()
    }
    records.closeArray(.line(2))
    records.closeDocument()
  }

  private func put<Encoding: RecordEncoding>(
    _ finding: PlayerVerdict.Finding, to records: inout RecordWriter<Encoding, PlaysKey>
  ) {
    records.element()
    records.openObject()
    records.member(.rule, text: finding.rule.id)
    records.member(.effect, text: finding.effect.rawValue)
    records.member(.message, text: PlaysReport.sentence(of: finding))
    if let node = report.node(of: finding) {
      records.member(.path, text: node.path)
      if node.source != 0 { records.member(.source, node.source) }
    }
    if finding.node != nil || finding.extent.count > 0 {
      records.member(.offset, finding.extent.byteOffset)
    }
    if finding.others > 0 { records.member(.others, finding.others) }
    if !finding.mend.isEmpty { records.member(.mend, text: finding.mend) }
    if !finding.rule.since.isEmpty { records.member(.versions, text: finding.rule.since) }
    records.closeObject()
  }
}

/// The keys of the format `atomtools.plays/1`.
package enum PlaysKey: FixedText, DocumentKey, FileKey {
  case schema, tool, name, version, path, pathHex, rules, players, id, verdict, findings, rule, effect, message,
    offset, source, others, mend, versions, notChecked, why
}

extension PublishedSchema {
  /// The format of `--plays`.
  package static let plays = PublishedSchema(
    "atomtools.plays/1", "How a file plays for each player, and why.",
    root: RecordShape<PlaysKey>.object([
      .required(.schema, .constant("atomtools.plays/1")),
      .required(.tool, .tool),
      .filePath,
      .filePathHex,
      .required(.rules, .text, "The month in which the rules were looked at last."),
      .required(.players, .array(.definition("player"))),
    ]),
    definitions: [
      (
        "player",
        .object([
          .required(.id, .text), .required(.name, .text),
          .required(.verdict, .words(PlayerAnswer.keywords)),
          .optional(.why, .text, "Why it is unknown, where no finding says it."),
          .required(.findings, .array(.definition("finding"))),
          .required(.notChecked, .array(.definition("open"))),
        ])
      ),
      (
        "finding",
        .object([
          .required(.rule, .text),
          .required(.effect, .words(["no", "lost", "loss", "depends", "note"])),
          .required(.message, .text, "For people; its words may change."),
          .optional(.path, .text),
          .optional(.source, .integer(least: 0)),
          .optional(.offset, .integer(least: 0), "In bytes, in the file or in the source that is told."),
          .optional(.others, .integer(least: 0), "How many more places."),
          .optional(.mend, .text, "What would mend it."),
          .optional(.versions, .text, "The versions it is known for."),
        ])
      ),
      (
        "open",
        .object([
          .required(.rule, .text),
          .required(.effect, .words(["no", "lost", "loss", "depends", "note"])),
          .required(.why, .text),
        ])
      ),
    ])
}

import ByteReading
import CommandLineSupport
import MediaFacts
import StructureDiff
import StructureRendering

/// Writes an outcome for machines: a document a pair, in JSON a line each.
struct DiffRecords: RecordReport {
  typealias Key = DiffKey

  let outcome: DiffOutcome

  init(_ outcome: DiffOutcome) { self.outcome = outcome }

  func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, DiffKey>) {
    records.openObject(.lines)
    records.member(.schema, word: PublishedSchema.diff.name)
    for (key, side) in [(DiffKey.a, outcome.before), (.b, outcome.after)] {
      records.key(key)
      records.openObject(.mixed)
      // Some sides have names of their own: standard input, what git calls the files of a driver.
      let isFile = side.name == FilePath(side.path).display
      records.member(.name, file: isFile ? side.path : Array(side.name.utf8))
      if let count = side.byteCount { records.member(.size, count) }
      if !side.format.isEmpty { records.member(.format, text: side.format) }
      put(side.problems, to: &records)
      records.closeObject()
    }
    records.member(.verdict, text: outcome.verdict.rawValue)
    // Files that differ are not equal where a gate stays open.
    records.member(.equal, outcome.verdict == .equal || outcome.verdict == .written)
    if let gate = outcome.gate, outcome.verdict != .failed { records.member(.gate, texts: gate) }
    records.member(.profile, text: outcome.profile)
    records.member(.snapshot, outcome.isSnapshot)
    records.key(.sameMedia)
    if let isSame = outcome.hasSameMedia { records.put(isSame) } else { records.putNull() }
    if !outcome.playback.isEmpty { records.member(.playback, texts: outcome.playback) }
    if let verdict = outcome.aspects { put(verdict, to: &records) }
    records.key(.changes)
    put(outcome.changes, to: &records)
    records.key(.consequences)
    records.openArray(.lines)
    for entry in outcome.consequences {
      records.element()
      records.openObject()
      records.member(.kind, text: entry.kind)
      records.member(.count, entry.count)
      records.closeObject()
    }
    records.closeArray()
    if outcome.listsFollowing {
      records.key(.following)
      put(outcome.following, to: &records)
    }
    if !outcome.notes.isEmpty { records.member(.notes, texts: outcome.notes) }
    if !outcome.message.isEmpty { records.member(.message, text: outcome.message) }
    records.closeObject()
    records.endRecord()
  }

  /// The aspects with what was found of each, and what was looked at.
  private func put<Encoding: RecordEncoding>(
    _ verdict: Verdict, to records: inout RecordWriter<Encoding, DiffKey>
  ) {
    if let closing = verdict.closing { records.member(.viewer, text: closing) }
    records.key(.aspects)
    records.openArray(.lines)
    for aspect in Verdict.Aspect.allCases {
      records.element()
      records.openObject(.mixed)
      records.member(.name, text: aspect.rawValue)
      records.member(.state, text: verdict.state(of: aspect).rawValue)
      let found = verdict.findings.filter { $0.aspect == aspect }
      if !found.isEmpty {
        records.key(.findings)
        records.openArray(.lines)
        for finding in found {
          records.element()
          put(finding, to: &records)
        }
        records.closeArray()
      }
      records.closeObject()
    }
    records.closeArray()
    records.key(.proofs)
    records.openArray(.lines)
    for subject in verdict.subjects {
      records.element()
      put(subject, verdict, to: &records)
    }
    records.closeArray()
  }

  private func put<Encoding: RecordEncoding>(
    _ finding: Verdict.Finding, to records: inout RecordWriter<Encoding, DiffKey>
  ) {
    records.openObject()
    records.member(.state, text: finding.state.rawValue)
    if !finding.subject.isEmpty { records.member(.subject, text: finding.subject) }
    if let number = finding.track.before { records.member(.oldTrack, number) }
    if let number = finding.track.after { records.member(.newTrack, number) }
    records.member(.message, text: finding.text)
    records.closeObject()
  }

  private func put<Encoding: RecordEncoding>(
    _ subject: Verdict.Subject, _ verdict: Verdict,
    to records: inout RecordWriter<Encoding, DiffKey>
  ) {
    records.openObject()
    records.member(.subject, text: subject.name)
    if let number = subject.numbers.before { records.member(.oldTrack, number) }
    if let number = subject.numbers.after { records.member(.newTrack, number) }
    records.member(.oldSamples, subject.counts.before)
    records.member(.newSamples, subject.counts.after)
    records.key(.sameSamples)
    if let count = subject.sameCount { records.put(count: count) } else { records.putNull() }
    records.member(.comparedBytes, subject.comparedBytes)
    records.closeObject()
  }

  private func put<Encoding: RecordEncoding>(
    _ problems: [DiffOutcome.Problem], to records: inout RecordWriter<Encoding, DiffKey>
  ) {
    if problems.isEmpty { return }
    records.key(.problems)
    records.openArray(.lines)
    for problem in problems {
      records.element()
      records.openObject()
      records.member(.id, text: problem.id)
      records.member(.severity, text: problem.severity)
      records.member(.path, text: problem.path)
      if let offset = problem.offset { records.member(.offset, offset) }
      records.member(.message, text: problem.text)
      records.closeObject()
    }
    records.closeArray()
  }

  private func put<Encoding: RecordEncoding>(
    _ items: [DiffItem], to records: inout RecordWriter<Encoding, DiffKey>
  ) {
    records.openArray(.lines)
    for item in items {
      records.element()
      put(item, to: &records)
    }
    records.closeArray()
  }

  private func put<Encoding: RecordEncoding>(
    _ item: DiffItem, to records: inout RecordWriter<Encoding, DiffKey>
  ) {
    records.openObject(.mixed)
    records.member(.kind, text: item.kind.rawValue)
    records.member(.path, text: item.path)
    if !item.field.isEmpty { records.member(.field, text: item.field) }
    if !item.old.isEmpty { records.member(.old, text: item.old) }
    if !item.new.isEmpty { records.member(.new, text: item.new) }
    if item.line > 0 { records.member(.line, item.line) }
    if let offset = item.offsets.before { records.member(.oldOffset, offset) }
    if let offset = item.offsets.after { records.member(.newOffset, offset) }
    if let numbers = item.numbers {
      records.member(.oldValue, numbers.before)
      records.member(.newValue, numbers.after)
    }
    if !item.note.isEmpty { records.member(.note, text: item.note) }
    if let bytes = item.bytes {
      records.member(.oldHex, text: bytes.before)
      records.member(.newHex, text: bytes.after)
    }
    if item.kind == .rows, item.reason == nil { put(rowsOf: item, to: &records) }
    if item.reason != nil, item.kind == .rows { records.member(.count, item.count) }
    if let shift = item.shift {
      records.key(.shift)
      records.put(count: Int(shift))
    }
    if !item.others.isEmpty {
      records.key(.also)
      records.openArray(.lines)
      for other in item.others {
        records.element()
        records.openObject()
        records.member(.path, text: other.path)
        records.member(.field, text: other.field)
        records.closeObject()
      }
      records.closeArray()
    }
    if let reason = item.reason { records.member(.because, text: reason) }
    records.closeObject()
  }

  private func put<Encoding: RecordEncoding>(
    rowsOf item: DiffItem, to records: inout RecordWriter<Encoding, DiffKey>
  ) {
    let counts = item.counts
    records.key(.rows)
    records.openObject(.mixed)
    records.member(.old, counts.before)
    records.member(.new, counts.after)
    records.member(.changed, counts.changed)
    records.member(.added, counts.added)
    records.member(.removed, counts.removed)
    records.key(.first)
    records.openArray(.lines)
    for row in item.rows {
      records.element()
      records.openObject()
      if let number = row.before {
        records.member(.oldRow, number + 1)
        records.member(.old, text: row.old)
      }
      if let number = row.after {
        records.member(.newRow, number + 1)
        records.member(.new, text: row.new)
      }
      if !row.column.isEmpty { records.member(.column, text: row.column) }
      if let bytes = row.bytes {
        if !bytes.before.isEmpty { records.member(.oldHex, text: bytes.before) }
        if !bytes.after.isEmpty { records.member(.newHex, text: bytes.after) }
      }
      records.closeObject()
    }
    records.closeArray()
    records.closeObject()
  }
}

/// The keys of the format `atomtools.diff/1`.
enum DiffKey: FixedText, NameBytesKey {
  case schema, pathHex, a, b, verdict, equal, profile, snapshot, sameMedia, playback, changes, consequences,
    following, notes, message, kind, count, name, size, format, problems, id, severity, path,
    offset, field, old, new, note, line, oldOffset, newOffset, oldValue, newValue, oldHex, newHex,
    rows, shift, also, because, changed, added, removed, first, oldRow, newRow, column,
    viewer, aspects, proofs, findings, state, subject, oldTrack, newTrack, oldSamples, newSamples,
    sameSamples, comparedBytes, gate
}

private enum DiffShapes {
  static var root: RecordShape<DiffKey> {
    .object([
      .required(.schema, .constant("atomtools.diff/1")),
      .required(.a, .definition("side"), "The first side; of a snapshot its file."),
      .required(.b, .definition("side")),
      .required(
        .verdict, .words(["equal", "differs", "new", "written", "added", "removed", "failed"])),
      .required(.equal, .boolean, "Whether nothing counts as a change under the profile."),
      .optional(
        .gate, .array(.text),
        "With --gate what it closes for: aspects, or that the file is gone; empty where it stays open."),
      .required(.profile, .text),
      .required(.snapshot, .boolean, "Whether the first side is a snapshot of the second."),
      .required(
        .sameMedia, .types([.flag, .null]), "null when there is no media or it was not compared."),
      .optional(.playback, .array(.text), "Of a snapshot, what the changes do to playback."),
      .optional(
        .viewer, .text,
        "That somebody who plays the file meets no change, or what was not checked; absent when something changed."
      ),
      .optional(
        .aspects, .array(.definition("aspect")), "What became of each of the sixteen aspects."),
      .optional(
        .proofs, .array(.definition("proof")),
        "What was compared of each track, each item and the sound."),
      .required(.changes, .array(.definition("change"))),
      .required(
        .consequences,
        .array(
          .object([
            .required(.kind, .text),
            .required(.count, .integer(least: 1)),
          ])), "How many things follow from the changes, by kind."),
      .optional(
        .following, .array(.definition("change")), "With --all and the profile exact: what follows."
      ),
      .optional(.notes, .array(.text)),
      .optional(.message, .text, "Why there is no comparison."),
    ])
  }

  static var side: RecordShape<DiffKey> {
    .object([
      .required(.name, .text, "As it was given; what is not UTF-8 is U+FFFD."),
      .filePathHex,
      .optional(.size, .definition("natural")),
      .optional(.format, .text),
      .optional(
        .problems,
        .array(
          .object([
            .required(.id, .text),
            .required(.severity, .words(["warning", "error"])),
            .required(.path, .text),
            .optional(.offset, .definition("natural")),
            .required(.message, .text),
          ])), "What is wrong with it, but for notes and what follows from another problem."),
    ])
  }

  private static var states: [StaticString] { ["same", "equivalent", "changed", "not checked"] }

  static var aspect: RecordShape<DiffKey> {
    .object([
      .required(
        .name,
        .words([
          "samples", "times", "start and end", "seeking", "setup", "display", "sound", "text",
          "tracks", "protection", "opening", "timecode", "events", "tags", "file", "problems",
        ])),
      .required(
        .state, .words(states), "The worst of its findings; same in the tracks and items that both files have where there is none."),
      .optional(
        .findings,
        .array(
          .object([
            .required(.state, .words(states)),
            .optional(.subject, .text, "The track or the item; absent for the file as a whole."),
            .optional(.oldTrack, .definition("natural")),
            .optional(.newTrack, .definition("natural")),
            .required(.message, .text),
          ]))),
    ])
  }

  static var proof: RecordShape<DiffKey> {
    .object([
      .required(.subject, .text),
      .optional(.oldTrack, .definition("natural"), "The number of the track or the item."),
      .optional(.newTrack, .definition("natural")),
      .required(.oldSamples, .integer(least: 0)),
      .required(.newSamples, .integer(least: 0)),
      .required(
        .sameSamples, .types([.integer, .null]),
        "How many samples have the bytes that they had, in their order; null when not all were read."
      ),
      .required(.comparedBytes, .definition("natural"), "Of both files together."),
    ])
  }

  static var change: RecordShape<DiffKey> {
    .object([
      .required(.kind, .words(["added", "removed", "moved", "changed", "rows"])),
      .required(.path, .text, "The node, by identity; empty for the file as a whole."),
      .optional(.field, .text),
      .optional(.old, .text),
      .optional(.new, .text),
      .optional(
        .note, .text, "What more is said: which flags came and went, what became of the samples."),
      .optional(.line, .integer(least: 1), "The line of the snapshot."),
      .optional(.oldOffset, .definition("natural")),
      .optional(.newOffset, .definition("natural")),
      .optional(.oldValue, .definition("natural")),
      .optional(.newValue, .definition("natural")),
      .optional(.oldHex, .text),
      .optional(.newHex, .text),
      .optional(
        .rows,
        .object([
          .required(.old, .integer(least: 0)),
          .required(.new, .integer(least: 0)),
          .required(.changed, .integer(least: 0)),
          .required(.added, .integer(least: 0)),
          .required(.removed, .integer(least: 0)),
          .required(
            .first,
            .array(
              .object([
                .optional(.oldRow, .integer(least: 1)),
                .optional(.old, .text),
                .optional(.newRow, .integer(least: 1)),
                .optional(.new, .text),
                .optional(
                  .column, .text, "The one column that differs, whose values alone are told."),
                .optional(.oldHex, .text),
                .optional(.newHex, .text),
              ]))),
        ])),
      .optional(.count, .integer(least: 1), "How many rows follow."),
      .optional(.shift, .integer),
      .optional(
        .also,
        .array(
          .object([
            .required(.path, .text),
            .required(.field, .text),
          ])), "Where else the same field went from the same value to the same value."),
      .optional(.because, .text, "Why it follows."),
    ])
  }
}

extension PublishedSchema {
  /// What ``DiffRecords`` writes.
  static let diff = PublishedSchema(
    "atomtools.diff/1",
    "What atomdiff --json writes: a document a pair of files, one a line. Offsets are in bytes; rows and lines count from 1.",
    root: DiffShapes.root,
    definitions: [
      ("side", DiffShapes.side),
      ("change", DiffShapes.change),
      ("aspect", DiffShapes.aspect),
      ("proof", DiffShapes.proof),
      ("natural", .natural),
    ])
}

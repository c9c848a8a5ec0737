package import ByteReading
package import MediaFacts
package import Structure
public import StructureRendering

/// Writes for machines what a file says of persons, places, devices and accounts: a document of the
/// schema `atomtools.privacy/1`.
package struct PrivacyRecords: RecordReport {
  package typealias Key = PrivacyKey

  private let document: Document
  private let privacy: Privacy
  private let name: [UInt8]
  private let options: RenderOptions

  /// - Parameter name: The name of the file as given.
  package init(_ privacy: Privacy, of document: Document, name: [UInt8], options: RenderOptions) {
    self.document = document
    self.privacy = privacy
    self.name = name
    self.options = options
  }

  package func write<Encoding: RecordEncoding>(
    to records: inout RecordWriter<Encoding, PrivacyKey>
  ) {
    records.openDocument(PublishedSchema.privacy.name, options)
    records.member(file: name, .line(2))
    records.key(.metadata, .line(2))
    records.put(text: privacy.metadata.rawValue)
    records.key(.count, .line(2))
    records.put(count: privacy.count)
    records.key(.credits, .line(2))
    records.put(count: privacy.creditCount)
    records.key(.programs, .line(2))
    records.put(count: privacy.programCount)
    records.key(.findings, .line(2))
    records.openArray(.lines)
    for finding in privacy.findings {
      records.element(.line(4))
      put(finding, to: &records)
    }
    records.closeArray(.line(2))
    records.key(.notRead, .line(2))
    records.openArray(.lines)
    for left in privacy.unread {
      records.element(.line(4))
      put(left, to: &records)
    }
    records.closeArray(.line(2))
    records.key(.media, .line(2))
    records.openObject()
    records.member(.answer, text: privacy.media.rawValue)
    records.member(.bytes, privacy.mediaByteCount)
    if let reading = privacy.mediaReading {
      records.key(.count)
      records.put(count: privacy.mediaCount)
      records.member(.samples, reading.sampleCount)
      records.key(.notRead)
      records.openArray()
      for left in reading.unread {
        records.element()
        put(left, to: &records)
      }
      records.closeArray()
    }
    records.closeObject()
    records.closeDocument()
  }

  private func put<Encoding: RecordEncoding>(
    _ finding: Privacy.Finding, to records: inout RecordWriter<Encoding, PrivacyKey>
  ) {
    records.openObject()
    records.member(.kind, text: finding.kind.rawValue)
    records.member(.title, text: finding.title)
    if let identifier = finding.identifier { records.member(.identifier, text: identifier) }
    if let value = finding.value { records.member(.value, text: value) }
    if let position = finding.position {
      records.key(.latitude)
      records.put(real: position.latitude)
      records.key(.longitude)
      records.put(real: position.longitude)
      if let altitude = position.altitude {
        records.key(.altitude)
        records.put(real: altitude)
      }
    }
    records.member(.path, shown: ShownText(finding.path))
    if let sample = finding.sample { records.member(.sample, sample) }
    if let offset = finding.offset { records.member(.offset, offset) }
    if let size = finding.byteCount { records.member(.size, size) }
    if finding.others > 0 { records.member(.others, finding.others) }
    records.closeObject()
  }

  private func put<Encoding: RecordEncoding>(
    _ left: Unread, to records: inout RecordWriter<Encoding, PrivacyKey>
  ) {
    records.openObject()
    records.member(.reason, text: left.reason.id.description)
    if !left.name.isEmpty { records.member(.name, text: left.name) }
    if let node = left.node { records.member(.path, text: document.path(of: node)) }
    records.member(.count, left.count)
    if let bytes = left.byteCount { records.member(.bytes, bytes) }
    if !left.parts.isEmpty {
      records.key(.parts)
      records.openArray()
      for part in left.parts {
        records.element()
        records.put(text: part)
      }
      records.closeArray()
      if left.otherParts > 0 { records.member(.otherParts, left.otherParts) }
    }
    records.closeObject()
  }

  /// Writes a record a finding, and one for each place that was not read: `found` or `notRead`, the
  /// kind or the reason, title, value, path, offset, size or count.
  ///
  /// - Parameter prefix: What each record begins with, escaped: the name of the file when there are
  ///   several.
  package func putPlain(to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var records = RecordWriter(TabEncoding(), PrivacyKey.self, taken)
    for finding in privacy.findings {
      begin(&records, "found")
      records.cell(text: finding.kind.rawValue)
      records.cell(text: finding.title)
      records.cell(text: Self.cell(finding))
      records.cell(shown: ShownText(finding.path))
      records.cell()
      if let offset = finding.offset { records.output.put(decimal: offset) }
      records.cell()
      if let size = finding.byteCount { records.output.put(decimal: size) }
      records.closeObject()
    }
    for left in privacy.unread + (privacy.mediaReading?.unread ?? []) {
      begin(&records, "notRead")
      records.cell(text: left.reason.id.description)
      records.cell(text: left.name.isEmpty ? left.parts.joined(by: ", ") : left.name)
      records.cell()
      records.cell(text: left.node.map { document.path(of: $0) } ?? "")
      records.cell()
      records.cell(UInt64(left.count))
      records.closeObject()
    }
    if privacy.mediaByteCount > 0, privacy.mediaReading == nil {
      begin(&records, "notRead")
      records.cell(word: "media")
      for _ in 0..<4 { records.cell() }
      records.cell(privacy.mediaByteCount)
      records.closeObject()
    }
    output = records.finish()
  }

  /// The value of a finding; of a place what it is called with its numbers, where the value is not these.
  private static func cell(_ finding: Privacy.Finding) -> String {
    let value = finding.value ?? ""
    guard let position = finding.position, value.isEmpty || GeographicPosition(iso6709: value) == nil else { return value }
    return value.isEmpty ? position.words : value + ", " + position.words
  }

  /// Writes the record of a file of which nothing was read.
  ///
  /// - Parameters:
  ///   - message: Why, for people.
  ///   - name: As it was given; `nil` where it is the only file.
  package static func putPlain(unread message: String, name: [UInt8]?, to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var records = RecordWriter(TabEncoding(), PrivacyKey.self, taken)
    var prefix = ByteWriter()
    if let name { prefix.put(text: String(decoding: name, as: UTF8.self), style: .record) }
    begin(&records, "notRead", prefix.string)
    records.cell(word: "file")
    records.cell(text: message)
    for _ in 0..<4 { records.cell() }
    records.closeObject()
    output = records.finish()
  }

  private func begin(
    _ records: inout RecordWriter<TabEncoding, PrivacyKey>, _ answer: StaticString
  ) {
    Self.begin(&records, answer, options.recordPrefix)
  }

  private static func begin(
    _ records: inout RecordWriter<TabEncoding, PrivacyKey>, _ answer: StaticString, _ prefix: String
  ) {
    records.openObject()
    if !prefix.isEmpty {
      records.cell()
      records.output.put(prefix)
    }
    records.cell(word: answer)
  }
}

/// The keys of the format `atomtools.privacy/1`.
package enum PrivacyKey: FixedText, DocumentKey, FileKey {
  case schema, tool, name, version, path, pathHex, metadata, count, credits, programs, findings, kind, title, identifier, value,
    latitude, longitude, altitude, offset, size, others, notRead, reason, media, answer, bytes, sample, samples,
    parts, otherParts
}

private enum PrivacyShapes {
  static var root: RecordShape<PrivacyKey> {
    .object([
      .required(.schema, .constant("atomtools.privacy/1")),
      .required(.tool, .tool),
      .filePath,
      .filePathHex,
      .required(
        .metadata, .words(["found", "none", "notRead"]),
        "none: every place that can hold something was read. notRead: nothing was found, and not all was read."
      ),
      .required(.count, .definition("natural"), "How many are personal, those past 4,096 that are not listed among them."),
      .required(.credits, .definition("natural"), "How many names of a published work there are besides."),
      .required(.programs, .definition("natural"), "How many names of programs there are besides."),
      .required(.findings, .array(.definition("finding"))),
      .required(.notRead, .array(.definition("unread"))),
      .required(
        .media,
        .object([
          .required(
            .answer, .words(["found", "none", "notRead"]),
            "none: there are no media, or --deep read all of them. What pictures show is not judged."),
          .required(.bytes, .definition("natural"), "Of samples, sound and pictures; free space that is not blank is in notRead."),
          .optional(.count, .definition("natural"), "How many findings are of media; with --deep, as what follows."),
          .optional(.samples, .definition("natural"), "How many were gone through."),
          .optional(.notRead, .array(.definition("unread"))),
        ])),
    ])
  }

  static var unread: RecordShape<PrivacyKey> {
    .object([
      .required(.reason, .text, "What was not read: exif, xmp, picture, unknown-key; samples, encrypted, item-data."),
      .optional(.name, .text),
      .optional(.path, .text, "The first."),
      .required(.count, .definition("natural")),
      .optional(.bytes, .definition("natural"), "In all of these places; not there where they were not counted."),
      .optional(.parts, .array(.text), "Properties of XMP that are not known, the first 32, by their names."),
      .optional(.otherParts, .definition("natural"), "How many there are behind these."),
    ])
  }

  static var finding: RecordShape<PrivacyKey> {
    .object([
      .required(
        .kind,
        .words([
          "place", "person", "credit", "account", "device", "identifier", "path", "time", "comment", "text",
          "software",
        ])),
      .required(.title, .text, "For people."),
      .optional(.identifier, .text, "Of an item of metadata, as -m has it."),
      .optional(.value, .text, "As it stands in the file."),
      .optional(.latitude, .number),
      .optional(.longitude, .number),
      .optional(.altitude, .number, "In metres."),
      .required(.path, .text),
      .optional(.sample, .definition("natural"), "Of the track that path leads to, from 1; where media say it."),
      .optional(.offset, .definition("natural"), "In the file; not there in what was compressed."),
      .optional(.size, .definition("natural")),
      .optional(.others, .definition("natural"), "How many other places say the same."),
    ])
  }
}

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of what `--privacy` writes with `--json` and `--jsonl`.
  public static let privacy = PublishedSchema(
    "atomtools.privacy/1",
    "What --privacy --json writes of a file: what it says of persons, places, devices and accounts, and what was not read.",
    root: PrivacyShapes.root,
    definitions: [
      ("natural", .describedNatural),
      ("finding", PrivacyShapes.finding),
      ("unread", PrivacyShapes.unread),
    ])
}

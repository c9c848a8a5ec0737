import ByteReading
import StructureRendering

/// Writes outcomes as a SARIF 2.1.0 log (OASIS, 27 March 2020): a result a change.
struct DiffSARIF: RecordReport {
  let outcomes: [DiffOutcome]
  let tool: String
  let version: String

  /// The keys of SARIF that are used.
  enum Key: FixedText, RecordKey {
    case schema = "$schema"
    case version, runs, tool, driver, name, rules, id, shortDescription, text, invocations,
      executionSuccessful, toolExecutionNotifications, level, message, results, ruleId, ruleIndex,
      locations, physicalLocation, artifactLocation, uri, region, startLine, byteOffset,
      logicalLocations, fullyQualifiedName, kind
  }

  private static let rules: [(id: StaticString, text: StaticString)] = [
    ("node-added", "An atom or a frame was added."),
    ("node-removed", "An atom or a frame was removed."),
    ("node-moved", "An atom or a frame stands elsewhere."),
    ("field-added", "A field was added."),
    ("field-removed", "A field was removed."),
    ("field-changed", "A field has another value."),
    ("rows-changed", "Rows of a table differ."),
    ("new-problem", "A rule that only the second file breaks."),
    ("file-added", "Only the second side has the file."),
    ("file-removed", "Only the first side has the file."),
    ("no-snapshot", "There is no snapshot of the file."),
  ]

  func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, Key>) {
    records.openObject()
    records.member(.schema, word: "https://json.schemastore.org/sarif-2.1.0.json")
    records.member(.version, word: "2.1.0")
    records.key(.runs)
    records.openArray()
    records.element()
    records.openObject()
    records.key(.tool)
    records.openObject()
    records.key(.driver)
    records.openObject()
    records.member(.name, text: tool)
    records.member(.version, text: version)
    records.key(.rules)
    records.openArray()
    for rule in Self.rules {
      records.element()
      records.openObject()
      records.member(.id, word: rule.id)
      records.key(.shortDescription)
      records.openObject()
      records.member(.text, word: rule.text)
      records.closeObject()
      records.closeObject()
    }
    records.closeArray()
    records.closeObject()
    records.closeObject()
    records.key(.invocations)
    records.openArray()
    records.element()
    records.openObject()
    let failed = outcomes.filter { $0.verdict == .failed }
    records.member(.executionSuccessful, failed.isEmpty)
    records.key(.toolExecutionNotifications)
    records.openArray()
    for outcome in failed {
      records.element()
      records.openObject()
      records.member(.level, word: "error")
      put(message: "\(outcome.after.name): \(outcome.message)", to: &records)
      records.closeObject()
    }
    records.closeArray()
    records.closeObject()
    records.closeArray()
    records.key(.results)
    records.openArray()
    for outcome in outcomes {
      for result in results(of: outcome) {
        records.element()
        put(result, to: &records)
      }
    }
    records.closeArray()
    records.closeObject()
    records.closeArray()
    records.closeObject()
    records.endRecord()
  }

  private struct Result {
    var rule: String
    var message: String
    var file: [UInt8]
    var line = 0
    var offset: UInt64?
    var place = ""
  }

  private func results(of outcome: DiffOutcome) -> [Result] {
    switch outcome.verdict {
    case .equal, .written, .failed: return []
    case .added:
      return [Result(rule: "file-added", message: "added", file: outcome.after.path)]
    case .removed:
      return [Result(rule: "file-removed", message: "removed", file: outcome.before.path)]
    case .new:
      return [Result(rule: "no-snapshot", message: "no snapshot", file: outcome.after.path)]
    case .differs:
      return outcome.listed.map { item in
        Result(
          rule: item.rule, message: "\(item.place): \(item.body)",
          file: outcome.isSnapshot ? outcome.before.path : outcome.after.path, line: item.line,
          offset: outcome.isSnapshot ? nil : item.offsets.after, place: item.place)
      }
    }
  }

  private func put<Encoding: RecordEncoding>(
    _ result: Result, to records: inout RecordWriter<Encoding, Key>
  ) {
    records.openObject()
    records.member(.ruleId, text: result.rule)
    records.member(.ruleIndex, Self.rules.firstIndex { $0.id.description == result.rule } ?? 0)
    records.member(.level, word: "error")
    put(message: result.message, to: &records)
    records.key(.locations)
    records.openArray()
    records.element()
    records.openObject()
    records.key(.physicalLocation)
    records.openObject()
    records.key(.artifactLocation)
    records.openObject()
    records.member(.uri, text: Self.uri(result.file))
    records.closeObject()
    if result.line > 0 || result.offset != nil {
      records.key(.region)
      records.openObject()
      if result.line > 0 {
        records.member(.startLine, result.line)
      } else if let offset = result.offset {
        records.key(.byteOffset)
        records.put(count: Int(clamping: offset))
      }
      records.closeObject()
    }
    records.closeObject()
    if !result.place.isEmpty {
      records.key(.logicalLocations)
      records.openArray()
      records.element()
      records.openObject()
      records.member(.fullyQualifiedName, text: result.place)
      records.member(.kind, word: "element")
      records.closeObject()
      records.closeArray()
    }
    records.closeObject()
    records.closeArray()
    records.closeObject()
  }

  private func put<Encoding: RecordEncoding>(
    message: String, to records: inout RecordWriter<Encoding, Key>
  ) {
    records.key(.message)
    records.openObject()
    records.member(.text, text: message)
    records.closeObject()
  }

  /// The name of a file as a reference (RFC 3986 §4.2).
  static func uri(_ path: [UInt8]) -> String { ReportedFile.uri(path) }
}

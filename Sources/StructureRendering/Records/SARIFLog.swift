package import ByteReading

/// A SARIF 2.1.0 log (OASIS, 27 March 2020) of one run of a program.
package struct SARIFLog: RecordReport {
  package struct Rule: Sendable {
    let id: String
    let text: String
    let help: String

    /// - Parameter help: What mends it; empty where there is none.
    package init(_ id: String, _ text: String, help: String = "") {
      self.id = id
      self.text = text
      self.help = help
    }
  }

  /// Where a result is.
  package struct Place: Sendable {
    let file: [UInt8]
    let line: Int?
    let offset: UInt64?
    let path: String

    /// - Parameters:
    ///   - file: The name of the file.
    ///   - line: In a file of text, from 1.
    ///   - offset: In the file, in bytes.
    ///   - path: Of an atom or a frame; empty for the file as a whole.
    package init(file: [UInt8], line: Int? = nil, offset: UInt64? = nil, path: String = "") {
      self.file = file
      self.line = line
      self.offset = offset
      self.path = path
    }
  }

  package enum Level: FixedText {
    case error, warning, note
  }

  /// What a rule says of one place, or of several alike.
  package struct Result: Sendable {
    let rule: String
    let level: Level
    let message: String
    let places: [Place]
    /// Whether it is accepted by a file beside the ones that were read (§3.35).
    let isSuppressed: Bool

    package init(
      rule: String, _ level: Level, _ message: String, at places: [Place], isSuppressed: Bool = false
    ) {
      self.rule = rule
      self.level = level
      self.message = message
      self.places = places
      self.isSuppressed = isSuppressed
    }
  }

  /// The keys of SARIF that are used.
  package enum Key: FixedText, RecordKey {
    case schema = "$schema"
    case version, runs, tool, driver, name, rules, id, shortDescription, help, text, invocations,
      executionSuccessful, toolExecutionNotifications, level, message, results, ruleId, ruleIndex,
      locations, physicalLocation, artifactLocation, uri, region, startLine, address, absoluteAddress,
      logicalLocations, fullyQualifiedName, kind, occurrenceCount, suppressions
  }

  private let tool: String
  private let version: String
  private let rules: [Rule]
  private let results: [Result]
  private let failures: [String]?

  /// - Parameter failures: What could not be done; `nil` where that is said elsewhere.
  package init(
    tool: String, version: String, rules: [Rule], results: [Result], failures: [String]? = nil
  ) {
    self.tool = tool
    self.version = version
    self.rules = rules
    self.results = results
    self.failures = failures
  }

  package func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, Key>) {
    records.openObject()
    records.member(.schema, word: "https://json.schemastore.org/sarif-2.1.0.json")
    records.member(.version, word: "2.1.0")
    records.key(.runs)
    records.openArray()
    records.element()
    records.openObject()
    putTool(to: &records)
    if let failures { putInvocation(failures, to: &records) }
    let indexes = Dictionary(
      rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    records.key(.results)
    records.openArray()
    for result in results {
      records.element()
      records.openObject()
      records.member(.ruleId, text: result.rule)
      records.member(.ruleIndex, indexes[result.rule] ?? 0)
      records.member(.level, word: result.level.rawValue.text)
      put(.message, result.message, to: &records)
      if result.places.count > 1 { records.member(.occurrenceCount, result.places.count) }
      records.key(.locations)
      records.openArray()
      for place in result.places { put(place, to: &records) }
      records.closeArray()
      if result.isSuppressed { putSuppression(to: &records) }
      records.closeObject()
    }
    records.closeArray()
    records.closeObject()
    records.closeArray()
    records.closeObject()
    records.endRecord()
  }

  private func putTool<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, Key>) {
    records.key(.tool)
    records.openObject()
    records.key(.driver)
    records.openObject()
    records.member(.name, text: tool)
    records.member(.version, text: version)
    records.key(.rules)
    records.openArray()
    for rule in rules {
      records.element()
      records.openObject()
      records.member(.id, text: rule.id)
      put(.shortDescription, rule.text, to: &records)
      if !rule.help.isEmpty { put(.help, rule.help, to: &records) }
      records.closeObject()
    }
    records.closeArray()
    records.closeObject()
    records.closeObject()
  }

  private func putSuppression<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, Key>) {
    records.key(.suppressions)
    records.openArray()
    records.element()
    records.openObject()
    records.member(.kind, word: "external")
    records.closeObject()
    records.closeArray()
  }

  private func putInvocation<Encoding: RecordEncoding>(
    _ failures: [String], to records: inout RecordWriter<Encoding, Key>
  ) {
    records.key(.invocations)
    records.openArray()
    records.element()
    records.openObject()
    records.member(.executionSuccessful, failures.isEmpty)
    records.key(.toolExecutionNotifications)
    records.openArray()
    for failure in failures {
      records.element()
      records.openObject()
      records.member(.level, word: Level.error.rawValue.text)
      put(.message, failure, to: &records)
      records.closeObject()
    }
    records.closeArray()
    records.closeObject()
    records.closeArray()
  }

  private func put<Encoding: RecordEncoding>(
    _ place: Place, to records: inout RecordWriter<Encoding, Key>
  ) {
    records.element()
    records.openObject()
    records.key(.physicalLocation)
    records.openObject()
    records.key(.artifactLocation)
    records.openObject()
    records.member(.uri, text: ReportedFile.uri(place.file))
    records.closeObject()
    // GitHub takes no result without a line, media or not. A region that has a line may not begin at another byte as
    // well (§3.30.4): where that is, is the address (§3.32.6).
    records.key(.region)
    records.openObject()
    records.member(.startLine, place.line ?? 1)
    records.closeObject()
    if place.line == nil, let offset = place.offset {
      records.key(.address)
      records.openObject()
      records.member(.absoluteAddress, Int(clamping: offset))
      records.closeObject()
    }
    records.closeObject()
    if !place.path.isEmpty {
      records.key(.logicalLocations)
      records.openArray()
      records.element()
      records.openObject()
      records.member(.fullyQualifiedName, text: place.path)
      records.member(.kind, word: "element")
      records.closeObject()
      records.closeArray()
    }
    records.closeObject()
  }

  private func put<Encoding: RecordEncoding>(
    _ key: Key, _ text: String, to records: inout RecordWriter<Encoding, Key>
  ) {
    records.key(key)
    records.openObject()
    records.member(.text, text: text)
    records.closeObject()
  }
}

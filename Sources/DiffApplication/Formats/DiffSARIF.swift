import ByteReading

/// Writes outcomes as a SARIF 2.1.0 log (OASIS, 27 March 2020): a result a change.
struct DiffSARIF {
  let tool: String
  let version: String

  private static let rules: [(id: String, text: String)] = [
    ("node-added", "An atom or a frame was added."),
    ("node-removed", "An atom or a frame was removed."),
    ("node-moved", "An atom or a frame stands elsewhere."),
    ("field-added", "A field was added."),
    ("field-removed", "A field was removed."),
    ("field-changed", "A field has another value."),
    ("rows-changed", "Rows of a table differ."),
    ("file-added", "Only the second side has the file."),
    ("file-removed", "Only the first side has the file."),
    ("no-snapshot", "There is no snapshot of the file."),
  ]

  func write(_ outcomes: [DiffOutcome], to output: inout ByteWriter) {
    output.put(
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":"
        + "[{\"tool\":{\"driver\":{\"name\":\"\(tool)\",\"version\":\"\(version)\",\"rules\":[")
    for (place, rule) in Self.rules.enumerated() {
      if place > 0 { output.put(",") }
      output.put("{\"id\":\"\(rule.id)\",\"shortDescription\":{\"text\":\"\(rule.text)\"}}")
    }
    output.put("]}},\"invocations\":[{\"executionSuccessful\":")
    let failed = outcomes.filter { $0.verdict == .failed }
    output.put(failed.isEmpty ? "true" : "false")
    output.put(",\"toolExecutionNotifications\":[")
    for (place, outcome) in failed.enumerated() {
      if place > 0 { output.put(",") }
      output.put("{\"level\":\"error\",\"message\":")
      text("\(outcome.after.name): \(outcome.message)", &output)
      output.put("}")
    }
    output.put("]}],\"results\":[")
    var isFirst = true
    for outcome in outcomes {
      for result in results(of: outcome) {
        if !isFirst { output.put(",") }
        isFirst = false
        put(result, &output)
      }
    }
    output.put("]}]}\n")
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

  private func put(_ result: Result, _ output: inout ByteWriter) {
    output.put("{\"ruleId\":\"\(result.rule)\",\"ruleIndex\":")
    output.put(decimal: Self.rules.firstIndex { $0.id == result.rule } ?? 0)
    output.put(",\"level\":\"error\",\"message\":")
    text(result.message, &output)
    output.put(",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"")
    output.put(Self.uri(result.file))
    output.put("\"}")
    if result.line > 0 {
      output.put(",\"region\":{\"startLine\":\(result.line)}")
    } else if let offset = result.offset {
      output.put(",\"region\":{\"byteOffset\":\(offset)}")
    }
    output.put("}")
    if !result.place.isEmpty {
      output.put(",\"logicalLocations\":[{\"fullyQualifiedName\":\"")
      _ = output.put(text: result.place, style: .json)
      output.put("\",\"kind\":\"element\"}]")
    }
    output.put("}]}")
  }

  private func text(_ text: String, _ output: inout ByteWriter) {
    output.put("{\"text\":\"")
    _ = output.put(text: text, style: .json)
    output.put("\"}")
  }

  /// The name of a file as a relative reference (RFC 3986 §4.2), or as `file:` when it begins at the
  /// root.
  static func uri(_ path: [UInt8]) -> String {
    var result = path.first == UInt8(ascii: "/") ? "file://" : ""
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    for byte in path {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%"
        result.unicodeScalars.append(digits[Int(byte >> 4)])
        result.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
    return result
  }
}

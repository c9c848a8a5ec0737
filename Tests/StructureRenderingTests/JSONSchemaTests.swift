import ByteReading
import Corpus
import Foundation
import MediaFacts
import MediaInspection
import MediaMetadata
import MediaReports
import Structure
import StructureRendering
import Testing

@Suite struct JSONSchemaTests {
  let schema: [String: Any]

  init() throws {
    var output = ByteWriter()
    PublishedSchema.dump.put(to: &output)
    schema = try parsed(output.string)
  }

  /// A movie with a list, a table, groups, strange text, a lie about a size and a uuid.
  var rich: [UInt8] {
    let avcC = atom(
      "avcC", [1, 0x64, 0, 0x1F, 0xFF, 0xE1], number(5, 2), [0x67, 0x64, 0, 0x1F, 0xAC], [1],
      number(2, 2), [0x68, 0xEE])
    let avc1 = atom(
      "avc1", number(0, 6), number(1, 2), number(0, 16), number(16, 2), number(16, 2),
      number(0x48_0000, 4), number(0x48_0000, 4), number(0, 4), number(1, 2), number(0, 32),
      number(24, 2), number(0xFFFF, 2), avcC)
    let tables = atom(
      "stbl", atom("stsd", number(0, 4), number(1, 4), avc1),
      atom("stts", number(0, 4), number(9, 4), number(3, 4), number(512, 4)))
    let moov = atom(
      "moov", atom("mvhd", number(0, 12), number(1000, 4), number(2000, 4), number(0, 80)),
      atom("trak", atom("mdia", atom("minf", tables))),
      atom("udta", [0, 0, 0, 15, 0xA9, 0x6E, 0x61, 0x6D, 0, 3, 0, 0, 0xFF, 0x22, 0x5C]))
    return atom("ftyp", Array("isom".utf8), number(0, 4), Array("isom".utf8)) + moov
      + atom("uuid", Array(repeating: 0xAB, count: 16), [1]) + [0, 0, 1, 0] + Array("mdat".utf8)
  }

  /// A WAV file of 48 kHz with the time and loudness of a broadcast, and a marker.
  var broadcast: [UInt8] {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let size: [UInt8] = number(content.count, 4).reversed()
      return Array(type.utf8) + size + content
    }
    func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
    let format: [UInt8] = [1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0]
    // 256 samples, version 2, -23 LUFS.
    var extended = zeros(338)
    extended += [0, 1, 0, 0, 0, 0, 0, 0, 2, 0]
    extended += zeros(64)
    extended += [4, 0xF7]
    extended += zeros(188)
    var points: [UInt8] = [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    points += Array("data".utf8) + zeros(12)
    return chunk(
      "RIFF",
      Array("WAVE".utf8) + chunk("fmt ", format) + chunk("bext", extended) + chunk("cue ", points)
        + chunk("data", [1, 2, 3, 4]))
  }

  @Test(arguments: [false, true])
  func documentsAreValid(isNested: Bool) throws {
    let text = json(document(rich)) {
      $0.isNested = isNested
      $0.hex = isNested ? .fields : nil
    }
    let value = try parsed(text)
    #expect(Validator(schema).complaint(about: value) == nil)
    #expect((value["problems"] as? [Any])?.isEmpty == false)
  }

  /// All media, each payload, and each track.
  @Test func digestsAreValid() throws {
    let film = try MediaFile.open(Corpus.open("mockups/slow.mp4"))
    for form in [JSONRenderer.Form.document, .line, .nodes] {
      let text = json(film, form) { $0.digests = MediaFile.digests(of: film) }
      let value = try parsed(String(text.prefix { $0 != "\n" || form == .document }))
      #expect(Validator(schema).complaint(about: value) == nil)
      let digests = try #require(value["digests"] as? [[String: Any]])
      #expect(
        digests.map { $0["of"] as? String } == ["media", "payload", "track", "track", "track"])
      // As sha256sum says of the payload of mdat, and ffmpeg -f streamhash of the first stream.
      let hash = "b79d1f76ed5576a20809f1e9217368ea4cae57620b12df70088bc56522f3b153"
      #expect(digests[0]["sha256"] as? String == hash)
      #expect(digests[1]["sha256"] as? String == hash)
      #expect(digests[1]["path"] as? String == "mdat")
      #expect(
        digests[2]["sha256"] as? String
          == "04e9e79e84b19cf3f5bcde1b6ebbca748a051a2de338b54fd54ba5e7a3f10776")
      #expect(digests[2]["kind"] as? String == "video")
    }
    // Without being asked for there are none.
    #expect(try parsed(json(film) { _ in })["digests"] == nil)
  }

  /// The line that stands for a file which was not read, with a name that is not UTF-8.
  @Test func failuresAreValid() throws {
    var schema = ByteWriter()
    PublishedSchema.failure.put(to: &schema)
    let root = try parsed(schema.string)
    var output = ByteWriter()
    FailureRecords("no \u{1B} such file", of: [0x61, 0xFF], options: RenderOptions())
      .write(as: .json(isPretty: false), to: &output)
    #expect(output.string.hasSuffix("}\n") && output.string.filter { $0 == "\n" }.count == 1)
    var value = try parsed(output.string)
    #expect(Validator(root).complaint(about: value) == nil)
    #expect(value["path"] as? String == "a\u{FFFD}")
    #expect(value["pathHex"] as? String == "61ff")
    #expect(value["error"] as? String != nil && !output.string.contains("\u{1B}"))
    value["error"] = nil
    #expect(Validator(root).complaint(about: value) != nil)
  }

  @Test func whatIsSaidAboutAFileIsValid() throws {
    var schema = ByteWriter()
    PublishedSchema.about.put(to: &schema)
    let validator = Validator(try parsed(schema.string))
    let made = [rich, broadcast].map { ByteSource(copying: $0) }
    let files = made + (try Corpus.files().map { try Corpus.open($0) })
    for file in files {
      guard let document = try? MediaFile.open(file) else { continue }
      MediaFile.check(document, isThorough: true)
      var output = ByteWriter()
      AboutRecords(
        document, About(of: document), name: Array("film.mp4".utf8), options: RenderOptions()
      ).write(as: .json(isPretty: false), to: &output)
      let value = try parsed(output.string)
      #expect(validator.complaint(about: value) == nil)
    }
  }

  @Test func whatAFileGivesAwayIsValid() throws {
    var schema = ByteWriter()
    PublishedSchema.privacy.put(to: &schema)
    let validator = Validator(try parsed(schema.string))
    let files = [ByteSource(copying: rich)] + (try Corpus.files().map { try Corpus.open($0) })
    var count = 0
    for file in files {
      guard let document = try? MediaFile.open(file) else { continue }
      let privacy = MediaFile.privacy(of: document)
      count += privacy.count
      var output = ByteWriter()
      PrivacyRecords(
        privacy, of: document, name: Array("film.mp4".utf8), options: RenderOptions()
      ).write(as: .json(isPretty: false), to: &output)
      let value = try parsed(output.string)
      #expect(validator.complaint(about: value) == nil)
    }
    #expect(count > 100)
  }

  @Test func whatDoesNotHoldIsValid() throws {
    var schema = ByteWriter()
    PublishedSchema.expectations.put(to: &schema)
    let root = try parsed(schema.string)
    let film = document(rich)
    let list = try Expectation.all(in: "expect //nope\nexpect moov absent\nexpect ftyp")
    let failed = list.compactMap { expectation in
      expectation.failure(in: film).map {
        ExpectationRecords.Failed(file: "rules.txt", expectation: expectation, failure: $0)
      }
    }
    var output = ByteWriter()
    ExpectationRecords(
      failed, of: list.count, unseen: [], in: film, name: Array("film.mp4".utf8), options: RenderOptions()
    ).write(as: .json(isPretty: false), to: &output)
    let value = try parsed(output.string)
    #expect(Validator(root).complaint(about: value) == nil)
    let failures = try #require(value["failures"] as? [[String: Any]])
    #expect(failures.map { $0["line"] as? Int } == [1, 2])
    #expect(failures[1]["path"] as? String == "moov")
    #expect(value["expectations"] as? Int == 3)
  }

  @Test func linesAreValid() throws {
    let validator = Validator(schema)
    for line in json(document(rich), .nodes).split(separator: "\n") {
      let complaint = validator.complaint(about: try parsed(String(line)))
      #expect(complaint == nil, "\(line)")
    }
  }

  @Test(arguments: ["x", "name"])
  func whatTheSchemaDoesNotKnowIsInvalid(key: String) throws {
    var value = try parsed(json(document(rich)))
    var nodes = value.nodes
    if key == "x" { nodes[0]["x"] = 1 } else { nodes[0]["offset"] = "-1" }
    value["nodes"] = nodes
    #expect(Validator(schema).complaint(about: value) != nil)
  }

  /// A row and those in it.
  func all(_ row: Row) -> [Row] { [row] + row.inner.flatMap(all) }

  @Test func namesOfOurTablesNeedNoEscapes() {
    let catalogue = document(rich).tree.catalogues[0]
    for table in catalogue.tables {
      for row in table.rows().flatMap(all) {
        var names = [row.name.description]
        switch row.meaning {
        case .names(let known), .flags(let known):
          names += known().entries.map(\.name.description)
        default: break
        }
        for name in names {
          #expect(
            !name.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || $0.value < 0x20 },
            "\(table.code): \(name)")
        }
      }
    }
  }
}

/// The part of JSON Schema that our schemas use, read once to hold many values against it.
struct Validator {
  private let root: Rule
  private let definitions: [String: Rule]

  init(_ schema: [String: Any]) {
    root = Rule(schema)
    definitions = (schema["$defs"] as? [String: [String: Any]] ?? [:]).mapValues { Rule($0) }
  }

  /// What is wrong with `value` and where, or nothing.
  func complaint(about value: Any) -> String? { complaint(about: value, by: root) }

  /// What one schema says.
  private final class Rule {
    let reference: String?
    let choices: (isOne: Bool, rules: [Rule])?
    let types: [String]?
    let constant: NSObject?
    let words: Set<String>?
    let pattern: String?
    let least: Double?
    let counts: (least: Int, most: Int)
    let items: Rule?
    let required: [String]
    let properties: [String: Rule]
    let isClosed: Bool

    init(_ schema: [String: Any]) {
      reference = (schema["$ref"] as? String).map { String($0.dropFirst("#/$defs/".count)) }
      let one = schema["oneOf"] as? [[String: Any]]
      choices = (one ?? schema["anyOf"] as? [[String: Any]]).map { (one != nil, $0.map { Rule($0) }) }
      types = schema["type"].map { $0 as? [String] ?? [$0 as? String ?? ""] }
      constant = schema["const"] as? NSObject
      words = (schema["enum"] as? [String]).map { Set($0) }
      pattern = schema["pattern"] as? String
      least = (schema["minimum"] as? NSNumber)?.doubleValue
      counts = (schema["minItems"] as? Int ?? 0, schema["maxItems"] as? Int ?? .max)
      items = (schema["items"] as? [String: Any]).map { Rule($0) }
      required = schema["required"] as? [String] ?? []
      properties = (schema["properties"] as? [String: [String: Any]] ?? [:]).mapValues { Rule($0) }
      isClosed = schema["additionalProperties"] as? Bool == false
    }
  }

  private func complaint(about value: Any, by rule: Rule) -> String? {
    if let name = rule.reference {
      guard let target = definitions[name] else { return ": no definition \(name)" }
      if let complaint = complaint(about: value, by: target) { return complaint }
    }
    if let choices = rule.choices {
      let complaints = choices.rules.map { complaint(about: value, by: $0) }
      let valid = complaints.count { $0 == nil }
      if valid == 0 || choices.isOne && valid > 1 {
        return ": \(valid) of \(choices.rules.count): \(complaints.compactMap(\.self))"
      }
    }
    if let types = rule.types, !types.contains(where: { has(value, type: $0) }) { return ": not \(types)" }
    if let wanted = rule.constant, wanted != value as? NSObject { return ": not \(wanted)" }
    if let words = rule.words, !words.contains(value as? String ?? "") { return ": none of \(words)" }
    if let pattern = rule.pattern, let text = value as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      return ": '\(text)' does not match \(pattern)"
    }
    if let least = rule.least, let number = value as? NSNumber, number.doubleValue < least {
      return ": less than \(least)"
    }
    if let array = value as? [Any] {
      if array.count < rule.counts.least { return ": too few" }
      if array.count > rule.counts.most { return ": too many" }
      guard let items = rule.items else { return nil }
      for (index, item) in array.enumerated() {
        if let complaint = complaint(about: item, by: items) { return "[\(index)]" + complaint }
      }
      return nil
    }
    guard let object = value as? [String: Any] else { return nil }
    for key in rule.required where object[key] == nil { return ": no \(key)" }
    for (key, member) in object {
      if let property = rule.properties[key] {
        if let complaint = complaint(about: member, by: property) { return "." + key + complaint }
      } else if rule.isClosed {
        return ": \(key) is not known"
      }
    }
    return nil
  }

  private func has(_ value: Any, type: String) -> Bool {
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "null": return value is NSNull
    case "boolean": return value is Bool
    case "number": return value is NSNumber
    case "integer":
      guard let number = value as? NSNumber else { return false }
      return number.doubleValue == number.doubleValue.rounded()
    default: return false
    }
  }
}

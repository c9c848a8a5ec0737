import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
import Foundation
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import DiffApplication

/// What `--yaml` writes is YAML, and the same values as `--json`.
@Suite struct YAMLTests {
  private static let tool = Tool<DumpSettings>(
    name: "atomdump", summary: "", version: "0", usage: [],
    options: DumpSettings.options(pathDetails: "") + DumpSettings.listOptions
      + DumpSettings.metadataOptions + DumpSettings.catalogueOptions)

  static let reports: [[String]] = [
    [], ["-x", "-n", "all"], ["--digest"], ["-p", "//*"], ["-d", "2"], ["--about"], ["--stats"],
    ["--samples", "-f"], ["--chunks"], ["--timeline"], ["--map"], ["--at=0.5"], ["-m"],
    ["-m=common"], ["--chapters"],
  ]

  @Test(arguments: reports)
  func yamlSaysWhatJSONSays(report: [String]) throws {
    // Each report of every fourth file, beginning at another one each; of all in the long run.
    let isLong = ProcessInfo.processInfo.environment["ATOMTOOLS_LONG"] != nil
    let place = Self.reports.firstIndex(of: report) ?? 0
    var count = 0
    for (number, name) in Corpus.files().filter({ !$0.hasPrefix("findings/") }).enumerated()
    where isLong || (number + place) % 4 == 0 {
      let source = try Corpus.open(name)
      guard let document = try? MediaFile.open(source) else { continue }
      MediaFile.check(document)
      let json = try written(report + ["--json"], document, source)
      let yaml = try written(report + ["--yaml"], document, source)
      if json.isEmpty, yaml.isEmpty { continue }
      #expect(yaml.hasPrefix("---\n"))
      #expect(try Value(yaml: yaml) == Value(json: json), "\(name)")
      count += 1
    }
    #expect(count > 40)
  }

  /// Without a file there are the catalogue and its schema.
  @Test func theCatalogueIsTheSame() throws {
    func written(_ arguments: [String]) throws -> String {
      var output = ByteWriter()
      #expect(
        try DumpReport(DumpProgram(Self.tool), arguments).writeWithoutFile(to: &output))
      return output.string
    }
    let json = try Value(json: written(["--boxes", "--json"]))
    #expect(try Value(yaml: written(["--boxes", "--yaml"])) == json)
  }

  /// A brand is found by its code, beside a type of the same code, by its name, and among all.
  @Test(arguments: [
    ("isom", ["isom  ISO base media", "  a brand"]), ("qt", ["'qt  '  QuickTime", "  a brand"]),
    ("avc1", ["avc1  AVC extensions of the ISO base media file format", "avc1  H.264 video"]),
    ("QuickTime", ["QuickTime (brand)"]), ("brands", ["heix ", "msdh ", " entries: 0 described, 0 as bytes, 0 by name only, "]),
  ])
  func brandsAreFound(word: String, expected: [String]) throws {
    func written(_ arguments: [String]) throws -> String {
      var output = ByteWriter()
      #expect(try DumpReport(DumpProgram(Self.tool), arguments).writeWithoutFile(to: &output))
      return output.string
    }
    let lines = try written(["--boxes=\(word)"]).split(separator: "\n").map { String($0) }
    for line in expected { #expect(lines.contains { $0.contains(line) }, "\(line) in \(lines.prefix(20))") }
    #expect(try written(["--boxes=\(word)", "--json"]).contains(#""kind":"brand""#))
    #expect(try !written(["--boxes=\(word)", "--plain"]).isEmpty)
    #expect(try !written(["--boxes"]).contains("(brand)"))
  }

  @Test func outcomesOfAComparisonAreTheSame() throws {
    let files = ["mockups/a.mp4", "mockups/b.mp4", "mockups/movie.mov", "made/uuid.mp4"]
    for (a, b) in zip(files, files.dropFirst()) {
      let work = DiffWork(
        settings: DiffSettings(), configuration: DiffConfiguration(),
        folder: FilePath("."))
      let sides = [a, b].map { DiffSource(FilePath(Corpus.path(of: $0))) }
      let outcome = work.compare(DiffPairs.Pair(before: sides[0], after: sides[1])).outcome
      var json = ByteWriter()
      var yaml = ByteWriter()
      DiffRecords(outcome).write(as: .json(isPretty: false), to: &json)
      DiffRecords(outcome).write(as: .yaml, to: &yaml)
      let value = try Value(json: json.string)
      #expect(try Value(yaml: yaml.string) == value)
      guard case .record(let members) = value else { throw Fault.at(0) }
      #expect(members["equal"] == .flag(false))
    }
  }

  /// Text that other readers take for something else, numbers that YAML 1.1 takes for text.
  @Test func scalarsKeepTheirTypes() throws {
    struct Scalars: RecordReport {
      enum Key: FixedText, RecordKey { case text, real, none, empty, list }
      func write<Encoding: RecordEncoding>(to records: inout RecordWriter<Encoding, Key>) {
        records.openObject(.lines)
        records.key(.text)
        records.put(texts: [
          "no", "1e3", "", " x", "a: b # c", "\u{1F}\u{85}\u{FEFF}\u{E0001}é\"\\",
        ])
        records.key(.real)
        records.openArray()
        for real in [1e20, 1e-7, 0.1, 2, -1.5e300, .infinity] {
          records.element()
          records.put(real: real)
        }
        records.closeArray()
        records.key(.none)
        records.putNull()
        records.key(.empty)
        records.openArray(.lines)
        records.closeArray(.line(0))
        records.key(.list)
        records.openArray(.lines)
        for _ in 0..<2 {
          records.element()
          records.openObject(.mixed)
          records.key(.empty)
          records.openObject(.lines)
          records.closeObject()
          records.member(.text, word: "x")
          records.closeObject()
        }
        records.element()
        records.openObject(.mixed)
        records.closeObject()
        records.closeArray()
        records.closeObject()
        records.endRecord()
      }
    }
    var json = ByteWriter()
    var yaml = ByteWriter()
    Scalars().write(as: .json(isPretty: true), to: &json)
    Scalars().write(as: .yaml, to: &yaml)
    #expect(try Value(yaml: yaml.string) == Value(json: json.string))
    #expect(
      yaml.string == #"""
        ---
        text: ["no", "1e3", "", " x", "a: b # c", "\u001f\u0085\ufeff\U000e0001é\"\\"]
        real: [1.0e+20, 1.0e-07, 0.1, 2.0, -1.5e+300, null]
        none: null
        empty: []
        list:
          - empty: {}
            text: "x"
          - empty: {}
            text: "x"
          - {}

        """#)
  }

  /// Every key of a format stands in its schema, and what its schema refers to is there.
  @Test func schemasAreThoseOfTheirKeys() {
    for schema: PublishedSchema in [.dump, .about, .stats, .boxes, .expectations, .diff] {
      let (keys, references) = schema.described
      let described = Set(keys.map(\.description))
      let definitions = schema.definitionNames.map(\.description)
      #expect(described == Set(schema.keys.map(\.description)), "\(schema.name)")
      #expect(Set(references.map(\.description)) == Set(definitions), "\(schema.name)")
      #expect(Set(definitions).count == definitions.count)
    }
  }

  private func written(
    _ arguments: [String], _ document: Document, _ source: ByteSource
  ) throws -> String {
    var output = ByteWriter()
    var talk = ByteWriter()
    _ = try DumpReport(DumpProgram(Self.tool), arguments)
      .write(on: document, of: source, name: "file \"é\".mov", to: &output, talk: &talk)
    return output.string
  }
}

/// Where a text is not what was expected.
private enum Fault: Error { case at(Int) }

/// A value of JSON, and of as much of YAML as is written here: blocks, flow collections, text in
/// double quotes, plain numbers and words.
private indirect enum Value: Equatable {
  case none
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([Value])
  case record([String: Value])

  init(json text: String) throws {
    var reader = Reader(text)
    self = try reader.flow()
    try reader.expect("\n")
    guard reader.isAtEnd else { throw Fault.at(reader.place) }
  }

  init(yaml text: String) throws {
    var reader = Reader(text)
    try reader.expect("---")
    self = try reader.block(above: -1)
    try reader.expect("\n")
    guard reader.isAtEnd else { throw Fault.at(reader.place) }
  }
}

private struct Reader {
  let bytes: [UInt8]
  var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { place == bytes.count }

  private func byte(at place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }
  private var next: UInt8 { byte(at: place) }

  mutating func expect(_ text: String) throws {
    for wanted in text.utf8 {
      guard next == wanted, !isAtEnd else { throw Fault.at(place) }
      place += 1
    }
  }

  private mutating func skipBlanks() {
    while [UInt8(ascii: " "), UInt8(ascii: "\n")].contains(next), !isAtEnd { place += 1 }
  }

  // MARK: Blocks

  /// The column of the line that begins behind the next line feed.
  private var columnOfNextLine: Int {
    guard next == UInt8(ascii: "\n"), place + 1 < bytes.count else { return -1 }
    return bytes[(place + 1)...].prefix { $0 == UInt8(ascii: " ") }.count
  }

  /// What stands behind a key, a dash or the beginning: a value on the line, or a block below it.
  mutating func block(above column: Int) throws -> Value {
    if next == UInt8(ascii: " ") {
      place += 1
      return try flow()
    }
    let inner = columnOfNextLine
    guard inner > column else { throw Fault.at(place) }
    place += 1 + inner
    return try collection(at: inner)
  }

  private mutating func collection(at column: Int) throws -> Value {
    if isDash { return try list(at: column) }
    return try record(at: column)
  }

  private var isDash: Bool { next == UInt8(ascii: "-") && byte(at: place + 1) == UInt8(ascii: " ") }

  /// Whether another line of the same collection follows, which is then begun.
  private mutating func goesOn(at column: Int) -> Bool {
    guard columnOfNextLine == column else { return false }
    place += 1 + column
    return true
  }

  private mutating func list(at column: Int) throws -> Value {
    var values: [Value] = []
    repeat {
      try expect("- ")
      values.append(
        isKey ? try record(at: column + 2) : isDash ? try list(at: column + 2) : try flow())
    } while goesOn(at: column)
    return .list(values)
  }

  private var isKey: Bool {
    var end = place
    while isWord(byte(at: end)) { end += 1 }
    return end > place && byte(at: end) == UInt8(ascii: ":")
  }

  private mutating func record(at column: Int) throws -> Value {
    var members: [String: Value] = [:]
    repeat {
      let key = try key()
      guard members.updateValue(try block(above: column), forKey: key) == nil else {
        throw Fault.at(place)
      }
    } while goesOn(at: column)
    return .record(members)
  }

  private mutating func key() throws -> String {
    let start = place
    if next == UInt8(ascii: "\"") {
      let key = try text()
      try expect(":")
      return key
    }
    while isWord(next) { place += 1 }
    let key = String(decoding: bytes[start..<place], as: UTF8.self)
    // Words that YAML 1.1 takes for something else.
    guard
      !["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(key.lowercased()),
      !key.isEmpty
    else { throw Fault.at(start) }
    try expect(":")
    return key
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  // MARK: Flow

  mutating func flow() throws -> Value {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"):
      var members: [String: Value] = [:]
      try parts(until: "}") { reader in
        let key = try reader.key()
        guard members.updateValue(try reader.flow(), forKey: key) == nil else {
          throw Fault.at(reader.place)
        }
      }
      return .record(members)
    case UInt8(ascii: "["):
      var values: [Value] = []
      try parts(until: "]") { values.append(try $0.flow()) }
      return .list(values)
    case UInt8(ascii: "\""): return .text(try text())
    default:
      let start = place
      while isWord(next)
        || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(next)
      {
        place += 1
      }
      let word = String(decoding: bytes[start..<place], as: UTF8.self)
      switch word {
      case "true": return .flag(true)
      case "false": return .flag(false)
      case "null": return .none
      default:
        guard let number = Double(word), number.isFinite else { throw Fault.at(start) }
        return .number(number)
      }
    }
  }

  private mutating func parts(
    until end: String, _ part: (inout Reader) throws -> Void
  ) throws {
    place += 1
    skipBlanks()
    while next != Array(end.utf8)[0] {
      try part(&self)
      skipBlanks()
      if next == UInt8(ascii: ",") {
        place += 1
        skipBlanks()
      } else if next != Array(end.utf8)[0] {
        throw Fault.at(place)
      }
    }
    place += 1
  }

  private mutating func text() throws -> String {
    try expect("\"")
    var units: [UInt16] = []
    while next != UInt8(ascii: "\"") {
      guard !isAtEnd, next >= 0x20 else { throw Fault.at(place) }
      if next == UInt8(ascii: "\\") {
        place += 1
        switch next {
        case UInt8(ascii: "n"): units.append(10)
        case UInt8(ascii: "t"): units.append(9)
        case UInt8(ascii: "r"): units.append(13)
        case UInt8(ascii: "u"): units.append(UInt16(try hex(4)))
        case UInt8(ascii: "U"):
          guard let scalar = Unicode.Scalar(UInt32(try hex(8))) else { throw Fault.at(place) }
          units.append(contentsOf: Array(String(scalar).utf16))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(UInt16(next))
        default: throw Fault.at(place)
        }
        place += 1
      } else {
        let start = place
        while !isAtEnd, next >= 0x20, next != UInt8(ascii: "\""), next != UInt8(ascii: "\\") {
          place += 1
        }
        units.append(
          contentsOf: Array(String(decoding: bytes[start..<place], as: UTF8.self).utf16))
      }
    }
    place += 1
    return String(decoding: units, as: UTF16.self)
  }

  /// So many digits behind the character at the place; the place is left at the last of them.
  private mutating func hex(_ count: Int) throws -> Int {
    let digits = bytes[min(place + 1, bytes.count)...].prefix(count)
    guard digits.count == count,
      let value = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Fault.at(place) }
    place += count
    return value
  }
}

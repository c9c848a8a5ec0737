import Corpus
import Foundation
import Testing

/// What was promised stays: schemas and snapshots that were kept, held against what the programs write now.
///
/// The files of `Corpus/goldens/promises` are made anew when a version is released, and not otherwise: with
/// `--schema` of each report, and `atomdiff --update --snapshots`. Until the first release they are those of a
/// day before it.
@Suite struct PromiseTests {
  private static let folder = Corpus.path(of: "goldens/promises")

  /// The call that prints a schema, by its name without the version.
  private static let calls: [String: [String]] = [
    "about": ["--about"], "alignment": ["--align"], "boxes": ["--boxes"], "dump": [],
    "expectations": ["--expect", "/dev/null"], "pictures": ["--plot"], "plays": ["--plays=safari"],
    "privacy": ["--privacy"], "stats": ["--stats"], "table": ["--table"],
  ]

  /// The same of `atomdiff`.
  private static let comparisons: [String: [String]] = [
    "diff": [], "joining": ["--join"], "samplediff": ["--samples"],
  ]

  private static func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static let kept = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".schema.json") }.sorted()

  /// Each schema whose version is still written has all that it had.
  @Test func schemasKeepWhatTheyHad() throws {
    var compared = 0
    for file in Self.kept {
      let name = String(file.prefix { $0 != "-" })
      let old = try Self.json(String(contentsOfFile: Self.folder + "/" + file, encoding: .utf8))
      let comparison = Self.comparisons[name]
      let program = comparison == nil ? Run.atomdump : Run.programs + "/atomdiff"
      let call = try #require(comparison ?? Self.calls[name], "\(file)")
      let run = try Run.run(program, call + ["--schema"], in: "/", environment: [:], input: nil)
      let new = try Self.json(run.text)
      // What is written by another version is another format.
      guard old["title"] as? String == new["title"] as? String else { continue }
      compared += 1
      #expect(Promise(old, new).broken == [], "\(file)")
    }
    #expect(compared >= 10)
  }

  /// A member that is gone, may be missing, or is of another type is noticed; one more is not.
  @Test func whatIsBrokenIsNoticed() throws {
    let old = #"""
      {"properties": {"a": {"type": "string"}, "b": {"$ref": "#/$defs/n"}}, "required": ["a"],
       "$defs": {"n": {"type": "integer", "minimum": 0}, "e": {"enum": ["x", "y"]}}}
      """#
    func broken(_ edits: (String, String)...) throws -> [String] {
      var new = old
      for (from, to) in edits { new = new.replacing(from, with: to) }
      try #require(edits.isEmpty || new != old)
      return Promise(try Self.json(old), try Self.json(new)).broken
    }
    #expect(try broken() == [])
    #expect(try broken(("\"a\": {", "\"c\": {\"type\": \"null\"}, \"a\": {")) == [])
    #expect(try broken(("\"enum\": [\"x\"", "\"enum\": [\"w\", \"x\"")) == [])
    #expect(try broken(("\"a\": {", "\"c\": {")) == ["/a is gone"])
    #expect(try broken(("\"required\": [\"a\"]", "\"required\": []")) == ["/a may be missing"])
    #expect(try broken(("string", "number")) == ["/a/type: string"])
    #expect(try broken(("\"minimum\": 0", "\"minimum\": 1")) == ["/$defs/n/minimum: 0"])
    #expect(try broken(("\"x\", \"y\"", "\"x\"")) == ["/$defs/e/enum: y"])
    #expect(try broken(("#/$defs/n", "#/$defs/e")) == ["/b/$ref: #/$defs/n"])
    // What has a name now is what it was, or is not.
    let named = (##""a": {"type": "string"}"##, ##""a": {"$ref": "#/$defs/s"}"##)
    #expect(try broken(named, (##""$defs": {"##, ##""$defs": {"s": {"type": "string"}, "##)) == [])
    #expect(try broken((named.0, ##""a": {"$ref": "#/$defs/n"}"##)) == ["/a/type: string"])
  }

  /// Snapshots that were kept are those of their files still.
  @Test func snapshotsAreStillThoseOfTheirFiles() throws {
    let names = (FileManager.default.enumerator(atPath: Self.folder)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".atoms") }.map { String($0.dropLast(".atoms".count)) }.sorted()
    #expect(names.count >= 7)
    let run = try Run.run(
      Run.programs + "/atomdiff", ["--verify", "--ci", "--snapshots", Self.folder] + names,
      in: Corpus.folder, environment: [:], input: nil)
    #expect(run.code == 0, "\(run.text)\(run.errorText)")
    #expect(run.text.contains("\n\(names.count) ok"), "\(run.text)")
  }
}

/// A schema that was kept, and what is broken of it in another.
private struct Promise {
  private(set) var broken: [String] = []
  private let definitions: [String: Any]

  init(_ old: [String: Any], _ new: [String: Any], knowing definitions: [String: Any]? = nil) {
    self.definitions = definitions ?? new["$defs"] as? [String: Any] ?? [:]
    compare(old, new, "")
  }

  /// What a reference refers to, where the old one had it in place.
  private func meant(_ new: [String: Any], beside old: [String: Any]) -> [String: Any] {
    guard old["$ref"] == nil, let name = new["$ref"] as? String, name.hasPrefix("#/$defs/"),
      let definition = definitions[String(name.dropFirst("#/$defs/".count))] as? [String: Any]
    else { return new }
    return definition
  }

  private mutating func compare(_ old: [String: Any], _ new: [String: Any], _ path: String) {
    for (key, value) in old.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "description", "$schema": continue
      case "properties": members(value, new[key], path)
      case "required":
        let there = Set(new[key] as? [String] ?? [])
        for name in value as? [String] ?? [] where !there.contains(name) {
          // One that is gone is said to be.
          if (new["properties"] as? [String: Any])?[name] != nil { broken.append("\(path)/\(name) may be missing") }
        }
      case "$defs": members(value, new[key], path + "/$defs")
      case "enum":
        let there = (new[key] as? [Any] ?? []).map { "\($0)" }
        for value in (value as? [Any] ?? []).map({ "\($0)" }) where !there.contains(value) {
          broken.append("\(path)/enum: \(value)")
        }
      case "oneOf", "anyOf": alternatives(value, new[key], "\(path)/\(key)")
      default: same(value, new[key], "\(path)/\(key)")
      }
    }
  }

  private mutating func members(_ old: Any, _ new: Any?, _ path: String) {
    let there = new as? [String: Any] ?? [:]
    for (name, value) in (old as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let other = there[name] else {
        broken.append("\(path)/\(name) is gone")
        continue
      }
      same(value, other, "\(path)/\(name)")
    }
  }

  /// Each alternative has one that keeps what it promises.
  private mutating func alternatives(_ old: Any, _ new: Any?, _ path: String) {
    let there = (new as? [Any] ?? []).compactMap { $0 as? [String: Any] }
    for (place, value) in (old as? [Any] ?? []).enumerated() {
      guard let value = value as? [String: Any] else { continue }
      if !there.contains(where: { Promise(value, $0, knowing: definitions).broken.isEmpty }) {
        broken.append("\(path)/\(place) is gone")
      }
    }
  }

  private mutating func same(_ old: Any, _ new: Any?, _ path: String) {
    if let old = old as? [String: Any], let new = new as? [String: Any] {
      compare(old, meant(new, beside: old), path)
    } else if "\(old)" != new.map({ "\($0)" }) {
      broken.append("\(path): \(old)")
    }
  }
}

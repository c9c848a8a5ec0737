import ByteReading
package import MediaFacts
import MediaInspection
package import Structure
import StructureRendering

/// One line a file: what `--table` says, for people, as records, or as JSON Lines.
///
/// A column is one of ours, or any fact of `--about --json` by its path: `tracks[0].codec`.
package struct FileTable: Sendable {
  /// A column that was asked for.
  package struct Column: Sendable, Equatable {
    /// As it was written, and as it is printed.
    package let name: String
    fileprivate let source: Source

    /// The columns that are no paths of facts.
    package static let own = [
      "name", "size", "duration", "format", "video", "audio", "moov", "tracks", "verdict",
    ]

    /// `nil` for a name that is neither ours nor the path of a fact.
    package init?(_ name: String) {
      self.name = name
      if Self.own.contains(name) {
        source = .own(name)
      } else if let path = FactPath(name) {
        source = .fact(path)
      } else {
        return nil
      }
    }

    /// Names that begin as `text` does, or with what of it leads to a place: `tracks[0].co`.
    package static func names(after text: String) -> [String] { own + FactPath.completions(of: text) }
  }

  fileprivate enum Source: Sendable, Equatable {
    case own(String)
    case fact(FactPath)
  }

  /// What one file has in a column.
  package struct Cell: Sendable {
    /// For people; not escaped.
    package let text: String
    package let value: About.Value
    /// Whether it stands at the right.
    package var isNumber: Bool {
      switch value {
      case .number, .real: true
      default: false
      }
    }
  }

  /// A file.
  package struct Row: Sendable {
    package let path: [UInt8]
    /// Escaped.
    package let name: String
    package let cells: [Cell]
  }

  package let columns: [Column]
  package private(set) var rows: [Row] = []

  package init(_ columns: [Column]) { self.columns = columns }

  package mutating func add(_ row: Row) { rows.append(row) }

  /// The table with its first `count` columns alone.
  package func showing(_ count: Int) -> FileTable {
    guard count < columns.count else { return self }
    var table = FileTable(Array(columns.prefix(count)))
    for row in rows {
      table.add(Row(path: row.path, name: row.name, cells: Array(row.cells.prefix(count))))
    }
    return table
  }

  /// What `columns` say of a file; facts that are not in its synopsis are gathered only when they are
  /// asked for.
  package static func row(
    _ columns: [Column], of document: Document, name: String, path: [UInt8]
  ) -> Row {
    let needsFacts = columns.contains { if case .fact = $0.source { true } else { false } }
    let about = needsFacts ? About(of: document, name: path == [0x2D] ? nil : path) : nil
    let cells = columns.map { column -> Cell in
      switch column.source {
      case .own(let name): own(name, document)
      case .fact(let fact) where fact.isOfName:
        Cell(text: String(decoding: path, as: UTF8.self), value: .text(String(decoding: path, as: UTF8.self)))
      case .fact(let path): path.cell(about ?? About(), document)
      }
    }
    return Row(path: path, name: name, cells: cells)
  }

  private static func own(_ column: String, _ document: Document) -> Cell {
    let synopsis = document.synopsis
    func text(_ text: String?) -> Cell {
      Cell(text: text ?? "", value: text.map { .text($0) } ?? .null)
    }
    switch column {
    case "size":
      let size = UInt64(document.tree.file.byteCount)
      return Cell(text: size.grouped, value: .number(size))
    case "duration":
      guard let duration = synopsis.duration, duration.isSaid else { return text(nil) }
      return Cell(text: duration.length, value: .real(duration.seconds))
    case "format": return text(synopsis.format?.rawValue ?? "")
    case "video":
      let size = synopsis.image.flatMap { image in image.width.flatMap { width in image.height.map { "image \(width)×\($0)" } } }
      return text(synopsis.tracks.first { $0.handler == "vide" }.map(\.pictureWords) ?? size)
    case "audio":
      let track = synopsis.tracks.first { $0.handler == "soun" }.map(\.soundWords)
      let sound = synopsis.sound.map { sound in
        // What has no name of its own is plain PCM.
        let coding = sound.coding.isEmpty ? "PCM" + (sound.bits.map { " \($0)-bit" } ?? "") : sound.coding
        return ChannelWords.line(
          [coding], rate: sound.sampleRate.map { Double($0) }, channels: sound.channels, layout: sound.channelLayout)
      }
      return text(track ?? sound)
    case "moov":
      if synopsis.isFragmented { return text("fragments") }
      return text(synopsis.fastStart.value.map { $0 ? "first" : "last" })
    case "tracks":
      let count = UInt64(synopsis.tracks.count)
      return Cell(text: count.grouped, value: .number(count))
    case "verdict": return verdict(of: document)
    default: return text(nil)
    }
  }

  /// `no problems`, `2 warnings`, `! 982 bytes are missing, and 2 more [file-truncated]`; for programs the rule alone.
  private static func verdict(of document: Document) -> Cell {
    let problems = document.problems
    guard let damage = HeaderRemarks.damage(problems, in: document) else {
      // What players make of the file is not asked here.
      let summary = problems.summary(hasNotes: false)
      let text = problems.unchecked == nil || problems.errors + problems.warnings > 0 ? summary : summary + " in what was checked"
      return Cell(text: text, value: .text(text))
    }
    return Cell(
      text: "! " + damage.text, value: .text(damage.rule?.description ?? "errors"))
  }

  /// Puts the rows in the order of a column; those without a value come last, and rows that are the same
  /// in it stay as they are.
  package mutating func sort(by place: Int, isDescending: Bool) {
    guard columns.indices.contains(place) else { return }
    let isName = columns[place].name == "name"
    let keys = rows.map { row in isName ? .text(row.name) : row.cells[place].value.sortKey }
    let order = rows.indices.sorted { a, b in
      switch (keys[a].isAbsent, keys[b].isAbsent) {
      case (true, true): return a < b
      case (true, false): return false
      case (false, true): return true
      default: break
      }
      if keys[a] < keys[b] { return !isDescending }
      if keys[b] < keys[a] { return isDescending }
      return a < b
    }
    rows = order.map { rows[$0] }
  }
}

/// What rows are put in order by: numbers, which come before texts.
private enum SortKey: Comparable {
  case number(Double)
  case text(String)
  case absent

  var isAbsent: Bool { self == .absent }
}

extension About.Value {
  fileprivate var sortKey: SortKey {
    switch self {
    case .number(let number): .number(Double(number))
    case .real(let number): .number(number)
    case .flag(let flag): .number(flag ? 1 : 0)
    case .text(let text): .text(text)
    case .list(let values): .number(Double(values.count))
    case .null, .record, .node: .absent
    }
  }
}

/// A path to a fact of `--about --json`: `tracks[0].codec`, `writtenBy.name`; indexes count from 0, as
/// those of `jq` do.
package struct FactPath: Sendable, Equatable {
  fileprivate enum Step: Sendable, Equatable {
    case key(String)
    case index(Int)

    /// The same in the schema, for which the elements of a list are all alike.
    var inSchema: PublishedSchema.Step {
      switch self {
      case .key(let name): .key(name)
      case .index: .element
      }
    }
  }

  private let steps: [Step]

  /// What a path may begin with.
  static let names = (PublishedSchema.about.place(at: [])?.keys ?? []).filter { !ofTheRecord.contains($0) }

  /// What a record says of itself, and not of a file, and what bytes of the media are read for.
  private static let ofTheRecord =
    ([.schema, .tool, .pathHex] as [AboutKey]).map { $0.rawValue.text.description } + digests

  /// Facts that `--about --digest` alone has.
  package static let digests =
    ([.digests, .mediaSHA256, .videoSHA256, .audioSHA256] as [AboutKey]).map { $0.rawValue.text.description }

  /// Whether it is the name of the file.
  var isOfName: Bool { steps == [.key("path")] }

  /// `nil` for what no file can have: that is a slip, and not empty in every file.
  package init?(_ text: String) {
    guard let steps = Self.steps(of: text), let first = steps.first, case .key(let name) = first, Self.names.contains(name),
      PublishedSchema.about.place(at: steps.map(\.inSchema)) != nil
    else { return nil }
    self.steps = steps
  }

  /// The steps of a path as it is written, whether or not they lead to something.
  private static func steps(of text: String) -> [Step]? {
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let name = pieces.first, !name.isEmpty else { return nil }
      steps.append(.key(String(name)))
      for piece in pieces.dropFirst() {
        guard piece.last == "]", let number = Int(piece.dropLast()), number >= 0 else { return nil }
        steps.append(.index(number))
      }
    }
    return steps.count <= 16 && !steps.isEmpty ? steps : nil
  }

  /// The path that somebody may have meant who left out which element of a list: `tracks[0].codec` for `tracks.codec`
  /// and `tracks[*].codec`.
  package static func meant(by text: String) -> String? {
    var (meant, steps) = ("", [PublishedSchema.Step]())
    for part in text.split(separator: ".").prefix(16) {
      let name = part.prefix { $0 != "[" }
      steps.append(.key(String(name)))
      meant += (meant.isEmpty ? "" : ".") + name
      guard let place = PublishedSchema.about.place(at: steps) else { return nil }
      if place.isList {
        steps.append(.element)
        meant += "[0]"
      }
    }
    return FactPath(meant) == nil ? nil : meant
  }

  /// The paths that a word may go on as: what stands behind its last period.
  package static func completions(of text: String) -> [String] {
    guard text.contains(where: { $0 == "." || $0 == "[" }) else { return names }
    let head = text.lastIndex(of: ".").map { String(text[..<$0]) } ?? text.prefix { $0 != "[" } + "[0]"
    guard let steps = steps(of: head), let place = PublishedSchema.about.place(at: steps.map(\.inSchema)) else { return [] }
    return place.keys.map { head + "." + $0 }
  }

  func cell(_ about: About, _ document: Document) -> FileTable.Cell {
    let found = find(in: about, document)
    let value = found.value ?? .null
    // What has parts is said as `--about` says it.
    let words = value.hasMembers && found.isWhole ? found.facts.map(\.text).filter { !$0.isEmpty } : []
    let text =
      words.isEmpty
      ? measure(value) ?? Self.text(value, document)
      : Array(words.prefix(Self.wordLimit)).joined(by: "; ")
        + (words.count > Self.wordLimit ? " and \(words.count - Self.wordLimit) more" : "")
    return FileTable.Cell(text: text, value: value)
  }

  /// Facts of one name that are printed.
  private static let wordLimit = 3

  /// The facts of the name that the path begins with, the value that it leads to, and whether that is all of the first.
  private func find(
    in about: About, _ document: Document
  ) -> (facts: [About.Fact], value: About.Value?, isWhole: Bool) {
    guard case .key(let first)? = steps.first else { return ([], nil, false) }
    var rest = steps.dropFirst()
    var facts = about.facts + about.findings + about.columns
    if first == "problems" { facts = [About.Fact("problems", "", about.verdict, .problems(document.problems, about.verdict))] }
    var name = first
    if first == "tracks" {
      guard case .index(let place)? = rest.popFirst() else {
        return ([], .number(UInt64(about.tracks.count)), false)
      }
      guard about.tracks.indices.contains(place), case .key(let key)? = rest.popFirst() else {
        return ([], nil, false)
      }
      if key == "id" { return ([], .number(about.tracks[place].id), false) }
      if key == "path" { return ([], .node(about.tracks[place].node), false) }
      (facts, name) = (about.tracks[place].facts, key)
    }
    facts = facts.filter { $0.key.description == name }
    let value = facts.first { $0.value != nil }?.value
    return (facts, rest.reduce(value) { $0?.at($1) }, rest.isEmpty)
  }

  /// Numbers of bytes, of bits or of samples a second with their commas, which numbers of tracks do not have.
  private func measure(_ value: About.Value) -> String? {
    guard case .number(let number) = value, case .key(let name)? = steps.last, Self.measures.contains(name) else { return nil }
    return number.grouped
  }

  private static let measures: [String] = ([
    .size, .bytes, .bitRate, .peakBitRate, .videoBitRate, .audioBitRate, .bandwidth, .averageBandwidth, .sampleRate,
    .freeSpace, .unreferenced,
  ] as [AboutKey]).map { $0.rawValue.text.description }

  /// A value in few words.
  private static func text(_ value: About.Value, _ document: Document) -> String {
    switch value {
    case .null: ""
    case .number(let number): "\(number)"
    case .real(let number): (number < 0 ? "-" : "") + Words.exact(number.magnitude)
    case .flag(let flag): flag ? "yes" : "no"
    case .text(let text): text
    case .node(let node): document.path(of: node)
    case .list(let values):
      values.prefix(16).map { text($0, document) }.joined(separator: ", ")
        + (values.count > 16 ? " and \(values.count - 16) more" : "")
    // Where there is no value, why stands beside the answer in the records.
    case .record where value.at(key: "answer")?.word == "notRead": "not read"
    case .record where value.at(key: "answer")?.word == "none": "none"
    case .record(let members):
      members.map { "\($0.key) " + text($0.value, document) }.joined(separator: ", ")
    }
  }
}

extension About.Value {
  /// How many problems there are, and of which rules; no number where none was asked, as zero would be read as none.
  fileprivate static func problems(_ problems: Problems, _ verdict: String) -> About.Value {
    func number(_ count: Int) -> About.Value { problems.areChecked ? .number(UInt64(count)) : .null }
    let rules = problems.keptByRule.map { rule -> About.Value in
      .record([
        ("id", .text(rule.id)), ("severity", .text(rule.severity.name.description)), ("count", .number(UInt64(rule.count))),
      ])
    }
    let members: About.Value.Members = [
      ("errors", number(problems.errors)), ("warnings", number(problems.warnings)), ("notes", number(problems.notes)),
      ("checked", .flag(problems.areChecked)), ("display", .text(verdict)), ("rules", .list(rules)),
    ]
    return .record(members)
  }

  fileprivate var word: String? { if case .text(let text) = self { text } else { nil } }

  /// Whether it is a group of values, or a list of such.
  fileprivate var hasMembers: Bool {
    switch self {
    case .record: true
    case .list(let values): values.contains { if case .record = $0 { true } else { false } }
    default: false
    }
  }

  fileprivate func at(_ step: FactPath.Step) -> About.Value? {
    switch (step, self) {
    case (.key(let key), .record): at(key: key)
    case (.index(let place), .list(let values)):
      values.indices.contains(place) ? values[place] : nil
    default: nil
    }
  }
}

extension Synopsis.Track {
  /// What stands behind its rate.
  package var rateEnd: String { isRateOfFirstFragments ? SteadyRate.ofFirst.description : "" }

  /// `H.264 160×120 24`.
  package var pictureWords: String {
    var words = [codecName].compactMap(\.self)
    if let share = protectedShare.words { words.insert(share, at: 0) }
    if let width, let height, width > 0 { words.append("\(width)×\(height)") }
    if let range = dynamicRange { words.append(range.words) }
    if let rate = frameRate {
      words.append((hasVariableRate ? "about " : "") + Words.short(rate) + rateEnd)
    }
    return words.joined(by: " ")
  }

  /// `AAC-LC 44.1k mono`; two channels are not said.
  package var soundWords: String {
    ChannelWords.line(
      [protectedShare.words, codecName].compactMap(\.self), rate: sampleRate, channels: channels, layout: channelLayout)
  }
}

extension ChannelWords {
  /// What sound is called, and its rate and channels in few words: `AAC-LC 44.1k mono`; two channels are not said.
  fileprivate static func line(_ names: [String], rate: Double?, channels: UInt64?, layout: String?) -> String {
    var words = names.filter { !$0.isEmpty }
    if let rate { words.append(Words.short(rate / 1_000) + "k") }
    if let channels, channels != 2 { words.append(ChannelWords.words(channels, layout: layout)) }
    return words.joined(by: " ")
  }
}

internal import ByteReading
internal import Structure

/// Why a text is no snapshot.
public struct SnapshotError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with the line.
  public let message: String
  /// The line, from 1.
  public let line: Int
  /// The character of the line, from 1.
  public let column: Int

  /// The place and the message: `line 3, character 5: …`.
  public var description: String { "line \(line), character \(column): \(message)" }
}

extension Snapshot {
  /// Whether a text begins as snapshots do.
  ///
  /// - Parameter text: The text, or its beginning.
  /// - Returns: Whether it does; the rest may be no snapshot all the same.
  public static func isSnapshot(_ text: some StringProtocol) -> Bool {
    text.hasPrefix("atomtools snapshot ")
  }

  /// Reads a snapshot; lines end in LF or CRLF.
  ///
  /// - Parameter text: The whole text.
  /// - Throws: `SnapshotError` that names the line that is not understood.
  /// - Complexity: O(*n*) in the text.
  public init(parsing text: String) throws(SnapshotError) {
    self.init(profile: "")
    var pending: [String] = []
    var places: [String: Int] = [:]
    var seen: [Anchor: Int] = [:]
    var number = 0
    // Lines of one node stand together: its path is read once.
    var last: (text: String, meaning: Path)?
    var rest = text[...]
    while !rest.isEmpty {
      number += 1
      let end = rest.utf8.firstIndex(of: 0x0A) ?? rest.endIndex
      var line = LineReader(String(rest[..<end]), number)
      rest = end < rest.endIndex ? rest[rest.utf8.index(after: end)...] : rest[end...]
      if number == 1 {
        (profile, format) = try line.head()
        continue
      }
      if let sum = line.structure() {
        guard let found = Self.standIn(in: rest, isDivided: format > Self.usualVersion) else {
          throw SnapshotError(
            message: "what stands here of the file is damaged; --update writes it anew",
            line: number + 1, column: 1)
        }
        standIn = found
        isEdited = sum != checksum
        rest = rest[rest.endIndex...]
        continue
      }
      line.skipSpaces()
      if line.isAtEnd { continue }
      if let comment = line.comment() {
        pending.append(comment)
        continue
      }
      var anchor: Anchor
      if nodes.isEmpty, let text = line.whole("media") {
        guard media == nil else { throw line.fail("'media' stands here a second time", at: 0) }
        anchor = .media
        media = Line(text, line: number)
      } else if nodes.isEmpty, let text = line.whole("playback") {
        guard playback == nil else {
          throw line.fail("'playback' stands here a second time", at: 0)
        }
        anchor = .playback
        playback = Line(text, line: number)
      } else if nodes.isEmpty, let text = line.whole("problem") {
        anchor = .problem(text)
        if problems == nil { problems = KnownProblems() }
        problems?.add(text)
      } else {
        let (path, meaning) = try line.path(after: last)
        last = (path, meaning)
        var field: Field?
        if !line.isAtEnd, !line.isAtComment {
          let name = try line.name()
          field = Field(name: name, value: try line.value(), line: number)
        }
        anchor = .field(path: path, name: field?.name ?? "")
        let place = places[path] ?? nodes.count
        if place == nodes.count {
          places[path] = place
          nodes.append(Node(path: path, line: number, place: Place(meaning)))
        }
        if let field { nodes[place].fields.append(field) }
        let count = (seen[anchor] ?? 0) + 1
        seen[anchor] = count
        if count > 1 {
          guard let field, field.unnamedCount != nil else {
            throw line.fail("this stands in an earlier line already", at: 0)
          }
          anchor = .field(path: path, name: field.name, number: count)
        }
        if let comment = line.comment() {
          comments.append(Comment(text: comment, anchor: anchor, isTrailing: true))
        }
      }
      for text in pending {
        comments.append(Comment(text: text, anchor: anchor, isTrailing: false))
      }
      pending.removeAll()
    }
    if number == 0 {
      throw SnapshotError(
        message: "the file is empty: 'atomtools snapshot \(Self.usualVersion)' is missing", line: 1, column: 1)
    }
    for text in pending { comments.append(Comment(text: text, anchor: nil, isTrailing: false)) }
    if !comments.isEmpty { arrangeComments() }
  }

  /// Puts comments in the order in which lines are written: lines of a node need not stand together in what was read,
  /// nor does one without a field have a line beside those with one. What has no line of its own stands at the end.
  mutating func arrangeComments() {
    var places: [Anchor: Int] = [:]
    var firsts: [String: Anchor] = [:]
    for (place, anchor) in anchors.enumerated() {
      places[anchor] = place
      if case .field(let path, _, _) = anchor, firsts[path] == nil { firsts[path] = anchor }
    }
    var arranged: [(place: Int, number: Int, comment: Comment)] = []
    for (number, comment) in comments.enumerated() {
      var comment = comment
      if let anchor = comment.anchor, places[anchor] == nil {
        comment.isTrailing = false
        comment.anchor = if case .field(let path, _, _) = anchor { firsts[path] } else { nil }
      }
      let place = comment.anchor.flatMap { places[$0] } ?? .max
      // What stands on a line is read before what stands in front of it.
      arranged.append((place, comment.isTrailing ? number - comments.count : number, comment))
    }
    arranged.sort { ($0.place, $0.number) < ($1.place, $1.number) }
    comments = arranged.map(\.comment)
  }

  /// The file that stands in the rest of a text, which is digits of base 64 alone.
  private static func standIn(in text: Substring, isDivided: Bool) -> StandIn? {
    var bytes: [UInt8] = []
    let digits = Array(text.utf8)
    guard Base64.decode(digits.rawBytes, passesBlanks: true, into: &bytes) else { return nil }
    return StandIn(decoding: bytes, isDivided: isDivided)
  }

  /// Whether two values are the same byte by byte, but for blanks between: strings are equal to Swift, too,
  /// when one has `é` and the other `e` with a mark.
  static func isSame(_ a: String, _ b: String) -> Bool {
    a.utf8.elementsEqual(b.utf8) || normalized(a).utf8.elementsEqual(normalized(b).utf8)
  }

  /// The values `text` compares by: what stands between blanks does not count.
  static func normalized(_ text: String) -> String {
    if !text.contains("  ") { return text }
    var result = ""
    var isQuoted = false
    var isEscaped = false
    // As scalars: a quote with a combining mark behind it is a quote.
    for scalar in text.unicodeScalars {
      if scalar == " ", !isQuoted, result.unicodeScalars.last == " " { continue }
      if isQuoted, scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        if scalar == "'", !isEscaped { isQuoted.toggle() }
        isEscaped = false
      }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}

/// Reads one line.
private struct LineReader {
  private let line: String
  private let scalars: [Unicode.Scalar]
  /// Whether each scalar is a byte of the line, so that its parts are cut out as they are.
  private let isASCII: Bool
  private let number: Int
  private var at = 0

  init(_ text: String, _ number: Int) {
    var scalars = Array(text.unicodeScalars)
    if scalars.last == "\r" { scalars.removeLast() }
    while let last = scalars.last, last == " " || last == "\t" { scalars.removeLast() }
    line = text
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    self.scalars = scalars
    self.number = number
  }

  var isAtEnd: Bool { at >= scalars.count }
  private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }
  /// Whether a comment begins here.
  var isAtComment: Bool { next == "#" }

  func fail(_ message: String, at place: Int? = nil) -> SnapshotError {
    SnapshotError(message: message, line: number, column: (place ?? at) + 1)
  }

  mutating func skipSpaces() {
    while next == " " || next == "\t" { at += 1 }
  }

  private func text(_ range: Range<Int>) -> String {
    guard isASCII else { return String(String.UnicodeScalarView(scalars[range])) }
    let bytes = line.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    return String(line[start..<bytes.index(start, offsetBy: range.count)])
  }

  private mutating func word() -> String {
    let start = at
    while let scalar = next, scalar != " ", scalar != "\t" {
      _ = scalar
      at += 1
    }
    return text(start..<at)
  }

  /// The profile that the first line names, and the version of the format.
  mutating func head() throws(SnapshotError) -> (profile: String, version: Int) {
    for expected in ["atomtools", "snapshot"] {
      let start = at
      guard word() == expected else {
        throw fail("a snapshot begins with 'atomtools snapshot \(Snapshot.usualVersion)'", at: start)
      }
      skipSpaces()
    }
    let start = at
    guard let version = Int(word()), version > 0 else {
      throw fail("the version of the snapshot is missing", at: start)
    }
    guard version <= Snapshot.version else {
      throw fail(
        "snapshot version \(version) is newer than this tool, which knows \(Snapshot.version)",
        at: start)
    }
    skipSpaces()
    if isAtEnd { return ("default", version) }
    let place = at
    guard word() == "profile" else { throw fail("'profile' is missing", at: place) }
    skipSpaces()
    let profile = word()
    guard !profile.isEmpty else { throw fail("the name of the profile is missing") }
    skipSpaces()
    guard isAtEnd || isAtComment else { throw fail("nothing else stands in the first line") }
    return (profile, version)
  }

  /// The checksum of the lines, in the line behind which the file itself stands.
  mutating func structure() -> String? {
    guard scalars.starts(with: Snapshot.structure.unicodeScalars) else { return nil }
    let start = at
    defer { at = start }
    guard word() == Snapshot.structure else { return nil }
    let words = text(at..<scalars.count).split(separator: " ")
    guard words.count == 4, Int(words[0]) != nil, words[2] == "lines" else { return nil }
    return String(words[3])
  }

  /// What follows `#` up to the end of the line.
  mutating func comment() -> String? {
    skipSpaces()
    guard isAtComment else { return nil }
    at += 1
    if next == " " { at += 1 }
    defer { at = scalars.count }
    return text(at..<scalars.count)
  }

  /// What follows `keyword` and two blanks.
  mutating func whole(_ keyword: String) -> String? {
    let start = at
    guard word() == keyword, at + 1 < scalars.count, scalars[at + 1] == " " else {
      at = start
      return nil
    }
    skipSpaces()
    defer { at = scalars.count }
    return text(at..<scalars.count)
  }

  /// Goes past text in quotes.
  private mutating func quoted() throws(SnapshotError) {
    let start = at
    at += 1
    while let scalar = next {
      at += 1
      if scalar == "'" { return }
      if scalar == "\\" {
        guard next != nil else { break }
        at += 1
      }
    }
    throw fail("the quote that opens here is not closed", at: start)
  }

  /// The most steps of a path.
  private static let depth = 1_024

  /// - Parameter last: The path of the line before, which need not be read again.
  mutating func path(after last: (text: String, meaning: Path)?) throws(SnapshotError) -> (text: String, meaning: Path) {
    let start = at
    while let scalar = next, scalar != " ", scalar != "\t" {
      if scalar == "'" {
        try quoted()
      } else {
        at += 1
      }
    }
    let path = text(start..<at)
    var parsed: Path
    if let last, last.text.utf8.elementsEqual(path.utf8) {
      parsed = last.meaning
    } else {
      do throws(PathError) {
        parsed = try Path(path)
      } catch {
        throw fail("'\(path)' is no path: \(error.message)", at: start + error.position)
      }
    }
    if parsed.field != nil || parsed.offset != nil {
      throw fail("'\(path)' names no node: a field stands two blanks behind the path", at: start)
    }
    let end = at
    skipSpaces()
    if !isAtEnd, !isAtComment, at < end + 2, scalars[end] != "\t" {
      throw fail("two blanks stand between a path and a field", at: end)
    }
    guard parsed.steps.count <= Self.depth else {
      throw fail("the path has \(parsed.steps.count) steps, and no file is so deep", at: start)
    }
    // A snapshot says where things are from the top on.
    parsed.anchor = .top
    return (path, parsed)
  }

  /// The name of a field, or `+24 bytes`.
  mutating func name() throws(SnapshotError) -> String {
    let start = at
    let name = word()
    if name.hasPrefix("+") {
      skipSpaces()
      let unit = word()
      let whole = name + " " + unit
      if Snapshot.Field.count(in: whole) == nil, Snapshot.isBitCount(whole) == false {
        throw fail("'+N bytes' is meant: how many?", at: start)
      }
      return whole
    }
    for (place, scalar) in name.unicodeScalars.enumerated() {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "[", "]": continue
      default: throw fail("'\(scalar)' is not understood in the name of a field", at: start + place)
      }
    }
    return name
  }

  mutating func value() throws(SnapshotError) -> String {
    skipSpaces()
    let start = at
    var open: [Int] = []
    var end = at
    while let scalar = next {
      switch scalar {
      case "'": try quoted()
      case "#" where at > start && (scalars[at - 1] == " " || scalars[at - 1] == "\t"):
        return try value(start..<end, open)
      case "{":
        open.append(at)
        at += 1
      case "}":
        guard open.popLast() != nil else { throw fail("'}' closes nothing") }
        at += 1
      default: at += 1
      }
      if scalar != " ", scalar != "\t" { end = at }
    }
    return try value(start..<end, open)
  }

  private func value(_ range: Range<Int>, _ open: [Int]) throws(SnapshotError) -> String {
    if let place = open.last { throw fail("the '{' that opens here is not closed", at: place) }
    if range.isEmpty { throw fail("a value is missing") }
    let value = text(range)
    let words = value.split(separator: " ")
    if words.count > 1, words[words.count - 2] == "crc32" {
      let digits = words[words.count - 1]
      guard digits.utf8.count == 8, UInt32(digits, radix: 16) != nil, !digits.hasPrefix("+") else {
        throw fail("eight hexadecimal digits follow 'crc32'", at: range.upperBound - digits.count)
      }
    }
    return value
  }
}

extension Snapshot {
  /// Whether `name` is `+3 bits`, which no field names and which do not fill bytes.
  static func isBitCount(_ name: String) -> Bool {
    let words = name.dropFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, Int(words[0]).map({ $0 > 0 }) ?? false else { return false }
    // Where an atom leaves several such parts unread, they are numbered: `+3 bits[2]`.
    let unit = words[1].prefix { $0 != "[" }
    let number = words[1].dropFirst(unit.count)
    return unit == "bits"
      && (number.isEmpty
        || number.hasSuffix("]") && Int(number.dropFirst().dropLast()).map { $0 > 0 } ?? false)
  }
}

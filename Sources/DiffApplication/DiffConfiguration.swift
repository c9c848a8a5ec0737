import CommandLineSupport
import Structure
import StructureDiff

/// What files of rules say: `.atomdiff` at the root of the repository, and those that a call names.
///
/// ```
/// profile reproducible
/// ignore  moov/udta/@xyz                 # location differs per runner
/// tolerate //mdhd.duration ±1            # rounding
/// expect  moov/trak[vide]/mdia/mdhd.timescale >= 600
/// [fixtures/legacy/*.mov]
/// ignore  //gmhd
/// ```
///
/// Rules below a pattern in brackets hold for files whose names, from the folder of the rules on, it
/// means; one without a slash for the last component. `*` stands for anything but a slash, `**` for
/// anything, `?` for one character.
package struct DiffConfiguration: Sendable {
  /// A file of rules that was read.
  struct File: Sendable {
    var name: String
    /// The folder that patterns count from, absolute.
    var folder: [UInt8]
    /// Where it was read from.
    var path = FilePath("")
  }

  /// A rule and where it stands.
  package struct Rule: Sendable {
    enum Kind: Sendable {
      case profile(DiffSettings.Profile)
      case ignore(Path)
      case tolerate(Path, Tolerance)
      case expect(Expectation)
    }

    var kind: Kind
    /// The line as it was written, without what was said about it.
    package var text: String
    /// Where it stands: `.atomdiff:3`, or the option.
    var origin: String
    package var pattern: String?
    /// Where the pattern stands: `.atomdiff:2`.
    var section = ""
    var folder: [UInt8] = []
  }

  /// Why a file of rules is not understood.
  package struct Failure: Error, Sendable {
    /// From 1.
    package var line: Int
    /// The position of the character that it is about, from 1.
    package var column: Int
    package var message: String
  }

  private(set) var files: [File] = []
  package private(set) var rules: [Rule] = []
  /// The files that were read.
  var paths: [FilePath] { files.map(\.path) }

  /// Adds the rules in `text`.
  mutating func add(_ text: String, from file: File) throws(Failure) {
    files.append(file)
    var pattern: String?
    var section = ""
    var number = 0
    // A carriage return and a line feed are one character to a string, two to its scalars.
    var scalars = text.unicodeScalars[...]
    // Some editors begin a text with a byte order mark, which is no character of the first line.
    if scalars.first == "\u{FEFF}" { scalars = scalars.dropFirst() }
    let pieces = scalars.split(separator: "\n", omittingEmptySubsequences: false)
    for piece in pieces {
      number += 1
      let line = Self.withoutComment(Substring(piece.last == "\r" ? piece.dropLast() : piece))
      let words = line.split(maxSplits: 1, whereSeparator: { $0 == " " || $0 == "\t" })
      guard let word = words.first else { continue }
      let rest = words.count > 1 ? words[1].drop(while: { $0 == " " || $0 == "\t" }) : ""
      if word.hasPrefix("[") {
        guard line.trimmed.hasSuffix("]"), line.trimmed.count > 2 else {
          throw Failure(line: number, column: 1, message: "the pattern's ']' is missing")
        }
        pattern = String(line.trimmed.dropFirst().dropLast())
        section = "\(file.name):\(number)"
        continue
      }
      let start = words.count > 1 ? rest.startIndex : word.startIndex
      let column = line.unicodeScalars.distance(from: line.startIndex, to: start)
      let kind = try Self.kind(String(word), rest.trimmed, line: number, column: column + 1)
      rules.append(
        Rule(
          kind: kind, text: line.trimmed, origin: "\(file.name):\(number)", pattern: pattern,
          section: section, folder: file.folder))
    }
  }

  private static func kind(
    _ word: String, _ rest: String, line: Int, column: Int
  ) throws(Failure) -> Rule.Kind {
    switch word {
    case "profile":
      guard let profile = DiffSettings.Profile(rawValue: rest) else {
        let all = listed(DiffSettings.Profile.allCases.map(\.rawValue))
        throw Failure(line: line, column: column, message: "'\(short(rest))' is no profile: use \(all)")
      }
      return .profile(profile)
    case "ignore": return .ignore(try path(rest, line, column))
    case "tolerate":
      // The sign and a unit may stand apart from the number.
      let blanks = rest.indices.filter { rest[$0] == " " || rest[$0] == "\t" }
      let places = blanks.suffix(3).reversed().filter {
        Tolerance(rest[rest.index(after: $0)...]) != nil
      }
      guard let space = places.last, let amount = Tolerance(rest[rest.index(after: space)...]) else {
        throw Failure(line: line, column: column, message: "'tolerate PATH ±N', '±1ms' or '±0.1%' is meant")
      }
      return .tolerate(try path(rest[..<space].trimmed, line, column), amount)
    case "expect":
      do throws(ExpectationError) {
        let all = try Expectation.all(in: "expect " + rest)
        guard let first = all.first else {
          throw ExpectationError(line: 1, column: 1, message: "nothing is expected")
        }
        return .expect(first)
      } catch {
        throw Failure(
          line: line, column: max(1, column + error.column - 8), message: error.message)
      }
    default:
      let near = nearest(to: word, among: ["profile", "ignore", "tolerate", "expect"])
      throw Failure(
        line: line, column: 1,
        message: "'\(short(word))' is no rule" + (near.map { " — did you mean '\($0)'?" } ?? ""))
    }
  }

  private static func path(_ text: String, _ line: Int, _ column: Int) throws(Failure) -> Path {
    do throws(PathError) {
      return try Path(text)
    } catch {
      throw Failure(
        line: line, column: column + error.position,
        message: "'\(short(text))' is not a path: \(error.message)")
    }
  }

  /// What a message repeats of a line, of which nobody reads more: its place says where the mistake is.
  private static func short(_ text: String) -> String {
    text.count > 100 ? text.prefix(99) + "…" : text
  }

  /// The line up to a `#` that begins a comment.
  private static func withoutComment(_ line: Substring) -> Substring {
    var isQuoted = false
    var isEscaped = false
    var last: Character = " "
    for place in line.indices {
      let character = line[place]
      if character == "#", !isQuoted, last == " " || last == "\t" { return line[..<place] }
      if character == "'", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && isQuoted && !isEscaped
      last = character
    }
    return line
  }

  /// What a file is called from a folder on, both absolute; the whole path of one that is elsewhere.
  static func name(of path: [UInt8], in folder: [UInt8]) -> ArraySlice<UInt8> {
    guard path.starts(with: folder) else { return path[...] }
    let name = path.dropFirst(folder.count)
    return name.first == UInt8(ascii: "/") ? name.dropFirst() : name
  }

  /// The rules that hold for the file at `path`, which is absolute.
  func rules(for path: [UInt8]) -> [(place: Int, rule: Rule)] {
    // The rules below one pattern follow one another.
    var last: (pattern: String, folder: [UInt8], isMeant: Bool)?
    return rules.enumerated().filter { entry in
      guard let pattern = entry.element.pattern else { return true }
      if let last, last.pattern == pattern, last.folder == entry.element.folder { return last.isMeant }
      var name = Self.name(of: path, in: entry.element.folder)
      if !pattern.contains("/"), let slash = name.lastIndex(of: UInt8(ascii: "/")) {
        name = name[(slash + 1)...]
      }
      let isMeant = Self.matches(Array(pattern.utf8), Array(name))
      last = (pattern, entry.element.folder, isMeant)
      return isMeant
    }.map { (place: $0.offset, rule: $0.element) }
  }

  /// Whether a pattern means a name.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of both.
  static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    // Which beginnings of the name the pattern up to here means.
    var reached = Array(repeating: false, count: name.count + 1)
    reached[0] = true
    var at = 0
    while at < pattern.count {
      let byte = pattern[at]
      var next = Array(repeating: false, count: name.count + 1)
      if byte == UInt8(ascii: "*") {
        var crosses = false
        if at + 1 < pattern.count, pattern[at + 1] == byte {
          crosses = true
          at += 1
          // `**/` means no folder as well.
          if at + 1 < pattern.count, pattern[at + 1] == UInt8(ascii: "/") {
            at += 1
            var isInside = false
            for place in reached.indices {
              if reached[place] { next[place] = true }
              if isInside, place > 0, name[place - 1] == UInt8(ascii: "/") { next[place] = true }
              if reached[place] { isInside = true }
            }
            reached = next
            at += 1
            continue
          }
        }
        var isOpen = false
        for place in reached.indices {
          if place > 0, !crosses, name[place - 1] == UInt8(ascii: "/") { isOpen = false }
          if reached[place] { isOpen = true }
          next[place] = isOpen
        }
      } else {
        for place in name.indices where reached[place] {
          next[place + 1] =
            byte == name[place] || byte == UInt8(ascii: "?") && name[place] != UInt8(ascii: "/")
        }
      }
      reached = next
      at += 1
    }
    return reached[name.count]
  }
}

extension Substring {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}

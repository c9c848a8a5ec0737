internal import ByteReading
public import Structure

/// What is wrong with a file, as another version of it is held against that: how often each rule is broken
/// in each node. Notes are left out.
public struct KnownProblems: Sendable, Equatable {
  /// By rule, severity and path: `samples-overlap error moov/trak[soun]/mdia/minf/stbl/stco`.
  public internal(set) var counts: [String: Int] = [:]
  /// Whether not all problems of the file were kept.
  public internal(set) var isCut = false

  /// Nothing is known to be wrong.
  public init() {}

  /// Those of a file that was checked.
  ///
  /// - Parameter document: The file, which its rules have looked at.
  /// - Complexity: O(*n*) in the problems, which a file keeps a bounded number of.
  public init(_ document: Document) { self.init(document, IdentityPaths(document)) }

  /// Those of a file whose nodes have these paths.
  init(_ document: Document, _ paths: IdentityPaths) {
    let problems = document.problems
    isCut = Self.isCut(problems)
    for problem in problems.kept where problem.severity > .note {
      counts[Self.key(problem, document, paths), default: 0] += 1
    }
  }

  /// The words of a line that says that there are more.
  private static let more = "and more"

  /// A line for each, sorted: `2 × samples-overlap error moov/…`.
  var lines: [String] {
    var lines = counts.sorted { $0.key < $1.key }.map { key, count in
      count == 1 ? key : "\(count) × \(key)"
    }
    if isCut { lines.append(Self.more) }
    return lines
  }

  /// Adds what a line says.
  mutating func add(_ line: String) {
    if line == Self.more {
      isCut = true
      return
    }
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    if words.count == 3, words[1] == "×", let count = Int(words[0]), count > 1 {
      counts[String(words[2])] = count
    } else {
      counts[line] = 1
    }
  }

  /// Takes one out; whether there was one.
  mutating func take(_ key: String) -> Bool {
    guard let count = counts[key], count > 0 else { return false }
    counts[key] = count - 1
    return true
  }

  /// The rules of the errors among them, one for each, sorted; what was not read for a limit is no error of the file.
  var errors: [String] {
    var found: [String] = []
    for (key, count) in counts where count > 0 {
      let words = key.split(separator: " ", maxSplits: 2)
      guard words.count > 1, words[1] == "error", !Diagnostic.Kind.isLimit(words[0]) else { continue }
      // Of very many a few are enough.
      found += Array(repeating: String(words[0]), count: min(count, 4_096))
    }
    return found.sorted()
  }

  static func isCut(_ problems: Problems) -> Bool {
    problems.kept.count { $0.severity > .note } < problems.errors + problems.warnings
  }

  static func key(
    _ problem: Diagnostic, _ document: Document, _ paths: IdentityPaths, _ former: FormerPaths = FormerPaths()
  ) -> String {
    let node = document.tree.known(problem.node)
    let place = node.map { " " + (former.path(of: $0) ?? paths.path(of: $0)) } ?? ""
    return "\(problem.kind.id) \(problem.severity.name)\(place)"
  }
}

/// What nodes of a file were called in another one, where they belong to nodes that were called otherwise.
struct FormerPaths {
  private var paths: [NodeIndex: String] = [:]

  /// All are called as they were.
  init() {}

  /// - Parameters:
  ///   - partners: Nodes of the first file, and those of the second that belong with them.
  ///   - names: What those of the first are called.
  init(_ partners: [(before: NodeIndex, after: NodeIndex)], _ names: IdentityPaths) {
    for pair in partners { paths[pair.after] = names.path(of: pair.before) }
  }

  /// What a node was called; `nil` for one that is called as it was.
  func path(of node: NodeIndex) -> String? { paths[node] }
}

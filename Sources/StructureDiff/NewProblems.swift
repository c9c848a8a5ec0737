public import Structure

/// The problems that the second of two files has and the first has not.
public struct NewProblems: Sendable {
  /// Where each is in the list of the second file, in the order of the file.
  public private(set) var list: [Diagnostic] = []
  /// Those that the first is said to have had, which the bytes that are there of it do not show.
  public private(set) var unproved: [Diagnostic] = []
  /// The rules of errors that the first has and the second has not, one for each of them.
  public private(set) var gone: [String] = []
  /// The second file with what is wrong with it.
  public let document: Document
  /// Whether not all problems of the files were kept.
  public private(set) var isCut = false

  /// Whatever is wrong with a file is wrong with the other.
  init(noneIn document: Document) { self.document = document }

  /// A problem of the same rule at the same node, whose place in the file may have moved, is no new one;
  /// neither are as many of a rule in one node as there were.
  ///
  /// Notes are not compared, and of warnings that are gone nobody has to know.
  ///
  /// - Parameters:
  ///   - paths: What the nodes of the second are called.
  ///   - claimed: What the first is said to have had; `nil` where its rules can be asked for all.
  ///   - former: What nodes were called in the first that are called otherwise now.
  ///   - before: What they find in it: asked once where nothing is claimed, and else when the second has a problem.
  /// - Complexity: O(*n*) in the problems, which a file keeps a bounded number of.
  init(
    _ after: Document, _ paths: IdentityPaths, claimed: KnownProblems?, former: FormerPaths,
    before: () -> KnownProblems
  ) {
    document = after
    let new = after.problems
    var known = claimed
    var proved: KnownProblems?
    isCut = KnownProblems.isCut(new)
    for problem in new.kept where problem.severity > .note {
      let key = KnownProblems.key(problem, after, paths, former)
      if claimed != nil, known?.take(key) != true {
        if problem.follows == nil { list.append(problem) }
        continue
      }
      if proved == nil { proved = before() }
      if proved?.take(key) == true || problem.follows != nil { continue }
      if claimed == nil { list.append(problem) } else { unproved.append(problem) }
    }
    if claimed == nil, proved == nil { proved = before() }
    gone = (claimed == nil ? proved : known)?.errors ?? []
    isCut = isCut || (claimed ?? proved)?.isCut == true
  }

  /// The names of their rules, each once.
  var names: [String] { Self.names(list) }

  static func names(_ problems: [Diagnostic]) -> [String] {
    var names: [String] = []
    for problem in problems where !names.contains(problem.kind.id.description) {
      names.append(problem.kind.id.description)
    }
    return names
  }
}

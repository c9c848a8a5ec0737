import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import Structure

/// The pairs of files that a call compares.
struct DiffPairs {
  struct Pair: Sendable {
    let before: DiffSource
    let after: DiffSource
    /// Whether they were found in directories, where what is media neither by name nor by content is passed over.
    var isFound = false
    /// Whether they were paired because they hold the same media.
    var isRenamed = false
  }

  /// Why there are none.
  struct Failure: Error {
    let message: String
  }

  private(set) var pairs: [Pair] = []
  /// What could not be looked into, with why.
  private(set) var problems: [UnreadPath] = []
  /// What was passed over in both.
  private(set) var passedOver = FileWalk.PassedOver()

  /// Pairs two operands: files, or directories whose files are paired by their names from there on.
  init(_ a: FilePath, _ b: FilePath, isRecursive: Bool, extensions: [String]) throws(Failure) {
    let (x, y) = (DiffSource(a), DiffSource(b))
    let (isFolderA, isFolderB) = (Self.isFolder(x), Self.isFolder(y))
    guard isFolderA || isFolderB else {
      pairs = [Pair(before: x, after: y)]
      return
    }
    guard isFolderA, isFolderB else {
      // As with diff, the file of that name in the directory is meant.
      let folder = isFolderA ? a : b
      let other = isFolderA ? y : x
      guard case .file(let path) = other else {
        throw Failure(message: "\(folder.display): is a directory")
      }
      let inside = DiffSource.file(folder.appending(path.name))
      pairs = [isFolderA ? Pair(before: inside, after: y) : Pair(before: x, after: inside)]
      return
    }
    guard isRecursive else {
      throw Failure(message: "\(a.display): is a directory — add -r to compare the files in it")
    }
    let before = names(in: a, extensions)
    let after = names(in: b, extensions)
    let all = Set(before.keys).union(after.keys).sorted { $0.lexicographicallyPrecedes($1) }
    for name in all {
      pairs.append(
        Pair(
          before: before[name].map { .file($0) } ?? .nothing(a.appending(name)),
          after: after[name].map { .file($0) } ?? .nothing(b.appending(name)), isFound: true))
    }
  }

  /// Pairs files that only one side has by the SHA-256 of their media.
  ///
  /// - Complexity: O(*n*) in the bytes of their media.
  mutating func pairRenamed(_ limits: Limits) {
    var gone: [String: [Int]] = [:]
    for (place, pair) in pairs.enumerated().reversed() {
      if case .nothing = pair.after, let digest = Self.digest(of: pair.before, limits) {
        gone[digest, default: []].append(place)
      }
    }
    if gone.isEmpty { return }
    var taken: Set<Int> = []
    for (place, pair) in pairs.enumerated() {
      guard case .nothing = pair.before, let digest = Self.digest(of: pair.after, limits),
        let old = gone[digest]?.popLast()
      else { continue }
      pairs[place] = Pair(
        before: pairs[old].before, after: pair.after, isFound: true, isRenamed: true)
      taken.insert(old)
    }
    pairs = pairs.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
  }

  private static func digest(of source: DiffSource, _ limits: Limits) -> String? {
    guard let file = try? source.open(limits),
      let digest = MediaFile.digests(
        of: file.document, media: true, payloads: false, tracks: false
      ).media
    else { return nil }
    var text = ByteWriter()
    text.put(digest: digest)
    return text.string
  }

  private static func isFolder(_ source: DiffSource) -> Bool {
    guard case .file(let path) = source else { return false }
    return (try? FileStatus(of: path, followingLinks: true))?.kind == .directory
  }

  /// The files in a directory, by their names from there on.
  private mutating func names(
    in folder: FilePath, _ extensions: [String]
  ) -> [[UInt8]: FilePath] {
    var found: [[UInt8]: FilePath] = [:]
    let start = folder.appending([]).bytes.count
    var walk = FileWalk([folder], isRecursive: true, extensions: extensions)
    while let item = walk.next() {
      switch item {
      case .file(let path): found[Array(path.bytes.dropFirst(start))] = path
      case .problem(let path, let problem): problems.append(UnreadPath(path, problem))
      case .standardInput: break
      }
    }
    passedOver += walk.passedOver
    return found
  }
}

/// A name that was given, or found in a directory, and that no file could be read under.
struct UnreadPath: Sendable {
  let path: FilePath
  let problem: FileWalk.Problem

  init(_ path: FilePath, _ problem: FileWalk.Problem) {
    self.path = path
    self.problem = problem
  }
}

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

  /// Pairs files that only one side has by their SHA-256: those of the same bytes, then those of the same media.
  ///
  /// - Complexity: O(*n*) in the bytes of the files.
  mutating func pairRenamed(_ limits: Limits) {
    let gone = lone(limits) { (file: $0.before, other: $0.after) }
    if gone.isEmpty { return }
    let new = lone(limits) { (file: $0.after, other: $0.before) }
    // Files of other lengths are no copies of each other.
    let sizes = Set(gone.map(\.byteCount)).intersection(new.map(\.byteCount))
    /// By the place of what is new that of what is gone.
    var former: [Int: Int] = [:]
    var taken: Set<Int> = []
    func pair(by digest: (LoneFile) -> SHA256.Digest?) {
      var places: [SHA256.Digest: [Int]] = [:]
      for file in gone.reversed() where !taken.contains(file.place) {
        if let digest = digest(file) { places[digest, default: []].append(file.place) }
      }
      for file in new where former[file.place] == nil {
        guard let digest = digest(file), let old = places[digest]?.popLast() else { continue }
        former[file.place] = old
        taken.insert(old)
      }
    }
    pair { sizes.contains($0.byteCount) ? $0.whole : nil }
    pair(by: \.media)
    for (place, old) in former {
      pairs[place] = Pair(
        before: pairs[old].before, after: pairs[place].after, isFound: true, isRenamed: true)
    }
    pairs = pairs.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
  }

  /// A file that only one side has.
  private struct LoneFile {
    /// That of its pair.
    let place: Int
    let path: FilePath
    let byteCount: Int
    /// The digest of its media; `nil` when there is none, or not all of it.
    let media: SHA256.Digest?

    /// The digest of its bytes; `nil` when they cannot be read.
    ///
    /// - Complexity: O(*n*) in the bytes.
    var whole: SHA256.Digest? {
      guard let source = try? path.open() else { return nil }
      return source.bytes.digest
    }
  }

  /// The files of a format that is ours that only the first side of `sides` has, in the order of the pairs.
  private func lone(
    _ limits: Limits, _ sides: (Pair) -> (file: DiffSource, other: DiffSource)
  ) -> [LoneFile] {
    pairs.enumerated().compactMap { place, pair in
      let (file, other) = sides(pair)
      guard case .nothing = other, case .file(let path) = file, let opened = try? file.open(limits) else { return nil }
      let digests = MediaFile.digests(of: opened.document, media: true, payloads: false, tracks: false)
      return LoneFile(place: place, path: path, byteCount: opened.source.byteCount, media: digests.media)
    }
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

import ByteReading

/// The files that the operands of a call stand for, one after the other.
///
/// Without recursion every operand is a file, in the order given. With it, directories are walked
/// in byte order of names, hidden files included; symbolic links are followed when named but not
/// inside a directory, where those that may stand for media are counted; only regular files are taken
/// there, others that are called as media is are counted, and each file once by device and inode. Folders that belong to
/// systems of version control are not walked unless they are named: what they hold stands elsewhere, too. What cannot be
/// read is an item too, so that nothing is left out silently.
///
/// ```swift
/// for item in FileWalk(operands, isRecursive: true, extensions: ["mp4", "mov"]) { … }
/// ```
package struct FileWalk: Sequence, IteratorProtocol {
  /// What the walk comes across.
  package enum Item: Equatable, Sendable {
    /// A file to read.
    case file(FilePath)
    /// The operand `-`.
    case standardInput
    /// Something that is not read, and why.
    case problem(FilePath, Problem)
  }

  /// Why something is not read.
  package enum Problem: Equatable, Sendable, CustomStringConvertible {
    /// A directory was named without `-r`.
    case isDirectory
    /// The system refused.
    case system(SystemError)

    /// One line that follows the path and a colon.
    package var description: String {
      switch self {
      case .isDirectory: "is a directory — add -r to read the files in it"
      case .system(let error): error.description
      }
    }
  }

  /// A path that is still to be looked at.
  private struct Pending {
    var path: FilePath
    var isNamed: Bool
  }

  /// The names of folders in which git, Mercurial and Subversion keep what is theirs.
  private static let ownFolders = Set([".git", ".hg", ".svn"].map { Array($0.utf8) })

  private let isRecursive: Bool
  private let extensions: [[UInt8]]
  /// What somebody may miss of what was passed over inside directories.
  package struct PassedOver: Equatable, Sendable {
    /// Symbolic links that are called as media is, or that lead to directories.
    package fileprivate(set) var links = 0
    /// Pipes, sockets and devices that are called as media is.
    package fileprivate(set) var specials = 0

    /// Nothing.
    package init() {}

    /// What was passed over in two walks.
    package static func += (a: inout Self, b: Self) {
      a.links += b.links
      a.specials += b.specials
    }

    /// A line for each kind that there is.
    package var words: [String] {
      let special: String? =
        switch specials {
        case 0: nil
        case 1: "1 pipe or device passed over (to read it, give - and redirect standard input)"
        case let count: "\(count) pipes and devices passed over (to read one, give - and redirect standard input)"
        }
      return [FileWalk.words(ofLinks: links), special].compactMap(\.self)
    }
  }

  /// What was passed over so far.
  package private(set) var passedOver = PassedOver()
  /// The next one last.
  private var pending: [Pending]
  private var seen: Set<FileStatus.Identity> = []

  /// What is said where there is no media in any of the directories of a call: that nothing is wrong, or differs, would
  /// be no answer.
  package static func nothing(in places: [FilePath]) -> String {
    guard places.count == 1, let place = places.first else {
      return "there is no media in any of \(places.count) directories"
    }
    return "there is no media in '\(place.display)'"
  }

  /// What is said of files of other formats that were passed over; `nil` where there were none.
  package static func words(ofOthers count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "1 file of another format passed over"
    default: "\(count) files of other formats passed over"
    }
  }

  /// What is said of symbolic links that were passed over; `nil` where there were none.
  package static func words(ofLinks count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "1 symbolic link passed over: name it to follow it"
    default: "\(count) symbolic links passed over: name them to follow them"
    }
  }

  /// A walk over `operands`.
  ///
  /// - Parameter extensions: Those of the files to take inside directories, without their period,
  ///   in any case; all files when empty. Files that are named are always taken.
  package init(_ operands: [FilePath], isRecursive: Bool = false, extensions: [String] = []) {
    self.isRecursive = isRecursive
    self.extensions = extensions.map { name in
      (name.hasPrefix(".") ? name.dropFirst() : name[...]).utf8.map(\.lowercase)
    }
    pending = operands.reversed().map { Pending(path: $0, isNamed: true) }
  }

  /// The next item; `nil` after the last.
  package mutating func next() -> Item? {
    while let here = pending.popLast() {
      if here.isNamed, here.path.isStandardInput { return .standardInput }
      do throws(SystemError) {
        let status = try FileStatus(of: here.path, followingLinks: here.isNamed)
        switch status.kind {
        case .directory:
          guard isRecursive else { return .problem(here.path, .isDirectory) }
          if !here.isNamed, Self.ownFolders.contains(here.path.name) { continue }
          guard seen.insert(status.identity).inserted else { continue }
          let names = try directoryNames(at: here.path, followingLinks: here.isNamed)
          for name in names.reversed() {
            pending.append(Pending(path: here.path.appending(name), isNamed: false))
          }
        case .regular where here.isNamed || isWanted(here.path), .other where here.isNamed:
          if isRecursive, !seen.insert(status.identity).inserted { continue }
          return .file(here.path)
        case .link:
          if mayBeMissed(here.path) { passedOver.links += 1 }
        case .other:
          if isCalledAsWanted(here.path) { passedOver.specials += 1 }
        case .regular: continue
        }
      } catch {
        return .problem(here.path, .system(error))
      }
    }
    return nil
  }

  /// Whether somebody may miss what a symbolic link inside a directory stands for: by its name, or since it leads to a
  /// directory. Nothing is opened, so that a link to a device or a pipe does no harm.
  private func mayBeMissed(_ link: FilePath) -> Bool {
    isCalledAsWanted(link) || (try? FileStatus(of: link, followingLinks: true))?.kind == .directory
  }

  /// Whether it is called as what is looked for inside directories.
  private func isCalledAsWanted(_ path: FilePath) -> Bool {
    extensions.isEmpty ? MediaExtensions.isMediaName(path) : isWanted(path)
  }

  /// Whether a file with such a name would be taken inside a directory.
  package func isWanted(_ path: FilePath) -> Bool {
    if extensions.isEmpty { return true }
    guard let found = path.fileExtension?.map(\.lowercase) else { return false }
    return extensions.contains(found)
  }
}

import ByteReading

/// The files that the operands of a call stand for, one after the other.
///
/// Without recursion every operand is a file, in the order given. With it, directories are walked
/// in byte order of names, hidden files included. Only regular files are taken there, each once by
/// device and inode; a symbolic link to one is a file under the name of the link, whatever else leads
/// to it. A link to a directory is followed when it is named, and else counted: it may lead to one
/// around it. What cannot be read is an item too, so that nothing is left out silently.
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
    /// A symbolic link in a directory leads nowhere, or to what the system does not show.
    case brokenLink(SystemError)
    /// The system refused.
    case system(SystemError)

    /// One line that follows the path and a colon.
    package var description: String {
      switch self {
      case .isDirectory: "is a directory — add -r to read the files in it"
      case .brokenLink(let error): "is a symbolic link that cannot be followed: \(error)"
      case .system(let error): error.description
      }
    }
  }

  /// A path that is still to be looked at.
  private struct Pending {
    var path: FilePath
    var isNamed: Bool
  }

  private let isRecursive: Bool
  private let extensions: [[UInt8]]
  private let followsLinks: Bool
  /// The symbolic links to directories that were passed over so far.
  package private(set) var directoryLinks = 0
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

  /// What is said of symbolic links to directories that were passed over; `nil` where there were none.
  package static func words(ofDirectoryLinks count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "1 symbolic link to a directory passed over"
    default: "\(count) symbolic links to directories passed over"
    }
  }

  /// A walk over `operands`.
  ///
  /// - Parameters:
  ///   - extensions: Those of the files to take inside directories, without their period, in any case;
  ///     all files when empty. Files that are named are always taken.
  ///   - followsLinks: Whether symbolic links inside directories are followed; else they are no items.
  package init(
    _ operands: [FilePath], isRecursive: Bool = false, extensions: [String] = [], followsLinks: Bool = true
  ) {
    self.isRecursive = isRecursive
    self.followsLinks = followsLinks
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
          guard seen.insert(status.identity).inserted else { continue }
          let names = try directoryNames(at: here.path, followingLinks: here.isNamed)
          for name in names.reversed() {
            pending.append(Pending(path: here.path.appending(name), isNamed: false))
          }
        case .regular where here.isNamed || isWanted(here.path), .other where here.isNamed:
          if isRecursive, !seen.insert(status.identity).inserted { continue }
          return .file(here.path)
        case .link where followsLinks:
          if let item = follow(here.path) { return item }
        case .regular, .link, .other: continue
        }
      } catch {
        return .problem(here.path, .system(error))
      }
    }
    return nil
  }

  /// What a symbolic link inside a directory stands for; `nil` for one that is passed over. Nothing is opened, so
  /// that a link to a device or a pipe does no harm.
  private mutating func follow(_ path: FilePath) -> Item? {
    do throws(SystemError) {
      switch try FileStatus(of: path, followingLinks: true).kind {
      case .directory:
        directoryLinks += 1
        return nil
      case .regular: return isWanted(path) ? .file(path) : nil
      case .link, .other: return nil
      }
    } catch {
      // Editors leave links that lead nowhere; what is called as media is, or was asked for, is missed.
      let isMissed = extensions.isEmpty ? MediaExtensions.isMediaName(path) : isWanted(path)
      return isMissed ? .problem(path, .brokenLink(error)) : nil
    }
  }

  /// Whether a file with such a name would be taken inside a directory.
  package func isWanted(_ path: FilePath) -> Bool {
    if extensions.isEmpty { return true }
    guard let found = path.fileExtension?.map(\.lowercase) else { return false }
    return extensions.contains(found)
  }
}

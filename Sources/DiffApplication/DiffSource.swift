import ByteReading
import CommandLineSupport
import MediaInspection
import Structure

/// One side of a comparison, as it was named.
enum DiffSource: Sendable, Hashable {
  case file(FilePath)
  case standardInput
  /// A file of a commit, or of a side of a merge, as git names it: `HEAD~1:film.mp4`, `:2:film.mp4`.
  case revision(FilePath)
  /// Nothing: the file is on the other side only.
  case nothing(FilePath)

  /// What an operand means: a file when there is one of that name, else a file of a commit when there
  /// is a colon in it.
  init(_ operand: FilePath) {
    if operand.isStandardInput {
      self = .standardInput
    } else if operand.bytes == Array("/dev/null".utf8) {
      self = .nothing(operand)
    } else if Self.path(in: operand.bytes) != nil,
      operand.bytes.first != UInt8(ascii: "/"), operand.bytes.first != UInt8(ascii: "."),
      (try? FileStatus(of: operand, followingLinks: true)) == nil
    {
      self = .revision(operand)
    } else {
      self = .file(operand)
    }
  }

  /// Where the path begins in what may be git's name of a file: behind the name of a commit and a colon, or
  /// behind the number of a side of a merge between two; `nil` when it can be no such name.
  private static func path(in name: [UInt8]) -> Int? {
    let colon = UInt8(ascii: ":")
    if name.count > 3, name[0] == colon, name[1].isDigit, name[1] <= UInt8(ascii: "3"),
      name[2] == colon
    { return 3 }
    guard let place = name.firstIndex(of: colon), place > 0 else { return nil }
    return place + 1
  }

  /// Whether git has to be asked for it.
  var isRevision: Bool { if case .revision = self { true } else { false } }

  var path: FilePath {
    switch self {
    case .file(let path), .revision(let path), .nothing(let path): path
    case .standardInput: FilePath("-")
    }
  }

  var name: String { self == .standardInput ? "standard input" : path.display }

  /// The name as it was given, for machines.
  var nameBytes: [UInt8] { self == .standardInput ? Array(name.utf8) : path.bytes }

  /// A file that was opened.
  struct Opened: Sendable {
    let document: Document
    let source: ByteSource
    let origin: DiffSource

    var side: DiffOutcome.Side {
      var side = DiffOutcome.Side(origin.path, document)
      side.name = origin.name
      return side
    }
  }

  /// Why a side is not compared.
  enum Failure: Error {
    /// It cannot be read.
    case unreadable(String)
    /// It is of a format that is not ours.
    case other(String)

    /// Why, without the name of the file.
    var reason: String {
      switch self {
      case .unreadable(let reason), .other(let reason): reason
      }
    }
  }

  /// - Parameter other: The other side, where that is open.
  func open(_ limits: Limits, besides other: Opened? = nil) throws(Failure) -> Opened {
    let source: ByteSource
    switch self {
    case .nothing: throw .unreadable("there is no such file")
    case .file(let path):
      do throws(SourceError) {
        source = try path.open()
      } catch {
        throw .unreadable(error.message)
      }
    case .standardInput:
      do throws(SourceError) {
        source = try ByteSource.open(descriptor: StandardStream.input.rawValue)
      } catch {
        throw .unreadable(error.message)
      }
    case .revision(let path): source = try Self.revision(path)
    }
    do throws(MediaFileError) {
      return Opened(
        document: try MediaFile.open(source, limits: limits, besides: other?.document), source: source, origin: self)
    } catch {
      throw .other(error.message)
    }
  }

  /// The bytes of a file of a commit, as git has them.
  ///
  /// The name goes to git on its standard input, where nothing is an option, and no filter of the
  /// repository is run: a filter is a program that somebody else has chosen.
  private static func revision(_ name: FilePath) throws(Failure) -> ByteSource {
    // Names count from the root of the work tree, and when nothing is there from this folder.
    var names = [name.bytes]
    if let path = path(in: name.bytes) {
      names.append(Array(name.bytes[..<path]) + Array("./".utf8) + Array(name.bytes[path...]))
    }
    for bytes in names {
      // A line break ends a name.
      guard !bytes.contains(UInt8(ascii: "\n")), !bytes.contains(0) else { continue }
      let words = ["git", "cat-file", "--batch"].map { Array($0.utf8) }
      guard
        let program = RunningProgram(words, input: bytes + [UInt8(ascii: "\n")], isSilent: true)
      else {
        throw .unreadable("no such file, and git cannot be started to look for a commit")
      }
      defer { _ = program.finish() }
      guard let line = program.line(atMost: 8_192), let count = byteCount(answer: line)
      else { continue }
      do throws(SourceError) {
        return try ByteSource.open(descriptor: program.output, byteCount: count)
      } catch {
        throw .unreadable("git: \(error.message)")
      }
    }
    throw .unreadable("neither a file nor one that git has in a commit")
  }

  /// How many bytes follow an answer of `git cat-file --batch`, which is `<id> blob <size>` for a
  /// file; `nil` for what is missing, ambiguous or no file.
  private static func byteCount(answer: [UInt8]) -> Int? {
    let words = answer.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[0].count >= 40, words[1].elementsEqual("blob".utf8)
    else { return nil }
    return Int(String(decoding: words[2], as: UTF8.self)).flatMap { $0 >= 0 ? $0 : nil }
  }
}

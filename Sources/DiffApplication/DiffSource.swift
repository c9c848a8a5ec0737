import ByteReading
import CommandLineSupport
import MediaInspection
import Structure

/// One side of a comparison, as it was named.
enum DiffSource: Sendable, Hashable {
  case file(FilePath)
  case standardInput
  /// A file of a commit, as git names it: `HEAD~1:film.mp4`.
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
    } else if let colon = operand.bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      operand.bytes.first != UInt8(ascii: "/"), operand.bytes.first != UInt8(ascii: "."),
      (try? FileStatus(of: operand, followingLinks: true)) == nil
    {
      self = .revision(operand)
    } else {
      self = .file(operand)
    }
  }

  var path: FilePath {
    switch self {
    case .file(let path), .revision(let path), .nothing(let path): path
    case .standardInput: FilePath("-")
    }
  }

  var name: String { self == .standardInput ? "standard input" : path.display }

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
  }

  func open(_ limits: Limits) throws(Failure) -> Opened {
    let source: ByteSource
    switch self {
    case .nothing: throw .unreadable("there is no such file")
    case .file(let path):
      do throws(SourceError) {
        source = try ByteSource.open(path: path.bytes)
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
        document: try MediaFile.open(source, limits: limits), source: source, origin: self)
    } catch {
      throw .other(error.message)
    }
  }

  /// The bytes of a file of a commit, through the filters that a checkout would use.
  private static func revision(_ name: FilePath) throws(Failure) -> ByteSource {
    // Names count from the root of the work tree, and when nothing is there from this folder.
    var names = [name.bytes]
    if let colon = name.bytes.firstIndex(of: UInt8(ascii: ":")) {
      names.append(
        Array(name.bytes[...colon]) + Array("./".utf8) + Array(name.bytes[(colon + 1)...]))
    }
    for bytes in names {
      let words = ["git", "cat-file", "--filters"].map { Array($0.utf8) } + [bytes]
      guard let program = RunningProgram(words, isSilent: true) else {
        throw .unreadable("no such file, and git cannot be started to look for a commit")
      }
      let source = try? ByteSource.open(descriptor: program.output)
      let code = program.finish()
      if code == 0, let source { return source }
    }
    throw .unreadable("neither a file nor one that git has in a commit")
  }
}

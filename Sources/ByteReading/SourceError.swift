#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Why the bytes of a file cannot be had.
///
/// Numbers are values of the C variable `errno`.
public enum SourceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What a path may lead to that is not a file of bytes.
  public enum Kind: Equatable, Sendable {
    /// A named pipe, a socket, a device, or something else.
    case fifo, socket, characterDevice, blockDevice, other
  }

  /// There is no file of this name.
  case notFound
  /// It is a directory.
  case isDirectory
  /// It is something else than a file of bytes.
  case isNotRegular(Kind)
  /// The user may not read it.
  case noPermission
  /// The name leads over too many symbolic links.
  case tooManyLinks
  /// The name, or a part of it, is longer than the system takes.
  case nameTooLong
  /// The process has as many open files as it may.
  case tooManyOpenFiles
  /// It cannot be opened, for another reason.
  case cannotOpen(Int32)
  /// It cannot be mapped into memory.
  case cannotMap(Int32)
  /// Its bytes cannot be read.
  case cannotRead(Int32)
  /// The temporary file for the bytes of a pipe could not be made or filled.
  case cannotSpool(Int32)
  /// A pipe or device gave more than `limit` bytes.
  case tooLong(limit: Int)

  /// What is the matter, and what to do about it where that is known: a fragment to follow the
  /// name of the file.
  public var message: String {
    switch self {
    case .notFound: "no such file"
    case .isDirectory: "is a directory (use -r to look inside)"
    case .isNotRegular(.fifo): "is a named pipe (to read it, give - and redirect standard input)"
    case .isNotRegular(.socket): "is a socket, not a file"
    case .isNotRegular(.characterDevice):
      "is a device (to read it, give - and redirect standard input)"
    case .isNotRegular(.blockDevice):
      "is a block device (to read it, give - and redirect standard input)"
    case .isNotRegular(.other): "is not a regular file"
    case .noPermission: "permission denied"
    case .tooManyLinks: "too many symbolic links (a link may lead back to itself)"
    case .nameTooLong: "the name is too long"
    case .tooManyOpenFiles: "too many open files (raise the limit with ulimit -n)"
    case .cannotOpen(let number): "cannot be opened: \(systemMessage(number))"
    case .cannotMap(let number):
      "cannot be mapped: \(systemMessage(number)) (an address space limit, ulimit -v, may be low)"
    case .cannotRead(let number): "cannot be read: \(systemMessage(number))"
    case .cannotSpool(let number):
      "cannot be kept in a temporary file: \(systemMessage(number)) (TMPDIR says where)"
    case .tooLong(let limit):
      "gives more than \(limit) bytes (save a part to a file and give its name)"
    }
  }

  /// The same as ``message``.
  public var description: String { message }

  /// The error for an `open` that failed with `number`.
  internal static func opening(_ number: Int32) -> SourceError {
    switch number {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM: .noPermission
    case ELOOP: .tooManyLinks
    case ENAMETOOLONG: .nameTooLong
    case EMFILE, ENFILE: .tooManyOpenFiles
    default: .cannotOpen(number)
    }
  }
}

/// The system's words for `number`.
private func systemMessage(_ number: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  // `strerror` is not safe with several threads; this form writes into our buffer, ended by a zero.
  guard unsafe strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
  return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

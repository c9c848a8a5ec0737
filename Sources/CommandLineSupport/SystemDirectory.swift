import ByteReading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system says about a file without opening it.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case regular, directory, link, other }

  /// What tells a file from every other one, whatever its names.
  package struct Identity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64

    package init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }
  }

  /// What changes when a file is written to, or another takes its name.
  package struct Stamp: Equatable, Sendable {
    package var identity: Identity
    package var byteCount: Int
    var seconds: Int
    var nanoseconds: Int
  }

  package var kind: Kind
  package var identity: Identity
  package var stamp: Stamp

  /// The status of the file at `path`, or, unless links are followed, of the link there.
  package init(of path: FilePath, followingLinks: Bool) throws(SystemError) {
    var info = stat()
    let code = unsafe path.withTerminated { name in
      // A terminated name, and a local value to fill.
      unsafe followingLinks ? stat(name, &info) : lstat(name, &info)
    }
    guard code == 0 else { throw .last }
    switch info.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev),
      inode: UInt64(truncatingIfNeeded: info.st_ino))
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    stamp = Stamp(
      identity: identity, byteCount: Int(info.st_size), seconds: time.tv_sec,
      nanoseconds: time.tv_nsec)
  }
}

/// The names in the directory at `path` without `.` and `..`, in byte order.
package func directoryNames(
  at path: FilePath, followingLinks: Bool
) throws(SystemError) -> [[UInt8]] {
  let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
  let descriptor = unsafe path.withTerminated { unsafe open($0, flags) }
  guard descriptor >= 0 else { throw .last }
  guard let directory = unsafe fdopendir(descriptor) else {
    let error = SystemError.last
    close(descriptor)
    throw error
  }
  // Closes the descriptor as well.
  defer { unsafe closedir(directory) }
  var names: [[UInt8]] = []
  while true {
    errno = 0
    guard let entry = unsafe readdir(directory) else {
      if errno != 0 { throw .last }
      break
    }
    // The name is a terminated string inside the entry, which is valid until the next call; the
    // declared length of the field is not that of the name.
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
      let text = unsafe UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
      return unsafe Array(UnsafeRawBufferPointer(start: field, count: strlen(text)))
    }
    let period = UInt8(ascii: ".")
    if name != [period], name != [period, period] { names.append(name) }
  }
  names.sort { $0.lexicographicallyPrecedes($1) }
  return names
}

extension FilePath {
  /// Calls `body` with the name as a terminated string, valid until it returns.
  @unsafe
  func withTerminated<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe terminated.withUnsafeBufferPointer { buffer in
      // The array has a terminator, so it is not empty and has an address.
      guard let start = buffer.baseAddress else { preconditionFailure("an empty C string") }
      return unsafe body(start)
    }
  }
}

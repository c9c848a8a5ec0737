#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder that relative names count from; `nil` when it is gone.
package func currentFolder() -> FilePath? {
  // `getcwd` makes a terminated string that is ours to free.
  guard let text = unsafe getcwd(nil, 0) else { return nil }
  defer { unsafe free(text) }
  let count = unsafe strlen(text)
  return unsafe FilePath(Array(UnsafeRawBufferPointer(start: text, count: count)))
}

/// Makes the folder at `path` and those it stands in, where they are missing.
package func makeFolders(at path: FilePath) throws(SystemError) {
  if path.bytes.isEmpty { return }
  if (try? FileStatus(of: path, followingLinks: true))?.kind == .directory { return }
  if let outer = path.folder, outer != path { try makeFolders(at: outer) }
  let code = unsafe path.withTerminated { unsafe mkdir($0, 0o777) }
  if code != 0, errno != EEXIST { throw .last }
}

/// A program that was started to be read from.
package struct RunningProgram {
  /// What it writes; the reader closes it.
  package let output: Int32
  private let process: pid_t

  /// Starts the program that the first of `words` names; `nil` when that fails, as when it is not
  /// there.
  ///
  /// - Parameters:
  ///   - input: What stands on its standard input: no more than a pipe holds, some KiB.
  ///   - isSilent: Whether what it says on standard error is not shown.
  ///   - joinsErrors: Whether what it says there is read with what it writes.
  package init?(
    _ words: [[UInt8]], input: [UInt8] = [], isSilent: Bool, joinsErrors: Bool = false
  ) {
    guard let ends = Self.pipe() else { return nil }
    defer { close(ends.write) }
    // The input is in the pipe before anybody reads: nothing waits, and nobody can be gone.
    var feed: Int32?
    if !input.isEmpty {
      guard let full = Self.pipe(holding: input) else {
        close(ends.read)
        return nil
      }
      feed = full
    }
    defer { if let feed { close(feed) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    // Initialised here and destroyed below; the names are copied.
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else {
      close(ends.read)
      return nil
    }
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends.write, 1)
    if let feed {
      unsafe posix_spawn_file_actions_adddup2(&actions, feed, 0)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    if joinsErrors {
      unsafe posix_spawn_file_actions_adddup2(&actions, ends.write, 2)
    } else if isSilent {
      unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    var terminated: [UnsafeMutablePointer<CChar>?] = unsafe []
    for word in words {
      // `strdup` copies the terminated name.
      unsafe terminated.append(FilePath(word).withTerminated { unsafe strdup($0) })
    }
    unsafe terminated.append(nil)
    defer { unsafe terminated.forEach { unsafe free($0) } }
    var id: pid_t = 0
    guard let program = unsafe terminated[0] else {
      close(ends.read)
      return nil
    }
    // A list of terminated strings that ends in a null pointer, as `execvp` wants.
    guard unsafe posix_spawnp(&id, program, &actions, nil, terminated, environ) == 0 else {
      close(ends.read)
      return nil
    }
    process = id
    output = ends.read
  }

  /// Two ends of a pipe, which other programs do not get.
  private static func pipe() -> (read: Int32, write: Int32)? {
    var ends: (read: Int32, write: Int32) = (-1, -1)
    let isOpen = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
      // `pipe` writes two numbers, which is what the tuple has.
      unsafe makePipe(bytes.bindMemory(to: Int32.self).baseAddress) == 0
    }
    guard isOpen else { return nil }
    _ = fcntl(ends.read, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.write, F_SETFD, FD_CLOEXEC)
    return ends
  }

  /// The end to read from of a pipe that holds `bytes` and nothing else; `nil` when they do not fit.
  private static func pipe(holding bytes: [UInt8]) -> Int32? {
    guard let ends = pipe() else { return nil }
    defer { close(ends.write) }
    _ = fcntl(ends.write, F_SETFL, O_NONBLOCK)
    let count = unsafe bytes.withUnsafeBytes { buffer in
      // All of the buffer.
      unsafe write(ends.write, buffer.baseAddress, buffer.count)
    }
    guard count == bytes.count else {
      close(ends.read)
      return nil
    }
    return ends.read
  }

  /// The next line that the program writes, without what ends it; `nil` when there is none, or it is
  /// longer than `limit` bytes. No byte behind it is read.
  package func line(atMost limit: Int) -> [UInt8]? {
    var line: [UInt8] = []
    while line.count <= limit {
      var byte: UInt8 = 0
      // One byte, into a local value.
      let count = unsafe read(output, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
    return nil
  }

  /// What the program writes, `limit` bytes of it at most: what is behind them is not waited for.
  package func bytes(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16 << 10)
    while bytes.count < limit {
      let wanted = min(part.count, limit - bytes.count)
      // No more than `part` has room for.
      let count = unsafe part.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, wanted) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return bytes
  }

  /// Closes what it writes, waits until it ends and gives its exit code, or 128 and its signal.
  package func finish() -> Int32 {
    close(output)
    var status: Int32 = 0
    // The system fills the local value.
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

/// `pipe(2)`, which has the name of a method here.
@unsafe
private func makePipe(_ ends: UnsafeMutablePointer<Int32>?) -> Int32 {
  unsafe pipe(ends)
}

/// The lines of standard input, as they come.
package struct InputLines {
  /// The bytes that a line may have; a longer one is given as its first bytes, one more than these.
  private let limit: Int
  private var pending: [UInt8] = []

  package init(limit: Int) { self.limit = limit }

  /// The next line without what ends it, once all of it is there; `nil` at the end of the input.
  package mutating func next() -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        line += pending[..<end]
        pending.removeSubrange(...end)
        return Array(line.prefix(limit + 1))
      }
      // Of a line that is too long no more is kept.
      if line.count <= limit { line += pending.prefix(limit + 1 - line.count) }
      pending = []
      var part = [UInt8](repeating: 0, count: 16 << 10)
      // No more than `part` has room for.
      let count = unsafe part.withUnsafeMutableBytes { unsafe read(0, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return line.isEmpty ? nil : line }
      pending = Array(part[..<count])
    }
  }
}

extension FilePath {
  /// The place of the file in its file system, absolute and without links; `nil` when there is none.
  package var resolved: FilePath? {
    unsafe withTerminated { name in
      guard let place = unsafe realpath(name, nil) else { return nil }
      // A terminated string that is ours to free.
      defer { unsafe free(place) }
      return unsafe FilePath(Array(UnsafeRawBufferPointer(start: place, count: strlen(place))))
    }
  }

  /// The folder that the name stands in; `nil` for a name without one.
  package var folder: FilePath? {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return FilePath(Array(bytes[..<max(slash, slash == 0 ? 1 : slash)]))
  }

  /// The last component.
  package var name: [UInt8] {
    Array(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...])
  }
}

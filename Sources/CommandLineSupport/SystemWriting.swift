import ByteReading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file was not written.
package enum WritingError: Error, Hashable, CustomStringConvertible {
  case system(SystemError)
  /// It is one of the files that the call reads.
  case isInput
  /// The name is not one that the call gave, and a link stands there, or on the way.
  case isLink
  /// It has so many names; with another file in its place the others would keep what was there.
  case hasOtherNames(Int)
  /// A file is there, and it was not to be replaced.
  case exists
  /// The name is not one that the call gave, and no regular file stands there.
  case isNoFile
  /// What was written is not what it has to be, in words.
  case isUnproved(String)

  package var description: String {
    switch self {
    case .system(let error): error.description
    case .isInput: "is read by this call and is not written over"
    case .isLink: "is a link, or lies behind one, and is not followed"
    case .hasOtherNames(let count):
      "has \(count) names (hard links) and is not replaced: the others would stay as they are"
    case .exists: "exists and is not overwritten"
    case .isNoFile: "is no regular file and is not written to"
    case .isUnproved(let reason): "is not written: \(reason)"
    }
  }

  /// The error with the file in front, as a message has it.
  package func message(for path: FilePath) -> String {
    switch self {
    case .system: "\(path.display): \(self)"
    default: "\(path.display) \(self)"
    }
  }

  fileprivate static var last: WritingError { .system(.last) }
}

/// A file that is written: every file that our programs write goes through here.
///
/// What was there stays until all is written: the bytes go to a scratch file beside it, of a name that
/// cannot be guessed, which takes its place when they are on the disk. When that fails, nothing is
/// left behind.
package struct OutputFile: Sendable {
  package let path: FilePath
  /// The folder that `names` count from, and the components below it; `nil` when the call gave the
  /// whole name.
  private let derived: (folder: FilePath, names: [[UInt8]])?

  /// A file that the call named. A link there has its target replaced; a device or a pipe is written
  /// to, and so is what the program's own output goes to.
  package init(named path: FilePath) { (self.path, derived) = (path, nil) }

  /// A file whose name follows from others: whoever made these may have put links in the way.
  ///
  /// - Parameters:
  ///   - names: The components below `folder`, that of the file last; folders that are missing are
  ///     made, and no link is followed.
  ///   - folder: A folder that the call named, or that of a file that it named.
  package init(derived names: [[UInt8]], in folder: FilePath) {
    derived = (folder, names)
    path = names.reduce(folder) { $0.appending($1) }
  }

  /// A file beside another, or wherever a name is that follows from others, without more folders.
  package init(derived path: FilePath) {
    self.path = path
    derived = (path.folder ?? FilePath("."), [path.name])
  }

  /// Writes the file as a whole.
  ///
  /// - Parameters:
  ///   - bytes: What it holds.
  ///   - replaces: Whether a file that is there is replaced; its mode is kept.
  ///   - inputs: The files that the call reads; none of them is written over.
  package func write(
    _ bytes: RawSpan, replaces: Bool = true, sparing inputs: Set<FileStatus.Identity> = []
  ) throws(WritingError) {
    guard let derived else { return try writeNamed(bytes, replaces, inputs) }
    guard let name = derived.names.last, Self.isName(name) else { throw .system(.noSuchFile) }
    do throws(SystemError) {
      try makeFolders(at: derived.folder)
    } catch {
      throw .system(error)
    }
    var folder = try Self.openFolder(derived.folder)
    defer { close(folder) }
    for name in derived.names.dropLast() {
      guard Self.isName(name) else { throw .system(.noSuchFile) }
      let next = try Self.openFolder(name, in: folder)
      close(folder)
      folder = next
    }
    try Self.replace(name, in: folder, replacing: replaces, otherThan: inputs) { Self.put(bytes, to: $0) }
  }

  /// The same for bytes of our own.
  package func write(
    _ bytes: [UInt8], sparing inputs: Set<FileStatus.Identity> = []
  ) throws(WritingError) {
    try write(bytes.rawBytes, sparing: inputs)
  }

  /// Writes a file of zeros but for some bytes, which are looked at before it has its name. Zeros take no
  /// room where the file system can leave them out, and the bytes in their place are not read.
  ///
  /// - Parameters:
  ///   - bytes: What it holds where it is not zeros; as many as it has.
  ///   - zeros: Where it is zeros: ranges of `bytes` in order, of which no two touch.
  ///   - fills: Where it is nothing but `letter`; ranges that end behind `bytes` are passed over.
  ///   - inputs: The files that the call reads; none of them is written over.
  ///   - fault: Says what is wrong with the file, which it gets open and at its beginning; `nil` when
  ///     it is as it has to be.
  package func write(
    _ bytes: RawSpan, zeros: some Sequence<Range<Int>>, fills: [Range<Int>], of letter: UInt8,
    sparing inputs: Set<FileStatus.Identity>,
    unless fault: (_ descriptor: Int32) -> String?
  ) throws(WritingError) {
    if let status = try? FileStatus(of: path, followingLinks: true) {
      if inputs.contains(status.identity) { throw .isInput }
      guard status.kind == .regular else {
        throw status.kind == .directory ? .system(.isDirectory) : .isNoFile
      }
    }
    guard !path.bytes.isEmpty, !path.bytes.contains(0) else { throw .system(.noSuchFile) }
    let target = try Self.end(of: path)
    guard Self.isName(target.name) else { throw .system(.isDirectory) }
    let folder = try Self.openFolder(target.folder ?? FilePath("."))
    defer { close(folder) }
    try Self.replace(target.name, in: folder, replacing: true, otherThan: inputs) { descriptor in
      if let failure = Self.put(bytes, zeros: zeros, to: descriptor) { return failure }
      for range in fills where range.upperBound <= bytes.byteCount {
        if let failure = Self.put(letter, in: range, to: descriptor) { return failure }
      }
      guard lseek(descriptor, 0, SEEK_SET) == 0 else { return .last }
      return fault(descriptor).map { .isUnproved($0) }
    }
  }

  /// Writes what stands between zeros where it stands, to a file that is empty.
  private static func put(
    _ bytes: RawSpan, zeros: some Sequence<Range<Int>>, to descriptor: Int32
  ) -> WritingError? {
    guard ftruncate(descriptor, off_t(bytes.byteCount)) == 0 else { return .last }
    var start = 0
    func put(until end: Int) -> WritingError? {
      guard start < end else { return nil }
      guard lseek(descriptor, off_t(start), SEEK_SET) == off_t(start) else { return .last }
      return Self.put(bytes.extracting(start..<end), to: descriptor)
    }
    for range in zeros where range.upperBound <= bytes.byteCount {
      if let failure = put(until: range.lowerBound) { return failure }
      start = max(start, range.upperBound)
    }
    return put(until: bytes.byteCount)
  }

  /// Writes the same byte all over a range.
  private static func put(_ letter: UInt8, in range: Range<Int>, to descriptor: Int32) -> WritingError? {
    guard lseek(descriptor, off_t(range.lowerBound), SEEK_SET) == off_t(range.lowerBound) else { return .last }
    let piece = Array(repeating: letter, count: min(range.count, 1 << 16))
    var left = range.count
    while left > 0 {
      let count = min(left, piece.count)
      if let failure = put(piece.rawBytes.extracting(0..<count), to: descriptor) { return failure }
      left -= count
    }
    return nil
  }

  /// Whether this is a component of a path, and stays in its folder.
  private static func isName(_ name: [UInt8]) -> Bool {
    let period = UInt8(ascii: ".")
    return !name.isEmpty && name != [period] && name != [period, period]
      && !name.contains(UInt8(ascii: "/")) && !name.contains(0)
  }

  // MARK: Names that were given

  private func writeNamed(
    _ bytes: RawSpan, _ replaces: Bool, _ inputs: Set<FileStatus.Identity>
  ) throws(WritingError) {
    guard !path.bytes.isEmpty, !path.bytes.contains(0) else { throw .system(.noSuchFile) }
    if let status = try? FileStatus(of: path, followingLinks: true) {
      if inputs.contains(status.identity) { throw .isInput }
      // What `/dev/stdout` leads to must not be replaced under our own hands.
      for stream in [StandardStream.output, .error] where status.identity == stream.identity {
        if let failure = Self.put(bytes, to: stream.rawValue) { throw failure }
        return
      }
      switch status.kind {
      case .directory: throw .system(.isDirectory)
      case .other, .link: return try writeThrough(bytes)
      case .regular: break
      }
    }
    let target = try Self.end(of: path)
    guard Self.isName(target.name) else { throw .system(.isDirectory) }
    let folder = try Self.openFolder(target.folder ?? FilePath("."))
    defer { close(folder) }
    try Self.replace(target.name, in: folder, replacing: replaces, otherThan: inputs) { Self.put(bytes, to: $0) }
  }

  /// The name at the end of a chain of links, there or not.
  private static func end(of path: FilePath) throws(WritingError) -> FilePath {
    var path = path
    for _ in 0..<40 {
      guard (try? FileStatus(of: path, followingLinks: false))?.kind == .link else { return path }
      var target = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe path.withTerminated { name in
        unsafe target.withUnsafeMutableBytes { buffer in
          // The array is not empty and has an address; as many bytes as it has room for are written.
          guard let start = buffer.baseAddress else { return -1 }
          return unsafe readlink(name, start.assumingMemoryBound(to: CChar.self), buffer.count)
        }
      }
      guard count > 0, count < target.count else { throw count < 0 ? .last : .system(.noSuchFile) }
      let name = Array(target[..<count])
      let isAbsolute = name.first == UInt8(ascii: "/")
      path = isAbsolute ? FilePath(name) : (path.folder ?? FilePath(".")).appending(name)
    }
    throw .system(SystemError(code: ELOOP))
  }

  /// Writes to what is no regular file: a device, a pipe.
  private func writeThrough(_ bytes: RawSpan) throws(WritingError) {
    var descriptor: Int32
    repeat {
      descriptor = unsafe path.withTerminated { unsafe open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .last }
    let failure = Self.put(bytes, to: descriptor)
    let isClosed = close(descriptor) == 0
    if let failure { throw failure }
    if !isClosed { throw .last }
  }

  // MARK: Folders

  private static func openFolder(_ path: FilePath) throws(WritingError) -> Int32 {
    let descriptor = unsafe path.withTerminated {
      unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Opens the folder `name` in another, and makes it where it is missing.
  private static func openFolder(_ name: [UInt8], in folder: Int32) throws(WritingError) -> Int32 {
    if let status = status(of: name, in: folder), status.st_mode & S_IFMT == S_IFLNK {
      throw .isLink
    }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
    let descriptor = unsafe FilePath(name).withTerminated { name in
      let found = unsafe openat(folder, name, flags)
      if found >= 0 || errno != ENOENT { return found }
      guard unsafe mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else { return -1 }
      return unsafe openat(folder, name, flags)
    }
    guard descriptor >= 0 else { throw errno == ELOOP ? .isLink : .last }
    return descriptor
  }

  private static func status(of name: [UInt8], in folder: Int32) -> stat? {
    var status = stat()
    // A terminated name, and a local value to fill.
    let code = unsafe FilePath(name).withTerminated {
      unsafe fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    return code == 0 ? status : nil
  }

  // MARK: Files

  /// Puts a file in the place of `name`; `put` writes what it holds.
  private static func replace(
    _ name: [UInt8], in folder: Int32, replacing replaces: Bool, otherThan inputs: Set<FileStatus.Identity>,
    by put: (_ descriptor: Int32) -> WritingError?
  ) throws(WritingError) {
    let earlier = status(of: name, in: folder)
    if let earlier {
      guard replaces else { throw .exists }
      switch earlier.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFLNK: throw .isLink
      case S_IFDIR: throw .system(.isDirectory)
      default: throw .isNoFile
      }
      if inputs.contains(FileStatus.Identity(earlier)) { throw .isInput }
      if earlier.st_nlink > 1 { throw .hasOtherNames(Int(clamping: earlier.st_nlink)) }
    }
    let (scratch, descriptor) = try scratchFile(in: folder, isNew: earlier == nil)
    var failure = put(descriptor)
    if failure == nil, let earlier {
      if earlier.st_uid != geteuid() || earlier.st_gid != getegid() {
        // Only some may give files away; for others it is theirs.
        _ = fchown(descriptor, earlier.st_uid, earlier.st_gid)
      }
      if fchmod(descriptor, earlier.st_mode & 0o777) != 0 { failure = .last }
    }
    // What is no disk cannot be waited for.
    if failure == nil, fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP { failure = .last }
    if close(descriptor) != 0, failure == nil { failure = .last }
    if failure == nil { failure = move(scratch, to: name, in: folder, replaces) }
    guard let failure else { return }
    _ = unsafe FilePath(scratch).withTerminated { unsafe unlinkat(folder, $0, 0) }
    throw failure
  }

  /// A new file of a name that cannot be guessed. One that is new to stay has the usual mode; one
  /// that takes the place of another is ours alone until it has the other's.
  private static func scratchFile(
    in folder: Int32, isNew: Bool
  ) throws(WritingError) -> (name: [UInt8], descriptor: Int32) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    var random = SystemRandomNumberGenerator()
    for _ in 0..<16 {
      let number = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
      let name = Array(".atomtools-\(number)".utf8)
      let descriptor = unsafe FilePath(name).withTerminated {
        unsafe openat(folder, $0, flags, isNew ? 0o666 : 0o600)
      }
      if descriptor >= 0 { return (name, descriptor) }
      if errno != EEXIST { throw .last }
    }
    throw .system(SystemError(code: EEXIST))
  }

  /// Gives a scratch file its name.
  private static func move(
    _ scratch: [UInt8], to name: [UInt8], in folder: Int32, _ replaces: Bool
  ) -> WritingError? {
    unsafe FilePath(scratch).withTerminated { from in
      unsafe FilePath(name).withTerminated { to in
        if !replaces {
          // A second name fails where there is a file; a move would replace it.
          if unsafe linkat(folder, from, folder, to, 0) == 0 {
            _ = unsafe unlinkat(folder, from, 0)
            return nil
          }
          guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
            return errno == EEXIST ? .exists : .last
          }
          // Some file systems have no second names.
          if status(of: name, in: folder) != nil { return .exists }
        }
        return unsafe renameat(folder, from, folder, to) == 0 ? nil : .last
      }
    }
  }

  /// Writes all of `bytes`.
  private static func put(_ bytes: RawSpan, to descriptor: Int32) -> WritingError? {
    writeEach(bytes, to: descriptor).map { .system($0) }
  }
}

extension FileStatus.Identity {
  fileprivate init(_ status: stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
  }
}

extension StandardStream {
  /// The regular file that the stream goes to or comes from; `nil` of all else.
  package var file: FileStatus.Identity? {
    var status = stat()
    // A local value to fill.
    guard unsafe fstat(rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileStatus.Identity(status)
  }

  /// What tells the file that the stream goes to; `nil` when it is closed.
  fileprivate var identity: FileStatus.Identity? {
    var status = stat()
    // A local value to fill.
    return unsafe fstat(rawValue, &status) == 0 ? FileStatus.Identity(status) : nil
  }
}

extension SystemError {
  package static var noSuchFile: SystemError { SystemError(code: ENOENT) }
  static var isDirectory: SystemError { SystemError(code: EISDIR) }
}

extension Set<FileStatus.Identity> {
  /// The files that are at these paths.
  package init(filesAt paths: some Sequence<FilePath>) {
    self.init()
    for path in paths {
      if let status = try? FileStatus(of: path, followingLinks: true) { insert(status.identity) }
    }
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes of one file, lent as a span.
///
/// Regular files up to 1 MiB are read whole; larger ones are mapped, read-only and private. Pipes
/// are read whole too, into memory up to 1 MiB and beyond that into a temporary file without a
/// name, which is mapped.
///
/// ```swift
/// let source = try ByteSource.open(path: "film.mp4")
/// var cursor = ByteCursor(source.bytes)
/// ```
///
/// The bytes never change, with one exception that no program can prevent: those of a mapped file
/// are the file's, and reading a part that was cut off since raises the signal `SIGBUS`.
/// `hasChanged()` reports.
@safe
public final class ByteSource: @unchecked Sendable {
  /// The size up to which files are read rather than mapped, and pipes kept in memory.
  public static let bufferSize = 1 << 20
  /// The bytes taken from a pipe unless the caller says otherwise: 16 GiB.
  public static let defaultLimit = 1 << 34
  /// The bytes taken from a device that is no terminal, at most: 256 MiB. Some have no end.
  public static let deviceLimit = 1 << 28

  /// The number of bytes.
  public let byteCount: Int
  /// Whether the bytes are those of a mapped file; windows read it piece by piece.
  public let isMapped: Bool
  /// The first byte: of a mapping, or of at least one byte that `malloc` gave.
  private let start: UnsafeMutableRawPointer
  /// The open file of a mapping, otherwise -1.
  internal let descriptor: Int32
  /// The name of a mapped file that is not kept open, with a zero behind it.
  private let name: [CChar]
  /// What the file was like when it was mapped.
  private let stamp: Stamp
  /// The source that owns the bytes, when this one does not.
  private let owner: ByteSource?
  /// How many bytes of the open file stand before the first.
  internal let base: Int
  /// What was fetched of a file that is not on this disk; it owns the bytes then.
  package let fetched: FetchedBytes?
  /// What it has taken of the memory of a call.
  private let share: (memory: Memory, count: Int)?
  private let lock = Lock()
  /// What is known of parts of the bytes; guarded by `lock`.
  private var known: KnownParts?

  /// The properties of a file by which a change is noticed.
  private struct Stamp: Equatable {
    var byteCount = 0
    var seconds = 0
    var nanoseconds = 0

    init() {}

    init(_ status: stat) {
      byteCount = Int(status.st_size)
      #if canImport(Darwin)
        seconds = status.st_mtimespec.tv_sec
        nanoseconds = status.st_mtimespec.tv_nsec
      #else
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
      #endif
    }
  }

  /// A source of bytes at `start`, which it owns unless they are those of `fetched`.
  private init(
    _ start: UnsafeMutableRawPointer, byteCount: Int, isMapped: Bool, descriptor: Int32 = -1,
    name: [CChar] = [], stamp: Stamp = Stamp(), share: (memory: Memory, count: Int)? = nil,
    fetched: FetchedBytes? = nil
  ) {
    unsafe self.start = unsafe start
    self.byteCount = byteCount
    self.isMapped = isMapped
    self.descriptor = descriptor
    self.name = name
    self.stamp = stamp
    self.share = share
    self.fetched = fetched
    owner = nil
    base = 0
  }

  /// A source of bytes that are in memory already; they are copied.
  ///
  /// - Parameter bytes: The bytes.
  public convenience init(copying bytes: [UInt8]) {
    guard let memory = unsafe malloc(max(1, bytes.count)) else { fatalError("no memory") }
    unsafe bytes.withUnsafeBytes { buffer in
      // Both are `bytes.count` long; an empty array may have no address.
      if let source = buffer.baseAddress {
        unsafe memory.copyMemory(from: source, byteCount: buffer.count)
      }
    }
    unsafe self.init(memory, byteCount: bytes.count, isMapped: false)
  }

  /// A source that owns `byteCount` bytes that `malloc` gave, and what was taken for them of the memory
  /// of a call.
  internal convenience init(
    owning start: UnsafeMutableRawPointer, byteCount: Int,
    share: (memory: Memory, count: Int)? = nil
  ) {
    unsafe self.init(start, byteCount: byteCount, isMapped: false, share: share)
  }

  /// A source that owns `byteCount` bytes of memory that `mmap` gave, behind which there is no file.
  internal convenience init(owningMapping start: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe self.init(start, byteCount: byteCount, isMapped: true)
  }

  /// The first `byteCount` bytes of what is fetched of a file, which stands at `start`.
  internal convenience init(
    of fetched: FetchedBytes, _ start: UnsafeMutableRawPointer, byteCount: Int
  ) {
    unsafe self.init(start, byteCount: byteCount, isMapped: true, fetched: fetched)
  }

  /// A source that owns a mapping of `descriptor`, and the descriptor; or, when it is -1, of the file
  /// with this name.
  private convenience init(
    mapping start: UnsafeMutableRawPointer, of descriptor: Int32, _ status: stat,
    name: [CChar] = []
  ) {
    unsafe self.init(
      start, byteCount: Int(status.st_size), isMapped: true, descriptor: descriptor, name: name,
      stamp: Stamp(status))
  }

  /// The bytes of `owner` from `count` on, which is not below 0, and at most `kept` of them.
  private init(_ owner: ByteSource, dropping count: Int, keeping kept: Int = .max) {
    // Not more than there are, so that the first byte is one of them, or stands right behind them.
    let count = min(count, owner.byteCount)
    byteCount = min(max(0, kept), owner.byteCount - count)
    isMapped = owner.isMapped
    unsafe start = unsafe owner.start + count
    descriptor = owner.descriptor
    name = owner.name
    stamp = owner.stamp
    self.owner = owner
    fetched = owner.fetched
    base = owner.base + count
    share = nil
    // Nobody keeps some bytes of a file of which parts are known.
    known = kept == .max ? owner.parts?.dropping(first: count) : nil
  }

  /// What is known of parts of the bytes: those that are not there, or whose digests were computed.
  package var parts: KnownParts? { lock.withLock { known } }

  /// Keeps what was found of parts of the bytes, so that nobody computes their digests again; what was
  /// known before stays.
  package func learn(_ parts: KnownParts) {
    lock.withLock { if known == nil { known = parts } }
  }

  /// The bytes from `count` on as a source of their own, none when there are fewer; none is copied.
  ///
  /// - Parameter count: How many bytes are left out.
  /// - Returns: A source whose offset 0 is byte `count` of this one.
  public func dropping(first count: Int) -> ByteSource {
    count > 0 ? ByteSource(self, dropping: count) : self
  }

  /// The first `count` bytes as a source of their own, all when there are fewer; none is copied.
  package func keeping(first count: Int) -> ByteSource {
    count < byteCount ? ByteSource(self, dropping: 0, keeping: count) : self
  }

  deinit {
    if owner != nil || fetched != nil { return }
    if let share { share.memory.giveBack(share.count) }
    if isMapped {
      unsafe Mappings.all.remove(start, byteCount)
      unsafe MappedNames.remove(UInt(bitPattern: start))
      // The mapping is `byteCount` bytes long and nobody else's.
      unsafe munmap(start, byteCount)
      if descriptor >= 0 { close(descriptor) }
    } else {
      unsafe free(start)
    }
  }

  /// All bytes.
  public var bytes: RawSpan {
    @_lifetime(borrow self)
    get {
      let pointer = unsafe UnsafeRawPointer(start)
      // `byteCount` bytes are there until the source is gone.
      return unsafe _overrideLifetime(
        RawSpan(_unsafeStart: pointer, byteCount: byteCount), borrowing: self)
    }
  }

  /// Whether a mapped file has another size or time of modification than when it was opened.
  ///
  /// Bytes that were read into memory cannot change.
  ///
  /// - Returns: False for bytes in memory; true when the file cannot be looked at any more.
  public func hasChanged() -> Bool {
    guard isMapped, descriptor >= 0 || !name.isEmpty else { return false }
    var status = stat()
    let found =
      descriptor >= 0
      ? unsafe fstat(descriptor, &status) : unsafe stat(name, &status)
    return found != 0 || Stamp(status) != stamp
  }

  /// The bytes of the regular file at `path`.
  ///
  /// - Parameter path: The path of the file; `-` is an ordinary name.
  /// - Returns: The source, which holds the file open or its bytes in memory.
  /// - Throws: `SourceError`, at once for what is not a regular file, which is not waited for.
  public static func open(path: String) throws(SourceError) -> ByteSource {
    try open(path: Array(path.utf8))
  }

  /// The bytes of the regular file at `path`, a name that need not be UTF-8.
  ///
  /// One `amongMany` is mapped whatever its size, and not kept open: thousands can be there at a time
  /// without their bytes being in memory.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path, without a zero at the end.
  ///   - amongMany: Whether the file is one of thousands that are open together.
  /// - Returns: The source.
  /// - Throws: `SourceError`, at once for what is not a regular file, which is not waited for.
  public static func open(
    path: [UInt8], amongMany: Bool = false
  ) throws(SourceError) -> ByteSource {
    // A zero would end the name before its end.
    guard !path.isEmpty, !path.contains(0) else { throw .notFound }
    var name = path.map(CChar.init(bitPattern:))
    name.append(0)
    let descriptor = unsafe openFile(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let number = errno
      var status = stat()
      // A socket, or a device without a driver, does not open at all.
      if number == ENXIO || number == ENODEV, unsafe stat(name, &status) == 0,
        let error = refusal(of: status)
      {
        throw error
      }
      throw .opening(number)
    }
    var isKept = false
    defer { if !isKept { close(descriptor) } }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .cannotRead(errno) }
    if let error = refusal(of: status) { throw error }
    if amongMany, status.st_size > 0 { return try map(descriptor, status, named: name) }
    if Int(status.st_size) > bufferSize {
      let source = try map(descriptor, status)
      isKept = true
      return source
    }
    let size = Int(status.st_size)
    if size > 0, let source = try readWhole(descriptor, size) { return source }
    return ByteSource(copying: try readAll(descriptor))
  }

  /// The bytes of an open file, usually standard input; `descriptor` stays the caller's.
  ///
  /// A regular file that stands at its beginning is taken as by `open(path:)`. All else is read
  /// from where it stands to its end, at most `limit` bytes, and at most `deviceLimit` of a device
  /// that is no terminal.
  ///
  /// - Parameters:
  ///   - descriptor: An open file; it is not closed.
  ///   - limit: How many bytes are read at most of what is no regular file.
  /// - Returns: The source.
  /// - Throws: `SourceError.tooLong` when there is more; other cases when it cannot be read or kept.
  public static func open(
    descriptor: Int32, limit: Int = defaultLimit
  ) throws(SourceError) -> ByteSource {
    try open(descriptor, limit, isWatched: false) { _, _ in nil }
  }

  /// What is done while bytes are waited for.
  ///
  /// - Parameters:
  ///   - byteCount: How many came so far.
  ///   - source: Makes a source of them.
  /// - Returns: The milliseconds after which it is done again when no byte has come; `nil` for not until
  ///   something has.
  package typealias Waiting = (_ byteCount: Int, _ source: () throws(SourceError) -> ByteSource) -> Int?

  /// The same, with something to do while a pipe gives no bytes, and now and then while it does.
  package static func open(
    descriptor: Int32, limit: Int = defaultLimit, waiting: Waiting
  ) throws(SourceError) -> ByteSource {
    try open(descriptor, limit, isWatched: true, waiting)
  }

  private static func open(
    _ descriptor: Int32, _ limit: Int, isWatched: Bool, _ waiting: Waiting
  ) throws(SourceError) -> ByteSource {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .cannotRead(errno) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR { throw .isDirectory }
    if kind == S_IFREG, Int(status.st_size) > bufferSize, lseek(descriptor, 0, SEEK_CUR) == 0 {
      let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      guard own >= 0 else { throw .opening(errno) }
      do throws(SourceError) {
        return try map(own, status)
      } catch {
        close(own)
        throw error
      }
    }
    let isDevice = (kind == S_IFCHR && isatty(descriptor) == 0) || kind == S_IFBLK
    return try spool(
      descriptor, limit: max(0, isDevice ? min(limit, deviceLimit) : limit), isWatched: isWatched, waiting: waiting)
  }

  /// The next `byteCount` bytes of an open file, and none behind them; `descriptor` stays the caller's.
  ///
  /// More may be read from it than are taken.
  ///
  /// - Parameters:
  ///   - descriptor: An open file; it is not closed.
  ///   - byteCount: How many bytes there have to be.
  /// - Returns: The source.
  /// - Throws: `SourceError`, also when there are fewer.
  public static func open(
    descriptor: Int32, byteCount: Int
  ) throws(SourceError) -> ByteSource {
    let source = try spool(descriptor, limit: defaultLimit, taking: max(0, byteCount))
    guard source.byteCount == byteCount else { throw .cannotRead(EIO) }
    return source
  }

  /// The error for a file that is not a regular one.
  private static func refusal(of status: stat) -> SourceError? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: .isDirectory
    case S_IFIFO: .isNotRegular(.fifo)
    case S_IFSOCK: .isNotRegular(.socket)
    case S_IFCHR: .isNotRegular(.characterDevice)
    case S_IFBLK: .isNotRegular(.blockDevice)
    default: .isNotRegular(.other)
    }
  }

  /// Maps a file of one byte or more; the source owns the descriptor then, unless it has a name.
  private static func map(
    _ descriptor: Int32, _ status: stat, named name: [CChar] = []
  ) throws(SourceError) -> ByteSource {
    let count = Int(status.st_size)
    // What is looked at needs some memory besides.
    guard AddressSpace.hasRoom(for: count) else { throw .cannotMap(ENOMEM) }
    guard let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe start != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw .cannotMap(errno) }
    unsafe Mappings.all.add(start, count)
    return unsafe ByteSource(
      mapping: start, of: name.isEmpty ? descriptor : -1, status, name: name)
  }

  /// Reads a small file of `size` bytes, or as many as there still are; `nil` when there is no
  /// memory for them.
  private static func readWhole(
    _ descriptor: Int32, _ size: Int
  ) throws(SourceError) -> ByteSource? {
    guard let memory = unsafe malloc(size) else { return nil }
    var count = 0
    while count < size {
      // `count` bytes of `size` are written.
      let got = unsafe readBytes(descriptor, memory + count, size &- count)
      if got > 0 {
        count &+= got
      } else if got == 0 {
        break
      } else if errno != EINTR {
        let number = errno
        unsafe free(memory)
        throw number == EISDIR ? .isDirectory : .cannotRead(number)
      }
    }
    return unsafe ByteSource(owning: memory, byteCount: count)
  }

  /// Reads a file that says that it has no bytes to its end, at most `bufferSize` bytes: those that
  /// the kernel makes up say so.
  private static func readAll(_ descriptor: Int32) throws(SourceError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    var count = 0
    while true {
      if count == bytes.count {
        if count >= bufferSize { break }
        bytes += [UInt8](repeating: 0, count: min(count, bufferSize &- count))
      }
      let got = try readSome(descriptor, into: &bytes, from: count, waits: false)
      if got == 0 { break }
      count &+= got
    }
    bytes.removeLast(bytes.count &- count)
    return bytes
  }

  /// Reads into `bytes` from index `offset` on; 0 at the end of the file.
  ///
  /// Waits for a slow writer if `waits`. A file that the kernel makes up may have nothing to give
  /// for ever, which is an error then.
  private static func readSome(
    _ descriptor: Int32, into bytes: inout [UInt8], from offset: Int, waits: Bool = true
  ) throws(SourceError) -> Int {
    while true {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        // The slice checks `offset`; `count` is the room behind it.
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
        return unsafe read(descriptor, room.baseAddress, room.count)
      }
      if got >= 0 { return got }
      switch errno {
      case EINTR: continue
      case EAGAIN where waits:
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
      case EISDIR: throw .isDirectory
      case let number: throw .cannotRead(number)
      }
    }
  }

  /// Reads what has no size to its end, or until there are `wanted` bytes; those behind are left out.
  private static func spool(
    _ descriptor: Int32, limit: Int, taking wanted: Int = .max, isWatched: Bool = false,
    waiting: Waiting = { _, _ in nil }
  ) throws(SourceError) -> ByteSource {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    while count < bufferSize, count < wanted {
      if isWatched {
        var pause: Int32 = 0
        while isIdle(descriptor, for: pause, having: count) {
          let again = waiting(count) { () throws(SourceError) in ByteSource(copying: Array(bytes[..<count])) }
          pause = again.map { Int32(clamping: max(1, $0)) } ?? -1
        }
      }
      if count == bytes.count {
        bytes += [UInt8](repeating: 0, count: min(count, bufferSize &- count))
      }
      let got = try readSome(descriptor, into: &bytes, from: count)
      if got == 0 { break }
      count &+= got
      if min(count, wanted) > limit { throw .tooLong(limit: limit) }
    }
    count = min(count, wanted)
    if count < bufferSize || count == wanted {
      bytes.removeLast(bytes.count &- count)
      return ByteSource(copying: bytes)
    }
    let file = try temporaryFile()
    var isKept = false
    defer { if !isKept { close(file) } }
    var total = 0
    while count > 0 {
      total &+= count
      if total > limit { throw .tooLong(limit: limit) }
      try write(bytes, count: count, to: file)
      if total == wanted { break }
      if isWatched {
        var pause: Int32 = 0
        while isIdle(descriptor, for: pause, having: total) {
          let again = waiting(total) { () throws(SourceError) in try mapCopy(of: file) }
          pause = again.map { Int32(clamping: max(1, $0)) } ?? -1
        }
      }
      count = min(try readSome(descriptor, into: &bytes, from: 0), wanted &- total)
    }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .cannotSpool(errno) }
    guard Int(status.st_size) == total else { throw .cannotSpool(EIO) }
    let source = try map(file, status)
    isKept = true
    return source
  }

  /// The bytes that one goes on for without looking what came, when nothing is waited for.
  private static let unseenCount = 16 << 20

  /// Whether there is nothing to read, and neither an end nor an error, for some milliseconds, of which -1 is
  /// any number.
  private static func isIdle(_ descriptor: Int32, for milliseconds: Int32, having count: Int) -> Bool {
    while true {
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // One local value.
      let ready = unsafe poll(&wanted, 1, milliseconds)
      if ready < 0, errno == EINTR { continue }
      // Of a fast writer there is always something to read.
      return ready == 0 || milliseconds == 0 && count >= unseenCount && count % unseenCount < 1 << 16
    }
  }

  /// A mapping of what was written to a file so far.
  private static func mapCopy(of file: Int32) throws(SourceError) -> ByteSource {
    let own = fcntl(file, F_DUPFD_CLOEXEC, 0)
    var status = stat()
    guard own >= 0 else { throw .opening(errno) }
    do throws(SourceError) {
      guard unsafe fstat(own, &status) == 0 else { throw .cannotSpool(errno) }
      return try map(own, status)
    } catch {
      close(own)
      throw error
    }
  }

  private static func write(
    _ bytes: [UInt8], count: Int, to file: Int32
  ) throws(SourceError) {
    var offset = 0
    while offset < count {
      let done = unsafe bytes.withUnsafeBytes { buffer in
        // The slice checks both ends.
        let piece = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset..<count])
        return unsafe writeBytes(file, piece.baseAddress, piece.count)
      }
      if done > 0 {
        offset &+= done
      } else if done == 0 || errno != EINTR {
        throw .cannotSpool(done == 0 ? EIO : errno)
      }
    }
  }

  /// An open file in `TMPDIR`, or `/tmp`, that has no name any more.
  private static func temporaryFile() throws(SourceError) -> Int32 {
    var folder = "/tmp"
    if let chosen = unsafe getenv("TMPDIR"), unsafe chosen.pointee != 0 {
      // The environment's strings end with a zero.
      folder = unsafe String(cString: chosen)
    }
    var name = (folder + "/atomtools-XXXXXX").utf8.map(CChar.init(bitPattern:))
    name.append(0)
    // The name is ours and ends with a zero; only its six letters are written to.
    let file = unsafe mkstemp(&name)
    guard file >= 0 else { throw .cannotSpool(errno) }
    _ = unsafe unlink(name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }
}

/// `open(2)`, which has the name of a method here. `path` ends with a zero.
@unsafe
private func openFile(_ path: [CChar], _ flags: Int32) -> Int32 {
  unsafe open(path, flags)
}

/// `read(2)`, which has the name of a method here.
@unsafe
private func readBytes(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

/// `write(2)`, which has the name of a method here.
@unsafe
private func writeBytes(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

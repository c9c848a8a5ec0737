import ByteReading
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of its own for a test, with everything in it removed at the end.
private final class Folder {
  let path: String
  private var names: [String] = []

  init() throws {
    var name = Array("/tmp/atomtools-tests-XXXXXX".utf8CString)
    try #require(unsafe mkdtemp(&name) != nil)
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in names { _ = unsafe unlink(name) }
    _ = unsafe rmdir(path)
  }

  func name(_ name: String) -> String {
    names.append("\(path)/\(name)")
    return "\(path)/\(name)"
  }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = self.name(name)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    var writer = ByteWriter(descriptor: descriptor)
    writer.put(bytes: bytes.rawBytes)
    writer.flush()
    close(descriptor)
    return path
  }
}

/// Bytes whose values tell where they stand.
private func pattern(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
}

@Suite struct ByteSourceTests {
  @Test(arguments: [0, 1, 4_096, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3_000_001])
  func filesAreReadOrMappedBySize(count: Int) throws {
    let folder = try Folder()
    let bytes = pattern(count)
    let source = try ByteSource.open(path: try folder.file("f", bytes))
    #expect(source.byteCount == count)
    #expect(source.isMapped == (count > 1 << 20))
    #expect(source.bytes.array == bytes)
    #expect(!source.hasChanged())
  }

  @Test func bytesInMemoryAreCopied() {
    let source = ByteSource(copying: [1, 2, 3])
    #expect(source.bytes.array == [1, 2, 3])
    #expect(!source.isMapped)
    #expect(ByteSource(copying: []).byteCount == 0)
  }

  @Test func aNameNeedNotBeUTF8() throws {
    let folder = try Folder()
    let plain = try folder.file("x", [9])
    let odd = Array(folder.path.utf8) + [0x2F, 0xFF, 0xE9]
    var cName = odd.map(CChar.init(bitPattern:))
    cName.append(0)
    guard unsafe rename(plain, cName) == 0 else { return }
    defer { _ = unsafe unlink(cName) }
    let source = try ByteSource.open(path: odd)
    #expect(source.bytes.array == [9])
  }

  @Test func whatIsNotAFileIsRefusedAtOnce() throws {
    let folder = try Folder()
    let fifo = folder.name("fifo")
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    let loop = folder.name("loop")
    try #require(unsafe symlink(loop, loop) == 0)
    let file = try folder.file("f", [1])
    let cases: [(String, SourceError)] = [
      (folder.path, .isDirectory),
      (fifo, .isNotRegular(.fifo)),
      ("/dev/null", .isNotRegular(.characterDevice)),
      ("\(folder.path)/none", .notFound),
      ("\(file)/below", .notFound),
      ("", .notFound),
      ("\(file)\u{0}", .notFound),
      (loop, .tooManyLinks),
      (folder.path + "/" + String(repeating: "n", count: 5_000), .nameTooLong),
    ]
    for (path, error) in cases {
      #expect(throws: error) { try ByteSource.open(path: path) }
    }
    try #require(unsafe chmod(file, 0) == 0)
    if geteuid() != 0 {
      #expect(throws: SourceError.noPermission) { try ByteSource.open(path: file) }
    }
  }

  @Test func aSocketIsRefused() throws {
    let folder = try Folder()
    let path = folder.name("socket")
    #if canImport(Glibc)
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      unsafe room.copyBytes(from: path.utf8)
    }
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    #expect(throws: SourceError.isNotRegular(.socket)) { try ByteSource.open(path: path) }
  }

  @Test func messagesSayTheNextStep() {
    #expect(SourceError.isDirectory.message == "is a directory (use -r to look inside)")
    #expect(SourceError.notFound.message == "no such file")
    #expect(SourceError.cannotRead(EIO).message.hasPrefix("cannot be read: "))
    #expect(SourceError.cannotRead(EIO).message.count > 20)
    #expect(SourceError.tooLong(limit: 5).message.contains("5 bytes"))
  }

  #if os(Linux)
    @Test func filesThatTheKernelMakesUpAreReadToTheirEnd() throws {
      let source = try ByteSource.open(path: "/proc/self/status")
      #expect(source.byteCount > 100)
      #expect(!source.isMapped)
    }
  #endif

  @Test func changesOfAMappedFileAreNoticed() throws {
    let folder = try Folder()
    let path = try folder.file("f", pattern(1 << 21))
    let source = try ByteSource.open(path: path)
    #expect(!source.hasChanged())
    try #require(unsafe truncate(path, 1 << 20) == 0)
    #expect(source.hasChanged())
  }

  /// One of many files is mapped and closed: its bytes are there, and a change is noticed by its name.
  @Test(arguments: [1, 100_000, 1 << 21])
  func filesAmongManyAreNotKeptOpen(count: Int) throws {
    let folder = try Folder()
    let bytes = pattern(count)
    let path = try folder.file("f", bytes)
    let source = try ByteSource.open(path: Array(path.utf8), amongMany: true)
    #expect(source.isMapped)
    #expect(source.byteCount == count)
    #expect(source.bytes.byte(at: count - 1) == bytes[count - 1])
    var window = ByteWindow(source)
    let first = window.peek(at: 0, count: 1).byte(at: 0)
    #expect(first == bytes[0])
    #expect(!source.hasChanged())
    try #require(unsafe truncate(path, off_t(count + 1)) == 0)
    #expect(source.hasChanged())
  }

  @Test(arguments: [0, 1, 65_536, 65_537, 1 << 20, (1 << 20) + 1, 2_500_000])
  func pipesAreReadToTheirEnd(count: Int) throws {
    let folder = try Folder()
    let bytes = pattern(count)
    let path = try folder.file("f", bytes)
    // Another process writes, so that nobody waits for a thread of this one.
    guard let stream = unsafe popen("cat '\(path)'", "r") else {
      Issue.record("cat could not be started")
      return
    }
    defer { _ = unsafe pclose(stream) }
    let source = try ByteSource.open(descriptor: unsafe fileno(stream))
    #expect(source.bytes.array == bytes)
    #expect(source.isMapped == (count >= 1 << 20))
  }

  @Test(arguments: [10, 3_000_000]) func anOpenFileIsReadFromWhereItStands(count: Int) throws {
    let folder = try Folder()
    let bytes = pattern(count)
    let path = try folder.file("f", bytes)
    let descriptor = unsafe open(path, O_RDONLY)
    defer { close(descriptor) }
    let all = try ByteSource.open(descriptor: descriptor)
    #expect(all.bytes.array == bytes)
    #expect(all.isMapped == (count > 1 << 20))
    lseek(descriptor, 3, SEEK_SET)
    let rest = try ByteSource.open(descriptor: descriptor)
    #expect(rest.bytes.array == Array(bytes[3...]))
  }

  @Test func anEndlessDeviceEndsAtTheLimit() throws {
    let zero = unsafe open("/dev/zero", O_RDONLY)
    defer { close(zero) }
    for limit in [0, 1, 100_000, 1 << 20, 3 << 20] {
      #expect(throws: SourceError.tooLong(limit: limit)) {
        try ByteSource.open(descriptor: zero, limit: limit)
      }
    }
    let null = unsafe open("/dev/null", O_RDONLY)
    defer { close(null) }
    #expect(try ByteSource.open(descriptor: null).byteCount == 0)
  }

  @Test func aClosedDescriptorOrAFolderIsAnError() throws {
    #expect(throws: SourceError.cannotRead(EBADF)) { try ByteSource.open(descriptor: -1) }
    let folder = unsafe open("/tmp", O_RDONLY)
    defer { close(folder) }
    #expect(throws: SourceError.isDirectory) { try ByteSource.open(descriptor: folder) }
  }
}

@Suite struct ByteWindowTests {
  /// Looks at `places` in turn and compares with the bytes themselves.
  private func compare(
    _ source: ByteSource, _ bytes: [UInt8], _ places: [(offset: Int, count: Int)]
  ) {
    var window = ByteWindow(source)
    for (offset, count) in places {
      let end = min(bytes.count, offset + min(count, 65_536))
      let seen = window.peek(at: offset, count: count).array
      #expect(seen == (offset < end ? Array(bytes[offset..<end]) : []), "at \(offset)")
    }
    let hasFailed = window.readFailed
    #expect(!hasFailed)
  }

  @Test(arguments: [100, 1_500_000]) func whatIsSeenIsWhatIsThere(count: Int) throws {
    let folder = try Folder()
    let bytes = pattern(count)
    let source = try ByteSource.open(path: try folder.file("f", bytes))
    var places: [(offset: Int, count: Int)] = [
      (0, 16), (0, 65_536), (8, 8), (count - 4, 16), (count, 1), (count + 5, 1), (0, 0),
      (50, 100_000), (.max / 2, 8),
    ]
    for offset in stride(from: 0, to: count, by: max(1, count / 700)) {
      places.append((offset, 16))
    }
    var state: UInt64 = 88_172_645_463_325_252
    for _ in 0..<300 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      places.append((Int(state % UInt64(count)), Int(state >> 40 % 9_000)))
    }
    compare(source, bytes, places)
    var window = ByteWindow(source)
    let before = window.peek(at: -1, count: 8).byteCount
    let negative = window.peek(at: 0, count: -8).byteCount
    let size = window.byteCount
    #expect(before == 0)
    #expect(negative == 0)
    #expect(size == count)
  }

  @Test func aFileThatWasCutGivesFewerBytes() throws {
    let folder = try Folder()
    let path = try folder.file("f", pattern(2_000_000))
    let source = try ByteSource.open(path: path)
    var window = ByteWindow(source)
    try #require(unsafe truncate(path, 1_000_000) == 0)
    let whole = window.peek(at: 10, count: 100).byteCount
    let wasFine = !window.readFailed
    let part = window.peek(at: 999_990, count: 100).byteCount
    let none = window.peek(at: 1_500_000, count: 100).byteCount
    let hasFailed = window.readFailed
    #expect(whole == 100)
    #expect(wasFine)
    #expect(part == 10)
    #expect(none == 0)
    #expect(hasFailed)
  }
}

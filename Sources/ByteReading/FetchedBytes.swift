#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The bytes of a file that is not on this disk, as far as they were fetched.
///
/// Nobody can see in a span whether its bytes were fetched: those that were not read as zeros. So the
/// system is asked afterwards which pages were looked at (`mincore`), and a report is one of the file only
/// when none of these was missing. Whole pages are fetched therefore, but for the last of a file.
///
/// ```swift
/// let bytes = try FetchedBytes(capacity: size)
/// bytes.store(answer, at: 0)
/// let document = try MediaFile.open(bytes.source(byteCount: size))
/// bytes.takeMissing(in: 0..<size, looks: true)    // what has to be fetched, before this is one of the file
/// ```
@safe
package final class FetchedBytes: @unchecked Sendable {
  /// The bytes of a page: what is fetched begins with one.
  package static let pageSize = max(4_096, Int(sysconf(Int32(_SC_PAGESIZE))))
  /// The bytes that the system is asked about at a time.
  private static let step = 64 << 20

  /// The most bytes that a file can have.
  package let capacity: Int
  /// The first byte of a mapping of `capacity` bytes, behind which there is no file.
  private let start: UnsafeMutableRawPointer
  private let lock = Lock()
  /// What was fetched, in order; no two of them touch. Guarded by `lock`, as what follows.
  private var parts: [Range<Int>] = []
  /// What a scanner came to that was not fetched.
  private var wanted: [Range<Int>] = []

  /// - Throws: `SourceError` when there is no room for so many addresses, or the system does not report which
  ///   pages were looked at.
  package init(capacity: Int) throws(SourceError) {
    let (whole, isTooLarge) = capacity.addingReportingOverflow(Self.pageSize &- 1)
    guard capacity > 0, !isTooLarge else { throw .cannotMap(EINVAL) }
    let count = whole / Self.pageSize * Self.pageSize
    guard AddressSpace.hasRoom(for: count) else { throw .cannotMap(ENOMEM) }
    guard let start = unsafe Self.map(nil, count) else { throw .cannotMap(errno) }
    unsafe self.start = unsafe start
    self.capacity = count
    guard Self.reportsPages else { throw .cannotMap(ENOSYS) }
  }

  deinit {
    // The mapping is `capacity` bytes long and nobody else's.
    unsafe munmap(start, capacity)
  }

  /// A file of `byteCount` bytes, at most ``capacity``; those that were not fetched are zeros.
  package func source(byteCount: Int) -> ByteSource {
    unsafe ByteSource(of: self, start, byteCount: min(max(0, byteCount), capacity))
  }

  /// How many bytes were fetched.
  package var byteCount: Int { lock.withLock { parts.reduce(0) { $0 &+ $1.count } } }

  /// Keeps bytes of the file from `offset` on, which begins a page; those behind ``capacity`` are left out.
  ///
  /// - Returns: Whether the system had memory for them.
  package func store(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset < capacity, offset % Self.pageSize == 0, !bytes.isEmpty else {
      return bytes.isEmpty
    }
    let count = min(bytes.count, capacity &- offset)
    let pages = min(capacity, offset &+ Self.rounded(count)) &- offset
    // Both ends lie in the mapping, at pages.
    guard unsafe mprotect(start + offset, pages, PROT_READ | PROT_WRITE) == 0 else { return false }
    unsafe bytes.withUnsafeBytes { buffer in
      if let first = buffer.baseAddress {
        unsafe (start + offset).copyMemory(from: first, byteCount: count)
      }
    }
    _ = unsafe mprotect(start + offset, pages, PROT_READ)
    lock.withLock { parts = Self.union(parts + [offset..<offset &+ count]) }
    return true
  }

  /// The parts of `range` that were not fetched, in order.
  package func missing(in range: Range<Int>) -> [Range<Int>] {
    lock.withLock { Self.gaps(in: range, between: parts) }
  }

  /// Whether bytes at `offset` have the same beginning as the file, and it is not one byte over and over:
  /// whoever is asked for a range and sends the beginning does not know of ranges.
  package func repeatsBeginning(_ bytes: [UInt8], at offset: Int) -> Bool {
    let known = lock.withLock { parts.first.map { $0.lowerBound == 0 ? $0.upperBound : 0 } ?? 0 }
    let count = min(bytes.count, known, 1 << 14)
    guard offset > 0, count >= 256 else { return false }
    let source = source(byteCount: count)
    var isOneByte = true
    for index in 0..<count {
      guard let byte = source.bytes.byte(at: index), byte == bytes[index] else { return false }
      if byte != bytes[0] { isOneByte = false }
    }
    return !isOneByte
  }

  /// Remembers a place that a scanner came to and cannot go beyond.
  func want(_ range: Range<Int>) { lock.withLock { wanted.append(range) } }

  /// What was wanted and what was looked at since the last call, and was not fetched; then all begins anew.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file.
  ///   - looks: Whether the system is asked what was looked at.
  package func takeMissing(
    in file: Range<Int>, looks: Bool
  ) -> (wanted: [Range<Int>], touched: [Range<Int>]) {
    lock.withLock {
      let found = wanted.flatMap { Self.gaps(in: $0.clamped(to: file), between: parts) }
      wanted = []
      var touched: [Range<Int>] = []
      guard looks else { return (Self.union(found), []) }
      for gap in Self.gaps(in: 0..<min(Self.rounded(file.upperBound), capacity), between: parts) {
        // What was fetched ends within a page only at the end of the file.
        let first = Self.rounded(gap.lowerBound)
        guard first < gap.upperBound else { continue }
        touched += pages(in: first..<gap.upperBound)
      }
      return (Self.union(found), touched)
    }
  }

  /// Has the system forget what was looked at of what was not fetched.
  package func forgetLooks() {
    lock.withLock {
      wanted = []
      for gap in Self.gaps(in: 0..<capacity, between: parts) {
        let first = Self.rounded(gap.lowerBound)
        // Fresh pages in the place of those; both ends lie in the mapping, at pages.
        guard first < gap.upperBound else { continue }
        _ = unsafe Self.map(start + first, gap.upperBound &- first)
      }
    }
  }

  /// The pages of `range` that somebody looked at.
  private func pages(in range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = range.lowerBound
    while at < range.upperBound {
      let count = min(Self.step, range.upperBound &- at)
      // Both ends lie in the mapping.
      guard let seen = unsafe Self.residence(start + at, count) else {
        // Nobody knows: all of it may have been.
        return [range]
      }
      for (page, isSeen) in seen.enumerated() where isSeen {
        let first = at &+ page &* Self.pageSize
        let end = min(first &+ Self.pageSize, range.upperBound)
        if let last = found.last, last.upperBound == first {
          found[found.count &- 1] = last.lowerBound..<end
        } else {
          found.append(first..<end)
        }
      }
      at &+= count
    }
    return found
  }

  /// A number of bytes, up to whole pages.
  private static func rounded(_ count: Int) -> Int {
    let (sum, isTooLarge) = count.addingReportingOverflow(pageSize &- 1)
    return isTooLarge ? .max / pageSize * pageSize : sum / pageSize * pageSize
  }

  /// Ranges in order, without those that touch.
  package static func union(_ ranges: [Range<Int>], within distance: Int = 0) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound &- last.upperBound <= distance {
        result[result.count &- 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  private static func gaps(in range: Range<Int>, between parts: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var at = range.lowerBound
    for part in parts where part.upperBound > at && part.lowerBound < range.upperBound {
      if part.lowerBound > at { result.append(at..<part.lowerBound) }
      at = part.upperBound
    }
    if at < range.upperBound { result.append(at..<range.upperBound) }
    return result
  }

  // MARK: The system

  /// Pages of zeros that take no memory, in place of those at `place` when there is one.
  @unsafe
  private static func map(
    _ place: UnsafeMutableRawPointer?, _ count: Int
  ) -> UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      var flags = MAP_PRIVATE | MAP_NORESERVE | MAP_ANON
    #else
      var flags = MAP_PRIVATE | MAP_NORESERVE | MAP_ANONYMOUS
    #endif
    if unsafe place != nil { flags |= MAP_FIXED }
    guard let start = unsafe mmap(place, count, PROT_READ, flags, -1, 0),
      unsafe start != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    #if os(Linux)
      // A look at one page must not be one at the 511 around it.
      _ = unsafe madvise(start, count, Int32(MADV_NOHUGEPAGE))
    #endif
    return unsafe start
  }

  /// Which pages of `count` bytes are there; `nil` when the system does not say.
  @unsafe
  private static func residence(_ start: UnsafeMutableRawPointer, _ count: Int) -> [Bool]? {
    let pages = (count &+ pageSize &- 1) / pageSize
    #if canImport(Darwin)
      var seen = [CChar](repeating: 0, count: pages)
    #else
      var seen = [UInt8](repeating: 0, count: pages)
    #endif
    // A byte for each page.
    guard unsafe mincore(start, count, &seen) == 0 else { return nil }
    // Of a page that was written to the swap space Darwin says so in a bit of its own.
    return seen.map { $0 != 0 }
  }

  /// Whether the system reports which pages were looked at. Some that imitate one say that all were.
  private static let reportsPages: Bool = {
    let count = 2 * pageSize
    guard let start = unsafe map(nil, count) else { return false }
    // The mapping is `count` bytes long and nobody else's.
    defer { unsafe munmap(start, count) }
    guard let before = unsafe residence(start, count), before == [false, false] else { return false }
    let byte = unsafe start.load(as: UInt8.self)
    guard byte == 0, let after = unsafe residence(start, count) else { return false }
    return after == [true, false]
  }()
}

extension ByteSource {
  /// Whether some of the bytes belong to a file that is not on this disk, and were not fetched.
  package func isMissing(_ range: Range<Int>) -> Bool {
    guard let fetched else { return false }
    return !fetched.missing(in: base &+ range.lowerBound..<base &+ range.upperBound).isEmpty
  }

  /// Says that a scanner cannot go on without these bytes.
  package func want(_ range: Range<Int>) {
    fetched?.want(base &+ range.lowerBound..<base &+ range.upperBound)
  }
}

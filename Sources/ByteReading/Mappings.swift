#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The large files that are mapped, so that their pages can be given back once they were gone through:
/// what a call has in memory then follows what it looks at, not how large the file is.
///
/// A page that was given back is read again when somebody looks at it: the mappings are read-only and
/// private, and nobody writes to them.
@safe
package final class Mappings: @unchecked Sendable {
  /// Those of this process.
  package static let all = Mappings()
  /// The bytes that are gone through before those behind are given back.
  package static let step = 4 << 20
  /// The bytes of the smallest file that is worth it.
  static let least = 16 << 20

  private struct Mapping {
    let start: UInt
    let count: Int
  }

  private let lock = Lock()
  private var mappings: [Mapping] = []

  private init() {}

  /// Makes `count` bytes at `start` known, which are those of a mapped file; few bytes are not recorded.
  @unsafe
  func add(_ start: UnsafeMutableRawPointer, _ count: Int) {
    guard count >= Self.least else { return }
    let mapping = Mapping(start: UInt(bitPattern: start), count: count)
    lock.withLock { mappings.append(mapping) }
  }

  /// Forgets the mapping at `start`, before it goes.
  @unsafe
  func remove(_ start: UnsafeMutableRawPointer, _ count: Int) {
    guard count >= Self.least else { return }
    let place = UInt(bitPattern: start)
    lock.withLock { mappings.removeAll { $0.start == place } }
  }

  /// Gives back the pages of all of them.
  package func giveBack() {
    lock.withLock {
      for mapping in mappings { Self.giveBack(mapping.start, mapping.start &+ UInt(mapping.count)) }
    }
  }

  /// Gives back the pages that lie in `bytes`, when they are those of a mapped file.
  package func giveBack(_ bytes: RawSpan) {
    let (start, count) = unsafe bytes.withUnsafeBytes {
      (UInt(bitPattern: $0.baseAddress), $0.count)
    }
    lock.withLock {
      for mapping in mappings
      where start >= mapping.start && start &- mapping.start <= UInt(mapping.count) {
        // The bytes end where the mapping does, or before.
        Self.giveBack(start, start &+ UInt(count))
      }
    }
  }

  /// Gives back the whole pages from `start` up to `end`, which lie in a mapping.
  private static func giveBack(_ start: UInt, _ end: UInt) {
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let first = (start &+ page &- 1) / page &* page
    // The last page of a file goes to its own end.
    let last = (end &+ page &- 1) / page &* page
    guard first < last, let address = unsafe UnsafeMutableRawPointer(bitPattern: first) else {
      return
    }
    // The mapping is read-only, so that its pages hold what the file does.
    unsafe madvise(address, Int(last &- first), MADV_DONTNEED)
  }
}

extension RawSpan {
  /// Calls `body` with one piece of the bytes after the other, until it returns false, and gives back
  /// the pages of each piece of a mapped file when it was gone through.
  ///
  /// Few bytes are one piece, of which no page is given back.
  ///
  /// - Returns: Whether `body` had all of them.
  @discardableResult
  package func forEachPiece(_ body: (_ piece: RawSpan, _ offset: Int) -> Bool) -> Bool {
    let step = Mappings.step
    if byteCount <= step { return body(self, 0) }
    var at = 0
    while at < byteCount {
      let piece = extracting(at..<min(byteCount, at &+ step))
      guard body(piece, at) else { return false }
      Mappings.all.giveBack(piece)
      at &+= step
    }
    return true
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A part of a file that is known by a digest: a sample, an item, the bytes between two of them.
public struct KnownPart: Sendable, Equatable, BitwiseCopyable {
  /// Where it begins, in bytes of the file.
  public var start: Int
  /// Its bytes, 1 or more.
  public var count: Int
  /// The first 48 bits of the SHA-256 of its bytes.
  public var digest: UInt64

  public init(start: Int, count: Int, digest: UInt64) {
    (self.start, self.count, self.digest) = (start, count, digest)
  }

  /// Where it ends. Whoever makes a list of parts has made sure that this is no overflow.
  public var end: Int { start &+ count }
}

/// The parts of a file that are known by digests.
///
/// Of a file that stands in for another the bytes of these parts are not there: nobody may look at them,
/// and what they are like is found out by comparing digests.
public final class KnownParts: Sendable {
  /// In the order of the file; none overlaps another.
  public let parts: [KnownPart]
  /// Whether their bytes are not there.
  public let areAbsent: Bool

  /// `nil` for parts that are empty, overlap, or do not stand in order from 0 on.
  public init?(_ parts: [KnownPart], areAbsent: Bool) {
    var end = 0
    for part in parts {
      let (next, isTooFar) = part.start.addingReportingOverflow(part.count)
      guard part.start >= end, part.count > 0, !isTooFar else { return nil }
      end = next
    }
    self.parts = parts
    self.areAbsent = areAbsent
  }

  /// The first part that ends behind a byte.
  ///
  /// - Complexity: O(log *n*) in the parts.
  func first(endingBehind offset: Int) -> KnownPart? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low &+ high) / 2
      if parts[middle].end <= offset { low = middle &+ 1 } else { high = middle }
    }
    return low < parts.count ? parts[low] : nil
  }

  /// Those of the bytes from `count` on; one that is cut is known no more, and not there as before.
  func dropping(first count: Int) -> KnownParts? {
    let rest = parts.compactMap { part -> KnownPart? in
      guard part.end > count else { return nil }
      guard part.start >= count else {
        // No digest has more than 48 bits: nothing is the same as this.
        return areAbsent ? KnownPart(start: 0, count: part.end &- count, digest: .max) : nil
      }
      return KnownPart(start: part.start &- count, count: part.count, digest: part.digest)
    }
    return KnownParts(rest, areAbsent: areAbsent)
  }
}

extension RawSpan {
  /// The first 48 bits of the SHA-256 of the bytes, by which a ``KnownPart`` is known.
  package var partDigest: UInt64 {
    var hash = SHA256()
    forEachPiece { piece, _ in
      hash.update(piece)
      return true
    }
    let words = hash.digest.words
    return UInt64(words[0]) &<< 16 | UInt64(words[1] &>> 16)
  }
}

extension ByteSource {
  /// Whether bytes of two sources are the same; `nil` when bytes that are not there would have to be
  /// looked at one by one. Both ranges lie in their sources.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package func comparison(
    of range: Range<Int>, with other: ByteSource, _ others: Range<Int>
  ) -> Bool? {
    guard range.count == others.count else { return false }
    let mine = parts.flatMap { $0.areAbsent ? $0 : nil }
    let theirs = other.parts.flatMap { $0.areAbsent ? $0 : nil }
    if mine == nil, theirs == nil {
      return bytes.extracting(range).hasSameBytes(as: other.bytes.extracting(others))
    }
    var at = 0
    while at < range.count {
      let (here, there) = (range.lowerBound &+ at, others.lowerBound &+ at)
      let x = mine?.first(endingBehind: here)
      let y = theirs?.first(endingBehind: there)
      if let x, x.start <= here {
        guard x.start == here, x.end <= range.upperBound,
          let digest = other.digest(of: there..<there &+ x.count)
        else { return nil }
        if digest != x.digest { return false }
        at &+= x.count
      } else if let y, y.start <= there {
        guard y.start == there, y.end <= others.upperBound,
          let digest = digest(of: here..<here &+ y.count)
        else { return nil }
        if digest != y.digest { return false }
        at &+= y.count
      } else {
        var end = range.count
        if let x { end = min(end, x.start &- range.lowerBound) }
        if let y { end = min(end, y.start &- others.lowerBound) }
        guard
          bytes.extracting(here..<range.lowerBound &+ end)
            .hasSameBytes(as: other.bytes.extracting(there..<others.lowerBound &+ end))
        else { return false }
        at = end
      }
    }
    return true
  }

  /// Whether bytes of two sources are proved to be the same.
  package func hasSameBytes(
    in range: Range<Int>, as other: ByteSource, in others: Range<Int>
  ) -> Bool { comparison(of: range, with: other, others) ?? false }

  /// Whether some of the bytes are not there.
  package func isAbsent(_ range: Range<Int>) -> Bool {
    guard let parts, parts.areAbsent, !range.isEmpty,
      let part = parts.first(endingBehind: range.lowerBound)
    else { return false }
    return part.start < range.upperBound
  }

  /// What bytes are known by; `nil` for some of those that are not there, and are no part of their own.
  private func digest(of range: Range<Int>) -> UInt64? {
    if let parts, let part = parts.first(endingBehind: range.lowerBound),
      part.start < range.upperBound
    {
      if part.start == range.lowerBound, part.end == range.upperBound { return part.digest }
      if parts.areAbsent { return nil }
    }
    return bytes.extracting(range).partDigest
  }

  /// `seed` mixed with bytes of the source, with the digests of those parts that are known by them.
  ///
  /// Sources of which something is known come to the same number for a sample of the same bytes, and for
  /// other bytes when the same parts are known of both.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package func mixed(_ range: Range<Int>, into seed: UInt64) -> UInt64 {
    guard let parts else { return bytes.extracting(range).mixed(into: seed) }
    func mixed(_ number: UInt64, into seed: UInt64) -> UInt64 {
      let hash = (seed ^ number) &* 0x9E37_79B9_7F4A_7C15
      return hash ^ hash &>> 29
    }
    let first = parts.first(endingBehind: range.lowerBound)
    if first.map({ $0.start >= range.upperBound || $0.start == range.lowerBound && $0.end == range.upperBound }) ?? true,
      let digest = digest(of: range)
    {
      return mixed(digest, into: seed)
    }
    var hash = seed
    var at = range.lowerBound
    while at < range.upperBound {
      guard let part = parts.first(endingBehind: at), part.start < range.upperBound else {
        return bytes.extracting(at..<range.upperBound).mixed(into: hash)
      }
      if at < part.start { hash = bytes.extracting(at..<part.start).mixed(into: hash) }
      // One that is cut counts from where it is.
      hash = mixed(UInt64(max(0, at &- part.start)), into: mixed(part.digest, into: hash))
      at = part.end
    }
    return hash
  }
}

// MARK: A file that is not all there

extension ByteSource {
  /// The bytes of memory that what is there of a file may take: a page for each place of it.
  private static let standInLimit = 256 << 20

  /// A source that stands in for a file of `byteCount` bytes: `kept` are those that belong to no part of
  /// `absent`, one behind the other.
  ///
  /// Whatever the size, memory is taken for the pages only that hold such bytes.
  ///
  /// - Throws: `SourceError` when there are fewer bytes than are needed, parts that end behind the file, or
  ///   too much memory is needed.
  package static func standIn(
    byteCount: Int, kept: RawSpan, absent: KnownParts
  ) throws(SourceError) -> ByteSource {
    var total = 0
    var pages = 0
    var last = -1
    var ranges: [Range<Int>] = []
    func add(_ start: Int, _ end: Int) {
      guard start < end else { return }
      ranges.append(start..<end)
      total &+= end &- start
      let (first, final) = (start / 4_096, (end &- 1) / 4_096)
      pages &+= final &- max(first, last &+ 1) &+ 1
      last = final
    }
    var end = 0
    for part in absent.parts {
      add(end, part.start)
      end = part.end
    }
    guard byteCount >= end else { throw .cannotRead(EINVAL) }
    add(end, byteCount)
    guard total == kept.byteCount else { throw .cannotRead(EINVAL) }
    guard pages <= standInLimit / 4_096 else { throw .tooLong(limit: standInLimit) }
    let source = try empty(byteCount) { memory in
      var from = 0
      for range in ranges {
        let piece = kept.extracting(from..<from &+ range.count)
        unsafe piece.withUnsafeBytes { bytes in
          // The range ends in the memory, as made sure above.
          if let first = bytes.baseAddress {
            unsafe (memory + range.lowerBound).copyMemory(from: first, byteCount: bytes.count)
          }
        }
        from &+= range.count
      }
    }
    source.learn(absent)
    return source
  }

  /// A source of zeros, to which `fill` writes.
  private static func empty(
    _ byteCount: Int, _ fill: (UnsafeMutableRawPointer) -> Void
  ) throws(SourceError) -> ByteSource {
    if byteCount <= bufferSize {
      guard let memory = unsafe calloc(1, max(1, byteCount)) else { throw .cannotMap(ENOMEM) }
      unsafe fill(memory)
      return unsafe ByteSource(owning: memory, byteCount: byteCount)
    }
    #if canImport(Darwin)
      let anonymous = MAP_ANON
    #else
      let anonymous = MAP_ANONYMOUS
    #endif
    guard AddressSpace.hasRoom(for: byteCount) else { throw .cannotMap(ENOMEM) }
    guard
      let start = unsafe mmap(
        nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE | anonymous, -1, 0),
      unsafe start != UnsafeMutableRawPointer(bitPattern: -1)
    else { throw .cannotMap(errno) }
    unsafe fill(start)
    _ = unsafe mprotect(start, byteCount, PROT_READ)
    return unsafe ByteSource(owningMapping: start, byteCount: byteCount)
  }
}

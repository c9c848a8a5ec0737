#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The first 128 bits of a SHA-256, by which bytes are known that are not there: whoever makes two files
/// finds no two parts that share them.
///
/// Earlier snapshots hold 48 bits, which are found in half a minute: they prove that bytes are others, not that they are the same.
public struct PartDigest: Sendable, Equatable, BitwiseCopyable {
  /// Bytes of a whole one, and of one of an earlier snapshot.
  package static let byteCount = 16
  package static let shortByteCount = 6

  /// Its bits, those that are not known as zeros.
  private let words: (UInt64, UInt64)
  /// Whether it holds 48 bits only.
  public let isShort: Bool

  private init(_ high: UInt64, _ low: UInt64, isShort: Bool) {
    words = (high, low)
    self.isShort = isShort
  }

  /// A digest of which all bits are known.
  ///
  /// - Parameters:
  ///   - high: The first eight bytes of the digest, most significant first.
  ///   - low: The eight bytes behind them.
  public init(_ high: UInt64, _ low: UInt64) { self.init(high, low, isShort: false) }

  /// The first bits of a SHA-256.
  package init(_ digest: SHA256.Digest) {
    let words = digest.words
    self.init(UInt64(words[0]) &<< 32 | UInt64(words[1]), UInt64(words[2]) &<< 32 | UInt64(words[3]))
  }

  /// A digest as a snapshot holds it: 16 bytes, or 6 of an earlier one; `nil` for other counts.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.byteCount || bytes.count == Self.shortByteCount else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for (place, byte) in bytes.enumerated() {
      let shift = UInt64(56 - 8 * (place % 8))
      if place < 8 { words.0 |= UInt64(byte) &<< shift } else { words.1 |= UInt64(byte) &<< shift }
    }
    self.init(words.0, words.1, isShort: bytes.count == Self.shortByteCount)
  }

  /// As many bytes as are known.
  package var bytes: [UInt8] {
    let count = isShort ? Self.shortByteCount : Self.byteCount
    return (0..<count).map { place in
      let word = place < 8 ? words.0 : words.1
      return UInt8(truncatingIfNeeded: word &>> UInt64(56 - 8 * (place % 8)))
    }
  }

  /// Whether both digests are known as far, and equal so far.
  public static func == (a: PartDigest, b: PartDigest) -> Bool {
    a.words == b.words && a.isShort == b.isShort
  }

  /// The bits that every digest has: a number by which parts are looked for, which is no proof.
  var key: UInt64 { words.0 &>> 16 }

  /// Whether it is of the same bytes; `nil` when too little of one is known to say so.
  package func comparison(with other: PartDigest) -> Bool? {
    if key != other.key { return false }
    if isShort || other.isShort { return nil }
    return words == other.words
  }

  /// What no bytes have.
  static let none = PartDigest(.max, .max)
}

/// What a reader is given of a part, where some of its bytes may be left out or written otherwise and nobody can
/// notice: whoever knows the format says what that is.
public struct PartContent: Sendable, Equatable, BitwiseCopyable {
  /// What it is known by.
  public var digest: PartDigest
  /// What was left out of it: a number of 16 bits for each of four kinds, 0 for none. It is no proof of anything.
  public var leftOut: UInt64

  /// What a reader is given of a part.
  ///
  /// - Parameters:
  ///   - digest: The digest of it.
  ///   - leftOut: A number of 16 bits for each of four kinds of what was left out, 0 for none.
  public init(_ digest: PartDigest, leftOut: UInt64 = 0) { (self.digest, self.leftOut) = (digest, leftOut) }
}

/// A part of a file that is known by a digest: a sample, an item, the bytes between two of them.
public struct KnownPart: Sendable, Equatable, BitwiseCopyable {
  /// Where it begins, in bytes of the file.
  public var start: Int
  /// Its bytes, 1 or more.
  public var count: Int
  /// What its bytes are known by.
  public var digest: PartDigest
  /// What a reader is given of it; `nil` where that is all of its bytes, as they are.
  public var content: PartContent?
  /// Whether it holds what a reader is set up by for what follows, such as parameter sets.
  public var isSetup = false

  /// A part of a file that stands in for its bytes by their digest.
  ///
  /// - Parameters:
  ///   - start: The offset of its first byte.
  ///   - count: The number of its bytes.
  ///   - digest: The digest of the bytes.
  ///   - content: What a reader is given of it; `nil` where that is all of its bytes, as they are.
  public init(start: Int, count: Int, digest: PartDigest, content: PartContent? = nil) {
    (self.start, self.count, self.digest, self.content) = (start, count, digest, content)
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
  /// Whether it is known what a reader is given of the parts: earlier snapshots have digests of whole parts alone.
  public let knowsContents: Bool
  /// Whether it is known of the parts whether a reader is set up by them.
  public let knowsSetup: Bool

  /// `nil` for parts that are empty, overlap, or do not stand in order from 0 on.
  ///
  /// - Parameters:
  ///   - parts: The parts, in the order of the file.
  ///   - areAbsent: Whether the bytes of the parts are not there, and only their digests are known.
  ///   - knowsContents: Whether it is known what a reader is given of them.
  ///   - knowsSetup: Whether it is known whether a reader is set up by them.
  public init?(_ parts: [KnownPart], areAbsent: Bool, knowsContents: Bool = true, knowsSetup: Bool = true) {
    var end = 0
    for part in parts {
      let (next, isTooFar) = part.start.addingReportingOverflow(part.count)
      guard part.start >= end, part.count > 0, !isTooFar else { return nil }
      end = next
    }
    self.parts = parts
    self.areAbsent = areAbsent
    self.knowsContents = knowsContents
    self.knowsSetup = knowsSetup
  }

  /// The first part that ends behind a byte.
  ///
  /// - Complexity: O(log *n*) in the parts.
  package func first(endingBehind offset: Int) -> KnownPart? {
    let point = (0..<parts.count).partitionPoint { parts[$0].end <= offset }
    return point < parts.count ? parts[point] : nil
  }

  /// Those of the bytes from `count` on; one that is cut is known no more, and not there as before.
  func dropping(first count: Int) -> KnownParts? {
    let rest = parts.compactMap { part -> KnownPart? in
      guard part.end > count else { return nil }
      guard part.start >= count else {
        return areAbsent ? KnownPart(start: 0, count: part.end &- count, digest: .none) : nil
      }
      var moved = part
      moved.start = part.start &- count
      return moved
    }
    return KnownParts(rest, areAbsent: areAbsent, knowsContents: knowsContents, knowsSetup: knowsSetup)
  }
}

extension RawSpan {
  /// The digest of these bytes, of which as few are mapped at once as can be.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package var digest: SHA256.Digest {
    // Most samples are one piece.
    if byteCount <= Mappings.step { return SHA256.digest(of: self) }
    var hash = SHA256()
    forEachPiece { piece, _ in
      hash.update(piece)
      return true
    }
    return hash.digest
  }

  /// What a ``KnownPart`` of these bytes is known by.
  package var partDigest: PartDigest { PartDigest(digest) }
}

extension ByteSource {
  /// Whether bytes of two sources are the same; `nil` when bytes that are not there would have to be
  /// looked at one by one, or are known by too few bits. Both ranges lie in their sources.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package func comparison(
    of range: Range<Int>, with other: ByteSource, _ others: Range<Int>
  ) -> Bool? {
    guard range.count == others.count else { return false }
    let mine = absentParts
    let theirs = other.absentParts
    if mine == nil, theirs == nil {
      return bytes.extracting(range).hasSameBytes(as: other.bytes.extracting(others))
    }
    var at = 0
    var isProved = true
    while at < range.count {
      let (here, there) = (range.lowerBound &+ at, others.lowerBound &+ at)
      let x = mine?.first(endingBehind: here)
      let y = theirs?.first(endingBehind: there)
      if let x, x.start <= here {
        guard x.start == here, x.end <= range.upperBound,
          let digest = other.digest(of: there..<there &+ x.count)
        else { return nil }
        switch digest.comparison(with: x.digest) {
        case false?: return false
        case true?: break
        case nil: isProved = false
        }
        at &+= x.count
      } else if let y, y.start <= there {
        guard y.start == there, y.end <= others.upperBound,
          let digest = digest(of: here..<here &+ y.count)
        else { return nil }
        switch digest.comparison(with: y.digest) {
        case false?: return false
        case true?: break
        case nil: isProved = false
        }
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
    return isProved ? true : nil
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

  /// The parts that are not there; `nil` for a file that is all there.
  package var absentParts: KnownParts? { parts.flatMap { $0.areAbsent ? $0 : nil } }

  /// Where the bytes around `offset` that are not there end; `nil` when that one is there.
  ///
  /// Whoever goes through bytes goes past these, which read as zeros: a few bytes of a snapshot claim as
  /// many as they like.
  ///
  /// - Complexity: O(log *n*) in the parts; O(1) for a file that is all there.
  package func absentEnd(at offset: Int) -> Int? {
    guard let part = absentParts?.first(endingBehind: offset),
      part.start <= offset
    else { return nil }
    return part.end
  }

  /// The part that some bytes are, where it is known what a reader is given of it; `nil` where they are no part of
  /// their own.
  ///
  /// - Complexity: O(log *n*) in the parts.
  package func partOfKnownContent(at range: Range<Int>) -> KnownPart? {
    guard let parts, parts.knowsContents else { return nil }
    return part(at: range)
  }

  /// Whether a reader is set up by some bytes; `nil` where it is not known, and where they are no part of their own.
  ///
  /// - Complexity: O(log *n*) in the parts.
  package func isSetup(at range: Range<Int>) -> Bool? {
    guard let parts, parts.knowsSetup else { return nil }
    return part(at: range)?.isSetup
  }

  private func part(at range: Range<Int>) -> KnownPart? {
    guard let part = parts?.first(endingBehind: range.lowerBound), part.start == range.lowerBound,
      part.end == range.upperBound
    else { return nil }
    return part
  }

  /// What bytes are known by; `nil` for some of those that are not there, and are no part of their own.
  private func digest(of range: Range<Int>) -> PartDigest? {
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
      return mixed(digest.key, into: seed)
    }
    var hash = seed
    var at = range.lowerBound
    while at < range.upperBound {
      guard let part = parts.first(endingBehind: at), part.start < range.upperBound else {
        return bytes.extracting(at..<range.upperBound).mixed(into: hash)
      }
      if at < part.start { hash = bytes.extracting(at..<part.start).mixed(into: hash) }
      // One that is cut counts from where it is.
      hash = mixed(UInt64(max(0, at &- part.start)), into: mixed(part.digest.key, into: hash))
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
    let source = try unsafe empty(byteCount) { memory in
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

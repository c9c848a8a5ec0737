public import ByteReading
public import Structure

/// A file as a snapshot keeps it: all of its structure, and of its media a digest of each part. It opens
/// as a file does and is compared by the same engine.
///
/// As bytes it is what follows, compressed, behind how long it is so and how long it was; then the digests,
/// of 16 bytes each; of 6 in earlier ones. Numbers are LEB128.
///
/// ```
/// size of the file, number of parts, for each part: bytes kept before it; for each: its own bytes
/// where it is divided: number of divisions, for each: bytes kept since the one before it
/// what is kept: for each length that runs of kept bytes have the first byte of all of them, the second, …
/// number of parts of which a reader is not given just what they hold, for each: parts before it that are none;
/// for each: the digest of what a reader is given, 16 bytes, and a number of what is left out, 8 bytes
/// number of parts that a reader is set up by, for each: parts before it that are none
/// ```
///
/// Earlier ones end with what is kept, or with what readers are given; no more than those of very many nodes at the
/// top are divided.
///
/// A run of as many bytes as an earlier one is written as the difference to that, word for word. Of 100,000
/// fragments that say almost the same so most bytes are zeros beside each other.
public struct StandIn: Sendable, Equatable {
  /// The size of the file.
  public private(set) var byteCount: Int
  /// The parts of which no more than a digest is kept.
  public private(set) var parts: [KnownPart]
  /// All other bytes, one behind the other.
  public private(set) var kept: [UInt8]
  /// Where what is kept is divided, beside where parts stand, as places in it: where each of very many nodes at the
  /// top begins, since those of one type are alike; none where there are few.
  private var divisions: [Int] = []
  /// Whether it is known what a reader is given of the parts: earlier snapshots have digests of whole parts alone.
  public private(set) var knowsContents = true
  /// Whether it is known of the parts whether a reader is set up by them, which earlier snapshots do not say.
  public private(set) var knowsSetup = true

  /// Bytes that are kept at most.
  private static let keptLimit = 64 << 20
  /// Nodes at the top from which on what is kept is divided by them.
  private static let leastDivided = 1_024
  /// What a division takes while it is written or read: its place, and the run behind it.
  private static let bytesOfDivision = 32
  private static let noMemory: StaticString = "there is no memory for what a snapshot holds of a file"

  /// What is kept of a file; `nil` when that would be too much.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - parts: Of the file, in order; none overlaps another.
  /// - Complexity: O(*n*) in what is kept.
  public init?(of document: Document, parts: [KnownPart]) {
    let file = document.tree.file
    byteCount = file.byteCount
    self.parts = parts
    kept = []
    guard KnownParts(parts, areAbsent: true) != nil, parts.last?.end ?? 0 <= byteCount else {
      return nil
    }
    let count = parts.reduce(byteCount) { $0 - $1.count }
    guard count <= Self.keptLimit,
      document.memory.take(count, for: "there is no memory for a copy of the structure")
    else { return nil }
    defer { document.memory.giveBack(count) }
    var bytes = ByteWriter()
    var end = 0
    for part in parts {
      bytes.put(bytes: file.bytes.extracting(end..<part.start))
      end = part.end
    }
    bytes.put(bytes: file.bytes.extracting(end..<byteCount))
    kept = bytes.array
    guard kept.count == count else { return nil }
    divisions = Self.divisions(of: document, beside: parts).filter { $0 < count }
  }

  /// Whether what is kept is divided by more than its parts: only ``Snapshot/version`` can say so.
  var isDivided: Bool { !divisions.isEmpty }

  /// Where nodes at the top begin in what is kept, if they are very many.
  private static func divisions(of document: Document, beside parts: [KnownPart]) -> [Int] {
    let top = document.tree.children(of: nil)
    guard top.lazy.filter({ document.tree[$0].source == 0 }).prefix(leastDivided).count == leastDivided else { return [] }
    var divisions: [Int] = []
    var rest = parts[...]
    // What parts in front of a node take of the file, none of which is kept.
    var passed = 0
    for index in top where document.tree[index].source == 0 {
      let start = document.tree[index].extent.byteOffset
      while let part = rest.first, part.end <= start {
        passed += part.count
        rest.removeFirst()
      }
      let place = start - passed
      guard place > divisions.last ?? 0, rest.first.map({ $0.start >= start }) ?? true else { continue }
      divisions.append(place)
    }
    return divisions
  }

  /// The bytes of the file, of which those of the parts are not there.
  ///
  /// - Returns: The source; who asks for the bytes of a part gets none.
  /// - Throws: `SourceError` when there is no memory for them.
  public func source() throws(SourceError) -> ByteSource {
    guard let absent = KnownParts(
        parts, areAbsent: true, knowsContents: knowsContents, knowsSetup: knowsSetup)
    else {
      throw .cannotRead(0)
    }
    return try ByteSource.standIn(byteCount: byteCount, kept: kept.rawBytes, absent: absent)
  }

  /// The same with other bytes in some places, as many as there are; `nil` where a part is in one of these, or the end.
  ///
  /// - Parameter pieces: The bytes, by where they stand in the file; none overlaps another.
  /// - Complexity: O(*n*) in parts and in the bytes of the pieces.
  package func replacing(_ pieces: [(start: Int, bytes: [UInt8])]) -> StandIn? {
    var result = self
    var rest = parts[...]
    // What parts in front of a piece take of the file, none of which is kept.
    var passed = 0
    for piece in pieces.sorted(by: { $0.start < $1.start }) {
      while let part = rest.first, part.end <= piece.start {
        passed += part.count
        rest.removeFirst()
      }
      let place = piece.start - passed
      guard place >= 0, place <= kept.count, piece.bytes.count <= kept.count - place,
        rest.first.map({ piece.bytes.count <= $0.start - piece.start }) ?? true
      else { return nil }
      result.kept.replaceSubrange(place..<place + piece.bytes.count, with: piece.bytes)
    }
    return result
  }

  // MARK: As bytes

  /// Runs of what is kept that are as long as each other, by where they begin in it, in order.
  private struct Runs {
    let byteCount: Int
    var starts: [Int] = []
  }

  /// The runs of what is kept, which parts and divisions lie between; in the order of the first ones of each length.
  ///
  /// - Complexity: O(*n*) in parts and divisions.
  private var runs: [Runs] {
    var places: [Int: Int] = [:]
    var found: [Runs] = []
    var divided = divisions[...]
    func add(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      let place = places[range.count] ?? found.count
      if place == found.count {
        places[range.count] = place
        found.append(Runs(byteCount: range.count))
      }
      found[place].starts.append(range.lowerBound)
    }
    func addAll(from start: Int, to end: Int) {
      var start = start
      while let division = divided.first, division < end {
        add(start..<max(start, division))
        start = max(start, division)
        divided.removeFirst()
      }
      add(start..<end)
    }
    var (at, end) = (0, 0)
    for part in parts {
      let next = at + (part.start - end)
      addAll(from: at, to: next)
      (at, end) = (next, part.end)
    }
    addAll(from: at, to: max(at, kept.count))
    return found
  }

  /// The bytes of a word, the first of which counts most.
  private static let word = 4

  /// Adds to each run what an earlier one of its length says, or takes that from it.
  private static func apply(_ runs: [Runs], to bytes: inout [UInt8], adding: Bool) {
    for runs in runs where runs.byteCount >= 2 * word && runs.starts.count > 1 {
      // What was taken away is needed for the next run: differences are made from the end on.
      for place in 1..<runs.starts.count {
        let later = adding ? place : runs.starts.count - place
        let (mine, other) = (runs.starts[later], runs.starts[later - 1])
        for offset in stride(from: 0, through: runs.byteCount - word, by: word) {
          let (x, y) = (number(at: mine + offset, of: bytes), number(at: other + offset, of: bytes))
          let result = adding ? x &+ y : x &- y
          for byte in 0..<word {
            bytes[mine + offset + byte] = UInt8(truncatingIfNeeded: result &>> UInt32(24 - 8 * byte))
          }
        }
      }
    }
  }

  /// The word at a place.
  private static func number(at place: Int, of bytes: [UInt8]) -> UInt32 {
    var number: UInt32 = 0
    for byte in 0..<word { number = number &<< 8 | UInt32(bytes[place + byte]) }
    return number
  }

  /// The places of the bytes of what is kept in the order in which they are written.
  private static func forEachPlace(_ runs: [Runs], _ body: (Int) -> Void) {
    for runs in runs {
      for byte in 0..<runs.byteCount {
        for start in runs.starts { body(start + byte) }
      }
    }
  }

  /// It as bytes; `nil` when there is no memory for compressing it.
  package func encoded(_ memory: Memory = Memory()) -> [UInt8]? {
    // What is kept is there in its order, in the order in which it is compressed, compressed and as it
    // is returned; of each part there are its numbers, its run and its digest, of each division its run.
    let size = 4 * kept.count + 192 * (parts.count + 1) + Self.bytesOfDivision * divisions.count
    guard memory.take(size, for: Self.noMemory)
    else { return nil }
    defer { memory.giveBack(size) }
    var plain: [UInt8] = []
    plain.reserveCapacity(kept.count + 20 * (parts.count + 1))
    Self.put(UInt64(byteCount), to: &plain)
    Self.put(UInt64(parts.count), to: &plain)
    var end = 0
    for part in parts {
      Self.put(UInt64(part.start - end), to: &plain)
      end = part.end
    }
    for part in parts { Self.put(UInt64(part.count), to: &plain) }
    if isDivided {
      Self.put(UInt64(divisions.count), to: &plain)
      var last = 0
      for division in divisions {
        Self.put(UInt64(division - last), to: &plain)
        last = division
      }
    }
    var bytes = kept
    let runs = runs
    Self.apply(runs, to: &bytes, adding: false)
    Self.forEachPlace(runs) { plain.append(bytes[$0]) }
    if knowsContents, !parts.isEmpty {
      putContents(to: &plain)
      if knowsSetup { Self.put(places: parts.indices.filter { parts[$0].isSetup }, to: &plain) }
    }
    guard let packed = deflated(plain.rawBytes) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(packed.count + PartDigest.byteCount * parts.count + 20)
    Self.put(UInt64(packed.count), to: &result)
    Self.put(UInt64(plain.count), to: &result)
    result += packed
    for part in parts { result += part.digest.bytes }
    return result
  }

  /// Writes what a reader is given of parts, where that is not just what they hold.
  private func putContents(to bytes: inout [UInt8]) {
    let places = parts.indices.filter { parts[$0].content != nil }
    Self.put(places: places, to: &bytes)
    for place in places {
      guard let content = parts[place].content else { continue }
      bytes += content.digest.bytes
      for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: content.leftOut &>> UInt64(56 - 8 * byte))) }
    }
  }

  /// Reads the same up to the end of the bytes.
  ///
  /// - Returns: Whether it is that.
  private mutating func readContents(_ bytes: [UInt8], from start: Int) -> Bool {
    var at = start
    let size = PartDigest.byteCount + 8
    guard let places = Self.places(bytes, &at, among: parts.count), places.count * size <= bytes.count - at
    else { return false }
    for place in places {
      guard let digest = PartDigest(bytes[at..<at + PartDigest.byteCount]) else { return false }
      let leftOut = bytes[at + PartDigest.byteCount..<at + size].reduce(UInt64(0)) { $0 &<< 8 | UInt64($1) }
      parts[place].content = PartContent(digest, leftOut: leftOut)
      at += size
    }
    knowsSetup = at < bytes.count
    guard knowsSetup else { return true }
    guard let setup = Self.places(bytes, &at, among: parts.count), at == bytes.count else { return false }
    for place in setup { parts[place].isSetup = true }
    return true
  }

  /// Writes how many places there are, and for each how many are left out before it.
  private static func put(places: [Int], to bytes: inout [UInt8]) {
    put(UInt64(places.count), to: &bytes)
    var next = 0
    for place in places {
      put(UInt64(place - next), to: &bytes)
      next = place + 1
    }
  }

  /// Reads the same; `nil` for places that are not among so many.
  private static func places(_ bytes: [UInt8], _ at: inout Int, among count: Int) -> [Int]? {
    guard let number = number(bytes, &at), number <= count else { return nil }
    var places: [Int] = []
    var next = 0
    for _ in 0..<number {
      guard let gap = Self.number(bytes, &at), gap < count - next else { return nil }
      places.append(next + gap)
      next += gap + 1
    }
    return places
  }

  private static func put(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Reads it from bytes; `nil` for what is none, and when there is no memory for it: nothing that they
  /// claim is believed.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - isDivided: Whether they say where what is kept is divided.
  ///   - memory: What it may take while it is read.
  /// - Complexity: O(*n*) in the bytes and in what they are inflated to.
  package init?(decoding bytes: [UInt8], isDivided: Bool = false, memory: Memory = Memory()) {
    var at = 0
    guard let packed = Self.number(bytes, &at), let size = Self.number(bytes, &at),
      packed <= bytes.count - at, size <= Self.keptLimit * 2,
      memory.take(3 * size, for: Self.noMemory)
    else { return nil }
    // They are there as they were compressed, as they are put in order, and as they are kept.
    defer { memory.giveBack(3 * size) }
    let stream = inflate(
      bytes.rawBytes.extracting(at..<at + packed), format: .zlib, limit: size)
    guard stream.isComplete, stream.bytes.count == size, stream.consumed == packed else {
      return nil
    }
    at += packed
    let plain = stream.bytes
    var place = 0
    guard let total = Self.number(plain, &place), let count = Self.number(plain, &place),
      let digestSize = [PartDigest.byteCount, PartDigest.shortByteCount].first(where: {
        count <= (bytes.count - at) / $0 && count * $0 == bytes.count - at
      })
    else { return nil }
    byteCount = total
    (parts, kept) = ([], [])
    parts.reserveCapacity(count)
    var gaps: [Int] = []
    for _ in 0..<count {
      guard let gap = Self.number(plain, &place) else { return nil }
      gaps.append(gap)
    }
    var end = 0
    var absent = 0
    for gap in gaps {
      guard let length = Self.number(plain, &place), length > 0, gap <= total - end,
        length <= total - end - gap, let digest = PartDigest(bytes[at..<at + digestSize])
      else { return nil }
      at += digestSize
      parts.append(KnownPart(start: end + gap, count: length, digest: digest))
      end += gap + length
      absent += length
    }
    if isDivided, !readDivisions(plain, &place, below: total - absent, memory) { return nil }
    defer { memory.giveBack(Self.bytesOfDivision * divisions.count) }
    guard plain.count - place >= total - absent else { return nil }
    let keptEnd = place + (total - absent)
    var bytes = Array(plain[place..<keptEnd])
    kept = bytes
    let runs = runs
    var next = place
    Self.forEachPlace(runs) {
      bytes[$0] = plain[next]
      next += 1
    }
    kept = bytes
    Self.apply(runs, to: &kept, adding: true)
    // Of a file without parts all is there.
    knowsContents = keptEnd < plain.count || parts.isEmpty
    knowsSetup = parts.isEmpty
    if keptEnd < plain.count, !readContents(plain, from: keptEnd) { return nil }
  }

  /// Reads where what is kept is divided, of so many bytes.
  ///
  /// - Returns: Whether it is that.
  private mutating func readDivisions(
    _ bytes: [UInt8], _ at: inout Int, below limit: Int, _ memory: Memory
  ) -> Bool {
    // Each takes a byte at least.
    guard let count = Self.number(bytes, &at), count <= bytes.count - at,
      memory.take(Self.bytesOfDivision * count, for: Self.noMemory)
    else { return false }
    var last = 0
    for _ in 0..<count {
      guard let gap = Self.number(bytes, &at), gap > 0, gap < limit - last else {
        memory.giveBack(Self.bytesOfDivision * count)
        return false
      }
      last += gap
      divisions.append(last)
    }
    return true
  }

  /// The number at a place, which is a size that memory can have.
  private static func number(_ bytes: [UInt8], _ at: inout Int) -> Int? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < bytes.count, shift < 63 {
      let byte = bytes[at]
      at += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value <= 1 << 56 ? Int(value) : nil }
      shift += 7
    }
    return nil
  }
}

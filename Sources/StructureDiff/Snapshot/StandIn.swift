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
/// what is kept: for each length that runs of kept bytes have the first byte of all of them, the second, …
/// number of parts of which a reader is not given just what they hold, for each: parts before it that are none;
/// for each: the digest of what a reader is given, 16 bytes, and a number of what is left out, 8 bytes
/// number of parts that a reader is set up by, for each: parts before it that are none
/// ```
///
/// Earlier ones end with what is kept, or with what readers are given.
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
  /// Whether it is known what a reader is given of the parts: earlier snapshots have digests of whole parts alone.
  public private(set) var knowsContents = true
  /// Whether it is known of the parts whether a reader is set up by them, which earlier snapshots do not say.
  public private(set) var knowsSetup = true

  /// Bytes that are kept at most.
  private static let keptLimit = 64 << 20

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

  // MARK: As bytes

  /// Where the runs of what is kept begin and end in it, in order.
  private var runs: [Range<Int>] {
    var found: [Range<Int>] = []
    var (at, end) = (0, 0)
    for part in parts {
      let next = at + (part.start - end)
      if next > at { found.append(at..<next) }
      (at, end) = (next, part.end)
    }
    if kept.count > at { found.append(at..<kept.count) }
    return found
  }

  /// The bytes of a word, the first of which counts most.
  private static let word = 4

  /// Adds to each run that an earlier one has the length of, or takes from it, what that says.
  private static func apply(_ runs: [Range<Int>], to bytes: inout [UInt8], adding: Bool) {
    var last: [Int: Int] = [:]
    // What was taken away is needed for the next run: differences are made from the end on.
    var pairs: [(run: Range<Int>, earlier: Int)] = []
    for run in runs where run.count >= 2 * word {
      if let earlier = last.updateValue(run.lowerBound, forKey: run.count) {
        pairs.append((run, earlier))
      }
    }
    if !adding { pairs.reverse() }
    for (run, earlier) in pairs {
      var place = 0
      while place + word <= run.count {
        var (mine, other): (UInt32, UInt32) = (0, 0)
        for byte in 0..<word {
          mine = mine << 8 | UInt32(bytes[run.lowerBound + place + byte])
          other = other << 8 | UInt32(bytes[earlier + place + byte])
        }
        let result = adding ? mine &+ other : mine &- other
        for byte in 0..<word {
          bytes[run.lowerBound + place + byte] = UInt8(
            truncatingIfNeeded: result >> UInt32(24 - 8 * byte))
        }
        place += word
      }
    }
  }

  /// The places of the bytes of what is kept in the order in which they are written.
  private static func forEachPlace(_ runs: [Range<Int>], _ body: (Int) -> Void) {
    var classes: [Int: Int] = [:]
    var starts: [[Int]] = []
    for run in runs {
      if let place = classes[run.count] {
        starts[place].append(run.lowerBound)
      } else {
        classes[run.count] = starts.count
        starts.append([run.lowerBound])
      }
    }
    for (count, place) in classes.sorted(by: { $0.value < $1.value }) {
      for byte in 0..<count {
        for start in starts[place] { body(start + byte) }
      }
    }
  }

  /// It as bytes; `nil` when there is no memory for compressing it.
  package func encoded(_ memory: Memory = Memory()) -> [UInt8]? {
    // What is kept is there in its order, in the order in which it is compressed, compressed and as it
    // is returned; of each part there are its numbers, its run and its digest.
    let size = 4 * kept.count + 192 * (parts.count + 1)
    guard memory.take(size, for: "there is no memory for what a snapshot holds of a file")
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
    var bytes = kept
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
  /// - Complexity: O(*n*) in the bytes and in what they are inflated to.
  package init?(decoding bytes: [UInt8], memory: Memory = Memory()) {
    var at = 0
    guard let packed = Self.number(bytes, &at), let size = Self.number(bytes, &at),
      packed <= bytes.count - at, size <= Self.keptLimit * 2,
      memory.take(3 * size, for: "there is no memory for what a snapshot holds of a file")
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
    parts = []
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
    guard plain.count - place >= total - absent else { return nil }
    let keptEnd = place + (total - absent)
    var bytes = Array(plain[place..<keptEnd])
    kept = bytes
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

import ByteReading
import Structure

/// A profile in a range of bytes: its tags, and numbers at offsets that may lie anywhere in it (ICC.1 §7).
struct ICCBytes: ~Escapable {
  let bytes: RawSpan
  /// The byte that offsets count from: the first of the header.
  let base: Int
  let end: Int

  static let headerCount = 128
  static let entryCount = 12
  /// Where the signature stands that every profile has.
  private static let magicOffset = 36

  /// `nil` when no profile begins there, or no room is for the number of its tags.
  @_lifetime(copy bytes)
  init?(_ bytes: RawSpan, from base: Int, to end: Int) {
    guard base >= 0, end <= bytes.byteCount, end &- base >= Self.headerCount &+ 4,
      bytes.bigEndian(at: base &+ Self.magicOffset, count: 4) == 0x6163_7370
    else { return nil }
    self.bytes = bytes
    self.base = base
    self.end = end
  }

  /// The bytes that can be pointed to.
  var byteCount: Int { end &- base }

  /// The number of `count` bytes, at most 8, at `offset` from the base; `nil` when it is not there.
  func number(at offset: Int, count: Int) -> UInt64? {
    guard offset >= 0, offset <= byteCount, count <= byteCount &- offset else { return nil }
    return bytes.bigEndian(at: base &+ offset, count: count)
  }

  /// The number in 16 bits before the point and 16 behind it; `nil` when it is not there.
  func fixed(at offset: Int) -> Double? {
    number(at: offset, count: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }

  func code(at offset: Int) -> FourCC? {
    number(at: offset, count: 4).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// The tags that are promised, and those of them that are there and are looked at.
  var promisedCount: Int { Int(number(at: Self.headerCount, count: 4) ?? 0) }
  var tagCount: Int {
    min(promisedCount, (byteCount &- Self.headerCount &- 4) / Self.entryCount, ICCLayout.tagLimit)
  }
  /// Where the entries of the tags end, from the base.
  var tableEnd: Int { Self.headerCount &+ 4 &+ tagCount &* Self.entryCount }

  /// Tag `index`, from 0, less than ``tagCount``.
  func tag(_ index: Int) -> ICCTag {
    let entry = Self.headerCount &+ 4 &+ index &* Self.entryCount
    let offset = Int(number(at: entry &+ 4, count: 4) ?? 0)
    let size = Int(number(at: entry &+ 8, count: 4) ?? 0)
    let isThere = offset >= tableEnd && offset <= byteCount && size <= byteCount &- offset
    return ICCTag(
      signature: code(at: entry) ?? FourCC(0), entry: entry..<entry &+ Self.entryCount, offset: offset, size: size,
      range: isThere ? offset..<offset &+ size : nil)
  }
}

/// One entry of the table of tags.
struct ICCTag {
  let signature: FourCC
  /// Its own bytes, from the base.
  let entry: Range<Int>
  /// What it claims.
  let offset: Int
  let size: Int
  /// The bytes of its value, from the base; `nil` when they do not all lie behind the table and in the profile.
  let range: Range<Int>?
}

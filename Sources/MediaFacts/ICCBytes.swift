package import ByteReading

/// A profile in a range of bytes: its tags, and numbers at offsets that may lie anywhere in it (ICC.1 §7).
package struct ICCBytes: ~Escapable {
  package let bytes: RawSpan
  /// The byte that offsets count from: the first of the header.
  package let base: Int
  package let end: Int

  package static let headerCount = 128
  package static let entryCount = 12
  /// Profiles have ten tags or twenty; those of printers thirty.
  package static let tagLimit = 256
  /// Where the signature stands that every profile has.
  private static let magicOffset = 36

  /// `nil` when no profile begins there, or no room is for the number of its tags.
  ///
  /// - Parameters:
  ///   - bytes: All bytes of the source.
  ///   - base: Where the profile begins in them.
  ///   - end: Where it ends.
  @_lifetime(copy bytes)
  package init?(_ bytes: RawSpan, from base: Int, to end: Int) {
    guard base >= 0, end <= bytes.byteCount, end &- base >= Self.headerCount &+ 4,
      bytes.bigEndian(at: base &+ Self.magicOffset, count: 4) == 0x6163_7370
    else { return nil }
    self.bytes = bytes
    self.base = base
    self.end = end
  }

  /// The bytes that can be pointed to.
  package var byteCount: Int { end &- base }

  /// The number of `count` bytes, at most 8, at `offset` from the base; `nil` when it is not there.
  package func number(at offset: Int, count: Int) -> UInt64? {
    guard offset >= 0, offset <= byteCount, count <= byteCount &- offset else { return nil }
    return bytes.bigEndian(at: base &+ offset, count: count)
  }

  /// The number in 16 bits before the point and 16 behind it; `nil` when it is not there.
  package func fixed(at offset: Int) -> Double? {
    number(at: offset, count: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }

  package func code(at offset: Int) -> FourCC? {
    number(at: offset, count: 4).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
  }

  /// The tags that are promised, and those of them that are there and are looked at.
  package var promisedCount: Int { Int(number(at: Self.headerCount, count: 4) ?? 0) }
  package var tagCount: Int {
    min(promisedCount, (byteCount &- Self.headerCount &- 4) / Self.entryCount, Self.tagLimit)
  }
  /// Where the entries of the tags end, from the base.
  package var tableEnd: Int { Self.headerCount &+ 4 &+ tagCount &* Self.entryCount }

  /// Tag `index`, from 0, less than ``tagCount``.
  package func tag(_ index: Int) -> ICCTag {
    let entry = Self.headerCount &+ 4 &+ index &* Self.entryCount
    let offset = Int(number(at: entry &+ 4, count: 4) ?? 0)
    let size = Int(number(at: entry &+ 8, count: 4) ?? 0)
    let isThere = offset >= tableEnd && offset <= byteCount && size <= byteCount &- offset
    return ICCTag(
      signature: code(at: entry) ?? FourCC(0), entry: entry..<entry &+ Self.entryCount, offset: offset, size: size,
      range: isThere ? offset..<offset &+ size : nil)
  }

  // MARK: Texts

  /// Types of values, and the tag that says what a profile is called (ICC.1:2022 §§9.2.41, 10.15, 10.24; ICC.1:2001-04
  /// §6.5.17): `desc`, `mluc`, `text`.
  private static let description = FourCC(0x6465_7363)
  private static let languages = FourCC(0x6D6C_7563)
  private static let characters = FourCC(0x7465_7874)

  /// The text that the value at `offset` from the base is, of `size` bytes, in its first language, from the beginning of
  /// the source; `nil` when the value is none, or its text is not all there.
  package func text(at offset: Int, size: Int) -> (range: Range<Int>, encoding: TextEncoding)? {
    guard size >= 8, offset >= 0, offset <= byteCount, size <= byteCount &- offset else { return nil }
    let value = base &+ offset..<base &+ offset &+ size
    switch code(at: offset) {
    case Self.characters: return plain(value.dropFirst(8))
    case Self.description:
      guard let count = number(at: offset &+ 8, count: 4), count <= UInt64(max(0, size &- 12)) else { return nil }
      return plain(value.dropFirst(12).prefix(Int(count)))
    case Self.languages:
      guard let count = number(at: offset &+ 20, count: 4), let start = number(at: offset &+ 24, count: 4),
        number(at: offset &+ 8, count: 4) != 0, start <= UInt64(size), count <= UInt64(size) &- start
      else { return nil }
      return (value.dropFirst(Int(start)).prefix(Int(count)), .utf16BE)
    default: return nil
    }
  }

  /// Bytes of characters without the zeros behind them.
  private func plain(_ range: Range<Int>) -> (range: Range<Int>, encoding: TextEncoding) {
    var end = range.upperBound
    while end > range.lowerBound, bytes.byte(at: end &- 1) == 0 { end &-= 1 }
    return (range.lowerBound..<end, .latin1)
  }

  /// What the profile is called, from the beginning of the source; `nil` when it does not say so.
  package var name: (range: Range<Int>, encoding: TextEncoding)? {
    for index in 0..<tagCount {
      let tag = tag(index)
      if tag.signature == Self.description { return tag.range.flatMap { text(at: $0.lowerBound, size: $0.count) } }
    }
    return nil
  }
}

/// One entry of the table of tags.
package struct ICCTag {
  package let signature: FourCC
  /// Its own bytes, from the base.
  package let entry: Range<Int>
  /// What it claims.
  package let offset: Int
  package let size: Int
  /// The bytes of its value, from the base; `nil` when they do not all lie behind the table and in the profile.
  package let range: Range<Int>?
}

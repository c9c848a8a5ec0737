import ByteReading

/// Leads from a key to the places in our tables that speak of it.
///
/// Tables are texts of ours, and an index holds numbers alone: to build it no string is made, so that
/// it costs next to nothing to ask for the few keys of one small file.
struct KeyIndex: Sendable {
  /// Where a table speaks of a key.
  struct Place: Sendable {
    /// The number of the table.
    let table: Int
    /// The byte of the table's text at which the key begins.
    let start: Int
    /// The byte behind the key.
    let end: Int
    /// The number of the key in its table, from 0.
    let number: Int
  }

  private struct Entry {
    let key: WrittenKey
    let place: Place
  }

  private var entries: [Entry] = []
  /// For each slot the number of an entry, from 1; 0 where there is none.
  private var slots: [UInt16]
  private let shift: UInt64

  /// - Parameter capacity: A power of two, twice as many as there will be keys at least.
  init(capacity: Int) {
    slots = Array(repeating: 0, count: capacity)
    entries.reserveCapacity(capacity / 2)
    shift = UInt64(64 - capacity.trailingZeroBitCount)
  }

  mutating func add(_ key: WrittenKey, at place: Place) {
    precondition(entries.count < slots.count / 2, "more keys than there is room for")
    entries.append(Entry(key: key, place: place))
    var slot = slot(of: key)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt16(entries.count)
  }

  private func slot(of key: WrittenKey) -> Int {
    Int(((key.space ^ key.number) &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// Passes `body` the places that speak of `identifier`; what `text` gives is the text of a table.
  func each(of identifier: MetadataIdentifier, text: (Int) -> StaticString, body: (Place) -> Void) {
    let key = WrittenKey(identifier)
    var slot = slot(of: key)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.key == key, entry.place.spells(identifier, in: text(entry.place.table)) {
        body(entry.place)
      }
      slot = (slot + 1) & (slots.count - 1)
    }
  }
}

/// The indexes of the keys of each key space, each made when one of its keys is first asked for: a file
/// has keys of one or two of them.
final class KeyIndexes: Sendable {
  private let made = Guarded<[Made]>([])
  private let make: @Sendable (MetadataKeySpace) -> KeyIndex

  private struct Made {
    let space: UInt64
    let index: KeyIndex
  }

  init(_ make: @escaping @Sendable (MetadataKeySpace) -> KeyIndex) { self.make = make }

  /// The index of the keys of a key space.
  func of(_ keySpace: MetadataKeySpace) -> KeyIndex {
    let space = keySpace.packed
    return made.withLock { made in
      if let known = made.first(where: { $0.space == space }) { return known.index }
      let index = make(keySpace)
      made.append(Made(space: space, index: index))
      return index
    }
  }
}

extension KeyIndex.Place {
  /// Whether the text there is the identifier's key; codes are compared as numbers.
  fileprivate func spells(_ identifier: MetadataIdentifier, in table: StaticString) -> Bool {
    guard case .text(let text) = identifier.key else { return true }
    var written = WrittenBytes(start, isFolded: identifier.keySpace.hasNoCase)
    for byte in text.utf8 {
      let byte = identifier.keySpace.hasNoCase ? byte.lowercase : byte
      guard written.next(in: table.rawBytes, before: end) == byte else { return false }
    }
    return written.next(in: table.rawBytes, before: end) == nil
  }
}

/// A key as two numbers: equal keys have equal ones, and codes only they.
struct WrittenKey: Equatable, Sendable {
  /// What identifiers of the key space begin with, eight characters at most.
  let space: UInt64
  /// The code, or the fingerprint of the text.
  let number: UInt64

  init(_ identifier: MetadataIdentifier) {
    space = identifier.keySpace.packed
    switch identifier.key {
    case .code(let code): number = UInt64(code.rawValue)
    case .text(let text):
      let hasNoCase = identifier.keySpace.hasNoCase
      var number = Self.basis
      for byte in text.utf8 { Self.add(hasNoCase ? byte.lowercase : byte, to: &number) }
      self.number = number
    }
  }

  /// The key at `start` in a table's text, and where it ends: at a blank, a bar or the end of a line.
  ///
  /// It is written as a key string, bytes as `\xNN`; a full stop before a text stands for
  /// `com.apple.quicktime.`.
  init(
    _ keySpace: MetadataKeySpace, space: UInt64, in text: RawSpan, at start: Int, end: inout Int
  ) {
    self.space = space
    end = start
    while let byte = text.byte(at: end), byte != UInt8(ascii: " "), byte != UInt8(ascii: "|"),
      byte != UInt8(ascii: "\n")
    { end += 1 }
    if keySpace.hasCodes {
      var written = WrittenBytes(start, isFolded: false)
      var number: UInt64 = 0
      var isFirst = true
      while let byte = written.next(in: text, before: end) {
        let isCopyright =
          isFirst && byte == UInt8(ascii: "@") && text.byte(at: start) == UInt8(ascii: "@")
        number = number &<< 8 | UInt64(isCopyright ? 0xA9 : byte)
        isFirst = false
      }
      self.number = number
    } else {
      var written = WrittenBytes(start, isFolded: keySpace.hasNoCase)
      var number = Self.basis
      while let byte = written.next(in: text, before: end) { Self.add(byte, to: &number) }
      self.number = number
    }
  }

  // FNV-1a.
  private static var basis: UInt64 { 0xCBF2_9CE4_8422_2325 }

  private static func add(_ byte: UInt8, to number: inout UInt64) {
    number = (number ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}

/// The bytes that a key in a table stands for, one after another.
private struct WrittenBytes {
  private var position: Int
  /// How many bytes of what a full stop stands for were given.
  private var given = -1
  private let isFolded: Bool

  init(_ start: Int, isFolded: Bool) {
    position = start
    self.isFolded = isFolded
    self.start = start
  }

  private let start: Int
  private static let abbreviated: StaticString = "com.apple.quicktime"

  mutating func next(in text: RawSpan, before end: Int) -> UInt8? {
    guard position < end, let byte = text.byte(at: position) else { return nil }
    if position == start, byte == UInt8(ascii: ".") {
      given += 1
      if let byte = Self.abbreviated.rawBytes.byte(at: given) { return byte }
    }
    position += 1
    guard byte == UInt8(ascii: "\\"), text.byte(at: position) == UInt8(ascii: "x"),
      let high = text.byte(at: position + 1)?.hexDigit,
      let low = text.byte(at: position + 2)?.hexDigit
    else { return isFolded ? byte.lowercase : byte }
    position += 3
    return high &<< 4 | low
  }
}

extension MetadataKeySpace {
  /// What identifiers begin with as a number: no two of ours have the same.
  var packed: UInt64 {
    identifierPrefix.utf8.reduce(0) { $0 &<< 8 | UInt64($1) }
  }

  /// Whether `a` and `A` are the same in its keys: APE tags and freeform items.
  var hasNoCase: Bool { self == .ape || self == .iTunesLong }
}

internal import ByteReading

/// The text of what fields stand in, as a field path writes it: for checksums of very many of them.
struct PrefixText {
  private(set) var bytes: [UInt8] = []
  /// The parts of the path.
  private(set) var parts = 0
  /// What was there before each that was entered.
  private var before: [(bytes: Int, parts: Int)] = []

  /// Enters a group without a name.
  mutating func enter() { before.append((bytes.count, parts)) }

  /// Enters a group or a list.
  mutating func enter(_ name: StaticString) {
    before.append((bytes.count, parts))
    if parts > 0 { bytes.append(UInt8(ascii: ".")) }
    let name = name.rawBytes
    for offset in name.byteOffsets { bytes.append(name.byte(at: offset) ?? 0) }
    parts += 1
  }

  /// Enters an item, from 1, of the list that was entered last.
  mutating func enter(item number: Int) {
    before.append((bytes.count, parts))
    bytes.append(UInt8(ascii: "["))
    bytes.append(contentsOf: String(number).utf8)
    bytes.append(UInt8(ascii: "]"))
    parts = max(1, parts)
  }

  mutating func leave() {
    guard let last = before.popLast() else { return }
    bytes.removeLast(bytes.count - last.bytes)
    parts = last.parts
  }
}

extension Checksum {
  /// The path of a field of this name, and where it ends: what its description comes to.
  mutating func add(_ prefix: PrefixText, _ name: String.UTF8View) {
    add(start: prefix)
    for byte in name { add(byte: byte) }
    add(byte: 0)
  }

  /// The same for a name that is a literal.
  mutating func add(_ prefix: PrefixText, _ name: RawSpan) {
    add(start: prefix)
    for offset in name.byteOffsets { add(byte: name.byte(at: offset) ?? 0) }
    add(byte: 0)
  }

  private mutating func add(start prefix: PrefixText) {
    add(bytes: prefix.bytes)
    if prefix.parts > 0 { add(byte: UInt8(ascii: ".")) }
  }
}

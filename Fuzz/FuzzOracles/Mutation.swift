import Corpus

/// Changes bytes as damage, careless programs and attackers do; always in the same way for a seed.
public struct Mutation: Sendable {
  private var random: Xorshift

  public init(seed: UInt64) {
    // Neighbouring seeds would begin with numbers that are much alike.
    random = Xorshift(seed: (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1)
    for _ in 0..<4 { _ = random.next() }
  }

  /// `original` with one to four changes: bytes and bits overwritten, sizes and counts replaced by
  /// extreme ones, ranges cut, repeated, moved and filled with zeros, the end cut off.
  public mutating func changed(_ original: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...Int.random(in: 0..<4, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let kind = Int.random(in: 0..<10, using: &random)
    switch kind {
    case 0, 1: bytes[place(in: bytes)] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes[place(in: bytes)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 3, 4, 5:
      // What a size, a count or an offset may be replaced by.
      let at = kind == 3 ? place(in: bytes) : header(in: bytes)
      let word = Self.words.randomElement(using: &random) ?? 0
      for step in 0..<4 where at + step < bytes.count {
        bytes[at + step] = UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * step))
      }
    case 6: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
    case 7: bytes.removeSubrange(range(in: bytes))
    case 8:
      let copied = Array(bytes[range(in: bytes)])
      bytes.insert(contentsOf: copied, at: place(in: bytes))
    default:
      let range = range(in: bytes)
      bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
  }

  private static let words: [UInt32] = [
    0, 1, 2, 7, 8, 9, 15, 16, 0x7F, 0xFF, 0x100, 0xFFFF, 0x1_0000, 0xFF_FFFF, 0x1FFF_FFFF,
    0x2000_0000, 0x3FFF_FFFF, 0x7FFF_FFF8, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFF0,
    0xFFFF_FFFE, 0xFFFF_FFFF,
  ]

  private mutating func place(in bytes: [UInt8]) -> Int {
    Int.random(in: 0..<bytes.count, using: &random)
  }

  /// Where a size may stand: four bytes before four letters, or behind them, near some place.
  private mutating func header(in bytes: [UInt8]) -> Int {
    let start = place(in: bytes)
    for at in start..<min(bytes.count, start + 400) where at + 4 <= bytes.count {
      if bytes[at..<at + 4].allSatisfy({ (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) })
      {
        return Bool.random(using: &random) ? max(0, at - 4) : min(bytes.count - 1, at + 4)
      }
    }
    return start
  }

  /// Up to 64 bytes, or now and then many.
  private mutating func range(in bytes: [UInt8]) -> Range<Int> {
    let start = place(in: bytes)
    let most = Bool.random(using: &random) ? 64 : bytes.count
    let count = Int.random(in: 0...most, using: &random)
    return start..<min(bytes.count, start + count)
  }
}

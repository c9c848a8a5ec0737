/// Which words of a line stay beside each other, wherever it is broken to fit a page.
///
/// Two are asked for at a blank, whatever they say otherwise: a number keeps the unit behind it (`132 kbit/s`), and a
/// word or a sign that leads to a number keeps that (`at 0x1b3`, `of 47`, `× 3`).
extension RawSpan {
  /// The next word and those that stay beside it, as far as they have room together.
  ///
  /// - Parameters:
  ///   - offset: Where the blanks before the word begin, or the word.
  ///   - room: The columns that they may have together; the first word is as wide as it is.
  /// - Returns: Their bytes without the blanks around them; none at the end of the line.
  /// - Complexity: O(*n*) in the bytes of the words and of the one behind them.
  package func unbrokenWords(from offset: Int, room: Int) -> Range<Int> {
    let first = word(from: offset)
    var (end, last) = (first.upperBound, first)
    // Measured when there is something to be measured for.
    var used: Int?
    while end < byteCount {
      let next = word(from: end)
      guard next.lowerBound == end &+ 1, !next.isEmpty, staysBeside(next, last) else { break }
      let columns = (used ?? columns(of: extracting(first))) + 1 + columns(of: extracting(next))
      if columns > room { break }
      (used, end, last) = (columns, next.upperBound, next)
    }
    return first.lowerBound..<end
  }

  /// The next bytes that are no blanks.
  private func word(from offset: Int) -> Range<Int> {
    var start = offset
    while start < byteCount, byte(at: start) == UInt8(ascii: " ") { start += 1 }
    var end = start
    while end < byteCount, byte(at: end) != UInt8(ascii: " ") { end += 1 }
    return start..<end
  }

  /// Whether a word says too little without the one before it.
  private func staysBeside(_ word: Range<Int>, _ before: Range<Int>) -> Bool {
    if endsInNumber(before), isUnit(word) { return true }
    // `at most 416`
    return leadsToNumber(before) && (beginsWithNumber(word) || leadsToNumber(word))
  }

  private func endsInNumber(_ word: Range<Int>) -> Bool {
    guard let byte = byte(at: word.upperBound &- 1) else { return false }
    // A degree (°) is C2 B0.
    return byte.isDigit || byte == 0xB0 && word.count > 2 && self.byte(at: word.upperBound &- 2) == 0xC2
  }

  /// Whether a word begins with digits, behind a bracket or a sign.
  private func beginsWithNumber(_ word: Range<Int>) -> Bool {
    var start = word.lowerBound
    while start < word.upperBound, let byte = byte(at: start), isOpening(byte) { start += 1 }
    return start < word.upperBound && byte(at: start)?.isDigit == true
  }

  /// Whether a word is a unit, with or without a mark behind it: `s`, `kbit/s`, `bytes,`.
  private func isUnit(_ word: Range<Int>) -> Bool {
    var end = word.upperBound
    while end > word.lowerBound, let byte = byte(at: end &- 1), isClosing(byte) { end -= 1 }
    if end == word.lowerBound { return byte(at: end) == UInt8(ascii: "%") }
    return isOne(of: units, word.lowerBound..<end)
  }

  private func leadsToNumber(_ word: Range<Int>) -> Bool {
    guard !word.isEmpty else { return false }
    let isOpened = byte(at: word.lowerBound) == UInt8(ascii: "(")
    return isOne(of: leads, (isOpened ? word.lowerBound &+ 1 : word.lowerBound)..<word.upperBound)
  }

  private func isOne(of words: [StaticString], _ place: Range<Int>) -> Bool {
    // The longest of them have six bytes.
    guard place.count <= 6 else { return false }
    let text = extracting(place)
    return words.contains { $0.utf8CodeUnitCount == text.byteCount && text.hasPrefix($0.rawBytes) }
  }

  private func isOpening(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
    default: false
    }
  }

  private func isClosing(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "%"), UInt8(ascii: "."), UInt8(ascii: ":"),
      UInt8(ascii: "]"): true
    default: false
    }
  }
}

extension String {
  /// Its words, each with those that stay beside it, as far as they have `room` columns together.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package func unbrokenWords(room: Int) -> [String] {
    let bytes = Array(utf8)
    var words: [String] = []
    var next = bytes.rawBytes.unbrokenWords(from: 0, room: room)
    while !next.isEmpty {
      words.append(String(decoding: bytes[next], as: UTF8.self))
      next = bytes.rawBytes.unbrokenWords(from: next.upperBound, room: room)
    }
    return words
  }
}

/// What numbers are measured in.
private let units: [StaticString] = [
  "s", "ms", "µs", "ns", "min", "h", "tick", "ticks", "bit", "bits", "byte", "bytes", "B", "KiB", "MiB", "GiB", "TiB",
  "bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Hz", "kHz", "MHz", "fps", "bpm", "dB", "dBFS", "LUFS", "m", "mm", "km", "m/s",
  "km/h", "px", "pt", "dpi", "deg", "°", "cd/m²", "cd/m2", "K", "EV", "cw", "ccw", "N", "S", "E", "W", "×", "x",
]

/// The words and signs behind which a number is awaited.
private let leads: [StaticString] = [
  "at", "in", "of", "by", "to", "from", "for", "than", "behind", "before", "after", "until", "over", "under", "least",
  "most", "about", "every", "=", "≤", "≥", "<", ">", "<=", ">=", "≈", "≠", "!=", "×", "x", "→", "->", "@",
]

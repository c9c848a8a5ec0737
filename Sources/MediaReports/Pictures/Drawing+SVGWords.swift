import ByteReading

extension Drawing {
  /// The same for a text of words that have room, with single blanks between them, and without characters that
  /// join with others; `nil` for another text. Each title and note is folded for each width.
  static func foldedWords(of text: String, width: Int) -> [String]? {
    let bytes = text.utf8
    var lines: [String] = []
    var (start, end) = (bytes.startIndex, bytes.startIndex)
    // Characters of the line up to `end`, and behind it.
    var (count, behind) = (0, 0)
    var at = start
    var isBehindBlank = true
    while at < bytes.endIndex {
      let byte = bytes[at]
      let next = bytes.index(after: at)
      switch byte {
      case UInt8(ascii: " "):
        if isBehindBlank { return nil }
        (end, count, behind) = (at, count + behind, 1)
      case 0x21...0x7E, 0xC2...0xC3: behind += 1
      case 0x80...0xBF: break
      case 0xE2:
        // Dashes, quotes and the like (U+2010–2027), arrows and signs of reckoning.
        guard next < bytes.endIndex else { return nil }
        let second = bytes[next]
        let third = bytes[bytes.index(after: next)]
        guard second == 0x80 && (0x90...0xA7).contains(third) || (0x86...0x8B).contains(second) else { return nil }
        behind += 1
      default: return nil
      }
      isBehindBlank = byte == UInt8(ascii: " ")
      at = next
      guard count + behind > width, !isBehindBlank else { continue }
      // The word that has no room begins the next line.
      guard count > 0 else { return nil }
      lines.append(String(text[start..<end]))
      start = bytes.index(after: end)
      (count, behind) = (0, behind - 1)
    }
    if isBehindBlank, !text.isEmpty { return nil }
    if start < bytes.endIndex { lines.append(String(text[start...])) }
    return lines
  }
}

/// Words that stand over what is drawn, each where no other one stands; they are written behind all
/// marks, with an edge in the colour of the ground.
struct WordsOver {
  private(set) var words: [(text: String, x: Double, y: Double, anchor: SVGAnchor)] = []
  private var places: [(from: Double, to: Double, y: Double)] = []

  /// How long a word of 11 pixels is at most.
  static func length(_ word: String) -> Double { Double(word.count) * 7 }

  /// Puts a word where its place is free.
  ///
  /// - Returns: Whether it is.
  @discardableResult mutating func put(_ text: String, x: Double, y: Double, anchor: SVGAnchor) -> Bool {
    let length = Self.length(text)
    let from = anchor == .end ? x - length : x
    guard places.allSatisfy({ from >= $0.to + 4 || from + length + 4 <= $0.from || abs($0.y - y) >= 12 })
    else { return false }
    places.append((from, from + length, y))
    words.append((text, x, y, anchor))
    return true
  }
}

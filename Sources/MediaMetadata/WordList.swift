import ByteReading

/// Words of ASCII in one text, in the order of their bytes, with a blank between each two.
///
/// A set of them would be made at each start, before one is looked for: with its types and its texts that takes
/// longer than all that a small file asks of it.
struct WordList: Sendable {
  private let text: StaticString

  /// - Precondition: The words are in order, which a test holds.
  init(_ text: StaticString) { self.text = text }

  /// - Complexity: O(*n* log *m*) in the bytes of the word and of the list.
  func contains(_ word: Substring) -> Bool {
    let bytes = text.rawBytes
    var (low, high) = (0, bytes.byteCount)
    while low < high {
      // The word that the middle lies in: from the blank before it to the one behind it.
      var start = low &+ (high &- low) >> 1
      while start > low, bytes.byte(at: start &- 1) != Self.blank { start &-= 1 }
      let end = bytes.offset(of: Self.blank, from: start) ?? bytes.byteCount
      switch Self.order(of: word, bytes.extracting(start..<end)) {
      case 0: return true
      case ..<0: high = max(low, start &- 1)
      default: low = end &+ 1
      }
    }
    return false
  }

  /// All words, one after another.
  var all: [String] { text.description.split(separator: " ").map(String.init) }

  /// Whether a word comes before another (-1), is the same (0), or comes behind it (1).
  private static func order(of word: Substring, _ other: RawSpan) -> Int {
    var place = 0
    for byte in word.utf8 {
      guard let against = other.byte(at: place) else { return 1 }
      if byte != against { return byte < against ? -1 : 1 }
      place &+= 1
    }
    return place == other.byteCount ? 0 : -1
  }

  private static let blank = UInt8(ascii: " ")
}

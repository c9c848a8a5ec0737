import ByteReading

/// Text that is searched for: as it is written, or in capitals or not when it has none; digits without
/// commas also where numbers are shown with them. Letters with marks are the same however they are put together.
package struct SearchText: Hashable, Sendable {
  package let text: String
  private let written: TextPattern
  /// The key string that the text is another form of, `@nam` of `©nam` and `\xa9nam`; `nil` where it is of none.
  private let key: TextPattern?

  package init(_ text: String) {
    self.text = text
    written = TextPattern(text)
    let code = FourCC(key: text)?.key ?? text
    key = code == text ? nil : TextPattern(code)
  }

  package func isIn(_ other: String) -> Bool { range(in: other) != nil }

  /// The same of text that has types and keys as they are shown.
  package func isIn(key other: String) -> Bool { range(inKey: other) != nil }

  /// Where the text stands first, in bytes of `other` in UTF-8.
  ///
  /// - Complexity: O(*n*) in the bytes of `other`; nothing is allotted where it is ASCII.
  package func range(in other: String) -> Range<Int>? { written.range(in: other) }

  /// The same in text that has types and keys as they are shown, whichever form of one the text is.
  package func range(inKey other: String) -> Range<Int>? { range(in: other) ?? key?.range(in: other) }

  /// Whether a number can be written so: its digits, separators and signs are those of the text.
  var isNumeric: Bool { text.utf8.contains { $0.isDigit } }
}

/// One form of a text that is searched for. It is found by Knuth, Morris and Pratt: of ASCII by its bytes, of other
/// text by letters, which are compared as Unicode has them (UAX #15, canonical equivalence).
private struct TextPattern: Hashable, Sendable {
  private let letters: [String]
  private let lettersLeft: [Int]
  private let bytes: [UInt8]
  private let bytesLeft: [Int]
  /// Whether capitals are the same.
  private let isFolded: Bool
  private let isASCII: Bool
  /// Whether it is a number of four digits or more, which is shown with commas.
  private let isDigits: Bool

  init(_ text: String) {
    isDigits = text.utf8.count > 3 && text.utf8.allSatisfy { $0.isDigit }
    isFolded = text.lowercased() == text
    var reader = Letters(of: text, isFolded: isFolded)
    var letters: [String] = []
    while let letter = reader.next() {
      // Three characters are others of ASCII under a second number, such as the sign for kelvin.
      letters.append(["K", ";", "`"].first { $0 == letter.text } ?? letter.text)
    }
    self.letters = letters
    lettersLeft = Self.left(of: letters)
    bytes = letters.flatMap { Array($0.utf8) }
    bytesLeft = Self.left(of: bytes)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// How much of the beginning also ends each beginning of `parts`, which still stands when the next part does not.
  private static func left<Part: Equatable>(of parts: [Part]) -> [Int] {
    var left: [Int] = []
    var count = 0
    for (place, part) in parts.enumerated() {
      while count > 0, parts[count] != part { count = left[count - 1] }
      if place > 0, parts[count] == part { count += 1 }
      left.append(count)
    }
    return left
  }

  /// Where it stands first, in bytes of `other` in UTF-8.
  func range(in other: String) -> Range<Int>? {
    if bytes.isEmpty { return nil }
    if !isASCII, other.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    var isPlain = isASCII
    if isPlain, let found = range(inBytes: other.utf8, &isPlain) { return found }
    return isPlain ? nil : range(inLetters: other)
  }

  // MARK: Bytes

  /// - Parameter isPlain: Is made `false` where a byte that is not of ASCII is met before the text ends.
  private func range(inBytes other: String.UTF8View, _ isPlain: inout Bool) -> Range<Int>? {
    var iterator = other.makeIterator()
    var found = 0
    var place = 0
    while let byte = iterator.next() {
      // Digits are the same bytes in all text.
      if byte >= 0x80, !isDigits {
        isPlain = false
        return nil
      }
      place += 1
      if isDigits, found > 0, byte == UInt8(ascii: ","), Self.isThousand(iterator) { continue }
      let byte = isFolded ? byte.lowercase : byte
      while found > 0, bytes[found] != byte { found = bytesLeft[found - 1] }
      if bytes[found] == byte { found += 1 }
      guard found == bytes.count else { continue }
      if isDigits { return start(ofDigits: other.prefix(place))..<place }
      // A mark behind the last letter makes another one of it.
      if let next = iterator.next(), next >= 0x80 {
        isPlain = false
        return nil
      }
      return place - found..<place
    }
    return nil
  }

  /// Whether three digits stand behind a comma.
  private static func isThousand(_ iterator: String.UTF8View.Iterator) -> Bool {
    var iterator = iterator
    for _ in 0..<3 {
      guard let byte = iterator.next(), byte.isDigit else { return false }
    }
    return true
  }

  /// Where the digits begin that end some bytes, with commas between them.
  private func start(ofDigits other: Substring.UTF8View) -> Int {
    var start = other.count
    var left = bytes.count
    for byte in other.reversed() where left > 0 {
      start -= 1
      if byte.isDigit { left -= 1 }
    }
    return start
  }

  // MARK: Letters

  private func range(inLetters other: String) -> Range<Int>? {
    var reader = Letters(of: other, isFolded: isFolded)
    // Where the last letters begin, as many as are searched for.
    var starts = Array(repeating: 0, count: letters.count)
    var found = 0
    var count = 0
    while let letter = reader.next() {
      starts[count % letters.count] = letter.start
      count += 1
      while true {
        if letters[found] == letter.text {
          found += 1
          if found == letters.count { return starts[count % letters.count]..<letter.end }
          break
        }
        if found == letters.count - 1, let end = reader.end(of: letters[found], in: letter) {
          return starts[count % letters.count]..<end
        }
        if found == 0 { break }
        found = lettersLeft[found - 1]
      }
    }
    return nil
  }
}

/// The letters of a text with the marks that belong to them, in lower case where capitals are the same.
private struct Letters {
  struct Letter {
    var text = ""
    /// Its bytes in UTF-8.
    var start: Int
    var end: Int
    fileprivate var first: String.Index
    fileprivate var scalars = 0
  }

  private let text: String.UnicodeScalarView
  private let isFolded: Bool
  private var index: String.Index
  private var place = 0

  /// The characters of one letter; a text that makes sense has fewer (UAX #15, Stream-Safe Text Format).
  private static let longest = 31

  init(of text: String, isFolded: Bool) {
    self.text = text.unicodeScalars
    self.isFolded = isFolded
    index = text.startIndex
  }

  mutating func next() -> Letter? {
    var letter = Letter(start: place, end: place, first: index)
    while index < text.endIndex, letter.scalars < Self.longest {
      let scalar = text[index]
      if letter.scalars > 0, !Self.belongsToLast(scalar) { break }
      put(scalar, to: &letter)
      text.formIndex(after: &index)
    }
    place = letter.end
    return letter.scalars > 0 ? letter : nil
  }

  /// Where `wanted` ends when it begins a letter, and no mark behind it makes another letter of it: what is written
  /// behind a consonant of Hindi does not, an accent does.
  func end(of wanted: String, in letter: Letter) -> Int? {
    guard letter.scalars > 1 else { return nil }
    var part = Letter(start: letter.start, end: letter.start, first: letter.first)
    for scalar in text[letter.first...].prefix(letter.scalars) {
      if part.scalars > 0, !Self.changesLast(scalar), part.text == wanted { return part.end }
      put(scalar, to: &part)
    }
    return nil
  }

  private func put(_ scalar: Unicode.Scalar, to letter: inout Letter) {
    letter.end += UTF8.width(scalar)
    letter.scalars += 1
    if !isFolded {
      letter.text.unicodeScalars.append(scalar)
    } else if scalar.isASCII {
      letter.text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value).lowercase))
    } else {
      letter.text += scalar.properties.lowercaseMapping
    }
  }

  /// Whether a character may be part of the letter in front of it.
  private static func belongsToLast(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    return isVowelOrFinal(scalar) || scalar.properties.canonicalCombiningClass != .notReordered
      || scalar.properties.isGraphemeExtend
  }

  /// Whether a character makes another letter of the one in front of it, which has a number of its own then; those that
  /// leave it what it is are viramas, and vowels and tones of writings that have no letters with them.
  private static func changesLast(_ scalar: Unicode.Scalar) -> Bool {
    if isVowelOrFinal(scalar) { return true }
    return switch scalar.properties.canonicalCombiningClass.rawValue {
    case 0, 9, 10..<200: false
    default: true
    }
  }

  /// Whether it is a vowel or a final consonant of Hangul, which are put together to syllables.
  private static func isVowelOrFinal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
    default: false
    }
  }
}

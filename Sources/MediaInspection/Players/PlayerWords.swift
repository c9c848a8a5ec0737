import ByteReading

/// Words as lines have them, taken apart when somebody asks: of most players nobody does.
package struct PlayerWords: Sendable {
  /// With a space behind each line.
  private var bytes: [UInt8] = []

  package var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: some Collection<UInt8>) {
    bytes += line
    bytes.append(UInt8(ascii: " "))
  }

  /// Whether one of the words is as `test` says.
  ///
  /// - Complexity: O(*n*) in the bytes of the words before it.
  func contains(where test: (RawSpan) -> Bool) -> Bool {
    let line = bytes.rawBytes
    var words = LineWords()
    while let word = words.next(line) { if test(line.extracting(word)) { return true } }
    return false
  }

  /// Whether `word` is one of them.
  func contains(_ word: StaticString) -> Bool {
    contains { $0.byteCount == word.utf8CodeUnitCount && $0.hasPrefix(word.rawBytes) }
  }
}

/// The words of a line, one after another.
struct LineWords {
  /// Where the next one is looked for.
  var at = 0

  mutating func next(_ line: RawSpan) -> Range<Int>? {
    while at < line.byteCount, line.byte(at: at) == UInt8(ascii: " ") { at &+= 1 }
    let start = at
    guard start < line.byteCount else { return nil }
    // Words are short: to have the machine look for the end takes longer.
    while at < line.byteCount, line.byte(at: at) != UInt8(ascii: " ") { at &+= 1 }
    return start..<at
  }
}

import ByteReading

/// Where a line that is too long for the page is broken: between words, the rest below with an indent.
///
/// Only the spaces that the line is broken at are left out. Words that say nothing alone stay beside each other
/// (`unbrokenWords`), and a word that is wider than the page is broken behind a mark: `/`, `,`, `;`, `_` or `=`.
package enum Folding {
  /// The bytes of a line that stand in one line of the page. The runtime would have to make the types of an array of
  /// ranges, which takes as long as a small file.
  package struct Piece {
    fileprivate let start: Int
    fileprivate let end: Int

    package var bytes: Range<Int> { start..<end }
  }

  /// The pieces that a line is written in, the second and later of them behind `indent` spaces.
  ///
  /// - Parameters:
  ///   - line: Characters in UTF-8 without control characters.
  ///   - width: The columns that a line may have, 1 or more.
  ///   - hanging: The columns before the second and later lines; less on a page that has no room for them.
  /// - Returns: The pieces in order, and the indent. There is one piece at least.
  /// - Complexity: O(*n*) in the bytes.
  package static func pieces(
    of line: RawSpan, width: Int, hanging: Int
  ) -> (pieces: [Piece], indent: Int) {
    let width = max(1, width)
    let indent = max(0, min(hanging, max(width / 2, width - 40), width - 1))
    // Most lines fit, and nobody asks which of their words stay beside each other.
    if ByteReading.columns(of: line) <= width {
      var end = line.byteCount
      while end > 0, line.byte(at: end - 1) == UInt8(ascii: " ") { end -= 1 }
      return ([Piece(start: 0, end: end)], indent)
    }
    var folder = Folder(width: width, indent: indent)
    var words = line.unbrokenWords(from: 0, room: width - indent)
    // The spaces that a line begins with are its own.
    while !words.isEmpty {
      folder.add(words, of: line)
      words = line.unbrokenWords(from: words.upperBound, room: width - indent)
    }
    folder.finish()
    return (folder.pieces, indent)
  }

  /// The lines of a text from anywhere: escaped as names are, and without an indent.
  ///
  /// - Complexity: O(*n*) in the characters.
  package static func lines(of text: String, width: Int) -> [String] {
    var line = ByteWriter()
    line.put(text: text, style: .name)
    let bytes = line.array
    return pieces(of: bytes.rawBytes, width: width, hanging: 0).pieces
      .map { String(decoding: bytes[$0.bytes], as: UTF8.self) }
  }

  /// A line that is being folded.
  private struct Folder {
    let width: Int
    let indent: Int
    var pieces: [Piece] = []
    /// The piece that is being put together, as bytes, and the columns it has with its indent.
    var start = 0
    var end = 0
    var used = 0
    /// Whether only spaces stand in the piece.
    var isAtMargin = true

    init(width: Int, indent: Int) {
      self.width = width
      self.indent = indent
    }

    mutating func add(_ word: Range<Int>, of line: RawSpan) {
      let gap = isAtMargin && !pieces.isEmpty ? 0 : word.lowerBound - end
      let size = ByteReading.columns(of: line.extracting(word))
      if used + gap + size <= width {
        return extend(to: word.upperBound, by: gap + size)
      }
      // What no line has room for is broken where it stands, unless no part of it would stand there.
      let isTooWide = size > width - indent
      let room = width - used - gap
      if isTooWide, isAtMargin || used <= indent || room >= 16, room > 0 {
        return split(word, of: line, room: room, gap: gap)
      }
      if !isAtMargin || pieces.isEmpty { newLine(at: word.lowerBound) }
      if size > width - indent { return split(word, of: line, room: width - indent, gap: 0) }
      extend(to: word.upperBound, by: size)
    }

    private mutating func extend(to end: Int, by columns: Int) {
      self.end = end
      used += columns
      isAtMargin = false
    }

    private mutating func newLine(at next: Int) {
      if end > start { pieces.append(Piece(start: start, end: end)) }
      start = next
      end = next
      used = indent
      isAtMargin = true
    }

    /// Breaks a word into pieces that fit, behind a mark where there is one in the second half.
    private mutating func split(_ word: Range<Int>, of line: RawSpan, room: Int, gap: Int) {
      var at = word.lowerBound
      var room = room
      var gap = gap
      while at < word.upperBound {
        let rest = line.extracting(at..<word.upperBound)
        var count = ByteReading.prefix(of: rest, columns: room)
        // A character that is wider than the page stands alone.
        if count == 0 { count = max(1, ByteReading.prefix(of: rest, columns: 2)) }
        if count < rest.byteCount, let mark = lastComma(rest, count) ?? lastMark(rest, count) { count = mark }
        let piece = at..<min(at + count, word.upperBound)
        extend(
          to: piece.upperBound, by: gap + ByteReading.columns(of: line.extracting(piece)))
        at = piece.upperBound
        if at < word.upperBound { newLine(at: at) }
        room = width - indent
        gap = 0
      }
    }

    /// Behind the last comma of a list, `A=1,B="x,y"`, that stands in no quotes; `nil` when a quarter of the room or
    /// less would be filled. A piece of a list begins outside of quotes when the one before it ended so.
    private func lastComma(_ text: RawSpan, _ count: Int) -> Int? {
      var isQuoted = false
      var found: Int?
      var isList = false
      for place in 0..<count {
        switch text.byte(at: place) {
        case UInt8(ascii: "\""): isQuoted.toggle()
        case UInt8(ascii: "="): isList = true
        case UInt8(ascii: ",") where !isQuoted: found = place + 1
        default: break
        }
      }
      return isList ? found.flatMap { $0 > count / 4 ? $0 : nil } : nil
    }

    private func lastMark(_ text: RawSpan, _ count: Int) -> Int? {
      let marks: [UInt8] = [
        .init(ascii: "/"), .init(ascii: ","), .init(ascii: ";"), .init(ascii: "_"), .init(ascii: "="),
      ]
      var place = count
      while place > count / 2 {
        if let byte = text.byte(at: place - 1), marks.contains(byte) { return place }
        place -= 1
      }
      return nil
    }

    mutating func finish() {
      if end > start || pieces.isEmpty { pieces.append(Piece(start: start, end: end)) }
    }
  }
}

import ByteReading

extension StandardStream {
  /// Writes lines that are said to people: on a terminal those that it has no room for go on below, broken between
  /// words. Files and pipes are given each message in one line.
  ///
  /// - Parameter isASCII: Whether the call asks for ASCII; a terminal that has nothing else is given that anyway.
  package func tell(_ lines: [UInt8], isASCII: Bool = false) -> WriteResult {
    let lines = isASCII || self.isASCII ? lines.rawBytes.inASCII.array : lines
    guard isTerminal, let size = terminalSize() else { return write(lines) }
    return write(lines.foldedLines(to: size.columns))
  }
}

extension [UInt8] {
  /// Lines of so many columns, the rest of a longer one below it behind two spaces, and words together that stay
  /// beside each other. A word that no line has room for stands as it is.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func foldedLines(to width: Int) -> [UInt8] {
    let (space, end) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
    var folded: [UInt8] = []
    for (number, line) in split(separator: end, omittingEmptySubsequences: false).enumerated() {
      if number > 0 { folded.append(end) }
      let line = Array(line)
      guard ByteReading.columns(of: line.rawBytes) > width else {
        folded += line
        continue
      }
      var (used, written, margin) = (0, 0, 0)
      var words = line.rawBytes.unbrokenWords(from: 0, room: width - 2)
      while !words.isEmpty {
        let (gap, size) = (words.lowerBound - written, ByteReading.columns(of: line.rawBytes.extracting(words)))
        if used + gap + size > width, used > margin {
          folded += [end, space, space]
          (used, margin) = (2, 2)
        } else {
          folded += [UInt8](repeating: space, count: gap)
          used += gap
        }
        folded += line[words]
        (used, written) = (used + size, words.upperBound)
        words = line.rawBytes.unbrokenWords(from: words.upperBound, room: width - 2)
      }
    }
    return folded
  }
}

import ByteReading

extension StandardStream {
  /// Writes lines that are said to people: on a terminal those that it has no room for go on below, broken between
  /// words. Files and pipes are given each message in one line.
  package func tell(_ lines: [UInt8]) -> WriteResult {
    guard isTerminal, let size = terminalSize() else { return write(lines) }
    return write(lines.foldedLines(to: size.columns))
  }
}

extension [UInt8] {
  /// Lines of so many columns, the rest of a longer one below it behind two spaces. A word that no line has room for
  /// stands as it is.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func foldedLines(to width: Int) -> [UInt8] {
    let (space, end) = (UInt8(ascii: " "), UInt8(ascii: "\n"))
    var folded: [UInt8] = []
    for (number, line) in split(separator: end, omittingEmptySubsequences: false).enumerated() {
      if number > 0 { folded.append(end) }
      guard ByteReading.columns(of: Array(line).rawBytes) > width else {
        folded += line
        continue
      }
      var used = 0
      for (place, word) in line.split(separator: space, omittingEmptySubsequences: false).enumerated() {
        let size = ByteReading.columns(of: Array(word).rawBytes)
        if place > 0, used + 1 + size > width, used > 2 {
          folded += [end, space, space]
          used = 2
        } else if place > 0 {
          folded.append(space)
          used += 1
        }
        folded += word
        used += size
      }
    }
    return folded
  }
}

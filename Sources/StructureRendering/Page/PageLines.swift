package import ByteReading

extension ByteWriter {
  /// The same lines, those that are longer than `width` columns broken at blanks: what goes on stands
  /// below where its column begins, which is behind the last gap of two blanks in the first three quarters.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package func folded(width: Int) -> ByteWriter {
    var folded = ByteWriter()
    let bytes = contents
    var start = 0
    // Lines that have fewer bytes than columns stay as they are, with those before them.
    var kept = 0
    while start < bytes.byteCount {
      let end = bytes.offset(of: UInt8(ascii: "\n"), from: start)
      if end == nil || (end ?? 0) - start > width {
        folded.put(bytes: bytes.extracting(kept..<start))
        folded.put(line: bytes.extracting(start..<(end ?? bytes.byteCount)), width: width)
        folded.put("\n")
        kept = min((end ?? bytes.byteCount) + 1, bytes.byteCount)
      }
      start = (end ?? bytes.byteCount) + 1
    }
    folded.put(bytes: bytes.extracting(kept..<bytes.byteCount))
    return folded
  }

  private mutating func put(line: RawSpan, width: Int) {
    guard columns(of: line) > width else { return put(bytes: line) }
    let blank = UInt8(ascii: " ")
    var gap = prefix(of: line, columns: width * 3 / 4) - 1
    while gap > 0, line.byte(at: gap) != blank || line.byte(at: gap - 1) != blank { gap -= 1 }
    while gap > 0, line.byte(at: gap + 1) == blank { gap += 1 }
    let indent = gap > 0 ? min(columns(of: line.extracting(0..<gap + 1)), width * 3 / 4) : 0
    var start = 0
    while start < line.byteCount {
      let isFirst = start == 0
      let rest = line.extracting(start..<line.byteCount)
      let room = isFirst ? width : width - indent
      var end = prefix(of: rest, columns: room)
      if end < rest.byteCount {
        // At the last blank behind the gap, else within a word.
        var last = end
        let least = isFirst ? gap + 1 : 0
        while last > least, rest.byte(at: last) != blank { last -= 1 }
        if last > least { end = last }
      }
      if !isFirst {
        put("\n")
        putSpaces(indent)
      }
      // A character that is wider than all that there is would never end.
      end = max(end, 1)
      put(bytes: rest.extracting(0..<end))
      start += end
      while start < line.byteCount, line.byte(at: start) == blank { start += 1 }
    }
  }
}

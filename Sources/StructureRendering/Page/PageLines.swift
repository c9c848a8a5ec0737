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
    // Where the last column begins.
    let limit = prefix(of: line, columns: width * 3 / 4)
    var gap = limit - 1
    while gap > 0, line.byte(at: gap) != blank || line.byte(at: gap - 1) != blank { gap -= 1 }
    while gap > 0, gap + 1 < limit, line.byte(at: gap + 1) == blank { gap += 1 }
    let start = gap > 0 ? gap + 1 : 0
    let indent = columns(of: line.extracting(0..<start))
    put(bytes: line.extracting(0..<start))
    let rest = line.extracting(start..<line.byteCount)
    for (number, piece) in Folding.pieces(of: rest, width: width - indent, hanging: 0).pieces.enumerated() {
      if number > 0 {
        put("\n")
        putSpaces(indent)
      }
      put(bytes: rest.extracting(piece.bytes))
    }
  }
}

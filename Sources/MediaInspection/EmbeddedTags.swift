import ID3
import Structure

/// Tags inside atoms: what joins the two formats.
enum EmbeddedTags {
  /// Appends the tags that follow one another in `bytes`, and what stands behind them.
  static let scan: EmbeddedBytes.Scan = { bytes, builder in
    var scanner = TagScanner(builder)
    var position = bytes.range.lowerBound
    while position < bytes.range.upperBound, !builder.isFull,
      let next = scanner.scanTag(
        in: position..<bytes.range.upperBound, source: bytes.source, depth: bytes.depth)
    {
      position = next
    }
    // What begins with no tag is the atom's own.
    guard position > bytes.range.lowerBound else { return }
    builder.appendRaw(
      position..<bytes.range.upperBound, source: bytes.source, depth: bytes.depth, marks: .raw)
  }
}

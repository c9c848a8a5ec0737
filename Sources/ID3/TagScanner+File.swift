import ByteReading
import Structure

extension TagScanner {
  /// Scans all of the tree's file: tags at its start, what follows, tags at its end.
  mutating func scanFile() {
    let end = UInt64(tree.file.byteCount)
    var position: UInt64 = 0
    while position < end, !builder.isFull, let next = scanTag(in: position..<end) {
      position = next
    }
    if position < end {
      builder.appendRaw(position..<end, source: 0, depth: 0, marks: .raw)
    }
  }
}

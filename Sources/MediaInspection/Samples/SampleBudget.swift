import ByteReading
import Structure

/// How many samples may be listed that need no row, and so no bytes, in the tables of a file: what
/// promises more than the file could hold is cut short.
struct SampleBudget {
  private var left: Int

  /// Eight for each byte of the file: sound of QuickTime has up to six.
  init(of document: Document) {
    left = Int(clamping: UInt64(document.tree.file.byteCount).saturatingMultiply(8))
  }

  /// As many of `count` as may be listed.
  mutating func take(_ count: UInt64) -> Int {
    let taken = Int(min(count, UInt64(left)))
    left &-= taken
    return taken
  }
}

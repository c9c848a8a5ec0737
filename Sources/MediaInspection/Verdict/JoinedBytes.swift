import ByteReading
import Structure

/// Bytes that lie in several ranges of a file, one behind the other.
struct JoinedBytes {
  var document: Document
  var ranges: ArraySlice<Range<UInt64>>

  /// How many bytes they are.
  var count: UInt64 { ranges.reduce(0) { $0.saturatingAdd(UInt64($1.count)) } }

  /// A number for the bytes, whichever ranges they lie in as long as these are as many and as long.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func mixed(into seed: UInt64) -> UInt64 {
    let end = UInt64(document.tree.file.byteCount)
    return ranges.reduce(seed) { hash, range in
      guard range.upperBound <= end, range.lowerBound < range.upperBound else { return hash }
      return document.tree.file.mixed(Int(range.lowerBound)..<Int(range.upperBound), into: hash)
    }
  }

  /// Whether both come to the same bytes, whichever ranges these lie in; `nil` when what is known of them
  /// does not say it.
  ///
  /// - Complexity: O(*n*) in the bytes.
  func isSame(as other: JoinedBytes) -> Bool? {
    // More bytes are others, whatever is known of them.
    if count != other.count { return false }
    let (a, b) = (document.tree.file, other.document.tree.file)
    var (mine, theirs) = (ranges, other.ranges)
    var (i, j): (UInt64, UInt64) = (0, 0)
    while let first = mine.first, let second = theirs.first {
      let count = min(UInt64(first.count) - i, UInt64(second.count) - j)
      let (start, place) = (first.lowerBound + i, second.lowerBound + j)
      guard start + count <= UInt64(a.byteCount), place + count <= UInt64(b.byteCount)
      else { return false }
      let isSame = a.comparison(
        of: Int(start)..<Int(start + count), with: b, Int(place)..<Int(place + count))
      guard isSame == true else { return isSame }
      (i, j) = (i + count, j + count)
      if i == UInt64(first.count) { (mine, i) = (mine.dropFirst(), 0) }
      if j == UInt64(second.count) { (theirs, j) = (theirs.dropFirst(), 0) }
    }
    return mine.allSatisfy(\.isEmpty) && theirs.allSatisfy(\.isEmpty)
  }
}

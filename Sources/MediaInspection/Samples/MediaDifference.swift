import ByteReading
import Structure

/// Where two files differ that are alike but for bytes of their media.
///
/// All that is structure is the same at the same places, so each table of one file lists what that of
/// the other does: samples of the same number have the same place, size, time and sample entry, and what
/// is known of one list need not be found out of the other.
struct MediaDifference {
  /// The bytes that differ, in the order of the files; none where they are the same file.
  private(set) var ranges: [Range<Int>] = []

  /// Ranges that are kept: files that differ in more places are gone through sample by sample.
  private static let limit = 4_096

  /// `nil` for files of which something else differs, that are not all there, or that have more bytes
  /// than `budget` allows to read of both.
  ///
  /// - Complexity: O(*n*) in the bytes of the files.
  init?(_ before: Document, _ after: Document, within budget: UInt64) {
    guard before.tree.count == after.tree.count,
      compare(before.tree.file, after.tree.file, within: budget), isOfMedia(before.tree, after.tree)
    else { return nil }
  }

  /// The same of a file that nobody scanned: all that `before` was found by is the same in it.
  init?(_ before: Document, _ other: ByteSource, within budget: UInt64) {
    guard compare(before.tree.file, other, within: budget), isOfMedia(before.tree, before.tree) else { return nil }
  }

  /// The bytes that are not there of a file that stands in for another, and read as zeros; `nil` where it is none, where
  /// the other is not proved to have the same bytes, and where so many must not be read.
  ///
  /// - Complexity: O(*n*) in the bytes of the files.
  init?(standIn before: Document, of after: Document, within budget: UInt64) {
    guard before.tree.count == after.tree.count,
      findAbsent(of: before.tree.file, in: after.tree.file, within: budget), isOfMedia(before.tree, after.tree)
    else { return nil }
  }

  /// The same of a file that nobody scanned: all that `after` was found by is the same in it.
  init?(standIn file: ByteSource, of after: Document, within budget: UInt64) {
    guard findAbsent(of: file, in: after.tree.file, within: budget), isOfMedia(after.tree, after.tree) else { return nil }
  }

  /// Notes what is not there of a file.
  ///
  /// - Returns: Whether some of it may not be, and the other is proved to have the same bytes.
  private mutating func findAbsent(of file: ByteSource, in other: ByteSource, within budget: UInt64) -> Bool {
    guard let absent = file.absentParts, other.absentParts == nil, file.byteCount == other.byteCount,
      UInt64(file.byteCount) <= budget / 2,
      file.hasSameBytes(in: 0..<file.byteCount, as: other, in: 0..<other.byteCount)
    else { return false }
    ranges = absent.parts.map { $0.start..<$0.end }
    return true
  }

  /// Notes where files differ.
  ///
  /// - Returns: Whether they are all there, and there was room for all of it.
  private mutating func compare(_ x: ByteSource, _ y: ByteSource, within budget: UInt64) -> Bool {
    guard x.byteCount == y.byteCount, UInt64(x.byteCount) <= budget / 2, x.absentParts == nil, y.absentParts == nil
    else { return false }
    let others = y.bytes
    return x.bytes.forEachPiece { piece, offset in
      let other = others.extracting(offset..<offset &+ piece.byteCount)
      defer { Mappings.all.giveBack(other) }
      return compare(piece, other, at: offset)
    }
  }

  /// Notes where pieces differ that begin at `offset` of the files.
  ///
  /// - Returns: Whether there was room for all of it.
  private mutating func compare(_ x: RawSpan, _ y: RawSpan, at offset: Int) -> Bool {
    if x.hasSameBytes(as: y) { return true }
    // Halves, until few bytes are left.
    if x.byteCount > 64 {
      let half = x.byteCount / 2
      return compare(x.extracting(0..<half), y.extracting(0..<half), at: offset)
        && compare(
          x.extracting(half..<x.byteCount), y.extracting(half..<y.byteCount), at: offset &+ half)
    }
    for place in 0..<x.byteCount where x.byte(at: place) != y.byte(at: place) {
      let at = offset &+ place
      if let last = ranges.last, last.upperBound == at {
        ranges[ranges.count - 1] = last.lowerBound..<at &+ 1
      } else if ranges.count < Self.limit {
        ranges.append(at..<at &+ 1)
      } else {
        return false
      }
    }
    return true
  }

  /// Whether each range that differs lies in one of a few.
  func lies(in others: [Range<Int>]) -> Bool {
    ranges.allSatisfy { range in
      others.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }
  }

  /// Whether no field of a node is among what differs, which all is in an `mdat`: items may lie there whose bytes are nodes
  /// as well, or are put together from there.
  ///
  /// - Parameter tree: That of one of the files; the other has the same nodes.
  /// - Complexity: O(*n*) in the nodes.
  func leavesFields(of tree: Tree) -> Bool {
    guard tree.sources.count == 1 else { return false }
    return tree.indices.allSatisfy { index in
      let node = tree[index]
      guard node.depth > 0, node.end > node.start else { return true }
      guard let start = Int(exactly: node.start), let end = Int(exactly: node.end) else { return false }
      return !meets(start..<end)
    }
  }

  /// Whether all that differs is what an `mdat` holds, which neither tree shows.
  ///
  /// - Complexity: O(*n*) in the nodes at the top and the ranges.
  private func isOfMedia(_ before: Tree, _ after: Tree) -> Bool {
    var rest = ranges[...]
    for index in before.children(of: nil) {
      let (node, other) = (before[index], after[index])
      while let range = rest.first, UInt64(range.lowerBound) < node.end {
        guard node.type == "mdat", other.type == "mdat", !node.isRaw, !other.isRaw,
          node.start == other.start, node.end == other.end, node.subtreeEnd == index.next,
          other.subtreeEnd == index.next,
          node.start.saturatingAdd(UInt64(node.headerSize)) <= UInt64(range.lowerBound),
          UInt64(range.upperBound) <= node.end
        else { return false }
        rest.removeFirst()
      }
      if rest.isEmpty { break }
    }
    return rest.isEmpty
  }

  /// The nodes at the top that differing bytes lie in, in order.
  ///
  /// - Complexity: O(*n*) in the nodes at the top and the ranges.
  func nodes(of tree: Tree) -> [NodeIndex] {
    var found: [NodeIndex] = []
    var rest = ranges[...]
    for index in tree.children(of: nil) {
      guard let range = rest.first else { break }
      let end = tree[index].end
      guard UInt64(range.lowerBound) < end else { continue }
      found.append(index)
      while let range = rest.first, UInt64(range.lowerBound) < end { rest.removeFirst() }
    }
    return found
  }

  /// Whether some of the bytes in `range` differ.
  ///
  /// - Complexity: O(log *n*) in the ranges.
  func meets(_ range: Range<Int>) -> Bool {
    // The first that ends behind where this one begins.
    let point = (0..<ranges.count).partitionPoint { ranges[$0].upperBound <= range.lowerBound }
    return point < ranges.count && ranges[point].lowerBound < range.upperBound
  }
}

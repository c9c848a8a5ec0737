import Atoms
import ByteReading
package import Structure

extension MediaFile {
  /// The nodes without others in them that have bytes of samples or items, though nobody would look for these there.
  ///
  /// A writer may point anywhere: at what a `free` takes room with, too. Whoever leaves such a node aside leaves media
  /// aside. Of items those of the file are looked for, and not those of a track.
  ///
  /// - Parameters:
  ///   - document: An opened file.
  ///   - isLookedInto: Which nodes are asked about.
  /// - Returns: The nodes, in the order of the file; all that were asked about where there is no memory to tell.
  /// - Complexity: O(*n*) in the nodes, and O(*c* log *n*) in the chunks, runs and items; none of these where no node is
  ///   asked about.
  package static func strayMedia(
    of document: Document, in isLookedInto: (NodeIndex, Document) -> Bool
  ) -> [NodeIndex] {
    guard document.context is AtomContext else { return [] }
    let tree = document.tree
    let places = tree.indices.filter { index in
      let node = tree[index]
      return node.source == 0 && node.subtreeEnd == index.next && node.payload.byteCount > 0
        && isLookedInto(index, document)
    }
    if places.isEmpty { return [] }
    // Where it cannot be known any of them may have some.
    let share = MemoryShare(document.memory)
    guard share.grow(by: places.count * 2 * MemoryLayout<Int>.stride) else { return places }
    // How many begin at a place, less those that end before it: one may span all nodes.
    var changes = Array(repeating: 0, count: places.count + 1)
    func note(_ start: UInt64, _ end: UInt64) {
      let first = places.indices.partitionPoint { tree[places[$0]].end <= start }
      let last = (first..<places.count).partitionPoint { tree[places[$0]].payloadStart < end }
      changes[first] += 1
      changes[last] -= 1
    }
    for track in MovieSamples(document).tracks {
      var chunks = Chunks(track, isTimed: false)
      while let chunk = chunks.next() {
        if chunk.file == 0, let start = chunk.offset, let end = chunk.end, start < end { note(start, end) }
      }
    }
    for item in ItemProof.items(document) ?? [] {
      guard case .found(let ranges, _) = item.data else { continue }
      for range in ranges where !range.isEmpty { note(range.lowerBound, range.upperBound) }
    }
    var open = 0
    return places.indices.filter { place in
      open += changes[place]
      return open > 0
    }.map { places[$0] }
  }
}

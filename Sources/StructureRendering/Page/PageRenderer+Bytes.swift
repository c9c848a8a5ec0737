import ByteReading
import Structure

extension PageRenderer {
  /// Writes the bytes of nodes without children and of what stands before children, those of payload
  /// as far as there is room; where there is room for few, those of nodes whose fields are there.
  ///
  /// - Returns: How many they are, and whether all of them.
  func putBytes(
    of count: Int, into text: inout PageRecords, _ room: Int, where hasFields: (Int) -> Bool
  ) -> (count: UInt64, isWhole: Bool) {
    var ranges: [(source: UInt16, range: Range<UInt64>)] = []
    var isWhole = false
    let attempts: [(most: UInt64, isOfAll: Bool)] = [
      (1 << 20, true), (64 << 10, true), (4_096, true), (512, true), (64 << 10, false), (4_096, false),
      (512, false), (64, false), (0, false),
    ]
    for (most, isOfAll) in attempts {
      (ranges, isWhole) = self.ranges(of: count, most) { isOfAll || hasFields($0) }
      let bytes = ranges.reduce(0) { $0 + UInt64($1.range.count) }
      if bytes / 3 * 4 + UInt64(ranges.count * 24) < UInt64(room) { break }
    }
    // Of very many ranges each takes room, however short it is.
    var taken = 0
    if let first = ranges.firstIndex(where: { range in
      taken += range.range.count / 3 * 4 + 24
      return taken > room
    }) {
      ranges.removeSubrange(first...)
      isWhole = false
    }
    var written: UInt64 = 0
    text.openArray()
    for (source, range) in ranges {
      let held = document.tree.sources[Int(source)].bytes
      let bytes = held.bytes
      guard let start = Int(exactly: range.lowerBound), let end = Int(exactly: range.upperBound),
        end <= bytes.byteCount
      else { continue }
      text.element(.tight)
      text.openArray()
      text.element(.tight)
      text.put(UInt64(source))
      text.element(.tight)
      text.put(range.lowerBound)
      text.element(.tight)
      text.put(base64: bytes.extracting(start..<end))
      written += UInt64(range.count)
      text.closeArray()
    }
    text.closeArray()
    return (written, isWhole)
  }

  /// What each source has of the first `count` nodes, at most `most` bytes a node, joined where they
  /// touch; bytes that no row describes are payload, of which 256 are enough.
  private func ranges(
    of count: Int, _ most: UInt64, where isWanted: (Int) -> Bool
  ) -> (ranges: [(source: UInt16, range: Range<UInt64>)], isWhole: Bool) {
    let tree = document.tree
    var found: [(source: UInt16, range: Range<UInt64>)] = []
    var isWhole = true
    func add(_ source: UInt16, _ start: UInt64, _ end: UInt64) {
      guard end > start else { return }
      if let last = found.last, last.source == source, last.range.upperBound == start {
        found[found.count - 1].range = last.range.lowerBound..<end
      } else {
        found.append((source, start..<end))
      }
    }
    for (number, index) in tree.indices.prefix(count).enumerated() {
      guard isWanted(number) else {
        isWhole = false
        continue
      }
      let node = tree[index]
      var end = UInt64(document.ownExtent(of: index).byteEnd)
      let isPayload = node.isRaw || tree.program(of: node)?.isOpaque ?? true
      let header = UInt64(node.headerSize)
      let room = isPayload ? min(most, 256) : most
      if end - node.start > header + room {
        isWhole = false
        end = node.start + min(node.size, header) + room
      }
      add(node.source, node.start, min(end, node.end))
    }
    for (number, source) in tree.sources.enumerated() where source.kind != .file {
      // Fields may lie in bytes that no node does: what was taken out of un-synchronised frames.
      guard !found.contains(where: { Int($0.source) == number }) else { continue }
      add(UInt16(number), 0, min(UInt64(source.bytes.byteCount), most))
    }
    return (found, isWhole)
  }
}

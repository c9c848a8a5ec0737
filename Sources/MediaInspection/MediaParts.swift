import Atoms
import ByteReading
package import Structure

/// Names the parts of media data: samples, items, data about samples, and what nobody refers to.
///
/// The map of the file is drawn when the first part is asked for.
package final class MediaParts: PayloadParts, @unchecked Sendable {
  private let document: Document
  private let lock = Lock()
  /// What was made when it was first asked for.
  private var made: Made?
  /// Where the media data begins that was asked for last.
  private var last: Place?

  private struct Made {
    let map: ByteMap
    /// How the samples of each track are divided, where that is known.
    let units: [NALUnits?]
  }

  package init(_ document: Document) { self.document = document }

  private func make() -> Made {
    lock.withLock {
      if let made { return made }
      let map = ByteMap(document)
      let units = map.tracks.map { track in
        // Protected samples keep the first bytes of their units in the clear.
        track.description.sampleEntry.flatMap { NALUnits(entry: $0, in: track.home) }
      }
      let made = Made(map: map, units: units)
      self.made = made
      return made
    }
  }

  /// The place in the map where the media data of the node at `index` begins, and where it ends;
  /// `nil` for other nodes.
  ///
  /// - Complexity: O(*r*) in the ranges before it, and O(1) from one node to the next.
  private func ranges(in index: NodeIndex, _ map: ByteMap) -> (place: Place, end: UInt64)? {
    let node = document.tree[index]
    guard node.source == 0, PlainAtoms.mediaData.contains(node.type), !node.isRaw
    else { return nil }
    let start = UInt64(document.ownPayload(of: index).byteOffset)
    return lock.withLock {
      // To begin anew is a look at all chunks, where the first ones have no bytes.
      var place: Place
      if let last, last.next.map({ $0.start <= start }) ?? false {
        place = last
      } else {
        place = Place(iterator: map.ranges.makeIterator())
      }
      while let next = place.next, next.start < start { place.advance() }
      last = place
      return (place, node.end)
    }
  }

  /// A place in the ranges of the map.
  private struct Place {
    private var iterator: ByteMap.Ranges.Iterator
    private(set) var next: ByteMap.Range?

    init(iterator: ByteMap.Ranges.Iterator) {
      self.iterator = iterator
      advance()
    }

    mutating func advance() { next = iterator.next() }

    /// The next range, when it begins before `end`.
    mutating func take(before end: UInt64) -> ByteMap.Range? {
      guard let range = next, range.start < end else { return nil }
      advance()
      return range
    }
  }

  private func count(_ range: ByteMap.Range) -> Int {
    guard case .samples = range.owner, range.firstSample > 0 else { return 1 }
    return max(1, range.lastSample &- range.firstSample &+ 1)
  }

  package func count(in node: NodeIndex) -> Int {
    let made = make()
    guard let found = ranges(in: node, made.map) else { return 0 }
    var place = found.place
    var count = 0
    while let range = place.take(before: found.end) { count &+= self.count(range) }
    return count
  }

  package func pass(
    _ wanted: Range<Int>, in node: NodeIndex, _ body: (PayloadPart) -> Bool
  ) {
    let made = make()
    var passed = 0
    var lists: [Int: (samples: Samples, next: Int)] = [:]
    guard let found = ranges(in: node, made.map) else { return }
    var place = found.place
    while let range = place.take(before: found.end) {
      let count = count(range)
      defer { passed &+= count }
      if passed &+ count <= wanted.lowerBound { continue }
      if passed >= wanted.upperBound { return }
      guard case .samples(let track) = range.owner, range.firstSample > 0 else {
        if !body(part(range, made.map)) { return }
        continue
      }
      let first = range.firstSample &+ max(0, wanted.lowerBound &- passed)
      let last = range.firstSample &+ min(count, wanted.upperBound &- passed) &- 1
      var list = lists[track] ?? (made.map.tracks[track].samples(from: first), first)
      if list.next != first { list = (made.map.tracks[track].samples(from: first), first) }
      while let sample = list.samples.next() {
        list.next = sample.number &+ sample.count
        if let part = part(sample, in: range, made, track), !body(part) { return }
        if list.next > last { break }
      }
      lists[track] = list
    }
  }

  /// A sample as far as it lies in `range`.
  private func part(
    _ sample: Sample, in range: ByteMap.Range, _ made: Made, _ track: Int
  ) -> PayloadPart? {
    guard let start = sample.offset, let end = sample.end, start < range.end, end > range.start
    else { return nil }
    let from = Int(max(start, range.start))
    let to = Int(min(end, range.end))
    var note = ""
    if let units = made.units[track], start >= range.start, end <= range.end {
      note = units.names(in: from..<to, of: document.tree.file)
    } else if start < range.start || end > range.end {
      note = "a part of it"
    }
    return PayloadPart(
      start: from, end: to, name: "track \(made.map.tracks[track].id) sample \(sample.number)",
      note: note)
  }

  private func part(_ range: ByteMap.Range, _ map: ByteMap) -> PayloadPart {
    let name: String
    switch range.owner {
    case .samples(let track): name = "track \(map.tracks[track].id)"
    case .auxiliary(let track): name = "track \(map.tracks[track].id) auxiliary"
    case .item(let id): name = "item \(id)"
    case .shared: name = "referred to twice"
    default: name = "nobody's"
    }
    return PayloadPart(start: Int(range.start), end: Int(range.end), name: name, note: "")
  }
}

import Structure

/// Where the data of items lie in the file (14496-12 §8.11.3).
///
/// An item may have its data in others, which have theirs in others again. Each item is worked out
/// once, whatever refers to it and however often, and all of them together take no more than a number
/// of ranges that follows from the rows of `iloc`: what a file of a kilobyte claims may be 16 ranges
/// to the power of 8.
struct ItemPlaces: Sendable {
  /// What is known of an item.
  enum Place: Sendable {
    /// Its ranges are `count` from `first` on, with as many bytes in all.
    case found(first: Int, count: Int, byteCount: UInt64)
    /// Another file holds it, it does not fit what it lies in, or it lies in itself.
    case absent
    /// Its ranges are more than are followed.
    case tooMany
    /// It is being worked out: who asks now lies in itself.
    case open
  }

  /// What extents are parts of.
  private enum Whole {
    case range(Range<UInt64>)
    case item(Place)
  }

  /// The ranges of all items, those of one beside each other.
  private(set) var ranges: [Range<UInt64>] = []
  /// For each range, the bytes of its item before it.
  private var before: [UInt64] = []
  private var places: [UInt64: Place] = [:]
  private let locations: [UInt64: ItemDirectory.Location]
  private let sources: [UInt64: [UInt64]]
  private let file: Range<UInt64>
  private let data: Range<UInt64>?
  /// Ranges of items in items that there may be in all.
  private let limit: Int
  /// Those that there are.
  private var followed = 0
  /// Extents looked at, and ranges made.
  private(set) var steps = 0

  /// Ranges of items in items that there may be in a file of few rows.
  static let least = 4_096

  /// Works out where all items lie.
  ///
  /// - Parameters:
  ///   - order: The items, in the order of `iloc`.
  ///   - locations: What `iloc` says of each.
  ///   - sources: The items that each refers to for its data, in the order of its references.
  ///   - file: The bytes of the file.
  ///   - data: Those of `idat` in the file; `nil` when there is none.
  /// - Complexity: O(*n*) in the number of extents.
  init(
    _ order: [UInt64], _ locations: [UInt64: ItemDirectory.Location],
    sources: [UInt64: [UInt64]], file: Range<UInt64>, data: Range<UInt64>?
  ) {
    (self.locations, self.sources, self.file, self.data) = (locations, sources, file, data)
    limit = Self.least + 4 * locations.values.reduce(0) { $0 + $1.extents.count }
    for item in order where places[item] == nil { resolve(item) }
  }

  /// Where the data of an item lie.
  subscript(item: UInt64) -> Place { places[item] ?? .absent }

  // MARK: One item

  /// Works out `item`, and before it those that it has its data in, without recursion.
  private mutating func resolve(_ item: UInt64) {
    var way: [(item: UInt64, next: Int)] = [(item, 0)]
    places[item] = .open
    while let (item, next) = way.last {
      steps += 1
      guard let location = locations[item], location.method == 2, next < location.extents.count
      else {
        places[item] = place(of: item)
        way.removeLast()
        continue
      }
      way[way.count - 1].next += 1
      guard let source = source(of: location.extents[next].index, of: item), places[source] == nil
      else { continue }
      places[source] = .open
      way.append((source, 0))
    }
  }

  /// The item that an extent of `item` is a part of; an index of 0 is the first.
  private func source(of index: UInt64, of item: UInt64) -> UInt64? {
    guard let list = sources[item] else { return nil }
    let place = index == 0 ? 0 : index - 1
    return place < UInt64(list.count) ? list[Int(place)] : nil
  }

  /// Puts the ranges of `item` together: those that it has its data in are known.
  private mutating func place(of item: UInt64) -> Place {
    guard let location = locations[item] else { return .absent }
    let first = ranges.count
    var total: UInt64 = 0
    for index in location.extents.indices {
      steps += 1
      var problem: Place?
      let room = location.method == 2 ? limit - followed : .max
      var made: [Range<UInt64>] = []
      switch part(index, of: item, location, atMost: room == .max ? .max : room + 1, into: &made) {
      case .found: if made.count > room { problem = .tooMany }
      case let other: problem = other
      }
      steps += made.count
      if location.method == 2 { followed += min(made.count, room) }
      if problem == nil {
        for range in made {
          ranges.append(range)
          before.append(total)
          let (sum, overflow) = total.addingReportingOverflow(UInt64(range.count))
          if overflow { problem = .tooMany }
          total = sum
        }
      }
      if let problem {
        ranges.removeSubrange(first...)
        before.removeSubrange(first...)
        return problem
      }
    }
    return .found(first: first, count: ranges.count - first, byteCount: total)
  }

  // MARK: One extent

  /// Where the extent `index` of `item` lies: appends its ranges, no more than `count` of them.
  ///
  /// - Returns: `.found` with all its bytes, or why there are no ranges.
  func part(
    _ index: Int, of item: UInt64, _ location: ItemDirectory.Location, atMost count: Int,
    into found: inout [Range<UInt64>]
  ) -> Place {
    guard location.reference == 0, index < location.extents.count else { return .absent }
    let extent = location.extents[index]
    let (offset, overflow) = location.base.addingReportingOverflow(extent.offset)
    if overflow { return .absent }
    let whole: Whole
    let size: UInt64
    switch location.method {
    case 0: (whole, size) = (.range(file), UInt64(file.count))
    case 1:
      guard let data else { return .absent }
      (whole, size) = (.range(data), UInt64(data.count))
    case 2:
      guard let source = source(of: extent.index, of: item) else { return .absent }
      let place = self[source]
      switch place {
      case .found(_, _, let byteCount): (whole, size) = (.item(place), byteCount)
      case .tooMany: return .tooMany
      case .absent, .open: return .absent
      }
    default: return .absent
    }
    guard offset <= size else { return .absent }
    // A length of 0 is all there is, if the item has no other extent.
    let isWhole = extent.length == 0 && location.extents.count == 1
    let length = isWhole ? size - offset : extent.length
    guard length <= size - offset else { return .absent }
    append(whole, from: offset, byteCount: length, atMost: count, to: &found)
    return .found(first: 0, count: found.count, byteCount: length)
  }

  /// `byteCount` bytes from `offset` on of what `whole` holds; it holds as many.
  private func append(
    _ whole: Whole, from offset: UInt64, byteCount: UInt64, atMost count: Int,
    to found: inout [Range<UInt64>]
  ) {
    switch whole {
    case .range(let range):
      let start = range.lowerBound + offset
      if byteCount > 0, count > 0 { found.append(start..<start + byteCount) }
    case .item(.found(let first, let rangeCount, _)):
      var left = byteCount
      var index = lastRange(from: first, count: rangeCount, beginningUpTo: offset)
      var skip = offset
      if index < first + rangeCount { skip -= before[index] }
      while left > 0, found.count < count, index < first + rangeCount {
        let range = ranges[index]
        let size = UInt64(range.count)
        index += 1
        if skip >= size {
          skip -= size
          continue
        }
        let taken = min(size - skip, left)
        found.append(range.lowerBound + skip..<range.lowerBound + skip + taken)
        skip = 0
        left -= taken
      }
    case .item: break
    }
  }

  /// The last of `count` ranges from `first` on that does not begin behind `offset` of their item;
  /// `first` when there is none.
  private func lastRange(from first: Int, count: Int, beginningUpTo offset: UInt64) -> Int {
    var (low, high) = (first, first + count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if before[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

import Atoms
import ByteReading
import EmbeddedMetadata
import Structure

/// What the hash of a file leaves out, as an assertion says it: ranges of bytes (C2PA 2.1 §18.5), or boxes by their
/// paths (§18.6).
struct HashExclusions {
  /// Bytes that are left out.
  struct Left {
    let range: Range<Int>
    /// Why, by its place in ``paths``.
    let path: Int
  }

  /// In the order of the file, each byte in one of them.
  private(set) var left: [Left] = []
  /// What names them, one for each exclusion: the path of a box, or none for a range.
  private(set) var paths: [String] = []
  /// Where boxes begin whose places stand before their bytes, in eight bytes each, in the order of the file.
  private(set) var places: [Int] = []

  /// Exclusions, with what they ask of boxes and the parts of these: each may have all boxes of a file gone through.
  static let limit = 64
  /// Ranges of all boxes that are left out.
  static let rangeLimit = 1 << 20
  /// Steps from box to box.
  static let stepLimit = 1 << 24

  private let document: Document
  private var tree: Tree { document.tree }
  private var steps = 0

  /// - Returns: `nil` for one that says something else, or more than is looked at.
  /// - Complexity: O(*n*) in the boxes at the top for each exclusion, up to ``stepLimit``.
  init?(_ assertion: CBORValue, label: String, _ document: Document) {
    self.document = document
    let exclusions = assertion.value(forKey: "exclusions", in: document.tree.file.bytes)?.items ?? []
    let bytes = document.tree.file.bytes
    var asked = exclusions.count
    for exclusion in exclusions.prefix(Self.limit) {
      asked += exclusion.value(forKey: "subset", in: bytes)?.items.count ?? 0
      asked += exclusion.value(forKey: "data", in: bytes)?.items.count ?? 0
    }
    guard asked <= Self.limit else { return nil }
    if label.hasPrefix("c2pa.hash.bmff") {
      guard addBoxes(exclusions, countsPlaces: label != "c2pa.hash.bmff") else { return nil }
    } else {
      guard addRanges(exclusions) else { return nil }
    }
    document.work.charge(steps + left.count)
    divide()
  }

  /// Puts ranges in the order of the file, and takes from each what an earlier one has.
  private mutating func divide() {
    left.sort { $0.range.lowerBound < $1.range.lowerBound }
    var end = 0
    left = left.compactMap { one in
      let start = max(end, one.range.lowerBound)
      guard start < one.range.upperBound else { return nil }
      end = one.range.upperBound
      return Left(range: start..<end, path: one.path)
    }
  }

  /// Ranges that are named by their first byte and their length.
  private mutating func addRanges(_ exclusions: [CBORValue]) -> Bool {
    let bytes = tree.file.bytes
    for exclusion in exclusions {
      guard let start = exclusion.value(forKey: "start", in: bytes)?.number,
        let length = exclusion.value(forKey: "length", in: bytes)?.number,
        let range = Self.range(start, length, within: bytes.byteCount)
      else { return false }
      left.append(Left(range: range, path: paths.count))
      paths.append("")
    }
    return true
  }

  private static func range(_ start: UInt64, _ length: UInt64, within count: Int) -> Range<Int>? {
    let (end, overflows) = start.addingReportingOverflow(length)
    guard !overflows, end <= UInt64(clamping: count) else { return nil }
    return Int(start)..<Int(end)
  }

  // MARK: Boxes

  /// Boxes that are named by their path; `countsPlaces` notes the place of each box of the top that is not left out.
  private mutating func addBoxes(_ exclusions: [CBORValue], countsPlaces: Bool) -> Bool {
    let bytes = tree.file.bytes
    var whole: Set<Int> = []
    for exclusion in exclusions {
      guard let path = exclusion.value(forKey: "xpath", in: bytes)?.string(in: bytes), let nodes = nodes(at: path)
      else { return false }
      let name = paths.count
      paths.append(path)
      for node in nodes {
        guard let isMeant = matches(exclusion, node) else { return false }
        guard isMeant else { continue }
        let start = Int(clamping: tree[node].start)
        let box = start..<max(start, Int(clamping: tree[node].end))
        guard box.upperBound <= bytes.byteCount else { return false }
        let subsets = exclusion.value(forKey: "subset", in: bytes)?.items ?? []
        if subsets.isEmpty {
          left.append(Left(range: box, path: name))
          whole.insert(box.lowerBound)
        }
        for subset in subsets {
          guard let offset = subset.value(forKey: "offset", in: bytes)?.number,
            let length = subset.value(forKey: "length", in: bytes)?.number
          else { return false }
          guard offset < UInt64(box.count) else { continue }
          let room = UInt64(box.count) &- offset
          let start = box.lowerBound &+ Int(offset)
          let range = start..<start &+ Int(length == 0 ? room : min(length, room))
          left.append(Left(range: range, path: name))
        }
        guard left.count <= Self.rangeLimit else { return false }
      }
    }
    guard countsPlaces else { return true }
    for node in tree.children(of: nil) where !tree[node].isRaw && tree[node].source == 0 {
      let start = Int(clamping: tree[node].start)
      if !whole.contains(start) { places.append(start) }
    }
    return true
  }

  /// The nodes at a path of types: `/moov/trak/mdia`; `nil` for one with anything else in it.
  private mutating func nodes(at path: String) -> [NodeIndex]? {
    let types = path.split(separator: "/", omittingEmptySubsequences: true)
    guard path.hasPrefix("/"), !types.isEmpty, types.count <= 16 else { return nil }
    var nodes: [NodeIndex] = []
    for (depth, part) in types.enumerated() {
      guard part.utf8.count == 4, let type = FourCC(key: String(part)) else { return nil }
      nodes = depth == 0 ? children(of: nil, type) : nodes.flatMap { children(of: $0, type) }
      guard steps <= Self.stepLimit else { return nil }
    }
    return nodes
  }

  private mutating func children(of parent: NodeIndex?, _ type: FourCC) -> [NodeIndex] {
    var found: [NodeIndex] = []
    guard steps <= Self.stepLimit else { return found }
    for child in tree.children(of: parent) {
      steps += 1
      if tree[child].type == type, tree[child].source == 0, !tree[child].isRaw { found.append(child) }
    }
    return found
  }

  /// Whether an exclusion is of this box: its length, version, flags and some of its bytes; `nil` when it asks for
  /// something else.
  private func matches(_ exclusion: CBORValue, _ node: NodeIndex) -> Bool? {
    let bytes = tree.file.bytes
    let (start, size) = (Int(clamping: tree[node].start), tree[node].size)
    if let length = exclusion.value(forKey: "length", in: bytes), !length.isNull {
      guard let length = length.number else { return nil }
      if length != size { return false }
    }
    let payload = Int(clamping: tree[node].payloadStart)
    if let version = exclusion.value(forKey: "version", in: bytes), !version.isNull {
      guard let version = version.number else { return nil }
      if bytes.byte(at: payload).map(UInt64.init) != version { return false }
    }
    if let flags = exclusion.value(forKey: "flags", in: bytes), !flags.isNull {
      guard let wanted = flags.byteRange, wanted.count == 3,
        let mask = bytes.bigEndian(at: wanted.lowerBound, count: 3),
        let found = bytes.bigEndian(at: payload &+ 1, count: 3)
      else { return nil }
      let isExact = exclusion.value(forKey: "exact", in: bytes)?.flag ?? true
      if isExact ? found != mask : found & mask != mask { return false }
    }
    for part in exclusion.value(forKey: "data", in: bytes)?.items ?? [] {
      guard let offset = part.value(forKey: "offset", in: bytes)?.number,
        let value = part.value(forKey: "value", in: bytes)?.byteRange
      else { return nil }
      guard let range = Self.range(offset, UInt64(value.count), within: Int(clamping: size)),
        start &+ range.upperBound <= bytes.byteCount
      else { return false }
      for place in 0..<value.count
      where bytes.byte(at: start &+ range.lowerBound &+ place) != bytes.byte(at: value.lowerBound &+ place) {
        return false
      }
    }
    return true
  }

  // MARK: The digest

  /// The digest of `region` without what is left out; each of ``places`` in it stands before what lies there.
  ///
  /// - Returns: The digest, and the number of bytes of the file in it.
  /// - Complexity: O(*n*) in the bytes of the region, and O(log *m*) in the ranges that are left out.
  func digest(of region: Range<Int>) -> (digest: SHA256.Digest, count: UInt64) {
    let bytes = tree.file.bytes
    document.work.charge(region.count / 64)
    var hash = SHA256()
    var covered: UInt64 = 0
    var next = (0..<left.count).partitionPoint { left[$0].range.upperBound <= region.lowerBound }
    var position = region.lowerBound
    func add(to end: Int, _ hash: inout SHA256) {
      while position < end {
        if next < left.count, left[next].range.upperBound <= position { next &+= 1 }
        if next < left.count, left[next].range.lowerBound <= position {
          position = min(end, left[next].range.upperBound)
          continue
        }
        let stop = min(end, next < left.count ? left[next].range.lowerBound : end)
        hash.update(bytes.extracting(position..<stop))
        covered &+= UInt64(stop &- position)
        position = stop
      }
    }
    var place = (0..<places.count).partitionPoint { places[$0] < region.lowerBound }
    while place < places.count, places[place] < region.upperBound {
      add(to: places[place], &hash)
      let offset = UInt64(places[place])
      let number = (0..<8).map { UInt8(truncatingIfNeeded: offset &>> UInt64(56 &- 8 &* $0)) }
      hash.update(number.rawBytes)
      place &+= 1
    }
    add(to: region.upperBound, &hash)
    return (hash.digest, covered)
  }
}

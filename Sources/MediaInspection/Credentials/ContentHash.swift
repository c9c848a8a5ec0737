import Atoms
import ByteReading
import EmbeddedMetadata
import Structure

/// The hash of a file without some of its bytes, as an assertion says which (C2PA 2.1 §15.12, §18.5, §18.6).
struct ContentHash {
  private(set) var verdict: ContentCredentials.Verdict
  private(set) var coveredBytes: UInt64?

  /// Files up to this size are hashed.
  static let byteLimit = 1 << 30
  static let exclusionLimit = 256

  private let document: Document
  private var tree: Tree { document.tree }

  /// - Parameter algorithm: What the claim says, where the assertion does not.
  /// - Complexity: O(*n*) in the bytes of the file.
  init(_ assertion: CBORValue, label: String, algorithm: CBORValue?, _ document: Document) {
    self.document = document
    verdict = .notChecked(.exclusions)
    let bytes = document.tree.file.bytes
    let named = assertion.value(forKey: "alg", in: bytes).flatMap { $0.isNull ? nil : $0 } ?? algorithm
    guard let hash = assertion.value(forKey: "hash", in: bytes)?.byteRange else {
      verdict = .notChecked(assertion.value(forKey: "merkle", in: bytes) == nil ? .missing : .tree)
      return
    }
    if let merkle = assertion.value(forKey: "merkle", in: bytes), !merkle.isNull {
      verdict = .notChecked(.tree)
      return
    }
    guard hash.count == 32, named?.string(in: bytes) == "sha256" else {
      verdict = .notChecked(.algorithm)
      return
    }
    guard bytes.byteCount <= Self.byteLimit else {
      verdict = .notChecked(.size)
      return
    }
    let digest: SHA256.Digest?
    if label.hasPrefix("c2pa.hash.bmff") {
      digest = boxes(assertion, countsPlaces: label != "c2pa.hash.bmff")
    } else if label.hasPrefix("c2pa.hash.data") {
      digest = ranges(assertion)
    } else {
      digest = nil
    }
    guard let digest else { return }
    // In a damaged file a box that is left out may not have been found.
    verdict =
      bytes.extracting(hash).isSame(as: digest)
      ? .matches : document.problems.errors == 0 ? .differs : .notChecked(.cut)
  }

  // MARK: Bytes

  /// The digest without ranges that are named by their first byte and their length.
  private mutating func ranges(_ assertion: CBORValue) -> SHA256.Digest? {
    let bytes = tree.file.bytes
    let exclusions = assertion.value(forKey: "exclusions", in: bytes)?.items ?? []
    guard exclusions.count <= Self.exclusionLimit else { return nil }
    var left: [Range<Int>] = []
    for exclusion in exclusions {
      guard let start = exclusion.value(forKey: "start", in: bytes)?.number,
        let length = exclusion.value(forKey: "length", in: bytes)?.number,
        let range = Self.range(start, length, within: bytes.byteCount)
      else { return nil }
      left.append(range)
    }
    return digest(without: left, places: [])
  }

  private static func range(_ start: UInt64, _ length: UInt64, within count: Int) -> Range<Int>? {
    let (end, overflows) = start.addingReportingOverflow(length)
    guard !overflows, end <= UInt64(count) else { return nil }
    return Int(start)..<Int(end)
  }

  // MARK: Boxes

  /// The digest without boxes that are named by their path; `countsPlaces` puts the place of each box of the top
  /// that is not left out before its bytes.
  private mutating func boxes(_ assertion: CBORValue, countsPlaces: Bool) -> SHA256.Digest? {
    let bytes = tree.file.bytes
    let exclusions = assertion.value(forKey: "exclusions", in: bytes)?.items ?? []
    guard exclusions.count <= Self.exclusionLimit else { return nil }
    var left: [Range<Int>] = []
    var whole: Set<Int> = []
    for exclusion in exclusions {
      guard let path = exclusion.value(forKey: "xpath", in: bytes)?.string(in: bytes), let nodes = nodes(at: path)
      else { return nil }
      for node in nodes {
        guard let isMeant = matches(exclusion, node) else { return nil }
        guard isMeant else { continue }
        let box = Int(tree[node].start)..<Int(tree[node].start) + Int(clamping: tree[node].size)
        guard box.upperBound <= bytes.byteCount else { return nil }
        let subsets = exclusion.value(forKey: "subset", in: bytes)?.items ?? []
        if subsets.isEmpty {
          left.append(box)
          whole.insert(box.lowerBound)
        }
        for subset in subsets {
          guard let offset = subset.value(forKey: "offset", in: bytes)?.number,
            let length = subset.value(forKey: "length", in: bytes)?.number
          else { return nil }
          guard offset < UInt64(box.count) else { continue }
          let room = UInt64(box.count) - offset
          let start = box.lowerBound + Int(offset)
          left.append(start..<start + Int(length == 0 ? room : min(length, room)))
        }
        guard left.count <= 1 << 20 else { return nil }
      }
    }
    let places =
      countsPlaces
      ? tree.children(of: nil).filter { !tree[$0].isRaw }.map { Int(tree[$0].start) }.filter { !whole.contains($0) }
      : []
    return digest(without: left, places: places)
  }

  /// The nodes at a path of types: `/moov/trak/mdia`; `nil` for one with anything else in it.
  private func nodes(at path: String) -> [NodeIndex]? {
    let types = path.split(separator: "/", omittingEmptySubsequences: true)
    guard path.hasPrefix("/"), !types.isEmpty, types.count <= 16 else { return nil }
    var nodes: [NodeIndex]?
    for part in types {
      guard part.utf8.count == 4, let type = FourCC(key: String(part)) else { return nil }
      if let parents = nodes {
        nodes = parents.flatMap { parent in tree.children(of: parent).filter { tree[$0].type == type } }
      } else {
        nodes = tree.children(of: nil).filter { tree[$0].type == type }
      }
      document.work.charge(nodes?.count ?? 0)
    }
    return (nodes ?? []).filter { tree[$0].source == 0 && !tree[$0].isRaw }
  }

  /// Whether an exclusion is of this box: its length, version, flags and some of its bytes; `nil` when it asks for
  /// something else.
  private func matches(_ exclusion: CBORValue, _ node: NodeIndex) -> Bool? {
    let bytes = tree.file.bytes
    let (start, size) = (Int(tree[node].start), tree[node].size)
    if let length = exclusion.value(forKey: "length", in: bytes), !length.isNull {
      guard let length = length.number else { return nil }
      if length != size { return false }
    }
    let payload = Int(tree[node].payloadStart)
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
      guard let offset = part.value(forKey: "offset", in: bytes)?.number, let value = part.value(forKey: "value", in: bytes)?.byteRange
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

  /// The digest of the file without the ranges `left`; each of `places` stands, in eight bytes, before what lies
  /// there.
  private mutating func digest(without left: [Range<Int>], places: [Int]) -> SHA256.Digest? {
    let bytes = tree.file.bytes
    document.work.charge(bytes.byteCount / 64)
    var hash = SHA256()
    var covered: UInt64 = 0
    var position = 0
    let left = left.sorted { $0.lowerBound < $1.lowerBound }
    var next = 0
    func add(to end: Int, _ hash: inout SHA256) {
      var at = position
      while at < end {
        while next < left.count, left[next].upperBound <= at { next += 1 }
        if next < left.count, left[next].lowerBound <= at {
          at = min(end, left[next].upperBound)
          continue
        }
        let stop = min(end, next < left.count ? left[next].lowerBound : end)
        hash.update(bytes.extracting(at..<stop))
        covered += UInt64(stop - at)
        at = stop
      }
      position = max(position, at)
    }
    for place in places.sorted() {
      guard place >= position, place <= bytes.byteCount else { return nil }
      add(to: place, &hash)
      let number = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(place) &>> UInt64(56 &- 8 &* $0)) }
      hash.update(number.rawBytes)
    }
    add(to: bytes.byteCount, &hash)
    coveredBytes = covered
    return hash.digest
  }
}

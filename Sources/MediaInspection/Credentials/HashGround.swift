import Atoms
import ByteReading
import EmbeddedMetadata
import Structure

/// What trees of hashes divide: fragments, media data, and the boxes that say which piece is which leaf.
struct HashGround {
  /// A box of content credentials in front of a piece (C2PA 2.1 §A.5.4).
  struct Proof {
    let start: Int
    let uniqueID: UInt64
    let localID: UInt64
    /// The leaf.
    let location: UInt64
    /// Hashes that lead from it up to a row of its tree.
    let hashes: [Range<Int>]?
  }

  /// From each `moof` to the next one, or to the end of the last box.
  private(set) var fragments: [Range<Int>] = []
  /// Boxes of media data, with their headers.
  private(set) var media: [Range<Int>] = []
  private(set) var proofs: [Proof] = []
  /// Where the last box ends.
  private(set) var end = 0

  /// Fragments, boxes of media data, and proofs, of each so many.
  static let limit = 1 << 16

  /// - Complexity: O(*n*) in the boxes at the top.
  init(_ document: Document) {
    let tree = document.tree
    let reader = NodeReader(document)
    var starts: [Int] = []
    var steps = 0
    for node in tree.children(of: nil) where tree[node].source == 0 && !tree[node].isRaw {
      steps += 1
      let range = Self.range(of: node, in: tree)
      end = max(end, range.upperBound)
      switch tree[node].type {
      case "moof": if starts.count <= Self.limit { starts.append(range.lowerBound) }
      case "mdat": if media.count <= Self.limit { media.append(range) }
      case "uuid":
        if proofs.count <= Self.limit, let proof = Self.proof(node, range.lowerBound, reader) { proofs.append(proof) }
      default: break
      }
    }
    document.work.charge(steps)
    for (place, start) in starts.enumerated() {
      fragments.append(start..<(place + 1 < starts.count ? starts[place + 1] : end))
    }
  }

  /// Where a box lies, as far as it is in the file.
  private static func range(of node: NodeIndex, in tree: Tree) -> Range<Int> {
    let size = tree.file.bytes.byteCount
    let start = min(size, Int(clamping: tree[node].start))
    return start..<max(start, min(size, Int(clamping: tree[node].end)))
  }

  private static func proof(_ node: NodeIndex, _ start: Int, _ reader: NodeReader) -> Proof? {
    let tree = reader.document.tree
    let bytes = tree.file.bytes
    guard reader.view(CredentialsBox.self, of: node).text(.box_purpose) == "merkle",
      let content = tree.firstChild(of: node), tree[content].type == "CBOR",
      let value = CBORValue.read(bytes, in: range(of: content, in: tree)),
      let uniqueID = value.value(forKey: "uniqueId", in: bytes)?.number,
      let localID = value.value(forKey: "localId", in: bytes)?.number,
      let location = value.value(forKey: "location", in: bytes)?.number
    else { return nil }
    let hashes = value.value(forKey: "hashes", in: bytes).flatMap { $0.isNull ? nil : $0 }
    return Proof(
      start: start, uniqueID: uniqueID, localID: localID, location: location,
      // More than a tree of 2⁶⁴ leaves is high are too many anyway.
      hashes: hashes.map { $0.items.prefix(65).map { $0.byteRange ?? 0..<0 } })
  }
}

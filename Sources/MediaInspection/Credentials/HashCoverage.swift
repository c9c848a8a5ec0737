import Atoms
import ByteReading
import EmbeddedMetadata
package import Structure

/// Which bytes of a file the hash of its content credentials covers. Nothing is hashed for that.
package struct HashCoverage: Sendable {
  /// What is done with bytes.
  package enum Kind: Sendable, Equatable {
    /// They are hashed with the file, or with its initialization segment.
    case hashed
    /// They are a piece with a hash of its own: the tree, and the leaf in it.
    case piece(tree: Int, location: UInt64)
    /// They are left out, by one of ``HashCoverage/paths``.
    case leftOut(Int)
    /// No hash covers them, and none leaves them out.
    case uncovered
  }

  /// Bytes of one kind that follow one another.
  package struct Part: Sendable, Equatable {
    package var start: UInt64
    package var end: UInt64
    package let kind: Kind
  }

  /// The label of the assertion: `c2pa.hash.bmff.v2`.
  package let label: String
  /// The program that made the claim.
  package let generator: String?
  /// Each byte of the file, in order; none when it is not understood what is covered.
  package let parts: [Part]
  /// The paths of boxes that are left out; empty texts for ranges.
  package let paths: [String]
  /// The bytes that are hashed.
  package let covered: UInt64

  /// What the last claim about the file covers.
  ///
  /// - Returns: `nil` for a file without a hash of it.
  /// - Complexity: O(*n*) in the boxes, and in the ranges that are left out.
  package init?(of document: Document) {
    guard let assertion = ContentCredentials.fileHash(of: document) else { return nil }
    label = assertion.label
    generator = assertion.generator
    guard
      let binding = HashBinding(
        assertion.value, label: assertion.label, algorithm: assertion.algorithm, document)
    else {
      (parts, paths, covered) = ([], [], 0)
      return
    }
    paths = binding.exclusions.paths
    (parts, covered) = Self.parts(of: binding, document)
  }

  /// What is done with the bytes of a range, of which each is in one part.
  package struct Share: Sendable, Equatable {
    /// The bytes that are hashed with the file.
    package var hashed: UInt64 = 0
    package var pieces: UInt64 = 0
    package var leftOut: UInt64 = 0
    /// Those that no hash covers, and none leaves out.
    package var uncovered: UInt64 = 0
    /// The first and the last piece, and their tree, where all are of one.
    package var locations: ClosedRange<UInt64>?
    package var tree: Int?

    package init() {}
  }

  /// What is done with the bytes from `start` to `end`.
  ///
  /// - Complexity: O(log *n* + *m*) in all parts, and those of the range.
  package func share(from start: UInt64, to end: UInt64) -> Share {
    var share = Share()
    var place = (0..<parts.count).partitionPoint { parts[$0].end <= start }
    var isOfOneTree = true
    while place < parts.count, parts[place].start < end {
      let part = parts[place]
      let count = min(end, part.end) &- max(start, part.start)
      switch part.kind {
      case .hashed: share.hashed &+= count
      case .leftOut: share.leftOut &+= count
      case .uncovered: share.uncovered &+= count
      case .piece(let tree, let location):
        if let known = share.tree, known != tree { isOfOneTree = false }
        share.pieces &+= count
        share.tree = tree
        let known = share.locations ?? location...location
        share.locations = min(known.lowerBound, location)...max(known.upperBound, location)
      }
      place &+= 1
    }
    if !isOfOneTree { (share.tree, share.locations) = (nil, nil) }
    return share
  }

  /// The parts, joined where all or none of two is hashed.
  package var runs: [(start: UInt64, end: UInt64, isCovered: Bool)] {
    var runs: [(start: UInt64, end: UInt64, isCovered: Bool)] = []
    for part in parts {
      let isCovered =
        switch part.kind {
        case .hashed, .piece: true
        case .leftOut, .uncovered: false
        }
      if let last = runs.last, last.isCovered == isCovered {
        runs[runs.count - 1].end = part.end
      } else {
        runs.append((part.start, part.end, isCovered))
      }
    }
    return runs
  }

  /// Bytes by what is done with them. What a tree has as blocks is left out of the hash of the file; what is left out
  /// of fragments is no part of them.
  static func parts(of binding: HashBinding, _ document: Document) -> (parts: [Part], covered: UInt64) {
    let end = document.tree.file.bytes.byteCount
    var blocks: [(range: Range<Int>, kind: Kind)] = []
    var fragments: [(range: Range<Int>, kind: Kind)] = []
    for (number, tree) in binding.trees.enumerated() {
      for piece in tree.pieces {
        let kind = Kind.piece(tree: number, location: piece.location)
        if tree.isOfFragments { fragments.append((piece.range, kind)) } else { blocks.append((piece.range, kind)) }
      }
      if let initial = tree.initial { fragments.append((initial.range, .hashed)) }
    }
    if binding.whole != nil { fragments.append((0..<end, .hashed)) }
    let layers = [
      Layer(blocks), Layer(binding.exclusions.left.map { ($0.range, .leftOut($0.path)) }), Layer(fragments),
    ]
    var parts: [Part] = []
    var (position, covered) = (0, 0)
    var places = [0, 0, 0]
    while position < end {
      var (kind, stop) = (Kind.uncovered, end)
      for (number, layer) in layers.enumerated() {
        let ranges = layer.ranges
        while places[number] < ranges.count, ranges[places[number]].range.upperBound <= position { places[number] += 1 }
        guard places[number] < ranges.count else { continue }
        let next = ranges[places[number]]
        if next.range.lowerBound <= position {
          (kind, stop) = (next.kind, min(stop, next.range.upperBound))
          break
        }
        stop = min(stop, next.range.lowerBound)
      }
      switch kind {
      case .hashed, .piece: covered += stop - position
      case .leftOut, .uncovered: break
      }
      if let last = parts.last, last.kind == kind {
        parts[parts.count - 1].end = UInt64(stop)
      } else {
        parts.append(Part(start: UInt64(position), end: UInt64(stop), kind: kind))
      }
      position = stop
    }
    return (parts, UInt64(covered))
  }

  /// Ranges in the order of the file, of which each byte is in one: the one that begins first has it.
  private struct Layer {
    private(set) var ranges: [(range: Range<Int>, kind: Kind)] = []

    init(_ all: [(range: Range<Int>, kind: Kind)]) {
      var end = 0
      for (range, kind) in all.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
        let start = max(end, range.lowerBound)
        guard start < range.upperBound else { continue }
        end = range.upperBound
        ranges.append((start..<end, kind))
      }
    }
  }
}

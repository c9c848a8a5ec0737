import Atoms
import ByteReading
import EmbeddedMetadata
import Structure

/// The hashes of a file in pieces, as a row of a tree over them (C2PA 2.1 §18.6.2): fragments, or blocks of media
/// data.
///
/// Nodes of the tree are hashed two at a time; one without a partner goes up as it is.
struct HashTree {
  /// A part of the file with a hash of its own.
  struct Piece {
    let range: Range<Int>
    /// Its place among the leaves of the tree.
    let location: UInt64
    /// Hashes that lead from it up to the row, where a box in front of it has them.
    let proof: [Range<Int>]?
  }

  /// What is hashed before there are any pieces: the initialization segment.
  private(set) var initial: (range: Range<Int>, hash: Range<Int>)?
  /// In the order of the file.
  private(set) var pieces: [Piece] = []
  /// Whether pieces are hashed without what is left out, and with the places of their boxes, as fragments are; blocks
  /// of media data are hashed as they are.
  private(set) var isOfFragments = false
  /// Why there are no pieces, or too few.
  private(set) var reason: HashVerdict.Reason?
  /// How many leaves the tree has.
  private var count: UInt64 = 0
  /// Where the hashes of the row lie.
  private var row: [Range<Int>] = []
  private var isSHA256 = false

  /// Pieces of all trees of a file.
  static let pieceLimit = 1 << 16
  static let limit = 256
  /// The bytes at the beginning of media data that belong to no block: as many as its longest header has.
  private static let headerSize = 16

  /// The trees that an assertion has, in its order.
  ///
  /// - Returns: `nil` when it says something else.
  static func all(_ merkle: CBORValue, algorithm: CBORValue?, _ document: Document) -> [HashTree]? {
    let maps = merkle.items
    guard !maps.isEmpty, maps.count <= limit else { return nil }
    let ground = HashGround(document)
    let bytes = document.tree.file.bytes
    var room = pieceLimit
    return maps.enumerated().map { place, map in
      var tree = HashTree()
      let named = map.value(forKey: "alg", in: bytes).flatMap { $0.isNull ? nil : $0 } ?? algorithm
      tree.isSHA256 = named?.string(in: bytes) == "sha256"
      tree.count = map.value(forKey: "count", in: bytes)?.number ?? 0
      tree.row = map.value(forKey: "hashes", in: bytes)?.items.compactMap(\.byteRange) ?? []
      if let hash = map.value(forKey: "initHash", in: bytes)?.byteRange {
        tree.initial = (0..<(ground.fragments.first?.lowerBound ?? ground.end), hash)
      }
      let (uniqueID, localID) = (
        map.value(forKey: "uniqueId", in: bytes)?.number, map.value(forKey: "localId", in: bytes)?.number
      )
      // A file may have many boxes, and as many trees as there may be look through all of them.
      document.work.charge(ground.proofs.count / 16)
      let boxes = ground.proofs.filter { $0.uniqueID == uniqueID && $0.localID == localID }
      if !ground.fragments.isEmpty {
        tree.isOfFragments = true
        tree.addFragments(ground, boxes, isAlone: maps.count == 1, &room)
      } else if tree.initial != nil {
        // Its fragments are files of their own; media data before them is not what it is about.
        tree.isOfFragments = true
        tree.reason = ground.media.isEmpty ? .elsewhere : .tree
        if !ground.media.isEmpty { tree.initial = nil }
      } else {
        tree.addBlocks(ground, place, of: maps.count, map, boxes, bytes, &room)
      }
      return tree
    }
  }

  /// Fragments, each with the box in front of it that says which leaf it is; one tree may do without boxes.
  private mutating func addFragments(
    _ ground: HashGround, _ boxes: [HashGround.Proof], isAlone: Bool, _ room: inout Int
  ) {
    if boxes.isEmpty {
      guard isAlone, UInt64(ground.fragments.count) == count else {
        reason = .missing
        return
      }
      add(ground.fragments, room: &room)
      return
    }
    var next = 0
    for box in boxes.prefix(room) {
      while next < ground.fragments.count, ground.fragments[next].lowerBound < box.start { next += 1 }
      guard next < ground.fragments.count else { break }
      pieces.append(Piece(range: ground.fragments[next], location: box.location, proof: box.hashes))
    }
    room -= pieces.count
    // Fragments that no box is in front of, and leaves that are not here, are not checked.
    let isWhole = UInt64(Set(pieces.map(\.location)).count) == count && pieces.count == boxes.count
    let isFull = !isAlone || Set(pieces.map(\.range.lowerBound)).count == ground.fragments.count
    if !isWhole || !isFull { reason = boxes.count > pieces.count && room == 0 ? .pieces : .missing }
  }

  /// Blocks of the media data that is the `place`th, of one size, of sizes that are said, or all of it.
  private mutating func addBlocks(
    _ ground: HashGround, _ place: Int, of trees: Int, _ map: CBORValue, _ boxes: [HashGround.Proof],
    _ bytes: RawSpan, _ room: inout Int
  ) {
    let fixed = map.value(forKey: "fixedBlockSize", in: bytes).flatMap { $0.isNull ? nil : $0 }
    let variable = map.value(forKey: "variableBlockSizes", in: bytes).flatMap { $0.isNull ? nil : $0 }
    if fixed == nil, variable == nil, !boxes.isEmpty {
      reason = .chunks
      return
    }
    guard fixed == nil || variable == nil, ground.media.count == trees else {
      reason = .tree
      return
    }
    let box = ground.media[place]
    let area = min(box.upperBound, box.lowerBound &+ Self.headerSize)..<box.upperBound
    var blocks: [Range<Int>] = []
    if let fixed {
      guard let size = fixed.number, size > 0, let number = Int(exactly: min(size, UInt64(Int.max))) else {
        reason = .tree
        return
      }
      guard area.count / number < room else {
        reason = .pieces
        return
      }
      var start = area.lowerBound
      while start < area.upperBound {
        let end = start &+ min(number, area.upperBound &- start)
        blocks.append(start..<end)
        start = end
      }
    } else if let variable {
      var start = area.lowerBound
      for item in variable.items {
        guard let size = item.number, size <= UInt64(area.upperBound &- start) else {
          reason = .tree
          return
        }
        blocks.append(start..<start &+ Int(size))
        start = start &+ Int(size)
      }
      guard start == area.upperBound else {
        reason = .tree
        return
      }
    } else {
      blocks = [area]
    }
    guard UInt64(blocks.count) == count else {
      reason = .tree
      return
    }
    add(blocks, proofs: boxes, room: &room)
  }

  /// Adds pieces in the order of the leaves.
  private mutating func add(_ ranges: [Range<Int>], proofs: [HashGround.Proof] = [], room: inout Int) {
    guard ranges.count <= room else {
      reason = .pieces
      return
    }
    room -= ranges.count
    var known: [UInt64: [Range<Int>]] = [:]
    for proof in proofs { known[proof.location] = proof.hashes }
    pieces = ranges.enumerated().map { place, range in
      Piece(range: range, location: UInt64(place), proof: known[UInt64(place)])
    }
  }
}

// MARK: Comparing

extension HashTree {
  /// Whether the hashes are those of the bytes: of all, and of each piece.
  ///
  /// - Parameter known: Digests of what was hashed before: several trees may have the same pieces, and a file may
  ///   say so of one piece as often as it likes.
  /// - Complexity: O(*n*) in the bytes of the pieces.
  func verdicts(
    _ exclusions: HashExclusions, _ document: Document, known: inout [Range<Int>: SHA256.Digest]
  ) -> (whole: HashVerdict, pieces: [HashVerdict]) {
    guard isSHA256, row.allSatisfy({ $0.count == 32 }), initial?.hash.count ?? 32 == 32 else {
      return (.notChecked(.algorithm), [])
    }
    let bytes = document.tree.file.bytes
    var whole = HashVerdict.matches
    if let initial {
      let digest = Self.digest(of: initial.range, exclusions, &known)
      if !bytes.extracting(initial.hash).isSame(as: digest) { whole = .differs }
    }
    // The hash of an initialization segment is all that it can be held against.
    if reason == .elsewhere { return (whole, []) }
    guard !pieces.isEmpty, let height else { return (whole.and(.notChecked(reason ?? .tree)), []) }
    var leaves: [SHA256.Digest] = []
    var isInOrder = UInt64(pieces.count) == count
    for piece in pieces {
      if piece.location != UInt64(leaves.count) { isInOrder = false }
      if isOfFragments {
        leaves.append(Self.digest(of: piece.range, exclusions, &known))
      } else {
        document.work.charge(piece.range.count / 64)
        leaves.append(SHA256.digest(of: bytes.extracting(piece.range)))
      }
    }
    // Without a proof a piece is as good as all those below the same hash of the row.
    let groups = isInOrder ? self.groups(leaves, height) : []
    var verdicts: [HashVerdict] = []
    for (place, piece) in pieces.enumerated() {
      let target = Int(clamping: piece.location &>> UInt64(height))
      var top: SHA256.Digest?
      var verdict = HashVerdict.differs
      if let proof = piece.proof {
        top = lead(leaves[place], from: piece.location, by: proof, bytes)
      } else if isInOrder {
        top = target < groups.count ? groups[target] : nil
      } else if height == 0 {
        top = leaves[place]
      } else {
        verdict = .notChecked(.missing)
      }
      if let top, piece.location < count, target < row.count, bytes.extracting(row[target]).isSame(as: top) {
        verdict = .matches
      }
      verdicts.append(verdict)
      whole = whole.and(verdict)
    }
    if let reason { whole = whole.and(.notChecked(reason)) }
    return (whole, verdicts)
  }

  private static func digest(
    of range: Range<Int>, _ exclusions: HashExclusions, _ known: inout [Range<Int>: SHA256.Digest]
  ) -> SHA256.Digest {
    if let digest = known[range] { return digest }
    let digest = exclusions.digest(of: range).digest
    known[range] = digest
    return digest
  }

  /// How far above the leaves the row is; `nil` when no row of a tree of so many leaves has as many hashes.
  private var height: Int? {
    var (left, height) = (count, 0)
    guard left > 0, !row.isEmpty else { return nil }
    while left > UInt64(row.count) {
      left = left / 2 &+ left % 2
      height += 1
    }
    return left == UInt64(row.count) ? height : nil
  }

  /// The hashes of the row that these leaves have.
  private func groups(_ leaves: [SHA256.Digest], _ height: Int) -> [SHA256.Digest] {
    var row = leaves
    for _ in 0..<height {
      row = stride(from: 0, to: row.count, by: 2).map { place in
        place + 1 < row.count ? Self.join(row[place], row[place + 1]) : row[place]
      }
    }
    return row
  }

  /// The hash that `leaf` leads to by its proof; `nil` when that is too short, or too long.
  private func lead(
    _ leaf: SHA256.Digest, from location: UInt64, by proof: [Range<Int>], _ bytes: RawSpan
  ) -> SHA256.Digest? {
    var digest = leaf
    var (place, width, next) = (location, count, 0)
    while width > UInt64(row.count) {
      let isRight = place % 2 == 1
      if isRight || place &+ 1 < width {
        guard next < proof.count, proof[next].count == 32 else { return nil }
        var hash = SHA256()
        let own = digest.bytes
        if isRight { hash.update(bytes.extracting(proof[next])) }
        hash.update(own.rawBytes)
        if !isRight { hash.update(bytes.extracting(proof[next])) }
        digest = hash.digest
        next += 1
      }
      place /= 2
      width = width / 2 &+ width % 2
    }
    return next == proof.count ? digest : nil
  }

  private static func join(_ left: SHA256.Digest, _ right: SHA256.Digest) -> SHA256.Digest {
    let both = left.bytes + right.bytes
    return SHA256.digest(of: both.rawBytes)
  }
}

extension RawSpan {
  /// Whether these are the bytes of a digest.
  func isSame(as digest: SHA256.Digest) -> Bool {
    guard byteCount == 32 else { return false }
    for (place, byte) in digest.bytes.enumerated() where self.byte(at: place) != byte { return false }
    return true
  }
}

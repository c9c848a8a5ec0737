import ByteReading

/// Bytes of a file that a list names.
package struct ListedPiece: Sendable {
  /// The place of the file among those of the rendition.
  package let file: Int
  package let bytes: Range<UInt64>
  /// Whether times begin anew at it.
  package let isDiscontinuous: Bool
  /// How long it is said to last, in seconds.
  package let seconds: Double?

  package init(file: Int, bytes: Range<UInt64>, isDiscontinuous: Bool = false, seconds: Double? = nil) {
    (self.file, self.bytes, self.isDiscontinuous, self.seconds) = (file, bytes, isDiscontinuous, seconds)
  }
}

/// The bytes of files that a list names, as all tracks of a rendition are read by them: what their borders divide files into
/// are stretches, and a piece is one stretch, or several that others hold as well.
struct ListedPieces {
  /// In the order of the list.
  let pieces: [ListedPiece]
  /// The stretches that each piece holds.
  private(set) var stretches: [Range<Int>] = []
  /// Where stretches begin, in order; the last of a file is held by none.
  private var starts: [(file: Int, offset: UInt64)] = []
  private var areHeld: [Bool] = []
  /// The pieces that hold any, in the order of their first ones.
  private var byStart: [Int] = []
  /// Where the piece ends that ends last: of all of `byStart` at 1, and of the halves of what stands at a place at twice
  /// that and behind it, down to each of them.
  private var ends: [Int] = []
  /// How many pieces before one begin anew.
  private var restarts = [0]

  /// - Complexity: O(*p* log *p*) in the pieces.
  init(_ pieces: [ListedPiece]) {
    self.pieces = pieces
    let borders = pieces.flatMap { [($0.file, $0.bytes.lowerBound), ($0.file, $0.bytes.upperBound)] }.sorted { $0 < $1 }
    for border in borders where starts.last.map({ $0 < border }) ?? true { starts.append(border) }
    for piece in pieces {
      let first = place(of: piece.bytes.lowerBound, in: piece.file)
      stretches.append(first..<max(first, place(of: piece.bytes.upperBound, in: piece.file)))
      restarts.append(restarts[restarts.count - 1] + (piece.isDiscontinuous ? 1 : 0))
    }
    areHeld = Self.areHeld(starts.count, by: stretches)
    let stretches = stretches
    byStart = stretches.indices.filter { !stretches[$0].isEmpty }.sorted { stretches[$0].lowerBound < stretches[$1].lowerBound }
    var width = 1
    while width < byStart.count { width *= 2 }
    ends = Array(repeating: 0, count: 2 * width)
    for (place, piece) in byStart.enumerated() { ends[width + place] = stretches[piece].upperBound }
    for place in (1..<width).reversed() { ends[place] = max(ends[2 * place], ends[2 * place + 1]) }
  }

  /// Of each stretch whether a piece holds it.
  private static func areHeld(_ count: Int, by stretches: [Range<Int>]) -> [Bool] {
    var changes = Array(repeating: 0, count: count)
    for held in stretches where !held.isEmpty {
      changes[held.lowerBound] += 1
      changes[held.upperBound] -= 1
    }
    var holders = 0
    return changes.map { change in
      holders += change
      return holders > 0
    }
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// Whether times begin anew at one of some pieces.
  func isAnew(in pieces: Range<Int>) -> Bool { restarts[pieces.lowerBound] < restarts[pieces.upperBound] }

  /// The stretch that holds an offset; `nil` where no piece does.
  ///
  /// - Complexity: O(log *p*) in the pieces.
  func stretch(at offset: UInt64, in file: Int) -> Int? {
    let place = place(of: offset, in: file)
    return place >= 0 && areHeld[place] ? place : nil
  }

  /// The pieces that hold one of some stretches, in the order of the list.
  ///
  /// - Parameter held: The stretches in their order.
  /// - Complexity: O((*n* + *k*) log *p*) in the stretches, the pieces that are found, and all pieces.
  func pieces(holding held: some Sequence<Int>) -> [Int] {
    var found: [Int] = []
    var next = 0
    for stretch in held {
      // Those that begin at the stretch before this one or earlier, and end behind this one, hold that as well.
      let end = begun(by: stretch)
      add(to: &found, at: next..<end, endingBehind: stretch)
      next = end
    }
    return found.sorted()
  }

  /// How many pieces begin at a stretch or before it.
  private func begun(by stretch: Int) -> Int {
    (0..<byStart.count).partitionPoint { stretches[byStart[$0]].lowerBound <= stretch }
  }

  /// Adds pieces that end behind a stretch.
  ///
  /// - Parameters:
  ///   - places: The places among `byStart` of those that are asked for.
  ///   - place: The place among `ends` of what is looked into, which stands for `held` of `byStart`.
  private func add(
    to found: inout [Int], at places: Range<Int>, endingBehind stretch: Int, in place: Int = 1, for held: Range<Int>? = nil
  ) {
    let held = held ?? 0..<ends.count / 2
    guard ends[place] > stretch, held.lowerBound < places.upperBound, places.lowerBound < held.upperBound else { return }
    guard held.count > 1 else {
      found.append(byStart[held.lowerBound])
      return
    }
    let middle = held.lowerBound + held.count / 2
    add(to: &found, at: places, endingBehind: stretch, in: 2 * place, for: held.lowerBound..<middle)
    add(to: &found, at: places, endingBehind: stretch, in: 2 * place + 1, for: middle..<held.upperBound)
  }

  /// The last stretch that begins at an offset or before it; −1 for none.
  private func place(of offset: UInt64, in file: Int) -> Int {
    (0..<starts.count).partitionPoint { starts[$0] <= (file, offset) } - 1
  }
}

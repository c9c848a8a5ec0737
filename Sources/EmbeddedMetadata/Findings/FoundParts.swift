import Structure

/// Parts of bytes in the order of the file, and what is wrong with them, each given once.
struct FoundParts: Sendable {
  private(set) var parts: [(range: Range<Int>, values: PartValues)] = []
  /// What is wrong, with the bytes it is about.
  private(set) var faults: [(finding: Finding, bytes: Range<Int>)] = []
  private var place = 0
  private var fault = 0

  /// The faults that are kept of one region: what is damaged often is damaged throughout.
  private static let faultLimit = 64

  /// Parts that were arranged elsewhere.
  init(
    _ parts: [(range: Range<Int>, values: PartValues)] = [], faults: [(finding: Finding, bytes: Range<Int>)] = []
  ) {
    self.parts = parts
    self.faults = faults
  }

  mutating func add(_ range: Range<Int>, _ values: PartValues) { parts.append((range, values)) }

  mutating func report(_ finding: Finding, _ bytes: Range<Int>) {
    if faults.count < Self.faultLimit { faults.append((finding, bytes)) }
  }

  /// Puts claims into the order of the file: several may be of one range, what lies in another is reported and left
  /// out, what nobody claims becomes a part of its own.
  ///
  /// - Parameters:
  ///   - claims: The ranges that are pointed to, each with the bytes that point to it.
  ///   - region: Where they may lie.
  ///   - values: What is known of such a part.
  ///   - overlap: What is wrong with a range that lies in another.
  ///   - gap: What is known of bytes that nobody claims.
  /// - Complexity: O(*n* log *n*) in the claims.
  mutating func arrange(
    _ claims: [(range: Range<Int>, pointer: Range<Int>)], in region: Range<Int>, as values: PartValues,
    overlap: (Range<Int>) -> Finding, gap: (Range<Int>) -> PartValues
  ) {
    var last = 0..<0
    var position = region.lowerBound
    let sorted = claims.sorted { a, b in
      a.range.lowerBound != b.range.lowerBound
        ? a.range.lowerBound < b.range.lowerBound : a.range.upperBound > b.range.upperBound
    }
    for (range, pointer) in sorted where !range.isEmpty && range != last {
      guard range.lowerBound >= position else {
        report(overlap(range), pointer)
        continue
      }
      if range.lowerBound > position { add(position..<range.lowerBound, gap(position..<range.lowerBound)) }
      add(range, values)
      last = range
      position = range.upperBound
    }
    if position < region.upperBound { add(position..<region.upperBound, gap(position..<region.upperBound)) }
  }

  // MARK: One after another

  mutating func next() -> Range<Int>? {
    guard place < parts.count else { return nil }
    place &+= 1
    return parts[place &- 1].range
  }

  /// What is known of the part that was given last.
  var values: PartValues { place > 0 && place <= parts.count ? parts[place &- 1].values : PartValues() }

  mutating func takeFault() -> (finding: Finding, bytes: Range<Int>)? {
    guard fault < faults.count else { return nil }
    fault &+= 1
    return faults[fault &- 1]
  }
}

/// A finder that reads its region once, when the first part is asked for, and then gives what it found.
protocol ArrangedPartFinder: PartFinder {
  /// What was found; `nil` before the first part is asked for.
  var found: FoundParts? { get set }

  /// All parts from `position` to `end`, from the beginning of the source; `nil` when there is nothing to read.
  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts?
}

extension ArrangedPartFinder {
  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    if found == nil { found = read(bytes, from: position, to: end) ?? FoundParts() }
    return found?.next()
  }

  var values: PartValues { found?.values ?? PartValues() }

  mutating func takeFault() -> (finding: Finding, bytes: Range<Int>)? { found?.takeFault() }
}

extension Range<Int> {
  /// The same range, so many bytes further.
  func moved(by distance: Int) -> Range<Int> { lowerBound &+ distance..<upperBound &+ distance }
}

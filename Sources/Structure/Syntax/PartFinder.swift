public import ByteReading

/// Finds where the parts of a stream lie that says so in no field: each frame's size follows from its
/// header, and after damage the next one has to be looked for.
///
/// ```swift
/// var finder = MPEGFrameFinder()
/// while let frame = finder.next(in: bytes, from: position, to: end) { position = frame.upperBound }
/// ```
public protocol PartFinder: Sendable {
  /// The bytes of the next part: it begins at `position` or after it and ends at `end` or before it.
  /// `nil` when there is none.
  ///
  /// Called with positions that go forward; all calls together take time that is linear in the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the source.
  ///   - position: Where the search begins, in bytes from the beginning of the source.
  ///   - end: Where the region ends, in bytes from the beginning of the source.
  /// - Returns: The bytes of the part, from the beginning of the source.
  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>?

  /// Says what is known of the part around these bytes, which another finder found; called before the first part is
  /// asked for, and only where there is such a part.
  ///
  /// - Parameter part: What that finder knows of it.
  mutating func enter(_ part: PartValues)

  /// Says which parts of the bytes are not there: no part is looked for in these. Called before the first
  /// part is asked for, and only where there are any.
  ///
  /// - Parameter absent: The parts that are not there.
  mutating func leaveOut(_ absent: KnownParts)

  /// What is wrong when there are bytes between two parts.
  var gap: Diagnostic.Kind { get }

  /// What the rows of the part that was found last may ask for.
  var values: PartValues { get }

  /// What is wrong with the part that was found last, one thing after another, with the bytes that it is
  /// about.
  ///
  /// - Returns: The finding and its bytes, from the beginning of the source; `nil` when there is no
  ///   more.
  mutating func takeFault() -> (finding: Finding, bytes: Range<Int>)?
}

extension PartFinder {
  /// Takes no notice of parts that are not there.
  ///
  /// - Parameter absent: The parts that are not there.
  public mutating func leaveOut(_ absent: KnownParts) {}
  /// Asks nothing of the part around.
  ///
  /// - Parameter part: What the finder of the part around knows of it.
  public mutating func enter(_ part: PartValues) {}
  /// No values.
  public var values: PartValues { PartValues() }
  /// Finds no faults.
  ///
  /// - Returns: `nil`.
  public mutating func takeFault() -> (finding: Finding, bytes: Range<Int>)? { nil }
}

/// What a finder knows of a part that no field in it says: rows ask for it by these names, in conditions,
/// widths and counts.
public struct PartValues: Sendable, Equatable {
  /// `part_kind`: which of the layouts it has.
  public var kind: UInt64
  /// `part_base`: the offset, in its source, of the byte that pointers in it count from.
  public var base: UInt64
  /// `part_first`: how long the first of the things in it is, in bytes.
  public var first: UInt64
  /// `part_second`: how long the second is, in bytes.
  public var second: UInt64

  /// The values of one part.
  ///
  /// - Parameters:
  ///   - kind: Which of the layouts it has.
  ///   - base: The offset, in its source, of the byte that pointers in it count from.
  ///   - first: The bytes of the first of the things in it.
  ///   - second: The bytes of the second.
  public init(kind: UInt64 = 0, base: UInt64 = 0, first: UInt64 = 0, second: UInt64 = 0) {
    self.kind = kind
    self.base = base
    self.first = first
    self.second = second
  }

  /// The names, in the order of their slots.
  static let names: [StaticString] = ["part_kind", "part_base", "part_first", "part_second"]
}

/// A finder on its way through a region.
struct PartSearch: ~Escapable {
  var finder: any PartFinder
  private let bytes: RawSpan
  private var position: Int
  private let end: Int

  @_lifetime(copy cursor)
  init(
    _ finder: any PartFinder, over cursor: borrowing ByteCursor, in part: PartValues, without absent: KnownParts?
  ) {
    self.finder = finder
    if part != PartValues() { self.finder.enter(part) }
    if let absent { self.finder.leaveOut(absent) }
    bytes = cursor.bytes
    position = cursor.position &>> 3
    end = cursor.end &>> 3
  }

  /// The next part; a finder that does not go forward is at its end.
  @_lifetime(self: copy self)
  mutating func next() -> Range<Int>? {
    guard position < end,
      let place = finder.next(in: bytes, from: position, to: end),
      place.lowerBound >= position, !place.isEmpty, place.upperBound <= end
    else { return nil }
    position = place.upperBound
    return place
  }
}

extension Range<Int> {
  /// The bits of these bytes.
  var byteExtent: Extent { Extent(byteOffset: lowerBound, byteCount: count) }
}

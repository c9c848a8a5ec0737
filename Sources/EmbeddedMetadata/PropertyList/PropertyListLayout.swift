import ByteReading
import Structure

/// Where everything lies in a binary property list, from the first byte behind the header to the last.
///
/// - Complexity: O(*n* log *n*) in the objects, at most ``objectLimit`` of them.
struct PropertyListLayout {
  /// What a part is; the raw value is what tables ask for.
  enum Kind: UInt64 {
    case object = 1
    case offsets, trailer, unused
  }

  struct Part {
    /// From the beginning of the list.
    let range: Range<Int>
    let kind: Kind
    /// What it has of objects, characters, bytes or offsets.
    var first = 0
    /// The bits of each reference or offset in it.
    var second = 0
  }

  static let objectLimit = 16_384

  /// In the order of the file, one behind the other.
  private(set) var parts: [Part] = []
  /// What is wrong, with the bytes it is about, from the beginning of the list.
  private(set) var faults: [(finding: Finding, bytes: Range<Int>)] = []

  init(_ bytes: RawSpan, _ range: Range<Int>) {
    guard let list = PropertyListBytes(bytes, range) else {
      let trailer = max(PropertyListBytes.headerCount, range.count &- PropertyListBytes.trailerCount)
      if trailer > PropertyListBytes.headerCount {
        parts.append(Part(range: PropertyListBytes.headerCount..<trailer, kind: .unused))
      }
      if trailer < range.count { parts.append(Part(range: trailer..<range.count, kind: .trailer)) }
      report(Finding(.plistTrailer), trailer..<range.count)
      return
    }
    gather(list)
    var reader = PropertyListReader(list)
    reader.read()
    for fault in reader.faults { report(fault.finding, fault.bytes) }
    arrange(list)
  }

  private mutating func report(_ finding: Finding, _ bytes: Range<Int>) {
    if faults.count < 64 { faults.append((finding, bytes)) }
  }

  /// The objects, each once, where the table of offsets says that they are.
  private mutating func gather(_ list: borrowing PropertyListBytes) {
    var met: Set<Int> = []
    for number in 0..<min(list.objectCount, Self.objectLimit) {
      let entry = list.offsets.lowerBound &+ number &* list.offsetWidth
      let bytes = entry..<entry &+ list.offsetWidth
      guard let offset = list.offset(of: number) else {
        report(
          .plistOffsetOutside(offset: list.number(at: entry, count: list.offsetWidth) ?? 0), bytes)
        continue
      }
      guard met.insert(offset).inserted else { continue }
      guard let object = list.object(at: offset) else {
        report(.plistObject(found: list.number(at: offset, count: 1) ?? 0), offset..<offset &+ 1)
        continue
      }
      parts.append(
        Part(
          range: object.range, kind: .object, first: object.count,
          second: list.referenceWidth &* 8))
    }
    if list.objectCount > Self.objectLimit {
      report(.plistTooMany(limit: UInt64(Self.objectLimit)), list.offsets)
    }
    if !list.offsets.isEmpty {
      parts.append(
        Part(
          range: list.offsets, kind: .offsets, first: list.objectCount,
          second: list.offsetWidth &* 8))
    }
    let trailer = list.count &- PropertyListBytes.trailerCount
    parts.append(Part(range: trailer..<list.count, kind: .trailer))
  }

  /// Puts parts into the order of the file: what lies in another is reported and left out, what nothing points
  /// to becomes a part of its own.
  private mutating func arrange(_ list: borrowing PropertyListBytes) {
    // The table is what it is, whatever offsets point into it.
    parts.sort { a, b in
      a.range.lowerBound != b.range.lowerBound
        ? a.range.lowerBound < b.range.lowerBound
        : a.kind == .offsets && b.kind != .offsets
    }
    var placed: [Part] = []
    var position = PropertyListBytes.headerCount
    for part in parts {
      let reachesIntoTable =
        part.kind == .object && part.range.overlaps(list.offsets) && !list.offsets.isEmpty
      if part.range.lowerBound < position || reachesIntoTable {
        report(
          .plistOverlap(offset: UInt64(part.range.lowerBound), length: UInt64(part.range.count)),
          part.range)
        continue
      }
      if part.range.lowerBound > position {
        placed.append(Part(range: position..<part.range.lowerBound, kind: .unused))
      }
      placed.append(part)
      position = part.range.upperBound
    }
    parts = placed
  }
}

/// Gives the table of a binary property list the places of its parts.
struct PropertyListFinder: ArrangedPartFinder {
  let gap = Diagnostic.Kind.plistOverlap
  var found: FoundParts?

  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts? {
    // The header stands before the parts.
    let range = position &- PropertyListBytes.headerCount..<end
    let place = PropertyListPlace(range).packed
    let layout = PropertyListLayout(bytes, range)
    return FoundParts(
      layout.parts.map {
        (
          $0.range.moved(by: range.lowerBound),
          PartValues(kind: $0.kind.rawValue, base: place, first: UInt64($0.first), second: UInt64($0.second))
        )
      },
      faults: layout.faults.map { ($0.finding, $0.bytes.moved(by: range.lowerBound)) })
  }
}

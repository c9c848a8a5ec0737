import ByteReading
import MediaFacts
import Structure

/// What cameras of Insta360 leave behind a film, in `inst` or behind the last atom: records, each with its number and
/// size behind it, and behind the last one the size of all of it and a mark. No document of Insta360 is public; the
/// layout is that of the files, as ExifTool reads it.
///
/// - Complexity: O(*n*) in the records, at most ``recordLimit`` of them.
package struct InstaTrailer {
  /// What a part is; the raw value is what tables ask for, above all those of fields of messages.
  enum Kind: UInt64 {
    case information = 0x100
    case preview, motion, wideMotion, exposures, times, positions, directory, other
    case end, unused
  }

  struct Part {
    /// In the source, with the number and the size behind a record.
    let range: Range<Int>
    let kind: Kind
    let footerCount: Int

    /// Without what stands behind a record.
    var values: Range<Int> { range.lowerBound..<range.upperBound &- footerCount }
  }

  static let recordLimit = 1_024
  /// What a record has behind its bytes, and what stands behind the last one.
  static let footerCount = 6
  static let endCount = 72
  /// `8db42d694ccc418790edff439fe026bf`, in letters.
  private static let marks = [
    Magic(0x3864_6234_3264_3639, byteCount: 8), Magic(0x3463_6363_3431_3837, byteCount: 8),
    Magic(0x3930_6564_6666_3433, byteCount: 8), Magic(0x3966_6530_3236_6266, byteCount: 8),
  ]
  private static let markCount = 32
  /// The longest header of an atom.
  private static let headerLimit = 16

  /// In the order of the file, one behind the other.
  private(set) var parts: [Part] = []
  /// What is wrong, with the bytes it is about.
  private(set) var faults: [(finding: Finding, bytes: Range<Int>)] = []

  init(_ bytes: RawSpan, _ range: Range<Int>) {
    guard Self.begins(bytes, at: range.lowerBound, before: range.upperBound) else {
      parts = [Part(range: range, kind: .unused, footerCount: 0)]
      return
    }
    // From the last record to the first.
    var position = range.upperBound &- Self.endCount
    parts.append(Part(range: position..<range.upperBound, kind: .end, footerCount: 0))
    while position > range.lowerBound {
      let footer = max(position &- Self.footerCount, range.lowerBound)..<position
      let size = bytes.littleSize(at: footer.lowerBound &+ 2) ?? 0
      let left = footer.lowerBound &- range.lowerBound
      let isLast = parts.count > Self.recordLimit
      guard footer.count == Self.footerCount, size <= left, !isLast else {
        faults.append(
          (isLast
            ? .instaTooMany(limit: UInt64(Self.recordLimit))
            : .instaRecordOutside(needed: UInt64(size), left: UInt64(left)), footer))
        parts.append(Part(range: range.lowerBound..<position, kind: .unused, footerCount: 0))
        break
      }
      let start = footer.lowerBound &- size
      let number = bytes.littleSize(at: footer.lowerBound, count: 2) ?? 0
      parts.append(
        Part(
          range: start..<position, kind: Self.kind(number, bytes, start..<footer.lowerBound), footerCount: footer.count))
      position = start
    }
    parts.reverse()
  }

  /// Whether these bytes are such a trailer: its size may be that of the atom around it.
  package static func begins(_ bytes: RawSpan, at start: Int, before end: Int) -> Bool {
    guard start >= 0, end <= bytes.byteCount, end &- start >= endCount, let size = bytes.littleSize(at: end &- 40),
      (end &- start...end &- start &+ headerLimit).contains(size)
    else { return false }
    return marks.indices.allSatisfy { marks[$0].stands(in: bytes, at: end &- markCount &+ 8 &* $0) }
  }

  private static func kind(_ number: Int, _ bytes: RawSpan, _ range: Range<Int>) -> Kind {
    switch number {
    case 0: range.isEmpty ? .other : .directory
    case 0x101: .information
    case 0x200: .preview
    // Of two lengths of rows one has zeros where the other has a number.
    case 0x300:
      range.count % 20 != 0 && range.count % 56 == 0
        || range.count % 56 == 0 && bytes.bigEndian(at: range.lowerBound &+ 16, count: 3) == 0 ? .wideMotion : .motion
    case 0x400: .exposures
    case 0x600: .times
    case 0x700: .positions
    default: .other
    }
  }

  /// The bytes of the records, without what stands behind each.
  package static func values(in bytes: RawSpan, _ range: Range<Int>) -> [Range<Int>] {
    InstaTrailer(bytes, range).parts.filter { $0.kind != .end }.map(\.values)
  }
}

/// Gives the table of such a trailer the places of its parts.
struct InstaTrailerFinder: ArrangedPartFinder {
  let gap = Diagnostic.Kind.instaRecordOutside
  var found: FoundParts?

  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts? {
    let trailer = InstaTrailer(bytes, position..<end)
    return FoundParts(
      trailer.parts.map { ($0.range, PartValues(kind: $0.kind.rawValue, first: UInt64($0.values.count))) },
      faults: trailer.faults)
  }
}

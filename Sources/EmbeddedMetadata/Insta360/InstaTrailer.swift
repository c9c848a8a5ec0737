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
    let number: UInt16
  }

  static let recordLimit = 1_024
  /// What a record has behind its bytes, and what stands behind the last one.
  static let footerCount = 6
  static let endCount = 72
  private static let mark: StaticString = "8db42d694ccc418790edff439fe026bf"
  private static let markCount = 32
  /// The longest header of an atom.
  private static let headerLimit = 16

  /// In the order of the file, one behind the other.
  private(set) var parts: [Part] = []
  /// What is wrong, with the bytes it is about.
  private(set) var faults: [(finding: Finding, bytes: Range<Int>)] = []

  init(_ bytes: RawSpan, _ range: Range<Int>) {
    guard Self.begins(bytes, at: range.lowerBound, before: range.upperBound) else {
      parts = [Part(range: range, kind: .unused, number: 0)]
      return
    }
    // From the last record to the first.
    var position = range.upperBound &- Self.endCount
    parts.append(Part(range: position..<range.upperBound, kind: .end, number: 0))
    while position > range.lowerBound {
      let footer = max(position &- Self.footerCount, range.lowerBound)..<position
      guard footer.count == Self.footerCount, let number = Self.little(bytes, footer.lowerBound, 2),
        let size = Self.little(bytes, footer.lowerBound &+ 2, 4), size <= footer.lowerBound &- range.lowerBound,
        parts.count <= Self.recordLimit
      else {
        if parts.count > Self.recordLimit {
          faults.append((.instaTooMany(limit: UInt64(Self.recordLimit)), footer))
        } else {
          let size = Self.little(bytes, footer.lowerBound &+ 2, 4) ?? 0
          faults.append(
            (.instaRecordOutside(needed: UInt64(size), left: UInt64(footer.lowerBound &- range.lowerBound)), footer))
        }
        parts.append(Part(range: range.lowerBound..<position, kind: .unused, number: 0))
        break
      }
      let start = footer.lowerBound &- size
      let kind = Self.kind(number, bytes, start..<footer.lowerBound)
      parts.append(Part(range: start..<position, kind: kind, number: UInt16(truncatingIfNeeded: number)))
      position = start
    }
    parts.reverse()
  }

  /// Whether these bytes are such a trailer: its size may be that of the atom around it.
  package static func begins(_ bytes: RawSpan, at start: Int, before end: Int) -> Bool {
    guard start >= 0, end <= bytes.byteCount, end &- start >= endCount, let size = little(bytes, end &- 40, 4),
      (end &- start...end &- start &+ headerLimit).contains(size)
    else { return false }
    var mark = ByteWriter()
    mark.put(Self.mark)
    let letters = mark.array
    return letters.indices.allSatisfy { bytes.byte(at: end &- markCount &+ $0) == letters[$0] }
  }

  /// The number in `count` bytes, least significant first.
  private static func little(_ bytes: RawSpan, _ offset: Int, _ count: Int) -> Int? {
    guard let raw = bytes.bigEndian(at: offset, count: count) else { return nil }
    return Int(truncatingIfNeeded: raw.byteSwapped &>> UInt64(64 &- 8 &* count))
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

  // MARK: What records say

  /// The bytes of the records, without what stands behind each.
  package static func values(in bytes: RawSpan, _ range: Range<Int>) -> [Range<Int>] {
    InstaTrailer(bytes, range).parts.compactMap { part in
      switch part.kind {
      case .end: nil
      case .unused: part.range
      default: part.range.lowerBound..<part.range.upperBound &- footerCount
      }
    }
  }

  /// What records say of the camera, and where and when it was: the first position that is one.
  package static func findings(in bytes: RawSpan, _ range: Range<Int>) -> [EmbeddedFinding] {
    let trailer = InstaTrailer(bytes, range)
    var findings: [EmbeddedFinding] = []
    for part in trailer.parts {
      let inner = part.range.lowerBound..<max(part.range.lowerBound, part.range.upperBound &- footerCount)
      switch part.kind {
      case .information:
        for field in ProtocolBuffers.texts(bytes, inner) where findings.count < 16 {
          guard let (name, subject) = Self.subject(of: field.number) else { continue }
          findings.append(
            EmbeddedFinding(
              name: name, tag: part.number, subject: subject, text: field.text, number: nil, values: field.range,
              fieldPath: ""))
        }
      case .positions:
        if let position = InstaPosition.first(bytes, inner) { findings += position.findings(part.number) }
      default: break
      }
    }
    return findings
  }

  private static func subject(of number: UInt64) -> (String, EmbeddedFinding.Subject)? {
    switch number {
    case 1: ("SerialNumber", .serialNumber)
    case 2: ("Model", .device)
    case 3: ("Firmware", .software)
    default: nil
    }
  }
}

/// A row of the record of positions.
struct InstaPosition {
  static let rowCount = 53

  let range: Range<Int>
  let seconds: UInt32
  let latitude: Double
  let longitude: Double
  let altitude: Double

  /// The first row whose position is known (`A`).
  static func first(_ bytes: RawSpan, _ range: Range<Int>) -> InstaPosition? {
    var at = range.lowerBound
    while range.upperBound &- at >= rowCount {
      if let position = InstaPosition(bytes, at) { return position }
      at &+= rowCount
    }
    return nil
  }

  private init?(_ bytes: RawSpan, _ at: Int) {
    func number(_ offset: Int) -> Double? {
      bytes.bigEndian(at: at &+ offset, count: 8).map { floatingPoint($0.byteSwapped, bits: 64) }
    }
    guard let seconds = bytes.bigEndian32(at: at), bytes.byte(at: at &+ 10) == UInt8(ascii: "A"),
      let north = number(11), let south = bytes.byte(at: at &+ 19), let east = number(20),
      let west = bytes.byte(at: at &+ 28), let altitude = number(45), north.magnitude <= 90, east.magnitude <= 180,
      [UInt8(ascii: "N"), UInt8(ascii: "S")].contains(south),
      // French cameras write O for the west.
      [UInt8(ascii: "E"), UInt8(ascii: "W"), UInt8(ascii: "O")].contains(west)
    else { return nil }
    range = at..<at &+ Self.rowCount
    self.seconds = seconds.byteSwapped
    latitude = south == UInt8(ascii: "S") ? -north.magnitude : north
    longitude = west == UInt8(ascii: "E") ? east : -east.magnitude
    self.altitude = altitude
  }

  func findings(_ number: UInt16) -> [EmbeddedFinding] {
    let place = ByteWriter.position(latitude, longitude, altitude)
    // From 1970; those of property lists count from 2001.
    let moment = PropertyList.date(secondsSince2001: Double(seconds) - 978_307_200)
    return [
      EmbeddedFinding(
        name: "Position", tag: number, subject: .place, text: place, number: nil, values: range, fieldPath: ""),
      EmbeddedFinding(
        name: "PositionTime", tag: number, subject: .moment, text: moment, number: nil, values: range,
        fieldPath: ""),
    ]
  }
}

/// Gives the table of such a trailer the places of its parts.
struct InstaTrailerFinder: ArrangedPartFinder {
  let gap = Diagnostic.Kind.instaRecordOutside
  var found: FoundParts?

  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts? {
    let trailer = InstaTrailer(bytes, position..<end)
    return FoundParts(
      trailer.parts.map { part in
        let isRecord = part.kind != .end && part.kind != .unused
        let size = part.range.count &- (isRecord ? InstaTrailer.footerCount : 0)
        return (part.range, PartValues(kind: part.kind.rawValue, first: UInt64(size)))
      }, faults: trailer.faults)
  }
}

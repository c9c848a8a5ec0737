import ByteReading
import Structure

/// What Samsung's cameras leave behind a picture or a film (`sefd`): blocks with a name each, and behind them a
/// directory that says where they begin, counted back from itself. No document of Samsung is public; the layout
/// is that of the files, which ExifTool and Android's media libraries read alike.
///
/// - Complexity: O(*n* log *n*) in the blocks, at most ``blockLimit`` of them.
package struct SamsungTrailer {
  /// What a part is; the raw value is what tables ask for.
  enum Kind: UInt64 {
    case block = 1
    case directory, unused
  }

  struct Part {
    /// In the source.
    let range: Range<Int>
    let kind: Kind
  }

  /// A block by its directory.
  struct Block {
    let type: UInt16
    let range: Range<Int>
    /// The bytes of its name, and those behind it.
    let name: Range<Int>
    let value: Range<Int>
  }

  static let blockLimit = 4_096
  /// What a block has before its name, an entry of the directory has, and the directory before and behind its
  /// entries.
  static let headCount = 8
  static let entryCount = 12
  static let frontCount = 12
  static let backCount = 8

  /// In the order of the file, one behind the other.
  private(set) var parts: [Part] = []
  private(set) var blocks: [Block] = []
  /// What is wrong, with the bytes it is about.
  private(set) var faults: [(finding: Finding, bytes: Range<Int>)] = []

  init(_ bytes: RawSpan, _ range: Range<Int>) {
    guard let directory = Self.directory(bytes, range) else {
      parts = [Part(range: range, kind: .unused)]
      return
    }
    read(bytes, range, directory)
    arrange(range, directory)
  }

  /// Whether a directory ends there.
  static func begins(_ bytes: RawSpan, at start: Int, before end: Int) -> Bool {
    start < end && end <= bytes.byteCount && directory(bytes, start..<end) != nil
  }

  /// The directory, which ends with its size and a mark.
  private static func directory(_ bytes: RawSpan, _ range: Range<Int>) -> Range<Int>? {
    let least = frontCount &+ backCount
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount, range.count >= least,
      bytes.bigEndian(at: range.upperBound &- 4, count: 4) == 0x5345_4654,
      let size = bytes.littleSize(at: range.upperBound &- 8), size >= frontCount,
      size <= range.count &- backCount
    else { return nil }
    let start = range.upperBound &- backCount &- size
    guard bytes.bigEndian(at: start, count: 4) == 0x5345_4648 else { return nil }
    return start..<range.upperBound
  }

  private mutating func report(_ finding: Finding, _ bytes: Range<Int>) {
    if faults.count < 64 { faults.append((finding, bytes)) }
  }

  private mutating func read(_ bytes: RawSpan, _ range: Range<Int>, _ directory: Range<Int>) {
    let promised = bytes.littleSize(at: directory.lowerBound &+ 8) ?? 0
    let room = (directory.count &- Self.frontCount &- Self.backCount) / Self.entryCount
    var met: Set<Range<Int>> = []
    // That there are fewer entries than are promised is reported where they are read.
    for index in 0..<min(promised, room) {
      let at = directory.lowerBound &+ Self.frontCount &+ index &* Self.entryCount
      let entry = at..<at &+ Self.entryCount
      guard index < Self.blockLimit else {
        return report(.samsungTooMany(limit: UInt64(Self.blockLimit)), entry)
      }
      guard let type = bytes.littleSize(at: at &+ 2, count: 2), let back = bytes.littleSize(at: at &+ 4),
        let size = bytes.littleSize(at: at &+ 8)
      else { return }
      guard back <= directory.lowerBound &- range.lowerBound, size <= back, size >= Self.headCount,
        let name = bytes.littleSize(at: directory.lowerBound &- back &+ 4), name <= size &- Self.headCount
      else {
        report(.samsungBlockOutside(needed: UInt64(size), left: UInt64(back)), entry)
        continue
      }
      let start = directory.lowerBound &- back
      let first = start &+ Self.headCount
      guard met.insert(start..<start &+ size).inserted else { continue }
      blocks.append(
        Block(
          type: UInt16(truncatingIfNeeded: type), range: start..<start &+ size, name: first..<first &+ name,
          value: first &+ name..<start &+ size))
    }
  }

  /// Puts the blocks into the order of the file: what lies in another is reported and left out, what no entry is of
  /// becomes a part of its own.
  private mutating func arrange(_ range: Range<Int>, _ directory: Range<Int>) {
    var position = range.lowerBound
    for block in blocks.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard block.range.lowerBound >= position else {
        report(
          .samsungOverlap(offset: UInt64(block.range.lowerBound), length: UInt64(block.range.count)),
          block.range)
        continue
      }
      if block.range.lowerBound > position {
        parts.append(Part(range: position..<block.range.lowerBound, kind: .unused))
      }
      parts.append(Part(range: block.range, kind: .block))
      position = block.range.upperBound
    }
    if position < directory.lowerBound {
      parts.append(Part(range: position..<directory.lowerBound, kind: .unused))
    }
    parts.append(Part(range: directory, kind: .directory))
  }

  // MARK: What blocks say

  static let findingLimit = 1_024
  static let textLimit = 1 << 16

  /// What blocks say that are text: `Image_UTC_Data`, a moment, `MCC_Data`, the country of a network.
  package static func findings(in bytes: RawSpan, _ range: Range<Int>) -> [EmbeddedFinding] {
    let trailer = SamsungTrailer(bytes, range)
    // Blocks may lie in one another.
    var textRoom = PropertyList.textRoom
    return trailer.blocks.prefix(findingLimit).map { block in
      var name = ByteWriter()
      name.put(text: bytes.extracting(block.name.prefix(256)), encoding: .utf8, style: .verbatim)
      var text: String?
      if block.value.count <= min(textLimit, textRoom) {
        textRoom -= block.value.count
        var value = ByteWriter()
        let outcome = value.put(
          text: bytes.extracting(block.value), encoding: .ascii, style: .verbatim)
        let string = value.string
        if outcome.isValid, !string.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
          text = string
        }
      }
      let subject = subject(of: name.string)
      if subject == .moment, let milliseconds = text.flatMap({ Int64($0) }) {
        text = PropertyList.date(secondsSince1970: Double(milliseconds) / 1_000) ?? text
      }
      return EmbeddedFinding(
        name: name.string, tag: block.type, subject: subject, text: text, number: nil,
        values: block.value, fieldPath: "")
    }
  }

  private static func subject(of name: String) -> EmbeddedFinding.Subject {
    switch name {
    case "Image_UTC_Data": .moment
    case "MCC_Data": .place
    default: .other
    }
  }
}

/// Gives the table of such a trailer the places of its parts.
struct SamsungTrailerFinder: ArrangedPartFinder {
  let gap = Diagnostic.Kind.samsungOverlap
  var found: FoundParts?

  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts? {
    let trailer = SamsungTrailer(bytes, position..<end)
    return FoundParts(
      trailer.parts.map { ($0.range, PartValues(kind: $0.kind.rawValue)) }, faults: trailer.faults)
  }
}

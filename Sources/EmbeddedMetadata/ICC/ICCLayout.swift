import ByteReading
import Structure

/// Where everything lies in a profile, from the table of tags to the last byte.
///
/// - Complexity: O(*n* log *n*) in the tags, at most ``tagLimit`` of them.
struct ICCLayout {
  /// What a part is; the raw value is what tables ask for.
  enum Kind: UInt64 {
    case tags = 1
    case value, padding, unused
  }

  /// Profiles have ten tags or twenty; those of printers thirty.
  static let tagLimit = 256

  /// In the order of the file, one behind the other; offsets count from the base.
  private(set) var parts: [(range: Range<Int>, kind: Kind)] = []
  /// What is wrong, with the bytes it is about, from the base.
  private(set) var faults: [(finding: Finding, bytes: Range<Int>)] = []

  init(_ profile: borrowing ICCBytes) {
    if let size = profile.number(at: 0, count: 4), size != UInt64(profile.byteCount) {
      report(.iccSizeDiffers(claimed: size, found: UInt64(profile.byteCount)), 0..<4)
    }
    var values: [ICCTag] = []
    var met: Set<FourCC> = []
    for index in 0..<profile.tagCount {
      let tag = profile.tag(index)
      if !met.insert(tag.signature).inserted { report(.iccTagRepeated(code: tag.signature), tag.entry) }
      guard tag.range != nil else {
        report(.iccTagOutside(offset: UInt64(tag.offset), length: UInt64(tag.size)), tag.entry)
        continue
      }
      values.append(tag)
    }
    if profile.promisedCount > Self.tagLimit {
      report(.iccTooMany(limit: UInt64(Self.tagLimit)), ICCBytes.headerCount..<ICCBytes.headerCount &+ 4)
    }
    parts.append((ICCBytes.headerCount..<profile.tableEnd, .tags))
    arrange(values, profile)
  }

  private mutating func report(_ finding: Finding, _ bytes: Range<Int>) {
    if faults.count < 64 { faults.append((finding, bytes)) }
  }

  /// Puts values into the order of the file: tags may share one, what lies in another is reported and left out, what
  /// no tag points to becomes a part of its own.
  private mutating func arrange(_ tags: [ICCTag], _ profile: borrowing ICCBytes) {
    var last = 0..<0
    var position = profile.tableEnd
    let sorted = tags.sorted { a, b in
      a.offset != b.offset ? a.offset < b.offset : a.size > b.size
    }
    for tag in sorted {
      guard let range = tag.range, !range.isEmpty, range != last else { continue }
      guard range.lowerBound >= position else {
        report(.iccOverlap(offset: UInt64(range.lowerBound), length: UInt64(range.count)), tag.entry)
        continue
      }
      addGap(position..<range.lowerBound, profile)
      parts.append((range, .value))
      last = range
      position = range.upperBound
    }
    addGap(position..<profile.byteCount, profile)
  }

  /// Values begin at multiples of four bytes, with zeros before them (ICC.1 §7.2.1).
  private mutating func addGap(_ range: Range<Int>, _ profile: borrowing ICCBytes) {
    guard !range.isEmpty else { return }
    let isPadding = range.count < 4 && profile.number(at: range.lowerBound, count: range.count) == 0
    parts.append((range, isPadding ? .padding : .unused))
  }
}

/// Gives the table of a profile the places of its parts.
struct ICCFinder: PartFinder {
  let gap = Diagnostic.Kind.iccOverlap
  private var layout: ICCLayout?
  private var base = 0
  private var place = 0
  private var fault = 0

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    if layout == nil {
      // The header stands before the parts.
      base = position &- ICCBytes.headerCount
      guard let profile = ICCBytes(bytes, from: base, to: end) else { return nil }
      layout = ICCLayout(profile)
    }
    guard let layout, place < layout.parts.count else { return nil }
    let range = layout.parts[place].range
    place &+= 1
    return base &+ range.lowerBound..<base &+ range.upperBound
  }

  var values: PartValues {
    guard let layout, place > 0, place <= layout.parts.count else { return PartValues() }
    return PartValues(kind: layout.parts[place &- 1].kind.rawValue, base: UInt64(base))
  }

  mutating func takeFault() -> (finding: Finding, bytes: Range<Int>)? {
    guard let layout, fault < layout.faults.count else { return nil }
    let (finding, bytes) = layout.faults[fault]
    fault &+= 1
    return (finding, base &+ bytes.lowerBound..<base &+ bytes.upperBound)
  }
}

/// Gives the table of a text in several languages the places of its records and of the texts, which records may share
/// (ICC.1 §10.15).
struct ICCTextFinder: PartFinder {
  /// What a part is; the raw value is what tables ask for.
  enum Kind: UInt64 {
    case records = 1
    case text, unused
  }

  let gap = Diagnostic.Kind.iccOverlap
  /// Behind a type and four bytes that are reserved.
  static let start = 8
  static let recordLimit = 1_024

  private var isRead = false
  private var base = 0
  private var parts: [(range: Range<Int>, kind: Kind)] = []
  private var faults: [(finding: Finding, bytes: Range<Int>)] = []
  private var place = 0
  private var fault = 0

  private mutating func report(_ finding: Finding, _ bytes: Range<Int>) {
    if faults.count < 64 { faults.append((finding, bytes)) }
  }

  private mutating func read(_ bytes: RawSpan, _ position: Int, _ end: Int) {
    isRead = true
    base = position &- Self.start
    let promised = Int(bytes.bigEndian(at: position, count: 4) ?? 0)
    let room = max(0, end &- position &- 8) / ICCBytes.entryCount
    let count = min(promised, room, Self.recordLimit)
    let records = position..<min(end, position &+ 8 &+ count &* ICCBytes.entryCount)
    if promised > Self.recordLimit { report(.iccTooMany(limit: UInt64(Self.recordLimit)), records.prefix(4)) }
    var texts: [(range: Range<Int>, record: Range<Int>)] = []
    for index in 0..<count {
      let at = position &+ 8 &+ index &* ICCBytes.entryCount
      let record = at..<at &+ ICCBytes.entryCount
      let size = Int(bytes.bigEndian(at: at &+ 4, count: 4) ?? 0)
      let offset = Int(bytes.bigEndian(at: at &+ 8, count: 4) ?? 0)
      let start = base &+ offset
      guard start >= records.upperBound, start <= end, size <= end &- start else {
        report(.iccTextOutside(offset: UInt64(offset), length: UInt64(size)), record)
        continue
      }
      if size > 0 { texts.append((start..<start &+ size, record)) }
    }
    parts.append((records, .records))
    arrange(texts, from: records.upperBound, to: end)
  }

  private mutating func arrange(
    _ texts: [(range: Range<Int>, record: Range<Int>)], from start: Int, to end: Int
  ) {
    var last = 0..<0
    var position = start
    let sorted = texts.sorted { a, b in
      a.range.lowerBound != b.range.lowerBound
        ? a.range.lowerBound < b.range.lowerBound : a.range.upperBound > b.range.upperBound
    }
    for (range, record) in sorted where range != last {
      guard range.lowerBound >= position else {
        report(
          .iccOverlap(offset: UInt64(range.lowerBound &- base), length: UInt64(range.count)), record)
        continue
      }
      if range.lowerBound > position { parts.append((position..<range.lowerBound, .unused)) }
      parts.append((range, .text))
      last = range
      position = range.upperBound
    }
    if position < end { parts.append((position..<end, .unused)) }
  }

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    if !isRead { read(bytes, position, end) }
    guard place < parts.count else { return nil }
    place &+= 1
    return parts[place &- 1].range
  }

  var values: PartValues {
    guard place > 0, place <= parts.count else { return PartValues() }
    return PartValues(kind: parts[place &- 1].kind.rawValue, base: UInt64(base))
  }

  mutating func takeFault() -> (finding: Finding, bytes: Range<Int>)? {
    guard fault < faults.count else { return nil }
    fault &+= 1
    return faults[fault &- 1]
  }
}

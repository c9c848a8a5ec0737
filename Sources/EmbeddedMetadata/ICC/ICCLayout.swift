import ByteReading
import MediaFacts
import Structure

/// Where everything lies in a profile, from the table of tags to the last byte.
///
/// - Complexity: O(*n* log *n*) in the tags, at most ``MediaFacts/ICCBytes/tagLimit`` of them.
enum ICCLayout {
  /// What a part is; the raw value is what tables ask for.
  enum Kind: UInt64 {
    case tags = 1
    case value, padding, unused
  }

  /// The parts of a profile behind its header.
  static func parts(of profile: borrowing ICCBytes) -> FoundParts {
    var found = FoundParts()
    let base = profile.base
    func values(_ kind: Kind) -> PartValues { PartValues(kind: kind.rawValue, base: UInt64(base)) }
    let present = UInt64(profile.byteCount)
    if let size = profile.number(at: 0, count: 4), size != present {
      let isFilled = size >= UInt64(ICCBytes.headerCount) && size < present && present - size < 4
        && profile.number(at: Int(size), count: Int(present - size)) == 0
      found.report(
        isFilled ? .iccFilled(claimed: size, found: present - size) : .iccSizeDiffers(claimed: size, found: present),
        base..<base &+ 4)
    }
    var claims: [(range: Range<Int>, pointer: Range<Int>)] = []
    var met: Set<FourCC> = []
    for index in 0..<profile.tagCount {
      let tag = profile.tag(index)
      let entry = tag.entry.moved(by: base)
      if !met.insert(tag.signature).inserted { found.report(.iccTagRepeated(code: tag.signature), entry) }
      guard let range = tag.range else {
        found.report(.iccTagOutside(offset: UInt64(tag.offset), length: UInt64(tag.size)), entry)
        continue
      }
      claims.append((range.moved(by: base), entry))
    }
    if profile.promisedCount > ICCBytes.tagLimit {
      let count = ICCBytes.headerCount..<ICCBytes.headerCount &+ 4
      found.report(.iccTooMany(limit: UInt64(ICCBytes.tagLimit)), count.moved(by: base))
    }
    let behind = base &+ profile.tableEnd
    found.add(base &+ ICCBytes.headerCount..<behind, values(.tags))
    // Values begin at multiples of four bytes, with zeros before them (ICC.1 §7.2.1).
    let bytes = profile.bytes
    found.arrange(
      claims, in: behind..<profile.end, as: values(.value),
      overlap: { .iccOverlap(offset: UInt64($0.lowerBound &- base), length: UInt64($0.count)) },
      gap: { gap in
        let isPadding = gap.count < 4 && bytes.bigEndian(at: gap.lowerBound, count: gap.count) == 0
        return values(isPadding ? .padding : .unused)
      })
    return found
  }
}

/// Gives the table of a profile the places of its parts.
struct ICCFinder: ArrangedPartFinder {
  let gap = Diagnostic.Kind.iccOverlap
  var found: FoundParts?

  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts? {
    // The header stands before the parts.
    guard let profile = ICCBytes(bytes, from: position &- ICCBytes.headerCount, to: end) else { return nil }
    return ICCLayout.parts(of: profile)
  }
}

/// Gives the table of a text in several languages the places of its records and of the texts, which records may share
/// (ICC.1 §10.15).
struct ICCTextFinder: ArrangedPartFinder {
  /// What a part is; the raw value is what tables ask for.
  enum Kind: UInt64 {
    case records = 1
    case text, unused
  }

  let gap = Diagnostic.Kind.iccOverlap
  var found: FoundParts?

  /// Behind a type and four bytes that are reserved.
  private static let start = 8
  private static let recordLimit = 1_024

  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts? {
    var found = FoundParts()
    let base = position &- Self.start
    func values(_ kind: Kind) -> PartValues { PartValues(kind: kind.rawValue, base: UInt64(base)) }
    let promised = Int(bytes.bigEndian(at: position, count: 4) ?? 0)
    let room = max(0, end &- position &- 8) / ICCBytes.entryCount
    let count = min(promised, room, Self.recordLimit)
    let records = position..<min(end, position &+ 8 &+ count &* ICCBytes.entryCount)
    if promised > Self.recordLimit { found.report(.iccTooMany(limit: UInt64(Self.recordLimit)), records.prefix(4)) }
    var claims: [(range: Range<Int>, pointer: Range<Int>)] = []
    for index in 0..<count {
      let at = position &+ 8 &+ index &* ICCBytes.entryCount
      let record = at..<at &+ ICCBytes.entryCount
      let size = Int(bytes.bigEndian(at: at &+ 4, count: 4) ?? 0)
      let offset = Int(bytes.bigEndian(at: at &+ 8, count: 4) ?? 0)
      let start = base &+ offset
      guard start >= records.upperBound, start <= end, size <= end &- start else {
        found.report(.iccTextOutside(offset: UInt64(offset), length: UInt64(size)), record)
        continue
      }
      claims.append((start..<start &+ size, record))
    }
    found.add(records, values(.records))
    found.arrange(
      claims, in: records.upperBound..<max(records.upperBound, end), as: values(.text),
      overlap: { .iccOverlap(offset: UInt64($0.lowerBound &- base), length: UInt64($0.count)) },
      gap: { _ in values(.unused) })
    return found
  }
}

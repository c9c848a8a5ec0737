import ByteReading
import MediaFacts
import Structure

/// Where everything lies that directories point to, from the first byte to the last.
///
/// Pointers are followed with a set of the directories that were met, so each is read once; their number
/// and that of entries have limits.
///
/// - Complexity: O(*n* log *n*) in the entries, at most ``entryLimit`` of them.
struct TIFFLayout {
  /// What a part of the file is; the raw value is what tables ask for.
  enum Kind: Hashable {
    case directory(TIFFDirectory)
    /// Values of this type, outside their entry.
    case values(TIFFType)
    case makerNote, thumbnail, image, unused
    /// Values that are of a format of their own: IPTC-IIM, resources of Photoshop, a colour profile, keys of a map.
    case newsData, imageResources, profile, geoKeys
    /// A packet of XMP, which tables have as values of this type.
    case packet(TIFFType)

    var number: UInt64 {
      switch self {
      case .directory(let directory): directory.rawValue
      case .makerNote: 20
      case .thumbnail: 21
      case .image: 22
      case .unused: 23
      case .newsData: 24
      case .imageResources: 25
      case .profile: 26
      case .geoKeys: 27
      case .values(let type), .packet(let type): 100 + UInt64(type.rawValue)
      }
    }
  }
  struct Part {
    let range: Range<Int>
    let kind: Kind
    /// The bytes of the entry that points to it, from the base; empty for a directory.
    var pointer: Range<Int>
  }

  static let directoryLimit = 64
  static let entryLimit = 16_384

  /// In the order of the file, one behind the other from the end of the header to the end; offsets count
  /// from the base.
  private(set) var parts: [Part] = []
  private(set) var entries: [TIFFEntry] = []
  /// What is wrong, with the bytes it is about, from the base.
  private(set) var faults: [(finding: Finding, bytes: Range<Int>)] = []

  private var waiting: [(offset: Int, kind: TIFFDirectory, pointer: Range<Int>)] = []
  private var met: Set<Int> = []

  init(_ tiff: borrowing TIFFBytes, root: TIFFDirectory = .image) {
    waiting = [(Int(tiff.uint32(at: 4) ?? 0), root, 4..<8)]
    while let next = waiting.popLast() { read(next.offset, next.kind, pointer: next.pointer, in: tiff) }
    arrange(tiff)
  }

  private mutating func report(_ finding: Finding, _ bytes: Range<Int>) {
    if faults.count < 64 { faults.append((finding, bytes)) }
  }

  /// Reads the directory at `offset` and remembers those that it points to.
  private mutating func read(
    _ offset: Int, _ kind: TIFFDirectory, pointer: Range<Int>, in tiff: borrowing TIFFBytes
  ) {
    guard met.insert(offset).inserted else {
      return report(.tiffDirectoryRepeated(offset: UInt64(offset)), pointer)
    }
    guard offset >= 8, let promised = tiff.uint16(at: offset) else {
      return report(.tiffDirectoryOutside(offset: UInt64(offset)), pointer)
    }
    guard met.count <= Self.directoryLimit, entries.count < Self.entryLimit else {
      return report(.tiffTooMany(limit: UInt64(Self.directoryLimit)), pointer)
    }
    let room = (tiff.byteCount &- offset &- 2) / TIFFEntry.byteCount
    let count = min(Int(promised), room, Self.entryLimit &- entries.count)
    // That there are fewer entries than are promised is reported where they are read.
    let first = entries.count
    for index in 0..<count {
      let place = offset &+ 2 &+ index &* TIFFEntry.byteCount
      guard let entry = TIFFEntry(tiff, at: place, in: kind) else { break }
      entries.append(entry)
      look(at: entry, tiff)
    }
    order(entries[first...])
    let end = offset &+ 2 &+ count &* TIFFEntry.byteCount
    let next = tiff.uint32(at: end)
    parts.append(
      Part(
        range: offset..<end &+ (next == nil ? 0 : 4), kind: .directory(kind),
        pointer: pointer))
    if let next, next != 0, kind == .image || kind == .thumbnail {
      waiting.append((Int(next), .thumbnail, end..<end &+ 4))
    }
    pictures(entries[first...], tiff)
  }

  /// Remembers what an entry points to.
  private mutating func look(at entry: TIFFEntry, _ tiff: borrowing TIFFBytes) {
    let bytes = entry.offset..<entry.offset &+ TIFFEntry.byteCount
    guard let type = entry.type else {
      return report(
        .tiffTypeUnknown(found: UInt64(tiff.uint16(at: entry.offset &+ 2) ?? 0)), bytes)
    }
    guard let values = entry.values else {
      return report(
        .tiffValueOutside(
          needed: UInt64(entry.count) &* UInt64(type.byteCount), left: UInt64(tiff.byteCount)),
        bytes)
    }
    if let kind = directory(behind: entry), type == .long || type == .ifd {
      for index in 0..<entry.count {
        guard let target = tiff.uint32(at: values.lowerBound &+ index &* 4) else { break }
        guard waiting.count <= Self.directoryLimit else {
          report(.tiffTooMany(limit: UInt64(Self.directoryLimit)), bytes)
          break
        }
        waiting.append((Int(target), kind, bytes))
      }
    }
    guard !entry.isInline else { return }
    parts.append(Part(range: values, kind: kind(of: entry, values, tiff) ?? .values(type), pointer: bytes))
  }

  /// What values are that have a format of their own; `nil` for others, and for those that do not begin as it does.
  private func kind(of entry: TIFFEntry, _ values: Range<Int>, _ tiff: borrowing TIFFBytes) -> Kind? {
    let (start, end) = (tiff.base &+ values.lowerBound, tiff.base &+ values.upperBound)
    switch (entry.directory, entry.tag) {
    case (.exif, 0x927C): return .makerNote
    case (.image, 0x2BC), (.thumbnail, 0x2BC), (.sub, 0x2BC):
      return XMPReader.begins(tiff.bytes, at: start, before: end) ? entry.type.map(Kind.packet) : nil
    case (.image, 0x83BB) where IIMReader.begins(tiff.bytes, at: start, before: end): return .newsData
    case (.image, 0x8649) where ImageResources.begins(tiff.bytes, at: start, before: end): return .imageResources
    case (.image, 0x8773) where ICCBytes(tiff.bytes, from: start, to: end) != nil: return .profile
    // A header, and an entry for each key.
    case (.image, 0x87AF) where entry.type == .short && values.count >= 8: return .geoKeys
    default: return nil
    }
  }

  /// Which directory the values of an entry point to; `nil` when they are no pointers (Exif 3.0 §4.6.3).
  private func directory(behind entry: TIFFEntry) -> TIFFDirectory? {
    switch (entry.directory, entry.tag) {
    case (.canon, _): nil
    case (.gps, _), (.interoperability, _): nil
    case (_, 0x8769): .exif
    case (_, 0x8825): .gps
    case (_, 0xA005): .interoperability
    case (_, 0x014A): .sub
    default: nil
    }
  }

  /// Entries have to be sorted by tag (TIFF 6.0 §2).
  private mutating func order(_ entries: ArraySlice<TIFFEntry>) {
    var last: UInt16 = 0
    for entry in entries {
      if entry.tag < last {
        report(
          .tiffUnsorted(found: UInt64(entry.tag), previous: UInt64(last)),
          entry.offset..<entry.offset &+ 2)
        return
      }
      last = entry.tag
    }
  }

  /// Remembers where the pictures lie that two entries of one directory place: offset and size.
  private mutating func pictures(
    _ entries: ArraySlice<TIFFEntry>, _ tiff: borrowing TIFFBytes
  ) {
    for (offsetTag, sizeTag, kind) in [
      (UInt16(0x201), UInt16(0x202), Kind.thumbnail), (0x111, 0x117, .image),
    ] {
      guard let offsets = entries.first(where: { $0.tag == offsetTag }),
        let sizes = entries.first(where: { $0.tag == sizeTag }), offsets.directory != .gps,
        offsets.directory != .canon, offsets.directory != .interoperability
      else { continue }
      let bytes = offsets.offset..<offsets.offset &+ TIFFEntry.byteCount
      for index in 0..<min(offsets.count, sizes.count, Self.entryLimit) {
        guard let (start, _) = offsets.fraction(index, tiff),
          let (size, _) = sizes.fraction(index, tiff), start >= 0, size > 0
        else { continue }
        guard start <= Int64(tiff.byteCount), size <= Int64(tiff.byteCount) &- start else {
          report(.tiffValueOutside(needed: UInt64(size), left: UInt64(tiff.byteCount)), bytes)
          break
        }
        parts.append(
          Part(range: Int(start)..<Int(start &+ size), kind: kind, pointer: bytes))
      }
    }
  }

  /// Puts parts into the order of the file: what lies in another is reported and left out, what nothing points
  /// to becomes a part of its own.
  private mutating func arrange(_ tiff: borrowing TIFFBytes) {
    parts.sort { a, b in
      if a.range.lowerBound != b.range.lowerBound { return a.range.lowerBound < b.range.lowerBound }
      if case .directory = a.kind { if case .directory = b.kind { return false } else { return true } }
      if case .directory = b.kind { return false }
      return a.range.upperBound > b.range.upperBound
    }
    var placed: [Part] = []
    var position = 8
    for part in parts {
      if part.range.lowerBound < position {
        // Two entries may share their values.
        if let last = placed.last, last.range == part.range, last.kind == part.kind { continue }
        report(
          .tiffOverlap(offset: UInt64(part.range.lowerBound), length: UInt64(part.range.count)),
          part.pointer)
        continue
      }
      if part.range.lowerBound > position {
        placed.append(
          Part(range: position..<part.range.lowerBound, kind: .unused, pointer: 0..<0))
      }
      placed.append(part)
      position = part.range.upperBound
    }
    if position < tiff.byteCount {
      placed.append(Part(range: position..<tiff.byteCount, kind: .unused, pointer: 0..<0))
    }
    parts = placed
  }
}

/// Gives a table of image file directories the places of its parts.
struct TIFFFinder: ArrangedPartFinder {
  let gap = Diagnostic.Kind.tiffOverlap
  let root: TIFFDirectory
  var found: FoundParts?

  init(root: TIFFDirectory) { self.root = root }

  func read(_ bytes: RawSpan, from position: Int, to end: Int) -> FoundParts? {
    // The header stands before the parts.
    let base = position &- 8
    guard let tiff = TIFFBytes(bytes, from: base, to: end) else { return nil }
    let layout = TIFFLayout(tiff, root: root)
    return FoundParts(
      layout.parts.map {
        ($0.range.moved(by: base), PartValues(kind: $0.kind.number, base: UInt64(base)))
      },
      faults: layout.faults.map { ($0.finding, $0.bytes.moved(by: base)) })
  }
}

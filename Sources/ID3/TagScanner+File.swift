package import ByteReading
import Structure

extension TagScanner {
  /// Whether a file ends with a tag: ID3v1, Lyrics3, APE, or an ID3v2.4 tag with a footer.
  package static func hasTagAtEnd(_ bytes: RawSpan) -> Bool { !Trailer.all(in: bytes).isEmpty }

  /// The tags that stand one behind another where `range` of `source` begins: of version 2 by their
  /// headers, and those that are found from their ends.
  ///
  /// - Returns: The range of each, up to 16; none that does not fit.
  /// - Complexity: O(1); it looks at 10 KiB at most.
  package static func tags(in source: ByteSource, at range: Range<Int>) -> [Range<Int>] {
    let bytes = source.bytes
    let end = min(range.upperBound, bytes.byteCount)
    guard range.lowerBound >= 0, range.lowerBound < end else { return [] }
    var window = ByteWindow(source)
    var position = range.lowerBound
    var found: [Range<Int>] = []
    while position < end, found.count < 16 {
      let size: Int
      if let header = TagHeader(at: UInt64(position), in: UInt64(position)..<UInt64(end), &window) {
        size = Int(clamping: header.end) &- position
      } else if bytes.matches("TAG", at: position) {
        size = 128
      } else {
        break
      }
      guard size > 0, size <= end &- position else { break }
      found.append(position..<position &+ size)
      position &+= size
    }
    if position < end, found.count < 16 {
      let trailers = Trailer.all(in: bytes.extracting(position..<end))
      if trailers.first?.range.lowerBound == 0 {
        found += trailers.map {
          position &+ Int(clamping: $0.range.lowerBound)
            ..< position &+ Int(clamping: $0.range.upperBound)
        }
      }
    }
    return found
  }

  /// Scans all of the tree's file: tags at its start, tags at its end, and what lies between.
  mutating func scanFile() {
    let file = builder.file
    let end = UInt64(file.byteCount)
    let trailers = Trailer.all(in: file.bytes)
    var position: UInt64 = 0
    while position < end, !builder.isFull {
      // A tag that fits into the file has what it says; one that does not ends where others begin.
      // What is found in its own header, or is the footer of this very tag, is no other.
      let body =
        trailers.first { $0.range.lowerBound >= position + TagHeader.byteCount }?.range.lowerBound
        ?? end
      guard let next = scanTag(in: position..<end, orUpTo: body) else { break }
      if let target = seek(after: next) {
        between(next..<target)
        position = target
        continue
      }
      position = next
      // Some writers leave zeros between tags.
      let zeros = zeros(from: position, to: end)
      if zeros > 0, TagScanner.isTag(file.bytes, at: Int(position + zeros)) {
        builder.appendRaw(position..<position + zeros, source: 0, depth: 0, marks: .padding)
        position += zeros
      }
    }
    for trailer in trailers where trailer.range.lowerBound >= position {
      between(position..<trailer.range.lowerBound)
      scan(trailer)
      position = trailer.range.upperBound
    }
    between(position..<end)
  }

  /// Scans the tags that stand one behind another from `start` to the end of the file, where nothing else does.
  ///
  /// - Returns: Where the file ends, or `nil` when it ends otherwise.
  package mutating func scanTrailing(from start: UInt64) -> UInt64? {
    let file = builder.file
    let end = UInt64(file.byteCount)
    guard start < end, Self.tags(in: file, at: Int(start)..<file.byteCount).last?.upperBound == file.byteCount
    else { return nil }
    let trailers = Trailer.all(in: file.bytes).filter { $0.range.lowerBound >= start }
    var position = start
    while position < trailers.first?.range.lowerBound ?? end, let next = scanTag(in: position..<end) {
      position = next
    }
    for trailer in trailers where trailer.range.lowerBound >= position {
      between(position..<trailer.range.lowerBound)
      scan(trailer)
      position = trailer.range.upperBound
    }
    between(position..<end)
    return end
  }

  /// Appends what is no tag: audio, and what is none.
  private func between(_ range: Range<UInt64>) {
    guard !range.isEmpty else { return }
    if let embedded {
      _ = embedded(EmbeddedBytes(.sound, range: range, source: 0, depth: 0), builder)
    } else {
      builder.appendRaw(range, source: 0, depth: 0, marks: .raw)
    }
  }

  private func zeros(from start: UInt64, to end: UInt64) -> UInt64 {
    var window = ByteWindow(builder.file)
    return window.zeros(in: start..<min(end, start + UInt64(ByteWindow.maximumCount)))
  }

  /// Where the `SEEK` frame of the tag that was scanned last says that the next tag begins, when one
  /// does (ID3v2.4.0 frames §4.29). It only ever points forward.
  private func seek(after end: UInt64) -> UInt64? {
    var tag = builder.last
    while let node = tag, builder[node].depth > 0 { tag = node.previous }
    guard let tag, let frame = builder.child("SEEK", of: tag) else { return nil }
    let node = builder[frame]
    let file = builder.file
    let source = builder.sources[Int(node.source)].bytes
    guard node.payload.byteCount >= 4, builder.contents(of: frame) == node.source,
      let offset = source.bytes.bigEndian(at: Int(node.payloadStart), count: 4)
    else { return nil }
    let target = end + offset
    guard target < UInt64(file.byteCount), TagScanner.isTag(file.bytes, at: Int(target))
    else {
      builder.note(
        Diagnostic(
          .seekWrong(offset: target), node: frame, extent: node.payload))
      return nil
    }
    return target
  }

  // MARK: Tags at the end

  /// Appends the nodes of a tag at the end of the file.
  private mutating func scan(_ trailer: Trailer) {
    let range = trailer.range
    switch trailer.kind {
    case .appended, .unfooted:
      let node = builder.end
      // Its header may claim a shorter tag than the footer through which it was found.
      let end = scanTag(in: range)
      if case .unfooted = trailer.kind, end != nil {
        builder.note(
          Diagnostic(
            Finding(.appendedTagFooter), node: node,
            extent: Extent(byteOffset: Int(range.lowerBound), byteCount: 10)))
      }
      between((end ?? range.lowerBound)..<range.upperBound)
      return
    default: break
    }
    guard let tag = append(trailer.type, range, in: Catalogue.file, .tagParts) else { return }
    switch trailer.kind {
    case .lyrics2: lyrics(range, trailer.type)
    case .ape(let hasHeader, let hasFooter): items(range, in: trailer.type, hasHeader: hasHeader, hasFooter: hasFooter)
    default: break
    }
    builder.close(tag)
  }

  /// Appends a named node.
  private func append(
    _ type: FourCC, _ range: Range<UInt64>, in parent: FourCC, _ catalogue: Catalogue,
    marks: Node.Marks = .named
  ) -> NodeIndex? {
    let table = catalogue.table(for: type, in: parent, handler: nil, extendedType: nil)
    let index = builder.append(
      Node(
        start: range.lowerBound, size: range.upperBound - range.lowerBound, type: type,
        table: table.map { builder.add(table: $0, of: catalogue) } ?? Node.noTable,
        depth: parent == Catalogue.file ? 0 : 1, headerSize: 0, marks: marks))
    if index == nil {
      builder.appendRaw(
        range, source: 0, depth: parent == Catalogue.file ? 0 : 1, marks: [.raw, .faulty])
    }
    return index
  }

  /// The fields of a Lyrics3 tag of version 2: three letters, five digits, and as many bytes.
  private func lyrics(_ range: Range<UInt64>, _ parent: FourCC) {
    let file = builder.file
    var position = range.lowerBound + 11
    let end = range.upperBound - 15
    while position < end, !builder.isFull {
      guard end - position >= 8,
        let code = file.bytes.bigEndian(at: Int(position), count: 3),
        FourCC(UInt32(code)).isThreeCharacters,
        let size = file.bytes.decimal(at: Int(position) + 3, digits: 5)
      else {
        builder.note(
          Diagnostic(
            .notAField(length: end - position), node: builder.end,
            extent: Extent(byteOffset: Int(position), byteCount: Int(end - position))))
        builder.appendRaw(position..<end, source: 0, depth: 1, marks: [.raw, .faulty])
        break
      }
      let next = min(end, position + 8 + UInt64(size))
      var marks: Node.Marks = []
      if next < position + 8 + UInt64(size) {
        marks = .faulty
        builder.note(
          Diagnostic(
            .itemExceedsTag(claimed: UInt64(size), left: end - position - 8), node: builder.end,
            extent: Extent(byteOffset: Int(position) + 3, byteCount: 5)))
      }
      _ = append(FourCC(UInt32(code)), position..<next, in: parent, .tagItems, marks: marks)
      position = next
    }
    _ = append(.lyricsEnd, end..<range.upperBound, in: parent, .tagParts)
  }

  /// The items of an APE tag: size, flags, a key and a value.
  private func items(
    _ range: Range<UInt64>, in parent: FourCC, hasHeader: Bool, hasFooter: Bool
  ) {
    let file = builder.file
    var position = range.lowerBound + (hasHeader ? 32 : 0)
    let end = range.upperBound - (hasFooter ? 32 : 0)
    while position < end, !builder.isFull {
      guard end - position >= 11,
        let size = file.bytes.littleEndian(at: Int(position), count: 4),
        let key = file.bytes.key(at: Int(position) + 8, before: Int(end))
      else {
        builder.note(
          Diagnostic(
            .notAnItem(length: end - position), node: builder.end,
            extent: Extent(byteOffset: Int(position), byteCount: Int(end - position))))
        builder.appendRaw(position..<end, source: 0, depth: 1, marks: [.raw, .faulty])
        break
      }
      let value = position + 8 + UInt64(key.count) + 1
      var marks: Node.Marks = .named
      if value + size > end {
        marks.insert(.faulty)
        builder.note(
          Diagnostic(
            .itemExceedsTag(claimed: size, left: end - value), node: builder.end,
            extent: Extent(byteOffset: Int(position), byteCount: 4)))
      }
      let next = min(end, value + size)
      _ = append(FourCC(key.hash), position..<next, in: parent, .tagItems, marks: marks)
      position = next
    }
    if hasFooter { _ = append(.apeEnd, end..<range.upperBound, in: parent, .tagParts) }
  }
}

/// A tag that is found from the end of a file.
struct Trailer {
  enum Kind {
    case version1, enhanced, extended, lyrics1, lyrics2
    case ape(hasHeader: Bool, hasFooter: Bool)
    /// An ID3v2.4 tag with a footer.
    case appended
    /// An ID3v2 tag that ends where the others begin, or the file ends, without one.
    case unfooted
  }

  /// The bytes at the end in which a tag without a footer is looked for: sound itself is not read.
  private static let reach = 4_096

  let kind: Kind
  let type: FourCC
  let range: Range<UInt64>

  private init(_ kind: Kind, _ type: FourCC, from start: Int, to end: Int) {
    self.kind = kind
    self.type = type
    range = UInt64(start)..<UInt64(end)
  }

  /// All of them, first to last: each ends where the next begins, the last with the file.
  static func all(in bytes: RawSpan) -> [Trailer] {
    var found: [Trailer] = []
    var end = bytes.byteCount
    // Nobody writes as many; bytes that go on and on are no tags.
    var isUnfootedFound = false
    while found.count < 16 {
      var next = last(
        in: bytes, before: end, isFirst: found.isEmpty, isBeforeNew: found.last?.isNew ?? false)
      if next == nil, !isUnfootedFound {
        next = unfooted(in: bytes, before: end)
        isUnfootedFound = next != nil
      }
      guard let next else { break }
      found.append(next)
      end = Int(next.range.lowerBound)
    }
    return found.reversed()
  }

  /// Whether it is an ID3v2 tag.
  private var isNew: Bool {
    switch kind {
    case .appended, .unfooted: true
    default: false
    }
  }

  private static func last(
    in bytes: RawSpan, before end: Int, isFirst: Bool, isBeforeNew: Bool
  ) -> Trailer? {
    func has(_ text: StaticString, at offset: Int) -> Bool {
      guard offset >= 0, offset + text.utf8CodeUnitCount <= end else { return false }
      return bytes.matches(text, at: offset)
    }
    // ID3v1 ends a file; some writers put a tag of version 2.4 behind it.
    if isFirst || isBeforeNew, has("TAG", at: end - 128), !has("TAG+", at: end - 128) {
      return Trailer(.version1, .id3v1, from: end - 128, to: end)
    }
    if !isFirst, has("TAG+", at: end - 227) { return Trailer(.enhanced, .enhanced, from: end - 227, to: end) }
    if !isFirst, has("EXT", at: end - 128) { return Trailer(.extended, .extended, from: end - 128, to: end) }
    if has("LYRICS200", at: end - 9), let size = bytes.decimal(at: end - 15, digits: 6),
      size <= end - 15, has("LYRICSBEGIN", at: end - 15 - size)
    {
      return Trailer(.lyrics2, .lyrics2, from: end - 15 - size, to: end)
    }
    if has("LYRICSEND", at: end - 9) {
      // The text is at most 5,100 bytes long.
      var start = end - 20
      while start >= max(0, end - 5_120) {
        if has("LYRICSBEGIN", at: start) { return Trailer(.lyrics1, .lyrics1, from: start, to: end) }
        start -= 1
      }
    }
    if has("APETAGEX", at: end - 32) { return ape(in: bytes, before: end) }
    if has("3DI", at: end - 10), let size = bytes.bigEndian(at: end - 4, count: 4),
      size & 0x8080_8080 == 0
    {
      let start = end - 20 - Int(size.withoutEighthBits)
      if start >= 0, TagScanner.isTag(bytes, at: start) {
        return Trailer(.appended, FourCC(0x4944_3304), from: start, to: end)
      }
    }
    return nil
  }

  /// The tag without a footer that ends at `end` exactly, as its header says: the longest within
  /// ``reach``. One that begins the file is none.
  ///
  /// - Complexity: O(1); it looks at 4 KiB at most.
  private static func unfooted(in bytes: RawSpan, before end: Int) -> Trailer? {
    // Each third byte is one of the three letters, wherever the tag begins.
    for at in stride(from: max(3, end &- reach), to: end &- 10, by: 3) {
      let start: Int
      switch bytes.byte(at: at) {
      case UInt8(ascii: "I"): start = at
      case UInt8(ascii: "D"): start = at &- 1
      case UInt8(ascii: "3"): start = at &- 2
      default: continue
      }
      guard bytes.matches("ID3", at: start), TagScanner.isTag(bytes, at: start),
        let version = bytes.byte(at: start &+ 3), (2...4).contains(version),
        let flags = bytes.byte(at: start &+ 5), version < 4 || flags & 0x10 == 0,
        let size = bytes.bigEndian(at: start &+ 6, count: 4), size & 0x8080_8080 == 0,
        Int(size.withoutEighthBits) == end &- start &- 10
      else { continue }
      return Trailer(.unfooted, FourCC(0x4944_3300 | UInt32(version)), from: start, to: end)
    }
    return nil
  }

  /// The APE tag whose footer ends at `end`.
  private static func ape(in bytes: RawSpan, before end: Int) -> Trailer? {
    guard let version = bytes.littleSize(at: end - 24), let size = bytes.littleSize(at: end - 20),
      let flags = bytes.littleSize(at: end - 12), flags & 1 << 29 == 0, size >= 32, size <= end
    else { return nil }
    var start = end - size
    let hasHeader = flags & 1 << 31 != 0 && bytes.matches("APETAGEX", at: start - 32)
    if hasHeader { start -= 32 }
    return Trailer(
      .ape(hasHeader: hasHeader, hasFooter: true), version < 2_000 ? .ape1 : .ape2, from: start, to: end)
  }
}

extension FourCC {
  static let id3v1 = FourCC(0x5441_4701)
  static let enhanced = FourCC(0x5441_472B)
  static let extended = FourCC(0x4558_5401)
  static let lyrics1 = FourCC(0x4C59_5201)
  static let lyrics2 = FourCC(0x4C59_5202)
  static let lyricsEnd = FourCC(0x454E_4402)
  static let ape1 = FourCC(0x4150_4501)
  static let ape2 = FourCC(0x4150_4502)
  static let apeEnd = FourCC(0x454E_4401)
}

extension RawSpan {
  /// Whether the bytes at `offset` are these.
  fileprivate func matches(_ text: StaticString, at offset: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset >= 0, offset <= byteCount - count else { return false }
    var index = 0
    for unit in text.description.utf8 {
      if byte(at: offset + index) != unit { return false }
      index += 1
    }
    return true
  }

  /// The number that so many decimal digits at `offset` make.
  fileprivate func decimal(at offset: Int, digits: Int) -> Int? {
    guard offset >= 0 else { return nil }
    var value = 0
    for index in 0..<digits {
      guard let digit = byte(at: offset + index), digit.isDigit else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  /// The length of a key of printable characters with a zero behind it, at most 255, and a number
  /// that stands for it: letters of either case are the same (APEv2, item key).
  fileprivate func key(at offset: Int, before end: Int) -> (count: Int, hash: UInt32)? {
    var hash: UInt32 = 0x811C_9DC5
    for index in 0..<256 {
      guard offset + index < end, let unit = byte(at: offset + index) else { return nil }
      if unit == 0 { return index > 0 ? (index, hash | 1) : nil }
      guard unit >= 0x20, unit != 0x7F else { return nil }
      hash = (hash ^ UInt32(unit)) &* 0x0100_0193
    }
    return nil
  }
}

import ByteReading
package import Structure

extension Catalogue {
  /// Streams of audio between tags.
  package static let audio = Catalogue(
    nodeKind: "audio", header: Syntax("*", "No header", "") {}, families: [AudioTables.self],
    views: SoundViews.audio)
}

/// Finds audio between tags, and appends nodes for it and for what is around it.
package enum AudioScanner {
  /// How far the first frame is looked for, in bytes.
  static let reach: UInt64 = 1 << 20

  /// Appends a node for the audio that begins in `range`, one for zeros before it, and raw ones for
  /// other bytes; without audio all of `range` is raw.
  ///
  /// The first frame has to be within 1 MiB. Other frames are not looked at.
  package static func scan(
    _ range: Range<UInt64>, source: UInt16 = 0, depth: UInt16 = 0, into builder: TreeBuilder
  ) {
    let file = builder.sources[Int(source)].bytes
    guard !range.isEmpty else { return }
    let isTTA = file.bytes.bigEndian(at: Int(range.lowerBound), count: 4) == 0x5454_4131
    let start: (offset: UInt64, type: FourCC)? =
      isTTA ? (range.lowerBound, FourCC(0x5454_4131)) : first(in: file.bytes, range)
    let before = range.lowerBound..<(start?.offset ?? range.upperBound)
    if !before.isEmpty {
      lead(
        before, hasAudio: start != nil, in: file.bytes, source: source, depth: depth, to: builder)
    }
    guard let start else { return }
    let table = Catalogue.audio.table(
      for: start.type, in: Catalogue.file, handler: nil, extendedType: nil)
    let node = Node(
      start: start.offset, size: range.upperBound - start.offset, type: start.type,
      table: table.map { builder.add(table: $0, of: .audio) } ?? Node.noTable, depth: depth,
      source: source, headerSize: 0, marks: .named)
    if builder.append(node) == nil {
      builder.appendRaw(
        start.offset..<range.upperBound, source: source, depth: depth, marks: [.raw, .faulty])
    }
  }

  /// Whether audio begins within the first `reach` bytes.
  package static func isAudio(_ bytes: RawSpan, within reach: UInt64 = 1) -> Bool {
    bytes.bigEndian(at: 0, count: 4) == 0x5454_4131
      || first(in: bytes, 0..<UInt64(bytes.byteCount), reach: reach) != nil
  }

  /// Where the first frame begins that another confirms, and of which kind it is.
  private static func first(
    in bytes: RawSpan, _ range: Range<UInt64>, reach: UInt64 = reach
  ) -> (offset: UInt64, type: FourCC)? {
    let start = Int(range.lowerBound)
    let end = min(Int(range.upperBound), bytes.byteCount)
    // AC-3, E-AC-3 and RIFX begin with a word of their own: frames of MPEG audio in it are chance.
    if bytes.bigEndian(at: start, count: 2) == 0x0B77 || bytes.bigEndian(at: start, count: 4) == 0x5249_4658 { return nil }
    let limit = min(end, start + Int(reach) + 1)
    // Headers of both kinds begin with eight ones.
    guard start < limit, bytes.extracting(start..<limit).offset(of: 0xFF, from: 0) != nil else { return nil }
    var mpeg = FrameFinder<MPEGAudioHeader>(gap: .audioSyncLost, searchingBefore: limit)
    let mpegStart = mpeg.next(in: bytes, from: start, to: end)?.lowerBound
    var adts = FrameFinder<ADTSHeader>(
      gap: .audioSyncLost, searchingBefore: min(limit, (mpegStart ?? limit) + 1))
    let adtsStart = adts.next(in: bytes, from: start, to: end)?.lowerBound
    if let adtsStart, adtsStart < mpegStart ?? .max {
      return (UInt64(adtsStart), FourCC(0x6164_7473))
    }
    return mpegStart.map { (UInt64($0), FourCC(0x6D70_6761)) }
  }

  /// Lists bytes before the first frame, or instead of any.
  private static func lead(
    _ range: Range<UInt64>, hasAudio: Bool, in bytes: RawSpan, source: UInt16, depth: UInt16,
    to builder: TreeBuilder
  ) {
    var start = Int(range.lowerBound)
    let end = Int(range.upperBound)
    let zerosEnd = min(end, start + Int(reach))
    while start < zerosEnd, bytes.byte(at: start) == 0 { start += 1 }
    if start > Int(range.lowerBound) {
      builder.appendRaw(
        range.lowerBound..<UInt64(start), source: source, depth: depth, marks: .padding)
    }
    guard start < end else { return }
    builder.note(
      Diagnostic(
        hasAudio
          ? .audioDelayed(length: UInt64(end - start)) : .audioMissing(length: UInt64(end - start)),
        node: builder.end,
        extent: Extent(byteOffset: start, byteCount: end - start)))
    builder.appendRaw(
      UInt64(start)..<range.upperBound, source: source, depth: depth,
      marks: hasAudio ? [.raw, .faulty] : .raw)
  }
}

extension Diagnostic.Kind {
  static let audioDelayed = Self(
    "audio-delayed", .warning, "{length} bytes before the first frame of audio",
    action: "listed as raw")
  static let audioMissing = Self(
    "audio-missing", .note, "no frame of audio begins in these {length} bytes or in the first MiB",
    expected: "two headers of MPEG audio or ADTS in a row", action: "listed as raw")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func audioDelayed(length: UInt64) -> Self {
    Self(.audioDelayed, .length(length))
  }
  static func audioMissing(length: UInt64) -> Self {
    Self(.audioMissing, .length(length))
  }
}

import ByteReading
import MediaInspection
import Structure

/// What lists and indexes say, held against the files that they name.
extension RenditionReader {
  /// A segment of a list that was opened.
  struct Segment {
    /// In the list, from 1.
    let number: Int
    let part: RenditionList.Part
    /// The place of its file among those of the rendition.
    let file: Int
    /// Whether times begin anew between it and the one before that was read.
    let isDiscontinuous: Bool
  }

  /// Compares when segments begin and how long they last, as a list says it, with their samples; a keyframe lasts up to
  /// the next one (RFC 8216 §4.3.3.6).
  func check(_ segments: [Segment], isOfKeyframes: Bool, _ rendition: inout Rendition) {
    let scale = rendition.timescale
    guard scale > 0,
      segments.contains(where: { $0.part.seconds ?? 0 > 0 || $0.part.start != nil })
    else { return }
    let entries: [(segment: Segment, boundary: Rendition.Boundary)]
    if isOfKeyframes {
      // An entry may be of bytes that no sample is in.
      entries = rendition.boundaries.compactMap { boundary in
        boundary.piece.flatMap { segments.indices.contains($0) ? (segments[$0], boundary) : nil }
      }
    } else if segments.count == rendition.boundaries.count {
      entries = Array(zip(segments, rendition.boundaries))
    } else {
      rendition.add(
        RenditionFinding(
          .unread,
          "lengths were not compared: the list has \(segments.count), and samples begin \(rendition.boundaries.count) segments"
        ))
      return
    }
    let unit = isOfKeyframes ? "entry" : "segment"
    for (place, (segment, boundary)) in entries.enumerated() {
      func compare(_ said: Double, _ ticks: Int64, _ what: StaticString) {
        let difference = abs(Double(ticks) / Double(scale) - said) * 1_000
        guard difference > RenditionList.rounding else { return }
        rendition.add(
          RenditionFinding(
            .length, "\(unit) \(segment.number) is said to \(what) \(said) s", time: boundary.time,
            milliseconds: difference))
      }
      let lasts = isOfKeyframes ? Self.ticks(to: place + 1, in: entries) : boundary.ticks
      if let lasts, let length = segment.part.seconds, length > 0 { compare(length, lasts, "last") }
      if let start = segment.part.start { compare(start, boundary.time, "begin at") }
    }
  }

  /// The ticks from the entry before to that at `place`; `nil` where another one stands between them, times begin anew,
  /// or there is none.
  private static func ticks(to place: Int, in entries: [(segment: Segment, boundary: Rendition.Boundary)]) -> Int64? {
    guard entries.indices.contains(place), !entries[place].segment.isDiscontinuous,
      entries[place].segment.number == entries[place - 1].segment.number + 1
    else { return nil }
    return entries[place].boundary.time.saturatingSubtract(entries[place - 1].boundary.time)
  }

  /// The subsegments of the track that is compared, of a file in fragments.
  static func index(of document: Document, _ movie: MovieSamples) -> [IndexedPiece] {
    guard let track = Rendition.compared(of: movie), track.fragmentedCount > 0 else { return [] }
    return document.indexedPieces(of: track.id) ?? []
  }

  /// Holds the subsegments of an index against the boxes of its file, and their lengths against the samples.
  static func check(_ index: [IndexedPiece], _ document: Document, _ rendition: inout Rendition) {
    guard !index.isEmpty else { return }
    let boxes = boundaries(of: document)
    for piece in index {
      if let finding = check(piece.bytes, document, boxes, nil, []) { rendition.add(finding) }
    }
    let scale = rendition.timescale
    guard scale > 0, index.count == rendition.boundaries.count else { return }
    let all = rendition.boundaries
    let hasEdits = rendition.track?.editList.isExplicit ?? false
    for (number, (piece, boundary)) in zip(index, all).enumerated() where piece.timescale > 0 {
      let said = Double(piece.ticks) / Double(piece.timescale)
      // Writers take what an edit trims from it, or do not.
      let next = number + 1 < all.count ? all[number + 1].time : rendition.end
      let lengths = [boundary.ticks] + (hasEdits ? [next.saturatingSubtract(boundary.time)] : [])
      let difference = lengths.map { abs(Double($0) / Double(scale) - said) }.min() ?? 0
      // One tick of either is rounding.
      guard difference > 1.5 / Double(min(scale, piece.timescale)) else { continue }
      rendition.add(
        RenditionFinding(
          .length, "'sidx' says that segment \(number + 1) lasts \(piece.ticks) ticks of \(piece.timescale) a second",
          time: boundary.time, milliseconds: difference * 1_000))
    }
  }

  /// Holds the bytes of an initialization segment against the boxes of its file.
  static func check(initialization part: RenditionList.Part, _ document: Document) -> RenditionFinding? {
    let tree = document.tree
    guard let movie = tree.child("moov", of: nil) else {
      return RenditionFinding(.range, "the initialization segment '\(part.reference)' has no 'moov'")
    }
    guard let range = part.range else { return nil }
    let end = tree[movie].start.addingReportingOverflow(tree[movie].size).partialValue
    if range.lowerBound != 0 || range.upperBound < end {
      return RenditionFinding(
        .range, "the bytes of the initialization segment end before 'moov' does", offset: range.upperBound)
    }
    guard boundaries(of: document).contains(range.upperBound) else {
      return RenditionFinding(
        .range, "the bytes of the initialization segment do not end where a box does", offset: range.upperBound)
    }
    return nil
  }

  /// Holds the bytes that are said to be those of the index against the `sidx` of the file.
  static func check(index range: Range<UInt64>, _ document: Document) -> RenditionFinding? {
    let tree = document.tree
    let index = tree.children(of: nil).first { tree[$0].type == "sidx" && tree[$0].start == range.lowerBound }
    guard let index else {
      return RenditionFinding(
        .range, "no 'sidx' begins where the list says that the index does", offset: range.lowerBound)
    }
    guard tree[index].start.saturatingAdd(tree[index].size) <= range.upperBound else {
      return RenditionFinding(.range, "the bytes of the index end before 'sidx' does", offset: range.upperBound)
    }
    return nil
  }

  /// Whether a player is given the `moov` of the file that segments without an initialization segment are bytes of.
  static func checkMovie(
    of document: Document, in ranges: [(file: Int, bytes: Range<UInt64>)]
  ) -> RenditionFinding? {
    guard !ranges.isEmpty, let movie = document.tree.child("moov", of: nil) else { return nil }
    let start = document.tree[movie].start
    if ranges.contains(where: { $0.file == 0 && $0.bytes.contains(start) }) { return nil }
    return RenditionFinding(
      .range, "no segment of the list holds 'moov', and it names no initialization segment", offset: start)
  }

  /// Holds the tracks of an initialization segment against those that the first fragments of a segment are of.
  static func check(
    initialization part: RenditionList.Part, _ document: Document, describes segment: Document
  ) -> RenditionFinding? {
    let known = Set(MovieSamples(document).tracks.map(\.id))
    guard !known.isEmpty,
      let other = segment.fragmentTracks(limit: 64).first(where: { !known.contains($0) })
    else { return nil }
    let listed = known.sorted().prefix(8).map { "\($0)" }.joined(separator: ", ")
    return RenditionFinding(
      .range,
      "segments are of track \(other), and the initialization segment '\(part.reference)' describes \(listed) alone")
  }

  /// Holds the bytes of a segment against the boxes of its file, and its index; it may end at one of `ends` as well.
  static func check(
    _ range: Range<UInt64>, _ document: Document, _ boxes: Set<UInt64>, _ starts: Set<UInt64>?, _ ends: Set<UInt64>
  ) -> RenditionFinding? {
    if range.upperBound > UInt64(document.tree.file.byteCount) {
      return RenditionFinding(.range, "a segment ends behind its file", offset: range.upperBound)
    }
    if !boxes.contains(range.lowerBound) || !boxes.contains(range.upperBound) && !ends.contains(range.upperBound) {
      return RenditionFinding(
        .range, "a segment of bytes 0x\(String(range.lowerBound, radix: 16)) to 0x\(String(range.upperBound, radix: 16)) does not begin and end with boxes",
        offset: range.lowerBound)
    }
    if let starts, !starts.contains(range.lowerBound) {
      return RenditionFinding(.range, "a segment begins where 'sidx' has none", offset: range.lowerBound)
    }
    return nil
  }

  /// Where boxes at the top begin, and where the file ends.
  static func boundaries(of document: Document) -> Set<UInt64> {
    let tree = document.tree
    var found: Set<UInt64> = [UInt64(tree.file.byteCount)]
    for index in tree.children(of: nil) where tree[index].source == 0 { found.insert(tree[index].start) }
    return found
  }
}

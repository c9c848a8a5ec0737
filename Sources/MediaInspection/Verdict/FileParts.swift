import Atoms
package import ByteReading
import MediaFacts
import SoundFiles
package import Structure

extension MediaFile {
  /// The parts of a file that are better known by digests than kept: each sample, each item, each frame
  /// of sound, runs of moments of it, what lies between them, and what long fields hold. All else is what readers look at.
  ///
  /// Subtitles, timecodes, chapters and metadata are not among them unless they are long: readers look
  /// into these.
  ///
  /// - Returns: `nil` when there is no memory for the list.
  /// - Complexity: O(*n* log *n*) in the samples, items and nodes, and O(*n*) in their bytes.
  package static func knownParts(of document: Document) -> [KnownPart]? {
    FileParts(document)?.parts
  }
}

extension MediaFile {
  /// Whether the parts of a file that are not there lie where ``knownParts(of:)`` has some: in media, or in
  /// the end of a long field of bytes. Zeros would be read in place of others.
  ///
  /// - Complexity: O(*n* log *m*) in the nodes and the parts, and O(*n*) in the bytes of long fields.
  package static func mayStandIn(_ document: Document) -> Bool {
    guard let known = document.tree.file.parts, known.areAbsent else { return true }
    return mayStandIn(document, without: known.parts)
  }

  /// The same of a file that is all there, for one of which these parts, in order, are not.
  package static func mayStandIn(_ document: Document, without parts: [KnownPart]) -> Bool {
    var covered = 0
    var room = FileParts.fieldLimit
    for index in document.tree.indices {
      let node = document.tree[index]
      guard node.source == 0, node.subtreeEnd == index.next else { continue }
      let start = node.payload.byteOffset
      let end = max(start, node.payload.byteEnd)
      var point = (0..<parts.count).partitionPoint { parts[$0].start < start }
      guard point < parts.count, parts[point].start < end else { continue }
      var allowed = start..<end
      if !isMedia(index, document) {
        guard
          let field = FileParts.longField(
            in: document, of: index, payload: start..<end, within: &room)
        else {
          return false
        }
        allowed = field
      }
      while point < parts.count, parts[point].start < end {
        guard parts[point].start >= allowed.lowerBound, parts[point].end <= allowed.upperBound
        else { return false }
        covered += 1
        point += 1
      }
    }
    return covered == parts.count
  }
}

extension MediaFile {
  /// Whether a file that stands in for another is proved to show in all fields of all nodes what that shows: they have the
  /// same bytes, and what is not there of the first is media that no node takes apart.
  ///
  /// - Complexity: O(*n*) in the bytes of the files, of which no more than `budget` are read, and in their nodes.
  package static func showsAllFields(_ standIn: Document, of document: Document, within budget: UInt64) -> Bool {
    guard standIn.context is AtomContext,
      let difference = MediaDifference(standIn: standIn, of: document, within: budget)
    else { return false }
    return difference.leavesFields(of: standIn.tree)
  }
}

/// Finds the parts of a file.
private struct FileParts {
  private(set) var parts: [KnownPart] = []

  /// Bytes of media that somebody asks for.
  private struct Piece {
    var start: Int
    var end: Int
    /// Whether readers look into it.
    var isKept: Bool
    /// The track whose sample it is, by its place in the movie; -1 for what is none.
    var track: Int32 = -1
  }

  private let document: Document
  private let share: MemoryShare
  private var pieces: [Piece] = []
  private var tracks: [SampleTrack] = []

  /// Bytes of a part that are as short as what is known of them.
  private static let least = 20
  /// Bytes between samples that are kept.
  private static let leastGap = 256
  /// Bytes of a long field from which on its end is a part, and those in front that are kept.
  private static let longField = 4_096
  private static let shownOfField = 1_024
  /// Bytes of the parts in nodes that have fields: whoever reads a stand-in may go through all of them.
  fileprivate static let fieldLimit = 32 << 20
  /// Bytes of one track or item that are kept because readers look into it.
  private static let keptLimit = 1 << 20
  /// Bytes of an item that are kept whatever it is.
  private static let shortItem = 512
  /// Moments of sound that have a digest of their own at least, and how many such runs there are at most.
  private static let leastRun: UInt64 = 4_096
  private static let mostRuns: UInt64 = 64

  init?(_ document: Document) {
    self.document = document
    share = MemoryShare(document.memory, for: "there is no memory for the digests of all samples")
    guard addSamples(), addItems(), addFrames(), addMoments() else { return nil }
    pieces.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    var found: [Range<Int>] = []
    var next = 0
    var room = Self.fieldLimit
    for index in document.tree.indices {
      let node = document.tree[index]
      guard node.source == 0, node.subtreeEnd == index.next else { continue }
      let payload = node.payload.byteOffset..<max(node.payload.byteOffset, node.payload.byteEnd)
      if MediaFile.isMedia(index, document) {
        guard divide(payload, from: &next, into: &found) else { return nil }
      } else if let field = Self.longField(in: document, of: index, payload: payload, within: &room)
      {
        found.append(field)
      }
    }
    guard share.grow(by: found.count * MemoryLayout<KnownPart>.stride) else { return nil }
    let bytes = document.tree.file.bytes
    var end = 0
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.lowerBound >= end && range.upperBound <= bytes.byteCount {
      end = range.upperBound
      parts.append(
        KnownPart(
          start: range.lowerBound, count: range.count,
          digest: bytes.extracting(range).partDigest))
    }
    guard addContents() else { return nil }
  }

  /// Notes of the parts that are samples what a decoder is given of them, by which samples of other bytes may be found
  /// to be equivalent.
  ///
  /// - Returns: Whether there was memory for it.
  private mutating func addContents() -> Bool {
    guard document.context is AtomContext, !parts.isEmpty else { return true }
    guard share.grow(by: parts.count * MemoryLayout<Int32>.stride) else { return false }
    // The track whose sample each part is. What two of them divide may be divided otherwise: as it stands it is
    // equivalent to less.
    var owners = Array(repeating: Int32(-1), count: parts.count)
    let most = UInt64(document.tree.file.byteCount).saturatingMultiply(2)
    let units = tracks.map { track -> NALUnits? in
      guard var units = track.configuredUnits else { return nil }
      if track.keepsSets(of: units, within: most) != true { units.sets = ParameterSets() }
      return units
    }
    // Both are in the order of the file.
    var point = 0
    for piece in pieces where piece.track >= 0 {
      while point < parts.count, parts[point].start < piece.start { point += 1 }
      guard point < parts.count, parts[point].start == piece.start, parts[point].end == piece.end,
        let units = units[Int(piece.track)]
      else { continue }
      if owners[point] >= 0 {
        if owners[point] != piece.track {
          parts[point].content = nil
          parts[point].isSetup = true
        }
        continue
      }
      owners[point] = piece.track
      let place = SamplePlace(of: document, piece.start..<piece.end)
      if place.isAbsent { continue }
      // What has an empty unit is equivalent to nothing else.
      if case .other(let content, hasSets: _, hasEmpty: false) = units.content(of: place) {
        parts[point].content = content
      }
      parts[point].isSetup = units.hasParameterSets(place.range, of: document.tree.file)
    }
    return true
  }

  private mutating func add(_ start: UInt64, _ end: UInt64, isKept: Bool, ofTrack track: Int = -1) -> Bool {
    guard start < end, end <= UInt64(document.tree.file.byteCount) else { return true }
    guard share.grow(by: MemoryLayout<Piece>.stride) else { return false }
    pieces.append(
      Piece(start: Int(start), end: Int(end), isKept: isKept, track: Int32(truncatingIfNeeded: track)))
    return true
  }

  private mutating func addSamples() -> Bool {
    guard document.context is AtomContext else { return true }
    tracks = MovieSamples(document).tracks
    for (number, track) in tracks.enumerated() {
      var room = TrackProof.aspect(of: track) == .samples ? 0 : UInt64(Self.keptLimit)
      for sample in track.samples() where sample.file == 0 {
        guard let start = sample.offset, let end = sample.end else { continue }
        let isKept = sample.size <= room
        if isKept { room -= sample.size }
        guard add(start, end, isKept: isKept, ofTrack: number) else { return false }
      }
    }
    return true
  }

  private mutating func addItems() -> Bool {
    guard let items = ItemProof.items(document) else { return true }
    for item in items {
      guard case .found(let ranges, let count) = item.data else { continue }
      let most = item.isMetadata ? Self.keptLimit : Self.shortItem
      for range in ranges {
        guard add(range.lowerBound, range.upperBound, isKept: count <= UInt64(most)) else {
          return false
        }
      }
    }
    return true
  }

  private mutating func addFrames() -> Bool {
    guard !(document.context is AtomContext) else { return true }
    var hasRoom = true
    var isFirst = true
    // A stream may begin with a header of its own.
    for index in document.tree.indices where MediaFile.isMedia(index, document) {
      let start = UInt64(clamping: document.tree[index].payload.byteOffset)
      guard add(start, start.saturatingAdd(UInt64(FrameProof.shownSize)), isKept: true) else {
        return false
      }
    }
    MediaFile.forEachSoundFrame(of: document) { frame, _ in
      guard hasRoom, let start = frame.offset, let end = frame.end else { return }
      // Encoders leave notes in the first frame.
      let head = isFirst ? UInt64(Self.longField) : UInt64(FrameProof.headerSize)
      isFirst = false
      let middle = min(end, start.saturatingAdd(head))
      hasRoom = add(start, middle, isKept: true) && add(middle, end, isKept: false)
    }
    return hasRoom
  }

  /// Sound of which each moment has as many bytes is divided into runs, by which others have a place.
  private mutating func addMoments() -> Bool {
    guard !(document.context is AtomContext), let format = SoundFormat(document), format.samplesOfBlock == 1,
      let size = format.blockSize, size > 0
    else { return true }
    for index in document.tree.indices where MediaFile.isMedia(index, document) {
      for range in SoundProof.sound(index, document).ranges {
        // Twice as many at a time, so that those of a file that is a little longer are the same ones.
        var moments = Self.leastRun
        while UInt64(range.count) / size / moments > Self.mostRuns { moments *= 2 }
        var start = range.lowerBound
        while start < range.upperBound {
          let end = min(range.upperBound, start.saturatingAdd(moments.saturatingMultiply(size)))
          guard add(start, end, isKept: false) else { return false }
          start = end
        }
      }
    }
    return true
  }

  /// Divides the payload of a node of media into the pieces that somebody asks for, from `next` on, and
  /// what lies between them.
  private func divide(
    _ payload: Range<Int>, from next: inout Int, into found: inout [Range<Int>]
  ) -> Bool {
    let before = found.count
    var at = payload.lowerBound
    func add(_ end: Int, least: Int) {
      if end - at > least { found.append(at..<end) }
      at = max(at, end)
    }
    while next < pieces.count, pieces[next].start < payload.upperBound {
      let piece = pieces[next]
      next += 1
      let end = min(piece.end, payload.upperBound)
      if piece.start < at, let last = found.last, found.count > before,
        piece.start < last.upperBound, last != piece.start..<end
      {
        // Of two that share some bytes neither is known on its own: their bytes are kept.
        found.removeLast()
        at = max(at, end)
        continue
      }
      guard end > at else { continue }
      if piece.start > at { add(piece.start, least: Self.leastGap) }
      if piece.isKept { at = end } else { add(end, least: Self.least) }
    }
    add(payload.upperBound, least: Self.leastGap)
    return share.grow(by: max(0, found.count - before) * MemoryLayout<Range<Int>>.stride)
  }

  /// The end of the longest field of bytes of a node, when it is long; `nil` as well when the parts of
  /// nodes with fields come to more than `room`.
  fileprivate static func longField(
    in document: Document, of index: NodeIndex, payload: Range<Int>, within room: inout Int
  ) -> Range<Int>? {
    let node = document.tree[index]
    guard payload.count > longField, document.fieldSource(of: index) == 0,
      !node.marks.contains(.coded)
    else { return nil }
    guard let program = document.tree.program(of: node), !program.isOpaque else {
      return payload.lowerBound + shownOfField..<payload.upperBound
    }
    // Behind so many bytes of others none is looked for.
    guard payload.count - longField <= room else { return nil }
    var sink = LongestBytes()
    var walker = Walker()
    document.walk(index, &walker, into: &sink)
    guard let extent = sink.extent else { return nil }
    let field = extent.byteOffset..<extent.byteEnd
    guard field.count > longField, payload.contains(field.lowerBound),
      field.upperBound <= payload.upperBound
    else { return nil }
    room -= payload.count - longField
    return field.lowerBound + shownOfField..<field.upperBound
  }
}

/// Remembers the longest field of bytes that no table takes apart.
private struct LongestBytes: FieldSink {
  private(set) var extent: Extent?

  mutating func field(_ field: borrowing FieldReading) {
    guard field.isGap || Self.isBytes(field.definition), field.content.isByteAligned,
      field.content.byteCount > extent?.byteCount ?? 0
    else { return }
    extent = field.content
  }

  private static func isBytes(_ row: Row) -> Bool {
    if case .bytes = row.kind { true } else { false }
  }

  mutating func table(_ table: borrowing TableReading) {}
  mutating func note(_ fault: Fault) {}
}

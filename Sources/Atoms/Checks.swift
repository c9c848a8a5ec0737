import ByteReading
public import Structure

extension Document {
  /// Looks for what is wrong with the atoms, after they were scanned: their fields in one pass over
  /// all nodes, then the rules that hold between tables, and between fragments.
  ///
  /// Problems end up in document order, in ``Document/problems``; nodes that a warning or an error
  /// is about are marked. Tables of more than ``Limits/rowsInOutline`` rows are not read; they are
  /// counted in ``Synopsis/uncheckedTables``.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  public func runChecks() {
    FieldRules(self).run()
    ChunkRules.run(self)
    FragmentRules.run(self)
    for problem in problems.kept where problem.severity > .note {
      guard tree.indices.contains(problem.node) else { continue }
      if !tree[problem.node].marks.contains(.faulty) {
        tree[problem.node].marks.insert(.faulty)
      }
    }
    problems.sort()
  }

  /// The problem of the scanner that explains why bytes are missing from the node at `index`.
  fileprivate func cause(at index: Int) -> Int {
    problems.kept.firstIndex {
      $0.node == index && ($0.kind == .fileTruncated || $0.kind.isOverrun)
    } ?? -1
  }

  /// The problem that says the file is cut off, below 0 when it is whole.
  fileprivate var truncation: Int {
    problems.kept.firstIndex { $0.kind == .fileTruncated } ?? -1
  }
}

extension Diagnostic.Kind {
  fileprivate var isOverrun: Bool { id.isSame(as: "atom-exceeds-parent") }
}

// MARK: Fields

/// What can be told from the fields of one atom.
private struct FieldRules {
  let document: Document

  init(_ document: Document) { self.document = document }

  /// What other atoms say, except timescales, which decide nothing that is checked here.
  struct Context: ContextSource {
    let provider: (any ContextProvider)?
    let node: Int
    func value(of key: ContextKey) -> UInt64? {
      key == .movieTimescale || key == .mediaTimescale
        ? nil : provider?.value(of: key, at: node)
    }
  }

  /// Keeps what is wrong.
  struct Sink: FieldSink {
    var faults: [Fault] = []
    var gap: Extent?

    mutating func field(_ field: borrowing FieldReading) {
      // Inside a part of its own the table may know no more than the beginning.
      if field.isGap, field.depth == 0, gap == nil { gap = field.extent }
    }
    mutating func table(_ table: borrowing TableReading) {}
    mutating func note(_ fault: Fault) { if faults.count < 64 { faults.append(fault) } }
  }

  func run() {
    let tree = document.tree
    var walker = Walker()
    var sink = Sink()
    // By table number: what to do with its nodes.
    var programs: [Program?] = []
    var isQuiet: [Bool] = []
    var shapes: [FixedShape?] = []
    let provider = document.context
    let file = tree.file
    for index in tree.indices {
      let node = tree[index]
      guard !node.isRaw, node.table != Node.noTable,
        tree.catalogue(of: node) === Catalogue.atoms
      else { continue }
      let number = Int(node.table)
      while number >= programs.count {
        programs.append(nil)
        isQuiet.append(false)
        shapes.append(nil)
      }
      guard !isQuiet[number] else { continue }
      if programs[number] == nil {
        guard let program = tree.program(of: node) else { continue }
        programs[number] = program
        if program.isOpaque || program.childStart == .constant(0) {
          isQuiet[number] = true
          continue
        }
        shapes[number] = FixedShape(program)
      }
      guard let program = programs[number] else { continue }
      let payload = document.ownPayload(of: index)
      let source = node.source == 0 ? file : document.source(of: node)
      if shapes[number]?.fits(payload, source.bytes) == true { continue }
      var cursor = ByteCursor(source.bytes, over: payload)
      walker.walk(
        program, &cursor, context: Context(provider: provider, node: index), into: &sink)
      if sink.gap != nil || !sink.faults.isEmpty {
        report(sink, at: index)
        sink.faults.removeAll(keepingCapacity: true)
        sink.gap = nil
      }
    }
  }

  private func report(_ sink: Sink, at index: Int) {
    let node = document.tree[index]
    let cause = node.marks.contains(.clamped) ? document.cause(at: index) : -1
    var explainsGap = false
    for fault in sink.faults {
      if fault.kind != .reservedNotZero, fault.kind != .valueUnexpected { explainsGap = true }
      let isOurs = fault.kind == .fieldsTruncated || fault.kind == .countExceedsBox
      document.problems.add(
        Diagnostic(
          fault.kind, node: index, extent: fault.extent, row: fault.row, promised: fault.promised,
          present: fault.present),
        following: isOurs ? cause : -1, within: document.limits)
    }
    if let gap = sink.gap, !explainsGap, !isPadding(gap, in: node) {
      document.problems.add(
        Diagnostic(
          .extraBytes, node: index, extent: gap, present: UInt64(gap.byteCount)),
        following: cause, within: document.limits)
    }
  }

  /// Whether bytes that no field needs are zeros, which many writers leave at the end.
  private func isPadding(_ gap: Extent, in node: Node) -> Bool {
    guard gap.byteCount <= 64 else { return false }
    let source = document.source(of: node)
    let bytes = source.bytes
    for offset in gap.byteOffset..<gap.byteEnd where bytes.byte(at: offset) != 0 { return false }
    return true
  }
}

// MARK: Sample tables

/// What must agree between the tables of a track.
enum ChunkRules {
  static func run(_ document: Document) {
    guard let atoms = document.context as? AtomContext else { return }
    let tree = document.tree
    let reader = NodeReader(document)
    for track in atoms.tracks {
      guard let media = tree.child("mdia", of: track.node),
        let information = tree.child("minf", of: media),
        let table = tree.child("stbl", of: information)
      else { continue }
      var unchecked = 0
      for child in tree.children(of: table) {
        switch tree[child].type {
        case "stts", "ctts", "stss", "stsc", "stsz", "stz2", "stco", "co64":
          reader.open(child)
          if let count = reader.count("entries"), count > document.limits.rowsInOutline {
            unchecked += 1
          }
        default: break
        }
      }
      document.synopsis.uncheckedTables += unchecked
      checkCounts(document, table, track, reader)
      if let chunks = tree.child("stco", of: table) ?? tree.child("co64", of: table) {
        checkChunks(document, chunks, in: table, track, reader)
      }
    }
  }

  /// Whether the samples of the chunks at `chunks` are in this file, not in another.
  static func isInThisFile(_ document: Document, chunks: Int) -> Bool {
    let tree = document.tree
    guard let table = tree.parent(of: chunks), let information = tree.parent(of: table),
      let data = tree.child("dinf", of: information), let references = tree.child("dref", of: data)
    else { return true }
    var wanted: UInt64 = 1
    if let descriptions = tree.child("stsd", of: table),
      let entry = tree.firstChild(of: descriptions), tree[entry].size >= 16
    {
      let source = document.source(of: tree[entry])
      wanted = source.bytes.bigEndian(at: Int(tree[entry].payloadStart) + 6, count: 2) ?? 1
    }
    var number: UInt64 = 0
    for child in tree.children(of: references) where !tree[child].isRaw {
      number += 1
      guard number == wanted, tree[child].size >= UInt64(tree[child].headerSize) + 4 else {
        continue
      }
      let source = document.source(of: tree[child])
      return (source.bytes.bigEndian(at: Int(tree[child].payloadStart), count: 4) ?? 1) & 1 == 1
    }
    return true
  }

  private static func checkCounts(
    _ document: Document, _ table: Int, _ track: AtomContext.Track, _ reader: NodeReader
  ) {
    let tree = document.tree
    guard let samples = track.sampleCount else { return }
    for (type, kind) in [
      ("stts", Diagnostic.Kind.timesDiffer), ("ctts", .offsetsDiffer),
    ] as [(FourCC, Diagnostic.Kind)] {
      guard let child = tree.child(type, of: table), !tree[child].marks.contains(.clamped)
      else { continue }
      reader.open(child)
      let sum: UInt64? =
        reader.withTable("entries") { table in
          guard table.count <= document.limits.rowsInOutline, table.count == table.declared
          else { return nil }
          var sum: UInt64 = 0
          for row in 0..<table.count { sum += table.raw(row: row, column: 0) }
          return sum
        } ?? nil
      guard let sum, sum != samples else { continue }
      document.problems.add(
        Diagnostic(
          kind, node: child, extent: tree[child].extent, promised: samples, present: sum),
        within: document.limits)
    }
  }

  private static func checkChunks(
    _ document: Document, _ chunks: Int, in table: Int, _ track: AtomContext.Track,
    _ reader: NodeReader
  ) {
    let tree = document.tree
    guard isInThisFile(document, chunks: chunks) else { return }
    let end = UInt64(tree.file.byteCount)
    reader.open(chunks)
    let offsets: [UInt64] =
      reader.withTable("entries") { table in
        guard table.count <= document.limits.rowsInOutline, table.columns.count == 1
        else { return [] }
        return (0..<table.count).map { table.raw(row: $0, column: 0) }
      } ?? []
    guard !offsets.isEmpty else { return }
    var beyond: UInt64 = 0
    for offset in offsets where offset >= end { beyond += 1 }
    let cause = document.truncation
    if beyond > 0 {
      document.problems.add(
        Diagnostic(
          .chunkBeyondEnd, node: chunks, extent: tree[chunks].extent, promised: beyond,
          present: UInt64(offsets.count), other: end),
        following: cause, within: document.limits)
    }
    let crossing = crossing(offsets, end, document, table, track, reader)
    if crossing > 0 {
      document.problems.add(
        Diagnostic(
          .chunkCrossesEnd, node: chunks, extent: tree[chunks].extent, promised: crossing,
          present: UInt64(offsets.count), other: end),
        following: cause, within: document.limits)
    }
  }

  /// The number of chunks that begin before the end of the file and go on past it.
  private static func crossing(
    _ offsets: [UInt64], _ end: UInt64, _ document: Document, _ table: Int,
    _ track: AtomContext.Track, _ reader: NodeReader
  ) -> UInt64 {
    let tree = document.tree
    let limit = document.limits.rowsInOutline
    guard let runs = tree.child("stsc", of: table),
      let sizes = tree.child("stsz", of: table) ?? tree.child("stz2", of: table)
    else { return 0 }
    reader.open(runs)
    let perChunk: [(first: UInt64, samples: UInt64)] =
      reader.withTable("entries") { table in
        guard table.count <= limit, table.columns.count == 3 else { return [] }
        return (0..<table.count).map {
          (table.raw(row: $0, column: 0), table.raw(row: $0, column: 1))
        }
      } ?? []
    guard !perChunk.isEmpty else { return 0 }
    reader.open(sizes)
    let common = reader.number("sample_size") ?? 0
    let count = reader.number("sample_count") ?? 0
    // QuickTime counts the samples of sound one by one, and a size of 1 means nothing there
    // (QTFF, Sound Sample Descriptions).
    if common > 0, track.handler == "soun" { return 0 }
    let each: [UInt64] =
      common > 0
      ? []
      : reader.withTable("entries") { table in
        guard table.count <= limit, table.columns.count == 1 else { return [] }
        return (0..<table.count).map { table.raw(row: $0, column: 0) }
      } ?? []
    guard common > 0 || !each.isEmpty else { return 0 }
    var sample: UInt64 = 0
    var run = 0
    var found: UInt64 = 0
    for (index, offset) in offsets.enumerated() {
      while run + 1 < perChunk.count, perChunk[run + 1].first <= UInt64(index + 1) { run += 1 }
      let inChunk = min(perChunk[run].samples, count &- min(count, sample))
      var size: UInt64 = 0
      if common > 0 {
        size = inChunk.multipliedReportingOverflow(by: common).partialValue
      } else {
        guard sample + inChunk <= UInt64(each.count) else { return found }
        for place in Int(sample)..<Int(sample + inChunk) { size += each[place] }
      }
      sample += inChunk
      if offset < end, size > end - offset { found += 1 }
    }
    return found
  }
}

// MARK: Fragments

/// What must hold from one fragment to the next.
private enum FragmentRules {
  /// What is known of a track across fragments.
  struct Track {
    let id: UInt64
    let defaultDuration: UInt64
    let defaultSize: UInt64
    /// Where the next fragment should begin, in ticks of the media.
    var next: UInt64?
  }

  static func run(_ document: Document) {
    let tree = document.tree
    guard tree.child("moof", of: nil) != nil else { return }
    var tracks = defaults(document)
    // The first track of each ID.
    var places: [UInt64: Int] = [:]
    for (place, track) in tracks.enumerated() where places[track.id] == nil {
      places[track.id] = place
    }
    var media: [Range<UInt64>] = []
    for index in tree.children(of: nil)
    where tree[index].type == "mdat" || tree[index].type == "imda" {
      media.append(tree[index].payloadStart..<max(tree[index].payloadStart, tree[index].end))
    }
    let bytes = tree.file.bytes
    var sequence: UInt64?
    var place = 0
    for index in tree.children(of: nil) where tree[index].type == "moof" {
      while place + 1 < media.count, media[place].upperBound <= tree[index].start { place += 1 }
      var previousEnd: UInt64?
      for child in tree.children(of: index) {
        let node = tree[child]
        if node.type == "mfhd", node.size >= UInt64(node.headerSize) + 8,
          let number = bytes.bigEndian(at: Int(node.payloadStart) + 4, count: 4)
        {
          if let last = sequence, number <= last {
            document.problems.add(
              Diagnostic(
                .sequenceNotIncreasing, node: child, extent: node.extent, promised: last,
                present: number), within: document.limits)
          }
          sequence = number
        } else if node.type == "traf" {
          check(
            child, fragment: tree[index].start, document, bytes, &tracks, &places, media,
            place, &previousEnd)
        }
      }
    }
  }

  private static func defaults(_ document: Document) -> [Track] {
    guard let atoms = document.context as? AtomContext else { return [] }
    let reader = NodeReader(document)
    return atoms.tracks.map { track in
      if let defaults = track.defaults { reader.open(defaults) }
      let isThere = track.defaults != nil
      return Track(
        id: track.id,
        defaultDuration: isThere ? reader.number("default_sample_duration") ?? 0 : 0,
        defaultSize: isThere ? reader.number("default_sample_size") ?? 0 : 0)
    }
  }

  /// The fields of a `tfhd` that runs depend on.
  private struct Header {
    var id: UInt64 = 0
    var base: UInt64?
    var isMoofBase = false
    var duration: UInt64?
    var size: UInt64?

    init?(_ node: Node, _ bytes: RawSpan) {
      var at = Int(node.payloadStart)
      let end = Int(node.end)
      guard at + 8 <= end, let word = bytes.bigEndian(at: at, count: 4),
        let id = bytes.bigEndian(at: at + 4, count: 4)
      else { return nil }
      self.id = id
      at += 8
      isMoofBase = word & 0x2_0000 != 0
      func number(_ flag: UInt64, _ count: Int) -> UInt64? {
        guard word & flag != 0, at + count <= end else { return nil }
        defer { at += count }
        return bytes.bigEndian(at: at, count: count)
      }
      base = number(0x1, 8)
      _ = number(0x2, 4)
      duration = number(0x8, 4)
      size = number(0x10, 4)
    }
  }

  private static func check(
    _ index: Int, fragment: UInt64, _ document: Document, _ bytes: RawSpan, _ tracks: inout [Track],
    _ places: inout [UInt64: Int], _ media: [Range<UInt64>], _ place: Int,
    _ previousEnd: inout UInt64?
  ) {
    let tree = document.tree
    guard let headerIndex = tree.child("tfhd", of: index),
      let header = Header(tree[headerIndex], bytes)
    else { return }
    let known = places[header.id]
    let track =
      known
      ?? {
        places[header.id] = tracks.count
        tracks.append(Track(id: header.id, defaultDuration: 0, defaultSize: 0))
        return tracks.count - 1
      }()
    let duration = header.duration ?? (known == nil ? nil : tracks[track].defaultDuration)
    let size = header.size ?? (known == nil ? nil : tracks[track].defaultSize)
    let base = header.base ?? (header.isMoofBase ? fragment : previousEnd ?? fragment)
    var position: UInt64? = base
    var length: UInt64? = 0
    var time: UInt64?
    for child in tree.children(of: index) {
      let node = tree[child]
      if node.type == "tfdt" {
        let isLong = bytes.byte(at: Int(node.payloadStart)) != 0
        guard node.size >= UInt64(node.headerSize) + (isLong ? 12 : 8) else { continue }
        time = bytes.bigEndian(at: Int(node.payloadStart) + 4, count: isLong ? 8 : 4)
        if let time, let expected = tracks[track].next, time != expected {
          document.problems.add(
            Diagnostic(
              time < expected ? .decodeTimeOverlap : .decodeTimeGap, node: child,
              extent: node.extent, promised: expected, present: time), within: document.limits)
        }
      } else if node.type == "trun" {
        guard let run = Run(node, bytes, duration, size, document.limits.rowsInOutline)
        else { continue }
        if run.isLarge { document.synopsis.uncheckedTables += 1 }
        if let offset = run.offset {
          let sum = Int64(bitPattern: base).addingReportingOverflow(offset)
          position = sum.overflow || sum.partialValue < 0 ? nil : UInt64(sum.partialValue)
        }
        if run.samples > 0, let start = position,
          !lies(start, run.bytes ?? 1, in: media, place)
        {
          document.problems.add(
            Diagnostic(
              .runOutsideMedia, node: child, extent: node.extent, promised: run.bytes ?? 0,
              present: start),
            following: start >= UInt64(bytes.byteCount)
              || (run.bytes ?? 0)
                > UInt64(bytes.byteCount) - start
              ? document.truncation : -1,
            within: document.limits)
        }
        if let start = position, let count = run.bytes {
          position = start.addingReportingOverflow(count).partialValue
        } else {
          position = nil
        }
        if let sum = length, let ticks = run.ticks {
          length = sum.addingReportingOverflow(ticks).partialValue
        } else {
          length = nil
        }
      }
    }
    previousEnd = position
    if let start = time ?? tracks[track].next, let length {
      tracks[track].next = start.addingReportingOverflow(length).partialValue
    } else {
      tracks[track].next = nil
    }
  }

  /// Whether bytes lie in one of the media atoms; the one after the fragment is tried first.
  private static func lies(
    _ start: UInt64, _ count: UInt64, in media: [Range<UInt64>], _ place: Int
  ) -> Bool {
    func holds(_ range: Range<UInt64>) -> Bool {
      start >= range.lowerBound && start <= range.upperBound && count <= range.upperBound - start
    }
    if place < media.count, holds(media[place]) { return true }
    // They stand in the order of the file.
    var low = 0
    var high = media.count
    while low < high {
      let middle = (low + high) / 2
      if media[middle].lowerBound <= start { low = middle + 1 } else { high = middle }
    }
    return low > 0 && holds(media[low - 1])
  }

  /// The sums of a run.
  private struct Run {
    var samples: UInt64
    var offset: Int64?
    /// All its bytes and ticks; nothing when the run is large or its rows are cut off.
    var bytes: UInt64?
    var ticks: UInt64?
    var isLarge = false

    init?(_ node: Node, _ span: RawSpan, _ duration: UInt64?, _ size: UInt64?, _ limit: Int) {
      var at = Int(node.payloadStart)
      let end = Int(node.end)
      guard at + 8 <= end, let word = span.bigEndian(at: at, count: 4),
        let count = span.bigEndian(at: at + 4, count: 4)
      else { return nil }
      samples = count
      at += 8
      if word & 0x1 != 0 {
        guard let value = span.bigEndian(at: at, count: 4) else { return nil }
        offset = Int64(Int32(truncatingIfNeeded: value))
        at += 4
      }
      if word & 0x4 != 0 { at += 4 }
      if word & 0x300 == 0 || count == 0 {
        bytes = size.flatMap { product($0, count) }
        ticks = duration.flatMap { product($0, count) }
        return
      }
      let stride = 4 * (word & 0xF00).nonzeroBitCount
      guard Int(count) <= limit else {
        isLarge = true
        return
      }
      guard at + stride * Int(count) <= end else { return }
      var total: UInt64 = 0
      var sum: UInt64 = 0
      let hasDuration = word & 0x100 != 0
      let hasSize = word & 0x200 != 0
      let sizeAt = hasDuration ? 4 : 0
      for row in 0..<Int(count) {
        let start = at &+ row &* stride
        if hasDuration { sum += span.bigEndian(at: start, count: 4) ?? 0 }
        if hasSize { total += span.bigEndian(at: start &+ sizeAt, count: 4) ?? 0 }
      }
      bytes = hasSize ? total : size.flatMap { product($0, count) }
      ticks = hasDuration ? sum : duration.flatMap { product($0, count) }
    }

    private func product(_ a: UInt64, _ b: UInt64) -> UInt64? {
      let (value, overflow) = a.multipliedReportingOverflow(by: b)
      return overflow ? nil : value
    }
  }
}

extension Diagnostic.Kind {
  static let chunkBeyondEnd = Self(
    "chunk-beyond-end", .error, "{promised} of {present} chunks start at or after 0x{other:x}",
    expected: "offsets of chunks inside the file")
  static let chunkCrossesEnd = Self(
    "chunk-crosses-end", .error, "{promised} of {present} chunks cross the end of the file",
    expected: "chunks that end inside the file")
  static let timesDiffer = Self(
    "sample-count-differs", .error, "gives times to {present} samples, the track has {promised}")
  static let offsetsDiffer = Self(
    "composition-count-differs", .warning,
    "gives composition offsets to {present} samples, the track has {promised}")
  static let sequenceNotIncreasing = Self(
    "sequence-not-increasing", .warning,
    "sequence number is {present}, that of the fragment before is {promised}",
    expected: "more than {promised}")
  static let decodeTimeGap = Self(
    "decode-time-gap", .note,
    "begins at {present}, the fragment before it ends at {promised}")
  static let decodeTimeOverlap = Self(
    "decode-time-overlap", .warning,
    "begins at {present}, the fragment before it ends only at {promised}")
  static let runOutsideMedia = Self(
    "run-outside-media", .error,
    "its {promised} bytes at 0x{present:x} are not all inside media data")
}

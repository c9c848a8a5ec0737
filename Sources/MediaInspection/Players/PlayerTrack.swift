import Atoms
import ByteReading
import MediaFacts
import Structure

/// Facts of one track.
final class PlayerTrack {
  let track: SampleTrack
  private let file: JudgedFile
  private(set) lazy var edits = track.editList
  /// The edits that show media, and the ticks that they cut off at its end.
  private(set) lazy var shownEdits = edits.edits.filter { !$0.isEmpty }
  private(set) lazy var ticksCutAtEnd = cutAtEnd(shownEdits, edits)

  /// How the first sample begins, which several rules ask for.
  private(set) lazy var beginning = track.codedBeginning
  /// A sample of AAC of zeros, of those that are looked at.
  private(set) lazy var soundOfZeros = track.findSoundOfZeros()
  /// What the first frame of MPEG audio says, which several rules ask for, too.
  private(set) lazy var layer = layerOfFirstFrame

  init(_ track: SampleTrack, _ file: JudgedFile) {
    self.track = track
    self.file = file
  }

  private var node: NodeIndex { track.node }
  private var tree: Tree { file.tree }
  var firstCompositionTime: Int64? { file.firstCompositionTime(of: track) }

  func value(of fact: PlayerFact) -> PlayerFactValue {
    switch fact {
    case .units, .unitsLater, .soundOfZeros, .mpegLayer, .layerRateRefused, .setsInSamples, .syncNotIdr: ofSamples(fact)
    case .edits, .editsEmpty, .emptyStart, .editsRepeat, .editRate, .editRateWhole, .editPastMedia,
      .editInsideGroup, .editCutsEnd, .editCutsBoth, .editShowsSync, .editBeginsAtFirst, .editDurationBits, .editsVoid:
      ofEdits(fact)
    case .enabled, .enabledLikeIt, .handlerFits, .handlerLate, .handlerUnknown, .headerAspect, .dangling, .chapterTrackEnabled,
      .takenForChapters, .elsewhere, .mastering:
      ofHeaders(fact)
    case .fragmentsOverlap: fragmentsOverlap
    case .fragmentEntryBeyond: fragmentEntryBeyond
    default: ofTables(fact)
    }
  }

  private var fragmentsOverlap: PlayerFactValue {
    guard track.timescale > 0 else { return .absent }
    var end = Int64.min
    var most: UInt64 = 0
    for chunk in track.chunks where chunk.fragment > 0 {
      if chunk.decodeTime < end { most = max(most, UInt64(end.saturatingSubtract(chunk.decodeTime))) }
      end = max(end, chunk.decodeTime.saturatingAdd(chunk.duration))
    }
    return PlayerFactValue(most.saturatingMultiply(1_000) / track.timescale, node)
  }

  /// Whether fragments name a sample entry that the track does not have, and whether its `trex` does or they hold it alone.
  private var fragmentEntryBeyond: PlayerFactValue {
    let entries = track.description.sampleEntries(in: tree).count
    guard track.handler == "vide" || track.handler == "soun", (1..<256).contains(entries),
      let defaults = track.description.defaults,
      let own = file.reader.view(TrackExtends.self, of: defaults).number(.default_sample_description_index), own > 0
    else { return .absent }
    func isMissing(_ number: UInt64) -> Bool { number == 0 || number > UInt64(entries) }
    let part = track.fragments.first { $0.count > 0 && isMissing(track.values[$0.values].description) }
    guard let part else { return PlayerFactValue(0) }
    let fragment = tree.parent(of: part.node)
    let isAlone = tree.children(of: fragment).prefix(64).count { tree[$0].type == "traf" } == 1
    return PlayerFactValue(isMissing(own) || isAlone ? 2 : 1, part.node)
  }

  // MARK: Headers

  private func ofHeaders(_ fact: PlayerFact) -> PlayerFactValue {
    let tracks = file.synopsis.tracks
    let own = tracks.first { $0.node == node }
    switch fact {
    case .enabled: return own.map { PlayerFactValue($0.isEnabled, tree.child("tkhd", of: node)) } ?? .absent
    case .enabledLikeIt:
      return PlayerFactValue(tracks.count { $0.handler == track.handler && $0.isEnabled && $0.node != node })
    case .handlerFits: return handlerFits
    case .handlerLate: return handlerLate
    case .handlerUnknown: return handlerUnknown
    case .headerAspect: return headerAspect
    case .elsewhere: return PlayerFactValue(track.isElsewhere ? 1 : 0, node)
    case .dangling:
      let references = file.references(of: node)
      guard !references.isEmpty else { return PlayerFactValue(0) }
      let ids = Set((file.context?.tracks ?? []).map(\.id))
      let lost = references.filter { $0.id != 0 && !ids.contains($0.id) }
      return PlayerFactValue(lost.count, lost.first?.list)
    case .chapterTrackEnabled:
      let lists = file.references(of: node).filter { tree[$0.list].type == "chap" }
      guard !lists.isEmpty else { return PlayerFactValue(0) }
      let enabled = lists.filter { list in
        tracks.contains { $0.id == list.id && $0.isEnabled && $0.handler != "vide" }
      }
      return PlayerFactValue(enabled.count, enabled.first?.list)
    // The list may stand in another track.
    case .takenForChapters: return PlayerFactValue(file.takenForChapters.contains(node), node)
    case .mastering:
      guard let known = file.facts.tracks.first(where: { $0.node == node })?.masteringDisplay else { return .absent }
      switch known.answer {
      case .found: return PlayerFactValue(1, node)
      case .none: return PlayerFactValue(0, node)
      case .notRead: return PlayerFactValue(unread: "the samples, which may say it, were not read")
      }
    default: return .absent
    }
  }

  /// Whether the handler says no kind of media that goes with the header of the media; one that is not there has a rule
  /// of its own, and `auxv` and `pict` are video that is not played by itself.
  private var handlerUnknown: PlayerFactValue {
    guard let media = tree.child("mdia", of: node), tree.child("hdlr", of: media) != nil,
      let information = tree.child("minf", of: media)
    else { return .absent }
    let isOfPictures = tree.child("vmhd", of: information) != nil
    guard isOfPictures || tree.child("smhd", of: information) != nil, let handler = track.handler else { return .absent }
    let isKnown = handler == "vide" || handler == "soun" || isOfPictures && handler.isHandlerOfPictures
    return PlayerFactValue(!isKnown, node)
  }

  private var handlerLate: PlayerFactValue {
    guard let media = tree.child("mdia", of: node), let handler = tree.child("hdlr", of: media),
      let information = tree.child("minf", of: media)
    else { return .absent }
    return PlayerFactValue(information < handler, handler)
  }

  /// Whether handler and sample entry are of one kind of media, as far as both are known.
  private var handlerFits: PlayerFactValue {
    guard let entry = track.description.sampleEntry, track.handler == "vide" || track.handler == "soun"
    else { return .absent }
    return file.document.isVisualEntry(entry).map { PlayerFactValue($0 == (track.handler == "vide"), entry) } ?? .absent
  }

  private var headerAspect: PlayerFactValue {
    guard let header = tree.child("tkhd", of: node), let entry = track.description.sampleEntry,
      tree.child("pasp", of: entry).map(file.isSquare) ?? true
    else { return .absent }
    let size = file.reader.view(TrackHeader.self, of: header)
    guard let width = size.real(.width), let height = size.real(.height), width > 0, height > 0 else { return .absent }
    let visual = file.reader.view(VisualEntry.self, of: entry)
    guard let across = visual.number(.width), let down = visual.number(.height), across > 0, down > 0 else {
      return .absent
    }
    let ratio = width * Double(down) / (height * Double(across))
    return PlayerFactValue(ratio < 0.98 || ratio > 1.02, header)
  }

  // MARK: Tables

  private func ofTables(_ fact: PlayerFact) -> PlayerFactValue {
    let table = track.tables
    let place = table?.node
    switch fact {
    case .seconds:
      return track.timescale > 0
        ? PlayerFactValue(max(0, track.end) / Int64(clamping: track.timescale), node) : .absent
    case .samplesInMovie: return PlayerFactValue(track.promisedCount, place)
    case .firstShown: return firstShown
    case .shownLater: return shownLater
    case .syncCount: return table?.syncSamples.map { PlayerFactValue($0.count, place) } ?? .absent
    case .firstSync:
      guard let sync = table?.syncSamples, sync.count > 0 else { return .absent }
      // They may be in another order.
      return PlayerFactValue(sync[0] > 1 ? leastSync(sync) : sync[0], place)
    case .syncBeyond:
      guard let sync = table?.syncSamples else { return .absent }
      return PlayerFactValue(syncBeyond(sync), place)
    case .trackPastEnd: return pastEnd
    case .beginsInBoxes: return beginsInBoxes
    case .firstChunk:
      guard let first = table?.firstChunks, first.count > 0 else { return .absent }
      return PlayerFactValue(first[0], place)
    case .untimed:
      guard let table, let counts = table.timeCounts else { return .absent }
      let timed = counts.sum(of: 0..<counts.count)
      return PlayerFactValue(timed < table.declaredCount ? table.declaredCount - timed : 0, place)
    case .zeroDurations, .durations: return durations(fact)
    case .negativeSigned, .negativeUnsigned: return negatives(fact)
    case .descriptionBeyond, .descriptionsUsed, .descriptionZero: return descriptions(fact)
    case .tablesEmptyMissing: return emptyTables
    case .framesPerSecond: return frames
    case .syncDistance: return syncDistance
    default: return .absent
    }
  }

  private var stbl: NodeIndex? {
    tree.child("mdia", of: node).flatMap { tree.child("minf", of: $0) }
      .flatMap { tree.child("stbl", of: $0) }
  }

  private var emptyTables: PlayerFactValue {
    guard let stbl else { return .absent }
    var missing = 0
    for type in ["stts", "stsc"] as [FourCC] where tree.child(type, of: stbl) == nil { missing += 1 }
    if tree.child("stco", of: stbl) == nil, tree.child("co64", of: stbl) == nil { missing += 1 }
    return PlayerFactValue(missing, stbl)
  }

  private func leastSync(_ numbers: StoredColumn) -> UInt64 {
    var least = UInt64.max
    var window = ColumnWindow(numbers)
    for row in 0..<window.count { least = min(least, window[row]) }
    return least
  }

  private func syncBeyond(_ numbers: StoredColumn) -> Int {
    let samples = track.tables?.declaredCount ?? 0
    var count = 0
    var window = ColumnWindow(numbers)
    for row in 0..<window.count where window[row] == 0 || window[row] > samples { count += 1 }
    return count
  }

  /// Whether there are chunks with samples, and none begins in the file.
  private var pastEnd: PlayerFactValue {
    let size = UInt64(tree.file.byteCount)
    var isThere = false
    // Nobody asks when they are decoded.
    var chunks = Chunks(track, isTimed: false)
    while let chunk = chunks.next() {
      guard chunk.byteCount > 0, let start = chunk.offset else { continue }
      if start < size { return PlayerFactValue(0) }
      isThere = true
    }
    return PlayerFactValue(isThere, node)
  }

  /// Bytes of samples may lie in the payload of any box, but not over where one ends and another begins.
  private var beginsInBoxes: PlayerFactValue {
    guard let first = track.firstWithBytes, first.file == 0, first.fragment == 0,
      let place = first.bytes(upTo: UInt64(tree.file.byteCount)), let moov = tree.child("moov", of: nil), tree[moov].source == 0
    else { return .absent }
    let (start, end) = (UInt64(clamping: place.lowerBound), UInt64(clamping: place.upperBound))
    guard start >= tree[moov].start, start < tree[moov].end else { return PlayerFactValue(0) }
    // Each track goes through boxes around it.
    let noSteps: StaticString = "there are no steps left for boxes around samples"
    let passed = (NodeIndex(0)..<max(NodeIndex(0), tree[moov].subtreeEnd)).count
    guard file.document.work.charge(passed / 64 + 1, for: noSteps) else { return PlayerFactValue(unread: noSteps) }
    guard var box = tree.innermost(at: start), tree[box].source == 0 else { return .absent }
    if tree[box].isRaw, let outer = tree.parent(of: box) { box = outer }
    let isOver = start < tree[box].payloadStart || end > tree[box].end
      || tree.children(of: box).contains { !tree[$0].isRaw && tree[$0].start >= start && tree[$0].start < end }
    return PlayerFactValue(isOver, node, Extent(byteOffset: place.lowerBound, byteCount: min(16, place.count)))
  }

  private var firstShown: PlayerFactValue {
    firstCompositionTime.map { PlayerFactValue($0, node) } ?? .absent
  }

  /// By the most negative offset of the first 4,096 samples.
  private var shownLater: PlayerFactValue {
    var samples = track.samples()
    var least: Int64 = 0
    for _ in 0..<4_096 {
      guard let sample = samples.next() else { break }
      least = min(least, sample.compositionTime.saturatingSubtract(sample.decodeTime))
    }
    guard least < 0, let first = firstCompositionTime else { return PlayerFactValue(0) }
    return PlayerFactValue(max(0, first.saturatingSubtract(least)), node)
  }

  private func durations(_ fact: PlayerFact) -> PlayerFactValue {
    guard let table = track.tables, let counts = table.timeCounts, let deltas = table.timeDeltas else {
      return .absent
    }
    var zeros: UInt64 = 0
    var seen: [UInt64] = []
    let rows = min(counts.count, deltas.count)
    for row in 0..<rows {
      let delta = deltas[row]
      if delta == 0 { zeros = zeros.saturatingAdd(counts[row]) }
      // What the last sample lasts is often made up.
      if row == rows - 1, counts[row] == 1, rows > 1 { continue }
      if seen.count < 16, !seen.contains(delta) { seen.append(delta) }
    }
    return fact == .durations ? PlayerFactValue(seen.count, table.node) : PlayerFactValue(zeros, table.node)
  }

  private func negatives(_ fact: PlayerFact) -> PlayerFactValue {
    guard let stbl, let box = tree.child("ctts", of: stbl), let offsets = track.tables?.offsets else { return .absent }
    let version = file.reader.view(CompositionOffsets.self, of: box).number(.version) ?? 0
    guard (version == 0) == (fact == .negativeUnsigned) else { return PlayerFactValue(0) }
    var count = 0
    for row in 0..<offsets.count where offsets[row] & 0x8000_0000 != 0 { count += 1 }
    return PlayerFactValue(count, box)
  }

  private func descriptions(_ fact: PlayerFact) -> PlayerFactValue {
    guard let stbl, let box = tree.child("stsd", of: stbl), let used = usedDescriptions else { return .absent }
    if fact == .descriptionZero { return PlayerFactValue(used.first == 0, box) }
    if fact == .descriptionsUsed { return PlayerFactValue(used.isMixed ? 2 : 1, box) }
    let entries = tree.children(of: box).reduce(0) { count, _ in count + 1 }
    // They are counted from 1.
    let greatest = used.hasZeroLater ? max(used.greatest, UInt64(entries) + 1) : used.greatest
    return PlayerFactValue(entries > 0 && greatest > UInt64(entries) ? greatest : 0, box)
  }

  /// Which sample descriptions the runs of chunks name; `nil` without a table.
  private lazy var usedDescriptions: UsedDescriptions? = track.tables?.chunkDescriptions.map { UsedDescriptions($0) }

  private struct UsedDescriptions {
    /// That of the first run.
    private(set) var first: UInt64?
    private(set) var greatest: UInt64 = 0
    /// Whether runs name several.
    private(set) var isMixed = false
    /// Whether a run behind the first names none.
    private(set) var hasZeroLater = false

    init(_ column: StoredColumn) {
      var numbers = ColumnWindow(column)
      for row in 0..<numbers.count {
        let number = numbers[row]
        greatest = max(greatest, number)
        guard let first else {
          first = number
          continue
        }
        if number == 0 { hasZeroLater = true }
        if number != first { isMixed = true }
      }
    }
  }

  private var frames: PlayerFactValue {
    let length = track.end.saturatingSubtract(track.samples().first { _ in true }?.decodeTime ?? 0)
    guard track.timescale > 0, length > 0, track.count > 1 else { return .absent }
    let rate = Double(track.count) * Double(track.timescale) * 1_000 / Double(length)
    return rate < 1e15 ? PlayerFactValue(Int64(rate.rounded()), node) : .absent
  }

  private var syncDistance: PlayerFactValue {
    guard track.timescale > 0 else { return .absent }
    var distance = SyncDistance()
    var end: Int64 = 0
    for sample in track.samples() {
      end = sample.decodeTime.saturatingAdd(sample.duration)
      if sample.isSync { distance.pass(sample.decodeTime) }
    }
    distance.end(at: end)
    let longest = distance.longest?.length ?? 0
    let milliseconds = Double(longest) * 1_000 / Double(track.timescale)
    return milliseconds < 1e15 ? PlayerFactValue(Int64(milliseconds), node) : .absent
  }
}

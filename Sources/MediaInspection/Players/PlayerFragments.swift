import Atoms
import ByteReading
import Structure

/// Facts of movie fragments and of what stands beside them at the top, gathered in one pass.
final class PlayerFragments {
  private let file: JudgedFile
  /// How often something was met, and where first.
  private var counts: [Count] = []
  /// The tracks with data that lies where it is meant when it is counted from the fragment.
  private var countedFromFragments = NodeSet()

  private struct Count {
    let fact: PlayerFact
    var count = 1
    let node: NodeIndex?
  }

  init(_ file: JudgedFile) {
    self.file = file
    gather()
  }

  /// Whether a fact is one of these.
  static func answers(_ fact: PlayerFact) -> Bool {
    switch fact {
    case .baseMisread, .baseFromFragment, .baseOffsets, .baseUnsaid, .timesMissing, .timeGaps, .timeOverlaps, .timeBreaks,
      .timesZero, .startsAt, .fragmentsLost, .sharedFragments, .tracksKnown, .tracksUnknown, .unknownAtTop, .fragmentsNotSync,
      .fragmentsNotIdr, .dependsReserved, .headersMissing, .runsInside, .runsOutside, .runsBefore, .runsBeforeFirst, .picturesOutside, .runsNegative, .runsSigned,
      .runsUnplaced, .indexRefused, .indexSpans, .indexCount, .indexLate, .indexWrong, .keyGroupsSeveral, .leavesLarge,
      .auxiliaryDiffers:
      true
    default: false
    }
  }

  func value(of fact: PlayerFact) -> PlayerFactValue {
    if fact == .startsAt { return start }
    if fact == .fragmentsNotIdr { return notIDR }
    guard let place = place(of: fact) else { return PlayerFactValue(0) }
    return PlayerFactValue(counts[place].count, counts[place].node)
  }

  /// Whether data of the track `track` lies where it is meant when it is counted from the fragment.
  func countsFromFragments(_ track: NodeIndex) -> Bool { countedFromFragments.contains(track) }

  private func count(_ fact: PlayerFact, _ node: NodeIndex?) {
    if let place = place(of: fact) { counts[place].count += 1 } else { counts.append(Count(fact: fact, node: node)) }
  }

  private func place(of fact: PlayerFact) -> Int? { counts.firstIndex { $0.fact == fact } }

  /// Types at the top that browsers know in MSE (W3C ISO BMFF byte stream format §2).
  static let known: [FourCC] = [
    "ftyp", "pdin", "bloc", "moov", "moof", "mfra", "mdat", "free", "skip", "meta", "meco", "styp",
    "sidx", "ssix", "prft", "uuid", "emsg",
  ]

  private func gather() {
    let tree = file.tree
    var moofs: [(node: NodeIndex, media: Range<UInt64>)] = []
    var pending: NodeIndex?
    for index in tree.children(of: nil) {
      let node = tree[index]
      if node.isRaw { continue }
      if !Self.known.contains(node.type) { count(.unknownAtTop, index) }
      switch node.type {
      case "moof":
        if let pending { moofs.append((pending, 0..<0)) }
        pending = index
        lookAt(fragment: index)
      case "mdat":
        if let fragment = pending {
          let end = node.start.saturatingAdd(node.size)
          moofs.append((fragment, min(node.payloadStart, end)..<end))
        }
        pending = nil
      case "sidx":
        count(.indexCount, index)
        let isLate = !moofs.isEmpty || pending != nil
        if isLate { count(.indexLate, index) }
        lookAt(index: index, isLate: isLate)
      default: break
      }
    }
    if let pending { moofs.append((pending, 0..<0)) }
    guard !moofs.isEmpty else { return }
    lookAtTracks(moofs)
    lookAtSpans(moofs)
  }

  // MARK: Boxes

  private func lookAt(fragment: NodeIndex) {
    let tree = file.tree
    let reader = file.reader
    // What would stand behind a cut is not missing.
    let isCut = file.isCut(fragment)
    if isCut { count(.fragmentsLost, fragment) }
    if !isCut, tree.child("mfhd", of: fragment) == nil { count(.headersMissing, fragment) }
    var fragments = 0
    for child in tree.children(of: fragment) where tree[child].type == "traf" && !tree[child].isRaw {
      fragments += 1
      if !isCut, tree.child("tfdt", of: child) == nil { count(.timesMissing, child) }
      var samples: UInt64 = 0
      var vectors: UInt64?
      for box in tree.children(of: child) where !tree[box].isRaw {
        switch tree[box].type {
        case "tfhd":
          let header = reader.view(TrackFragmentHeader.self, of: box)
          let flags = header.number(.flags) ?? 0
          if flags & 1 != 0 {
            count(.baseOffsets, box)
          } else if flags & 0x2_0000 == 0 {
            count(.baseUnsaid, box)
          }
          if let id = header.number(.track_ID) { count(isKnown(id) ? .tracksKnown : .tracksUnknown, box) }
        case "trun":
          let run = reader.view(TrackRun.self, of: box)
          let own = run.number(.sample_count) ?? 0
          if samples > 0, own > 0, (run.number(.flags) ?? 1) & 1 == 0 { count(.runsUnplaced, box) }
          samples = samples.saturatingAdd(own)
        case "senc": vectors = reader.view(SampleEncryption.self, of: box).number(.sample_count)
        case "saiz": vectors = reader.view(AuxiliarySizes.self, of: box).number(.sample_count)
        case "sbgp":
          let group = reader.view(SampleToGroup.self, of: box)
          if group.code(.grouping_type) == "seig", group.number(.entry_count) ?? 1 != 1 {
            count(.keyGroupsSeveral, box)
          }
        default: break
        }
      }
      if let vectors, vectors != samples { count(.auxiliaryDiffers, child) }
    }
    if fragments > 1 { count(.sharedFragments, fragment) }
    for box in tree.descendants(of: fragment) where tree.firstChild(of: box) == nil {
      let source = file.document.source(of: tree[box]).bytes
      if source.bigEndian(at: Int(clamping: tree[box].start), count: 4) == 1, !tree[box].isRaw {
        count(.leavesLarge, box)
      }
    }
  }

  /// Whether the movie has a track of which no ID can be read.
  private lazy var hasUnreadID: Bool = (file.context?.tracks ?? []).contains { track in
    guard track.id == 0 else { return false }
    let header = file.tree.child("tkhd", of: track.node)
    return header.flatMap { file.reader.view(TrackHeader.self, of: $0).number(.track_ID) } == nil
  }

  /// Whether the movie has a track of this ID, or one of which no ID can be read.
  private func isKnown(_ id: UInt64) -> Bool {
    file.context?.track(id: id) != nil || hasUnreadID
  }

  private func lookAt(index: NodeIndex, isLate: Bool) {
    let table = file.reader.view(SegmentIndex.self, of: index)
    let tracks = file.context?.tracks ?? []
    guard !tracks.isEmpty else { return }
    guard let track = tracks.first(where: { $0.id == table.number(.reference_ID) }) else {
      count(.indexWrong, index)
      return
    }
    if !isLate, index > track.node {
      let types = table.column(.reference_type, of: .references)
      let leadsOn = types.map { types in (0..<types.count).contains { types[$0] == 1 } } ?? false
      if table.number(.timescale) == 0 || table.number(.reference_count) == 0 || leadsOn { count(.indexRefused, index) }
    }
    if let scale = table.number(.timescale), track.timescale > 0, scale != track.timescale {
      count(.indexWrong, index)
      return
    }
    guard let sizes = table.column(.referenced_size, of: .references) else { return }
    let start = file.tree[index].start.saturatingAdd(file.tree[index].size)
      .saturatingAdd(table.number(.first_offset) ?? 0)
    let end = start.saturatingAdd(sizes.sum(of: 0..<sizes.count))
    if end > UInt64(file.tree.file.byteCount) {
      count(.indexWrong, index)
      count(.fragmentsLost, index)
    }
  }

  /// Compares the entries of the first index with the fragments, when it is one of fragments.
  private func lookAtSpans(_ moofs: [(node: NodeIndex, media: Range<UInt64>)]) {
    guard let index = file.tree.child("sidx", of: nil) else { return }
    let table = file.reader.view(SegmentIndex.self, of: index)
    guard let sizes = table.column(.referenced_size, of: .references) else { return }
    var start = file.tree[index].start.saturatingAdd(file.tree[index].size)
      .saturatingAdd(table.number(.first_offset) ?? 0)
    let starts = moofs.map { file.tree[$0.node].start }
    var at = 0
    for row in 0..<min(sizes.count, starts.count &+ 1) {
      let end = start.saturatingAdd(sizes[row])
      var inside = 0
      while at < starts.count, starts[at] < end {
        if starts[at] >= start { inside += 1 }
        at += 1
      }
      if inside != 1 { count(.indexSpans, index) }
      start = end
    }
  }

  // MARK: Samples

  private func lookAtTracks(_ moofs: [(node: NodeIndex, media: Range<UInt64>)]) {
    for track in file.movie.tracks where track.fragmentedCount > 0 {
      lookAtTimes(track)
      lookAtChunks(track, moofs)
      lookAtSamples(track)
    }
    // What lies elsewhere stops browsers in another way.
    if value(of: .runsBefore).number != value(of: .runsOutside).number {
      counts.removeAll { $0.fact == .runsBefore || $0.fact == .runsBeforeFirst }
    }
    for fragment in moofs {
      var isFirst = true
      for part in file.tree.children(of: fragment.node) where file.tree[part].type == "traf" {
        for box in file.tree.children(of: part) where file.tree[box].type == "trun" { signs(box) }
        if !isFirst { lookAtBase(of: part, in: fragment) }
        isFirst = false
      }
    }
  }

  /// Looks whether the first run of a track fragment without a base lies in the media when it is counted from the
  /// fragment, as browsers do.
  private func lookAtBase(of part: NodeIndex, in fragment: (node: NodeIndex, media: Range<UInt64>)) {
    guard !fragment.media.isEmpty, fragment.media.upperBound <= UInt64(file.tree.file.byteCount),
      let header = file.tree.child("tfhd", of: part), let box = file.tree.child("trun", of: part),
      let flags = file.reader.view(TrackFragmentHeader.self, of: header).number(.flags), flags & 0x2_0001 == 0
    else { return }
    let run = file.reader.view(TrackRun.self, of: box)
    guard run.number(.sample_count) ?? 0 > 0 else { return }
    // Without an offset data begins at what is counted from.
    guard let offset = (run.number(.flags) ?? 0) & 1 == 0 ? 0 : run.signed(.data_offset) else { return }
    let start = Int64(clamping: file.tree[fragment.node].start).saturatingAdd(offset)
    if !fragment.media.contains(UInt64(clamping: start)) { count(.baseMisread, header) }
  }

  /// Compares when fragments begin with when those before them end.
  private func lookAtTimes(_ track: SampleTrack) {
    let parts = track.fragments
    var zeros = 0
    for (place, part) in parts.enumerated() {
      if part.decodeTime == 0, part.count > 0 {
        zeros += 1
        if zeros > 1 || self.place(of: .timesZero) == nil { count(.timesZero, part.node) }
      }
      guard place > 0, file.tree.child("tfdt", of: part.node) != nil else { continue }
      let before = parts[place - 1]
      var cursor = FragmentCursor([before], track.values, offset: 0, in: track.documents)
      var step: Int64 = 0
      while let sample = cursor.next() { step = Int64(clamping: sample.duration) }
      let gap = part.decodeTime.saturatingSubtract(cursor.decodeTime)
      if gap != 0 { count(.timeBreaks, part.node) }
      if gap > max(step, 1) { count(.timeGaps, part.node) }
      if gap < -max(step, 1) { count(.timeOverlaps, part.node) }
    }
  }

  private func lookAtChunks(
    _ track: SampleTrack, _ moofs: [(node: NodeIndex, media: Range<UInt64>)]
  ) {
    let size = UInt64(file.tree.file.byteCount)
    let parts = track.fragments
    var part = 0
    // How far the data of the track fragment is from where it is when it is counted from the fragment.
    var displacement: Int64 = 0
    var known = -1
    var (inside, outside) = (0, 0)
    for chunk in track.chunks where chunk.fragment > 0 && chunk.file == 0 && chunk.byteCount > 0 {
      guard chunk.fragment <= moofs.count else { continue }
      let place = moofs[chunk.fragment - 1]
      while part + 1 < parts.count, track.tableCount &+ parts[part + 1].firstSample < chunk.firstSample { part += 1 }
      if known != part {
        known = part
        displacement = part < parts.count ? self.displacement(of: parts[part], in: place.node) : 0
      }
      guard let start = chunk.offset, let end = chunk.end else {
        outside += 1
        count(.runsOutside, place.node)
        continue
      }
      var isInside = start >= place.media.lowerBound && end <= place.media.upperBound
      if !isInside, displacement > 0 {
        let meant = Int64(clamping: start).saturatingSubtract(displacement)
        let last = Int64(clamping: end).saturatingSubtract(displacement)
        if meant >= Int64(clamping: place.media.lowerBound), last <= Int64(clamping: place.media.upperBound) {
          count(.baseFromFragment, parts[part].node)
          countedFromFragments.insert(track.node)
          isInside = true
        }
      }
      // What a file that was cut does not have lies nowhere else.
      let isCut = start >= place.media.lowerBound && start < size && end > size && place.media.upperBound >= size
      count(isInside || isCut ? .runsInside : .runsOutside, place.node)
      if !isInside, !isCut, end <= file.tree[place.node].start {
        count(.runsBefore, place.node)
        if inside == 0, outside == 0 { count(.runsBeforeFirst, place.node) }
      }
      if isInside || isCut { inside += 1 } else { outside += 1 }
    }
    if track.handler == "vide", outside > 0, inside == 0 { count(.picturesOutside, track.node) }
  }

  /// How far behind `fragment` a track fragment begins to count, where it says nothing of that and is not the first: there
  /// the data of the one before it ends (14496-12 §8.8.7.1). 0 for others.
  private func displacement(of part: TrackFragment, in fragment: NodeIndex) -> Int64 {
    guard let base = part.base, let header = file.tree.child("tfhd", of: part.node),
      let flags = file.reader.view(TrackFragmentHeader.self, of: header).number(.flags), flags & 0x2_0001 == 0
    else { return 0 }
    return Int64(clamping: base).saturatingSubtract(Int64(clamping: file.tree[fragment].start))
  }

  private func lookAtSamples(_ track: SampleTrack) {
    var fragment = 0
    for sample in track.samples(from: track.tableCount &+ 1) {
      if sample.dependencies.dependsOn == 3 { count(.dependsReserved, track.node) }
      guard sample.fragment != fragment else { continue }
      fragment = sample.fragment
      if track.handler == "vide", !sample.isSync { count(.fragmentsNotSync, track.node) }
    }
  }

  /// How many of the first fragments of each track say that they begin with a sync sample, and do not.
  private var notIDR: PlayerFactValue {
    var count = 0
    var node: NodeIndex?
    for track in file.movie.tracks where track.handler == "vide" && track.fragmentedCount > 0 {
      guard let units = track.units else { continue }
      for part in track.fragments.prefix(256) {
        guard let sample = track.samples(from: track.tableCount &+ part.firstSample &+ 1).makeFirst, sample.isSync,
          track.isNoIDR(sample, by: units)
        else { continue }
        count += 1
        node = node ?? part.node
      }
    }
    return PlayerFactValue(count, node)
  }

  /// Looks for negative offsets in the run at `box`.
  private func signs(_ box: NodeIndex) {
    let run = file.reader.view(TrackRun.self, of: box)
    guard (run.number(.flags) ?? 0) & 0x800 != 0,
      let offsets = run.column(.sample_composition_time_offset, of: .samples)
    else { return }
    let start = Int(clamping: file.tree[box].payloadStart)
    let version = file.document.source(of: file.tree[box]).bytes.byte(at: start) ?? 0
    for row in 0..<offsets.count where offsets[row] & 0x8000_0000 != 0 {
      count(version == 0 ? .runsNegative : .runsSigned, box)
      return
    }
  }

  /// When the first thing is shown, after edits, in ms.
  private var start: PlayerFactValue {
    var first: Double?
    var node: NodeIndex?
    for track in file.movie.tracks where track.fragmentedCount > 0 && track.timescale > 0 {
      guard let own = file.firstCompositionTime(of: track) else { continue }
      let edits = track.editList
      let time = edits.isExplicit ? edits.presentationTime(of: own) ?? own : own
      let milliseconds = Double(time) * 1_000 / Double(track.timescale)
      if milliseconds < first ?? .infinity {
        first = milliseconds
        node = track.node
      }
    }
    guard let first, first.magnitude < 1e15 else { return .absent }
    return PlayerFactValue(Int64(first), node)
  }
}

import Atoms
import ByteReading
import MediaFacts
import Structure

/// Renditions whose list names several initialization segments, one behind the other (RFC 8216 §4.3.2.5).
extension Rendition {
  /// The greatest timescale that times of several are counted in: those from 1970 on fit.
  private static let finest: UInt64 = 1 << 32

  /// The timescales as people read them: `12800 and 90000`.
  package var timescaleWords: String {
    let words = timescales.prefix(4).map { "\($0)" }
    let more = timescales.count - words.count
    guard words.count > 1 else { return words.first ?? "0" }
    return more > 0 ? words.joined(separator: ", ") + " and \(more) more" : words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
  }

  /// Adds what another initialization segment describes, behind what was read.
  ///
  /// - Parameters:
  ///   - next: The segments of it, with times as their files have them.
  ///   - name: The initialization segment, for people.
  ///   - isDiscontinuous: Whether times begin anew, so that what follows is counted on from the end of what was before.
  ///   - fileCount: How many files what was read is of.
  /// - Complexity: O(*n*) in the boundaries and keyframes of both.
  package mutating func append(_ next: Rendition, named name: String, isDiscontinuous: Bool, behind fileCount: Int) {
    let number = boundaries.count + 1
    guard isComparable, next.isComparable, let own = track, let other = next.track else {
      if next.isComparable { return }
      // What was not read of it is all of it.
      for var finding in next.findings where finding.kind != .unread {
        // It is in ticks that nobody knows.
        finding.time = nil
        add(finding)
      }
      let why: StaticString = next.track == nil ? "has none of their tracks" : "says nothing of their times"
      return add(RenditionFinding(.unread, "segments from \(number) on were not compared: '\(name)' \(why)"))
    }
    guard own.handler == other.handler else {
      return add(
        RenditionFinding(
          .unread, "segments from \(number) on are of other media: '\(name)' describes \(other.name), and \(own.name) is compared"))
    }
    compare(own, other, named: name, from: number)
    let ends = (own: decodeEnd, timescale: timescale)
    var next = next
    let common = Self.common(timescale, next.timescale)
    scale(to: common)
    let decodeTime = next.boundaries.first?.decodeTime ?? 0
    let scaleOfNext = next.timescale
    next.scale(to: common)
    if let first = next.boundaries.first {
      if isDiscontinuous, !boundaries.isEmpty {
        next.shift(by: (isOfKeyframes ? nextTime(timescale) : end).saturatingSubtract(first.time))
        next.boundaries[0].isDiscontinuous = true
      } else if !boundaries.isEmpty, !isOfKeyframes {
        reportGap(
          Alignment.Distance(from: ends.own, ends.timescale, to: decodeTime, scaleOfNext, boundary: number - 1),
          at: next.boundaries[0], number)
      }
    }
    take(next, behind: fileCount)
  }

  /// Takes what has the same timescale.
  private mutating func take(_ next: Rendition, behind fileCount: Int) {
    if boundaries.isEmpty { frame = next.frame }
    let pieceCount = pieces.count
    boundaries += next.boundaries.map { boundary in
      var boundary = boundary
      boundary.file = boundary.file.saturatingAdd(fileCount)
      boundary.piece = boundary.piece.map { $0 + pieceCount }
      return boundary
    }
    keyframes += next.keyframes.map { Keyframe(time: $0.time, offset: $0.offset, file: $0.file.saturatingAdd(fileCount)) }
    pieces += next.pieces.map {
      Piece(file: $0.file.saturatingAdd(fileCount), bytes: $0.bytes, isDiscontinuous: $0.isDiscontinuous, seconds: $0.seconds)
    }
    hasMoreKeyframes = hasMoreKeyframes || next.hasMoreKeyframes
    isCut = isCut || next.isCut
    end = max(end, next.end)
    // What has no sample ends nowhere.
    if !next.boundaries.isEmpty { decodeEnd = next.decodeEnd }
    repeatedCount = repeatedCount.saturatingAdd(next.repeatedCount)
    omitted = omitted.saturatingAdd(next.omitted)
    others += next.others.filter { !others.contains($0) }
    timescales += next.timescales.filter { !timescales.contains($0) }
    for finding in next.findings { add(finding) }
  }

  /// Notes what another initialization segment says otherwise, and finds what it leaves unsaid.
  private mutating func compare(_ own: SampleTrack, _ other: SampleTrack, named name: String, from number: Int) {
    // One may come again, as between parts of a programme.
    if homes.isEmpty { homes.insert(ObjectIdentifier(own.home)) }
    guard homes.insert(ObjectIdentifier(other.home)).inserted else { return }
    let (before, behind) = (own.coding(ofEntry: 1), other.coding(ofEntry: 1))
    guard let behind else {
      return add(RenditionFinding(.range, "'\(name)' has no sample entry for \(other.name), which segments from \(number) on are of"))
    }
    if own.units != nil, other.units == nil, own.entryType == other.entryType,
      other.description.protectedShare(in: other.home.tree) == .none
    {
      add(RenditionFinding(.range, "'\(name)' does not say how pictures of \(behind.name) are coded, which segments from \(number) on have"))
    }
    var changes: [String] = []
    if let before, before.name != behind.name { changes.append("\(behind.name) for \(before.name)") }
    if let size = behind.size, let earlier = before?.size, size != earlier {
      changes.append("\(size.width)×\(size.height) for \(earlier.width)×\(earlier.height)")
    }
    if own.timescale != other.timescale { changes.append("\(other.timescale) ticks a second for \(own.timescale)") }
    if own.id != other.id { changes.append("track \(other.id) for \(own.id)") }
    guard !changes.isEmpty, notes.count < 16 else { return }
    notes.append("'\(name)' describes segments from \(number) on: \(changes.joined(separator: ", "))")
  }

  private mutating func reportGap(_ apart: Alignment.Distance, at boundary: Boundary, _ number: Int) {
    guard apart.ticks != 0 else { return }
    add(
      RenditionFinding(
        apart.ticks > 0 ? .gap : .overlap,
        apart.ticks > 0 ? "segments \(number - 1) and \(number) have a gap between them" : "segments \(number - 1) and \(number) overlap",
        time: boundary.time, offset: boundary.offset, ticks: Int64(clamping: apart.ticks.magnitude),
        milliseconds: apart.milliseconds.magnitude))
  }

  // MARK: Times

  /// A timescale that has the ticks of both; the finest one where that would be too fine: times are not rounded again for each
  /// that follows.
  private static func common(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (divisor, rest) = (a, b)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    let (product, overflow) = (a / max(1, divisor)).multipliedReportingOverflow(by: b)
    return overflow || product > finest ? max(a, b, finest) : product
  }

  /// Has all times in another timescale.
  private mutating func scale(to scale: UInt64) {
    let own = timescale
    guard own > 0, scale > 0, own != scale else { return }
    func scaled(_ time: Int64) -> Int64 {
      let magnitude = Int64(clamping: time.magnitude.scaled(by: scale, over: own))
      return time < 0 ? -magnitude : magnitude
    }
    map(scaled)
    for place in boundaries.indices {
      boundaries[place].ticks = scaled(boundaries[place].ticks)
      boundaries[place].decodeTime = scaled(boundaries[place].decodeTime)
    }
    decodeEnd = scaled(decodeEnd)
    frame = frame.scaled(by: scale, over: own)
    timescale = scale
  }

  private mutating func shift(by ticks: Int64) { map { $0.saturatingAdd(ticks) } }

  /// Changes when all is shown and decoded.
  private mutating func map(_ change: (Int64) -> Int64) {
    for place in boundaries.indices { boundaries[place].time = change(boundaries[place].time) }
    keyframes = keyframes.map { Keyframe(time: change($0.time), offset: $0.offset, file: $0.file) }
    changeTimes(change)
    end = change(end)
  }
}

extension SampleTrack {
  /// The type of the sample entry of its first samples.
  fileprivate var entryType: FourCC? { description.shownEntry(in: home).map { home.tree[$0].type } }
}

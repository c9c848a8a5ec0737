import Atoms
import ByteReading
package import Structure

/// How the boundaries of renditions lie beside each other: all are compared with the first, and those that lie beside
/// one of its boundaries with each other.
package struct Alignment: Sendable {
  package let renditions: [Rendition]
  /// The period that they are of; `nil` where there are no several.
  package var period: MediaPeriod? { renditions.first?.period }
  /// What lists of keyframes have of those of the others; they stand behind these, and are not among the pairs.
  package let keyframeLists: [KeyframeList]
  /// The first with each of the others, as long as their boundaries are few enough.
  package let pairs: [Pair]
  /// Those that have no times, by their places: nothing is compared with them. None where there is one rendition.
  package let incomparable: [Int]
  /// How many of the last others were not compared, since there are too many boundaries.
  package let uncomparedCount: Int
  /// The two renditions beside the first whose boundaries lie farthest apart where both have one beside one of the first,
  /// of all of them; `nil` where none do.
  package let widest: Spread?
  /// The same of those boundaries that lie farther apart than their ``Latitude``.
  package let widestBeyondLatitude: Spread?
  /// Each two renditions beside the first, as long as their boundaries are few enough.
  package let others: [OtherPair]
  /// How many of these pairs were left out: none of them lies farther apart than ``widest``.
  package let uncomparedOthers: Int
  /// How far those of ``others`` lie apart that have boundaries beside each other.
  package var spreads: [Spread] {
    others.compactMap { pair in
      pair.largest.map {
        Spread(first: pair.first, second: pair.second, distance: $0, latitude: pair.latitude)
      }
    }
  }

  /// How far two renditions lie apart, at the boundary of the first where that is most.
  package struct Spread: Sendable {
    /// Their places in ``Alignment/renditions``.
    package let first: Int
    package let second: Int
    package let distance: Distance
    /// How far they may.
    package let latitude: Latitude
  }

  /// What two renditions beside the first have beside its boundaries.
  package struct OtherPair: Sendable {
    /// Their places in ``Alignment/renditions``.
    package let first: Int
    package let second: Int
    /// The greatest distance where both have one; `nil` where they never do.
    package fileprivate(set) var largest: Distance?
    /// How far they may lie apart.
    package let latitude: Latitude
    /// As it is of a ``Pair``.
    package var isWithinFrames: Bool? { largest.flatMap(latitude.isWithinFrame) }
    /// Boundaries of the first rendition that one of the two alone has one beside.
    package fileprivate(set) var missing = 0
    package fileprivate(set) var unmatched = 0
  }

  /// The most boundaries of the first rendition that are looked for, all pairs together.
  package static let limit = 1 << 22

  /// What the comparison of the first rendition with another one came to.
  package struct Pair: Sendable {
    /// The place of the other in ``Alignment/renditions``.
    package let other: Int
    /// For each boundary of the first the one of the other that lies beside it, by its place.
    package let partners: [Int?]
    /// Boundaries of the other that none of the first lies beside.
    package let unmatched: [Int]
    /// The greatest distance of two that lie beside each other; `nil` when none do.
    package private(set) var largest: Distance?
    /// How far they may lie apart.
    package let latitude: Latitude
    /// Whether all that lie beside each other are less than a frame of sound apart; `nil` where frames are no reason for a
    /// distance, or none do.
    package var isWithinFrames: Bool? { largest.flatMap(latitude.isWithinFrame) }
    /// The distance of the last two less that of the first two.
    package private(set) var drift: Distance?

    init(_ first: Rendition, _ other: Rendition, at place: Int) {
      self.other = place
      latitude = Latitude(of: first, other)
      let scales = (first.timescale, other.timescale)
      var partners: [Int?] = []
      var taken = Array(repeating: false, count: other.boundaries.count)
      var at = 0
      var ends: (first: Distance?, last: Distance?) = (nil, nil)
      for (number, boundary) in first.boundaries.enumerated() {
        let time = seconds(boundary.time, scales.0)
        // Boundaries are in order: the nearest one lies not before that of the one in front.
        while at + 1 < other.boundaries.count,
          abs(seconds(other.boundaries[at + 1].time, scales.1) - time)
            <= abs(seconds(other.boundaries[at].time, scales.1) - time)
        {
          at += 1
        }
        guard at < other.boundaries.count, !taken[at],
          abs(seconds(other.boundaries[at].time, scales.1) - time) <= first.reach(of: number)
        else {
          partners.append(nil)
          continue
        }
        taken[at] = true
        partners.append(at)
        let distance = Distance(
          from: boundary.time, scales.0, to: other.boundaries[at].time, scales.1, boundary: number)
        if ends.first == nil { ends.first = distance }
        ends.last = distance
        if distance.milliseconds.magnitude > largest?.milliseconds.magnitude ?? -1 { largest = distance }
      }
      self.partners = partners
      unmatched = other.boundaries.indices.filter { !taken[$0] }
      if let first = ends.first, let last = ends.last {
        drift = Distance(
          ticks: last.ticks.saturatingSubtract(first.ticks), scale: last.scale,
          milliseconds: last.milliseconds - first.milliseconds, boundary: last.boundary)
      }
    }
  }

  /// How far two moments lie apart.
  package struct Distance: Sendable {
    /// In ticks of the finer timescale, rounded; 0 only when they are the same.
    package let ticks: Int64
    /// That timescale.
    package let scale: UInt64
    package let milliseconds: Double
    /// The boundary of the first rendition, from 0.
    package let boundary: Int

    init(ticks: Int64, scale: UInt64, milliseconds: Double, boundary: Int) {
      self.ticks = ticks
      self.scale = scale
      self.milliseconds = milliseconds
      self.boundary = boundary
    }

    package init(from a: Int64, _ scaleA: UInt64, to b: Int64, _ scaleB: UInt64, boundary: Int) {
      scale = max(scaleA, scaleB)
      self.boundary = boundary
      // The same moment, whatever the scales: compared without rounding.
      let left = a.magnitude.multipliedFullWidth(by: scaleB)
      let right = b.magnitude.multipliedFullWidth(by: scaleA)
      if left.high == right.high, left.low == right.low, (a < 0) == (b < 0) {
        ticks = 0
        milliseconds = 0
        return
      }
      let distance = seconds(b, scaleB) - seconds(a, scaleA)
      milliseconds = Self.exact(from: a, scaleA, to: b, scaleB) ?? distance * 1_000
      let rounded = (distance * Double(scale)).rounded()
      ticks =
        rounded.magnitude < 1e18
        ? (rounded == 0 ? (distance < 0 ? -1 : 1) : Int64(rounded)) : (distance < 0 ? .min : .max)
    }

    /// The distance in ms, rounded once: the difference of two times in seconds may be more than what is
    /// tolerated by the last bit. `nil` for numbers that are too large for it.
    private static func exact(from a: Int64, _ scaleA: UInt64, to b: Int64, _ scaleB: UInt64) -> Double? {
      guard let scaleA = Int64(exactly: scaleA), let scaleB = Int64(exactly: scaleB), scaleA > 0, scaleB > 0 else { return nil }
      let (left, leftOverflow) = a.multipliedReportingOverflow(by: scaleB)
      let (right, rightOverflow) = b.multipliedReportingOverflow(by: scaleA)
      let (difference, overflow) = right.subtractingReportingOverflow(left)
      let (scale, scaleOverflow) = scaleA.multipliedReportingOverflow(by: scaleB)
      if leftOverflow || rightOverflow || overflow || scaleOverflow { return nil }
      return Double(difference) * 1_000 / Double(scale)
    }

    /// Whether it is more than is tolerated: ticks, or ms.
    package func exceeds(_ tolerance: Double, inTicks: Bool) -> Bool {
      inTicks ? Double(ticks.magnitude) > tolerance : milliseconds.magnitude > tolerance
    }
  }

  /// What was not compared and need not be, for people.
  private let notes: [String]

  /// - Parameters:
  ///   - renditions: What is compared with the first of them.
  ///   - notes: What was not compared and need not be, for people.
  ///   - limit: The most boundaries of the first that are looked for.
  /// - Complexity: O(*n*) in the boundaries of each pair, of which there are no more than `limit` in all.
  package init(_ renditions: [Rendition], notes: [String] = [], limit: Int = Self.limit) {
    self.notes = notes
    let (renditions, lists) = Self.comparingKeyframes(Self.tellingEnds(Self.tellingDiscontinuities(Self.inOrder(renditions))))
    (self.renditions, keyframeLists) = (renditions, lists)
    incomparable = renditions.count > 1 ? renditions.indices.filter { !renditions[$0].isComparable } : []
    let count = max(1, renditions.first?.boundaries.count ?? 0)
    let isKeyframesAlone = renditions.first?.isOfKeyframes ?? false
    let comparable =
      incomparable.first == 0
      ? []
      : renditions.indices.dropFirst().filter {
        renditions[$0].isComparable && (isKeyframesAlone || !renditions[$0].isOfKeyframes)
      }
    pairs = comparable.prefix(max(1, limit / count)).map { Pair(renditions[0], renditions[$0], at: $0) }
    uncomparedCount = comparable.count - pairs.count
    widest = Self.widest(of: pairs, renditions, beyondLatitude: false)
    widestBeyondLatitude = Self.widest(of: pairs, renditions, beyondLatitude: true)
    let others = pairs.count * max(0, pairs.count - 1) / 2
    let compared = min(others, max(1, limit / count))
    self.others = Self.others(of: pairs, renditions, limit: compared)
    uncomparedOthers = others - compared
  }

  /// The renditions, and of each where its times begin anew where the first has others (RFC 8216 §6.2.4): as often, and beside
  /// the same boundaries, since segments of sound may be of another length.
  private static func tellingDiscontinuities(_ renditions: [Rendition]) -> [Rendition] {
    guard let a = renditions.first, a.isComparable, !a.boundaries.isEmpty else { return renditions }
    let first = a.discontinuities
    return renditions.map { rendition in
      let own = rendition.discontinuities
      guard rendition.isComparable, !rendition.boundaries.isEmpty, rendition.isOfKeyframes == a.isOfKeyframes else { return rendition }
      let isSame =
        own.count == first.count
        && zip(own, first).allSatisfy {
          abs(seconds(rendition.boundaries[$0].time, rendition.timescale) - seconds(a.boundaries[$1].time, a.timescale))
            <= a.reach(of: $1)
        }
      guard !isSame else { return rendition }
      var rendition = rendition
      rendition.add(
        RenditionFinding(
          .discontinuity, "times begin anew at \(places(own, of: rendition)), those of A at \(places(first, of: a))"))
      return rendition
    }
  }

  /// `segment 2 (4.0 s)`, `segments 2, 5`, `none`.
  private static func places(_ numbers: [Int], of rendition: Rendition) -> String {
    guard let first = numbers.first else { return "none" }
    let moment = seconds(rendition.boundaries[first].time, rendition.timescale).inWholeMilliseconds
    return numbers.count == 1 ? "segment \(words(numbers)) (\(moment) s)" : "segments \(words(numbers))"
  }

  /// The renditions, and of each by how much it ends before the first of its kind or after it; of the first of a kind, beside
  /// the first of all: sound and pictures of one length end some frames apart. Those of keyframes alone end somewhere before
  /// what they stand for does.
  private static func tellingEnds(_ renditions: [Rendition]) -> [Rendition] {
    func ends(_ rendition: Rendition) -> Bool {
      rendition.isComparable && !rendition.boundaries.isEmpty && !rendition.isOfKeyframes
    }
    guard let reference = renditions.firstIndex(where: ends), let track = renditions[reference].track else { return renditions }
    var firsts = [track.handler: reference]
    return renditions.enumerated().map { place, rendition in
      guard place > reference, ends(rendition), let its = rendition.track else { return rendition }
      // Two of a kind are held against each other, whatever stands in front of them.
      let known = firsts[its.handler]
      if known == nil { firsts[its.handler] = place }
      let other = known ?? reference
      let first = renditions[other]
      let apart = Distance(
        from: first.shownEnd, first.timescale, to: rendition.shownEnd, rendition.timescale, boundary: first.boundaries.count - 1)
      let kind: RenditionFinding.Kind = known == nil ? .otherEnd : .end
      // Frames of two lengths end together by chance alone.
      let isWithinFrames = kind == .end && Latitude(of: first, rendition).isWithinFrame(apart) ?? false
      let isTold =
        kind == .end ? apart.milliseconds.magnitude >= 1 : apart.milliseconds.magnitude > Latitude.ofSoundAndPictures
      guard !isWithinFrames, isTold else { return rendition }
      var rendition = rendition
      rendition.add(
        RenditionFinding(
          kind, "ends \(apart.milliseconds < 0 ? "before" : "after") \(letter(other)) does", time: rendition.shownEnd,
          ticks: Int64(clamping: apart.ticks.magnitude), milliseconds: apart.milliseconds.magnitude))
      return rendition
    }
  }

  /// The numbers of places, eight of them: `2, 5`, `none`.
  private static func words(_ places: [Int]) -> String {
    if places.isEmpty { return "none" }
    let rest = places.count > 8 ? " and \(places.count - 8) more" : ""
    return places.prefix(8).map { "\($0 + 1)" }.joined(separator: ", ") + rest
  }

  /// The pairs, by their places, that are earliest and latest at a boundary.
  private struct Extremes {
    private(set) var early: (place: Int, time: Double)?
    private(set) var late: (place: Int, time: Double)?

    mutating func add(_ place: Int, at time: Double) {
      if early.map({ time < $0.time }) ?? true { early = (place, time) }
      if late.map({ time > $0.time }) ?? true { late = (place, time) }
    }

    mutating func add(_ others: Extremes) {
      for (place, time) in [others.early, others.late].compactMap(\.self) { add(place, at: time) }
    }
  }

  /// - Complexity: O(*n*) in the boundaries of the first rendition times the pairs.
  private static func widest(of pairs: [Pair], _ renditions: [Rendition], beyondLatitude: Bool) -> Spread? {
    guard pairs.count > 1, let first = renditions.first else { return nil }
    let parts = pairs.map { renditions[$0.other].part }
    // Pictures and texts, then sound by how long its frames are: of two that are not as long the longer one says what may be.
    var classes: [[Int]] = [Array(pairs.indices)]
    if beyondLatitude {
      let groups = Dictionary(grouping: pairs.indices) { parts[$0] }
      classes = groups.sorted { ($0.key.frame ?? -1, $0.value.first ?? 0) < ($1.key.frame ?? -1, $1.value.first ?? 0) }.map(\.value)
    }
    var widest: Spread?
    for number in first.boundaries.indices {
      func time(_ place: Int) -> (ticks: Int64, scale: UInt64)? {
        let other = renditions[pairs[place].other]
        return pairs[place].partners[number].map { (other.boundaries[$0].time, other.timescale) }
      }
      func extremes(_ places: [Int]) -> Extremes {
        var found = Extremes()
        for place in places { if let (ticks, scale) = time(place) { found.add(place, at: seconds(ticks, scale)) } }
        return found
      }
      func hold(_ x: Int?, _ y: Int?) {
        guard let x, let y, x != y, let a = time(min(x, y)), let b = time(max(x, y)) else { return }
        let (one, other) = (pairs[min(x, y)].other, pairs[max(x, y)].other)
        let distance = Distance(from: a.ticks, a.scale, to: b.ticks, b.scale, boundary: number)
        let latitude = Latitude(parts[x], parts[y])
        guard !(beyondLatitude && latitude.allows(distance)),
          distance.milliseconds.magnitude > widest?.distance.milliseconds.magnitude ?? -1
        else { return }
        widest = Spread(first: one, second: other, distance: distance, latitude: latitude)
      }
      // Those that are earliest and latest at this boundary lie farthest apart, of each class and of those in front of it:
      // from all pictures a class may lie as far apart as from one of them, and so it may from all else.
      var (pictures, others) = (Extremes(), Extremes())
      for places in classes {
        let own = extremes(places)
        hold(own.early?.place, own.late?.place)
        for before in [pictures, others] {
          hold(own.early?.place, before.late?.place)
          hold(before.early?.place, own.late?.place)
        }
        if places.first.map({ parts[$0].isPictures }) ?? false { pictures.add(own) } else { others.add(own) }
      }
    }
    return widest
  }

  private static func others(of pairs: [Pair], _ renditions: [Rendition], limit: Int) -> [OtherPair] {
    var found: [OtherPair] = []
    for (place, one) in pairs.enumerated() {
      for other in pairs[(place + 1)...] {
        guard found.count < limit else { return found }
        found.append(compare(one, other, renditions))
      }
    }
    return found
  }

  private static func compare(_ one: Pair, _ other: Pair, _ renditions: [Rendition]) -> OtherPair {
    let (a, b) = (renditions[one.other], renditions[other.other])
    let scales = (a.timescale, b.timescale)
    var pair = OtherPair(first: one.other, second: other.other, latitude: Latitude(of: a, b))
    for (number, partners) in zip(one.partners, other.partners).enumerated() {
      switch partners {
      case (nil, nil): break
      case (nil, _): pair.unmatched += 1
      case (_, nil): pair.missing += 1
      case (let x?, let y?):
        let distance = Distance(
          from: a.boundaries[x].time, scales.0, to: b.boundaries[y].time, scales.1, boundary: number)
        if distance.milliseconds.magnitude > pair.largest?.milliseconds.magnitude ?? -1 { pair.largest = distance }
      }
    }
    return pair
  }

  /// What renditions say otherwise that need not be wrong: timescales and edit lists, files behind those that are named.
  package var remarks: [String] {
    guard let first = renditions.first else { return notes }
    var remarks = notes
    if !first.discontinuities.isEmpty {
      let unit = first.discontinuities.count == 1 ? "segment" : "segments"
      remarks.append("times begin anew at \(unit) \(Self.words(first.discontinuities)): what follows was counted on from the end of what is before")
    }
    for (place, rendition) in renditions.enumerated() {
      remarks += rendition.notes.map { "\(Self.letter(place)): \($0)" }
    }
    for (place, rendition) in renditions.enumerated() where !rendition.others.isEmpty {
      let names = rendition.others.prefix(4).joined(separator: ", ")
      let more = rendition.others.count - min(4, rendition.others.count)
      remarks.append("not compared: \(names)\(more > 0 ? " and \(more) more" : "") of \(Self.letter(place))")
    }
    guard let track = first.track else { return remarks }
    for (place, other) in renditions.enumerated().dropFirst() where first.isComparable && other.isComparable {
      guard let its = other.track else { continue }
      let letter = Self.letter(place)
      // Sound and pictures have others anyhow.
      let isOfAKind = its.handler == track.handler
      if isOfAKind, other.timescales != first.timescales {
        remarks.append("timescales: A \(first.timescaleWords), \(letter) \(other.timescaleWords)")
      }
      let edits = (track.editList, its.editList)
      if edits.0.isExplicit != edits.1.isExplicit {
        remarks.append("edit lists: \(edits.0.isExplicit ? "A" : letter) has one, \(edits.0.isExplicit ? letter : "A") has none")
      } else if isOfAKind, edits.0.edits.first?.mediaTime.map({ seconds($0, track.timescale) })
        != edits.1.edits.first?.mediaTime.map({ seconds($0, its.timescale) })
      {
        remarks.append("edit lists: A and \(letter) begin at different moments of their media")
      }
    }
    return remarks
  }

  /// The letter of a rendition: A to Z, then R27 and so on.
  package static func letter(_ place: Int) -> String {
    guard place >= 0, place < 26 else { return "R\(place + 1)" }
    return String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(place)))
  }
}

extension Rendition {
  /// Whether nothing but a last piece of no more than `tolerance` begins at a boundary.
  package func isWithin(_ tolerance: Double, inTicks: Bool, from number: Int) -> Bool {
    let scale = timescale
    guard number > 0, number == boundaries.count - 1, scale > 0 else { return false }
    let (start, length) = (boundaries[number].time, boundaries[number].ticks)
    return !Alignment.Distance(from: start, scale, to: start.saturatingAdd(length), scale, boundary: number)
      .exceeds(tolerance, inTicks: inTicks)
  }

  /// How far from a boundary one of another rendition may lie to be its partner, in seconds: half of the
  /// way to its nearest neighbour.
  fileprivate func reach(of number: Int) -> Double {
    let scale = timescale
    let time = seconds(boundaries[number].time, scale)
    var nearest = Double.infinity
    if number > 0 { nearest = min(nearest, abs(time - seconds(boundaries[number - 1].time, scale))) }
    if number + 1 < boundaries.count { nearest = min(nearest, abs(seconds(boundaries[number + 1].time, scale) - time)) }
    return nearest / 2
  }
}

func seconds(_ ticks: Int64, _ scale: UInt64) -> Double {
  scale > 0 ? Double(ticks) / Double(scale) : 0
}

extension Double {
  /// Seconds as they are told of lists, which are no finer.
  package var inWholeMilliseconds: Double { (self * 1_000).rounded() / 1_000 }
}

/// Bytes that an index lists as a subsegment of a track.
package struct IndexedPiece: Sendable {
  package let bytes: Range<UInt64>
  /// How long it is said to last, in ticks of ``timescale``.
  package let ticks: UInt64
  package let timescale: UInt64
}

extension Document {
  /// The subsegments of a track that the indexes at the top list (14496-12 §8.16.3), in their order; `nil` where there
  /// are none, or where one lists other indexes.
  ///
  /// - Complexity: O(*n*) in the nodes at the top and the references, of which 65,536 are read at most.
  package func indexedPieces(of track: UInt64) -> [IndexedPiece]? {
    var found: [IndexedPiece] = []
    for index in tree.children(of: nil) where tree[index].type == "sidx" && !tree[index].isRaw {
      let table = view(SegmentIndex.self, of: index)
      guard table.number(.reference_ID) == track else { continue }
      guard let places = referencedBytes(of: table, at: index),
        let lengths = table.column(.subsegment_duration, of: .references),
        let types = table.column(.reference_type, of: .references),
        found.count + lengths.count <= Self.references, places.count == lengths.count, places.count == types.count
      else { return nil }
      for row in places.indices {
        guard types[row] == 0 else { return nil }
        found.append(IndexedPiece(bytes: places[row], ticks: lengths[row], timescale: table.number(.timescale) ?? 0))
      }
    }
    return found.isEmpty ? nil : found
  }

  /// The references of an index that are read.
  private static var references: Int { 1 << 16 }

  /// The bytes that each reference of an index is for, one behind the other from where the index says.
  private func referencedBytes(of table: View<SegmentIndex>, at index: NodeIndex) -> [Range<UInt64>]? {
    guard let sizes = table.column(.referenced_size, of: .references) else { return nil }
    var place = tree[index].start.saturatingAdd(tree[index].size).saturatingAdd(table.number(.first_offset) ?? 0)
    return (0..<min(sizes.count, Self.references)).map { row in
      let start = place
      place = place.saturatingAdd(sizes[row])
      return start..<place
    }
  }

  /// Where the segments begin that the first `sidx` at the top lists; `nil` when none stands before
  /// `start`: an index in a segment is of that alone.
  package func indexedSegments(before start: UInt64) -> Set<UInt64>? {
    guard let index = tree.child("sidx", of: nil), tree[index].start < start else { return nil }
    return referencedBytes(of: view(SegmentIndex.self, of: index), at: index).map { Set($0.map(\.lowerBound)) }
  }
}

extension Document {
  /// Whether it is a media segment, which another file describes.
  package var isSegmentAlone: Bool { tree.isSegmentAlone }

  /// The tracks that fragments of the file are of, in the order of the fragments, each once; `limit` at most.
  package func fragmentTracks(limit: Int) -> [UInt64] {
    let reader = NodeReader(self)
    var found: [UInt64] = []
    for fragment in tree.children(of: nil) where tree[fragment].type == "moof" && !tree[fragment].isRaw {
      for run in tree.children(of: fragment).prefix(limit) where tree[run].type == "traf" {
        guard let header = tree.child("tfhd", of: run),
          let id = reader.view(TrackFragmentHeader.self, of: header).number(.track_ID), !found.contains(id)
        else { continue }
        found.append(id)
        if found.count >= limit { return found }
      }
    }
    return found
  }
}

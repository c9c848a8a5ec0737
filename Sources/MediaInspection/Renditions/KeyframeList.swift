import ByteReading

/// What a list of keyframes alone (RFC 8216 §4.3.3.6) has of the keyframes of the rendition that it is for.
package struct KeyframeList: Sendable {
  /// Their places in ``Alignment/renditions``.
  package let list: Int
  package let rendition: Int
  /// The keyframes of the rendition.
  package let keyframes: Int
  /// How many of these the list has, at their times.
  package fileprivate(set) var listed = 0
  /// The entries of the list at which the rendition has none.
  package fileprivate(set) var elsewhere = 0
  /// Whether the list is of files that the rendition has not: the same pictures, coded for it alone.
  package let isOfOwnFiles: Bool
  /// How far the entries of `elsewhere` lie from the next keyframe, at most; `nil` where none do.
  package fileprivate(set) var largest: Alignment.Distance?
}

extension Alignment {
  /// Renditions in their order, those of keyframes alone behind the others: these are what they are held against.
  static func inOrder(_ renditions: [Rendition]) -> [Rendition] {
    renditions.filter { !$0.isOfKeyframes } + renditions.filter(\.isOfKeyframes)
  }

  /// Holds lists of keyframes against the renditions that they are for, and adds what is wrong to them.
  ///
  /// - Complexity: O(*n* log *n*) in the keyframes, and O(*m* log *n*) in the entries of the lists.
  static func comparingKeyframes(_ renditions: [Rendition]) -> ([Rendition], [KeyframeList]) {
    guard let first = renditions.first, !first.isOfKeyframes else { return (renditions, []) }
    var renditions = renditions
    var found: [KeyframeList] = []
    let candidates = renditions.indices.filter {
      let rendition = renditions[$0]
      return !rendition.isOfKeyframes && rendition.isComparable && rendition.track?.handler == "vide" && !rendition.boundaries.isEmpty
    }
    let media = candidates.map { renditions[$0].mediaFiles }
    var indexes: [Int: KeyframeIndex] = [:]
    for place in renditions.indices where renditions[place].isOfKeyframes && renditions[place].isComparable {
      guard !renditions[place].boundaries.isEmpty else { continue }
      // One of several renditions is what it is for: that which has its bytes.
      let files = renditions[place].mediaFiles
      let shared = media.firstIndex { !$0.isDisjoint(with: files) }
      guard let other = candidates.isEmpty ? nil : candidates[shared ?? 0] else {
        renditions[place].add(RenditionFinding(.unread, "no rendition with pictures was read that its keyframes may be those of"))
        continue
      }
      guard !renditions[other].hasMoreKeyframes else {
        renditions[place].add(
          RenditionFinding(.unread, "more than \(renditions[other].keyframes.count) keyframes of \(letter(other)): they were not compared"))
        continue
      }
      let index = indexes[other] ?? KeyframeIndex(renditions[other])
      indexes[other] = index
      var comparison = KeyframeComparison(renditions[place], place, with: renditions[other], other, index, sharesFiles: shared != nil)
      comparison.run()
      (renditions[place], found) = (comparison.own, found + [comparison.list])
    }
    return (renditions, found)
  }
}

extension Rendition {
  /// The names of the files that its segments begin in.
  fileprivate var mediaFiles: Set<[UInt8]> {
    Set(Set(boundaries.map(\.file)).filter { files.indices.contains($0) }.map { files[$0] })
  }
}

/// The keyframes of a rendition, by when they are shown and where they are.
private struct KeyframeIndex {
  let byTime: [Rendition.Keyframe]
  /// In the order of their files, of their offsets there, and of their times.
  private let byPlace: [Place]
  private var files: [[UInt8]: Int] = [:]

  private struct Place {
    let file: Int
    let offset: UInt64
    /// Its place in `byTime`.
    let keyframe: Int
  }

  init(_ rendition: Rendition) {
    byTime = rendition.keyframes.sorted { $0.time < $1.time }
    // A file that is listed again is another one of the rendition, with the same bytes.
    var firsts: [Int] = []
    for (number, file) in rendition.files.enumerated() {
      let first = files[file] ?? number
      files[file] = first
      firsts.append(first)
    }
    byPlace = byTime.enumerated().compactMap { number, keyframe in
      guard let offset = keyframe.offset, firsts.indices.contains(keyframe.file) else { return nil }
      return Place(file: firsts[keyframe.file], offset: offset, keyframe: number)
    }.sorted { ($0.file, $0.offset, $0.keyframe) < ($1.file, $1.offset, $1.keyframe) }
  }

  /// Whether the rendition has a file of this name.
  func has(_ file: [UInt8]) -> Bool { files[file] != nil }

  /// The keyframe that begins there, by its place in `byTime`: of several, as the same bytes may be listed again, that which
  /// is shown next to a moment.
  ///
  /// - Complexity: O(log *n*).
  func keyframe(at offset: UInt64, in file: [UInt8], near time: Int64) -> Int? {
    guard let file = files[file] else { return nil }
    let behind = (0..<byPlace.count).partitionPoint {
      (byPlace[$0].file, byPlace[$0].offset, byTime[byPlace[$0].keyframe].time) < (file, offset, time)
    }
    return [behind - 1, behind].filter { byPlace.indices.contains($0) && byPlace[$0].file == file && byPlace[$0].offset == offset }
      .map { byPlace[$0].keyframe }
      .min { byTime[$0].time.saturatingSubtract(time).magnitude < byTime[$1].time.saturatingSubtract(time).magnitude }
  }
}

/// A list of keyframes beside the rendition that it is for.
private struct KeyframeComparison {
  var own: Rendition
  private(set) var list: KeyframeList
  private let other: Rendition
  private let letter: String
  private let scales: (own: UInt64, other: UInt64)
  /// The keyframes of the other.
  private let index: KeyframeIndex
  private var byTime: [Rendition.Keyframe] { index.byTime }
  /// The keyframes of the other that the list has, by their places in `byTime`.
  private var listed: Set<Int> = []
  /// The ms that times in files of its own may be wrong by: behind those that began anew they are as the list rounds them.
  private let slack: Double
  /// By how much the last entry that was found by its bytes is shown later than the list says, in its ticks.
  private var lateness: Int64 = 0
  /// Whether the rendition has what is beside an entry, of each: the window of a stream that goes on may have moved.
  private var areBeside: [Bool] = []

  init(_ own: Rendition, _ place: Int, with other: Rendition, _ otherPlace: Int, _ index: KeyframeIndex, sharesFiles: Bool) {
    (self.own, self.other, self.index) = (own, other, index)
    letter = Alignment.letter(otherPlace)
    scales = (own.timescale, other.timescale)
    slack = sharesFiles || own.discontinuities.isEmpty ? 0 : RenditionList.rounding
    list = KeyframeList(list: place, rendition: otherPlace, keyframes: index.byTime.count, isOfOwnFiles: !sharesFiles)
  }

  mutating func run() {
    for number in own.boundaries.indices {
      let isBeside = compare(number)
      areBeside.append(isBeside)
    }
    list.listed = listed.count
    compareDenseList()
    compareDiscontinuities()
    compareLengths()
    let longer = own.boundaries.count { $0.count > 1 }
    if longer > 0 {
      own.notes.append("\(longer == 1 ? "an entry has" : "\(longer) entries have") more samples than the keyframe")
    }
  }

  /// Holds an entry against the keyframe that it is, or the next one to it.
  ///
  /// - Returns: Whether the rendition has what is beside it.
  private mutating func compare(_ number: Int) -> Bool {
    let boundary = own.boundaries[number]
    // That it is none is a finding already.
    guard boundary.isSync else { return false }
    if own.files.indices.contains(boundary.file), index.has(own.files[boundary.file]), let offset = boundary.offset {
      let said = boundary.time.saturatingAdd(lateness)
      if let keyframe = index.keyframe(at: offset, in: own.files[boundary.file], near: Self.ticks(said, scales.own, in: scales.other)) {
        // When it is shown behind times that began anew only the rendition says, which has all that is before it.
        own.boundaries[number].time = ticks(byTime[keyframe].time)
        lateness = own.boundaries[number].time.saturatingSubtract(boundary.time)
        listed.insert(keyframe)
        return true
      }
      if other.isWhole {
        list.elsewhere += 1
        own.add(
          RenditionFinding(
            .noKeyframe, "entry \(entry(of: boundary)) is in no segment of \(letter)", time: boundary.time, offset: boundary.offset))
      }
      return false
    }
    guard let (keyframe, distance) = nearest(to: boundary.time, number), other.isWhole || list.isOfOwnFiles && isInWindow(boundary.time)
    else { return false }
    guard distance.milliseconds.magnitude > slack else {
      listed.insert(keyframe)
      return true
    }
    list.elsewhere += 1
    if distance.milliseconds.magnitude > list.largest?.milliseconds.magnitude ?? -1 { list.largest = distance }
    if isDense { return true }
    own.add(
      RenditionFinding(
        .keyframeElsewhere, "the nearest keyframe of \(letter) is \(distance.ticks > 0 ? "after" : "before") entry \(entry(of: boundary))",
        time: boundary.time, offset: boundary.offset, ticks: Int64(clamping: distance.ticks.magnitude),
        milliseconds: distance.milliseconds.magnitude))
    return true
  }

  /// Whether it is of pictures that are coded for it and closer to each other than keyframes are, as one of each second: they
  /// need not be at any of these.
  private var isDense: Bool { list.isOfOwnFiles && own.boundaries.count > byTime.count }

  /// What times may differ by that are as long in two timescales, in ms.
  private static let rounding = 1.0

  /// Finds a dense list that is shifted: all keyframes lie as far from the entry next to them, or its first entry is not
  /// where the first keyframe is. Of a stream that goes on it may have begun at any time.
  ///
  /// - Complexity: O(*n* log *m*) in the keyframes and the entries.
  private mutating func compareDenseList() {
    guard isDense, other.isWhole, let first = own.boundaries.first, let start = byTime.first else { return }
    let times = own.boundaries.map(\.time).sorted()
    var (least, greatest, count) = (Double.infinity, -Double.infinity, 0)
    var last: Alignment.Distance?
    for keyframe in byTime {
      let time = ticks(keyframe.time)
      let behind = (0..<times.count).partitionPoint { times[$0] < time }
      // What is before the first entry, or behind the last, lies beside none.
      guard behind < times.count, behind > 0 || times[0] == time else { continue }
      let beside = (behind > 0 ? [times[behind - 1], times[behind]] : [times[0]]).map { distance($0, keyframe) }
      guard let nearest = beside.min(by: { $0.milliseconds.magnitude < $1.milliseconds.magnitude }) else { continue }
      count += 1
      (least, greatest) = (min(least, nearest.milliseconds), max(greatest, nearest.milliseconds))
      last = nearest
    }
    // Pictures that are coded anew may begin some frames from those that they are of.
    let most = RenditionList.rounding
    let isShifted = count > 1 && greatest - least < Self.rounding && min(least.magnitude, greatest.magnitude) > most
    let atStart = distance(first.time, start)
    guard isShifted || atStart.milliseconds.magnitude > most, let found = isShifted ? last : atStart else { return }
    let side = found.milliseconds < 0 ? "before" : "behind"
    let what =
      isShifted
      ? "the list is shifted: all keyframes of \(letter) lie as far \(side) its entries"
      : "the first keyframe of \(letter) lies \(side) the first entry"
    own.add(
      RenditionFinding(
        .keyframeElsewhere, what, ticks: Int64(clamping: found.ticks.magnitude), milliseconds: found.milliseconds.magnitude))
  }

  private func distance(_ time: Int64, _ keyframe: Rendition.Keyframe) -> Alignment.Distance {
    Alignment.Distance(from: time, scales.own, to: keyframe.time, scales.other, boundary: 0)
  }

  /// Whether a moment is between the first keyframe of the other and its end.
  private func isInWindow(_ time: Int64) -> Bool {
    byTime.first.map { time >= ticks($0.time) && time < ticks(other.end) } ?? false
  }

  /// The number of the entry in its list, from 1.
  private func entry(of boundary: Rendition.Boundary) -> Int { (boundary.piece ?? 0) + 1 }

  /// A time of the other in ticks of the list.
  private func ticks(_ time: Int64) -> Int64 { Self.ticks(time, scales.other, in: scales.own) }

  /// A time in ticks of another timescale.
  private static func ticks(_ time: Int64, _ scale: UInt64, in other: UInt64) -> Int64 {
    guard scale != other else { return time }
    let moment = (Double(time) * Double(other) / Double(scale)).rounded()
    return moment.magnitude < 1e18 ? Int64(moment) : time
  }

  /// The keyframe of the other that is shown next to a moment, before or behind it, and how far from it.
  private func nearest(to time: Int64, _ number: Int) -> (Int, Alignment.Distance)? {
    let behind = (0..<byTime.count).partitionPoint {
      Alignment.Distance(from: time, scales.own, to: byTime[$0].time, scales.other, boundary: number).ticks < 0
    }
    return [behind - 1, behind].filter { byTime.indices.contains($0) }
      .map { ($0, Alignment.Distance(from: time, scales.own, to: byTime[$0].time, scales.other, boundary: number)) }
      .min { $0.1.milliseconds.magnitude < $1.1.milliseconds.magnitude }
  }

  /// Times of the list begin anew where those of the rendition do: between the same two keyframes, as it has fewer
  /// entries than there are segments (§6.2.4).
  private mutating func compareDiscontinuities() {
    let early = Int64(slack * Double(min(scales.own, 1 << 40)) / 1_000)
    let starts = other.boundaries.filter(\.isDiscontinuous).map { ticks($0.time).saturatingSubtract(early) }
    func begun(by time: Int64) -> Int { (0..<starts.count).partitionPoint { starts[$0] <= time } }
    for number in own.boundaries.indices.dropFirst() where other.isWhole || areBeside[number - 1] && areBeside[number] {
      let boundary = own.boundaries[number]
      let isAnew = begun(by: own.boundaries[number - 1].time) < begun(by: boundary.time)
      guard isAnew != boundary.isDiscontinuous else { continue }
      let (one, some) = ("entry \(entry(of: boundary))", "those of \(letter)")
      own.add(
        RenditionFinding(
          .discontinuity,
          isAnew ? "times do not begin anew at \(one) or before it, and \(some) do" : "times begin anew at \(one), and \(some) do not",
          time: boundary.time))
    }
  }

  /// Holds what an entry is said to last against when the next is shown, where times begin anew in between, or the media
  /// ends (§4.3.3.6): the others are compared where the list is read.
  private mutating func compareLengths() {
    guard scales.own > 0 else { return }
    let all = own.boundaries
    for (number, boundary) in all.enumerated() {
      guard let piece = boundary.piece, own.pieces.indices.contains(piece), let said = own.pieces[piece].seconds, said > 0
      else { continue }
      let end: Int64
      if number + 1 < all.count {
        guard all[number + 1].isDiscontinuous, all[number + 1].piece == piece + 1,
          other.isWhole || areBeside[number] && areBeside[number + 1]
        else { continue }
        end = all[number + 1].time
      } else {
        guard other.isWhole, piece == own.pieces.count - 1, !list.isOfOwnFiles else { continue }
        end = ticks(other.end)
      }
      let difference = abs(Double(end.saturatingSubtract(boundary.time)) / Double(scales.own) - said) * 1_000
      guard difference > RenditionList.rounding else { continue }
      own.add(
        RenditionFinding(.length, "entry \(piece + 1) is said to last \(said) s", time: boundary.time, milliseconds: difference))
    }
  }
}

import Atoms
import ByteReading

/// The renditions of a call beside each other: all of them, or period by period where a manifest has several.
package struct AlignedPeriods: Sendable {
  /// In the order of the periods; those without one, of other lists and files, stand in front.
  package let parts: [Alignment]
  /// What was not compared and need not be, for people.
  package let notes: [String]

  /// Whether there are renditions of periods, and of none: these were not compared with each other.
  package var isMixed: Bool { parts.contains { $0.period == nil } && parts.contains { $0.period != nil } }

  /// - Parameters:
  ///   - renditions: In the order of the call.
  ///   - notes: What was not compared and need not be, for people.
  ///   - limit: The most boundaries that are looked for, as in ``Alignment``.
  /// - Complexity: O(*n*) in the renditions, and as each ``Alignment`` takes, whose limit they share.
  package init(_ renditions: [Rendition], notes: [String] = [], limit: Int = Alignment.limit) {
    let groups = Dictionary(grouping: renditions) { $0.period?.number ?? 0 }.sorted { $0.key < $1.key }.map(\.value)
    guard let first = groups.first, groups.count > 1 || first[0].period != nil else {
      var joint = PeriodJoint([], renditions)
      joint.noteOverruns()
      (parts, self.notes) = ([Alignment(joint.renditions, notes: notes, limit: limit)], [])
      return
    }
    self.notes = notes
    let files = Set(renditions.compactMap { $0.period == nil ? nil : $0.file })
    var parts: [Alignment] = []
    var before: [Rendition] = []
    for group in groups {
      var joint = PeriodJoint(before, Alignment.inOrder(group))
      joint.compareStarts()
      joint.noteOverruns()
      joint.find(missing: files)
      if group[0].period != nil { joint.compare() }
      parts.append(Alignment(joint.renditions, notes: joint.notes, limit: max(1, limit / groups.count)))
      before = group[0].period == nil ? [] : joint.renditions
    }
    self.parts = parts
  }
}

/// Where a period begins behind another one.
private struct PeriodJoint {
  /// The renditions of the period before.
  private let before: [Rendition]
  private(set) var renditions: [Rendition]
  private(set) var notes: [String] = []
  /// The number of the period before.
  private var number: Int { before.first?.period?.number ?? 0 }

  init(_ before: [Rendition], _ renditions: [Rendition]) { (self.before, self.renditions) = (before, renditions) }

  /// Periods of one number begin at one time, whichever manifest they are of.
  mutating func compareStarts() {
    guard let start = renditions.first?.period?.start else { return }
    for place in renditions.indices {
      guard let own = renditions[place].period?.start, case let apart = abs(own - start) * 1_000, apart > RenditionList.rounding
      else { continue }
      renditions[place].add(
        RenditionFinding(.length, "its period begins at \(Self.words(own)), that of A at \(Self.words(start))", milliseconds: apart))
    }
  }

  /// Notes whose last segments are cut by the end of the period.
  mutating func noteOverruns() {
    for place in renditions.indices {
      guard let overrun = renditions[place].overrun, overrun * 1_000 >= renditions[place].leastApart else { continue }
      let what = renditions[place].period == nil ? "the presentation" : "its period"
      renditions[place].notes.append("its media goes \(Self.words(overrun)) past the end of \(what), up to which it is shown")
    }
  }

  /// Each of several manifests has the period.
  mutating func find(missing files: Set<[UInt8]>) {
    guard let period = renditions.first?.period, files.count > 1 else { return }
    let count = files.subtracting(renditions.map(\.file)).count
    guard count > 0 else { return }
    renditions[0].add(
      RenditionFinding(.unread, count == 1 ? "another manifest has no period \(period.number)" : "\(count) manifests have no period \(period.number)"))
  }

  /// Holds when the media begins against when that of the period before ends, and notes which renditions come and go.
  mutating func compare() {
    var seen: Set<[UInt8]> = []
    for file in renditions.map(\.file) where seen.insert(file).inserted { noteOthers(of: file) }
    for place in renditions.indices {
      let own = renditions[place]
      guard let (other, letter) = partner(of: own), let period = own.period else { continue }
      // What is between them, nobody knows.
      if period.isBehindUnread { continue }
      guard let start = period.start, let earlier = other.period?.start else {
        renditions[place].add(
          RenditionFinding(.unread, "when its period begins is not known: it was not held against period \(number)"))
        continue
      }
      guard let first = own.boundaries.first, let scales = Self.scales(own, other) else { continue }
      let begin = start + seconds(first.time, scales.own)
      let end = earlier + seconds(other.shownEnd, scales.other)
      let apart = (begin - end) * 1_000
      guard apart.magnitude >= max(own.leastApart, other.leastApart) else { continue }
      renditions[place].add(
        RenditionFinding(
          apart > 0 ? .periodGap : .periodOverlap,
          "begins at \(Self.words(begin)), and \(letter) of period \(number) ends at \(Self.words(end))",
          ticks: Self.ticks(apart, scales.own), milliseconds: apart.magnitude))
    }
  }

  private static func scales(_ own: Rendition, _ other: Rendition) -> (own: UInt64, other: UInt64)? {
    own.isComparable && other.isComparable ? (own.timescale, other.timescale) : nil
  }

  private static func ticks(_ milliseconds: Double, _ scale: UInt64) -> Int64 {
    let ticks = (milliseconds.magnitude * Double(scale) / 1_000).rounded()
    return ticks < 1e18 ? Int64(ticks) : .max
  }

  /// The rendition that one goes on from, and its letter: that of its name in its manifest, or the first of its kind there.
  private func partner(of own: Rendition) -> (Rendition, String)? {
    guard let handler = own.track?.handler, ["vide", "soun"].contains(handler) else { return nil }
    let same = before.indices.filter {
      before[$0].file == own.file && before[$0].track?.handler == handler && before[$0].isComparable && !before[$0].boundaries.isEmpty
    }
    return (same.first { before[$0].name == own.name } ?? same.first).map { (before[$0], Alignment.letter($0)) }
  }

  /// Notes what renditions of a manifest come or go; sound or pictures that go leave a gap.
  private mutating func noteOthers(of file: [UInt8]) {
    let (old, new) = (before.filter { $0.file == file }, renditions.filter { $0.file == file })
    guard let last = old.first?.period, let period = new.first?.period, !period.isBehindUnread, !period.isPart, !last.isPart
    else { return }
    let (oldNames, newNames) = (Set(old.map(\.name)), Set(new.map(\.name)))
    let gone = old.filter { !newNames.contains($0.name) }.map(\.name)
    let come = new.filter { !oldNames.contains($0.name) }.map(\.name)
    let earlier = last.number
    if !gone.isEmpty { notes.append("period \(earlier) has \(Self.words(gone)), which period \(period.number) has not") }
    if !come.isEmpty { notes.append("period \(period.number) has \(Self.words(come)), which period \(earlier) has not") }
    // Of what was not read nobody knows what it is.
    guard new.allSatisfy({ $0.track != nil }), let place = renditions.firstIndex(where: { $0.file == file }) else { return }
    for (handler, name) in [("vide", "pictures"), ("soun", "sound")] as [(FourCC, StaticString)]
    where old.contains(where: { $0.track?.handler == handler }) && !new.contains(where: { $0.track?.handler == handler }) {
      renditions[place].add(
        RenditionFinding(
          .periodLacks, "there is no \(name) in period \(period.number), and there is in period \(earlier)"))
    }
  }

  /// `'a', 'b' and 3 more`
  private static func words(_ names: [String]) -> String {
    let shown = names.prefix(4).map { "'\(String($0.unicodeScalars.prefix(40)))'" }.joined(separator: ", ")
    return names.count > 4 ? shown + " and \(names.count - 4) more" : shown
  }

  private static func words(_ seconds: Double) -> String {
    seconds.magnitude < 1e12 ? "\(seconds.inWholeMilliseconds) s" : "? s"
  }
}

extension Rendition {
  /// The ms that its end may lie from where a period begins or ends without a word: frames of sound do not end where pictures
  /// do.
  fileprivate var leastApart: Double { max(1, part.frame ?? 0) }

  /// By how many seconds its media goes past the end of its period, which players cut it at: the last segment alone may, as
  /// where advertisements are put in. `nil` where it does not, and where all of a segment is behind.
  fileprivate var overrun: Double? {
    guard isComparable, let length = shownSeconds, let last = boundaries.last, seconds(last.time, timescale) < length
    else { return nil }
    let overrun = seconds(end, timescale) - length
    // How long all of the media lasts is said in tenths of a second by some.
    return overrun > (period == nil ? RenditionList.rounding / 1_000 : 0) ? overrun : nil
  }

  private var shownSeconds: Double? { period.map(\.seconds) ?? lasts }

  /// When the last of it that is shown ends, in ticks of presentation.
  var shownEnd: Int64 {
    guard overrun != nil, let length = shownSeconds else { return end }
    return Int64(exactly: (length * Double(timescale)).rounded()) ?? end
  }
}

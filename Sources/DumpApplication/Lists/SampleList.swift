import ByteReading
import CommandLineSupport
import MediaInspection
import Structure
import StructureRendering

/// The samples of a file, one a row (`--samples`).
struct SampleList {
  let movie: MovieSamples
  let choice: TrackChoice
  let range: SampleRange
  /// Rows of each track, half from each end; `nil` for all.
  let limit: Int?
  /// Whether what samples depend on, need and belong to is listed too, and what their bytes say.
  let isDetailed: Bool

  private let allowance = FieldAllowance()

  static let columns: [ListColumn] = [
    ListColumn(.track),
    ListColumn(.number, title: "sample"),
    ListColumn(.offset, title: "offset"),
    ListColumn(.size, title: "size"),
    ListColumn(.decodeTime, title: "decode"),
    ListColumn(.compositionTime, title: "compose"),
    ListColumn(.duration, title: "duration"),
    ListColumn(.time, title: "shown at"),
    ListColumn(.fragment),
    ListColumn(.chunk),
    ListColumn(title: "chunk"),
    ListColumn(.sync),
    ListColumn(.flags, title: "", isLeft: true),
    ListColumn(.description),
    ListColumn(.groups),
  ]

  /// Writes the list.
  ///
  /// - Returns: Whether there are samples in the range, where one was asked for.
  func write(_ list: inout ListRenderer) -> Bool {
    if movie.tracks.isEmpty { list.none("no samples") }
    var isMatched = range == .all
    for track in movie.tracks where choice.holds(track) {
      if write(track, &list) { isMatched = true }
      if list.hasFailed { return true }
    }
    return isMatched
  }

  /// What is said where there are no samples in the range.
  var missing: String {
    let words: StaticString = if case .times = range { "no samples at this time" } else { "no samples in this range" }
    return choice == .all ? words.description : "track \(choice.text) has \(words)"
  }

  /// - Returns: Whether the track has samples in the range.
  private func write(_ track: SampleTrack, _ list: inout ListRenderer) -> Bool {
    let edits = track.editList
    list.heading(heading(of: track))
    switch range {
    case .times(let from, let to):
      return write(track, edits, from: from, to: to, &list)
    case .all:
      write(track, edits, numbers: 1..<track.count + 1, &list)
      return track.count > 0
    case .numbers(let numbers):
      let upper = min(numbers.upperBound, track.count)
      write(track, edits, numbers: min(numbers.lowerBound, upper + 1)..<upper + 1, &list)
      return numbers.lowerBound <= upper
    }
  }

  /// `track 1 video: 48 samples in 47 chunks, 12,288 ticks a second`
  private func heading(of track: SampleTrack) -> String {
    var text = ByteWriter()
    text.put(track.name)
    text.put(": ")
    text.put(track.count, "sample", "samples")
    if track.promisedCount > UInt64(track.count - track.fragmentedCount) {
      text.put(" of ")
      text.put(grouped: track.promisedCount)
      text.put(" promised")
    }
    if track.chunkCount > 0 {
      text.put(" in ")
      text.put(track.chunkCount, "chunk", "chunks")
    }
    if track.fragmentedCount > 0 {
      text.put(track.fragmentedCount == track.count ? " in fragments" : " and in fragments")
      if movie.documents.count > 1 {
        text.put(" of ")
        text.put(track.fileCount, "file", "files")
      }
    }
    if track.timescale > 0 {
      text.put(", ")
      text.put(grouped: track.timescale)
      text.put(" ticks a second")
    }
    if track.isElsewhere { text.put(", in another file") }
    return text.string
  }

  // MARK: By number

  private func write(
    _ track: SampleTrack, _ edits: EditList, numbers: Range<Int>, _ list: inout ListRenderer
  ) {
    guard !numbers.isEmpty else {
      list.none(track.count == 0 ? "  no samples" : "  no samples in this range")
      return
    }
    let filler = RowFiller(
      track, edits, isDetailed: isDetailed, isBrief: list.isForPeople && !isDetailed)
    var shown = numbers.count
    if let limit, limit < shown { shown = limit }
    let head = (shown + 1) / 2
    let tail = shown - head
    let middle = numbers.lowerBound + head..<numbers.upperBound - tail
    if list.isForPeople {
      list.titles(
        for: filler.rows(numbers.lowerBound..<min(middle.lowerBound, numbers.lowerBound + 256))
          + filler.rows(max(middle.upperBound, numbers.upperBound - 16)..<numbers.upperBound))
    }
    write(filler, numbers.lowerBound..<middle.lowerBound, &list)
    if !middle.isEmpty { list.omitted(UInt64(middle.count), hint(track, middle)) }
    write(filler, middle.upperBound..<numbers.upperBound, &list)
  }

  private func write(_ filler: RowFiller, _ numbers: Range<Int>, _ list: inout ListRenderer) {
    guard !numbers.isEmpty else { return }
    var filler = filler
    var row: [ListValue] = []
    var groups = isDetailed ? filler.track.groups(from: numbers.lowerBound) : nil
    let layouts = isDetailed ? filler.track.layouts : []
    let progress = Progress(listing: numbers.count, "samples of track \(filler.track.id)")
    defer { progress.clear() }
    for sample in filler.track.samples(from: numbers.lowerBound) {
      if sample.number >= numbers.upperBound { return }
      if sample.number & 0xFFFF == 0 { progress.show(sample.number - numbers.lowerBound) }
      filler.fill(&row, sample, groups?.next() ?? [])
      list.row(row, file: sample.file, fields: fields(of: sample, of: filler.track, layouts))
      if list.hasFailed { return }
    }
  }

  /// What the bytes of a sample say, when a table describes them.
  private func fields(of sample: Sample, of track: SampleTrack, _ layouts: [SampleLayout?]) -> ListFields? {
    let number = max(0, sample.description - 1)
    guard number < layouts.count, let layout = layouts[number], let place = track.place(of: sample),
      allowance.takes(place.count, of: movie)
    else { return nil }
    return ListFields(layout.program, place, of: track.documents[sample.file], context: layout)
  }

  private func hint(_ track: SampleTrack, _ middle: Range<Int>) -> String {
    let last = min(middle.upperBound - 1, middle.lowerBound + 49)
    return "-n all, or --samples=\(track.id):\(middle.lowerBound)..\(last)"
  }

  // MARK: By time

  /// Writes the samples of which something is shown from `from` on and before `to`, or at it when
  /// the two are the same.
  ///
  /// - Returns: Whether there are any.
  private func write(
    _ track: SampleTrack, _ edits: EditList, from: Moment, to: Moment,
    _ list: inout ListRenderer
  ) -> Bool {
    let interval = ShownInterval(from, to, of: track)
    var filler = RowFiller(
      track, edits, isDetailed: isDetailed, isBrief: list.isForPeople && !isDetailed)
    var row: [ListValue] = []
    var found: UInt64 = 0
    var hasTitles = false
    var groups = isDetailed ? track.groups() : nil
    let layouts = isDetailed ? track.layouts : []
    for sample in track.samples() {
      let group = groups?.next() ?? []
      guard interval.holds(sample) else { continue }
      found += 1
      if let limit, found > UInt64(limit) { continue }
      filler.fill(&row, sample, group)
      if !hasTitles, list.isForPeople { list.titles(for: filler.widest(row)) }
      hasTitles = true
      list.row(row, file: sample.file, fields: fields(of: sample, of: track, layouts))
      if list.hasFailed { return true }
    }
    if let limit, found > UInt64(limit) { list.omitted(found - UInt64(limit), "-n all") }
    if found == 0 { list.none("  no samples at this time") }
    return found > 0
  }
}

/// How many bytes of samples are read for their fields: samples may lie in one another, and there may be very many.
private final class FieldAllowance {
  private var left: Int?

  /// Whether `count` bytes more are read: all samples together not more than four times what the files have.
  func takes(_ count: Int, of movie: MovieSamples) -> Bool {
    let room = left ?? movie.documents.reduce(0) { $0 + min($1.tree.file.byteCount, .max / 8 - $0) } * 4
    left = max(0, room - count)
    return count <= room
  }
}

/// Makes rows of the list from samples.
private struct RowFiller {
  let track: SampleTrack
  let edits: EditList
  let isDetailed: Bool
  /// Whether dependencies that go without saying are not listed.
  let isBrief: Bool
  private var text = WordList()

  init(_ track: SampleTrack, _ edits: EditList, isDetailed: Bool, isBrief: Bool) {
    self.track = track
    self.edits = edits
    self.isDetailed = isDetailed
    self.isBrief = isBrief
  }

  mutating func fill(_ row: inout [ListValue], _ sample: Sample, _ groups: [SampleGroup]) {
    row.removeAll(keepingCapacity: true)
    row.append(.number(track.id))
    row.append(.number(UInt64(sample.number)))
    row.append(sample.offset.map { .offset($0) } ?? .absent)
    row.append(.number(sample.size))
    row.append(.signed(sample.decodeTime))
    row.append(sample.isHidden ? .absent : .signed(sample.compositionTime))
    row.append(.number(sample.duration))
    row.append(
      edits.presentationTime(of: sample).map { .time($0, per: track.timescale) } ?? .absent)
    let isInFragment = sample.fragment > 0
    row.append(isInFragment ? .number(UInt64(sample.fragment)) : .absent)
    row.append(sample.chunk > 0 ? .number(UInt64(sample.chunk)) : .absent)
    if isInFragment {
      row.append(.text(FileText("\(sample.fragment).\(sample.chunk)")))
    } else {
      row.append(sample.chunk > 0 ? .number(UInt64(sample.chunk)) : .absent)
    }
    row.append(.flag(sample.isSync))
    row.append(text.words(of: sample, groups, isDetailed: isDetailed, isBrief: isBrief))
    row.append(.number(UInt64(max(0, sample.description))))
    row.append(groups.isEmpty ? .absent : .text(FileText(WordList.text(of: groups))))
  }

  /// The rows with these numbers.
  func rows(_ numbers: Range<Int>) -> [[ListValue]] {
    guard !numbers.isEmpty else { return [] }
    var filler = self
    var rows: [[ListValue]] = []
    var groups = isDetailed ? track.groups(from: numbers.lowerBound) : nil
    for sample in track.samples(from: numbers.lowerBound) {
      if sample.number >= numbers.upperBound { break }
      var row: [ListValue] = []
      filler.fill(&row, sample, groups?.next() ?? [])
      rows.append(row)
    }
    return rows
  }

  /// Rows that need as much room as those that may follow `row`: it and the last sample's.
  func widest(_ row: [ListValue]) -> [[ListValue]] { [row] + rows(track.count..<track.count + 1) }
}

/// What is said of a sample in words, each combination made once.
private struct WordList {
  private var known: [Key: String] = [:]

  private struct Key: Hashable {
    let isSync: Bool
    let isPartialSync: Bool
    let dependencies: UInt8
    let count: Int
    let description: Int
    let isBrief: Bool
  }

  mutating func words(
    of sample: Sample, _ groups: [SampleGroup], isDetailed: Bool, isBrief: Bool
  ) -> ListValue {
    if sample.dependencies.rawValue == 0, sample.count == 1, !sample.isPartialSync, !isDetailed {
      return sample.isSync ? .word("sync") : .word("")
    }
    let key = Key(
      isSync: sample.isSync, isPartialSync: sample.isPartialSync,
      dependencies: sample.dependencies.rawValue, count: sample.count,
      description: isDetailed ? sample.description : 0, isBrief: isBrief)
    var text = known[key] ?? Self.text(key)
    known[key] = text
    if !groups.isEmpty {
      if !text.isEmpty { text += ", " }
      text += Self.text(of: groups)
    }
    return .text(FileText(text))
  }

  /// The words of 14496-12 §8.6.4.3, as the flags of fragments are printed.
  private static func text(_ key: Key) -> String {
    var words: [String] = []
    if key.count > 1 { words.append("\(key.count) samples") }
    if key.isSync { words.append("sync") }
    if key.isPartialSync { words.append("partial sync") }
    let dependencies = Sample.Dependencies(rawValue: key.dependencies)
    switch dependencies.dependsOn {
    // A sync sample depends on none, and one that is none on others, unless something else is said.
    case 1: if !key.isBrief || key.isSync { words.append("depends on others") }
    case 2: if !key.isBrief || !key.isSync { words.append("independent") }
    case 3: words.append("reserved dependency")
    default: break
    }
    switch dependencies.isDependedOn {
    case 1: words.append("others depend on it")
    case 2: words.append("disposable")
    default: break
    }
    switch dependencies.isLeading {
    case 1: words.append("leading")
    case 3: words.append("leading, decodable")
    default: break
    }
    if dependencies.hasRedundancy == 1 { words.append("redundant coding") }
    if key.description > 0 { words.append("description \(key.description)") }
    return words.joined(separator: ", ")
  }

  /// `roll 1, seig 2`
  static func text(of groups: [SampleGroup]) -> String {
    groups.map {
      "\($0.type.key) \($0.index)\($0.isInFragment ? " of the fragment" : "")"
    }.joined(separator: ", ")
  }
}

import ByteReading
import MediaInspection
import Structure
import StructureRendering

/// What each track shows at one time of the movie (`--at`).
struct MomentList {
  let movie: MovieSamples
  let moment: Moment
  private let clock: FrameClock
  private let seek: SeekFact?

  init(movie: MovieSamples, moment: Moment) {
    self.movie = movie
    self.moment = moment
    clock = FrameClock(movie, moment)
    seek = SeekFact(movie, moment)
  }

  static let columns: [ListColumn] = [
    ListColumn(.track),
    ListColumn(title: "track", isLeft: true),
    ListColumn(.state),
    ListColumn(.sample, title: "sample"),
    ListColumn(.offset, title: "offset"),
    ListColumn(.size, title: "size"),
    ListColumn(.from, title: "shown from"),
    ListColumn(.to, title: "to"),
    ListColumn(.mediaTime),
    ListColumn(.sync, title: "sync"),
    ListColumn(.syncOffset),
    ListColumn(.syncTime, title: "at"),
    ListColumn(.distance),
    ListColumn(.frame),
    ListColumn(.timecode),
    ListColumn(.note, title: "", isLeft: true),
    ListColumn(.fetchOffset),
    ListColumn(.fetchSize),
  ]

  func write(_ list: inout ListRenderer) {
    let rows = movie.tracks.map(row)
    guard !rows.isEmpty else {
      list.none("no tracks")
      return
    }
    list.titles(for: rows.map(\.values))
    for row in rows { list.row(row.values, file: row.file) }
    if let clock = clock.sentence { list.remark(clock) }
    if let seek { list.remark(seek.sentence { list.name(ofFile: $0) }) }
  }

  /// A row, and the file of the sample it is about.
  private struct Row {
    var values: [ListValue]
    var file: Int?
  }

  private func row(of track: SampleTrack) -> Row {
    let edits = track.editList
    guard track.timescale > 0 else {
      return row(of: track, "unknown", "its timescale is not known")
    }
    guard let edit = edits.edit(at: { moment.ticks(per: $0) }) else {
      return edits.omitted > 0
        ? row(of: track, "unknown", "its edits behind the first \(EditList.limit) were not read")
        : row(of: track, "ended", "after the end of the track")
    }
    guard let mediaTime = edits.mediaTime(at: moment.ticks(per: track.timescale), in: edit) else {
      return row(of: track, "empty", "an empty edit: nothing is shown")
    }
    if edit.isBackwards { return row(of: track, "unknown", "an edit that plays backwards: what it shows is not known") }
    guard let shown = track.sample(shownAt: mediaTime) else {
      guard let first = track.firstCompositionTime else {
        return row(of: track, "none", "no samples")
      }
      var text = ByteWriter()
      text.put("before the first sample, at ")
      text.put(time: edits.presentationTime(of: first, in: edit), per: track.timescale)
      return row(of: track, "before", text.string)
    }
    if shown.isOver(at: mediaTime) {
      if edits.repeats, edit.duration == nil {
        return row(of: track, "unknown", "repeated again and again, and when that begins is not known")
      }
      return row(
        of: track, shown.next == nil ? "ended" : "gap", shown.next == nil ? "after the last sample" : "a gap: nothing is heard",
        shown: shown, at: mediaTime, in: edit, of: edits)
    }
    let isCut = isCut(shown.sample)
    return row(
      of: track, isCut ? "cut" : edit.isDwell ? "dwell" : "shown",
      note(track, shown) + (isCut ? "; not all of it is in the file" : ""), shown: shown, at: mediaTime, in: edit, of: edits)
  }

  /// Whether bytes of a sample are missing.
  private func isCut(_ sample: Sample) -> Bool {
    guard movie.documents.indices.contains(sample.file), sample.offset != nil else { return false }
    return sample.bytes(upTo: UInt64(movie.documents[sample.file].tree.file.byteCount)) == nil
  }

  /// `35 samples and 1.458 s to decode`
  private func note(_ track: SampleTrack, _ shown: ShownSample) -> String {
    var text = ByteWriter()
    guard let sync = shown.sync else { return "no sync sample before it" }
    let isPartial = !sync.isSync
    let recovery =
      switch track.startDoubt(from: sync, to: shown.sample) {
      case .recoversLater: ", a recovery point behind which pictures are whole only later"
      case .noIDR: ", which is no IDR and has no recovery point: what is shown is not known"
      case nil: ""
      }
    if sync.number == shown.sample.number {
      return (isPartial ? "is a partial sync sample" : "is a sync sample") + recovery
    }
    let count = shown.sample.number - sync.number
    let (distance, overflow) = shown.sample.compositionTime.subtractingReportingOverflow(
      sync.compositionTime)
    text.put(abs(count), "sample", "samples")
    if !overflow {
      text.put(", ")
      text.put(time: distance, per: track.timescale)
    }
    text.put(" before it")
    if isPartial { text.put(", a partial sync sample") }
    text.put(recovery)
    if sync.file != shown.sample.file { text.put(", in a file before this one") }
    return text.string
  }

  /// What to fetch, in a row about the file that has it.
  private func fetched(of file: Int?) -> [ListValue] {
    let bytes = file ?? 0 == seek?.file ? seek?.bytes : nil
    return [bytes.map { .offset($0.lowerBound) } ?? .absent, bytes.map { .number($0.upperBound - $0.lowerBound) } ?? .absent]
  }

  private var timecode: ListValue { clock.timecode.map { .text(FileText($0)) } ?? .absent }

  private func row(of track: SampleTrack, _ state: StaticString, _ note: String) -> Row {
    Row(values: [
      .number(track.id), .text(FileText(track.nameInColumn)), .word(state), .absent, .absent, .absent, .absent,
      .absent, .absent, .absent, .absent, .absent, .absent, .absent, timecode, .text(FileText(note)),
    ] + fetched(of: nil))
  }

  private func row(
    of track: SampleTrack, _ state: StaticString, _ note: String, shown: ShownSample,
    at mediaTime: Int64, in edit: Edit, of edits: EditList
  ) -> Row {
    let sample = shown.sample
    let scale = track.timescale
    // An edit shows nothing before it begins, and after it ends. Without edits what is composed before 0 is shown then.
    let start = edits.isExplicit ? edits.start(of: edit) : .min
    let from = max(start, edits.presentationTime(of: sample.compositionTime, in: edit))
    let until = min(edits.end(of: edit) ?? .max, edits.presentationTime(of: shown.end, in: edit))
    let values: [ListValue] = [
      .number(track.id), .text(FileText(track.nameInColumn)), .word(state), .number(UInt64(sample.number)),
      sample.offset.map { .offset($0) } ?? .absent, .number(sample.size),
      .time(edit.isDwell ? edits.start(of: edit) : from, per: scale), edit.isDwell ? .absent : .time(until, per: scale),
      .signed(mediaTime),
      shown.sync.map { .number(UInt64($0.number)) } ?? .absent,
      shown.sync?.offset.map { .offset($0) } ?? .absent,
      shown.sync.map { .time(edits.presentationTime(of: $0.compositionTime, in: edit), per: scale) } ?? .absent,
      shown.sync.map { .number(UInt64(abs(sample.number - $0.number))) } ?? .absent,
      track.id == clock.frame?.track.id ? .number(clock.frame?.number ?? 0) : .absent, timecode,
      .text(FileText(note)),
    ]
    return Row(values: values + fetched(of: sample.file), file: sample.file)
  }
}

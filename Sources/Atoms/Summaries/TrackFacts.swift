import ByteReading
import MediaFacts
public import Structure

/// What is said of a track as a whole; made when it is asked for, from a few small atoms.
public struct TrackFacts: Sendable {
  /// The track.
  public let track: AtomContext.Track
  /// How the samples of its first entry are coded; `nil` without one.
  public let codec: Codec?
  /// Pictures or frames per second.
  public private(set) var frameRate: Double?
  /// Whether samples differ in duration, so that ``frameRate`` is an average.
  public private(set) var hasVariableRate = false
  /// Whether ``frameRate`` is that of the samples of the movie, or of its first fragments, and there are more fragments,
  /// which were not read.
  public private(set) var isRateOfFirstFragments = false
  /// The first timecode of a timecode track, read from its first sample.
  public private(set) var timecode: String?
  /// How timecodes go on from the first; `nil` when that was not read.
  package private(set) var timecodes: TimecodeCounter?
  /// Three letters, an extended tag, or the name of a language of the Macintosh; `nil` when unspecified.
  public private(set) var language: String?
  /// The same for machines: three letters for a number of the Macintosh, too; `nil` for one that has none.
  package private(set) var languageCode: String?
  /// Whether a player shows it unasked (`track_enabled`).
  public private(set) var isEnabled = true

  /// Reads the atoms that say it.
  ///
  /// - Parameters:
  ///   - track: The track.
  ///   - document: The file.
  public init(_ track: AtomContext.Track, in document: Document) {
    self.track = track
    codec = track.sampleEntry.map { document.codec(of: $0) }
    let reader = NodeReader(document)
    let tree = document.tree
    if let header = tree.child("tkhd", of: track.node) {
      isEnabled = (reader.view(TrackHeader.self, of: header).number(.flags) ?? 1) & 1 == 1
    }
    guard let media = tree.child("mdia", of: track.node) else { return }
    switch TrackLanguage(ofMedia: media, in: document, reader) {
    case .tag(let tag):
      language = tag
      languageCode = tag
    case .packed(let code, let header):
      var text = ByteWriter()
      reader.view(MediaHeader.self, of: header).put(.language, to: &text)
      language = text.string
      languageCode = code < 0x400 ? LanguageCodes.macintosh[code]?.description : text.string
    case nil: break
    }
    if track.handler == "tmcd" {
      readTimecode(document, media, reader)
    } else if track.handler == "vide" || track.handler == "auxv" {
      readFrameRate(document, media, reader)
    }
  }

  /// `audio` for `soun`: what people call the media, or the handler in quotes.
  public var kind: String { track.kind ?? "without handler" }

  private mutating func readFrameRate(
    _ document: Document, _ media: NodeIndex, _ reader: NodeReader
  ) {
    let tree = document.tree
    let timescale = track.timescale
    guard timescale != 0 else { return }
    var runs: [SteadyRate.Run] = []
    var isRead = true
    if let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information), let times = tree.child("stts", of: table)
    {
      reader.view(TimeToSample.self, of: times).withTable(.entries) { table in
        guard table.count <= Summaries.rows,
          let counts = table.column(.sample_count, in: TimeToSample.self),
          let deltas = table.column(.sample_delta, in: TimeToSample.self)
        else {
          isRead = table.count == 0
          return
        }
        runs = (0..<table.count).map {
          SteadyRate.Run(count: table.raw(row: $0, column: counts), delta: table.raw(row: $0, column: deltas))
        }
      }
    }
    guard isRead else { return }
    let fragments = tree.countAtTop("moof")
    if fragments > 0, let defaults = track.defaults, let atoms = document.context as? AtomContext {
      guard let more = self.runs(of: atoms.partsOfFirstFragments(ofTrack: track.id), defaults, tree, reader) else { return }
      runs += more
      isRateOfFirstFragments = fragments > AtomContext.firstFragments
    }
    guard let (rate, isVariable) = SteadyRate.rate(ofAll: runs, timescale: timescale) else { return }
    // A mean of the first fragments is none of the track.
    if isRateOfFirstFragments, isVariable { return }
    (frameRate, hasVariableRate) = (rate, isVariable)
  }

  /// The samples of these parts of fragments; `nil` where there are more than are looked at.
  private func runs(
    of parts: [NodeIndex], _ defaults: NodeIndex, _ tree: Tree, _ reader: NodeReader
  ) -> [SteadyRate.Run]? {
    var runs: [SteadyRate.Run] = []
    func add(_ count: UInt64, _ delta: UInt64) -> Bool {
      if let last = runs.indices.last, runs[last].delta == delta {
        runs[last].count &+= count
        return true
      }
      runs.append(SteadyRate.Run(count: count, delta: delta))
      return runs.count <= Summaries.rows
    }
    // Numbers of tracks may be alike, and each track goes through all of one number.
    guard parts.count <= 4 * AtomContext.firstFragments else { return nil }
    let usual = reader.view(TrackExtends.self, of: defaults).number(.default_sample_duration) ?? 0
    var rows = 0
    for part in parts {
      var usual = usual
      for child in tree.children(of: part) where !tree[child].isRaw {
        switch tree[child].type {
        case "tfhd":
          usual = reader.view(TrackFragmentHeader.self, of: child).number(.default_sample_duration) ?? usual
        case "trun":
          let run = reader.view(TrackRun.self, of: child)
          // Runs may say another duration of each sample than the header of their fragment says of all.
          guard let durations = run.column(.sample_duration, of: .samples) else {
            if !add(run.number(.sample_count) ?? 0, usual) { return nil }
            continue
          }
          rows += durations.count
          guard rows <= Summaries.rows else { return nil }
          for row in 0..<durations.count where !add(1, durations[row]) { return nil }
        default: continue
        }
      }
    }
    return runs
  }

  private mutating func readTimecode(_ document: Document, _ media: NodeIndex, _ reader: NodeReader)
  {
    guard let entry = track.sampleEntry else { return }
    let fields = reader.view(TimecodeEntry.self, of: entry)
    guard let scale = fields.number(.time_scale), let duration = fields.number(.frame_duration),
      let frames = fields.number(.number_of_frames), scale > 0, duration > 0
    else { return }
    let flags = fields.number(.flags) ?? 0
    frameRate = Double(scale) / Double(duration)
    guard frames > 0, flags & 8 == 0, let sample = firstSample(document, media, reader),
      let number = document.tree.file.bytes.bigEndian(at: sample, count: 4)
    else { return }
    let isNegative = flags & 4 != 0 && number & 0x8000_0000 != 0
    timecode = Self.timecode(
      number & 0x7FFF_FFFF, frames: frames, isDropFrame: flags & 1 == 1, isNegative: isNegative)
    guard !isNegative else { return }
    let counter = TimecodeCounter(
      first: number & 0x7FFF_FFFF, frames: frames, isDropFrame: flags & 1 == 1, wraps: flags & 2 != 0,
      rate: Double(scale) / Double(duration))
    timecodes = counter
    // An edit that begins within the sample passes over the frames before it, as at any moment that is asked for.
    let passed = passedTicks(document, reader)
    if passed > 0, track.timescale > 0 {
      timecode = counter.timecode(after: counter.frames(in: Double(passed) / Double(track.timescale)))
    }
  }

  /// The media time at which the first edit that shows media begins; 0 without one.
  private func passedTicks(_ document: Document, _ reader: NodeReader) -> UInt64 {
    let tree = document.tree
    guard let edits = tree.child("edts", of: track.node), let list = tree.child("elst", of: edits),
      let times = reader.view(EditListEntries.self, of: list).column(.media_time, of: .entries)
    else { return 0 }
    for row in 0..<min(times.count, 16) where Int64(bitPattern: times[row]) >= 0 { return times[row] }
    return 0
  }

  /// Where the first sample begins, four bytes of which are in the file.
  private func firstSample(_ document: Document, _ media: NodeIndex, _ reader: NodeReader) -> Int? {
    let tree = document.tree
    var offset: UInt64?
    if let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information),
      let chunks = tree.child("stco", of: table) ?? tree.child("co64", of: table)
    {
      offset = reader.view(ChunkOffsets.self, of: chunks).column(.chunk_offset, of: .entries)
        .flatMap { $0.count > 0 ? $0[0] : nil }
    }
    if offset == nil, track.sampleCount ?? 0 == 0 {
      offset = firstFragmentSample(tree, reader)
    }
    guard let offset, offset <= UInt64(tree.file.byteCount) else { return nil }
    return Int(offset)
  }

  private func firstFragmentSample(_ tree: Tree, _ reader: NodeReader) -> UInt64? {
    guard let fragment = tree.child("moof", of: nil) else { return nil }
    for run in tree.children(of: fragment) where tree[run].type == "traf" {
      guard let header = tree.child("tfhd", of: run), let samples = tree.child("trun", of: run)
      else { continue }
      let fields = reader.view(TrackFragmentHeader.self, of: header)
      guard fields.number(.track_ID) == track.id else { continue }
      let base = fields.number(.base_data_offset) ?? tree[fragment].start
      let run = reader.view(TrackRun.self, of: samples)
      guard let offset = run.signed(.data_offset), offset >= 0 else { return nil }
      let (sum, overflow) = base.addingReportingOverflow(UInt64(offset))
      return overflow ? nil : sum
    }
    return nil
  }

  /// The frames that have a number of their own between two midnights; `nil` for more than can be counted.
  static func frames(inADayOf frames: UInt64, isDropFrame: Bool) -> UInt64? {
    let tenMinutes = frames.multipliedReportingOverflow(by: 600)
    let (day, overflow) = (tenMinutes.partialValue &- (isDropFrame ? dropped(of: frames) * 9 : 0))
      .multipliedReportingOverflow(by: 144)
    return tenMinutes.overflow || overflow ? nil : day
  }

  /// The numbers that are left out each minute but each tenth: two at 30 frames a second (SMPTE 12M).
  private static func dropped(of frames: UInt64) -> UInt64 { frames / 15 }

  /// `01:00:00:00`, with `;` before the frames when numbers are dropped (SMPTE 12M).
  static func timecode(
    _ number: UInt64, frames: UInt64, isDropFrame: Bool, isNegative: Bool = false
  ) -> String {
    guard frames > 0 else { return "\(number)" }
    var number = number
    if isDropFrame {
      let dropped = dropped(of: frames)
      let minute = frames * 60 - dropped
      let tenMinutes = minute * 10 + dropped
      let (tens, rest) = number.quotientAndRemainder(dividingBy: tenMinutes)
      number += tens * dropped * 9
      if rest >= frames * 60 { number += dropped * (1 + (rest - frames * 60) / minute) }
    }
    let seconds = number / frames
    func two(_ value: UInt64) -> String { CodecString.decimal(value) }
    return (isNegative ? "-" : "") + two(seconds / 3_600) + ":" + two(seconds / 60 % 60) + ":"
      + two(seconds % 60) + (isDropFrame ? ";" : ":") + two(number % frames)
  }
}

/// Timecodes that follow a first one, frame by frame (QTFF, Timecode Sample Description).
package struct TimecodeCounter: Sendable {
  let first: UInt64
  let frames: UInt64
  let isDropFrame: Bool
  /// Whether it begins anew after 24 hours.
  let wraps: Bool
  /// Frames per second.
  package let rate: Double

  /// The frames that have begun after so many seconds: a moment at the border of two is in the second.
  package func frames(in seconds: Double) -> UInt64 {
    let frames = (seconds * rate + 1e-6).rounded(.down)
    return frames.isFinite ? UInt64(max(0, min(frames, 1e15))) : 0
  }

  /// The timecode so many frames after the first: `01:00:02:12`.
  package func timecode(after count: UInt64) -> String {
    let (sum, overflow) = first.addingReportingOverflow(count)
    var number = overflow ? .max / 1_000 : sum
    if wraps, let day = TrackFacts.frames(inADayOf: frames, isDropFrame: isDropFrame), day > 0 { number %= day }
    return TrackFacts.timecode(number, frames: frames, isDropFrame: isDropFrame)
  }
}

extension AtomContext.Track {
  /// `audio` for `soun`: what people call its media, or the handler in quotes; `nil` without one.
  public var kind: String? {
    handler.map { Media.handlers[UInt64($0.rawValue)]?.description ?? "'\($0.key)'" }
  }
}

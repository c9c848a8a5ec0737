import ByteReading
import MediaFacts
public import Structure

/// What is said of a track as a whole; made when it is asked for, from a few small atoms.
public struct TrackFacts: Sendable {
  /// The track.
  public let track: AtomContext.Track
  /// How its first samples are coded; `nil` where no entry is theirs.
  public let codec: Codec?
  /// Pictures or frames per second.
  public private(set) var frameRate: Double?
  /// Whether samples differ in duration, so that ``frameRate`` is an average.
  public private(set) var hasVariableRate = false
  /// Whether ``frameRate`` is that of the samples of the movie, or of its first fragments, and there are more fragments,
  /// which were not read.
  public private(set) var isRateOfFirstFragments = false
  /// The first timecode of a timecode track, read from its first sample; `counter 1,234` of one that counts.
  public private(set) var timecode: String?
  /// How timecodes go on from the first; `nil` when that was not read.
  package private(set) var timecodes: TimecodeCounter?
  /// Three letters, an extended tag, or the name of a language of the Macintosh; `nil` when unspecified.
  public private(set) var language: String?
  /// The same for machines: three letters for a number of the Macintosh, too, and those of the terminology where others
  /// are stored (`deu` for `ger`); `nil` for a number that has none.
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
    codec = track.shownEntry(in: document).map { document.codec(of: $0) }
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
      languageCode =
        code < 0x400 ? LanguageCodes.macintosh[code]?.description : LanguageCodes.terminological(text.string)
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
    guard let entry = track.shownEntry(in: document), let format = TimecodeFormat(entry, reader), format.scale > 0, format.agrees
    else { return }
    frameRate = format.rate
    guard format.frames > 0, let sample = firstSample(document, media, reader),
      let number = document.tree.file.bytes.bigEndian(at: sample, count: 4)
    else { return }
    let counter = TimecodeCounter(first: format.first(of: number), format: format)
    timecodes = counter
    timecode = counter.timecode(after: 0)
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
    for row in 0..<min(times.count, 16) {
      if let time = EditListEntries.mediaTime(times[row]) { return UInt64(max(0, time)) }
    }
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
}

extension AtomContext.Track {
  /// `audio` for `soun`: what people call its media, or the handler in quotes; `nil` without one.
  public var kind: String? {
    handler.map { Media.handlers[UInt64($0.rawValue)]?.description ?? "'\($0.key)'" }
  }
}

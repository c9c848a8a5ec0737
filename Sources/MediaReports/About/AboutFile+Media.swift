import ByteReading
import MediaFacts
import MediaInspection
import Structure

/// What is said of the media as a whole: its index, its encoder, kinds of tracks that are not there, and what becomes
/// of sound without edits.
extension AboutFile {
  /// By what a player finds a moment in fragments.
  mutating func index() {
    let found = (["sidx", "mfra"] as [FourCC]).filter { tree.countAtTop($0) > 0 }
    let names = found.map { "'" + $0.key + "'" }
    say(
      "indexes", "Index",
      names.isEmpty ? "none at the top: a moment is found from fragment to fragment" : names.joined(by: ", "),
      .list(found.map { .text($0.key) }))
  }

  /// What the encoder of the first pictures says of itself in front of them.
  mutating func encoder() {
    guard let movie, let track = movie.tracks.first(where: { $0.handler == "vide" }), let units = track.units,
      let first = track.firstWithBytes, first.file == 0,
      let place = track.place(of: first),
      let settings = units.encoderSettings(in: place, of: tree.file)
    else { return }
    var end = settings.upperBound
    while end > settings.lowerBound, tree.file.bytes.byte(at: end - 1) == 0 { end -= 1 }
    var text = ByteWriter()
    text.put(text: tree.file.bytes.extracting(settings.lowerBound..<end), encoding: .utf8, style: .verbatim)
    let value = text.string
    // What comes behind its version is what everybody's says, then the settings.
    let name = value.components(of: " - ", most: 2)
    say(
      "encoderSettings", "Encoder", "\(name), by its settings in sample \(first.number) of track \(track.id)",
      .record([("name", .text(name)), ("value", .text(value)), ("track", .number(track.id)), ("sample", .number(UInt64(first.number)))]))
  }

  /// What is fetched before the first frame: `, the first 48,127 bytes hold 'moov' and the first frame`; of a movie behind
  /// its media `, its 4,321 bytes are fetched before the first frame`. Empty where a first sample is not known, or where
  /// the file ends before.
  func firstFetch(isFastStart: Bool) -> String {
    let fileEnd = UInt64(tree.file.byteCount)
    // Of a movie without samples there is no frame.
    guard let movie = tree.child("moov", of: nil), tree[movie].end <= fileEnd, flows.contains(where: { $0.track.count > 0 })
    else { return "" }
    let size = tree[movie].size.grouped
    guard isFastStart else { return ", its \(size) bytes are fetched before the first frame" }
    var end = tree[movie].end
    for flow in flows where flow.track.handler == "vide" || flow.track.handler == "soun" {
      guard let first = flow.track.samples().first(where: { _ in true }) else { continue }
      guard first.file == 0, let last = first.end else { return "" }
      end = max(end, last)
    }
    return end > fileEnd ? "" : ", the first \(end.grouped) bytes hold 'moov' and the first frame"
  }

  /// Where edits show nothing, hold a moment, or show it at another speed, or again.
  func edits(_ shown: Playback.Track, of track: SampleTrack?, _ say: Say) {
    let list = track?.editList
    if let track, let list, track.count > 0, list.omitted == 0, list.edits.allSatisfy(\.isEmpty) {
      let words = "no edit shows it"
      say("startWhy", words, .text(words), [])
    }
    var words = shown.gaps.map {
      "nothing shown for \(Playback.length($0.duration)) at \(Playback.seconds($0.start))"
    }
    // What is held has a time where its edits are at hand.
    words += (list == nil ? shown.rates : shown.rates.filter { $0 != 0 }).map(Playback.speed)
    if let track, let list { words += holds(in: list, per: track.movieTimescale, say) }
    if shown.repeats { words.append(list?.repeatsWithoutEnd == true ? "repeated without end" : "repeated") }
    guard !words.isEmpty else { return }
    say(
      "gaps", words.joined(by: ", "),
      .list(shown.gaps.map { .record([("start", .real(Double($0.start) / 1e6)), ("seconds", .real(Double($0.duration) / 1e6))]) }),
      [])
  }

  /// When edits hold one moment of the media, and for how long: `held for 2.000 s at 5.000 s`.
  private func holds(in list: EditList, per timescale: UInt64, _ say: Say) -> [String] {
    let scale = Double(timescale)
    var holds: [(start: Double, seconds: Double?)] = []
    var count = 0
    for edit in list.edits where edit.isDwell && edit.duration != 0 && scale > 0 {
      let (start, seconds) = (Double(edit.start) / scale, edit.duration.map { Double($0) / scale })
      guard start < 1e12, seconds ?? 0 < 1e12 else { continue }
      count += 1
      if holds.count < 16 { holds.append((start, seconds)) }
    }
    guard count > 0 else { return [] }
    say("holds", "", .list(holds.map { .record([("start", .real($0.start)), ("seconds", $0.seconds.map { .real($0) } ?? .null)]) }), [])
    func time(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }
    var words = holds.prefix(4).map { hold in
      let start = Playback.seconds(time(hold.start))
      return hold.seconds.map { "held for \(Playback.length(time($0))) at \(start)" } ?? "held from \(start) on"
    }
    if count > words.count { words.append("held \(count - words.count) times more") }
    return words
  }

  /// Which parts of its media a track shows, one after another, where they are several.
  func parts(_ track: SampleTrack, _ say: Say) {
    let shown = track.editList.edits.filter { !$0.isEmpty && !$0.isDwell }
    guard shown.count > 1, track.timescale > 0, track.movieTimescale > 0 else { return }
    var parts: [(start: Double, end: Double)] = []
    for edit in shown.prefix(16) {
      let start = Double(edit.mediaTime ?? 0) / Double(track.timescale)
      let length = edit.duration.map { Double($0) / Double(track.movieTimescale) * Double(edit.rate) / 65_536 }
      let end = length.map { start + $0 } ?? Double(track.end) / Double(track.timescale)
      guard start.magnitude < 1e12, end.magnitude < 1e12 else { return }
      parts.append((start, end))
    }
    func time(_ seconds: Double) -> String { Playback.seconds(Int64((seconds * 1e6).rounded())) }
    var words = parts.prefix(4).map { "\(time($0.start)) to \(time($0.end))" }
    if shown.count > words.count { words.append("\(shown.count - words.count) more") }
    say(
      "mediaParts", "shows \(shown.count) parts of its media: " + words.joined(by: ", "),
      .list(parts.map { .record([("start", .real($0.start)), ("seconds", .real($0.end - $0.start))]) }), [])
  }

  /// Which of sound and pictures ends first; nothing where a limit may have left out what comes later.
  mutating func ends(of tracks: [Playback.Track]) {
    guard !hasLimits else { return }
    let header = headerLateness(behind: tracks)
    let said = header == nil ? "" : "'mvhd' says \(Playback.seconds(Int64(((facts.duration?.seconds ?? 0) * 1e6).rounded())))"
    if let header { find("headerLateness", .real(Double(header) / 1e6)) }
    guard let video = tracks.first(where: { $0.kind == "video" })?.end,
      let audio = tracks.first(where: { $0.kind == "audio" })?.end,
      case let (late, overflow) = audio.subtractingReportingOverflow(video), !overflow
    else {
      if header != nil, let end = tracks.compactMap(\.end).max() {
        find("headerLateness", "Ends", "at \(Playback.seconds(end)); " + said)
      }
      return
    }
    find("audioEndLateness", "Ends", Playback.words(ofSoundAfterPictures: late) + (said.isEmpty ? "" : "; " + said))
    find("audioEndLateness", .real(Double(late) / 1e6))
  }

  /// By how many microseconds the end that the header says lies behind that of the last track; `nil` where both are one
  /// moment but for rounding, and where the length of the file says it already.
  private func headerLateness(behind tracks: [Playback.Track]) -> Int64? {
    guard let length = facts.duration, length.source.id.description == "mvhd", length.claims.isEmpty, length.value > 0,
      length.seconds < 1e12, let end = tracks.compactMap(\.end).max()
    else { return nil }
    let late = Int64((length.seconds * 1e6).rounded()).saturatingSubtract(end)
    // A tick of the movie, or a millisecond.
    let rounding = max(1_000, Int64((1.5e6 / Double(length.timescale)).rounded()))
    return late.magnitude > rounding.magnitude ? late : nil
  }

  // MARK: What is not there

  /// Whether nothing was left out, or is damaged, that may be what is said not to be there.
  var isAllRead: Bool {
    document.problems.errors == 0 && isStructureRead
  }

  /// Kinds of tracks and protection that the movie has none of, when all of it was read.
  mutating func absent() {
    guard isAllRead else { return }
    struct Kind {
      let code: String
      let words: String
    }
    var list: [Kind] = []
    if !synopsis.tracks.contains(where: \.isOfText) { list.append(Kind(code: "textTracks", words: "tracks of text")) }
    if facts.tracks.allSatisfy({ $0.encryption.answer == .none }), facts.systems.value == nil {
      list.append(Kind(code: "encryption", words: "encryption"))
    }
    guard !list.isEmpty else { return }
    find("absent", "None of", list.map(\.words).joined(by: ", ") + " (all of 'moov' was read)")
    find("absent", .list(list.map { .text($0.code) }))
  }
}

extension String {
  /// What stands in front of the separator the `most`th time that it is there; all where it is not there so often.
  fileprivate func components(of separator: String, most: Int) -> String {
    let bytes = Array(utf8)
    let mark = Array(separator.utf8)
    var count = 0
    var place = 0
    while place + mark.count <= bytes.count {
      guard bytes[place..<place + mark.count].elementsEqual(mark) else {
        place += 1
        continue
      }
      count += 1
      if count == most { return String(decoding: bytes[..<place], as: UTF8.self) }
      place += mark.count
    }
    return self
  }
}

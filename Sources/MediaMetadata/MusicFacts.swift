import Atoms
import ByteReading
import ID3
package import MediaFacts
package import MediaInspection
import SoundFiles
package import Structure

/// What players and editors of sound need beside it, whatever stores it: when it was recorded, samples to pass over,
/// loudness, pictures.
package struct MusicFacts: Sendable {
  /// When a recording began.
  package struct Start: Sendable {
    /// Samples since midnight, not 0.
    package let samples: UInt64
    /// Samples in a second, not 0.
    package let rate: UInt64
    package let node: NodeIndex
  }

  /// Samples before and behind the sound that nobody is to hear, as one place says them.
  package struct Gapless: Sendable {
    /// Who says it: `LAME`, `iTunSMPB`, `dOps`.
    package let source: String
    /// Samples that are passed over, those of the decoder among them.
    package let skip: UInt64
    /// Of these, samples that every decoder of the format puts in front.
    package let decoder: UInt64
    /// Samples that are dropped at the end, and those that are left; `nil` where it does not say so.
    package let drop: UInt64?
    package let left: UInt64?
    /// The samples in a second that the numbers count, where that is not plain.
    package let rate: Double?
    package let node: NodeIndex
    /// How many samples of the coded stream a decoder begins in front of what is heard (`roll`, `prol`); `nil`
    /// where nothing says it.
    package var preRoll: UInt64?
    /// By how many samples ``drop`` and ``left`` may be wrong: lengths of edits count in ticks of the movie.
    package var tolerance: UInt64 = 0
    /// Whether ``drop`` is `nil` because it is not known how much decoders make of the last packet.
    package var hasUnknownEnd = false
    /// Whether ``rate`` is another one than the sound is heard at, and so has to be said.
    package var countsCore = false
  }

  /// How loud the sound is, or by how much it should be played louder or softer.
  package struct Loudness: Sendable {
    /// `track gain`, `album loudness`.
    package let name: String
    package let value: String
    package let source: String
    package let node: NodeIndex
  }

  /// A picture of a tag.
  package struct Cover: Sendable {
    package let artwork: MetadataArtwork
    /// The number by which a frame of ID3 says how its description is stored (ID3v2.4.0 structure §4): 0 is
    /// ISO 8859-1; `nil` in other tags.
    package let encoding: UInt64?
    package let node: NodeIndex
  }

  /// `nil` where nothing says when it began.
  package private(set) var start: Start?
  package private(set) var gapless: [Gapless] = []
  package private(set) var loudness: [Loudness] = []
  package private(set) var covers: [Cover] = []
  /// What of each is kept.
  private static let limit = 32

  /// - Parameters:
  ///   - items: The metadata of `document`.
  ///   - contents: What each item says.
  ///   - movie: Its samples; `nil` for files that are no movie.
  ///   - length: How long it lasts, with what else is claimed.
  /// - Complexity: O(*n*) in the items, and the bytes of texts of those that say such things.
  package init(
    _ document: Document, items: [MetadataItem], contents: [MetadataContents], movie: MovieSamples?, length: DurationFact?
  ) {
    let reader = NodeReader(document)
    // Who is contradicted does not know what is left.
    readStream(of: document, isContradicted: length.map { !$0.claims.isEmpty } ?? false)
    for (item, contents) in zip(items, contents) { read(item, contents, reader, movie) }
    readBoxes(of: document, reader)
    if let movie { readEdits(of: movie) } else { readBroadcast(of: document) }
  }

  private mutating func add(_ entry: Gapless) {
    if gapless.count < Self.limit { gapless.append(entry) }
  }

  private mutating func add(_ entry: Loudness) {
    if loudness.count < Self.limit { loudness.append(entry) }
  }

  // MARK: Streams

  private mutating func readStream(of document: Document, isContradicted: Bool) {
    guard let node = document.synopsis.sound?.node, let stream = AudioStream(document, at: node) else { return }
    if let said = stream.information { readLoudness(said, node) }
    guard let said = stream.information, said.hasMargins, let frames = said.frames,
      let perFrame = UInt64(exactly: stream.samplesPerFrame)
    else { return }
    let (all, overflow) = frames.multipliedReportingOverflow(by: perFrame)
    guard !overflow, said.delay.saturatingAdd(said.samplesBehind(isWhole: true)) < all else { return }
    let decoder = AudioStream.Information.decoderDelay
    // What is left is how long the sound is, where that is what the frame says.
    let isBelieved = stream.duration.map { $0.source == .xing || $0.source == .vbri } ?? false
    add(
      Gapless(
        source: "LAME", skip: said.delay.saturatingAdd(decoder), decoder: decoder,
        drop: stream.isWhole ? said.samplesBehind(isWhole: true) - decoder : nil,
        left: isBelieved && !isContradicted ? stream.duration?.value : nil, rate: nil, node: node))
  }

  /// What LAME measured: `-6.5 dB`, and the peak.
  private mutating func readLoudness(_ said: AudioStream.Information, _ node: NodeIndex) {
    func decibels(_ tenths: Int) -> String {
      "\(tenths < 0 ? "-" : "+")\(tenths.magnitude / 10).\(tenths.magnitude % 10) dB"
    }
    if let gain = said.trackGain { add(Loudness(name: "track gain", value: decibels(gain), source: "LAME", node: node)) }
    if let gain = said.albumGain { add(Loudness(name: "album gain", value: decibels(gain), source: "LAME", node: node)) }
    if let peak = said.peak {
      var text = ByteWriter()
      text.put(real: (peak * 1_000_000).rounded() / 1_000_000)
      add(Loudness(name: "track peak", value: text.string, source: "LAME", node: node))
    }
  }

  // MARK: Items

  private mutating func read(
    _ item: MetadataItem, _ contents: MetadataContents, _ reader: NodeReader, _ movie: MovieSamples?
  ) {
    let key = item.keyString
    if item.isCover {
      guard covers.count < Self.limit else { return }
      let frame = reader.view(AttachedPicture.self, of: item.node)
      let isEmpty = Self.isEmpty(item, contents, frame, reader.tree)
      guard let artwork = isEmpty ? MetadataArtwork(MetadataBytes(copying: []), of: item, contents) : MetadataArtwork(item, contents)
      else { return }
      covers.append(Cover(artwork: artwork, encoding: frame.number(.encoding), node: item.node))
      return
    }
    switch key {
    case "RVA2", "XRVA":
      if !read(volumeOf: item, reader) {
        add(Loudness(name: "adjustment", value: reader.summary(of: item.node), source: key, node: item.node))
      }
      return
    case "RVAD", "RVA", "XRV", "RGAD":
      return add(Loudness(name: "adjustment", value: reader.summary(of: item.node), source: key, node: item.node))
    default: break
    }
    guard Self.named.contains(key) || item.keySpace == .iTunesLong || item.keySpace == .ape else { return }
    let name = contents["info"]?.string ?? String(key.split(separator: ".").last ?? key[...])
    let word = name.lowercased()
    guard let text = contents.value?.string else { return }
    if word == "itunsmpb" {
      read(gapless: text, item, movie)
    } else if word.hasPrefix("replaygain_") || word.hasPrefix("r128_") {
      let title = (word.hasPrefix("replaygain_") ? String(word.dropFirst(11)) : word).withBlanks
      // Numbers of R128 are 256ths of a dB (RFC 7845 §5.2.1).
      let value = word.hasPrefix("r128_") ? Int64(text).map { Self.decibels(Double($0) / 256) } ?? text : text
      add(Loudness(name: title, value: value, source: source(item), node: item.node))
    } else if word == "itunnorm" {
      add(Loudness(name: "iTunes normalisation", value: text.split(separator: " ").prefix(2).joined(separator: " "), source: source(item), node: item.node))
    }
  }

  /// Whether a value of iTunes, or a frame, is all there and ends where its picture would begin.
  private static func isEmpty(
    _ item: MetadataItem, _ contents: MetadataContents, _ frame: View<AttachedPicture>, _ tree: Tree
  ) -> Bool {
    let node = tree[item.node]
    guard !node.marks.contains(.clamped) else { return false }
    // Without a type and a language there is no value.
    if node.type == "data" { return node.size >= 16 && contents.dataType != nil && contents.data?.count == 0 }
    guard (frame.content(.data)?.count ?? 0) == 0, (frame.content(.url)?.count ?? 0) == 0 else { return false }
    var isEnded = false
    // A description without its end may have taken what the picture is.
    frame.withField(.description) { isEnded = $0.content.end < $0.extent.end }
    return isEnded
  }

  /// Takes a change of volume that says it is that of a track or an album and begins with that of all channels: by how
  /// much, and the peak in the bits that it says. What it says of other channels stands behind.
  ///
  /// - Returns: Whether it is one.
  private mutating func read(volumeOf item: MetadataItem, _ reader: NodeReader) -> Bool {
    let fields = reader.view(VolumeAdjustment.self, of: item.node)
    let name = (fields.text(.identification) ?? "").lowercased()
    // 1 is the master volume (ID3v2.4.0 frames §4.11).
    guard name == "track" || name == "album", fields.number(.type_of_channel) == 1, fields.number(.volume_adjustment) != nil
    else { return false }
    let summary = reader.summary(of: item.node)
    let value = summary.firstRange(of: " = master volume ").map { summary[$0.upperBound...] } ?? summary[...]
    add(Loudness(name: name + " gain", value: String(value), source: item.keyString, node: item.node))
    if let bits = fields.number(.bits_representing_peak), bits > 0, bits <= 64, let peak = fields.number(.peak_volume) {
      var value = ByteWriter()
      value.put(grouped: peak)
      value.put(" of \(bits) bits")
      add(Loudness(name: name + " peak", value: value.string, source: item.keyString, node: item.node))
    }
    return true
  }

  /// Keys whose items have a name of their own beside the value.
  private static let named = ["TXXX", "TXX", "COMM", "COM"]

  private func source(_ item: MetadataItem) -> String {
    switch item.keySpace {
    case .iTunesLong: "'----'"
    case .ape: "APE"
    default: item.keyString
    }
  }

  private mutating func read(gapless text: String, _ item: MetadataItem, _ movie: MovieSamples?) {
    guard let counts = GaplessCounts(text), counts.samples > 0 else { return }
    let all = counts.delay.saturatingAdd(counts.padding).saturatingAdd(counts.samples)
    add(
      Gapless(
        source: "iTunSMPB", skip: counts.delay, decoder: 0, drop: counts.padding, left: counts.samples,
        rate: movie.flatMap { Self.rate(counting: all, in: $0) }, node: item.node))
  }

  /// The rate that numbers of samples count of sound that is coded at half the rate it is heard at (HE-AAC); `nil`
  /// of other sound, and where they fit neither.
  private static func rate(counting samples: UInt64, in movie: MovieSamples) -> Double? {
    guard let track = movie.tracks.first(where: { $0.handler == "soun" }), track.timescale > 0,
      let entry = track.description.shownEntry(in: track.home), movie.document.tree.indices.contains(entry),
      movie.document.codec(of: entry).name.hasPrefix("HE-AAC")
    else { return nil }
    let ticks = track.chunks.reduce(UInt64(0)) { $0.saturatingAdd($1.duration) }
    guard ticks > 0 else { return nil }
    let share = Double(samples) / Double(ticks)
    for factor in [0.5, 1, 2] where abs(share - factor) < factor * 0.1 { return Double(track.timescale) * factor }
    return nil
  }

  // MARK: Edits

  /// What edits pass over of the sound of a file without pictures, and how far in front of it decoders begin. Of
  /// films the row of where tracks begin says it.
  private mutating func readEdits(of movie: MovieSamples) {
    guard !movie.tracks.contains(where: { $0.handler == "vide" }) else { return }
    for track in movie.tracks.prefix(64) where track.handler == "soun" && track.timescale > 0 {
      let list = track.editList
      let shown = list.edits.filter { !$0.isEmpty }
      guard list.isExplicit, !list.repeats, shown.count == 1, let edit = shown.first, edit.rate == 65_536,
        let time = edit.mediaTime, let skip = UInt64(exactly: time), let end = UInt64(exactly: track.end), skip <= end
      else { continue }
      let rest = end - skip
      let left = min(list.mediaDuration(of: edit) ?? rest, rest)
      // Lengths of edits count in ticks of the movie.
      let tolerance =
        edit.duration == nil || movie.movieTimescale >= track.timescale || movie.movieTimescale == 0
        ? 0 : (track.timescale + movie.movieTimescale - 1) / movie.movieTimescale
      let preRoll = preRoll(of: track)
      let played = skip.saturatingAdd(left)
      let drop = Self.decodedTicks(of: track, lasting: end).map { $0 > played ? $0 - played : 0 }
      guard skip > 0 || drop ?? (rest - left) > tolerance || preRoll != nil else { continue }
      let isHalved =
        track.description.shownEntry(in: track.home).map { track.home.codec(of: $0).name.hasPrefix("HE-AAC") } ?? false
      add(
        Gapless(
          source: "'elst'", skip: skip, decoder: 0, drop: drop, left: left, rate: Double(track.timescale),
          node: track.node, preRoll: preRoll, tolerance: tolerance, hasUnknownEnd: drop == nil, countsCore: isHalved))
    }
  }

  /// How much decoders make of all samples of a track of sound, in ticks of the media: writers say less for the last
  /// packet, which is as long as the others where packets have one length. `nil` where that is not known.
  ///
  /// - Parameter end: When the last sample ends, as tables say it.
  private static func decodedTicks(of track: SampleTrack, lasting end: UInt64) -> UInt64? {
    var packets = track.samples()
    var rest = track.samples(from: track.count)
    guard let first = packets.next(), let last = rest.next(), let count = UInt64(exactly: track.count) else { return end }
    // Packets of several samples are those of sound that is not compressed, or says how many it has.
    if first.count > 1 { return end }
    let before = first.duration.saturatingMultiply(count - min(count, 1))
    let isEven = before.saturatingAdd(last.duration) == end
    if isEven, count > 1, last.duration == first.duration { return end }
    guard let entry = track.description.shownEntry(in: track.home), track.home.tree.indices.contains(entry) else { return nil }
    let codec = track.home.codec(of: entry)
    // Their last packet has as many samples as is said.
    if codec.type.isSoundByTheSample || codec.type == "alac" || codec.type == "fLaC" { return end }
    guard isEven, last.duration < first.duration,
      lengths.contains(where: { codec.name.hasPrefix($0.name) && $0.samples.contains(first.duration) })
    else { return nil }
    return before.saturatingAdd(first.duration)
  }

  /// The samples that packets of a coding have, at the rate of the core or of the output (14496-3 §4.5.1.1; 11172-3
  /// §2.4.2.1; ETSI TS 102 366 §4.1), by the beginning of its name.
  private static let lengths: [(name: String, samples: [UInt64])] = [
    ("AAC", [1_024, 960, 512, 480, 2_048, 1_920]), ("HE-AAC", [1_024, 960, 2_048, 1_920]), ("MP3", [1_152, 576]),
    ("MPEG", [1_152, 576, 384]), ("AC-3", [1_536]), ("E-AC-3", [1_536, 768, 512, 256]),
  ]

  /// The greatest distance of a group of samples that a decoder has to begin in front of.
  private func preRoll(of track: SampleTrack) -> UInt64? {
    let tree = track.home.tree
    let reader = NodeReader(track.home)
    guard let table = track.description.sampleTable(in: tree) else { return nil }
    var most: UInt64?
    for node in tree.children(of: table).prefix(4_096) where tree[node].type == "sgpd" {
      let group = reader.reading(node, items: 64)
      guard let type = group.view(SampleGroupDescription.self).code(.grouping_type), type == "roll" || type == "prol" else { continue }
      group.withEach("roll_distance") { field in
        let distance = Int64(bitPattern: field.raw)
        if distance < 0 { most = max(most ?? 0, distance.magnitude) }
        return true
      }
    }
    return most
  }

  // MARK: Broadcasts

  /// When a recording began and how loud it is, as broadcasters write it down (EBU Tech 3285 §2.3).
  private mutating func readBroadcast(of document: Document) {
    let tree = document.tree
    guard let form = tree.waveForm, let node = tree.child("bext", of: form) else { return }
    let fields = document.view(BroadcastExtension.self, of: node)
    // Who knows no time leaves zero.
    if let samples = fields.number(.TimeReference), samples > 0, let rate = SoundFormat(document)?.frequency, rate > 0
    {
      start = Start(samples: samples, rate: rate, node: node)
    }
    // Before version 2 these bytes were reserved.
    guard let version = fields.number(.version), version >= 2 else { return }
    let value = Self.loudness(in: fields)
    if !value.isEmpty { add(Loudness(name: "track loudness", value: value, source: "bext", node: node)) }
  }

  /// `programme -23.0 LUFS, range 6.5 LU, true peak -1.0 dBTP`. What was not measured is 0x7FFF, or another number that
  /// is no such level; where all of them are zero nobody measured.
  private static func loudness(in fields: View<BroadcastExtension>) -> String {
    var parts: [String] = []
    var isMeasured = false
    func add(_ name: String, _ field: BroadcastExtension.Field, _ unit: String, from least: Int64 = -9_999) {
      guard let hundredths = fields.signed(field), hundredths >= least, hundredths <= 9_999 else { return }
      isMeasured = isMeasured || hundredths != 0
      parts.append("\(name) \(number(Double(hundredths) / 100)) \(unit)")
    }
    add("programme", .LoudnessValue, "LUFS")
    add("range", .LoudnessRange, "LU", from: 0)
    add("maximum momentary", .MaxMomentaryLoudness, "LUFS")
    add("maximum short-term", .MaxShortTermLoudness, "LUFS")
    add("true peak", .MaxTruePeakLevel, "dBTP")
    return isMeasured ? parts.joined(separator: ", ") : ""
  }

  // MARK: Boxes

  /// Measured loudness, and what Opus passes over and is made louder by.
  private mutating func readBoxes(of document: Document, _ reader: NodeReader) {
    let tree = document.tree
    guard let movie = tree.child("moov", of: nil) else { return }
    for track in tree.children(of: movie).prefix(4_096) where tree[track].type == "trak" {
      if let data = tree.child("udta", of: track), let list = tree.child("ludt", of: data) {
        for node in tree.children(of: list).prefix(16) {
          let name = tree[node].type == "alou" ? "album loudness" : "track loudness"
          let value = Self.loudness(of: node, reader)
          if !value.isEmpty { add(Loudness(name: name, value: value, source: "'ludt'", node: node)) }
        }
      }
      guard let media = tree.child("mdia", of: track), let information = tree.child("minf", of: media),
        let table = tree.child("stbl", of: information), let entries = tree.child("stsd", of: table),
        let entry = tree.child("Opus", of: entries), let box = tree.child("dOps", of: entry)
      else { continue }
      let fields = reader.view(OpusConfiguration.self, of: box)
      if let skip = fields.number(.PreSkip), skip > 0 {
        add(Gapless(source: "'dOps'", skip: skip, decoder: 0, drop: nil, left: nil, rate: 48_000, node: box))
      }
      // Whatever tags say, each decoder applies it (RFC 7845 §5.1).
      if let gain = fields.signed(.OutputGain), gain != 0 {
        add(Loudness(name: "output gain", value: Self.decibels(Double(gain) / 256), source: "'dOps'", node: box))
      }
    }
  }

  /// `-2 dB`, `+0.5 dB`.
  private static func decibels(_ gain: Double) -> String { number(gain, sign: true) + " dB" }

  private static func number(_ value: Double, sign: Bool = false) -> String {
    var text = ByteWriter()
    if value < 0 { text.put("-") } else if sign { text.put("+") }
    text.put(real: (value.magnitude * 100).rounded() / 100)
    return text.string
  }

  /// What a box of loudness says: `programme -23 LUFS, true peak -1 dBTP` (23003-4 §6.3, Table A.48).
  private static func loudness(of node: NodeIndex, _ reader: NodeReader) -> String {
    let reading = reader.reading(node, items: 64)
    let box = reading.view(MeasuredLoudness.self)
    var parts: [String] = []
    if let methods = box.column(.method_definition, of: .measurements), let values = box.column(.method_value, of: .measurements) {
      for row in 0..<min(methods.count, values.count, 16) {
        guard let name = MeasuredLoudness.loudness(by: methods[row]) else { continue }
        let what = name.hasSuffix(" loudness") ? name.dropLast(9) : name[...]
        parts.append("\(what) \(number(Double(values[row]) / 4 - 57.75)) LUFS")
      }
    }
    // 0 is for what was not measured; else 20 dBTP, less 32nds.
    if let level = box.signed(.bs_true_peak_level), level != 0 {
      parts.append("true peak \(number(20 - Double(level) / 32)) dBTP")
    }
    return parts.joined(separator: ", ")
  }
}

extension NodeReader {
  /// What is said of a node in a few words.
  fileprivate func summary(of node: NodeIndex) -> String {
    var text = ByteWriter()
    putSummary(of: node, to: &text)
    return text.string
  }
}

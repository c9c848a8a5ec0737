import Atoms
import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
import Foundation
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// One fact, one value: what the reports of the programs and the asset say of a file is the same.
///
/// Each file is opened once, all reports are written of it, and their JSON and text are taken apart;
/// nothing of what they say is computed here, but for what the rows of `--timeline` add up to.
@Suite struct FactAgreementTests {
  /// `--about` says of no file that it names nobody when `--privacy` finds a person or an account in it.
  @Test func personsAreFoundByBoth() throws {
    var count = 0
    for name in Corpus.files() {
      let document = try? MediaFile.open(path: Corpus.path(of: name))
      guard let document, document.tree.file.byteCount > 0 else { continue }
      let about = try Run.atomdump("--about", Corpus.path(of: name))
      guard about.text.contains("\n  Personal    none") else { continue }
      let found = MediaFile.privacy(of: document).findings.filter { $0.kind == .person || $0.kind == .account }
      #expect(found.isEmpty, "\(name): \(found.first?.title ?? "")")
      count += 1
    }
    #expect(count > 50)
  }

  /// What every report says of one file.
  private struct Said {
    var about: [String: Any] = [:]
    var head: [String: Any] = [:]
    var timeline: [[String: Any]] = []
    /// The first lines of the outline, up to an empty one.
    var outline: [String] = []
    /// The lines of `--about`, by title.
    var lines: [String: [String]] = [:]
  }

  /// The files of the corpus, those of the samples, and a movie around each sample entry that tables
  /// can be made to read.
  private static func files(_ scratch: String) throws -> [String] {
    var files = Corpus.files().map { Corpus.path(of: $0) }
    files += Corpus.sampleFiles.map { Corpus.path(ofSample: $0) }
    for number in 0..<Catalogue.atoms.count {
      guard let entry = Catalogue.atoms.entries(of: number).first,
        Catalogue.atoms.table(number).parents.description.split(separator: " ").contains("stsd"),
        let type = FourCC(key: entry.key), let program = Catalogue.atoms.program(number)
      else { continue }
      for (place, specimen) in Specimens(of: program).all.prefix(6).enumerated() {
        let bytes = Parts.fileType("isom").bytes + movie(around: type, specimen.bytes)
        let path = "\(scratch)/specimen-\(number)-\(place).mp4"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        files.append(path)
      }
    }
    return files
  }

  private static func movie(around type: FourCC, _ payload: [UInt8]) -> [UInt8] {
    let piece = Parts.movie {
      Parts.track {
        Parts.media(handler: "vide") {
          atom(type) { bytes(payload) }
        } tables: {
          Parts.sampleTables([4, 4])
        }
      }
    }
    return piece.bytes
  }

  /// The calls whose reports are compared.
  private static let calls = [
    ["--about", "--jsonl"], ["--jsonl", "-d", "1"], ["--timeline", "--jsonl"], ["-d", "1"],
    ["--about"],
  ]

  private static let reports: [DumpReport] = {
    let tool = Tool<DumpSettings>(
      name: "atomdump", summary: "", version: "0.1.0", usage: [],
      options: DumpSettings.options(pathDetails: "") + DumpSettings.listOptions)
    return calls.compactMap { try? DumpReport(DumpProgram(tool), $0) }
  }()

  /// The texts of all reports of an opened file.
  private static func texts(of document: Document, _ source: ByteSource, _ name: String) -> [String]
  {
    reports.map { report in
      var output = ByteWriter()
      var talk = ByteWriter()
      _ = report.write(on: document, of: source, name: name, to: &output, talk: &talk)
      return output.string
    }
  }

  private static func said(_ texts: [String]) throws -> Said {
    func record(_ text: String) throws -> [String: Any] {
      let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
      return value as? [String: Any] ?? [:]
    }
    var said = Said()
    said.about = try record(texts[0])
    said.head = try record(texts[1])
    // A file without times has no list of them.
    if !texts[2].isEmpty { said.timeline = try record(texts[2])["rows"] as? [[String: Any]] ?? [] }
    let outline = texts[3].components(separatedBy: "\n")
    // Warnings come last: they say of a file what is no fact of a track.
    said.outline = outline.prefix { !$0.isEmpty }.filter { !$0.hasPrefix("! ") }
    var title = ""
    for line in texts[4].components(separatedBy: "\n")
    where line.hasPrefix("  ") && line.count > 14 {
      let own = line.dropFirst(2).prefix(11).description.trimmingCharacters(in: .whitespaces)
      if !own.isEmpty { title = own }
      said.lines[title, default: []].append(line.dropFirst(14).description)
    }
    return said
  }

  @Test func everyReportSaysTheSame() async throws {
    #expect(Self.reports.count == Self.calls.count)
    let scratch = try Scratch()
    let files = try Self.files(scratch.path)
    let parts = max(1, ProcessInfo.processInfo.activeProcessorCount)
    var compared: [String: Int] = [:]
    try await withThrowingTaskGroup(of: [String: Int].self) { group in
      for part in 0..<parts {
        group.addTask {
          var counts: [String: Int] = [:]
          for file in stride(from: part, to: files.count, by: parts).map({ files[$0] }) {
            try await Self.compare(file, &counts)
          }
          return counts
        }
      }
      for try await counts in group { compared.merge(counts, uniquingKeysWith: +) }
    }
    print("facts compared: \(compared.sorted { $0.key < $1.key })")
    for fact in ["duration", "fastStart", "codec", "writer", "playback", "made", "number"] {
      #expect(compared[fact, default: 0] >= 20, "\(fact) is compared too seldom")
    }
    for fact in ["colour", "protection", "trims", "dynamicRange"] {
      #expect(compared[fact, default: 0] >= 3, "\(fact) is compared too seldom")
    }
  }

  /// What is compared is what the program writes.
  @Test func reportsAreThoseOfTheProgram() throws {
    for name in ["mockups/movie.mov", "mockups/frag.mp4", "mockups/track.mp3"] {
      let path = Corpus.path(of: name)
      let source = try ByteSource.open(path: path)
      let texts = Self.texts(of: try Self.open(source), source, path)
      for (call, text) in zip(Self.calls, texts) {
        let run = try Run.run(
          Run.atomdump, call + [path], in: Corpus.path(of: "mockups"), environment: [:], input: nil)
        // The outline runs fewer rules than `--about`; its problems stand at its end.
        func facts(_ text: String) -> String {
          if call.contains("--about") { return text }
          let end = text.range(of: #""problems":["#) ?? text.range(of: "\n\n")
          return String(text[..<(end?.lowerBound ?? text.endIndex)])
        }
        let isSame = facts(run.text) == facts(text)
        #expect(isSame, "\(call) \(name)")
      }
    }
  }

  /// Opens a file as the programs do for `--about`.
  private static func open(_ source: ByteSource) throws -> Document {
    let document = try MediaFile.open(source)
    MediaFile.check(document, isThorough: true, countingFrames: true)
    return document
  }

  private static func compare(_ file: String, _ compared: inout [String: Int]) async throws {
    let source = try ByteSource.open(path: file)
    guard let document = try? open(source) else {
      await #expect(throws: (any Error).self, "\(file)") {
        try await MediaAsset(path: file).load(.duration)
      }
      return
    }
    try await compare(file, said(texts(of: document, source, file)), &compared)
  }

  private static func compare(
    _ file: String, _ said: Said, _ compared: inout [String: Int]
  ) async throws {
    let about = said.about
    let summary = said.head["summary"] as? [String: Any] ?? [:]
    let head = said.outline.first ?? ""
    let asset = MediaAsset(path: file, options: .init(preferPreciseDurationAndTiming: true))
    let facts = try await asset.load(.facts)
    func count(_ fact: String) { compared[fact, default: 0] += 1 }

    // Duration.
    if let own = about["duration"] as? Double {
      let other = summary["duration"] as? [String: Any]
      #expect(other?["seconds"] as? Double == own, "\(file)")
      #expect(other?["source"] as? String == about["durationSource"] as? String, "\(file)")
      let loaded = try await asset.load(.duration)
      // JSONSerialization misses the nearest double by some units of the last place.
      #expect(abs(loaded.seconds - own) <= 16 * own.ulp, "\(file): \(loaded)")
      let value = (other?["value"] as? NSNumber)?.uint64Value ?? 0
      let scale = (other?["timescale"] as? NSNumber)?.uint64Value ?? 1
      var text = ByteWriter()
      text.put(clock: value, per: scale)
      if value > 0 { #expect(head.contains(text.string), "\(file): \(head)") }
      #expect(said.lines["Duration"]?.first?.contains(text.string) == true, "\(file)")
      let claims = (about["durationClaims"] as? [[String: Any]] ?? []).map {
        "\($0["source"] ?? "") \($0["seconds"] ?? "")"
      }
      let others = (other?["claims"] as? [[String: Any]] ?? []).map {
        "\($0["source"] ?? "") \($0["seconds"] ?? "")"
      }
      #expect(claims == others, "\(file)")
      count("duration")
    } else if let other = summary["duration"] as? [String: Any] {
      #expect(other["seconds"] as? Double == 0, "\(file)")
    }

    // Fast start, type, writer.
    let isFast = about["fastStart"] as? Bool
    #expect(isFast == summary["faststart"] as? Bool && isFast == facts.fastStart.value, "\(file)")
    if head.contains("moov last") { #expect(isFast == false, "\(file)") }
    if let isFast {
      #expect(said.lines["Fast start"]?.first?.hasPrefix(isFast ? "yes" : "no") == true, "\(file)")
      count("fastStart")
    }
    #expect(about["mediaType"] as? String == summary["mimeType"] as? String, "\(file)")
    let writer = about["writtenBy"] as? [String: Any]
    #expect(writer?["name"] as? String == facts.writer.value?.name, "\(file)")
    if let name = facts.writer.value?.name, name.allSatisfy({ $0.isASCII && $0 >= " " }) {
      #expect(said.lines["Written by"]?.first?.hasPrefix(name) == true, "\(file)")
      if head.contains(", by ") { #expect(head.contains(", by " + name), "\(file)") }
      count("writer")
    }

    // When it was made.
    let made = about["made"] as? [String: Any]
    if made != nil {
      #expect(
        try await asset.load(.creationDate)?.text == made?["date"] as? String, "\(file)")
      if made?["date"] != nil { count("made") }
      let found = try await asset.load(.disclosures)
      let camera = about["camera"] as? [String: Any]
      #expect(camera?["answer"] as? String == found.camera.answer.rawValue, "\(file)")
      #expect(camera?["model"] as? String == found.camera.value?.model, "\(file)")
      let place = about["location"] as? [String: Any]
      #expect(place?["answer"] as? String == found.places.answer.rawValue, "\(file)")
      #expect(
        (place?["found"] as? [Any])?.count ?? 0 == found.places.value?.count ?? 0, "\(file)")
      let isSilent = said.lines["Location"]?.first?.hasPrefix("none") == true
      #expect(isSilent == found.places.value?.isEmpty ?? true, "\(file)")
    }
    try await compareTracks(file, said, facts, asset, &compared)
  }

  private static func compareTracks(
    _ file: String, _ said: Said, _ facts: Facts, _ asset: MediaAsset,
    _ compared: inout [String: Int]
  ) async throws {
    func count(_ fact: String) { compared[fact, default: 0] += 1 }
    let about = said.about["tracks"] as? [[String: Any]] ?? []
    let head = said.head["tracks"] as? [[String: Any]] ?? []
    let line = said.outline.dropFirst().joined(separator: " ")
    let playback = try await asset.load(.playback)
    let tracks = try await asset.load(.tracks)
    var isProtected = false
    for (place, own) in about.enumerated() where place < head.count {
      let other = head[place]
      for key in ["id", "path", "codec", "codecs", "width", "height", "sampleRate", "channels"] {
        // A timecode says itself what it is.
        if own["handler"] as? String == "tmcd", key != "id", key != "path" { continue }
        if ["codec", "codecs"].contains(key), own[key] == nil, own["codecName"] == nil { continue }
        if ["width", "height"].contains(key), own[key] == nil { continue }
        #expect(
          (own[key] as? NSObject) == (other[key] as? NSObject), "\(file) track \(place): \(key)")
      }
      guard place < facts.tracks.count else { continue }
      let fact = facts.tracks[place]
      if let codec = own["codec"] as? String, let first = fact.codings.first {
        #expect(codec == first.type.key && own["codecName"] as? String == first.name, "\(file)")
        #expect(
          own["codecs"] as? String == unique(fact.codings.compactMap(\.string)), "\(file)")
        if !line.isEmpty, place < 6, own["timecode"] == nil {
          #expect(line.contains(first.name), "\(file): \(line)")
        }
        count("codec")
      }
      #expect(tracks.count == facts.tracks.count, "\(file)")
      if tracks.count == facts.tracks.count {
        let described = try await tracks[place].load(.formatDescriptions).prefix(64)
        #expect(described.map(\.codecName) == fact.codings.map(\.name), "\(file)")
        #expect(described.map(\.mediaSubType) == fact.codings.map(\.type), "\(file)")
        #expect(described.map(\.codecs) == fact.codings.map(\.string), "\(file)")
        #expect(described.map(\.isProtected) == fact.codings.map(\.isProtected), "\(file)")
      }
      // Colours.
      let colour = own["colour"] as? [String: Any]
      #expect(colour?["answer"] as? String == fact.colour?.answer.rawValue, "\(file)")
      if let points = fact.colour?.value?.points {
        #expect((colour?["primaries"] as? NSNumber)?.uint64Value == points.primaries, "\(file)")
        #expect((colour?["transfer"] as? NSNumber)?.uint64Value == points.transfer, "\(file)")
        #expect((colour?["matrix"] as? NSNumber)?.uint64Value == points.matrix, "\(file)")
        count("colour")
      }
      // What a player is told is of boxes; a fact may be of the first sample.
      let isOfSample = fact.colour?.source.map { $0.field == nil && $0.extent != nil } ?? false
      if place < playback.tracks.count, fact.colour != nil, !isOfSample {
        #expect(playback.tracks[place].colour == fact.colour?.value, "\(file)")
      }
      if let range = fact.colour?.value?.highDynamicRange, !line.isEmpty, place < 6 {
        #expect(line.contains(range.words.description), "\(file): \(line)")
        count("dynamicRange")
      }
      // Protection.
      let protection = own["protection"] as? [String: Any]
      #expect(protection?["answer"] as? String == fact.encryption.answer.rawValue, "\(file)")
      let keys = protection?["keys"] as? [String] ?? []
      #expect(keys == (fact.encryption.value?.keys.map(\.text) ?? []), "\(file)")
      if fact.encryption.value != nil {
        isProtected = true
        if !line.isEmpty, place < 6 { #expect(line.contains("encrypted"), "\(file): \(line)") }
        count("protection")
      }
      // Playback.
      if place < playback.tracks.count {
        let shown = playback.tracks[place]
        #expect(own["start"] as? Double == shown.start.map { Double($0) / 1e6 }, "\(file)")
        #expect(own["end"] as? Double == shown.end.map { Double($0) / 1e6 }, "\(file)")
        try compareTimeline(file, said, shown, &compared)
        count("playback")
      }
      check(file, own, other, &compared)
    }
    #expect(try await asset.load(.hasProtectedContent) == isProtected, "\(file)")
  }

  /// What the row of the first edit that shows something says, held against what a player makes of it.
  private static func compareTimeline(
    _ file: String, _ said: Said, _ shown: Playback.Track, _ compared: inout [String: Int]
  ) throws {
    let rows = said.timeline.filter {
      ($0["track"] as? NSNumber)?.uint64Value == shown.id && $0["kind"] as? String == "normal"
    }
    let isOnly =
      (said.about["tracks"] as? [[String: Any]] ?? []).count {
        ($0["id"] as? NSNumber)?.uint64Value == shown.id
      } == 1
    guard isOnly, let row = rows.first, let start = shown.start, row["edit"] != nil,
      let from = row["from"] as? Double, let effect = row["effect"] as? String
    else { return }
    // A first sample that is composed after the edit begins is shown later.
    #expect(Double(start) / 1e6 >= from - 0.001, "\(file) track \(shown.id)")
    guard effect.hasPrefix("trims "), let word = effect.split(separator: " ").dropFirst().first,
      let trimmed = Double(word)
    else {
      #expect(shown.skipped < 1_000, "\(file) track \(shown.id): \(effect)")
      return
    }
    #expect(abs(Double(shown.skipped) / 1e6 - trimmed) < 0.002, "\(file) track \(shown.id)")
    compared["trims", default: 0] += 1
  }

  /// Numbers of tracks are plausible; those that are a field of a box are held against it elsewhere.
  private static func check(
    _ file: String, _ about: [String: Any], _ head: [String: Any],
    _ compared: inout [String: Int]
  ) {
    let bounds: [(String, ClosedRange<Double>)] = [
      ("width", 0...65_535), ("height", 0...65_535), ("sampleRate", 1...1e9),
      ("channels", 1...65_535), ("samples", 0...4_294_967_295), ("id", 0...4_294_967_295),
    ]
    // No number is infinite, or so small that it can only be the bits of another one.
    for number in numbers(in: about) + numbers(in: head) {
      #expect(number.isFinite && abs(number) < 2e19, "\(file): \(number)")
      #expect(number == 0 || abs(number) >= 1e-7, "\(file): \(number)")
    }
    if let start = about["start"] as? Double, let end = about["end"] as? Double {
      #expect(start <= end, "\(file): from \(start) to \(end)")
    }
    for key in ["frameRate", "bitRate", "shownWidth", "shownHeight"] {
      if let number = about[key] as? Double { #expect(number > 0, "\(file): \(key) \(number)") }
    }
    for (key, range) in bounds {
      for record in [about, head] {
        guard let number = record[key] as? NSNumber else { continue }
        #expect(range.contains(number.doubleValue), "\(file): \(key) \(number)")
        #expect(
          number.doubleValue == 0 || number.doubleValue >= 1e-3, "\(file): \(key) \(number)")
        compared["number", default: 0] += 1
      }
    }
  }

  /// All numbers of a record, those of lists and records in it included.
  private static func numbers(in value: Any) -> [Double] {
    switch value {
    case let record as [String: Any]: record.values.flatMap { numbers(in: $0) }
    case let list as [Any]: list.flatMap { numbers(in: $0) }
    case let number as NSNumber: [number.doubleValue]
    default: []
    }
  }

  /// The strings, each once, as a list.
  private static func unique(_ strings: [String]) -> String? {
    var seen: [String] = []
    for string in strings where !seen.contains(string) { seen.append(string) }
    return seen.isEmpty ? nil : seen.joined(separator: ", ")
  }

  // MARK: Snapshots

  /// The line that a snapshot keeps of playback is the one that assets and `--about` load.
  @Test func snapshotsKeepTheSamePlayback() async throws {
    let scratch = try Scratch()
    var compared = 0
    for file in ["mockups/movie.mov", "mockups/frag.mp4", "mockups/track.mp3"] {
      let path = Corpus.path(of: file)
      let copy = scratch.path + "/" + (file.split(separator: "/").last ?? "file")
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      _ = try Run.run(
        Run.programs + "/atomdiff", ["--update", copy], in: scratch.path, environment: [:],
        input: nil)
      let playback = try await MediaAsset(path: path).load(.playback)
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
      for name in names where name.hasPrefix(URL(fileURLWithPath: copy).lastPathComponent + ".") {
        let text = try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("playback") }
        let words = line.map { $0.dropFirst(8).drop { $0 == " " } }
        #expect(words.map(String.init) == (playback.tracks.isEmpty ? nil : playback.summary))
        compared += 1
      }
    }
    #expect(compared == 3)
  }

  // MARK: Fields

  /// Every number in `tracks[]` of the JSON is that of a field.
  @Test func numbersOfTracksAreFields() throws {
    var compared = 0
    var sounds = 0
    let files =
      Corpus.files().map { Corpus.path(of: $0) }
      + Corpus.sampleFiles.map { Corpus.path(ofSample: $0) }
    for file in files {
      guard let source = try? ByteSource.open(path: file),
        let document = try? MediaFile.open(source)
      else { continue }
      let tree = document.tree
      let reader = NodeReader(document)
      for track in document.synopsis.tracks where tree[track.node].type == "trak" {
        if let header = tree.child("tkhd", of: track.node) {
          reader.open(header)
          #expect(track.id == reader.number("track_ID") ?? 0, "\(file)")
          compared += 1
        }
        var path = track.node
        var isWhole = true
        for type in ["mdia", "minf", "stbl"] as [FourCC] {
          guard let next = tree.child(type, of: path) else {
            isWhole = false
            break
          }
          path = next
        }
        guard isWhole else { continue }
        if let sizes = tree.child("stsz", of: path) ?? tree.child("stz2", of: path) {
          reader.open(sizes)
          #expect(track.samples == reader.number("sample_count"), "\(file)")
          compared += 1
        }
        guard let list = tree.child("stsd", of: path), let entry = tree.firstChild(of: list)
        else { continue }
        reader.open(entry)
        if let width = track.width {
          #expect(width == reader.number("width"), "\(file)")
          #expect(track.height == reader.number("height"), "\(file)")
          compared += 1
        }
        let said = SoundFields(entry, in: document)
        if let rate = track.sampleRate {
          #expect(said.rates.contains(rate), "\(file): \(rate) of \(said.rates)")
          sounds += 1
        }
        // The first frame of MPEG audio says how many there are, and no field.
        let isOfFrames = track.codecName?.hasPrefix("MP") ?? false
        if let channels = track.channels, !isOfFrames, !["ac-3", "ec-3", "mlpa", "ac-4", "iamf"].contains(track.codec) {
          #expect(said.channels.contains(channels), "\(file): \(channels) of \(said.channels)")
        }
      }
    }
    #expect(compared >= 100 && sounds >= 40)
  }
}

/// The rates and numbers of channels that the fields of a sample entry say, in all boxes of it.
private struct SoundFields {
  var rates: Set<Double> = []
  var channels: Set<UInt64> = []

  /// Rates by their index, and channels by the configuration (14496-3 Tables 1.18 and 1.19).
  private static let indexes: [Double] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]
  private static let configurations: [UInt64: UInt64] = [7: 8, 11: 7, 12: 8, 13: 24, 14: 8]

  init(_ entry: NodeIndex, in document: Document) {
    let tree = document.tree
    let reader = NodeReader(document)
    for node in [entry] + tree.descendants(of: entry).prefix(256) where !tree[node].isRaw {
      reader.open(node)
      for name in ["samplerate", "audioSampleRate", "sampleRate", "sample_rate"] as [StaticString] {
        if let rate = reader.real(name) { rates.insert(rate) }
      }
      for name in ["samplingFrequency", "extensionSamplingFrequency"] as [StaticString] {
        if let rate = reader.real(name) { rates.insert(rate) }
      }
      for name in ["samplingFrequencyIndex", "extensionSamplingFrequencyIndex"] as [StaticString] {
        if let index = reader.number(name), index < Self.indexes.count {
          rates.insert(Self.indexes[Int(index)])
        }
      }
      for name in ["channelcount", "numAudioChannels", "numChannels", "OutputChannelCount"]
        as [StaticString]
      {
        if let count = reader.number(name) { channels.insert(count) }
      }
      if let count = reader.number("channels_minus1") { channels.insert(count + 1) }
      if let number = reader.number("channelConfiguration") {
        // Parametric stereo makes two of one.
        channels.formUnion(number == 1 ? [1, 2] : [Self.configurations[number] ?? number])
      }
    }
    switch tree[entry].type {
    // Opus is decoded at one rate (RFC 7845 §5.1); voices have one channel.
    case "Opus": rates.insert(48_000)
    case "samr", "sawb", "sevc", "sqcp", "ssmv": channels = [1]
    default: break
    }
  }
}

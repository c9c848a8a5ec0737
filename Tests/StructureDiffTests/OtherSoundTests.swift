import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Sound is the same only where it was found and compared, whatever the format of the file.
@Suite struct OtherSoundTests {
  /// One chunk of DSDIFF: a name, a size in eight bytes, and its bytes.
  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) } + bytes
  }

  /// A DSDIFF file of 16 bytes of sound.
  private static func dsdiff(sound: [UInt8]) -> [UInt8] {
    chunk(
      "FRM8",
      Array("DSD ".utf8) + chunk("FVER", [1, 5, 0, 0])
        + chunk("PROP", Array("SND ".utf8) + chunk("FS  ", [0, 0x2B, 0x11, 0]))
        + chunk("DSD ", sound))
  }

  private static func verdict(_ before: [UInt8], _ after: [UInt8]) throws -> Verdict {
    let comparison = Comparison(
      try MediaFile.open(ByteSource(copying: before)), try MediaFile.open(ByteSource(copying: after)),
      rules: .media)
    return try #require(comparison.verdict)
  }

  @Test func soundOfDSDIFFIsCompared() throws {
    let sound = [UInt8](repeating: 0x69, count: 16)
    var other = sound
    other[7] = 0x96
    let changed = try Self.verdict(Self.dsdiff(sound: sound), Self.dsdiff(sound: other))
    #expect(changed.state(of: .samples) == .changed)
    #expect(changed.closing == nil)
    #expect(changed.regressions.contains(.samples))
  }

  /// The same sound with a title, as RIFF and with sizes of 64 bits: nothing is gone, and not every player opens it.
  @Test func sizesOf64BitsAreNoOtherSound() throws {
    func little(_ value: Int, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    func riff(_ type: String, _ content: [UInt8]) -> [UInt8] { Array(type.utf8) + little(content.count) + content }
    let format = riff("fmt ", little(1, 2) + little(1, 2) + little(8_000) + little(16_000) + little(2, 2) + little(16, 2))
    let title = riff("LIST", Array("INFO".utf8) + riff("INAM", Array("Tone".utf8)))
    let sound: [UInt8] = [1, 0, 2, 0]
    let short = riff("RIFF", Array("WAVE".utf8) + format + title + riff("data", sound))
    let size = short.count - 8 + 36
    let sizes = riff("ds64", little(size, 8) + little(sound.count, 8) + little(2, 8) + little(0))
    let open = little(0xFFFF_FFFF)
    let long =
      Array("RF64".utf8) + open + Array("WAVE".utf8) + sizes + format + title + Array("data".utf8) + open + sound
    for (before, after) in [(short, long), (long, short)] {
      let verdict = try Self.verdict(before, after)
      #expect(verdict.aspects(.changed) == [.opening], "\(verdict.findings.map(\.sentence))")
      #expect(verdict.regressions.isEmpty)
      #expect(verdict.closing == nil)
    }
  }

  /// A byte in the middle of the largest part of each sound file of the corpus.
  @Test(arguments: [
    "encoded/tagged.aiff", "encoded/alaw.aif", "encoded/rf64.wav", "encoded/broadcast.wav",
    "encoded/adts.aac", "encoded/tone.tta",
  ])
  func otherSoundIsNotTheSame(name: String) throws {
    let before = try Files.bytes(name)
    let tree = try MediaFile.open(ByteSource(copying: before)).tree
    let largest = try #require(
      tree.indices.filter { tree[$0].subtreeEnd == $0.next && tree[$0].source == 0 }
        .max { tree[$0].size < tree[$1].size })
    var after = before
    after[Int(tree[largest].start + tree[largest].size / 2)] ^= 0x10
    let verdict = try Self.verdict(before, after)
    #expect(verdict.state(of: .samples) != .same, "\(verdict.findings.map(\.sentence))")
    #expect(verdict.closing?.hasPrefix("viewer: no change") != true)
  }

  /// Another rate is another length, whatever the header says of bytes in a second; and so are frames that come.
  @Test func otherRatesAndFramesAreOtherLengths() throws {
    func wave(_ rate: UInt8) -> [UInt8] {
      let format: [UInt8] = [1, 0, 1, 0, 0x40, rate, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
      let chunks = Array("WAVEfmt ".utf8) + [16, 0, 0, 0] + format + Array("data".utf8) + [0x80, 0x3E, 0, 0]
      return Array("RIFF".utf8) + [0xA4, 0x3E, 0, 0] + chunks + [UInt8](repeating: 1, count: 16_000)
    }
    // 8,000 samples: 1 s at 8 kHz (0x1F40), and at 16,192 Hz (0x3F40) less.
    let verdict = try Self.verdict(wave(0x1F), wave(0x3F))
    #expect(verdict.state(of: .startAndEnd) == .changed, "\(verdict.findings.map(\.sentence))")
    let longer = try Self.verdict(atoms { mpegAudio(frames: 3) }, atoms { mpegAudio(frames: 5) })
    #expect(longer.state(of: .startAndEnd) == .changed, "\(longer.findings.map(\.sentence))")
  }

  /// The first frame promises 40 frames, of which the last is cut off: 39 × 1,152 samples less 576 and 529 are heard.
  @Test func aFrameThatIsCutOffIsALengthWhateverTheFirstPromises() throws {
    let before = try Files.bytes("mockups/track.mp3")
    let verdict = try Self.verdict(before, Array(before.dropLast(100)))
    #expect(
      verdict.findings(of: .startAndEnd, .changed).map(\.sentence) == ["audio lasts 0.994 s, not 1.000 s"])
    let half = try Self.verdict(before, Array(before.prefix(7_028)))
    #expect(half.findings(of: .startAndEnd, .changed).map(\.sentence) == ["audio lasts 0.524 s, not 1.000 s"])
  }

  /// FFmpeg takes a file with a sixteenth more bytes than the Xing frame counts for several in a row: of `track.mp3` it
  /// leaves out 875 samples at the end (1,404 of padding, less 529), and none of them where the file has 536 bytes more than
  /// the 8,567 that it counts, from the end of the header on (FFmpeg 5.1 decodes as much of each of these).
  @Test(arguments: [(count: 491, isPlayed: false), (count: 492, isPlayed: true)])
  func paddingIsPlayedWhereTheFileLooksLikeSeveral(count: Int, isPlayed: Bool) throws {
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    let item = little(count) + little(0) + Array("Comment\0".utf8) + text
    let footer = Array("APETAGEX".utf8) + little(2_000) + little(item.count + 32) + little(1) + little(0) + little(0) + little(0)
    let before = try Files.bytes("mockups/track.mp3")
    let after = before + item + footer
    let sentences = [
      (before, after, "the last 875 samples of padding are played where the size of the file is gone by (FFmpeg)"),
      (after, before, "the last 875 samples of padding are left out where the size of the file is gone by (FFmpeg)"),
    ]
    for (before, after, sentence) in sentences {
      let verdict = try Self.verdict(before, after)
      #expect(verdict.findings(of: .startAndEnd, .changed).map(\.sentence) == (isPlayed ? [sentence] : []))
      #expect(verdict.state(of: .samples) == .same)
      #expect(verdict.regressions.contains(.startAndEnd) == isPlayed)
    }
  }

  /// A tag, and behind it bytes of a format that nobody knows.
  @Test func whatNobodyKnowsIsNotChecked() throws {
    let tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 12] + Array("TIT2".utf8) + [0, 0, 0, 2, 0, 0, 0, 65]
    let rest = (0..<64).map { UInt8(truncatingIfNeeded: 7 &* $0 &+ 1) }
    var other = rest
    other[40] ^= 1
    let verdict = try Self.verdict(tag + rest, tag + other)
    #expect(verdict.state(of: .samples) != .same)
  }

  // MARK: Frames

  /// The findings of some aspects, by state and in words.
  private static func told(_ verdict: Verdict, _ aspects: [Verdict.Aspect]) -> [String] {
    aspects.flatMap { aspect in
      verdict.findings.filter { $0.aspect == aspect }.map { "\(aspect.rawValue) \($0.state.rawValue): \($0.sentence)" }
    }
  }

  /// Frames of MPEG audio of 208 bytes with such a header.
  private static func frames(_ header: String, count: Int = 5) -> [UInt8] {
    (0..<count).flatMap { _ in hex(header).bytes + [UInt8](repeating: 0, count: 204) }
  }

  /// Channels, rate and standard are in the header of each frame: mono and stereo, two languages, MPEG-2 at half the rate,
  /// of which a frame has half as many samples.
  @Test func whatHeadersOfFramesSayIsTold() throws {
    let aspects: [Verdict.Aspect] = [.times, .setup, .sound]
    let inside = "sound not checked: audio inside samples"
    let mono = Self.frames("FFFB50C0")
    #expect(
      Self.told(try Self.verdict(mono, Self.frames("FFFB5000")), aspects) == [
        "setup changed: audio 1 channel → 2 channels", "sound changed: audio 1 channel → 2 channels", inside,
      ])
    #expect(
      Self.told(try Self.verdict(Self.frames("FFFB5080"), Self.frames("FFFB5040")), aspects).first
        == "setup changed: audio 2 channels of their own → 2 channels")
    #expect(
      Self.told(try Self.verdict(mono, Self.frames("FFF380C0")), aspects) == [
        "setup changed: audio MPEG-1 Layer III → MPEG-2 Layer III", "setup changed: audio 44,100 Hz → 22,050 Hz",
        "sound changed: audio 44,100 Hz → 22,050 Hz", inside,
      ])
    // One of them, and one more.
    var some = mono
    some[2 * 208 + 3] = 0
    #expect(
      Self.told(try Self.verdict(mono, some), [.setup]) == ["setup changed: audio 1 channel → 2 channels in frame 3"])
    #expect(
      Self.told(try Self.verdict(mono, mono + Self.frames("FFFB5000", count: 1)), [.setup]) == [
        "setup changed: audio new: frames with 2 channels"
      ])
    // Each of them, in different ways: what became of the first is not said of all.
    let mixed = mono.enumerated().map { $0.offset % 416 == 3 ? 0 : $0.element }
    let turned = mono.enumerated().map { $0.offset % 416 == 211 ? 0 : $0.element }
    let words = try #require(Self.told(try Self.verdict(mixed, turned), [.setup]).first)
    #expect(words.hasPrefix("setup changed: audio 2 channels → 1 channel in frame 1; ") && words.hasSuffix(" more are others"), "\(words)")
    // Where only their bytes are others.
    var other = mono
    other[300] = 1
    #expect(Self.told(try Self.verdict(mono, other), aspects) == [inside])
    #expect(try Self.verdict(mono, mono).findings.isEmpty)
  }

  /// Where each frame of ADTS begins.
  private static func starts(_ stream: [UInt8]) -> [Int] {
    var found: [Int] = []
    var at = 0
    while at + 7 <= stream.count, stream[at] == 0xFF {
      found.append(at)
      at += Int(stream[at + 3] & 3) << 11 | Int(stream[at + 4]) << 3 | Int(stream[at + 5] >> 5)
    }
    return found
  }

  @Test func anotherRateIsOtherTimes() throws {
    let before = try Files.bytes("encoded/adts.aac")
    var after = before
    for start in Self.starts(before) { after[start + 2] = after[start + 2] & 0xC3 | 8 << 2 }
    let verdict = try Self.verdict(before, after)
    #expect(Self.told(verdict, [.setup]).count == 1 && Self.told(verdict, [.setup])[0].hasSuffix(" Hz → 16,000 Hz"))
    #expect(verdict.state(of: .sound) == .changed)
    #expect(Self.told(verdict, [.times]).first?.hasPrefix("times changed: audio each frame lasts 64.0 ms, not ") == true)
    #expect(verdict.state(of: .startAndEnd) == .changed)
  }

  /// As many frames are as long as before, whatever the bytes of the first ones come to.
  @Test func asManyFramesAreAsLong() throws {
    let before = try Files.bytes("encoded/adts.aac")
    let starts = Self.starts(before)
    var after: [UInt8] = []
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : before.count
      var frame = Array(before[start..<end])
      if number > starts.count / 2 {
        frame += [UInt8](repeating: 0, count: 40)
        frame[3] = frame[3] & 0xFC | UInt8(frame.count >> 11)
        frame[4] = UInt8(truncatingIfNeeded: frame.count >> 3)
        frame[5] = frame[5] & 0x1F | UInt8(truncatingIfNeeded: frame.count << 5)
      }
      after += frame
    }
    let verdict = try Self.verdict(before, after)
    #expect(verdict.state(of: .samples) == .changed)
    #expect(verdict.state(of: .startAndEnd) == .same, "\(verdict.findings.map(\.sentence))")
  }

  /// 40 frames less 576 samples and 1,404 are 1.000 s; where 60 are promised, the last is not the one that was padded.
  @Test func framesThatArePromisedAreNoLength() throws {
    let before = try Files.bytes("mockups/track.mp3")
    let names = ["Xing", "Info"].map { Array($0.utf8) }
    let name = try #require(before.indices.first { names.contains(Array(before[$0...].prefix(4))) })
    #expect(before[name + 11] == 40)
    var after = before
    after[name + 11] = 60
    let verdict = try Self.verdict(before, after)
    #expect(verdict.state(of: .samples) == .same)
    #expect(
      Self.told(verdict, [.startAndEnd]) == [
        "start and end changed: audio lasts 1.020 s, not 1.000 s (the Xing header claims 1.522 s)"
      ])
  }

  /// A snapshot has the headers of frames: of a frame that is gone, and of two that changed places, it says what both
  /// files do.
  @Test(arguments: [true, false])
  func snapshotsSayTheSameOfFrames(isGone: Bool) throws {
    let bytes = try Files.bytes("encoded/adts.aac")
    let starts = Self.starts(bytes)
    try #require(starts.count > 12)
    let (first, second) = (Array(bytes[starts[8]..<starts[9]]), Array(bytes[starts[9]..<starts[10]]))
    try #require(first != second)
    let after = Array(bytes[..<starts[8]]) + second + (isGone ? [] : first) + bytes[starts[10]...]
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let parts = try #require(Rules.media.parts?(document))
    let file = try #require(StandIn(of: document, parts: parts))
    #expect(!file.parts.isEmpty)
    let pair = Comparison(document, try MediaFile.open(ByteSource(copying: after)), rules: .media)
    let found = Comparison(
      try MediaFile.open(file.source()), try MediaFile.open(ByteSource(copying: after)), rules: .media)
    #expect(found.verdict?.findings.map(\.sentence) == pair.verdict?.findings.map(\.sentence))
    #expect(found.changes.map(\.rowCounts) == pair.changes.map(\.rowCounts))
    #expect(pair.verdict?.state(of: .startAndEnd) == (isGone ? .changed : .same))
  }

  /// Frames of 1,152 samples, each with its number behind what a header takes; what a snapshot has of the file says the same.
  @Test func framesThatWereCutOffAreTold() throws {
    func stream(_ numbers: some Sequence<Int>) -> [UInt8] {
      numbers.flatMap { number in
        hex("FFFB9064").bytes + [UInt8](repeating: 0, count: 20) + [UInt8(truncatingIfNeeded: number)] + [UInt8](repeating: 0, count: 392)
      }
    }
    func samples(_ before: [UInt8], _ after: [UInt8]) throws -> [String] {
      let told = Self.told(try Self.verdict(before, after), [.samples])
      let document = try MediaFile.open(ByteSource(copying: before))
      let parts = try #require(Rules.media.parts?(document))
      let file = try #require(StandIn(of: document, parts: parts))
      let found = Comparison(
        try MediaFile.open(file.source()), try MediaFile.open(ByteSource(copying: after)), rules: .media)
      #expect(found.verdict.map { Self.told($0, [.samples]) } == told)
      return told
    }
    let (all, sound) = (0..<60, stream(0..<60))
    let cuts: [(kept: [Int], words: String)] = [
      (Array(all.dropFirst(30)), "the first 30 of 60 frames are gone"),
      (Array(all.dropLast()), "the last of 60 frames is gone"),
      (Array(10..<40), "the first 10 and the last 20 of 60 frames are gone, before 0.261 s and from 1.045 s on"),
      (Array(0..<20) + Array(30..<60), "10 of 60 frames, from 0.522 s on, are gone"),
    ]
    for cut in cuts {
      #expect(try samples(sound, stream(cut.kept)) == ["samples changed: audio " + cut.words])
      let new = cut.words.replacing(" is gone", with: " is new").replacing(" are gone", with: " are new")
      #expect(try samples(stream(cut.kept), sound) == ["samples changed: audio " + new])
    }
    // What repeats may have stood in more than one place.
    let tones = all.map { $0 % 4 }
    #expect(
      try samples(stream(tones), stream(tones[2..<31])) == ["samples changed: audio 60 → 29 frames, none the same"])
    // One that is another stands in none.
    #expect(
      try samples(sound, stream(Array(10..<25) + [99] + Array(26..<40)))
        == ["samples changed: audio 60 → 30 frames, none the same"])
  }

  // MARK: Moments

  /// A recording of 8,000 moments in a second.
  private static func wave(_ sound: [UInt8], rate: Int = 8_000) -> [UInt8] {
    func little(_ value: Int, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let format = little(1, 2) + little(1, 2) + little(rate) + little(2 * rate) + little(2, 2) + little(16, 2)
    let chunks = Array("WAVEfmt ".utf8) + little(16) + format + Array("data".utf8) + little(sound.count) + sound
    return Array("RIFF".utf8) + little(chunks.count) + chunks
  }

  @Test func momentsThatAreOthersHaveAPlace() throws {
    let sound = (0..<16_000).map { UInt8(truncatingIfNeeded: $0 / 2 &* 7 &+ $0 / 512) }
    func samples(_ other: [UInt8]) throws -> [String] {
      Self.told(try Self.verdict(Self.wave(sound), Self.wave(other)), [.samples])
    }
    var other = sound
    other[8_001] ^= 1
    #expect(try samples(other) == ["samples changed: audio 1 of 8,000 moments is another, at 0.500 s"])
    other[12_000] ^= 1
    #expect(try samples(other) == ["samples changed: audio 2 of 8,000 moments are others, from 0.500 s on"])
    #expect(
      try samples(Array(sound.dropLast(2_000))) == [
        "samples changed: audio the last 1,000 of 8,000 moments are gone"
      ])
    #expect(
      try samples(sound + [1, 1]) == ["samples changed: audio the last of 8,001 moments is new"])
    let cut = Array(sound[..<4_000]) + sound[4_500...]
    #expect(try samples(cut) == ["samples changed: audio 250 of 8,000 moments, from 0.250 s on, are gone"])
    #expect(
      try samples(Array(sound[2_000...])) == ["samples changed: audio the first 1,000 of 8,000 moments are gone"])
    // At another rate each is heard at another time.
    let faster = try Self.verdict(Self.wave(sound), Self.wave(sound, rate: 16_000))
    #expect(Self.told(faster, [.times]) == ["times changed: 'fmt '.nSamplesPerSec 8,000 Hz → 16,000 Hz"])
  }

  /// Both ends are cut off, and put there again; what may be left of more than one place, or of silence, is no cut at both.
  @Test func momentsAreCutOffAtBothEnds() throws {
    let sound = (0..<16_000).map { UInt8(truncatingIfNeeded: $0 / 2 &* 7 &+ $0 / 512) }
    func told(_ before: [UInt8], _ after: [UInt8]) throws -> [String] {
      Self.told(try Self.verdict(Self.wave(before), Self.wave(after)), [.samples])
    }
    let cut = Array(sound[2_002..<12_000])
    let ends = "samples changed: audio the first 1,001 and the last 2,000 of 8,000 moments are "
    #expect(try told(sound, cut) == [ends + "gone, before 0.125 s and from 0.750 s on"])
    #expect(try told(cut, sound) == [ends + "new, before 0.125 s and from 0.750 s on"])
    var louder = cut
    louder[5_000] ^= 1
    #expect(try told(sound, louder) == ["samples changed: audio 8,000 → 4,999 moments, none the same"])
    // A tone repeats, and so does what is left of it.
    let tone = (0..<16_000).map { UInt8(truncatingIfNeeded: $0 / 2 % 50 &* 5) }
    #expect(
      try told(tone, Array(tone[2_002..<12_002])) == ["samples changed: audio 8,000 → 5,000 moments, none the same"])
    // Of silence nobody knows where it was cut.
    let silence = [UInt8](repeating: 0, count: 4_000)
    #expect(try told(sound + silence, silence) == ["samples changed: audio the first 8,000 of 10,000 moments are gone"])
    #expect(
      try told(sound + silence + sound, silence) == ["samples changed: audio 18,000 → 2,000 moments, the first one the same"])
  }

  /// A snapshot has the first moments and digests of runs of others: where moments are others is known to a run. Earlier
  /// ones have one digest of all.
  @Test func snapshotsKnowWhereMomentsAreOthers() throws {
    let sound = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 / 2 &* 7 &+ $0 / 512) }
    let document = try MediaFile.open(ByteSource(copying: Self.wave(sound)))
    let parts = try #require(Rules.media.parts?(document))
    // 1,024 bytes behind a header of 44, and what is left of runs of 4,096 moments.
    #expect(parts.map(\.start) == [1_068, 8_236, 16_428, 24_620, 32_812] && parts.last?.end == 40_044)
    let bytes = document.tree.file.bytes
    let whole = KnownPart(start: 1_068, count: 38_976, digest: bytes.extracting(1_068..<40_044).partDigest)
    func samples(_ other: [UInt8], _ parts: [KnownPart]) throws -> [String] {
      let file = try #require(StandIn(of: document, parts: parts))
      let after = try MediaFile.open(ByteSource(copying: Self.wave(other)))
      let verdict = Comparison(try MediaFile.open(file.source()), after, rules: .media).verdict
      return Self.told(try #require(verdict), [.samples])
    }
    let start = "samples changed: audio "
    #expect(try samples(sound, parts).isEmpty && samples(sound, [whole]).isEmpty)
    var other = sound
    other[209] ^= 1
    let exact = [start + "1 of 20,000 moments is another, at 0.013 s"]
    #expect(try samples(other, parts) == exact && samples(other, [whole]) == exact)
    other[20_000] ^= 1
    #expect(
      try samples(other, parts) == [start + "at most 4,097 of 20,000 moments are others, from 0.013 s to 1.536 s"])
    other[209] ^= 1
    #expect(
      try samples(other, parts) == [start + "at most 4,096 of 20,000 moments are others, from 1.024 s to 1.536 s"])
    #expect(
      try samples(other, [whole]) == [start + "at most 19,488 of 20,000 moments are others, from 0.064 s to 2.500 s"])
    #expect(try samples(sound + [1, 1], parts) == [start + "the last of 20,001 moments is new"])
    #expect(
      try samples(Array(sound.dropLast(2)), parts) == [
        start + "20,000 → 19,999 moments, at least the first 16,384 the same"
      ])
    #expect(
      try samples(Array(sound[..<200]) + sound[202...], parts) == [
        start + "20,000 → 19,999 moments, the first 100 the same"
      ])
  }

  /// However long sound is, its runs are few.
  @Test func longSoundHasFewRuns() throws {
    let document = try MediaFile.open(ByteSource(copying: Self.wave([UInt8](repeating: 1, count: 2_000_000))))
    let parts = try #require(Rules.media.parts?(document))
    #expect(parts.count == 62 && parts.allSatisfy { $0.count <= 32_768 })
  }
}

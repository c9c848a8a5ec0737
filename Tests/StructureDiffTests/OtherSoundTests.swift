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
}

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// A snapshot tells of a file what the file itself would.
@Suite struct StandInTests {
  /// Two files of the corpus.
  struct Pair: Sendable, CustomTestStringConvertible {
    let before: String
    let after: String
    var testDescription: String { "\(before) \(after)" }

    init(_ before: String, _ after: String) { (self.before, self.after) = (before, after) }
  }

  static let pairs = [
    Pair("mockups/slow.mp4", "mockups/fast.mp4"), Pair("mockups/fast.mp4", "mockups/slow.mp4"),
    Pair("mockups/a.mp4", "mockups/b.mp4"), Pair("mockups/b.mp4", "mockups/a.mp4"),
    Pair("mockups/slow.mp4", "mockups/frag.mp4"), Pair("mockups/frag.mp4", "mockups/slow.mp4"),
    Pair("mockups/corrupt.mp4", "mockups/slow.mp4"), Pair("mockups/slow.mp4", "mockups/corrupt.mp4"),
    Pair("encoded/hevc-hev1.mp4", "encoded/hevc-hvc1.mp4"),
    Pair("encoded/h264-aac.mp4", "encoded/h264-faststart.mp4"),
    Pair("encoded/h264-aac.mp4", "encoded/h264-avc3.mp4"),
    Pair("encoded/fragmented.mp4", "encoded/fragmented-base.mp4"),
    Pair("encoded/fragmented.mp4", "encoded/fragmented-separate.mp4"),
    Pair("encoded/bento4-cenc.mp4", "encoded/bento4-cens.mp4"),
    Pair("encoded/bento4-plain.mp4", "encoded/bento4-tags.mp4"),
    Pair("encoded/bento4-plain.mp4", "encoded/bento4-edits.mp4"),
    Pair("encoded/gpac-plain.mp4", "encoded/gpac-chapters.mp4"),
    Pair("encoded/gpac-plain.mp4", "encoded/gpac-hints.mp4"),
    Pair("encoded/gpac-image.heic", "encoded/gpac-image.avif"),
    Pair("encoded/lame-cbr.mp3", "encoded/lame-vbr.mp3"),
    Pair("encoded/lame-cbr.mp3", "encoded/mpeg2-plain.mp3"),
    Pair("encoded/chapters.mp4", "encoded/chapters.mov"),
    Pair("encoded/id3v2-tags.mp3", "encoded/mutagen-both.mp3"),
    Pair("mockups/track.mp3", "mockups/slow.mp4"), Pair("mockups/movie.mov", "mockups/slow.mp4"),
    Pair("encoded/alac.m4a", "encoded/alac.mov"), Pair("encoded/broadcast.wav", "encoded/alaw.aif"),
  ]

  private static var options: Snapshot.Options {
    var options = Snapshot.Options()
    options.rules = .media
    options.keepsFile = true
    return options
  }

  /// The snapshot of a file as it is read back from its text.
  private static func snapshot(_ document: Document) throws -> Snapshot {
    var text = ByteWriter()
    Snapshot(document, options: options).write(to: &text)
    return try Snapshot(parsing: text.string)
  }

  private static func known(_ document: Document, areAbsent: Bool) throws -> KnownParts {
    let parts = try #require(Rules.media.parts?(document))
    return try #require(KnownParts(parts, areAbsent: areAbsent))
  }

  /// What came of a pair, in words.
  private struct Outcome: Equatable {
    var states: [String]
    var findings: [String]
    var changes: [String]
    var gate: [Verdict.Aspect]
    var problems: [String]
    var media: Bool?

    init(_ comparison: Comparison) throws {
      let verdict = try #require(comparison.verdict)
      states = Verdict.Aspect.allCases.map { "\($0.rawValue): \(verdict.state(of: $0).rawValue)" }
      findings = verdict.findings.map { "\($0.aspect.rawValue): \($0.sentence)" }
      let words = ChangeWords(comparison)
      changes = (comparison.changes + comparison.consequences).map {
        "\($0.kind) \(words.path(of: $0)).\($0.field)"
      }
      gate = verdict.regressions
      problems = comparison.newProblems.list.map { $0.kind.id.description }
      media = verdict.hasSameMedia
    }
  }

  /// Compares a file with another one, and with the snapshot of it: both have to say the same, but for
  /// what is said of bytes that the snapshot has not.
  private func hold(_ before: [UInt8], _ after: [UInt8]) throws {
    let pair = try Outcome(
      Comparison(try Files.open(before), try Files.open(after), rules: .media))
    let snapshot = try Self.snapshot(try Files.open(before))
    #expect(!snapshot.isEdited)
    let file = try #require(snapshot.standIn)
    let old = try MediaFile.open(file.source())
    let new = try Files.open(after)
    new.tree.file.learn(try Self.known(new, areAbsent: false))
    var options = Comparison.Options()
    options.knownProblems = snapshot.problems ?? KnownProblems()
    let found = try Outcome(Comparison(old, new, rules: .media, options: options))
    #expect(found.states == pair.states, "\(found.findings) \(pair.findings)")
    #expect(found.changes == pair.changes)
    #expect(found.gate == pair.gate)
    #expect(found.problems == pair.problems)
    #expect(found.media == pair.media)
    #expect(found.findings == pair.findings)
  }

  @Test(arguments: RegressionTests.all)
  func aSnapshotTellsPlantedFaultsAsAPairDoes(_ planted: RegressionTests.Planted) throws {
    try hold(try Files.bytes(planted.file), try planted.bytes())
  }

  @Test(arguments: pairs)
  func aSnapshotTellsWhatAPairTells(_ pair: Pair) throws {
    try hold(try Files.bytes(pair.before), try Files.bytes(pair.after))
  }

  /// Nothing that is not in it is needed, and nothing is told of a file beside its own snapshot.
  @Test(arguments: Files.all)
  func aSnapshotIsTheFile(file: String) throws {
    let document = try Files.open(at: file)
    let snapshot = try Self.snapshot(document)
    let standIn = try #require(snapshot.standIn)
    #expect(standIn.byteCount == document.tree.file.byteCount)
    let old = try MediaFile.open(standIn.source())
    document.tree.file.learn(try Self.known(document, areAbsent: false))
    var options = Comparison.Options()
    options.knownProblems = snapshot.problems ?? KnownProblems()
    let found = Comparison(old, document, rules: .media, options: options)
    let outcome = try Outcome(found)
    let own = Comparison(document, document, rules: .media)
    #expect(found.changes.isEmpty, "\(found.changes)")
    #expect(found.consequences.isEmpty)
    let states = try Outcome(own).states
    // Its samples lie on the boxes in front of its media, which are kept: nothing is known of them alone.
    if file.hasSuffix("/androidx-media--sample_fragmented_uuid.mp4") {
      #expect(outcome.states.contains("samples: not checked"))
      return
    }
    #expect(outcome.states == states, "\(file) \(outcome.findings)")
  }

  /// What stands in a snapshot is believed in nothing: each byte changed, each cut.
  @Test func damagedSnapshotsAreRefusedOrTellWhatTheyHold() throws {
    let document = try Files.open("mockups/slow.mp4")
    let parts = try #require(Rules.media.parts?(document))
    let file = try #require(StandIn(of: document, parts: parts))
    let bytes = try #require(file.encoded())
    #expect(StandIn(decoding: bytes) == file)
    var refused = 0
    for place in 0..<min(bytes.count, 1_200) {
      var damaged = bytes
      damaged[place] ^= 0x41
      guard let found = StandIn(decoding: damaged) else {
        refused += 1
        continue
      }
      // What is read all the same is another file, and opens or does not.
      #expect(found != file, "byte \(place)")
      _ = try? found.source()
      #expect(StandIn(decoding: Array(bytes.prefix(place))) == nil)
    }
    #expect(refused > 900)
    #expect(StandIn(decoding: []) == nil)
    // A file of 2⁵⁶ bytes in which nothing is kept, of one part: sizes, then no digest.
    let liar: [UInt8] = [
      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01, 0x01, 0x00,
      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01,
    ]
    let stream = deflated(liar.rawBytes)
    let packed = try #require(stream)
    let whole = try #require(
      StandIn(
        decoding: [UInt8(packed.count), UInt8(liar.count)] + packed + [1, 2, 3, 4, 5, 6]))
    #expect(whole.byteCount == 1 << 56)
    #expect(throws: SourceError.self) { try whole.source() }
  }

  /// A snapshot that leaves fields out would have them read as zeros.
  @Test func whatIsNoMediaIsNotLeftOut() throws {
    let document = try Files.open("mockups/slow.mp4")
    let parts = try #require(Rules.media.parts?(document))
    let sound = try MediaFile.open(try #require(StandIn(of: document, parts: parts)).source())
    #expect(MediaFile.mayStandIn(sound))
    let header = try #require(document.tree.indices.first { document.tree[$0].type == "tkhd" })
    let part = KnownPart(start: Int(document.tree[header].start) + 20, count: 12, digest: 1)
    let file = try #require(StandIn(of: document, parts: [part]))
    #expect(!MediaFile.mayStandIn(try MediaFile.open(try file.source())))
  }

  /// Two sample tables lead to bytes that overlap, so that neither sample is known on its own.
  @Test func samplesThatShareBytesAreKept() throws {
    let planted = try #require(RegressionTests.samples.first)
    let document = try Files.open(try planted.bytes())
    let parts = try #require(Rules.media.parts?(document))
    var end = 0
    for part in parts {
      #expect(part.start >= end)
      end = part.end
    }
    let (before, after) = (try planted.bytes(), try Files.bytes(planted.file))
    try hold(before, after)
  }
}

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
    var options = Comparison.Options()
    options.claimedProblems = snapshot.problems ?? KnownProblems()
    var found = try Outcome(Comparison(old, new, rules: .media, options: options))
    // What keyframes begin with the snapshot has not.
    let unread = "seeking: video keyframes inside samples"
    if found.findings.contains(unread), !pair.findings.contains(unread) {
      found.findings.removeAll { $0 == unread }
      found.states = zip(found.states, pair.states).map { $0.hasPrefix("seeking: ") ? $1 : $0 }
    }
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
    var options = Comparison.Options()
    options.claimedProblems = snapshot.problems ?? KnownProblems()
    let found = Comparison(old, document, rules: .media, options: options)
    let outcome = try Outcome(found)
    let own = Comparison(document, document, rules: .media)
    #expect(found.changes.isEmpty, "\(found.changes)")
    #expect(found.consequences.isEmpty)
    let states = try Outcome(own).states
    // What is wrong lies between frames, which are media: that it was wrong before is not proved.
    if file.hasSuffix("/fq--unknown.mp3") {
      #expect(
        outcome.findings == [
          "problems: audio-frames-differ, audio-sync-lost: that it was there before is a line of the "
            + "snapshot, which holds no bytes that prove it"
        ])
      return
    }
    // Its samples lie on the boxes in front of its media, which are kept: nothing is known of them alone.
    if file.hasSuffix("/androidx-media--sample_fragmented_uuid.mp4") {
      #expect(outcome.states.contains("samples: not checked"))
      return
    }
    // More is wrong with it than is kept: that the same is wrong with the same bytes takes both files.
    if file.hasSuffix("/libheif--clusterfuzz-testcase-minimized-file-fuzzer-6045213633282048.heic") {
      #expect(states.contains("problems: same"))
      #expect(outcome.findings == ["problems: there are too many to compare"])
      return
    }
    #expect(outcome.states == states, "\(file) \(outcome.findings)")
  }

  /// Sound that is cut is not the same, though no digest is of what is left of its last frame.
  @Test func soundThatIsCutIsAnother() throws {
    let bytes = try Files.bytes("encoded/lame-cbr.mp3")
    let old = try MediaFile.open(try #require(try Self.snapshot(try Files.open(bytes)).standIn).source())
    let new = try Files.open(Array(bytes.dropLast(100)))
    let found = try Outcome(Comparison(old, new, rules: .media))
    #expect(found.states.contains("samples: changed"), "\(found.findings)")
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
    // Nothing follows what is kept, as in earlier ones.
    #expect(!whole.knowsContents)
  }

  /// 600 fragments of some bytes each: those of few stand between their heads, and all the same are the heads written one
  /// beside the other. The version says that they are.
  @Test func whatIsKeptOfVeryManyNodesIsDivided() throws {
    func film(_ count: Int) -> [UInt8] {
      atoms {
        Parts.fileType("iso5", "iso5")
        Parts.fragmentedMovie()
        for place in 0..<count {
          let sample = [UInt8](repeating: UInt8(truncatingIfNeeded: place), count: 4 + place * 7 % 29)
          Parts.fragment(sequence: UInt32(place + 1), time: UInt64(100 * place), duration: 100, sample: sample)
        }
      }
    }
    func text(_ bytes: [UInt8]) throws -> String {
      var text = ByteWriter()
      Snapshot(try Files.open(bytes), options: Self.options).write(to: &text)
      return text.string
    }
    let document = try Files.open(film(600))
    let parts = try #require(Rules.media.parts?(document))
    let file = try #require(StandIn(of: document, parts: parts))
    let bytes = try #require(file.encoded())
    #expect(StandIn(decoding: bytes, isDivided: true) == file)
    #expect(StandIn(decoding: bytes) != file)
    let (few, many) = try (text(film(500)), text(film(600)))
    #expect(few.hasPrefix("atomtools snapshot 2   ") && many.hasPrefix("atomtools snapshot 3   "))
    #expect(try Snapshot(parsing: many).standIn == file)
    // A sixth more fragments take less room where all of them is kept.
    func size(_ count: Int) throws -> Int {
      let file = try #require(StandIn(of: Files.open(film(count)), parts: []))
      return try #require(file.encoded()).count
    }
    #expect(try size(600) < size(500))
    var refused = 0
    for place in 0..<min(bytes.count, 600) {
      var damaged = bytes
      damaged[place] ^= 0x41
      if StandIn(decoding: damaged, isDivided: true) == nil { refused += 1 }
    }
    #expect(refused > 500)
  }

  /// A file of four bytes without parts, of 5, 0, 2⁵⁶ and two divisions of which the second is no place of it.
  @Test(arguments: [
    [4, 0, 5, 1, 1, 1, 1, 1], [4, 0, 1, 0, 9, 9, 9, 9], [4, 0, 1, 4, 9, 9, 9, 9], [4, 0, 2, 2, 2, 9, 9, 9, 9],
    [4, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 1, 9, 9, 9, 9],
  ] as [[UInt8]])
  func divisionsAreBelievedInNothing(plain: [UInt8]) throws {
    func decoded(_ plain: [UInt8]) throws -> StandIn? {
      let stream = deflated(plain.rawBytes)
      let packed = try #require(stream)
      return StandIn(decoding: [UInt8(packed.count), UInt8(plain.count)] + packed, isDivided: true)
    }
    #expect(try decoded(plain) == nil)
    #expect(try decoded([4, 0, 2, 1, 2, 9, 8, 7, 6])?.kept == [9, 7, 6, 8])
  }

  /// A snapshot that leaves fields out would have them read as zeros.
  @Test func whatIsNoMediaIsNotLeftOut() throws {
    let document = try Files.open("mockups/slow.mp4")
    let parts = try #require(Rules.media.parts?(document))
    let sound = try MediaFile.open(try #require(StandIn(of: document, parts: parts)).source())
    #expect(MediaFile.mayStandIn(sound))
    let header = try #require(document.tree.indices.first { document.tree[$0].type == "tkhd" })
    let part = KnownPart(start: Int(document.tree[header].start) + 20, count: 12, digest: PartDigest(1, 1))
    let file = try #require(StandIn(of: document, parts: [part]))
    #expect(!MediaFile.mayStandIn(try MediaFile.open(try file.source())))
  }

  /// What is not there is samples, which no field shows. Nothing is said of a file with another sample, of more bytes than
  /// may be read, and of a file of which the matrix in `tkhd` is not there.
  @Test func fieldsAreTheSameWhereNothingButMediaIsNotThere() throws {
    var bytes = try Files.bytes("mockups/slow.mp4")
    let document = try Files.open(bytes)
    let parts = try #require(Rules.media.parts?(document))
    func showsAllFields(_ parts: [KnownPart], of other: Document, within budget: UInt64 = .max) throws -> Bool {
      let file = try #require(StandIn(of: document, parts: parts))
      return MediaFile.showsAllFields(try MediaFile.open(file.source()), of: other, within: budget)
    }
    #expect(try showsAllFields(parts, of: document))
    #expect(try !showsAllFields(parts, of: document, within: UInt64(bytes.count)))
    bytes[try #require(parts.last).start] ^= 1
    #expect(try !showsAllFields(parts, of: Files.open(bytes)))
    let header = try #require(document.tree.indices.first { document.tree[$0].type == "tkhd" })
    let start = Int(document.tree[header].start) + 48
    let matrix = document.tree.file.bytes.extracting(start..<start + 36)
    let part = KnownPart(start: start, count: 36, digest: matrix.partDigest)
    #expect(try !showsAllFields([part], of: document))
  }

  /// Of 200 fragments of 24 bytes number 81 is gone, and 151 has `free` in place of `moof`: its bytes, which no sample has
  /// any more, are the same as before.
  @Test func aFragmentWithoutItsHeadIsTheSameMedia() throws {
    func film(_ isAfter: Bool) -> [UInt8] {
      atoms {
        Parts.fileType("iso5", "iso5")
        Parts.fragmentedMovie()
        for place in 0..<200 where !isAfter || place != 80 {
          let sample = [0, 0, 0, 20, 0x41] + [UInt8](repeating: UInt8(place), count: 19)
          Parts.fragment(sequence: UInt32(place + 1), time: UInt64(100 * place), duration: 100, sample: sample)
        }
      }
    }
    var after = film(true)
    let document = try Files.open(after)
    let heads = document.tree.children(of: nil).filter { document.tree[$0].type == "moof" }
    let start = Int(document.tree[heads[149]].start)
    after.replaceSubrange(start + 4..<start + 8, with: Array("free".utf8))
    try hold(film(false), after)
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

  /// The bytes of a stand-in: those of `kept`, then `absent` bytes that are not there.
  private static func encoded(_ kept: [UInt8], absent: UInt64) -> [UInt8] {
    func number(_ value: UInt64) -> [UInt8] {
      value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + number(value >> 7)
    }
    let plain =
      number(UInt64(kept.count) + absent) + [1] + number(UInt64(kept.count)) + number(absent) + kept
    let packed = deflated(plain.rawBytes) ?? []
    return number(UInt64(packed.count)) + number(UInt64(plain.count)) + packed
      + [UInt8](repeating: 0x5A, count: 16)
  }

  /// The first bytes of a file that goes on with bytes that are not there, up to 16 GiB.
  struct Head: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// Whether media lies there.
    let isMedia: Bool

    init(_ name: String, isMedia: Bool = false, _ bytes: [UInt8]...) {
      testDescription = name
      self.isMedia = isMedia
      self.bytes = Array(bytes.joined())
    }
  }

  /// `ftyp` with the brand `isom`, and the header of an atom that goes on to the end of 16 GiB.
  private static func atom(_ type: String) -> [UInt8] {
    [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + Array(type.utf8)
      + [0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0xF0]
  }

  /// Boxes in each other that go on to the end of 16 GiB, `stsz` last, of 4,294,967,295 entries; the
  /// first 1,100 bytes of these are there.
  private static var sizes: [UInt8] {
    let types = ["moov", "trak", "mdia", "minf", "stbl", "stsz"]
    var bytes: [UInt8] = [0, 0, 0, 16] + "ftypisom".utf8 + [0, 0, 0, 0]
    for (place, type) in types.enumerated() {
      bytes += [0, 0, 0, 1] + type.utf8
      bytes += [0, 0, 0, 3, 0xFF, 0xFF, 0xFF, UInt8(0xF0 - 16 * place)]
    }
    bytes += [0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    return bytes + [UInt8](repeating: 0, count: 1_100)
  }

  static let heads = [
    Head("RIFF", Array("RIFF".utf8), [0xFF, 0xFF, 0xFF, 0xFF], Array("WAVE".utf8)),
    Head("AIFF", Array("FORM".utf8), [0x7F, 0xFF, 0xFF, 0xFF], Array("AIFF".utf8)),
    Head("udta", atom("udta")), Head("moov", atom("moov")),
    Head("meta", atom("meta"), [0, 0, 0, 0]), Head("of no known type", atom("zzzz")),
    Head("mdat", isMedia: true, atom("mdat")),
    Head("nothing behind ftyp", Array(atom("mdat").prefix(16))), Head("stsz", sizes),
    // A frame of 417 bytes, the header of the next one and 1,000 zeros.
    Head(
      "MP3", isMedia: true, [0xFF, 0xFB, 0x90, 0], Array(repeating: 0, count: 413),
      [0xFF, 0xFB, 0x90, 0], Array(repeating: 0, count: 1_000)),
    // A tag of 256 MiB, a frame of text in it.
    Head(
      "ID3v2", Array("ID3".utf8), [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F], Array("TIT2".utf8),
      [0, 0, 0, 2, 0, 0, 3, 0x41]),
    Head(
      "un-synchronised", Array("ID3".utf8), [3, 0, 0x80, 0x7F, 0x7F, 0x7F, 0x7F],
      Array("TIT2".utf8), [0, 0, 0, 2, 0, 0, 3, 0x41]),
    Head(
      "DSF", Array("DSD ".utf8), [28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  ]

  /// 200 bytes that claim 16 GiB cost no more than others: what is not there is gone past. Byte by byte
  /// each of them takes minutes.
  @Test(.timeLimit(.minutes(1)), arguments: heads)
  func whatIsNotThereIsNotGoneThrough(head: Head) throws {
    let bytes = Self.encoded(head.bytes, absent: (1 << 34) - UInt64(head.bytes.count))
    var text = ByteWriter()
    text.put("atomtools snapshot 2   profile reproducible\nstructure 17179869184 bytes, lines 00000000\n")
    text.put(base64: bytes.rawBytes)
    let standIn = try #require(try Snapshot(parsing: text.string).standIn)
    #expect(standIn.byteCount == 1 << 34)
    let document = try MediaFile.open(standIn.source())
    #expect(document.tree.count < 32)
    #expect(MediaFile.mayStandIn(document) == head.isMedia)
    guard head.isMedia else { return }
    for other in ["mockups/slow.mp4", "encoded/lame-cbr.mp3"] {
      let comparison = Comparison(document, try Files.open(other), rules: .media)
      #expect(comparison.isComplete)
    }
    #expect(Snapshot(document, options: Self.lines).isComplete)
    var found = 0
    MediaFile.forEachSoundFrame(of: document) { _, _ in found += 1 }
    #expect(found <= 2)
  }

  /// The options of lines alone.
  private static var lines: Snapshot.Options {
    var options = options
    options.keepsFile = false
    return options
  }

  // MARK: Digests

  /// Earlier snapshots hold 6 bytes of each digest, which two files can be made to share: the same ones
  /// prove nothing, and others prove that bytes are others.
  @Test func shortDigestsDoNotProveThatBytesAreTheSame() throws {
    let document = try Files.open("mockups/slow.mp4")
    let parts = try #require(Rules.media.parts?(document))
    let file = try #require(StandIn(of: document, parts: parts))
    let bytes = try #require(file.encoded())
    let digests = bytes.suffix(16 * parts.count)
    var short = Array(bytes.dropLast(16 * parts.count))
    for place in parts.indices { short += digests.dropFirst(16 * place).prefix(6) }
    let earlier = try #require(StandIn(decoding: short))
    #expect(earlier.parts.map(\.start) == parts.map(\.start))
    #expect(earlier.encoded() == short)
    let same = try Outcome(
      Comparison(try MediaFile.open(earlier.source()), document, rules: .media))
    #expect(same.states.contains("samples: not checked"), "\(same.states)")
    #expect(same.media != true)
    // A bit of the first sample is another.
    var edited = try Files.bytes("mockups/slow.mp4")
    edited[parts[0].start + 7] ^= 1
    let other = try Outcome(
      Comparison(try MediaFile.open(earlier.source()), try Files.open(edited), rules: .media))
    #expect(other.states.contains("samples: changed"), "\(other.states)")
    // Two parts that share 6 bytes of their digests are not the same ones.
    let (x, y) = (PartDigest(0x1234_5678_9ABC_0000, 0), PartDigest(0x1234_5678_9ABC_0000, 1))
    func source(_ digest: PartDigest) throws -> ByteSource {
      let part = KnownPart(start: 0, count: 9, digest: digest)
      return try ByteSource.standIn(
        byteCount: 9, kept: RawSpan(), absent: try #require(KnownParts([part], areAbsent: true)))
    }
    #expect(try source(x).comparison(of: 0..<9, with: source(x), 0..<9) == true)
    #expect(try source(x).comparison(of: 0..<9, with: source(y), 0..<9) == false)
    let cut = try #require(PartDigest([0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC][...]))
    #expect(try source(x).comparison(of: 0..<9, with: source(cut), 0..<9) == nil)
  }

  // MARK: Lines

  /// 200 times 8 bytes: `free` without content. Those that are left out are in no line for all of them.
  @Test func whatIsLeftOutIsNotFolded() throws {
    let free: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
    let document = try Files.open(
      try Files.bytes("mockups/slow.mp4") + Array(repeating: free, count: 200).flatMap { $0 })
    func lines(_ options: Snapshot.Options) -> [String] {
      Snapshot(document, options: options).nodes.map(\.path).filter { $0.hasPrefix("free") }
    }
    #expect(lines(Self.lines).count == 65)
    var options = Self.lines
    options.leavesOut = { index, _, _ in document.tree[index].type == "free" }
    #expect(lines(options) == [])
    // All but the last 100: too few are left to be folded.
    options.leavesOut = { index, _, _ in
      document.tree[index].type == "free" && index.number < document.tree.count - 100
    }
    #expect(lines(options).count == 100)
  }

  /// Lines that somebody edits together with their checksum are held against what stands behind them.
  @Test func linesAreThoseOfWhatStandsBehindThem() throws {
    let document = try Files.open("mockups/slow.mp4")
    func falseLine(_ edit: (inout Snapshot) -> Void) throws -> SnapshotCheck.Difference? {
      var snapshot = try Self.snapshot(document)
      edit(&snapshot)
      var text = ByteWriter()
      snapshot.write(to: &text)
      let read = try Snapshot(parsing: text.string)
      #expect(!read.isEdited)
      let before = try MediaFile.open(try #require(read.standIn).source())
      var options = Self.lines
      options.media = { nil }
      switch SnapshotCheck.falseLine(of: read, before, options: options) {
      case .found(let difference): return difference
      case .none: return nil
      case .notChecked: throw SourceError.notFound
      }
    }
    #expect(try falseLine { _ in } == nil)
    let header = try #require(
      try Self.snapshot(document).nodes.firstIndex { $0.path == "moov/mvhd" })
    let scale = try #require(
      try Self.snapshot(document).nodes[header].fields.firstIndex { $0.name == "timescale" })
    let line = try Self.snapshot(document).nodes[header].fields[scale].line
    let changed = try falseLine { $0.nodes[header].fields[scale].value = "90000" }
    #expect(changed?.line == line)
    #expect(changed?.name == "timescale")
    let missing = try falseLine { $0.nodes[header].fields.remove(at: scale) }
    #expect(missing?.kind == .added)
    #expect(try falseLine { $0.nodes.remove(at: header) }?.kind == .added)
    let made = try falseLine { snapshot in
      var node = snapshot.nodes[header]
      node.path = "moov/made"
      snapshot.nodes.append(node)
    }
    #expect(made?.kind == .removed)
    // Nor is the identity of media that another file has, or one that nothing stands behind.
    let media = try falseLine { $0.media = Snapshot.Line("4 parts, sha256 00") }
    #expect(media?.name == "media")
    #expect(media?.kind == .changed)
    #expect(try falseLine { $0.media = Snapshot.Line("sha256 00") }?.name == "media")
    #expect(try falseLine { $0.playback = Snapshot.Line("track 1 for 1 s") }?.name == "playback")
  }

  /// That a problem is an old one is believed where the bytes that a snapshot holds show it, not because a
  /// line says so.
  @Test func problemsThatALineTellsOfAreNotOld() throws {
    let before = try Files.open("mockups/slow.mp4")
    // The second track header says that it is of the first track.
    var bytes = try Files.bytes("mockups/slow.mp4")
    let header = try #require(
      try Path("//tkhd").nodes(in: before).last.map { Int(before.tree[$0].payloadStart) })
    bytes[header + 15] = 1
    let after = try Files.open(bytes)
    func problems(_ claimed: KnownProblems, _ first: Document) -> [String] {
      var options = Comparison.Options()
      options.claimedProblems = claimed
      return (Comparison(first, after, rules: .media, options: options).verdict?.findings ?? [])
        .filter { $0.aspect == .problems }.map { "\($0.state) \($0.text)" }
    }
    let broken = KnownProblems(try #require(Rules.media.check?(after)))
    #expect(!broken.counts.isEmpty)
    let told = problems(KnownProblems(), before)
    #expect(told.count == 1 && told[0].hasPrefix("changed \(broken.counts.count) new: "), "\(told)")
    let forged = problems(broken, before)
    #expect(
      forged.count == 1 && forged[0].hasSuffix("which holds no bytes that prove it"), "\(forged)")
    #expect(forged.first?.hasPrefix("notChecked ") == true, "\(forged)")
    // What stands in the bytes is old.
    #expect(problems(broken, after) == [])
  }

  /// Of every file the lines are those of what its snapshot holds of it.
  @Test(arguments: Files.all)
  func linesOfEveryFileAreTold(file: String) throws {
    let snapshot = try Self.snapshot(try Files.open(at: file))
    let before = try MediaFile.open(try #require(snapshot.standIn).source())
    guard case .none = SnapshotCheck.falseLine(of: snapshot, before, options: Self.lines) else {
      Issue.record("\(SnapshotCheck.falseLine(of: snapshot, before, options: Self.lines))")
      return
    }
  }
}

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// What somebody may break in a file without noticing, planted byte by byte into files of the corpus,
/// and the words by which the verdict tells each.
@Suite struct RegressionTests {
  /// One field that is written over: the `nth` place where the four letters of its box stand, so many
  /// bytes behind these.
  struct Planted: Sendable, CustomTestStringConvertible {
    let name: String
    let file: String
    let box: String
    var nth = 1
    let at: Int
    let width: Int
    let edit: Edit
    let aspect: Verdict.Aspect
    let words: String

    enum Edit: Sendable {
      case add(Int)
      case set(UInt64)
    }

    init(
      _ name: String, _ file: String, _ box: String, _ nth: Int = 1, at: Int, _ width: Int,
      _ edit: Edit, _ aspect: Verdict.Aspect, _ words: String
    ) {
      (self.name, self.file, self.box, self.nth, self.at, self.width) = (
        name, file, box, nth, at, width
      )
      (self.edit, self.aspect, self.words) = (edit, aspect, words)
    }

    var testDescription: String { name }

    /// The bytes of the file with the fault in it.
    func bytes() throws -> [UInt8] {
      var bytes = try Files.bytes(file)
      let letters = Array(box.utf8)
      var found = 0
      let place = try #require(
        (0..<bytes.count - letters.count).first { place in
          guard bytes[place..<place + letters.count].elementsEqual(letters) else { return false }
          found += 1
          return found == nth
        })
      let start = place + letters.count + at
      let old = bytes[start..<start + width].reduce(UInt64(0)) { $0 &<< 8 | UInt64($1) }
      var new: UInt64
      switch edit {
      case .add(let number): new = old &+ UInt64(bitPattern: Int64(number))
      case .set(let number): new = number
      }
      for index in (start..<start + width).reversed() {
        bytes[index] = UInt8(truncatingIfNeeded: new)
        new &>>= 8
      }
      return bytes
    }
  }

  private static let slow = "mockups/slow.mp4"
  private static let frag = "mockups/frag.mp4"
  private static func code(_ text: String) -> Planted.Edit {
    .set(text.utf8.reduce(0) { $0 << 8 | UInt64($1) })
  }

  static let samples = [
    Planted(
      "a chunk of sound one byte on", slow, "stco", 2, at: 52, 4, .add(1), .samples,
      "audio 2 of 88 samples, from 20 (0.418 s) on, are read from other bytes (+1)"),
    Planted(
      "a chunk of pictures one byte on", slow, "stco", at: 20, 4, .add(1), .samples,
      "video sample 5 of 48 (0.167 s) is read from other bytes (+1)"),
    Planted(
      "a sample one byte longer", slow, "stsz", at: 28, 4, .add(1), .samples,
      "video sample 5 of 48 (0.167 s) has another size"),
    Planted(
      "more samples in a chunk", slow, "stsc", 2, at: 12, 4, .add(1), .samples,
      "audio 87 of 88 samples, from 2 (0.000 s) on, are others"),
    Planted(
      "a run one byte on", frag, "trun", 2, at: 8, 4, .add(1), .samples,
      "audio 19 of 88 samples, from 1 (0.000 s) on, are read from other bytes (+1)"),
    Planted(
      "samples said to be in another file", slow, "url ", at: 0, 4, .set(0), .samples,
      "video all 48 samples are not in the file any more"),
    Planted(
      "a byte of a sample", slow, "mdat", at: 3_000, 1, .add(1), .samples,
      "video sample 3 of 48 (0.083 s) is another"),
    Planted(
      "a byte of an item", "encoded/gpac-image.heic", "mdat", at: 50, 1, .add(1), .samples,
      "item 1 (hvc1) has other bytes"),
    Planted(
      "an item one byte longer", "encoded/gpac-image.heic", "iloc", at: 18, 4, .add(1), .samples,
      "item 1 (hvc1) has other bytes (534 → 535)"),
    Planted(
      "a byte of a subtitle's picture", "encoded/subtitles.mp4", "mdat", at: 4, 1, .add(1), .samples,
      "video sample 1 of 10 (0.000 s) is another"),
  ]

  static let times = [
    Planted(
      "half the frame rate", slow, "stts", at: 12, 4, .set(1_024), .times, "video 24 → 12 fps"),
    Planted(
      "composition offsets", slow, "ctts", at: 12, 4, .add(512), .times,
      "video 11 of 48 samples, from 1 (0.042 s) on, are shown 41.7 ms later (composition offset)"),
    Planted(
      "another timescale", slow, "mdhd", 2, at: 12, 4, .set(48_000), .times,
      "audio samples last 21.3 ms, not 23.2 ms"),
    Planted(
      "a hole before a fragment", frag, "tfdt", 4, at: 4, 8, .add(12_288), .times,
      "video 1.000 s hole at 0.542 s"),
    Planted(
      "a speed", slow, "elst", at: 16, 4, .set(0x8000), .times,
      "video plays at 0.5 times its speed (was its own)"),
    Planted(
      "a held picture", slow, "elst", at: 16, 4, .set(0), .times, "video plays held (was its own)"),
    Planted(
      "the rate of the movie", slow, "mvhd", at: 20, 4, .set(0x20000), .times,
      "mvhd.rate 1.0 → 2.0"),
    Planted(
      "samples of a fragment that last longer", frag, "tfhd", at: 8, 4, .add(512), .times,
      "video sample 1 (0.083 s) lasts 41.7 ms longer"),
    Planted(
      "sound 42 ms early", slow, "elst", 2, at: 12, 4, .add(1_852), .startAndEnd,
      "audio starts 42.0 ms earlier against video"),
    Planted(
      "pictures early", slow, "elst", at: 12, 4, .add(512), .startAndEnd,
      "video starts 41.7 ms earlier"),
    Planted(
      "sound 11.6 ms early", slow, "elst", 2, at: 12, 4, .add(512), .startAndEnd,
      "audio starts 11.6 ms earlier against video"),
    Planted(
      "sound that ends early", slow, "elst", 2, at: 8, 4, .add(-500), .startAndEnd,
      "audio lasts 1.500 s, not 2.000 s"),
    Planted(
      "a movie said to be longer", slow, "mvhd", at: 16, 4, .add(500), .startAndEnd,
      "mvhd.duration 2,000 (2.000 s) → 2,500 (2.500 s)"),
    Planted(
      "gapless playback", "made/freeform.m4a", "iTunSMPB", at: 20, 1, .add(1), .startAndEnd,
      "iTunSMPB"),
    Planted(
      "another timecode", slow, "mdat", at: 0, 4, .set(5), .timecode,
      "starts at 00:00:00:05, not 01:00:00:00"),
  ]

  static let seeking = [
    Planted(
      "no list of sync samples", "encoded/chapters.mp4", "stss", at: -4, 4, code("free"),
      .seeking, "video every sample is now marked as a sync sample"),
    Planted(
      "no sync sample", slow, "stss", at: 4, 4, .set(0), .seeking,
      "video sample 1 of 48 (0.000 s) is no longer a sync sample"),
    Planted(
      "an index that leads elsewhere", "encoded/dash-sidx.mp4", "sidx", at: 20, 4, .add(64),
      .seeking, "sidx.first_offset"),
    Planted(
      "random access that leads elsewhere", frag, "tfra", at: 20, 8, .add(1_000), .seeking,
      "tfra[track=1].moof_offset"),
    Planted(
      "the distance of a roll", slow, "sgpd", at: 16, 2, .add(1), .seeking,
      "sgpd.roll_distance -1 → 0"),
  ]

  static let setup = [
    Planted(
      "the size of lengths", slow, "avcC", at: 4, 1, .add(-2), .setup,
      "avcC.lengthSizeMinusOne 3 (4) → 1 (2)"),
    Planted(
      "a profile", slow, "avcC", at: 1, 1, .set(100), .setup, "avcC.AVCProfileIndication 244"),
    Planted(
      "another sample entry", slow, "stsc", at: 16, 4, .add(1), .setup,
      "video 2 of 48 samples, from 1 (0.000 s) on, use sample entry 2, not 1"),
    Planted(
      "another sample entry in fragments", frag, "trex", at: 8, 4, .add(1), .setup,
      "video all 48 samples use sample entry 2, not 1"),
    Planted(
      "a parameter set", slow, "avcC", at: 12, 1, .add(1), .setup,
      "avcC.separate_colour_plane_flag 0 → 1"),
    Planted(
      "what a decoder of sound is told", slow, "esds", at: 30, 1, .add(1), .setup,
      "audio is AAC (was AAC-LC)"),
    Planted(
      "the code of a sample entry", slow, "avc1", 2, at: -4, 4, code("avc3"), .setup,
      "avc1.type avc1 → avc3"),
    Planted(
      "pre-skip", "encoded/opus.mp4", "dOps", at: 2, 2, .add(100), .setup,
      "dOps.PreSkip 312 → 412"),
    Planted(
      "channels", slow, "mp4a", at: 16, 2, .set(1), .setup, "mp4a.channelcount 2 → 1"),
    Planted(
      "sampling rate", slow, "mp4a", at: 24, 4, .set(48_000 << 16), .setup,
      "mp4a.samplerate 44100.0 Hz → 48000.0 Hz"),
    Planted(
      "the level of AV1", "encoded/av1.mp4", "av1C", at: 1, 1, .add(1), .setup,
      "av1C.seq_level_idx_0 0 (2.0) → 1 (2.1)"),
  ]

  static let look = [
    Planted(
      "mirrored", slow, "tkhd", at: 40, 4, .set(0xFFFF_0000), .display,
      "pictures mirrored (were upright)"),
    Planted(
      "pixels that are not square", frag, "pasp", at: 0, 4, .set(4), .display,
      "pictures shown 640×120 (were 160×120)"),
    Planted(
      "the shown width", slow, "tkhd", at: 76, 2, .set(320), .display,
      "tkhd.width 160.0 → 320.0"),
    Planted(
      "another primary item", "encoded/gpac-image.heic", "pitm", at: 4, 2, .add(1), .display,
      "pitm.item_ID 1 → 2"),
    Planted(
      "interlaced", "encoded/cropped.mov", "fiel", at: 0, 1, .set(2), .display,
      "fiel.fields 1 (progressive) → 2 (interlaced)"),
    Planted("silence", slow, "tkhd", 2, at: 36, 2, .set(0), .sound, "tkhd.volume 1.0 → 0.0"),
    Planted(
      "balance", slow, "smhd", at: 4, 2, .set(0x100), .sound, "smhd.balance 0.0 → 1.0"),
    Planted(
      "a track that is disabled", slow, "tkhd", 2, at: 0, 4, .set(0), .tracks,
      "audio is no longer enabled"),
    Planted("a language", slow, "mdhd", 2, at: 20, 2, .add(1), .tracks, "mdhd.language"),
    Planted(
      "alternatives", slow, "tkhd", 2, at: 34, 2, .add(1), .tracks,
      "tkhd.alternate_group 1 → 2"),
    Planted(
      "sound that is called subtitles", slow, "hdlr", 2, at: 8, 4, code("subt"), .tracks,
      "hdlr.handler_type 'soun' (audio) → 'subt' (subtitles)"),
    Planted(
      "sound that is called text", slow, "hdlr", 2, at: 8, 4, code("text"), .sound,
      "text is no track of sound any more"),
    Planted(
      "chapters that nothing leads to", "made/chapter-track.mp4", "chap", at: 0, 4, .add(5), .text,
      "2 chapters → 0 (track 2)"),
    Planted(
      "the time of a chapter", "encoded/chapters.mp4", "chpl", at: 20, 1, .add(1), .text,
      "chapter 2: "),
    Planted(
      "the brand", slow, "ftyp", at: 0, 4, code("qt  "), .opening, "ftyp.major_brand"),
  ]

  static let protection = [
    Planted(
      "another key", "encoded/encrypted-ctr.mp4", "tenc", at: 10, 1, .add(1), .protection,
      "tenc.default_KID"),
    Planted(
      "the size of vectors", "encoded/encrypted-ctr.mp4", "tenc", at: 7, 1, .set(16), .protection,
      "tenc.default_Per_Sample_IV_Size 8 → 16"),
    Planted(
      "the scheme", "encoded/encrypted-ctr.mp4", "schm", at: 4, 4, code("cbcs"), .protection,
      "schm.scheme_type 'cenc'"),
    Planted(
      "a vector", "encoded/encrypted-ctr.mp4", "senc", at: 8, 1, .add(1), .protection,
      "senc.InitializationVector"),
    Planted(
      "a system of protection", "encoded/bento4-pssh.mp4", "pssh", at: 6, 1, .add(1), .protection,
      "pssh.SystemID"),
  ]

  static let all = samples + times + seeking + setup + look + protection

  /// Each is told by its aspect, in these words, and no sentence says that nothing changed.
  @Test(arguments: all)
  func plantedFaultsAreTold(_ planted: Planted) throws {
    let before = try Files.open(planted.file)
    let after = try Files.open(try planted.bytes())
    let comparison = Comparison(before, after, rules: .media)
    let verdict = try #require(comparison.verdict)
    let told = verdict.findings(of: planted.aspect, .changed).map(\.sentence)
    #expect(
      told.contains { $0.contains(planted.words) },
      "\(verdict.findings.map { "\($0.aspect.rawValue): \($0.sentence)" })")
    #expect(verdict.closing == nil)
    #expect(!comparison.changes.isEmpty || !comparison.newProblems.list.isEmpty)
    if planted.aspect == .samples { #expect(verdict.hasSameMedia == false) }
  }

  /// The same without the fault: all is said to be the same, with what proves it.
  @Test(arguments: Array(Set(all.map(\.file))).sorted())
  func filesAreTheSameAsThemselves(file: String) throws {
    let comparison = Comparison(try Files.open(file), try Files.open(file), rules: .media)
    let verdict = try #require(comparison.verdict)
    #expect(verdict.findings.isEmpty, "\(verdict.findings)")
    #expect(verdict.closing?.hasPrefix("viewer: no change (16 aspects; ") == true)
    #expect(verdict.hasSameMedia == true)
    for subject in verdict.subjects { #expect(subject.sameCount == subject.counts.after) }
  }

  /// Samples that are too many bytes to read are said not to be checked, whatever else is the same.
  @Test func whatWasNotReadIsNotSaidToBeTheSame() throws {
    let document = try Files.open(Self.slow)
    var options = Comparison.Options()
    options.payloadLimit = 4_000
    let verdict = try #require(
      Comparison(document, document, rules: .media, options: options).verdict)
    #expect(verdict.state(of: .samples) == .notChecked)
    #expect(verdict.hasSameMedia == nil)
    #expect(verdict.closing?.hasPrefix("no change found; samples not checked (") == true)
    #expect(verdict.media.hasPrefix("media not compared ("))
  }

  /// Of samples that are too many bytes to read another size is told all the same.
  @Test func anotherSizeOfASampleThatWasNotReadIsAChange() throws {
    func file(_ sizes: [UInt32], first: UInt8 = 1) throws -> Document {
      func made(at offset: UInt32) -> [UInt8] {
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie {
            Parts.track {
              Parts.media { Parts.visualEntry("jpeg") } tables: { Parts.sampleTables(sizes, at: offset) }
            }
          }
          atom("mdat") { bytes([first, 2, 3, 4, 5, 6, 7, 8, 9]) }
        }
      }
      return try Files.open(made(at: UInt32(made(at: 0).count - 9)))
    }
    var options = Comparison.Options()
    options.payloadLimit = 8
    let verdict = try #require(
      Comparison(try file([5, 4]), try file([5, 3]), rules: .media, options: options).verdict)
    #expect(
      verdict.findings(of: .samples, .changed).map(\.sentence) == ["video sample 2 of 2 (0.200 s) has another size"])
    #expect(verdict.state(of: .samples) == .changed && verdict.closing == nil)
    // Also where one that was read is another.
    options.payloadLimit = 10
    let both = try #require(
      Comparison(try file([5, 4]), try file([5, 3], first: 7), rules: .media, options: options).verdict)
    let told = both.findings(of: .samples, .changed).map(\.sentence)
    #expect(told.count == 2 && told[0].hasSuffix(" is another") && told[1].hasSuffix(" has another size"), "\(told)")
  }

  /// A chunk that lies otherwise than all others is read, however many bytes there are behind what is read of all.
  @Test(arguments: [1, 2] as [UInt32])
  func aChunkThatMovedAloneIsRead(tracks: UInt32) throws {
    func file(_ wrong: Int?) throws -> Document {
      func made(at offset: UInt32) -> [UInt8] {
        atoms {
          Parts.fileType("isom", "isom")
          Parts.movie {
            for id in 1...tracks {
              Parts.track(id: id) {
                Parts.media { Parts.visualEntry("jpeg") } tables: {
                  atom("stts", version: 0) { u32(1, 40, 100) }
                  atom("stsc", version: 0) { u32(1, 1, 1, 1) }
                  atom("stsz", version: 0) { u32(2, 40) }
                  atom("stco", version: 0) {
                    u32(40)
                    for chunk in 0..<40 { u32(offset + UInt32(2 * chunk) + (chunk == wrong && id == tracks ? 1 : 0)) }
                  }
                }
              }
            }
          }
          atom("mdat") { bytes((0..<100).map { UInt8($0) }) }
        }
      }
      return try Files.open(made(at: UInt32(made(at: 0).count - 100)))
    }
    var options = Comparison.Options()
    // Sixteen samples of both files, and one more of each track: of the second track none but that.
    options.payloadLimit = 64 * UInt64(tracks)
    func told(_ wrong: Int?) throws -> [String] {
      let verdict = try #require(Comparison(try file(nil), try file(wrong), rules: .media, options: options).verdict)
      return verdict.findings(of: .samples, .changed).map(\.sentence)
    }
    let behind = try told(34)
    #expect(behind.count == 1 && behind[0].hasSuffix(" sample 35 of 40 (3.400 s) is another"), "\(behind)")
    // The first one that there is no room for.
    #expect(try told(16).count == 1)
    // Within what is read of all.
    let within = try told(3)
    #expect(within.count == 1 && within[0].hasSuffix(" sample 4 of 40 (0.300 s) is another"), "\(within)")
    // All that moved alike is not.
    #expect(try told(nil).isEmpty)
  }

  /// Chunks of four samples of a tenth of a second, of two bytes each but for what `sizes` says; each chunk lies `wrong`
  /// bytes behind where it is.
  private func jpegs(_ chunks: Int, _ sizes: Piece, media: [UInt8], wrong: (Int) -> UInt32) throws -> Document {
    func made(at offset: UInt32) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry("jpeg") } tables: {
              atom("stts", version: 0) { u32(1, UInt32(4 * chunks), 100) }
              atom("stsc", version: 0) { u32(1, 1, 4, 1) }
              sizes
              atom("stco", version: 0) {
                u32(UInt32(chunks))
                for chunk in 0..<chunks { u32(offset + UInt32(8 * chunk) + wrong(chunk)) }
              }
            }
          }
        }
        atom("mdat") { bytes(media) }
      }
    }
    return try Files.open(made(at: UInt32(made(at: 0).count - media.count)))
  }

  /// Of a chunk that moved alone the first sample is read, and it is told which others lie in it: that is one change, of the
  /// table that says so. Where bytes differ as well, that is another.
  @Test func samplesOfAChunkThatMovedAloneAreTold() throws {
    func file(wrong: UInt32 = 0, sizes: [UInt32] = [], first: UInt8 = 0) throws -> Document {
      let sizes = atom("stsz", version: 0) {
        u32(0, 40)
        for number in 0..<40 { u32(number < sizes.count ? sizes[number] : 2) }
      }
      return try jpegs(10, sizes, media: [first] + (1..<100).map { UInt8($0) }) { $0 == 8 ? wrong : 0 }
    }
    var options = Comparison.Options()
    // Sixteen samples of both files, and one more.
    options.payloadLimit = 64
    func told(_ after: Document) throws -> (samples: [String], changes: Int, media: [String]) {
      let found = Comparison(try file(), after, rules: .media, options: options)
      let verdict = try #require(found.verdict)
      return (
        verdict.findings(of: .samples, .changed).map(\.sentence), found.changes.count, found.unlistedMedia.map(\.sentence)
      )
    }
    let moved = try told(file(wrong: 3))
    let following = "; the 3 behind sample 33, up to sample 36 (3.500 s), are read as far off (+3 bytes)"
    #expect(moved.samples == ["video sample 33 of 40 (3.200 s) is another" + following])
    #expect(moved.changes == 1 && moved.media.isEmpty, "\(moved)")
    // Another size of a sample in front is a change of its own, and of two tables.
    let both = try told(file(wrong: 3, sizes: [2, 2, 2, 1]))
    #expect(both.samples == ["video 2 of 40 samples, from 4 (0.300 s) on, are others" + following])
    #expect(both.changes == 2 && both.media.isEmpty, "\(both)")
    let other = try told(file(wrong: 3, first: 7))
    #expect(other.changes == 1 && other.media.count == 1, "\(other)")
    // Where the table is left out, the sample is another all the same.
    let tree = try file().tree
    options.isIgnored = { change in change.before.map { tree[$0].type == "stco" } ?? false }
    #expect(try told(file(wrong: 3)).media.count == 1)
  }

  /// Of more chunks that moved alone than are named it is told how many samples lie in them.
  @Test func furtherChunksThatMovedAloneAreCounted() throws {
    func file(wrong: Range<Int> = 0..<0) throws -> Document {
      let media = (0..<400).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) }
      return try jpegs(40, atom("stsz", version: 0) { u32(2, 160) }, media: media) { wrong.contains($0) ? UInt32($0) : 0 }
    }
    var options = Comparison.Options()
    // 96 samples of both files, and six more.
    options.payloadLimit = 384
    func told(_ wrong: Range<Int>) throws -> String {
      let verdict = try #require(Comparison(try file(), file(wrong: wrong), rules: .media, options: options).verdict)
      return try #require(verdict.findings(of: .samples, .changed).first).sentence
    }
    #expect(try told(24..<28).hasSuffix("the 3 behind sample 109, up to sample 112 (11.100 s), are read as far off (+27 bytes)"))
    #expect(try told(24..<29).hasSuffix("(+27 bytes); so are 3 behind 1 other"))
    #expect(try told(24..<30).hasSuffix("(+27 bytes); so are 6 behind 2 others"))
  }

  /// Of media that is too long to be compared as a whole no field says that a sample is another: it is a change all the
  /// same, unless the media is left out.
  @Test func otherSamplesOfLongMediaAreAChange() throws {
    var film = Film()
    let before = try film.document()
    film.samples[2] = 9
    let after = try film.document()
    var options = Comparison.Options()
    // Twice 16 bytes of samples, and 48 with their headers.
    options.payloadLimit = 47
    for makesVerdict in [true, false] {
      options.makesVerdict = makesVerdict
      let found = Comparison(before, after, rules: .media, options: options)
      #expect(found.changes.isEmpty && found.isMediaUnknown && !found.isEqual)
      #expect(found.unlistedMedia.map(\.sentence) == ["video 1 of 8 samples is another"])
    }
    options.isIgnored = { change in change.before.map { before.tree[$0].type == "mdat" } ?? false }
    #expect(Comparison(before, after, rules: .media, options: options).isEqual)
    options.isIgnored = { $0.field == "data" }
    #expect(Comparison(before, after, rules: .media, options: options).isEqual)
    options.isIgnored = { _ in false }
    #expect(Comparison(before, before, rules: .media, options: options).isEqual)
  }

  /// Eight samples of two bytes, half of them in each of two `mdat`, with bytes behind those of the first.
  private func halves(_ samples: [UInt8], behind: [UInt8] = []) throws -> Document {
    func file(at first: UInt32) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry("avc1") } tables: {
              atom("stts", version: 0) { u32(1, 8, 100) }
              atom("stsc", version: 0) { u32(1, 1, 4, 1) }
              atom("stsz", version: 0) { u32(2, 8) }
              atom("stco", version: 0) { u32(2, first, first + UInt32(16 + behind.count)) }
            }
          }
        }
        atom("mdat") { bytes(samples.prefix(4).flatMap { [$0, $0] } + behind) }
        atom("mdat") { bytes(samples.dropFirst(4).flatMap { [$0, $0] }) }
      }
    }
    return try Files.open(file(at: UInt32(file(at: 0).count - 24 - behind.count)))
  }

  /// Of two `mdat` one is another by its size, which its change says: what is in it is not said once more for the sake
  /// of the one that is too long to be compared.
  @Test(arguments: [(47, 1), (80, 20)] as [(UInt64, Int)])
  func samplesInMediaThatIsListedAreNotListedAgain(limit: UInt64, more: Int) throws {
    var options = Comparison.Options()
    options.payloadLimit = limit
    let before = try halves([1, 2, 3, 4, 5, 6, 7, 8])
    func unlisted(_ samples: [UInt8], more: Int) throws -> [String] {
      let after = try halves(samples, behind: Array(repeating: 0, count: more))
      let found = Comparison(before, after, rules: .media, options: options)
      #expect(found.isMediaUnknown && found.changes.isEmpty == (more == 0))
      return found.unlistedMedia.map(\.sentence)
    }
    // One in the first, one in the second, and both.
    #expect(try unlisted([1, 9, 3, 4, 5, 6, 7, 8], more: more).isEmpty)
    #expect(try unlisted([1, 2, 3, 4, 5, 9, 7, 8], more: more).count == 1)
    #expect(try unlisted([1, 9, 3, 4, 5, 9, 7, 8], more: more).count == 1)
    #expect(try unlisted([1, 2, 3, 4, 5, 6, 7, 8], more: more).isEmpty)
    // Where no size is another nothing else says it.
    options.payloadLimit = 47
    #expect(try unlisted([1, 9, 3, 4, 5, 6, 7, 8], more: 0).count == 1)
  }

  /// A rule that only the second file breaks is told although everything is left out.
  @Test func newProblemsAreNotLeftOut() throws {
    let planted = try #require(Self.samples.first)
    var options = Comparison.Options()
    options.isIgnored = { _ in true }
    let comparison = Comparison(
      try Files.open(planted.file), try Files.open(try planted.bytes()), rules: .media,
      options: options)
    #expect(comparison.changes.isEmpty)
    #expect(comparison.newProblems.list.map(\.kind.id.description) == ["samples-overlap"])
    #expect(comparison.verdict?.state(of: .problems) == .changed)
  }

  /// Tracks in another order and under other numbers are those that they were.
  @Test func tracksAreKnownByTheirSamples() throws {
    let before = try Files.open(Self.slow)
    // The numbers of the tracks of pictures and of sound are exchanged: tkhd, 12 bytes behind its name.
    var bytes = try Files.bytes(Self.slow)
    let letters = Array("tkhd".utf8)
    let places = (0..<bytes.count - 4).filter { bytes[$0..<$0 + 4].elementsEqual(letters) }
    bytes[places[0] + 4 + 15] = 2
    bytes[places[1] + 4 + 15] = 1
    let verdict = try #require(Comparison(before, try Files.open(bytes), rules: .media).verdict)
    #expect(verdict.hasSameMedia == true)
    #expect(verdict.state(of: .tracks) != .same)
    for aspect in [Verdict.Aspect.samples, .times, .startAndEnd, .seeking, .setup] {
      #expect(verdict.state(of: aspect) == .same, "\(verdict.findings)")
    }
  }

  /// Of samples that repeat the one is told that was changed, taken out or put in, not another that looks
  /// like it.
  @Test(
    arguments: [
      ([1, 2, 3, 1, 2, 3, 1, 2, 3], [1, 2, 3, 1, 9, 3, 1, 2, 3], "video sample 5 of 9 (0.400 s) is another"),
      ([1, 2, 3, 1, 2, 3, 1, 2, 3], [1, 2, 3, 1, 2, 1, 2, 3], "video sample 6 of 9 (0.500 s) is gone"),
      ([1, 2, 3, 1, 2, 1, 2, 3], [1, 2, 3, 1, 2, 3, 1, 2, 3], "video sample 6 of 9 (0.500 s) is new"),
      (
        [1, 2, 3, 1, 2, 3, 1, 2, 3], [1, 2, 3, 2, 1, 3, 1, 2, 3],
        "video 1 of 9 samples stand in another order"
      ),
    ] as [([UInt8], [UInt8], String)])
  func samplesThatRepeatAreToldApart(before: [UInt8], after: [UInt8], words: String) throws {
    let comparison = Comparison(
      try Film(samples: before).document(), try Film(samples: after).document(), rules: .media)
    let verdict = try #require(comparison.verdict)
    #expect(verdict.findings(of: .samples, .changed).map(\.sentence) == [words])
  }
}

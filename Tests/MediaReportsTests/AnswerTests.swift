// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import StructureRendering
import Testing

@testable import MediaReports

/// What `--about` answers where two places of a file say different things, or one says too little.
@Suite struct AnswerTests {
  private func about(_ bytes: [UInt8]) throws -> About {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document)
    return About(of: document)
  }

  private func about(file name: String) throws -> About {
    let document = try MediaFile.open(Corpus.open(name))
    MediaFile.check(document)
    return About(of: document)
  }

  private func text(_ key: String, _ bytes: [UInt8]) throws -> String? {
    text(key, of: try about(bytes))
  }

  private func text(_ key: String, of about: About) -> String? {
    (about.facts + about.findings).first { $0.key.description == key && !$0.text.isEmpty }?.text
  }

  private func track(_ key: String, _ bytes: [UInt8]) throws -> String? {
    try #require(about(bytes).tracks.first).facts.first { $0.key.description == key && !$0.text.isEmpty }?.text
  }

  private func header(_ bytes: [UInt8]) throws -> [String] {
    HeaderRemarks(try MediaFile.open(ByteSource(copying: bytes))).lines
  }

  /// Two pictures of 200 ms, with more in the track and the sample entry.
  private func film(
    duration: UInt32 = 400, coded type: FourCC = "avc1", entry: Piece = Parts.avcConfiguration, inTrack: Piece = Piece()
  ) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(8) }
      Parts.movie(duration: duration) {
        Parts.track {
          Parts.media { Parts.visualEntry(type) { entry } } tables: { Parts.sampleTables([4, 4], at: 28) }
          inTrack
        }
      }
    }
  }

  private func edits(_ rows: [(UInt32, UInt32)]) -> Piece {
    atom("edts") {
      atom("elst", version: 0) {
        u32(UInt32(rows.count))
        for (duration, time) in rows { u32(duration, time, 0x1_0000) }
      }
    }
  }

  // MARK: Where it was

  /// A place of 3GPP: 33.5° S, 151.25° E, 3 m.
  private func place(_ name: String, latitude: Double = -33.5) -> Piece {
    atom("loci", version: 0) {
      u16(0x15C7); Piece(Array(name.utf8) + [0]); u8(1); fixed16(151.25, latitude, 3); u8(0); u8(0)
    }
  }

  private func lines(_ places: Piece) throws -> [String] {
    let document = try MediaFile.open(
      ByteSource(
        copying: atoms {
          Parts.fileType("isom")
          Parts.movie { atom("udta") { places } }
        }))
    return MediaFile.privacy(of: document).findings.filter { $0.kind == .place }.map(\.words)
  }

  /// The bytes of a place are its name as well as its numbers, and two places of one name are two.
  @Test func placesHaveNamesAndNumbers() throws {
    #expect(try lines(place("12 Acacia Avenue")) == [#"Location "12 Acacia Avenue" 33.5 S 151.25 E, 3 m"#])
    #expect(try lines(place("")) == ["Location 33.5 S 151.25 E, 3 m"])
    #expect(
      try lines(pieces { place(""); place("", latitude: 48) })
        == ["Location 33.5 S 151.25 E, 3 m", "Location 48 N 151.25 E, 3 m"])
    #expect(GeographicPosition.name(in: "+51.5334-000.1255+027.000/") == nil)
    #expect(GeographicPosition.name(in: "+51.5334-000.1255/Home") == "+51.5334-000.1255/Home")
  }

  /// A location is a place in degrees and metres, however the file writes it.
  @Test func locationsAreNumbers() throws {
    func location(_ data: Piece) throws -> String? {
      try text("location", atoms { Parts.fileType("isom"); Parts.movie { atom("udta") { data } } })
    }
    #expect(
      try location(atom("@xyz") { u16(26, 0x15C7); Piece(Array("+51.5334-000.1255+027.000/".utf8)) })
        == "51.5334 N 0.1255 W, 27 m")
    #expect(try location(place("Home")) == #""Home" 33.5 S 151.25 E, 3 m"#)
  }

  // MARK: How long it is

  @Test func headersThatContradictSamplesAreClaims() throws {
    #expect(try text("duration", film()) == "0.400 s")
    #expect(try text("duration", film(duration: 60_000)) == "0.400 s, of samples and edits; 'mvhd' claims 1:00.000")
    // One edit of 100 ms; one that goes on to 9 s, and shows no more than there is.
    #expect(
      try text("duration", film(inTrack: edits([(100, 0)])))
        == "0.100 s, of samples and edits; 'mvhd' claims 0.400 s; the longest 'tkhd' claims 0.400 s")
    #expect(try text("duration", film(duration: 9_000, inTrack: edits([(9_000, 0)]))) == "0.400 s, of samples and edits; 'mvhd' claims 9.000 s")
    // Pictures that are all shown 100 ms after they are decoded; an edit that begins 200 ms behind the first.
    func delayed(from start: UInt32) -> [UInt8] {
      film(duration: 9_000, inTrack: edits([(9_000, start)]))
        .adding(to: "moov/trak/mdia/minf/stbl") { atom("ctts", version: 0) { u32(1, 2, 100) } }
    }
    #expect(try text("duration", delayed(from: 100)) == "0.400 s, of samples and edits; 'mvhd' claims 9.000 s")
    #expect(try text("duration", delayed(from: 300)) == "0.200 s, of samples and edits; 'mvhd' claims 9.000 s; the longest 'tkhd' claims 0.400 s")
    // What is empty in front counts.
    #expect(try text("duration", film(duration: 900, inTrack: edits([(500, 0xFFFF_FFFF), (400, 0)]))) == "0.900 s, from 'mvhd'; the longest 'tkhd' claims 0.400 s")
  }

  /// What a header says beside the end of the last track is told where somebody may notice, in a word or as a claim.
  @Test func whatTheHeaderSaysOfTheEndIsTold() throws {
    #expect(try text("headerLateness", film(duration: 401)) == nil)
    #expect(try text("headerLateness", film(duration: 450)) == "at 0.400 s; 'mvhd' says 0.450 s")
    #expect(try text("duration", film(duration: 450)) == "0.450 s")
    #expect(try text("headerLateness", film(duration: 550)) == nil)
    #expect(try text("duration", film(duration: 550)) == "0.400 s, of samples and edits; 'mvhd' claims 0.550 s")
  }

  /// How loud it is, in units: -57.75 LUFS and 139 quarters; 20 dBTP less 672 32nds.
  @Test func measuredLoudnessHasItsUnits() throws {
    let loudness = atom("udta") {
      atom("ludt") { atom("tlou", version: 0) { hex("0000 2C02A0 23 02 01 8B 23 04 9F 23") } }
    }
    #expect(
      try text("loudness", film(inTrack: loudness))
        == "track loudness programme -23.0 LUFS, maximum momentary -18.0 LUFS, true peak -1.0 dBTP ['ludt']")
  }

  /// Pictures of High 4:2:2 have 8 bits or 10; High 10 says it itself.
  @Test(arguments: [(0x7A, 0, "H.264 High 4:2:2"), (0x7A, 2, "H.264 High 4:2:2 10-bit"), (0x6E, 2, "H.264 High 10")])
  func profilesSayTheirBits(profile: UInt8, more: UInt8, name: String) throws {
    // A configuration without sets, and what stands behind them: the format of chroma, and the bits of both above 8.
    let entry = atom("avcC") { u8(1, profile, 0, 12, 0xFF, 0xE0, 0, 0xFE, 0xF8 | more, 0xF8 | more, 0) }
    let track = try #require(MediaFile.open(ByteSource(copying: film(entry: entry))).synopsis.tracks.first)
    #expect(track.codecName == name)
  }

  /// So does AV1 that is not Main, VP9 that is not of 4:2:0, and what has no colours.
  @Test(arguments: [
    ("av01", "av1C", "81 00 0C 00", "AV1"), ("av01", "av1C", "81 20 00 00", "AV1 High"),
    ("av01", "av1C", "81 40 48 00", "AV1 Professional 10-bit"), ("av01", "av1C", "81 00 1C 00", "AV1 grey"),
    ("vp09", "vpcC", "01000000 00 14 82 020202 0000", "VP9"), ("vp09", "vpcC", "01000000 01 14 86 020202 0000", "VP9 profile 1"),
    ("vp09", "vpcC", "01000000 03 14 C6 020202 0000", "VP9 profile 3 12-bit"),
    // A set of High with chroma_format_idc 0.
    (
      "avc1", "avcC",
      """
      0164000D FFE1 0019 6764000DF3650507EC05B2000003000200000300641E28532C 01 0006 68EBE3CB22C0 FCF8F800
      """, "H.264 grey"
    ),
  ] as [(FourCC, FourCC, String, String)])
  func profilesAreInTheName(type: FourCC, box: FourCC, bytes: String, name: String) throws {
    let file = film(coded: type, entry: atom(box) { hex(bytes) })
    let track = try #require(MediaFile.open(ByteSource(copying: file)).synopsis.tracks.first)
    #expect(track.codecName == name)
  }

  /// AV1 that says its range and no colours: `color_range` of a sequence header without colours, 1 and 0.
  @Test(arguments: [("2A", true), ("22", nil)] as [(String, Bool?)])
  func theRangeOfAV1IsSaid(end: String, isFull: Bool?) throws {
    let file = film(coded: "av01", entry: atom("av1C") { hex("81 00 1C 00 0A0A 000000043CFFBCDAF9" + end) })
    let track = try #require(MediaFile.facts(of: try MediaFile.open(ByteSource(copying: file))).tracks.first)
    #expect(track.colour?.value?.points?.isFullRange == isFull)
  }

  /// For programs an answer is a word, the same as in `--plays` and in the schemas of both.
  @Test func answersOfPlayersAreWords() throws {
    let about = try about(file: "mockups/corrupt.mp4")
    let line = try #require(text("plays", of: about))
    #expect(line.contains("Edge: with loss ["), "\(line)")
    var answers: [String] = []
    for fact in about.facts + about.findings where fact.key.description == "plays" {
      guard case .list(let players)? = fact.value else { continue }
      for case .record(let members) in players {
        for case ("answer", .text(let answer)) in members.map({ ($0.key.description, $0.value) }) { answers.append(answer) }
      }
    }
    #expect(answers.contains("with-loss") && answers.contains("no"))
    #expect(Set(answers).isSubset(of: ["plays", "with-loss", "depends", "no", "unknown"]), "\(answers)")
  }

  /// A list that claims two chapters and has one has one, as in the list of chapters.
  @Test func chaptersOfAListAreThoseThere() throws {
    let list = atom("udta") {
      atom("chpl", version: 1) { u32(0); u8(2); u64(0); pascal("One") }
    }
    let bytes = film(inTrack: list)
    #expect(try MediaFile.chapters(of: MediaFile.open(ByteSource(copying: bytes))).count == 1)
    #expect(try text("chapters", bytes) == "1 in a list")
  }

  /// Where a description of what is encrypted takes over from one of what is not.
  @Test func theEndOfAClearLeadIsTold() throws {
    let table = "moov/trak/mdia/minf/stbl/"
    let bytes = film()
      .replacing(table + "stsd") {
        atom("stsd", version: 0) {
          u32(2)
          Parts.visualEntry("avc1") { Parts.avcConfiguration }
          Parts.visualEntry("encv") { Parts.avcConfiguration; atom("sinf") { atom("frma") { code("avc1") } } }
        }
      }
      .replacing(table + "stsc") { atom("stsc", version: 0) { u32(2, 1, 1, 1, 2, 1, 2) } }
      .replacing(table + "stco") { atom("stco", version: 0) { u32(2, 28, 32) } }
    #expect(try track("entryChanges", bytes) == "entry 2 of 'stsd' from sample 2 on (0.200 s): clear → encrypted")
    let document = try MediaFile.open(ByteSource(copying: bytes))
    var output = ByteWriter()
    AboutRecords(document, About(of: document), name: Array("film.mp4".utf8), options: RenderOptions())
      .write(as: .json(isPretty: false), to: &output)
    let change = #""shown":true,"from":1,"entry":2,"before":{"encrypted":false},"after":{"encrypted":true}}]"#
    #expect(output.string.contains(change), "\(output.string)")
  }

  /// Numbers of R128 are 256ths of a dB.
  @Test func gainsOfR128AreInDecibels() throws {
    let item = atom("udta") {
      atom("meta", version: 0) {
        atom("hdlr", version: 0) { u32(0); code("mdir"); zeros(13) }
        atom("ilst") {
          atom("----") {
            atom("mean", version: 0) { Piece(Array("org.hydrogenaudio".utf8)) }
            atom("name", version: 0) { Piece(Array("R128_TRACK_GAIN".utf8)) }
            atom("data") { u32(1, 0); Piece(Array("-640".utf8)) }
          }
        }
      }
    }
    let film = atoms { Parts.fileType("isom", "isom"); Parts.movie { item } }
    #expect(try text("loudness", film) == "r128 track gain -2.5 dB ['----']")
  }

  /// Of a movie without tracks there is no first frame that anything is to be fetched before.
  @Test func aMovieWithoutTracksHasNoFirstFrame() throws {
    let source = try Corpus.open("made/mdat-to-end.mp4")
    #expect(try text("fastStart", (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }) == "yes")
  }

  @Test func fragmentsAreCountedWhateverIsAnnounced() throws {
    let bytes = atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: 0, duration: 1_000, sample: [1, 2, 3, 4])
      Parts.fragment(sequence: 2, time: 1_000, duration: 1_000, sample: [1, 2, 3, 4])
    }
    #expect(try text("duration", bytes) == "2.000 s, of fragments")
    let announced = bytes.adding(to: "moov/mvex") { atom("mehd", version: 0) { u32(99_000) } }
    #expect(try text("duration", announced) == "2.000 s, of fragments; 'mehd' claims 1:39.000")
    // In another order of the file they last as long.
    let swapped = atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      Parts.fragment(sequence: 1, time: 1_000, duration: 1_000, sample: [1, 2, 3, 4])
      Parts.fragment(sequence: 2, time: 0, duration: 1_000, sample: [1, 2, 3, 4])
    }
    #expect(try text("duration", swapped) == "2.000 s, of fragments")
    // An edit that leaves out the beginning, behind one that is empty.
    let edited = bytes.adding(to: "moov/trak") { edits([(0, 500)]) }
    #expect(try text("duration", edited) == "1.500 s, of fragments")
    let delayed = bytes.adding(to: "moov/trak") { edits([(300, 0xFFFF_FFFF), (0, 500)]) }
    #expect(try text("duration", delayed) == "1.800 s, of fragments")
  }

  /// 44,100 Hz of one channel and 16 bits: four bytes are two samples, whatever a header says.
  @Test func chunksOfSoundAreCounted() throws {
    func aiff(_ count: UInt32, bytes: Int) -> [UInt8] {
      atoms {
        code("FORM"); u32(UInt32(46 + bytes)); code("AIFF")
        code("COMM"); u32(18); u16(1); u32(count); u16(16); hex("400E AC44 0000 0000 0000")
        code("SSND"); u32(UInt32(8 + bytes)); u32(0, 0); zeros(bytes)
      }
    }
    #expect(try text("duration", aiff(44_100, bytes: 88_200)) == "1.000 s")
    #expect(try text("duration", aiff(441_000, bytes: 88_200)) == "1.000 s, from the chunks; 'COMM' claims 10.000 s")
    // Two channels of 16 bits in blocks that are said to have 2 bytes.
    func little(_ number: UInt32) -> Piece { u32(number.byteSwapped) }
    let wave = atoms {
      code("RIFF"); little(36 + 176_400); code("WAVE")
      code("fmt "); little(16); hex("0100 0200 44AC0000 88580100 0200 1000")
      code("data"); little(176_400); zeros(176_400)
    }
    #expect(try text("duration", wave) == "1.000 s")
    #expect(try about(wave).verdict.contains("[block-size-differs]"))
  }

  // MARK: Pictures

  @Test func sizesThatContradictAreSaid() throws {
    #expect(try header(film()) == [])
    let wide = film().setting("moov/trak/tkhd", at: 76) { fixed16(640, 360) }
    #expect(try track("displayClaims", wide) == "'tkhd' says 640×360")
    #expect(try header(wide) == ["track 1: 'tkhd' says 640×360"])
    let cut = film(entry: pieces { Parts.avcConfiguration; atom("clap") { u32(32, 1, 24, 1, 0, 1, 0, 1) } })
    #expect(try track("displayClaims", cut) == "'clap' shows 32×24 of it")
    // The size of the track is that of the pictures, or what their pixels or the aperture make of it.
    let anamorphic = film(entry: pieces { Parts.avcConfiguration; atom("pasp") { u32(4, 3) } })
    #expect(try track("displayClaims", anamorphic.setting("moov/trak/tkhd", at: 76) { fixed16(85, 48) }) == nil)
  }

  /// A matrix of 16.16: by 45°, to half the size, by 90° and to twice the size.
  @Test(arguments: [
    ([0xB505, 0xB505, -0xB505, 0xB505], "shown 79×79 (turned by 45° clockwise)", 45),
    ([0xB505, -0xB505, 0xB505, 0xB505], "shown 79×79 (turned by 45° anticlockwise)", 315),
    ([0x8000, 0, 0, 0x8000], "shown 32×24 (scaled to 50 %)", 0),
    ([0, 0x2_0000, -0x2_0000, 0], "shown 96×128 (rotated 90° clockwise, scaled to 200 %)", 90),
    ([0x1_0000, 0x8000, 0, 0x1_0000], "shown 64×80 (slanted by its matrix)", nil),
  ] as [([Int32], String, UInt64?)])
  func matricesAreSaid(matrix: [Int32], words: String, degrees: UInt64?) throws {
    let bytes = film().setting("moov/trak/tkhd", at: 40) {
      i32(matrix[0]); i32(matrix[1]); u32(0); i32(matrix[2]); i32(matrix[3])
    }
    #expect(try track("shownWidth", bytes) == words)
    #expect(try header(bytes).count == 1)
    let facts = try #require(about(bytes).tracks.first).facts
    let said = facts.first { ["rotation", "angle"].contains($0.key.description) }
    switch said?.value {
    case .number(let number)?:
      #expect(number == degrees)
      #expect(said?.key.description == (number % 90 == 0 ? "rotation" : "angle"))
    default: #expect(degrees == nil && facts.contains { $0.key.description == "rotationWhy" })
    }
  }

  @Test func coloursThatContradictAreClaims() throws {
    func colour(_ primaries: UInt16, _ transfer: UInt16, _ matrix: UInt16) -> Piece {
      atom("colr") { code("nclx"); u16(primaries, transfer, matrix); u8(0) }
    }
    let two = film(entry: pieces { Parts.avcConfiguration; colour(1, 1, 1); colour(9, 16, 9) })
    #expect(try track("colour", two) == "BT.709, but 'colr' says BT.2020 / PQ / BT.2020")
    let same = film(entry: pieces { Parts.avcConfiguration; colour(1, 1, 1); colour(1, 1, 1) })
    #expect(try track("colour", same) == "BT.709")
  }

  /// Ten pictures of 40 ms that are decoded evenly and shown 20 ms early or late in turn.
  @Test func unevenPicturesAreNotConstant() throws {
    func film(_ offsets: [UInt32]) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        atom("mdat") { zeros(offsets.count) }
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry("avc1") } tables: {
              Parts.sampleTables(Array(repeating: 1, count: offsets.count), delta: 40, at: 28)
              atom("ctts", version: 0) {
                u32(UInt32(offsets.count))
                for offset in offsets { u32(1, offset) }
              }
            }
          }
        }
      }
    }
    // One key picture, then each third before the second, as usual: 40, 120, 80, 200, 160 and so on.
    let usual = film([40, 80, 0, 80, 0, 80, 0, 80, 0])
    #expect(try track("frameRate", film([40, 40, 40, 40])) == "25 fps, constant")
    #expect(try track("frameRate", usual) == "25 fps, constant")
    let jittery = film([60, 40, 60, 40, 60, 40, 60, 40, 60, 40])
    #expect(try track("frameRate", jittery) == "25 fps")
    #expect(try track("frameDurations", jittery) == "not constant: pictures are shown 20 to 60 ms apart")
  }

  /// A film whose pictures have these sizes, and last as long as ticks of 1 ms say.
  private func film(of sizes: [UInt32], lasting ticks: [UInt32]) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(Int(sizes.reduce(0, +))) }
      Parts.movie {
        Parts.track {
          Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables(sizes, at: 28) }
        }
      }
    }
    .replacing("moov/trak/mdia/minf/stbl/stts") {
      atom("stts", version: 0) {
        u32(UInt32(ticks.count))
        for tick in ticks { u32(1, tick) }
      }
    }
  }

  /// Of a movie without samples nobody knows how long they last, and of one sample nobody how far the next would be.
  @Test func aRateNeedsTwoPictures() throws {
    #expect(try track("frameRate", film(of: [1], lasting: [40])) == nil)
    #expect(try track("frameRate", film(of: [1, 1], lasting: [40, 40])) == "25 fps, constant")
    #expect(try track("frameRate", film(of: [1, 1, 1], lasting: [400, 40, 40]))?.hasSuffix(", variable") == true)
  }

  /// Fragments of two pictures each: of up to sixteen of them all are looked at for the line above an outline.
  @Test func theLineAboveSaysOfWhichFragmentsARateIs() throws {
    func said(_ durations: [UInt32]) throws -> String {
      let bytes = atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track { Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([], at: 0) } }
          atom("mvex") { atom("trex", version: 0) { u32(1, 1, 0, 0, 0) } }
        }
        for duration in durations {
          atom("moof") {
            atom("mfhd", version: 0) { u32(1) }
            atom("traf") {
              atom("tfhd", version: 0, flags: 0x02_0018) { u32(1, duration, 1) }
              atom("trun", version: 0) { u32(2) }
            }
          }
        }
      }
      let track = try #require(MediaFile.open(ByteSource(copying: bytes)).synopsis.tracks.first)
      return (track.hasVariableRate ? "about " : "") + (track.frameRate.map { "\($0)" } ?? "none") + track.rateEnd
    }
    #expect(try said([]) == "none")
    #expect(try said([40, 40]) == "25.0")
    #expect(try said([40, 80]) == "about \(3 * 1_000.0 / 160)")
    #expect(try said(Array(repeating: 40, count: 16)) == "25.0")
    #expect(try said(Array(repeating: 40, count: 16) + [80]) == "25.0 at first")
    #expect(try said([80] + Array(repeating: 40, count: 16)) == "none at first")
  }

  /// Four pictures of 400 ms in a fragment, of which an edit shows the first second; one with a longer edit shows all.
  @Test(arguments: [(1_000, 1.0), (0, 1.6), (5_000, 1.6)] as [(UInt32, Double)])
  func anEditEndsAFilmOfFragments(duration: UInt32, seconds: Double) throws {
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          atom("edts") { atom("elst", version: 0) { u32(1, duration, 0); u16(1, 0) } }
          Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([], at: 0) }
        }
        atom("mvex") { atom("trex", version: 0) { u32(1, 1, 0, 0, 0) } }
      }
      atom("moof") {
        atom("mfhd", version: 0) { u32(1) }
        atom("traf") {
          atom("tfhd", version: 0, flags: 0x02_0018) { u32(1, 400, 1) }
          atom("trun", version: 0) { u32(4) }
        }
      }
      atom("mdat") { zeros(4) }
    }
    #expect(try MediaFile.open(ByteSource(copying: bytes)).synopsis.duration?.seconds == seconds)
  }

  /// What no rule of the structure says is not said of it, and it is said which of both is meant.
  @Test func aFileThatNobodyPlaysMayHaveASoundStructure() throws {
    let verdict = try about(file: "encoded/segment-init.mp4").verdict
    #expect(verdict == "no player that was asked plays it [media-missing]; in its structure no problems")
    let wave = try about(Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVE".utf8)).verdict
    #expect(wave == "no player that was asked plays it [sound-missing]; warning: no 'fmt ' [sound-missing]")
  }

  /// A picture of a telephone with a film of its own behind it.
  @Test func theFilmBesideAPictureIsNamed() throws {
    let file = try Corpus.open("encoded/gpac-image.heic")
    let picture = (0..<file.byteCount).compactMap { file.bytes.byte(at: $0) }
    func photo(lasting ticks: UInt32) throws -> About {
      try about(
        picture
          + atoms {
            atom("mpvd") {
              Parts.fileType("isom", "isom")
              Parts.movie(duration: 400) {
                Parts.track {
                  Parts.media(duration: ticks) { Parts.visualEntry("hvc1") } tables: { Parts.sampleTables([4], at: 8) }
                }
              }
            }
          })
    }
    let film = try photo(lasting: 400)
    let said = try #require(film.facts.first { $0.key.description == "motionPhoto" })
    #expect(said.text.hasPrefix("a film of ") && said.text.hasSuffix(" bytes: HEVC, 64×48, 0.400 s"), "\(said.text)")
    guard case .real(0.4)? = said.value?.at(key: "seconds") else { Issue.record("no seconds"); return }
    #expect(try about(picture).facts.allSatisfy { $0.key.description != "motionPhoto" })
    // What is wrong with it is of no track that is named.
    let verdict = try photo(lasting: 9_000).verdict
    #expect(verdict.contains("(mpvd/moov/trak"), "\(verdict)")
  }

  /// 23.976 pictures a second are 41 or 42 ms apart, and no two in between.
  @Test func whatTicksRoundIsConstant() throws {
    let times = (0...24).map { UInt32((Double($0) * 1_001 / 24).rounded()) }
    var ticks = zip(times, times.dropFirst()).map { $1 - $0 }
    let ones: [UInt32] = ticks.map { _ in 1 }
    #expect(try track("frameRate", film(of: ones, lasting: ticks)) == "23.976 (24000/1001) fps, constant")
    ticks[11] += 2
    #expect(try track("frameRate", film(of: ones, lasting: ticks))?.hasSuffix(" fps, variable") == true)
  }

  /// The fullest second begins where it does; none is said where a track of less than two has no second as full as its mean.
  @Test func peaksAreOfAnySecond() throws {
    let middle = film(of: [1, 3, 3, 1], lasting: [500, 500, 500, 500])
    #expect(try track("peakBitRate", middle) == "peak 48 bit/s in the second from 0.5 s")
    #expect(try track("bitRate", middle) == "32 bit/s mean")
    // Edits show it earlier or later, as they do the samples that are named beside it.
    func shown(_ rows: [(UInt32, UInt32)]) throws -> String? {
      try track("peakBitRate", middle.adding(to: "moov/trak") { edits(rows) })
    }
    #expect(try shown([(1_500, 500)]) == "peak 48 bit/s in the second from 0 s")
    #expect(try shown([(250, 0xFFFF_FFFF), (2_000, 0)]) == "peak 48 bit/s in the second from 0.75 s")
    #expect(try track("peakBitRate", film(of: [1, 1], lasting: [1_000, 600])) == nil)
  }

  /// In each second fragment of the sound that FFmpeg cuts with the pictures samples have no duration, and times go on.
  @Test func meansAreOverTheTimesOfFragments() throws {
    let rows: [(time: UInt64, duration: UInt32)] = [(0, 1_000), (2_000, 0), (2_000, 1_000)]
    let bytes = atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      for (place, row) in rows.enumerated() {
        Parts.fragment(sequence: UInt32(place + 1), time: row.time, duration: row.duration, sample: [1, 2, 3, 4])
      }
    }
    #expect(try track("bitRate", bytes) == "32 bit/s mean")
  }

  /// Six pictures of 100 ms; the fourth is decoded at 0.3 s and shown behind the two that follow it, at 0.6 s of the
  /// media. `syncs` are the rows of 'stss'.
  private func openGroups(_ syncs: [UInt32], inTables: Piece = Piece(), inTrack: Piece = Piece()) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(6) }
      Parts.movie(duration: 600) {
        Parts.track(duration: 600) {
          Parts.media(duration: 600) { Parts.visualEntry("avc1") } tables: {
            Parts.sampleTables(Array(repeating: 1, count: 6), delta: 100, at: 28)
            atom("ctts", version: 0) { u32(5, 1, 100, 1, 100, 1, 100, 1, 300, 2, 0) }
            atom("stss", version: 0) {
              u32(UInt32(syncs.count))
              for sync in syncs { u32(sync) }
            }
            inTables
          }
          inTrack
        }
      }
    }
  }

  /// Where a viewer can begin is said in times of the movie, as rows of samples have them.
  @Test func distancesOfSyncSamplesAreThoseShown() throws {
    let edited = openGroups([1, 4], inTrack: edits([(600, 100)]))
    #expect(try track("syncDistance", edited) == "sync samples 0.500 s apart at most, from 0.000 s")
    #expect(try track("syncDistance", openGroups([1, 4])) == "sync samples 0.500 s apart at most, from 0.100 s")
    #expect(try track("syncSamples", openGroups([4], inTrack: edits([(600, 100)]))) == "1 sync sample, at 0.500 s")
    // Of two one is in front of what the edit shows.
    let cut = openGroups([1, 4], inTrack: edits([(500, 200)]))
    #expect(try track("syncSamples", cut) == "2 sync samples, 1 shown at 0.400 s")
    // Samples 4 and 5 are shown 5 4, by whatever one edit; of 1 and 5 two edits show 5 first.
    for edit in [Piece(), edits([(600, 100)])] {
      #expect(try track("syncSamples", openGroups([4, 5], inTrack: edit)) == "2 sync samples, shown in another order")
    }
    let turned = openGroups([1, 5], inTrack: edits([(100, 400), (500, 100)]))
    #expect(try track("syncSamples", turned) == "2 sync samples, which edits show in another order")
  }

  @Test func partialSyncSamplesAreSaid() throws {
    let one = openGroups([1], inTables: atom("stps", version: 0) { u32(1, 4) }, inTrack: edits([(600, 100)]))
    #expect(try track("syncSamples", one) == "1 sync sample, at 0.000 s, and 1 partial, at 0.500 s")
    let two = openGroups([1, 4], inTables: atom("stps", version: 0) { u32(2, 2, 3) })
    #expect(try track("syncDistance", two) == "sync samples 0.500 s apart at most, from 0.100 s, and 2 partial")
  }

  /// Nothing is shown for 100 ms behind the first picture.
  @Test func holesInEditsAreSaid() throws {
    let bytes = film(duration: 500, inTrack: edits([(200, 0), (100, 0xFFFF_FFFF), (200, 200)]))
    #expect(try track("gaps", bytes) == "nothing shown for 100 ms at 0.200 s")
    #expect(try track("gaps", film()) == nil)
  }

  // MARK: Persons

  /// Fields of boxes that are no metadata count where nothing else names anybody, media or not.
  @Test func fieldsOutsideMetadataNamePersons() throws {
    let place = film().replacing("moov/trak/mdia/minf/dinf/dref") {
      atom("dref", version: 0) { u32(1); atom("url ", version: 0) { bytes(Array("/Users/joe/a.mov".utf8) + [0]) } }
    }
    #expect(try text("personalData", place) == "location \"/Users/joe/a.mov\"")
    let name = film(entry: pieces { Parts.avcConfiguration }).setting("moov/trak/mdia/minf/stbl/stsd/avc1", at: 42) {
      pascal("joe@example.com", filling: 32)
    }
    #expect(try text("personalData", name) == "compressorname \"joe@example.com\"")
    #expect(try text("personalData", film()) == "none in the metadata that was read")
  }

  // MARK: Start

  /// Sound begins 22 ms before the pictures, and that is nearly five seconds in.
  @Test func whatBeginsLateIsSaid() throws {
    func film(_ video: UInt32, _ audio: UInt32) -> [UInt8] {
      func rows(_ empty: UInt32) -> [(UInt32, UInt32)] { empty > 0 ? [(empty, .max), (400, 0)] : [(400, 0)] }
      return atoms {
        Parts.fileType("isom", "isom")
        atom("mdat") { zeros(16) }
        Parts.movie(duration: 5_400) {
          Parts.track(id: 1, duration: video + 400) {
            edits(rows(video))
            Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4, 4], at: 28) }
          }
          Parts.track(id: 2, duration: audio + 400, width: 0, height: 0) {
            edits(rows(audio))
            Parts.media(handler: "soun") { Parts.audioEntry("sowt") } tables: { Parts.sampleTables([4, 4], at: 36) }
          }
        }
      }
    }
    let late = try #require(try text("start", film(5_000, 4_978)))
    #expect(late.hasPrefix("audio 22 ms before video, nothing before 4.978 s"))
    #expect(try text("start", film(22, 0))?.contains("nothing before") == false)
  }

  // MARK: Sound

  /// Sound of three packets, of which the last is said to be shorter, and of which an edit shows `left` ticks.
  private func sound(_ entry: Piece, _ length: UInt32, last: UInt32, skip: UInt32, left: UInt32) -> [UInt8] {
    atoms {
      Parts.fileType("M4A ", "M4A ")
      atom("mdat") { zeros(300) }
      Parts.movie(timescale: 48_000, duration: left) {
        Parts.track(duration: left, width: 0, height: 0) {
          edits([(left, skip)])
          Parts.media(handler: "soun", timescale: 48_000, duration: skip + left) { entry } tables: {
            Parts.sampleTables([100, 100, 100], at: 28)
          }
        }
      }
    }
    .replacing("moov/trak/mdia/minf/stbl/stts") { atom("stts", version: 0) { u32(2, 2, length, 1, last) } }
  }

  /// Decoders make whole packets: what is dropped is what they make and nobody is to hear.
  @Test func whatIsDroppedOfSoundIsWhatIsDecoded() throws {
    let esds = atom("esds", version: 0) {
      hex("03 19 0001 00 04 11 40 15 000000 00000000 00000000 05 02 1588 06 01 02")
    }
    let coded = sound(Parts.audioEntry("mp4a") { esds }, 1_024, last: 122, skip: 1_024, left: 1_146)
    #expect(try text("gapless", coded) == "skip 1,024, drop 902, 1,146 left ['elst']")
    // A packet of Opus says itself how long it is, and is not read.
    let opus = sound(Parts.audioEntry("Opus"), 960, last: 312, skip: 312, left: 1_920)
    #expect(try text("gapless", opus) == "skip 312, drop not known, 1,920 left ['elst']")
    // The last packet of a coding without loss is as short as is said.
    let whole = sound(Parts.audioEntry("alac"), 4_096, last: 100, skip: 10, left: 8_000)
    #expect(try text("gapless", whole) == "skip 10, drop 282, 8,000 left ['elst']")
  }

  /// Six channels may be 5.1 or 6.0: values say it as words do.
  @Test func layoutsOfChannelsAreValues() throws {
    func layout(_ bitmap: UInt32) throws -> About.Fact? {
      let entry = Parts.audioEntry("sowt", channels: 6) { atom("chan", version: 0) { u32(0x1_0000, bitmap, 0) } }
      let bytes = sound(entry, 1, last: 1, skip: 0, left: 3)
      return try #require(about(bytes).tracks.first).facts.first { $0.key.description == "channelLayout" }
    }
    // Left and right, then centre, low frequencies and two around; or centre behind and two at the sides.
    for (bitmap, name) in [(0x3F, "5.1"), (0x707, "6.0")] as [(UInt32, String)] {
      guard case .text(name)? = try layout(bitmap)?.value else {
        Issue.record("\(name)")
        continue
      }
    }
  }

  // MARK: Chapters

  /// The second track has no sample in its tables, and two in fragments.
  @Test func chaptersInFragmentsAreCounted() throws {
    let one = Parts.fragment(sequence: 1, time: 0, duration: 1_000, sample: [0, 1, 65])
    let two = Parts.fragment(sequence: 2, time: 1_000, duration: 1_000, sample: [0, 1, 66])
    let bytes = atoms {
      Parts.fileType("iso5", "iso5")
      Parts.movie(duration: 0) {
        Parts.track(id: 2, duration: 0) {
          Parts.media(duration: 0) { Parts.visualEntry("avc1") } tables: { Parts.emptyTables }
          atom("tref") { atom("chap") { u32(1) } }
        }
        Parts.track(id: 1, duration: 0, width: 0, height: 0) {
          Parts.media(handler: "text", duration: 0) { atom("text") { zeros(6); u16(1); zeros(43) } } tables: { Parts.emptyTables }
        }
        atom("mvex") { atom("trex", version: 0) { u32(1, 1, 1_000, 0, 0) } }
      }
      one
      two
    }
    #expect(try text("chapters", bytes) == "2 chapters in track 1, for track 2")
    // Chapters are no coding of a variant.
    #expect(try text("hls", bytes)?.contains(#",CODECS="avc1.42C00A","#) == true)
  }

  // MARK: Protection

  /// What Bento4 encrypts for Marlin has sample entries that say nothing of it: the only sample of the third track does.
  @Test func whatObjectDescriptorsSayIsNotRead() throws {
    let about = try about(file: "encoded/bento4-marlin.mp4")
    #expect(about.tracks.count == 3)
    for track in about.tracks {
      let fact = try #require(track.facts.first { $0.key.description == "protection" })
      #expect(fact.text == "protection not read: object descriptors, which may say that samples are encrypted")
      guard case .text("notRead")? = fact.value?.at(key: "answer") else {
        Issue.record("track \(track.id)")
        continue
      }
    }
    let absent = about.findings.first { $0.key.description == "absent" && !$0.text.isEmpty }?.text
    #expect(absent == "tracks of text (all of 'moov' was read)")
    let plain = try self.about(file: "encoded/bento4-plain.mp4").findings.first { $0.key.description == "absent" }?.text
    #expect(plain == "tracks of text, encryption (all of 'moov' was read)")
  }

  /// PIFF has its keys in boxes of extended types, from before there was a 'tenc'.
  @Test func keysOfPIFFAreSaid() throws {
    let about = try about(file: "encoded/bento4-piff-ctr.mp4")
    #expect(about.tracks.count == 2)
    for track in about.tracks {
      let fact = try #require(track.facts.first { $0.key.description == "protection" })
      #expect(fact.text.hasSuffix(", key a7e61c37-3e21-9033-c210-91fa607bf3b8, IVs of 8 bytes"))
    }
  }

  /// A film of samples of four bytes and 200 ms that `cenc` protects, in these groups.
  private func protectedFilm(samples: Int, groups: Piece) -> [UInt8] {
    atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(4 * samples) }
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.protectedEntry
          } tables: {
            Parts.sampleTables(Array(repeating: 4, count: samples), at: 28)
            groups
          }
        }
      }
    }
  }

  /// An entry of a group counts where it says something otherwise than the sample entry does.
  @Test(arguments: [
    ("01 08 00112233445566778899aabbccddeeff", nil),
    ("01 08 ffeeddccbbaa99887766554433221100", "keys change"),
    ("00 00 00000000000000000000000000000000", "some samples clear"),
    ("01 10 00112233445566778899aabbccddeeff", "IVs of 16 bytes in groups"),
  ])
  func groupsSayWhatIsOtherwise(entry: String, words: String?) throws {
    let bytes = protectedFilm(
      samples: 2,
      groups: pieces {
        atom("sgpd", version: 1) { code("seig"); u32(20, 1); u8(0, 0); hex(entry) }
        atom("sbgp", version: 0) { code("seig"); u32(1, 2, 1) }
      })
    let text = try #require(try track("protection", bytes))
    let words = words.map { ", " + $0 } ?? ""
    #expect(text.hasSuffix(", IVs of 8 bytes" + words), "\(text)")
    #expect(text.contains("ffeeddcc-bbaa-9988-7766-554433221100") == words.hasSuffix("keys change"))
  }

  /// Keys that change by groups are told with the sample and the time: the first group is clear, the second has the key
  /// of the sample entry, as have samples in no group.
  @Test(arguments: [
    (
      [(2, 1), (1, 2)], "clear to sample 3 (0.400 s), key 00112233-4455-6677-8899-aabbccddeeff from there on"
    ),
    (
      [(1, 0), (1, 1)],
      "key 00112233-4455-6677-8899-aabbccddeeff to sample 2 (0.200 s), clear to sample 3 (0.400 s), "
        + "key 00112233-4455-6677-8899-aabbccddeeff from there on"
    ),
    ([(3, 1)], "all samples clear"),
    // Of the third nothing is described: its key is not known.
    (
      [(2, 1), (1, 3)],
      "clear to sample 3 (0.400 s), a group that nothing describes from there on, "
        + "as far as samples and their groups were read"
    ),
    // The key of the group is that of the entry, and no sample is clear.
    ([(1, 2), (1, 0)], nil), ([(3, 2)], nil),
  ] as [([(UInt32, UInt32)], String?)])
  func keysThatChangeHaveATime(rows: [(UInt32, UInt32)], words: String?) throws {
    let bytes = protectedFilm(
      samples: 3,
      groups: pieces {
        atom("sgpd", version: 1) {
          code("seig"); u32(20, 2); u8(0, 0); hex("00 00 00000000000000000000000000000000")
          u8(0, 0); hex("01 08 00112233445566778899aabbccddeeff")
        }
        atom("sbgp", version: 0) {
          code("seig"); u32(UInt32(rows.count))
          for (count, group) in rows { u32(count, group) }
        }
      })
    #expect(try track("keyChanges", bytes) == words)
    #expect(try track("protection", bytes)?.hasSuffix(words == nil ? "IVs of 8 bytes" : "some samples clear") == true)
  }

  /// What of a file is protected in part its header says.
  @Test func whatIsProtectedInPartIsNotCalledEncrypted() throws {
    func film(_ second: Piece) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        atom("mdat") { zeros(8) }
        Parts.movie {
          Parts.track(id: 1) { Parts.media { Parts.protectedEntry } tables: { Parts.sampleTables([4, 4], at: 28) } }
          Parts.track(id: 2) { Parts.media { second } tables: { Parts.sampleTables([4, 4], at: 28) } }
        }
      }
    }
    #expect(try header(film(Parts.protectedEntry)).contains("encrypted by 'cenc'"))
    #expect(try header(film(Parts.visualEntry("avc1") { Parts.avcConfiguration })).contains("encrypted in part by 'cenc'"))
  }

  /// A sequence of images has an image beside its tracks.
  @Test func theImageOfASequenceIsTold() throws {
    let source = try Corpus.open("encoded/image.avif")
    let image = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
    let sequence =
      image.setting("ftyp", at: 0) { code("avis") }
      + atoms {
        Parts.movie {
          Parts.track { Parts.media(handler: "pict") { Parts.visualEntry("av01") } tables: { Parts.sampleTables([4], at: 40) } }
        }
      }
    func text(_ bytes: [UInt8]) throws -> String? {
      try about(bytes).facts.first { $0.key.description == "image" && !$0.text.isEmpty }?.text
    }
    #expect(try text(sequence) == text(image))
    #expect(try text(image)?.hasPrefix("64×48, 1 item, AV1 of 8 bits") == true)
  }

  // MARK: What nobody uses

  @Test(arguments: [
    (8, 0, nil), (2_000, 0, "2,000 bytes (75.6 %) of free space"),
    (8, 5_000, "5,000 bytes (88.5 %) of media data that nothing refers to"), (8, 8, nil),
  ])
  func whatNobodyUsesIsCounted(free: Int, media: Int, words: String?) throws {
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { zeros(8 + media) }
      atom("free") { zeros(free) }
      Parts.movie { Parts.track { Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4, 4], at: 28) } } }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document, isThorough: true)
    let facts = About(of: document).findings.filter { $0.key.description == "unused" }
    #expect(facts.first { !$0.text.isEmpty }?.text == words)
    let value = try #require(facts.lazy.compactMap(\.value).first)
    #expect(value.at(key: "freeSpace").map { "\($0)" } == "number(\(free))")
    #expect(value.at(key: "unreferenced").map { "\($0)" } == (media > 0 ? "number(\(media))" : nil))
    #expect(ByteMap(document).total(of: .freeSpace).byteCount == document.tree.freeSpace.byteCount)
  }

  // MARK: Where the movie stands

  @Test func whatIsFetchedBeforeTheFirstFrameIsSaid() throws {
    func film(_ free: Int, sampleAt offset: UInt32 = 0) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        atom("free") { zeros(free) }
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry("avc1") } tables: { Parts.sampleTables([4, 4], at: offset) }
          }
        }
        atom("mdat") { zeros(16) }
      }
    }
    for free in [8, 100_000] {
      let end = film(free).count - 24
      #expect(
        try text("fastStart", film(free))
          == "yes, the first \(end.grouped) bytes hold 'moov' and the first frame")
      #expect(
        try text("fastStart", film(free, sampleAt: UInt32(end + 12)))
          == "yes, the first \((end + 16).grouped) bytes hold 'moov' and the first frame")
    }
    // A frame whose last bytes are missing is in no bytes of the file.
    let size = UInt32(film(8).count)
    #expect(try text("fastStart", film(8, sampleAt: size - 4))?.hasSuffix("the first \(size) bytes hold 'moov' and the first frame") == true)
    #expect(try text("fastStart", film(8, sampleAt: size - 3)) == "yes")
  }

  /// A number of the Macintosh is a language by the same code in all that machines read: 0 is English, 33 simplified
  /// Chinese, 95 none.
  @Test func languagesOfTheMacintoshHaveOneCode() throws {
    var found: [UInt16: String] = [:]
    for number in Array(0..<160) + [0x3FF] as [UInt16] {
      let document = try MediaFile.open(
        ByteSource(
          copying: atoms {
            atom("ftyp") { code("qt  "); u32(0) }
            atom("moov") {
              atom("trak") {
                atom("tkhd", version: 0, flags: 3) { u32(0, 0, 1, 0, 0); zeros(60) }
                atom("mdia") {
                  atom("mdhd", version: 0) { u32(0, 0, 10, 0); u16(number, 0) }
                  atom("hdlr", version: 0) { u32(0); code("soun"); zeros(13) }
                }
              }
            }
          }))
      let track = try #require(document.synopsis.tracks.first)
      #expect(track.language == MetadataLanguage(ofTrackAt: track.node, in: document)?.code, "\(number)")
      found[number] = track.language
    }
    #expect(found[0] == "eng" && found[33] == "zho" && found[95] == nil)
  }
}

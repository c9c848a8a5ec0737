// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import Testing

/// What the first sample says besides the boxes, and for whom text is.
@Suite struct FirstPictureTests {
  /// A film of one sample, whose entry has these boxes.
  private func film(_ type: FourCC, _ boxes: Piece, sample: [UInt8]) throws -> About.Track {
    func file(at offset: Int) -> [UInt8] {
      atoms {
        Parts.fileType("isom", "isom")
        Parts.movie {
          Parts.track {
            Parts.media { Parts.visualEntry(type) { boxes } } tables: {
              Parts.sampleTables([UInt32(sample.count)], at: UInt32(offset))
            }
          }
        }
        atom("mdat") { bytes(sample) }
      }
    }
    let whole = file(at: file(at: 0).count - sample.count)
    return try #require(About(of: try MediaFile.open(ByteSource(copying: whole))).tracks.first)
  }

  private func words(_ key: String, of track: About.Track) -> String? {
    track.facts.first { $0.key.description == key }?.text
  }

  // MARK: Views

  /// The message of type 45: identifier 0, not cancelled, how views are packed, which one is first, six flags,
  /// four positions, a byte for later, a repetition of 1, nothing more.
  private func packing(_ type: UInt64, first: UInt64) -> [UInt8] {
    let message = bits(
      (1, 1), (1, 0), (7, type), (1, 0), (6, first), (6, 0), (16, 0), (8, 0), (3, 0b010), (1, 0), (6, 0)
    ).bytes
    // Its zeros in a row are kept from looking like a start code.
    var kept: [UInt8] = []
    for byte in message {
      if kept.suffix(2) == [0, 0], byte < 4 { kept.append(3) }
      kept.append(byte)
    }
    return [45, UInt8(message.count)] + kept + [0x80]
  }

  private func unit(_ content: [UInt8]) -> [UInt8] { u32(UInt32(content.count)).bytes + content }

  @Test(arguments: [
    (3, 1, "stereo (left beside right)"), (3, 2, "stereo (right beside left)"), (4, 1, "stereo (left above right)"),
    (5, 1, "stereo (left and right in turn)"), (2, 0, "stereo (left and right woven into each other)"),
    (4, 2, "stereo (left above right, reversed)"),
  ] as [(UInt64, UInt64, String)])
  func messagesInFrontOfThePictureSayHowViewsArePacked(type: UInt64, first: UInt64, words: String) throws {
    // Another message stands before it: five bytes of type 5.
    let other: [UInt8] = [6, 5, 5, 1, 2, 3, 4, 5, 0x80]
    let sample = unit([9, 0x10]) + unit(other) + unit([6] + packing(type, first: first)) + unit([0x65, 0x88])
    let track = try film("avc1", Piece(), sample: sample)
    #expect(self.words("stereo", of: track) == words + ", by SEI of the first sample")
  }

  /// A box that says two views and not where they are is no answer before messages were read.
  @Test func messagesSayWhereTheViewsOfABoxAre() throws {
    let box = pieces {
      Parts.avcConfiguration
      atom("vexu") { atom("eyes") { atom("stri", version: 0) { u8(3) } } }
    }
    let sample = unit([6] + packing(3, first: 1)) + unit([0x65, 0x88])
    let placed = words("stereo", of: try film("avc1", box, sample: sample))
    #expect(placed == "stereo (left beside right), by SEI of the first sample")
    #expect(
      words("stereo", of: try film("avc1", box, sample: unit([0x65, 0x88])))
        == "stereo (left + right, where the second lies is not known)")
  }

  /// A message of type 147: what displays that know it are to take for the transfer of usual ones.
  @Test func messagesPreferHLG() throws {
    func colour(_ transfer: UInt16, preferred: UInt8) throws -> String? {
      let boxes = pieces {
        Parts.avcConfiguration
        atom("colr") { code("nclx"); u16(9, transfer, 9); u8(0) }
      }
      return words("colour", of: try film("avc1", boxes, sample: unit([6, 147, 1, preferred, 0x80]) + unit([0x65, 0x88])))
    }
    #expect(
      try colour(14, preferred: 18)
        == "BT.2020 / BT.2020 10-bit / BT.2020, HLG preferred by a message in front of the first picture")
    #expect(try colour(18, preferred: 18) == "BT.2020 / HLG / BT.2020")
    #expect(try colour(16, preferred: 18) == "BT.2020 / PQ / BT.2020")
  }

  @Test func messagesBehindThePictureOrCancelledSayNothing() throws {
    let late = unit([0x65, 0x88]) + unit([6] + packing(3, first: 1))
    #expect(words("stereo", of: try film("avc1", Piece(), sample: late)) == "")
    // The second bit cancels what was said.
    let cancelled = unit([6, 45, 1, 0b1100_0000, 0x80]) + unit([0x65, 0x88])
    #expect(words("stereo", of: try film("avc1", Piece(), sample: cancelled)) == "")
    // A size that goes on behind the unit, and one that never ends.
    for liar: [UInt8] in [[6, 45, 200, 0xFF], [6, 255, 255], [6, 5, 255, 255], [6, 45]] {
      #expect(words("stereo", of: try film("avc1", Piece(), sample: unit(liar) + unit([0x65]))) == "")
    }
  }

  @Test func messagesInTheConfigurationOfHEVCCount() throws {
    let message = [0x4E, 1] + packing(4, first: 1)
    let box = atom("hvcC") {
      u8(1, 1); u32(0x6000_0000); u8(0x90); zeros(5); u8(93); u16(0xF000); u8(0xFC, 0xFD, 0xF8, 0xF8); u16(0)
      u8(0x0F, 1, 0xA7); u16(1); u16(UInt16(message.count)); bytes(message)
    }
    let track = try film("hvc1", box, sample: unit([0x26, 1, 0xAF]))
    #expect(words("stereo", of: track) == "stereo (left above right), by SEI in 'hvcC'")
  }

  // MARK: Light and captions

  /// A message by ITU-T T.35 in a unit of AVC.
  private func registered(@AtomBuilder _ content: () -> Piece) -> [UInt8] {
    let content = content().bytes
    return [6, 4, UInt8(content.count)] + content + [0x80]
  }

  /// `cc_data` of ATSC: flags and how many, then the triples.
  private func captions(_ triples: [UInt8]...) -> [UInt8] {
    registered {
      u8(0xB5); u16(0x31); text("GA94"); u8(3, 0x40 | UInt8(triples.count), 0xFF)
      bytes(triples.flatMap { $0 })
      u8(0xFF)
    }
  }

  /// The United States, Samsung, 1, application 4, version 1: one window, 1,000 cd/m², nothing else set.
  private func hdr10Plus(application: UInt8 = 4) -> [UInt8] {
    registered {
      u8(0xB5); u16(0x3C, 1); u8(application, 1)
      bits(
        (2, 1), (27, 10_000_000), (1, 0), (17, 0x15555), (17, 0x15555), (17, 0x15555), (17, 0x15555), (4, 0), (10, 0),
        (1, 0), (1, 0), (1, 0), (5, 0))
    }
  }

  private func fact(_ key: String, _ units: [UInt8]...) throws -> String? {
    let sample = units.flatMap { unit($0) } + unit([0x65, 0x88])
    return words(key, of: try film("avc1", Piece(), sample: sample))
  }

  @Test func dynamicMetadataInTheFirstPictureIsAFact() throws {
    #expect(try fact("dynamicMetadata", hdr10Plus()) == "HDR10+")
    // Another application of the same maker is none, and of what is not there nothing is said.
    #expect(try fact("dynamicMetadata", hdr10Plus(application: 5)) == "")
    #expect(try fact("dynamicMetadata") == "")
    // Behind the first slice nothing is read.
    let late = unit([0x65, 0x88]) + unit(hdr10Plus())
    #expect(words("dynamicMetadata", of: try film("avc1", Piece(), sample: late)) == "")
  }

  /// Behind settings of an encoder, in one unit with them, in the next, and behind so many that these are not gone
  /// through.
  @Test func whatStandsBehindOtherMessagesIsRead() throws {
    let other: [UInt8] = [5, 5, 1, 2, 3, 4, 5]
    #expect(try fact("dynamicMetadata", [6] + other + hdr10Plus().dropFirst()) == "HDR10+")
    #expect(try fact("dynamicMetadata", [6] + other + [0x80], hdr10Plus()) == "HDR10+")
    #expect(try fact("dynamicMetadata", [9, 0x10], [6] + other + [0x80]) == "")
    let long = [5] + Array(repeating: 255, count: 19) + [155] + Array(repeating: UInt8(1), count: 5_000)
    #expect(try fact("dynamicMetadata", [6] + long + hdr10Plus().dropFirst()) == "HDR10+")
  }

  @Test func captionsInTheFirstPictureAreAFact() throws {
    // Valid pairs of the first and the second field, and the start of a packet of CEA-708.
    let all = captions([0xFC, 0x94, 0x2C], [0xFD, 0x61, 0x62], [0xFF, 0x02, 0x21])
    #expect(try fact("captions", all) == "captions in the pictures (CEA-608 field 1, CEA-608 field 2, CEA-708)")
    // A pair of zeros with their parity keeps room; one that is not valid keeps none.
    let padding = captions([0xFC, 0x80, 0x80], [0xF9, 0x94, 0x2C])
    #expect(try fact("captions", padding) == "captions in the pictures (CEA-608 field 1; none in the first one)")
    #expect(try fact("captions", captions([0xF8, 0x94, 0x2C])) == "")
  }

  /// Never none: later pictures may have what the first has not.
  @Test func whatTheFirstPictureHasNotIsNotRead() throws {
    let sample = unit([0x65, 0x88])
    let track = try film("avc1", Piece(), sample: sample)
    for key in ["captions", "dynamicMetadata", "contentLight", "masteringDisplay"] {
      let fact = try #require(track.facts.first { $0.key.description == key })
      guard case .record(let members) = fact.value,
        case .text(let answer)? = members.first(where: { $0.key.description == "answer" })?.value
      else { throw Missing() }
      #expect(answer == "notRead", "\(key)")
    }
  }

  private struct Missing: Error {}

  /// Content light and the display in SEI of HEVC: the numbers of `x265 --max-cll 1000,400 --master-display`.
  @Test func lightInTheConfigurationOfHEVCIsAFact() throws {
    let light: [UInt8] = [0x4E, 1, 144, 4, 0x03, 0xE8, 0x01, 0x90, 0x80]
    let display = pieces {
      u8(0x4E, 1, 137, 24)
      // Green, blue, red and white in units of 1/50,000; 1,000 and 0.005 in units of 1/10,000 cd/m².
      u16(13_250, 34_500, 7_500, 3_000, 34_000, 16_000, 15_635, 16_450); u32(10_000_000, 50); u8(0x80)
    }.bytes
    // Zeros in a row are kept from looking like a start code.
    var kept: [UInt8] = []
    for byte in display {
      if kept.suffix(2) == [0, 0], byte < 4 { kept.append(3) }
      kept.append(byte)
    }
    let box = atom("hvcC") {
      u8(1, 1); u32(0x6000_0000); u8(0x90); zeros(5); u8(93); u16(0xF000); u8(0xFC, 0xFD, 0xF8, 0xF8); u16(0)
      u8(0x0F, 1, 0xA7); u16(2)
      u16(UInt16(light.count)); bytes(light); u16(UInt16(kept.count)); bytes(kept)
    }
    let track = try film("hvc1", box, sample: unit([0x26, 1, 0xAF]))
    #expect(words("contentLight", of: track) == "MaxCLL 1,000, MaxFALL 400")
    #expect(words("masteringDisplay", of: track) == "mastered at 0.005 – 1,000 cd/m²")
  }

  // MARK: ProRes

  /// The header of a frame, of 4:2:2 unless `shape` says otherwise.
  private func frame(shape: UInt8 = 0x80, colours: (UInt8, UInt8, UInt8) = (1, 1, 1), alpha: UInt8 = 0) -> [UInt8] {
    pieces {
      u32(40); text("icpf"); u16(20, 0); text("made"); u16(64, 48)
      u8(shape, 0, colours.0, colours.1, colours.2, alpha); zeros(14)
    }.bytes
  }

  @Test func aFrameOfProResFillsInWhatBoxesLeaveOut() throws {
    let track = try film("apch", Piece(), sample: frame(shape: 0x84))
    #expect(words("scanning", of: track) == "interlaced, top field first")
    #expect(words("colour", of: track)?.contains("BT.709") == true)
    #expect(words("coded", of: track) == "")
    // Documents read 9 in opposite ways; the frame says which field is first.
    let order = try film("apch", atom("fiel") { u8(2, 9) }, sample: frame(shape: 0x88))
    #expect(words("scanning", of: order) == "interlaced, bottom field first")
    let clear = try film("ap4h", Piece(), sample: frame(shape: 0xC0, alpha: 2))
    #expect(words("coded", of: clear) == "alpha of 16 bits")
  }

  @Test func aFrameOfProResContradictsBoxes() throws {
    let boxes = pieces { atom("fiel") { u8(1, 0) }; atom("colr") { code("nclc"); u16(9, 16, 9) } }
    let track = try film("apcn", boxes, sample: frame(shape: 0xC4))
    #expect(words("scanning", of: track) == "progressive, but the first sample says interlaced, top field first")
    #expect(words("colour", of: track)?.hasSuffix("but the first sample says BT.709") == true, "\(words("colour", of: track) ?? "")")
    #expect(words("coded", of: track) == "4:4:4 in the first sample")
    // What is no frame says nothing, nor does one that is cut.
    let noise = try film("apcn", boxes, sample: Array(repeating: 0x55, count: 40))
    #expect(words("scanning", of: noise) == "" && words("coded", of: noise) == nil)
    #expect(words("coded", of: try film("apcn", boxes, sample: Array(frame().prefix(27)))) == nil)
  }

  // MARK: MPEG-2

  /// The headers of a sequence and of its first picture, and a slice.
  private func pictures(
    isProgressive: UInt64 = 0, structure: UInt64 = 3, isTopFirst: UInt64 = 1, isWhole: UInt64 = 0
  ) -> [UInt8] {
    pieces {
      hex("000001B3"); u8(0x5A, 0x04, 0x38, 0x34, 0xFF, 0xFF, 0xE0, 0x18)
      hex("000001B5"); bits((4, 1), (8, 0x44), (1, isProgressive), (2, 1), (25, 0x1FF))
      hex("00000100"); u8(0, 0x0F, 0xFF, 0xF8)
      hex("000001B5"); bits((4, 8), (16, 0xFFFF), (2, 0), (2, structure), (1, isTopFirst), (7, 0), (1, isWhole), (7, 1))
      hex("00000101"); u8(0x12, 0x34, 0x56)
    }.bytes
  }

  /// Documents read 9 in opposite ways; the first picture says which field is first.
  @Test(arguments: [
    (0, 3, 1, 0, "interlaced, top field first"), (0, 3, 0, 0, "interlaced, bottom field first"),
    (0, 1, 0, 0, "interlaced, top field first"), (0, 2, 0, 0, "interlaced, bottom field first"),
    // A whole frame says nothing of others, and a sequence without fields is not what the box says.
    (0, 3, 1, 1, "interlaced"), (1, 3, 1, 1, "interlaced, but the first sample says progressive"),
  ] as [(UInt64, UInt64, UInt64, UInt64, String)])
  func aPictureOfMPEG2SaysWhichFieldIsFirst(
    isProgressive: UInt64, structure: UInt64, isTopFirst: UInt64, isWhole: UInt64, text: String
  ) throws {
    let sample = pictures(isProgressive: isProgressive, structure: structure, isTopFirst: isTopFirst, isWhole: isWhole)
    #expect(words("scanning", of: try film("xdv2", atom("fiel") { u8(2, 9) }, sample: sample)) == text)
  }

  @Test func whatIsNoMPEG2SaysNothingOfFields() throws {
    let box = atom("fiel") { u8(2, 9) }
    #expect(words("scanning", of: try film("m2v1", Piece(), sample: pictures())) == "interlaced, top field first")
    #expect(words("scanning", of: try film("avc1", box, sample: pictures())) == "interlaced")
    // Of a picture that is cut in its extension, and behind the first slice, nothing is read.
    #expect(words("scanning", of: try film("xdv2", box, sample: Array(pictures().prefix(36)))) == "interlaced")
    #expect(words("scanning", of: try film("xdv2", box, sample: [0, 0, 1, 1] + pictures())) == "interlaced")
  }

  // MARK: DNxHD

  /// The header of a frame as FFmpeg writes it: of 64×48 pixels, unless it is a field of so many lines.
  private func avid(
    field: UInt8 = 1, blocks: UInt8 = 0x80, opacity: UInt8 = 0xA0, lines: UInt16 = 48, depth: UInt8 = 0x38, sampling: UInt8 = 0x80,
    size: UInt32 = 0x280
  ) -> [UInt8] {
    pieces {
      u32(size); u8(1, field, blocks, opacity); zeros(16); u16(lines, 64); zeros(5); u8(depth); zeros(10); u8(sampling)
      zeros(0x16D - 0x2D); u8(UInt8((lines + 15) / 16)); zeros(0x280 - 0x16E)
    }.bytes
  }

  @Test func aFrameOfDNxHDSaysHowItIsKept() throws {
    func film(_ sample: [UInt8], _ boxes: Piece = Piece(), type: FourCC = "AVdn") throws -> About.Track {
      try self.film(type, boxes, sample: sample)
    }
    let whole = try film(avid())
    // What is as usual is no words.
    #expect(words("scanning", of: whole) == "" && words("coded", of: whole) == "4:2:2 8-bit")
    let scanning = whole.facts.first { $0.key.description == "scanning" }?.value
    #expect(String(describing: scanning).contains("progressive"), "\(String(describing: scanning))")
    let top = try film(avid(field: 2, lines: 24, depth: 0x58))
    #expect(words("scanning", of: top) == "interlaced, top field first" && words("coded", of: top) == "4:2:2 10-bit")
    #expect(words("scanning", of: try film(avid(field: 3, lines: 24))) == "interlaced, bottom field first")
    let box = atom("fiel") { u8(2, 6) }
    #expect(
      words("scanning", of: try film(avid(field: 2, lines: 24), box))
        == "interlaced, bottom field first, but the first sample says interlaced, top field first")
    #expect(words("coded", of: try film(avid(lines: 40))) == "4:2:2 8-bit, 64×40 in the first sample")
    // What the box of the coding says is another sampling.
    let named = atom("ADHR") { code("0001"); u32(1_271) }
    #expect(words("coded", of: try film(avid(depth: 0x78, sampling: 0xC0), named, type: "AVdh")) == "4:4:4 12-bit in the first sample")
    // Blocks of fields, an opacity whose bits nobody knows, what is no header, and one that is cut.
    #expect(words("scanning", of: try film(avid(blocks: 0x20))) == "")
    #expect(words("coded", of: try film(avid(opacity: 1))) == nil)
    for noise in [avid(depth: 0), avid(size: 0x27C), avid(lines: 0), Array(avid().dropLast())] {
      #expect(words("coded", of: try film(noise)) == nil)
    }
  }

  // MARK: H.264

  /// A configuration whose pictures may have fields: order counts of four bits or none, timing in messages if asked for.
  private func fields(countType: UInt64 = 0, isAdaptive: UInt64 = 1, hasTiming: UInt64 = 0, hasSteps: UInt64 = 1) -> Piece {
    let counts: (width: Int, value: UInt64) = countType == 0 ? (2, 0b11) : (3, 0b011)
    // No aspect, range, signal, place of chroma, ticks or buffers; timing in messages, no limits.
    let usability: (width: Int, value: UInt64) = hasTiming == 1 ? (9, 0b10) : (0, 0)
    let rest = 8 - (19 + counts.width + usability.width) % 8
    let sequence = pieces {
      u8(0x67, 77, 0, 30)
      bits(
        // No. 0, frame numbers of four bits; one reference, 64×64.
        (2, 0b11), counts, (3, 0b010), (1, 0), (5, 0b00100), (3, 0b010), (1, 0), (1, isAdaptive), (2, 0b10), (1, hasTiming),
        usability, (rest, 1 << UInt64(rest - 1)))
    }.bytes
    let pictures = pieces {
      u8(0x68)
      bits((3, 0b110), (1, hasSteps), (12, 0b1110_0011_1000), (8, 0x80))
    }.bytes
    return atom("avcC") {
      u8(1, 77, 0, 30, 0xFF, 0xE1); u16(UInt16(sequence.count)); bytes(sequence)
      u8(1); u16(UInt16(pictures.count)); bytes(pictures)
    }
  }

  /// A slice of IDR that is a frame, whose bottom field is one later, or as much, or one earlier; or of a field.
  private func frame(step: UInt64) -> [UInt8] {
    // 1, 7 and 0; frame 0, no field; IDR 0, count 2.
    [0x65] + bits((1, 1), (7, 8), (1, 1), (4, 0), (1, 0), (1, 1), (4, 2), (3, step), (2, 2)).bytes
  }

  private func field(isBottom: UInt64, count: UInt64, isFirst: Bool = true, number: UInt64 = 0) -> [UInt8] {
    isFirst
      ? [0x65] + bits((1, 1), (7, 8), (1, 1), (4, number), (2, 2 | isBottom), (1, 1), (4, count), (4, 8)).bytes
      : [0x61] + bits((1, 1), (7, 8), (1, 1), (4, number), (2, 2 | isBottom), (4, count), (5, 16)).bytes
  }

  private func timing(_ structure: UInt8) -> [UInt8] { [6, 1, 1, structure << 4 | 2, 0x80] }

  private static let (later, alike, earlier): (UInt64, UInt64, UInt64) = (0b010, 0b100, 0b011)

  @Test func picturesOfH264SayWhichFieldIsFirst() throws {
    let (top, bottom) = ("interlaced, top field first", "interlaced, bottom field first")
    let mixed = "frames or fields, as each picture says"
    func scanning(_ box: Piece, _ units: [UInt8]...) throws -> String? {
      words("scanning", of: try film("avc1", box, sample: units.flatMap { unit($0) }))
    }
    // Frames: what a message says of them, and the counts of their fields, which may be alike.
    let timed = fields(hasTiming: 1)
    #expect(try scanning(timed, timing(3), frame(step: Self.later)) == top)
    #expect(try scanning(timed, timing(4), frame(step: Self.earlier)) == bottom)
    #expect(try scanning(timed, timing(3), frame(step: Self.alike)) == top)
    #expect(try scanning(timed, [6, 5, 1, 7] + timing(4).dropFirst(), frame(step: Self.alike)) == bottom)
    #expect(try scanning(fields(), frame(step: Self.later)) == top)
    #expect(try scanning(fields(), frame(step: Self.earlier)) == bottom)
    // Two things, whole frames, three fields, frames that may be whole.
    #expect(try scanning(timed, timing(4), frame(step: Self.later)) == mixed)
    #expect(try scanning(timed, timing(0), frame(step: Self.later)) == mixed)
    #expect(try scanning(timed, timing(5), frame(step: Self.alike)) == mixed)
    #expect(try scanning(fields(), frame(step: Self.alike)) == mixed)
    #expect(try scanning(fields(isAdaptive: 0), frame(step: Self.later)) == mixed)
    #expect(try scanning(fields(), [0x65, 0x88]) == mixed)
    // Fields: the one whose count comes first, whichever is decoded first; counts begin again at 16.
    for (isBottom, counts, words) in [
      (0, (2, 3), top), (1, (2, 3), bottom), (0, (3, 2), bottom), (1, (15, 0), bottom), (0, (2, 2), mixed),
    ] as [(UInt64, (UInt64, UInt64), String)] {
      let first = field(isBottom: isBottom, count: counts.0)
      let second = field(isBottom: 1 - isBottom, count: counts.1, isFirst: false)
      #expect(try scanning(fields(), first, first, second, second) == words, "\(isBottom) \(counts)")
    }
    #expect(try scanning(fields(), field(isBottom: 0, count: 2)) == mixed)
    #expect(
      try scanning(fields(), field(isBottom: 0, count: 2), field(isBottom: 1, count: 3, isFirst: false, number: 1)) == mixed)
    // Without counts pictures are shown as they are decoded.
    let uncounted = fields(countType: 2, hasSteps: 0)
    #expect(try scanning(uncounted, field(isBottom: 1, count: 0), field(isBottom: 0, count: 9, isFirst: false)) == bottom)
    // Another parameter set than those of the configuration, and a box that says it.
    #expect(try scanning(fields(), [0x68, 0xFF], frame(step: Self.later)) == mixed)
    let said = pieces { fields(); atom("fiel") { u8(2, 6) } }
    #expect(try scanning(said, frame(step: Self.later)) == bottom)
    let unclear = pieces { fields(); atom("fiel") { u8(2, 9) } }
    #expect(try scanning(unclear, frame(step: Self.later)) == top)
    #expect(try scanning(pieces { fields(); atom("fiel") { u8(1, 0) } }, frame(step: Self.later))?.hasPrefix("progressive") == true)
  }

  // MARK: Text

  /// Tracks of text with these flags in their entries, boxes of user data and flags of their headers.
  private func texts(_ tracks: [(flags: UInt32, data: Piece, header: UInt32)]) throws -> [String?] {
    let whole = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        for (index, track) in tracks.enumerated() {
          bytes(
            Parts.track(id: UInt32(index + 1), width: 0, height: 0) {
              Parts.media(handler: "sbtl") {
                atom("tx3g") { zeros(6); u16(1); u32(track.flags); zeros(26) }
              } tables: { Parts.emptyTables }
              atom("udta") { track.data }
            }.bytes.setting("trak/tkhd", at: 0) { u32(track.header) })
        }
      }
    }
    return About(of: try MediaFile.open(ByteSource(copying: whole))).tracks.map { words("textRole", of: $0) }
  }

  @Test func textSaysForWhomItIs() throws {
    func kind(_ value: String, _ scheme: String = "urn:mpeg:dash:role:2011") -> Piece {
      atom("kind", version: 0) { text(scheme, terminated: true); text(value, terminated: true) }
    }
    let found = try texts([
      (0, Piece(), 3), (0x4000_0000, Piece(), 2), (0xC000_0000, Piece(), 2), (0, kind("caption"), 2),
      (0, kind("forced-subtitle"), 2), (0, kind("caption", "urn:other"), 2),
      (0, atom("tagc") { text("public.accessibility.describes-music-and-sound") }, 2),
    ])
    #expect(
      found == [
        "default", "partly forced", "forced", "for the hard of hearing", "forced", "", "for the hard of hearing",
      ])
    // Alone, or beside others that are enabled, none is preferred.
    #expect(try texts([(0, Piece(), 3)]) == [""])
    #expect(try texts([(0, Piece(), 3), (0, Piece(), 3), (0, Piece(), 2)]) == ["", "", ""])
  }
}

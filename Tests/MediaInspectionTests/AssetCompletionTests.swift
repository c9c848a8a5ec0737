// swift-format-ignore-file: DoNotUseSemicolons

import Atoms
import ByteReading
import Corpus
import Foundation
import MediaFacts
import MediaInspection
import MediaMetadata
import MediaReports
import Structure
import Testing

/// Bytes as the source of an asset.
private struct Bytes: MediaAssetSource {
  let bytes: [UInt8]
  var path: String? { nil }
  func open() throws -> ByteSource { ByteSource(copying: bytes) }
}

/// Times that are made, multiplied, rounded and compared.
@Suite struct MediaTimeArithmeticTests {
  @Test func secondsBecomeTheNearestTime() {
    #expect(
      MediaTime(seconds: 1.5, preferredTimescale: 600) == MediaTime(value: 900, timescale: 600))
    #expect(MediaTime(seconds: 0.999, preferredTimescale: 100).value == 100)
    #expect(MediaTime(seconds: -0.005, preferredTimescale: 100).value == -1)
    // 2^40 seconds do not fit 2^32 ticks each: the timescale is halved.
    let long = MediaTime(seconds: 1_099_511_627_776, preferredTimescale: 4_294_967_296)
    #expect(long.isNumeric && long.seconds == 1_099_511_627_776 && long.timescale < 8_388_609)
    #expect(!MediaTime(seconds: .infinity, preferredTimescale: 600).isValid)
    #expect(!MediaTime(seconds: .nan, preferredTimescale: 600).isValid)
    #expect(!MediaTime(seconds: 1e300, preferredTimescale: 600).isValid)
    #expect(!MediaTime(seconds: 1, preferredTimescale: 0).isValid)
  }

  @Test(
    arguments: [
      (.halfAwayFromZero, [3, -3, 2, -2]), (.towardZero, [2, -2, 2, -2]),
      (.awayFromZero, [3, -3, 3, -3]), (.up, [3, -2, 3, -2]), (.down, [2, -3, 2, -3]),
      (.quickTime, [2, -2, 2, -2]),
    ] as [(MediaTime.Rounding, [Int64])])
  func conversionsRound(rounding: MediaTime.Rounding, expected: [Int64]) {
    // 2.5 and 2.25 seconds.
    let times = [(10, 4), (-10, 4), (9, 4), (-9, 4)] as [(Int64, UInt64)]
    let found = times.map {
      MediaTime(value: $0.0, timescale: $0.1).converted(to: 1, rounding: rounding).value
    }
    #expect(found == expected)
  }

  @Test func quickTimeNeverRoundsNegativeTimesToZero() {
    let time = MediaTime(value: -1, timescale: 1_000)
    #expect(time.converted(to: 1, rounding: .quickTime).value == -1)
    #expect(time.converted(to: 1, rounding: .towardZero).value == 0)
    // To a finer timescale it rounds away from zero.
    #expect(MediaTime(value: 1, timescale: 3).converted(to: 4, rounding: .quickTime).value == 2)
  }

  @Test func whatDoesNotFitIsInvalid() {
    let most = MediaTime(value: .max, timescale: 1)
    #expect(!most.converted(to: 2, rounding: .up).isValid)
    #expect(!(most * 2).isValid)
    #expect(!(most * 2.0).isValid)
    #expect(!most.multiplied(by: 1, over: 0).isValid)
    #expect((most * -1).value == -Int64.max)
    #expect((MediaTime(value: .min, timescale: 1) * 1).value == .min)
    #expect(!(MediaTime(value: .min, timescale: 1) * -1).isValid)
    #expect((MediaTime.indefinite * 3).isIndefinite && !(MediaTime.invalid * 3).isValid)
  }

  @Test func productsAreExactWhereTheyCanBe() {
    let frame = MediaTime(value: 1_001, timescale: 30_000)
    #expect(frame * 30 == MediaTime(value: 1_001, timescale: 1_000))
    #expect((30 * frame).timescale == 30_000)
    #expect(frame.multiplied(by: 1, over: 7) == MediaTime(value: 143, timescale: 30_000))
    #expect(frame.multiplied(by: 1, over: 2) == MediaTime(value: 1_001, timescale: 60_000))
    #expect(frame.multiplied(by: -2, over: -3) == MediaTime(value: 2_002, timescale: 90_000))
    // No timescale holds this one exactly: the nearest in its own.
    let fine = MediaTime(value: 1, timescale: .max)
    #expect(
      fine.multiplied(by: 2, over: 3).value == 1 && fine.multiplied(by: 1, over: 3).value == 0)
    let half = MediaTime(value: 1, timescale: 1) * 0.5
    #expect(half == MediaTime(value: 1, timescale: 2) && half.timescale >= 65_536)
  }

  @Test func timesOfAnyTimescalesAreComparedExactly() {
    // 2^62 / (2^63 - 25) and one tick less: a Double cannot tell them apart.
    let scale: UInt64 = 9_223_372_036_854_775_783
    let a = MediaTime(value: 4_611_686_018_427_387_904, timescale: scale)
    let b = MediaTime(value: 4_611_686_018_427_387_903, timescale: scale)
    #expect(b < a && a != b && a.seconds == b.seconds)
    #expect(MediaTime(value: .max, timescale: .max) < MediaTime(value: .max, timescale: .max - 1))
    #expect(MediaTime(value: .min, timescale: 1) < MediaTime(value: .min + 1, timescale: 1))
    #expect(MediaTime(value: -1, timescale: 3) < MediaTime(value: -1, timescale: 4))
    let set: Set<MediaTime> = [
      MediaTime(value: 1, timescale: 2), MediaTime(value: 2, timescale: 4),
    ]
    #expect(set.count == 1)
  }
}

/// What format descriptions say, of boxes that are made here.
@Suite struct FormatDescriptionTests {
  /// 64 × 48 pixels of 4:3 around a clean aperture of 60 × 40, BT.2020 PQ.
  private func film(
    transfer: UInt16 = 16, rotated: Bool = false, _ more: Piece = Piece()
  ) -> [UInt8] {
    let entry = Parts.visualEntry("hvc1") {
      atom("colr") {
        code("nclx"); u16(9); u16(transfer); u16(9); u8(0x80)
      }
      atom("pasp") {
        u32(4); u32(3)
      }
      atom("clap") {
        u32(60); u32(1); u32(40); u32(1); u32(1); u32(2); u32(0); u32(1)
      }
      atom("clli") {
        u16(1_000); u16(400)
      }
      atom("fiel") {
        u8(2); u8(6)
      }
      more
    }
    let start = Parts.fileType("isom", "isom")
    let movie = Parts.movie {
      Parts.track {
        Parts.media {
          entry
        } tables: {
          Parts.sampleTables([4, 4])
        }
      }
    }
    return start.bytes + movie.bytes
  }

  private func track(_ bytes: [UInt8]) async throws -> MediaAssetTrack {
    try #require(try await MediaAsset(Bytes(bytes: bytes)).load(.tracks).first)
  }

  @Test func picturesHaveTheirExtensions() async throws {
    let track = try await track(film())
    let description = try #require(try await track.load(.formatDescriptions).first)
    let size = try #require(description.dimensions)
    #expect(
      description.cleanAperture
        == MediaCleanAperture(width: 60, height: 40, horizontalOffset: 0.5, verticalOffset: 0))
    #expect(description.pixelAspectRatio?.horizontalSpacing == 4)
    let extensions = description.extensions
    #expect(extensions[.colorPrimaries] == .text("ITU_R_2020"))
    #expect(extensions[.transferFunction] == .text("SMPTE_ST_2084_PQ"))
    #expect(extensions[.yCbCrMatrix] == .text("ITU_R_2020"))
    #expect(extensions[.fullRangeVideo] == .flag(true))
    #expect(extensions[.fieldCount] == .number(2))
    #expect(extensions[.fieldDetail] == .text("TemporalBottomFirst"))
    #expect(extensions[.contentLightLevelInfo] == .data([3, 232, 1, 144]))
    #expect(extensions[MediaFormatExtension(rawValue: "CVPixelAspectRatio")] != nil)
    // 60 pixels of 4:3 are 80 squares.
    #expect(description.presentationDimensions() == MediaSize(width: 80, height: 40))
    #expect(
      description.presentationDimensions(usesPixelAspectRatio: false, usesCleanAperture: false)
        == size)
    #expect(try await track.load(.presentationSize) == MediaSize(width: 80, height: 40))
    #expect(try await track.load(.characteristics).contains(.containsHDRVideo))
  }

  @Test func ordinaryPicturesAreNotHDR() async throws {
    let track = try await track(film(transfer: 1))
    #expect(try await track.load(.characteristics) == [.visual])
  }

  /// A ratio with nothing below the line is no clean aperture.
  @Test func aBrokenCleanApertureIsNone() async throws {
    var bytes = film()
    let clap = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("clap".utf8)) })
    bytes.replaceSubrange(clap + 8..<clap + 12, with: [0, 0, 0, 0])
    let track = try await track(bytes)
    #expect(try await track.load(.formatDescriptions).first?.cleanAperture == nil)
  }

  /// `chan` with the tag of 5.1 (121 << 16 | 6).
  @Test func soundHasItsLayout() async throws {
    let movie = Parts.movie {
      Parts.track {
        Parts.media(handler: "soun") {
          Parts.audioEntry("sowt", channels: 6) {
            atom("chan", version: 0) {
              u32(0x0079_0006); u32(0); u32(0)
            }
          }
        } tables: {
          Parts.sampleTables([4, 4])
        }
      }
    }
    let track = try await track(Parts.fileType("qt  ", "qt  ").bytes + movie.bytes)
    let description = try #require(try await track.load(.formatDescriptions).first)
    #expect(description.channelLayout?.layoutTag == 0x0079_0006)
    #expect(description.channelLayout?.definedLayout == nil)
    #expect(try await track.load(.characteristics) == [.audible])
  }
}

/// The answers of facts that are hardest to get right.
@Suite struct FactTests {
  private func facts(_ entry: Piece, brand: FourCC = "isom") throws -> Facts.Track {
    let movie = Parts.movie {
      Parts.track {
        Parts.media {
          entry
        } tables: {
          Parts.sampleTables([4, 4])
        }
      }
    }
    let bytes = Parts.fileType("isom", brand).bytes + movie.bytes
    let document = try MediaFile.open(ByteSource(copying: bytes))
    return try #require(MediaFile.facts(of: document).tracks.first)
  }

  /// Without `colr` and configuration the samples may say it; of plain pixels nothing does.
  @Test func noColourIsProvedOnlyWhereSamplesHoldNone() throws {
    let coded = try facts(Parts.visualEntry("apcn"))
    #expect(coded.colour?.answer == .notRead)
    #expect(coded.colour?.unread.map(\.reason) == [.samples])
    let plain = try facts(Parts.visualEntry("2vuy"))
    #expect(plain.colour?.answer == FactAnswer.none)
    #expect(plain.masteringDisplay?.answer == FactAnswer.none)
    #expect(try facts(Parts.visualEntry("hvc1")).dolbyVision?.answer == .notRead)
  }

  /// `colr` says BT.709, the configuration of VP9 BT.2020 PQ.
  @Test func aConfigurationThatSaysOtherwiseIsAClaim() throws {
    let track = try facts(
      Parts.visualEntry("vp09") {
        atom("vpcC", version: 1) {
          u8(0); u8(10); u8(0x82); u8(9); u8(16); u8(9); u16(0)
        }
        atom("colr") {
          code("nclx"); u16(1); u16(1); u16(1); u8(0)
        }
      })
    #expect(track.colour?.value?.words == "BT.709")
    #expect(track.colour?.claims.map { $0.value.words } == ["BT.2020 / PQ / BT.2020"])
    #expect(track.colour?.source?.field?.description == "colour_primaries")
    let extent = try #require(track.colour?.source?.extent)
    #expect(extent.byteCount == 2)
  }

  @Test func theConfigurationSpeaksWhereNoBoxDoes() throws {
    let track = try facts(
      Parts.visualEntry("vp09") {
        atom("vpcC", version: 1) {
          u8(0); u8(10); u8(0x83); u8(9); u8(18); u8(9); u16(0)
        }
      })
    #expect(track.colour?.value?.highDynamicRange == .hybridLogGamma)
    #expect(track.colour?.value?.points?.isFullRange == true)
  }

  @Test func dolbyVisionIsReadByItsProfile() throws {
    // Profile 8, level 5, metadata and base layer, compatible with HLG.
    let track = try facts(
      Parts.visualEntry("hvc1") {
        atom("dvvC") {
          u8(1); u8(0); u8(0x10); u8(0x2D); u8(0x40); zeros(19)
        }
      })
    let vision = try #require(track.dolbyVision?.value)
    #expect(vision.profile == 8 && vision.level == 5 && vision.compatibility == 4)
    #expect(vision.hasMetadata && vision.hasBaseLayer && !vision.hasEnhancementLayer)
  }

  @Test func brandsAnnounceMetadataOfPictures() throws {
    let track = try facts(Parts.visualEntry("hvc1"), brand: "cdm4")
    #expect(track.dynamicMetadata?.value == .hdr10Plus)
    #expect(try facts(Parts.visualEntry("hvc1")).dynamicMetadata?.answer == .notRead)
  }

  /// A film and a track of messages that begin with `prefix` and refer to track `id`.
  private func film(messages prefix: [UInt8], for id: UInt32) throws -> Facts.Track {
    let movie = Parts.movie {
      Parts.track {
        Parts.media {
          Parts.visualEntry("hvc1")
        } tables: {
          Parts.sampleTables([4, 4])
        }
      }
      Parts.track(id: 2, width: 0, height: 0) {
        atom("tref") {
          atom("rndr") { u32(id) }
        }
        Parts.media(handler: "meta") {
          atom("it35") {
            zeros(6); u16(1); u8(UInt8(prefix.count)); bytes(prefix)
          }
        } tables: {
          Parts.sampleTables([4])
        }
      }
    }
    let file = Parts.fileType("isom", "isom").bytes + movie.bytes
    let document = try MediaFile.open(ByteSource(copying: file))
    return try #require(MediaFile.facts(of: document).tracks.first)
  }

  /// HDR10+ is announced by the prefix of ST 2094-40; other messages, shorter prefixes and messages
  /// of other tracks announce nothing, and the samples were not read.
  @Test func messagesAnnounceMetadataOfTheTrackThatTheyReferTo() throws {
    let found = try film(messages: [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04], for: 1)
    #expect(found.dynamicMetadata?.value == .hdr10Plus)
    #expect(found.dynamicMetadata?.source?.field == "prefix")
    #expect(found.dynamicMetadata?.source?.extent?.byteCount == 6)
    let vivid = try film(messages: [0x26, 0x00, 0x04, 0x00, 0x05], for: 1)
    #expect(vivid.dynamicMetadata?.value == .hdrVivid)
    for (prefix, id) in [
      ([0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04], 2), ([0xB5, 0x00, 0x3C, 0x00, 0x01], 1),
      ([0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34], 1), ([], 1),
    ] as [([UInt8], UInt32)] {
      let other = try film(messages: prefix, for: id)
      #expect(other.dynamicMetadata?.answer == .notRead, "\(prefix)")
      #expect(other.dynamicMetadata?.unread.map(\.reason) == [.samples])
    }
  }

  /// What SEI messages, metadata OBUs and Dolby Vision's units can say is *not read* of every coding
  /// that has them, and *none* of plain pixels alone: no coding is taken for one without them.
  @Test(
    arguments: [
      "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dav1", "av01", "vp08", "vp09",
      "vvc1", "evc1", "apv1", "mp4v", "apcn", "ap4h", "jpeg", "AVdh", "zzzz",
    ] as [FourCC])
  func whatSamplesMaySayIsNotRead(type: FourCC) throws {
    let track = try facts(Parts.visualEntry(type))
    let answers = [
      track.masteringDisplay?.answer, track.contentLight?.answer, track.dolbyVision?.answer,
      track.dynamicMetadata?.answer,
    ]
    #expect(answers == Array(repeating: .notRead, count: 4))
    let unread = [
      track.masteringDisplay?.unread, track.contentLight?.unread, track.dolbyVision?.unread,
      track.dynamicMetadata?.unread,
    ]
    for list in unread { #expect(list?.map(\.reason) == [.samples] && list?.first?.node != nil) }
  }

  /// The second of two entries is protected: half of the track is.
  @Test func aProtectedSecondEntryIsFound() throws {
    let key: [UInt8] = Array(1...16)
    let protected = Parts.visualEntry("encv") {
      Parts.protection(by: "cbcs") {
        atom("tenc", version: 1) {
          u8(0); u8(0x19); u8(1); u8(0); bytes(key); u8(0)
        }
      }
    }
    let entries = pieces {
      Parts.visualEntry("avc1"); protected
    }
    let track = try facts(entries)
    let encryption = try #require(track.encryption.value)
    #expect(encryption.scheme == "cbcs" && encryption.entries == 2)
    #expect(encryption.protectedEntries == 1)
    #expect(encryption.pattern == Encryption.Pattern(encrypted: 1, clear: 9))
    #expect(encryption.keys.map(\.text) == ["01020304-0506-0708-090a-0b0c0d0e0f10"])
    #expect(try facts(Parts.visualEntry("avc1")).encryption.answer == FactAnswer.none)
  }

  @Test(
    arguments: [
      ("+51.5334-000.1255+027.000/", 51.5334, -0.1255, 27),
      ("+5132.004-00007.53/", 51.5334, -0.1255, nil),
      ("+513200.24-0000731.8/", 51.5334, -0.1255, nil), ("-33+151/", -33, 151, nil),
      // As FFmpeg passes on what somebody typed.
      ("+51.5932-0.2431/", 51.5932, -0.2431, nil), ("+48.8582+12.2945/", 48.8582, 12.2945, nil), ("-3.5+2.25/", -3.5, 2.25, nil),
    ] as [(String, Double, Double, Double?)])
  func placesAreRead(text: String, latitude: Double, longitude: Double, altitude: Double?) throws {
    let position = try #require(GeographicPosition(iso6709: text))
    #expect(abs(position.latitude - latitude) < 1e-6)
    #expect(abs(position.longitude - longitude) < 1e-6)
    #expect(position.altitude == altitude)
  }

  @Test(arguments: ["", "+51", "51.5-0.1", "+91-000/", "+51.5.1-000.1/", "+1-2/", "+51-1/"])
  func whatIsNoPlaceIsNone(text: String) {
    #expect(GeographicPosition(iso6709: text) == nil)
  }
}

/// Who prefers certain languages gets the tracks and the metadata in them.
@Suite struct LanguagePreferenceTests {
  /// A track of sound with a language in `mdhd`, another in `elng`, and what it is for in `tagc`.
  private func sound(
    _ id: UInt32, _ packed: String, extended: String? = nil, for characteristics: [String] = []
  ) -> Piece {
    Parts.track(id: id, width: 0, height: 0) {
      atom("mdia") {
        atom("mdhd", version: 0) {
          u32(Parts.time); u32(Parts.time); u32(1_000); u32(400); language(packed); u16(0)
        }
        if let extended {
          atom("elng", version: 0) { text(extended, terminated: true) }
        }
        Parts.handlerReference("soun")
        Parts.mediaInformation(
          handler: "soun", entry: Parts.audioEntry("sowt"), tables: Parts.sampleTables([4, 4]))
      }
      if !characteristics.isEmpty {
        atom("udta") {
          for value in characteristics {
            atom("tagc") { text(value) }
          }
        }
      }
    }
  }

  private func asset(@AtomBuilder _ tracks: () -> Piece) -> MediaAsset {
    let movie = Parts.movie(tracks)
    return MediaAsset(Bytes(bytes: Parts.fileType("qt  ", "qt  ").bytes + movie.bytes))
  }

  private func ids(_ asset: MediaAsset, _ languages: [String]) async throws -> [UInt64] {
    try await asset.loadTracks(withMediaType: .audio, preferring: languages).map(\.trackID)
  }

  /// A code of two letters that no list has is what the file says: `mdhd` does not speak in its place.
  @Test func aTagThatIsNotKnownIsNoOtherLanguage() async throws {
    let movie = Parts.movie { sound(1, "eng", extended: "qq-X") }
    let bytes = Parts.fileType("qt  ", "qt  ").bytes + movie.bytes
    let document = try MediaFile.open(ByteSource(copying: bytes))
    let atoms = try #require(document.context as? AtomContext)
    let facts = try #require(atoms.tracks.first.map { TrackFacts($0, in: document) })
    #expect(facts.language == "qq-X")
    #expect(MetadataLanguage(ofTrackAt: facts.track.node, in: document) == nil)
    let said = try #require(
      About(of: document).tracks.first?.facts.first { $0.key.description == "language" })
    #expect(said.text == "language qq-X")
    guard case .text("qq-X")? = said.value else {
      Issue.record("\(said)")
      return
    }
  }

  @Test func tagsOfBCP47HaveTheirParts() {
    let language = MetadataLanguage(code: "zh-hant-tw")
    #expect(language?.code == "zho" && language?.script == "Hant" && language?.country == "TW")
    #expect(language?.tag == "zh-Hant-TW")
    #expect(MetadataLanguage(code: "es-419")?.tag == "es-419")
    #expect(MetadataLanguage(code: "sr_Latn")?.tag == "sr-Latn")
    // A variant, and what is private, are passed over.
    #expect(MetadataLanguage(code: "de-CH-1996-x-no")?.tag == "de-CH")
    #expect(MetadataLanguage(code: "en-x-uk")?.tag == "en")
    #expect(MetadataLanguage(code: "x-none") == nil)
  }

  @Test func theExtendedTagComesBeforeThePackedCode() async throws {
    let asset = asset {
      sound(1, "eng", extended: "fr-CA"); sound(2, "deu")
      // Neither says a language: the code does.
      sound(3, "ita", extended: "und"); sound(4, "spa", extended: ""); sound(5, "und")
    }
    var tags: [String?] = []
    for track in try await asset.load(.tracks) { tags.append(try await track.load(.language)?.tag) }
    #expect(tags == ["fr-CA", "de", "it", "es", nil])
    // Reports of the programs agree.
    let synopsis = try await asset.load(.document).synopsis
    #expect(
      synopsis.tracks.map(\.language) == ["fr-CA", "deu", "ita", "spa", nil])
  }

  /// Of the two codes that ISO 639-2 has for German reports have one, as tags and `--about` do.
  @Test func bibliographicCodesAreThoseOfTheTerminology() async throws {
    let asset = asset { sound(1, "ger"); sound(2, "deu"); sound(3, "qaa") }
    #expect(try await asset.load(.document).synopsis.tracks.map(\.language) == ["deu", "deu", "qaa"])
  }

  @Test func tracksOfPreferredLanguagesComeFirst() async throws {
    let asset = asset {
      sound(1, "eng"); sound(2, "deu"); sound(3, "und"); sound(4, "deu", extended: "de-AT")
      sound(5, "zho", extended: "zh-Hans"); sound(6, "zho", extended: "zh-Hant")
    }
    #expect(try await ids(asset, ["de"]) == [2, 4, 3])
    #expect(try await ids(asset, ["de-AT", "en"]) == [4, 2, 1, 3])
    #expect(try await ids(asset, ["en", "ger"]) == [1, 2, 4, 3])
    #expect(try await ids(asset, ["zh-Hant"]) == [6, 5, 3])
    #expect(try await ids(asset, ["ja"]) == [3])
    #expect(try await ids(asset, []) == [3])
    // What is asked for exactly comes with it, what is near with the first of its language.
    #expect(try await ids(asset, ["de-AT", "en", "de"]) == [4, 1, 2, 3])
    #expect(try await asset.loadTracks(withMediaType: .video, preferring: ["de"]).isEmpty)
  }

  @Test func tracksAreForWhatTheirTagsSay() async throws {
    let asset = asset {
      sound(1, "eng", for: ["public.main-program-content", "public.original-content"])
      sound(2, "eng", for: ["public.accessibility.describes-video", "public.auxiliary-content"])
    }
    let described = try await asset.loadTracks(
      withMediaCharacteristic: .describesVideoForAccessibility)
    #expect(described.map(\.trackID) == [2])
    let main = try await asset.loadTracks(withMediaCharacteristic: .isMainProgramContent)
    #expect(main.map(\.trackID) == [1])
    #expect(
      try await main.first?.load(.characteristics)
        == [.audible, .isMainProgramContent, .isOriginalContent])
    #expect(try await asset.loadTracks(withMediaCharacteristic: .audible).count == 2)
    #expect(try await asset.loadTracks(withMediaCharacteristic: .legible).isEmpty)
  }
}

/// Languages and characteristics of real files.
@Suite struct AssetSampleTests {
  @Test func tracksOfSamplesHaveWhatTheirKindHas() async throws {
    var languages = 0
    var sizes = 0
    for name in Corpus.sampleFiles {
      let asset = MediaAsset(path: Corpus.path(ofSample: name))
      guard let tracks = try? await asset.load(.tracks), tracks.count <= 16 else { continue }
      for track in tracks {
        let characteristics = try await track.load(.characteristics)
        if track.mediaType == .video { #expect(characteristics.contains(.visual), "\(name)") }
        if track.mediaType == .audio { #expect(characteristics.contains(.audible), "\(name)") }
        if let language = try await track.load(.language) {
          #expect(!language.code.isEmpty && language.code.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
          languages += 1
        }
        let description = try await track.load(.formatDescriptions).first
        if let size = description?.presentationDimensions(),
          let shown = try await track.load(.presentationSize)
        {
          let area = size.width * size.height
          #expect(abs(shown.width * shown.height - area) < 1e-6 * max(1, area), "\(name)")
          sizes += 1
        }
      }
    }
    if !Corpus.sampleFiles.isEmpty { #expect(languages >= 10 && sizes >= 10) }
  }
}

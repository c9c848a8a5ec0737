// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
@testable import MediaMetadata
import SoundFiles
import Structure
import Testing

@testable import MediaInspection

/// A source that counts how often it is opened.
private final class CountingSource: MediaAssetSource, @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  let file: String
  let fails: Bool

  init(_ file: String, fails: Bool = false) {
    self.file = file
    self.fails = fails
  }

  var path: String? { file }
  var opened: Int { lock.withLock { count } }

  func open() throws -> ByteSource {
    lock.withLock { count += 1 }
    if fails { throw SourceError.notFound }
    return try Corpus.open(file)
  }
}

/// Counts the readings of a property, and holds them until it is opened.
private final class Gate: @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = false
  private var count = 0
  private var cancelled = 0

  var readings: Int { lock.withLock { count } }
  var cancellations: Int { lock.withLock { cancelled } }

  func open() { lock.withLock { isOpen = true } }

  /// A property that waits at the gate.
  func property(_ name: String) -> MediaAssetProperty<Int> {
    MediaAssetProperty(name) { _ in
      self.lock.withLock { self.count += 1 }
      do {
        while !self.lock.withLock({ self.isOpen }) { try await Task.sleep(nanoseconds: 1_000_000) }
      } catch {
        self.lock.withLock { self.cancelled += 1 }
        throw error
      }
      return 42
    }
  }
}

/// Waits until something holds, ten seconds at most.
private func eventually(_ condition: () -> Bool) async throws -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    try await Task.sleep(nanoseconds: 1_000_000)
  }
  return condition()
}

extension MediaPropertyStatus {
  fileprivate var name: String {
    switch self {
    case .notYetLoaded: "notYetLoaded"
    case .loading: "loading"
    case .loaded: "loaded"
    case .failed: "failed"
    }
  }
}

/// Assets: nothing is read before it is asked for, and what is asked for is read once.
@Suite struct MediaAssetTests {
  // MARK: The listing everybody knows

  /// The rates of the samples of all sound in a movie, each once, in ascending order.
  static func sampleRates(of path: String) async throws -> [Double] {
    let asset = MediaAsset(path: path)
    let audioTracks = try await asset.loadTracks(withMediaType: .audio)
    var sampleRates: Set<Double> = []
    for track in audioTracks {
      let formatDescriptions = try await track.load(.formatDescriptions)
      for description in formatDescriptions {
        if let rate = description.audioStreamBasicDescription?.sampleRate {
          sampleRates.insert(rate)
        }
      }
    }
    return sampleRates.sorted()
  }

  @Test func sampleRatesOfTheMockUpMovie() async throws {
    let rates = try await Self.sampleRates(of: Corpus.path(of: "mockups/movie.mov"))
    #expect("\(rates)" == "[44100.0]")
    let song = try await Self.sampleRates(of: Corpus.path(of: "mockups/track.mp3"))
    #expect(song.count == 1)
  }

  // MARK: Laziness

  @Test func nothingIsReadBeforeItIsAskedFor() async throws {
    let source = CountingSource("mockups/movie.mov")
    let asset = MediaAsset(source)
    #expect(asset.fileTypeForExtension == .mov)
    #expect(asset.status(of: .duration).name == "notYetLoaded")
    #expect(source.opened == 0)
    _ = try await asset.load(.duration)
    #expect(source.opened == 1)
    #expect(asset.status(of: .duration).name == "loaded")
    #expect(asset.status(of: .metadata).name == "notYetLoaded")
    let (tracks, items, formats) = try await asset.load(
      .tracks, .metadata, .availableMetadataFormats)
    #expect(tracks.count == 3 && !items.isEmpty && formats == [.quickTimeUserData])
    // The file is opened once for all of it.
    #expect(source.opened == 1)
  }

  @Test func whatManyAskForIsReadOnce() async throws {
    let source = CountingSource("mockups/movie.mov")
    let asset = MediaAsset(source)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<32 {
        group.addTask {
          let (duration, fields) = try await asset.load(.duration, .fields)
          #expect(duration.seconds == 2 && fields["name"] != nil)
        }
      }
      try await group.waitForAll()
    }
    #expect(source.opened == 1)
  }

  @Test func batchesShareAPropertyTheyHaveInCommon() async throws {
    let asset = MediaAsset(CountingSource("mockups/movie.mov"))
    let (shared, first, second) = (Gate(), Gate(), Gate())
    async let one = asset.load(shared.property("shared"), first.property("first"))
    async let two = asset.load(shared.property("shared"), second.property("second"))
    let isBegun = try await eventually {
      shared.readings + first.readings + second.readings >= 3
    }
    #expect(isBegun)
    #expect(asset.status(of: shared.property("shared")).name == "loading")
    for gate in [shared, first, second] { gate.open() }
    let (a, b) = try await (one, two)
    #expect(a == (42, 42) && b == (42, 42))
    #expect(shared.readings == 1 && first.readings == 1 && second.readings == 1)
    #expect(try await asset.load(shared.property("shared")) == 42)
    #expect(shared.readings == 1)
  }

  // MARK: Failure and cancellation

  @Test func aPropertyThatFailsHidesNoOther() async throws {
    let asset = MediaAsset(CountingSource("mockups/movie.mov"))
    struct Failure: Error {}
    let failing = MediaAssetProperty<Int>("failing") { _ in throw Failure() }
    await #expect(throws: Failure.self) { try await asset.load(failing, .duration, .tracks) }
    #expect(asset.status(of: failing).name == "failed")
    let isLoaded = try await eventually {
      asset.status(of: .duration).name == "loaded" && asset.status(of: .tracks).name == "loaded"
    }
    #expect(isLoaded)
    await #expect(throws: Failure.self) { try await asset.load(failing) }
  }

  @Test func whatCannotBeOpenedFails() async throws {
    let source = CountingSource("nowhere.mov", fails: true)
    let asset = MediaAsset(source)
    await #expect(throws: SourceError.self) { try await asset.load(.duration) }
    await #expect(throws: SourceError.self) { try await asset.load(.tracks) }
    #expect(asset.status(of: .duration).name == "failed")
    #expect(source.opened == 1)
  }

  @Test func whatIsCancelledIsAsIfNobodyHadAsked() async throws {
    let asset = MediaAsset(CountingSource("mockups/movie.mov"))
    let gate = Gate()
    let task = Task { try await asset.load(gate.property("slow")) }
    #expect(try await eventually { gate.readings == 1 })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(asset.status(of: gate.property("slow")).name == "notYetLoaded")
    #expect(try await eventually { gate.cancellations == 1 })
    // Who asks again gets it.
    gate.open()
    #expect(try await asset.load(gate.property("slow")) == 42)
    #expect(gate.readings == 2)
  }

  @Test func whoGoesAwayTakesNothingFromOthers() async throws {
    let asset = MediaAsset(CountingSource("mockups/movie.mov"))
    let gate = Gate()
    let first = Task { try await asset.load(gate.property("slow")) }
    #expect(try await eventually { gate.readings == 1 })
    let second = Task { try await asset.load(gate.property("slow"), .duration) }
    #expect(try await eventually { asset.status(of: .duration).name == "loaded" })
    first.cancel()
    #expect(asset.status(of: gate.property("slow")).name == "loading")
    gate.open()
    #expect(try await second.value.0 == 42)
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(gate.readings == 1 && gate.cancellations == 0)
  }

  // MARK: Properties

  @Test func propertiesOfAMovie() async throws {
    let asset = MediaAsset(path: Corpus.path(of: "mockups/movie.mov"))
    let (duration, type, isProtected, playability) = try await asset.load(
      .duration, .fileType, .hasProtectedContent, .isPlayable)
    #expect(duration.time == MediaTime(value: 2, timescale: 1) && duration.source == .header)
    #expect(type == .mov && !isProtected && playability.isPlayable)
    let all = try await asset.load(.metadata)
    var union: [MetadataItem] = []
    for format in try await asset.load(.availableMetadataFormats) {
      union += try await asset.loadMetadata(for: format)
    }
    #expect(union.map(\.path) == all.map(\.path))
    #expect(
      try await asset.load(.commonMetadata).items(with: .title).first?.stringValue == "Sample Reel")
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    #expect(track.status(of: .naturalSize).name == "notYetLoaded")
    let (natural, encoded, rate, segments, range, transform) = try await track.load(
      .naturalSize, .encodedSize, .nominalFrameRate, .segments, .timeRange, .preferredTransform)
    #expect(natural == MediaSize(width: 160, height: 120) && encoded == natural)
    #expect(rate == 24)
    #expect(segments.count == 1 && segments.first?.rate == 1)
    #expect(range.duration == MediaTime(value: 2, timescale: 1))
    #expect(transform == [1, 0, 0, 0, 1, 0, 0, 0, 1])
    #expect(track.status(of: .naturalSize).name == "loaded")
    let format = try #require(try await track.load(.formatDescriptions).first)
    #expect(format.mediaSubType == "avc1" && format.dimensions == encoded)
    #expect(format.codecs?.hasPrefix("avc1.") == true)
    let bits = try #require(try await track.load(.estimatedDataRate))
    #expect(bits > 1_000 && bits < 1_000_000)
    #expect(try await asset.loadTrack(withTrackID: track.trackID)?.mediaType == .video)
    #expect(try await asset.loadTrack(withTrackID: 99) == nil)
    #expect(
      try await asset.loadTracks(withMediaCharacteristic: .audible).map(\.mediaType) == [.audio])
  }

  @Test func turnedPicturesAreShownTurned() async throws {
    let asset = MediaAsset(path: Corpus.path(of: "encoded/rotated.mp4"))
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let (natural, shown) = try await track.load(.naturalSize, .presentationSize)
    let size = try #require(natural)
    #expect(shown == MediaSize(width: size.height, height: size.width))
  }

  @Test func editsAreSegments() async throws {
    let asset = MediaAsset(path: Corpus.path(of: "encoded/editlist.mp4"))
    for track in try await asset.load(.tracks) {
      let segments = try await track.load(.segments)
      #expect(!segments.isEmpty)
      // One begins where the one before it ends.
      for (segment, next) in zip(segments, segments.dropFirst()) {
        #expect(segment.target.end == next.target.start)
      }
    }
  }

  @Test func characteristicsAreTagged() async throws {
    let bytes = MetadataItemTests.movie("qt  ") {
      Parts.track(id: 7) {
        Parts.media(handler: "soun") {
          Parts.audioEntry("sowt")
        } tables: {
          Parts.emptyTables
        }
        atom("udta") {
          atom("tagc") { text("public.auxiliary-content") }
        }
      }
    }
    struct Made: MediaAssetSource {
      let bytes: [UInt8]
      let path: String? = "made.mp4"
      func open() throws -> ByteSource { ByteSource(copying: bytes) }
    }
    let asset = MediaAsset(Made(bytes: bytes))
    #expect(asset.fileTypeForExtension == .mp4)
    #expect(try await asset.load(.fileType) == .mov)
    let tracks = try await asset.loadTracks(withMediaCharacteristic: .isAuxiliaryContent)
    #expect(tracks.map(\.trackID) == [7])
    #expect(try await tracks.first?.load(.characteristics) == [.audible, .isAuxiliaryContent])
    // What is said of the track is not said of the movie.
    #expect(try await asset.load(.metadata).isEmpty)
    #expect(try await tracks.first?.load(.metadata).count == 1)
    let playability = try await asset.load(.isPlayable)
    #expect(!playability.isPlayable && playability.reasons == ["track 7 audio has no samples"])
    // Without metadata the header of the movie says when it was made.
    #expect(try await asset.load(.creationDate)?.text == "2024-03-10T12:00:00Z")
  }

  /// Two sample entries, the second protected; samples where the tables say, or nowhere.
  @Test(
    arguments: [
      ("avc1", 28, []), ("encv", 28, ["track 1 video is encrypted"]),
      ("avc1", 4_000, ["track 1 video has samples beyond the end of the file"]),
      (
        "encv", 4_000,
        ["track 1 video has samples beyond the end of the file", "track 1 video is encrypted"]
      ),
      (
        "encv", nil,
        ["track 1 video has samples that no chunk holds", "track 1 video is encrypted"]
      ),
    ] as [(FourCC, UInt32?, [String])])
  func playabilityKnowsAllEntriesAndAllSamples(
    second: FourCC, offset: UInt32?, reasons: [String]
  ) async throws {
    var bytes = atoms {
      Parts.fileType("isom", "isom")
      atom("mdat") { hex("00000001 65 000000 41") }
      Parts.movie {
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
            Parts.visualEntry(second) { Parts.avcConfiguration }
          } tables: {
            Parts.sampleTables([5, 4], at: offset ?? 28)
          }
        }
      }
    }
    bytes = bytes.setting("moov/trak/mdia/minf/stbl/stsd", at: 4) { u32(2) }
    if offset == nil { bytes = bytes.removing("moov/trak/mdia/minf/stbl/stco") }
    struct Made: MediaAssetSource {
      let bytes: [UInt8]
      let path: String? = nil
      func open() throws -> ByteSource { ByteSource(copying: bytes) }
    }
    let asset = MediaAsset(Made(bytes: bytes))
    let playability = try await asset.load(.isPlayable)
    #expect(playability.reasons == reasons)
    #expect(playability.isPlayable == reasons.isEmpty)
    #expect(try await asset.load(.hasProtectedContent) == (second == "encv"))
  }

  @Test func durationsSayHowTheyWereFound() async throws {
    func duration(_ name: String, isPrecise: Bool = false) async throws -> MediaDuration {
      try await MediaAsset(
        path: Corpus.path(of: name),
        options: .init(preferPreciseDurationAndTiming: isPrecise)
      ).load(.duration)
    }
    #expect(try await duration("encoded/lame-vbr.mp3").source == .xing)
    let plain = try await duration("encoded/mpeg2-plain.mp3")
    let counted = try await duration("encoded/mpeg2-plain.mp3", isPrecise: true)
    #expect(plain.source == .estimated && counted.source == .counted)
    #expect(abs(plain.seconds - counted.seconds) < 0.2)
    // The tag claims 52 ms of sound, which is what two frames of one bit rate come to.
    #expect(try await duration("made/id3v2.3-frames.mp3").source == .estimated)
    #expect(try await duration("made/id3v2.3-frames.mp3", isPrecise: true).source == .counted)
    #expect(try await duration("mockups/movie.mov", isPrecise: true).source == .header)
    #expect(try await duration("encoded/broadcast.wav").source == .header)
  }

  /// A name that is usual for another format does not suit a movie, whichever that format is.
  @Test(arguments: [
    ("film.mp4", true), ("film.M4R", true), ("film.3gpp", true), ("film.mov", false), ("film.mp3", false),
    ("film.flac", false), ("film.aac", false), ("film.dsf", false), ("film.mp2", false),
  ])
  func namesOfOtherFormatsDoNotSuitAMovie(name: String, suits: Bool) throws {
    let bytes = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie { atom("udta") }
    }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document, name: Array(name.utf8))
    #expect(document.problems.kept.contains { $0.kind.id.isSame(as: "extension-mismatch") } == !suits)
  }

  @Test func typesAreThoseOfTheContent() async throws {
    for (name, type) in [
      ("mockups/movie.mov", MediaFileType.mov), ("encoded/tagged.m4a", .m4a),
      ("encoded/tagged.mp4", .mp4), ("encoded/image.avif", .avif), ("mockups/track.mp3", .mp3),
      ("encoded/tagged.aiff", .aiff), ("encoded/broadcast.wav", .wav), ("encoded/adts.aac", .aac),
      ("encoded/h263.3gp", .mobile3GPP), ("made/items-v2.heic", .heic),
      ("encoded/layer2.mp2", .mp2),
    ] as [(String, MediaFileType)] {
      #expect(try await MediaAsset(path: Corpus.path(of: name)).load(.fileType) == type, "\(name)")
    }
  }

  /// Everything is loaded of every file, whatever state it is in.
  @Test(arguments: ["made", "encoded", "mockups", "broken", "findings"])
  func everythingIsLoadedOfEveryFile(folder: String) async throws {
    for name in Corpus.files(in: Corpus.path(of: folder)) {
      let asset = MediaAsset(path: Corpus.path(of: folder + "/" + name))
      guard let tracks = try? await asset.load(.tracks) else { continue }
      _ = try await asset.load(
        .duration, .metadata, .fields, .chapters, .creationDate, .fileType, .mediaType,
        .hasProtectedContent, .isPlayable)
      for track in tracks {
        _ = try await track.load(
          .formatDescriptions, .naturalSize, .presentationSize, .encodedSize, .timeRange, .segments,
          .nominalFrameRate, .estimatedDataRate, .language, .characteristics, .metadata)
      }
    }
  }
}

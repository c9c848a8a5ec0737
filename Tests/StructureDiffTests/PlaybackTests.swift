import ByteReading
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import StructureDiff
import Testing

/// What a change does to playback.
@Suite struct PlaybackTests {
  private func track(
    _ id: UInt64, _ kind: String, from start: Int64 = 0, to end: Int64 = 2_000_000,
    moments: [(UInt64, Int64?)] = []
  ) -> Playback.Track {
    var track = Playback.Track(id: id, kind: kind)
    track.start = start
    track.end = end
    track.moments = moments.map { Playback.Moment(size: $0.0, time: $0.1) }
    return track
  }

  private func playback(_ tracks: Playback.Track...) -> Playback {
    var playback = Playback()
    playback.tracks = tracks
    return playback
  }

  private func told(_ a: Playback, _ b: Playback) -> [String] { PlaybackComparison(a, b).phrases }

  /// Numbers that change hands are not what is played: the second sound is the one that is not enabled, before and after.
  @Test func tracksAreKnownAgainByWhatTheyShow() {
    func sound(_ id: UInt64, _ size: UInt64, isEnabled: Bool) -> Playback.Track {
      let sizes = [size, size + 1, size + 7, size + 2]
      var track = track(id, "audio", moments: sizes.enumerated().map { ($1, Int64($0) * 23_220) })
      track.isEnabled = isEnabled
      return track
    }
    let before = playback(sound(2, 100, isEnabled: true), sound(3, 200, isEnabled: false))
    #expect(told(before, playback(sound(3, 100, isEnabled: true), sound(2, 200, isEnabled: false))) == [])
    #expect(
      told(before, playback(sound(2, 100, isEnabled: false), sound(3, 200, isEnabled: true)))
        == ["track 2 (audio) is no longer enabled", "track 3 (audio) is enabled now"])
    // The first is gone, and the second has its number.
    #expect(told(before, playback(sound(2, 200, isEnabled: false))) == ["track 2 (audio) is gone"])
    // Of samples of one size the numbers decide.
    func plain(_ id: UInt64, _ size: UInt64) -> Playback.Track {
      track(id, "audio", moments: (0..<8).map { (size, $0 * 1_000) })
    }
    #expect(told(playback(plain(2, 2), plain(3, 4)), playback(plain(2, 4))) == ["track 3 (audio) is gone"])
    // Others by their numbers.
    #expect(told(before, playback(sound(2, 300, isEnabled: true), sound(3, 400, isEnabled: false))) == [])
  }

  /// The layer of MPEG audio is that of its first frame: where one side does not have it, no change of it is reported,
  /// and any other is.
  @Test(arguments: [
    ("MP3", "MPEG-1 audio", "MPEG-1 audio", false), ("MP3", "MP2", "MPEG-1 audio", true),
    ("MP3", "MPEG-2 audio", "MPEG-2 audio", true), ("MP3", "AAC-LC", nil, true),
  ] as [(String, String, String?, Bool)])
  func whatOnlyFramesSayIsNoChange(codec: String, other: String, otherWithoutFrames: String?, isChange: Bool) {
    var (a, b) = (track(1, "audio"), track(1, "audio"))
    (a.codec, a.codecWithoutFrames) = (codec, "MPEG-1 audio")
    (b.codec, b.codecWithoutFrames) = (other, otherWithoutFrames)
    #expect(told(playback(a), playback(b)) == (isChange ? ["audio is \(other) (was \(codec))"] : []))
    #expect(told(playback(b), playback(a)) == (isChange ? ["audio is \(codec) (was \(other))"] : []))
    b.protectedShare = .all
    #expect(told(playback(a), playback(b)) == ["audio is encrypted \(other) (was \(codec))"])
  }

  /// The pair of the mock-up, by its bytes: the first picture is composed at 1,024 of 12,288 ticks, and
  /// a.mp4 has an edit from there; the first packet of sound, which sets up the decoder, is passed over
  /// by an edit of a.mp4 from 1,024, and lasts 3,675 of 44,100 ticks in b.mp4. Both are 83.333 ms.
  @Test func editsThatWereDroppedMoveBothTracks() throws {
    let a = MediaFile.playback(of: try Files.open("mockups/a.mp4"))
    let b = MediaFile.playback(of: try Files.open("mockups/b.mp4"))
    #expect(a.tracks.map(\.start) == [0, 0])
    #expect(a.tracks.map(\.end) == [2_000_000, 2_000_000])
    #expect(a.tracks[1].skipped == 23_220)
    #expect(a.tracks[1].moments.prefix(2).map(\.time) == [nil, 0])
    #expect(b.tracks[0].moments[0].time == 83_333)
    #expect(b.tracks[1].moments.prefix(2).map(\.time) == [0, 83_333])
    #expect(
      PlaybackComparison(a, b).sentence
        == "both tracks start 83.3 ms later, audio/video sync unchanged; "
        + "colour tagged BT.709 (was unspecified)")
    #expect(
      PlaybackComparison(b, a).sentence
        == "both tracks start 83.3 ms earlier, audio/video sync unchanged; "
        + "colour no longer tagged (was BT.709)")
    #expect(
      a.summary
        == "track 1 from 0 s (sample 32 of 126 bytes at 1.291667 s) for 2 s; "
        + "track 2 from 0 s (sample 32 of 190 bytes at 0.696599 s) for 2 s; start together")
    #expect(
      b.summary
        == "track 1 from 0.083333 s (sample 32 of 126 bytes at 1.375 s) for 2 s; "
        + "track 2 from 0 s (sample 32 of 190 bytes at 0.779932 s) for 2.083333 s; "
        + "audio starts 83.3 ms before video"
    )
    #expect(told(a, a) == [])
  }

  /// `a.mp4` with another `media_time` in the edit of its sound: 44,100 ticks a second, 1,024 to a
  /// sample. Half a sample, nearly two and more than four are heard as what they are, and a snapshot
  /// says what the pair says.
  @Test(arguments: [
    (512, "11.6 ms"), (1_852, "42 ms"), (4_410, "100 ms"),
  ])
  func soundThatMovesLessThanASample(ticks: Int32, length: String) throws {
    let bytes = try Files.bytes("mockups/a.mp4")
    let place = 0x6819 + 16  // behind type, version and flags, count and duration of the second `elst`
    #expect(Array(bytes[place..<place + 4]) == [0, 0, 4, 0])
    var moved = bytes
    let time = UInt32(bitPattern: 1_024 + ticks)
    for byte in 0..<4 { moved[place + byte] = UInt8(truncatingIfNeeded: time >> (24 - 8 * byte)) }
    let before = MediaFile.playback(of: try MediaFile.open(ByteSource(copying: bytes)))
    let document = try MediaFile.open(ByteSource(copying: moved))
    let after = MediaFile.playback(of: document)
    let sentence =
      "audio starts \(length) earlier, so that audio is \(length) earlier against video"
    #expect(PlaybackComparison(before, after).sentence == sentence)

    var options = Snapshot.Options()
    options.playback = before
    let snapshot = Snapshot(
      try MediaFile.open(ByteSource(copying: bytes)), options: options)
    options.playback = after
    let check = SnapshotCheck(snapshot, document, options: options)
    #expect(check.differences.first { $0.name == "playback" }?.new == sentence)
  }

  /// The other way: sound begins later, and ends with its media as before.
  @Test func soundThatMovesLaterEndsEarlier() throws {
    var bytes = try Files.bytes("mockups/a.mp4")
    let before = MediaFile.playback(of: try MediaFile.open(ByteSource(copying: bytes)))
    bytes[0x6819 + 18] = 2  // `media_time` 512 for 1,024
    let after = MediaFile.playback(of: try MediaFile.open(ByteSource(copying: bytes)))
    #expect(
      PlaybackComparison(before, after).sentence
        == "audio starts 11.6 ms later, so that audio is 11.6 ms later against video; "
        + "audio lasts 1.988 s (was 2.000 s)")
  }

  @Test func snapshotsOfEarlierVersionsAreRead() throws {
    let document = try Files.open("mockups/a.mp4")
    var options = Snapshot.Options()
    options.playback = MediaFile.playback(of: document)
    func differences(_ line: String) throws -> [String] {
      let snapshot = try Snapshot(
        parsing: "atomtools snapshot 1   profile default\nplayback  \(line)\n")
      return SnapshotCheck(snapshot, document, options: options).differences
        .filter { $0.name == "playback" }.map(\.new)
    }
    #expect(
      try differences("track 1 from 0.000 s, 2.000 s; track 2 from 0.000 s, 2.000 s; in sync")
        == [])
    #expect(
      try differences(
        "track 1 from 0.000 s, 2.000 s; track 2 from 0.500 s, 2.000 s; audio 500 ms after video")
        == [
          "audio starts 500 ms earlier, so that audio is 500 ms earlier against video"
        ])
  }

  @Test func oneTrackThatMovesIsOutOfSync() {
    let before = playback(track(1, "video"), track(2, "audio"))
    let after = playback(track(1, "video"), track(2, "audio", from: 40_000, to: 2_040_000))
    #expect(
      told(before, after) == [
        "audio starts 40 ms later, so that audio is 40 ms later against video"
      ])
    #expect(
      told(after, before) == [
        "audio starts 40 ms earlier, so that audio is 40 ms earlier against video"
      ])
    // No more than edits and timescales round to.
    #expect(told(before, playback(track(1, "video"), track(2, "audio", from: 900))) == [])
  }

  @Test func whatIsCutAtTheBeginningIsToldAsThat() {
    // The first of two samples, one second long, is passed over by an edit.
    let before = playback(track(1, "video", moments: [(7, 0), (9, 1_000_000)]))
    let after = playback(track(1, "video", to: 1_000_000, moments: [(7, nil), (9, 0)]))
    #expect(told(before, after) == ["video shows 1.000 s less at the beginning"])
    #expect(told(after, before) == ["video shows 1.000 s more at the beginning"])
  }

  @Test func lengthGapsAndSpeedAreTold() {
    let before = playback(track(1, "video"))
    var after = before
    after.tracks[0].end = 3_500_000
    #expect(told(before, after) == ["video lasts 3.500 s (was 2.000 s)"])
    after = before
    after.tracks[0].gaps = [Playback.Gap(start: 1_000_000, duration: 250_000)]
    #expect(told(before, after) == ["video pauses 250 ms at 1.000 s (did not)"])
    #expect(told(after, before) == ["video no longer pauses"])
    after = before
    after.tracks[0].rates = [32_768]
    #expect(told(before, after) == ["video plays at 0.5 times its speed (was its own)"])
    #expect(
      after.summary == "track 1 from 0 s for 2 s, at 0.5 times its speed")
  }

  /// A rate is said with as many digits as no other has: 65,537 of 65,536 is none of its own.
  @Test func ratesThatDifferReadDifferently() {
    let rates: [(rate: Int64, words: String)] = [
      (65_536, "at 1 times its speed"), (65_537, "at 1.00002 times its speed"), (65_535, "at 0.99998 times its speed"),
      (98_304, "at 1.5 times its speed"), (65_470, "at 0.999 times its speed"), (21_845, "at 0.33333 times its speed"),
      (1, "at 0.00002 times its speed"), (-131_072, "at -2 times its speed"), (0, "held"),
    ]
    for (rate, words) in rates { #expect(Playback.speed(rate) == words) }
    #expect(Set((1...131_072).map { Playback.speed($0) }).count == 131_072)
  }

  @Test func tracksComeAndGo() {
    let before = playback(track(1, "video"), track(2, "audio"))
    let after = playback(track(1, "video"), track(3, "audio"), track(4, "audio", to: 500_000))
    #expect(told(before, playback(track(1, "video"))) == ["audio is gone"])
    #expect(
      told(playback(track(1, "video")), after) == [
        "track 3 (audio) is new, from 0.000 s for 2.000 s",
        "track 4 (audio) is new, from 0.000 s for 0.500 s",
      ])
    // Renumbered, it is still the only one of its kind.
    #expect(told(before, playback(track(9, "video"), track(8, "audio"))) == [])
  }

  @Test func orientationAndSizeAreTold() {
    var before = playback(track(1, "video"))
    before.tracks[0].size = Playback.Size(width: 1_920, height: 1_080)
    var after = before
    after.tracks[0].size = Playback.Size(width: 1_080, height: 1_920)
    after.tracks[0].orientation = .clockwise
    #expect(
      told(before, after) == [
        "pictures rotated 90° clockwise (were upright)",
        "pictures shown 1080×1920 (were 1920×1080)",
      ])
  }
}

/// Digests of real media, which `ffmpeg -c copy -f data` and `sha256sum` give as well.
@Suite struct MediaDigestTests {
  @Test func digestsAreThoseOfTheBytes() throws {
    let slow = MediaFile.digests(of: try Files.open("mockups/slow.mp4"))
    let fast = MediaFile.digests(of: try Files.open("mockups/fast.mp4"))
    #expect(slow.media != nil && slow.media == fast.media)
    #expect(slow.media == slow.payloads.first?.digest)
    #expect(slow.tracks.map(\.kind) == ["video", "audio", "timecode"])
    #expect(
      slow.tracks.compactMap { $0.digest?.description } == [
        "04e9e79e84b19cf3f5bcde1b6ebbca748a051a2de338b54fd54ba5e7a3f10776",
        "5d650bda5326f606e9445e2539105993f5575a9fe6059419f65568eac6e05b22",
        "9405d48c3bd816268db33c12de0c386ca6b8a3393eb12588c89d08fd5ee65859",
      ])
    #expect(slow.tracks.map(\.digest) == fast.tracks.map(\.digest))
    // A fragmented copy: other places, the same samples.
    let frag = MediaFile.digests(of: try Files.open("mockups/frag.mp4"))
    #expect(frag.tracks.prefix(2).map(\.digest) == slow.tracks.prefix(2).map(\.digest))
    #expect(frag.media != slow.media)
  }

  /// A chunk that leads past the end has no digest.
  @Test func whatIsMissingHasNoDigest() throws {
    var bytes = try Files.bytes("mockups/fast.mp4")
    let fast = try Files.open(bytes)
    let stco = try #require(fast.tree.indices.first { fast.tree[$0].type == "stco" })
    bytes[Int(fast.tree[stco].payloadStart) + 8] = 0x7F
    let digests = MediaFile.digests(of: try Files.open(bytes))
    #expect(digests.tracks[0].digest == nil)
    #expect(digests.tracks[1].digest != nil)
  }
}

import ByteReading
import Corpus
import Foundation
import MediaFacts
import MediaInspection
import Structure
import Testing

/// What ffprobe and MediaInfo say of each track, held against the summary of tracks: size of pictures,
/// sampling rate, channels, codec.
///
/// Of some 660 values of ffprobe 5.1.9 and 1,040 of MediaInfo 23.04, 7 and none differ (2026-11-24):
/// those below, in which the tables are read rightly and the programs decode, or guess.
@Suite struct StreamTests {
  @Test func streamsAreThoseOfFFprobe() throws {
    guard let program = Peer.path(of: "ffprobe") else { return }
    var agreement = StreamAgreement(known: Self.knownOfFFprobe)
    for (path, tracks) in Self.tracks() {
      let text = try Peer.output(program, ["-v", "quiet", "-show_streams", "-of", "json", path])
      let json = try? JSONSerialization.jsonObject(with: Data((text ?? "").utf8))
      for stream in (json as? [String: Any])?["streams"] as? [[String: Any]] ?? [] {
        guard let id = (stream["id"] as? String).flatMap({ UInt64($0.dropFirst(2), radix: 16) }),
          let track = tracks.first(where: { $0.id == id })
        else { continue }
        agreement.streams += 1
        agreement.compare(path, track, stream, Self.namesOfFFprobe)
      }
    }
    agreement.finish("ffprobe")
  }

  @Test func tracksAreThoseOfMediaInfo() throws {
    guard let program = Peer.path(of: "mediainfo") else { return }
    var agreement = StreamAgreement(known: Self.knownOfMediaInfo)
    for (path, tracks) in Self.tracks() {
      let text = try Peer.output(program, ["--Output=JSON", path])
      let json = try? JSONSerialization.jsonObject(with: Data((text ?? "").utf8))
      let media = (json as? [String: Any])?["media"] as? [String: Any]
      for stream in media?["track"] as? [[String: Any]] ?? [] {
        guard let kind = stream["@type"] as? String, kind != "General", kind != "Menu",
          let id = (stream["ID"] as? String).flatMap({ UInt64($0) }),
          let track = tracks.first(where: { $0.id == id })
        else { continue }
        agreement.streams += 1
        agreement.compare(path, track, stream, Self.namesOfMediaInfo)
      }
    }
    agreement.finish("mediainfo")
  }

  /// The tracks of each file that is not damaged.
  private static func tracks() -> [(path: String, tracks: [Synopsis.Track])] {
    PacketTests.files.compactMap { path in
      guard !path.contains("/broken/"), let source = try? ByteSource.open(path: path),
        let tracks = (try? MediaFile.open(source))?.synopsis.tracks, !tracks.isEmpty
      else { return nil }
      return (path, tracks)
    }
  }

  private static let namesOfFFprobe: [(key: String, field: StreamField)] = [
    ("width", .width), ("height", .height), ("sample_rate", .sampleRate), ("channels", .channels),
  ]

  private static let namesOfMediaInfo: [(key: String, field: StreamField)] = [
    ("Width", .width), ("Height", .height), ("SamplingRate", .sampleRate),
    ("Channels", .channels), ("CodecID", .codec),
  ]

  private static let encrypted =
    "ffprobe decodes encrypted sound without a key, and finds 31 channels"

  private static let knownOfFFprobe: [(place: String, reason: String)] = [
    (
      "androidx-media--sample_fragmented_uuid.mp4 2 channels",
      "the configuration has one channel; ffprobe decodes parametric stereo that it does not name"
    ),
    ("bento4-cenc.mp4 2 channels", encrypted), ("bento4-cens.mp4 2 channels", encrypted),
    ("bento4-piff-ctr.mp4 2 channels", encrypted), ("bento4-pssh.mp4 2 channels", encrypted),
    (
      "cropped.mov 1 height",
      "the entry has 576 rows, the stream 512: the tag of MPEG IMX was forced upon it"
    ),
    (
      "fate-suite--extradata-reload-multi-stsd.mp4 1 height",
      "two entries: we show the first, ffprobe what it decodes by the second"
    ),
  ]

  private static let knownOfMediaInfo: [(place: String, reason: String)] = []
}

/// What is compared of a track.
private enum StreamField { case width, height, sampleRate, channels, codec }

/// Tracks held against streams of another program.
private struct StreamAgreement {
  let known: [(place: String, reason: String)]
  var streams = 0
  private var values = 0
  private var complaints: [String] = []
  private var needed: Set<String> = []

  init(known: [(place: String, reason: String)]) { self.known = known }

  mutating func compare(
    _ path: String, _ track: Synopsis.Track, _ stream: [String: Any],
    _ names: [(key: String, field: StreamField)]
  ) {
    for (key, field) in names {
      guard let value = stream[key] else { continue }
      let theirs = "\(value)"
      let ours: String?
      let agrees: Bool
      switch field {
      case .width:
        ours = track.width.map { "\($0)" }
        agrees = ours == theirs
      case .height:
        ours = track.height.map { "\($0)" }
        agrees = ours == theirs
      case .channels:
        ours = track.channels.map { "\($0)" }
        agrees = ours == theirs
      case .sampleRate:
        ours = track.sampleRate.map { "\($0)" }
        agrees = track.sampleRate == Double(theirs)
      case .codec:
        let type = track.codec.map { $0.key.trimmingCharacters(in: .whitespaces) }
        ours = type
        // `encv / avc1` and `mp4a-40-2`: what is protected by what, and the object type.
        let words = theirs.split(separator: "/").map { $0.trimmingCharacters(in: .whitespaces) }
        agrees =
          words.contains { word in type.map { word == $0 || word.hasPrefix($0 + "-") } ?? false }
          || words.first.map(Self.isProtected) ?? false
      }
      // A 0 of theirs is nothing known.
      guard let ours, theirs != "0" else { continue }
      values += 1
      if agrees { continue }
      let place = "\(path.split(separator: "/").last ?? "") \(track.id) \(key)"
      if known.contains(where: { $0.place == place }) {
        needed.insert(place)
      } else {
        complaints.append("\(place): we have \(ours), the other \(theirs)")
      }
    }
  }

  /// Whether a sample entry stands for another one, which is what we show.
  private static func isProtected(_ word: String) -> Bool {
    ["encv", "enca", "resv", "drms", "drmi"].contains { word.hasPrefix($0) }
  }

  func finish(_ program: String) {
    print("\(program): \(values) values of \(streams) streams, \(needed.count) differ")
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    if Samples.folder != nil {
      #expect(known.map(\.place).filter { !needed.contains($0) } == [])
    }
    #expect(streams >= 100 && values >= 200)
  }
}

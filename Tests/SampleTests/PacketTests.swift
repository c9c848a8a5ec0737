import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

/// Lists of samples against the packets of `ffprobe -show_packets` and the samples of `mp4info`.
@Suite struct PacketTests {
  /// All files that can be read: of the corpus, and real ones from elsewhere.
  static let files: [String] =
    Corpus.files().map { Corpus.path(of: $0) }
    + Samples.entries.map { Samples.place(of: $0.path) }

  /// The samples of a file that is whole enough to be played.
  static func movie(_ path: String) -> MovieSamples? {
    guard !path.contains("/broken/"), let source = try? ByteSource.open(path: path),
      let document = try? MediaFile.open(source)
    else { return nil }
    let movie = MovieSamples(document)
    return movie.tracks.contains { $0.count > 0 } ? movie : nil
  }

  /// One packet of ffprobe.
  struct Packet {
    var position: UInt64?
    var size: UInt64
    var decodeTime: Int64?
    var presentationTime: Int64?
    var isKey: Bool
  }

  /// The packets of each track, by its ID.
  static func packets(of path: String, _ program: String) throws -> [UInt64: [Packet]] {
    // Nothing made up, nothing divided anew, and times before edits.
    let text = try Peer.output(
      program,
      [
        "-v", "quiet", "-fflags", "nofillin+noparse", "-ignore_editlist", "1", "-show_entries",
        "stream=index,id:packet=stream_index,pts,dts,size,pos,flags", "-of", "compact", path,
      ])
    var ids: [Substring: UInt64] = [:]
    var lists: [Substring: [Packet]] = [:]
    for line in (text ?? "").split(separator: "\n") {
      let cells = line.split(separator: "|")
      var values: [Substring: Substring] = [:]
      for cell in cells.dropFirst() {
        let parts = cell.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { values[parts[0]] = parts[1] }
      }
      if cells.first == "stream", let index = values["index"], let id = values["id"] {
        ids[index] = UInt64(id.dropFirst(2), radix: 16)
      } else if cells.first == "packet", let index = values["stream_index"] {
        lists[index, default: []].append(
          Packet(
            position: values["pos"].flatMap { UInt64($0) },
            size: values["size"].flatMap { UInt64($0) } ?? 0,
            decodeTime: values["dts"].flatMap { Int64($0) },
            presentationTime: values["pts"].flatMap { Int64($0) },
            isKey: values["flags"]?.contains("K") == true))
      }
    }
    var packets: [UInt64: [Packet]] = [:]
    for (index, list) in lists {
      if let id = ids[index] { packets[id] = list }
    }
    return packets
  }

  /// Files and tracks about which the two say something else, and who is right.
  static let known: [(file: String, track: UInt64, reason: String)] = [
    (
      "mp4ff--cbcs.mp4", 1,
      "ffprobe drops the second fragment of an encrypted track; its bytes are where the runs say"
    ),
    ("bento4-cbc1.mp4", 1, firstFragment), ("bento4-cbc1.mp4", 2, firstFragment),
    ("bento4-cbcs.mp4", 1, firstFragment), ("bento4-cbcs.mp4", 2, firstFragment),
    ("bento4-cenc.mp4", 1, firstFragment), ("bento4-cenc.mp4", 2, firstFragment),
    ("bento4-cens.mp4", 1, firstFragment), ("bento4-cens.mp4", 2, firstFragment),
    ("bento4-pssh.mp4", 1, firstFragment), ("bento4-pssh.mp4", 2, firstFragment),
    ("mp4ff--cbcs.mp4", 2, "ffprobe rewrites the samples of c608 captions"),
    ("mp4parser--test-pod.m4a", 4, "ffprobe tells the picture of a chapter twice"),
  ]

  private static let firstFragment =
    "ffprobe 5.1 ends at the first fragment of an encrypted track; mp4info, of the writer, has all"

  @Test func samplesAreThePacketsOfFFprobe() async throws {
    guard let program = Peer.path(of: "ffprobe") else { return }
    var compared = 0
    var tracks = 0
    var complaints: [String] = []
    var met: Set<String> = []
    for path in Self.files {
      guard let movie = Self.movie(path) else { continue }
      let packets = try Self.packets(of: path, program)
      let end = UInt64(movie.document.tree.file.byteCount)
      for track in movie.tracks {
        // Chapters are no stream there, and tracks of which nothing can be played neither.
        guard let list = packets[track.id], !list.isEmpty else { continue }
        let found = Self.compare(track, list, end)
        compared += found.count
        tracks += 1
        guard let complaint = found.complaint else { continue }
        if let entry = Self.known.first(where: { path.hasSuffix($0.file) && $0.track == track.id })
        {
          met.insert("\(entry.file) \(entry.track)")
        } else {
          complaints.append("\(path) track \(track.id): \(complaint)")
        }
      }
    }
    print("ffprobe: \(compared) packets of \(tracks) tracks compared")
    #expect(complaints == [])
    #expect(compared > 1_000)
    if Samples.folder != nil { #expect(met.count == Self.known.count, "\(met)") }
  }

  /// Holds the samples of a track against its packets: each packet is a sample, or several that lie
  /// behind each other.
  static func compare(
    _ track: SampleTrack, _ packets: [Packet], _ end: UInt64
  ) -> (count: Int, complaint: String?) {
    // ffprobe moves times so that none is shown before it is decoded.
    let shift = track.samples().reduce(0 as Int64) { max($0, 0 - $1.compositionOffset) }
    var samples = track.samples()
    var next = samples.next()
    var count = 0
    for packet in packets {
      guard let first = next else {
        return (count, "\(packets.count) packets, \(track.count) samples")
      }
      var size = first.size
      next = samples.next()
      while size < packet.size, let sample = next {
        size += sample.size
        next = samples.next()
      }
      let name = "sample \(first.number)"
      if let position = packet.position, position != first.offset {
        return (count, "\(name) at \(first.offset ?? 0), packet at \(position)")
      }
      if size != packet.size {
        // A file that was cut off ends in the middle of a sample, and nothing comes after it.
        let isCut = (first.offset ?? 0).addingReportingOverflow(size).partialValue > end
        return (count, isCut ? nil : "\(name) has \(size) bytes, the packet \(packet.size)")
      }
      if let time = packet.decodeTime, time != first.decodeTime, time != first.decodeTime - shift {
        return (count, "\(name) is decoded at \(first.decodeTime), the packet at \(time)")
      }
      // Packets of samples that are not shown have the offset added that says so.
      let composed = first.decodeTime + first.compositionOffset
      if let time = packet.presentationTime, time != composed, time != composed + shift {
        return (count, "\(name) is composed at \(composed), the packet at \(time)")
      }
      // Partial sync samples of QuickTime are keys there.
      if packet.isKey != (first.isSync || first.isPartialSync) {
        return (count, "\(name) is \(first.isSync ? "" : "not ")sync, the packet is not")
      }
      count += 1
    }
    guard let rest = next else { return (count, nil) }
    // Where the file was cut off, ffprobe ends with the first sample that is not there.
    let isCut = (rest.end ?? .max) > end || track.chunks.contains { ($0.end ?? 0) > end }
    return (count, isCut ? nil : "\(packets.count) packets, \(track.count) samples")
  }

  // MARK: Bento4

  /// Tracks about which mp4info says something else.
  static let knownOfBento: [(file: String, reason: String)] = [
    ("fragmented-base.mp4", "mp4info tells the first fragment twice"),
    ("mutagen-fragments.mp4", "mp4info tells the first fragment twice"),
    ("taglib--no-tags.3g2", "mp4info tells the first fragment twice"),
    ("tfhd-flags.mp4", "mp4info tells samples of a fragment whose duration is empty"),
  ]

  /// Files on which mp4info does not come to an end.
  static let endless = [
    "fate-suite--surge-1-16-B-ima4.mov",
    "androidx-media--video_dovi_3840x2160_30fps_dav1_10.mp4",
    "mp4parser--example.f4v",
  ]

  @Test func samplesAreThoseOfBento4() throws {
    guard let program = Peer.path(of: "mp4info") else { return }
    var compared = 0
    var complaints: [String] = []
    for path in Self.files {
      guard !Self.endless.contains(where: path.hasSuffix), let movie = Self.movie(path)
      else { continue }
      guard let text = try Peer.output(program, ["--show-samples", path], limit: 30) else {
        complaints.append("\(path): mp4info does not come to an end")
        continue
      }
      // `[01.000001] size=  2496 duration=   512 [S]`, the track by its ID.
      var lists: [Int: [(size: UInt64, duration: UInt64, isSync: Bool)]] = [:]
      for line in text.split(separator: "\n") {
        guard
          let match = line.firstMatch(
            of: /^\[(\d+)\.(\d+)\] size= *(\d+) duration= *(\d+)( \[S\])?/),
          let track = Int(match.1), let size = UInt64(match.3), let duration = UInt64(match.4)
        else { continue }
        lists[track, default: []].append((size, duration, match.5 != nil))
      }
      for track in movie.tracks {
        guard let list = lists[Int(clamping: track.id)], !list.isEmpty else { continue }
        var count = 0
        for (sample, other) in zip(track.samples(), list) {
          guard sample.count == 1 else { break }
          if sample.size != other.size || sample.duration != other.duration
            || sample.isSync != other.isSync
          {
            if Self.knownOfBento.contains(where: { path.hasSuffix($0.file) }) { break }
            complaints.append(
              "\(path) track \(track.id) sample \(sample.number): \(sample.size) bytes, "
                + "\(sample.duration) ticks, sync \(sample.isSync); there \(other)")
            break
          }
          count += 1
        }
        compared += count
      }
    }
    print("mp4info: \(compared) samples compared")
    #expect(complaints == [])
    #expect(compared > 1_000)
  }

  // MARK: The byte map

  /// Every byte has one owner in every file.
  @Test(arguments: files)
  func rangesTileTheFile(path: String) throws {
    guard let source = try? ByteSource.open(path: path), let document = try? MediaFile.open(source)
    else { return }
    let map = ByteMap(document)
    var end: UInt64 = 0
    var isWhole = true
    for range in map.ranges {
      if range.start != end || range.end <= range.start { isWhole = false }
      end = range.end
    }
    #expect(isWhole && end == UInt64(source.byteCount))
    #expect(map.totals.reduce(0) { $0 + $1.byteCount } == UInt64(source.byteCount))
  }
}

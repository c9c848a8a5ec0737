import ByteReading
import Corpus
import Foundation
import ID3
import MediaInspection
import SoundFiles
import Structure
import Testing

/// Lengths and numbers of frames, held against ffprobe where it is installed.
///
/// ffprobe counts frames one by one as we do; its length is that of the file before delay and padding
/// are taken off, so they are put on again here.
@Suite(.serialized) struct PeerDurationTests {
  private static let ffprobe = ["/usr/bin/ffprobe", "/usr/local/bin/ffprobe"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Files where we say something else, and why.
  private static let differences = [
    "id3/dhowden-tag--sample_utf8_v1.mp3": "ffprobe counts the ID3v1 tag as sound",
    "id3/music-metadata--pr-544-id3v24.mp3": "ffprobe counts the ID3v1 tag as sound",
    "id3/mutagen--audacious-trailing-id32-id31.mp3": "ffprobe counts the tags at the end as sound",
    "id3/getID3-testfiles--lyrics3-1.mp3":
      "ffprobe estimates from the first frame; the rate varies, and lyrics follow",
    "id3/music-metadata--id3-multi-02.mp3": "cut off: ffprobe believes the first frame",
    "id3/tika--testMP3_id3_false_aac.mp3": "cut off: ffprobe believes the first frame",
    "broken/atldotnet--id3v2.4_CTOC_invalidSizeDesc.mp3":
      "cut off: ffprobe believes the first frame",
    "id3/androidx-media--bear-id3-numeric-genre.mp3":
      "the last frame goes on past the bytes that the first promises; ffprobe stops before it",
    "id3/hachoir--steganography.mp3": "cut off: ffprobe estimates from its bytes",
    "audio-other/shaka-player--fileSequence1.aac":
      "ffprobe estimates from the bit rate of the first frames",
    "id3/atldotnet--ID3v2.4-WXX-UnicodeMarkerWithoutDescription.mp3":
      "ffprobe counts the last frame, which is cut off",
  ]

  /// What ffprobe says of the first stream: its length in seconds and the number of its frames.
  private static func probe(_ path: String) throws -> (seconds: Double, packets: Int)? {
    guard let ffprobe else { return nil }
    let text = try Child.run(
      ffprobe,
      [
        "-v", "quiet", "-count_packets", "-show_entries",
        "format=duration:stream=nb_read_packets", "-of", "default=noprint_wrappers=1", path,
      ]
    ).text
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2, values[String(parts[0])] == nil {
        values[String(parts[0])] = String(parts[1])
      }
    }
    guard let seconds = values["duration"].flatMap(Double.init),
      let packets = values["nb_read_packets"].flatMap(Int.init)
    else { return nil }
    return (seconds, packets)
  }

  private static let corpus = Corpus.files().filter {
    $0.hasPrefix("encoded/") || $0.hasPrefix("mockups/")
  }.filter { name in
    ["mp3", "mp2", "aac", "aif", "aiff", "wav", "tta"].contains { name.hasSuffix("." + $0) }
  }

  private static let samples = Corpus.sampleFolders.first

  private func compare(_ path: String, _ name: String) throws -> String? {
    guard let theirs = try Self.probe(path),
      let document = try? MediaFile.open(ByteSource.open(path: path))
    else { return String?.none }
    document.countAudio()
    let index = document.tree.children(of: nil).first { AudioStream(document, at: $0) != nil }
    guard let index, let stream = AudioStream(document, at: index), let count = stream.count else {
      guard let ours = SoundFormat(document)?.duration else { return nil }
      let seconds = Double(ours.value) / Double(ours.timescale)
      return abs(seconds - theirs.seconds) < 0.012
        ? nil : "\(seconds) s, ffprobe \(theirs.seconds) s"
    }
    guard let ours = stream.duration, count.frames > 0 else { return nil }
    let seconds =
      ours.seconds + Double(ours.delay + ours.padding) / Double(stream.samplingFrequency)
    // A frame that says something of the others, and one that is cut off, are frames to ffprobe.
    let frame = Double(stream.samplesPerFrame) / Double(stream.samplingFrequency)
    if abs(Int(count.frames) - theirs.packets) > 1 {
      return "\(count.frames) frames, ffprobe \(theirs.packets)"
    }
    return abs(seconds - theirs.seconds) < frame * 1.6
      ? nil : "\(seconds) s, ffprobe \(theirs.seconds) s"
  }

  @Test(.enabled(if: ffprobe != nil, "ffprobe is not installed"), arguments: corpus)
  func lengthsOfTheCorpusAgree(name: String) throws {
    let difference = try compare(Corpus.path(of: name), name)
    #expect(difference == nil, "\(name): \(difference ?? "")")
  }

  @Test(
    .enabled(
      if: ffprobe != nil && samples != nil,
      "ffprobe is not installed, or ATOMTOOLS_SAMPLES names no folder"))
  func lengthsOfTheSamplesAgree() throws {
    var compared = 0
    for name in Corpus.sampleFiles
    where ["mp3", "mp2", "mp1", "aac", "adts", "aif", "aiff", "wav", "tta"].contains(where: {
      name.hasSuffix("." + $0)
    }) {
      let difference = try compare(Corpus.path(ofSample: name), name)
      compared += 1
      #expect(difference == nil || Self.differences[name] != nil, "\(name): \(difference ?? "")")
    }
    #expect(compared > 50)
  }
}

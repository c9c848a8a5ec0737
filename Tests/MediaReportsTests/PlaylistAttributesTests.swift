import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import Testing

/// What `--about` says for a playlist of HLS.
@Suite struct PlaylistAttributesTests {
  private func attributes(_ file: String) throws -> String? {
    let document = try MediaFile.open(try Corpus.open(file))
    MediaFile.check(document, name: nil, isThorough: true)
    return About(of: document).facts.first { $0.key.description == "hls" }?.text
  }

  /// 3,099 bytes in 0.4 s, shorter than a piece: the peak is the mean.
  @Test func ofFragments() throws {
    #expect(
      try attributes("encoded/cmaf.mp4")
        == #"BANDWIDTH=61980,AVERAGE-BANDWIDTH=61980,CODECS="avc1.64000A",RESOLUTION=64x48,FRAME-RATE=25.000"#)
  }

  /// Two seconds of video and sound: the second that is fuller counts, with all headers.
  @Test func ofPieces() throws {
    #expect(
      try attributes("mockups/frag.mp4")
        == #"BANDWIDTH=124516,AVERAGE-BANDWIDTH=111660,CODECS="avc1.F4000B,mp4a.40.2",RESOLUTION=160x120,FRAME-RATE=24.000"#)
  }

  /// What is not cut into fragments has no segments that could be fetched.
  @Test(arguments: ["encoded/h264-aac.mp4", "mockups/movie.mov", "mockups/track.mp3", "encoded/image.avif"])
  func ofOthersNothing(_ file: String) throws {
    #expect(try attributes(file) == nil)
  }
}

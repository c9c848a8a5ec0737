import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import Testing

/// What `--about` says for a playlist of HLS.
@Suite struct PlaylistAttributesTests {
  private func attributes(_ file: String) throws -> String? { try attributes(of: Corpus.open(file)) }

  private func attributes(of source: ByteSource) throws -> String? {
    let document = try MediaFile.open(source)
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

  /// BANDWIDTH is required: where what is left over at the end is the fullest, or one piece is all, it is the mean, and never less.
  @Test(arguments: ["encoded/fragmented-base.mp4", "encoded/mutagen-fragments.mp4", "encoded/cmaf.mp4"])
  func theMeanWhereNoPieceIsFuller(_ file: String) throws {
    let words = try #require(try attributes(file)).split(separator: ",").prefix(2)
    let numbers = words.map { $0.split(separator: "=") }
    #expect(numbers.map { String($0[0]) } == ["BANDWIDTH", "AVERAGE-BANDWIDTH"])
    let rates = numbers.compactMap { $0.count == 2 ? UInt64($0[1]) : nil }
    #expect(rates.count == 2 && rates[0] == rates[1], "\(words)")
  }

  /// What is missing of a file would count as nothing.
  @Test func ofACutFileNothing() throws {
    let source = try Corpus.open("mockups/frag.mp4")
    let bytes = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
    #expect(try attributes(of: ByteSource(copying: bytes)) != nil)
    #expect(try attributes(of: ByteSource(copying: [UInt8](bytes.dropLast(bytes.count / 3)))) == nil)
  }

  /// What is not cut into fragments has no segments that could be fetched.
  @Test(arguments: ["encoded/h264-aac.mp4", "mockups/movie.mov", "mockups/track.mp3", "encoded/image.avif"])
  func ofOthersNothing(_ file: String) throws {
    #expect(try attributes(file) == nil)
  }
}

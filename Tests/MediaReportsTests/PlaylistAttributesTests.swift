// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureRendering
import Testing

/// What `--about` says for a playlist of HLS.
@Suite struct PlaylistAttributesTests {
  private func attributes(_ file: String) throws -> String? { try attributes(of: Corpus.open(file)) }

  private func attributes(of source: ByteSource) throws -> String? {
    let document = try MediaFile.open(source)
    MediaFile.check(document, name: nil, isThorough: true)
    return About(of: document).facts.first { $0.key.description == "hls" }?.text
  }

  /// 3,099 bytes in 0.4 s, shorter than half a second: the peak is the mean.
  @Test func ofFragments() throws {
    #expect(
      try attributes("encoded/cmaf.mp4")
        == #"BANDWIDTH=61980,AVERAGE-BANDWIDTH=61980,CODECS="avc1.64000A",RESOLUTION=64x48,FRAME-RATE=25.000"#)
  }

  /// The same for programs.
  @Test func eachAttributeIsAValue() throws {
    let document = try MediaFile.open(Corpus.open("encoded/cmaf.mp4"))
    var output = ByteWriter()
    AboutRecords(document, About(of: document), name: Array("film.mp4".utf8), options: RenderOptions())
      .write(as: .json(isPretty: false), to: &output)
    let values = #"{"bandwidth":61980,"averageBandwidth":61980,"codecs":["avc1.64000A"],"width":64,"height":48,"frameRate":25.0}"#
    #expect(output.string.contains(#""hlsAttributes":"# + values), "\(output.string)")
  }

  /// Two seconds of video and sound: the first half second is the fullest, 8,443 bytes with its headers.
  @Test func ofPieces() throws {
    #expect(
      try attributes("mockups/frag.mp4")
        == #"BANDWIDTH=135088,AVERAGE-BANDWIDTH=111660,CODECS="avc1.F4000B,mp4a.40.2",RESOLUTION=160x120,FRAME-RATE=24.000"#)
  }

  /// BANDWIDTH is required: where one piece is all it is the mean, and never less.
  @Test(arguments: ["encoded/fragmented-base.mp4", "encoded/mutagen-fragments.mp4", "encoded/cmaf.mp4"])
  func theMeanWhereNoPieceIsFuller(_ file: String) throws {
    let words = try #require(try attributes(file)).split(separator: ",").prefix(2)
    let numbers = words.map { $0.split(separator: "=") }
    #expect(numbers.map { String($0[0]) } == ["BANDWIDTH", "AVERAGE-BANDWIDTH"])
    let rates = numbers.compactMap { $0.count == 2 ? UInt64($0[1]) : nil }
    #expect(rates.count == 2 && rates[0] == rates[1], "\(words)")
  }

  /// Fragments of one sample each, with more in the sample entry: how many ms each lasts, and its bytes.
  private func fragments(_ rows: [(duration: UInt32, sample: [UInt8])], entry: Piece = Piece()) throws -> String {
    var time: UInt64 = 0
    var list: [Piece] = []
    for (place, row) in rows.enumerated() {
      list.append(Parts.fragment(sequence: UInt32(place + 1), time: time, duration: row.duration, sample: row.sample))
      time += UInt64(row.duration)
    }
    let bytes = atoms {
      Parts.fileType("iso5", "iso5")
      Parts.fragmentedMovie()
      for piece in list { piece }
    }
    let film = entry.bytes.isEmpty ? bytes : bytes.adding(to: "moov/trak/mdia/minf/stbl/stsd/avc1") { entry }
    return try #require(try attributes(of: ByteSource(copying: film)))
  }

  private func sized(_ rows: [(UInt32, Int)]) throws -> String {
    try fragments(rows.map { (duration: $0.0, sample: [UInt8](repeating: 0, count: $0.1)) })
  }

  /// The fullest of half a second to one and a half, each with 104 bytes of headers; a target lasts a second at least.
  @Test func thePeakIsThatOfSegments() throws {
    let halves = try sized([(500, 100), (500, 900), (500, 900), (500, 100)])
    #expect(halves.hasPrefix("BANDWIDTH=16064,AVERAGE-BANDWIDTH=12176,"))
    // The last one is shorter than half of the longest, and counts with the one before it.
    let last = try sized([(2_000, 100), (2_000, 100), (800, 5_000)])
    #expect(last.hasPrefix("BANDWIDTH=15166,AVERAGE-BANDWIDTH=10234,"))
    // Of fragments of one picture no player fetches one: 13 of them last more than half a second.
    let pictures = try sized([(40, 1_000)] + [(UInt32, Int)](repeating: (40, 10), count: 29))
    #expect(pictures.hasPrefix("BANDWIDTH=38031,AVERAGE-BANDWIDTH=33587,"))
  }

  /// Profile 5 is coded with PQ, and others cannot show its base: nothing is beside it.
  @Test func dolbyVisionWithoutABaseIsPQ() throws {
    let vision = atom("dvcC") { hex("01 00 0A 3D 00 000000"); zeros(16) }
    let text = try fragments([(duration: 1_000, sample: [0, 0, 0, 2, 0x65, 0x88])], entry: vision)
    #expect(text.hasSuffix(",VIDEO-RANGE=PQ") && !text.contains("SUPPLEMENTAL"), "\(text)")
    // Profile 8.4 has a base of HLG, which its stream says or not.
    let base = atom("dvvC") { hex("01 00 10 3D 40 000000"); zeros(16) }
    let other = try fragments([(duration: 1_000, sample: [0, 0, 0, 2, 0x65, 0x88])], entry: base)
    #expect(!other.contains("VIDEO-RANGE") && other.contains("SUPPLEMENTAL-CODECS=\"dva1.08.07/db4h\""), "\(other)")
  }

  /// A message of type 147 in front of the picture prefers HLG (18) to the transfer of BT.2020 (14).
  @Test func preferredTransfersAreTheRange() throws {
    let colours = atom("colr") { code("nclx"); u16(9, 14, 9); u8(0) }
    func range(_ transfer: UInt8) throws -> String {
      let sample: [UInt8] = [0, 0, 0, 5, 6, 147, 1, transfer, 0x80, 0, 0, 0, 2, 0x65, 0x88]
      return try fragments([(duration: 1_000, sample: sample)], entry: colours)
    }
    #expect(try range(18).hasSuffix(",VIDEO-RANGE=HLG"))
    #expect(try !range(1).contains("HLG"))
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

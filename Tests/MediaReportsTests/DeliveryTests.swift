// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureRendering
import Testing

/// What `--about` says of a delivery, and what contradicts itself in it.
@Suite struct DeliveryTests {
  /// Pictures of 30,000/1,001 a second, with timecode of the flags, the fields and the frames of a second that are given.
  private func delivery(flags: UInt32, scale: UInt32, duration: UInt32, frames: UInt8) throws -> String {
    let source = try Corpus.open("encoded/timecode-drop.mov")
    let entry = "moov/trak[2]/mdia/minf/stbl/stsd"
    let bytes = (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
      .setting(entry, at: 28) { u32(flags, scale, duration); u8(frames) }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    return try #require(About(of: document).facts.first { $0.key.description == "delivery" }?.text)
  }

  @Test func timecodeThatCountsAsThePicturesDoIsNoConflict() throws {
    for (flags, scale, duration, frames) in [
      (UInt32(1), UInt32(30_000), UInt32(1_001), UInt8(30)), (0, 30_000, 1_001, 30),
      // Two pictures of each number, or two numbers of each picture.
      (0, 15_000, 1_001, 15), (1, 60_000, 1_001, 60),
    ] {
      let text = try delivery(flags: flags, scale: scale, duration: duration, frames: frames)
      #expect(!text.contains("; but"), "\(text)")
    }
  }

  /// What no box of DNxHD says its first frame does: chroma and bits.
  @Test func aFrameOfDNxHDSaysWhatADeliveryAsksFor() throws {
    let source = try Corpus.open("encoded/dnxhd.mov")
    var bytes = (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
    func delivery() throws -> String {
      let document = try MediaFile.open(ByteSource(copying: bytes))
      return try #require(About(of: document).facts.first { $0.key.description == "delivery" }?.text)
    }
    let whole = try delivery()
    #expect(whole.contains(" · 4:2:2 8-bit · "), "\(whole)")
    // The header of the frame: ten bits.
    let start = try #require(bytes.indices.first { Array(bytes[$0...].prefix(5)) == [0, 0, 2, 0x80, 3] })
    bytes[start + 0x21] = 0x58
    let deep = try delivery()
    #expect(deep.contains(" · 4:2:2 10-bit · "), "\(deep)")
    // One picture has no rate, and its fields an order all the same.
    #expect(whole.contains(" · 256×120 progressive · "), "\(whole)")
    bytes[start + 5] = 2
    let fields = try delivery()
    #expect(fields.contains("×120 interlaced (top first) · "), "\(fields)")
    bytes[start + 5] = 1
    bytes[start + 6] |= 0x20
    let mixed = try delivery()
    #expect(mixed.contains(" · 256×120 · "), "\(mixed)")
  }

  @Test func timecodeOfAnotherRateIsSaid() throws {
    #expect(try delivery(flags: 0, scale: 25, duration: 1, frames: 25).hasSuffix("; but track 2 counts timecode at 25 fps"))
    // A frame more each 33 seconds.
    #expect(try delivery(flags: 0, scale: 30, duration: 1, frames: 30).hasSuffix("; but track 2 counts timecode at 30 fps"))
  }

  /// What people read in one row are values of their own for programs.
  @Test func eachFactOfARowIsAValue() throws {
    let source = try Corpus.open("encoded/timecode-drop.mov")
    let bytes = (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
      .setting("moov/trak[2]/mdia/minf/stbl/stsd", at: 28) { u32(0, 25, 1); u8(25) }
    let document = try MediaFile.open(ByteSource(copying: bytes))
    var output = ByteWriter()
    AboutRecords(document, About(of: document), name: Array("film.mov".utf8), options: RenderOptions())
      .write(as: .json(isPretty: false), to: &output)
    for member in [
      #""codecName":"H.264","width":64,"height":48,"frameRate":29.97"#, #""variableFrameRate":false"#,
      #""exactRate":{"numerator":30000,"denominator":1001}"#, #""scanning":{"kind":"progressive"}"#,
      #""chroma":"4:2:0","bits":8,"aspect":{"across":4,"down":3}"#,
      #""contradictions":[{"what":"timecodeRate","track":2,"frameRate":25.0}]"#,
    ] {
      #expect(output.string.contains(member), "\(member) in \(output.string)")
    }
  }

  @Test func droppedNumbersOfAnotherRateAreSaid() throws {
    #expect(
      try delivery(flags: 1, scale: 25, duration: 1, frames: 25)
        .hasSuffix("; but track 2 counts timecode at 25 fps, and track 2 drops numbers of timecode at 25 fps"))
    // What writers make of 29.97 where nobody said 30000/1001; pictures of 30 a second are another matter.
    #expect(try !delivery(flags: 1, scale: 2_997, duration: 100, frames: 30).contains("but"))
    #expect(try delivery(flags: 1, scale: 30, duration: 1, frames: 30).contains("drops numbers of timecode at 30 fps"))
  }
}

// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
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

  @Test func timecodeOfAnotherRateIsSaid() throws {
    #expect(try delivery(flags: 0, scale: 25, duration: 1, frames: 25).hasSuffix("; but track 2 counts timecode at 25 fps"))
    // A frame more each 33 seconds.
    #expect(try delivery(flags: 0, scale: 30, duration: 1, frames: 30).hasSuffix("; but track 2 counts timecode at 30 fps"))
  }

  @Test func droppedNumbersOfAnotherRateAreSaid() throws {
    #expect(
      try delivery(flags: 1, scale: 25, duration: 1, frames: 25)
        .hasSuffix("; but track 2 counts timecode at 25 fps, and track 2 drops numbers of timecode at 25 fps"))
  }
}

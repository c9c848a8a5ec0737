import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import Testing

/// What `--about` says of sound in chunks whose end is missing.
@Suite struct CutSoundTests {
  private func little(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A second of 8,000 samples of 16 bits, of which `left` are there.
  private func wave(_ left: Int, says size: Int = 16_000) -> [UInt8] {
    let format = Array("fmt ".utf8) + little(16) + little(1, 2) + little(1, 2) + little(8_000) + little(16_000) + little(2, 2) + little(16, 2)
    return Array("RIFF".utf8) + little(size + 36) + Array("WAVE".utf8) + format + Array("data".utf8) + little(size)
      + Array(repeating: 1, count: 2 * left)
  }

  /// The same with sizes of 64 bits.
  private func long(_ left: Int) -> [UInt8] {
    let sizes = Array("ds64".utf8) + little(28) + little(16_072, 8) + little(16_000, 8) + little(8_000, 8) + little(0)
    let bytes = wave(left, says: 0xFFFF_FFFF)
    return Array("RF64".utf8) + little(0xFFFF_FFFF) + Array("WAVE".utf8) + sizes + bytes[12...]
  }

  /// The same of AIFF, whose header has the number of samples.
  private func form(_ left: Int) -> [UInt8] {
    let chunks = pieces {
      code("COMM"); u32(18); u16(1); u32(8_000); u16(16); hex("400bfa00000000000000")
      code("SSND"); u32(16_008); u32(0, 0)
    }
    return Array("FORM".utf8) + u32(UInt32(chunks.bytes.count + 4 + 16_000)).bytes + Array("AIFF".utf8) + chunks.bytes
      + Array(repeating: 1, count: 2 * left)
  }

  private func about(_ bytes: [UInt8]) throws -> (duration: String, verdict: String) {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    MediaFile.check(document)
    let about = About(of: document)
    return (about.facts.first { $0.key.description == "duration" }?.text ?? "", about.verdict)
  }

  @Test func howMuchIsLeftOfHowMuchIsSaid() throws {
    for bytes in [wave(2_000), long(2_000)] {
      let said = try about(bytes)
      #expect(said.duration == "0.250 s, from the chunks; the size of 'data' claims 1.000 s")
      #expect(said.verdict.hasPrefix("plays 0.250 s of 1.000 s: needs 16,0"), "\(said.verdict)")
      #expect(said.verdict.contains("[chunk-exceeds-parent]"), "\(said.verdict)")
    }
    let said = try about(form(2_000))
    #expect(said.duration == "0.250 s, from the chunks; 'COMM' claims 1.000 s")
    #expect(said.verdict.hasPrefix("plays 0.250 s of 1.000 s: needs 16,0"), "\(said.verdict)")
  }

  @Test func whatIsWholeHasOneLength() throws {
    for bytes in [wave(8_000), long(8_000), form(8_000)] {
      let said = try about(bytes)
      #expect(said.duration == "1.000 s" && !said.verdict.hasPrefix("plays"), "\(said)")
    }
  }

  /// Programs that write into a pipe leave the largest number that some players take.
  @Test func aSizeThatNobodyKnewIsNoLength() throws {
    let said = try about(wave(2_000, says: 0x7FFF_FFDB))
    #expect(said.duration == "0.250 s" && said.verdict.hasPrefix("needs "), "\(said)")
  }
}

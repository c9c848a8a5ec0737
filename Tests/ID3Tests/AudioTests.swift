import ByteReading
import Structure
import Testing

@testable import SoundFiles

/// Streams between tags: what is said of them, their fields and what is wrong with them.
@Suite struct AudioTests {
  /// MPEG-1 Layer III, 128 kbit/s, 44,100 Hz, stereo: frames of 417 bytes.
  private let stereo: UInt32 = 0xFFFB_9000

  /// A first frame with a header of Xing, and of LAME when `lame` is given.
  private func informationFrame(
    _ name: String, frames: UInt32, bytes: UInt32, lame: [UInt8] = []
  ) -> [UInt8] {
    var frame = stereo.bigEndianBytes + [UInt8](repeating: 0, count: 32)
    frame += Array(name.utf8) + UInt32(3).bigEndianBytes
    frame += frames.bigEndianBytes + bytes.bigEndianBytes + lame
    return frame + [UInt8](repeating: 0, count: 417 - frame.count)
  }

  /// The 36 bytes that LAME writes: name, revision 1 and CBR, lowpass 16 kHz, no gains, 64 kbit/s,
  /// delay 576 = 0x240 and padding 1,404 = 0x57C, and no sums.
  private let lame: [UInt8] =
    Array("LAME3.100".utf8) + [0x01, 160] + [0, 0, 0, 0] + [0, 0] + [0, 0] + [0, 64]
    + [0x24, 0x05, 0x7C] + [0, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0]

  @Test func theLengthIsThatOfTheFramesLessDelayAndPadding() throws {
    let bytes =
      informationFrame("Info", frames: 40, bytes: 41 * 417, lame: lame) + frames(40, stereo)
    let document = audioDocument(bytes)
    let stream = try #require(AudioStream(document, at: NodeIndex(0)))
    #expect(stream.format == "MPEG-1 Layer III")
    let duration = try #require(stream.duration)
    #expect(duration.source == .xing)
    #expect(duration.value == 40 * 1_152 - 576 - 1_404)
    #expect(duration.timescale == 44_100)
    #expect(
      summary(document, NodeIndex(0))
        == "MPEG-1 Layer III, 128 kbit/s, 44,100 Hz stereo, 1.000 s (Info: 40 frames, less 576 + 1,404 samples)"
    )
    #expect(document.problems.kept.isEmpty)
  }

  /// Without padding the last 529 samples stay in the decoder, which put as many in front: 21 × 1,152 - 576 - 529.
  @Test func aDecoderKeepsWhatItPutInFront() throws {
    var unpadded = lame
    (unpadded[22], unpadded[23]) = (0x00, 0x00)
    let bytes = informationFrame("Info", frames: 21, bytes: 22 * 417, lame: unpadded) + frames(21, stereo)
    let document = audioDocument(bytes)
    let stream = try #require(AudioStream(document, at: NodeIndex(0)))
    #expect(stream.information?.delay == 576 && stream.information?.padding == 0)
    #expect(stream.duration?.source == .xing)
    #expect(stream.duration?.value == 23_087)
    document.countAudio()
    #expect(AudioStream(document, at: NodeIndex(0))?.duration?.value == 23_087)
  }

  /// Padding behind the last of 40 frames is not at the end of the 21 that are left of them.
  @Test func paddingOfFramesThatAreGoneIsNotTakenOff() throws {
    let bytes = informationFrame("Info", frames: 40, bytes: 41 * 417, lame: lame) + frames(21, stereo) + [0xFF, 0xFB, 0x90]
    let document = audioDocument(bytes)
    document.countAudio()
    let stream = try #require(AudioStream(document, at: NodeIndex(0)))
    #expect(stream.duration?.source == .counted)
    #expect(stream.duration?.value == 23_087)
    #expect(!stream.isWhole)
    #expect(summary(document, NodeIndex(0)).contains("0.524 s (counted 21 frames, less 576 + 529 samples"))
  }

  @Test func withoutAHeaderTheLengthIsEstimatedUntilFramesAreCounted() throws {
    let document = audioDocument(frames(40, stereo))
    var stream = try #require(AudioStream(document, at: NodeIndex(0)))
    #expect(stream.duration?.source == .estimated)
    #expect(
      summary(document, NodeIndex(0))
        == "MPEG-1 Layer III, 128 kbit/s, 44,100 Hz stereo, ≈ 1.043 s (estimated from the bit rate)"
    )
    document.countAudio()
    stream = try #require(AudioStream(document, at: NodeIndex(0)))
    #expect(stream.duration?.source == .counted)
    #expect(stream.duration?.frames == 40)
    #expect(stream.duration?.value == 40 * 1_152)
    #expect(summary(document, NodeIndex(0)).hasSuffix("1.045 s (counted 40 frames)"))
  }

  @Test func ratesThatVaryGiveAnAverage() throws {
    let document = audioDocument(frames(2, stereo) + frames(2, 0xFFFB_A000))
    document.countAudio()
    // 2 × 417 + 2 × 522 bytes in 4 × 1,152 samples at 44,100 Hz.
    #expect(
      summary(document, NodeIndex(0))
        == "MPEG-1 Layer III, 144 kbit/s on average, 44,100 Hz stereo, 0.104 s (counted 4 frames)")
  }

  /// 20 × 417 + 57 × 96 bytes in 20 × 1,152 samples at 44,100 Hz and 57 × 576 at 24,000 Hz.
  @Test func theAverageCountsEachFrameAtItsOwnFrequency() throws {
    let bytes = frames(20, stereo) + frames(57, 0xFFF3_4400)
    let document = audioDocument(bytes)
    document.countAudio()
    #expect(AudioStream(document, at: NodeIndex(0))?.bitRate == 58_450)
    #expect(
      summary(document, NodeIndex(0))
        == "MPEG-1 Layer III, 58 kbit/s on average, 44,100 Hz stereo, 1.890 s (counted 77 frames)")
    // A header in front that announces the right number of frames says no length either.
    let announced = audioDocument(informationFrame("Xing", frames: 77, bytes: UInt32(bytes.count + 417)) + bytes)
    announced.countAudio()
    let stream = try #require(AudioStream(announced, at: NodeIndex(0)))
    #expect(stream.duration?.source == .counted && stream.duration?.claims.isEmpty == true)
    #expect(stream.bitRate == 58_450)
  }

  /// A file that was cut off: 1 MiB and 40 frames are promised, two frames are there.
  @Test func aHeaderThatPromisesMoreBytesIsNotBelieved() throws {
    let bytes = informationFrame("Xing", frames: 40, bytes: 1 << 20) + frames(2, stereo)
    let document = audioDocument(bytes)
    #expect(AudioStream(document, at: NodeIndex(0))?.duration?.source == .estimated)
    document.checkAudioClaims()
    #expect(kinds(document) == ["audio-size-differs"])
    #expect(document.problems.kept.first?.extent == Extent(byteOffset: 48, byteCount: 4))
  }

  /// The sum of a header of LAME is over what stands before it; of its own sum a wrong one is named.
  @Test func aWrongSumIsNamed() throws {
    var bytes = informationFrame("Info", frames: 2, bytes: 3 * 417, lame: lame) + frames(2, stereo)
    let place = 52 + 34
    let right = CRC16.sum(of: ByteSource(copying: bytes).bytes, in: 0..<place)
    bytes[place] = UInt8(right >> 8)
    bytes[place + 1] = UInt8(right & 0xFF)
    var document = audioDocument(bytes)
    document.countAudio()
    #expect(document.problems.kept.isEmpty)
    bytes[place] ^= 1
    document = audioDocument(bytes)
    document.countAudio()
    #expect(kinds(document) == ["audio-tag-crc-differs"])
    #expect(document.problems.kept.first?.extent == Extent(byteOffset: place, byteCount: 2))
  }

  @Test func aHeaderThatPromisesOtherFramesIsNotBelieved() throws {
    let bytes = informationFrame("Xing", frames: 99, bytes: 3 * 417) + frames(2, stereo)
    let document = audioDocument(bytes)
    document.countAudio()
    #expect(kinds(document) == ["audio-frames-differ"])
    let problem = try #require(document.problems.kept.first)
    #expect(problem.detail == Detail(.claimed(99), .found(2)))
    #expect(problem.extent == Extent(byteOffset: 44, byteCount: 4))
    #expect(AudioStream(document, at: NodeIndex(0))?.duration?.source == .counted)
  }

  /// `VBRI`, version 1, delay 0, quality 75, 5 × 417 bytes, 4 frames, a table of two entries of two
  /// bytes, scale 1, two frames each.
  @Test func fraunhofersHeaderStandsAtAFixedPlace() throws {
    var frame = stereo.bigEndianBytes + [UInt8](repeating: 0, count: 32) + Array("VBRI".utf8)
    frame += [0, 1, 0, 0, 0, 75] + UInt32(2_085).bigEndianBytes + UInt32(4).bigEndianBytes
    frame += [0, 2, 0, 1, 0, 2, 0, 2] + [3, 0x42, 3, 0x42]
    frame += [UInt8](repeating: 0, count: 417 - frame.count)
    let document = audioDocument(frame + frames(4, stereo))
    #expect(summary(document, NodeIndex(0)).hasSuffix("0.104 s (VBRI: 4 frames)"))
    let words = fields(document, NodeIndex(0)).words
    #expect(words.contains("VBRI("))
    #expect(words.contains("number_of_frames=4"))
    #expect(words.contains("toc×2"))
    document.countAudio()
    #expect(document.problems.kept.isEmpty)
  }

  @Test func fieldsAreThoseOfTheStandard() throws {
    let document = audioDocument(frames(2, 0xFFFA_52E4, filler: 7))
    let words = fields(document, NodeIndex(0))
    let first = words.words.prefix(18).joined(separator: " ")
    let expected = """
      frames 2 [ 1( syncword=0x7ff ID=3 (MPEG-1) layer=1 (Layer III) \
      protection_bit=0 (CRC follows) bitrate_index=5 (64 kbit/s) \
      sampling_frequency=0 (44,100 Hz) padding_bit=1 private_bit=0 mode=3 (mono) \
      mode_extension=2 copyright=0 original_copy=1 (original) emphasis=0 (none) \
      crc_check=0x0707 data=203 bytes )
      """
    #expect(first == expected)
    #expect(words.faults.isEmpty)
  }

  @Test func everyByteIsToldOnce() throws {
    let junk: [UInt8] = [1, 2, 3, 0xFF, 5]
    let bytes =
      informationFrame("Xing", frames: 4, bytes: 5 * 417, lame: lame) + frames(2, stereo) + junk
      + frames(2, stereo) + [9]
    let document = audioDocument(bytes)
    let words = fields(document, NodeIndex(0))
    #expect(words.faults == ["audio-sync-lost", "audio-sync-lost"])
    #expect(words.words.contains("extra_bytes=5 bytes"))
    var covered = [Int](repeating: 0, count: bytes.count)
    for range in words.covered { for offset in range { covered[offset] += 1 } }
    // Headers are of bits: their four bytes are told in parts.
    let headers = Set(
      [0, 417, 834, 1_256, 1_673].flatMap { $0..<$0 + 4 })
    for (offset, count) in covered.enumerated() where !headers.contains(offset) {
      #expect(count == 1 || (36..<200).contains(offset), "byte \(offset) is told \(count) times")
    }
    document.countAudio()
    #expect(kinds(document) == ["audio-sync-lost", "audio-sync-lost"])
    #expect(document.problems.kept.map(\.extent.byteOffset) == [1_251, 2_090])
  }

  @Test func bytesBeforeTheFirstFrameAreRaw() {
    let document = audioDocument([0, 0, 0, 1, 2] + frames(2, stereo))
    #expect(document.tree.count == 3)
    #expect(document.tree[NodeIndex(0)].marks == .padding)
    #expect(document.tree[NodeIndex(0)].size == 3)
    #expect(document.tree[NodeIndex(1)].marks.contains(.raw))
    #expect(document.tree[NodeIndex(2)].start == 5)
    #expect(kinds(document) == ["audio-delayed"])
  }

  @Test func whatHoldsNoFrameIsRaw() {
    let document = audioDocument(Array(0..<200))
    #expect(document.tree.count == 2)
    #expect(kinds(document) == ["audio-missing"])
  }

  @Test func theLastFrameMayLackBytes() throws {
    let document = audioDocument(Array(frames(3, stereo).dropLast(17)))
    document.countAudio()
    #expect(kinds(document) == ["audio-frame-cut"])
    #expect(document.problems.kept.first?.detail == Detail(.needed(417), .left(400)))
    #expect(AudioStream(document, at: NodeIndex(0))?.duration?.frames == 2)
  }

  @Test func ADTSIsEstimatedAndCounted() throws {
    let document = audioDocument(adtsFrames(43))
    #expect(
      summary(document, NodeIndex(0))
        == "AAC-LC, ≈ 22 kbit/s, 44,100 Hz stereo, ≈ 0.998 s (estimated from the first frames)")
    document.countAudio()
    #expect(
      summary(document, NodeIndex(0))
        == "AAC-LC, 22 kbit/s on average, 44,100 Hz stereo, 0.998 s (counted 43 frames)")
    #expect(document.problems.kept.isEmpty)
    let words = fields(document, NodeIndex(0)).words
    #expect(words.contains("aac_frame_length=64"))
    #expect(words.contains("number_of_raw_data_blocks_in_frame=0 (1)"))
  }

  /// The sum over the bytes 31 to 39 of the classic test, which the document of CRC-16/ARC gives as
  /// BB3D.
  @Test func theSumIsThatOfLAME() {
    let source = ByteSource(copying: Array("123456789".utf8))
    #expect(CRC16.sum(of: source.bytes, in: 0..<9) == 0xBB3D)
  }
}

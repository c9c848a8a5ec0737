import Testing

@testable import SoundFiles

@Suite struct MPEGAudioHeaderTests {
  /// FF FB 50 C4: sync, MPEG-1, Layer III, no CRC; rate 5, 44,100 Hz, no padding; mono.
  @Test func aHeaderSaysHowLongItsFrameIs() throws {
    let header = try #require(MPEGAudioHeader(0xFFFB_50C4))
    #expect(header.version == .mpeg1)
    #expect(header.layer == 3)
    #expect(!header.hasCRC)
    #expect(header.bitRate == 64_000)
    #expect(header.samplingFrequency == 44_100)
    #expect(header.mode == .mono)
    #expect(header.byteCount == 208)
    #expect(header.samplesPerFrame == 1_152)
    #expect(header.sideInformationByteCount == 17)
  }

  /// The bytes of frames of all versions and layers: 144 × 128,000 / 44,100 = 417 and so on.
  @Test(
    arguments: [
      (0xFFFB_9000, 417, 1_152), (0xFFFB_9200, 418, 1_152), (0xFFFD_8400, 384, 1_152),
      (0xFFFF_4400, 128, 384), (0xFFFF_4600, 132, 384), (0xFFF3_8000, 208, 576),
      (0xFFF5_8000, 417, 1_152), (0xFFF7_8400, 256, 384), (0xFFE3_8800, 576, 576),
    ] as [(UInt32, Int, Int)])
  func framesHaveTheSizeThatTheFormulaGives(word: UInt32, size: Int, samples: Int) throws {
    let header = try #require(MPEGAudioHeader(word))
    #expect(header.byteCount == size)
    #expect(header.samplesPerFrame == samples)
  }

  /// One bit of the sync word, a reserved version, layer, rate and frequency.
  @Test(arguments: [0x7FFB_9000, 0xFFEB_9000, 0xFFF9_9000, 0xFFFB_F000, 0xFFFB_9C00] as [UInt32])
  func reservedValuesAreNoHeader(word: UInt32) { #expect(MPEGAudioHeader(word) == nil) }

  @Test func freeFormatHasNoSizeOfItsOwn() throws {
    let header = try #require(MPEGAudioHeader(0xFFFB_0000))
    #expect(header.bitRate == 0)
    #expect(header.byteCount == nil)
  }

  /// FF F1 50 80 08 1F FC: LC, index 4, two channels, 64 bytes, one block.
  @Test func aHeaderOfADTSSaysItsSize() throws {
    let header = try #require(ADTSHeader(0xFFF1_5080_081F_FC00))
    #expect(header.byteCount == 64)
    #expect(header.profile == 1)
    #expect(header.samplingFrequency == 44_100)
    #expect(header.channelCount == 2)
    #expect(header.samplesPerFrame == 1_024)
    #expect(
      ADTSHeader(0xFFF1_5080_00DF_FC00) == nil, "a frame of 6 bytes has no room for its header")
  }
}

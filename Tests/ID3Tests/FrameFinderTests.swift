import ByteReading
import Structure
import Testing

@testable import SoundFiles

@Suite struct FrameFinderTests {
  private func places(_ bytes: [UInt8]) -> [Range<Int>] {
    let source = ByteSource(copying: bytes)
    var finder = FrameFinder<MPEGAudioHeader>(gap: .audioSyncLost)
    var found: [Range<Int>] = []
    var position = 0
    while let next = finder.next(in: source.bytes, from: position, to: bytes.count) {
      found.append(next)
      position = next.upperBound
    }
    return found
  }

  @Test func framesFollowOneAnother() {
    #expect(places(frames(3, 0xFFFB_50C4)) == [0..<208, 208..<416, 416..<624])
  }

  @Test func paddingMakesAFrameLonger() {
    let bytes = frames(1, 0xFFFB_50C4) + frames(1, 0xFFFB_52C4) + frames(1, 0xFFFB_50C4)
    #expect(places(bytes) == [0..<208, 208..<417, 417..<625])
  }

  /// A header without another where its frame ends is no frame.
  @Test func aHeaderHasToBeConfirmed() {
    let lone: [UInt8] = [1, 0xFF, 0xFB, 0x50, 0xC4, 2, 3, 4]
    #expect(places(lone + frames(2, 0xFFFB_50C4)) == [8..<216, 216..<424])
  }

  /// After bytes that are no frame the stream goes on where two headers agree.
  @Test func framesGoOnBehindOtherBytes() {
    let bytes = frames(2, 0xFFFB_50C4) + [0xFF, 0xFB, 0x50, 0xC4, 9] + frames(2, 0xFFFB_50C4)
    #expect(places(bytes) == [0..<208, 208..<416, 421..<629, 629..<837])
  }

  /// A frame inside a stream needs no other after it, so that none is lost before junk.
  @Test func theLastFrameBeforeJunkCounts() {
    #expect(places(frames(2, 0xFFFB_50C4) + [1, 2, 3]) == [0..<208, 208..<416])
  }

  /// The header of a tag of ID3v2.4, and so many zeros in it.
  private func tag(_ size: UInt8, version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
    Array("ID3".utf8) + [version, 0, flags, 0, 0, 0, size] + [UInt8](repeating: 0, count: Int(size))
  }

  /// What confirms a frame may stand behind a tag, with a footer or not, or behind several.
  @Test func aTagMayStandBehindTheFirstFrame() {
    let (one, two) = (frames(1, 0xFFFB_50C4), frames(2, 0xFFFB_50C4))
    #expect(places(one + tag(20) + two) == [0..<208, 238..<446, 446..<654])
    #expect(places(one + tag(5) + tag(0) + two) == [0..<208, 233..<441, 441..<649])
    let footer = [UInt8](repeating: 0, count: 10)
    #expect(places(one + tag(20, flags: 0x10) + footer + two) == [0..<208, 248..<456, 456..<664])
    // Behind other bytes, and of a stream that is met later.
    #expect(places([1, 2] + one + tag(20) + two).first == 2..<210)
    #expect(places(two + frames(1, 0xFFF3_8000) + tag(20) + frames(2, 0xFFF3_8000)).count == 5)
  }

  /// No header behind it, one of another stream, a size that leads elsewhere, or a version that nobody knows: then the
  /// frame before stands alone.
  @Test func bytesThatAreNoTagConfirmNothing() {
    let (one, two) = (frames(1, 0xFFFB_50C4), frames(2, 0xFFFB_50C4))
    #expect(places(one + tag(20) + [0, 0, 0]).isEmpty)
    #expect(places(one + tag(20)).isEmpty)
    #expect(places(one + tag(20) + frames(2, 0xFFF3_8000)).first?.lowerBound == 238)
    #expect(places(one + Array(tag(20).dropLast()) + two).first == 237..<445)
    #expect(places(one + tag(20, version: 5) + two).first == 238..<446)
  }

  /// A picture in a tag may hold anything, frames as well.
  @Test func framesInATagAreNone() {
    let two = frames(2, 0xFFFB_50C4)
    // 416 bytes, in groups of seven bits 3 and 32.
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 3, 32] + two
    #expect(places(two + tag + two) == [0..<208, 208..<416, 842..<1_050, 1_050..<1_258])
  }

  @Test func theLastFrameMayBeCutOff() {
    #expect(places(Array(frames(3, 0xFFFB_50C4).dropLast(100))).last == 416..<524)
  }

  /// Two joined streams; where the other begins, three of its headers agree.
  @Test func anotherStreamMayFollow() {
    let bytes = frames(2, 0xFFFB_50C4) + frames(3, 0xFFF3_8000)
    #expect(places(bytes).count == 5)
    #expect(places(frames(2, 0xFFFB_50C4) + frames(1, 0xFFF3_8000) + [0, 0, 0]).count == 2)
  }

  /// Frames of 300 bytes whose headers say no bit rate; the second is padded.
  @Test func framesInFreeFormatEndAtTheNextHeader() {
    func frame(_ header: UInt32, _ size: Int) -> [UInt8] {
      header.bigEndianBytes + Array(repeating: 0, count: size - 4)
    }
    let bytes =
      frame(0xFFFB_00C4, 300) + frame(0xFFFB_02C4, 301) + frame(0xFFFB_00C4, 300)
      + frame(0xFFFB_00C4, 300)
    #expect(places(bytes) == [0..<300, 300..<601, 601..<901, 901..<1_201])
  }

  /// What an encoder says of the stream stands in a frame that nothing has to confirm.
  @Test func aFrameOfInformationProvesItself() {
    var frame = frames(1, 0xFFFB_50C4)
    frame.replaceSubrange(21..<25, with: Array("Info".utf8))
    let junk = [UInt8](repeating: 0x61, count: 500)
    #expect(places(junk + frame + junk) == [500..<708])
    #expect(places(junk + frames(1, 0xFFFB_50C4) + junk).isEmpty)
  }

  /// In the middle of other data three headers without a bit rate are no stream.
  @Test func framesInFreeFormatBeginTheirStream() {
    let frame = (0xFFFB_00C4 as UInt32).bigEndianBytes + Array(repeating: 0, count: 296)
    let stream = frame + frame + frame
    #expect(places(stream).count == 3)
    #expect(places([0x0B, 0x77] + stream).isEmpty)
  }

  /// What begins with a word of its own is no MPEG audio, whatever frames are found in it.
  @Test func framesInOtherStreamsAreChance() {
    let stream = frames(3, 0xFFFB_50C4)
    for (start, isAudio) in [("abcd", true), ("RIFX", false), ("\u{B}w", false)] {
      let source = ByteSource(copying: Array(start.utf8) + stream)
      #expect(AudioScanner.isAudio(source.bytes, within: 64) == isAudio, "\(start)")
    }
  }

  /// 4 MiB of header bytes: no frame is ever confirmed, or all are, and either way each byte costs
  /// the same.
  @Test(
    arguments: [
      [0xFF, 0xFB], [0xFF, 0xFB, 0x00, 0x00], [0xFF, 0xFB, 0x90, 0x00], [0xFF], [0xFF, 0xF1],
      [0xFF, 0xE3, 0x10],
    ] as [[UInt8]])
  func stormsOfHeadersEnd(pattern: [UInt8]) {
    let count = 4 << 20
    let bytes = (0..<count).map { pattern[$0 % pattern.count] }
    let clock = ContinuousClock()
    let time = clock.measure {
      let found = places(bytes)
      var last = 0
      for place in found {
        #expect(place.lowerBound >= last && place.upperBound <= count)
        last = place.upperBound
      }
    }
    #expect(time < .seconds(30))
  }
}

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

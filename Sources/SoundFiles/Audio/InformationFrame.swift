import ByteReading
import Structure

/// Finds the first frame of a stream if it holds no sound but what an encoder says of the others:
/// `Xing`, `Info` or `VBRI` stands where its side information ends.
struct InformationFrameFinder: PartFinder {
  let gap = Diagnostic.Kind.audioSyncLost

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    var finder = FrameFinder<MPEGAudioHeader>(gap: gap)
    guard let frame = finder.next(in: bytes, from: position, to: end),
      let header = MPEGAudioHeader.at(frame.lowerBound, in: bytes, before: end),
      Self.holdsInformation(frame, header, in: bytes)
    else { return nil }
    return frame
  }

  /// Whether the frame says something of the others.
  ///
  /// `VBRI` stands at a fixed place; the others behind the side information of Layer III. Some
  /// encoders forget the CRC when they count the bytes before it.
  static func holdsInformation(
    _ frame: Range<Int>, _ header: MPEGAudioHeader, in bytes: RawSpan
  ) -> Bool {
    guard header.layer == 3 else { return false }
    let vbri = FourCC(0x5642_5249)
    let names = [FourCC(0x5869_6E67), FourCC(0x496E_666F)]
    let side = 4 + header.sideInformationByteCount
    func code(at offset: Int) -> FourCC? {
      guard frame.lowerBound + offset + 4 <= frame.upperBound else { return nil }
      return bytes.bigEndian32(at: frame.lowerBound + offset).map { FourCC($0) }
    }
    if code(at: 36) == vbri { return true }
    for offset in header.hasCRC ? [side, side + 2] : [side] {
      if let code = code(at: offset), names.contains(code) { return true }
    }
    return false
  }
}

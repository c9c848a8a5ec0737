import ByteReading
import Structure

/// Finds the table of frame sizes behind the header of a TTA stream: its number of frames follows from
/// the samples and the sample rate that the header says.
struct TTASeekTableFinder: PartFinder {
  let gap = Diagnostic.Kind.audioSyncLost

  mutating func next(in bytes: RawSpan, from position: Int, to end: Int) -> Range<Int>? {
    guard let rate = bytes.littleEndian(at: position - 12, count: 4),
      let samples = bytes.littleEndian(at: position - 8, count: 4)
    else { return nil }
    // A frame is 256/245 of a second.
    let perFrame = rate * 256 / 245
    guard perFrame > 0 else { return nil }
    let frames = (samples + perFrame - 1) / perFrame
    let size = (frames + 1) * 4
    guard size <= UInt64(max(0, end - position)) else { return nil }
    return position..<position + Int(size)
  }
}

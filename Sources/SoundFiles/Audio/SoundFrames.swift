import ByteReading
public import Structure

/// One frame of MPEG audio or ADTS.
public struct SoundFrame: Sendable, BitwiseCopyable {
  /// Where it begins in the file, in bytes.
  public var offset: Int
  /// How many bytes it has, header included.
  public var byteCount: Int
  /// The samples that it holds.
  public var sampleCount: Int
  /// Samples per second.
  public var samplingFrequency: Int
}

extension Syntax {
  /// Whether nodes of this table hold sound, beside a few fields at most: streams of frames, and chunks
  /// of sound data.
  public var isSound: Bool {
    code.isSame(as: "mpga") || code.isSame(as: "adts")
      || title.isSame(as: "Sound data") || title.isSame(as: "Sample data")
  }
}

extension Document {
  /// Goes through the frames of all streams of sound in the file, in its order: those that an encoder
  /// only puts its notes into as well.
  ///
  /// - Parameter body: Is called with each frame; says whether to go on.
  /// - Complexity: O(*n*) in the bytes of the streams; a frame takes no memory.
  public func forEachSoundFrame(_ body: (SoundFrame) -> Bool) {
    // The last table that is none of a stream: of very many nodes most are alike.
    var other = Node.noTable
    for index in tree.children(of: nil) where !tree[index].isRaw && tree[index].table != other {
      guard let code = tree.program(of: tree[index])?.syntax.code else { continue }
      if code.isSame(as: "mpga") {
        let finder = FrameFinder<MPEGAudioHeader>(gap: .audioSyncLost)
        guard frames(at: index, finder, { $0.sound }, body) else { return }
      } else if code.isSame(as: "adts") {
        let finder = FrameFinder<ADTSHeader>(gap: .audioSyncLost)
        guard frames(at: index, finder, { $0.sound }, body) else { return }
      } else {
        other = tree[index].table
      }
    }
  }

  /// Goes through the frames of one stream.
  ///
  /// - Returns: Whether all of them were wanted.
  private func frames<Header: StreamHeader>(
    at index: NodeIndex, _ finder: FrameFinder<Header>,
    _ sound: (Header) -> (samples: Int, frequency: Int), _ body: (SoundFrame) -> Bool
  ) -> Bool {
    var finder = finder
    let extent = tree[index].extent
    let source = source(of: tree[index])
    let bytes = source.bytes
    if let absent = source.absentParts { finder.leaveOut(absent) }
    var position = extent.byteOffset
    // Pages of a large file are given back behind the frames.
    var kept = position
    while position < extent.byteEnd,
      let frame = finder.next(in: bytes, from: position, to: extent.byteEnd),
      frame.upperBound > position,
      let header = Header.at(frame.lowerBound, in: bytes, before: extent.byteEnd)
    {
      position = frame.upperBound
      if position &- kept > 1 << 22 {
        Mappings.all.giveBack(bytes.extracting(kept..<position))
        kept = position
      }
      let (samples, frequency) = sound(header)
      let found = SoundFrame(
        offset: frame.lowerBound, byteCount: frame.count, sampleCount: samples,
        samplingFrequency: frequency)
      guard body(found) else { return false }
    }
    return true
  }
}

extension MPEGAudioHeader {
  fileprivate var sound: (samples: Int, frequency: Int) { (samplesPerFrame, samplingFrequency) }
}

extension ADTSHeader {
  fileprivate var sound: (samples: Int, frequency: Int) { (samplesPerFrame, samplingFrequency) }
}

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
  /// The standard and the layer, or the kind of AAC.
  public var coding: Coding
  /// The number of channels; 0 where the header does not say it.
  public var channelCount: UInt8
  /// Whether its two channels have nothing to do with each other, such as two languages.
  public var isDual: Bool
}

extension SoundFrame {
  /// The standard and the layer, or the kind of AAC, of a frame.
  public struct Coding: Hashable, Sendable, BitwiseCopyable {
    /// The version above two bits of the layer, or above two of the profile with the fifth set.
    package let number: UInt8

    init(_ header: MPEGAudioHeader) {
      let version: UInt8 =
        switch header.version {
        case .mpeg1: 0
        case .mpeg2: 1
        case .mpeg25: 2
        }
      number = version << 2 | UInt8(clamping: header.layer) & 3
    }

    init(_ header: ADTSHeader) {
      number = 1 << 4 | (header.isMPEG2 ? 1 << 2 : 0) | UInt8(clamping: header.profile) & 3
    }

    /// `MPEG-1 Layer III`, `AAC-LC`, whichever standard AAC is of.
    public var name: String {
      let low = number & 3
      if number >> 4 == 1 {
        switch low {
        case 0: return "AAC Main"
        case 1: return "AAC-LC"
        case 2: return "AAC SSR"
        default: return "AAC LTP"
        }
      }
      let version = number >> 2 == 0 ? "MPEG-1" : number >> 2 == 1 ? "MPEG-2" : "MPEG-2.5"
      return version + " Layer " + String(repeating: "I", count: Int(low))
    }

    /// The same, and that AAC is of MPEG-2.
    public var fullName: String { number >> 2 == 5 ? name + " of MPEG-2" : name }
  }
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
        guard frames(at: index, finder, { $0.frame($1) }, body) else { return }
      } else if code.isSame(as: "adts") {
        let finder = FrameFinder<ADTSHeader>(gap: .audioSyncLost)
        guard frames(at: index, finder, { $0.frame($1) }, body) else { return }
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
    _ found: (Header, Range<Int>) -> SoundFrame, _ body: (SoundFrame) -> Bool
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
      guard body(found(header, frame)) else { return false }
    }
    return true
  }
}

extension MPEGAudioHeader {
  fileprivate func frame(_ range: Range<Int>) -> SoundFrame {
    SoundFrame(
      offset: range.lowerBound, byteCount: range.count, sampleCount: samplesPerFrame,
      samplingFrequency: samplingFrequency, coding: SoundFrame.Coding(self), channelCount: UInt8(clamping: channelCount),
      isDual: mode == .dual)
  }
}

extension ADTSHeader {
  fileprivate func frame(_ range: Range<Int>) -> SoundFrame {
    SoundFrame(
      offset: range.lowerBound, byteCount: range.count, sampleCount: samplesPerFrame,
      samplingFrequency: samplingFrequency, coding: SoundFrame.Coding(self),
      channelCount: UInt8(clamping: channelCount ?? 0), isDual: false)
  }
}

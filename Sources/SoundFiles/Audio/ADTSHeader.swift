/// The header of a frame of AAC in ADTS (14496-3 §1.A.2.2), as far as it decides how long the frame is
/// and how long it plays.
public struct ADTSHeader: Equatable, Sendable {
  /// Whether the stream is of MPEG-2 (13818-7); else of MPEG-4.
  public let isMPEG2: Bool
  /// Whether no CRC follows.
  public let hasNoCRC: Bool
  /// The object type less one: 0 Main, 1 LC, 2 SSR, 3 LTP.
  public let profile: Int
  /// Samples per second of the core.
  public let samplingFrequency: Int
  /// 0...7; 0 when a program config element says it.
  public let channelConfiguration: Int
  /// The bytes of the frame, header included.
  public let byteCount: Int
  /// Raw data blocks of 1,024 samples, 1...4.
  public let blockCount: Int

  /// Reads the first 56 bits of a frame, in the upper bits of `word`; `nil` when they are no
  /// header.
  ///
  /// - Parameter word: The first eight bytes, big-endian; the last of them does not count.
  public init?(_ word: UInt64) {
    guard word &>> 52 == 0xFFF, word &>> 49 & 3 == 0 else { return nil }
    let index = Int(word &>> 42 & 15)
    guard index < Self.frequencies.count else { return nil }
    isMPEG2 = word &>> 51 & 1 == 1
    hasNoCRC = word &>> 48 & 1 == 1
    profile = Int(word &>> 46 & 3)
    samplingFrequency = Self.frequencies[index]
    channelConfiguration = Int(word &>> 38 & 7)
    byteCount = Int(word &>> 21 & 0x1FFF)
    blockCount = Int(word &>> 8 & 3) + 1
    guard byteCount >= (hasNoCRC ? 7 : 9) else { return nil }
  }

  /// Samples per second by index, from the names of the row.
  static let frequencies = ADTSNames.frequencies.numbers(13)

  /// The samples that the frame gives for each channel.
  public var samplesPerFrame: Int { 1_024 * blockCount }

  /// The number of channels; `nil` when the header does not say.
  public var channelCount: Int? {
    switch channelConfiguration {
    case 0: nil
    case 7: 8
    default: channelConfiguration
    }
  }

  /// Whether two frames can be of one stream: the fixed part of their headers is the same.
  func isSameStream(as other: ADTSHeader) -> Bool {
    isMPEG2 == other.isMPEG2 && profile == other.profile
      && samplingFrequency == other.samplingFrequency
      && channelConfiguration == other.channelConfiguration
  }
}

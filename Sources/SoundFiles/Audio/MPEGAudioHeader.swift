import ByteReading
import Structure

/// The header of a frame of MPEG audio (11172-3 §2.4.1.3, 13818-3 §2.4.1.3), as far as it decides how
/// long the frame is and how long it plays.
///
/// ```swift
/// let header = MPEGAudioHeader(0xFFFB_50C4)   // MPEG-1 Layer III, 64 kbit/s, 44,100 Hz, mono
/// header?.byteCount        // 208
/// header?.samplesPerFrame  // 1152
/// ```
public struct MPEGAudioHeader: Equatable, Sendable {
  /// Which document describes the frame.
  public enum Version: Sendable {
    /// 11172-3.
    case mpeg1
    /// 13818-3, lower sampling frequencies.
    case mpeg2
    /// The extension to still lower sampling frequencies, which no standard has.
    case mpeg25
  }

  /// How the two channels are coded.
  public enum Mode: UInt8, Sendable { case stereo, joint, dual, mono }

  /// MPEG-1, 2 or 2.5.
  public let version: Version
  /// The layer, 1...3.
  public let layer: Int
  /// Whether sixteen bits of CRC follow the header.
  public let hasCRC: Bool
  /// Bits per second; 0 for free format, which says none.
  public let bitRate: Int
  /// Samples per second.
  public let samplingFrequency: Int
  /// Whether the frame is one slot longer.
  public let isPadded: Bool
  /// How channels are coded.
  public let mode: Mode

  /// Reads the 32 bits of a header; `nil` when they are none: no sync word, or a reserved version,
  /// layer, bit rate or sampling frequency.
  ///
  /// - Parameter word: The four bytes, big-endian.
  public init?(_ word: UInt32) {
    guard word &>> 21 == 0x7FF else { return nil }
    switch word &>> 19 & 3 {
    case 3: version = .mpeg1
    case 2: version = .mpeg2
    case 0: version = .mpeg25
    default: return nil
    }
    let layerCode = Int(word &>> 17 & 3)
    let rateIndex = Int(word &>> 12 & 15)
    let frequencyIndex = Int(word &>> 10 & 3)
    guard layerCode != 0, rateIndex != 15, frequencyIndex != 3 else { return nil }
    layer = 4 - layerCode
    hasCRC = word &>> 16 & 1 == 0
    bitRate = Self.bitRate(rateIndex, version, layer)
    samplingFrequency = Self.frequency(frequencyIndex, version)
    isPadded = word &>> 9 & 1 == 1
    mode = Mode(rawValue: UInt8(truncatingIfNeeded: word &>> 6 & 3)) ?? .stereo
  }

  /// Bits per second by index 0...14; 0 at index 0.
  static func bitRate(_ index: Int, _ version: Version, _ layer: Int) -> Int {
    let rates = MPEGAudioNumbers.rates
    let row = version == .mpeg1 ? layer - 1 : layer == 1 ? 3 : 4
    return index < 15 ? rates[row &* 15 &+ index] &* 1_000 : 0
  }

  private static func frequency(_ index: Int, _ version: Version) -> Int {
    MPEGAudioNumbers.frequencies[(version == .mpeg1 ? 0 : version == .mpeg2 ? 3 : 6) &+ index]
  }

  /// The samples that a frame gives for each channel.
  public var samplesPerFrame: Int {
    switch layer {
    case 1: 384
    case 2: 1_152
    default: version == .mpeg1 ? 1_152 : 576
    }
  }

  /// The bytes that padding adds.
  var paddingByteCount: Int { isPadded ? (layer == 1 ? 4 : 1) : 0 }

  /// The bytes of the frame, header and padding included; `nil` in free format.
  public var byteCount: Int? {
    guard bitRate > 0 else { return nil }
    if layer == 1 { return 12 * bitRate / samplingFrequency * 4 + paddingByteCount }
    return samplesPerFrame / 8 * bitRate / samplingFrequency + paddingByteCount
  }

  /// The number of channels.
  public var channelCount: Int { mode == .mono ? 1 : 2 }

  /// The bytes of side information behind the header and its CRC, of Layer III.
  var sideInformationByteCount: Int {
    if version == .mpeg1 { return mode == .mono ? 17 : 32 }
    return mode == .mono ? 9 : 17
  }

  /// Whether two frames can be of one stream: what a stream may not change is the same.
  func isSameStream(as other: MPEGAudioHeader) -> Bool {
    version == other.version && layer == other.layer
      && samplingFrequency == other.samplingFrequency
      && (bitRate == 0) == (other.bitRate == 0)
  }
}

/// The numbers in the names that the rows of a header have for its values: they stand there only.
enum MPEGAudioNumbers {
  /// Kilobits per second: fifteen for each layer of MPEG-1, then Layer I and the others of MPEG-2; 0
  /// is free format.
  static let rates =
    [
      MPEGAudioNames.layerI, MPEGAudioNames.layerII, MPEGAudioNames.layerIII,
      MPEGAudioNames.lowLayerI, MPEGAudioNames.lowLayers,
    ].flatMap { $0.numbers(15) }

  /// Samples per second: three each of MPEG-1, MPEG-2 and MPEG-2.5.
  static let frequencies =
    [MPEGAudioNames.frequencies, MPEGAudioNames.halves, MPEGAudioNames.quarters]
    .flatMap { $0.numbers(3) }
}

extension Names {
  /// The numbers that the names of the first `count` values begin with, 0 for those that begin with
  /// none: `44,100 Hz` is 44100.
  func numbers(_ count: Int) -> [Int] {
    // By bytes: to go through characters takes as long as all else that is done with a small file.
    (0..<count).map { value in
      guard let name = self[UInt64(value)]?.rawBytes else { return 0 }
      var number = 0
      for at in name.byteOffsets {
        guard let byte = name.byte(at: at), byte.isDigit || byte == UInt8(ascii: ",") else { break }
        if byte.isDigit { number = number * 10 + Int(byte - UInt8(ascii: "0")) }
      }
      return number
    }
  }
}

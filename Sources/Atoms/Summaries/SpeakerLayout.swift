import ByteReading
import Structure

/// How channels of sound are arranged, as people call it: `5.1`, `7.1.4`, `hexagonal`.
///
/// The numbers are those of channels at the height of ears, of low frequencies, and above. It is said only where
/// the file says it: so many channels alone are no arrangement.
struct SpeakerLayout {
  let name: String

  private init(_ name: String) { self.name = name }

  /// So many channels at the height of ears, of low frequencies and above.
  ///
  /// - Returns: `nil` for one and two channels, which need no name, and none.
  init?(ears: UInt64, low: UInt64, above: UInt64 = 0) {
    guard ears > 0, ears < 64, low < 64, above < 64, ears + low + above > 2 else { return nil }
    self.init("\(ears).\(low)" + (above > 0 ? ".\(above)" : ""))
  }

  // MARK: MPEG-4 (14496-3 §1.6.3.5, 23091-3 §6.3)

  /// That of a `channelConfiguration`; `nil` for one and two channels, and for what the table does not have.
  init?(channelConfiguration configuration: UInt64) {
    switch configuration {
    case 3: self.init("3.0")
    case 4: self.init("4.0")
    case 5: self.init("5.0")
    case 6: self.init("5.1")
    case 7, 12: self.init("7.1")
    case 11: self.init("6.1")
    case 13: self.init("22.2")
    case 14: self.init("5.1.2")
    default: return nil
    }
  }

  // MARK: Boxes

  /// That which `chan` or `chnl` in the sample entry says of so many channels; `nil` where neither says one.
  init?(of channels: UInt64, in entry: NodeReader) {
    if let box = Codec.descendant("chan", of: entry) {
      self.init(chan: box.view(AudioChannelLayout.self), channels)
    } else if let box = Codec.descendant("chnl", of: entry) {
      guard let layout = box.view(ChannelLayout.self).number(.definedLayout), layout > 0, layout < 256,
        let (name, count) = Self.defined[UInt8(layout)], count == channels
      else { return nil }
      self.init(name)
    } else {
      return nil
    }
  }

  /// What `chan` says (QTFF, Audio Channel Layout Atom; Core Audio).
  private init?(chan box: View<AudioChannelLayout>, _ channels: UInt64) {
    guard let tag = box.number(.mChannelLayoutTag) else { return nil }
    switch tag {
    case 0:
      // Each channel has a label of its own.
      guard let labels = box.column(.mChannelLabel, of: .mChannelDescriptions), labels.count < 64,
        UInt64(labels.count) == channels
      else { return nil }
      var (ears, low, above): (UInt64, UInt64, UInt64) = (0, 0, 0)
      for row in 0..<labels.count {
        switch labels[row] {
        case 4, 37: low += 1
        case 12...18: above += 1
        case 1...11, 33...36: ears += 1
        default: return nil
        }
      }
      self.init(ears: ears, low: low, above: above)
    case 0x1_0000:
      guard let bits = box.number(.mChannelBitmap), bits >> 18 == 0, UInt64(bits.nonzeroBitCount) == channels else {
        return nil
      }
      let low: UInt64 = 0x8
      let above: UInt64 = 0x3_F800
      self.init(
        ears: UInt64((bits & ~(low | above)).nonzeroBitCount), low: UInt64((bits & low).nonzeroBitCount),
        above: UInt64((bits & above).nonzeroBitCount))
    default:
      guard tag & 0xFFFF == channels, tag >> 16 < 0x1_0000, let name = Self.tagged[UInt16(tag >> 16)] else {
        return nil
      }
      self.init(name)
    }
  }

  /// Layout tags of Core Audio, by the number in their upper half (CoreAudioBaseTypes.h).
  private static let tagged: [UInt16: String] = [
    100: "mono", 101: "stereo", 102: "stereo headphones", 103: "matrix stereo", 104: "mid/side", 106: "binaural",
    107: "ambisonic B-format", 108: "quadraphonic", 109: "pentagonal", 110: "hexagonal", 111: "octagonal",
    112: "cube", 113: "3.0", 114: "3.0", 115: "4.0", 116: "4.0", 117: "5.0", 118: "5.0", 119: "5.0", 120: "5.0",
    121: "5.1", 122: "5.1", 123: "5.1", 124: "5.1", 125: "6.1", 126: "7.1", 127: "7.1", 128: "7.1", 129: "7.1",
    131: "2/1", 132: "2/2", 133: "2.1", 134: "3.1", 135: "4.1", 136: "3.1", 137: "4.1", 138: "4.1", 139: "6.0",
    140: "7.0", 141: "6.0", 142: "6.1", 143: "7.0", 144: "octagonal", 145: "10.2", 148: "7.0", 149: "1.1",
    150: "3.0", 151: "3.1", 152: "3.0.1", 153: "3.1", 154: "4.1", 192: "7.1.4", 193: "9.1.6", 194: "5.1.2",
    195: "5.1.4", 196: "7.1.2", 204: "22.2",
  ]

  /// Loudspeaker layouts and how many channels they have (23091-3 §6.3).
  private static let defined: [UInt8: (name: String, count: UInt64)] = [
    1: ("mono", 1), 2: ("stereo", 2), 3: ("3.0", 3), 4: ("4.0", 4), 5: ("5.0", 5), 6: ("5.1", 6), 7: ("7.1", 8),
    9: ("2/1", 3), 10: ("2/2", 4), 11: ("6.1", 7), 12: ("7.1", 8), 13: ("22.2", 24), 14: ("5.1.2", 8),
    15: ("10.2", 12), 16: ("5.1.4", 10), 17: ("6.1.5", 12), 18: ("7.1.6", 14), 19: ("7.1.4", 12), 20: ("9.1.4", 14),
  ]

  // MARK: Codings whose channels have an order

  /// That of Vorbis, which Opus and FLAC take over with other orders (RFC 7845 §5.1.1.2, RFC 9639 §9.1.3).
  init?(inOrderOfVorbis channels: UInt64) {
    switch channels {
    case 3...5: self.init("\(channels).0")
    case 6...8: self.init("\(channels - 1).1")
    default: return nil
    }
  }

  /// That of Apple Lossless, which has one for each number of channels (Apple Lossless, ALACAudioTypes.h).
  init?(ofAppleLossless channels: UInt64) { self.init(inOrderOfVorbis: channels) }
}

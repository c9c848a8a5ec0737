import Atoms
import ByteReading
import MediaFacts
import SoundFiles
import Structure

/// What samples are decoded by, wherever it stands: with another value of it the same bytes are other sound and other
/// pictures.
extension AspectRoles {
  /// What a field of a sample entry, or of the configuration in it, is to a decoder; `nil` for most.
  static func ofCoding(
    _ field: FieldPath, _ type: String, at index: NodeIndex, _ document: Document
  ) -> AspectRole? {
    let (name, last) = (field.parts.first?.name ?? "", field.parts.last?.name ?? "")
    if last == AVCConfiguration.Field.lengthSizeMinusOne.rawValue {
      var role = AspectRole(.setup)
      role.isOfUnits = true
      role.isDecoding = true
      return role
    }
    if dividesSound(type, name) || decoding.contains(type) && channels.contains(last) { return decoded(.sound) }
    if decoding.contains(type) && codedSizes.contains(last) { return decoded(.display) }
    let tree = document.tree
    guard !name.isEmpty, let parent = tree.parent(of: index), tree[parent].type == "stsd" else { return nil }
    // By its version a program knows where the boxes of an entry begin.
    if AudioEntry.Field(rawValue: name) == .version {
      var role = AspectRole(.setup)
      role.isDecoding = true
      return role
    }
    if plainPictures.contains(type), let field = VisualEntry.Field(rawValue: name), [.width, .height, .depth].contains(field) {
      return decoded(.display)
    }
    return nil
  }

  /// Of an aspect, and what a decoder is set up by as well.
  private static func decoded(_ aspect: Verdict.Aspect) -> AspectRole {
    var role = AspectRole(aspect)
    role.isDecoding = true
    role.besides = [.setup]
    return role
  }

  /// Whether samples of sound are divided into numbers by a field, or by a whole node: with another value they are
  /// noise.
  static func dividesSound(_ type: String, _ name: String) -> Bool {
    if type == "pcmC" || type == "enda" { return true }
    let isDivided = FourCC(key: type)?.isSoundByTheSample == true || blocksOfSound.contains(type)
    return isDivided && AudioEntry.Field(rawValue: name).map(dividing.contains) == true
  }

  /// Sound in blocks of which nothing beside the entry says how they are divided.
  private static let blocksOfSound: Set<String> = ["ima4", "MAC3", "MAC6", "agsm", "dvi "]
  private static let dividing: Set<AudioEntry.Field> = [
    .channelcount, .samplesize, .samples_per_packet, .bytes_per_frame, .numAudioChannels, .constBitsPerChannel,
    .formatSpecificFlags, .constBytesPerAudioPacket, .constLPCMFramesPerAudioPacket,
  ]
  /// Pictures of which nothing beside the entry says how wide they are, and how many bits a pixel has (QTFF, Video
  /// Sample Description).
  private static let plainPictures: Set<String> = [
    "raw ", "rle ", "rpza", "smc ", "8BPS", "WRLE", "2vuy", "yuv2", "yuvs", "v210", "v216", "v308", "v408", "v410", "b16g",
    "b32a", "b48r", "b64a", "r210", "R10k",
  ]
  /// Into how many channels sound is decoded.
  private static let channels: Set<String> = ["channelConfiguration", "OutputGain", "OutputChannelCount", "ChannelMapping"]
  /// How large the pictures of a parameter set are before anything is cut off.
  private static let codedSizes: Set<String> = [
    "pic_width_in_mbs_minus1", "pic_height_in_map_units_minus1", "pic_width_in_luma_samples", "pic_height_in_luma_samples",
    "max_frame_width_minus_1", "max_frame_height_minus_1",
  ]

  /// What a chunk says of how sound is stored, as a whole or in a field: which numbers the same bytes are.
  ///
  /// - Parameter coding: The compression of an AIFF-C file.
  static func ofSoundFormat(_ field: FieldPath, coding: FourCC? = nil) -> AspectRole {
    let name = field.parts.first?.name ?? ""
    switch name {
    // How many there are.
    case AIFFCommon.Field.numSampleFrames.rawValue, DSFFormat.Field.sample_count.rawValue: return AspectRole(.startAndEnd)
    case AIFFCommon.Field.sampleSize.rawValue:
      switch AIFFPacking(coding) {
      case .eightBits, .blocks: return AspectRole(.sound, excuse: "the size of samples before they are coded")
      case .plain, nil: return decoded(.sound)
      }
    default:
      var role = soundNotes.contains(name) ? AspectRole(.sound) : decoded(.sound)
      // At another rate each sample is heard at another time.
      if rates.contains(name) { role.besides.append(.times) }
      return role
    }
  }

  /// How many samples are heard in a second.
  private static let rates: Set<String> = [
    WAVFormat.Field.nSamplesPerSec.rawValue, AIFFCommon.Field.sampleRate.rawValue,
    DSFFormat.Field.sampling_frequency.rawValue,
  ]

  /// By which version of AIFF-C the chunks are meant; FFmpeg takes another one for AIFF. Without any it is this one.
  static func ofFormatVersion(_ field: FieldPath) -> AspectRole {
    var role = AspectRole(.setup)
    role.isDecoding = !field.isEmpty
    return role
  }

  /// What no number is made by: how much it is, over which loudspeakers, and what people call it.
  private static let soundNotes: Set<String> = [
    "nAvgBytesPerSec", "dwChannelMask", "compressionName", "reserved",
  ]
}

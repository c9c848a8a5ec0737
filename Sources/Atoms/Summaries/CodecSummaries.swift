import ByteReading
import Structure

extension Summaries {
  // MARK: Sample entries

  static func visualEntry(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(VisualEntry.self)
    let start = output.total
    if let width = fields.number(.width), let height = fields.number(.height) {
      output.put(width, by: height)
    }
    if let depth = fields.number(.depth), depth != 0 {
      output.separate(since: start)
      output.put("depth ")
      output.put(grouped: depth)
    }
    if fields.hasText(.compressorname) {
      output.separate(since: start)
      fields.put(.compressorname, to: &output)
    }
  }

  static func audioEntry(_ node: NodeReader, _ output: inout ByteWriter) {
    let codec = Codec(node)
    if codec.isEncrypted { output.put("encrypted ") }
    output.put(codec.name)
    output.put(soundOf: codec)
  }

  static func timecodeEntry(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(TimecodeEntry.self)
    guard let scale = fields.number(.time_scale), let duration = fields.number(.frame_duration),
      duration != 0
    else { return }
    output.put(short: Double(scale) / Double(duration))
    output.put(" fps")
    if let flags = fields.number(.flags), flags != 0 {
      output.put(", ")
      fields.put(.flags, to: &output)
    }
  }

  /// ` · avc1.F4000B`: the codec string of the configuration in `node`.
  private static func put(
    codecString node: NodeReader, usual: FourCC, _ output: inout ByteWriter
  ) {
    guard let text = CodecString.text(of: node, usual: usual) else { return }
    output.put(" · ")
    output.put(text)
  }

  // MARK: Configurations of video

  static func avcConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(AVCConfiguration.self)
    guard let profile = fields.number(.AVCProfileIndication),
      let level = fields.number(.AVCLevelIndication), let name = CodecText.avcProfile(fields)
    else { return }
    let constraints = fields.number(.profile_compatibility) ?? 0
    output.put(name)
    output.put(", level ")
    if level == 9 || (level == 11 && constraints & 0x10 != 0 && [66, 77, 88].contains(profile)) {
      output.put("1b")
    } else {
      output.put(decimal: level / 10)
      output.put(".")
      output.put(decimal: level % 10)
    }
    put(codecString: node, usual: "avc1", &output)
  }

  static func hevcConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(HEVCConfiguration.self)
    guard let name = CodecText.hevcProfile(fields), let level = fields.number(.general_level_idc)
    else { return }
    output.put(name)
    output.put(", level ")
    output.put(short: Double(level) / 30)
    if fields.number(.general_tier_flag) == 1 { output.put(" high tier") }
    put(codecString: node, usual: "hvc1", &output)
  }

  static func vvcConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(VVCConfiguration.self)
    guard let profile = fields.number(.general_profile_idc) else { return }
    output.put(CodecNames.vvcProfiles[profile]?.description ?? "profile \(profile)")
    if let level = fields.number(.general_level_idc) {
      output.put(", level ")
      output.put(decimal: level / 16)
      output.put(".")
      output.put(decimal: level % 16 / 3)
    }
    if fields.number(.general_tier_flag) == 1 { output.put(" high tier") }
    if let chroma = fields.number(.chroma_format_idc), let depth = fields.number(.bit_depth_minus8) {
      output.put(", ")
      output.put(decimal: depth + 8)
      output.put("-bit ")
      output.put(CodecNames.chromaFormats[chroma] ?? "")
    }
    put(codecString: node, usual: "vvc1", &output)
  }

  static func av1Configuration(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(AV1Configuration.self)
    guard let profile = fields.number(.seq_profile), let level = fields.number(.seq_level_idx_0)
    else { return }
    let isHigh = fields.number(.seq_tier_0) == 1
    let depth = fields.bitDepth ?? 8
    let isGrey = fields.number(.monochrome) == 1
    output.put(CodecNames.av1Profiles[profile]?.description ?? "profile \(profile)")
    output.put(", level ")
    output.put(CodecNames.av1Levels[level]?.description ?? "\(level)")
    if isHigh { output.put(" high tier") }
    output.put(", ")
    output.put(decimal: depth)
    output.put("-bit ")
    if isGrey {
      output.put("grey")
    } else if fields.number(.chroma_subsampling_x) == 0 {
      output.put("4:4:4")
    } else {
      output.put(fields.number(.chroma_subsampling_y) == 0 ? "4:2:2" : "4:2:0")
    }
    put(codecString: node, usual: "av01", &output)
  }

  static func vpConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(VPConfiguration.self)
    guard let profile = fields.number(.profile), let level = fields.number(.level),
      let depth = fields.number(.bitDepth)
    else { return }
    output.put("profile ")
    output.put(decimal: profile)
    if level > 0 {
      output.put(", level ")
      output.put(short: Double(level) / 10)
    }
    output.put(", ")
    output.put(decimal: depth)
    output.put("-bit ")
    switch fields.number(.chromaSubsampling) {
    case 0, 1: output.put("4:2:0")
    case 2: output.put("4:2:2")
    default: output.put("4:4:4")
    }
    put(codecString: node, usual: "vp09", &output)
  }

  /// `profile 8.1, level 6, with RPU`.
  static func dolbyVision(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(DolbyVisionConfiguration.self)
    guard let profile = fields.number(.dv_profile), let level = fields.number(.dv_level)
    else { return }
    output.put("profile ")
    output.put(decimal: profile)
    if let compatibility = fields.number(.dv_bl_signal_compatibility_id), compatibility != 0 {
      output.put(".")
      output.put(decimal: compatibility)
    }
    output.put(", level ")
    output.put(decimal: level)
    if let compatibility = fields.number(.dv_bl_signal_compatibility_id),
      [1, 2, 4, 6].contains(compatibility)
    {
      output.put(", ")
      fields.put(.dv_bl_signal_compatibility_id, to: &output)
      output.put("-compatible")
    }
    if fields.number(.el_present_flag) == 1 { output.put(", with enhancement layer") }
    guard let entry = node.sampleEntry, let text = CodecString(entry: entry, in: node.document)
    else { return }
    output.put(" · ")
    output.put(text.supplement ?? text.text)
  }

  // MARK: Configurations of audio

  static func elementaryStream(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(ElementaryStream.self)
    guard let object = fields.number(.objectTypeIndication) else { return }
    let audio = AudioObject(fields)
    if let audio {
      output.put(audio.name)
      if let rate = audio.sampleRate {
        output.put(" ")
        output.put(short: rate)
        output.put(" Hz")
      }
      if let channels = audio.channels {
        output.put(" ")
        output.put(channels: channels, layout: audio.layout)
      }
    } else if Codec.objectNames[object] != nil {
      output.put(Codec.objectNames[object]?.description ?? "")
    } else {
      fields.put(.objectTypeIndication, to: &output)
    }
    if let rate = fields.number(.avgBitrate), rate > 0 {
      output.put(", ")
      output.put(bitRate: Double(rate))
    }
    if node.sampleEntry != nil { put(codecString: node, usual: "mp4a", &output) }
  }

  static func opusConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(OpusConfiguration.self)
    guard let channels = fields.number(.OutputChannelCount) else { return }
    let isOrdered = fields.number(.ChannelMappingFamily) == 1
    output.put(channels: channels, layout: isOrdered ? SpeakerLayout(inOrderOfVorbis: channels)?.name : nil)
    if let skip = fields.number(.PreSkip) {
      output.put(", pre-skip ")
      output.put(grouped: skip)
      output.put(" (")
      output.put(short: Double(skip) / 48)
      output.put(" ms)")
    }
    if let rate = fields.number(.InputSampleRate), rate > 0 {
      output.put(", input ")
      output.put(grouped: rate)
      output.put(" Hz")
    }
  }

  static func dolbyConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(DolbyConfiguration.self)
    guard let channels = CodecText.dolbyChannels(fields) else { return }
    output.put(channels: channels, layout: CodecText.dolbyLayout(fields))
    if let code = fields.number(.fscod), code < 3 {
      output.put(", ")
      fields.put(.fscod, to: &output)
    }
    if let rate = fields.number(.data_rate) {
      output.put(", ")
      output.put(grouped: rate)
      output.put(" kbit/s")
    } else if fields.number(.bit_rate_code) != nil {
      output.put(", ")
      fields.put(.bit_rate_code, to: &output)
    }
    if fields.number(.flag_ec3_extension_type_a) == 1 { output.put(", Atmos") }
  }

  static func losslessConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let apple = node.view(ALACConfiguration.self)
    let flac = node.view(FLACConfiguration.self)
    let bits =
      apple.number(.bitDepth) ?? flac.number(.bits_per_sample_minus1).map { $0 + 1 }
    let rate = apple.number(.sampleRate) ?? flac.number(.sample_rate)
    let channels = apple.number(.numChannels) ?? flac.number(.channels_minus1).map { $0 + 1 }
    guard let bits, let rate, let channels else { return }
    output.put(decimal: bits)
    output.put("-bit ")
    output.put(grouped: rate)
    output.put(" Hz ")
    let isApple = apple.number(.numChannels) != nil
    let layout = isApple ? SpeakerLayout(ofAppleLossless: channels) : SpeakerLayout(inOrderOfVorbis: channels)
    output.put(channels: channels, layout: isApple || node.node.size <= 50 ? layout?.name : nil)
  }

  static func pcmConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(PCMConfiguration.self)
    guard let bits = fields.number(.PCM_sample_size) else { return }
    output.put(decimal: bits)
    output.put(
      (fields.number(.format_flags) ?? 0) & 1 == 1 ? "-bit, little-endian" : "-bit, big-endian")
  }

  // MARK: What they have in common

  static func colour(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(ColourInformation.self)
    guard let type = fields.code(.colour_type) else { return }
    if fields.number(.colour_primaries) != nil {
      fields.put(.colour_primaries, to: &output)
      output.put(" / ")
      fields.put(.transfer_characteristics, to: &output)
      output.put(" / ")
      fields.put(.matrix_coefficients, to: &output)
      if let isFull = fields.number(.full_range_flag) {
        output.put(isFull == 1 ? ", full range" : ", limited range")
      }
      colourDisagreement(node, &output)
      return
    }
    guard let profile = ProfileDescription(node.index, fields) else {
      output.put(quoted: type)
      return
    }
    output.put(type == "rICC" ? "restricted ICC profile" : "ICC profile")
    if let name = profile.name {
      output.put(" \"")
      output.put(text: name, style: .text)
      output.put("\"")
    }
    output.put(", ")
    output.put(profile.extent.byteCount, "byte", "bytes")
  }

  static func pixelAspectRatio(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(PixelAspectRatio.self)
    guard let across = fields.number(.hSpacing), let down = fields.number(.vSpacing) else { return }
    output.put(decimal: across)
    output.put(":")
    output.put(decimal: down)
  }

  static func cleanAperture(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(CleanAperture.self)
    func quotient(_ top: UInt64?, _ bottom: UInt64?) -> Double? {
      guard let top, let bottom, bottom != 0 else { return nil }
      return Double(top) / Double(bottom)
    }
    func offset(_ top: Int64?, _ bottom: UInt64?) -> Double {
      guard let top, let bottom, bottom != 0 else { return 0 }
      return Double(top) / Double(bottom)
    }
    guard
      let width = quotient(
        fields.number(.cleanApertureWidthN), fields.number(.cleanApertureWidthD)),
      let height = quotient(
        fields.number(.cleanApertureHeightN), fields.number(.cleanApertureHeightD))
    else { return }
    put(pixels: width, &output)
    output.put("×")
    put(pixels: height, &output)
    let across = offset(fields.signed(.horizOffN), fields.number(.horizOffD))
    let down = offset(fields.signed(.vertOffN), fields.number(.vertOffD))
    guard across != 0 || down != 0 else { return }
    output.put(", off centre by ")
    output.put(short: across)
    output.put(", ")
    output.put(short: down)
  }

  /// A number of pixels without grouping.
  private static func put(pixels: Double, _ output: inout ByteWriter) {
    if pixels == pixels.rounded(), pixels >= 0, pixels < 1e15 {
      output.put(decimal: UInt64(pixels))
    } else {
      output.put(short: pixels)
    }
  }

  /// `1920×1080` of an aperture of a track.
  static func apertureSize(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(TrackAperture.self)
    guard let width = fields.number(.width), let height = fields.number(.height) else { return }
    put(pixels: fixedPoint(width, 16, false), &output)
    output.put("×")
    put(pixels: fixedPoint(height, 16, false), &output)
  }

  /// `1920×1080` of an `ispe`.
  static func imageSize(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(ImageSize.self)
    guard let width = fields.number(.image_width), let height = fields.number(.image_height)
    else { return }
    put(pixels: Double(width), &output)
    output.put("×")
    put(pixels: Double(height), &output)
  }

  /// `1920×1080` of an image that is made of others.
  static func derivedImageSize(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(DerivedImage.self)
    guard let width = fields.number(.output_width), let height = fields.number(.output_height)
    else { return }
    put(pixels: Double(width), &output)
    output.put("×")
    put(pixels: Double(height), &output)
  }

  static func bitRate(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(BitRate.self)
    guard let average = fields.number(.avgBitrate), let most = fields.number(.maxBitrate)
    else { return }
    let start = output.total
    if average > 0 {
      output.put(bitRate: Double(average))
      output.put(" on average")
    }
    if most > 0 {
      output.separate(since: start)
      output.put(bitRate: Double(most))
      output.put(" at most")
    }
  }

  // MARK: Protection

  /// `'avc1' protected by 'cbcs' 1:9, key ID …`: what a player asks first.
  static func protection(_ node: NodeReader, _ output: inout ByteWriter) {
    let start = output.total
    if let format = node.child("frma")?.view(OriginalFormat.self).code(.data_format) { output.put(quoted: format) }
    if let scheme = node.child("schm")?.view(SchemeType.self).code(.scheme_type) {
      output.put(output.total > start ? " protected by " : "protected by ")
      output.put(quoted: scheme)
    }
    guard let encryption = Codec.descendant("tenc", of: node)?.view(TrackEncryption.self)
    else { return }
    if let crypt = encryption.number(.default_crypt_byte_block),
      let skip = encryption.number(.default_skip_byte_block), crypt + skip > 0
    {
      output.put(" ")
      output.put(decimal: crypt)
      output.put(":")
      output.put(decimal: skip)
    }
    output.put(", key ID ")
    encryption.put(.default_KID, to: &output)
  }

  static func scheme(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(SchemeType.self)
    guard let scheme = fields.code(.scheme_type) else { return }
    output.put(quoted: scheme)
    if let name = ProtectionNames.schemes[UInt64(scheme.rawValue)] {
      output.put(" (")
      output.put(name)
      output.put(")")
    }
    if let version = fields.number(.scheme_version), version != 0 {
      output.put(", version ")
      output.put(decimal: version &>> 16)
      output.put(".")
      output.put(decimal: version & 0xFFFF)
    }
    if fields.hasText(.scheme_uri) {
      output.put(", ")
      fields.put(.scheme_uri, to: &output)
    }
  }

  /// `cbcs 1:9, 16-byte constant IV, key ID …`.
  static func trackEncryption(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(TrackEncryption.self)
    let start = output.total
    if let parent = node.tree.parent(of: node.index),
      let scheme = node.tree.parent(of: parent).flatMap({ node.reading($0).child("schm") }),
      let type = scheme.view(SchemeType.self).code(.scheme_type)
    {
      output.put(key: type)
    }
    if let crypt = fields.number(.default_crypt_byte_block),
      let skip = fields.number(.default_skip_byte_block), crypt + skip > 0
    {
      output.put(output.total > start ? " " : "pattern ")
      output.put(decimal: crypt)
      output.put(":")
      output.put(decimal: skip)
    }
    if fields.number(.default_isProtected) == 0 {
      output.separate(since: start)
      output.put("not protected")
    }
    if let size = fields.number(.default_constant_IV_size) {
      output.separate(since: start)
      output.put(decimal: size)
      output.put("-byte constant IV")
    } else if let size = fields.number(.default_Per_Sample_IV_Size), size > 0 {
      output.separate(since: start)
      output.put(decimal: size)
      output.put("-byte IV")
    }
    output.separate(since: start)
    output.put("key ID ")
    fields.put(.default_KID, to: &output)
  }
}

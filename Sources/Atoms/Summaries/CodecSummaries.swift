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
    if let rate = codec.sampleRate {
      output.put(" ")
      output.put(short: rate)
      output.put(" Hz")
    }
    if let channels = codec.channels {
      output.put(" ")
      output.put(channels: channels)
    }
  }

  static func timecodeEntry(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let scale = node.number("time_scale"), let duration = node.number("frame_duration"),
      duration != 0
    else { return }
    output.put(short: Double(scale) / Double(duration))
    output.put(" fps")
    if let flags = node.number("flags"), flags != 0 {
      output.put(", ")
      node.put("flags", to: &output)
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
    guard let profile = node.number("AVCProfileIndication"),
      let level = node.number("AVCLevelIndication"), let name = CodecText.avcProfile(node)
    else { return }
    let constraints = node.number("profile_compatibility") ?? 0
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
    guard let name = CodecText.hevcProfile(node), let level = node.number("general_level_idc")
    else { return }
    output.put(name)
    output.put(", level ")
    output.put(short: Double(level) / 30)
    if node.number("general_tier_flag") == 1 { output.put(" high tier") }
    put(codecString: node, usual: "hvc1", &output)
  }

  static func vvcConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let profile = node.number("general_profile_idc") else { return }
    output.put(CodecNames.vvcProfiles[profile]?.description ?? "profile \(profile)")
    if let level = node.number("general_level_idc") {
      output.put(", level ")
      output.put(decimal: level / 16)
      output.put(".")
      output.put(decimal: level % 16 / 3)
    }
    if node.number("general_tier_flag") == 1 { output.put(" high tier") }
    if let chroma = node.number("chroma_format_idc"), let depth = node.number("bit_depth_minus8") {
      output.put(", ")
      output.put(decimal: depth + 8)
      output.put("-bit ")
      output.put(CodecNames.chromaFormats[chroma] ?? "")
    }
    put(codecString: node, usual: "vvc1", &output)
  }

  static func av1Configuration(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let profile = node.number("seq_profile"), let level = node.number("seq_level_idx_0")
    else { return }
    let isHigh = node.number("seq_tier_0") == 1
    let depth =
      node.number("high_bitdepth") != 1 ? 8 : node.number("twelve_bit") == 1 ? 12 : 10 as UInt64
    let isGrey = node.number("monochrome") == 1
    output.put(CodecNames.av1Profiles[profile]?.description ?? "profile \(profile)")
    output.put(", level ")
    output.put(CodecNames.av1Levels[level]?.description ?? "\(level)")
    if isHigh { output.put(" high tier") }
    output.put(", ")
    output.put(decimal: depth)
    output.put("-bit ")
    if isGrey {
      output.put("grey")
    } else if node.number("chroma_subsampling_x") == 0 {
      output.put("4:4:4")
    } else {
      output.put(node.number("chroma_subsampling_y") == 0 ? "4:2:2" : "4:2:0")
    }
    put(codecString: node, usual: "av01", &output)
  }

  static func vpConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let profile = node.number("profile"), let level = node.number("level"),
      let depth = node.number("bitDepth")
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
    switch node.number("chromaSubsampling") {
    case 0, 1: output.put("4:2:0")
    case 2: output.put("4:2:2")
    default: output.put("4:4:4")
    }
    put(codecString: node, usual: "vp09", &output)
  }

  /// `profile 8.1, level 6, with RPU`.
  static func dolbyVision(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let profile = node.number("dv_profile"), let level = node.number("dv_level")
    else { return }
    output.put("profile ")
    output.put(decimal: profile)
    if let compatibility = node.number("dv_bl_signal_compatibility_id"), compatibility != 0 {
      output.put(".")
      output.put(decimal: compatibility)
    }
    output.put(", level ")
    output.put(decimal: level)
    if let compatibility = node.number("dv_bl_signal_compatibility_id"),
      [1, 2, 4, 6].contains(compatibility)
    {
      output.put(", ")
      node.put("dv_bl_signal_compatibility_id", to: &output)
      output.put("-compatible")
    }
    if node.number("el_present_flag") == 1 { output.put(", with enhancement layer") }
    guard let entry = node.sampleEntry, let text = CodecString(entry: entry, in: node.document)
    else { return }
    output.put(" · ")
    output.put(text.supplement ?? text.text)
  }

  // MARK: Configurations of audio

  static func elementaryStream(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let object = node.number("objectTypeIndication") else { return }
    let audio = AudioObject(node)
    if let audio {
      output.put(audio.name)
      if let rate = audio.sampleRate {
        output.put(" ")
        output.put(short: rate)
        output.put(" Hz")
      }
      if let channels = audio.channels {
        output.put(" ")
        output.put(channels: channels)
      }
    } else if Codec.objectNames[object] != nil {
      output.put(Codec.objectNames[object]?.description ?? "")
    } else {
      node.put("objectTypeIndication", to: &output)
    }
    if let rate = node.number("avgBitrate"), rate > 0 {
      output.put(", ")
      output.put(bitRate: Double(rate))
    }
    if node.sampleEntry != nil { put(codecString: node, usual: "mp4a", &output) }
  }

  static func opusConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let channels = node.number("OutputChannelCount") else { return }
    output.put(channels: channels)
    if let skip = node.number("PreSkip") {
      output.put(", pre-skip ")
      output.put(grouped: skip)
      output.put(" (")
      output.put(short: Double(skip) / 48)
      output.put(" ms)")
    }
    if let rate = node.number("InputSampleRate"), rate > 0 {
      output.put(", input ")
      output.put(grouped: rate)
      output.put(" Hz")
    }
  }

  static func dolbyConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let channels = CodecText.dolbyChannels(node) else { return }
    output.put(channels: channels)
    if let code = node.number("fscod"), code < 3 {
      output.put(", ")
      node.put("fscod", to: &output)
    }
    if let rate = node.number("data_rate") {
      output.put(", ")
      output.put(grouped: rate)
      output.put(" kbit/s")
    } else if node.number("bit_rate_code") != nil {
      output.put(", ")
      node.put("bit_rate_code", to: &output)
    }
    if node.number("flag_ec3_extension_type_a") == 1 { output.put(", Atmos") }
  }

  static func losslessConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let bits = node.number("bitDepth") ?? node.number("bits_per_sample_minus1").map { $0 + 1 }
    let rate = node.number("sampleRate") ?? node.number("sample_rate")
    let channels = node.number("numChannels") ?? node.number("channels_minus1").map { $0 + 1 }
    guard let bits, let rate, let channels else { return }
    output.put(decimal: bits)
    output.put("-bit ")
    output.put(grouped: rate)
    output.put(" Hz ")
    output.put(channels: channels)
  }

  static func pcmConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let bits = node.number("PCM_sample_size") else { return }
    output.put(decimal: bits)
    output.put(
      (node.number("format_flags") ?? 0) & 1 == 1 ? "-bit, little-endian" : "-bit, big-endian")
  }

  // MARK: What they have in common

  static func colour(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let type = node.code("colour_type") else { return }
    if node.number("colour_primaries") != nil {
      node.put("colour_primaries", to: &output)
      output.put(" / ")
      node.put("transfer_characteristics", to: &output)
      output.put(" / ")
      node.put("matrix_coefficients", to: &output)
      if let isFull = node.number("full_range_flag") {
        output.put(isFull == 1 ? ", full range" : ", limited range")
      }
      colourDisagreement(node, &output)
      return
    }
    guard let profile = node.content("ICC_profile") else {
      output.put(quoted: type)
      return
    }
    output.put(type == "rICC" ? "restricted ICC profile" : "ICC profile")
    profileDescription(node, profile, &output)
    output.put(", ")
    output.put(profile.byteCount, "byte", "bytes")
  }

  /// The text of the `desc` tag of an ICC profile (ICC.1 §7.3, §9.2.41).
  private static func profileDescription(
    _ node: NodeReader, _ profile: Extent, _ output: inout ByteWriter
  ) {
    let source = node.document.source(of: node.node)
    let bytes = source.bytes
    let start = profile.byteOffset
    guard let tags = bytes.bigEndian(at: start + 128, count: 4), profile.byteCount > 132
    else { return }
    for tag in 0..<Int(min(tags, 64)) {
      let entry = start + 132 + tag * 12
      guard entry + 12 <= profile.byteEnd,
        bytes.bigEndian(at: entry, count: 4) == UInt64(FourCC("desc").rawValue)
      else { continue }
      guard let offset = bytes.bigEndian(at: entry + 4, count: 4),
        Int(offset) + 28 <= profile.byteCount
      else { return }
      let place = start + Int(offset)
      let kind = bytes.bigEndian(at: place, count: 4)
      var text = (offset: 0, count: 0)
      var encoding = TextEncoding.ascii
      if kind == UInt64(FourCC("desc").rawValue),
        let count = bytes.bigEndian(at: place + 8, count: 4)
      {
        text = (place + 12, Int(count) - 1)
      } else if kind == UInt64(FourCC("mluc").rawValue),
        let count = bytes.bigEndian(at: place + 20, count: 4),
        let distance = bytes.bigEndian(at: place + 24, count: 4)
      {
        text = (place + Int(distance), Int(count))
        encoding = .utf16BE
      }
      guard text.count > 0, text.count <= 512, text.offset + text.count <= profile.byteEnd
      else { return }
      output.put(" \"")
      output.put(
        text: bytes.extracting(text.offset..<text.offset + text.count), encoding: encoding,
        style: .text, limit: 64)
      output.put("\"")
      return
    }
  }

  static func pixelAspectRatio(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let across = node.number("hSpacing"), let down = node.number("vSpacing") else { return }
    output.put(decimal: across)
    output.put(":")
    output.put(decimal: down)
  }

  static func cleanAperture(_ node: NodeReader, _ output: inout ByteWriter) {
    func quotient(_ above: StaticString, _ below: StaticString, isSigned: Bool) -> Double? {
      guard let top = node.number(above), let bottom = node.number(below), bottom != 0
      else { return nil }
      return (isSigned ? Double(Int64(bitPattern: top)) : Double(top)) / Double(bottom)
    }
    guard let width = quotient("cleanApertureWidthN", "cleanApertureWidthD", isSigned: false),
      let height = quotient("cleanApertureHeightN", "cleanApertureHeightD", isSigned: false)
    else { return }
    put(pixels: width, &output)
    output.put("×")
    put(pixels: height, &output)
    let across = quotient("horizOffN", "horizOffD", isSigned: true) ?? 0
    let down = quotient("vertOffN", "vertOffD", isSigned: true) ?? 0
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

  /// `1920×1080` of fields named `width` and `height`, fixed-point or not.
  static func dimensions(_ node: NodeReader, _ output: inout ByteWriter) {
    for (across, down) in [
      ("width", "height"), ("image_width", "image_height"), ("output_width", "output_height"),
    ] as [(StaticString, StaticString)] {
      guard let width = node.number(across), let height = node.number(down) else { continue }
      var isFixed = false
      node.withField(across) { field in
        if case .fixed = field.definition.kind { isFixed = true }
      }
      put(pixels: isFixed ? fixedPoint(width, 16, false) : Double(width), &output)
      output.put("×")
      put(pixels: isFixed ? fixedPoint(height, 16, false) : Double(height), &output)
      return
    }
  }

  static func bitRate(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let average = node.number("avgBitrate"), let most = node.number("maxBitrate")
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
    if let format = node.child("frma")?.code("data_format") { output.put(quoted: format) }
    if let scheme = node.child("schm")?.code("scheme_type") {
      output.put(output.total > start ? " protected by " : "protected by ")
      output.put(quoted: scheme)
    }
    guard let encryption = Codec.descendant("tenc", of: node) else { return }
    if let crypt = encryption.number("default_crypt_byte_block"),
      let skip = encryption.number("default_skip_byte_block"), crypt + skip > 0
    {
      output.put(" ")
      output.put(decimal: crypt)
      output.put(":")
      output.put(decimal: skip)
    }
    output.put(", key ID ")
    encryption.put("default_KID", to: &output)
  }

  static func scheme(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let scheme = node.code("scheme_type") else { return }
    output.put(quoted: scheme)
    if let name = Protection.schemes[UInt64(scheme.rawValue)] {
      output.put(" (")
      output.put(name)
      output.put(")")
    }
    if let version = node.number("scheme_version"), version != 0 {
      output.put(", version ")
      output.put(decimal: version &>> 16)
      output.put(".")
      output.put(decimal: version & 0xFFFF)
    }
    if node.hasText("scheme_uri") {
      output.put(", ")
      node.put("scheme_uri", to: &output)
    }
  }

  /// `cbcs 1:9, 16-byte constant IV, key ID …`.
  static func trackEncryption(_ node: NodeReader, _ output: inout ByteWriter) {
    let start = output.total
    if let parent = node.tree.parent(of: node.index),
      let scheme = node.tree.parent(of: parent).flatMap({ node.reading($0).child("schm") }),
      let type = scheme.code("scheme_type")
    {
      output.put(key: type)
    }
    if let crypt = node.number("default_crypt_byte_block"),
      let skip = node.number("default_skip_byte_block"), crypt + skip > 0
    {
      output.put(output.total > start ? " " : "pattern ")
      output.put(decimal: crypt)
      output.put(":")
      output.put(decimal: skip)
    }
    if node.number("default_isProtected") == 0 {
      output.separate(since: start)
      output.put("not protected")
    }
    if let size = node.number("default_constant_IV_size") {
      output.separate(since: start)
      output.put(decimal: size)
      output.put("-byte constant IV")
    } else if let size = node.number("default_Per_Sample_IV_Size"), size > 0 {
      output.separate(since: start)
      output.put(decimal: size)
      output.put("-byte IV")
    }
    output.separate(since: start)
    output.put("key ID ")
    node.put("default_KID", to: &output)
  }
}

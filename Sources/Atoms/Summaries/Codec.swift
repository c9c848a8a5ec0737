public import ByteReading
public import MediaFacts
public import Structure

/// What a sample entry says for people: the name of the coding, the size of its pictures, the rate
/// and the channels of its sound.
public struct Codec: Sendable {
  /// The type of the entry, or what it was before it was protected.
  public let type: FourCC
  /// `H.264`, `HEVC Main 10`, `AAC-LC`, `ProRes 422 HQ`; the type in quotes when it has no name.
  public private(set) var name: String
  /// What ``name`` is as long as no frame has been read that says more: `MPEG-1 audio`, of a layer that its entry does
  /// not have; `nil` for codings of which the entry says all.
  package private(set) var nameWithoutFrames: String?
  /// The profile of its pictures, where their configuration says it.
  package private(set) var profile: PictureProfile?
  /// Whether its samples are protected.
  public let isEncrypted: Bool
  /// The pixels of a picture.
  public private(set) var width: UInt64?
  /// The pixels of a picture from top to bottom.
  public private(set) var height: UInt64?
  /// How light is coded when it is more than a usual display shows.
  public private(set) var dynamicRange: DynamicRange?
  /// Audio samples per second.
  public private(set) var sampleRate: Double?
  /// Channels of sound.
  public private(set) var channels: UInt64?
  /// How more than two channels are arranged, where the file says it: `5.1`.
  public private(set) var layout: String?

  /// Reads the sample entry at `entry`.
  ///
  /// - Parameters:
  ///   - entry: The sample entry.
  ///   - document: The file.
  public init(entry: NodeIndex, in document: Document) {
    let reader = NodeReader(document)
    reader.open(entry)
    self.init(reader)
  }

  init(_ entry: NodeReader) {
    var type = entry.node.type
    let original = Codec.descendant("frma", of: entry)?.view(OriginalFormat.self)
      .code(.data_format)
    let isProtection = Codec.protected.contains(type)
    let standsFor = isProtection || Codec.restricted.contains(type)
    if standsFor, let original { type = original }
    self.type = type
    isEncrypted = isProtection
    name = Codec.title(of: type, in: entry, isOwn: !standsFor || original == nil)
    let picture = entry.view(VisualEntry.self)
    if let width = picture.number(.width), let height = picture.number(.height),
      picture.number(.horizresolution) != nil
    {
      self.width = width
      self.height = height
      if width == 0 || height == 0, let size = Codec.codedSize(entry) { (self.width, self.height) = (size.width, size.height) }
    }
    let sound = entry.view(AudioEntry.self)
    guard sound.number(.samplerate) != nil || sound.number(.audioSampleRate) != nil else {
      describePictures(entry)
      return
    }
    channels =
      Codec.oneChannel.contains(type)
      ? 1 : sound.number(.numAudioChannels) ?? sound.number(.channelcount)
    sampleRate = sound.real(.audioSampleRate) ?? sound.real(.samplerate)
    describeSound(entry)
    if let rate = sampleRate, !(rate > 0 && rate < 1e9) { sampleRate = nil }
    if channels == 0 { channels = nil }
  }

  /// Sample entries that stand for another one, which `frma` names.
  package static let protected: [FourCC] = [
    "encv", "enca", "encs", "enct", "encm", "encu", "drmi", "drms", "drmt",
  ]

  /// The same of media that is not encrypted and still not to be played as it is.
  static let restricted: [FourCC] = ["resv", "resa", "ress", "rest", "icpv", "icpa"]

  /// The first node of this type anywhere in the one that `node` has open.
  static func descendant(_ type: FourCC, of node: NodeReader) -> NodeReader? {
    let tree = node.tree
    guard let opened = node.opened else { return nil }
    for index in tree.descendants(of: opened).prefix(256)
    where tree[index].type == type && !tree[index].isRaw {
      return node.reading(index)
    }
    return nil
  }

  /// The title of the type's table without the word that says what kind of media it is.
  private static func title(of type: FourCC, in entry: NodeReader, isOwn: Bool) -> String {
    switch type {
    case "ec-3": return "E-AC-3"
    case "avc1", "avc2", "avc3", "avc4", "H264": return "H.264"
    case "hvc1", "hev1", "hvc2", "hev2", "hvc3", "hev3": return "HEVC"
    case ".mp3", FourCC(0x6D73_0055): return "MP3"
    default: break
    }
    let syntax: Syntax?
    if isOwn {
      syntax = entry.tree.program(of: entry.node)?.syntax
    } else {
      let catalogue = Catalogue.atoms
      syntax = catalogue.table(for: type, in: "stsd", handler: nil, extendedType: nil)
        .map { catalogue.table($0) }
    }
    guard let syntax, !syntax.code.isSame(as: "*") else { return "'\(type.key)'" }
    var title = ""
    var isKindNamed = false
    for word in syntax.title.description.split(separator: " ") {
      if !isKindNamed, word == "video" || word == "audio" {
        isKindNamed = true
      } else {
        if !title.isEmpty { title += " " }
        title += String(word)
      }
    }
    return title
  }

  // MARK: Pictures

  /// The size that parameter sets say for an entry without one; `nil` where there are several, which may differ.
  private static func codedSize(_ entry: NodeReader) -> PictureSize? {
    guard let box = descendant("avcC", of: entry) ?? descendant("hvcC", of: entry),
      box.view(AVCConfiguration.self).number(.pic_width_in_mbs_minus1, after: 1) == nil,
      box.view(HEVCConfiguration.self).number(.pic_width_in_luma_samples, after: 1) == nil
    else { return nil }
    return PictureSize(box)
  }

  private mutating func describePictures(_ entry: NodeReader) {
    let reading = ColourReading(entry, type: type)
    let hasDolbyVision = reading.hasDolbyVisionBox && !["dvh1", "dvhe", "dva1", "dvav", "dav1"].contains(type)
    dynamicRange = DynamicRange(
      reading.shownColour, hasDolbyVision: hasDolbyVision,
      dolbyVision: hasDolbyVision ? reading.dolbyVision.value : nil)
    let isHEVC = name == "HEVC" || type == "dvhe" || type == "dvh1"
    if isHEVC, let configuration = Codec.descendant("hvcC", of: entry)?.view(HEVCConfiguration.self) {
      profile = configuration.number(.general_profile_idc).map { .hevc($0) }
      let profile = name == "HEVC" ? CodecText.hevcProfile(configuration) : nil
      if let profile, profile != "Main" { name += " " + profile }
    } else if name == "H.264", let configuration = Codec.descendant("avcC", of: entry)?.view(AVCConfiguration.self) {
      let profile = configuration.number(.AVCProfileIndication)
      self.profile = profile.map { .avc($0, chroma: configuration.number(.chroma_format_idc)) }
      if let name = profile.flatMap(Codec.nameOfAVCProfile) { self.name += " " + name }
      // High 10 says it; of these profiles pictures may have 8 bits, 10 and 14.
      if let profile, [44, 122, 244].contains(profile), let more = configuration.number(.bit_depth_luma_minus8), more > 0, more <= 6 {
        name += " \(more + 8)-bit"
      }
      if configuration.number(.chroma_format_idc) == 0 { name += " grey" }
    } else if type == "av01", let configuration = Codec.descendant("av1C", of: entry)?.view(AV1Configuration.self) {
      if let profile = configuration.number(.seq_profile), profile > 0, let name = CodecNames.av1Profiles[profile] {
        self.name += " \(name)"
      }
      if let depth = configuration.bitDepth, depth > 8 { name += " \(depth)-bit" }
      if configuration.number(.monochrome) == 1 { name += " grey" }
    } else if type == "vp09", let configuration = Codec.descendant("vpcC", of: entry)?.view(VPConfiguration.self) {
      // 0 and 2 are of 4:2:0, 2 and 3 of more than 8 bits.
      if let profile = configuration.number(.profile), profile == 1 || profile == 3 { name += " profile \(profile)" }
      if let depth = configuration.number(.bitDepth), depth == 10 || depth == 12 { name += " \(depth)-bit" }
    } else if type == "mp4v", let descriptor = Codec.descendant("esds", of: entry),
      let object = descriptor.view(ElementaryStream.self).number(.objectTypeIndication)
    {
      name = Codec.objectNames[object]?.description ?? "MPEG-4 Visual"
    } else if type == "mp4s", let descriptor = Codec.descendant("esds", of: entry),
      descriptor.view(ElementaryStream.self).number(.objectTypeIndication) == 0xE0
    {
      name = "VobSub"
    }
  }

  /// The profile of H.264, when it is one of more than 8 bits of 4:2:0 and of one view.
  private static func nameOfAVCProfile(_ profile: UInt64) -> String? {
    guard [44, 110, 118, 122, 128, 144, 244].contains(profile),
      let name = CodecNames.avcProfiles[profile]?.description
    else { return nil }
    // What it is the profile of, not how it predicts.
    return profile == 244 ? "High 4:4:4" : name
  }

  // MARK: Sound

  private mutating func describeSound(_ entry: NodeReader) {
    if type.isPlainSound {
      describePCM(entry)
      return
    }
    if let box = Codec.descendant("esds", of: entry) {
      let descriptor = box.view(ElementaryStream.self)
      if let object = descriptor.number(.objectTypeIndication) {
        name = Codec.objectNames[object]?.description ?? name
        // Two channels stand there for any DTS.
        if (0xA9...0xAC).contains(object) { channels = nil }
        if object == 0xDD { return describeVorbis(box) }
        // Writers say two channels of any MP3; the header of a frame has how many there are (11172-3, 13818-3).
        if object == 0x69 || object == 0x6B {
          channels = nil
          nameWithoutFrames = name
          describeFrames(entry)
          return
        }
      }
      if let audio = AudioObject(descriptor) {
        name = audio.name
        sampleRate = audio.sampleRate ?? sampleRate
        // The entry has 2 for all of them (14496-14 §6.7.2): what is configured by elements says it alone.
        channels = audio.channels ?? (audio.isConfiguredByElements ? nil : channels)
        layout = audio.layout
      }
      return
    }
    switch type {
    case "Opus":
      sampleRate = 48_000
      channels =
        Codec.descendant("dOps", of: entry)?.view(OpusConfiguration.self)
        .number(.OutputChannelCount) ?? channels
      let family = Codec.descendant("dOps", of: entry)?.view(OpusConfiguration.self).number(.ChannelMappingFamily)
      if family == 1 { layout = channels.flatMap { SpeakerLayout(inOrderOfVorbis: $0)?.name } }
    case "alac":
      guard let configuration = Codec.descendant("alac", of: entry)?.view(ALACConfiguration.self)
      else { return }
      sampleRate = configuration.real(.sampleRate) ?? sampleRate
      channels = configuration.number(.numChannels) ?? channels
      layout = channels.flatMap { SpeakerLayout(ofAppleLossless: $0)?.name }
      if let bits = configuration.number(.bitDepth), bits > 0 { name += " \(bits)-bit" }
    case "fLaC":
      guard let box = Codec.descendant("dfLa", of: entry) else { return }
      let configuration = box.view(FLACConfiguration.self)
      sampleRate = configuration.real(.sample_rate) ?? sampleRate
      channels = configuration.number(.channels_minus1).map { $0 + 1 } ?? channels
      if let bits = configuration.number(.bits_per_sample_minus1) { name += " \(bits + 1)-bit" }
      // A comment, of which blocks behind the first may be one, may give another mask (RFC 9639 §8.6.2).
      if box.node.size <= 50 { layout = channels.flatMap { SpeakerLayout(inOrderOfVorbis: $0)?.name } }
    case "ac-3", "ec-3":
      guard
        let configuration =
          (Codec.descendant("dac3", of: entry)
          ?? Codec.descendant("dec3", of: entry))?.view(DolbyConfiguration.self)
      else { return }
      channels = CodecText.dolbyChannels(configuration) ?? channels
      layout = CodecText.dolbyLayout(configuration)
      if configuration.number(.flag_ec3_extension_type_a) == 1 { name += " Atmos" }
    case "mlpa":
      guard let configuration = Codec.descendant("dmlp", of: entry)?.view(TrueHDConfiguration.self),
        let speakers = CodecText.trueHDSpeakers(configuration)
      else { return }
      arrange(speakers)
    case "ac-4":
      // The entry says two channels of objects, too.
      channels = nil
      let speakers = (Codec.descendant("dac4", of: entry)?.view(AC4Configuration.self)).flatMap(CodecText.ac4Speakers)
      if let speakers { arrange(speakers) }
    case "iamf":
      guard let configuration = Codec.descendant("iacb", of: entry)?.view(ElementaryStream.self) else { return }
      let rate = configuration.code(.codec_id) == "Opus" ? 48_000 : AudioObject(configuration)?.sampleRate
      sampleRate = rate ?? sampleRate
      if let speakers = CodecText.immersiveSpeakers(configuration) { arrange(speakers) }
    case "dtsc", "dtsh", "dtsl", "dtse":
      // The entry has 48,000, 44,100 or 32,000 for all rates (ETSI TS 102 114 §E.2).
      let rate = Codec.descendant("ddts", of: entry)?.view(DTSConfiguration.self).number(.DTSSamplingFrequency)
      if let rate, rate > 0 { sampleRate = Double(rate) }
      layOut(entry)
    // The entry has the timescale of the track in place of the rate (3GPP TS 26.244 §6.5).
    case "samr": sampleRate = 8_000
    case "sawb": sampleRate = 16_000
    case ".mp3", FourCC(0x6D73_0055): describeFrames(entry)
    default: layOut(entry)
    }
  }

  /// Takes the channels that a configuration has at the height of ears, of low frequencies and above.
  private mutating func arrange(_ speakers: (ears: UInt64, low: UInt64, above: UInt64)) {
    channels = [speakers.ears, speakers.low, speakers.above].reduce(0) {
      let (sum, overflow) = $0.addingReportingOverflow($1)
      return overflow ? .max : sum
    }
    layout = SpeakerLayout(ears: speakers.ears, low: speakers.low, above: speakers.above)?.name
  }

  /// How channels are arranged that no configuration of a decoder orders.
  private mutating func layOut(_ entry: NodeReader) {
    if let channels, channels > 2 { layout = SpeakerLayout(of: channels, in: entry)?.name }
  }

  private mutating func describePCM(_ entry: NodeReader) {
    let fields = entry.view(AudioEntry.self)
    var bits = fields.number(.constBitsPerChannel) ?? fields.number(.samplesize) ?? 0
    var isFloat = type == "fl32" || type == "fl64" || type == "fpcm"
    if let flags = fields.number(.formatSpecificFlags) { isFloat = flags & 1 == 1 }
    if let configuration = Codec.descendant("pcmC", of: entry)?.view(PCMConfiguration.self),
      let size = configuration.number(.PCM_sample_size)
    {
      bits = size
    }
    switch type {
    case "in24": bits = 24
    case "in32", "fl32": bits = 32
    case "fl64": bits = 64
    default: break
    }
    layOut(entry)
    name = "PCM"
    if bits > 0 { name += " \(bits)-bit" }
    if isFloat { name += " float" }
  }

  /// Takes the layer and the channels of MPEG audio from the header of its first frame: all three layers have one
  /// type (11172-3 §2.4.2.3). Where that does not stand in the file they stay unsaid.
  private mutating func describeFrames(_ entry: NodeReader) {
    let tree = entry.tree
    guard !isEncrypted, let opened = entry.opened, let list = tree.parent(of: opened),
      let table = tree.parent(of: list), tree[table].type == "stbl", tree.children(of: list).first(where: { _ in true }) == opened,
      let chunks = tree.child("stco", of: table) ?? tree.child("co64", of: table),
      let offsets = entry.document.view(ChunkOffsets.self, of: chunks).column(.chunk_offset, of: .entries),
      offsets.count > 0, let offset = Int(exactly: offsets[0]),
      let word = tree.file.bytes.bigEndian(at: offset, count: 4), word >> 21 == 0x7FF, word >> 17 & 3 != 0
    else { return }
    name = "MP\(4 - (word >> 17 & 3))"
    channels = word >> 6 & 3 == 3 ? 1 : 2
  }

  /// Takes the channels of Vorbis from the first of the headers in its `esds`, since writers say two channels of any;
  /// where that does not stand there they stay unsaid (Vorbis I §4.2.2).
  private mutating func describeVorbis(_ box: NodeReader) {
    channels = nil
    let (source, payload) = (box.document.source(of: box.node), box.node.payload)
    guard payload.byteEnd <= source.byteCount else { return }
    // Behind the descriptors, how long the headers are.
    let bytes = source.bytes.extracting(payload.byteOffset..<min(payload.byteEnd, payload.byteOffset + 1_024))
    let word: StaticString = "\u{1}vorbis"
    var place = bytes.offset(of: 1, from: 0)
    while let start = place, !bytes.extracting(droppingFirst: start).hasPrefix(word.rawBytes) {
      place = bytes.offset(of: 1, from: start + 1)
    }
    // The word, and the version in four bytes.
    guard let start = place, let count = bytes.byte(at: start + 11) else { return }
    channels = UInt64(count)
    if let rate = bytes.littleEndian(at: start + 12, count: 4), rate > 0 { sampleRate = Double(rate) }
    layout = SpeakerLayout(inOrderOfVorbis: UInt64(count))?.name
  }

  /// Voices: their `channelcount` is 2 by definition and says nothing (3GPP TS 26.244 §6.5,
  /// 3GPP2 C.S0050), their decoders have one channel.
  private static let oneChannel: [FourCC] = ["samr", "sawb", "sevc", "sqcp", "ssmv"]

  /// What object types of MPEG-4 are called when they are named as codecs.
  static let objectNames: Names = [
    0x20: "MPEG-4 Visual", 0x21: "H.264", 0x23: "HEVC", 0x40: "AAC", 0x60: "MPEG-2",
    0x61: "MPEG-2", 0x62: "MPEG-2", 0x63: "MPEG-2", 0x64: "MPEG-2", 0x65: "MPEG-2 4:2:2",
    0x66: "AAC Main", 0x67: "AAC-LC", 0x68: "AAC SSR", 0x69: "MPEG-2 audio", 0x6A: "MPEG-1",
    0x6B: "MPEG-1 audio", 0x6C: "JPEG", 0x6D: "PNG", 0x6E: "JPEG 2000", 0xA0: "EVRC", 0xA1: "SMV",
    0xA3: "VC-1", 0xA5: "AC-3", 0xA6: "E-AC-3", 0xA9: "DTS", 0xAA: "DTS-HD", 0xAB: "DTS-HD MA",
    0xAC: "DTS Express", 0xAD: "Opus", 0xAE: "AC-4", 0xB1: "VP9", 0xDD: "Vorbis", 0xE1: "QCELP",
  ]
}

/// What an `AudioSpecificConfig` says (14496-3 §1.6.2.1).
struct AudioObject {
  /// The audio object type, with the escape resolved.
  let type: UInt64
  let name: String
  let sampleRate: Double?
  let channels: UInt64?
  /// How more than two channels are arranged.
  let layout: String?
  /// Whether its elements say which channels there are, in place of a number (`channelConfiguration` 0 of AAC).
  let isConfiguredByElements: Bool
  /// Whether high frequencies are described apart (SBR).
  let hasBandReplication: Bool
  /// Whether stereo is described apart (PS).
  let hasParametricStereo: Bool

  /// Reads the configuration in an `esds`, if it has one.
  init?(_ node: View<ElementaryStream>) {
    guard var type = node.number(.audioObjectType) else { return nil }
    if type == 31 {
      guard let extended = node.number(.audioObjectTypeExt) else { return nil }
      type = extended + 32
    }
    self.type = type
    var rate = Self.coreRate(node)
    var isSpectral = type == 5 || type == 29 || node.number(.sbrPresentFlag) == 1
    if isSpectral,
      let extended = Self.rate(
        node.number(.extensionSamplingFrequencyIndex),
        node.real(.extensionSamplingFrequency))
    {
      rate = extended
    }
    let hasStereo = type == 29 || node.number(.psPresentFlag) == 1
    if hasStereo { isSpectral = true }
    hasBandReplication = isSpectral
    hasParametricStereo = hasStereo
    sampleRate = rate
    let configuration = node.number(.channelConfiguration)
    isConfiguredByElements = configuration == 0 && Self.withElements.contains(type)
    if isConfiguredByElements, let (ears, low) = Self.elements(node) {
      channels = ears + low
      layout = SpeakerLayout(ears: ears, low: low)?.name
    } else {
      channels = Self.count(configuration, isDoubled: hasStereo)
      layout = configuration.flatMap { SpeakerLayout(channelConfiguration: $0)?.name }
    }
    if hasStereo {
      name = "HE-AAC v2"
    } else if isSpectral {
      name = "HE-AAC"
    } else {
      name = Self.names[type]?.description ?? "MPEG-4 audio object type \(type)"
    }
  }

  /// Object types whose configuration may hold a `program_config_element` (14496-3 §4.4.1).
  private static let withElements: Set<UInt64> = [1, 2, 3, 4, 5, 6, 7, 17, 19, 20, 21, 22, 23, 29]

  /// The channels that a `program_config_element` has at the height of ears and of low frequencies, two for each
  /// pair and one for each single element (14496-3 §4.5.1.2); `nil` when it is cut off or has none.
  private static func elements(_ node: View<ElementaryStream>) -> (ears: UInt64, low: UInt64)? {
    guard node.number(.num_front_channel_elements) != nil, let low = node.number(.num_lfe_channel_elements) else {
      return nil
    }
    var ears: UInt64 = 0
    for field in [.front_element_is_cpe, .side_element_is_cpe, .back_element_is_cpe] as [ElementaryStream.Field] {
      node.withEach(field) { element in
        ears += element.raw == 1 ? 2 : 1
        return true
      }
    }
    return ears + low > 0 ? (ears, low) : nil
  }

  /// The channels of a `channelConfiguration` (14496-3 §1.6.3.5).
  private static func count(_ configuration: UInt64?, isDoubled: Bool) -> UInt64? {
    switch configuration {
    case .some(let count) where (1...6).contains(count): isDoubled && count == 1 ? 2 : count
    case 7, 12, 14: 8
    case 11: 7
    case 13: 24
    default: nil
    }
  }

  /// The rate before spectral band replication, of an `esds`.
  static func coreRate(_ node: View<ElementaryStream>) -> Double? {
    rate(node.number(.samplingFrequencyIndex), node.real(.samplingFrequency))
  }

  private static func rate(_ index: UInt64?, _ given: Double?) -> Double? {
    guard let index else { return nil }
    if index == 15 { return given }
    return index < UInt64(rates.count) ? rates[Int(index)] : nil
  }

  private static let rates: [Double] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]

  private static let names: Names = [
    1: "AAC Main", 2: "AAC-LC", 3: "AAC SSR", 4: "AAC LTP", 6: "AAC Scalable", 7: "TwinVQ",
    8: "CELP", 9: "HVXC", 17: "ER AAC-LC", 19: "ER AAC LTP", 20: "ER AAC Scalable", 22: "BSAC",
    23: "AAC-LD", 32: "MPEG Layer 1", 33: "MPEG Layer 2", 34: "MP3", 35: "DST", 36: "ALS",
    37: "SLS", 39: "AAC-ELD", 42: "xHE-AAC",
  ]
}

/// Profiles and channels of decoder configurations in words.
enum CodecText {
  /// The channels of AC-4 at the height of ears, of low frequencies and above; `nil` unless its only presentation is
  /// coded as channels and has a number of them that follows from its mode (ETSI TS 103 190-2 §E.10, Table 78).
  static func ac4Speakers(_ node: View<AC4Configuration>) -> (ears: UInt64, low: UInt64, above: UInt64)? {
    guard node.number(.n_presentations) == 1, let mode = node.number(.dsi_presentation_ch_mode), mode < 11 else { return nil }
    let counts: [(ears: UInt64, low: UInt64, above: UInt64)] = [
      (1, 0, 0), (2, 0, 0), (3, 0, 0), (5, 0, 0), (5, 1, 0), (7, 0, 0), (7, 1, 0), (7, 0, 0), (7, 1, 0), (5, 0, 2), (5, 1, 2),
    ]
    return counts[Int(mode)]
  }

  /// The same of immersive audio that has one element, of channels in one layer (AOM IAMF §3.6.2).
  static func immersiveSpeakers(_ node: View<ElementaryStream>) -> (ears: UInt64, low: UInt64, above: UInt64)? {
    guard node.number(.audio_element_type) == 0, node.number(.audio_element_type, after: 1) == nil,
      let layout = node.number(.loudspeaker_layout), node.number(.loudspeaker_layout, after: 1) == nil, layout < 10
    else { return nil }
    let counts: [(ears: UInt64, low: UInt64, above: UInt64)] = [
      (1, 0, 0), (2, 0, 0), (5, 1, 0), (5, 1, 2), (5, 1, 4), (7, 1, 0), (7, 1, 2), (7, 1, 4), (3, 1, 2), (2, 0, 0),
    ]
    return counts[Int(layout)]
  }

  /// The channels of the largest presentation: at the height of ears, of low frequencies and above; `nil` for a
  /// stream of two, which assigns none.
  static func trueHDSpeakers(
    _ node: View<TrueHDConfiguration>
  ) -> (ears: UInt64, low: UInt64, above: UInt64)? {
    let pairs: UInt64 = 0b0_0110_0111_1001
    let low: UInt64 = 0b1_0000_0000_0100
    let above: UInt64 = 0b0_1001_0001_0000
    for field in [.eightChannelAssignment, .sixChannelAssignment]
      as [TrueHDConfiguration.Field]
    {
      // Some bits stand for two loudspeakers: left and right, surrounds, heights, wides.
      if let bits = node.number(field), bits > 0 {
        func count(_ bits: UInt64) -> UInt64 { UInt64(bits.nonzeroBitCount + (bits & pairs).nonzeroBitCount) }
        return (count(bits & ~(low | above)), count(bits & low), count(bits & above))
      }
    }
    return nil
  }

  static func avcProfile(_ node: View<AVCConfiguration>) -> String? {
    guard let profile = node.number(.AVCProfileIndication) else { return nil }
    let constraints = node.number(.profile_compatibility) ?? 0
    switch profile {
    case 66 where constraints & 0x40 != 0: return "Constrained Baseline"
    case 100 where constraints & 0x0C == 0x0C: return "Constrained High"
    case 110 where constraints & 0x10 != 0: return "High 10 Intra"
    case 122 where constraints & 0x10 != 0: return "High 4:2:2 Intra"
    case 244 where constraints & 0x10 != 0: return "High 4:4:4 Intra"
    default: return CodecNames.avcProfiles[profile]?.description ?? "profile \(profile)"
    }
  }

  static func hevcProfile(_ node: View<HEVCConfiguration>) -> String? {
    guard let profile = node.number(.general_profile_idc) else { return nil }
    let name = CodecNames.hevcProfiles[profile]?.description ?? "profile \(profile)"
    guard profile >= 4,
      let chroma = node.number(.chroma_format_idc),
      let depth = node.number(.bit_depth_luma_minus8)
    else { return name }
    let format = CodecNames.chromaFormats[chroma]?.description ?? ""
    return "\(name) \(format) \(depth + 8)-bit"
  }

  /// The full-range channels that an `acmod` stands for, the low-frequency one added.
  static func dolbyChannels(_ node: View<DolbyConfiguration>) -> UInt64? {
    dolbySpeakers(node).map { $0.ears + $0.low + $0.above }
  }

  /// How more than two channels of AC-3 and E-AC-3 are arranged.
  static func dolbyLayout(_ node: View<DolbyConfiguration>) -> String? {
    dolbySpeakers(node).flatMap { SpeakerLayout(ears: $0.ears, low: $0.low, above: $0.above)?.name }
  }

  private static func dolbySpeakers(
    _ node: View<DolbyConfiguration>
  ) -> (ears: UInt64, low: UInt64, above: UInt64)? {
    guard let mode = node.number(.acmod), mode < 8 else { return nil }
    let counts: [UInt64] = [2, 1, 2, 3, 3, 4, 4, 5]
    var (ears, low, above) = (counts[Int(mode)], node.number(.lfeon) ?? 0, UInt64(0))
    // Channels of dependent substreams: pairs, and single ones (ETSI TS 102 366 §E.1.3.1.7, §F.6.2.11).
    if let locations = node.number(.chan_loc) {
      for bit in 0..<9 as Range<UInt64> where locations >> bit & 1 == 1 {
        switch bit {
        case 3, 7: above += 1
        case 6: above += 2
        case 8: low += 1
        case 2: ears += 1
        default: ears += 2
        }
      }
    }
    return (ears, low, above)
  }
}

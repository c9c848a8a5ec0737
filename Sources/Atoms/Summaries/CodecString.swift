public import ByteReading
public import Structure

/// What the `codecs` parameter of a media type says of one sample entry or one image item
/// (RFC 6381 §3.3): `avc1.F4000B`, `mp4a.40.2`, `stpp.ttml.im1t`.
///
/// What a codec's rule asks for and the file does not say is left out, so that in the end the bare
/// type stands: it is a codec string as well.
public struct CodecString: Sendable {
  /// The string, in the characters it may have in a media type without quoting.
  public private(set) var text: String
  /// What a decoder of an enhancement makes of the same samples, as HLS and DASH announce it:
  /// `dvh1.08.07/db4h`.
  public private(set) var supplement: String?

  /// The string of the sample entry at `index`; `nil` for what is none.
  ///
  /// - Parameters:
  ///   - index: The sample entry.
  ///   - document: The file.
  public init?(entry index: NodeIndex, in document: Document) {
    let reader = NodeReader(document)
    reader.open(index)
    // Some writers leave free space among the entries.
    guard !reader.node.isRaw, !["free", "skip"].contains(reader.node.type) else { return nil }
    var type = reader.node.type
    var prefix = ""
    let isRestricted = Codec.restricted.contains(type)
    if isRestricted || Codec.protected.contains(type) {
      guard
        let format = Codec.descendant("frma", of: reader)?.view(OriginalFormat.self)
          .code(.data_format)
      else {
        text = Self.escaped(type)
        return
      }
      // Encryption does not show: a player asks for its key system apart. Media that is to be played
      // in some other way than its type says names the schemes first (14496-12 §E.3).
      if isRestricted {
        prefix = Self.escaped(type) + "."
        if let scheme = Codec.descendant("schm", of: reader)?.view(SchemeType.self)
          .code(.scheme_type)
        {
          prefix += Self.escaped(scheme) + "."
        }
      }
      type = format
    }
    let parts = Parts(type: type, entry: reader)
    text = prefix + Self.text(parts)
    supplement = Self.supplement(parts)
  }

  /// The string of an image item of `type` with the properties at `properties`.
  ///
  /// - Parameters:
  ///   - type: The type of the item.
  ///   - properties: Its properties.
  ///   - document: The file.
  public init(item type: FourCC, properties: [NodeIndex], in document: Document) {
    let parts = Parts(type: type, properties: properties, document)
    text = Self.text(parts)
    supplement = Self.supplement(parts)
  }

  /// The string for the configuration that `node` has open: of the sample entry around it, or of an
  /// item of the type that usually has such a property.
  static func text(of node: NodeReader, usual: FourCC) -> String? {
    if let entry = node.sampleEntry { return CodecString(entry: entry, in: node.document)?.text }
    return text(Parts(type: usual, properties: [node.index], node.document))
  }

  // MARK: Where configurations are

  /// A type, and the boxes that say more of it.
  private struct Parts {
    let type: FourCC
    /// The sample entry; `nil` for an item.
    let entry: NodeReader?
    private let properties: [NodeIndex]
    private let document: Document

    init(type: FourCC, entry: NodeReader) {
      self.type = type
      self.entry = entry
      properties = []
      document = entry.document
    }

    init(type: FourCC, properties: [NodeIndex], _ document: Document) {
      self.type = type
      entry = nil
      self.properties = properties
      self.document = document
    }

    /// The first box of this type.
    func box(_ type: FourCC) -> NodeReader? {
      if let entry { return Codec.descendant(type, of: entry) }
      guard let index = properties.first(where: { document.tree[$0].type == type })
      else { return nil }
      let reader = NodeReader(document)
      reader.open(index)
      return reader
    }
  }

  // MARK: Rules

  private static func text(_ parts: Parts) -> String {
    let name = escaped(parts.type)
    let details: String?
    switch parts.type {
    case "avc1", "avc2", "avc3", "avc4", "avcp", "svc1", "svc2", "mvc1", "mvc2", "mvc3", "mvc4":
      details = avc(parts)
    case "hvc1", "hev1", "hvc2", "hev2", "hvc3", "hev3", "hvt1":
      details = parts.box("hvcC").flatMap(hevc)
    case "vvc1", "vvi1": details = parts.box("vvcC").flatMap(vvc)
    case "evc1": details = parts.box("evcC").flatMap(evc)
    case "lvc1":
      details = parts.box("lvcC").flatMap {
        let fields = $0.view(LCEVCConfiguration.self)
        guard let profile = fields.number(.LCEVCProfileIndication),
          let level = fields.number(.LCEVCLevelIndication)
        else { return nil }
        return "vprf\(profile).vlev\(level)"
      }
    case "avs3", "lav3":
      details = parts.box("av3c").flatMap {
        let fields = $0.view(AVS3Configuration.self)
        guard let profile = fields.number(.profile_id), let level = fields.number(.level_id)
        else { return nil }
        return hex(profile) + "." + hex(level)
      }
    case "apv1": details = parts.box("apvC").flatMap(apv)
    case "av01": details = parts.box("av1C").flatMap(av1)
    case "vp08", "vp09", "vp10": details = parts.box("vpcC").flatMap(vp)
    case "dvh1", "dvhe", "dva1", "dvav", "dav1", "dvc1", "dvi1":
      details = dolbyVision(parts).flatMap(dolbyVision)
    case "mp4a", "mp4v", "mp4s": details = parts.box("esds").flatMap(mpeg4)
    case "ac-4": details = parts.box("dac4").flatMap(ac4)
    case "mha1", "mha2", "mhm1", "mhm2": details = mpegH(parts)
    case "iamf": details = parts.box("iacb").flatMap(immersive)
    case "stpp": details = parts.entry.flatMap { timedText($0, parts.box("mime")) }
    default: details = nil
    }
    guard let details, !details.isEmpty else { return name }
    return name + "." + details
  }

  /// `F4000B`: profile, constraints and level of the first parameter set (14496-15 §E.2).
  private static func avc(_ parts: Parts) -> String? {
    let type = parts.type
    let isLayered = type == "svc1" || type == "svc2" || type.key.hasPrefix("mvc")
    let own = isLayered ? parts.box("svcC") ?? parts.box("mvcC") : nil
    guard let configuration = own ?? parts.box("avcC") else { return nil }
    return avcLevel(configuration)
  }

  private static func avcLevel(_ node: NodeReader) -> String? {
    let fields = node.view(AVCConfiguration.self)
    guard let profile = fields.number(.AVCProfileIndication),
      let level = fields.number(.AVCLevelIndication)
    else { return nil }
    return hex(profile) + hex(fields.number(.profile_compatibility) ?? 0) + hex(level)
  }

  /// `2.4.L153.B0` (14496-15 §E.3).
  private static func hevc(_ node: NodeReader) -> String? {
    let fields = node.view(HEVCConfiguration.self)
    guard let profile = fields.number(.general_profile_idc),
      let level = fields.number(.general_level_idc)
    else { return nil }
    var text = ""
    switch fields.number(.general_profile_space) ?? 0 {
    case 1: text += "A"
    case 2: text += "B"
    case 3: text += "C"
    default: break
    }
    var flags = fields.number(.general_profile_compatibility_flags) ?? 0
    var reversed: UInt64 = 0
    for _ in 0..<32 {
      reversed = reversed << 1 | flags & 1
      flags >>= 1
    }
    text += "\(profile).\(String(reversed, radix: 16, uppercase: true))"
    text += fields.number(.general_tier_flag) == 1 ? ".H" : ".L"
    text += "\(level)"
    let constraints = fields.number(.general_constraint_indicator_flags) ?? 0
    var left = 6
    while left > 0, constraints >> UInt64(8 * (6 - left)) & 0xFF == 0 { left -= 1 }
    for index in 0..<left {
      let byte = constraints >> UInt64(8 * (5 - index)) & 0xFF
      text += "." + String(byte, radix: 16, uppercase: true)
    }
    return text
  }

  /// `1.L51.CQA.O1`: profile, tier and level, constraints, output layer set (14496-15 §E.6).
  private static func vvc(_ node: NodeReader) -> String? {
    let fields = node.view(VVCConfiguration.self)
    guard let profile = fields.number(.general_profile_idc),
      let level = fields.number(.general_level_idc)
    else { return nil }
    var text = "\(profile)."
    text += fields.number(.general_tier_flag) == 1 ? "H\(level)" : "L\(level)"
    var constraints: [UInt8] = []
    let first =
      (fields.number(.ptl_frame_only_constraint_flag) ?? 0) << 7
      | (fields.number(.ptl_multi_layer_enabled_flag) ?? 0) << 6
      | (fields.number(.general_constraint_info) ?? 0) & 0x3F
    constraints.append(UInt8(truncatingIfNeeded: first))
    if let rest = fields.content(.general_constraint_info_bytes), rest.byteCount <= 64 {
      let bytes = node.document.source(of: node.node).bytes
      for place in rest.byteOffset..<rest.byteEnd {
        constraints.append(bytes.byte(at: place) ?? 0)
      }
    }
    while constraints.last == 0 { constraints.removeLast() }
    if !constraints.isEmpty { text += ".C" + base32(constraints) }
    if let set = fields.number(.ols_idx), set > 0 { text += ".O\(set)" }
    return text
  }

  /// The digits of RFC 4648 §6, without padding.
  private static func base32(_ bytes: [UInt8]) -> String {
    var text = ""
    var bits = 0
    var pending: UInt64 = 0
    func digit(_ value: UInt64) -> Character {
      let value = UInt8(value & 31)
      return Character(UnicodeScalar(value < 26 ? 65 + value : 24 + value))
    }
    for byte in bytes {
      pending = (pending << 8 | UInt64(byte)) & 0xFFFF
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(digit(pending >> UInt64(bits)))
      }
    }
    if bits > 0 { text.append(digit(pending << UInt64(5 - bits))) }
    return text
  }

  /// `vprf1.vlev93.vtohFF.vtol0`: what is zero is the default (14496-15 §E.9).
  private static func evc(_ node: NodeReader) -> String? {
    let fields = node.view(EVCConfiguration.self)
    guard let profile = fields.number(.profile_idc), let level = fields.number(.level_idc)
    else { return nil }
    var text = "vprf\(profile).vlev\(level)"
    if let high = fields.number(.toolset_idc_h), high != 0 {
      text += ".vtoh" + String(high, radix: 16, uppercase: true)
    }
    if let low = fields.number(.toolset_idc_l), low != 0 {
      text += ".vtol" + String(low, radix: 16, uppercase: true)
    }
    if let luma = fields.number(.bit_depth_luma_minus8),
      let chroma = fields.number(.bit_depth_chroma_minus8), luma + chroma > 0
    {
      text += ".vbit\(luma)\(chroma)"
    }
    switch fields.number(.chroma_format_idc) {
    case 0: text += ".vcss400"
    case 2: text += ".vcss422"
    case 3: text += ".vcss444"
    default: break
    }
    return text
  }

  /// `apvf33.apvl93.apvb1`: profile, level and band of the first frame (OpenAPV, APV in ISOBMFF).
  private static func apv(_ node: NodeReader) -> String? {
    let fields = node.view(APVConfiguration.self)
    guard let profile = fields.number(.profile_idc), let level = fields.number(.level_idc),
      let band = fields.number(.band_idc)
    else { return nil }
    return "apvf\(profile).apvl\(level).apvb\(band)"
  }

  /// `0.04M.10.0.110.09.16.09.0`; the last five only when one of them is not what is assumed
  /// without them (AV1-ISOBMFF §5).
  private static func av1(_ node: NodeReader) -> String? {
    let fields = node.view(AV1Configuration.self)
    guard let profile = fields.number(.seq_profile), let level = fields.number(.seq_level_idx_0)
    else { return nil }
    let depth = fields.bitDepth ?? 8
    var text = "\(profile).\(decimal(level))"
    text += fields.number(.seq_tier_0) == 1 ? "H." : "M."
    text += decimal(depth)
    let isGrey = fields.number(.monochrome) == 1
    let across = fields.number(.chroma_subsampling_x) ?? 1
    let down = fields.number(.chroma_subsampling_y) ?? 1
    let position =
      across == 1 && down == 1 ? fields.number(.chroma_sample_position) ?? 0 : 0 as UInt64
    let isDescribed = fields.number(.color_description_present_flag) == 1
    let primaries = isDescribed ? fields.number(.color_primaries) ?? 2 : 2
    let transfer = isDescribed ? fields.number(.transfer_characteristics) ?? 2 : 2
    let matrix = isDescribed ? fields.number(.matrix_coefficients) ?? 2 : 2
    let isFull = fields.number(.color_range) == 1
    let isUsual =
      !isGrey && across == 1 && down == 1 && position == 0 && !isFull
      && (1...2).contains(primaries) && (1...2).contains(transfer) && (1...2).contains(matrix)
    if isUsual { return text }
    text += isGrey ? ".1" : ".0"
    text += ".\(across)\(down)\(position)"
    for part in [primaries, transfer, matrix] { text += "." + decimal(part) }
    return text + (isFull ? ".1" : ".0")
  }

  /// `00.10.08`; the last five only when one of them is not what is assumed without them
  /// (VP Codec ISOBMFF, codecs parameter string).
  private static func vp(_ node: NodeReader) -> String? {
    let fields = node.view(VPConfiguration.self)
    guard let profile = fields.number(.profile), let level = fields.number(.level),
      let depth = fields.number(.bitDepth)
    else { return nil }
    var text = decimal(profile) + "." + decimal(level) + "." + decimal(depth)
    // Version 0 numbered colours in a way of its own.
    guard let primaries = fields.number(.colourPrimaries),
      let transfer = fields.number(.transferCharacteristics),
      let matrix = fields.number(.matrixCoefficients),
      let chroma = fields.number(.chromaSubsampling)
    else { return text }
    let isFull = fields.number(.videoFullRangeFlag) == 1
    let isUsual =
      (0...1).contains(chroma) && !isFull && (1...2).contains(primaries)
      && (1...2).contains(transfer) && (1...2).contains(matrix)
    if isUsual { return text }
    for part in [chroma, primaries, transfer, matrix] { text += "." + decimal(part) }
    return text + (isFull ? ".01" : ".00")
  }

  /// The Dolby Vision configuration of an entry, whatever its profile calls the box.
  private static func dolbyVision(_ parts: Parts) -> NodeReader? {
    parts.box("dvcC") ?? parts.box("dvvC") ?? parts.box("dvwC")
  }

  /// `08.07`: profile and level (Dolby Vision in ISOBMFF §4).
  private static func dolbyVision(_ node: NodeReader) -> String? {
    let fields = node.view(DolbyVisionConfiguration.self)
    guard let profile = fields.number(.dv_profile), let level = fields.number(.dv_level)
    else { return nil }
    return decimal(profile) + "." + decimal(level)
  }

  /// What a Dolby Vision decoder makes of an entry that others can play too (HLS authoring
  /// specification, `SUPPLEMENTAL-CODECS`).
  private static func supplement(_ parts: Parts) -> String? {
    let type: String
    switch parts.type {
    case "hvc1": type = "dvh1"
    case "hev1": type = "dvhe"
    case "avc1": type = "dva1"
    case "avc3": type = "dvav"
    case "av01": type = "dav1"
    default: return nil
    }
    guard let node = dolbyVision(parts), let details = dolbyVision(node) else { return nil }
    let text = type + "." + details
    // Where the base is none that others can show (0), nothing is beside it.
    switch node.view(DolbyVisionConfiguration.self).number(.dv_bl_signal_compatibility_id) {
    case 0: return nil
    case 1: return text + "/db1p"
    case 2: return text + "/db2g"
    case 4: return text + "/db4h"
    default: return text
    }
  }

  /// `40.2`, `6B`, `20.9`: the object type, and what kind of MPEG-4 audio or video it is
  /// (RFC 6381 §3.3).
  private static func mpeg4(_ node: NodeReader) -> String? {
    let fields = node.view(ElementaryStream.self)
    guard let object = fields.number(.objectTypeIndication) else { return nil }
    let text = hex(object)
    if object == 0x40, let audio = AudioObject(fields) {
      // A player must know of spectral band replication, also where old decoders may pass over it.
      let type: UInt64 = audio.hasParametricStereo ? 29 : audio.hasBandReplication ? 5 : audio.type
      return text + ".\(type)"
    }
    if object == 0x20, let start = fields.number(.start_code),
      start == 0xB0, let profile = fields.number(.profile_and_level_indication)
    {
      return text + ".\(profile)"
    }
    return text
  }

  /// `02.01.03`: versions of bit stream and presentation, and how much a decoder must be able to do
  /// (ETSI TS 103 190-2 §E.13).
  private static func ac4(_ node: NodeReader) -> String? {
    let fields = node.view(AC4Configuration.self)
    guard let version = fields.number(.bitstream_version),
      let presentation = fields.number(.presentation_version),
      let level = fields.number(.mdcompat)
    else { return nil }
    return hex(version) + "." + hex(presentation) + "." + hex(level)
  }

  /// `0x0D` (23008-3 §21).
  private static func mpegH(_ parts: Parts) -> String? {
    let level =
      parts.box("mhaC")?.view(MPEGHConfiguration.self)
      .number(.mpegh3daProfileLevelIndication)
      ?? parts.box("mhaP").flatMap { profiles in
        profiles.view(MPEGHProfiles.self).withTable(.CompatibleSetIndications) { table in
          table.count > 0 ? table.raw(row: 0, column: 0) : nil
        } ?? nil
      }
    return level.map { "0x" + hex($0) }
  }

  /// `000.001.Opus`: two profiles in three hexadecimal digits, and the codec inside (AOM IAMF §6.4).
  private static func immersive(_ node: NodeReader) -> String? {
    let fields = node.view(ElementaryStream.self)
    guard let primary = fields.number(.primary_profile),
      let additional = fields.number(.additional_profile), let codec = fields.code(.codec_id)
    else { return nil }
    var text = hex(primary, digits: 3) + "." + hex(additional, digits: 3) + "." + escaped(codec)
    if codec == "mp4a" {
      text += "." + (mpeg4(node) ?? "40.2")
    }
    return text
  }

  /// `ttml.im1t`: the kind of XML, and the profile where the entry names one (W3C TTML profile
  /// registry, 14496-30 §5.3).
  private static func timedText(_ entry: NodeReader, _ type: NodeReader?) -> String? {
    let fields = entry.view(XMLSubtitleEntry.self)
    guard let namespace = fields.text(.namespace),
      namespace.firstRange(of: "/ns/ttml") != nil
    else { return nil }
    // A MIME type box has it as a parameter: `application/ttml+xml;codecs=im1t`.
    if let type = type?.view(MIMEType.self).text(.content_type),
      let found = type.firstRange(of: "codecs=")
    {
      let names = type[found.upperBound...].filter { $0 != "\"" }
        .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "|" || $0 == "+") }
      if !names.isEmpty { return "ttml." + names }
    }
    let places = namespace + " " + (fields.text(.schema_location) ?? "")
    for (name, profile) in profiles where places.firstRange(of: name) != nil {
      return "ttml." + profile
    }
    return "ttml"
  }

  private static let profiles: [(String, String)] = [
    ("imsc1.1/text", "im2t"), ("imsc1.1/image", "im2i"), ("imsc1.2/text", "im3t"),
    ("imsc1.2/image", "im3i"), ("imsc1/text", "im1t"), ("imsc1/image", "im1i"),
    ("urn:ebu:tt:distribution", "etd1"),
  ]

  // MARK: Digits

  /// `0A`: hexadecimal digits, upper-case.
  static func hex(_ value: UInt64, digits: Int = 2) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// `08`: decimal digits, at least two.
  static func decimal(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// A type in the characters that may stand in a list of codecs, others as `%20` (RFC 6381 §3.2).
  static func escaped(_ type: FourCC) -> String {
    var text = ""
    for place in 0..<4 {
      let byte = type.byte(place)
      switch byte {
      case _ where byte.isLetterOrDigit, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        text.append(Character(UnicodeScalar(byte)))
      default: text += "%" + hex(UInt64(byte))
      }
    }
    return text
  }
}

/// How a tool calls and prints a field that goes by another name with us, or looks different.
///
/// Names that differ only in case and underscores need none.
struct Alias: Sendable {
  /// The types of boxes, separated by spaces; `*` for all.
  let boxes: String
  /// The field as the tool calls it.
  let field: String
  /// Our name for it.
  let name: String
  let form: Form

  /// What the tool prints of the value.
  enum Form: Sendable {
    /// The value.
    case value
    /// The number in base 16 without a prefix.
    case hex
    /// The fixed-point number as it is stored.
    case stored
    /// So many times the number.
    case times(UInt64)
    /// So many bits of the number, so many bits from its least significant.
    case bits(count: UInt64, from: UInt64)
    /// The number behind these letters.
    case numbered(String)
    /// A moment as ISO 8601, or 0.
    case moment
    /// A word for a number.
    case words([String: UInt64])
    /// The bytes of the group of this name, in hexadecimal.
    case group
    /// The bytes of the group of this name behind the tag and the size of the descriptor.
    case groupEnd
    /// The number of bytes of the payload.
    case payloadSize
    /// The bytes of the payload in hexadecimal.
    case payload
  }

  init(_ boxes: String, _ field: String, _ name: String, _ form: Form = .value) {
    self.boxes = boxes
    self.field = field
    self.name = name
    self.form = form
  }

  func isAbout(_ box: String, _ field: String) -> Bool {
    self.field == field && (boxes == "*" || boxes.split(separator: " ").contains { $0 == box })
  }

  /// GPAC's names, from `src/isomedia/box_dump.c`.
  static let gpac: [Alias] = [
    Alias("ftyp", "AlternateBrand", "compatible_brands"),
    Alias("hdlr", "hdlrType", "handler_type"),
    Alias("hdlr", "reserved1", "pre_defined"),
    Alias("hdlr", "reserved2", "reserved"),
    Alias("tkhd", "Matrix", "matrix", .stored),
    Alias("mdhd cprt", "LanguageCode", "language"),
    Alias("cprt", "CopyrightNotice", "notice"),
    Alias("elst", "Duration", "edit_duration"),
    Alias("elst", "MediaRate", "media_rate_integer"),
    Alias("hvc1 mp4v", "XDPI", "horizresolution", .stored),
    Alias("hvc1 mp4v", "YDPI", "vertresolution", .stored),
    Alias("hvc1 mp4v", "BitDepth", "depth"),
    Alias("mp4a", "Channels", "channelcount"),
    Alias("mp4a", "BitsPerSample", "samplesize"),
    Alias("stsz", "SampleSizeEntry.Size", "entry_size"),
    Alias("stsz", "ConstantSampleSize", "sample_size"),
    Alias("stco", "offset", "chunk_offset"),
    Alias("mpod sync", "TrackID", "track_IDs"),
    Alias("base dimg exbl", "ItemID", "to_item_ID"),
    Alias("altr ster", "EntityID", "entity_ids"),
    Alias("ctts", "CompositionOffset", "sample_offset"),
    Alias("tols", "target_ols_index", "target_ols_idx"),
    Alias("sgpd", "DefaultSampleGroupDescriptionEntry.size", "description_length"),
    Alias("sgpd", "data", "description", .group),
    Alias("ipma", "index", "property_index"),
    Alias("irot", "angle", "angle", .times(90)),
    Alias("avcC hvcC lhvC", "nal_unit_size", "lengthSizeMinusOne"),
    Alias("hvcC", "profile_space", "general_profile_space"),
    Alias("hvcC", "tier_flag", "general_tier_flag"),
    Alias("hvcC", "profile_idc", "general_profile_idc"),
    Alias("hvcC", "level_idc", "general_level_idc"),
    Alias(
      "hvcC oinf", "general_profile_compatibility_flags", "general_profile_compatibility_flags",
      .hex),
    Alias(
      "oinf", "general_constraint_indicator_flags", "general_constraint_indicator_flags", .hex),
    // The first of the 48 bits stand for themselves (14496-15 §8.3.3.1.2).
    Alias(
      "hvcC", "progressive_source_flag", "general_constraint_indicator_flags",
      .bits(count: 1, from: 47)),
    Alias(
      "hvcC", "interlaced_source_flag", "general_constraint_indicator_flags",
      .bits(count: 1, from: 46)),
    Alias(
      "hvcC", "non_packed_constraint_flag", "general_constraint_indicator_flags",
      .bits(count: 1, from: 45)),
    Alias(
      "hvcC", "frame_only_constraint_flag", "general_constraint_indicator_flags",
      .bits(count: 1, from: 44)),
    Alias(
      "hvcC", "constraint_indicator_flags", "general_constraint_indicator_flags",
      .bits(count: 44, from: 0)),
    Alias("hvcC", "chroma_format", "chroma_format_idc", .words(["YUV 4:2:0": 1])),
    Alias("hvcC", "luma_bit_depth", "bit_depth_luma_minus8"),
    Alias("hvcC", "chroma_bit_depth", "bit_depth_chroma_minus8"),
    Alias("hvcC lhvC", "nalu_type", "NAL_unit_type"),
    Alias("hvcC lhvC", "complete_set", "array_completeness"),
    Alias("hvcC lhvC", "ParameterSet.size", "nalUnitLength"),
    Alias("hvcC lhvC", "ParameterSet.content", "nalUnit", .group),
    Alias("avcC", "SequenceParameterSet.size", "sequenceParameterSetLength"),
    Alias("avcC", "SequenceParameterSet.content", "sequenceParameterSetNALUnit", .group),
    Alias("avcC", "PictureParameterSet.size", "pictureParameterSetLength"),
    Alias("avcC", "PictureParameterSet.content", "pictureParameterSetNALUnit", .group),
    Alias("oinf", "dependency_layers", "max_layer_count"),
    Alias("oinf", "maxBitDepth", "maxBitDepthMinus8"),
    Alias("oinf", "dependent_on_layerID", "dependent_on_layerIDs"),
    Alias("esds", "src", "DecoderSpecificInfo", .groupEnd),
    Alias("esds", "ES_ID", "ES_ID", .numbered("es")),
    Alias("esds", "value", "predefined"),
    Alias("iods", "objectDescriptorID", "ObjectDescriptorID", .numbered("od")),
    Alias("mdat idat free", "dataSize", "data", .payloadSize),
  ]

  /// mp4ff's names, from the `Info` methods of its boxes.
  static let mp4ff: [Alias] =
    [
      Alias("*", "creation time", "creation_time", .moment),
      Alias("*", "modification time", "modification_time", .moment),
      Alias("ftyp styp", "compatibleBrand", "compatible_brands"),
      Alias("hdlr", "handlerName", "name"),
      Alias("avcC", "profileCompatibility", "profile_compatibility", .hex),
      Alias("avcC", "SPS", "sequenceParameterSetNALUnit", .group),
      Alias("avcC", "PPS", "pictureParameterSetNALUnit", .group),
      Alias("elst", "entry.segmentDuration", "edit_duration"),
      Alias("stts ctts", "sampleCount", "entry_count"),
      Alias("stss", "syncSampleCount", "entry_count"),
      Alias("stsz", "sample.size", "entry_size"),
      Alias("tfhd", "defaultBaseIsMoof", "flags", .bits(count: 1, from: 17)),
      Alias("stsc", "entry.sampleDescriptionID", "sample_description_index"),
      Alias("trun", "sample.dur", "sample_duration"),
      Alias("trun", "sample.size", "sample_size"),
      Alias("trun", "sample.flags", "sample_flags", .hex),
      Alias("trun", "sample.compositionTimeOffset", "sample_composition_time_offset"),
      Alias("trex", "defaultSampleFlags", "default_sample_flags", .hex),
      Alias("iods", "", "", .payload),
    ] + sampleFlags("trun", "sample", "sample_flags")
    + sampleFlags("trex", "defaultSampleFlags", "default_sample_flags")

  /// The parts of a sample's flags (14496-12 §8.8.3.1).
  private static func sampleFlags(_ box: String, _ prefix: String, _ name: String) -> [Alias] {
    let parts: [(name: String, count: UInt64, start: UInt64)] = [
      ("isLeading", 2, 26), ("dependsOn", 2, 24), ("isDependedOn", 2, 22),
      ("hasRedundancy", 2, 20), ("padding", 3, 17), ("isNonSync", 1, 16),
      ("degradationPriority", 16, 0),
    ]
    return parts.map {
      Alias(box, "\(prefix).\($0.name)", name, .bits(count: $0.count, from: $0.start))
    }
  }
}

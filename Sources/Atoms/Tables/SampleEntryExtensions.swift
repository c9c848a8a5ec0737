import ByteReading
import Structure

/// The boxes that many sample entries, and items as their properties, have in common (14496-12
/// §12.1, 23008-12; QTFF, Video Sample Description Extensions).
enum SampleEntryExtensions: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("btrt", "Bit rate", "14496-12 §8.5.2", summary: .function(Summaries.bitRate)) {
      uint(32, "bufferSizeDB", .bytes)
      uint(32, "maxBitrate", .unit("bit/s"))
      uint(32, "avgBitrate", .unit("bit/s"))
    },
    Syntax(
      "pasp", "Pixel aspect ratio", "14496-12 §12.1.4",
      summary: .function(Summaries.pixelAspectRatio)
    ) {
      uint(32, "hSpacing")
      uint(32, "vSpacing")
    },
    Syntax(
      "clap", "Clean aperture", "14496-12 §12.1.4", summary: .function(Summaries.cleanAperture)
    ) {
      uint(32, "cleanApertureWidthN")
      uint(32, "cleanApertureWidthD")
      uint(32, "cleanApertureHeightN")
      uint(32, "cleanApertureHeightD")
      int(32, "horizOffN")
      uint(32, "horizOffD")
      int(32, "vertOffN")
      uint(32, "vertOffD")
    },
    Syntax("colr", "Colour information", "14496-12 §12.1.5", summary: .function(Summaries.colour)) {
      code("colour_type", .names(colourTypes))
      when(.any([.code("colour_type", "nclx"), .code("colour_type", "nclc")])) {
        uint(16, "colour_primaries", .colour(.primaries))
        uint(16, "transfer_characteristics", .colour(.transfer))
        uint(16, "matrix_coefficients", .colour(.matrix))
      }
      // Writers who changed QuickTime's type and not its size: limited range is meant.
      departure(
        .colourRangeMissing, if: .all([.code("colour_type", "nclx"), .not(.remaining(8))])
      ) {}
      when(.all([.code("colour_type", "nclx"), .remaining(8)])) {
        flag("full_range_flag")
        reserved(7)
      }
      bytes(
        .remaining, "ICC_profile", .embedded("ICC "),
        if: .any([.code("colour_type", "rICC"), .code("colour_type", "prof")]))
    },
    Syntax(
      "mdcv", "Mastering display", "14496-12 §12.1.7",
      summary: .function(Summaries.masteringDisplay)
    ) {
      table(3, "display_primaries") {
        uint(16, "display_primaries_x", .scaled(50000, ""))
        uint(16, "display_primaries_y", .scaled(50000, ""))
      }
      uint(16, "white_point_x", .scaled(50000, ""))
      uint(16, "white_point_y", .scaled(50000, ""))
      uint(32, "max_display_mastering_luminance", .scaled(10000, "cd/m²"))
      uint(32, "min_display_mastering_luminance", .scaled(10000, "cd/m²"))
    },
    Syntax(
      "clli", "Content light level", "14496-12 §12.1.6",
      summary: "maximum {max_content_light_level}, average {max_pic_average_light_level}"
    ) {
      uint(16, "max_content_light_level", .unit("cd/m²"))
      uint(16, "max_pic_average_light_level", .unit("cd/m²"))
    },
    Syntax(
      "cclv", "Content colour volume", "14496-12 §12.1.8",
      summary:
        "{ccv_min_luminance_value} – {ccv_max_luminance_value}, average {ccv_avg_luminance_value}"
    ) {
      reserved(2)
      flag("ccv_primaries_present_flag")
      flag("ccv_min_luminance_value_present_flag")
      flag("ccv_max_luminance_value_present_flag")
      flag("ccv_avg_luminance_value_present_flag")
      reserved(2)
      table(3, "ccv_primaries", if: .equal("ccv_primaries_present_flag", 1)) {
        int(32, "ccv_primaries_x", .scaled(50000, ""))
        int(32, "ccv_primaries_y", .scaled(50000, ""))
      }
      uint(
        32, "ccv_min_luminance_value", .scaled(10_000_000, "cd/m²"),
        if: .equal("ccv_min_luminance_value_present_flag", 1))
      uint(
        32, "ccv_max_luminance_value", .scaled(10_000_000, "cd/m²"),
        if: .equal("ccv_max_luminance_value_present_flag", 1))
      uint(
        32, "ccv_avg_luminance_value", .scaled(10_000_000, "cd/m²"),
        if: .equal("ccv_avg_luminance_value_present_flag", 1))
    },
    Syntax(
      "amve", "Ambient viewing environment", "14496-12 §12.1.9", summary: "{ambient_illuminance}"
    ) {
      uint(32, "ambient_illuminance", .scaled(10000, "lux"))
      uint(16, "ambient_light_x", .scaled(50000, ""))
      uint(16, "ambient_light_y", .scaled(50000, ""))
    },
    Syntax(
      "ndwt", "Nominal diffuse white", "23008-12 §6.5", versions: 0...0,
      summary: "{diffuse_white_luminance}"
    ) {
      uint(32, "diffuse_white_luminance", .scaled(10000, "cd/m²"))
    },
    Syntax(
      "SmDm", "Mastering display", "VP Codec ISOBMFF", versions: 0...0,
      summary: .function(Summaries.masteringDisplay)
    ) {
      ufixed(0, 16, "primaryRChromaticity_x")
      ufixed(0, 16, "primaryRChromaticity_y")
      ufixed(0, 16, "primaryGChromaticity_x")
      ufixed(0, 16, "primaryGChromaticity_y")
      ufixed(0, 16, "primaryBChromaticity_x")
      ufixed(0, 16, "primaryBChromaticity_y")
      ufixed(0, 16, "whitePointChromaticity_x")
      ufixed(0, 16, "whitePointChromaticity_y")
      ufixed(24, 8, "luminanceMax", .unit("cd/m²"))
      ufixed(18, 14, "luminanceMin", .unit("cd/m²"))
    },
    Syntax(
      "CoLL", "Content light level", "VP Codec ISOBMFF", versions: 0...0,
      summary: "maximum {maxCLL}, average {maxFALL}"
    ) {
      uint(16, "maxCLL", .unit("cd/m²"))
      uint(16, "maxFALL", .unit("cd/m²"))
    },
    Syntax(
      "fiel", "Field handling", "QTFF, Video Sample Description Extensions",
      summary: "{fields}, {detail}"
    ) {
      uint(8, "fields", .names([1: "progressive", 2: "interlaced"]))
      uint(8, "detail", .names(fieldOrders))
    },
    Syntax(
      "gama", "Gamma level", "QTFF, Video Sample Description Extensions", summary: "{level}"
    ) {
      ufixed(16, 16, "level")
    },
    Syntax("chrm", "Chroma location", "QTFF, Video Sample Description Extensions") {
      uint(8, "top_field", .names(chromaLocations))
      uint(8, "bottom_field", .names(chromaLocations))
    },
    Syntax("cspc", "Pixel format", "Core Video", summary: "{pixel_format}") {
      code("pixel_format")
    },
    Syntax("sgbt", "Significant bits", "QTFF, Video Sample Description Extensions") {
      uint(8, "significant_bits")
    },
    Syntax("glbl", "Codec configuration", "RFC 9043 §4.3", in: "FFV1") {
      bytes(.remainingLess(4), "ConfigurationRecord")
      uint(32, "configuration_record_crc_parity", .hex, if: .remaining(32))
    },
    Syntax("glbl", "Codec header", "FFmpeg") {
      // FFmpeg keeps some extensions of the entry that it read with their headers, one behind the other.
      bytes(.remaining, "data", if: .not(holdsExtensions))
      when(holdsExtensions) { boxes() }
    },
    Syntax("mjqt", "JPEG quantisation table", "QTFF, Video Sample Description Extensions") {
      bytes(.remaining, "data")
    },
    Syntax("mjht", "JPEG Huffman table", "QTFF, Video Sample Description Extensions") {
      bytes(.remaining, "data")
    },
    Syntax("almo", "Alpha mode", "QuickTime", summary: "{graphics_mode}") {
      uint(
        32, "graphics_mode",
        .names([
          0x100: "straight alpha", 0x101: "premultiplied with white",
          0x102: "premultiplied with black",
        ]))
    },
    Syntax(
      "auxi", "Auxiliary track type", "23008-12 §7.5.2", versions: 0...0,
      summary: "{aux_track_type}"
    ) {
      string(.utf8, .terminated, "aux_track_type")
    },
    Syntax(
      "ccst", "Coding constraints", "23008-12 §7.2.3", versions: 0...0,
      summary:
        "{all_ref_pics_intra?references are intra}, at most {max_ref_per_pic} references a picture"
    ) {
      flag("all_ref_pics_intra")
      flag("intra_pred_used")
      uint(4, "max_ref_per_pic")
      reserved(26)
    },
    Syntax(
      "rinf", "Restricted scheme", "14496-12 §8.15.3", summary: .function(Summaries.protection)
    ) { boxes() },
    Syntax(
      "csch", "Compatible scheme", "14496-12 §8.15.5", in: "rinf", versions: 0...0,
      summary: "{scheme_type}, {scheme_uri}"
    ) {
      flags([0x1: "scheme_uri present"])
      code("scheme_type")
      uint(32, "scheme_version", .hex)
      string(.utf8, .terminated, "scheme_uri", if: .flag(0x1))
    },
    Syntax("cinf", "Complete track information", "14496-12 §8.17.3") { boxes() },
    Syntax("scrb", "Scramble scheme", "14496-12 §8.12") { boxes() },
    Syntax("seii", "SEI information", "14496-15 §5.4.13") {
      uint(16, "numRequiredSEIs")
      array(.field("numRequiredSEIs"), "requiredSEI_IDs", of: uint(16, "requiredSEI_ID"))
      uint(16, "numNotRequiredSEIs")
      array(.field("numNotRequiredSEIs"), "notrequiredSEI_IDs", of: uint(16, "notrequiredSEI_ID"))
    },
  ]

  /// Whether an extension begins here that FFmpeg keeps when it copies a track.
  private static var holdsExtensions: Condition {
    .any(
      ["fiel", "ACLR", "APRG", "ARES", "ADHR", "jp2h", "dpxe"].map { .nextCode($0, offset: 32) })
  }

  private static let colourTypes: Names = .codes([
    "nclx": "on-screen colours", "nclc": "on-screen colours, QuickTime",
    "rICC": "restricted ICC profile", "prof": "ICC profile",
  ])

  private static let fieldOrders: Names = [
    0: "unknown or progressive", 1: "top field first, stored separately",
    6: "bottom field first, stored separately", 9: "interleaved, first line early",
    14: "interleaved, first line late",
  ]

  private static let chromaLocations: Names = [
    0: "left", 1: "centre", 2: "top left", 3: "top", 4: "bottom left", 5: "bottom",
  ]
}

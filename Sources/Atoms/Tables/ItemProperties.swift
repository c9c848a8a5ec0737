import ByteReading
import Structure

/// Properties of image items (23008-12 §6.5, AVIF).
///
/// Those that sample entries have too (`pasp`, `colr`, codec configurations) are with their family.
enum ItemProperties: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("brnd", "Item brand", "14496-12 §8.11.15", in: "ipco", summary: "{major_brand}") {
      code("major_brand").noted
      uint(32, "minor_version")
      array(.remaining, "compatible_brands", of: code("brand").noted)
    },
    Syntax(
      "ispe", "Image size", "23008-12 §6.5.3", in: "ipco", versions: 0...0,
      summary: .function(Summaries.imageSize)
    ) {
      uint(32, "image_width", .unit("px"))
      uint(32, "image_height", .unit("px"))
    },
    Syntax(
      "pixi", "Pixel information", "23008-12 §6.5.6", in: "ipco tilC", versions: 0...0,
      summary: .function(Summaries.pixelInformation)
    ) {
      uint(8, "num_channels")
      array(.field("num_channels"), "bits_per_channel", of: uint(8, "bits_per_channel"))
    },
    Syntax("rloc", "Relative location", "23008-12 §6.5.7", in: "ipco", versions: 0...0) {
      uint(32, "horizontal_offset", .unit("px"))
      uint(32, "vertical_offset", .unit("px"))
    },
    Syntax(
      "auxC", "Auxiliary type", "23008-12 §6.5.8", in: "ipco", versions: 0...0,
      summary: .function(Summaries.auxiliaryType)
    ) {
      string(.utf8, .terminated, "aux_type")
      bytes(.remaining, "aux_subtype", if: .remaining(8))
    },
    Syntax(
      "irot", "Rotation", "23008-12 §6.5.10", in: "ipco", summary: .function(Summaries.rotation)
    ) {
      reserved(6)
      uint(
        2, "angle",
        .names([
          0: "none", 1: "90° anticlockwise", 2: "180°", 3: "90° clockwise",
        ]))
    },
    Syntax("lsel", "Layer selector", "23008-12 §6.5.11", in: "ipco", summary: "{layer_id}") {
      uint(16, "layer_id", .names([0xFFFF: "all layers"]))
    },
    Syntax("imir", "Mirror", "23008-12 §6.5.12", in: "ipco", summary: "{axis}") {
      reserved(7)
      uint(1, "axis", .names([0: "top and bottom exchanged", 1: "left and right exchanged"]))
    },
    Syntax("iscl", "Scaling", "23008-12 §6.5.13", in: "ipco", versions: 0...0) {
      uint(16, "target_width_numerator")
      uint(16, "target_width_denominator")
      uint(16, "target_height_numerator")
      uint(16, "target_height_denominator")
    },
    Syntax("oinf", "Operating points", "23008-12 §6.5.14", in: "ipco", versions: 0...0) {
      group("op_info") { LayeredVideo.operatingPoints() }
    },
    Syntax("tols", "Target layer set", "23008-12 §6.5.15", in: "ipco", versions: 0...0) {
      uint(16, "target_ols_idx")
    },
    Syntax(
      "rref", "Required references", "23008-12 §6.5.17", in: "ipco", versions: 0...0,
      summary: "{reference_types|count} types of reference"
    ) {
      // The HEIF conformance file C043.heic counts in 32 bits; no list has 2^24 types.
      reserved(24, if: .next(24, 0, offset: 0))
      uint(8, "reference_type_count")
      array(.field("reference_type_count"), "reference_types", of: code("reference_type"))
    },
    Syntax(
      "crtt", "Creation time", "23008-12 §6.5.18", in: "ipco", versions: 0...0,
      summary: "{creation_time}"
    ) {
      uint(64, "creation_time", .microsecondsSince1904).volatile
    },
    Syntax(
      "mdft", "Modification time", "23008-12 §6.5.19", in: "ipco", versions: 0...0,
      summary: "{modification_time}"
    ) {
      uint(64, "modification_time", .microsecondsSince1904).volatile
    },
    Syntax(
      "udes", "User description", "23008-12 §6.5.20", in: "ipco", versions: 0...0,
      summary: "{name}, {description}"
    ) {
      string(.utf8, .terminated, "lang")
      string(.utf8, .terminated, "name")
      string(.utf8, .terminated, "description")
      string(.utf8, .terminated, "tags")
    },
    Syntax(
      "altt", "Accessibility text", "23008-12 §6.5.21", in: "ipco", versions: 0...0,
      summary: "{alt_text}"
    ) {
      string(.utf8, .terminated, "alt_text")
      string(.utf8, .terminated, "alt_lang")
    },
    Syntax("aebr", "Auto exposure", "23008-12 §6.5.22", in: "ipco", versions: 0...0) {
      int(8, "exposure_step")
      int(8, "exposure_numerator")
    },
    Syntax("wbbr", "White balance", "23008-12 §6.5.23", in: "ipco", versions: 0...0) {
      uint(16, "blue_amber")
      int(8, "green_magenta")
    },
    Syntax("fobr", "Focus", "23008-12 §6.5.24", in: "ipco", versions: 0...0) {
      uint(16, "focus_distance_numerator")
      uint(16, "focus_distance_denominator")
    },
    Syntax("afbr", "Flash exposure", "23008-12 §6.5.25", in: "ipco", versions: 0...0) {
      int(8, "flash_exposure_numerator")
      int(8, "flash_exposure_denominator")
    },
    Syntax("dobr", "Depth of field", "23008-12 §6.5.26", in: "ipco", versions: 0...0) {
      int(8, "f_stop_numerator")
      int(8, "f_stop_denominator")
    },
    Syntax("pano", "Panorama", "23008-12 §6.5.27", in: "ipco", versions: 0...0) {
      uint(16, "frame_number")
    },
    Syntax("wipe", "Wipe transition", "23008-12 §6.5.30", in: "ipco", versions: 0...0) {
      uint(8, "transition_direction")
    },
    Syntax("zoom", "Zoom transition", "23008-12 §6.5.31", in: "ipco", versions: 0...0) {
      uint(1, "transition_direction")
      uint(7, "transition_shape")
    },
    Syntax("fade", "Fade transition", "23008-12 §6.5.32", in: "ipco", versions: 0...0) {
      uint(8, "transition_direction")
    },
    Syntax("splt", "Split transition", "23008-12 §6.5.33", in: "ipco", versions: 0...0) {
      uint(8, "transition_direction")
    },
    Syntax("stpe", "Transition period", "23008-12 §6.5.34", in: "ipco", versions: 0...0) {
      uint(8, "transition_period")
    },
    Syntax("ssld", "Display duration", "23008-12 §6.5.35", in: "ipco", versions: 0...0) {
      uint(16, "duration")
    },
    Syntax("mskC", "Mask configuration", "23008-12 §6.5.36", in: "ipco", versions: 0...0) {
      uint(8, "bits_per_pixel")
    },
    Syntax("spid", "VVC subpicture IDs", "23008-12", in: "ipco", versions: 0...0) {
      bytes(.remaining, "sid_info")
    },
    Syntax("spor", "VVC subpicture order", "23008-12", in: "ipco", versions: 0...0) {
      bytes(.remaining, "sor_info")
    },
    Syntax("nnrC", "Neural network configuration", "14496-15", in: "ipco", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax("prdi", "Progressive rendering", "23008-12", in: "ipco", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax("hdlp", "Handler property", "14496-12", in: "ipco") { bytes(.remaining, "data") },
    Syntax("fnch", "Full number of channels", "23008-12", in: "ipco", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax("ilce", "Interlace type", "23008-12", in: "ipco") { bytes(.remaining, "data") },
    Syntax("txlo", "Text layout", "23008-12", in: "ipco", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax("mcrs", "Coordinate system", "OGC 24-038", in: "ipco") { bytes(.remaining, "data") },
    Syntax("mtxf", "Model transformation", "OGC 24-038", in: "ipco") { bytes(.remaining, "data") },
    Syntax("tiep", "Model tie points", "OGC 24-038", in: "ipco") { bytes(.remaining, "data") },
    Syntax("fovi", "Essential fisheye", "23090-2", in: "ipco povd") { bytes(.remaining, "data") },
    Syntax("fvsi", "Supplemental fisheye", "23090-2", in: "ipco povd") {
      bytes(.remaining, "data")
    },
    Syntax("iivo", "Initial viewing orientation", "23090-2", in: "ipco") {
      bytes(.remaining, "data")
    },
    Syntax("ovly", "Overlays", "23090-2", in: "ipco povd") { bytes(.remaining, "data") },
    Syntax("vssn", "Viewing space", "23090-2", in: "ipco povd") { bytes(.remaining, "data") },
    Syntax("v3cC", "V3C configuration", "23090-10") { bytes(.remaining, "data") },
    Syntax("v3tp", "V3C atlas tiles", "23090-10", in: "ipco") { bytes(.remaining, "data") },
    Syntax("vutp", "V3C unit header", "23090-10", in: "ipco") { bytes(.remaining, "data") },

    Syntax("cmin", "Camera intrinsics", "23008-12", in: "ipco", versions: 0...0) {
      flags([0x1: "anisotropic"])
      int(32, "focal_length_x")
      int(32, "principal_point_x")
      int(32, "principal_point_y")
      int(32, "focal_length_y", if: .flag(0x1))
      int(32, "skew_factor", if: .flag(0x1))
    },
    Syntax("cmex", "Camera extrinsics", "23008-12", in: "ipco", versions: 0...1) {
      flags([
        0x1: "x present", 0x2: "y present", 0x4: "z present", 0x8: "orientation present",
        0x10: "32-bit rotation", 0x20: "world coordinate system present",
      ])
      int(32, "pos_x", .unit("µm"), if: .flag(0x1))
      int(32, "pos_y", .unit("µm"), if: .flag(0x2))
      int(32, "pos_z", .unit("µm"), if: .flag(0x4))
      when(.all([.version(0), .flag(0x8)])) {
        fixed(2, 14, "quat_x", if: .not(.flag(0x10)))
        fixed(2, 14, "quat_y", if: .not(.flag(0x10)))
        fixed(2, 14, "quat_z", if: .not(.flag(0x10)))
        fixed(2, 30, "quat_x", if: .flag(0x10))
        fixed(2, 30, "quat_y", if: .flag(0x10))
        fixed(2, 30, "quat_z", if: .flag(0x10))
      }
      when(.all([.version(1), .flag(0x8)])) {
        fixed(16, 16, "yaw", .unit("°"))
        fixed(16, 16, "pitch", .unit("°"))
        fixed(16, 16, "roll", .unit("°"))
      }
      uint(32, "world_coordinate_system_id", if: .flag(0x20))
    },

    Syntax("a1op", "AV1 operating point", "AVIF §2.3.2.1", in: "ipco", summary: "{op_index}") {
      uint(8, "op_index")
    },
    Syntax("a1lx", "AV1 layer sizes", "AVIF §2.3.2.3", in: "ipco") {
      reserved(7)
      flag("large_size")
      array(
        3, "layer_size", if: .equal("large_size", 0), of: uint(16, "layer_size", .bytes))
      array(
        3, "layer_size", if: .equal("large_size", 1), of: uint(32, "layer_size", .bytes))
    },

    Syntax("ienc", "Item encryption", "23001-7", in: "ipco", versions: 0...1) {
      reserved(8)
      reserved(8, if: .version(0))
      uint(4, "crypt_byte_block", if: .versionAtLeast(1))
      uint(4, "skip_byte_block", if: .versionAtLeast(1))
      uint(8, "num_keys")
      list(.field("num_keys"), "keys") {
        uint(8, "Per_Sample_IV_Size", .bytes)
        uuid("KID").identity
        when(.equal("Per_Sample_IV_Size", 0)) {
          uint(8, "constant_IV_size", .bytes)
          bytes(.field("constant_IV_size"), "constant_IV", .hex)
        }
      }
    },
    Syntax("iaux", "Item auxiliary information", "23001-7", in: "ipco", versions: 0...0) {
      code("aux_info_type")
      uint(32, "aux_info_type_parameter")
    },
    // A draft that libheif writes: its flags are numbers, so that they are rows of their own.
    Syntax("tilC", "Tiled image configuration", "libheif", in: "ipco", summary: "{compression_format}") {
      uint(8, "version")
      reserved(19)
      flag("tiles_are_sequential")
      uint(2, "size_field_length", .names([0: "none", 1: "24 bits", 2: "32 bits", 3: "64 bits"]))
      uint(2, "offset_field_length", .names([0: "32 bits", 1: "40 bits", 2: "48 bits", 3: "64 bits"]))
      uint(32, "tile_width", .unit("px"))
      uint(32, "tile_height", .unit("px"))
      code("compression_format", .names(ItemNames.itemTypes))
      uint(8, "number_of_extra_dimensions")
      array(.field("number_of_extra_dimensions"), "extra_dimensions", of: uint(32, "extra_dimension"))
      when(.equal("version", 0)) {
        uint(8, "num_properties")
        boxes()
      }
    },
  ]
}

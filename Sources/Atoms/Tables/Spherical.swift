import ByteReading
import Structure

/// Spherical and stereoscopic video (Google Spherical Video V2; Apple, Stereo Video ISOBMFF
/// Extensions; 23090-2).
enum Spherical: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("st3d", "Stereo mode", "Spherical Video V2", versions: 0...0, summary: "{stereo_mode}") {
      uint(
        8, "stereo_mode",
        .names([
          0: "mono", 1: "top-bottom", 2: "left-right", 3: "stereo-custom", 4: "right-left",
        ]))
    },
    Syntax("sv3d", "Spherical video", "Spherical Video V2") { boxes() },
    Syntax(
      "svhd", "Spherical video header", "Spherical Video V2", in: "sv3d", versions: 0...0,
      summary: "{metadata_source}"
    ) {
      string(.utf8, .terminated, "metadata_source")
    },
    Syntax("proj", "Projection", "Spherical Video V2", in: "sv3d vexu") { boxes() },
    Syntax(
      "prhd", "Projection header", "Spherical Video V2", in: "proj", versions: 0...0,
      summary: "yaw {pose_yaw_degrees}, pitch {pose_pitch_degrees}, roll {pose_roll_degrees}"
    ) {
      fixed(16, 16, "pose_yaw_degrees", .unit("°"))
      fixed(16, 16, "pose_pitch_degrees", .unit("°"))
      fixed(16, 16, "pose_roll_degrees", .unit("°"))
    },
    Syntax(
      "cbmp", "Cubemap projection", "Spherical Video V2", in: "proj", versions: 0...0,
      summary: "layout {layout}"
    ) {
      uint(32, "layout")
      uint(32, "padding")
    },
    Syntax(
      "equi", "Equirectangular projection", "Spherical Video V2", in: "proj", versions: 0...0
    ) {
      ufixed(0, 32, "projection_bounds_top")
      ufixed(0, 32, "projection_bounds_bottom")
      ufixed(0, 32, "projection_bounds_left")
      ufixed(0, 32, "projection_bounds_right")
    },
    Syntax("mshp", "Mesh projection", "Spherical Video V2", versions: 0...0) { mesh() },
    Syntax("ytmp", "Mesh projection", "Spherical Video V2", versions: 0...0) { mesh() },
    Syntax("mesh", "Mesh", "Spherical Video V2", in: "mshp ytmp") {
      reserved(1)
      uint(31, "coordinate_count")
      array(.field("coordinate_count"), "coordinates", of: float(32, "coordinate"))
      reserved(1)
      uint(31, "vertex_count")
      bytes(.remaining, "vertices_and_lists")
    },
    Syntax("vexu", "Video extended usage", "Apple Stereo Video §4") { boxes() },
    Syntax("eyes", "Stereo view", "Apple Stereo Video", in: "vexu") { boxes() },
    Syntax(
      "stri", "Stereo view information", "Apple Stereo Video", in: "eyes", versions: 0...0,
      summary:
        "{has_left_eye_view?left eye}, {has_right_eye_view?right eye}, {eye_views_reversed?reversed}"
    ) {
      reserved(4)
      flag("eye_views_reversed")
      flag("has_additional_views")
      flag("has_right_eye_view")
      flag("has_left_eye_view")
    },
    Syntax(
      "hero", "Hero stereo eye", "Apple Stereo Video", in: "eyes", versions: 0...0,
      summary: "{hero_eye_indicator}"
    ) {
      uint(8, "hero_eye_indicator", .names([0: "none", 1: "left", 2: "right"]))
    },
    Syntax("cams", "Stereo camera system", "Apple Stereo Video", in: "eyes") { boxes() },
    Syntax(
      "blin", "Stereo baseline", "Apple Stereo Video", in: "cams", versions: 0...0,
      summary: "{baseline_value}"
    ) {
      uint(32, "baseline_value", .scaled(1000, "mm"))
    },
    Syntax("cmfy", "Stereo comfort", "Apple Stereo Video", in: "eyes") { boxes() },
    Syntax(
      "dadj", "Disparity adjustment", "Apple Stereo Video", in: "cmfy", versions: 0...0,
      summary: "{disparity_adjustment}"
    ) {
      int(32, "disparity_adjustment", .scaled(10000, "of the width"))
    },
    Syntax(
      "prji", "Projection information", "Apple Stereo Video", in: "proj", versions: 0...0,
      summary: "{projection_kind}"
    ) {
      code("projection_kind", .names(projections))
    },
    Syntax("pack", "View packing", "Apple Stereo Video", in: "vexu") { boxes() },
    Syntax(
      "pkin", "View packing information", "Apple Stereo Video", in: "pack", versions: 0...0,
      summary: "{view_packing_kind}"
    ) {
      code("view_packing_kind", .names(.codes(["side": "side by side", "over": "over and under"])))
    },
    Syntax(
      "must", "Required boxes", "Apple Stereo Video", versions: 0...0,
      summary: "{required_box_types|count} required"
    ) {
      array(.remaining, "required_box_types", of: code("required_box_type"))
    },
    Syntax("hfov", "Horizontal field of view", "Apple Stereo Video", summary: "{field_of_view}") {
      uint(32, "field_of_view", .scaled(1000, "°"))
    },
    Syntax(
      "uuid", "Spherical video metadata", "Spherical Video V1",
      extendedType: "FFCC8263-F855-4A93-8814-587A02521FDD"
    ) {
      string(.utf8, .rest, "rdf_xml")
    },
    Syntax("povd", "Projected omnidirectional video", "23090-2 §7.6.1") { boxes() },
    Syntax("fovd", "Fisheye omnidirectional video", "23090-2 §7.6.2", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax(
      "prfr", "Projection format", "23090-2 §7.6.3", versions: 0...0, summary: "{projection_type}"
    ) {
      reserved(3)
      uint(5, "projection_type", .names([0: "equirectangular", 1: "cubemap"]))
    },
    Syntax(
      "rotn", "Rotation", "23090-2 §7.6.5", versions: 0...0,
      summary: "yaw {rotation_yaw}, pitch {rotation_pitch}, roll {rotation_roll}"
    ) {
      fixed(16, 16, "rotation_yaw", .unit("°"))
      fixed(16, 16, "rotation_pitch", .unit("°"))
      fixed(16, 16, "rotation_roll", .unit("°"))
    },
    Syntax("rwpk", "Region-wise packing", "23090-2 §7.6.4", versions: 0...0) {
      when(.not(.any([.next(8, 0, offset: 0), .next(8, 0x80, offset: 0)]))) {
        uint(8, "num_regions")
        uint(16, "proj_frame_width")
        uint(16, "proj_frame_height")
        bytes(.remaining, "regions")
      }
      when(.any([.next(8, 0, offset: 0), .next(8, 0x80, offset: 0)])) {
        flag("constituent_picture_matching_flag")
        reserved(7)
        uint(8, "num_regions")
        uint(32, "proj_picture_width")
        uint(32, "proj_picture_height")
        uint(16, "packed_picture_width")
        uint(16, "packed_picture_height")
        list(.field("num_regions"), "regions") { packedRegion() }
      }
    },
    Syntax("covi", "Coverage", "23090-2 §7.6.6", versions: 0...0) {
      when(.not(isDraftCoverage)) {
        uint(8, "coverage_shape_type")
        uint(8, "num_regions")
        flag("view_idc_presence_flag")
        uint(2, "default_view_idc", if: .equal("view_idc_presence_flag", 0))
        reserved(2, if: .equal("view_idc_presence_flag", 1))
        reserved(5)
        list(.field("num_regions"), "regions") {
          uint(2, "view_idc", if: .equal("view_idc_presence_flag", 1))
          reserved(6, if: .equal("view_idc_presence_flag", 1))
          sphereRegion()
        }
      }
      when(isDraftCoverage) { sphereRegion() }
    },
    Syntax("srqr", "Sphere region quality ranking", "23090-2 §7.8.1", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax("2dqr", "Two-dimensional region quality ranking", "23090-2 §7.8.2", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax("stvi", "Stereo video", "14496-12 §8.15.4.2", versions: 0...0) {
      reserved(30)
      uint(
        2, "single_view_allowed", .flags([0x1: "right view allowed", 0x2: "left view allowed"]))
      uint(32, "stereo_scheme", .names(stereoSchemes))
      uint(32, "length", .bytes)
      bytes(.field("length"), "stereo_indication_type")
      boxes()
    },
  ]

  /// Drafts had one region and nothing before it.
  private static let isDraftCoverage: Condition = .all([
    .version(0), .remaining(21 * 8), .not(.remaining(21 * 8 + 1)),
  ])

  /// A region of `RegionWisePackingStruct`; nothing says how long those of other types are.
  private static func packedRegion() -> Row {
    when(.remaining(0)) {
      reserved(3)
      flag("guard_band_flag")
      uint(4, "packing_type", .names([0: "rectangular"]))
      when(.equal("packing_type", 0)) {
        uint(32, "proj_reg_width")
        uint(32, "proj_reg_height")
        uint(32, "proj_reg_top")
        uint(32, "proj_reg_left")
        uint(3, "transform_type", .names(transforms))
        reserved(5)
        uint(16, "packed_reg_width")
        uint(16, "packed_reg_height")
        uint(16, "packed_reg_top")
        uint(16, "packed_reg_left")
        when(.equal("guard_band_flag", 1)) {
          uint(8, "left_gb_width")
          uint(8, "right_gb_width")
          uint(8, "top_gb_height")
          uint(8, "bottom_gb_height")
          flag("gb_not_used_for_pred_flag")
          array(4, "gb_type", of: uint(3, "gb_type"))
          reserved(3)
        }
      }
    }
  }

  /// `SphereRegionStruct` with a range.
  private static func sphereRegion() -> Row {
    when(.remaining(0)) {
      fixed(16, 16, "centre_azimuth", .unit("°"))
      fixed(16, 16, "centre_elevation", .unit("°"))
      fixed(16, 16, "centre_tilt", .unit("°"))
      ufixed(16, 16, "azimuth_range", .unit("°"))
      ufixed(16, 16, "elevation_range", .unit("°"))
      flag("interpolate")
      reserved(7)
    }
  }

  private static func mesh() -> Row {
    when(.remaining(0)) {
      uint(32, "crc", .hex)
      code("encoding_four_cc", .names(.codes(["raw ": "plain", "dfl8": "deflated"])))
      when(.code("encoding_four_cc", "raw ")) { boxes() }
      bytes(.remaining, "data", if: .not(.code("encoding_four_cc", "raw ")))
    }
  }

  private static let projections: Names = .codes([
    "rect": "rectilinear", "equi": "equirectangular", "hequ": "half equirectangular",
    "fish": "fisheye", "prim": "parametric immersive",
  ])

  /// Rotations are anticlockwise and come before the mirror.
  private static let transforms: Names = [
    0: "none", 1: "mirrored", 2: "rotated by 180°", 3: "rotated by 180°, then mirrored",
    4: "rotated by 90°, then mirrored", 5: "rotated by 90°", 6: "rotated by 270°, then mirrored",
    7: "rotated by 270°",
  ]

  private static let stereoSchemes: Names = [
    1: "frame packing SEI (14496-10)", 2: "frame packing (13818-2)",
    3: "views in two tracks", 4: "frame packing (23090-2)",
  ]
}

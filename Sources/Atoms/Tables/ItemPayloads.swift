import ByteReading
import Structure

/// What the data of an item hold, by the type that its entry in `iinf` gives (23008-12 §6.6).
///
/// Their parent is written `item`, as `file` stands for the top level: no box has that type.
enum ItemPayloads: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "grid", "Image grid", "23008-12 §6.6.2.3", in: "item", name: "grid",
      summary: .function(Summaries.derivedImageSize)
    ) {
      uint(8, "version", .expected(0))
      uint(8, "flags", .flags([0x1: "32-bit sizes"]))
      uint(8, "rows_minus_one", .minusOne)
      uint(8, "columns_minus_one", .minusOne)
      uint(16, "output_width", .unit("px"), if: .not(.flag(0x1)))
      uint(16, "output_height", .unit("px"), if: .not(.flag(0x1)))
      uint(32, "output_width", .unit("px"), if: .flag(0x1))
      uint(32, "output_height", .unit("px"), if: .flag(0x1))
    },
    Syntax(
      "iovl", "Image overlay", "23008-12 §6.6.2.2", in: "item", name: "iovl",
      summary: .function(Summaries.derivedImageSize)
    ) {
      uint(8, "version", .expected(0))
      uint(8, "flags", .flags([0x1: "32-bit sizes"]))
      array(4, "canvas_fill_value", of: uint(16, "canvas_fill_value"))
      when(.not(.flag(0x1))) {
        uint(16, "output_width", .unit("px"))
        uint(16, "output_height", .unit("px"))
        table(.remaining, "offsets") {
          int(16, "horizontal_offset", .unit("px"))
          int(16, "vertical_offset", .unit("px"))
        }
      }
      when(.flag(0x1)) {
        uint(32, "output_width", .unit("px"))
        uint(32, "output_height", .unit("px"))
        table(.remaining, "offsets") {
          int(32, "horizontal_offset", .unit("px"))
          int(32, "vertical_offset", .unit("px"))
        }
      }
    },
    Syntax("tmap", "Tone map", "ISO 21496-1 Annex C", in: "item", name: "tmap") {
      uint(8, "version", .expected(0))
      uint(16, "minimum_version")
      uint(16, "writer_version")
      flag("is_multichannel")
      flag("use_base_colour_space")
      reserved(6)
      uint(32, "base_hdr_headroom_numerator")
      uint(32, "base_hdr_headroom_denominator")
      uint(32, "alternate_hdr_headroom_numerator")
      uint(32, "alternate_hdr_headroom_denominator")
      table(.field("is_multichannel", times: 2, plus: 1), "channels") {
        int(32, "gain_map_min_numerator")
        uint(32, "gain_map_min_denominator")
        int(32, "gain_map_max_numerator")
        uint(32, "gain_map_max_denominator")
        uint(32, "gamma_numerator")
        uint(32, "gamma_denominator")
        int(32, "base_offset_numerator")
        uint(32, "base_offset_denominator")
        int(32, "alternate_offset_numerator")
        uint(32, "alternate_offset_denominator")
      }
    },
    Syntax("Exif", "Exif", "23008-12 §A.2.1", in: "item", name: "Exif") {
      uint(32, "exif_tiff_header_offset", .bytes)
      bytes(
        .field("exif_tiff_header_offset"), "before_TIFF",
        if: .atLeast("exif_tiff_header_offset", 1))
      departure(
        .exifPrefixUncounted,
        if: .all([
          .equal("exif_tiff_header_offset", 0), .next(48, 0x4578_6966_0000, offset: 0),
        ])
      ) {
        bytes(6, "before_TIFF")
      }
      bytes(.remaining, "exif_payload", .embedded("TIFF"))
    },
  ]
}

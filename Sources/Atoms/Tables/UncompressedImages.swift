import ByteReading
import Structure

/// Uncompressed frames and generic compression (23001-17), as item properties and in sample entries.
enum UncompressedImages: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "cmpd", "Component definitions", "23001-17 §5.1", summary: "{component_count} components"
    ) {
      uint(32, "component_count")
      list(.field("component_count"), "components") {
        uint(16, "component_type", .names(componentTypes))
        string(.utf8, .terminated, "component_type_uri", if: .atLeast("component_type", 0x8000))
      }
    },
    Syntax(
      "uncC", "Uncompressed configuration", "23001-17 §5.2", versions: 0...1,
      summary: "{profile}, {component_count} components"
    ) {
      code("profile")
      when(.version(0)) {
        uint(32, "component_count")
        table(.field("component_count"), "components") {
          uint(16, "component_index")
          uint(8, "component_bit_depth_minus_one", .minusOne)
          uint(8, "component_format", .names(formats))
          uint(8, "component_align_size", .bytes)
        }
        uint(
          8, "sampling_type", .names([0: "no subsampling", 1: "4:2:2", 2: "4:2:0", 3: "4:1:1"]))
        uint(8, "interleave_type", .names(interleaving))
        uint(8, "block_size", .bytes)
        flag("components_little_endian")
        flag("block_pad_lsb")
        flag("block_little_endian")
        flag("block_reversed")
        flag("pad_unknown")
        reserved(3)
        uint(32, "pixel_size", .bytes)
        uint(32, "row_align_size", .bytes)
        uint(32, "tile_align_size", .bytes)
        uint(32, "num_tile_cols_minus_one", .minusOne)
        uint(32, "num_tile_rows_minus_one", .minusOne)
      }
    },
    Syntax("cpal", "Component palette", "23001-17 §6.1.2", versions: 0...0) {
      uint(16, "palette_component_count")
      table(.field("palette_component_count"), "components") {
        uint(32, "component_index")
        uint(8, "component_bit_depth_minus_one", .minusOne)
        uint(8, "component_format", .names(formats))
      }
      uint(32, "palette_values_count")
      bytes(.remaining, "palette_values")
    },
    Syntax("cpat", "Component pattern", "23001-17 §6.1.3", versions: 0...0) {
      uint(16, "pattern_width")
      uint(16, "pattern_height")
      table(.product(.field("pattern_width"), .field("pattern_height")), "components") {
        uint(32, "component_index")
        float(32, "component_gain")
      }
    },
    Syntax("clev", "Component reference level", "23001-17 §6.1.4", versions: 0...0) {
      uint(8, "level_count")
      bytes(.remaining, "levels")
    },
    Syntax("splz", "Polarisation pattern", "23001-17 §6.1.5", versions: 0...0) {
      uint(32, "component_count")
      array(.field("component_count"), "component_indexes", of: uint(32, "component_index"))
      uint(16, "pattern_width")
      uint(16, "pattern_height")
      array(
        .product(.field("pattern_width"), .field("pattern_height")), "polarization_angles",
        of: float(32, "polarization_angle", .unit("°")))
    },
    Syntax(
      "snuc", "Sensor non-uniformity", "23001-17 §6.1.6", versions: 0...0, summary: "{image_width}×{image_height}"
    ) {
      uint(32, "component_count")
      array(.field("component_count"), "component_indexes", of: uint(32, "component_index"))
      flag("nuc_is_applied")
      reserved(7)
      uint(32, "image_width", .unit("px"))
      uint(32, "image_height", .unit("px"))
      // A value of a sensor is multiplied by the one, and the other is added.
      array(
        .product(.field("image_width"), .field("image_height")), "nuc_gains", of: float(32, "nuc_gain"))
      array(
        .product(.field("image_width"), .field("image_height")), "nuc_offsets", of: float(32, "nuc_offset"))
    },
    Syntax("sbpm", "Sensor bad pixels", "23001-17 §6.1.7", versions: 0...0) {
      uint(32, "component_count")
      array(.field("component_count"), "component_indexes", of: uint(32, "component_index"))
      flag("correction_applied")
      reserved(7)
      uint(32, "num_bad_rows")
      uint(32, "num_bad_cols")
      uint(32, "num_bad_pixels")
      array(.field("num_bad_rows"), "bad_rows", of: uint(32, "bad_row"))
      array(.field("num_bad_cols"), "bad_columns", of: uint(32, "bad_column"))
      table(.field("num_bad_pixels"), "bad_pixels") {
        uint(32, "bad_pixel_row")
        uint(32, "bad_pixel_column")
      }
    },
    Syntax("cloc", "Chroma location", "23001-17 §6.1.8", versions: 0...0) {
      uint(8, "chroma_location")
    },
    Syntax("fpac", "Frame packing", "23001-17 §6.1.9", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax("disi", "Disparity information", "23001-17 §6.1.10", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax("depi", "Depth mapping", "23001-17 §6.1.11", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax("ilcp", "Field interlace", "23001-17", versions: 0...0) { bytes(.remaining, "data") },
    Syntax(
      "taic", "TAI clock", "23001-17 §8.1.2", versions: 0...0, summary: "{clock_type}"
    ) {
      uint(64, "time_uncertainty", .unit("ns"))
      uint(32, "clock_resolution", .unit("ns"))
      int(32, "clock_drift_rate")
      uint(
        2, "clock_type", .names([0: "unknown", 1: "not synchronised", 2: "synchronised to TAI"]))
      reserved(6)
    },
    Syntax("itai", "TAI timestamp", "23001-17 §8.1.3", versions: 0...0) {
      uint(64, "TAI_timestamp", .unit("ns"))
      flag("synchronization_state")
      flag("timestamp_generation_failure")
      flag("timestamp_is_modified")
      reserved(5)
    },
    Syntax(
      "cmpC", "Generic compression", "23001-17 §9.2.1", versions: 0...0,
      summary: "{compression_type}"
    ) {
      code(
        "compression_type",
        .names(.codes(["zlib": "zlib", "defl": "Deflate", "brot": "Brotli"])))
      uint(
        8, "compressed_unit_type",
        .names([
          0: "full item", 1: "image", 2: "image tile", 3: "image row", 4: "image pixel",
        ]))
    },
    // Before `icef` took its place.
    Syntax(
      "icbr", "Compressed byte ranges", "23001-17 DAM 2", in: "ipco", versions: 0...1,
      summary: "{num_ranges} ranges"
    ) {
      uint(32, "num_ranges")
      table(.field("num_ranges"), "ranges") {
        uint(32, v1: 64, "range_offset", .bytes)
        uint(32, v1: 64, "range_size", .bytes)
      }
    },
    Syntax(
      "icef", "Compressed units", "23001-17 §9.2.2", versions: 0...0,
      summary: "{num_compressed_units} units"
    ) {
      uint(3, "unit_offset_code", .names([0: "implied", 1: "16", 2: "24", 3: "32", 4: "64"]))
      uint(3, "unit_size_code", .names([0: "8", 1: "16", 2: "24", 3: "32", 4: "64"]))
      reserved(2)
      uint(32, "num_compressed_units")
      table(.field("num_compressed_units"), "units") {
        uint(16, "unit_offset", .bytes, if: .equal("unit_offset_code", 1))
        uint(24, "unit_offset", .bytes, if: .equal("unit_offset_code", 2))
        uint(32, "unit_offset", .bytes, if: .equal("unit_offset_code", 3))
        uint(64, "unit_offset", .bytes, if: .equal("unit_offset_code", 4))
        uint(8, "unit_size", .bytes, if: .equal("unit_size_code", 0))
        uint(16, "unit_size", .bytes, if: .equal("unit_size_code", 1))
        uint(24, "unit_size", .bytes, if: .equal("unit_size_code", 2))
        uint(32, "unit_size", .bytes, if: .equal("unit_size_code", 3))
        uint(64, "unit_size", .bytes, if: .equal("unit_size_code", 4))
      }
    },
  ]

  private static let componentTypes: Names = [
    0: "monochrome", 1: "Y", 2: "Cb", 3: "Cr", 4: "red", 5: "green", 6: "blue", 7: "alpha",
    8: "depth", 9: "disparity", 10: "palette", 11: "filter array", 12: "padding", 13: "cyan",
    14: "magenta", 15: "yellow", 16: "key (black)",
  ]
  private static let formats: Names = [0: "unsigned", 1: "float", 2: "complex", 3: "signed"]
  private static let interleaving: Names = [
    0: "component", 1: "pixel", 2: "mixed", 3: "row", 4: "tile component", 5: "multiple Y",
  ]
}

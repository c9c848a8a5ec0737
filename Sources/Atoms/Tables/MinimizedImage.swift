import ByteReading
import Structure

/// A whole image in one box of bits (23008-12, low-overhead image file format).
enum MinimizedImage: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("mini", "Minimised image", "23008-12 Annex O", in: "file") {
      uint(2, "version")
      flag("explicit_codec_types_flag")
      flag("float_flag")
      flag("full_range_flag")
      flag("alpha_flag")
      flag("explicit_cicp_flag")
      flag("hdr_flag")
      flag("icc_flag")
      flag("exif_flag")
      flag("xmp_flag")
      uint(2, "chroma_subsampling", .names(subsampling))
      uint(3, "orientation_minus1", .minusOne)
      flag("large_dimensions_flag")
      uint(7, "width_minus1", .minusOne, if: .equal("large_dimensions_flag", 0))
      uint(15, "width_minus1", .minusOne, if: .equal("large_dimensions_flag", 1))
      uint(7, "height_minus1", .minusOne, if: .equal("large_dimensions_flag", 0))
      uint(15, "height_minus1", .minusOne, if: .equal("large_dimensions_flag", 1))
      flag("chroma_is_horizontally_centered", if: .oneOf("chroma_subsampling", [1, 2]))
      flag("chroma_is_vertically_centered", if: .equal("chroma_subsampling", 1))
      uint(2, "bit_depth_log2_minus4", if: .equal("float_flag", 1))
      when(.equal("float_flag", 0)) {
        flag("high_bit_depth_flag")
        uint(3, "bit_depth_minus9", if: .equal("high_bit_depth_flag", 1))
      }
      flag("alpha_is_premultiplied", if: .equal("alpha_flag", 1))
      when(.equal("explicit_cicp_flag", 1)) {
        uint(8, "colour_primaries", .colour(.primaries))
        uint(8, "transfer_characteristics", .colour(.transfer))
        uint(8, "matrix_coefficients", .colour(.matrix), if: .notEqual("chroma_subsampling", 0))
      }
      when(.equal("explicit_codec_types_flag", 1)) {
        code("infe_type")
        code("codec_config_type")
      }
      when(.equal("hdr_flag", 1)) {
        flag("gainmap_flag")
        when(.equal("gainmap_flag", 1)) { gainMap() }
        group("hdr_properties") { hdrProperties() }
        group("tmap_hdr_properties", if: .equal("gainmap_flag", 1)) { hdrProperties() }
      }
      when(hasMetadata) { flag("large_metadata_flag") }
      flag("large_codec_config_flag")
      flag("large_item_data_flag")
      when(.equal("icc_flag", 1)) {
        uint(10, "icc_data_size_minus1", .minusOne, if: .equal("large_metadata_flag", 0))
        uint(20, "icc_data_size_minus1", .minusOne, if: .equal("large_metadata_flag", 1))
      }
      when(hasGainMap) {
        when(.equal("tmap_icc_flag", 1)) {
          uint(10, "tmap_icc_data_size_minus1", .minusOne, if: .equal("large_metadata_flag", 0))
          uint(20, "tmap_icc_data_size_minus1", .minusOne, if: .equal("large_metadata_flag", 1))
        }
        uint(10, "gainmap_metadata_size", .bytes, if: .equal("large_metadata_flag", 0))
        uint(20, "gainmap_metadata_size", .bytes, if: .equal("large_metadata_flag", 1))
        uint(15, "gainmap_item_data_size", .bytes, if: .equal("large_item_data_flag", 0))
        uint(28, "gainmap_item_data_size", .bytes, if: .equal("large_item_data_flag", 1))
        when(.notEqual("gainmap_item_data_size", 0)) {
          uint(
            3, "gainmap_item_codec_config_size", .bytes, if: .equal("large_codec_config_flag", 0))
          uint(
            12, "gainmap_item_codec_config_size", .bytes,
            if: .equal("large_codec_config_flag", 1))
        }
      }
      uint(3, "main_item_codec_config_size", .bytes, if: .equal("large_codec_config_flag", 0))
      uint(12, "main_item_codec_config_size", .bytes, if: .equal("large_codec_config_flag", 1))
      uint(15, "main_item_data_size_minus1", .minusOne, if: .equal("large_item_data_flag", 0))
      uint(28, "main_item_data_size_minus1", .minusOne, if: .equal("large_item_data_flag", 1))
      when(.equal("alpha_flag", 1)) {
        uint(15, "alpha_item_data_size", .bytes, if: .equal("large_item_data_flag", 0))
        uint(28, "alpha_item_data_size", .bytes, if: .equal("large_item_data_flag", 1))
        when(.notEqual("alpha_item_data_size", 0)) {
          uint(3, "alpha_item_codec_config_size", .bytes, if: .equal("large_codec_config_flag", 0))
          uint(
            12, "alpha_item_codec_config_size", .bytes, if: .equal("large_codec_config_flag", 1))
        }
      }
      flag(
        "exif_xmp_compressed_flag", if: .any([.equal("exif_flag", 1), .equal("xmp_flag", 1)]))
      when(.equal("exif_flag", 1)) {
        uint(10, "exif_data_size_minus1", .minusOne, if: .equal("large_metadata_flag", 0))
        uint(20, "exif_data_size_minus1", .minusOne, if: .equal("large_metadata_flag", 1))
      }
      when(.equal("xmp_flag", 1)) {
        uint(10, "xmp_data_size_minus1", .minusOne, if: .equal("large_metadata_flag", 0))
        uint(20, "xmp_data_size_minus1", .minusOne, if: .equal("large_metadata_flag", 1))
      }
      alignment()
      bytes(.field("main_item_codec_config_size"), "main_item_codec_config")
      bytes(
        .field("alpha_item_codec_config_size"), "alpha_item_codec_config",
        if: .all([.equal("alpha_flag", 1), .notEqual("alpha_item_data_size", 0)]))
      bytes(
        .field("gainmap_item_codec_config_size"), "gainmap_item_codec_config",
        if: .all([hasGainMap, .notEqual("gainmap_item_data_size", 0)]))
      bytes(.field("icc_data_size_minus1", plus: 1), "icc_data", .embedded("ICC "), if: .equal("icc_flag", 1))
      bytes(
        .field("tmap_icc_data_size_minus1", plus: 1), "tmap_icc_data", .embedded("ICC "),
        if: .all([hasGainMap, .equal("tmap_icc_flag", 1)]))
      bytes(.field("gainmap_metadata_size"), "gainmap_metadata", if: hasGainMap)
      bytes(.field("alpha_item_data_size"), "alpha_item_data", if: .equal("alpha_flag", 1))
      bytes(.field("gainmap_item_data_size"), "gainmap_item_data", if: hasGainMap)
      bytes(.field("main_item_data_size_minus1", plus: 1), "main_item_data")
      bytes(
        .field("exif_data_size_minus1", plus: 1), "exif_data", .embedded("TIFF"),
        if: .all([.equal("exif_flag", 1), .equal("exif_xmp_compressed_flag", 0)]))
      bytes(
        .field("exif_data_size_minus1", plus: 1), "exif_data",
        if: .all([.equal("exif_flag", 1), .equal("exif_xmp_compressed_flag", 1)]))
      bytes(
        .field("xmp_data_size_minus1", plus: 1), "xmp_data", .embedded("XMP "),
        if: .all([.equal("xmp_flag", 1), .equal("exif_xmp_compressed_flag", 0)]))
      bytes(
        .field("xmp_data_size_minus1", plus: 1), "xmp_data",
        if: .all([.equal("xmp_flag", 1), .equal("exif_xmp_compressed_flag", 1)]))
    }
  ]

  private static func gainMap() -> Row {
    when(.remaining(0)) {
      uint(7, "gainmap_width_minus1", .minusOne, if: .equal("large_dimensions_flag", 0))
      uint(15, "gainmap_width_minus1", .minusOne, if: .equal("large_dimensions_flag", 1))
      uint(7, "gainmap_height_minus1", .minusOne, if: .equal("large_dimensions_flag", 0))
      uint(15, "gainmap_height_minus1", .minusOne, if: .equal("large_dimensions_flag", 1))
      uint(8, "gainmap_matrix_coefficients", .colour(.matrix))
      flag("gainmap_full_range_flag")
      uint(2, "gainmap_chroma_subsampling", .names(subsampling))
      flag(
        "gainmap_chroma_is_horizontally_centered",
        if: .oneOf("gainmap_chroma_subsampling", [1, 2]))
      flag(
        "gainmap_chroma_is_vertically_centered", if: .equal("gainmap_chroma_subsampling", 1))
      flag("gainmap_float_flag")
      uint(2, "gainmap_bit_depth_log2_minus4", if: .equal("gainmap_float_flag", 1))
      when(.equal("gainmap_float_flag", 0)) {
        flag("gainmap_high_bit_depth_flag")
        uint(3, "gainmap_bit_depth_minus9", if: .equal("gainmap_high_bit_depth_flag", 1))
      }
      flag("tmap_icc_flag")
      flag("tmap_explicit_cicp_flag")
      when(.equal("tmap_explicit_cicp_flag", 1)) {
        uint(8, "tmap_colour_primaries", .colour(.primaries))
        uint(8, "tmap_transfer_characteristics", .colour(.transfer))
        uint(8, "tmap_matrix_coefficients", .colour(.matrix))
        flag("tmap_full_range_flag")
      }
    }
  }

  private static func hdrProperties() -> Row {
    when(.remaining(0)) {
      flag("clli_flag")
      flag("mdcv_flag")
      flag("cclv_flag")
      flag("amve_flag")
      flag("reve_flag")
      flag("ndwt_flag")
      group("clli", if: .equal("clli_flag", 1)) {
        uint(16, "max_content_light_level", .unit("cd/m²"))
        uint(16, "max_pic_average_light_level", .unit("cd/m²"))
      }
      group("mdcv", if: .equal("mdcv_flag", 1)) {
        table(3, "display_primaries") {
          uint(16, "display_primaries_x")
          uint(16, "display_primaries_y")
        }
        uint(16, "white_point_x")
        uint(16, "white_point_y")
        uint(32, "max_display_mastering_luminance", .scaled(10000, "cd/m²"))
        uint(32, "min_display_mastering_luminance", .scaled(10000, "cd/m²"))
      }
      group("cclv", if: .equal("cclv_flag", 1)) {
        reserved(2)
        flag("ccv_primaries_present_flag")
        flag("ccv_min_luminance_value_present_flag")
        flag("ccv_max_luminance_value_present_flag")
        flag("ccv_avg_luminance_value_present_flag")
        reserved(2)
        table(3, "ccv_primaries", if: .equal("ccv_primaries_present_flag", 1)) {
          int(32, "ccv_primaries_x")
          int(32, "ccv_primaries_y")
        }
        uint(
          32, "ccv_min_luminance_value", if: .equal("ccv_min_luminance_value_present_flag", 1))
        uint(
          32, "ccv_max_luminance_value", if: .equal("ccv_max_luminance_value_present_flag", 1))
        uint(
          32, "ccv_avg_luminance_value", if: .equal("ccv_avg_luminance_value_present_flag", 1))
      }
      group("amve", if: .equal("amve_flag", 1)) {
        uint(32, "ambient_illuminance", .scaled(10000, "lx"))
        uint(16, "ambient_light_x")
        uint(16, "ambient_light_y")
      }
      group("reve", if: .equal("reve_flag", 1)) {
        uint(32, "surround_luminance")
        uint(16, "surround_light_x")
        uint(16, "surround_light_y")
        uint(32, "periphery_luminance")
        uint(16, "periphery_light_x")
        uint(16, "periphery_light_y")
      }
      group("ndwt", if: .equal("ndwt_flag", 1)) {
        uint(32, "diffuse_white_luminance", .scaled(10000, "cd/m²"))
      }
    }
  }

  private static let hasGainMap: Condition =
    .all([.equal("hdr_flag", 1), .equal("gainmap_flag", 1)])
  private static let hasMetadata: Condition =
    .any([.equal("icc_flag", 1), .equal("exif_flag", 1), .equal("xmp_flag", 1), hasGainMap])

  private static let subsampling: Names = [0: "4:0:0", 1: "4:2:0", 2: "4:2:2", 3: "4:4:4"]
}

import ByteReading
import Structure

/// What only QuickTime puts into movies and tracks: apertures, mattes, inputs, other movies (QTFF).
enum QuickTimeMovie: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("tapt", "Track apertures", "QTFF, Track Aperture Mode Dimensions", in: "trak") {
      boxes()
    },
    Syntax(
      "clef", "Clean aperture size", "QTFF, Track Clean Aperture Dimensions", in: "tapt",
      versions: 0...0, summary: .function(Summaries.apertureSize)
    ) {
      ufixed(16, 16, "width")
      ufixed(16, 16, "height")
    },
    Syntax(
      "prof", "Production aperture size", "QTFF, Track Production Aperture Dimensions", in: "tapt",
      versions: 0...0, summary: .function(Summaries.apertureSize)
    ) {
      ufixed(16, 16, "width")
      ufixed(16, 16, "height")
    },
    Syntax(
      "enof", "Encoded size", "QTFF, Track Encoded Pixels Dimensions", in: "tapt", versions: 0...0,
      summary: .function(Summaries.apertureSize)
    ) {
      ufixed(16, 16, "width")
      ufixed(16, 16, "height")
    },
    Syntax("txas", "Excluded from autoselection", "QTFF, Track Exclude Atom", in: "trak"),
    Syntax("clip", "Clipping", "QTFF, Clipping Atoms", in: "moov trak") { boxes() },
    Syntax("crgn", "Clipping region", "QTFF, Clipping Region Atoms", in: "clip") {
      uint(16, "region_size", .bytes)
      group("region_boundary_box") {
        int(16, "top")
        int(16, "left")
        int(16, "bottom")
        int(16, "right")
      }
      bytes(.field("region_size", plus: -10), "clipping_region_data")
    },
    Syntax("matt", "Track matte", "QTFF, Track Matte Atoms", in: "trak") { boxes() },
    Syntax("kmat", "Compressed matte", "QTFF, Compressed Matte Atoms", in: "matt", versions: 0...0)
    {
      uint(32, "matte_image_description_size", .bytes)
      bytes(.field("matte_image_description_size", plus: -4), "matte_image_description")
      bytes(.remaining, "matte_data")
    },
    Syntax("load", "Track load settings", "QTFF, Track Load Settings Atoms", in: "trak") {
      uint(32, "preload_start_time", .ticks(.movie))
      uint(32, "preload_duration", .ticks(.movie))
      uint(32, "preload_flags", .flags([0x1: "always", 0x2: "only if enabled"]))
      uint(32, "default_hints", .flags([0x20: "double buffer", 0x100: "high quality"]))
    },
    // Its children are QuickTime atoms of 20 header bytes: the type stands where theirs does.
    // Files may also have the container that they stand in: twelve bytes and the root `sean`.
    Syntax("imap", "Track input map", "QTFF, Track Input Map Atoms", in: "trak") {
      group("container", if: .nextCode("sean", offset: 128)) {
        reserved(80)
        uint(16, "lock_count")
        uint(32, "size", .bytes)
        code("type")
        uint(32, "atom_id")
        reserved(16)
        uint(16, "child_count")
        reserved(32)
      }
      list(.remaining, "inputs") {
        uint(32, "size", .bytes)
        code("type")
        uint(32, "atom_id").identity
        reserved(16)
        uint(16, "child_count")
        reserved(32)
        within(.field("size", plus: -20), "children") {
          list(.remaining, "properties") {
            uint(32, "property_size", .bytes)
            code("property_type")
            uint(32, "property_id")
            reserved(16)
            uint(16, "property_child_count")
            reserved(32)
            within(.field("property_size", plus: -20), "property") {
              when(.code("property_type", "\\x00\\x00ty")) {
                uint(32, "input_type", .names(inputTypes))
              }
              when(.code("property_type", "obid")) { uint(32, "object_id") }
              when(.code("property_type", "dtst")) { code("data_source_type") }
            }
          }
        }
      }
    },
    Syntax("ctab", "Color table", "QTFF, Color Table Atoms") {
      uint(32, "color_table_seed")
      uint(16, "color_table_flags", .hex)
      uint(16, "color_table_size", .minusOne)
      table(.field("color_table_size", plus: 1), "color_array") {
        uint(16, "value")
        uint(16, "red")
        uint(16, "green")
        uint(16, "blue")
      }
    },

    Syntax("cmov", "Compressed movie", "QTFF, Compressed Movie Resources", in: "moov") { boxes() },
    Syntax(
      "dcom", "Compression", "QTFF, Compressed Movie Resources", in: "cmov",
      summary: "{compression_algorithm}"
    ) {
      code("compression_algorithm")
    },
    Syntax("cmvd", "Compressed movie data", "QTFF, Compressed Movie Resources", in: "cmov") {
      uint(32, "uncompressed_size", .bytes)
      bytes(.remaining, "data")
    },

    Syntax("rmra", "Reference movies", "QTFF, Reference Movie Atom", in: "moov") { boxes() },
    Syntax("rmda", "Reference movie", "QTFF, Reference Movie Descriptor Atom", in: "rmra") {
      boxes()
    },
    Syntax(
      "rdrf", "Data reference", "QTFF, Data Reference Atom", in: "rmda",
      summary: "{data_reference_type}"
    ) {
      uint(32, "flags", .flags([0x1: "self-contained"]))
      code("data_reference_type")
      uint(32, "data_reference_size", .bytes)
      string(
        .utf8, .bytes(.field("data_reference_size")), "data_reference",
        if: .code("data_reference_type", "url "))
      bytes(
        .field("data_reference_size"), "data_reference",
        if: .not(.code("data_reference_type", "url ")))
    },
    Syntax("rmdr", "Required data rate", "QTFF, Data Rate Atom", in: "rmda") {
      uint(32, "flags", .hex)
      uint(32, "data_rate", .names(dataRates))
    },
    Syntax("rmcs", "Required CPU speed", "QTFF, CPU Speed Atom", in: "rmda") {
      uint(32, "flags", .hex)
      // QuickTime's own header has 16 bits (QTAltCPURatingRecord), the specification 32.
      uint(32, "cpu_speed", if: .remaining(32))
      uint(16, "cpu_speed", if: .all([.remaining(16), .not(.remaining(32))]))
    },
    Syntax("rmvc", "Required version", "QTFF, Version Check Atom", in: "rmda") {
      uint(32, "flags", .hex)
      code("software_package")
      uint(32, "version", .hex)
      uint(32, "mask", .hex)
      uint(16, "check_type", .names([0: "at least", 1: "equal under the mask"]))
    },
    Syntax("rmcd", "Required component", "QTFF, Component Detect Atom", in: "rmda") {
      uint(32, "flags", .hex)
      group("component_description") {
        code("component_type")
        code("component_subtype")
        code("component_manufacturer")
        uint(32, "component_flags", .hex)
        uint(32, "component_flags_mask", .hex)
      }
      uint(32, "minimum_version", .hex)
    },
    Syntax("rmqu", "Quality", "QTFF, Quality Atom", in: "rmda") { uint(32, "quality") },
    Syntax("rmla", "Language", "QTFF, Reference Movie Language", in: "rmda") {
      uint(32, "flags", .hex)
      uint(16, "language", .language)
    },
  ]

  static let inputTypes: Names = [
    1: "transformation matrix", 2: "clipping region", 3: "volume", 4: "balance",
    5: "graphics mode", 6: "object matrix", 7: "object graphics mode", 0x7669_6465: "image",
  ]

  static let dataRates: Names = [
    1400: "14.4 modem", 2800: "28.8 modem", 5600: "ISDN", 11200: "dual ISDN",
    25600: "256 kbit/s", 38400: "384 kbit/s", 51200: "512 kbit/s", 76800: "768 kbit/s",
    100_000: "1 Mbit/s", 150_000: "T1", 0x7FFF_FFFF: "unlimited",
  ]
}

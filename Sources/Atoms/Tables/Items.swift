import ByteReading
import Structure

extension ContextKey {
  /// The version of the `iref` box around a reference, which decides how wide item IDs are.
  static let itemReferenceVersion = ContextKey(20, "itemReferenceVersion")
}

/// Items: data in a file without a timeline (14496-12 §8.11), and groups of them (§8.18).
enum Items: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("xml ", "XML", "14496-12 §8.11.2", in: "meta", versions: 0...0, summary: "{xml}") {
      string(.utf8OrUTF16, .rest, "xml")
    },
    Syntax("bxml", "Binary XML", "14496-12 §8.11.2", in: "meta", versions: 0...0) {
      bytes(.remaining, "data")
    },
    Syntax(
      "iloc", "Item locations", "14496-12 §8.11.3", in: "meta", versions: 0...2,
      summary: .function(Summaries.itemLocations)
    ) {
      uint(4, "offset_size", .bytes)
      uint(4, "length_size", .bytes)
      uint(4, "base_offset_size", .bytes)
      uint(4, "index_size", .bytes, if: .versionAtLeast(1))
      reserved(4, if: .version(0))
      uint(16, "item_count", if: .not(.versionAtLeast(2)))
      uint(32, "item_count", if: .versionAtLeast(2))
      list(.field("item_count"), "items") {
        uint(16, "item_ID", .reference(.item), if: .not(.versionAtLeast(2))).identity.noted
        uint(32, "item_ID", .reference(.item), if: .versionAtLeast(2)).identity.noted
        reserved(12, if: .versionAtLeast(1))
        uint(4, "construction_method", .names(constructionMethods), if: .versionAtLeast(1))
          .offsetMethod
        uint(16, "data_reference_index")
        uint(.field("base_offset_size", times: 8), "base_offset", .fileOffset(.item))
        uint(16, "extent_count")
        table(.field("extent_count"), "extents") {
          uint(
            .field("index_size", times: 8), "item_reference_index",
            if: .all([.versionAtLeast(1), .notEqual("index_size", 0)]))
          uint(.field("offset_size", times: 8), "extent_offset", .fileOffset(.item)).noted
          uint(.field("length_size", times: 8), "extent_length", .bytes)
        }
      }
    },
    Syntax(
      "pitm", "Primary item", "14496-12 §8.11.4", in: "meta", versions: 0...1,
      summary: .function(Summaries.primaryItem)
    ) {
      uint(16, v1: 32, "item_ID", .reference(.item)).noted
    },
    Syntax("ipro", "Item protection", "14496-12 §8.11.5", in: "meta", versions: 0...0) {
      uint(16, "protection_count")
      boxes()
    },
    Syntax(
      "iinf", "Item information", "14496-12 §8.11.6", in: "meta", versions: 0...2,
      summary: .function(Summaries.itemCount)
    ) {
      uint(16, v1: 32, "entry_count", if: .not(.version(2)))
      departure(.itemListVersion, if: .version(2)) { uint(32, "entry_count") }
      boxes()
    },
    Syntax(
      "infe", "Item", "14496-12 §8.11.6", in: "iinf", versions: 0...3, identities: "id=item_ID",
      summary: .function(Summaries.item)
    ) {
      flags([0x1: "hidden"])
      when(.not(.versionAtLeast(2))) {
        uint(16, "item_ID").identity
        uint(16, "item_protection_index")
        string(.utf8, .terminated, "item_name")
        string(.utf8, .terminated, "content_type")
        string(.utf8, .terminated, "content_encoding", if: .remaining(8))
      }
      when(.all([.version(1), .remaining(32)])) {
        code("extension_type", .names(.codes(["fdel": "file delivery"])))
        when(.code("extension_type", "fdel")) {
          string(.utf8, .terminated, "content_location")
          string(.utf8, .terminated, "content_MD5")
          uint(64, "content_length", .bytes)
          uint(64, "transfer_length", .bytes)
          uint(8, "entry_count")
          array(.field("entry_count"), "group_ids", of: uint(32, "group_id"))
        }
      }
      when(.versionAtLeast(2)) {
        uint(16, "item_ID", if: .version(2)).identity
        uint(32, "item_ID", if: .versionAtLeast(3)).identity
        uint(16, "item_protection_index")
        code("item_type", .names(ItemNames.itemTypes))
        string(.utf8, .terminated, "item_name")
        string(.utf8, .terminated, "content_type", if: .code("item_type", "mime"))
        string(
          .utf8, .terminated, "content_encoding",
          if: .all([.code("item_type", "mime"), .remaining(8)]))
        string(.utf8, .terminated, "item_uri_type", if: .code("item_type", "uri "))
      }
    },
    Syntax("idat", "Item data", "14496-12 §8.11.11", in: "meta") { bytes(.remaining, "data") },
    Syntax("iref", "Item references", "14496-12 §8.11.12", in: "meta", versions: 0...1) {
      boxes()
    },
    Syntax(
      "*", "Item reference", "14496-12 §8.11.12", in: "iref", identities: "from=from_item_ID",
      summary: .function(Summaries.itemReference), titles: Titles { referenceTypes }
    ) {
      when(.not(.context(.itemReferenceVersion, 1))) {
        uint(16, "from_item_ID", .reference(.item)).identity.noted
        uint(16, "reference_count")
        array(
          .field("reference_count"), "to_item_ID",
          of: uint(16, "to_item_ID", .reference(.item)).noted)
      }
      when(.context(.itemReferenceVersion, 1)) {
        uint(32, "from_item_ID", .reference(.item)).identity.noted
        uint(16, "reference_count")
        array(
          .field("reference_count"), "to_item_ID",
          of: uint(32, "to_item_ID", .reference(.item)).noted)
      }
    },
    Syntax("iprp", "Item properties", "14496-12 §8.11.14", in: "meta") { boxes() },
    Syntax("ipco", "Property container", "14496-12 §8.11.14", in: "iprp") { boxes() },
    Syntax(
      "ipma", "Property associations", "14496-12 §8.11.14", in: "iprp", versions: 0...1,
      summary: .function(Summaries.itemAssociations)
    ) {
      flags([0x1: "15-bit property indexes"])
      uint(32, "entry_count")
      list(.field("entry_count"), "entries") {
        uint(16, v1: 32, "item_ID", .reference(.item)).identity.noted
        uint(8, "association_count")
        table(.field("association_count"), "associations") {
          flag("essential")
          uint(7, "property_index", .reference(.property), if: .not(.flag(0x1))).noted
          uint(15, "property_index", .reference(.property), if: .flag(0x1)).noted
        }
      }
    },

    Syntax("md5i", "MD5 integrity", "23008-12 §6.11", in: "meta", versions: 0...0) {
      bytes(16, "input_MD5", .hex)
      code("input_4cc")
      when(.code("input_4cc", "sgpd")) {
        code("grouping_type")
        uint(32, "grouping_type_parameter", if: .flag(0x1))
        uint(32, "num_entries")
        array(
          .field("num_entries"), "group_description_indexes",
          of: uint(32, "group_description_index"))
      }
    },
    Syntax(
      "ID32", "ID3v2 tag", "ID3v2 in MP4, ID3v2 Box", in: "meta", versions: 0...0,
      summary: "language {language}"
    ) {
      uint(16, "language", .language)
      bytes(.remaining, "ID3v2data")
    },

    Syntax("grpl", "Entity groups", "14496-12 §8.18.2", in: "meta") { boxes() },
    Syntax(
      "*", "Entity group", "14496-12 §8.18.3", in: "grpl", versions: 0...0,
      identities: "id=group_id", summary: .function(Summaries.entityGroup),
      titles: Titles { groupingTypes }
    ) {
      uint(32, "group_id", .reference(.group)).identity
      uint(32, "num_entities_in_group")
      array(.field("num_entities_in_group"), "entity_ids", of: uint(32, "entity_id"))
    },
    Syntax("acgl", "Subpictures in common", "14496-15 §11.4", in: "grpl", versions: 0...0) {
      uint(32, "group_id", .reference(.group)).identity
      uint(32, "num_entities_in_group")
      array(.field("num_entities_in_group"), "entity_ids", of: uint(32, "entity_id"))
      flag("level_is_present_flag")
      flag("level_is_static_flag")
      reserved(6)
      uint(8, "level_idc", if: .equal("level_is_present_flag", 1))
      uint(32, "level_info_entity_idx", if: .equal("level_is_static_flag", 0))
      uint(16, "num_active_tracks")
    },
    Syntax("amgl", "Subpictures in groups", "14496-15 §11.4", in: "grpl", versions: 0...0) {
      uint(32, "group_id", .reference(.group)).identity
      uint(32, "num_entities_in_group")
      array(.field("num_entities_in_group"), "entity_ids", of: uint(32, "entity_id"))
      flag("level_is_present_flag")
      flag("level_is_static_flag")
      // The specification prints seven bits here, which would leave the rest off byte boundaries.
      reserved(6)
      uint(8, "level_idc", if: .equal("level_is_present_flag", 1))
      uint(32, "level_info_entity_idx", if: .equal("level_is_static_flag", 0))
      uint(16, "num_subgroup_ids")
      array(
        .field("num_entities_in_group"), "track_subgroup_ids",
        if: .atLeast("num_subgroup_ids", 256), of: uint(16, "track_subgroup_id"))
      array(
        .field("num_entities_in_group"), "track_subgroup_ids",
        if: .not(.atLeast("num_subgroup_ids", 256)), of: uint(8, "track_subgroup_id"))
      array(
        .field("num_subgroup_ids"), "num_active_tracks", of: uint(16, "num_active_tracks"))
    },
    Syntax("opeg", "VVC operating points", "14496-15 §11.4", in: "grpl", versions: 0...0) {
      uint(32, "group_id", .reference(.group)).identity
      uint(32, "num_entities_in_group")
      array(.field("num_entities_in_group"), "entity_ids", of: uint(32, "entity_id"))
      uint(8, "num_profile_tier_level_minus1", .minusOne)
      bytes(.remaining, "operating_points")
    },
    Syntax(
      "pymd", "Image pyramid", "23008-12 §6.8.11", in: "grpl", versions: 0...0,
      summary: "group {group_id}, {layers|count} layers"
    ) {
      uint(32, "group_id", .reference(.group)).identity
      uint(32, "num_entities_in_group")
      array(.field("num_entities_in_group"), "entity_ids", of: uint(32, "entity_id"))
      uint(16, "tile_size_x", .unit("px"))
      uint(16, "tile_size_y", .unit("px"))
      table(.field("num_entities_in_group"), "layers") {
        uint(16, "layer_binning")
        uint(16, "tiles_in_layer_row_minus1", .minusOne)
        uint(16, "tiles_in_layer_column_minus1", .minusOne)
      }
    },
    Syntax("swtk", "Switchable tracks", "14496-15 §11.4", in: "grpl", versions: 0...0) {
      uint(32, "group_id", .reference(.group)).identity
      uint(32, "num_entities_in_group")
      array(.field("num_entities_in_group"), "entity_ids", of: uint(32, "entity_id"))
      array(
        .field("num_entities_in_group"), "track_switch_hierarchy_ids",
        of: uint(16, "track_switch_hierarchy_id"))
    },
  ]

  private static let constructionMethods: Names = [0: "file", 1: "idat", 2: "item"]

  private static let referenceTypes: Names = .codes([
    "auxl": "Auxiliary image of", "base": "Base of pre-derived image", "cdsc": "Describes",
    "dimg": "Derived from", "dpnd": "Coding dependency", "eroi": "Region of",
    "evir": "EVC slice of", "exbl": "Scalable base", "fdel": "File delivery", "font": "Font",
    "iloc": "Data location", "mask": "Region mask", "mint": "Data integrity of",
    "pred": "Predicted from", "prem": "Premultiplied by", "tbas": "Tile base",
    "thmb": "Thumbnail of",
    "sato": "Sample transform of",
  ])

  private static let groupingTypes: Names = .codes([
    "aebr": "Auto exposure bracketing", "afbr": "Flash exposure bracketing",
    "albc": "Album collection", "altr": "Alternatives", "brst": "Burst",
    "dobr": "Depth of field bracketing", "eply": "Playout", "eqiv": "Equivalents",
    "favc": "Favourites collection", "fobr": "Focus bracketing", "iaug": "Image with audio",
    "oval": "Alternative overlays", "ovbg": "Overlays and background", "pano": "Panorama",
    "prsl": "Preselection", "pymd": "Image pyramid", "slid": "Slideshow", "ster": "Stereo pair",
    "swpc": "Object switch alternatives", "tsyn": "Time-synchronised capture",
    "vipo": "Viewpoint", "vvcb": "VVC bitstream", "wbbr": "White balance bracketing",
  ])
}

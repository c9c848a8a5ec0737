import ByteReading
import Structure

/// Selection of tracks and parts of tracks (14496-12 §8.10.3–§8.14, 14496-15 §6.6, §7.6).
enum SubTracks: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("tsel", "Track selection", "14496-12 §8.10.3", in: "udta", versions: 0...0) {
      int(32, "switch_group", .names([0: "none"]))
      array(.remaining, "attribute_list", of: code("attribute", .names(attributes)))
    },
    Syntax(
      "kind", "Track kind", "14496-12 §8.10.4", in: "udta", versions: 0...0,
      summary: "{value}, {schemeURI}"
    ) {
      string(.utf8, .terminated, "schemeURI").identity
      string(.utf8, .terminated, "value")
    },
    Syntax(
      "labl", "Label", "14496-12 §8.10.5", versions: 0...0, summary: "\"{label}\", {language}"
    ) {
      flags([0x1: "group label"])
      uint(16, "label_id").identity
      string(.utf8, .terminated, "language")
      string(.utf8, .terminated, "label")
    },
    Syntax("strk", "Sub-track", "14496-12 §8.14.3", in: "udta") { boxes() },
    Syntax(
      "stri", "Sub-track information", "14496-12 §8.14.4", in: "strk", versions: 0...0,
      summary: "sub-track {sub_track_ID}"
    ) {
      int(16, "switch_group", .names([0: "none"]))
      int(16, "alternate_group", .names([0: "none"]))
      uint(32, "sub_track_ID").identity
      array(.remaining, "attribute_list", of: code("attribute", .names(attributes)))
    },
    Syntax("strd", "Sub-track definition", "14496-12 §8.14.5", in: "strk") { boxes() },
    Syntax(
      "stsg", "Sub-track sample groups", "14496-12 §8.14.6", in: "strd", versions: 0...0
    ) {
      code("grouping_type").identity
      uint(16, "item_count")
      array(
        .field("item_count"), "group_description_indexes", of: uint(32, "group_description_index"))
    },
    Syntax("sstl", "Sub-track SVC layers", "14496-15 §6.6", in: "strd", versions: 0...0) {
      uint(16, "item_count")
      table(.field("item_count"), "items") {
        uint(3, "dependency_id")
        uint(4, "quality_id")
        uint(3, "temporal_id")
        uint(6, "priority_id")
        uint(2, "dependency_id_range")
        uint(2, "quality_id_range")
        uint(2, "temporal_id_range")
        uint(2, "priority_id_range")
      }
    },
    Syntax("mstv", "Sub-track MVC views", "14496-15 §7.6", in: "strd", versions: 0...0) {
      uint(16, "item_count")
      table(.field("item_count"), "items") {
        uint(10, "view_id")
        uint(4, "temporal_id")
        reserved(2)
      }
    },
    Syntax("stti", "Sub-track tiers", "14496-15 §6.6", in: "strd", versions: 0...0) {
      uint(16, "item_count")
      array(.field("item_count"), "tierIDs", of: uint(16, "tierID"))
    },
    Syntax("tstb", "Sub-track tiles", "14496-15 §10.6", in: "strd", versions: 0...0) {
      uint(16, "item_count")
      array(.field("item_count"), "tileGroupIDs", of: uint(16, "tileGroupID"))
    },
    Syntax("stmg", "Sub-track multiview groups", "14496-15 §7.6", in: "strd", versions: 0...0) {
      uint(16, "item_count")
      array(.field("item_count"), "MultiviewGroupIds", of: uint(32, "MultiviewGroupId"))
    },
  ]

  private static let attributes: Names = .codes([
    "tesc": "temporal scalability", "fgsc": "fine-grain SNR scalability",
    "cgsc": "coarse-grain SNR scalability", "spsc": "spatial scalability",
    "resc": "region of interest scalability", "vwsc": "view scalability", "cdec": "codec",
    "scsz": "screen size", "mpsz": "maximum packet size", "mtyp": "media type",
    "mela": "media language", "bitr": "bit rate", "frar": "frame rate",
    "nvws": "number of views",
  ])
}

import ByteReading
import Structure

/// The movie and its tracks (14496-12 §8.2–8.3, §8.6.5–6).
enum Movie: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("moov", "Movie", "14496-12 §8.2.1", in: "file", summary: .function(Summaries.movie)) {
      boxes()
    },
    Syntax(
      "mvhd", "Movie header", "14496-12 §8.2.2", in: "moov", versions: 0...1,
      summary: .function(Summaries.movieHeader)
    ) {
      uint(32, v1: 64, "creation_time", .secondsSince1904).volatile
      uint(32, v1: 64, "modification_time", .secondsSince1904).volatile
      uint(32, "timescale")
      uint(32, v1: 64, "duration", .ticks(.field("timescale")))
      fixed(16, 16, "rate")
      fixed(8, 8, "volume")
      reserved(80)
      array(9, "matrix", .matrix, of: fixed(16, 16, "value"))
      // Six times of QuickTime's; pre_defined as zero in ISO files.
      uint(32, "preview_time", .ticks(.field("timescale")))
      uint(32, "preview_duration", .ticks(.field("timescale")))
      uint(32, "poster_time", .ticks(.field("timescale")))
      uint(32, "selection_time", .ticks(.field("timescale")))
      uint(32, "selection_duration", .ticks(.field("timescale")))
      uint(32, "current_time", .ticks(.field("timescale")))
      uint(32, "next_track_ID")
    },
    Syntax(
      "prfl", "Profile", "QTFF, Profile Atom", in: "moov trak", versions: 0...0,
      summary: "{features|count} features"
    ) {
      uint(32, "number_of_feature_entries")
      table(.field("number_of_feature_entries"), "features") {
        reserved(32)
        code("part_ID", .names(.codes(["    ": "any brand"])))
        code("feature_code")
        uint(32, "feature_value", .hex)
      }
    },

    Syntax(
      "trak", "Track", "14496-12 §8.3.1", in: "moov",
      identities: "id=tkhd.track_ID handler=mdia/hdlr.handler_type",
      summary: .function(Summaries.track)
    ) { boxes() },
    Syntax(
      "tkhd", "Track header", "14496-12 §8.3.2", in: "trak", versions: 0...1,
      summary: .function(Summaries.trackHeader)
    ) {
      // 0x8 says "in poster" in QuickTime files.
      flags([
        0x1: "enabled", 0x2: "in movie", 0x4: "in preview", 0x8: "size is aspect ratio",
      ])
      uint(32, v1: 64, "creation_time", .secondsSince1904).volatile
      uint(32, v1: 64, "modification_time", .secondsSince1904).volatile
      uint(32, "track_ID").identity
      reserved(32)
      uint(32, v1: 64, "duration", .ticks(.movie))
      reserved(64)
      int(16, "layer")
      int(16, "alternate_group")
      fixed(8, 8, "volume")
      reserved(16)
      array(9, "matrix", .matrix, of: fixed(16, 16, "value"))
      ufixed(16, 16, "width")
      ufixed(16, 16, "height")
    },
    Syntax("tref", "Track references", "14496-12 §8.3.3", in: "trak") { boxes() },
    Syntax(
      "*", "Track reference", "14496-12 §8.3.3.2", in: "tref",
      summary: .function(Summaries.trackReference), titles: Titles { references }
    ) {
      array(.remaining, "track_IDs", of: uint(32, "track_ID", .reference(.track)).noted)
    },
    Syntax("trgr", "Track groups", "14496-12 §8.3.4", in: "trak") { boxes() },
    Syntax(
      "*", "Track group", "14496-12 §8.3.4.2", in: "trgr", versions: 0...0,
      titles: Titles { groups }
    ) {
      uint(32, "track_group_id").identity
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("ster", "Stereo pair", "14496-12 §8.3.4.4", in: "trgr", versions: 0...0) {
      uint(32, "track_group_id").identity
      flag("left_view_flag")
      reserved(31)
    },
    Syntax(
      "ttyp", "Track type", "14496-12 §8.3.5", in: "trak", summary: .function(Summaries.fileType)
    ) {
      code("major_brand").noted
      uint(32, "minor_version", .hex)
      array(.remaining, "compatible_brands", of: code("compatible_brand").noted)
    },

    Syntax("edts", "Edits", "14496-12 §8.6.5", in: "trak") { boxes() },
    Syntax(
      "elst", "Edit list", "14496-12 §8.6.6", in: "edts", versions: 0...1,
      summary: .function(Summaries.editList)
    ) {
      flags([0x1: "RepeatEdits"])
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(32, v1: 64, "edit_duration", .ticks(.movie))
        int(32, v1: 64, "media_time", .ticks(.media)).minusOneIsNone
        int(16, "media_rate_integer")
        int(16, "media_rate_fraction")
      }
    },
  ]

  static let references = Names.codes([
    "adda": "Additional audio",
    "adrc": "DRC metadata",
    "aest": "Associated external stream",
    "auxl": "Auxiliary track",
    "avcp": "AVC parameter sets",
    "cdep": "Structural dependency",
    "cdsc": "Described content",
    "cdtg": "Described tracks and groups",
    "chap": "Chapters",
    "clcp": "Closed captions",
    "deps": "Depth view",
    "dpnd": "MPEG-4 dependency",
    "evcr": "EVC slice base",
    "fall": "Fallback",
    "folw": "Subtitle to follow",
    "font": "Fonts",
    "forc": "Forced subtitles",
    "hind": "Hint dependency",
    "hint": "Hinted media",
    "ipir": "IPI declarations",
    "lyra": "Audio layer dependency",
    "mixn": "Mixed NAL units",
    "mpod": "Elementary streams of object descriptors",
    "oref": "Operating points",
    "recr": "VVC reconstruction",
    "rndr": "Rendering metadata",
    "sabt": "HEVC tiles",
    "sbas": "Scalable base",
    "sbtl": "Subtitles",
    "scal": "Scalable extraction",
    "scpt": "Transcript",
    "shsc": "Shadow sync samples",
    "ssrc": "Nonprimary source",
    "subp": "VVC subpictures",
    "subt": "Subtitles",
    "supm": "Supplementary video",
    "swfr": "AVC switch from",
    "swto": "AVC switch to",
    "sync": "Synchronization source",
    "tbas": "HEVC tile base",
    "thmb": "Thumbnails",
    "tmcd": "Timecode",
    "tmpr": "Time of production",
    "v3cs": "V3C atlas",
    "v3ct": "V3C atlas tile",
    "v3va": "V3C attribute video",
    "v3vg": "V3C geometry video",
    "v3vo": "V3C occupancy video",
    "vdep": "Auxiliary depth",
    "vplx": "Auxiliary parallax",
    "vref": "VVC operating points",
    "vreg": "VVC operating point group",
    "vvcN": "VVC non-VCL track",
  ])

  static let groups = Names.codes([
    "2dsr": "Two-dimensional spatial relationship",
    "alte": "Alternative extraction sources",
    "cstg": "Complete subset",
    "msrc": "Multi-source presentation",
    "potg": "Playout group",
    "scvg": "Component video tracks",
    "snut": "Same NAL unit type",
    "stvg": "Tile video tracks",
    "vtcg": "V3C atlas tile components",
  ])
}

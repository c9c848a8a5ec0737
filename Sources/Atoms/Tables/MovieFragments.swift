import ByteReading
import Structure

/// Movie fragments and what announces them (14496-12 §8.8).
enum MovieFragments: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "mvex", "Movie extends", "14496-12 §8.8.1", in: "moov",
      summary: .function(Summaries.movieExtends)
    ) { boxes() },
    Syntax(
      "mehd", "Movie extends header", "14496-12 §8.8.2", in: "mvex", versions: 0...1,
      summary: .function(Summaries.movieExtendsHeader)
    ) {
      uint(32, v1: 64, "fragment_duration", .ticks(.movie))
    },
    Syntax(
      "trex", "Track extends", "14496-12 §8.8.3", in: "mvex", versions: 0...0,
      identities: "track=track_ID", summary: .function(Summaries.trackExtends)
    ) {
      uint(32, "track_ID", .reference(.track)).identity
      uint(32, "default_sample_description_index", .reference(.sampleDescription))
      uint(32, "default_sample_duration", .ticks(.media))
      uint(32, "default_sample_size", .bytes)
      uint(32, "default_sample_flags", .sampleFlags)
    },
    Syntax(
      "moof", "Movie fragment", "14496-12 §8.8.4", in: "file",
      identities: "seq=mfhd.sequence_number", summary: .function(Summaries.fragment),
      grouping: Grouping(
        before: "styp sidx emsg prft", after: "mdat", columns: FragmentTable.columns,
        cell: FragmentTable.cell)
    ) { boxes() },
    Syntax(
      "mfhd", "Movie fragment header", "14496-12 §8.8.5", in: "moof", versions: 0...0,
      summary: "sequence number {sequence_number}"
    ) {
      uint(32, "sequence_number").identity
    },
    Syntax(
      "traf", "Track fragment", "14496-12 §8.8.6", in: "moof", identities: "track=tfhd.track_ID",
      summary: .function(Summaries.trackFragment)
    ) { boxes() },
    Syntax(
      "tfhd", "Track fragment header", "14496-12 §8.8.7", in: "traf", versions: 0...0,
      summary: .function(Summaries.trackFragmentHeader)
    ) {
      flags([
        0x000001: "base-data-offset-present",
        0x000002: "sample-description-index-present",
        0x000008: "default-sample-duration-present",
        0x000010: "default-sample-size-present",
        0x000020: "default-sample-flags-present",
        0x010000: "duration-is-empty",
        0x020000: "default-base-is-moof",
      ])
      uint(32, "track_ID", .reference(.track)).identity
      uint(64, "base_data_offset", .fileOffset(.file), if: .flag(0x1))
      uint(32, "sample_description_index", .reference(.sampleDescription), if: .flag(0x2))
      uint(32, "default_sample_duration", .ticks(.media), if: .flag(0x8))
      uint(32, "default_sample_size", .bytes, if: .flag(0x10))
      uint(32, "default_sample_flags", .sampleFlags, if: .flag(0x20))
    },
    // Version 0 has unsigned composition offsets; some writers store negative ones there as well.
    Syntax(
      "trun", "Track run", "14496-12 §8.8.8", in: "traf", versions: 0...1,
      summary: .function(Summaries.trackRun)
    ) {
      flags([
        0x000001: "data-offset-present",
        0x000004: "first-sample-flags-present",
        0x000100: "sample-duration-present",
        0x000200: "sample-size-present",
        0x000400: "sample-flags-present",
        0x000800: "sample-composition-time-offsets-present",
      ])
      uint(32, "sample_count").noted
      int(32, "data_offset", .fileOffset(.fragment), if: .flag(0x1)).noted
      uint(32, "first_sample_flags", .sampleFlags, if: .flag(0x4))
      table(.field("sample_count"), "samples", if: .flag(0xF00)) {
        uint(32, "sample_duration", .ticks(.media), if: .flag(0x100))
        uint(32, "sample_size", .bytes, if: .flag(0x200))
        uint(32, "sample_flags", .sampleFlags, if: .flag(0x400))
        int(32, "sample_composition_time_offset", .ticks(.media), if: .flag(0x800))
      }
    },
    Syntax(
      "tfdt", "Track fragment decode time", "14496-12 §8.8.12", in: "traf", versions: 0...1,
      summary: .function(Summaries.decodeTime)
    ) {
      uint(32, v1: 64, "baseMediaDecodeTime", .ticks(.media))
    },
    Syntax("leva", "Level assignment", "14496-12 §8.8.13", in: "mvex", versions: 0...0) {
      uint(8, "level_count")
      list(.field("level_count"), "levels") {
        uint(32, "track_ID", .reference(.track))
        flag("padding_flag")
        uint(7, "assignment_type", .names(levelAssignments))
        code("grouping_type", if: .oneOf("assignment_type", [0, 1]))
        uint(32, "grouping_type_parameter", if: .equal("assignment_type", 1))
        uint(32, "sub_track_ID", if: .equal("assignment_type", 4))
      }
    },
    Syntax(
      "trep", "Track extension properties", "14496-12 §8.8.15", in: "mvex", versions: 0...0,
      identities: "track=track_ID", summary: "track {track_ID}"
    ) {
      uint(32, "track_ID", .reference(.track)).identity
      boxes()
    },
    Syntax(
      "assp", "Alternative startup sequences", "14496-12 §8.8.16", in: "trep", versions: 0...1
    ) {
      int(32, "min_initial_alt_startup_offset", if: .version(0))
      when(.versionAtLeast(1)) {
        uint(32, "num_entries")
        table(.field("num_entries"), "entries") {
          uint(32, "grouping_type_parameter")
          int(32, "min_initial_alt_startup_offset")
        }
      }
    },
    Syntax("rsot", "Original timing", "14496-12 §9.4", in: "traf", versions: 0...0) {
      flags([0x1: "original-duration-present", 0x2: "elapsed-duration-present"])
      uint(32, "original_duration", .ticks(.media), if: .flag(0x1))
      uint(32, "elapsed_duration", .ticks(.media), if: .flag(0x2))
    },

    Syntax(
      "uuid", "Fragment time", "MS-SSTR §2.2.4.4", in: "traf", versions: 0...1,
      extendedType: "6D1D9B05-42D5-44E6-80E2-141DAFF757B2",
      summary: "{FragmentDuration} from {FragmentAbsoluteTime}"
    ) {
      uint(32, v1: 64, "FragmentAbsoluteTime", .ticks(.media))
      uint(32, v1: 64, "FragmentDuration", .ticks(.media))
    },
    Syntax(
      "uuid", "Following fragments", "MS-SSTR §2.2.4.5", in: "traf", versions: 0...1,
      extendedType: "D4807EF2-CA39-4695-8E54-26CB9E46A79F",
      summary: "{FragmentCount} fragments follow"
    ) {
      uint(8, "FragmentCount")
      table(.field("FragmentCount"), "fragments") {
        uint(32, v1: 64, "FragmentAbsoluteTime", .ticks(.media))
        uint(32, v1: 64, "FragmentDuration", .ticks(.media))
      }
    },
    Syntax("tfad", "Track fragment adjustment", "26.244", in: "traf") { boxes() },
    Syntax(
      "tfma", "Track fragment media adjustment", "26.244", in: "tfad", versions: 0...1
    ) {
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(32, v1: 64, "segment_duration", .ticks(.movie))
        int(32, v1: 64, "media_time", .ticks(.media)).minusOneIsNone
        int(16, "media_rate_integer")
        int(16, "media_rate_fraction")
      }
    },
    Syntax("trik", "Trick play", "DECE Media Format", in: "traf", versions: 0...0) {
      table(.remaining, "entries") {
        uint(2, "pic_type")
        uint(6, "dependency_level")
      }
    },
    Syntax("ainf", "Asset information", "DECE Media Format", in: "moov", versions: 0...0) {
      uint(32, "profile_version", .hex)
      string(.utf8, .terminated, "APID")
      boxes()
    },
  ]

  static let levelAssignments: Names = [
    0: "by sample group", 1: "by sample group and parameter", 2: "by track",
    3: "by track, in order", 4: "by sub-track",
  ]
}

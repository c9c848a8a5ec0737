import ByteReading
import Structure

/// The sample table and what stands in it (14496-12 §8.5–8.7).
enum SampleTable: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("stbl", "Sample table", "14496-12 §8.5.1", in: "minf") { boxes() },
    Syntax(
      "stsd", "Sample descriptions", "14496-12 §8.5.2", in: "stbl", versions: 0...1,
      summary: .function(Summaries.sampleDescriptions)
    ) {
      uint(32, "entry_count")
      boxes()
    },
    Syntax("stdp", "Degradation priorities", "14496-12 §8.5.3", in: "stbl", versions: 0...0) {
      table(.remaining, "entries") { uint(16, "priority") }
    },
    Syntax("stsl", "Sample scale", "14496-12:2005 §8.35", versions: 0...0) {
      reserved(7)
      flag("constraint_flag")
      uint(8, "scale_method", .names(scaleMethods))
      int(16, "display_center_x")
      int(16, "display_center_y")
    },

    Syntax(
      "stts", "Time to sample", "14496-12 §8.6.1.2", in: "stbl", versions: 0...0,
      summary: .function(Summaries.timeToSample)
    ) {
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(32, "sample_count")
        uint(32, "sample_delta", .ticks(.media))
      }
    },
    // Version 0 has unsigned offsets; QuickTime and others write negative ones there as well.
    Syntax(
      "ctts", "Composition offsets", "14496-12 §8.6.1.3", in: "stbl", versions: 0...1,
      summary: .function(Summaries.compositionOffsets)
    ) {
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(32, "sample_count")
        int(32, "sample_offset", .ticks(.media))
      }
    },
    Syntax(
      "cslg", "Composition to decode", "14496-12 §8.6.1.4", in: "stbl trep", versions: 0...1,
      summary: "shift {compositionToDTSShift}, {compositionStartTime} – {compositionEndTime}"
    ) {
      int(32, v1: 64, "compositionToDTSShift", .ticks(.media))
      int(32, v1: 64, "leastDecodeToDisplayDelta", .ticks(.media))
      int(32, v1: 64, "greatestDecodeToDisplayDelta", .ticks(.media))
      int(32, v1: 64, "compositionStartTime", .ticks(.media))
      int(32, v1: 64, "compositionEndTime", .ticks(.media))
    },
    Syntax(
      "stss", "Sync samples", "14496-12 §8.6.2", in: "stbl", versions: 0...0,
      summary: .function(Summaries.syncSamples)
    ) {
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") { uint(32, "sample_number") }
    },
    Syntax(
      "stps", "Partial sync samples", "QTFF, Partial Sync Sample Atom", in: "stbl", versions: 0...0,
      summary: .function(Summaries.syncSamples)
    ) {
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") { uint(32, "sample_number") }
    },
    Syntax(
      "stsh", "Shadow sync samples", "14496-12 §8.6.3", in: "stbl", versions: 0...0,
      summary: "{entry_count} entries"
    ) {
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(32, "shadowed_sample_number")
        uint(32, "sync_sample_number")
      }
    },
    Syntax(
      "sdtp", "Sample dependencies", "14496-12 §8.6.4; QTFF, Sample Dependency Flags Atom", in: "stbl",
      versions: 0...0, summary: .function(Summaries.sampleDependencies)
    ) {
      table(.remaining, "entries", if: .context(.brandIsQuickTime, 1)) {
        uint(1, "reserved")
        uint(1, "earlier_display_times_allowed", .names([1: "later samples may be shown before it"]))
        onOthers
        ofOthers
        redundancy
      }
      dependencies(if: .not(.context(.brandIsQuickTime, 1)))
    },
    Syntax(
      "sdtp", "Sample dependencies", "14496-12 §8.6.4", in: "traf", versions: 0...0,
      summary: .function(Summaries.sampleDependencies)
    ) {
      dependencies(if: nil)
    },

    Syntax(
      "stsz", "Sample sizes", "14496-12 §8.7.3.2", in: "stbl", versions: 0...0,
      summary: .function(Summaries.sampleSizes)
    ) {
      uint(32, "sample_size", .names([0: "varies"]))
      uint(32, "sample_count")
      table(.field("sample_count"), "entries", if: .equal("sample_size", 0)) {
        uint(32, "entry_size", .bytes)
      }
    },
    Syntax(
      "stz2", "Compact sample sizes", "14496-12 §8.7.3.3", in: "stbl", versions: 0...0,
      summary: .function(Summaries.sampleSizes)
    ) {
      reserved(24)
      uint(8, "field_size")
      uint(32, "sample_count")
      table(.field("sample_count"), "entries") {
        uint(.field("field_size"), "entry_size", .bytes)
      }
      alignment()
    },
    Syntax(
      "stsc", "Sample to chunk", "14496-12 §8.7.4", in: "stbl", versions: 0...0,
      summary: .function(Summaries.sampleToChunk)
    ) {
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(32, "first_chunk")
        uint(32, "samples_per_chunk")
        uint(32, "sample_description_index", .reference(.sampleDescription))
      }
    },
    Syntax(
      "stco", "Chunk offsets", "14496-12 §8.7.5", in: "stbl", versions: 0...0,
      summary: .function(Summaries.chunkOffsets)
    ) {
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") { uint(32, "chunk_offset", .fileOffset(.file)) }
    },
    Syntax(
      "co64", "Chunk offsets", "14496-12 §8.7.5", in: "stbl", versions: 0...0,
      summary: .function(Summaries.chunkOffsets)
    ) {
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") { uint(64, "chunk_offset", .fileOffset(.file)) }
    },
    // A row is a pair of samples; the last one's second half is free when the count is odd.
    Syntax(
      "padb", "Padding bits", "14496-12 §8.7.6", in: "stbl", versions: 0...0,
      summary: "{sample_count} samples"
    ) {
      uint(32, "sample_count")
      table(.remaining, "entries") {
        reserved(1)
        uint(3, "pad1")
        reserved(1)
        uint(3, "pad2")
      }
    },
    Syntax(
      "subs", "Subsamples", "14496-12 §8.7.7", in: "stbl traf ipco", versions: 0...1
    ) {
      uint(32, "entry_count")
      list(.field("entry_count"), "entries") {
        uint(32, "sample_delta")
        uint(16, "subsample_count")
        table(.field("subsample_count"), "subsamples") {
          uint(16, v1: 32, "subsample_size", .bytes)
          uint(8, "subsample_priority")
          uint(8, "discardable")
          uint(32, "codec_specific_parameters", .hex)
        }
      }
    },
    Syntax(
      "saiz", "Auxiliary information sizes", "14496-12 §8.7.8", in: "stbl traf", versions: 0...0,
      identities: "type=aux_info_type", summary: .function(Summaries.auxiliarySizes)
    ) {
      flags([0x1: "aux-info-type-present"])
      code("aux_info_type", if: .flag(1)).identity
      uint(32, "aux_info_type_parameter", if: .flag(1)).identity
      uint(8, "default_sample_info_size", .bytes)
      uint(32, "sample_count")
      table(.field("sample_count"), "entries", if: .equal("default_sample_info_size", 0)) {
        uint(8, "sample_info_size", .bytes)
      }
    },
    Syntax(
      "saio", "Auxiliary information offsets", "14496-12 §8.7.9", in: "stbl", versions: 0...1,
      summary: .function(Summaries.auxiliaryOffsets)
    ) {
      flags([0x1: "aux-info-type-present"])
      code("aux_info_type", if: .flag(1)).identity
      uint(32, "aux_info_type_parameter", if: .flag(1)).identity
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(32, v1: 64, "offset", .fileOffset(.file))
      }
    },
    Syntax(
      "saio", "Auxiliary information offsets", "14496-12 §8.7.9", in: "traf", versions: 0...1,
      summary: .function(Summaries.auxiliaryOffsets)
    ) {
      flags([0x1: "aux-info-type-present"])
      code("aux_info_type", if: .flag(1)).identity
      uint(32, "aux_info_type_parameter", if: .flag(1)).identity
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(32, v1: 64, "offset", .fileOffset(.fragment))
      }
    },
    Syntax("stvi", "Stereo video", "14496-12 §8.15.4.2", in: "schi", versions: 0...0) {
      reserved(30)
      uint(2, "single_view_allowed", .flags([0x1: "right", 0x2: "left"]))
      uint(32, "stereo_scheme", .names(stereoSchemes))
      uint(32, "length", .bytes)
      bytes(.field("length"), "stereo_indication_type")
      boxes()
    },
    Syntax("sdep", "Sample dependency", "14496-15", in: "stbl", versions: 0...0) {
      list(.remaining, "entries") {
        uint(16, "dependency_count")
        array(
          .field("dependency_count"), "relative_sample_numbers",
          of: int(16, "relative_sample_number"))
      }
    },
  ]

  static let scaleMethods: Names = [
    1: "fill", 2: "hidden", 3: "meet", 4: "slice in x", 5: "slice in y",
  ]

  private static func dependencies(if condition: Condition?) -> Row {
    table(.remaining, "entries", if: condition) {
      uint(2, "is_leading", .names(leading))
      onOthers
      ofOthers
      redundancy
    }
  }

  private static var onOthers: Row { uint(2, "sample_depends_on", .names(dependsOn)) }
  private static var ofOthers: Row { uint(2, "sample_is_depended_on", .names(isDependedOn)) }
  private static var redundancy: Row { uint(2, "sample_has_redundancy", .names(hasRedundancy)) }

  static let leading: Names = [
    1: "leading, not decodable", 2: "not leading", 3: "leading, decodable",
  ]

  static let dependsOn: Names = [1: "depends on others", 2: "does not depend on others"]

  static let isDependedOn: Names = [1: "others depend on it", 2: "disposable"]

  static let hasRedundancy: Names = [1: "redundant coding", 2: "no redundant coding"]

  static let stereoSchemes: Names = [
    1: "14496-10 frame packing", 2: "13818-2 Annex L", 3: "23000-11",
  ]
}

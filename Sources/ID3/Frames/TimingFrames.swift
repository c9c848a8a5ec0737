import ByteReading
import Structure

/// Frames about time: events, tempo, places in the sound, chapters (ID3v2.4.0 frames §4.5–4.7, §4.21,
/// §4.29–4.30; ID3v2 chapters 1.0 §3).
enum TimingFrames: FrameFamily {
  static let tables: [Syntax] = [
    Syntax(
      "ETCO", "Event timing codes", "ID3v2.4.0 frames §4.5", in: "ID3\\x03 ID3\\x04",
      summary: .function(FrameSummaries.events),
      rows: eventTimings),
    Syntax(
      "ETC", "Event timing codes", "ID3v2.2.0 §4.6", in: "ID3\\x02", successor: "ETCO",
      summary: .function(FrameSummaries.events),
      rows: eventTimings),
    Syntax(
      "MLLT", "MPEG location lookup table", "ID3v2.4.0 frames §4.6", in: "ID3\\x03 ID3\\x04",
      summary: .function(FrameSummaries.locations),
      rows: locations),
    Syntax(
      "MLL", "MPEG location lookup table", "ID3v2.2.0 §4.7", in: "ID3\\x02", successor: "MLLT",
      summary: .function(FrameSummaries.locations),
      rows: locations),
    Syntax(
      "SYTC", "Synchronised tempo codes", "ID3v2.4.0 frames §4.7", in: "ID3\\x03 ID3\\x04",
      summary: .function(FrameSummaries.tempi),
      rows: tempi),
    Syntax(
      "STC", "Synchronised tempo codes", "ID3v2.2.0 §4.8", in: "ID3\\x02", successor: "SYTC",
      summary: .function(FrameSummaries.tempi),
      rows: tempi),
    Syntax(
      "POSS", "Position", "ID3v2.4.0 frames §4.21", in: "ID3\\x03 ID3\\x04", summary: "{position}"
    ) {
      timeFormat()
      uint(.remaining, "position", .duration(1_000), if: .equal("time_format", 2))
      uint(.remaining, "position", .unit("MPEG frames"), if: .notEqual("time_format", 2))
    },
    Syntax(
      "SEEK", "Seek", "ID3v2.4.0 frames §4.29", in: "ID3\\x04",
      summary: "the next tag {minimum_offset} behind this one or later"
    ) {
      uint(32, "minimum_offset", .bytes)
    },
    Syntax(
      "ASPI", "Audio seek point index", "ID3v2.4.0 frames §4.30", in: "ID3\\x04",
      summary: .function(FrameSummaries.seekPoints)
    ) {
      uint(32, "indexed_data_start", .bytes)
      uint(32, "indexed_data_length", .bytes)
      uint(16, "number_of_index_points")
      uint(8, "bits_per_index_point")
      table(.field("number_of_index_points"), "index_points") {
        uint(.field("bits_per_index_point"), "fraction")
      }
    },
    Syntax(
      "CHAP", "Chapter", "ID3v2 chapters 1.0 §3.1", in: "ID3\\x03 ID3\\x04",
      identities: "id=element_id",
      summary: .function(FrameSummaries.chapter)
    ) {
      string(.latin1, .terminated, "element_id").identity
      uint(32, "start_time", .duration(1_000))
      uint(32, "end_time", .duration(1_000))
      uint(32, "start_offset", .names(FrameNames.noOffset))
      uint(32, "end_offset", .names(FrameNames.noOffset))
      boxes()
    },
    Syntax(
      "CTOC", "Table of contents", "ID3v2 chapters 1.0 §3.2", in: "ID3\\x03 ID3\\x04",
      identities: "id=element_id",
      summary: .function(FrameSummaries.contents)
    ) {
      string(.latin1, .terminated, "element_id").identity
      uint(8, "flags", .flags([0x2: "top level", 0x1: "ordered"]))
      uint(8, "entry_count")
      list(.field("entry_count"), "child_element_ids") {
        string(.latin1, .terminated, "child_element_id")
      }
      boxes()
    },
  ]

  @Rows @Sendable private static func eventTimings() -> [Row] {
    timeFormat()
    list(.remaining, "events") {
      uint(8, "event", .names(FrameNames.events))
      // FF says that the event is one of the next byte, and so does FF there: 0x0100 stands for FF and 1.
      byteSum("event_continued", .hex, if: .equal("event", 0xFF))
      time("time")
    }
  }

  @Rows @Sendable private static func locations() -> [Row] {
    uint(16, "frames_between_reference")
    uint(24, "bytes_between_reference", .bytes)
    uint(24, "milliseconds_between_reference", .duration(1_000))
    uint(8, "bits_for_bytes_deviation")
    uint(8, "bits_for_milliseconds_deviation")
    table(.remaining, "references") {
      uint(.field("bits_for_bytes_deviation"), "bytes_deviation", .bytes)
      uint(
        .field("bits_for_milliseconds_deviation"), "milliseconds_deviation", .duration(1_000))
    }
  }

  @Rows @Sendable private static func tempi() -> [Row] {
    timeFormat()
    list(.remaining, "tempi") {
      uint(8, "tempo", .names([0: "beat-free", 1: "a single stroke"]))
      // What a byte cannot say stands in two, which are added.
      uint(8, "tempo_continued", if: .equal("tempo", 0xFF))
      time("time")
    }
  }
}

import ByteReading
import Structure

/// Segments, their indexes, events, and random access to fragments (14496-12 §8.8.9–11, §8.16).
enum Segments: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "sidx", "Segment index", "14496-12 §8.16.3", in: "file", versions: 0...1,
      identities: "id=reference_ID", summary: .function(Summaries.segmentIndex)
    ) {
      uint(32, "reference_ID").identity
      uint(32, "timescale")
      uint(32, v1: 64, "earliest_presentation_time", .ticks(.field("timescale")))
      uint(32, v1: 64, "first_offset", .fileOffset(.boxEnd))
      reserved(16)
      uint(16, "reference_count")
      table(.field("reference_count"), "references") {
        uint(1, "reference_type", .names(referenceTypes))
        uint(31, "referenced_size", .bytes)
        uint(32, "subsegment_duration", .ticks(.field("timescale")))
        flag("starts_with_SAP")
        uint(3, "SAP_type")
        uint(28, "SAP_delta_time", .ticks(.field("timescale")))
      }
    },
    Syntax("ssix", "Subsegment index", "14496-12 §8.16.4", in: "file", versions: 0...0) {
      uint(32, "subsegment_count")
      list(.field("subsegment_count"), "subsegments") {
        uint(32, "range_count")
        table(.field("range_count"), "ranges") {
          uint(8, "level")
          uint(24, "range_size", .bytes)
        }
      }
    },
    Syntax(
      "prft", "Producer reference time", "14496-12 §8.16.5", in: "file", versions: 0...1,
      identities: "track=reference_track_ID", summary: .function(Summaries.producerTime)
    ) {
      flags([
        0x01: "encoder_input_output", 0x02: "finalization_time", 0x04: "file_write_time",
        0x08: "arbitrary_association", 0x10: "realtime_offset",
      ])
      uint(32, "reference_track_ID", .reference(.track)).identity
      uint(64, "ntp_timestamp", .ntp).volatile
      uint(32, v1: 64, "media_time", .ticks(.media))
    },
    Syntax(
      "emsg", "Event message", "23009-1 §5.10.3.3", in: "file", versions: 0...1,
      identities: "id=id", summary: .function(Summaries.event)
    ) {
      when(.version(0)) {
        string(.utf8, .terminated, "scheme_id_uri")
        string(.utf8, .terminated, "value")
        uint(32, "timescale")
        uint(32, "presentation_time_delta", .ticks(.field("timescale")))
        uint(32, "event_duration", .ticks(.field("timescale")))
        uint(32, "id").identity
      }
      when(.versionAtLeast(1)) {
        uint(32, "timescale")
        uint(64, "presentation_time", .ticks(.field("timescale")))
        uint(32, "event_duration", .ticks(.field("timescale")))
        uint(32, "id").identity
        string(.utf8, .terminated, "scheme_id_uri")
        string(.utf8, .terminated, "value")
      }
      bytes(.remaining, "message_data")
    },
    Syntax("emib", "Event message instance", "23001-18", versions: 0...0) {
      reserved(32)
      int(64, "presentation_time_delta", .ticks(.media))
      uint(32, "event_duration", .ticks(.media))
      uint(32, "id").identity
      string(.utf8, .terminated, "scheme_id_uri")
      string(.utf8, .terminated, "value")
      bytes(.remaining, "message_data")
    },
    Syntax("emeb", "No event message", "23001-18"),
    Syntax("silb", "Scheme identifiers", "23001-18", in: "evte", versions: 0...0) {
      uint(32, "number_of_schemes")
      list(.field("number_of_schemes"), "schemes") {
        string(.utf8, .terminated, "scheme_id_uri")
        string(.utf8, .terminated, "value")
        reserved(7)
        flag("atleastoneflag")
      }
      reserved(7)
      flag("other_schemes_flag")
    },
    Syntax("pcrb", "MPEG-2 PCR information", "23009-1 §6.4.7.2", in: "file") {
      uint(32, "subsegment_count")
      table(.field("subsegment_count"), "entries") {
        uint(42, "pcr")
        reserved(6)
      }
    },

    Syntax(
      "mfra", "Fragment random access", "14496-12 §8.8.9", in: "file",
      summary: .function(Summaries.fragmentRandomAccess)
    ) { boxes() },
    Syntax(
      "tfra", "Track fragment random access", "14496-12 §8.8.10", in: "mfra", versions: 0...1,
      identities: "track=track_ID", summary: .function(Summaries.trackRandomAccess)
    ) {
      uint(32, "track_ID", .reference(.track)).identity
      reserved(26)
      uint(2, "length_size_of_traf_num", .minusOne)
      uint(2, "length_size_of_trun_num", .minusOne)
      uint(2, "length_size_of_sample_num", .minusOne)
      uint(32, "number_of_entry")
      table(.field("number_of_entry"), "entries") {
        uint(32, v1: 64, "time", .ticks(.media))
        uint(32, v1: 64, "moof_offset", .fileOffset(.file))
        uint(.field("length_size_of_traf_num", times: 8, plus: 8), "traf_number")
        uint(.field("length_size_of_trun_num", times: 8, plus: 8), "trun_number")
        uint(.field("length_size_of_sample_num", times: 8, plus: 8), "sample_delta")
      }
    },
    Syntax(
      "mfro", "Fragment random access offset", "14496-12 §8.8.11", in: "mfra", versions: 0...0
    ) {
      uint(32, "parent_size", .bytes)
    },
  ]

  static let referenceTypes: Names = [0: "media", 1: "segment index"]
}

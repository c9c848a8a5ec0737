import ByteReading
import Structure

/// Files and sessions for delivery over broadcast (14496-12 §8.13).
enum FileDelivery: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("fiin", "File delivery", "14496-12 §8.13.2", in: "meta", versions: 0...0) {
      uint(16, "entry_count")
      boxes()
    },
    Syntax("paen", "Partition", "14496-12 §8.13.2", in: "fiin") { boxes() },
    Syntax(
      "fpar", "File partition", "14496-12 §8.13.3", in: "paen", versions: 0...1,
      summary: "item {item_ID}, {entries|count} runs of blocks"
    ) {
      uint(16, v1: 32, "item_ID", .reference(.item)).identity
      uint(16, "packet_payload_size", .bytes)
      reserved(8)
      uint(8, "FEC_encoding_ID")
      uint(16, "FEC_instance_ID")
      uint(16, "max_source_block_length")
      uint(16, "encoding_symbol_length", .bytes)
      uint(16, "max_number_of_encoding_symbols")
      string(.utf8, .terminated, "scheme_specific_info")
      uint(16, v1: 32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(16, "block_count")
        uint(32, "block_size", .bytes)
      }
    },
    Syntax("fecr", "FEC reservoir", "14496-12 §8.13.4", in: "paen", versions: 0...1) {
      uint(16, v1: 32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(16, v1: 32, "item_ID", .reference(.item)).identity
        uint(32, "symbol_count")
      }
    },
    Syntax("segr", "Session groups", "14496-12 §8.13.5", in: "fiin") {
      uint(16, "num_session_groups")
      list(.field("num_session_groups"), "session_groups") {
        uint(8, "entry_count")
        array(.field("entry_count"), "group_IDs", of: uint(32, "group_ID"))
        uint(16, "num_channels_in_session_group")
        array(
          .field("num_channels_in_session_group"), "hint_track_IDs",
          of: uint(32, "hint_track_ID", .reference(.track)))
      }
    },
    Syntax("gitn", "Group names", "14496-12 §8.13.6", in: "fiin", versions: 0...0) {
      uint(16, "entry_count")
      list(.field("entry_count"), "entries") {
        uint(32, "group_ID").identity
        string(.utf8, .terminated, "group_name")
      }
    },
    Syntax("fire", "File reservoir", "14496-12 §8.13.7", in: "paen", versions: 0...1) {
      uint(16, v1: 32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(16, v1: 32, "item_ID", .reference(.item)).identity
        uint(32, "symbol_count")
      }
    },
  ]
}

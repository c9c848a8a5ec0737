import ByteReading
import Structure

/// The sample entries of hint tracks and the boxes in them (14496-12 §9).
enum HintSampleEntries: SyntaxFamily {
  static let tables: [Syntax] = [
    packets("rtp ", "RTP hints", "14496-12 §9.1.2"),
    packets("srtp", "SRTP hints", "14496-12 §9.1.2.2"),
    packets("rrtp", "Received RTP", "14496-12 §9.4.1.2"),
    packets("rsrp", "Received SRTP", "14496-12 §9.4.3"),
    packets("prtp", "Protected received RTP", "14496-12 §9.4.5"),
    packets("rtcp", "Received RTCP", "14496-12 §9.4.2"),
    packets("stcp", "Received SRTCP", "14496-12 §9.4.4"),
    Syntax("fdp ", "File delivery hints", "14496-12 §9.2.3", in: "stsd") {
      reserved(48)
      uint(16, "data_reference_index")
      uint(16, "hinttrackversion", .expected(1))
      uint(16, "highestcompatibleversion", .expected(1))
      uint(16, "partition_entry_ID")
      ufixed(8, 8, "FEC_overhead")
      boxes()
    },
    transport("rm2t", "Received MPEG-2 transport stream", "14496-12 §9.3.3"),
    transport("sm2t", "Served MPEG-2 transport stream", "14496-12 §9.3.3"),
    transport("pm2t", "Protected MPEG-2 transport stream", "14496-12 §9.3.5"),
    plain("m2ts", "MPEG-2 transport stream", "DMB MAF"),
    Syntax("tims", "Timescale", "14496-12 §9.1.2.1") { uint(32, "timescale") },
    Syntax("tsro", "Time offset", "14496-12 §9.1.2.1") { int(32, "offset") },
    Syntax("snro", "Sequence offset", "14496-12 §9.1.2.1") { int(32, "offset") },
    Syntax("tssy", "Timestamp synchrony", "14496-12 §9.4.1.2") {
      reserved(6)
      uint(
        2, "timestamp_sync", .names([0: "unknown", 1: "reception time", 2: "synchronised time"]))
    },
    Syntax("rssr", "Received SSRC", "14496-12 §9.4.1.2") { uint(32, "SSRC", .hex) },
    Syntax("srpp", "SRTP process", "14496-12 §9.1.2.2", versions: 0...0) {
      code("encryption_algorithm_rtp", .names(encryptions))
      code("encryption_algorithm_rtcp", .names(encryptions))
      code("integrity_algorithm_rtp", .names(integrities))
      code("integrity_algorithm_rtcp", .names(integrities))
      boxes()
    },
    Syntax("rely", "Reliable transport", "QTFF, Hint Media") {
      reserved(6)
      flag("prefered")
      flag("required")
    },
    Syntax("tPAT", "Program association table", "14496-12 §9.3.3") { section() },
    Syntax("tPMT", "Program map table", "14496-12 §9.3.3") { section() },
    Syntax("tOD ", "Object descriptor section", "14496-12 §9.3.3") { section() },
    Syntax("tsti", "Timing derivation", "14496-12 §9.3.3") {
      uint(2, "timing_derivation_method")
      reserved(6)
    },
    Syntax("fdsa", "File delivery sample", "14496-12 §9.2.4") { boxes() },
    Syntax("fdpa", "File delivery packet", "14496-12 §9.2.4", in: "fdsa") {
      group("LCT_header_info") {
        flag("sender_current_time_present")
        flag("expected_residual_time_present")
        flag("session_close_bit")
        flag("object_close_bit")
        reserved(4)
        uint(16, "transport_object_identifier")
      }
      uint(16, "entrycount1")
      list(.field("entrycount1"), "header_extension_constructors") {
        uint(8, "header_extension_type")
        bytes(3, "content", if: .atLeast("header_extension_type", 128))
        when(.not(.atLeast("header_extension_type", 128))) {
          uint(8, "length")
          bytes(.field("length", times: 4, plus: -2), "content", if: .atLeast("length", 1))
        }
      }
      bytes(.remaining, "packet_constructors", if: .remaining(8))
    },
    Syntax("extr", "Extra data", "14496-12 §9.2.4") { boxes() },
    Syntax("rtpo", "RTP time offset", "14496-12 §9.1.3.2") { int(32, "offset") },
  ]

  @inline(__always)
  private static func packets(
    _ type: StaticString, _ title: StaticString, _ clause: StaticString
  ) -> Syntax {
    Syntax(type, title, clause, in: "stsd", summary: "packets of up to {maxpacketsize}") {
      reserved(48)
      uint(16, "data_reference_index")
      uint(16, "hinttrackversion", .expected(1))
      uint(16, "highestcompatibleversion", .expected(1))
      uint(32, "maxpacketsize", .bytes)
      boxes()
    }
  }

  @inline(__always)
  private static func transport(
    _ type: StaticString, _ title: StaticString, _ clause: StaticString
  ) -> Syntax {
    Syntax(type, title, clause, in: "stsd") {
      reserved(48)
      uint(16, "data_reference_index")
      uint(16, "hinttrackversion", .expected(1))
      uint(16, "highestcompatibleversion", .expected(1))
      uint(8, "precedingbyteslen", .bytes)
      uint(8, "trailingbyteslen", .bytes)
      flag("precomputed_only_flag")
      reserved(7)
      boxes()
    }
  }

  private static func section() -> Row {
    when(.remaining(0)) {
      reserved(3)
      uint(13, "PID", .hex)
      bytes(.remaining, "sectiondata")
    }
  }

  private static let encryptions: Names = .codes([
    "    ": "outside the file", "ACM1": "AES counter mode, 128-bit key",
    "AF81": "AES f8 mode, 128-bit key", "ENUL": "null",
  ])
  private static let integrities: Names = .codes([
    "    ": "outside the file", "SHM2": "HMAC-SHA-1, 160-bit key", "ANUL": "null",
  ])
}

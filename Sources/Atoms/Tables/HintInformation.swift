import ByteReading
import Structure

/// What hint tracks say of themselves in user data: session descriptions and statistics
/// (14496-12 §9.1.4–5).
enum HintInformation: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("hnti", "Hint information", "14496-12 §9.1.4", in: "udta") { boxes() },
    Syntax("sdp ", "Session description", "14496-12 §9.1.4.2", in: "hnti", summary: "{sdptext}") {
      string(.utf8, .rest, "sdptext")
    },
    Syntax("rtp ", "Movie session description", "14496-12 §9.1.4.1", in: "hnti") {
      code("descriptionformat")
      string(.utf8, .rest, "sdptext")
    },
    Syntax("hinf", "Hint statistics", "14496-12 §9.1.5", in: "udta") { boxes() },
    Syntax(
      "trpy", "Bytes sent with RTP headers", "14496-12 §9.1.5", in: "hinf", summary: "{bytessent}"
    ) {
      uint(64, "bytessent", .bytes)
    },
    Syntax("nump", "Packets sent", "14496-12 §9.1.5", in: "hinf", summary: "{packetssent} packets")
    { uint(64, "packetssent") },
    Syntax(
      "tpyl", "Bytes sent without RTP headers", "14496-12 §9.1.5", in: "hinf",
      summary: "{bytessent}"
    ) {
      uint(64, "bytessent", .bytes)
    },
    Syntax(
      "totl", "Bytes sent with RTP headers", "14496-12 §9.1.5", in: "hinf", summary: "{bytessent}"
    ) {
      uint(32, "bytessent", .bytes)
    },
    Syntax("npck", "Packets sent", "14496-12 §9.1.5", in: "hinf") { uint(32, "packetssent") },
    Syntax("tpay", "Bytes sent without RTP headers", "14496-12 §9.1.5", in: "hinf") {
      uint(32, "bytessent", .bytes)
    },
    Syntax(
      "maxr", "Maximum data rate", "14496-12 §9.1.5", in: "hinf",
      summary: "{bytes} bytes in {period} ms"
    ) {
      uint(32, "period", .unit("ms")).identity
      uint(32, "bytes", .bytes)
    },
    Syntax("dmed", "Bytes from media tracks", "14496-12 §9.1.5", in: "hinf") {
      uint(64, "bytessent", .bytes)
    },
    Syntax("dimm", "Immediate bytes", "14496-12 §9.1.5", in: "hinf") {
      uint(64, "bytessent", .bytes)
    },
    Syntax("drep", "Repeated bytes", "14496-12 §9.1.5", in: "hinf") {
      uint(64, "bytessent", .bytes)
    },
    Syntax("tmin", "Smallest transmission time", "14496-12 §9.1.5", in: "hinf") {
      int(32, "time", .unit("ms"))
    },
    Syntax("tmax", "Largest transmission time", "14496-12 §9.1.5", in: "hinf") {
      int(32, "time", .unit("ms"))
    },
    Syntax("pmax", "Largest packet", "14496-12 §9.1.5", in: "hinf") { uint(32, "bytes", .bytes) },
    Syntax("dmax", "Longest packet duration", "14496-12 §9.1.5", in: "hinf") {
      uint(32, "time", .unit("ms"))
    },
    Syntax(
      "payt", "RTP payload", "14496-12 §9.1.5", in: "hinf", summary: "{payloadID}, {rtpmap_string}"
    ) {
      uint(32, "payloadID").identity
      uint(8, "count")
      string(.utf8, .bytes(.field("count")), "rtpmap_string")
    },
    Syntax("hinv", "Hint version", "QTFF, User Data Atoms", in: "udta") {
      string(.macRoman, .rest, "text")
    },
  ]
}

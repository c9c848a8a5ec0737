import ByteReading
import Structure

/// Frames that are addresses (ID3v2.4.0 frames §4.3).
enum AddressFrames: FrameFamily {
  static let tables: [Syntax] = [
    address("WCOM", "Commercial information", "ID3v2.4.0 frames §4.3.1"),
    address("WCOP", "Copyright information", "ID3v2.4.0 frames §4.3.1"),
    address("WOAF", "Official audio file page", "ID3v2.4.0 frames §4.3.1"),
    address("WOAR", "Official artist page", "ID3v2.4.0 frames §4.3.1"),
    address("WOAS", "Official audio source page", "ID3v2.4.0 frames §4.3.1"),
    address("WORS", "Radio station page", "ID3v2.4.0 frames §4.3.1"),
    address("WPAY", "Payment page", "ID3v2.4.0 frames §4.3.1"),
    address("WPUB", "Publisher page", "ID3v2.4.0 frames §4.3.1"),
    Syntax(
      "WXXX", "User address", "ID3v2.4.0 frames §4.3.2", in: "ID3\\x03 ID3\\x04",
      identities: "description=description",
      summary: .function(FrameSummaries.userAddress)
    ) {
      encoding()
      given("description").identity
      string(.latin1, .values, "url")
    },
    feed("WFED", in: "ID3\\x03 ID3\\x04"),
    address(
      "WAF", "Official audio file page", "ID3v2.2.0 §4.3.1", in: "ID3\\x02", successor: "WOAF"),
    address("WAR", "Official artist page", "ID3v2.2.0 §4.3.1", in: "ID3\\x02", successor: "WOAR"),
    address(
      "WAS", "Official audio source page", "ID3v2.2.0 §4.3.1", in: "ID3\\x02", successor: "WOAS"),
    address("WCM", "Commercial information", "ID3v2.2.0 §4.3.1", in: "ID3\\x02", successor: "WCOM"),
    address("WCP", "Copyright information", "ID3v2.2.0 §4.3.1", in: "ID3\\x02", successor: "WCOP"),
    address("WPB", "Publisher page", "ID3v2.2.0 §4.3.1", in: "ID3\\x02", successor: "WPUB"),
    Syntax(
      "WXX", "User address", "ID3v2.2.0 §4.3.2", in: "ID3\\x02",
      identities: "description=description", successor: "WXXX",
      summary: .function(FrameSummaries.userAddress)
    ) {
      encoding()
      given("description").identity
      string(.latin1, .values, "url")
    },
    feed("WFD", in: "ID3\\x02", successor: "WFED"),
  ]

  /// The feed of a podcast. iTunes stores it as text with an encoding, others as an address: no
  /// address begins with a byte below 4.
  private static func feed(
    _ code: StaticString, in tags: StaticString, successor: StaticString = ""
  ) -> Syntax {
    Syntax(
      code, "Podcast feed", "iTunes", in: tags, successor: successor,
      summary: .function(FrameSummaries.address)
    ) {
      when(.next(6, 0, offset: 0)) {
        encoding()
        given("url", .values)
      }
      string(.latin1, .values, "url", if: .remaining(1))
    }
  }
}

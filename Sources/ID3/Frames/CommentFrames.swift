import ByteReading
import Structure

/// Frames that are text with a description or a language, or lists of texts (ID3v2.4.0 frames §4.1,
/// §4.2.2, §4.2.6, §4.8–4.10, §4.22).
enum CommentFrames: FrameFamily {
  static let tables: [Syntax] = [
    Syntax(
      "UFID", "Unique file identifier", "ID3v2.4.0 frames §4.1", in: "ID3\\x03 ID3\\x04",
      identities: "owner=owner",
      summary: .function(FrameSummaries.owned),
      rows: uniqueIdentifier),
    Syntax(
      "UFI", "Unique file identifier", "ID3v2.2.0 §4.1", in: "ID3\\x02",
      identities: "owner=owner", successor: "UFID",
      summary: .function(FrameSummaries.owned),
      rows: uniqueIdentifier),
    Syntax(
      "TXXX", "User text", "ID3v2.4.0 frames §4.2.6", in: "ID3\\x03 ID3\\x04",
      identities: "description=description",
      summary: .function(FrameSummaries.userText),
      rows: userText),
    Syntax(
      "TXX", "User text", "ID3v2.2.0 §4.2.2", in: "ID3\\x02",
      identities: "description=description", successor: "TXXX",
      summary: .function(FrameSummaries.userText),
      rows: userText),
    Syntax(
      "TIPL", "Involved people", "ID3v2.4.0 frames §4.2.2", in: "ID3\\x04",
      summary: .function(FrameSummaries.people)
    ) {
      encoding()
      people("involvement")
    },
    Syntax(
      "TMCL", "Musician credits", "ID3v2.4.0 frames §4.2.2", in: "ID3\\x04",
      summary: .function(FrameSummaries.people)
    ) {
      encoding()
      people("instrument")
    },
    Syntax(
      "IPLS", "Involved people", "ID3v2.3.0 §4.4", in: "ID3\\x03", successor: "TIPL",
      summary: .function(FrameSummaries.people)
    ) {
      encoding()
      people("involvement")
    },
    Syntax(
      "IPL", "Involved people", "ID3v2.2.0 §4.4", in: "ID3\\x02", successor: "IPLS",
      summary: .function(FrameSummaries.people)
    ) {
      encoding()
      people("involvement")
    },
    Syntax(
      "USLT", "Lyrics", "ID3v2.4.0 frames §4.8", in: "ID3\\x03 ID3\\x04",
      identities: "description=description language=language",
      summary: .function(FrameSummaries.lyrics),
      rows: comment),
    Syntax(
      "ULT", "Lyrics", "ID3v2.2.0 §4.9", in: "ID3\\x02",
      identities: "description=description language=language", successor: "USLT",
      summary: .function(FrameSummaries.lyrics),
      rows: comment),
    Syntax(
      "SYLT", "Synchronised lyrics", "ID3v2.4.0 frames §4.9", in: "ID3\\x03 ID3\\x04",
      identities: "description=description language=language type=content_type",
      summary: .function(FrameSummaries.synchronisedLyrics),
      rows: synchronisedLyrics),
    Syntax(
      "SLT", "Synchronised lyrics", "ID3v2.2.0 §4.10", in: "ID3\\x02",
      identities: "description=description language=language type=content_type", successor: "SYLT",
      summary: .function(FrameSummaries.synchronisedLyrics),
      rows: synchronisedLyrics),
    Syntax(
      "COMM", "Comment", "ID3v2.4.0 frames §4.10", in: "ID3\\x03 ID3\\x04",
      identities: "description=description language=language",
      summary: .function(FrameSummaries.comment),
      rows: comment),
    Syntax(
      "COM", "Comment", "ID3v2.2.0 §4.11", in: "ID3\\x02",
      identities: "description=description language=language", successor: "COMM",
      summary: .function(FrameSummaries.comment),
      rows: comment),
    Syntax(
      "USER", "Terms of use", "ID3v2.4.0 frames §4.22", in: "ID3\\x03 ID3\\x04",
      identities: "language=language",
      summary: .function(FrameSummaries.comment)
    ) {
      encoding()
      language()
      given("text", .values)
    },
  ]

  @Rows @Sendable private static func uniqueIdentifier() -> [Row] {
    owner()
    bytes(.remaining, "identifier", .perhapsText)
  }

  @Rows @Sendable private static func userText() -> [Row] {
    encoding()
    given("description").identity
    given("value", .values)
  }

  /// Pairs of texts; the last may have no terminator.
  private static func people(_ role: StaticString) -> Row {
    list(.remaining, "people") {
      given(role)
      given("name", .terminatedOrEnd)
    }
  }

  @Rows @Sendable private static func comment() -> [Row] {
    encoding()
    language()
    given("description").identity
    given("text", .values)
  }

  @Rows @Sendable private static func synchronisedLyrics() -> [Row] {
    encoding()
    language()
    timeFormat()
    uint(8, "content_type", .names(FrameNames.lyricsTypes)).identity
    given("description").identity
    list(.remaining, "events") {
      given("text")
      time("time")
    }
  }
}

import ByteReading
import Structure

/// Tables of frames, with the rows that many of them share.
protocol FrameFamily: SyntaxFamily, SendableMetatype {}

extension FrameFamily {
  /// A frame that is text: a list of values with terminators between them.
  static func text(
    _ code: StaticString, _ title: StaticString, _ clause: StaticString,
    in tags: StaticString = "ID3\\x03 ID3\\x04", as kind: TextKind = .text,
    isVolatile: Bool = false, successor: StaticString = ""
  ) -> Syntax {
    Syntax(
      code, title, clause, in: tags, successor: successor, summary: .function(FrameSummaries.values(of: kind))
    ) {
      encoding()
      isVolatile ? given("text", .values).volatile : given("text", .values)
    }
  }

  /// A frame that is an address.
  static func address(
    _ code: StaticString, _ title: StaticString, _ clause: StaticString,
    in tags: StaticString = "ID3\\x03 ID3\\x04", successor: StaticString = ""
  ) -> Syntax {
    Syntax(
      code, title, clause, in: tags, successor: successor,
      summary: .function(FrameSummaries.address)
    ) {
      string(.latin1, .values, "url")
    }
  }

  /// The byte that says how text is stored (ID3v2.4.0 structure §4).
  static func encoding() -> Row {
    uint(8, "encoding", .names(FrameNames.encodings))
  }

  /// Text stored as the frame's encoding says.
  static func given(_ name: StaticString, _ length: TextLength = .terminated) -> Row {
    string(.chosen(by: "encoding", FrameText.self), length, name)
  }

  /// Three letters of ISO 639-2 (ID3v2.4.0 frames §4).
  static func language() -> Row { string(.latin1, .bytes(3), "language").identity }

  /// Who has defined what the frame holds: an address, or a name.
  static func owner() -> Row { string(.latin1, .terminated, "owner").identity }

  /// What the times of the frame count.
  static func timeFormat() -> Row {
    uint(8, "time_format", .names([1: "MPEG frames", 2: "milliseconds"]))
  }

  /// A time in what `time_format` says.
  static func time(_ name: StaticString) -> Row {
    when(.remaining(0)) {
      uint(32, name, .duration(1_000), if: .equal("time_format", 2))
      uint(32, name, if: .notEqual("time_format", 2))
    }
  }

  /// A number in all bytes that are left, four or more.
  static func counter() -> Row { uint(.remaining, "counter", if: .remaining(8)) }
}

public import ByteReading

/// How the number in a field before a text says in what encoding the text is: a format's own way, which
/// it gives to the rows of its tables as a value.
///
/// ```swift
/// enum NoteText: TextChoice {
///   static func encoding(for value: UInt64) -> TextEncoding { value == 1 ? .utf16 : .latin1 }
///   static func words(for field: StaticString) -> String { "in what \(field) says" }
/// }
///
/// uint(8, "encoding")
/// string(.chosen(by: "encoding", NoteText.self), .terminated, "note")
/// ```
public protocol TextChoice: SendableMetatype {
  /// The encoding that a value of the field means.
  ///
  /// - Parameter value: The value of the field that chooses.
  /// - Returns: The encoding that text after it is in.
  static func encoding(for value: UInt64) -> TextEncoding

  /// How a reference to the table says it, after the length of the text: `in what encoding says`.
  ///
  /// - Parameter field: The name of the field.
  /// - Returns: The words, in English.
  static func words(for field: StaticString) -> String

  /// Whether the texts of one node are of one make: UTF-16 without a byte order mark has the order of
  /// the first mark in the node, and where there is none, the order in which more characters have fewer
  /// than 256 codes below them; a missing mark and half a character at the end are reported.
  static var hasCommonOrder: Bool { get }
}

extension TextChoice {
  /// False: the order of bytes is that which a mark says, or the encoding itself.
  public static var hasCommonOrder: Bool { false }
}

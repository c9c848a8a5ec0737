/// Text of our own source that can be compared: the raw value of enums whose cases have names, such
/// as the keys of a machine format.
///
/// ```swift
/// enum Key: FixedText { case path, offset, isThere = "is there" }
/// ```
public struct FixedText: ExpressibleByStringLiteral, Hashable, Sendable {
  /// The text as it stands in the source.
  public let text: StaticString

  /// A text that is written in our own source.
  ///
  /// - Parameter text: The text.
  @inlinable
  public init(stringLiteral text: StaticString) {
    self.text = text
  }

  /// A text of our own source.
  ///
  /// - Parameter text: The text.
  @inlinable
  public init(_ text: StaticString) {
    self.text = text
  }

  /// Whether both have the same UTF-8 bytes.
  public static func == (a: FixedText, b: FixedText) -> Bool { a.text.isSame(as: b.text) }

  /// Adds the text to a hash.
  ///
  /// - Parameter hasher: What the hash is made with.
  public func hash(into hasher: inout Hasher) { hasher.combine(text.description) }
}

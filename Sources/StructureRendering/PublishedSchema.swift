public import ByteReading

/// The JSON Schema (draft 2020-12) of a format that we write.
///
/// Keys may be added in minor versions; readers pass over those they do not know.
public struct PublishedSchema: Sendable {
  /// The name and version of the format.
  public let name: StaticString
  private let text: StaticString

  /// The schema `text` of the format `name`.
  public init(_ name: StaticString, _ text: StaticString) {
    self.name = name
    self.text = text
  }

  /// Writes the schema, with a line feed at the end.
  public func put(to output: inout ByteWriter) {
    output.put(text)
    output.put("\n")
  }
}

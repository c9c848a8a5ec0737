public import ByteReading

/// The JSON Schema of what ``JSONRenderer`` writes.
public enum JSONSchema {
  /// The name and version of the format.
  public static let name: StaticString = "atomtools.dump/1"
}

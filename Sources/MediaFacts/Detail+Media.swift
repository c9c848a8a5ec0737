public import ByteReading
public import Structure

extension Detail.Value {
  /// A track, by ID.
  public static func track(_ value: UInt64) -> Self { Self("track", value) }
  /// An item, by ID.
  public static func item(_ value: UInt64) -> Self { Self("item", value) }
  /// An item that another one is made of, by ID.
  public static func part(_ value: UInt64) -> Self { Self("part", value) }
  /// A sample, from 1.
  public static func sample(_ value: UInt64) -> Self { Self("sample", value) }
  /// The kind of media that a track says it has.
  public static func handler(_ code: FourCC) -> Self { Self("handler", code) }
}

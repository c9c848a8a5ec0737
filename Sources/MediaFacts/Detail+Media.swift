public import ByteReading
public import Structure

extension Detail.Value {
  /// A track, by ID.
  ///
  /// - Parameter value: The `track_ID`.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func track(_ value: UInt64) -> Self { Self("track", value) }
  /// An item, by ID.
  ///
  /// - Parameter value: The `item_ID`.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func item(_ value: UInt64) -> Self { Self("item", value) }
  /// An item that another one is made of, by ID.
  ///
  /// - Parameter value: The `item_ID`.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func part(_ value: UInt64) -> Self { Self("part", value) }
  /// A sample, from 1.
  ///
  /// - Parameter value: The number of the sample, from 1.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func sample(_ value: UInt64) -> Self { Self("sample", value) }
  /// The kind of media that a track says it has.
  ///
  /// - Parameter code: The handler type.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func handler(_ code: FourCC) -> Self { Self("handler", code) }
}

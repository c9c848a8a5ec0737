public import ByteReading

/// Bytes in a node that belong to another format.
///
/// Formats do not know each other. Whoever knows both gives a scanner one function, which is called
/// where such bytes lie, so that nodes are appended in document order and limits are shared.
public struct EmbeddedBytes: Sendable {
  /// What they are.
  public enum Kind: Sendable, Equatable {
    /// Tags that follow one another, and the rest of the bytes behind them.
    case tags
    /// One tag, at the first of the bytes; what stands behind it is the caller's.
    case tag
    /// What stands between tags, whatever it is: all of the bytes.
    case sound
    /// What programs and cameras leave behind the last node of a file: all of the bytes, or none.
    case trailer
    /// Values in a format of their own, the type of which their node gets: all of the bytes.
    case values(FourCC)
  }

  /// What they are.
  public let kind: Kind
  /// Where they are in their source.
  public let range: Range<UInt64>
  /// The number of the source that they lie in.
  public let source: UInt16
  /// The depth of nodes for them.
  public let depth: UInt16

  /// Bytes of another format.
  ///
  /// - Parameters:
  ///   - kind: What they are.
  ///   - range: Where they are in their source.
  ///   - source: The number of that source.
  ///   - depth: The depth of nodes for them.
  public init(_ kind: Kind, range: Range<UInt64>, source: UInt16, depth: UInt16) {
    self.kind = kind
    self.range = range
    self.source = source
    self.depth = depth
  }

  /// Appends nodes for the bytes, and none when they are not what they should be.
  ///
  /// - Returns: Where the bytes end that have nodes: at the beginning when none have.
  public typealias Scan =
    @Sendable (_ bytes: EmbeddedBytes, _ builder: TreeBuilder) -> UInt64
}

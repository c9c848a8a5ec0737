/// Bytes in a node that belong to another format.
///
/// Formats do not know each other. Whoever knows both gives a scanner one function, which is called
/// where such bytes lie, so that nodes are appended in document order and limits are shared.
public struct EmbeddedBytes: Sendable {
  /// What they are.
  public enum Kind: Sendable {
    /// ID3v2 tags.
    case tags
  }

  public let kind: Kind
  /// Where they are in their source.
  public let range: Range<UInt64>
  public let source: UInt16
  /// The depth of nodes for them.
  public let depth: UInt16

  public init(_ kind: Kind, range: Range<UInt64>, source: UInt16, depth: UInt16) {
    self.kind = kind
    self.range = range
    self.source = source
    self.depth = depth
  }

  /// Appends nodes for the bytes, and none when they are not what they should be.
  public typealias Scan = @Sendable (_ bytes: EmbeddedBytes, _ builder: TreeBuilder) -> Void
}

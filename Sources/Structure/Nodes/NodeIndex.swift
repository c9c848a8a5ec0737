import ByteReading

/// Which node of a ``Tree`` is meant: its number in document order, from 0.
///
/// An index comes from the tree that it belongs to: from ``Tree/children(of:)``, ``Tree/parent(of:)``,
/// a path, a problem. Where there may be none, it is optional; no value of its own stands for that.
///
/// ```swift
/// for child in tree.children(of: moov) where tree[child].type == "trak" { … }
/// for node in tree.subtree(of: moov) { … }
/// ```
@frozen
public struct NodeIndex: Hashable, Comparable, Strideable, BitwiseCopyable, Sendable {
  @usableFromInline internal let bits: UInt32

  @inlinable
  internal init(bits: UInt32) { self.bits = bits }

  /// The node with `number` others before it in document order.
  ///
  /// - Parameter number: From 0 to 2³² − 1; others become the nearest of these. Whether a tree has such
  ///   a node, ``Tree/indices`` says.
  @inlinable
  public init(_ number: Int) { bits = UInt32(clamping: number) }

  /// The number of nodes before it in document order.
  @inlinable
  public var number: Int { Int(bits) }

  /// The index behind it in document order: its first child, when it has children.
  @inlinable
  public var next: NodeIndex { NodeIndex(bits: bits &+ 1) }

  /// The index before it in document order; `nil` for the first.
  @inlinable
  public var previous: NodeIndex? { bits > 0 ? NodeIndex(bits: bits &- 1) : nil }

  /// Whether `a` comes before `b` in the order of the file.
  ///
  /// - Parameters:
  ///   - a: A node.
  ///   - b: Another node of the same tree.
  /// - Returns: Whether the first has the lower number.
  @inlinable
  public static func < (a: NodeIndex, b: NodeIndex) -> Bool { a.bits < b.bits }

  /// Whether both are the same node of one tree.
  @inlinable
  public static func == (a: NodeIndex, b: NodeIndex) -> Bool { a.bits == b.bits }

  /// Adds the number of the node to a hash.
  ///
  /// - Parameter hasher: What the hash is made with.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(bits) }

  /// How many nodes, in the order of the file, lie from this one to another.
  ///
  /// - Parameter other: Another node of the same tree.
  /// - Returns: The difference of their numbers; below 0 when `other` comes first.
  @inlinable
  public func distance(to other: NodeIndex) -> Int { Int(other.bits) &- Int(bits) }

  /// The node that comes so many after this one in the order of the file.
  ///
  /// - Parameter count: How many nodes to go on, or back where it is below 0.
  /// - Returns: The index; whether a tree has such a node, ``Tree/known(_:)`` says.
  @inlinable
  public func advanced(by count: Int) -> NodeIndex {
    NodeIndex(bits: UInt32(truncatingIfNeeded: Int(bits) &+ count))
  }
}

extension [NodeIndex] {
  /// Whether one of them, which are in order, is `node`.
  ///
  /// - Complexity: O(log *n*).
  package func holds(_ node: NodeIndex) -> Bool {
    let point = (0..<count).partitionPoint { self[$0] < node }
    return point < count && self[point] == node
  }
}

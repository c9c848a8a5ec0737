public import MediaFacts
import MediaInspection
public import Structure

extension Skeleton {
  /// Why a file is no skeleton of another.
  public enum Fault: Error, Sendable, Equatable {
    /// It was not found out what has to be zeros.
    case incomplete
    /// The node at this path has another place, size or type, or is not there.
    case node(path: String)
    /// There are nodes that the other does not have, the first at this path.
    case added(path: String)
    /// Something is said at this path of persons, places, devices or accounts.
    case says(path: String)
  }

  /// What was found out about a file that is to be the skeleton of another.
  public struct Proof: Sendable {
    /// Why it is none; `nil` when it is one.
    public let fault: Fault?
    /// The places in it that were not read, and may say something: numbers that read as letters.
    public let unread: [Unread]
  }

  /// Why a file is no skeleton of another: a node that is not left out differs in place, size or type, or
  /// `MediaFile.privacy(of:)` finds something; `nil` when it is one.
  ///
  /// Bytes that are no structure may be padding in the skeleton, one node or several.
  ///
  /// - Parameters:
  ///   - result: The file that is to be a skeleton.
  ///   - original: The file that it was made of.
  /// - Returns: What is wrong, and at which node.
  /// - Complexity: O(*n*) in the nodes of both, and what the search for personal data takes.
  public static func fault(in result: Document, of original: Document) -> Fault? {
    proof(in: result, of: original).fault
  }

  /// Whether a file is a skeleton of another, and what of it stays that `MediaFile.privacy(of:)` does not read.
  ///
  /// What is damaged, or lies behind a limit, is not among that: bytes that are no structure are zeros, and of fields
  /// that do not fit their node it is looked whether they read as letters.
  ///
  /// - Parameters:
  ///   - result: The file that is to be a skeleton.
  ///   - original: The file that it was made of.
  /// - Returns: What is wrong, and what is left.
  /// - Complexity: O(*n*) in the nodes of both, and what the search for personal data takes.
  public static func proof(in result: Document, of original: Document) -> Proof {
    if let fault = nodeFault(in: result, of: original) { return Proof(fault: fault, unread: []) }
    let privacy = MediaFile.privacy(of: result)
    return Proof(
      fault: privacy.findings.first.map { .says(path: $0.path) },
      unread: privacy.unread.filter { $0.reason != .damaged && $0.reason != .limits })
  }

  private static func nodeFault(in result: Document, of original: Document) -> Fault? {
    let (a, b) = (original.tree, result.tree)
    let insides = SkeletonInsides(original)
    var (i, j) = (NodeIndex(0), NodeIndex(0))
    while i < a.end {
      guard j < b.end else { return .node(path: original.path(of: i)) }
      if a[i].isRaw, b[j].isRaw, a[i].start == b[j].start, a[i].depth == b[j].depth {
        let (here, there) = (a.endOfRaw(from: i), b.endOfRaw(from: j))
        guard here.offset == there.offset else { return .node(path: original.path(of: i)) }
        (i, j) = (here.next, there.next)
        continue
      }
      guard b[j].isPlaced(as: a[i]) else { return .node(path: original.path(of: i)) }
      if insides.areGone(in: i) {
        (i, j) = (a[i].subtreeEnd, b[j].subtreeEnd)
      } else {
        (i, j) = (i.next, j.next)
      }
    }
    if j < b.end { return .added(path: result.path(of: j)) }
    return nil
  }
}

extension Tree {
  /// Where bytes end that are no structure and begin with the node at `index`, and the node behind them.
  fileprivate func endOfRaw(from index: NodeIndex) -> (offset: UInt64, next: NodeIndex) {
    var offset = self[index].end
    var next = self[index].subtreeEnd
    while next < end, self[next].isRaw, self[next].start == offset, self[next].depth == self[index].depth {
      offset = self[next].end
      next = self[next].subtreeEnd
    }
    return (offset, next)
  }
}

extension Node {
  fileprivate func isPlaced(as other: Node) -> Bool {
    start == other.start && size == other.size && depth == other.depth && !isRaw && !other.isRaw
      && type == other.type && headerSize == other.headerSize && (source == 0) == (other.source == 0)
  }
}

import Atoms
import ByteReading
package import Structure

extension Tree {
  /// The bytes of free space in the file, without headers, and the first node that has some.
  ///
  /// - Complexity: O(*n*) in the nodes.
  package var freeSpace: (byteCount: UInt64, first: NodeIndex?) {
    var count: UInt64 = 0
    var first: NodeIndex?
    for index in indices where PlainAtoms.freeSpace.contains(self[index].type) {
      let node = self[index]
      guard !node.isRaw, node.source == 0, node.payload.byteCount > 0 else { continue }
      count = count.saturatingAdd(UInt64(node.payload.byteCount))
      if first == nil { first = index }
    }
    return (count, first)
  }
}

import Atoms
import ByteReading
import FuzzOracles
import MediaInspection
import Structure

/// The nodes of `bytes` and all that is told of their fields.
struct Reading {
  let document: Document

  init(_ bytes: [UInt8]) { self.init(ByteSource(copying: bytes)) }

  /// What is of none of our formats is read as atoms.
  init(_ source: ByteSource) {
    document = (try? MediaFile.open(source)) ?? Document.atoms(of: source)
  }

  /// Every node as text: what a second scan has to find again.
  var nodes: [String] {
    document.tree.indices.map { index in
      let node = document.tree[index]
      return
        "\(node.type) \(node.source):\(node.start)+\(node.size) \(node.headerSize) \(node.depth) "
        + "\(node.subtreeEnd) \(node.table) \(node.marks.rawValue)"
    }
  }

  /// The first node whose canonical path does not find it, and it alone.
  var firstLostPath: String? { document.firstLostPath }
}

extension ByteSource {
  /// The first `count` bytes as an array.
  func prefix(_ count: Int) -> [UInt8] {
    let bytes = bytes
    return (0..<min(count, byteCount)).compactMap { bytes.byte(at: $0) }
  }
}

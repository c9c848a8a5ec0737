import Atoms
import ByteReading
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
  var firstLostPath: String? {
    let tree = document.tree
    var tracker = PathTracker(document)
    for index in tree.indices {
      tracker.move(to: index)
      var output = ByteWriter()
      tracker.put(to: &output)
      let text = output.string
      if text != document.path(of: index) {
        return "\(text) is called \(document.path(of: index)) when asked alone"
      }
      do throws(PathError) {
        let found = try Path(text).nodes(in: document)
        if found != [index] { return "\(text): node \(index), found \(found)" }
      } catch {
        return "\(text): \(error)"
      }
    }
    return nil
  }
}

extension ByteSource {
  /// The first `count` bytes as an array.
  func prefix(_ count: Int) -> [UInt8] {
    let bytes = bytes
    return (0..<min(count, byteCount)).compactMap { bytes.byte(at: $0) }
  }
}

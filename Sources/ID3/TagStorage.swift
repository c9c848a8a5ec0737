import ByteReading
import MediaFacts
package import Structure

/// What of a tag says how its frames are stored, and nothing of what they say.
package enum TagStorage {
  /// Whether the node at `index` is there for the storage alone: a footer, or an extended header that neither restricts
  /// the tag nor makes it an update of another (ID3v2.3.0 §3.2, ID3v2.4.0 structure §3.2 and §3.4).
  package static func isPart(_ index: NodeIndex, of document: Document) -> Bool {
    switch document.tree[index].type {
    case .footer, "ext\\x03": return true
    case "ext\\x04":
      // An update, and restrictions.
      return document.view(RestrictionHeader.self, of: index).number(.flags).map { $0 & 0x50 == 0 } ?? false
    default: return false
    }
  }

  /// Whether all flags that are set in the header of a tag or a frame at `index` are of its storage:
  /// un-synchronisation, compression and lengths, a footer, an extended header. False where fields behind the header
  /// are called flags as well.
  package static func hasOnlyFlags(_ index: NodeIndex, of document: Document) -> Bool {
    let tree = document.tree
    let node = tree[index]
    let bytes = document.source(of: node).bytes
    if let version = Self.version(of: node) {
      // Version 2 has a flag for a compression that nobody defined.
      let others: UInt8 = version == 2 ? 0x7F : version == 3 ? 0x3F : 0x2F
      return bytes.byte(at: Int(clamping: node.start) &+ 5).map { $0 & others == 0 } ?? false
    }
    guard tree.program(of: node)?.row(named: "flags") == nil, let version = versionOfTag(around: index, tree),
      let flags = bytes.bigEndian(at: Int(clamping: node.start) &+ 8, count: 2)
    else { return false }
    // To be encrypted, to belong to a group and what may become of a frame are more than storage.
    switch version {
    case 3: return flags & ~0x80 == 0
    case 4: return flags & ~0x0B == 0
    default: return false
    }
  }

  /// The version of the tag that a frame stands in, or the frame around it; `nil` for what is no frame.
  private static func versionOfTag(around index: NodeIndex, _ tree: Tree) -> UInt8? {
    var place = tree.parent(of: index)
    while let here = place {
      if let version = Self.version(of: tree[here]) { return version }
      guard tree[here].type == "CHAP" || tree[here].type == "CTOC" else { return nil }
      place = tree.parent(of: here)
    }
    return nil
  }

  /// The version of a tag whose header is known; `nil` for all else.
  private static func version(of node: Node) -> UInt8? {
    let version = UInt8(truncatingIfNeeded: node.type.rawValue)
    return node.type.isID3v2Tag && FrameLayout(version: version) != nil ? version : nil
  }
}

import Atoms
import ByteReading
import MediaFacts
package import Structure

/// What comes and goes with the encryption of a track: the codes of its sample entries, and what stands beside its
/// samples to decrypt them (ISO/IEC 23001-7 §7).
///
/// That it is encrypted, by which scheme and with which key, stands in the `sinf` of its entries, and is the change that
/// these follow from.
package struct EncryptionParts: Sendable {
  private let before, after: Document

  /// - Returns: `nil` where no track is encrypted in either file.
  package init?(_ before: Document, _ after: Document) {
    guard Self.hasProtectedTracks(before) || Self.hasProtectedTracks(after) else { return nil }
    (self.before, self.after) = (before, after)
  }

  /// Whether two sample entries that belong together are of one coding, and encrypted in one file alone.
  ///
  /// - Parameters:
  ///   - a: The entry in the first file.
  ///   - b: The entry in the second file.
  package func haveOneCoding(_ a: NodeIndex, _ b: NodeIndex) -> Bool {
    guard Codec.protected.contains(before.tree[a].type) != Codec.protected.contains(after.tree[b].type) else { return false }
    return before.codec(of: a).type == after.codec(of: b).type
  }

  /// Whether a node is there for samples that are encrypted in its file, and in the other are none of them.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - isNew: Whether it is one of the second file.
  ///   - holders: The nodes that it lies in, or would, which belong together.
  package func isBesideSamples(_ node: NodeIndex, isNew: Bool, in holders: (before: NodeIndex, after: NodeIndex)) -> Bool {
    let document = isNew ? after : before
    let type: FourCC?
    switch document.tree[node].type {
    case "senc": type = nil
    case "saiz": type = document.view(AuxiliarySizes.self, of: node).code(.aux_info_type)
    case "saio": type = document.view(AuxiliaryOffsets.self, of: node).code(.aux_info_type)
    default: return false
    }
    // Without a type it is that of the scheme (14496-12 §8.7.8).
    guard type.map({ $0.isListed(in: AuxiliaryOffsets.typesOfEncryption) }) ?? true,
      let old = Self.protectedShare(around: holders.before, before),
      let new = Self.protectedShare(around: holders.after, after)
    else { return false }
    return isNew ? old == .none && new == .all : old == .all && new == .none
  }

  private static func protectedShare(around node: NodeIndex, _ document: Document) -> ProtectedShare? {
    (document.context as? AtomContext)?.track(at: node)?.protectedShare(in: document.tree)
  }

  /// Of the first tracks.
  private static func hasProtectedTracks(_ document: Document) -> Bool {
    guard let context = document.context as? AtomContext else { return false }
    return context.tracks.prefix(64).contains { $0.protectedShare(in: document.tree) != .none }
  }
}

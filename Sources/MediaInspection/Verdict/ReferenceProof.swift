import Atoms
import ByteReading
import MediaFacts
import Structure

/// What tracks refer to by numbers: the same number means another track where tracks have changed theirs.
///
/// A list that stays as it is, byte for byte, is no change that a comparison of fields could find.
enum ReferenceProof {
  /// References that are looked at of a track, and numbers of each.
  private static let limit = 4_096

  /// Notes which tracks refer to others now, though the numbers in their references are what they were.
  ///
  /// - Parameter pairs: The tracks that both files have.
  /// - Complexity: O(*n*) in the tracks.
  static func add(
    _ pairs: [(before: SampleTrack, after: SampleTrack)], _ before: Document, _ after: Document,
    to proofs: inout MediaProofs
  ) {
    guard pairs.contains(where: { $0.before.id != $0.after.id }) else { return }
    var numbers: [UInt64: UInt64] = [:]
    for pair in pairs where numbers[pair.before.id] == nil { numbers[pair.before.id] = pair.after.id }
    for pair in pairs {
      let others = references(of: pair.after.node, after)
      for reference in references(of: pair.before.node, before) {
        guard let other = others.first(where: { $0.type == reference.type }), other.ids == reference.ids,
          let id = reference.ids.first(where: { numbers[$0, default: $0] != $0 })
        else { continue }
        let role = MediaFile.aspect(of: reference.node, FieldPath(), in: before)
        var finding = Verdict.Finding(
          role.aspect, .changed, "'\(reference.type.key)' refers to track \(id), which is another one now",
          subject: pair.after.name, track: (pair.before.id, pair.after.id))
        finding.isLoss = true
        proofs.findings.append(finding)
      }
    }
  }

  private static func references(
    of track: NodeIndex, _ document: Document
  ) -> [(type: FourCC, ids: [UInt64], node: NodeIndex)] {
    let tree = document.tree
    guard tree[track].type == "trak", let list = tree.child("tref", of: track) else { return [] }
    let reader = NodeReader(document)
    return tree.children(of: list).prefix(limit).filter { !tree[$0].isRaw }.map { node in
      let ids = reader.view(TrackReference.self, of: node).withTable(.track_IDs) { table in
        (0..<min(table.count, limit)).map { table.raw(row: $0, column: 0) }
      }
      return (tree[node].type, ids ?? [], node)
    }
  }
}

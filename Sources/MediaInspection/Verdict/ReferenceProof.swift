import Atoms
import ByteReading
import MediaFacts
import Structure

/// What refers to tracks by numbers: the same number means another track, or none, where tracks have changed theirs.
///
/// A reference that stays as it is, byte for byte, is no change that a comparison of fields could find.
struct ReferenceProof {
  typealias Pair = (before: SampleTrack, after: SampleTrack)

  private let before: Document
  private let after: Document
  private let pairs: [Pair]
  /// By the number of a track in the first file that in the second.
  private let numbers: [UInt64: UInt64]
  /// The numbers of these tracks in the second file.
  private let present: Set<UInt64>

  /// References that are looked at of a track, and numbers of each.
  private static let limit = 4_096
  /// Indexes that are looked at of a file.
  private static let indexLimit = 1 << 20

  /// Notes what refers to other tracks now, though the numbers in it are what they were: tracks, indexes of fragments,
  /// and groups.
  ///
  /// - Parameter pairs: The tracks that both files have.
  /// - Complexity: O(*n*) in the tracks, the nodes at the top and the bytes of indexes.
  static func add(_ pairs: [Pair], _ before: Document, _ after: Document, to proofs: inout MediaProofs) {
    guard pairs.contains(where: { $0.before.id != $0.after.id }) else { return }
    let proof = ReferenceProof(pairs, before, after)
    proofs.findings += proof.references + proof.indexes + proof.levels + proof.groups
  }

  private init(_ pairs: [Pair], _ before: Document, _ after: Document) {
    (self.pairs, self.before, self.after) = (pairs, before, after)
    var numbers: [UInt64: UInt64] = [:]
    for pair in pairs where numbers[pair.before.id] == nil { numbers[pair.before.id] = pair.after.id }
    self.numbers = numbers
    present = Set(pairs.map { $0.after.id })
  }

  /// Whether a track has another number in the second file.
  private func isRenumbered(_ id: UInt64) -> Bool { numbers[id, default: id] != id }

  private func finding(_ node: NodeIndex, _ id: UInt64) -> Verdict.Finding {
    let isThere = present.contains(id) || (after.context as? AtomContext)?.track(id: id) != nil
    let what = isThere ? "another one now" : "no longer there"
    var finding = Verdict.Finding(
      MediaFile.aspect(of: node, FieldPath(), in: before).aspect, .changed,
      "'\(before.tree[node].type.key)' refers to track \(id), which is \(what)")
    finding.isLoss = true
    return finding
  }

  // MARK: From tracks to tracks

  private var references: [Verdict.Finding] {
    var found: [Verdict.Finding] = []
    for pair in pairs {
      let others = Self.references(of: pair.after.node, after)
      for reference in Self.references(of: pair.before.node, before) {
        guard let other = others.first(where: { $0.type == reference.type }), other.ids == reference.ids,
          let id = reference.ids.first(where: { isRenumbered($0) })
        else { continue }
        var finding = finding(reference.node, id)
        finding.subject = pair.after.name
        finding.track = (pair.before.id, pair.after.id)
        found.append(finding)
      }
    }
    return found
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

  // MARK: From indexes to tracks

  /// What an index says besides the track that it is for.
  private struct Index: Hashable {
    let type: FourCC
    let track: UInt64
    /// A number for its bytes besides that of the track; `nil` for whatever they are.
    let content: UInt64?
  }

  /// Indexes that name what they named: those that stand as they were, and those that say something else by now where
  /// none is for the track under its new number.
  private var indexes: [Verdict.Finding] {
    var known: Set<Index> = []
    for index in Self.indexes(after) {
      known.insert(index.index)
      known.insert(Index(type: index.index.type, track: index.index.track, content: nil))
    }
    guard !known.isEmpty else { return [] }
    var found: [Verdict.Finding] = []
    var reported: Set<Index> = []
    for (node, index) in Self.indexes(before) {
      guard let number = numbers[index.track], number != index.track else { continue }
      func isThere(_ track: UInt64, _ content: UInt64?) -> Bool {
        known.contains(Index(type: index.type, track: track, content: content))
      }
      if isThere(number, index.content) { continue }
      let isSame = isThere(index.track, index.content)
      guard isSame || isThere(index.track, nil) && !isThere(number, nil),
        reported.insert(Index(type: index.type, track: index.track, content: nil)).inserted
      else { continue }
      found.append(finding(node, index.track))
    }
    return found
  }

  private static func indexes(_ document: Document) -> [(node: NodeIndex, index: Index)] {
    let tree = document.tree
    var nodes: [NodeIndex] = []
    for node in tree.children(of: nil) where nodes.count < indexLimit {
      switch tree[node].type {
      case "sidx", "prft": nodes.append(node)
      case "mfra": nodes += tree.children(of: node).prefix(limit)
      default: break
      }
    }
    if let movie = tree.movie, let extends = tree.child("mvex", of: movie) {
      nodes += tree.children(of: extends).prefix(limit)
    }
    return nodes.compactMap { node -> (node: NodeIndex, index: Index)? in
      guard !tree[node].isRaw, document.fieldSource(of: node) == tree[node].source,
        let number = TrackIndexes.number(in: node, of: document)
      else { return nil }
      let source = document.source(of: tree[node])
      let (start, end) = (tree[node].payload.byteOffset, min(tree[node].payload.byteEnd, source.byteCount))
      let place = number.extent
      guard start <= place.byteOffset, place.byteEnd <= end else { return nil }
      var content = UInt64(truncatingIfNeeded: end &- start)
      content = source.mixed(start..<place.byteOffset, into: content)
      content = source.mixed(place.byteEnd..<end, into: content)
      return (node, Index(type: tree[node].type, track: number.id, content: content))
    }
  }

  // MARK: From lists to tracks

  private var levels: [Verdict.Finding] {
    guard let old = Self.levels(before), let new = Self.levels(after), old.ids == new.ids,
      let id = old.ids.first(where: { isRenumbered($0) })
    else { return [] }
    return [finding(old.node, id)]
  }

  /// The tracks that levels are of, in their order.
  private static func levels(_ document: Document) -> (node: NodeIndex, ids: [UInt64])? {
    let tree = document.tree
    guard let movie = tree.movie, let extends = tree.child("mvex", of: movie),
      let node = tree.child("leva", of: extends)
    else { return nil }
    return (node, TrackIndexes.levels(in: node, of: document).map(\.id))
  }

  /// Groups whose members have other numbers now, of which those of items are compared with these.
  private var groups: [Verdict.Finding] {
    guard let meta = before.tree.child("meta", of: nil), let other = after.tree.child("meta", of: nil),
      before.tree.child("grpl", of: meta) != nil, after.tree.child("grpl", of: other) != nil
    else { return [] }
    guard let old = GroupedEntities.all(in: meta, of: before), let new = GroupedEntities.all(in: other, of: after)
    else {
      return [Verdict.Finding(.display, .notChecked, "which tracks are grouped: groups cannot be read")]
    }
    struct Key: Hashable {
      let type: FourCC
      let id: UInt64?
    }
    var known: [Key: [UInt64]] = [:]
    for group in new where known[Key(type: group.type, id: group.id)] == nil {
      known[Key(type: group.type, id: group.id)] = group.entities
    }
    let items = (before.context as? AtomContext)?.items(around: meta)
    let isOther = old.contains { group in
      known[Key(type: group.type, id: group.id)] == group.entities
        && group.entities.contains { isRenumbered($0) && items?.entry(of: $0) == nil }
    }
    guard isOther else { return [] }
    var finding = Verdict.Finding(.display, .changed, "groups have other tracks under their new numbers")
    finding.isLoss = true
    return [finding]
  }
}

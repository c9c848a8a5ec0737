import Atoms
import ByteReading
import Structure

/// A group of items and tracks that a `meta` lists (14496-12 §8.18.3).
struct GroupedEntities {
  let node: NodeIndex
  let type: FourCC
  /// The number of the group; `nil` where it ends before that.
  let id: UInt64?
  /// The numbers of the items and tracks in it.
  let entities: [UInt64]

  /// The groups of a `meta`, and the numbers in all of them, that are looked at.
  private static let limit = 1 << 20

  /// The groups of a `meta` in the order of the file, none for one without; `nil` where one of them cannot be read as a
  /// whole, or there are too many.
  ///
  /// - Complexity: O(*n*) in the numbers of all groups.
  static func all(in meta: NodeIndex, of document: Document) -> [GroupedEntities]? {
    let tree = document.tree
    guard let list = tree.child("grpl", of: meta) else { return [] }
    let reader = NodeReader(document)
    var groups: [GroupedEntities] = []
    var left = limit
    for node in tree.children(of: list) {
      if tree[node].isRaw { return nil }
      let group = reader.view(EntityGroup.self, of: node)
      // What fills a gap is no group.
      guard group.isOfItsTable else { continue }
      let room = left
      let entities: [UInt64]? =
        group.withTable(.entity_ids) { table -> [UInt64]? in
          guard table.count == table.declared, table.count < room else { return nil }
          return (0..<table.count).map { table.raw(row: $0, column: 0) }
        } ?? nil
      guard let entities else { return nil }
      left -= entities.count + 1
      groups.append(
        GroupedEntities(node: node, type: tree[node].type, id: group.number(.group_id), entities: entities))
    }
    return groups
  }

  /// The numbers that a `meta` leads to, of groups as well as of items, since a group may stand wherever an item may: as
  /// the primary one, with properties, in references and in groups; and those that two groups have. `nil` where not all
  /// could be read.
  ///
  /// - Complexity: O(*n*) in the references, the properties that items have, and the numbers in all groups.
  static func numbersLedTo(in meta: NodeIndex, of document: Document) -> Set<UInt64>? {
    let tree = document.tree
    guard ImageParts.areRead(in: meta, of: document), let groups = all(in: meta, of: document) else { return nil }
    var found: Set<UInt64> = []
    var own: Set<UInt64> = []
    for group in groups {
      found.formUnion(group.entities)
      if let id = group.id, !own.insert(id).inserted { found.insert(id) }
    }
    let references = ImageParts.references(in: meta, of: document, limit: referenceLimit)
    guard references.count < referenceLimit else { return nil }
    for reference in references {
      guard reference.count == reference.to.count else { return nil }
      found.insert(reference.from)
      found.formUnion(reference.to)
    }
    for node in tree.children(of: meta) {
      switch tree[node].type {
      case "pitm":
        guard let id = document.view(PrimaryItem.self, of: node).number(.item_ID) else { return nil }
        found.insert(id)
      case "iprp":
        for list in tree.children(of: node) where tree[list].type == "ipma" {
          let given = ItemAssociations(list, in: document).all
          guard !tree[list].isRaw, given.count < ItemAssociations.usualLimit else { return nil }
          for association in given { found.insert(association.item) }
        }
      default: break
      }
    }
    return found
  }

  private static let referenceLimit = 65_536
}

import Atoms
import ByteReading
import MediaFacts
import SoundFiles
package import Structure

extension AspectRoles {
  /// Room among nodes that are counted by place moves the others on.
  static func ofPadding(_ index: NodeIndex, _ field: FieldPath, _ document: Document) -> AspectRole {
    guard field.isEmpty, isInFront(index, document) else { return AspectRole(.file, excuse: "padding") }
    var role = AspectRole(.setup)
    role.isDecoding = true
    return role
  }

  /// Whether room stands among nodes that are counted by place, in front of one that is no room, or of so much that nobody
  /// looks behind it.
  fileprivate static func isInFront(_ index: NodeIndex, _ document: Document) -> Bool {
    let tree = document.tree
    guard let parent = tree.parent(of: index), countedByPlace.contains(tree[parent].type.key) else { return false }
    var next = tree[index].subtreeEnd
    for _ in 0..<64 {
      guard next < tree[parent].subtreeEnd else { return false }
      if !MediaFile.isPadding(next, document) { return true }
      next = tree[next].subtreeEnd
    }
    return true
  }

  /// Room between a tag and the first frame hides what an encoder says in that one.
  static func ofPadding(beforeSound index: NodeIndex, _ document: Document) -> AspectRole {
    guard isBeforeInformation(index, document) else { return AspectRole(.file, excuse: "padding") }
    var role = AspectRole(
      .startAndEnd,
      excuse: "bytes in front of the first frame, behind which FFmpeg does not find what an encoder says of the length")
    role.isUnproved = true
    return role
  }

  /// Whether sound stands behind a node at the top whose first frame holds what an encoder says of all of them.
  fileprivate static func isBeforeInformation(_ index: NodeIndex, _ document: Document) -> Bool {
    let next = document.tree[index].subtreeEnd
    guard document.tree.parent(of: index) == nil, next < document.tree.indices.upperBound,
      MediaFile.isMedia(next, document)
    else { return false }
    return document.view(StreamInformation.self, of: next).number(.identifier) != nil
  }
}

extension MediaFile {
  /// The padding of a file by which players find something else than without it, in the order of the file.
  ///
  /// - Complexity: O(*n*) in the nodes.
  package static func meantPadding(of document: Document) -> [NodeIndex] {
    let tree = document.tree
    if document.context is AtomContext {
      guard PlainAtoms.freeSpace.contains(where: { tree.mayHave($0) }) else { return [] }
      return tree.indices.filter { isPadding($0, document) && AspectRoles.isInFront($0, document) }
    }
    return tree.children(of: nil).filter { tree[$0].marks.contains(.padding) && AspectRoles.isBeforeInformation($0, document) }
  }

  /// Whether a path leads to a node that is counted by place among those beside it.
  package static func isCounted(_ path: Path) -> Bool {
    guard let parent = path.steps.dropLast().last, case .code(let type) = parent.name else { return false }
    return AspectRoles.countedByPlace.contains(type.key)
  }
}

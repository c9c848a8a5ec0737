import ByteReading
import ID3
import MediaInspection
import Structure

/// Frames that a later tag replaces, which says that it is an update (ID3v2.4.0 structure §3.2).
struct UpdatedItems {
  private var places: Set<Int> = []

  /// Looks at items in the order of the file.
  ///
  /// - Complexity: O(*n*) in the items.
  init(_ items: [MetadataItem], in document: Document) {
    var updated: Set<MetadataIdentifier> = []
    // What the tag has that is being gone through, and whether it is an update.
    var own: Set<MetadataIdentifier> = []
    var tag: (node: NodeIndex, isUpdate: Bool)?
    for place in items.indices.reversed() {
      let item = items[place]
      guard item.keySpace == .id3, item.trackID == nil, case .code(let type) = item.identifier.key,
        FrameUsage.isSingle(type)
      else { continue }
      if tag?.node != item.container {
        updated.formUnion(own)
        own = []
        tag = (item.container, FrameUsage.isUpdate(item.container, of: document))
      }
      if updated.contains(item.identifier) { places.insert(place) }
      if tag?.isUpdate == true { own.insert(item.identifier) }
    }
  }

  /// Whether the item at `place` is one of them.
  func contains(_ place: Int) -> Bool { places.contains(place) }
}

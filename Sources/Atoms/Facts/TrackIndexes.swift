package import ByteReading
package import Structure

/// What is for a track by its number, and stands in no track: indexes of segments and of fragments, what announces
/// them, and when they were made (14496-12 §8.16.3, §8.8.10, §8.8.15, §8.8.13, §8.16.5).
package enum TrackIndexes {
  /// Where the numbers stand: the type of a node, and the name of a field.
  package static let fields: [(type: FourCC, field: StaticString)] = [
    ("sidx", "reference_ID"), ("tfra", "track_ID"), ("trep", "track_ID"), ("leva", "track_ID"),
    ("prft", "reference_track_ID"),
  ]

  /// The number of a track, and where it stands.
  package struct Number: Sendable {
    package let id: UInt64
    package let extent: Extent
    package let field: ViewedField
  }

  /// The track that the node at `index` is for; `nil` for levels, which are of several, and for what is for none.
  package static func number(in index: NodeIndex, of document: Document) -> Number? {
    func read<Fields: FieldView>(_ type: Fields.Type, _ field: Fields.Field) -> Number? {
      let fields = document.view(type, of: index)
      guard let id = fields.number(field), let extent = fields.content(field) else { return nil }
      return Number(id: id, extent: extent, field: Fields[field])
    }
    return switch document.tree[index].type {
    case "sidx": read(SegmentIndex.self, .reference_ID)
    case "tfra": read(RandomAccess.self, .track_ID)
    case "trep": read(TrackExtensionProperties.self, .track_ID)
    case "prft": read(ProducerTime.self, .reference_track_ID)
    default: nil
    }
  }

  /// The tracks that the levels of the `leva` at `index` are of, in their order.
  ///
  /// - Complexity: O(*n*) in the levels.
  package static func levels(in index: NodeIndex, of document: Document) -> [Number] {
    var levels: [Number] = []
    document.view(LevelAssignment.self, of: index).withEach(.track_ID) { field in
      levels.append(Number(id: field.raw, extent: field.extent, field: LevelAssignment[.track_ID]))
      return true
    }
    return levels
  }
}

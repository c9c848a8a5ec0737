package import ByteReading

/// Remembers where bytes of another format begin among the fields of a node, and of which: what its table says.
package struct EmbeddedPlace: FieldSink {
  package var place: (start: Int, format: FourCC)? { places.first.map { ($0.extent.byteOffset, $0.format) } }
  /// Where the first of them lie.
  private(set) var places: [(extent: Extent, format: FourCC)] = []
  private static let limit = 8

  package init() {}

  package mutating func field(_ field: borrowing FieldReading) {
    if places.count < Self.limit, case .embedded(let format) = field.definition.meaning {
      places.append((field.extent, format))
    }
  }

  package mutating func table(_ table: borrowing TableReading) {}
}

extension TreeBuilder {
  /// Has nodes made for the first field of the node at `index` that begins as files of one of these formats do, whose
  /// bytes stay a field of it as well.
  ///
  /// - Parameters:
  ///   - formats: The types of the nodes, and what their bytes begin with.
  ///   - index: The last node there is; nothing is done when others stand in it already.
  ///   - scan: What makes nodes for bytes of another format.
  ///   - walker: What reads the fields.
  /// - Complexity: O(*n*) in the fields of the node.
  package func embed(
    anyOf formats: [(type: FourCC, magic: Magic)], in index: NodeIndex, by scan: EmbeddedBytes.Scan,
    _ walker: inout Walker
  ) {
    var sink = MagicPlace(formats)
    guard let source = fields(of: index, &walker, into: &sink), let (place, type) = sink.place else { return }
    embed(type, place, in: index, source, by: scan)
    close(index)
  }

  /// Has a node made for each field of the node at `index` that its table says is of another format, whose bytes stay
  /// a field of it as well: for tables where other fields follow.
  ///
  /// - Parameters:
  ///   - index: The last node there is; nothing is done when others stand in it already.
  ///   - scan: What makes nodes for bytes of another format.
  ///   - walker: What reads the fields.
  /// - Complexity: O(*n*) in the fields of the node.
  package func embedFields(of index: NodeIndex, by scan: EmbeddedBytes.Scan, _ walker: inout Walker) {
    var sink = EmbeddedPlace()
    guard let source = fields(of: index, &walker, into: &sink) else { return }
    for (place, type) in sink.places where !isFull && count < limits.nodes {
      embed(type, place, in: index, source, by: scan)
    }
    close(index)
  }

  /// Has the fields of the last node passed to `sink`.
  ///
  /// - Returns: The source that they lie in; `nil` when they were not read, or no node may stand in this one.
  private func fields(of index: NodeIndex, _ walker: inout Walker, into sink: inout some FieldSink) -> UInt16? {
    let node = self[index]
    guard let program = program(of: node), let number = contents(of: index), !isFull, count < limits.nodes,
      Int(node.depth) + 1 < limits.depth, index.next == end
    else { return nil }
    let source = sources[Int(number)].bytes
    let extent = number == node.source ? node.payload : Extent(byteOffset: 0, byteCount: source.byteCount)
    guard extent.byteEnd <= source.byteCount else { return nil }
    var cursor = ByteCursor(source.bytes, over: extent)
    walker.walk(program, &cursor, context: NoContext(), into: &sink)
    return number
  }

  private func embed(
    _ type: FourCC, _ place: Extent, in index: NodeIndex, _ source: UInt16, by scan: EmbeddedBytes.Scan
  ) {
    let first = end
    _ = scan(
      EmbeddedBytes(
        .values(type), range: UInt64(place.byteOffset)..<UInt64(place.byteEnd), source: source,
        depth: self[index].depth + 1), self)
    if first < end { standsElsewhere(first) }
  }
}

/// Remembers where the first field of bytes lies that begins with one of these magic numbers.
private struct MagicPlace: FieldSink {
  private let formats: [(type: FourCC, magic: Magic)]
  private(set) var place: (extent: Extent, type: FourCC)?

  init(_ formats: [(type: FourCC, magic: Magic)]) { self.formats = formats }

  mutating func field(_ field: borrowing FieldReading) {
    guard place == nil, field.isBytes else { return }
    for (type, magic) in formats where magic.stands(in: field.contentBytes) {
      place = (field.content, type)
      return
    }
  }

  mutating func table(_ table: borrowing TableReading) {}
}

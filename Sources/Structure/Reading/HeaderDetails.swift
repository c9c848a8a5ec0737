import ByteReading

/// Lets through what a header says and its node does not say by itself: versions, flags that are set, methods, groups
/// and lengths. Identifier and size are left out, and flags of which none is set.
package struct HeaderDetails<Sink: FieldSink & ~Copyable>: FieldSink, ~Copyable {
  private var sink: Sink

  /// - Parameter sink: The sink that they are passed to; ``finish()`` gives it back.
  package init(sink: consuming Sink) { self.sink = sink }

  package consuming func finish() -> Sink { sink }

  package mutating func begin(source: UInt16) { sink.begin(source: source) }

  package mutating func field(_ field: borrowing FieldReading) {
    if Catalogue.isSaidByNode(field.name) || field.name.isSame(as: "flags") && field.raw == 0 { return }
    sink.field(field)
  }

  package mutating func table(_ table: borrowing TableReading) { sink.table(table) }
  package mutating func note(_ fault: Fault) { sink.note(fault) }
}

extension Catalogue {
  /// Whether a field of this name in a header is what each node says by itself: its type and its size.
  static func isSaidByNode(_ name: StaticString) -> Bool {
    saidByNodes.contains { $0.isSame(as: name) }
  }

  private static let saidByNodes: [StaticString] = ["id", "identifier", "type", "usertype", "size", "largesize"]
}

extension Document {
  /// Passes `sink` the details of the node's header (``HeaderDetails``).
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - walker: The walker that reads them.
  ///   - sink: What takes the fields.
  package func walkHeaderDetails<Sink: FieldSink & ~Copyable>(
    _ index: NodeIndex, _ walker: inout Walker, into sink: inout Sink
  ) {
    guard tree.catalogue(of: tree[index])?.headerHasDetails ?? false else { return }
    var details = HeaderDetails(sink: sink)
    walkHeader(index, &walker, into: &details)
    sink = details.finish()
  }

  /// Passes the fields that a path means. Those of the header are meant where no other is, and counted in front of the
  /// others where the path counts.
  ///
  /// - Parameters:
  ///   - path: The fields that are passed.
  ///   - index: The node.
  ///   - walker: The walker that reads them.
  ///   - sink: What takes the fields.
  /// - Returns: Whether the path means any.
  @discardableResult
  package func walk<Sink: FieldSink & ~Copyable>(
    selecting path: FieldPath, of index: NodeIndex, _ walker: inout Walker, into sink: inout Sink
  ) -> Bool {
    var selection = FieldSelection(path, sink: sink)
    if path.parts.allSatisfy({ $0.indexes.isEmpty }) {
      walk(index, &walker, into: &selection)
      if !selection.hasMatched { walkHeader(index, &walker, into: &selection) }
    } else {
      walkHeader(index, &walker, into: &selection)
      walk(index, &walker, into: &selection)
    }
    let hasMatched = selection.hasMatched
    sink = selection.finish()
    return hasMatched
  }
}

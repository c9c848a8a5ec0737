public import ByteReading

// Tables hold functions of an ``OpenNode``; whoever writes one has a reader. What is here is transparent, so
// that a function which has a name stays a constant of the table: the compiler makes one function of both.

extension Summary {
  /// For the few that need other boxes or arithmetic.
  ///
  /// - Parameter write: Writes what the outline says of the node that `node` has open; no text when there
  ///   is no more to say.
  /// - Returns: The summary, for a table.
  @_transparent
  public static func function(
    _ write: @escaping @Sendable (_ node: NodeReader, _ output: inout ByteWriter) -> Void
  ) -> Summary {
    .written { node, output in
      guard let reader = node as? NodeReader else { return }
      write(reader, &output)
    }
  }
}

extension Grouping {
  /// How a run of siblings is drawn as a table.
  ///
  /// - Parameters:
  ///   - before: Types that may stand before the node that declares the grouping, separated by
  ///     spaces.
  ///   - after: Types that follow it, separated by spaces.
  ///   - minimum: The number of repetitions from which a table is drawn.
  ///   - columns: The titles of the columns after those for number, offset and sizes.
  ///   - cell: Writes one cell of the member that the reader has open.
  @_transparent
  public init(
    before: StaticString, after: StaticString, minimum: Int = 3,
    columns: @escaping @Sendable (_ document: Document) -> [String],
    cell:
      @escaping @Sendable (_ reader: NodeReader, _ column: Int, _ output: inout ByteWriter) -> Void
  ) {
    self.init(
      before: before, after: after, minimum: minimum,
      titles: { node in
        guard let reader = node as? NodeReader else { return [] }
        return columns(reader.document)
      },
      cell: { node, column, output in
        guard let reader = node as? NodeReader else { return }
        cell(reader, column, &output)
      })
  }

  /// The titles of the columns after those for number, offset and sizes.
  ///
  /// - Parameter document: The file that the run is in.
  /// - Returns: A title for each column.
  public func columns(of document: Document) -> [String] { titles(NodeReader(document)) }
}

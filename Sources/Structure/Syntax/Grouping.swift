public import ByteReading

/// How a run of siblings is drawn as a table: a node that declares it, with what goes before and
/// after it each time.
public struct Grouping: Sendable {
  /// Types that may stand before the node that declares the grouping, separated by spaces.
  public let before: StaticString
  /// Types that follow it, separated by spaces.
  public let after: StaticString
  /// The number of repetitions from which a table is drawn.
  public let minimum: Int
  /// The titles of the columns after those for number, offset and sizes, of the file that a node is in.
  public let titles: @Sendable (_ node: OpenNode) -> [String]
  /// Writes one cell of the member that `node` has open.
  public let cell:
    @Sendable (_ node: OpenNode, _ column: Int, _ output: inout ByteWriter) -> Void

  /// How a run of siblings is drawn as a table; tables are written with
  /// ``init(before:after:minimum:columns:cell:)``.
  ///
  /// - Parameters:
  ///   - before: Types that may stand before the node that declares the grouping, separated by
  ///     spaces.
  ///   - after: Types that follow it, separated by spaces.
  ///   - minimum: The number of repetitions from which a table is drawn.
  ///   - titles: The titles of the columns after those for number, offset and sizes.
  ///   - cell: Writes one cell of the member that the node has open.
  @_transparent
  public init(
    before: StaticString, after: StaticString, minimum: Int,
    titles: @escaping @Sendable (_ node: OpenNode) -> [String],
    cell: @escaping @Sendable (_ node: OpenNode, _ column: Int, _ output: inout ByteWriter) -> Void
  ) {
    self.before = before
    self.after = after
    self.minimum = minimum
    self.titles = titles
    self.cell = cell
  }
}

public import ByteReading
public import Structure

/// What a field of one node follows from, so that a diff can tell causes from consequences.
///
/// A change of the field *follows* when the derivation holds before and after, and something that it
/// was made from changed. Formats export lists of these.
public struct Derivation: Sendable {
  /// The type of the node that has the field.
  public let type: FourCC
  /// The name of the field.
  public let field: StaticString
  /// What is counted when changes are: `duration`.
  public let noun: StaticString
  /// The rule as people read it: `mdhd = sum of stts`.
  public let rule: StaticString
  /// How far the value may lie from what is computed, in the field's own units: writers round.
  public let tolerance: UInt64
  /// Computes the value for the node at `node`; `nil` when something it needs is not there.
  public let recompute: @Sendable (_ node: NodeIndex, _ document: Document) -> Outcome?

  /// A value that was computed, and the nodes that it was computed from.
  public struct Outcome: Sendable {
    public var value: UInt64
    public var inputs: [NodeIndex]

    public init(_ value: UInt64, from inputs: [NodeIndex]) {
      self.value = value
      self.inputs = inputs
    }
  }

  public init(
    _ type: FourCC, _ field: StaticString, noun: StaticString, rule: StaticString,
    tolerance: UInt64 = 0,
    recompute: @escaping @Sendable (_ node: NodeIndex, _ document: Document) -> Outcome?
  ) {
    self.type = type
    self.field = field
    self.noun = noun
    self.rule = rule
    self.tolerance = tolerance
    self.recompute = recompute
  }

  /// Whether `value` is what is computed, as exactly as writers round.
  public func holds(_ value: UInt64, _ outcome: Outcome) -> Bool {
    (value > outcome.value ? value &- outcome.value : outcome.value &- value) <= tolerance
  }
}

/// What the numbers in a column of a table follow from, row by row.
///
/// A row follows when its number is what is computed, before and after: as the two differ, so does what
/// they were computed from.
public struct ColumnDerivation: Sendable {
  /// The type of the node that has the table.
  public let type: FourCC
  /// The table and the column, as paths write them: `references.subsegment_duration`.
  public let field: StaticString
  /// What is counted when rows change: `duration`.
  public let noun: StaticString
  /// The rule as people read it.
  public let rule: StaticString
  /// How far a number may lie from what is computed, in its own units.
  public let tolerance: UInt64
  /// Computes the numbers of the table of the node at `node`; `nil` for rows, or for the whole table,
  /// where something they need is not there.
  public let recompute: @Sendable (_ node: NodeIndex, _ document: Document) -> [UInt64?]?

  public init(
    _ type: FourCC, _ field: StaticString, noun: StaticString, rule: StaticString,
    tolerance: UInt64 = 0,
    recompute: @escaping @Sendable (_ node: NodeIndex, _ document: Document) -> [UInt64?]?
  ) {
    self.type = type
    self.field = field
    self.noun = noun
    self.rule = rule
    self.tolerance = tolerance
    self.recompute = recompute
  }
}

public import ByteReading
public import Structure

/// What a field of one node follows from, so that a diff can keep causes and consequences apart.
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
    /// The value, in the units of the field.
    public var value: UInt64
    /// The nodes that it was computed from, and that a change may lie in.
    public var inputs: [NodeIndex]

    /// A computed value.
    ///
    /// - Parameters:
    ///   - value: The value, in the units of the field.
    ///   - inputs: The nodes that it was computed from.
    public init(_ value: UInt64, from inputs: [NodeIndex]) {
      self.value = value
      self.inputs = inputs
    }
  }

  /// A rule for one field of one type.
  ///
  /// - Parameters:
  ///   - type: The type of the node that has the field.
  ///   - field: The name of the field.
  ///   - noun: What is counted when changes are: `duration`.
  ///   - rule: The rule as people read it: `mdhd = sum of stts`.
  ///   - tolerance: How far the value may lie from what is computed, in units of the field.
  ///   - recompute: Computes the value; `nil` when an input of it is missing.
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
  ///
  /// - Parameters:
  ///   - value: The value that stands in the file.
  ///   - outcome: What was computed.
  /// - Returns: Whether they differ by ``tolerance`` at most.
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

  /// A rule for one column of one type.
  ///
  /// - Parameters:
  ///   - type: The type of the node that has the table.
  ///   - field: The table and the column, as paths write them.
  ///   - noun: What is counted when rows change: `duration`.
  ///   - rule: The rule as people read it.
  ///   - tolerance: How far a number may lie from what is computed, in its own units.
  ///   - recompute: Computes the numbers; `nil` for rows, or for the table, of which an input is missing.
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

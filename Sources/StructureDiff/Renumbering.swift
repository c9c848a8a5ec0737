public import ByteReading
public import Structure

/// Things that two files have under other numbers: the items of a picture that a writer counted anew.
///
/// That a thing has another number is a change. What refers to it by that number follows, and what lists such
/// things is compared row by row under the numbers of the second file.
public struct Renumbering: Sendable {
  /// Where such a number stands: the type of a node, `nil` for any, and the name of a field or a column.
  public struct Place: Sendable {
    let type: FourCC?
    let field: StaticString

    /// A place.
    ///
    /// - Parameters:
    ///   - type: The type of the nodes; `nil` for any in the scope.
    ///   - field: The name of a field, or of a column of a table.
    public init(_ type: FourCC?, _ field: StaticString) { (self.type, self.field) = (type, field) }
  }

  /// The nodes of the first file in which the numbers mean these things.
  public let scope: Range<NodeIndex>
  /// By the number of a thing in the first file that in the second; each of both stands here once.
  public let numbers: [UInt64: UInt64]
  /// Where the numbers stand.
  public let places: [Place]
  /// Nodes that belong together because they are of the same things.
  public let partners: [(before: NodeIndex, after: NodeIndex)]
  /// Nodes of the first file that stand in the order of these numbers, as those that belong to them do.
  public let ordered: Set<NodeIndex>
  /// What is counted: `item number`.
  public let noun: StaticString
  /// Why a number follows, as people read it.
  public let rule: StaticString

  /// Things under other numbers.
  ///
  /// - Parameters:
  ///   - numbers: By the number of a thing in the first file that in the second.
  ///   - scope: The nodes of the first file in which the numbers mean these things.
  ///   - places: Where the numbers stand.
  ///   - partners: Nodes that belong together because they are of the same things.
  ///   - ordered: Nodes of the first file whose order is that of the numbers in both files.
  ///   - noun: What is counted.
  ///   - rule: Why a number follows.
  /// - Returns: `nil` where two things of the first file are one of the second: nothing would be proved.
  public init?(
    numbers: [UInt64: UInt64], scope: Range<NodeIndex>, places: [Place],
    partners: [(before: NodeIndex, after: NodeIndex)], ordered: Set<NodeIndex>, noun: StaticString,
    rule: StaticString
  ) {
    guard Set(numbers.values).count == numbers.count else { return nil }
    (self.numbers, self.scope, self.places, self.partners) = (numbers, scope, places, partners)
    (self.ordered, self.noun, self.rule) = (ordered, noun, rule)
  }

  /// The numbers that fields of a node refer to.
  func references(in node: NodeIndex, _ type: FourCC) -> References? {
    guard scope.contains(node) else { return nil }
    let names = places.filter { $0.type == nil || $0.type == type }.map(\.field)
    return names.isEmpty ? nil : References(numbers: numbers, names: names)
  }

  /// The fields of a node that have such a number.
  struct References {
    let numbers: [UInt64: UInt64]
    let names: [StaticString]

    func contains(_ row: Row) -> Bool { names.contains { row.name.isSame(as: $0) } }

    /// A number of the first file as the second would have it: no number of another thing where that has none.
    func identity(_ number: UInt64) -> UInt64 { numbers[number] ?? ~number }

    /// Whether two tables are the same but for numbers that follow.
    func follows(_ a: NodeFields.Table, _ b: NodeFields.Table, _ program: Program) -> Bool {
      guard a.count == b.count, a.rows == b.rows, a.columns.count == b.columns.count else { return false }
      let isReference = a.rows.map { program.rows.indices.contains($0) && contains(program.rows[$0]) }
      guard isReference.contains(true) else { return false }
      for column in a.columns.indices {
        let (x, y) = (a.columns[column], b.columns[column])
        for row in 0..<a.count where isReference[column] ? numbers[x[row]] != y[row] : x[row] != y[row] {
          return false
        }
      }
      return true
    }
  }
}

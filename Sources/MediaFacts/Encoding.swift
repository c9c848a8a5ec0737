public import ByteReading
public import Structure

/// Different bytes that say the same: formats export lists of these, so that a diff can keep a change
/// and another way of writing the same value apart.
///
/// What nodes of these types say is written out as runs of equal values, or as texts; where both sides come
/// to the same, the fields named here follow.
public struct Encoding: Sendable {
  /// The types whose nodes may stand for each other.
  public let types: [FourCC]
  /// The fields that may differ then, by the first name of their path.
  public let fields: [StaticString]
  /// The column that says how many each row of `entries` stands for, in tables of runs.
  public let counts: StaticString?
  /// Whether it is of texts, which may be in one character encoding or another.
  public let isOfTexts: Bool
  /// Whether its types are the names of one thing in versions of a format: where the version is the same, whoever looks
  /// for the one does not find the other.
  public let isOfVersions: Bool
  /// Whether its texts say all that stands in a node: other bytes follow even where no field is another.
  public let saysAll: Bool
  /// The rule as people read it: `the same duration for each sample`.
  public let rule: StaticString
  /// What the node at `node` says; `nil` where its fields are compared as they are.
  public let content: @Sendable (_ node: NodeIndex, _ document: Document) -> RunList?
  /// What the node at `node` says in characters, whatever bytes they are stored as; `nil` as above.
  public let texts: @Sendable (_ node: NodeIndex, _ document: Document) -> [String]?

  /// Tables of runs that may be divided in more than one way.
  ///
  /// - Parameters:
  ///   - types: The types whose nodes may stand for each other.
  ///   - fields: The fields that may differ then, by the first name of their path.
  ///   - counts: The column that says how many each row of `entries` stands for.
  ///   - isOfVersions: Whether the types are the names of one thing in versions of a format.
  ///   - rule: The rule as people read it.
  ///   - content: What a node says, as runs of equal values.
  public init(
    _ types: [FourCC], fields: [StaticString], counts: StaticString? = nil, isOfVersions: Bool = false,
    rule: StaticString,
    content: @escaping @Sendable (_ node: NodeIndex, _ document: Document) -> RunList? = { _, _ in
      nil
    }
  ) {
    self.types = types
    self.fields = fields
    self.counts = counts
    self.rule = rule
    self.content = content
    self.isOfVersions = isOfVersions
    isOfTexts = false
    saysAll = false
    texts = { _, _ in nil }
  }

  /// Texts in one character encoding or another.
  ///
  /// - Parameters:
  ///   - types: The types whose nodes may stand for each other.
  ///   - fields: The fields that may differ then, by the first name of their path.
  ///   - saysAll: Whether the texts say all that stands in a node.
  ///   - isOfVersions: Whether the types are the names of one thing in versions of a format.
  ///   - rule: The rule as people read it.
  ///   - texts: What a node says in characters.
  public init(
    _ types: [FourCC], fields: [StaticString], saysAll: Bool = false, isOfVersions: Bool = false,
    rule: StaticString,
    texts: @escaping @Sendable (_ node: NodeIndex, _ document: Document) -> [String]?
  ) {
    self.types = types
    self.fields = fields
    counts = nil
    self.rule = rule
    content = { _, _ in nil }
    isOfTexts = true
    self.isOfVersions = isOfVersions
    self.saysAll = saysAll
    self.texts = texts
  }

  /// Whether the nodes say the same; false where their fields are compared as they are.
  ///
  /// - Parameters:
  ///   - a: The node of the first file.
  ///   - before: The first file.
  ///   - b: The node of the second file.
  ///   - after: The second file.
  ///   - shared: So many rows at the beginning are known to be the same, when both have rows.
  /// - Returns: Whether the two say the same in different words; false where nobody knows.
  /// - Complexity: O(*n*) in their rows.
  public func isSame(
    _ a: NodeIndex, in before: Document, as b: NodeIndex, in after: Document, shared: Int = 0
  ) -> Bool {
    guard var x = content(a, before), var y = content(b, after) else {
      guard let text = texts(a, before) else { return false }
      return text == texts(b, after)
    }
    if x.canSkip, y.canSkip {
      // The last of them may end elsewhere.
      x.skip(shared - 1)
      y.skip(shared - 1)
    }
    return x.isSame(as: &y)
  }
}

/// Values one after the other, each as often as it stands there: the contents of a table whose rows
/// may be divided in more than one way.
public struct RunList: Sendable {
  private enum Kind {
    /// Each row stands for one.
    case rows
    /// A column says how many each row stands for.
    case counted(StoredColumn)
    /// A column says for which number each row is the first; the last one has no end.
    case starts(StoredColumn)
    /// One value, so many times.
    case constant(UInt64, UInt64)
  }

  private let kind: Kind
  private let values: [StoredColumn]
  private let rowCount: Int
  private var row = 0

  /// A row for each value.
  ///
  /// - Parameter column: The values.
  public init(rows column: StoredColumn) {
    kind = .rows
    values = [column]
    rowCount = column.count
  }

  /// Rows that stand for as many as `counts` says.
  ///
  /// - Parameters:
  ///   - values: The value of each row.
  ///   - counts: How many each row stands for; rows of the shorter of the two columns count.
  public init(_ values: StoredColumn, counts: StoredColumn) {
    kind = .counted(counts)
    self.values = [values]
    rowCount = min(values.count, counts.count)
  }

  /// Rows that hold from the number in `firsts` on, with two values at most.
  ///
  /// - Parameters:
  ///   - values: The values of each row, in one or two columns.
  ///   - firsts: The number from which on each row holds.
  public init(_ values: [StoredColumn], firsts: StoredColumn) {
    kind = .starts(firsts)
    self.values = values
    rowCount = firsts.count
  }

  /// One value, `count` times.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - count: How often it stands there.
  public init(_ value: UInt64, count: UInt64) {
    kind = .constant(value, count)
    values = []
    rowCount = 1
  }

  /// Whether its rows stand for themselves.
  fileprivate var canSkip: Bool {
    if case .constant = kind { false } else { true }
  }

  fileprivate mutating func skip(_ rows: Int) { row = max(0, min(rows, rowCount)) }

  private typealias Run = (count: UInt64, first: UInt64, second: UInt64)

  private mutating func next() -> Run? {
    while row < rowCount {
      let here = row
      row &+= 1
      let count: UInt64
      switch kind {
      case .constant(let value, let count): return count > 0 ? (count, value, 0) : nil
      case .rows: return (1, values[0][here], 0)
      case .counted(let counts): count = counts[here]
      case .starts(let firsts):
        let end = row < rowCount ? firsts[row] : .max
        count = end > firsts[here] ? end &- firsts[here] : 0
      }
      guard count > 0 else { continue }
      return (count, values.first?[here] ?? 0, values.count > 1 ? values[1][here] : 0)
    }
    return nil
  }

  fileprivate mutating func isSame(as other: inout RunList) -> Bool {
    var x = next()
    var y = other.next()
    while var a = x, var b = y {
      guard a.first == b.first, a.second == b.second else { return false }
      let shared = min(a.count, b.count)
      a.count &-= shared
      b.count &-= shared
      x = a.count > 0 ? a : next()
      y = b.count > 0 ? b : other.next()
    }
    return x == nil && y == nil
  }
}

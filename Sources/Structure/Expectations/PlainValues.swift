package import ByteReading

extension NodeReader {
  /// The numbers and codes in the fields of the node at `index`, by the names of these.
  package func plainValues(at index: NodeIndex) -> PlainValues {
    var sink = PlainValues()
    document.walk(index, &walker, into: &sink)
    return sink
  }
}

/// Whether a node has a value that is as expected.
package enum PlainMatch: Sendable {
  /// That takes more than numbers and codes.
  case open
  case no
  /// It has one: where the first stands in the node's source.
  case yes(Extent)
}

/// The numbers and codes of a node's fields, gathered once for all who ask for one. It knows of no other values, and
/// says so.
package struct PlainValues: FieldSink {
  private enum Value {
    case number(Expectation.Number)
    case code(FourCC)

    /// Whether it is as the comparison with one of `wanted` says; `nil` where that takes more than a number or a code.
    func compares(_ comparison: Expectation.Comparison, with wanted: [Expectation.Value]) -> Bool? {
      for other in wanted {
        guard let isSo = compares(comparison, with: other) else { return nil }
        if isSo { return true }
      }
      return false
    }

    private func compares(_ comparison: Expectation.Comparison, with wanted: Expectation.Value) -> Bool? {
      switch self {
      case .number(let number):
        return wanted.number.flatMap { number.compared(to: $0) }.map { comparison.holds(for: $0) }
      case .code(let code):
        guard comparison == .equal || comparison == .notEqual, let isEqual = code.isWritten(as: wanted.text) else {
          return nil
        }
        return isEqual == (comparison == .equal)
      }
    }
  }

  /// A value, and where it stands in the source of its node.
  private struct Placed {
    let value: Value
    let extent: Extent
    /// How many of the node were read before it.
    var number = 0

    init(_ value: Value, at extent: Extent) { (self.value, self.extent) = (value, extent) }
  }

  /// What was found under one name, which is one slot of the table.
  private struct Entry {
    let slot: UInt16
    let name: StaticString
    /// Most names have one value, for which there is no list.
    private(set) var first: Placed?
    private(set) var others: [Placed] = []
    /// Whether something under it is neither number nor code, or there are more than are kept.
    private(set) var isOpen = false

    init(slot: UInt16, name: StaticString) {
      self.slot = slot
      self.name = name
    }

    mutating func add(_ value: Placed?) {
      if isOpen { return }
      if let value, first == nil {
        first = value
      } else if let value, others.count < PlainValues.limit - 1 {
        others.append(value)
      } else {
        isOpen = true
        first = nil
        others = []
      }
    }

    /// The first of its values that is as the comparison with one of `wanted` says; it may be open whether one is.
    func match(_ comparison: Expectation.Comparison, with wanted: [Expectation.Value]) -> (isOpen: Bool, held: Placed?) {
      guard let first, let isSo = first.value.compares(comparison, with: wanted) else { return (first != nil, nil) }
      if isSo { return (false, first) }
      for other in others {
        guard let isSo = other.value.compares(comparison, with: wanted) else { return (true, nil) }
        if isSo { return (false, other) }
      }
      return (false, nil)
    }
  }

  private var entries: [Entry] = []
  /// The entry that was added to last.
  private var last = 0
  /// How many values were read.
  private var passed = 0

  /// The values of one name that are kept: of long lists nobody asks.
  private static let limit = 64

  /// There is room for the names of most nodes at once.
  fileprivate init() { entries.reserveCapacity(16) }

  /// The names and the values that are kept.
  package var count: Int { entries.reduce(2 * entries.count) { $0 + $1.others.count } }

  /// Whether one of the values that a field path of this name alone means compares so with one of `wanted`.
  ///
  /// - Parameters:
  ///   - name: The name, in any spelling of case and underscores.
  ///   - comparison: How they compare.
  ///   - wanted: What they are compared with.
  /// - Returns: Open where it is not known: one of the values is text or bytes or has a name, further fields stand
  ///   under the name, or there are more than 64 of them.
  package func match(
    _ name: RawSpan, _ comparison: Expectation.Comparison, _ wanted: [Expectation.Value]
  ) -> PlainMatch {
    // A name may have several slots, of which the one that is read first holds it.
    var first: Placed?
    for place in entries.indices where entries[place].name.isSame(besidesCaseAndUnderscores: name) {
      if entries[place].isOpen { return .open }
      let (isOpen, held) = entries[place].match(comparison, with: wanted)
      if isOpen { return .open }
      if let held, held.number < first?.number ?? .max { first = held }
    }
    return first.map { .yes($0.extent) } ?? .no
  }

  /// Whether a field path of this name alone means a value: open where that is more than a number or a code.
  ///
  /// - Parameter name: The name, in any spelling of case and underscores.
  package func first(_ name: RawSpan) -> PlainMatch {
    var first: Placed?
    for place in entries.indices where entries[place].name.isSame(besidesCaseAndUnderscores: name) {
      guard !entries[place].isOpen, let value = entries[place].first else { return .open }
      if value.number < first?.number ?? .max { first = value }
    }
    return first.map { .yes($0.extent) } ?? .no
  }

  /// The same of a name as text.
  package func match(
    _ name: String, _ comparison: Expectation.Comparison, _ wanted: [Expectation.Value]
  ) -> PlainMatch {
    match(Array(name.foldedName.utf8).rawBytes, comparison, wanted)
  }

  private mutating func add(_ program: Program, _ row: Int, _ value: Placed?) {
    let slot = program.slot(of: row)
    if slot == Step.noSlot { return }
    if last >= entries.count || entries[last].slot != slot {
      last = entries.firstIndex { $0.slot == slot } ?? entries.count
      if last == entries.count { entries.append(Entry(slot: slot, name: program.name(of: row))) }
    }
    var value = value
    value?.number = passed
    passed += 1
    entries[last].add(value)
  }

  private static func value(of field: borrowing FieldReading) -> Placed? {
    let form = field.program.forms[field.row]
    if form.op == .code {
      // A code with a name is compared with that, too.
      guard form.meaning == .plain else { return nil }
      return Placed(.code(FourCC(UInt32(truncatingIfNeeded: field.raw))), at: field.extent)
    }
    return Expectation.Number(of: field).map { Placed(.number($0), at: field.extent) }
  }

  package mutating func field(_ field: borrowing FieldReading) {
    if !field.isGap { add(field.program, field.row, Self.value(of: field)) }
  }

  /// The name of a table stands for all columns of its rows.
  package mutating func table(_ table: borrowing TableReading) {
    let program = table.program
    let others = table.columns.filter { program.slot(of: $0.row) != program.slot(of: table.row) }
    guard table.count <= Self.limit else {
      add(program, table.row, nil)
      for column in others { add(program, column.row, nil) }
      return
    }
    for row in 0..<table.count {
      for column in table.columns.indices {
        add(program, table.row, Self.value(of: table.field(row: row, column: column)))
      }
    }
    for column in table.columns.indices where others.contains(where: { $0.row == table.columns[column].row }) {
      for row in 0..<table.count {
        add(program, table.columns[column].row, Self.value(of: table.field(row: row, column: column)))
      }
    }
  }

  package mutating func begin(_ group: borrowing GroupReading) { add(group.program, group.row, nil) }
}

extension FourCC {
  /// Whether an expectation means it by a text: by its four characters, or by those in front of the blanks at its end.
  ///
  /// - Returns: `nil` for a text of other characters than letters, digits and blanks: a key has escapes.
  fileprivate func isWritten(as text: String) -> Bool? {
    var code: UInt32 = 0
    var count = 0
    var last: UInt8 = 0
    for byte in text.utf8 {
      guard byte.isLetterOrDigit || byte == UInt8(ascii: " ") else { return nil }
      code = code &<< 8 | UInt32(byte)
      count += 1
      last = byte
    }
    guard count > 0, count <= 4, count == 4 || last != UInt8(ascii: " ") else { return false }
    while count < 4 {
      code = code &<< 8 | UInt32(UInt8(ascii: " "))
      count += 1
    }
    return rawValue == code
  }
}

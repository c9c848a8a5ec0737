import ByteReading

/// Remembers where fields are.
struct Capture: FieldSink {
  struct Field: BitwiseCopyable {
    let row: Int
    /// The slot of its row: the same for all rows of one name.
    let slot: UInt16
    let extent: Extent
    var content: Extent
    let raw: UInt64
    let encoding: TextEncoding
    let scale: UInt64
  }
  struct Table {
    let row: Int
    let extent: Extent
    let declared: Int
    let count: Int
    let stride: Int
    let columns: [Column]
  }

  /// The table that all of them belong to.
  var program = Program.opaque
  var fields: [Field] = []
  var tables: [Table] = []
  var lists: [(row: Int, count: Int)] = []
  var faults = 0
  /// The values of rows that stand for several: how many, and where the last of them ends.
  var values: [(row: Int, count: Int, end: Extent)] = []
  /// Items of a list after these are passed over: nothing asks for them by name.
  var items = 16

  /// The parts that it remembers.
  var count: Int { fields.count + tables.count + lists.count + values.count }

  mutating func reset(_ program: Program) {
    self.program = program
    fields.removeAll(keepingCapacity: true)
    tables.removeAll(keepingCapacity: true)
    lists.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    faults = 0
  }

  mutating func field(_ field: borrowing FieldReading) {
    if case .string(_, .values) = program.rows[field.row].kind {
      let end = Extent(start: field.extent.end, count: 0)
      if let last = values.last, last.row == field.row {
        values[values.count - 1] = (last.row, last.count + 1, end)
        if last.count >= items { return }
      } else {
        values.append((field.row, 1, end))
      }
    }
    fields.append(
      Field(
        row: field.row, slot: program.slot(of: field.row), extent: field.extent,
        content: field.content, raw: field.raw, encoding: field.encoding, scale: field.scale))
  }

  mutating func table(_ table: borrowing TableReading) {
    tables.append(
      Table(
        row: table.row, extent: table.extent, declared: table.declared,
        count: table.count, stride: table.stride, columns: table.columns))
  }

  mutating func end(_ group: borrowing GroupReading) {
    if group.kind == .list { lists.append((group.row, group.count)) }
  }

  mutating func note(_ fault: Fault) { faults += 1 }

  mutating func wants(item index: Int, of count: Int) -> Bool { index < items }

  var stopsAtUnwanted: Bool { true }

  func first(slot: UInt16) -> Field? {
    for field in fields where field.slot == slot { return field }
    return nil
  }

  func count(slot: UInt16) -> Int? {
    for table in tables where program.slot(of: table.row) == slot {
      return table.stride == 0 ? table.declared : table.count
    }
    for list in lists where program.slot(of: list.row) == slot { return list.count }
    for list in values where program.slot(of: list.row) == slot { return list.count }
    return nil
  }

  func first(_ name: StaticString) -> (field: Field, program: Program)? {
    program.slot(named: name).flatMap { first(slot: $0) }.map { ($0, program) }
  }

  func count(_ name: StaticString) -> Int? { program.slot(named: name).flatMap { count(slot: $0) } }

  func table(slot: UInt16) -> Table? { tables.first { program.slot(of: $0.row) == slot } }

  /// What was remembered of `found`, in `bytes`.
  @_lifetime(copy bytes)
  static func reading(of found: Field, in program: Program, _ bytes: RawSpan) -> FieldReading {
    FieldReading(
      program: program, row: found.row, extent: found.extent, content: found.content,
      raw: found.raw, encoding: found.encoding, scale: found.scale, depth: 0, bytes: bytes)
  }
}

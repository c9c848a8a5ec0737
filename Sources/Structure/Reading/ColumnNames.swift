public import ByteReading

extension Program {
  /// Writes the name of a table's column: names of groups around it with dots, `[N]` for values
  /// that stand side by side or are called the same.
  ///
  /// - Parameters:
  ///   - column: The column, from 0, in `columns`.
  ///   - columns: All columns of the table, in the order of their bits.
  ///   - table: The row of the table in ``rows``.
  ///   - output: Where the name is written to.
  public func put(
    nameOf column: Int, in columns: [Column], of table: Int, to output: inout ByteWriter
  ) {
    let row = columns[column].row
    var chain: [Int] = []
    var at = row
    while at >= 0, at != table {
      if rows[at].name.utf8CodeUnitCount > 0 { chain.append(at) }
      at = enclosing[at]
    }
    var isFirst = true
    for (place, step) in chain.reversed().enumerated() {
      let isLeaf = place == chain.count - 1
      if isLeaf, chain.count > 1, rows[chain[1]].isArray { continue }
      if !isFirst { output.put(".") }
      isFirst = false
      output.put(rows[step].name)
      var hasMany = rows[step].isArray
      if case .table = rows[step].kind { hasMany = true }
      if hasMany {
        output.put("[")
        output.put(decimal: columns[..<column].count { $0.row == row } + 1)
        output.put("]")
      } else if isLeaf {
        // Rows of one name, such as reserved bits.
        let name = rows[row].name
        func isSame(_ other: Column) -> Bool {
          enclosing[other.row] == enclosing[row] && rows[other.row].name.isSame(as: name)
        }
        let isNested = chain.count > 1
        if !isNested, columns.count(where: isSame) > 1 {
          output.put("[")
          output.put(decimal: columns[..<column].count(where: isSame) + 1)
          output.put("]")
        }
      }
    }
  }
}

extension TableReading {
  /// The number of the column that the names behind a table's in a path mean: as columns are named in
  /// records, without an index the first that is called so.
  func column(at parts: ArraySlice<FieldPath.Part>) -> Int? {
    let bare = parts.map { $0.name.foldedName }.joined(separator: ".")
    var isIndexed = false
    let wanted = parts.map { part in
      switch part.indexes.first {
      case .one(let number):
        isIndexed = true
        return part.name.foldedName + "[\(number)]"
      default: return part.name.foldedName
      }
    }.joined(separator: ".")
    var first: Int?
    for number in columns.indices {
      var text = ByteWriter()
      program.put(nameOf: number, in: columns, of: row, to: &text)
      let name = text.string.foldedName
      if name == wanted { return number }
      // The first of one is the one.
      if isIndexed, name + "[1]" == wanted { return number }
      var depth = 0
      let plain = name.filter { character in
        if character == "[" { depth += 1 }
        defer { if character == "]" { depth -= 1 } }
        return depth == 0
      }
      if first == nil, plain == bare { first = number }
    }
    if isIndexed { return nil }
    // A name alone finds a column in a group as well.
    return first ?? (parts.count == 1 ? parts.first.flatMap { column(named: $0.name) } : nil)
  }
}

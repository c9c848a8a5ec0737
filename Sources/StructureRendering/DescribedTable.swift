import Structure

/// A table with a page of its own, which pages of tables with the same rows in them name.
struct DescribedTable {
  let number: Int
  /// Its type, as people write it.
  let key: String
  /// The page that it is on.
  let page: String
  let rows: [RowText]

  /// Rows below which a table is short enough to be printed twice.
  static let least = 24

  /// - Returns: `nil` for a table with few rows.
  init?(_ number: Int, of catalogue: Catalogue, page: String) {
    guard let entry = catalogue.entries(of: number).first, let text = SyntaxText(number, of: catalogue),
      text.rows.count >= Self.least
    else { return nil }
    self.number = number
    key = CatalogueRenderer.shown(entry.key)
    self.page = page
    rows = text.rows
  }

  /// `rows` with the name of a table in the place of its rows, of the longest one where there are several.
  ///
  /// - Parameters:
  ///   - rows: The rows of a table.
  ///   - number: That table.
  ///   - described: Others, the longest first.
  /// - Returns: The rows, and the tables that are named in them.
  /// - Complexity: O(*n* *m*) in the rows and the tables; most rows are compared once.
  static func named(
    _ rows: [RowText], of number: Int, _ described: [DescribedTable]
  ) -> (rows: [RowText], named: [DescribedTable]) {
    var result: [RowText] = []
    var named: [DescribedTable] = []
    var place = 0
    while place < rows.count {
      guard let table = described.first(where: { $0.number != number && $0.stands(in: rows, at: place) }) else {
        result.append(rows[place])
        place += 1
        continue
      }
      var row = RowText(depth: rows[place].depth, name: "", type: "as \(table.key)")
      row.isReserved = true
      result.append(row)
      if !named.contains(where: { $0.number == table.number }) { named.append(table) }
      place += table.rows.count
    }
    return (result, named)
  }

  private func stands(in rows: [RowText], at start: Int) -> Bool {
    // Of two that are the same none names the other.
    guard self.rows.count < rows.count, start <= rows.count - self.rows.count else { return false }
    let depth = rows[start].depth
    for (place, own) in self.rows.enumerated() {
      var row = rows[start + place]
      row.depth -= depth
      if row != own { return false }
    }
    return true
  }
}

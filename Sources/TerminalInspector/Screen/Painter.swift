import ByteReading

/// Brings a terminal from one picture to the next, and writes no more than what differs.
package struct Painter: Sendable {
  package var theme: Theme
  /// What the terminal shows; `nil` when nobody knows.
  private var shown: Grid?

  package init(theme: Theme) { self.theme = theme }

  /// The next picture is drawn whole, whatever is on the screen.
  package mutating func forget() { shown = nil }

  /// The bytes that make the terminal show `grid`.
  ///
  /// - Complexity: O(*n*) in the cells.
  package mutating func bytes(for grid: Grid) -> [UInt8] {
    var output = ByteWriter()
    var before: Grid?
    if let shown, shown.columns == grid.columns, shown.rows == grid.rows { before = shown }
    if before == grid { return [] }
    // Terminals that know it show the picture when it is whole.
    output.put("\u{1B}[?2026h\u{1B}[?25l")
    if before == nil { output.put("\u{1B}[0m\u{1B}[2J") }
    var role: Role?
    for row in 0..<grid.rows {
      var column = 0
      while column < grid.columns {
        if let before,
          before[column, row] == grid[column, row]
            || isBlank(before, grid, column: column, row: row)
        {
          column += 1
          continue
        }
        column = put(run: column, row: row, of: grid, over: before, role: &role, to: &output)
      }
    }
    output.put("\u{1B}[0m")
    if let caret = grid.caret {
      put(place: caret.x, caret.y, &output)
      output.put("\u{1B}[?25h")
    }
    output.put("\u{1B}[?2026l")
    shown = grid
    return output.array
  }

  private func isBlank(_ before: Grid, _ grid: Grid, column: Int, row: Int) -> Bool {
    // The right half of a wide character is drawn with the left one.
    grid[column, row].scalar == 0 && before[column - 1, row] == grid[column - 1, row]
      && before[column, row].scalar == 0
  }

  /// Writes cells that differ, from `start` on, and gives the column behind them.
  private func put(
    run start: Int, row: Int, of grid: Grid, over before: Grid?, role: inout Role?,
    to output: inout ByteWriter
  ) -> Int {
    // Half of a wide character is no place to begin.
    var column = grid[start, row].scalar == 0 && start > 0 ? start - 1 : start
    put(place: column, row, &output)
    while column < grid.columns {
      let cell = grid[column, row]
      if column > start, let before, before[column, row] == cell, cell.scalar != 0 { break }
      if cell.scalar == 0 {
        column += 1
        continue
      }
      if role != cell.role {
        output.put("\u{1B}[0")
        let parameters = theme.parameters(of: cell.role)
        if !parameters.isEmpty { output.put(";" + parameters) }
        output.put("m")
        role = cell.role
      }
      put(cell.scalar, &output)
      put(cell.marks.0, &output)
      put(cell.marks.1, &output)
      column += 1
      // Terminals do not agree on how wide these are: the next cell is gone to by its number.
      if cell.scalar >= 0x300, !isDrawing(cell.scalar) {
        while column < grid.columns, grid[column, row].scalar == 0 { column += 1 }
        put(place: column, row, &output)
      }
    }
    return max(column, start + 1)
  }

  /// Lines, blocks, arrows and dots are one column wide everywhere.
  private func isDrawing(_ scalar: UInt32) -> Bool {
    (0x2500...0x25FF).contains(scalar) || (0x2800...0x28FF).contains(scalar)
      || (0x2010...0x2026).contains(scalar) || (0x2190...0x21FF).contains(scalar)
  }

  private func put(_ value: UInt32, _ output: inout ByteWriter) {
    guard value != 0, let scalar = Unicode.Scalar(value) else { return }
    output.put(String(Character(scalar)))
  }

  private func put(place x: Int, _ y: Int, _ output: inout ByteWriter) {
    output.put("\u{1B}[\(y + 1);\(x + 1)H")
  }
}

import ByteReading

/// What a piece of the picture is, so that it has a colour where there are colours, and a weight where
/// there are none.
package enum Role: UInt8, Sendable, CaseIterable {
  case plain, strong, faint, label, value, error, warning, note
  /// The row of a cursor: where the keys go, and in the other panes.
  case cursor, otherCursor
  /// Bytes of the chosen node, and of the chosen field.
  case inNode, inField
  /// What a search found.
  case match
  /// Lines between panes, and the title of the pane that the keys go to.
  case frame, title
  case added, removed, changed
}

/// One column of one row.
package struct Cell: Equatable, Sendable {
  /// The character; 0 for the right half of a wide one.
  package var scalar: UInt32 = 0x20
  /// Two marks that stand on it; 0 for none.
  package var marks: (UInt32, UInt32) = (0, 0)
  package var role = Role.plain

  package init(_ scalar: UInt32 = 0x20, role: Role = .plain) {
    self.scalar = scalar
    self.role = role
  }

  package static func == (a: Cell, b: Cell) -> Bool {
    a.scalar == b.scalar && a.marks == b.marks && a.role == b.role
  }
}

/// A rectangle of a grid; what lies outside the grid is not drawn.
package struct Area: Equatable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package func contains(_ column: Int, _ row: Int) -> Bool {
    column >= x && column < x + width && row >= y && row < y + height
  }
}

/// The picture that the screen is to show: characters in cells.
///
/// Nothing reaches the terminal but what stands in a cell, and no cell holds a character that acts: what
/// is put is looked at once more here, whoever escaped it before.
package struct Grid: Equatable, Sendable {
  package let columns: Int
  package let rows: Int
  package private(set) var cells: [Cell]
  /// Where the cursor of a line that is typed stands; `nil` when there is none.
  package var caret: (x: Int, y: Int)?

  /// An empty grid; sizes are brought between 1 and 1,000.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(1, columns), 1_000)
    self.rows = min(max(1, rows), 1_000)
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  package static func == (a: Grid, b: Grid) -> Bool {
    a.columns == b.columns && a.rows == b.rows && a.cells == b.cells && a.caret?.x == b.caret?.x
      && a.caret?.y == b.caret?.y
  }

  /// The cell at a place of the grid; an empty one elsewhere.
  package subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, x < columns, y >= 0, y < rows else { return Cell() }
    return cells[y * columns + x]
  }

  /// Puts text into a row, at most up to the column before `end`.
  ///
  /// What does not fit is cut, and `ellipsis` shown in its last column when there is one. Marks stay with
  /// the character before them; characters that could move others, or that nobody sees, become `?`.
  ///
  /// - Returns: The column behind the last one that was written.
  @discardableResult
  package mutating func put(
    _ text: String, x: Int, y: Int, end: Int? = nil, _ role: Role = .plain,
    ellipsis: Unicode.Scalar? = nil
  ) -> Int {
    let end = min(end ?? columns, columns)
    guard y >= 0, y < rows, x < end else { return min(x, max(end, 0)) }
    var at = x
    var last = -1
    for scalar in text.unicodeScalars {
      let (value, width) = Self.shown(scalar.value)
      if width == 0 {
        if last >= 0 { mark(last, y, value) }
        continue
      }
      if at + width > end {
        if let ellipsis, end - 1 >= max(0, x) { set(end - 1, y, Cell(ellipsis.value, role: role)) }
        return end
      }
      if at >= 0 {
        set(at, y, Cell(value, role: role))
        if width == 2 { set(at + 1, y, Cell(0, role: role)) }
        last = at
      }
      at += width
    }
    return at
  }

  /// Gives the columns of a row a role, and keeps what stands there.
  package mutating func tint(x: Int, y: Int, width: Int, _ role: Role) {
    guard y >= 0, y < rows, width > 0 else { return }
    for column in max(0, x)..<max(max(0, x), min(columns, x + width)) {
      cells[y * columns + column].role = role
    }
  }

  /// Fills an area with one character.
  package mutating func fill(_ area: Area, _ scalar: Unicode.Scalar = " ", _ role: Role = .plain) {
    for row in max(0, area.y)..<max(max(0, area.y), min(rows, area.y + area.height)) {
      for column in max(0, area.x)..<max(max(0, area.x), min(columns, area.x + area.width)) {
        set(column, row, Cell(scalar.value, role: role))
      }
    }
  }

  /// Stores a cell; half of a wide character that it covers becomes a space.
  private mutating func set(_ x: Int, _ y: Int, _ cell: Cell) {
    guard x >= 0, x < columns, y >= 0, y < rows else { return }
    let place = y * columns + x
    if cells[place].scalar == 0, cell.scalar != 0, x > 0 { cells[place - 1].scalar = 0x20 }
    if cell.scalar != 0, x + 1 < columns, cells[place + 1].scalar == 0 {
      cells[place + 1].scalar = 0x20
    }
    cells[place] = cell
  }

  private mutating func mark(_ x: Int, _ y: Int, _ value: UInt32) {
    guard value != 0, x >= 0, x < columns else { return }
    let place = y * columns + x
    if cells[place].marks.0 == 0 {
      cells[place].marks.0 = value
    } else if cells[place].marks.1 == 0 {
      cells[place].marks.1 = value
    }
  }

  /// What is shown of a scalar, and the columns that it takes.
  private static func shown(_ scalar: UInt32) -> (UInt32, Int) {
    if scalar < 0x7F { return scalar < 0x20 ? (0x3F, 1) : (scalar, 1) }
    if scalar < 0xA0 { return (0x3F, 1) }
    switch scalar {
    // Joiners and selectors change how wide a terminal draws their neighbours.
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: return (0, 0)
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (0x3F, 1)
    default: break
    }
    if InvisibleScalars.contains(scalar) { return (0x3F, 1) }
    return (scalar, displayWidth(of: scalar))
  }

  /// The rows as text, without spaces at their ends: what goldens hold.
  package var text: String {
    var result = ""
    for row in 0..<rows {
      var line = ""
      for column in 0..<columns {
        let cell = self[column, row]
        for value in [cell.scalar, cell.marks.0, cell.marks.1] where value != 0 {
          if let scalar = Unicode.Scalar(value) { line.unicodeScalars.append(scalar) }
        }
      }
      while line.last == " " { line.removeLast() }
      result += line + "\n"
    }
    return result
  }
}

/// The parts of the screen that keys can go to.
package enum Pane: Int, CaseIterable, Sendable {
  case tree, fields, bytes, panel
}

/// Where the parts of the screen are. The first row of a pane is its title.
struct Layout: Equatable {
  private(set) var panes: [Pane: Area] = [:]
  /// The rows above the panes.
  private(set) var headerRows = 0
  /// The row that says what is chosen, and the one for messages and what is typed; `nil` without room.
  private(set) var statusRow: Int?
  private(set) var messageRow: Int?
  /// The column of the line between the halves; `nil` when one pane is shown at a time.
  private(set) var divider: Int?
  /// The digits of an offset, and the bytes of a row.
  let offsetDigits: Int
  private(set) var bytesInRow = 16
  /// Where the bytes of the other file of a pair are; `nil` when there is none, or no room.
  private(set) var otherBytes: Area?

  /// - Parameters:
  ///   - focus: The pane that is shown when there is room for one.
  ///   - leftWidth: The columns of the tree; `nil` for those that are best.
  ///   - byteCount: The bytes of what is shown, for the digits of offsets.
  init(
    columns: Int, rows: Int, focus: Pane, hasPanel: Bool, leftWidth: Int?, byteCount: Int,
    isPair: Bool = false
  ) {
    var digits = 8
    while digits < 16, byteCount >> (digits * 4) > 0 { digits += 1 }
    offsetDigits = digits
    guard rows >= 4 else {
      panes[focus] = Area(x: 0, y: 0, width: columns, height: rows)
      bytesInRow = Self.bytes(columns, digits)
      return
    }
    headerRows = rows >= 12 ? 2 : 1
    statusRow = rows - 2
    messageRow = rows - 1
    let body = Area(x: 0, y: headerRows, width: columns, height: rows - headerRows - 2)
    guard columns >= 80, rows >= 10 else {
      panes[focus] = body
      bytesInRow = Self.bytes(columns, digits)
      return
    }
    let wanted = leftWidth ?? min(columns * 45 / 100, 64)
    let left = min(max(20, wanted), columns - 36)
    divider = left
    let right = columns - left - 1
    var treeHeight = body.height
    if hasPanel {
      let height = max(4, body.height * 2 / 5)
      treeHeight = body.height - height
      panes[.panel] = Area(x: 0, y: body.y + treeHeight, width: left, height: height)
    }
    panes[.tree] = Area(x: 0, y: body.y, width: left, height: treeHeight)
    let fieldsHeight = (body.height + 1) * 55 / 100
    panes[.fields] = Area(x: left + 1, y: body.y, width: right, height: fieldsHeight)
    panes[.bytes] = Area(
      x: left + 1, y: body.y + fieldsHeight, width: right, height: body.height - fieldsHeight)
    bytesInRow = Self.bytes(right, digits)
    if isPair, let area = panes[.bytes], area.height >= 6 {
      let height = area.height / 2
      panes[.bytes]?.height = area.height - height
      otherBytes = Area(
        x: area.x, y: area.y + area.height - height, width: area.width, height: height)
    }
  }

  /// The most bytes of a row that fit: an offset, two digits and a space each, their characters.
  private static func bytes(_ columns: Int, _ digits: Int) -> Int {
    for count in [32, 16, 8, 4] where digits + 3 + count * 4 <= columns { return count }
    return 2
  }

  /// The column of a row of bytes in which their characters begin, from the left of the pane; a column
  /// more apart where there is room.
  func textColumn(in width: Int) -> Int {
    let first = offsetDigits + 3 + bytesInRow * 3
    return first + bytesInRow < width ? first + 1 : first
  }

  /// Whether only one pane is shown.
  var isSingle: Bool { divider == nil }

  /// The rows of a pane without its title; 0 when it is not shown.
  func height(of pane: Pane) -> Int { max(0, (panes[pane]?.height ?? 0) - 1) }

  /// The pane at a place, and the row of its content, which is −1 for the title.
  func pane(at x: Int, _ y: Int) -> (pane: Pane, row: Int)? {
    for (pane, area) in panes where area.contains(x, y) { return (pane, y - area.y - 1) }
    return nil
  }
}

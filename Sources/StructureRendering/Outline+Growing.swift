package import ByteReading
import Structure

/// Rows of a file that is not all there yet.
extension OutlineRenderer {
  /// Draws rows of what is there of a file that grows: of nodes at the top that begin at `offset` or behind
  /// it. Columns do not follow from what is there.
  ///
  /// - Parameter hasTitles: Whether the line above the columns is drawn first.
  package mutating func renderRows(from offset: UInt64, hasTitles: Bool) {
    setColumns()
    if hasTitles { titles() }
    var index = tree.indices.lowerBound
    while index < tree.end, tree[index].start < offset { index = tree[index].subtreeEnd }
    _ = rows(of: index..<tree.end)
  }

  /// Draws the row of a node at the top that is not whole.
  ///
  /// - Parameters:
  ///   - size: The bytes that it says it has; `nil` when it goes on to the end.
  ///   - count: How many of them are there.
  package mutating func renderPart(
    _ type: FourCC, at start: UInt64, size: UInt64?, having count: UInt64, hasTitles: Bool
  ) {
    setColumns()
    if hasTitles { titles() }
    let columns = columns
    lines.page.cut()
    lines.page.put(.faint) { $0.put(hex: start, digits: columns.offset) }
    lines.page.pad(to: columns.offset + 2)
    if let size {
      lines.page.put { $0.put(grouped: size, width: columns.size) }
    } else {
      lines.page.pad(to: columns.offset + 1 + columns.size)
      lines.page.put(lines.page.signs.dash)
    }
    lines.page.space(2)
    lines.page.put(.strong) { $0.put(step: type) }
    if lines.page.columns + 1 > columns.nameStart + columns.name { lines.page.space(1) }
    lines.page.pad(to: columns.nameStart + columns.name)
    lines.page.put {
      $0.put(grouped: count)
      $0.put(count == 1 ? " byte so far" : " bytes so far")
    }
    lines.page.end()
  }

  /// Columns for a file of some gigabytes.
  private mutating func setColumns() {
    columns = OutlineColumns()
    columns.size = 13
    columns.name = 32
    guard let width = options.width, width < 96 else { return }
    columns.size = 11
    columns.name = width < 72 ? 8 : 24
    columns.hasTitles = width >= 72
  }
}

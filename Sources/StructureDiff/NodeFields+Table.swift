internal import ByteReading
internal import Structure

extension NodeFields {
  /// The rows of a table, as they lie in a source.
  struct Table {
    let count: Int
    let stride: Int
    let extent: Extent
    private(set) var columns: [StoredColumn]
    private(set) var rows: [Int]
    private(set) var starts: [Int]
    private(set) var widths: [Int]
    /// The ticks per second that each column is counted in; 0 for what is no time.
    private(set) var scales: [UInt64]
    /// The places of the columns among all of the table.
    private var places: [Int]
    let source: ByteSource
    private let hasWide: Bool

    init(_ table: borrowing TableReading, _ source: ByteSource) {
      count = table.count
      stride = table.stride
      extent = table.extent
      self.source = source
      var columns: [StoredColumn] = []
      for index in table.columns.indices { columns.append(table.stored(index, in: source)) }
      self.columns = columns
      rows = table.columns.map(\.row)
      starts = table.columns.map(\.start)
      widths = table.columns.map(\.width)
      var scales: [UInt64] = []
      for index in table.columns.indices {
        scales.append(table.count > 0 ? table.field(row: 0, column: index).scale : 0)
      }
      self.scales = scales
      places = Array(columns.indices)
      hasWide = widths.contains { $0 > 64 }
    }

    /// Bits for columns as bits for those of the whole table.
    func whole(_ columns: UInt64) -> UInt64 {
      var result: UInt64 = 0
      for (column, place) in places.enumerated().prefix(64)
      where columns &>> UInt64(column) & 1 == 1 {
        result |= 1 &<< UInt64(min(63, place))
      }
      return result
    }

    /// The same table with those columns alone whose rows of the syntax are in `kept`.
    func keeping(_ kept: [Int]) -> Table {
      var table = self
      let found = rows.indices.filter { kept.contains(rows[$0]) }
      table.columns = found.map { columns[$0] }
      table.rows = found.map { rows[$0] }
      table.starts = found.map { starts[$0] }
      table.widths = found.map { widths[$0] }
      table.scales = found.map { scales[$0] }
      table.places = found.map { places[$0] }
      return table
    }

    /// The first byte of the one column, when its numbers are words, most significant byte first.
    var words: Int? {
      guard columns.count == 1, columns[0].isWord else { return nil }
      return (extent.start + starts[0]) / 8
    }

    /// Whether rows that are the same have the same bytes, and the other way round.
    func hasLayout(of other: Table) -> Bool {
      stride == other.stride && stride > 0 && stride % 8 == 0 && widths == other.widths
        && starts == other.starts && rows == other.rows && widths.reduce(0, +) == stride
        && extent.isByteAligned && other.extent.isByteAligned
    }

    func isSame(_ row: Int, as other: Table, _ otherRow: Int) -> Bool {
      guard columns.count == other.columns.count else { return false }
      for column in columns.indices
      where !isSame(row, as: other, otherRow, column: column) { return false }
      return true
    }

    func isSame(_ row: Int, as other: Table, _ otherRow: Int, column: Int) -> Bool {
      if hasWide, widths[column] > 64 || other.widths[column] > 64 {
        let x = bytes(row, column)
        let y = other.bytes(otherRow, column)
        return x.count == y.count
          && source.bytes.extracting(x)
            .hasSameBytes(as: other.source.bytes.extracting(y))
      }
      return columns[column][row] == other.columns[column][otherRow]
    }

    /// The bytes of a wide column, which are whole ones.
    private func bytes(_ row: Int, _ column: Int) -> Range<Int> {
      let start = (extent.start + row * stride + starts[column]) / 8
      return start..<start + widths[column] / 8
    }

    /// The number of columns that are the same.
    func likeness(_ row: Int, _ other: Table, _ otherRow: Int) -> Int {
      columns.indices.reduce(0) {
        $0 + ($1 < other.columns.count && isSame(row, as: other, otherRow, column: $1) ? 1 : 0)
      }
    }

    /// Rows at both ends whose bytes are the same, found a block at a time; there may be more.
    func sharedEnds(with other: Table) -> (head: Int, tail: Int) {
      guard stride == other.stride, stride > 0, stride % 8 == 0, widths == other.widths,
        starts == other.starts, extent.isByteAligned, other.extent.isByteAligned
      else { return (0, 0) }
      let bytes = stride / 8
      let block = max(1, 4_096 / bytes)
      let least = min(count, other.count)
      func isSame(_ row: Int, _ otherRow: Int) -> Bool {
        let (x, y) = (extent.byteOffset + row * bytes, other.extent.byteOffset + otherRow * bytes)
        return source.bytes.extracting(x..<x + block * bytes)
          .hasSameBytes(as: other.source.bytes.extracting(y..<y + block * bytes))
      }
      var head = 0
      while head + block <= least, isSame(head, head) { head += block }
      var tail = 0
      while head + tail + block <= least, isSame(count - tail - block, other.count - tail - block) {
        tail += block
      }
      return (head, tail)
    }
  }
}

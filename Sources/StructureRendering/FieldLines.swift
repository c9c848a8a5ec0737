import ByteReading
import Structure

/// Writes fields one a line, names before values: what stands below a row of the outline, and under
/// the heading of a node that a path has selected.
struct FieldLines: FieldSink, ~Copyable {
  /// Where a line begins.
  enum Margin {
    /// Two spaces.
    case heading
    /// Offset and size in the columns of the outline, then its guides.
    case outline(OutlineColumns, guides: String)
  }

  var page: Page
  let options: RenderOptions
  var margin = Margin.heading
  /// Columns that names have at least.
  var nameWidth = 18
  /// Whether version, flags and reserved bits are left out.
  var hidesHeader = false
  /// The source of the fields, and the tree that knows where it lies.
  private var source: UInt16 = 0
  private let tree: Tree
  /// What other boxes say of the node's fields.
  var notes: FieldNotes?
  /// The path of the node, for a hint about rows that are left out.
  var path = ""
  /// The parts of a stream that are being drawn one a line.
  private var parts: Parts?
  /// The columns of a table before which its rows go on in another line.
  private var breaks: [Int] = []

  private struct Parts {
    /// The columns: their names and widths.
    var columns: [(name: StaticString, width: Int)] = []
    var indexWidth = 5
    /// The column that is written next.
    var next = 0
    /// Whether an item is open; else the list is.
    var isItem = false
  }

  init(page: consuming Page, options: RenderOptions, tree: Tree) {
    self.page = page
    self.options = options
    self.tree = tree
  }

  private var style: ValueStyle { options.fields == .raw ? .raw : .field }

  var countsLists: Bool { options.limit != nil }
  var countsValues: Bool { options.limit != nil }

  mutating func begin(source: UInt16) { self.source = source }

  mutating func wants(item index: Int, of count: Int) -> Bool {
    guard let limit = options.limit, count > limit else { return true }
    let head = (limit + 1) / 2
    return index < head || index >= count - (limit - head)
  }

  mutating func wants(value index: Int, of count: Int, at place: Extent, depth: Int) -> Bool {
    if parts?.isItem == true { return true }
    let shown = ShownRows(of: count, limit: options.limit)
    if index == shown.omitted.lowerBound, !shown.omitted.isEmpty {
      begin(place, hasSize: false, depth: depth)
      page.put(.faint) {
        $0.put("… ")
        $0.put(grouped: UInt64(shown.omitted.count))
        $0.put(" more (-n all)")
      }
      page.end()
    }
    return shown.contains(index)
  }

  /// Begins a line about these bits.
  mutating func begin(_ extent: Extent, hasSize: Bool = true, depth: Int) {
    switch margin {
    case .heading: page.space(2)
    case .outline(let columns, let guides):
      page.put(
        offset: UInt64(extent.byteOffset), in: source, of: tree, digits: columns.offset)
      page.pad(to: columns.offset + 2)
      if hasSize {
        page.putASCII(.faint) { $0.put(grouped: UInt64(extent.byteCount), width: columns.size) }
      } else {
        page.space(columns.size)
      }
      page.space(2)
      page.put(own: guides, .faint)
      page.space(2)
    }
    page.space(min(depth, 32) * 2)
  }

  private mutating func name(_ name: StaticString, depth: Int) {
    page.put(name, .label)
    let width = ByteReading.columns(of: name.rawBytes)
    page.space(max(0, nameWidth - min(depth, 32) * 2 - width) + 1)
    page.hang()
  }

  mutating func field(_ field: borrowing FieldReading) {
    if parts?.isItem == true {
      cell(field)
      return
    }
    if hidesHeader {
      if case .reserved = field.definition.kind { return }
      if field.depth == 0, field.program.syntax.versions != nil, field.row < 2 { return }
    }
    begin(field.extent, depth: field.depth)
    name(field.name, depth: field.depth)
    let style = style
    if putBytes(of: field, style) { return }
    page.put { $0.put(value: field, style) }
    note(on: field)
    page.end()
  }

  /// Writes in brackets what other boxes say of a field.
  mutating func note(on field: borrowing FieldReading) {
    guard let notes, options.fields != .raw else { return }
    page.put { notes.put(bracketed: field, to: &$0) }
  }

  mutating func begin(_ group: borrowing GroupReading) {
    if parts != nil {
      if group.kind == .item { beginPart(group) }
      return
    }
    // Parts of which no field stands in a line are drawn as all lists are.
    if group.kind == .list, case .found = group.definition.kind, !Self.columns(of: group).isEmpty {
      beginParts(group)
      return
    }
    switch group.kind {
    case .list, .group:
      begin(group.extent, hasSize: group.isMeasured, depth: group.depth)
      page.put(group.name, .label)
      // Those of a list to the end of its region are counted where not all of them are shown.
      if group.kind == .list, group.count > 0 || countsLists {
        page.space(1)
        page.put(.faint) {
          $0.put(grouped: UInt64(group.count))
          $0.put(group.count == 1 ? " entry" : " entries")
        }
      }
      page.end()
    case .item:
      if let limit = options.limit, group.count > limit, group.index == group.count - limit / 2 {
        begin(group.extent, hasSize: false, depth: group.depth)
        page.put(.faint) {
          $0.put("… ")
          $0.put(grouped: UInt64(group.count - limit))
          $0.put(" more (-n all)")
        }
        page.end()
      }
      begin(group.extent, hasSize: group.isMeasured, depth: group.depth)
      page.put(.label) {
        $0.put("[")
        $0.put(decimal: UInt64(group.index + 1))
        $0.put("]")
      }
      page.end()
    }
  }

  mutating func end(_ group: borrowing GroupReading) {
    guard parts != nil else { return }
    if group.kind == .list, case .found = group.definition.kind { parts = nil }
    if group.kind == .item, parts?.isItem == true {
      parts?.isItem = false
      page.end()
    }
  }

  // MARK: Parts of a stream

  /// The name of the list and the titles of its columns.
  private mutating func beginParts(_ group: borrowing GroupReading) {
    begin(group.extent, depth: group.depth)
    name(group.name, depth: group.depth)
    let count = UInt64(group.count)
    if count > 0 { page.put { $0.put(grouped: count) } }
    page.end()
    var drawn = Parts()
    drawn.indexWidth = max(5, count.groupedDigits)
    for row in Self.columns(of: group) {
      let name = group.program.rows[row].name
      if drawn.columns.contains(where: { $0.name.isSame(as: name) }) { continue }
      drawn.columns.append((name, max(columnWidth, name.utf8CodeUnitCount)))
    }
    parts = drawn
    guard case .heading = margin else { return }
    page.end()
    page.space(max(2, 13 - drawn.indexWidth))
    page.put(.faint) { $0.put("index".padded(to: drawn.indexWidth)) }
    page.put("    offset    size", .faint)
    for column in drawn.columns {
      page.space(2)
      page.put(own: column.name.description.padded(to: column.width), .faint)
    }
    page.end()
  }

  /// The rows whose fields stand in the line of a part.
  private static func columns(of group: borrowing GroupReading) -> [Int] {
    let (program, row) = (group.program, group.row)
    return program.rows.indices.filter { program.rows[$0].traits.contains(.column) && program.isInside($0, row) }
  }

  private mutating func beginPart(_ group: borrowing GroupReading) {
    let (extent, number) = (group.extent, UInt64(group.index + 1))
    let width = parts?.indexWidth ?? 5
    if parts?.isItem == true { page.end() }
    if let limit = options.limit, group.count > limit, group.index == group.count - limit / 2 {
      let left = UInt64(group.count - limit)
      if case .outline(let columns, let guides) = margin {
        page.space(columns.offset + columns.size + 4)
        page.put(own: guides, .faint)
        page.space(4 + min(group.depth - 1, 32) * 2)
      } else {
        page.space(max(2, 13 - width) + width - 1)
      }
      page.put("…", .faint)
      page.put(.faint) {
        $0.put("  ")
        $0.put(grouped: left)
        $0.put(" more (-n all)")
      }
      page.end()
    }
    if case .heading = margin {
      page.space(max(2, 13 - width))
      page.put { $0.put(grouped: number, width: width) }
      page.space(2)
      page.put(offset: UInt64(extent.byteOffset), in: source, of: tree, digits: 8)
      page.put { $0.put(grouped: UInt64(extent.byteCount), width: 8) }
    } else {
      begin(extent, depth: group.depth)
      page.put(.label) {
        $0.put("[")
        $0.put(decimal: number)
        $0.put("]")
      }
    }
    parts?.next = 0
    parts?.isItem = true
  }

  /// A field of a part that has a column, or bytes that are no part.
  private mutating func cell(_ field: borrowing FieldReading) {
    if field.isGap {
      let count = UInt64(field.extent.byteCount)
      page.space(2)
      page.put(.faint) {
        $0.put("and ")
        $0.put(grouped: count)
        $0.put(count == 1 ? " other byte" : " other bytes")
      }
      return
    }
    guard let drawn = parts, field.definition.traits.contains(.column),
      let place = drawn.columns.firstIndex(where: { $0.name.isSame(as: field.name) })
    else { return }
    let style: ValueStyle = options.fields == .raw ? .raw : .summary
    if case .heading = margin {
      page.scratch.removeAll()
      page.scratch.put(value: field, style)
      // A column that this part does not have stays empty.
      for column in drawn.columns[min(drawn.next, place)..<place] { page.space(2 + column.width) }
      let width = ByteReading.columns(of: page.scratch.contents)
      page.space(2 + max(0, drawn.columns[place].width - width))
      page.putScratch()
    } else {
      page.space(2)
      // The name is written by way of the scratch, too.
      page.put(field.name, .label)
      page.space(1)
      page.scratch.removeAll()
      page.scratch.put(value: field, style)
      page.putScratch()
    }
    parts?.next = place + 1
  }

  // MARK: Tables

  mutating func table(_ table: borrowing TableReading) {
    if parts?.isItem == true { return }
    let style = style
    let limit = options.limit
    if table.definition.isArray {
      begin(table.extent, depth: table.depth)
      name(table.name, depth: table.depth)
      let notesOfCodes = options.fields == .raw ? nil : notes
      page.put { $0.put(array: table, style, limit: limit.map { max($0, 9) }, notes: notesOfCodes) }
      for column in notes?.columns(of: table) ?? [] where !table.isOfCodes {
        for row in 0..<min(table.count, 4) { note(on: table.field(row: row, column: column)) }
      }
      page.end()
      return
    }
    begin(table.extent, depth: table.depth)
    name(table.name, depth: table.depth)
    if table.stride == 0 {
      page.put {
        $0.put(grouped: UInt64(table.declared))
        $0.put(" × the same")
      }
      page.end()
      return
    }
    putTotals(of: table)
    page.end()
    guard table.count > 0 else { return }
    if case .heading = margin { page.end() }
    rows(of: table)
  }

  /// What a whole table amounts to.
  private mutating func putTotals(of table: borrowing TableReading) {
    let statistics = table.columns.count == 1 ? table.statistics(ofColumn: 0) : nil
    let isOffset: Bool
    if let column = table.columns.first,
      case .fileOffset = table.program.rows[column.row].meaning
    {
      isOffset = true
    } else {
      isOffset = false
    }
    let count = table.count
    let declared = table.declared
    guard let statistics, count > 1, !isOffset else {
      page.put {
        $0.put(grouped: UInt64(count))
        $0.put(count == 1 ? " row" : " rows")
        if declared != count {
          $0.put(" of ")
          $0.put(grouped: UInt64(declared))
          $0.put(" declared")
        }
      }
      return
    }
    page.put {
      $0.put("min ")
      $0.put(grouped: statistics.least)
      $0.put("   max ")
      $0.put(grouped: statistics.greatest)
      if let sum = statistics.sum {
        $0.put("   mean ")
        $0.put(groupedTenths: sum, per: UInt64(count))
        $0.put("   sum ")
        $0.put(grouped: sum)
        if sum >= 1 << 20 {
          $0.put(" (")
          $0.put(size: sum)
          $0.put(")")
        }
      } else {
        $0.put("   the sum needs more than 64 bits")
      }
    }
  }

  /// The first and the last rows.
  private mutating func rows(of table: borrowing TableReading) {
    let count = table.count
    let shown = min(options.limit ?? .max, count)
    let head = (shown + 1) / 2
    let last = table.firstIndex + count
    let indexWidth = max(5, UInt64(last).groupedDigits)
    let isHeading: Bool
    if case .heading = margin { isHeading = true } else { isHeading = false }
    if isHeading {
      page.space(max(2, 13 - indexWidth))
      page.put(.faint) { $0.put("index".padded(to: indexWidth)) }
      page.put("    offset", .faint)
      breaks = columnBreaks(of: table)
      for column in table.columns.indices {
        goOn(at: column)
        page.space(2)
        let title =
          table.columns.count == 1
          ? "value" : table.program.rows[table.columns[column].row].name.description
        page.put(own: title.padded(to: max(columnWidth, title.count)), .faint)
      }
      page.end()
    }
    let texts = table.columns.indices.map { ColumnText($0, of: table, style) }
    let noted = notes?.columns(of: table) ?? []
    if noted.isEmpty, page.isDirect, source == 0, table.stride & 7 == 0,
      case .outline(let columns, let guides) = margin,
      let line = RowLine(
        table, texts, digits: columns.offset, width: columns.size, guides: guides)
    {
      line.write(0..<head, of: table, to: &page.output)
      if shown < count {
        more(count - shown, of: table, indexWidth: indexWidth, isHeading: isHeading)
      }
      line.write(count - (shown - head)..<count, of: table, to: &page.output)
      return
    }
    for index in 0..<count {
      if index >= head, index < count - (shown - head) {
        if index == head {
          more(count - shown, of: table, indexWidth: indexWidth, isHeading: isHeading)
        }
        continue
      }
      row(
        index, of: table, texts, indexWidth: indexWidth, isHeading: isHeading, noted: noted)
      if page.output.hasFailed { return }
    }
  }

  private var columnWidth: Int { 6 }

  /// The columns before the second and later lines of a row of a table.
  private static let continuation = 10

  /// The columns before which rows go on in another line, because the page has no room for all.
  private mutating func columnBreaks(of table: borrowing TableReading) -> [Int] {
    guard let width = page.width else { return [] }
    var breaks: [Int] = []
    var used = page.columns
    for column in table.columns.indices {
      let title = table.program.rows[table.columns[column].row].name.utf8CodeUnitCount
      let needed = 2 + max(columnWidth, table.columns.count == 1 ? 5 : title)
      if used + needed > width, used > Self.continuation {
        breaks.append(column)
        used = Self.continuation
      }
      used += needed
    }
    return breaks
  }

  /// Begins another line of a row where the page ends.
  private mutating func goOn(at column: Int) {
    guard breaks.contains(column) else { return }
    page.end()
    page.space(Self.continuation)
  }

  /// Says how many rows are left out.
  private mutating func more(
    _ count: Int, of table: borrowing TableReading, indexWidth: Int, isHeading: Bool
  ) {
    if isHeading {
      page.space(max(2, 13 - indexWidth) + indexWidth - 1)
    } else if case .outline(let columns, let guides) = margin {
      page.space(columns.offset + columns.size + 4)
      page.put(own: guides, .faint)
      page.space(4 + min(table.depth, 32) * 2)
    }
    let path = path
    let name = table.name
    page.put("…", .faint)
    page.space(2)
    page.put(.faint) {
      $0.put(grouped: UInt64(count))
      $0.put(" more (-n all")
      if count > 1_000, !path.isEmpty {
        $0.put(", or -p '")
        $0.put(path)
        $0.put(".")
        $0.put(name)
        $0.put("[1000..1050]'")
      }
      $0.put(")")
    }
    page.end()
  }

  private mutating func row(
    _ index: Int, of table: borrowing TableReading, _ texts: [ColumnText], indexWidth: Int,
    isHeading: Bool, noted: [Int]
  ) {
    let extent = table.extent(ofRow: index)
    let number = UInt64(table.firstIndex + index + 1)
    let style = style
    if isHeading {
      page.space(max(2, 13 - indexWidth))
      page.put { $0.put(grouped: number, width: indexWidth) }
      page.space(2)
      page.put(offset: UInt64(extent.byteOffset), in: source, of: tree, digits: 8)
    } else {
      begin(extent, depth: table.depth + 1)
      page.put(.label) {
        $0.put("[")
        $0.put(decimal: number)
        $0.put("]")
      }
    }
    for column in table.columns.indices {
      if isHeading { goOn(at: column) }
      page.space(2)
      if column == 0 { page.hang() }
      if !isHeading, table.columns.count > 1 {
        page.put(table.program.rows[table.columns[column].row].name, .label)
        page.space(1)
      }
      if isHeading {
        let title =
          table.columns.count == 1
          ? 5 : table.program.rows[table.columns[column].row].name.utf8CodeUnitCount
        page.scratch.removeAll()
        texts[column].put(row: index, of: table, to: &page.scratch)
        let width = ByteReading.columns(of: page.scratch.contents)
        page.space(max(0, max(columnWidth, title) - width))
        page.putScratch()
      } else {
        page.put { texts[column].put(row: index, of: table, to: &$0) }
      }
    }
    if let notes, style != .raw {
      for column in noted {
        page.space(2)
        page.put { notes.put(on: table.field(row: index, column: column), to: &$0) }
      }
    }
    page.end()
  }
}

extension String {
  /// The text with spaces before it up to `width` characters.
  func padded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}

extension UInt64 {
  /// The number of characters of the number with commas.
  var groupedDigits: Int { decimalDigitCount + (decimalDigitCount - 1) / 3 }
}

extension ByteWriter {
  /// A quotient with one decimal, thousands set apart.
  mutating func put(groupedTenths numerator: UInt64, per denominator: UInt64) {
    guard denominator > 0 else { return }
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    var tenths = Int((Double(rest) / Double(denominator) * 10).rounded())
    var units = whole
    if tenths == 10 { (tenths, units) = (0, whole &+ 1) }
    put(grouped: units)
    put(".")
    put(decimal: UInt64(tenths))
  }

  /// A number of bytes in the largest unit that it fills, with one decimal.
  mutating func put(size bytes: UInt64) {
    let units: [StaticString] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    var unit = 0
    var divisor: UInt64 = 1
    while unit < 6, bytes / divisor >= 1_024 {
      divisor &*= 1_024
      unit += 1
    }
    if unit == 0 {
      put(grouped: bytes)
    } else {
      put(groupedTenths: bytes, per: divisor)
    }
    put(" ")
    put(units[unit])
  }
}

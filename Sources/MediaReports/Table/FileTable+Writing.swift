package import ByteReading
import MediaFacts
import Structure
package import StructureRendering

extension FileTable {
  // MARK: For people

  /// Writes a line a file below the names of the columns. Names of files give way first; columns that the
  /// page has no room for stand in another line.
  package func putText(_ options: RenderOptions, to output: inout ByteWriter) {
    guard !rows.isEmpty else { return }
    var widths = columns.map { ByteReading.columns(of: Array($0.name.utf8).rawBytes) }
    for row in rows {
      for column in columns.indices {
        widths[column] = max(widths[column], Self.width(of: shown(row, column, nil)))
      }
    }
    // The words that end a row are folded in the room there is: a long verdict is no reason to break all rows.
    if let last = columns.indices.last, last > 0, !isRight(last), columns[last].name != "name", options.width != nil {
      widths[last] = min(widths[last], Self.lastWidth)
    }
    if let name = columns.firstIndex(where: { $0.name == "name" }), let width = options.width {
      let all = widths.reduce(0, +) + 2 * (columns.count - 1)
      // The beginning of a path says least.
      if all > width { widths[name] = max(min(widths[name], 24), widths[name] - (all - width)) }
    }
    let breaks = breaks(widths, options.width)
    var taken = ByteWriter()
    swap(&taken, &output)
    var page = Page(options, output: taken)
    for column in columns.indices {
      put(
        ShownText(columns[column].name), in: column, widths: widths, breaks: breaks, to: &page, .faint)
    }
    page.end()
    for row in rows {
      for column in columns.indices {
        put(
          shown(row, column, widths[column]), in: column, widths: widths, breaks: breaks, to: &page,
          .plain)
      }
      page.end()
    }
    output = page.finish()
  }

  private static func width(of text: ShownText) -> Int {
    ByteReading.columns(of: Array(text.text.utf8).rawBytes)
  }

  /// Columns whose values are all numbers stand at the right.
  private func isRight(_ column: Int) -> Bool {
    columns[column].name != "name"
      && rows.contains { $0.cells[column].isNumber }
      && rows.allSatisfy { $0.cells[column].isNumber || $0.cells[column].text.isEmpty }
  }

  private func shown(_ row: Row, _ column: Int, _ width: Int?) -> ShownText {
    guard columns[column].name == "name" else {
      let text = row.cells[column].text
      guard !text.isEmpty else { return ShownText("—") }
      var escaped = ByteWriter()
      escaped.put(text: text, style: .name)
      return ShownText(escaped.string)
    }
    let name = ShownText(row.name)
    guard let width, Self.width(of: name) > width else { return name }
    // Whole names of folders, from the right.
    var parts = row.name.split(separator: "/").suffix(8)
    while parts.count > 1 {
      parts.removeFirst()
      let short = ShownText("…/" + parts.joined(separator: "/"))
      if Self.width(of: short) <= width || parts.count == 1 { return short }
    }
    return name
  }

  private func breaks(_ widths: [Int], _ width: Int?) -> Set<Int> {
    guard let width else { return [] }
    var breaks: Set<Int> = []
    var used = 0
    for column in widths.indices {
      let needed = (used == 0 ? 0 : 2) + widths[column]
      if used > Self.continuation, used + needed > width {
        breaks.insert(column)
        used = Self.continuation
      }
      used += needed
    }
    return breaks
  }

  /// The columns before the second and later lines of a row.
  private static let continuation = 4

  /// The room that the last column needs, where it has words.
  private static let lastWidth = 28

  private func put(
    _ text: ShownText, in column: Int, widths: [Int], breaks: Set<Int>, to page: inout Page,
    _ ink: Ink
  ) {
    let isRight = isRight(column)
    if breaks.contains(column) {
      page.end()
      page.space(Self.continuation)
    } else if column > 0 {
      page.space(2)
    }
    let room = max(0, widths[column] - Self.width(of: text))
    page.space(isRight ? room : 0)
    page.hang()
    page.put(text, ink)
    page.space(isRight ? 0 : room)
  }

  // MARK: For machines

  /// Writes a TAB-separated record a file, below one of the names of the columns.
  package func putPlain(to output: inout ByteWriter) {
    for column in columns.indices {
      if column > 0 { output.put(0x09) }
      output.put(text: columns[column].name, style: .record)
    }
    output.put(0x0A)
    for row in rows {
      for column in columns.indices {
        if column > 0 { output.put(0x09) }
        if columns[column].name == "name" {
          output.put(text: row.path.rawBytes, encoding: .utf8, style: .record)
        } else {
          putRecord(row.cells[column], to: &output)
        }
      }
      output.put(0x0A)
    }
  }

  /// A value as machines compare it: numbers without commas and units.
  private func putRecord(_ cell: Cell, to output: inout ByteWriter) {
    switch cell.value {
    case .number(let number): output.put(decimal: number)
    case .real(let number): output.put(real: number)
    default: output.put(text: cell.text, style: .record)
    }
  }

  /// Writes a line of JSON a file: its path, and under `columns` what it has in each, in their order.
  package func putLines(to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var records = RecordWriter(JSONEncoding(), TableKey.self, taken)
    for row in rows {
      records.openObject()
      records.member(.schema, word: PublishedSchema.table.name)
      records.member(file: row.path)
      records.key(.columns)
      records.openArray()
      for column in columns.indices {
        records.element()
        records.openObject()
        records.member(.name, text: columns[column].name)
        records.key(.value)
        put(columns[column].name == "name" ? .text(row.name) : row.cells[column].forRecords, to: &records)
        records.closeObject()
      }
      records.closeArray()
      records.closeObject()
      records.endRecord()
    }
    output = records.finish()
  }

  private func put(_ value: About.Value, to records: inout RecordWriter<JSONEncoding, TableKey>) {
    switch value {
    case .null, .node: records.putNull()
    case .number(let number): records.put(number)
    case .real(let number): records.put(real: number)
    case .flag(let flag): records.put(flag)
    case .text(let text): records.put(text: text)
    case .list(let values): records.put(count: values.count)
    case .record: records.putNull()
    }
  }
}

extension FileTable.Cell {
  /// Its value; of a node, and of a group of facts, the words that people read.
  fileprivate var forRecords: About.Value {
    switch value {
    case .node, .record: text.isEmpty ? .null : .text(text)
    default: value
    }
  }
}

/// The keys of the format `atomtools.table/1`.
package enum TableKey: FixedText, FileKey {
  case schema, path, pathHex, columns, name, value
}

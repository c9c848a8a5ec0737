public import ByteReading

/// A piece of a summary template, looked up once when the table is lowered.
enum SummaryPart: Sendable {
  case text(String)
  /// The value of the field with this slot.
  case value(UInt16)
  /// The number of rows of the table or list with this slot.
  case count(UInt16)
  /// Text for a field with this slot that is not zero.
  case word(UInt16, String)

  /// Takes a template apart: `{name}`, `{name|count}`, `{name?text}`, and text between them.
  ///
  /// - Precondition: The template is ours; a name that no row has ends the program, and a test lowers
  ///   every table.
  static func parts(
    of template: StaticString, in table: StaticString, slot: (Substring) -> UInt16?
  ) -> [SummaryPart] {
    var parts: [SummaryPart] = []
    var rest = template.description[...]
    func number(_ name: Substring) -> UInt16 {
      guard let slot = slot(name) else {
        preconditionFailure("\(table): its summary names '\(name)', which no row is called")
      }
      return slot
    }
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let field = rest[rest.index(after: open)..<close]
      if let bar = field.firstIndex(of: "|") {
        parts.append(.count(number(field[..<bar])))
      } else if let mark = field.firstIndex(of: "?") {
        parts.append(
          .word(number(field[..<mark]), String(field[field.index(after: mark)...])))
      } else {
        parts.append(.value(number(field)))
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }
}

extension NodeReader {
  /// Opens the node at `index` and writes what its table says of it beside its name; nothing when it
  /// says nothing.
  public func putSummary(of index: NodeIndex, to output: inout ByteWriter) {
    let node = document.tree[index]
    let number = Int(node.table)
    if number < tables.count, !tables[number].saysAnything { return }
    // Opaque bytes of which there are none have nothing to say, whatever the type.
    if number < tables.count, tables[number].isOpaque, node.size == UInt64(node.headerSize) {
      return
    }
    open(index)
    putSummary(to: &output)
  }

  /// Writes what the table of the open node says of it beside its name; nothing when it says nothing.
  public func putSummary(to output: inout ByteWriter) {
    let index = index
    let node = tree[index]
    if node.marks.contains(.coded), tree.contents(of: index) == nil {
      output.put(grouped: node.size - UInt64(node.headerSize))
      output.put(" bytes, not decoded")
      return
    }
    guard let program = tree.program(of: node) else {
      if !node.isRaw, node.size > UInt64(node.headerSize) {
        let count = node.size - UInt64(node.headerSize)
        output.put(grouped: count)
        output.put(count == 1 ? " byte" : " bytes")
      }
      return
    }
    switch program.syntax.summary {
    case .none: break
    case .function(let write): write(self, &output)
    case .template: put(program.summaryParts, to: &output)
    }
  }

  /// Fills in a template. The text before a field that cannot be read goes with it.
  private func put(_ parts: [SummaryPart], to output: inout ByteWriter) {
    let start = output.count
    var pending = ""
    var isFirst = true
    var wasWritten = true
    for part in parts {
      if case .text(let text) = part {
        pending = text
        continue
      }
      let before = output.count
      // A separator stands between two values, so it needs one before it.
      if isFirst || before > start { output.put(pending) }
      pending = ""
      let head = output.count
      put(part, to: &output)
      wasWritten = output.count > head
      if !wasWritten { output.truncate(to: before) }
      isFirst = false
    }
    if wasWritten { output.put(pending) }
  }
}

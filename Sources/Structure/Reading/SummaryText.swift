public import ByteReading

extension NodeReader {
  /// Writes what the table of the open node says of it beside its name; nothing when it says nothing.
  public func putSummary(to output: inout ByteWriter) {
    guard let program = tree.program(of: node) else {
      if !node.isRaw, node.size > UInt64(node.headerSize) {
        output.put(grouped: node.size - UInt64(node.headerSize))
        output.put(" bytes")
      }
      return
    }
    switch program.syntax.summary {
    case .none: break
    case .function(let write): write(self, &output)
    case .template(let template): put(template: template, to: &output)
    }
  }

  /// Fills in a template: `{name}` is a value, `{name|count}` a number of rows, `{name?text}` text
  /// for a field that is not zero. The text before a field goes with it.
  private func put(template: StaticString, to output: inout ByteWriter) {
    let start = output.count
    let whole = template.description
    var rest = whole[...]
    var isFirst = true
    var wasWritten = !whole.contains("{")
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let before = output.count
      // A separator stands between two values, so it needs one before it.
      if isFirst || before > start { output.put(String(rest[..<open])) }
      let head = output.count
      put(field: rest[rest.index(after: open)..<close], to: &output)
      wasWritten = output.count > head
      if !wasWritten { output.truncate(to: before) }
      rest = rest[rest.index(after: close)...]
      isFirst = false
    }
    if wasWritten { output.put(String(rest)) }
  }

  private func put(field: Substring, to output: inout ByteWriter) {
    if let bar = field.firstIndex(of: "|") {
      if let count = capturedCount(String(field[..<bar])) { output.put(grouped: UInt64(count)) }
    } else if let mark = field.firstIndex(of: "?") {
      if let value = capturedNumber(String(field[..<mark])), value != 0 {
        output.put(String(field[field.index(after: mark)...]))
      }
    } else {
      putCaptured(String(field), to: &output)
    }
  }
}

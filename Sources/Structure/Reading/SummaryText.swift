public import ByteReading

extension NodeReader {
  /// Opens the node at `index` and writes what its table says of it beside its name, which may be no
  /// text at all.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - output: Where the summary is written to.
  public func putSummary(of index: NodeIndex, to output: inout ByteWriter) {
    let node = document.tree[index]
    let number = Int(node.table)
    if number < tables.count, !tables[number].saysAnything { return }
    // Opaque bytes of which there are none have no summary, whatever the type.
    if number < tables.count, tables[number].isOpaque, node.size == UInt64(node.headerSize) {
      return
    }
    open(index)
    putSummary(to: &output)
  }

  /// Writes what the table of the open node says of it beside its name, which may be no text.
  ///
  /// - Parameter output: Where the summary is written to.
  public func putSummary(to output: inout ByteWriter) {
    let index = index
    let node = tree[index]
    if node.marks.contains(.coded), tree.contents(of: index) == nil {
      if let write = tree.catalogue(of: node)?.undecoded { return write(self, &output) }
      output.put(grouped: node.size - UInt64(node.headerSize))
      output.put(" bytes, not decoded")
      return
    }
    guard let program = tree.program(of: node) else {
      if node.isRaw { return }
      // Nothing else says which one it is.
      let identifier = node.type == .uuid ? document.extendedType(of: node) : nil
      if let identifier { output.put(uuid: identifier) }
      if node.size > UInt64(node.headerSize) {
        let count = node.size - UInt64(node.headerSize)
        if identifier != nil { output.put(", ") }
        output.put(grouped: count)
        output.put(count == 1 ? " byte" : " bytes")
      }
      return
    }
    switch program.syntax.summary {
    case .none: break
    case .written(let write): write(self, &output)
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

public import ByteReading
public import Structure

/// Shows nodes one after another: a heading, and their fields with or without their bytes.
public struct NodeRenderer: ~Copyable {
  private let document: Document
  private let tree: Tree
  private let options: RenderOptions
  private var lines: FieldLines
  private var hex: HexLines
  private var walker = Walker()
  private let reader: NodeReader
  private var isFirst = true
  /// Whether the node that is shown has fields of its own.
  private var hasFields = false
  private var paths: PathTracker
  private let parts: (any PayloadParts)?
  /// Stands at the node that the bytes of the last source come from.
  private var origins: PathTracker

  /// - Parameters:
  ///   - document: The file whose nodes are printed.
  ///   - options: Which nodes and fields are printed, and how.
  ///   - output: What is written to, and given back at the end.
  ///   - parts: The parts of payloads that no table divides, where bytes are shown.
  public init(
    _ document: Document, _ options: RenderOptions, output: consuming ByteWriter,
    parts: (any PayloadParts)? = nil
  ) {
    self.document = document
    self.parts = parts
    tree = document.tree
    self.options = options
    reader = NodeReader(document)
    paths = PathTracker(document)
    origins = PathTracker(document)
    lines = FieldLines(page: Page(options, output: output), options: options, tree: document.tree)
    lines.hidesHeader = options.fields == .none
    // The two share one place to write to, which goes from one to the other with each node.
    hex = HexLines(
      page: Page(options, output: ByteWriter()), options: options, tree: tree)
    var digits = 1
    while digits < 16, UInt64(tree.file.byteCount) &>> UInt64(digits * 4) > 0 { digits += 1 }
    hex.digits = max(8, digits)
  }

  /// Gives back where it wrote to.
  ///
  /// - Returns: The writer, with all that was shown.
  public consuming func finish() -> ByteWriter { lines.page.output }

  // MARK: A selected node

  /// Shows the node at `index`, which is the last one or comes after it, with its heading, its fields
  /// and one line for each child.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - field: The field that alone is shown; `nil` for the whole node.
  public mutating func render(_ index: NodeIndex, field: FieldPath?) {
    let node = tree[index]
    if !isFirst, options.hex != .xxd { lines.page.end() }
    isFirst = false
    // `xxd -r` would take a heading that begins with hexadecimal digits for bytes.
    if options.hex != .xxd { heading(index, node) }
    switch options.hex {
    case .fields: hexFields(index, field, withHeader: true)
    case .dump: dump(index)
    case .xxd:
      if let start = tree.fileOffset(of: node.start, in: node.source),
        let end = tree.fileOffset(of: node.end, in: node.source)
      {
        xxd(Extent(byteOffset: Int(start), byteCount: Int(end - start)), in: 0)
      } else {
        xxd(node.extent, in: node.source)
      }
    case nil: fields(index, field)
    }
    guard field == nil, options.hex == nil || options.hex == .fields else { return }
    children(index)
  }

  private mutating func heading(_ index: NodeIndex, _ node: Node) {
    let document = document
    paths.move(to: index)
    let path = paths.path
    var origin = ""
    let place = tree.fileOffset(of: node.start, in: node.source)
    if place == nil {
      if let node = tree.sources[Int(node.source)].origin {
        origins.move(to: node)
        origin = origins.path
      }
    }
    let size = document.shownSize(of: node)
    lines.path = path
    lines.page.put(ShownText(path), .strong)
    lines.page.space(2)
    lines.page.put {
      document.put(headingOf: index, to: &$0)
    }
    lines.page.put(" ")
    lines.page.put(lines.page.signs.dash)
    lines.page.put {
      $0.put(" ")
      $0.put(grouped: size)
      $0.put(size == 1 ? " byte at 0x" : " bytes at 0x")
      $0.put(hex: place ?? node.start, digits: 1)
      $0.put(" (")
      $0.put(grouped: place ?? node.start)
      $0.put(")")
      if place == nil {
        $0.put(" of what ")
        $0.put(origin)
        $0.put(" inflates to")
      }
    }
    lines.page.end()
    lines.page.end()
  }

  private mutating func fields(_ index: NodeIndex, _ field: FieldPath?) {
    lines.margin = .heading
    lines.notes = FieldNotes(document, index)
    var widest = NameWidths()
    document.walk(index, &walker, into: &widest)
    hasFields = widest.widest > 0
    lines.nameWidth = min(32, max(14, widest.widest + 1))
    if let field {
      select(index, field)
    } else {
      if !lines.hidesHeader { document.walkHeader(index, &walker, into: &lines) }
      document.walk(index, &walker, into: &lines)
    }
  }

  /// Lets only one field of the node through.
  private mutating func select(_ index: NodeIndex, _ field: FieldPath) {
    let hides = lines.hidesHeader
    lines.hidesHeader = false
    // The selection owns its sink, so the lines go there and come back.
    var inside = FieldLines(
      page: Page(options, output: ByteWriter()), options: options, tree: tree)
    swap(&inside, &lines)
    document.walk(selecting: field, of: index, &walker, into: &inside)
    lines = inside
    lines.hidesHeader = hides
  }

  /// The children of a selected node, folded to one line each.
  private mutating func children(_ index: NodeIndex) {
    guard tree[index].subtreeEnd > index.next else { return }
    if options.hex == nil, hasFields { lines.page.end() }
    let document = document
    let faulty = document.faulty
    for child in tree.children(of: index) {
      let node = tree[child]
      lines.page.space(2)
      lines.page.put(offset: node.start, in: node.source, of: tree, digits: 8)
      if faulty.contain(child, node) {
        lines.page.space(1)
        lines.page.put("!", .error)
      }
      lines.page.pad(to: 12)
      let size = document.shownSize(of: node)
      lines.page.put { $0.put(grouped: size, width: 10) }
      lines.page.space(2)
      lines.page.put(.strong) { document.put(shownTypeOf: node, to: &$0) }
      lines.page.space(2)
      lines.page.put { document.put(headingOf: child, to: &$0) }
      lines.page.pad(to: 56)
      lines.page.scratch.removeAll()
      reader.putSummary(of: child, to: &lines.page.scratch)
      lines.page.putScratch()
      lines.page.end()
      if lines.page.output.hasFailed { return }
    }
  }

  // MARK: Bytes

  /// Shows the node at `index` as in a dump of the whole file: one line for it, then its bytes.
  ///
  /// - Parameter index: The node.
  public mutating func renderInDump(_ index: NodeIndex) {
    let node = tree[index]
    let document = document
    let digits = hex.digits
    switch options.hex {
    case .xxd:
      // Bytes that were derived are not in the file that these lines give back.
      if let own = document.ownPlace(of: index) { xxd(own, in: 0) }
      return
    case .dump, .fields, nil:
      lines.page.put(offset: node.start, in: node.source, of: tree, digits: digits)
      lines.page.pad(to: digits + 2)
      let size = document.shownSize(of: node)
      lines.page.put { $0.put(grouped: size, width: 8) }
      lines.page.space(2)
      if !document.isNamedByTitle(node) {
        lines.page.put(.strong) { document.put(shownTypeOf: node, to: &$0) }
        lines.page.space(2)
      }
      lines.page.put { document.put(headingOf: index, to: &$0) }
      lines.page.end()
      if options.hex == .dump { dump(index) } else { hexFields(index, nil, withHeader: true) }
    }
  }

  private mutating func hexFields(_ index: NodeIndex, _ field: FieldPath?, withHeader: Bool) {
    swap(&lines.page, &hex.page)
    defer { swap(&lines.page, &hex.page) }
    hex.reset()
    hex.notes = FieldNotes(document, index)
    hex.parts = field == nil && tree[index].source == 0 ? parts.map { ($0, index) } : nil
    if let field {
      var inside = HexLines(
        page: Page(options, output: ByteWriter()), options: options, tree: tree)
      swap(&inside, &hex)
      inside.foldsParts = false
      document.walk(selecting: field, of: index, &walker, into: &inside)
      hex = inside
      hex.foldsParts = true
      return
    }
    if withHeader {
      document.walkHeader(index, &walker, into: &hex)
      document.walkCoded(index, &walker, into: &hex)
    }
    document.walk(index, &walker, into: &hex)
  }

  /// The bytes in a row of a dump: sixteen, or eight or four where the page has no room for more.
  private var bytesInRow: Int {
    guard let width = lines.page.width else { return 16 }
    return [16, 8].first { namesColumn(inRowsOf: $0) <= width } ?? 4
  }

  /// Where names begin in rows of so many bytes: behind two columns before eight of them, one between two, and their
  /// characters between bars.
  private func namesColumn(inRowsOf length: Int) -> Int { hex.digits + length * 3 + max(1, length / 8) + length + 6 }

  /// Rows of bytes, with the names of the fields that begin in each.
  private mutating func dump(_ index: NodeIndex) {
    // Bytes that lie in the file are shown as they are there.
    let place = document.ownPlace(of: index)
    let shownSource = place == nil ? tree[index].source : 0
    let own = place ?? document.ownExtent(of: index)
    let start = own.byteOffset
    let end = own.byteEnd
    let source = tree.sources[Int(shownSource)].bytes
    let rowLength = bytesInRow
    let column = namesColumn(inRowsOf: rowLength)
    let first = start & ~(rowLength - 1)
    let count = (end - first + rowLength - 1) / rowLength
    let isOpaque = tree.program(of: tree[index])?.isOpaque ?? true
    let shown = rowsOfDump(count, of: rowLength, isOpaque: isOpaque)
    var fields = FieldStarts(before: first + shown * rowLength, in: shownSource, of: tree)
    document.walkHeader(index, &walker, into: &fields)
    document.walkCoded(index, &walker, into: &fields)
    document.walk(index, &walker, into: &fields)
    var next = 0
    var named = 0
    let digits = hex.digits
    for row in 0..<shown {
      let offset = first + row * rowLength
      lines.page.put(offset: UInt64(offset), digits: digits, isDerived: shownSource != 0)
      let from = max(start, offset)
      let to = min(end, offset + rowLength)
      var isTinted = false
      var position = offset
      while position < offset + rowLength {
        lines.page.space((position - offset) & 7 == 0 ? 2 : 1)
        if position >= from, position < to {
          while next + 1 < fields.starts.count, fields.starts[next + 1].offset <= position {
            next += 1
          }
          isTinted = next & 1 == 1
          let byte = UInt64(source.bytes.byte(at: position) ?? 0)
          lines.page.put(isTinted ? .value : .plain) { $0.put(hex: byte, digits: 2) }
        } else {
          lines.page.space(2)
        }
        position += 1
      }
      lines.page.put("  |")
      lines.page.space(from - offset)
      lines.page.put { $0.put(printable: source.bytes.extracting(from..<to)) }
      lines.page.put("|")
      lines.page.pad(to: column)
      lines.page.space(2)
      if let width = lines.page.width, width >= column + 18 { lines.page.hang() }
      var names: [String] = []
      while named < fields.starts.count, fields.starts[named].offset < to {
        let name = fields.starts[named].name.description
        if names.last != name { names.append(name) }
        named += 1
      }
      lines.page.put(own: names.joined(separator: ", "), .label)
      lines.page.end()
      if lines.page.output.hasFailed { return }
    }
    if shown < count {
      lines.page.pad(to: digits + 4)
      lines.page.put("… ", .faint)
      lines.page.put(.faint) {
        $0.put(grouped: UInt64(count - shown))
        $0.put(count - shown == 1 ? " more row to 0x" : " more rows to 0x")
        $0.put(hex: UInt64(end), digits: 1)
        $0.put(isOpaque || options.bytes != .usual ? " (--bytes all)" : " (-n all)")
      }
      lines.page.end()
    }
  }

  /// The rows of a dump that are shown of so many: those that were asked for, and of bytes that are nothing
  /// but that a few, however many rows of tables are shown.
  private func rowsOfDump(_ count: Int, of length: Int, isOpaque: Bool) -> Int {
    switch options.bytes {
    case .all: return count
    case .first(let bytes): return min(count, max(1, bytes / length + (bytes % length == 0 ? 0 : 1)))
    case .usual: break
    }
    guard let limit = options.limit ?? (isOpaque ? 6 : nil) else { return count }
    return count > limit + 1 ? max(1, limit / 2) : count
  }

  /// What `xxd -r` reads: no byte is left out.
  private mutating func xxd(_ extent: Extent, in number: UInt16) {
    let source = tree.sources[Int(number)].bytes
    var offset = extent.byteOffset
    while offset < extent.byteEnd {
      let to = min(extent.byteEnd, offset + 16)
      lines.page.output.put(hex: UInt64(offset), digits: 8)
      lines.page.output.put(":")
      var position = offset
      while position < offset + 16 {
        if (position - offset) & 1 == 0 { lines.page.output.put(" ") }
        if position < to {
          lines.page.output.put(hex: UInt64(source.bytes.byte(at: position) ?? 0), digits: 2)
        } else {
          lines.page.output.put("  ")
        }
        position += 1
      }
      lines.page.output.put("  ")
      lines.page.output.put(printable: source.bytes.extracting(offset..<to))
      lines.page.output.put("\n")
      offset = to
      if lines.page.output.hasFailed { return }
    }
  }
}

/// Finds how long the names of fields are.
private struct NameWidths: FieldSink {
  var widest = 0
  mutating func field(_ field: borrowing FieldReading) {
    if case .reserved = field.definition.kind { return }
    widest = max(widest, field.name.utf8CodeUnitCount + min(field.depth, 32) * 2)
  }
  mutating func table(_ table: borrowing TableReading) {
    widest = max(widest, table.name.utf8CodeUnitCount + min(table.depth, 32) * 2)
  }
  mutating func wants(item index: Int, of count: Int) -> Bool { index < 8 }
  var stopsAtUnwanted: Bool { true }
}

extension Document {
  /// The number of bytes that a node takes: in the file, when it lies there.
  package func shownSize(of node: Node) -> UInt64 {
    guard node.source != 0, let start = tree.fileOffset(of: node.start, in: node.source),
      let end = tree.fileOffset(of: node.end, in: node.source)
    else { return node.size }
    return end - start
  }

  /// The size of a node by what its header says, header included.
  func declaredSize(of index: NodeIndex, _ walker: inout Walker) -> UInt64? {
    var sink = LastSize()
    walkHeader(index, &walker, into: &sink)
    let uncounted = tree.catalogue(of: tree[index])?.sizeExcludes ?? 0
    return sink.size.map { $0.addingReportingOverflow(UInt64(uncounted)).partialValue }
  }

  /// Writes what people call a node, in a word when nobody calls it anything.
  package func put(headingOf index: NodeIndex, to output: inout ByteWriter) {
    if put(titleOf: index, to: &output) { return }
    let marks = tree[index].marks
    output.put(
      marks.contains(.raw)
        ? "Bytes that are not structure" : marks.contains(.padding) ? "Zeros" : "Unknown")
  }
}

/// Remembers the last size that a header says.
private struct LastSize: FieldSink {
  var size: UInt64?

  mutating func field(_ field: borrowing FieldReading) {
    let name = field.name
    if name.isSame(as: "size") || name.isSame(as: "largesize") { size = field.raw }
  }

  mutating func table(_ table: borrowing TableReading) {}
}

import ByteReading

/// Finds what is wrong with the fields of each node alone, in one pass over all nodes.
struct FieldRules {
  let document: Document

  init(_ document: Document) { self.document = document }

  /// What other atoms say, except timescales, on which no check here depends.
  struct Context: ContextSource {
    let provider: (any ContextProvider)?
    let node: NodeIndex
    func value(of key: ContextKey) -> UInt64? {
      key == .movieTimescale || key == .mediaTimescale
        ? nil : provider?.value(of: key, at: node)
    }
  }

  /// Keeps what is wrong.
  struct FieldFaults: FieldSink {
    var faults: [Fault] = []
    var gap: Extent?

    mutating func field(_ field: borrowing FieldReading) {
      // Inside a part of its own the table may know no more than the beginning.
      if field.isGap, field.depth == 0, gap == nil { gap = field.extent }
    }
    mutating func table(_ table: borrowing TableReading) {}
    mutating func note(_ fault: Fault) { if faults.count < 64 { faults.append(fault) } }
  }

  func run() {
    let tree = document.tree
    var walker = Walker()
    var sink = FieldFaults()
    // By table number: what to do with its nodes.
    var programs: [Program?] = []
    var isQuiet: [Bool] = []
    var shapes: [FixedShape?] = []
    let provider = document.context
    let file = tree.file
    for index in tree.indices {
      let node = tree[index]
      if index.number & 1_023 == 0,
        !document.work.charge(
          min(1_024, tree.count &- index.number), for: Document.noStepsForRules)
      {
        return
      }
      guard !node.isRaw, node.table != Node.noTable else { continue }
      let number = Int(node.table)
      while number >= programs.count {
        programs.append(nil)
        isQuiet.append(false)
        shapes.append(nil)
      }
      guard !isQuiet[number] else { continue }
      if programs[number] == nil {
        guard let program = tree.program(of: node) else { continue }
        programs[number] = program
        // What other formats put into the file keeps to rules of its own, but for values, which have no
        // headers: nobody else looks at their fields.
        let catalogue = tree.catalogue(ofTable: number)
        let isOther = catalogue !== tree.catalogues.first && catalogue?.header.isOpaque != true
        if program.isOpaque || program.childStart == .constant(0) || isOther {
          isQuiet[number] = true
          continue
        }
        shapes[number] = FixedShape(program)
      }
      guard let program = programs[number] else { continue }
      let payload = document.ownPayload(of: index)
      let source = node.source == 0 ? file : document.source(of: node)
      if shapes[number]?.fits(payload, source.bytes) == true { continue }
      var cursor = ByteCursor(source.bytes, over: payload)
      walker.walk(
        program, &cursor, context: Context(provider: provider, node: index),
        beyond: node.payload.end &- payload.end, into: &sink)
      if sink.gap != nil || !sink.faults.isEmpty {
        report(sink, at: index)
        sink.faults.removeAll(keepingCapacity: true)
        sink.gap = nil
      }
    }
  }

  private func report(_ sink: FieldFaults, at index: NodeIndex) {
    let node = document.tree[index]
    let cause = node.marks.contains(.clamped) ? overrun(of: index) : nil
    var explainsGap = false
    for fault in sink.faults {
      if fault.kind != .reservedNotZero, fault.kind != .valueUnexpected { explainsGap = true }
      let isOurs = fault.kind == .fieldsTruncated || fault.kind == .countExceedsBox
      document.problems.add(
        Diagnostic(
          fault.finding, node: index, extent: fault.extent, row: fault.row),
        following: isOurs ? cause : nil, within: document.limits)
    }
    if let gap = sink.gap, !explainsGap, !isPadding(gap, in: node) {
      document.problems.add(
        Diagnostic(
          .extraBytes(length: UInt64(gap.byteCount)), node: index, extent: gap),
        following: cause, within: document.limits)
    }
  }

  /// Whether bytes that no field needs are zeros, which many writers leave at the end.
  private func isPadding(_ gap: Extent, in node: Node) -> Bool {
    guard gap.byteCount <= 64 else { return false }
    let source = document.source(of: node)
    let bytes = source.bytes
    for offset in gap.byteOffset..<gap.byteEnd where bytes.byte(at: offset) != 0 { return false }
    return true
  }

  /// The problem of the scanner that says why the node at `index` is shorter than it claims.
  private func overrun(of index: NodeIndex) -> Int? {
    document.problems.kept.firstIndex {
      $0.node == index
        && $0.kind.isOfStructure
    }
  }
}

import ByteReading
package import Structure

extension Document {
  /// Looks for what is wrong with tags after they were scanned: their fields in one pass over all
  /// nodes, then what they say of each other.
  ///
  /// Problems end up in document order; nodes that a warning or an error is about are marked.
  ///
  /// - Parameter other: Whose nodes are not looked into: frames of sound are when they are counted.
  /// - Complexity: O(*n*) in the number of nodes and in the bytes of their fields; pictures and other
  ///   opaque bytes are not looked at.
  package func checkTags(passingOver other: Catalogue? = nil) {
    checkFields(passingOver: other)
    var usage = UsageRules(self)
    usage.check()
    for index in tree.children(of: nil) where tree[index].marks.contains(.named) {
      if tree.child("CTOC", of: index) != nil { ContentsRules(self, tag: index).check() }
    }
    for problem in problems.kept where problem.severity > .note {
      guard let node = tree.known(problem.node) else { continue }
      faulty.insert(node)
    }
    problems.sort(in: tree)
  }

  private func checkFields(passingOver other: Catalogue?) {
    var walker = Walker()
    var sink = FaultSink()
    let tree = tree
    let tables = tree.tables
    let areRead = tables.indices.map {
      !tables[$0].isOpaque && (other == nil || tree.catalogue(ofTable: $0) !== other)
    }
    for index in tree.indices {
      let node = tree[index]
      let table = Int(node.table)
      if index.number & 255 == 0,
        !work.charge(min(256, tree.count &- index.number), for: Self.noStepsForRules)
      {
        return
      }
      guard !node.isRaw, table < areRead.count, areRead[table],
        node.size > UInt64(node.headerSize) || !faulty.contain(index, node)
      else { continue }
      sink.encoding = nil
      walk(index, &walker, into: &sink)
      if let encoding = sink.encoding { check(encoding, at: index) }
      guard sink.gap != nil || !sink.faults.isEmpty else { continue }
      report(sink, at: index)
      sink = FaultSink()
    }
  }

  /// Version 4 has four encodings of text, the others have two.
  private func check(_ encoding: TextEncoding, at index: NodeIndex) {
    let found = tree.catalogue(of: tree[index])
    let catalogue = found?.original ?? found
    let isNew = catalogue === Catalogue.frames4 || catalogue === Catalogue.frames4Plain
    guard encoding.value > (isNew ? 3 : 1) else { return }
    let version: UInt64 = isNew ? 4 : catalogue === Catalogue.frames2 ? 2 : 3
    var problem = Diagnostic(
      .textEncodingUnknown(found: encoding.value, version: version), node: index,
      extent: encoding.extent, row: encoding.row)
    let source = fieldSource(of: index)
    if source != tree[index].source { problem.source = source }
    problems.add(problem, within: limits)
  }

  private func report(_ sink: FaultSink, at index: NodeIndex) {
    let node = tree[index]
    let source = fieldSource(of: index)
    var cause: Int?
    if node.marks.contains(.clamped) {
      cause = problems.kept.firstIndex { $0.node == index }
    }
    var explainsGap = false
    for fault in sink.faults {
      if fault.kind != .reservedNotZero, fault.kind != .valueUnexpected { explainsGap = true }
      var problem = Diagnostic(
        fault.finding, node: index, extent: fault.extent, row: fault.row)
      if source != node.source { problem.source = source }
      problems.add(problem, following: cause, within: limits)
    }
    if let gap = sink.gap, !explainsGap {
      var problem = Diagnostic(
        .extraBytes(length: UInt64(gap.byteCount)), node: index, extent: gap)
      if source != node.source { problem.source = source }
      problems.add(problem, following: cause, within: limits)
    }
  }
}

/// How the text of a frame is stored, and the field that says it.
private struct TextEncoding {
  let value: UInt64
  let extent: Extent
  let row: Int
}

/// Keeps what is wrong with the fields of a node.
private struct FaultSink: FieldSink {
  var faults: [Fault] = []
  var gap: Extent?
  /// How text is stored.
  var encoding: TextEncoding?

  mutating func field(_ field: borrowing FieldReading) {
    if field.name.isSame(as: "encoding") {
      encoding = TextEncoding(value: field.raw, extent: field.extent, row: field.row)
    }
    if field.isGap, field.depth == 0, gap == nil { gap = field.extent }
  }
  mutating func table(_ table: borrowing TableReading) {}
  mutating func note(_ fault: Fault) { if faults.count < 64 { faults.append(fault) } }
}

/// Tables of contents name chapters and other tables (ID3v2 chapters 1.0 §3.2); none may be in itself.
private struct ContentsRules {
  let document: Document
  let tag: NodeIndex

  init(_ document: Document, tag: NodeIndex) {
    self.document = document
    self.tag = tag
  }

  /// The names in a table of contents.
  private struct Names: FieldSink {
    var own = ""
    var entries: [String] = []

    mutating func field(_ field: borrowing FieldReading) {
      let isOwn = field.is(.element_id, in: TableOfContents.self)
      guard isOwn || field.is(.child_element_id, in: TableOfContents.self) else { return }
      var text = ByteWriter()
      text.put(text: field.contentBytes, encoding: field.encoding, style: .name)
      if isOwn { own = text.string } else { entries.append(text.string) }
    }
    mutating func table(_ table: borrowing TableReading) {}
  }

  /// Reports each table that leads back to itself, once for each way around.
  func check() {
    var places: [String: Int] = [:]
    var tables: [(node: NodeIndex, entries: [String])] = []
    var walker = Walker()
    for index in document.tree.children(of: tag) where document.tree[index].type == "CTOC" {
      guard tables.count < 4_096 else { break }
      var names = Names()
      document.walk(index, &walker, into: &names)
      if places[names.own] == nil { places[names.own] = tables.count }
      tables.append((index, names.entries))
    }
    // 0 is new, 1 is on the way, 2 is done; each table is gone into once.
    var states = Array(repeating: 0, count: tables.count)
    for first in tables.indices where states[first] == 0 {
      var path: [(table: Int, next: Int)] = [(first, 0)]
      states[first] = 1
      while let (table, next) = path.last {
        guard next < tables[table].entries.count else {
          states[table] = 2
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        guard let other = places[tables[table].entries[next]] else { continue }
        if states[other] == 0 {
          states[other] = 1
          path.append((other, 0))
        } else if states[other] == 1 {
          let node = document.tree[tables[table].node]
          document.problems.add(
            Diagnostic(
              .contentsCycle(
                offset: document.tree[tables[other].node].start,
                count: UInt64(path.count - (path.firstIndex { $0.table == other } ?? 0))),
              node: tables[table].node, extent: node.extent),
            within: document.limits)
        }
      }
    }
  }
}

extension Diagnostic.Kind {
  static let contentsCycle = Self(
    "contents-cycle", .error,
    "leads to the table of contents at 0x{offset:x}, which leads here in {count} steps",
    expected: "a tree of tables and chapters", action: "shown where it stands, not followed")
}

/// What each of these kinds says, under its names.
extension Finding {
  static func contentsCycle(offset: UInt64, count: UInt64) -> Self {
    Self(.contentsCycle, .offset(offset), .count(count))
  }
}

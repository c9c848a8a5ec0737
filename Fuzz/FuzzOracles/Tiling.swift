import ByteReading
public import Structure

/// Holds that the leaves of a document tile its sources: headers, fields, tables, payloads, padding
/// and gaps cover every byte exactly once, in order.
public struct Tiling: ~Copyable {
  private let document: Document
  private let tree: Tree
  private var walker = Walker()
  private var found: String?

  /// The first place where the leaves do not tile, with its path and offset; nothing when they do.
  public static func firstGap(in document: Document) -> String? {
    var tiling = Tiling(document)
    for index in document.tree.sources.indices where tiling.found == nil {
      tiling.check(source: index)
    }
    for index in document.tree.indices where tiling.found == nil { tiling.check(node: index) }
    return tiling.found
  }

  private init(_ document: Document) {
    self.document = document
    tree = document.tree
  }

  /// The outermost nodes of a source follow one another from its first byte to its last.
  private mutating func check(source number: Int) {
    let source = tree.sources[number]
    let parent = source.origin
    var end: UInt64 = 0
    if let parent, tree[parent].marks.contains(.coded), tree.contents(of: parent) == UInt16(number)
    {
      // The fields of the node itself lie here, before its children.
      let child = tree.firstChild(of: parent)
      let fieldsEnd = child.map { tree[$0].start } ?? UInt64(source.bytes.byteCount)
      var fields = Cover(from: 0)
      document.walk(parent, &walker, into: &fields)
      if let gap = fields.end(at: Int(fieldsEnd) * 8) { return fail(parent, gap) }
      end = fieldsEnd
    }
    for child in tree.children(of: parent) where Int(tree[child].source) == number {
      if tree[child].start != end { return fail(child, from: end, to: tree[child].start) }
      end = tree[child].end
    }
    if end != UInt64(source.bytes.byteCount) {
      found = "source \(number): nodes end at \(end), it has \(source.bytes.byteCount) bytes"
    }
  }

  private mutating func check(node index: NodeIndex) {
    let node = tree[index]
    let count = UInt64(document.source(of: node).byteCount)
    if node.end > count || node.payloadStart > node.end || node.end < node.start {
      return fail(index, from: node.end, to: count)
    }
    if !node.isRaw {
      var header = Cover(from: Int(node.start) * 8)
      document.walkHeader(index, &walker, into: &header)
      if let gap = header.end(at: Int(node.payloadStart) * 8) { return fail(index, gap) }
    }
    var end = node.payloadStart
    var childCount = 0
    for child in tree.children(of: index) where tree[child].source == node.source {
      if childCount == 0 { end = tree[child].start }
      if tree[child].start != end { return fail(child, from: end, to: tree[child].start) }
      if tree[child].depth != node.depth + 1 {
        found = "\(document.path(of: child)): depth \(tree[child].depth)"
        return
      }
      end = tree[child].end
      childCount += 1
    }
    if childCount > 0, end != node.end { return fail(index, from: end, to: node.end) }
    if node.marks.contains(.coded), tree.contents(of: index) != nil {
      // Stored bytes stand for the fields, which are looked at with their own source.
      return
    }
    let fieldsEnd = tree.firstChild(of: index).flatMap { child in
      if tree[child].source == node.source { return tree[child].start }
      // What zeros were taken out of begins where the fields end.
      return tree.sources[Int(tree[child].source)].places.map { UInt64($0.range.lowerBound) }
    }
    var fields = Cover(from: Int(node.payloadStart) * 8)
    document.walk(index, &walker, into: &fields)
    if let gap = fields.end(at: Int(fieldsEnd ?? node.end) * 8) { fail(index, gap) }
  }

  private mutating func fail(_ index: NodeIndex, from start: UInt64, to end: UInt64) {
    fail(index, Cover.Gap(from: Int(start) * 8, to: Int(end) * 8, before: "a node"))
  }

  private mutating func fail(_ index: NodeIndex, _ gap: Cover.Gap) {
    let verb = gap.from < gap.to ? "nothing covers" : "covered twice:"
    found =
      "\(document.path(of: index)) source \(tree[index].source): \(verb) bits \(gap.from)..<\(gap.to) "
      + "(byte 0x\(String(min(gap.from, gap.to) / 8, radix: 16))) before \(gap.before)"
  }
}

/// Follows the extents of fields and remembers the first that does not begin where the last ended.
private struct Cover: FieldSink {
  struct Gap {
    let from: Int
    let to: Int
    let before: String
  }

  private var position: Int
  private var gap: Gap?

  init(from start: Int) { position = start }

  mutating func field(_ field: borrowing FieldReading) {
    cover(field.extent, field.name, field.bytes)
    let isInside =
      field.content.start >= field.extent.start && field.content.end <= field.extent.end
    if !isInside, gap == nil {
      gap = Gap(
        from: field.content.start, to: field.content.end, before: "the value of \(field.name)")
    }
  }

  mutating func table(_ table: borrowing TableReading) {
    cover(table.extent, table.name, table.bytes)
    if table.extent.count != table.count * table.stride, gap == nil {
      gap = Gap(from: table.extent.start, to: table.extent.end, before: "the rows of \(table.name)")
    }
  }

  private mutating func cover(_ extent: Extent, _ name: StaticString, _ bytes: RawSpan) {
    if extent.start != position, gap == nil, !isEmulationPrevention(extent.start, bytes) {
      gap = Gap(from: position, to: extent.start, before: name.description)
    }
    position = extent.end
  }

  /// Whether all that lies before `start` is a byte that video coding puts behind two zeros: it
  /// belongs to no field.
  private func isEmulationPrevention(_ start: Int, _ bytes: RawSpan) -> Bool {
    let place = position / 8
    return position % 8 == 0 && start == position + 8 && bytes.byte(at: place) == 3
      && bytes.byte(at: place - 1) == 0 && bytes.byte(at: place - 2) == 0
  }

  /// The first gap up to `end`, where the last field has to end.
  func end(at end: Int) -> Gap? {
    gap ?? (position == end ? nil : Gap(from: position, to: end, before: "the end"))
  }
}

internal import ByteReading
import MediaFacts
internal import Structure

/// Compares nodes that are the same in two files: their headers, then their fields.
struct PairComparison {
  private(set) var found: [Change] = []
  private let files: ComparedFiles
  /// Whether there was memory for all of it.
  private(set) var isComplete = true
  /// Tables that differ by no more than they may.
  private(set) var toleratedRows = 0

  init(_ files: ComparedFiles) { self.files = files }

  /// What was found, which is gone from here then.
  mutating func takeFound() -> [Change] {
    var taken: [Change] = []
    swap(&taken, &found)
    return taken
  }

  /// Compares the node `a` of the first file with its partner `b`.
  mutating func compare(_ a: NodeIndex, _ b: NodeIndex) {
    found += HeaderComparison(files, a, b).changes
    let payload = files.moved.payload(of: a)
    if payload == .same || payload == .unknown { return }
    if hasSamePayload(a, b) { return }
    var fields = FieldComparison(files, a, b)
    let differences = fields.differences()
    toleratedRows += fields.toleratedRows
    if differences.isEmpty {
      if fields.toleratedRows == 0 { tellBytes(fields, a, b) }
      return
    }
    // A field may be a list of ten thousand texts. Those found are there twice while they are joined.
    let room = differences.count * 2 * Comparison.bytesOfChange
    guard files.before.memory.take(room, for: Comparison.noMemory) else {
      isComplete = false
      return
    }
    defer { files.before.memory.giveBack(room) }
    found += FieldChanges(files, fields.sides).changes(of: differences)
  }

  /// Reports that bytes differ although no field does: bytes of which no reader makes a value are a
  /// difference of the files all the same.
  private mutating func tellBytes(_ fields: FieldComparison, _ a: NodeIndex, _ b: NodeIndex) {
    let (before, after) = (files.before, files.after)
    // Another type for the same values has other bytes for them, which is told of the type.
    if before.tree[a].type != after.tree[b].type, files.encoding(a, b) != nil { return }
    if let place = fields.firstDifference() {
      let (x, y) = (fields.sides.x, fields.sides.y)
      var change = Change(bytesOf: x.source, x.whole, and: y.source, y.whole, from: place, a, b)
      if let encoding = files.encoding(a, b), encoding.saysAll, encoding.isSame(a, in: before, as: b, in: after) {
        (change.cause, change.isSameText) = (.encoding(encoding.rule), true)
      } else if Self.areInParts(x.whole, of: a, before), Self.areInParts(y.whole, of: b, after) {
        change.cause = .encoding("how it is stored")
      }
      found.append(change)
      return
    }
    // What was decoded is the same, and was packed in another way.
    let (x, y) = (before.tree[a], after.tree[b])
    guard x.marks.contains(.coded), y.marks.contains(.coded) else { return }
    let (p, q) = (x.payload, y.payload)
    let (s, t) = (before.source(of: x), after.source(of: y))
    let (mine, theirs) = (p.byteOffset..<p.byteEnd, q.byteOffset..<q.byteEnd)
    guard !s.isAbsent(mine), !t.isAbsent(theirs),
      let place = s.bytes.extracting(mine).firstDifference(from: t.bytes.extracting(theirs))
    else { return }
    var change = Change(bytesOf: s, mine, and: t, theirs, from: place, a, b)
    // Nothing is decoded of what stands behind.
    if Self.isAllDecoded(a, before), Self.isAllDecoded(b, after) {
      change.cause = .encoding("the same bytes, packed otherwise")
    }
    found.append(change)
  }

  /// Whether all bytes of a node that was decoded came to what its fields are read from.
  private static func isAllDecoded(_ node: NodeIndex, _ document: Document) -> Bool {
    guard let contents = document.tree.contents(of: node) else { return false }
    return document.tree.sources[Int(contents)].rest == 0
  }

  /// Whether the parts of a node were decoded from all of these bytes of it, so that comparing them compares the bytes.
  private static func areInParts(_ bytes: Range<Int>, of node: NodeIndex, _ document: Document) -> Bool {
    if bytes.isEmpty { return true }
    let tree = document.tree
    guard let part = tree.firstChild(of: node), tree[part].source != tree[node].source else { return false }
    let source = tree.sources[Int(tree[part].source)]
    return source.origin == node && source.outer == tree[node].source && source.places?.range == bytes
  }

  /// Whether the bytes of both are the same, and mean the same.
  private func hasSamePayload(_ a: NodeIndex, _ b: NodeIndex) -> Bool {
    let (before, after) = (files.before, files.after)
    let x = before.tree[a]
    let y = after.tree[b]
    guard x.source == 0, y.source == 0, !x.marks.contains(.coded), !y.marks.contains(.coded),
      let program = before.tree.program(of: x), program === after.tree.program(of: y),
      program.contexts.allSatisfy({ before.context?.value(of: $0, at: a) == after.context?.value(of: $0, at: b) })
    else { return false }
    let p = before.ownPayload(of: a)
    let q = after.ownPayload(of: b)
    return p.count == q.count
      && before.tree.file.hasSameBytes(
        in: p.byteOffset..<max(p.byteOffset, p.byteEnd), as: after.tree.file,
        in: q.byteOffset..<max(q.byteOffset, q.byteEnd))
  }
}

extension Change {
  /// Bytes of two nodes that differ from the one at `place` on, counted from where they begin.
  init(
    bytesOf source: ByteSource, _ range: Range<Int>, and other: ByteSource, _ otherRange: Range<Int>,
    from place: Int, _ a: NodeIndex, _ b: NodeIndex
  ) {
    self.init(.changed, a, b)
    field = "bytes"
    func text(_ source: ByteSource, _ range: Range<Int>) -> String {
      var text = ByteWriter()
      text.put(grouped: range.count)
      text.put(range.count == 1 ? " byte" : " bytes")
      if place < range.count, !source.isAbsent(range),
        let byte = source.bytes.byte(at: range.lowerBound + place)
      {
        text.put(", byte ")
        text.put(grouped: place)
        text.put(" is 0x")
        text.put(hex: UInt64(byte), digits: 2)
      }
      return text.string
    }
    old = text(source, range)
    new = text(other, otherRange)
  }
}

extension RawSpan {
  /// The first byte that differs, or that one of both does not have; `nil` when they are the same.
  func firstDifference(from other: RawSpan) -> Int? {
    let shared = min(byteCount, other.byteCount)
    var place = 0
    while place < shared, byte(at: place) == other.byte(at: place) { place += 1 }
    return place == byteCount && place == other.byteCount ? nil : place
  }
}

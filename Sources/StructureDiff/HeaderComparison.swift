internal import ByteReading
import MediaFacts
internal import Structure

/// Compares what the headers of two nodes say: type, size, and the fields of a header.
struct HeaderComparison {
  private(set) var changes: [Change] = []
  private let files: ComparedFiles

  init(_ files: ComparedFiles, _ a: NodeIndex, _ b: NodeIndex) {
    self.files = files
    compare(a, b)
  }

  private mutating func compare(_ a: NodeIndex, _ b: NodeIndex) {
    let x = files.before.tree[a]
    let y = files.after.tree[b]
    if x.isRaw || y.isRaw { return }
    let marks: Node.Marks = [.clamped, .toEnd]
    let (p, q) = (x.marks.intersection(marks), y.marks.intersection(marks))
    // A named node has its type from its header, whose fields are compared.
    if x.headerSize > 0, y.headerSize > 0, !hasSameHeader(x, y) { compareFields(a, b) }
    if x.type != y.type, !x.marks.contains(.named) {
      var change = Change(.changed, a, b)
      change.field = "type"
      change.old = x.type.key
      change.new = y.type.key
      if let rule = files.encoding(a, b), !rule.isOfVersions || files.areOfOtherVersions(a, b) {
        change.cause = .encoding(rule.rule)
      } else if x.type.isNumber, y.type.isNumber {
        // They are called the same, or would be no pair.
        change.cause = .encoding("another number for the same key")
      }
      changes.append(change)
    }
    // Where a file ends within a node, that its header says more is said behind the size.
    let isCut = x.headerSize == y.headerSize && x.size != y.size && p.symmetricDifference(q) == [.clamped]
    if x.headerSize != y.headerSize || p != q, !isCut {
      var change = Change(.changed, a, b)
      change.field = "header"
      change.old = Self.header(x)
      change.new = Self.header(y)
      // Both headers give the size of the node, however they store it.
      if !p.contains(.clamped), !q.contains(.clamped) {
        if x.type == y.type {
          change.cause = .encoding("a size in 32 bits, in 64 bits, or up to the end")
        } else if let rule = files.encoding(a, b) {
          change.cause = .encoding(rule.rule)
        }
      }
      changes.append(change)
    }
    if x.size != y.size {
      var change = Change(.changed, a, b)
      change.field = "size"
      change.old = x.size.grouped + (isCut && p.contains(.clamped) ? Self.more : "")
      change.new = y.size.grouped + (isCut && q.contains(.clamped) ? Self.more : "")
      // A size that its parts do not add up to is a change of its own.
      if !p.contains(.clamped), !q.contains(.clamped) { change.cause = .size }
      changes.append(change)
    }
    // Sizes are stored in another way in one version and another, and some bits say nothing.
    if changes.isEmpty, x.headerSize > 0, x.headerSize == y.headerSize, !hasSameHeader(x, y) {
      let (s, t) = (files.before.source(of: x), files.after.source(of: y))
      let (mine, theirs) = (Int(x.start)..<Int(x.payloadStart), Int(y.start)..<Int(y.payloadStart))
      if let place = s.bytes.extracting(mine).firstDifference(from: t.bytes.extracting(theirs)) {
        var change = Change(bytesOf: s, mine, and: t, theirs, from: place, a, b)
        change.field = "header"
        change.cause = .encoding("the same header in other bytes")
        changes.append(change)
      }
    }
  }

  private func hasSameHeader(_ x: Node, _ y: Node) -> Bool {
    let bytes = files.before.source(of: x).bytes
    let others = files.after.source(of: y).bytes
    return bytes.extracting(Int(x.start)..<Int(x.payloadStart))
      .hasSameBytes(as: others.extracting(Int(y.start)..<Int(y.payloadStart)))
  }

  /// Compares what the headers say but for type and size.
  private mutating func compareFields(_ a: NodeIndex, _ b: NodeIndex) {
    var walker = Walker()
    // Of nodes that end before their sizes say, these are no sizes of theirs.
    let (p, q) = (files.before.tree[a].marks, files.after.tree[b].marks)
    let tellsSize = p.contains(.clamped) && q.contains(.clamped)
    var x = HeaderTexts(tellsSize: tellsSize)
    files.before.walkHeader(a, &walker, into: &x)
    var y = HeaderTexts(tellsSize: tellsSize)
    files.after.walkHeader(b, &walker, into: &y)
    for (name, field) in x.fields {
      guard let other = y.fields.first(where: { $0.name == name })?.field, other != field
      else { continue }
      var change = Change(.changed, a, b)
      change.field = FieldPath(parts: [FieldPath.Part(name: name)])
      change.old = field.text
      change.new = other.text
      change.numbers = (field.raw, other.raw)
      changes.append(change)
    }
  }

  private static let more = " (its header says more)"

  private static func header(_ node: Node) -> String {
    var text = "\(node.headerSize) bytes"
    if node.marks.contains(.toEnd) { text += ", size 0 (to the end)" }
    if node.marks.contains(.clamped) { text += ", size past the end" }
    return text
  }
}

/// The fields of a header but for those that a node has itself: its type, and its size where it is that.
private struct HeaderTexts: FieldSink {
  struct Field: Equatable {
    let raw: UInt64
    let text: String
  }

  /// Whether the stored size is written as well.
  let tellsSize: Bool
  private(set) var fields: [(name: String, field: Field)] = []

  init(tellsSize: Bool) { self.tellsSize = tellsSize }

  mutating func field(_ field: borrowing FieldReading) {
    switch field.definition.meaning {
    case .bytes where !tellsSize: return
    default: break
    }
    switch field.definition.kind {
    case .code, .uuid: return
    default: break
    }
    let name = field.name.description
    if field.isGap || !tellsSize && (name == "size" || name == "largesize") { return }
    var text = ByteWriter()
    text.put(value: field, .field)
    fields.append((name, Field(raw: field.raw, text: text.string)))
  }

  mutating func table(_ table: borrowing TableReading) {}
}

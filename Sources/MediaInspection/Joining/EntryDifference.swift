import Atoms
import ByteReading
import MediaFacts
import Structure

/// What of a sample entry is not as in another one, to a decoder: names of encoders, bit rates and padding
/// do not count, nor where the samples lie.
struct EntryDifference {
  /// What differs, the greatest first; four at most.
  private(set) var reasons: [String] = []
  /// Why they could not be compared.
  private(set) var unread: String?
  /// Fields that differ and are not among the reasons.
  private var more = 0

  var isNone: Bool { reasons.isEmpty && unread == nil }

  /// The most bytes of fields that are held, of either; entries of usual files have some hundreds.
  private static let room = 1 << 20

  private let a: Document
  private let b: Document
  /// What a QuickTime movie and an MP4 file each say in a way of their own; `nil` for two of a kind.
  private let otherKind: OtherKind?

  /// - Complexity: O(*n*) in the bytes of both entries, of which ``room`` are read.
  init(_ a: Document, entry x: NodeIndex, _ b: Document, entry y: NodeIndex) {
    (self.a, self.b) = (a, b)
    otherKind = OtherKind(a, b, language: { _ in nil })
    compareCodecs(a.codec(of: x), b.codec(of: y))
    // What follows from another coding is not worth a word.
    guard reasons.isEmpty else { return }
    var room = Self.room
    compare(x, y, depth: 0, &room)
    if more > 0 { reasons.append("and \(more) more") }
  }

  private mutating func compareCodecs(_ x: Codec, _ y: Codec) {
    if x.name != y.name { reasons.append("\(y.name), not \(x.name)") }
    if x.isEncrypted != y.isEncrypted {
      reasons.append("only the \(x.isEncrypted ? "first" : "second") file is encrypted")
    }
    if (x.width, x.height) != (y.width, y.height) {
      reasons.append("\(Self.size(y)) pixels, not \(Self.size(x))")
    }
    if x.sampleRate != y.sampleRate {
      reasons.append("\(Self.rate(y.sampleRate)), not \(Self.rate(x.sampleRate))")
    }
    if x.channels != y.channels {
      reasons.append("\(Self.channels(y.channels)), not \(Self.channels(x.channels))")
    }
  }

  private static func size(_ codec: Codec) -> String {
    guard let width = codec.width, let height = codec.height else { return "an unknown number of" }
    return "\(width)×\(height)"
  }

  private static func rate(_ rate: Double?) -> String {
    guard let rate else { return "an unknown rate" }
    return rate == rate.rounded() && rate < 1e9 ? "\(UInt64(max(0, rate)).grouped) Hz" : "\(rate) Hz"
  }

  private static func channels(_ count: UInt64?) -> String {
    count.map { $0 == 1 ? "1 channel" : "\($0) channels" } ?? "an unknown number of channels"
  }

  // MARK: Fields

  private mutating func add(_ reason: String) {
    if reasons.count < 3 { reasons.append(reason) } else { more += 1 }
  }

  private mutating func compare(_ x: NodeIndex, _ y: NodeIndex, depth: Int, _ room: inout Int) {
    guard unread == nil else { return }
    let (old, new) = (a.tree[x], b.tree[y])
    guard old.type == new.type else {
      add("'\(new.type.key)', not '\(old.type.key)'")
      return
    }
    guard depth < 32 else {
      unread = "what lies more than 32 atoms deep was not read"
      return
    }
    func isExplained(_ field: EntryField) -> Bool {
      otherKind?.reason(for: FieldPath().field(field.name), of: x, y) != nil
    }
    var left = fields(of: x, in: a, "first", &room).filter { !isExplained($0) }
    var right = fields(of: y, in: b, "second", &room).filter { !isExplained($0) }
    guard unread == nil else { return }
    // What means nothing in one may mean something in the other: pixels that are square, and that are not.
    let names = Set(
      left.filter { counts(FieldPath().field($0.name), of: x, in: a) }.map(\.name)
        + right.filter { counts(FieldPath().field($0.name), of: y, in: b) }.map(\.name))
    left.removeAll { !names.contains($0.name) }
    right.removeAll { !names.contains($0.name) }
    let name = old.type.key
    if left.map(\.name) != right.map(\.name) {
      add("\(name) has other fields")
    } else {
      for (field, other) in zip(left, right) where field != other {
        if let number = field.number, let its = other.number {
          add("\(name).\(field.name) \(its), not \(number)")
        } else {
          add("\(name).\(field.name) is another")
        }
      }
    }
    let children = parts(of: x, y)
    guard children.0.map({ a.tree[$0].type }) == children.1.map({ b.tree[$0].type }) else {
      let types = (Set(children.0.map { a.tree[$0].type }), Set(children.1.map { b.tree[$0].type }))
      for type in types.0.subtracting(types.1).sorted(by: { $0.rawValue < $1.rawValue }) { add("only the first file has \(name)/\(type.key)") }
      for type in types.1.subtracting(types.0).sorted(by: { $0.rawValue < $1.rawValue }) { add("only the second file has \(name)/\(type.key)") }
      if types.0 == types.1 { add("the atoms in \(name) stand in another order") }
      return
    }
    for (child, other) in zip(children.0, children.1) { compare(child, other, depth: depth + 1, &room) }
  }

  /// Whether a node, or a field of it, means something to a decoder.
  private func counts(_ field: FieldPath, of index: NodeIndex, in document: Document) -> Bool {
    MediaFile.aspect(of: index, field, in: document).excuse == nil
  }

  /// The nodes in two that count. Where only one has some of a type, those of the other that nobody would miss are what
  /// they are compared with.
  private func parts(of x: NodeIndex, _ y: NodeIndex) -> ([NodeIndex], [NodeIndex]) {
    let old = a.tree.children(of: x).map {
      (node: $0, counts: counts(FieldPath(), of: $0, in: a) && otherKind?.reason(forNode: $0, nil, in: (x, y)) == nil)
    }
    let new = b.tree.children(of: y).map {
      (node: $0, counts: counts(FieldPath(), of: $0, in: b) && otherKind?.reason(forNode: nil, $0, in: (x, y)) == nil)
    }
    let types = (
      Set(old.filter(\.counts).map { a.tree[$0.node].type }), Set(new.filter(\.counts).map { b.tree[$0.node].type })
    )
    let alone = (types.0.subtracting(types.1), types.1.subtracting(types.0))
    return (
      old.filter { $0.counts || alone.1.contains(a.tree[$0.node].type) }.map(\.node),
      new.filter { $0.counts || alone.0.contains(b.tree[$0.node].type) }.map(\.node)
    )
  }

  private mutating func fields(
    of index: NodeIndex, in document: Document, _ which: String, _ room: inout Int
  ) -> [EntryField] {
    var sink = EntryFields(room: room)
    var walker = Walker()
    document.walk(index, &walker, into: &sink)
    room = sink.room
    let node = document.tree[index]
    if unread != nil { return [] }
    if sink.isFaulty || node.marks.contains(.clamped) || node.marks.contains(.faulty) {
      unread = "\(node.type.key) of the \(which) file is damaged"
    } else if room < 0 {
      unread = "sample entries of more than \(Self.room) bytes were not read"
    }
    return sink.fields.filter { $0.name != OtherEntry.Field.data_reference_index.rawValue }
  }
}

/// A field, as it is stored.
private struct EntryField: Equatable {
  var name: String
  /// The number as stored; of text and bytes their length.
  var raw: UInt64
  /// Of an integer, what it is.
  var number: Int64?
  /// Of what is no number, or more than 64 bits of one.
  var bytes: [UInt8] = []
}

/// Holds the fields of a node.
private struct EntryFields: FieldSink {
  var fields: [EntryField] = []
  /// The bytes that may still be held.
  var room: Int
  var isFaulty = false

  init(room: Int) { self.room = room }

  mutating func field(_ field: borrowing FieldReading) {
    var entry = EntryField(name: "\(field.name)", raw: field.raw)
    switch field.definition.kind {
    case .uint, .expGolomb, .leb128, .byteSum: entry.number = Int64(exactly: field.raw)
    case .int: entry.number = Int64(bitPattern: field.raw)
    case .string, .bytes: entry.bytes = copy(field.bytes, field.content)
    default: if field.content.count > 64 { entry.bytes = copy(field.bytes, field.content) }
    }
    if field.isGap { entry.bytes = copy(field.bytes, field.extent) }
    fields.append(entry)
    room -= 16
  }

  mutating func table(_ table: borrowing TableReading) {
    fields.append(
      EntryField(
        name: "\(table.name)", raw: UInt64(table.count), bytes: copy(table.bytes, table.extent)))
    room -= 16
  }

  mutating func note(_ fault: Fault) {
    if !fault.isDeparture { isFaulty = true }
  }

  /// The bytes that some bits lie in.
  private mutating func copy(_ bytes: RawSpan, _ extent: Extent) -> [UInt8] {
    let count = max(0, extent.byteEnd - extent.byteOffset)
    room -= count
    guard room >= 0 else { return [] }
    var copy = ByteWriter()
    copy.put(bytes: bytes.extracting(extent.byteOffset..<extent.byteOffset + count))
    return copy.array
  }
}

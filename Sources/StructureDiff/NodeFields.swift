internal import ByteReading
internal import Structure

/// The fields of a node, flat, in the order of its bytes, by the names that paths give them.
///
/// Values are not made into text here: most of them are the same on both sides.
struct NodeFields: FieldSink {
  /// One field, or one table.
  struct Entry {
    /// What it is compared by: its path, with the numbers of the items it belongs with on the other
    /// side once lists are aligned.
    var path: FieldPath
    /// Its own path, when that is another.
    var shown: FieldPath?
    let row: Int
    let raw: UInt64
    /// The value's bytes, when they are what is compared: those of text, bytes and wide numbers.
    let content: Extent?
    /// All its bits: with the count, the terminator and what stands behind it.
    let extent: Extent
    var table: Table?
    /// Of a list where the entries of each item begin, and where the last one's end.
    let items: [Int]?
    let isGap: Bool
    /// The ticks per second that it is counted in; 0 for what is no time.
    var scale: UInt64 = 0
    /// How the characters of a text are stored; `nil` for what is none.
    var encoding: TextEncoding?
    /// Whether it stands for all fields behind those that are distinguished.
    var isRest = false

    var name: FieldPath { shown ?? path }
  }

  /// More than so many fields of one node are not distinguished: the bytes of the rest are compared.
  static let mostFields = 50_000
  /// What a field takes while its node is compared, about.
  private static let bytesOfField = 640

  /// How many are distinguished: fewer where there is no memory.
  private(set) var limit: Int
  private let share: MemoryShare
  /// Fields that memory was taken for.
  private var paid = 0
  /// Where the first field begins, in bits, that is not distinguished.
  private var restStart: Int?
  let source: ByteSource
  /// Where the fields lie in the source; `nil` when that holds nothing else.
  private let own: Extent?
  var entries: [Entry] = []
  private(set) var program: Program?
  /// Whether the node promises more than it holds.
  private(set) var hasFaults = false
  /// By the name that they share: the fields that there are several of, which have numbers.
  private(set) var repeated: [FieldPath: [Int]] = [:]
  private var prefixes: [FieldPath] = []
  /// Where the items of the lists begin that are not at their end.
  private var open: [[Int]] = []

  init(
    _ document: Document, _ index: NodeIndex, _ walker: inout Walker, limit: Int = Self.mostFields
  ) {
    self.limit = limit
    share = MemoryShare(document.memory, for: "there is no memory for telling all fields apart")
    source = document.fieldBytes(of: index)
    own =
      document.fieldSource(of: index) == document.tree[index].source
      ? document.ownPayload(of: index) : nil
    document.walk(index, &walker, into: &self)
    number()
    guard let restStart else { return }
    let end = own?.end ?? source.byteCount * 8
    let rest = Extent(start: restStart / 8 * 8, count: max(0, end - restStart / 8 * 8))
    entries.append(
      Entry(
        path: FieldPath().field("rest"), row: 0, raw: 0, content: rest, extent: rest, table: nil,
        items: nil, isGap: false, isRest: true))
  }

  /// Whether there is room for one field more, which begins at bit `start`.
  private mutating func hasRoom(at start: Int) -> Bool {
    if restStart != nil { return false }
    if entries.count == paid, paid < limit {
      let more = min(limit - paid, 1_024)
      if share.grow(by: more * Self.bytesOfField) { paid += more } else { limit = paid }
    }
    if entries.count < limit { return true }
    restStart = start
    return false
  }

  private var prefix: FieldPath { prefixes.last ?? FieldPath() }

  mutating func field(_ field: borrowing FieldReading) {
    program = field.program
    guard hasRoom(at: field.extent.start) else { return }
    let isNumber: Bool
    var encoding: TextEncoding?
    switch field.definition.kind {
    case .string: (isNumber, encoding) = (false, field.encoding)
    case .bytes, .uuid: isNumber = false
    default: isNumber = field.extent.count <= 64
    }
    entries.append(
      Entry(
        path: prefix.field(field.name.description), row: field.row, raw: field.raw,
        content: isNumber ? nil : field.content, extent: field.extent, table: nil,
        items: nil, isGap: field.isGap, scale: field.scale, encoding: encoding))
  }

  mutating func begin(_ group: borrowing GroupReading) {
    let name = group.name.description
    switch group.kind {
    case .group: prefixes.append(name.isEmpty ? prefix : prefix.field(name))
    case .list:
      prefixes.append(prefix.field(name))
      open.append([])
    case .item:
      prefixes.append(prefix.item(group.index + 1))
      if !open.isEmpty { open[open.count - 1].append(entries.count) }
    }
  }

  mutating func end(_ group: borrowing GroupReading) {
    let path = prefixes.popLast() ?? FieldPath()
    guard group.kind == .list else { return }
    var items = open.popLast() ?? []
    program = group.program
    guard hasRoom(at: group.extent.end) else { return }
    items.append(entries.count)
    entries.append(
      Entry(
        path: path, row: group.row, raw: UInt64(group.count), content: nil, extent: group.extent,
        table: nil, items: items, isGap: false))
  }

  mutating func table(_ table: borrowing TableReading) {
    program = table.program
    guard hasRoom(at: table.extent.start) else { return }
    entries.append(
      Entry(
        path: prefix.field(table.name.description), row: table.row, raw: 0, content: nil,
        extent: table.extent, table: Table(table, source), items: nil, isGap: false))
  }

  mutating func note(_ fault: Fault) { if !fault.isDeparture { hasFaults = true } }
  mutating func wants(item index: Int, of count: Int) -> Bool { restStart == nil }
  var countsLists: Bool { true }

  /// Gives fields of one name a number each.
  private mutating func number() {
    var places: [FieldPath: Int] = [:]
    places.reserveCapacity(entries.count)
    var repeated: [FieldPath: [Int]] = [:]
    for (place, entry) in entries.enumerated() {
      if let first = places.updateValue(place, forKey: entry.path) {
        repeated[entry.path, default: [first]].append(place)
      }
    }
    self.repeated = repeated
    for group in repeated.values {
      for (number, place) in group.enumerated() {
        entries[place].path = entries[place].path.item(number + 1)
      }
    }
  }

  /// Whether two entries say the same.
  func isSame(_ place: Int, as other: NodeFields, _ otherPlace: Int) -> Bool {
    let a = entries[place]
    let b = other.entries[otherPlace]
    if let x = a.table, let y = b.table { return isSame(x, as: other, y) }
    if a.content != nil, b.content != nil {
      let (x, y) = (a.extent, b.extent)
      guard x.count == y.count else { return false }
      return source.hasSameBytes(
        in: x.byteOffset..<x.byteEnd, as: other.source, in: y.byteOffset..<y.byteEnd)
    }
    return a.raw == b.raw && (a.table == nil) == (b.table == nil)
      && (a.content == nil) == (b.content == nil) && (a.items == nil) == (b.items == nil)
      && (a.items != nil || !isStoredOtherwise(place, other, otherPlace))
  }

  /// Whether the same number stands in other bits: in sizes of MPEG-4 and in LEB128 some bits may have any value,
  /// and zeros may stand in front. The versions of a table have their own widths, which say nothing.
  func isStoredOtherwise(_ place: Int, _ other: NodeFields, _ otherPlace: Int) -> Bool {
    let (a, b) = (entries[place], other.entries[otherPlace])
    guard a.raw == b.raw, a.table == nil, b.table == nil, a.content == nil, b.content == nil,
      a.extent.isByteAligned, b.extent.isByteAligned
    else { return false }
    if a.extent.count != b.extent.count {
      guard let program, a.row < program.rows.count else { return false }
      return program.rows[a.row].hasOpenWidth
    }
    return !source.hasSameBytes(
      in: a.extent.byteOffset..<a.extent.byteEnd, as: other.source,
      in: b.extent.byteOffset..<b.extent.byteEnd)
  }

  /// The bytes that its fields are taken from.
  var whole: Range<Int> {
    guard let own else { return 0..<source.byteCount }
    return own.byteOffset..<max(own.byteOffset, own.byteEnd)
  }

  /// Whether the values of two texts are the same bytes, whatever stands around them.
  func hasSameContent(_ place: Int, as other: NodeFields, _ otherPlace: Int) -> Bool {
    guard let x = entries[place].content, let y = other.entries[otherPlace].content else { return false }
    return x.count == y.count
      && source.hasSameBytes(
        in: x.byteOffset..<x.byteEnd, as: other.source, in: y.byteOffset..<y.byteEnd)
  }

  /// Texts that are longer are not held against each other character by character.
  private static let longestText = 1 << 20

  /// Whether two texts are the same characters in two encodings.
  func hasSameCharacters(_ place: Int, as other: NodeFields, _ otherPlace: Int) -> Bool {
    let (a, b) = (entries[place], other.entries[otherPlace])
    guard let first = a.encoding, let second = b.encoding, first != second, let x = characters(of: a, first),
      let y = other.characters(of: b, second)
    else { return false }
    return x.utf8.elementsEqual(y.utf8)
  }

  /// `nil` where some byte is no character.
  private func characters(of entry: Entry, _ encoding: TextEncoding) -> String? {
    guard let content = entry.content, content.isByteAligned, content.byteCount <= Self.longestText else { return nil }
    var text = ByteWriter()
    let outcome = text.put(
      text: source.bytes.extracting(content.byteOffset..<content.byteEnd), encoding: encoding, style: .verbatim)
    return outcome.isValid ? text.string : nil
  }

  private func isSame(_ a: Table, as other: NodeFields, _ b: Table) -> Bool {
    guard a.count == b.count else { return false }
    if a.stride == b.stride, a.widths == b.widths, a.extent.isByteAligned, b.extent.isByteAligned,
      source.hasSameBytes(
        in: a.extent.byteOffset..<a.extent.byteEnd, as: other.source,
        in: b.extent.byteOffset..<b.extent.byteEnd)
    {
      return true
    }
    for row in a.sharedEnds(with: b).head..<a.count where !a.isSame(row, as: b, row) { return false }
    return true
  }
}

extension Row {
  /// Whether the same number may be stored in more bytes or fewer: the size of an MPEG-4 descriptor, LEB128.
  fileprivate var hasOpenWidth: Bool {
    switch kind {
    case .leb128, .uint(.bits(0)): true
    default: false
    }
  }
}

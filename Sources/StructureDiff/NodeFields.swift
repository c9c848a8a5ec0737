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
    var path: String
    /// Its own path, when that is another.
    var shown: String?
    let row: Int
    /// The length of the part of `path` before the last name.
    var prefix: Int
    let raw: UInt64
    /// The value's bytes, when they are what is compared: those of text, bytes and wide numbers.
    let content: Extent?
    /// All its bits: with the count, the terminator and what stands behind it.
    let extent: Extent
    var table: Table?
    /// Of a list where the entries of each item begin, and where the last one's end.
    let items: [Int]?
    let isGap: Bool

    var name: String { shown ?? path }
  }

  /// The rows of a table, as they lie in a source.
  struct Table {
    let count: Int
    let stride: Int
    let extent: Extent
    private(set) var columns: [StoredColumn]
    private(set) var rows: [Int]
    private(set) var starts: [Int]
    private(set) var widths: [Int]
    /// The places of the columns among all of the table.
    private var places: [Int]
    let source: ByteSource
    private let hasWide: Bool

    init(_ table: borrowing TableReading, _ source: ByteSource) {
      count = table.count
      stride = table.stride
      extent = table.extent
      self.source = source
      var columns: [StoredColumn] = []
      for index in table.columns.indices { columns.append(table.stored(index, in: source)) }
      self.columns = columns
      rows = table.columns.map(\.row)
      starts = table.columns.map(\.start)
      widths = table.columns.map(\.width)
      places = Array(columns.indices)
      hasWide = widths.contains { $0 > 64 }
    }

    /// Bits for columns as bits for those of the whole table.
    func whole(_ columns: UInt64) -> UInt64 {
      var result: UInt64 = 0
      for (column, place) in places.enumerated().prefix(64)
      where columns &>> UInt64(column) & 1 == 1 {
        result |= 1 &<< UInt64(min(63, place))
      }
      return result
    }

    /// The same table with those columns alone whose rows of the syntax are in `kept`.
    func keeping(_ kept: [Int]) -> Table {
      var table = self
      let found = rows.indices.filter { kept.contains(rows[$0]) }
      table.columns = found.map { columns[$0] }
      table.rows = found.map { rows[$0] }
      table.starts = found.map { starts[$0] }
      table.widths = found.map { widths[$0] }
      table.places = found.map { places[$0] }
      return table
    }

    /// The first byte of the one column, when its numbers are words, most significant byte first.
    var words: Int? {
      guard columns.count == 1, columns[0].isWord else { return nil }
      return (extent.start + starts[0]) / 8
    }

    /// Whether rows that are the same have the same bytes, and the other way round.
    func hasLayout(of other: Table) -> Bool {
      stride == other.stride && stride > 0 && stride % 8 == 0 && widths == other.widths
        && starts == other.starts && rows == other.rows && widths.reduce(0, +) == stride
        && extent.isByteAligned && other.extent.isByteAligned
    }

    func isSame(_ row: Int, as other: Table, _ otherRow: Int) -> Bool {
      guard columns.count == other.columns.count else { return false }
      for column in columns.indices
      where !isSame(row, as: other, otherRow, column: column) { return false }
      return true
    }

    func isSame(_ row: Int, as other: Table, _ otherRow: Int, column: Int) -> Bool {
      if hasWide, widths[column] > 64 || other.widths[column] > 64 {
        let x = bytes(row, column)
        let y = other.bytes(otherRow, column)
        return x.count == y.count
          && source.bytes.extracting(x)
            .hasSameBytes(as: other.source.bytes.extracting(y))
      }
      return columns[column][row] == other.columns[column][otherRow]
    }

    /// The bytes of a wide column, which are whole ones.
    private func bytes(_ row: Int, _ column: Int) -> Range<Int> {
      let start = (extent.start + row * stride + starts[column]) / 8
      return start..<start + widths[column] / 8
    }

    /// The number of columns that are the same.
    func likeness(_ row: Int, _ other: Table, _ otherRow: Int) -> Int {
      columns.indices.reduce(0) {
        $0 + ($1 < other.columns.count && isSame(row, as: other, otherRow, column: $1) ? 1 : 0)
      }
    }

    /// Rows at both ends whose bytes are the same, found a block at a time; there may be more.
    func sharedEnds(with other: Table) -> (head: Int, tail: Int) {
      guard stride == other.stride, stride > 0, stride % 8 == 0, widths == other.widths,
        starts == other.starts, extent.isByteAligned, other.extent.isByteAligned
      else { return (0, 0) }
      let bytes = stride / 8
      let block = max(1, 4_096 / bytes)
      let least = min(count, other.count)
      func isSame(_ row: Int, _ otherRow: Int) -> Bool {
        let (x, y) = (extent.byteOffset + row * bytes, other.extent.byteOffset + otherRow * bytes)
        return source.bytes.extracting(x..<x + block * bytes)
          .hasSameBytes(as: other.source.bytes.extracting(y..<y + block * bytes))
      }
      var head = 0
      while head + block <= least, isSame(head, head) { head += block }
      var tail = 0
      while head + tail + block <= least, isSame(count - tail - block, other.count - tail - block) {
        tail += block
      }
      return (head, tail)
    }
  }

  /// More than so many fields of one node are not told apart.
  static let limit = 100_000

  let source: ByteSource
  var entries: [Entry] = []
  private(set) var program: Program?
  /// Whether the node promises more than it holds.
  private(set) var hasFaults = false
  private var prefixes: [String] = []
  /// Where the items of the lists begin that are not at their end.
  private var open: [[Int]] = []

  init(_ document: Document, _ index: Int, _ walker: inout Walker) {
    source = document.fieldBytes(of: index)
    document.walk(index, &walker, into: &self)
    number()
  }

  private var prefix: String { prefixes.last ?? "" }

  mutating func field(_ field: borrowing FieldReading) {
    guard entries.count < Self.limit else { return }
    program = field.program
    let isNumber: Bool
    switch field.definition.kind {
    case .string, .bytes, .uuid: isNumber = false
    default: isNumber = field.extent.count <= 64
    }
    entries.append(
      Entry(
        path: prefix + field.name.description, row: field.row, prefix: prefix.utf8.count,
        raw: field.raw, content: isNumber ? nil : field.content, extent: field.extent, table: nil,
        items: nil, isGap: field.isGap))
  }

  mutating func begin(_ group: borrowing GroupReading) {
    let name = group.name.description
    switch group.kind {
    case .group: prefixes.append(name.isEmpty ? prefix : prefix + name + ".")
    case .list:
      prefixes.append(prefix + name)
      open.append([])
    case .item:
      prefixes.append(prefix + "[\(group.index + 1)].")
      if !open.isEmpty { open[open.count - 1].append(entries.count) }
    }
  }

  mutating func end(_ group: borrowing GroupReading) {
    let path = prefixes.popLast() ?? ""
    guard group.kind == .list else { return }
    var items = open.popLast() ?? []
    guard entries.count < Self.limit else { return }
    program = group.program
    items.append(entries.count)
    entries.append(
      Entry(
        path: path, row: group.row, prefix: prefix.utf8.count, raw: UInt64(group.count),
        content: nil, extent: group.extent, table: nil, items: items, isGap: false))
  }

  mutating func table(_ table: borrowing TableReading) {
    guard entries.count < Self.limit else { return }
    program = table.program
    entries.append(
      Entry(
        path: prefix + table.name.description, row: table.row, prefix: prefix.utf8.count, raw: 0,
        content: nil, extent: table.extent, table: Table(table, source), items: nil, isGap: false))
  }

  mutating func note(_ fault: Fault) { if !fault.isDeparture { hasFaults = true } }
  mutating func wants(item index: Int, of count: Int) -> Bool { entries.count < Self.limit }
  var countsLists: Bool { true }

  /// Gives fields of one name a number each.
  private mutating func number() {
    var places: [String: Int] = [:]
    places.reserveCapacity(entries.count)
    var repeated: [String: [Int]] = [:]
    for (place, entry) in entries.enumerated() {
      if let first = places.updateValue(place, forKey: entry.path) {
        repeated[entry.path, default: [first]].append(place)
      }
    }
    for group in repeated.values {
      for (number, place) in group.enumerated() { entries[place].path += "[\(number + 1)]" }
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
      return source.bytes.extracting(x.byteOffset..<x.byteEnd)
        .hasSameBytes(as: other.source.bytes.extracting(y.byteOffset..<y.byteEnd))
    }
    return a.raw == b.raw && (a.table == nil) == (b.table == nil)
      && (a.content == nil) == (b.content == nil) && (a.items == nil) == (b.items == nil)
  }

  private func isSame(_ a: Table, as other: NodeFields, _ b: Table) -> Bool {
    guard a.count == b.count else { return false }
    if a.stride == b.stride, a.widths == b.widths, a.extent.isByteAligned, b.extent.isByteAligned,
      source.bytes.extracting(a.extent.byteOffset..<a.extent.byteEnd)
        .hasSameBytes(as: other.source.bytes.extracting(b.extent.byteOffset..<b.extent.byteEnd))
    {
      return true
    }
    for row in 0..<a.count where !a.isSame(row, as: b, row) { return false }
    return true
  }
}

// MARK: Lists

extension NodeFields {
  /// Items of a list that only one side has.
  struct Leftover {
    /// The list, among the entries of this side.
    let list: Int
    /// The item, from 0.
    let item: Int
    let entries: Range<Int>
  }

  /// Gives the items of each list the numbers of those of `other` that they belong with: by what tells
  /// them apart, then by content, then by position.
  ///
  /// - Returns: The items that only one side has; their fields are left out of both.
  mutating func align(with other: inout NodeFields) -> (mine: [Leftover], others: [Leftover]) {
    var mine: [Leftover] = []
    var others: [Leftover] = []
    // A list stands behind its items: outer lists come after inner ones, and are aligned first.
    for list in entries.indices.reversed() {
      guard let items = entries[list].items,
        let place = other.entries.lastIndex(where: {
          $0.items != nil && $0.path == entries[list].path
        }), let theirs = other.entries[place].items
      else { continue }
      let a = items.indices.dropLast().map { items[$0]..<items[$0 + 1] }
      let b = theirs.indices.dropLast().map { theirs[$0]..<theirs[$0 + 1] }
      let keysA = a.map { contentKey($0) }
      let keysB = b.map { other.contentKey($0) }
      guard keysA != keysB else { continue }
      var partners = pairs(a, b, other, keysA, keysB)
      let taken = Set(partners.values)
      for item in a.indices where partners[item] == nil {
        mine.append(Leftover(list: list, item: item, entries: a[item]))
      }
      for item in b.indices where !taken.contains(item) {
        others.append(Leftover(list: place, item: item, entries: b[item]))
        partners[a.count + item] = item
      }
      let path = other.entries[place].path
      for (item, partner) in partners where item != partner {
        let old = path + "[\(partner + 1)]."
        let new = path + "[\(item + 1)]."
        for entry in b[partner] {
          let own = other.entries[entry].path
          if other.entries[entry].shown == nil { other.entries[entry].shown = own }
          other.entries[entry].path = new + own.dropFirst(old.count)
          other.entries[entry].prefix += new.utf8.count - old.utf8.count
        }
      }
    }
    return (mine, others)
  }

  /// A number that items of the same content share.
  private func contentKey(_ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ number: UInt64) { hash = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15 ^ hash &>> 31 }
    let bytes = source.bytes
    func add(_ extent: Extent) {
      for place in extent.byteOffset..<min(extent.byteEnd, extent.byteOffset + 4_096) {
        add(UInt64(bytes.byte(at: place) ?? 0))
      }
    }
    for entry in entries[range] {
      add(UInt64(entry.row))
      if let table = entry.table {
        add(UInt64(table.count))
        for row in 0..<min(table.count, 64) {
          for column in table.columns { add(column[row]) }
        }
      } else if let content = entry.content {
        add(UInt64(content.count))
        add(content)
      } else {
        add(entry.raw)
      }
    }
    return hash
  }

  /// What tells an item apart; nothing when its table does not say.
  private func identityKey(_ range: Range<Int>) -> UInt64? {
    guard let program else { return nil }
    var key: UInt64?
    for entry in entries[range] where entry.table == nil && entry.row < program.rows.count {
      guard program.rows[entry.row].traits.contains(.identity) else { continue }
      key = ((key ?? 7) ^ entry.raw) &* 0x9E37_79B9_7F4A_7C15
    }
    return key
  }

  /// The items of the two lists that belong together.
  private func pairs(
    _ a: [Range<Int>], _ b: [Range<Int>], _ other: NodeFields, _ keysA: [UInt64],
    _ keysB: [UInt64]
  ) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var places: [UInt64: [Int]] = [:]
    let identities = b.map { other.identityKey($0) }
    for (item, key) in identities.enumerated() {
      if let key { places[key, default: []].append(item) }
    }
    if !places.isEmpty {
      for (item, range) in a.enumerated() {
        guard let key = identityKey(range), let place = places[key]?.first else { continue }
        places[key]?.removeFirst()
        partners[item] = place
      }
      return partners
    }
    let runs = Sequences.shared(a.count, b.count, limit: 512) { keysA[$0] == keysB[$1] } ?? []
    var before = 0
    var after = 0
    for run in runs + [SharedRun(before: a.count, after: b.count, count: 0)] {
      for step in 0..<min(run.before - before, run.after - after) {
        partners[before + step] = after + step
      }
      for step in 0..<run.count { partners[run.before + step] = run.after + step }
      before = run.before + run.count
      after = run.after + run.count
    }
    return partners
  }
}

// MARK: Texts

/// Makes texts of some fields of a node, by their place in ``NodeFields/entries``.
struct FieldTexts: FieldSink {
  private let wanted: [Int: [Int]]
  /// The column that says how many a row stands for, in tables of runs.
  private let counts: StaticString?
  /// The text of each wanted field, or of each wanted row of a wanted table, by place and row.
  private(set) var texts: [Int: [Int: String]] = [:]
  /// What the counts of wanted tables of runs come to, by place.
  private(set) var sums: [Int: UInt64] = [:]
  private var place = 0
  /// Of some rows of wanted tables the columns that are told, as bits; all of the others.
  var columns: [Int: [Int: UInt64]] = [:]

  /// - Parameter wanted: Places, and for tables the rows of them, from 0; -1 for the field itself.
  init(_ wanted: [Int: [Int]], counts: StaticString? = nil) {
    self.wanted = wanted
    self.counts = counts
  }

  mutating func field(_ field: borrowing FieldReading) {
    defer { place += 1 }
    guard wanted[place] != nil else { return }
    var text = ByteWriter()
    text.put(value: field, .field)
    texts[place] = [-1: text.string]
  }

  mutating func table(_ table: borrowing TableReading) {
    defer { place += 1 }
    guard let rows = wanted[place] else { return }
    var found: [Int: String] = [:]
    let runs = counts.flatMap { table.column(named: $0.description) }
    if let runs {
      var sum: UInt64 = 0
      for row in 0..<table.count { sum &+= table.raw(row: row, column: runs) }
      sums[place] = sum
    }
    for row in rows {
      var text = ByteWriter()
      if row < 0 {
        if table.definition.isArray, table.count <= 32 {
          text.put(array: table, .field)
        } else {
          text.put(grouped: table.count)
          text.put(table.count == 1 ? " row" : " rows")
        }
      } else {
        if let runs {
          text.put(grouped: table.raw(row: row, column: runs))
          text.put(" × ")
        }
        var isFirst = true
        let told = runs == nil ? columns[place]?[row] ?? .max : .max
        let isAlone = told.nonzeroBitCount == 1
        for column in table.columns.indices
        where column != runs && (column > 63 || told &>> UInt64(column) & 1 == 1) {
          if !isFirst { text.put("  ") }
          isFirst = false
          let name = table.program.rows[table.columns[column].row].name
          if !table.definition.isArray, !isAlone, table.columns.count > (runs == nil ? 1 : 2) {
            text.put(name)
            text.put(" ")
          }
          text.put(value: table.field(row: row, column: column), .field)
        }
      }
      found[row] = text.string
    }
    texts[place] = found
  }

  mutating func end(_ group: borrowing GroupReading) {
    guard group.kind == .list else { return }
    defer { place += 1 }
    guard wanted[place] != nil else { return }
    texts[place] = [-1: group.count == 1 ? "1 entry" : "\(group.count) entries"]
  }

  var countsLists: Bool { true }
  mutating func wants(item index: Int, of count: Int) -> Bool { place < NodeFields.limit }
}

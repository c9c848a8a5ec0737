internal import ByteReading
import MediaFacts
internal import Structure

/// Compares nodes that are the same in two files, field by field.
struct PairComparison {
  private(set) var found: [Change] = []
  private let before: Document
  private let after: Document
  private let rules: Rules
  private let moved: MovedBytes
  private let samples: SampleCauses
  private let options: Comparison.Options
  /// Tables that differ by no more than they may.
  private(set) var toleratedRows = 0

  init(
    _ before: Document, _ after: Document, _ rules: Rules, _ moved: MovedBytes,
    _ samples: SampleCauses, _ options: Comparison.Options
  ) {
    self.before = before
    self.after = after
    self.rules = rules
    self.moved = moved
    self.samples = samples
    self.options = options
  }

  /// Compares the node `a` of the first file with its partner `b`.
  mutating func compare(_ a: Int, _ b: Int) {
    let x = before.tree[a]
    let y = after.tree[b]
    compareHeaders(a, b)
    if moved.payloads[a] == .same || moved.payloads[a] == .unknown { return }
    if x.source == 0, y.source == 0, !x.marks.contains(.coded), !y.marks.contains(.coded),
      before.tree.program(of: x) === after.tree.program(of: y)
    {
      let p = before.ownPayload(of: a)
      let q = after.ownPayload(of: b)
      if p.count == q.count,
        before.tree.file.bytes.extracting(p.byteOffset..<max(p.byteOffset, p.byteEnd))
          .hasSameBytes(
            as: after.tree.file.bytes.extracting(q.byteOffset..<max(q.byteOffset, q.byteEnd)))
      {
        return
      }
    }
    compareFields(a, b)
  }

  // MARK: Headers

  private mutating func compareHeaders(_ a: Int, _ b: Int) {
    let x = before.tree[a]
    let y = after.tree[b]
    if x.isRaw || y.isRaw { return }
    let marks: Node.Marks = [.clamped, .toEnd]
    let (p, q) = (x.marks.intersection(marks), y.marks.intersection(marks))
    // A named node has its type from its header, whose fields are compared.
    if x.headerSize > 0, y.headerSize > 0, !hasSameHeader(x, y) { compareHeaderFields(a, b) }
    if x.type != y.type, !x.marks.contains(.named) {
      var change = Change(.changed, a, b)
      change.field = "type"
      change.old = x.type.key
      change.new = y.type.key
      if let rule = encoding(a, b) { change.cause = .encoding(rule.rule) }
      found.append(change)
    }
    if x.headerSize != y.headerSize || p != q {
      var change = Change(.changed, a, b)
      change.field = "header"
      change.old = Self.header(x)
      change.new = Self.header(y)
      // What it says is as long as the node, whichever way it says it.
      if !p.contains(.clamped), !q.contains(.clamped), x.type == y.type {
        change.cause = .encoding("a size in 32 bits, in 64 bits, or up to the end")
      }
      found.append(change)
    }
    if x.size != y.size {
      var change = Change(.changed, a, b)
      change.field = "size"
      change.old = grouped(x.size)
      change.new = grouped(y.size)
      // A size that its parts do not add up to is a change of its own.
      if !p.contains(.clamped), !q.contains(.clamped) { change.cause = .size }
      found.append(change)
    }
  }

  private func hasSameHeader(_ x: Node, _ y: Node) -> Bool {
    let bytes = before.source(of: x).bytes
    let others = after.source(of: y).bytes
    return bytes.extracting(Int(x.start)..<Int(x.payloadStart))
      .hasSameBytes(as: others.extracting(Int(y.start)..<Int(y.payloadStart)))
  }

  /// Compares what the headers say but for type and size.
  private mutating func compareHeaderFields(_ a: Int, _ b: Int) {
    var walker = Walker()
    var x = HeaderTexts()
    before.walkHeader(a, &walker, into: &x)
    var y = HeaderTexts()
    after.walkHeader(b, &walker, into: &y)
    for (name, field) in x.fields {
      guard let other = y.fields.first(where: { $0.name == name })?.field, other != field
      else { continue }
      var change = Change(.changed, a, b)
      change.field = name
      change.old = field.text
      change.new = other.text
      change.numbers = (field.raw, other.raw)
      found.append(change)
    }
  }

  private static func header(_ node: Node) -> String {
    var text = "\(node.headerSize) bytes"
    if node.marks.contains(.toEnd) { text += ", size 0 (to the end)" }
    if node.marks.contains(.clamped) { text += ", size past the end" }
    return text
  }

  private func grouped(_ number: UInt64) -> String {
    var text = ByteWriter()
    text.put(grouped: number)
    return text.string
  }

  /// In which ways the two nodes may say the same.
  private func encoding(_ a: Int, _ b: Int) -> Encoding? {
    let (x, y) = (before.tree[a].type, after.tree[b].type)
    return rules.encodings.first { $0.types.contains(x) && $0.types.contains(y) }
  }

  // MARK: Fields

  /// A difference whose texts are not made yet.
  private struct Pending {
    var a: Int?
    var b: Int?
    var rows: TableComparison.Result?
    var cause: Cause?
    var count = 1
    var shift: Int64?
    /// The column that a table's cause is about.
    var column: StaticString?
    /// Items that only one side has, and the entries of each.
    var items: [(a: NodeFields.Leftover?, b: NodeFields.Leftover?)] = []
  }

  /// The fields of both nodes.
  private struct Sides {
    let a: Int
    let b: Int
    var x: NodeFields
    var y: NodeFields
    let encoding: Encoding?
    /// Whether both come to the same by their encoding; nothing while that was not asked.
    var isEncodedOnly: Bool?
    /// Where the items of both lie, for tables of places of items.
    var items: (before: [ItemPlace], after: [ItemPlace])?
  }

  private mutating func compareFields(_ a: Int, _ b: Int) {
    var walker = Walker()
    var x = NodeFields(before, a, &walker)
    var y = NodeFields(after, b, &walker)
    let left = x.align(with: &y)
    var sides = Sides(a: a, b: b, x: x, y: y, encoding: encoding(a, b))
    var skippedA: Set<Int> = []
    var skippedB: Set<Int> = []
    for item in left.mine { skippedA.formUnion(item.entries) }
    for item in left.others { skippedB.formUnion(item.entries) }
    var places: [String: Int] = [:]
    places.reserveCapacity(y.entries.count)
    for (place, entry) in y.entries.enumerated() where !skippedB.contains(place) {
      places[entry.path] = place
    }
    var seen: Set<Int> = []
    var pending: [Pending] = []
    for (place, entry) in x.entries.enumerated() where !skippedA.contains(place) {
      guard let other = places[entry.path] else {
        pending.append(Pending(a: place, b: nil))
        continue
      }
      seen.insert(other)
      if entry.items != nil, y.entries[other].items != nil {
        let only: [(a: NodeFields.Leftover?, b: NodeFields.Leftover?)] =
          left.mine.filter { $0.list == place }.map { ($0, nil) }
          + left.others.filter { $0.list == other }.map { (nil, $0) }
        if !only.isEmpty { pending.append(Pending(a: place, b: other, items: only)) }
        continue
      }
      if x.isSame(place, as: y, other) { continue }
      if entry.table != nil, y.entries[other].table != nil,
        !isArray(x, place) || !isArray(y, other)
      {
        pending += compareTables(&sides, place, other)
      } else {
        pending.append(Pending(a: place, b: other))
      }
    }
    for place in y.entries.indices where !seen.contains(place) && !skippedB.contains(place) {
      pending.append(Pending(a: nil, b: place))
    }
    for index in pending.indices where pending[index].cause == nil {
      guard
        let entry = pending[index].a.map({ x.entries[$0] })
          ?? pending[index].b.map({ y.entries[$0] })
      else { continue }
      if isCovered(entry, &sides) {
        pending[index].cause = sides.encoding.map { .encoding($0.rule) }
        pending[index].rows = nil
      }
    }
    tell(pending, sides, &walker)
  }

  /// Whether a field differs because the same is said in another way.
  private func isCovered(
    _ entry: NodeFields.Entry, _ sides: inout Sides, shared: Int = 0
  ) -> Bool {
    guard let encoding = sides.encoding else { return false }
    let name = entry.path.prefix { $0 != "." && $0 != "[" }
    guard encoding.fields.contains(where: { name.isSame(as: $0) }) else { return false }
    if let known = sides.isEncodedOnly { return known }
    let isSame = encoding.isSame(sides.a, before, sides.b, after, shared: shared)
    sides.isEncodedOnly = isSame
    return isSame
  }

  private func isArray(_ fields: NodeFields, _ place: Int) -> Bool {
    guard let program = fields.program, let table = fields.entries[place].table else {
      return false
    }
    return program.rows[fields.entries[place].row].isArray && table.count <= 32
  }

  // MARK: Telling

  private mutating func tell(_ pending: [Pending], _ sides: Sides, _ walker: inout Walker) {
    if pending.isEmpty { return }
    let start = found.count
    defer { collapse(from: start, sides) }
    let (x, y) = (sides.x, sides.y)
    var wantedA: [Int: [Int]] = [:]
    var wantedB: [Int: [Int]] = [:]
    for item in pending {
      let rows = item.rows?.rows ?? []
      if let place = item.a { wantedA[place, default: []] += [-1] + rows.compactMap(\.before) }
      if let place = item.b { wantedB[place, default: []] += [-1] + rows.compactMap(\.after) }
      for only in item.items.prefix(options.rowsShown) {
        for place in only.a?.entries.prefix(Self.itemFields) ?? 0..<0 {
          wantedA[place, default: []] += [-1]
        }
        for place in only.b?.entries.prefix(Self.itemFields) ?? 0..<0 {
          wantedB[place, default: []] += [-1]
        }
      }
    }
    let counts = sides.encoding?.counts
    var textsA = FieldTexts(wantedA, counts: counts)
    var textsB = FieldTexts(wantedB, counts: counts)
    for item in pending {
      // Of a row that changed the numbers are told that did.
      guard let p = item.a, let q = item.b, let rows = item.rows else { continue }
      for row in rows.rows {
        guard let a = row.before, let b = row.after, row.columns != 0 else { continue }
        textsA.columns[p, default: [:]][a] = x.entries[p].table?.whole(row.columns)
        textsB.columns[q, default: [:]][b] = y.entries[q].table?.whole(row.columns)
      }
    }
    before.walk(sides.a, &walker, into: &textsA)
    after.walk(sides.b, &walker, into: &textsB)
    for item in pending {
      let entry = item.a.map { x.entries[$0] } ?? item.b.map { y.entries[$0] }
      guard let entry, let program = x.program ?? y.program else { continue }
      let row = (item.a == nil ? y.program ?? program : program).rows[entry.row]
      var change = Change(.changed, sides.a, sides.b)
      change.field = entry.name
      change.name = item.column ?? row.name
      change.isVolatile = row.traits.contains(.volatile)
      switch row.meaning {
      case .secondsSince1904, .microsecondsSince1904: change.isMoment = true
      default: break
      }
      change.old = item.a.flatMap { textsA.texts[$0]?[-1] } ?? ""
      change.new = item.b.flatMap { textsB.texts[$0]?[-1] } ?? ""
      if change.isMoment {
        // The moment says more than the number of seconds it is stored as.
        change.old = Self.moment(change.old)
        change.new = Self.moment(change.new)
      }
      change.cause = item.cause
      change.count = item.count
      change.shift = item.shift
      if let rows = item.rows {
        change.kind = .rows
        change.rowCounts = rows.counts
        change.shift = rows.counts.changed > 1 ? rows.commonShift : nil
        if let counts {
          change.unit = "run"
          if let a = item.a.flatMap({ textsA.sums[$0] }),
            let b = item.b.flatMap({ textsB.sums[$0] })
          {
            change.total = (a, b, counts)
          }
        }
        for (p, q, columns) in rows.rows {
          var row = Change.RowChange(
            before: p, after: q,
            old: p.flatMap { row in item.a.flatMap { textsA.texts[$0]?[row] } } ?? "",
            new: q.flatMap { row in item.b.flatMap { textsB.texts[$0]?[row] } } ?? "")
          if columns.nonzeroBitCount == 1, counts == nil, let table = entry.table,
            table.columns.count > 1
          {
            row.column = program.rows[table.rows[columns.trailingZeroBitCount]].name.description
          }
          change.rows.append(row)
        }
        narrow(&change, sides, item)
        found.append(change)
        continue
      }
      if !item.items.isEmpty {
        tell(item, &change, sides, textsA, textsB)
        found.append(change)
        continue
      }
      if item.cause != nil {
        if entry.table != nil { change.kind = .rows }
        found.append(change)
        continue
      }
      if let p = item.a, let q = item.b {
        if x.entries[p].content == nil, x.entries[p].table == nil {
          change.numbers = (x.entries[p].raw, y.entries[q].raw)
          change.cause = cause(p, q, sides)
          if case .moved = change.cause {
            change.shift = Int64(bitPattern: y.entries[q].raw &- x.entries[p].raw)
          }
        }
        if change.old == change.new { pinpoint(&change, x, p, y, q) }
        if case .flags = row.meaning, let numbers = change.numbers {
          tellFlags(&change, numbers, program.names(of: entry.row))
        }
      }
      found.append(change)
    }
  }

  /// Notes which flags came and went.
  private func tellFlags(
    _ change: inout Change, _ numbers: (before: UInt64, after: UInt64), _ names: Names
  ) {
    func list(_ bits: UInt64, _ sign: String) -> [String] {
      names.entries.filter { $0.value != 0 && $0.value & bits == $0.value }
        .map { sign + $0.name.description }
    }
    let told =
      list(numbers.after & ~numbers.before, "+") + list(numbers.before & ~numbers.after, "−")
    if told.isEmpty { return }
    change.note = told.joined(separator: ", ")
    change.old = String(change.old.prefix { $0 != " " })
    change.new = String(change.new.prefix { $0 != " " })
  }

  /// What stands in brackets behind a number; all of it when nothing does.
  private static func moment(_ text: String) -> String {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return text }
    return String(text[text.index(after: open)...].dropLast())
  }

  /// Fields of an item that are told when only one side has it.
  private static let itemFields = 6

  /// Tells items of a list that only one side has.
  private func tell(
    _ item: Pending, _ change: inout Change, _ sides: Sides, _ textsA: FieldTexts,
    _ textsB: FieldTexts
  ) {
    change.kind = .rows
    change.unit = "item"
    change.rowCounts.before =
      item.a.flatMap { sides.x.entries[$0].items?.count }.map { $0 - 1 } ?? 0
    change.rowCounts.after = item.b.flatMap { sides.y.entries[$0].items?.count }.map { $0 - 1 } ?? 0
    for only in item.items {
      if only.a == nil { change.rowCounts.added += 1 } else { change.rowCounts.removed += 1 }
      guard change.rows.count < options.rowsShown else { continue }
      func text(_ leftover: NodeFields.Leftover?, _ fields: NodeFields, _ texts: FieldTexts)
        -> String
      {
        guard let leftover else { return "" }
        let parts = leftover.entries.prefix(Self.itemFields).compactMap { place -> String? in
          guard let text = texts.texts[place]?[-1], !fields.entries[place].isGap else { return nil }
          let name = fields.entries[place].name.split(separator: ".").last ?? ""
          return name + " " + text
        }
        let more = leftover.entries.count > Self.itemFields ? "  …" : ""
        return parts.joined(separator: "  ") + more
      }
      change.rows.append(
        Change.RowChange(
          before: only.a?.item, after: only.b?.item, old: text(only.a, sides.x, textsA),
          new: text(only.b, sides.y, textsB)))
    }
  }

  /// Items of a list that are told field by field.
  private static let itemsApart = 3

  /// Tells a list as one change when more items of it changed.
  private mutating func collapse(from start: Int, _ sides: Sides) {
    var lists: [String: [(item: Int, change: Int)]] = [:]
    for index in start..<found.count where found[index].cause == nil {
      let field = found[index].field
      guard let open = field.firstIndex(of: "["), let close = field[open...].firstIndex(of: "]"),
        field[close...].hasPrefix("]."), let number = Int(field[field.index(after: open)..<close])
      else { continue }
      lists[String(field[..<open]), default: []].append((number, index))
    }
    var gone: Set<Int> = []
    for (list, parts) in lists.sorted(by: { $0.key < $1.key }) {
      var items: [(item: Int, changes: [Int])] = []
      for part in parts.sorted(by: { ($0.item, $0.change) < ($1.item, $1.change) }) {
        if items.last?.item == part.item {
          items[items.count - 1].changes.append(part.change)
        } else {
          items.append((part.item, [part.change]))
        }
      }
      guard items.count > Self.itemsApart else { continue }
      var change = Change(.rows, found[parts[0].change].before, found[parts[0].change].after)
      change.field = list
      change.unit = "item"
      func count(_ fields: NodeFields) -> Int {
        (fields.entries.first { $0.name == list }?.items?.count ?? 1) - 1
      }
      change.rowCounts.before = count(sides.x)
      change.rowCounts.after = count(sides.y)
      let other = (start..<found.count).first {
        found[$0].kind == .rows && found[$0].field == list && found[$0].cause == nil
      }
      if let other {
        change = found[other]
        gone.insert(other)
      }
      change.isVolatile = parts.allSatisfy { found[$0.change].isVolatile }
      change.rowCounts.changed = items.count
      var rows: [Change.RowChange] = []
      for item in items.prefix(options.rowsShown) {
        func text(_ value: (Change) -> String) -> String {
          item.changes.prefix(Self.itemFields).map { index in
            let name = found[index].field.split(separator: ".").last.map(String.init) ?? ""
            return name + " " + (value(found[index]).isEmpty ? "—" : value(found[index]))
          }.joined(separator: "  ")
        }
        rows.append(
          Change.RowChange(
            before: item.item - 1, after: item.item - 1, old: text { $0.old }, new: text { $0.new })
        )
      }
      change.rows = Array((rows + change.rows).prefix(options.rowsShown))
      for part in parts { gone.insert(part.change) }
      found.append(change)
    }
    if gone.isEmpty { return }
    var kept = Array(found[..<start])
    for index in start..<found.count where !gone.contains(index) { kept.append(found[index]) }
    found = kept
  }

  /// One row that differs is told as the field that it is.
  private func narrow(_ change: inout Change, _ sides: Sides, _ item: Pending) {
    guard change.rows.count == 1, change.rowCounts.changed == 1, change.rowCounts.added == 0,
      change.rowCounts.removed == 0, let row = change.rows.first, let number = row.before,
      let other = row.after, let program = sides.x.program, let p = item.a, let q = item.b,
      let x = sides.x.entries[p].table, let y = sides.y.entries[q].table
    else { return }
    change.kind = .changed
    change.field += "[\(number + 1)]"
    change.old = row.old
    change.new = row.new
    change.rows = []
    change.shift = nil
    guard let mask = item.rows?.rows.first?.columns, mask.nonzeroBitCount == 1,
      !program.rows[sides.x.entries[p].row].isArray
    else { return }
    let column = mask.trailingZeroBitCount
    change.field += "." + program.rows[x.rows[column]].name.description
    if x.widths[column] <= 64 {
      change.numbers = (x.columns[column][number], y.columns[column][other])
    }
  }

  /// Says where long values begin to differ.
  private func pinpoint(
    _ change: inout Change, _ x: NodeFields, _ p: Int, _ y: NodeFields, _ q: Int
  ) {
    guard var m = x.entries[p].content, var n = y.entries[q].content else {
      change.old += " (as stored: \(x.entries[p].raw))"
      change.new += " (as stored: \(y.entries[q].raw))"
      return
    }
    let (s, t) = (x.source.bytes, y.source.bytes)
    if m.count == n.count,
      s.extracting(m.byteOffset..<m.byteEnd).hasSameBytes(
        as: t.extracting(n.byteOffset..<n.byteEnd))
    {
      // They differ in what stands around the value.
      (m, n) = (x.entries[p].extent, y.entries[q].extent)
      change.old += " in \(m.byteCount) bytes"
      change.new += " in \(n.byteCount) bytes"
    }
    var place = 0
    while place < min(m.byteCount, n.byteCount),
      s.byte(at: m.byteOffset + place) == t.byte(at: n.byteOffset + place)
    {
      place += 1
    }
    func mark(_ text: inout String, _ byte: UInt8?) {
      guard let byte else { return }
      var mark = ByteWriter()
      mark.put(", byte ")
      mark.put(grouped: place)
      mark.put(" is 0x")
      mark.put(hex: UInt64(byte), digits: 2)
      text += mark.string
    }
    mark(&change.old, place < m.byteCount ? s.byte(at: m.byteOffset + place) : nil)
    mark(&change.new, place < n.byteCount ? t.byte(at: n.byteOffset + place) : nil)
  }

  // MARK: Causes

  private func cause(_ p: Int, _ q: Int, _ sides: Sides) -> Cause? {
    let (x, y) = (sides.x, sides.y)
    let row = x.entries[p].row
    guard let program = x.program, row < program.rows.count else { return nil }
    if case .fileOffset(let base) = program.rows[row].meaning {
      if case .item = base { return itemCause(p, sides) }
      if let from = rules.base(base, sides.a, before), let to = rules.base(base, sides.b, after),
        let place = moved.place(of: from &+ x.entries[p].raw),
        place.offset == to &+ y.entries[q].raw
      {
        return .moved(isProved: place.isProved)
      }
      return samples.leadToSameSamples(sides.a, sides.b) ? .moved(isProved: true) : nil
    }
    if x.entries[p].path == "version", isOtherVersion(p, q, sides) {
      return .encoding("the same values in the fields of another version")
    }
    // The size of a descriptor, whose parts are compared.
    let outer = program.enclosing[row]
    if outer >= 0, row == outer + 2, case .descriptor = program.rows[outer].kind,
      !x.hasFaults, !y.hasFaults
    {
      return .size
    }
    guard let old = counted(p, x, program), let new = counted(q, y, program), old != new,
      UInt64(old) == x.entries[p].raw, UInt64(new) == y.entries[q].raw
    else { return nil }
    return .count
  }

  /// Whether the version is another one that has the same fields, whose values are compared each.
  private func isOtherVersion(_ p: Int, _ q: Int, _ sides: Sides) -> Bool {
    let (x, y) = (sides.x, sides.y)
    guard let versions = x.program?.syntax.versions, x.program === y.program,
      let old = UInt8(exactly: x.entries[p].raw), let new = UInt8(exactly: y.entries[q].raw),
      versions.contains(old), versions.contains(new), !x.hasFaults, !y.hasFaults
    else { return false }
    return x.entries.map(\.path) == y.entries.map(\.path)
      && !x.entries.contains(where: \.isGap)
  }

  /// How many rows, items or bytes are there of what the field at `place` counts.
  private func counted(_ place: Int, _ fields: NodeFields, _ program: Program) -> Int? {
    let entry = fields.entries[place]
    let name = program.rows[entry.row].name
    let scope = entry.path.utf8.prefix(entry.prefix)
    for other in fields.entries where other.prefix == entry.prefix {
      let quantity: Quantity
      switch program.rows[other.row].kind {
      case .table(let count, _), .list(let count, _), .array(let count, _), .bytes(let count):
        quantity = count
      case .string(_, .bytes(let count)): quantity = count
      default: continue
      }
      guard case .field(let counter, 1, 0) = quantity, counter.description == name.description,
        other.path.utf8.prefix(other.prefix).elementsEqual(scope)
      else { continue }
      if let table = other.table { return table.count }
      if let items = other.items { return items.count - 1 }
      if let content = other.content { return content.byteCount }
    }
    return nil
  }

  // MARK: Items

  /// The places of the items of both sides, for the item that an entry belongs to.
  private func itemPlaces(_ p: Int, _ q: Int, _ sides: Sides) -> (ItemPlace, ItemPlace)? {
    guard let places = rules.items,
      let i = Self.item(of: sides.x.entries[p].name), let j = Self.item(of: sides.y.entries[q].name)
    else { return nil }
    let (x, y) = (places(sides.a, before), places(sides.b, after))
    guard i < x.count, j < y.count else { return nil }
    return (x[i], y[j])
  }

  /// The number, from 0, of the first item in a path: 2 for `items[3].base_offset`.
  private static func item(of path: String) -> Int? {
    guard let open = path.firstIndex(of: "["), let close = path.firstIndex(of: "]"), open < close,
      let number = Int(path[path.index(after: open)..<close]), number > 0
    else { return nil }
    return number - 1
  }

  /// Where an item lies follows when all its parts are where its bytes went.
  private func itemCause(_ p: Int, _ sides: Sides) -> Cause? {
    let path = sides.x.entries[p].path
    guard let q = sides.y.entries.firstIndex(where: { $0.path == path }),
      let (x, y) = itemPlaces(p, q, sides), let from = x.base, let to = y.base,
      x.offsets.count == y.offsets.count
    else { return nil }
    var isProved = true
    for (old, new) in zip(x.offsets, y.offsets) {
      guard let place = moved.place(of: from &+ old), place.offset == to &+ new else { return nil }
      isProved = isProved && place.isProved
    }
    return .moved(isProved: isProved)
  }

  // MARK: Tables

  private mutating func compareTables(
    _ sides: inout Sides, _ place: Int, _ other: Int
  ) -> [Pending] {
    let (entry, theirs) = (sides.x.entries[place], sides.y.entries[other])
    guard var p = entry.table, var q = theirs.table else { return [] }
    if p.rows != q.rows, sides.x.program === sides.y.program {
      // What only one of them has, other fields say.
      (p, q) = (p.keeping(q.rows), q.keeping(p.rows))
      sides.x.entries[place].table = p
      sides.y.entries[other].table = q
    }
    let ends = p.sharedEnds(with: q)
    if isCovered(entry, &sides, shared: ends.head) {
      return [
        Pending(a: place, b: other, cause: sides.encoding.map { .encoding($0.rule) })
      ]
    }
    let columns = columns(of: p, q, place, other, sides)
    let rows = TableComparison.compare(
      p, q, ends, columns, moved, rowsShown: options.rowsShown)
    let name = zip(p.rows, columns).first { $0.1.bases != nil || $0.1.borders != nil }
      .flatMap { sides.x.program?.rows[$0.0].name }
    var result: [Pending] = []
    if rows.following > 0 {
      result.append(
        Pending(
          a: place, b: other, cause: .moved(isProved: rows.isProved), count: rows.following,
          shift: rows.shift, column: name))
    }
    for (number, count) in rows.derived.sorted(by: { $0.key < $1.key }) {
      result.append(Pending(a: place, b: other, cause: .column(number), count: count))
    }
    toleratedRows += rows.tolerated
    let counts = rows.counts
    let count = counts.changed + counts.added + counts.removed
    let isPlaces = columns.contains { $0.bases != nil }
    if count > 0, samples.areChunks(sides.a), samples.leadToSameSamples(sides.a, sides.b) {
      result.append(
        Pending(
          a: place, b: other,
          cause: isPlaces
            ? .moved(isProved: true) : .encoding("the same samples, in other chunks"),
          count: isPlaces ? count : 1, column: name))
    } else if count > 0 {
      result.append(Pending(a: place, b: other, rows: rows))
    }
    return result
  }

  /// What the rules say of the columns of two tables.
  private func columns(
    of p: NodeFields.Table, _ q: NodeFields.Table, _ place: Int, _ other: Int, _ sides: Sides
  ) -> [TableComparison.Column] {
    guard let program = sides.x.program else { return [] }
    let name = sides.x.entries[place].name
    return p.rows.indices.map { index -> TableComparison.Column in
      var column = TableComparison.Column()
      let row = program.rows[p.rows[index]]
      if case .fileOffset(let base) = row.meaning {
        if case .item = base {
          if let (x, y) = itemPlaces(place, other, sides), let from = x.base, let to = y.base {
            column.bases = (from, to)
          }
        } else if let from = rules.base(base, sides.a, before),
          let to = rules.base(base, sides.b, after)
        {
          column.bases = (from, to)
        }
      }
      let path = name + "." + row.name.description
      if case .bytes = row.meaning, let chain = rules.chain,
        let from = chain(path, sides.a, before), let to = chain(path, sides.b, after)
      {
        column.borders = (
          Self.borders(p.columns[index], from),
          Self.borders(q.columns.indices.contains(index) ? q.columns[index] : p.columns[index], to)
        )
      }
      let type = before.tree[sides.a].type
      if let number = rules.columns.firstIndex(where: {
        $0.type == type && path == $0.field.description
      }), let old = rules.columns[number].recompute(sides.a, before),
        let new = rules.columns[number].recompute(sides.b, after)
      {
        column.derived = (old, new, rules.columns[number].tolerance)
        column.rule = number
      }
      if let tolerance = options.tolerance {
        var change = Change(.changed, sides.a, sides.b)
        change.field = path
        column.tolerance = tolerance(change) ?? 0
      }
      return column
    }
  }

  private static func borders(_ sizes: StoredColumn, _ start: UInt64) -> [UInt64] {
    var borders = [start]
    for row in 0..<min(sizes.count, 1 << 16) {
      borders.append(borders[row] &+ sizes[row])
    }
    return borders
  }
}

/// The fields of a header but for those that a node has itself: its type and its size.
private struct HeaderTexts: FieldSink {
  struct Field: Equatable {
    let raw: UInt64
    let text: String
  }

  var fields: [(name: String, field: Field)] = []

  mutating func field(_ field: borrowing FieldReading) {
    switch field.definition.meaning {
    case .bytes: return
    default: break
    }
    switch field.definition.kind {
    case .code, .uuid: return
    default: break
    }
    let name = field.name.description
    if name == "size" || name == "largesize" || field.isGap { return }
    var text = ByteWriter()
    text.put(value: field, .field)
    fields.append((name, Field(raw: field.raw, text: text.string)))
  }

  mutating func table(_ table: borrowing TableReading) {}
}

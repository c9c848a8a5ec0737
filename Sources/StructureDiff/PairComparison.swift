internal import ByteReading
internal import Structure

/// Compares nodes that are the same in two files, field by field.
struct PairComparison {
  private(set) var found: [Change] = []
  private let before: Document
  private let after: Document
  private let rules: Rules
  private let moved: MovedBytes
  private let options: Comparison.Options
  private var rowsShown: Int { options.rowsShown }
  /// Tables that differ by no more than they may.
  private(set) var toleratedRows = 0

  /// Rows that are added and removed before rows are compared by position.
  private static let rowLimit = 512

  init(
    _ before: Document, _ after: Document, _ rules: Rules, _ moved: MovedBytes,
    _ options: Comparison.Options
  ) {
    self.before = before
    self.after = after
    self.rules = rules
    self.moved = moved
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
    if x.headerSize != y.headerSize || p != q {
      var change = Change(.changed, a, b)
      change.field = "header"
      change.old = Self.header(x)
      change.new = Self.header(y)
      found.append(change)
    }
    if x.size != y.size {
      var change = Change(.changed, a, b)
      change.field = "size"
      change.old = grouped(x.size)
      change.new = grouped(y.size)
      // A size that its parts do not add up to is a change of its own.
      if p.isEmpty, q.isEmpty { change.cause = .size }
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

  // MARK: Fields

  private mutating func compareFields(_ a: Int, _ b: Int) {
    var walker = Walker()
    let x = NodeFields(before, a, &walker)
    let y = NodeFields(after, b, &walker)
    var places: [String: Int] = [:]
    for (place, entry) in y.entries.enumerated() { places[entry.path] = place }
    var seen: Set<Int> = []
    var pending: [Pending] = []
    for (place, entry) in x.entries.enumerated() {
      guard let other = places[entry.path] else {
        pending.append(Pending(a: place, b: nil))
        continue
      }
      seen.insert(other)
      if x.isSame(place, as: y, other) { continue }
      if let p = entry.table, let q = y.entries[other].table, !isArray(x, place) {
        pending += compareTables(x, place, p, y, other, q, a, b)
      } else {
        pending.append(Pending(a: place, b: other))
      }
    }
    for place in y.entries.indices where !seen.contains(place) {
      // Items that were there before as well are told one by one.
      pending.append(Pending(a: nil, b: place))
    }
    tell(pending, x, y, a, b, &walker)
  }

  /// A difference whose texts are not made yet.
  private struct Pending {
    var a: Int?
    var b: Int?
    var rows: [(Int?, Int?)] = []
    var counts: Change.RowCounts?
    /// Rows that follow, and how far they moved.
    var following = 0
    var shift: Int64?
    var isProved = true
  }

  private func isArray(_ fields: NodeFields, _ place: Int) -> Bool {
    guard let program = fields.program, let table = fields.entries[place].table else {
      return false
    }
    return program.rows[fields.entries[place].row].isArray && table.count <= 32
  }

  private mutating func tell(
    _ pending: [Pending], _ x: NodeFields, _ y: NodeFields, _ a: Int, _ b: Int,
    _ walker: inout Walker
  ) {
    if pending.isEmpty { return }
    var wantedA: [Int: [Int]] = [:]
    var wantedB: [Int: [Int]] = [:]
    for item in pending {
      if let place = item.a { wantedA[place, default: []] += [-1] + item.rows.compactMap(\.0) }
      if let place = item.b { wantedB[place, default: []] += [-1] + item.rows.compactMap(\.1) }
    }
    var textsA = FieldTexts(wantedA)
    before.walk(a, &walker, into: &textsA)
    var textsB = FieldTexts(wantedB)
    after.walk(b, &walker, into: &textsB)
    for item in pending {
      let entry = item.a.map { x.entries[$0] } ?? item.b.map { y.entries[$0] }
      guard let entry, let program = x.program ?? y.program else { continue }
      let row = program.rows[entry.row]
      var change = Change(item.counts == nil ? .changed : .rows, a, b)
      change.field = entry.path
      change.isVolatile = row.traits.contains(.volatile)
      switch row.meaning {
      case .secondsSince1904, .microsecondsSince1904: change.isMoment = true
      default: break
      }
      change.old = item.a.flatMap { textsA.texts[$0]?[-1] } ?? ""
      change.new = item.b.flatMap { textsB.texts[$0]?[-1] } ?? ""
      if item.following > 0 {
        change.kind = .rows
        change.cause = .moved(isProved: item.isProved)
        change.count = item.following
        change.shift = item.shift
        found.append(change)
        continue
      }
      if let counts = item.counts {
        change.rowCounts = counts
        for (p, q) in item.rows {
          change.rows.append(
            Change.RowChange(
              before: p, after: q,
              old: p.flatMap { row in item.a.flatMap { textsA.texts[$0]?[row] } } ?? "",
              new: q.flatMap { row in item.b.flatMap { textsB.texts[$0]?[row] } } ?? ""))
        }
        narrow(&change, program, entry)
        found.append(change)
        continue
      }
      if let p = item.a, let q = item.b {
        if x.entries[p].content == nil, x.entries[p].table == nil, x.entries[p].items == nil {
          change.numbers = (x.entries[p].raw, y.entries[q].raw)
          change.cause = cause(p, x, q, y, a, b, program)
          if case .moved = change.cause {
            change.shift = Int64(bitPattern: y.entries[q].raw &- x.entries[p].raw)
          }
        }
        if change.old == change.new { pinpoint(&change, x, p, y, q) }
      }
      found.append(change)
    }
  }

  /// One row that differs is told as the field that it is.
  private func narrow(_ change: inout Change, _ program: Program, _ entry: NodeFields.Entry) {
    guard change.rows.count == 1, change.rowCounts.changed == 1, change.rowCounts.added == 0,
      change.rowCounts.removed == 0, let row = change.rows.first, let number = row.before
    else { return }
    change.kind = .changed
    change.field += "[\(number + 1)]"
    if let columns = entry.table?.rows, columns.count == 1, !program.rows[entry.row].isArray {
      change.field += "." + program.rows[columns[0]].name.description
    }
    change.old = row.old
    change.new = row.new
    change.rows = []
  }

  /// Says where long values begin to differ.
  private func pinpoint(
    _ change: inout Change, _ x: NodeFields, _ p: Int, _ y: NodeFields, _ q: Int
  ) {
    guard let m = x.entries[p].content, let n = y.entries[q].content else {
      change.old += " (as stored: \(x.entries[p].raw))"
      change.new += " (as stored: \(y.entries[q].raw))"
      return
    }
    let (s, t) = (x.source.bytes, y.source.bytes)
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

  private func cause(
    _ p: Int, _ x: NodeFields, _ q: Int, _ y: NodeFields, _ a: Int, _ b: Int, _ program: Program
  ) -> Cause? {
    let row = x.entries[p].row
    guard row < program.rows.count else { return nil }
    if case .fileOffset(let base) = program.rows[row].meaning {
      guard let from = rules.base(base, a, before), let to = rules.base(base, b, after),
        let place = moved.place(of: from &+ x.entries[p].raw),
        place.offset == to &+ y.entries[q].raw
      else { return nil }
      return .moved(isProved: place.isProved)
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
      if let items = other.items { return items }
      if let content = other.content { return content.byteCount }
    }
    return nil
  }

  // MARK: Tables

  private func compareTables(
    _ x: NodeFields, _ place: Int, _ p: NodeFields.Table, _ y: NodeFields, _ other: Int,
    _ q: NodeFields.Table, _ a: Int, _ b: Int
  ) -> [Pending] {
    var result: [Pending] = []
    var counts = Change.RowCounts()
    counts.before = p.count
    counts.after = q.count
    var rows: [(Int?, Int?)] = []
    func add(_ pair: (Int?, Int?)) { if rows.count < rowsShown { rows.append(pair) } }
    let bases = p.rows.map { row -> (UInt64, UInt64)? in
      guard let program = x.program, case .fileOffset(let base) = program.rows[row].meaning,
        let from = rules.base(base, a, before), let to = rules.base(base, b, after)
      else { return nil }
      return (from, to)
    }
    if p.count == q.count, p.columns.count == q.columns.count, bases.contains(where: { $0 != nil })
    {
      var following = Pending(a: place, b: other)
      var isFirst = true
      for row in 0..<p.count {
        var differs = false
        var follows = true
        for column in p.columns.indices {
          let (old, new) = (p.columns[column][row], q.columns[column][row])
          if old == new { continue }
          differs = true
          guard let (from, to) = bases[column], let there = moved.place(of: from &+ old),
            there.offset == to &+ new
          else {
            follows = false
            continue
          }
          if !there.isProved { following.isProved = false }
          let shift = Int64(bitPattern: new &- old)
          if isFirst {
            following.shift = shift
          } else if following.shift != shift {
            following.shift = nil
          }
          isFirst = false
        }
        guard differs else { continue }
        if follows {
          following.following += 1
        } else {
          counts.changed += 1
          add((row, row))
        }
      }
      if following.following > 0 { result.append(following) }
    } else {
      for pair in rowPairs(p, q) {
        switch pair {
        case (.some(let m), .some(let n)):
          if p.isSame(m, as: q, n) { continue }
          counts.changed += 1
        case (.some, nil): counts.removed += 1
        case (nil, _): counts.added += 1
        }
        add(pair)
      }
      // Columns that have no number differ somewhere.
      if rows.isEmpty { counts.changed = 1 }
    }
    if counts.changed + counts.added + counts.removed > 0 {
      result.append(Pending(a: place, b: other, rows: rows, counts: counts))
    }
    return result
  }

  /// Which rows belong together, in order: those that are the same, then those that are most alike.
  private func rowPairs(
    _ p: NodeFields.Table, _ q: NodeFields.Table
  ) -> [(Int?, Int?)] {
    let common = Sequences.common(p.count, q.count, limit: Self.rowLimit) {
      p.isSame($0, as: q, $1)
    }
    var result: [(Int?, Int?)] = []
    var fromA = 0
    var fromB = 0
    guard let common else {
      // Too many differences: row by row.
      for row in 0..<max(p.count, q.count) {
        result.append((row < p.count ? row : nil, row < q.count ? row : nil))
      }
      return result
    }
    for (toA, toB) in common + [(p.count, q.count)] {
      result += likePairs(p, fromA..<toA, q, fromB..<toB)
      if toA < p.count, toB < q.count { result.append((toA, toB)) }
      fromA = toA + 1
      fromB = toB + 1
    }
    return result
  }

  /// Rows between two that are the same: aligned so that as many columns as possible are the same.
  private func likePairs(
    _ p: NodeFields.Table, _ a: Range<Int>, _ q: NodeFields.Table, _ b: Range<Int>
  ) -> [(Int?, Int?)] {
    if a.isEmpty { return b.map { (nil, $0) } }
    if b.isEmpty { return a.map { ($0, nil) } }
    guard a.count != b.count, a.count * b.count <= 4_096 else {
      let shared = min(a.count, b.count)
      return (0..<shared).map { (a.lowerBound + $0, b.lowerBound + $0) }
        + a.dropFirst(shared).map { ($0, nil) } + b.dropFirst(shared).map { (nil, $0) }
    }
    let width = b.count + 1
    var best = Array(repeating: 0, count: (a.count + 1) * width)
    func likeness(_ i: Int, _ j: Int) -> Int {
      1 + 16 * p.likeness(a.lowerBound + i, q, b.lowerBound + j)
    }
    for i in (0..<a.count).reversed() {
      for j in (0..<b.count).reversed() {
        best[i * width + j] = max(
          best[(i + 1) * width + j], best[i * width + j + 1],
          best[(i + 1) * width + j + 1] + likeness(i, j))
      }
    }
    var result: [(Int?, Int?)] = []
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      let here = best[i * width + j]
      if here == best[(i + 1) * width + j + 1] + likeness(i, j) {
        result.append((a.lowerBound + i, b.lowerBound + j))
        i += 1
        j += 1
      } else if here == best[(i + 1) * width + j] {
        result.append((a.lowerBound + i, nil))
        i += 1
      } else {
        result.append((nil, b.lowerBound + j))
        j += 1
      }
    }
    result += (i..<a.count).map { (a.lowerBound + $0, nil) }
    result += (j..<b.count).map { (nil, b.lowerBound + $0) }
    return result
  }
}

internal import ByteReading
import MediaFacts
internal import Structure

/// Makes changes of the fields in which two nodes differ: their values as people read them, and why.
struct FieldChanges {
  private let files: ComparedFiles
  private let sides: FieldComparison.Sides

  init(_ files: ComparedFiles, _ sides: FieldComparison.Sides) {
    self.files = files
    self.sides = sides
  }

  /// The changes that `differences` come to; the items of a list are one change where many of them differ.
  func changes(of pending: [FieldComparison.Difference]) -> [Change] {
    ListChanges(sides, rowsShown: files.options.rowsShown)
      .collapsed(GroupChanges(sides).collapsed(each(of: pending)))
  }

  private func each(of pending: [FieldComparison.Difference]) -> [Change] {
    var found: [Change] = []
    let causes = FieldCauses(files, sides)
    let (x, y) = (sides.x, sides.y)
    var walker = Walker()
    var wantedA: [Int: [Int]] = [:]
    var wantedB: [Int: [Int]] = [:]
    for item in pending {
      let rows = item.rows?.rows ?? []
      if let place = item.a { wantedA[place, default: []] += [-1] + rows.compactMap(\.before) }
      if let place = item.b { wantedB[place, default: []] += [-1] + rows.compactMap(\.after) }
      for only in item.items.prefix(files.options.rowsShown) {
        for place in only.a?.entries.prefix(Self.itemFields) ?? 0..<0 {
          wantedA[place, default: []] += [-1]
        }
        for place in only.b?.entries.prefix(Self.itemFields) ?? 0..<0 {
          wantedB[place, default: []] += [-1]
        }
      }
    }
    let counts = sides.encoding?.counts
    var textsA = FieldTexts(wantedA, of: x, counts: counts)
    var textsB = FieldTexts(wantedB, of: y, counts: counts)
    for item in pending {
      // Of a row that changed the numbers are reported that did.
      guard let p = item.a, let q = item.b, let rows = item.rows else { continue }
      for row in rows.rows {
        guard let a = row.before, let b = row.after, row.columns != 0 else { continue }
        textsA.columns[p, default: [:]][a] = x.entries[p].table?.whole(row.columns)
        textsB.columns[q, default: [:]][b] = y.entries[q].table?.whole(row.columns)
      }
    }
    files.before.walk(sides.a, &walker, into: &textsA)
    files.after.walk(sides.b, &walker, into: &textsB)
    for item in pending {
      let entry = item.a.map { x.entries[$0] } ?? item.b.map { y.entries[$0] }
      guard let entry, let program = x.program ?? y.program else { continue }
      let row = (item.a == nil ? y.program ?? program : program).rows[entry.row]
      var change = Change(.changed, sides.a, sides.b)
      change.field = entry.name
      change.name = item.column ?? (entry.isRest ? "rest" : row.name)
      change.isVolatile = row.traits.contains(.volatile)
      switch row.meaning {
      case .secondsSince1904, .microsecondsSince1904: change.isMoment = true
      default: break
      }
      change.old = item.a.flatMap { textsA.texts[$0]?[-1] } ?? ""
      change.new = item.b.flatMap { textsB.texts[$0]?[-1] } ?? ""
      change.cause = item.cause
      if case .encoding = item.cause, sides.isEncodedOnly == true {
        change.isSameText = sides.encoding?.isOfTexts ?? false
      }
      change.count = item.count
      change.decidesLayout = item.decidesLayout
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
        narrow(&change, item)
        found.append(change)
        continue
      }
      if !item.items.isEmpty {
        describeItems(of: item, &change, textsA, textsB)
        found.append(change)
        continue
      }
      // Zeros that fill a byte come and go with the bits before them.
      if item.a == nil || item.b == nil, row.traits.contains(.alignment), entry.raw == 0, !x.hasFaults, !y.hasFaults {
        change.cause = .size
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
          change.scales = (x.entries[p].scale, y.entries[q].scale)
          change.cause = causes.cause(p, q, decidesLayout: item.decidesLayout)
          if case .moved = change.cause {
            change.shift = Int64(bitPattern: y.entries[q].raw &- x.entries[p].raw)
          }
        }
        if change.old == change.new { pinpoint(&change, x, at: p, y, at: q) }
        if case .flags = row.meaning, let numbers = change.numbers {
          noteFlags(&change, numbers, program.names(of: entry.row))
          if !change.note.isEmpty {
            change.old = textsA.bits[p] ?? change.old
            change.new = textsB.bits[q] ?? change.new
          }
        }
      }
      found.append(change)
    }
    return found
  }

  /// Notes which flags came and went.
  private func noteFlags(
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
  }

  /// A path without the last number.
  private static func unnumbered(_ path: FieldPath) -> FieldPath {
    var path = path
    if let part = path.parts.indices.last, !path.parts[part].indexes.isEmpty {
      path.parts[part].indexes.removeLast()
    }
    return path
  }

  /// Fields of an item that are reported when only one side has it.
  static let itemFields = 6

  /// Reports items of a list that only one side has.
  private func describeItems(
    of item: FieldComparison.Difference, _ change: inout Change, _ textsA: FieldTexts,
    _ textsB: FieldTexts
  ) {
    change.kind = .rows
    change.unit = "item"
    if let counts = item.valueCounts {
      change.unit = "value"
      // The number is that of one of them.
      if let part = change.field.parts.indices.last, !change.field.parts[part].indexes.isEmpty,
        let place = item.a.map({ sides.x.entries[$0] }) ?? item.b.map({ sides.y.entries[$0] }),
        sides.x.repeated[Self.unnumbered(place.name)] != nil
          || sides.y.repeated[Self.unnumbered(place.name)] != nil
      {
        change.field = Self.unnumbered(change.field)
      }
      change.rowCounts.before = counts.before
      change.rowCounts.after = counts.after
      for only in item.items {
        switch (only.a, only.b) {
        case (nil, _): change.rowCounts.added += 1
        case (_, nil): change.rowCounts.removed += 1
        default: change.rowCounts.changed += 1
        }
        guard change.rows.count < files.options.rowsShown else { continue }
        change.rows.append(
          Change.RowChange(
            before: only.a?.item, after: only.b?.item,
            old: only.a.flatMap { textsA.texts[$0.entries.lowerBound]?[-1] } ?? "",
            new: only.b.flatMap { textsB.texts[$0.entries.lowerBound]?[-1] } ?? ""))
      }
      change.old = ""
      change.new = ""
      return
    }
    change.rowCounts.before =
      item.a.flatMap { sides.x.entries[$0].items?.count }.map { $0 - 1 } ?? 0
    change.rowCounts.after = item.b.flatMap { sides.y.entries[$0].items?.count }.map { $0 - 1 } ?? 0
    for only in item.items {
      if only.a == nil { change.rowCounts.added += 1 } else { change.rowCounts.removed += 1 }
      guard change.rows.count < files.options.rowsShown else { continue }
      func text(_ leftover: NodeFields.Leftover?, _ fields: NodeFields, _ texts: FieldTexts)
        -> String
      {
        guard let leftover else { return "" }
        let parts = leftover.entries.prefix(Self.itemFields).compactMap { place -> String? in
          guard let text = texts.texts[place]?[-1], !fields.entries[place].isGap else { return nil }
          return "\(fields.entries[place].name.last) \(text)"
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

  /// One row that differs is written as the field that it is.
  private func narrow(_ change: inout Change, _ item: FieldComparison.Difference) {
    guard change.rows.count == 1, change.rowCounts.changed == 1, change.rowCounts.added == 0,
      change.rowCounts.removed == 0, let row = change.rows.first, let number = row.before,
      let other = row.after, let program = sides.x.program, let p = item.a, let q = item.b,
      let x = sides.x.entries[p].table, let y = sides.y.entries[q].table
    else { return }
    change.kind = .changed
    change.field = change.field.item(number + 1)
    change.old = row.old
    change.new = row.new
    change.rows = []
    change.shift = nil
    guard let mask = item.rows?.rows.first?.columns, mask.nonzeroBitCount == 1,
      !program.rows[sides.x.entries[p].row].isArray
    else { return }
    let column = mask.trailingZeroBitCount
    change.field = change.field.field(program.rows[x.rows[column]].name.description)
    if x.widths[column] <= 64 {
      change.numbers = (x.columns[column][number], y.columns[column][other])
      change.scales = (x.scales[column], y.scales[column])
    }
  }

  /// Says where long values begin to differ.
  private func pinpoint(
    _ change: inout Change, _ x: NodeFields, at p: Int, _ y: NodeFields, at q: Int
  ) {
    guard var m = x.entries[p].content, var n = y.entries[q].content else {
      change.old += " (as stored: \(x.entries[p].raw))"
      change.new += " (as stored: \(y.entries[q].raw))"
      return
    }
    let (s, t) = (x.source.bytes, y.source.bytes)
    // Which byte of those that are not there is another is not known.
    if x.source.isAbsent(m.byteOffset..<m.byteEnd) || y.source.isAbsent(n.byteOffset..<n.byteEnd) {
      return
    }
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
}

internal import ByteReading
import MediaFacts
internal import Structure

/// Finds the fields and tables in which two nodes differ.
struct FieldComparison {
  /// A difference whose texts are not made yet.
  struct Difference {
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
    /// Whether other fields read the same bytes otherwise because of it, so that it follows from none of them.
    var decidesLayout = false
    /// Of values of one row how many there are.
    var valueCounts: (before: Int, after: Int)?
  }

  /// The fields of both nodes.
  struct Sides {
    let a: NodeIndex
    let b: NodeIndex
    var x: NodeFields
    var y: NodeFields
    let encoding: Encoding?
    /// Whether both come to the same by their encoding; `nil` while that was not asked.
    var isEncodedOnly: Bool?
  }

  private(set) var sides: Sides
  private let files: ComparedFiles
  /// Tables that differ by no more than they may.
  private(set) var toleratedRows = 0

  init(_ files: ComparedFiles, _ a: NodeIndex, _ b: NodeIndex) {
    self.files = files
    var walker = Walker()
    var x = NodeFields(files.before, a, &walker)
    // Both are cut off after as many fields.
    let y = NodeFields(files.after, b, &walker, limit: x.limit)
    if y.limit < x.limit { x = NodeFields(files.before, a, &walker, limit: y.limit) }
    sides = Sides(a: a, b: b, x: x, y: y, encoding: files.encoding(a, b))
  }

  /// What differs, in the order of the fields.
  mutating func differences() -> [Difference] {
    let references = files.renumbering?.references(in: sides.a, files.before.tree[sides.a].type)
    let left = sides.x.align(with: &sides.y, references)
    let (x, y) = (sides.x, sides.y)
    var skippedA: Set<Int> = []
    var skippedB: Set<Int> = []
    for item in left.mine { skippedA.formUnion(item.entries) }
    for item in left.others { skippedB.formUnion(item.entries) }
    let lists = valueLists()
    for list in lists {
      skippedA.formUnion(list.mine)
      skippedB.formUnion(list.others)
    }
    var places: [FieldPath: Int] = [:]
    places.reserveCapacity(y.entries.count)
    for (place, entry) in y.entries.enumerated() where !skippedB.contains(place) {
      places[entry.path] = place
    }
    var seen: Set<Int> = []
    var pending = lists.map(\.difference)
    let mine = Dictionary(grouping: left.mine, by: \.list)
    let theirs = Dictionary(grouping: left.others, by: \.list)
    for (place, entry) in x.entries.enumerated() where !skippedA.contains(place) {
      guard let other = places[entry.path] else {
        pending.append(Difference(a: place, b: nil))
        continue
      }
      seen.insert(other)
      if entry.items != nil, y.entries[other].items != nil {
        let only: [(a: NodeFields.Leftover?, b: NodeFields.Leftover?)] =
          (mine[place] ?? []).map { ($0, nil) } + (theirs[other] ?? []).map { (nil, $0) }
        if !only.isEmpty { pending.append(Difference(a: place, b: other, items: only)) }
        continue
      }
      if x.isSame(place, as: y, other) { continue }
      if let references, let count = renumbered(place, other, references) {
        pending.append(Difference(a: place, b: other, cause: .renumbered, count: count))
        continue
      }
      if entry.table != nil, y.entries[other].table != nil,
        !isArray(x, place) || !isArray(y, other)
      {
        pending += compareTables(place, other)
      } else {
        let isRewritten = x.isStoredOtherwise(place, y, other)
        pending.append(
          Difference(
            a: place, b: other, cause: isRewritten ? .encoding("the same number in other bytes") : nil))
      }
    }
    for place in y.entries.indices where !seen.contains(place) && !skippedB.contains(place) {
      pending.append(Difference(a: nil, b: place))
    }
    for index in pending.indices where pending[index].cause == nil {
      guard
        let entry = pending[index].a.map({ x.entries[$0] })
          ?? pending[index].b.map({ y.entries[$0] })
      else { continue }
      if isCovered(entry) {
        pending[index].cause = sides.encoding.map { .encoding($0.rule) }
        pending[index].rows = nil
      }
    }
    markEncodings(of: &pending)
    markLayout(of: &pending)
    return pending
  }

  /// How many numbers two fields or tables have that are those of the same things; `nil` where something else
  /// differs.
  private func renumbered(_ place: Int, _ other: Int, _ references: Renumbering.References) -> Int? {
    let (entry, theirs) = (sides.x.entries[place], sides.y.entries[other])
    guard let program = sides.x.program, program === sides.y.program, entry.row == theirs.row else { return nil }
    if let a = entry.table, let b = theirs.table { return references.follows(a, b, program) ? a.count : nil }
    guard entry.table == nil, theirs.table == nil, entry.content == nil, program.rows.indices.contains(entry.row),
      references.contains(program.rows[entry.row])
    else { return nil }
    return references.numbers[entry.raw] == theirs.raw ? 1 : nil
  }

  /// Fewer values than these, none of them new or gone, are reported one by one.
  private static let fewValues = 3

  /// Lists of values in which some are new or gone, or many differ, each as one difference.
  private func valueLists() -> [(mine: [Int], others: [Int], difference: Difference)] {
    let (x, y) = (sides.x, sides.y)
    return x.valueLists(with: y).compactMap { list in
      func leftover(_ item: Int, _ places: [Int]) -> NodeFields.Leftover {
        NodeFields.Leftover(list: 0, item: item, entries: places[item]..<places[item] + 1)
      }
      var items: [(a: NodeFields.Leftover?, b: NodeFields.Leftover?)] = []
      let taken = Set(list.partners.values)
      var isEven = true
      var next = 0
      for item in list.mine.indices {
        guard let partner = list.partners[item] else {
          items.append((leftover(item, list.mine), nil))
          isEven = false
          continue
        }
        while next < partner {
          if !taken.contains(next) { items.append((nil, leftover(next, list.others))) }
          next += 1
        }
        next = partner + 1
        // A terminator stands between two values, and need not stand behind the last.
        if x.hasSameContent(list.mine[item], as: y, list.others[partner]) { continue }
        items.append((leftover(item, list.mine), leftover(partner, list.others)))
      }
      for item in next..<max(next, list.others.count) where !taken.contains(item) {
        items.append((nil, leftover(item, list.others)))
      }
      isEven = isEven && list.mine.count == list.others.count
      if items.isEmpty || isEven && items.count < Self.fewValues { return nil }
      let difference = Difference(
        a: list.mine[0], b: list.others[0], items: items,
        valueCounts: (list.mine.count, list.others.count))
      return (list.mine, list.others, difference)
    }
  }

  /// Where the bytes of both differ first, from where each begins; `nil` when they are the same. Bytes that no field
  /// has are among them.
  func firstDifference() -> Int? {
    let (x, y) = (sides.x, sides.y)
    let (p, q) = (x.whole, y.whole)
    if p.count == q.count, x.source.hasSameBytes(in: p, as: y.source, in: q) { return nil }
    // Which byte of those that are not there is another is not known.
    guard !x.source.isAbsent(p), !y.source.isAbsent(q) else { return 0 }
    return x.source.bytes.extracting(p).firstDifference(from: y.source.bytes.extracting(q))
  }

  /// Whether a field differs because the same is said in another way.
  private mutating func isCovered(_ entry: NodeFields.Entry, shared: Int = 0) -> Bool {
    guard let encoding = sides.encoding else { return false }
    let name = (entry.path.parts.first?.name ?? "")[...]
    guard encoding.fields.contains(where: { name.isSame(as: $0) }) else { return false }
    if let known = sides.isEncodedOnly { return known }
    let isSame = encoding.isSame(
      sides.a, in: files.before, as: sides.b, in: files.after, shared: shared)
    sides.isEncodedOnly = isSame
    return isSame
  }

  /// Marks the text encoding of a frame as explained where the stored text differs as well: the change of
  /// the text is listed.
  ///
  /// Where the bytes of the text stayed another encoding garbles them, and is a change of its own.
  private func markEncodings(of pending: inout [Difference]) {
    guard let encoding = sides.encoding, sides.isEncodedOnly == false,
      encoding.texts(sides.a, files.before) != nil, encoding.texts(sides.b, files.after) != nil,
      let place = pending.firstIndex(where: { item in
        item.cause == nil && item.b != nil
          && item.a.map { sides.x.entries[$0].path == Self.encoding } ?? false
      }),
      pending.contains(where: { item in
        guard item.cause == nil, let p = item.a, item.b != nil else { return false }
        let path = sides.x.entries[p].path
        return path != Self.encoding && sides.x.entries[p].content != nil
          && encoding.fields.contains { $0.description == path.parts.first?.name }
      })
    else { return }
    pending[place].cause = .encoding("how another text is encoded")
    // Texts beside the one that changed were only stored anew.
    for index in pending.indices where pending[index].cause == nil && pending[index].items.isEmpty {
      guard let p = pending[index].a, let q = pending[index].b, sides.x.hasSameCharacters(p, as: sides.y, q) else { continue }
      pending[index].cause = .encoding(encoding.rule)
    }
  }

  /// Marks the fields that one side alone has although its bytes stand in both: they are read otherwise
  /// because of another field, which is listed.
  private func markLayout(of pending: inout [Difference]) {
    let deciding = pending.indices.filter { pending[$0].cause == nil && pending[$0].a != nil && pending[$0].b != nil }
    guard !deciding.isEmpty, let from = start(of: sides.a, files.before), let to = start(of: sides.b, files.after),
      files.before.ownPayload(of: sides.a).count == files.after.ownPayload(of: sides.b).count
    else { return }
    let (x, y) = (sides.x, sides.y)
    var isReread = false
    for index in pending.indices where pending[index].cause == nil {
      let isSame: Bool
      switch (pending[index].a, pending[index].b) {
      case (let place?, nil): isSame = Self.hasBytes(x.entries[place].extent, of: x, from: from, in: y, from: to)
      case (nil, let place?): isSame = Self.hasBytes(y.entries[place].extent, of: y, from: to, in: x, from: from)
      default: continue
      }
      guard isSame else { continue }
      pending[index].cause = .encoding("the same bytes, read otherwise")
      isReread = true
    }
    for place in deciding where isReread { pending[place].decidesLayout = true }
  }

  /// Where the fields of a node begin in their bytes; `nil` when they are not in its source.
  private func start(of node: NodeIndex, _ document: Document) -> Int? {
    document.fieldSource(of: node) == document.tree[node].source
      ? document.ownPayload(of: node).byteOffset : nil
  }

  private static func hasBytes(
    _ extent: Extent, of fields: NodeFields, from start: Int, in others: NodeFields, from otherStart: Int
  ) -> Bool {
    if extent.count == 0 { return true }
    let range = extent.byteOffset..<extent.byteEnd
    let (shift, isFar) = otherStart.subtractingReportingOverflow(start)
    let (lower, isLow) = range.lowerBound.addingReportingOverflow(shift)
    let (upper, isHigh) = range.upperBound.addingReportingOverflow(shift)
    guard !isFar, !isLow, !isHigh, range.lowerBound >= start, lower >= otherStart,
      upper <= others.source.byteCount, range.upperBound <= fields.source.byteCount
    else { return false }
    return fields.source.hasSameBytes(in: range, as: others.source, in: lower..<upper)
  }

  private static let encoding = FieldPath(parts: [FieldPath.Part(name: "encoding")])

  private func isArray(_ fields: NodeFields, _ place: Int) -> Bool {
    guard let program = fields.program, let table = fields.entries[place].table else {
      return false
    }
    return program.rows[fields.entries[place].row].isArray && table.count <= 32
  }

  // MARK: Tables

  private mutating func compareTables(_ place: Int, _ other: Int) -> [Difference] {
    let (entry, theirs) = (sides.x.entries[place], sides.y.entries[other])
    guard var p = entry.table, var q = theirs.table else { return [] }
    if p.rows != q.rows, sides.x.program === sides.y.program {
      // Which columns there are follows from fields that are compared themselves.
      (p, q) = (p.keeping(q.rows), q.keeping(p.rows))
      sides.x.entries[place].table = p
      sides.y.entries[other].table = q
    }
    let ends = p.sharedEnds(with: q)
    if isCovered(entry, shared: ends.head) {
      return [
        Difference(a: place, b: other, cause: sides.encoding.map { .encoding($0.rule) })
      ]
    }
    if Timescales.areSameTimes(p, q) {
      return [Difference(a: place, b: other, cause: .rescaled, count: p.count)]
    }
    let columns = columns(of: p, q, place, other)
    if p.count == q.count, isPlaces(of: p),
      let cause = FieldCauses(files, sides).itemCause(place, other)
    {
      return [Difference(a: place, b: other, cause: cause, count: p.count)]
    }
    let rows = TableComparison.compare(
      p, q, ends: ends, columns: columns, moved: files.moved, rowsShown: files.options.rowsShown)
    let name = zip(p.rows, columns).first { $0.1.bases != nil || $0.1.borders != nil }
      .flatMap { sides.x.program?.rows[$0.0].name }
    var result: [Difference] = []
    if rows.following > 0 {
      result.append(
        Difference(
          a: place, b: other, cause: .moved(isProved: rows.isProved), count: rows.following,
          shift: rows.shift, column: name))
    }
    for (number, count) in rows.derived.sorted(by: { $0.key < $1.key }) {
      result.append(Difference(a: place, b: other, cause: .column(number), count: count))
    }
    toleratedRows += rows.tolerated
    let counts = rows.counts
    let count = counts.changed + counts.added + counts.removed
    let isPlaces = columns.contains { $0.bases != nil }
    if count > 0, files.samples.areChunks(sides.a),
      files.samples.leadToSameSamples(sides.a, sides.b)
    {
      result.append(
        Difference(
          a: place, b: other,
          cause: isPlaces
            ? .moved(isProved: true) : .encoding("the same samples, in other chunks"),
          count: isPlaces ? count : 1, column: name))
    } else if count > 0 {
      result.append(Difference(a: place, b: other, rows: rows))
    }
    return result
  }

  /// Whether a table says where the parts of an item lie.
  private func isPlaces(of table: NodeFields.Table) -> Bool {
    guard let program = sides.x.program else { return false }
    return table.rows.contains {
      if case .fileOffset(.item) = program.rows[$0].meaning { true } else { false }
    }
  }

  /// What the rules say of the columns of two tables.
  private func columns(
    of p: NodeFields.Table, _ q: NodeFields.Table, _ place: Int, _ other: Int
  ) -> [TableComparison.Column] {
    guard let program = sides.x.program else { return [] }
    let name = sides.x.entries[place].name
    return p.rows.indices.map { index -> TableComparison.Column in
      var column = TableComparison.Column()
      let row = program.rows[p.rows[index]]
      if case .fileOffset(let base) = row.meaning {
        if case .item = base {
          if let (x, y) = FieldCauses(files, sides).itemPlaces(place, other), let from = x.base,
            let to = y.base
          {
            column.bases = (from, to)
          }
        } else if let from = files.rules.base(base, sides.a, files.before),
          let to = files.rules.base(base, sides.b, files.after)
        {
          column.bases = (from, to)
        }
      }
      let path = name.field(row.name.description)
      if case .bytes = row.meaning, let chain = files.rules.chain,
        let from = chain(path.description, sides.a, files.before),
        let to = chain(path.description, sides.b, files.after)
      {
        column.borders = (
          Self.borders(p.columns[index], from),
          Self.borders(q.columns.indices.contains(index) ? q.columns[index] : p.columns[index], to)
        )
      }
      let type = files.before.tree[sides.a].type
      if let number = files.rules.columns.firstIndex(where: {
        $0.type == type && path.description == $0.field.description
      }), let old = files.rules.columns[number].recompute(sides.a, files.before),
        let new = files.rules.columns[number].recompute(sides.b, files.after)
      {
        column.derived = (old, new, files.rules.columns[number].tolerance)
        column.rule = number
      }
      if let tolerance = files.options.tolerance {
        var change = Change(.changed, sides.a, sides.b)
        change.field = path
        column.tolerance = tolerance(change)
        column.scales = (p.scales[index], q.scales.indices.contains(index) ? q.scales[index] : 0)
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

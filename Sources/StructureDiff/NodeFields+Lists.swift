internal import ByteReading
internal import Structure

extension NodeFields {
  /// Items of a list that only one side has.
  struct Leftover {
    /// The list, among the entries of this side.
    let list: Int
    /// The item, from 0.
    let item: Int
    let entries: Range<Int>
  }

  /// Values of one row that stands for several, in both nodes, and which belong together.
  struct ValueList {
    let mine: [Int]
    let others: [Int]
    /// By the place among mine the place among the others.
    let partners: [Int: Int]
  }

  /// The values of rows that stand for several, by content: one that is new or gone shifts those behind it.
  func valueLists(with other: NodeFields) -> [ValueList] {
    guard !repeated.isEmpty || !other.repeated.isEmpty else { return [] }
    let names = Set(repeated.filter { isValue($0.value) }.keys)
      .union(other.repeated.filter { other.isValue($0.value) }.keys)
    return names.sorted { $0.description < $1.description }.compactMap { name in
      guard let mine = values(called: name), let others = other.values(called: name) else { return nil }
      let keys = mine.map { contentKey($0..<$0 + 1) }
      let otherKeys = others.map { other.contentKey($0..<$0 + 1) }
      if keys == otherKeys { return nil }
      return ValueList(
        mine: mine, others: others,
        partners: Self.partners(mine.count, others.count, Self.shared(keys, otherKeys)))
    }
  }

  private func values(called name: FieldPath) -> [Int]? {
    let places = repeated[name] ?? entries.firstIndex { $0.path == name }.map { [$0] } ?? []
    return isValue(places) ? places : nil
  }

  /// Whether fields are those of a row that stands for several values.
  private func isValue(_ places: [Int]) -> Bool {
    guard let program, let first = places.first, entries[first].row < program.rows.count,
      case .string(_, .values) = program.rows[entries[first].row].kind
    else { return false }
    return true
  }

  /// Gives the items of each list the numbers of those of `other` that they belong with: by what
  /// identifies them, then by content, then by position.
  ///
  /// - Parameter references: What identifies them in the other, where that is another number.
  /// - Returns: The items that only one side has; their fields are left out of both.
  mutating func align(
    with other: inout NodeFields, _ references: Renumbering.References? = nil
  ) -> (mine: [Leftover], others: [Leftover]) {
    var mine: [Leftover] = []
    var others: [Leftover] = []
    // Where the lists of the other are, by the paths that they have at the time.
    var places: [FieldPath: Int] = [:]
    for place in other.entries.indices where other.entries[place].items != nil { places[other.entries[place].path] = place }
    // A list stands behind its items: outer lists come after inner ones, and are aligned first.
    for list in entries.indices.reversed() {
      guard let items = entries[list].items, let place = places[entries[list].path],
        let theirs = other.entries[place].items
      else { continue }
      let a = items.indices.dropLast().map { items[$0]..<items[$0 + 1] }
      let b = theirs.indices.dropLast().map { theirs[$0]..<theirs[$0 + 1] }
      let keysA = a.map { contentKey($0) }
      let keysB = b.map { other.contentKey($0) }
      guard keysA != keysB || references != nil else { continue }
      var partners = pairs(a, b, of: other, keys: keysA, otherKeys: keysB, references)
      let taken = Set(partners.values)
      for item in a.indices where partners[item] == nil {
        mine.append(Leftover(list: list, item: item, entries: a[item]))
      }
      for item in b.indices where !taken.contains(item) {
        others.append(Leftover(list: place, item: item, entries: b[item]))
        partners[a.count + item] = item
      }
      let path = other.entries[place].path
      var moved: [Int] = []
      for (item, partner) in partners where item != partner {
        for entry in b[partner] {
          if other.entries[entry].items != nil {
            if places[other.entries[entry].path] == entry { places[other.entries[entry].path] = nil }
            moved.append(entry)
          }
          other.renumber(entry, inItemOf: path, as: item + 1)
        }
      }
      for entry in moved { places[other.entries[entry].path] = max(places[other.entries[entry].path] ?? entry, entry) }
    }
    return (mine, others)
  }

  /// Gives the entry at `place` the number of another item of the list at `path` to be compared by.
  private mutating func renumber(_ place: Int, inItemOf path: FieldPath, as number: Int) {
    guard let part = path.parts.indices.last, let index = path.parts.last?.indexes.count,
      part < entries[place].path.parts.count, index < entries[place].path.parts[part].indexes.count
    else { return }
    if entries[place].shown == nil { entries[place].shown = entries[place].path }
    entries[place].path.parts[part].indexes[index] = .one(number)
  }

  /// A number that items of the same content share.
  private func contentKey(_ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ number: UInt64) { hash = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15 ^ hash &>> 31 }
    let bytes = source.bytes
    func add(_ extent: Extent) {
      // Bytes that a snapshot knows by digests are not there to be read.
      if source.parts != nil, extent.byteEnd <= source.byteCount {
        return add(source.mixed(extent.byteOffset..<max(extent.byteOffset, extent.byteEnd), into: hash))
      }
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

  /// What distinguishes an item; `nil` when its table does not say.
  private func identityKey(_ range: Range<Int>, _ references: Renumbering.References? = nil) -> UInt64? {
    guard let program else { return nil }
    var key: UInt64?
    for entry in entries[range] where entry.table == nil && entry.row < program.rows.count {
      let row = program.rows[entry.row]
      guard row.traits.contains(.identity) else { continue }
      let number = references.map { $0.contains(row) ? $0.identity(entry.raw) : entry.raw } ?? entry.raw
      key = ((key ?? 7) ^ number) &* 0x9E37_79B9_7F4A_7C15
    }
    return key
  }

  /// The runs of keys that both lists have. Of several that are equally long the same are taken whichever
  /// of the lists comes first: of two files and of the same two swapped the same is said, the other way round.
  private static func shared(_ a: [UInt64], _ b: [UInt64]) -> [SharedRun] {
    let isSwapped = b.lexicographicallyPrecedes(a)
    let (first, second) = isSwapped ? (b, a) : (a, b)
    let runs =
      Sequences.shared(first.count, second.count, limit: 512) { first[$0] == second[$1] } ?? []
    guard isSwapped else { return runs }
    return runs.map { SharedRun(before: $0.after, after: $0.before, count: $0.count) }
  }

  /// The items of the two lists that belong together.
  private func pairs(
    _ a: [Range<Int>], _ b: [Range<Int>], of other: NodeFields, keys keysA: [UInt64],
    otherKeys keysB: [UInt64], _ references: Renumbering.References?
  ) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var places: [UInt64: [Int]] = [:]
    let identities = b.map { other.identityKey($0) }
    for (item, key) in identities.enumerated().reversed() {
      if let key { places[key, default: []].append(item) }
    }
    if !places.isEmpty {
      for (item, range) in a.enumerated() {
        guard let key = identityKey(range, references), let place = places[key]?.popLast() else { continue }
        partners[item] = place
      }
      return partners
    }
    return Self.partners(a.count, b.count, Self.shared(keysA, keysB))
  }

  /// What belongs together of two lists with runs that both have: these, and between two of them what has as
  /// many before it.
  private static func partners(_ count: Int, _ otherCount: Int, _ runs: [SharedRun]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var before = 0
    var after = 0
    for run in runs + [SharedRun(before: count, after: otherCount, count: 0)] {
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

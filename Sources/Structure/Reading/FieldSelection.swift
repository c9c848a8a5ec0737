import ByteReading

/// Lets through what a field path means, and no other field.
///
/// A name stands for a field, a group or a table of the level that the path has reached; a path of a
/// single name also finds a field at any depth.
public struct FieldSelection<Sink: FieldSink & ~Copyable>: FieldSink, ~Copyable {
  private var sink: Sink
  private let path: FieldPath
  private let names: [FoldedName]
  /// For each open group, how many names of the path are behind it; all of them when it lies inside
  /// what was selected.
  private var reached: [Int] = []
  /// How often the next name occurred at each open level.
  private var occurrences: [Int] = [0]
  /// For each open group, which index of the path counts its items, when it is a list that the path goes
  /// through.
  private var itemIndexes: [Int?] = []
  /// Whether anything was let through.
  public private(set) var hasMatched = false

  /// A sink that passes on what a path means.
  ///
  /// - Parameters:
  ///   - path: The field, or the rows of it, that are passed on.
  ///   - sink: The sink that they are passed to; ``finish()`` gives it back.
  public init(_ path: FieldPath, sink: consuming Sink) {
    self.path = path
    self.sink = sink
    names = path.parts.map { FoldedName($0.name) }
  }

  /// Gives back the sink that fields were passed to.
  ///
  /// - Returns: The sink that the selection was made with.
  public consuming func finish() -> Sink { sink }

  /// Lists are counted: a path may ask for their last item.
  public var countsLists: Bool { true }

  private var depth: Int { reached.last ?? 0 }
  private var isInside: Bool { depth == names.count }

  private func isNext(_ name: StaticString) -> Bool {
    depth < names.count && name.isFolded(to: names[depth])
  }

  /// Whether a field that is not an item of a list is the one with the index that the path gives.
  private mutating func isWantedOccurrence(_ part: FieldPath.Part) -> Bool {
    occurrences[occurrences.count - 1] += 1
    guard let index = part.indexes.first else { return true }
    switch index {
    case .one(let number): return occurrences[occurrences.count - 1] == number
    case .range(let first, let last):
      return (first...last).contains(occurrences[occurrences.count - 1])
    case .all: return true
    case .last: return false
    }
  }

  /// Passes a field on when the path means it, or a group around it.
  ///
  /// - Parameter field: The field that was read.
  public mutating func field(_ field: borrowing FieldReading) {
    if isInside {
      sink.field(field)
      return
    }
    let isMeant =
      names.count == 1 ? field.name.isFolded(to: names[0]) : depth == names.count - 1 && isNext(field.name)
    guard isMeant else { return }
    if isWantedOccurrence(path.parts[names.count - 1]) {
      hasMatched = true
      sink.field(field)
    }
  }

  /// Passes a group on when the path means it or a group around it, and enters it when the path may
  /// mean one of its fields.
  ///
  /// - Parameter group: The group that begins.
  public mutating func begin(_ group: borrowing GroupReading) {
    if isInside {
      reached.append(names.count)
      occurrences.append(0)
      itemIndexes.append(nil)
      sink.begin(group)
      return
    }
    var now = depth
    var itemIndex: Int?
    switch group.kind {
    case .group:
      if isNext(group.name), isWantedOccurrence(path.parts[depth]) { now += 1 }
    case .list:
      // The name is behind it only together with an index, or when all items are meant.
      if isNext(group.name) {
        let part = path.parts[depth]
        switch part.indexes.count {
        case 0: now += 1
        case 1: itemIndex = 0
        // Of two indexes the first says which of the lists that are called so.
        default: itemIndex = isWantedOccurrence(part) ? 1 : nil
        }
      }
    case .item:
      if isNext(group.name), let place = itemIndexes.last ?? nil,
        path.parts[depth].indexes[place].rows(of: max(group.count, group.index + 1))
          .contains(group.index)
      {
        now += 1
      }
    }
    reached.append(now)
    occurrences.append(0)
    itemIndexes.append(itemIndex)
    if now == names.count {
      hasMatched = true
      sink.begin(group)
    }
  }

  /// Leaves a group, and passes its end on when its beginning was passed on.
  ///
  /// - Parameter group: The group that ends.
  public mutating func end(_ group: borrowing GroupReading) {
    let was = reached.popLast() ?? 0
    _ = occurrences.popLast()
    _ = itemIndexes.popLast()
    if was == names.count { sink.end(group) }
  }

  /// Passes a table on: whole when the path means it or a group around it, else the rows and the
  /// column that the path means.
  ///
  /// - Parameter table: The table that was read.
  public mutating func table(_ table: borrowing TableReading) {
    if isInside {
      sink.table(table)
      return
    }
    let isAlone = names.count == 1 && table.name.isFolded(to: names[0])
    if isAlone || isNext(table.name) {
      let part = path.parts[isAlone ? 0 : depth]
      // Of two indexes the first says which of those that are called so.
      let isWanted = isWantedOccurrence(part)
      let isCounted = part.indexes.count > 1
      if isCounted, !isWanted { return }
      let index = isCounted ? part.indexes[1] : part.indexes.first
      let rows = index?.rows(of: table.count) ?? 0..<table.count
      let inner = isAlone ? 1 : depth + 1
      if inner == names.count {
        hasMatched = !rows.isEmpty || table.count == 0 || hasMatched
        sink.table(table.narrowed(to: rows, column: nil))
      } else if let column = table.column(at: path.parts[inner...]) {
        hasMatched = hasMatched || !rows.isEmpty
        sink.table(table.narrowed(to: rows, column: column))
      }
      return
    }
    // The name of a column alone.
    if names.count == 1, let column = table.column(named: names[0].text) {
      let rows = path.parts[0].indexes.first?.rows(of: table.count) ?? 0..<table.count
      hasMatched = hasMatched || !rows.isEmpty
      sink.table(table.narrowed(to: rows, column: column))
    }
  }

  /// Passes on which source the fields lie in.
  ///
  /// - Parameter source: The number of the source.
  public mutating func begin(source: UInt16) { sink.begin(source: source) }

  /// Passes a fault on.
  ///
  /// - Parameter fault: What is wrong.
  public mutating func note(_ fault: Fault) { sink.note(fault) }

  /// Whether an item is read: each, until the path means the list; then those that the sink wants.
  ///
  /// - Parameters:
  ///   - index: The position of the item, from 0.
  ///   - count: The number of items.
  /// - Returns: Whether the item is passed.
  public mutating func wants(item index: Int, of count: Int) -> Bool {
    isInside ? sink.wants(item: index, of: count) : true
  }
}

extension TableReading {
  /// The rows in `rows`, and of their columns one or all.
  ///
  /// - Parameters:
  ///   - rows: The rows, from 0, of those that are present.
  ///   - column: The column, from 0; `nil` for all.
  /// - Returns: A table of fewer rows, whose first one knows its position in the whole table.
  @_lifetime(copy self)
  public func narrowed(to rows: Range<Int>, column: Int?) -> TableReading {
    TableReading(
      program: program, row: row,
      extent: Extent(
        start: extent.start &+ rows.lowerBound &* stride, count: rows.count &* stride),
      declared: rows.count, count: rows.count, stride: stride,
      columns: column.map { [columns[$0]] } ?? columns,
      firstIndex: firstIndex &+ rows.lowerBound, depth: depth, bytes: bytes)
  }
}

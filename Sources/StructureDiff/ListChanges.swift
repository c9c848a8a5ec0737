internal import Structure

/// Puts changes of many items of one list together.
struct ListChanges {
  private let sides: FieldComparison.Sides
  private let rowsShown: Int

  init(_ sides: FieldComparison.Sides, rowsShown: Int) {
    self.sides = sides
    self.rowsShown = rowsShown
  }

  /// Items of a list that are reported field by field.
  private static let itemsApart = 3

  /// The changes, those of a list as one when more items of it changed.
  func collapsed(_ found: [Change]) -> [Change] {
    var lists: [FieldPath: [(item: Int, change: Int)]] = [:]
    var order: [FieldPath] = []
    for (index, change) in found.enumerated() where change.cause == nil {
      guard let item = change.field.firstItem,
        item.list.parts.count < change.field.parts.count
      else { continue }
      if lists[item.list] == nil { order.append(item.list) }
      lists[item.list, default: []].append((item.number, index))
    }
    var found = found
    var gone: Set<Int> = []
    for list in order.sorted(by: { $0.description < $1.description }) {
      let parts = lists[list] ?? []
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
      let other = found.indices.first {
        found[$0].kind == .rows && found[$0].field == list && found[$0].cause == nil
      }
      if let other {
        change = found[other]
        gone.insert(other)
      }
      change.isVolatile = parts.allSatisfy { found[$0.change].isVolatile }
      change.rowCounts.changed = items.count
      var rows: [Change.RowChange] = []
      for item in items.prefix(rowsShown) {
        func text(_ value: (Change) -> String) -> String {
          item.changes.prefix(FieldChanges.itemFields).map { index in
            let text = value(found[index])
            return "\(found[index].field.last) \(text.isEmpty ? "—" : text)"
          }.joined(separator: "  ")
        }
        rows.append(
          Change.RowChange(
            before: item.item - 1, after: item.item - 1, old: text { $0.old }, new: text { $0.new })
        )
      }
      change.rows = Array((rows + change.rows).prefix(rowsShown))
      for part in parts { gone.insert(part.change) }
      found.append(change)
    }
    return found.indices.filter { !gone.contains($0) }.map { found[$0] }
  }
}

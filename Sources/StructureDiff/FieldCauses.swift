internal import ByteReading
import MediaFacts
internal import Structure

/// Says what a field that differs follows from: bytes that moved, things that are counted, another
/// version of the same fields.
struct FieldCauses {
  private let files: ComparedFiles
  private let sides: FieldComparison.Sides
  private let counted: (before: CountedFields, after: CountedFields)

  init(_ files: ComparedFiles, _ sides: FieldComparison.Sides) {
    self.files = files
    self.sides = sides
    counted = (CountedFields(sides.x, files.before.work), CountedFields(sides.y, files.after.work))
  }

  /// Why a field that has a number differs; `nil` when nothing explains it.
  ///
  /// - Parameter decidesLayout: Whether what it measures or counts are the same bytes, read otherwise because of it.
  func cause(_ p: Int, _ q: Int, decidesLayout: Bool) -> Cause? {
    let (x, y) = (sides.x, sides.y)
    let row = x.entries[p].row
    guard let program = x.program, row < program.rows.count else { return nil }
    if case .fileOffset(let base) = program.rows[row].meaning {
      if case .item = base { return itemCause(p, q) }
      if let from = files.rules.base(base, sides.a, files.before),
        let to = files.rules.base(base, sides.b, files.after),
        let place = files.moved.place(of: from &+ x.entries[p].raw),
        place.offset == to &+ y.entries[q].raw
      {
        return .moved(isProved: place.isProved)
      }
      return files.samples.leadToSameSamples(sides.a, sides.b) ? .moved(isProved: true) : nil
    }
    if x.entries[p].path == FieldPath(parts: [FieldPath.Part(name: "version")]),
      isOtherVersion(p, q)
    {
      return .encoding("the same values in the fields of another version")
    }
    if decidesLayout { return nil }
    // The size of a descriptor, whose parts are compared.
    let outer = program.enclosing[row]
    if outer >= 0, row == outer + 2, case .descriptor = program.rows[outer].kind,
      !x.hasFaults, !y.hasFaults
    {
      return .size
    }
    if measures(row, program), !x.hasFaults, !y.hasFaults { return .size }
    guard let old = counted.before.count(for: p), let new = counted.after.count(for: q), old != new,
      UInt64(old) == x.entries[p].raw, UInt64(new) == y.entries[q].raw
    else { return nil }
    return .count
  }

  /// Whether a row says how long a part behind it is, whose fields are compared.
  private func measures(_ row: Int, _ program: Program) -> Bool {
    program.rows.indices.contains { part in
      guard program.enclosing[part] == program.enclosing[row],
        case .within(.field(let counter, times: 1, plus: 0), _, _) = program.rows[part].kind
      else { return false }
      return counter.isSame(as: program.rows[row].name)
    }
  }

  /// Whether the version is another one that has the same fields, whose values are compared each.
  private func isOtherVersion(_ p: Int, _ q: Int) -> Bool {
    let (x, y) = (sides.x, sides.y)
    guard let versions = x.program?.syntax.versions, x.program === y.program,
      let old = UInt8(exactly: x.entries[p].raw), let new = UInt8(exactly: y.entries[q].raw),
      versions.contains(old), versions.contains(new), !x.hasFaults, !y.hasFaults
    else { return false }
    return x.entries.map(\.path) == y.entries.map(\.path)
      && !x.entries.contains(where: \.isGap)
  }

  /// The places of the items of both sides, for the item that an entry belongs to.
  func itemPlaces(_ p: Int, _ q: Int) -> (ItemPlace, ItemPlace)? {
    guard let places = files.rules.items,
      let i = sides.x.entries[p].name.firstItem?.number,
      let j = sides.y.entries[q].name.firstItem?.number, i > 0, j > 0
    else { return nil }
    let (x, y) = files.places(sides.a, sides.b, by: places)
    guard i <= x.count, j <= y.count else { return nil }
    return (x[i - 1], y[j - 1])
  }

  /// Where an item lies follows when all its parts are the bytes that they were.
  func itemCause(_ p: Int, _ q: Int) -> Cause? {
    guard let (x, y) = itemPlaces(p, q), let from = x.base, let to = y.base,
      x.offsets.count == y.offsets.count, x.counts == y.counts
    else { return nil }
    var isProved = true
    let (file, other) = (files.before.tree.file, files.after.tree.file)
    for (part, count) in x.counts.enumerated() {
      let (start, place) = (from &+ x.offsets[part], to &+ y.offsets[part])
      if let moved = files.moved.place(of: start), moved.offset == place {
        isProved = isProved && moved.isProved
        continue
      }
      let (end, isPast) = start.addingReportingOverflow(count)
      let (otherEnd, isOtherPast) = place.addingReportingOverflow(count)
      guard !isPast, !isOtherPast, end <= UInt64(file.byteCount), otherEnd <= UInt64(other.byteCount),
        file.comparison(of: Int(start)..<Int(end), with: other, Int(place)..<Int(otherEnd)) == true
      else { return nil }
    }
    return .moved(isProved: isProved)
  }
}

/// What fields of a node count: how many rows, items or bytes are there, by the name of the counter and what it stands
/// in.
///
/// It is made when it is first asked for; a list may have tens of thousands of counters.
private final class CountedFields {
  private struct Key: Hashable {
    let scope: ArraySlice<FieldPath.Part>
    let counter: String
  }

  private let fields: NodeFields
  private let work: Work
  private lazy var counts = find()

  init(_ fields: NodeFields, _ work: Work) { (self.fields, self.work) = (fields, work) }

  /// How many there are of what the field at `place` counts; `nil` for one that counts nothing.
  ///
  /// - Complexity: O(1), and O(*n*) in the fields the first time.
  func count(for place: Int) -> Int? {
    guard let program = fields.program, !counts.isEmpty else { return nil }
    let entry = fields.entries[place]
    return counts[Key(scope: entry.path.parts.dropLast(), counter: program.rows[entry.row].name.description)]
  }

  private func find() -> [Key: Int] {
    guard let program = fields.program else { return [:] }
    work.charge(fields.entries.count)
    var found: [Key: Int] = [:]
    for entry in fields.entries where entry.row < program.rows.count {
      let quantity: Quantity
      switch program.rows[entry.row].kind {
      case .table(let count, _), .list(let count, _), .array(let count, _), .bytes(let count):
        quantity = count
      case .string(_, .bytes(let count)): quantity = count
      default: continue
      }
      guard case .field(let counter, 1, 0) = quantity,
        let count = entry.table?.count ?? entry.items.map({ $0.count - 1 }) ?? entry.content?.byteCount
      else { continue }
      let key = Key(scope: entry.path.parts.dropLast(), counter: counter.description)
      if found[key] == nil { found[key] = count }
    }
    return found
  }
}

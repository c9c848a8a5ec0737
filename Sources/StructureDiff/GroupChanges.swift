internal import ByteReading
internal import Structure

/// Puts the fields of a group together that only one of two nodes has, with none of its fields on the other
/// side: the group came or went as a whole.
struct GroupChanges {
  private let sides: FieldComparison.Sides

  init(_ sides: FieldComparison.Sides) { self.sides = sides }

  /// Fields of a group that are listed one by one.
  private static let fieldsApart = 2
  /// Fields whose values stand for the group.
  private static let fieldsShown = 3

  /// The changes, those of a group that came or went as one.
  func collapsed(_ found: [Change]) -> [Change] {
    var old: Set<FieldPath>?
    var new: Set<FieldPath>?
    var groups: [FieldPath: [Int]] = [:]
    var order: [FieldPath] = []
    for (index, change) in found.enumerated() {
      guard change.kind == .changed, change.cause == nil, change.field.parts.count > 1,
        change.old.isEmpty != change.new.isEmpty
      else { continue }
      let others: Set<FieldPath>
      if change.old.isEmpty {
        others = old ?? Self.prefixes(of: sides.x)
        old = others
      } else {
        others = new ?? Self.prefixes(of: sides.y)
        new = others
      }
      guard let group = Self.group(of: change.field, missingIn: others) else { continue }
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(index)
    }
    var result = found
    var gone: Set<Int> = []
    for group in order {
      guard let places = groups[group], places.count > Self.fieldsApart, let first = places.first
      else { continue }
      var change = found[first]
      change.field = group
      change.numbers = nil
      change.isMoment = false
      change.isVolatile = places.allSatisfy { found[$0].isVolatile }
      change.count = places.count
      let text = Self.text(places.map { found[$0] })
      if change.old.isEmpty { change.new = text } else { change.old = text }
      result[first] = change
      gone.formUnion(places.dropFirst())
    }
    return result.indices.filter { !gone.contains($0) }.map { result[$0] }
  }

  /// What the fields of one side stand in.
  private static func prefixes(of fields: NodeFields) -> Set<FieldPath> {
    var found: Set<FieldPath> = []
    for entry in fields.entries {
      var path = entry.name.outer
      while !path.isEmpty, found.insert(path).inserted { path = path.outer }
    }
    return found
  }

  /// The outermost group around a field that the other side has not.
  private static func group(of field: FieldPath, missingIn others: Set<FieldPath>) -> FieldPath? {
    for count in 1..<field.parts.count {
      let group = FieldPath(parts: Array(field.parts.prefix(count)))
      if !others.contains(group) { return group }
    }
    return nil
  }

  /// `46 fields: syncword 0x7ff  ID 2 (MPEG-2)  layer 1 (Layer III)  …`
  private static func text(_ changes: [Change]) -> String {
    let shown = changes.prefix(fieldsShown).map {
      "\($0.field.last) \($0.old.isEmpty ? $0.new : $0.old)"
    }
    return "\(changes.count) fields: " + shown.joined(separator: "  ")
      + (changes.count > shown.count ? "  …" : "")
  }
}

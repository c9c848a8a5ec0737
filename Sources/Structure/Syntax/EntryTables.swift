import ByteReading

/// The tables that rows of others refer to, see ``Syntax/Entry``.
struct EntryTables: Sendable {
  /// Families of entries and descriptors.
  var families: [[Syntax]] = []
  /// The one that a code chose.
  var chosen: Syntax?

  /// The rows that are read where `row` is written; `nil` when it refers to no table that is known.
  func rows(for row: Row) -> [Row]? {
    switch row.kind {
    case .entry(let field):
      guard let chosen else { return nil }
      let code = UInt64(FourCC(stringLiteral: chosen.code).rawValue)
      return [
        Row(
          name: "", kind: .when(chosen.rows), condition: .all([.equal(field, code), .remaining(1)]))
      ]
    case .named(let name):
      var rows: [Row] = []
      for family in families {
        for index in family.indices where family[index].code.isSame(as: name) {
          guard case .descriptor(let tag, let condition)? = family[index].entry else { continue }
          let row = Row(
            name: name, kind: .descriptor(tag...tag, family[index].rows),
            condition: .next(8, UInt64(tag), offset: 0))
          rows.append(
            condition == nil ? row : Row(name: "", kind: .when({ [row] }), condition: condition))
        }
      }
      return rows.isEmpty ? nil : rows
    default: return nil
    }
  }
}

extension Row {
  /// Whether the rows of other tables stand for it.
  var refersToTables: Bool {
    switch kind {
    case .entry, .named: true
    default: false
    }
  }
}

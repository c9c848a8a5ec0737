/// A piece of a summary template, looked up once when the table is lowered.
enum SummaryPart: Sendable {
  case text(String)
  /// The value of the field with this slot.
  case value(UInt16)
  /// The number of rows of the table or list with this slot.
  case count(UInt16)
  /// Text for a field with this slot that is not zero.
  case word(UInt16, String)

  /// Takes a template apart: `{name}`, `{name|count}`, `{name?text}`, and text between them.
  ///
  /// - Precondition: The template is ours; a name that no row has ends the program, and a test lowers
  ///   every table.
  static func parts(
    of template: StaticString, in table: StaticString, slot: (Substring) -> UInt16?
  ) -> [SummaryPart] {
    var parts: [SummaryPart] = []
    var rest = template.description[...]
    func number(_ name: Substring) -> UInt16 {
      guard let slot = slot(name) else {
        preconditionFailure("\(table): its summary names '\(name)', which no row is called")
      }
      return slot
    }
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let field = rest[rest.index(after: open)..<close]
      if let bar = field.firstIndex(of: "|") {
        parts.append(.count(number(field[..<bar])))
      } else if let mark = field.firstIndex(of: "?") {
        parts.append(
          .word(number(field[..<mark]), String(field[field.index(after: mark)...])))
      } else {
        parts.append(.value(number(field)))
      }
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }
}

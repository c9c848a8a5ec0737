package import ByteReading
package import Structure

/// Prints the catalogue: which types there are, and how one of them is laid out.
///
/// Everything comes from the tables that files are read by.
package struct CatalogueRenderer: ~Copyable {
  private let catalogue: Catalogue
  private let options: RenderOptions
  private var page: Page
  /// The columns that prose may have.
  private let width: Int
  /// Tables of other pages, and those that the last table named.
  private var described: [DescribedTable] = []
  private var named: [DescribedTable] = []
  /// Asked for by the first brand.
  private lazy var brandFields = catalogue.brandFields

  package init(_ catalogue: Catalogue, _ options: RenderOptions, output: consuming ByteWriter) {
    self.catalogue = catalogue
    self.options = options
    page = Page(options, output: output)
    width = max(40, options.width ?? 100)
  }

  /// Gives back where it wrote to.
  package consuming func finish() -> ByteWriter { page.output }

  // MARK: All types

  /// A line for each entry: type, title, clause, and what it stands in.
  package mutating func list(_ entries: [CatalogueEntry]) {
    var type = 4
    var title = 20
    var clause = 12
    for entry in entries {
      type = max(type, min(Self.shown(entry.key).count, options.width == nil ? 37 : 12))
      title = max(title, columns(of: entry.title) + Self.note(entry).count)
      clause = max(clause, columns(of: entry.clause))
    }
    // On a narrow screen each column gives something.
    let room = options.width ?? 160
    title = min(title, max(24, (room - type) * 4 / 10), 52)
    clause = min(clause, max(16, (room - type) * 3 / 10), 40)
    headings(type: type, title: title, clause: clause)
    for entry in entries {
      let parents = entry.parents.listedTypes.map(Self.shown).joined(separator: " ")
      let handlers = entry.handlers.listedTypes.joined(separator: " ")
      page.put(.strong, limit: type) { $0.put(Self.shown(entry.key)) }
      page.pad(to: type + 2)
      let note = Self.note(entry)
      page.put(limit: max(4, title - note.count)) { $0.put(entry.title) }
      page.put(own: note, .faint)
      page.pad(to: type + 2 + title + 2)
      page.put(limit: clause) { $0.put(entry.clause) }
      page.pad(to: type + 2 + title + 2 + clause + 2)
      page.put(own: parents.isEmpty && entry.table != nil ? "anywhere" : parents)
      if !handlers.isEmpty { page.put(own: ", of \(handlers)", .faint) }
      page.end()
      if page.output.hasFailed { return }
    }
  }

  /// The headings of the columns, whose widths these are; the last is as wide as it has to be.
  private mutating func headings(type: Int, title: Int, clause: Int) {
    page.put("type", .faint)
    page.pad(to: type + 2)
    page.put("title", .faint)
    page.pad(to: type + 2 + title + 2)
    page.put("specified in", .faint)
    page.pad(to: type + 2 + title + 2 + clause + 2)
    page.put("stands in", .faint)
    page.end()
  }

  /// What is said behind a title.
  private static func note(_ entry: CatalogueEntry) -> String {
    if entry.kind == .brand { return " (brand)" }
    return switch entry.form {
    case .described: ""
    case .bytes: " (bytes)"
    case .named: " (name only)"
    }
  }

  /// How many entries there are, of which kinds.
  package mutating func summary(of entries: [CatalogueEntry]) {
    var counts = [0, 0, 0]
    let brands = entries.count { $0.kind == .brand }
    for entry in entries where entry.kind != .brand {
      switch entry.form {
      case .described: counts[0] += 1
      case .bytes: counts[1] += 1
      case .named: counts[2] += 1
      }
    }
    page.put {
      $0.put(grouped: entries.count)
      $0.put(entries.count == 1 ? " entry: " : " entries: ")
      $0.put(grouped: counts[0])
      $0.put(" described, ")
      $0.put(grouped: counts[1])
      $0.put(" as bytes, ")
      $0.put(grouped: counts[2])
      $0.put(" by name only")
      if brands > 0 {
        $0.put(", ")
        $0.put(grouped: brands)
        $0.put(brands == 1 ? " brand" : " brands")
      }
    }
    page.end()
  }

  // MARK: One type

  /// The type at `entry` and the table that describes it.
  package mutating func render(_ entry: CatalogueEntry, isFirst: Bool) {
    if !isFirst { page.end() }
    heading(entry)
    for fact in facts(of: entry) { paragraph(fact, indent: 2) }
    guard let number = entry.table, let text = SyntaxText(number, of: catalogue) else { return }
    let (rows, named) = DescribedTable.named(text.rows, of: number, described)
    self.named = named
    if !rows.isEmpty {
      page.end()
      self.rows(rows)
    }
    var types = catalogue.entries(in: number).flatMap { catalogue.entries(of: $0) }
    if entry.type.rawValue == 0 { types += catalogue.entries(of: number).dropFirst() }
    guard !types.isEmpty else { return }
    page.end()
    for type in types.sorted(by: { $0.key < $1.key }) {
      page.space(2)
      page.put(own: Self.shown(type.key), .strong)
      page.pad(to: 10)
      wrapped(type.title, at: 10, ink: .plain)
    }
  }

  /// The type, what it is called, and where it is specified.
  private mutating func heading(_ entry: CatalogueEntry) {
    page.put(own: Self.shown(entry.key), .strong)
    page.space(2)
    page.put(own: entry.title, .strong)
    guard !entry.clause.isEmpty else { return page.end() }
    let start = max(page.columns + 2, min(width, 100) - columns(of: entry.clause))
    if start + columns(of: entry.clause) <= width {
      page.pad(to: start)
      page.put(own: entry.clause, .faint)
      page.end()
    } else {
      page.end()
      page.space(2)
      page.put(own: entry.clause, .faint)
      page.end()
    }
  }

  // MARK: Pages

  /// Writes the tables in `range` as a page of documentation in Markdown, in the order of the tables;
  /// those with the same rows together.
  ///
  /// - Complexity: O(*n*²) in the number of tables.
  ///
  /// - Parameter families: Families with a page of their own: a table of theirs whose rows stand in a row here is named,
  ///   and not printed once more.
  package mutating func putPage(
    _ title: String, of range: Range<Int>, besides families: [(name: String, tables: Range<Int>)] = []
  ) {
    described = families.flatMap { family in
      family.tables.compactMap { DescribedTable($0, of: catalogue, page: family.name) }
    }
    .sorted { $0.rows.count > $1.rows.count }
    page.output.put("# \(title)\n\n")
    page.output.put("Printed from the tables that files are read by; a test keeps it so.\n")
    var texts: [(entry: CatalogueEntry, rows: [RowText])] = []
    for number in range {
      guard let entry = catalogue.entries(of: number).first,
        let text = SyntaxText(number, of: catalogue)
      else { continue }
      texts.append((entry, text.rows))
    }
    var isDone = Array(repeating: false, count: texts.count)
    for (place, text) in texts.enumerated() where !isDone[place] {
      let same = texts.indices.filter {
        $0 >= place && !isDone[$0] && texts[$0].rows == text.rows
          && texts[$0].entry.parents == text.entry.parents
          && texts[$0].entry.handlers == text.entry.handlers
      }
      for index in same { isDone[index] = true }
      let names = same.map { texts[$0].entry.key == "*" ? "Any type" : "`\(texts[$0].entry.key)`" }
      page.output.put("\n## \(names.prefix(6).joined(separator: ", "))")
      page.output.put(same.count > 6 ? " and \(same.count - 6) others\n\n" : "\n\n")
      page.output.put("```text\n")
      for index in same.dropLast() { heading(texts[index].entry) }
      if let last = same.last { render(texts[last].entry, isFirst: true) }
      page.output.put("```\n")
      guard !named.isEmpty else { continue }
      let links = named.map { "`\($0.key)` in <doc:\($0.page)>" }
      page.output.put("\nWhose rows are not printed here: \(links.joined(separator: ", ")).\n")
    }
  }

  /// Where it stands, in which versions, and what kind of box it is.
  private mutating func facts(of entry: CatalogueEntry) -> [String] {
    if entry.kind == .brand { return ["a brand"] + places(of: entry) }
    var facts: [String] = []
    let parents = entry.parents.listedTypes.map(Self.placed).joined(separator: ", ")
    if entry.parents.isEmpty {
      if entry.table != nil { facts.append("stands anywhere") }
    } else {
      facts.append("in \(parents)")
    }
    if !entry.handlers.isEmpty {
      let handlers = entry.handlers.listedTypes.map { "'\($0)'" }.joined(separator: ", ")
      facts[facts.count - 1] += ", of tracks with handler \(handlers)"
    }
    guard let number = entry.table, let program = catalogue.program(number) else {
      facts.append("registered; its layout is not described here and its payload is shown as bytes")
      return facts
    }
    let table = program.syntax
    if let text = SyntaxText(number, of: catalogue) { facts += Self.choice(table, text) }
    if table.isForManyTypes, entry.type.rawValue != 0 {
      facts.append("one of the types that '\(table.title)' describes")
    }
    if let versions = table.versions {
      facts.append(
        versions.count == 1
          ? "version \(versions.lowerBound)"
          : "versions \(versions.lowerBound) to \(versions.upperBound)")
    }
    if program.rows.count == 1 {
      facts.append("empty")
    } else if entry.form == .bytes {
      facts.append("its payload has no structure of its own here")
    }
    let identities = table.declaredIdentities.map(\.key)
    if !identities.isEmpty { facts.append("in paths told apart by [\(identities.joined(separator: "=], ["))=]") }
    return facts
  }

  /// The fields that a brand stands in, those of types with the same fields together.
  private mutating func places(of entry: CatalogueEntry) -> [String] {
    var places: [(names: [String], types: [String])] = []
    let parents = Set(entry.parents.listedTypes)
    for (type, names) in brandFields where parents.contains(type) {
      if let place = places.firstIndex(where: { $0.names == names }) {
        places[place].types.append(type)
      } else {
        places.append((names, [type]))
      }
    }
    return places.map { "in \($0.names.joined(separator: ", ")) of \($0.types.joined(separator: ", "))" }
  }

  /// How it is chosen among what may stand in the same place.
  private static func choice(_ table: Syntax, _ text: SyntaxText) -> [String] {
    switch table.entry {
    case .code?: ["an entry, chosen by its code"]
    case .descriptor(let tag, let condition)?:
      [
        "a descriptor with tag \(SyntaxText.tag(tag))"
          + (condition.map { ", where \(text.words($0))" } ?? "")
      ]
    case nil: []
    }
  }

  private static func placed(_ type: String) -> String { type == "file" ? "the file" : shown(type) }

  /// A type with quotes when its blanks would be lost.
  static func shown(_ key: String) -> String {
    key.contains(" ") ? "'\(key)'" : key
  }

  // MARK: Rows

  private mutating func rows(_ rows: [RowText]) {
    var name = 12
    var type = 8
    for row in rows {
      if row.type.isEmpty { continue }
      name = max(name, row.depth * 2 + row.name.count)
      type = max(type, row.type.count)
    }
    name = min(name, width * 4 / 10)
    type = min(type, 18)
    let notes = 2 + name + 2 + type + 2
    // Lists of values that were printed already, by what they belong to.
    var known: [(name: String, values: [RowText.Value])] = []
    for row in rows {
      page.space(2 + row.depth * 2)
      if row.type.isEmpty {
        page.put("if ", .faint)
        wrapped(row.condition, at: 2 + row.depth * 2 + 3, ink: .faint)
        continue
      }
      if row.name.isEmpty {
        page.put(own: row.type, .value)
      } else {
        page.put(own: row.name, row.isReserved ? .faint : .label)
        advance(to: 2 + name + 2)
        page.put(own: row.type, .value)
      }
      var note = Self.note(row)
      var values = row.values
      if values.count > 4, let same = known.first(where: { $0.values == values }) {
        note += (note.isEmpty ? "" : "; ") + "values as for \(same.name)"
        values = []
      } else if !values.isEmpty {
        known.append((row.name, values))
      }
      if note.isEmpty && values.isEmpty {
        page.end()
      } else {
        // A word that has no room beside its field stands below it.
        var longest = Self.longestWord(note)
        for value in values {
          longest = max(longest, columns(of: value.text) + 2 + Self.longestWord(value.name))
        }
        let isBelow = max(notes, page.columns + 2) + longest > width
        let column = isBelow ? 2 + row.depth * 2 + 4 : notes
        if isBelow { page.end() }
        advance(to: column)
        if !note.isEmpty { wrapped(note, at: column, ink: .plain) }
        self.values(values, at: column)
      }
      if page.output.hasFailed { return }
    }
  }

  private static func longestWord(_ text: String) -> Int {
    text.split(separator: " ").map { columns(of: String($0)) }.max() ?? 0
  }

  /// Goes on at `column`, or two spaces on when the line is past it.
  private mutating func advance(to column: Int) {
    if page.columns + 2 > column { page.space(2) } else { page.pad(to: column) }
  }

  /// What stands behind a row: how many, what it means, and when.
  private static func note(_ row: RowText) -> String {
    var parts: [String] = []
    if !row.count.isEmpty { parts.append(counted(row)) }
    // That they are flags is what their values say.
    if !row.meaning.isEmpty, row.meaning != "flags" { parts.append(row.meaning) }
    if !row.condition.isEmpty { parts.append("if \(row.condition)") }
    if row.type == "boxes" { parts.insert("from here to the end", at: 0) }
    return parts.joined(separator: "; ")
  }

  private static func counted(_ row: RowText) -> String {
    switch row.type {
    case "table", "list": return row.count.hasPrefix("as many") ? row.count : row.count + " times"
    case "bytes": return row.count
    default:
      return row.type.hasSuffix("[]") && !row.count.hasPrefix("as many")
        ? row.count + " of them" : row.count
    }
  }

  /// Named values below a row, in as many columns as fit.
  private mutating func values(_ values: [RowText.Value], at column: Int) {
    guard !values.isEmpty else { return }
    let digits = min(14, values.map { columns(of: $0.text) }.max() ?? 1)
    let isNumber = values.allSatisfy { $0.text.allSatisfy(\.isNumber) }
    for value in values {
      // The first stands on the line of its field when nothing else does.
      page.pad(to: column)
      if isNumber { page.space(digits - columns(of: value.text)) }
      page.put(own: value.text, .faint)
      page.pad(to: column + digits)
      page.space(2)
      wrapped(value.name, at: column + digits + 2, ink: .plain)
    }
  }

  // MARK: Prose

  /// Puts `text` into the line and ends it; what is too long goes on below at `column`.
  private mutating func wrapped(_ text: String, at column: Int, ink: Ink) {
    for word in text.unbrokenWords(room: width - column) {
      if page.columns > column, page.columns + 1 + columns(of: word) > width {
        page.end()
        page.pad(to: column)
      } else if page.columns > column {
        page.space(1)
      }
      page.put(own: word, ink)
    }
    page.end()
  }

  private mutating func paragraph(_ text: String, indent: Int) {
    page.pad(to: indent)
    wrapped(text, at: indent, ink: .plain)
  }

  private func columns(of text: String) -> Int { Self.columns(of: text) }

  private static func columns(of text: String) -> Int { text.unicodeScalars.count }
}

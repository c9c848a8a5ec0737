import ByteReading
import StructureDiff

/// Writes both trees of a pair as one, with what changed and the bytes of both files.
struct DiffPageTree {
  let outcome: DiffOutcome
  /// The number of the pair in its page.
  let number: Int
  /// Changes of one node that are listed.
  private static let itemLimit = 64
  private let places = ChangedPlaces()

  init(outcome: DiffOutcome, number: Int) { (self.outcome, self.number) = (outcome, number) }

  /// - Parameters:
  ///   - addresses: Those of the page.
  ///   - output: What is written.
  ///   - hasRoom: Whether more may be written.
  func write(
    _ addresses: inout DiffAddresses, to output: inout ByteWriter, hasRoom: (borrowing ByteWriter) -> Bool
  ) {
    let isQuiet = outcome.changes.isEmpty
    for (letter, isChecked) in [("c", !isQuiet), ("f", isQuiet), ("a", false)] {
      output.put("<input type=\"radio\" name=\"s\(number)\" class=\"\(letter)\" id=\"\(letter)\(number)/\"")
      if isChecked { output.put(" checked") }
      output.put(">")
    }
    output.put("<div class=\"shown\"><label class=\"lc\" for=\"c\(number)/\">changes</label>")
    output.put("<label class=\"lf\" for=\"f\(number)/\">what follows</label>")
    output.put("<label class=\"la\" for=\"a\(number)/\">everything</label></div>\n<div class=\"rows\">\n")
    var hidden = (changes: 0, follows: 0)
    var left = 0
    for row in outcome.page.rows {
      guard hasRoom(output) else {
        left += 1
        continue
      }
      if isChange(row.strongest) { putOmitted(hidden.changes, "oc", row.depth, to: &output) }
      if row.strongest != .same { putOmitted(hidden.follows, "of", row.depth, to: &output) }
      hidden.changes = isChange(row.strongest) ? 0 : hidden.changes + 1
      hidden.follows = row.strongest != .same ? 0 : hidden.follows + 1
      put(row, &addresses, to: &output)
    }
    putOmitted(hidden.changes, "oc", 0, to: &output)
    putOmitted(hidden.follows, "of", 0, to: &output)
    output.put("</div>\n")
    if outcome.page.omitted + left > 0 {
      output.put("<p class=\"s1 more\">")
      output.put(markup: "\(outcome.page.omitted + left) nodes are not in this page.")
      output.put("</p>\n")
    }
  }

  private func isChange(_ state: DiffPagePart.State) -> Bool {
    state.rawValue > DiffPagePart.State.follows.rawValue
  }

  private func putOmitted(
    _ count: Int, _ name: StaticString, _ depth: Int, to output: inout ByteWriter
  ) {
    guard count > 0 else { return }
    output.put("<div class=\"more ")
    output.put(name)
    output.put("\">")
    output.put(markup: name.description == "oc" ? "… \(count) without a change" : "… \(count) unchanged")
    output.put("</div>\n")
  }

  // MARK: Rows

  private func put(_ row: DiffPagePart.Row, _ addresses: inout DiffAddresses, to output: inout ByteWriter) {
    var name: String
    switch row.state {
    case .same, .follows: name = ""
    case .added: name = "add"
    case .removed: name = "del"
    case .changed, .moved: name = "chg"
    }
    // In which of the three views it is not.
    if row.strongest == .same { name += " ina" } else if row.strongest == .follows { name += " inf" }
    let hasMore = !row.changes.isEmpty || !row.following.isEmpty || row.bytes != nil
    output.put(hasMore ? "<details class=\"\(name)\"><summary" : "<div class=\"leaf \(name)\"")
    output.put("><span>")
    let address = addresses.take(row.path)
    if !hasMore { addresses.put([row.canonical], to: &output) }
    output.put(sign(of: row.state))
    output.put("</span><span style=\"padding-left:\(min(row.depth, 24) * 2)ch\"><b>")
    put(row.type, address, isPlace: !hasMore, to: &output)
    output.put("</b> <span class=\"t\">")
    output.put(markup: row.title)
    output.put("</span> ")
    if let first = row.changes.first, outcome.changes.indices.contains(first) {
      let item = outcome.changes[first]
      output.put(markup: item.field.isEmpty ? item.body : "\(fields(of: item, in: row)): \(item.body)")
      if row.changes.count > 1 { output.put(markup: " and \(row.changes.count - 1) more") }
    }
    output.put("</span>")
    put(row.before, to: &output)
    put(row.after, to: &output)
    guard hasMore else {
      output.put("</div>\n")
      return
    }
    output.put("</summary>\n")
    // The place is in what is folded, so that whoever goes there finds it open.
    if let address {
      output.put("<a")
      DiffAddresses.put(id: address, to: &output)
      output.put("></a>")
    }
    addresses.put([row.canonical], to: &output)
    putItems(row, &addresses, to: &output)
    if let bytes = row.bytes { put(bytes, row, to: &output) }
    output.put("</details>\n")
  }

  /// Puts text that leads to an address, and is its place, too.
  private func put(_ text: String, _ address: String?, isPlace: Bool, to output: inout ByteWriter) {
    guard let address else { return output.put(markup: text) }
    output.put("<a")
    if isPlace { DiffAddresses.put(id: address, to: &output) }
    DiffAddresses.put(link: address, to: &output)
    output.put(">")
    output.put(markup: text)
    output.put("</a>")
  }

  private func sign(of state: DiffPagePart.State) -> StaticString {
    switch state {
    case .same: " "
    case .follows: "="
    case .moved: "&gt;"
    case .changed: "~"
    case .removed: "−"
    case .added: "+"
    }
  }

  private func put(_ place: DiffPagePart.Place?, to output: inout ByteWriter) {
    output.put("<span class=\"p\">")
    if let place {
      output.put(place.isDerived ? "+" : "")
      output.put("0x")
      output.put(hex: place.offset, digits: 1)
      output.put("  ")
      output.put(grouped: place.size)
    } else {
      output.put("none")
    }
    output.put("</span>")
  }

  private func putItems(_ row: DiffPagePart.Row, _ addresses: inout DiffAddresses, to output: inout ByteWriter) {
    guard !row.changes.isEmpty || !row.following.isEmpty else { return }
    output.put("<ul class=\"what\">")
    let own = row.changes.filter { outcome.changes.indices.contains($0) }
    for place in own.prefix(Self.itemLimit) { put(outcome.changes[place], of: row, &addresses, to: &output) }
    let others = row.following.filter { outcome.following.indices.contains($0) }
    for place in others.prefix(Self.itemLimit) { put(outcome.following[place], of: row, &addresses, to: &output) }
    let left = max(0, own.count - Self.itemLimit) + max(0, others.count - Self.itemLimit)
    if left > 0 {
      output.put("<li>")
      output.put(markup: "and \(left) more")
      output.put("</li>")
    }
    output.put("</ul>\n")
  }

  /// The fields of a node that a change is of: one that is said once may be of several.
  private func fields(of item: DiffItem, in row: DiffPagePart.Row) -> String {
    let own = ownFields(of: item, in: row)
    if !own.isEmpty { return own.joined(separator: ", ") }
    return item.field.isEmpty ? item.label : item.field
  }

  private func ownFields(of item: DiffItem, in row: DiffPagePart.Row) -> [String] {
    places.fields(of: item)[row.path] ?? []
  }

  private func put(
    _ item: DiffItem, of row: DiffPagePart.Row, _ addresses: inout DiffAddresses, to output: inout ByteWriter
  ) {
    output.put("<li>")
    output.put(item.reason == nil ? "" : "= ")
    let own = ownFields(of: item, in: row)
    for (place, field) in own.enumerated() {
      if place > 0 { output.put(", ") }
      put(field, addresses.take("\(row.path).\(field)"), isPlace: true, to: &output)
      if !row.canonical.isEmpty { addresses.put(["\(row.canonical).\(field)"], to: &output) }
    }
    if own.isEmpty { output.put(markup: fields(of: item, in: row)) }
    output.put(": ")
    output.put(markup: item.body)
    if let reason = item.reason {
      output.put(" <span class=\"t\">")
      output.put(markup: reason)
      output.put("</span>")
    }
    output.put("</li>\n")
  }

  // MARK: Bytes

  /// The bytes of both files in columns, those that differ marked.
  private func put(
    _ bytes: (before: [UInt8], after: [UInt8]), _ row: DiffPagePart.Row,
    to output: inout ByteWriter
  ) {
    output.put("<div class=\"sides\">")
    put(bytes.before, against: bytes.after, row.before, "A", to: &output)
    put(bytes.after, against: bytes.before, row.after, "B", to: &output)
    output.put("</div>\n")
  }

  private func put(
    _ bytes: [UInt8], against others: [UInt8], _ place: DiffPagePart.Place?, _ side: StaticString,
    to output: inout ByteWriter
  ) {
    output.put("<pre aria-label=\"bytes of ")
    output.put(side)
    output.put("\">")
    guard let place else {
      output.put("none</pre>")
      return
    }
    for start in stride(from: 0, to: bytes.count, by: 8) {
      output.put(hex: place.offset &+ UInt64(start), digits: 8)
      output.put(" ")
      var isMarked = false
      for index in start..<min(start + 8, bytes.count) {
        let differs = !(index < others.count && others[index] == bytes[index])
        if differs != isMarked { output.put(differs ? " <mark>" : "</mark> ") } else { output.put(" ") }
        isMarked = differs
        output.put(hex: UInt64(bytes[index]), digits: 2)
      }
      if isMarked { output.put("</mark>") }
      output.put("\n")
    }
    let shown = UInt64(bytes.count)
    if place.size > shown { output.put(markup: "… \(place.size - shown) more, or what stands in it") }
    output.put("</pre>")
  }
}

/// The fields that a change is of, by the paths of their nodes: one that is said once may be of thousands, each of
/// which asks for its own.
private final class ChangedPlaces {
  private struct Key: Hashable {
    let rule: String
    let path: String
    let field: String
    let body: String
    let count: Int
  }

  private var known: [Key: [String: [String]]] = [:]

  func fields(of item: DiffItem) -> [String: [String]] {
    let key = Key(rule: item.rule, path: item.path, field: item.field, body: item.body, count: item.others.count)
    if let found = known[key] { return found }
    var found: [String: [String]] = [:]
    func add(_ path: String, _ field: String) {
      if !field.isEmpty { found[path, default: []].append(field) }
    }
    add(item.path, item.field)
    for other in item.others { add(other.path, other.field) }
    // Those of one place are found as fast again.
    if item.others.count >= Self.many { known[key] = found }
    return found
  }

  private static let many = 8
}

import ByteReading
import Structure
import StructureDiff

/// What the diff tool writes.
struct DiffReport {
  let comparison: Comparison
  let settings: DiffSettings
  let names: (before: String, after: String)
  let hasColor: Bool
  let identity: MediaIdentity
  let before: IdentityPaths
  let after: IdentityPaths

  init(
    _ comparison: Comparison, _ settings: DiffSettings,
    names: (before: String, after: String), hasColor: Bool
  ) {
    self.comparison = comparison
    self.settings = settings
    self.names = names
    self.hasColor = hasColor
    // What writes no verdict needs none.
    let isTold = settings.format == .text || settings.format == .json
    identity =
      isTold && !settings.isQuiet
      ? MediaIdentity(comparison, isAsked: settings.showsDigests) : MediaIdentity()
    before = IdentityPaths(comparison.before)
    after = IdentityPaths(comparison.after)
  }

  /// Whether consequences are changes.
  private var isExact: Bool { settings.profile == .exact }

  /// Whether the files differ, as far as the profile cares.
  var differs: Bool {
    !comparison.changes.isEmpty || isExact && !comparison.consequences.isEmpty
  }

  /// What is listed.
  private var listed: [Change] {
    settings.showsAll || isExact
      ? comparison.changes + comparison.consequences : comparison.changes
  }

  func write(to output: inout ByteWriter) {
    switch settings.format {
    case .text: text(&output)
    case .unified: unified(&output)
    case .stat: stat(&output)
    case .json: json(&output)
    case .github: github(&output)
    }
  }

  // MARK: Places

  func fullPath(_ change: Change) -> String { fullPath(change.before, change.after) }

  private func fullPath(_ a: Int?, _ b: Int?) -> String {
    if let a { return before.path(of: a) }
    return b.map { after.path(of: $0) } ?? ""
  }

  private func shortPath(_ a: Int?, _ b: Int?) -> String {
    if let a { return before.shortPath(of: a) }
    return b.map { after.shortPath(of: $0) } ?? ""
  }

  /// The path of what a node stands in, and the rest of its path.
  private func parted(_ change: Change) -> (parent: String, name: String) {
    let (document, paths) =
      change.before != nil ? (comparison.before, before) : (comparison.after, after)
    let index = change.before ?? change.after ?? 0
    let full = paths.path(of: index)
    guard let parent = document.tree.parent(of: index) else { return ("", full) }
    let outer = paths.path(of: parent)
    return (paths.shortPath(of: parent), String(full.dropFirst(outer.count + 1)))
  }

  // MARK: For people

  private static let signs: [Change.Kind: (sign: StaticString, color: StaticString)] = [
    .added: ("+", "32"), .removed: ("-", "31"), .moved: (">", "36"), .changed: ("~", "33"),
    .rows: ("~", "33"),
  ]

  private func paint(
    _ color: StaticString, _ output: inout ByteWriter, _ body: (inout ByteWriter) -> Void
  ) {
    if hasColor {
      output.put("\u{1B}[")
      output.put(color)
      output.put("m")
    }
    body(&output)
    if hasColor { output.put("\u{1B}[0m") }
  }

  private func heads(_ output: inout ByteWriter) {
    let width = max(names.before.count, names.after.count)
    for (sign, name, document) in [
      ("--- ", names.before, comparison.before), ("+++ ", names.after, comparison.after),
    ] {
      output.put(sign)
      output.put(name)
      output.putSpaces(width - name.count + 3)
      output.put(grouped: document.tree.file.byteCount)
      output.put(" bytes")
      if sign == "+++ " {
        let verdict = identity.verdict
        if !verdict.isEmpty {
          output.put("   ")
          output.put(verdict)
        }
      }
      output.put("\n")
    }
  }

  private func text(_ output: inout ByteWriter) {
    let listed = listed
    if listed.isEmpty, comparison.consequences.isEmpty { return }
    heads(&output)
    let kinds = (comparison.before.synopsis.formatName, comparison.after.synopsis.formatName)
    if comparison.before.synopsis.format != comparison.after.synopsis.format {
      output.put("\n  another kind of file: ")
      output.put(kinds.0)
      output.put(" → ")
      output.put(kinds.1)
      output.put("\n")
    }
    output.put("\n")
    digests(&output)
    if let playback = comparison.playback, !playback.phrases.isEmpty {
      output.put("  playback: ")
      output.put(playback.sentence)
      output.put("\n\n")
    }
    var heading = ""
    for change in listed { put(change, &heading, &output) }
    if !listed.isEmpty { output.put("\n") }
    footer(&output)
  }

  /// The digests that were asked for, of both files where they differ.
  private func digests(_ output: inout ByteWriter) {
    guard let (a, b) = identity.digests else { return }
    func line(_ name: String, _ x: MediaDigests.Entry?, _ y: MediaDigests.Entry?) {
      output.put("  sha256  ")
      output.put(name)
      output.putSpaces(max(1, 18 - name.count))
      func put(_ entry: MediaDigests.Entry?) {
        if let digest = entry?.digest {
          output.put(digest: digest)
        } else {
          output.put(entry == nil ? "none" : "not all of it is in the file")
        }
      }
      put(x)
      if x?.digest != y?.digest {
        output.put("\n")
        output.putSpaces(24)
        output.put("→ ")
        put(y)
      } else {
        output.put("  same")
      }
      output.put("\n")
    }
    func media(_ digests: MediaDigests) -> MediaDigests.Entry? {
      digests.media.map { MediaDigests.Entry(byteCount: 0, digest: $0) }
    }
    if a.media != nil || b.media != nil { line("media", media(a), media(b)) }
    var seen: [UInt64] = []
    for entry in a.tracks + b.tracks {
      guard let id = entry.track, !seen.contains(id) else { continue }
      seen.append(id)
      line(
        "track \(id) \(entry.kind)", a.tracks.first { $0.track == id },
        b.tracks.first { $0.track == id })
    }
    output.put("\n")
  }

  private func put(_ change: Change, _ heading: inout String, _ output: inout ByteWriter) {
    let place: String
    let name: String
    switch change.kind {
    case .added, .removed, .moved:
      (place, name) = parted(change)
    case .changed, .rows:
      (place, name) = title(of: change)
    }
    if place != heading, !place.isEmpty {
      output.put("  ")
      paint("1", &output) { $0.put(place) }
      output.put("\n")
    }
    heading = place
    let indent = place.isEmpty ? 2 : 4
    output.putSpaces(indent)
    output.put(name)
    output.putSpaces(max(1, 36 - indent - name.count))
    let (sign, color) = Self.signs[change.kind] ?? ("~", "33")
    paint(change.cause == nil ? color : "2", &output) { output in
      output.put(change.cause == nil ? sign : "=")
      output.put(" ")
      putBody(change, &output)
    }
    output.put("\n")
    for row in change.rows { put(row, change, &output) }
    let counts = change.rowCounts
    let left = counts.added + counts.removed + counts.changed - change.rows.count
    if change.kind == .rows, change.cause == nil, left > 0 {
      output.put("      … ")
      output.put(grouped: left)
      output.put(" more\n")
    }
  }

  /// Where a change of fields is told, and the names of the fields.
  private func title(of change: Change) -> (place: String, name: String) {
    let places = change.places
    var nodes: [Int?] = []
    for place in places where !nodes.contains(place.before) { nodes.append(place.before) }
    // Two or three atoms in one are told together.
    if nodes.count > 1, nodes.count <= 3, let first = nodes[0] {
      let tree = comparison.before.tree
      let parent = tree.parent(of: first)
      if let parent, nodes.allSatisfy({ $0.flatMap { tree.parent(of: $0) } == parent }) {
        let outer = before.path(of: parent)
        let names = places.map { place -> String in
          let path = before.path(of: place.before ?? 0).dropFirst(outer.count + 1)
          return path + "." + lastName(place.field)
        }
        return (before.shortPath(of: parent), names.joined(separator: ", "))
      }
    }
    let here = places.filter { $0.before == change.before }.map(\.field)
    return (shortPath(change.before, change.after), here.joined(separator: ", "))
  }

  /// A field by its last name, which its atom has once.
  private func lastName(_ field: String) -> String {
    field.split(separator: ".").last.map(String.init) ?? field
  }

  private func putBody(_ change: Change, _ output: inout ByteWriter) {
    switch change.kind {
    case .added:
      output.put("added: ")
      output.put(change.new)
    case .removed:
      output.put("removed: ")
      output.put(change.old)
    case .moved: putMove(change, &output)
    case .changed:
      if change.old.isEmpty {
        output.put("now there: ")
        output.put(change.new)
      } else if change.new.isEmpty {
        output.put("no longer there: ")
        output.put(change.old)
      } else {
        output.put(change.old)
        output.put(" → ")
        output.put(change.new)
      }
      if !change.note.isEmpty {
        output.put(" (")
        output.put(change.note)
        output.put(")")
      }
      let elsewhere = Set(change.others.filter { $0.before != change.before }.compactMap(\.before))
      let isTogether = title(of: change).name.contains(", ") && elsewhere.count < 3
      if !elsewhere.isEmpty, !isTogether || change.isMoment {
        output.put("   (same in ")
        output.put(grouped: elsewhere.count)
        output.put(elsewhere.count == 1 ? " more atom)" : " more atoms)")
      }
    case .rows:
      output.put(change.rowsText)
    }
  }

  private func put(_ shift: Int64, _ output: inout ByteWriter) {
    if shift > 0 { output.put("+") }
    output.put(grouped: shift)
  }

  private func putMove(_ change: Change, _ output: inout ByteWriter) {
    guard let a = change.before, let b = change.after else { return }
    let (x, y) = (comparison.before, comparison.after)
    output.put("moved")
    if change.isElsewhere {
      output.put(" to ")
      output.put(after.path(of: b))
    } else if let passed = change.passed {
      output.put(change.isNowBefore ? " before " : " behind ")
      output.put(before.step(of: passed))
    }
    output.put(": 0x")
    output.put(hex: x.tree[a].start, digits: 1)
    output.put(" → 0x")
    output.put(hex: y.tree[b].start, digits: 1)
    if x.tree[a].depth == 0, let was = x.synopsis.isFastStart, let now = y.synopsis.isFastStart,
      was != now
    {
      output.put(now ? " (now fast start)" : " (no longer fast start)")
    }
  }

  private func put(_ row: Change.RowChange, _ change: Change, _ output: inout ByteWriter) {
    output.put("      ")
    var label = ByteWriter()
    label.put("[")
    label.put(decimal: (row.after ?? row.before ?? 0) + 1)
    label.put("]")
    output.put(label)
    output.putSpaces(max(1, 8 - label.count))
    switch (row.before, row.after) {
    case (nil, _):
      paint("32", &output) {
        $0.put("+ ")
        $0.put(row.new)
      }
    case (_, nil):
      paint("31", &output) {
        $0.put("- ")
        $0.put(row.old)
      }
    default:
      paint("33", &output) {
        $0.put("~ ")
        if !row.column.isEmpty {
          $0.put(row.column)
          $0.put(" ")
        }
        $0.put(row.old)
        $0.put(" → ")
        $0.put(row.new)
      }
    }
    output.put("\n")
  }

  // MARK: Numbers

  private func footer(_ output: inout ByteWriter) {
    let count = comparison.changes.count
    output.put(grouped: count)
    output.put(count == 1 ? " change." : " changes.")
    if comparison.consequences.isEmpty {
      output.put("\n")
      return
    }
    output.put(
      settings.showsAll || isExact
        ? "  Marked =, because they follow: " : "  Not shown, because they follow: ")
    putConsequences(&output)
    output.put(
      settings.showsAll || isExact ? "\n" : ".\n--all shows them, --why PATH explains one\n")
  }

  /// `94 chunk offsets, all +2,698 with the media data; 17 atom sizes; 1 entry count`
  private func putConsequences(_ output: inout ByteWriter) {
    for (place, entry) in comparison.counted.enumerated() {
      if place > 0 { output.put("; ") }
      output.put(grouped: entry.count)
      output.put(" ")
      output.put(entry.noun)
      if entry.count != 1 { output.put("s") }
      output.put(entry.remark)
    }
  }

  private func stat(_ output: inout ByteWriter) {
    output.put(names.before)
    output.put(" → ")
    output.put(names.after)
    output.put(": ")
    if comparison.changes.isEmpty {
      output.put(comparison.consequences.isEmpty ? "equal" : "no change")
    } else {
      output.put(grouped: comparison.changes.count)
      output.put(comparison.changes.count == 1 ? " change" : " changes")
      var isFirst = true
      for (kinds, word) in [
        ([Change.Kind.added], "added"), ([.removed], "removed"), ([.moved], "moved"),
        ([.changed, .rows], "changed"),
      ] {
        let count = comparison.changes.count { kinds.contains($0.kind) }
        guard count > 0 else { continue }
        output.put(isFirst ? " (" : ", ")
        isFirst = false
        output.put(grouped: count)
        output.put(" ")
        output.put(word)
      }
      output.put(")")
    }
    let following = comparison.consequences.reduce(0) { $0 + $1.count }
    if following > 0 {
      output.put(", ")
      output.put(grouped: following)
      output.put(following == 1 ? " follows" : " follow")
    }
    output.put("\n")
  }

  // MARK: As diff -u

  private func unified(_ output: inout ByteWriter) {
    let listed = listed
    if listed.isEmpty { return }
    output.put("--- ")
    output.put(names.before)
    output.put("\n+++ ")
    output.put(names.after)
    output.put("\n")
    for change in listed {
      paint("36", &output) { output in
        output.put("@@ ")
        output.put(fullPath(change))
        output.put(" @@")
        if change.cause != nil { output.put(" follows") }
        let others = change.others.count
        if others > 0 {
          output.put(" same in ")
          output.put(grouped: others)
          output.put(others == 1 ? " more field" : " more fields")
        }
      }
      output.put("\n")
      func line(_ sign: StaticString, _ label: String, _ text: String) {
        if text.isEmpty { return }
        paint(sign.isSame(as: "-") ? "31" : "32", &output) { output in
          output.put(sign)
          if !label.isEmpty {
            output.put(label)
            output.put(" ")
          }
          output.put(text)
        }
        output.put("\n")
      }
      switch change.kind {
      case .added, .removed, .changed:
        line("-", change.field, change.old)
        line("+", change.field, change.new)
      case .moved:
        var text = ByteWriter()
        putMove(change, &text)
        line("+", "", text.string)
      case .rows:
        if change.cause != nil {
          var text = ByteWriter()
          putBody(change, &text)
          line("+", change.field, text.string)
        }
        for row in change.rows {
          if let number = row.before { line("-", "\(change.field)[\(number + 1)]", row.old) }
          if let number = row.after { line("+", "\(change.field)[\(number + 1)]", row.new) }
        }
        let counts = change.rowCounts
        let left = counts.added + counts.removed + counts.changed - change.rows.count
        if change.cause == nil, left > 0 { output.put(" … \(left) more rows\n") }
      }
    }
  }

  // MARK: Annotations

  /// Workflow commands of GitHub, an annotation a change: the first ten, then how many more.
  private func github(_ output: inout ByteWriter) {
    let listed = listed
    for change in listed.prefix(10) {
      var path = fullPath(change)
      if !change.field.isEmpty { path += "." + change.field }
      var text = ByteWriter()
      putBody(change, &text)
      annotate(path, text.string, &output)
    }
    if listed.count > 10 {
      annotate("atomdiff", "\(listed.count - 10) more changes", &output)
    }
  }

  private func annotate(_ title: String, _ message: String, _ output: inout ByteWriter) {
    output.put("::error file=")
    output.put(Self.escaped(names.after, isProperty: true))
    output.put(",title=")
    output.put(Self.escaped(title, isProperty: true))
    output.put("::")
    output.put(Self.escaped("\(names.after): \(title) \(message)", isProperty: false))
    output.put("\n")
  }

  /// Text as a workflow command takes it: per cent, ends of lines, and in properties colons and
  /// commas as their codes.
  static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  // MARK: Why

  /// Explains what differs at the paths that were asked for, and gives those where nothing does.
  func explain(to output: inout ByteWriter) -> [String] {
    var missing: [String] = []
    for rule in settings.why {
      let scope = DiffScope([rule], comparison.before, comparison.after)
      let found = (comparison.changes + comparison.consequences).filter { scope.contains($0) }
      if found.isEmpty { missing.append(rule.text) }
      for change in found {
        output.put(fullPath(change))
        if !change.field.isEmpty {
          output.put(".")
          output.put(change.field)
        }
        output.put("  ")
        putBody(change, &output)
        output.put("\n  ")
        output.put(reason(change))
        output.put("\n")
      }
    }
    return missing
  }

  private func reason(_ change: Change) -> String { comparison.reason(for: change) }

  // MARK: JSON

  private func json(_ output: inout ByteWriter) {
    output.put("{\"schema\":\"atomtools.diff/1\"")
    for (key, name, document) in [
      ("a", names.before, comparison.before), ("b", names.after, comparison.after),
    ] {
      output.put(",\"\(key)\":{\"name\":")
      putText(name, &output)
      output.put(",\"size\":")
      output.put(decimal: document.tree.file.byteCount)
      output.put(",\"format\":")
      putText(document.synopsis.format, &output)
      output.put("}")
    }
    output.put(",\"equal\":")
    output.put(differs ? "false" : "true")
    output.put(",\"profile\":")
    putText(settings.profile.rawValue, &output)
    output.put(",\"sameMedia\":")
    output.put(comparison.hasSameMedia.map { $0 ? "true" : "false" } ?? "null")
    output.put(",\"changes\":[")
    for (place, change) in comparison.changes.enumerated() {
      if place > 0 { output.put(",") }
      putJSON(change, &output)
    }
    output.put("],\"consequences\":[")
    for (place, entry) in comparison.counted.enumerated() {
      if place > 0 { output.put(",") }
      output.put("{\"kind\":")
      putText(entry.kind, &output)
      output.put(",\"count\":")
      output.put(decimal: entry.count)
      output.put("}")
    }
    output.put("]")
    if settings.showsAll || isExact {
      output.put(",\"following\":[")
      for (place, change) in comparison.consequences.enumerated() {
        if place > 0 { output.put(",") }
        putJSON(change, &output)
      }
      output.put("]")
    }
    output.put("}\n")
  }

  private func putText(_ text: String, _ output: inout ByteWriter) {
    output.put("\"")
    _ = output.put(text: text, style: .json)
    output.put("\"")
  }

  private func putJSON(_ change: Change, _ output: inout ByteWriter) {
    output.put("{\"kind\":")
    putText(change.kind.rawValue, &output)
    func member(_ name: StaticString, _ text: String) {
      output.put(",\"")
      output.put(name)
      output.put("\":")
      putText(text, &output)
    }
    member("path", fullPath(change))
    if !change.field.isEmpty { member("field", change.field) }
    if !change.old.isEmpty { member("old", change.old) }
    if !change.new.isEmpty { member("new", change.new) }
    if change.kind == .moved, let a = change.before, let b = change.after {
      output.put(",\"oldOffset\":")
      output.put(decimal: comparison.before.tree[a].start)
      output.put(",\"newOffset\":")
      output.put(decimal: comparison.after.tree[b].start)
    }
    if let numbers = change.numbers {
      output.put(",\"oldValue\":")
      output.put(decimal: numbers.before)
      output.put(",\"newValue\":")
      output.put(decimal: numbers.after)
    }
    if change.kind == .rows, change.cause == nil {
      let counts = change.rowCounts
      output.put(
        ",\"rows\":{\"old\":\(counts.before),\"new\":\(counts.after),\"changed\":\(counts.changed),"
          + "\"added\":\(counts.added),\"removed\":\(counts.removed),\"first\":[")
      for (place, row) in change.rows.enumerated() {
        if place > 0 { output.put(",") }
        output.put("{")
        var isFirst = true
        for (name, number, text) in [
          ("old", row.before, row.old), ("new", row.after, row.new),
        ] {
          guard let number else { continue }
          if !isFirst { output.put(",") }
          isFirst = false
          output.put("\"\(name)Row\":\(number + 1),\"\(name)\":")
          putText(text, &output)
        }
        output.put("}")
      }
      output.put("]}")
    }
    if change.cause != nil, change.kind == .rows {
      output.put(",\"count\":")
      output.put(decimal: change.count)
    }
    if let shift = change.shift {
      output.put(",\"shift\":")
      output.put(decimal: shift)
    }
    if !change.others.isEmpty {
      output.put(",\"also\":[")
      for (place, other) in change.others.enumerated() {
        if place > 0 { output.put(",") }
        output.put("{\"path\":")
        putText(fullPath(other.before, other.after), &output)
        output.put(",\"field\":")
        putText(other.field, &output)
        output.put("}")
      }
      output.put("]")
    }
    if change.cause != nil { member("because", reason(change)) }
    output.put("}")
  }
}

import ByteReading
import MediaInspection
import Structure
import StructureDiff
import StructureRendering

extension State {
  // MARK: Tree

  func paintTree(_ area: Area, _ grid: inout Grid) {
    let view = view
    let end = area.x + area.width
    for line in 0..<max(0, area.height - 1) {
      guard let node = view.folds.node(at: view.treeTop + line) else { break }
      let y = area.y + 1 + line
      if let run = view.folds.foldedRun(at: node) {
        paint(run, in: area, at: y, on: &grid)
        continue
      }
      let indent = min(Int(view.tree[node].depth) * 2, max(0, area.width - 16))
      var at = area.x + indent
      if view.folds.hasChildren(node) {
        let isOpen = view.folds.isOpen(node)
        grid.put(
          isASCII ? (isOpen ? "-" : "+") : (isOpen ? "▾" : "▸"), x: at, y: y, end: end, .faint)
      }
      at += 1
      let size = Int(clamping: view.inspection.size(of: node)).grouped
      // A size with no room is left out before a name is; else a blank is between the two.
      let sizeStart = end - size.count - 1
      let hasSize = sizeStart > at + 8
      let textEnd = hasSize ? sizeStart - 1 : end
      let (sign, role) = mark(of: node, view)
      if !sign.isEmpty {
        grid.put(sign, x: at, y: y, end: textEnd, role)
        at += 1
      }
      let type = view.inspection.type(of: node)
      at = grid.put(drawn(type), x: at, y: y, end: textEnd, role, ellipsis: ellipsis)
      var summary = view.inspection.summary(of: node)
      if summary.isEmpty, view.document.isNamedByTitle(view.tree[node]) == false {
        summary = view.inspection.title(of: node)
        grid.put("  " + drawn(summary), x: at, y: y, end: textEnd, .faint, ellipsis: ellipsis)
      } else {
        grid.put("  " + drawn(summary), x: at, y: y, end: textEnd, ellipsis: ellipsis)
      }
      if hasSize { grid.put(size, x: sizeStart, y: y, end: end, .faint) }
      if node == view.node {
        grid.tint(x: area.x, y: y, width: area.width, focus == .tree ? .cursor : .otherCursor)
      }
    }
  }

  /// The row that stands for the repetitions of a run.
  private func paint(_ run: SiblingRuns.Run, in area: Area, at y: Int, on grid: inout Grid) {
    let tree = view.tree
    let end = area.x + area.width
    let indent = min(Int(tree[run.first].depth) * 2, max(0, area.width - 16))
    grid.put(isASCII ? "+" : "▸", x: area.x + indent, y: y, end: end, .faint)
    var types: [String] = []
    var at = run.first
    for _ in 0..<4 where at < run.end {
      let type = view.inspection.type(of: at)
      if !types.contains(type) { types.append(type) }
      at = tree[at].subtreeEnd
    }
    let last = run.end.previous ?? run.first
    let size = Int(clamping: max(tree[last].end, tree[run.first].start) - tree[run.first].start).grouped
    let sizeStart = end - size.count - 1
    let text = "\(run.count.grouped) more: \(types.joined(separator: " + "))"
    grid.put(
      drawn(text), x: area.x + indent + 1, y: y, end: max(area.x, sizeStart - 1), .faint,
      ellipsis: ellipsis)
    if sizeStart > area.x + indent + 8 { grid.put(size, x: sizeStart, y: y, end: end, .faint) }
    if run.first == view.node {
      grid.tint(x: area.x, y: y, width: area.width, focus == .tree ? .cursor : .otherCursor)
    }
  }

  /// The sign before the type of a node: what a problem names, what changed.
  private func mark(of node: NodeIndex, _ view: FileView) -> (String, Role) {
    if let kind = pairing?.change(of: node, in: current) {
      switch kind {
      case .added: return ("+", .added)
      case .removed: return ("-", .removed)
      case .moved: return (">", .changed)
      case .changed, .rows: return ("~", .changed)
      }
    }
    return view.document.faulty.contain(node, view.tree[node]) ? ("!", .error) : ("", .strong)
  }

  // MARK: Fields

  func paintFields(_ area: Area, _ grid: inout Grid) {
    let view = view
    let height = max(0, area.height - 1)
    guard height > 0, view.tree.known(view.node) != nil else { return }
    let others = otherValues
    // Beside another file, rows before those on the screen say which of several fields of a name these are.
    let rows = view.document.rows(
      of: view.node, for: .texts((others?.first ?? view.fieldTop)..<view.fieldTop + height), isRaw: isRaw,
      zone: isLocal ? zone : nil
    ).rows
    var names = FieldNames()
    let end = area.x + area.width
    var width = 12
    for row in rows where row.number >= view.fieldTop {
      width = max(width, row.label.count + row.depth * 2)
    }
    width = min(width, area.width * 45 / 100)
    for row in rows {
      let name = names.next(row.path)
      guard row.number >= view.fieldTop else { continue }
      let y = area.y + 1 + row.number - view.fieldTop
      let label = area.x + 1 + min(row.depth * 2, area.width / 3)
      let isQuiet = row.kind == .reserved || row.kind == .gap
      let labelEnd = min(end, max(area.x + 1 + width + 1, label + 6))
      var at = grid.put(
        drawn(row.label), x: label, y: y, end: labelEnd, isQuiet ? .faint : .label,
        ellipsis: ellipsis)
      at = max(at + 1, area.x + width + 3)
      var role: Role = isQuiet ? .faint : row.kind == .group || row.kind == .table ? .faint : .plain
      var value = row.value
      if let others, row.kind != .group, row.kind != .table {
        let other = others.values[name]
        if other != row.value, other != nil || others.isWhole {
          value =
            other.map { current == 0 ? "\(value) → \($0)" : "\($0) → \(value)" }
            ?? "\(value)   (only here)"
          role = .changed
        }
      }
      grid.put(drawn(value), x: at, y: y, end: end, role, ellipsis: ellipsis)
      if row.number == view.field {
        grid.tint(x: area.x, y: y, width: area.width, focus == .fields ? .cursor : .otherCursor)
      }
    }
    let y = area.y + 1 + view.places.count - view.fieldTop
    if view.places.omitted > 0, y < area.y + area.height {
      grid.put(
        "\(view.places.omitted.grouped) more fields are not listed", x: area.x + 1, y: y,
        end: end, .faint, ellipsis: ellipsis)
    }
  }

  /// The node of the other file of a pair that the chosen one is compared with: that of its change, else
  /// the one of the same path; `nil` when there is none, or no two files are compared.
  private var otherNode: NodeIndex? {
    guard let pairing, current < 2, files.count > 1 else { return nil }
    let other = files[1 - current].document
    let known = pairing.lines.first { pairing.node(of: $0, in: current) == view.node }
    let node =
      known.flatMap { pairing.node(of: $0, in: 1 - current) }
      ?? view.inspection.node(like: view.node, in: other)
    return other.tree.known(node)
  }

  /// The rows of the other file that are made, from the first on; further down those around what is shown.
  private static let otherRows = 4_096
  private static let rowsAround = 64

  /// What fields say in the other file of a pair, by their names.
  private struct OtherValues {
    var values: [FieldNames.Name: String] = [:]
    /// The number of the first row that was made.
    var first: Int
    /// Whether these are all there are, so that what is not among them is not there.
    var isWhole = false
  }

  /// What the fields of the same node say in the other file of a pair; `nil` when no two files are
  /// compared, or the other has no such node.
  private var otherValues: OtherValues? {
    guard let pairing, pairing.change(of: view.node, in: current) != nil, let node = otherNode
    else {
      return nil
    }
    let other = files[1 - current].document
    let end = view.fieldTop + self.rows + Self.rowsAround
    let isNear = end <= Self.otherRows
    var values = OtherValues(first: isNear ? 0 : max(0, view.fieldTop - Self.rowsAround))
    let rows = other.rows(
      of: node, for: .texts(values.first..<(isNear ? Self.otherRows : end)), isRaw: isRaw,
      zone: isLocal ? zone : nil)
    values.isWhole = isNear && rows.count <= Self.otherRows && rows.omitted == 0
    var names = FieldNames()
    for row in rows.rows { values.values[names.next(row.path)] = row.value }
    return values
  }

  // MARK: Bytes

  func paintBytes(_ area: Area, _ layout: Layout, _ grid: inout Grid) {
    let view = view
    let width = max(1, layout.bytesInRow)
    guard Int(view.source) < view.tree.sources.count else { return }
    let source = view.tree.sources[Int(view.source)].bytes
    let bytes = source.bytes
    let node = view.nodeBytes
    let field =
      view.sampleBytes ?? view.fieldExtent.map { $0.byteOffset..<max($0.byteOffset, $0.byteEnd) }
    let hexStart = area.x + 1 + layout.offsetDigits + 2
    let textStart = area.x + layout.textColumn(in: area.width)
    let end = area.x + area.width
    for line in 0..<max(0, area.height - 1) {
      let first = (view.byteTop + line) * width
      guard first < source.byteCount else { break }
      let y = area.y + 1 + line
      var offset = ByteWriter()
      offset.put(hex: UInt64(first), digits: layout.offsetDigits)
      grid.put(offset.string, x: area.x + 1, y: y, end: end, .faint)
      for place in 0..<width where first + place < source.byteCount {
        let at = first + place
        let byte = bytes.byte(at: at) ?? 0
        let role = role(ofByte: at, byte, node: node, field: field, of: view)
        let digits = String(byte, radix: 16)
        let x = hexStart + place * 3
        grid.put(byte < 16 ? "0" + digits : digits, x: x, y: y, end: end, role)
        // Bytes of a field that follow one another are one box.
        if place + 1 < width, role == .inField || role == .inNode || role == .cursor,
          let field, field.contains(at), field.contains(at + 1)
        {
          grid.tint(x: x + 2, y: y, width: min(1, max(0, end - x - 2)), .inField)
        }
        let sign: String =
          byte.isPrintable ? String(Character(Unicode.Scalar(byte))) : "."
        if textStart + place < end { grid.put(sign, x: textStart + place, y: y, end: end, role) }
      }
    }
  }

  /// The bytes of the same node in the other file of a pair, from the same place in it on; those that
  /// differ stand out.
  func paintOtherBytes(_ area: Area, _ layout: Layout, _ grid: inout Grid) {
    let other = files[1 - min(current, 1)]
    grid.fill(
      Area(x: area.x, y: area.y, width: area.width, height: 1), isASCII ? "-" : "─", .frame)
    let end = area.x + area.width
    grid.put(
      drawn(" \(other.inspection.name) "), x: area.x + 1, y: area.y, end: end - 1, .strong,
      ellipsis: ellipsis)
    guard let node = otherNode, let own = view.nodeBytes, other.tree[node].source == 0,
      view.source == 0
    else {
      grid.put("has no such node", x: area.x + 1, y: area.y + 1, end: end, .faint)
      return
    }
    let (bytes, theirs) = (view.tree.file.bytes, other.tree.file.bytes)
    let start = Int(clamping: other.tree[node].start)
    let stop = min(Int(clamping: other.tree[node].end), other.tree.file.byteCount)
    let width = max(1, layout.bytesInRow)
    let hexStart = area.x + layout.offsetDigits + 3
    let textStart = area.x + layout.textColumn(in: area.width)
    // The rows begin where those above do: before the node there is nothing to compare with.
    let shift = start - own.lowerBound
    for line in 0..<max(0, area.height - 1) {
      let first = (view.byteTop + line) * width + shift
      guard first < stop else { break }
      let y = area.y + 1 + line
      var offset = ByteWriter()
      offset.put(hex: UInt64(max(first, start)), digits: layout.offsetDigits)
      if first + width > start { grid.put(offset.string, x: area.x + 1, y: y, end: end, .faint) }
      for place in 0..<width where first + place >= start && first + place < stop {
        let byte = theirs.byte(at: first + place) ?? 0
        let at = first + place - shift
        let isSame = own.contains(at) && bytes.byte(at: at) == byte
        let digits = String(byte, radix: 16)
        let role: Role = isSame ? .plain : .changed
        grid.put(byte < 16 ? "0" + digits : digits, x: hexStart + place * 3, y: y, end: end, role)
        let sign = byte.isPrintable ? String(Character(Unicode.Scalar(byte))) : "."
        grid.put(sign, x: textStart + place, y: y, end: end, role)
      }
    }
  }

  private func role(
    ofByte at: Int, _ byte: UInt8, node: Range<Int>?, field: Range<Int>?, of view: FileView
  ) -> Role {
    if at == view.byte, focus == .bytes { return .cursor }
    if let field, field.contains(at) { return .inField }
    if let node, node.contains(at) { return .inNode }
    return byte == 0 ? .faint : .plain
  }

  // MARK: Samples, items, problems

  var panelTitle: String {
    let view = view
    let count = panelCount(of: view)
    switch view.panel {
    case .samples:
      let tracks = view.inspection.movie.tracks
      guard tracks.indices.contains(view.track) else { return "Samples" }
      return "Samples of \(tracks[view.track].name)  \(count.grouped)"
    case .problems:
      let problems = view.document.problems
      let all = problems.counts.reduce(0) { $0 + $1.count }
      // The first row says "no problems" of a file that has notes alone.
      let isNoted = all > 0 && problems.errors == 0 && problems.warnings == 0
      let title = isNoted ? "Notes" : view.panel.title
      return all > count
        ? "\(title)  \(count.grouped) of \(all.grouped)" : "\(title)  \(count)"
    default: return "\(view.panel.title)  \(count.grouped)"
    }
  }

  func paintPanel(_ area: Area, _ grid: inout Grid) {
    let height = max(0, area.height - 1)
    guard height > 0 else { return }
    let view = view
    switch view.panel {
    case .samples: paintSamples(in: area, height: height, of: view, on: &grid)
    case .items: paintItems(in: area, height: height, of: view, on: &grid)
    default:
      let last = min(panelCount(of: view), view.panelTop + height)
      for row in view.panelTop..<max(view.panelTop, last) {
        let (text, role) = panelText(row, view)
        let y = area.y + 1 + row - view.panelTop
        grid.put(
          drawn(ShownText(text).text), x: area.x + 1, y: y, end: area.x + area.width, role,
          ellipsis: ellipsis)
      }
      if last == 0 {
        let text = view.panel == .problems ? view.document.problems.summary(hasNotes: true) : "none"
        grid.put(drawn(text), x: area.x + 1, y: area.y + 1, end: area.x + area.width, .faint)
      }
    }
    let y = area.y + 1 + view.panelRow - view.panelTop
    if panelCount(of: view) > 0, y < area.y + area.height {
      grid.tint(x: area.x, y: y, width: area.width, focus == .panel ? .cursor : .otherCursor)
    }
  }

  /// The text of a row of a list.
  func panelText(_ row: Int, _ view: FileView) -> (String, Role) {
    switch view.panel {
    case .problems:
      let problem = view.document.problems.kept[row]
      var text = ByteWriter()
      text.put(problem.kind.id)
      text.put("  ")
      text.put(sentence: problem.kind.sentence, of: problem, in: view.document)
      let role: Role =
        switch problem.severity {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
      return ((problem.follows != nil ? "  " : "") + text.string, role)
    case .changes:
      guard let line = pairing?.lines[row] else { return ("", .plain) }
      switch line.kind {
      case .added: return ("+ " + line.text, .added)
      case .removed: return ("- " + line.text, .removed)
      case .moved: return ("> " + line.text, .changed)
      case .changed, .rows: return ("~ " + line.text, .changed)
      }
    case .marks:
      let mark = view.marks[row]
      return ("\(mark.name)  \(view.document.path(of: mark.spot.node))", .plain)
    case .samples, .items: return ("", .plain)
    }
  }
}

/// Tells fields of one name apart by their order: a header and what follows it may both have a `type`.
private struct FieldNames {
  struct Name: Hashable {
    var path: String
    var number: Int
  }

  private var counts: [String: Int] = [:]

  mutating func next(_ path: String) -> Name {
    let number = counts[path, default: 0]
    counts[path] = number + 1
    return Name(path: path, number: number)
  }
}

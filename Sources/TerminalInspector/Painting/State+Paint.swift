import ByteReading
import MediaFacts
import MediaInspection
import Structure
import StructureRendering

extension State {
  /// Paints the state: the same picture for the same state.
  ///
  /// - Complexity: O(*n*) in the cells of the grid, and in the fields of the chosen node; rows that are
  ///   not on the screen are not made.
  package func paint(into grid: inout Grid) {
    let layout = layout
    paintHeader(layout, &grid)
    if let overlay {
      paint(overlay, &grid)
    } else {
      for pane in Pane.allCases {
        guard let area = layout.panes[pane] else { continue }
        paintTitle(of: pane, in: area, of: layout, on: &grid)
        switch pane {
        case .tree: paintTree(area, &grid)
        case .fields: paintFields(area, &grid)
        case .bytes: paintBytes(area, layout, &grid)
        case .panel: paintPanel(area, &grid)
        }
      }
      if let area = layout.otherBytes { paintOtherBytes(area, layout, &grid) }
      if let divider = layout.divider {
        for row in layout.headerRows..<max(layout.headerRows, rows - 2) {
          grid.put(isASCII ? "|" : "│", x: divider, y: row, end: divider + 1, .frame)
        }
      }
    }
    if let row = layout.statusRow { paintStatus(row, &grid) }
    // Where there is no row for it, a line that is typed covers the last one.
    if let row = layout.messageRow ?? (prompt == nil ? nil : rows - 1) {
      if layout.messageRow == nil {
        grid.fill(Area(x: 0, y: row, width: columns, height: 1))
      }
      paintMessage(row, &grid)
    }
  }

  /// Text as the screen can show it: with ASCII only, other characters are signs of it or escapes.
  func drawn(_ text: String) -> String {
    isASCII && !text.utf8.allSatisfy { $0 < 0x80 } ? text.inASCII : text
  }

  var ellipsis: Unicode.Scalar { isASCII ? "~" : "…" }

  static func hex(_ number: Int) -> String { "0x" + String(max(0, number), radix: 16) }

  // MARK: Above and below

  private func paintHeader(_ layout: Layout, _ grid: inout Grid) {
    guard layout.headerRows > 0 else { return }
    let view = view
    let inspection = view.inspection
    let (verdict, role) = self.verdict
    let shown = drawn(verdict)
    let room = columns - min(shown.count, verdictWidth) - 2
    var at = 1
    if files.count > 1 {
      at = grid.put("\(current + 1)/\(files.count) ", x: at, y: 0, end: room, .note)
    }
    let size = view.tree.file.byteCount.grouped
    let rest = "  \(view.document.synopsis.formatName)  \(size) bytes"
    // Of a long name the folders give way first.
    var name = inspection.name
    if at + name.count + rest.count > room, let slash = name.lastIndex(of: "/") {
      name = (isASCII ? "..." : "…") + name[slash...]
    }
    at = grid.put(drawn(name), x: at, y: 0, end: max(12, room), .strong, ellipsis: ellipsis)
    at = grid.put(drawn(ShownText(rest).text), x: at, y: 0, end: room, ellipsis: ellipsis)
    grid.put(
      shown, x: max(at + 1, columns - shown.count - 1), y: 0, role, ellipsis: ellipsis)
    if layout.headerRows > 1 {
      let heading = inspection.heading
      // How long it is and what the tracks are stay when there is no room for all; warnings come last.
      let tracks = heading.lines.filter { !$0.hasPrefix("!") }
      let warnings = heading.lines.filter { $0.hasPrefix("!") }
      var facts = line(heading.facts.prefix(1) + tracks + heading.facts.dropFirst() + heading.remarks + warnings)
      if tracks.isEmpty, facts.count > columns - 2 {
        // What is said of an image has many words, and its size is enough in front of what is wrong with it.
        facts = line(heading.facts.prefix(1) + warnings + heading.facts.dropFirst() + heading.remarks)
      }
      grid.put(
        facts, x: 1, y: 1, end: columns - 1, .faint, ellipsis: ellipsis)
    }
  }

  private func line(_ words: some Sequence<String>) -> String { drawn(ShownText(words.joined(separator: " · ")).text) }

  /// What is said of the problems: the first of the worst by its name, which stays where there is no room for the rest.
  private var verdict: (String, Role) {
    if let pairing { return (pairing.verdict, pairing.lines.isEmpty ? .plain : .changed) }
    let problems = view.document.problems
    let kept = problems.kept.filter { $0.follows == nil }
    let summary = problems.summary(hasNotes: false)
    var texts = [summary]
    if problems.unchecked != nil { texts = [problems.wholeSummary(hasNotes: false), "\(summary), not all checked"] }
    var role = Role.plain
    if let worst = kept.map(\.severity).max(), worst > .note,
      let first = kept.first(where: { $0.severity == worst })
    {
      let name = "\(first.kind.id)"
      texts = texts.map { "\($0): \(name)" } + ["\(summary): \(name)", name]
      role = worst == .error ? .error : .warning
    }
    let text = texts.first { drawn($0).count <= verdictWidth } ?? texts[texts.count - 1]
    return (text, role)
  }

  /// The columns of the first row that are for what is said of the problems, at most.
  private var verdictWidth: Int { columns * 2 / 3 }

  /// Where one is: path, offset, size, what the bytes are as numbers.
  private func paintStatus(_ y: Int, _ grid: inout Grid) {
    let view = view
    grid.fill(Area(x: 0, y: y, width: columns, height: 1), " ", .otherCursor)
    guard view.tree.known(view.node) != nil else {
      grid.put("nothing in this file is structure", x: 1, y: y, .otherCursor)
      return
    }
    var path = view.inspection.path(of: view.node)
    var place = ""
    if let row = view.fieldRow {
      path += "." + row.path
    }
    if let range = chosenBytes {
      let derived = view.source != 0 && view.tree.fileOffset(of: 0, in: view.source) == nil
      place =
        (derived ? "+" : "") + Self.hex(view.field == nil ? range.lowerBound : range.lowerBound)
      place += " +" + range.count.grouped
    }
    if focus == .bytes { place += "  @" + Self.hex(view.byte) }
    let row = (view.folds.row(of: view.node) ?? 0) + 1
    let count = "\(row.grouped) of \(view.folds.count.grouped)"
    let starts = [follows ? "following" : "", reading].filter { !$0.isEmpty }
    var right = drawn((starts + [count]).joined(separator: "  "))
    path = drawn(ShownText(path).text)
    let placeWidth = place.isEmpty ? 0 : place.count + 3
    // Where there is next to no room, whole numbers say more than that all was read.
    if columns - right.count - 3 - placeWidth < min(path.count, Self.pathWidth), isWhole {
      right = drawn((starts.dropLast() + [count]).joined(separator: "  "))
    }
    let end = columns - right.count - 2
    // Of a long path the nodes above give way first.
    let room = max(end - 1 - placeWidth, Self.pathWidth)
    if path.count > room { path = String(Character(ellipsis)) + path.suffix(room - 1) }
    var at = grid.put(path, x: 1, y: y, end: end, .otherCursor, ellipsis: ellipsis)
    at = grid.put("   " + place, x: at, y: y, end: end, .otherCursor)
    let meaning = drawn(converted)
    if !meaning.isEmpty {
      grid.put("   " + meaning, x: at, y: y, end: end, .otherCursor, ellipsis: ellipsis)
    }
    grid.put(right, x: max(0, columns - right.count - 1), y: y, .otherCursor)
  }

  /// The columns that a path has at least, before its end is cut.
  private static let pathWidth = 12

  /// Whether all was read, and nothing is still looked for.
  private var isWhole: Bool { task == nil && !view.inspection.hasChunksToRead && !isCut }

  private var isCut: Bool {
    view.inspection.isCut || !view.document.leftOut.isEmpty
      || view.document.problems.counts.contains { Diagnostic.Kind.isLimit($0.kind.id) }
  }

  /// What is still read, or that all was: of the structure, and of where samples lie when that was asked.
  private var reading: String {
    if let task { return task }
    let view = view
    if view.inspection.hasChunksToRead {
      return "still reading \(view.inspection.chunkProgress) %"
    }
    return isCut ? "not all is read" : "complete"
  }

  /// A line that is typed, a message, or the keys there are.
  private func paintMessage(_ y: Int, _ grid: inout Grid) {
    if let prompt {
      let label = drawn(prompt.label)
      var at = grid.put(label, x: 0, y: y, .strong)
      // A line that is too long is shown around its caret.
      let room = max(1, columns - at - 1)
      let first = max(0, prompt.caret - room + 1)
      var caret = at
      for (place, character) in prompt.text.enumerated() where place >= first {
        if place == prompt.caret { caret = at }
        at = grid.put(drawn(String(character)), x: at, y: y)
      }
      if prompt.caret >= prompt.text.count { caret = at }
      if message.isEmpty == false {
        grid.put(drawn("   " + message), x: at, y: y, .faint, ellipsis: ellipsis)
      }
      grid.caret = (min(caret, columns - 1), y)
      return
    }
    if let prefix {
      grid.put("\(Character(prefix))", x: 0, y: y, .strong)
      return
    }
    if !message.isEmpty {
      grid.put(
        drawn(ShownText(message).text), x: 1, y: y, isAlarm ? .error : .plain, ellipsis: ellipsis)
      return
    }
    if focus == .fields, overlay == nil, let row = view.fieldRow, !fits(row) {
      let text = ShownText("\(row.label): \(row.value)").text
      grid.put(drawn(text), x: 1, y: y, ellipsis: ellipsis)
      return
    }
    if focus == .panel, overlay == nil, let area = layout.panes[.panel], panelCount(of: view) > 0 {
      // What is cut in its pane.
      let text = drawn(ShownText(panelText(view.panelRow, view).0).text)
      if text.count + 2 > area.width {
        grid.put(text, x: 1, y: y, ellipsis: ellipsis)
        return
      }
    }
    grid.put(drawn(hints), x: 1, y: y, .faint, ellipsis: ellipsis)
  }

  /// Whether the value of a field has room in its pane; else it stands in the last row of the screen.
  private func fits(_ row: FieldRows.Row) -> Bool {
    guard let area = layout.panes[.fields] else { return true }
    return row.label.count + row.value.count + row.depth * 2 + 8 < area.width * 55 / 100
  }

  private var hints: String {
    if overlay != nil {
      var scroll = isASCII ? "jk scroll  q close" : "↑↓ scroll  q close"
      if let overlay, overlay.lines.count > overlayHeight {
        let last = min(overlay.lines.count, overlay.top + overlayHeight)
        scroll += "  lines \(overlay.top + 1) to \(last) of \(overlay.lines.count)"
      }
      if case .picture? = overlay?.content {
        return (isASCII ? "hl picture  " : "←→ picture  ") + scroll
      }
      return scroll
    }
    var own =
      switch focus {
      case .tree: isASCII ? ["jk move", "hl fold"] : ["↑↓ move", "←→ fold"]
      case .fields: [isASCII ? "jk move" : "↑↓ move", "Enter follow"]
      case .bytes: [isASCII ? "hjkl move" : "←↑↓→ move", "Enter field"]
      case .panel:
        [
          isASCII ? "jk move" : "↑↓ move",
          view.panel == .problems ? "Enter go there, again: all of it" : "Enter go there",
          "4 next list",
        ]
      }
    if pairing != nil { own += ["]c change", "o other file"] }
    if pairing == nil, files.count > 1 { own.append("Ctrl-N file") }
    // What has no room is left out, from behind; help and leaving stay.
    let list = panels(of: view).first.flatMap { $0 == .problems ? nil : "4 " + $0.title.lowercased() }
    let others = [
      "/ find", "Tab pane", ": go to", "! problems", list ?? "4 list", "P plot", "y copy", "D compare",
    ]
    let end = "  ? help  q quit"
    while own.count > 1, own.joined(separator: "  ").count + end.count > columns - 1 {
      own.removeLast()
    }
    var text = own.joined(separator: "  ")
    for key in others where text.count + key.count + 2 + end.count < columns - 1 {
      text += "  " + key
    }
    return text + end
  }

  // MARK: Panes

  private func paintTitle(of pane: Pane, in area: Area, of layout: Layout, on grid: inout Grid) {
    let line: Unicode.Scalar = isASCII ? "-" : "─"
    grid.fill(Area(x: area.x, y: area.y, width: area.width, height: 1), line, .frame)
    let isFocus = pane == focus
    var at = area.x + 1
    let end = area.x + area.width - 1
    if layout.isSingle {
      for other in Pane.allCases where other != .panel || hasPanel || pane == .panel {
        let role: Role = other == pane ? .title : .frame
        at = grid.put(
          " \(other.rawValue + 1) \(name(of: other)) ", x: at, y: area.y, end: end, role)
      }
    } else {
      let text = drawn(ShownText(title(of: pane)).text)
      at = grid.put(
        " \(text) ", x: at, y: area.y, end: end, isFocus ? .title : .strong, ellipsis: ellipsis)
    }
    if isFocus, !layout.isSingle {
      grid.put(isASCII ? ">" : "▸", x: area.x, y: area.y, end: area.x + 1, .title)
    }
  }

  private func name(of pane: Pane) -> String {
    switch pane {
    case .tree: treeName
    case .fields: "Fields"
    case .bytes: "Bytes"
    case .panel: view.panel.title
    }
  }

  /// What the nodes of the file are called, as a title: `Atoms`.
  private var treeName: String {
    let word = view.document.nodeWord.description
    return word.prefix(1).uppercased() + word.dropFirst() + "s"
  }

  private func title(of pane: Pane) -> String {
    switch pane {
    case .tree: return treeName
    case .fields:
      guard view.tree.known(view.node) != nil else { return "Fields" }
      let (type, title) = (view.inspection.type(of: view.node), view.inspection.title(of: view.node))
      // Audio is called what it is.
      return type == title ? type : type + "  " + title
    case .bytes: return "Bytes" + byteOwner
    case .panel: return panelTitle
    }
  }

  /// Whose the chosen byte is, where samples lie: `  track 1 video sample 12 of 48, 0.458 s`.
  private var byteOwner: String {
    let inspection = view.inspection
    guard view.source == 0, inspection.holdsSamples(view.node) else {
      return view.source == 0 ? "" : "  not those of the file: derived"
    }
    let offset = UInt64(max(0, view.byte))
    guard let (place, sample) = inspection.place(of: offset) else {
      if let item = inspection.item(at: offset) { return "  item \(item.id)" }
      if inspection.hasChunksToRead {
        return "  reading where samples are… \(inspection.chunkProgress) %"
      }
      return inspection.movie.tracks.isEmpty ? "" : "  in no sample"
    }
    let track = inspection.movie.tracks[place]
    return "  \(track.name) sample \(sample.number.grouped) of \(track.count.grouped), "
      + shown(time: inspection.moment(of: sample, ofTrack: place), track.timescale)
  }

  /// A time of a sample as a person wants times to be shown.
  func shown(time ticks: Int64, _ timescale: UInt64) -> String {
    switch times {
    case .seconds: return Self.time(ticks, timescale)
    case .ticks: return "\(ticks)"
    case .clock:
      guard timescale > 0 else { return "\(ticks)" }
      var text = ByteWriter()
      if ticks < 0 { text.put("-") }
      text.put(fullClock: ticks.magnitude, per: timescale)
      return text.string
    }
  }

  /// A time in seconds, to the millisecond; ticks where nothing says how long they are.
  static func time(_ ticks: Int64, _ timescale: UInt64) -> String {
    guard timescale > 0 else { return "\(ticks) ticks" }
    var text = ByteWriter()
    if ticks < 0 { text.put("-") }
    text.put(clock: ticks.magnitude, per: timescale)
    return text.string
  }

  private func paint(_ overlay: Overlay, _ grid: inout Grid) {
    let first = layout.headerRows
    for row in 0..<min(rows, overlayHeight) where overlay.top + row < overlay.lines.count {
      let line = overlay.lines[overlay.top + row]
      let isHeading = overlay.content == .help && !line.isEmpty && !line.hasPrefix(" ")
      grid.put(
        drawn(line), x: 1, y: first + row, isHeading ? .strong : .plain, ellipsis: ellipsis)
    }
  }
}

extension Problems {
  /// Its summary, and behind it what was not looked at.
  func wholeSummary(hasNotes: Bool) -> String {
    let summary = summary(hasNotes: hasNotes)
    return unchecked.map { "\(summary) (\($0) not checked)" } ?? summary
  }
}

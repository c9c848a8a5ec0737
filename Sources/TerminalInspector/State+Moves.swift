import ByteReading
import MediaInspection
import MediaReports
import Structure
import StructureRendering

extension State {
  // MARK: Rows

  /// Moves by rows in the pane that the keys go to.
  mutating func move(_ count: Int) {
    switch focus {
    case .tree:
      guard let row = view.folds.row(of: view.node) else { return }
      choose(treeRow: row + count)
    case .fields: view.choose(field: max(0, (view.field ?? (count > 0 ? -1 : 0)) + count))
    case .bytes: view.choose(byte: view.byte + count * layout.bytesInRow)
    case .panel: view.panelRow += count
    }
  }

  /// Moves by what the pane shows at a time.
  mutating func page(_ count: Int, half: Bool = false) {
    let height = max(1, layout.height(of: focus))
    move(count * max(1, half ? height / 2 : height - 1))
  }

  private mutating func choose(treeRow row: Int) {
    guard let node = view.folds.node(at: min(max(0, row), view.folds.count - 1)) else { return }
    if node != view.node { view.choose(row: node) }
  }

  /// Moves what the pane shows by rows; the cursor stays unless it would leave the pane.
  mutating func scroll(_ count: Int) {
    let height = max(1, layout.height(of: focus))
    let margin = height >= 5 ? 1 : 0
    func moved(_ top: Int, _ all: Int, _ row: Int) -> (top: Int, step: Int) {
      let top = min(max(0, top + count), max(0, all - height))
      let wanted = min(max(row, top + margin), max(top, top + height - 1 - margin))
      return (top, wanted - row)
    }
    switch focus {
    case .tree:
      guard let row = view.folds.row(of: view.node) else { return }
      let next = moved(view.treeTop, view.folds.count, row)
      view.treeTop = next.top
      if next.step != 0 { move(next.step) }
    case .fields:
      let next = moved(view.fieldTop, view.places.count, view.field ?? 0)
      view.fieldTop = next.top
      if next.step != 0 { move(next.step) }
    case .bytes: move(count)
    case .panel:
      let next = moved(view.panelTop, panelCount(of: view), view.panelRow)
      view.panelTop = next.top
      if next.step != 0 { move(next.step) }
    }
  }

  /// A part of what a pane shows.
  enum WindowPart { case top, middle, end }

  /// Shows the row of the cursor in a part of its pane.
  mutating func bring(to part: WindowPart) {
    let height = max(1, layout.height(of: focus))
    func top(_ row: Int) -> Int {
      switch part {
      case .top: row - 1
      case .middle: row - height / 2
      case .end: row - height + 2
      }
    }
    // What is no row of the pane is brought back when all is settled.
    switch focus {
    case .tree: if let row = view.folds.row(of: view.node) { view.treeTop = top(row) }
    case .fields: view.fieldTop = top(view.field ?? 0)
    case .bytes: view.byteTop = top(view.byte / max(1, layout.bytesInRow))
    case .panel: view.panelTop = top(view.panelRow)
    }
  }

  /// Goes to the first row that a pane shows, the middle one, or the last one. One that cannot be the
  /// first on the screen, since a row more is shown before it, is passed over.
  mutating func choose(_ part: WindowPart) {
    let height = max(1, layout.height(of: focus))
    let margin = height >= 5 ? 1 : 0
    func row(_ top: Int, _ count: Int) -> Int {
      switch part {
      case .top: top == 0 ? 0 : top + margin
      case .middle: top + min(height, max(0, count - top)) / 2
      case .end: top + height >= count ? max(0, count - 1) : top + height - 1 - margin
      }
    }
    let width = max(1, layout.bytesInRow)
    switch focus {
    case .tree: choose(treeRow: row(view.treeTop, view.folds.count))
    case .fields: view.choose(field: row(view.fieldTop, view.places.count))
    case .bytes: view.choose(byte: row(view.byteTop, (view.byteCount - 1) / width + 1) * width)
    case .panel: view.panelRow = row(view.panelTop, panelCount(of: view))
    }
  }

  /// Shows times in another way: those of samples where samples are listed, else dates.
  mutating func turnTimes() {
    if focus == .panel, view.panel == .samples {
      times = TimeStyle(rawValue: times.rawValue + 1) ?? .seconds
      return say("times of samples \(times.name)")
    }
    guard zone != nil else { return say("the zone here is not known: dates are in UTC") }
    isLocal.toggle()
    say(isLocal ? "dates in the zone here" : "dates in UTC")
  }

  mutating func start() {
    view.remember()
    switch focus {
    case .tree: choose(treeRow: 0)
    case .fields: view.choose(field: 0)
    case .bytes:
      view.choose(byte: view.nodeBytes.map { view.byte > $0.lowerBound ? $0.lowerBound : 0 } ?? 0)
    case .panel: view.panelRow = 0
    }
  }

  mutating func end() {
    view.remember()
    switch focus {
    case .tree: choose(treeRow: .max)
    case .fields: view.choose(field: .max)
    case .bytes:
      let last = view.nodeBytes.map { max($0.lowerBound, $0.upperBound - 1) } ?? view.byteCount - 1
      view.choose(byte: view.byte < last ? last : view.byteCount - 1)
    case .panel: view.panelRow = panelCount(of: view) - 1
    }
  }

  /// The next sibling of the chosen node, or the one before it.
  mutating func sibling(_ step: Int) {
    let tree = view.tree
    guard tree.known(view.node) != nil else { return }
    let node = view.node
    let parent = tree.parent(of: node)
    if step > 0 {
      let next = view.folds.foldedRun(at: node)?.end ?? tree[node].subtreeEnd
      guard next < (parent.map { tree[$0].subtreeEnd } ?? tree.end) else {
        return say("the last one")
      }
      return view.choose(row: next)
    }
    guard let before = node.previous, before != parent else { return say("the first one") }
    // What stands before it ends there, at any depth.
    var at = before
    while tree[at].depth > tree[node].depth, let outer = tree.parent(of: at) { at = outer }
    view.choose(row: view.folds.row(of: at) == nil ? view.folds.shown(at) : at)
  }

  mutating func foldAll() {
    view.folds.closeAll()
    view.choose(row: view.folds.shown(view.node))
  }

  mutating func unfoldAll() { view.folds.openAll() }

  // MARK: Panes and files

  mutating func turn(_ step: Int) {
    var panes: [Pane] = [.tree, .fields, .bytes]
    if hasPanel { panes.append(.panel) }
    let place = panes.firstIndex(of: focus) ?? 0
    focus = panes[(place + step + panes.count) % panes.count]
  }

  /// Shows the pane of samples, items and problems, or the next of them.
  mutating func turnPanel() {
    let kinds = panels(of: view)
    if hasPanel, focus == .panel, let place = kinds.firstIndex(of: view.panel) {
      show(panel: kinds[(place + 1) % kinds.count])
    } else {
      if !kinds.contains(view.panel) { view.panel = kinds.first ?? .problems }
      if view.panel == .samples { chooseTrack() }
      hasPanel = true
    }
    focus = .panel
  }

  private mutating func show(panel: PanelKind) {
    view.panel = panel
    view.panelRow = 0
    view.panelTop = 0
    if panel == .samples { chooseTrack() }
  }

  /// The track of the chosen node is the one whose samples are listed; of a fragment its first one.
  private mutating func chooseTrack() {
    let tree = view.tree
    guard tree.known(view.node) != nil else { return }
    let part = tree[view.node].type == "moof" ? tree.child("traf", of: view.node) : nil
    guard let track = view.inspection.track(of: part ?? view.node) else { return }
    if track != view.track { view.panelRow = 0 }
    view.track = track
    let fragment =
      part ?? (tree[view.node].type == "traf" ? view.node : tree.ancestor("traf", of: view.node))
    guard let fragment,
      var runs = view.inspection.movie.tracks[track].chunks(ofFragment: fragment),
      let first = runs.next()
    else { return }
    view.panelRow = first.firstSample - 1
  }

  mutating func turnTrack(_ step: Int) {
    let count = view.inspection.movie.tracks.count
    guard view.panel == .samples, count > 0 else { return say("4 shows the next list") }
    view.track = (view.track + step + count) % count
    view.panelRow = 0
  }

  mutating func turnFile(_ step: Int) {
    guard files.count > 1 else { return say("there is one file") }
    search = nil
    current = (current + step + files.count) % files.count
  }

  /// The other file of a pair, at the same node.
  mutating func otherFile() {
    guard files.count > 1 else { return say("D opens a second file beside this one") }
    let here = view
    let path = here.inspection.path(of: here.node)
    let row = view.field
    turnFile(1)
    guard let node = here.inspection.node(like: here.node, in: view.document) else {
      return say("\(view.inspection.name) has no \(path)")
    }
    view.choose(node)
    view.choose(field: row)
  }

  mutating func goBack() {
    if !view.goBack() { say("this is where you began") }
  }

  mutating func goForward() {
    if !view.goForward() { say("there is nothing to go forward to: Backspace goes back") }
  }

  // MARK: Problems and changes

  /// The next problem behind the chosen one, in the order of the file.
  mutating func nextProblem() {
    let problems = view.document.problems.kept
    guard !problems.isEmpty else { return say(view.document.problems.wholeSummary(hasNotes: true)) }
    let isListed = hasPanel && view.panel == .problems
    var row = isListed ? view.panelRow + 1 : 0
    if isListed, focus != .panel, view.panelRow == 0, problems[0].node != view.node { row = 0 }
    if !isListed { show(panel: .problems) }
    hasPanel = true
    let isAgain = row >= problems.count
    if isAgain { row = 0 }
    view.panelRow = row
    go(toProblem: row)
    let (text, _) = panelText(row, view)
    say((isAgain ? "the first problem again: " : "") + text)
  }

  private mutating func go(toProblem row: Int) {
    let problems = view.document.problems.kept
    guard problems.indices.contains(row) else { return }
    let problem = problems[row]
    view.remember()
    guard let node = view.tree.known(problem.node) else {
      return say("this problem is one of the file as a whole")
    }
    view.choose(node)
    let source = problem.source ?? view.tree[node].source
    // A problem of the node as a whole is none of its first field.
    let isWhole =
      problem.extent.byteOffset <= Int(clamping: view.tree[node].start)
      && problem.extent.byteEnd >= Int(clamping: view.tree[node].end)
    if !isWhole, source == view.source, problem.extent.count > 0,
      let field = view.places.row(at: problem.extent.byteOffset, in: source)
    {
      view.choose(field: field)
    }
  }

  mutating func nextChange(_ step: Int) {
    guard let pairing else { return say("D opens a second file beside this one") }
    guard !pairing.lines.isEmpty else { return say(pairing.verdict) }
    let next = change + step
    guard pairing.lines.indices.contains(next) else {
      return say(step > 0 ? "the last change" : "the first change")
    }
    go(toChange: next)
  }

  mutating func openPanelRow() {
    switch view.panel {
    case .problems:
      let problems = view.document.problems.kept
      guard problems.indices.contains(view.panelRow) else { return }
      let before = view.spot
      go(toProblem: view.panelRow)
      // Where one is already, the rest of it is read.
      if view.spot == before {
        message = ""
        show(.problem(view.panelRow))
      }
    case .changes: go(toChange: view.panelRow)
    case .marks:
      guard view.marks.indices.contains(view.panelRow) else { return }
      view.remember()
      view.go(to: view.marks[view.panelRow].spot)
    case .items:
      let items = view.inspection.items
      guard items.indices.contains(view.panelRow) else { return }
      view.remember()
      let item = items[view.panelRow]
      if view.node == item.node, let offset = item.offset {
        view.go(toByte: Int(clamping: offset))
        focus = .bytes
        return
      }
      view.choose(item.node)
      say(Self.sentence(on: item, view.inspection))
    case .samples:
      guard
        var samples = view.inspection.samples(ofTrack: view.track, from: view.panelRow + 1),
        let sample = samples.next()
      else { return }
      go(to: sample)
    }
  }

  // MARK: Samples and offsets

  /// Goes to the bytes of a sample.
  private mutating func go(to sample: Sample) {
    guard sample.file == 0, let offset = sample.offset, offset < UInt64(view.tree.file.byteCount)
    else {
      return say("sample \(sample.number.grouped) has no bytes in this file")
    }
    view.remember()
    view.go(toByte: Int(clamping: offset))
    guard view.inspection.movie.tracks.indices.contains(view.track) else { return }
    let track = view.inspection.movie.tracks[view.track]
    let size = Int(clamping: sample.size).grouped
    let time = shown(time: view.inspection.moment(of: sample, ofTrack: view.track), track.timescale)
    say(
      "\(track.name) sample \(sample.number.grouped) of \(track.count.grouped), "
        + "\(time), \(size) bytes")
  }

  /// Goes to what the chosen row leads to: an offset to its byte, a row of a table of samples to the
  /// sample.
  mutating func follow() {
    guard let row = view.fieldRow else { return view.choose(field: 0) }
    if row.isOffset, let offset = row.numbers.first {
      guard offset < UInt64(view.tree.file.byteCount) else {
        return say("\(offset) is behind the end of the file", isAlarm: true)
      }
      view.remember()
      view.go(toByte: Int(clamping: offset))
      focus = .bytes
      return
    }
    guard row.kind == .tableRow, let number = sample(of: row) else {
      focus = .bytes
      return
    }
    guard let track = view.inspection.track(of: view.node) else {
      return say("no track is known here")
    }
    guard var samples = view.inspection.samples(ofTrack: track, from: number),
      let sample = samples.next()
    else {
      return say("there is no sample \(number)", isAlarm: true)
    }
    view.track = track
    view.panel = .samples
    hasPanel = true
    go(to: sample)
    view.panelRow = sample.number - 1
    focus = .bytes
  }

  /// The sample that a row of a table is about, from 1; `nil` for other tables.
  private func sample(of row: FieldRows.Row) -> Int? {
    let node = view.node
    guard let place = view.field.flatMap({ view.places.tableRow(of: $0) }) else { return nil }
    let first = row.numbers.first ?? 0
    switch view.tree[node].type {
    case "stsz", "stz2", "sdtp", "stdp": return place + 1
    case "stss", "stps": return Int(clamping: first)
    case "stts", "ctts": return view.document.sumOfFirstColumn(of: node, before: place) + 1
    case "stsc":
      guard let track = view.inspection.track(of: node) else { return nil }
      return view.inspection.movie.tracks[track].firstSample(ofChunk: Int(clamping: first))
    case "elst":
      guard let track = view.inspection.track(of: node), row.numbers.count > 1 else { return nil }
      let time = Int64(bitPattern: row.numbers[1])
      guard time >= 0 else { return nil }
      return view.inspection.movie.tracks[track].sample(shownAt: time)?.sample.number
    case "trun":
      guard let track = view.inspection.track(of: node) else { return nil }
      return firstSample(of: node, in: view.inspection.movie.tracks[track]).map { $0 + place }
    default: return nil
    }
  }

  /// The number of the first sample of a run of a fragment.
  ///
  /// - Complexity: O(*r*) in the runs of its fragment.
  private func firstSample(of run: NodeIndex, in track: SampleTrack) -> Int? {
    let tree = view.tree
    guard let parent = tree.parent(of: run), let runs = track.chunks(ofFragment: parent) else {
      return nil
    }
    var number = 1
    for child in tree.children(of: parent) where tree[child].type == "trun" {
      if child == run { break }
      number += 1
    }
    return runs.first { $0.number == number }?.firstSample
  }
}

extension SampleTrack {
  /// The number of the first sample of a chunk of the table; `nil` when there is no such chunk.
  func firstSample(ofChunk number: Int) -> Int? {
    for chunk in chunks {
      if chunk.number == number { return chunk.firstSample }
      if chunk.fragment > 0 { return nil }
    }
    return nil
  }
}

extension FieldPlaces {
  /// The place, from 0, of a row in its table; `nil` for rows of no table.
  func tableRow(of row: Int) -> Int? {
    guard let place = place(of: row) else { return nil }
    let inside = row - place.row - 1
    return inside >= 0 && inside < place.rows ? inside : nil
  }
}

extension Document {
  /// The sum of the first column of the tables of a node, over the rows before one.
  fileprivate func sumOfFirstColumn(of node: NodeIndex, before row: Int) -> Int {
    var walker = Walker()
    var sink = FirstColumn(rows: row)
    walk(node, &walker, into: &sink)
    return sink.sum
  }
}

/// Adds the numbers of the first column of a table.
private struct FirstColumn: FieldSink {
  let rows: Int
  var sum = 0

  mutating func field(_ field: borrowing FieldReading) {}

  mutating func table(_ table: borrowing TableReading) {
    for row in 0..<min(rows, table.count) {
      let (next, overflow) = sum.addingReportingOverflow(
        Int(clamping: table.raw(row: row, column: 0)))
      sum = overflow ? .max - 1 : min(next, .max - 1)
    }
  }
}

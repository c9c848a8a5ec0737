import ByteReading
package import CommandLineSupport
import MediaInspection
import MediaReports
package import Structure
import StructureRendering

/// What the program has to do outside: nothing of it happens in `reduce`.
package enum Effect: Equatable, Sendable {
  case quit
  /// The process stops until somebody continues it.
  case stop
  /// The screen is drawn from scratch.
  case redraw
  /// Text for the clipboard of the terminal.
  case copy(String)
  /// Bytes of a source of a file of ``State``, for a file of this name.
  case write(name: String, file: Int, source: UInt16, bytes: Range<Int>, replaces: Bool)
  /// A file that the one that is shown is compared with.
  case compare(name: String)
  /// A file is read again.
  case reload(file: Int)
  /// The first of these that a file has something of is written where keys need not wait for it.
  case draw([Overlay.Content], file: Int)
  /// The names of files are wanted that begin like what is typed behind this many characters.
  case complete(name: String, behind: Int)
  /// All rules run over a file.
  case check(file: Int)
  /// What goes on outside is not wanted any more.
  case cancel
}

/// How times of samples are shown.
enum TimeStyle: Int, CaseIterable {
  case seconds, clock, ticks

  var name: String {
    switch self {
    case .seconds: "in seconds"
    case .clock: "as hours:minutes:seconds"
    case .ticks: "in units of the track's timescale"
    }
  }
}

/// All that the inspector knows: files, where a person is in each, what is open and typed.
///
/// `reduce` makes the next state of an event, `paint` a picture of the state; neither sees the terminal,
/// the clock or the disk.
///
/// ```swift
/// var state = State(files: [(document, path)], columns: 80, rows: 24)
/// let effects = state.reduce(.key(Key(.down)))
/// var grid = Grid(columns: 80, rows: 24)
/// state.paint(into: &grid)
/// ```
package struct State {
  /// The files, at least one.
  var files: [FileView]
  /// The file that is shown.
  var current = 0
  /// What the first two files have not in common, when they are compared.
  var pairing: Pairing?
  /// The change that was gone to last.
  var change = -1
  package private(set) var columns: Int
  package private(set) var rows: Int
  package var isASCII: Bool
  /// Whether numbers are shown as they are stored.
  var isRaw = false
  /// Whether dates are shown in the zone of the person, and that zone: how many seconds it is ahead of UTC
  /// at a moment, counted in seconds from 1970; `nil` for what it does not know.
  var isLocal = false
  package var zone: (@Sendable (Int64) -> Int?)?
  /// How times of samples are shown.
  var times = TimeStyle.seconds
  /// What goes on outside, for the status: `checking`.
  package var task: String?
  /// Whether a file that grows is read again by itself.
  package var follows = false
  var focus = Pane.tree
  var hasPanel = false
  /// The columns of the tree that a person chose.
  var leftWidth: Int?
  var overlay: Overlay?
  package var prompt: Prompt?
  /// What is said in the last row until the next key.
  package var message = ""
  var isAlarm = false
  /// The key that another one has to follow: `g`, `[`, `m`.
  var prefix: Unicode.Scalar?
  /// The search that is going on, and the last one that was asked for.
  var search: Search?
  var query: Needle?
  var searchLines: [String] = []
  var commandLines: [String] = []
  /// Whether the divider is held by the mouse.
  var isDragging = false
  var effects: [Effect] = []

  /// - Parameters:
  ///   - files: What was opened, one at least, and under which names.
  ///   - pairing: What the first two have not in common, when they are compared.
  package init(
    files: [(document: Document, path: FilePath)], pairing: Pairing? = nil, paths: [String] = [],
    columns: Int, rows: Int, isASCII: Bool = false
  ) {
    self.init(
      surveys: files.map { (Survey($0.document), $0.path) }, pairing: pairing, paths: paths,
      columns: columns, rows: rows, isASCII: isASCII)
  }

  /// The same of files that were gone through before.
  package init(
    surveys: [(survey: Survey, path: FilePath)], pairing: Pairing? = nil, paths: [String] = [],
    columns: Int, rows: Int, isASCII: Bool = false
  ) {
    files = surveys.map { FileView(Inspection($0.survey, path: $0.path)) }
    self.columns = min(max(1, columns), 1_000)
    self.rows = min(max(1, rows), 1_000)
    self.isASCII = isASCII
    if let pairing, self.files.count > 1 { pair(pairing) }
    for path in paths {
      for place in self.files.indices {
        guard let node = self.files[place].document.found(path).first else { continue }
        self.files[place].choose(node)
      }
    }
    if self.pairing == nil {
      hasPanel = view.panel == .problems && !view.document.problems.kept.isEmpty
    }
    settle()
  }

  /// The file that is shown.
  var view: FileView {
    get { files[min(current, files.count - 1)] }
    _modify { yield &files[min(current, files.count - 1)] }
  }

  /// Shows what the first two files have not in common.
  private mutating func pair(_ pairing: Pairing) {
    guard files.count > 1 else { return }
    self.pairing = pairing
    change = -1
    for place in 0..<2 { files[place].panel = .changes }
    current = 1
    message = pairing.verdict
    if !pairing.lines.isEmpty {
      hasPanel = true
      go(toChange: 0)
    }
  }

  /// Goes to a change, from 0, in the file that has it.
  mutating func go(toChange number: Int) {
    guard let pairing, pairing.lines.indices.contains(number) else { return }
    let line = pairing.lines[number]
    change = number
    view.remember()
    for place in 0..<min(2, files.count) {
      files[place].panelRow = number
      if let node = pairing.node(of: line, in: place) { files[place].choose(node) }
    }
    if pairing.node(of: line, in: current) == nil {
      current = pairing.node(of: line, in: 0) == nil ? 1 : 0
    }
    message = "change \(number + 1) of \(pairing.lines.count): \(line.text)"
  }

  // MARK: From outside

  /// Whether there is work that goes on by ``Event/tick``.
  package var isWorking: Bool {
    search != nil || view.inspection.hasChunksToRead
      || view.inspection.hasCodingsToRead(of: listedSamples, ofTrack: view.track)
  }

  /// The numbers of the samples that are on the screen.
  var listedSamples: Range<Int> {
    guard hasPanel, overlay == nil, view.panel == .samples else { return 0..<0 }
    let first = view.panelTop + 1
    return first..<max(first, min(panelCount(of: view) + 1, first + layout.height(of: .panel)))
  }

  /// The documents of the files, for who writes their bytes.
  package func document(of file: Int) -> Document? {
    files.indices.contains(file) ? files[file].document : nil
  }

  package func path(of file: Int) -> FilePath? {
    files.indices.contains(file) ? files[file].inspection.path : nil
  }

  package var fileCount: Int { files.count }
  package var currentFile: Int { current }

  /// Says something in the last row.
  package mutating func say(_ text: String, isAlarm: Bool = false) {
    message = text
    self.isAlarm = isAlarm
  }

  /// Says that files could not be opened beside those that are shown, the first of them with its reason.
  package mutating func tellFailures(_ failures: [String]) {
    guard let first = failures.first else { return }
    let more = failures.count - 1
    say(first + (more > 0 ? ", and \(more) more cannot be opened" : ""), isAlarm: true)
  }

  /// The other file of the pair that this one is of; `nil` when it is compared with none.
  package func partner(of file: Int) -> Document? {
    pairing != nil && file < 2 ? document(of: 1 - file) : nil
  }

  /// Takes a file that was read again in the place of the one there was, and how it compares now.
  package mutating func take(_ survey: Survey, of file: Int, pairing: Pairing? = nil) {
    guard files.indices.contains(file) else { return }
    search = nil
    files[file].take(Inspection(survey, path: files[file].inspection.path))
    if self.pairing != nil, file < 2 {
      self.pairing = pairing
      change = -1
    }
    settle()
  }

  /// Takes a file of which more is known than before: where the person is stays.
  package mutating func take(checked survey: Survey, of file: Int) {
    guard files.indices.contains(file) else { return }
    search = nil
    files[file].know(Inspection(survey, path: files[file].inspection.path))
    settle()
  }

  /// Takes a file that one of those here was compared with, which becomes the first.
  package mutating func compare(
    _ file: Int, with survey: Survey, path: FilePath, _ pairing: Pairing
  ) {
    guard files.indices.contains(file) else { return }
    search = nil
    let shown = files.remove(at: file)
    files.insert(shown, at: 0)
    files.insert(FileView(Inspection(survey, path: path)), at: 1)
    pair(pairing)
    settle()
  }

  /// Asks whether a file that is there is replaced.
  package mutating func askToReplace(_ name: String) { prompt = Prompt(.replacing(name)) }

  mutating func resize(_ columns: Int, _ rows: Int) {
    self.columns = min(max(1, columns), 1_000)
    self.rows = min(max(1, rows), 1_000)
    guard let overlay else { return }
    show([overlay.content])
  }

  // MARK: Layout

  var layout: Layout {
    Layout(
      columns: columns, rows: rows, focus: focus, hasPanel: hasPanel, leftWidth: leftWidth,
      byteCount: view.byteCount, isPair: pairing != nil)
  }

  /// Brings what is chosen into what is seen, in every pane.
  mutating func settle() {
    if current >= files.count { current = max(0, files.count - 1) }
    if focus == .panel, !hasPanel { focus = .tree }
    if view.inspection.holdsSamples(view.node) { view.inspection.beginChunks() }
    followByte()
    let layout = layout
    var view = view
    Self.settle(
      &view.treeTop, row: view.folds.row(of: view.node) ?? 0, height: layout.height(of: .tree),
      count: view.folds.count)
    Self.settle(
      &view.fieldTop, row: view.field ?? 0, height: layout.height(of: .fields),
      count: view.places.count)
    let width = max(1, layout.bytesInRow)
    let byteRow = view.byte / width
    let byteHeight = layout.height(of: .bytes)
    // What was jumped to stands near the top, with a row before it; what is walked to moves row by row.
    if byteRow < view.byteTop - 1 || byteRow > view.byteTop + byteHeight {
      view.byteTop = byteRow - min(1, byteHeight / 4)
    }
    Self.settle(
      &view.byteTop, row: byteRow, height: byteHeight, count: (view.byteCount + width - 1) / width)
    let count = panelCount(of: view)
    view.panelRow = min(max(0, view.panelRow), max(0, count - 1))
    Self.settle(&view.panelTop, row: view.panelRow, height: layout.height(of: .panel), count: count)
    self.view = view
  }

  /// Chooses the sample or item of the chosen byte where these are listed, while the keys go to the bytes.
  private mutating func followByte() {
    guard hasPanel, focus == .bytes, view.source == 0 else { return }
    let offset = UInt64(max(0, view.byte))
    switch view.panel {
    case .samples:
      guard view.inspection.holdsSamples(view.node),
        let (track, sample) = view.inspection.place(of: offset)
      else { return }
      view.track = track
      view.panelRow = sample.number - 1
    case .items:
      guard let place = view.inspection.itemPlace(at: offset) else { return }
      view.panelRow = place
    case .problems, .changes, .marks: break
    }
  }

  /// Moves the first row so that `row` is among `height` rows from it, with one more on either side where
  /// there is room, and no room is left unused.
  private static func settle(_ top: inout Int, row: Int, height: Int, count: Int) {
    let height = max(1, height)
    let margin = height >= 5 ? 1 : 0
    if row - margin < top { top = row - margin }
    if row + margin - top >= height { top = row + margin - height + 1 }
    top = min(max(0, top), max(0, count - height))
  }

  /// The rows of the pane below the tree.
  func panelCount(of view: FileView) -> Int {
    switch view.panel {
    case .samples:
      let tracks = view.inspection.movie.tracks
      return tracks.indices.contains(view.track) ? tracks[view.track].count : 0
    case .items: return view.inspection.items.count
    case .problems: return view.document.problems.kept.count
    case .changes: return pairing?.lines.count ?? 0
    case .marks: return view.marks.count
    }
  }

  /// What the panel can show of a file.
  func panels(of view: FileView) -> [PanelKind] {
    PanelKind.allCases.filter { kind in
      switch kind {
      case .samples: !view.inspection.movie.tracks.isEmpty
      case .items: !view.inspection.items.isEmpty
      case .problems: true
      case .changes: pairing != nil
      case .marks: !view.marks.isEmpty
      }
    }
  }
}

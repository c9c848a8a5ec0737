import ByteReading
import MediaInspection
import Structure

/// What is listed in the pane below the tree.
enum PanelKind: Int, CaseIterable {
  case samples, items, problems, changes, marks

  var title: String {
    switch self {
    case .samples: "Samples"
    case .items: "Items"
    case .problems: "Problems"
    case .changes: "Changes"
    case .marks: "Marks"
    }
  }
}

/// A place in a file to which one can return.
struct Spot: Equatable {
  var node: NodeIndex
  var field: Int?
  var byte: Int
}

/// An opened file and where a person is in it: the chosen node, field and byte belong together at all
/// times.
struct FileView {
  var inspection: Inspection
  var folds: FoldedTree
  /// The chosen node; of a file without nodes the first there would be.
  private(set) var node = NodeIndex(0)
  /// Where its fields are.
  private(set) var places = FieldPlaces()
  /// The chosen row of its fields; `nil` for the node as a whole.
  private(set) var field: Int?
  /// The chosen byte, and the source that it is counted in.
  private(set) var byte = 0
  private(set) var source: UInt16 = 0
  /// The first rows that are on the screen; of bytes the number of the first row.
  var treeTop = 0
  var fieldTop = 0
  var byteTop = 0
  var panel = PanelKind.problems
  var panelRow = 0
  var panelTop = 0
  /// The track whose samples are listed.
  var track = 0
  private(set) var marks: [(name: Character, spot: Spot)] = []
  private var back: [Spot] = []
  /// Where one was before one went back.
  private var ahead: [Spot] = []

  init(_ inspection: Inspection) {
    self.inspection = inspection
    folds = inspection.folds
    choose(first)
    if inspection.tree.count > 0 { folds.open(node) }
    let kept = inspection.document.problems.kept
    if kept.isEmpty {
      panel =
        !inspection.movie.tracks.isEmpty ? .samples : inspection.items.isEmpty ? .problems : .items
    }
    panelRow = worst ?? 0
  }

  var tree: Tree { inspection.tree }
  var document: Document { inspection.document }

  /// The first of the worst problems that is one of a node, and no note; `nil` when there is none.
  private var worst: Int? {
    let problems = document.problems.kept
    let severity = problems.filter { $0.follows == nil && $0.severity > .note }.map(\.severity).max()
    return problems.firstIndex {
      $0.follows == nil && $0.severity == severity && tree.known($0.node) != nil
    }
  }

  /// The node of the first of the worst problems, else the one at the top that holds most others.
  private var first: NodeIndex {
    if let worst, let node = document.problems.kept[worst].node { return node }
    // What describes the film, or the images; of other files what there is most of.
    for type: FourCC in inspection.items.isEmpty ? ["moov"] : ["moov", "meta"] {
      if let node = tree.child(type, of: nil) { return node }
    }
    var best = NodeIndex(0)
    var most = -1
    for child in tree.children(of: nil) {
      let count = tree[child].subtreeEnd.number - child.number
      if count > most { (best, most) = (child, count) }
    }
    return best
  }

  // MARK: Choosing

  /// Chooses a node, which gets a row of its own when it has none.
  mutating func choose(_ wanted: NodeIndex) {
    guard let known = tree.known(wanted) else { return }
    if folds.row(of: known) == nil { folds.reveal(known) }
    folds.openRun(at: known)
    choose(row: known)
  }

  /// Chooses the node of a row, which may stand for more of its kind.
  mutating func choose(row wanted: NodeIndex) {
    guard let known = tree.known(wanted), folds.row(of: known) != nil else { return }
    node = known
    places = FieldPlaces(document, of: known)
    field = nil
    fieldTop = 0
    source = tree[known].source
    byte = Int(clamping: tree[known].start)
  }

  /// Chooses a row of the fields of the node.
  mutating func choose(field wanted: Int?) {
    guard let wanted, places.count > 0 else {
      field = nil
      return
    }
    let row = min(max(0, wanted), places.count - 1)
    field = row
    if let place = places.extent(of: row) {
      source = place.source
      byte = min(max(0, place.extent.byteOffset), max(0, byteCount - 1))
    }
  }

  /// Chooses a byte of the source that is shown, and the field and node that hold it.
  mutating func choose(byte wanted: Int) {
    byte = min(max(0, wanted), max(0, byteCount - 1))
    if tree.known(node) != nil, let row = places.row(at: byte, in: source) {
      field = row
      return
    }
    guard source == 0, let holder = tree.innermost(at: UInt64(byte)), holder != node else {
      field = nil
      return
    }
    let kept = byte
    choose(holder)
    (byte, source) = (kept, 0)
    // A node of bytes that were derived shows these.
    if tree[holder].source == 0 { field = places.row(at: kept, in: 0) }
  }

  /// Goes to an offset of the file.
  mutating func go(toByte offset: Int) {
    source = 0
    choose(byte: offset)
    if let field { choose(field: field) }
    byte = min(max(0, offset), max(0, tree.file.byteCount - 1))
    source = 0
  }

  /// The bytes of the source that is shown.
  var byteCount: Int {
    Int(source) < tree.sources.count ? tree.sources[Int(source)].bytes.byteCount : 0
  }

  /// The bytes of the node in the source that is shown; `nil` when it lies in another.
  var nodeBytes: Range<Int>? {
    guard tree.known(node) != nil, tree[node].source == source else { return nil }
    return Int(clamping: tree[node].start)..<Int(clamping: tree[node].end)
  }

  /// The bits of the chosen field in the source that is shown.
  var fieldExtent: Extent? {
    guard let field, let place = places.extent(of: field), place.source == source else {
      return nil
    }
    return place.extent
  }

  /// The bytes of the sample that the chosen byte is one of; `nil` where no samples are, or when it is not
  /// known yet.
  var sampleBytes: Range<Int>? {
    guard source == 0, inspection.holdsSamples(node), byte >= 0,
      let sample = inspection.sample(at: UInt64(byte))?.sample,
      let start = sample.offset, let end = sample.end, end <= UInt64(byteCount), start < end
    else { return nil }
    return Int(clamping: start)..<Int(clamping: end)
  }

  /// The chosen row of fields with its text.
  var fieldRow: FieldRows.Row? {
    guard let field else { return nil }
    let rows = document.rows(of: node, for: .texts(field..<field + 1))
    return rows.rows.first
  }

  // MARK: Going back

  var spot: Spot { Spot(node: node, field: field, byte: byte) }

  /// Remembers where one is, before one goes elsewhere.
  mutating func remember() {
    ahead = []
    if back.last == spot { return }
    if back.count >= 200 { back.removeFirst() }
    back.append(spot)
  }

  /// Returns to where one was; false when there is nowhere.
  mutating func goBack() -> Bool {
    while let last = back.popLast() {
      if last == spot { continue }
      ahead.append(spot)
      go(to: last)
      return true
    }
    return false
  }

  /// Undoes going back; false when there is nothing of it to undo.
  mutating func goForward() -> Bool {
    guard let next = ahead.popLast() else { return false }
    back.append(spot)
    go(to: next)
    return true
  }

  mutating func go(to spot: Spot) {
    choose(spot.node)
    choose(field: spot.field)
    if places.extent(of: spot.field ?? 0) != nil, spot.byte < byteCount { byte = spot.byte }
  }

  /// Marks where one is with a letter.
  mutating func mark(_ name: Character) {
    marks.removeAll { $0.name == name }
    marks.append((name, spot))
    marks.sort { $0.name < $1.name }
  }

  // MARK: The file read again

  /// The same place in the file as it is now: the node of the same path, else the first.
  mutating func take(_ next: Inspection) {
    let path = tree.known(node) != nil ? inspection.path(of: node) : ""
    let row = field
    let open = openPaths
    inspection = next
    folds = next.folds
    marks = []
    (back, ahead) = ([], [])
    (treeTop, panelRow, panelTop, track) = (0, 0, 0, 0)
    for node in open.flatMap({ next.document.found($0) }) { folds.open(node) }
    choose(next.document.found(path).first ?? first)
    choose(field: row)
  }

  /// The same tree with more known of it.
  mutating func know(_ next: Inspection) {
    inspection = next
    panel = .problems
    (panelRow, panelTop) = (0, 0)
  }

  /// The paths of open nodes, the first hundred.
  private var openPaths: [String] {
    var paths: [String] = []
    var row = 0
    while let node = folds.node(at: row), row < 2_000, paths.count < 100 {
      if folds.isOpen(node) { paths.append(document.path(of: node)) }
      row += 1
    }
    return paths
  }
}

extension Document {
  /// The nodes that a path means; none for what is no path.
  func found(_ path: String) -> [NodeIndex] {
    guard !path.isEmpty, let path = try? Path(path) else { return [] }
    return path.nodes(in: self)
  }
}

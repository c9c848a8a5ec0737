internal import ByteReading
internal import Structure

/// What records have of the header of a node.
enum PassedHeader {
  case none
  /// What no member of the node says.
  case details
  case whole
}

extension Document {
  /// Passes `sink` the fields of a node as options and selection want them: those of its header as `header` says,
  /// then those of its payload; where fields are selected, only these.
  ///
  /// The one place where renderers of records get their fields.
  func pass<Sink: FieldSink & ~Copyable>(
    _ shown: ShownNodes.Shown, of selection: Selection, header: PassedHeader, _ walker: inout Walker,
    into sink: inout Sink
  ) {
    if shown.fields.isEmpty {
      switch header {
      case .none: break
      case .details: walkHeaderDetails(shown.index, &walker, into: &sink)
      case .whole:
        walkHeader(shown.index, &walker, into: &sink)
        walkCoded(shown.index, &walker, into: &sink)
      }
      walk(shown.index, &walker, into: &sink)
    }
    for entry in shown.fields {
      guard let path = selection.nodes[entry].field else { continue }
      walk(selecting: path, of: shown.index, &walker, into: &sink)
    }
  }
}

/// The rows or items that a limit shows of `count`: so many from the beginning and from the end.
struct ShownRows {
  let count: Int
  /// The rows left out, counted from 0.
  let omitted: Range<Int>

  init(of count: Int, limit: Int?) {
    self.count = count
    guard let limit, count > max(0, limit) else {
      omitted = count..<count
      return
    }
    let tail = max(0, limit) / 2
    omitted = max(0, limit) &- tail..<count &- tail
  }

  /// Whether row `index`, from 0, is shown.
  func contains(_ index: Int) -> Bool { !omitted.contains(index) }
}

extension Program {
  /// Whether row `row` stands in row `outer`, at any depth.
  func isInside(_ row: Int, _ outer: Int) -> Bool {
    var at = enclosing[row]
    while at >= 0 {
      if at == outer { return true }
      at = enclosing[at]
    }
    return false
  }
}

extension FieldNotes {
  /// Writes what is said of a code, in place of what `text` has.
  ///
  /// - Returns: Whether anything is.
  func put(onCode field: borrowing FieldReading, to text: inout ByteWriter) -> Bool {
    text.removeAll()
    put(on: field, to: &text)
    return text.count > 0
  }

  /// Writes the codes of an array with what is said of them, in place of what `text` has.
  ///
  /// - Returns: Whether anything is said of any.
  func put(onCodesOf table: borrowing TableReading, limit: Int?, to text: inout ByteWriter) -> Bool {
    guard table.isOfCodes, !columns(of: table).isEmpty else { return false }
    text.removeAll()
    return text.put(array: table, .field, limit: limit.map { max($0, 16) }, notes: self)
  }
}

extension StaticString {
  var isEmpty: Bool { utf8CodeUnitCount == 0 }
}

/// Paths of a few nodes, made in one pass.
struct NodePaths: ~Copyable {
  /// All paths, which `path(of:)` points into.
  private(set) var text = ByteWriter()
  private var places: [(node: NodeIndex, start: Int, end: Int)] = []

  init(_ document: Document, of nodes: [NodeIndex]) {
    var tracker = PathTracker(document)
    var last: NodeIndex?
    for node in nodes.sorted() where node != last && document.tree.known(node) != nil {
      last = node
      tracker.move(to: node)
      let start = text.count
      tracker.put(to: &text)
      places.append((node, start, text.count))
    }
  }

  /// The canonical path of `node`; empty when it is none of them.
  func path(of node: NodeIndex) -> Range<Int> {
    let point = (0..<places.count).partitionPoint { places[$0].node < node }
    guard point < places.count, places[point].node == node else { return 0..<0 }
    return places[point].start..<places[point].end
  }
}

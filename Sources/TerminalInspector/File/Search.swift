import ByteReading
import Structure
import StructureRendering

/// A search that goes on a slice at a time, around the file and back to where it began.
struct Search {
  /// What was found.
  enum Hit: Equatable {
    case node(NodeIndex)
    /// A row of the fields of a node.
    case field(NodeIndex, row: Int)
    /// An offset in the file.
    case byte(Int)
  }

  enum Outcome: Equatable {
    case found(Hit)
    case none
    /// There is more to look at.
    case working
  }

  /// Nodes and rows that one slice looks at, and bytes.
  static let nodesASlice = 400
  static let rowsASlice = 8_000
  static let bytesASlice = 1 << 20

  let query: Needle
  let isForward: Bool
  /// The node that is looked at, and the row from which on, or up to which; −1 is the node itself.
  private var node: NodeIndex
  private var row: Int
  /// The next byte that is looked at, and the bytes that were.
  private var byte: Int
  private var passed = 0
  private var total: Int
  /// Going back: the last row that was found in this node, and where looking goes on.
  private var last: (row: Int?, next: Int) = (nil, 0)

  /// A search that begins behind a place, or before it.
  init(_ query: Needle, isForward: Bool, in tree: Tree, node: NodeIndex, row: Int?, byte: Int) {
    self.query = query
    self.isForward = isForward
    self.node = node
    self.row = isForward ? (row ?? -1) + 1 : row ?? -1
    self.byte = isForward ? byte + 1 : byte - 1
    if case .bytes = query { total = tree.file.byteCount } else { total = tree.count }
    if self.byte < 0 || self.byte >= max(1, total) { self.byte = isForward ? 0 : max(0, total - 1) }
  }

  /// How much was looked at, in hundredths.
  var progress: Int { total > 0 ? min(99, passed * 100 / total) : 99 }

  /// Looks at a slice more.
  mutating func advance(_ inspection: Inspection) -> Outcome {
    let tree = inspection.tree
    guard tree.count > 0 else { return .none }
    if case .bytes(let wanted) = query { return advance(wanted, tree.file) }
    var left = Self.nodesASlice
    while left > 0 {
      if passed > tree.count { return .none }
      let outcome = isForward ? forward(inspection) : backward(inspection)
      if case .found = outcome { return outcome }
      // Part of a long table is a slice.
      if outcome == .working { return .working }
      left -= 1
    }
    return .working
  }

  private func isMeant(_ node: NodeIndex, _ inspection: Inspection) -> Bool {
    guard case .text(let wanted) = query else { return false }
    return wanted.isIn(key: inspection.type(of: node)) || wanted.isIn(inspection.title(of: node))
      || wanted.isIn(inspection.summary(of: node, isKept: false))
  }

  /// The first row that is looked at: what the header says in words, the row of the node in the tree says
  /// already.
  private func firstRow(of node: NodeIndex, _ inspection: Inspection) -> Int {
    guard case .text = query else { return 0 }
    return inspection.document.headerRowCount(of: node)
  }

  private var match: FieldRows.Match {
    switch query {
    case .text(let text): .text(text)
    case .number(let number): .number(number)
    case .bytes, .place: .number(0)
    }
  }

  /// Looks at the rest of a node, and goes to the next; `none` when nothing was found in it.
  private mutating func forward(_ inspection: Inspection) -> Outcome {
    let tree = inspection.tree
    let isNew = row < 0
    row = max(row, firstRow(of: node, inspection))
    if isNew, isMeant(node, inspection) { return .found(.node(node)) }
    let rows = inspection.document.rows(
      of: node, for: .search(from: row, count: Self.rowsASlice, match))
    if let found = rows.found {
      row = found + 1
      return .found(.field(node, row: found))
    }
    if let next = rows.nextRow {
      row = next
      return .working
    }
    node = node.next < tree.end ? node.next : NodeIndex(0)
    row = -1
    passed += 1
    return .none
  }

  /// The same towards the beginning: rows of a node are gone through forwards, and the last one that is
  /// meant is the one.
  private mutating func backward(_ inspection: Inspection) -> Outcome {
    let tree = inspection.tree
    if row > 0 { last.next = max(last.next, firstRow(of: node, inspection)) }
    while row > 0, last.next < row {
      let rows = inspection.document.rows(
        of: node,
        for: .search(from: last.next, count: min(Self.rowsASlice, row - last.next), match))
      if let found = rows.found, found < row {
        last = (found, found + 1)
        continue
      }
      guard rows.found == nil, let next = rows.nextRow, next < row else { break }
      last.next = next
      return .working
    }
    if let found = last.row {
      row = found
      last = (nil, 0)
      return .found(.field(node, row: found))
    }
    last = (nil, 0)
    if row >= 0 {
      row = -1
      if isMeant(node, inspection) { return .found(.node(node)) }
    }
    node = node.previous ?? tree.last ?? node
    row = .max
    passed += 1
    return .none
  }

  private mutating func advance(_ wanted: [UInt8], _ file: ByteSource) -> Outcome {
    let count = file.byteCount
    guard let first = wanted.first, wanted.count <= count else { return .none }
    let bytes = file.bytes
    var left = Self.bytesASlice
    defer { Mappings.all.giveBack() }
    while left > 0 {
      if passed > count { return .none }
      let at = byte
      byte = isForward ? (at + 1 < count ? at + 1 : 0) : (at > 0 ? at - 1 : count - 1)
      left -= 1
      passed += 1
      guard bytes.byte(at: at) == first, at <= count - wanted.count else { continue }
      if wanted.indices.allSatisfy({ bytes.byte(at: at + $0) == wanted[$0] }) {
        return .found(.byte(at))
      }
    }
    return .working
  }
}

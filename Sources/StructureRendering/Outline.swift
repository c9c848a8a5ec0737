public import ByteReading
import MediaFacts
public import Structure

/// The widths of the columns of an outline.
struct OutlineColumns: Sendable {
  /// Hexadecimal digits of an offset.
  var offset = 8
  /// Characters of a size.
  var size = 8
  /// Characters of guides, type and title.
  var name = 24
  /// Whether titles are shown.
  var hasTitles = true
  /// Whether a level takes two characters instead of three.
  var isTight = false

  /// Where guides begin.
  var nameStart: Int { offset + 2 + size + 2 }
}

/// Draws the tree: one line a node, with offset, size, name and what its table says of it.
public struct OutlineRenderer: ~Copyable {
  private let document: Document
  let tree: Tree
  private let faulty: FaultyNodes
  let options: RenderOptions
  var columns = OutlineColumns()
  var lines: FieldLines
  private let reader: NodeReader
  private var walker = Walker()
  private let groups: SiblingGroups
  /// Whether what each of the tree's tables describes is counted although it has no code.
  private let isItem: [Bool]
  /// The widths of the titles of the tree's tables, as far as they are known; -1 for those that
  /// differ from node to node.
  private var titleWidths: [Int?]
  /// Nodes whose children are not shown, in the order of the file.
  private var folded: [NodeIndex] = []
  /// The end of each open ancestor's subtree.
  private var ends: [NodeIndex] = []

  /// What is said above the tree, by who knows the format.
  public struct Heading: Sendable, Equatable {
    /// What the first line says after format and size: duration, bit rate, writer.
    public var facts: [String] = []
    /// What it says after these, each behind a semicolon: where tags are.
    public var remarks: [String] = []
    /// The lines below it: what the tracks are.
    public var lines: [String] = []

    /// No text above the tree but the name, the format and the size.
    public init() {}
  }

  /// What was shown.
  public struct Outcome: Sendable {
    /// The nodes that were shown.
    public var shown = 0
    /// The nodes that there are, without raw bytes and named parts.
    public var total = 0
    /// Nodes that were folded to make the outline fit.
    public var folded = 0
    /// What they are called: `track`, `atom`.
    public var foldedName = ""
    /// What there is of each kind that is counted, in the order of the file: atoms, chunks, frames.
    public var kinds: [(name: StaticString, count: Int)] = []

    /// Of so many nodes none is shown yet.
    ///
    /// - Parameter total: The nodes that there are.
    public init(total: Int = 0) { self.total = total }
  }

  /// Draws the nodes of a document.
  ///
  /// - Parameters:
  ///   - document: The document that is drawn.
  ///   - options: What is shown, and how much of it.
  ///   - output: Where it is written to; ``finish()`` gives it back.
  public init(_ document: Document, _ options: RenderOptions, output: consuming ByteWriter) {
    self.document = document
    tree = document.tree
    faulty = document.faulty
    self.options = options
    let tables = tree.tables
    groups = SiblingGroups(
      document,
      isWanted: options.depth == nil && options.fields == .none && options.preview == 0)
    let tree = tree
    isItem = tables.indices.map { tree.catalogue(ofTable: $0)?.holdsValues ?? false }
    titleWidths = tables.map { $0.syntax.isForManyTypes || $0.titles != nil ? -1 : nil }
    reader = NodeReader(document)
    lines = FieldLines(page: Page(options, output: output), options: options, tree: document.tree)
    lines.hidesHeader = false
  }

  /// Gives back where it wrote to.
  ///
  /// - Returns: The writer, with all that was drawn.
  public consuming func finish() -> ByteWriter { lines.page.output }

  // MARK: The whole file

  /// Draws the header lines, and the tree.
  ///
  /// - Parameters:
  ///   - name: The name of the file, escaped.
  ///   - heading: What is said above the tree.
  /// - Returns: What was shown, and what was not.
  public mutating func render(name: String, heading: Heading = Heading()) -> Outcome {
    header(name: name, heading)
    var outcome = Outcome(total: tree.count - tree.rawCount - tree.namedCount)
    countKinds(&outcome)
    guard tree.count > 0 else { return outcome }
    let folding = OutlineFolding(tree, groups, options)
    folded = folding.nodes
    outcome.folded = folded.count
    outcome.foldedName = folding.name ?? nodeWord.description
    measure(tree.indices)
    titles()
    outcome.shown = rows(of: tree.indices)
    return outcome
  }

  /// What one of the nodes is called: `atom`.
  private var nodeWord: StaticString { document.nodeWord }

  /// Counts nodes by what they are called, where there is more than one word for them: chunks with
  /// frames in them.
  private func countKinds(_ outcome: inout Outcome) {
    let kinds = tree.tables.indices.map { tree.catalogue(ofTable: $0)?.nodeKind ?? nodeWord }
    guard let first = tree.catalogues.first?.nodeKind,
      kinds.contains(where: { !$0.isSame(as: first) })
    else { return }
    var counts: [Int] = Array(repeating: 0, count: kinds.count)
    var others = 0
    for index in tree.indices where !tree[index].isRaw {
      let node = tree[index]
      let table = Int(node.table)
      if table >= counts.count {
        others += 1
      } else if isCounted(node) {
        counts[table] += 1
      }
    }
    func add(_ name: StaticString, _ count: Int) {
      if count == 0 { return }
      if let place = outcome.kinds.firstIndex(where: { $0.name.isSame(as: name) }) {
        outcome.kinds[place].count += count
      } else {
        outcome.kinds.append((name, count))
      }
    }
    add(first, others)
    for (table, count) in counts.enumerated() { add(kinds[table], count) }
    outcome.total = outcome.kinds.reduce(0) { $0 + $1.count }
  }

  /// Whether a node is one of those whose number is printed: tags and sound are not, but their items are,
  /// whose names are keys.
  private func isCounted(_ node: Node) -> Bool {
    if node.isRaw { return false }
    let table = Int(node.table)
    return !node.marks.contains(.named) || table < isItem.count && isItem[table]
  }

  /// The name of a file without its directories where it would take more than half of a line.
  private func shortened(_ name: String) -> String {
    guard let width = options.width, name.count > width / 2, let slash = name.lastIndex(of: "/") else { return name }
    return (options.isASCII ? "..." : "…") + name[slash...]
  }

  /// `movie.mov — QuickTime movie, 28.1 KiB, 2.000 s`, and a line or two of tracks.
  mutating func header(name: String, _ heading: Heading) {
    let synopsis = document.synopsis
    lines.page.put(ShownText(shortened(name)), .strong)
    lines.page.put(" ")
    lines.page.put(lines.page.signs.dash)
    lines.page.put(" ")
    lines.page.put(ShownText(synopsis.formatName))
    let size = UInt64(tree.file.byteCount)
    lines.page.put {
      $0.put(", ")
      $0.put(byteSize: size)
    }
    for fact in heading.facts {
      lines.page.put(", ")
      lines.page.put(ShownText(fact))
    }
    for remark in heading.remarks {
      lines.page.put("; ")
      lines.page.put(ShownText(remark))
    }
    let errors = document.problems.errors
    if errors > 0 {
      lines.page.put(" ")
      lines.page.put(lines.page.signs.dash)
      lines.page.put(" ")
      lines.page.put(.error) {
        $0.put("damaged: ")
        $0.put(grouped: UInt64(errors))
        $0.put(errors == 1 ? " error" : " errors")
      }
    }
    lines.page.end()
    for line in heading.lines {
      lines.page.put(ShownText(line))
      lines.page.end()
    }
    if options.saysMediaType, let mediaType = synopsis.mediaType?(document) {
      lines.page.put { $0.put(text: mediaType.text, style: .name) }
      lines.page.end()
    }
    lines.page.end()
  }

  /// The line above the columns.
  mutating func titles() {
    lines.page.cut()
    lines.page.space(2)
    lines.page.put("offset", .faint)
    lines.page.pad(to: columns.nameStart - 6)
    lines.page.put("size", .faint)
    lines.page.pad(to: columns.nameStart)
    lines.page.put(nodeWord, .faint)
    lines.page.pad(to: columns.nameStart + columns.name)
    lines.page.put(tree.catalogues.first?.holdsValues ?? false ? "value" : "summary", .faint)
    lines.page.end()
  }

  /// Whether the children of the node at `index` are shown.
  private func isOpen(_ index: NodeIndex) -> Bool {
    if let depth = options.depth, Int(tree[index].depth) + 1 >= depth { return false }
    return folded.isEmpty || !folded.holds(index)
  }

  // MARK: Measuring

  /// Finds the widths that the columns need.
  private mutating func measure(_ range: Range<NodeIndex>) {
    columns = OutlineColumns()
    var digits = 1
    while digits < 16, UInt64(tree.file.byteCount) &>> UInt64(digits * 4) > 0 { digits += 1 }
    columns.offset = max(8, digits)
    let size = UInt64(tree.file.byteCount).groupedDigits
    columns.size = max(8, size)
    let most = options.width.map { max(24, ($0 - columns.nameStart) * 6 / 10) } ?? 100
    columns.name = min(widest(range, upTo: most) + 2, most)
    guard let width = options.width,
      width - columns.nameStart - columns.name < Self.roomForSummaries
    else { return }
    // What an atom says is worth more than what it is called, and deep ones stand out at the right.
    columns.hasTitles = false
    columns.isTight = width < 60
    columns.size = max(6, size)
    let room = max(14, (width - columns.nameStart) * 4 / 10)
    columns.name = min(widest(range, upTo: room) + 2, room)
  }

  /// The characters that summaries have at least beside titles.
  private static let roomForSummaries = 30

  /// The characters of the widest name, as far as it is not wider than `most`.
  private mutating func widest(_ range: Range<NodeIndex>, upTo most: Int) -> Int {
    var widest = 8
    var index = range.lowerBound
    let level = columns.isTight ? 2 : 3
    while index < range.upperBound, widest < most {
      let node = tree[index]
      // What a table of fragments stands for has no row of its own.
      if let group = groups.group(at: index, in: range) {
        index = group.end
        continue
      }
      let guides = min(Int(node.depth), 32) * level
      var width = guides + typeWidth(node)
      if document.isNamedByTitle(node) {
        width = guides + titleWidth(index)
      } else if columns.hasTitles, !node.isRaw {
        let title = titleWidth(index)
        if title > 0 { width += 2 + title }
      }
      widest = max(widest, width)
      index = isOpen(index) ? index.next : node.subtreeEnd
    }
    return widest
  }

  private func typeWidth(_ node: Node) -> Int {
    if node.isRaw || node.marks.contains(.named) { return document.word(for: node)?.count ?? 3 }
    return node.type.isBareStep ? 4 : node.type.key.count + 2
  }

  private mutating func titleWidth(_ index: NodeIndex) -> Int {
    let table = Int(tree[index].table)
    if table < titleWidths.count, let known = titleWidths[table], known >= 0 { return known }
    lines.page.scratch.removeAll()
    document.put(titleOf: index, to: &lines.page.scratch)
    let width = lines.page.scratch.count
    if table < titleWidths.count, titleWidths[table] == nil { titleWidths[table] = width }
    return width
  }

  // MARK: Rows

  /// Draws the nodes in `range` that are not folded, and gives their number.
  mutating func rows(of range: Range<NodeIndex>) -> Int {
    var shown = 0
    var index = range.lowerBound
    ends.removeAll(keepingCapacity: true)
    while index < range.upperBound {
      if lines.page.output.hasFailed { return shown }
      let node = tree[index]
      while let end = ends.last, index >= end { ends.removeLast() }
      if let group = groups.group(at: index, in: range) {
        table(group)
        shown += group.members.count
        index = group.end
        continue
      }
      row(index, node)
      if isCounted(node) { shown += 1 }
      if isOpen(index) {
        ends.append(node.subtreeEnd)
        index = index.next
      } else {
        index = node.subtreeEnd
      }
    }
    return shown
  }

  /// One line.
  private mutating func row(_ index: NodeIndex, _ node: Node) {
    let digits = columns.offset
    lines.page.cut()
    lines.page.put(offset: node.start, in: node.source, of: tree, digits: digits)
    if faulty.contain(index, node) {
      lines.page.space(1)
      lines.page.put("!", .error)
    }
    lines.page.pad(to: columns.offset + 2)
    let size = declaredSize(of: index)
    let width = columns.size
    lines.page.putASCII {
      // A size that no file has is not worth the room.
      if size.groupedDigits > width, node.marks.contains(.clamped) {
        var short = ByteWriter()
        short.put(size: size)
        $0.putSpaces(width - short.count)
        $0.put(short)
      } else {
        $0.put(grouped: size, width: width)
      }
    }
    lines.page.space(2)
    guides(index, node)
    let document = document
    let room = columns.nameStart + columns.name - 2
    let isTitle = document.isNamedByTitle(node)
    lines.page.putMeasured(.strong) {
      if isTitle {
        document.put(titleOf: index, to: &$0)
      } else {
        document.put(shownTypeOf: node, to: &$0)
      }
    }
    // A title that has no room is left out: half of it says little.
    if columns.hasTitles, !isTitle, !node.isRaw,
      titleWidth(index) + 2 <= room - lines.page.columns
    {
      lines.page.space(2)
      lines.page.putMeasured { document.put(titleOf: index, to: &$0) }
    }
    // A name that is too long for its column still ends before the summary.
    let gap = columns.hasTitles ? 2 : 1
    if lines.page.columns + gap > columns.nameStart + columns.name {
      lines.page.space(gap)
    } else {
      lines.page.pad(to: columns.nameStart + columns.name)
    }
    lines.page.scratch.removeAll()
    reader.putSummary(of: index, to: &lines.page.scratch)
    lines.page.putScratch()
    lines.page.end()
    if options.fields != .none { fields(index, node) }
    if options.preview > 0 { preview(index, node) }
  }

  /// The size that the header says, where it is not the one used.
  private mutating func declaredSize(of index: NodeIndex) -> UInt64 {
    let node = tree[index]
    guard node.marks.contains(.clamped) else { return document.shownSize(of: node) }
    return document.declaredSize(of: index, &walker) ?? node.size
  }

  /// The lines that lead from a parent to its children.
  private mutating func guides(_ index: NodeIndex, _ node: Node) {
    guard node.depth > 0 else { return }
    lines.page.scratch.removeAll()
    Self.guideText(node, in: ends, columns, isField: false, to: &lines.page.scratch)
    lines.page.putScratch(.faint, columns: min(ends.count, 32) * (columns.isTight ? 2 : 3))
  }

  /// Writes the lines before a node that has ancestors whose subtrees end at `ends`.
  private static func guideText(
    _ node: Node, in ends: [NodeIndex], _ columns: OutlineColumns, isField: Bool,
    to output: inout ByteWriter
  ) {
    let signs = Signs(isASCII: false)
    let isTight = columns.isTight
    let blank: StaticString = isTight ? "  " : "   "
    let trunk: StaticString = isTight ? "│ " : signs.trunk
    let levels = min(ends.count, 32)
    // An ancestor is the last of its siblings when its subtree ends with its parent's.
    var level = 1
    while level < levels {
      output.put(ends[level] == ends[level - 1] ? blank : trunk)
      level += 1
    }
    guard levels > 0 else { return }
    let isLast = node.subtreeEnd == ends[levels - 1]
    if isField {
      output.put(isLast ? blank : trunk)
    } else if isTight {
      output.put(isLast ? "└ " : "├ ")
    } else {
      output.put(isLast ? signs.last : signs.branch)
    }
  }

  /// The fields of a node below its row.
  private mutating func fields(_ index: NodeIndex, _ node: Node) {
    let hasOpen = isOpen(index) && node.subtreeEnd > index.next
    lines.page.scratch.removeAll()
    Self.guideText(node, in: ends, columns, isField: node.depth > 0, to: &lines.page.scratch)
    lines.page.scratch.put(hasOpen ? "│ " : "  ")
    lines.margin = .outline(columns, guides: lines.page.scratch.string)
    lines.nameWidth = 18
    lines.path = ""
    lines.notes = FieldNotes(document, index)
    document.walk(index, &walker, into: &lines)
  }

  /// The first bytes of a node below its row.
  private mutating func preview(_ index: NodeIndex, _ node: Node) {
    let count = min(options.preview, Int(clamping: node.size) - Int(node.headerSize))
    guard count > 0, node.subtreeEnd == index.next else { return }
    let source = document.source(of: node)
    lines.page.cut()
    lines.page.space(columns.nameStart)
    let start = Int(node.payloadStart)
    lines.page.put(.faint) {
      let bytes = source.bytes.extracting(start..<start + count)
      $0.put(hexBytes: bytes, separator: UInt8(ascii: " "))
      $0.put("  ")
      $0.put(printable: bytes)
    }
    lines.page.end()
  }

  // MARK: Groups

  /// Draws a run of siblings as a table.
  private mutating func table(_ group: SiblingGroups.Group) {
    let digits = columns.offset
    let signs = lines.page.signs
    var types: [FourCC] = []
    for number in group.starts.indices.prefix(64) {
      for index in groups.part(number, of: group) where !types.contains(tree[index].type) {
        types.append(tree[index].type)
      }
    }
    if let first = group.starts.first {
      let start = tree[first].start
      lines.page.put(.faint) { $0.put(hex: start, digits: digits) }
    }
    lines.page.pad(to: columns.nameStart)
    for (number, type) in types.enumerated() {
      if number > 0 { lines.page.put(" + ") }
      lines.page.put(.strong) { $0.put(step: type) }
    }
    lines.page.put {
      $0.put(" × ")
      $0.put(grouped: UInt64(group.members.count))
    }
    lines.page.end()
    let titles = group.grouping.columns(of: document)
    // What stands before has its sizes in rows of its own.
    let after = group.grouping.after.description.split(separator: " ").compactMap { FourCC(key: $0) }
    let sized = types.filter { $0 == tree[group.members[0]].type || after.contains($0) }
    let widths = titles.map { max(18, $0.count) }
    let indent = columns.offset + 3
    lines.page.cut()
    lines.page.pad(to: indent - 1)
    lines.page.put("#", .faint)
    lines.page.put("  offset  ", .faint)
    for type in sized {
      lines.page.put(.faint) {
        $0.putSpaces(max(0, 9 - 4)); $0.put(key: type)
      }
    }
    lines.page.space(2)
    for (number, title) in titles.enumerated() {
      let start = lines.page.columns
      lines.page.space(2)
      lines.page.put(own: title, .faint)
      lines.page.pad(to: start + 2 + widths[number])
    }
    lines.page.end()
    let count = group.starts.count
    let shown = groups.shownRepetitions(of: group, options.limit)
    let head = (shown + 1) / 2
    for number in group.starts.indices {
      if number >= head, number < count - (shown - head) {
        if number == head {
          lines.page.pad(to: indent - 1)
          lines.page.put(signs.ellipsis, .faint)
          lines.page.put(.faint) {
            $0.put("  ")
            $0.put(grouped: UInt64(count - shown))
            $0.put(" more (-n all)")
          }
          lines.page.end()
        }
        continue
      }
      let part = groups.part(number, of: group)
      lines.page.cut()
      lines.page.put { $0.put(grouped: UInt64(number + 1), width: indent) }
      lines.page.space(2)
      let start = tree[part[0]].start
      lines.page.put(.faint) { $0.put(hex: start, digits: digits) }
      for type in sized {
        var size: UInt64 = 0
        for index in part where tree[index].type == type { size &+= tree[index].size }
        lines.page.put { $0.put(grouped: size, width: 9) }
      }
      lines.page.space(2)
      reader.open(group.members[number])
      for column in titles.indices {
        let start = lines.page.columns
        lines.page.space(2)
        lines.page.scratch.removeAll()
        group.grouping.cell(reader, column, &lines.page.scratch)
        if lines.page.scratch.count == 0 { lines.page.scratch.put("—") }
        lines.page.putScratch()
        lines.page.pad(to: start + 2 + widths[column])
      }
      lines.page.end()
      if lines.page.output.hasFailed { return }
    }
  }
}

extension Document {
  /// Whether a node's title begins with its name, so that the title alone says it all: the tag
  /// `ID3v2` is an `ID3v2.3.0 tag`.
  package func isNamedByTitle(_ node: Node) -> Bool {
    guard node.marks.contains(.named), let word = word(for: node),
      let program = tree.program(of: node)
    else { return false }
    return program.syntax.title.description.lowercased().hasPrefix(word.lowercased())
  }

  /// Writes a node's type as the outline shows it.
  package func put(shownTypeOf node: Node, to output: inout ByteWriter) {
    if let word = word(for: node) {
      output.put(word)
    } else {
      output.put(step: node.type)
    }
  }
}

extension ByteWriter {
  /// Bytes as ASCII characters, a full stop for those that have none.
  package mutating func put(printable bytes: RawSpan) {
    for offset in 0..<bytes.byteCount {
      let byte = bytes.byte(at: offset) ?? 0
      put(byte.isPrintable ? byte : UInt8(ascii: "."))
    }
  }
}

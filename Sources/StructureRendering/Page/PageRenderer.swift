public import ByteReading
public import Structure

/// Writes a file as one page of HTML that needs no other: tree, fields, bytes, pictures and problems, linked by a script.
///
/// The page carries what it shows as data: nodes, fields with their bits, the bytes that are worth a look. What does
/// not fit into `limit` is left out in the order of how little it is missed, and the page says so: payload first,
/// then rows of tables, then fields, then nodes beyond the 100,000th. Of pictures that take
/// more than a third the longest go first.
///
/// - Complexity: O(*n*) in nodes and fields, and in `limit` for memory.
public struct PageRenderer {
  /// A drawing above the tree.
  public struct Picture: Sendable {
    /// What its tab is called.
    public var name: String
    /// The drawing, as the UTF-8 of SVG whose texts are escaped.
    public var svg: [UInt8]
    /// The same for a narrow screen, whose marks have their names from the wide one; empty for the same.
    public var narrow: [UInt8]

    /// A drawing with its name.
    ///
    /// - Parameters:
    ///   - name: What its tab is called.
    ///   - svg: The drawing, as the UTF-8 of SVG whose texts are escaped.
    ///   - narrow: The same for a narrow screen; empty for the same drawing.
    public init(name: String, svg: [UInt8], narrow: [UInt8] = []) {
      self.name = name
      self.svg = svg
      self.narrow = narrow
    }

    var byteCount: Int { svg.count + narrow.count }
  }

  let document: Document
  private let options: RenderOptions
  /// What is said of the file above its rows.
  private let heading: OutlineRenderer.Heading
  /// What draws it again as text: the name of the program.
  private let program: String
  /// How the file stands in a call of it.
  private let operand: String
  /// The bytes that the page may have.
  private let limit: Int

  /// The nodes that a page has at most.
  static let nodeLimit = 100_000

  /// - Parameters:
  ///   - document: The file that the page shows.
  ///   - options: The name and version of the tool, and how rows are chosen.
  ///   - heading: What is said of the file above its rows.
  ///   - program: The program whose call shows a field again.
  ///   - operand: The file in that call, in words of the shell, with the options that it was read with.
  ///   - limit: The bytes that the page may have; at least 128 KiB.
  public init(
    _ document: Document, _ options: RenderOptions,
    heading: OutlineRenderer.Heading = OutlineRenderer.Heading(), program: String,
    operand: String, limit: Int = 5_000_000
  ) {
    self.document = document
    self.heading = heading
    self.options = options
    self.program = program
    self.operand = operand
    self.limit = max(limit, 128 << 10)
  }

  /// Writes the page of the file called `name`.
  ///
  /// - Parameters:
  ///   - name: What the file is called, escaped.
  ///   - pictures: What stands above the tree; those for narrow screens are left out first.
  ///   - style: The element of style that the pictures share; empty when each has its own.
  ///   - strands: What a cursor in the pictures shows.
  ///   - warnings: What pictures show to be wrong, a sentence each; then it is not said that there are no
  ///     problems.
  ///   - output: Where it is written to.
  public func write(
    name: String, pictures: [Picture] = [], style: String = "", strands: [Strand] = [],
    warnings: [String] = [], to output: inout ByteWriter
  ) {
    let plain = plain(name: name)
    // Characters that are escaped take more room than was reckoned with: then less is put in. Without pictures
    // and data there is room.
    var spare = style.utf8.count
    for attempt in 0..<Self.attempts {
      let isLast = attempt == Self.attempts - 1
      var page = ByteWriter()
      put(
        name: name, plain: plain, pictures: isLast ? [] : pictures, style: style, strands: strands, warnings: warnings,
        spare: isLast ? limit : spare, to: &page)
      if page.count <= limit || isLast { return output.put(page) }
      spare += page.count - limit + 4_096
    }
  }

  private static let attempts = 4

  /// Puts a page; `spare` are bytes that it leaves free.
  private func put(
    name: String, plain: borrowing ByteWriter, pictures: [Picture], style: String,
    strands: [Strand], warnings: [String], spare: Int, to output: inout ByteWriter
  ) {
    let (pictures, omitted) = fitting(pictures)
    let drawn = pictures.reduce(0) { $0 + $1.byteCount }
    var room = limit - PageShell.byteCount - plain.count - drawn - 4_096 - spare
    var left: [String] = []
    if !omitted.isEmpty {
      left.append("Pictures that take too much room are not in this page: \(omitted.joined(by: ", ")).")
    }
    let data = data(name: name, pictures.isEmpty ? [] : strands, &room, &left)
    output.put("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
    output.put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    output.put("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    output.put("style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n<title>")
    output.put(markup: name)
    output.put(" — ")
    output.put(markup: program)
    output.put("</title>\n<style>\n")
    PageShell.putStyle(to: &output)
    output.put("</style>\n")
    output.put(style)
    output.put("</head>\n<body>\n<pre id=\"plain\">")
    output.put(plain)
    output.put("</pre>\n<div id=\"app\">\n<header><div><h1>")
    output.put(markup: name)
    output.put("</h1>")
    for line in headline() {
      output.put("<p>")
      output.put(markup: line)
      output.put("</p>")
    }
    for warning in warnings {
      output.put("<p class=\"s1\">")
      output.put(markup: warning)
      output.put("</p>")
    }
    if warnings.isEmpty, let (verdict, isWhole) = soundness() {
      output.put(isWhole ? "<p class=\"fine\">" : "<p>")
      output.put(markup: verdict)
      output.put("</p>")
    }
    for sentence in left {
      // That not all of the media is here is so of every film.
      output.put(sentence == Self.payloadNote ? "<p>" : "<p class=\"s1\">")
      output.put(markup: sentence)
      output.put("</p>")
    }
    PageShell.putBody(to: &output)
    output.put(markup: "\(options.toolName) \(options.toolVersion)")
    output.put("</span></footer>\n</div>\n")
    PageShell.putDialog(to: &output)
    for picture in pictures {
      output.put("<template data-name=\"")
      output.put(markup: picture.name)
      output.put("\">")
      output.put(bytes: picture.svg.rawBytes)
      output.put("</template>\n")
      guard !picture.narrow.isEmpty else { continue }
      output.put("<template data-narrow=\"")
      output.put(markup: picture.name)
      output.put("\">")
      output.put(bytes: picture.narrow.rawBytes)
      output.put("</template>\n")
    }
    output.put("<script type=\"application/json\" id=\"data\">")
    output.put(insideScript: data)
    output.put("</script>\n<script>\n")
    PageShell.putScript(to: &output)
    output.put("</script>\n</body></html>\n")
  }

  /// What pictures in both widths may have of a page.
  private static func bothLimit(_ limit: Int) -> Int { limit / 4 }

  /// Whether pictures have room in a page of at most `limit` bytes in a second width, which takes half of
  /// the first or more.
  ///
  /// - Parameters:
  ///   - pictures: The pictures in their first width.
  ///   - limit: The bytes of the whole page.
  /// - Returns: Whether there is room for both.
  public static func hasRoomForNarrow(_ pictures: [Picture], limit: Int) -> Bool {
    pictures.reduce(0) { $0 + $1.svg.count } <= bothLimit(limit) / 3 * 2
  }

  private static let payloadNote = "Of payload only the first bytes are in this page."

  /// That there are no problems, and whether all was checked, else what was not; `nil` when there are some, of which
  /// notes are none.
  private func soundness() -> (verdict: String, isWhole: Bool)? {
    let problems = document.problems
    guard problems.errors == 0, problems.warnings == 0 else { return nil }
    let notes = problems.notes == 0 ? "" : ", \(problems.notes.grouped) \(problems.notes == 1 ? "note" : "notes")"
    let more = unchecked.joined(by: " ")
    if let besides = problems.besides {
      return ("no problems besides \(besides)\(notes)" + (more.isEmpty ? "" : ", in what was checked. \(more)"), false)
    }
    return more.isEmpty ? ("✓ no problems\(notes)", true) : ("no problems\(notes) in what was checked. \(more)", false)
  }

  /// What was not checked, a sentence each.
  private var unchecked: [String] {
    var words: [String] = []
    if let unchecked = document.problems.unchecked { words.append("Not checked: \(unchecked).") }
    if document.problems.asked != nil { words.append("Not all rules were asked.") }
    return words
  }

  /// The pictures that together take no more than a third of the page, and the names of the others.
  private func fitting(_ pictures: [Picture]) -> (kept: [Picture], omitted: [String]) {
    var kept = pictures
    var omitted: [String] = []
    // A narrow screen has the wide one when there is no room for both.
    if kept.reduce(0, { $0 + $1.byteCount }) > Self.bothLimit(limit) {
      for place in kept.indices { kept[place].narrow = [] }
    }
    while kept.reduce(0, { $0 + $1.svg.count }) > limit / 3,
      let longest = kept.indices.max(by: { kept[$0].svg.count < kept[$1].svg.count })
    {
      omitted.append(kept.remove(at: longest).name)
    }
    return (kept, omitted)
  }

  /// The outline for those who have no scripts, or paper, as markup; its first lines where it is long.
  private func plain(name: String) -> ByteWriter {
    let most = limit / 16
    // A row has some hundred bytes: what is sure to be too long is not written twice.
    let isLong = document.tree.count > most / 80
    var text = outline(name: name, height: isLong ? 400 : nil, most: most)
    if !text.isWhole, !isLong { text = outline(name: name, height: 400, most: most) }
    // Nothing of it is cut to a width: who has no script, or paper, cannot ask for the rest.
    let bytes = text.bytes
    var end = bytes.count
    while true {
      end = min(end, most)
      while end > 0, bytes[end - 1] != UInt8(ascii: "\n") { end -= 1 }
      var first = ByteWriter()
      first.put(bytes: bytes.rawBytes.extracting(0..<end))
      var marked = ByteWriter()
      marked.put(markup: first.folded(width: 110))
      guard marked.count > most, end > 0 else {
        if !text.isWhole || end < bytes.count {
          marked.put("… this outline goes on, and the rest of it is not in this page\n")
        }
        return marked
      }
      // What is escaped and goes on in further lines is longer than it was.
      end = min(end - 1, Int(Double(end) * Double(most) / Double(marked.count)))
    }
  }

  /// The first bytes of what is written.
  private final class Beginning {
    private(set) var bytes: [UInt8] = []
    private(set) var isWhole = true
    private let most: Int

    init(most: Int) { self.most = most }

    /// Takes some more; false when nobody wants what follows.
    func take(_ more: [UInt8]) -> Bool {
      bytes += more
      if bytes.count > most { isWhole = false }
      return isWhole
    }
  }

  /// The outline as text: of one that is longer than `most` bytes no more than its beginning is made.
  private func outline(name: String, height: Int? = nil, most: Int) -> Beginning {
    var options = RenderOptions()
    options.height = height
    let beginning = Beginning(most: most)
    var renderer = OutlineRenderer(document, options, output: ByteWriter { beginning.take($0) })
    _ = renderer.render(name: name, heading: heading)
    var rest = renderer.finish()
    rest.flush()
    return beginning
  }

  /// What the outline says above its rows, without the name and in lines.
  private func headline() -> [String] {
    var renderer = OutlineRenderer(document, RenderOptions(), output: ByteWriter())
    renderer.header(name: "", heading)
    let text = renderer.finish().string
    return text.split(separator: "\n").map { line in
      String(line.drop { $0 == " " || $0 == "—" })
    }
  }

  // MARK: Data

  /// Everything that the script shows, as JSON; `room` is what may still be written.
  private func data(
    name: String, _ strands: [Strand], _ room: inout Int, _ left: inout [String]
  ) -> ByteWriter {
    let tree = document.tree
    var text = PageRecords()
    text.openObject()
    text.member(.call, text: "\(program) \(operand)")
    text.member(.name, text: name)
    text.member(.word, word: tree.catalogues.first?.nodeKind ?? "node")
    text.member(.first, text: firstChoice())
    text.key(.strands)
    let before = text.output.count
    if !Self.put(strands, limit: min(limit / 8, max(0, room / 4)), into: &text) {
      left.append("What a cursor in the pictures says is not in this page for all that is drawn.")
    }
    room -= text.output.count - before
    let nodes = nodes(min(tree.count, Self.nodeLimit), room * 8 / 10)
    if nodes.count < tree.count {
      left.append("\((tree.count - nodes.count).grouped) of \(tree.count.grouped) nodes are not in this page.")
    }
    text.key(.sources)
    let sources = text.output.count
    putSources(nodes.count == 0 ? 1 : tree.sources.count, into: &text)
    room -= text.output.count - sources
    text.key(.kinds)
    text.output.put(nodes.kinds)
    text.key(.nodes)
    text.output.put(nodes.text)
    room -= nodes.text.count + nodes.kinds.count
    text.key(.problems)
    let start = text.output.count
    let problems = putProblems(into: &text, nodes.count, max(0, min(room / 4, limit / 8)))
    // A zero for each node whose fields have no room.
    room -= text.output.count - start + 2 * nodes.count
    text.member(.moreProblems, text: moreProblems(than: problems))
    // Fields of all nodes with many rows, or with fewer; of those that are not among many siblings; of the first of these.
    let count = nodes.count
    let isFolded = nodes.isFolded
    var fields = self.fields(count, rows: 200, max(0, room * 7 / 10)) { _ in true }
    for rows in [32, 6, 0] where fields.count < count && !fields.hasAllRows {
      fields = self.fields(count, rows: rows, max(0, room * 7 / 10)) { _ in true }
    }
    if fields.count < count {
      fields = self.fields(count, rows: 6, max(0, room * 7 / 10)) { !isFolded[$0] }
    }
    if !fields.hasAllRows { left.append("Long tables are shortened.") }
    if fields.count < count {
      left.append("The fields of \((count - fields.count).grouped) nodes are not in this page.")
    }
    text.key(.fields)
    text.output.put(fields.text)
    room -= fields.text.count
    text.key(.bytes)
    let isThere = fields.isThere
    let bytes = putBytes(of: count, into: &text, max(0, room), where: { isThere[$0] })
    if !bytes.isWhole { left.append(Self.payloadNote) }
    text.member(.left, texts: left)
    text.member(.held, texts: [held(count, fields.count, fields.hasAllRows), held(bytes.count)])
    text.closeObject()
    return text.finish()
  }

  /// What the page has of nodes and fields, behind words that something is not in it; empty where it has all.
  private func held(_ nodes: Int, _ fields: Int, _ hasAllRows: Bool) -> String {
    let total = document.tree.count
    var words: [String] = []
    if nodes < total { words.append("\(nodes.grouped) of \(total.grouped) nodes") }
    if fields < nodes { words.append("the fields of \(fields.grouped)") }
    if !hasAllRows { words.append("the first rows of long tables") }
    return words.isEmpty ? "" : ": it has \(words.joined(by: ", "))"
  }

  /// The same of bytes.
  private func held(_ bytes: UInt64) -> String {
    let total = document.tree.sources.reduce(0) { $0 + UInt64($1.bytes.byteCount) }
    return bytes < total ? ": it has \(Int(clamping: bytes).grouped) of \(Int(clamping: total).grouped) bytes" : ""
  }

  /// The node that is chosen at first when there is no problem: what holds most of the others.
  private func firstChoice() -> String {
    let tree = document.tree
    var best = (type: "", count: 0)
    for child in tree.children(of: nil) {
      let count = tree[child].subtreeEnd.number - child.number
      if count > best.count {
        var text = ByteWriter()
        document.put(shownTypeOf: tree[child], to: &text)
        best = (text.string, count)
      }
    }
    return best.type
  }

  private func putSources(_ count: Int, into text: inout PageRecords) {
    text.openArray()
    for source in document.tree.sources.prefix(count) {
      text.element(.tight)
      text.openObject()
      text.member(.size, source.bytes.byteCount)
      text.member(.from, source.origin?.number ?? -1)
      text.closeObject()
    }
    text.closeArray()
  }

  /// A part of the data: its text, how many nodes it is of, and whether whole tables.
  private struct Part: ~Copyable {
    var text: ByteWriter
    var count = 0
    var hasAllRows = true
    /// Of each node whether it is among them.
    var isThere: [Bool] = []
  }

  /// The nodes of a page.
  private struct Nodes: ~Copyable {
    var text: ByteWriter
    /// The types with their titles, which nodes have by number.
    var kinds: ByteWriter
    var count = 0
    /// Of each whether it, or what it is in, stands behind many siblings of its type.
    var isFolded: [Bool] = []
  }

  /// So many siblings of one type have their fields before others have them.
  private static let siblingLimit = 50

  /// The first `count` nodes, or as many of them as have room: depth, source, offset, size, bytes of the
  /// header, the number of type and title, the last step of the path, and the summary where there is one. Of a
  /// step that is the type there is the number in brackets alone, or 0.
  private func nodes(_ count: Int, _ room: Int) -> Nodes {
    let tree = document.tree
    var text = PageRecords()
    var scratch = ByteWriter()
    var kinds = PageKinds(document)
    var isFolded: [Bool] = []
    isFolded.reserveCapacity(count)
    var tracker = PathTracker(document)
    let reader = NodeReader(document)
    /// Whether the open ancestors are folded.
    var folded: [Bool] = []
    text.openArray()
    for index in tree.indices.prefix(count) {
      let node = tree[index]
      guard text.output.count + kinds.count < room else { break }
      text.element(.tight)
      text.openArray()
      text.element(.tight)
      text.put(count: Int(node.depth))
      text.element(.tight)
      text.put(count: Int(node.source))
      text.element(.tight)
      text.put(node.start)
      text.element(.tight)
      text.put(node.size)
      text.element(.tight)
      text.put(count: Int(node.headerSize))
      text.element(.tight)
      text.put(count: kinds.number(of: index, node))
      text.element(.tight)
      tracker.move(to: index)
      var ordinal = tracker.number
      if ordinal == nil {
        scratch.removeAll()
        tracker.put(stepTo: &scratch)
        ordinal = Self.ordinal(of: scratch, behind: kinds.type)
      }
      if let ordinal { text.put(count: ordinal) } else { text.put(escaped: scratch) }
      while folded.count > Int(node.depth) { folded.removeLast() }
      let isBehind = folded.last ?? false || ordinal ?? 0 > Self.siblingLimit
      isFolded.append(isBehind)
      folded.append(isBehind)
      scratch.removeAll()
      reader.putSummary(of: index, to: &scratch)
      if scratch.count > 0 {
        text.element(.tight)
        text.put(escaped: scratch, 0..<min(scratch.count, 400).character(in: scratch))
      }
      text.closeArray()
    }
    text.closeArray()
    return Nodes(text: text.finish(), kinds: kinds.finish(), count: isFolded.count, isFolded: isFolded)
  }

  /// The number in brackets of a step that is a type and such a number, 0 where there is none; `nil` when the
  /// step is something else.
  private static func ordinal(of step: borrowing ByteWriter, behind type: borrowing ByteWriter) -> Int? {
    let (step, name) = (step.contents, type.contents)
    guard step.hasPrefix(name) else { return nil }
    var at = name.byteCount
    let end = step.byteCount - 1
    guard at <= end else { return 0 }
    guard step.byte(at: at) == UInt8(ascii: "["), step.byte(at: end) == UInt8(ascii: "]"), end - at <= 11 else {
      return nil
    }
    var number = 0
    at += 1
    while at < end {
      guard let digit = step.byte(at: at), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
      at += 1
    }
    return number > 0 ? number : nil
  }

  /// The problems that were kept, as many as have room, and their number: severity, id, sentence, node, and where.
  private func putProblems(into text: inout PageRecords, _ nodes: Int, _ room: Int) -> Int {
    var scratch = ByteWriter()
    let start = text.output.count
    var count = 0
    text.openArray()
    for problem in document.problems.kept where problem.follows == nil {
      if text.output.count - start > room { break }
      text.element(.tight)
      text.openArray()
      text.element(.tight)
      text.put(UInt64(problem.severity.rawValue))
      text.element(.tight)
      text.put(word: problem.kind.id)
      scratch.removeAll()
      scratch.put(sentence: problem.kind.sentence, of: problem, in: document)
      text.element(.tight)
      text.put(escaped: scratch)
      text.element(.tight)
      text.put(count: problem.node.map { $0.number < nodes ? $0.number : -1 } ?? -1)
      text.element(.tight)
      text.put(UInt64(problem.source ?? 0))
      text.element(.tight)
      text.put(count: problem.extent.byteOffset)
      text.element(.tight)
      text.put(count: problem.extent.count == 0 ? 0 : problem.extent.byteCount)
      text.closeArray()
      count += 1
    }
    text.closeArray()
    return count
  }

  /// What is said of the problems that are not among the first `count`; empty when these are all.
  private func moreProblems(than count: Int) -> String {
    let problems = document.problems
    let following = problems.kept.count { $0.follows != nil }
    let total = problems.counts.reduce(0) { $0 + $1.count }
    var words: [String] = []
    func add(_ number: Int, _ one: String, _ many: String) {
      if number > 0 { words.append("\(number.grouped) more \(number == 1 ? one : many).") }
    }
    add(following, "follows from these", "follow from these")
    add(problems.kept.count - following - count, "has no room in this page", "have no room in this page")
    add(total - problems.kept.count, "of the same kinds was counted", "of the same kinds were counted")
    return (words + unchecked).joined(by: " ")
  }

  /// The fields of those of the first `count` nodes that are wanted, or of as many of them as have room.
  private func fields(_ count: Int, rows: Int, _ room: Int, where isWanted: (Int) -> Bool) -> Part {
    var walker = Walker()
    var sink = PageFields(document, rows: rows)
    sink.text.openArray()
    var written = 0
    var isThere: [Bool] = []
    isThere.reserveCapacity(count)
    for index in document.tree.indices.prefix(count) {
      let hasRoom = sink.text.output.count < room
      isThere.append(hasRoom && isWanted(isThere.count))
      sink.text.element(.tight)
      guard isThere.last == true else {
        // Those that are not there are 0.
        sink.text.put(count: 0)
        continue
      }
      sink.text.openArray()
      sink.open(index)
      document.walkHeader(index, &walker, into: &sink)
      // What is nothing but bytes, and has none, has no fields behind its header.
      let node = document.tree[index]
      if node.size > UInt64(node.headerSize) || !(document.tree.program(of: node)?.isOpaque ?? true) {
        document.walk(index, &walker, into: &sink)
      }
      sink.text.closeArray()
      written += 1
    }
    sink.text.closeArray()
    let hasAllRows = sink.hasAllRows
    return Part(text: sink.finish(), count: written, hasAllRows: hasAllRows, isThere: isThere)
  }
}

extension Int {
  /// The nearest end of a character of UTF-8 at or before this byte of what `writer` holds.
  fileprivate func character(in writer: borrowing ByteWriter) -> Int {
    let bytes = writer.contents
    guard self < bytes.byteCount else { return self }
    var end = self
    while end > 0, let byte = bytes.byte(at: end), byte & 0xC0 == 0x80 { end -= 1 }
    return end
  }
}

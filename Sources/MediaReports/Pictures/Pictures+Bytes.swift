import ByteReading
import MediaInspection
import Structure
import StructureRendering

extension Pictures {
  /// Who owns which bytes: the file as a strip, and what is not media once more.
  func bytes() -> Drawing? {
    let size = UInt64(clamping: document.tree.file.byteCount)
    guard size > 0 else { return nil }
    var strip = ByteStrip(size: size, owners: owners, places: tracks.map(\.place), tracks: movie.tracks.count)
    var longest = LongestStructure()
    let map = ByteMap(document, movie: movie) { range in
      strip.add(range)
      longest.add(range)
    }
    strip.finish()
    let shares = strip.totals.enumerated().filter { $0.element > 0 }
      .sorted { ($1.element, $0.offset) < ($0.element, $1.offset) }
    // What is wrong comes first, however little it is.
    let isWrong = { (owner: Int) in strip.owners[owner].tone == .problem }
    let named = shares.filter { isWrong($0.offset) } + shares.filter { !isWrong($0.offset) }.prefix(3)
    let words = named.map { owner, count in
      "\(strip.owners[owner].name) \(Self.share(count, of: size))"
    }
    var drawing = Drawing(
      .bytes, title: words.joined(by: ", "), axis: .bytes, extent: 0...Double(size), owners: strip.owners)
    drawing.lanes = [Drawing.Lane("the file", 0, 1, pixels: 34, lines: 3)]
    drawing.lanes[0].clock = .file
    drawing.lanes[0].isDivided = true
    drawing.marks = strip.marks
    addHashes(to: &drawing, size)
    addProblems(to: &drawing, size)
    if let inset = headers(longest, strip, size) { drawing.insets.append(inset) }
    if strip.nobody > 0 {
      let bytes = Drawing.count(strip.nobody, "byte", "bytes")
      drawing.notes.append("No sample and no item refers to \(bytes) of media.")
    }
    if strip.shared > 0 {
      let bytes = Drawing.count(strip.shared, "byte", "bytes")
      let sentence = "\(bytes) \(strip.shared == 1 ? "is" : "are") claimed twice."
      drawing.notes.append(sentence)
      drawing.warnings.append(sentence)
    }
    for stray in map.strays.prefix(4) where stray.isOutsideFile {
      drawing.notes.append(
        "\(name(of: stray.owner)): \(Drawing.count(UInt64(clamping: stray.count), "reference leads", "references lead")) beyond the end of the file.")
    }
    if let note = limitNote {
      drawing.notes.append(note + " The others are one colour.")
    }
    return drawing
  }

  /// A part of a whole: what is not all of it is never 100 %, and what is not nothing never 0.
  private static func share(_ part: UInt64, of whole: UInt64) -> String {
    let share = Double(part) / Double(max(1, whole)) * 100
    if part < whole, share >= 99.95 { return "> 99.9 %" }
    return share < 0.05 ? "< 0.1 %" : "\(Drawing.decimal(share, 1)) %"
  }

  private func name(of owner: ByteMap.Owner) -> String {
    switch owner {
    case .samples(let place), .auxiliary(let place):
      movie.tracks.indices.contains(place) ? movie.tracks[place].name : "track"
    case .item(let id): "item \(id)"
    default: "the file"
    }
  }

  /// What the hash of content credentials covers, below the file. What is shorter than a column is gathered in one that
  /// is as full as it is covered.
  private func addHashes(to drawing: inout Drawing, _ size: UInt64) {
    guard let coverage = HashCoverage(of: document), !coverage.parts.isEmpty else { return }
    let owner = drawing.owners.count
    let lane = drawing.lanes.count
    drawing.owners.append(Drawing.Owner("hashed", "h", .film))
    drawing.lanes.append(Drawing.Lane("its hash", 0, 1, pixels: 18, lines: 1))
    drawing.lanes[lane].short = "hash"
    drawing.lanes[lane].clock = .file
    let grain = max(1, size / ByteStrip.columns)
    var gathered: (start: UInt64, end: UInt64, covered: UInt64)?
    func mark(_ start: UInt64, _ end: UInt64, _ covered: UInt64) {
      guard covered > 0 else { return }
      let isWhole = covered == end - start
      var name = ByteWriter()
      name.put("hashed from ")
      name.put(Drawing.offset(start))
      name.put(" to ")
      name.put(Drawing.offset(end))
      name.put(": ")
      name.put(covered, "byte", "bytes")
      var mark = Drawing.Mark(
        lane, isWhole ? .area : .share, x: Double(start)...Double(end), owner: owner, name: name.string, offset: start)
      if !isWhole { mark.y = (0, max(0.1, Double(covered) / Double(end - start))) }
      drawing.marks.append(mark)
    }
    func flush() {
      if let some = gathered { mark(some.start, some.end, some.covered) }
      gathered = nil
    }
    for run in coverage.runs {
      let covered = run.isCovered ? run.end - run.start : 0
      if run.end - run.start >= grain {
        flush()
        mark(run.start, run.end, covered)
        continue
      }
      gathered = (gathered?.start ?? run.start, run.end, (gathered?.covered ?? 0) + covered)
      if let some = gathered, some.end - some.start >= grain { flush() }
    }
    flush()
    drawing.notes.append(
      "\(coverage.label) covers \(Drawing.count(coverage.covered, "byte", "bytes")) of the file; --about compares.")
  }

  /// A line at each problem that has a place in the file.
  private func addProblems(to drawing: inout Drawing, _ size: UInt64) {
    let owner = drawing.owners.count
    var seen: Set<Int> = []
    for problem in document.problems.kept where problem.follows == nil && problem.severity > .note {
      let source = problem.source ?? document.tree.known(problem.node).map { document.tree[$0].source } ?? 0
      let offset = UInt64(clamping: problem.extent.byteOffset)
      guard source == 0, offset < size, seen.count < 200 else { continue }
      // Two at one place of the picture are one line.
      guard seen.insert(Int(Double(offset) / Double(size) * 960)).inserted else { continue }
      drawing.marks.append(
        Drawing.Mark(
          0, .tick, x: Double(offset)...Double(offset), owner: owner,
          name: "\(problem.kind.id) at \(Drawing.offset(offset))", offset: offset, isProblem: true))
    }
    if !seen.isEmpty { drawing.owners.append(Drawing.Owner("problems", "!", .problem)) }
  }

  /// The longest part of the file without media, enlarged, where it is too short to be seen.
  private func headers(
    _ longest: LongestStructure, _ strip: ByteStrip, _ size: UInt64
  ) -> Drawing? {
    let best = longest.best
    let length = best.end - best.start
    guard length > 0, length < size / 12 else { return nil }
    let from = Drawing.offset(best.start)
    let to = Drawing.offset(best.end)
    var inset = Drawing(
      .bytes, title: "structure from \(from) to \(to), enlarged", axis: .bytes,
      extent: Double(best.start)...Double(best.end), owners: strip.owners)
    inset.lanes = [Drawing.Lane("atoms", 0, 1, pixels: 26, lines: 1)]
    let tree = document.tree
    for index in tree.indices where tree[index].source == 0 && inset.marks.count < Self.stepLimit {
      let node = tree[index]
      guard node.start >= best.start, node.end <= best.end, tree.firstChild(of: index) == nil,
        node.end - node.start >= length / UInt64(Self.stepLimit), node.end > node.start
      else { continue }
      var mark = Drawing.Mark(
        0, .area, x: Double(node.start)...Double(node.end), owner: strip.structure,
        name: "\(document.path(of: index)), \(node.size) bytes", offset: node.start)
      mark.isPale = inset.marks.count % 2 == 1
      var label = ByteWriter()
      document.put(shownTypeOf: node, to: &label)
      mark.label = label.string
      inset.marks.append(mark)
    }
    return inset.marks.isEmpty ? nil : inset
  }
}

/// The longest part of a file that is not media.
private struct LongestStructure {
  private(set) var best: (start: UInt64, end: UInt64) = (0, 0)
  private var open: (start: UInt64, end: UInt64)?

  mutating func add(_ range: ByteMap.Range) {
    switch range.owner {
    case .samples, .auxiliary, .item, .shared, .sound, .film, .nobody:
      open = nil
    default:
      open = (open?.start ?? range.start, range.end)
      if let found = open, found.end - found.start > best.end - best.start { best = found }
    }
  }
}

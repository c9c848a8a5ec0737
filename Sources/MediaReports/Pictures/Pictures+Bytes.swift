import ByteReading
import MediaInspection
import Structure

extension Pictures {
  /// Who owns which bytes: the file as a strip, and what is not media once more.
  func bytes() -> Drawing? {
    let size = UInt64(clamping: document.tree.file.byteCount)
    guard size > 0 else { return nil }
    var strip = ByteStrip(size: size, owners: owners, tracks: movie.tracks.count)
    var longest = LongestStructure()
    let map = ByteMap(document, movie: movie) { range in
      strip.add(range)
      longest.add(range)
    }
    strip.finish()
    let shares = strip.totals.enumerated().filter { $0.element > 0 }
      .sorted { ($1.element, $0.offset) < ($0.element, $1.offset) }
    let words = shares.prefix(3).map { owner, count in
      "\(strip.owners[owner].name) \(Drawing.decimal(Double(count) / Double(size) * 100, 1)) %"
    }
    var drawing = Drawing(
      .bytes, words.joined(separator: ", "), .bytes, 0...Double(size), owners: strip.owners)
    drawing.lanes = [Drawing.Lane("the file", 0, 1, pixels: 34, lines: 1)]
    drawing.lanes[0].clock = .file
    drawing.marks = strip.marks
    addProblems(to: &drawing, size)
    if let inset = headers(longest, strip, size) { drawing.insets.append(inset) }
    if strip.nobody > 0 {
      drawing.notes.append("No sample and no item refers to \(strip.nobody) bytes of media.")
    }
    if strip.shared > 0 { drawing.notes.append("\(strip.shared) bytes are claimed twice.") }
    for stray in map.strays.prefix(4) where stray.isOutsideFile {
      drawing.notes.append(
        "\(stray.count) \(stray.count == 1 ? "reference leads" : "references lead") beyond the end of the file.")
    }
    if let note = limitNote {
      drawing.notes.append(note + " The others are one colour.")
    }
    return drawing
  }

  /// A line at each problem that has a place in the file.
  private func addProblems(to drawing: inout Drawing, _ size: UInt64) {
    let last = drawing.owners.count - 1
    var seen: Set<Int> = []
    for problem in document.problems.kept where problem.follows < 0 && problem.severity > .note {
      let source = problem.source ?? document.tree.known(problem.node).map { document.tree[$0].source } ?? 0
      let offset = UInt64(clamping: problem.extent.byteOffset)
      guard source == 0, offset < size, seen.count < 200 else { continue }
      // Two at one place of the picture are one line.
      guard seen.insert(Int(Double(offset) / Double(size) * 960)).inserted else { continue }
      drawing.marks.append(
        Drawing.Mark(
          0, .tick, Double(offset)...Double(offset), owner: last,
          name: "\(problem.kind.id) at \(Drawing.offset(offset))", offset: offset, isProblem: true))
    }
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
      .bytes, "structure from \(from) to \(to), enlarged", .bytes,
      Double(best.start)...Double(best.end), owners: strip.owners)
    inset.lanes = [Drawing.Lane("atoms", 0, 1, pixels: 26, lines: 1)]
    let tree = document.tree
    for index in tree.indices where tree[index].source == 0 && inset.marks.count < Self.stepLimit {
      let node = tree[index]
      guard node.start >= best.start, node.end <= best.end, tree.firstChild(of: index) == nil,
        node.end - node.start >= length / UInt64(Self.stepLimit), node.end > node.start
      else { continue }
      var mark = Drawing.Mark(
        0, .area, Double(node.start)...Double(node.end), owner: strip.structure,
        name: "\(document.path(of: index)), \(node.size) bytes", offset: node.start)
      mark.isPale = inset.marks.count % 2 == 1
      mark.label = node.type.key
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
    case .samples, .auxiliary, .item, .shared, .sound, .nobody:
      open = nil
    default:
      open = (open?.start ?? range.start, range.end)
      if let found = open, found.end - found.start > best.end - best.start { best = found }
    }
  }
}

/// Ranges joined to what a picture can show.
private struct ByteStrip {
  let owners: [Drawing.Owner]
  let structure: Int
  private(set) var marks: [Drawing.Mark] = []
  /// The bytes of each owner.
  private(set) var totals: [UInt64]
  private let grain: UInt64
  private let size: UInt64
  private var start: UInt64 = 0
  private var shares: [UInt64]
  private let drawn: Int

  private var sharedPlace: Int { structure + 3 }
  private var nobodyPlace: Int { structure + 6 }

  var shared: UInt64 { totals[sharedPlace] }
  var nobody: UInt64 { totals[nobodyPlace] }

  init(size: UInt64, owners: [Drawing.Owner], tracks: Int) {
    drawn = owners.count
    structure = drawn + (tracks > drawn ? 1 : 0)
    self.owners =
      owners + (tracks > drawn ? [Drawing.Owner("other tracks", "o")] : []) + [
        Drawing.Owner("structure", "S"), Drawing.Owner("items", "i"),
        Drawing.Owner("padding", "."), Drawing.Owner("claimed twice", "2"),
        Drawing.Owner("not known", "?"), Drawing.Owner("sound", "a"),
        Drawing.Owner("nobody", "-"),
      ]
    totals = Array(repeating: 0, count: self.owners.count)
    shares = totals
    self.size = size
    grain = max(1, size / 960)
  }

  private func place(of owner: ByteMap.Owner) -> Int {
    switch owner {
    case .samples(let number), .auxiliary(let number): min(number, drawn)
    case .structure: structure
    case .item: structure + 1
    case .sound: structure + 5
    case .freeSpace, .padding: structure + 2
    case .shared: sharedPlace
    case .unknown, .notStructure: structure + 4
    case .nobody: nobodyPlace
    }
  }

  mutating func add(_ range: ByteMap.Range) {
    let place = place(of: range.owner)
    totals[place] &+= range.byteCount
    var at = range.start
    while at < range.end {
      let edge = (at / grain + 1) * grain
      let end = min(range.end, edge)
      shares[place] &+= end - at
      at = end
      guard end == edge else { continue }
      flush(end)
      // What is longer than a grain is one mark, not one for each.
      if range.end > edge + grain {
        let whole = range.end / grain * grain
        shares[place] = whole - edge
        flush(whole)
        at = whole
      }
    }
  }

  mutating func finish() { flush(size) }

  /// Draws what was gathered up to `end`: the owner of most of it, and those who have a part of it that
  /// is wrong.
  private mutating func flush(_ end: UInt64) {
    guard end > start else { return }
    var best = 0
    for place in shares.indices where shares[place] > shares[best] { best = place }
    for place in [sharedPlace, nobodyPlace] where shares[place] > 0 { best = place }
    let isProblem = best == sharedPlace || best == nobodyPlace
    if let last = marks.last, last.owner == best, last.x.upperBound == Double(start) {
      marks[marks.count - 1].x = last.x.lowerBound...Double(end)
    } else {
      marks.append(
        Drawing.Mark(
          0, .area, Double(start)...Double(end), owner: best,
          name: "\(owners[best].name) from \(Drawing.offset(start))", offset: start,
          isProblem: isProblem))
    }
    start = end
    for place in shares.indices { shares[place] = 0 }
  }
}

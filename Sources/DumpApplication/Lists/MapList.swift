import ByteReading
import CommandLineSupport
import MediaInspection
import Structure
import StructureRendering

/// Who owns each byte of a file (`--map`).
struct MapList {
  let map: ByteMap
  let document: Document
  /// Ranges, half from each end; `nil` for all.
  let limit: Int?
  /// What the hash of content credentials covers; `nil` for a file without one.
  let coverage: HashCoverage?
  /// Whether media data that no table refers to may have an owner all the same.
  private let hasUnreadTables: Bool

  init(_ document: Document, movie: MovieSamples, limit: Int?) {
    map = ByteMap(document, movie: movie)
    self.document = document
    self.limit = limit
    coverage = HashCoverage(of: document)
    hasUnreadTables = document.hasUnreadTables
  }

  /// Those of all files; files with a hash have some more.
  var columns: [ListColumn] {
    guard coverage != nil else { return Self.columns + [ListColumn(title: "owner", isLeft: true)] }
    return Self.columns + [
      ListColumn(.hash), ListColumn(.hashedBytes), ListColumn(title: "hash", isLeft: true),
      ListColumn(title: "owner", isLeft: true),
    ]
  }

  private static let columns: [ListColumn] = [
    ListColumn(.offset, title: "offset"),
    ListColumn(.size, title: "size"),
    ListColumn(.owner),
    ListColumn(.track),
    ListColumn(.item),
    ListColumn(.path),
    ListColumn(.firstSample),
    ListColumn(.lastSample),
  ]

  func write(_ list: inout ListRenderer) {
    totals(&list)
    strays(&list)
    hashed(&list)
    var ends = ListEnds<ByteMap.Range>(limit: limit)
    for range in map.ranges { ends.add(range) }
    var paths = PathTracker(document)
    if list.isForPeople { list.titles(for: (ends.first + ends.last).map { row($0, &paths) }) }
    paths = PathTracker(document)
    guard ends.isShort else {
      writeAll(&list, ends, &paths)
      return
    }
    for range in ends.first {
      list.row(row(range, &paths))
      if list.hasFailed { return }
    }
    if ends.omitted > 0 { list.omitted(UInt64(ends.omitted), "-n all") }
    for range in ends.last {
      list.row(row(range, &paths))
      if list.hasFailed { return }
    }
  }

  /// Writes rows as they are made.
  private func writeAll(
    _ list: inout ListRenderer, _ ends: ListEnds<ByteMap.Range>, _ paths: inout PathTracker
  ) {
    let progress = Progress(listing: ends.count, "ranges")
    defer { progress.clear() }
    var number = 0
    for range in map.ranges {
      if number == ends.gap, ends.omitted > 0 { list.omitted(UInt64(ends.omitted), "-n all") }
      if ends.shows(number) {
        list.row(row(range, &paths))
        if list.hasFailed { return }
      }
      number += 1
      if number & 0xFFFF == 0 { progress.show(number) }
    }
  }

  // MARK: Totals

  /// A line for each kind of owner: bytes, part of the file, ranges.
  private func totals(_ list: inout ListRenderer) {
    guard list.isForPeople else { return }
    var lines: [(bytes: UInt64, ranges: Int, name: String)] = []
    var items: (bytes: UInt64, ranges: Int, count: Int) = (0, 0, 0)
    var structure: (bytes: UInt64, ranges: Int) = (0, 0)
    for total in map.totals {
      switch total.owner {
      case .structure:
        structure = (structure.bytes + total.byteCount, structure.ranges + total.rangeCount)
      case .item:
        items = (items.bytes + total.byteCount, items.ranges + total.rangeCount, items.count + 1)
      default: break
      }
    }
    var hasStructure = false
    for total in map.totals {
      switch total.owner {
      case .item:
        guard items.count > 0 else { continue }
        var text = ByteWriter()
        text.put(items.count, "item", "items")
        lines.append((items.bytes, items.ranges, text.string))
        items.count = 0
      case .structure:
        guard !hasStructure else { continue }
        hasStructure = true
        lines.append((map.headerBytes, 0, "headers of atoms"))
        lines.append(
          (structure.bytes - min(structure.bytes, map.headerBytes), 0, "fields of atoms"))
      default: lines.append((total.byteCount, total.rangeCount, name(of: total.owner)))
      }
    }
    let size = UInt64(document.tree.file.byteCount)
    var widest = 1
    for line in lines {
      var text = ByteWriter()
      text.put(grouped: line.bytes)
      widest = max(widest, text.count)
    }
    for line in lines {
      var text = ByteWriter()
      text.put("  ")
      text.put(grouped: line.bytes, width: widest)
      text.put("  ")
      let part = ByteMapShare(line.bytes, of: size)
      text.putSpaces(5 - part.text.utf8.count)
      text.put(part.text)
      text.put(" %  ")
      text.put(line.name)
      if line.ranges > 1 {
        text.put(", in ")
        text.put(line.ranges, "range", "ranges")
      }
      list.remark(text.string)
    }
  }

  /// References that lead to no media data.
  private func strays(_ list: inout ListRenderer) {
    guard list.isForPeople, !map.strays.isEmpty else { return }
    list.remark("")
    for stray in map.strays.prefix(64) {
      var text = ByteWriter()
      text.put("  ")
      text.put(name(of: stray.owner))
      text.put(" refers to ")
      text.put(grouped: stray.byteCount)
      text.put(stray.byteCount == 1 ? " byte" : " bytes")
      text.put(stray.isOutsideFile ? " past the end of the file" : " that are no media data")
      text.put(", in ")
      text.put(stray.count, "place", "places")
      text.put(stray.count == 1 ? ", at 0x" : ", first at 0x")
      text.put(hex: stray.firstOffset, digits: 1)
      if let node = stray.node {
        text.put(" in ")
        text.put(document.path(of: node))
      }
      if stray.firstSample > 0 {
        text.put(" (sample ")
        text.put(grouped: stray.firstSample)
        text.put(")")
      }
      list.remark(text.string)
    }
    if map.strays.count > 64 {
      list.omitted(UInt64(map.strays.count - 64), "of other owners")
    }
  }

  // MARK: Hashes

  /// What the hash of content credentials covers, and what it leaves out. Nothing is hashed for a map.
  private func hashed(_ list: inout ListRenderer) {
    guard list.isForPeople, let coverage else { return }
    list.remark("")
    var text = ByteWriter()
    text.put("  ")
    text.put(text: coverage.label, style: .shown)
    guard !coverage.parts.isEmpty else {
      text.put(": what it covers is not understood")
      return list.remark(text.string)
    }
    text.put(" covers ")
    text.put(coverage.covered, "byte", "bytes")
    text.put(" (--about compares)")
    list.remark(text.string)
    var left: [UInt64] = Array(repeating: 0, count: coverage.paths.count)
    for part in coverage.parts {
      if case .leftOut(let path) = part.kind, path < left.count { left[path] &+= part.end &- part.start }
    }
    for (path, count) in zip(coverage.paths, left) where count > 0 {
      var text = ByteWriter()
      text.put("  without ")
      text.put(text: path.isEmpty ? "a range" : path, style: .shown)
      text.put(", ")
      text.put(count, "byte", "bytes")
      list.remark(text.string)
    }
  }

  /// What of a range is hashed, in a word for machines, and for people.
  private func hash(of range: ByteMap.Range, _ coverage: HashCoverage) -> [ListValue] {
    guard !coverage.parts.isEmpty else { return [.absent, .absent, .absent] }
    let share = coverage.share(from: range.start, to: range.end)
    let hashed = share.hashed &+ share.pieces
    let word: StaticString =
      hashed == 0
      ? share.uncovered == 0 ? "leftOut" : "none"
      : hashed < range.byteCount ? "part" : share.pieces == 0 ? "file" : share.hashed == 0 ? "pieces" : "fileAndPieces"
    var text = ByteWriter()
    if hashed == 0 {
      text.put(share.uncovered == 0 ? "left out" : "none")
    } else {
      if share.hashed > 0 { text.put(hashed < range.byteCount ? "in part" : "hashed") }
      if share.pieces > 0 {
        if share.hashed > 0 { text.put(", ") }
        put(piecesOf: share, to: &text)
        if share.hashed == 0, hashed < range.byteCount { text.put(", in part") }
      }
    }
    return [.word(word), .number(hashed), .text(FileText(text.string))]
  }

  /// `piece 3`, `pieces 3–8 of tree 2`
  private func put(piecesOf share: HashCoverage.Share, to text: inout ByteWriter) {
    guard let locations = share.locations else {
      text.put("pieces")
      return
    }
    text.put(locations, "piece", "pieces")
    if let tree = share.tree, tree > 0 {
      text.put(" of tree ")
      text.put(grouped: UInt64(clamping: tree &+ 1))
    }
  }

  // MARK: Ranges

  private func row(_ range: ByteMap.Range, _ paths: inout PathTracker) -> [ListValue] {
    var track: ListValue = .absent
    var item: ListValue = .absent
    var path: ListValue = .absent
    switch range.owner {
    case .samples(let place), .auxiliary(let place): track = .number(map.tracks[place].id)
    case .item(let id): item = .number(id)
    case .structure(let node):
      paths.move(to: node)
      path = .text(FileText(paths.path))
    default: break
    }
    var name: String
    if case .structure(let node) = range.owner {
      let text = paths.path
      let type = document.tree[node].type
      name = type == "mdat" || type == "imda" ? "header of \(text)" : text
    } else {
      name = self.name(of: range.owner, isRange: true)
    }
    if range.firstSample > 0 {
      var text = ByteWriter()
      let first = UInt64(clamping: range.firstSample)
      text.put(", ")
      text.put(first...max(first, UInt64(clamping: range.lastSample)), "sample", "samples")
      name += text.string
    }
    if range.sharers.count == 2 {
      let (a, b) = (range.sharers[0], range.sharers[1])
      name +=
        a == b ? ": \(self.name(of: a)), twice" : ": \(self.name(of: a)) and \(self.name(of: b))"
    }
    return [
      .offset(range.start), .number(range.byteCount), word(range.owner).map { .word($0) } ?? .absent, track, item, path,
      range.firstSample > 0 ? .number(UInt64(range.firstSample)) : .absent,
      range.firstSample > 0 ? .number(UInt64(range.lastSample)) : .absent,
    ] + (coverage.map { hash(of: range, $0) } ?? []) + [.text(FileText(name))]
  }

  /// What machines read; `nil` where the owner is not known.
  private func word(_ owner: ByteMap.Owner) -> StaticString? {
    switch owner {
    case .structure: "structure"
    case .samples: "samples"
    case .item: "item"
    case .auxiliary: "auxiliary"
    case .shared: "shared"
    case .sound: "sound"
    case .film: "film"
    case .freeSpace: "free"
    case .padding: "padding"
    case .unknown: "unknown"
    case .notStructure: "raw"
    case .nobody: hasUnreadTables ? nil : "nobody"
    }
  }

  private func name(of owner: ByteMap.Owner, isRange: Bool = false) -> String {
    switch owner {
    case .structure: return "atoms"
    case .samples(let place): return map.tracks[place].name
    case .item(let id): return "item \(id)"
    case .auxiliary(let place): return "auxiliary data of \(map.tracks[place].name)"
    case .shared: return "referred to more than once"
    case .sound: return "sound"
    case .film: return "media of a film of its own"
    case .freeSpace: return "free space"
    case .padding: return "padding"
    case .unknown: return "content of unknown atoms"
    case .notStructure: return "bytes that are not structure"
    case .nobody:
      if hasUnreadTables { return isRange ? "not known" : "media data, not known whose: not all tables were read" }
      return isRange ? "nobody" : "media data that nothing refers to"
    }
  }
}

/// A part of a whole in per cent, with one decimal: `30.7`; `0.0` is only nothing.
private struct ByteMapShare {
  let text: String

  init(_ part: UInt64, of whole: UInt64) {
    guard whole > 0, part > 0 else {
      text = "0.0"
      return
    }
    let product = part.multipliedFullWidth(by: 1_000)
    let tenths = product.high < whole ? whole.dividingFullWidth(product).quotient : 1_000
    text = tenths == 0 ? "< 0.1" : "\(tenths / 10).\(tenths % 10)"
  }
}

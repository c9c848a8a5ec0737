public import ByteReading
internal import MediaFacts
public import Structure

/// A document beside the snapshot that was made of it, or of an earlier one.
///
/// What is compared is meaning: a value that is written in another way is the same, and a field that
/// the snapshot could not name yet is no difference when it lies in bytes that it recorded and that
/// have not changed.
///
/// - Complexity: O(*n*) in the bytes of the file and in the text of the snapshot.
public struct SnapshotCheck: Sendable {
  /// One thing that differs, or that the snapshot does not say yet.
  public struct Difference: Sendable, Equatable {
    /// Whether it is only in the file, only in the snapshot, elsewhere, or has another value.
    public enum Kind: String, Sendable { case added, removed, moved, changed }

    /// How it differs.
    public var kind: Kind
    /// The line of the snapshot, from 1; of what is new the line that it would stand at.
    public var line: Int
    /// The path of the node; without steps for a line of the whole file.
    public var path: Media.Path
    /// The field, or the last step of a node's path; the first word of a line of the whole file.
    public var name: String
    /// Whether it is about a node, not a field.
    public var isNode: Bool
    /// What the snapshot says; empty when ``new`` is a sentence about the change.
    public var old: String
    /// What the file says.
    public var new: String
  }

  /// What differs, in the order of the snapshot.
  public private(set) var differences: [Difference] = []
  /// What the snapshot does not name yet.
  public private(set) var notes: [Difference] = []
  /// What differs and follows from ``differences``: numbers of rows that are there, before and after,
  /// and the checksum of the one atom that all media is in. A snapshot holds no sizes, its positions are
  /// written by the atoms they lead into, and long tables are checksums: no other field follows.
  public private(set) var following: [Difference] = []
  /// Whether there was memory for it; else nothing is reported.
  public private(set) var isComplete = true

  /// Paths that are looked for in other words when a snapshot's own means nothing.
  private static let searches = 256

  /// Holds a file against a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: What the file should be like.
  ///   - document: The file, opened.
  ///   - options: What is recorded, and what may differ.
  public init(_ snapshot: Snapshot, _ document: Document, options: Snapshot.Options) {
    self.init(
      snapshot, document, options: options,
      media: options.media(of: document, like: snapshot.media?.text))
  }

  /// - Parameter media: The identity of the media of the document; `nil` where that is not compared.
  init(_ snapshot: Snapshot, _ document: Document, options: Snapshot.Options, media: String?) {
    var work = Work(snapshot, document, options, media: media)
    guard work.hasMemory else {
      isComplete = false
      return
    }
    work.run(searches: Self.searches)
    differences = work.differences.map { (order: $0.path.stepsText, difference: $0) }
      .sorted { ($0.difference.line, $0.order) < ($1.difference.line, $1.order) }
      .map(\.difference)
    following = work.following
    notes = work.notes
  }

  /// The comparison while it is made.
  private struct Work {
    let snapshot: Snapshot
    let document: Document
    let options: Snapshot.Options
    /// The identity of the media of the document; `nil` where that is not compared.
    let media: String?
    let records: SnapshotRecords
    var differences: [Difference] = []
    var following: [Difference] = []
    var notes: [Difference] = []
    /// Whether there was memory for it; else nothing may be compared.
    let hasMemory: Bool
    private let share: MemoryShare
    /// What a node takes in what follows, and in what is looked for by paths, about.
    private static let bytesOfNode = 192
    /// The record of each node of the snapshot, -1 for none, and the other way round.
    private var recordOf: [Int]
    private var nodeOf: [Int]
    private var recordAt: [NodeIndex: Int] = [:]
    /// Nodes of the document that lie in bytes that the snapshot records without names.
    private var known: [NodeIndex: [Range<Int>]] = [:]

    init(
      _ snapshot: Snapshot, _ document: Document, _ options: Snapshot.Options, media: String?
    ) {
      self.snapshot = snapshot
      self.media = media
      self.document = document
      self.options = options
      var options = options
      // Earlier ones have lines for all.
      options.foldsRuns = options.foldsRuns && snapshot.format > 1
      records = SnapshotRecords(document, options)
      share = MemoryShare(document.memory, for: Snapshot.noMemory)
      hasMemory =
        records.isComplete
        && share.grow(by: (snapshot.nodes.count + records.nodes.count) * Self.bytesOfNode)
      guard hasMemory else {
        (recordOf, nodeOf) = ([], [])
        return
      }
      recordOf = Array(repeating: -1, count: snapshot.nodes.count)
      nodeOf = Array(repeating: -1, count: records.nodes.count)
      for (place, record) in records.nodes.enumerated() { recordAt[record.index] = place }
    }

    mutating func run(searches: Int) {
      compareLine("media", snapshot.media, media)
      comparePlayback()
      match(searches)
      let hasOtherMedia = !differences.isEmpty && differences[0].name == "media"
      let media = document.tree.indices.filter { options.rules.isMedia($0, document) }
      for place in snapshot.nodes.indices where recordOf[place] >= 0 {
        let first = differences.count
        compareFields(place, recordOf[place])
        let record = records.nodes[recordOf[place]]
        foldCounts(from: first, snapshot.nodes[place], record)
        if hasOtherMedia, media == [record.index] { foldMedia(from: first) }
      }
      findRemoved()
      findAdded()
      findMoved()
    }

    private mutating func compareLine(_ name: String, _ old: Snapshot.Line?, _ new: String?) {
      guard let new else { return }
      guard let old else {
        notes.append(
          Difference(
            kind: .added, line: 2, path: .file, name: name, isNode: false, old: "", new: new))
        return
      }
      if Snapshot.isSame(old.text, new) { return }
      differences.append(
        Difference(
          kind: .changed, line: old.line, path: .file, name: name, isNode: false, old: old.text,
          new: new))
    }

    /// What a player makes of the file is compared as two files are: by when the same sample is shown.
    /// A line that says it in another way is compared as text.
    private mutating func comparePlayback() {
      guard let playback = options.playback else { return }
      guard let line = snapshot.playback,
        let recorded = PlaybackRecord.playback(recordedAs: line.text, after: playback)
      else {
        compareLine("playback", snapshot.playback, playback.summary)
        return
      }
      let comparison = PlaybackComparison(recorded, playback)
      if comparison.phrases.isEmpty { return }
      differences.append(
        Difference(
          kind: .changed, line: line.line, path: .file, name: "playback", isNode: false, old: "",
          new: comparison.sentence))
    }

    // MARK: Nodes

    private mutating func match(_ searches: Int) {
      var places: [String: Int] = [:]
      for (place, record) in records.nodes.enumerated() { places[record.path] = place }
      var rest: [Int] = []
      for (place, node) in snapshot.nodes.enumerated() {
        if let record = places[node.path] { pair(place, record) } else { rest.append(place) }
      }
      // A sibling more or less changes how paths are written, not what they mean.
      for place in rest.prefix(searches) {
        guard let path = snapshot.nodes[place].meaning else { continue }
        for index in path.nodes(in: document) {
          if let record = recordAt[index], nodeOf[record] < 0 {
            pair(place, record)
            break
          }
        }
      }
    }

    private mutating func pair(_ node: Int, _ record: Int) {
      recordOf[node] = record
      nodeOf[record] = node
    }

    private mutating func findRemoved() {
      guard recordOf.contains(where: { $0 < 0 }) else { return }
      // Nodes that are there, and those around something that the snapshot names.
      var present: Set<[Path.Step]> = []
      for record in records.nodes { present.insert(records.paths.place(of: record.index).steps) }
      for place in recordOf.indices where recordOf[place] >= 0 {
        var steps = snapshot.nodes[place].meaning?.steps ?? []
        while !steps.isEmpty, present.insert(steps).inserted { steps.removeLast() }
      }
      var last = -1
      for (place, node) in snapshot.nodes.enumerated() where recordOf[place] < 0 {
        guard var path = node.meaning else { continue }
        if options.leavesOutRecorded(path, FieldPath(), nil) { continue }
        while path.steps.count > 1, !present.contains(path.steps.dropLast()) {
          path.steps.removeLast()
        }
        if last >= 0, differences[last].path == path, differences[last].kind == .removed {
          Self.append(node, below: path, to: &differences[last].old)
          continue
        }
        last = differences.count
        var text = ""
        Self.append(node, below: path, to: &text)
        differences.append(
          Difference(
            kind: .removed, line: node.line, path: path, name: path.steps.lastText, isNode: true,
            old: text, new: ""))
      }
    }

    /// Adds what a node that is gone said, as long as there is room.
    private static func append(_ node: Snapshot.Node, below path: Path, to text: inout String) {
      guard let steps = node.meaning?.steps else { return }
      for field in node.fields where text.utf8.count < 160 {
        if !text.isEmpty { text += ", " }
        if steps.count > path.steps.count { text += steps.lastText + " " }
        text += field.name + " " + field.value
      }
    }

    private mutating func findAdded() {
      // Nodes around something that the snapshot names.
      var holding: Set<NodeIndex> = []
      for place in nodeOf.indices where nodeOf[place] >= 0 {
        var at: NodeIndex? = records.nodes[place].index
        while let here = at, holding.insert(here).inserted { at = document.tree.parent(of: here) }
      }
      let reader = NodeReader(document)
      var line = firstLine
      var last: NodeIndex?
      for (place, record) in records.nodes.enumerated() {
        if nodeOf[place] >= 0 {
          let node = snapshot.nodes[nodeOf[place]]
          line = max(node.line, node.fields.last?.line ?? 0) + 1
          continue
        }
        guard record.isWritten else { continue }
        var root = record.index
        while let parent = document.tree.parent(of: root), !holding.contains(parent) {
          root = parent
        }
        let isKnown = isKnown(root)
        if root == last { continue }
        last = root
        var text = ByteWriter()
        reader.putSummary(of: root, to: &text)
        if text.count == 0 {
          for field in record.fields where !field.isHidden && text.count < 160 {
            if text.count > 0 { text.put(", ") }
            text.put(field.name)
            text.put(" ")
            text.put(field.value)
          }
        }
        let path = records.paths.place(of: root)
        let difference = Difference(
          kind: .added, line: line, path: path, name: path.steps.lastText, isNode: true,
          old: "", new: text.string)
        if isKnown { notes.append(difference) } else { differences.append(difference) }
      }
    }

    /// The line that the first node stands at, or would.
    private var firstLine: Int {
      snapshot.nodes.first?.line ?? max(snapshot.media?.line ?? 1, snapshot.playback?.line ?? 1) + 1
    }

    /// Whether a node lies in bytes that the snapshot recorded and that have not changed.
    private func isKnown(_ index: NodeIndex) -> Bool {
      guard let parent = document.tree.parent(of: index), let ranges = known[parent] else {
        return false
      }
      let node = document.tree[index]
      guard node.source == document.fieldSource(of: parent) else { return true }
      return ranges.contains { $0.lowerBound <= Int(node.start) && Int(node.end) <= $0.upperBound }
    }

    // MARK: Order

    /// Finds siblings that stand in another order: those outside the heaviest sequence that kept it.
    private mutating func findMoved() {
      // The children that both have, by the node they stand in, in the order of the snapshot.
      var children: [NodeIndex?: [NodeIndex]] = [:]
      var parents: [NodeIndex?] = []
      var seen: Set<NodeIndex> = []
      var lines: [NodeIndex: Int] = [:]
      for place in recordOf.indices where recordOf[place] >= 0 {
        var at: NodeIndex? = records.nodes[recordOf[place]].index
        while let here = at, seen.insert(here).inserted {
          lines[here] = snapshot.nodes[place].line
          at = document.tree.parent(of: here)
          let parent = at
          if children[parent] == nil { parents.append(parent) }
          children[parent, default: []].append(here)
        }
      }
      for parent in parents {
        let order = children[parent] ?? []
        guard zip(order, order.dropFirst()).contains(where: { $0.0 > $0.1 }) else { continue }
        let tree = document.tree
        // What is opaque stays, and what holds structure is said to move.
        let weights = order.map { index -> UInt64 in
          let isLeaf = tree[index].subtreeEnd == index.next
          return 1 << 40 + (isLeaf ? 1 << 32 : 0) + min(tree[index].size, 0xFFFF) << 12
        }
        let values = order.map { Int32(truncatingIfNeeded: $0.number) }
        var isKept = Array(repeating: false, count: order.count)
        for place in Sequences.increasing(values, weights) { isKept[Int(place)] = true }
        // The greatest of those that stood on its other side; of several the one that stood first.
        func isGreater(_ one: Int32, _ other: Int32) -> Bool {
          let (size, otherSize) = (tree[order[Int(one)]].size, tree[order[Int(other)]].size)
          return size != otherSize ? size > otherSize : one < other
        }
        let ranks = Sequences.ranks(values)
        var greatest: [Int32] = Array(repeating: -1, count: order.count)
        func note(_ other: Int32?, at place: Int) {
          guard let other else { return }
          if greatest[place] < 0 || isGreater(other, greatest[place]) { greatest[place] = other }
        }
        var seen = GreatestByRank(count: order.count, isGreater: isGreater)
        for place in order.indices {
          let rank = Int(ranks[place])
          if !isKept[place] { note(seen.element(upTo: order.count - rank), at: place) }
          seen.add(Int32(place), at: order.count + 1 - rank)
        }
        seen = GreatestByRank(count: order.count, isGreater: isGreater)
        for place in order.indices.reversed() {
          let rank = Int(ranks[place])
          if !isKept[place] { note(seen.element(upTo: rank - 1), at: place) }
          seen.add(Int32(place), at: rank)
        }
        document.work.charge(
          2 * order.count * (Int.bitWidth - order.count.leadingZeroBitCount))
        for (place, index) in order.enumerated() where !isKept[place] {
          let passed = (greatest[place] < 0 ? nil : order[Int(greatest[place])]).map {
            (index: $0, isBefore: index < $0)
          }
          let path = records.paths.place(of: index)
          let place = passed.map {
            ($0.isBefore ? "before " : "behind ") + records.paths.step(of: $0.index)
          }
          differences.append(
            Difference(
              kind: .moved, line: lines[index] ?? 1, path: path, name: path.steps.lastText,
              isNode: true, old: "", new: place ?? "elsewhere"))
        }
      }
    }

    // MARK: Fields

    private mutating func compareFields(_ place: Int, _ number: Int) {
      let node = snapshot.nodes[place]
      let record = records.nodes[number]
      if record.isAbsent { return }
      var fieldOf: [Int?] = Array(repeating: nil, count: node.fields.count)
      var isTaken = Array(repeating: false, count: record.fields.count)
      var places: [String: Int] = [:]
      for (index, field) in record.fields.enumerated() where !field.isUnnamed {
        places[field.name] = index
      }
      for (index, field) in node.fields.enumerated() where field.unnamedCount == nil {
        // One of several, or the only one.
        guard
          let found = places[field.name] ?? places[field.name + "[1]"]
            ?? (field.name.hasSuffix("[1]") ? places[String(field.name.dropLast(3))] : nil),
          !isTaken[found]
        else { continue }
        fieldOf[index] = found
        isTaken[found] = true
      }
      matchUnnamed(node, with: record, fieldOf: &fieldOf, isTaken: &isTaken)
      // What is left out is asked of what differs alone: paths are read for it.
      lazy var meaning = node.meaning
      for (index, field) in node.fields.enumerated() {
        let new = fieldOf[index].map { record.fields[$0] }
        if let new {
          if new.isAbsent { continue }
          if Snapshot.isSame(field.value, new.value), field.unnamedCount == nil || field.name == new.name { continue }
        }
        if let meaning, options.leavesOutRecorded(meaning, field.path, record.index) { continue }
        if let new {
          add(.changed, line: field.line, record, name: field.name, old: field.value, new: new.value)
        } else if let unnamed = field.unnamedCount {
          compareUnnamed(index, count: unnamed, of: node, with: record, fieldOf: fieldOf, isTaken: &isTaken)
        } else {
          add(.removed, line: field.line, record, name: field.name, old: field.value, new: "")
        }
      }
      var line = node.line
      var lines: [Int: Int] = [:]
      for (index, found) in fieldOf.enumerated() {
        if let found { lines[found] = node.fields[index].line }
      }
      for (index, field) in record.fields.enumerated() {
        if isTaken[index] {
          if let old = lines[index] { line = old + 1 }
          continue
        }
        if field.isHidden { continue }
        if known[record.index]?.contains(where: { $0.contains(field.bytes) }) ?? false {
          notes.append(
            Difference(
              kind: .added, line: line, path: records.paths.place(of: record.index),
              name: field.name, isNode: false, old: "",
              new: field.value))
        } else {
          add(.added, line: line, record, name: field.name, old: "", new: field.value)
        }
      }
    }

    // MARK: Consequences

    /// Takes out numbers of rows, when the table is reported and has as many, before and after.
    private mutating func foldCounts(
      from first: Int, _ node: Snapshot.Node, _ record: SnapshotRecord
    ) {
      guard differences.count - first > 1 else { return }
      for place in (first..<differences.count).reversed() where differences[place].kind == .changed
      {
        let name = differences[place].name
        let isCount = record.fields.contains { field in
          guard let counted = field.counted, counted.by.description == name,
            differences[first...].contains(where: { $0.name == field.name }),
            let old = node.fields.first(where: { $0.name == field.name }).map(\.value)
          else { return false }
          return "\(counted.rows)" == differences[place].new
            && Self.rows(in: old).map { "\($0)" } == differences[place].old
        }
        if isCount { following.append(differences.remove(at: place)) }
      }
    }

    /// The rows that the value of a table stands for: `2` in `1 × {1, 2} 1 × {2, 1}`, 48 in
    /// `48 rows, crc32 …`.
    static func rows(in value: String) -> Int? {
      let words = Snapshot.normalized(value).split(separator: " ")
      if words.count > 1, words[1] == "rows" || words[1] == "rows," {
        return words.contains("of") ? nil : Int(words[0])
      }
      var sum = 0
      var isInRow = false
      for (place, word) in words.enumerated() {
        if isInRow {
          isInRow = !word.hasSuffix("}")
          continue
        }
        if word == "×" { continue }
        if word.hasPrefix("{") {
          isInRow = !word.hasSuffix("}")
          continue
        }
        guard let count = Int(word), place + 1 < words.count, words[place + 1] == "×" else {
          return nil
        }
        let (next, overflow) = sum.addingReportingOverflow(count)
        if overflow { return nil }
        sum = next
      }
      return sum
    }

    /// Takes out the bytes of the one atom that all media is in, whose digest is reported.
    private mutating func foldMedia(from first: Int) {
      for place in (first..<differences.count).reversed()
      where differences[place].kind == .changed && differences[place].name == "data" {
        following.append(differences.remove(at: place))
      }
    }

    private mutating func add(
      _ kind: Difference.Kind, line: Int, _ record: SnapshotRecord, name: String,
      old: String, new: String
    ) {
      differences.append(
        Difference(
          kind: kind, line: line, path: records.paths.place(of: record.index), name: name,
          isNode: false, old: old, new: new))
    }

    /// Pairs bytes without names: the same ones first, then those of the same length.
    private func matchUnnamed(
      _ node: Snapshot.Node, with record: SnapshotRecord, fieldOf: inout [Int?],
      isTaken: inout [Bool]
    ) {
      for isStrict in [true, false] {
        // Those that are left, by what they are called, the last one first.
        var places: [String: [Int]] = [:]
        for (place, field) in record.fields.enumerated().reversed()
        where field.isUnnamed && !isTaken[place] {
          places[field.name + (isStrict ? " " + field.value : ""), default: []].append(place)
        }
        if places.isEmpty { return }
        for (index, field) in node.fields.enumerated()
        where field.unnamedCount != nil && fieldOf[index] == nil {
          let key = field.name + (isStrict ? " " + Snapshot.normalized(field.value) : "")
          guard let found = places[key]?.popLast() else { continue }
          fieldOf[index] = found
          isTaken[found] = true
        }
      }
    }

    /// Looks for `count` bytes that had no name among what has one now.
    private mutating func compareUnnamed(
      _ index: Int, count: Int, of node: Snapshot.Node, with record: SnapshotRecord,
      fieldOf: [Int?], isTaken: inout [Bool]
    ) {
      let field = node.fields[index]
      let own = document.tree[record.index]
      let source = document.fieldSource(of: record.index)
      let bytes = document.fieldBytes(of: record.index).bytes
      let whole =
        source == own.source ? Int(own.payloadStart)..<Int(own.end) : 0..<bytes.byteCount
      // They begin where the field before them ends, or behind fields that go without saying.
      var start = whole.lowerBound
      var next = 0
      for before in node.fields.indices.prefix(index).reversed() {
        guard let found = fieldOf[before] else { continue }
        start = max(start, record.fields[found].bytes.upperBound)
        next = found + 1
        break
      }
      var starts = [start]
      while next < record.fields.count, record.fields[next].isHidden, starts.count < 64 {
        starts.append(max(start, record.fields[next].bytes.upperBound))
        next += 1
      }
      for start in starts where start <= whole.upperBound && whole.upperBound - start >= count {
        if document.fieldBytes(of: record.index).isAbsent(start..<start + count) {
          known[record.index, default: []].append(start..<start + count)
          return
        }
        var text = ByteWriter()
        text.put("crc32 ")
        text.put(
          hex: UInt64(crc32(of: bytes.extracting(start..<start + count))), digits: 8)
        guard Snapshot.isSame(text.string, field.value) else { continue }
        known[record.index, default: []].append(start..<start + count)
        return
      }
      // They changed: what stands there now is reported in their place.
      var text = ""
      for place in record.fields.indices where !isTaken[place] {
        let new = record.fields[place]
        guard !new.bytes.isEmpty, new.bytes.lowerBound >= start,
          new.bytes.upperBound <= (starts.last ?? start) + count || new.isUnnamed
        else { continue }
        isTaken[place] = true
        if new.isHidden { continue }
        if text.utf8.count > 160 { continue }
        if !text.isEmpty { text += ", " }
        text += new.name + " " + new.value
      }
      add(
        text.isEmpty ? .removed : .changed, line: field.line, record, name: field.name, old: field.value, new: text)
    }
  }
}

extension Path {
  /// The file as a whole.
  static var file: Path { Path(anchor: .top) }
}

extension [Path.Step] {
  /// The last of them as it is written.
  fileprivate var lastText: String { last?.description ?? "" }
}

import ByteReading
import MediaFacts
import MediaInspection
import Structure
import StructureDiff

/// Lines of a snapshot that somebody edited, and that the file bears out: what they say is no change.
struct EditedLines {
  /// How each differs from what the snapshot holds of the file; a line that is gone is one that was added there.
  private let lines: [SnapshotCheck.Difference]

  /// Lines whose nodes are looked for: each costs a way through the tree.
  static let most = 256

  /// - Parameters:
  ///   - edited: All that were edited.
  ///   - check: What the file differs in from the lines as they are, by the profile that the snapshot was written with: what
  ///     another leaves out bears out no line, and what is tolerated neither.
  init(metOf edited: [SnapshotCheck.Difference], _ check: SnapshotCheck) {
    let unmet = check.differences + check.following
    // A path may be written otherwise in another file, and a line is the same.
    let numbers = Set(unmet.filter { $0.kind != .added }.map(\.line))
    let keys = Set(unmet.map(LineKey.init))
    // Of a node that is not there one line is told, and not those of what stood in it.
    let gone = Set(unmet.filter { $0.kind == .removed && $0.isNode }.map(\.path.steps))
    func isWithinGone(_ steps: [Media.Path.Step]) -> Bool {
      !gone.isEmpty && steps.indices.contains { gone.contains(Array(steps[...$0])) }
    }
    lines = edited.filter {
      !isWithinGone($0.path.steps) && ($0.kind == .added ? !keys.contains(LineKey($0)) : !numbers.contains($0.line))
    }
  }

  /// What a line of the whole file is about.
  static func aspect(ofWholeFile line: SnapshotCheck.Difference) -> Verdict.Aspect {
    line.name == "media" ? .samples : .times
  }

  /// What they expect to be another than in what the snapshot holds of the file.
  func expected(by numbers: Snapshot.Lines) -> Comparison.Options.Expected {
    let said = Set(lines.filter { $0.kind != .added }.map(\.line))
    let gone = Set(lines.filter { $0.kind == .added && !$0.isNode }.map(LineKey.init))
    var aspects: Set<Verdict.Aspect> = []
    for line in lines where line.path.steps.isEmpty && line.kind != .added {
      aspects.insert(Self.aspect(ofWholeFile: line))
    }
    return Comparison.Options.Expected(aspects: aspects.withTimes) { change, place in
      if let line = numbers.ownLine(of: change.field, in: place), said.contains(line) { return true }
      return gone.contains(LineKey(place.steps, change.field.description))
    }
  }

  /// The bytes of the fields that they say, as another file has them.
  ///
  /// - Parameters:
  ///   - before: What the snapshot holds of the file.
  ///   - after: The file.
  ///   - limit: The bytes that are taken at most.
  /// - Returns: The bytes, by where the fields stand in the first file, and the lines; none of fields that are longer or
  ///   shorter there, or are no whole bytes.
  func bytes(
    of before: Document, as after: Document, atMost limit: Int
  ) -> (pieces: [(start: Int, bytes: [UInt8])], lines: Set<Int>) {
    var found: (pieces: [(start: Int, bytes: [UInt8])], lines: Set<Int>) = ([], [])
    var left = limit
    var taken: [Range<Int>] = []
    for line in lines.prefix(Self.most) where line.kind == .changed && !line.isNode && !line.path.steps.isEmpty {
      guard let field = try? FieldPath(line.name), let old = Self.place(of: field, line.path, before),
        let new = Self.place(of: field, line.path, after), old.range.count == new.range.count, new.range.count <= left,
        !taken.contains(where: { $0.overlaps(old.range) })
      else { continue }
      var bytes = ByteWriter()
      bytes.put(bytes: after.fieldBytes(of: new.node).bytes.extracting(new.range))
      guard !bytes.hasFailed else { continue }
      left -= new.range.count
      taken.append(old.range)
      found.pieces.append((old.range.lowerBound, bytes.array))
      found.lines.insert(line.line)
    }
    return found
  }

  /// Where a field stands in the bytes of a file; `nil` for one of several nodes, for what is no whole bytes, or not in the
  /// file itself, and for bytes that are not there.
  private static func place(
    of field: FieldPath, _ path: Media.Path, _ document: Document
  ) -> (node: NodeIndex, range: Range<Int>)? {
    let nodes = path.nodes(in: document)
    guard nodes.count == 1, document.fieldSource(of: nodes[0]) == 0,
      let extent = FieldBytes.extent(of: field, nodes[0], document), extent.isByteAligned
    else { return nil }
    let held = document.fieldBytes(of: nodes[0])
    let range = extent.byteOffset..<max(extent.byteOffset, extent.byteEnd)
    guard range.upperBound <= held.bytes.byteCount, !range.isEmpty, !held.isAbsent(range) else { return nil }
    return (nodes[0], range)
  }
}

/// Which line of a snapshot a difference is about.
struct LineKey: Hashable {
  let steps: [Media.Path.Step]
  let name: String
  let isNode: Bool

  init(_ difference: SnapshotCheck.Difference) {
    (steps, name, isNode) = (difference.path.steps, difference.name, difference.isNode)
  }

  /// That of a field.
  init(_ steps: [Media.Path.Step], _ field: String) { (self.steps, name, isNode) = (steps, field, false) }
}

import Atoms
import ByteReading
import MediaFacts
import Structure

extension TrackProof {
  /// Samples that lead to another sample entry than they did, by its number or by what stands under that.
  ///
  /// - Parameter hasOthers: Whether samples of the same number lead to other numbers.
  /// - Complexity: O(*n*) in the samples where a track has several entries or some lead to other numbers.
  mutating func reportEntries(_ times: TrackTimes, _ alignment: SampleAlignment?, hasOthers: Bool) {
    let entries = EntryPairs(a, b)
    guard hasOthers || entries.areSeveral else { return }
    var changes = EntryChanges()
    var others = b.samples()
    var (place, passed) = (0, 0)
    var isUnknown = false
    // Where samples stand for each other that have other numbers, these are held against each other.
    let partners = a.count != b.count || alignment?.isElsewhere == true ? alignment : nil
    for x in a.samples() {
      defer { place += 1 }
      if let partners {
        let partner = partners.partner(ofBefore: place)
        if partner < 0 { continue }
        guard partner >= passed else {
          isUnknown = true
          continue
        }
        while passed < partner, others.next() != nil { passed += 1 }
      }
      guard let y = others.next() else { break }
      passed += 1
      // What no chunk has leads to none.
      if x.chunk == 0 || y.chunk == 0 { continue }
      if x.description != y.description || entries.isMoved(x.description) {
        changes.add(x.description, y.description, y, times.time(of: y))
      }
    }
    for change in changes.list { report(change, entries) }
    if changes.rest.count > 0 {
      let verb = changes.rest.count == 1 ? " uses" : " use"
      add(.setup, .changed, share(changes.rest, of: b.count) + verb + " other sample entries")
      if let last = findings.indices.last { setDecoding(last) }
    }
    if isUnknown { add(.setup, .notChecked, "sample entries of samples in another order") }
  }

  private mutating func report(_ change: EntryChanges.Change, _ entries: EntryPairs) {
    let (old, new) = (change.old, change.new)
    let who = share(change.samples, of: b.count) + (change.samples.count == 1 ? " uses" : " use")
    let isSame = entries.isSame(old, new)
    if old != new {
      add(.setup, .changed, who + " sample entry \(new), not \(old)" + (isSame ? ", which has the same bytes" : ""))
    } else {
      let was = entries.placeBefore(of: new).map { "what was sample entry \($0)" } ?? "another sample entry \(new)"
      add(.setup, .changed, who + " " + was)
    }
    // The same entry in another place decodes the same.
    if isSame { return }
    if let last = findings.indices.last { setDecoding(last) }
    for (aspect, words) in entries.differences(old, new) where aspect != .setup && aspect != .file {
      add(aspect, .changed, who + " a sample entry with " + words.joined(separator: ", "))
    }
  }
}

/// By which sample entries samples were described, and are.
private struct EntryChanges {
  struct Change {
    let old: Int
    let new: Int
    var samples = MarkedSamples()
  }

  private(set) var list: [Change] = []
  /// Those of further entries.
  private(set) var rest = MarkedSamples()

  private static let limit = 4

  mutating func add(_ old: Int, _ new: Int, _ sample: Sample, _ time: Int64) {
    if let place = list.firstIndex(where: { $0.old == old && $0.new == new }) {
      list[place].samples.add(sample, time)
    } else if list.count < Self.limit {
      list.append(Change(old: old, new: new))
      list[list.count - 1].samples.add(sample, time)
    } else {
      rest.add(sample, time)
    }
  }
}

/// The sample entries of a track in two files.
private struct EntryPairs {
  private let a: Document
  private let b: Document
  private let before: [NodeIndex]
  private let after: [NodeIndex]
  /// Numbers for the bytes of each.
  private let keys: (before: [UInt64], after: [UInt64])
  /// The numbers, from 1, under which another entry stands that the other file has under another one.
  private var moved: Set<Int> = []

  /// - Complexity: O(*n*) in the bytes of the entries, of 256 at most.
  init(_ x: SampleTrack, _ y: SampleTrack) {
    (a, b) = (x.home, y.home)
    before = x.description.sampleEntries(in: a.tree)
    after = y.description.sampleEntries(in: b.tree)
    guard before.count > 1 || after.count > 1 else {
      keys = ([], [])
      return
    }
    func numbers(_ nodes: [NodeIndex], _ document: Document) -> [UInt64] {
      nodes.map { node in Self.range(node, document).map { document.tree.file.mixed($0, into: 0) } ?? 0 }
    }
    keys = (numbers(before, a), numbers(after, b))
    for number in 1...max(before.count, after.count) where !isSame(number, number) {
      if placeBefore(of: number) != nil || placeAfter(of: number) != nil { moved.insert(number) }
    }
  }

  /// Whether one of the files has more than one.
  var areSeveral: Bool { before.count > 1 || after.count > 1 }

  func isMoved(_ number: Int) -> Bool { moved.contains(number) }

  /// The number in the first file of the entry that has this one in the second.
  func placeBefore(of new: Int) -> Int? {
    guard keys.after.indices.contains(new - 1) else { return nil }
    return keys.before.indices.first { keys.before[$0] == keys.after[new - 1] && isSame($0 + 1, new) }.map { $0 + 1 }
  }

  private func placeAfter(of old: Int) -> Int? {
    guard keys.before.indices.contains(old - 1) else { return nil }
    return keys.after.indices.first { keys.after[$0] == keys.before[old - 1] && isSame(old, $0 + 1) }.map { $0 + 1 }
  }

  /// Whether the entry of one number in the first file has the bytes of that of another in the second.
  func isSame(_ old: Int, _ new: Int) -> Bool {
    guard let p = node(old, before), let q = node(new, after) else { return false }
    return Self.hasSameBytes(p, a, q, b)
  }

  private func node(_ number: Int, _ nodes: [NodeIndex]) -> NodeIndex? {
    nodes.indices.contains(number &- 1) ? nodes[number &- 1] : nil
  }

  private static func range(_ node: NodeIndex, _ document: Document) -> Range<Int>? {
    let node = document.tree[node]
    guard node.source == 0 else { return nil }
    let start = Int(clamping: node.start)
    return start..<max(start, Int(clamping: node.end))
  }

  private static func hasSameBytes(_ p: NodeIndex, _ x: Document, _ q: NodeIndex, _ y: Document) -> Bool {
    guard let one = range(p, x), let other = range(q, y) else { return false }
    return one.count == other.count && x.tree.file.hasSameBytes(in: one, as: y.tree.file, in: other)
  }

  /// What samples are given otherwise by another entry: `another size`, `another 'colr'`, `no 'sinf'`.
  func differences(_ old: Int, _ new: Int) -> [(aspect: Verdict.Aspect, words: [String])] {
    guard let p = node(old, before), let q = node(new, after) else { return [] }
    var found: [(aspect: Verdict.Aspect, words: [String])] = []
    func add(_ aspect: Verdict.Aspect, _ words: String) {
      if let place = found.firstIndex(where: { $0.aspect == aspect }) {
        if !found[place].words.contains(words) { found[place].words.append(words) }
      } else {
        found.append((aspect, [words]))
      }
    }
    let (x, y) = (a.codec(of: p), b.codec(of: q))
    if x.width != y.width || x.height != y.height { add(.display, "another size") }
    if x.channels != y.channels { add(.sound, "other channels") }
    if x.sampleRate != y.sampleRate { add(.sound, "another rate") }
    func parts(_ entry: NodeIndex, _ document: Document) -> [NodeIndex] {
      Array(document.tree.children(of: entry).prefix(Self.partLimit))
    }
    let gone = parts(p, a)
    var come = parts(q, b)
    func addPart(_ node: NodeIndex, _ document: Document, _ word: String) {
      let role = AspectRoles.ofAtom(node, FieldPath(), document)
      // What says no more than the bitstream, or what is meant without it.
      if role.excuse != nil || role.isOfColour || role.excuseWithoutColours != nil { return }
      for aspect in [role.aspect] + role.besides { add(aspect, "\(word) '\(document.tree[node].type.key)'") }
    }
    var left: [NodeIndex] = []
    for part in gone {
      if let place = come.firstIndex(where: { Self.hasSameBytes(part, a, $0, b) }) {
        come.remove(at: place)
      } else {
        left.append(part)
      }
    }
    for part in left {
      let type = a.tree[part].type
      addPart(part, a, come.contains { b.tree[$0].type == type } ? "another" : "no")
    }
    for part in come {
      let type = b.tree[part].type
      addPart(part, b, left.contains { a.tree[$0].type == type } ? "another" : "a")
    }
    return found
  }

  /// Boxes of an entry that are compared.
  private static let partLimit = 64
}

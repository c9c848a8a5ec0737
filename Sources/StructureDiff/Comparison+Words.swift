internal import ByteReading
import MediaFacts
internal import Structure

extension Comparison {
  /// Things of one kind that follow from changes.
  public struct Consequences: Sendable {
    /// What machines call the kind: `offset`, `size`, `entry count`, `re-encoding`, or what a
    /// derivation calls it.
    public var kind: String
    /// What people call one of them: `chunk offset`.
    public var noun: String
    /// How many of them follow.
    public var count: Int
    /// What is said of all of them, behind the number: `, all +2,698 with the media data (proved)`.
    public var remark: String

    /// What follows, of one kind.
    ///
    /// - Parameters:
    ///   - kind: What machines call the kind.
    ///   - noun: What people call one of them.
    ///   - count: How many.
    ///   - remark: What is said of all of them, behind the number; empty for no remark.
    public init(kind: String, noun: String, count: Int, remark: String) {
      self.kind = kind
      self.noun = noun
      self.count = count
      self.remark = remark
    }

    /// `94 chunk offsets, all +2,698 with the media data (proved)`.
    package var sentence: String {
      var text = ByteWriter()
      text.put(grouped: count)
      text.put(" ")
      text.put(noun)
      if count != 1 { text.put("s") }
      text.put(remark)
      return text.string
    }
  }

  /// What follows, by kind: `94 chunk offsets, all +2,698 with the media data; 17 atom sizes; 1 entry
  /// count`.
  public var counted: [Consequences] {
    var positions = (count: 0, isProved: true, shifts: Set<Int64?>(), names: Set<String>())
    var sizes = (count: 0, kinds: Set<String>())
    var counts = 0
    var encodings: (count: Int, rules: [String]) = (0, [])
    var derived: [(noun: String, count: Int, rules: [String])] = []
    var media: (nodes: Set<[NodeIndex?]>, rules: [String]) = ([], [])
    func derive(_ noun: StaticString, _ rule: StaticString, _ count: Int) {
      let place = derived.firstIndex { $0.noun == noun.description } ?? derived.count
      if place == derived.count { derived.append((noun.description, 0, [])) }
      derived[place].count += count
      if !derived[place].rules.contains(rule.description) {
        derived[place].rules.append(rule.description)
      }
    }
    for change in consequences {
      switch change.cause {
      case .moved(let isProved):
        positions.count += change.count
        positions.isProved = positions.isProved && isProved
        positions.shifts.insert(change.shift)
        positions.names.insert(change.name.description)
      case .size:
        sizes.count += 1
        let kind = change.before.flatMap { before.tree.catalogue(of: before.tree[$0])?.nodeKind }
        sizes.kinds.insert(kind?.description ?? "")
      case .count: counts += 1
      case .encoding(let rule):
        encodings.count += change.count
        if !encodings.rules.contains(rule.description) {
          encodings.rules.append(rule.description)
        }
      case .samples(let samples):
        media.nodes.insert([change.before, change.after])
        if !media.rules.contains(samples.rule.description) {
          media.rules.append(samples.rule.description)
        }
      case .derivation(let number):
        let rule = rules.derivations[number]
        if rule.noun.isSame(as: "entry count") {
          counts += 1
        } else {
          derive(rule.noun, rule.rule, 1)
        }
      case .column(let number):
        derive(rules.columns[number].noun, rules.columns[number].rule, change.count)
      case .rescaled: derive("time", "the same in ticks of another timescale", 1)
      case .renumbered: derive(renumbering?.noun ?? "number", renumbering?.rule ?? "", change.count)
      case .kind(let what): derive("container difference", what, change.places.count)
      case .part(let what): derive("part", what, change.places.count)
      case .padding: derive("padding", "zeros", change.places.count)
      case nil: break
      }
    }
    var result: [Consequences] = []
    if positions.count > 0 {
      var remark = ByteWriter()
      if positions.shifts.count == 1, case .some(.some(let shift)) = positions.shifts.first {
        remark.put(positions.count == 1 ? ", " : ", all ")
        if shift > 0 { remark.put("+") }
        remark.put(grouped: shift)
      }
      remark.put(hasSameMedia == true ? " with the media data" : " with the data")
      remark.put(positions.isProved ? " (proved)" : " (consistent)")
      let name = positions.names.count == 1 ? positions.names.first ?? "" : ""
      let noun = name.withBlanks
      result.append(
        Consequences(
          kind: "offset", noun: noun.hasSuffix("offset") ? noun : "offset",
          count: positions.count, remark: remark.string))
    }
    if sizes.count > 0 {
      let kind = sizes.kinds.count == 1 ? sizes.kinds.first ?? "" : ""
      result.append(
        Consequences(
          kind: "size", noun: kind.isEmpty ? "size" : kind + " size", count: sizes.count, remark: ""
        ))
    }
    if counts > 0 {
      result.append(
        Consequences(kind: "entry count", noun: "entry count", count: counts, remark: ""))
    }
    if encodings.count > 0 {
      result.append(
        Consequences(
          kind: "re-encoding", noun: "re-encoding", count: encodings.count,
          remark: " (" + encodings.rules.joined(separator: "; ") + ")"))
    }
    if !media.nodes.isEmpty {
      result.append(
        Consequences(
          kind: "media", noun: "media \(before.nodeWord)", count: media.nodes.count,
          remark: " (" + media.rules.joined(separator: "; ") + ")"))
    }
    for entry in derived {
      result.append(
        Consequences(
          kind: entry.noun, noun: entry.noun, count: entry.count,
          remark: " (" + entry.rules.joined(separator: ", ") + ")"))
    }
    return result
  }

  /// Why a change follows, or that it does not, as people read it.
  ///
  /// - Parameter change: A change of this comparison.
  /// - Returns: The reason.
  public func reason(for change: Change) -> String {
    switch change.cause {
    case nil: return "a change of its own: nothing else in the files explains it"
    case .size: return "follows: the \(before.nodeWord) is as long as what is in it, before and after"
    case .count: return "follows: it is the number of what is there, before and after"
    case .moved(let isProved):
      return isProved
        ? "follows: the bytes at the old position are those at the new one, compared one by one"
        : "follows: the data at the old position is as long as that at the new one; not compared"
    case .encoding(let rule): return "follows: \(rule), in other bytes"
    case .samples(let samples):
      switch samples {
      case .elsewhere, .kept: return "follows: all samples are the same, compared one by one"
      case .fragments:
        return "follows: all samples and their times are the same, compared one by one"
      case .others: return "follows: the samples differ, as is said of the media"
      case .items: return "follows: all items that both files have are the same, compared one by one"
      }
    case .derivation(let number):
      return "follows: \(rules.derivations[number].rule), before and after, and that changed"
    case .column(let number):
      return "follows: \(rules.columns[number].rule), before and after, and that changed"
    case .rescaled:
      return "follows: it is exactly the same time, in ticks of the timescale that changed"
    case .renumbered: return "follows: \(renumbering?.rule ?? "")"
    case .kind(let what): return "follows from the other kind of file: \(what)"
    case .part(let what): return "follows: a part \(what), which came or went as a whole"
    case .padding:
      return "follows: the padding is zeros, and takes the room that other changes leave"
    }
  }
}

extension Change {
  /// What is said of a table or a list whose rows differ: `2 runs → 3: 1 changed, 1 added, 88 samples
  /// in both`.
  public var rowsText: String {
    var text = ByteWriter()
    switch cause {
    case .moved:
      text.put(grouped: count)
      text.put(count == 1 ? " position" : " positions")
      if let shift { text.put(shift: shift, ", ") }
      return text.string
    case .column:
      text.put(grouped: count)
      text.put(count == 1 ? " row" : " rows")
      return text.string
    case .encoding(let rule):
      text.put(rule)
      return text.string
    case .samples(let samples):
      text.put(samples.rule)
      return text.string
    case .rescaled: return "the same times in other ticks"
    case .renumbered: return "the same under other numbers"
    case .size, .count, .derivation, .kind, .part, .padding, nil: break
    }
    text.put(grouped: rowCounts.before)
    text.put(" ")
    text.put(unit)
    if rowCounts.before != 1 { text.put("s") }
    if rowCounts.after != rowCounts.before {
      text.put(" → ")
      text.put(grouped: rowCounts.after)
    }
    var isFirst = true
    for (number, word) in [
      (rowCounts.changed, "changed"), (rowCounts.added, "added"), (rowCounts.removed, "removed"),
    ] where number > 0 {
      text.put(isFirst ? ": " : ", ")
      isFirst = false
      text.put(grouped: number)
      text.put(" ")
      text.put(word)
    }
    if let shift { text.put(shift: shift, ", all ") }
    if let total, total.before == total.after {
      text.put(", ")
      text.put(grouped: total.before)
      text.put(" ")
      // The column counts what is named in it.
      text.put(total.column.description.replacing("_count", with: total.before == 1 ? "" : "s"))
      text.put(" in both")
    }
    return text.string
  }
}

extension ByteWriter {
  /// Puts how far a number moved, with its sign, behind `lead`.
  mutating func put(shift: Int64, _ lead: StaticString) {
    put(lead)
    if shift > 0 { put("+") }
    put(grouped: shift)
  }
}

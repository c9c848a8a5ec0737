internal import ByteReading
import MediaFacts
internal import Structure

/// Finds what follows from samples: from the same ones in other places or in fragments, and from other
/// ones.
///
/// Samples are looked at when something asks for them first.
final class SampleCauses {
  private let before: Document
  private let after: Document
  private let rules: Rules
  private let alignment: Alignment
  private let isTooLong: Bool
  /// What the files have in common; `nil` when the formats say nothing of it.
  private(set) lazy var shared: SharedMedia? =
    isTooLong ? nil : rules.sharedMedia?(before, after) { self.alignment.partner(ofBefore: $0) }

  /// - Parameter isTooLong: Whether nobody wants to wait until the samples were read.
  init(
    _ before: Document, _ after: Document, rules: Rules, alignment: Alignment, isTooLong: Bool
  ) {
    self.before = before
    self.after = after
    self.rules = rules
    self.alignment = alignment
    self.isTooLong = isTooLong
  }

  private func role(of type: FourCC) -> SampleRole? {
    rules.sampleRoles.first { $0.types.contains(type) }
  }

  /// The track that nodes say something of, where both say it of the same one.
  private func track(_ a: NodeIndex?, _ b: NodeIndex?) -> SharedMedia.Track? {
    guard let shared, let find = rules.track else { return nil }
    let x = a.flatMap { find($0, before) }
    let y = b.flatMap { find($0, after) }
    return shared.tracks.first {
      (a == nil || $0.before == x) && (b == nil || $0.after == y)
    }
  }

  /// Whether two nodes say where the samples of a track lie, and these are the same samples in the same
  /// order: what leads to each leads to the same bytes.
  func leadToSameSamples(_ a: NodeIndex, _ b: NodeIndex) -> Bool {
    guard let role = role(of: before.tree[a].type),
      self.role(of: after.tree[b].type)?.kind == role.kind
    else { return false }
    switch role.kind {
    case .places, .fragment: break
    case .table, .announcement, .index: return false
    }
    return track(a, b)?.alike.contains(.content) ?? false
  }

  /// Whether a node of the first file is a table of the chunks of a track.
  func areChunks(_ a: NodeIndex) -> Bool { role(of: before.tree[a].type)?.kind == .places }

  // MARK: All changes

  /// Marks the changes that follow, and says of those that they follow from what became of the samples.
  ///
  /// - Parameter proofs: What was found of the samples of each track, for the words about them.
  func explain(_ found: inout [Change], _ proofs: () -> MediaProofs) {
    guard rules.sharedMedia != nil, found.contains(where: concernsMedia), let shared else {
      return
    }
    var explained = false
    if shared.isKnown, shared.fragmentCounts.before != shared.fragmentCounts.after {
      explained = explainFragments(&found, shared)
    } else if shared.isKnown, shared.fragmentCounts.before > 0 {
      explainRuns(&found)
    }
    explainMedia(&found, shared, isInFragments: explained, proofs)
  }

  /// Whether a change is of media, or of a fragment as a whole.
  private func concernsMedia(_ change: Change) -> Bool {
    guard change.cause == nil, change.kind != .moved else { return false }
    if isMedia(change) { return true }
    guard isWhole(change), let kind = role(of: change)?.kind else { return false }
    return kind == .fragment || kind == .announcement
  }

  private func isMedia(_ change: Change) -> Bool {
    if let node = change.before { return rules.isMedia(node, before) }
    return change.after.map { rules.isMedia($0, after) } ?? false
  }

  private func role(of change: Change) -> SampleRole? {
    if let node = change.before { return role(of: before.tree[node].type) }
    return change.after.flatMap { role(of: after.tree[$0].type) }
  }

  // MARK: Fragments

  /// The same samples are in more fragments, or in fewer, or none: that is one change.
  ///
  /// - Returns: Whether one of the changes says it; nothing is marked else.
  private func explainFragments(_ found: inout [Change], _ shared: SharedMedia) -> Bool {
    let counts = shared.fragmentCounts
    let more: Change.Kind = counts.before < counts.after ? .added : .removed
    func first(_ kind: SampleRole.Kind) -> Int? {
      let places = found.indices.filter {
        found[$0].kind == more && found[$0].cause == nil && role(of: found[$0])?.kind == kind
      }
      return places.min {
        (found[$0].before ?? found[$0].after ?? NodeIndex(0))
          < (found[$1].before ?? found[$1].after ?? NodeIndex(0))
      }
    }
    guard let herald = first(.announcement) ?? first(.fragment) else { return false }
    for place in found.indices where place != herald && found[place].cause == nil {
      guard found[place].kind != .moved, let role = role(of: found[place]),
        isFragmented(found[place], role, shared)
      else { continue }
      found[place].cause = .samples(.fragments)
    }
    var notes = [Self.note(of: shared)]
    for track in shared.tracks {
      for difference in track.differences where !report(difference, of: track, &found) {
        let words = Self.words(difference, track)
        notes.append("\(track.name): \(words.old) → \(words.new), \(words.what)")
      }
    }
    found[herald].note = notes.joined(separator: "; ")
    return true
  }

  /// Reports what is not the same of samples in place of the table that said it.
  ///
  /// - Returns: Whether there is such a table.
  private func report(
    _ difference: SharedMedia.Difference, of track: SharedMedia.Track, _ found: inout [Change]
  ) -> Bool {
    let tables = found.indices.filter { place in
      guard found[place].cause == nil, found[place].kind != .moved,
        role(of: found[place])?.kind == .table(difference.trait)
      else { return false }
      return self.track(found[place].before, found[place].after)?.before == track.before
    }
    guard
      let place = tables.first(where: { isWhole(found[$0]) || found[$0].kind == .rows })
    else { return false }
    let words = Self.words(difference, track)
    if isWhole(found[place]) {
      found[place].note = "\(words.old) → \(words.new), \(words.what)"
      return true
    }
    found[place].kind = .changed
    found[place].rows = []
    found[place].rowCounts = Change.RowCounts()
    found[place].old = words.old
    found[place].new = words.new
    found[place].note = words.what
    return true
  }

  private func isWhole(_ change: Change) -> Bool {
    change.kind == .added || change.kind == .removed
  }

  /// `1,024`, `3,840`, and what that is: `duration of sample 1, and 5 more: 0.021 s → 0.080 s`.
  private static func words(
    _ difference: SharedMedia.Difference, _ track: SharedMedia.Track
  ) -> (what: String, old: String, new: String) {
    let isSync = difference.trait == .sync
    func text(_ value: Int64) -> String {
      if isSync { return value == 1 ? "sync sample" : "no sync sample" }
      var text = ByteWriter()
      text.put(grouped: value)
      return text.string
    }
    var what = ByteWriter()
    switch difference.trait {
    case .durations: what.put("duration of ")
    case .offsets: what.put("composition offset of ")
    case .starts: what.put("gap before ")
    default: break
    }
    what.put("sample ")
    what.put(grouped: difference.sample)
    if difference.count > 1 {
      what.put(", and ")
      what.put(grouped: difference.count - 1)
      what.put(" more")
    }
    let scales = track.timescales
    if !isSync, scales.before > 0, scales.after > 0 {
      for (lead, value, scale) in [
        (": ", difference.before, scales.before), (" → ", difference.after, scales.after),
      ] {
        what.put(text: lead, style: .name)
        if value < 0 { what.put("-") }
        what.put(clock: value.magnitude, per: scale)
      }
    }
    return (what.string, text(difference.before), text(difference.after))
  }

  /// Fragments divide the same samples of a track into other parts and runs.
  private func explainRuns(_ found: inout [Change]) {
    /// Whether a change is of a part, or of what stands in it, of a track with the same samples.
    func concerns(_ change: Change) -> Bool {
      guard change.cause == nil, let role = role(of: change), let track = track(change.before, change.after) else {
        return false
      }
      if role.kind == .table(.groups) {
        return change.kind != .moved && track.alike.isSuperset(of: [.content, .groups])
          && (isWhole(change) || says(change, role))
      }
      guard role.kind == .fragment, track.alike.isSuperset(of: Self.saidByFragments) else { return false }
      if change.kind == .moved { return true }
      // Rows are samples; what else a node says may be more than these show.
      return isWhole(change) ? isPlain(change) : change.kind == .rows
    }
    let places = found.indices.filter { concerns(found[$0]) }
    guard places.contains(where: { isWhole(found[$0]) }) else { return }
    for place in places { found[place].cause = .encoding("the same samples, in other runs") }
  }

  private func isFragmented(
    _ change: Change, _ role: SampleRole, _ shared: SharedMedia
  ) -> Bool {
    let isWhole = isWhole(change)
    switch role.kind {
    case .fragment:
      return !isWhole || isPlain(change)
    case .table(let traits):
      guard isWhole || says(change, role) else { return false }
      return track(change.before, change.after)?.alike.isSuperset(of: traits) ?? false
    case .places: return isWhole || says(change, role)
    case .index:
      return change.before.map { isWhole && shared.indexes.before.contains($0) }
        ?? change.after.map { isWhole && shared.indexes.after.contains($0) } ?? false
    case .announcement: return false
    }
  }

  /// Whether the node that came or went says nothing that samples do not, nor what stands in it.
  private func isPlain(_ change: Change) -> Bool {
    if let node = change.before { return isPlain(node, before) }
    return change.after.map { isPlain($0, after) } ?? false
  }

  /// Whether a node says nothing that samples do not, nor what stands in it.
  private func isPlain(_ index: NodeIndex, _ document: Document) -> Bool {
    for place in index..<document.tree[index].subtreeEnd {
      guard !document.tree[place].isRaw else { return false }
      switch role(of: document.tree[place].type)?.kind {
      case .fragment: break
      case .table(let traits) where traits == .dependencies || traits == .groups:
        let track = document === before ? track(place, nil) : track(nil, place)
        guard track?.alike.isSuperset(of: traits) ?? false else { return false }
      default: return false
      }
    }
    return true
  }

  /// Whether a field is one that samples decide.
  private func says(_ change: Change, _ role: SampleRole) -> Bool {
    let name = (change.field.parts.first?.name ?? "")[...]
    if change.field == "type" || role.fields.isEmpty { return true }
    return role.fields.contains { name.isSame(as: $0) }
  }

  /// `now fragmented: the same 30 samples in 2 fragments`.
  private static func note(of shared: SharedMedia) -> String {
    let (old, new) = shared.fragmentCounts
    var text = ByteWriter()
    if old == 0 {
      text.put("now fragmented: ")
    } else if new == 0 {
      text.put("no longer fragmented: ")
    }
    text.put("the same ")
    text.put(shared.tracks.reduce(0) { $0 + $1.counts.before }, "sample", "samples")
    if shared.tracks.count > 1 {
      text.put(" of ")
      text.put(shared.tracks.count, "track", "tracks")
    }
    if new > 0 {
      text.put(" in ")
      text.put(new, "fragment", "fragments")
    }
    if old > 0, new > 0 {
      text.put(", not ")
      text.put(grouped: old)
    }
    return text.string
  }

  // MARK: Media

  /// The samples stand in another order, or are other ones.
  private func explainMedia(
    _ found: inout [Change], _ shared: SharedMedia, isInFragments: Bool, _ proofs: () -> MediaProofs
  ) {
    let media = found.indices.filter {
      found[$0].cause == nil && found[$0].kind != .moved && isMedia(found[$0])
    }
    if shared.tracks.isEmpty { explainItems(&found, media, shared) }
    guard !media.isEmpty else { return }
    let others = shared.tracks.filter { !$0.alike.contains(.content) }
    if others.isEmpty {
      guard shared.isRestSame, !shared.tracks.isEmpty else { return }
      for place in media {
        // An atom that is gone is reported, unless what it was gone with is.
        guard isInFragments || found[place].kind == .changed else { continue }
        found[place].cause = .samples(
          isInFragments ? .fragments : shared.isComplete ? .elsewhere : .kept)
      }
      return
    }
    // Where the samples are the same, and their tables wrong, nothing is said.
    guard
      others.allSatisfy({ track in
        track.equalCount.map { $0 < max(track.counts.before, track.counts.after) } ?? false
      })
    else { return }
    // What is said of them stands with the first media that both files have.
    let herald = media.first { found[$0].kind == .changed } ?? media[0]
    let subjects = proofs().subjects
    found[herald].note = others.map { track in
      Self.note(of: track, subjects.first { $0.node == track.before })
    }
    .joined(separator: "; ")
    guard shared.isRestSame else { return }
    for place in media where place != herald && found[place].kind == .changed {
      found[place].cause = .samples(.others)
    }
    for place in found.indices where found[place].cause == nil && found[place].kind != .moved {
      let change = found[place]
      guard let role = role(of: change), role.kind != .announcement, role.kind != .index,
        let track = track(change.before, change.after),
        others.contains(where: { $0.before == track.before })
      else { continue }
      let isWhole = isWhole(change)
      switch role.kind {
      case .places where says(change, role) && !isWhole: break
      case .table(let traits) where (says(change, role) || isWhole) && Self.follows(traits, track): break
      case .fragment where !isWhole && (Self.isOther(track) || track.kept.isSuperset(of: Self.saidByFragments)): break
      default: continue
      }
      found[place].cause = .samples(.others)
    }
  }

  /// Media that hold the same items follow from what came or went, and so do the rows that say where this
  /// lies.
  private func explainItems(_ found: inout [Change], _ media: [Int], _ shared: SharedMedia) {
    let (gone, new) = (shared.lostItems.before, shared.lostItems.after)
    guard shared.areItemsSame, shared.isRestSame else { return }
    if gone.isEmpty, new.isEmpty {
      // Items that are numbered otherwise lie in the order of their numbers.
      guard found.contains(where: { if case .renumbered = $0.cause { true } else { false } }) else { return }
      for place in media where found[place].kind == .changed { found[place].cause = .samples(.elsewhere) }
      return
    }
    for place in media where found[place].kind == .changed {
      found[place].cause = .samples(.items)
    }
    guard let places = rules.items else { return }
    let whole = (
      Set(found.filter { $0.kind == .removed }.compactMap(\.before)),
      Set(found.filter { $0.kind == .added }.compactMap(\.after))
    )
    guard gone.allSatisfy(whole.0.contains), new.allSatisfy(whole.1.contains) else { return }
    for place in found.indices where found[place].cause == nil && found[place].kind == .rows {
      let counts = found[place].rowCounts
      guard let a = found[place].before, let b = found[place].after, counts.changed == 0,
        counts.removed == gone.count, counts.added == new.count, !places(a, before).isEmpty,
        !places(b, after).isEmpty
      else { continue }
      found[place].cause = .samples(.items)
    }
  }

  /// What fragments say of their samples, besides the groups.
  private static let saidByFragments: SharedMedia.Traits = [.played, .dependencies]

  /// Whether most of the samples are other ones: then these are what is reported, and not their tables.
  private static func isOther(_ track: SharedMedia.Track) -> Bool {
    2 * (track.equalCount ?? 0) < max(track.counts.before, track.counts.after)
  }

  /// Whether what a table says follows from which samples there are: most are other ones, or some only went or
  /// came, and of each that stayed it says what it said. Which groups samples are in does not follow from their
  /// bytes.
  private static func follows(_ traits: SharedMedia.Traits, _ track: SharedMedia.Track) -> Bool {
    track.kept.isSuperset(of: traits) || traits != .groups && isOther(track)
  }

  /// `track 2 audio: all 20 samples differ, 1,703 bytes → 1,256`.
  private static func note(of track: SharedMedia.Track, _ subject: Verdict.Subject?) -> String {
    var text = ByteWriter()
    text.put(text: track.name, style: .name)
    text.put(": ")
    let (old, new) = track.counts
    let most = max(old, new)
    var same = track.equalCount ?? 0
    if let subject, subject.rewrappedCount > 0, let count = subject.sameCount, old == new {
      if subject.rewrappedCount == most, most > 1 { text.put("all ") }
      if subject.rewrappedCount < most {
        text.put(grouped: subject.rewrappedCount)
        text.put(" of ")
      }
      text.put(most, "sample", "samples")
      text.put(subject.rewrappedCount == 1 ? " holds" : " hold")
      text.put(" the same slices in other bytes")
      if count < most { text.put(", ") }
      same = count
    }
    if same == most, old == new {
      // What is said of the slices is all there is.
    } else if same == 0, old == new {
      text.put("all ")
      text.put(old, "sample", "samples")
      text.put(old == 1 ? " differs" : " differ")
    } else if same == 0 {
      text.put(old, "sample", "samples")
      text.put(" → ")
      text.put(grouped: new)
      text.put(" other")
      if new != 1 { text.put("s") }
    } else if old == new {
      text.put(grouped: most - same)
      text.put(" of ")
      text.put(old, "sample", "samples")
      text.put(most - same == 1 ? " differs" : " differ")
    } else {
      text.put(old, "sample", "samples")
      text.put(" → ")
      text.put(grouped: new)
      text.put(", ")
      text.put(grouped: same)
      text.put(" of them the same")
    }
    if track.byteCounts.before != track.byteCounts.after {
      text.put(", ")
      text.put(grouped: track.byteCounts.before)
      text.put(track.byteCounts.before == 1 ? " byte → " : " bytes → ")
      text.put(grouped: track.byteCounts.after)
    }
    if let (old, new) = track.lengths, old != new {
      text.put(", ")
      text.put(Playback.seconds(old))
      text.put(" → ")
      text.put(Playback.seconds(new))
    }
    return text.string
  }
}

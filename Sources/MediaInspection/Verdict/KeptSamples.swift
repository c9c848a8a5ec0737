import Atoms
import ByteReading
import MediaFacts
import Structure

/// What is the same of samples that two tracks have, of which one has more.
enum KeptSamples {
  /// What tables say of each of these samples in both files.
  ///
  /// - Parameters:
  ///   - a: A track whose samples are all in tables, or all in fragments.
  ///   - b: The same track of the other file. All samples of the one or of the other are kept.
  ///   - alignment: Which samples stand for each other, in the same order.
  /// - Complexity: O(*n*) in the samples.
  static func traits(
    _ a: SampleTrack, _ b: SampleTrack, _ alignment: SampleAlignment
  ) -> SharedMedia.Traits {
    var same: SharedMedia.Traits = [.content, .sync, .dependencies, .groups]
    if a.timescale == b.timescale { same.formUnion([.durations, .offsets, .starts]) }
    if !groupsAreExact(a) || !groupsAreExact(b) { same.remove(.groups) }
    var (left, right) = (Walk(a), Walk(b))
    // By how much the samples that both have are decoded later: a cut at an end moves all of them alike.
    var shift: Int64?
    for place in 0..<alignment.counts.before {
      let partner = alignment.partner(ofBefore: place)
      guard let x = left.next() else { return [] }
      guard partner >= 0 else { continue }
      while right.passed < partner { _ = right.next() }
      guard right.passed == partner, let y = right.next(), x.sample.count == y.sample.count else { return [] }
      if x.sample.duration != y.sample.duration { same.remove(.durations) }
      let apart = y.sample.decodeTime.saturatingSubtract(x.sample.decodeTime)
      if apart != shift ?? apart { same.remove(.starts) }
      shift = apart
      if x.sample.compositionOffset != y.sample.compositionOffset { same.remove(.offsets) }
      if x.sample.isSync != y.sample.isSync || x.sample.isPartialSync != y.sample.isPartialSync { same.remove(.sync) }
      if x.sample.dependencies != y.sample.dependencies { same.remove(.dependencies) }
      if x.groups != y.groups { same.remove(.groups) }
    }
    // Rows for samples that are not there say nothing of those that are.
    while left.next() != nil {}
    while right.next() != nil {}
    if !left.syncsAreExact || !right.syncsAreExact { same.remove(.sync) }
    return same
  }

  /// Whether each sample of two tracks with as many is in the groups that it was in, wherever tables say it. What
  /// describes the groups is compared as it stands.
  ///
  /// - Complexity: O(*n*) in the samples.
  static func haveSameGroups(_ a: SampleTrack, _ b: SampleTrack) -> Bool {
    guard groupsAreExact(a), groupsAreExact(b) else { return false }
    var (left, right) = (a.groups(), b.groups())
    while let x = left.next() {
      guard x == right.next() else { return false }
    }
    return right.next() == nil
  }

  /// A walk through the samples of a track and the groups they are in.
  private struct Walk {
    private let track: SampleTrack
    private var samples: Samples
    private var groups: SampleGroups
    private(set) var passed = 0
    private var sync = 0
    private var partial = 0

    init(_ track: SampleTrack) {
      self.track = track
      samples = track.samples().makeIterator()
      groups = track.groups()
    }

    /// The next entry, a packet of several samples or one, and the groups of each of its samples.
    mutating func next() -> (sample: Sample, groups: [[SampleGroup]])? {
      guard let sample = samples.next() else { return nil }
      passed += 1
      // Those of fragments are in no table.
      if sample.isSync, sample.fragment == 0 { sync += 1 }
      if sample.isPartialSync, sample.fragment == 0 { partial += 1 }
      var found: [[SampleGroup]] = []
      for _ in 0..<sample.count { found.append(groups.next() ?? []) }
      return (sample, found)
    }

    /// Whether each row of the tables of sync samples names one of the samples.
    var syncsAreExact: Bool {
      (track.tables?.syncSamples.map { $0.declared == sync } ?? true)
        && (track.tables?.partialSyncSamples.map { $0.declared == partial } ?? true)
    }
  }

  /// Whether no table of groups has runs for more samples than there are.
  private static func groupsAreExact(_ track: SampleTrack) -> Bool {
    let tables = track.tables.map { [($0.node, track.document, UInt64(track.count - track.fragmentedCount))] } ?? []
    let fragments = track.fragments.map { ($0.node, track.documents[$0.file], UInt64($0.count)) }
    return (tables + fragments).allSatisfy { node, document, count in
      let reader = NodeReader(document)
      return reader.tree.children(of: node).allSatisfy { child in
        let counts: StoredColumn?
        switch reader.tree[child].type {
        case "sbgp": counts = reader.view(SampleToGroup.self, of: child).column(.sample_count, of: .entries)
        case "csgp", "csgm":
          counts = reader.view(CompactSampleToGroup.self, of: child).column(.sample_count, of: .patterns)
        default: return true
        }
        guard !reader.tree[child].isRaw, let counts else { return false }
        return counts.declared == counts.count && counts.sum(of: 0..<counts.count) <= count
      }
    }
  }
}

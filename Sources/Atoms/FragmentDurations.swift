internal import ByteReading
import MediaFacts
internal import Structure

/// How long movie fragments last, and what follows from that.
struct FragmentDurations {
  private let document: Document
  private let tree: Tree
  private let reader: NodeReader

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    reader = NodeReader(document)
  }

  private func context() -> AtomContext? { document.context as? AtomContext }

  /// The track that the `traf` at `index` belongs to.
  private func track(of index: NodeIndex) -> UInt64? {
    guard let header = tree.child("tfhd", of: index) else { return nil }
    return reader.view(TrackFragmentHeader.self, of: header).number(.track_ID)
  }

  /// The ticks of all samples of the `traf` at `index`, and the nodes that say so; `nil` when a sum
  /// does not fit.
  private func duration(of index: NodeIndex) -> (ticks: UInt64, inputs: [NodeIndex])? {
    guard let header = tree.child("tfhd", of: index) else { return nil }
    var inputs = [header]
    let fields = reader.view(TrackFragmentHeader.self, of: header)
    let id = fields.number(.track_ID) ?? 0
    var each = fields.number(.default_sample_duration)
    // Runs have samples, whatever the header says.
    let isEmpty = (fields.number(.flags) ?? 0) & 0x1_0000 != 0 && tree.child("trun", of: index) == nil
    if each == nil, let defaults = context()?.track(id: id)?.defaults {
      each = reader.view(TrackExtends.self, of: defaults).number(.default_sample_duration)
      inputs.append(defaults)
    }
    if isEmpty { return (each ?? 0, inputs) }
    var total: UInt64 = 0
    for run in tree.children(of: index) where tree[run].type == "trun" {
      inputs.append(run)
      let fields = reader.view(TrackRun.self, of: run)
      let ticks: UInt64
      if let durations = fields.column(.sample_duration, of: .samples) {
        ticks = durations.sum(of: 0..<durations.count)
      } else {
        let (product, overflow) = (each ?? 0).multipliedReportingOverflow(
          by: fields.number(.sample_count) ?? 0)
        if overflow { return nil }
        ticks = product
      }
      let (sum, overflow) = total.addingReportingOverflow(ticks)
      if overflow { return nil }
      total = sum
    }
    return (total, inputs)
  }

  // MARK: tfdt

  /// When the fragment of the `tfdt` at `node` begins: where the one before it of its track ends, or
  /// the samples of the movie.
  ///
  /// Sixteen atoms at the top are looked through backwards.
  func start(of node: NodeIndex) -> Derivation.Outcome? {
    guard let fragment = tree.parent(of: node), let moof = tree.parent(of: fragment),
      tree[moof].depth == 0, let id = track(of: fragment)
    else { return nil }
    var at = moof
    for _ in 0..<16 {
      guard let before = top(before: at) else { return fromMovie(id) }
      at = before
      guard tree[at].type == "moof" else { continue }
      for child in tree.children(of: at) where tree[child].type == "traf" && track(of: child) == id
      {
        guard let time = tree.child("tfdt", of: child), let length = duration(of: child)
        else { return nil }
        guard let start = reader.view(DecodeTime.self, of: time).number(.baseMediaDecodeTime)
        else { return nil }
        return .init(start &+ length.ticks, from: [time] + length.inputs)
      }
    }
    return nil
  }

  /// The atom at the top that stands before the one at `index`.
  private func top(before index: NodeIndex) -> NodeIndex? {
    guard var at = index.previous else { return nil }
    while let parent = tree.parent(of: at) { at = parent }
    return at
  }

  /// Where the samples of the movie end.
  private func fromMovie(_ id: UInt64) -> Derivation.Outcome? {
    guard let track = context()?.track(id: id), let ticks = movieTicks(track.node),
      let node = table(of: track.node)
    else { return nil }
    return .init(ticks, from: [node])
  }

  private func table(of track: NodeIndex) -> NodeIndex? {
    guard let media = tree.child("mdia", of: track),
      let information = tree.child("minf", of: media),
      let table = tree.child("stbl", of: information)
    else { return nil }
    return tree.child("stts", of: table)
  }

  private func movieTicks(_ track: NodeIndex) -> UInt64? {
    guard let times = table(of: track) else { return nil }
    let fields = reader.view(TimeToSample.self, of: times)
    guard let counts = fields.column(.sample_count, of: .entries),
      let deltas = fields.column(.sample_delta, of: .entries)
    else { return nil }
    return deltas.sum(times: counts)
  }

  // MARK: mehd

  /// What the longest track lasts with its fragments, in ticks of the movie.
  func longest(for node: NodeIndex) -> Derivation.Outcome? {
    guard let context = context(), context.movieTimescale > 0 else { return nil }
    var ticks: [UInt64: UInt64] = [:]
    var inputs: [NodeIndex] = []
    for moof in tree.children(of: nil) where tree[moof].type == "moof" {
      for child in tree.children(of: moof) where tree[child].type == "traf" {
        guard let id = track(of: child), let length = duration(of: child) else { return nil }
        ticks[id, default: 0] &+= length.ticks
        inputs += length.inputs
      }
    }
    var longest: UInt64 = 0
    for track in context.tracks where track.timescale > 0 {
      let all = (ticks[track.id] ?? 0) &+ (movieTicks(track.node) ?? 0)
      let (product, overflow) = all.multipliedReportingOverflow(by: context.movieTimescale)
      if overflow { return nil }
      longest = max(
        longest, product / track.timescale &+ (product % track.timescale > 0 ? 1 : 0))
    }
    return .init(longest, from: inputs)
  }

  // MARK: sidx

  /// What the samples of each part that the `sidx` at `node` refers to last, in its ticks.
  func subsegments(of node: NodeIndex) -> [UInt64?]? {
    guard tree[node].source == 0 else { return nil }
    let index = reader.view(SegmentIndex.self, of: node)
    guard let sizes = index.column(.referenced_size, of: .references),
      let types = index.column(.reference_type, of: .references),
      let offset = index.number(.first_offset), let id = index.number(.reference_ID),
      let scale = index.number(.timescale), let track = context()?.track(id: id),
      track.timescale > 0
    else { return nil }
    var ends: [UInt64] = []
    var end = tree[node].end &+ offset
    for row in 0..<sizes.count {
      end &+= sizes[row]
      ends.append(end)
    }
    var ticks: [UInt64?] = Array(repeating: 0, count: sizes.count)
    var row = 0
    let start = tree[node].end &+ offset
    for moof in tree.children(of: nil) where tree[moof].type == "moof" && tree[moof].start >= start
    {
      while row < ends.count, ends[row] <= tree[moof].start { row += 1 }
      guard row < ends.count else { break }
      for child in tree.children(of: moof)
      where tree[child].type == "traf" && self.track(of: child) == id {
        ticks[row] = duration(of: child).flatMap { length in ticks[row].map { $0 &+ length.ticks } }
      }
    }
    return ticks.indices.map { row in
      guard types[row] == 0, let sum = ticks[row] else { return nil }
      let (product, overflow) = sum.multipliedReportingOverflow(by: scale)
      return overflow ? nil : (product &+ track.timescale / 2) / track.timescale
    }
  }
}

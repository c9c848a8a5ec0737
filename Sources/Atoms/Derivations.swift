internal import ByteReading
package import MediaFacts
package import Structure

/// What follows from what in a movie.
package enum Derivations {
  /// The derivations of all atoms.
  package static let all: [Derivation] =
    [
      Derivation("mdhd", "duration", noun: "duration", rule: "mdhd = sum of stts") {
        node, document in mediaDuration(node, document)
      },
      Derivation(
        "tkhd", "duration", noun: "duration", rule: "tkhd from edits or mdhd", tolerance: 1
      ) { node, document in trackDuration(node, document) },
      Derivation("mvhd", "duration", noun: "duration", rule: "mvhd = longest tkhd", tolerance: 1) {
        node, document in movieDuration(node, document)
      },
      Derivation(
        "mvhd", "next_track_ID", noun: "track number", rule: "one more than the highest track_ID"
      ) { node, document in nextTrack(node, document) },
      Derivation(
        "mehd", "fragment_duration", noun: "duration", rule: "mehd = longest track with fragments",
        tolerance: 1
      ) { node, document in FragmentDurations(document).longest(for: node) },
      Derivation(
        "tfdt", "baseMediaDecodeTime", noun: "decode time",
        rule: "tfdt = end of the fragment before"
      ) { node, document in FragmentDurations(document).start(of: node) },
      Derivation("mfro", "parent_size", noun: "size", rule: "mfro = size of mfra") {
        node, document in
        document.tree.parent(of: node).map { .init(document.tree[$0].size, from: [$0]) }
      },
    ]
    + rates.flatMap { type, field in
      AverageRate.Duration.allCases.map { duration in
        Derivation(type, field, noun: "bit rate", rule: "the bytes of all samples over their duration", tolerance: 1) {
          node, document in AverageRate.rate(of: node, document, by: duration)
        }
      }
    }
    + children.map { type, field in
      Derivation(type, field, noun: "entry count", rule: "the number of atoms inside") {
        node, document in
        let inner = Array(document.tree.children(of: node)).filter { !document.tree[$0].isRaw }
        return .init(UInt64(inner.count), from: [node])
      }
    }

  /// What follows in tables.
  package static let columns: [ColumnDerivation] = [
    ColumnDerivation(
      "sidx", "references.subsegment_duration", noun: "duration",
      rule: "sidx = samples of its fragments", tolerance: 1
    ) { node, document in FragmentDurations(document).subsegments(of: node) },
    ColumnDerivation(
      "elst", "entries.edit_duration", noun: "duration", rule: "elst = the rest of the media",
      tolerance: 1
    ) { node, document in editDurations(node, document) },
  ]

  /// Where the first of the parts begins whose sizes are in a column of the node at `node`, in bytes
  /// of the file; `nil` for other columns.
  package static func chain(
    _ column: String, at node: NodeIndex, in document: Document
  ) -> UInt64? {
    let tree = document.tree
    guard tree[node].type == "sidx", tree[node].source == 0,
      column == "references.referenced_size"
    else { return nil }
    return document.view(SegmentIndex.self, of: node).number(.first_offset).map {
      tree[node].end &+ $0
    }
  }

  /// Where the items of the `iloc` at `node` lie; none for other nodes.
  package static func places(
    ofItemsAt node: NodeIndex, in document: Document
  ) -> [(base: UInt64?, offsets: [UInt64], counts: [UInt64])] {
    guard document.tree[node].type == "iloc" else { return [] }
    return ItemLocations(node, in: document).items.map { item in
      // Items in other files, in `idat` or in other items lie at no place of this file.
      let isHere = item.method == 0 && item.dataReference == 0
      return (isHere ? item.baseOffset : nil, item.extents.map(\.offset), item.extents.map(\.length))
    }
  }

  /// Bit rates, of which many writers have the average for the greatest, too.
  private static let rates: [(FourCC, StaticString)] = [
    ("btrt", "avgBitrate"), ("btrt", "maxBitrate"), ("esds", "ES_Descriptor.DecoderConfigDescriptor.avgBitrate"),
    ("esds", "ES_Descriptor.DecoderConfigDescriptor.maxBitrate"),
  ]

  /// Atoms whose count is that of the atoms in them.
  private static let children: [(FourCC, StaticString)] = [
    ("stsd", "entry_count"), ("dref", "entry_count"), ("iinf", "entry_count"),
    ("ipro", "protection_count"),
  ]

  /// Where the positions that a field of the node at `node` gives are counted from, in bytes of the
  /// file; `nil` when that cannot be said.
  package static func base(
    of base: Meaning.OffsetBase, at node: NodeIndex, in document: Document
  ) -> UInt64? {
    let tree = document.tree
    guard tree[node].source == 0 else { return nil }
    switch base {
    case .file: return 0
    case .boxEnd: return tree[node].end
    case .item: return nil
    case .fragment:
      return tree.ancestor("traf", of: node).flatMap { TrackFragmentHeader.base(of: $0, in: document) }
    }
  }

  /// The sum of a track's sample durations, in ticks of its media.
  private static func mediaDuration(_ node: NodeIndex, _ document: Document) -> Derivation.Outcome?
  {
    let tree = document.tree
    guard let mdia = tree.parent(of: node), let minf = tree.child("minf", of: mdia),
      let stbl = tree.child("stbl", of: minf), let stts = tree.child("stts", of: stbl)
    else { return nil }
    let times = document.view(TimeToSample.self, of: stts)
    guard let counts = times.column(.sample_count, of: .entries),
      let deltas = times.column(.sample_delta, of: .entries)
    else { return nil }
    return deltas.sum(times: counts).map { .init($0, from: [stts]) }
  }

  /// What the edits of a track last, or without any its media, in ticks of the movie.
  private static func trackDuration(_ node: NodeIndex, _ document: Document) -> Derivation.Outcome?
  {
    let tree = document.tree
    guard let trak = tree.parent(of: node) else { return nil }
    let reader = NodeReader(document)
    if let edts = tree.child("edts", of: trak), let elst = tree.child("elst", of: edts) {
      let edits = reader.view(EditListEntries.self, of: elst)
      // One that is repeated lasts as long as the header says.
      guard !EditListEntries.repeats(edits.number(.flags)), let lengths = edits.column(.edit_duration, of: .entries)
      else { return nil }
      return .init(lengths.sum(of: 0..<lengths.count), from: [elst])
    }
    guard let moov = tree.parent(of: trak), let mvhd = tree.child("mvhd", of: moov),
      let mdia = tree.child("mdia", of: trak), let mdhd = tree.child("mdhd", of: mdia)
    else { return nil }
    let media = reader.view(MediaHeader.self, of: mdhd)
    guard let movieScale = reader.view(MovieHeader.self, of: mvhd).number(.timescale),
      let scale = media.number(.timescale), scale > 0, let duration = media.number(.duration)
    else { return nil }
    let (product, isTooMuch) = duration.multipliedReportingOverflow(by: movieScale)
    guard !isTooMuch else { return nil }
    return .init(product / scale &+ (product % scale > 0 ? 1 : 0), from: [mdhd, mvhd])
  }

  /// What the longest track lasts, in ticks of the movie.
  private static func movieDuration(_ node: NodeIndex, _ document: Document) -> Derivation.Outcome?
  {
    largest(.duration, beside: node, document)
  }

  /// One more than the highest number of a track.
  private static func nextTrack(_ node: NodeIndex, _ document: Document) -> Derivation.Outcome? {
    largest(.track_ID, beside: node, document).map { .init($0.value &+ 1, from: $0.inputs) }
  }

  /// The largest value of a field of the headers of all tracks in the `moov` that `node` is in.
  private static func largest(
    _ field: TrackHeader.Field, beside node: NodeIndex, _ document: Document
  ) -> Derivation.Outcome? {
    let tree = document.tree
    guard let moov = tree.parent(of: node) else { return nil }
    let reader = NodeReader(document)
    var largest: UInt64 = 0
    var inputs: [NodeIndex] = []
    for trak in tree.children(of: moov) where tree[trak].type == "trak" {
      guard let tkhd = tree.child("tkhd", of: trak) else { continue }
      guard let value = reader.view(TrackHeader.self, of: tkhd).number(field) else { continue }
      inputs.append(tkhd)
      largest = max(largest, value)
    }
    return inputs.isEmpty ? nil : .init(largest, from: inputs)
  }

  /// How long the edits of a track are that show the media up to its end: the last one, from its media
  /// time on.
  private static func editDurations(_ node: NodeIndex, _ document: Document) -> [UInt64?]? {
    let tree = document.tree
    guard let edts = tree.parent(of: node), let trak = tree.parent(of: edts),
      let moov = tree.parent(of: trak), let mvhd = tree.child("mvhd", of: moov),
      let mdia = tree.child("mdia", of: trak), let mdhd = tree.child("mdhd", of: mdia)
    else { return nil }
    let reader = NodeReader(document)
    let movieScale = reader.view(MovieHeader.self, of: mvhd).number(.timescale) ?? 0
    let media = reader.view(MediaHeader.self, of: mdhd)
    let scale = media.number(.timescale) ?? 0
    let duration = media.number(.duration) ?? 0
    guard scale > 0,
      let times = reader.view(EditListEntries.self, of: node).column(.media_time, of: .entries),
      times.count > 0, times.count <= 2
    else { return nil }
    if duration == 0, tree.child("mvex", of: moov) != nil {
      // All that fragments bring (14496-12 §8.6.6.1).
      return Array(repeating: nil, count: times.count - 1) + [0]
    }
    let time = Int64(bitPattern: times[times.count - 1])
    // What is shown first is not what is decoded first: the media begins there.
    let passed = time &- max(0, firstShown(in: mdia, document))
    guard time >= 0, passed >= 0, UInt64(passed) <= duration else { return nil }
    let (product, overflow) = (duration &- UInt64(passed)).multipliedReportingOverflow(
      by: movieScale)
    if overflow { return nil }
    return Array(repeating: nil, count: times.count - 1)
      + [product / scale &+ (product % scale > scale / 2 ? 1 : 0)]
  }

  /// Samples among which the first to be shown is looked for.
  private static let shownLimit = 64

  /// When the first of the samples is shown, in ticks of the media before edits: 0 without `ctts`.
  private static func firstShown(in mdia: NodeIndex, _ document: Document) -> Int64 {
    let tree = document.tree
    guard let minf = tree.child("minf", of: mdia), let stbl = tree.child("stbl", of: minf),
      let ctts = tree.child("ctts", of: stbl), let stts = tree.child("stts", of: stbl)
    else { return 0 }
    let reader = NodeReader(document)
    let times = reader.view(TimeToSample.self, of: stts)
    let shifts = reader.view(CompositionOffsets.self, of: ctts)
    guard let lengths = times.column(.sample_count, of: .entries),
      let deltas = times.column(.sample_delta, of: .entries),
      let counts = shifts.column(.sample_count, of: .entries),
      let offsets = shifts.column(.sample_offset, of: .entries)
    else { return 0 }
    var first: Int64?
    var time: Int64 = 0
    var (run, left) = (0, lengths[0])
    var (row, rest) = (0, counts[0])
    for _ in 0..<shownLimit {
      while left == 0, run + 1 < lengths.count { (run, left) = (run + 1, lengths[run + 1]) }
      while rest == 0, row + 1 < counts.count { (row, rest) = (row + 1, counts[row + 1]) }
      guard left > 0, rest > 0 else { break }
      first = min(first ?? .max, time &+ Int64(bitPattern: offsets[row]))
      time &+= Int64(clamping: deltas[run])
      left &-= 1
      rest &-= 1
    }
    return first ?? 0
  }
}

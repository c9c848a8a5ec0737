import Atoms
import ByteReading
import Structure

/// A place in the fragments of a track: makes one sample after another, each in O(1) memory
/// (14496-12 §8.8).
struct FragmentCursor {
  private let fragments: [TrackFragment]
  /// What samples of fragments have by default, by the places that these name.
  private let values: [FragmentDefaults]
  /// The number of the sample before the first of the fragments.
  private let offset: Int
  private let documents: [Document]
  /// Reads the document that the fragment is in.
  private var reader: NodeReader
  private var file = 0

  /// The number of fragments that were opened.
  private var opened = 0
  /// The fragment that the next sample is in.
  private var fragment: TrackFragment?
  /// What samples of that fragment have by default.
  private var own = FragmentDefaults()
  private var dependencies: StoredColumn?
  /// Samples of the fragment passed.
  private var passed = 0
  /// The decode time of the next sample.
  private(set) var decodeTime: Int64 = 0

  /// The node after the last run that was opened, and where the fragment's nodes end.
  private var nextNode = NodeIndex(0)
  private var endNode = NodeIndex(0)
  private var run = Run()
  /// Where the next sample begins.
  private var position: UInt64?

  /// The run that the next sample is in.
  private struct Run {
    var number = 0
    var count = 0
    var row = 0
    var firstFlags: UInt64?
    var durations: StoredColumn?
    var sizes: StoredColumn?
    var flags: StoredColumn?
    var offsets: StoredColumn?
  }

  /// The samples of `fragments`, which are one track's and lie in `documents`, of which there is one
  /// at least; `offset` samples come before them.
  init(
    _ fragments: [TrackFragment], _ values: [FragmentDefaults], offset: Int,
    in documents: [Document]
  ) {
    self.fragments = fragments
    self.values = values
    self.offset = offset
    self.documents = documents
    file = fragments.first?.file ?? 0
    reader = NodeReader(documents[file])
  }

  // MARK: Fragments and runs

  /// Goes to the next fragment.
  private mutating func openFragment() -> Bool {
    guard opened < fragments.count else { return false }
    let next = fragments[opened]
    opened &+= 1
    fragment = next
    if next.file != file {
      file = next.file
      reader = NodeReader(documents[file])
    }
    passed = 0
    decodeTime = next.decodeTime
    position = next.base
    run = Run()
    dependencies = nil
    own = values[next.values]
    nextNode = next.node.next
    endNode = reader.tree[next.node].subtreeEnd
    if own.isEmpty {
      decodeTime = decodeTime.saturatingAdd(own.duration)
      nextNode = endNode
      return true
    }
    if let rows = reader.tree.child("sdtp", of: next.node) {
      dependencies = reader.view(SampleDependencies.self, of: rows).rows(of: .entries)
    }
    return true
  }

  /// Goes to the next run that has samples, in this fragment or a later one.
  private mutating func openRun() -> Bool {
    while true {
      // The next fragment may be in another file.
      let tree = reader.tree
      while nextNode < endNode {
        let index = nextNode
        nextNode = tree[index].subtreeEnd
        guard tree[index].type == "trun", !tree[index].isRaw, let fragment else { continue }
        open(index, of: fragment)
        if run.count > 0 { return true }
      }
      guard openFragment() else {
        fragment = nil
        return false
      }
    }
  }

  private mutating func open(_ index: NodeIndex, of fragment: TrackFragment) {
    let fields = reader.view(TrackRun.self, of: index)
    let rows = fields.table(.samples)
    let promised = fields.count(rows) ?? Int(clamping: fields.number(.sample_count) ?? 0)
    // It is made in one piece: each column that is put into a run that is there is dear, for each fragment.
    run = Run(
      number: run.number &+ 1, count: min(promised, fragment.count &- passed),
      firstFlags: fields.number(.first_sample_flags), durations: fields.column(.sample_duration, of: rows),
      sizes: fields.column(.sample_size, of: rows), flags: fields.column(.sample_flags, of: rows),
      offsets: fields.column(.sample_composition_time_offset, of: rows))
    if let given = fields.signed(.data_offset) {
      position = fragment.base?.moved(by: given)
    }
  }

  private mutating func prepare() -> TrackFragment? {
    if run.row >= run.count, !openRun() { return nil }
    return fragment
  }

  // MARK: Samples

  /// The next sample, or `nil` after the last.
  mutating func next() -> Sample? {
    guard let fragment = prepare() else { return nil }
    let row = run.row
    // Flags of the first sample stand in for the default ones, not for those in its row.
    let flags = run.flags?[row] ?? (row == 0 ? run.firstFlags : nil) ?? own.flags
    let size = run.sizes?[row] ?? own.size
    let duration = run.durations?[row] ?? own.duration
    var sample = Sample(
      number: offset &+ fragment.firstSample &+ passed &+ 1, offset: position, size: size,
      decodeTime: decodeTime,
      compositionOffset: run.offsets.map { Int64(bitPattern: $0[row]) } ?? 0, duration: duration,
      isSync: flags & 0x1_0000 == 0,
      dependencies: Sample.Dependencies(rawValue: UInt8(truncatingIfNeeded: flags &>> 20)),
      description: Int(clamping: own.description), chunk: run.number)
    sample.fragment = fragment.number
    sample.file = file
    if let dependencies, passed < dependencies.count {
      sample.dependencies.rawValue = UInt8(truncatingIfNeeded: dependencies[passed])
    }
    position = position?.saturatingAdd(size)
    decodeTime = decodeTime.saturatingAdd(duration)
    passed &+= 1
    run.row &+= 1
    return sample
  }

  /// The rest of the run that the next sample lies in, as one piece; `nil` after the last.
  mutating func nextChunk() -> Chunk? {
    guard let fragment = prepare() else { return nil }
    let rows = run.row..<run.count
    let count = UInt64(rows.count)
    let bytes = run.sizes?.sum(of: rows) ?? own.size.saturatingMultiply(count)
    var chunk = Chunk(
      number: run.number, firstSample: offset &+ fragment.firstSample &+ passed &+ 1,
      sampleCount: rows.count, offset: position, byteCount: bytes, decodeTime: decodeTime,
      description: Int(clamping: own.description))
    chunk.duration = run.durations?.sum(of: rows) ?? own.duration.saturatingMultiply(count)
    chunk.fragment = fragment.number
    chunk.file = file
    position = position?.saturatingAdd(bytes)
    decodeTime = decodeTime.saturatingAdd(chunk.duration)
    passed &+= rows.count
    run.row = run.count
    return chunk
  }

  /// Passes `count` samples without making them.
  ///
  /// - Complexity: O(log *f* + *s*) in the fragments and the samples of one of them.
  mutating func skip(_ count: Int) {
    guard count > 0 else { return }
    let target = (fragment.map { $0.firstSample &+ passed } ?? 0) &+ count
    // The last fragment that begins at or before it.
    let point = (0..<fragments.count).partitionPoint { fragments[$0].firstSample <= target }
    if point > opened {
      opened = point &- 1
      _ = openFragment()
    }
    while let here = prepare(), here.firstSample &+ passed < target {
      let rest = target &- here.firstSample &- passed
      if run.count &- run.row <= rest {
        _ = nextChunk()
      } else {
        for _ in 0..<rest { _ = next() }
      }
    }
  }
}

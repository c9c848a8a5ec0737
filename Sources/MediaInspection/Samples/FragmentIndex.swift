import Atoms
import ByteReading
import Structure

/// What one `traf` gives a track: where its runs begin, and when.
struct TrackFragment: Sendable {
  /// The `traf`.
  let node: NodeIndex
  /// The place of the document that it is in.
  let file: Int
  /// The `moof` around it, from 1 in the order of its file.
  let number: Int
  /// What its samples have where their run does not say it, by its place in ``FragmentIndex/values``.
  let values: Int
  /// The samples of the track in the fragments before it.
  let firstSample: Int
  /// Its samples; where they need no rows, not more than the budget of the file allows.
  let count: Int
  /// What its data offsets count from; `nil` when no sum fits.
  let base: UInt64?
  /// When its first sample is decoded.
  let decodeTime: Int64
}

/// What samples have when their run does not say it: by their `traf`, or where that does not either by their `trex`
/// (14496-12 §8.8.3, §8.8.7).
struct FragmentDefaults: Sendable, Equatable {
  var description: UInt64 = 0
  var duration: UInt64 = 0
  var size: UInt64 = 0
  var flags: UInt64 = 0
  /// Whether it stands for time without samples.
  var isEmpty = false

  init() {}

  /// Reads the `trex` at `index`.
  init(_ index: NodeIndex, _ reader: NodeReader) {
    let extends = reader.view(TrackExtends.self, of: index)
    description = extends.number(.default_sample_description_index) ?? 0
    duration = extends.number(.default_sample_duration) ?? 0
    size = extends.number(.default_sample_size) ?? 0
    flags = extends.number(.default_sample_flags) ?? 0
  }

  /// What a `tfhd` changes.
  mutating func override(by header: View<TrackFragmentHeader>) {
    description = header.number(.sample_description_index) ?? description
    duration = header.number(.default_sample_duration) ?? duration
    size = header.number(.default_sample_size) ?? size
    flags = header.number(.default_sample_flags) ?? flags
    isEmpty = (header.number(.flags) ?? 0) & 0x1_0000 != 0
  }
}

/// The fragments of a file that stands alone, kept by its document.
final class KnownFragments: DocumentFacts, @unchecked Sendable {
  let index: FragmentIndex
  /// Held for the tracks.
  private let lock = Lock()
  private var inOrder: [NodeIndex] = []

  init(_ index: FragmentIndex) { self.index = index }

  /// Whether the chunks and runs of a track lie in the order of the file, by what its runs say of where they begin, or
  /// because somebody found it.
  func knowsOrder(of track: SampleTrack) -> Bool {
    track.tableCount == 0 && index.liesInOrder(track.id) || lock.withLock { inOrder.contains(track.node) }
  }

  /// Keeps that they do; of a few tracks, which are looked through.
  func noteOrder(of track: NodeIndex) {
    lock.withLock { if inOrder.count < 64, !inOrder.contains(track) { inOrder.append(track) } }
  }
}

/// The fragments of files by track: one small value for each `traf`.
struct FragmentIndex: Sendable {
  /// What there is of one track.
  fileprivate struct Course: Sendable {
    var fragments: [TrackFragment] = []
    /// The document whose header of the track was read last, and its bytes: most have the same.
    var header: (file: Int, bytes: Range<Int>)?
    /// Where its last run begins, and whether each is known to begin behind the one before it.
    var place: (file: Int, offset: UInt64) = (0, 0)
    var isInOrder = true
  }
  private var courses: [Course] = []
  /// The place of each track in `courses`, and that of the one that was looked for last.
  private var places: [UInt64: Int] = [:]
  private var recent: (id: UInt64, place: Int)?
  /// What samples of fragments have where their run does not say it: mostly the same in each fragment of a track, which
  /// then is here once.
  private(set) var values: [FragmentDefaults] = []
  /// The tracks in the order in which they appear.
  private(set) var ids: [UInt64] = []
  /// The first document with samples that are decoded before those of the one in front of it.
  private(set) var firstEarlier: Int?
  /// What the fragments take.
  let share: MemoryShare
  /// How many there are.
  private var kept = 0
  /// Whether there was memory for all of them.
  private(set) var isWhole = true

  /// Finds the fragments of `documents`, one after another.
  ///
  /// `defaults` are those of each track, and `ends` says when the samples of a track's table end;
  /// `budget` is the first document's, others have their own.
  ///
  /// - Complexity: O(*n*) in the nodes of the fragments; runs are read only where what follows them
  ///   says neither time nor place of its own.
  init(
    _ documents: [Document], defaults: [UInt64: FragmentDefaults], budget: inout SampleBudget,
    ends: (UInt64) -> Int64
  ) {
    share = MemoryShare(
      documents[0].memory, for: "there is no memory for the samples of all fragments")
    for file in documents.indices {
      if file > 0 { budget = SampleBudget(of: documents[file]) }
      add(file, of: documents, defaults: defaults, within: &budget, ends: ends)
    }
  }

  /// The fragments of the track with this ID, in their order.
  func fragments(ofTrack id: UInt64) -> [TrackFragment] {
    places[id].map { courses[$0].fragments } ?? []
  }

  /// Whether the runs of the track with this ID are known to lie in the order of the files.
  func liesInOrder(_ id: UInt64) -> Bool { places[id].map { courses[$0].isInOrder } ?? false }

  private mutating func add(
    _ file: Int, of documents: [Document], defaults: [UInt64: FragmentDefaults],
    within budget: inout SampleBudget, ends: (UInt64) -> Int64
  ) {
    let tree = documents[file].tree
    guard tree.countAtTop("moof") > 0 else { return }
    let reader = NodeReader(documents[file])
    var number = 0
    for index in tree.children(of: nil) where tree[index].type == "moof" && !tree[index].isRaw {
      number += 1
      guard
        documents[file].work.charge(
          tree[index].subtreeEnd.number - index.number, for: SampleTrack.noSteps)
      else { return }
      var previous: TrackFragment?
      for child in tree.children(of: index) where tree[child].type == "traf" {
        guard let header = tree.child("tfhd", of: child) else { continue }
        let fields = reader.view(TrackFragmentHeader.self, of: header)
        guard let id = fields.number(.track_ID) else { continue }
        let flags = fields.number(.flags) ?? 0
        var base: UInt64?
        if let given = fields.number(.base_data_offset) {
          base = given
        } else if flags & 0x2_0000 != 0 || previous == nil {
          base = tree[index].start
        } else if let previous {
          // The data of the track fragment before it ends there (14496-12 §8.8.7.1).
          base = end(of: previous, documents).position
        }
        let known = recent.flatMap { $0.id == id ? $0.place : nil } ?? places[id]
        let last = known.flatMap { courses[$0].fragments.last }
        let bytes = payload(of: header, tree)
        let values: Int
        var read: (file: Int, bytes: Range<Int>)?
        // What says that it has no samples may have runs all the same, whatever others of the same bytes have.
        let mayBeEmpty = flags & 0x1_0000 != 0
        if !mayBeEmpty, let last, let bytes, let header = known.flatMap({ courses[$0].header }),
          header.file == file,
          tree.file.bytes.extracting(bytes)
            .hasSameBytes(as: tree.file.bytes.extracting(header.bytes))
        {
          values = last.values
          read = header
        } else {
          var own = defaults[id] ?? FragmentDefaults()
          own.override(by: fields)
          if mayBeEmpty, tree.child("trun", of: child) != nil { own.isEmpty = false }
          guard let place = place(of: own, after: last) else { return }
          values = place
          read = mayBeEmpty ? nil : bytes.map { (file, $0) }
        }
        let runs =
          self.values[values].isEmpty ? Runs() : self.runs(of: child, from: base, reader, &budget)
        let time: Int64
        if let given = decodeTime(of: child, reader) {
          time = given
        } else if let last {
          time = end(of: last, documents).time
        } else {
          time = ends(id)
        }
        let fragment = TrackFragment(
          node: child, file: file, number: number, values: values,
          firstSample: (last?.firstSample ?? 0) + (last?.count ?? 0), count: runs.count, base: base,
          decodeTime: time)
        if firstEarlier == nil, let last, last.file < file, time < last.decodeTime {
          firstEarlier = file
        }
        if kept & 255 == 0, !hasRoom(for: TrackFragment.self) { return }
        kept += 1
        let place = known ?? courses.count
        if place == courses.count {
          courses.append(Course())
          places[id] = place
          ids.append(id)
        }
        recent = (id, place)
        courses[place].fragments.append(fragment)
        courses[place].header = read
        courses[place].note(runs, in: file)
        previous = fragment
      }
    }
  }

  /// The bytes of a node of the file itself behind its header; `nil` for a node that lies elsewhere.
  private func payload(of index: NodeIndex, _ tree: Tree) -> Range<Int>? {
    let node = tree[index]
    guard node.source == 0 else { return nil }
    return Int(node.payloadStart)..<max(Int(node.payloadStart), Int(node.end))
  }

  /// The place of `own` among all, which is that of the fragment before it where both have the same; `nil` where there is
  /// no memory for it.
  private mutating func place(of own: FragmentDefaults, after last: TrackFragment?) -> Int? {
    if let last, values[last.values] == own { return last.values }
    if values.count & 255 == 0, !hasRoom(for: FragmentDefaults.self) { return nil }
    values.append(own)
    return values.count - 1
  }

  /// Whether there is memory for 256 more.
  private mutating func hasRoom<Element>(for type: Element.Type) -> Bool {
    // An array has room for twice as many.
    if !share.grow(by: 512 * MemoryLayout<Element>.stride) { isWhole = false }
    return isWhole
  }

  private func decodeTime(of fragment: NodeIndex, _ reader: NodeReader) -> Int64? {
    guard let node = reader.tree.child("tfdt", of: fragment) else { return nil }
    return reader.view(DecodeTime.self, of: node).number(.baseMediaDecodeTime).map {
      Int64(clamping: $0)
    }
  }

  /// What the runs of a `traf` are in all.
  fileprivate struct Runs {
    var count = 0
    /// Where the first and the last of those begin that have a place.
    var first: UInt64?
    var last: UInt64 = 0
    /// Whether each is known to begin behind the one before it, without reading its rows.
    var isInOrder = true
  }

  /// The runs of the `traf` at `index`, whose data offsets count from `base`.
  private func runs(
    of index: NodeIndex, from base: UInt64?, _ reader: NodeReader, _ budget: inout SampleBudget
  ) -> Runs {
    var runs = Runs()
    var isFirst = true
    let tree = reader.tree
    for child in tree.children(of: index) where tree[child].type == "trun" {
      let run = reader.view(TrackRun.self, of: child)
      if let rows = run.count(.samples) {
        runs.count &+= rows
      } else {
        runs.count &+= budget.take(run.number(.sample_count) ?? 0)
      }
      let offset = run.signed(.data_offset)
      // Where a run begins that does not say it, is where the rows of the one before it end.
      if offset == nil, !isFirst { runs.isInOrder = false }
      isFirst = false
      guard let place = base?.moved(by: offset ?? 0) else { continue }
      if runs.first == nil { runs.first = place } else if place < runs.last { runs.isInOrder = false }
      runs.last = place
    }
    return runs
  }

  /// When and where the samples of `fragment` end.
  private func end(of fragment: TrackFragment, _ documents: [Document]) -> (time: Int64, position: UInt64?) {
    var cursor = FragmentCursor([fragment], values, offset: 0, in: documents)
    var position = fragment.base
    while let chunk = cursor.nextChunk() { position = chunk.end }
    return (cursor.decodeTime, position)
  }
}

extension FragmentIndex.Course {
  /// Notes where the next runs are.
  fileprivate mutating func note(_ runs: FragmentIndex.Runs, in file: Int) {
    guard let first = runs.first else { return }
    if !runs.isInOrder || (file, first) < place { isInOrder = false }
    place = (file, runs.last)
  }
}

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
  /// The samples of the track in the fragments before it.
  let firstSample: Int
  /// Its samples; where they need no rows, not more than the budget of the file allows.
  let count: Int
  /// What its data offsets count from; `nil` when no sum fits.
  let base: UInt64?
  /// When its first sample is decoded.
  let decodeTime: Int64
}

/// What samples have when neither their run nor their `traf` says it (14496-12 §8.8.3).
struct FragmentDefaults: Sendable {
  var description: UInt64 = 0
  var duration: UInt64 = 0
  var size: UInt64 = 0
  var flags: UInt64 = 0

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
  }
}

/// The fragments of a file that stands alone, kept by its document.
final class KnownFragments: DocumentFacts {
  let index: FragmentIndex

  init(_ index: FragmentIndex) { self.index = index }
}

/// The fragments of files by track: one small value for each `traf`.
struct FragmentIndex: Sendable {
  private(set) var tracks: [UInt64: [TrackFragment]] = [:]
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
      var previous: (id: UInt64, fragment: TrackFragment)?
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
          base = end(of: previous.fragment, defaults[previous.id], documents).position
        }
        let isEmpty = flags & 0x1_0000 != 0
        let count = isEmpty ? 0 : samples(of: child, reader, &budget)
        let last = tracks[id]?.last
        let time: Int64
        if let given = decodeTime(of: child, reader) {
          time = given
        } else if let last {
          time = end(of: last, defaults[id], documents).time
        } else {
          time = ends(id)
        }
        let fragment = TrackFragment(
          node: child, file: file, number: number,
          firstSample: (last?.firstSample ?? 0) + (last?.count ?? 0), count: count, base: base,
          decodeTime: time)
        if firstEarlier == nil, let last, last.file < file, time < last.decodeTime {
          firstEarlier = file
        }
        if last == nil { ids.append(id) }
        // An array has room for twice as many.
        if kept & 255 == 0, !share.grow(by: 512 * MemoryLayout<TrackFragment>.stride) {
          isWhole = false
          return
        }
        kept += 1
        tracks[id, default: []].append(fragment)
        previous = (id, fragment)
      }
    }
  }

  private func decodeTime(of fragment: NodeIndex, _ reader: NodeReader) -> Int64? {
    guard let node = reader.tree.child("tfdt", of: fragment) else { return nil }
    return reader.view(DecodeTime.self, of: node).number(.baseMediaDecodeTime).map {
      Int64(clamping: $0)
    }
  }

  /// The number of samples of all runs of the `traf` at `index`.
  private func samples(
    of index: NodeIndex, _ reader: NodeReader, _ budget: inout SampleBudget
  ) -> Int {
    var count = 0
    for child in reader.tree.children(of: index) where reader.tree[child].type == "trun" {
      let run = reader.view(TrackRun.self, of: child)
      if let rows = run.count(.samples) {
        count &+= rows
      } else {
        count &+= budget.take(run.number(.sample_count) ?? 0)
      }
    }
    return count
  }

  /// When and where the samples of `fragment` end.
  private func end(
    of fragment: TrackFragment, _ defaults: FragmentDefaults?, _ documents: [Document]
  ) -> (time: Int64, position: UInt64?) {
    var cursor = FragmentCursor(
      [fragment], defaults ?? FragmentDefaults(), offset: 0, in: documents)
    var position = fragment.base
    while let chunk = cursor.nextChunk() { position = chunk.end }
    return (cursor.decodeTime, position)
  }
}

import Atoms
import ByteReading
import Structure

/// Where data about samples lies that `saio` and `saiz` describe, such as initialization vectors
/// (14496-12 §8.7.8, §8.7.9).
enum AuxiliaryData {
  struct Extent {
    /// The place of the track in the movie.
    var track: Int
    /// The sample table or the fragment whose boxes describe it.
    var node: NodeIndex
    var start: UInt64
    var byteCount: UInt64
  }

  /// The data of all tracks and fragments in the first document.
  ///
  /// - Complexity: O(*n*) in the nodes of sample tables and fragments, and in the rows of `saiz`.
  static func extents(of movie: MovieSamples) -> [Extent] {
    var extents: [Extent] = []
    // Most files have none, and fragments may be many.
    guard movie.document.tree.mayHave("saio") else { return extents }
    let reader = NodeReader(movie.document)
    for (place, track) in movie.tracks.enumerated() {
      if let tables = track.tables {
        let counts = { chunkCounts(TableCursor(tables)) }
        collect(tables.node, base: 0, track: place, counts: counts, with: reader, into: &extents)
      }
      for fragment in track.fragments where fragment.file == 0 {
        // Offsets count from where those of the runs do.
        guard let base = fragment.base else { continue }
        let counts = { runCounts(of: fragment, track) }
        collect(
          fragment.node, base: base, track: place, counts: counts, with: reader, into: &extents)
      }
    }
    return extents
  }

  /// The samples of one chunk after another.
  private static func chunkCounts(_ cursor: TableCursor) -> () -> Int? {
    var cursor = cursor
    return { cursor.nextChunk()?.sampleCount }
  }

  /// The samples of one run after another.
  private static func runCounts(of fragment: TrackFragment, _ track: SampleTrack) -> () -> Int? {
    var cursor = FragmentCursor([fragment], track.values, offset: 0, in: track.documents)
    return { cursor.nextChunk()?.sampleCount }
  }

  /// Adds what the atoms in `parent` say.
  private static func collect(
    _ parent: NodeIndex, base: UInt64, track: Int, counts: () -> () -> Int?,
    with reader: NodeReader, into extents: inout [Extent]
  ) {
    let tree = reader.tree
    for child in tree.children(of: parent) where tree[child].type == "saio" {
      let places = reader.view(AuxiliaryOffsets.self, of: child)
      let type = places.number(.aux_info_type)
      guard let offsets = places.column(.offset, of: .entries), offsets.count > 0,
        let sizes = Sizes(parent, type, reader)
      else { continue }
      if offsets.count == 1 {
        add(
          at: offsets[0], byteCount: sizes.byteCount(of: 0..<sizes.count), base: base, track: track, node: parent,
          to: &extents)
        continue
      }
      let next = counts()
      var first = 0
      for row in 0..<offsets.count {
        guard let count = next() else { break }
        let end = min(sizes.count, first.saturatingAdd(count))
        add(
          at: offsets[row], byteCount: sizes.byteCount(of: first..<end), base: base, track: track, node: parent,
          to: &extents)
        first = end
      }
    }
  }

  private static func add(
    at offset: UInt64, byteCount: UInt64, base: UInt64, track: Int, node: NodeIndex,
    to extents: inout [Extent]
  ) {
    guard byteCount > 0 else { return }
    extents.append(
      Extent(track: track, node: node, start: base.saturatingAdd(offset), byteCount: byteCount))
  }

  /// The sizes that `saiz` gives to each sample.
  private struct Sizes {
    private let common: UInt64
    private let each: StoredColumn?
    let count: Int

    /// Those for data of this type beside the `saio` in `parent`.
    init?(_ parent: NodeIndex, _ type: UInt64?, _ reader: NodeReader) {
      let tree = reader.tree
      for child in tree.children(of: parent) where tree[child].type == "saiz" {
        let sizes = reader.view(AuxiliarySizes.self, of: child)
        guard sizes.number(.aux_info_type) == type else { continue }
        common = sizes.number(.default_sample_info_size) ?? 0
        each = common == 0 ? sizes.column(.sample_info_size, of: .entries) : nil
        count =
          common == 0 ? each?.count ?? 0 : Int(clamping: sizes.number(.sample_count) ?? 0)
        return
      }
      return nil
    }

    func byteCount(of samples: Range<Int>) -> UInt64 {
      common == 0
        ? each?.sum(of: samples) ?? 0 : common.saturatingMultiply(UInt64(samples.count))
    }
  }
}

import ByteReading
import Structure

/// The chunks and runs of all tracks in the order in which they lie in the file, and of several files
/// in those.
///
/// Those of a track that lie in order, as nearly all do, are not gathered: memory grows with the
/// tracks alone. Chunks that have no place in the file are left out.
///
/// ```swift
/// for element in FileChunks(movie) {
///   element.track          // 0: the place in `movie.tracks`
///   element.chunk.offset   // 0x2c
/// }
/// ```
public struct FileChunks: Sequence, Sendable {
  /// A chunk and the place of its track in the movie.
  public struct Element: Sendable {
    /// The position of the track, from 0, among those of the movie.
    public var track: Int
    /// The chunk, or the run of a fragment.
    public var chunk: Chunk
    /// Whether the track has no more chunks.
    public var isLast = false
  }

  private let tracks: [SampleTrack]
  /// The chunks of tracks that do not lie in order, sorted; `nil` for the others.
  private let sorted: [[Chunk]?]
  private let share: MemoryShare
  private let isTimed: Bool

  /// Finds out which tracks lie in order.
  ///
  /// - Complexity: O(*c*) in the chunks, and O(*c* log *c*) in those of tracks that do not lie in
  ///   order; each one afterwards takes O(log *t*) in the tracks.
  ///
  /// - Parameters:
  ///   - movie: The samples of the movie.
  ///   - isTimed: Whether anybody asks when chunks of sample tables are decoded, which is a pass over the
  ///     runs of their times; else they say 0.
  public init(_ movie: MovieSamples, isTimed: Bool = true) {
    self.isTimed = isTimed
    let share = MemoryShare(
      movie.document.memory, for: "there is no memory for the order in which chunks lie")
    self.share = share
    // Where each track is, and what comes next of it.
    let size = MemoryLayout<Chunks>.stride + MemoryLayout<Element>.stride + 32
    tracks = share.grow(by: movie.tracks.count * size) ? movie.tracks : []
    let known = movie.documents.count == 1 ? movie.document.fragments as? KnownFragments : nil
    sorted = tracks.map { track in
      // Nodes of an initialization segment are others.
      let known = track.home === movie.document ? known : nil
      if track.liesInOrder || known?.knowsOrder(of: track) ?? false { return nil }
      var last: (file: Int, offset: UInt64) = (0, 0)
      for chunk in track.chunks {
        guard let place = chunk.place else { continue }
        guard place >= last else {
          // An array has room for twice as many, and is sorted into another.
          var count = 0
          for _ in track.chunks { count += 1 }
          guard share.grow(by: 3 * count * MemoryLayout<Chunk>.stride) else { return [] }
          return track.chunks.filter { $0.offset != nil }
            .sorted { ($0.place ?? (0, 0)) < ($1.place ?? (0, 0)) }
        }
        last = place
      }
      known?.noteOrder(of: track.node)
      return nil
    }
  }

  /// Goes through the chunks in the order of the file.
  ///
  /// - Returns: An iterator.
  public func makeIterator() -> Iterator { Iterator(tracks, sorted, isTimed: isTimed) }

  /// Goes through the chunks, always to that of all tracks which lies first.
  public struct Iterator: IteratorProtocol {
    private var cursors: [Chunks] = []
    private let sorted: [[Chunk]?]
    /// The chunks taken of each track that is sorted.
    private var taken: [Int]
    /// The next chunk of each track that has one, the first in the file on top.
    private var heap: [Element] = []

    fileprivate init(_ tracks: [SampleTrack], _ sorted: [[Chunk]?], isTimed: Bool) {
      self.sorted = sorted
      taken = Array(repeating: 0, count: tracks.count)
      cursors = tracks.map { Chunks($0, isTimed: isTimed) }
      for place in tracks.indices {
        if let chunk = take(place) { push(Element(track: place, chunk: chunk)) }
      }
    }

    /// The places of the tracks that have chunks to come.
    public var open: [Int] { heap.map(\.track) }

    /// The next chunk of a track.
    private mutating func take(_ place: Int) -> Chunk? {
      if let chunks = sorted[place] {
        let next = taken[place]
        guard next < chunks.count else { return nil }
        taken[place] = next &+ 1
        return chunks[next]
      }
      while let chunk = cursors[place].next() {
        if chunk.offset != nil { return chunk }
      }
      return nil
    }

    /// The chunk that lies next; `nil` after the last.
    ///
    /// - Returns: The chunk and its track.
    public mutating func next() -> Element? {
      guard var first = heap.first else { return nil }
      if let chunk = take(first.track) {
        heap[0].chunk = chunk
      } else {
        first.isLast = true
        let last = heap.removeLast()
        if !heap.isEmpty { heap[0] = last }
      }
      if heap.count > 1 { sink() }
      return first
    }

    private static func isBefore(_ a: Element, _ b: Element) -> Bool {
      if a.chunk.file != b.chunk.file { return a.chunk.file < b.chunk.file }
      let (first, second) = (a.chunk.offset ?? 0, b.chunk.offset ?? 0)
      return first == second ? a.track < b.track : first < second
    }

    private mutating func push(_ element: Element) {
      heap.append(element)
      var at = heap.count - 1
      while at > 0, Self.isBefore(heap[at], heap[(at - 1) / 2]) {
        heap.swapAt(at, (at - 1) / 2)
        at = (at - 1) / 2
      }
    }

    private mutating func sink() {
      var at = 0
      while true {
        var least = at
        let left = 2 &* at &+ 1
        if left < heap.count, Self.isBefore(heap[left], heap[least]) { least = left }
        if left &+ 1 < heap.count, Self.isBefore(heap[left &+ 1], heap[least]) { least = left &+ 1 }
        guard least != at else { return }
        heap.swapAt(at, least)
        at = least
      }
    }
  }
}

extension SampleTrack {
  /// Whether its chunks are known to lie in the order of the file, from their offsets alone.
  fileprivate var liesInOrder: Bool {
    guard fragments.isEmpty else { return false }
    guard let tables else { return true }
    return tables.places.allSatisfy { $0 == .file }
      && tables.chunkOffsets?.isAscending ?? true
  }
}

extension Chunk {
  /// Its file and its offset there, by which chunks are ordered; `nil` when it has no place.
  fileprivate var place: (file: Int, offset: UInt64)? { offset.map { (file, $0) } }
}

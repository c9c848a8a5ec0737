/// The chunks and runs of all tracks in the order in which they lie in the file, and of several files
/// in those.
///
/// Those of a track that lie in order, as nearly all do, are not gathered: memory grows with the
/// tracks alone. Chunks that have no place in the file are left out.
public struct FileChunks: Sequence, IteratorProtocol {
  /// A chunk and the place of its track in the movie.
  public struct Element: Sendable {
    public var track: Int
    public var chunk: Chunk
  }

  private enum Line {
    case ordered(Chunks)
    case sorted([Chunk], next: Int)
  }

  private var lines: [Line] = []
  /// The first chunk of each line that has one, the first in the file on top.
  private var heap: [Element] = []

  public init(_ movie: MovieSamples) {
    for (place, track) in movie.tracks.enumerated() {
      lines.append(Self.line(of: track))
      if let chunk = take(place) { push(Element(track: place, chunk: chunk)) }
    }
  }

  private static func line(of track: SampleTrack) -> Line {
    var last: (file: Int, offset: UInt64) = (0, 0)
    for chunk in track.chunks {
      guard let place = chunk.place else { continue }
      guard place >= last else {
        let chunks = track.chunks.filter { $0.offset != nil }
        return .sorted(chunks.sorted { ($0.place ?? (0, 0)) < ($1.place ?? (0, 0)) }, next: 0)
      }
      last = place
    }
    return .ordered(track.chunks)
  }

  /// The next chunk of a line.
  private mutating func take(_ place: Int) -> Chunk? {
    switch lines[place] {
    case .sorted(let chunks, let next):
      guard next < chunks.count else { return nil }
      lines[place] = .sorted(chunks, next: next + 1)
      return chunks[next]
    case .ordered(var chunks):
      var found = chunks.next()
      while let chunk = found, chunk.offset == nil { found = chunks.next() }
      lines[place] = .ordered(chunks)
      return found
    }
  }

  public mutating func next() -> Element? {
    guard let first = heap.first else { return nil }
    if let chunk = take(first.track) {
      heap[0] = Element(track: first.track, chunk: chunk)
    } else {
      let last = heap.removeLast()
      if !heap.isEmpty { heap[0] = last }
    }
    sink()
    return first
  }

  private static func isBefore(_ a: Element, _ b: Element) -> Bool {
    (a.chunk.file, a.chunk.offset ?? 0, a.track) < (b.chunk.file, b.chunk.offset ?? 0, b.track)
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
      for child in [2 * at + 1, 2 * at + 2]
      where child < heap.count && Self.isBefore(heap[child], heap[least]) {
        least = child
      }
      guard least != at else { return }
      heap.swapAt(at, least)
      at = least
    }
  }
}

extension Chunk {
  /// Its file and its offset there, by which chunks are ordered; nothing when it has no place.
  fileprivate var place: (file: Int, offset: UInt64)? { offset.map { (file, $0) } }
}

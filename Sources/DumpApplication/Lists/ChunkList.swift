import ByteReading
import CommandLineSupport
import MediaInspection
import Structure
import StructureRendering

/// The chunks and runs of a file in the order in which they lie in it (`--chunks`): how its tracks
/// are interleaved.
struct ChunkList {
  let movie: MovieSamples
  let choice: TrackChoice
  /// Rows, half from each end; `nil` for all.
  let limit: Int?

  static let columns: [ListColumn] = [
    ListColumn(.offset, title: "offset"),
    ListColumn(.size, title: "size"),
    ListColumn(.track, title: "track"),
    ListColumn(.fragment),
    ListColumn(.chunk),
    ListColumn(title: "chunk"),
    ListColumn(.firstSample, title: "sample"),
    ListColumn(.samples, title: "count"),
    ListColumn(.decodeTime),
    ListColumn(.time, title: "decoded at"),
    ListColumn(.duration, title: "for"),
    ListColumn(.gap, title: "gap"),
    ListColumn(.note, title: "", isLeft: true),
  ]

  /// Where the chunks that were met end.
  private struct Place {
    let file: Int
    let end: UInt64

    /// Behind `chunk` and what comes before it in its file.
    init(after chunk: Chunk, _ previous: Place?) {
      file = chunk.file
      end = max(previous.map { $0.file == chunk.file ? $0.end : 0 } ?? 0, chunk.end ?? 0)
    }
  }

  /// A chunk, and where those before it end.
  private struct Kept {
    let element: FileChunks.Element
    let previous: Place?
  }

  func write(_ list: inout ListRenderer) {
    let chunks = FileChunks(movie)
    guard list.isForPeople || limit != nil else {
      writeAll(&list, chunks, nil)
      return
    }
    var facts = Facts(movie, choice, chunks)
    var ends = ListEnds<Kept>(limit: limit)
    var previous: Place?
    for element in chunks where choice.holds(movie.tracks[element.track]) {
      if list.isForPeople { facts.add(element) }
      ends.add(Kept(element: element, previous: previous))
      previous = Place(after: element.chunk, previous)
    }
    guard ends.count > 0 else {
      list.none("no chunks")
      return
    }
    if list.isForPeople {
      for line in facts.lines { list.remark(line) }
      list.titles(
        for: (ends.first.prefix(256) + ends.last).map { kept in
          var row: [ListValue] = []
          fill(&row, kept)
          return row
        })
    }
    guard ends.isShort else {
      writeAll(&list, chunks, ends)
      return
    }
    var row: [ListValue] = []
    for kept in ends.first {
      fill(&row, kept)
      list.row(row, file: kept.element.chunk.file)
      if list.hasFailed { return }
    }
    if ends.omitted > 0 { list.omitted(UInt64(ends.omitted), "-n all") }
    for kept in ends.last {
      fill(&row, kept)
      list.row(row, file: kept.element.chunk.file)
      if list.hasFailed { return }
    }
  }

  /// Writes rows as they are made: those that `ends` shows, or all.
  private func writeAll(
    _ list: inout ListRenderer, _ chunks: FileChunks, _ ends: ListEnds<Kept>?
  ) {
    let promised = movie.tracks.reduce(0) { $0 + $1.chunkCount }
    let progress = Progress(listing: ends?.count ?? promised, "chunks")
    defer { progress.clear() }
    var number = 0
    var row: [ListValue] = []
    var previous: Place?
    for element in chunks where choice.holds(movie.tracks[element.track]) {
      if let ends, number == ends.gap, ends.omitted > 0 {
        list.omitted(UInt64(ends.omitted), "-n all")
      }
      if ends?.shows(number) ?? true {
        fill(&row, Kept(element: element, previous: previous))
        list.row(row, file: element.chunk.file)
        if list.hasFailed { return }
      }
      previous = Place(after: element.chunk, previous)
      number += 1
      if number & 0xFFFF == 0 { progress.show(number) }
    }
  }

  private func fill(_ row: inout [ListValue], _ kept: Kept) {
    let track = movie.tracks[kept.element.track]
    let chunk = kept.element.chunk
    row.removeAll(keepingCapacity: true)
    let start = chunk.offset ?? 0
    let previous = kept.previous.flatMap { $0.file == chunk.file ? $0.end : nil }
    row.append(.offset(start))
    row.append(.number(chunk.byteCount))
    row.append(.number(track.id))
    row.append(chunk.fragment > 0 ? .number(UInt64(chunk.fragment)) : .absent)
    row.append(.number(UInt64(chunk.number)))
    if chunk.fragment > 0 {
      row.append(.text(FileText("\(chunk.fragment).\(chunk.number)")))
    } else {
      row.append(.number(UInt64(chunk.number)))
    }
    row.append(.number(UInt64(chunk.firstSample)))
    row.append(.number(UInt64(chunk.sampleCount)))
    row.append(.signed(chunk.decodeTime))
    row.append(.time(chunk.decodeTime, per: track.timescale))
    row.append(.time(Int64(clamping: chunk.duration), per: track.timescale))
    let gap: ListValue
    if let previous {
      let distance =
        start >= previous
        ? Int64(clamping: start - previous) : -Int64(clamping: previous - start)
      gap = .signed(distance)
    } else {
      gap = .absent
    }
    row.append(gap)
    row.append(.word(note(chunk, start, previous)))
  }

  private func note(_ chunk: Chunk, _ start: UInt64, _ previous: UInt64?) -> StaticString {
    let size = UInt64(movie.documents[chunk.file].tree.file.byteCount)
    switch chunk.reach(inFileOf: size) {
    case .beyond: return "beyond the end of the file"
    case .crossing: return "crosses the end of the file"
    case .inside: break
    }
    if let previous, start < previous { return "overlaps" }
    return ""
  }
}

/// What is said of the chunks of each track as a whole, and of all.
private struct Facts {
  private let movie: MovieSamples
  private let sizes: [UInt64]
  private var tracks: [Track]
  private var interleaving: Interleaving

  private struct Track {
    var chunks = 0
    var bytes: UInt64 = 0
    var fewest = Int.max
    var most = 0
    var shortest = UInt64.max
    var longest: UInt64 = 0
    var beyond = 0
    var crossing = 0
  }

  init(_ movie: MovieSamples, _ choice: TrackChoice, _ chunks: FileChunks) {
    self.movie = movie
    sizes = movie.documents.map { UInt64($0.tree.file.byteCount) }
    tracks = Array(repeating: Track(), count: movie.tracks.count)
    interleaving = Interleaving(chunks, of: movie, where: choice.holds)
  }

  mutating func add(_ element: FileChunks.Element) {
    let chunk = element.chunk
    let place = element.track
    tracks[place].chunks += 1
    let (sum, overflow) = tracks[place].bytes.addingReportingOverflow(chunk.byteCount)
    tracks[place].bytes = overflow ? .max : sum
    tracks[place].fewest = min(tracks[place].fewest, chunk.sampleCount)
    tracks[place].most = max(tracks[place].most, chunk.sampleCount)
    tracks[place].shortest = min(tracks[place].shortest, chunk.duration)
    tracks[place].longest = max(tracks[place].longest, chunk.duration)
    switch chunk.reach(inFileOf: sizes[chunk.file]) {
    case .beyond: tracks[place].beyond += 1
    case .crossing: tracks[place].crossing += 1
    case .inside: break
    }
    interleaving.add(element)
  }

  /// A line for each track, and one for all when there are several.
  var lines: [String] {
    var lines: [String] = []
    for (place, track) in movie.tracks.enumerated() where tracks[place].chunks > 0 {
      lines.append(sentence(track, tracks[place]))
    }
    if interleaving.isMeasured {
      var text = ByteWriter()
      if interleaving.distance > 0 {
        text.put("interleaving: tracks are at most ")
        text.put(
          seconds: UInt64((min(interleaving.distance, 1e12) * 1_000).rounded()), per: 1_000,
          digits: 3)
        text.put(" s apart")
      } else {
        text.put("interleaving: no track goes on beside another")
      }
      lines.append(text.string)
    }
    return lines
  }

  /// `track 1 video: 47 chunks of 1–2 samples, 0.042–0.083 s; 8,821 bytes`
  private func sentence(_ track: SampleTrack, _ facts: Track) -> String {
    var text = ByteWriter()
    text.put(track.name)
    text.put(": ")
    let isRuns = track.chunkCount == 0
    if isRuns {
      text.put(facts.chunks, "run", "runs")
    } else {
      text.put(facts.chunks, "chunk", "chunks")
    }
    text.put(facts.chunks == 1 ? " of " : ", each of ")
    text.put(grouped: facts.fewest)
    if facts.most > facts.fewest {
      text.put("–")
      text.put(grouped: facts.most)
    }
    text.put(facts.most == 1 ? " sample" : " samples")
    if track.timescale > 0 {
      text.put(", ")
      text.put(seconds: facts.shortest, per: track.timescale, digits: 3)
      if facts.longest > facts.shortest {
        text.put("–")
        text.put(seconds: facts.longest, per: track.timescale, digits: 3)
      }
      text.put(" s")
    }
    text.put("; ")
    text.put(grouped: facts.bytes)
    text.put(facts.bytes == 1 ? " byte" : " bytes")
    if facts.chunks > 1 { text.put(" in all") }
    if facts.beyond > 0 {
      text.put("; ")
      text.put(grouped: facts.beyond)
      text.put(" beyond the end of the file")
    }
    if facts.crossing > 0 {
      text.put("; ")
      text.put(grouped: facts.crossing)
      text.put(facts.crossing == 1 ? " crosses" : " cross")
      text.put(" the end of the file")
    }
    return text.string
  }
}

import ByteReading
import MediaInspection
import Structure
import StructureRendering

/// The chunks and runs of a file in the order in which they lie in it (`--chunks`): how its tracks
/// are interleaved.
struct ChunkList {
  let movie: MovieSamples
  let choice: TrackChoice
  /// Rows, half from each end; nothing for all.
  let limit: Int?

  static let columns: [ListColumn] = [
    ListColumn("offset", title: "offset"),
    ListColumn("size", title: "size"),
    ListColumn("track", title: "track"),
    ListColumn("fragment"),
    ListColumn("chunk"),
    ListColumn("place", title: "chunk", isForMachines: false),
    ListColumn("firstSample", title: "sample"),
    ListColumn("samples", title: "count"),
    ListColumn("decodeTime"),
    ListColumn("time", title: "decoded at"),
    ListColumn("duration", title: "for"),
    ListColumn("gap", title: "gap"),
    ListColumn("note", title: "", isLeft: true),
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

  /// What is said of a track's chunks as a whole.
  private struct Facts {
    var chunks = 0
    var bytes: UInt64 = 0
    var fewest = Int.max
    var most = 0
    var shortest = UInt64.max
    var longest: UInt64 = 0
    var beyond = 0
    var crossing = 0
    /// When the last chunk that was met ends, in seconds; nothing before the first.
    var end: Double?
    var left = 0
  }

  func write(_ list: inout ListRenderer) {
    let facts = survey(&list)
    guard facts > 0 else {
      list.remark("no chunks")
      return
    }
    var shown = facts
    if let limit, limit < shown { shown = limit }
    let head = (shown + 1) / 2
    let tail = shown - head
    if list.isForPeople { list.titles(for: rows(head: min(head, 256), tail: min(tail, 64), facts)) }
    var number = 0
    var row: [ListValue] = []
    var previous: Place?
    for element in FileChunks(movie) {
      guard choice.holds(movie.tracks[element.track]) else { continue }
      if number == head, head + tail < facts {
        list.omitted(UInt64(facts - head - tail), "-n all")
      }
      if number < head || number >= facts - tail {
        fill(&row, element, previous)
        list.row(row, file: element.chunk.file)
        if list.hasFailed { return }
      } else if tail == 0 {
        return
      }
      previous = Place(after: element.chunk, previous)
      number += 1
    }
  }

  /// Counts the chunks, and says what is to be said of all.
  private func survey(_ list: inout ListRenderer) -> Int {
    let sizes = movie.documents.map { UInt64($0.tree.file.byteCount) }
    var facts = Array(repeating: Facts(), count: movie.tracks.count)
    var count = 0
    let measuresDistance = movie.tracks.count <= 64
    var distance = 0.0
    if list.isForPeople, measuresDistance {
      for (place, track) in movie.tracks.enumerated() where choice.holds(track) {
        for chunk in track.chunks where chunk.offset != nil { facts[place].left += 1 }
      }
    }
    for element in FileChunks(movie) {
      let track = movie.tracks[element.track]
      guard choice.holds(track) else { continue }
      count += 1
      guard list.isForPeople else { continue }
      let chunk = element.chunk
      let place = element.track
      let size = sizes[chunk.file]
      facts[place].chunks += 1
      let (sum, overflow) = facts[place].bytes.addingReportingOverflow(chunk.byteCount)
      facts[place].bytes = overflow ? .max : sum
      facts[place].fewest = min(facts[place].fewest, chunk.sampleCount)
      facts[place].most = max(facts[place].most, chunk.sampleCount)
      facts[place].shortest = min(facts[place].shortest, chunk.duration)
      facts[place].longest = max(facts[place].longest, chunk.duration)
      if let start = chunk.offset, start >= size {
        facts[place].beyond += 1
      } else if let end = chunk.end, end > size {
        facts[place].crossing += 1
      }
      guard measuresDistance, track.timescale > 0 else { continue }
      facts[place].end =
        (Double(chunk.decodeTime) + Double(chunk.duration)) / Double(track.timescale)
      facts[place].left -= 1
      var first = Double.infinity
      var last = -Double.infinity
      for other in facts where other.left > 0 || other.end != nil {
        // Tracks that have no more chunks hold nobody up.
        guard other.left > 0 else { continue }
        first = min(first, other.end ?? 0)
        last = max(last, other.end ?? 0)
      }
      if last > first { distance = max(distance, last - first) }
    }
    guard list.isForPeople else { return count }
    for (place, track) in movie.tracks.enumerated() where facts[place].chunks > 0 {
      list.remark(sentence(track, facts[place]))
    }
    if movie.tracks.filter(choice.holds).count > 1, measuresDistance, count > 0 {
      var text = ByteWriter()
      text.put("interleaving: tracks are at most ")
      text.put(seconds: UInt64((min(distance, 1e12) * 1_000).rounded()), per: 1_000, digits: 3)
      text.put(" s apart")
      list.remark(text.string)
    }
    return count
  }

  /// `track 1 video: 47 chunks of 1–2 samples, 0.042–0.083 s; 8,821 bytes`
  private func sentence(_ track: SampleTrack, _ facts: Facts) -> String {
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

  /// The first and the last rows.
  private func rows(head: Int, tail: Int, _ count: Int) -> [[ListValue]] {
    var rows: [[ListValue]] = []
    var number = 0
    var previous: Place?
    for element in FileChunks(movie) where choice.holds(movie.tracks[element.track]) {
      if number < head || number >= count - tail {
        var row: [ListValue] = []
        fill(&row, element, previous)
        rows.append(row)
      } else if tail == 0 {
        break
      }
      previous = Place(after: element.chunk, previous)
      number += 1
    }
    return rows
  }

  private func fill(
    _ row: inout [ListValue], _ element: FileChunks.Element, _ place: Place?
  ) {
    let track = movie.tracks[element.track]
    let chunk = element.chunk
    row.removeAll(keepingCapacity: true)
    let start = chunk.offset ?? 0
    let previous = place.flatMap { $0.file == chunk.file ? $0.end : nil }
    row.append(.offset(start))
    row.append(.number(chunk.byteCount))
    row.append(.number(track.id))
    row.append(chunk.fragment > 0 ? .number(UInt64(chunk.fragment)) : .absent)
    row.append(.number(UInt64(chunk.number)))
    if chunk.fragment > 0 {
      row.append(.text("\(chunk.fragment).\(chunk.number)"))
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
    if start >= size { return "beyond the end of the file" }
    if let end = chunk.end, end > size { return "crosses the end of the file" }
    if let previous, start < previous { return "overlaps" }
    return ""
  }
}

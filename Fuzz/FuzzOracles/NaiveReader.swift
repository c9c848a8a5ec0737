/// A second reader of the same formats, as plain as it can be: it copies bytes, builds arrays, and
/// knows a few boxes by offset. It shares nothing with the libraries, so that a fault in them is not its
/// own.
///
/// It has an opinion of regular files alone. Where sizes do not add up, a box stands twice that may stand
/// once, or a table is shorter than its count, it is silent: what is made of such files is for the
/// libraries' own tests.
struct NaiveReader {
  let bytes: [UInt8]

  struct Box {
    var type: String
    var start: Int
    var payload: Int
    var end: Int
  }

  struct Sample: Equatable {
    var offset = 0
    var size = 0
    var time = 0
    var duration = 0
    var shift = 0
    var isSync = true
  }

  struct Track {
    var id = 0
    var samples: [Sample] = []
    var hasTimes = true
    var edits: [[Int]] = []  // Duration, media time, rate.
  }

  /// `count` bytes at `at` as a big-endian number; eight of them as a signed one.
  func number(_ at: Int, _ count: Int) -> Int? {
    guard at >= 0, count <= 8, at <= bytes.count - count else { return nil }
    return Int(truncatingIfNeeded: bytes[at..<at + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  func signed(_ value: Int) -> Int { value > 0x7FFF_FFFF ? value - 0x1_0000_0000 : value }

  func text(_ at: Int, _ count: Int) -> String {
    String(decoding: bytes[at..<at + count], as: Unicode.ASCII.self)
  }

  // MARK: Boxes

  /// The boxes of a range up to the first that does not fit it; `isWhole` when they fill it.
  func boxes(_ range: Range<Int>) -> (list: [Box], isWhole: Bool) {
    var list: [Box] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard range.upperBound - at >= 8, var size = number(at, 4),
        bytes[at + 4..<at + 8].allSatisfy({ (0x20...0x7E).contains($0) })
      else { return (list, false) }
      var header = 8
      if size == 1 {
        guard range.upperBound - at >= 16, let large = number(at + 8, 8) else { return (list, false) }
        (size, header) = (large, 16)
      } else if size == 0 {
        size = range.upperBound - at
      }
      guard size >= header, size <= range.upperBound - at else { return (list, false) }
      list.append(
        Box(type: text(at + 4, 4), start: at, payload: at + header, end: at + size))
      at += size
    }
    return (list, true)
  }

  private static let containers: Set<String> = [
    "moov", "trak", "mdia", "minf", "stbl", "edts", "mvex", "moof", "traf",
  ]

  /// The boxes of the file that stand in plain containers, as far as they are regular.
  func tree(_ range: Range<Int>, depth: Int = 0) -> [Box] {
    var found: [Box] = []
    for box in boxes(range).list {
      found.append(box)
      if depth < 8, Self.containers.contains(box.type) {
        found += tree(box.payload..<box.end, depth: depth + 1)
      }
    }
    return found
  }

  /// The only child of this type; `nil` when there is none, or more than one.
  func child(_ type: String, of box: Box) -> Box? {
    let found = boxes(box.payload..<box.end).list.filter { $0.type == type }
    return found.count == 1 ? found[0] : nil
  }

  private func has(_ type: String, in box: Box) -> Bool {
    boxes(box.payload..<box.end).list.contains { $0.type == type }
  }

  /// The rows of a table behind a count at `at`, each of these widths.
  private func rows(_ at: Int, in box: Box, _ widths: Int...) -> [[Int]]? {
    guard let count = number(at, 4) else { return nil }
    let stride = widths.reduce(0, +)
    guard count <= 100_000, at + 4 + count * stride <= box.end else { return nil }
    return (0..<count).map { row in
      var place = at + 4 + row * stride
      return widths.map { width in
        place += width
        return number(place - width, width) ?? 0
      }
    }
  }

  // MARK: Movies

  /// The tracks of a movie whose samples stand in tables; those that are not regular are left out.
  func tracks() -> [Track] {
    let (top, isWhole) = boxes(0..<bytes.count)
    let movies = top.filter { $0.type == "moov" }
    guard isWhole, movies.count == 1, !top.contains(where: { $0.type == "moof" }),
      boxes(movies[0].payload..<movies[0].end).isWhole
    else { return [] }
    return boxes(movies[0].payload..<movies[0].end).list.filter { $0.type == "trak" }
      .compactMap(track)
  }

  private func track(_ box: Box) -> Track? {
    guard boxes(box.payload..<box.end).isWhole, let header = child("tkhd", of: box),
      let media = child("mdia", of: box), let handler = child("hdlr", of: media),
      let information = child("minf", of: media), let table = child("stbl", of: information),
      boxes(table.payload..<table.end).isWhole, header.end - header.payload >= 84,
      handler.end - handler.payload >= 12,
      let id = number(header.payload + (bytes[header.payload] == 1 ? 20 : 12), 4)
    else { return nil }
    var track = Track(id: id)
    guard let samples = samples(table, isSound: text(handler.payload + 8, 4) == "soun", &track)
    else { return nil }
    track.samples = samples
    if let container = child("edts", of: box), let list = child("elst", of: container),
      let version = number(list.payload, 1)
    {
      let isLong = version == 1
      let rows =
        isLong
        ? rows(list.payload + 4, in: list, 8, 8, 2, 2) : rows(list.payload + 4, in: list, 4, 4, 2, 2)
      // Nothing is before the media: what is said to start there is an empty edit, as -1 is.
      track.edits = (rows ?? []).map { row in
        [row[0], max(-1, isLong ? row[1] : signed(row[1])), row[2] << 16 | row[3]]
      }
    }
    return track
  }

  private func samples(_ table: Box, isSound: Bool, _ track: inout Track) -> [Sample]? {
    guard let sizes = child("stsz", of: table), let common = number(sizes.payload + 4, 4),
      let count = number(sizes.payload + 8, 4), count <= 100_000,
      // QuickTime counts moments of sound, and says so by a common size.
      common == 0 || !isSound && count <= bytes.count,
      let map = child("stsc", of: table), let runs = rows(map.payload + 4, in: map, 4, 4, 4),
      let times = child("stts", of: table), let deltas = rows(times.payload + 4, in: times, 4, 4)
    else { return nil }
    var result = Array(repeating: Sample(), count: count)
    let each = common == 0 ? rows(sizes.payload + 8, in: sizes, 4) : []
    guard let each else { return nil }
    for number in result.indices { result[number].size = common == 0 ? each[number][0] : common }

    let isLarge = !has("stco", in: table)
    guard let list = child(isLarge ? "co64" : "stco", of: table),
      isLarge || !has("co64", in: table),
      let chunks = rows(list.payload + 4, in: list, isLarge ? 8 : 4)
    else { return nil }
    var next = 0
    for (place, run) in runs.enumerated() {
      let end = place + 1 < runs.count ? runs[place + 1][0] : chunks.count + 1
      guard run[0] >= 1, run[0] < end, place > 0 || run[0] == 1, end <= chunks.count + 1, run[1] > 0
      else { return nil }
      for chunk in run[0]..<end {
        var offset = chunks[chunk - 1][0]
        for _ in 0..<min(run[1], count - next) {
          result[next].offset = offset
          offset += result[next].size
          next += 1
        }
      }
    }
    guard next == count else { return nil }

    track.hasTimes = deltas.reduce(0) { $0 + $1[0] } == count
    if track.hasTimes {
      var time = 0
      var at = 0
      for row in deltas {
        for _ in 0..<row[0] {
          (result[at].time, result[at].duration) = (time, row[1])
          time += row[1]
          at += 1
        }
      }
      if has("ctts", in: table) {
        guard let box = child("ctts", of: table), let list = rows(box.payload + 4, in: box, 4, 4),
          list.reduce(0, { $0 + $1[0] }) == count
        else { return nil }
        at = 0
        for row in list {
          // Many writers have negative ones in version 0 too.
          for _ in 0..<row[0] {
            result[at].shift = signed(row[1])
            at += 1
          }
        }
      }
    }
    if has("stss", in: table) {
      guard let box = child("stss", of: table), let list = rows(box.payload + 4, in: box, 4)
      else { return nil }
      for number in result.indices { result[number].isSync = false }
      var last = 0
      for row in list {
        guard row[0] > last, row[0] <= count else { return nil }
        last = row[0]
        result[last - 1].isSync = true
      }
    }
    return result
  }
}

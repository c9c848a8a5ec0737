/// A second reader of the same formats, as plain as it can be: it copies bytes, builds arrays, and knows a
/// few boxes by offset. It shares no code with the libraries, so that a fault in them is not its own.
///
/// It has an opinion of regular files alone: where sizes do not add up, a box stands twice that may stand
/// once, or a table is shorter than its count, it is silent.
struct NaiveReader {
  let bytes: [UInt8]

  struct Box {
    var type = ""
    var start: Int, payload: Int, end: Int
  }

  struct Sample: Equatable {
    var offset = 0, size = 0, time = 0, duration = 0, shift = 0
    var isSync = true
  }

  struct Track {
    var id: Int, samples: [Sample], hasTimes: Bool
    var edits: [[Int]]  // Duration, media time, rate.
  }

  /// `count` bytes at `at` as a big-endian number; eight of them as a signed one.
  func number(_ at: Int, _ count: Int) -> Int? {
    guard at >= 0, count <= 8, at <= bytes.count - count else { return nil }
    return Int(truncatingIfNeeded: bytes[at..<at + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The number at `at`, which is moved behind it.
  private func next(_ count: Int, _ at: inout Int) -> Int? {
    at += count
    return number(at - count, count)
  }

  private func signed(_ value: Int) -> Int { value > 0x7FFF_FFFF ? value - 0x1_0000_0000 : value }
  private func text(_ at: Int) -> String { String(decoding: bytes[at..<at + 4], as: UTF8.self) }
  private var file: Box { Box(start: 0, payload: 0, end: bytes.count) }

  /// The boxes of another up to the first that does not fit it; `isWhole` when they fill it.
  private func boxes(_ parent: Box) -> (list: [Box], isWhole: Bool) {
    var list: [Box] = []
    var at = parent.payload
    while at < parent.end {
      guard parent.end - at >= 8, var size = number(at, 4),
        bytes[at + 4..<at + 8].allSatisfy({ (0x20...0x7E).contains($0) })
      else { return (list, false) }
      let header = size == 1 ? 16 : 8
      if size == 1 { size = number(at + 8, 8) ?? 0 } else if size == 0 { size = parent.end - at }
      guard size >= header, size <= parent.end - at else { return (list, false) }
      list.append(Box(type: text(at + 4), start: at, payload: at + header, end: at + size))
      at += size
    }
    return (list, true)
  }

  private func all(_ type: String, in box: Box) -> [Box] { boxes(box).list.filter { $0.type == type } }

  /// The only one of a type; `nil` when there is none, or more than one.
  private func only(_ type: String, in box: Box) -> Box? {
    let found = all(type, in: box)
    return found.count == 1 ? found[0] : nil
  }

  /// The boxes of the file, or of another, that stand in plain containers, as far as they are regular.
  func tree(_ parent: Box? = nil, depth: Int = 0) -> [Box] {
    let containers = ["moov", "trak", "mdia", "minf", "stbl", "edts", "mvex", "moof", "traf"]
    return boxes(parent ?? file).list.flatMap { box in
      [box] + (depth < 8 && containers.contains(box.type) ? tree(box, depth: depth + 1) : [])
    }
  }

  /// The rows of the only table of a type, each of these widths, behind a count at `at` of its payload.
  private func rows(_ type: String, in box: Box, at: Int = 4, _ widths: [Int]) -> [[Int]]? {
    guard let table = only(type, in: box), let version = number(table.payload, 1), let count = number(table.payload + at, 4),
      // What a version means that nobody has written down is not known.
      type == "elst" || version <= (type == "ctts" ? 1 : 0) else { return nil }
    var place = table.payload + at + 4
    guard count <= 100_000, place + count * widths.reduce(0, +) <= table.end else { return nil }
    return (0..<count).map { _ in widths.map { next($0, &place) ?? 0 } }
  }

  /// The tracks of a movie whose samples stand in tables; those that are not regular are left out.
  func tracks() -> [Track] {
    guard boxes(file).isWhole, let movie = only("moov", in: file), all("moof", in: file).isEmpty, boxes(movie).isWhole else { return [] }
    return all("trak", in: movie).compactMap(track)
  }

  private func track(_ box: Box) -> Track? {
    guard boxes(box).isWhole, let header = only("tkhd", in: box), header.end - header.payload >= 84,
      let media = only("mdia", in: box), let handler = only("hdlr", in: media),
      handler.end - handler.payload >= 12, let information = only("minf", in: media),
      let table = only("stbl", in: information), boxes(table).isWhole,
      let id = number(header.payload + (bytes[header.payload] == 1 ? 20 : 12), 4),
      let (samples, hasTimes) = samples(table, isSound: text(handler.payload + 8) == "soun")
    else { return nil }
    var edits: [[Int]] = []
    if let container = only("edts", in: box), let list = only("elst", in: container) {
      let isLong = number(list.payload, 1) == 1
      edits = rows("elst", in: container, isLong ? [8, 8, 2, 2] : [4, 4, 2, 2]) ?? []
      // An edit that is said to start before the media is no empty one, which -1 alone is.
      edits = edits.map { [$0[0], isLong ? $0[1] : signed($0[1]), $0[2] << 16 | $0[3]] }
    }
    return Track(id: id, samples: samples, hasTimes: hasTimes, edits: edits)
  }

  /// A value for each of `count` samples, from rows of a number of samples and a value.
  private func spread(_ rows: [[Int]], over count: Int) -> [Int]? {
    guard rows.reduce(0, { $0 + $1[0] }) == count else { return nil }
    return rows.flatMap { Array(repeating: $0[1], count: $0[0]) }
  }

  private func samples(_ table: Box, isSound: Bool) -> (list: [Sample], hasTimes: Bool)? {
    let isLarge = all("stco", in: table).isEmpty
    guard let sizes = only("stsz", in: table), let common = number(sizes.payload + 4, 4),
      let count = number(sizes.payload + 8, 4), count <= 100_000,
      // QuickTime counts moments of sound, and says so by a common size.
      common == 0 || !isSound && count <= bytes.count,
      let runs = rows("stsc", in: table, [4, 4, 4]), let deltas = rows("stts", in: table, [4, 4]),
      let each = common == 0 ? rows("stsz", in: table, at: 8, [4]) : [],
      isLarge || all("co64", in: table).isEmpty,
      let chunks = rows(isLarge ? "co64" : "stco", in: table, [isLarge ? 8 : 4])
    else { return nil }
    var result = (0..<count).map { Sample(size: common == 0 ? each[$0][0] : common) }
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
    let durations = spread(deltas, over: count)
    var time = 0
    for (number, duration) in (durations ?? []).enumerated() {
      (result[number].time, result[number].duration) = (time, duration)
      time += duration
    }
    if durations != nil, !all("ctts", in: table).isEmpty {
      guard let list = rows("ctts", in: table, [4, 4]), let shifts = spread(list, over: count)
      else { return nil }
      // Many writers have negative ones in version 0 too.
      for number in result.indices { result[number].shift = signed(shifts[number]) }
    }
    if !all("stss", in: table).isEmpty {
      guard let list = rows("stss", in: table, [4])?.map({ $0[0] }),
        zip([0] + list, list).allSatisfy({ $0 < $1 }), (list.last ?? 0) <= count
      else { return nil }
      for number in result.indices { result[number].isSync = false }
      for number in list { result[number - 1].isSync = true }
    }
    return (result, durations != nil)
  }

  /// The samples of each track when all stand in fragments, and these are regular.
  func fragments() -> [Int: [Sample]]? {
    guard boxes(file).isWhole, let movie = only("moov", in: file), let list = only("mvex", in: movie),
      tree(movie).allSatisfy({ $0.type != "stsz" || number($0.payload + 8, 4) == 0 })
    else { return nil }
    let defaults = all("trex", in: list).map { box in
      (1...5).map { number(box.payload + 4 * $0, 4) ?? 0 }
    }
    var result: [Int: [Sample]] = [:]
    for moof in all("moof", in: file) {
      guard boxes(moof).isWhole else { return nil }
      for traf in all("traf", in: moof) {
        guard let header = only("tfhd", in: traf), let flags = number(header.payload + 1, 3),
          let id = number(header.payload + 4, 4), flags & 0x1_0000 == 0, flags & 0x2_0001 != 0
        else { return nil }
        let own = defaults.filter { $0[0] == id }
        var at = header.payload + 8
        // Base, description, duration, size, flags.
        guard own.count == 1 else { return nil }
        var values = [moof.start] + own[0].dropFirst()
        for (place, (bit, width)) in [(1, 8), (2, 4), (8, 4), (16, 4), (32, 4)].enumerated()
        where flags & bit != 0 {
          guard let value = next(width, &at), at <= header.end else { return nil }
          values[place] = value
        }
        var sample = Sample(offset: values[0])
        sample.time = result[id]?.last.map { $0.time + $0.duration } ?? 0
        // What a version means that nobody has written down is not known, and tells no time.
        if let box = all("tfdt", in: traf).first(where: { (number($0.payload, 1) ?? 2) < 2 }) {
          sample.time = number(box.payload + 4, number(box.payload, 1) == 1 ? 8 : 4) ?? -1
        }
        for run in all("trun", in: traf) {
          guard read(run, values, &sample, &result[id, default: []]) else { return nil }
        }
      }
    }
    return result
  }

  /// Appends the samples of a run, the first of which begins where `sample` says.
  func read(_ run: Box, _ values: [Int], _ sample: inout Sample, _ list: inout [Sample]) -> Bool {
    let (flags, count) = (number(run.payload + 1, 3) ?? 0, number(run.payload + 4, 4) ?? .max)
    var at = run.payload + 8
    func value(_ bit: Int) -> Int? { flags & bit == 0 ? nil : next(4, &at) ?? 0 }
    if let distance = value(1) { sample.offset = values[0] + signed(distance) }
    let first = value(4) ?? values[4]
    let stride = [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 } * 4
    guard sample.offset >= 0, (0..<1 << 62).contains(sample.time),
      count <= (stride > 0 ? 100_000 : 1_000), at + count * stride <= run.end
    else { return false }
    for row in 0..<count {
      sample.duration = value(0x100) ?? values[2]
      sample.size = value(0x200) ?? values[3]
      sample.isSync = (value(0x400) ?? (row == 0 ? first : values[4])) & 0x1_0000 == 0
      sample.shift = signed(value(0x800) ?? 0)
      list.append(sample)
      sample.time += sample.duration
      sample.offset += sample.size
    }
    return true
  }

  /// What each `senc` of version 0 holds, by where it begins, if one size of vectors alone fills it:
  /// place and size of a vector, then its pairs of clear and protected bytes.
  func encryption() -> [Int: [[Int]]] {
    var found: [Int: [[Int]]] = [:]
    for box in tree() where box.type == "senc" && number(box.payload, 1) == 0 {
      let (flags, count) = (number(box.payload + 1, 3) ?? 0, number(box.payload + 4, 4) ?? 0)
      var fitting: [[[Int]]] = []
      for width in [0, 8, 16] where count <= 100_000 {
        var (at, rows) = (box.payload + 8, [[Int]]())
        for _ in 0..<count where at <= box.end {
          if width > 0 { rows.append([at, width]) }
          at += width
          let pairs = flags & 2 == 0 ? 0 : next(2, &at) ?? 0
          for _ in 0..<pairs { rows.append([next(2, &at) ?? 0, next(4, &at) ?? 0]) }
        }
        if at == box.end { fitting.append(rows) }
      }
      if fitting.count == 1 { found[box.start] = fitting[0] }
    }
    return found
  }

  /// Number, and extents, of the items of the first `meta` that lie in the file.
  func items() -> [Int: [[Int]]] {
    guard let meta = all("meta", in: file).first, meta.end - meta.payload > 4,
      let list = only("iloc", in: Box(start: 0, payload: meta.payload + 4, end: meta.end)),
      let version = number(list.payload, 1), version < 3, let widths = number(list.payload + 4, 2)
    else { return [:] }
    let (place, length, base) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
    let (index, long) = (version == 0 ? 0 : widths & 15, version == 2 ? 4 : 2)
    // A row without bits is as often there as anybody says.
    guard [place, length, base, index].allSatisfy({ [0, 4, 8].contains($0) }),
      place + length + index > 0
    else { return [:] }
    var at = list.payload + 6 + long
    var result: [Int: [[Int]]] = [:]
    for _ in 0..<min(number(at - long, long) ?? 0, 10_000) {
      guard let id = next(long, &at), result[id] == nil else { return [:] }
      let method = version == 0 ? 0 : (next(2, &at) ?? 0) & 15
      guard next(2, &at) != nil, at <= list.end, let start = next(base, &at),
        let count = next(2, &at)
      else { return [:] }
      var extents: [[Int]] = []
      for _ in 0..<count {
        guard next(index, &at) != nil, let offset = next(place, &at), let size = next(length, &at),
          at <= list.end
        else { return [:] }
        extents.append([start &+ offset, size])
      }
      if method == 0 { result[id] = extents }
    }
    return result
  }

  /// Identifier, place and size of the frames of a tag of version 2.3 or 2.4 that they fill.
  func frames() -> [(id: String, start: Int, size: Int)] {
    guard bytes.count > 20, number(0, 3) == 0x49_4433, [3, 4].contains(bytes[3]), bytes[5] == 0,
      let tag = syncsafe(6), tag + 10 <= bytes.count
    else { return [] }
    var found: [(id: String, start: Int, size: Int)] = []
    var at = 10
    while at < tag + 10, bytes[at] != 0 {
      guard at + 10 <= tag + 10, let size = bytes[3] == 4 ? syncsafe(at + 4) : number(at + 4, 4),
        size > 0, size <= tag - at, number(at + 8, 2) == 0,
        bytes[at..<at + 4].allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) })
      else { return [] }
      found.append((text(at), at, size + 10))
      at += size + 10
    }
    return bytes[at..<tag + 10].allSatisfy({ $0 == 0 }) ? found : []
  }

  private func syncsafe(_ at: Int) -> Int? {
    guard let all = number(at, 4), all & 0x8080_8080 == 0 else { return nil }
    return bytes[at..<at + 4].reduce(0) { $0 << 7 | Int($1) }
  }
}

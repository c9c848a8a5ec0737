extension NaiveReader {
  // MARK: Fragments

  /// The samples of each track when all stand in fragments, and these are regular.
  func fragments() -> [Int: [Sample]]? {
    let (top, isWhole) = boxes(0..<bytes.count)
    var defaults: [Int: [Int]] = [:]
    for movie in top where movie.type == "moov" {
      for box in tree(movie.payload..<movie.end) where box.type == "stsz" {
        guard number(box.payload + 8, 4) == 0 else { return nil }
      }
      guard let list = child("mvex", of: movie) else { return nil }
      for box in boxes(list.payload..<list.end).list where box.type == "trex" {
        let row = (1...5).compactMap { number(box.payload + 4 * $0, 4) }
        guard row.count == 5, defaults.updateValue(row, forKey: row[0]) == nil else { return nil }
      }
    }
    guard isWhole, top.count(where: { $0.type == "moov" }) == 1 else { return nil }
    var result: [Int: [Sample]] = [:]
    for moof in top where moof.type == "moof" {
      let (children, isWhole) = boxes(moof.payload..<moof.end)
      guard isWhole else { return nil }
      for traf in children where traf.type == "traf" {
        guard let header = child("tfhd", of: traf), let flags = number(header.payload + 1, 3),
          let id = number(header.payload + 4, 4), let own = defaults[id], flags & 0x1_0000 == 0,
          flags & 0x2_0001 != 0
        else { return nil }
        var at = header.payload + 8
        var values = [moof.start, own[1], own[2], own[3], own[4]]
        for (place, (bit, width)) in [(1, 8), (2, 4), (8, 4), (16, 4), (32, 4)].enumerated()
        where flags & bit != 0 {
          guard let value = number(at, width), at + width <= header.end else { return nil }
          values[place] = value
          at += width
        }
        var offset = values[0]
        var time = result[id]?.last.map { $0.time + $0.duration } ?? 0
        for box in boxes(traf.payload..<traf.end).list.reversed() where box.type == "tfdt" {
          // What a version means that nobody has written down is not known, and tells no time.
          guard let version = number(box.payload, 1), version <= 1 else { continue }
          time = number(box.payload + 4, version == 1 ? 8 : 4) ?? -1
        }
        for run in boxes(traf.payload..<traf.end).list where run.type == "trun" {
          guard samples(run, values, &offset, &time, &result[id, default: []]) else { return nil }
        }
      }
    }
    return result
  }

  private func samples(
    _ run: Box, _ values: [Int], _ offset: inout Int, _ time: inout Int, _ result: inout [Sample]
  ) -> Bool {
    guard let flags = number(run.payload + 1, 3), let count = number(run.payload + 4, 4)
    else { return false }
    var at = run.payload + 8
    if flags & 1 != 0 {
      guard let distance = number(at, 4) else { return false }
      offset = values[0] + signed(distance)
      at += 4
    }
    var first = values[4]
    if flags & 4 != 0 {
      first = number(at, 4) ?? 0
      at += 4
    }
    let stride = [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 } * 4
    guard offset >= 0, time >= 0, time < 1 << 62, count <= (stride > 0 ? 100_000 : 1_000),
      at + count * stride <= run.end
    else { return false }
    for row in 0..<count {
      var sample = Sample(offset: offset, size: values[3], duration: values[2])
      var bits = row == 0 ? first : values[4]
      for bit in [0x100, 0x200, 0x400, 0x800] where flags & bit != 0 {
        let value = number(at, 4) ?? 0
        switch bit {
        case 0x100: sample.duration = value
        case 0x200: sample.size = value
        case 0x400: bits = value
        default: sample.shift = signed(value)
        }
        at += 4
      }
      sample.isSync = bits & 0x1_0000 == 0
      sample.time = time
      time += sample.duration
      offset += sample.size
      result.append(sample)
    }
    return true
  }

  /// What each `senc` of version 0 holds, by where it begins, if one size of vectors alone fills it:
  /// place and size of a vector, then its pairs of clear and protected bytes.
  func encryption() -> [Int: [[Int]]] {
    var found: [Int: [[Int]]] = [:]
    for box in tree(0..<bytes.count) where box.type == "senc" && number(box.payload, 1) == 0 {
      let (flags, count) = (number(box.payload + 1, 3) ?? 0, number(box.payload + 4, 4) ?? 0)
      var fitting: [[[Int]]] = []
      for width in [0, 8, 16] where count <= 100_000 {
        var (at, rows) = (box.payload + 8, [[Int]]())
        for _ in 0..<count where at <= box.end {
          if width > 0 { rows.append([at, width]) }
          at += width
          let pairs = flags & 2 == 0 ? 0 : number(at, 2) ?? 0
          at += flags & 2
          rows += (0..<pairs).map { [number(at + 6 * $0, 2) ?? 0, number(at + 6 * $0 + 2, 4) ?? 0] }
          at += 6 * pairs
        }
        if at == box.end { fitting.append(rows) }
      }
      if fitting.count == 1 { found[box.start] = fitting[0] }
    }
    return found
  }

  // MARK: Items and frames

  /// Number, and extents, of the items of the first `meta` that lie in the file.
  func items() -> [Int: [[Int]]] {
    guard let meta = boxes(0..<bytes.count).list.first(where: { $0.type == "meta" }),
      meta.end - meta.payload > 4,
      let list = child(
        "iloc", of: Box(type: "", start: 0, payload: meta.payload + 4, end: meta.end)),
      let version = number(list.payload, 1), version < 3, let widths = number(list.payload + 4, 2)
    else { return [:] }
    let (place, length) = (widths >> 12, widths >> 8 & 15)
    let (base, index) = (widths >> 4 & 15, version == 0 ? 0 : widths & 15)
    // A row without bits is as often there as anybody says.
    guard [place, length, base, index].allSatisfy({ [0, 4, 8].contains($0) }),
      place + length + index > 0
    else { return [:] }
    let long = version == 2 ? 4 : 2
    var at = list.payload + 6 + long
    var result: [Int: [[Int]]] = [:]
    for _ in 0..<min(number(at - long, long) ?? 0, 10_000) {
      guard let id = number(at, long), result[id] == nil else { return [:] }
      at += long
      let method = version == 0 ? 0 : (number(at, 2) ?? 0) & 15
      at += version == 0 ? 2 : 4
      guard let start = number(at, base), let count = number(at + base, 2), at <= list.end
      else { return [:] }
      at += base + 2
      var extents: [[Int]] = []
      for _ in 0..<count {
        guard let offset = number(at + index, place), let size = number(at + index + place, length),
          at + index + place + length <= list.end
        else { return [:] }
        extents.append([start &+ offset, size])
        at += index + place + length
      }
      if method == 0 { result[id] = extents }
    }
    return result
  }

  /// Identifier, place and size of the frames of a tag of version 2.3 or 2.4 that they fill.
  func frames() -> [(id: String, start: Int, size: Int)] {
    guard bytes.count > 20, text(0, 3) == "ID3", [3, 4].contains(bytes[3]), bytes[5] == 0,
      let tag = syncsafe(6), tag + 10 <= bytes.count
    else { return [] }
    var found: [(id: String, start: Int, size: Int)] = []
    var at = 10
    while at < tag + 10, bytes[at] != 0 {
      guard at + 10 <= tag + 10, let size = bytes[3] == 4 ? syncsafe(at + 4) : number(at + 4, 4),
        size > 0, size <= tag - at, number(at + 8, 2) == 0,
        bytes[at..<at + 4].allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) })
      else { return [] }
      found.append((text(at, 4), at, size + 10))
      at += size + 10
    }
    return bytes[at..<tag + 10].allSatisfy({ $0 == 0 }) ? found : []
  }

  private func syncsafe(_ at: Int) -> Int? {
    guard at + 4 <= bytes.count, bytes[at..<at + 4].allSatisfy({ $0 < 0x80 }) else { return nil }
    return bytes[at..<at + 4].reduce(0) { $0 << 7 | Int($1) }
  }
}

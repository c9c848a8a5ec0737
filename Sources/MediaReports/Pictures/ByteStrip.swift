import ByteReading
import MediaInspection
import Structure

/// Ranges joined to what a picture can show: what is long enough to be seen stands for itself, and what is
/// shorter is gathered in columns that are divided among their owners, so that no owner is lost.
///
/// Names and offsets are those of the ranges, never those of columns.
struct ByteStrip {
  let owners: [Drawing.Owner]
  let structure: Int
  private(set) var marks: [Drawing.Mark] = []
  /// The bytes of each owner.
  private(set) var totals: [UInt64]
  /// The bytes of a column.
  private let grain: UInt64
  /// Where the column begins that is gathered, and where it ends so far.
  private var start: UInt64 = 0
  private var end: UInt64 = 0
  private var parts: [Part] = []
  /// What the last mark stands for, when it is an area.
  private var last: Part?
  private let drawn: Int
  /// The tracks that are drawn, by their places in the movie.
  private let places: [Int]

  /// What one owner has of a column.
  fileprivate struct Part {
    var owner: Int
    /// Its bytes in the column.
    var count: UInt64
    var ranges = 1
    /// The first of its ranges, and where the last one ends.
    var first: (start: UInt64, end: UInt64)
    var end: UInt64
    var samples: ClosedRange<Int>?
    /// The places of the two who claim its bytes; empty where there are others.
    var sharers: [Int] = []
  }

  /// The columns of a file.
  static let columns: UInt64 = 960
  /// The least height of a part, so that it can be seen.
  private static let least = (part: 0.06, problem: 0.3)

  private var sharedPlace: Int { structure + 3 }
  private var nobodyPlace: Int { structure + 4 }

  var shared: UInt64 { totals[sharedPlace] }
  var nobody: UInt64 { totals[nobodyPlace] }

  /// - Parameters:
  ///   - size: The bytes of the file.
  ///   - owners: The tracks that are drawn.
  ///   - places: Their places in the movie; `nil` where they are its first ones.
  ///   - tracks: How many tracks the movie has.
  init(size: UInt64, owners: [Drawing.Owner], places: [Int]? = nil, tracks: Int) {
    drawn = owners.count
    self.places = places ?? Array(owners.indices)
    structure = drawn + (tracks > drawn ? 1 : 0)
    self.owners =
      owners + (tracks > drawn ? [Drawing.Owner("other tracks", "o", .rest)] : []) + [
        Drawing.Owner("structure", "S", .structure), Drawing.Owner("items", "i", .items),
        Drawing.Owner("padding", ".", .padding), Drawing.Owner("claimed twice", "2", .problem),
        Drawing.Owner("nobody", "-", .problem), Drawing.Owner("not known", "?", .other),
        // Without tracks it has the colour that it has in other pictures.
        Drawing.Owner("sound", "~", tracks == 0 ? .first : .rest),
        Drawing.Owner("a film of its own", "f", .film),
      ]
    totals = Array(repeating: 0, count: self.owners.count)
    grain = max(1, size / Self.columns)
  }

  /// Where among the owners a track stands, by its place in the movie; `nil` where it is not drawn.
  private func drawnPlace(of number: Int) -> Int? {
    number < drawn && number < places.count && places[number] == number ? number : places.firstIndex(of: number)
  }

  private func place(of owner: ByteMap.Owner) -> Int {
    switch owner {
    case .samples(let number), .auxiliary(let number): drawnPlace(of: number) ?? drawn
    case .structure: structure
    case .item: structure + 1
    case .freeSpace, .padding: structure + 2
    case .shared: sharedPlace
    case .nobody: nobodyPlace
    case .unknown, .notStructure: structure + 5
    case .sound: structure + 6
    case .film: structure + 7
    }
  }

  /// Goes on to the next range in the order of the file.
  mutating func add(_ range: ByteMap.Range) {
    guard range.end > range.start else { return }
    let place = place(of: range.owner)
    totals[place] &+= range.byteCount
    var samples: ClosedRange<Int>?
    if case .samples(let number) = range.owner, drawnPlace(of: number) != nil, range.firstSample > 0 {
      samples = range.firstSample...max(range.firstSample, range.lastSample)
    }
    var part = Part(
      owner: place, count: 0, first: (range.start, range.end), end: range.end, samples: samples)
    var at = range.start
    if place == sharedPlace { part.sharers = range.sharers.map { self.place(of: $0) } }
    // Goes on with a column that was begun, or stands for itself.
    while at < range.end {
      let isFresh = parts.isEmpty
      let rest = range.end - at
      let length = isFresh ? rest : min(rest, grain - min(grain, end - start))
      if isFresh { start = at }
      part.count = length
      gather(part)
      at += length
      end = at
      if end - start >= grain { flush() }
    }
  }

  /// No more ranges come.
  mutating func finish() { flush() }

  private mutating func gather(_ part: Part) {
    guard let known = parts.firstIndex(where: { $0.owner == part.owner }) else {
      parts.append(part)
      return
    }
    parts[known].join(part)
  }

  /// Draws what was gathered.
  private mutating func flush() {
    defer { parts.removeAll(keepingCapacity: true) }
    guard end > start, let first = parts.first else { return }
    let x = Double(start)...Double(end)
    guard parts.count > 1 else {
      var whole = first
      // What goes on is one mark, not one for each range.
      if let last, last.owner == whole.owner, marks.last?.x.upperBound == x.lowerBound {
        whole = last
        whole.join(first)
        marks[marks.count - 1] = mark(whole, .area, marks[marks.count - 1].x.lowerBound...x.upperBound)
      } else {
        marks.append(mark(whole, .area, x))
      }
      last = whole
      return
    }
    last = nil
    let ordered = parts.sorted { $0.owner < $1.owner }
    let sum = Double(end - start)
    let heights = ordered.map { part in
      max(
        Double(part.count) / sum,
        owners[part.owner].tone == .problem ? Self.least.problem : Self.least.part)
    }
    let whole = heights.reduce(0, +)
    var top = 1.0
    for (part, height) in zip(ordered, heights) {
      let foot = max(0, top - height / whole)
      var mark = mark(part, .share, x)
      mark.y = (foot, top)
      marks.append(mark)
      top = foot
    }
  }

  private func mark(_ part: Part, _ shape: Drawing.Shape, _ x: ClosedRange<Double>) -> Drawing.Mark {
    let owner = owners[part.owner]
    let length = part.ranges == 1 ? part.end - part.first.start : part.count
    var name = ByteWriter()
    name.put(owner.name)
    name.put(" from 0x")
    name.put(hex: part.first.start, digits: 1)
    name.put(" to 0x")
    name.put(hex: part.end, digits: 1)
    name.put(": ")
    name.put(length, "byte", "bytes")
    if part.ranges > 1 {
      name.put(" in ")
      name.put(grouped: UInt64(clamping: part.ranges))
      name.put(" ranges")
    }
    if let samples = part.samples {
      name.put(", ")
      name.put(
        UInt64(clamping: samples.lowerBound)...UInt64(clamping: samples.upperBound), "sample", "samples")
    }
    if part.sharers.count == 2 {
      name.put(", by ")
      name.put(owners[part.sharers[0]].name)
      name.put(" and ")
      name.put(owners[part.sharers[1]].name)
    }
    var mark = Drawing.Mark(
      0, shape, x: x, owner: part.owner, name: name.string, offset: part.first.start,
      isProblem: owner.tone == .problem)
    mark.samples = part.samples
    return mark
  }
}

extension ByteStrip.Part {
  /// Takes another part of the same owner in, which lies behind it.
  fileprivate mutating func join(_ other: Self) {
    count &+= other.count
    // The rest of a range that another column began is no range more.
    let isSame = other.first.start == first.start || other.first.end == end && other.ranges == 1
    end = max(end, other.end)
    guard !isSame else { return }
    if other.sharers != sharers { sharers = [] }
    ranges &+= other.ranges
    if let known = samples, let more = other.samples, more.lowerBound == known.upperBound &+ 1 {
      samples = known.lowerBound...more.upperBound
    } else {
      samples = nil
    }
  }
}

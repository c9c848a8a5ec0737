import Atoms
import ByteReading
public import Structure

/// Who owns each byte of a file: a header, a field, a sample, an item, padding, or nobody.
///
/// The ranges of a map tile the file. What samples and items refer to is compared with where media
/// data really is, so that the map also says which media data nothing refers to, what is referred to
/// twice, and what is referred to where no media data is.
///
/// ```swift
/// let map = ByteMap(document)
/// map.total(of: .nobody).byteCount   // bytes of `mdat` that nothing refers to
/// ```
public struct ByteMap: Sendable {
  /// Whose bytes they are.
  public enum Owner: Hashable, Sendable {
    /// Headers and fields of the atom at the top of the file with this index, and of those in it.
    case structure(Int)
    /// Samples of a track, by its place in ``tracks``.
    case samples(Int)
    /// The item with this ID.
    case item(UInt64)
    /// Data about the samples of a track, such as initialization vectors (`saio`).
    case auxiliary(Int)
    /// Media data that is referred to more than once.
    case shared
    /// `free`, `skip` and `wide`.
    case freeSpace
    /// Zeros and terminators between atoms.
    case padding
    /// The content of atoms that no table describes.
    case unknown
    /// Bytes that cannot be read as atoms.
    case notStructure
    /// Media data that nothing refers to.
    case nobody
  }

  /// Bytes of one owner that follow one another.
  public struct Range: Sendable, Equatable {
    public var start: UInt64
    public var end: UInt64
    public var owner: Owner
    /// The first and the last of the samples that lie in it, when samples own it; else 0.
    public var firstSample = 0
    public var lastSample = 0
    /// The two that refer to shared bytes, where there are no more.
    public var sharers: [Owner] = []

    public var byteCount: UInt64 { end &- start }
  }

  /// What an owner has in all.
  public struct Total: Sendable, Equatable {
    public var owner: Owner
    public var byteCount: UInt64 = 0
    public var rangeCount = 0
  }

  /// References that do not lead to media data.
  public struct Stray: Sendable, Equatable {
    public var owner: Owner
    /// Whether they lead past the end of the file; else to something else in it.
    public var isOutsideFile: Bool
    /// The chunks, runs or extents.
    public var count = 0
    /// Their bytes that are not where media data is; the largest number there is when they are more.
    public var byteCount: UInt64 = 0
    /// Where the first of them begins, and its first sample.
    public var firstOffset: UInt64
    public var firstSample: Int
    /// The atom that the first of them begins in; nothing outside the file, or when there are many.
    public var node: Int?
  }

  /// The ranges in the order of the file.
  public private(set) var ranges: [Range] = []
  /// The owners that have bytes, those of media first.
  public private(set) var totals: [Total] = []
  public private(set) var strays: [Stray] = []
  /// The bytes of headers of atoms, among those of structure.
  public private(set) var headerBytes: UInt64 = 0
  /// The tracks that owners refer to.
  public let tracks: [SampleTrack]

  /// Draws the map of `document`.
  ///
  /// - Complexity: O(*n* + *c* log *c*) in the nodes, the rows of tables of sizes and the chunks; when
  ///   chunks are in the order of the file, O(*n* + *c*).
  public init(_ document: Document, movie: MovieSamples? = nil) {
    let movie = movie ?? MovieSamples(document)
    tracks = movie.tracks
    var references = References(movie)
    references.collect()
    var ground = Ground(document)
    ground.survey()
    headerBytes = ground.headerBytes
    strays = references.strays(ground)
    let media = references.media(ground)
    ranges = Self.merged(ground.pieces, media)
    totals = Self.totals(of: ranges)
  }

  /// What `owner` has.
  public func total(of owner: Owner) -> Total {
    totals.first { $0.owner == owner } ?? Total(owner: owner)
  }

  /// The bytes of headers and fields.
  public var structureBytes: UInt64 {
    totals.reduce(0) { sum, total in
      if case .structure = total.owner { sum &+ total.byteCount } else { sum }
    }
  }

  /// Puts the ranges of media data between the others, in the order of the file.
  private static func merged(_ ground: [Range], _ media: [Range]) -> [Range] {
    var ranges: [Range] = []
    ranges.reserveCapacity(ground.count + media.count)
    var next = 0
    for piece in ground {
      guard piece.owner == .nobody else {
        append(piece, to: &ranges)
        continue
      }
      while next < media.count, media[next].start < piece.end {
        append(media[next], to: &ranges)
        next += 1
      }
    }
    return ranges
  }

  /// Adds a range, to the one before it when that is of the same owner and samples go on.
  fileprivate static func append(_ range: Range, to ranges: inout [Range]) {
    guard range.start < range.end else { return }
    if let last = ranges.indices.last, ranges[last].owner == range.owner,
      ranges[last].end == range.start, ranges[last].sharers == range.sharers,
      range.firstSample
        == (range.firstSample == 0
          ? ranges[last].firstSample
          : ranges[last].lastSample &+ 1)
    {
      ranges[last].end = range.end
      ranges[last].lastSample = range.lastSample
      return
    }
    ranges.append(range)
  }

  private static func totals(of ranges: [Range]) -> [Total] {
    var places: [Owner: Int] = [:]
    var totals: [Total] = []
    for range in ranges {
      let place = places[range.owner] ?? totals.count
      if place == totals.count {
        places[range.owner] = place
        totals.append(Total(owner: range.owner))
      }
      totals[place].byteCount &+= range.byteCount
      totals[place].rangeCount += 1
    }
    func rank(_ owner: Owner) -> (Int, UInt64) {
      switch owner {
      case .samples(let track): (0, UInt64(track))
      case .item(let id): (1, id)
      case .auxiliary(let track): (2, UInt64(track))
      case .shared: (3, 0)
      case .nobody: (4, 0)
      case .structure(let node): (5, UInt64(node))
      case .freeSpace: (6, 0)
      case .padding: (7, 0)
      case .unknown: (8, 0)
      case .notStructure: (9, 0)
      }
    }
    return totals.sorted { rank($0.owner) < rank($1.owner) }
  }
}

// MARK: What the file is made of

/// The file as its atoms divide it, with media data in one piece that nobody owns yet.
private struct Ground {
  let document: Document
  private(set) var pieces: [ByteMap.Range] = []
  private(set) var headerBytes: UInt64 = 0
  /// Where media data is, in the order of the file.
  private(set) var areas: [Swift.Range<UInt64>] = []
  /// The bytes of all areas before each of them.
  private var before: [UInt64] = []
  let end: UInt64

  init(_ document: Document) {
    self.document = document
    end = UInt64(document.tree.file.byteCount)
  }

  mutating func survey() {
    let tree = document.tree
    let tables = tree.tables
    let isFree = tables.map { ["free", "skip", "wide"].contains($0.syntax.code.description) }
    let isMedia = tables.map { ["mdat", "imda", "idat"].contains($0.syntax.code.description) }
    var position: UInt64 = 0
    var top = 0
    var known: NodeReader?
    for index in tree.indices {
      let node = tree[index]
      if node.depth == 0 { top = index }
      guard node.source == 0 else { continue }
      if node.start > position { add(position, node.start, .notStructure) }
      if node.isRaw {
        position = add(
          max(position, node.start), node.end,
          node.marks.contains(.padding) ? .padding : .notStructure)
        continue
      }
      let headerStart = max(position, node.start)
      position = add(headerStart, node.payloadStart, .structure(top))
      headerBytes &+= position &- headerStart
      let own = document.ownExtent(of: index)
      let table = Int(node.table)
      let owner: ByteMap.Owner
      if table >= tables.count {
        owner = .unknown
      } else if isFree[table] {
        owner = .freeSpace
      } else if isMedia[table] {
        owner = .nobody
        if node.type == "imda" {
          // Its identifier is a field.
          let reader = known ?? NodeReader(document)
          known = reader
          reader.open(index)
          if let data = reader.content("data") {
            position = add(position, UInt64(data.byteOffset), .structure(top))
          }
        }
      } else {
        owner = .structure(top)
      }
      position = add(position, UInt64(own.byteEnd), owner)
    }
    if position < end { add(position, end, .notStructure) }
    var sum: UInt64 = 0
    for area in areas {
      before.append(sum)
      sum &+= area.upperBound &- area.lowerBound
    }
  }

  /// Adds a piece up to `to`, as far as the file goes, and gives where it ends.
  @discardableResult
  private mutating func add(_ from: UInt64, _ to: UInt64, _ owner: ByteMap.Owner) -> UInt64 {
    let to = min(to, end)
    guard from < to else { return max(from, min(to, end)) }
    ByteMap.append(ByteMap.Range(start: from, end: to, owner: owner), to: &pieces)
    if owner == .nobody { areas.append(from..<to) }
    return to
  }

  /// The number of bytes of media data in `range`.
  func mediaBytes(in range: Swift.Range<UInt64>) -> UInt64 {
    mediaBytes(below: range.upperBound) &- mediaBytes(below: range.lowerBound)
  }

  private func mediaBytes(below offset: UInt64) -> UInt64 {
    var low = 0
    var high = areas.count
    while low < high {
      let middle = (low + high) / 2
      if areas[middle].lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let area = areas[low - 1]
    return before[low - 1] &+ min(offset, area.upperBound) &- area.lowerBound
  }
}

// MARK: What is referred to

/// Everything that refers to media data.
private struct References {
  let movie: MovieSamples
  let document: Document
  private var list: [Reference] = []
  /// The owners that references name by number.
  private var owners: [ByteMap.Owner] = []

  struct Reference {
    var start: UInt64
    var end: UInt64
    var owner: Int32
    var firstSample: Int
    var lastSample: Int
  }

  init(_ movie: MovieSamples) {
    self.movie = movie
    document = movie.document
  }

  mutating func collect() {
    for (place, track) in movie.tracks.enumerated() {
      let owner = number(of: .samples(place))
      for chunk in track.chunks {
        guard let start = chunk.offset, let end = chunk.end, start < end else { continue }
        add(
          start, end, owner, chunk.firstSample,
          chunk.firstSample.addingReportingOverflow(chunk.sampleCount - 1).partialValue)
      }
    }
    collectItems()
    for extent in AuxiliaryData.extents(of: movie) {
      let owner = number(of: .auxiliary(extent.track))
      add(extent.start, extent.start.saturatingAdd(extent.byteCount), owner, 0, 0)
    }
    var isSorted = true
    for index in list.indices.dropFirst() where list[index].start < list[index - 1].start {
      isSorted = false
      break
    }
    if !isSorted { list.sort { $0.start < $1.start } }
  }

  private mutating func number(of owner: ByteMap.Owner) -> Int32 {
    owners.append(owner)
    return Int32(clamping: owners.count - 1)
  }

  /// Adds a reference, to the last one when it goes on where that ends.
  private mutating func add(
    _ start: UInt64, _ end: UInt64, _ owner: Int32, _ first: Int, _ last: Int
  ) {
    guard start < end else { return }
    if let index = list.indices.last, list[index].owner == owner, list[index].end == start,
      list[index].lastSample &+ 1 == first || first == 0
    {
      list[index].end = end
      list[index].lastSample = last
      return
    }
    list.append(
      Reference(start: start, end: end, owner: owner, firstSample: first, lastSample: last))
  }

  private mutating func collectItems() {
    let tree = document.tree
    var walker = Walker()
    for index in tree.indices where tree[index].type == "iloc" && !tree[index].isRaw {
      var sink = ItemLocations()
      document.walk(index, &walker, into: &sink)
      let data = tree.parent(of: index).flatMap { tree.child("idat", of: $0) }
        .map { tree[$0] }
      for location in sink.locations {
        let base: UInt64
        let end: UInt64
        switch location.method {
        case 0 where location.isHere: (base, end) = (0, UInt64(tree.file.byteCount))
        case 1:
          guard let data, data.source == 0 else { continue }
          (base, end) = (data.payloadStart, data.end)
        default: continue
        }
        let start = base.saturatingAdd(location.offset)
        // A length of 0 is all there is (14496-12 §8.11.3).
        let last = location.length == 0 ? max(start, end) : start.saturatingAdd(location.length)
        add(start, last, number(of: .item(location.id)), 0, 0)
      }
    }
  }

  // MARK: References that lead nowhere

  func strays(_ ground: Ground) -> [ByteMap.Stray] {
    var strays: [ByteMap.Stray] = []
    var places: [Key: Int] = [:]
    func note(_ reference: Reference, _ isOutside: Bool, _ bytes: UInt64) {
      guard bytes > 0 else { return }
      let owner = owners[Int(reference.owner)]
      let key = Key(owner: owner, isOutside: isOutside)
      let place = places[key] ?? strays.count
      if place == strays.count {
        places[key] = place
        strays.append(
          ByteMap.Stray(
            owner: owner, isOutsideFile: isOutside, firstOffset: reference.start,
            firstSample: reference.firstSample,
            node: isOutside || strays.count >= 64
              ? nil : document.tree.innermost(at: reference.start)))
      }
      strays[place].count += 1
      strays[place].byteCount = strays[place].byteCount.saturatingAdd(bytes)
    }
    for reference in list {
      let here = min(reference.start, ground.end)..<min(reference.end, ground.end)
      let size = reference.end &- reference.start
      let inside = here.upperBound &- here.lowerBound
      note(reference, true, size &- inside)
      // Data about samples may stand in an atom of its own, as in `senc`.
      if case .auxiliary = owners[Int(reference.owner)] { continue }
      note(reference, false, inside &- ground.mediaBytes(in: here))
    }
    return strays
  }

  private struct Key: Hashable {
    let owner: ByteMap.Owner
    let isOutside: Bool
  }

  // MARK: Media data by owner

  /// Divides the areas of media data by who refers to them.
  func media(_ ground: Ground) -> [ByteMap.Range] {
    var ranges: [ByteMap.Range] = []
    ranges.reserveCapacity(list.count + ground.areas.count)
    // References in the order in which they end; mostly that in which they begin.
    var ends = Array(list.indices)
    var isSorted = true
    for index in ends.dropFirst() where list[index].end < list[index - 1].end {
      isSorted = false
      break
    }
    if !isSorted { ends.sort { list[$0].end < list[$1].end } }
    var opened = 0
    var closed = 0
    // Those that are open: how many, and the sum of their numbers, which is the number of the one.
    var sum = 0
    var area = 0
    var position: UInt64 = 0
    while area < ground.areas.count {
      let here = ground.areas[area]
      if position < here.lowerBound { position = here.lowerBound }
      // All that begins or ends up to the position.
      while true {
        if opened < list.count, list[opened].start <= position {
          sum &+= opened
          opened += 1
        } else if closed < opened, list[ends[closed]].end <= position {
          sum &-= ends[closed]
          closed += 1
        } else {
          break
        }
      }
      var next = here.upperBound
      if opened < list.count { next = min(next, list[opened].start) }
      if closed < opened { next = min(next, list[ends[closed]].end) }
      ByteMap.append(range(position, next, opened - closed, sum, opened - 1), to: &ranges)
      position = next
      if position >= here.upperBound { area += 1 }
    }
    return ranges
  }

  /// The bytes between two places, where `count` references are open whose numbers have this sum.
  private func range(
    _ start: UInt64, _ end: UInt64, _ count: Int, _ sum: Int, _ last: Int
  ) -> ByteMap.Range {
    guard count > 0 else { return ByteMap.Range(start: start, end: end, owner: .nobody) }
    if count == 1, list.indices.contains(sum) {
      var range = ByteMap.Range(start: start, end: end, owner: owners[Int(list[sum].owner)])
      range.firstSample = list[sum].firstSample
      range.lastSample = list[sum].lastSample
      return range
    }
    var range = ByteMap.Range(start: start, end: end, owner: .shared)
    // The last one that began is one of two; the other is what remains of the sum.
    if count == 2, list[last].end > start, list.indices.contains(sum - last) {
      range.sharers = [
        owners[Int(list[sum - last].owner)], owners[Int(list[last].owner)],
      ]
    }
    return range
  }
}

/// Where items lie, told by the fields of an `iloc`.
private struct ItemLocations: FieldSink {
  struct Location {
    var id: UInt64
    var method: UInt64
    /// Whether the data is in this file.
    var isHere: Bool
    var offset: UInt64
    var length: UInt64
  }

  private(set) var locations: [Location] = []
  private var id: UInt64 = 0
  private var method: UInt64 = 0
  private var reference: UInt64 = 0
  private var base: UInt64 = 0

  mutating func begin(_ group: borrowing GroupReading) {
    if group.kind == .item { (id, method, reference, base) = (0, 0, 0, 0) }
  }

  mutating func field(_ field: borrowing FieldReading) {
    let name = field.name
    if name.isSame(as: "item_ID") { id = field.raw }
    if name.isSame(as: "construction_method") { method = field.raw }
    if name.isSame(as: "data_reference_index") { reference = field.raw }
    if name.isSame(as: "base_offset") { base = field.raw }
  }

  mutating func table(_ table: borrowing TableReading) {
    guard table.name.isSame(as: "extents") else { return }
    let offsets = table.column(named: "extent_offset")
    let lengths = table.column(named: "extent_length")
    // An extent without numbers is all there is.
    let count = table.stride == 0 ? min(table.declared, 1) : table.count
    for row in 0..<count {
      let offset = offsets.map { table.raw(row: row, column: $0) } ?? 0
      locations.append(
        Location(
          id: id, method: method, isHere: reference == 0, offset: base.saturatingAdd(offset),
          length: lengths.map { table.raw(row: row, column: $0) } ?? 0))
    }
  }
}

import Atoms
import ByteReading
public import Structure

/// Who owns each byte of a file: a header, a field, a sample, an item, padding, or nobody.
///
/// The ranges of a map tile the file. What samples and items refer to is compared with where media
/// data really is, so that the map also says which media data no table refers to, what is referred to
/// twice, and what is referred to where no media data is.
///
/// ```swift
/// let map = ByteMap(document)
/// map.total(of: .nobody).byteCount   // bytes of `mdat` that no table refers to
/// for range in map.ranges { … }
/// ```
///
/// Ranges are not kept: each time one goes through them they are made from the tables of the samples,
/// so that memory does not grow with chunks that lie in the order of the file.
public struct ByteMap: Sendable {
  /// Whose bytes they are.
  public enum Owner: Hashable, Sendable {
    /// Headers and fields of the atom at the top of the file with this index, and of those in it.
    case structure(NodeIndex)
    /// Samples of a track, by its place in ``tracks``.
    case samples(Int)
    /// The item with this ID.
    case item(UInt64)
    /// Data about the samples of a track, such as initialization vectors (`saio`).
    case auxiliary(Int)
    /// Media data that is referred to more than once.
    case shared
    /// Sound that no table of samples divides: frames of MPEG audio and ADTS, chunks of sound data.
    case sound
    /// Media of a film with tables of its own, which stands in another file as a whole (`mpvd`).
    case film
    /// `free`, `skip` and `wide`.
    case freeSpace
    /// Zeros and terminators between atoms.
    case padding
    /// The content of atoms that no table describes.
    case unknown
    /// Bytes that cannot be read as atoms.
    case notStructure
    /// Media data that no table refers to.
    case nobody
  }

  /// Bytes of one owner that follow one another.
  public struct Range: Sendable, Equatable {
    /// The offset of the first byte in the file.
    public var start: UInt64
    /// The offset after the last byte.
    public var end: UInt64
    /// Whose bytes these are.
    public var owner: Owner
    /// The first and the last of the samples that lie in it, when samples own it; else 0.
    public var firstSample = 0
    /// The last of these samples, or 0.
    public var lastSample = 0
    /// The two that refer to shared bytes, where there are no more.
    public var sharers: [Owner] = []

    /// The number of bytes.
    public var byteCount: UInt64 { end &- start }
  }

  /// What an owner has in all.
  public struct Total: Sendable, Equatable {
    /// Whose bytes these are.
    public var owner: Owner
    /// How many bytes.
    public var byteCount: UInt64 = 0
    /// In how many ranges.
    public var rangeCount = 0
    /// Where its first range begins.
    public var firstOffset: UInt64 = 0
  }

  /// References that do not lead to media data.
  public struct Stray: Sendable, Equatable {
    /// Whose references they are.
    public var owner: Owner
    /// Whether they lead past the end of the file; else to something else in it.
    public var isOutsideFile: Bool
    /// The chunks, runs or extents.
    public var count = 0
    /// Their bytes that are not where media data is; the largest number there is when they are more.
    public var byteCount: UInt64 = 0
    /// Where the first of them begins, and its first sample.
    public var firstOffset: UInt64
    /// The first sample of the first of them; 0 for what is no sample.
    public var firstSample: Int
    /// The atom that the first of them begins in; `nil` outside the file, or when there are many.
    public var node: NodeIndex?
  }

  /// Two references to media data of which the second begins inside the first.
  public struct Overlap: Sendable, Equatable {
    /// The range that begins first.
    public var first: Range
    /// The range that begins inside the first.
    public var second: Range
  }

  /// The ranges in the order of the file.
  public let ranges: Ranges
  /// The owners that have bytes, those of media first. All structure is one, that of the first atom.
  public private(set) var totals: [Total] = []
  /// The references that do not lead to media data, in the order in which the owners are met.
  public private(set) var strays: [Stray] = []
  /// The first places where samples begin behind the beginning and before the end of other samples'
  /// chunk, 16 at most.
  public private(set) var overlaps: [Overlap] = []
  /// The bytes of headers of atoms, among those of structure.
  public var headerBytes: UInt64 { ranges.ground.headerBytes }
  /// The tracks that owners refer to.
  public let tracks: [SampleTrack]

  /// Draws the map of `document`.
  ///
  /// - Complexity: O(*n* + *c* log *t*) in the nodes, the rows of tables of sizes, the chunks and the
  ///   tracks; O(*c* log *c*) in the chunks of tracks that do not lie in the order of the file, which
  ///   are the only ones that are kept.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - movie: The samples of the document, where somebody has read them.
  ///   - notesStrays: Whether anybody asks for ``strays``, for which references behind all media data are gone through as
  ///     well; else there are none.
  ///   - body: Is called with each range in the order of the file, so that ``ranges`` need not be gone
  ///     through once more.
  public init(
    _ document: Document, movie: MovieSamples? = nil, notesStrays: Bool = true,
    visiting body: (Range) -> Void = { _ in }
  ) {
    let movie = movie ?? MovieSamples(document)
    tracks = movie.tracks
    var ranges = Ranges(work: document.work, ground: Ground(document), references: References(movie))
    var iterator = Ranges.Iterator(ranges, noting: Notes(document.tree, ranges.ground, strays: notesStrays))
    var tally = Tally(trackCount: tracks.count)
    while let range = iterator.next() {
      tally.add(range)
      body(range)
    }
    (strays, overlaps) = iterator.noted()
    totals = tally.totals
    ranges.count = tally.count
    self.ranges = ranges
  }

  /// What `owner` has.
  ///
  /// - Parameter owner: The owner.
  /// - Returns: Its bytes and ranges; none of both when it has none.
  public func total(of owner: Owner) -> Total {
    totals.first { $0.owner == owner } ?? Total(owner: owner)
  }
}

// MARK: Ranges

extension ByteMap {
  /// The ranges of a map, in the order of the file.
  public struct Ranges: Sequence, Sendable {
    fileprivate let work: Work
    fileprivate let ground: Ground
    fileprivate let references: References
    /// How many there are.
    public fileprivate(set) var count = 0

    /// How many ranges there are.
    public var underestimatedCount: Int { count }

    /// Goes through the ranges from the beginning of the file.
    ///
    /// - Returns: An iterator.
    public func makeIterator() -> Iterator { Iterator(self, noting: nil) }

    /// Divides media data by who refers to it, and puts the ranges between those of structure.
    public struct Iterator: IteratorProtocol {
      private var references: References.Iterator
      /// The next reference, which begins behind ``position``.
      private var waiting: Reference?
      /// The references that have begun: the three that end last, that one first. What there are more
      /// of changes nothing.
      private var open: [Reference] = []
      private var pieces: Survey
      /// The piece that is divided; `nil` behind the last one.
      private var here: Ground.Piece?
      private var position: UInt64 = 0
      /// What is joined with the next range when it goes on.
      private var pending: ByteMap.Range?
      private var notes: Notes?
      private let work: Work
      private var counted = 0

      fileprivate init(_ ranges: Ranges, noting notes: Notes?) {
        work = ranges.work
        pieces = ranges.ground.pieces
        here = pieces.next()
        references = References.Iterator(ranges.references)
        self.notes = notes
        advance()
      }

      private mutating func advance() {
        counted &+= 1
        if counted & 1_023 == 0,
          !work.charge(1_024, for: "there are no steps left for the whole map")
        {
          (here, waiting) = (nil, nil)
          return
        }
        waiting = references.next()
        if let waiting { notes?.note(waiting) }
      }

      /// The next range; `nil` after the last.
      ///
      /// - Returns: The range.
      public mutating func next() -> ByteMap.Range? {
        while let range = step() {
          guard var last = pending else {
            pending = range
            continue
          }
          if last.join(range) {
            pending = last
            continue
          }
          pending = range
          return last
        }
        defer { pending = nil }
        return pending
      }

      /// The next piece, which may go on where the one before it ended.
      private mutating func step() -> ByteMap.Range? {
        guard let here else { return nil }
        guard here.owner == .nobody else {
          self.here = pieces.next()
          return ByteMap.Range(start: here.start, end: here.end, owner: here.owner)
        }
        position = Swift.max(position, here.start)
        while let next = waiting, next.start <= position {
          begin(next)
          advance()
        }
        while let last = open.last, last.end <= position { open.removeLast() }
        var end = here.end
        if let waiting { end = Swift.min(end, waiting.start) }
        if let last = open.last { end = Swift.min(end, last.end) }
        let start = position
        position = end
        if end >= here.end { self.here = pieces.next() }
        switch open.count {
        case 0: return ByteMap.Range(start: start, end: end, owner: .nobody)
        case 1:
          return ByteMap.Range(
            start: start, end: end, owner: open[0].owner, firstSample: open[0].firstSample,
            lastSample: open[0].lastSample)
        default:
          var range = ByteMap.Range(start: start, end: end, owner: .shared)
          if open.count == 2 {
            let isInOrder = open[0].number < open[1].number
            range.sharers = [
              open[isInOrder ? 0 : 1].owner, open[isInOrder ? 1 : 0].owner,
            ]
          }
          return range
        }
      }

      private mutating func begin(_ reference: Reference) {
        while let last = open.last, last.end <= reference.start { open.removeLast() }
        guard reference.end > reference.start else { return }
        if let longest = open.first { notes?.note(reference, behind: longest) }
        var place = open.count
        while place > 0, open[place &- 1].end < reference.end { place &-= 1 }
        if place == 3 { return }
        if open.count == 3 { open.removeLast() }
        open.insert(reference, at: place)
      }

      /// What was noted of all references; no more ranges come.
      fileprivate mutating func noted() -> ([ByteMap.Stray], [ByteMap.Overlap]) {
        while waiting != nil, notes?.notesStrays == true { advance() }
        return (notes?.strays ?? [], notes?.overlaps ?? [])
      }
    }
  }
}

extension ByteMap.Range {
  /// Goes on with `other` when it is of the same owner, and samples go on.
  ///
  /// - Returns: Whether it does.
  fileprivate mutating func join(_ other: ByteMap.Range) -> Bool {
    guard owner == other.owner, end == other.start, sharers == other.sharers else { return false }
    if other.firstSample == firstSample, other.lastSample == lastSample {
      end = other.end
      return true
    }
    guard other.firstSample == lastSample &+ 1, other.firstSample > 0 else { return false }
    end = other.end
    lastSample = other.lastSample
    return true
  }
}

/// What the ranges of a map are in all.
private struct Tally {
  private(set) var count = 0
  private var tracks: [ByteMap.Total]
  /// Those of which there is one of a kind, by the kind; of all atoms at the top, which may be a million, too.
  private var kinds = Array(repeating: ByteMap.Total(owner: .unknown), count: 12)
  /// Those of items and auxiliary data, of which there may be many, and their places by number.
  private var numbered: [ByteMap.Total] = []
  private var places: [UInt64: Int] = [:]

  init(trackCount: Int) {
    tracks = (0..<trackCount).map { ByteMap.Total(owner: .samples($0)) }
  }

  mutating func add(_ range: ByteMap.Range) {
    count &+= 1
    switch range.owner {
    case .samples(let track): Self.add(range, to: &tracks[track])
    case .item(let number): add(range, toNumbered: number &<< 1)
    case .auxiliary(let track): add(range, toNumbered: UInt64(track) &<< 1 | 1)
    default:
      let kind = Self.rank(range.owner).kind
      if kinds[kind].rangeCount == 0 { kinds[kind].owner = range.owner }
      Self.add(range, to: &kinds[kind])
    }
  }

  /// - Parameter number: That of an item or a track, and in the last bit which of the two; items have 32 bits.
  private mutating func add(_ range: ByteMap.Range, toNumbered number: UInt64) {
    let place = places[number] ?? numbered.count
    if place == numbered.count {
      places[number] = place
      numbered.append(ByteMap.Total(owner: range.owner))
    }
    Self.add(range, to: &numbered[place])
  }

  private static func add(_ range: ByteMap.Range, to total: inout ByteMap.Total) {
    if total.rangeCount == 0 { total.firstOffset = range.start }
    total.byteCount &+= range.byteCount
    total.rangeCount &+= 1
  }

  /// The order in which owners are told, below 12, and in which those of one kind are.
  private static func rank(_ owner: ByteMap.Owner) -> (kind: Int, number: UInt64) {
    switch owner {
    case .samples(let track): (0, UInt64(track))
    case .item(let id): (1, id)
    case .auxiliary(let track): (2, UInt64(track))
    case .shared: (3, 0)
    case .nobody: (4, 0)
    case .sound: (5, 0)
    case .film: (6, 0)
    case .structure(let node): (7, UInt64(node.number))
    case .freeSpace: (8, 0)
    case .padding: (9, 0)
    case .unknown: (10, 0)
    case .notStructure: (11, 0)
    }
  }

  /// Samples and items first, then what of the media is shared or nobody's, structure, and the rest.
  var totals: [ByteMap.Total] {
    let all = tracks + numbered + kinds
    return all.filter { $0.rangeCount > 0 }.sorted { Self.rank($0.owner) < Self.rank($1.owner) }
  }
}

/// What is noted of references while a map is drawn.
private struct Notes {
  private let tree: Tree
  private let areas: MediaAreas
  private let end: UInt64
  /// Whether anybody asks for ``strays``.
  let notesStrays: Bool
  /// The area that the last reference lay in.
  private var near: (start: UInt64, end: UInt64) = (0, 0)
  private(set) var strays: [ByteMap.Stray] = []
  private var places: [Key: Int] = [:]
  /// The last that was asked for.
  private var last: (key: Key, place: Int)?
  private(set) var overlaps: [ByteMap.Overlap] = []

  private struct Key: Hashable {
    let owner: ByteMap.Owner
    let isOutside: Bool
  }

  init(_ tree: Tree, _ ground: Ground, strays: Bool) {
    self.tree = tree
    notesStrays = strays
    areas = ground.areas
    end = ground.end
  }

  /// Notes what of `reference` is not media data.
  mutating func note(_ reference: Reference) {
    if !notesStrays { return }
    if reference.start >= near.start, reference.start < near.end, reference.end <= near.end { return }
    let here = min(reference.start, end)..<min(reference.end, end)
    let inside = here.upperBound &- here.lowerBound
    add(reference, true, reference.end &- reference.start &- inside)
    // Data about samples may stand in an atom of its own, as in `senc`.
    if case .auxiliary = reference.owner { return }
    add(reference, false, inside &- areas.byteCount(in: here))
    if let area = areas.area(at: reference.start) { near = (area.lowerBound, area.upperBound) }
  }

  private mutating func add(_ reference: Reference, _ isOutside: Bool, _ bytes: UInt64) {
    guard bytes > 0 else { return }
    let key = Key(owner: reference.owner, isOutside: isOutside)
    // Most often it is of the same as the one before it.
    let place = last?.key == key ? last?.place ?? strays.count : places[key] ?? strays.count
    last = (key, place)
    if place == strays.count {
      places[key] = place
      strays.append(
        ByteMap.Stray(
          owner: reference.owner, isOutsideFile: isOutside, firstOffset: reference.start,
          firstSample: reference.firstSample,
          node: isOutside || strays.count >= 64 ? nil : tree.innermost(at: reference.start)))
    }
    strays[place].count += 1
    strays[place].byteCount = strays[place].byteCount.saturatingAdd(bytes)
  }

  /// Notes that `second` begins inside `first`.
  mutating func note(_ second: Reference, behind first: Reference) {
    guard overlaps.count < 16, first.start < second.start, first.end > second.start,
      first.firstSample > 0, second.firstSample > 0
    else { return }
    func range(_ reference: Reference) -> ByteMap.Range {
      ByteMap.Range(
        start: reference.start, end: reference.end, owner: reference.owner,
        firstSample: reference.firstSample, lastSample: reference.lastSample)
    }
    overlaps.append(ByteMap.Overlap(first: range(first), second: range(second)))
  }
}

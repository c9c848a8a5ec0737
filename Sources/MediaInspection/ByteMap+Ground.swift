import Atoms
import ByteReading
import SoundFiles
package import Structure

/// The file as its atoms divide it, with media data in one piece that nobody owns yet.
struct Ground: Sendable {
  struct Piece: Sendable {
    var start: UInt64
    var end: UInt64
    var owner: ByteMap.Owner
  }

  private let document: Document
  private(set) var headerBytes: UInt64 = 0
  /// Where media data is, in the order of the file.
  let areas: MediaAreas
  let end: UInt64

  init(_ document: Document) {
    self.document = document
    end = UInt64(document.tree.file.byteCount)
    var areas = MediaAreas()
    var survey = Survey(document)
    while let piece = survey.next() {
      if piece.owner == .nobody { areas.append(piece.start..<piece.end) }
    }
    headerBytes = survey.headerBytes
    self.areas = areas
  }

  /// The pieces in the order of the file, which are made each time one goes through them: a file of a
  /// million atoms has as many.
  var pieces: Survey { Survey(document) }
}

/// Goes through the nodes of a file and says whose their bytes are.
struct Survey: IteratorProtocol {
  private(set) var headerBytes: UInt64 = 0
  private let document: Document
  private let tree: Tree
  private let end: UInt64
  /// Whose bytes are those of a node, by its table.
  private let kinds: [Kind]
  private var index = NodeIndex(0)
  private var position: UInt64 = 0
  private var top = NodeIndex(0)
  private var known: NodeReader?
  /// The last piece, which may go on, and those before it that were not given yet.
  private var last: Ground.Piece?
  private var made: [Ground.Piece] = []
  private var given = 0

  /// What there is behind the header of a node.
  private enum Kind { case free, media, sound, image, fields }

  init(_ document: Document) {
    self.document = document
    tree = document.tree
    end = UInt64(tree.file.byteCount)
    let (free, media) = (PlainAtoms.freeSpace.map(\.key), PlainAtoms.mediaData.map(\.key))
    kinds = tree.tables.map { table in
      let code = table.syntax.code.description
      if free.contains(code) { return .free }
      if media.contains(code) { return .media }
      if table.syntax.isSound { return .sound }
      return code == "mini" ? .image : .fields
    }
  }

  mutating func next() -> Ground.Piece? {
    while given == made.count {
      if given > 0 {
        made.removeAll(keepingCapacity: true)
        given = 0
      }
      if index < tree.end {
        look(at: index)
        index = index.next
      } else {
        if position < end { position = add(position, end, .notStructure) }
        guard let piece = last else { return nil }
        last = nil
        return piece
      }
    }
    defer { given &+= 1 }
    return made[given]
  }

  /// Adds the pieces of the node at `index`, and those before it that are none.
  private mutating func look(at index: NodeIndex) {
    let node = tree[index]
    if node.depth == 0 { top = index }
    guard node.source == 0 else { return }
    let kind = Int(node.table) < kinds.count ? kinds[Int(node.table)] : nil
    let own = document.ownExtent(of: index)
    if node.start == position, kind == .fields, !node.isRaw, node.payloadStart <= end,
      node.payloadStart <= UInt64(own.byteEnd)
    {
      // Nearly all nodes are of fields, and begin where the one before them ends.
      headerBytes &+= node.payloadStart &- node.start
      if case .structure(top)? = last?.owner {
        position = min(UInt64(own.byteEnd), end)
        last?.end = position
      } else {
        position = add(node.start, UInt64(own.byteEnd), .structure(top))
      }
      return
    }
    if node.start > position { add(position, node.start, .notStructure) }
    if node.isRaw {
      position = add(
        max(position, node.start), node.end,
        node.marks.contains(.padding) ? .padding : .notStructure)
      return
    }
    let headerStart = max(position, node.start)
    position = add(headerStart, node.payloadStart, .structure(top))
    headerBytes &+= position &- headerStart
    var owner = ByteMap.Owner.structure(top)
    switch kind {
    case nil: owner = .unknown
    case .free: owner = .freeSpace
    case .media where tree[top].type == "mpvd":
      // The tables of a film in a motion photo count from its own first byte: its media are its own.
      owner = .film
    case .media:
      owner = .nobody
      if node.type == "imda" {
        // Its identifier is a field.
        if let data = read().view(IdentifiedMediaData.self, of: index).content(.data) {
          position = add(position, UInt64(data.byteOffset), .structure(top))
        }
      }
    case .sound: owner = .sound
    case .fields: break
    case .image:
      // Behind its fields stand alpha, the gain map and the image itself, whose numbers are always these.
      let image = read().view(MinimizedImageData.self, of: index)
      for (field, item) in [(.alpha_item_data, 2), (.gainmap_item_data, 4), (.main_item_data, 1)]
        as [(MinimizedImageData.Field, UInt64)]
      {
        guard let data = image.content(field), data.byteCount > 0 else { continue }
        position = add(position, UInt64(data.byteOffset), owner)
        position = add(position, UInt64(data.byteEnd), .item(item))
      }
    }
    position = add(position, UInt64(own.byteEnd), owner)
  }

  private mutating func read() -> NodeReader {
    let reader = known ?? NodeReader(document)
    known = reader
    return reader
  }

  /// Adds a piece up to `to`, as far as the file goes, and gives where it ends.
  @discardableResult
  private mutating func add(_ from: UInt64, _ to: UInt64, _ owner: ByteMap.Owner) -> UInt64 {
    let to = min(to, end)
    guard from < to else { return max(from, min(to, end)) }
    if let open = last, open.owner == owner, open.end == from {
      last?.end = to
    } else {
      if let open = last { made.append(open) }
      last = Ground.Piece(start: from, end: to, owner: owner)
    }
    return to
  }
}

/// Where media data is in a file.
package struct MediaAreas: Sendable {
  /// Where they begin and end, in the order of the file, none of them empty.
  private var starts: [UInt64] = []
  private var ends: [UInt64] = []
  /// The bytes of all areas before each of them.
  private var before: [UInt64] = []
  package private(set) var byteCount: UInt64 = 0

  init() {}

  /// Where media data is at the top of the file; `nil` when there is none, because then nothing can
  /// be said of where media should be.
  ///
  /// - Complexity: O(*n*) in the nodes at the top: all of them, for a recording may have a fragment for each frame, and
  ///   what was not looked at would be no media.
  package init?(of tree: Tree) {
    var hasMedia = false
    let end = UInt64(tree.file.byteCount)
    for index in tree.children(of: nil)
    where PlainAtoms.mediaData.contains(tree[index].type) {
      let start = tree[index].payloadStart
      hasMedia = true
      if start < min(tree[index].end, end) { append(start..<min(tree[index].end, end)) }
    }
    if !hasMedia { return nil }
  }

  /// Where bytes stand at the top of the file that no table describes: in free space, in boxes of unknown types, and
  /// where no box begins. What stands behind one another is one area; the header of free space is in none.
  ///
  /// - Complexity: O(*n*) in the nodes at the top.
  package static func undescribed(of tree: Tree) -> MediaAreas {
    var areas = MediaAreas()
    let end = UInt64(tree.file.byteCount)
    for index in tree.children(of: nil) {
      let node = tree[index]
      let isFree = PlainAtoms.freeSpace.contains(node.type) && !node.isRaw
      guard isFree || node.isRaw || node.table == Node.noTable else { continue }
      let (start, upper) = (isFree ? node.payloadStart : node.start, min(node.end, end))
      guard start < upper else { continue }
      if areas.ends.last == start, let last = areas.ends.indices.last {
        areas.ends[last] = upper
        areas.byteCount &+= upper &- start
      } else {
        areas.append(start..<upper)
      }
    }
    return areas
  }

  /// Adds an area behind all others.
  mutating func append(_ area: Swift.Range<UInt64>) {
    before.append(byteCount)
    byteCount &+= area.upperBound &- area.lowerBound
    starts.append(area.lowerBound)
    ends.append(area.upperBound)
  }

  /// The number of bytes of media data in `range`.
  ///
  /// - Complexity: O(log *n*) in the areas.
  func byteCount(in range: Swift.Range<UInt64>) -> UInt64 {
    byteCount(below: range.upperBound) &- byteCount(below: range.lowerBound)
  }

  /// The area that holds the byte at `offset`; `nil` when none does.
  ///
  /// - Complexity: O(log *n*) in the areas.
  package func area(at offset: UInt64) -> Swift.Range<UInt64>? {
    let place = count(below: offset == .max ? offset : offset + 1)
    guard place > 0, offset >= starts[place - 1], offset < ends[place - 1] else { return nil }
    return starts[place - 1]..<ends[place - 1]
  }

  /// The number of areas that begin before `offset`.
  private func count(below offset: UInt64) -> Int {
    (0..<starts.count).partitionPoint { starts[$0] < offset }
  }

  private func byteCount(below offset: UInt64) -> UInt64 {
    let place = count(below: offset)
    guard place > 0 else { return 0 }
    return before[place - 1] &+ min(offset, ends[place - 1]) &- starts[place - 1]
  }
}

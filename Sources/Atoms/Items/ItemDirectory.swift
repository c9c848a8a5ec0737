package import ByteReading
public import Structure

/// The items of one `meta`: what each is, which properties it has, where its data lie
/// (14496-12 §8.11).
///
/// Made when it is first asked for; a file with a million items is read once.
public struct ItemDirectory: Sendable {
  /// The `meta`.
  public let node: NodeIndex
  /// The item that stands for the whole, from `pitm`.
  public private(set) var primary: UInt64?
  /// The `infe` of each item.
  private var entries: [UInt64: NodeIndex] = [:]
  /// The properties, in the order of `ipco`.
  private var boxes: [NodeIndex] = []
  /// The numbers, from 1, of the properties of each item.
  private var numbers: [UInt64: [Int]] = [:]
  private var locations: [UInt64: Location] = [:]
  /// The item and the extent, from 0, whose row in `iloc` begins at a bit.
  private var rows: [Int: (item: UInt64, extent: Int)] = [:]
  /// The ranges of each item that `iloc` lists.
  private let places: ItemPlaces
  /// The first `ispe` of each item.
  private var imageSizes: [UInt64: NodeIndex] = [:]
  /// How many associations there are, of how many items.
  private(set) var associations: (count: Int, items: Int) = (0, 0)
  /// The bytes of all extents by where they are.
  private(set) var sizes: (file: UInt64, data: UInt64, items: UInt64, elsewhere: UInt64) =
    (0, 0, 0, 0)
  private unowned let document: Document
  private let share: MemoryShare

  /// Where the data of an item lie, as `iloc` says it.
  public struct Location: Sendable {
    /// 0 the file, 1 the `idat` of the same `meta`, 2 the data of another item.
    public var method: UInt64 = 0
    /// The file, 0 for this one.
    public var reference: UInt64 = 0
    /// What the offsets of all extents count from, in bytes.
    public var base: UInt64 = 0
    /// Where the data are, in the order in which they belong together, in bytes.
    public var extents: [(index: UInt64, offset: UInt64, length: UInt64)] = []
  }

  init(_ meta: NodeIndex, in document: Document) {
    node = meta
    self.document = document
    share = MemoryShare(document.memory, for: "there is no memory for a directory of all items")
    let tree = document.tree
    let reader = NodeReader(document)
    var known = 0
    if let node = tree.child("pitm", of: meta) {
      primary = reader.view(PrimaryItem.self, of: node).number(.item_ID)
    }
    if let list = tree.child("iinf", of: meta) {
      for index in tree.children(of: list) where tree[index].type == "infe" {
        if let id = reader.view(ItemEntry.self, of: index).number(.item_ID), entries[id] == nil {
          // What a place in a dictionary takes, which grows to twice its size.
          if known & 255 == 0, !share.grow(by: 256 * 64) { break }
          known += 1
          entries[id] = index
        }
      }
    }
    if let properties = tree.child("iprp", of: meta) {
      if let container = tree.child("ipco", of: properties) {
        boxes = Array(tree.children(of: container).prefix(32_767))
      }
      // There may be one for each version and set of flags.
      for index in tree.children(of: properties) where tree[index].type == "ipma" {
        let all = ItemAssociations(index, in: document, limit: .max).all
        // Of each item a list, and a place in a dictionary.
        guard share.grow(by: all.count * 32) else { break }
        for association in all {
          if numbers[association.item] == nil {
            if known & 255 == 0, !share.grow(by: 256 * 128) { break }
            known += 1
          }
          numbers[association.item, default: []].append(Int(clamping: association.property))
        }
      }
    }
    let boxes = boxes
    for (item, list) in numbers {
      associations.count += list.count
      let size = list.first {
        $0 >= 1 && $0 <= boxes.count && tree[boxes[$0 - 1]].type == "ispe"
      }
      if let size { imageSizes[item] = boxes[size - 1] }
    }
    associations.items = numbers.count
    // What each item has its data in, in the order of its references.
    var sources: [UInt64: [UInt64]] = [:]
    if let references = tree.child("iref", of: meta) {
      for index in tree.children(of: references) where tree[index].type == "iloc" {
        let fields = reader.view(ItemReference.self, of: index)
        guard let from = fields.number(.from_item_ID) else { continue }
        sources[from] = fields.numbers(.to_item_ID)
      }
    }
    var order: [UInt64] = []
    if let index = tree.child("iloc", of: meta) {
      for item in ItemLocations(index, in: document, limit: .max).items {
        guard share.grow(by: 256 + 160 * item.extents.count) else { break }
        for (place, piece) in item.extents.enumerated() where piece.place.count > 0 {
          rows[piece.place.start] = (item.id, place)
        }
        guard locations[item.id] == nil else { continue }
        locations[item.id] = Location(
          method: item.method, reference: item.dataReference, base: item.baseOffset,
          extents: item.extents.map { ($0.index, $0.offset, $0.length) })
        order.append(item.id)
      }
    }
    let data = tree.child("idat", of: meta).flatMap { data in
      tree[data].source == 0 ? tree[data].payloadStart..<tree[data].end : nil
    }
    places = ItemPlaces(
      order, locations, sources: sources, file: 0..<UInt64(tree.file.byteCount), data: data)
    sizes = Self.sizes(of: locations.values)
    document.work.charge(
      entries.count + associations.count + rows.count
        + places.steps)
  }

  // MARK: What items are

  /// Whether no item is described.
  public var isEmpty: Bool { entries.isEmpty }

  /// The items that are described, in no order.
  public var described: some Collection<UInt64> { entries.keys }

  /// The `infe` of an item.
  ///
  /// - Parameter item: The ID of an item.
  /// - Returns: `nil` when no `infe` has it.
  public func entry(of item: UInt64) -> NodeIndex? { entries[item] }

  /// The property with this number, from 1.
  ///
  /// - Parameter number: From 1.
  /// - Returns: `nil` when there are fewer.
  public func property(_ number: Int) -> NodeIndex? {
    number >= 1 && number <= boxes.count ? boxes[number - 1] : nil
  }

  /// The properties of an item, in the order of its associations.
  ///
  /// - Parameter item: The ID of an item.
  /// - Returns: Its properties; those that are not there are left out.
  public func properties(of item: UInt64) -> [NodeIndex] {
    (numbers[item] ?? []).compactMap { property($0) }
  }

  /// The first `ispe` that an item has: the size of an image.
  ///
  /// - Parameter item: The ID of an item.
  /// - Returns: `nil` when it has none.
  public func imageSize(of item: UInt64) -> NodeIndex? { imageSizes[item] }

  /// Whether an item is a coded picture, by its type; of a type that is not known, by its size in pixels.
  ///
  /// - Parameters:
  ///   - item: The ID of an item.
  ///   - type: Its type; `nil` when its entry has none.
  package func isCodedPicture(_ item: UInt64, type: FourCC?) -> Bool {
    guard let type else { return false }
    if Self.codedPictures.contains(type) { return true }
    return imageSize(of: item) != nil && !Self.derivations.contains(type) && !Self.noPictures.contains(type)
  }

  /// Whether items of this type say how pictures are put together of others.
  package static func isDerivation(_ type: FourCC?) -> Bool { type.map { derivations.contains($0) } ?? false }

  private static let codedPictures: [FourCC] = [
    "av01", "avc1", "evc1", "hvc1", "hvc2", "hvt1", "j2k1", "jpeg", "jxs1", "lhv1", "lvc1", "mski", "sato", "tili",
    "unci", "vvc1",
  ]
  private static let derivations: [FourCC] = ["grid", "iovl", "iden", "tmap"]
  /// Items that are no pictures, whatever properties they have.
  package static let noPictures: [FourCC] = ["mime", "uri ", "Exif", "iptc", "rgan", "auvd", "it35", "nnr1", "mint"]

  /// The items that have associations, in the order of their numbers.
  ///
  /// - Complexity: O(*n* log *n*) in their number, which is ``associations```.items`.
  func associated() -> [(id: UInt64, numbers: [Int])] {
    numbers.map { (id: $0.key, numbers: $0.value) }.sorted { $0.id < $1.id }
  }

  // MARK: Where they are

  /// The bytes of all extents by where they are.
  private static func sizes(
    of locations: some Sequence<Location>
  ) -> (file: UInt64, data: UInt64, items: UInt64, elsewhere: UInt64) {
    var sizes: (file: UInt64, data: UInt64, items: UInt64, elsewhere: UInt64) = (0, 0, 0, 0)
    for location in locations {
      let size = location.extents.reduce(0) { $0 &+ $1.length }
      if location.reference != 0 {
        sizes.elsewhere &+= size
      } else {
        switch location.method {
        case 0: sizes.file &+= size
        case 1: sizes.data &+= size
        default: sizes.items &+= size
        }
      }
    }
    return sizes
  }

  /// Where the data of an item lie, as the file says it.
  ///
  /// - Parameter item: The ID of an item.
  /// - Returns: `nil` when `iloc` has no row for it.
  public func location(of item: UInt64) -> Location? { locations[item] }

  /// Where bytes of an item are in the file.
  public enum Data: Sendable {
    /// In these ranges, in the order of the data, with as many bytes in all.
    case found(ArraySlice<Range<UInt64>>, byteCount: UInt64)
    /// Another file holds them, one of them does not fit what it lies in, or items have their data in
    /// each other.
    case absent
    /// Items have their data in so many parts of others that they were not followed.
    case tooMany
  }

  /// Where the data of an item lie in the file.
  ///
  /// - Complexity: O(1).
  ///
  /// - Parameter item: The ID of an item.
  /// - Returns: The ranges, or why there are none.
  public func data(of item: UInt64) -> Data {
    switch places[item] {
    case .found(let first, let count, let byteCount):
      .found(places.ranges[first..<first + count], byteCount: byteCount)
    case .absent, .open: .absent
    case .tooMany: .tooMany
    }
  }

  /// Where the extent whose row in `iloc` begins at a bit lies in the file: the first of its ranges,
  /// no more than `count` of them.
  ///
  /// - Complexity: O(`count` + log *n*) in the number of ranges of the item that it lies in.
  func data(ofRowAt bit: Int, atMost count: Int) -> Data {
    guard let (item, extent) = rows[bit], let location = locations[item] else { return .absent }
    var found: [Range<UInt64>] = []
    switch places.part(extent, of: item, location, atMost: count, into: &found) {
    case .found(_, _, let byteCount): return .found(found[...], byteCount: byteCount)
    case .absent, .open: return .absent
    case .tooMany: return .tooMany
    }
  }

  /// How the item whose extent has its row at this bit is stored.
  func location(ofRowAt bit: Int) -> Location? { rows[bit].flatMap { locations[$0.item] } }
}

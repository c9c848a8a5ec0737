public import ByteReading
import Structure

/// The items of one `meta`: what each is, which properties it has, where its data lie
/// (14496-12 §8.11).
///
/// Made when it is first asked for; a file with a million items is read once.
public struct ItemDirectory: Sendable {
  /// The `meta`.
  public let node: Int
  /// The item that stands for the whole, from `pitm`.
  public private(set) var primary: UInt64?
  /// The `infe` of each item.
  private var entries: [UInt64: Int] = [:]
  /// The properties, in the order of `ipco`.
  private var boxes: [Int] = []
  /// The numbers, from 1, of the properties of each item.
  private var numbers: [UInt64: [Int]] = [:]
  private var locations: [UInt64: Location] = [:]
  /// The item and the extent, from 0, whose row in `iloc` begins at a bit.
  private var rows: [Int: (item: UInt64, extent: Int)] = [:]
  /// What each item has its data in, in the order of its `iloc` references.
  private var sources: [UInt64: [UInt64]] = [:]
  private unowned let document: Document

  /// Where the data of an item lie, as `iloc` says it.
  public struct Location: Sendable {
    /// 0 the file, 1 the `idat` of the same `meta`, 2 the data of another item.
    public var method: UInt64 = 0
    /// The file, 0 for this one.
    public var reference: UInt64 = 0
    public var base: UInt64 = 0
    public var extents: [(index: UInt64, offset: UInt64, length: UInt64)] = []
  }

  init(_ meta: Int, in document: Document) {
    node = meta
    self.document = document
    let tree = document.tree
    let reader = NodeReader(document)
    if let node = tree.child("pitm", of: meta) {
      reader.open(node)
      primary = reader.number("item_ID")
    }
    if let list = tree.child("iinf", of: meta) {
      for index in tree.children(of: list) where tree[index].type == "infe" {
        reader.open(index)
        if let id = reader.number("item_ID"), entries[id] == nil { entries[id] = index }
      }
    }
    var walker = Walker()
    if let properties = tree.child("iprp", of: meta) {
      if let container = tree.child("ipco", of: properties) {
        boxes = Array(tree.children(of: container).prefix(32_767))
      }
      // There may be one for each version and set of flags.
      for index in tree.children(of: properties) where tree[index].type == "ipma" {
        var sink = Associations()
        document.walk(index, &walker, into: &sink)
        for (item, more) in sink.numbers { numbers[item, default: []] += more }
      }
    }
    if let index = tree.child("iloc", of: meta) {
      var sink = Locations()
      document.walk(index, &walker, into: &sink)
      locations = sink.locations
      rows = sink.rows
    }
    if let references = tree.child("iref", of: meta) {
      for index in tree.children(of: references) where tree[index].type == "iloc" {
        reader.open(index)
        guard let from = reader.number("from_item_ID") else { continue }
        sources[from] = reader.numbers("to_item_ID")
      }
    }
  }

  // MARK: What items are

  /// Whether no item is described.
  public var isEmpty: Bool { entries.isEmpty }

  /// The `infe` of an item.
  public func entry(of item: UInt64) -> Int? { entries[item] }

  /// The property with this number, from 1.
  public func property(_ number: Int) -> Int? {
    number >= 1 && number <= boxes.count ? boxes[number - 1] : nil
  }

  /// The properties of an item, in the order of its associations.
  public func properties(of item: UInt64) -> [Int] {
    (numbers[item] ?? []).compactMap { property($0) }
  }

  /// The first property of this type that an item has.
  public func property(_ type: FourCC, of item: UInt64) -> Int? {
    properties(of: item).first { document.tree[$0].type == type }
  }

  /// The items that have associations, in the order of their numbers.
  var associated: [(id: UInt64, numbers: [Int])] {
    numbers.map { (id: $0.key, numbers: $0.value) }.sorted { $0.id < $1.id }
  }

  // MARK: Where they are

  /// The bytes of all extents by where they are.
  var sizes: (file: UInt64, data: UInt64, items: UInt64, elsewhere: UInt64) {
    var sizes: (file: UInt64, data: UInt64, items: UInt64, elsewhere: UInt64) = (0, 0, 0, 0)
    for location in locations.values {
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
  public func location(of item: UInt64) -> Location? { locations[item] }

  /// Where the data of an item lie in the file: its ranges in the order of the data.
  ///
  /// Nothing when another file holds them, when one of them does not fit the file, or when items have
  /// their data in each other.
  public func ranges(of item: UInt64) -> [Range<UInt64>]? { ranges(of: item, depth: 0) }

  /// Where the extent whose row in `iloc` begins at this bit lies in the file.
  func ranges(ofRowAt bit: Int) -> [Range<UInt64>]? {
    guard let (item, extent) = rows[bit], let location = locations[item],
      extent < location.extents.count
    else { return nil }
    return ranges(location, location.extents[extent], of: item, depth: 0)
  }

  /// How the item whose extent has its row at this bit is stored.
  func location(ofRowAt bit: Int) -> Location? { rows[bit].flatMap { locations[$0.item] } }

  private func ranges(of item: UInt64, depth: Int) -> [Range<UInt64>]? {
    guard depth < 8, let location = locations[item] else { return nil }
    var all: [Range<UInt64>] = []
    for extent in location.extents {
      guard let ranges = ranges(location, extent, of: item, depth: depth),
        all.count + ranges.count <= 65_536
      else { return nil }
      all += ranges
    }
    return all
  }

  private func ranges(
    _ location: Location, _ extent: (index: UInt64, offset: UInt64, length: UInt64),
    of item: UInt64, depth: Int
  ) -> [Range<UInt64>]? {
    guard location.reference == 0 else { return nil }
    let (offset, overflow) = location.base.addingReportingOverflow(extent.offset)
    if overflow { return nil }
    let isWhole = extent.length == 0 && location.extents.count == 1
    let whole: [Range<UInt64>]
    switch location.method {
    case 0: whole = [0..<UInt64(document.tree.file.byteCount)]
    case 1:
      guard let data = document.tree.child("idat", of: node), document.tree[data].source == 0
      else { return nil }
      whole = [document.tree[data].payloadStart..<document.tree[data].end]
    case 2:
      let place = extent.index == 0 ? 0 : extent.index - 1
      guard let list = sources[item], place < UInt64(list.count), list[Int(place)] != item,
        let ranges = ranges(of: list[Int(place)], depth: depth + 1)
      else { return nil }
      whole = ranges
    default: return nil
    }
    return Self.part(of: whole, from: offset, count: isWhole ? nil : extent.length)
  }

  /// `count` bytes, or all there are, from `offset` on of what lies in `ranges`.
  private static func part(
    of ranges: [Range<UInt64>], from offset: UInt64, count: UInt64?
  ) -> [Range<UInt64>]? {
    var skip = offset
    var left = count ?? .max
    var found: [Range<UInt64>] = []
    for range in ranges where left > 0 {
      let size = UInt64(range.count)
      if skip >= size {
        skip -= size
        continue
      }
      let start = range.lowerBound + skip
      let taken = min(size - skip, left)
      found.append(start..<start + taken)
      skip = 0
      left -= taken
    }
    if count != nil, left > 0 { return nil }
    return skip > 0 ? nil : found
  }

  // MARK: Listening to the tables

  private struct Associations: FieldSink {
    var numbers: [UInt64: [Int]] = [:]
    private var item: UInt64 = 0

    mutating func field(_ field: borrowing FieldReading) {
      if field.name.isSame(as: "item_ID") { item = field.raw }
    }

    mutating func table(_ table: borrowing TableReading) {
      guard let column = table.column(named: "property_index") else { return }
      numbers[item, default: []] +=
        (0..<table.count).map { Int(table.raw(row: $0, column: column)) }
    }
  }

  private struct Locations: FieldSink {
    var locations: [UInt64: Location] = [:]
    var rows: [Int: (item: UInt64, extent: Int)] = [:]
    private var item: UInt64 = 0
    private var location = Location()

    mutating func field(_ field: borrowing FieldReading) {
      let name = field.name
      if name.isSame(as: "item_ID") {
        item = field.raw
        location = Location()
      } else if name.isSame(as: "construction_method") {
        location.method = field.raw
      } else if name.isSame(as: "data_reference_index") {
        location.reference = field.raw
      } else if name.isSame(as: "base_offset") {
        location.base = field.raw
      }
    }

    mutating func table(_ table: borrowing TableReading) {
      let index = table.column(named: "item_reference_index")
      let offset = table.column(named: "extent_offset")
      let length = table.column(named: "extent_length")
      for row in 0..<table.count {
        rows[table.extent(ofRow: row).start] = (item, row)
        func value(_ column: Int?) -> UInt64 {
          column.map { table.raw(row: row, column: $0) } ?? 0
        }
        location.extents.append((value(index), value(offset), value(length)))
      }
      if locations[item] == nil { locations[item] = location }
    }
  }
}

package import ByteReading
package import Structure

/// How an image is put together of tiles of one size (23008-12 §6.6.2.3).
package struct ImageGrid: Sendable {
  /// 1...256 each.
  package let rows: UInt64
  package let columns: UInt64
  /// The pixels of the whole, which the tiles cover.
  package let width: UInt64
  package let height: UInt64
  /// How many images it is put together from.
  package var tileCount: UInt64 { rows &* columns }

  /// What the data of the item `item` of type `grid` say; `nil` when they lie in several pieces, or end before all is
  /// said.
  package init?(of item: UInt64, among items: ItemDirectory, in source: ByteSource) {
    guard case .found(let ranges, _) = items.data(of: item), ranges.count == 1, let range = ranges.first else { return nil }
    self.init(range, in: source)
  }

  /// What the data of an item of type `grid` say; `nil` when they end before all is said.
  ///
  /// - Parameters:
  ///   - range: Where they lie, in bytes of `source`.
  package init?(_ range: Range<UInt64>, in source: ByteSource) {
    var sink = GridFields()
    guard ItemData.walk("grid", in: range, of: source, into: &sink), let rows = sink.rows, let columns = sink.columns,
      let width = sink.width,
      let height = sink.height
    else { return nil }
    self.rows = rows &+ 1
    self.columns = columns &+ 1
    self.width = width
    self.height = height
  }
}

/// What is asked of the data of an image grid.
private struct GridFields: FieldSink {
  var rows: UInt64?
  var columns: UInt64?
  var width: UInt64?
  var height: UInt64?

  mutating func field(_ field: borrowing FieldReading) {
    if field.is(.rows_minus_one, in: DerivedImage.self) { rows = field.raw }
    if field.is(.columns_minus_one, in: DerivedImage.self) { columns = field.raw }
    if field.is(.output_width, in: DerivedImage.self) { width = field.raw }
    if field.is(.output_height, in: DerivedImage.self) { height = field.raw }
  }

  mutating func table(_ table: borrowing TableReading) {}
}

/// What an image is made of, and what goes with it.
package struct ImageParts: Sendable {
  /// A reference from one item to others (14496-12 §8.11.12).
  package struct Reference: Sendable {
    package let type: FourCC
    package let from: UInt64
    /// The first 4,096 of them.
    package let to: [UInt64]
    /// How many it says there are.
    package let count: Int
    package let node: NodeIndex
  }

  private static let itemLimit = 4_096

  /// The references among the items of `meta`, in the order of the file: the first `limit` of them, of
  /// each the first 4,096 items.
  package static func references(
    in meta: NodeIndex, of document: Document, limit: Int = 1_024
  ) -> [Reference] {
    let tree = document.tree
    guard let list = tree.child("iref", of: meta) else { return [] }
    let reader = NodeReader(document)
    var found: [Reference] = []
    for index in tree.children(of: list) where !tree[index].isRaw {
      guard found.count < limit else { break }
      let fields = reader.view(ItemReference.self, of: index)
      guard let from = fields.number(.from_item_ID) else { continue }
      let (to, count) = targets(of: fields, limit: itemLimit)
      found.append(Reference(type: tree[index].type, from: from, to: to, count: count, node: index))
    }
    document.work.charge(found.count)
    return found
  }

  /// The items that a reference leads to, the first `limit` of them, and how many it says there are.
  static func targets(of reference: View<ItemReference>, limit: Int) -> (items: [UInt64], count: Int) {
    reference.withTable(.to_item_ID) { table in
      guard table.stride > 0 else { return ([], table.declared) }
      return ((0..<min(table.count, limit)).map { table.raw(row: $0, column: 0) }, table.declared)
    } ?? ([], 0)
  }

  /// Whether all references among the items of `meta` could be read: one that could not may be from any of them.
  package static func areRead(in meta: NodeIndex, of document: Document) -> Bool {
    let tree = document.tree
    guard let list = tree.children(of: meta).first(where: { tree[$0].type == "iref" }) else { return true }
    return !tree[list].isRaw && !tree.children(of: list).contains { tree[$0].isRaw }
  }
}

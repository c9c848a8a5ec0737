import Atoms
package import ByteReading
package import Structure

/// How the image that stands for a file is put together (23008-12 §6.6.2), and what goes with it.
package struct ImageLayout: Sendable {
  /// A tile, or any item that another one refers to.
  package struct Part: Sendable {
    package let item: UInt64
    /// Where its data begin in the file, and how many bytes they are; `nil` when they are not there.
    package let offset: UInt64?
    package let byteCount: UInt64
  }

  /// One item that refers to others.
  package struct Reference: Sendable {
    package let type: FourCC
    package let from: UInt64
    /// The type of that item; `nil` when it is not known.
    package let kind: FourCC?
    package let to: [UInt64]
  }

  /// The number of the item.
  package let item: UInt64
  /// Its pixels, 0 when they are not known.
  package let width: UInt64
  package let height: UInt64
  /// How many tiles it has across and down, 1...256; 0 for an image that is no grid.
  package let columns: UInt64
  package let rows: UInt64
  /// The pixels of a tile; `nil` when they are not known.
  package let tile: (width: UInt64, height: UInt64)?
  /// The tiles that there are, row by row; the first 4,096.
  package let tiles: [Part]
  /// The properties that are kept.
  static let changeLimit = 64

  /// The properties that change the whole before it is shown, in their order; the first 64.
  package let changes: [NodeIndex]
  /// The first 1,024 references.
  package let references: [Reference]

  /// The items of `document` that are grids, by their numbers.
  ///
  /// - Complexity: O(*n* log *n*) in the items of the file.
  package static func grids(of document: Document) -> [UInt64] {
    guard let context = document.context as? AtomContext,
      let meta = document.tree.child("meta", of: nil), let items = context.items(around: meta)
    else { return [] }
    let reader = NodeReader(document)
    return items.described.filter { kind(of: $0, items, reader) == "grid" }.sorted()
  }

  /// The layout of an item of `document`, of the primary one unless another is named; `nil` when it has
  /// none.
  ///
  /// - Complexity: O(*n*) in the items of the file.
  package init?(_ document: Document, item wanted: UInt64? = nil) {
    let tree = document.tree
    guard let context = document.context as? AtomContext, let meta = tree.child("meta", of: nil),
      let items = context.items(around: meta), let item = wanted ?? items.primary
    else { return nil }
    let reader = NodeReader(document)
    self.item = item
    references = ImageParts.references(in: meta, of: document).map { reference in
      Reference(
        type: reference.type, from: reference.from,
        kind: Self.kind(of: reference.from, items, reader), to: reference.to)
    }
    changes = Self.changes(of: item, items, tree)
    let grid = Self.grid(of: item, items, reader)
    (width, height) = Self.size(of: item, grid, items, reader)
    guard let grid else {
      (columns, rows, tile, tiles) = (0, 0, nil, [])
      return
    }
    (columns, rows) = (grid.columns, grid.rows)
    let numbers = references.first { $0.type == "dimg" && $0.from == item }?.to ?? []
    tile = numbers.first.flatMap { Self.pixels(of: $0, items, reader) }
    tiles = numbers.map { number in
      guard case .found(let ranges, let count) = items.data(of: number), let first = ranges.first
      else { return Part(item: number, offset: nil, byteCount: 0) }
      return Part(item: number, offset: first.lowerBound, byteCount: count)
    }
  }

  /// The type that the entry of an item says.
  static func kind(
    of item: UInt64, _ items: ItemDirectory, _ reader: NodeReader
  ) -> FourCC? {
    items.entry(of: item).flatMap { reader.view(ItemEntry.self, of: $0).code(.item_type) }
  }

  /// The properties that change an item before it is shown, in their order; the first 64.
  static func changes(of item: UInt64, _ items: ItemDirectory, _ tree: Tree) -> [NodeIndex] {
    let changing: [FourCC] = ["clap", "irot", "imir"]
    return Array(items.properties(of: item).lazy.filter { changing.contains(tree[$0].type) }.prefix(changeLimit))
  }

  /// What the data of an item say that is a grid; `nil` for any other.
  static func grid(of item: UInt64, _ items: ItemDirectory, _ reader: NodeReader) -> ImageGrid? {
    guard kind(of: item, items, reader) == "grid" else { return nil }
    return ImageGrid(of: item, among: items, in: reader.tree.file)
  }

  /// The pixels of an item before anything is done to it, as the grid says that it is, or else its property; 0 when
  /// neither does.
  static func size(
    of item: UInt64, _ grid: ImageGrid?, _ items: ItemDirectory, _ reader: NodeReader
  ) -> (width: UInt64, height: UInt64) {
    grid.map { ($0.width, $0.height) } ?? pixels(of: item, items, reader) ?? (0, 0)
  }

  static func pixels(
    of item: UInt64, _ items: ItemDirectory, _ reader: NodeReader
  ) -> (width: UInt64, height: UInt64)? {
    guard let node = items.imageSize(of: item) else { return nil }
    let size = reader.view(ImageSize.self, of: node)
    guard let width = size.number(.image_width), let height = size.number(.image_height),
      width > 0, height > 0
    else { return nil }
    return (width, height)
  }
}

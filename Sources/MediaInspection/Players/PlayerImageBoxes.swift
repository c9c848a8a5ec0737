import Atoms
import ByteReading
import Structure

/// What `ipma` says that decides whether browsers show an image: read once, for several facts.
struct PlayerAssociations {
  /// The first property of any item that changes a picture, and is not marked essential.
  private(set) var unmarked: NodeIndex?
  /// The first property without which the image is not to be shown, and that no browser knows; or `a1lx`, which is never
  /// to be marked so.
  private(set) var unknown: NodeIndex?
  /// The first property without which the image is not to be shown, and that Firefox does not know.
  private(set) var unknownToFirefox: NodeIndex?
  /// Where an item is listed behind one of the same or of a greater ID, or the primary one in a second box.
  private(set) var disordered: (box: NodeIndex, place: Extent)?

  /// - Complexity: O(*n*) in the number of associations.
  ///
  /// - Parameters:
  ///   - meta: The `meta` of the file.
  ///   - primary: The primary item.
  ///   - shown: Items whose properties count: the primary one, and those that it is put together from.
  init(in meta: NodeIndex, of file: JudgedFile, _ items: ItemDirectory, primary: UInt64, shown: Set<UInt64>) {
    let tree = file.tree
    guard let properties = tree.child("iprp", of: meta) else { return }
    var isListed = false
    for index in tree.children(of: properties).prefix(64) where tree[index].type == "ipma" && !tree[index].isRaw {
      var last: ItemAssociations.Association?
      var holdsPrimary = false
      for each in ItemAssociations(index, in: file.document).all {
        // The properties of one item are written without anything between them.
        if let last, last.place.end != each.place.start, each.item <= last.item, disordered == nil {
          disordered = (index, each.place)
        }
        last = each
        if each.item == primary {
          if isListed, disordered == nil { disordered = (index, each.place) }
          holdsPrimary = true
        }
        if let box = items.property(Int(clamping: each.property)) { look(at: box, tree[box].type, each, shown) }
      }
      if holdsPrimary { isListed = true }
    }
  }

  private mutating func look(
    at box: NodeIndex, _ type: FourCC, _ association: ItemAssociations.Association, _ shown: Set<UInt64>
  ) {
    if !association.isEssential {
      if unmarked == nil, type.isPictureChange { unmarked = box }
    } else if shown.contains(association.item) {
      if type.isListed(in: "clap clli") {
        unknownToFirefox = unknownToFirefox ?? box
      } else if unknown == nil, !type.isListed(in: "ispe pixi av1C colr pasp auxC irot imir lsel a1op") {
        unknown = box
      }
    }
  }
}

extension JudgedFile {
  /// The first box of `meta` and `iprp` that stands where those who read AVIF strictly look for another one, or a handler
  /// whose name does not end in 0.
  ///
  /// - Complexity: O(*n*) in the boxes of both.
  func misplacedImageBox(in meta: NodeIndex) -> NodeIndex? {
    guard let handler = tree.child("hdlr", of: meta) else { return nil }
    if tree.children(of: meta).first(where: { !tree[$0].isRaw }) != handler { return handler }
    let payload = document.ownPayload(of: handler)
    if !isCut(handler), payload.byteCount >= Self.handlerFields {
      let name = payload.byteOffset + Self.handlerFields
      let end = document.source(of: tree[handler]).bytes.offset(of: 0, from: name)
      if end.map({ $0 >= payload.byteEnd }) ?? true { return handler }
    }
    guard let properties = tree.child("iprp", of: meta) else { return nil }
    var wanted: FourCC = "ipco"
    for index in tree.children(of: properties) where !tree[index].isRaw {
      // A second `ipco` is told as one too many.
      if tree[index].type != wanted, tree[index].type != "ipco" || wanted == "ipco" { return index }
      wanted = "ipma"
    }
    return nil
  }

  /// The bytes of `hdlr` before the name (14496-12 §8.4.3.2).
  private static let handlerFields = 24
}

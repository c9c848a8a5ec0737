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

  /// The first of the properties that turn a picture or say its channels for which `fact` holds: browsers read all that there
  /// are, whatever item they are of.
  ///
  /// - Complexity: O(*n*) in the properties, and in the channels of each.
  func firstProperty(in meta: NodeIndex, with fact: PlayerFact) -> NodeIndex? {
    guard let properties = tree.child("iprp", of: meta), let list = tree.child("ipco", of: properties) else { return nil }
    return tree.children(of: list).first { box in
      let type = tree[box].type
      guard !tree[box].isRaw, type.isListed(in: "irot imir pixi"), tree[box].end <= UInt64(tree.file.byteCount) else { return false }
      return type == "pixi" ? isChannels(box, fact) : isTurn(box, fact, of: type == "irot" ? 3 : 1)
    }
  }

  /// Whether `fact` holds for the `irot` or `imir` at `box`, of whose byte the bits `used` have a meaning (23008-12 §6.5.10,
  /// §6.5.12).
  private func isTurn(_ box: NodeIndex, _ fact: PlayerFact, of used: UInt8) -> Bool {
    let payload = document.ownPayload(of: box)
    guard payload.byteCount > 0, let value = document.source(of: tree[box]).bytes.byte(at: payload.byteOffset) else {
      return fact == .propertyCut
    }
    return fact == .propertyOdd && value & ~used != 0
  }

  /// Whether `fact` holds for the `pixi` at `box`: version and flags, a number of channels, and the bits of each (23008-12
  /// §6.5.6).
  private func isChannels(_ box: NodeIndex, _ fact: PlayerFact) -> Bool {
    let payload = document.ownPayload(of: box)
    let bytes = document.source(of: tree[box]).bytes
    let fields = 5
    guard payload.byteCount >= fields, let header = bytes.bigEndian(at: payload.byteOffset, count: 4),
      let count = bytes.byte(at: payload.byteOffset &+ 4), payload.byteCount >= fields + Int(count), header == 0
    else { return fact == .propertyCut }
    if fact == .propertyLong { return payload.byteCount > fields + Int(count) }
    guard fact == .propertyOdd else { return false }
    let first = payload.byteOffset &+ fields
    return count == 0 || (first..<first &+ Int(count)).contains { bytes.byte(at: $0) != bytes.byte(at: first) }
  }

  /// The bytes of `hdlr` before the name (14496-12 §8.4.3.2).
  private static let handlerFields = 24
}

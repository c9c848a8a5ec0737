import Atoms
import ByteReading
import MediaFacts
import Structure

/// What says how pictures look, and says it beside something else or to some pictures only.
extension AspectRoles {
  /// What of the role of a node hangs on what stands beside it; `nil` for most types.
  static func ofPicture(
    _ role: AspectRole, type: String, at index: NodeIndex, field: FieldPath, in document: Document
  ) -> AspectRole? {
    switch type {
    case "pasp": ofPixels(role, at: index, document)
    case "ctab": ofColourTable(role, at: index, document)
    case "colr" where field.isEmpty: ofColours(role, at: index, document)
    case "clap" where field.isEmpty: ofAperture(role, at: index, document)
    default: nil
    }
  }

  /// The shape of pixels that came or went: nothing to anybody where the bitstream says the same.
  private static func ofPixels(_ role: AspectRole, at index: NodeIndex, _ document: Document) -> AspectRole {
    let fields = document.view(PixelAspectRatio.self, of: index)
    guard let entry = document.tree.parent(of: index), let across = fields.number(.hSpacing),
      let down = fields.number(.vSpacing), across > 0, down > 0
    else { return role }
    var role = role
    if let coded = CodedPixels(of: entry, document) {
      if across.multipliedFullWidth(by: coded.down) == down.multipliedFullWidth(by: coded.across) {
        role.excuse =
          coded.isSaid ? "a shape of pixels that the bitstream says as well" : "square pixels, as without 'pasp'"
      }
    } else if across == down {
      role.excuse = "'pasp' of square pixels: whether the bitstream says others was not looked into"
      role.isUnproved = true
    }
    return role
  }

  /// What of a picture is to be seen, where it came or went: nothing is cut off where that is all of it.
  private static func ofAperture(_ role: AspectRole, at index: NodeIndex, _ document: Document) -> AspectRole {
    let fields = document.view(CleanAperture.self, of: index)
    // To items the box is a change like others, in their order.
    guard let entry = document.tree.parent(of: index), document.isVisualEntry(entry) == true else { return role }
    let codec = document.codec(of: entry)
    func isWhole(_ size: UInt64?, _ above: CleanAperture.Field, _ below: CleanAperture.Field) -> Bool {
      guard let size, let above = fields.number(above), let below = fields.number(below), below > 0 else { return false }
      return size.multipliedFullWidth(by: below) == (0, above)
    }
    guard isWhole(codec.width, .cleanApertureWidthN, .cleanApertureWidthD),
      isWhole(codec.height, .cleanApertureHeightN, .cleanApertureHeightD), fields.number(.horizOffN) == 0,
      fields.number(.vertOffN) == 0
    else { return role }
    var role = role
    role.excuse = "a 'clap' of the whole picture"
    return role
  }

  /// A box may say what the bitstream says as well, or that the colours are not known (23091-2 §8.1), in the range that
  /// is meant without it.
  private static func ofColours(_ role: AspectRole, at index: NodeIndex, _ document: Document) -> AspectRole {
    var role = role
    let tree = document.tree
    if let entry = tree.parent(of: index), let list = tree.parent(of: entry), tree[list].type == "stsd" {
      let type = document.codec(of: entry).type
      role.isOfColour = ColourReading(entry: entry, type: type, in: document).isRepeated(index)
    }
    let fields = document.view(ColourInformation.self, of: index)
    if [.colour_primaries, .transfer_characteristics, .matrix_coefficients].allSatisfy({ fields.number($0) == 2 }),
      (fields.number(.full_range_flag) ?? 0) == 0
    {
      role.excuseWithoutColours = "'colr' that names no colours"
    }
    return role
  }

  /// Colours are looked up by pictures of 256 colours and fewer, and by displays of as many.
  private static func ofColourTable(_ role: AspectRole, at index: NodeIndex, _ document: Document) -> AspectRole {
    var role = role
    guard let parent = document.tree.parent(of: index), document.tree[parent].type != "moov" else {
      role.excuse = "colours for displays that have 256"
      return role
    }
    guard let depth = document.view(VisualEntry.self, of: parent).number(.depth) else { return role }
    // Shades of grey are counted from 33 on (QTFF, Video Sample Description).
    if (9...32).contains(depth) { role.excuse = "colours that pictures of \(depth) bits do not look up" }
    return role
  }
}

extension AspectRoles {
  /// Whether the number of a group of items is a name that nothing else has, and nothing leads to.
  static func isName(ofGroup index: NodeIndex, _ document: Document) -> Bool {
    let tree = document.tree
    guard let list = tree.parent(of: index), tree[list].type == "grpl", let meta = tree.parent(of: list),
      !tree.mayHave("tref"), let atoms = document.context as? AtomContext,
      let id = document.view(EntityGroup.self, of: index).number(.group_id),
      let taken = atoms.numbersLedTo(in: meta, { GroupedEntities.numbersLedTo(in: meta, of: document) })
    else { return false }
    return !taken.contains(id) && atoms.items(around: meta)?.entry(of: id) == nil
  }

  /// What a node, or a field of it, says of items by their numbers.
  static func itemPart(of index: NodeIndex, _ field: FieldPath, _ document: Document) -> AspectRole.ItemPart? {
    let tree = document.tree
    let name = field.parts.first?.name
    // Only what items of the file are given, and refer to, is compared.
    switch (tree[index].type, tree[index].depth) {
    case ("ipma", 2): return name == "version" || name == "flags" ? .form : .properties
    case ("infe", 2): return name == "item_ID" ? .numbers : nil
    case ("pitm", 1): return name == "item_ID" ? .primary : nil
    case ("idat", 1): return .data
    default: break
    }
    guard let parent = tree.parent(of: index) else { return nil }
    switch (tree[parent].type, tree[parent].depth) {
    case ("ipco", 2): return .properties
    case ("iref", 1): return .references
    default: return nil
    }
  }
}

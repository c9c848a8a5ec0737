internal import Atoms
package import ByteReading
internal import ID3
package import MediaFacts
internal import SoundFiles
package import Structure

extension MediaFile {
  /// What follows from what in the files we open.
  package static var derivations: [Derivation] {
    Derivations.all + TagDerivations.all
  }

  /// What follows from what in columns of their tables.
  package static var columnDerivations: [ColumnDerivation] { Derivations.columns }

  /// Where the items of a node lie, in its order: what their offsets are counted from, `nil` when
  /// that is not the file, the offsets of their parts and the bytes of each. None for nodes that say nothing of items.
  package static func itemPlaces(
    _ node: NodeIndex, _ document: Document
  ) -> [(base: UInt64?, offsets: [UInt64], counts: [UInt64])] { Derivations.places(ofItemsAt: node, in: document) }

  /// Where the first of the parts begins whose sizes stand in a column, named as in
  /// `references.referenced_size`; `nil` for other columns.
  package static func chain(_ column: String, _ node: NodeIndex, _ document: Document) -> UInt64? {
    Derivations.chain(column, at: node, in: document)
  }

  /// What the files we open can say in more than one way.
  package static var encodings: [Encoding] { Encodings.all + TagEncodings.all }

  /// Where positions in a field of the node at `node` are counted from, in bytes of the file; `nil`
  /// when that cannot be said.
  package static func offsetBase(
    _ base: Meaning.OffsetBase, _ node: NodeIndex, _ document: Document
  ) -> UInt64? { Derivations.base(of: base, at: node, in: document) }

  /// What is one under another name: sample entries with parameter sets in the samples, with Dolby
  /// Vision, and encrypted; forms with sizes of 32 and of 64 bits.
  package static let aliases: [[FourCC]] =
    [["RIFF", "RF64", "BW64"]] + codingsOfPictures.map { $0 + ["encv"] } + codingsOfSound.map { [$0, "enca"] }

  /// Codings of pictures by what they are decoded as; protected, each is called otherwise (14496-12 §8.12.1).
  private static let codingsOfPictures: [[FourCC]] = [
    ["avc1", "avc2", "avc3", "avc4", "dva1", "dvav"], ["hvc1", "hev1", "dvh1", "dvhe"], ["hvc2", "hev2"], ["hvc3", "hev3"],
    ["vvc1", "vvi1"], ["av01", "dav1"], ["vp08"], ["vp09"], ["mp4v"], ["evc1"], ["apv1"], ["s263"], ["jpeg"], ["mjpg"],
  ]
  private static let codingsOfSound: [FourCC] = [
    "mp4a", "ac-3", "ec-3", "ac-4", "alac", "fLaC", "Opus", "mha1", "mha2", "mhm1", "mhm2", "dtsc", "dtse", "dtsh", "dtsl",
    "dtsx", "mlpa", "iamf", "samr", "sawb", "ipcm", "fpcm", "lpcm", "twos", "sowt", "in24", "in32", "fl32", "fl64", "ulaw",
    "alaw", "wma ",
  ]

  /// The key that an item of metadata counts, whose type is a number; `nil` for all else.
  package static func countedKey(of node: NodeIndex, in document: Document) -> String? {
    guard let (keys, extent) = (document.context as? AtomContext)?.countedKey(of: node), extent.byteCount <= longestKey
    else { return nil }
    return String(copying: document.source(of: document.tree[keys]).bytes.extracting(extent.byteOffset..<extent.byteEnd))
  }

  /// The bytes of a key that items are called by.
  static let longestKey = 1_024

  /// Whether the node at `index` is there to take room, and read by nobody.
  package static func isPadding(_ index: NodeIndex, _ document: Document) -> Bool {
    let node = document.tree[index]
    if node.marks.contains(.padding) { return true }
    guard node.subtreeEnd == index.next, !node.isRaw, PlainAtoms.freeSpace.contains(node.type) else { return false }
    return document.context is AtomContext
  }

  /// Whether the node at `index` holds media alone.
  package static func isMedia(_ index: NodeIndex, _ document: Document) -> Bool {
    let node = document.tree[index]
    guard node.subtreeEnd == index.next, node.source == 0 else { return false }
    if PlainAtoms.mediaData.contains(node.type) { return !node.isRaw }
    switch node.type {
    case "mpga", "adts", "TTA1": return node.marks.contains(.named)
    // Chunks of sound in AIFF, WAV, DSF and DSDIFF; what is called `DSD ` in DSF has none.
    case "SSND": return true
    case "data", "DSTF": return !(document.context is AtomContext)
    case "DSD ": return document.tree.program(of: node)?.syntax.isSound ?? false
    default: return false
    }
  }
}

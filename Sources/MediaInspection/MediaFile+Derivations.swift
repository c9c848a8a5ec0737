internal import Atoms
internal import ByteReading
public import Structure

extension MediaFile {
  /// What follows from what in the files we open.
  public static var derivations: [Derivation] { Derivations.all }

  /// Where positions in a field of the node at `node` are counted from, in bytes of the file; nothing
  /// when that cannot be said.
  public static func offsetBase(
    _ base: Meaning.OffsetBase, _ node: Int, _ document: Document
  ) -> UInt64? { Derivations.base(of: base, at: node, in: document) }

  /// Whether a node of a file holds media.
  public static func isMedia(_ node: Node) -> Bool { node.type == "mdat" || node.type == "idat" }
}

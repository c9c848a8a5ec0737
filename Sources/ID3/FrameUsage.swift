package import ByteReading
import MediaFacts
package import Structure

/// How often frames stand in a tag, and what a later tag does to those of an earlier one.
package enum FrameUsage {
  /// Whether a tag may have one frame of this type alone: text other than that of users, and what
  /// there is one of for each file (ID3v2.4.0 frames §4).
  package static func isSingle(_ type: FourCC) -> Bool {
    let key = type.key
    if key.hasPrefix("T") { return key != "TXXX" && key != "TXX" }
    return [
      "MCDI", "ETCO", "MLLT", "SYTC", "RVRB", "PCNT", "RBUF", "POSS", "OWNE", "SEEK", "ASPI",
    ].contains(key)
  }

  /// Whether the tag at `index` says that it is an update of an earlier one, whose frames give way to those of its own of
  /// which there is one alone (ID3v2.4.0 structure §3.2).
  package static func isUpdate(_ index: NodeIndex, of document: Document) -> Bool {
    guard document.tree[index].type.isID3v2Tag, let header = document.tree.child("ext\\x04", of: index) else {
      return false
    }
    return document.view(RestrictionHeader.self, of: header).number(.flags).map { $0 & 0x40 != 0 } ?? false
  }
}

import Atoms
import ByteReading
package import MediaFacts
package import Structure

extension MediaFile {
  /// In which orders players read what the node at `index` holds, as was seen of FFmpeg 5.1 and libavif 0.11: they find no
  /// samples, or other ones, or no tags, where it stands in another.
  package static func readOrders(of index: NodeIndex, in document: Document) -> [ReadOrder] {
    guard document.context is AtomContext else { return [] }
    let tree = document.tree
    let type = tree[index].type
    func order(_ types: [FourCC], _ aspect: Verdict.Aspect, isDecoding: Bool, _ readers: String) -> ReadOrder {
      var found: [FourCC] = []
      for child in tree.children(of: index) where !tree[child].isRaw {
        let type = tree[child].type
        if types.contains(type), !found.contains(type) { found.append(type) }
        if found.count == types.count { break }
      }
      return ReadOrder(aspect, isDecoding: isDecoding, types: found.map(\.key), readers: readers)
    }
    switch type {
    case "moov": return [order(["mvhd", "trak"], .setup, isDecoding: true, "FFmpeg")]
    case "traf": return [order(["tfhd", "tfdt", "trun"], .setup, isDecoding: true, "FFmpeg")]
    case "iprp": return [order(["ipco", "ipma"], .setup, isDecoding: true, "libavif")]
    case "meta":
      let isOfFile = tree[index].depth == 0
      let isFirst = tree.children(of: index).first { !tree[$0].isRaw }.map { tree[$0].type == "hdlr" } ?? false
      let first = ReadOrder(
        isOfFile ? .setup : .tags, isDecoding: isOfFile, types: isFirst ? ["hdlr", ReadOrder.others] : [ReadOrder.others, "hdlr"],
        readers: isOfFile ? "libavif" : "FFmpeg")
      return [first, order(["keys", "ilst"], .tags, isDecoding: false, "FFmpeg")]
    default: return []
    }
  }
}

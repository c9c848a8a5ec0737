import ByteReading
public import Structure

/// Which properties an item has (14496-12 §8.11.14).
public enum ItemAssociations {
  /// The numbers, from 1, of the properties that the `ipma` at `index` gives to item `id`, read
  /// where they lie; empty when the item is not listed.
  public static func properties(of id: UInt64, in index: Int, _ document: Document) -> [Int] {
    let node = document.tree[index]
    let source = document.source(of: node)
    let bytes = source.bytes
    let end = Int(node.end)
    var at = Int(node.payloadStart)
    guard at + 8 <= end, let word = bytes.bigEndian(at: at, count: 4),
      let count = bytes.bigEndian(at: at + 4, count: 4)
    else { return [] }
    let width = word &>> 24 == 0 ? 2 : 4
    let step = word & 1 == 1 ? 2 : 1
    at += 8
    for _ in 0..<count {
      guard at + width + 1 <= end, let item = bytes.bigEndian(at: at, count: width),
        let number = bytes.byte(at: at + width).map(Int.init)
      else { return [] }
      at += width + 1
      guard at + number * step <= end else { return [] }
      if item == id {
        return (0..<number).compactMap { place in
          bytes.bigEndian(at: at + place * step, count: step).map {
            Int($0 & (step == 2 ? 0x7FFF : 0x7F))
          }
        }
      }
      at += number * step
    }
    return []
  }
}

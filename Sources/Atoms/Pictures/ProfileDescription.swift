import ByteReading
import Structure

/// Where the bytes of an ICC profile lie that a `colr` holds, and what the profile calls itself (ICC.1 §7.3, §9.2.41).
struct ProfileDescription {
  /// The profile, in the source of the node.
  let extent: Extent
  private let source: ByteSource

  /// The tags that are looked at, and the bytes of a text that is.
  private static let tagLimit = 64
  private static let textLimit = 512

  /// The profile of the `colr` at `index`; `nil` where it has none.
  init?(_ index: NodeIndex, _ box: borrowing View<ColourInformation>) {
    let document = box.reader.document
    let tree = document.tree
    source = document.source(of: tree[index])
    // What begins as a profile has a node of its own.
    if let child = tree.firstChild(of: index), tree[child].type == "ICC " {
      extent = tree[child].extent
    } else if let content = box.content(.ICC_profile) {
      extent = content
    } else {
      return nil
    }
  }

  /// The text of the `desc` tag, of the first language; `nil` when it has none, or not there.
  var name: String? {
    guard let (text, encoding) = place else { return nil }
    var written = ByteWriter()
    written.put(text: source.bytes.extracting(text), encoding: encoding, style: .verbatim, limit: 64)
    let name = written.string.filter { $0 != "\0" }
    return name.isEmpty ? nil : name
  }

  private var place: (range: Range<Int>, encoding: TextEncoding)? {
    let count = number(at: 128, count: 4) ?? 0
    for tag in 0..<min(count, Self.tagLimit) {
      let entry = 132 + tag * 12
      guard number(at: entry, count: 4) == Int(FourCC("desc").rawValue) else { continue }
      guard let offset = number(at: entry + 4, count: 4), let kind = number(at: offset, count: 4) else { return nil }
      switch FourCC(UInt32(kind)) {
      case "desc":
        guard let count = number(at: offset + 8, count: 4) else { return nil }
        return range(offset + 12, count - 1, .latin1)
      case "mluc":
        guard let count = number(at: offset + 20, count: 4), let distance = number(at: offset + 24, count: 4)
        else { return nil }
        return range(offset + distance, count, .utf16BE)
      default: return nil
      }
    }
    return nil
  }

  /// The number of `count` bytes, four at most, at `offset` from the beginning of the profile.
  private func number(at offset: Int, count: Int) -> Int? {
    guard offset + count <= extent.byteCount else { return nil }
    return source.bytes.bigEndian(at: extent.byteOffset + offset, count: count).map { Int($0) }
  }

  private func range(_ offset: Int, _ count: Int, _ encoding: TextEncoding) -> (Range<Int>, TextEncoding)? {
    guard count > 0, count <= Self.textLimit, offset + count <= extent.byteCount else { return nil }
    let start = extent.byteOffset + offset
    return (start..<start + count, encoding)
  }
}

import ByteReading
import MediaFacts
import Structure

/// Where the bytes of an ICC profile lie that a `colr` holds, and what the profile calls itself.
struct ProfileDescription {
  /// The profile, in the source of the node.
  let extent: Extent
  private let source: ByteSource

  /// The bytes of a name that are looked at.
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

  /// The profile of an image in one box; `nil` where it has none.
  init?(_ index: NodeIndex, _ image: borrowing View<MinimizedImageData>) {
    guard let content = image.content(.icc_data) else { return nil }
    let document = image.reader.document
    source = document.source(of: document.tree[index])
    extent = content
  }

  /// The text of the `desc` tag, of the first language; `nil` when it has none, or not there.
  var name: String? {
    let bytes = source.bytes
    guard let profile = ICCBytes(bytes, from: extent.byteOffset, to: min(extent.byteEnd, bytes.byteCount)),
      let text = profile.name, text.range.count <= Self.textLimit
    else { return nil }
    var written = ByteWriter()
    written.put(text: bytes.extracting(text.range), encoding: text.encoding, style: .verbatim, limit: 64)
    let name = written.string.filter { $0 != "\0" }
    return name.isEmpty ? nil : name
  }
}

import ByteReading
package import MediaInspection
package import Structure

/// A picture that a tag has for a part of the file: for a chapter, or for a table of contents.
package struct ChapterPicture: Sendable {
  /// The picture.
  package let artwork: MetadataArtwork
  /// The frame that it stands in. It is about a part of the file, and none of `MediaFile.metadata(of:)`.
  package let item: MetadataItem
  /// The number of its chapter, from 1, as ``MediaChapter/number``; `nil` for one of a table of contents, and of a
  /// chapter without times.
  package let number: Int?
  /// Whether it is one of a table of contents.
  package let isOfContents: Bool
}

extension MediaFile {
  /// Pictures of chapters that are read.
  private static let chapterPictureLimit = 16_384

  /// The pictures in frames of chapters and of tables of contents (ID3v2 chapters 1.0 §3), in the order of the file.
  ///
  /// They are at most 16,384. What is left out is among ``Document/leftOut``.
  ///
  /// - Complexity: O(*n*) in the nodes.
  ///
  /// - Parameter document: The file.
  /// - Returns: The pictures; empty when there are none.
  package static func chapterPictures(of document: Document) -> [ChapterPicture] {
    let tree = document.tree
    var found: [(artwork: MetadataArtwork, item: MetadataItem)] = []
    var reader = MetadataReader(document)
    parts: for part in tree.indices where MetadataItem.isPart(part, in: tree) {
      for frame in tree.children(of: part) {
        guard let item = MetadataItem(frame: frame, of: part, in: document), item.isCover else { continue }
        if found.count == Self.chapterPictureLimit {
          document.memory.leaveOut("there are more than 16,384 pictures of chapters")
          break parts
        }
        guard document.work.charge(1, for: "there are no steps left for all pictures of chapters") else { break parts }
        if let artwork = MetadataArtwork(item, reader.contents(of: item)) { found.append((artwork, item)) }
      }
    }
    guard !found.isEmpty else { return [] }
    var numbers = ValuesByNode<Int>()
    // In the order of the file, whatever the table of contents says.
    let chapters = chapters(of: document).filter { $0.kind == .frame }
    for chapter in chapters.sorted(by: { $0.number < $1.number }) { numbers[chapter.node] = chapter.number }
    return found.map { picture in
      ChapterPicture(
        artwork: picture.artwork, item: picture.item, number: numbers[picture.item.container],
        isOfContents: tree[picture.item.container].type == "CTOC")
    }
  }
}

extension MetadataItem {
  /// Whether a node is a frame of ID3 that says something of a part of the file, by frames in it.
  static func isPart(_ node: NodeIndex, in tree: Tree) -> Bool {
    let type = tree[node].type
    return (type == "CHAP" || type == "CTOC") && tree[node].depth > 0
  }

  /// What a frame in the frame of a chapter, or of a table of contents, would be as an item of a tag; `nil` for what is
  /// no such frame.
  init?(frame node: NodeIndex, of part: NodeIndex, in document: Document) {
    let tree = document.tree
    guard Self.isPart(part, in: tree), !tree[node].isRaw, !tree[node].marks.contains(.named) else { return nil }
    self.init(
      document: document, format: .id3, identifier: MetadataIdentifier(.id3, .code(tree[node].type)), container: part,
      node: node, trackID: nil, part: .all)
  }
}

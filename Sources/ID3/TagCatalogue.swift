import ByteReading
public import Structure

extension Catalogue {
  /// ID3v2 tags and their footers.
  public static let tags = Catalogue(
    nodeKind: "tag", header: TagHeaders.tag, sizeExcludes: 10, families: [Tags.self])
  /// ID3v2 tags whose size was written as a plain number.
  static let tagsPlain = Catalogue(tags, header: TagHeaders.tagPlain, sizeExcludes: 10)
  /// What in and around tags has no header that all share.
  public static let tagParts = Catalogue(
    nodeKind: "tag", header: TagHeaders.none, families: [TagParts.self, TrailingTags.self],
    views: TagViews.parts)
  /// Items and fields of tags other than ID3v2.
  package static let tagItems = Catalogue(
    nodeKind: "frame", holdsValues: true, header: TagHeaders.none,
    families: [TrailingItems.self], views: TagViews.items)

  /// Frames of ID3v2.3.
  public static let frames3 = Catalogue(
    nodeKind: "frame", holdsValues: true, header: TagHeaders.frame3, sizeExcludes: 10,
    families: TagFamilies.all, views: FrameViews.all, undecoded: FrameSummaries.undecoded)
  /// Frames of ID3v2.2.
  package static let frames2 = Catalogue(frames3, header: TagHeaders.frame2, sizeExcludes: 6)
  /// Frames of ID3v2.4.
  package static let frames4 = Catalogue(frames3, header: TagHeaders.frame4, sizeExcludes: 10)
  /// Frames of ID3v2.3 whose sizes were written as those of ID3v2.4.
  static let frames3Syncsafe = Catalogue(
    frames3, header: TagHeaders.frame3Syncsafe, sizeExcludes: 10)
  /// Frames of ID3v2.4 whose sizes were written as those of ID3v2.3, as early iTunes did.
  static let frames4Plain = Catalogue(frames3, header: TagHeaders.frame4Plain, sizeExcludes: 10)
}

extension OwnTables {
  /// Catalogues of frames with families of a program's own, for all versions of tags.
  package static func frames(_ families: [any SyntaxFamily.Type]) -> [Catalogue] {
    let frames3 = Catalogue(.frames3, adding: families)
    return [
      frames3,
      Catalogue(frames3, header: TagHeaders.frame2, sizeExcludes: 6, for: .frames2),
      Catalogue(frames3, header: TagHeaders.frame4, sizeExcludes: 10, for: .frames4),
      Catalogue(
        frames3, header: TagHeaders.frame3Syncsafe, sizeExcludes: 10, for: .frames3Syncsafe),
      Catalogue(frames3, header: TagHeaders.frame4Plain, sizeExcludes: 10, for: .frames4Plain),
    ]
  }
}

/// All families of frames, in the order of the catalogue.
///
/// A table says in which versions its frame stands: `in: "ID3\\x03 ID3\\x04"`.
enum TagFamilies {
  static var all: [any SyntaxFamily.Type] {
    FrameFamilies.all + [UnknownFrames.self]
  }
}

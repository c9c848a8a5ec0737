import ByteReading
package import Structure

/// What a track says of the language of its media: the tag of `elng` where it is one (ISO/IEC 14496-12
/// §8.4.6), else the code of `mdhd` (§8.4.2).
package enum TrackLanguage {
  /// A tag of BCP 47, as it is stored; its code need not be known.
  case tag(String)
  /// The packed code, and the node of the `mdhd` that it stands in.
  case packed(UInt64, NodeIndex)

  /// What the `mdia` at `media` says; `nil` where it says that the language is undetermined, or nothing.
  package init?(ofMedia media: NodeIndex, in document: Document, _ reader: NodeReader) {
    let tree = document.tree
    if let extended = tree.child("elng", of: media),
      let tag = reader.view(ExtendedLanguage.self, of: extended).text(.extended_language),
      Self.isLanguage(tag)
    {
      self = .tag(tag)
      return
    }
    guard let header = tree.child("mdhd", of: media),
      let code = reader.view(MediaHeader.self, of: header).number(.language),
      code != 0x7FFF, code != 0x55C4
    else { return nil }
    self = .packed(code, header)
  }

  /// Whether a tag begins with a code of a language: not one that says *undetermined*, or nothing.
  private static func isLanguage(_ tag: String) -> Bool {
    let first = tag.utf8.prefix { $0.isLetter }
    return (2...3).contains(first.count)
      && !["und", "zxx", "xxx"].contains(String(tag.prefix(first.count)).lowercased())
  }
}

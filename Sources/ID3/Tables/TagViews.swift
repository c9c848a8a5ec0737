import Structure

/// What code consults of tags, and of what stands in those at the end of a file.
enum TagViews {
  /// Views of tags and their parts.
  static let parts: [any FieldView.Type] = [OldTag.self, LyricsTag.self, RestrictionHeader.self]
  /// Views of items and fields of tags other than ID3v2.
  static let items: [any FieldView.Type] = [LyricsField.self, TagItem.self]
}

/// Fields of tags of a fixed size (ID3v1, enhanced ID3v1, ID3v1.2).
package enum OldTag: FieldView {
  package static let table: StaticString = "TAG\\x01 TAG+ EXT\\x01"
  package static let partial: [Field] = [
    .year, .comment, .track, .genre, .subgenre, .speed, .start_time, .end_time,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case title, artist, album, year, comment, track, genre, subgenre, speed, start_time, end_time
  }
}

/// Lyrics at the end of a file (Lyrics3).
package enum LyricsTag: FieldView {
  package static let table: StaticString = "LYR\\x01"
  package enum Field: String, CaseIterable, Sendable { case lyrics }
}

/// What a tag restricts (ID3v2.4.0 structure §3.2).
package enum RestrictionHeader: FieldView {
  package static let table: StaticString = "ext\\x04"
  package enum Field: String, CaseIterable, Sendable {
    case flags, tag_size, text_encoding, text_fields, image_encoding, image_size
  }
}

/// A field of a Lyrics3 tag (Lyrics3 v2.00).
package enum LyricsField: FieldView {
  package static let table: StaticString = "*"
  package static let parents: StaticString = "LYR\\x02"
  package enum Field: String, CaseIterable, Sendable { case value }
}

/// An item of an APE tag (APEv2).
package enum TagItem: FieldView {
  package static let table: StaticString = "*"
  package static let parents: StaticString = "APE\\x01 APE\\x02"
  package enum Field: String, CaseIterable, Sendable { case key, filename, value }
}

public import Structure

extension Diagnostic.Kind {
  static let tiffDirectoryRepeated = Self(
    "tiff-directory-repeated", .error, "points to a directory that was read already, at {offset}",
    action: "read once")
  static let tiffDirectoryOutside = Self(
    "tiff-directory-outside", .error, "points to a directory at {offset}, where there is none",
    expected: "an offset behind the header and before the end")
  static let tiffValueOutside = Self(
    "tiff-value-outside", .error,
    "needs {needed} bytes where it points to, of {left} in all; some are not there")
  static let tiffTypeUnknown = Self(
    "tiff-type-unknown", .note, "values of type {found} are not known", expected: "types 1 to 13")
  static let tiffUnsorted = Self(
    "tiff-unsorted", .warning, "tag {found} stands behind tag {previous}",
    expected: "entries sorted by tag")
  static let tiffOverlap = Self(
    "tiff-overlap", .warning,
    "points to {length} bytes at {offset}, some of which belong to something else",
    action: "those are shown as what lies there first")
  static let tiffTooMany = Self(
    "tiff-too-many", .warning, "more than {limit} directories, or too many entries in them",
    action: "the rest is listed as unused")
}

extension Finding {
  static func tiffDirectoryRepeated(offset: UInt64) -> Self {
    Self(.tiffDirectoryRepeated, .offset(offset))
  }
  static func tiffDirectoryOutside(offset: UInt64) -> Self {
    Self(.tiffDirectoryOutside, .offset(offset))
  }
  static func tiffValueOutside(needed: UInt64, left: UInt64) -> Self {
    Self(.tiffValueOutside, .needed(needed), .left(left))
  }
  static func tiffTypeUnknown(found: UInt64) -> Self { Self(.tiffTypeUnknown, .found(found)) }
  static func tiffUnsorted(found: UInt64, previous: UInt64) -> Self {
    Self(.tiffUnsorted, .found(found), .previous(previous))
  }
  static func tiffOverlap(offset: UInt64, length: UInt64) -> Self {
    Self(.tiffOverlap, .offset(offset), .length(length))
  }
  static func tiffTooMany(limit: UInt64) -> Self { Self(.tiffTooMany, .limit(limit)) }
}

extension Rule {
  /// What must hold of formats inside boxes and frames.
  public static let embedded: [Rule] = tiff + xmp + propertyLists + samsung + insta360 + icc

  private static let tiff: [Rule] = [
    Rule(
      .tiffDirectoryRepeated, "TIFF 6.0 §2",
      why: "Directories that point to each other in a ring have no end.",
      players: "Careful ones stop at the second visit; others never come back.",
      mend: "Write 0 where no directory follows."),
    Rule(
      .tiffDirectoryOutside, "TIFF 6.0 §2",
      why: "The pointer leads nowhere: what it should lead to is lost, or was moved without it.",
      players: "They show less, or nothing, of what the camera wrote.",
      mend: "Write the metadata again with a program that moves all of it."),
    Rule(
      .tiffValueOutside, "TIFF 6.0 §2",
      why: "The value is not in the file: it was cut off, or moved without its pointer.",
      players: "They leave the value out.",
      mend: "Write the metadata again from the original."),
    Rule(
      .tiffTypeUnknown, "TIFF 6.0 §2",
      why: "The size of values of a type that is not known cannot be told.",
      players: "They pass over the entry, as they should.",
      mend: "None is needed if a vendor wrote it."),
    Rule(
      .tiffUnsorted, "TIFF 6.0 §2",
      why: "Entries are sorted, so that readers can stop at the first that is greater.",
      players: "Nearly all read them in any order.",
      mend: "Write the metadata again with a program that sorts it."),
    Rule(
      .tiffOverlap, "TIFF 6.0 §2",
      why: "Two things in the same bytes: when one is edited, the other is damaged.",
      players: "They show both, one of them perhaps wrong.",
      mend: "Write the metadata again."),
    Rule(
      .tiffTooMany, "TIFF 6.0 §2",
      why: "No camera writes so many: they are made to keep readers busy.",
      players: "Careful ones stop somewhere as well.",
      mend: "Remove the metadata."),
  ]
}

import Structure

extension Diagnostic.Kind {
  static let samsungBlockOutside = Self(
    "samsung-block-outside", .warning,
    "a block of {needed} bytes is said to begin {left} bytes before the directory, and does not fit there")
  static let samsungOverlap = Self(
    "samsung-overlap", .warning, "a block of {length} bytes at {offset} belongs to another in part",
    action: "those are shown as what lies there first")
  static let samsungTooMany = Self(
    "samsung-too-many", .warning, "more than {limit} blocks", action: "the rest is listed as unused")
}

extension Finding {
  static func samsungBlockOutside(needed: UInt64, left: UInt64) -> Self {
    Self(.samsungBlockOutside, .needed(needed), .left(left))
  }
  static func samsungOverlap(offset: UInt64, length: UInt64) -> Self {
    Self(.samsungOverlap, .offset(offset), .length(length))
  }
  static func samsungTooMany(limit: UInt64) -> Self { Self(.samsungTooMany, .limit(limit)) }
}

extension Rule {
  /// What must hold of Samsung's trailers.
  static let samsung: [Rule] = [
    Rule(
      .samsungBlockOutside, "Samsung",
      why: "The block is not in the trailer: it was cut off, or the directory is of another.",
      players: "They leave the block out.",
      mend: "Copy the file again from the device."),
    Rule(
      .samsungOverlap, "Samsung",
      why: "Two blocks in the same bytes: one of them is not what its writer left.",
      players: "They show both, one of them perhaps wrong.",
      mend: "Copy the file again from the device."),
    Rule(
      .samsungTooMany, "Samsung",
      why: "No camera writes so many: they are made to keep readers busy.",
      players: "Careful ones stop somewhere as well.",
      mend: "Remove the trailer."),
  ]
}

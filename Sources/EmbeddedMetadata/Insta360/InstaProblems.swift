import Structure

extension Diagnostic.Kind {
  static let instaRecordOutside = Self(
    "insta360-record-outside", .warning,
    "a record of {needed} bytes ends here, of which {left} are in the trailer",
    action: "what stands before it is listed as unused")
  static let instaTooMany = Self(
    "insta360-too-many", .warning, "more than {limit} records", action: "the rest is listed as unused")
}

extension Finding {
  static func instaRecordOutside(needed: UInt64, left: UInt64) -> Self {
    Self(.instaRecordOutside, .needed(needed), .left(left))
  }
  static func instaTooMany(limit: UInt64) -> Self { Self(.instaTooMany, .limit(limit)) }
}

extension Rule {
  /// What must hold of Insta360's trailers.
  static let insta360: [Rule] = [
    Rule(
      .instaRecordOutside, "Insta360",
      why: "Records are read from the last one to the first: one whose size is wrong hides those before it.",
      players: "Programs for these cameras cannot level the picture, or do not open the file.",
      mend: "Copy the file again from the camera."),
    Rule(
      .instaTooMany, "Insta360",
      why: "No camera writes so many: they are made to keep readers busy.",
      players: "Careful ones stop somewhere as well.",
      mend: "Remove the trailer."),
  ]
}

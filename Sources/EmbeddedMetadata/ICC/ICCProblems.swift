import ByteReading
import Structure

extension Diagnostic.Kind {
  static let iccSizeDiffers = Self(
    "icc-size-differs", .warning, "the profile says that it has {claimed} bytes; {found} are there")
  static let iccFilled = Self("icc-filled", .note, "{found} zeros stand behind the {claimed} bytes of the profile")
  static let iccTagOutside = Self(
    "icc-tag-outside", .error, "points to {length} bytes at {offset}, some of which are not those of a value",
    expected: "an offset behind the table of tags and an end before that of the profile")
  static let iccTagRepeated = Self(
    "icc-tag-repeated", .warning, "a second tag of the signature {code}", expected: "one of each")
  static let iccOverlap = Self(
    "icc-overlap", .warning, "points to {length} bytes at {offset}, some of which belong to something else",
    action: "those are shown as what lies there first")
  static let iccTextOutside = Self(
    "icc-text-outside", .error, "points to a text of {length} bytes at {offset}, which is not there")
  static let iccTooMany = Self(
    "icc-too-many", .warning, "more than {limit} tags, or texts of one tag", action: "the rest is listed as unused")
}

extension Finding {
  static func iccSizeDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.iccSizeDiffers, .claimed(claimed), .found(found))
  }
  static func iccFilled(claimed: UInt64, found: UInt64) -> Self {
    Self(.iccFilled, .claimed(claimed), .found(found))
  }
  static func iccTagOutside(offset: UInt64, length: UInt64) -> Self {
    Self(.iccTagOutside, .offset(offset), .length(length))
  }
  static func iccTagRepeated(code: FourCC) -> Self { Self(.iccTagRepeated, .code(code)) }
  static func iccOverlap(offset: UInt64, length: UInt64) -> Self {
    Self(.iccOverlap, .offset(offset), .length(length))
  }
  static func iccTextOutside(offset: UInt64, length: UInt64) -> Self {
    Self(.iccTextOutside, .offset(offset), .length(length))
  }
  static func iccTooMany(limit: UInt64) -> Self { Self(.iccTooMany, .limit(limit)) }
}

extension Rule {
  /// What must hold of colour profiles.
  static let icc: [Rule] = [
    Rule(
      .iccSizeDiffers, "ICC.1 §7.2.2",
      why: "The profile was cut off, or something was put behind it.",
      players: "Many refuse the profile, and show other colours.",
      mend: "Embed the profile again from its file."),
    Rule(
      .iccFilled, "ICC.1 §7.2.2",
      why: "What holds the profile was filled up to an even length, or to one of four; the profile is whole.",
      players: "They read as many bytes as the profile says.",
      mend: "Leave it, or end the box where the profile ends."),
    Rule(
      .iccTagOutside, "ICC.1 §7.3.4",
      why: "The value of the tag is not in the profile: it was cut off, or the tag is damaged.",
      players: "Many refuse the profile, and show other colours.",
      mend: "Embed the profile again from its file."),
    Rule(
      .iccTagRepeated, "ICC.1 §7.3.1",
      why: "Which of the two counts is not said.",
      players: "They take the first, or the last.",
      mend: "Write the profile again with one of them."),
    Rule(
      .iccOverlap, "ICC.1 §7.3.1",
      why: "Two values in the same bytes, and not the same value: one of them is damaged.",
      players: "They read both, one of them perhaps wrong.",
      mend: "Embed the profile again from its file."),
    Rule(
      .iccTextOutside, "ICC.1 §10.15",
      why: "The text is not in its tag: it was cut off, or its record is damaged.",
      players: "They show another language, or no name.",
      mend: "Embed the profile again from its file."),
    Rule(
      .iccTooMany, "ICC.1 §7.3.1",
      why: "No profile has so many: they are made to keep readers busy.",
      players: "Careful ones refuse the profile.",
      mend: "Embed the profile again from its file."),
  ]
}

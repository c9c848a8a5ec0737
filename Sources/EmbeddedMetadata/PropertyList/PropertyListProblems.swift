import Structure

extension Diagnostic.Kind {
  static let plistTrailer = Self(
    "plist-trailer", .error, "does not say where its objects are",
    expected: "widths of 1 to 8 bytes, an outermost object, and a table that has room",
    action: "listed as unused")
  static let plistOffsetOutside = Self(
    "plist-offset-outside", .error, "an object is said to be at {offset}, where there is none",
    expected: "an offset behind the header and before the end")
  static let plistObject = Self(
    "plist-object", .error, "an object begins with {found}, and is of no known type or does not fit",
    action: "listed as unused")
  static let plistReferenceOutside = Self(
    "plist-reference-outside", .error, "refers to object {found} of {limit}",
    expected: "the number of an object")
  static let plistCycle = Self(
    "plist-cycle", .error, "object {found} lies in itself", action: "read once")
  static let plistOverlap = Self(
    "plist-overlap", .warning,
    "{length} bytes at {offset} belong to something else in part",
    action: "those are shown as what lies there first")
  static let plistKey = Self(
    "plist-key", .error, "a value in a dictionary has no text for a key", action: "not listed by name")
  static let plistNested = Self(
    "plist-nested", .warning, "objects lie in one another more than {limit} deep",
    action: "what lies deeper is not listed by name")
  static let plistTooMany = Self(
    "plist-too-many", .warning, "more than {limit} objects, or values",
    action: "the rest is not listed by name")
  static let plistMalformed = Self(
    "plist-malformed", .warning, "the list is no well-formed XML from here on",
    expected: "elements that are closed, and attributes between quotation marks",
    action: "the rest is listed as unread")
  static let plistEntity = Self(
    "plist-entity", .warning, "declares something in its document type",
    expected: "a document type that is named, and no declarations", action: "the rest is not read")
}

extension Finding {
  static func plistOffsetOutside(offset: UInt64) -> Self { Self(.plistOffsetOutside, .offset(offset)) }
  static func plistObject(found: UInt64) -> Self { Self(.plistObject, .found(found)) }
  static func plistReferenceOutside(found: UInt64, limit: UInt64) -> Self {
    Self(.plistReferenceOutside, .found(found), .limit(limit))
  }
  static func plistCycle(found: UInt64) -> Self { Self(.plistCycle, .found(found)) }
  static func plistOverlap(offset: UInt64, length: UInt64) -> Self {
    Self(.plistOverlap, .offset(offset), .length(length))
  }
  static func plistNested(limit: UInt64) -> Self { Self(.plistNested, .limit(limit)) }
  static func plistTooMany(limit: UInt64) -> Self { Self(.plistTooMany, .limit(limit)) }
}

extension Rule {
  /// What must hold of property lists.
  static let propertyLists: [Rule] = [
    Rule(
      .plistTrailer, "Apple, CFBinaryPList",
      why: "The last 32 bytes say where everything is: without them no object is found.",
      players: "They show nothing of what the list says.",
      mend: "Write the list again; a list that was cut off at its end is lost."),
    Rule(
      .plistOffsetOutside, "Apple, CFBinaryPList",
      why: "The object is not in the list, and neither is what lies in it.",
      players: "Most refuse the whole list.",
      mend: "Write the list again."),
    Rule(
      .plistObject, "Apple, CFBinaryPList",
      why: "What stands there is no object, or says that it is longer than the list.",
      players: "Most refuse the whole list.",
      mend: "Write the list again."),
    Rule(
      .plistReferenceOutside, "Apple, CFBinaryPList",
      why: "The number is that of no object: a key or a value is missing.",
      players: "Most refuse the whole list.",
      mend: "Write the list again."),
    Rule(
      .plistCycle, "Apple, CFBinaryPList",
      why: "Objects that lie in each other have no end.",
      players: "Careful ones refuse the list; others never come back.",
      mend: "Write the list again."),
    Rule(
      .plistOverlap, "Apple, CFBinaryPList",
      why: "Two objects in the same bytes: when one is edited, the other is damaged.",
      players: "They show both, one of them perhaps wrong.",
      mend: "Write the list again."),
    Rule(
      .plistKey, "Apple, CFBinaryPList; PropertyList-1.0.dtd",
      why: "Values in a dictionary are found by keys, and keys are texts.",
      players: "They leave the value out, or refuse the list.",
      mend: "Give the value a key."),
    Rule(
      .plistNested, "Apple, CFBinaryPList; PropertyList-1.0.dtd",
      why: "No writer nests values so deep: the list is made to keep readers busy.",
      players: "Careful ones stop somewhere as well.",
      mend: "Remove the list."),
    Rule(
      .plistTooMany, "Apple, CFBinaryPList; PropertyList-1.0.dtd",
      why: "The list has more in it than is read: it may be sound, but what it says further on is not said.",
      players: "They read it all, and take long.",
      mend: "None is needed if the list is meant to be so long."),
    Rule(
      .plistMalformed, "PropertyList-1.0.dtd",
      why: "A list of text is XML: what is not well formed has no meaning behind the fault.",
      players: "Most drop the whole list.",
      mend: "Write the list again."),
    Rule(
      .plistEntity, "PropertyList-1.0.dtd",
      why: "Declarations can make a text grow without bounds, or fetch other files; lists have none.",
      players: "Careful ones refuse the list.",
      mend: "Write the characters themselves."),
  ]
}

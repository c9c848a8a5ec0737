extension Diagnostic.Kind {
  /// A field, or the rows of a length-delimited part, need more bits than are left.
  public static let fieldsTruncated = Self(
    "fields-truncated", .error, "{field} needs {needed|bits}, {left|bits} left",
    action: "the rest is listed as extra bytes", isOfStructure: true)
  /// The same where no bits are left of what it stands in.
  static let fieldsMissing = Self(
    "fields-truncated", .error, "{field} needs {needed|bits}, {left|bits} left",
    isOfStructure: true)
  /// A count promises more rows than the box has room for.
  public static let countExceedsBox = Self(
    "count-exceeds-box", .error, "{field} promises {claimed} entries, there is room for {room}",
    action: "read the {room} that are there", isOfStructure: true)
  /// Text runs to the end of its box without a terminator.
  public static let textUnterminated = Self(
    "text-unterminated", .warning, "{field} has no terminator", expected: "a zero after the text",
    action: "read to the end of the {node}")
  /// Text in units of two bytes has an odd number of them.
  public static let textHalfCharacter = Self(
    "text-half-character", .warning, "{field} has {length} bytes, half a character at its end",
    expected: "two bytes for each character")
  /// Text in UTF-16 begins without the mark that says which byte comes first.
  public static let textOrderMissing = Self(
    "text-order-missing", .warning, "{field} is UTF-16 without a byte order mark",
    expected: "FE FF or FF FE before the text", action: "read in the order that its bytes suggest")
  /// A field holds another value than the only one that is allowed.
  public static let valueUnexpected = Self(
    "value-unexpected", .warning, "{field} is {found}, the specification has {expected}")
  /// Reserved bits are set.
  public static let reservedNotZero = Self(
    "reserved-bits", .note, "reserved bits hold 0x{found:x}")
  /// A box has a version that its table does not describe.
  public static let versionUnknown = Self(
    "version-unknown", .warning, "version is {found}, versions up to {limit} are known",
    action: "the rest is listed as extra bytes", isOfStructure: true)
  /// What another box would have to say is not said.
  public static let contextMissing = Self(
    "context-missing", .note, "cannot be read without what another {node} says",
    action: "listed as extra bytes")
  /// Values hold values deeper than they are read.
  public static let valuesNested = Self(
    "values-nested", .warning, "values are nested {limit} deep and deeper",
    action: "what lies deeper is listed as extra bytes")
  /// Compressed data does not give as many bytes as it promises.
  public static let inflateFailed = Self(
    "inflate-failed", .error,
    "the compressed data should give {expected} bytes and gives {found}")
  /// Compressed data would give more bytes than ``Limits`` allows.
  public static let inflateLimit = Self(
    "inflate-limit", .warning, "the compressed data would give {expected} bytes",
    action: "inflated the first {found} (--max-inflate)")
  /// Bytes that no row of the table accounts for.
  public static let extraBytes = Self(
    "extra-bytes", .note, "{length} more bytes than its fields need")
}

/// What each of these kinds says, under its names.
extension Finding {
  /// A field, or the rows of a part, need more bits than are left.
  ///
  /// - Parameters:
  ///   - needed: The bits that are needed.
  ///   - left: The bits that are there.
  /// - Returns: The finding, with these values in its detail.
  public static func fieldsTruncated(needed: UInt64, left: UInt64) -> Self {
    Self(.fieldsTruncated, .needed(needed), .left(left))
  }
  /// The same where no bits are left.
  static func fieldsMissing(needed: UInt64, left: UInt64) -> Self {
    Self(.fieldsMissing, .needed(needed), .left(left))
  }
  /// A count claims more rows than there is room for.
  ///
  /// - Parameters:
  ///   - claimed: The rows that the count claims.
  ///   - room: The rows that there is room for.
  /// - Returns: The finding, with these values in its detail.
  public static func countExceedsBox(claimed: UInt64, room: UInt64) -> Self {
    Self(.countExceedsBox, .claimed(claimed), .room(room))
  }
  /// Text in units of two bytes has an odd number of bytes.
  ///
  /// - Parameter length: The bytes of the text.
  /// - Returns: The finding, with this value in its detail.
  public static func textHalfCharacter(length: UInt64) -> Self {
    Self(.textHalfCharacter, .length(length))
  }
  /// A field holds another value than the only one that is allowed.
  ///
  /// - Parameters:
  ///   - found: The value that it holds.
  ///   - expected: The value that is allowed.
  /// - Returns: The finding, with these values in its detail.
  public static func valueUnexpected(found: UInt64, expected: UInt64) -> Self {
    Self(.valueUnexpected, .found(found), .expected(expected))
  }
  /// Reserved bits have another value than the one that they are reserved with.
  ///
  /// - Parameters:
  ///   - found: The value of the bits.
  ///   - expected: The value that they should have.
  /// - Returns: The finding, with these values in its detail.
  public static func reservedNotZero(found: UInt64, expected: UInt64) -> Self {
    Self(.reservedNotZero, .found(found), .expected(expected))
  }
  /// A box has a version that its table does not describe.
  ///
  /// - Parameters:
  ///   - found: The version of the box.
  ///   - limit: The last version that is described.
  /// - Returns: The finding, with these values in its detail.
  public static func versionUnknown(found: UInt64, limit: UInt64) -> Self {
    Self(.versionUnknown, .found(found), .limit(limit))
  }
  /// Compressed bytes end early, or are damaged.
  ///
  /// - Parameters:
  ///   - expected: The bytes that they should inflate to.
  ///   - found: The bytes that they inflate to.
  /// - Returns: The finding, with these values in its detail.
  public static func inflateFailed(expected: UInt64, found: UInt64) -> Self {
    Self(.inflateFailed, .expected(expected), .found(found))
  }
  /// Compressed bytes would inflate to more than is allowed.
  ///
  /// - Parameters:
  ///   - expected: The bytes that they should inflate to.
  ///   - found: The bytes that were inflated.
  /// - Returns: The finding, with these values in its detail.
  public static func inflateLimit(expected: UInt64, found: UInt64) -> Self {
    Self(.inflateLimit, .expected(expected), .found(found))
  }
  /// Values hold values deeper than they are read.
  ///
  /// - Parameter limit: The levels that are read.
  /// - Returns: The finding, with this value in its detail.
  public static func valuesNested(limit: UInt64) -> Self {
    Self(.valuesNested, .limit(limit))
  }
  /// Bytes stand behind the last field.
  ///
  /// - Parameter length: The number of these bytes.
  /// - Returns: The finding, with this value in its detail.
  public static func extraBytes(length: UInt64) -> Self {
    Self(.extraBytes, .length(length))
  }
}

public import ByteReading

/// Something worth saying about the input, and the bits it is about.
///
/// Diagnostics are collected, never thrown: within one box reading may fail, at its border that
/// becomes a value and the rest of the box stays raw.
public struct Diagnostic: Sendable {
  public var kind: Kind
  public var severity: Severity
  /// The node it is about; the number of nodes in the tree when it is about the file as a whole.
  public var node: Int
  /// The bits it is about, in the node's source.
  public var extent: Extent
  /// The source of those bits, when it is not the node's.
  public var source: UInt16?
  /// The row of the node's table it is about, -1 for none.
  public var row: Int
  /// What the file says.
  public var promised: UInt64
  /// What is there.
  public var present: UInt64
  /// A second fact that a sentence needs, such as where the parent ends.
  public var other: UInt64
  /// The problem it follows from, by index, or -1.
  public var follows: Int

  public init(
    _ kind: Kind, node: Int, extent: Extent, row: Int = -1, promised: UInt64 = 0,
    present: UInt64 = 0, other: UInt64 = 0, severity: Severity? = nil
  ) {
    self.kind = kind
    self.severity = severity ?? kind.severity
    self.node = node
    self.extent = extent
    self.row = row
    self.promised = promised
    self.present = present
    self.other = other
    follows = -1
  }

  /// How much is wrong.
  public enum Severity: UInt8, Sendable, Comparable {
    /// Advice.
    case note
    /// A broken *should*.
    case warning
    /// A broken *shall*.
    case error

    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
    /// `error`, `warning` or `note`.
    public var name: StaticString {
      switch self {
      case .note: "note"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  /// What is wrong: the stable identifier that users see, CI filters on and tests compare, with the
  /// words for it.
  ///
  /// A format adds its own as static members.
  public struct Kind: Hashable, Sendable {
    /// Kebab-case, never reused.
    public let id: StaticString
    public let severity: Severity
    /// The sentence: `{promised}`, `{present}`, `{other}`, `{field}`, `{type}`, `{parent}` are
    /// filled in; `{promised:x}` in hexadecimal.
    public let sentence: StaticString
    /// What was expected there, in the same form; empty when the sentence says it all.
    public let expected: StaticString
    /// What was done about it, in the same form.
    public let action: StaticString

    public init(
      _ id: StaticString, _ severity: Severity, _ sentence: StaticString,
      expected: StaticString = "", action: StaticString = ""
    ) {
      self.id = id
      self.severity = severity
      self.sentence = sentence
      self.expected = expected
      self.action = action
    }

    public static func == (a: Kind, b: Kind) -> Bool { a.id.description == b.id.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(id.description) }
  }
}

extension Diagnostic.Kind {
  /// A field, or the rows of a length-delimited part, need more bits than are left.
  public static let fieldsTruncated = Self(
    "fields-truncated", .error, "{field} needs {promised|bits}, {present|bits} are left",
    action: "the rest is listed as extra bytes")
  /// The same where nothing is left of what it stands in.
  static let fieldsMissing = Self(
    "fields-truncated", .error, "{field} needs {promised|bits}, {present|bits} are left")
  /// A count promises more rows than the box has room for.
  public static let countExceedsBox = Self(
    "count-exceeds-box", .error, "{field} promises {promised} entries, there is room for {present}",
    action: "read the {present} that are there")
  /// Text runs to the end of its box without a terminator.
  public static let textUnterminated = Self(
    "text-unterminated", .warning, "{field} has no terminator", expected: "a zero after the text",
    action: "read to the end of the atom")
  /// Text in units of two bytes has an odd number of them.
  public static let textHalfCharacter = Self(
    "text-half-character", .warning, "{field} has {present} bytes, half a character at its end",
    expected: "two bytes for each character")
  /// Text in UTF-16 begins without the mark that says which byte comes first.
  public static let textOrderMissing = Self(
    "text-order-missing", .warning, "{field} is UTF-16 without a byte order mark",
    expected: "FE FF or FF FE before the text", action: "read in the order that its bytes suggest")
  /// A field holds another value than the only one that is allowed.
  public static let valueUnexpected = Self(
    "value-unexpected", .warning, "{field} is {present}, the specification has {promised}")
  /// Reserved bits are set.
  public static let reservedNotZero = Self(
    "reserved-bits", .note, "reserved bits hold 0x{present:x}")
  /// A box has a version that its table does not describe.
  public static let versionUnknown = Self(
    "version-unknown", .warning, "version is {present}, versions up to {promised} are known",
    action: "the rest is listed as extra bytes")
  /// What another box would have to say is not said.
  public static let contextMissing = Self(
    "context-missing", .note, "cannot be read without what another atom says",
    action: "listed as extra bytes")
  /// Compressed data does not give as many bytes as it promises.
  public static let inflateFailed = Self(
    "inflate-failed", .error,
    "the compressed data should give {promised} bytes and gives {present}")
  /// Compressed data would give more bytes than ``Limits`` allows.
  public static let inflateLimit = Self(
    "inflate-limit", .warning, "the compressed data would give {promised} bytes",
    action: "inflated the first {present} (--max-inflate)")
  /// Bytes that no row of the table accounts for.
  public static let extraBytes = Self(
    "extra-bytes", .note, "{present} more bytes than its fields need")
}

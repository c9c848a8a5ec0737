public import ByteReading

/// Something worth saying about the input, and the bits it is about.
///
/// Diagnostics are collected, never thrown: within one box reading may fail, at its border that
/// becomes a value and the rest of the box stays raw.
public struct Diagnostic: Sendable {
  /// What is wrong.
  public var kind: Kind
  /// How much is wrong.
  public var severity: Severity
  /// The node it is about; `nil` when it is about the file as a whole.
  public var node: NodeIndex?
  /// The bits it is about, in the node's source.
  public var extent: Extent
  /// The source of those bits, when it is not the node's.
  public var source: UInt16?
  /// The row of the node's table it is about; `nil` when it is about no field.
  public var row: Int? {
    get { rowNumber.map { Int($0) } }
    set { rowNumber = newValue.flatMap { Int32(exactly: $0) } }
  }
  /// What was found, under names.
  public var detail: Detail
  /// The place among the problems that were kept of the one that it follows from; `nil` when it stands
  /// for itself.
  public var follows: Int? {
    get { causeNumber.map { Int($0) } }
    set { causeNumber = newValue.flatMap { Int32(exactly: $0) } }
  }
  // Tables have few rows, and few problems are kept: four bytes hold either.
  private var rowNumber: Int32?
  private var causeNumber: Int32?

  /// A finding at its place.
  ///
  /// - Parameters:
  ///   - finding: What was found.
  ///   - node: The node that it is about; `nil` for the file as a whole.
  ///   - extent: The bits that it is about, counted in the source of the node.
  ///   - row: The row of the node's table that it is about; `nil` for no field in particular.
  ///   - severity: How grave it is here; `nil` for what its kind says.
  public init(
    _ finding: Finding, node: NodeIndex?, extent: Extent, row: Int? = nil, severity: Severity? = nil
  ) {
    kind = finding.kind
    self.severity = severity ?? finding.kind.severity
    self.node = node
    self.extent = extent
    rowNumber = row.flatMap { Int32(exactly: $0) }
    detail = finding.detail
  }

  /// What a kind says that needs no values, at its place.
  ///
  /// - Parameters:
  ///   - kind: The kind, whose sentence has no values.
  ///   - node: The node that it is about; `nil` for the file as a whole.
  ///   - extent: The bits that it is about, counted in the source of the node.
  ///   - row: The row of the node's table that it is about; `nil` for no field in particular.
  ///   - severity: How grave it is here; `nil` for what its kind says.
  public init(
    _ kind: Kind, node: NodeIndex?, extent: Extent, row: Int? = nil, severity: Severity? = nil
  ) {
    self.init(Finding(kind), node: node, extent: extent, row: row, severity: severity)
  }

  /// How much is wrong.
  public enum Severity: UInt8, Sendable, Comparable {
    /// Advice.
    case note
    /// A broken *should*.
    case warning
    /// A broken *shall*.
    case error

    /// Whether `a` is less grave than `b`: notes come before warnings, and these before errors.
    ///
    /// - Parameters:
    ///   - a: A severity.
    ///   - b: Another one.
    /// - Returns: Whether the first is the less grave one.
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
    /// How much is wrong, unless a finding says otherwise.
    public let severity: Severity
    /// The sentence: `{found}`, `{expected}` and the other names of ``Detail/Value``, `{field}`,
    /// `{type}` and `{parent}` are filled in; `{offset:x}` in hexadecimal.
    public let sentence: StaticString
    /// What was expected there, in the same form; empty when the sentence says it all.
    public let expected: StaticString
    /// What was done about it, in the same form.
    public let action: StaticString
    /// Whether a problem of this kind means that bytes, nodes or fields are not all there: it explains
    /// what else is wrong with its node, and in it.
    public let isOfStructure: Bool

    /// - Parameters:
    ///   - id: Its name for programs, in words with hyphens between them.
    ///   - severity: How much is wrong, unless a finding says otherwise.
    ///   - sentence: What is wrong, with the names of values in braces.
    ///   - expected: What was expected there.
    ///   - action: What was done about it.
    ///   - isOfStructure: Whether bytes, nodes or fields are not all there.
    public init(
      _ id: StaticString, _ severity: Severity, _ sentence: StaticString,
      expected: StaticString = "", action: StaticString = "", isOfStructure: Bool = false
    ) {
      self.id = id
      self.severity = severity
      self.sentence = sentence
      self.expected = expected
      self.action = action
      self.isOfStructure = isOfStructure
    }

    /// Whether both have one ``id``.
    public static func == (a: Kind, b: Kind) -> Bool { a.id.description == b.id.description }
    /// Adds the identifier to a hash.
    ///
    /// - Parameter hasher: What the hash is made with.
    public func hash(into hasher: inout Hasher) { hasher.combine(id.description) }
  }
}

extension Diagnostic.Kind {
  /// There is no memory for something: the sentence says for what.
  ///
  /// - Parameters:
  ///   - sentence: The sentence, which begins with what there is no memory for.
  ///   - action: What was done instead: `left out`.
  /// - Returns: A kind called `memory-exhausted`.
  public static func memoryExhausted(
    _ sentence: StaticString, action: StaticString = "left out"
  ) -> Self {
    Self("memory-exhausted", .error, sentence, action: action)
  }

  /// There are no steps left for something: the sentence says for what.
  ///
  /// - Parameter sentence: The sentence, which begins with what there are no steps for.
  /// - Returns: A kind called `steps-exhausted`.
  public static func stepsExhausted(_ sentence: StaticString) -> Self {
    Self("steps-exhausted", .error, sentence, action: "left out (--max-steps)")
  }

  /// Problems of files that were not read to their end.
  private static let limits: [StaticString] = [
    "node-limit", "depth-limit", "track-limit", "memory-exhausted", "steps-exhausted", "inflate-limit",
    "inflate-nested",
  ]

  /// Whether a problem of this kind says that the file was not read to its end: it tells of who reads, not of the file.
  package static func isLimit(_ id: StaticString) -> Bool { limits.contains { $0.isSame(as: id) } }

  /// The same of an identifier that was read.
  package static func isLimit(_ id: some StringProtocol) -> Bool { limits.contains { $0.description == id } }
}

public import ByteReading
public import Structure

/// The answer to a question about a file: the value with its source and with what else in the file
/// claims another one, or the proof that there is none, or what was not read.
///
/// ```swift
/// switch fact.answer {
/// case .found: fact.value      // from fact.source, against fact.claims
/// case .none: "none"           // every place that can hold it was read
/// case .notRead: fact.unread   // which places were not, and why
/// }
/// ```
public struct Fact<Value> {
  // The requirements on `Value` stand below, as conditions: a generic type that requires a protocol is
  // looked up among all conformances of the program when it is first used, which was a fifth of what a
  // report of a small file cost.

  /// What else the file says.
  public struct Claim {
    /// What the file says elsewhere.
    public let value: Value
    /// Where it stands.
    public let source: FactSource

    /// A claim.
    ///
    /// - Parameters:
    ///   - value: What the file says elsewhere.
    ///   - source: Where it stands.
    public init(_ value: Value, from source: FactSource) {
      self.value = value
      self.source = source
    }
  }

  /// The value; `nil` when none was found.
  public let value: Value?
  /// Where the value stands; `nil` when none was found.
  public let source: FactSource?
  /// What other places of the file say that is something else.
  public let claims: [Claim]
  /// The places that can hold a value, or another one, and that were not read.
  public let unread: [Unread]

  /// A value that was found.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - source: Where it stands.
  ///   - claims: What other places of the file say that is something else.
  ///   - unread: The places that can hold another value, and were not read.
  public init(
    _ value: Value, from source: FactSource, claims: [Claim] = [], unread: [Unread] = []
  ) {
    self.value = value
    self.source = source
    self.claims = claims
    self.unread = unread
  }

  /// No value: proved to be none when `unread` is empty.
  ///
  /// - Parameter unread: The places that can hold a value and were not read.
  public init(unread: [Unread]) {
    value = nil
    source = nil
    claims = []
    self.unread = unread
  }

  /// There is none: every place that can hold it was read.
  public static var none: Fact { Fact(unread: []) }

  /// Which of the three answers it is.
  public var answer: FactAnswer {
    value != nil ? .found : unread.isEmpty ? .none : .notRead
  }

  /// The same fact of a part of its value.
  ///
  /// - Parameter part: Takes the part out of a value.
  /// - Returns: The fact with the same sources, claims and unread places.
  public func map<Part>(_ part: (Value) -> Part) -> Fact<Part> {
    guard let value, let source else { return Fact<Part>(unread: unread) }
    return Fact<Part>(
      part(value), from: source,
      claims: claims.map { Fact<Part>.Claim(part($0.value), from: $0.source) }, unread: unread)
  }
}

extension Fact: Sendable where Value: Sendable {}
extension Fact: Equatable where Value: Equatable {}
extension Fact.Claim: Sendable where Value: Sendable {}
extension Fact.Claim: Equatable where Value: Equatable {}

/// The three answers of a ``Fact``.
public enum FactAnswer: String, Sendable {
  /// There is a value.
  case found
  /// Every place that can hold it was read.
  case none
  /// No value was found, and not every place that can hold it was read.
  case notRead
}

/// Where a fact stands in a file.
public struct FactSource: Sendable, Equatable {
  /// The node.
  public let node: NodeIndex
  /// The first of its fields that says it; `nil` when the node as a whole does.
  public let field: String?
  /// The bits of that field in the node's source; `nil` when it is not known to be in one place.
  public let extent: Extent?

  /// A place in a file.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - field: The first of its fields that says it; `nil` for the node as a whole.
  ///   - extent: The bits of that field in the node's source.
  public init(_ node: NodeIndex, _ field: String? = nil, extent: Extent? = nil) {
    self.node = node
    self.field = field
    self.extent = extent
  }

  /// Whether the two are one place.
  public static func == (a: FactSource, b: FactSource) -> Bool {
    a.node == b.node && a.field == b.field && a.extent == b.extent
  }
}

/// A place that can hold the answer to a question and was not read.
public struct Unread: Sendable, Equatable {
  /// What is there, and why it is not read. Open: formats have members of their own.
  public struct Reason: Sendable, Equatable {
    /// What machine formats call it, in kebab-case: `exif`.
    public let id: StaticString
    /// What people read: `Exif, which may name a place, a camera and its owner`.
    public let words: StaticString

    /// A reason.
    ///
    /// - Parameters:
    ///   - id: What machine formats call it, in kebab-case.
    ///   - words: What people read.
    public init(_ id: StaticString, _ words: StaticString) {
      self.id = id
      self.words = words
    }

    /// Whether the two have one ``id``.
    public static func == (a: Reason, b: Reason) -> Bool {
      a.id.description == b.id.description
    }

    /// Samples, free space and what is no structure.
    public static let media = Reason("media", "media and free space")
    /// Samples of one track.
    public static let samples = Reason("samples", "the samples")
    /// Streams that say how other samples are protected, where their sample entries say nothing.
    public static let objectDescriptors = Reason(
      "object-descriptors", "object descriptors, which may say that samples are encrypted")
    /// The configuration of a decoder, as far as its fields have no names.
    public static let configuration = Reason("configuration", "the decoder's configuration")
    /// A structure that is cut or cannot be read.
    public static let damaged = Reason("damaged", "what is damaged")
    /// What a limit of depth, of numbers, of memory or of steps left out.
    public static let limits = Reason("limits", "what lies behind a limit")
    /// What is of a version or a form that nobody reads, or more than is read of its kind.
    public static let forms = Reason("forms", "what is of a form that is not read")
  }

  /// What is there, and why it is not read.
  public let reason: Reason
  /// The node; `nil` for what is in several places.
  public let node: NodeIndex?
  /// How many places there are of the kind, ``node`` being the first; 1 or more.
  public let count: Int
  /// How many bytes; `nil` where they were not counted.
  public let byteCount: UInt64?
  /// What the file calls it, for items of other types; empty otherwise.
  public let name: String
  /// What the file calls those of it that were told apart, each once: the first ones; empty where nobody told them apart.
  public var parts: [String] = []
  /// How many there are behind ``parts``.
  public var otherParts = 0

  /// Places of one kind that were not read.
  ///
  /// - Parameters:
  ///   - reason: What is there, and why it is not read.
  ///   - node: The first of them; `nil` for what is in several places.
  ///   - count: How many places there are, 1 or more.
  ///   - byteCount: How many bytes; `nil` where they were not counted.
  ///   - name: What the file calls it, for items of other types.
  public init(
    _ reason: Reason, node: NodeIndex? = nil, count: Int = 1, byteCount: UInt64? = nil,
    name: String = ""
  ) {
    self.reason = reason
    self.node = node
    self.count = count
    self.byteCount = byteCount
    self.name = name
  }
}

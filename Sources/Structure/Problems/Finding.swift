public import ByteReading

/// What was found, before anyone knows where: a kind, and what there is to say, under names.
///
/// A kind that says something has a function of its name, so that whoever reports it gives what its
/// sentence needs, and under the right names:
///
/// ```swift
/// extension Finding {
///   static func decodeTimeGap(found: UInt64, expected: UInt64) -> Self {
///     Self(.decodeTimeGap, .found(found), .expected(expected))
///   }
/// }
/// ```
///
/// The sentence is made from the same names when it is printed.
public struct Finding: Sendable {
  public var kind: Diagnostic.Kind
  public var detail: Detail

  /// What a kind says that needs no more words.
  public init(_ kind: Diagnostic.Kind) {
    self.kind = kind
    detail = Detail()
  }

  /// What `kind` says with up to three values.
  public init(
    _ kind: Diagnostic.Kind, _ first: Detail.Value, _ second: Detail.Value? = nil,
    _ third: Detail.Value? = nil
  ) {
    self.kind = kind
    detail = Detail(first, second, third)
  }
}

/// The values of a finding, each under a name that means one thing; plain bits.
public struct Detail: Sendable, Equatable, CustomStringConvertible {
  public var first: Value?
  public var second: Value?
  public var third: Value?

  public init(_ first: Value? = nil, _ second: Value? = nil, _ third: Value? = nil) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// The values, each behind its name: `found 3, expected 2`.
  public var description: String {
    [first, second, third].compactMap { $0 }
      .map { "\($0.name) \($0.code?.key ?? String($0.number))" }.joined(separator: ", ")
  }

  /// The value of this name, or `nil` when the finding has none.
  public subscript(name: some StringProtocol) -> Value? {
    for value in [first, second, third] {
      if let value, name == value.name.description { return value }
    }
    return nil
  }

  /// What stands there: the value named `found`.
  public var found: UInt64? { self["found"]?.number }
  /// What would stand there: the value named `expected`.
  public var expected: UInt64? { self["expected"]?.number }
  /// How many things it is about: the value named `count`.
  public var count: UInt64? { self["count"]?.number }

  /// A value under its name.
  public enum Value: Sendable, Equatable {
    /// What stands there, and is wrong or worth a word.
    case found(UInt64)
    /// What would stand there, by the specification or by another place.
    case expected(UInt64)
    /// A size or a number of things that a field states.
    case claimed(UInt64)
    /// The most, or the least, that is allowed or handled.
    case limit(UInt64)
    /// How many things it is about.
    case count(UInt64)
    /// How many there are in all.
    case total(UInt64)
    /// How many there is room for.
    case room(UInt64)
    /// How many bytes, or bits, are needed.
    case needed(UInt64)
    /// How many bytes, or bits, are left.
    case left(UInt64)
    /// How many bytes are not there.
    case missing(UInt64)
    /// How many bytes it is about.
    case length(UInt64)
    /// Where something begins: bytes from the beginning of the file.
    case offset(UInt64)
    /// Where something ends: bytes from the beginning of the file.
    case end(UInt64)
    /// Where the next thing of its kind begins: bytes from the beginning of the file.
    case next(UInt64)
    /// The row of a table, from 1.
    case row(UInt64)
    /// The number of a thing among those of its kind, as a field has it.
    case number(UInt64)
    /// A track, by ID.
    case track(UInt64)
    /// An item, by ID.
    case item(UInt64)
    /// An item that another one is made of, by ID.
    case part(UInt64)
    /// A sample, from 1.
    case sample(UInt64)
    /// One of two things that are about the same; the other is `second`.
    case first(UInt64)
    /// The other of two.
    case second(UInt64)
    /// The least of several.
    case least(UInt64)
    /// The greatest of several.
    case most(UInt64)
    /// What stands in the one before.
    case previous(UInt64)
    /// What the same bytes would mean if they were read the other way.
    case otherwise(UInt64)
    /// The bits that mean nothing.
    case unknown(UInt64)
    /// A version.
    case version(UInt64)
    /// A type, key or brand that it is about.
    case code(FourCC)
    /// The type of what is missing.
    case wanted(FourCC)
    /// The kind of media that a track says it has.
    case handler(FourCC)

    /// The name, as sentences have it between braces.
    public var name: StaticString {
      switch self {
      case .found: "found"
      case .expected: "expected"
      case .claimed: "claimed"
      case .limit: "limit"
      case .count: "count"
      case .total: "total"
      case .room: "room"
      case .needed: "needed"
      case .left: "left"
      case .missing: "missing"
      case .length: "length"
      case .offset: "offset"
      case .end: "end"
      case .next: "next"
      case .row: "row"
      case .number: "number"
      case .track: "track"
      case .item: "item"
      case .part: "part"
      case .sample: "sample"
      case .first: "first"
      case .second: "second"
      case .least: "least"
      case .most: "most"
      case .previous: "previous"
      case .otherwise: "otherwise"
      case .unknown: "unknown"
      case .version: "version"
      case .code: "code"
      case .wanted: "wanted"
      case .handler: "handler"
      }
    }

    /// The value as a number; that of a code is its four bytes, most significant first.
    public var number: UInt64 {
      switch self {
      case .found(let number), .expected(let number), .claimed(let number), .limit(let number),
        .count(let number), .total(let number), .room(let number), .needed(let number),
        .left(let number), .missing(let number), .length(let number), .offset(let number),
        .end(let number), .next(let number), .row(let number), .number(let number),
        .track(let number), .item(let number), .part(let number), .sample(let number),
        .first(let number), .second(let number), .least(let number), .most(let number),
        .previous(let number), .otherwise(let number), .unknown(let number),
        .version(let number):
        number
      case .code(let code), .wanted(let code), .handler(let code): UInt64(code.rawValue)
      }
    }

    /// The value when it is a code.
    public var code: FourCC? {
      switch self {
      case .code(let code), .wanted(let code), .handler(let code): code
      default: nil
      }
    }
  }
}

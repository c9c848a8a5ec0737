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
  /// What was found.
  public var kind: Diagnostic.Kind
  /// The values that its sentence has.
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
  /// The first value; `nil` when there is none.
  public var first: Value?
  /// The second value; `nil` when there is none.
  public var second: Value?
  /// The third value; `nil` when there is none.
  public var third: Value?

  /// Up to three values.
  ///
  /// - Parameters:
  ///   - first: The first value.
  ///   - second: The second value.
  ///   - third: The third value.
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
  ///
  /// A format adds values of its own, and what their names mean:
  ///
  /// ```swift
  /// extension Detail.Value {
  ///   /// A track, by ID.
  ///   static func track(_ id: UInt64) -> Self { Self("track", id) }
  /// }
  /// ```
  public struct Value: Sendable {
    /// The name, as sentences have it between braces.
    public let name: StaticString
    /// The value as a number; that of a code is its four bytes, most significant first.
    public let number: UInt64
    private let isCode: Bool

    /// A number under a name.
    public init(_ name: StaticString, _ number: UInt64) {
      self.name = name
      self.number = number
      isCode = false
    }

    /// A code under a name.
    public init(_ name: StaticString, _ code: FourCC) {
      self.name = name
      number = UInt64(code.rawValue)
      isCode = true
    }

    /// The value when it is a code.
    public var code: FourCC? { isCode ? FourCC(UInt32(truncatingIfNeeded: number)) : nil }
  }
}

extension Detail.Value: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    a.number == b.number && a.isCode == b.isCode && a.name.isSame(as: b.name)
  }
}

extension Detail.Value {
  /// What stands there, and is wrong or worth a word.
  public static func found(_ value: UInt64) -> Self { Self("found", value) }
  /// What would stand there, by the specification or by another place.
  public static func expected(_ value: UInt64) -> Self { Self("expected", value) }
  /// A size or a number of things that a field states.
  public static func claimed(_ value: UInt64) -> Self { Self("claimed", value) }
  /// The most, or the least, that is allowed or handled.
  public static func limit(_ value: UInt64) -> Self { Self("limit", value) }
  /// How many things it is about.
  public static func count(_ value: UInt64) -> Self { Self("count", value) }
  /// How many there are in all.
  public static func total(_ value: UInt64) -> Self { Self("total", value) }
  /// How many there is room for.
  public static func room(_ value: UInt64) -> Self { Self("room", value) }
  /// How many bytes, or bits, are needed.
  public static func needed(_ value: UInt64) -> Self { Self("needed", value) }
  /// How many bytes, or bits, are left.
  public static func left(_ value: UInt64) -> Self { Self("left", value) }
  /// How many bytes are not there.
  public static func missing(_ value: UInt64) -> Self { Self("missing", value) }
  /// How many bytes it is about.
  public static func length(_ value: UInt64) -> Self { Self("length", value) }
  /// Where something begins: bytes from the beginning of the file.
  public static func offset(_ value: UInt64) -> Self { Self("offset", value) }
  /// Where something ends: bytes from the beginning of the file.
  public static func end(_ value: UInt64) -> Self { Self("end", value) }
  /// Where the next thing of its kind begins: bytes from the beginning of the file.
  public static func next(_ value: UInt64) -> Self { Self("next", value) }
  /// The row of a table, from 1.
  public static func row(_ value: UInt64) -> Self { Self("row", value) }
  /// The number of a thing among those of its kind, as a field has it.
  public static func number(_ value: UInt64) -> Self { Self("number", value) }
  /// One of two things that are about the same; the other is `second`.
  public static func first(_ value: UInt64) -> Self { Self("first", value) }
  /// The other of two.
  public static func second(_ value: UInt64) -> Self { Self("second", value) }
  /// The least of several.
  public static func least(_ value: UInt64) -> Self { Self("least", value) }
  /// The greatest of several.
  public static func most(_ value: UInt64) -> Self { Self("most", value) }
  /// What stands in the one before.
  public static func previous(_ value: UInt64) -> Self { Self("previous", value) }
  /// What the same bytes would mean if they were read the other way.
  public static func otherwise(_ value: UInt64) -> Self { Self("otherwise", value) }
  /// The bits that have no meaning.
  public static func unknown(_ value: UInt64) -> Self { Self("unknown", value) }
  /// A version.
  public static func version(_ value: UInt64) -> Self { Self("version", value) }
  /// A type, key or brand that it is about.
  public static func code(_ code: FourCC) -> Self { Self("code", code) }
  /// The type of what is missing.
  public static func wanted(_ code: FourCC) -> Self { Self("wanted", code) }
}

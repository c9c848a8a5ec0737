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
  ///
  /// - Parameter kind: The kind, whose sentence has no values.
  public init(_ kind: Diagnostic.Kind) {
    self.kind = kind
    detail = Detail()
  }

  /// What `kind` says with up to three values.
  ///
  /// - Parameters:
  ///   - kind: The kind, whose sentence names the values between braces.
  ///   - first: The first value.
  ///   - second: The second; `nil` for one value alone.
  ///   - third: The third; `nil` for two at most.
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
  ///
  /// - Parameter name: What the sentence calls the value.
  /// - Returns: The first value of this name.
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
    ///
    /// - Parameters:
    ///   - name: What the sentence of the kind calls it between braces: `{found}`.
    ///   - number: The number.
    public init(_ name: StaticString, _ number: UInt64) {
      self.name = name
      self.number = number
      isCode = false
    }

    /// A code under a name.
    ///
    /// - Parameters:
    ///   - name: What the sentence of the kind calls it between braces: `{found}`.
    ///   - code: The code.
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
  /// Whether both have one name and the same number or code.
  public static func == (a: Self, b: Self) -> Bool {
    a.number == b.number && a.isCode == b.isCode && a.name.isSame(as: b.name)
  }
}

extension Detail.Value {
  /// What stands there, and is wrong or worth a word.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func found(_ value: UInt64) -> Self { Self("found", value) }
  /// What would stand there, by the specification or by another place.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func expected(_ value: UInt64) -> Self { Self("expected", value) }
  /// A size or a number of things that a field states.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func claimed(_ value: UInt64) -> Self { Self("claimed", value) }
  /// The most, or the least, that is allowed or handled.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func limit(_ value: UInt64) -> Self { Self("limit", value) }
  /// How many things it is about.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func count(_ value: UInt64) -> Self { Self("count", value) }
  /// How many there are in all.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func total(_ value: UInt64) -> Self { Self("total", value) }
  /// How many there is room for.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func room(_ value: UInt64) -> Self { Self("room", value) }
  /// How many bytes, or bits, are needed.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func needed(_ value: UInt64) -> Self { Self("needed", value) }
  /// How many bytes, or bits, are left.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func left(_ value: UInt64) -> Self { Self("left", value) }
  /// How many bytes are not there.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func missing(_ value: UInt64) -> Self { Self("missing", value) }
  /// How many bytes it is about.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func length(_ value: UInt64) -> Self { Self("length", value) }
  /// Where something begins: bytes from the beginning of the file.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func offset(_ value: UInt64) -> Self { Self("offset", value) }
  /// Where something ends: bytes from the beginning of the file.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func end(_ value: UInt64) -> Self { Self("end", value) }
  /// Where the next thing of its kind begins: bytes from the beginning of the file.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func next(_ value: UInt64) -> Self { Self("next", value) }
  /// Whether it says where something stands, which moves with all that stands before it.
  package var isPosition: Bool { Self.positions.contains { name.isSame(as: $0) } }
  private static let positions: [StaticString] = ["offset", "end", "next"]
  /// The row of a table, from 1.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func row(_ value: UInt64) -> Self { Self("row", value) }
  /// The number of a thing among those of its kind, as a field has it.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func number(_ value: UInt64) -> Self { Self("number", value) }
  /// One of two things that are about the same; the other is `second`.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func first(_ value: UInt64) -> Self { Self("first", value) }
  /// The other of two.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func second(_ value: UInt64) -> Self { Self("second", value) }
  /// The least of several.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func least(_ value: UInt64) -> Self { Self("least", value) }
  /// The greatest of several.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func most(_ value: UInt64) -> Self { Self("most", value) }
  /// What stands in the one before.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func previous(_ value: UInt64) -> Self { Self("previous", value) }
  /// What the same bytes would mean if they were read the other way.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func otherwise(_ value: UInt64) -> Self { Self("otherwise", value) }
  /// The bits that have no meaning.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func unknown(_ value: UInt64) -> Self { Self("unknown", value) }
  /// A version.
  ///
  /// - Parameter value: The number, in the unit that the sentence of its kind has.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func version(_ value: UInt64) -> Self { Self("version", value) }
  /// A type, key or brand that it is about.
  ///
  /// - Parameter code: The code.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func code(_ code: FourCC) -> Self { Self("code", code) }
  /// The type of what is missing.
  ///
  /// - Parameter code: The code.
  /// - Returns: The value under its name, for the detail of a finding.
  public static func wanted(_ code: FourCC) -> Self { Self("wanted", code) }
}

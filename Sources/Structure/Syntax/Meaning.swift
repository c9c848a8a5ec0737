public import ByteReading

/// Names for the values of a field, or for the bits of a set of flags.
///
/// ```swift
/// let depends: Names = [1: "depends on others", 2: "does not depend"]
/// let units = Names.codes(["mdta": "metadata"])
/// ```
public struct Names: Sendable, ExpressibleByDictionaryLiteral {
  /// The values and their names, in the order written.
  public let entries: [(value: UInt64, name: StaticString)]

  /// Names for numbers, written as a dictionary.
  ///
  /// - Parameter elements: The pairs of a value and its name, in the order in which they are
  ///   listed.
  public init(dictionaryLiteral elements: (UInt64, StaticString)...) {
    entries = elements.map { (value: $0.0, name: $0.1) }
  }

  private init(_ entries: [(value: UInt64, name: StaticString)]) { self.entries = entries }

  /// Names for four-character codes.
  ///
  /// - Parameter pairs: The pairs of a code and its name.
  /// - Returns: The names, by the numbers of the codes.
  public static func codes(_ pairs: KeyValuePairs<FourCC, StaticString>) -> Names {
    Names(pairs.map { (value: UInt64($0.key.rawValue), name: $0.value) })
  }

  /// These names and others after them.
  ///
  /// - Parameter others: Names for other values; where both name a value, the first name counts.
  /// - Returns: All names.
  public func and(_ others: Names) -> Names { Names(entries + others.entries) }

  /// The same names for values that are `count` higher.
  ///
  /// - Parameter count: What is added to each value.
  /// - Returns: The names of the higher values.
  public func raised(by count: UInt64) -> Names {
    Names(entries.map { (value: $0.value &+ count, name: $0.name) })
  }

  /// The name of `value`, if it has one.
  ///
  /// - Parameter value: The value as it is stored.
  /// - Returns: The first name that the value has; `nil` when it has none.
  /// - Complexity: O(*n*) in the number of names.
  public subscript(value: UInt64) -> StaticString? {
    for entry in entries where entry.value == value { return entry.name }
    return nil
  }
}

/// What is said of bytes in place of their number. Each is one object, so that others can ask whether
/// it is theirs.
public final class ContentText: Sendable {
  /// What they are, for documentation: `a picture`.
  public let noun: StaticString
  /// Writes what is said of them.
  public let put: @Sendable (_ bytes: RawSpan, _ output: inout ByteWriter) -> Void

  /// Says something of bytes.
  ///
  /// - Parameters:
  ///   - noun: What the bytes are, for documentation.
  ///   - put: Writes what is said of them.
  public init(
    _ noun: StaticString,
    put: @escaping @Sendable (_ bytes: RawSpan, _ output: inout ByteWriter) -> Void
  ) {
    self.noun = noun
    self.put = put
  }
}

/// What is said of a number that decides where other bytes lie, or how they are read: the bytes that it
/// points to. Each is one object.
public final class PointedText: Sendable {
  /// What it is, for documentation: `offset from the byte order`.
  public let noun: StaticString
  /// Writes what is said of the number.
  ///
  /// `bytes` is the whole source, `field` the offset in it of the first byte of the number, and `base` that
  /// of the byte that pointers count from: all of them are claims.
  public let put:
    @Sendable (_ bytes: RawSpan, _ field: Int, _ base: Int, _ output: inout ByteWriter) -> Void

  /// Says something of a number that points to bytes.
  ///
  /// - Parameters:
  ///   - noun: What the number is, for documentation.
  ///   - put: Writes what is said of it.
  public init(
    _ noun: StaticString,
    put: @escaping @Sendable (
      _ bytes: RawSpan, _ field: Int, _ base: Int, _ output: inout ByteWriter
    ) -> Void
  ) {
    self.noun = noun
    self.put = put
  }
}

/// What a number means, so that every output can say it and documentation can print it.
public enum Meaning: Sendable {
  /// Its value alone.
  case plain
  /// A number whose digits matter in base 16.
  case hex
  /// A count of bytes.
  case bytes
  /// True or false.
  case boolean
  /// A length of time, or a moment, in ticks.
  case ticks(Timescale)
  /// A length of time in units of 1/`n` second.
  case duration(Int)
  /// Seconds since 1904-01-01T00:00:00Z, 0 for "not set" (14496-12 §8.2.2).
  case secondsSince1904
  /// Microseconds since 1904-01-01T00:00:00Z (23008-12 §6.5.35).
  case microsecondsSince1904
  /// NTP time: seconds since 1900 in the upper 32 bits, their fraction in the lower.
  case ntp
  /// One of the values that have a name; others are allowed.
  case names(@autoclosure @Sendable () -> Names)
  /// A set of bits, each with a name.
  case flags(@autoclosure @Sendable () -> Names)
  /// The one value that the specification allows.
  case expected(UInt64)
  /// A position of bytes in the file.
  case fileOffset(OffsetBase)
  /// A packed language: three five-bit letters, or a Macintosh code below 0x400.
  case language
  /// A 3×3 transformation matrix; written on an array of nine.
  case matrix
  /// The number of a track, an item or an item property in this file.
  case reference(Reference)
  /// A number by which something is known elsewhere, as in a shop: no quantity.
  case identifier
  /// A quantity with a unit, written after the number: `Hz`, `bit/s`, `px`.
  case unit(StaticString)
  /// A quantity in units of 1/`n` of a unit: `.scaled(10000, "cd/m²")`.
  case scaled(Int, StaticString)
  /// A count that is stored less one: `_minus1`.
  case minusOne
  /// A version whose parts are bytes, written with full stops between them after what no byte says.
  case dotted(after: StaticString)
  /// A version in Binary Coded Decimal or plain bytes, shown in hexadecimal.
  case version
  /// Colour, one of the three code points of 23091-2.
  case colour(ColourAxis)
  /// The bits of a sample's flags (14496-12 §8.8.3.1).
  case sampleFlags
  /// Bytes of which a format says more than how many they are.
  case content(ContentText)
  /// A pointer in a part that a finder found, of which a format says what stands where it points to;
  /// offsets count from the base of the part (``PartValues/base``).
  case pointer(PointedText)
  /// Bytes in a format of their own, which get a node of this type when they begin as it does.
  case embedded(FourCC)
  /// Bytes that are shown as text when all of them are printable.
  case perhapsText
  /// Signed decibels in units of 1/`n`.
  case decibels(Int)
  /// Rows that writers use although the specification has others there; the problem to report.
  case departure(@autoclosure @Sendable () -> Diagnostic.Kind)

  /// Whose ticks a time is counted in.
  public enum Timescale: Sendable {
    /// The field of this name in the same box.
    case field(StaticString)
    /// The movie's, from `mvhd`.
    case movie
    /// The media's of the track that the box belongs to, from `mdhd`.
    case media
  }

  /// Where a position is counted from.
  public enum OffsetBase: Sendable {
    /// The first byte of the file.
    case file
    /// The first byte of the enclosing `moof`, or what `tfhd` says.
    case fragment
    /// The byte after this box.
    case boxEnd
    /// The first byte of the `idat` payload or of what the construction method says.
    case item
  }

  /// What kind of thing a number names.
  public enum Reference: Sendable { case track, item, property, group, sampleDescription }

  /// Which of the three colour code points (23091-2 §8.1–8.3).
  public enum ColourAxis: Sendable { case primaries, transfer, matrix }
}

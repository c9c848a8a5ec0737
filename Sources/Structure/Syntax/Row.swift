public import ByteReading

/// A number of bits, known when the table is written or only when it is read.
public enum Width: Sendable, ExpressibleByIntegerLiteral {
  /// So many bits.
  case bits(Int)
  /// `bits`, or `v1` when the version of the box is 1 or more.
  case versioned(Int, v1: Int)
  /// As many bits as a quantity says.
  case quantity(Quantity)

  /// So many bits.
  ///
  /// - Parameter value: The bits, 0...64.
  @inlinable public init(integerLiteral value: Int) { self = .bits(value) }

  /// As many bits as the field `name` holds, times `times`, plus `plus`.
  ///
  /// - Parameters:
  ///   - name: The name of the field, which stands before this row.
  ///   - times: What the value is multiplied by.
  ///   - plus: What is added.
  /// - Returns: The width.
  @inlinable
  public static func field(_ name: StaticString, times: Int = 1, plus: Int = 0) -> Width {
    .quantity(.field(name, times: times, plus: plus))
  }
  /// Four bits for code 0, and twice as many for each code above (14496-12 §8.9.5).
  ///
  /// - Parameters:
  ///   - name: The name of the field that holds the code.
  ///   - base: What is shifted left by the code.
  /// - Returns: The width.
  @inlinable
  public static func power(_ name: StaticString, of base: Int) -> Width {
    .quantity(.power(name, of: base))
  }
  /// The bits of the bytes that hold as many bits as the field `name` says.
  ///
  /// - Parameter name: The name of the field, which stands before this row.
  /// - Returns: The width, a multiple of eight.
  public static func octets(of name: StaticString) -> Width { .quantity(.octets(of: name)) }
  /// All bits that are left in the region.
  @inlinable public static var remaining: Width { .quantity(.remaining) }
}

/// A number that is known only once earlier fields have been read.
public enum Quantity: Sendable, ExpressibleByIntegerLiteral {
  /// A number that is known already.
  case exactly(Int)
  /// The value of an earlier field, times `times`, plus `plus`.
  case field(StaticString, times: Int, plus: Int)
  /// The product of two quantities.
  case product(@autoclosure @Sendable () -> Quantity, @autoclosure @Sendable () -> Quantity)
  /// `base` shifted left by the value of an earlier field.
  case power(StaticString, of: Int)
  /// The value of an earlier field, or of another when that is zero.
  case either(StaticString, StaticString)
  /// The value of an earlier field, rounded up to a multiple of eight.
  case octets(of: StaticString)
  /// As much as is left in the region.
  case remaining
  /// As much as is left, less so many.
  case remainingLess(Int)
  /// What another box says.
  case context(ContextKey)

  /// A number that is known already.
  ///
  /// - Parameter value: The number, not negative.
  @inlinable public init(integerLiteral value: Int) { self = .exactly(value) }
  /// The value of an earlier field.
  ///
  /// - Parameter name: The name of the field.
  /// - Returns: The quantity.
  @inlinable
  public static func field(_ name: StaticString) -> Quantity { .field(name, times: 1, plus: 0) }
  /// The value of an earlier field, plus a number.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - plus: What is added.
  /// - Returns: The quantity.
  @inlinable
  public static func field(_ name: StaticString, plus: Int) -> Quantity {
    .field(name, times: 1, plus: plus)
  }
  /// The value of an earlier field, times a number.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - times: What it is multiplied by.
  /// - Returns: The quantity.
  @inlinable
  public static func field(_ name: StaticString, times: Int) -> Quantity {
    .field(name, times: times, plus: 0)
  }
}

/// Something that a table needs to know and that another box says.
///
/// A format declares its keys and answers for them; the answer may be `nil`.
public struct ContextKey: Hashable, Sendable {
  /// Which key, unique within a format.
  public let number: UInt8
  /// What it is called in documentation.
  public let name: StaticString

  /// A key of a format.
  ///
  /// - Parameters:
  ///   - number: Which key, unique within the format.
  ///   - name: What it is called in documentation.
  @inlinable
  public init(_ number: UInt8, _ name: StaticString) {
    self.number = number
    self.name = name
  }

  /// Whether both are one key of a format.
  public static func == (a: ContextKey, b: ContextKey) -> Bool { a.number == b.number }
  /// Adds the number of the key to a hash.
  ///
  /// - Parameter hasher: What the hash is made with.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A test on fields that were read earlier, or on what comes next.
public enum Condition: Sendable {
  /// The field holds this value; false when it was not read.
  case equal(StaticString, UInt64)
  /// The field holds another value than this one.
  case notEqual(StaticString, UInt64)
  /// The field holds one of these values.
  case oneOf(StaticString, @autoclosure @Sendable () -> [UInt64])
  /// The field holds this value or a greater one.
  case atLeast(StaticString, UInt64)
  /// Any of these bits is set in the field.
  case bits(StaticString, UInt64)
  /// At least so many bits are left in the region.
  case remaining(Int)
  /// The `bits` bits, `offset` bits ahead, are there and have this value.
  case next(Int, UInt64, offset: Int)
  /// What is left of the region is a one and zeros behind it, 1...64 bits and not more than so many.
  case ending(Int)
  /// Another box says this value; false when no box says one.
  case context(ContextKey, UInt64)
  /// The condition does not hold.
  case not(@autoclosure @Sendable () -> Condition)
  /// All of these hold.
  case all(@autoclosure @Sendable () -> [Condition])
  /// One of these holds, or more.
  case any(@autoclosure @Sendable () -> [Condition])

  /// The field holds this four-character code.
  ///
  /// - Parameters:
  ///   - name: The name of the field, which stands before this row.
  ///   - code: The code.
  /// - Returns: The condition.
  @inlinable
  public static func code(_ name: StaticString, _ code: FourCC) -> Condition {
    .equal(name, UInt64(code.rawValue))
  }
  /// Any of these bits is set in the box's `flags`.
  ///
  /// - Parameter mask: The bits, one of which is set at least.
  /// - Returns: The condition.
  @inlinable
  public static func flag(_ mask: UInt64) -> Condition { .bits("flags", mask) }
  /// The box's `version` is this one.
  ///
  /// - Parameter version: The version.
  /// - Returns: The condition.
  @inlinable
  public static func version(_ version: UInt64) -> Condition { .equal("version", version) }
  /// The box's `version` is this one or a later one.
  ///
  /// - Parameter version: The lowest version.
  /// - Returns: The condition.
  @inlinable
  public static func versionAtLeast(_ version: UInt64) -> Condition { .atLeast("version", version) }
  /// The four-character code `offset` bits ahead is this one.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - offset: How many bits lie between the position and the code.
  /// - Returns: The condition.
  @inlinable
  public static func nextCode(_ code: FourCC, offset: Int = 0) -> Condition {
    .next(32, UInt64(code.rawValue), offset: offset)
  }
}

/// How long a piece of text is.
public enum TextLength: Sendable {
  /// Up to and including its terminator.
  case terminated
  /// Up to and including its terminator, or to the end of the region without one.
  case terminatedOrEnd
  /// To the end of the region, a field for each text that a terminator ends; zeros at the end belong
  /// to the last one. There is one field at least.
  case values
  /// To the end of the region; one terminator at the end belongs to the row, not to the value.
  case rest
  /// A count of bytes in one byte, then so many.
  case pascal
  /// A field of so many bytes that holds a count and so many characters (QTFF, Pascal string).
  case fixedPascal(Int)
  /// So many bytes; terminators at the end belong to the row, not to the value.
  case bytes(Quantity)
}

/// How the characters of a piece of text are stored.
public enum Characters: Sendable {
  /// UTF-8, ISO 8859-1, Mac Roman, and the forms of UTF-16 and UTF-32 whose order of bytes is
  /// known.
  case utf8, latin1, macRoman, utf16BE, utf16LE, utf32BE, utf32LE
  /// UTF-16 with a byte order mark.
  case utf16
  /// UTF-16 if it begins with a byte order mark, else UTF-8 (14496-12 §8.10.2).
  case utf8OrUTF16
  /// Mac Roman, as the specification says; UTF-8 where the text is that and not ASCII, as newer programs write it.
  case macRomanOrUTF8
  /// ISO 8859-1, as the specification says; UTF-8 where the text is that and not ASCII, of which a field of a fixed size may
  /// have cut off the last character.
  case latin1OrUTF8
  /// What the number in the field of this name means to the format.
  case chosen(by: StaticString, any TextChoice.Type)
}

/// One row of a syntax table.
///
/// A row is plain data without references, and what it holds more of are functions that give it:
/// so the rows of a table are contents of the program and nothing is built to look at them.
public struct Row: Sendable {
  /// The name as the specification prints it; empty for reserved bits and conditions.
  public let name: StaticString
  /// What stands in the bits.
  public let kind: Kind
  /// What the value means.
  public let meaning: Meaning
  /// What else is true of the field.
  public let traits: Traits
  /// What must hold for the row to be there; `nil` when it always is.
  public let condition: Condition?

  // Transparent, since else the compiler makes rows in memory when they are asked for.
  /// A row of any kind; the words of the table language make most of them.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it; empty for what has no name.
  ///   - kind: What stands in the bytes.
  ///   - meaning: What the value means.
  ///   - traits: What else is true of the field.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  @_transparent
  public init(
    name: StaticString, kind: Kind, meaning: Meaning = .plain, traits: Traits = [],
    condition: Condition? = nil
  ) {
    self.name = name
    self.kind = kind
    self.meaning = meaning
    self.traits = traits
    self.condition = condition
  }

  /// What stands in the bytes.
  public enum Kind: Sendable {
    /// An unsigned integer, most significant bit first.
    case uint(Width)
    /// A signed integer in two's complement.
    case int(Width)
    /// An IEEE 754 number of 32, 64 or 80 bits.
    case float(Int)
    /// A number of `whole` and `fraction` bits.
    case fixed(Int, Int, signed: Bool)
    /// A four-character code.
    case code
    /// Sixteen bytes that identify something (ITU-T X.667).
    case uuid
    /// Bits that the specification reserves, all zero or all one.
    case reserved(Width, ones: Bool)
    /// An Exp-Golomb code (14496-10 §9.1).
    case expGolomb(signed: Bool)
    /// A little-endian base-128 number (AV1 §4.10.5).
    case leb128
    /// Bytes of 255, then one less than that: their sum (14496-10 §7.3.2.3.1).
    case byteSum
    /// Text in these characters, of this length.
    case string(Characters, TextLength)
    /// So many bytes without a meaning of their own.
    case bytes(Quantity)
    /// Rows under a name of their own.
    case group(@Sendable () -> [Row])
    /// Rows that are there only under a condition; they belong to the table around them.
    case when(@Sendable () -> [Row])
    /// The first of several layouts that accounts for all bytes which are left, the first of all when
    /// none does. It stands last in its region, and no boxes follow.
    case choice(@Sendable () -> [Row])
    /// Rows inside so many bytes; what they leave over is listed.
    case within(Quantity, @Sendable () -> [Row], escaped: Bool)
    /// Rows whose numbers a follower sees; they belong to the table around them.
    case following(@Sendable () -> any FieldFollower, @Sendable () -> [Row])
    /// So many groups of rows, read one after another because their sizes vary.
    case list(Quantity, @Sendable () -> [Row])
    /// So many rows of one size, read only where they are asked for.
    case table(Quantity, @Sendable () -> [Row])
    /// So many values of one size without names of their own.
    case array(Quantity, @autoclosure @Sendable () -> Row)
    /// Rows inside the bytes that a function finds: one part that begins here, or, when it
    /// `repeats`, one after another to the end of the region.
    case found(@Sendable () -> any PartFinder, @Sendable () -> [Row], repeats: Bool)
    /// An MPEG-4 descriptor: a tag, a size of one to four bytes, and its rows (14496-1 §8.3).
    case descriptor(ClosedRange<UInt8>, @Sendable () -> [Row])
    /// The rows of the table, among those that may stand in this one, whose code the field of this
    /// name holds; no rows where there are none.
    case entry(by: StaticString)
    /// The descriptor of this name: each table that has the name and may stand in this one.
    case named(StaticString)
    /// The rows inside the group of this name, which this row stands in, once more: a value in a value.
    case again(StaticString)
    /// From here on, boxes.
    case boxes
  }

  /// What else is true of a field.
  public struct Traits: OptionSet, Sendable {
    /// The bits of the traits.
    public let rawValue: UInt16
    /// Traits of these bits.
    ///
    /// - Parameter rawValue: The bits, each one of the traits below.
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Distinguishes siblings, and aligns them in a diff.
    @inlinable public static var identity: Traits { Traits(rawValue: 1) }
    /// Changes from one encoding to the next without a reason: times, names of encoders.
    @inlinable public static var volatile: Traits { Traits(rawValue: 2) }
    /// Least significant byte first.
    @inlinable public static var little: Traits { Traits(rawValue: 4) }
    /// Zeros to the next whole byte.
    @inlinable public static var alignment: Traits { Traits(rawValue: 16) }
    /// A time for which -1 says that there is none.
    @inlinable public static var minusOneIsNone: Traits { Traits(rawValue: 32) }
    /// Seven bits of each byte count, the first bit is zero (ID3v2.4.0 structure §6.2).
    @inlinable public static var syncsafe: Traits { Traits(rawValue: 64) }
    /// A code of three characters instead of four.
    @inlinable public static var threeCharacters: Traits { Traits(rawValue: 128) }
    /// Other boxes say what it amounts to, see ``FieldNotes``.
    @inlinable public static var noted: Traits { Traits(rawValue: 256) }
    /// Shown where the items of a list are drawn one a line.
    @inlinable public static var column: Traits { Traits(rawValue: 512) }
    /// Another number than 0 says that offsets behind it do not count in the file
    /// (``Meaning/OffsetBase/item``).
    @inlinable public static var offsetMethod: Traits { Traits(rawValue: 1024) }
    /// Decoders refuse other bits than the reserved ones.
    @inlinable public static var strict: Traits { Traits(rawValue: 2048) }
  }

  /// The row, its field one that siblings differ by.
  @inlinable public var identity: Row { with(.identity) }
  /// The row, its field changing without a reason.
  @inlinable public var volatile: Row { with(.volatile) }
  /// The row, its number stored with the least significant byte first.
  @inlinable public var little: Row { with(.little) }

  /// The row, seven bits of each byte of its number counting.
  @inlinable public var syncsafe: Row { with(.syncsafe) }
  /// The row, its code having three characters.
  @inlinable public var threeCharacters: Row { with(.threeCharacters) }
  /// The row, decoders refusing other bits than the reserved ones.
  @inlinable public var strict: Row { with(.strict) }
  /// The row, its field shown where the items of a list are drawn one a line.
  @inlinable public var column: Row { with(.column) }

  /// The row, its number saying whether the offsets behind it count in the file.
  @inlinable public var offsetMethod: Row { with(.offsetMethod) }

  /// The row, -1 in its time saying that there is none.
  @inlinable public var minusOneIsNone: Row { with(.minusOneIsNone) }

  /// The row, with what other boxes say of it printed beside its value.
  @inlinable public var noted: Row { with(.noted) }

  @inlinable
  func with(_ trait: Traits) -> Row {
    Row(
      name: name, kind: kind, meaning: meaning,
      traits: Traits(rawValue: traits.rawValue | trait.rawValue), condition: condition)
  }

  /// The rows inside it, if it holds any.
  public var inner: [Row] {
    switch kind {
    case .group(let rows), .when(let rows), .choice(let rows), .within(_, let rows, _), .list(_, let rows),
      .table(_, let rows), .found(_, let rows, _), .descriptor(_, let rows), .following(_, let rows):
      rows()
    case .array(_, let row): [row()]
    default: []
    }
  }

  /// Whether the rows inside it belong to the table around them.
  public var belongsToOuterScope: Bool {
    switch kind {
    case .when, .choice, .following: true
    default: false
    }
  }

  /// Whether it is bytes of another format.
  var isEmbedded: Bool {
    if case .embedded = meaning { true } else { false }
  }

  /// Whether a format says of its value what it leads to.
  public var isPointer: Bool {
    if case .pointer = meaning { true } else { false }
  }

  /// Whether it is an array of values without names of their own.
  public var isArray: Bool {
    if case .array = kind { true } else { false }
  }
}

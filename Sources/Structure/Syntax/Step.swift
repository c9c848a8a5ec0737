import ByteReading

/// One step of a lowered table.
struct Step: BitwiseCopyable {
  enum Op: UInt8, BitwiseCopyable {
    case uint, int, float, fixed, signedFixed, code, uuid, zeros, ones, align, expGolomb
    case signedExpGolomb, leb128, byteSum, string, bytes, group, when, within, escaped, list, table
    case descriptor, entry, boxes, part, parts, choice, again
    case following
  }
  /// The slot of a row without a name.
  static let noSlot: UInt16 = .max

  enum Length: UInt8, BitwiseCopyable {
    case terminated, terminatedOrEnd, values, rest, pascal, fixedPascal, counted
  }

  var op: Op
  var length = Length.terminated
  /// The encoding of text: a `TextForm` raw value, or the number of a choice behind those.
  var text: UInt8 = 0
  var isLittle = false
  /// Seven bits of each byte count.
  var isSyncsafe = false
  /// A value that is expected stands in `value`.
  var isExpected = false
  /// Rows of a departure from the specification, which is reported.
  var isDeparture = false
  /// A follower sees its number, and what it says then goes to `textSlot`.
  var isFollowed = false
  var slot = Step.noSlot
  /// The slot that the encoding of text depends on; the first of those for what a finder knows of a part;
  /// that of what a follower says.
  var textSlot: UInt16 = 0
  /// One past the last step nested in this one.
  var end: UInt16 = 0
  /// The slot, from 1, of the timescale that a time is counted in; contexts after all names; 0 for
  /// none.
  var scaleSlot: UInt16 = 0
  /// The number, from 1, of the test that must hold; 0 for none.
  var test: UInt16 = 0
  /// The number, from 1, of the amount that gives width or count; 0 for `bits`.
  var amount: UInt16 = 0
  /// Width in bits.
  var bits: Int32 = 0
  /// Width in bits in versions from 1 on; -1 when it is the same.
  var v1: Int32 = -1
  var value: UInt64 = 0
}

/// One test, its operands after it up to `end`.
struct Test: BitwiseCopyable {
  enum Op: UInt8, BitwiseCopyable {
    case equal, notEqual, atLeast, bits, remaining, next, ending, context, not, all, any
  }
  var op: Op
  var slot: UInt16 = 0
  var end: UInt16 = 0
  var width: Int32 = 0
  var offset: Int32 = 0
  var value: UInt64 = 0
}

/// A number that fields decide.
struct Amount: BitwiseCopyable {
  enum Op: UInt8, BitwiseCopyable {
    case literal, linear, product, power, remaining, context, contextProduct, either, octets
  }
  var op: Op
  var slot: UInt16 = 0
  var slot2: UInt16 = 0
  var times: Int = 1
  var plus: Int = 0
  var times2: Int = 1
  var plus2: Int = 0
}

extension Step.Op {
  /// Whether the row is a number in a slot that followers see.
  var isNumber: Bool {
    switch self {
    case .uint, .int, .code, .expGolomb, .signedExpGolomb, .leb128, .byteSum: true
    default: false
    }
  }

  /// Whether rows stand inside the row.
  var holdsRows: Bool {
    switch self {
    case .group, .when, .choice, .within, .escaped, .list, .table, .descriptor, .part, .parts,
      .following:
      true
    default: false
    }
  }
}

extension StaticString {
  var isEmpty: Bool { utf8CodeUnitCount == 0 }
}

/// How text is stored, resolved as far as the table can.
enum TextForm: UInt8 {
  case utf8, latin1, macRoman, utf16BE, utf16LE, utf16, utf8OrUTF16, utf32BE, utf32LE, macRomanOrUTF8, latin1OrUTF8

  /// Numbers from this one on are those of the choices of the table.
  static let firstChoice: UInt8 = 16
}

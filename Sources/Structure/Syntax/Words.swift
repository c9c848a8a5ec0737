/// Collects the rows of a table. Every statement is a row, so the type checker has nothing to guess.
@resultBuilder
public enum Rows {
  /// The rows in the order in which they are written.
  ///
  /// - Parameter rows: The rows as they are written, one after another.
  /// - Returns: The same rows.
  @inlinable public static func buildBlock(_ rows: Row...) -> [Row] { rows }
}

extension SyntaxFamily {
  /// An unsigned integer of `width` bits, or of `v1` bits when the box's version is 1 or more.
  ///
  /// - Parameters:
  ///   - width: The bits, 1...64.
  ///   - v1: The bits when the version is 1 or more; `nil` for the same.
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func uint(
    _ width: Int, v1: Int? = nil, _ name: StaticString, _ meaning: Meaning = .plain,
    if condition: Condition? = nil
  ) -> Row {
    let width: Width = if let v1 { .versioned(width, v1: v1) } else { .bits(width) }
    return Row(name: name, kind: .uint(width), meaning: meaning, condition: condition)
  }

  /// An unsigned integer whose width an earlier field holds.
  ///
  /// - Parameters:
  ///   - width: The name of the earlier field, and what is made of its value.
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func uint(
    _ width: Width, _ name: StaticString, _ meaning: Meaning = .plain,
    if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .uint(width), meaning: meaning, condition: condition)
  }

  /// A signed integer in two's complement.
  ///
  /// - Parameters:
  ///   - width: The bits, 1...64.
  ///   - v1: The bits when the version is 1 or more; `nil` for the same.
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func int(
    _ width: Int, v1: Int? = nil, _ name: StaticString, _ meaning: Meaning = .plain,
    if condition: Condition? = nil
  ) -> Row {
    let width: Width = if let v1 { .versioned(width, v1: v1) } else { .bits(width) }
    return Row(name: name, kind: .int(width), meaning: meaning, condition: condition)
  }

  /// A signed integer whose width an earlier field holds.
  ///
  /// - Parameters:
  ///   - width: The name of the earlier field, and what is made of its value.
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func int(
    _ width: Width, _ name: StaticString, _ meaning: Meaning = .plain,
    if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .int(width), meaning: meaning, condition: condition)
  }

  /// One bit: yes or no.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func flag(_ name: StaticString, if condition: Condition? = nil) -> Row {
    Row(name: name, kind: .uint(1), meaning: .boolean, condition: condition)
  }

  /// An IEEE 754 number of 32, 64 or 80 bits.
  ///
  /// - Parameters:
  ///   - width: The bits: 32, 64 or 80.
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func float(
    _ width: Int, _ name: StaticString, _ meaning: Meaning = .plain, if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .float(width), meaning: meaning, condition: condition)
  }

  /// A signed fixed-point number of `whole` and `fraction` bits, at most 64 together.
  ///
  /// - Parameters:
  ///   - whole: The bits before the point, the sign included.
  ///   - fraction: The bits behind the point.
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func fixed(
    _ whole: Int, _ fraction: Int, _ name: StaticString, _ meaning: Meaning = .plain,
    if condition: Condition? = nil
  ) -> Row {
    Row(
      name: name, kind: .fixed(whole, fraction, signed: true), meaning: meaning,
      condition: condition)
  }

  /// An unsigned fixed-point number of `whole` and `fraction` bits, at most 64 together.
  ///
  /// - Parameters:
  ///   - whole: The bits before the point, the sign included.
  ///   - fraction: The bits behind the point.
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func ufixed(
    _ whole: Int, _ fraction: Int, _ name: StaticString, _ meaning: Meaning = .plain,
    if condition: Condition? = nil
  ) -> Row {
    Row(
      name: name, kind: .fixed(whole, fraction, signed: false), meaning: meaning,
      condition: condition)
  }

  /// A four-character code.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func code(
    _ name: StaticString, _ meaning: Meaning = .plain, if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .code, meaning: meaning, condition: condition)
  }

  /// Sixteen bytes that identify something (ITU-T X.667). Names and conditions are about the first
  /// eight of them.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func uuid(
    _ name: StaticString, _ meaning: Meaning = .plain, if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .uuid, meaning: meaning, condition: condition)
  }

  /// Bits that the specification reserves or predefines as zero.
  ///
  /// - Parameters:
  ///   - width: The bits, 1...64.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func reserved(_ width: Int, if condition: Condition? = nil) -> Row {
    Row(name: "reserved", kind: .reserved(.bits(width), ones: false), condition: condition)
  }

  /// Bits that the specification reserves as ones.
  ///
  /// - Parameters:
  ///   - width: The bits, 1...64.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func reservedOnes(_ width: Int, if condition: Condition? = nil) -> Row {
    Row(name: "reserved", kind: .reserved(.bits(width), ones: true), condition: condition)
  }

  /// Zeros up to the next whole byte; none when the position is at one.
  ///
  /// - Returns: The row.
  @inlinable
  public static func alignment() -> Row {
    Row(name: "reserved", kind: .reserved(.bits(0), ones: false), traits: .alignment)
  }

  /// Ones up to the next whole byte; none when the position is at one.
  ///
  /// - Returns: The row.
  @inlinable
  public static func alignmentOnes() -> Row {
    Row(name: "reserved", kind: .reserved(.bits(0), ones: true), traits: .alignment)
  }

  /// An unsigned Exp-Golomb code, `ue(v)`.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func ue(
    _ name: StaticString, _ meaning: Meaning = .plain, if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .expGolomb(signed: false), meaning: meaning, condition: condition)
  }

  /// A signed Exp-Golomb code, `se(v)`.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func se(
    _ name: StaticString, _ meaning: Meaning = .plain, if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .expGolomb(signed: true), meaning: meaning, condition: condition)
  }

  /// A number in bytes that are added up: 255 as often as it goes, then the rest (14496-10 §7.3.2.3.1).
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func byteSum(
    _ name: StaticString, _ meaning: Meaning = .plain, if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .byteSum, meaning: meaning, condition: condition)
  }

  /// A little-endian base-128 number.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func leb128(
    _ name: StaticString, _ meaning: Meaning = .plain, if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .leb128, meaning: meaning, condition: condition)
  }

  /// Text.
  ///
  /// - Parameters:
  ///   - characters: How the characters are stored.
  ///   - length: Where the text ends.
  ///   - name: What the specification calls it.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func string(
    _ characters: Characters, _ length: TextLength = .terminated, _ name: StaticString,
    if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .string(characters, length), condition: condition)
  }

  /// Bytes without a meaning of their own here.
  ///
  /// - Parameters:
  ///   - count: How many bytes.
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func bytes(
    _ count: Quantity, _ name: StaticString, _ meaning: Meaning = .plain,
    if condition: Condition? = nil
  ) -> Row {
    Row(name: name, kind: .bytes(count), meaning: meaning, condition: condition)
  }

  /// Rows under a name of their own.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func group(
    _ name: StaticString, if condition: Condition? = nil,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(name: name, kind: .group(rows), condition: condition)
  }

  /// Rows that are there only when `condition` holds.
  ///
  /// - Parameters:
  ///   - condition: What must hold for the rows to be there.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func when(_ condition: Condition, @Rows _ rows: @escaping @Sendable () -> [Row])
    -> Row
  {
    Row(name: "", kind: .when(rows), condition: condition)
  }

  /// The first of these layouts that accounts for all bytes which are left, without a fault; the first
  /// of all when none does. Each is a ``layout(if:_:)`` or a ``departure(_:if:_:)``. It stands last in
  /// its region, and no boxes follow.
  ///
  /// - Parameter layouts: The layouts, the usual one first.
  /// - Returns: The row.
  @inlinable
  public static func firstThatFits(@Rows _ layouts: @escaping @Sendable () -> [Row]) -> Row {
    Row(name: "", kind: .choice(layouts))
  }

  /// Rows whose numbers `follower` sees as they are read; conditions and counts in them ask for what it says
  /// by the names `followed` and `followed_second`. Such rows do not stand in one another.
  ///
  /// - Parameters:
  ///   - follower: What makes a follower, for each time that the rows are read.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func following(
    _ follower: @escaping @Sendable () -> any FieldFollower,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(name: "", kind: .following(follower, rows))
  }

  /// One of several layouts.
  ///
  /// - Parameters:
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func layout(
    if condition: Condition? = nil, @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(name: "", kind: .when(rows), condition: condition)
  }

  /// Rows that some writers use although the specification has others there, and that readers take:
  /// they are read, and a problem of this kind is reported.
  ///
  /// - Parameters:
  ///   - kind: The problem that is reported when the rows are read.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func departure(
    _ kind: @autoclosure @escaping @Sendable () -> Diagnostic.Kind, if condition: Condition? = nil,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(name: "", kind: .when(rows), meaning: .departure(kind()), condition: condition)
  }

  /// Rows inside `count` bytes under a name of their own; what they leave over is listed.
  ///
  /// `escaped` says that the bytes are a NAL unit with emulation prevention.
  ///
  /// - Parameters:
  ///   - count: How many bytes.
  ///   - name: What the specification calls it.
  ///   - escaped: Whether the bytes are a NAL unit with emulation prevention, whose rows are read
  ///     without it.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func within(
    _ count: Quantity, _ name: StaticString, escaped: Bool = false, if condition: Condition? = nil,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(name: name, kind: .within(count, rows, escaped: escaped), condition: condition)
  }

  /// `count` groups of rows, read one after another because their sizes vary; `.remaining` for as
  /// many as fit.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - name: What the specification calls it.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func list(
    _ count: Quantity, _ name: StaticString, if condition: Condition? = nil,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(name: name, kind: .list(count, rows), condition: condition)
  }

  /// `count` rows of one size, read only where they are asked for; `.remaining` for as many as fit.
  ///
  /// Conditions and widths inside may depend on fields before the table, not on fields of its rows.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - name: What the specification calls it.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func table(
    _ count: Quantity, _ name: StaticString, if condition: Condition? = nil,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(name: name, kind: .table(count, rows), condition: condition)
  }

  /// `count` values of one size without names of their own: a matrix, a list of brands.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - name: What the specification calls it.
  ///   - meaning: What the value means.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  ///   - row: What each of the values is.
  /// - Returns: The row.
  @inlinable
  public static func array(
    _ count: Quantity, _ name: StaticString, _ meaning: Meaning = .plain,
    if condition: Condition? = nil, of row: @autoclosure @escaping @Sendable () -> Row
  ) -> Row {
    Row(name: name, kind: .array(count, row()), meaning: meaning, condition: condition)
  }

  /// Rows inside the bytes that `finder` finds here; none when it finds none.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - finder: What makes a finder, for each time that the rows are read.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func part(
    _ name: StaticString, foundBy finder: @escaping @Sendable () -> any PartFinder,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(name: name, kind: .found(finder, rows, repeats: false))
  }

  /// The parts that `finder` finds from here to the end of the region, one after another, each with
  /// these rows; for streams whose frames have no number of their own.
  ///
  /// - Parameters:
  ///   - name: What the specification calls it.
  ///   - finder: What makes a finder, for each time that the rows are read.
  ///   - rows: The rows, made when the table is lowered.
  /// - Returns: The row.
  @inlinable
  public static func parts(
    _ name: StaticString, foundBy finder: @escaping @Sendable () -> any PartFinder,
    @Rows _ rows: @escaping @Sendable () -> [Row]
  ) -> Row {
    Row(name: name, kind: .found(finder, rows, repeats: true))
  }

  /// The rows of an entry that has a table of its own: the one, among those that may stand in this
  /// table, whose code the field `name` holds. What has no table is listed as bytes.
  ///
  /// `name` is a four-character code at a fixed place before all lists.
  ///
  /// - Parameter name: The name of the field that holds the code.
  /// - Returns: The row.
  @inlinable
  public static func entry(by name: StaticString) -> Row { Row(name: "", kind: .entry(by: name)) }

  /// An MPEG-4 descriptor that has a table of its own, if the next byte is its tag (14496-1 §8.3.3).
  ///
  /// Where several tables have the name, each stands for it where its condition holds.
  ///
  /// - Parameter name: The name of the descriptor, as 14496-1 spells it.
  /// - Returns: The row.
  @inlinable
  public static func descriptor(_ name: StaticString) -> Row {
    Row(name: name, kind: .named(name))
  }

  /// Any MPEG-4 descriptors up to the end of the region, their content as bytes.
  ///
  /// - Parameter name: What the list of descriptors is called.
  /// - Returns: The row.
  @inlinable
  public static func descriptors(_ name: StaticString = "descriptors") -> Row {
    list(.remaining, name) {
      Row(
        name: "descriptor",
        kind: .descriptor(0...255, { [Row(name: "data", kind: .bytes(.remaining))] }))
    }
  }

  /// The rows inside the group `name` around this row once more, for values that hold values (CBOR). Nested
  /// at most ``Walker/deepestNesting`` deep; what lies deeper is listed as bytes.
  ///
  /// - Parameters:
  ///   - name: The name of the group.
  ///   - condition: What must hold for the row to be there; `nil` when it always is.
  /// - Returns: The row.
  @inlinable
  public static func again(_ name: StaticString, if condition: Condition? = nil) -> Row {
    Row(name: "", kind: .again(name), condition: condition)
  }

  /// From here to the end of the box, boxes.
  ///
  /// - Returns: The row.
  @inlinable
  public static func boxes() -> Row { Row(name: "", kind: .boxes) }

  /// Names for the bits of the box's `flags`; stands first in a table that has versions.
  ///
  /// - Parameter names: The names of the bits.
  /// - Returns: The row.
  @inlinable
  public static func flags(_ names: @autoclosure @escaping @Sendable () -> Names) -> Row {
    Row(name: "flags", kind: .uint(24), meaning: .flags(names()))
  }
}

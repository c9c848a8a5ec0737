public import ByteReading

/// Receives the fields of a box in the order of its bytes. Outline, field view, hexdump, JSON and
/// diff each are one.
public protocol FieldSink: ~Copyable {
  /// Fields that lie in source `source` follow: those of a node's header, or of its payload.
  ///
  /// - Parameter source: The number of the source in the tree.
  mutating func begin(source: UInt16)
  /// A number, a code, text, bytes, reserved bits, or bytes that no row accounts for.
  ///
  /// - Parameter field: The field, which may not be kept; what is wanted of it is copied.
  mutating func field(_ field: borrowing FieldReading)
  /// Rows under a name of their own begin: a group, a length-delimited part, a descriptor, a list,
  /// or one item of a list.
  ///
  /// - Parameter group: The group that begins.
  mutating func begin(_ group: borrowing GroupReading)
  /// They end.
  ///
  /// - Parameter group: The group that ends.
  mutating func end(_ group: borrowing GroupReading)
  /// Rows of one size, which are read where they lie.
  ///
  /// - Parameter table: The table, which may not be kept.
  mutating func table(_ table: borrowing TableReading)
  /// Something is wrong.
  ///
  /// - Parameter fault: What is wrong, and at which bits.
  mutating func note(_ fault: Fault)
  /// Whether item `index`, from 0, of a list of `count` is to be passed.
  ///
  /// - Parameters:
  ///   - index: The position of the item, from 0.
  ///   - count: The number of items that the list has, or claims.
  /// - Returns: Whether the item is passed; the others are only gone over.
  mutating func wants(item index: Int, of count: Int) -> Bool
  /// Whether value `index`, from 0, of a text of `count` values is to be passed.
  ///
  /// - Parameters:
  ///   - index: The position of the value, from 0.
  ///   - count: The number of values that the text has.
  ///   - place: Where it begins, without its size.
  ///   - depth: How many groups it lies in.
  /// - Returns: Whether the value is passed; the others are only gone over.
  mutating func wants(value index: Int, of count: Int, at place: Extent, depth: Int) -> Bool
  /// Whether lists that go on to the end of the region are counted before they are passed.
  var countsLists: Bool { get }
  /// Whether the values of a text are counted before they are passed; else all are passed.
  var countsValues: Bool { get }
  /// Whether no part of a stream is wanted after the first one that is not: the rest of it is then
  /// not looked at.
  var stopsAtUnwanted: Bool { get }
}

extension FieldSink where Self: ~Copyable {
  /// Does not ask which source the fields lie in.
  ///
  /// - Parameter source: The number of the source.
  public mutating func begin(source: UInt16) {}
  /// Takes no notice of a group.
  ///
  /// - Parameter group: The group that begins.
  public mutating func begin(_ group: borrowing GroupReading) {}
  /// Takes no notice of the end of a group.
  ///
  /// - Parameter group: The group that ends.
  public mutating func end(_ group: borrowing GroupReading) {}
  /// Takes no notice of a fault.
  ///
  /// - Parameter fault: What is wrong.
  public mutating func note(_ fault: Fault) {}
  /// Wants each item.
  ///
  /// - Parameters:
  ///   - index: The position of the item, from 0.
  ///   - count: The number of items.
  /// - Returns: True.
  public mutating func wants(item index: Int, of count: Int) -> Bool { true }
  /// False: lists whose items nobody has counted need not be gone over first.
  public var countsLists: Bool { false }
  /// Wants each value.
  ///
  /// - Parameters:
  ///   - index: The position of the value, from 0.
  ///   - count: The number of values.
  ///   - place: Where it begins.
  ///   - depth: How many groups it lies in.
  /// - Returns: True.
  public mutating func wants(value index: Int, of count: Int, at place: Extent, depth: Int) -> Bool { true }
  /// Passes values uncounted.
  public var countsValues: Bool { false }
  /// False: what follows an item that is not wanted is passed.
  public var stopsAtUnwanted: Bool { false }
}

/// One field as it was read.
public struct FieldReading: ~Escapable {
  /// The table it belongs to.
  public let program: Program
  /// Its row in `program.rows`.
  public let row: Int
  /// All its bits, from the start of the source.
  public let extent: Extent
  /// The part of text or bytes that is their value: without count and terminator.
  public let content: Extent
  /// The number as stored, sign-extended when the row is signed; for text and bytes the length of
  /// `content` in bytes.
  public let raw: UInt64
  /// How text is stored.
  public let encoding: TextEncoding
  /// The ticks per second that a time is counted in; 0 when they are not known.
  public let scale: UInt64
  /// The number of groups around it.
  public let depth: Int
  /// The source.
  public let bytes: RawSpan

  @_lifetime(copy bytes)
  init(
    program: Program, row: Int, extent: Extent, content: Extent, raw: UInt64,
    encoding: TextEncoding = .utf8, scale: UInt64 = 0, depth: Int, bytes: RawSpan
  ) {
    self.scale = scale
    self.program = program
    self.row = row
    self.extent = extent
    self.content = content
    self.raw = raw
    self.encoding = encoding
    self.depth = depth
    self.bytes = bytes
  }

  /// The row of the table that describes it.
  public var definition: Row { program.rows[row] }
  /// Its name.
  public var name: StaticString { program.rows[row].name }
  /// What its bits are, without a look at its row.
  package var shape: FieldShape { isGap ? .bytes : program.forms[row].shape }
  /// The names of its values, or of its bits; none when its meaning has none.
  public var names: Names { program.names(of: row) }
  /// Whether no row of the table accounts for these bytes.
  public var isGap: Bool { row == program.gapRow }
  /// The bytes of `content`.
  public var contentBytes: RawSpan {
    @_lifetime(copy self) get {
      bytes.extracting(content.byteOffset..<content.byteEnd)
    }
  }
}

/// Rows under a name of their own.
public struct GroupReading: ~Escapable {
  /// What kind of group it is.
  public enum Kind: Sendable { case group, list, item }

  /// What kind of group it is.
  public let kind: Kind
  /// The table whose rows these are.
  public let program: Program
  /// The row of the group, or of the list.
  public let row: Int
  /// All its bits, as far as they are known: from its first to the last that the region holds, until
  /// the group ends.
  public let extent: Extent
  /// The position of an item in its list, from 0.
  public let index: Int
  /// The number of items the list promises, or holds when it goes on to the end of the region; for
  /// other groups 0.
  public let count: Int
  /// The groups around it.
  public let depth: Int
  /// The bytes of the source that the extents are counted in.
  public let bytes: RawSpan

  @_lifetime(copy bytes)
  init(
    _ kind: Kind, program: Program, row: Int, extent: Extent, index: Int = 0, count: Int = 0,
    depth: Int, bytes: RawSpan
  ) {
    self.kind = kind
    self.program = program
    self.row = row
    self.extent = extent
    self.index = index
    self.count = count
    self.depth = depth
    self.bytes = bytes
  }

  /// The row of the table that describes it.
  public var definition: Row { program.rows[row] }
  /// What the specification calls it.
  public var name: StaticString { program.rows[row].name }
  /// Whether the extent is right as the group begins: that of parts, of rows with a length of their own, and of a list to
  /// the end of its region. Others end where their last row does.
  public var isMeasured: Bool {
    switch definition.kind {
    case .within, .found, .descriptor: true
    case .list(.remaining, _): kind == .list
    default: false
    }
  }
}

/// One column of a table.
public struct Column: Sendable, BitwiseCopyable {
  /// Its row in `program.rows`.
  public let row: Int
  /// Its first bit, from the start of a row.
  public let start: Int
  /// Its width in bits.
  public let width: Int
  /// Whether its number is in two's complement.
  let isSigned: Bool
  /// Whether its least significant byte comes first.
  let isLittle: Bool
  /// The ticks per second of a time; 0 when they are not known.
  let scale: UInt64
}

/// Rows of one size, read where they lie.
public struct TableReading: ~Escapable {
  /// The table of the box that the rows stand in.
  public let program: Program
  /// The row of the table in `program.rows`.
  public let row: Int
  /// The bits of the rows that are present.
  public let extent: Extent
  /// The number of rows the box promises.
  public let declared: Int
  /// The number of rows that are present; 0 when rows have no size.
  public let count: Int
  /// The bits from one row to the next.
  public let stride: Int
  /// The columns of a row, in the order of their bits.
  public let columns: [Column]
  /// The position, from 0, that the first of these rows has in the whole table.
  public let firstIndex: Int
  /// The groups around it.
  public let depth: Int
  /// The bytes of the source that the extents are counted in.
  public let bytes: RawSpan

  @_lifetime(copy bytes)
  init(
    program: Program, row: Int, extent: Extent, declared: Int, count: Int, stride: Int,
    columns: [Column], firstIndex: Int = 0, depth: Int, bytes: RawSpan
  ) {
    self.firstIndex = firstIndex
    self.program = program
    self.row = row
    self.extent = extent
    self.declared = declared
    self.count = count
    self.stride = stride
    self.columns = columns
    self.depth = depth
    self.bytes = bytes
  }

  /// The row of the table that describes it.
  public var definition: Row { program.rows[row] }
  /// What the specification calls it.
  public var name: StaticString { program.rows[row].name }

  /// The bits of row `index`, from 0, which is below `count`.
  ///
  /// - Parameter index: The row, from 0.
  /// - Returns: The extent, counted in the source of ``bytes``.
  public func extent(ofRow index: Int) -> Extent {
    Extent(start: extent.start &+ index &* stride, count: stride)
  }

  /// The number in column `column` of row `index`, sign-extended when it is signed; 0 for columns
  /// wider than 64 bits and for rows that are not there.
  ///
  /// - Parameters:
  ///   - index: The row, from 0.
  ///   - column: The column, from 0.
  /// - Returns: The number as it is stored.
  public func raw(row index: Int, column: Int) -> UInt64 {
    column < columns.count ? raw(row: index, of: columns[column]) : 0
  }

  /// The same for a column that was taken out once.
  @inline(__always)
  func raw(row index: Int, of column: Column) -> UInt64 {
    guard index >= 0, index < count else { return 0 }
    let start = extent.start &+ index &* stride &+ column.start
    if column.width == 32, start & 7 == 0, !column.isSigned, !column.isLittle {
      return UInt64(bytes.bigEndian32(at: start &>> 3) ?? 0)
    }
    return Walker.number(
      bytes, at: start, width: column.width, isSigned: column.isSigned, isLittle: column.isLittle)
  }

  /// Whether the numbers of a column are unsigned and mean nothing more than they say.
  ///
  /// - Parameter column: The column, from 0.
  /// - Returns: Whether its numbers may be written in decimal as they are.
  public func isPlain(column: Int) -> Bool {
    let form = program.forms[columns[column].row]
    return form.op == .uint && (form.meaning == .plain || form.meaning == .bytes)
      && columns[column].width <= 64
  }

  /// The field in column `column` of row `index`, as if it stood alone.
  ///
  /// - Parameters:
  ///   - index: The row, from 0, below `count`.
  ///   - column: The column, from 0.
  /// - Returns: The field, which lives no longer than the bytes of the table.
  @_lifetime(copy self)
  public func field(row index: Int, column: Int) -> FieldReading {
    let place = columns[column]
    let extent = Extent(
      start: extent.start &+ index &* stride &+ place.start, count: place.width)
    return FieldReading(
      program: program, row: place.row, extent: extent, content: extent,
      raw: place.width <= 64 ? raw(row: index, column: column) : UInt64(place.width &>> 3),
      scale: place.scale,
      depth: depth &+ 1, bytes: bytes)
  }

  /// The number of the column whose row has this name.
  ///
  /// - Parameter name: The name, as the specification spells it.
  /// - Returns: The first column of this name, from 0; `nil` when the table has none.
  public func column(named name: some StringProtocol) -> Int? {
    let folded = FoldedName(name)
    return columns.firstIndex { program.rows[$0.row].name.isFolded(to: folded) }
  }
}

/// What is wrong with a field, before anyone knows which node it belongs to.
public struct Fault: Sendable {
  /// What is wrong.
  public var finding: Finding
  /// The bits it is about.
  public var extent: Extent
  /// The row it is about.
  public var row: Int
  /// The table that the row is in.
  public var program: Program
  /// The kind of the finding.
  public var kind: Diagnostic.Kind { finding.kind }

  /// Whether it only reports rows that the specification does not have: no bits are missing, and none
  /// are left over.
  public var isDeparture: Bool {
    if case .departure = program.rows[row].meaning { true } else { false }
  }
}

/// Answers for what a table wants to know from other boxes.
public protocol ContextSource {
  /// The value of `key`, or `nil` when no box says it.
  ///
  /// - Parameter key: What is asked for.
  /// - Returns: The value as it is stored.
  func value(of key: ContextKey) -> UInt64?
}

/// Has no values: for boxes that are read without those around them.
public struct NoContext: ContextSource {
  /// A source without values.
  public init() {}
  /// Knows no other box.
  ///
  /// - Parameter key: What is asked for.
  /// - Returns: `nil`.
  public func value(of key: ContextKey) -> UInt64? { nil }
}

/// Ignores all fields: for whoever reads for faults or positions alone.
public struct NoSink: FieldSink {
  /// A sink that ignores what it is passed.
  public init() {}
  /// Takes no notice of a field.
  ///
  /// - Parameter field: The field that was read.
  public mutating func field(_ field: borrowing FieldReading) {}
  /// Takes no notice of a table.
  ///
  /// - Parameter table: The table that was read.
  public mutating func table(_ table: borrowing TableReading) {}
}

extension FieldReading {
  /// Whether it is bytes alone.
  public var isBytes: Bool { program.forms[row].op == .bytes && !isGap }
  /// Whether it is a four-character code, without a look at its row.
  package var isCode: Bool { program.forms[row].op == .code }
  /// Whether it is a whole number that is neither a date nor has a name, without a look at its row.
  package var isPlainNumber: Bool {
    let form = program.forms[row]
    return (form.op == .uint || form.op == .int) && form.meaning == .plain
  }
  /// Whether it is text that means nothing else.
  package var isPlainText: Bool { !isGap && program.forms[row].shape == .text && program.forms[row].meaning == .plain }
  /// Whether it is signed, of an Exp-Golomb code that means nothing but its number; `nil` for any other field.
  package var signOfPlainExpGolomb: Bool? {
    let form = program.forms[row]
    guard form.meaning == .plain, form.op == .expGolomb || form.op == .signedExpGolomb else { return nil }
    return form.op == .signedExpGolomb
  }
}

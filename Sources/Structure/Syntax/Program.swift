import ByteReading

/// A syntax table, lowered once to a flat list of steps.
///
/// Steps are plain bits, so that reading touches no names, no dictionaries and no reference counts.
/// Step *n* belongs to row *n*; whoever shows a field comes back to ``rows`` for its name.
public final class Program: Sendable {
  /// The table as it was written.
  public let syntax: Syntax
  /// All rows, outer before inner, in the order of the table. The last stands for bytes that no
  /// other row accounts for.
  public let rows: RowList
  /// The row each row stands in, -1 at the top.
  public let enclosing: [Int]
  /// Where boxes begin.
  public let childStart: ChildStart
  /// Titles by type, for a table that stands for many types.
  public let titles: Names?
  /// Whether it stands for many types, some of which may have names of their own.
  let isForManyTypes: Bool
  /// The number of the row for bytes that nothing accounts for.
  public let gapRow: Int
  /// Whether the table has no rows or one row of opaque bytes, so that reading it finds no fault.
  public let isOpaque: Bool
  /// Whether reading the table goes through all of the payload: an outline does not.
  public let readsPayload: Bool
  /// Whether it has a summary.
  let saysAnything: Bool
  /// The forms of `rows`.
  let forms: [Form]
  /// The pieces of its summary, when that is a template.
  let summaryParts: [SummaryPart]
  /// The tables that rows refer to.
  private let entries: EntryTables
  /// The names that the meanings of rows hold, made when they are asked for.
  private let names = Guarded<[(row: Int, names: Names)]>([])
  /// What the table wants to know from other boxes.
  let contexts: [ContextKey]
  let steps: [Step]
  let tests: [Test]
  let amounts: [Amount]
  /// Slots the walker needs: one for each name, then one for each context.
  let slotCount: Int
  /// The first slot of a context.
  let contextSlot: Int
  /// The names of the slots before it.
  private let slotNames: [StaticString]
  /// The fields that code consults.
  let view: ViewSlots?

  /// Where the boxes in a box begin, in bytes from the end of its header.
  public enum ChildStart: Sendable, Equatable {
    /// It has none.
    case none
    case constant(Int)
    /// The rows before them have to be read.
    case variable
  }

  convenience init(_ syntax: Syntax) {
    var lowering = Lowering()
    self.init(syntax, &lowering)
  }

  /// Lowers `syntax`, which `view` reads; `lowering` is scratch memory that many tables share.
  ///
  /// - Parameter entries: The tables that its rows refer to. Without any, rows that refer to others
  ///   stay what they are, and reading passes over them.
  init(
    _ syntax: Syntax, _ lowering: inout Lowering, _ entries: EntryTables = EntryTables(),
    view: (any FieldView.Type)? = nil, isReference: Bool = false
  ) {
    self.syntax = syntax
    self.entries = entries
    titles = syntax.titles?.names()
    isForManyTypes = titles != nil || syntax.isForManyTypes
    if case .none = syntax.summary { saysAnything = false } else { saysAnything = true }
    lowering.begin(syntax.code, entries)
    var written = syntax.rows()
    childStart = Self.childStart(of: written, isFull: syntax.versions != nil)
    if syntax.versions != nil {
      if let first = written.first, first.name.isSame(as: "flags") {
        lowering.lower(Self.version, in: -1)
      } else {
        lowering.lower(Self.versionAndFlags, in: -1)
      }
    }
    lowering.lower(written, in: -1)
    written = []
    lowering.resolveContexts()
    gapRow = lowering.steps.count
    lowering.add(Self.gap)
    rows = RowList(lowering.blocks, lowering.places)
    enclosing = lowering.enclosing.exactCopy
    steps = lowering.steps.exactCopy
    forms = lowering.forms.exactCopy
    // What a summary names may stand in tables that a page of reference does not go into.
    if case .template(let template) = syntax.summary, !isReference {
      let slots = lowering.slotNames
      summaryParts = SummaryPart.parts(of: template, in: syntax.code) { name in
        slots.firstIndex { name.isSame(as: $0) }.map { UInt16($0) }
      }
    } else {
      summaryParts = []
    }
    tests = lowering.tests.exactCopy
    amounts = lowering.amounts.exactCopy
    contexts = lowering.contexts
    slotNames = lowering.slotNames.exactCopy
    contextSlot = slotNames.count
    slotCount = contextSlot + contexts.count
    readsPayload = steps.contains { $0.op == .parts }
    if let view {
      self.view = ViewSlots(
        view, of: syntax.code,
        places: FixedPlaces(
          lowering.steps, lowering.tests, lowering.amounts, versions: syntax.versions),
        slot: { lowering.slot(named: $0) })
    } else {
      self.view = nil
    }
    isOpaque = steps.isEmpty || (steps.count == 1 && steps[0].op == .bytes && steps[0].test == 0)
  }

  private static let version = [Row(name: "version", kind: .uint(8))]
  private static let versionAndFlags = [
    Row(name: "version", kind: .uint(8)), Row(name: "flags", kind: .uint(24), meaning: .hex),
  ]
  private static let gap = [Row(name: "extra_bytes", kind: .bytes(.remaining))]

  private static func childStart(of rows: [Row], isFull: Bool) -> ChildStart {
    func hasBoxes(_ rows: [Row]) -> Bool {
      rows.contains { row in
        switch row.kind {
        case .boxes: true
        case .group(let inner), .when(let inner): hasBoxes(inner())
        default: false
        }
      }
    }
    guard hasBoxes(rows) else { return .none }
    var bits = isFull ? 32 : 0
    if let first = rows.first, isFull, first.name.isSame(as: "flags") { bits = 8 }
    for row in rows {
      if case .boxes = row.kind, row.condition == nil { return .constant(bits / 8) }
      guard row.condition == nil, let width = row.fixedWidth else { return .variable }
      bits += width
    }
    return .variable
  }

  /// What an output needs to know of a row most of the time, in plain bits: looking at the row itself
  /// costs reference counts.
  struct Form: BitwiseCopyable {
    enum Meaning: UInt8, BitwiseCopyable { case plain, bytes, hex, fileOffset, other }
    let op: Step.Op
    let meaning: Meaning

    init(_ row: Row, _ op: Step.Op) {
      self.op = op
      switch row.meaning {
      case _ where row.traits.contains(.syncsafe): meaning = .other
      case .plain, .expected, .reference, .boolean: meaning = .plain
      case .bytes: meaning = .bytes
      case .hex, .version: meaning = .hex
      case .fileOffset: meaning = .fileOffset
      default: meaning = .other
      }
    }
  }

  /// The names of the values, or of the bits, of row `row`; none when its meaning has none.
  public func names(of row: Int) -> Names {
    names.withLock { known in
      if let known = known.first(where: { $0.row == row }) { return known.names }
      let made: Names
      switch rows[row].meaning {
      case .names(let names), .flags(let names): made = names()
      default: made = [:]
      }
      known.append((row, made))
      return made
    }
  }

  /// The rows that are read where `row` is written: those of the table that it refers to, else itself.
  public func rows(for row: Row) -> [Row] { entries.rows(for: row) ?? [row] }

  /// The table whose rows stand for the entry that a code chooses; `nil` where none was chosen.
  public var entry: Syntax? { entries.chosen }

  /// The slot of row `row`.
  func slot(of row: Int) -> UInt16 { row < steps.count ? steps[row].slot : Step.noSlot }

  /// The slot of the rows that have `name`; `nil` when none has.
  func slot(named name: StaticString) -> UInt16? {
    for slot in slotNames.indices where slotNames[slot].isSame(as: name) { return UInt16(slot) }
    return nil
  }

  /// The same for a name that is no literal.
  func slot(named name: String) -> UInt16? {
    for slot in slotNames.indices where Substring(name).isSame(as: slotNames[slot]) {
      return UInt16(slot)
    }
    return nil
  }

  /// The name of row `row`.
  public func name(of row: Int) -> StaticString { rows[row].name }

  /// The first row that has `name`, compared without case and underscores.
  public func row(named name: some StringProtocol) -> Int? {
    let folded = name.foldedName
    return rows.firstIndex { $0.name.description.foldedName == folded }
  }
}

extension StringProtocol {
  /// A field's name as it is compared: without case and underscores.
  var foldedName: String { String(lowercased().filter { $0 != "_" }) }
}

extension Row {
  /// The width in bits when it is the same in every box.
  var fixedWidth: Int? {
    switch kind {
    case .uint(.bits(let bits)), .int(.bits(let bits)): return bits
    case .reserved(.bits(let bits), _): return traits.contains(.alignment) ? nil : bits
    case .float(let bits): return bits
    case .fixed(let whole, let fraction, _): return whole + fraction
    case .code: return traits.contains(.threeCharacters) ? 24 : 32
    case .uuid: return 128
    case .string(_, .fixedPascal(let bytes)): return bytes * 8
    case .string(_, .bytes(.exactly(let bytes))), .bytes(.exactly(let bytes)): return bytes * 8
    case .table(.exactly(let count), _), .array(.exactly(let count), _):
      var bits = 0
      for row in inner {
        guard row.condition == nil, let width = row.fixedWidth else { return nil }
        bits += width
      }
      return bits * count
    case .group:
      var bits = 0
      for row in inner {
        guard row.condition == nil, let width = row.fixedWidth else { return nil }
        bits += width
      }
      return bits
    default: return nil
    }
  }
}

/// One step of a lowered table.
struct Step: BitwiseCopyable {
  enum Op: UInt8, BitwiseCopyable {
    case uint, int, float, fixed, signedFixed, code, uuid, zeros, ones, align, expGolomb
    case signedExpGolomb, leb128, string, bytes, group, when, within, escaped, list, table
    case descriptor, entry, boxes, part, parts, choice
  }
  /// The slot of a row without a name.
  static let noSlot: UInt16 = .max

  enum Length: UInt8, BitwiseCopyable {
    case terminated, terminatedOrEnd, values, rest, pascal, fixedPascal, counted
  }

  var op: Op
  var length = Length.terminated
  /// The encoding of text: a `TextForm` raw value.
  var text: UInt8 = 0
  var isLittle = false
  /// Seven bits of each byte count.
  var isSyncsafe = false
  /// A value that is expected stands in `value`.
  var isExpected = false
  /// Rows of a departure from the specification, which is reported.
  var isDeparture = false
  var slot = Step.noSlot
  /// The slot that the encoding of text depends on.
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
    case equal, notEqual, atLeast, bits, remaining, next, context, not, all, any
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

extension ContextKey {
  /// The ticks per second of the movie.
  public static let movieTimescale = ContextKey(254, "movieTimescale")
  /// The ticks per second of the media that a box belongs to.
  public static let mediaTimescale = ContextKey(255, "mediaTimescale")
}

extension Array {
  /// The same elements in memory of their own, of the size they need: what is copied from is used
  /// again for the next table.
  fileprivate var exactCopy: [Element] { map { $0 } }
}

/// The rows of a lowered table where the table has them: nothing is copied.
public struct RowList: RandomAccessCollection, Sendable {
  /// Where a row stands: in which list, and in which place of it.
  struct Place: BitwiseCopyable {
    let block: UInt16
    let index: UInt16
  }

  private let blocks: [[Row]]
  private let places: [Place]

  fileprivate init(_ blocks: [[Row]], _ places: [Place]) {
    self.blocks = blocks.exactCopy
    self.places = places.exactCopy
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { places.count }
  public subscript(row: Int) -> Row {
    _read {
      let place = places[row]
      yield blocks[Int(place.block)][Int(place.index)]
    }
  }
}

/// Turns rows into steps; scratch memory for one table after another.
struct Lowering {
  /// Scale slots above this are contexts.
  static let firstContextScale: UInt16 = 0x8000

  private(set) var table: StaticString = ""
  private var entries = EntryTables()
  private(set) var blocks: [[Row]] = []
  private(set) var places: [RowList.Place] = []
  private(set) var enclosing: [Int] = []
  private(set) var steps: [Step] = []
  private(set) var forms: [Program.Form] = []
  private(set) var tests: [Test] = []
  private(set) var amounts: [Amount] = []
  private(set) var contexts: [ContextKey] = []
  private(set) var slotNames: [StaticString] = []
  /// Numbers that stand for the names: two names of one table never share one, which a test holds.
  private var fingerprints: [UInt64] = []
  /// Slots by fingerprint: the first of each bucket and the next in the same bucket, from 1.
  private var buckets = [UInt16](repeating: 0, count: 64)
  private var next: [UInt16] = []

  init() {}

  /// Forgets the table before and begins another.
  mutating func begin(_ table: StaticString, _ entries: EntryTables) {
    self.table = table
    self.entries = entries
    blocks.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    enclosing.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    forms.removeAll(keepingCapacity: true)
    tests.removeAll(keepingCapacity: true)
    amounts.removeAll(keepingCapacity: true)
    contexts = []
    slotNames.removeAll(keepingCapacity: true)
    fingerprints.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
    for index in buckets.indices { buckets[index] = 0 }
  }

  /// Contexts have their slots after all names, whose number is known only at the end.
  mutating func resolveContexts() {
    guard !contexts.isEmpty else { return }
    let names = UInt16(slotNames.count)
    for index in steps.indices where steps[index].scaleSlot > Self.firstContextScale {
      steps[index].scaleSlot -= Self.firstContextScale - names
    }
  }

  /// Adds a row without a step: that of bytes that no other row accounts for.
  mutating func add(_ rows: [Row]) {
    blocks.append(rows)
    places.append(RowList.Place(block: UInt16(blocks.count - 1), index: 0))
    enclosing.append(-1)
    forms.append(Program.Form(rows[0], .bytes))
  }

  /// The slot of this name, if a row before had it.
  private func slot(of fingerprint: UInt64) -> UInt16? {
    var slot = buckets[Int(fingerprint & 63)]
    while slot > 0 {
      if fingerprints[Int(slot) - 1] == fingerprint { return slot - 1 }
      slot = next[Int(slot) - 1]
    }
    return nil
  }

  /// The slot of the rows of this name, if there are any.
  func slot(named name: String) -> UInt16? { slot(of: name.fingerprint) }

  /// The slot that rows of this name write to.
  private mutating func ownSlot(_ name: StaticString) -> UInt16 {
    let fingerprint = name.fingerprint
    if let slot = slot(of: fingerprint) { return slot }
    let slot = UInt16(slotNames.count)
    fingerprints.append(fingerprint)
    slotNames.append(name)
    next.append(buckets[Int(fingerprint & 63)])
    buckets[Int(fingerprint & 63)] = slot + 1
    return slot
  }

  /// The slot of an earlier row.
  private func slot(_ name: StaticString) -> UInt16 {
    guard let slot = slot(of: name.fingerprint) else {
      preconditionFailure("\(table): no earlier field named \(name)")
    }
    return slot
  }

  /// The number of a context, counted from 0.
  private mutating func context(_ key: ContextKey) -> UInt16 {
    if let index = contexts.firstIndex(of: key) { return UInt16(index) }
    contexts.append(key)
    return UInt16(contexts.count - 1)
  }

  private mutating func lower(_ quantity: Quantity) -> UInt16 {
    var amount = Amount(op: .literal)
    switch quantity {
    case .exactly(let count): amount.plus = count
    case .field(let name, let times, let plus):
      amount = Amount(op: .linear, slot: slot(name), times: times, plus: plus)
    case .product(let first, let second):
      amount.op = .product
      (amount.slot, amount.times, amount.plus) = factor(first())
      if case .context(let key) = second() {
        amount.op = .contextProduct
        amount.slot2 = context(key)
      } else {
        (amount.slot2, amount.times2, amount.plus2) = factor(second())
      }
    case .power(let name, let base):
      amount = Amount(op: .power, slot: slot(name), plus: base)
    case .either(let first, let second):
      amount = Amount(op: .either, slot: slot(first), slot2: slot(second))
    case .octets(let name): amount = Amount(op: .octets, slot: slot(name))
    case .remaining: amount.op = .remaining
    case .remainingLess(let count):
      amount.op = .remaining
      amount.plus = count
    case .context(let key):
      amount.op = .context
      amount.slot = context(key)
    }
    amounts.append(amount)
    return UInt16(amounts.count)
  }

  private func factor(_ quantity: Quantity) -> (UInt16, Int, Int) {
    switch quantity {
    case .exactly(let count): (0, 0, count)
    case .field(let name, let times, let plus): (slot(name), times, plus)
    default: preconditionFailure("\(table): a product takes fields and numbers")
    }
  }

  private mutating func lower(_ condition: Condition) {
    let at = tests.count
    switch condition {
    case .equal(let name, let value):
      tests.append(Test(op: .equal, slot: slot(name), value: value))
    case .notEqual(let name, let value):
      tests.append(Test(op: .notEqual, slot: slot(name), value: value))
    case .atLeast(let name, let value):
      tests.append(Test(op: .atLeast, slot: slot(name), value: value))
    case .bits(let name, let mask):
      tests.append(Test(op: .bits, slot: slot(name), value: mask))
    case .remaining(let bits):
      tests.append(Test(op: .remaining, value: UInt64(bits)))
    case .next(let bits, let value, let offset):
      tests.append(Test(op: .next, width: Int32(bits), offset: Int32(offset), value: value))
    case .context(let key, let value):
      tests.append(Test(op: .context, slot: context(key), value: value))
    case .not(let inner):
      tests.append(Test(op: .not))
      lower(inner())
    case .all(let inner):
      tests.append(Test(op: .all))
      for condition in inner() { lower(condition) }
    case .any(let inner):
      tests.append(Test(op: .any))
      for condition in inner() { lower(condition) }
    case .oneOf(let name, let values):
      tests.append(Test(op: .any))
      for value in values() { lower(.equal(name, value)) }
    }
    tests[at].end = UInt16(tests.count)
  }

  private mutating func setWidth(_ width: Width, of step: inout Step) {
    switch width {
    case .bits(let bits): step.bits = Int32(bits)
    case .versioned(let bits, let v1): (step.bits, step.v1) = (Int32(bits), Int32(v1))
    case .quantity(let quantity): step.amount = lower(quantity)
    }
  }

  mutating func lower(_ written: [Row], in parent: Int) {
    guard let block = UInt16(exactly: blocks.count), written.count <= Int(UInt16.max) else {
      preconditionFailure("\(table): too many rows")
    }
    blocks.append(written)
    for (index, row) in written.enumerated() {
      if row.refersToTables, let others = entries.rows(for: row) {
        lower(others, in: parent)
        continue
      }
      var step = Step(op: .uint)
      if let condition = row.condition {
        step.test = UInt16(tests.count + 1)
        lower(condition)
      }
      step.isLittle = row.traits.contains(.little)
      step.isSyncsafe = row.traits.contains(.syncsafe)
      if case .expected(let value) = row.meaning { (step.isExpected, step.value) = (true, value) }
      if case .departure = row.meaning { step.isDeparture = true }
      if case .ticks(let scale) = row.meaning {
        switch scale {
        case .field(let name): step.scaleSlot = slot(name) + 1
        case .movie: step.scaleSlot = context(.movieTimescale) + 1 + Self.firstContextScale
        case .media: step.scaleSlot = context(.mediaTimescale) + 1 + Self.firstContextScale
        }
      }
      switch row.kind {
      case .uint(let width): setWidth(width, of: &step)
      case .int(let width):
        step.op = .int
        setWidth(width, of: &step)
      case .float(let bits):
        step.op = .float
        setWidth(.bits(bits), of: &step)
      case .fixed(let whole, let fraction, let signed):
        step.op = signed ? .signedFixed : .fixed
        setWidth(.bits(whole + fraction), of: &step)
      case .code:
        step.op = .code
        setWidth(.bits(row.traits.contains(.threeCharacters) ? 24 : 32), of: &step)
      case .uuid:
        step.op = .uuid
        setWidth(.bits(128), of: &step)
      case .reserved(let width, let ones):
        step.op = row.traits.contains(.alignment) ? .align : ones ? .ones : .zeros
        setWidth(width, of: &step)
      case .expGolomb(let signed): step.op = signed ? .signedExpGolomb : .expGolomb
      case .leb128: step.op = .leb128
      case .string(let characters, let length):
        step.op = .string
        switch characters {
        case .utf8: step.text = TextForm.utf8.rawValue
        case .latin1: step.text = TextForm.latin1.rawValue
        case .macRoman: step.text = TextForm.macRoman.rawValue
        case .utf16BE: step.text = TextForm.utf16BE.rawValue
        case .utf16LE: step.text = TextForm.utf16LE.rawValue
        case .utf16: step.text = TextForm.utf16.rawValue
        case .utf8OrUTF16: step.text = TextForm.utf8OrUTF16.rawValue
        case .given(let name):
          step.text = TextForm.givenByID3.rawValue
          step.textSlot = slot(name)
        case .byLanguage(let name):
          step.text = TextForm.givenByLanguage.rawValue
          step.textSlot = slot(name)
        }
        switch length {
        case .terminated: step.length = .terminated
        case .terminatedOrEnd: step.length = .terminatedOrEnd
        case .values: step.length = .values
        case .rest: step.length = .rest
        case .pascal: step.length = .pascal
        case .fixedPascal(let bytes): (step.length, step.bits) = (.fixedPascal, Int32(bytes * 8))
        case .bytes(let quantity):
          step.length = .counted
          step.amount = lower(quantity)
        }
      case .bytes(let quantity):
        step.op = .bytes
        step.amount = lower(quantity)
      case .group: step.op = .group
      case .when: step.op = .when
      case .choice: step.op = .choice
      case .within(let quantity, _, let escaped):
        step.op = escaped ? .escaped : .within
        step.amount = lower(quantity)
      case .list(let quantity, _):
        step.op = .list
        step.amount = lower(quantity)
      case .table(let quantity, _), .array(let quantity, _):
        step.op = .table
        step.amount = lower(quantity)
      case .found(_, _, let repeats): step.op = repeats ? .parts : .part
      case .descriptor: step.op = .descriptor
      case .entry, .named: step.op = .entry
      case .boxes: step.op = .boxes
      }
      if case .uint(.versioned) = row.kind {
      } else if case .int(.versioned) = row.kind {
      } else {
        step.v1 = step.bits
      }
      step.slot = row.name.isEmpty ? Step.noSlot : ownSlot(row.name)
      let at = steps.count
      steps.append(step)
      places.append(RowList.Place(block: block, index: UInt16(index)))
      enclosing.append(parent)
      forms.append(Program.Form(row, step.op))
      if case .descriptor = row.kind { lower(Self.descriptorHeader, in: at) }
      if step.op.holdsRows { lower(row.inner, in: at) }
      guard steps.count <= Int(UInt16.max) else { preconditionFailure("\(table): too many rows") }
      steps[at].end = UInt16(steps.count)
    }
  }

  /// The tag and the size are rows of every descriptor.
  private static let descriptorHeader = [
    Row(name: "tag", kind: .uint(8), meaning: .hex),
    Row(name: "size", kind: .uint(.bits(0)), meaning: .bytes),
  ]
}

extension Step.Op {
  /// Whether rows stand inside the row.
  var holdsRows: Bool {
    switch self {
    case .group, .when, .choice, .within, .escaped, .list, .table, .descriptor, .part, .parts: true
    default: false
    }
  }
}

extension StaticString {
  var isEmpty: Bool { utf8CodeUnitCount == 0 }
}

/// How text is stored, resolved as far as the table can.
enum TextForm: UInt8 {
  case utf8, latin1, macRoman, utf16BE, utf16LE, utf16, utf8OrUTF16, givenByID3, givenByLanguage
}

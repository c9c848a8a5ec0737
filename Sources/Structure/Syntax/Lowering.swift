import ByteReading

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
  private(set) var textChoices: [any TextChoice.Type] = []
  private(set) var slotNames: [StaticString] = []
  /// Numbers that stand for the names: two names of one table never share one, which a test holds.
  private var fingerprints: [UInt64] = []
  /// Slots by fingerprint: the first of each bucket and the next in the same bucket, from 1.
  private var buckets = [UInt16](repeating: 0, count: 64)
  private var next: [UInt16] = []

  /// The slot of what a follower says, inside its rows.
  private var followed: UInt16?

  init() {
    steps.reserveCapacity(Self.usual)
    places.reserveCapacity(Self.usual)
    enclosing.reserveCapacity(Self.usual)
    forms.reserveCapacity(Self.usual)
    slotNames.reserveCapacity(Self.usual)
    fingerprints.reserveCapacity(Self.usual)
    next.reserveCapacity(Self.usual)
    blocks.reserveCapacity(Self.usual)
    tests.reserveCapacity(Self.usual)
    amounts.reserveCapacity(Self.usual)
  }

  /// The rows of most tables: room for them is made at once.
  private static let usual = 64

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
    textChoices = []
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

  /// The number of a choice among those of the table, from 0.
  private mutating func number(of choice: any TextChoice.Type) -> UInt8 {
    if let known = textChoices.firstIndex(where: { $0 == choice }) { return UInt8(known) }
    textChoices.append(choice)
    return UInt8(textChoices.count - 1)
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
    case .ending(let bits):
      tests.append(Test(op: .ending, value: UInt64(bits)))
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

  /// The step of the group `name` that a row in `parent` stands in.
  private func enclosing(named name: StaticString, from parent: Int) -> Int {
    var at = parent
    while at >= 0 {
      let place = places[at]
      if blocks[Int(place.block)][Int(place.index)].name.isSame(as: name) { return at }
      at = enclosing[at]
    }
    preconditionFailure("\(table): \(name) is not around what refers to it")
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
    // Rows are looked at where they are: one that is copied costs as much as its step.
    let rows = written.span
    for index in rows.indices {
      if rows[index].refersToTables, let others = entries.rows(for: rows[index]) {
        lower(others, in: parent)
        continue
      }
      let at = append(rows[index], at: RowList.Place(block: block, index: UInt16(index)), in: parent)
      let op = steps[at].op
      if op == .descriptor { lower(Self.descriptorHeader, in: at) }
      if op == .following { followed = steps[at].textSlot }
      if op.holdsRows { lower(rows[index].inner, in: at) }
      if op == .following { followed = nil }
      guard steps.count <= Int(UInt16.max) else { preconditionFailure("\(table): too many rows") }
      steps[at].end = UInt16(steps.count)
    }
  }

  /// Adds the step of a row, without the rows in it: these are lowered by calls that lie in each other, so
  /// that little of the stack is to be taken there.
  private mutating func append(_ row: Row, at place: RowList.Place, in parent: Int) -> Int {
    var step = Step(op: .uint)
    if let condition = row.condition {
      step.test = UInt16(tests.count + 1)
      lower(condition)
    }
    step.isLittle = row.traits.contains(.little)
    step.isSyncsafe = row.traits.contains(.syncsafe)
    if case .expected(let value) = row.meaning { (step.isExpected, step.value) = (true, value) }
    if case .departure = row.meaning { step.isDeparture = true }
    // Where no finder found a part, offsets count from the beginning of the source.
    if case .pointer = row.meaning, let base = slot(of: PartValues.names[1].fingerprint) { step.scaleSlot = base + 1 }
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
      step.value = ones ? .max : 0
      step.isExpected = row.traits.contains(.strict)
      setWidth(width, of: &step)
    case .expGolomb(let signed): step.op = signed ? .signedExpGolomb : .expGolomb
    case .leb128: step.op = .leb128
    case .byteSum: step.op = .byteSum
    case .string(let characters, let length):
      step.op = .string
      switch characters {
      case .utf8: step.text = TextForm.utf8.rawValue
      case .latin1: step.text = TextForm.latin1.rawValue
      case .macRoman: step.text = TextForm.macRoman.rawValue
      case .utf16BE: step.text = TextForm.utf16BE.rawValue
      case .utf16LE: step.text = TextForm.utf16LE.rawValue
      case .utf32BE: step.text = TextForm.utf32BE.rawValue
      case .utf32LE: step.text = TextForm.utf32LE.rawValue
      case .utf16: step.text = TextForm.utf16.rawValue
      case .utf8OrUTF16: step.text = TextForm.utf8OrUTF16.rawValue
      case .macRomanOrUTF8: step.text = TextForm.macRomanOrUTF8.rawValue
      case .latin1OrUTF8: step.text = TextForm.latin1OrUTF8.rawValue
      case .chosen(let name, let choice):
        step.text = TextForm.firstChoice + number(of: choice)
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
    case .following:
      guard followed == nil else { preconditionFailure("\(table): a follower in another") }
      step.op = .following
      // One slot behind the other, since both are made here.
      step.textSlot = ownSlot(Self.followed)
      _ = ownSlot(Self.followedSecond)
    case .within(let quantity, _, let escaped):
      step.op = escaped ? .escaped : .within
      step.amount = lower(quantity)
    case .list(let quantity, _):
      step.op = .list
      step.amount = lower(quantity)
    case .table(let quantity, _), .array(let quantity, _):
      step.op = .table
      step.amount = lower(quantity)
    case .found(_, _, let repeats):
      step.op = repeats ? .parts : .part
      let slots = PartValues.names.map { ownSlot($0) }
      step.textSlot = slots[0]
    case .again(let name):
      step.op = .again
      step.value = UInt64(enclosing(named: name, from: parent))
    case .descriptor: step.op = .descriptor
    case .entry, .named: step.op = .entry
    case .boxes: step.op = .boxes
    }
    if case .uint(.versioned) = row.kind {
    } else if case .int(.versioned) = row.kind {
    } else {
      step.v1 = step.bits
    }
    if let followed, step.op.isNumber || step.op == .list { (step.isFollowed, step.textSlot) = (true, followed) }
    step.slot = row.name.isEmpty ? Step.noSlot : ownSlot(row.name)
    let at = steps.count
    steps.append(step)
    places.append(place)
    enclosing.append(parent)
    forms.append(Program.Form(row, step.op))
    return at
  }

  /// What rows call the number that a follower says.
  private static let followed: StaticString = "followed"
  private static let followedSecond: StaticString = "followed_second"

  /// The tag and the size are rows of every descriptor.
  private static let descriptorHeader = [
    Row(name: "tag", kind: .uint(8), meaning: .hex),
    Row(name: "size", kind: .uint(.bits(0)), meaning: .bytes),
  ]
}

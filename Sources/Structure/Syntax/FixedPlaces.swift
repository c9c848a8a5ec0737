import ByteReading

/// Where the rows of a table stand as far as version and flags alone decide it: up to the first row
/// whose size or presence depends on anything else, and the rows of a table that follows.
///
/// It says the same as the walker, for the rows it knows, and does not know of others. A test over all
/// specimens holds the two against each other.
struct FixedPlaces: Sendable {
  /// When a row is there.
  struct Presence: BitwiseCopyable {
    /// Flags of which one must be set; 0 when none need be.
    var mask: UInt32 = 0
    var firstVersion: UInt8 = 0
    var lastVersion: UInt8 = .max

    var isAlways: Bool { mask == 0 && firstVersion == 0 && lastVersion == .max }

    /// Whether it is there in a box that begins with this version and these flags.
    @inline(__always)
    func holds(_ word: UInt32) -> Bool {
      if mask != 0, word & mask == 0 { return false }
      let version = UInt8(truncatingIfNeeded: word &>> 24)
      return version >= firstVersion && version <= lastVersion
    }

    /// Both; `nil` when this type cannot say it.
    func and(_ other: Presence) -> Presence? {
      if mask != 0, other.mask != 0, mask != other.mask { return nil }
      return Presence(
        mask: mask | other.mask, firstVersion: max(firstVersion, other.firstVersion),
        lastVersion: min(lastVersion, other.lastVersion))
    }
  }

  /// A row, or a column of the table.
  struct Part: BitwiseCopyable {
    var slot: UInt16
    /// Its row in the table.
    var row: UInt16 = 0
    var presence: Presence
    /// Its bits in version 0, and in later ones.
    var bits: Int32
    var laterBits: Int32
    /// The bits before it, when all rows before it are always there; else -1.
    var start: Int32 = -1
    var laterStart: Int32 = -1
    /// Whether it is a number of up to 64 bits; of other rows only the place is known.
    var isNumber = false
    var isSigned = false
    var isLittle = false
    var isSyncsafe = false
    /// Whether what it says depends on a number elsewhere, as ticks do on a timescale.
    var isScaled = false
    /// Whether no part behind it has its slot.
    var isLast = true
    /// Whether a table of so many rows stands somewhere before it: of one that is cut off the walker
    /// reads the rows that are whole, and what follows behind those.
    var isBehindTable = false

    /// Whether it is a number that its own bits say.
    var standsAlone: Bool { isNumber && !isScaled && !isBehindTable }
  }

  private(set) var parts: [Part] = []
  /// The first part that is not always in the same place, and the bits before it.
  private(set) var firstLoose = 0
  private(set) var loose: (bits: Int32, laterBits: Int32) = (0, 0)
  /// The columns of the table behind them.
  private(set) var columns: [Part] = []
  private(set) var tableSlot = Step.noSlot
  private(set) var tablePresence = Presence()
  /// The part that counts the rows of the table.
  private(set) var counter = 0
  /// Whether no row stands behind the parts and the table.
  private(set) var isWhole = false
  /// Whether a table of so many rows is among the parts.
  private var hasTable = false
  private let hasVersion: Bool
  private let lastVersion: UInt8

  init(_ steps: [Step], _ tests: [Test], _ amounts: [Amount], versions: ClosedRange<UInt8>?) {
    hasVersion = versions != nil
    lastVersion = versions?.upperBound ?? .max
    if add(0..<steps.count, inside: Presence(), of: steps, tests: tests, amounts: amounts) {
      isWhole = true
    }
    while firstLoose < parts.count, parts[firstLoose].presence.isAlways {
      parts[firstLoose].start = loose.bits
      parts[firstLoose].laterStart = loose.laterBits
      loose.bits += parts[firstLoose].bits
      loose.laterBits += parts[firstLoose].laterBits
      firstLoose += 1
    }
    for place in firstLoose..<parts.count {
      parts[place].isLast = !parts[(place + 1)...].contains { $0.slot == parts[place].slot }
    }
  }

  // MARK: Building

  /// Adds the rows of `range`; false when what stands behind the last of them is not known.
  private mutating func add(
    _ range: Range<Int>, inside around: Presence, of steps: [Step], tests: [Test], amounts: [Amount]
  ) -> Bool {
    var row = range.lowerBound
    while row < range.upperBound {
      let step = steps[row]
      let inner = row + 1..<Int(step.end)
      row = inner.upperBound
      guard let own = presence(of: step, tests), let presence = around.and(own),
        parts.count < 256
      else { return false }
      switch step.op {
      case .when, .group:
        guard add(inner, inside: presence, of: steps, tests: tests, amounts: amounts) else {
          return false
        }
      case .boxes:
        isWhole = presence.isAlways
        return false
      case .table:
        if let columns = columns(inner, steps, tests), amounts[Int(step.amount) - 1].op == .literal
        {
          hasTable = true
          let count = amounts[Int(step.amount) - 1].plus
          guard columns.allSatisfy(\.presence.isAlways), count >= 0, count < 256 else {
            return false
          }
          let bits = columns.reduce(0) { $0 + $1.bits } * Int32(count)
          let laterBits = columns.reduce(0) { $0 + $1.laterBits } * Int32(count)
          parts.append(
            Part(slot: step.slot, presence: presence, bits: bits, laterBits: laterBits))
        } else {
          addTable(step, presence, inner: inner, of: steps, tests: tests, amounts: amounts)
          return false
        }
      default:
        guard var part = part(step, presence, amounts, row: inner.lowerBound - 1) else { return false }
        part.isBehindTable = hasTable
        parts.append(part)
      }
    }
    return true
  }

  private mutating func addTable(
    _ step: Step, _ presence: Presence, inner: Range<Int>, of steps: [Step], tests: [Test],
    amounts: [Amount]
  ) {
    let amount = amounts[Int(step.amount) - 1]
    guard inner.upperBound == steps.count, let columns = columns(inner, steps, tests),
      amount.op == .linear, amount.times == 1, amount.plus == 0,
      let place = parts.firstIndex(where: { $0.slot == amount.slot }),
      parts.count(where: { $0.slot == amount.slot }) == 1, parts[place].isNumber,
      !parts[place].isSigned
    else { return }
    (tableSlot, tablePresence, self.columns, counter) = (step.slot, presence, columns, place)
    isWhole = true
  }

  /// The columns of a table; `nil` when their widths depend on more than version and flags.
  private func columns(_ range: Range<Int>, _ steps: [Step], _ tests: [Test]) -> [Part]? {
    var columns: [Part] = []
    for row in range {
      guard Int(steps[row].end) == row + 1, let presence = presence(of: steps[row], tests),
        let part = part(steps[row], presence, []),
        part.isNumber || part.slot == Step.noSlot
          || steps[row].op == .zeros || steps[row].op == .ones
      else { return nil }
      columns.append(part)
    }
    return columns
  }

  /// A row of fixed width.
  private func part(
    _ step: Step, _ presence: Presence, _ amounts: [Amount], row: Int = 0
  ) -> Part? {
    var part = Part(
      slot: step.slot, row: UInt16(clamping: row), presence: presence, bits: step.bits,
      laterBits: hasVersion && step.v1 >= 0 ? step.v1 : step.bits)
    switch step.op {
    case .uint, .int, .float, .fixed, .signedFixed, .code:
      guard step.amount == 0 else { return nil }
      part.isNumber = max(part.bits, part.laterBits) <= 64
      part.isSigned = step.op == .int || step.op == .signedFixed
      part.isLittle = step.isLittle
      part.isSyncsafe = step.isSyncsafe
      part.isScaled = step.scaleSlot != 0
    case .zeros, .ones:
      guard step.amount == 0 else { return nil }
    case .uuid: break
    case .string where step.length == .fixedPascal: break
    default: return nil
    }
    return part.bits >= 0 && part.laterBits >= 0 ? part : nil
  }

  /// When the row of `step` is there; `nil` when more than version and flags decides it.
  private func presence(of step: Step, _ tests: [Test]) -> Presence? {
    step.test == 0 ? Presence() : presence(Int(step.test) - 1, tests)
  }

  private func presence(_ number: Int, _ tests: [Test]) -> Presence? {
    let test = tests[number]
    // Version and flags are the first two rows of a table that has versions.
    switch test.op {
    case .bits where hasVersion && test.slot == 1 && test.value <= 0xFF_FFFF:
      return Presence(mask: UInt32(test.value))
    case .equal where hasVersion && test.slot == 0 && test.value <= 0xFF:
      return Presence(firstVersion: UInt8(test.value), lastVersion: UInt8(test.value))
    case .atLeast where hasVersion && test.slot == 0 && test.value <= 0xFF:
      return Presence(firstVersion: UInt8(test.value))
    case .remaining where test.value == 0: return Presence()
    case .all:
      var presence = Presence()
      var inner = number + 1
      while inner < Int(test.end) {
        guard let next = self.presence(inner, tests), let both = presence.and(next) else {
          return nil
        }
        presence = both
        inner = Int(tests[inner].end)
      }
      return presence
    default: return nil
    }
  }

  /// The first part whose slot this is, -1 for none.
  func part(ofSlot slot: UInt16) -> Int16 {
    guard slot != Step.noSlot, let place = parts.firstIndex(where: { $0.slot == slot }) else {
      return -1
    }
    return Int16(place)
  }

  // MARK: Reading

  /// The fields of one box.
  struct Box {
    /// Its first bit behind the header, and the bit behind its own last one.
    let start: Int
    let end: Int
    /// Version and flags; 0 for a table without.
    let word: UInt32
  }

  /// The box whose own payload is `extent`; `nil` when it is too short for version and flags.
  func box(_ extent: Extent, in bytes: RawSpan) -> Box? {
    guard hasVersion else { return Box(start: extent.start, end: extent.end, word: 0) }
    guard extent.count >= 32, extent.start & 7 == 0,
      let word = bytes.bigEndian32(at: extent.start &>> 3)
    else { return nil }
    return Box(start: extent.start, end: extent.end, word: word)
  }

  /// Where something is, or that it is not there, or that this cannot be said.
  enum Place {
    /// The bit, and the number of the part.
    case at(Int, Int)
    case absent, unknown
  }

  /// Where the field with `slot` is, whose first part is number `place`.
  @inline(__always)
  func place(_ place: Int16, slot: UInt16, in box: Box) -> Place {
    let isLater = box.word &>> 24 != 0
    if place >= 0 {
      let place = Int(place)
      let start = parts[place].start
      if start >= 0 {
        if place >= 2, isUnknown(box) { return .absent }
        return .at(box.start &+ Int(isLater ? parts[place].laterStart : start), place)
      }
      if isUnknown(box) { return .absent }
      // What its own flags leave out needs no look at those before it.
      if parts[place].isLast, !parts[place].presence.holds(box.word) {
        return isWhole ? .absent : .unknown
      }
      var at = box.start &+ Int(isLater ? loose.laterBits : loose.bits)
      for index in firstLoose..<parts.count where parts[index].presence.holds(box.word) {
        if parts[index].slot == slot { return .at(at, index) }
        at &+= Int(isLater ? parts[index].laterBits : parts[index].bits)
      }
    }
    return isWhole || isUnknown(box) ? .absent : .unknown
  }

  /// Whether the version of the box is not known, so that no field is read behind its flags.
  func isUnknown(_ box: Box) -> Bool {
    hasVersion && UInt8(truncatingIfNeeded: box.word &>> 24) > lastVersion
  }

  /// The first column with this slot: its first bit from the start of a row, and what it is.
  func column(slot: UInt16, in box: Box) -> (start: Int, width: Int, part: Part)? {
    guard slot != Step.noSlot else { return nil }
    let isLater = box.word &>> 24 != 0
    for place in columns.indices where columns[place].slot == slot {
      // Nearly every name is that of one column, which the flags may leave out.
      guard columns[place].presence.holds(box.word) else { continue }
      var at = 0
      for column in columns[..<place] where column.presence.holds(box.word) {
        at &+= Int(isLater ? column.laterBits : column.bits)
      }
      return (at, Int(isLater ? columns[place].laterBits : columns[place].bits), columns[place])
    }
    return nil
  }
}

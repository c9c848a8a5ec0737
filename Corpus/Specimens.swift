import ByteReading
public import Structure

/// Payloads made from a table itself: the smallest that satisfy its conditions, for every version and
/// for the branches that one field decides.
///
/// Nothing is known here of any box: values are chosen from the rows, lengths are made to fit what
/// they measure, and a payload counts only when the walker reads it to its last bit without a fault.
///
/// ```swift
/// for specimen in Specimens(of: program).all { … specimen.bytes … }
/// ```
public struct Specimens {
  /// One payload.
  public struct Specimen: Sendable {
    /// What was chosen: `version 1`, `colour_type 'nclx'`.
    public let choice: String
    public let bytes: [UInt8]
    /// What other boxes are made to say.
    public let context: MadeContext
    /// The rows of the table that are read.
    public let rows: Set<Int>
  }

  /// What other boxes are made to say.
  public struct MadeContext: ContextSource, Sendable {
    var values: [ContextKey: UInt64] = [:]

    public init() {}

    public func value(of key: ContextKey) -> UInt64? { values[key] ?? 2 }
  }

  private let program: Program
  private let rows: [Row]
  private var mentions: Mentions

  /// At most this many payloads are tried for a table.
  private static let limit = 60
  /// At most this many are tried for rows that none of these reads.
  private static let mostTries = 300

  public init(of program: Program) {
    self.program = program
    // What was lowered has all rows one after another; those outside all others hold the rest.
    rows = program.rows.indices.dropLast().filter { program.enclosing[$0] < 0 }.map {
      program.rows[$0]
    }
    mentions = Mentions(program)
    mentions.gather(rows)
  }

  /// All payloads that read more of the table than those before them; at least one unless the table
  /// cannot be satisfied by these means.
  ///
  /// They are made once in a process: many tests ask for those of all tables.
  public var all: [Specimen] { Made.all.specimens(of: program) { makeAll() } }

  /// All payloads that are read without a fault, the shortest first; made once in a process, too.
  public var everything: [Specimen] {
    Made.everything.specimens(of: program) {
      plans().compactMap { make($0) }.sorted { $0.bytes.count < $1.bytes.count }
    }
  }

  /// What was made, with the programs, so that another one is never in their place.
  private final class Made: @unchecked Sendable {
    static let all = Made()
    static let everything = Made()
    private let lock = Lock()
    // Only touched while the lock is held.
    private var known: [ObjectIdentifier: (program: Program, specimens: [Specimen])] = [:]

    /// Those of a program, made by `make` where nobody has asked for them.
    func specimens(of program: Program, _ make: () -> [Specimen]) -> [Specimen] {
      let id = ObjectIdentifier(program)
      if let found = lock.withLock({ known[id]?.specimens }) { return found }
      let made = make()
      lock.withLock { known[id] = (program, made) }
      return made
    }
  }

  private func makeAll() -> [Specimen] {
    var found: [Specimen] = []
    var seen: Set<Int> = []
    func take(_ plan: Plan) {
      guard let specimen = make(plan) else { return }
      if !found.isEmpty, specimen.rows.isSubset(of: seen) { return }
      seen.formUnion(specimen.rows)
      found.append(specimen)
    }
    for plan in plans() { take(plan) }
    // What stands deeper than two choices is asked for by name.
    var tries = 0
    for row in program.rows.indices.dropLast() where !seen.contains(row) && !program.rows[row].belongsToOuterScope {
      for plan in plans(for: row) where !seen.contains(row) && tries < Self.mostTries {
        take(plan)
        tries += 1
      }
    }
    return found
  }

  /// A payload that is read without a fault, or nothing.
  private func make(_ plan: Plan) -> Specimen? {
    var plan = plan
    // Lengths are known only when what they measure is there.
    for _ in 0..<6 {
      var writing = Writing(plan, mentions)
      writing.put(rows)
      writing.bits.align()
      let isSettled = writing.lengths == plan.lengths
      plan.lengths = writing.lengths
      guard isSettled else { continue }
      var context = MadeContext()
      context.values = plan.contexts
      let bytes = writing.bits.bytes
      guard let rows = read(bytes, context) else { return nil }
      return Specimen(choice: plan.name, bytes: bytes, context: context, rows: rows)
    }
    return nil
  }

  /// The rows that are read from `bytes`, or nothing when something is wrong with them.
  private func read(_ bytes: [UInt8], _ context: MadeContext) -> Set<Int>? {
    let source = ByteSource(copying: bytes)
    var cursor = ByteCursor(source.bytes)
    var walker = Walker()
    var sink = RowSink()
    walker.walk(program, &cursor, context: context, into: &sink)
    return sink.hasFault ? nil : sink.rows
  }

  private struct RowSink: FieldSink {
    var rows: Set<Int> = []
    var hasFault = false

    mutating func field(_ field: borrowing FieldReading) {
      if field.isGap { hasFault = true }
      rows.insert(field.row)
    }
    mutating func table(_ table: borrowing TableReading) {
      rows.insert(table.row)
      for column in table.columns { rows.insert(column.row) }
    }
    mutating func begin(_ group: borrowing GroupReading) { rows.insert(group.row) }
    mutating func note(_ fault: Fault) {
      // A departure from the specification is read like any layout.
      if !fault.isDeparture { hasFault = true }
    }
  }

  // MARK: Plans

  /// What to choose where there is a choice.
  fileprivate struct Plan {
    var name = ""
    var version: UInt64 = 0
    /// Values of fields by name.
    var values: [String: UInt64] = [:]
    var contexts: [ContextKey: UInt64] = [:]
    /// Whether what stands there only if bytes are left stands there.
    var isLong = true
    /// The tests of bytes to come that are made true.
    var next: Set<Mentions.Next> = []
    /// What fields that measure other fields hold, each time one is written.
    var lengths: [String: [UInt64]] = [:]
    /// Which of several layouts stands there.
    var layout = 0
  }

  private func plans() -> [Plan] {
    var plans: [Plan] = []
    let versions = program.syntax.versions.map { Array($0) } ?? [0]
    for version in versions.suffix(4) {
      var base = Plan()
      base.version = UInt64(version)
      if program.syntax.versions != nil { base.name = "version \(version)" }
      for (name, values) in mentions.values { base.values[name] = values.first }
      plans.append(base)
      for (name, values) in mentions.values.sorted(by: { $0.key < $1.key }) {
        for value in values.dropFirst() {
          var plan = base
          plan.values[name] = value
          plan.name += (plan.name.isEmpty ? "" : ", ") + mentions.text(name, value)
          plans.append(plan)
        }
      }
      for (key, values) in mentions.contexts.sorted(by: { $0.key.number < $1.key.number }) {
        for value in values {
          var plan = base
          plan.contexts[key] = value
          plan.name += (plan.name.isEmpty ? "" : ", ") + "\(key.name) \(value)"
          plans.append(plan)
        }
      }
      for next in mentions.nexts {
        var plan = base
        plan.next = [next]
        plan.name += (plan.name.isEmpty ? "" : ", ") + "\(next.value) ahead"
        plans.append(plan)
      }
      var short = base
      short.isLong = false
      short.name += (short.name.isEmpty ? "" : ", ") + "short"
      plans.append(short)
      // Two choices at once, for what stands inside what another choice opened.
      let single = mentions.values.sorted { $0.key < $1.key }
      for next in mentions.nexts {
        for (name, values) in single {
          for value in values where plans.count < Self.limit {
            var plan = base
            plan.next = [next]
            plan.values[name] = value
            plan.name +=
              (plan.name.isEmpty ? "" : ", ") + mentions.text(name, value) + ", "
              + "\(next.value) ahead"
            plans.append(plan)
          }
        }
      }
      for (first, values) in single {
        for value in values.dropFirst() {
          for (second, others) in single where second > first {
            for other in others.dropFirst() where plans.count < Self.limit {
              var plan = base
              plan.values[first] = value
              plan.values[second] = other
              plan.name +=
                (plan.name.isEmpty ? "" : ", ") + mentions.text(first, value) + ", "
                + mentions.text(second, other)
              plans.append(plan)
            }
          }
        }
      }
    }
    return plans
  }
}

// MARK: Plans for one row

extension Specimens {
  /// What a field, or what other boxes say, must be for a condition to hold.
  fileprivate enum Need {
    case value(StaticString, UInt64)
    case bits(StaticString, UInt64)
    case context(ContextKey, UInt64)
    case next(Mentions.Next)
    case length(Bool)
  }

  /// At most so many ways to satisfy a condition are tried.
  private static let ways = 3

  /// Plans in which this row is read: those that satisfy its condition, those of the rows around it, and those
  /// of the fields that these ask for.
  private func plans(for row: Int) -> [Plan] {
    var plans: [Plan] = []
    for version in (program.syntax.versions.map { Array($0) } ?? [0]).suffix(1) {
      var base = Plan()
      base.version = UInt64(version)
      for (name, values) in mentions.values { base.values[name] = values.first }
      base.layout = layout(of: row)
      var ways: [[Need]] = [[]]
      var asked: Set<String> = []
      reach(row, &ways, &asked, depth: 0)
      for way in ways {
        var plan = base
        fill(&plan, way)
        plan.name = "for \(program.rows[row].name)"
        plans.append(plan)
      }
    }
    return plans
  }

  /// Which layout of a choice the row stands in; the first without one.
  private func layout(of row: Int) -> Int {
    var at = row
    while at >= 0 {
      let parent = program.enclosing[at]
      if parent >= 0, case .choice = program.rows[parent].kind {
        return (parent..<at).count { $0 > parent && program.enclosing[$0] == parent }
      }
      at = parent
    }
    return 0
  }

  /// Adds what has to hold for a row to be read.
  private func reach(_ row: Int, _ ways: inout [[Need]], _ asked: inout Set<String>, depth: Int) {
    var at = row
    while at >= 0 {
      let written = program.rows[at]
      if let condition = written.condition {
        combine(&ways, alternatives(condition, true))
        if depth < 6 {
          for name in Mentions.names(in: condition) where asked.insert(name).inserted {
            // The field that is asked for is the last of its name before.
            let field = (0..<row).last { program.rows[$0].name.description == name }
            if let field { reach(field, &ways, &asked, depth: depth + 1) }
          }
        }
      }
      if at != row { require(written, &ways) }
      at = program.enclosing[at]
    }
  }

  /// Adds that a list has an item.
  private func require(_ row: Row, _ ways: inout [[Need]]) {
    let count: Quantity
    switch row.kind {
    case .list(let quantity, _), .table(let quantity, _), .array(let quantity, _): count = quantity
    default: return
    }
    guard case .field(let name, let times, let plus) = count, times > 0,
      !name.description.hasPrefix("followed")
    else { return }
    let least = UInt64(max(0, (1 - plus + times - 1) / times))
    if (mentions.values[name.description]?.first).map({ $0 < least }) ?? false {
      combine(&ways, [[.value(name, least)]])
    }
  }

  private func combine(_ ways: inout [[Need]], _ more: [[Need]]) {
    guard !more.isEmpty else { return }
    ways = Array(ways.flatMap { way in more.map { way + $0 } }.prefix(Self.ways))
  }

  /// What is to be done for a condition to be true, or false; each a way of its own.
  private func alternatives(_ condition: Condition, _ wanted: Bool) -> [[Need]] {
    switch condition {
    case .equal(let name, let value):
      return [[.value(name, wanted ? value : value == 0 ? 1 : 0)]]
    case .notEqual(let name, let value):
      return [[.value(name, wanted ? (value == 0 ? 1 : 0) : value)]]
    case .oneOf(let name, let values):
      let all = values()
      return wanted
        ? all.map { [.value(name, $0)] } : [[.value(name, (0...).first { !all.contains($0) } ?? 0)]]
    case .atLeast(let name, let value):
      return [[.value(name, wanted ? value : value == 0 ? 0 : value - 1)]]
    case .bits(let name, let mask): return [[wanted ? .bits(name, mask) : .value(name, 0)]]
    case .remaining: return [[.length(wanted)]]
    case .next(let bits, let value, let offset):
      return wanted ? [[.next(Mentions.Next(bits: bits, value: value, offset: offset))]] : [[]]
    case .context(let key, let value):
      return [[.context(key, wanted ? value : value == 0 ? 1 : 0)]]
    case .ending: return [[]]
    case .not(let inner): return alternatives(inner(), !wanted)
    case .all(let parts):
      return wanted
        ? parts().reduce([[]]) { ways, part in
          Array(ways.flatMap { way in alternatives(part, true).map { way + $0 } }.prefix(Self.ways))
        } : parts().flatMap { alternatives($0, false) }
    case .any(let parts):
      return wanted
        ? parts().flatMap { alternatives($0, true) }
        : parts().reduce([[]]) { ways, part in
          Array(ways.flatMap { way in alternatives(part, false).map { way + $0 } }.prefix(Self.ways))
        }
    }
  }

  private func fill(_ plan: inout Plan, _ needs: [Need]) {
    var bits: [String: UInt64] = [:]
    // What was asked for first is nearest to the row.
    for need in needs.reversed() {
      switch need {
      case .value(let name, let value): plan.values[name.description] = value
      case .bits(let name, let mask): bits[name.description, default: 0] |= mask
      case .context(let key, let value): plan.contexts[key] = value
      case .next(let next): plan.next.insert(next)
      case .length(let isLong): plan.isLong = isLong
      }
    }
    for (name, mask) in bits { plan.values[name] = mask }
    if let version = plan.values["version"], let versions = program.syntax.versions,
      version <= UInt64(versions.upperBound), version >= UInt64(versions.lowerBound)
    {
      plan.version = version
    }
  }
}

// MARK: What decides

/// The fields that conditions and quantities ask for, with the values that make a difference.
private struct Mentions {
  let program: Program

  init(_ program: Program) { self.program = program }

  struct Next: Hashable {
    let bits: Int
    let value: UInt64
    let offset: Int
  }

  var values: [String: [UInt64]] = [:]
  var contexts: [ContextKey: [UInt64]] = [:]
  var nexts: [Next] = []
  /// Fields that say how many or how long, with what they are multiplied with and what is added.
  var sizes: [String: (times: Int, plus: Int, wanted: Int)] = [:]
  /// Fields that measure a part: their values follow from it.
  var measures: Set<String> = []
  private var codes: Set<String> = []

  func text(_ name: String, _ value: UInt64) -> String {
    codes.contains(name)
      ? "\(name) '\(FourCC(UInt32(truncatingIfNeeded: value)).key)'" : "\(name) \(value)"
  }

  /// The fields that a condition asks for.
  static func names(in condition: Condition) -> [String] {
    switch condition {
    case .equal(let name, _), .notEqual(let name, _), .oneOf(let name, _), .atLeast(let name, _),
      .bits(let name, _):
      [name.description]
    case .not(let inner): names(in: inner())
    case .all(let parts), .any(let parts): parts().flatMap(names(in:))
    default: []
    }
  }

  mutating func gather(_ rows: [Row]) {
    for row in rows.flatMap(program.rows(for:)) {
      if case .code = row.kind { codes.insert(row.name.description) }
      if let condition = row.condition { gather(condition) }
      switch row.kind {
      case .uint(.quantity(let width)), .int(.quantity(let width)),
        .reserved(.quantity(let width), _):
        gather(width, wanted: 8)
      case .string(_, .bytes(let count)), .bytes(let count): gather(count, wanted: 3)
      case .group(let inner), .when(let inner), .choice(let inner): gather(inner())
      case .following(_, let inner), .descriptor(_, let inner): gather(inner())
      case .within(let count, let inner, _):
        switch count {
        case .field(let name, _, _): measures.insert(name.description)
        case .either(let first, let second):
          measures.formUnion([first.description, second.description])
        case .product(let first, let second):
          if case .field(let name, _, _) = first() { measures.insert(name.description) }
          gather(second(), wanted: 1)
        default: break
        }
        gather(inner())
      case .list(let count, let inner):
        gather(count, wanted: 1)
        gather(inner())
      case .table(let count, let inner):
        gather(count, wanted: 2)
        gather(inner())
      case .array(let count, let value):
        gather(count, wanted: 2)
        gather([value()])
      default: break
      }
    }
  }

  private mutating func gather(_ quantity: Quantity, wanted: Int) {
    switch quantity {
    case .field(let name, let times, let plus):
      if sizes[name.description] == nil { sizes[name.description] = (times, plus, wanted) }
    case .power(let name, _): sizes[name.description] = (1, 0, 1)
    case .product(let first, let second):
      gather(first(), wanted: wanted)
      gather(second(), wanted: 1)
    case .either(let first, _): sizes[first.description] = (1, 0, wanted)
    default: break
    }
  }

  private mutating func add(_ name: StaticString, _ more: UInt64...) {
    for value in more where values[name.description]?.contains(value) != true {
      values[name.description, default: []].append(value)
    }
  }

  private mutating func gather(_ condition: Condition) {
    switch condition {
    case .equal(let name, let value), .notEqual(let name, let value):
      // A field that is not there reads as zero; versions are planned apart.
      if name.description != "version" || value > 0 { add(name, value, value == 0 ? 1 : 0) }
    case .atLeast(let name, let value): add(name, value, value == 0 ? 0 : value - 1)
    case .oneOf(let name, let values):
      let all = values()
      for value in all { add(name, value) }
      add(name, (0...).first { !all.contains($0) } ?? 0)
    case .bits(let name, let mask): add(name, mask, 0)
    case .next(let bits, let value, let offset):
      let next = Next(bits: bits, value: value, offset: offset)
      if !nexts.contains(next) { nexts.append(next) }
    case .context(let key, let value):
      for value in [value, value == 0 ? 1 : 0]
      where contexts[key]?.contains(value) != true {
        contexts[key, default: []].append(value)
      }
    case .remaining, .ending: break
    case .not(let inner): gather(inner())
    case .any(let parts), .all(let parts): for part in parts() { gather(part) }
    }
  }
}

// MARK: Writing

/// Bits in a row, most significant first.
private struct BitBuffer {
  var bytes: [UInt8] = []
  var used = 0

  mutating func put(_ value: UInt64, _ width: Int) {
    for bit in (0..<width).reversed() {
      if used & 7 == 0 { bytes.append(0) }
      if bit < 64, value >> UInt64(bit) & 1 == 1 {
        bytes[bytes.count - 1] |= 0x80 >> UInt8(used & 7)
      }
      used += 1
    }
  }

  mutating func align() { used = bytes.count * 8 }

  mutating func put(_ other: [UInt8]) { for byte in other { put(UInt64(byte), 8) } }
}

/// Writes rows as a plan says.
private struct Writing {
  let plan: Specimens.Plan
  let mentions: Mentions
  var bits = BitBuffer()
  var lengths: [String: [UInt64]]
  /// How often each field that measures others was written.
  private var measured: [String: Int] = [:]
  /// The last value of each field.
  private var values: [String: UInt64] = [:]
  /// The fields that were written, in order: an item of a list knows none of those of the item before.
  private var written: [String] = []
  private var counter: UInt64 = 0
  /// What must come next because a condition was made true.
  private var pending: (at: Int, bits: Int, value: UInt64)?
  private var depth = 0
  /// Whether the unit that is written has come to its end, behind which nothing is written.
  private var hasEnded = false
  /// Who sees the numbers that are written, if anybody does.
  private var follower: (any FieldFollower)?

  init(_ plan: Specimens.Plan, _ mentions: Mentions) {
    self.plan = plan
    self.mentions = mentions
    lengths = plan.lengths
  }

  mutating func put(_ rows: [Row]) {
    depth += 1
    defer { depth -= 1 }
    guard depth < 40 else { return }
    for row in rows.flatMap(mentions.program.rows(for:)) {
      var isThere = true
      if let condition = row.condition {
        // A descriptor is there when its tag is; here it is.
        if case .descriptor = row.kind {} else { isThere = holds(condition) }
      }
      if isThere { put(row) }
    }
  }

  // MARK: Conditions

  private mutating func holds(_ condition: Condition) -> Bool {
    func value(_ name: StaticString) -> UInt64 { values[name.description] ?? 0 }
    switch condition {
    case .equal(let name, let wanted): return value(name) == wanted
    case .notEqual(let name, let wanted): return value(name) != wanted
    case .oneOf(let name, let all): return all().contains(value(name))
    case .atLeast(let name, let least): return value(name) >= least
    case .bits(let name, let mask): return value(name) & mask != 0
    case .remaining: return plan.isLong && !hasEnded
    case .next(let bits, let value, let offset):
      let next = Mentions.Next(bits: bits, value: value, offset: offset)
      guard plan.next.contains(next) else { return false }
      pending = (self.bits.used + offset, bits, value)
      return true
    case .context(let key, let wanted): return (plan.contexts[key] ?? 2) == wanted
    case .not(let inner):
      // What may stand before the end of a unit stands there, and then the unit ends.
      if case .ending = inner() { return true }
      return !holds(inner())
    case .ending:
      hasEnded = true
      return true
    case .all(let parts):
      for part in parts() where !holds(part) { return false }
      return true
    case .any(let parts):
      for part in parts() where holds(part) { return true }
      return false
    }
  }

  // MARK: Rows

  private mutating func put(_ row: Row) {
    let name = row.name.description
    switch row.kind {
    case .uint(let width), .int(let width):
      number(row, self.width(width))
    case .float(let width):
      bits.put(width == 64 ? (1.5 as Double).bitPattern : UInt64((1.5 as Float).bitPattern), width)
    case .fixed(let whole, let fraction, _):
      counter += 1
      bits.put(
        chosen(name) ?? (counter % (whole > 8 ? 100 : 2) + 1) << UInt64(fraction),
        whole + fraction)
    case .code:
      let width = row.traits.contains(.threeCharacters) ? 24 : 32
      let value = awaited(width) ?? chosen(name) ?? named(row) ?? code()
      set(name, value)
      bits.put(value, width)
    case .uuid:
      counter += 1
      for index in 0..<16 {
        bits.put(UInt64(truncatingIfNeeded: counter + UInt64(index)) & 0xFF, 8)
      }
    case .reserved(let width, let ones):
      if row.traits.contains(.alignment) {
        bits.put(ones ? .max : 0, (8 - bits.used & 7) & 7)
      } else {
        bits.put(ones ? .max : 0, self.width(width))
      }
    case .expGolomb(let signed):
      let value = measure(name) ?? chosen(name) ?? size(name) ?? next(below: 4)
      set(name, value)
      follow(row, value)
      let code = signed ? value * 2 - (value > 0 ? 1 : 0) : value
      let width = 64 - (code + 1).leadingZeroBitCount
      bits.put(0, width - 1)
      bits.put(code + 1, width)
    case .leb128:
      var value = measure(name) ?? chosen(name) ?? size(name) ?? next(below: 100)
      set(name, value)
      repeat {
        bits.put(value & 0x7F | (value > 0x7F ? 0x80 : 0), 8)
        value >>= 7
      } while value > 0
    case .byteSum:
      var value = measure(name) ?? chosen(name) ?? size(name) ?? next(below: 100)
      set(name, value)
      while value >= 255 {
        bits.put(255, 8)
        value -= 255
      }
      bits.put(value, 8)
    case .string(let characters, let length): text(characters, length)
    case .bytes(let quantity):
      let count = amount(quantity, open: 4)
      for index in 0..<count { bits.put(UInt64(0xA0 + index % 16), 8) }
      set(name, UInt64(count))
    case .group(let inner), .when(let inner): put(inner())
    case .following(let make, let inner):
      follower = make()
      remember()
      put(inner())
      follower = nil
    case .choice(let layouts):
      let layouts = layouts()
      put([layouts[min(plan.layout, layouts.count - 1)]])
    case .within(let quantity, let inner, let escaped): within(quantity, inner(), escaped)
    case .list(let quantity, let inner):
      let rows = inner()
      let start = written.count
      for item in 0..<amount(quantity, open: 1) {
        for name in written[start...] { values[name] = nil }
        written.removeLast(written.count - start)
        follower?.begin(row.name, item: UInt64(item))
        remember()
        // What follows from the fields before may end a list, as where it is read.
        if follower != nil, rows.count == 1, case .when = rows[0].kind,
          let condition = rows[0].condition, !holds(condition)
        {
          break
        }
        put(rows)
      }
      follower?.end(row.name)
      remember()
    case .table(let quantity, let inner):
      let rows = inner()
      for _ in 0..<amount(quantity, open: 2) { put(rows) }
    case .array(let quantity, let value):
      let row = value()
      for _ in 0..<amount(quantity, open: 2) { put(row) }
    case .descriptor(let tags, let inner): descriptor(tags, inner())
    // Streams are made frame by frame, see `mpegAudio`; what no table was chosen for has no rows.
    case .found, .entry, .named, .again: break
    case .boxes:
      if let next = pending, next.bits == 32, next.at == bits.used + 32 {
        bits.put(8, 32)
        bits.put(next.value, 32)
        pending = nil
      }
    }
  }

  private mutating func number(_ row: Row, _ width: Int) {
    let name = row.name.description
    var value: UInt64
    let mask: UInt64 = width >= 64 ? .max : (1 << UInt64(width)) - 1
    if name == "version", depth == 1, bits.used == 0 {
      value = plan.version
    } else if let awaited = awaited(width) {
      value = awaited
    } else if case .expected(let expected) = row.meaning {
      value = expected
    } else if let measure = measure(name) {
      value = measure
    } else {
      value = chosen(name) ?? size(name) ?? named(row) ?? plain(row, width, mask)
    }
    set(name, value & mask)
    if case .int = row.kind { values[name] = value }
    follow(row, value & mask)
    bits.put(stored(value & mask, row, width), width)
  }

  /// Has the follower of these rows see a number, as reading does.
  private mutating func follow(_ row: Row, _ value: UInt64) {
    follower?.read(row.name, value)
    remember()
  }

  /// Keeps what the follower says.
  private mutating func remember() {
    guard let follower else { return }
    values["followed"] = follower.number
    values["followed_second"] = follower.second
  }

  private mutating func set(_ name: String, _ value: UInt64) {
    values[name] = value
    written.append(name)
  }

  /// A value as its bytes are ordered.
  private func stored(_ value: UInt64, _ row: Row, _ width: Int) -> UInt64 {
    if row.traits.contains(.little), width % 8 == 0, width > 0 {
      return value.byteSwapped >> UInt64(64 - width)
    }
    if row.traits.contains(.syncsafe) {
      var result: UInt64 = 0
      for index in 0..<width / 8 {
        result |= (value >> UInt64(7 * index) & 0x7F) << UInt64(8 * index)
      }
      return result
    }
    return value
  }

  /// What a condition that was made true wants to stand here.
  private mutating func awaited(_ width: Int) -> UInt64? {
    guard let next = pending, next.bits == width, next.at == bits.used else { return nil }
    pending = nil
    return next.value
  }

  /// The length that a field says, when it measures others.
  private mutating func measure(_ name: String) -> UInt64? {
    guard mentions.measures.contains(name) else { return nil }
    let place = measured[name, default: 0]
    measured[name] = place + 1
    // What is asked for of a length, so that there is a part to measure.
    while lengths[name, default: []].count <= place { lengths[name, default: []].append(plan.values[name] ?? 0) }
    return lengths[name]?[place]
  }

  /// What the plan says, or what the first condition wants.
  private func chosen(_ name: String) -> UInt64? { plan.values[name] }

  /// What makes a count or a length small.
  private func size(_ name: String) -> UInt64? {
    guard let (times, plus, wanted) = mentions.sizes[name] else { return nil }
    guard times > 0 else { return 1 }
    return UInt64(max(0, (wanted - plus + times - 1) / times))
  }

  /// The first of its named values, or all of its flags.
  private func named(_ row: Row) -> UInt64? {
    switch row.meaning {
    case .names(let names): names().entries.first?.value
    case .flags(let names): names().entries.reduce(0) { $0 | $1.value }
    case .colour: 9
    case .language: 0x55C4
    case .boolean: 1
    default: nil
    }
  }

  /// Numbers of more than four bits are less where somebody follows them.
  private static let mostFollowed: UInt64 = 9

  /// Some value, each time another one.
  private mutating func plain(_ row: Row, _ width: Int, _ mask: UInt64) -> UInt64 {
    counter += 1
    if case .secondsSince1904 = row.meaning { return 3_900_000_000 + counter }
    if width <= 4 { return counter & mask }
    // Who follows numbers may make counts of them: of thousands of items the first say all.
    return counter % min(mask, follower == nil ? 1_000 : Self.mostFollowed)
  }

  private mutating func next(below limit: UInt64) -> UInt64 {
    counter += 1
    return counter % limit
  }

  private mutating func code() -> UInt64 {
    counter += 1
    let letter = 0x61 + counter % 26
    return letter << 24 | letter << 16 | letter << 8 | 0x31
  }

  // MARK: Amounts

  private func width(_ width: Width) -> Int {
    switch width {
    case .bits(let bits): bits
    case .versioned(let bits, let v1): plan.version >= 1 ? v1 : bits
    case .quantity(let quantity): min(1_024, amount(quantity, open: 8))
    }
  }

  private func amount(_ quantity: Quantity, open: Int) -> Int {
    func value(_ name: StaticString) -> Int { Int(clamping: values[name.description] ?? 0) }
    let count: Int
    switch quantity {
    case .exactly(let exactly): count = exactly
    case .field(let name, let times, let plus):
      count = value(name).multipliedReportingOverflow(by: times).partialValue + plus
    case .product(let first, let second):
      count = amount(first(), open: 1) * amount(second(), open: 1)
    case .power(let name, let base): count = base << min(16, value(name))
    case .either(let first, let second): count = value(first) != 0 ? value(first) : value(second)
    case .octets(let name): count = value(name).addingReportingOverflow(7).partialValue & ~7
    case .remaining, .remainingLess: count = plan.isLong ? open : 0
    case .context(let key): count = Int(clamping: plan.contexts[key] ?? 2)
    }
    return max(0, min(count, 4_096))
  }

  // MARK: Parts

  private mutating func within(_ quantity: Quantity, _ inner: [Row], _ escaped: Bool) {
    // The field that measures this part is the last one of its name so far.
    var measure: StaticString?
    switch quantity {
    case .field(let name, _, _), .either(let name, _): measure = name
    case .product(let first, _):
      if case .field(let name, _, _) = first() { measure = name }
    default: break
    }
    let place = measure.map { (measured[$0.description] ?? 1) - 1 } ?? 0
    var content = self.content(of: inner)
    hasEnded = false
    if escaped { content = Self.escaped(content) }
    switch quantity {
    case .field(let name, let times, let plus):
      setLength(
        name.description, place, times > 0 ? max(0, content.count - plus) / times : 0)
    case .either(let name, _):
      setLength(name.description, place, content.count)
    case .product(_, let second):
      if let measure {
        setLength(
          measure.description, place, content.count / max(1, amount(second(), open: 1)))
      }
    case .exactly(let count):
      content = Array(content.prefix(count))
      content += Array(repeating: 0, count: count - content.count)
    default: break
    }
    bits.put(content)
  }

  private mutating func setLength(_ name: String, _ place: Int, _ value: Int) {
    guard place >= 0, place < lengths[name]?.count ?? 0 else { return }
    lengths[name]?[place] = UInt64(value)
  }

  /// The bytes of rows that begin at a whole byte.
  private mutating func content(of inner: [Row]) -> [UInt8] {
    // In place: a copy beside it would have all that is known copied at the first change.
    let around = bits
    bits = BitBuffer()
    if let next = pending { pending?.at = next.at - around.used }
    put(inner)
    bits.align()
    let content = bits.bytes
    bits = around
    pending = nil
    return content
  }

  /// A NAL unit with its emulation prevention bytes (14496-10 §7.4.1).
  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }

  private mutating func descriptor(_ tags: ClosedRange<UInt8>, _ inner: [Row]) {
    let content = self.content(of: inner)
    bits.put(tags.count == 1 ? UInt64(tags.lowerBound) : 0xFE, 8)
    // Seven bits a byte (14496-1 §8.3.3).
    if content.count > 0x7F { bits.put(UInt64(0x80 | content.count >> 7), 8) }
    bits.put(UInt64(content.count & 0x7F), 8)
    bits.put(content)
  }

  // MARK: Text

  private mutating func text(_ characters: Characters, _ length: TextLength) {
    counter += 1
    let letters = [UInt8(0x61 + counter % 26), UInt8(0x30 + counter % 10)]
    var isWide = false
    var mark: [UInt8] = []
    switch characters {
    case .utf16BE, .utf16LE: isWide = true
    case .utf16:
      isWide = true
      mark = [0xFE, 0xFF]
    case .chosen(let name, let choice):
      switch choice.encoding(for: values[name.description] ?? 0) {
      case .utf16:
        isWide = true
        mark = [0xFE, 0xFF]
      case .utf16BE, .utf16LE: isWide = true
      default: break
      }
    default: break
    }
    var content = mark
    for letter in letters {
      if case .utf16LE = characters {
        content += [letter, 0]
      } else {
        content += isWide ? [0, letter] : [letter]
      }
    }
    switch length {
    case .terminated, .terminatedOrEnd: bits.put(content + (isWide ? [0, 0] : [0]))
    case .rest, .values: bits.put(content)
    case .pascal: bits.put([UInt8(content.count)] + content)
    case .fixedPascal(let count):
      let shown = content.prefix(max(0, count - 1))
      bits.put([UInt8(shown.count)] + shown)
      bits.put(Array(repeating: 0, count: count - 1 - shown.count))
    case .bytes(let quantity):
      let count = amount(quantity, open: content.count)
      for index in 0..<count { bits.put(UInt64(content[index % content.count]), 8) }
    }
  }
}

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
  package let isForManyTypes: Bool
  /// The number of the row for bytes that no other row accounts for.
  public let gapRow: Int
  /// Whether the table has no rows or one row of opaque bytes, so that reading it finds no fault; so has one that may come
  /// apart, whose fields are not checked.
  public let isOpaque: Bool
  /// Whether it is opaque bytes that come apart where they begin as some writer's do.
  package let mayComeApart: Bool
  /// Whether reading the table goes through all of the payload: an outline does not.
  public let readsPayload: Bool
  /// Whether it has bytes in a format of their own, which get a node.
  public let isEmbedding: Bool
  /// Whether other fields follow such bytes, so that they do not go to the end of the node.
  package let embedsFields: Bool
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
  package let contexts: [ContextKey]
  /// How fields of the table say in what encoding a text is.
  let textChoices: [any TextChoice.Type]
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
    /// So many bytes from the end of the header, whatever the node holds.
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
    textChoices = lowering.textChoices
    slotNames = lowering.slotNames.exactCopy
    contextSlot = slotNames.count
    slotCount = contextSlot + contexts.count
    isEmbedding = rows.contains(where: \.isEmbedded)
    embedsFields =
      isEmbedding
      && rows.contains { row in
        switch row.kind {
        case .bytes(.remaining), .string(_, .rest): false
        default: row.isEmbedded
        }
      }
    readsPayload = steps.contains { $0.op == .parts }
    if let view {
      self.view = ViewSlots(
        view, of: syntax.code,
        places: FixedPlaces(
          lowering.steps, lowering.tests, lowering.amounts, versions: syntax.versions),
        in: lowering)
    } else {
      self.view = nil
    }
    // What comes apart in few files is as opaque as it is in the others: its row of bytes comes first.
    var mayComeApart = false
    if steps.count > 1, steps[0].op == .bytes, steps[0].test > 0, childStart == .none,
      case .bytes(.remaining)? = rows.first?.kind
    {
      mayComeApart = true
    }
    self.mayComeApart = mayComeApart
    isOpaque = steps.isEmpty || steps.count == 1 && steps[0].op == .bytes && steps[0].test == 0 || mayComeApart
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
    enum Meaning: UInt8, BitwiseCopyable { case plain, bytes, hex, fileOffset, ticks, other }
    let op: Step.Op
    let meaning: Meaning
    let shape: FieldShape
    /// Whether a signed -1 stands for no time.
    let minusOneIsNone: Bool

    init(_ row: Row, _ op: Step.Op) {
      self.op = op
      shape = FieldShape(row)
      minusOneIsNone = row.traits.contains(.minusOneIsNone)
      switch row.meaning {
      case _ where row.traits.contains(.syncsafe): meaning = .other
      case .plain, .expected, .reference, .boolean: meaning = .plain
      case .bytes: meaning = .bytes
      case .hex, .version: meaning = .hex
      case .fileOffset: meaning = .fileOffset
      case .ticks: meaning = .ticks
      default: meaning = .other
      }
    }
  }

  /// The names of the values, or of the bits, of row `row`; none when its meaning has none.
  ///
  /// - Parameter row: The row, in ``rows``.
  /// - Returns: The names.
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
  ///
  /// - Parameter row: A row of the table as it is written.
  /// - Returns: The rows that stand for it.
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
  ///
  /// - Parameter row: The row, in ``rows``.
  /// - Returns: What the specification calls it; empty for a row that has no name.
  public func name(of row: Int) -> StaticString { rows[row].name }

  /// The first row that has `name`, compared without case and underscores.
  ///
  /// - Parameter name: The name, in any spelling of case and underscores.
  /// - Returns: The row, in ``rows``; `nil` when none has the name.
  public func row(named name: some StringProtocol) -> Int? {
    let folded = FoldedName(name)
    return rows.firstIndex { $0.name.isFolded(to: folded) }
  }

  /// The same for a name in UTF-8.
  package func row(named name: RawSpan) -> Int? {
    rows.firstIndex { $0.name.isSame(besidesCaseAndUnderscores: name) }
  }
}

extension StringProtocol {
  /// A field's name as it is compared: without case and underscores.
  package var foldedName: String {
    // What people write is mostly folded as it stands.
    if utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "_") && !$0.isUppercaseLetter }) { return String(self) }
    var folded: [UInt8] = []
    folded.reserveCapacity(utf8.count)
    for byte in utf8 where byte != UInt8(ascii: "_") {
      guard byte < 0x80 else { return String(lowercased().filter { $0 != "_" }) }
      folded.append(byte.lowercase)
    }
    return String(decoding: folded, as: UTF8.self)
  }
}

/// A field's name without case and underscores, to compare those of fields with.
struct FoldedName {
  let text: String
  fileprivate let bytes: [UInt8]

  init(_ name: some StringProtocol) {
    text = name.foldedName
    bytes = Array(text.utf8)
  }
}

extension StaticString {
  /// Whether ``Swift/StringProtocol/foldedName`` is this text: without making text of a name that each field is asked
  /// for.
  func isFolded(to folded: FoldedName) -> Bool {
    rawBytes.isASCII
      ? isSame(besidesCaseAndUnderscores: folded.bytes.rawBytes) : description.foldedName == folded.text
  }

  /// Whether a name in ASCII is this one, whatever is upper case in either, and where underscores stand.
  @inline(__always)
  func isSame(besidesCaseAndUnderscores other: RawSpan) -> Bool {
    let bytes = rawBytes
    // Most names begin otherwise.
    if let a = bytes.byte(at: 0), let b = other.byte(at: 0), a.lowercase != b.lowercase, a != UInt8(ascii: "_"),
      b != UInt8(ascii: "_")
    {
      return false
    }
    return isSameToItsEnd(other)
  }

  private func isSameToItsEnd(_ other: RawSpan) -> Bool {
    let bytes = rawBytes
    var (at, place) = (0, 0)
    while true {
      while at < bytes.byteCount, bytes.byte(at: at) == UInt8(ascii: "_") { at &+= 1 }
      while place < other.byteCount, other.byte(at: place) == UInt8(ascii: "_") { place &+= 1 }
      if at == bytes.byteCount || place == other.byteCount { return at == bytes.byteCount && place == other.byteCount }
      guard bytes.byte(at: at)?.lowercase == other.byte(at: place)?.lowercase else { return false }
      (at, place) = (at &+ 1, place &+ 1)
    }
  }
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

/// The rows of a lowered table where the table has them: no row is copied.
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

  /// The first row, 0.
  public var startIndex: Int { 0 }
  /// The number of the rows.
  public var endIndex: Int { places.count }
  /// A row of the table.
  ///
  /// - Parameter row: Which one, from 0.
  /// - Returns: The row as the table has it.
  public subscript(row: Int) -> Row {
    _read {
      let place = places[row]
      yield blocks[Int(place.block)][Int(place.index)]
    }
  }
}

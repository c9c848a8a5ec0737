public import ByteReading

/// The tables of one format, found by type and place.
///
/// Nothing is built until the catalogue is first asked for; a table is lowered when it is first read,
/// whichever thread reads it.
public final class Catalogue: @unchecked Sendable {
  /// What one of its nodes is called in machine formats: `atom`, `frame`.
  public let nodeKind: StaticString
  /// All tables, family by family.
  public let tables: [Syntax]
  /// How the header of a node is laid out.
  public let header: Program

  private let lock = Lock()
  private var programs: [Program?]
  /// Numbers of tables by code.
  private let byCode: [UInt32: [Entry]]
  private let wildcards: [Entry]
  private let byExtendedType: [ExtendedType: Int]

  /// The 16 bytes of an extended type as two words.
  public struct ExtendedType: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }

    /// From 32 hexadecimal digits; dashes are passed over.
    public init?(_ text: some StringProtocol) {
      let digits = String(text.filter { $0 != "-" })
      guard digits.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
        let low = UInt64(digits.suffix(16), radix: 16)
      else { return nil }
      self.init(high: high, low: low)
    }
  }

  /// Where a table applies.
  private struct Entry {
    let table: Int
    let parents: [FourCC]
    let handlers: [FourCC]
    /// Only types that begin with 0xA9.
    let isInternational: Bool
  }

  /// The parent of a node at the top of the file.
  public static let file = FourCC(0x6669_6C65)

  public init(nodeKind: StaticString, header: Syntax, families: [any SyntaxFamily.Type]) {
    self.nodeKind = nodeKind
    self.header = Program(header)
    var tables: [Syntax] = []
    for family in families { tables += family.tables }
    self.tables = tables
    programs = Array(repeating: nil, count: tables.count)
    var byCode: [UInt32: [Entry]] = [:]
    var wildcards: [Entry] = []
    var byExtendedType: [ExtendedType: Int] = [:]
    func codes(_ list: StaticString) -> [FourCC] {
      list.isEmpty ? [] : list.description.split(separator: " ").map { FourCC(listed: $0) }
    }
    for (number, table) in tables.enumerated() {
      let code = table.code.description
      let entry = Entry(
        table: number, parents: codes(table.parents), handlers: codes(table.handlers),
        isInternational: code == "@*")
      if !table.extendedType.isEmpty {
        guard let type = ExtendedType(table.extendedType.description) else {
          preconditionFailure("\(table.title): not an extended type")
        }
        byExtendedType[type] = number
      } else if code == "*" || code == "@*" {
        wildcards.append(entry)
      } else {
        byCode[FourCC(listed: code).rawValue, default: []].append(entry)
      }
    }
    self.byCode = byCode
    self.wildcards = wildcards
    self.byExtendedType = byExtendedType
  }

  /// The number of the table for a node of this type in this place.
  ///
  /// A table written for this parent comes first, then one that may stand anywhere, then one for any
  /// type in this parent, then one whose place is another: a box in the wrong place is still read.
  public func table(
    for type: FourCC, in parent: FourCC, handler: FourCC?, extendedType: ExtendedType?
  ) -> Int? {
    if let extendedType, type == FourCC.uuid { return byExtendedType[extendedType] }
    let entries = byCode[type.rawValue] ?? []
    func suits(_ entry: Entry) -> Bool {
      entry.handlers.isEmpty || handler.map(entry.handlers.contains) ?? false
    }
    for entry in entries where entry.parents.contains(parent) && suits(entry) {
      return entry.table
    }
    for entry in entries where entry.parents.isEmpty && suits(entry) { return entry.table }
    for entry in wildcards where entry.parents.contains(parent) && suits(entry) {
      if entry.isInternational, type.byte(0) != 0xA9 { continue }
      return entry.table
    }
    for entry in entries where suits(entry) { return entry.table }
    return nil
  }

  /// Whether a table says that this type may stand in this parent.
  public func isLegal(_ type: FourCC, in parent: FourCC) -> Bool {
    (byCode[type.rawValue] ?? []).contains {
      $0.parents.contains(parent) || $0.parents.isEmpty
    }
  }

  /// The lowered table of this number, or nothing past the last.
  public func program(_ number: Int) -> Program? {
    guard number >= 0, number < tables.count else { return nil }
    return lock.withLock {
      if let program = programs[number] { return program }
      let program = Program(tables[number])
      programs[number] = program
      return program
    }
  }
}

extension FourCC {
  /// The type of a box whose real type is its 16-byte extended type.
  public static let uuid = FourCC(0x7575_6964)

  /// A code in a list that we wrote ourselves.
  init(listed text: some StringProtocol) {
    guard let code = FourCC(key: text) else {
      preconditionFailure("not a four-character code: \(text)")
    }
    self = code
  }
}

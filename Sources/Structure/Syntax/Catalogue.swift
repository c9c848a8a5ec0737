public import ByteReading

/// The tables of one format, found by type and place.
///
/// The catalogue is built when it is first asked for, and then only as a list of codes; where a
/// table applies is read from it when its code is met, and it is lowered when it is first read,
/// whichever thread reads it.
public final class Catalogue: @unchecked Sendable {
  /// What one of its nodes is called in machine formats: `atom`, `frame`.
  public let nodeKind: StaticString
  /// Whether a node is a key with its value, as a frame is: an outline shows the value where it shows a
  /// summary of other nodes.
  public let holdsValues: Bool
  /// How the header of a node is laid out.
  public let header: Program
  /// Whether a header has fields besides the type and the size of its node.
  let headerHasDetails: Bool
  /// The bytes of a header that the size in it does not count.
  public let sizeExcludes: Int
  /// The number of tables, those of entries last.
  public let count: Int
  /// The names of types that no table describes.
  public let register: Register

  /// The catalogue of a format that this one stands for; `nil` for those of the formats themselves.
  public let original: Catalogue?

  private let families: [[Syntax]]
  /// What the tables were made of, for a catalogue that adds some of its own.
  private let parts: Parts
  /// The families in front that no view reads: whoever added them did not know of views.
  private let addedFamilies: Int
  /// The families of tables that describe parts of nodes.
  private let entryFamilies: [[Syntax]]
  /// The number of the first table of an entry.
  private let firstEntry: Int
  /// The types of nodes that entries are chosen in by their codes, each once.
  private let entryPlaces: [FourCC]
  /// Tables that were lowered with an entry chosen.
  private var chosen: [(table: Int, entry: Int, program: Program)] = []
  /// What code consults of the tables.
  private let views: ViewList
  /// The number of the first table of each family.
  private let starts: [Int]
  private let lock = Lock()
  private var programs: [Program?]
  private var lowering = Lowering()

  // Tables by code: the first of each bucket, and the next in the same bucket, numbers from 1.
  private let buckets: [UInt16]
  private let next: [UInt16]
  private let codes: [FourCC]
  /// The tables for any type, and those for a 16-byte type.
  private var wildcards: [(number: Int, initial: UInt8)] = []
  private var extended: [Int] = []
  /// The first table of each 16-byte type, made when one is asked for.
  private var extendedPlaces: [ExtendedType: Int]?

  private static let bucketBits: UInt32 = 10

  /// What a catalogue is made of.
  private struct Parts {
    let header: Syntax
    let families: [any SyntaxFamily.Type]
    let entries: [any SyntaxFamily.Type]
    let views: [any FieldView.Type]
    var undecoded: Undecoded?
  }

  /// Writes what is known of a node whose payload is coded and was not decoded.
  public typealias Undecoded = @Sendable (_ node: OpenNode, _ output: inout ByteWriter) -> Void

  /// Writes what is said of a node that was not decoded; `nil` where its size is all there is.
  var undecoded: Undecoded? { parts.undecoded }

  /// The 16 bytes of an extended type as two words.
  public struct ExtendedType: Hashable, Sendable {
    /// The first eight bytes, most significant first.
    public let high: UInt64
    /// The last eight bytes, most significant first.
    public let low: UInt64

    /// The type of these two words.
    ///
    /// - Parameters:
    ///   - high: The first eight bytes, most significant first.
    ///   - low: The last eight bytes, most significant first.
    public init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }

    /// From 32 hexadecimal digits; dashes are passed over.
    ///
    /// - Parameter text: The digits: `6b6840f2-5f24-4fc5-ba39-a51bcf0323f3`.
    public init?(_ text: some StringProtocol) {
      let digits = String(text.filter { $0 != "-" })
      guard digits.count == 32, digits.allSatisfy(\.isHexDigit),
        let high = UInt64(digits.prefix(16), radix: 16),
        let low = UInt64(digits.suffix(16), radix: 16)
      else { return nil }
      self.init(high: high, low: low)
    }
  }

  /// The parent of a node at the top of the file.
  public static let file = FourCC(0x6669_6C65)

  /// The tables of `other`, for nodes whose headers are laid out in another way.
  ///
  /// - Parameters:
  ///   - other: The catalogue whose tables these are.
  ///   - header: How the header of a node is laid out.
  ///   - sizeExcludes: The bytes of a header that the size in it does not count.
  ///   - original: The catalogue of a format that this one stands for, if `other` has tables of a
  ///     program's own.
  public init(_ other: Catalogue, header: Syntax, sizeExcludes: Int, for original: Catalogue? = nil) {
    self.original = original
    nodeKind = other.nodeKind
    holdsValues = other.holdsValues
    register = other.register
    let program = Program(header)
    self.header = program
    headerHasDetails = program.rows.contains { !Self.isSaidByNode($0.name) }
    self.sizeExcludes = sizeExcludes
    families = other.families
    parts = Parts(
      header: header, families: other.parts.families, entries: other.parts.entries,
      views: other.parts.views, undecoded: other.parts.undecoded)
    addedFamilies = other.addedFamilies
    entryFamilies = other.entryFamilies
    firstEntry = other.firstEntry
    entryPlaces = other.entryPlaces
    views = other.views
    starts = other.starts
    count = other.count
    programs = Array(repeating: nil, count: other.count)
    buckets = other.buckets
    next = other.next
    codes = other.codes
    wildcards = other.wildcards
    extended = other.extended
  }

  /// The tables of `other`, and families of a program's own, which come first: of two tables for a type
  /// in a place that of the program is read.
  ///
  /// What the formats themselves consult is read from their tables alone, so a table of one's own for a
  /// type that is known hides its fields from summaries and rules.
  ///
  /// - Parameters:
  ///   - other: The catalogue that is extended.
  ///   - families: The families of the program's own tables.
  /// - Complexity: O(*n*) in all tables. Make it once, for many files.
  public convenience init(_ other: Catalogue, adding families: [any SyntaxFamily.Type]) {
    self.init(
      nodeKind: other.nodeKind, holdsValues: other.holdsValues, sizeExcludes: other.sizeExcludes,
      Parts(
        header: other.parts.header, families: families + other.parts.families,
        entries: other.parts.entries, views: other.parts.views, undecoded: other.parts.undecoded),
      addedFamilies: families.count + other.addedFamilies, register: other.register,
      original: other.original ?? other)
  }

  /// - Parameters:
  ///   - nodeKind: What one of its nodes is called in machine formats.
  ///   - holdsValues: Whether a node is a key with its value.
  ///   - header: How the header of a node is laid out.
  ///   - sizeExcludes: The bytes of a header that the size in it does not count.
  ///   - families: The tables of nodes.
  ///   - entries: The tables of what stands in nodes: entries of lists, descriptors.
  ///   - views: What code consults of the tables.
  ///   - register: The names of types that no table describes.
  ///   - undecoded: Writes what is said of a node that was not decoded; `nil` where its size is all there is.
  public convenience init(
    nodeKind: StaticString, holdsValues: Bool = false, header: Syntax, sizeExcludes: Int = 0,
    families: [any SyntaxFamily.Type], entries: [any SyntaxFamily.Type] = [],
    views: [any FieldView.Type] = [],
    register: Register = Register(), undecoded: Undecoded? = nil
  ) {
    self.init(
      nodeKind: nodeKind, holdsValues: holdsValues, sizeExcludes: sizeExcludes,
      Parts(header: header, families: families, entries: entries, views: views, undecoded: undecoded),
      addedFamilies: 0, register: register, original: nil)
  }

  private init(
    nodeKind: StaticString, holdsValues: Bool, sizeExcludes: Int, _ parts: Parts,
    addedFamilies: Int, register: Register, original: Catalogue?
  ) {
    self.original = original
    self.nodeKind = nodeKind
    self.holdsValues = holdsValues
    self.register = register
    self.parts = parts
    self.addedFamilies = addedFamilies
    let families = parts.families
    let program = Program(parts.header)
    header = program
    headerHasDetails = program.rows.contains { !Self.isSaidByNode($0.name) }
    self.sizeExcludes = sizeExcludes
    entryFamilies = parts.entries.map { $0.tables }
    self.families = families.map { $0.tables } + entryFamilies
    views = ViewList(parts.views, families: families)
    var starts: [Int] = []
    var count = 0
    for family in self.families {
      starts.append(count)
      count += family.count
    }
    precondition(count < Int(UInt16.max), "tables are numbered in 16 bits")
    self.starts = starts
    self.count = count
    programs = Array(repeating: nil, count: count)
    firstEntry = starts.count > families.count ? starts[families.count] : count
    var codes: [FourCC] = []
    codes.reserveCapacity(count)
    var places: [FourCC] = []
    var lastPlace: StaticString = ""
    var next = [UInt16](repeating: 0, count: count)
    var buckets = [UInt16](repeating: 0, count: 1 << Self.bucketBits)
    for family in self.families {
      for index in family.indices {
        let number = codes.count
        if let entry = family[index].entry {
          guard case .code = entry else {
            codes.append(FourCC(0))
            continue
          }
          codes.append(FourCC(stringLiteral: family[index].code))
          let place = family[index].parents
          if !place.isSame(as: lastPlace) {
            lastPlace = place
            let type = FourCC(stringLiteral: place)
            if !places.contains(type) { places.append(type) }
          }
          continue
        }
        if !family[index].extendedType.isEmpty {
          extended.append(number)
          codes.append(.uuid)
          continue
        }
        let code = family[index].code
        if let initial = code.wildcard {
          wildcards.append((number, initial))
          codes.append(FourCC(0))
          continue
        }
        let type = FourCC(stringLiteral: code)
        codes.append(type)
        // Tables that come first are found first.
        let bucket = Self.bucket(of: type)
        if buckets[bucket] == 0 {
          buckets[bucket] = UInt16(number + 1)
        } else {
          var last = Int(buckets[bucket]) - 1
          while next[last] != 0 { last = Int(next[last]) - 1 }
          next[last] = UInt16(number + 1)
        }
      }
    }
    self.codes = codes
    self.next = next
    self.buckets = buckets
    entryPlaces = places
  }

  private static func bucket(of code: FourCC) -> Int {
    Int((code.rawValue &* 0x9E37_79B1) &>> (32 - bucketBits))
  }

  /// All tables, family by family.
  public var tables: [Syntax] { families.flatMap { $0 } }

  /// The table of this number, which is below `count`.
  ///
  /// - Parameter number: The table, from 0, below `count`.
  /// - Returns: The table as it is written.
  public func table(_ number: Int) -> Syntax {
    let family = family(of: number)
    return families[family][number - starts[family]]
  }

  /// The family of the table of this number.
  private func family(of number: Int) -> Int {
    var family = starts.count - 1
    while family > 0, starts[family] > number { family -= 1 }
    return family
  }

  /// What code consults of the table of this number; `nil` for those of entries, which have no nodes.
  private func view(ofTable number: Int) -> (any FieldView.Type)? {
    guard number < firstEntry else { return nil }
    let family = family(of: number)
    // Whoever brought a table along did not know of views.
    guard family >= addedFamilies else { return nil }
    return views.view(of: table(number), type: codes[number], family: family)
  }

  /// What code consults of the tables.
  package var fieldViews: [any FieldView.Type] { views.views }

  /// What is wrong with the views of the catalogue, a sentence each that names view, table and field;
  /// empty when each name of each is a row's.
  ///
  /// - Complexity: O(*n*) in the rows of all tables, which are lowered again.
  public var faultsOfViews: [String] {
    views.faults(in: (0..<firstEntry).map { number in
      var lowering = Lowering()
      let program = Program(table(number), &lowering, EntryTables(families: entryFamilies))
      return (program, codes[number], family(of: number))
    })
  }

  /// Calls `body` with each table written for this type, until it returns true.
  private func first(of type: FourCC, where body: (Syntax) -> Bool) -> Int? {
    var number = Int(buckets[Self.bucket(of: type)]) - 1
    while number >= 0 {
      if codes[number] == type, body(table(number)) { return number }
      number = Int(next[number]) - 1
    }
    return nil
  }

  /// The number of the table for a node of this type in this place.
  ///
  /// A table written for this parent comes first, then one that may stand anywhere, then one for any
  /// type in this parent, then one whose place is another: a box in the wrong place is still read.
  ///
  /// - Parameters:
  ///   - type: The type of the node.
  ///   - parent: The type of what it stands in; that of the file at the top.
  ///   - handler: The handler of the track that the node is in; `nil` when there is none.
  ///   - extendedType: The sixteen bytes of the type of a `uuid` node; `nil` for others.
  /// - Returns: The number of the table; `nil` when none describes the type.
  public func table(
    for type: FourCC, in parent: FourCC, handler: FourCC?, extendedType: ExtendedType?
  ) -> Int? {
    if let extendedType, type == .uuid {
      return number(of: extendedType)
    }
    func suits(_ table: Syntax) -> Bool {
      table.handlers.isEmpty || handler.map { $0.isListed(in: table.handlers) } ?? false
    }
    let isHere = first(of: type) {
      $0.parents.isEmpty ? false : parent.isListed(in: $0.parents) && suits($0)
    }
    if let isHere { return isHere }
    if let anywhere = first(of: type, where: { $0.parents.isEmpty && suits($0) }) {
      return anywhere
    }
    let first = type.byte(type.isThreeCharacters ? 1 : 0)
    for (number, initial) in wildcards where initial == 0 || initial == first {
      let table = table(number)
      guard parent.isListed(in: table.parents), suits(table) else { continue }
      return number
    }
    return self.first(of: type, where: suits)
  }

  /// The first table of an extended type.
  private func number(of type: ExtendedType) -> Int? {
    lock.withLock {
      if let known = extendedPlaces { return known[type] }
      var places: [ExtendedType: Int] = [:]
      for number in extended {
        guard let type = ExtendedType(table(number).extendedType.description) else { continue }
        if places[type] == nil { places[type] = number }
      }
      extendedPlaces = places
      return places[type]
    }
  }

  /// Whether a table says that this type may stand in this parent.
  ///
  /// - Parameters:
  ///   - type: The type of the node.
  ///   - parent: The type of what it stands in; that of the file at the top.
  /// - Returns: Whether one does; false for a type that no table describes.
  public func isLegal(_ type: FourCC, in parent: FourCC) -> Bool {
    first(of: type) { $0.parents.isEmpty || parent.isListed(in: $0.parents) } != nil
  }

  /// The lowered table of this number, or `nil` past the last.
  ///
  /// - Parameter number: The table, from 0, below `count`.
  /// - Returns: The lowered table, made when it is first asked for.
  public func program(_ number: Int) -> Program? {
    guard number >= 0, number < count else { return nil }
    return lock.withLock {
      if let program = programs[number] { return program }
      let program = Program(
        table(number), &lowering, EntryTables(families: entryFamilies),
        view: view(ofTable: number))
      programs[number] = program
      return program
    }
  }

  // MARK: Entries

  /// The lowered table of this number in which the rows of the entry with `code` stand for those that
  /// a code chooses; without them when no table describes it there.
  ///
  /// - Parameters:
  ///   - number: The table, from 0, below `count`.
  ///   - code: The code that chooses the entry.
  /// - Returns: The lowered table, made when it is first asked for; `nil` past the last table.
  public func program(_ number: Int, entry code: FourCC) -> Program? {
    guard number >= 0, number < firstEntry, let entry = entry(code, in: number) else {
      return program(number)
    }
    return lock.withLock {
      if let known = chosen.first(where: { $0.table == number && $0.entry == entry }) {
        return known.program
      }
      let program = Program(
        table(number), &lowering,
        EntryTables(families: entryFamilies, chosen: table(entry)), view: view(ofTable: number))
      chosen.append((number, entry, program))
      return program
    }
  }

  /// The table of this number as it is written: rows that refer to other tables stay what they are.
  ///
  /// - Parameter number: The table, from 0, below `count`.
  /// - Returns: The lowered table; `nil` past the last.
  public func reference(_ number: Int) -> Program? {
    guard number >= 0, number < count else { return nil }
    var lowering = Lowering()
    return Program(table(number), &lowering, isReference: true)
  }

  /// The table of the entry with `code` that may stand in a node with the table of this number.
  private func entry(_ code: FourCC, in number: Int) -> Int? {
    let place = codes[number]
    for entry in firstEntry..<count
    where codes[entry] == code && place.isListed(in: table(entry).parents) {
      return entry
    }
    return nil
  }

  /// The tag of the descriptor that is called `name`; `nil` when no table is.
  ///
  /// - Parameter name: The name of the descriptor, as 14496-1 spells it.
  /// - Returns: The tag of the first table of this name.
  public func tag(ofDescriptor name: StaticString) -> UInt8? {
    for number in firstEntry..<count where table(number).code.isSame(as: name) {
      if case .descriptor(let tag, _)? = table(number).entry { return tag }
    }
    return nil
  }

  /// The tables of entries that a code chooses in the table of this number.
  ///
  /// - Parameter number: The table, from 0, below `count`.
  /// - Returns: The numbers of these tables; none where no code chooses.
  public func entries(in number: Int) -> [Int] {
    guard number < firstEntry, entryPlaces.contains(codes[number]) else { return [] }
    return (firstEntry..<count).filter { codes[number].isListed(in: table($0).parents) }
  }

  /// Where, in bytes from the end of the header, the code stands that chooses among the entries of the
  /// table of this number; `nil` when it has none.
  ///
  /// - Parameter number: The table, from 0, below `count`.
  /// - Returns: The offset in bytes; `nil` when the table refers to no entries.
  /// - Complexity: O(1) for a table without entries, else in its rows.
  public func entrySelector(of number: Int) -> Int? {
    guard number < firstEntry, entryPlaces.contains(codes[number]) else { return nil }
    let table = table(number)
    let rows = table.rows()
    func field(in rows: [Row]) -> StaticString? {
      for row in rows {
        if case .entry(let name) = row.kind { return name }
        if let name = field(in: row.inner) { return name }
      }
      return nil
    }
    guard let name = field(in: rows) else { return nil }
    var bits = table.versions == nil ? 0 : 32
    for row in rows {
      if row.name.isSame(as: name) { return bits / 8 }
      // The first row of a table with versions may give names to its flags.
      if bits == 32, row.name.isSame(as: "flags"), table.versions != nil { continue }
      guard row.condition == nil, let width = row.fixedWidth else { break }
      bits += width
    }
    preconditionFailure("\(table.code): \(name) has no fixed place")
  }

  /// The lowered table of this number in each way it can be read: with each of the entries that may be
  /// chosen, or as it is.
  ///
  /// - Parameter number: The table, from 0, below `count`.
  /// - Returns: The lowered tables; none past the last table.
  public func programs(of number: Int) -> [Program] {
    let entries = entries(in: number)
    return entries.isEmpty
      ? [program(number)].compactMap { $0 }
      : entries.compactMap { program(number, entry: codes[$0]) }
  }
}

extension FourCC {
  /// The type of a box whose real type is its 16-byte extended type.
  public static let uuid = FourCC(0x7575_6964)
}

extension StaticString {
  /// The byte that types begin with that a code of this form stands for, 0 for any: `*`, `@*`, `T*`.
  /// `nil` when it is a code.
  var wildcard: UInt8? {
    if isSame(as: "*") { return 0 }
    guard utf8CodeUnitCount == 2 else { return nil }
    let units = Array(description.utf8)
    guard units[1] == UInt8(ascii: "*") else { return nil }
    return units[0] == UInt8(ascii: "@") ? 0xA9 : units[0]
  }
}

import ByteReading

/// What makes two siblings be called the same in a path.
struct SiblingName: Hashable {
  /// What a name is besides a type.
  struct Special: Hashable {
    let kind: UInt8
    let high: UInt64
    let low: UInt64
  }

  let type: UInt32
  /// `nil` for who is called by its type.
  let special: Special?

  init(type: UInt32) {
    self.type = type
    special = nil
  }

  init(type: UInt32 = 0, kind: UInt8, high: UInt64 = 0, low: UInt64 = 0) {
    self.type = type
    special = Special(kind: kind, high: high, low: low)
  }

  /// `uuid`, which as a step means every extended type, and is what one without its type is called.
  static let anyExtendedType = SiblingName(type: FourCC.uuid.rawValue)

  /// One extended type.
  static func extendedType(_ high: UInt64, _ low: UInt64) -> SiblingName {
    SiblingName(type: FourCC.uuid.rawValue, kind: 3, high: high, low: low)
  }

  /// Whether the name is that of one extended type.
  var isExtendedType: Bool { special?.kind == 3 }
}

/// How many siblings there are of each name, and how many of them were passed.
///
/// All atoms of a file may be siblings of other types, so that it takes 20 to 24 bytes for each name.
struct SiblingNames {
  /// A name and its siblings.
  private struct Entry {
    let type: UInt32
    /// The number, from 1, in `specials`; 0 for a type alone.
    let special: UInt32
    var count: UInt32
    var passed: UInt32 = 0
  }

  private var entries: [Entry] = []
  private var specials: [SiblingName.Special] = []
  /// The numbers, from 1, of entries where their hashes say or behind that; empty when there are so few that they are
  /// looked through. Half of them, or more, are free.
  private var slots: [UInt32] = []
  private static let fewEntries = 16

  /// How many names there are.
  var indices: Range<Int> { entries.indices }
  /// How many siblings have the name at `place`.
  func count(at place: Int) -> Int { Int(entries[place].count) }
  /// How many of them were passed.
  func passed(at place: Int) -> Int { Int(entries[place].passed) }
  /// Says how many of them were passed.
  mutating func setPassed(_ count: Int, at place: Int) { entries[place].passed = UInt32(clamping: count) }
  /// Passes one of them.
  mutating func pass(at place: Int) { entries[place].passed &+= 1 }

  /// Forgets all names; the room for them is kept.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    specials.removeAll(keepingCapacity: true)
    slots = []
  }

  /// Whether the name at `place` is this one.
  func has(_ name: SiblingName, at place: Int) -> Bool {
    let entry = entries[place]
    guard entry.type == name.type else { return false }
    return entry.special == 0 ? name.special == nil : specials[Int(entry.special) - 1] == name.special
  }

  /// The place of a name, if it is there.
  ///
  /// - Complexity: O(1).
  func place(of name: SiblingName) -> Int? {
    if slots.isEmpty { return entries.indices.first { has(name, at: $0) } }
    let slot = slots[slot(of: name)]
    return slot == 0 ? nil : Int(slot) - 1
  }

  /// The place of what is called by this type alone, if it is there; it is looked for at `place` first.
  ///
  /// - Complexity: O(1).
  func place(of type: FourCC, near place: Int) -> Int? {
    func isMeant(_ entry: Entry) -> Bool { entry.type == type.rawValue && entry.special == 0 }
    if place < entries.count, isMeant(entries[place]) { return place }
    return slots.isEmpty ? entries.firstIndex(where: isMeant) : self.place(of: SiblingName(type: type.rawValue))
  }

  /// Adds a name that is not there.
  ///
  /// - Returns: Its place.
  mutating func add(_ name: SiblingName, count: Int) -> Int {
    if let special = name.special { specials.append(special) }
    let number = name.special == nil ? 0 : UInt32(specials.count)
    entries.append(Entry(type: name.type, special: number, count: UInt32(clamping: count)))
    if slots.isEmpty ? entries.count == Self.fewEntries : entries.count > slots.count / 2 {
      slots = Array(repeating: 0, count: max(slots.count, Self.fewEntries * 2) * 2)
      for place in entries.indices { slots[slot(of: self.name(at: place))] = UInt32(place) + 1 }
    } else if !slots.isEmpty {
      slots[slot(of: name)] = UInt32(entries.count)
    }
    return entries.count - 1
  }

  /// Counts so many more siblings of the name at `place`.
  mutating func add(_ count: Int, at place: Int) {
    entries[place].count = UInt32(clamping: Int(entries[place].count) + count)
  }

  private func name(at place: Int) -> SiblingName {
    let entry = entries[place]
    guard entry.special > 0 else { return SiblingName(type: entry.type) }
    let special = specials[Int(entry.special) - 1]
    return SiblingName(type: entry.type, kind: special.kind, high: special.high, low: special.low)
  }

  /// The slot that a name is in, or the free one that it would be in.
  private func slot(of name: SiblingName) -> Int {
    // Seeded by the process: no file can have names that fall on one slot.
    var slot = name.hashValue & (slots.count - 1)
    while slots[slot] > 0, !has(name, at: Int(slots[slot]) - 1) { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}

import ByteReading
import Structure

/// A sibling, and a number that those share which are called the same.
struct CalledNode {
  let name: UInt64
  let node: Int32

  static func isBefore(_ a: CalledNode, _ b: CalledNode) -> Bool {
    (a.name, a.node) < (b.name, b.node)
  }
}

/// Types that stand for each other: `stco` and `co64`, `TT2` and `TIT2`.
struct NameAliases {
  private let lists: [[UInt64]]
  /// In which of the lists a name is.
  private let places: [UInt64: [Int]]

  init(_ types: [[FourCC]]) {
    lists = types.map { $0.map { UInt64($0.rawValue) } }
    var places: [UInt64: [Int]] = [:]
    for (place, names) in lists.enumerated() {
      for name in names { places[name, default: []].append(place) }
    }
    self.places = places
  }

  /// Puts siblings together whose types stand for each other, where each side has but one of these.
  ///
  /// - Parameter a: Siblings in the order of their names, as those of `b` are.
  /// - Complexity: O(*n*) in the siblings where none has to be put anywhere.
  func join(_ a: [CalledNode], _ b: inout [CalledNode]) {
    // Names that only the first side has, and that something else may stand for.
    var found: Set<Int> = []
    var j = 0
    for entry in a {
      while j < b.count, b[j].name < entry.name { j += 1 }
      if j < b.count, b[j].name == entry.name { continue }
      found.formUnion(places[entry.name] ?? [])
    }
    for place in found.sorted() {
      let old = lists[place].filter { has(a, $0) }
      let new = lists[place].filter { has(b, $0) }
      guard old.count == 1, new.count == 1, old[0] != new[0] else { continue }
      for place in b.indices where b[place].name == new[0] {
        b[place] = CalledNode(name: old[0], node: b[place].node)
      }
      b.sort(by: CalledNode.isBefore)
    }
  }

  private func has(_ list: [CalledNode], _ name: UInt64) -> Bool {
    let point = (0..<list.count).partitionPoint { list[$0].name < name }
    return point < list.count && list[point].name == name
  }
}

import StructureDiff

/// Changes that many files of a call have alike: what one change of a muxer does to all of its output.
struct DiffGroups: Sendable {
  /// A change and the outcomes that have it, by their places.
  struct Entry: Sendable {
    var item: DiffItem
    /// Where it is, once for each outcome, by the number of that.
    var places: [(outcome: Int, item: DiffItem)]

    var outcomes: [Int] { places.map(\.outcome) }
  }

  /// What is said of many files, the one that most have first.
  private(set) var entries: [Entry] = []
  private var shared: Set<[UInt8]> = []

  /// Files from which on a change is printed once for all.
  static let least = 8

  /// - Parameter least: Files from which on a change is one that many have.
  /// - Complexity: O(*n* log *n*) in the changes.
  init(_ outcomes: [DiffOutcome], least: Int = Self.least) {
    guard outcomes.count >= least else { return }
    var places: [[UInt8]: Int] = [:]
    var found: [Entry] = []
    for (number, outcome) in outcomes.enumerated() where outcome.verdict == .differs {
      for item in outcome.changes {
        let key = item.key
        if let place = places[key] {
          // The same in two places of a file is one file.
          if found[place].places.last?.outcome != number { found[place].places.append((number, item)) }
        } else {
          places[key] = found.count
          found.append(Entry(item: item, places: [(number, item)]))
        }
      }
    }
    entries = found.filter { $0.places.count >= least }
    shared = Set(entries.map(\.item.key))
    // Equal numbers stay in the order of the first file.
    entries = entries.enumerated().sorted {
      ($1.element.places.count, $0.offset) < ($0.element.places.count, $1.offset)
    }.map(\.element)
  }

  func isShared(_ item: DiffItem) -> Bool { shared.contains(item.key) }

  /// An outcome with those changes alone that few others have, and a note of how many are left out.
  func own(_ outcome: DiffOutcome) -> DiffOutcome {
    guard !shared.isEmpty else { return outcome }
    var own = outcome
    own.changes.removeAll { isShared($0) }
    let count = outcome.changes.count - own.changes.count
    if count > 0 {
      own.notes.append(
        count == 1
          ? "1 more change is one that many files have"
          : "\(count) more changes are those that many files have")
    }
    return own
  }

  /// `t0.m4a, t1.m4a, t2.m4a and 497 more`.
  static func names(_ places: [Int], _ outcomes: [DiffOutcome]) -> String {
    let names = places.prefix(3).map { outcomes[$0].after.name }.joined(separator: ", ")
    return places.count > 3 ? "\(names) and \(places.count - 3) more" : names
  }
}

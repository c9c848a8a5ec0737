package import ByteReading

/// What tables call nodes and fields: a path with another name means nothing in any file that they describe.
package struct KnownNames {
  /// The names of the types that tables describe or name.
  package let types: Set<String>
  /// ``types`` in the order in which they are candidates.
  private let sortedTypes: [String]
  /// The names of fields of each type, by its own tables.
  private var fields: [FourCC: Set<String>] = [:]
  /// Those of parts that stand in nodes of several types, and of headers.
  private var shared: Set<String> = []
  /// Those of all tables.
  private var all: Set<String> = []

  /// A name in a path that no table has.
  package struct Unknown {
    /// The name as it is written in a path.
    package let name: String
    /// The type whose tables lack the field; `nil` for the name of a type, and where a step says no type.
    package let type: FourCC?
    package let isField: Bool
    /// What might have been meant.
    package let candidates: [String]
  }

  /// - Complexity: lowers every table.
  package init(of catalogues: [Catalogue]) {
    var types: Set<String> = []
    for catalogue in catalogues {
      let header = Set(catalogue.header.rows.map(\.name.description))
      shared.formUnion(header)
      for entry in catalogue.entries {
        if entry.kind == .node, entry.type.rawValue != 0 { types.insert(entry.type.key) }
        guard let number = entry.table else { continue }
        let names = catalogue.programs(of: number).flatMap { $0.rows.map(\.name.description) }
        if entry.kind == .node, entry.type.rawValue != 0 {
          fields[entry.type, default: []].formUnion(names)
        } else {
          shared.formUnion(names)
        }
        all.formUnion(names)
      }
    }
    shared.remove("")
    all.formUnion(shared)
    self.types = types
    sortedTypes = types.sorted()
  }

  /// The first name in a path that no table has; `nil` where each may mean something.
  ///
  /// Extended types and names without a code are not looked up.
  ///
  /// - Complexity: O(1) in the names for each part of a path that tables have; O(*n* log *n*) for a field that none has.
  package func unknown(in path: Path) -> Unknown? {
    for step in path.steps {
      guard case .code(let code) = step.name, !types.contains(code.key) else { continue }
      return Unknown(name: code.key, type: nil, isField: false, candidates: sortedTypes)
    }
    guard let parts = path.field?.parts else { return nil }
    var type: FourCC?
    // Files have tens of thousands of paths: names are not put together for each.
    var (own, others) = (all, Set<String>())
    // What no table describes in particular is read by one for many types.
    if case .code(let code)? = path.steps.last?.name, let described = fields[code], code != .uuid {
      type = code
      (own, others) = (described, shared)
    }
    for part in parts where !part.name.isEmpty && !own.contains(part.name) && !others.contains(part.name) {
      return Unknown(name: part.name, type: type, isField: true, candidates: own.union(others).sorted())
    }
    return nil
  }
}

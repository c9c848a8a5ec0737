/// A field of a node, and the rows of it; without parts it is the node itself.
///
/// It is made where fields are walked, compared part by part, and becomes text when it is printed.
public struct FieldPath: Sendable, Hashable {
  /// The names from the outside in.
  public var parts: [Part]

  /// A field by the names of what it stands in.
  ///
  /// - Parameter parts: The names from the outside in; none for the node itself.
  public init(parts: [Part] = []) { self.parts = parts }

  /// One level of a path: a name, and which items of it are meant.
  public struct Part: Sendable, Hashable {
    /// The name of a field, a group, a list or a table.
    public var name: String
    /// Which items are meant, one index for each list around; none for all.
    public var indexes: [Index]

    /// A name and the rows of it.
    ///
    /// - Parameters:
    ///   - name: The name of a field, a group or a table.
    ///   - indexes: Which of its items are meant; none for all together.
    public init(name: String, indexes: [Index] = []) {
      self.name = name
      self.indexes = indexes
    }
  }

  /// Which items of a list or rows of a table are meant.
  public enum Index: Sendable, Hashable {
    /// From 1.
    case one(Int)
    /// From the first number to the second, both from 1 and included.
    case range(Int, Int)
    /// The last one there is.
    case last
    /// Each there is: `[]`.
    case all
  }

  /// Whether it is the node itself.
  public var isEmpty: Bool { parts.isEmpty }

  /// The field called `name` in this one.
  ///
  /// - Parameter name: The name, as the specification spells it.
  /// - Returns: The longer path.
  public func field(_ name: String) -> FieldPath {
    FieldPath(parts: parts + [Part(name: name)])
  }

  /// The row or the item of this number, from 1, in this one.
  ///
  /// - Parameter number: Which one, from 1.
  /// - Returns: The longer path.
  public func item(_ number: Int) -> FieldPath {
    var path = self
    if path.parts.isEmpty { path.parts.append(Part(name: "")) }
    path.parts[path.parts.count - 1].indexes.append(.one(number))
    return path
  }

  /// The last of its parts: the field without what it stands in.
  public var last: FieldPath { FieldPath(parts: parts.suffix(1)) }

  /// What it stands in; the node itself for a field of the node.
  public var outer: FieldPath { FieldPath(parts: parts.dropLast()) }

  /// The first item of a list on the way to it: the list, and the number of the item, from 1.
  public var firstItem: (list: FieldPath, number: Int)? {
    for (place, part) in parts.enumerated() {
      guard case .one(let number) = part.indexes.first else { continue }
      return (FieldPath(parts: parts.prefix(place) + [Part(name: part.name)]), number)
    }
    return nil
  }

  /// Its names without rows and items.
  public var names: FieldPath { FieldPath(parts: parts.map { Part(name: $0.name) }) }
}

extension FieldPath: CustomStringConvertible {
  /// As people write it: `entries[3].sample_delta`.
  public var description: String {
    var text = ""
    for (place, part) in parts.enumerated() {
      if place > 0 { text += "." }
      text += part.name
      for index in part.indexes { text += "[\(index)]" }
    }
    return text
  }
}

extension FieldPath.Index: CustomStringConvertible {
  /// The index as people write it between brackets: `3`, `2-5`, `last`.
  public var description: String {
    switch self {
    case .one(let number): "\(number)"
    case .range(let first, let last): "\(first)..\(last)"
    case .last: "last"
    case .all: "*"
    }
  }
}

extension FieldPath: ExpressibleByStringLiteral {
  /// A field as people write it; the empty text is the node itself.
  ///
  /// - Parameter text: The field. Text that is no field path ends the program: it stands in our own
  ///   source.
  public init(stringLiteral text: String) {
    self = (try? FieldPath(text)) ?? FieldPath(parts: text.isEmpty ? [] : [Part(name: text)])
  }
}

extension FieldPath.Index {
  /// The rows it means, from 0, among `count`.
  func rows(of count: Int) -> Range<Int> {
    switch self {
    case .one(let index): index <= count ? index - 1..<index : 0..<0
    case .range(let first, let last): first <= count ? first - 1..<min(last, count) : 0..<0
    case .last: count > 0 ? count - 1..<count : 0..<0
    case .all: 0..<count
    }
  }
}

extension FieldPath {
  /// Whether its names begin or end with those of `wanted`; rows and items do not count.
  ///
  /// - Parameter wanted: The path that a person or a rule has written, whose names may be fewer.
  /// - Returns: Whether the names of `wanted` stand at the beginning or at the end of this path's
  ///   names.
  public func isMeant(by wanted: FieldPath) -> Bool {
    let names = wanted.parts.map(\.name)
    return parts.prefix(names.count).map(\.name) == names
      || parts.suffix(names.count).map(\.name) == names
  }
}

public import ByteReading

/// What the registries of a format say of its types: which there are, and the names of those that no
/// table describes.
///
/// The text is constant data and is not looked at until somebody meets a type without a table.
public final class Register: Sendable {
  /// A type with its name where no table has one.
  public struct Entry: Sendable {
    /// The registered type.
    public let type: FourCC
    /// Whose type it is: `ISO`, `OMAF`, `QT`.
    public let owner: String
    /// The types it is known to stand in, separated by spaces; empty when that is not known.
    public let parents: String
    /// What people call it.
    public let name: String
  }

  private let described: StaticString
  private let named: StaticString
  /// The entries, made once; whichever thread asks first makes them.
  private let made = Guarded<[Entry]?>(nil)

  /// - Parameters:
  ///   - described: The registered types that tables describe, key strings between spaces and line
  ///     feeds.
  ///   - named: The others, a line each: type, owner, parents and name between bars.
  public init(described: StaticString = "", named: StaticString = "") {
    self.described = described
    self.named = named
  }

  /// The registered types that tables describe.
  public var describedTypes: [FourCC] {
    described.description.split { $0 == " " || $0 == "\n" }.compactMap { FourCC(key: $0) }
  }

  /// The registered types that no table describes, in the order of their codes and then as written.
  public var entries: [Entry] {
    made.withLock { made in
      if let made { return made }
      let lines = named.description.split(separator: "\n")
      let entries = lines.enumerated().compactMap { place, line -> (Int, Entry)? in
        let parts = line.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let type = FourCC(key: parts[0]) else { return nil }
        return (
          place,
          Entry(
            type: type, owner: String(parts[1]), parents: String(parts[2]),
            name: String(parts[3]))
        )
      }.sorted { ($0.1.type.rawValue, $0.0) < ($1.1.type.rawValue, $1.0) }.map(\.1)
      made = entries
      return entries
    }
  }

  /// The entry for a type in `parent`: one for this place, or else the first there is.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - parent: The type of what it stands in; asked for only where the type has several entries.
  /// - Returns: The entry; `nil` for a type that is not registered.
  /// - Complexity: O(log *n*), once the text has been read.
  public func entry(for type: FourCC, in parent: @autoclosure () -> FourCC) -> Entry? {
    let entries = entries
    let point = (0..<entries.count).partitionPoint { entries[$0].type.rawValue < type.rawValue }
    guard point < entries.count, entries[point].type == type else { return nil }
    let parent = parent()
    var found: Entry?
    for entry in entries[point...] {
      guard entry.type == type else { break }
      if entry.parents.split(separator: " ").contains(where: { FourCC(key: $0) == parent }) {
        return entry
      }
      if found == nil { found = entry }
    }
    return found
  }
}

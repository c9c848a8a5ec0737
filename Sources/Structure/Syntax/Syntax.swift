public import ByteReading

/// The syntax table of one box or frame, as its specification prints it.
///
/// An entry is plain data with a stored closure of rows: nothing is built until somebody asks for
/// the table. See ``SyntaxFamily`` for how one is written.
public struct Syntax: Sendable {
  /// The type as a key string; `*` stands for any type in these parents, `T*` for any that
  /// begins with this letter.
  public let code: StaticString
  /// What people call it, in two or three words.
  public let title: StaticString
  /// Where it is specified: `14496-12 §8.2.2`, `QTFF, Movie Header Atoms`.
  public let clause: StaticString
  /// The types it may stand in, separated by spaces; `file` for the top level; empty for anywhere.
  public let parents: StaticString
  /// The versions that the rows describe, for a box that begins with `version` and `flags`.
  public let versions: ClosedRange<UInt8>?
  /// What the outline says of it.
  public let summary: Summary
  /// The handlers of the tracks it may stand in, separated by spaces; empty for any.
  public let handlers: StaticString
  /// The extended type, 32 hexadecimal digits with or without dashes, of a `uuid` box.
  public let extendedType: StaticString
  /// What distinguishes it from its siblings: `id=tkhd.track_ID`, separated by spaces.
  public let identities: StaticString
  /// The word that stands for a named node in paths, when its code is not one: `ID3v2`. In braces the
  /// field that holds it: `{key}`.
  public let name: StaticString
  /// The type that a later version of the format gives the same thing, or what has taken its place.
  public let successor: StaticString
  /// Titles by type, for a table that stands for many types.
  public let titles: Titles?
  /// How runs of it are drawn together.
  public let grouping: Grouping?
  /// How it is chosen among the tables that may stand inside a row of its parents; `nil` for what has a
  /// node of its own.
  public let entry: Entry?
  /// The rows.
  public let rows: @Sendable () -> [Row]

  // Transparent, and a table holds nothing that has to be built: so the compiler makes families
  // contents of the program.
  /// A table, in the order in which specifications give these things.
  ///
  /// - Parameters:
  ///   - code: The type as a key string; `*` for any type, `T*` for any that begins with this
  ///     letter.
  ///   - title: What people call it, in two or three words.
  ///   - clause: Where it is specified.
  ///   - parents: The types that it may stand in, separated by spaces; empty for anywhere.
  ///   - versions: The versions that the rows describe, for a box that begins with version and
  ///     flags.
  ///   - handlers: The handlers of the tracks that it may stand in, separated by spaces; empty for
  ///     any.
  ///   - extendedType: The extended type of a `uuid` box, 32 hexadecimal digits.
  ///   - identities: What distinguishes it from its siblings.
  ///   - name: The word that stands for a named node in paths.
  ///   - successor: What a later version of the format has in its place.
  ///   - summary: What the outline says of it.
  ///   - titles: Titles by type, for a table that stands for many types.
  ///   - grouping: How a run of siblings that begins with it is drawn as a table.
  ///   - entry: How it is chosen, when it describes a part of a node.
  ///   - rows: Its rows.
  @_transparent
  public init(
    _ code: StaticString, _ title: StaticString, _ clause: StaticString,
    in parents: StaticString = "", versions: ClosedRange<UInt8>? = nil,
    handlers: StaticString = "", extendedType: StaticString = "", identities: StaticString = "",
    name: StaticString = "", successor: StaticString = "", summary: Summary = .none,
    titles: Titles? = nil, grouping: Grouping? = nil, entry: Entry? = nil,
    @Rows rows: @escaping @Sendable () -> [Row] = { [] }
  ) {
    self.code = code
    self.title = title
    self.clause = clause
    self.parents = parents
    self.versions = versions
    self.summary = summary
    self.rows = rows
    self.handlers = handlers
    self.extendedType = extendedType
    self.identities = identities
    self.name = name
    self.successor = successor
    self.titles = titles
    self.grouping = grouping
    self.entry = entry
  }

  /// How a table is chosen that describes a part of a node: an entry of a list, a descriptor.
  public enum Entry: Sendable {
    /// By its code, which a field of the parent holds, see ``SyntaxFamily/entry(by:)``.
    case code
    /// By its tag, an MPEG-4 descriptor (14496-1 §7.2.2), see ``SyntaxFamily/descriptor(_:)``. With a
    /// condition on fields of the parent it is the form that the descriptor has where that holds.
    case descriptor(UInt8, if: Condition?)

    /// The descriptor with this tag, whatever stands around it.
    ///
    /// - Parameter tag: The tag (14496-1 §7.2.2.1).
    /// - Returns: How the table is chosen.
    @inlinable public static func descriptor(_ tag: UInt8) -> Entry { .descriptor(tag, if: nil) }
  }
}

/// What the outline says of a node beside its name.
public enum Summary: Sendable, ExpressibleByStringLiteral {
  /// No text beside the name.
  case none
  /// A template over field names: `"{width}×{height}, {compressorname}"`. `{name|count}` is the
  /// number of rows of a table, `{name?text}` is the text when the field is there and not zero.
  /// What cannot be read drops out together with the text before it.
  case template(StaticString)
  /// For the few that need other boxes or arithmetic; writes no text when there is no more to say. Tables
  /// say it as ``function(_:)``.
  case written(@Sendable (_ node: OpenNode, _ output: inout ByteWriter) -> Void)

  /// A template over field names.
  ///
  /// - Parameter value: The template.
  @inlinable public init(stringLiteral value: StaticString) { self = .template(value) }
}

/// Titles by type for a table that stands for many types, made when first asked for.
public struct Titles: Sendable {
  /// The names, each value a four-character code.
  public let names: @Sendable () -> Names

  /// Titles that are made when they are first asked for.
  ///
  /// - Parameter names: Makes the names, each value a four-character code.
  @inlinable public init(_ names: @escaping @Sendable () -> Names) { self.names = names }
}

extension Syntax {
  /// Whether the table stands for any type in its parents.
  public var isForManyTypes: Bool { code.wildcard != nil }
}

/// A family of tables, written in the words that it has: width first, then name, as specifications print them.
///
/// ```swift
/// enum SampleTable: SyntaxFamily {
///   static let tables: [Syntax] = [
///     Syntax("stsz", "Sample sizes", "14496-12 §8.7.3.2", in: "stbl", versions: 0...0) {
///       uint(32, "sample_size", .bytes)
///       uint(32, "sample_count")
///       table(.field("sample_count"), "entries", if: .equal("sample_size", 0)) {
///         uint(32, "entry_size", .bytes)
///       }
///     }
///   ]
/// }
/// ```
public protocol SyntaxFamily: SendableMetatype {
  /// The tables, in the order of the clauses they come from.
  static var tables: [Syntax] { get }
}

extension [any SyntaxFamily.Type] {
  /// What each family is called, and the numbers that its tables have in a catalogue of all of them.
  package var numbered: [(name: String, tables: Range<Int>)] {
    var start = 0
    return map { family in
      let range = start..<start + family.tables.count
      start = range.upperBound
      return (String(describing: family), range)
    }
  }
}

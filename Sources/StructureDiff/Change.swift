public import ByteReading
public import MediaFacts
public import Structure

/// One difference between two files, in words that both sides share.
///
/// Nodes are indexes into the trees of the two documents; what exists on one side only has no node on
/// the other.
public struct Change: Sendable {
  /// What became of the node, the field or the table.
  public enum Kind: String, Sendable {
    /// A node that only the second file has, with all that stands in it.
    case added
    /// A node that only the first file has.
    case removed
    /// A node that stands elsewhere among its siblings.
    case moved
    /// A field that has another value, or that only one side has.
    case changed
    /// A table whose rows differ.
    case rows
  }

  /// What became of it.
  public var kind: Kind
  /// The node in the first file.
  public var before: NodeIndex?
  /// The node in the second file.
  public var after: NodeIndex?
  /// The field; empty for whole nodes.
  public var field = FieldPath()
  /// What people read of the first file; empty when it has nothing there.
  public var old = ""
  /// What people read of the second file.
  public var new = ""
  /// What more is said of a change, behind the values: which flags came and went, what became of the
  /// samples.
  public var note = ""
  /// Rows that differ: the first of them, at most ``Comparison/Options/rowsShown``.
  public var rows: [RowChange] = []
  /// What a row is called: `run` where each stands for several, `item` in a list.
  public var unit: StaticString = "row"
  /// Of tables of runs how many their rows stand for, and the column that says so.
  public internal(set) var total: (before: UInt64, after: UInt64, column: StaticString)?
  /// How many rows were added, removed and changed.
  public var rowCounts = RowCounts()
  /// Whether the field has another value whenever a file is written, such as the time of that.
  public var isVolatile = false
  /// Whether its value is a moment: the same moment in fields of other names is one change.
  public var isMoment = false
  /// Why the change follows from others; `nil` for a change of its own.
  public var cause: Cause?
  /// Whether it is of a text that is the same in characters, and stored in other bytes.
  public internal(set) var isSameText = false
  /// By how much a position moved, when it is a consequence and all moved alike; or the numbers of
  /// several rows, when they are changes of their own.
  public var shift: Int64?
  /// How many fields or rows it stands for.
  public var count = 1
  /// Where else the same field went from the same value to the same value, or, when it ``movesAlike``, from
  /// another value by the same number.
  public var others: [Place] = []
  /// Whether the values of ``others`` are others, each greater or less by the same number.
  public var movesAlike = false
  /// All the places that it stands for.
  public var places: [Place] { [Place(before: before, after: after, field: field)] + others }

  /// Of a node that moved: the largest of the siblings, in the first file, that it passed.
  public var passed: NodeIndex?
  /// Of a node that moved: whether it stands in another node now.
  public var isElsewhere = false
  /// Of a node that moved: whether it stands before that sibling now.
  public var isNowBefore = false
  /// The numbers of a field that has one, as they are stored; negative ones in two's complement.
  public internal(set) var numbers: (before: UInt64, after: UInt64)?
  /// Whether other fields read the same bytes otherwise because of it.
  var decidesLayout = false
  /// The ticks per second that both numbers are counted in; 0 for what is no time.
  var scales: (before: UInt64, after: UInt64) = (0, 0)

  /// The name of the field, or of the column of positions, as its table has it.
  var name: StaticString = ""

  /// Whether it says where the node is or how long, not what is in it.
  var isPlace: Bool {
    switch cause {
    case .size, .moved: true
    default: kind == .moved
    }
  }

  /// A field of a pair of nodes.
  public struct Place: Sendable {
    /// The node in the first file; `nil` when it is only in the second.
    public var before: NodeIndex?
    /// The node in the second file; `nil` when it is only in the first.
    public var after: NodeIndex?
    /// The field; empty for the node itself.
    public var field: FieldPath
  }

  /// A row of a table, or the item of a list.
  public struct RowChange: Sendable {
    /// The row in the first table, from 0; `nil` when it is new.
    public var before: Int?
    /// The row in the second table, from 0; `nil` when it is gone.
    public var after: Int?
    /// The one column that differs, whose numbers alone are reported then; empty when all are.
    public var column = ""
    /// The row in the first table, as people read it; empty when it is new.
    public var old: String
    /// The row in the second table, as people read it; empty when it is gone.
    public var new: String
    /// The bytes of both, in hexadecimal digits, when somebody wants to see them; empty where there are
    /// none.
    public var bytes: (before: String, after: String)?
  }

  /// Numbers of rows.
  public struct RowCounts: Sendable, Equatable {
    /// Rows that only the second table has.
    public var added = 0
    /// Rows that only the first table has.
    public var removed = 0
    /// Rows that both tables have, with other values.
    public var changed = 0
    /// The rows of the tables before and after.
    public var before = 0
    /// The rows of the table of the second file.
    public var after = 0

    /// No rows.
    public init() {}
  }

  init(_ kind: Kind, _ before: NodeIndex?, _ after: NodeIndex?) {
    self.kind = kind
    self.before = before
    self.after = after
  }
}

/// What a change follows from.
public enum Cause: Sendable {
  /// The size of a node whose parts tile it before and after.
  case size
  /// A position of bytes that moved; proved when the bytes were compared.
  case moved(isProved: Bool)
  /// A count of rows, items or bytes that are there, before and after.
  case count
  /// Other bytes that say the same; with the rule as people read it.
  case encoding(StaticString)
  /// What became of the samples.
  case samples(Samples)
  /// A declared derivation, by its index in ``Rules/derivations``.
  case derivation(Int)
  /// A declared derivation of a column, by its index in ``Rules/columns``.
  case column(Int)
  /// The same time in ticks of another timescale, which is a change of its own.
  case rescaled
  /// The number of a thing that has another one, which is a change of its own.
  case renumbered
  /// What files of the other kind say in a way of their own; with what it is, as people read it.
  case kind(StaticString)
  /// What comes or goes as a part, with of what, as people read it: of another thing, which is a change of its own.
  case part(StaticString)
  /// Padding: zeros that fill the room which other changes leave, or stand elsewhere for them.
  case padding

  /// What may become of samples.
  public enum Samples: Sendable {
    /// They are the same, in another order in the file.
    case elsewhere
    /// Those of the tracks that both files have are the same.
    case kept
    /// They are the same, in fragments or no longer.
    case fragments
    /// They are other ones, which is reported of their media.
    case others
    /// The items that both files have are the same.
    case items

    /// As people read it.
    public var rule: StaticString {
      switch self {
      case .elsewhere: "the same samples in another order"
      case .kept: "the same samples of each track that both have"
      case .fragments: "the same samples, divided into fragments otherwise"
      case .others: "tables of samples that differ"
      case .items: "the same items, beside those that came or went"
      }
    }
  }
}

/// What formats say about their files that a diff needs.
public struct Rules: Sendable {
  /// What follows from what.
  public var derivations: [Derivation]
  /// What follows in columns of tables.
  public var columns: [ColumnDerivation] = []
  /// Where the items lie that the node at an index gives places, in its order; `nil` for formats
  /// without them.
  public var items: (@Sendable (_ node: NodeIndex, _ document: Document) -> [ItemPlace])?
  /// Where the first of the parts begins whose sizes stand in a column, one behind the other; `nil`
  /// for other columns. Columns are named as in `references.referenced_size`.
  public var chain:
    (@Sendable (_ column: String, _ node: NodeIndex, _ document: Document) -> UInt64?)?
  /// What the samples of two files have in common, of which the nodes belong together that `partner`
  /// says; `nil` when nobody knows.
  public var sharedMedia:
    (
      @Sendable (_ before: Document, _ after: Document, _ partner: (NodeIndex) -> NodeIndex?) ->
        SharedMedia?
    )?
  /// What was found of the media of two files, of whose bytes no more than a limit are read; `nil` when
  /// nobody knows.
  public var proofs:
    (
      @Sendable (
        _ before: Document, _ after: Document, _ limit: UInt64,
        _ partner: (NodeIndex) -> NodeIndex?
      ) -> MediaProofs
    )?
  /// What a node or a field of it is to somebody who plays the file.
  public var aspect:
    (@Sendable (_ node: NodeIndex, _ field: FieldPath, _ document: Document) -> AspectRole)?
  /// What of both files is known that neither a change nor their samples say, as how far one plays that is cut off: the
  /// second was checked, and of the first the rules are told that it alone breaks.
  public var findings: (@Sendable (_ before: Document, _ after: Document, _ gone: [String]) -> [Verdict.Finding])?
  /// What it says of other aspects that only one of two files breaks a rule: the second, or the first where it is gone.
  public var meanings: (@Sendable (_ rule: String, _ isGone: Bool) -> [Verdict.Finding])?
  /// In which orders players read what a node holds; empty for one in which they find each by its type.
  public var readOrders: (@Sendable (_ node: NodeIndex, _ document: Document) -> [ReadOrder])?
  /// Whether two nodes, of the first and the second file, hold the same items of metadata, by their keys.
  public var haveSameItems:
    (@Sendable (_ node: NodeIndex, _ before: Document, _ other: NodeIndex, _ after: Document) -> Bool)?
  /// The same file with all that is wrong with it by the rules of its format.
  public var check: (@Sendable (_ document: Document) -> Document)?
  /// Whether as much is wrong with the one of two files as with the other, by the same rules in the same nodes, where that
  /// is proved without a look at all of it; no more than a limit of their bytes is read. False where it is not known.
  public var haveSameProblems: (@Sendable (_ before: Document, _ after: Document, _ limit: UInt64) -> Bool)?
  /// Chapters that are written down in one place.
  public struct Chapters: Sendable {
    /// Where, for people.
    public var source: String
    /// Whether that is a track, which may have another number in another file.
    public var isOfTrack = false
    /// Each with its time and its title.
    public var titles: [String] = []
    /// Whether no chapter of the file is left out from here on, nor a part of a title.
    public var isWhole = true

    /// Chapters without titles as yet.
    ///
    /// - Parameter source: Where they are written down, for people.
    public init(source: String) { self.source = source }
  }

  /// Whether all that a node of the first file says of the work stands elsewhere in the second.
  public var keepsTags: (@Sendable (_ node: NodeIndex, _ before: Document, _ after: Document) -> Bool)?
  /// The items of metadata in a node that holds lists of them, and whether not all of it was looked at; `nil` for any other
  /// node.
  public var itemsOf: (@Sendable (_ node: NodeIndex, _ document: Document) -> (items: [NodeIndex], isCut: Bool)?)?
  /// The chapters of a file, each with its time and its title, by where they are written down.
  public var chapters: (@Sendable (_ document: Document) -> [Chapters])?
  /// The parts of a file that are known by digests in a snapshot, and not kept in it; `nil` when there is
  /// no memory for them.
  public var parts: (@Sendable (_ document: Document) -> [KnownPart]?)?
  /// Lists of types that stand for one another: a node whose type becomes another of its list has a field
  /// that changed, and is not another node.
  public var aliases: [[FourCC]] = []
  /// Types that say no more of a node than that there is one: where such a one came or went, it is called by what it is.
  public var vagueTypes: [FourCC] = []
  /// What a node is called whose type is a number, as that of an item is which counts the keys beside its list; `nil`
  /// for nodes that are called by their type.
  public var called: (@Sendable (_ node: NodeIndex, _ document: Document) -> String?)?
  /// Which nodes of two files belong together because they hold the same media, when their own numbers
  /// say otherwise.
  public var partners:
    (@Sendable (_ before: Document, _ after: Document) -> [(before: NodeIndex, after: NodeIndex)])?
  /// The things that two files have under other numbers; `nil` where all have theirs.
  public var renumbering: (@Sendable (_ before: Document, _ after: Document) -> Renumbering?)?
  /// Why a change follows from the other kind of a file; `nil` for two files of one kind. It is asked for each change,
  /// with the nodes that the changed one lies in where these belong together, and says what files of both kinds say in
  /// ways of their own; `nil` for another change.
  public var otherKind: (@Sendable (_ before: Document, _ after: Document) -> ConsequenceFinder?)?
  /// Says what a change follows from, as people read it; `nil` for one that does not.
  public typealias ConsequenceFinder = (
    _ change: Change, _ holders: (before: NodeIndex, after: NodeIndex)?
  ) -> StaticString?
  /// What of a file a change came or went with, when that is a change of its own: asked as ``otherKind`` is.
  public var wholes: (@Sendable (_ before: Document, _ after: Document) -> ConsequenceFinder?)?
  /// What nodes say of samples.
  public var sampleRoles: [SampleRole] = []
  /// The node of the track that a node says something of.
  public var track: (@Sendable (_ node: NodeIndex, _ document: Document) -> NodeIndex?)?
  /// What can be said in more than one way.
  public var encodings: [Encoding]
  /// The offset in the file that positions in a field of a node are counted from.
  public var base:
    @Sendable (_ base: Meaning.OffsetBase, _ node: NodeIndex, _ document: Document) -> UInt64?
  /// Whether the node at an index holds media.
  public var isMedia: @Sendable (_ node: NodeIndex, _ document: Document) -> Bool
  /// Whether the node at an index is there to take room, and read by nobody.
  public var isPadding: @Sendable (_ node: NodeIndex, _ document: Document) -> Bool = {
    $1.tree[$0].marks.contains(.padding)
  }
  /// What a player makes of a file; `nil` when nobody knows.
  public var playback: (@Sendable (_ document: Document) -> Playback)?

  /// Rules of a format; those that have no parameter here are set afterwards.
  ///
  /// - Parameters:
  ///   - derivations: What follows from what.
  ///   - encodings: What can be said in more than one way.
  ///   - base: The offset in the file that positions in a field of a node are counted from; `nil`
  ///     when nobody knows.
  ///   - isMedia: Whether a node holds media.
  ///   - playback: What a player makes of a file; `nil` when nobody knows.
  public init(
    derivations: [Derivation] = [], encodings: [Encoding] = [],
    base:
      @escaping @Sendable (_ base: Meaning.OffsetBase, _ node: NodeIndex, _ document: Document) ->
      UInt64? =
      { _, _, _ in nil },
    isMedia: @escaping @Sendable (_ node: NodeIndex, _ document: Document) -> Bool = { _, _ in false
    },
    playback: (@Sendable (_ document: Document) -> Playback)? = nil
  ) {
    self.derivations = derivations
    self.encodings = encodings
    self.base = base
    self.isMedia = isMedia
    self.playback = playback
  }

  /// Computes the digests that a snapshot of a file would have, unless they are known.
  ///
  /// - Complexity: O(*n*) in the bytes of the file.
  func learnParts(of document: Document) {
    guard document.tree.file.parts == nil, let parts = parts?(document),
      let known = KnownParts(parts, areAbsent: false)
    else { return }
    document.tree.file.learn(known)
  }
}

/// Where an item of a file lies.
public struct ItemPlace: Sendable {
  /// What its offsets are counted from; `nil` when they are not positions of the file.
  public var base: UInt64?
  /// The offsets of its parts.
  public var offsets: [UInt64]
  /// The bytes of each of them.
  public var counts: [UInt64]

  /// Where the parts of an item lie.
  ///
  /// - Parameters:
  ///   - base: What the offsets are counted from; `nil` when they are no positions of the file.
  ///   - offsets: The offset of each part, in bytes.
  ///   - counts: The bytes of each part, as many numbers as there are offsets.
  public init(base: UInt64?, offsets: [UInt64], counts: [UInt64]) {
    self.base = base
    self.offsets = offsets
    self.counts = counts
  }
}

extension Change {
  /// The rule by which all bytes of a node are others, and come to what they came to; `nil` for another change.
  var ruleOfOtherBytes: String? {
    guard case .encoding(let rule) = cause, kind == .changed, !isSameText, field.description == "bytes" else { return nil }
    return rule.description
  }
}

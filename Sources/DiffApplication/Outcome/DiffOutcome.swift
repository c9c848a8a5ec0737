import MediaFacts
import Structure
import StructureDiff

/// A finished comparison in words: the one thing that every format is written from.
struct DiffOutcome: Sendable {
  /// What came out.
  enum Verdict: String, Sendable {
    /// Nothing counts as a change.
    case equal
    case differs
    /// There is no snapshot of the file yet.
    case new
    /// A snapshot was written.
    case written
    /// Only the second side has the file.
    case added
    /// Only the first side has the file.
    case removed
    /// A side cannot be read.
    case failed
  }

  /// One of the two things that were compared.
  struct Side: Sendable {
    /// As it is shown: escaped.
    var name: String
    /// The bytes of the name, for places that take names of files.
    var path: [UInt8]
    var byteCount: Int?
    /// The container as machines read it, and as people do.
    var format = ""
    var formatName = ""
    /// Its problems but for notes, in document order; none that follows from another.
    var problems: [Problem] = []
    /// How many there are in all: `2 errors`.
    var problemCount = ""
  }

  /// Something wrong with a side.
  struct Problem: Sendable {
    /// The identifier of its rule.
    var id: String
    var severity: String
    /// The path of its node by identity; empty for the file as a whole.
    var path: String
    /// Where it is in the file; `nil` in derived bytes.
    var offset: Int?
    /// The sentence about it.
    var text: String

    /// Whether another side has it too: offsets move with what stands before them.
    func isSame(as other: Problem) -> Bool {
      id == other.id && path == other.path && text == other.text
    }
  }

  var before: Side
  var after: Side
  /// Whether the first side is a snapshot of the second.
  var isSnapshot = false
  var verdict = Verdict.equal
  /// Whether no change was found, and not all that counts was looked at.
  var isUnchecked = false
  /// Whether a line beside the report says so.
  var isUncheckedBeside = false
  var profile = ""
  /// Changes that the profile or rules leave out.
  var leftOutCount = 0
  var changes: [DiffItem] = []
  /// What follows from the changes, when it is listed.
  var following: [DiffItem] = []
  /// The number of all that follows.
  var consequences: [Comparison.Consequences] = []
  /// Whether consequences are listed.
  var listsFollowing = false
  /// Whether all samples are the same; `nil` when that was not looked at.
  var hasSameMedia: Bool?
  /// The same in words: `same video, new audio`; empty when there is no media.
  var mediaVerdict = ""
  /// What the files are to somebody who plays them; `nil` when it was not looked at.
  var aspects: MediaFacts.Verdict?
  /// The digests of the media, a line each, when they were asked for.
  var digests: [String] = []
  /// What the changes do to playback, a line each.
  var playback: [String] = []
  /// What is worth knowing and no difference.
  var notes: [String] = []
  /// The one of these that says that not all was seen of what is as expected; empty for none. Equal files have it, too.
  var unseen = ""
  /// Why there is no comparison.
  var message = ""
  /// Both trees as one, for pages, and when what is shown of each track.
  var page = DiffPagePart()

  /// What is listed.
  var listed: [DiffItem] { changes + following }

  /// With a gate what it closes for, aspects for the most part; `nil` without one.
  var gate: [String]?

  /// Sets what a gate closes for: of a file that only one side has, that it is gone.
  mutating func setGate() {
    gate =
      switch verdict {
      case .removed: ["a file that is gone"]
      case .added: []
      default: aspects?.regressions.map(\.rawValue) ?? []
      }
  }

  /// `gate: closed by times, tags`; `nil` without one.
  var gateWords: String? {
    gate.map { $0.isEmpty ? "gate: open" : "gate: closed by " + $0.joined(separator: ", ") }
  }

  /// Whether it differs, whatever a gate makes of it.
  var isOther: Bool {
    switch verdict {
    case .equal: gate?.isEmpty == false
    case .written, .failed: false
    case .differs, .new, .added, .removed: true
    }
  }

  /// The exit code it asks for.
  var code: Int32 {
    if let gate {
      switch verdict {
      case .equal, .differs, .added, .removed: return gate.isEmpty ? 0 : 1
      case .new, .written, .failed: break
      }
    }
    switch verdict {
    case .equal, .written: return 0
    case .differs, .new, .added, .removed: return 1
    case .failed: return 2
    }
  }

  /// Of files in which no change was found what was not looked at; `nil` when all was, or something was found.
  var unproved: String? { isUnchecked ? aspects?.closing : nil }

  /// Of files without a change that counts: `equal`, or what else may be said of them.
  var words: String {
    if isUnchecked { return "no change found" }
    // A profile or a rule leaves out what differs.
    if leftOutCount > 0 { return "nothing that counts under the profile \(profile)" }
    return consequences.isEmpty ? "equal" : "no change"
  }

  /// The number of all that follows.
  var followingCount: Int { consequences.reduce(0) { $0 + $1.count } }
}

/// One change, or one thing that follows from a change.
struct DiffItem: Sendable {
  var kind: Change.Kind
  /// The path of the node by identity.
  var path: String
  /// The field; empty for a node.
  var field = ""
  /// Where it is printed, and what it is called there.
  var heading = ""
  var label = ""
  /// What a node that came or went is called in lists, where its label does not say what it is; empty else.
  var called = ""
  /// What is said of it: `removed: 1 edit`, `1,000 → 600`.
  var body = ""
  /// The values, empty where there is none.
  var old = ""
  var new = ""
  /// What more is said of it: which flags came and went, what became of the samples.
  var note = ""
  /// Where the node stands in each file, in bytes.
  var offsets: (before: UInt64?, after: UInt64?) = (nil, nil)
  /// The values as numbers.
  var numbers: (before: UInt64, after: UInt64)?
  /// The first rows that differ, and how many do.
  var rows: [Change.RowChange] = []
  var counts = Change.RowCounts()
  /// How many fields or rows follow, and how far they moved.
  var count = 1
  var shift: Int64?
  /// Where else the same happened.
  var others: [(path: String, field: String)] = []
  /// Whether the values there are others, which moved by the same number.
  var movesAlike = false
  /// Why it follows; `nil` for a change of its own.
  var reason: String?
  /// The bytes of the field, when they are printed.
  var bytes: (before: String, after: String)?
  /// Whether it is a rule that only the second file breaks; ``field`` is its identifier.
  var isProblem = false
  /// Whether it is something expected by a rule that is not so: no snapshot changes that.
  var isExpectation = false
  /// The line of the snapshot, from 1; 0 when there is none.
  var line = 0
  /// Whether that line is about the field, and is not that of what it stands in.
  var isOfLine = false

  /// The path with the field.
  var place: String {
    if path.isEmpty, field.isEmpty { return label }
    if isProblem { return path.isEmpty ? label : "\(path)  \(label)" }
    return field.isEmpty ? path : path.isEmpty ? field : path + "." + field
  }

  /// What two changes have in common that are one: what they are, where and where else, and from what to
  /// what, byte by byte.
  var key: [UInt8] {
    let rows = rows.map { "\($0.before ?? -1) \($0.after ?? -1) \($0.old) \($0.new)" }
    let places = others.map { "\($0.path) \($0.field)" }
    return Array(([rule, place, body] + places + rows).joined(separator: "\u{0}").utf8)
  }

  /// How many rows are not printed.
  var rowsLeft: Int {
    guard kind == .rows, reason == nil else { return 0 }
    return max(0, counts.added + counts.removed + counts.changed - rows.count)
  }

  /// What it is in one or two words, for lists: `edts removed`.
  var brief: String {
    let name = !field.isEmpty ? field : called.isEmpty ? label : called
    if isProblem { return "new problem " + name }
    switch kind {
    case .added: return name + " added"
    case .removed: return name + " removed"
    case .moved: return name + " moved"
    case .changed, .rows: return name
    }
  }

  /// The id that machines know the kind by.
  var rule: String {
    if isProblem { return "new-problem" }
    switch kind {
    case .added: return field.isEmpty ? "node-added" : "field-added"
    case .removed: return field.isEmpty ? "node-removed" : "field-removed"
    case .moved: return "node-moved"
    case .changed: return "field-changed"
    case .rows: return "rows-changed"
    }
  }
}

/// How reports look.
struct DiffLook: Sendable {
  var hasColor = false
  var isASCII = false
  /// Columns a line may have; `nil` for any number.
  var width: Int?
}

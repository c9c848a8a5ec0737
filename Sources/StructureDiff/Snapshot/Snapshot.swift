public import ByteReading
public import Structure

/// What a file is like, as text that people review: one field a line.
///
/// Its lines hold no offsets and no sizes, so that they stay the same when data moves; positions are
/// written as places in the node they point into. Long tables and long bytes are their CRC-32.
///
/// ```
/// atomtools snapshot 2   profile reproducible
/// ftyp                              major_brand 'isom'
/// moov/mvhd                         timescale 1000
/// structure 28506 bytes, lines 4a0c11d2
///   eNpjYGBg…
/// ```
///
/// Behind the lines stands the file itself without its media (``StandIn``), which is what is compared: as
/// a pair of files is; what lines say that somebody has edited is expected besides. Of a snapshot without it
/// the lines are compared by meaning (``SnapshotCheck``), which proves less.
public struct Snapshot: Sendable, Equatable {
  /// The last version of the format; earlier ones are read as well.
  public static let version = 3
  /// The version that is written where no later one is needed: those of files with very many nodes at the top are
  /// divided by these, which ``version`` alone can say.
  static let usualVersion = 2

  /// The version of the format that it was read from.
  public internal(set) var format = Self.usualVersion
  /// What was left out when it was made, by its name.
  public var profile: String
  /// The identity of the media, as it is written; `nil` when it was not computed.
  public var media: Line?
  /// What the file does when it is played, as it is written.
  public var playback: Line?
  /// What is wrong with the file.
  public var problems: KnownProblems?
  /// The file without its media; `nil` when the snapshot has none.
  public var standIn: StandIn?
  /// Whether the lines are not those that were written with ``standIn``.
  public internal(set) var isEdited = false
  /// The nodes that have something to say, in the order of the document.
  public var nodes: [Node] = []
  /// Whether there was memory for all nodes.
  public internal(set) var isComplete = true
  /// What is said when there is none.
  package static let noMemory: StaticString = "there is no memory for a snapshot of all of it"
  /// What people wrote beside and between the lines.
  public var comments: [Comment] = []

  /// A snapshot without lines.
  ///
  /// - Parameter profile: What is recorded: the name of the set of fields.
  public init(profile: String) { self.profile = profile }

  /// Whether both say the same, whatever version they were read from.
  public static func == (a: Snapshot, b: Snapshot) -> Bool {
    a.profile == b.profile && a.media == b.media && a.playback == b.playback
      && a.problems == b.problems && a.standIn == b.standIn && a.isEdited == b.isEdited
      && a.nodes == b.nodes && a.isComplete == b.isComplete && a.comments == b.comments
  }

  /// A line that says something of the file as a whole.
  public struct Line: Sendable, Equatable {
    /// The line, without its line feed.
    public var text: String
    /// Where it stands, from 1; 0 when it was not read.
    public var line = 0

    /// A line of text.
    ///
    /// - Parameters:
    ///   - text: The line.
    ///   - line: Where it stands, from 1; 0 when it was not read.
    public init(_ text: String, line: Int = 0) {
      self.text = text
      self.line = line
    }

    /// Whether both say the same, wherever they stand.
    public static func == (a: Line, b: Line) -> Bool { a.text == b.text }
  }

  /// A node and its fields; one without fields stands for itself.
  public struct Node: Sendable, Equatable {
    /// Its path by identity.
    public var path: String
    /// Its fields, in the order of the file.
    public var fields: [Field] = []
    /// Where its first line stands, from 1; 0 when it was not read.
    public var line = 0
    /// What the path means, when it was read.
    var place: Place?

    /// Whether both say the same, wherever they stand.
    public static func == (a: Node, b: Node) -> Bool { a.path == b.path && a.fields == b.fields }
  }

  /// The meaning of a path, apart from its node: of those that are not read it takes no room.
  final class Place: Sendable {
    let path: Path

    init(_ path: Path) { self.path = path }
  }

  /// A field and its value as they are written.
  public struct Field: Sendable, Equatable {
    /// The name as paths write it, or `+24 bytes` for bytes that no field names.
    public var name: String
    /// The value as it is written.
    public var value: String
    /// Where it stands, from 1; 0 when it was not read.
    public var line = 0

    /// Whether both say the same, wherever they stand.
    public static func == (a: Field, b: Field) -> Bool { a.name == b.name && a.value == b.value }

    /// The number of bytes that no field named, of such an entry.
    public var unnamedCount: Int? { name.hasPrefix("+") ? Self.count(in: name) : nil }

    /// The number in `+24 bytes`.
    static func count(in name: String) -> Int? {
      let words = name.dropFirst().split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 2, words[1] == (words[0] == "1" ? "byte" : "bytes"),
        let count = Int(words[0]), count > 0, !words[0].hasPrefix("+")
      else { return nil }
      return count
    }
  }

  /// A comment, without the `#` and the spaces around it.
  public struct Comment: Sendable, Equatable {
    /// What somebody wrote.
    public var text: String
    /// The line that it stands at or before; `nil` for one at the end.
    public var anchor: Anchor?
    /// Whether it stands on the line of its anchor, not before it.
    public var isTrailing: Bool
  }

  /// A line of a snapshot by what it says.
  public enum Anchor: Hashable, Sendable {
    /// The line about the media.
    case media
    /// The line about playback.
    case playback
    /// The line about a problem, by what the line says.
    case problem(String)
    /// A field of a node, or the node itself when the name is empty; bytes without a name, which may be as many as
    /// others of the same node, are numbered from 1.
    case field(path: String, name: String, number: Int = 1)
  }

  /// Takes over the comments of an earlier snapshot of the same file: each stays at the line that
  /// says the same, or at the next of the earlier one that is still there.
  ///
  /// - Parameter earlier: The earlier snapshot.
  public mutating func keepComments(of earlier: Snapshot) {
    var present: Set<Anchor> = []
    for anchor in anchors { present.insert(anchor) }
    let order = earlier.anchors
    var places: [Anchor: Int] = [:]
    for (place, anchor) in order.enumerated() { places[anchor] = place }
    // For each place the next one from there on whose line is still there.
    var next = [Int?](repeating: nil, count: order.count)
    var last: Int?
    for place in order.indices.reversed() {
      if present.contains(order[place]) { last = place }
      next[place] = last
    }
    comments = earlier.comments.map { comment in
      guard let anchor = comment.anchor, !present.contains(anchor) else { return comment }
      var moved = comment
      moved.isTrailing = false
      moved.anchor = places[anchor].flatMap { next[$0] }.map { order[$0] }
      return moved
    }
    arrangeComments()
  }

  /// A checksum of what the lines say, comments left out.
  var checksum: String {
    var sum = Checksum()
    for line in [media, playback] { sum.add(line?.text ?? "") }
    for text in problems?.lines ?? [] { sum.add(text) }
    for node in nodes {
      sum.add(node.path)
      for field in node.fields {
        sum.add(field.name)
        sum.add(field.value)
      }
    }
    return sum.text
  }

  /// Finds its lines by what they say.
  public var lines: Lines { Lines(self) }

  /// Finds lines by what they say.
  public struct Lines: Sendable {
    private struct FieldPlace: Hashable {
      let steps: [Media.Path.Step]
      let field: FieldPath
    }

    private var nodes: [[Media.Path.Step]: Int] = [:]
    private var fields: [FieldPlace: Int] = [:]

    init(_ snapshot: Snapshot) {
      for node in snapshot.nodes {
        guard var steps = node.meaning?.steps else { continue }
        for field in node.fields { fields[FieldPlace(steps: steps, field: field.path)] = field.line }
        nodes[steps] = node.line
        // What stands in a container stands behind its place.
        while steps.count > 1 {
          steps.removeLast()
          if nodes.updateValue(nodes[steps] ?? node.line, forKey: steps) != nil { break }
        }
      }
    }

    /// The line that says a field of a node, or the nearest around both that has one.
    ///
    /// - Parameters:
    ///   - field: The field; without parts for the node itself.
    ///   - path: The path of the node, by identity.
    /// - Returns: The line, from 1; 0 when no line says it.
    public func line(of field: FieldPath, in path: Media.Path) -> Int {
      if let line = ownLine(of: field, in: path) { return line }
      var steps = path.steps
      while !steps.isEmpty {
        if let line = nodes[steps] { return line }
        steps.removeLast()
      }
      return 0
    }

    /// The line that says a field of the node at a path, or what the field is a part of.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - path: The path of the node, by identity.
    /// - Returns: The line, from 1; `nil` where no line says it.
    public func ownLine(of field: FieldPath, in path: Media.Path) -> Int? {
      // Of a row the table has a line, of a field of a group the group.
      var name = field
      while let last = name.parts.last {
        if let line = fields[FieldPlace(steps: path.steps, field: name)] { return line }
        if last.indexes.isEmpty {
          name.parts.removeLast()
        } else {
          name.parts[name.parts.count - 1].indexes.removeLast()
        }
      }
      return nil
    }
  }

  /// What its lines say, in order.
  var anchors: [Anchor] {
    var result: [Anchor] = []
    if media != nil { result.append(.media) }
    if playback != nil { result.append(.playback) }
    for text in problems?.lines ?? [] { result.append(.problem(text)) }
    for node in nodes { result += node.anchors }
    return result
  }
}

extension Snapshot.Node {
  /// What its lines say, in order: one for the node itself where it has no fields.
  var anchors: [Snapshot.Anchor] {
    if fields.isEmpty { return [.field(path: path, name: "")] }
    var counts: [String: Int] = [:]
    return fields.map { field in
      guard field.unnamedCount != nil else { return .field(path: path, name: field.name) }
      counts[field.name, default: 0] += 1
      return .field(path: path, name: field.name, number: counts[field.name, default: 1])
    }
  }

  /// What its path means, from the top on.
  var meaning: Path? { place?.path ?? (try? Path("/" + path)) }
}

extension Snapshot.Field {
  /// Its name as a path.
  var path: FieldPath {
    (try? FieldPath(name)) ?? FieldPath(parts: [FieldPath.Part(name: name)])
  }
}

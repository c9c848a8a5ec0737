public import Structure

/// What is said of a file as a whole, one fact after another: a plain value that whoever knows the
/// format fills, and that any output writes without knowing what it means.
public struct About: Sendable {
  /// One thing that is said.
  public struct Fact: Sendable {
    /// What it is called in machine formats: `bitRate`.
    public let key: StaticString
    /// What people call it: `Bit rate`.
    public let title: StaticString
    /// What it is, in words; empty for what only programs read.
    public let text: String
    /// The same as a value, where there is one.
    public let value: Value?
    /// The nodes that say it, where that is worth showing.
    public let nodes: [NodeIndex]

    /// A fact.
    ///
    /// - Parameters:
    ///   - key: What it is called in machine formats.
    ///   - title: What people call it.
    ///   - text: What it is, in words; empty for what only programs read.
    ///   - value: The same as a value, where there is one.
    ///   - nodes: The nodes that say it.
    public init(
      _ key: StaticString, _ title: StaticString, _ text: String, _ value: Value? = nil,
      nodes: [NodeIndex] = []
    ) {
      self.key = key
      self.title = title
      self.text = text
      self.value = value
      self.nodes = nodes
    }
  }

  /// What a program can reckon with.
  public indirect enum Value: Sendable {
    /// No value is known.
    case null
    /// A whole number.
    case number(UInt64)
    /// A number with a fraction, finite.
    case real(Double)
    /// Yes or no.
    case flag(Bool)
    /// Text, which may come from a file: who writes it escapes it.
    case text(String)
    /// Several values in their order.
    case list([Value])
    /// Values under keys, in the order in which they are written.
    case record([(key: StaticString, value: Value)])
    /// A node, as its path.
    case node(NodeIndex)
  }

  /// What is said of a track.
  public struct Track: Sendable {
    /// The number of the track in the file.
    public let id: UInt64
    /// Its node.
    public let node: NodeIndex
    /// The first fact is what kind of media it is.
    public var facts: [Fact]

    /// A track.
    ///
    /// - Parameters:
    ///   - id: The number of the track in the file.
    ///   - node: Its node.
    ///   - facts: What is said of it; the first is what kind of media it is.
    public init(id: UInt64, node: NodeIndex, facts: [Fact]) {
      self.id = id
      self.node = node
      self.facts = facts
    }
  }

  /// Container, size, duration and what else comes before the tracks. A key has one value at most.
  public var facts: [Fact] = []
  /// The tracks, in the order of the file.
  public var tracks: [Track] = []
  /// Chapters, timecode, location and what else comes after them. A key has one value at most.
  public var findings: [Fact] = []
  /// The file in one flat row, for engines that read columns: of tracks the first of each kind, of lists one text.
  /// Each file has the same keys in the same order, whose values are numbers, flags and texts; what a file does not
  /// say has none.
  public var columns: [Fact] = []
  /// What is wrong with the file, and why that matters, in one sentence; empty where nobody put it together.
  public var verdict = ""

  /// A report without facts.
  public init() {}
}

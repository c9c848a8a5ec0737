public import ByteReading

/// What is said of a file as a whole: a plain value, filled by whoever knows the format.
public struct Synopsis: Sendable {
  /// For people: `QuickTime movie`, `MP4 (isom)`.
  public var formatName = ""
  /// For machines: `quicktime`, `mp4`, `heif`.
  public var format = ""
  /// The major brand.
  public var brand: FourCC?
  /// What the first line says after format and size: duration, bit rate, writer.
  public var facts: [String] = []
  /// What it says after these, each behind a semicolon: where tags are.
  public var remarks: [String] = []
  /// The lines below it: what the tracks are.
  public var lines: [String] = []
  /// Length of the movie, in ticks of its timescale.
  public var duration: (value: UInt64, timescale: UInt64)?
  public var isFragmented = false
  /// Whether the movie's description comes before its media; nothing when there is no media.
  public var isFastStart: Bool?
  public var tracks: [Track] = []
  /// How many tables the outline left unchecked because they are long.
  public var uncheckedTables = 0

  /// What is said of a track.
  public struct Track: Sendable {
    public var id: UInt64
    public var handler: FourCC
    public var codec: FourCC?
    public var width: UInt64?
    public var height: UInt64?
    public var sampleRate: Double?
    public var channels: UInt64?
    public var samples: UInt64?
    public var language: String?
    /// Its node.
    public var node: Int

    public init(id: UInt64, handler: FourCC, node: Int) {
      self.id = id
      self.handler = handler
      self.node = node
    }
  }

  public init() {}
}

/// How a run of siblings is drawn as a table: a node that declares it, with what goes before and
/// after it each time.
public struct Grouping: Sendable {
  /// Types that may stand before the node that declares the grouping, separated by spaces.
  public let before: StaticString
  /// Types that follow it, separated by spaces.
  public let after: StaticString
  /// The number of repetitions from which a table is drawn.
  public let minimum: Int
  /// The titles of the columns after those for number, offset and sizes.
  public let columns: @Sendable (_ document: Document) -> [String]
  /// Writes one cell of the member that `reader` has open.
  public let cell:
    @Sendable (_ reader: NodeReader, _ column: Int, _ output: inout ByteWriter) -> Void

  public init(
    before: StaticString, after: StaticString, minimum: Int = 3,
    columns: @escaping @Sendable (_ document: Document) -> [String],
    cell:
      @escaping @Sendable (
        _ reader: NodeReader, _ column: Int, _ output: inout ByteWriter
      ) -> Void
  ) {
    self.before = before
    self.after = after
    self.minimum = minimum
    self.columns = columns
    self.cell = cell
  }
}

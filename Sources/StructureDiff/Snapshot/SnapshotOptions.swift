public import ByteReading
public import MediaFacts
public import Structure

extension Snapshot {
  /// How a snapshot is made of a document.
  public struct Options {
    /// What formats say of positions, and which nodes hold media.
    public var rules = Rules()
    /// The name of the profile that the snapshot is written with.
    public var profile = "default"
    /// Whether a node with all in it, or a field of one, is left out; the field is empty for nodes.
    public var leavesOut: (_ node: NodeIndex, _ field: FieldPath, _ row: Row?) -> Bool = {
      _, _, _ in
      false
    }
    /// The same for what only a snapshot has, by its path.
    public var leavesOutRecorded: (_ path: Media.Path, _ field: FieldPath) -> Bool = { _, _ in false }
    /// Whether numbers tell in brackets what they mean; such text is not a snapshot to be read back.
    public var tellsMeanings = false
    /// Rows of a table that are written one by one; longer tables are their CRC-32.
    public var rowsWritten = 8
    /// Whether of very many siblings of one type at the top those behind the first ones are one line.
    public var foldsRuns = true
    /// The identity of the media, as it is to be written.
    public var media: String?
    /// What the file does when it is played; `nil` where that is not compared.
    public var playback: Playback?

    /// Whether the file itself is kept, without its media, and what is wrong with it.
    public var keepsFile = false

    public init() {}
  }
}

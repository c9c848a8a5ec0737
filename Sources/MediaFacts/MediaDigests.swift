public import ByteReading
public import Structure

/// SHA-256 digests of the media of a file: a plain value, filled by whoever knows the format.
public struct MediaDigests: Sendable {
  /// The digest of some bytes of a file.
  public struct Entry: Sendable {
    /// Of the payload of a node the node; `nil` for a track.
    public var node: NodeIndex?
    /// Of a track its number.
    public var track: UInt64?
    /// What people call it: `video`; empty for the payload of a node.
    public var kind: String
    /// The bytes that were hashed, or that the file should have.
    public var byteCount: UInt64
    /// `nil` when not all of the bytes are in the file.
    public var digest: SHA256.Digest?

    /// A digest.
    ///
    /// - Parameters:
    ///   - node: The node whose payload it is of; `nil` for a track.
    ///   - track: The number of the track it is of.
    ///   - kind: What people call the track: `video`.
    ///   - byteCount: The bytes that were hashed, or that the file should have.
    ///   - digest: The digest; `nil` when not all of the bytes are in the file.
    public init(
      node: NodeIndex? = nil, track: UInt64? = nil, kind: String = "", byteCount: UInt64,
      digest: SHA256.Digest?
    ) {
      self.node = node
      self.track = track
      self.kind = kind
      self.byteCount = byteCount
      self.digest = digest
    }
  }

  /// The payloads of the nodes that hold media, in the order of the file.
  public var payloads: [Entry] = []
  /// Of each track all samples in the order in which they are decoded, one behind the other.
  public var tracks: [Entry] = []
  /// All payloads, one behind the other; `nil` when there are none.
  public var media: SHA256.Digest?

  /// Digests of a file without media.
  public init() {}

  /// Calls `body` with all that there are and what each is of: all media, a payload, a track.
  package func forEach(_ body: (_ entry: Entry, _ what: StaticString) -> Void) {
    if let media {
      let count = payloads.reduce(UInt64(0)) { $0 &+ $1.byteCount }
      body(Entry(byteCount: count, digest: media), "media")
    }
    for entry in payloads { body(entry, "payload") }
    for entry in tracks { body(entry, "track") }
  }
}

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
    /// The same for what a snapshot has, by its path, and the node of the file that it is; `nil` where it is none.
    public var leavesOutRecorded: (_ path: Media.Path, _ field: FieldPath, _ node: NodeIndex?) -> Bool = {
      _, _, _ in
      false
    }
    /// Whether numbers say in brackets what they mean; such text is not a snapshot to be read back.
    public var tellsMeanings = false
    /// Rows of a table that are written one by one; longer tables are their CRC-32.
    public var rowsWritten = 8
    /// Whether of very many siblings of one type at the top those behind the first ones are one line.
    public var foldsRuns = true
    /// Works out the identity of the media, as it is to be written; `nil` where that is not compared. A
    /// snapshot that keeps the file has that of the parts of it instead, when there are any.
    public var media: (() -> String?)?
    /// What the file does when it is played; `nil` where that is not compared.
    public var playback: Playback?

    /// Whether the file itself is kept, without its media, and what is wrong with it.
    public var keepsFile = false

    /// The profile `default`: no field is left out, and nobody compares media or playback.
    public init() {}
  }
}

extension Snapshot.Options {
  /// The identity of the media of a document that `file` stands for: that of its parts, so that it can be
  /// held against them, or of all bytes where none is left out.
  func media(of document: Document, from file: StandIn?) -> String? {
    guard let media else { return nil }
    if let file, !file.parts.isEmpty { return KnownPart.identity(of: file.parts) }
    return media()
  }

  /// The identity of the media of a document, worked out as the one that a snapshot has was.
  func media(of document: Document, like text: String?) -> String? {
    guard let media else { return nil }
    guard let text, KnownPart.isIdentity(text) else { return media() }
    return rules.parts?(document).map { KnownPart.identity(of: $0) }
  }
}

extension KnownPart {
  /// What the bytes of parts are in one line: `57 parts, sha256 …` of how long each is, 8 bytes, and its
  /// digest.
  static func identity(of parts: [KnownPart]) -> String {
    var hash = SHA256()
    // Of very many parts, as many at a time as are hashed well together.
    for start in stride(from: 0, to: parts.count, by: 1_024) {
      var bytes: [UInt8] = []
      for part in parts[start..<min(parts.count, start + 1_024)] {
        let count = UInt64(part.count)
        for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: count >> UInt64(56 - 8 * byte))) }
        bytes += part.digest.bytes
      }
      hash.update(bytes.rawBytes)
    }
    var text = ByteWriter()
    text.put(grouped: UInt64(parts.count))
    text.put(parts.count == 1 ? " part, sha256 " : " parts, sha256 ")
    text.put(digest: hash.digest)
    return text.string
  }

  /// Whether a line says that.
  static func isIdentity(_ text: String) -> Bool { text.contains(" part") }
}

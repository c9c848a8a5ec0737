public import ByteReading
import EmbeddedMetadata
import ID3
import SoundFiles
public import Structure

/// Bytes of one format inside another: what joins formats, which do not know each other.
enum EmbeddedFormats {
  /// Scans what scanners meet of other formats.
  static let scan: EmbeddedBytes.Scan = { bytes, builder in
    switch bytes.kind {
    case .tags: return tags(bytes, builder)
    case .tag: return tag(bytes, builder)
    case .trailer: return trailer(bytes, builder)
    case .values(let format): return EmbeddedScanner.scan(format, bytes, into: builder)
    case .sound:
      AudioScanner.scan(bytes.range, source: bytes.source, depth: bytes.depth, into: builder)
      return bytes.range.upperBound
    }
  }

  private static func tag(_ bytes: EmbeddedBytes, _ builder: TreeBuilder) -> UInt64 {
    var scanner = TagScanner(builder, embedded: scan)
    return scanner.scanTag(in: bytes.range, source: bytes.source, depth: bytes.depth)
      ?? bytes.range.lowerBound
  }

  /// Appends what a camera left, or tags that end the file.
  private static func trailer(_ bytes: EmbeddedBytes, _ builder: TreeBuilder) -> UInt64 {
    let reached = EmbeddedScanner.scan(.instaTrailer, bytes, into: builder)
    guard reached == bytes.range.lowerBound else { return reached }
    var scanner = TagScanner(builder, embedded: scan)
    return scanner.scanTrailing(from: bytes.range.lowerBound) ?? bytes.range.lowerBound
  }

  /// Appends the tags that follow one another in `bytes`, and what stands behind them.
  private static func tags(_ bytes: EmbeddedBytes, _ builder: TreeBuilder) -> UInt64 {
    var scanner = TagScanner(builder, embedded: scan)
    var position = bytes.range.lowerBound
    while position < bytes.range.upperBound, !builder.isFull,
      let next = scanner.scanTag(
        in: position..<bytes.range.upperBound, source: bytes.source, depth: bytes.depth)
    {
      position = next
    }
    // What begins with no tag is that of the node around it.
    guard position > bytes.range.lowerBound else { return position }
    builder.appendRaw(
      position..<bytes.range.upperBound, source: bytes.source, depth: bytes.depth, marks: .raw)
    return bytes.range.upperBound
  }
}

extension Document {
  /// The tags of a sound file, and the sound between them.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file.
  ///   - limits: What the file may cost.
  ///   - tables: Tables that are read before those of the format.
  /// - Returns: The document, whatever the bytes are.
  public static func tags(
    of file: ByteSource, limits: Limits = Limits(), tables: OwnTables = OwnTables()
  ) -> Document {
    tags(of: file, limits: limits, tables: tables, opensPictures: false)
  }

  /// The same, with nodes for pictures in frames where they are opened.
  static func tags(
    of file: ByteSource, limits: Limits, tables: OwnTables, opensPictures: Bool
  ) -> Document {
    let document = tags(
      of: file, limits: limits, tables: tables, embedded: EmbeddedFormats.scan, opensPictures: opensPictures)
    document.describeAudio()
    return document
  }

  /// The chunks of an AIFF, WAV, RF64, DSF or DSDIFF file and the tags in them; `nil` when it is
  /// none.
  ///
  /// - Parameters:
  ///   - file: The bytes of the file.
  ///   - limits: What the file may cost.
  ///   - tables: Tables that are read before those of the format.
  /// - Returns: The document.
  public static func chunks(
    of file: ByteSource, limits: Limits = Limits(), tables: OwnTables = OwnTables()
  ) -> Document? {
    chunks(of: file, limits: limits, tables: tables, embedded: EmbeddedFormats.scan)
  }
}

extension Rule {
  /// The rules of tags and frames, of the audio around them and of the chunks that hold them.
  public static let tags: [Rule] = tagged + sound
}

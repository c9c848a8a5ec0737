import ByteReading
import MediaInspection
import Structure

/// The data of an item as they are read: where they lie in the file, or put together and decompressed.
struct ItemContent {
  let bytes: ByteSource
  let range: Range<UInt64>
  let source: MetadataItem.Bytes

  /// Whether they are bytes of the file as they are.
  var isInFile: Bool { if case .source(0) = source { true } else { false } }

  /// The bytes that data may be made to: metadata are far smaller.
  private static let limit = 16 << 20

  init(bytes: ByteSource, range: Range<UInt64>, source: MetadataItem.Bytes) {
    (self.bytes, self.range, self.source) = (bytes, range, source)
  }

  /// - Parameters:
  ///   - ranges: Where the data lie in the file.
  ///   - encoding: `content_encoding` of the entry (14496-12 §8.11.6), which RFC 9110 §8.4.1 names; `compress_zlib` is
  ///     what libheif calls a zlib stream.
  ///   - room: How many bytes may still be made; those of these data are taken off.
  /// - Returns: `nil` for an encoding that is not read, and where not all of the data could be made.
  init?(
    _ ranges: ArraySlice<Range<UInt64>>, encoding: String, in document: Document, room: inout Int
  ) {
    let file = document.tree.file
    guard let first = ranges.first, ranges.allSatisfy({ $0.upperBound <= UInt64(file.byteCount) }) else { return nil }
    var (bytes, range, isMade) = (file, first, false)
    var left: Int { min(Self.limit, max(0, room)) }
    func take(_ count: Int) {
      room -= min(count, room)
      document.work.charge(1 + count >> 6)
    }
    if ranges.count > 1 {
      let pieces = ranges.map { Int($0.lowerBound)..<Int($0.upperBound) }
      guard let joined = ByteSource.joining(pieces, of: file.bytes, limit: left, memory: document.memory) else { return nil }
      take(joined.byteCount)
      (bytes, range, isMade) = (joined, 0..<UInt64(joined.byteCount), true)
    }
    if !encoding.isEmpty, encoding.lowercased() != "identity" {
      let source = bytes
      let packed = source.bytes.extracting(Int(range.lowerBound)..<Int(range.upperBound))
      let (made, outcome): (ByteSource, Inflated)
      switch encoding.lowercased() {
      case "deflate", "compress_zlib": (made, outcome) = ByteSource.inflating(contentOf: packed, limit: left, memory: document.memory)
      case "gzip", "x-gzip": (made, outcome) = ByteSource.inflating(packed, format: .gzip, limit: left, memory: document.memory)
      default: return nil
      }
      take(made.byteCount)
      guard outcome.isComplete, outcome.consumed == packed.byteCount else { return nil }
      (bytes, range, isMade) = (made, 0..<UInt64(made.byteCount), true)
    }
    self.init(bytes: bytes, range: range, source: isMade ? .made(bytes) : .source(0))
  }
}

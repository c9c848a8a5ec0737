import ByteReading
import MediaFacts
import Structure

/// The keys that a box of a protection system is about: those it lists (23001-7 §8.1.2), or those in what it holds
/// for its system.
struct NamedKeys {
  /// Each key once, in the order of the file; at most ``Encryption/keyLimit``.
  private(set) var keys: [KeyID] = []
  /// How many it names, each time it does.
  private(set) var count = 0
  /// Whether ``keys`` are all: false where the data are such that only their system reads.
  private(set) var isWhole = true
  /// The header of PlayReady, where it has one.
  private(set) var header: PlayReadyHeader?

  /// Keys that are read of one box.
  private static let limit = 1_024

  /// The fields of the box at `index`, of which there may be more than a reader remembers.
  static func fields(of index: NodeIndex, _ reader: NodeReader) -> View<ProtectionSystemBox> {
    reader.reading(index, items: limit).view(ProtectionSystemBox.self)
  }

  /// - Parameters:
  ///   - fields: What ``fields(of:_:)`` gave.
  ///   - bytes: Those that its fields are read from.
  init(in fields: View<ProtectionSystemBox>, of bytes: RawSpan) {
    if let data = fields.content(.WRMHEADER) {
      header = PlayReadyHeader(bytes.extracting(data.byteOffset..<data.byteEnd))
    }
    if let listed = fields.count(.KIDs), listed > 0 {
      fields.withTable(.KIDs) { table in
        for row in 0..<min(table.count, Self.limit) { add(KeyID(table.extent(ofRow: row), bytes)) }
      }
      isWhole = isWhole && count == listed
      count = listed
    } else if let header {
      for key in header.keys { add(key) }
      isWhole = isWhole && header.isWhole
    } else {
      let named = fields.contents(.key_id)
      for extent in named { add(KeyID(extent, bytes)) }
      let isWidevine = fields.content(.SystemID).flatMap { KeyID($0, bytes) }?.high == ProtectionNames.widevine
      isWhole = isWhole && (isWidevine ? named.count < Self.limit : fields.number(.DataSize) == 0)
    }
  }

  /// - Parameter key: A key; `nil` for one that is not of 16 bytes.
  private mutating func add(_ key: KeyID?) {
    count += 1
    guard let key, keys.contains(key) || keys.count < Encryption.keyLimit else {
      isWhole = false
      return
    }
    if !keys.contains(key) { keys.append(key) }
  }
}

extension KeyID {
  /// The first 16 bytes at `extent`; `nil` when there are fewer.
  init?(_ extent: Extent, _ bytes: RawSpan) {
    guard extent.byteCount >= 16, let high = bytes.bigEndian(at: extent.byteOffset, count: 8),
      let low = bytes.bigEndian(at: extent.byteOffset + 8, count: 8)
    else { return nil }
    self.init(high: high, low: low)
  }
}

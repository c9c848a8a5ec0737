import ByteReading
import Structure

/// Goes through resources of Photoshop once, forward: a signature, a number, a name, a size and as many bytes (Adobe
/// Photoshop File Formats Specification, Image Resources Section).
package enum ImageResources {
  static let limit = 1_024
  /// `IPTC-NAA record`.
  static let newsData: UInt64 = 0x404

  /// Whether a resource begins there.
  static func begins(_ bytes: RawSpan, at start: Int, before end: Int) -> Bool {
    end <= bytes.byteCount && resource(bytes, at: start, before: end) != nil
  }

  /// Where the data of the resource at `start` lie, what number it has, and where the next begins; `nil` when none
  /// begins there, or not all of it is there.
  private static func resource(
    _ bytes: RawSpan, at start: Int, before end: Int
  ) -> (number: UInt64, data: Range<Int>, next: Int)? {
    guard start >= 0, start <= end, end &- start >= 12, bytes.bigEndian(at: start, count: 4) == 0x3842_494D,
      let number = bytes.bigEndian(at: start &+ 4, count: 2), let name = bytes.byte(at: start &+ 6)
    else { return nil }
    // The count and the characters are even together.
    let size = start &+ 6 &+ (Int(name) &+ 2) & ~1
    guard size <= end &- 4, let count = bytes.bigEndian(at: size, count: 4), count <= UInt64(end &- size &- 4)
    else { return nil }
    let first = size &+ 4
    let last = first &+ Int(count)
    return (number, first..<last, min(end, last &+ (last &- first) & 1))
  }

  /// Where the data sets of IPTC-IIM lie in resources that begin with the first byte of `range`.
  ///
  /// - Parameter bytes: All bytes of the source.
  package static func newsData(in bytes: RawSpan, _ range: Range<Int>) -> Range<Int>? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount else { return nil }
    var at = range.lowerBound
    for _ in 0..<limit {
      guard let found = resource(bytes, at: at, before: range.upperBound) else { return nil }
      if found.number == newsData { return found.data }
      at = found.next
    }
    return nil
  }
}

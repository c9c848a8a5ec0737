import ByteReading
import Structure

/// The bytes of a sample in a file.
struct SamplePlace {
  let document: Document
  let range: Swift.Range<Int>

  /// `nil` when not all of it is in the file.
  ///
  /// - Parameter documents: Those of its track: a track is dear to copy for each sample.
  init?(_ sample: Sample, in documents: [Document]) {
    document = documents[sample.file]
    guard let range = sample.bytes(upTo: UInt64(document.tree.file.byteCount)) else { return nil }
    self.range = range
  }

  /// The sample that has these bytes of a file.
  init(of document: Document, _ range: Swift.Range<Int>) { (self.document, self.range) = (document, range) }

  func hasSameBytes(as other: SamplePlace) -> Bool { comparison(with: other) ?? false }

  /// Whether the bytes are the same; `nil` when that cannot be found out.
  func comparison(with other: SamplePlace) -> Bool? {
    document.tree.file.comparison(of: range, with: other.document.tree.file, other.range)
  }

  /// Whether some of the bytes are known by digests only.
  var isAbsent: Bool { document.tree.file.isAbsent(range) }

  /// So many bytes on either side are looked at.
  private static let reach = 32

  /// How far behind its old bytes the other sample is read: +1 when what it held stands one byte before
  /// where it begins now; 0 when it begins there and is shorter or longer; `nil` when what it held is
  /// not near.
  ///
  /// Fewer than four bytes stand anywhere.
  func shift(in other: SamplePlace) -> Int64? {
    guard range.count >= 4 else { return nil }
    let whole = other.document.tree.file
    let own = document.tree.file
    let common = min(range.count, other.range.count)
    if range.count != other.range.count, common >= 4,
      own.hasSameBytes(
        in: range.lowerBound..<range.lowerBound + common, as: whole,
        in: other.range.lowerBound..<other.range.lowerBound + common)
    {
      return 0
    }
    for distance in 1...Self.reach {
      for step in [distance, 0 - distance] {
        let start = other.range.lowerBound - step
        guard start >= 0, start <= whole.byteCount - range.count else { continue }
        if own.hasSameBytes(in: range, as: whole, in: start..<start + range.count) {
          return Int64(step)
        }
      }
    }
    return nil
  }
}

extension Sample {
  /// Where its bytes lie in a file of `count` bytes; `nil` when not all of them are in it.
  package func bytes(upTo count: UInt64) -> Range<Int>? {
    guard let start = offset, let end, end <= count else { return nil }
    return Int(start)..<Int(end)
  }
}

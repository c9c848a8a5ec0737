import Atoms
import ByteReading
public import Structure

extension MediaFile {
  /// Whether the nodes at `node` and `other` say in which places and chunks the samples of a track lie,
  /// and both tracks have the same samples: as many, as long, with the same bytes, in the same order of
  /// decoding.
  ///
  /// - Complexity: O(*n*) in the bytes of the samples, which are at most four times as many as the file
  ///   has.
  public static func hasSameSamples(
    _ node: Int, _ before: Document, _ other: Int, _ after: Document
  ) -> Bool {
    guard isPlaces(before.tree[node].type), isPlaces(after.tree[other].type),
      let a = track(around: node, before), let b = track(around: other, after),
      a.count == b.count, a.count > 0
    else { return false }
    var samples = b.samples()
    var left = UInt64(before.tree.file.byteCount).saturatingMultiply(4)
    for sample in a.samples() {
      guard let partner = samples.next(), sample.size == partner.size,
        sample.description == partner.description, sample.size <= left
      else { return false }
      left -= sample.size
      guard sample.size > 0 else { continue }
      guard let x = bytes(of: sample, a), let y = bytes(of: partner, b),
        a.documents[sample.file].tree.file.bytes.extracting(x)
          .hasSameBytes(as: b.documents[partner.file].tree.file.bytes.extracting(y))
      else { return false }
    }
    return true
  }

  private static func isPlaces(_ type: FourCC) -> Bool {
    type == "stco" || type == "co64" || type == "stsc"
  }

  private static func track(around node: Int, _ document: Document) -> SampleTrack? {
    guard let trak = document.tree.ancestor("trak", of: node) else { return nil }
    return MovieSamples(document).tracks.first { $0.node == trak }
  }

  private static func bytes(of sample: Sample, _ track: SampleTrack) -> Range<Int>? {
    guard let start = sample.offset, let end = sample.end,
      end <= UInt64(track.documents[sample.file].tree.file.byteCount)
    else { return nil }
    return Int(start)..<Int(end)
  }
}

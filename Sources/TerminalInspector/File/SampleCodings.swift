import ByteReading
import MediaInspection
import Structure

/// What pictures depend on, of the samples that were listed: it stands in their bytes, which may lie on a
/// slow disk, so that a few are read at a time.
struct SampleCodings {
  /// What divides the samples of each track into units, where it was asked for.
  private var units: [Int: NALUnits?] = [:]
  private var track = -1
  /// By the number of the sample; of what says nothing, too.
  private var known: [Int: PictureCoding?] = [:]

  /// The samples that are remembered, of one track.
  static let kept = 8_192

  /// Whether the samples of a track may say it.
  mutating func areReadable(_ track: SampleTrack, _ place: Int) -> Bool {
    if let asked = units[place] { return asked != nil }
    let found = track.singleUnits
    units[place] = .some(found)
    return found != nil
  }

  /// What a sample depends on; `nil` when it does not say it, or was not read yet.
  func coding(of number: Int, _ place: Int) -> PictureCoding? {
    place == track ? known[number] ?? nil : nil
  }

  /// The first of these samples that was not read yet.
  func firstUnknown(of numbers: Range<Int>, _ place: Int) -> Int? {
    place == track ? numbers.first { known[$0] == nil } : numbers.first
  }

  /// Reads samples of a track, `count` at most; those whose bytes are not in `source` say nothing.
  mutating func read(
    _ samples: Samples, _ count: Int, of place: Int, in source: ByteSource
  ) {
    if place != track || known.count >= Self.kept {
      known.removeAll(keepingCapacity: true)
      track = place
    }
    guard let units = units[place] ?? nil else { return }
    for sample in samples.prefix(count) {
      var coding: PictureCoding?
      if sample.file == 0, let start = sample.offset, let end = sample.end, start < end,
        end <= UInt64(source.byteCount)
      {
        coding = units.coding(of: Int(start)..<Int(end), of: source)
      }
      known[sample.number] = .some(coding)
    }
  }
}

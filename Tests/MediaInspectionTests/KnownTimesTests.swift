import Atoms
import ByteReading
import Corpus
import Structure
import Testing

@testable import MediaInspection

/// Of which tracks it is known, without a look at their samples, that these have the same times and marks.
@Suite struct KnownTimesTests {
  /// What tables say of a sample but for where it lies.
  private struct Moment: Equatable {
    let number: Int
    let times: [Int64]
    let marks: [Bool]
    let dependencies: Sample.Dependencies

    init(_ sample: Sample) {
      number = sample.number
      times = [sample.decodeTime, sample.compositionOffset, Int64(clamping: sample.duration)]
      marks = [sample.isSync, sample.isPartialSync]
      dependencies = sample.dependencies
    }
  }

  /// One byte of a table is changed at a time: where nothing but places changed the samples are made from those of the
  /// other file as they are from their own tables.
  @Test func samplesAreWhatTheyAreKnownToBe() throws {
    var (known, others) = (0, 0)
    for path in Corpus.files() where path.hasSuffix(".mp4") || path.hasSuffix(".mov") {
      let source = try ByteSource.open(path: Corpus.path(of: path))
      guard source.byteCount < 1 << 17, let before = try? MediaFile.open(source), before.context is AtomContext
      else { continue }
      let bytes = (0..<source.byteCount).map { source.bytes.byte(at: $0) ?? 0 }
      let tree = before.tree
      let tables = tree.indices.filter { node in
        ["stts", "ctts", "stss", "stps", "sdtp", "stsz", "stco", "stsc"].contains(tree[node].type)
          && tree[node].source == 0 && tree[node].size > 16
      }
      for node in tables {
        var changed = bytes
        // The last number of the last row, or what stands for it.
        changed[Int(tree[node].end) - 1] ^= 1
        let after = try MediaFile.open(ByteSource(copying: changed))
        for (a, b) in zip(MovieSamples(before).tracks, MovieSamples(after).tracks) {
          guard a.hasTimes(of: b) else {
            others += 1
            continue
          }
          known += 1
          var (own, made) = (b.samples(), b.samples())
          for sample in a.samples().prefix(4_096) {
            let (x, y) = (own.next(), made.next(timedAs: sample))
            #expect(x.map(Moment.init) == Moment(sample), "\(path), \(node)")
            #expect(y.map(Moment.init) == Moment(sample), "\(path), \(node)")
            #expect(
              x?.offset == y?.offset && x?.size == y?.size && x?.chunk == y?.chunk && x?.description == y?.description,
              "\(path), \(node)")
          }
        }
      }
    }
    #expect(known > 100 && others > 50, "\(known) known, \(others) not")
  }
}

// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import MediaReports
import Structure
import StructureDiff
import Testing

/// Tracks with more samples than are kept side by side: 262,144.
@Suite struct LongTrackTests {
  private static let count = 300_000

  /// A film of samples of three bytes, its number in each, in one chunk; `edit` changes their list.
  private func film(_ edit: (inout [[UInt8]]) -> Void = { _ in }) throws -> Document {
    var samples = (0..<Self.count).map { number -> [UInt8] in
      let (high, middle, low) = (number >> 16, number >> 8, number)
      return [UInt8(high), UInt8(truncatingIfNeeded: middle), UInt8(truncatingIfNeeded: low)]
    }
    edit(&samples)
    let start = Parts.fileType("isom", "isom")
    func moov(_ offset: UInt32) -> Piece {
      atom("moov") {
        Parts.movieHeader()
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            atom("stts", version: 0) {
              u32(1); u32(UInt32(samples.count)); u32(100)
            }
            atom("stsc", version: 0) {
              u32(1); u32(1, UInt32(samples.count), 1)
            }
            atom("stsz", version: 0) { u32(3, UInt32(samples.count)) }
            atom("stco", version: 0) { u32(1, offset) }
          }
        }
      }
    }
    let header = UInt32(start.bytes.count + moov(0).bytes.count + 8)
    return try Files.open(
      atoms {
        start
        moov(header)
        atom("mdat") { bytes(samples.flatMap { $0 }) }
      })
  }

  private func told(_ a: Document, _ b: Document) throws -> [String] {
    let differences = try #require(SampleDifferences(a, b))
    return differences.tracks.flatMap { track in
      [track.unread ?? "\(track.count)"]
        + track.rows.map {
          "\($0.kind.rawValue) \($0.before?.number ?? 0) \($0.after?.number ?? 0)"
        }
    }
  }

  /// Samples that all lie on the same bytes are more to read than the file: 128 MiB of 64 KiB.
  @Test func samplesThatLieInEachOtherAreNotAllRead() throws {
    let start = Parts.fileType("isom", "isom")
    let (count, size) = (2_048, 1 << 16)
    func moov(_ offset: UInt32) -> Piece {
      atom("moov") {
        Parts.movieHeader()
        Parts.track {
          Parts.media {
            Parts.visualEntry("avc1")
          } tables: {
            atom("stts", version: 0) { u32(1); u32(UInt32(count)); u32(100) }
            atom("stsc", version: 0) { u32(1); u32(1, 1, 1) }
            atom("stsz", version: 0) { u32(UInt32(size), UInt32(count)) }
            atom("stco", version: 0) {
              u32(UInt32(count))
              for _ in 0..<count { u32(offset) }
            }
          }
        }
      }
    }
    let header = UInt32(start.bytes.count + moov(0).bytes.count + 8)
    let file = try Files.open(
      atoms {
        start
        moov(header)
        atom("mdat") { bytes(Array(repeating: 7, count: size)) }
      })
    #expect(try told(file, file) == ["it has more samples or bytes than are read"])
  }

  @Test func oneSampleInManyIsNamed() throws {
    let before = try film()
    #expect(try told(before, film()) == ["0"])
    #expect(try told(before, film { $0[270_000] = [9, 9, 9] }) == ["1", "replaced 270001 270001"])
    #expect(try told(before, film { $0.remove(at: 5) }) == ["1", "dropped 6 0"])
    #expect(try told(film { $0.remove(at: 5) }, before) == ["1", "inserted 0 6"])
    #expect(
      try told(before, film { $0.swapAt(299_000, 299_001) }) == ["1", "reordered 299001 299002"]
        || told(before, film { $0.swapAt(299_000, 299_001) }) == ["1", "reordered 299002 299001"])
  }

  /// What is cut off at the ends of a long track is known without keeping all of it side by side.
  @Test func endsOfALongTrackAreCutOff() throws {
    func words(_ edit: (inout [[UInt8]]) -> Void) throws -> [String] {
      let verdict = try #require(Comparison(try film(), try film(edit), rules: .media).verdict)
      return verdict.findings(of: .samples, .changed).map(\.sentence)
    }
    #expect(try words { $0.removeLast(290_000) } == ["video the last 290,000 of 300,000 samples are gone"])
    #expect(try words { $0.removeFirst(290_000) } == ["video the first 290,000 of 300,000 samples are gone"])
  }
}

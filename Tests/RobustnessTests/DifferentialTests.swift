import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaInspection
import Structure
import Testing

/// The second reader says what the libraries say, of something, and would notice a lie.
@Suite struct DifferentialTests {
  private static func files() throws -> [[UInt8]] {
    var files: [[UInt8]] = []
    for folder in ["mockups", "made", "encoded"] {
      let place = Corpus.path(of: folder)
      for name in try FileManager.default.contentsOfDirectory(atPath: place).sorted() {
        guard let data = FileManager.default.contents(atPath: place + "/" + name),
          data.count < 1 << 20
        else { continue }
        files.append(Array(data))
      }
    }
    return files
  }

  @Test func bothReadersAgreeOnTheCorpus() throws {
    var tally = Differential.Tally()
    for bytes in try Self.files() {
      guard let document = try? MediaFile.open(ByteSource(copying: bytes)) else { continue }
      #expect(Differential.firstDifference(bytes, document, &tally) == nil)
    }
    #expect(tally.boxes > 2_000)
    #expect(tally.samples > 500)
    #expect(tally.edits > 20)
    #expect(tally.extents > 5)
    #expect(tally.frames > 50)
  }

  /// One byte of a value that the libraries read from other bytes than the second reader: type, width,
  /// order, sign.
  @Test(arguments: [
    ("stsz", 12 + 4 + 3), ("stco", 8 + 4 + 3), ("stts", 8 + 4 + 7),
    ("ctts", 8 + 4 + 7), ("elst", 8 + 4 + 3), ("elst", 8 + 4 + 7), ("stss", 8 + 3),
  ])
  func aValueThatDiffersIsNoticed(type: String, place: Int) throws {
    let bytes = Array(
      try #require(FileManager.default.contents(atPath: Corpus.path(of: "mockups/a.mp4"))))
    let document = try MediaFile.open(ByteSource(copying: bytes))
    #expect(Differential.firstDifference(bytes, document) == nil)
    let code = Array(type.utf8)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: code) })
    var other = bytes
    other[start + 4 + place - 4] ^= 1
    #expect(Differential.firstDifference(other, document) != nil)
  }
}

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
    #expect(tally.fields > 3_000)
    #expect(tally.samples > 500)
    #expect(tally.edits > 20)
    #expect(tally.extents > 5)
    #expect(tally.vectors > 20)
    #expect(tally.frames > 50)
  }

  /// One byte of a value that the libraries read from other bytes than the second reader: type, width,
  /// order, sign.
  @Test(arguments: [
    ("stsz", 12 + 4 + 3), ("stco", 8 + 4 + 3), ("stts", 8 + 4 + 7),
    ("ctts", 8 + 4 + 7), ("elst", 8 + 4 + 3), ("elst", 8 + 4 + 7), ("stss", 8 + 3),
    ("mvhd", 4 + 16 + 3), ("mdhd", 4 + 12 + 3), ("tkhd", 4 + 12 + 3), ("stsc", 4 + 8 + 7),
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

  /// As plain as it is only while it is short.
  @Test func theSecondReaderIsShort() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fuzz/FuzzOracles/NaiveReader.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 301)
  }

  /// The count of a run. One of them alone would leave the table with times for more or fewer samples
  /// than there are, of which the second reader says nothing: so the run behind it takes what the
  /// first one loses.
  @Test func aRunThatEndsElsewhereIsNoticed() throws {
    let bytes = Array(
      try #require(FileManager.default.contents(atPath: Corpus.path(of: "mockups/a.mp4"))))
    let document = try MediaFile.open(ByteSource(copying: bytes))
    // 87 samples of 1,024 ticks and one of 136, behind the type, version, flags and number of runs.
    let runs: [UInt8] =
      Array("stts".utf8) + [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 87, 0, 0, 4, 0, 0, 0, 0, 1]
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: runs) })
    var other = bytes
    other[start + 4 + 8 + 3] -= 1
    other[start + 4 + 8 + 8 + 3] += 1
    #expect(Differential.firstDifference(bytes, document) == nil)
    let difference = try #require(Differential.firstDifference(other, document))
    #expect(difference.contains("sample 87: duration 136, not 1024"), "\(difference)")
  }
}

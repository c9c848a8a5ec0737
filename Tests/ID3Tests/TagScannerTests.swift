import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

@testable import ID3

/// Finding tags and frames.
@Suite struct TagScannerTests {
  /// The nodes of a file, one a line: depth, path, offset, size, header.
  static func nodes(_ bytes: [UInt8]) -> [String] { nodes(of: document(bytes)) }

  static func document(_ bytes: [UInt8], limits: Limits = Limits()) -> Document {
    Document.tags(of: ByteSource(copying: bytes), limits: limits)
  }

  static func nodes(of document: Document) -> [String] {
    document.tree.indices.map {
      let node = document.tree[$0]
      return "\(document.path(of: $0)) \(node.start)+\(node.size) \(node.headerSize)"
    }
  }

  static func problems(_ document: Document) -> [String] {
    document.problems.kept.map {
      "\($0.kind.id) \($0.node.map { document.path(of: $0) } ?? "file") \($0.extent.byteOffset)"
    }
  }

  @Test func framesOfVersion2HaveSixBytesOfHeader() {
    let bytes: [UInt8] = [
      0x49, 0x44, 0x33, 2, 0, 0, 0, 0, 0, 18,
      0x54, 0x54, 0x32, 0, 0, 3, 0, 0x48, 0x69,
      0x54, 0x50, 0x31, 0, 0, 2, 0, 0x41,
      0,
    ]
    #expect(
      Self.nodes(bytes) == [
        "ID3v2 0+28 10", "ID3v2/TT2 10+9 6", "ID3v2/TP1 19+8 6", "ID3v2/padding 27+1 0",
      ])
  }

  @Test func framesOfVersion3HaveTenBytesOfHeader() {
    let bytes: [UInt8] = [
      0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 13,
      0x54, 0x49, 0x54, 0x32, 0, 0, 0, 3, 0, 0, 0, 0x48, 0x69,
    ]
    #expect(Self.nodes(bytes) == ["ID3v2 0+23 10", "ID3v2/TIT2 10+13 10"])
  }

  @Test func tagsInARowAreNumberedWhateverTheirVersions() {
    let bytes: [UInt8] = [
      0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 11, 0x54, 0x49, 0x54, 0x32, 0, 0, 0, 1, 0, 0, 0,
      0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 11, 0x54, 0x49, 0x54, 0x32, 0, 0, 0, 1, 0, 0, 0,
    ]
    #expect(
      Self.nodes(bytes) == [
        "ID3v2[1] 0+21 10", "ID3v2[1]/TIT2 10+11 10", "ID3v2[2] 21+21 10",
        "ID3v2[2]/TIT2 31+11 10",
      ])
  }

  @Test func framesPastTheTagEndWithIt() {
    let bytes: [UInt8] = [
      0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 12,
      0x54, 0x49, 0x54, 0x32, 0, 0, 0, 200, 0, 0, 0, 0x48,
    ]
    let document = Self.document(bytes)
    #expect(Self.nodes(of: document) == ["ID3v2 0+22 10", "ID3v2/TIT2 10+12 10"])
    #expect(Self.problems(document) == ["frame-exceeds-tag ID3v2/TIT2 14"])
  }

  @Test func whatIsNoFrameIsRaw() {
    let bytes: [UInt8] = [
      0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 12,
      0x74, 0x69, 0x74, 0x32, 0, 0, 0, 3, 0, 0, 0, 0x48,
    ]
    let document = Self.document(bytes)
    #expect(Self.nodes(of: document) == ["ID3v2 0+22 10", "ID3v2/raw 10+12 0"])
    #expect(Self.problems(document) == ["not-a-frame ID3v2/raw 10"])
  }
}

// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

/// Files whose first bytes are damaged, or others: what stands behind them is read, or found.
@Suite struct DamagedBeginningTests {
  private static let film = atoms {
    Parts.fileType("isom", "isom")
    atom("moov") { atom("free") { zeros(4) } }
    atom("mdat") { hex("00000001 65 000000 41") }
  }

  private func nodes(_ bytes: [UInt8]) throws -> [String] {
    let document = try MediaFile.open(ByteSource(copying: bytes))
    return document.tree.indices.map {
      let node = document.tree[$0]
      return "\(document.path(of: $0)) \(node.start)+\(node.size)"
    } + document.problems.kept.map(\.kind.id.description)
  }

  /// `ftyp` is 20 bytes: as it should be, of no type, too small, too large, to the end of the file, and
  /// of neither type nor size.
  @Test(arguments: [
    ("00000014 66747970", "ftyp 0+20", ""),
    ("00000014 00010203", "'\\x00\\x01\\x02\\x03' 0+20", ""),
    ("00000007 66747970", "ftyp 0+20", "atom-size-invalid"),
    ("00FFFFFF 66747970", "ftyp 0+20", "atom-size-invalid"),
    ("00000000 66747970", "ftyp 0+20", "atom-size-invalid"),
    ("DEADBEEF DEADBEEF", "raw 0+20", "not-an-atom"),
  ])
  func aDamagedHeaderHidesNoMoreThanItsAtom(
    header: String, first: String, problem: String
  ) throws {
    var bytes = Self.film
    bytes.replaceSubrange(0..<8, with: hex(header).bytes)
    let found = try nodes(bytes)
    #expect(
      found.filter { !$0.hasPrefix("extra") } == [
        first, "moov 20+20", "moov/free 28+12", "mdat 40+17",
      ] + (problem.isEmpty ? [] : [problem]))
  }

  /// 4,096 bytes of another kind in front: the file is found, and read when they are passed over.
  @Test func whatStandsBehindOtherBytesIsFound() throws {
    let source = ByteSource(copying: Array(repeating: 0x5A, count: 4_096) + Self.film)
    #expect(throws: MediaFileError.unknownFormat("")) { try MediaFile.open(source) }
    let first = try #require(MediaFile.firstAtom(in: source))
    #expect(first.offset == 4_096 && first.type == "ftyp")
    let document = try MediaFile.open(source.dropping(first: 4_096))
    #expect(document.tree.count == 4 && document.tree[NodeIndex(0)].start == 0)
    #expect(source.dropping(first: 1 << 20).byteCount == 0)
  }

  /// Zeros behind the last atom are filling as far as anybody looks; of more it is not known what stands behind them.
  @Test(arguments: [(4_096, nil), (102_400, nil), (1 << 20 + 1, "1,048,576 zeros where an atom should begin; what is behind these was not looked at")])
  func zerosAtTheEndAreFilling(count: Int, problem: String?) throws {
    let document = try MediaFile.open(ByteSource(copying: Self.film + [UInt8](repeating: 0, count: count)))
    let found = document.problems.kept.map { document.sentence(of: $0) }
    #expect(found == (problem.map { [$0] } ?? []))
    let other = try MediaFile.open(ByteSource(copying: Self.film + [UInt8](repeating: 0, count: 102_400) + [1]))
    #expect(other.problems.kept.map(\.kind.sentence.description) == ["zeros where an atom should begin, then other bytes"])
  }

  @Test func bytesAreReadAsItIsAsked() throws {
    let source = ByteSource(copying: Array("no such thing".utf8))
    #expect(throws: MediaFileError.unknownFormat("")) { try MediaFile.open(source) }
    #expect(try MediaFile.open(source, as: .isoBaseMedia).tree.count == 1)
    #expect(try MediaFile.open(source, as: .taggedAudio).tree.count == 1)
  }

  /// A file in which nothing is what somebody calls it is not without problems; sound of another kind is known by its
  /// name, and tags alone by themselves.
  @Test func bytesThatAreNotWhatIsAskedAreWrong() throws {
    func errors(_ bytes: [UInt8]) throws -> [String] {
      let document = try MediaFile.open(ByteSource(copying: bytes), as: .taggedAudio)
      #expect(document.problems.kept.contains { $0.kind.id.description == "audio-missing" })
      return document.problems.kept.filter { $0.severity == .error }.map { $0.kind.id.description }
    }
    #expect(try errors(Array("no such thing".utf8)) == ["audio-missing"])
    #expect(try errors([0, 0] + Self.film) == ["audio-missing"])
    #expect(try errors(Array("OggS".utf8) + [UInt8](repeating: 1, count: 60)) == [])
    let builder = TagBuilder(.v4)
    #expect(try errors(builder.tag { builder.text("TIT2", "A") }.bytes + Array("no such thing".utf8)) == [])
  }
}

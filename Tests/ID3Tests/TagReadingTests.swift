import ByteReading
import Corpus
import MediaInspection
import Structure
import StructureRendering
import Testing

@testable import ID3

/// Tags as writers wrote them although the specifications forbid it: each with its bytes, what is read
/// of it all the same, and what is reported.
@Suite struct TagReadingTests {
  private let v2 = TagBuilder(.v2)
  private let v3 = TagBuilder(.v3)
  private let v4 = TagBuilder(.v4)

  private func document(_ bytes: [UInt8]) -> Document {
    let document = Document.tags(of: ByteSource(copying: bytes))
    document.checkTags()
    return document
  }

  private func document(_ hexadecimal: String) -> Document { document(hex(hexadecimal).bytes) }

  /// `kind path offset`, in document order.
  private func problems(_ document: Document) -> [String] {
    document.problems.kept.map {
      "\($0.kind.id) \($0.node.map { document.path(of: $0) } ?? "file") \($0.extent.byteOffset)"
    }
  }

  /// `path start+size`, where the start is one of the file.
  private func nodes(_ document: Document) -> [String] {
    document.tree.indices.map {
      let node = document.tree[$0]
      let start = document.tree.fileOffset(of: node.start, in: node.source).map(String.init) ?? "+"
      return "\(document.path(of: $0)) \(start)+\(node.size)"
    }
  }

  /// The bytes that the fields of the node at `path` lie in.
  private func contents(_ path: String, _ document: Document) throws -> [UInt8] {
    let index = try #require(try Path(path).nodes(in: document).first)
    let source = try #require(document.tree.contents(of: index))
    let node = document.tree[index]
    let bytes = document.tree.sources[Int(source)].bytes
    let range =
      source == node.source
      ? node.payload.byteOffset..<node.payload.byteEnd : 0..<bytes.byteCount
    return range.map { bytes.bytes.byte(at: $0) ?? 0 }
  }

  private func summary(_ path: String, _ document: Document) throws -> String {
    let index = try #require(try Path(path).nodes(in: document).first)
    var text = ByteWriter()
    NodeReader(document).putSummary(of: index, to: &text)
    return text.string
  }

  // MARK: Un-synchronisation

  /// The tag's flag is set and the frame's is not; FF E0 stands in it, so FF 00 is its own.
  @Test func flagOfTheTagIsRefutedByBytesThatLookLikeSound() throws {
    let document = document("494433 0400 80 00000013 50524956 00000009 0000 6100 FFD8 FFE0 FF00 41")
    #expect(try contents("PRIV", document) == hex("6100 FFD8 FFE0 FF00 41").bytes)
    #expect(problems(document) == ["unsynchronisation-absent ID3v2/PRIV 24"])
    #expect(document.problems.kept.map(\.severity) == [.warning])
  }

  /// FF 00 41 needs no zero; a frame that says by itself that it is un-synchronised is believed.
  @Test func flagOfTheTagIsRefutedByZerosThatNobodyPutsIn() throws {
    let tag = document("494433 0400 80 00000010 50524956 00000006 0000 6100 FF00 4142")
    #expect(try contents("PRIV", tag) == hex("6100 FF00 4142").bytes)
    #expect(problems(tag) == ["unsynchronisation-absent ID3v2/PRIV 22"])
    let frame = document("494433 0400 00 00000010 50524956 00000006 0002 6100 FF00 4142")
    #expect(try contents("PRIV", frame) == hex("6100 FF 4142").bytes)
    #expect(problems(frame).isEmpty)
  }

  /// Three bytes in four say what the data length counts: FF 00 E0 as stored, or FF E0.
  @Test func dataLengthSaysWhichBytesAreMeant() throws {
    let stored = document(
      "494433 0400 80 00000013 50524956 00000009 0001 00000005 6100 FF00 E0")
    #expect(try contents("PRIV", stored) == hex("6100 FF00 E0").bytes)
    #expect(problems(stored) == ["unsynchronisation-absent ID3v2/PRIV 24"])
    let decoded = document(
      "494433 0400 80 00000013 50524956 00000009 0001 00000004 6100 FF00 E0")
    #expect(try contents("PRIV", decoded) == hex("6100 FF E0").bytes)
    #expect(problems(decoded).isEmpty)
  }

  /// FF FE at the start of UTF-16, with the flag of the tag, and no zero anywhere: all readers agree.
  @Test func flagWithoutAnyZeroIsANote() throws {
    let fourth = document("494433 0400 80 00000011 54495432 00000007 0000 01 FFFE 4100 4200")
    #expect(try summary("TIT2", fourth) == "\"AB\"")
    #expect(problems(fourth) == ["unsynchronisation-absent ID3v2/TIT2 21"])
    #expect(fourth.problems.kept.map(\.severity) == [.note])
    let third = document("494433 0300 80 00000011 54495432 00000007 0000 01 FFFE 4100 4200")
    #expect(try summary("TIT2", third) == "\"AB\"")
    #expect(problems(third) == ["unsynchronisation-absent ID3v2 21"])
  }

  /// Two frames of version 3 whose sizes count the zeros: read as specified, the first would swallow
  /// the header of the second.
  @Test func sizesThatCountTheZeros() throws {
    let document = document(
      """
      494433 0300 80 00000021
      50524956 0000000B 0000 6100 FF00 E0 FF00 00 FF00 FB
      54495432 00000002 0000 00 41
      """)
    #expect(nodes(document) == ["ID3v2 0+43", "ID3v2/PRIV 10+21", "ID3v2/TIT2 31+12"])
    #expect(try contents("PRIV", document) == hex("6100 FFE0 FF00 FFFB").bytes)
    #expect(try summary("TIT2", document) == "\"A\"")
    #expect(problems(document) == ["frame-size-unsynchronised ID3v2 5"])
  }

  /// The same where a frame was never un-synchronised, as its mark of UTF-16 shows.
  @Test func framesOfOneTagAreUnsynchronisedOrNot() throws {
    let document = document(
      """
      494433 0300 80 00000024
      54495432 00000005 0000 01 FFFE 4100
      50524956 0000000B 0000 6100 FF00 E0 FF00 00 FF00 FB
      """)
    #expect(try summary("TIT2", document) == "\"A\"")
    #expect(try contents("PRIV", document) == hex("6100 FFE0 FF00 FFFB").bytes)
    #expect(
      problems(document) == [
        "frame-size-unsynchronised ID3v2 5", "unsynchronisation-absent ID3v2/TIT2 21",
      ])
  }

  // MARK: Identifiers

  /// `TST ` as iTunes 8 wrote it into tags of version 4, and `TT2` with a zero.
  @Test(arguments: ["03", "04"])
  func identifiersOfVersion2WithASpace(version: String) throws {
    let document = document(
      """
      494433 \(version)00 00 00000024
      54535420 00000002 0000 00 41
      54543200 00000002 0000 00 42
      54414C42 00000002 0000 00 43
      """)
    #expect(
      nodes(document) == [
        "ID3v2 0+46", "ID3v2/TST 10+12", "ID3v2/TT2 22+12", "ID3v2/TALB 34+12",
      ])
    #expect(try summary("TST", document) == "\"A\"")
    #expect(problems(document) == ["frame-identifier-old ID3v2/TST 10"])
  }

  /// `Date`, then `Mood`, then a frame; then `Note` before padding, and `last` at the end of a tag.
  @Test func namesThatAreNoIdentifiers() throws {
    let padded = document(
      """
      494433 0300 00 00000033
      44617465 00000002 0000 00 41
      4D6F6F64 00000002 0000 00 42
      54495432 00000002 0000 00 43
      4E6F7465 00000002 0000 00 44
      000000
      """)
    #expect(
      nodes(padded) == [
        "ID3v2 0+61", "ID3v2/Date 10+12", "ID3v2/Mood 22+12", "ID3v2/TIT2 34+12",
        "ID3v2/Note 46+12", "ID3v2/padding 58+3",
      ])
    #expect(
      problems(padded) == [
        "frame-identifier-invalid ID3v2/Date 10", "frame-identifier-invalid ID3v2/Mood 22",
        "frame-identifier-invalid ID3v2/Note 46",
      ])
    let second = document("494433 0200 00 00000010 547432 000002 0041 545431 000002 0042")
    #expect(nodes(second).last == "ID3v2/TT1 18+8")
    #expect(problems(second) == ["frame-identifier-invalid ID3v2/'\\x00Tt2' 10"])
  }

  /// What is neither named nor counted ends where a frame begins that the tables know.
  @Test func bytesBetweenFramesDoNotHideThoseBehind() throws {
    let document = document(
      """
      494433 0300 00 00000028
      54495432 00000002 0000 00 41
      FF112233 44556677 88995449 5432
      54414C42 00000004 0000 00 425858
      """)
    #expect(
      nodes(document) == [
        "ID3v2 0+50", "ID3v2/TIT2 10+12", "ID3v2/raw 22+14", "ID3v2/TALB 36+14",
      ])
    #expect(problems(document) == ["not-a-frame ID3v2/raw 22"])
  }

  /// A frame that ends three bytes early, as the text behind it says: it is found at the next.
  @Test func sizesThatAreTooSmall() throws {
    let document = document(
      """
      494433 0300 00 0000001B
      54495432 00000002 0000 00 41 626364
      54414C42 00000002 0000 00 42
      """)
    #expect(
      nodes(document) == [
        "ID3v2 0+37", "ID3v2/TIT2 10+12", "ID3v2/raw 22+3", "ID3v2/TALB 25+12",
      ])
  }

  /// What looks like identifiers over and over is gone through once.
  @Test func identifiersThatLeadNowhereAreGoneThroughOnce() {
    let junk = Array(repeating: Array("!TIT2".utf8), count: 4_000).flatMap(\.self)
    let document = document(v3.tag { bytes(junk) }.bytes)
    #expect(nodes(document) == ["ID3v2 0+20010", "ID3v2/raw 10+20000"])
  }

  // MARK: Sizes of tags

  /// A plain size of 0xA0 = 160, which is not syncsafe, and one of 0x0140 = 320, which might be 192, where
  /// no frame ends.
  @Test(arguments: [1, 2])
  func tagSizesThatArePlainNumbers(count: Int) throws {
    let frame = v3.frame("PRIV") { bytes(Array(repeating: 0x55, count: 150)) }.bytes
    let frames = Array(repeatElement(frame, count: count).joined())
    let tag = Array("ID3".utf8) + [3, 0, 0] + u32(UInt32(frames.count)).bytes + frames
    let document = document(tag + mpegAudio(frames: 3).bytes)
    #expect(nodes(document).first == "ID3v2 0+\(tag.count)")
    #expect(nodes(document).last == "audio \(tag.count)+624")
    #expect(document.tree.count == count + 2)
    #expect(problems(document).first == "tag-size-not-syncsafe ID3v2 6")
    #expect(try summary("ID3v2", document) == "\(frames.count) bytes of frames, no flags")
    let opened = try MediaFile.open(ByteSource(copying: tag))
    #expect(opened.tree[NodeIndex(0)].end == UInt64(tag.count))
  }

  /// 0x80000016: as a plain number it goes past the file, without the bit it is 22.
  @Test func tagSizesWithBitsThatNoSizeHas() {
    let document = document("494433 0300 00 8000000C 54495432 00000002 0000 00 41")
    #expect(nodes(document) == ["ID3v2 0+22", "ID3v2/TIT2 10+12"])
    #expect(problems(document) == ["tag-size-high-bits ID3v2 6"])
  }

  /// 0x80000002 of a frame of version 4: as a plain number it goes past the tag, without the bit it is 2.
  @Test func frameSizesWithBitsThatNoSizeHas() throws {
    let document = document("494433 0400 00 0000000C 54495432 80000002 0000 00 41")
    #expect(problems(document) == ["frame-size-high-bits ID3v2/TIT2 14"])
    #expect(try summary("TIT2", document) == "\"A\"")
  }

  /// Three letters and a size with high bits alone are no tag.
  @Test func lettersAloneAreNoTag() {
    func isTag(_ text: String) -> Bool {
      TagScanner.isTag(ByteSource(copying: hex(text).bytes).bytes)
    }
    #expect(!isTag("494433 0300 00 80000000 00000000"))
    #expect(!isTag("494433 0900 00 80000000 54495432"))
    #expect(isTag("494433 0300 00 80000000 54495432"))
  }
}

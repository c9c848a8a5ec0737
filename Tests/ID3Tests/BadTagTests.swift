import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

@testable import ID3

/// What is wrong with tags in the wild: each case with its bytes, what is said of it, and what is
/// still read.
@Suite struct BadTagTests {
  private func document(_ bytes: [UInt8], limits: Limits = Limits()) -> Document {
    let document = Document.tags(of: ByteSource(copying: bytes), limits: limits)
    document.checkTags()
    return document
  }

  private func document(_ hexadecimal: String) -> Document { document(hex(hexadecimal).bytes) }

  /// `kind path`, in document order.
  private func problems(_ document: Document) -> [String] {
    document.problems.kept.map {
      "\($0.kind.id) \($0.node.map { document.path(of: $0) } ?? "file")"
    }
  }

  /// `path start+size`.
  private func nodes(_ document: Document) -> [String] {
    document.tree.indices.map {
      let node = document.tree[$0]
      return "\(document.path(of: $0)) \(node.start)+\(node.size)"
    }
  }

  /// What the outline says of the node at `path`.
  private func summary(_ path: String, _ document: Document) throws -> String {
    let index = try #require(try Path(path).nodes(in: document).first)
    var text = ByteWriter()
    NodeReader(document).putSummary(of: index, to: &text)
    return text.string
  }

  private let v3 = TagBuilder(.v3)
  private let v4 = TagBuilder(.v4)

  /// A title of one letter, then a frame of 2³¹ bytes in a tag of 24.
  @Test func frameSizesPastTheTag() throws {
    let document = document(
      """
      494433 0300 00 00000018
      54495432 00000002 0000 00 41
      54414C42 80000000 0000 00 42
      """)
    #expect(problems(document) == ["frame-exceeds-tag ID3v2/TALB"])
    #expect(nodes(document) == ["ID3v2 0+34", "ID3v2/TIT2 10+12", "ID3v2/TALB 22+12"])
    #expect(try summary("TIT2", document) == "\"A\"")
    #expect(try summary("TALB", document) == "\"B\"")
  }

  /// `tIT2` begins with a small letter, and its size goes past the tag; the frame before it stays.
  @Test func identifiersThatAreNoLetters() throws {
    let document = document(
      """
      494433 0300 00 00000018
      54495432 00000002 0000 00 41
      74495432 00000003 0000 00 42
      """)
    #expect(problems(document) == ["not-a-frame ID3v2/raw"])
    #expect(nodes(document) == ["ID3v2 0+34", "ID3v2/TIT2 10+12", "ID3v2/raw 22+12"])
  }

  /// The flag of an extended header, but a frame stands there; and a header that says it has 2²⁸ − 1
  /// bytes; and one of which the tag has three bytes.
  @Test func extendedHeadersThatLie() throws {
    let frame = "54495432 00000002 0000 00 41"
    let absent = document("494433 0400 40 0000000C" + frame)
    #expect(problems(absent) == ["extended-header-invalid ID3v2/TIT2"])
    #expect(try summary("TIT2", absent) == "\"A\"")
    let long = document("494433 0400 40 00000012 7F7F7F7F 01 00" + frame)
    #expect(problems(long) == ["extended-header-invalid ID3v2/raw", "not-a-frame ID3v2/raw"])
    #expect(nodes(long) == ["ID3v2 0+28", "ID3v2/raw 10+6", "ID3v2/TIT2 16+12"])
    let short = document("494433 0400 40 00000003 000000")
    #expect(problems(short).first?.hasPrefix("extended-header-invalid") == true)
    #expect(short.tree.indices.last.map { short.tree[$0].end } == 13)
  }

  /// Three bytes of UTF-16 behind its mark.
  @Test func oddLengthOfUTF16() throws {
    let document = document("494433 0300 00 00000010 54495432 00000006 0000 01 FFFE 4100 42")
    #expect(problems(document) == ["text-half-character ID3v2/TIT2"])
    #expect(try summary("TIT2", document) == "\"A\\x42\"")
  }

  /// `AB` in either order of bytes, without a mark; the second value of a frame needs none.
  @Test func missingByteOrderMark() throws {
    let little = document("494433 0300 00 0000000F 54495432 00000005 0000 01 4100 4200")
    #expect(problems(little) == ["text-order-missing ID3v2/TIT2"])
    #expect(try summary("TIT2", little) == "\"AB\"")
    let big = document("494433 0300 00 0000000F 54495432 00000005 0000 01 0041 0042")
    #expect(problems(big) == ["text-order-missing ID3v2/TIT2"])
    #expect(try summary("TIT2", big) == "\"AB\"")
    let second = document("494433 0400 00 00000013 54495432 00000009 0000 01 FFFE 4100 0000 4200")
    #expect(problems(second).isEmpty)
    #expect(try summary("TIT2", second) == "\"A\", \"B\"")
    // Nothing has no order.
    #expect(problems(document("494433 0300 00 0000000D 54495432 00000003 0000 01 0000")).isEmpty)
  }

  /// A description that goes on to the end of its frame.
  @Test func missingTerminator() throws {
    let document = document("494433 0300 00 0000000E 54585858 00000004 0000 00 616263")
    #expect(problems(document) == ["text-unterminated ID3v2/TXXX"])
    #expect(try summary("TXXX", document).hasPrefix("abc"))
  }

  /// The last byte of the tag is FF, so that the zero that belongs behind it would stand in what
  /// follows: the tag ends where it says, and nothing is taken from behind it. The size counts what is
  /// stored.
  @Test func unsynchronisationThatEndsInFF() throws {
    let tag = hex("494433 0300 80 0000000F 50524956 00000005 0000 6100 FF00 FF").bytes
    let document = document(tag + mpegAudio(frames: 3).bytes)
    #expect(problems(document) == ["frame-size-unsynchronised ID3v2"])
    #expect(nodes(document).prefix(3) == ["ID3v2 0+25", "ID3v2/PRIV 10+15", "audio 25+624"])
    #expect(try summary("PRIV", document) == "a = ffff")
  }

  /// Compressed frames give no more bytes than they promise, nor than the limits say.
  @Test func inflateBombs() throws {
    let bomb = v4.tag { v4.frame("PRIV", .init(isCompressed: true)) { zeros(60_000) } }
    var limits = Limits()
    limits.inflatedPayload = 1 << 14
    let cut = document(bomb.bytes, limits: limits)
    #expect(problems(cut).first == "inflate-limit ID3v2/PRIV")
    #expect(cut.tree.sources.map(\.bytes.byteCount).last == 1 << 14)
    // 60,000 bytes that the frame says are 16.
    var lying = bomb.bytes
    lying.replaceSubrange(20..<24, with: [0, 0, 0, 16])
    let told = document(lying)
    #expect(problems(told).first == "inflate-longer ID3v2/PRIV")
    #expect(told.tree.sources.map(\.bytes.byteCount).last == 16)
    // All frames of a file share what may come out of them.
    var shared = Limits()
    shared.inflated = 100_000
    let many = v4.tag {
      for _ in 0..<4 { v4.frame("PRIV", .init(isCompressed: true)) { zeros(60_000) } }
    }
    let derived = document(many.bytes, limits: shared).tree.sources.dropFirst()
    #expect(derived.reduce(0) { $0 + $1.bytes.byteCount } == 100_000)
  }

  /// Two tables of contents that name each other.
  @Test func cyclesOfContents() {
    let document = document(
      """
      494433 0300 00 00000020
      43544F43 00000006 0000 61 00 00 01 62 00
      43544F43 00000006 0000 62 00 00 01 61 00
      """)
    #expect(problems(document) == ["contents-cycle ID3v2/CTOC[2]"])
    #expect(nodes(document) == ["ID3v2 0+42", "ID3v2/CTOC[1] 10+16", "ID3v2/CTOC[2] 26+16"])
  }

  /// `SEEK` counts forward from the end of its tag, so that none leads back: a tag that points at
  /// itself, or past the file, is not followed, and a chain of tags ends.
  @Test func loopsOfSeek() {
    let chain = atoms {
      for _ in 0..<3 { v4.tag { v4.frame("SEEK") { u32(0) } } }
      v4.tag { v4.text("TIT2", "x") }
    }
    #expect(nodes(document(chain)).filter { !$0.contains("/") }.count == 4)
    #expect(problems(document(chain)).isEmpty)
    let negative = document("494433 0400 00 0000000E 5345454B 00000004 0000 FFFFFFE8")
    #expect(problems(negative) == ["seek-wrong ID3v2/SEEK"])
    #expect(nodes(negative) == ["ID3v2 0+24", "ID3v2/SEEK 10+14"])
  }

  /// A tag that says it is longer than the file, with an ID3v1 tag behind it: each byte belongs to one
  /// of the two.
  @Test func tagsThatOverlap() throws {
    let long = hex("494433 0300 00 00000F00 54495432 00000002 0000 00 41").bytes
    let document = document(long + id3v1("Old", comment: "").bytes)
    #expect(problems(document) == ["tag-truncated ID3v2"])
    #expect(nodes(document) == ["ID3v2 0+22", "ID3v2/TIT2 10+12", "ID3v1 22+128"])
  }

  /// 500,000 frames of one byte are as many nodes, or as many as there may be and the rest raw.
  @Test func manyFramesOfOneByte() throws {
    let frame = hex("54495432 00000001 0000 00").bytes
    let content = Array(repeatElement(frame, count: 500_000).joined())
    let bytes = v3.tag { Piece(content) }.bytes
    #expect(document(bytes).tree.count == 500_001)
    var limits = Limits()
    limits.nodes = 1_000
    let cut = document(bytes, limits: limits)
    #expect(cut.tree.count == 1_001)
    #expect(problems(cut).contains("node-limit ID3v2/raw"))
    #expect(cut.tree[NodeIndex(1_000)].end == UInt64(bytes.count))
  }

  /// Frames that only another version has are read as there.
  @Test func framesOfAnotherVersion() throws {
    let old = document("494433 0400 00 0000000F 54594552 00000005 0000 00 31393939")
    #expect(problems(old) == ["frame-of-other-version ID3v2/TYER"])
    #expect(try summary("TYER", old) == "1999")
    #expect(old.tree.program(of: old.tree[NodeIndex(1)])?.syntax.title.description == "Year")
    let new = document("494433 0300 00 0000000D 54534F50 00000003 0000 00 4241")
    #expect(problems(new) == ["frame-of-other-version ID3v2/TSOP"])
    #expect(
      new.tree.program(of: new.tree[NodeIndex(1)])?.syntax.title.description
        == "Performer sort order")
  }
}

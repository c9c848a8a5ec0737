import ByteReading
import Corpus
import MediaInspection
import MediaMetadata
import Structure
import StructureRendering
import Testing

@testable import ID3

/// Payloads that are stored in another form than they are read in.
@Suite struct TagDecodingTests {
  private let v2 = TagBuilder(.v2)
  private let v3 = TagBuilder(.v3)
  private let v4 = TagBuilder(.v4)

  private func document(_ bytes: [UInt8], limits: Limits = Limits()) -> Document {
    Document.tags(of: ByteSource(copying: bytes), limits: limits)
  }

  private func nodes(_ document: Document) -> [String] {
    document.tree.indices.map {
      let node = document.tree[$0]
      let place = document.tree.fileOffset(of: node.start, in: node.source).map(String.init) ?? "+"
      return "\(document.path(of: $0)) \(place) \(node.size)"
    }
  }

  private func problems(_ document: Document) -> [String] {
    document.problems.kept.map {
      "\($0.kind.id) \($0.node.map { document.path(of: $0) } ?? "file")"
    }
  }

  /// The bytes that the fields of the node at `index` lie in.
  private func contents(_ index: NodeIndex, _ document: Document) -> [UInt8]? {
    guard let source = document.tree.contents(of: index) else { return nil }
    let node = document.tree[index]
    let bytes = document.tree.sources[Int(source)].bytes
    let range =
      source == node.source
      ? node.payload.byteOffset..<node.payload.byteEnd : 0..<bytes.byteCount
    return range.map { bytes.bytes.byte(at: $0) ?? 0 }
  }

  @Test func tagsOfVersion3AreSynchronisedAsAWhole() {
    let bytes = atoms {
      v3.tag(unsynchronised: true, padding: 3) {
        v3.frame("PRIV") { hex("FF00 FFE0 41") }
        v3.frame("PCNT") { hex("000000FF") }
      }
    }
    // Zeros stand behind the second, the fourth and the last FF.
    #expect(bytes.count == 10 + 15 + 14 + 3 + 3)
    let document = document(bytes)
    #expect(
      nodes(document) == [
        "ID3v2 0 45", "ID3v2/PRIV 10 15", "ID3v2/PCNT 27 14", "ID3v2/padding 42 3",
      ])
    #expect(contents(NodeIndex(1), document) == [0xFF, 0x00, 0xFF, 0xE0, 0x41])
    #expect(problems(document).isEmpty)
    #expect(document.tree.innermost(at: 22) == NodeIndex(1))
    #expect(document.tree.innermost(at: 41) == NodeIndex(2))
  }

  @Test func framesOfVersion4AreSynchronisedEach() {
    let bytes = atoms {
      v4.tag {
        v4.frame("PRIV", .init(isUnsynchronised: true, hasDataLength: true)) { hex("FF00 FFE0") }
        v4.frame("PCNT", .init(isUnsynchronised: true)) { hex("00000001") }
      }
    }
    let document = document(bytes)
    #expect(contents(NodeIndex(1), document) == [0xFF, 0x00, 0xFF, 0xE0])
    #expect(contents(NodeIndex(2), document) == [0, 0, 0, 1])
    #expect(document.tree.sources.count == 2, "the second frame has nothing to take out")
    #expect(document.tree[NodeIndex(1)].headerSize == 14)
    #expect(problems(document).isEmpty)
  }

  @Test func theFlagOfTheTagStandsForAllFramesOfVersion4() {
    let bytes = atoms {
      v4.tag(flags: 0x80) {
        v4.frame("PRIV") { hex("41FF00E0") }
      }
    }
    #expect(contents(NodeIndex(1), document(bytes)) == [0x41, 0xFF, 0xE0])
  }

  /// What stands in a frame whose zeros were taken out has none of them left: FF 00 is what it is there.
  @Test func framesInAFrameAreDecodedWithIt() throws {
    let title = v4.frame("TIT2") { u8(1); hex("FEFF 0000 0041") }
    let own = v4.frame("PRIV") { string("own"); hex("FF00 4142") }
    let bytes = atoms {
      v4.tag(flags: 0x80) {
        v4.frame("CHAP", .init(isUnsynchronised: true)) { string("c1"); u32(0, 10, .max, .max); title; own }
      }
    }
    let document = document(bytes)
    #expect(problems(document) == [])
    let node = try #require(document.tree.indices.first { document.tree[$0].type == "PRIV" })
    #expect(contents(node, document) == Array("own".utf8) + [0, 0xFF, 0x00, 0x41, 0x42])
  }

  /// Frames of version 2 that are compressed together: `z`, how long they are, and zlib.
  @Test func framesCompressedTogetherAreRead() throws {
    let inner = atoms { v2.text("TT2", "Title"); v2.text("TP1", "Artist") }
    func tag(_ method: UInt8, _ length: UInt32) -> [UInt8] {
      atoms { v2.tag { v2.frame("CDM") { u8(method); u32(length); Recipe.stored(Piece(inner)) }; v2.text("TAL", "Album") } }
    }
    let document = document(tag(0x7A, UInt32(inner.count)))
    #expect(problems(document) == [])
    #expect(
      document.tree.indices.map { document.path(of: $0) }
        == ["ID3v2", "ID3v2/CDM", "ID3v2/CDM/TT2", "ID3v2/CDM/TP1", "ID3v2/TAL"])
    #expect(document.fields(of: NodeIndex(1))["decompressed_size"]?.number == UInt64(inner.count))
    let opened = try MediaFile.open(ByteSource(copying: tag(0x7A, UInt32(inner.count))))
    #expect(MediaFile.fields(of: opened).entries.map(\.text) == ["Title", "Artist", "Album"])
    // A length that is wrong is said, what nobody described is not opened.
    #expect(problems(self.document(tag(0x7A, 100))) == ["inflate-failed ID3v2/CDM"])
    #expect(self.document(tag(0x79, UInt32(inner.count))).tree.count == 3)
  }

  @Test(arguments: [TagBuilder(.v3), TagBuilder(.v4)])
  func compressedFramesAreInflated(builder: TagBuilder) {
    let bytes = atoms {
      builder.tag {
        builder.frame("TIT3", .init(isCompressed: true, group: 0x81)) { hex("00 4869") }
      }
    }
    let document = document(bytes)
    #expect(contents(NodeIndex(1), document) == [0, 0x48, 0x69])
    #expect(document.tree[NodeIndex(1)].headerSize == 15)
    #expect(problems(document).isEmpty)
    #expect(document.tree.sources.map(\.kind) == [.file, .zlib])
  }

  @Test func compressedFramesAreSynchronisedFirst() {
    let content = hex(String(repeating: "FF00", count: 40))
    let bytes = atoms {
      v4.tag {
        v4.frame("PRIV", .init(isCompressed: true, isUnsynchronised: true)) { content }
      }
    }
    #expect(contents(NodeIndex(1), document(bytes)) == content.bytes)
  }

  @Test func encryptedFramesAreBytes() {
    let bytes = atoms {
      v3.tag {
        v3.frame("TIT2", .init(encryption: 0x80)) { hex("0102") }
      }
    }
    let document = document(bytes)
    #expect(contents(NodeIndex(1), document) == nil)
    #expect(problems(document).isEmpty)
  }

  @Test func whatDoesNotInflateIsReported() {
    let bytes = atoms {
      v3.tag {
        frameHeader("TIT2", 9, flags: 0x80)
        u32(3)
        hex("0102030405")
        v3.text("TALB", "x")
      }
    }
    let document = document(bytes)
    #expect(problems(document) == ["inflate-failed ID3v2/TIT2"])
    #expect(document.tree.count == 3)
  }

  @Test func inflationStopsAtTheLimit() {
    var limits = Limits()
    limits.inflatedPayload = 100
    let bytes = atoms {
      v4.tag {
        v4.frame("PRIV", .init(isCompressed: true)) { zeros(1_000) }
      }
    }
    let document = document(bytes, limits: limits)
    #expect(problems(document) == ["inflate-limit ID3v2/PRIV"])
    #expect(contents(NodeIndex(1), document)?.count == 100)
  }

  /// The values of a text are rows as those of a list are: 32 KB of compressed ones wrote 790 MB.
  @Test func valuesOfATextKeepToTheLimitOfRows() {
    let bytes = atoms {
      v4.tag {
        v4.frame("TPE1") {
          u8(3)
          for number in 0..<10 { text("v\(number)", terminated: number < 9) }
        }
      }
    }
    func lines(_ limit: Int?) -> [Substring] {
      var options = RenderOptions()
      options.fields = .all
      options.limit = limit
      var renderer = OutlineRenderer(document(bytes), options, output: ByteWriter())
      _ = renderer.render(name: "tag")
      return renderer.finish().string.split(separator: "\n")
    }
    func values(_ lines: [Substring]) -> [Substring] {
      lines.filter { $0.contains(" text ") }.map { $0.suffix(4) }
    }
    #expect(values(lines(5)) == ["\"v0\"", "\"v1\"", "\"v2\"", "\"v8\"", "\"v9\""])
    #expect(lines(5).contains { $0.hasSuffix("… 5 more (-n all)") })
    #expect(values(lines(0)).isEmpty && lines(0).contains { $0.hasSuffix("… 10 more (-n all)") })
    #expect(values(lines(10)).count == 10 && values(lines(nil)).count == 10)
  }

  /// What comes out of a small file takes time as the file does: 307 KB of frames of 60 MB took 14 s.
  @Test func inflationFollowsTheSizeOfTheFile() {
    let plain = zeros(1 << 20).bytes
    let packed = deflated(plain.rawBytes) ?? []
    let bytes = atoms {
      v3.tag {
        for _ in 0..<3 {
          frameHeader("PRIV", UInt32(packed.count + 4), flags: 0x80)
          u32(1 << 20)
          Piece(packed)
        }
      }
    }
    let document = document(bytes)
    #expect(problems(document) == ["inflate-limit ID3v2/PRIV[2]", "inflate-limit ID3v2/PRIV[3]"])
    let inflated = document.tree.sources.dropFirst().reduce(0) { $0 + $1.bytes.byteCount }
    #expect(inflated == 8 * bytes.count + (1 << 20))
    var limits = Limits()
    limits.inflatedPerByte = .max
    #expect(problems(self.document(bytes, limits: limits)).isEmpty)
  }

  @Test func plainSizesOfVersion4AreRecognised() {
    let bytes = atoms {
      v4.tag {
        v4.frame("PRIV", rawSize: 300) { zeros(300) }
        v4.frame("PRIV", rawSize: 128) { zeros(128) }
        v4.text("TIT2", "x")
      }
    }
    let document = document(bytes)
    #expect(
      nodes(document) == [
        "ID3v2 0 470", "ID3v2/PRIV[1] 10 310", "ID3v2/PRIV[2] 320 138", "ID3v2/TIT2 458 12",
      ])
    #expect(problems(document) == ["frame-size-not-syncsafe ID3v2/PRIV[1]"])
    var walker = Walker()
    var sink = Sizes()
    document.walkHeader(NodeIndex(1), &walker, into: &sink)
    #expect(sink.sizes == [300], "the header says what was read")
  }

  @Test func syncsafeSizesOfVersion3AreRecognised() {
    let bytes = atoms {
      v3.tag {
        v3.frame("PRIV", rawSize: 0x0000_022C) { zeros(300) }
        v3.text("TIT2", "x")
      }
    }
    let document = document(bytes)
    #expect(document.tree.count == 3)
    #expect(problems(document) == ["frame-size-syncsafe ID3v2/PRIV"])
  }

  @Test func identifiersOfVersion2InVersion3AreRecognised() {
    let bytes = atoms {
      v3.tag {
        hex("54503100 00000002 0000 0041")
        v3.text("TIT2", "x")
      }
    }
    let document = document(bytes)
    #expect(
      nodes(document).map { $0.prefix { $0 != " " } } == ["ID3v2", "ID3v2/TP1", "ID3v2/TIT2"])
    #expect(problems(document) == ["frame-identifier-old ID3v2/TP1"])
  }

  @Test func extendedHeadersAreHeldAgainstTheTag() {
    for builder in [v3, v4] {
      let bytes = atoms {
        builder.tag(extended: .init(hasChecksum: true), padding: 5) {
          builder.text("TIT2", "Hello")
        }
      }
      let document = document(bytes)
      #expect(
        nodes(document).map { $0.prefix { $0 != " " } } == [
          "ID3v2", "ID3v2/extended-header", "ID3v2/TIT2", "ID3v2/padding",
        ])
      #expect(problems(document).isEmpty)
      var wrong = bytes
      wrong[bytes.count - 6] ^= 1
      #expect(problems(self.document(wrong)) == ["checksum-wrong ID3v2/extended-header"])
    }
  }

  @Test func checksumsOfVersion3AreThoseBeforeUnsynchronisation() {
    let bytes = atoms {
      v3.tag(unsynchronised: true, extended: .init(hasChecksum: true), padding: 2) {
        v3.frame("PRIV") { hex("FF00FFE1FF00") }
      }
    }
    #expect(problems(document(bytes)).isEmpty)
  }

  @Test func footersAreHeldAgainstTheHeader() {
    let bytes = atoms {
      v4.tag(footer: true) { v4.text("TIT2", "x") }
    }
    let sound = document(bytes)
    #expect(nodes(sound) == ["ID3v2 0 32", "ID3v2/TIT2 10 12", "ID3v2/footer 22 10"])
    #expect(problems(sound).isEmpty)
    var wrong = bytes
    wrong[31] = 13
    #expect(problems(document(wrong)) == ["footer-differs ID3v2/footer"])
  }
}

/// The header of a frame of version 3, whatever follows.
private func frameHeader(_ identifier: String, _ size: UInt32, flags: UInt16) -> Piece {
  pieces {
    text(identifier)
    u32(size)
    u16(flags)
  }
}

private struct Sizes: FieldSink {
  var sizes: [UInt64] = []
  mutating func field(_ field: borrowing FieldReading) {
    if field.name.description == "size" { sizes.append(field.raw) }
  }
  mutating func table(_ table: borrowing TableReading) {}
}

extension TagDecodingTests {
  /// Who registered the method, of several (ID3v2.4.0 frames §4.25).
  @Test func encryptedFramesSayTheirMethod() {
    let bytes = atoms {
      v3.tag {
        v3.frame("ENCR") { string("http://a"); u8(0x81) }
        v3.frame("ENCR") { string("http://e"); u8(0x80) }
        v3.frame("TIT2", .init(encryption: 0x80)) { hex("010203040506") }
        v3.frame("TALB", .init(encryption: 0x90)) { hex("01") }
      }
    }
    let document = document(bytes)
    func summary(_ number: Int) -> String {
      var output = ByteWriter()
      NodeReader(document).putSummary(of: NodeIndex(number), to: &output)
      return output.string
    }
    #expect(summary(3) == "encrypted (0x80, http://e), 6 bytes")
    #expect(summary(4) == "encrypted (0x90), 1 byte")
  }
}

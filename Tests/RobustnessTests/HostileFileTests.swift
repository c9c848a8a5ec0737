import Atoms
import ByteReading
import Corpus
import MediaFacts
import MediaInspection
import Structure
import StructureRendering
import Testing

/// Files that were made to do harm.
@Suite struct HostileFileTests {
  private func document(@AtomBuilder _ content: () -> Piece) throws -> Document {
    try MediaFile.open(ByteSource(copying: atoms(content)), limits: Limits())
  }

  /// The nodes as lines of a dump: all of them, with their bytes.
  private func dump(_ document: Document, _ hex: RenderOptions.HexStyle) -> String {
    var options = RenderOptions()
    options.hex = hex
    var nodes = NodeRenderer(document, options, output: ByteWriter())
    for index in document.tree.indices { nodes.renderInDump(index) }
    let output = nodes.finish()
    return output.string
  }

  // MARK: Time

  /// Four bytes a node made of 1 MB of zeros 262,144 nodes, and each looked at the next 4,096 bytes.
  @Test(arguments: ["udta", "moov"] as [FourCC])
  func zerosInAContainerAreFewNodes(type: FourCC) throws {
    let document = try document {
      atom("ftyp") {
        code("qt  "); u32(0)
      }
      atom(type) {
        zeros(100_000); u8(1)
      }
    }
    #expect(document.tree.count <= 2 + 100_000 / 4_096 + 2)
    #expect(document.tree.indices.last.map { document.tree[$0].end } == 16 + 8 + 100_001)
  }

  /// The zero that ends user data, then an atom whose size begins with zeros.
  @Test func zerosEndWhereTheNextSizeBegins() throws {
    let document = try document {
      atom("ftyp") {
        code("qt  "); u32(0)
      }
      atom("moov") {
        atom("udta") {
          u32(0); atom("name") { code("abcd") }
        }
        zeros(8)
        atom("free")
      }
    }
    let types = document.tree.indices.map { index in
      document.tree[index].isRaw ? "padding" : document.tree[index].type.key
    }
    #expect(types == ["ftyp", "moov", "udta", "padding", "name", "padding", "free"])
  }

  /// Whoever asks for the parent or for a sibling behind thousands of nodes gets it at once.
  @Test func relativesAreFoundBehindManySiblings() throws {
    let document = try document {
      atom("ftyp") {
        code("isom"); u32(0)
      }
      atom("moov") {
        for number in 0..<600 {
          atom(number % 2 == 0 ? "udta" : "free") { if number % 2 == 0 { atom("skip") } }
        }
        atom("mvex") { atom("free") }
      }
    }
    let tree = document.tree
    var open: [NodeIndex] = []
    for index in tree.indices {
      while let last = open.last, index >= tree[last].subtreeEnd { open.removeLast() }
      #expect(tree.parent(of: index) == open.last)
      open.append(index)
    }
    #expect(tree.child("mvex", of: NodeIndex(1)) == NodeIndex(tree.count - 2))
    #expect(tree.child("mvex", of: NodeIndex(1)) == NodeIndex(tree.count - 2))
    #expect(tree.child("trak", of: NodeIndex(1)) == nil)
    #expect(tree.child("trak", of: NodeIndex(1)) == nil)
  }

  /// Siblings of many names are counted as well as those of few.
  @Test func pathsFindTheirNodeAmongManyNames() throws {
    let document = try document {
      atom("ftyp") {
        code("isom"); u32(0)
      }
      for number in 0..<120 { atom(FourCC(0x6100_0000 + UInt32(number % 50))) }
    }
    var tracker = PathTracker(document)
    for index in document.tree.indices {
      tracker.move(to: index)
      // A second time, as for two fields of one node.
      tracker.move(to: index)
      #expect(try Path(tracker.path).nodes(in: document) == [index], "\(tracker.path)")
    }
  }

  /// The key of an item was counted off for each item anew.
  @Test func keysAreFoundByNumber() throws {
    let document = try document {
      atom("ftyp") {
        code("qt  "); u32(0)
      }
      atom("moov") {
        atom("meta") {
          atom("hdlr", version: 0) {
            u32(0); code("mdta"); zeros(12); u8(0)
          }
          atom("keys", version: 0) {
            u32(100)
            for number in 0..<100 { atom("mdta") { u16(0x6100 + UInt16(number)) } }
          }
          atom("ilst") {
            for number in [1, 66, 100, 101] as [UInt32] {
              atom(FourCC(number)) {
                atom("data") {
                  u32(1); u32(0); u8(0x78)
                }
              }
            }
          }
        }
      }
    }
    let reader = NodeReader(document)
    let list = try #require(document.tree.indices.first { document.tree[$0].type == "ilst" })
    let summaries = document.tree.children(of: list).map { index in
      var text = ByteWriter()
      reader.open(index)
      reader.putSummary(to: &text)
      return text.string
    }
    #expect(
      summaries == [
        "a\u{5C}u0000 = \"x\"", "aA = \"x\"", "ac = \"x\"", "\"x\"",
      ])
  }

  // MARK: Bytes

  /// The atom in the compressed data begins at 0 of its own bytes, before the atom around it.
  private func compressedMovie() throws -> Document {
    try MediaFile.open(Corpus.open("broken/compressed-movie-in-itself.mov"), limits: Limits())
  }

  @Test func aDumpShowsCompressedBytes() throws {
    let document = try compressedMovie()
    #expect(dump(document, .dump).contains("uncompressed_size, data"))
  }

  /// What `xxd -r` makes of the lines is the file.
  @Test func linesForXxdHoldTheFileOnce() throws {
    let document = try compressedMovie()
    var next = 0
    for line in dump(document, .xxd).split(separator: "\n") {
      let columns = line.split(separator: " ", omittingEmptySubsequences: false)
      #expect(Int(columns[0].dropLast(), radix: 16) == next)
      next += line.dropFirst(10).prefix(39).filter { $0 != " " }.count / 2
    }
    #expect(next == document.tree.file.byteCount)
  }

  @Test func inflatedBytesAreTheSameInASourceOfTheirOwn() {
    // The letter a, 300 times.
    let compressed: [UInt8] = [
      0x78, 0xDA, 0x4B, 0x4C, 0x1C, 0x05, 0xC4, 0x02, 0x00, 0xD8, 0xA8, 0x71, 0xAD,
    ]
    let input = ByteSource(copying: compressed)
    for limit in [0, 1, 299, 300, 1_000] {
      let plain = inflate(input.bytes, format: .zlib, limit: limit)
      let (source, outcome) = ByteSource.inflating(input.bytes, format: .zlib, limit: limit)
      var made = ByteWriter()
      made.put(bytes: source.bytes)
      #expect(made.array == plain.bytes && plain.bytes.count == min(limit, 300))
      #expect(outcome.isLimited == plain.isLimited && outcome.isComplete == plain.isComplete)
    }
  }

  // MARK: Text

  /// A type that begins with 0x40 is written `\x40PRM`, for `@PRM` is 0xA9; in JSON the backslash is
  /// escaped once more.
  @Test func aTypeWithARealAtSignIsValidJSON() throws {
    let document = try document {
      atom("ftyp") {
        code("qt  "); u32(0)
      }
      atom(FourCC(0x4050_524D))
      atom(FourCC(0x4022_5C40))
    }
    for form in [.line, .nodes, .document] as [JSONRenderer.Form] {
      var output = ByteWriter()
      JSONRenderer(document, name: Array("a.mov".utf8), options: RenderOptions())
        .write(form, to: &output)
      #expect(output.string.contains(#""type":"\\x40PRM""#))
      #expect(!output.string.contains(#""type":"\x40"#))
    }
  }

  /// A report of any length passes through 64 KiB.
  @Test func aWriterHandsOnWhatItHolds() {
    var pieces: [Int] = []
    var writer = ByteWriter {
      pieces.append($0.count)
      return pieces.count < 3
    }
    for _ in 0..<40_000 { writer.put("0123456789") }
    let hasFailed = writer.hasFailed
    writer.flush()
    let total = writer.total
    #expect(hasFailed && total == 400_000)
    #expect(pieces.count == 3 && pieces.allSatisfy { $0 <= 1 << 16 })
  }
}
